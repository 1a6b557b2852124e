//! Convex shapes: a core with a radius all round, and how two of them meet.

mod axes;
mod boxes;
mod clip;
mod closed;
mod epa;
mod face;
mod gjk;
mod hull;
mod manifold;
mod mass;
mod mesh;
mod places;
mod plane;
mod posed;
mod separation;
mod simplex;
mod support;

pub use closed::{solid_of, Flaw};
pub use hull::{Hull, HullFace, NoHull, MOST_CORNERS};
pub use manifold::{Manifold, ManifoldPoint, MOST_POINTS};
pub use mass::MassProperties;
pub use mesh::TriangleMesh;
pub use plane::{distance_to_plane, manifold_with_plane};
pub use posed::{Meeting, Posed};
pub use support::wedge_corners;

use glam::{DQuat, DVec3};
use std::sync::Arc;

/// Signed distance of the surfaces of two shapes, m; negative = penetration depth.
///
/// Never more than the true distance, and at most 1e-9 of the size less for
/// polytopes and round shapes, 1e-6 for cylinders.
pub fn distance(a: &Convex, pose_a: &Pose, b: &Convex, pose_b: &Pose) -> f64 {
    let (a, b) = (Posed::new(a, pose_a), Posed::new(b, pose_b));
    Meeting::new(&a, &b, f64::INFINITY).distance()
}

/// Contact patch of two shapes whose surfaces are nearer than `margin`, m; see
/// [`Meeting::manifold`].
pub fn manifold(
    a: &Convex,
    pose_a: &Pose,
    b: &Convex,
    pose_b: &Pose,
    margin: f64,
) -> Option<Manifold> {
    let (a, b) = (Posed::new(a, pose_a), Posed::new(b, pose_b));
    Meeting::new(&a, &b, margin).manifold(margin)
}

/// Axis-aligned box round a shape: its lowest and its highest corner, m.
pub fn bounds(shape: &Convex, pose: &Pose) -> (DVec3, DVec3) {
    Posed::new(shape, pose).bounds()
}

/// A convex core in the frame of its owner.
#[derive(Debug, Clone, PartialEq)]
pub enum Core {
    /// The origin.
    Point,
    /// From minus to plus this half axis, m.
    Segment(DVec3),
    /// Box with these half extents, m.
    Cuboid(DVec3),
    /// Flat-ended cylinder round the segment from minus to plus `half_axis`.
    Cylinder {
        /// Half of the axis, m.
        half_axis: DVec3,
        /// Radius, m.
        radius: f64,
    },
    /// Ramp with these half extents that rises along +z: its slope leads from the
    /// lower edge at −z to the upper edge at +z, m.
    Wedge(DVec3),
    /// Three corners, anticlockwise from the front, m.
    Triangle([DVec3; 3]),
    /// Polytope; all copies share it.
    Hull(Arc<Hull>),
}

/// A core with a radius all round.
#[derive(Debug, Clone, PartialEq)]
pub struct Convex {
    /// The core.
    pub core: Core,
    /// Radius round the core, m.
    pub radius: f64,
}

/// Where a shape is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Position of its origin, m.
    pub position: DVec3,
    /// Orientation, shape to world.
    pub orientation: DQuat,
}

/// A convex shape in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedShape {
    /// The shape.
    pub shape: Convex,
    /// Where it is.
    pub pose: Pose,
}

impl Pose {
    /// The origin of the frame, not turned.
    pub const IDENTITY: Pose = Pose {
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
    };

    /// A place that is given in the frame of this one, in the frame that this one is given in.
    pub fn then(&self, inner: &Pose) -> Pose {
        Pose {
            position: self.position + self.orientation * inner.position,
            orientation: self.orientation * inner.orientation,
        }
    }

    /// A point of the world as seen from there, m.
    pub fn to_local(&self, point: DVec3) -> DVec3 {
        self.orientation.conjugate() * (point - self.position)
    }
}

impl Convex {
    /// A ball.
    pub fn sphere(radius: f64) -> Convex {
        Convex {
            core: Core::Point,
            radius,
        }
    }

    /// Radius of the smallest sphere about the origin that holds the shape, m.
    pub fn bounding_radius(&self) -> f64 {
        let core = match &self.core {
            Core::Point => 0.0,
            Core::Segment(half_axis) => half_axis.length(),
            Core::Cuboid(half) | Core::Wedge(half) => half.length(),
            Core::Cylinder { half_axis, radius } => libm::hypot(half_axis.length(), *radius),
            Core::Triangle(corners) => corners.map(DVec3::length).into_iter().fold(0.0, f64::max),
            Core::Hull(hull) => hull.bounding_radius(),
        };
        core + self.radius
    }
}

impl Convex {
    /// A limb round the segment from minus to plus `half_axis`, with flat ends or
    /// with half spheres as ends.
    pub fn limb(half_axis: DVec3, radius: f64, flat: bool) -> Convex {
        if flat {
            Convex {
                core: Core::Cylinder { half_axis, radius },
                radius: 0.0,
            }
        } else {
            Convex {
                core: Core::Segment(half_axis),
                radius,
            }
        }
    }

    /// How far behind a point of the core, seen from outside along `outward` (a unit
    /// vector), the core is round about its axis, m; 0 where it is flat.
    pub fn depth_of_axis(&self, point: DVec3, outward: DVec3) -> f64 {
        let Core::Cylinder { half_axis, .. } = self.core else {
            return 0.0;
        };
        let axis = half_axis.normalize_or_zero();
        let from_axis = point - axis * point.dot(axis);
        from_axis.dot(outward).max(0.0)
    }

    /// Radius of the largest sphere about the origin inside a closed shape, m.
    pub fn inner_radius(&self) -> f64 {
        let core = match &self.core {
            Core::Point | Core::Segment(_) | Core::Triangle(_) => 0.0,
            Core::Hull(hull) => hull.inner_radius(),
            Core::Cuboid(half) => half.min_element(),
            Core::Wedge(half) => 0.5 * half.min_element(),
            Core::Cylinder { half_axis, radius } => radius.min(half_axis.length()),
        };
        core + self.radius
    }
}
