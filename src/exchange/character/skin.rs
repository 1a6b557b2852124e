//! The mesh of a figure as documents have it.

use super::round;
use crate::character::rig::Figure;
use crate::gltf::Picture;
use crate::scene::CharacterSkin;
use data_encoding::BASE64;

/// Full weight in a document.
const WHOLE: f32 = 255.0;

pub(super) fn of(figure: &Figure, picture: &Picture) -> CharacterSkin {
    let vertices = &figure.vertices;
    CharacterSkin {
        vertices_m: (vertices.iter())
            .map(|vertex| vertex.position.to_array().map(|x| round(f64::from(x))))
            .collect(),
        normals: (vertices.iter())
            .map(|vertex| vertex.normal.to_array().map(|x| (x * 127.0).round() as i8))
            .collect(),
        bones: vertices.iter().map(|vertex| vertex.parts).collect(),
        weights: vertices
            .iter()
            .map(|vertex| whole_weights(vertex.weights))
            .collect(),
        triangles: (figure.triangles.iter())
            .map(|triangle| triangle.map(|corner| corner as u16))
            .collect(),
        on_picture: (vertices.iter())
            .map(|vertex| vertex.on_picture.map(|x| round(f64::from(x))))
            .collect(),
        picture: BASE64.encode(&picture.to_png()),
    }
}

/// Weights in 255ths; what rounding takes from the sum goes to the largest.
fn whole_weights(weights: [f32; 4]) -> [u8; 4] {
    let mut whole = weights.map(|weight| (weight * WHOLE).round() as i32);
    let missing = WHOLE as i32 - whole.iter().sum::<i32>();
    if let Some(largest) = whole.iter_mut().max_by_key(|weight| **weight) {
        *largest += missing;
    }
    whole.map(|weight| weight.clamp(0, 255) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_weights_sum_to_255() {
        for weights in [[1.0, 0.0, 0.0, 0.0], [0.25; 4], [0.333, 0.333, 0.334, 0.0]] {
            let sum: u32 = whole_weights(weights).into_iter().map(u32::from).sum();
            assert_eq!(sum, 255);
        }
    }
}
