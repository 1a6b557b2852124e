//! In which share of the window's resolution the stage is drawn: less where a frame would
//! take so long that the hand no longer leads what it moves.

/// A frame that takes longer is too long, s.
const LONG_S: f64 = 0.1;
/// What a frame may take that is drawn as sharply as can be afforded, s.
const FLUID_S: f64 = 1.0 / 20.0;
/// So many long frames are needed: one alone may be a shader or a texture that is made.
const LONG_FRAMES: u32 = 2;
/// So many frames in a row must allow for more before there is more.
const FLUID_FRAMES: u32 = 30;
/// Below this nobody sees what is what.
const LEAST: f32 = 0.25;
/// What the share grows by when there is time for it.
const GROWTH: f32 = 1.25;

/// Share of the window's width and height in which the stage is drawn.
#[derive(Debug, Clone)]
pub struct Sharpness {
    share: f32,
    long: u32,
    fluid: u32,
}

impl Default for Sharpness {
    fn default() -> Self {
        Sharpness {
            share: 1.0,
            long: 0,
            fluid: 0,
        }
    }
}

impl Sharpness {
    /// The share for the next frame, above 0 to 1.
    pub fn share(&self) -> f32 {
        self.share
    }

    /// Draws the next frame as sharply as can be: what stands still may take its time.
    pub fn sharpen(&mut self) {
        *self = Sharpness::default();
    }

    /// Takes what the drawing of a frame took, s.
    pub fn note(&mut self, drawing_s: f64) {
        self.long = match drawing_s > LONG_S {
            true => self.long + 1,
            false => 0,
        };
        let wider = (self.share * GROWTH).min(1.0);
        self.fluid = match self.cost_of(wider, drawing_s) < FLUID_S {
            true => self.fluid + 1,
            false => 0,
        };
        if self.long >= LONG_FRAMES {
            let affordable = (FLUID_S / drawing_s).sqrt() as f32;
            self.share = (self.share * affordable).max(LEAST);
            self.long = 0;
        } else if self.fluid >= FLUID_FRAMES {
            self.share = wider;
            self.fluid = 0;
        }
    }

    /// What a frame would take with another share if all of it went into pixels, s.
    fn cost_of(&self, share: f32, drawing_s: f64) -> f64 {
        drawing_s * f64::from(share / self.share).powi(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes frames that take so long at full sharpness, s.
    fn play(sharpness: &mut Sharpness, full_s: f64, frames: u32) {
        for _ in 0..frames {
            let area = f64::from(sharpness.share()).powi(2);
            sharpness.note(full_s * area);
        }
    }

    #[test]
    fn what_takes_a_second_is_fluid_after_two_frames_and_sharp_again_when_it_is_over() {
        let mut sharpness = Sharpness::default();
        play(&mut sharpness, 0.8, 2);
        let area = f64::from(sharpness.share()).powi(2);
        assert!(0.8 * area <= FLUID_S * 1.01, "{area}");
        play(&mut sharpness, 0.02, 300);
        assert_eq!(sharpness.share(), 1.0);
    }

    #[test]
    fn one_long_frame_and_the_usual_speed_of_a_processor_change_nothing() {
        let mut sharpness = Sharpness::default();
        for _ in 0..20 {
            sharpness.note(3.0);
            play(&mut sharpness, 0.06, 10);
        }
        assert_eq!(sharpness.share(), 1.0);
    }

    #[test]
    fn it_settles_and_never_falls_below_what_can_be_read() {
        let mut sharpness = Sharpness::default();
        play(&mut sharpness, 0.3, 40);
        let settled = sharpness.share();
        play(&mut sharpness, 0.3, 200);
        assert_eq!(sharpness.share(), settled);
        play(&mut sharpness, 100.0, 100);
        assert_eq!(sharpness.share(), LEAST);
    }
}
