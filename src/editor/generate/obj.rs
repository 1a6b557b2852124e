//! Mesh obstacles from the text of Wavefront OBJ files.
//!
//! Read are the lines `v` and `f`; normals, texture places, groups and materials are
//! passed over. Polygons become fans of triangles; triangles without an area are
//! left out. glTF is not read.

use crate::editor::item::Item;
use crate::editor::things::Things;
use crate::scene::range::POSITION;
use crate::scene::{Obstacle, Shape, MAX_THINGS};
use glam::DVec3;
use std::fmt;

/// Sine below which a triangle has no area.
const FLAT: f64 = 1e-8;

/// What is wrong with an OBJ file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjError {
    /// Line from 1; 0 for the whole file.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: &'static str,
}

impl fmt::Display for ObjError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        write!(f, "{}; {}", self.message, self.remedy)
    }
}

impl std::error::Error for ObjError {}

/// A mesh obstacle at a place, m, from an OBJ text whose lengths are `metres_per_unit`.
///
/// # Errors
/// The first line that cannot be read, or that there is no triangle.
pub fn mesh_obstacle(
    name: &str,
    text: &str,
    metres_per_unit: f64,
    position_m: [f64; 3],
) -> Result<Things, ObjError> {
    let mut mesh = Mesh::default();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        let mut words = line.split_whitespace();
        let read = match words.next() {
            Some("v") => mesh.vertex(words, metres_per_unit),
            Some("f") => mesh.face(words),
            _ => Ok(()),
        };
        read.map_err(|(message, remedy)| ObjError {
            line: i + 1,
            message,
            remedy,
        })?;
    }
    if mesh.triangles.is_empty() {
        return Err(ObjError {
            line: 0,
            message: "the file has no triangle with an area".into(),
            remedy: "export the mesh with its faces",
        });
    }
    Ok(Things::one(Item::Obstacle(Obstacle {
        id: 1,
        name: name.into(),
        shape: Shape::Mesh {
            vertices_m: mesh.vertices,
            triangles: mesh.triangles,
        },
        position_m,
        orientation: [1.0, 0.0, 0.0, 0.0],
        material: None,
    })))
}

/// Message and remedy.
type Wrong = (String, &'static str);

#[derive(Default)]
struct Mesh {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    fn vertex<'a>(
        &mut self,
        mut words: impl Iterator<Item = &'a str>,
        scale: f64,
    ) -> Result<(), Wrong> {
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
            if !POSITION.holds(*x) {
                let message = format!("{x} m is out of range ({})", POSITION.range());
                return Err((message, "give a smaller scale"));
            }
        }
        self.vertices.push(point);
        few(self.vertices.len(), "vertices")
    }

    fn face<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), Wrong> {
        let corners = words
            .map(|word| self.corner(word))
            .collect::<Result<Vec<_>, _>>()?;
        if corners.len() < 3 {
            let message = format!("a face with {} corners", corners.len());
            return Err((message, "give at least three"));
        }
        for i in 1..corners.len() - 1 {
            let triangle = [corners[0], corners[i], corners[i + 1]];
            if self.has_area(triangle) {
                self.triangles.push(triangle);
            }
        }
        few(self.triangles.len(), "triangles")
    }

    /// Index of a vertex from `7`, `7/1`, `7//3` or `-1`, which is the last one.
    fn corner(&self, word: &str) -> Result<u32, Wrong> {
        let number = word.split('/').next().unwrap_or("");
        let index: i64 = (number.parse()).map_err(|_| {
            (
                format!("`{}` is not a corner", short(word)),
                "write a number",
            )
        })?;
        let count = self.vertices.len() as i64;
        let from_zero = if index < 0 { count + index } else { index - 1 };
        if (0..count).contains(&from_zero) {
            return Ok(from_zero as u32);
        }
        let message = format!("there is no vertex {index}; there are {count} so far");
        Err((message, "count from 1, or from -1 backward"))
    }

    fn has_area(&self, triangle: [u32; 3]) -> bool {
        let [a, b, c] = triangle.map(|i| DVec3::from(self.vertices[i as usize]));
        let (u, v) = (b - a, c - a);
        u.cross(v).length() > FLAT * u.length() * v.length()
    }
}

fn few(count: usize, what: &str) -> Result<(), Wrong> {
    if count > MAX_THINGS {
        let message = format!("more than {MAX_THINGS} {what}");
        return Err((message, "use a coarser mesh"));
    }
    Ok(())
}

/// Keeps a word of a hostile file from filling the screen.
fn short(word: &str) -> String {
    word.chars().filter(|c| !c.is_control()).take(20).collect()
}
