//! Figures with parts of their own.

use super::body::{convex, inertia};
use super::build::quaternion;
use super::rigid::{RigidFigure, RigidJoint, RigidLimit, RigidPart};
use crate::physics::Convex;
use crate::scene::{Axis, Character, CharacterPart, CHARACTER_PARTS};
use glam::DVec3;

/// Radius of gyration that is added to that of the shape, for a figure as tall as
/// [`HEIGHT_M`], m: limbs of nothing but their own inertia between heavy ones settle slowly.
const GYRATION_M: f64 = 0.10;
const HEIGHT_M: f64 = 1.78;
/// A shape where a document that was not checked has none, m.
const NO_SHAPE_M: f64 = 0.01;

/// The figure: bodies and joints in the order of the parts.
pub(super) fn figure(character: &Character) -> RigidFigure {
    let mut parts: Vec<RigidPart> = character.parts.iter().map(rigid_part).collect();
    let lowest = parts.iter().map(RigidPart::lowest);
    let highest = parts.iter().map(RigidPart::highest);
    let height = highest.fold(f64::MIN, f64::max) - lowest.fold(f64::MAX, f64::min);
    let gyration = GYRATION_M * height / HEIGHT_M;
    for (part, given) in parts.iter_mut().zip(&character.parts) {
        match given.inertia_kg_m2 {
            Some(inertia) => part.inertia = inertia.into(),
            None => part.inertia += part.mass * gyration * gyration,
        }
    }
    RigidFigure {
        parts,
        joints: (0..character.parts.len())
            .filter_map(|child| joint(&character.parts, child))
            .collect(),
        spheres_only: false,
        parallel_at_zero: true,
    }
}

fn rigid_part(part: &CharacterPart) -> RigidPart {
    let shape = convex(&part.shape).unwrap_or_else(|| Convex::sphere(NO_SHAPE_M));
    let (moments, axes) = inertia(&shape, part.mass_kg);
    let mut names = CHARACTER_PARTS.iter().copied();
    RigidPart {
        name: names.find(|name| *name == part.part).unwrap_or_default(),
        mass: part.mass_kg,
        inertia: moments,
        axes,
        centre: part.position_m.into(),
        orientation: quaternion(part.orientation),
        shape,
        sphere: None,
        friction: None,
    }
}

fn joint(parts: &[CharacterPart], child: usize) -> Option<RigidJoint> {
    let part = parts.get(child)?;
    let parent = part.parent.as_ref()?;
    Some(RigidJoint {
        parent: parts.iter().position(|other| other.part == *parent)?,
        child,
        point: DVec3::from(part.joint_m?),
        limit: part
            .limit
            .as_ref()
            .map(|limit| RigidLimit::of(limit, part.twist_axis.map(Axis::index))),
        is_broken: false,
    })
}
