//! A moment within a step: the state then, and what was corrected.

use super::holds::{add_dot, add_line};
use super::present::position_of;
use crate::app::playback::InsideMoment;
use crate::view::draw_list::DrawList;
use crate::view::theme::mark;

/// Radius of the dot at an end of a constraint, m.
const DOT_M: f64 = 0.012;
/// Width of the way that an end went, px.
const WAY_PX: f32 = 3.0;

/// Adds dots at the ends of the constraint that was corrected, and the ways they went.
pub(super) fn add_inside(list: &mut DrawList, moment: &InsideMoment) {
    for grip in moment.grips.into_iter().flatten() {
        let ends = [&moment.before, &moment.state].map(|state| position_of(grip, state));
        if let [Some(from), Some(to)] = ends {
            add_line(list, [from, to], mark::SIDE_B, WAY_PX);
            add_dot(list, to, DOT_M, mark::SIDE_B);
        }
    }
}
