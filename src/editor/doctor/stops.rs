//! Stops that a joint may leave through.

use super::{rounded, Check, Examined, Finding};
use crate::editor::item::Item;
use crate::scene::{Constraint, ConstraintKind, SerialAxis, TurnDrive, WayDrive};

/// Stops nearer to half a turn than this, degrees, are passed by what turns fast: where turns are
/// not counted, the other stop is then the nearer one.
const NEAR_HALF_TURN_DEG: f64 = 10.0;

/// A motion of a joint: its stops, and the speed of its motor if that has no bound.
#[derive(Default)]
struct Way {
    stops: [Option<f64>; 2],
    pushes: Option<f64>,
    /// Whether it comes back to where it was after a whole turn.
    comes_round: bool,
}

impl Way {
    /// A turn, degrees.
    fn turn(stops: [Option<f64>; 2], drive: &TurnDrive, counts_turns: bool) -> Way {
        let motor = drive.motor.filter(|motor| motor.most_n_m.is_none());
        // Where turns are not counted, an end at half a turn stops nothing.
        let is_stop = |stop: &f64| counts_turns || stop.abs() < 180.0;
        Way {
            stops: stops.map(|stop| stop.filter(is_stop)),
            pushes: motor.map(|motor| motor.speed_deg_s),
            comes_round: !counts_turns,
        }
    }

    /// A way, m.
    fn slide(stops: [Option<f64>; 2], drive: &WayDrive) -> Way {
        let motor = drive.motor.filter(|motor| motor.most_n.is_none());
        Way {
            stops,
            pushes: motor.map(|motor| motor.speed_m_s),
            comes_round: false,
        }
    }

    /// Whether a motor without a bound meets a stop.
    fn is_forced(&self) -> bool {
        let [low, high] = self.stops;
        self.pushes.is_some_and(|speed| match speed > 0.0 {
            true => high.is_some(),
            false => speed < 0.0 && low.is_some(),
        })
    }

    /// The stop that is nearest to half a turn, degrees, if it is near.
    fn near_half_turn(&self) -> Option<f64> {
        let stops = self
            .stops
            .into_iter()
            .flatten()
            .filter(|_| self.comes_round);
        let farthest = stops.max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
        (180.0 - farthest.abs() < NEAR_HALF_TURN_DEG).then_some(farthest)
    }
}

/// Looks through the stops of the scene's own joints.
pub(super) fn examine(examined: &Examined<'_>, findings: &mut Vec<Finding>) {
    for constraint in &examined.scene.constraints {
        let ways = ways(&constraint.kind);
        if ways.iter().any(Way::is_forced) {
            findings.push(forced(constraint));
        }
        if let Some(stop) = ways.iter().find_map(Way::near_half_turn) {
            findings.push(half_turn(constraint, stop));
        }
    }
}

fn ways(kind: &ConstraintKind) -> Vec<Way> {
    match kind {
        ConstraintKind::Hinge(hinge) => {
            let stops = [hinge.limit_min_deg, hinge.limit_max_deg];
            vec![Way::turn(stops, &hinge.drive, hinge.counts_turns())]
        }
        ConstraintKind::Slider(slider) => vec![
            Way::slide([slider.limit_min_m, slider.limit_max_m], &slider.drive),
            Way::turn(
                [slider.turn_min_deg, slider.turn_max_deg],
                &slider.turn_drive,
                slider.counts_turns(),
            ),
        ],
        ConstraintKind::Universal(cross) => {
            let [low, high] = [cross.limit_min_deg, cross.limit_max_deg];
            let first = [low.map(|[a, _]| a), high.map(|[a, _]| a)];
            let second = [low.map(|[_, b]| b), high.map(|[_, b]| b)];
            vec![
                Way::turn(first, &cross.drive, false),
                Way::turn(second, &cross.cross_drive, false),
            ]
        }
        ConstraintKind::Serial(serial) => (serial.axes.iter())
            .map(|axis| match axis {
                SerialAxis::Slide(slide) => {
                    Way::slide([slide.limit_min_m, slide.limit_max_m], &slide.drive)
                }
                SerialAxis::Hinge(hinge) => {
                    let stops = [hinge.limit_min_deg, hinge.limit_max_deg];
                    Way::turn(stops, &hinge.drive, true)
                }
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn forced(constraint: &Constraint) -> Finding {
    let title = Item::Constraint(constraint.clone()).title();
    let sentence = format!(
        "The motor of {title} has no largest torque or force and pushes against a stop: the \
         stop or the joint fails. Give the motor a largest torque or force."
    );
    Finding::new(Check::UnboundMotor, constraint.id, sentence)
}

fn half_turn(constraint: &Constraint, stop_deg: f64) -> Finding {
    let title = Item::Constraint(constraint.clone()).title();
    let left = rounded(180.0 - stop_deg.abs());
    let sentence = format!(
        "A stop of {title} is at {}°, only {left}° before half a turn; what passes that is pushed \
         to the other stop. Keep stops {NEAR_HALF_TURN_DEG}° away from half a turn, or remove them.",
        rounded(stop_deg)
    );
    Finding::new(Check::NearHalfTurn, constraint.id, sentence)
}
