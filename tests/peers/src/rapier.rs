//! Rapier: impulse joints that hold two points together and limit three angles.

use crate::engine::{Engine, Entry, LimitMeasure, Setup, RATE_HZ};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{AngleLimit, Pin};
use ragdoll_lab::physics::{
    Attachment, BodyModel, BodyState, Constraint, Frame, Model, Settings, State,
};
use ragdoll_lab::scene::{Precision, Preset};
use rapier3d::na::Unit;
use rapier3d::prelude::*;
use std::f64::consts::PI;

const GROUND: Group = Group::GROUP_1;
const LIMBS: Group = Group::GROUP_2;

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
        let mut world = PhysicsWorld {
            gravity: vector(model.settings.gravity),
            ..PhysicsWorld::default()
        };
        let parameters = &mut world.integration_parameters;
        parameters.dt = (1.0 / RATE_HZ) as Real;
        if let Some(iterations) = iterations {
            parameters.num_solver_iterations = iterations;
        }
        let ground = ColliderBuilder::halfspace(Unit::new_unchecked(Vector::Y));
        world.insert(
            RigidBodyBuilder::fixed(),
            surface(ground, 0.5, GROUND, LIMBS),
        );
        let bodies = model.bodies.iter().zip(&state.bodies);
        let handles: Vec<_> = bodies
            .map(|(body, motion)| insert_body(&mut world, model, body, motion))
            .collect();
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
    fn step(&mut self) {
        self.world.step();
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
    body: &BodyModel,
    motion: &BodyState,
) -> RigidBodyHandle {
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
        .linear_damping(model.settings.linear_drag as Real)
        .angular_damping(model.settings.angular_drag as Real)
        .can_sleep(false);
    match body.shape {
        Some(shape) => {
            let ball = ColliderBuilder::ball(shape.radius as Real).density(0.0);
            world.insert(builder, surface(ball, 0.5, LIMBS, GROUND)).0
        }
        None => world.insert_body(builder),
    }
}

/// Limbs meet the ground, and nothing else.
fn surface(collider: ColliderBuilder, friction: Real, is: Group, meets: Group) -> ColliderBuilder {
    let groups = InteractionGroups::new(is, meets, InteractionTestMode::And);
    collider
        .friction(friction)
        .restitution(0.0)
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
        let angle = 2.0 * turn.to_array()[k].atan2(turn.w);
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
