//! From the drives and gears of a scene to those of the model.

use super::build::{quaternion, Builder};
use crate::physics::constraint::{Gear, Pin};
use crate::physics::coordinate::{relative, Coordinate};
use crate::physics::{Attachment, Constraint, Drive, DriveAction, Frame, State};
use crate::scene::{self, BendDrive, ConstraintKind, SerialAxis, TurnDrive, WayDrive};
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;

const NO_JOINT: &str = "it can only join hinges and sliders";

/// The drives of one coordinate, each with the most that it does.
type Actions = Vec<(DriveAction, f64)>;

impl Builder<'_> {
    /// The drives of a constraint of the scene at its place, which has been built.
    pub(super) fn drives(&self, place: usize, constraint: &scene::Constraint) -> Vec<Drive> {
        let Some(built) = self.model.constraints.get(place) else {
            return Vec::new();
        };
        listed(place, self.driven(built, &constraint.kind))
    }

    /// The coordinates of a joint, with what drives them.
    fn driven(&self, built: &Constraint, kind: &ConstraintKind) -> Vec<(Coordinate, Actions)> {
        match (built, kind) {
            (Constraint::Distance(rod), ConstraintKind::Distance(own)) => {
                let coordinate = Coordinate::Distance { a: rod.a, b: rod.b };
                vec![(coordinate, along(&own.drive))]
            }
            (Constraint::Pin(pin), ConstraintKind::Pin(own)) => {
                bends(pin.a, pin.b, &own.drive, &self.state)
            }
            (Constraint::Hinge(hinge), ConstraintKind::Hinge(own)) => {
                vec![(hinge.coordinate(), about(&own.drive))]
            }
            (Constraint::Slider(slider), ConstraintKind::Slider(own)) => {
                let mut driven = vec![(slider.coordinate(), along(&own.drive))];
                if own.turns {
                    driven.push((slider.turn_coordinate(), about(&own.turn_drive)));
                }
                driven
            }
            (Constraint::Universal(cross), ConstraintKind::Universal(own)) => {
                let drives = [about(&own.drive), about(&own.cross_drive)];
                cross.coordinates().into_iter().zip(drives).collect()
            }
            (Constraint::Serial(serial), ConstraintKind::Serial(own)) => {
                let drives = own.axes.iter().map(|axis| match axis {
                    SerialAxis::Slide(slide) => along(&slide.drive),
                    SerialAxis::Hinge(hinge) => about(&hinge.drive),
                });
                serial.coordinates().zip(drives).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The drives of the coordinates of the constraint at a place.
fn listed(place: usize, driven: Vec<(Coordinate, Actions)>) -> Vec<Drive> {
    let each = |(coordinate, actions): (Coordinate, Actions)| {
        actions.into_iter().map(move |(action, most)| Drive {
            constraint: place,
            coordinate: coordinate.clone(),
            action,
            most,
        })
    };
    driven.into_iter().flat_map(each).collect()
}

/// The drives of a ball joint, which is the constraint at a place.
pub(super) fn drives_of_pin(
    place: usize,
    pin: &Pin,
    drive: &BendDrive,
    state: &State,
) -> Vec<Drive> {
    listed(place, bends(pin.a, pin.b, drive, state))
}

/// The three components of the bend of a ball joint.
fn bends(
    a: Attachment,
    b: Attachment,
    drive: &BendDrive,
    state: &State,
) -> Vec<(Coordinate, Actions)> {
    let (Some(parent), Some(child)) = (Frame::of(a), Frame::of(b)) else {
        return Vec::new();
    };
    let target = drive.spring.and_then(|spring| spring.target);
    let rest = target.map_or_else(
        || relative(parent, child, DQuat::IDENTITY, state),
        quaternion,
    );
    let spring = drive.spring.map(|spring| {
        let action = DriveAction::Spring {
            stiffness: spring.stiffness_n_m_per_rad,
            damping: spring.damping_n_m_s_per_rad,
            target: 0.0,
        };
        (action, bound(spring.most_n_m))
    });
    let actions: Actions = spring
        .into_iter()
        .chain(friction(drive.friction_n_m))
        .collect();
    let bend = |axis| Coordinate::Bend {
        parent,
        child,
        axis,
        rest,
    };
    let axes = DVec3::AXES.into_iter();
    axes.map(|axis| (bend(axis), actions.clone())).collect()
}

/// A gear between two joints that have been built.
pub(super) fn gear(
    gear: &scene::Gear,
    joints: [Option<&Constraint>; 2],
    state: &State,
) -> Result<Constraint, String> {
    let coordinate = |joint: Option<&Constraint>| match joint {
        Some(Constraint::Hinge(hinge)) => Ok(hinge.coordinate()),
        Some(Constraint::Slider(slider)) => Ok(slider.coordinate()),
        _ => Err(NO_JOINT.to_string()),
    };
    let [first, second] = [coordinate(joints[0])?, coordinate(joints[1])?];
    let [of_first, of_second] = lowest_terms(gear.teeth).map(f64::from);
    let way = gear.way_per_turn_m;
    let (ratio, period) = match (first.is_angle(), second.is_angle()) {
        (true, true) => (of_first / of_second, Some(TAU / of_second)),
        (false, false) => (of_first / of_second, None),
        (true, false) => (way / TAU, Some(way)),
        (false, true) => (TAU / way, Some(TAU)),
    };
    let ratio = if gear.same_way { ratio } else { -ratio };
    let offset = match second.is_angle() {
        true => gear.offset_deg.map(f64::to_radians),
        false => gear.offset_m,
    };
    let offset = offset.unwrap_or_else(|| second.value(state) - ratio * first.value(state));
    Ok(Constraint::Gear(Box::new(Gear {
        first,
        second,
        ratio,
        offset,
        period,
        relaxation_factor: gear.strength,
    })))
}

fn lowest_terms([a, b]: [u32; 2]) -> [u32; 2] {
    let (mut large, mut small) = (a, b);
    while small != 0 {
        (large, small) = (small, large % small);
    }
    [a, b].map(|teeth| teeth / large.max(1))
}

fn about(drive: &TurnDrive) -> Actions {
    let spring = drive.spring.map(|spring| {
        let action = DriveAction::Spring {
            stiffness: spring.stiffness_n_m_per_rad,
            damping: spring.damping_n_m_s_per_rad,
            target: spring.target_deg.to_radians(),
        };
        (action, bound(spring.most_n_m))
    });
    let motor = drive.motor.map(|motor| {
        let rate = motor.speed_deg_s.to_radians();
        (DriveAction::Motor { rate }, bound(motor.most_n_m))
    });
    let all = spring.into_iter().chain(motor);
    all.chain(friction(drive.friction_n_m)).collect()
}

fn along(drive: &WayDrive) -> Actions {
    let spring = drive.spring.map(|spring| {
        let action = DriveAction::Spring {
            stiffness: spring.stiffness_n_per_m,
            damping: spring.damping_n_s_per_m,
            target: spring.target_m,
        };
        (action, bound(spring.most_n))
    });
    let motor = drive.motor.map(|motor| {
        let rate = motor.speed_m_s;
        (DriveAction::Motor { rate }, bound(motor.most_n))
    });
    let all = spring.into_iter().chain(motor);
    all.chain(friction(drive.friction_n)).collect()
}

fn friction(most: f64) -> Option<(DriveAction, f64)> {
    (most > 0.0).then_some((DriveAction::Motor { rate: 0.0 }, most))
}

fn bound(most: Option<f64>) -> f64 {
    most.unwrap_or(f64::INFINITY)
}
