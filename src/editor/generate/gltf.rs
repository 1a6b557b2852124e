//! Mesh obstacles from glTF 2.0 files, as text (`.gltf`) or packed (`.glb`).
//!
//! Read are the triangles of the default scene, each in its place; materials, pictures,
//! skins and animations are passed over. Every number of the file is checked before it
//! is used, since it may come from anywhere.

use super::mesh::{short, Mesh, MeshError, MessageAndRemedy};
use crate::editor::things::Things;
use crate::scene::MAX_THINGS;
use data_encoding::BASE64_NOPAD;
use glam::{DMat4, DQuat, DVec3};
use serde::Deserialize;
use std::collections::BTreeSet;

/// First bytes of a packed file.
const MAGIC: &[u8; 4] = b"glTF";
/// Type of the chunk with the text.
const JSON_CHUNK: &[u8; 4] = b"JSON";
/// Type of the chunk with the numbers.
const BINARY_CHUNK: &[u8; 4] = b"BIN\0";

/// Most bytes of all buffers together.
const MOST_BYTES: usize = 64 << 20;
/// Most elements of an accessor: with more, some limit of a mesh is exceeded.
const MOST_NUMBERS: usize = 4 * MAX_THINGS;

/// Reads a file that a glTF file names; the text says why that is not possible.
pub type Fetch<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// A mesh obstacle at a place, m, from the bytes of a glTF file, whose unit is the metre.
///
/// # Errors
/// What of the file cannot be read, or that there is no triangle.
pub fn gltf_obstacle(
    name: &str,
    bytes: &[u8],
    fetch: Fetch<'_>,
    position_m: [f64; 3],
) -> Result<Things, MeshError> {
    let (text, packed) = chunks(bytes).map_err(MeshError::whole)?;
    let document: Document = serde_json::from_slice(text).map_err(|error| MeshError {
        line: error.line(),
        message: format!("not a glTF file: {error}"),
        remedy: "export it again as glTF 2.0",
    })?;
    let mesh = document
        .read(packed, fetch)
        .map_err(|(message, remedy)| MeshError::whole((message, remedy)))?;
    mesh.into_obstacle(name, position_m)
}

/// The text and the numbers of a packed file; any other file is all text.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), MessageAndRemedy> {
    const TORN: &str = "export or copy it again";
    if !bytes.starts_with(MAGIC) {
        return Ok((bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), None));
    }
    if bytes.get(4..8) != Some(&2_u32.to_le_bytes()) {
        return Err(("not of glTF version 2".into(), "export it as glTF 2.0"));
    }
    let (mut text, mut packed) = (None, None);
    let mut rest = bytes.get(12..).unwrap_or_default();
    while let Some((&[a, b, c, d, ref kind @ ..], after)) = rest.split_first_chunk::<8>() {
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let whole = after.split_at_checked(length);
        let (content, next) = whole.ok_or(("the file ends too early".to_owned(), TORN))?;
        match kind {
            kind if kind == JSON_CHUNK => text = text.or(Some(content)),
            kind if kind == BINARY_CHUNK => packed = packed.or(Some(content)),
            _ => {}
        }
        rest = next;
    }
    let text = text.ok_or(("the file has no description".to_owned(), TORN))?;
    Ok((text, packed))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    #[serde(default)]
    extensions_required: Vec<String>,
    scene: Option<usize>,
    #[serde(default)]
    scenes: Vec<Scene>,
    #[serde(default)]
    nodes: Vec<Node>,
    #[serde(default)]
    meshes: Vec<MeshPart>,
    #[serde(default)]
    accessors: Vec<Accessor>,
    #[serde(default)]
    buffer_views: Vec<View>,
    #[serde(default)]
    buffers: Vec<Buffer>,
}

#[derive(Deserialize)]
struct Scene {
    #[serde(default)]
    nodes: Vec<usize>,
}

#[derive(Deserialize)]
struct Node {
    #[serde(default)]
    children: Vec<usize>,
    mesh: Option<usize>,
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
}

