//! Figures with parts of their own, as they are made from skinned models.

use super::defaults::*;
use super::{Axis, PartLimit, Shape};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

/// A figure with parts of its own. Copies share everything.
#[derive(Debug, Clone)]
pub struct Character(Arc<CharacterParts>);

/// Parts and skin of a character.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct CharacterParts {
    /// Source of the model.
    #[serde(default, skip_serializing_if = "is_default")]
    pub source: String,
    /// Rigid parts, the root first and parents before their children, in the frame of the
    /// figure: facing +z, left = +x, the soles at y = 0.
    pub parts: Vec<CharacterPart>,
    /// The skin: a mesh that follows the parts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub skin: Option<CharacterSkin>,
}

/// A rigid part of a character.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CharacterPart {
    /// Name of the part: `pelvis`, `l_upper_arm` and so on.
    pub part: String,
    /// Its parent part; none for the root.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parent: Option<String>,
    /// Name of the bone that it was made from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bone: String,
    /// Centre of mass and of the shape at the start pose, m.
    pub position_m: [f64; 3],
    /// Orientation in the frame of the figure at the start pose, a unit quaternion w, x, y,
    /// z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub orientation: [f64; 4],
    /// Point where it is pinned to its parent, m; not for the root.
    #[serde(default, skip_serializing_if = "is_default")]
    pub joint_m: Option<[f64; 3]>,
    /// Its shape.
    pub shape: Shape,
    /// Mass, kg.
    pub mass_kg: f64,
    /// Principal moments of inertia, kg·m²; absent = from its shape, plus a radius of
    /// gyration of 0.1 m for a figure of human height.
    #[serde(default, skip_serializing_if = "is_default")]
    pub inertia_kg_m2: Option<[f64; 3]>,
    /// Angle limits relative to its parent; absent = none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit: Option<PartLimit>,
    /// Twist axis of its limit; absent = the axis with the widest range.
    #[serde(default, skip_serializing_if = "is_default")]
    pub twist_axis: Option<Axis>,
}

/// The skin of a character: a mesh that follows its parts, in the frame of the figure
/// at the start pose.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CharacterSkin {
    /// Vertices, m.
    pub vertices_m: Vec<[f64; 3]>,
    /// Outward normal of each vertex, in 127ths.
    pub normals: Vec<[i8; 3]>,
    /// Indices of the parts that move each vertex; 0 where unused.
    pub bones: Vec<[u8; 4]>,
    /// Weight of each of these parts, in 255ths.
    pub weights: Vec<[u8; 4]>,
    /// Three vertices per triangle, anticlockwise from outside.
    pub triangles: Vec<[u16; 3]>,
    /// Texture coordinates of each vertex, 0 to 1 from the upper left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_picture: Vec<[f64; 2]>,
    /// Texture, as a PNG file in base64; empty = the colour of the ragdoll.
    #[serde(default, skip_serializing_if = "is_default")]
    pub picture: String,
}

impl Character {
    /// A figure of these parts.
    pub fn new(parts: CharacterParts) -> Character {
        Character(Arc::new(parts))
    }

    /// Whether both are copies of one.
    pub fn is_same(&self, other: &Character) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for Character {
    type Target = CharacterParts;

    fn deref(&self) -> &CharacterParts {
        &self.0
    }
}

impl PartialEq for Character {
    fn eq(&self, other: &Character) -> bool {
        self.is_same(other) || self.0 == other.0
    }
}

impl Serialize for Character {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Character {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Character, D::Error> {
        CharacterParts::deserialize(deserializer).map(Character::new)
    }
}

impl JsonSchema for Character {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        CharacterParts::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        CharacterParts::json_schema(generator)
    }
}
