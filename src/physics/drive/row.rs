//! A drive within a substep.

use super::{Drive, DriveAction};
use crate::physics::attach::Level;
use crate::physics::constraint::ConstraintRow;
use crate::physics::coordinate::{Coordinate, Reading};
use crate::physics::model::Model;
use crate::physics::probe::SolverEvent;
use crate::physics::state::State;
use glam::DVec3;

/// How long a joint would take to where its spring leads if it is not at rest, s.
const AT_REST_S: f64 = 0.1;

/// A drive within a substep.
#[derive(Debug, Clone, Copy)]
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
    h: f64,
}

impl DriveRow {
    /// A drive at the begin of a substep of `h` seconds, with the impulse of the last one as
    /// its first guess; none if it has no strength.
    pub fn new(drive: &Drive, index: usize, state: &State, h: f64, known: f64) -> Option<DriveRow> {
        let aim = drive.aim(state);
        let share = aim.map_or(1.0, |aim| aim.strength);
        let (give, mut wanted) = match drive.action {
            DriveAction::Spring {
                stiffness, damping, ..
            } => {
                let stiffness = share * stiffness;
                let give = 1.0 / (h * (share * damping + h * stiffness));
                (give, -give * h * stiffness * drive.error(state))
            }
            DriveAction::Motor { rate } => (0.0, rate),
        };
        if let (Some(aim), Coordinate::Bend { axis, .. }) = (aim, drive.coordinate) {
            wanted += aim.angular_velocity.dot(axis);
        }
        let most = share * drive.most * h;
        (give.is_finite() && most > 0.0).then(|| DriveRow {
            drive: index,
            coordinate: drive.coordinate,
            start: drive.coordinate.read(state),
            give,
            wanted,
            most,
            impulse: known.clamp(-most, most),
            h,
        })
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
        let led = drive.aim(state).map_or(0.0, |aim| match drive.coordinate {
            Coordinate::Bend { axis, .. } => aim.angular_velocity.dot(axis),
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
    pub fn relax(&mut self, model: &Model, state: &mut State) -> f64 {
        let rate = self.coordinate.changed(&self.start, state) / self.h;
        let change = self.change(model, state, rate);
        self.push(model, state, change, Level::Position);
        change
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
        let push = DVec3::new(push, 0.0, 0.0);
        let row = self.along(state);
        row.push(model, state, [1.0; 2], push, level);
    }

    /// Changes the impulse for a coordinate that has this rate; returns by how much.
    fn change(&mut self, model: &Model, state: &State, rate: f64) -> f64 {
        let row = self.along(state);
        let answer = row.inverse_mass(model, state, [1.0; 2]).x_axis.x + self.give;
        if answer <= 0.0 {
            return 0.0;
        }
        let missing = rate + self.give * self.impulse - self.wanted;
        let before = self.impulse;
        self.impulse = (before - missing / answer).clamp(-self.most, self.most);
        self.impulse - before
    }
}
