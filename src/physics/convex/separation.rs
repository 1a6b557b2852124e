//! Signed distance of two cores, by the quickest way that is exact for the pair.

use super::axes::{best_axis, decides, separation_along};
use super::boxes::separation_of_boxes;
use super::epa;
use super::gjk;
use super::support::{Form, Placed};
use crate::physics::shape::{nearest_of_segments, nearest_on_box, nearest_on_limb};
use glam::DVec3;

/// How two cores lie to each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Separation {
    /// Unit normal from `b` to `a`.
    pub normal: DVec3,
    /// Signed distance of the cores, m.
    pub gap: f64,
    /// Nearest, or deepest, point of `a`.
    pub on_a: DVec3,
    /// The same of `b`.
    pub on_b: DVec3,
}

impl Separation {
    /// With the point of `a` that reaches deepest, and its foot on the supporting
    /// plane of `b`.
    pub fn supported(a: &Placed, normal: DVec3, gap: f64) -> Separation {
        let on_a = a.support(-normal);
        Separation {
            normal,
            gap,
            on_a,
            on_b: on_a - normal * gap,
        }
    }

    fn reversed(self) -> Separation {
        Separation {
            normal: -self.normal,
            gap: self.gap,
            on_a: self.on_b,
            on_b: self.on_a,
        }
    }
}

/// Separation of two cores. Past `cutoff` a lower bound of the distance is enough.
pub(super) fn separation(a: &Placed, b: &Placed, cutoff: f64) -> Separation {
    if let (Some(a_ends), Some(b_ends)) = (a.ends(), b.ends()) {
        return of_segments(a, b, a_ends, b_ends);
    }
    match (&a.form, &b.form) {
        (Form::Point, _) => {
            if let Some(found) = of_point(a.centre, b) {
                return found;
            }
        }
        (_, Form::Point) => {
            if let Some(found) = of_point(b.centre, a) {
                return found.reversed();
            }
        }
        _ => {}
    }
    let (along_axis, is_distance) = match (a.cuboid(), b.cuboid()) {
        (Some(of_a), Some(of_b)) => separation_of_boxes((a, of_a), (b, of_b), cutoff),
        _ => {
            let best = best_axis(a, b);
            (best, best.gap <= 0.0 && decides(a, b))
        }
    };
    if is_distance || along_axis.gap > cutoff {
        return along_axis;
    }
    match gjk::nearest(a, b, along_axis.normal) {
        Some((between, on_a)) => {
            let normal = between.normalize_or_zero();
            let gap = separation_along(a, b, normal);
            let (normal, gap) = if gap > along_axis.gap + 1e-11 * (a.size + b.size) {
                (normal, gap)
            } else {
                (along_axis.normal, along_axis.gap)
            };
            let found = Separation {
                normal,
                gap,
                on_a,
                on_b: on_a - normal * gap,
            };
            // Slivers may end the search early: then the bounds do not meet.
            if between.length() - gap > 1e-9 * (a.size + b.size) {
                epa::deepest(a, b, found)
            } else {
                found
            }
        }
        None if !decides(a, b) => epa::deepest(a, b, along_axis),
        None => along_axis,
    }
}

/// Two segments, one or both of which may be points.
fn of_segments(a: &Placed, b: &Placed, [a0, a1]: [DVec3; 2], [b0, b1]: [DVec3; 2]) -> Separation {
    let (s, t) = nearest_of_segments(a0, a1, b0, b1);
    let mut best = (a0.lerp(a1, s), b0.lerp(b1, t));
    // Near parallel, the crossing is rounding, but then an end is nearest.
    for candidate in [
        (a0, nearest_on_segment(a0, b0, b1)),
        (a1, nearest_on_segment(a1, b0, b1)),
        (nearest_on_segment(b0, a0, a1), b0),
        (nearest_on_segment(b1, a0, a1), b1),
    ] {
        let shorter = (candidate.0 - candidate.1).length() < (best.0 - best.1).length();
        if shorter {
            best = candidate;
        }
    }
    let (on_a, on_b) = best;
    let between = on_a - on_b;
    let gap = between.length();
    let normal = if gap > 1e-13 * (a.size + b.size) && gap > 1e-150 {
        between / gap
    } else {
        best_axis(a, b).normal
    };
    Separation {
        normal,
        gap,
        on_a,
        on_b,
    }
}

fn nearest_on_segment(point: DVec3, p: DVec3, q: DVec3) -> DVec3 {
    let along = q - p;
    let length_squared = along.length_squared();
    if length_squared <= 0.0 {
        return p;
    }
    p + along * ((point - p).dot(along) / length_squared).clamp(0.0, 1.0)
}

/// A point against a box or a cylinder.
fn of_point(point: DVec3, b: &Placed) -> Option<Separation> {
    let from_centre = point - b.centre;
    let (gap, normal) = match b.form {
        Form::Cuboid {
            axes: [x, y, z],
            half,
        } => {
            let local = DVec3::new(x.dot(from_centre), y.dot(from_centre), z.dot(from_centre));
            let nearest = nearest_on_box(local, half);
            let n = nearest.normal;
            (nearest.distance, x * n.x + y * n.y + z * n.z)
        }
        Form::Cylinder {
            axis, half, radius, ..
        } if half > 1e-9 * radius && half > 1e-9 => {
            let reach = axis * half;
            let (nearest, _) = nearest_on_limb(from_centre, -reach, reach, radius, true);
            (nearest.distance, nearest.normal)
        }
        _ => return None,
    };
    Some(Separation {
        normal,
        gap,
        on_a: point,
        on_b: point - normal * gap,
    })
}
