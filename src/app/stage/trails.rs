//! The ways that thrown balls and what they hit have taken.

use crate::app::playback::Session;
use crate::view::convert::to_view;
use crate::view::draw_list::{Dash, DrawList, Layer, Line};
use crate::view::theme::{body, with_alpha, Rgba};
use glam::DVec3;

/// Adds the ways.
pub(super) fn add_trails(list: &mut DrawList, session: &Session) {
    let now = session.now();
    for trail in &session.observed.trails.balls {
        list.lines.push(fading(trail.until(now), body::BALL, 2.5));
    }
    for (i, trail) in session.observed.trails.figure.iter().enumerate() {
        // Head and root lead; hands and feet follow more faintly.
        let (alpha, width_px) = if i < 2 { (1.0, 1.5) } else { (0.7, 1.0) };
        let mut line = fading(trail.until(now), with_alpha(body::LIMB, alpha), width_px);
        line.dash = Some(Dash {
            on_m: 0.05,
            off_m: 0.05,
        });
        line.layer = Layer::OnTop;
        list.lines.push(line);
    }
}

/// A way that fades with age.
fn fading(trail: &[DVec3], color: Rgba, width_px: f32) -> Line {
    let count = trail.len().max(1) as f32;
    let fade = (0..trail.len())
        .map(|i| 0.25 + 0.75 * (i as f32 + 1.0) / count)
        .collect();
    let points = trail.iter().copied().map(to_view).collect();
    Line {
        fade,
        ..Line::new(points, color, width_px)
    }
}
