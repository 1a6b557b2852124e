//! What all rigid ragdolls that are stepped side by side have in common.

use super::answer::{self, MOST_STOPS};
use super::joint::Joint;
use super::motion::{damp, Motion};
use super::rotation::turn_of;
use crate::physics::convex::Core;
use crate::physics::lanes::figure::{Figure, Point, Reach, MOST_MOVERS};
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::mover::Mover;
use crate::physics::lanes::parts::Parts;
use crate::physics::lanes::scenery::{duration_of_substep, fall_s, kept, Scenery};
use crate::physics::{Attachment, BodyModel, BodyState, ColliderId, Model, Settings, State};
use arrayvec::ArrayVec;
use glam::DVec3;
use std::ops::Range;

/// Bodies held by pins and limits.
#[derive(Debug, Clone, PartialEq)]
pub struct RigidFigure {
    bodies: Vec<Body>,
    /// In the order of solution.
    joints: Vec<Joint>,
    /// Pairs of bodies whose relative turning is damped.
    damped: Vec<[usize; 2]>,
    /// What of it can touch a plane.
    points: Vec<Point>,
    /// Whether that is all: not where rims are round.
    knows_its_points: bool,
}

/// A body of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// 1/kg.
    pub inverse_mass: f64,
    /// Principal moments, kg·m².
    pub inertia: [f64; 3],
    /// 1/(kg·m²).
    pub inverse_inertia: [f64; 3],
    /// Principal axes in the body frame, x, y, z, w; `None` if they are its own.
    pub axes: Option<[f64; 4]>,
    /// Whether all moments are the same.
    pub round: bool,
    /// Radius about the centre that holds its shape, m.
    pub extent: f64,
    /// Decay rates of its own of its velocity and angular velocity, 1/s.
    drag: [Option<f64>; 2],
    /// What is left of its velocity after a substep.
    pub kept: f64,
    /// How long gravity acts within a substep, less what drag takes of it, s.
    pub fall_s: f64,
    /// What is left of its angular velocity after a substep.
    pub kept_spin: f64,
    /// Its points among those of the figure.
    pub points: Range<usize>,
}

impl Figure for RigidFigure {
    type State = BodyState;
    type Constants = Body;
    type Mover<L: Lane> = Motion<L>;

    fn place(body: &BodyState) -> DVec3 {
        body.position
    }

    fn grip(index: usize, arm: DVec3) -> (ColliderId, Attachment) {
        let grip = Attachment::Body { body: index, arm };
        (ColliderId::Body(index), grip)
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
        let links: Vec<_> = self.joints.iter().filter_map(|joint| joint.link).collect();
        Reach::of(&links, &extents)
    }

    #[inline(always)]
    fn relax_joints<L: Lane>(&self, motions: &mut [Motion<L>]) {
        for joint in &self.joints {
            joint.relax(motions, &self.bodies);
        }
    }

    #[inline(always)]
    fn relax_joint<L: Lane>(&self, joint: usize, motions: &mut [Motion<L>]) {
        self.joints[joint].relax(motions, &self.bodies);
    }

    #[inline(always)]
    fn arrest<L: Lane>(&self, scenery: &Scenery, motions: &mut [Motion<L>]) {
        if !scenery.meets_stops {
            return;
        }
        let zero = motions[0].position.x.like(0.0);
        let mut struck = zero.lt(zero);
        for joint in &self.joints {
            struck = struck | joint.arrest(scenery, motions, &self.bodies);
        }
        if !L::any(struck) {
            return;
        }
        let mut before = ArrayVec::<_, MOST_MOVERS>::new();
        for motion in &*motions {
            before.push([motion.velocity, motion.spin]);
        }
        zero.apart(
            #[inline(always)]
            || answer::answer(&self.joints, scenery, motions, &self.bodies),
        );
        for (motion, before) in motions.iter_mut().zip(&before) {
            motion.take_velocities_where(!struck, *before);
        }
    }

