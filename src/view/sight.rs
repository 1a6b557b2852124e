//! What camera and key light can see of a body, and how large it is there.

use super::camera::Camera;
use super::draw_list::DrawList;
use super::frame::Frame;
use super::lighting::KeyLight;
use macroquad::math::{Mat4, Vec3, Vec4};

/// Farther from a shadow than this many texels of its map, none of its softness is left.
const SHADOW_SOFTNESS_TEXELS: f32 = 16.0;

/// One projection, as planes that bound what it shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    /// Normals of unit length that point inward, and the distance of the origin, m.
    planes: [Vec4; 6],
    /// Product with a point: what a length there is divided by on the picture.
    shrink: Vec4,
    /// Pixels of a metre that is not shrunk.
    pixels_per_m: f32,
}

impl Eye {
    /// What `projection` (world to clip space, OpenGL depth) shows, on a picture
    /// `height_px` high.
    pub fn new(projection: Mat4, height_px: f32) -> Eye {
        let [x, y, z, w] = [0, 1, 2, 3].map(|i| projection.row(i));
        let unit = |plane: Vec4| plane / plane.truncate().length().max(f32::MIN_POSITIVE);
        Eye {
            planes: [w + x, w - x, w + y, w - y, w + z, w - z].map(unit),
            shrink: w,
            pixels_per_m: 0.5 * height_px * y.truncate().length(),
        }
    }

    /// Whether a ball may touch what is shown; m.
    pub fn sees(&self, center: Vec3, radius: f32) -> bool {
        self.sees_way(center, center, radius)
    }

    /// Whether a ball may touch what is shown anywhere on a straight way; m.
    pub fn sees_way(&self, from: Vec3, to: Vec3, radius: f32) -> bool {
        let (from, to) = (from.extend(1.0), to.extend(1.0));
        let planes = self.planes.iter();
        planes
            .map(|plane| plane.dot(from).max(plane.dot(to)))
            .all(|inward| inward >= -radius)
    }

    /// Largest size on the picture of a length within a ball, px; m.
    pub fn size_px(&self, length: f32, center: Vec3, radius: f32) -> f32 {
        length * self.pixels_per_m / self.shrink_near(center, radius)
    }

    /// What looks `pixels` long beside a ball, m.
    pub fn length_of(&self, pixels: f32, center: Vec3) -> f32 {
        pixels * self.shrink_near(center, 0.0) / self.pixels_per_m
    }

    /// What a level square shows of its height in the middle of the picture, from 0 edge on
    /// to 1 from straight above.
    pub fn steepness(&self) -> f32 {
        self.shrink.truncate().normalize_or_zero().y.abs()
    }

    /// How far a point lies ahead: what a length there is divided by.
    pub fn depth(&self, point: Vec3) -> f32 {
        self.shrink.dot(point.extend(1.0))
    }

    /// What the nearest point of a ball is divided by; never nothing.
    fn shrink_near(&self, center: Vec3, radius: f32) -> f32 {
        let nearer = radius * self.shrink.truncate().length();
        (self.depth(center) - nearer).max(1e-3)
    }
}

/// What a picture shows: what the camera sees, and what throws a shadow into that.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    pub(super) camera: Eye,
    /// Size of the picture, px.
    pub(super) picture_px: f32,
    light: Option<Light>,
}

/// The key light where there are shadows.
#[derive(Clone, Copy, Debug)]
struct Light {
    eye: Eye,
    /// Toward the light; unit.
    toward: Vec3,
    /// Height below which no shadow is seen, m.
    lowest: f32,
    /// How far the soft rim of a shadow reaches, m.
    softness: f32,
}

impl Sight {
    /// What a picture of `list` shows. Of the list only floor and shadow region count.
    pub fn new(list: &DrawList, camera: &Camera, frame: &Frame) -> Sight {
        let (width, height) = (frame.viewport.width as f32, frame.viewport.height as f32);
        let projection = camera.view_projection(width / height.max(1.0));
        Sight {
            camera: Eye::new(projection, height),
            picture_px: width * height,
            light: (list.shadow_extent > 0.0).then(|| Light::new(list, frame)),
        }
    }

    /// Whether anything within a ball may be seen, itself or by its shadow; m.
    pub fn shows(&self, center: Vec3, radius: f32) -> bool {
        self.camera.sees(center, radius) || self.shadow_px(0.0, center, radius).is_some()
    }

    /// How large a length within a ball is in the shadow map, texels, if the ball may
    /// throw a shadow that is seen; m.
    pub(super) fn shadow_px(&self, length: f32, center: Vec3, radius: f32) -> Option<f32> {
        let light = self.light.as_ref()?;
        let reach = radius + light.softness;
        let drop = (center.y - light.lowest).max(0.0) / light.toward.y;
        let end = center - light.toward * drop;
        let is_seen = light.eye.sees(center, radius) && self.camera.sees_way(center, end, reach);
        is_seen.then(|| light.eye.size_px(length, center, radius))
    }
}

