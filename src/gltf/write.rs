//! Skinned figures as packed glTF 2.0 files.

use super::container::{BINARY_CHUNK, JSON_CHUNK, MAGIC};
use glam::{Mat4, Quat, Vec3};
use serde_json::{json, Value};

/// A figure to be written.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// Its bones, parents before their children.
    pub bones: Vec<Bone>,
    /// Its vertices where the bones are.
    pub vertices: Vec<Vertex>,
    /// Indices of the corners of each triangle, anticlockwise from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Colour: red, green, blue and opacity, linear.
    pub color: [f32; 4],
    /// What is painted on it, as a PNG file; may be empty.
    pub picture: Vec<u8>,
    /// How its bones move.
    pub clips: Vec<Clip>,
}

/// A motion of the bones of a figure.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Clip {
    /// Its name.
    pub name: String,
    /// Times, s, from the first to the last.
    pub times: Vec<f32>,
    /// For each time where each bone is in the figure, m, and how it is turned, bone to figure.
    pub frames: Vec<Vec<(Vec3, Quat)>>,
}

/// A bone of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: String,
    /// The bone that it hangs on.
    pub parent: Option<usize>,
    /// Where it is in the figure, m.
    pub position: Vec3,
    /// How it is turned, bone to figure.
    pub rotation: Quat,
}

/// A vertex of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Vertex {
    /// Place, m.
    pub position: Vec3,
    /// Outward; unit.
    pub normal: Vec3,
    /// Place on the picture, 0 to 1 from the upper left.
    pub on_picture: [f32; 2],
    /// The bones that move it.
    pub bones: [u16; 4],
    /// How much each does; sum 1.
    pub weights: [f32; 4],
}

const FLOAT: u32 = 5126;
const SHORT: u32 = 5123;
const INTEGER: u32 = 5125;

/// The bytes of a `.glb` file with the figure.
pub fn figure(figure: &Figure) -> Vec<u8> {
    let mut buffer = Buffer::default();
    let vertices = &figure.vertices;
    let positions = buffer.floats("VEC3", vertices.iter().map(|v| v.position.to_array()));
    // Readers want to know how far places reach.
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for vertex in vertices {
        (low, high) = (low.min(vertex.position), high.max(vertex.position));
    }
    if let (Some(accessor), false) = (buffer.accessors.last_mut(), vertices.is_empty()) {
        accessor["min"] = json!(low.to_array());
        accessor["max"] = json!(high.to_array());
    }
    let normals = buffer.floats("VEC3", vertices.iter().map(|v| v.normal.to_array()));
    let on_picture = buffer.floats("VEC2", vertices.iter().map(|v| v.on_picture));
    let joints = buffer.shorts(vertices.iter().map(|v| v.bones));
    let weights = buffer.floats("VEC4", vertices.iter().map(|v| v.weights));
    let indices = buffer.integers(figure.triangles.iter().flatten().copied());
    let inverse = buffer.floats(
        "MAT4",
        figure.bones.iter().map(|bone| {
            let to_figure = Mat4::from_rotation_translation(bone.rotation, bone.position);
            to_figure.inverse().to_cols_array()
        }),
    );
    let picture = (!figure.picture.is_empty()).then(|| buffer.view(&figure.picture));
    let mut paint = json!({"baseColorFactor": figure.color, "metallicFactor": 0.0});
    let mut document = json!({
        "asset": {"version": "2.0", "generator": "Ragdoll Lab"},
        "scene": 0,
        "meshes": [{"name": figure.name, "primitives": [{
            "attributes": {
                "POSITION": positions, "NORMAL": normals, "TEXCOORD_0": on_picture,
                "JOINTS_0": joints, "WEIGHTS_0": weights,
            },
            "indices": indices, "material": 0,
        }]}],
    });
    if let Some(view) = picture {
        paint["baseColorTexture"] = json!({"index": 0});
        document["textures"] = json!([{"source": 0}]);
        document["images"] = json!([{"bufferView": view, "mimeType": "image/png"}]);
    }
    document["materials"] = json!([{"name": "skin", "pbrMetallicRoughness": paint}]);
    // The mesh is the first node, then come the bones.
    let mut nodes = vec![json!({"name": figure.name, "mesh": 0, "skin": 0})];
    nodes.extend((0..figure.bones.len()).map(|bone| figure.node(bone)));
    let roots = (0..figure.bones.len()).filter(|bone| figure.bones[*bone].parent.is_none());
    let roots: Vec<usize> = std::iter::once(0)
        .chain(roots.map(|bone| bone + 1))
        .collect();
    let all: Vec<usize> = (1..=figure.bones.len()).collect();
    document["nodes"] = json!(nodes);
    let clips: Vec<Value> = (figure.clips.iter())
        .map(|clip| figure.animation(clip, &mut buffer))
        .collect();
    if !clips.is_empty() {
        document["animations"] = json!(clips);
    }
    document["scenes"] = json!([{"nodes": roots}]);
    document["skins"] = json!([{"joints": all, "inverseBindMatrices": inverse}]);
    buffer.packed(document)
}

