//! Places preset figures in the world.

use super::build::{rod, Builder};
use super::thesis::{self, Blueprint};
use super::RagdollMap;
use crate::physics::constraint::Pin;
use crate::physics::math::rotation_from_vector;
use crate::physics::{Attachment, Constraint, ParticleModel, ParticleState, StickModel};
use crate::scene::{Figure, FigureBuild, Ragdoll, ThesisFigure};
use glam::DVec3;

/// Adds a ragdoll; the error says what is not simulated.
pub(super) fn add(builder: &mut Builder<'_>, ragdoll: &Ragdoll) -> Result<(), String> {
    let blueprint = match &ragdoll.figure {
        Figure::Thesis(figure) => thesis::blueprint(*figure),
        Figure::Hitman {} => return Err("the figure `hitman` is not simulated yet".into()),
        Figure::Mx(_) => return Err("the figure `mx` needs rigid bodies".into()),
    };
    let first = builder.model.particles.len();
    let first_stick = builder.model.sticks.len();
    add_particles(builder, ragdoll, &blueprint);
    add_sticks(builder, ragdoll, &blueprint, first);
    builder.map.ragdolls.push(RagdollMap {
        id: ragdoll.id,
        particles: first..builder.model.particles.len(),
        sticks: first_stick..builder.model.sticks.len(),
        parts: blueprint.limbs.iter().map(|limb| limb.name).collect(),
    });
    Ok(())
}

/// A setting of a ragdoll that is given and that no method reads yet.
pub(super) fn not_simulated(ragdoll: &Ragdoll) -> Option<&'static str> {
    let rigid = |thesis: &ThesisFigure| thesis.build != FigureBuild::Particles;
    let given = [
        (
            "figure.thesis.build",
            matches!(&ragdoll.figure, Figure::Thesis(thesis) if rigid(thesis)),
        ),
        ("orientation", ragdoll.orientation != [1.0, 0.0, 0.0, 0.0]),
        ("pose", ragdoll.pose.is_some()),
        ("self_collision", ragdoll.self_collision),
    ];
    let first = given.into_iter().find(|(_, given)| *given);
    first.map(|(key, _)| key)
}

fn add_particles(builder: &mut Builder<'_>, ragdoll: &Ragdoll, blueprint: &Blueprint) {
    let heading = rotation_from_vector(DVec3::Y * ragdoll.heading_deg.to_radians());
    let origin = DVec3::from(ragdoll.position_m);
    let surface = builder.surface(ragdoll.material);
    for particle in &blueprint.particles {
        let mass = particle.mass;
        builder.model.particles.push(ParticleModel {
            mass,
            fixed: false,
            radius: 0.0,
            surface,
            assembly: 0,
        });
        let position = origin + heading * particle.position;
        builder.state.particles.push(ParticleState {
            position,
            velocity: DVec3::ZERO,
        });
    }
}

/// Joints before lengths, as in the thesis' program.
fn add_sticks(builder: &mut Builder<'_>, ragdoll: &Ragdoll, blueprint: &Blueprint, first: usize) {
    for &[a, b] in &blueprint.joints {
        builder.model.constraints.push(Constraint::Pin(Pin {
            a: Attachment::Particle(first + a),
            b: Attachment::Particle(first + b),
            strength: 1.0,
        }));
    }
    let distance = |a: usize, b: usize| {
        blueprint.particles[a]
            .position
            .distance(blueprint.particles[b].position)
    };
    for &[a, b] in &blueprint.braces {
        builder
            .model
            .constraints
            .push(rod(first + a, first + b, distance(a, b), 1.0));
    }
    let surface = builder.surface(ragdoll.material);
    for limb in &blueprint.limbs {
        let [a, b] = limb.ends;
        builder
            .model
            .constraints
            .push(rod(first + a, first + b, distance(a, b), 1.0));
        builder.model.sticks.push(StickModel {
            a: first + a,
            b: first + b,
            radius: limb.radius,
            flat: true,
            surface,
        });
    }
}
