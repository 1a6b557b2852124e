//! Left and right.
//!
//! A ragdoll is symmetric about the plane x = 0 of its start pose. Rotations are axial:
//! seen in that mirror, angles about x stay, and those about y and z change their sign.

use crate::scene::PartLimit;

/// Name of the same part on the other side; none for a part of the middle.
pub fn twin(part: &str) -> Option<String> {
    let of_left = part.strip_prefix("l_").map(|rest| format!("r_{rest}"));
    of_left.or_else(|| part.strip_prefix("r_").map(|rest| format!("l_{rest}")))
}

/// The limit as the other side has it.
pub fn mirrored(limit: &PartLimit) -> PartLimit {
    // 0 − 0 is 0, where a change of sign would leave −0.
    let flip = |[x, ..]: [f64; 3], [_, y, z]: [f64; 3]| [x, 0.0 - y, 0.0 - z];
    let [w, x, y, z] = limit.zero;
    PartLimit {
        min_deg: flip(limit.min_deg, limit.max_deg),
        max_deg: flip(limit.max_deg, limit.min_deg),
        restitution: limit.restitution,
        zero: [w, x, 0.0 - y, 0.0 - z],
    }
}
