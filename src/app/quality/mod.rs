//! Which quality the picture gets where nobody has chosen one: what the graphics driver
//! draws fluidly, measured once.

mod frame_times;
mod sharpness;

use crate::platform::settings::Quality;
pub use frame_times::{FrameTime, FrameTimes};
pub use sharpness::Sharpness;

/// First frames that do not count: shaders are compiled and textures made.
const WARM_UP: u32 = 10;
/// So many frames give a median that no single slow one shifts.
const FRAMES: usize = 30;
/// A slow driver is judged sooner: after so much time there are enough frames, s.
const LONGEST_S: f64 = 1.0;
/// Fewest frames of a judgement.
const FEWEST_FRAMES: usize = 5;
/// A slower frame makes the quality low, s: a thrown dummy is to be seen in 30 pictures a
/// second or more.
const SLOW_S: f64 = 1.0 / 30.0;
/// A faster frame makes the quality high, s. Between this and [`SLOW_S`] lies more than
/// what the high quality costs over the medium one, and a display with 60 pictures a
/// second is well within.
const FAST_S: f64 = 1.0 / 50.0;

/// Measures frames until it knows which quality they allow.
#[derive(Debug, Clone, Default)]
pub struct QualityProbe {
    seen: u32,
    frames_s: Vec<f64>,
    /// Whether the high quality is being tried, since the medium one was fast.
    tries_high: bool,
}

/// What is measured of the drawing while a person looks on; nothing in runs that repeat.
#[derive(Debug, Clone, Default)]
pub struct DrawingPace {
    /// Measures what is fluid while nobody has chosen a quality.
    pub probe: Option<QualityProbe>,
    /// Keeps the longest frames short.
    pub sharpness: Option<Sharpness>,
}

impl DrawingPace {
    /// Share of the window's resolution for the next frame.
    pub fn sharpness(&self) -> f32 {
        self.sharpness.as_ref().map_or(1.0, Sharpness::share)
    }
}

/// What a measurement has shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// The quality to keep.
    pub quality: Quality,
    /// Median of the frames in medium quality or, if that was fast, in high, s.
    pub frame_s: f64,
}

impl QualityProbe {
    /// The quality that is measured now.
    pub fn tried(&self) -> Quality {
        match self.tries_high {
            true => Quality::High,
            false => Quality::Medium,
        }
    }

    /// Takes what a frame took, s; the verdict once there is one.
    pub fn note(&mut self, frame_s: f64) -> Option<Verdict> {
        self.seen += 1;
        if self.seen <= WARM_UP {
            return None;
        }
        self.frames_s.push(frame_s);
        let count = self.frames_s.len();
        let is_over = count >= FEWEST_FRAMES && self.frames_s.iter().sum::<f64>() >= LONGEST_S;
        if count < FRAMES && !is_over {
            return None;
        }
        let frame_s = self.take_median();
        let quality = match (self.tries_high, frame_s) {
            (false, s) if s > SLOW_S => Quality::Low,
            (false, s) if s < FAST_S => {
                self.tries_high = true;
                self.seen = 0;
                return None;
            }
            (true, s) if s < FAST_S => Quality::High,
            _ => Quality::Medium,
        };
        Some(Verdict { quality, frame_s })
    }

    /// Median of the frames, which are forgotten, s.
    fn take_median(&mut self) -> f64 {
        let mut frames = std::mem::take(&mut self.frames_s);
        frames.sort_by(f64::total_cmp);
        frames.get(frames.len() / 2).copied().unwrap_or_default()
    }
}

impl Verdict {
    /// What is said of it.
    pub fn text(&self) -> String {
        let name = name_of(self.quality);
        let rate = 1.0 / self.frame_s.max(1e-3);
        let than = match self.quality {
            Quality::Medium => "about ",
            _ => "",
        };
        format!(
            "quality set to {name}: this computer draws {than}{rate:.0} frames per second; \
             change it in View > Quality"
        )
    }
}

/// What a quality is called.
pub fn name_of(quality: Quality) -> &'static str {
    match quality {
        Quality::Auto => "auto-detect",
        Quality::Low => "low",
        Quality::Medium => "medium",
        Quality::High => "high",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The verdict where each quality takes its time, s, and after how many frames.
    fn verdict(medium_s: f64, high_s: f64) -> (Verdict, usize) {
        let mut probe = QualityProbe::default();
        let mut frames = 0;
        loop {
            frames += 1;
            assert!(frames < 1000, "no verdict");
            let frame_s = match probe.tried() {
                Quality::High => high_s,
                _ => medium_s,
            };
            if let Some(verdict) = probe.note(frame_s) {
                return (verdict, frames);
            }
        }
    }

    #[test]
    fn what_is_not_fluid_is_drawn_simply_and_that_is_soon_known() {
        let (verdict, frames) = verdict(1.0 / 12.0, 1.0);
        assert_eq!(verdict.quality, Quality::Low);
        assert!(frames <= 24, "{frames}");
        assert!(verdict.text().contains("quality set to low"));
        assert!(verdict.text().contains("12 frames per second"));
    }

    #[test]
    fn the_high_quality_is_kept_only_where_it_is_as_fast() {
        assert_eq!(verdict(1.0 / 60.0, 1.0 / 60.0).0.quality, Quality::High);
        assert_eq!(verdict(1.0 / 60.0, 1.0 / 45.0).0.quality, Quality::Medium);
        assert_eq!(verdict(1.0 / 60.0, 1.0 / 10.0).0.quality, Quality::Medium);
    }

    #[test]
    fn between_the_thresholds_nothing_is_tried() {
        let (verdict, frames) = verdict(1.0 / 30.0, 1.0);
        assert_eq!(verdict.quality, Quality::Medium);
        assert!(frames <= (WARM_UP as usize) + FRAMES);
    }

    #[test]
    fn neither_the_first_frames_nor_a_few_slow_ones_decide() {
        let mut probe = QualityProbe::default();
        let frames = (0..).map(|i| match i {
            0..10 => 2.0,
            _ if i % 5 == 0 => 0.09,
            _ => 1.0 / 60.0,
        });
        let verdict = frames.take(200).find_map(|frame_s| probe.note(frame_s));
        assert_eq!(verdict.unwrap().quality, Quality::High);
    }
}
