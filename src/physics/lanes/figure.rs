//! What all ragdolls that are stepped side by side have in common, in single precision.

use super::lane::Lane;
use super::motion::{damp, Motion};
use super::mover::Mover;
use super::parts::Parts;
use super::vector::Vector;
use super::{limit, pin};
use crate::physics::constraint::{relaxation_weights, AngleLimit, Kind, LimitModel};
use crate::physics::convex::Core;
use crate::physics::math::decay;
use crate::physics::model::{
    BodyModel, ContactMode, InertiaSplit, Misprints, Order, PinSolve, RotationUpdate, StateForm,
    Surface,
};
use crate::physics::{Attachment, BodyState, Constraint, Frame, Model, ObstacleShape, Settings};
use glam::{DQuat, DVec3};
use std::ops::Range;

/// Most bodies or particles of a figure: what the scratch memory has room for.
pub const MOST_MOVERS: usize = 32;
/// Most points of a figure that can touch a plane, times the planes.
pub const MOST_CONTACTS: usize = 64;
/// Most planes of a scene.
pub const MOST_PLANES: usize = 4;

/// A kind of ragdoll. Two ragdolls whose figures are equal move alike.
pub trait Figure: Clone + PartialEq + Send + Sync {
    /// State of one of its bodies or particles in the world.
    type State: Copy + Send + Sync;
    /// What is constant of one.
    type Constants;
    /// The same one of several ragdolls.
    type Mover<L: Lane>: Mover<L, Constants = Self::Constants, State = Self::State>;

    /// Where something is, m.
    fn place(state: &Self::State) -> DVec3;

    /// What is constant of its bodies or particles.
    fn constants(&self) -> &[Self::Constants];

    /// What of it can touch a plane.
    fn points(&self) -> &[Point];

    /// The points of one body or particle.
    fn points_of(&self, mover: usize) -> Range<usize>;

    /// What holds all of it; `None` if its joints do not hold it together.
    fn reach(&self) -> Option<Reach>;

    /// One pass over the joints in their order.
    fn relax_joints<L: Lane>(&self, scenery: &Scenery, movers: &mut [Self::Mover<L>]);

    /// Damps the relative turning of what joints join.
    fn damp<L: Lane>(&self, scenery: &Scenery, movers: &mut [Self::Mover<L>]);
}

/// Bodies held by pins and limits.
#[derive(Debug, Clone, PartialEq)]
pub struct RigidFigure {
    pub bodies: Vec<Body>,
    /// In the order of solution.
    pub joints: Vec<Joint>,
    /// Pairs of bodies whose relative turning is damped.
    pub damped: Vec<[usize; 2]>,
    /// What of it can touch a plane.
    pub points: Vec<Point>,
}

/// A body of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// 1/kg.
    pub inverse_mass: f32,
    /// Principal moments, kg·m².
    pub inertia: [f32; 3],
    /// 1/(kg·m²).
    pub inverse_inertia: [f32; 3],
    /// Principal axes in the body frame, x, y, z, w; `None` if they are its own.
    pub axes: Option<[f32; 4]>,
    /// Whether all moments are the same.
    pub round: bool,
    /// Radius about the centre that holds its shape, m.
    pub extent: f64,
    /// What is left of its velocity after a substep.
    pub kept: f32,
    /// What is left of its angular velocity after a substep.
    pub kept_spin: f32,
    /// Its points among those of the figure.
    pub points: Range<usize>,
}

/// A constraint of a figure.
#[derive(Debug, Clone, PartialEq)]
pub enum Joint {
    /// Two points together.
    Pin(Pin),
    /// Rotation within bounds.
    Limit(Limit),
}

/// Two points together.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    /// The two bodies.
    pub bodies: [usize; 2],
    /// The points in their frames, m.
    pub arms: [[f32; 3]; 2],
    /// Factors on the inverse masses.
    pub weights: [f32; 2],
    /// Fraction of the error corrected.
    pub strength: f32,
}

