//! Counting the angles of a joint from its present pose.

use super::edit::part_in_force;
use super::{mirrored, set_limit, twin};
use crate::scene::{PartLimit, Ragdoll};

/// The ragdoll with the zero of a part's angles where the part is turned like this in
/// the frame of its parent (a quaternion w, x, y, z); its range stays. With `mirror` the
/// twin gets the mirror image of that zero and keeps its own range.
///
/// Nothing changes where the part has no limit, or where the quaternion is none.
pub fn zero_here(ragdoll: &Ragdoll, part: &str, turned: [f64; 4], mirror: bool) -> Ragdoll {
    let mut changed = ragdoll.clone();
    let Some(limit) = part_in_force(ragdoll, part).and_then(|part| part.limit) else {
        return changed;
    };
    let Some(zero) = unit(turned) else {
        return changed;
    };
    let limit = PartLimit { zero, ..limit };
    set_limit(&mut changed, part, limit);
    let twin = twin(part).filter(|_| mirror);
    let twin = twin.and_then(|twin| part_in_force(ragdoll, &twin));
    if let Some((name, own)) = twin.and_then(|twin| Some((twin.name, twin.limit?))) {
        let zero = mirrored(&limit).zero;
        set_limit(&mut changed, name, PartLimit { zero, ..own });
    }
    changed
}

/// The unit quaternion of the same rotation with a real part that is not negative.
fn unit(quaternion: [f64; 4]) -> Option<[f64; 4]> {
    let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
    let sign = if quaternion[0] < 0.0 { -1.0 } else { 1.0 };
    let unit = quaternion.map(|x| 0.0 + x * sign / length);
    (length > 0.0 && length.is_finite()).then_some(unit)
}
