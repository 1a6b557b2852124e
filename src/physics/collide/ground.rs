//! Contacts with a mesh: the planes of its facets first, then triangle by triangle.
//!
//! On a facet, which is many flush triangles, a thing rests as on a plane, at the cost of a
//! plane: its points that lie over triangles of the facet are contacts. Where one of them lies
//! beyond the rim of the facet, and on all triangles that are alone in their planes, each
//! triangle is met as a convex shape.

use super::contact_point::ContactPoint;
use super::near_triangles::{box_in, NearTriangles};
use super::pair::{first_meeting, on_plane, take_patch, way_of_gap, way_of_meeting, way_of_round};
use super::proxy::{ColliderProxy, Form};
use super::triangle::triangle_on_plane;
use super::{Bounds, MARGIN_M};
use crate::physics::attach::Attachment;
use crate::physics::convex::{Pose, Posed, TriangleMesh, MOST_POINTS};
use crate::physics::model::{Obstacle, ObstacleShape};
use arrayvec::ArrayVec;
use glam::DVec3;
use std::borrow::Cow;

/// Facets near one thing that are met as planes; on others it is met triangle by triangle.
const MOST_FACETS: usize = 16;

/// What was looked at to find the contacts with meshes within a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GroundCount {
    /// Things that were near a mesh.
    pub things: usize,
    /// Those of them for which the tree of the mesh was asked again; the others still were
    /// in the box for which it had been asked.
    pub asked: usize,
    /// Triangles near these things.
    pub near: usize,
    /// Facets and triangles whose geometry was looked at, in all substeps.
    pub tested: usize,
    /// Those of them with a contact.
    pub touched: usize,
}

impl GroundCount {
    /// Adds what was looked at elsewhere.
    pub fn add(&mut self, other: &GroundCount) {
        self.things += other.things;
        self.asked += other.asked;
        self.near += other.near;
        self.tested += other.tested;
        self.touched += other.touched;
    }
}

/// A proxy beside a mesh.
pub(super) struct Beside<'a> {
    pub proxy: &'a ColliderProxy,
    pub mesh: &'a TriangleMesh,
    /// The obstacle that has the mesh.
    pub obstacle: &'a Obstacle,
    pub near: &'a NearTriangles,
}

/// Contacts of a proxy with a mesh; returns how far it may move until they have to be looked
/// at again, m.
pub(super) fn with_mesh(
    beside: &Beside<'_>,
    count: &mut GroundCount,
    mut found: impl FnMut(ContactPoint),
) -> f64 {
    let Beside { proxy, mesh, .. } = *beside;
    let place = beside.obstacle.pose();
    // What is not in the box is at least the margin away.
    let mut way = way_of_gap(MARGIN_M);
    if let Some(facet) = beside.near.only_facet {
        if let Some(way_on_plane) = beside.meet_facet(facet, &place, count, &mut found) {
            return way.min(way_on_plane);
        }
    }
    let Bounds { low, high } = proxy.box_of_way();
    let (low, high) = box_in(&place, low - 0.5 * MARGIN_M, high + 0.5 * MARGIN_M);
    let travel = proxy.longest_travel();
    let mut facets: ArrayVec<(u32, bool), MOST_FACETS> = ArrayVec::new();
    for index in beside.near.iter() {
        if !mesh.meets_box(index, low, high) {
            continue;
        }
        if let Some(facet) = mesh.facet(index) {
            let known = facets.iter().find(|(known, _)| *known == facet);
            let is_met = match known {
                Some((_, is_met)) => *is_met,
                None if facets.is_full() => false,
                None => {
                    let on_plane = beside.meet_facet(facet, &place, count, &mut found);
                    way = way.min(on_plane.unwrap_or(way));
                    facets.push((facet, on_plane.is_some()));
                    on_plane.is_some()
                }
            };
            if is_met {
                continue;
            }
        }
        if beside.is_far_from(index, &place, MARGIN_M + travel) {
            continue;
        }
        count.tested += 1;
        let triangle = Posed::new(&mesh.triangle(index), &place);
        let (posed, still) = (|s| proxy.posed(s), |_| Cow::Borrowed(&triangle));
        let Ok((s, touches, meeting)) = first_meeting(posed, still, proxy.course(travel)) else {
            continue;
        };
        if let Some(patch) = mesh.manifold(index, &place, &meeting, MARGIN_M) {
            count.touched += 1;
            let about = (0.0, touches, index as u32);
            take_patch(proxy, s, &patch, about, &mut found);
        }
        way = way.min(way_of_meeting(&meeting));
    }
    way
}

