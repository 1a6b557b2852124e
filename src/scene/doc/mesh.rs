//! Meshes of a scene document: large lists that copies of a scene share.

use crate::physics::convex::{solid_of, Flaw, MassProperties, TriangleMesh};
use glam::DVec3;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// Triangles between shared corners. Copies share the lists and what is simulated of them,
/// so that a copy of a scene, an undo step and both sides of a comparison cost nothing more.
#[derive(Debug, Clone)]
pub struct Mesh(Arc<Shared>);

/// A simulated triangle with its share of the tree, bytes, about.
const BYTES_OF_TRIANGLE: usize = 130;

#[derive(Debug)]
struct Shared {
    lists: Lists,
    /// Made when it is first asked for.
    solid: OnceLock<Arc<TriangleMesh>>,
    inside: OnceLock<Result<MassProperties, Flaw>>,
}

// The lists as files have them; what it says in the schema is said of the shape.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
struct Lists {
    /// Corner points, m.
    vertices_m: Vec<[f64; 3]>,
    /// Three corner indices per triangle.
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Triangles by the indices of their corners, anticlockwise from the front; corners in m.
    pub fn new(vertices_m: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Mesh {
        let lists = Lists {
            vertices_m,
            triangles,
        };
        Mesh(Arc::new(Shared {
            lists,
            solid: OnceLock::new(),
            inside: OnceLock::new(),
        }))
    }

    /// Corner points, m.
    pub fn vertices_m(&self) -> &[[f64; 3]] {
        &self.0.lists.vertices_m
    }

    /// Three corner indices per triangle.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.0.lists.triangles
    }

    /// The mesh with its corners elsewhere.
    pub fn with_vertices(&self, place: impl FnMut([f64; 3]) -> [f64; 3]) -> Mesh {
        let vertices = self.vertices_m().iter().copied().map(place).collect();
        Mesh::new(vertices, self.triangles().to_vec())
    }

    /// What is simulated of it, made once.
    pub fn solid(&self) -> Arc<TriangleMesh> {
        let make = || Arc::new(TriangleMesh::new(&self.corners(), self.triangles()));
        Arc::clone(self.0.solid.get_or_init(make))
    }

    /// Volume, centre and inertia for a density of one of what it encloses, found once.
    ///
    /// # Errors
    /// Why it encloses nothing.
    pub fn inside(&self) -> Result<MassProperties, Flaw> {
        let find = || solid_of(&self.corners(), self.triangles());
        *self.0.inside.get_or_init(find)
    }

    fn corners(&self) -> Vec<DVec3> {
        self.vertices_m().iter().copied().map(DVec3::from).collect()
    }

    /// Whether both are copies of one.
    pub fn is_same(&self, other: &Mesh) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Memory of its lists and of what is simulated of it, bytes, about.
    pub fn bytes(&self) -> usize {
        let lists = size_of_val(self.vertices_m()) + size_of_val(self.triangles());
        lists + self.triangles().len() * BYTES_OF_TRIANGLE
    }
}

impl PartialEq for Mesh {
    fn eq(&self, other: &Mesh) -> bool {
        self.is_same(other) || self.0.lists == other.0.lists
    }
}

impl Serialize for Mesh {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.lists.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Mesh {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Mesh, D::Error> {
        let lists = Lists::deserialize(deserializer)?;
        Ok(Mesh::new(lists.vertices_m, lists.triangles))
    }
}

impl JsonSchema for Mesh {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Lists::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Lists::json_schema(generator)
    }
}
