//! Box3D: spherical joints, whose limits are a round cone and a twist.
//!
//! All calls of the C library, and all `unsafe` of this package, are in this file.

use crate::engine::{refuse_what_others_lack, Engine, Entry, Setup, RATE_HZ};
use crate::joint::{joints, Joint};
use crate::pairs::Pairs;
use box3d_sys::*;
use glam::{DMat3, DQuat, DVec3};
use ragdoll_lab::physics::constraint::AngleLimit;
use ragdoll_lab::physics::convex::Core;
use ragdoll_lab::physics::{
    BodyModel, BodyState, Convex, Obstacle, ObstacleShape, Settings, State, Surface,
};
use ragdoll_lab::scene::{Precision, Preset};
use std::f64::consts::FRAC_PI_2;
use std::ffi::{c_int, c_void};

/// What stands in place of the index of a body in the shapes of obstacles.
const NO_BODY: usize = usize::MAX;
/// By how much the box that stands in for a plane is larger than what lies on it, and
/// half its thickness, m.
const PLANE_MARGIN_M: f64 = 60.0;
const PLANE_HALF_THICKNESS_M: f64 = 10.0;

/// With so many substeps.
pub fn entry(substeps: u8) -> Entry {
    Entry {
        engine: "Box3D",
        setting: format!("{substeps} substeps"),
        preset: Preset::Default,
        precision: Precision::F64,
        limits: violation,
        build: Box::new(move |setup| Ok(Box::new(Peer::new(setup, substeps)?))),
    }
}

/// A world of Box3D, which goes with it.
struct Peer {
    world: b3WorldId,
    substeps: c_int,
    /// Of each body of ours, in its order.
    bodies: Vec<b3BodyId>,
    /// What the filter of the world looks at; in a box, since it must not move.
    pairs: Box<Pairs>,
}

impl Peer {
    fn new(setup: &Setup, substeps: u8) -> Result<Peer, String> {
        let (model, state) = (setup.world.model(), setup.world.state());
        refuse_what_others_lack(model)?;
        let mut peer = Peer {
            world: new_world(model.settings.common.gravity),
            substeps: substeps.into(),
            bodies: Vec::new(),
            pairs: Box::new(Pairs::new(model)),
        };
        if peer.pairs.touch_inside() {
            peer.ask_filter();
        }
        for obstacle in &model.obstacles {
            peer.insert_obstacle(obstacle, state)?;
        }
        for (body, motion) in model.bodies.iter().zip(&state.bodies) {
            peer.insert_body((body, motion), &model.settings)?;
        }
        for joint in joints(model)? {
            peer.insert_joint(&joint);
        }
        Ok(peer)
    }

    /// Lets limbs of one ragdoll meet where Ragdoll Lab lets them.
    fn ask_filter(&mut self) {
        let pairs: *const Pairs = &*self.pairs;
        // SAFETY: the world is valid, and destroyed before `pairs`, which does not move
        // and is only read.
        unsafe {
            b3World_SetCustomFilterCallback(self.world, Some(may_touch), pairs as *mut c_void)
        }
    }

    fn insert_obstacle(&mut self, obstacle: &Obstacle, state: &State) -> Result<(), String> {
        let (half, position) = match obstacle.shape {
            ObstacleShape::Cuboid(half) => (half, obstacle.position),
            ObstacleShape::Plane => slab(obstacle, state),
            _ => return Err("an obstacle is neither a plane nor a box".into()),
        };
        // SAFETY: takes nothing and returns a plain value.
        let mut definition = unsafe { b3DefaultBodyDef() };
        definition.position = vector(position);
        definition.rotation = quaternion(obstacle.orientation);
        // SAFETY: the world is valid and the definition is the default one, changed.
        let body = unsafe { b3CreateBody(self.world, &definition) };
        let solid = Convex {
            core: Core::Cuboid(half),
            radius: 0.0,
        };
        let shape = shape_of(obstacle.surface, NO_BODY);
        insert_shape(body, &shape, &solid)
    }

    fn insert_body(
        &mut self,
        (body, motion): (&BodyModel, &BodyState),
        settings: &Settings,
    ) -> Result<(), String> {
        // SAFETY: takes nothing and returns a plain value.
        let mut definition = unsafe { b3DefaultBodyDef() };
        definition.type_ = b3BodyType_b3_dynamicBody;
        definition.position = vector(motion.position);
        definition.rotation = quaternion(motion.orientation);
        definition.linearVelocity = vector(motion.velocity);
        definition.angularVelocity = vector(motion.angular_velocity);
        definition.linearDamping = settings.common.linear_drag as f32;
        definition.angularDamping = settings.common.angular_drag as f32;
        definition.enableSleep = false;
        // SAFETY: the world is valid and the definition is the default one, changed.
        let id = unsafe { b3CreateBody(self.world, &definition) };
        let index = self.bodies.len();
        self.bodies.push(id);
        if let Some(solid) = &body.shape {
            let mut shape = shape_of(body.surface, index);
            match (self.pairs.ragdoll_of(index), self.pairs.touch_inside()) {
                (None, _) => {}
                (Some(_), true) => shape.enableCustomFiltering = true,
                (Some(ragdoll), false) => shape.filter.groupIndex = -1 - ragdoll as c_int,
            }
            insert_shape(id, &shape, solid)?;
        }
        // SAFETY: the body is valid, and the moments of inertia are positive.
        unsafe { b3Body_SetMassData(id, mass_of(body)) };
        Ok(())
    }

