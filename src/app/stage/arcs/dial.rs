//! The geometry of a joint's limits: an arc about each axis, and the cone of its swing.
//!
//! Everything comes from the constraint that the solver holds, at the angles that it
//! measures, so that what is drawn is what is enforced.

use crate::app::action::BROKEN_DEG;
use crate::app::geometry::nearest_turn;
use crate::app::stage::present::{orientation_of, position_of};
use crate::editor::of_axis;
use crate::lab::Simulation;
use crate::physics::constraint::{AngleLimit, ConstraintRows, LimitModel};
use crate::physics::math::rotation_from_vector;
use crate::physics::report::is_joint;
use crate::physics::{Attachment, Constraint, Frame, State};
use crate::view::stage_camera::StageCamera;
use glam::{DQuat, DVec3};
use std::f64::consts::{PI, TAU};

/// Radius of the largest arc as a share of the limb's length.
const SHARE_OF_LIMB: f64 = 0.8;
/// Length of a limb that is too short or too long to take its measure, m.
const LIMB_M: (f64, f64) = (0.12, 0.6);
/// Smallest radius of the largest arc on the screen, points.
const LEAST_PT: f64 = 80.0;
/// Radii of the arcs about the twist axis, the next and the one after.
const NESTED: [f64; 3] = [1.0, 0.82, 0.64];
/// A limb that leans so little off an axis turns about itself: a direction across it
/// shows the turn better.
const LEAST_ACROSS: f64 = 0.35;
/// Corners on each side of the rim of a cone.
const RIM_CORNERS: usize = 16;

/// The limits of a joint, in the world.
#[derive(Debug, Clone, PartialEq)]
pub struct Dial {
    /// Where the joint is, m.
    pub middle: DVec3,
    /// One about each of x, y, z of the parent, or the one of a hinge.
    pub arcs: Vec<Arc>,
    /// Where the twist axis may point, if it may swing both ways.
    pub cone: Option<Cone>,
    /// False where the clamp of components lets the joint flip by a half turn.
    pub holds: bool,
}

/// The range of one angle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arc {
    /// Which axis of the parent, 0 to 2; none of a hinge.
    pub index: Option<usize>,
    /// Centre, m.
    pub middle: DVec3,
    /// Radius, m.
    pub radius: f64,
    /// Unit axis.
    pub axis: DVec3,
    /// Unit direction at the angle 0, across the axis.
    pub zero: DVec3,
    /// Smallest angle, rad.
    pub min: f64,
    /// Largest angle, rad.
    pub max: f64,
    /// Present angle as the solver measures it, rad.
    pub angle: f64,
}

/// Where the twist axis of a joint may point.
#[derive(Debug, Clone, PartialEq)]
pub struct Cone {
    /// Its rim, a closed line, m.
    pub rim: Vec<DVec3>,
    /// Where the twist axis points now, m.
    pub now: DVec3,
    /// Whether it points out of the cone.
    pub is_broken: bool,
}

impl Arc {
    /// Direction at an angle; unit.
    pub fn direction(&self, angle: f64) -> DVec3 {
        let (sin, cos) = angle.sin_cos();
        self.zero * cos + self.axis.cross(self.zero) * sin
    }

    /// The place at an angle and a share of the radius, m.
    pub fn point(&self, angle: f64, share: f64) -> DVec3 {
        self.middle + self.direction(angle) * (self.radius * share)
    }

    /// The part of the range that is drawn, rad: of one over a turn half a turn to either side.
    pub fn shown(&self) -> [f64; 2] {
        let [low, high] = match self.max - self.min > TAU {
            true => [self.angle - PI, self.angle + PI],
            false => [self.min, self.max],
        };
        [low, high].map(|end| end.clamp(self.min, self.max))
    }

    /// Whether it leaves no room.
    pub fn is_locked(&self) -> bool {
        self.min == self.max
    }

    /// Whether the present angle is out of bounds.
    pub fn is_broken(&self) -> bool {
        let slack = BROKEN_DEG.to_radians();
        self.angle < self.min - slack || self.max + slack < self.angle
    }

    /// The bound that the present angle is nearest to, rad.
    pub fn nearest_bound(&self) -> f64 {
        match self.angle - self.min < self.max - self.angle {
            true => self.min,
            false => self.max,
        }
    }
}

