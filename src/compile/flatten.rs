//! From a running world back to a scene: its present state as a document.
//!
//! Bodies and particles are put where they are, ragdolls take their pose, thrown
//! balls become bodies. Not carried over: the step count, how long things have been
//! quiet, sleep, the first guesses of warm-started forms, and whether loose bodies in
//! joints were hit hard; what slept is awake at first. A ragdoll that still sleeps in the
//! pose it was made in keeps standing.
//! Positions and velocities come back bit by bit, orientations and angular velocities
//! of loose bodies (which files hold in degrees) to the last digit or so. A body made of
//! particles comes back as it was built, without the strain of its sticks.

use super::{compile, IdMap, RagdollMap};
use crate::physics::{self, motion_of, BodyModel, BodyState, Coordinate, Surface, World};
use crate::scene::{
    Body, BodyPose, ConstraintKind, Id, Material, PartOverride, ParticlePose, Pose, Ragdoll, Scene,
    SerialAxis, Shape,
};
use glam::DQuat;

/// The present state of a world as a scene that goes on from there.
///
/// `scene` and `map` are those that `world` was made with; `balls` are the body
/// indices of the thrown balls.
pub fn flatten(scene: &Scene, world: &World, map: &IdMap, balls: &[usize]) -> Scene {
    let mut out = scene.clone();
    let state = world.state();
    for particle in &mut out.particles {
        if let Some(&index) = map.particles.get(&particle.id) {
            particle.position_m = state.particles[index].position.to_array();
            particle.velocity_m_s = state.particles[index].velocity.to_array();
        }
    }
    for body in &mut out.bodies {
        let owner = map.body(body.id);
        if let Some(motion) = owner.and_then(|owner| motion_of(world.model(), state, owner)) {
            match &mut body.kinematic {
                Some(path) => path.start_s += elapsed_s(world),
                None => place_body(body, &motion),
            }
        }
    }
    keep_rest(&mut out, world);
    keep_tears(&mut out, world);
    let standing = standing(scene, world, map);
    for (place, ragdoll) in out.ragdolls.iter_mut().enumerate() {
        if !standing[place] {
            ragdoll.pose = Some(pose(world, &map.ragdolls[place]));
            ragdoll.stands_until_hit = false;
            keep_targets(ragdoll, &map.ragdolls[place], world);
        }
    }
    add_balls(&mut out, world, balls);
    if let Some(launcher) = &mut out.launcher {
        launcher.fire_at_s = None;
    }
    out
}

/// Writes down where the muscles of a ragdoll lead its parts.
fn keep_targets(ragdoll: &mut Ragdoll, map: &RagdollMap, world: &World) {
    for &part in &map.parts {
        let joint = map.joint_of(part, world.model());
        let Some(target) = joint.and_then(|(place, _)| bend_target(world, place)) else {
            continue;
        };
        let own = ragdoll.parts.iter().position(|own| own.part == part);
        let own = own.unwrap_or_else(|| {
            ragdoll.parts.push(PartOverride::of(part));
            ragdoll.parts.len() - 1
        });
        ragdoll.parts[own].target = Some(target);
    }
}

/// The orientation to which the spring of a ball joint leads, if it has one.
fn bend_target(world: &World, joint: usize) -> Option<[f64; 4]> {
    let mut drives = world.model().drives.iter();
    let drive = drives.find(|drive| drive.constraint == joint && drive.led_by_aims())?;
    match (drive.aim(world.state()), &drive.coordinate) {
        (Some(aim), _) => Some(numbers(aim.orientation)),
        (None, Coordinate::Bend { rest, .. }) => Some(numbers(*rest)),
        _ => None,
    }
}

