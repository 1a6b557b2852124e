//! Colours that can be read on their ground.

use super::{with_alpha, Rgba};

/// Contrast that a line and the numbers in its colour need on their ground.
pub(super) const LEAST_CONTRAST: f32 = 4.5;

/// A colour as it can be seen on a ground: lighter on a dark one, darker on a light one,
/// no more than is needed.
pub fn legible_on(ground: Rgba, color: Rgba) -> Rgba {
    let end = if luminance(ground) < 0.18 { 1.0 } else { 0.0 };
    let mixed = |share: f32| color.map(|part| part + (end - part) * share);
    let shares = (0..=20).map(|step| step as f32 * 0.05);
    let mut lighter = shares.map(|share| with_alpha(mixed(share), color[3]));
    let is_seen = |color: &Rgba| contrast(*color, ground) >= LEAST_CONTRAST;
    lighter.find(is_seen).unwrap_or(color)
}

/// Contrast of two colours by the rules of accessible pages, from 1 to 21.
pub(super) fn contrast(a: Rgba, b: Rgba) -> f32 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// Relative luminance, 0 to 1.
fn luminance([red, green, blue, _]: Rgba) -> f32 {
    let linear = |part: f32| match part <= 0.04 {
        true => part / 12.92,
        false => ((part + 0.055) / 1.055).powf(2.4),
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