impl Beside<'_> {
    /// Whether the proxy is farther than that from the plane of a triangle, m: most of what
    /// is near it on uneven ground is.
    fn is_far_from(&self, index: usize, place: &Pose, reach: f64) -> bool {
        let Some((corner, normal)) = self.mesh.face(index) else {
            return false;
        };
        let normal = place.orientation * normal;
        let height = (place.position + place.orientation * corner).dot(normal);
        let posed = &self.proxy.at_start;
        posed.lowest(normal) - height > reach || height + posed.lowest(-normal) > reach
    }

    /// Contacts with a facet as with its plane, and how far the proxy may move then, m; `None`
    /// and no contact if a point lies beyond its rim.
    fn meet_facet(
        &self,
        facet: u32,
        place: &Pose,
        count: &mut GroundCount,
        found: &mut impl FnMut(ContactPoint),
    ) -> Option<f64> {
        count.tested += 1;
        let proxy = self.proxy;
        let local = |point: DVec3| place.orientation.conjugate() * (point - place.position);
        let seen_from = (proxy.start[0] + proxy.start[1]) * 0.5;
        let plane = self.mesh.plane(facet, local(seen_from));
        let plane = Obstacle {
            shape: ObstacleShape::Plane,
            position: place.position + place.orientation * plane.position,
            orientation: place.orientation * plane.orientation,
            ..self.obstacle.clone()
        };
        let mut points: ArrayVec<ContactPoint, MOST_POINTS> = ArrayVec::new();
        let mut note = |point| points.push(point);
        let (way, is_own) = match proxy.form {
            // All corners have to lie over it, those too of which other triangles tell.
            Form::Triangle {
                corners, is_first, ..
            } => {
                let all = (corners, [true; 3]);
                (triangle_on_plane(proxy, all, &plane, &mut note), is_first)
            }
            _ => (on_plane(proxy, &plane, &mut note), [true; 3]),
        };
        let is_over = |point: &ContactPoint| match point.core_b {
            Attachment::World(foot) => self.holds(facet, foot, local(foot)),
            _ => false,
        };
        if !points.iter().all(is_over) {
            return None;
        }
        if let Form::Triangle { .. } = proxy.form {
            let is_own = |point: &ContactPoint| is_own.get(point.feature as usize) == Some(&true);
            points.retain(|point| is_own(point));
        }
        count.touched += usize::from(!points.is_empty());
        // A prime keeps the points of neighbouring facets apart, another one than that of
        // triangles those of a facet and of the triangle with its number.
        let number = facet.wrapping_mul(0x85eb_ca6b);
        for point in points {
            found(ContactPoint {
                feature: point.feature ^ number,
                ..point
            });
        }
        // Near the rim it may soon lie beyond it.
        Some(match self.is_at_rim(facet, place) {
            true => way.min(way_of_round(proxy.radius)),
            false => way,
        })
    }

    /// Whether a point of the plane of a facet lies on one of its triangles, as far as these
    /// are near the proxy. Nothing else must decide it: which triangles are known besides
    /// depends on what was asked earlier.
    fn holds(&self, facet: u32, foot: DVec3, local: DVec3) -> bool {
        let Bounds { low, high } = self.proxy.bounds;
        let is_near = foot.cmpge(low).all() && foot.cmple(high).all();
        let only = self.near.only_facet == Some(facet);
        let holds =
            |index| self.mesh.facet(index) == Some(facet) && self.mesh.holds(facet, index, local);
        is_near && (only || self.near.iter().any(holds))
    }

    /// Whether the facet ends near the proxy.
    fn is_at_rim(&self, facet: u32, place: &Pose) -> bool {
        if self.near.only_facet == Some(facet) {
            return false;
        }
        let Bounds { low, high } = self.proxy.bounds;
        let (low, high) = box_in(place, low, high);
        self.near.iter().any(|index| {
            self.mesh.facet(index) == Some(facet)
                && self.mesh.is_at_border(index)
                && self.mesh.meets_box(index, low, high)
        })
    }
}