/// Bounds of a rotation.
#[derive(Debug, Clone, PartialEq)]
pub struct Limit {
    /// Parent and child.
    pub bodies: [usize; 2],
    /// Smallest angles about the parent's x, y, z, rad.
    pub min: [f32; 3],
    /// Largest angles, rad.
    pub max: [f32; 3],
    /// Sines of half of them.
    pub half_sines: [[f32; 3]; 2],
    /// Axis of the twist: 0 = x, 1 = y, 2 = z.
    pub twist_axis: usize,
    /// Inverse of the orientation of the child in the parent at the angles 0, x, y, z,
    /// w; `None` if that is the parent's own.
    pub back_to_rest: Option<[f32; 4]>,
    /// How angles are measured.
    pub model: LimitModel,
    /// Fraction of the error corrected.
    pub strength: f32,
}

/// A ball of a body, an end of its capsule, or a corner of its rounded box.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Index of the body or particle.
    pub body: usize,
    /// Its centre in the body frame, m; `None` = the centre of mass.
    pub arm: Option<[f32; 3]>,
    /// Radius, m.
    pub radius: f32,
    /// Surface of the body.
    pub surface: Surface,
}

impl Figure for RigidFigure {
    type State = BodyState;
    type Constants = Body;
    type Mover<L: Lane> = Motion<L>;

    fn place(body: &BodyState) -> DVec3 {
        body.position
    }

    fn constants(&self) -> &[Body] {
        &self.bodies
    }

    fn points(&self) -> &[Point] {
        &self.points
    }

    fn points_of(&self, body: usize) -> Range<usize> {
        self.bodies[body].points.clone()
    }

    fn reach(&self) -> Option<Reach> {
        let extents: Vec<f64> = self.bodies.iter().map(|body| body.extent).collect();
        Reach::of(&links_of(&self.joints), &extents)
    }

    #[inline(always)]
    fn relax_joints<L: Lane>(&self, scenery: &Scenery, motions: &mut [Motion<L>]) {
        for joint in &self.joints {
            match joint {
                Joint::Pin(pin) => pin::relax(pin, scenery.block_pins, motions, &self.bodies),
                Joint::Limit(limit) => limit::relax(limit, motions, &self.bodies),
            }
        }
    }

    #[inline(always)]
    fn damp<L: Lane>(&self, scenery: &Scenery, motions: &mut [Motion<L>]) {
        for &pair in &self.damped {
            damp(motions, &self.bodies, pair, scenery.damping);
        }
    }
}

impl RigidFigure {
    /// The figure of an assembly; `None` if something of it is beyond the kernels.
    pub fn of(model: &Model, parts: &Parts) -> Option<RigidFigure> {
        let Parts {
            bodies,
            constraints,
            ..
        } = parts;
        if bodies.len() > MOST_MOVERS {
            return None;
        }
        let joint = |&i: &usize| joint_of(model, bodies, i);
        let (mut of_bodies, mut points) = (Vec::new(), Vec::new());
        for (place, body) in model.bodies[bodies.clone()].iter().enumerate() {
            let first = points.len();
            points.extend(points_of(place, body)?);
            of_bodies.push(body_of(body, &model.settings, first..points.len()));
        }
        let joints = constraints.iter().map(joint).collect::<Option<Vec<_>>>()?;
        Some(RigidFigure {
            damped: damped_pairs(&joints),
            bodies: of_bodies,
            joints,
            points,
        })
    }
}

/// Whether the kernels solve as these settings say.
pub fn suits(settings: &Settings) -> bool {
    settings.form == StateForm::VelocityLess
        && settings.contacts == ContactMode::Constraint
        && settings.inertia_split == InertiaSplit::Exact
        && settings.order == Order::Listed
        && settings.early_out.is_none()
        && settings.misprints == Misprints::default()
}

/// Share of a velocity that drag leaves after a substep; `own` of the thing itself.
pub fn kept(own: Option<f64>, common: f64, settings: &Settings) -> f32 {
    decay(own.unwrap_or(common), duration_of_substep(settings)) as f32
}

fn duration_of_substep(settings: &Settings) -> f64 {
    settings.step_s / f64::from(settings.substeps)
}

fn single(vector: DVec3) -> [f32; 3] {
    vector.to_array().map(|value| value as f32)
}

