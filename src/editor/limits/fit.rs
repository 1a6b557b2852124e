//! Limits that enclose recorded poses.

use super::edit::part_in_force;
use super::{joint_limits, mirrored, set_limit, twin};
use crate::compile::RagdollMap;
use crate::editor::of_axis;
use crate::physics::{Model, State};
use crate::scene::{PartLimit, Ragdoll};
use glam::DVec3;
use std::collections::BTreeMap;

/// Bounds are rounded outwards to this, degrees, so that a table stays readable.
const STEP_DEG: f64 = 0.1;
/// A locked axis gives way by so much at most, degrees: that is no pose that it is to allow.
const LOCKED_DEG: f64 = 1.0;
/// So far above a step, in steps, counts as on it: rounding of the angles themselves.
const SLACK: f64 = 1e-6;

/// How far the joints of a ragdoll were turned.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Poses {
    reached: BTreeMap<String, Reached>,
}

/// How far a joint was turned, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reached {
    /// Smallest angles about x, y, z.
    pub min_deg: [f64; 3],
    /// Largest angles about x, y, z.
    pub max_deg: [f64; 3],
}

impl Poses {
    /// Notes angles of a part, rad, as its limit measures them; what is not finite is
    /// left out.
    pub fn add(&mut self, part: &str, angles: DVec3) {
        if !angles.is_finite() {
            return;
        }
        let angles = angles.to_array().map(f64::to_degrees);
        let pose = Reached {
            min_deg: angles,
            max_deg: angles,
        };
        self.widen(part, pose);
    }

    /// Notes the present angles of all limits of a ragdoll.
    pub fn add_state(&mut self, map: &RagdollMap, model: &Model, state: &State) {
        for (part, limit) in joint_limits(map, model) {
            self.add(part, limit.angles(state, limit.model_in(&model.settings)));
        }
    }

    /// How far the joint of a part was turned; none if nothing is known of it.
    pub fn reached(&self, part: &str) -> Option<Reached> {
        self.reached.get(part).copied()
    }

    /// Whether nothing has been noted.
    pub fn is_empty(&self) -> bool {
        self.reached.is_empty()
    }

    fn widen(&mut self, part: &str, by: Reached) {
        match self.reached.get_mut(part) {
            Some(reached) => *reached = reached.union(by),
            None => {
                self.reached.insert(part.to_string(), by);
            }
        }
    }

    /// The same with each side widened by what the other one did.
    fn on_both_sides(&self) -> Poses {
        let mut both = self.clone();
        for (part, reached) in &self.reached {
            if let Some(twin) = twin(part) {
                both.widen(&twin, reached.mirrored());
            }
        }
        both
    }
}

impl Reached {
    fn union(self, other: Reached) -> Reached {
        let each = |pick: fn(f64, f64) -> f64, a: [f64; 3], b: [f64; 3]| {
            [0, 1, 2].map(|axis| pick(of_axis(a, axis), of_axis(b, axis)))
        };
        Reached {
            min_deg: each(f64::min, self.min_deg, other.min_deg),
            max_deg: each(f64::max, self.max_deg, other.max_deg),
        }
    }

    fn mirrored(self) -> Reached {
        let limit = mirrored(&PartLimit {
            min_deg: self.min_deg,
            max_deg: self.max_deg,
            restitution: 0.0,
            zero: [1.0, 0.0, 0.0, 0.0],
        });
        Reached {
            min_deg: limit.min_deg,
            max_deg: limit.max_deg,
        }
    }
}

/// The ragdoll with limits that just enclose the recorded poses and this margin,
/// degrees, on each side. With `mirror` left and right both enclose what either did.
///
/// Parts that were not recorded, those without limits, and axes that are locked and were kept so stay
/// as they are.
pub fn fit(ragdoll: &Ragdoll, poses: &Poses, margin_deg: f64, mirror: bool) -> Ragdoll {
    let both = match mirror {
        true => poses.on_both_sides(),
        false => poses.clone(),
    };
    let margin = margin_deg.max(0.0);
    let mut fitted = ragdoll.clone();
    for (part, reached) in &both.reached {
        let Some(limit) = part_in_force(ragdoll, part).and_then(|part| part.limit) else {
            continue;
        };
        let mut limit = limit;
        let bounds = limit.min_deg.iter_mut().zip(&mut limit.max_deg);
        let reached = reached.min_deg.iter().zip(&reached.max_deg);
        for ((min, max), (least, most)) in bounds.zip(reached) {
            let is_kept = |reached: f64| (reached - *min).abs() <= LOCKED_DEG;
            let stays_locked = min == max && is_kept(*least) && is_kept(*most);
            if !stays_locked {
                *min = 0.0 - outwards(margin - least);
                *max = outwards(margin + most);
            }
        }
        set_limit(&mut fitted, part, limit);
    }
    fitted
}

/// A bound rounded up, degrees.
fn outwards(bound: f64) -> f64 {
    let steps = (bound / STEP_DEG - SLACK).ceil();
    // Divided, since 3 × 0.1 is not 0.3; and 0 instead of −0.
    (0.0 + steps / (1.0 / STEP_DEG)).clamp(-180.0, 180.0)
}
