//! What drives joints: springs, motors, friction.

use super::form::{put, Form};
use super::joint::constraint;
use super::serial::axis_of;
use crate::editor::Item;
use crate::scene::range;
use crate::scene::{
    BendDrive, BendSpring, ConstraintKind, SerialAxis, TurnDrive, TurnMotor, TurnSpring, WayDrive,
    WayMotor, WaySpring,
};
use egui_macroquad::egui::Ui;

const SPRING: &str = "A damped spring drives the joint to its target";
const MOTOR: &str = "A motor drives the joint at a speed, up to its maximum force or torque";
const ACROSS: &str = "Rotation about the axis fixed to the second side";

/// Names of the rows of a drive; a form knows its rows by them.
struct Names {
    spring: &'static str,
    stiffness: &'static str,
    damping: &'static str,
    target: &'static str,
    /// Of the switch and of the number.
    most: [&'static str; 2],
    motor: &'static str,
    speed: &'static str,
    motor_most: [&'static str; 2],
    friction: &'static str,
}

const OWN: Names = Names {
    spring: "Spring",
    stiffness: "Stiffness",
    damping: "Damping",
    target: "Target",
    most: ["Limit spring", "Spring max."],
    motor: "Motor",
    speed: "Speed",
    motor_most: ["Limit motor", "Motor max."],
    friction: "Friction",
};

/// Names for the drive of an axis among several.
macro_rules! of_axis {
    ($number:literal) => {
        Names {
            spring: concat!("Spring of axis ", $number),
            stiffness: concat!("Stiffness ", $number),
            damping: concat!("Damping ", $number),
            target: concat!("Target ", $number),
            most: [
                concat!("Limit spring of axis ", $number),
                concat!("Spring max. ", $number),
            ],
            motor: concat!("Motor of axis ", $number),
            speed: concat!("Speed ", $number),
            motor_most: [
                concat!("Limit motor of axis ", $number),
                concat!("Motor max. ", $number),
            ],
            friction: concat!("Friction ", $number),
        }
    };
}

const AXES: [Names; 6] = [
    of_axis!("1"),
    of_axis!("2"),
    of_axis!("3"),
    of_axis!("4"),
    of_axis!("5"),
    of_axis!("6"),
];

/// The drive of one of several axes.
pub(super) fn axis_drive_ui(ui: &mut Ui, form: &mut Form<'_>, place: usize) {
    let Some(names) = AXES.get(place) else {
        return;
    };
    turn_ui(ui, form, names, move |item| match axis_of(item, place)? {
        SerialAxis::Hinge(hinge) => Some(&mut hinge.drive),
        SerialAxis::Slide(_) => None,
    });
    way_ui(ui, form, names, move |item| match axis_of(item, place)? {
        SerialAxis::Slide(slide) => Some(&mut slide.drive),
        SerialAxis::Hinge(_) => None,
    });
}

/// Of the turn of a slider, and of the second turn of a universal joint.
const SECOND: Names = Names {
    spring: "Second spring",
    stiffness: "Stiffness 2",
    damping: "Damping 2",
    target: "Target 2",
    most: ["Limit second spring", "Spring 2 max."],
    motor: "Second motor",
    speed: "Speed 2",
    motor_most: ["Limit second motor", "Motor 2 max."],
    friction: "Friction 2",
};

pub(super) fn drive_ui(ui: &mut Ui, form: &mut Form<'_>) {
    // A form knows its rows by their names, so only one drive may have those of the first.
    let Some(mut first) = form.subject.items.first().cloned() else {
        return;
    };
    if way_of(&mut first).is_some() {
        way_ui(ui, form, &OWN, way_of);
    } else if bend_of(&mut first).is_some() {
        bend_ui(ui, form);
    } else {
        turn_ui(ui, form, &OWN, turn_of);
    }
    turn_ui(ui, form, &SECOND, second_turn_of);
}

fn turn_of(item: &mut Item) -> Option<&mut TurnDrive> {
    match constraint(item)? {
        ConstraintKind::Hinge(joint) => Some(&mut joint.drive),
        ConstraintKind::Universal(joint) => Some(&mut joint.drive),
        _ => None,
    }
}

fn second_turn_of(item: &mut Item) -> Option<&mut TurnDrive> {
    match constraint(item)? {
        ConstraintKind::Slider(joint) if joint.turns => Some(&mut joint.turn_drive),
        ConstraintKind::Universal(joint) => Some(&mut joint.cross_drive),
        _ => None,
    }
}

fn way_of(item: &mut Item) -> Option<&mut WayDrive> {
    match constraint(item)? {
        ConstraintKind::Slider(joint) => Some(&mut joint.drive),
        ConstraintKind::Distance(joint) => Some(&mut joint.drive),
        _ => None,
    }
}

fn bend_of(item: &mut Item) -> Option<&mut BendDrive> {
    match constraint(item)? {
        ConstraintKind::Pin(joint) => Some(&mut joint.drive),
        _ => None,
    }
}

/// A drive that a thing has.
trait DriveOf<D>: Fn(&mut Item) -> Option<&mut D> + Copy {}

impl<D, F: Fn(&mut Item) -> Option<&mut D> + Copy> DriveOf<D> for F {}

fn turn_spring(drive: impl DriveOf<TurnDrive>, item: &mut Item) -> Option<&mut TurnSpring> {
    drive(item)?.spring.as_mut()
}

fn turn_motor(drive: impl DriveOf<TurnDrive>, item: &mut Item) -> Option<&mut TurnMotor> {
    drive(item)?.motor.as_mut()
}

fn way_spring(drive: impl DriveOf<WayDrive>, item: &mut Item) -> Option<&mut WaySpring> {
    drive(item)?.spring.as_mut()
}

fn way_motor(drive: impl DriveOf<WayDrive>, item: &mut Item) -> Option<&mut WayMotor> {
    drive(item)?.motor.as_mut()
}

fn bend_spring(item: &mut Item) -> Option<&mut BendSpring> {
    bend_of(item)?.spring.as_mut()
}

fn turn_ui(ui: &mut Ui, form: &mut Form<'_>, names: &Names, drive: impl DriveOf<TurnDrive>) {
    let tip = match std::ptr::eq(names, &SECOND) {
        true => format!("{SPRING}. {ACROSS}"),
        false => SPRING.to_owned(),
    };
    let get = |item: &mut Item| Some(drive(item)?.spring.is_some());
    form.tick(ui, names.spring, &tip, get, |item, on| {
        let new = TurnSpring {
            stiffness_n_m_per_rad: range::TURN_STIFFNESS.default,
            damping_n_m_s_per_rad: range::TURN_DAMPING.default,
            target_deg: 0.0,
            most_n_m: None,
        };
        put(drive(item).map(|d| &mut d.spring), on.then_some(new));
    });
    form.number(ui, names.stiffness, &range::TURN_STIFFNESS, |item| {
        Some(&mut turn_spring(drive, item)?.stiffness_n_m_per_rad)
    });
    form.number(ui, names.damping, &range::TURN_DAMPING, |item| {
        Some(&mut turn_spring(drive, item)?.damping_n_m_s_per_rad)
    });
    let counts = |item: &mut Item| !matches!(constraint(item), Some(ConstraintKind::Universal(_)));
    let target = match form.subject.items.clone().iter_mut().all(counts) {
        true => &range::TARGET_TURN,
        false => &range::TARGET_ANGLE,
    };
    form.number(ui, names.target, target, |item| {
        Some(&mut turn_spring(drive, item)?.target_deg)
    });
    let most = range::MOST_TORQUE;
    form.switched(ui, names.most, &most, most.default, |item| {
        Some(&mut turn_spring(drive, item)?.most_n_m)
    });
    let get = |item: &mut Item| Some(drive(item)?.motor.is_some());
    form.tick(ui, names.motor, MOTOR, get, |item, on| {
        let new = TurnMotor {
            speed_deg_s: range::MOTOR_TURN_RATE.default,
            most_n_m: None,
        };
        put(drive(item).map(|d| &mut d.motor), on.then_some(new));
    });
    form.number(ui, names.speed, &range::MOTOR_TURN_RATE, |item| {
        Some(&mut turn_motor(drive, item)?.speed_deg_s)
    });
    form.switched(ui, names.motor_most, &most, most.default, |item| {
        Some(&mut turn_motor(drive, item)?.most_n_m)
    });
    form.number(ui, names.friction, &range::FRICTION_TORQUE, |item| {
        Some(&mut drive(item)?.friction_n_m)
    });
}

fn way_ui(ui: &mut Ui, form: &mut Form<'_>, names: &Names, drive: impl DriveOf<WayDrive>) {
    let get = |item: &mut Item| Some(drive(item)?.spring.is_some());
    form.tick(ui, names.spring, SPRING, get, |item, on| {
        let new = WaySpring {
            stiffness_n_per_m: range::WAY_STIFFNESS.default,
            damping_n_s_per_m: range::WAY_DAMPING.default,
            target_m: 0.0,
            most_n: None,
        };
        put(drive(item).map(|d| &mut d.spring), on.then_some(new));
    });
    form.number(ui, names.stiffness, &range::WAY_STIFFNESS, |item| {
        Some(&mut way_spring(drive, item)?.stiffness_n_per_m)
    });
    form.number(ui, names.damping, &range::WAY_DAMPING, |item| {
        Some(&mut way_spring(drive, item)?.damping_n_s_per_m)
    });
    form.number(ui, names.target, &range::TARGET_WAY, |item| {
        Some(&mut way_spring(drive, item)?.target_m)
    });
    let most = range::MOST_FORCE;
    form.switched(ui, names.most, &most, most.default, |item| {
        Some(&mut way_spring(drive, item)?.most_n)
    });
    let get = |item: &mut Item| Some(drive(item)?.motor.is_some());
    form.tick(ui, names.motor, MOTOR, get, |item, on| {
        let new = WayMotor {
            speed_m_s: range::MOTOR_SPEED.default,
            most_n: None,
        };
        put(drive(item).map(|d| &mut d.motor), on.then_some(new));
    });
    form.number(ui, names.speed, &range::MOTOR_SPEED, |item| {
        Some(&mut way_motor(drive, item)?.speed_m_s)
    });
    form.switched(ui, names.motor_most, &most, most.default, |item| {
        Some(&mut way_motor(drive, item)?.most_n)
    });
    form.number(ui, names.friction, &range::FRICTION_FORCE, |item| {
        Some(&mut drive(item)?.friction_n)
    });
}

fn bend_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let tip = "A damped spring drives the second side to its start orientation, or to another one \
               set in the scene file. Both sides must be bodies or the world";
    let get = |item: &mut Item| Some(bend_of(item)?.spring.is_some());
    form.tick(ui, OWN.spring, tip, get, |item, on| {
        let new = BendSpring {
            stiffness_n_m_per_rad: range::TURN_STIFFNESS.default,
            damping_n_m_s_per_rad: range::TURN_DAMPING.default,
            target: None,
            most_n_m: None,
        };
        put(bend_of(item).map(|d| &mut d.spring), on.then_some(new));
    });
    form.number(ui, OWN.stiffness, &range::TURN_STIFFNESS, |item| {
        Some(&mut bend_spring(item)?.stiffness_n_m_per_rad)
    });
    form.number(ui, OWN.damping, &range::TURN_DAMPING, |item| {
        Some(&mut bend_spring(item)?.damping_n_m_s_per_rad)
    });
    let most = range::MOST_TORQUE;
    form.switched(ui, OWN.most, &most, most.default, |item| {
        Some(&mut bend_spring(item)?.most_n_m)
    });
    form.number(ui, OWN.friction, &range::FRICTION_TORQUE, |item| {
        Some(&mut bend_of(item)?.friction_n_m)
    });
}