    fn insert_joint(&mut self, joint: &Joint) {
        let cone = Cone::of(joint.limit);
        let [parent, child] = joint.bodies.map(|body| self.bodies[body]);
        let frame = |arm, q| b3Transform {
            p: vector(arm),
            q: quaternion(q),
        };
        // SAFETY: takes nothing and returns a plain value.
        let mut definition = unsafe { b3DefaultSphericalJointDef() };
        definition.base.bodyIdA = parent;
        definition.base.bodyIdB = child;
        definition.base.localFrameA = frame(joint.arms[0], cone.of_parent);
        definition.base.localFrameB = frame(joint.arms[1], cone.of_child);
        definition.enableConeLimit = true;
        definition.coneAngle = cone.angle as f32;
        definition.enableTwistLimit = true;
        definition.lowerTwistAngle = cone.twist[0] as f32;
        definition.upperTwistAngle = cone.twist[1] as f32;
        // SAFETY: world and bodies are valid and the definition is the default one, changed.
        unsafe { b3CreateSphericalJoint(self.world, &definition) };
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // SAFETY: the world is valid, and nothing of it is used any more.
        unsafe { b3DestroyWorld(self.world) }
    }
}

impl Engine for Peer {
    fn step(&mut self) {
        // SAFETY: the world is valid.
        unsafe { b3World_Step(self.world, (1.0 / RATE_HZ) as f32, self.substeps) }
    }

    fn is_sane(&self) -> bool {
        self.bodies.iter().all(|&body| {
            // SAFETY: the body is valid.
            dvec(unsafe { b3Body_GetPosition(body) }).is_finite()
        })
    }

    fn show(&self, state: &mut State) {
        for (&body, motion) in self.bodies.iter().zip(&mut state.bodies) {
            // SAFETY: the body is valid.
            let (place, velocity, angular_velocity) = unsafe {
                (
                    b3Body_GetTransform(body),
                    b3Body_GetLinearVelocity(body),
                    b3Body_GetAngularVelocity(body),
                )
            };
            let (axis, w) = (dvec(place.q.v), f64::from(place.q.s));
            *motion = BodyState {
                position: dvec(place.p),
                orientation: DQuat::from_xyzw(axis.x, axis.y, axis.z, w).normalize(),
                velocity: dvec(velocity),
                angular_velocity: dvec(angular_velocity),
            };
        }
    }
}

fn new_world(gravity: DVec3) -> b3WorldId {
    // SAFETY: takes nothing and returns a plain value.
    let mut definition = unsafe { b3DefaultWorldDef() };
    definition.gravity = vector(gravity);
    definition.enableSleep = false;
    definition.workerCount = 1;
    // SAFETY: the definition is the default one, changed.
    unsafe { b3CreateWorld(&definition) }
}

/// What Box3D asks about shapes of which one belongs to a ragdoll.
///
/// # Safety
/// The shapes are valid and have been made with [`shape_of`]; the context is a [`Pairs`].
unsafe extern "C" fn may_touch(a: b3ShapeId, b: b3ShapeId, context: *mut c_void) -> bool {
    // SAFETY: the caller promises it.
    let (pairs, [a, b]) = unsafe {
        let pairs = &*context.cast::<Pairs>();
        (
            pairs,
            [a, b].map(|shape| b3Shape_GetUserData(shape) as usize),
        )
    };
    a == NO_BODY || b == NO_BODY || pairs.touch(a, b)
}

/// Half extents and centre of the box that stands in for a plane: Box3D has none.
fn slab(plane: &Obstacle, state: &State) -> (DVec3, DVec3) {
    let into = plane.orientation.conjugate();
    let places = || {
        state
            .bodies
            .iter()
            .map(|body| into * (body.position - plane.position))
    };
    let least = places().fold(DVec3::ZERO, DVec3::min);
    let most = places().fold(DVec3::ZERO, DVec3::max);
    let mut half = 0.5 * (most - least) + PLANE_MARGIN_M;
    let mut middle = 0.5 * (most + least);
    half.y = PLANE_HALF_THICKNESS_M;
    middle.y = -PLANE_HALF_THICKNESS_M;
    (half, plane.position + plane.orientation * middle)
}

