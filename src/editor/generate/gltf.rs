//! Mesh obstacles from glTF 2.0 files, as text (`.gltf`) or packed (`.glb`).
//!
//! Read are the triangles of the default scene, each in its place; materials, pictures,
//! skins and animations are passed over.

use super::mesh::{too_much, Mesh, MeshError, MessageAndRemedy};
use crate::budget::{Account, MESH_PARTS};
use crate::editor::things::Things;
use crate::gltf::{Gltf, GltfError};
use glam::{DMat4, DVec3};

/// A mesh obstacle at a place, m, from a glTF file, whose unit is the metre.
///
/// # Errors
/// What of it cannot be read, or that there is no triangle.
pub fn gltf_obstacle(name: &str, gltf: &Gltf, position_m: [f64; 3]) -> Result<Things, MeshError> {
    mesh_of(gltf)?.into_obstacle(name, position_m)
}

fn mesh_of(gltf: &Gltf) -> Result<Mesh, MeshError> {
    let mut mesh = Mesh::default();
    let mut parts = Account::of(&MESH_PARTS);
    for placed in gltf.places()? {
        let node = gltf.document.nodes.get(placed.node);
        let Some(index) = node.and_then(|node| node.mesh) else {
            continue;
        };
        let missing = || GltfError::whole(format!("there is no mesh {index}"), "export it again");
        let primitives = &gltf
            .document
            .meshes
            .get(index)
            .ok_or_else(missing)?
            .primitives;
        // Nodes that share a mesh multiply, also one without any triangle.
        let counted = parts.add(primitives.len());
        counted.map_err(|bound| MeshError::whole(too_much(bound)))?;
        for primitive in primitives {
            let read = gltf.triangles(primitive)?;
            let Some(read) = read else { continue };
            let added = add(&mut mesh, (&read.points, &read.triangles), placed.to_scene);
            added.map_err(MeshError::whole)?;
        }
    }
    Ok(mesh)
}

/// Adds triangles in their place.
fn add(
    mesh: &mut Mesh,
    (points, triangles): (&[[f32; 3]], &[[usize; 3]]),
    to_scene: DMat4,
) -> Result<(), MessageAndRemedy> {
    let first = mesh.vertex_count();
    for point in points {
        let point = DVec3::from(point.map(f64::from));
        mesh.vertex(to_scene.transform_point3(point).to_array())?;
    }
    // A mirrored part is turned inside out again.
    let is_mirrored = to_scene.determinant() < 0.0;
    for &[a, b, c] in triangles {
        let [b, c] = if is_mirrored { [c, b] } else { [b, c] };
        mesh.triangle([a, b, c].map(|corner| (first + corner) as u32))?;
    }
    Ok(())
}

impl From<GltfError> for MeshError {
    fn from(error: GltfError) -> MeshError {
        MeshError {
            line: error.line,
            message: error.message,
            remedy: error.remedy,
        }
    }
}
