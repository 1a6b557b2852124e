//! The triangles of a part of a mesh.

use super::document::Primitive;
use super::{Gltf, GltfError};

const TRIANGLES: u32 = 4;
const TRIANGLE_STRIP: u32 = 5;
const TRIANGLE_FAN: u32 = 6;

/// Points and the triangles between them.
pub struct Triangles {
    /// Places, m, in the frame of the mesh.
    pub points: Vec<[f32; 3]>,
    /// Indices of the corners of each triangle, anticlockwise from the front.
    pub triangles: Vec<[usize; 3]>,
}

impl Gltf {
    /// The triangles of a part of a mesh; none if it has lines or dots.
    ///
    /// # Errors
    /// Its numbers cannot be read, or a corner is missing.
    pub fn triangles(&self, primitive: &Primitive) -> Result<Option<Triangles>, GltfError> {
        let mode = primitive.mode.unwrap_or(TRIANGLES);
        let Some(position) = primitive.attributes.position else {
            return Ok(None);
        };
        if ![TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN].contains(&mode) {
            return Ok(None);
        }
        let points = self.floats::<3>(position)?;
        let count = points.len();
        let order: Vec<usize> = match primitive.indices {
            None => (0..count).collect(),
            Some(indices) => self.whole_numbers::<1>(indices)?.into_flattened(),
        };
        if let Some(missing) = order.iter().find(|corner| **corner >= count) {
            let message = format!("there is no vertex {missing}, only {count} vertices");
            return Err(GltfError::torn(message));
        }
        Ok(Some(Triangles {
            points,
            triangles: corners(mode, &order),
        }))
    }
}

/// The corners of each triangle; what is left over is dropped.
fn corners(mode: u32, order: &[usize]) -> Vec<[usize; 3]> {
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
