//! Checks of what drives joints.

use super::report::Report;
use crate::scene::doc::*;
use crate::scene::range::{self, Quantity};

/// Checks the drive of a turn; `path` is that of the drive, `target` the range of its target.
pub fn turn(report: &mut Report, path: &str, drive: &TurnDrive, target: &Quantity) {
    if let Some(spring) = &drive.spring {
        let at = |key: &str| format!("{path}.spring.{key}");
        let strength = [spring.stiffness_n_m_per_rad, spring.damping_n_m_s_per_rad];
        turn_strength(report, &format!("{path}.spring"), strength);
        report.number(at("target_deg"), spring.target_deg, target);
        report.optional(at("most_n_m"), spring.most_n_m, &range::MOST_TORQUE);
    }
    if let Some(motor) = &drive.motor {
        let at = |key: &str| format!("{path}.motor.{key}");
        report.number(
            at("speed_deg_s"),
            motor.speed_deg_s,
            &range::MOTOR_TURN_RATE,
        );
        report.optional(at("most_n_m"), motor.most_n_m, &range::MOST_TORQUE);
    }
    let friction = format!("{path}.friction_n_m");
    report.number(friction, drive.friction_n_m, &range::FRICTION_TORQUE);
}

/// Checks the drive of a way or a distance.
pub fn way(report: &mut Report, path: &str, drive: &WayDrive) {
    if let Some(spring) = &drive.spring {
        let at = |key: &str| format!("{path}.spring.{key}");
        let stiffness = spring.stiffness_n_per_m;
        report.number(at("stiffness_n_per_m"), stiffness, &range::WAY_STIFFNESS);
        let damping = spring.damping_n_s_per_m;
        report.number(at("damping_n_s_per_m"), damping, &range::WAY_DAMPING);
        report.number(at("target_m"), spring.target_m, &range::TARGET_WAY);
        report.optional(at("most_n"), spring.most_n, &range::MOST_FORCE);
    }
    if let Some(motor) = &drive.motor {
        let at = |key: &str| format!("{path}.motor.{key}");
        report.number(at("speed_m_s"), motor.speed_m_s, &range::MOTOR_SPEED);
        report.optional(at("most_n"), motor.most_n, &range::MOST_FORCE);
    }
    let friction = format!("{path}.friction_n");
    report.number(friction, drive.friction_n, &range::FRICTION_FORCE);
}

/// Checks the drive of a ball joint.
pub fn bend(report: &mut Report, path: &str, drive: &BendDrive) {
    if let Some(spring) = &drive.spring {
        let at = |key: &str| format!("{path}.spring.{key}");
        let strength = [spring.stiffness_n_m_per_rad, spring.damping_n_m_s_per_rad];
        turn_strength(report, &format!("{path}.spring"), strength);
        if let Some(target) = &spring.target {
            super::orientation(report, at("target"), target);
        }
        report.optional(at("most_n_m"), spring.most_n_m, &range::MOST_TORQUE);
    }
    let friction = format!("{path}.friction_n_m");
    report.number(friction, drive.friction_n_m, &range::FRICTION_TORQUE);
}

/// Checks muscles; `path` is theirs.
pub fn muscle(report: &mut Report, path: &str, muscle: &Muscle) {
    let numbers = [
        ("strength", muscle.strength, &range::MUSCLE_STRENGTH),
        (
            "stiffness_n_m_per_rad",
            muscle.stiffness_n_m_per_rad,
            &range::TURN_STIFFNESS,
        ),
        (
            "damping_n_m_s_per_rad",
            muscle.damping_n_m_s_per_rad,
            &range::TURN_DAMPING,
        ),
        ("most_n_m", muscle.most_n_m, &range::MOST_TORQUE),
        ("friction_n_m", muscle.friction_n_m, &range::FRICTION_TORQUE),
    ];
    for (key, number, range) in numbers {
        report.optional(format_args!("{path}.{key}"), number, range);
    }
}

/// Checks stiffness and damping of what turns; `path` is that of the spring.
fn turn_strength(report: &mut Report, path: &str, [stiffness, damping]: [f64; 2]) {
    let at = |key: &str| format!("{path}.{key}");
    report.number(
        at("stiffness_n_m_per_rad"),
        stiffness,
        &range::TURN_STIFFNESS,
    );
    report.number(at("damping_n_m_s_per_rad"), damping, &range::TURN_DAMPING);
}
