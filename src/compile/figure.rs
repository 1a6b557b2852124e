//! Places preset figures in the world.

use super::animation::Animated;
use super::body::orthogonal_drag;
use super::build::{quaternion, Builder};
use super::collision::pieces_apart;
use super::constraint::rod;
use super::rigid::{self, RigidFigure, RigidJoint, RigidLimit};
use super::settings::limit_model_of;
use super::thesis::{Blueprint, Limb, Point};
use super::{hitman, stick_rig, thesis, RagdollMap};
use crate::character::clip;
use crate::physics::constraint::{AngleLimit, Broken, Distance, Pin};
use crate::physics::math::rotation_from_vector;
use crate::physics::{
    Attachment, BodyModel, BodyState, Constraint, Convex, Frame, ParticleModel, ParticleState,
    StickModel, Surface,
};
use crate::scene::{Figure, FigureBuild, ParticlePose, Pose, Ragdoll};
use glam::{DQuat, DVec3};
use std::sync::Arc;

/// Adds a ragdoll and returns a member of it; the error says why its pose does not
/// fit.
pub(super) fn add(builder: &mut Builder<'_>, ragdoll: &Ragdoll) -> Result<Attachment, String> {
    let mut map = RagdollMap {
        id: ragdoll.id,
        particles: builder.model.particles.len()..0,
        sticks: builder.model.sticks.len()..0,
        bodies: builder.model.bodies.len()..0,
        constraints: builder.model.constraints.len()..0,
        parts: Vec::new(),
        character: match &ragdoll.figure {
            Figure::Character(character) => Some((character.clone(), ragdoll.physique)),
            _ => None,
        },
        animation: None,
        rig: None,
    };
    match &ragdoll.figure {
        Figure::Thesis(figure) if figure.build == FigureBuild::Particles => {
            let mut blueprint = thesis::blueprint(*figure);
            blueprint.take_masses(&ragdoll.parts);
            let struts = match ragdoll.self_collision {
                true => thesis::struts(&blueprint),
                false => Vec::new(),
            };
            add_stick_figure(builder, ragdoll, &blueprint, &struts, true);
            map.parts = names(&blueprint.limbs);
            map.rig = stick_rig::of_thesis(&blueprint).map(Arc::new);
        }
        Figure::Hitman {} => {
            let figure = hitman::figure();
            let struts: Vec<_> = figure.struts.iter().map(|s| (s.ends, s.minimum)).collect();
            let blueprint = Blueprint {
                particles: figure.particles,
                limbs: figure.limbs,
                joints: Vec::new(),
                braces: figure.braces,
            };
            add_stick_figure(builder, ragdoll, &blueprint, &struts, false);
            map.parts = names(&blueprint.limbs);
            map.rig = stick_rig::of_hitman(&blueprint).map(Arc::new);
        }
        Figure::Thesis(_) | Figure::Mx(_) | Figure::Character(_) => {
            let rigid = rigid::figure_of(ragdoll);
            let parts = rigid.as_ref().map_or(&[][..], |rigid| &rigid.parts);
            map.parts = parts.iter().map(|part| part.name).collect();
            if let Some(rigid) = &rigid {
                let placement = add_rigid_figure(builder, ragdoll, rigid);
                let animated = Animated::of(ragdoll, rigid, &placement);
                map.animation = animated.map(Arc::new);
            }
        }
    }
    map.particles.end = builder.model.particles.len();
    map.sticks.end = builder.model.sticks.len();
    map.bodies.end = builder.model.bodies.len();
    map.constraints.end = builder.model.constraints.len();
    let mut rules = match ragdoll.self_collision {
        true => {
            let world = (&builder.model, &builder.state);
            builder.self_collision.rules(world, ragdoll, &map)
        }
        false => Vec::new(),
    };
    if let Some(animated) = &map.animation {
        let world = (&mut builder.model, &mut builder.state);
        let rooms = &mut builder.rooms;
        rooms.make((ragdoll, animated), world, &mut rules, &map);
    }
    let apart = pieces_apart(&builder.model, &map);
    builder.model.pair_rules.extend(apart);
    builder.model.pair_rules.extend(rules);
    if let Some(pose) = &ragdoll.pose {
        take_pose(builder, pose, &map)?;
    }
    let member = match map.bodies.is_empty() {
        true => Attachment::Particle(map.particles.start),
        false => Attachment::centre_of(map.bodies.start),
    };
    builder.map.ragdolls.push(map);
    Ok(member)
}

