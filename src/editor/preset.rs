//! Presets: scenes that hold a few things to be placed in other scenes.

use super::command::{Command, Motion};
use super::error::EditError;
use super::things::Things;
use crate::scene::{Id, Obstacle, Scene, Shape};
use glam::DVec3;
use std::collections::BTreeSet;

/// A scene of its own that holds the things with these ids where they are, and what
/// they need: materials, rules, and the solver that they were made with.
///
/// # Errors
/// An id is not in the scene, or nothing of it can stand alone.
pub fn preset_of(scene: &Scene, ids: &BTreeSet<Id>, name: &str) -> Result<Scene, EditError> {
    let things = Things::copy(scene, ids)?;
    let mut preset = Scene {
        name: name.into(),
        place: scene.place,
        solver: scene.solver.clone(),
        gravity_m_s2: scene.gravity_m_s2,
        air_velocity_m_s: scene.air_velocity_m_s,
        ..Scene::default()
    };
    Command::Insert(things, "preset").apply(&mut preset)?;
    Ok(preset)
}

/// The things of a preset or scene, moved so that they stand round a place, m, as high
/// above it as they are above the origin. Planes that the other scene has already are
/// left out: nothing can tell two in the same place apart.
///
/// # Errors
/// The things cannot be there.
pub fn placed(preset: &Scene, into: &Scene, place_m: [f64; 3]) -> Result<Things, EditError> {
    let mut scene = preset.clone();
    let known = known_planes(&scene, into);
    if !known.is_empty() {
        Command::Remove(known).apply(&mut scene)?;
    }
    let ids = scene.ids();
    let materials = scene.materials.iter().map(|material| material.id).collect();
    let movable: BTreeSet<Id> = ids.difference(&materials).copied().collect();
    let [x, _, z] = middle(&scene);
    let [to_x, to_y, to_z] = place_m;
    let motion = Motion::Move([to_x - x, to_y, to_z - z]);
    if !movable.is_empty() {
        Command::Transform(movable, motion).apply(&mut scene)?;
    }
    Ok(Things::of_scene(&scene))
}

fn known_planes(scene: &Scene, into: &Scene) -> BTreeSet<Id> {
    let is_known = |plane: &&Obstacle| {
        into.obstacles.iter().any(|known| {
            (&known.shape, known.position_m, known.orientation)
                == (&plane.shape, plane.position_m, plane.orientation)
        })
    };
    let planes = scene.obstacles.iter().filter(|o| is_plane(o));
    planes.filter(is_known).map(|plane| plane.id).collect()
}

fn is_plane(obstacle: &Obstacle) -> bool {
    matches!(obstacle.shape, Shape::Plane {})
}

/// Middle of the bounds of the positions, m; planes have none.
fn middle(scene: &Scene) -> [f64; 3] {
    let obstacles = scene.obstacles.iter().filter(|o| !is_plane(o));
    let positions = (obstacles.map(|o| o.position_m))
        .chain(scene.bodies.iter().map(|b| b.position_m))
        .chain(scene.particles.iter().map(|p| p.position_m))
        .chain(scene.ragdolls.iter().map(|r| r.position_m));
    let points = positions.map(DVec3::from);
    let bounds = points.fold(None, |bounds: Option<[DVec3; 2]>, at| {
        let [low, high] = bounds.unwrap_or([at; 2]);
        Some([low.min(at), high.max(at)])
    });
    let [low, high] = bounds.unwrap_or_default();
    (0.5 * (low + high)).to_array()
}
