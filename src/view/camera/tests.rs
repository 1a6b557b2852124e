//! What is seen from where, and how the view gets there.

use super::*;
use crate::view::framing::corners;

/// f32 matrices over a few metres: a thousandth of a pixel would be luck.
const PIXEL_TOLERANCE: f32 = 0.05;

#[test]
fn ray_through_a_projected_point_passes_through_it() {
    let camera = Camera::new(vec3(0.3, 1.0, -0.2), 4.0, 0.7, 0.3);
    let size = vec2(1280.0, 720.0);
    for point in [vec3(0.0, 0.0, 0.0), vec3(1.0, 1.5, -1.0)] {
        let pixel = camera.project(point, size).expect("in front of the eye");
        let ndc = vec2(pixel.x / size.x * 2.0 - 1.0, 1.0 - pixel.y / size.y * 2.0);
        let (origin, direction) = camera.ray(ndc, size.x / size.y);
        let miss = (point - origin).cross(direction).length();
        assert!(miss < 1e-3, "ray misses by {miss} m");
    }
}

#[test]
fn point_behind_the_eye_has_no_pixel() {
    let camera = Camera::default();
    let behind = camera.eye() + (camera.eye() - camera.target);
    assert_eq!(camera.project(behind, vec2(100.0, 100.0)), None);
}

#[test]
fn zoom_keeps_the_point_under_the_cursor_all_the_way() {
    let mut camera = Camera::default();
    let size = vec2(1280.0, 720.0);
    let hit = vec3(0.8, 0.0, 0.5);
    let before = camera.project(hit, size).expect("visible");
    let ndc = vec2(before.x / size.x * 2.0 - 1.0, 1.0 - before.y / size.y * 2.0);
    camera.zoom(
        0.5,
        ZoomAt {
            ndc,
            aspect: size.x / size.y,
            hit: Some(hit),
        },
    );
    for _ in 0..60 {
        camera.update(1.0 / 60.0, 1.0);
        let now = camera.project(hit, size).expect("visible");
        assert!((now - before).length() < PIXEL_TOLERANCE * 4.0);
    }
    assert!((camera.distance - 2.5).abs() < 1e-3);
}

#[test]
fn zoom_without_a_hit_keeps_the_target_plane_point() {
    let mut camera = Camera::default();
    let at = ZoomAt {
        ndc: vec2(0.4, -0.3),
        aspect: 1.6,
        hit: None,
    };
    let anchor = camera.on_target_plane(at);
    let before = camera.project(anchor, vec2(1600.0, 1000.0));
    camera.zoom(1.7, at);
    camera.settle();
    let after = camera.project(anchor, vec2(1600.0, 1000.0));
    let (Some(a), Some(b)) = (before, after) else {
        unreachable!("anchor is in view")
    };
    assert!((a - b).length() < PIXEL_TOLERANCE * 4.0);
}

#[test]
fn pitch_stops_short_of_the_poles() {
    let mut camera = Camera::default();
    camera.orbit(0.0, 9.0);
    camera.settle();
    assert_eq!(camera.pitch, PITCH_LIMIT);
    camera.orbit(0.0, -9.0);
    camera.settle();
    assert_eq!(camera.pitch, -PITCH_LIMIT);
}

#[test]
fn easing_reaches_the_goal_without_overshoot() {
    let mut camera = Camera::default();
    camera.orbit(1.0, 0.0);
    let (start, mut last) = (camera.yaw, camera.yaw);
    for _ in 0..120 {
        camera.update(1.0 / 60.0, 1.0);
        assert!(camera.yaw >= last && camera.yaw <= start + 1.0 + 1e-5);
        last = camera.yaw;
    }
    assert!(!camera.is_moving());
}

#[test]
fn what_is_turned_about_stays_where_it_is_on_the_picture() {
    let size = vec2(900.0, 600.0);
    let pivot = vec3(0.6, 1.5, -0.4);
    let mut camera = Camera::default();
    let before = camera.project(pivot, size).unwrap();
    for (yaw, pitch) in [(0.7, 0.2), (-2.0, 0.4), (0.1, 9.0)] {
        let eye = camera.eye();
        camera.orbit_about(pivot, yaw, pitch);
        camera.settle();
        let after = camera.project(pivot, size).unwrap();
        assert!((after - before).length() < 0.1, "{before} {after}");
        assert!((camera.eye() - eye).length() > 0.5);
    }
}

#[test]
fn look_keeps_the_eye_in_place() {
    let mut camera = Camera::default();
    let eye = camera.eye();
    camera.look(0.4, -0.1);
    camera.settle();
    assert!((camera.eye() - eye).length() < 1e-4);
}

#[test]
fn framed_bounds_are_inside_the_viewport() {
    let mut camera = Camera::default();
    let bounds = Bounds {
        min: vec3(-1.0, 0.0, -0.5),
        max: vec3(3.0, 2.0, 0.5),
    };
    let size = vec2(900.0, 1200.0);
    let free = FreePart::within(0.1, 0.3, 0.05, 0.2);
    camera.frame(&corners(bounds), free, size.x / size.y);
    camera.settle();
    let mut edges = [f32::INFINITY; 4];
    for corner in corners(bounds) {
        let p = camera.project(corner, size).expect("in front") / size;
        let left = [p.x - 0.1, 0.7 - p.x, p.y - 0.2, 0.95 - p.y];
        edges = std::array::from_fn(|i| edges[i].min(left[i]));
    }
    // All inside, and both edges of the tighter way are touched.
    assert!(edges.iter().all(|left| *left > -1e-4), "{edges:?}");
    assert!(edges[0] < 1e-4 && edges[1] < 1e-4, "{edges:?}");
}
