//! Separating axes of two cores.
//!
//! Source: Ericson, "Real-Time Collision Detection" (2005), section 5.2.1. The
//! signed distance of two convex sets is the largest separation over all
//! directions; for polytopes it is reached, when they overlap, on a face normal
//! or on a cross product of two edges.

use super::hull::Hull;
use super::separation::Separation;
use super::support::{from_axes, slope_normal, Form, Placed};
use glam::DVec3;

/// Squared sine below which two edges count as parallel.
pub(super) const PARALLEL: f64 = 1e-16;
/// Lead, as a share of the size, that a later axis needs over an earlier one: of
/// equals, the face normal wins.
pub(super) const LEAD: f64 = 1e-11;

/// Separation along a unit direction out of `b`, m.
pub(super) fn separation_along(a: &Placed, b: &Placed, normal: DVec3) -> f64 {
    a.extent(normal).0 - b.extent(normal).1
}

/// Best of the face normals, edge cross products and, for cylinders, the
/// direction across the axis. A lower bound of the signed distance of the cores.
pub(super) fn best_axis(a: &Placed, b: &Placed) -> Separation {
    let mut best = Best {
        gap: f64::NEG_INFINITY,
        normal: DVec3::ZERO,
    };
    let between = a.centre - b.centre;
    let (edges_a, edges_b) = (edge_directions(a), edge_directions(b));
    for normal in face_normals(b).into_iter().chain(face_normals(a)) {
        best.consider(a, b, normal);
    }
    for (hull, axes) in [b, a].into_iter().filter_map(hull_of) {
        for face in hull.faces() {
            best.consider(a, b, from_axes(axes, face.normal));
        }
    }
    for edge_a in edges_a {
        for edge_b in edges_b {
            best.consider(a, b, edge_a.cross(edge_b));
        }
    }
    for placed in [a, b] {
        if let Form::Cylinder { axis, .. } = placed.form {
            let scale = between.length().max(f64::MIN_POSITIVE);
            best.consider(a, b, (between - axis * between.dot(axis)) / scale);
        }
    }
    if best.normal == DVec3::ZERO {
        // Lines along one line, or points.
        let along = longest(edges_a).or(longest(edges_b));
        let across = along.map_or(DVec3::Y, DVec3::any_orthonormal_vector);
        best.consider(a, b, across);
    }
    Separation::supported(a, best.normal, best.gap)
}

/// The best direction so far.
struct Best {
    gap: f64,
    normal: DVec3,
}

impl Best {
    /// Looks along a direction of any length, both ways.
    fn consider(&mut self, a: &Placed, b: &Placed, direction: DVec3) {
        let length_squared = direction.length_squared();
        if length_squared < PARALLEL {
            return;
        }
        let mut axis = direction / length_squared.sqrt();
        if axis.dot(a.centre - b.centre) < 0.0 {
            axis = -axis;
        }
        let ((low_a, high_a), (low_b, high_b)) = (a.extent(axis), b.extent(axis));
        let lead = LEAD * (a.size + b.size);
        for (gap, normal) in [(low_a - high_b, axis), (low_b - high_a, -axis)] {
            if gap > self.gap + lead {
                *self = Best { gap, normal };
            }
        }
    }
}

/// Whether the axes above are all that can separate or part the two: not for
/// curved surfaces and hulls, whose edges are too many to try, nor where both are flat and may share a plane.
pub(super) fn decides(a: &Placed, b: &Placed) -> bool {
    let curved = |c: &Placed| matches!(c.form, Form::Cylinder { .. } | Form::Hull { .. });
    let solid = |c: &Placed| matches!(c.form, Form::Cuboid { .. } | Form::Wedge { .. });
    !curved(a) && !curved(b) && (solid(a) || solid(b))
}

fn longest(directions: [DVec3; 4]) -> Option<DVec3> {
    directions.into_iter().find(|d| *d != DVec3::ZERO)
}

/// The hull that a core is, and its axes in the world.
fn hull_of(core: &Placed) -> Option<(&Hull, [DVec3; 3])> {
    match &core.form {
        Form::Hull { axes, hull } => Some((hull, *axes)),
        _ => None,
    }
}

/// Unit normals of the faces, up to sign; zero where there are fewer.
fn face_normals(core: &Placed) -> [DVec3; 4] {
    const NONE: DVec3 = DVec3::ZERO;
    match core.form {
        Form::Point | Form::Segment(_) | Form::Hull { .. } => [NONE; 4],
        Form::Cuboid {
            axes: [x, y, z], ..
        } => [x, y, z, NONE],
        Form::Wedge { axes, half } => [axes[0], axes[1], axes[2], slope_normal(axes, half)],
        Form::Cylinder { axis, .. } => [axis, NONE, NONE, NONE],
        Form::Triangle(corners) => [triangle_normal(corners), NONE, NONE, NONE],
    }
}

/// Unit directions of the edges; zero where there are fewer.
fn edge_directions(core: &Placed) -> [DVec3; 4] {
    const NONE: DVec3 = DVec3::ZERO;
    match core.form {
        Form::Point | Form::Hull { .. } => [NONE; 4],
        Form::Segment(half) => [half.normalize_or_zero(), NONE, NONE, NONE],
        Form::Cuboid {
            axes: [x, y, z], ..
        } => [x, y, z, NONE],
        Form::Wedge { axes, half } => {
            let slope = (axes[1] * half.y + axes[2] * half.z).normalize_or_zero();
            [axes[0], axes[1], axes[2], slope]
        }
        Form::Cylinder { axis, .. } => [axis, NONE, NONE, NONE],
        Form::Triangle([p, q, r]) => {
            let [u, v, w] = [q - p, r - q, p - r].map(DVec3::normalize_or_zero);
            [u, v, w, NONE]
        }
    }
}

/// Unit normal of a triangle; zero if it is as thin as its rounding.
pub(super) fn triangle_normal([p, q, r]: [DVec3; 3]) -> DVec3 {
    let (u, v) = (q - p, r - p);
    let normal = u.cross(v);
    if normal.length_squared() > 1e-20 * u.length_squared() * v.length_squared() {
        normal.normalize_or_zero()
    } else {
        DVec3::ZERO
    }
}