impl Light {
    fn new(list: &DrawList, frame: &Frame) -> Light {
        let light = KeyLight::of(list);
        let texels = frame.quality.shadow_size() as f32;
        let lowest = list.shadow_center.y - 8.0 * light.extent;
        Light {
            eye: Eye::new(light.projection(), texels),
            toward: light.toward,
            lowest: list.floor.map_or(lowest, |floor| floor.height),
            softness: SHADOW_SOFTNESS_TEXELS * 2.0 * light.extent / texels,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::{Quality, Viewport};
    use super::super::theme::{Place, Theme};
    use super::*;
    use macroquad::math::{vec2, vec3};

    /// Numbers that look random, the same at each run; within 0 and 1.
    struct Numbers(u32);

    impl Numbers {
        fn next(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (self.0 >> 8) as f32 / (1 << 24) as f32
        }

        fn point(&mut self, reach: f32) -> Vec3 {
            let mut one = || (self.next() * 2.0 - 1.0) * reach;
            vec3(one(), one(), one())
        }

        fn camera(&mut self) -> Camera {
            let (target, distance) = (self.point(20.0), 1.0 + 30.0 * self.next());
            Camera::new(target, distance, 6.3 * self.next(), 1.5 * self.next())
        }
    }

    const FRAME: Frame = Frame {
        viewport: Viewport {
            x: 0,
            y: 0,
            width: 900,
            height: 600,
        },
        theme: Theme::Dark,
        place: Place::Studio,
        quality: Quality::Medium,
        sharpness: 1.0,
        linear_skins: false,
    };

    fn sight(camera: &Camera) -> Sight {
        let list = DrawList {
            shadow_extent: 20.0,
            ..DrawList::default()
        };
        Sight::new(&list, camera, &FRAME)
    }

    /// Whether a pixel of the picture shows a point of the surface of a ball.
    fn touches_picture(camera: &Camera, center: Vec3, radius: f32, numbers: &mut Numbers) -> bool {
        let size = vec2(900.0, 600.0);
        let points = (0..60).map(|_| center + numbers.point(1.0).normalize_or_zero() * radius);
        points.chain([center]).any(|point| {
            let pixel = camera.project(point, size);
            pixel.is_some_and(|p| p.x >= 0.0 && p.y >= 0.0 && p.x <= size.x && p.y <= size.y)
        })
    }

    #[test]
    fn whatever_touches_the_picture_is_kept_and_most_else_is_not() {
        let mut numbers = Numbers(7);
        let (mut unseen, mut kept_unseen) = (0, 0);
        for _ in 0..40 {
            let camera = numbers.camera();
            let sight = sight(&camera);
            for _ in 0..100 {
                let (center, radius) = (numbers.point(60.0), 0.05 + 2.0 * numbers.next());
                let is_kept = sight.camera.sees(center, radius);
                if touches_picture(&camera, center, radius, &mut numbers) {
                    assert!(is_kept, "{camera:?} {center} {radius}");
                } else {
                    unseen += 1;
                    kept_unseen += usize::from(is_kept);
                }
            }
        }
        assert!(unseen > 2000, "{unseen}");
        assert!(kept_unseen * 50 < unseen, "{kept_unseen} of {unseen}");
    }

    #[test]
    fn nothing_behind_the_eye_is_seen() {
        let mut numbers = Numbers(3);
        for _ in 0..200 {
            let camera = numbers.camera();
            let backward = (camera.eye() - camera.target).normalize();
            let behind = camera.eye() + backward * (1.0 + 50.0 * numbers.next());
            assert!(!sight(&camera).camera.sees(behind, 0.5));
        }
    }

    #[test]
    fn what_throws_its_shadow_into_the_picture_counts_and_nothing_below_it() {
        let list = DrawList {
            shadow_extent: 20.0,
            floor: Some(super::super::draw_list::Floor {
                height: 0.0,
                color: None,
                ruler: None,
            }),
            ..DrawList::default()
        };
        let camera = Camera::new(Vec3::ZERO, 4.0, 0.0, 1.2);
        let sight = Sight::new(&list, &camera, &FRAME);
        let toward = KeyLight::of(&list).toward;
        // High above, beside the picture: the shadow falls on its middle.
        let caster = toward * 12.0;
        assert!(!sight.camera.sees(caster, 0.3));
        assert!(sight.shows(caster, 0.3));
        // As high, but its shadow falls far away; or it lies under the floor.
        assert!(!sight.shows(vec3(12.0, 3.0, 0.0), 0.3));
        assert!(!sight.shows(vec3(-12.0, -5.0, 0.0), 0.3));
    }

    #[test]
    fn a_length_is_as_long_on_the_picture_as_the_camera_projects_it() {
        let camera = Camera::new(Vec3::ZERO, 10.0, 0.3, 0.0);
        let eye = sight(&camera).camera;
        let size = vec2(900.0, 600.0);
        let ends = [Vec3::ZERO, Vec3::Y * 0.5].map(|end| camera.project(end, size));
        let [Some(low), Some(high)] = ends else {
            unreachable!("both are before the eye")
        };
        let found = eye.size_px(0.5, Vec3::ZERO, 0.0);
        assert!((found - low.distance(high)).abs() < 0.5, "{found}");
        assert!((eye.length_of(found, Vec3::ZERO) - 0.5).abs() < 1e-4);
    }
}