/// `None` for no turn at all.
fn single_turn(rotation: DQuat) -> Option<[f32; 4]> {
    let turns = rotation.xyz() != DVec3::ZERO;
    turns.then(|| rotation.to_array().map(|value| value as f32))
}

fn body_of(body: &BodyModel, settings: &Settings, points: Range<usize>) -> Body {
    Body {
        kept: kept(body.linear_drag, settings.linear_drag, settings),
        kept_spin: kept(body.angular_drag, settings.angular_drag, settings),
        inverse_mass: (1.0 / body.mass) as f32,
        inertia: single(body.inertia),
        inverse_inertia: single(body.inertia.recip()),
        axes: single_turn(body.axes),
        round: body.is_round(),
        extent: body.shape.map_or(0.0, |shape| shape.bounding_radius()),
        points,
    }
}

/// The points of a shape that can touch a plane: centres, ends or corners of its core;
/// `None` for shapes whose rims are round.
fn points_of(place: usize, body: &BodyModel) -> Option<Vec<Point>> {
    let Some(shape) = body.shape else {
        return Some(Vec::new());
    };
    let arms = match shape.core {
        Core::Point => vec![DVec3::ZERO],
        Core::Segment(half) => vec![-half, half],
        Core::Cuboid(half) => corners(half),
        Core::Cylinder { .. } | Core::Wedge(_) | Core::Triangle(_) => return None,
    };
    let point = |arm: DVec3| Point {
        body: place,
        arm: (arm != DVec3::ZERO).then(|| single(arm)),
        radius: shape.radius as f32,
        surface: body.surface,
    };
    Some(arms.into_iter().map(point).collect())
}

/// The corners of a box, each once if the box is flat.
fn corners(half: DVec3) -> Vec<DVec3> {
    let mut corners = vec![half];
    for axis in DVec3::AXES.into_iter().filter(|&axis| axis.dot(half) > 0.0) {
        let mirrored = corners
            .iter()
            .map(|&corner| corner - axis * (2.0 * axis.dot(half)));
        corners.extend(mirrored.collect::<Vec<_>>());
    }
    corners
}

fn joint_of(model: &Model, bodies: &Range<usize>, index: usize) -> Option<Joint> {
    let constraint = &model.constraints[index];
    let place = |body: usize| bodies.contains(&body).then(|| body - bodies.start);
    match constraint {
        Constraint::Pin(pin) => {
            let (
                Attachment::Body {
                    body: a,
                    arm: arm_a,
                },
                Attachment::Body {
                    body: b,
                    arm: arm_b,
                },
            ) = (pin.a, pin.b)
            else {
                return None;
            };
            let sides = constraint.attachments();
            let weighting = model.settings.weighting;
            let weights = relaxation_weights(model, sides, weighting);
            Some(Joint::Pin(Pin {
                bodies: [place(a)?, place(b)?],
                arms: [single(arm_a), single(arm_b)],
                weights: weights.map(|weight| weight as f32),
                strength: (pin.strength * model.settings.over_relaxation) as f32,
            }))
        }
        Constraint::AngleLimit(limit) => limit_of(limit, &model.settings, place),
        _ => None,
    }
}

fn limit_of(
    limit: &AngleLimit,
    settings: &Settings,
    place: impl Fn(usize) -> Option<usize>,
) -> Option<Joint> {
    let (Frame::Body(parent), Frame::Body(child)) = (limit.parent, limit.child) else {
        return None;
    };
    if limit.restitution != 0.0 {
        return None;
    }
    Some(Joint::Limit(Limit {
        bodies: [place(parent)?, place(child)?],
        min: single(limit.min),
        max: single(limit.max),
        half_sines: [limit.min, limit.max]
            .map(|angles| angles.to_array().map(|angle| libm::sin(0.5 * angle) as f32)),
        twist_axis: limit.twist_axis,
        back_to_rest: single_turn(limit.rest.conjugate()),
        model: limit.model_in(settings),
        strength: (limit.strength() * settings.over_relaxation) as f32,
    }))
}

/// The pairs that a joint joins.
fn damped_pairs(joints: &[Joint]) -> Vec<[usize; 2]> {
    let pin = |joint: &Joint| match joint {
        Joint::Pin(pin) => Some(pin.bodies),
        Joint::Limit(_) => None,
    };
    joints.iter().filter_map(pin).collect()
}

