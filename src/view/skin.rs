//! Meshes that bones move, and where they are placed.

use super::draw_list::{Outline, Role};
use super::theme::Rgba;
use macroquad::math::{Quat, Vec3};
use std::sync::Arc;

/// Floats of a vertex: position, normal, four bones, their weights, and what it shows.
const FLOATS: usize = 20;

/// A mesh on bones in several finenesses. Made once, drawn in each frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// How many bones move it.
    pub(super) bones: usize,
    /// From fine to rough.
    pub(super) levels: Vec<SkinLevel>,
    /// What is painted on it.
    pub(super) picture: Option<SkinPicture>,
}

/// A picture on a skin.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinPicture {
    /// Pixels from left to right.
    pub width: u16,
    /// Pixels from top to bottom.
    pub height: u16,
    /// Red, green, blue and opacity of each, row by row from the top.
    pub rgba: Vec<u8>,
}

/// A mesh of a skin as the graphics card has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SkinLevel {
    pub vertices: Vec<f32>,
    pub indices: Vec<u16>,
    /// Edges of its triangles, m, about.
    pub edge: f32,
}

/// A vertex of a skin in the bind pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinVertex {
    /// Place, m.
    pub position: Vec3,
    /// Outward; unit.
    pub normal: Vec3,
    /// The bones that move it.
    pub bones: [u8; 4],
    /// How much each does; sum 1.
    pub weights: [f32; 4],
    /// Distance from the edge of a dark band, m; place on a crash-test mark in its radii; and
    /// whether there is one, 1 or 0. Of a skin with a picture the two in the middle are the place
    /// on that, 0 to 1 from the upper left.
    pub mark: [f32; 4],
    /// Half the width of the dark band, m, and whether there is one, 1 or 0.
    pub band: [f32; 2],
}

impl Skin {
    /// Skin that so many bones move, with the vertices and triangles of each fineness. Levels
    /// are from fine to rough.
    pub fn new(
        bones: usize,
        levels: impl IntoIterator<Item = (Vec<SkinVertex>, Vec<[u16; 3]>)>,
        picture: Option<SkinPicture>,
    ) -> Skin {
        let level = |(vertices, triangles): (Vec<SkinVertex>, Vec<[u16; 3]>)| SkinLevel {
            edge: usual_edge(&vertices, &triangles),
            vertices: vertices.iter().flat_map(floats_of).collect(),
            indices: triangles.into_iter().flatten().collect(),
        };
        Skin {
            bones,
            levels: levels.into_iter().map(level).collect(),
            picture,
        }
    }
}

fn floats_of(vertex: &SkinVertex) -> [f32; FLOATS] {
    let [px, py, pz] = vertex.position.to_array();
    let [nx, ny, nz] = vertex.normal.to_array();
    let [a, b, c, d] = vertex.bones.map(f32::from);
    let [w, x, y, z] = vertex.weights;
    let [edge, u, v, is_marked] = vertex.mark;
    let [half_width, is_dark] = vertex.band;
    [
        px, py, pz, nx, ny, nz, a, b, c, d, w, x, y, z, edge, u, v, is_marked, half_width, is_dark,
    ]
}

/// Root of the mean square of the first edges of the triangles, m.
fn usual_edge(vertices: &[SkinVertex], triangles: &[[u16; 3]]) -> f32 {
    let place = |i: u16| vertices.get(usize::from(i)).map(|vertex| vertex.position);
    let squares = triangles.iter().filter_map(|[a, b, _]| {
        let (a, b) = (place(*a)?, place(*b)?);
        Some(a.distance_squared(b))
    });
    (squares.sum::<f32>() / triangles.len().max(1) as f32).sqrt()
}

/// A skin on its bones.
#[derive(Clone, Debug)]
pub struct PlacedSkin {
    /// The mesh; stays on the GPU for as long as it is listed.
    pub skin: Arc<Skin>,
    /// Where each of its bones has moved.
    pub bones: Vec<BoneMotion>,
    /// Where another skeleton has each of them, for one whose vertices lie between both; else
    /// empty.
    pub others: Vec<OtherMotion>,
    /// What is not dark has this colour; alpha below 1 is seen through.
    pub color: Rgba,
    /// Whether it has the marks of a dummy; else it is of one colour.
    pub is_dressed: bool,
    /// Outline of constant width on the screen.
    pub outline: Option<Outline>,
    /// What it may hide.
    pub role: Role,
    /// Centre of a ball round it, m.
    pub center: Vec3,
    /// Radius of that ball, m.
    pub reach: f32,
}

/// Motion of a bone from the bind pose: a turn about the origin, then a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneMotion {
    /// Unit.
    pub rotation: Quat,
    /// m.
    pub translation: Vec3,
    /// Colour in place of all others.
    pub tint: Option<Rgba>,
}

/// Where another skeleton has moved a bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OtherMotion {
    /// Unit.
    pub rotation: Quat,
    /// m.
    pub translation: Vec3,
    /// How much of what the bone moves is where the first skeleton has it, 0 to 1.
    pub share: f32,
}

impl PartialEq for PlacedSkin {
    /// The same mesh in the same pose; meshes are not compared point by point.
    fn eq(&self, other: &PlacedSkin) -> bool {
        Arc::ptr_eq(&self.skin, &other.skin)
            && (&self.bones, &self.others) == (&other.bones, &other.others)
            && (self.color, self.is_dressed) == (other.color, other.is_dressed)
            && (self.outline, self.role) == (other.outline, other.role)
            && (self.center, self.reach) == (other.center, other.reach)
    }
}
