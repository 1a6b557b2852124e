//! The range test: how far the joints of a ragdoll turn, and whether their stops hold.
//!
//! A copy of the ragdoll floats in its start pose, without gravity and with nothing to
//! touch, under the solver settings of its scene. One joint after the other is driven
//! gently past both ends of its range about each axis: by a torque about the axis of the
//! parent on the child, and its reaction on the parent as of a muscle, so strong that it
//! would turn the two sides of the figure apart at [`DRIVE_RAD_S2`] if each were stiff.
//! Since nothing outside turns the figure, it comes to rest as a whole where a stop
//! holds. The drive is gentle on purpose: it asks whether a stop holds at all, and a
//! throw asks more of it.

use crate::compile::{compile, BuildError, RagdollMap};
use crate::physics::constraint::{AngleLimit, LimitModel, Pin};
use crate::physics::{Attachment, Constraint, Frame, Level, State, StepOutcome, World};
use crate::scene::{Axis, Id, Ragdoll, Scene};
use glam::DVec3;
use serde::Serialize;

/// How fast the drive would turn the two sides of a joint apart, rad/s².
pub const DRIVE_RAD_S2: f64 = 5.0;
/// Rate at which the drive pauses, rad/s.
pub const SWEEP_RAD_S: f64 = 2.0;
/// A stop holds if the joint rests no farther from it, degrees.
pub const AT_EDGE_DEG: f64 = 1.0;
/// A stop holds if the joint was never farther past it, degrees.
pub const OVERSHOOT_DEG: f64 = 5.0;
/// A joint rests when it has kept within this angle, degrees: what is pressed on a stop trembles
/// by up to 0.4 under Verlet at 60 Hz, since a stop is met only at half a radian a second...
const STILL_DEG: f64 = 0.5;
/// ...for this long, s.
const STILL_S: f64 = 0.5;
/// A joint that does not rest is given up after this time, s.
const LONGEST_S: f64 = 6.0;

const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

/// An end of the range about an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// The smallest angle.
    Min,
    /// The largest angle.
    Max,
}

/// How a joint came to rest at an edge of its range; angles in the engine's frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RangeResult {
    /// The part that turned against its parent.
    pub part: &'static str,
    /// Axis of the parent.
    pub axis: Axis,
    /// Which end.
    pub edge: Edge,
    /// Angle of the edge, degrees.
    pub wanted_deg: f64,
    /// Angle at the end of the drive, degrees.
    pub reached_deg: f64,
    /// Farthest past the edge on the way, degrees; 0 if never past it.
    pub overshoot_deg: f64,
    /// Whether the joint came to rest.
    pub settled: bool,
    /// Whether the model of the limit can hold its range at all, see
    /// [`AngleLimit::component_clamp_holds`].
    pub model_holds: bool,
}

impl RangeResult {
    /// Whether the joint rests at the edge and was never far past it.
    pub fn holds(&self) -> bool {
        self.trouble().is_none()
    }

    /// Why the stop does not hold, in a few words; none if it does.
    pub fn trouble(&self) -> Option<&'static str> {
        let off_deg = (self.reached_deg - self.wanted_deg).abs();
        if !self.model_holds {
            Some("the component model cannot enforce this range")
        } else if !self.settled {
            Some("does not come to rest")
        } else if off_deg > AT_EDGE_DEG {
            Some("rests away from the limit")
        } else if self.overshoot_deg > OVERSHOOT_DEG {
            Some("overshoots the limit")
        } else {
            None
        }
    }
}

/// A range test under way, one edge at a time.
pub struct RangeTest {
    start: World,
    joints: Vec<Joint>,
    results: Vec<RangeResult>,
}

/// A joint with a limit.
struct Joint {
    part: &'static str,
    limit: AngleLimit,
    /// Reduced moment of inertia of its two sides about each axis of the parent
    /// through its pin, kg·m².
    inertia: DVec3,
}

