//! Moving, turning and scaling of things.
//!
//! A set moves with the particles of its sticks, and constraints that grip nothing
//! outside it stay as they are: their points of the world, hinge axes and rests go
//! along, lengths scale. Where a constraint joins the set with something that stays,
//! limits keep their zero and welds take the new arrangement. Velocities stay.

use super::placement::{place_ragdoll, scale_body, scale_shape};
use super::Edit;
use crate::compile::compile;
use crate::editor::error::EditError;
use crate::editor::item::check_ids;
use crate::editor::references::{grips_mut, inside, movers, with_stick_ends};
use crate::physics;
use crate::scene::range::decimal_sum;
use crate::scene::{ConstraintKind, Fixed, Grip, Id, Scene, SerialAxis, Slider, Universal};
use glam::{DQuat, DVec3};
use std::collections::BTreeSet;

/// Angle within which a weld counts as met, rad.
const MET_RAD: f64 = 1e-3;

/// How things are moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Motion {
    /// By this much, m.
    Move([f64; 3]),
    /// About a point of the world.
    Turn {
        /// The point, m.
        pivot_m: [f64; 3],
        /// The rotation as a quaternion w, x, y, z of any length but zero.
        rotation: [f64; 4],
    },
    /// Larger or smaller as seen from a point of the world. Given masses stay,
    /// densities too; ragdolls keep their size.
    Scale {
        /// The point, m.
        pivot_m: [f64; 3],
        /// Above 0; 1 changes nothing.
        factor: f64,
    },
}

impl Motion {
    /// What it does, as the head of a sentence.
    pub fn verb(&self) -> &'static str {
        match self {
            Motion::Move(_) => "Move",
            Motion::Turn { .. } => "Rotate",
            Motion::Scale { .. } => "Scale",
        }
    }

    /// Where a point goes.
    pub fn point(&self, point: [f64; 3]) -> [f64; 3] {
        let p = DVec3::from(point);
        match *self {
            Motion::Move([x, y, z]) => [
                decimal_sum(p.x, x),
                decimal_sum(p.y, y),
                decimal_sum(p.z, z),
            ],
            Motion::Turn { pivot_m, .. } => {
                let pivot = DVec3::from(pivot_m);
                (pivot + self.rotation() * (p - pivot)).to_array()
            }
            Motion::Scale { pivot_m, factor } => {
                let pivot = DVec3::from(pivot_m);
                (pivot + (p - pivot) * factor).to_array()
            }
        }
    }

    /// What an orientation becomes.
    pub fn orientation(&self, orientation: [f64; 4]) -> [f64; 4] {
        match self {
            Motion::Turn { .. } => numbers(self.rotation() * rotation_of(orientation)),
            _ => orientation,
        }
    }

    /// The rotation; none but of a turn.
    pub(super) fn rotation(&self) -> DQuat {
        match self {
            Motion::Turn { rotation, .. } => rotation_of(*rotation),
            _ => DQuat::IDENTITY,
        }
    }

    /// The factor on lengths; 1 but of scaling.
    pub(super) fn factor(&self) -> f64 {
        match self {
            Motion::Scale { factor, .. } => *factor,
            _ => 1.0,
        }
    }

    fn check(&self) -> Result<(), EditError> {
        let (thing, remedy) = match self {
            Motion::Turn { rotation, .. } => {
                let length = rotation.iter().map(|x| x * x).sum::<f64>();
                if length.is_finite() && length > 1e-12 {
                    return Ok(());
                }
                ("rotate", "give a rotation that is not zero")
            }
            Motion::Scale { factor, .. } if !(factor.is_finite() && *factor > 0.0) => {
                ("scale", "give a factor above 0")
            }
            _ => return Ok(()),
        };
        Err(EditError::refused(
            thing,
            "this number cannot be used",
            remedy,
        ))
    }
}

/// A rotation of the document, which names w first.
pub(super) fn rotation_of([w, x, y, z]: [f64; 4]) -> DQuat {
    DQuat::from_xyzw(x, y, z, w).normalize()
}

/// A rotation as the document writes it.
pub(super) fn numbers(q: DQuat) -> [f64; 4] {
    let q = q.normalize();
    [q.w, q.x, q.y, q.z]
}

