//! Things coloured by a measure of each.

use crate::physics::{ColliderId, Model};
use crate::view::theme::{graded, Rgba};
use std::collections::BTreeMap;

/// Colours of all that has a share of heat, 0 to 1; particles are counted first, then bodies.
/// A stick has the larger share of its ends.
pub(super) fn tints(
    model: &Model,
    share: impl Fn(usize) -> Option<f64>,
) -> BTreeMap<ColliderId, Rgba> {
    let particles = model.particles.len();
    let own = (0..particles + model.bodies.len()).filter_map(|mover| {
        let owner = match mover.checked_sub(particles) {
            None => ColliderId::Particle(mover),
            Some(body) => ColliderId::Body(body),
        };
        Some((owner, share(mover)?))
    });
    let sticks = model.sticks.iter().enumerate().filter_map(|(i, stick)| {
        let ends = [stick.a, stick.b].into_iter().filter_map(&share);
        Some((ColliderId::Stick(i), ends.reduce(f64::max)?))
    });
    let all = own.chain(sticks);
    all.map(|(owner, share)| (owner, graded(share as f32)))
        .collect()
}
