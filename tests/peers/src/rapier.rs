//! Rapier: impulse joints that hold two points together and limit three angles.

use crate::engine::{Case, Engine, Entry, LimitMeasure, Setup, RATE_HZ};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{AngleLimit, Pin};
use ragdoll_lab::physics::convex::Core;
use ragdoll_lab::physics::{
    Attachment, BodyModel, BodyState, Constraint, Frame, Model, ObstacleShape, Settings, State,
    Surface,
};
use ragdoll_lab::scene::{Precision, Preset};
use rapier3d::na::Unit;
use rapier3d::prelude::*;
use std::f64::consts::PI;

const GROUND: Group = Group::GROUP_1;
const LIMBS: Group = Group::GROUP_2;
/// Groups for ragdolls that meet each other: one each, beside that of the ground.
const MOST_IN_A_PILE: usize = 31;

struct Peer {
    world: PhysicsWorld,
    /// Of each body of ours, in its order.
    handles: Vec<RigidBodyHandle>,
}

/// With so many solver iterations, or as many as it comes with.
pub fn entry(iterations: Option<usize>) -> Entry {
    Entry {
        engine: "Rapier",
        setting: match iterations {
            None => "default".into(),
            Some(count) => format!("{count} iterations"),
        },
        preset: Preset::Default,
        precision: Precision::F64,
        limits: violation as LimitMeasure,
        build: Box::new(move |setup| Ok(Box::new(Peer::new(setup, iterations)?))),
    }
}

impl Peer {
    fn new(setup: &Setup, iterations: Option<usize>) -> Result<Peer, String> {
        let (model, state) = (setup.world.model(), setup.world.state());
        refuse_what_it_lacks(model)?;
        let mut world = PhysicsWorld {
            gravity: vector(model.settings.common.gravity),
            ..PhysicsWorld::default()
        };
        let parameters = &mut world.integration_parameters;
        parameters.dt = (1.0 / RATE_HZ) as Real;
        if let Some(iterations) = iterations {
            parameters.num_solver_iterations = iterations;
        }
        for obstacle in &model.obstacles {
            if obstacle.shape != ObstacleShape::Plane {
                return Err("an obstacle is not a plane".into());
            }
            let up = vector(obstacle.orientation * DVec3::Y);
            let ground = ColliderBuilder::halfspace(Unit::new_unchecked(up))
                .translation(vector(obstacle.position));
            let groups = (GROUND, Group::ALL);
            world.insert(
                RigidBodyBuilder::fixed(),
                surface(ground, obstacle.surface, groups),
            );
        }
        let mut handles = Vec::new();
        for (body, motion) in model.bodies.iter().zip(&state.bodies) {
            let groups = groups_of(setup.case, body.assembly)?;
            handles.push(insert_body(&mut world, model, (body, motion), groups)?);
        }
        for pair in model.constraints.chunks(2) {
            let [Constraint::Pin(pin), Constraint::AngleLimit(limit)] = pair else {
                return Err("a joint is not a pin with a limit".into());
            };
            let (bodies, joint) = joint(pin, limit)?;
            let [parent, child] = bodies.map(|body| handles[body]);
            world.insert_impulse_joint(parent, child, joint);
        }
        Ok(Peer { world, handles })
    }
}

impl Engine for Peer {
    fn step(&mut self) -> bool {
        self.world.step();
        let mut places = self
            .handles
            .iter()
            .map(|&handle| self.world.bodies[handle].position());
        places.all(|place| place.translation.is_finite())
    }

    fn show(&self, state: &mut State) {
        for (handle, motion) in self.handles.iter().zip(&mut state.bodies) {
            let body = &self.world.bodies[*handle];
            let rotation = body.rotation();
            *motion = BodyState {
                position: dvec(body.translation()),
                orientation: DQuat::from_xyzw(
                    rotation.x.into(),
                    rotation.y.into(),
                    rotation.z.into(),
                    rotation.w.into(),
                )
                .normalize(),
                velocity: dvec(body.linvel()),
                angular_velocity: dvec(body.angvel()),
            };
        }
    }
}

fn insert_body(
    world: &mut PhysicsWorld,
    model: &Model,
    (body, motion): (&BodyModel, &BodyState),
    groups: (Group, Group),
) -> Result<RigidBodyHandle, String> {
    let pose = Pose::from_parts(vector(motion.position), rotation(motion.orientation));
    let mass = MassProperties::with_principal_inertia_frame(
        Vector::ZERO,
        body.mass as Real,
        vector(body.inertia),
        rotation(body.axes),
    );
    let builder = RigidBodyBuilder::dynamic()
        .pose(pose)
        .additional_mass_properties(mass)
        .linear_damping(model.settings.common.linear_drag as Real)
        .angular_damping(model.settings.common.angular_drag as Real)
        .can_sleep(false);
    let Some(shape) = body.shape else {
        return Ok(world.insert_body(builder));
    };
    let radius = shape.radius as Real;
    let collider = match shape.core {
        Core::Point => ColliderBuilder::ball(radius),
        Core::Segment(half) => {
            ColliderBuilder::capsule_from_endpoints(vector(-half), vector(half), radius)
        }
        Core::Cuboid(half) => {
            let [x, y, z] = half.to_array().map(|length| length as Real);
            ColliderBuilder::round_cuboid(x, y, z, radius)
        }
        _ => return Err("a body is no ball, no capsule and no rounded box".into()),
    };
    let collider = surface(collider.density(0.0), body.surface, groups);
    Ok(world.insert(builder, collider).0)
}