/// Writes down what the constraints took from the start, lengths and orientations, and how far
/// joints have turned that count it.
fn keep_rest(out: &mut Scene, world: &World) {
    let built = &world.model().whole().constraints;
    let angle_deg = |counter: usize| world.state().turned[counter].to_degrees();
    for (place, (constraint, built)) in out.constraints.iter_mut().zip(built).enumerate() {
        match (&mut constraint.kind, built) {
            (ConstraintKind::Pin(pin), physics::Constraint::Pin(_)) => {
                if let Some(spring) = &mut pin.drive.spring {
                    spring.target = bend_target(world, place).or(spring.target);
                }
            }
            (ConstraintKind::Surface(surface), physics::Constraint::Membrane(membrane)) => {
                if let Some(gas) = membrane.gas {
                    surface.gas_volume_m3 = Some(gas.start);
                }
                if let Some(kept) = membrane.volume {
                    surface.pressure = kept.volume / membrane.volume(world.state());
                }
            }
            (ConstraintKind::Stick(stick), physics::Constraint::Distance(rod)) => {
                stick.length_m = Some(rod.max);
            }
            (ConstraintKind::Hinge(hinge), physics::Constraint::Hinge(built)) => {
                hinge.rest = Some(numbers(built.rest));
                hinge.start_deg = built.counter.map(angle_deg);
            }
            (ConstraintKind::Fixed(fixed), physics::Constraint::Fixed(built)) => {
                fixed.rest = Some(numbers(built.rest));
            }
            (ConstraintKind::Slider(slider), physics::Constraint::Slider(built)) => {
                slider.rest = Some(numbers(built.rest));
                slider.turn_start_deg = built.counter.map(angle_deg);
            }
            (ConstraintKind::Universal(cross), physics::Constraint::Universal(built)) => {
                cross.rest = Some(numbers(built.rest));
            }
            (ConstraintKind::Serial(serial), physics::Constraint::Serial(built)) => {
                serial.rest = Some(numbers(built.linkage.rest));
                let values = built.linkage.values(world.state());
                for (axis, value) in serial.axes.iter_mut().zip(values) {
                    match axis {
                        SerialAxis::Slide(slide) => slide.start_m = value,
                        SerialAxis::Hinge(hinge) => hinge.start_deg = value.to_degrees(),
                    }
                }
            }
            (ConstraintKind::Gear(gear), physics::Constraint::Gear(built)) => {
                match built.second.is_angle() {
                    true => gear.offset_deg = Some(built.offset.to_degrees()),
                    false => gear.offset_m = Some(built.offset),
                }
            }
            (ConstraintKind::AngleLimit(limit), physics::Constraint::AngleLimit(built)) => {
                limit.rest = Some(numbers(built.rest));
            }
            _ => {}
        }
    }
}

/// Writes down what has torn. The constraints of a scene come first in its model.
fn keep_tears(out: &mut Scene, world: &World) {
    for &place in &world.state().torn {
        let constraint = out.constraints.get_mut(place as usize);
        if let Some(torn) = constraint.and_then(|constraint| constraint.kind.torn_mut()) {
            *torn = true;
        }
    }
}

fn pose(world: &World, ragdoll: &RagdollMap) -> Pose {
    let particles = &world.state().particles[ragdoll.particles.clone()];
    let bodies = &world.state().bodies[ragdoll.bodies.clone()];
    Pose {
        particles: particles
            .iter()
            .map(|motion| ParticlePose {
                position_m: motion.position.to_array(),
                velocity_m_s: motion.velocity.to_array(),
            })
            .collect(),
        bodies: bodies
            .iter()
            .map(|motion| BodyPose {
                position_m: motion.position.to_array(),
                orientation: numbers(motion.orientation),
                velocity_m_s: motion.velocity.to_array(),
                angular_velocity_rad_s: motion.angular_velocity.to_array(),
            })
            .collect(),
        hit: is_hit(world, ragdoll),
    }
}

fn is_hit(world: &World, ragdoll: &RagdollMap) -> bool {
    let body = world.model().bodies.get(ragdoll.bodies.start);
    let body = body.filter(|_| !ragdoll.bodies.is_empty());
    body.is_some_and(|body| world.state().rest[body.articulation].hit)
}