impl Dial {
    /// The limits that a constraint of the model sets in a state; none if it sets none.
    /// Without a camera nothing looks after their size on the screen.
    pub fn of(
        simulation: &Simulation,
        state: &State,
        constraint: usize,
        camera: Option<&StageCamera>,
    ) -> Option<Dial> {
        let model = simulation.world.model();
        match model.constraints.get(constraint)? {
            Constraint::AngleLimit(limit) => {
                let sides = [limit.parent, limit.child];
                let held = held_between(&model.constraints, constraint, sides);
                let held = held.unwrap_or_else(|| [limit.child.origin(); 2]);
                let joint = Joint::new(held, sides, limit.rest, state, camera)?;
                Some(joint.dial_of_limit(limit, limit.model_in(&model.settings), state))
            }
            Constraint::Hinge(hinge) => {
                let (held, sides) = ([hinge.a, hinge.b], [hinge.parent, hinge.child]);
                let joint = Joint::new(held, sides, hinge.rest, state, camera)?;
                let range = hinge.limit?;
                let angle = hinge.coordinate().value_within(range, state);
                Some(joint.dial_of_hinge(hinge.axis, range, angle))
            }
            _ => None,
        }
    }
}

/// Where parent and child are joined, on the one and on the other; in a ragdoll the pin
/// stands before its limit.
fn held_between(
    constraints: &[Constraint],
    limit: usize,
    [parent, child]: [Frame; 2],
) -> Option<[Attachment; 2]> {
    let joins = |constraint: &Constraint| {
        let [a, b] = is_joint(constraint).then(|| constraint.attachments())?;
        match [Frame::of(a)?, Frame::of(b)?] {
            sides if sides == [parent, child] => Some([a, b]),
            sides if sides == [child, parent] => Some([b, a]),
            _ => None,
        }
    };
    let before = limit.checked_sub(1);
    let before = before.and_then(|index| joins(constraints.get(index)?));
    before.or_else(|| constraints.iter().find_map(joins))
}

/// What the arcs of a joint share.
struct Joint {
    /// Where it is, m.
    middle: DVec3,
    /// From the frame of the parent to the world.
    parent: DQuat,
    /// From the frame of the child to the world.
    child: DQuat,
    /// Direction of the limb at the angles 0, in the frame of the parent; unit.
    limb: DVec3,
    /// Radius of the largest arc, m.
    reach: f64,
}

impl Joint {
    /// `held`: where it holds the parent and the child; `rest` brings directions of the
    /// child to those of the parent at the angles 0. None in a state that has not both.
    fn new(
        [on_parent, on_child]: [Attachment; 2],
        [parent, child]: [Frame; 2],
        rest: DQuat,
        state: &State,
        camera: Option<&StageCamera>,
    ) -> Option<Joint> {
        let middle = position_of(on_parent, state)?;
        let half = match on_child {
            Attachment::Body { arm, .. } => -arm,
            _ => DVec3::ZERO,
        };
        let length = (2.0 * half.length()).clamp(LIMB_M.0, LIMB_M.1);
        let least = camera.map_or(0.0, |camera| camera.metres_per_point(middle) * LEAST_PT);
        Some(Joint {
            middle,
            parent: orientation_of(parent, state)?,
            child: orientation_of(child, state)?,
            limb: (rest * half).normalize_or(DVec3::NEG_Y),
            reach: least.max(SHARE_OF_LIMB * length),
        })
    }

    fn dial_of_limit(&self, limit: &AngleLimit, model: LimitModel, state: &State) -> Dial {
        let angles = limit.angles(state, model);
        let arcs = [0, 1, 2].map(|k| {
            let along = |vector: DVec3| of_axis(vector.to_array(), k);
            let [min, max, angle] = [limit.min, limit.max, angles].map(along);
            let is_twist = k == limit.twist_axis;
            let angle = match model {
                _ if is_twist && model.is_swing_twist() => nearest_turn(angle, 0.5 * (min + max)),
                _ => angle,
            };
            let share = of_axis(NESTED, (k + 3 - limit.twist_axis) % 3);
            Arc {
                index: Some(k),
                ..self.arc(of_axis(DVec3::AXES, k), [min, max], angle, share)
            }
        });
        Dial {
            middle: self.middle,
            cone: self.cone(limit, (model, angles), &arcs),
            holds: model.is_swing_twist() || clamp_holds(limit),
            arcs: arcs.to_vec(),
        }
    }

    fn dial_of_hinge(&self, axis: DVec3, range: [f64; 2], angle: f64) -> Dial {
        Dial {
            middle: self.middle,
            arcs: vec![self.arc(axis, range, angle, 1.0)],
            cone: None,
            holds: true,
        }
    }

    /// The arc about an axis of the parent.
    fn arc(&self, axis: DVec3, [min, max]: [f64; 2], angle: f64, share: f64) -> Arc {
        Arc {
            index: None,
            middle: self.middle,
            radius: self.reach * share,
            axis: self.parent * axis,
            zero: self.parent * zero_direction(self.limb, axis),
            min,
            max,
            angle,
        }
    }

