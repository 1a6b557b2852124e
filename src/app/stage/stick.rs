//! Sticks between particles, loose ones and those that are the limbs of a figure.

use super::marks::Cast;
use super::{joint_radius, surface, turn_to, THIN_STICK_M};
use crate::compile::{IdMap, RagdollMap};
use crate::editor::stick_ends;
use crate::lab::Simulation;
use crate::physics::{ColliderId, Model, State, StickModel};
use crate::view::convert::to_view;
use crate::view::draw_list::{Paint, Pattern, Solid, SolidShape};
use crate::view::theme::body;
use macroquad::math::Vec3;
use std::ops::Range;

/// Radius of the edges of a flat-ended limb as drawn, as a share of the smaller of its
/// radius and half its length; what collides has sharp edges.
const EDGE: f32 = 0.6;

/// Adds the sticks that belong to no figure.
pub(super) fn add_loose_sticks(cast: &mut Cast<'_>, simulation: &Simulation, state: &State) {
    let model = simulation.world.model();
    let of_figures = figure_sticks(&simulation.map);
    let hidden = surface::Hidden::of(model);
    for (i, stick) in model.sticks.iter().enumerate() {
        let owner = ColliderId::Stick(i);
        let is_hidden = stick.radius == 0.0 && hidden.hides(cast, owner, &[stick.a, stick.b]);
        if of_figures.contains(&i) || is_hidden {
            continue;
        }
        let paint = Paint::new(body::PARTICLE, Pattern::Plain);
        if let Some(solid) = stick_solid(stick, state, paint) {
            cast.put(owner, solid);
        }
    }
}

/// Adds the sticks of a ragdoll, the so manieth, with balls at their ends.
pub(super) fn add_figure_sticks(
    cast: &mut Cast<'_>,
    ragdoll: &RagdollMap,
    index: usize,
    (model, state): (&Model, &State),
) {
    for i in ragdoll.sticks.clone() {
        let Some(stick) = model.sticks.get(i) else {
            continue;
        };
        let Some(ends) = stick_ends(stick, state) else {
            continue;
        };
        let [a, b] = ends.map(to_view);
        let owner = ColliderId::Stick(i);
        let color = cast.figure_color(owner, index).unwrap_or(body::LIMB);
        let radius = (stick.radius as f32).max(THIN_STICK_M);
        let paint = Paint::new(color, Pattern::CrashMark);
        cast.put(owner, limb(a, b, radius, stick.flat, paint));
        for end in [a, b] {
            let joint = SolidShape::Sphere {
                radius: joint_radius(radius),
            };
            let paint = Paint::new(body::JOINT, Pattern::CrashMark);
            cast.put(owner, Solid::new(joint, end, turn_to(b - a), paint));
        }
    }
}

/// A stick as it is in a state; none if that lacks an end of it.
pub(super) fn stick_solid(stick: &StickModel, state: &State, paint: Paint) -> Option<Solid> {
    let [a, b] = stick_ends(stick, state)?.map(to_view);
    let radius = (stick.radius as f32).max(THIN_STICK_M);
    Some(limb(a, b, radius, stick.flat, paint))
}

/// The sticks that belong to ragdolls, which follow each other.
fn figure_sticks(map: &IdMap) -> Range<usize> {
    let starts = map.ragdolls.iter().map(|r| r.sticks.start);
    let ends = map.ragdolls.iter().map(|r| r.sticks.end);
    starts.min().unwrap_or(0)..ends.max().unwrap_or(0)
}

fn limb(a: Vec3, b: Vec3, radius: f32, flat: bool, paint: Paint) -> Solid {
    let half_length = 0.5 * (b - a).length();
    let shape = match flat {
        true => SolidShape::RoundedCylinder {
            half_length,
            radius,
            edge: EDGE * radius.min(half_length),
        },
        false => SolidShape::Capsule {
            half_length,
            radius,
        },
    };
    Solid::new(shape, (a + b) * 0.5, turn_to(b - a), paint)
}
