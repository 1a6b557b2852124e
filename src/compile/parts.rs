//! The parts of a ragdoll as a table has them: masses, inertia, friction and limits.

use super::character;
use super::rigid::{self, RigidJoint};
use super::thesis;
use crate::physics::{Convex, Core};
use crate::scene::{Character, Figure, FigureBuild, PartLimit, Physique, Ragdoll};
use glam::{DQuat, DVec3};

/// A part of a rigid ragdoll with its joint to its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FigurePart {
    /// Its name.
    pub name: &'static str,
    /// Index of the part that it hangs on; none for the root.
    pub parent: Option<usize>,
    /// Mass, kg.
    pub mass_kg: f64,
    /// Principal moments of inertia, kg·m².
    pub inertia_kg_m2: [f64; 3],
    /// Coulomb coefficient of its surface; none where the ragdoll's material decides.
    pub friction: Option<f64>,
    /// How far it may turn against its parent, in the frame of the engine; none where
    /// it turns freely.
    pub limit: Option<PartLimit>,
    /// Axis of the twist of its limit: 0, 1, 2 for x, y, z.
    pub twist_axis: usize,
    /// Whether its joint to its parent is broken.
    pub broken_off: bool,
}

/// The parts of a ragdoll as they are simulated; empty for one of particles.
pub fn parts_in_force(ragdoll: &Ragdoll) -> Vec<FigurePart> {
    let Some(figure) = rigid::figure_of(ragdoll) else {
        return Vec::new();
    };
    let part = |(index, part): (usize, &rigid::RigidPart)| {
        let joint = figure.joints.iter().find(|joint| joint.child == index);
        let limit = joint.and_then(|joint| joint.limit);
        FigurePart {
            name: part.name,
            parent: joint.map(|joint: &RigidJoint| joint.parent),
            mass_kg: part.mass,
            inertia_kg_m2: part.inertia.to_array(),
            friction: part.friction,
            limit: limit.map(|limit| PartLimit {
                min_deg: limit.min_deg.to_array(),
                max_deg: limit.max_deg.to_array(),
                restitution: limit.restitution,
                zero: [limit.zero.w, limit.zero.x, limit.zero.y, limit.zero.z],
            }),
            twist_axis: limit.map_or(0, |limit| limit.twist_axis),
            broken_off: joint.is_some_and(|joint| joint.is_broken),
        }
    };
    figure.parts.iter().enumerate().map(part).collect()
}

/// Names of the limbs of a thesis humanoid of particles, and the masses that its figure gives
/// them, kg; empty for other ragdolls.
pub fn limb_masses_of_figure(ragdoll: &Ragdoll) -> Vec<(&'static str, f64)> {
    let Figure::Thesis(figure) = &ragdoll.figure else {
        return Vec::new();
    };
    if figure.build != FigureBuild::Particles {
        return Vec::new();
    }
    let blueprint = thesis::blueprint(*figure);
    let limbs = blueprint.limbs.iter();
    limbs
        .map(|limb| (limb.name, blueprint.mass_of(limb)))
        .collect()
}

/// Height, m, and mass, kg, of a ragdoll as it stands; none for one of particles.
pub fn stature(ragdoll: &Ragdoll) -> Option<(f64, f64)> {
    let figure = rigid::figure_of(ragdoll)?;
    let mass = figure.parts.iter().map(|part| part.mass).sum();
    Some((figure.height(), mass))
}

/// A part of a character at its start pose in a build, against what it was fitted to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BuiltPart {
    /// Centre, m, in the frame of the figure.
    pub position: DVec3,
    /// From its frame to that of the figure.
    pub orientation: DQuat,
    /// Factors along its axes by which it is larger than in the usual build.
    pub stretch: DVec3,
}

/// The parts of a character in a build.
pub fn built_parts(character: &Character, physique: Physique) -> Vec<BuiltPart> {
    let usual = character::figure(character);
    let built = usual.clone().in_build(&physique, false);
    let part = |(built, usual): (&rigid::RigidPart, &rigid::RigidPart)| BuiltPart {
        position: built.centre,
        orientation: built.orientation,
        stretch: half_size(&built.shape) / half_size(&usual.shape),
    };
    built.parts.iter().zip(&usual.parts).map(part).collect()
}

/// Half of the room of a shape along each axis, m.
fn half_size(shape: &Convex) -> DVec3 {
    let core = match shape.core {
        Core::Segment(half) | Core::Cuboid(half) => half.abs(),
        _ => DVec3::ZERO,
    };
    core + shape.radius
}

/// The parts as its figure has them, without what the ragdoll changes.
pub fn parts_of_figure(ragdoll: &Ragdoll) -> Vec<FigurePart> {
    parts_in_force(&Ragdoll {
        parts: Vec::new(),
        ..ragdoll.clone()
    })
}
