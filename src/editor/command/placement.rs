//! Where ragdolls stand and how large shapes are.

use super::motion::{numbers, rotation_of, Motion};
use crate::compile::compile;
use crate::editor::error::EditError;
use crate::editor::solids::stick_ends;
use crate::physics::math::{rotation_from_vector, vector_from_rotation};
use crate::scene::{is_rigid, range, Body, BodyContact, Pose, Ragdoll, Scene, Shape};
use glam::{DQuat, DVec3};

/// Share of a rotation about level axes below which it counts as upright.
const UPRIGHT: f64 = 1e-12;

/// Moves a ragdoll as a whole. A turn about the vertical changes the
/// heading, any other the orientation.
pub(super) fn place_ragdoll(ragdoll: &mut Ragdoll, motion: &Motion) -> Result<(), EditError> {
    match motion {
        Motion::Move(_) => ragdoll.position_m = motion.point(ragdoll.position_m),
        Motion::Scale { factor, .. } => {
            scale_ragdoll(ragdoll, motion, *factor);
            return Ok(());
        }
        Motion::Turn { .. } => turn(ragdoll, motion)?,
    }
    if let Some(pose) = &mut ragdoll.pose {
        move_pose(pose, motion);
    }
    Ok(())
}

/// Carries the pose of a ragdoll along when the numbers that place it were changed and the pose
/// was not: it grows from the ground, turns about its own root and moves as far as the position.
pub(super) fn carry_pose(before: &Ragdoll, after: &mut Ragdoll) {
    if before.pose != after.pose {
        return;
    }
    let motions = motions_between(before, after);
    let Some(pose) = &mut after.pose else {
        return;
    };
    for motion in motions {
        move_pose(pose, &motion);
    }
}

fn motions_between(before: &Ragdoll, after: &Ragdoll) -> Vec<Motion> {
    let pose = before.pose.as_ref();
    let particles = pose.iter().flat_map(|pose| &pose.particles);
    let bodies = pose.iter().flat_map(|pose| &pose.bodies);
    let places =
        (bodies.map(|body| body.position_m)).chain(particles.map(|particle| particle.position_m));
    let Some(root @ [x, _, z]) = places.into_iter().next() else {
        return Vec::new();
    };
    let mut motions = Vec::new();
    let factor = after.physique.height / before.physique.height;
    let ground = [x, before.position_m[1], z];
    if factor != 1.0 {
        let pivot_m = ground;
        motions.push(Motion::Scale { pivot_m, factor });
    }
    let places = |ragdoll: &Ragdoll| (ragdoll.heading_deg, ragdoll.orientation);
    if places(before) != places(after) {
        let grown = motions.first().map_or(root, |motion| motion.point(root));
        motions.push(Motion::Turn {
            pivot_m: grown,
            rotation: numbers(facing(after) * facing(before).conjugate()),
        });
    }
    let shift = DVec3::from(after.position_m) - DVec3::from(before.position_m);
    if shift != DVec3::ZERO {
        motions.push(Motion::Move(shift.to_array()));
    }
    motions
}

/// How the figure of a ragdoll is turned.
fn facing(ragdoll: &Ragdoll) -> DQuat {
    let heading = rotation_from_vector(DVec3::Y * ragdoll.heading_deg.to_radians());
    rotation_of(ragdoll.orientation) * heading
}

fn move_pose(pose: &mut Pose, motion: &Motion) {
    for particle in &mut pose.particles {
        particle.position_m = motion.point(particle.position_m);
    }
    for body in &mut pose.bodies {
        body.position_m = motion.point(body.position_m);
        body.orientation = motion.orientation(body.orientation);
    }
}

/// A figure grows from where it stands; one of particles keeps its size.
fn scale_ragdoll(ragdoll: &mut Ragdoll, motion: &Motion, factor: f64) {
    let before = DVec3::from(ragdoll.position_m);
    let [x, _, z] = motion.point(ragdoll.position_m);
    ragdoll.position_m = [x, before.y, z];
    let after = DVec3::from(ragdoll.position_m);
    let old = ragdoll.physique.height;
    if is_rigid(&ragdoll.figure) {
        ragdoll.physique.height = range::HEIGHT.clamp(old * factor);
    }
    let growth = ragdoll.physique.height / old;
    let place = |point: [f64; 3]| (after + (DVec3::from(point) - before) * growth).to_array();
    if let Some(pose) = &mut ragdoll.pose {
        for particle in &mut pose.particles {
            particle.position_m = place(particle.position_m);
        }
        for body in &mut pose.bodies {
            body.position_m = place(body.position_m);
        }
    }
}