#[derive(Deserialize)]
struct MeshPart {
    primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
struct Primitive {
    attributes: Attributes,
    indices: Option<usize>,
    mode: Option<u32>,
}

#[derive(Deserialize)]
struct Attributes {
    #[serde(rename = "POSITION")]
    position: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Accessor {
    buffer_view: Option<usize>,
    #[serde(default)]
    byte_offset: usize,
    component_type: u32,
    count: usize,
    #[serde(rename = "type")]
    kind: String,
    sparse: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct View {
    buffer: usize,
    #[serde(default)]
    byte_offset: usize,
    byte_length: usize,
    byte_stride: Option<usize>,
}

#[derive(Deserialize)]
struct Buffer {
    uri: Option<String>,
}

impl Document {
    fn read(&self, packed: Option<&[u8]>, fetch: Fetch<'_>) -> Result<Mesh, MessageAndRemedy> {
        self.refuse_extensions()?;
        let buffers = self.contents(packed, fetch)?;
        let mut mesh = Mesh::default();
        let mut visited = BTreeSet::new();
        let mut parts = 0;
        let mut waiting: Vec<(usize, DMat4)> = (self.roots().into_iter())
            .map(|node| (node, DMat4::IDENTITY))
            .collect();
        while let Some((index, above)) = waiting.pop() {
            let node = at(&self.nodes, index, "node")?;
            if !visited.insert(index) {
                let message = format!("node {index} is in two places");
                return Err((message, "export it again; nodes must form a tree"));
            }
            let place = above * node.place();
            if let Some(part) = node.mesh {
                let primitives = &at(&self.meshes, part, "mesh")?.primitives;
                // Nodes that share a mesh multiply, also one without any triangle.
                parts += primitives.len();
                if parts > MAX_THINGS {
                    let message = format!("more than {MAX_THINGS} parts of meshes");
                    return Err((message, "join the parts into one"));
                }
                for primitive in primitives {
                    self.add(&mut mesh, primitive, &buffers, place)?;
                }
            }
            waiting.extend(node.children.iter().map(|child| (*child, place)));
        }
        Ok(mesh)
    }

    /// The contents of all buffers.
    fn contents(
        &self,
        packed: Option<&[u8]>,
        fetch: Fetch<'_>,
    ) -> Result<Vec<Vec<u8>>, MessageAndRemedy> {
        let (mut contents, mut length) = (Vec::new(), 0);
        for buffer in &self.buffers {
            let content = buffer.content(packed, fetch)?;
            length += content.len();
            if length > MOST_BYTES {
                let message = format!("buffers of more than {} MiB", MOST_BYTES >> 20);
                return Err((message, "use a coarser mesh"));
            }
            contents.push(content);
        }
        Ok(contents)
    }

    /// Extensions that change nothing but the looks do no harm.
    fn refuse_extensions(&self) -> Result<(), MessageAndRemedy> {
        let harmless = [
            "KHR_materials_",
            "KHR_texture_",
            "KHR_lights_",
            "EXT_texture_",
        ];
        let harms = |name: &&String| !harmless.iter().any(|start| name.starts_with(start));
        match self.extensions_required.iter().find(harms) {
            None => Ok(()),
            Some(name) => Err((
                format!("the file needs the extension `{}`", short(name)),
                "export it without compression",
            )),
        }
    }

    /// The nodes of the default scene; without scenes all that are no children.
    fn roots(&self) -> Vec<usize> {
        if let Some(scene) = self.scenes.get(self.scene.unwrap_or(0)) {
            return scene.nodes.clone();
        }
        let children: BTreeSet<_> = self.nodes.iter().flat_map(|node| &node.children).collect();
        (0..self.nodes.len())
            .filter(|node| !children.contains(node))
            .collect()
    }

    fn add(
        &self,
        mesh: &mut Mesh,
        primitive: &Primitive,
        buffers: &[Vec<u8>],
        place: DMat4,
    ) -> Result<(), MessageAndRemedy> {
        let Some(position) = primitive.attributes.position else {
            return Ok(());
        };
        let mode = primitive.mode.unwrap_or(TRIANGLES);
        if ![TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN].contains(&mode) {
            return Ok(());
        }
        let first = mesh.vertex_count();
        for point in self.numbers(position, "VEC3", &[FLOAT], buffers)? {
            let ([x, y, z], []) = point.as_chunks() else {
                return Err(("a vertex needs three numbers".into(), "export it again"));
            };
            let [x, y, z] = [x, y, z].map(|bytes| f64::from(f32::from_le_bytes(*bytes)));
            mesh.vertex(place.transform_point3(DVec3::new(x, y, z)).to_array())?;
        }
        let count = mesh.vertex_count() - first;
        let order: Vec<usize> = match primitive.indices {
            None => (0..count).collect(),
            Some(indices) => self
                .numbers(indices, "SCALAR", &[BYTE, SHORT, INTEGER], buffers)?
                .map(whole_number)
                .collect(),
        };
        if let Some(missing) = order.iter().find(|corner| **corner >= count) {
            let message = format!("there is no vertex {missing}; there are {count}");
            return Err((message, "export it again"));
        }
        for [a, b, c] in triangles(mode, &order) {
            // A mirrored part is turned inside out again.
            let [b, c] = if place.determinant() < 0.0 {
                [c, b]
            } else {
                [b, c]
            };
            mesh.triangle([a, b, c].map(|corner| (first + corner) as u32))?;
        }
        Ok(())
    }

    /// The bytes of each element of an accessor, which must be of a kind.
    fn numbers<'a>(
        &self,
        index: usize,
        kind: &str,
        components: &[u32],
        buffers: &'a [Vec<u8>],
    ) -> Result<impl Iterator<Item = &'a [u8]>, MessageAndRemedy> {
        const AGAIN: &str = "export it again";
        let accessor = at(&self.accessors, index, "accessor")?;
        let wrong = |what: &str| (format!("accessor {index} {what}"), AGAIN);
        if accessor.kind != kind || !components.contains(&accessor.component_type) {
            return Err(wrong("is of another kind than meshes have"));
        }
        if accessor.count > MOST_NUMBERS {
            let message = format!("accessor {index} has more than {MOST_NUMBERS} elements");
            return Err((message, "use a coarser mesh"));
        }
        let (Some(view), None) = (accessor.buffer_view, &accessor.sparse) else {
            let remedy = "export it without sparse accessors";
            return Err((format!("accessor {index} has no plain numbers"), remedy));
        };
        let view = at(&self.buffer_views, view, "buffer view")?;
        let size = bytes_of(accessor.component_type) * if kind == "VEC3" { 3 } else { 1 };
        let stride = view.byte_stride.unwrap_or(size).max(size);
        let buffer = at(buffers, view.buffer, "buffer")?;
        let end = view.byte_offset.checked_add(view.byte_length);
        let slice = end.and_then(|end| buffer.get(view.byte_offset..end));
        let slice = slice.and_then(|slice| slice.get(accessor.byte_offset..));
        let slice = slice.ok_or_else(|| wrong("lies outside its buffer"))?;
        let steps = accessor.count.saturating_sub(1).checked_mul(stride);
        let needed = steps.and_then(|steps| steps.checked_add(size));
        if accessor.count > 0 && needed.is_none_or(|needed| needed > slice.len()) {
            return Err(wrong("lies outside its buffer"));
        }
        let elements = slice.chunks(stride).take(accessor.count);
        Ok(elements.filter_map(move |element| element.get(..size)))
    }
}

impl Node {
    /// From this node to the one above.
    fn place(&self) -> DMat4 {
        match &self.matrix {
            Some(matrix) => DMat4::from_cols_array(matrix),
            None => DMat4::from_scale_rotation_translation(
                self.scale.unwrap_or([1.0; 3]).into(),
                DQuat::from_array(self.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0])),
                self.translation.unwrap_or([0.0; 3]).into(),
            ),
        }
    }
}

