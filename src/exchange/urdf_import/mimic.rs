//! Joints that follow others: gears.

use super::joints::Joint;
use crate::exchange::assembly::Assembly;
use crate::scene::range::{self, Quantity};
use crate::scene::{ConstraintKind, Gear, Id};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// Most teeth of a wheel.
const MOST_TEETH: u32 = 100;
/// How far a ratio of teeth may be from that of a file, as a share of it.
const EXACT: f64 = 1e-9;

/// What a joint is in the scene.
#[derive(Clone, Copy)]
struct Wheel {
    id: Id,
    slides: bool,
}

/// Adds a gear for each joint that follows another one; `ids` are the constraints of the joints.
pub fn gears(joints: &[Joint<'_, '_>], ids: &[Option<Id>], assembly: &mut Assembly) {
    let kinds: BTreeMap<Id, bool> = (assembly.scene.constraints.iter())
        .filter_map(|constraint| match &constraint.kind {
            ConstraintKind::Hinge(_) => Some((constraint.id, false)),
            ConstraintKind::Slider(own) if !own.turns => Some((constraint.id, true)),
            _ => None,
        })
        .collect();
    let wheel = |at: usize| {
        let id = ids[at]?;
        let slides = *kinds.get(&id)?;
        Some(Wheel { id, slides })
    };
    let names: BTreeMap<&str, usize> = (joints.iter().enumerate())
        .filter_map(|(at, joint)| Some((joint.element.node.attribute("name")?, at)))
        .collect();
    for (at, joint) in joints.iter().enumerate() {
        let Some(mimic) = joint.mimic else {
            continue;
        };
        let first = names.get(mimic.of).and_then(|&of| wheel(of));
        let gear = first.zip(wheel(at)).and_then(|(first, second)| {
            let gear = gear(first, second, mimic.multiplier)?;
            let gear = Gear {
                offset_deg: (!second.slides).then(|| mimic.offset.to_degrees()),
                offset_m: second.slides.then_some(mimic.offset),
                ..gear
            };
            is_possible(&gear).then_some(gear)
        });
        let name = joint.element.name();
        match gear {
            Some(gear) => {
                let (name, spot) = (format!("gear of {name}"), joint.element.spot());
                assembly.constrain(ConstraintKind::Gear(gear), &name, spot);
            }
            None => assembly
                .left_out
                .push(format!("the joint that {name} mimics")),
        }
    }
}

/// Whether a scene may have such a gear.
fn is_possible(gear: &Gear) -> bool {
    let holds = |number: Option<f64>, range: &Quantity| number.is_none_or(|own| range.holds(own));
    holds(Some(gear.way_per_turn_m), &range::WAY_PER_TURN)
        && holds(gear.offset_deg, &range::GEAR_OFFSET)
        && holds(gear.offset_m, &range::WAY)
}

/// A gear by which the second goes so many times as far as the first, rad or m.
fn gear(first: Wheel, second: Wheel, times: f64) -> Option<Gear> {
    let far = times.abs();
    let plain = Gear {
        same_way: times > 0.0,
        ..Gear::new(first.id, second.id)
    };
    Some(match (first.slides, second.slides) {
        (false, true) if far > 0.0 => Gear {
            way_per_turn_m: far * TAU,
            ..plain
        },
        (true, false) if far > 0.0 => Gear {
            way_per_turn_m: TAU / far,
            ..plain
        },
        (false, false) | (true, true) => Gear {
            teeth: teeth(far)?,
            ..plain
        },
        _ => return None,
    })
}

/// The fewest teeth with a ratio; none if it takes too many.
fn teeth(ratio: f64) -> Option<[u32; 2]> {
    (1..=MOST_TEETH).find_map(|below| {
        let above = (ratio * f64::from(below)).round();
        let fits = (above / f64::from(below) - ratio).abs() <= EXACT * ratio;
        let is_some = (1.0..=f64::from(MOST_TEETH)).contains(&above);
        (fits && is_some).then_some([above as u32, below])
    })
}