impl Edit<'_> {
    /// Moves things with what is wholly among them.
    pub(super) fn transform(
        &mut self,
        ids: &BTreeSet<Id>,
        motion: &Motion,
    ) -> Result<(), EditError> {
        motion.check()?;
        check_ids(self.scene, ids)?;
        let set = with_stick_ends(self.scene, ids);
        let inner = inside(self.scene, &set);
        if let Motion::Turn { .. } = motion {
            keep_rests(self.scene, &set, &inner)?;
        }
        move_constraints(self.scene, (ids, &set, &inner), motion);
        for body in self.scene.bodies.iter_mut().filter(|b| set.contains(&b.id)) {
            body.position_m = motion.point(body.position_m);
            body.orientation = motion.orientation(body.orientation);
            scale_body(body, motion.factor());
        }
        for thing in (self.scene.obstacles.iter_mut()).filter(|t| set.contains(&t.id)) {
            thing.position_m = motion.point(thing.position_m);
            thing.orientation = motion.orientation(thing.orientation);
            scale_shape(&mut thing.shape, motion.factor());
        }
        for particle in (self.scene.particles.iter_mut()).filter(|p| set.contains(&p.id)) {
            particle.position_m = motion.point(particle.position_m);
            particle.radius_m *= motion.factor();
        }
        for ragdoll in (self.scene.ragdolls.iter_mut()).filter(|r| set.contains(&r.id)) {
            place_ragdoll(ragdoll, motion)?;
        }
        Ok(())
    }
}

/// Before a turn: limits across the edge of the set write down their zero, and welds
/// forget theirs if they were met, to be welded as things stand then.
fn keep_rests(
    scene: &mut Scene,
    set: &BTreeSet<Id>,
    inner: &BTreeSet<Id>,
) -> Result<(), EditError> {
    let crosses = |c: &crate::scene::Constraint| {
        !inner.contains(&c.id) && movers(scene, c).iter().any(|id| set.contains(id))
    };
    let crossing: BTreeSet<Id> = (scene.constraints.iter().filter(|c| crosses(c)))
        .map(|c| c.id)
        .collect();
    if crossing.is_empty() {
        return Ok(());
    }
    let (world, _) = compile(scene)?;
    let (state, model) = (world.state(), world.model());
    let pairs = scene.constraints.iter_mut().zip(&model.constraints);
    for (constraint, built) in pairs.filter(|(c, _)| crossing.contains(&c.id)) {
        match (&mut constraint.kind, built) {
            (ConstraintKind::AngleLimit(limit), physics::Constraint::AngleLimit(built)) => {
                limit.rest = Some(limit.rest.unwrap_or(numbers(built.rest)));
            }
            (ConstraintKind::Hinge(hinge), physics::Constraint::Hinge(built))
                if built.limit.is_some() || hinge.drive.spring.is_some() =>
            {
                hinge.rest = Some(hinge.rest.unwrap_or(numbers(built.rest)));
            }
            (ConstraintKind::Serial(serial), physics::Constraint::Serial(built))
                if serial.axes.iter().any(SerialAxis::is_bound) =>
            {
                serial.rest = Some(serial.rest.unwrap_or(numbers(built.linkage.rest)));
            }
            (ConstraintKind::Fixed(Fixed { rest, .. }), built)
            | (ConstraintKind::Slider(Slider { rest, .. }), built)
            | (ConstraintKind::Universal(Universal { rest, .. }), built)
                if built.residual(state, &model.settings).angle < MET_RAD =>
            {
                *rest = None;
            }
            _ => {}
        }
    }
    Ok(())
}

/// What constraints keep in the world or in lengths; `sets` are what was chosen,
/// the same with the ends of sticks, and the constraints among it.
fn move_constraints(
    scene: &mut Scene,
    sets: (&BTreeSet<Id>, &BTreeSet<Id>, &BTreeSet<Id>),
    motion: &Motion,
) {
    let (chosen, set, inner) = sets;
    for constraint in &mut scene.constraints {
        let whole = inner.contains(&constraint.id);
        // A rope's or a rod's end in the world stays when only the other is moved.
        let hangs = matches!(constraint.kind, ConstraintKind::Distance(_));
        let goes_along = chosen.contains(&constraint.id) || (whole && !hangs);
        if whole {
            scale_lengths(&mut constraint.kind, motion.factor());
        }
        if goes_along {
            turn_in_world(&mut constraint.kind, motion);
        }
        for grip in grips_mut(&mut constraint.kind).into_iter().flatten() {
            match grip {
                Grip::World(point) if goes_along => *point = motion.point(*point),
                Grip::Body { id, point_m } if set.contains(id) => {
                    *point_m = point_m.map(|x| x * motion.factor());
                }
                _ => {}
            }
        }
    }
}

