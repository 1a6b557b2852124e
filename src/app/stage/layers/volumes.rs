//! The spheres and boxes that part the selected thing from all others.

use super::MOST_MARKS;
use crate::lab::Simulation;
use crate::physics::collide::hierarchy::{BoundedThing, Hierarchy, OrientedBox, Reached, Sphere};
use crate::physics::State;
use crate::scene::Id;
use crate::view::convert::to_view;
use crate::view::draw_list::{DrawList, Layer, Line, Ring};
use crate::view::theme::{mark, with_alpha, Rgba};
use glam::DVec3;
use macroquad::math::Vec3;
use std::collections::BTreeSet;

/// The ways round a box that together run along each edge: by the signs of the corners.
const EDGES: [&[[f64; 3]]; 4] = [
    &[
        [-1.0, -1.0, -1.0],
        [1.0, -1.0, -1.0],
        [1.0, 1.0, -1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, -1.0],
        [-1.0, -1.0, 1.0],
        [1.0, -1.0, 1.0],
        [1.0, 1.0, 1.0],
        [-1.0, 1.0, 1.0],
        [-1.0, -1.0, 1.0],
    ],
    &[[1.0, -1.0, -1.0], [1.0, -1.0, 1.0]],
    &[[1.0, 1.0, -1.0], [1.0, 1.0, 1.0]],
    &[[-1.0, 1.0, -1.0], [-1.0, 1.0, 1.0]],
];

/// Opacity of volumes of other things from which the selected one is parted.
const PARTED_ALPHA: f32 = 0.25;

/// What parts the first of the selected things that has a surface from all others.
pub fn volumes_round(
    simulation: &Simulation,
    state: &State,
    selected: &BTreeSet<Id>,
) -> Option<Hierarchy> {
    if selected.is_empty() {
        return None;
    }
    let id_of = |owner| simulation.map.id_of(owner);
    Hierarchy::of(simulation.world.model(), state, |owner| {
        id_of(owner).is_some_and(|id| selected.contains(&id))
    })
}

/// Colour of a volume by how far the tests of it went.
pub fn color_of_volume(reached: Reached) -> Rgba {
    match reached {
        Reached::Sphere => mark::GHOST,
        Reached::Box => mark::SELECTED,
        Reached::Shape => mark::FRICTION,
        Reached::Touch => mark::BROKEN_LIMIT,
    }
}

/// Adds a sphere round each thing, and the boxes of those whose spheres meet.
pub(super) fn add_volumes(
    list: &mut DrawList,
    simulation: &Simulation,
    state: &State,
    selected: &BTreeSet<Id>,
) {
    let Some(found) = volumes_round(simulation, state, selected) else {
        return;
    };
    add_thing(list, &found.own, color_of_volume);
    for thing in found.others.iter().take(MOST_MARKS) {
        add_thing(list, thing, |reached| match reached {
            Reached::Sphere | Reached::Box => with_alpha(color_of_volume(reached), PARTED_ALPHA),
            Reached::Shape | Reached::Touch => color_of_volume(reached),
        });
    }
}

fn add_thing(list: &mut DrawList, thing: &BoundedThing, color: impl Fn(Reached) -> Rgba) {
    if let Some(sphere) = &thing.sphere {
        add_sphere(list, sphere, color(thing.reached));
    }
    for part in thing.parts.iter().take(MOST_MARKS) {
        if let Some(bounds) = &part.bounds {
            add_box(list, bounds, color(part.reached));
        }
    }
}

fn add_sphere(list: &mut DrawList, sphere: &Sphere, color: Rgba) {
    for normal in [Vec3::X, Vec3::Y, Vec3::Z] {
        list.ring(Ring {
            center: to_view(sphere.centre),
            normal,
            radius: sphere.radius as f32,
            color,
            width_px: 1.0,
            layer: Layer::InScene,
        });
    }
}

fn add_box(list: &mut DrawList, bounds: &OrientedBox, color: Rgba) {
    let corner = |signs: &[f64; 3]| {
        let local = DVec3::from(*signs) * bounds.half;
        to_view(bounds.centre + bounds.axes * local)
    };
    for way in EDGES {
        let points = way.iter().map(corner).collect();
        list.lines.push(Line {
            layer: Layer::OnTop,
            ..Line::new(points, color, 1.5)
        });
    }
}