fn turn(ragdoll: &mut Ragdoll, motion: &Motion) -> Result<(), EditError> {
    let rotation = motion.rotation();
    let tilt = rotation_of(ragdoll.orientation);
    if rotation.x.abs() < UPRIGHT && rotation.z.abs() < UPRIGHT {
        let angle_deg = range::degrees(vector_from_rotation(rotation).y);
        ragdoll.position_m = motion.point(ragdoll.position_m);
        ragdoll.heading_deg = within_a_turn(range::decimal_sum(ragdoll.heading_deg, angle_deg));
        if tilt != DQuat::IDENTITY {
            ragdoll.orientation = numbers(rotation * tilt * rotation.conjugate());
        }
        return Ok(());
    }
    let root = root_of(ragdoll)?;
    let shift = DVec3::from(motion.point(root.to_array())) - root;
    ragdoll.position_m = (DVec3::from(ragdoll.position_m) + shift).to_array();
    ragdoll.orientation = numbers(rotation * tilt);
    Ok(())
}

/// The same heading from -180 to 180 degrees.
fn within_a_turn(degrees: f64) -> f64 {
    let turned = (degrees + 180.0).rem_euclid(360.0) - 180.0;
    if degrees.abs() <= 180.0 {
        degrees
    } else {
        turned
    }
}

/// Centre of the root of a ragdoll before its orientation, which turns about it, m.
fn root_of(ragdoll: &Ragdoll) -> Result<DVec3, EditError> {
    let upright = Ragdoll {
        orientation: [1.0, 0.0, 0.0, 0.0],
        pose: None,
        material: None,
        ..ragdoll.clone()
    };
    let scene = Scene {
        ragdolls: vec![upright],
        ..Scene::default()
    };
    let (world, map) = compile(&scene)?;
    let root = map.ragdolls.first().and_then(|map| {
        let (model, state) = (world.model(), world.state());
        if let Some(root) = state.bodies.get(map.bodies.start) {
            return Some(root.position);
        }
        let [a, b] = stick_ends(model.sticks.get(map.sticks.start)?, state)?;
        Some((a + b) * 0.5)
    });
    Ok(root.unwrap_or(ragdoll.position_m.into()))
}

/// Scales shape, contact and given inertia of a body. A given mass stays; one from
/// the density grows with the volume, and a given inertia with its mass.
pub(super) fn scale_body(body: &mut Body, factor: f64) {
    if factor == 1.0 {
        return;
    }
    scale_shape(&mut body.shape, factor);
    if let BodyContact::Sphere { radius_m } = &mut body.contact {
        *radius_m *= factor;
    }
    let square = factor * factor;
    let growth = match body.density_kg_m3 {
        Some(_) => square * square * factor,
        None => square,
    };
    let tensor = [&mut body.inertia_kg_m2, &mut body.products_of_inertia_kg_m2];
    for moments in tensor.into_iter().flatten() {
        *moments = moments.map(|moment| moment * growth);
    }
}

/// Scales a shape about its origin.
pub(super) fn scale_shape(shape: &mut Shape, factor: f64) {
    if factor == 1.0 {
        return;
    }
    let scaled = |size: &mut [f64; 3]| *size = size.map(|edge| edge * factor);
    match shape {
        Shape::Plane {} => {}
        Shape::Sphere { radius_m } => *radius_m *= factor,
        Shape::Box { size_m, rounding_m } => {
            scaled(size_m);
            let half = size_m.iter().copied().fold(f64::INFINITY, f64::min) / 2.0;
            *rounding_m = (*rounding_m * factor).min(half);
        }
        Shape::Capsule {
            radius_m, length_m, ..
        }
        | Shape::Cylinder {
            radius_m, length_m, ..
        } => {
            *radius_m *= factor;
            *length_m *= factor;
        }
        Shape::Ramp { size_m } => scaled(size_m),
        Shape::Stairs { step_m, .. } => scaled(step_m),
        Shape::Mesh(mesh) => *mesh = mesh.with_vertices(|place| place.map(|x| x * factor)),
        Shape::Hull(points) => {
            *points = points.with_points(|place| place.map(|x| x * factor));
        }
        Shape::Compound(compound) => {
            for piece in &mut compound.pieces {
                scaled(&mut piece.position_m);
                scale_shape(&mut piece.shape, factor);
            }
        }
    }
}