/// Thrown balls come after the bodies of the scene, as in the world.
fn add_balls(out: &mut Scene, world: &World, balls: &[usize]) {
    for (number, &index) in balls.iter().enumerate() {
        let constant = &world.model().bodies[index];
        let material = material(out, constant.surface);
        let mut ball = ball(constant, fresh_id(out), material);
        ball.name = format!("thrown ball {}", number + 1);
        place_body(&mut ball, &world.state().bodies[index]);
        out.bodies.push(ball);
    }
}

/// Id of a material with this surface, made if there is none.
fn material(out: &mut Scene, surface: Surface) -> Option<Id> {
    let same = |m: &Material| {
        m.restitution == surface.restitution
            && m.friction == surface.friction
            && m.rolling_resistance == surface.rolling_resistance
            && m.contact_stiffness_n_m == surface.spring.stiffness_n_m
            && m.contact_damping_n_s_m == surface.spring.damping_n_s_m
    };
    if same(&Material::default()) {
        return None;
    }
    if let Some(known) = out.materials.iter().find(|m| same(m)) {
        return Some(known.id);
    }
    let id = fresh_id(out);
    out.materials.push(Material {
        id,
        name: "thrown ball".into(),
        restitution: surface.restitution,
        friction: surface.friction,
        rolling_resistance: surface.rolling_resistance,
        contact_stiffness_n_m: surface.spring.stiffness_n_m,
        contact_damping_n_s_m: surface.spring.damping_n_s_m,
    });
    Some(id)
}

fn ball(constant: &BodyModel, id: Id, material: Option<Id>) -> Body {
    let radius_m = constant.shape.as_ref().map_or(0.0, |shape| shape.radius);
    Body {
        mass_kg: Some(constant.mass),
        material,
        ..Body::new(id, String::new(), Shape::Sphere { radius_m })
    }
}

/// Time since the start, s.
fn elapsed_s(world: &World) -> f64 {
    world.state().step as f64 * world.model().settings.common.step_s
}

fn place_body(body: &mut Body, motion: &BodyState) {
    body.position_m = motion.position.to_array();
    body.orientation = numbers(motion.orientation);
    body.velocity_m_s = motion.velocity.to_array();
    body.angular_velocity_deg_s = motion.angular_velocity.to_array().map(f64::to_degrees);
}

/// A rotation as the document writes it. Where corrections have turned a body so often
/// within a step that rounding has changed the length, it is one again.
fn numbers(mut q: DQuat) -> [f64; 4] {
    const DRIFTED: f64 = 1e-7;
    if (q.length_squared() - 1.0).abs() > DRIFTED {
        q = q.normalize();
    }
    [q.w, q.x, q.y, q.z]
}

/// Which ragdolls still sleep in the pose that the scene makes them in.
fn standing(scene: &Scene, world: &World, map: &IdMap) -> Vec<bool> {
    let Ok((start, _)) = compile(scene) else {
        return vec![false; map.ragdolls.len()];
    };
    let (model, now, then) = (world.model(), world.state(), start.state());
    let asleep = |articulation: usize| now.rest[articulation].asleep;
    let stands = |ragdoll: &RagdollMap| {
        let mut particles = ragdoll.particles.clone();
        let mut bodies = ragdoll.bodies.clone();
        particles.all(|i| {
            asleep(model.particles[i].articulation) && now.particles[i] == then.particles[i]
        }) && bodies
            .all(|i| asleep(model.bodies[i].articulation) && now.bodies[i] == then.bodies[i])
    };
    let ragdolls = map.ragdolls.iter().zip(&scene.ragdolls);
    ragdolls
        .map(|(ragdoll, source)| source.stands_until_hit && stands(ragdoll))
        .collect()
}

/// An id above all in use or, when those run out, the first gap.
fn fresh_id(scene: &Scene) -> Id {
    let used = scene.ids();
    match used.last() {
        Some(&Id::MAX) => (1..).find(|id| !used.contains(id)).unwrap_or(Id::MAX),
        last => last.map_or(1, |last| last + 1),
    }
}
