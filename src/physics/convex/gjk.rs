//! Nearest points of two cores that are apart.
//!
//! Source: Gilbert, Johnson and Keerthi (1988), as in van den Bergen, "Collision
//! Detection in Interactive 3D Environments" (2004), section 4.3.

use super::simplex::{Simplex, Vertex};
use super::support::Placed;
use glam::DVec3;

/// Polytopes end by themselves; on curved cores each round gains about a digit.
const ROUNDS: usize = 64;
/// New starts after a search that got stuck.
const RESTARTS: usize = 3;
/// Share of the size within which two cores touch: nearer, the difference of the
/// nearest points is rounding rather than a direction.
const TOUCH: f64 = 1e-10;

/// The shortest way from `b` to `a`, and the point of `a` where it ends; `None` if
/// the cores touch or overlap.
///
/// The search begins along `start`: a direction that parts the cores proves at once
/// that they are apart.
pub(super) fn nearest(a: &Placed, b: &Placed, mut start: DVec3) -> Option<(DVec3, DVec3)> {
    let mut found = search(a, b, start);
    for _ in 0..RESTARTS {
        match found {
            Search::Stuck(way, _) => start = way,
            _ => break,
        }
        found = search(a, b, start);
    }
    match found {
        Search::Apart(way, on_a) | Search::Stuck(way, on_a) => Some((way, on_a)),
        Search::Touching => None,
    }
}

enum Search {
    Apart(DVec3, DVec3),
    /// A sliver has ended the search before its bounds met.
    Stuck(DVec3, DVec3),
    Touching,
}

fn search(a: &Placed, b: &Placed, start: DVec3) -> Search {
    let touch = TOUCH * (a.size + b.size);
    let (mut nearest, mut apart) = (start, false);
    let mut simplex = Simplex::default();
    for _ in 0..ROUNDS {
        let vertex = difference(a, b, nearest);
        let known = simplex.vertices[..simplex.count].iter();
        let seen_before = known.clone().any(|v| v.at == vertex.at);
        let gain = nearest.length_squared() - nearest.dot(vertex.at);
        if simplex.count > 0 && gain <= 1e-14 * nearest.length_squared() {
            break;
        }
        apart |= nearest.dot(vertex.at) > 0.0;
        let mut next = simplex;
        next.push(vertex);
        let reduced = next.reduce();
        if reduced.is_none() && !apart {
            return Search::Touching;
        }
        // Rounding has the last word on slivers, which may even seem to hold an
        // origin that has been parted from them.
        let nearer = |way: &DVec3| way.length_squared() < nearest.length_squared();
        let usable = reduced.filter(|way| simplex.count == 0 || (nearer(way) && !seen_before));
        let Some(way) = usable else {
            if gain <= 1e-10 * nearest.length_squared() {
                break;
            }
            return Search::Stuck(nearest, simplex.point_of_a());
        };
        (simplex, nearest) = (next, way);
        if nearest.length_squared() <= touch * touch {
            return Search::Touching;
        }
    }
    Search::Apart(nearest, simplex.point_of_a())
}

/// The point of the Minkowski difference that reaches farthest against `direction`.
pub(super) fn difference(a: &Placed, b: &Placed, direction: DVec3) -> Vertex {
    let (on_a, on_b) = (a.support(-direction), b.support(direction));
    Vertex {
        at: on_a - on_b,
        on_a,
    }
}
