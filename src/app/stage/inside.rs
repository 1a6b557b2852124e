//! A moment within a step: the state then, and what was corrected.

use super::holds::{add_dot, add_line};
use crate::physics::{Attachment, State};
use crate::view::draw_list::DrawList;
use crate::view::theme::mark;

/// Radius of the dot at an end of a constraint, m.
const DOT_M: f64 = 0.012;
/// Width of the way that an end went, px.
const WAY_PX: f32 = 3.0;

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
    /// Adds dots at the ends of the constraint, and the ways they went.
    pub(super) fn draw(&self, list: &mut DrawList) {
        for grip in self.grips.into_iter().flatten() {
            let [from, to] = [&self.before, &self.state].map(|state| grip.position(state));
            add_line(list, [from, to], mark::SIDE_B, WAY_PX);
            add_dot(list, to, DOT_M, mark::SIDE_B);
        }
    }
}
