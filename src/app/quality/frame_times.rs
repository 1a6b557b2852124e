//! What the frames of the last second took, and for what.

use std::collections::VecDeque;

/// Frames that are looked at.
const FRAMES: usize = 60;

/// What one frame took, s.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FrameTime {
    /// From its begin to that of the next.
    pub whole_s: f64,
    /// Steps of the simulation.
    pub physics_s: f64,
    /// Drawing of the stage and of what the panels show.
    pub picture_s: f64,
    /// Everything else but waiting: panels laid out, input, what is to be drawn.
    pub panels_s: f64,
}

/// The frames of the last second.
#[derive(Debug, Clone, Default)]
pub struct FrameTimes {
    frames: VecDeque<FrameTime>,
}

impl FrameTimes {
    /// Adds a frame.
    pub fn push(&mut self, frame: FrameTime) {
        if self.frames.len() == FRAMES {
            self.frames.pop_front();
        }
        self.frames.push_back(frame);
    }

    /// The median of each part; nothing before the first frame.
    pub fn median(&self) -> Option<FrameTime> {
        let median = |part: fn(&FrameTime) -> f64| {
            let mut parts: Vec<f64> = self.frames.iter().map(part).collect();
            parts.sort_by(f64::total_cmp);
            parts.get(parts.len() / 2).copied()
        };
        Some(FrameTime {
            whole_s: median(|frame| frame.whole_s)?,
            physics_s: median(|frame| frame.physics_s)?,
            picture_s: median(|frame| frame.picture_s)?,
            panels_s: median(|frame| frame.panels_s)?,
        })
    }
}

impl FrameTime {
    /// Frames in a second.
    pub fn rate(&self) -> f64 {
        1.0 / self.whole_s.max(1e-4)
    }

    /// Its parts in words, ms.
    pub fn parts(&self) -> String {
        format!(
            "physics {:.1} ms, drawing {:.1} ms, panels and input {:.1} ms",
            self.physics_s * 1e3,
            self.picture_s * 1e3,
            self.panels_s * 1e3
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_of_the_last_second_and_no_single_slow_frame_shifts_it() {
        let mut times = FrameTimes::default();
        assert_eq!(times.median(), None);
        let frame = |whole_s: f64| FrameTime {
            whole_s,
            physics_s: 0.5 * whole_s,
            ..FrameTime::default()
        };
        for _ in 0..FRAMES {
            times.push(frame(1.0));
        }
        for i in 0..FRAMES {
            times.push(frame(if i % 10 == 0 { 0.5 } else { 0.02 }));
        }
        let median = times.median().unwrap();
        assert_eq!((median.whole_s, median.physics_s), (0.02, 0.01));
        assert_eq!(median.rate().round(), 50.0);
    }
}