fn names(limbs: &[Limb]) -> Vec<&'static str> {
    limbs.iter().map(|limb| limb.name).collect()
}

/// From the figure's frame to the world.
pub(super) struct Placement {
    origin: DVec3,
    heading: DQuat,
    /// Centre of the root in the world after the heading.
    root: DVec3,
    orientation: DQuat,
}

impl Placement {
    /// `root` is the centre of the root in the figure's frame, m.
    pub(super) fn new(ragdoll: &Ragdoll, root: DVec3) -> Placement {
        let heading = rotation_from_vector(DVec3::Y * ragdoll.heading_deg.to_radians());
        let origin = DVec3::from(ragdoll.position_m);
        Placement {
            origin,
            heading,
            root: origin + heading * root,
            orientation: quaternion(ragdoll.orientation),
        }
    }

    fn point(&self, local: DVec3) -> DVec3 {
        let headed = self.origin + self.heading * local;
        if self.orientation == DQuat::IDENTITY {
            return headed;
        }
        self.root + self.orientation * (headed - self.root)
    }

    /// As a turn and a shift.
    pub(super) fn rigid(&self) -> clip::Placement {
        clip::Placement {
            turn: self.rotation(DQuat::IDENTITY),
            shift: self.point(DVec3::ZERO),
        }
    }

    fn rotation(&self, local: DQuat) -> DQuat {
        (self.orientation * self.heading * local).normalize()
    }
}

/// Joints before lengths, as in the thesis' program.
fn add_stick_figure(
    builder: &mut Builder<'_>,
    ragdoll: &Ragdoll,
    blueprint: &Blueprint,
    struts: &[([usize; 2], f64)],
    flat: bool,
) {
    let first = builder.model.particles.len();
    let [head, tail] = blueprint.limbs[0]
        .ends
        .map(|i| blueprint.particles[i].position);
    let placement = Placement::new(ragdoll, (head + tail) * 0.5);
    add_particles(builder, ragdoll, &blueprint.particles, &placement);
    for &[a, b] in &blueprint.joints {
        builder.model.constraints.push(Constraint::Pin(Pin {
            a: Attachment::Particle(first + a),
            b: Attachment::Particle(first + b),
            relaxation_factor: 1.0,
        }));
    }
    let positions = |ends: [usize; 2]| ends.map(|i| blueprint.particles[i].position);
    let rod_of = |ends: [usize; 2]| {
        let [a, b] = positions(ends);
        Constraint::Distance(rod(first + ends[0], first + ends[1], a.distance(b), 1.0))
    };
    let braces = blueprint.braces.iter().map(|&ends| rod_of(ends));
    builder.model.constraints.extend(braces);
    let surface = builder.surface(ragdoll.material);
    for limb in &blueprint.limbs {
        builder.model.constraints.push(rod_of(limb.ends));
        builder.model.sticks.push(StickModel {
            a: first + limb.ends[0],
            b: first + limb.ends[1],
            radius: limb.radius,
            flat,
            surface,
            torn: false,
        });
    }
    let struts = struts.iter().map(|&([a, b], min)| {
        Constraint::Distance(Distance {
            a: Attachment::Particle(first + a),
            b: Attachment::Particle(first + b),
            min,
            max: f64::INFINITY,
            relaxation_factor: 1.0,
            tears_at: f64::INFINITY,
        })
    });
    builder.model.constraints.extend(struts);
}

fn add_particles(
    builder: &mut Builder<'_>,
    ragdoll: &Ragdoll,
    particles: &[Point],
    placement: &Placement,
) {
    let surface = builder.surface(ragdoll.material);
    for particle in particles {
        builder.model.particles.push(ParticleModel {
            mass: particle.mass,
            fixed: false,
            radius: 0.0,
            surface,
            articulation: 0,
        });
        builder.state.particles.push(ParticleState {
            position: placement.point(particle.position),
            velocity: DVec3::ZERO,
        });
    }
}

