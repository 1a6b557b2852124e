//! Quiet colours that tell many things of a kind apart.

use super::{body, Rgba};

/// Turn of the hue from one to the next: by the golden section no two neighbours are near.
const GOLDEN_TURN: f32 = 0.381_966;
/// Saturation and lightness, as those of [`body::LIMB`] but quieter.
const SATURATION: f32 = 0.52;
const LIGHTNESS: f32 = 0.58;
/// Hue of [`body::LIMB`], turns.
const LIMB_HUE: f32 = 0.109;

/// The colour of one of many; the first has that of limbs.
pub fn hue_of(index: usize) -> Rgba {
    if index == 0 {
        return body::LIMB;
    }
    let hue = (LIMB_HUE + index as f32 * GOLDEN_TURN).fract();
    let chroma = (1.0 - (2.0 * LIGHTNESS - 1.0).abs()) * SATURATION;
    let part = |shift: f32| {
        let way = ((hue + shift).fract() * 6.0 - 3.0).abs() - 1.0;
        LIGHTNESS + chroma * (way.clamp(0.0, 1.0) - 0.5)
    };
    [part(0.0), part(2.0 / 3.0), part(1.0 / 3.0), 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_differ_and_all_are_colours() {
        for index in 0..1000 {
            let (a, b) = (hue_of(index), hue_of(index + 1));
            let apart: f32 = a.iter().zip(b).map(|(x, y)| (x - y).abs()).sum();
            assert!(apart > 0.25, "{index}: {a:?} {b:?}");
            assert!(a.iter().all(|part| (0.0..=1.0).contains(part)), "{a:?}");
        }
    }
}