    fn kind_of(&self, joint: usize) -> &'static str {
        self.joints[joint].kind
    }

    fn retime(&mut self, settings: &Settings, h: f64) {
        for body in &mut self.bodies {
            body.kept = kept(body.drag[0], settings.common.linear_drag, h);
            body.fall_s = fall_s(body.drag[0], settings, h);
            body.kept_spin = kept(body.drag[1], settings.common.angular_drag, h);
        }
    }

    fn knows_its_points(&self) -> bool {
        self.knows_its_points
    }

    fn states(state: &State) -> &[BodyState] {
        &state.bodies
    }

    fn states_mut(state: &mut State) -> &mut [BodyState] {
        &mut state.bodies
    }

    #[inline(always)]
    fn damp<L: Lane>(&self, scenery: &Scenery, motions: &mut [Motion<L>]) {
        for &pair in &self.damped {
            damp(motions, &self.bodies, pair, scenery.damping);
        }
    }
}

impl RigidFigure {
    /// The figure of an articulation; `None` if something of it is beyond the kernels, or if it
    /// hangs from the world: no two of those are alike.
    pub fn of(model: &Model, parts: &Parts) -> Option<RigidFigure> {
        let Parts {
            bodies,
            constraints,
            ..
        } = parts;
        if model.anchored[model.bodies[bodies.start].articulation] {
            return None;
        }
        let is_uneven =
            |i: usize| model.bodies[i].orthogonal_drag.is_some() || !model.pieces_of(i).is_empty();
        if bodies.len() > MOST_MOVERS || bodies.clone().any(is_uneven) {
            return None;
        }
        let joint = |&i: &usize| Joint::of(model, parts, i);
        let (mut of_bodies, mut points) = (Vec::new(), Vec::new());
        let mut knows_its_points = true;
        for (place, body) in model.bodies[bodies.clone()].iter().enumerate() {
            let first = points.len();
            match points_of(place, body) {
                Some(own) => points.extend(own),
                None => knows_its_points = false,
            }
            of_bodies.push(body_of(body, &model.settings, first..points.len()));
        }
        let joints = constraints.iter().map(joint).collect::<Option<Vec<_>>>()?;
        let stops: usize = joints.iter().map(Joint::stops).sum();
        let others = joints.iter().filter(|joint| !joint.only_bounds()).count();
        if stops > MOST_STOPS || others > MOST_MOVERS {
            return None;
        }
        Some(RigidFigure {
            damped: joints.iter().filter_map(|joint| joint.joined).collect(),
            bodies: of_bodies,
            joints,
            points,
            knows_its_points,
        })
    }
}

fn body_of(body: &BodyModel, settings: &Settings, points: Range<usize>) -> Body {
    let h = duration_of_substep(settings);
    Body {
        drag: [body.linear_drag, body.angular_drag],
        kept: kept(body.linear_drag, settings.common.linear_drag, h),
        fall_s: fall_s(body.linear_drag, settings, h),
        kept_spin: kept(body.angular_drag, settings.common.angular_drag, h),
        inverse_mass: 1.0 / body.mass,
        inertia: body.inertia.to_array(),
        inverse_inertia: body.inertia.recip().to_array(),
        axes: turn_of(body.axes),
        round: body.is_round(),
        extent: body
            .shape
            .as_ref()
            .map_or(0.0, |shape| shape.bounding_radius()),
        points,
    }
}

/// The points of a shape that can touch a plane: centres, ends or corners of its core;
/// `None` for shapes whose rims are round.
fn points_of(place: usize, body: &BodyModel) -> Option<Vec<Point>> {
    let Some(shape) = &body.shape else {
        return Some(Vec::new());
    };
    let arms = match &shape.core {
        Core::Point => vec![DVec3::ZERO],
        Core::Segment(half) => vec![-*half, *half],
        Core::Cuboid(half) => corners(*half),
        Core::Hull(hull) => hull.corners().to_vec(),
        Core::Cylinder { .. } | Core::Wedge(_) | Core::Triangle(_) => return None,
    };
    let point = |arm: DVec3| Point {
        mover: place,
        arm: (arm != DVec3::ZERO).then(|| arm.to_array()),
        radius: shape.radius,
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
