//! A skinned figure: joints, and the vertices that they move.
//!
//! Vertices and joints are where the nodes of the file put them, which is what other programs
//! show: several skins of one skeleton so fit together, whatever bind pose each has.

use super::clips::Clip;
use super::document::{Node, Primitive};
use super::picture::Picture;
use super::sheet::{Sheet, Tile};
use super::skeleton::Skeleton;
use super::{at, Fetch, Gltf, GltfError, Placed};
use crate::budget;
use glam::{DMat3, DMat4, DVec3, Vec3};
use std::collections::btree_map::{BTreeMap, Entry};

/// How many joints move a vertex.
pub const PER_VERTEX: usize = 4;

/// A skinned figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Its joints, parents before their children.
    pub joints: Vec<Joint>,
    /// Its vertices.
    pub vertices: Vec<Vertex>,
    /// Indices of the corners of each triangle, anticlockwise from outside.
    pub triangles: Vec<[u32; 3]>,
    /// What is painted on it.
    pub picture: Picture,
    /// How its joints move.
    pub clips: Vec<Clip>,
    /// What of the file was left out or put right, one sentence each.
    pub notes: Vec<String>,
}

/// A joint of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// The joint that it hangs on; none for a root.
    pub parent: Option<usize>,
    /// From its frame to the scene.
    pub to_scene: DMat4,
    /// Its node in the file.
    pub node: usize,
}

impl Joint {
    /// Where it is, m.
    pub fn place(&self) -> DVec3 {
        self.to_scene.w_axis.truncate()
    }
}

/// A vertex of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// Place, m.
    pub position: Vec3,
    /// Outward; unit, or zero where the file gives none.
    pub normal: Vec3,
    /// Place on the picture, 0 to 1 from the upper left.
    pub on_picture: [f32; 2],
    /// The joints that move it; those without a weight are 0.
    pub joints: [u16; PER_VERTEX],
    /// How much each does; their sum is 1.
    pub weights: [f32; PER_VERTEX],
}

impl Gltf {
    /// Whether there is a figure in the file.
    pub fn has_skin(&self) -> bool {
        let nodes = &self.document.nodes;
        nodes
            .iter()
            .any(|node| node.skin.is_some() && node.mesh.is_some())
    }

    /// The skinned figure of a file: of several the one with the most joints.
    ///
    /// # Errors
    /// There is no skin, or something of it cannot be read.
    pub fn model(&self, fetch: Fetch<'_>) -> Result<Model, GltfError> {
        let places = self.places()?;
        let mut notes = Vec::new();
        let skeleton = Skeleton::of(self, &places, &mut notes)?;
        let parts = self.parts(&places, &skeleton)?;
        let mut materials: Vec<Option<usize>> =
            parts.iter().map(|part| part.primitive.material).collect();
        materials.sort_unstable();
        materials.dedup();
        let sheet = Sheet::of(self, &materials, fetch, &mut notes)?;
        let mut model = Model {
            joints: skeleton.joints.clone(),
            vertices: Vec::new(),
            triangles: Vec::new(),
            picture: sheet.picture.clone(),
            clips: self.clips(&places, &skeleton.joints, &mut notes),
            notes,
        };
        let mut loose = 0;
        let mut of_skins: BTreeMap<usize, Moves> = BTreeMap::new();
        for part in &parts {
            let of_joint;
            let moves = match part.hold {
                Hold::Joint(joint, to_scene) => {
                    of_joint = Moves {
                        joints: vec![joint],
                        to_scene: vec![to_scene],
                    };
                    &of_joint
                }
                // Parts of a figure share a skin.
                Hold::Skin(skin) => match of_skins.entry(skin) {
                    Entry::Occupied(known) => &*known.into_mut(),
                    Entry::Vacant(new) => &*new.insert(self.moves(skin, &skeleton)?),
                },
            };
            let material = materials.iter().position(|m| *m == part.primitive.material);
            let tile = material.and_then(|i| sheet.tiles.get(i)).copied();
            loose += self.add(&mut model, part, moves, (&sheet, tile))?;
        }
        if loose > 0 {
            model.notes.push(format!(
                "{loose} vertices have no weights; they follow the first joint"
            ));
        }
        if model.triangles.is_empty() {
            return Err(GltfError::whole(
                "no triangle is attached to the skin",
                "export the mesh with its skeleton",
            ));
        }
        Ok(model)
    }

