//! Rapier: impulse joints that hold two points together and limit three angles.

use crate::case::Case;
use crate::engine::{refuse_what_others_lack, Engine, Entry, LimitMeasure, Setup, RATE_HZ};
use crate::joint::{joints, Joint};
use crate::pairs::Pairs;
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::AngleLimit;
use ragdoll_lab::physics::convex::Core;
use ragdoll_lab::physics::{
    BodyModel, BodyState, Convex, Model, Obstacle, ObstacleShape, Settings, State, Surface,
};
use ragdoll_lab::scene::{Precision, Preset};
use rapier3d::na::Unit;
use rapier3d::prelude::*;
use std::f64::consts::PI;

const GROUND: Group = Group::GROUP_1;
const LIMBS: Group = Group::GROUP_2;
/// What stands in place of the index of a body in the colliders of obstacles.
const NO_BODY: u128 = u128::MAX;

struct Peer {
    world: PhysicsWorld,
    /// Of each body of ours, in its order.
    handles: Vec<RigidBodyHandle>,
    filter: Filter,
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
        refuse_what_others_lack(model)?;
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
            let collider = surface(collider_of(obstacle)?, obstacle.surface)
                .collision_groups(groups(GROUND, Group::ALL))
                .user_data(NO_BODY);
            world.insert(RigidBodyBuilder::fixed(), collider);
        }
        let filter = Filter(Pairs::new(model));
        let mut handles = Vec::new();
        for (index, motion) in state.bodies.iter().enumerate() {
            let hooks = filter.hooks(setup.case, index);
            handles.push(insert_body(&mut world, model, (index, motion), hooks)?);
        }
        for joint in joints(model)? {
            let [parent, child] = joint.bodies.map(|body| handles[body]);
            world.insert_impulse_joint(parent, child, generic(&joint));
        }
        Ok(Peer {
            world,
            handles,
            filter,
        })
    }
}

impl Engine for Peer {
    fn step(&mut self) {
        self.world.step_with_events(&self.filter, &());
    }

    fn is_sane(&self) -> bool {
        let mut places = self
            .handles
            .iter()
            .map(|&handle| self.world.bodies[handle].position());
        self.world.quarantine().is_empty() && places.all(|place| place.translation.is_finite())
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

/// Lets no limbs of one ragdoll meet but those that Ragdoll Lab lets meet.
struct Filter(Pairs);

impl Filter {
    /// What a body asks for, and the group it is in. Ragdolls that are alone need no
    /// hook: groups are enough.
    fn hooks(&self, case: Case, body: usize) -> (ActiveHooks, InteractionGroups) {
        match case {
            Case::MxDrop => (ActiveHooks::empty(), groups(LIMBS, GROUND)),
            _ if self.0.ragdoll_of(body).is_none() => {
                (ActiveHooks::empty(), groups(LIMBS, Group::ALL))
            }
            _ => (ActiveHooks::FILTER_CONTACT_PAIRS, groups(LIMBS, Group::ALL)),
        }
    }
}

impl PhysicsHooks for Filter {
    fn filter_contact_pair(&self, context: &PairFilterContext) -> Option<SolverFlags> {
        let of = |handle: ColliderHandle| context.colliders[handle].user_data;
        let [a, b] = [context.collider1, context.collider2].map(of);
        let meet = a == NO_BODY || b == NO_BODY || self.0.touch(a as usize, b as usize);
        meet.then(SolverFlags::default)
    }
}

fn groups(is: Group, meets: Group) -> InteractionGroups {
    InteractionGroups::new(is, meets, InteractionTestMode::And)
}

fn insert_body(
    world: &mut PhysicsWorld,
    model: &Model,
    (index, motion): (usize, &BodyState),
    (hooks, groups): (ActiveHooks, InteractionGroups),
) -> Result<RigidBodyHandle, String> {
    let body: &BodyModel = &model.bodies[index];
    let pose = Pose::from_parts(vector(motion.position), rotation(motion.orientation));
    let mass = MassProperties::with_principal_inertia_frame(
        Vector::ZERO,
        body.mass as Real,
        vector(body.inertia),
        rotation(body.axes),
    );
    let builder = RigidBodyBuilder::dynamic()
        .pose(pose)
        .linvel(vector(motion.velocity))
        .angvel(vector(motion.angular_velocity))
        .additional_mass_properties(mass)
        .linear_damping(model.settings.common.linear_drag as Real)
        .angular_damping(model.settings.common.angular_drag as Real)
        .can_sleep(false);
    let Some(shape) = &body.shape else {
        return Ok(world.insert_body(builder));
    };
    let collider = surface(convex(shape)?, body.surface)
        .density(0.0)
        .collision_groups(groups)
        .active_hooks(hooks)
        .user_data(index as u128);
    Ok(world.insert(builder, collider).0)
}

fn convex(shape: &Convex) -> Result<ColliderBuilder, String> {
    let radius = shape.radius as Real;
    Ok(match shape.core {
        Core::Point => ColliderBuilder::ball(radius),
        Core::Segment(half) => {
            ColliderBuilder::capsule_from_endpoints(vector(-half), vector(half), radius)
        }
        Core::Cuboid(half) => {
            let [x, y, z] = half.to_array().map(|length| length as Real);
            match shape.radius == 0.0 {
                true => ColliderBuilder::cuboid(x, y, z),
                false => ColliderBuilder::round_cuboid(x, y, z, radius),
            }
        }
        _ => return Err("a body is no ball, no capsule and no box".into()),
    })
}

fn collider_of(obstacle: &Obstacle) -> Result<ColliderBuilder, String> {
    let collider = match obstacle.shape {
        ObstacleShape::Plane => {
            let up = vector(obstacle.orientation * DVec3::Y);
            return Ok(ColliderBuilder::halfspace(Unit::new_unchecked(up))
                .translation(vector(obstacle.position)));
        }
        ObstacleShape::Cuboid(half) => convex(&Convex {
            core: Core::Cuboid(half),
            radius: 0.0,
        })?,
        _ => return Err("an obstacle is neither a plane nor a box".into()),
    };
    let place = vector(obstacle.position);
    Ok(collider.position(Pose::from_parts(place, rotation(obstacle.orientation))))
}

/// With the laws by which Ragdoll Lab combines two surfaces.
fn surface(collider: ColliderBuilder, surface: Surface) -> ColliderBuilder {
    collider
        .friction(surface.friction as Real)
        .friction_combine_rule(CoefficientCombineRule::GeometricMean)
        .restitution(surface.restitution as Real)
        .restitution_combine_rule(CoefficientCombineRule::Max)
}

/// The angles of Rapier are those of the second frame in the first.
fn generic(joint: &Joint) -> GenericJoint {
    let limit = joint.limit;
    let [of_parent, of_child] = joint.arms.map(vector);
    let mut builder = GenericJointBuilder::new(JointAxesMask::LOCKED_SPHERICAL_AXES)
        .contacts_enabled(false)
        .local_frame1(Pose::from_parts(of_parent, Rotation::IDENTITY))
        .local_frame2(Pose::from_parts(of_child, rotation(limit.rest.conjugate())));
    let axes = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];
    for (k, axis) in axes.into_iter().enumerate() {
        builder = builder.limits(axis, [limit.min[k] as Real, limit.max[k] as Real]);
    }
    builder.build()
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