impl Figure {
    /// Where a bone is in its parent, of which `place` tells where both are in the figure.
    fn in_parent(&self, bone: usize, place: impl Fn(usize) -> (Vec3, Quat)) -> (Vec3, Quat) {
        let (position, rotation) = place(bone);
        let (origin, turn) = self.bones[bone]
            .parent
            .map_or((Vec3::ZERO, Quat::IDENTITY), &place);
        let back = turn.conjugate();
        (back * (position - origin), back * rotation)
    }

    /// A clip with a channel for the place and one for the turn of each bone.
    fn animation(&self, clip: &Clip, buffer: &mut Buffer) -> Value {
        let times = buffer.floats("SCALAR", clip.times.iter().map(|time| [*time]));
        let (first, last) = (clip.times.first(), clip.times.last());
        if let (Some(accessor), Some(first), Some(last)) =
            (buffer.accessors.last_mut(), first, last)
        {
            accessor["min"] = json!([first]);
            accessor["max"] = json!([last]);
        }
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        for bone in 0..self.bones.len() {
            let local: Vec<(Vec3, Quat)> = (clip.frames.iter())
                .map(|frame| self.in_parent(bone, |bone| frame[bone]))
                .collect();
            let shifts = buffer.floats("VEC3", local.iter().map(|(shift, _)| shift.to_array()));
            let turns = buffer.floats("VEC4", local.iter().map(|(_, turn)| turn.to_array()));
            for (path, output) in [("translation", shifts), ("rotation", turns)] {
                channels.push(json!({
                    "sampler": samplers.len(), "target": {"node": bone + 1, "path": path},
                }));
                samplers.push(json!({"input": times, "output": output}));
            }
        }
        json!({"name": clip.name, "samplers": samplers, "channels": channels})
    }

    /// A bone as a node in that of its parent.
    fn node(&self, bone: usize) -> Value {
        let own = &self.bones[bone];
        let place = |bone: usize| (self.bones[bone].position, self.bones[bone].rotation);
        let (translation, rotation) = self.in_parent(bone, place);
        let mut node = json!({
            "name": own.name,
            "translation": translation.to_array(),
            "rotation": rotation.to_array(),
        });
        let is_child = |child: &usize| self.bones[*child].parent == Some(bone);
        let children: Vec<usize> = (0..self.bones.len())
            .filter(is_child)
            .map(|c| c + 1)
            .collect();
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        node
    }
}

/// Numbers one after the other, and where which are.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Index of an accessor of elements of numbers.
    fn floats<const N: usize>(
        &mut self,
        kind: &str,
        elements: impl Iterator<Item = [f32; N]>,
    ) -> usize {
        let bytes: Vec<u8> = elements.flatten().flat_map(f32::to_le_bytes).collect();
        self.accessor(kind, FLOAT, bytes.len() / (4 * N), &bytes)
    }

    fn shorts(&mut self, elements: impl Iterator<Item = [u16; 4]>) -> usize {
        let bytes: Vec<u8> = elements.flatten().flat_map(u16::to_le_bytes).collect();
        self.accessor("VEC4", SHORT, bytes.len() / 8, &bytes)
    }

    fn integers(&mut self, elements: impl Iterator<Item = u32>) -> usize {
        let bytes: Vec<u8> = elements.flat_map(u32::to_le_bytes).collect();
        self.accessor("SCALAR", INTEGER, bytes.len() / 4, &bytes)
    }

    fn accessor(&mut self, kind: &str, component: u32, count: usize, bytes: &[u8]) -> usize {
        let view = self.view(bytes);
        self.accessors.push(json!({
            "bufferView": view, "componentType": component, "count": count, "type": kind,
        }));
        self.accessors.len() - 1
    }

    fn view(&mut self, bytes: &[u8]) -> usize {
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        pad(&mut self.bytes, 0);
        let view = json!({"buffer": 0, "byteOffset": offset, "byteLength": bytes.len()});
        self.views.push(view);
        self.views.len() - 1
    }

    /// The file.
    fn packed(self, mut document: Value) -> Vec<u8> {
        document["buffers"] = json!([{"byteLength": self.bytes.len()}]);
        document["bufferViews"] = json!(self.views);
        document["accessors"] = json!(self.accessors);
        let mut text = document.to_string().into_bytes();
        pad(&mut text, b' ');
        let length = 12 + 8 + text.len() + 8 + self.bytes.len();
        let mut file = Vec::with_capacity(length);
        file.extend_from_slice(MAGIC);
        file.extend(2_u32.to_le_bytes());
        file.extend((length as u32).to_le_bytes());
        for (kind, content) in [(JSON_CHUNK, &text), (BINARY_CHUNK, &self.bytes)] {
            file.extend((content.len() as u32).to_le_bytes());
            file.extend_from_slice(kind);
            file.extend_from_slice(content);
        }
        file
    }
}

/// Chunks and numbers begin at multiples of four bytes.
fn pad(bytes: &mut Vec<u8>, with: u8) {
    while !bytes.len().is_multiple_of(4) {
        bytes.push(with);
    }
}
