//! How the convex shapes of the physics are drawn.

use super::turn_to;
use crate::physics::{Convex, Core, Pose};
use crate::view::convert::{to_view, to_view_rotation};
use crate::view::draw_list::{Paint, Pattern, Solid, SolidShape};
use crate::view::theme::{body, Rgba};
use glam::DVec3;
use macroquad::math::{Quat, Vec3};

/// A body as it is in a state.
pub(super) fn body_solid(pose: &Pose, look: &Convex, paint: Paint) -> Solid {
    let (shape, turn) = solid_shape(look);
    let rotation = to_view_rotation(pose.orientation) * turn;
    Solid::new(shape, to_view(pose.position), rotation, paint)
}

/// Paint of a body that belongs to no figure: what is round shows its spin by a
/// band, what is angular by its edges.
pub(super) fn loose_paint(look: &Convex, color: Option<Rgba>) -> Paint {
    let pattern = match look.core {
        Core::Point | Core::Segment(_) => Pattern::Band,
        _ => Pattern::Edged,
    };
    Paint::new(color.unwrap_or(body::LOOSE), pattern)
}

/// How a convex shape is drawn, or what stands for it, and how that is turned in the shape's frame.
pub(super) fn solid_shape(shape: &Convex) -> (SolidShape, Quat) {
    let radius = shape.radius as f32;
    match &shape.core {
        Core::Point | Core::Triangle(_) => (SolidShape::Sphere { radius }, Quat::IDENTITY),
        Core::Segment(half_axis) => {
            let half_length = half_axis.length() as f32;
            let capsule = SolidShape::Capsule {
                half_length,
                radius,
            };
            (capsule, turn_to(to_view(*half_axis)))
        }
        Core::Cylinder {
            half_axis,
            radius: girth,
        } => {
            let cylinder = SolidShape::Cylinder {
                half_length: half_axis.length() as f32 + radius,
                radius: *girth as f32 + radius,
            };
            (cylinder, turn_to(to_view(*half_axis)))
        }
        Core::Cuboid(half) => (cuboid(*half, radius), Quat::IDENTITY),
        Core::Wedge(half) => {
            let half_extents = to_view(*half) + Vec3::splat(radius);
            (SolidShape::Wedge { half_extents }, Quat::IDENTITY)
        }
        // Where no surface is drawn of it: the box about its origin that holds it.
        Core::Hull(hull) => {
            let corners = hull.corners().iter();
            let half = corners.fold(DVec3::ZERO, |half, corner| half.max(corner.abs()));
            (cuboid(half, radius), Quat::IDENTITY)
        }
    }
}

fn cuboid(half: DVec3, radius: f32) -> SolidShape {
    let core = to_view(half);
    if radius > 0.0 {
        SolidShape::RoundedBox { core, radius }
    } else {
        SolidShape::Cuboid { half_extents: core }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limb_along_any_axis_lies_along_it() {
        for axis in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_Y] {
            let (shape, turn) = solid_shape(&Convex::limb(axis * 0.4, 0.1, false));
            assert!(matches!(shape, SolidShape::Capsule { half_length, .. } if half_length == 0.4));
            assert!((turn * Vec3::Y).abs_diff_eq(to_view(axis), 1e-6));
        }
    }

    #[test]
    fn the_rounding_of_a_box_adds_to_its_core_even_without_depth() {
        let chest = Convex {
            core: Core::Cuboid(DVec3::new(0.06, 0.03, 0.0)),
            radius: 0.11,
        };
        let core = Vec3::new(0.06, 0.03, 0.0);
        let rounded = SolidShape::RoundedBox { core, radius: 0.11 };
        assert_eq!(solid_shape(&chest).0, rounded);
        let sharp = Convex {
            radius: 0.0,
            ..chest
        };
        assert!(matches!(solid_shape(&sharp).0, SolidShape::Cuboid { .. }));
    }
}
