//! The triangles near each thing, kept from step to step until it leaves the box for which
//! they were asked.

use super::{Bounds, MARGIN_M};
use crate::physics::convex::{Pose, TriangleMesh};
use crate::physics::model::ColliderId;
use glam::{DMat3, DVec3};
use std::collections::BTreeMap;

/// How far a thing may leave the box of a step until the tree is asked again, m: more asks
/// seldom, and finds much that is far.
const ROOM_M: f64 = 0.1;

/// The triangles near a thing, in the order in which the mesh tells them. Contacts depend on
/// those in the box of a step only, not on how much more is known.
#[derive(Debug, Clone)]
pub(super) struct NearTriangles {
    /// The box for which the tree was asked, in the frame of the mesh, m.
    low: DVec3,
    high: DVec3,
    triangles: Vec<u32>,
    /// The facet that fills the box from side to side, if nothing else is in it.
    pub only_facet: Option<u32>,
}

impl NearTriangles {
    /// Their indices.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.triangles.iter().map(|&index| index as usize)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Asks for what is in a box of the frame of the mesh.
    fn ask(&mut self, mesh: &TriangleMesh, low: DVec3, high: DVec3) {
        (self.low, self.high) = (low, high);
        self.triangles.clear();
        mesh.query(low, high, |index| self.triangles.push(index as u32));
        self.only_facet = self.facet_from_side_to_side(mesh);
    }

    /// The one facet of all triangles, if it has no rim here and crosses the middle.
    fn facet_from_side_to_side(&self, mesh: &TriangleMesh) -> Option<u32> {
        let facet = mesh.facet(self.iter().next()?)?;
        let is_inside = |index| mesh.facet(index) == Some(facet) && !mesh.is_at_border(index);
        if !self.iter().all(is_inside) {
            return None;
        }
        let middle = (self.low + self.high) * 0.5;
        let plane = mesh.plane(facet, middle);
        let normal = plane.orientation * DVec3::Y;
        let foot = middle - normal * (middle - plane.position).dot(normal);
        let is_here = foot.cmpge(self.low).all() && foot.cmple(self.high).all();
        let holds = |index| mesh.holds(facet, index, foot);
        (is_here && self.iter().any(holds)).then_some(facet)
    }
}

/// The triangles near all things.
#[derive(Debug, Clone, Default)]
pub(super) struct Nearby {
    /// By thing and obstacle, where they are in the list.
    places: BTreeMap<(ColliderId, usize), usize>,
    all: Vec<NearTriangles>,
}

impl Nearby {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.clear();
        self.all.clear();
    }

    /// Lets all be asked for anew, in the memory that there is: what a run asks for then
    /// depends on where it starts alone.
    pub fn restart(&mut self) {
        for near in &mut self.all {
            (near.low, near.high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        }
    }

    /// Where the triangles near a thing with that box are listed, and whether they were asked
    /// for anew.
    pub fn find(
        &mut self,
        pair: (ColliderId, usize),
        bounds: &Bounds,
        mesh: &TriangleMesh,
        place: &Pose,
    ) -> (usize, bool) {
        let Bounds { low, high } = bounds.widened(MARGIN_M);
        let (low, high) = box_in(place, low, high);
        let number = *self.places.entry(pair).or_insert_with(|| {
            self.all.push(NearTriangles {
                low: DVec3::INFINITY,
                high: DVec3::NEG_INFINITY,
                triangles: Vec::new(),
                only_facet: None,
            });
            self.all.len() - 1
        });
        let near = &mut self.all[number];
        let is_known = near.low.cmple(low).all() && high.cmple(near.high).all();
        if !is_known {
            near.ask(mesh, low - ROOM_M, high + ROOM_M);
        }
        (number, !is_known)
    }

    /// The triangles at a place of the list.
    pub fn at(&self, number: usize) -> Option<&NearTriangles> {
        self.all.get(number)
    }
}

/// Axis-aligned box, in the frame of `place`, round one of the world.
pub(super) fn box_in(place: &Pose, low: DVec3, high: DVec3) -> (DVec3, DVec3) {
    let (centre, half) = ((low + high) * 0.5, (high - low) * 0.5);
    let turn = DMat3::from_quat(place.orientation.conjugate());
    let centre = turn * (centre - place.position);
    let half = DMat3::from_cols(turn.x_axis.abs(), turn.y_axis.abs(), turn.z_axis.abs()) * half;
    (centre - half, centre + half)
}