    /// The parts of meshes that the joints of a skeleton move.
    fn parts<'a>(
        &'a self,
        places: &[Placed],
        skeleton: &Skeleton,
    ) -> Result<Vec<Part<'a>>, GltfError> {
        let mut parts = Vec::new();
        let above = skeleton.joints_above(places);
        for (index, placed) in places.iter().enumerate() {
            let node: &Node = at(&self.document.nodes, placed.node, "node")?;
            let Some(mesh) = node.mesh else { continue };
            let hold = match node.skin {
                Some(skin) if skeleton.skins.contains(&skin) => Hold::Skin(skin),
                Some(_) => continue,
                // What hangs on a joint without a skin moves with it.
                None => match above.get(index).copied().flatten() {
                    Some(joint) => Hold::Joint(joint, placed.to_scene),
                    None => continue,
                },
            };
            for primitive in &at(&self.document.meshes, mesh, "mesh")?.primitives {
                parts.push(Part { primitive, hold });
            }
            budget::GLTF_PARTS.allow(parts.len())?;
        }
        Ok(parts)
    }

    /// Adds the triangles of a part; how many of its vertices nothing moves.
    fn add(
        &self,
        model: &mut Model,
        part: &Part<'_>,
        moves: &Moves,
        (sheet, tile): (&Sheet, Option<Tile>),
    ) -> Result<usize, GltfError> {
        let Some(read) = self.triangles(part.primitive)? else {
            return Ok(0);
        };
        let count = read.points.len();
        let attributes = &part.primitive.attributes;
        let normals = match attributes.normal {
            Some(index) => self.floats::<3>(index)?,
            None => Vec::new(),
        };
        let on_picture = match attributes.texcoord_0 {
            Some(index) => on_one_tile(self.floats::<2>(index)?),
            None => Vec::new(),
        };
        let shares = self.shares(part, moves)?;
        let first = model.vertices.len();
        budget::GLTF_ELEMENTS.allow(first + count)?;
        budget::GLTF_ELEMENTS.allow(model.triangles.len() + read.triangles.len())?;
        let mut loose = 0;
        for (i, point) in read.points.iter().enumerate() {
            let share = shares.get(i).copied().flatten();
            loose += usize::from(share.is_none());
            let (slots, weights) = share.unwrap_or_default();
            let weights = match share {
                Some(_) => weights,
                None => [1.0, 0.0, 0.0, 0.0],
            };
            let normal = normals.get(i).copied().unwrap_or_default();
            let moved = moves.moved(slots, weights, (*point, normal));
            let place = on_picture.get(i).copied().unwrap_or([0.5; 2]);
            model.vertices.push(Vertex {
                position: moved[0],
                normal: moved[1],
                on_picture: tile.map_or([0.5; 2], |tile| sheet.place(tile, place)),
                joints: slots.map(|slot| moves.joint(slot)),
                weights,
            });
        }
        let mirrored = moves.is_mirrored();
        model
            .triangles
            .extend(read.triangles.iter().map(|&[a, b, c]| {
                let [b, c] = if mirrored { [c, b] } else { [b, c] };
                [a, b, c].map(|corner| (first + corner) as u32)
            }));
        Ok(loose)
    }

    /// What moves the vertices of the parts of a skin.
    fn moves(&self, skin: usize, skeleton: &Skeleton) -> Result<Moves, GltfError> {
        let skin = at(&self.document.skins, skin, "skin")?;
        let inverse: Vec<[f32; 16]> = match skin.inverse_bind_matrices {
            Some(index) => self.floats::<16>(index)?,
            None => Vec::new(),
        };
        let mut moves = Moves::default();
        for (i, node) in skin.joints.iter().enumerate() {
            let joint = skeleton.by_node.get(node).copied();
            let joint = joint.ok_or_else(|| GltfError::torn("a joint is not part of any scene"))?;
            let inverse = inverse.get(i).map_or(DMat4::IDENTITY, |matrix| {
                DMat4::from_cols_array(&matrix.map(f64::from))
            });
            moves
                .to_scene
                .push(skeleton.joints[joint].to_scene * inverse);
            moves.joints.push(joint);
        }
        Ok(moves)
    }

    /// For each vertex of a part the joints of its skin with their weights, whose sum is 1.
    fn shares(&self, part: &Part<'_>, moves: &Moves) -> Result<Vec<Option<Share>>, GltfError> {
        let count = part.primitive.attributes.position;
        let count = count.map_or(0, |index| {
            let accessor = self.document.accessors.get(index);
            accessor.map_or(0, |accessor| accessor.count)
        });
        if let Hold::Joint(..) = part.hold {
            return Ok(vec![Some(([0; PER_VERTEX], [1.0, 0.0, 0.0, 0.0])); count]);
        }
        let attributes = &part.primitive.attributes;
        let (Some(joints), Some(weights)) = (attributes.joints_0, attributes.weights_0) else {
            return Ok(Vec::new());
        };
        let joints = self.whole_numbers::<PER_VERTEX>(joints)?;
        let weights = self.floats::<PER_VERTEX>(weights)?;
        let most = moves.joints.len();
        let share = |(joints, weights): ([usize; PER_VERTEX], [f32; PER_VERTEX])| {
            let mut weights = weights.map(|weight| weight.max(0.0));
            for (joint, weight) in joints.iter().zip(&mut weights) {
                if *joint >= most {
                    *weight = 0.0;
                }
            }
            let sum: f32 = weights.iter().sum();
            let is_moved = sum > 1e-6;
            let joints = std::array::from_fn(|i| match weights[i] > 0.0 {
                true => joints[i],
                false => 0,
            });
            is_moved.then(|| (joints, weights.map(|weight| weight / sum)))
        };
        Ok(joints.into_iter().zip(weights).map(share).collect())
    }
}

