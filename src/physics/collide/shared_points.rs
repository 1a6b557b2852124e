//! Points that triangles of surfaces have in common: one contact there is enough.

use super::MARGIN_M;
use crate::physics::attach::Attachment;
use crate::physics::convex::Pose;
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::DVec3;
use std::ops::Range;

/// Weight from which a corner of a triangle carries a part of a contact.
const LEAST_WEIGHT: f64 = 1e-9;
/// How far a corner may stand out of the plane of a contact behind which it counts as, m:
/// above rounding, far below the thickness of anything.
const FLUSH_M: f64 = 1e-9;
/// Cosine of the angle between the normal of a contact and that of a face from which it is one
/// with the face.
const FACE: f64 = 1.0 - 1e-12;

/// The triangles at each particle.
#[derive(Debug, Clone, Default)]
pub(super) struct SharedPoints {
    /// Per particle, a range of the list.
    at: Vec<Range<u32>>,
    /// Triangles that collide by particle, then as in the model.
    triangles: Vec<u32>,
}

impl SharedPoints {
    /// Those of a model.
    pub fn of(model: &Model) -> SharedPoints {
        let colliding = model.triangles.iter().enumerate();
        let colliding = colliding.filter(|(_, triangle)| triangle.radius > 0.0);
        let mut corners: Vec<(usize, u32)> = colliding
            .flat_map(|(i, triangle)| triangle.corners.map(|corner| (corner, i as u32)))
            .collect();
        corners.sort_unstable();
        let begin = |corner: usize| corners.partition_point(|&(other, _)| other < corner) as u32;
        let particles = match corners.is_empty() {
            true => 0,
            false => model.particles.len(),
        };
        SharedPoints {
            at: (0..particles).map(|i| begin(i)..begin(i + 1)).collect(),
            triangles: corners.into_iter().map(|(_, triangle)| triangle).collect(),
        }
    }

    /// Whether a contact of a triangle is one of an earlier triangle as well: that has the
    /// point too, and lies behind the plane through it across the direction `outward`, so that
    /// nothing of it is nearer to what is there.
    pub fn is_left_to_another(
        &self,
        model: &Model,
        state: &State,
        triangle: usize,
        (point, outward): (Attachment, DVec3),
    ) -> bool {
        let Attachment::Particles { ix, weight } = point else {
            return false;
        };
        let carries = |place: usize| weight[place] > LEAST_WEIGHT;
        let Some(first) = (0..3).find(|&place| carries(place)) else {
            return false;
        };
        if (0..3).all(carries) {
            return false;
        }
        let height = point.position(state).dot(outward) + FLUSH_M;
        self.before(triangle, ix[first]).any(|other| {
            let corners = model.triangles[other].corners;
            let has_point = (0..3).all(|place| !carries(place) || corners.contains(&ix[place]));
            let behind = |i: usize| state.particles[i].position.dot(outward) <= height;
            has_point && corners.into_iter().all(behind)
        })
    }

    /// Whether a contact of a triangle with a face of a box is one of an earlier triangle as
    /// well: that has the corner too, is no thinner, and lies over the face, where each corner
    /// has a contact.
    pub fn is_left_over_face(
        &self,
        model: &Model,
        state: &State,
        triangle: usize,
        (point, normal): (Attachment, DVec3),
        (half, place): (DVec3, &Pose),
    ) -> bool {
        let Attachment::Particles { ix, weight } = point else {
            return false;
        };
        let Some(corner) = (0..3).find(|&place| weight[place] == 1.0) else {
            return false;
        };
        let to_local = place.orientation.conjugate();
        let local_normal = to_local * normal;
        let Some(axis) = (0..3).find(|&axis| local_normal[axis].abs() > FACE) else {
            return false;
        };
        let mut inner = half - MARGIN_M;
        inner[axis] = f64::INFINITY;
        let is_over = |particle: usize| {
            let local = to_local * (state.particles[particle].position - place.position);
            local.abs().cmple(inner).all() && local.dot(local_normal) >= half[axis]
        };
        let least = model.triangles[triangle].radius;
        self.before(triangle, ix[corner]).any(|other| {
            let other = &model.triangles[other];
            other.radius >= least && other.corners.into_iter().all(is_over)
        })
    }

    /// The triangles at a particle that come before one.
    fn before(&self, triangle: usize, particle: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.at[particle].clone();
        let around = &self.triangles[range.start as usize..range.end as usize];
        let earlier = around.iter().map(|&other| other as usize);
        earlier.take_while(move |&other| other < triangle)
    }
}