impl Buffer {
    fn content(
        &self,
        packed: Option<&[u8]>,
        fetch: Fetch<'_>,
    ) -> Result<Vec<u8>, MessageAndRemedy> {
        let Some(uri) = &self.uri else {
            let missing = ("a buffer names no file".to_owned(), "export it again");
            return packed.map(<[u8]>::to_vec).ok_or(missing);
        };
        match uri.strip_prefix("data:") {
            Some(data) => data
                .split_once(";base64,")
                .and_then(|(_, text)| {
                    let digits = text.trim_end_matches('=').as_bytes();
                    BASE64_NOPAD.decode(digits).ok()
                })
                .ok_or(("a buffer is no base64".into(), "export it again")),
            None => fetch(uri).map_err(|why| (why, "keep the files of a mesh together")),
        }
    }
}

const TRIANGLES: u32 = 4;
const TRIANGLE_STRIP: u32 = 5;
const TRIANGLE_FAN: u32 = 6;
const BYTE: u32 = 5121;
const SHORT: u32 = 5123;
const INTEGER: u32 = 5125;
const FLOAT: u32 = 5126;

fn bytes_of(component: u32) -> usize {
    match component {
        BYTE => 1,
        SHORT => 2,
        _ => 4,
    }
}

/// From one to four bytes, the lowest first.
fn whole_number(bytes: &[u8]) -> usize {
    let digits = bytes.iter().rev();
    digits.fold(0, |number, byte| number << 8 | usize::from(*byte))
}

/// The corners of each triangle; what is left over is dropped.
fn triangles(mode: u32, order: &[usize]) -> Vec<[usize; 3]> {
    let from = |place: usize| order.iter().copied().skip(place);
    match mode {
        TRIANGLE_STRIP => (from(0).zip(from(1)).zip(from(2)).enumerate())
            .map(|(i, ((a, b), c))| match i % 2 {
                0 => [a, b, c],
                _ => [a, c, b],
            })
            .collect(),
        TRIANGLE_FAN => (from(0).take(1).cycle().zip(from(1)).zip(from(2)))
            .map(|((hub, a), b)| [hub, a, b])
            .collect(),
        _ => order.as_chunks().0.to_vec(),
    }
}

fn at<'a, T>(list: &'a [T], index: usize, what: &str) -> Result<&'a T, MessageAndRemedy> {
    let missing = || (format!("there is no {what} {index}"), "export it again");
    list.get(index).ok_or_else(missing)
}
