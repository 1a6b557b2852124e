//! A moment within a step: the state then, and what was corrected.

use super::holds::{add_dot, add_line};
use super::present::position_of;
use crate::app::playback::InsideMoment;
use crate::view::convert::to_view;
use crate::view::draw_list::{DrawList, Label};
use crate::view::theme::{mark, Theme};
use macroquad::math::Vec3;

/// Radius of the dot at an end of a constraint, m.
const DOT_M: f64 = 0.012;
/// Between the names of the ends, m.
const LABEL_M: f32 = 0.07;
/// Width of the way that an end went, px.
const WAY_PX: f32 = 3.0;

/// Adds dots at the ends of the constraint that was corrected, the ways they went, and what
/// they are on with the length of its way.
pub(super) fn add_inside(list: &mut DrawList, moment: &InsideMoment, theme: Theme) {
    let grips = moment.grips.iter().flatten();
    for (place, (grip, name)) in grips.enumerate() {
        let ends = [&moment.before, &moment.state].map(|state| position_of(*grip, state));
        if let [Some(from), Some(to)] = ends {
            add_line(list, [from, to], mark::SIDE_B, WAY_PX);
            add_dot(list, to, DOT_M, mark::SIDE_B);
            // The ends of a joint are in one place: their names stand above each other.
            let height = LABEL_M * (place as f32 + 1.0);
            list.labels.push(Label {
                at: to_view(to) + Vec3::Y * height,
                text: format!("{name}: {:.2} mm", 1e3 * from.distance(to)),
                color: theme.stage().ink,
            });
        }
    }
}
