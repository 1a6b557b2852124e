//! Points that triangles of surfaces have in common: one contact there is enough.

use crate::physics::attach::Attachment;
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::DVec3;
use std::ops::Range;

/// Weight from which a corner of a triangle carries a part of a contact.
const LEAST_WEIGHT: f64 = 1e-9;
/// How far a corner may stand out of the plane of a contact behind which it counts as, m:
/// above rounding, far below the thickness of anything.
const FLUSH_M: f64 = 1e-9;

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
        let range = self.at[ix[first]].clone();
        let around = &self.triangles[range.start as usize..range.end as usize];
        let height = point.position(state).dot(outward) + FLUSH_M;
        let earlier = around.iter().map(|&other| other as usize);
        earlier.take_while(|&other| other < triangle).any(|other| {
            let corners = model.triangles[other].corners;
            let has_point = (0..3).all(|place| !carries(place) || corners.contains(&ix[place]));
            let behind = |i: usize| state.particles[i].position.dot(outward) <= height;
            has_point && corners.into_iter().all(behind)
        })
    }
}
