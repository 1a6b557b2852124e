//! Nearest points of two cores that are apart.
//!
//! Source: Gilbert, Johnson and Keerthi (1988), as in van den Bergen, "Collision
//! Detection in Interactive 3D Environments" (2004), section 4.3.

use super::simplex::{Simplex, Vertex};
use super::support::Placed;
use glam::DVec3;

/// Polytopes end by themselves; on curved cores each round gains about a digit.
const ROUNDS: usize = 64;
/// Share of the size within which two cores touch: nearer, the difference of the
/// nearest points is rounding rather than a direction.
const TOUCH: f64 = 1e-10;

/// The shortest way from `b` to `a`, and the point of `a` where it ends; `None` if
/// the cores touch or overlap.
pub(super) fn nearest(a: &Placed, b: &Placed) -> Option<(DVec3, DVec3)> {
    let touch = TOUCH * (a.size + b.size);
    let start = a.centre - b.centre;
    let mut nearest = if start == DVec3::ZERO {
        DVec3::Y
    } else {
        start
    };
    let mut simplex = Simplex::default();
    let mut apart = false;
    for _ in 0..ROUNDS {
        let vertex = difference(a, b, nearest);
        let known = simplex.vertices[..simplex.count].iter();
        let seen_before = known.clone().any(|v| v.at == vertex.at);
        let gain = nearest.length_squared() - nearest.dot(vertex.at);
        if simplex.count > 0 && (seen_before || gain <= 1e-14 * nearest.length_squared()) {
            break;
        }
        let mut next = simplex;
        next.push(vertex);
        apart |= nearest.dot(vertex.at) > 0.0;
        let Some(next_nearest) = next.reduce() else {
            // A sliver may seem to hold the origin that it has just been parted from.
            if apart {
                break;
            }
            return None;
        };
        // Rounding has the last word on slivers.
        let nearer = next_nearest.length_squared() < nearest.length_squared();
        if simplex.count > 0 && !nearer {
            break;
        }
        (simplex, nearest) = (next, next_nearest);
        if nearest.length_squared() <= touch * touch {
            return None;
        }
    }
    Some((nearest, simplex.point_of_a()))
}

/// The point of the Minkowski difference that reaches farthest against `direction`.
pub(super) fn difference(a: &Placed, b: &Placed, direction: DVec3) -> Vertex {
    let (on_a, on_b) = (a.support(-direction), b.support(direction));
    Vertex {
        at: on_a - on_b,
        on_a,
    }
}
