//! Mesh obstacles from the text of Wavefront OBJ files.
//!
//! Read are the lines `v` and `f`; normals, texture places, groups and materials are
//! passed over. Polygons become fans of triangles; triangles without an area are
//! left out.

use super::mesh::{Mesh, MeshError, MessageAndRemedy};
use crate::budget::MESH_TRIANGLES;
use crate::editor::things::Things;
use crate::text::short;

/// A mesh obstacle at a place, m, from an OBJ text whose lengths are `metres_per_unit`.
///
/// # Errors
/// The first line that cannot be read, or that there is no triangle.
pub fn mesh_obstacle(
    name: &str,
    text: &str,
    metres_per_unit: f64,
    position_m: [f64; 3],
) -> Result<Things, MeshError> {
    let mut mesh = Mesh::default();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        let mut words = line.split_whitespace();
        let read = match words.next() {
            Some("v") => vertex(&mut mesh, words, metres_per_unit),
            Some("f") => face(&mut mesh, words),
            _ => Ok(()),
        };
        read.map_err(|(message, remedy)| MeshError {
            line: i + 1,
            message,
            remedy,
        })?;
    }
    mesh.into_obstacle(name, position_m)
}

fn vertex<'a>(
    mesh: &mut Mesh,
    mut words: impl Iterator<Item = &'a str>,
    scale: f64,
) -> Result<(), MessageAndRemedy> {
    let mut point = [0.0; 3];
    for x in &mut point {
        let word = words.next();
        let word = word.ok_or((
            "a vertex needs three numbers".into(),
            "add the missing ones",
        ))?;
        let number: f64 = (word.parse())
            .map_err(|_| (format!("`{}` is not a number", short(word)), "correct it"))?;
        *x = number * scale;
    }
    mesh.vertex(point)
}

fn face<'a>(mesh: &mut Mesh, words: impl Iterator<Item = &'a str>) -> Result<(), MessageAndRemedy> {
    // One more than makes too many triangles.
    let corners = words
        .take(MESH_TRIANGLES.most + 3)
        .map(|word| corner(mesh, word))
        .collect::<Result<Vec<_>, _>>()?;
    let Some((&hub, rim @ [_, _, ..])) = corners.split_first() else {
        let message = format!("a face with {} corners", corners.len());
        return Err((message, "give at least three"));
    };
    for (a, b) in rim.iter().zip(rim.iter().skip(1)) {
        mesh.triangle([hub, *a, *b])?;
    }
    Ok(())
}

/// Index of a vertex from `7`, `7/1`, `7//3` or `-1`, which is the last one.
fn corner(mesh: &Mesh, word: &str) -> Result<u32, MessageAndRemedy> {
    let number = word.split('/').next().unwrap_or("");
    let index: i64 = (number.parse()).map_err(|_| {
        (
            format!("`{}` is not a corner", short(word)),
            "write a number",
        )
    })?;
    let count = mesh.vertex_count() as i64;
    let from_zero = if index < 0 {
        count.saturating_add(index)
    } else {
        index - 1
    };
    if (0..count).contains(&from_zero) {
        return Ok(from_zero as u32);
    }
    let message = format!("there is no vertex {index}; there are {count} so far");
    Err((message, "count up from 1, or down from -1"))
}
