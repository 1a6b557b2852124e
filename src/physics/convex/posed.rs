//! Shapes at their places, and how two of them lie to each other.

use super::manifold::{patch, Manifold};
use super::separation::{separation, Separation};
use super::support::Placed;
use super::{Convex, Pose};
use glam::DVec3;

/// A shape at its place, with its core in world axes: turned once for all that is asked
/// about it.
#[derive(Debug, Clone)]
pub struct Posed {
    /// The shape.
    pub(in crate::physics) shape: Convex,
    /// Where it is.
    pub(in crate::physics) pose: Pose,
    /// Seen from the position of the shape.
    core: Placed,
}

impl Posed {
    /// The shape at that place.
    pub fn new(shape: &Convex, pose: &Pose) -> Posed {
        Posed {
            shape: shape.clone(),
            pose: *pose,
            core: Placed::new(shape, pose, pose.position),
        }
    }

    /// Where it is, m.
    pub fn position(&self) -> DVec3 {
        self.pose.position
    }

    /// Axis-aligned box round it: its lowest and its highest corner, m.
    pub fn bounds(&self) -> (DVec3, DVec3) {
        let core = self.core_from(DVec3::ZERO);
        let (x, y, z) = (
            core.extent(DVec3::X),
            core.extent(DVec3::Y),
            core.extent(DVec3::Z),
        );
        (
            DVec3::new(x.0, y.0, z.0) - self.shape.radius,
            DVec3::new(x.1, y.1, z.1) + self.shape.radius,
        )
    }

    /// Its least coordinate along a unit `direction`, m.
    pub fn lowest(&self, direction: DVec3) -> f64 {
        let (low, _) = self.core.extent(direction);
        low + self.pose.position.dot(direction) - self.shape.radius
    }

    /// The point of its core that reaches farthest along a direction, m.
    pub fn farthest(&self, direction: DVec3) -> DVec3 {
        self.pose.position + self.core.support(direction)
    }

    /// How far the surfaces are apart along the line through both places, m: at most their
    /// distance, and less than nothing where that line tells nothing.
    pub fn gap_along_centres(&self, other: &Posed) -> f64 {
        let between = self.pose.position - other.pose.position;
        let Some(along) = between.try_normalize() else {
            return f64::NEG_INFINITY;
        };
        let (low, _) = self.core.extent(along);
        let (_, high) = other.core.extent(along);
        between.dot(along) + low - high - (self.shape.radius + other.shape.radius)
    }

    /// The core, seen from a point of the world.
    pub(super) fn core_from(&self, origin: DVec3) -> Placed {
        Placed {
            centre: self.core.centre + (self.pose.position - origin),
            ..self.core.clone()
        }
    }
}

/// How two shapes lie to each other.
#[derive(Debug, Clone)]
pub struct Meeting {
    /// Position of the first shape, from which both cores are seen.
    pub(super) origin: DVec3,
    pub(super) a: Placed,
    pub(super) b: Placed,
    pub(super) found: Separation,
    /// Sum of both radii, m.
    pub(super) radii: f64,
}

impl Meeting {
    /// How they lie; where their surfaces are farther apart than `cutoff`, m, a lower
    /// bound of the distance is enough.
    pub fn new(a: &Posed, b: &Posed, cutoff: f64) -> Meeting {
        let origin = a.pose.position;
        let radii = a.shape.radius + b.shape.radius;
        let (a, b) = (a.core_from(origin), b.core_from(origin));
        Meeting {
            origin,
            found: separation(&a, &b, cutoff + radii),
            a,
            b,
            radii,
        }
    }

    /// Sum of both radii, m.
    pub fn radii(&self) -> f64 {
        self.radii
    }

    /// Signed distance of the surfaces, m; negative = penetration depth. Beyond the
    /// cutoff a lower bound.
    pub fn distance(&self) -> f64 {
        self.found.gap - self.radii
    }

    /// Unit normal from the second to the first, and the points of their cores that are nearest
    /// to each other, m.
    pub fn nearest(&self) -> (DVec3, [DVec3; 2]) {
        let Separation {
            normal, on_a, on_b, ..
        } = self.found;
        (normal, [on_a, on_b].map(|point| self.origin + point))
    }

    /// Contact patch if the surfaces are nearer than `margin`, m, which is at most the
    /// cutoff. Points with a gap above the margin are left out.
    ///
    /// The face of each core that looks along the normal is found, the two are laid
    /// over each other along the normal, and of the corners of their overlap those
    /// are kept that span the most.
    pub fn manifold(&self, margin: f64) -> Option<Manifold> {
        let patch = self.patch(&self.found, margin)?;
        Some(patch.moved(self.origin))
    }

    /// The patch for a normal that may be another one, as seen from the origin.
    pub(super) fn patch(&self, found: &Separation, margin: f64) -> Option<Manifold> {
        patch(&self.a, &self.b, found, self.radii, margin)
    }
}
