//! Contact shade: which bodies darken the floor below them, and how much of that may be drawn.

use super::instance::BodyInstance;
use super::sight::Eye;
use macroquad::math::{Quat, Vec3, Vec4};

/// Farthest that the shade of a body goes beyond it, m; as in its shader.
pub(super) const LONGEST_SPAN: f32 = 0.35;
/// What is fainter changes no pixel by a step.
const FAINTEST: f32 = 1.0 / 255.0;
/// So many times the picture may be covered by shade. Bodies that do not lie within each
/// other stay below it: only so many fit beside each other on a floor.
const MOST_COVER: f32 = 4.0;

/// Bodies that shade the floor, those that shade it most first.
#[derive(Debug, Default)]
pub(super) struct Shades {
    pub bodies: Vec<BodyInstance>,
    found: Vec<Shade>,
}

#[derive(Debug)]
struct Shade {
    body: BodyInstance,
    /// Where it is darkest.
    strength: f32,
    /// What it covers of the picture, px.
    cover_px: f32,
}

impl Shades {
    pub fn clear(&mut self) {
        self.bodies.clear();
        self.found.clear();
    }

    /// Adds a body if it is near enough to a floor of this height, m.
    pub fn put(&mut self, body: BodyInstance, floor: f32, eye: &Eye) {
        let [x, y, z, radius] = body.size;
        let rotation = Quat::from_vec4(Vec4::from(body.rotation));
        let axes = [Vec3::X * x, Vec3::Y * y, Vec3::Z * z].map(|axis| (rotation * axis).abs());
        let reach = axes.into_iter().sum::<Vec3>() + radius;
        let position = Vec4::from(body.position).truncate();
        let span = (0.03 + 4.0 * radius.max(x.min(y).min(z))).min(LONGEST_SPAN);
        let gap = (position.y - reach.y - floor).max(0.0);
        let near = 1.0 - gap / span;
        let strength = 0.5 * near.max(0.0).powi(2) * (-14.0 * gap).exp2();
        // A body below the floor is not seen to stand on it.
        if strength < FAINTEST || position.y < floor - 1.0 {
            return;
        }
        let on_floor = Vec3::new(position.x, floor, position.z);
        let size_px = |length: f32| eye.size_px(length, on_floor, 0.0);
        let area_px = size_px(2.0 * (reach.x + span)) * size_px(2.0 * (reach.z + span));
        self.found.push(Shade {
            body,
            strength,
            cover_px: area_px * eye.steepness(),
        });
    }

    /// Chooses what is drawn on a picture of so many pixels.
    pub fn choose(&mut self, picture_px: f32) {
        self.found.sort_by(|a, b| b.strength.total_cmp(&a.strength));
        let mut left_px = MOST_COVER * picture_px;
        for shade in &self.found {
            let cover_px = shade.cover_px.min(picture_px);
            if cover_px <= left_px {
                left_px -= cover_px;
                self.bodies.push(shade.body);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::camera::Camera;

    const PICTURE: [f32; 2] = [800.0, 600.0];

    fn chosen(bodies: &[BodyInstance]) -> usize {
        let camera = Camera::new(Vec3::ZERO, 4.0, 0.0, 0.3);
        let eye = Eye::new(camera.view_projection(PICTURE[0] / PICTURE[1]), PICTURE[1]);
        let mut shades = Shades::default();
        for body in bodies {
            shades.put(*body, 0.0, &eye);
        }
        shades.choose(PICTURE[0] * PICTURE[1]);
        shades.bodies.len()
    }

    fn body(position: [f32; 3], size: [f32; 4]) -> BodyInstance {
        let [x, y, z] = position;
        BodyInstance {
            position: [x, y, z, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            size,
            color: [1.0; 4],
            form: [1.0, 1.0, 0.0, 0.0],
        }
    }

    #[test]
    fn what_is_near_the_floor_shades_it_beside_a_hall_too() {
        let ball = |height: f32| body([0.0, height, 0.0], [0.0, 0.0, 0.0, 0.1]);
        let hall = body([0.0, 5.0, 0.0], [40.0, 5.0, 40.0, 0.0]);
        assert_eq!(chosen(&[ball(0.1)]), 1);
        assert_eq!(chosen(&[ball(1.0)]), 0, "too high");
        assert_eq!(chosen(&[ball(-2.0)]), 0, "below the floor");
        assert_eq!(chosen(&[hall, ball(0.1)]), 2);
    }

    #[test]
    fn thousands_in_one_place_are_not_all_drawn() {
        let balls = vec![body([0.0, 0.3, 0.0], [0.0, 0.0, 0.0, 0.3]); 5_000];
        let drawn = chosen(&balls);
        assert!((4..500).contains(&drawn), "{drawn}");
    }
}