impl RangeTest {
    /// The test of a ragdoll, before its first edge; one without limits has no edges.
    ///
    /// # Errors
    /// All things that the scene's method cannot simulate.
    pub fn new(scene: &Scene, ragdoll: Id) -> Result<RangeTest, Vec<BuildError>> {
        let alone = alone(scene, ragdoll);
        let (start, map) = compile(&alone)?;
        let joints = map.ragdolls.first().map(|map| joints(&start, map));
        Ok(RangeTest {
            start,
            joints: joints.unwrap_or_default(),
            results: Vec::new(),
        })
    }

    /// Number of edges.
    pub fn count(&self) -> usize {
        self.joints.len() * EDGES.len()
    }

    /// Results so far; the test is done when there are [`RangeTest::count`].
    pub fn results(&self) -> &[RangeResult] {
        &self.results
    }

    /// Drives a joint to the next edge; false if there is none.
    pub fn step(&mut self) -> bool {
        let next = self.results.len();
        let Some(joint) = self.joints.get(next / EDGES.len()) else {
            return false;
        };
        let (axis, edge) = EDGES[next % EDGES.len()];
        let result = sweep(self.start.clone(), joint, axis, edge);
        self.results.push(result);
        true
    }
}

/// The edges of a joint in the order of their test.
const EDGES: [(usize, Edge); 6] = [
    (0, Edge::Min),
    (0, Edge::Max),
    (1, Edge::Min),
    (1, Edge::Max),
    (2, Edge::Min),
    (2, Edge::Max),
];

/// Tests all edges of a ragdoll.
///
/// # Errors
/// All things that the scene's method cannot simulate.
pub fn range_test(scene: &Scene, ragdoll: Id) -> Result<Vec<RangeResult>, Vec<BuildError>> {
    let mut test = RangeTest::new(scene, ragdoll)?;
    while test.step() {}
    Ok(test.results)
}

/// The scene with the ragdoll as its only thing, floating in its start pose.
fn alone(scene: &Scene, ragdoll: Id) -> Scene {
    let floating = |ragdoll: &Ragdoll| Ragdoll {
        pose: None,
        stands_until_hit: false,
        self_collision: false,
        ..ragdoll.clone()
    };
    let wanted = scene.ragdolls.iter().filter(|other| other.id == ragdoll);
    let mut alone = Scene {
        solver: scene.solver.clone(),
        materials: scene.materials.clone(),
        ragdolls: wanted.map(floating).collect(),
        gravity_m_s2: [0.0; 3],
        ..Scene::default()
    };
    alone.solver.sleeping = false;
    alone
}

/// The joints with limits.
fn joints(world: &World, map: &RagdollMap) -> Vec<Joint> {
    let constraints = &world.model().constraints[map.constraints.clone()];
    let pins: Vec<_> = constraints.iter().filter_map(pin_of).collect();
    let joint = |constraint: &Constraint| {
        let Constraint::AngleLimit(limit) = constraint else {
            return None;
        };
        let Frame::Body(child) = limit.child else {
            return None;
        };
        let (pin, _) = pins.iter().find(|(_, [_, pinned])| *pinned == child)?;
        let hanging = hanging_on(child, &pins);
        let rest = map.bodies.clone().filter(|body| !hanging.contains(body));
        let sides = [rest.collect(), hanging]
            .map(|side: Vec<_>| inertia_about(world, limit.parent, pin, &side).recip());
        Some(Joint {
            part: map.parts.get(child - map.bodies.start)?,
            limit: limit.clone(),
            inertia: (sides[0] + sides[1]).recip(),
        })
    };
    constraints.iter().filter_map(joint).collect()
}

