//! A moment within a step: the state then, and what was corrected.

use super::to_view;
use crate::physics::{Attachment, State};
use crate::view::draw_list::{DrawList, Layer, Line, Ring};
use crate::view::theme::mark;
use macroquad::math::Vec3;

/// Radius of the ring round an end of a constraint, m.
const RING_M: f32 = 0.05;
const RING_PX: f32 = 2.0;

/// A moment within a step.
#[derive(Debug, Clone)]
pub struct InsideMarks {
    /// The state before what was done.
    pub before: State,
    /// The state after it.
    pub state: State,
    /// The ends of the constraint that was corrected.
    pub grips: Option<[Attachment; 2]>,
}

impl InsideMarks {
    /// Adds rings round the ends of the constraint, and the ways they went.
    pub(super) fn draw(&self, list: &mut DrawList) {
        for grip in self.grips.into_iter().flatten() {
            let [from, to] = [&self.before, &self.state].map(|state| to_view(grip.position(state)));
            list.lines.push(Line {
                layer: Layer::OnTop,
                ..Line::new(vec![from, to], mark::SIDE_B, RING_PX)
            });
            list.ring(Ring {
                center: to,
                normal: Vec3::Y,
                radius: RING_M,
                color: mark::SIDE_B,
                width_px: RING_PX,
                layer: Layer::OnTop,
            });
        }
    }
}