fn scale_lengths(kind: &mut ConstraintKind, factor: f64) {
    let scale = |length: &mut Option<f64>| {
        if let Some(length) = length {
            *length *= factor;
        }
    };
    match kind {
        ConstraintKind::Stick(stick) => {
            scale(&mut stick.length_m);
            stick.radius_m *= factor;
        }
        ConstraintKind::Distance(distance) => {
            scale(&mut distance.min_m);
            scale(&mut distance.max_m);
        }
        ConstraintKind::Surface(surface) => surface.thickness_m *= factor,
        ConstraintKind::Slider(slider) => {
            scale(&mut slider.limit_min_m);
            scale(&mut slider.limit_max_m);
        }
        ConstraintKind::Serial(serial) => {
            for axis in &mut serial.axes {
                match axis {
                    SerialAxis::Slide(slide) => {
                        scale(&mut slide.limit_min_m);
                        scale(&mut slide.limit_max_m);
                        slide.start_m *= factor;
                    }
                    SerialAxis::Hinge(hinge) => {
                        hinge.offset_m = hinge.offset_m.map(|x| x * factor);
                    }
                }
            }
        }
        ConstraintKind::Guide(guide) => {
            scale(&mut guide.limit_min_m);
            scale(&mut guide.limit_max_m);
        }
        _ => {}
    }
}

/// Axis and rest of a joint with the world, whose frame does not turn.
fn turn_in_world(kind: &mut ConstraintKind, motion: &Motion) {
    let Motion::Turn { .. } = motion else {
        return;
    };
    let turn = motion.rotation();
    let turned = |a: &Grip, b: &Grip, rest: [f64; 4]| match (a, b) {
        (Grip::World(_), _) => numbers(turn * rotation_of(rest)),
        (_, Grip::World(_)) => numbers(rotation_of(rest) * turn.conjugate()),
        _ => rest,
    };
    match kind {
        ConstraintKind::Hinge(hinge) => {
            hinge.rest = hinge.rest.map(|rest| turned(&hinge.a, &hinge.b, rest));
            if let Grip::World(_) = hinge.a {
                hinge.axis = (turn * DVec3::from(hinge.axis)).to_array();
            }
        }
        ConstraintKind::Slider(slider) => {
            slider.rest = slider.rest.map(|rest| turned(&slider.a, &slider.b, rest));
            if let Grip::World(_) = slider.a {
                slider.axis = (turn * DVec3::from(slider.axis)).to_array();
            }
        }
        ConstraintKind::Universal(cross) => {
            cross.rest = cross.rest.map(|rest| turned(&cross.a, &cross.b, rest));
            if let Grip::World(_) = cross.a {
                for axis in [&mut cross.axis, &mut cross.cross_axis] {
                    *axis = (turn * DVec3::from(*axis)).to_array();
                }
            }
        }
        ConstraintKind::Serial(serial) => {
            serial.rest = serial.rest.map(|rest| turned(&serial.a, &serial.b, rest));
            if let Grip::World(_) = serial.a {
                let turned = |vector: &mut [f64; 3]| {
                    *vector = (turn * DVec3::from(*vector)).to_array();
                };
                for axis in &mut serial.axes {
                    turned(axis.direction_mut());
                    if let SerialAxis::Hinge(hinge) = axis {
                        turned(&mut hinge.offset_m);
                    }
                }
            }
        }
        ConstraintKind::Guide(guide) => {
            if let Grip::World(_) = guide.a {
                guide.axis = (turn * DVec3::from(guide.axis)).to_array();
            }
        }
        ConstraintKind::Fixed(fixed) => {
            fixed.rest = fixed.rest.map(|rest| turned(&fixed.a, &fixed.b, rest));
        }
        ConstraintKind::Pin(_)
        | ConstraintKind::Distance(_)
        | ConstraintKind::Stick(_)
        | ConstraintKind::AngleLimit(_)
        | ConstraintKind::Gear(_)
        | ConstraintKind::Corner(_)
        | ConstraintKind::Surface(_) => {}
    }
}