fn refuse_what_it_lacks(model: &Model) -> Result<(), String> {
    let rolls = |surface: &Surface| surface.rolling_resistance != 0.0;
    let of_bodies = model.bodies.iter().map(|body| &body.surface);
    let of_obstacles = model.obstacles.iter().map(|obstacle| &obstacle.surface);
    if of_bodies.chain(of_obstacles).any(rolls) {
        return Err("a surface resists rolling".into());
    }
    if model.settings.common.joint_damping != 0.0 {
        return Err("joints are damped".into());
    }
    Ok(())
}

/// What the limbs of an assembly are, and what they meet: never each other.
fn groups_of(case: Case, assembly: usize) -> Result<(Group, Group), String> {
    match case {
        Case::MxDrop => Ok((LIMBS, GROUND)),
        Case::Pile if assembly < MOST_IN_A_PILE => {
            let own = Group::from_bits_retain(2 << assembly);
            Ok((own, Group::ALL.difference(own)))
        }
        Case::Pile => Err(format!(
            "Rapier tells {MOST_IN_A_PILE} ragdolls apart: ask for fewer with --ragdolls"
        )),
    }
}

/// With the laws by which Ragdoll Lab combines two surfaces.
fn surface(
    collider: ColliderBuilder,
    surface: Surface,
    (is, meets): (Group, Group),
) -> ColliderBuilder {
    let groups = InteractionGroups::new(is, meets, InteractionTestMode::And);
    collider
        .friction(surface.friction as Real)
        .friction_combine_rule(CoefficientCombineRule::GeometricMean)
        .restitution(surface.restitution as Real)
        .restitution_combine_rule(CoefficientCombineRule::Max)
        .collision_groups(groups)
}

/// Parent and child, and the joint between them. The angles of Rapier are those of the
/// second frame in the first.
fn joint(pin: &Pin, limit: &AngleLimit) -> Result<([usize; 2], GenericJoint), String> {
    let (Frame::Body(parent), Frame::Body(child)) = (limit.parent, limit.child) else {
        return Err("a limit is not between two bodies".into());
    };
    let arm = |wanted| {
        [pin.a, pin.b].into_iter().find_map(|side| match side {
            Attachment::Body { body, arm } if body == wanted => Some(arm),
            _ => None,
        })
    };
    let (Some(of_parent), Some(of_child)) = (arm(parent), arm(child)) else {
        return Err("a pin and its limit are not between the same bodies".into());
    };
    let mut joint = GenericJointBuilder::new(JointAxesMask::LOCKED_SPHERICAL_AXES)
        .contacts_enabled(false)
        .local_frame1(Pose::from_parts(vector(of_parent), Rotation::IDENTITY))
        .local_frame2(Pose::from_parts(
            vector(of_child),
            rotation(limit.rest.conjugate()),
        ));
    let axes = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];
    for (k, axis) in axes.into_iter().enumerate() {
        joint = joint.limits(axis, [limit.min[k] as Real, limit.max[k] as Real]);
    }
    Ok(([parent, child], joint.build()))
}

/// The largest excess of the angles that Rapier limits, rad: twice the angle of each
/// component of the relative rotation against its real part, from the middle of the
/// range and within half a turn.
fn violation(limit: &AngleLimit, _: &Settings, state: &State) -> f64 {
    let parent = limit.parent.orientation(state);
    let child = limit.child.orientation(state);
    let turn = parent.conjugate() * child * limit.rest.conjugate();
    let excess = |k: usize| {
        let angle = 2.0 * libm::atan2(turn.to_array()[k], turn.w);
        let middle = 0.5 * (limit.min[k] + limit.max[k]);
        let from_middle = (angle - middle + PI).rem_euclid(2.0 * PI) - PI;
        from_middle.abs() - 0.5 * (limit.max[k] - limit.min[k])
    };
    (0..3).map(excess).fold(0.0, f64::max)
}

fn vector(v: DVec3) -> Vector {
    Vector::new(v.x as Real, v.y as Real, v.z as Real)
}

fn dvec(v: Vector) -> DVec3 {
    DVec3::new(v.x.into(), v.y.into(), v.z.into())
}

fn rotation(q: DQuat) -> Rotation {
    Rotation::from_xyzw(q.x as Real, q.y as Real, q.z as Real, q.w as Real)
}