/// Bodies, then for each joint its pin and its limit; returns where it was placed.
fn add_rigid_figure(
    builder: &mut Builder<'_>,
    ragdoll: &Ragdoll,
    figure: &RigidFigure,
) -> Placement {
    let first = builder.model.bodies.len();
    let placement = Placement::new(ragdoll, figure.parts[0].centre);
    let surface = builder.surface(ragdoll.material);
    for part in &figure.parts {
        builder.map.looks.push(part.shape.clone());
        builder.model.bodies.push(BodyModel {
            mass: part.mass,
            inertia: part.inertia,
            axes: part.axes,
            shape: if figure.spheres_only {
                part.sphere.map(Convex::sphere)
            } else {
                Some(part.shape.clone())
            },
            surface: Surface {
                friction: part.friction.unwrap_or(surface.friction),
                ..surface
            },
            linear_drag: None,
            orthogonal_drag: orthogonal_drag(ragdoll.orthogonal_drag_per_s, &part.shape),
            angular_drag: None,
            path: None,
            articulation: 0,
        });
        builder.state.bodies.push(BodyState {
            position: placement.point(part.centre),
            orientation: placement.rotation(part.orientation),
            velocity: DVec3::ZERO,
            angular_velocity: DVec3::ZERO,
        });
    }
    for joint in &figure.joints {
        let on = |part: usize| {
            let body = &figure.parts[part];
            Attachment::Body {
                body: first + part,
                arm: body.orientation.conjugate() * (joint.point - body.centre),
            }
        };
        let pin = Constraint::Pin(Pin {
            a: on(joint.parent),
            b: on(joint.child),
            relaxation_factor: 1.0,
        });
        let limit = joint.limit.as_ref();
        let limit = limit.map(|limit| angle_limit(joint, limit, first, ragdoll));
        let held = std::iter::once(pin).chain(limit.map(Constraint::AngleLimit));
        // A broken one keeps its places in the list, so that a run can go on with it.
        let held = held.map(|constraint| match joint.is_broken {
            true => Constraint::Broken(Broken),
            false => constraint,
        });
        builder.model.constraints.extend(held);
    }
    placement
}

fn angle_limit(
    joint: &RigidJoint,
    limit: &RigidLimit,
    first: usize,
    ragdoll: &Ragdoll,
) -> AngleLimit {
    AngleLimit {
        parent: Frame::Body(first + joint.parent),
        child: Frame::Body(first + joint.child),
        min: limit.min_deg.map(f64::to_radians),
        max: limit.max_deg.map(f64::to_radians),
        twist_axis: limit.twist_axis,
        rest: limit.zero,
        model: ragdoll.limit_model.map(limit_model_of),
        restitution: limit.restitution,
    }
}

/// Puts the parts of a ragdoll where its pose says.
fn take_pose(builder: &mut Builder<'_>, pose: &Pose, map: &RagdollMap) -> Result<(), String> {
    let counts = |what: &str, given: usize, needed: usize| match given == needed {
        true => Ok(()),
        false => Err(format!(
            "it has {given} {what}, but the figure has {needed}"
        )),
    };
    counts("particles", pose.particles.len(), map.particles.len())?;
    counts("bodies", pose.bodies.len(), map.bodies.len())?;
    let particles = &mut builder.state.particles[map.particles.clone()];
    for (particle, given) in particles.iter_mut().zip(&pose.particles) {
        let ParticlePose {
            position_m,
            velocity_m_s,
        } = *given;
        particle.position = position_m.into();
        particle.velocity = velocity_m_s.into();
    }
    for (body, given) in builder.state.bodies[map.bodies.clone()]
        .iter_mut()
        .zip(&pose.bodies)
    {
        let [w, x, y, z] = given.orientation;
        *body = BodyState {
            position: given.position_m.into(),
            // As saved, bit by bit.
            orientation: DQuat::from_xyzw(x, y, z, w),
            velocity: given.velocity_m_s.into(),
            angular_velocity: given.angular_velocity_rad_s.into(),
        };
    }
    Ok(())
}