/// A ball about one of the bodies or particles of a figure that holds all of it as long
/// as its joints hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// Index of the one.
    pub centre: usize,
    /// Radius, m.
    pub radius: f64,
}

impl Reach {
    /// About the one that gives the smallest ball. `links` are pairs that stay within a
    /// distance, m, `extents` the radii of the single ones, m; `None` if the links do not
    /// hold it all together.
    pub fn of(links: &[([usize; 2], f64)], extents: &[f64]) -> Option<Reach> {
        let about = |centre: usize| {
            let mut away = vec![f64::INFINITY; extents.len()];
            away[centre] = 0.0;
            // As often as the longest chain.
            for _ in extents {
                for &([a, b], apart) in links {
                    away[a] = away[a].min(away[b] + apart);
                    away[b] = away[b].min(away[a] + apart);
                }
            }
            let farthest = away.iter().zip(extents).map(|(away, extent)| away + extent);
            Reach {
                centre,
                radius: farthest.fold(0.0, f64::max),
            }
        };
        let all = (0..extents.len()).map(about);
        all.min_by(|a, b| a.radius.total_cmp(&b.radius))
            .filter(|reach| reach.radius.is_finite())
    }
}

/// The pins as pairs of bodies that stay within the length of their arms, m.
fn links_of(joints: &[Joint]) -> Vec<([usize; 2], f64)> {
    let length = |arm: [f32; 3]| DVec3::from_array(arm.map(f64::from)).length();
    let link = |joint: &Joint| match joint {
        Joint::Pin(pin) => Some((pin.bodies, length(pin.arms[0]) + length(pin.arms[1]))),
        Joint::Limit(_) => None,
    };
    joints.iter().filter_map(link).collect()
}

/// What the settings and the planes of a scene give for every figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenery {
    /// Substeps per step.
    pub substeps: u32,
    /// Relaxation iterations per substep.
    pub iterations: u32,
    /// Duration of a substep, s.
    pub h: f32,
    /// Change of velocity by gravity in a substep, m/s.
    pub fall: [f32; 3],
    /// Velocity of the air, m/s.
    pub air: [f32; 3],
    /// Whether pins are solved in three rows at once.
    pub block_pins: bool,
    /// Whether free bodies keep their angular momentum.
    pub midpoint: bool,
    /// Share of the relative turning of joined limbs that a substep takes.
    pub damping: f32,
    /// The planes.
    pub planes: Vec<Plane>,
}

/// A half space.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    /// A point of it, m.
    pub point: DVec3,
    /// Out of it, a unit vector.
    pub normal: DVec3,
    /// The same in single precision.
    pub normal_single: [f32; 3],
    /// Its surface.
    pub surface: Surface,
}

impl Scenery {
    /// Velocity after drag, of which the share `kept` is left, and gravity of a substep.
    #[inline(always)]
    pub fn coasting<L: Lane>(&self, velocity: Vector<L>, kept: f32) -> Vector<L> {
        let air = self.air.map(|speed| speed * (1.0 - kept));
        velocity * velocity.x.like(kept) + velocity.like(self.fall) + velocity.like(air)
    }

    /// What counts for the figures of a model.
    pub fn of(model: &Model) -> Scenery {
        let settings = &model.settings;
        let h = duration_of_substep(settings);
        let planes = model.obstacles.iter();
        let planes = planes.filter(|obstacle| obstacle.shape == ObstacleShape::Plane);
        Scenery {
            substeps: settings.substeps,
            iterations: settings.iterations,
            h: h as f32,
            fall: single(settings.gravity * h),
            air: single(settings.air_velocity),
            block_pins: settings.pins == PinSolve::Block,
            midpoint: settings.rotation == RotationUpdate::Midpoint,
            damping: (1.0 - decay(settings.joint_damping, h)) as f32,
            planes: planes
                .map(|plane| {
                    let normal = plane.orientation * DVec3::Y;
                    Plane {
                        point: plane.position,
                        normal,
                        normal_single: single(normal),
                        surface: plane.surface,
                    }
                })
                .collect(),
        }
    }
}
