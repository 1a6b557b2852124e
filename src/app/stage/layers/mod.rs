//! Marks over the bodies that show why they move: contacts, forces, joints, speeds, masses.

mod contacts;
mod errors;
mod inertia;
mod islands;
mod joints;
mod motion;
mod volumes;

use crate::app::action::{StageLayer, StageLayers};
use crate::lab::Simulation;
use crate::physics::State;
use crate::scene::Id;
use crate::view::draw_list::{DrawList, Pattern};
use crate::view::theme::{with_alpha, Theme};
pub use contacts::force_of_a_metre;
pub(super) use errors::error_tints;
pub use errors::HEAT_RANGE_M;
use std::collections::BTreeSet;
pub use volumes::{color_of_volume, volumes_round};

/// Most things of a kind that are marked: more would hide each other, and take long.
const MOST_MARKS: usize = 2_000;
/// Opacity of bodies that one looks through.
const GLASS_ALPHA: f32 = 0.4;
/// Velocity arrows are as long as the way of this time, s.
pub const VELOCITY_S: f64 = 0.1;

/// Adds the marks of the layers that are shown to a state in which some things are selected.
pub(super) fn add_layers(
    list: &mut DrawList,
    layers: &StageLayers,
    simulation: &Simulation,
    (state, selected): (&State, &BTreeSet<Id>),
    theme: Theme,
) {
    if layers.show(StageLayer::Contacts) {
        contacts::add_contacts(list, simulation, state);
    }
    if layers.show(StageLayer::Forces) {
        contacts::add_forces(list, simulation, state);
    }
    if layers.show(StageLayer::Joints) {
        joints::add_joints(list, simulation, state);
    }
    if layers.show(StageLayer::JointErrors) {
        errors::add_errors(list, simulation, state);
    }
    if layers.show(StageLayer::Velocities) {
        motion::add_velocities(list, simulation, state);
    }
    if layers.show(StageLayer::Masses) {
        motion::add_masses(list, simulation, state, theme);
    }
    if layers.show(StageLayer::Inertia) {
        inertia::add_ellipsoids(list, simulation, state, selected);
    }
    if layers.show(StageLayer::Islands) {
        islands::add_islands(list, simulation, state, theme);
    }
    if layers.show(StageLayer::Volumes) {
        volumes::add_volumes(list, simulation, state, selected);
    }
}

/// Shows what moves as the layers say: the solids from the `first` on, and all skins.
pub(super) fn veil(layers: &StageLayers, list: &mut DrawList, first: usize) {
    if !layers.show(StageLayer::Glass) {
        return;
    }
    for skin in &mut list.skins {
        skin.color = with_alpha(skin.color, GLASS_ALPHA.min(skin.color[3]));
    }
    for solid in list.solids.iter_mut().skip(first) {
        solid.paint.color = with_alpha(solid.paint.color, GLASS_ALPHA);
        if solid.paint.pattern == Pattern::Head {
            solid.paint.pattern = Pattern::Plain;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
