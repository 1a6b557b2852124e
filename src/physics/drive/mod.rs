//! Drives: what pushes along the coordinate that a joint leaves free.
//!
//! A spring with a damper pushes with `F = −k (q − q0) − c (q̇ − q̇0)`, a motor with what its
//! rate takes, and friction is a motor that stands still; each with no more than it has. With the
//! rates `u` before and `v` after a substep of `h` seconds, and the error `C` before it, a spring
//! gives the impulse `λ = −h k C − a v − b u`, which as a row that gives way by `g = 1 / a` per
//! impulse is `v + g λ = −g (h k C + b u)`; of a motor `g` is 0 and its rate the aim. What `a` and
//! `b` are, so that a swing keeps its energy and no stiffness makes it gain any, says `rule`.
//! The impulse of the last substep is the first guess: joints answer to it before it is corrected,
//! and at rest nothing is left to correct, so that a load hangs where `load / k` says after few
//! iterations too. Source: Delannoy, 5.2 (muscles as an outlook); Gästrin, 8.2.

mod aim;
mod rule;

use super::constraint::stop::Held;
use super::constraint::{Constraint, ConstraintRows};
use super::coordinate::Coordinate;
use super::model::Model;
use super::state::State;
pub use aim::{Aim, Aims};
pub(in crate::physics) use rule::Rule;

/// What a drive does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DriveAction {
    /// Leads the coordinate to a target.
    Spring {
        /// N/m or N·m/rad.
        stiffness: f64,
        /// N·s/m or N·m·s/rad.
        damping: f64,
        /// m or rad.
        target: f64,
    },
    /// Gives the coordinate a rate.
    Motor {
        /// m/s or rad/s; 0 is friction.
        rate: f64,
    },
}

/// What pushes along the coordinate of a joint.
#[derive(Debug, Clone, PartialEq)]
pub struct Drive {
    /// Index of the constraint whose coordinate it is.
    pub constraint: usize,
    /// What it drives.
    pub coordinate: Coordinate,
    /// What it does.
    pub action: DriveAction,
    /// Most force or torque, N or N·m; infinite for no bound.
    pub most: f64,
}

impl Drive {
    /// The aim in a state that its target gives way to.
    pub fn aim<'a>(&self, state: &'a State) -> Option<&'a Aim> {
        match self.led_by_aims() {
            true => state.aims.of(self.constraint),
            false => None,
        }
    }

    /// Whether it is one that an [`Aim`] can lead: the spring of a ball joint.
    pub fn led_by_aims(&self) -> bool {
        let is_spring = matches!(self.action, DriveAction::Spring { .. });
        is_spring && matches!(self.coordinate, Coordinate::Bend { .. })
    }

    /// Its coordinate, counted from where it leads in a state.
    fn coordinate_in(&self, state: &State) -> Coordinate {
        match self.aim(state) {
            None => self.coordinate.clone(),
            Some(aim) => self.coordinate.clone().counted_from(aim.orientation),
        }
    }

    /// How far the coordinate is from the target of a spring, m or rad; at most half a turn where
    /// turns are not counted.
    pub fn error(&self, state: &State) -> f64 {
        match self.action {
            DriveAction::Spring { target, .. } => {
                let coordinate = self.coordinate_in(state);
                coordinate.value_within([target; 2], state) - target
            }
            DriveAction::Motor { .. } => 0.0,
        }
    }

    /// The force of a spring that leads to the target of the model, along its coordinate at a
    /// rate, N or N·m, and its damping; nothing of a motor.
    pub(in crate::physics) fn force(&self, state: &State, rate: f64) -> (f64, f64) {
        match self.action {
            DriveAction::Spring {
                stiffness, damping, ..
            } => (-stiffness * self.error(state) - damping * rate, damping),
            DriveAction::Motor { .. } => (0.0, 0.0),
        }
    }

    /// The rate of a motor, m/s or rad/s: at most what leads to its stop within `h` seconds.
    pub(in crate::physics) fn rate_to_stop(
        &self,
        (model, state): (&Model, &State),
        rate: f64,
        h: f64,
    ) -> f64 {
        let joint = &model.constraints[self.constraint];
        let bounds = joint.bounds_of(&self.coordinate);
        let Some(bounds) = bounds else {
            return rate;
        };
        let value = self.coordinate.value_within(bounds, state);
        let [least, most] = bounds.map(|bound| (bound - value) / h);
        rate.max(least.min(0.0)).min(most.max(0.0))
    }

    /// The point that is held while a motor turns its joint: the torque alone would part it.
    pub(in crate::physics) fn held(&self, model: &Model) -> Option<Held> {
        let joint = &model.constraints[self.constraint];
        let turns = matches!(joint, Constraint::Hinge(_) | Constraint::Universal(_));
        (turns && self.is_motor()).then(|| joint.attachments())
    }

    /// Whether it moves things by itself.
    pub fn is_motor(&self) -> bool {
        matches!(self.action, DriveAction::Motor { rate } if rate != 0.0)
    }

    /// Energy that a spring holds, J; nothing of a motor.
    pub fn energy(&self, state: &State) -> f64 {
        match self.action {
            DriveAction::Spring { stiffness, .. } => {
                let error = self.error(state);
                let strength = self.aim(state).map_or(1.0, |aim| aim.strength);
                0.5 * strength * stiffness * error * error
            }
            DriveAction::Motor { .. } => 0.0,
        }
    }
}
