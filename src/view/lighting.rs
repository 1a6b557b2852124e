//! Key light, its floor footprint, and the uniforms of a frame.

use super::camera::Camera;
use super::draw_list::DrawList;
use super::frame::{Frame, Quality};
use super::pipelines::Uniforms;
use super::theme::{Place, Rgba, StageColors};
use macroquad::math::{vec3, Mat4, Vec3};

/// Toward the key light: upper left front, about 45 degrees high.
const TO_KEY_LIGHT: Vec3 = Vec3::new(-0.60, 0.70, 0.38);

/// Directional light with its shadow region.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyLight {
    /// Unit vector toward the light.
    pub toward: Vec3,
    right: Vec3,
    up: Vec3,
    center: Vec3,
    /// Half width of the shadow region, m.
    pub extent: f32,
}

impl KeyLight {
    /// Light of a list.
    pub fn of(list: &DrawList) -> Self {
        Self::new(list.shadow_center, list.shadow_extent.max(0.5))
    }

    /// Light whose shadow region is centred at `center`, half width `extent`, m.
    pub fn new(center: Vec3, extent: f32) -> Self {
        let toward = TO_KEY_LIGHT.normalize();
        let right = Vec3::Y.cross(toward).normalize();
        Self {
            toward,
            right,
            up: toward.cross(right),
            center,
            extent,
        }
    }

    /// World to the light's clip space.
    pub fn projection(&self) -> Mat4 {
        let e = self.extent;
        let eye = self.center + self.toward * (4.0 * e);
        Mat4::orthographic_rh_gl(-e, e, -e, e, 0.0, 8.0 * e)
            * Mat4::look_at_rh(eye, self.center, self.up)
    }

    /// Floor vertices: four where the shadow region meets the floor, then the
    /// same scaled out to at least `reach` m around the eye.
    pub fn floor_corners(&self, height: f32, eye: Vec3, reach: f32) -> [f32; 24] {
        let drop = (self.center.y - height) / self.toward.y;
        let middle = self.center - self.toward * drop;
        let away = vec3(eye.x - middle.x, 0.0, eye.z - middle.z).length();
        // Along `right` the footprint is as wide as the region, the narrowest way.
        let scale = 1.5 * (reach + away) / self.extent + 2.0;
        let ways = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(u, v)| {
            let slant = self.up * (v * self.extent);
            let along = slant - self.toward * (slant.y / self.toward.y);
            self.right * (u * self.extent) + along
        });
        let inner = ways.map(|way| middle + way);
        let outer = ways.map(|way| middle + way * scale);
        let mut corners = [0.0; 24];
        let places = corners.as_chunks_mut().0.iter_mut();
        for (place, corner) in places.zip(inner.into_iter().chain(outer)) {
            *place = corner.to_array();
        }
        corners
    }
}

/// Everything the shaders need to know about a frame.
pub(super) fn uniforms(
    list: &DrawList,
    camera: &Camera,
    frame: &Frame,
    light: &KeyLight,
) -> Uniforms {
    let stage = frame.theme.stage_in(frame.place);
    let (width, height) = (frame.viewport.width as f32, frame.viewport.height as f32);
    let aspect = width / height;
    let texel = 1.0 / frame.quality.shadow_size() as f32;
    let floor_y = list.floor.map_or(-1e3, |floor| floor.height);
    let floor_color = list.floor.and_then(|floor| floor.color);
    // A studio ends soon; elsewhere the ground reaches to what stands behind it.
    let reach = match frame.place {
        Place::Studio => 1.0,
        Place::Yard | Place::Hall | Place::Night => 3.0,
    };
    let melt_from = reach * (3.0 + camera.distance * 1.2);
    let melt_to = reach * (14.0 + camera.distance * 5.0);
    let normal_offset = 3.0 * light.extent * texel;
    let pool_radius = 0.6 * light.extent;
    let rays = view_rays(camera, aspect);
    let mirrors = match list.floor {
        Some(_) if frame.quality != Quality::Low => stage.reflection,
        _ => 0.0,
    };
    Uniforms {
        view_proj: camera.view_projection(aspect),
        light_proj: light.projection(),
        eye: with_w(camera.eye(), floor_y),
        light: with_w(light.toward, frame.quality.tap_spacing() * texel),
        sky_low: stage.background_low,
        sky_high: stage.background_high,
        floor_rgb: rgb_with(floor_color.unwrap_or(stage.floor), stage.shadow),
        line_rgb: rgb_with(stage.line, melt_from),
        screen: [width, height, melt_to, normal_offset],
        pool: with_w(light.center, pool_radius),
        ray_x: with_w(rays[0], stage.pool_gain),
        ray_y: with_w(rays[1], stage.fill_gain),
        ray_z: with_w(rays[2], mirrors),
        key_rgb: key_rgb(&stage, frame.place),
        fill_rgb: fill_rgb(&stage),
    }
}

/// The same frame as the floor mirrors it; none where it mirrors nothing.
pub(super) fn mirrored(uniforms: &Uniforms) -> Option<Uniforms> {
    let [x, y, z, floor] = uniforms.eye;
    let mirrors = uniforms.ray_z[3] > 0.0 && y > floor;
    let flip = Mat4::from_translation(vec3(0.0, 2.0 * floor, 0.0))
        * Mat4::from_scale(vec3(1.0, -1.0, 1.0));
    mirrors.then(|| Uniforms {
        view_proj: uniforms.view_proj * flip,
        eye: [x, 2.0 * floor - y, z, floor],
        ..*uniforms
    })
}

/// Right, up and forward such that forward + x right + y up is the ray at (x, y).
fn view_rays(camera: &Camera, aspect: f32) -> [Vec3; 3] {
    let to_world = camera.view().inverse();
    let slope = (camera.fov_y * 0.5).tan();
    [
        to_world.x_axis.truncate() * (slope * aspect),
        to_world.y_axis.truncate() * slope,
        -to_world.z_axis.truncate(),
    ]
}

fn with_w(v: Vec3, w: f32) -> [f32; 4] {
    [v.x, v.y, v.z, w]
}

fn key_rgb(stage: &StageColors, place: Place) -> [f32; 4] {
    let [red, green, blue] = stage.key;
    [red, green, blue, place.number()]
}

fn fill_rgb(stage: &StageColors) -> [f32; 4] {
    let [red, green, blue] = stage.fill;
    [red, green, blue, 0.0]
}

fn rgb_with(color: Rgba, w: f32) -> [f32; 4] {
    [color[0], color[1], color[2], w]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_footprint_projects_to_the_corners_of_the_map() {
        let light = KeyLight::new(vec3(1.0, 0.8, -0.5), 4.0);
        let corners = light.floor_corners(0.0, Vec3::ZERO, 20.0);
        for c in corners[..12].chunks(3) {
            let clip = light.projection() * vec3(c[0], c[1], c[2]).extend(1.0);
            assert!(c[1].abs() < 1e-5);
            assert!((clip.x.abs() - 1.0).abs() < 1e-4);
            assert!((clip.y.abs() - 1.0).abs() < 1e-4);
        }
    }

    #[test]
    fn key_light_stands_about_half_way_up() {
        let light = KeyLight::new(Vec3::ZERO, 1.0);
        let degrees = light.toward.y.asin().to_degrees();
        assert!((40.0..50.0).contains(&degrees), "{degrees}");
    }
}
