//! Lines of sight: from a point of the window into the scene and back.

use super::camera::Camera;
use super::convert::{from_view, to_view};
use glam::{DVec2, DVec3};
use macroquad::math::{vec2, Vec2};

/// A half line, for example the line of sight through the pointer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where it begins, m.
    pub origin: DVec3,
    /// Where it goes; unit.
    pub direction: DVec3,
}

/// A camera with the rectangle of the window that it fills.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StageCamera {
    camera: Camera,
    /// Upper left corner, points.
    corner: DVec2,
    /// Width and height, points.
    size: DVec2,
}

impl StageCamera {
    /// `corner` and `size` of the stage in the window, points.
    pub fn new(camera: Camera, corner: DVec2, size: DVec2) -> StageCamera {
        StageCamera {
            camera,
            corner,
            size: size.max(DVec2::ONE),
        }
    }

    fn aspect(&self) -> f32 {
        (self.size.x / self.size.y) as f32
    }

    /// The line of sight through a point of the window.
    pub fn ray(&self, at: DVec2) -> Ray {
        let place = (at - self.corner) / self.size;
        let ndc = vec2(2.0 * place.x as f32 - 1.0, 1.0 - 2.0 * place.y as f32);
        let (origin, direction) = self.camera.ray(ndc, self.aspect());
        Ray {
            origin: from_view(origin),
            direction: from_view(direction).normalize_or(DVec3::NEG_Z),
        }
    }

    /// Where a point of the scene is in the window; none behind the eye.
    pub fn project(&self, point: DVec3) -> Option<DVec2> {
        let size = Vec2::new(self.size.x as f32, self.size.y as f32);
        let at = self.camera.project(to_view(point), size)?;
        Some(self.corner + DVec2::new(at.x.into(), at.y.into()))
    }

    /// Whether a point of the scene is seen within the stage.
    pub fn shows(&self, point: DVec3) -> bool {
        self.project(point).is_some_and(|at| {
            let place = (at - self.corner) / self.size;
            place.min_element() >= 0.0 && place.max_element() <= 1.0
        })
    }

    /// Point of the window in the middle of the stage.
    pub fn middle(&self) -> DVec2 {
        self.corner + self.size * 0.5
    }

    /// Point of the window at the lower edge of the stage.
    pub fn foot(&self) -> DVec2 {
        self.corner + self.size * DVec2::new(0.5, 1.0)
    }

    /// The point of the stage that is nearest to a point of the window and so far from its
    /// edges, points.
    pub fn within_stage(&self, at: DVec2, margin: DVec2) -> DVec2 {
        let (low, high) = (self.corner + margin, self.corner + self.size - margin);
        at.min(high).max(low)
    }

    /// The point of the scene behind a point of the window, just before the eye, where
    /// marks that belong to the window are drawn.
    pub fn on_glass(&self, at: DVec2) -> DVec3 {
        let ray = self.ray(at);
        ray.origin + ray.direction * f64::from(self.camera.distance)
    }

    /// Length that a point of the window stands for where something is, m.
    pub fn metres_per_point(&self, at: DVec3) -> f64 {
        let depth = (at - self.eye()).dot(self.forward()).abs().max(1e-3);
        2.0 * depth * f64::from((self.camera.fov_y * 0.5).tan()) / self.size.y
    }

    /// Where the eye is, m.
    pub fn eye(&self) -> DVec3 {
        from_view(self.camera.eye())
    }

    /// The point that is looked at, m.
    pub fn target(&self) -> DVec3 {
        from_view(self.camera.target)
    }

    /// From how far it is looked at, m.
    pub fn distance(&self) -> f64 {
        self.camera.distance.into()
    }

    /// Where the camera looks; unit.
    pub fn forward(&self) -> DVec3 {
        (from_view(self.camera.target) - self.eye()).normalize_or(DVec3::NEG_Z)
    }

    /// Right and up in the picture; unit.
    pub fn right_up(&self) -> [DVec3; 2] {
        let right = self.forward().cross(DVec3::Y).normalize_or(DVec3::X);
        [right, right.cross(self.forward())]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use macroquad::math::Vec3;

    #[test]
    fn sight_and_picture_agree_in_a_stage_beside_panels() {
        let camera = Camera::new(Vec3::new(0.0, 1.0, 0.0), 5.0, 0.0, 0.0);
        let stage_camera =
            StageCamera::new(camera, DVec2::new(200.0, 40.0), DVec2::new(800.0, 600.0));
        let middle = stage_camera.project(DVec3::Y).unwrap();
        assert!(middle.abs_diff_eq(DVec2::new(600.0, 340.0), 1e-2));
        let scale = stage_camera.metres_per_point(DVec3::Y);
        // Half of 600 points is the tangent of half of 38 degrees at 5 m.
        assert!((scale * 300.0 - 5.0 * 19.0_f64.to_radians().tan()).abs() < 1e-5);
        let aside = stage_camera
            .project(DVec3::new(scale * 90.0, 1.0, 0.0))
            .unwrap();
        assert!(aside.abs_diff_eq(DVec2::new(690.0, 340.0), 0.05));
        let ray = stage_camera.ray(aside);
        let met = ray.origin - ray.direction * (ray.origin.z / ray.direction.z);
        assert!(met.abs_diff_eq(DVec3::new(scale * 90.0, 1.0, 0.0), 1e-3));
        assert!(stage_camera.shows(DVec3::ZERO) && !stage_camera.shows(DVec3::X * 9.0));
    }
}