/// Friction is combined by the geometric mean and restitution by the larger, as in
/// Ragdoll Lab.
fn shape_of(surface: Surface, body: usize) -> b3ShapeDef {
    // SAFETY: takes nothing and returns a plain value.
    let mut definition = unsafe { b3DefaultShapeDef() };
    definition.baseMaterial.friction = surface.friction as f32;
    definition.baseMaterial.restitution = surface.restitution as f32;
    definition.userData = body as *mut c_void;
    definition.updateBodyMass = false;
    definition
}

fn insert_shape(body: b3BodyId, shape: &b3ShapeDef, solid: &Convex) -> Result<(), String> {
    let radius = solid.radius as f32;
    match solid.core {
        Core::Point => {
            let sphere = b3Sphere {
                center: vector(DVec3::ZERO),
                radius,
            };
            // SAFETY: the body is valid and both definitions outlive the call.
            unsafe { b3CreateSphereShape(body, shape, &sphere) };
        }
        Core::Segment(half) => insert_capsule(body, shape, [-half, half], radius),
        // Box3D rounds no boxes. That of a chest has no depth: two capsules fill it all
        // but a groove between them.
        Core::Cuboid(half) if solid.radius > 0.0 && half.z == 0.0 => {
            for side in [-half.y, half.y] {
                let ends = [-half.x, half.x].map(|x| DVec3::new(x, side, 0.0));
                insert_capsule(body, shape, ends, radius);
            }
        }
        Core::Cuboid(half) if solid.radius == 0.0 => {
            let half = vector(half);
            // SAFETY: the extents are positive; the body is valid, and the hull, which is
            // copied, outlives the call.
            unsafe {
                let hull = b3MakeBoxHull(half.x, half.y, half.z);
                b3CreateHullShape(body, shape, &hull.base);
            }
        }
        _ => return Err("a body is no ball, no capsule and no box".into()),
    }
    Ok(())
}

fn insert_capsule(body: b3BodyId, shape: &b3ShapeDef, ends: [DVec3; 2], radius: f32) {
    let [center1, center2] = ends.map(vector);
    let capsule = b3Capsule {
        center1,
        center2,
        radius,
    };
    // SAFETY: the body is valid and both definitions outlive the call.
    unsafe { b3CreateCapsuleShape(body, shape, &capsule) };
}

fn mass_of(body: &BodyModel) -> b3MassData {
    let axes = DMat3::from_quat(body.axes);
    let inertia = axes * DMat3::from_diagonal(body.inertia) * axes.transpose();
    b3MassData {
        mass: body.mass as f32,
        center: vector(DVec3::ZERO),
        inertia: b3Matrix3 {
            cx: vector(inertia.x_axis),
            cy: vector(inertia.y_axis),
            cz: vector(inertia.z_axis),
        },
    }
}

/// A limit as Box3D has it: the z axis of the child's frame stays in a cone round that of
/// the parent's, and the child turns about it within bounds.
struct Cone {
    of_parent: DQuat,
    of_child: DQuat,
    /// Half the angle at the top of the cone, rad.
    angle: f64,
    /// Least and largest twist, rad.
    twist: [f64; 2],
}

impl Cone {
    /// The narrowest round cone that holds all swings within bounds, but at most a half
    /// space; the twist is the same.
    fn of(limit: &AngleLimit) -> Cone {
        let k = limit.twist_axis;
        let mut middle = 0.5 * (limit.min + limit.max);
        let mut half = 0.5 * (limit.max - limit.min);
        middle[k] = 0.0;
        half[k] = 0.0;
        let from_z = DQuat::from_rotation_arc(DVec3::Z, DVec3::AXES[k]);
        Cone {
            of_parent: DQuat::from_scaled_axis(middle) * from_z,
            of_child: limit.rest.conjugate() * from_z,
            angle: half.length().min(FRAC_PI_2),
            twist: [limit.min[k], limit.max[k]],
        }
    }
}

/// The largest excess of the angles that Box3D limits, rad.
fn violation(limit: &AngleLimit, _: &Settings, state: &State) -> f64 {
    let cone = Cone::of(limit);
    let parent = limit.parent.orientation(state) * cone.of_parent;
    let child = limit.child.orientation(state) * cone.of_child;
    let turn = parent.conjugate() * child;
    let swing = 2.0 * libm::atan2(libm::hypot(turn.x, turn.y), libm::hypot(turn.z, turn.w));
    let sign = if turn.w < 0.0 { -1.0 } else { 1.0 };
    let twist = 2.0 * libm::atan2(sign * turn.z, sign * turn.w);
    let [least, most] = cone.twist;
    (swing - cone.angle)
        .max(least - twist)
        .max(twist - most)
        .max(0.0)
}

fn vector(v: DVec3) -> b3Vec3 {
    b3Vec3 {
        x: v.x as f32,
        y: v.y as f32,
        z: v.z as f32,
    }
}

fn dvec(v: b3Vec3) -> DVec3 {
    DVec3::new(v.x.into(), v.y.into(), v.z.into())
}

fn quaternion(q: DQuat) -> b3Quat {
    b3Quat {
        v: vector(q.xyz()),
        s: q.w as f32,
    }
}
