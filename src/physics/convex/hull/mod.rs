//! Convex hulls of points: polytopes of few corners, for bodies of any form.

mod corners;
mod faces;

use super::closed::solid_of;
use super::mass::MassProperties;
use corners::Outermost;
use glam::DVec3;
use std::fmt;

/// Most corners of a hull: what numbers of features have room for.
pub const MOST_CORNERS: usize = 64;
/// Share of the extent within which points count as in one plane, or at one place: what files
/// in single precision leave of a flat face.
const FLAT: f64 = 1e-6;

/// A closed convex polytope in the frame of its owner.
#[derive(Debug, Clone, PartialEq)]
pub struct Hull {
    corners: Vec<DVec3>,
    faces: Vec<HullFace>,
    inside: MassProperties,
    left_out: f64,
}

/// A face of a hull.
#[derive(Debug, Clone, PartialEq)]
pub struct HullFace {
    /// Unit normal that leads out.
    pub normal: DVec3,
    /// Distance of its plane from the origin along the normal, m.
    pub offset: f64,
    /// Its corners by number, anticlockwise from outside.
    pub corners: Vec<u8>,
}

/// Why points have no hull.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoHull {
    /// There are fewer than four places.
    TooFew,
    /// They lie in a plane, or nearly.
    Flat,
}

impl NoHull {
    /// What to do about it.
    pub fn remedy(self) -> &'static str {
        match self {
            NoHull::TooFew => "give at least four different points",
            NoHull::Flat => "give it a thickness",
        }
    }
}

impl fmt::Display for NoHull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoHull::TooFew => "fewer than four different points enclose no volume",
            NoHull::Flat => "the points lie in one plane",
        })
    }
}

impl Hull {
    /// The hull of points, m. Of more corners than [`MOST_CORNERS`] those are kept that
    /// stand out most: [`left_out`](Hull::left_out) says how far the others do.
    ///
    /// # Errors
    /// Why they enclose nothing.
    pub fn of(points: &[DVec3]) -> Result<Hull, NoHull> {
        let Outermost {
            corners,
            triangles,
            left_out,
        } = corners::outermost(points)?;
        let mut faces = faces::merged(&corners, &triangles);
        let mut inside = solid_of(&corners, &fans(&faces));
        if inside.is_err() {
            // Points that are flat by half close only as the triangles that they are.
            faces = faces::of_triangles(&corners, &triangles);
            inside = solid_of(&corners, &fans(&faces));
        }
        let inside = inside.map_err(|_| NoHull::Flat)?;
        Ok(Hull {
            corners,
            faces,
            inside,
            left_out,
        })
    }

    /// Its corners, m.
    pub fn corners(&self) -> &[DVec3] {
        &self.corners
    }

    /// Its faces.
    pub fn faces(&self) -> &[HullFace] {
        &self.faces
    }

    /// Its faces as triangles, anticlockwise from outside.
    pub fn triangles(&self) -> Vec<[u32; 3]> {
        fans(&self.faces)
    }

    /// How far a point that is no corner of it stands out of it at most, m.
    pub fn left_out(&self) -> f64 {
        self.left_out
    }

    /// Volume, centre and inertia for a density of one.
    pub fn inside(&self) -> MassProperties {
        self.inside
    }

    /// Distance of its farthest corner from the origin, m.
    pub fn bounding_radius(&self) -> f64 {
        let lengths = self.corners.iter().map(|corner| corner.length());
        lengths.fold(0.0, f64::max)
    }

    /// Radius of the largest sphere about the origin inside it, m; 0 if that is outside.
    pub fn inner_radius(&self) -> f64 {
        let planes = self.faces.iter().filter(|face| face.normal != DVec3::ZERO);
        let offsets = planes.map(|face| face.offset);
        offsets.fold(f64::INFINITY, f64::min).max(0.0)
    }

    /// The corner that reaches farthest along `direction`, in the frame of the hull.
    pub(super) fn support(&self, direction: DVec3) -> DVec3 {
        let mut best = (f64::NEG_INFINITY, DVec3::ZERO);
        for &corner in &self.corners {
            let reach = corner.dot(direction);
            if reach > best.0 {
                best = (reach, corner);
            }
        }
        best.1
    }

    /// Least and greatest coordinate along `direction`, in the frame of the hull.
    pub(super) fn extent(&self, direction: DVec3) -> (f64, f64) {
        let reaches = self.corners.iter().map(|corner| corner.dot(direction));
        reaches.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), reach| {
            (low.min(reach), high.max(reach))
        })
    }
}

/// Faces as triangles from their first corner.
fn fans(faces: &[HullFace]) -> Vec<[u32; 3]> {
    let fan = |face: &HullFace| {
        let corners: Vec<u32> = face.corners.iter().map(|&corner| corner.into()).collect();
        let first = corners.first().copied().unwrap_or(0);
        let edges = corners.windows(2).skip(1);
        let triangles: Vec<[u32; 3]> = edges.map(|edge| [first, edge[0], edge[1]]).collect();
        triangles
    };
    faces.iter().flat_map(fan).collect()
}
