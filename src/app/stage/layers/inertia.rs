//! How mass is spread: ellipsoids of even density with the mass and the inertia of bodies.

use super::MOST_MARKS;
use crate::lab::Simulation;
use crate::physics::{BodyModel, State};
use crate::scene::Id;
use crate::view::convert::to_view;
use crate::view::draw_list::{DrawList, Layer, Line};
use crate::view::theme::axis;
use glam::DVec3;
use std::collections::BTreeSet;
use std::f64::consts::TAU;

/// Points round an ellipse.
const POINTS: u32 = 48;

/// Adds the ellipsoids of the selected bodies, of all if nothing with a body is selected: three
/// ellipses each, across the principal axes.
pub(super) fn add_ellipsoids(
    list: &mut DrawList,
    simulation: &Simulation,
    state: &State,
    selected: &BTreeSet<Id>,
) {
    let all = simulation.world.model().bodies.iter().zip(&state.bodies);
    let chosen = bodies_of(simulation, selected);
    let is_shown = |index: usize| chosen.is_empty() || chosen.contains(&index);
    let shown = all.enumerate().filter(|(index, _)| is_shown(*index));
    for (_, (constant, motion)) in shown.take(MOST_MARKS) {
        let half = half_axes(constant);
        let turn = motion.orientation * constant.axes;
        for (across, color) in axis::COLORS.into_iter().enumerate() {
            let [u, v] = [1, 2].map(|next| (across + next) % 3);
            let point = |i: u32| {
                let (sine, cosine) = libm::sincos(TAU * f64::from(i) / f64::from(POINTS));
                let mut local = DVec3::ZERO;
                (local[u], local[v]) = (half[u] * cosine, half[v] * sine);
                to_view(motion.position + turn * local)
            };
            list.lines.push(Line {
                layer: Layer::OnTop,
                ..Line::new((0..=POINTS).map(point).collect(), color, 1.5)
            });
        }
    }
}

/// The bodies of the selected things, of figures all of them.
fn bodies_of(simulation: &Simulation, selected: &BTreeSet<Id>) -> BTreeSet<usize> {
    let map = &simulation.map;
    let alone = selected.iter().filter_map(|id| map.bodies.get(id).copied());
    let figures = map
        .ragdolls
        .iter()
        .filter(|ragdoll| selected.contains(&ragdoll.id));
    alone
        .chain(figures.flat_map(|ragdoll| ragdoll.bodies.clone()))
        .collect()
}

/// Half axes of the ellipsoid of even density with that mass and these moments, m: from
/// `I_x = m (b² + c²) / 5` and its like. No solid has a moment above the sum of the others;
/// there the square is negative, and the ellipsoid flat.
pub(super) fn half_axes(body: &BodyModel) -> DVec3 {
    let moments = body.inertia;
    let squares = (DVec3::splat(0.5 * moments.element_sum()) - moments) * (5.0 / body.mass);
    DVec3::from(squares.to_array().map(|square| square.max(0.0).sqrt()))
}
