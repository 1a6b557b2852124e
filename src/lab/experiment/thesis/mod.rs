//! What the thesis says in passing and shows no figure with numbers for: one projection of two
//! rods, a hit leg and a hit torso, drag that comes with iterations, a heavy end that rests late,
//! frames per second.

mod drag;
mod frames;
mod place;
mod projection;
mod rest;

pub(super) use drag::ApparentDrag;
pub(super) use frames::Frames;
pub(super) use place::HitPlace;
pub(super) use projection::Projection;
pub(super) use rest::HeavyEnd;

/// Frames per second of the thesis' program of particles with 5 and with 1000 iterations
/// (section 4.4.2).
const PRINTED: [(u32, f64); 2] = [(5, 597.0), (1000, 30.0)];

/// Seconds of a frame of that program with so many iterations, as the two that are printed have
/// it: what a frame takes besides, and the same for each iteration.
fn frame_s(iterations: f64) -> f64 {
    let [(few, fast), (many, slow)] = PRINTED;
    let per_iteration = (1.0 / slow - 1.0 / fast) / f64::from(many - few);
    1.0 / fast + per_iteration * (iterations - f64::from(few))
}
