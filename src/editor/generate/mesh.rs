//! A mesh obstacle in the making, from whatever kind of file.

use crate::budget::{Bound, MESH_CORNERS, MESH_TRIANGLES};
use crate::editor::item::Item;
use crate::editor::things::Things;
use crate::scene::range::POSITION;
use crate::scene::{self, Obstacle, Shape};
use glam::DVec3;
use std::fmt;

/// Sine below which a triangle has no area.
const FLAT: f64 = 1e-8;

/// What is wrong with a mesh file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeshError {
    /// Line from 1; 0 for the whole file.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: &'static str,
}

impl MeshError {
    /// A mistake of the whole file.
    pub(super) fn whole((message, remedy): MessageAndRemedy) -> MeshError {
        MeshError {
            line: 0,
            message,
            remedy,
        }
    }
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        write!(f, "{}; {}", self.message, self.remedy)
    }
}

impl std::error::Error for MeshError {}

/// Message and remedy.
pub(super) type MessageAndRemedy = (String, &'static str);

/// Vertices and triangles read so far.
#[derive(Default)]
pub(super) struct Mesh {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    /// Number of triangles without an area.
    flat: usize,
}

impl Mesh {
    /// Number of vertices so far.
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Adds a vertex, m.
    pub fn vertex(&mut self, point_m: [f64; 3]) -> Result<(), MessageAndRemedy> {
        if let Some(x) = point_m.into_iter().find(|x| !POSITION.holds(*x)) {
            let message = format!("{x} m is out of range ({})", POSITION.range());
            return Err((message, "give a smaller scale"));
        }
        self.vertices.push(point_m);
        MESH_CORNERS.allow(self.vertices.len()).map_err(too_much)
    }

    /// Adds a triangle between vertices that there are, unless it has no area.
    pub fn triangle(&mut self, corners: [u32; 3]) -> Result<(), MessageAndRemedy> {
        let [a, b, c] = corners.map(|corner| self.point(corner));
        let (a, b, c) = (a?, b?, c?);
        let (u, v) = (b - a, c - a);
        if u.cross(v).length() > FLAT * u.length() * v.length() {
            self.triangles.push(corners);
        } else {
            self.flat += 1;
        }
        let count = self.triangles.len() + self.flat;
        MESH_TRIANGLES.allow(count).map_err(too_much)
    }

    fn point(&self, vertex: u32) -> Result<DVec3, MessageAndRemedy> {
        let missing = || (format!("there is no vertex {vertex}"), "export it again");
        let point = self.vertices.get(vertex as usize).ok_or_else(missing)?;
        Ok(DVec3::from(*point))
    }

    /// The obstacle at a place, m.
    pub fn into_obstacle(self, name: &str, position_m: [f64; 3]) -> Result<Things, MeshError> {
        if self.triangles.is_empty() {
            return Err(MeshError::whole((
                "the file has no triangles with area".into(),
                "export the mesh with its faces",
            )));
        }
        Ok(Things::one(Item::Obstacle(Obstacle {
            id: 1,
            name: name.into(),
            shape: Shape::Mesh(scene::Mesh::new(self.vertices, self.triangles)),
            position_m,
            orientation: [1.0, 0.0, 0.0, 0.0],
            material: None,
            color: None,
            belt_m_s: [0.0; 3],
        })))
    }
}

/// What is wrong with a file that has more than is taken.
pub(super) fn too_much(bound: &'static Bound) -> MessageAndRemedy {
    (bound.to_string(), bound.remedy)
}