/// A pin and the bodies of parent and child.
fn pin_of(constraint: &Constraint) -> Option<(&Pin, [usize; 2])> {
    match constraint {
        Constraint::Pin(pin) => match (pin.a, pin.b) {
            (Attachment::Body { body: a, .. }, Attachment::Body { body: b, .. }) => {
                Some((pin, [a, b]))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A body and all that hangs on it; pins come in the order from root to leaf.
fn hanging_on(child: usize, pins: &[(&Pin, [usize; 2])]) -> Vec<usize> {
    let mut hanging = vec![child];
    for (_, [parent, child]) in pins {
        if hanging.contains(parent) {
            hanging.push(*child);
        }
    }
    hanging
}

/// Moments of inertia of some bodies together about the axes of the parent through a
/// pin, kg·m².
fn inertia_about(world: &World, parent: Frame, pin: &Pin, bodies: &[usize]) -> DVec3 {
    let (model, state) = (world.model(), world.state());
    let point = pin.a.position(state);
    let about = |axis: DVec3| -> f64 {
        let axis = parent.orientation(state) * axis;
        let of = |&body: &usize| {
            let motion = &state.bodies[body];
            let spin = State::inertia_times(model, body, motion.orientation, axis).dot(axis);
            let arm = (motion.position - point).cross(axis).length_squared();
            spin + model.bodies[body].mass * arm
        };
        bodies.iter().map(of).sum()
    };
    DVec3::from_array(DVec3::AXES.map(about))
}

/// Drives a joint to an edge and waits until it rests.
fn sweep(mut world: World, joint: &Joint, axis: usize, edge: Edge) -> RangeResult {
    let (bounds, sign) = match edge {
        Edge::Min => (joint.limit.min, -1.0),
        Edge::Max => (joint.limit.max, 1.0),
    };
    let mut result = RangeResult {
        part: joint.part,
        axis: AXES[axis],
        edge,
        wanted_deg: bounds[axis].to_degrees(),
        reached_deg: joint.angle_deg(&world, axis),
        overshoot_deg: 0.0,
        settled: false,
        model_holds: joint.model_holds(&world),
    };
    let step_s = world.model().settings.common.step_s;
    let (mut rested_at_deg, mut rested_s) = (result.reached_deg, 0.0);
    for _ in 0..(LONGEST_S / step_s) as u64 {
        joint.drive(&mut world, axis, sign);
        if world.step() != StepOutcome::Advanced {
            break;
        }
        let angle_deg = joint.angle_deg(&world, axis);
        let past_deg = sign * (angle_deg - result.wanted_deg);
        result.reached_deg = angle_deg;
        result.overshoot_deg = result.overshoot_deg.max(past_deg);
        if (angle_deg - rested_at_deg).abs() > STILL_DEG {
            (rested_at_deg, rested_s) = (angle_deg, 0.0);
        }
        rested_s += step_s;
        result.settled = rested_s >= STILL_S;
        if result.settled {
            break;
        }
    }
    result
}

impl Joint {
    fn model(&self, world: &World) -> LimitModel {
        self.limit.model_in(&world.model().settings)
    }

    fn model_holds(&self, world: &World) -> bool {
        self.model(world).is_swing_twist()
            || AngleLimit::component_clamp_holds(self.limit.min, self.limit.max)
    }

    fn angle_deg(&self, world: &World, axis: usize) -> f64 {
        let angles = self.limit.angles(world.state(), self.model(world));
        angles[axis].to_degrees()
    }

    /// Adds the torque of a step, unless the joint already turns fast enough.
    fn drive(&self, world: &mut World, axis: usize, sign: f64) {
        let mut state = world.state().clone();
        let [parent, child] = [self.limit.parent, self.limit.child];
        let about = parent.orientation(&state) * DVec3::AXES[axis] * sign;
        let rate = about.dot(child.angular_velocity(&state) - parent.angular_velocity(&state));
        if rate >= SWEEP_RAD_S {
            return;
        }
        let model = world.model();
        let impulse = about * (self.inertia[axis] * DRIVE_RAD_S2 * model.settings.common.step_s);
        child.turn(model, &mut state, impulse, Level::Velocity);
        parent.turn(model, &mut state, -impulse, Level::Velocity);
        world.restore(&state);
    }
}
