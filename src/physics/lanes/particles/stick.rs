//! Distance of two particles within bounds (Jakobsen, sections 4 and 6; see
//! [`Distance`](crate::physics::constraint::Distance)).

use super::figure::Stick;
use super::motion::Motion;
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::vector::Vector;

/// Square of the distance below which two particles have no direction, m².
const NO_DIRECTION: f64 = 1e-24;

/// Moves both particles along their line so that their distance is within its bounds.
#[inline(always)]
pub fn relax<L: Lane>(stick: &Stick, motions: &mut [Motion<L>]) {
    let [a, b] = stick.ends;
    let between = motions[a].position - motions[b].position;
    let squared = between.length_squared();
    let [min, max] = stick.bounds;
    let outside = squared.lt(squared.like(min * min)) | squared.like(max * max).lt(squared);
    if !L::any(outside) {
        return;
    }
    let apart = squared.like(NO_DIRECTION).lt(squared);
    let length = squared.sqrt();
    let inverse = squared.like(1.0) / L::select(apart, length, squared.like(1.0));
    // Coinciding particles have no direction; any fixed one parts them.
    let up = between.like([0.0, 1.0, 0.0]);
    let direction = Vector::select(apart, between * inverse, up);
    let within = length.max(length.like(min)).min(length.like(max));
    let error = L::select(outside, length - within, length.like(0.0));
    let [of_a, of_b] = stick.shares;
    motions[a].position -= direction * (error * error.like(of_a));
    motions[b].position += direction * (error * error.like(of_b));
}
