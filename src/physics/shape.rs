//! Signed distances of the shapes that collide.

use glam::DVec3;

/// Nearest point relation: signed distance (m, negative inside) and the unit
/// normal that leads out of the shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// Signed distance from the surface, m.
    pub distance: f64,
    /// Unit normal that leads out of the shape.
    pub normal: DVec3,
}

/// Signed distance of a point from a box centred at the origin.
pub fn nearest_on_box(point: DVec3, half_extents: DVec3) -> Nearest {
    let outside = (point.abs() - half_extents).max(DVec3::ZERO);
    let distance = outside.length();
    if distance > 0.0 {
        return Nearest {
            distance,
            normal: outside / distance * point.signum(),
        };
    }
    let depth = half_extents - point.abs();
    let axis = if depth.x <= depth.y && depth.x <= depth.z {
        DVec3::X
    } else if depth.y <= depth.z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    Nearest {
        distance: -depth.dot(axis),
        normal: axis * point.signum(),
    }
}

/// Signed distance of a point from a limb: a cylinder with flat ends or, if
/// `flat` is false, with half spheres as ends. Also returns the place of the
/// nearest axis point, 0 at `a` to 1 at `b`.
pub fn nearest_on_limb(
    point: DVec3,
    a: DVec3,
    b: DVec3,
    radius: f64,
    flat: bool,
) -> (Nearest, f64) {
    let length = (b - a).length().max(1e-12);
    let axis = (b - a) / length;
    let along = (point - a).dot(axis);
    let place = (along / length).clamp(0.0, 1.0);
    if !flat {
        let from_axis = point - (a + axis * (place * length));
        let (away, distance) = direction_or(from_axis, axis);
        return (
            Nearest {
                distance: distance - radius,
                normal: away,
            },
            place,
        );
    }
    let (radial, radial_distance) = direction_or(point - a - axis * along, axis);
    let beyond_side = radial_distance - radius;
    let half = 0.5 * length;
    let beyond_end = (along - half).abs() - half;
    let end = if along >= half { axis } else { -axis };
    let nearest = if beyond_side > 0.0 && beyond_end > 0.0 {
        let corner = radial * beyond_side + end * beyond_end;
        let distance = corner.length();
        Nearest {
            distance,
            normal: corner / distance,
        }
    } else if beyond_side >= beyond_end {
        Nearest {
            distance: beyond_side,
            normal: radial,
        }
    } else {
        Nearest {
            distance: beyond_end,
            normal: end,
        }
    };
    (nearest, place)
}

/// From the axis end of a flat-ended limb to the point of its rim that reaches
/// farthest against `normal`, m. Close to upright it fades to the middle of the
/// disc, on which the limb then stands.
pub fn rim_offset(axis: DVec3, normal: DVec3, radius: f64) -> DVec3 {
    /// Sine of the tilt below which the support moves to the middle.
    const UPRIGHT: f64 = 0.02;
    let across = normal - axis * normal.dot(axis);
    across * (-radius / across.length().max(UPRIGHT))
}

/// Places (0 to 1) of the nearest points of the segments `a`-`b` and `c`-`d`.
///
/// Source: Ericson, "Real-Time Collision Detection" (2005), section 5.1.9.
pub fn nearest_of_segments(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> (f64, f64) {
    let (u, v, r) = (b - a, d - c, a - c);
    let (uu, vv, uv) = (u.length_squared(), v.length_squared(), u.dot(v));
    let (ur, vr) = (u.dot(r), v.dot(r));
    if uu <= 1e-24 {
        return (
            0.0,
            if vv <= 1e-24 {
                0.0
            } else {
                (vr / vv).clamp(0.0, 1.0)
            },
        );
    }
    if vv <= 1e-24 {
        return ((-ur / uu).clamp(0.0, 1.0), 0.0);
    }
    let determinant = uu * vv - uv * uv;
    let mut s = if determinant > 1e-12 * uu * vv {
        ((uv * vr - ur * vv) / determinant).clamp(0.0, 1.0)
    } else {
        0.5
    };
    let mut t = (uv * s + vr) / vv;
    if !(0.0..=1.0).contains(&t) {
        t = t.clamp(0.0, 1.0);
        s = ((uv * t - ur) / uu).clamp(0.0, 1.0);
    }
    (s, t)
}

/// Unit vector and length; any direction across `axis` for a vector near zero.
fn direction_or(vector: DVec3, axis: DVec3) -> (DVec3, f64) {
    let length = vector.length();
    if length > 1e-12 {
        (vector / length, length)
    } else {
        (axis.any_orthonormal_vector(), 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn box_distance_outside_and_inside() {
        let half = DVec3::new(1.0, 2.0, 3.0);
        let out = nearest_on_box(DVec3::new(2.0, 3.0, 0.0), half);
        assert!((out.distance - 2f64.sqrt()).abs() < 1e-15);
        let inside = nearest_on_box(DVec3::new(-0.9, 0.0, 0.0), half);
        assert_eq!((inside.distance, inside.normal), (0.9 - 1.0, -DVec3::X));
    }

    #[test]
    fn flat_cylinder_has_edges_and_round_ends_do_not() {
        let (a, b) = (DVec3::ZERO, DVec3::Y);
        let beside_end = DVec3::new(0.05, 1.2, 0.0);
        assert!((nearest_on_limb(beside_end, a, b, 0.1, true).0.distance - 0.2).abs() < 1e-15);
        let round = nearest_on_limb(beside_end, a, b, 0.1, false).0.distance;
        assert!((round - (0.05f64 * 0.05 + 0.04).sqrt() + 0.1).abs() < 1e-15);
    }

    #[test]
    fn crossing_segments_meet_in_the_middle() {
        let places = nearest_of_segments(
            -DVec3::X,
            DVec3::X,
            -DVec3::Z + DVec3::Y,
            DVec3::Z + DVec3::Y,
        );
        assert_eq!(places, (0.5, 0.5));
    }
}
