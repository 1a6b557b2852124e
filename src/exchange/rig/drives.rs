//! What drives the moves of a rig.

use crate::physics::{Coordinate, Drive, DriveAction, Model, State};
use glam::{DQuat, DVec3};
use std::collections::BTreeMap;

/// Damping of a drive of glTF that stands for a motor or for friction, N·m·s/rad or N·s/m: its
/// largest force does all that it may.
pub const RIGID: f64 = 1e6;

/// What drives a turn or a way.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Driven {
    pub spring: Option<Spring>,
    pub motor: Option<Motor>,
    /// Torque or force of friction, N·m or N.
    pub friction: f64,
}

/// A spring with a damper at a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spring {
    /// N·m/rad or N/m.
    pub stiffness: f64,
    /// N·m·s/rad or N·s/m.
    pub damping: f64,
    /// rad or m.
    pub target: f64,
    /// Largest torque or force, N·m or N; infinite without a bound.
    pub most: f64,
}

/// What gives a move a rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motor {
    /// rad/s or m/s.
    pub rate: f64,
    /// Largest torque or force, N·m or N; infinite without a bound.
    pub most: f64,
}

/// The drives of a model by their constraints.
pub(super) struct Drives<'a> {
    of: BTreeMap<usize, Vec<&'a Drive>>,
    state: &'a State,
}

impl<'a> Drives<'a> {
    pub fn of(model: &'a Model, state: &'a State) -> Drives<'a> {
        let mut of: BTreeMap<usize, Vec<&Drive>> = BTreeMap::new();
        for drive in &model.drives {
            of.entry(drive.constraint).or_default().push(drive);
        }
        Drives { of, state }
    }

    /// What drives a coordinate of a constraint.
    pub fn of_coordinate(&self, constraint: usize, coordinate: &Coordinate) -> Driven {
        self.gathered(constraint, |drive| drive.coordinate == *coordinate)
    }

    /// What drives the turn of a ball joint about an axis of the parent, led to a target, rad.
    pub fn of_bend(&self, constraint: usize, axis: usize, target: f64) -> Driven {
        let is_about = |drive: &Drive| match drive.coordinate {
            Coordinate::Bend { axis: own, .. } => own == DVec3::AXES[axis],
            _ => false,
        };
        let driven = self.gathered(constraint, is_about);
        let led = |spring: Spring| Spring { target, ..spring };
        Driven {
            spring: driven.spring.map(led),
            ..driven
        }
    }

    /// Where the spring of a ball joint leads: the orientation of the child in the parent's frame.
    pub fn target_of_ball(&self, constraint: usize) -> Option<DQuat> {
        let mut drives = self.of.get(&constraint)?.iter();
        let drive = drives.find(|drive| drive.led_by_aims())?;
        match (drive.aim(self.state), &drive.coordinate) {
            (Some(aim), _) => Some(aim.orientation),
            (None, Coordinate::Bend { rest, .. }) => Some(*rest),
            _ => None,
        }
    }

    fn gathered(&self, constraint: usize, holds: impl Fn(&Drive) -> bool) -> Driven {
        let mut driven = Driven::default();
        let drives = self.of.get(&constraint).into_iter().flatten();
        for drive in drives.filter(|drive| holds(drive)) {
            let most = drive.most;
            match drive.action {
                DriveAction::Spring {
                    stiffness,
                    damping,
                    target,
                } => {
                    let share = drive.aim(self.state).map_or(1.0, |aim| aim.strength);
                    driven.spring = Some(Spring {
                        stiffness: share * stiffness,
                        damping: share * damping,
                        target,
                        most: share * most,
                    });
                }
                DriveAction::Motor { rate: 0.0 } => driven.friction += most,
                DriveAction::Motor { rate } => driven.motor = Some(Motor { rate, most }),
            }
        }
        driven
    }
}
