//! The paths of kinematic bodies.

use super::report::{Field, Report};
use crate::scene::doc::{AfterKeys, Body, Kinematic, MadeOf};
use crate::scene::range;
use glam::DVec3;

/// Most keys of a path.
pub(super) const MOST_KEYS: usize = 10_000;

/// Whether a path ends where it begins, but for whole turns.
fn is_closed(kinematic: &Kinematic) -> bool {
    let [first, .., last] = kinematic.keys.as_slice() else {
        return true;
    };
    let [begin, end] = [first, last].map(|key| DVec3::from(key.turn_deg));
    let turns = (end - begin).length() / 360.0;
    let is_about_one_axis = begin.cross(end) == DVec3::ZERO;
    let is_same = turns == 0.0 || (is_about_one_axis && turns == turns.round());
    first.shift_m == last.shift_m && is_same
}

pub(super) fn check(report: &mut Report, index: usize, body: &Body) {
    let Some(kinematic) = &body.kinematic else {
        return;
    };
    let list = "bodies";
    let at = |key| Field { list, index, key };
    if body.made_of != MadeOf::Rigid {
        let message = "a body that is made of particles cannot be kinematic";
        report.add(at("kinematic"), message, "make it of one rigid piece");
    }
    report.number(
        at("kinematic.start_s"),
        kinematic.start_s,
        &range::PATH_START,
    );
    if kinematic.keys.len() > MOST_KEYS {
        let message = format!("a path has at most {MOST_KEYS} keys");
        report.add(at("kinematic.keys"), message, "remove some");
        return;
    }
    let mut before = None;
    for (key, i) in kinematic.keys.iter().zip(0..) {
        let at = |name: &str| format!("bodies[{index}].kinematic.keys[{i}].{name}");
        report.number(at("time_s"), key.time_s, &range::KEY_TIME);
        report.vector(at("shift_m"), &key.shift_m, &range::SHIFT);
        report.vector(at("turn_deg"), &key.turn_deg, &range::KEY_TURN);
        match before {
            None if key.time_s != 0.0 => {
                let message = "the first key is at another time than 0 s";
                report.add(at("time_s"), message, "set it to 0");
            }
            Some(before) if key.time_s <= before => {
                let message = format!("this key is not after the one before it, at {before} s");
                report.add(at("time_s"), message, "order the keys by time");
            }
            _ => {}
        }
        before = Some(key.time_s);
    }
    if kinematic.after == AfterKeys::Repeat && !is_closed(kinematic) {
        let message = "a path that repeats has to end where it begins";
        report.add(
            at("kinematic.after"),
            message,
            "add such a key, or use \"return\"",
        );
    }
    if kinematic.keys.len() < 2 && kinematic.after != AfterKeys::Stop {
        let message = "a path with fewer than two keys has no way to repeat";
        report.add(at("kinematic.after"), message, "add keys, or remove this");
    }
}
