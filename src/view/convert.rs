//! Between the double precision of a scene and the single precision of its picture.

use glam::{DQuat, DVec3};
use macroquad::math::{Quat, Vec3};

/// A position or direction as the view wants it.
pub fn to_view(v: DVec3) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

/// A rotation as the view wants it.
pub fn to_view_rotation(q: DQuat) -> Quat {
    Quat::from_xyzw(q.x as f32, q.y as f32, q.z as f32, q.w as f32)
}

/// A position or direction of the view in the scene.
pub fn from_view(v: Vec3) -> DVec3 {
    DVec3::new(v.x.into(), v.y.into(), v.z.into())
}