    /// Where the twist axis may point while nothing twists.
    fn cone(
        &self,
        limit: &AngleLimit,
        (model, angles): (LimitModel, DVec3),
        arcs: &[Arc; 3],
    ) -> Option<Cone> {
        let twist = limit.twist_axis;
        let swings = [(twist + 1) % 3, (twist + 2) % 3];
        let swung = swings.map(|k| of_axis(arcs.each_ref(), k));
        if swung.iter().any(|arc| arc.is_locked()) {
            return None;
        }
        let along = of_axis(DVec3::AXES, twist);
        let axis = match self.limb.dot(along) < -LEAST_ACROSS {
            true => -along,
            false => along,
        };
        let point = |relative: DQuat| self.middle + self.parent * (relative * axis) * self.reach;
        let now = self.parent.conjugate() * self.child * limit.rest.conjugate();
        Some(Cone {
            rim: match model {
                LimitModel::Cone => ellipse_of_swings(limit, swings)
                    .map(|swing| point(rotation_from_vector(swing)))
                    .collect(),
                _ => rim_of_swings(limit, swings)
                    .map(|swing| point(rotation_of(swing, model)))
                    .collect(),
            },
            now: point(now),
            is_broken: match limit.cone_room(angles) {
                Some((room, _)) if model == LimitModel::Cone => room < -BROKEN_DEG.to_radians(),
                _ => swung.iter().any(|arc| arc.is_broken()),
            },
        })
    }
}

/// The angles along the bounds of two swings, once round.
fn rim_of_swings(limit: &AngleLimit, swings: [usize; 2]) -> impl Iterator<Item = DVec3> {
    let [[min_u, max_u], [min_v, max_v]] = swings.map(|k| {
        let axis = of_axis(DVec3::AXES, k);
        [limit.min, limit.max].map(|bound| axis * bound.dot(axis))
    });
    let first = min_u + min_v;
    let corners = [first, max_u + min_v, max_u + max_v, min_u + max_v];
    let next = corners.into_iter().skip(1).chain([first]);
    let sides = corners.into_iter().zip(next);
    let points = sides.flat_map(|(from, to)| {
        let share = |along: usize| along as f64 / RIM_CORNERS as f64;
        (0..RIM_CORNERS).map(move |along| from.lerp(to, share(along)))
    });
    points.chain([first])
}

/// The angles along the edge of an elliptic cone, once round.
fn ellipse_of_swings(limit: &AngleLimit, swings: [usize; 2]) -> impl Iterator<Item = DVec3> {
    const CORNERS: usize = 4 * RIM_CORNERS;
    let [u, v] = swings.map(|k| of_axis(DVec3::AXES, k));
    let middle = 0.5 * (limit.min + limit.max);
    let half = 0.5 * (limit.max - limit.min);
    (0..=CORNERS).map(move |corner| {
        let (sine, cosine) = (TAU * corner as f64 / CORNERS as f64).sin_cos();
        let along = |axis: DVec3, share: f64| axis * (middle + half * share).dot(axis);
        along(u, cosine) + along(v, sine)
    })
}

/// The rotation that a model takes for these angles.
fn rotation_of(angles: DVec3, model: LimitModel) -> DQuat {
    match model {
        LimitModel::SwingTwist | LimitModel::Cone => rotation_from_vector(angles),
        LimitModel::Component => {
            // Beyond a half turn there is nothing to clamp to.
            let sines = DVec3::from_array(angles.to_array().map(|angle| (0.5 * angle).sin()));
            let sines = sines.clamp_length_max(1.0);
            let real = (1.0 - sines.length_squared()).max(0.0).sqrt();
            DQuat::from_xyzw(sines.x, sines.y, sines.z, real)
        }
    }
}

/// Whether the clamp of components keeps the joint from half turns, beyond which it
/// throws it to the other side.
fn clamp_holds(limit: &AngleLimit) -> bool {
    let reach = limit.min.abs().max(limit.max.abs()).to_array();
    let sum: f64 = reach.iter().map(|angle| (0.5 * angle).sin().powi(2)).sum();
    sum < 1.0
}

/// A direction across an axis that shows turns about it: that of the limb, or ahead
/// where the limb lies along the axis.
fn zero_direction(limb: DVec3, axis: DVec3) -> DVec3 {
    let across = |direction: DVec3| direction - axis * direction.dot(axis);
    let candidates = [limb, DVec3::Z, DVec3::Y];
    let seen = candidates
        .into_iter()
        .map(across)
        .find(|direction| direction.length() > LEAST_ACROSS);
    seen.unwrap_or(axis.any_orthogonal_vector()).normalize()
}
