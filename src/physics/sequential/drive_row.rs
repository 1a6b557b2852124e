//! A drive within a substep.

use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::constraint::stop::Held;
use crate::physics::constraint::{Constraint, ConstraintRow};
use crate::physics::coordinate::{Coordinate, Reading};
use crate::physics::drive::{Drive, DriveAction, Rule};
use crate::physics::math::solve_symmetric;
use crate::physics::model::Model;
use crate::physics::probe::SolverEvent;
use crate::physics::state::State;
use glam::{DMat3, DVec3};

/// How long a joint would take to where its spring leads if it is not at rest, s.
const AT_REST_S: f64 = 0.1;

/// Share of the most that a spring has up to which it acts as a force: that may grow within a
/// substep.
const MOST_OF_FORCE: f64 = 0.9;

/// What joints do while a drive pushes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joints {
    /// They hold, so that it moves all that hangs on them.
    Hold,
    /// They are solved afterwards: it moves things as if they were free.
    Yield,
}

/// A drive within a substep.
#[derive(Debug, Clone)]
pub struct DriveRow {
    /// Index of the drive in the model.
    drive: usize,
    /// What it drives.
    coordinate: Coordinate,
    /// The coordinate as the substep begins.
    start: Reading,
    /// How far it gives way, m/s or rad/s per impulse.
    pub give: f64,
    /// Rate that is wanted where it gives no way, m/s or rad/s.
    pub wanted: f64,
    /// Most impulse, N·s or N·m·s.
    pub most: f64,
    /// Impulse so far, N·s or N·m·s.
    pub impulse: f64,
    /// Of a spring, how it acts, and the rate before, against that of its target.
    spring: Option<(Rule, f64)>,
    /// The point that is held while a motor turns its joint.
    held: Option<Held>,
    h: f64,
}

impl DriveRow {
    /// A drive at the begin of a substep of `h` seconds, with the impulse of the last one as
    /// its first guess; none if it has no strength.
    pub fn new(
        (drive, index): (&Drive, usize),
        model: &Model,
        state: &State,
        (h, joints): (f64, Joints),
        known: f64,
    ) -> Option<DriveRow> {
        let aim = drive.aim(state);
        let share = aim.map_or(1.0, |aim| aim.strength);
        let led = match (aim, &drive.coordinate) {
            (Some(aim), Coordinate::Bend { axis, .. }) => aim.angular_velocity.dot(*axis),
            _ => 0.0,
        };
        let (give, wanted, spring) = match drive.action {
            DriveAction::Spring {
                stiffness, damping, ..
            } => {
                let along = drive.coordinate.row(state, 0.0);
                let spring = [share * stiffness, share * damping];
                let rule = rule(drive, (&along, spring), (model, state), (h, joints));
                let give = 1.0 / rule.of_rate;
                let before = along.rate(state).x - led;
                let at_start = share * h * stiffness * drive.error(state) + rule.of_before * before;
                (give, led - give * at_start, Some((rule, before)))
            }
            DriveAction::Motor { rate } => (0.0, drive.rate_to_stop((model, state), rate, h), None),
        };
        let most = share * drive.most * h;
        (give.is_finite() && most > 0.0).then(|| DriveRow {
            drive: index,
            coordinate: drive.coordinate.clone(),
            start: drive.coordinate.read(state),
            give,
            wanted,
            most,
            impulse: known.clamp(-most, most),
            spring,
            held: drive.held(model),
            h,
        })
    }

    /// Whether it may as well act as a force that follows the motion: a spring of a joint that
    /// leads where the model says, slowly enough and with less than it has.
    pub fn can_be_force(&self, model: &Model, state: &State) -> bool {
        let is_of_joint = !matches!(self.coordinate, Coordinate::Distance { .. });
        let is_led = model.drives[self.drive].aim(state).is_some();
        let is_slow = self.spring.is_some_and(|(rule, _)| rule.can_be_force);
        let largest = self.impulse.abs().max(self.impulse_as_force().abs());
        is_slow && is_of_joint && !is_led && largest < MOST_OF_FORCE * self.most
    }

    /// Its impulse, were it a force that follows the motion from the rate before to that which
    /// the row leaves.
    pub fn impulse_as_force(&self) -> f64 {
        let Some((rule, before)) = self.spring else {
            return self.impulse;
        };
        let rate = self.wanted - self.give * self.impulse;
        let at_end = (rule.of_rate - rule.of_mean) * rate;
        self.impulse + at_end + (rule.of_before - rule.of_mean) * before
    }

    /// A row whose error grows with what is driven.
    pub fn along(&self, state: &State) -> ConstraintRow {
        self.coordinate.row(state, 0.0)
    }

    /// What a probe is told when it has pushed.
    pub fn event(&self) -> SolverEvent {
        SolverEvent::Drive(self.drive)
    }

    /// Index of the drive in the model.
    pub fn index(&self) -> usize {
        self.drive
    }

