//! Joints coloured by how far they are apart.

use super::joints::grips;
use super::MOST_MARKS;
use crate::app::stage::heat::tints;
use crate::app::stage::holds::add_dot;
use crate::app::stage::present::position_of;
use crate::lab::Simulation;
use crate::physics::{Attachment, ColliderId, State};
use crate::view::draw_list::DrawList;
use crate::view::theme::{graded, Rgba};
use glam::DVec3;
use std::collections::BTreeMap;

/// Errors of no heat and of full heat, m; between them it grows with the logarithm.
pub const HEAT_RANGE_M: [f64; 2] = [1e-4, 1e-2];
/// Radius of the dot at a joint, m.
const DOT_M: f64 = 0.014;

/// The heat of a joint error, 0 to 1.
fn heat(error_m: f64) -> f64 {
    let [none, full] = HEAT_RANGE_M;
    ((error_m.max(none) / none).log10() / (full / none).log10()).min(1.0)
}

/// A joint that is apart.
struct Gap {
    sides: [Attachment; 2],
    /// Where it holds what it carries, m.
    place: DVec3,
    error_m: f64,
}

/// All joints in a state; it may lack some of what they hold.
fn gaps<'a>(simulation: &'a Simulation, state: &'a State) -> impl Iterator<Item = Gap> + 'a {
    let constraints = simulation.world.model().constraints.iter();
    constraints.filter_map(|constraint| {
        let sides = grips(constraint)?;
        let [first, place] = sides.map(|side| position_of(side, state));
        let (first, place) = (first?, place?);
        Some(Gap {
            sides,
            place,
            error_m: first.distance(place),
        })
    })
}

/// Adds a dot at each joint.
pub(super) fn add_errors(list: &mut DrawList, simulation: &Simulation, state: &State) {
    for gap in gaps(simulation, state).take(MOST_MARKS) {
        let color = graded(heat(gap.error_m) as f32);
        add_dot(list, gap.place, DOT_M, color);
    }
}

/// Colours of what joints hold: each by its worst one.
pub fn error_tints(simulation: &Simulation, state: &State) -> BTreeMap<ColliderId, Rgba> {
    let model = simulation.world.model();
    let mut worst: BTreeMap<usize, f64> = BTreeMap::new();
    for gap in gaps(simulation, state) {
        for side in gap.sides {
            side.each_mover(model.particles.len(), |mover| {
                let own = worst.entry(mover).or_default();
                *own = own.max(gap.error_m);
            });
        }
    }
    tints(model, |mover| worst.get(&mover).map(|error| heat(*error)))
}
