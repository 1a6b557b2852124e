//! What a glTF file describes, as far as it is read here.

use serde::Deserialize;
use serde_json::Value;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// Extensions without which the file cannot be understood.
    #[serde(default)]
    pub extensions_required: Vec<String>,
    /// What extensions say of the whole file.
    #[serde(default)]
    pub extensions: Extensions,
    /// The scene that is shown.
    pub scene: Option<usize>,
    /// Roots of the trees of nodes.
    #[serde(default)]
    pub scenes: Vec<Scene>,
    /// Places, one in the other.
    #[serde(default)]
    pub nodes: Vec<Node>,
    /// Surfaces.
    #[serde(default)]
    pub meshes: Vec<MeshParts>,
    /// Nodes that move the vertices of meshes.
    #[serde(default)]
    pub skins: Vec<Skin>,
    /// Motions of nodes.
    #[serde(default)]
    pub animations: Vec<Animation>,
    /// Paints.
    #[serde(default)]
    pub materials: Vec<Material>,
    /// Uses of pictures.
    #[serde(default)]
    pub textures: Vec<Texture>,
    /// Pictures.
    #[serde(default)]
    pub images: Vec<Image>,
    /// Lists of numbers.
    #[serde(default)]
    pub accessors: Vec<Accessor>,
    /// Where they are in the buffers.
    #[serde(default)]
    pub buffer_views: Vec<View>,
    /// Bytes.
    #[serde(default)]
    pub buffers: Vec<Buffer>,
}

/// Roots of trees of nodes.
#[derive(Debug, Deserialize)]
pub struct Scene {
    /// The roots.
    #[serde(default)]
    pub nodes: Vec<usize>,
}

/// A place in that of its parent.
#[derive(Debug, Deserialize)]
pub struct Node {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// What is placed in it.
    #[serde(default)]
    pub children: Vec<usize>,
    /// The mesh that it shows.
    pub mesh: Option<usize>,
    /// What moves the vertices of that mesh.
    pub skin: Option<usize>,
    /// To its parent, column by column.
    pub matrix: Option<[f64; 16]>,
    /// To its parent: the shift, m.
    pub translation: Option<[f64; 3]>,
    /// To its parent: the turn as a quaternion x, y, z, w.
    pub rotation: Option<[f64; 4]>,
    /// To its parent: the factors along its axes.
    pub scale: Option<[f64; 3]>,
    /// What extensions say of it.
    #[serde(default)]
    pub extensions: Extensions,
}

/// What extensions say of a file or a node, not yet looked into.
#[derive(Debug, Default, Deserialize)]
pub struct Extensions {
    /// Rigid bodies.
    #[serde(rename = "KHR_physics_rigid_bodies")]
    pub bodies: Option<Value>,
    /// Shapes.
    #[serde(rename = "KHR_implicit_shapes")]
    pub shapes: Option<Value>,
}

/// A surface in parts.
#[derive(Debug, Deserialize)]
pub struct MeshParts {
    /// The parts.
    pub primitives: Vec<Primitive>,
}

/// Triangles of one material.
#[derive(Debug, Deserialize)]
pub struct Primitive {
    /// Accessors of what vertices have.
    pub attributes: Attributes,
    /// Accessor of the order of the corners.
    pub indices: Option<usize>,
    /// Its material.
    pub material: Option<usize>,
    /// Triangles unless given.
    pub mode: Option<u32>,
}

/// Accessors of what vertices have.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct Attributes {
    /// Places, m.
    pub position: Option<usize>,
    /// Outward normals.
    pub normal: Option<usize>,
    /// Places on the picture.
    pub texcoord_0: Option<usize>,
    /// Joints of the skin that move it.
    pub joints_0: Option<usize>,
    /// How much each of these does.
    pub weights_0: Option<usize>,
}

/// Nodes that move the vertices of a mesh.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    /// The nodes.
    #[serde(default)]
    pub joints: Vec<usize>,
    /// Accessor of what takes the mesh into the frame of each node.
    pub inverse_bind_matrices: Option<usize>,
}

/// Motions of nodes over time.
#[derive(Debug, Deserialize)]
pub struct Animation {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// What moves.
    pub channels: Vec<Channel>,
    /// How it moves.
    pub samplers: Vec<Sampler>,
}

/// What an animation moves.
#[derive(Debug, Deserialize)]
pub struct Channel {
    /// How, as an index of the samplers.
    pub sampler: usize,
    /// What.
    pub target: Target,
}

/// A number of a node that an animation changes.
#[derive(Debug, Deserialize)]
pub struct Target {
    /// The node.
    pub node: Option<usize>,
    /// `translation`, `rotation`, `scale` or `weights`.
    pub path: String,
}

/// Values at times.
#[derive(Debug, Deserialize)]
pub struct Sampler {
    /// Accessor of the times, s.
    pub input: usize,
    /// Accessor of the values.
    pub output: usize,
    /// `LINEAR` unless given, `STEP` or `CUBICSPLINE`.
    pub interpolation: Option<String>,
}

/// A paint.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Material {
    /// Its colour without light and gloss.
    pub pbr_metallic_roughness: Option<Paint>,
}

/// The colour of a paint.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Paint {
    /// Red, green, blue and opacity, linear; they multiply the picture.
    pub base_color_factor: Option<[f32; 4]>,
    /// The picture.
    pub base_color_texture: Option<TextureUse>,
}

/// Use of a texture.
#[derive(Debug, Deserialize)]
pub struct TextureUse {
    /// The texture.
    pub index: usize,
}

/// Use of a picture.
#[derive(Debug, Deserialize)]
pub struct Texture {
    /// The picture.
    pub source: Option<usize>,
}

/// A picture.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// Its file or its bytes.
    pub uri: Option<String>,
    /// The part of a buffer that has its bytes.
    pub buffer_view: Option<usize>,
}

/// A list of numbers.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    /// Where they are.
    pub buffer_view: Option<usize>,
    /// Where they begin there.
    #[serde(default)]
    pub byte_offset: usize,
    /// What each number is.
    pub component_type: u32,
    /// Whether whole numbers stand for 0 to 1.
    #[serde(default)]
    pub normalized: bool,
    /// How many elements there are.
    pub count: usize,
    /// How many numbers an element has.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether there are others in place of some.
    pub sparse: Option<serde::de::IgnoredAny>,
}

/// A part of a buffer.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The buffer.
    pub buffer: usize,
    /// Its first byte.
    #[serde(default)]
    pub byte_offset: usize,
    /// How many bytes it has.
    pub byte_length: usize,
    /// From element to element; none if they follow each other.
    pub byte_stride: Option<usize>,
}

/// Bytes.
#[derive(Debug, Deserialize)]
pub struct Buffer {
    /// Their file or themselves; none if they are packed with the description.
    pub uri: Option<String>,
}
