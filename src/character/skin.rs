//! A mesh that bones move: vertices with weights, and how the mesh is dressed.

use glam::{Quat, Vec3};

/// Most bones that move one vertex.
pub const MOST_BONES: usize = 4;

/// A body as a mesh on bones, in several finenesses.
#[derive(Debug, Clone, PartialEq)]
pub struct Skin {
    /// What it wears.
    pub outfit: Outfit,
    /// The bones, parents before their children.
    pub bones: Vec<Bone>,
    /// The same body from fine to rough; each is closed.
    pub meshes: Vec<Mesh>,
}

/// What a body wears.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Outfit {
    /// Dark joints and crash-test marks.
    #[default]
    Dummy,
    /// A suit of one colour with gloves, shoes and a belt.
    Suit,
}

/// A part of a ragdoll as the mesh was made round it: its bind pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bone {
    /// Name of the part.
    pub name: &'static str,
    /// Index of the bone that it hangs on; none for the root.
    pub parent: Option<usize>,
    /// Where its frame is in the bind pose, m.
    pub position: Vec3,
    /// How its frame is turned there, bone to figure.
    pub rotation: Quat,
}

/// Vertices and the triangles between them, anticlockwise from outside. Where triangles that
/// show different things meet, there are several vertices in one place.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// Indices of the corners of each triangle.
    pub triangles: Vec<[u16; 3]>,
}

/// A point of the mesh in the bind pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// Place, m.
    pub position: Vec3,
    /// Outward normal; unit.
    pub normal: Vec3,
    /// The bones that move it; those without a weight are 0.
    pub bones: [u8; MOST_BONES],
    /// How much each does; their sum is 1.
    pub weights: [f32; MOST_BONES],
    /// What it shows.
    pub dress: Dress,
}

/// What a dummy wears, by places on it: edges between colours stay sharp however near one
/// looks, since the picture decides them for every pixel.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Dress {
    /// How far outside the near edge of what is dark (joints, gloves, shoes, visor) it lies,
    /// m. All else has the colour of the figure.
    pub edge: f32,
    /// Half the width of a dark band, m: it ends so far beyond its middle on both sides.
    pub half_width: f32,
    /// 1 in triangles near or within what is dark, else 0.
    pub is_dark: f32,
    /// Place on the nearest crash-test mark, in its radii from its centre.
    pub mark: [f32; 2],
    /// 1 in triangles near or on a mark, else 0.
    pub is_marked: f32,
}

impl Mesh {
    /// The corners of a triangle.
    pub fn corners(&self, triangle: [u16; 3]) -> Option<[&Vertex; 3]> {
        let corner = |i: u16| self.vertices.get(usize::from(i));
        let [a, b, c] = triangle.map(corner);
        Some([a?, b?, c?])
    }
}