/// Joints of a skin with their weights.
type Share = ([usize; PER_VERTEX], [f32; PER_VERTEX]);

/// A part of a mesh that joints move.
struct Part<'a> {
    primitive: &'a Primitive,
    hold: Hold,
}

/// What moves a part of a mesh.
#[derive(Debug, Clone, Copy)]
enum Hold {
    Skin(usize),
    Joint(usize, DMat4),
}

/// The joints of a skin, and what takes the mesh to where each of them puts it.
#[derive(Debug, Default)]
struct Moves {
    joints: Vec<usize>,
    to_scene: Vec<DMat4>,
}

impl Moves {
    fn joint(&self, slot: usize) -> u16 {
        self.joints.get(slot).map_or(0, |joint| *joint as u16)
    }

    /// Place and normal of a vertex in the scene.
    fn moved(
        &self,
        slots: [usize; PER_VERTEX],
        weights: [f32; PER_VERTEX],
        (point, normal): ([f32; 3], [f32; 3]),
    ) -> [Vec3; 2] {
        let mut matrix = DMat4::ZERO;
        for (slot, weight) in slots.iter().zip(weights) {
            if let Some(to_scene) = self.to_scene.get(*slot) {
                matrix += *to_scene * f64::from(weight);
            }
        }
        let turned = DMat3::from_mat4(matrix) * DVec3::from(normal.map(f64::from));
        [
            matrix
                .transform_point3(point.map(f64::from).into())
                .as_vec3(),
            turned.normalize_or_zero().as_vec3(),
        ]
    }

    fn is_mirrored(&self) -> bool {
        let first = self.to_scene.first();
        first.is_some_and(|to_scene| to_scene.determinant() < 0.0)
    }
}

/// Places on a picture that repeats, on the picture itself.
fn on_one_tile(mut places: Vec<[f32; 2]>) -> Vec<[f32; 2]> {
    for axis in 0..2 {
        let bounds = places.iter().map(|place| place[axis]);
        let low = bounds.clone().fold(f32::INFINITY, f32::min);
        let high = bounds.fold(f32::NEG_INFINITY, f32::max);
        let tile = low.floor();
        let fits = high - tile <= 1.0;
        for place in &mut places {
            let x = place[axis];
            place[axis] = if fits { x - tile } else { x - x.floor() };
        }
    }
    places
}
