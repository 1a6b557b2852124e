//! Rays, axes, planes and angles: how a pointer on the screen moves things in space.

use crate::scene::range::significant;
use crate::view::stage_camera::Ray;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// A line of sight nearly along an axis says nothing about the place on it.
const NEARLY_ALONG: f64 = 1e-4;

/// Place on the line through `from` along the unit vector `axis` that is nearest to
/// a ray, m from `from`; none if the two are parallel.
pub fn along_axis(ray: Ray, from: DVec3, axis: DVec3) -> Option<f64> {
    let between = ray.origin - from;
    let lean = axis.dot(ray.direction);
    let across = 1.0 - lean * lean;
    let place = (axis.dot(between) - lean * ray.direction.dot(between)) / across;
    (across > NEARLY_ALONG).then_some(place)
}

/// Where a ray meets the plane through a point; none if it does not.
pub fn on_plane(ray: Ray, through: DVec3, normal: DVec3) -> Option<DVec3> {
    let way = (through - ray.origin).dot(normal) / ray.direction.dot(normal);
    (way.is_finite() && way > 0.0).then(|| ray.origin + ray.direction * way)
}

/// Turn about a unit axis that brings one direction over another, -π to π rad.
pub fn angle_about(axis: DVec3, from: DVec3, to: DVec3) -> f64 {
    axis.dot(from.cross(to))
        .atan2(from.dot(to) - axis.dot(from) * axis.dot(to))
}

/// The same angle with whole turns added so that it is nearest to another, rad.
pub fn nearest_turn(angle: f64, near: f64) -> f64 {
    angle + ((near - angle) / TAU).round() * TAU
}

/// Digits of a multiple of a step: without the rounding of the product.
const DIGITS: usize = 12;

/// The nearest multiple of a step.
pub fn snapped(value: f64, step: f64) -> f64 {
    if step > 0.0 {
        significant((value / step).round() * step, DIGITS)
    } else {
        value
    }
}

/// Distance of a point from a line between two others.
pub fn distance_to_line(point: DVec2, a: DVec2, b: DVec2) -> f64 {
    let way = b - a;
    let place = (point - a).dot(way) / way.length_squared().max(f64::MIN_POSITIVE);
    point.distance(a + way * place.clamp(0.0, 1.0))
}

/// Whether a point is within a closed polygon.
pub fn is_within(point: DVec2, corners: &[DVec2]) -> bool {
    let Some(&last) = corners.last() else {
        return false;
    };
    let mut within = false;
    let mut a = last;
    for &b in corners {
        let crosses = (a.y > point.y) != (b.y > point.y);
        if crosses && point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y) {
            within = !within;
        }
        a = b;
    }
    within
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    fn ray(origin: [f64; 3], direction: [f64; 3]) -> Ray {
        Ray {
            origin: origin.into(),
            direction: DVec3::from(direction).normalize(),
        }
    }

    #[test]
    fn a_line_of_sight_meets_an_axis_where_it_passes_it() {
        // From above, through x = 3 at z = 0; the axis is lifted, which changes nothing.
        let down = ray([3.0, 5.0, 0.0], [0.0, -1.0, 0.0]);
        assert!((along_axis(down, DVec3::ZERO, DVec3::X).unwrap() - 3.0).abs() < 1e-12);
        let lifted = DVec3::new(1.0, 2.0, 0.0);
        assert!((along_axis(down, lifted, DVec3::X).unwrap() - 2.0).abs() < 1e-12);
        // At 45 degrees in the plane of the axis: meets it at x = 4.
        let slanted = ray([0.0, 4.0, 0.0], [1.0, -1.0, 0.0]);
        assert!((along_axis(slanted, DVec3::ZERO, DVec3::X).unwrap() - 4.0).abs() < 1e-9);
        assert_eq!(
            along_axis(ray([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]), DVec3::ZERO, DVec3::X),
            None
        );
    }

    #[test]
    fn a_line_of_sight_meets_a_plane_in_front_only() {
        let slanted = ray([0.0, 2.0, 1.0], [1.0, -1.0, 0.0]);
        let met = on_plane(slanted, DVec3::ZERO, DVec3::Y).unwrap();
        assert!(met.abs_diff_eq(DVec3::new(2.0, 0.0, 1.0), 1e-12));
        let upward = ray([0.0, 2.0, 1.0], [1.0, 1.0, 0.0]);
        assert_eq!(on_plane(upward, DVec3::ZERO, DVec3::Y), None);
        let level = ray([0.0, 2.0, 1.0], [1.0, 0.0, 0.0]);
        assert_eq!(on_plane(level, DVec3::ZERO, DVec3::Y), None);
    }

    #[test]
    fn angles_are_counted_the_right_way_round_and_beyond_a_half_turn() {
        // About y, from z to x is a quarter turn forward.
        let quarter = angle_about(DVec3::Y, DVec3::Z, DVec3::X);
        assert!((quarter - FRAC_PI_2).abs() < 1e-12);
        assert!((angle_about(DVec3::NEG_Y, DVec3::Z, DVec3::X) + FRAC_PI_2).abs() < 1e-12);
        // Height above the plane does not count.
        let raised = DVec3::new(0.0, 3.0, 1.0);
        assert!((angle_about(DVec3::Y, raised, DVec3::X) - FRAC_PI_2).abs() < 1e-12);
        assert!((nearest_turn(-3.0, 3.0) - (TAU - 3.0)).abs() < 1e-12);
        assert!((nearest_turn(0.5, 2.0 * TAU + 0.2) - (2.0 * TAU + 0.5)).abs() < 1e-12);
        assert!((nearest_turn(PI, PI) - PI).abs() < 1e-12);
    }

    #[test]
    fn steps_lines_and_patches() {
        assert_eq!(snapped(0.34, 0.1), 0.3);
        assert_eq!(snapped(-0.36, 0.1), -0.4);
        assert_eq!(snapped(0.34, 0.0), 0.34);
        let [a, b] = [DVec2::ZERO, DVec2::new(10.0, 0.0)];
        assert_eq!(distance_to_line(DVec2::new(5.0, 3.0), a, b), 3.0);
        assert_eq!(distance_to_line(DVec2::new(13.0, 4.0), a, b), 5.0);
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]].map(DVec2::from);
        assert!(is_within(DVec2::new(1.0, 3.0), &square));
        assert!(!is_within(DVec2::new(5.0, 3.0), &square));
    }
}
