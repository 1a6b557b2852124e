//! How fast a scene plays: from real time to steps.

use std::time::Duration;

/// Slowest and fastest playback.
pub const SPEED_RANGE: (f64, f64) = (0.001, 8.0);
/// For how long what was reached is remembered, s.
const REMEMBERED_S: f64 = 1.0;
/// Less than this share of the wished speed is told.
const SHORT: f64 = 0.9;
/// Share of a new measurement in what is shown of the cost.
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
    /// Simulated and real time of the last second or so, s.
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

    /// Speed that was reached in the last second or so, 1 = real time, where it is less than
    /// wished by more than the step that is under way.
    pub fn reached_instead(&self, step_s: f64) -> Option<f64> {
        let is_long_enough = self.passed_s > 0.5 * REMEMBERED_S;
        let wished_s = self.speed * self.passed_s;
        let falls_short = self.made_s + step_s < SHORT * wished_s;
        (is_long_enough && falls_short).then(|| self.made_s / self.passed_s)
    }

    /// Sets the speed, within its range.
    pub fn set_speed(&mut self, speed: f64) {
        if !speed.is_nan() {
            (self.made_s, self.passed_s) = (0.0, 0.0);
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
            let left = (-frame_s / REMEMBERED_S).exp();
            self.made_s = self.made_s * left + f64::from(steps) * step_s;
            self.passed_s = self.passed_s * left + frame_s;
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

    /// Plays so many frames of these lengths, s; how often too low a speed is told.
    fn told(speed: f64, frames_s: &[f64], most_steps: u32) -> usize {
        const STEP_S: f64 = 1.0 / 60.0;
        let mut pace = Pace::default();
        pace.set_speed(speed);
        let frames = frames_s.iter().cycle().take(600);
        let told = frames.filter(|frame_s| {
            pace.pass(**frame_s);
            let mut steps = 0;
            while pace.is_due(STEP_S) && steps < most_steps {
                pace.take(STEP_S);
                steps += 1;
            }
            if steps == most_steps {
                pace.lose_time();
            }
            pace.note_frame(**frame_s, STEP_S, steps);
            pace.reached_instead(STEP_S).is_some()
        });
        told.count()
    }

    #[test]
    fn a_speed_that_is_reached_is_never_told_as_missed_however_unlike_the_frames_are() {
        for frames_s in [
            [0.004, 0.030],
            [0.016, 0.017],
            [0.002, 0.120],
            [0.002, 0.002],
        ] {
            for speed in [0.01, 0.1, 0.25, 1.0, 4.0] {
                assert_eq!(told(speed, &frames_s, 100), 0, "{speed} {frames_s:?}");
            }
        }
        // Two steps a frame are made of four.
        assert!(told(1.0, &[4.0 / 60.0], 2) > 500);
    }
}
