//! How fast a scene plays: from real time to steps.

use std::time::Duration;

/// Slowest and fastest playback.
pub const SPEED_RANGE: (f64, f64) = (0.001, 8.0);
/// Share of a new measurement in what is shown of cost and speed.
const SMOOTHING: f64 = 0.05;

/// How fast a scene plays.
#[derive(Debug, Clone, PartialEq)]
pub struct Pace {
    /// Playback speed, 1 = real time.
    pub speed: f64,
    /// Part of a step between the previous and the present state, 0 to 1.
    pub blend: f64,
    /// Smoothed cost of a step, µs.
    pub step_us: f64,
    /// Whether time stands although it plays, since all lies still.
    pub rests: bool,
    /// Simulated time that has passed since the last step, s.
    accumulated_s: f64,
    /// Simulated and real time of a frame, smoothed, s.
    made_s: f64,
    passed_s: f64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            speed: 1.0,
            blend: 1.0,
            step_us: 0.0,
            rests: false,
            accumulated_s: 0.0,
            made_s: 0.0,
            passed_s: 0.0,
        }
    }
}

impl Pace {
    /// The pace with which the next run begins.
    pub(super) fn of_next_run(&self) -> Pace {
        Pace {
            speed: self.speed,
            step_us: self.step_us,
            ..Pace::default()
        }
    }

    /// Speed that was reached in the last frames, 1 = real time; that which is wished before
    /// the first.
    pub fn reached_speed(&self) -> f64 {
        match self.passed_s > 0.0 {
            true => self.made_s / self.passed_s,
            false => self.speed,
        }
    }

    /// Sets the speed, within its range.
    pub fn set_speed(&mut self, speed: f64) {
        if !speed.is_nan() {
            self.speed = speed.clamp(SPEED_RANGE.0, SPEED_RANGE.1);
        }
    }

    /// The present state is shown as it is.
    pub(super) fn stand_still(&mut self) {
        self.blend = 1.0;
    }

    /// Lets real time pass, s.
    pub(super) fn pass(&mut self, frame_s: f64) {
        self.accumulated_s += frame_s * self.speed;
    }

    /// Whether enough time has passed for a step.
    pub(super) fn is_due(&self, step_s: f64) -> bool {
        self.accumulated_s >= step_s
    }

    /// Uses the time of a step up.
    pub(super) fn take(&mut self, step_s: f64) {
        self.accumulated_s -= step_s;
    }

    /// Gives up what could not be simulated in time.
    pub(super) fn lose_time(&mut self) {
        self.accumulated_s = 0.0;
    }

    /// Notes how many steps a frame had.
    pub(super) fn note_frame(&mut self, frame_s: f64, step_s: f64, steps: u32) {
        self.blend = (self.accumulated_s / step_s).clamp(0.0, 1.0);
        if frame_s > 0.0 {
            // Frames are of unlike length, and short ones have no step at all.
            self.made_s += (f64::from(steps) * step_s - self.made_s) * SMOOTHING;
            self.passed_s += (frame_s - self.passed_s) * SMOOTHING;
        }
    }

    /// Notes what a step took.
    pub(super) fn note_step(&mut self, cost: Duration) {
        self.step_us += (cost.as_secs_f64() * 1e6 - self.step_us) * SMOOTHING;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_that_is_reached_is_told_right_however_unlike_the_frames_are() {
        const STEP_S: f64 = 1.0 / 60.0;
        for (frames_s, least, most) in [
            ([0.004, 0.030], 0.97, 1.03),
            ([0.016, 0.017], 0.97, 1.03),
            ([0.002, 0.120], 0.97, 1.03),
        ] {
            let mut pace = Pace::default();
            for frame_s in frames_s.into_iter().cycle().take(400) {
                pace.pass(frame_s);
                let mut steps = 0;
                while pace.is_due(STEP_S) {
                    pace.take(STEP_S);
                    steps += 1;
                }
                pace.note_frame(frame_s, STEP_S, steps);
            }
            let reached = pace.reached_speed();
            assert!((least..most).contains(&reached), "{frames_s:?}: {reached}");
        }
        // Half of each frame's time is given up.
        let mut pace = Pace::default();
        for _ in 0..400 {
            pace.note_frame(4.0 * STEP_S, STEP_S, 2);
        }
        assert!((pace.reached_speed() - 0.5).abs() < 1e-9);
    }
}
