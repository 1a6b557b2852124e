//! Surfaces between particles, filled and lit from both sides.

use super::marks::Cast;
use crate::editor::triangle_corners;
use crate::lab::Simulation;
use crate::physics::{ColliderId, Constraint, Model, State};
use crate::view::convert::to_view;
use crate::view::draw_list::PlacedSurface;
use crate::view::surface::Surface;
use crate::view::theme::{body, mark};
use macroquad::math::{Quat, Vec3};
use std::sync::Arc;

/// Adds all that are not hidden, each as a mesh of its own, which is another one in each frame.
pub(super) fn add_surfaces(cast: &mut Cast<'_>, simulation: &Simulation, state: &State) {
    let triangles = &simulation.world.model().triangles;
    for (&id, range) in &simulation.map.surfaces {
        let owner = ColliderId::Triangle(range.start);
        if cast.hides(owner) {
            continue;
        }
        let color = match cast.marks.selected.contains(&id) {
            true => mark::SELECTED,
            false => cast.color(owner).unwrap_or(body::CLOTH),
        };
        let all = triangles.get(range.clone()).unwrap_or_default().iter();
        let corners = all.filter_map(|triangle| triangle_corners(triangle, state));
        let surface = Surface::new(corners.map(|corners| corners.map(to_view)));
        cast.list.surfaces.push(PlacedSurface {
            surface: Arc::new(surface),
            position: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            color,
        });
    }
}

/// Particles and sticks that a surface hides: it shows where they are.
pub(super) struct Hidden {
    /// Of each particle, whether it is a corner of a triangle.
    corners: Vec<bool>,
    /// The same of surfaces that are closed: they hide the sticks within but for their ends, which
    /// would stand out.
    closed: Vec<bool>,
}

impl Hidden {
    /// Those of a model.
    pub(super) fn of(model: &Model) -> Hidden {
        let triangles = model.triangles.iter().filter(|triangle| !triangle.torn);
        let membranes = model
            .constraints
            .iter()
            .filter_map(|constraint| match constraint {
                Constraint::Membrane(membrane) => Some(membrane),
                _ => None,
            });
        let closed = membranes.filter(|membrane| membrane.keeps_inside());
        let among = |places: &mut dyn Iterator<Item = usize>| {
            let mut among = Vec::new();
            for place in places {
                // Nothing is kept where there are no surfaces.
                among.resize(model.particles.len(), false);
                if let Some(is_among) = among.get_mut(place) {
                    *is_among = true;
                }
            }
            among
        };
        Hidden {
            corners: among(&mut triangles.flat_map(|triangle| triangle.corners)),
            closed: among(&mut closed.flat_map(|membrane| membrane.particles().iter().copied())),
        }
    }

    /// Whether a thing of these particles, which has no surface of its own, is not drawn: what
    /// is selected is.
    pub(super) fn hides(&self, cast: &Cast<'_>, owner: ColliderId, particles: &[usize]) -> bool {
        let is_corner = |i: &usize| self.corners.get(*i).copied().unwrap_or(false);
        let is_of_closed = |i: &usize| self.closed.get(*i).copied().unwrap_or(false);
        let is_selected = || {
            let id = cast.map.id_of(owner);
            id.is_some_and(|id| cast.marks.selected.contains(&id))
        };
        (particles.iter().all(is_corner) || particles.iter().any(is_of_closed)) && !is_selected()
    }
}