    /// Lets what moves forget the impulse of the last substep, more the faster it does: all of it
    /// where the error of the spring would be gone within `AT_REST_S`; of what is at rest nothing.
    ///
    /// Passes over places that end early leave an impulse behind what the spring asks for now, and
    /// a force that comes late feeds a swing: a chain of stiff joints then gains energy. At rest it
    /// is not late.
    pub fn forget_motion(&mut self, model: &Model, state: &State) {
        let drive = &model.drives[self.drive];
        let DriveAction::Spring { stiffness, .. } = drive.action else {
            return;
        };
        let error = drive.error(state);
        let led = drive.aim(state).map_or(0.0, |aim| match &drive.coordinate {
            Coordinate::Bend { axis, .. } => aim.angular_velocity.dot(*axis),
            _ => 0.0,
        });
        let rate = (self.along(state).rate(state).x - led).abs();
        if rate * AT_REST_S >= error.abs() {
            self.impulse = 0.0;
            return;
        }
        let share = 1.0 - rate * AT_REST_S / error.abs();
        let force = -self.h * stiffness * error;
        let of_spring = [force.min(0.0), force.max(0.0)];
        self.impulse = share * self.impulse.clamp(of_spring[0], of_spring[1]);
    }

    /// Applies the first guess.
    pub fn warm_start(&self, model: &Model, state: &mut State, level: Level) {
        self.push(model, state, self.impulse, level);
    }

    /// Moves things as the drive wants it by the end of the substep.
    pub fn relax(&mut self, model: &Model, state: &mut State) {
        let rate = self.coordinate.changed(&self.start, state) / self.h;
        let change = self.change(model, state, rate);
        self.push(model, state, change, Level::Position);
    }

    /// Gives things the velocities that it wants in the motion to come.
    pub fn solve(&mut self, model: &Model, state: &mut State) {
        let rate = self.along(state).rate(state).x;
        let change = self.change(model, state, rate);
        self.push(model, state, change, Level::Velocity);
    }

    /// Pushes along the coordinate: with an impulse, or as far as it leads within the substep.
    pub fn push(&self, model: &Model, state: &mut State, impulse: f64, level: Level) {
        let push = match level {
            Level::Position => impulse * self.h,
            Level::Velocity => impulse,
        };
        let row = self.along(state);
        if self.held.is_none() {
            row.push(model, state, [1.0; 2], DVec3::new(push, 0.0, 0.0), level);
            return;
        }
        let held = row.held(model, state, self.held);
        row.push_held(model, state, &held, push, level);
    }

    /// Changes the impulse for a coordinate that has this rate; returns by how much.
    fn change(&mut self, model: &Model, state: &State, rate: f64) -> f64 {
        let row = self.along(state);
        let answer = row.held(model, state, self.held).answer + self.give;
        if answer <= 0.0 {
            return 0.0;
        }
        let missing = rate + self.give * self.impulse - self.wanted;
        let before = self.impulse;
        self.impulse = (before - missing / answer).clamp(-self.most, self.most);
        self.impulse - before
    }
}

/// How a spring with a damper acts within a substep of `h` seconds.
fn rule(
    drive: &Drive,
    (along, [stiffness, damping]): (&ConstraintRow, [f64; 2]),
    (model, state): (&Model, &State),
    (h, joints): (f64, Joints),
) -> Rule {
    let free = || along.inverse_mass(model, state, [1.0; 2]).x_axis.x;
    let answer = match joints {
        Joints::Yield => free(),
        Joints::Hold => free() - taken_by_joint(drive, along, model, state),
    };
    Rule::of(stiffness, damping, answer.max(0.0), h)
}

/// What a joint takes of the answer of its coordinate to an impulse, 1/kg or 1/(kg·m²): by holding
/// the point that it turns about, or against each other what slides without turning. That nothing
/// else holds anything leaves the most.
fn taken_by_joint(drive: &Drive, along: &ConstraintRow, model: &Model, state: &State) -> f64 {
    let points = match &model.constraints[drive.constraint] {
        Constraint::Pin(pin) => [pin.a, pin.b],
        Constraint::Hinge(hinge) => [hinge.a, hinge.b],
        Constraint::Universal(cross) => [cross.a, cross.b],
        Constraint::Slider(slider) if !slider.turns => [slider.a, slider.b],
        _ => return 0.0,
    };
    match *along {
        ConstraintRow::Angular { .. } => {
            let free = along.inverse_mass(model, state, [1.0; 2]).x_axis.x;
            free - along.held(model, state, Some(points)).answer
        }
        ConstraintRow::Linear {
            a, b, direction, ..
        } => taken_by_slider([a, b], direction, model, state),
        _ => 0.0,
    }
}

/// What a slider takes of the answer along its way by not letting its bodies turn against each
/// other, 1/kg.
fn taken_by_slider(sides: [Attachment; 2], way: DVec3, model: &Model, state: &State) -> f64 {
    let turned = |point: Attachment| match point {
        Attachment::Body { body, arm } => {
            let arm = state.bodies[body].orientation * arm;
            Frame::Body(body).inverse_inertia_times(model, state, arm.cross(way))
        }
        _ => DVec3::ZERO,
    };
    let answer = |point: Attachment| match Frame::of(point) {
        Some(frame) => {
            let column = |axis| frame.inverse_inertia_times(model, state, axis);
            let [x, y, z] = DVec3::AXES.map(column);
            DMat3::from_cols(x, y, z)
        }
        None => DMat3::ZERO,
    };
    let [a, b] = sides;
    let apart = turned(a) + turned(b);
    let held = solve_symmetric(&(answer(a) + answer(b)), apart);
    held.map_or(0.0, |push| push.dot(apart))
}
