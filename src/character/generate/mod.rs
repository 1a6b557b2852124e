//! A body for any figure of parts and joints: a crash-test dummy.
//!
//! Each part has a form by its name, of solids whose distances flow into each other along the
//! joints; surface nets make triangles of that, and a vertex is moved by the parts that are
//! near it. The same parts give the same bits on every run.

mod dress;
mod field;
mod form;
mod part;
mod refine;
mod solid;
mod surface_net;
mod trunk;
mod weights;

pub use part::Part;

use super::skin::{Bone, Mesh, Outfit, Skin, Vertex};
use dress::{Shown, Wardrobe};
use field::{Field, MOST_PARTS};
use form::{form_of, Place};
use glam::Vec3;
use refine::refine;
use std::collections::BTreeMap;
use surface_net::{surface_net, Net};
use weights::{shares_of, Shares};

/// The meshes from fine to rough; the last is for figures of fifty pixels.
const LEVELS: [Level; 4] = [
    level(1.0 / 78.0, 0.5, 0.0),
    level(1.0 / 54.0, 0.3, 0.0),
    level(1.0 / 40.0, -1.0, 0.0),
    level(1.0 / 27.0, -1.0, 0.006),
];
/// Most triangles of a mesh.
const MOST_TRIANGLES: usize = 8_000;
/// How much farther than the nearest part one may be and still move a vertex, as a share of
/// the height and, in figures that are wide, of the largest radius.
const REACH: f32 = 0.03;
const WIDE_REACH: f32 = 0.3;

/// How fine a mesh is, in shares of the height of the figure.
struct Level {
    /// Edge of its cells.
    cell: f32,
    /// Cosine of the bend from which on edges are halved.
    bent: f32,
    /// How far outside the surface it lies: wrists thinner than a cell would be lost, and
    /// corners on what is round cut off much.
    swelling: f32,
}

const fn level(cell: f32, bent: f32, swelling: f32) -> Level {
    Level {
        cell,
        bent,
        swelling,
    }
}

/// The body of these parts, of which parents come before their children; none where there are
/// no parts, more than 32, or parts without size.
pub fn generate(parts: &[Part]) -> Option<Skin> {
    let is_in_order = |(i, part): (usize, &Part)| part.parent.is_none_or(|parent| parent < i);
    if parts.is_empty() || parts.len() > MOST_PARTS || !parts.iter().enumerate().all(is_in_order) {
        return None;
    }
    let places: Vec<Place> = (parts.iter().enumerate())
        .map(|(i, part)| {
            let children: Vec<&Part> = parts.iter().filter(|p| p.parent == Some(i)).collect();
            Place::of(
                part,
                part.parent.and_then(|above| parts.get(above)),
                &children,
            )
        })
        .collect();
    let forms = parts.iter().zip(&places);
    let field = Field::new(forms.map(|(part, place)| (form_of(part, place), part.parent)));
    let (low, high) = field.bounds();
    let height = high.y - low.y;
    if !(low.is_finite() && high.is_finite() && height > 0.0) {
        return None;
    }
    let outfit = outfit_of(parts);
    let widest = places.iter().map(|place| place.radius).fold(0.0, f32::max);
    let body = Body {
        wardrobe: Wardrobe::of(outfit, parts, &places, &field),
        parents: parts.iter().map(|part| part.parent).collect(),
        reach: f32::max(REACH * height, WIDE_REACH * widest),
        field,
    };
    Some(Skin {
        outfit,
        bones: parts.iter().map(bone_of).collect(),
        meshes: body.meshes(height),
    })
}

/// A figure of sticks, whose shoulders are one, wears a suit.
fn outfit_of(parts: &[Part]) -> Outfit {
    match parts.iter().any(|part| part.kind() == "chest") {
        true => Outfit::Suit,
        false => Outfit::Dummy,
    }
}

fn bone_of(part: &Part) -> Bone {
    Bone {
        name: part.name,
        parent: part.parent,
        position: part.position.as_vec3(),
        rotation: part.orientation.as_quat(),
    }
}

/// What the meshes of a skin share.
struct Body {
    field: Field,
    wardrobe: Wardrobe,
    parents: Vec<Option<usize>>,
    reach: f32,
}

impl Body {
    /// The meshes from fine to rough, all with larger cells if one had too many triangles.
    fn meshes(&self, height: f32) -> Vec<Mesh> {
        let mut size = height;
        let mut meshes = Vec::with_capacity(LEVELS.len());
        for level in &LEVELS {
            let field = self.field.swollen(level.swelling * height);
            let mut net = net_of(&field, level.cell * size, level.bent);
            while net.triangles.len() > MOST_TRIANGLES {
                let excess = net.triangles.len() as f32 / MOST_TRIANGLES as f32;
                size *= 1.05 * excess.sqrt();
                net = net_of(&field, level.cell * size, level.bent);
            }
            meshes.push(self.mesh(net, &field, level.cell * size));
        }
        meshes
    }

    /// A net by cells of an edge, m, with what it shows and what moves it.
    fn mesh(&self, net: Net, field: &Field, cell: f32) -> Mesh {
        let shares = shares_of(&net, field, &self.parents, self.reach);
        let mut mesh = Mesh::default();
        let mut corners = BTreeMap::new();
        for triangle in net.triangles {
            let places = triangle.map(|corner| net.vertices[corner]);
            let [a, b, c] = places;
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let shown = self.wardrobe.shown_on(places, normal, cell);
            mesh.triangles.push(triangle.map(|corner| {
                let next = mesh.vertices.len() as u16;
                *corners.entry((corner, shown)).or_insert_with(|| {
                    mesh.vertices
                        .push(self.vertex(net.vertices[corner], shares[corner], shown));
                    next
                })
            }));
        }
        mesh
    }

    /// A vertex as a corner of triangles that show the same.
    fn vertex(&self, position: Vec3, (bones, weights): Shares, shown: Shown) -> Vertex {
        Vertex {
            position,
            // Midway between two surfaces there is no way outward.
            normal: self.field.normal(position).normalize_or(Vec3::Y),
            bones,
            weights,
            dress: self.wardrobe.dress(position, shown),
        }
    }
}

fn net_of(field: &Field, cell: f32, bent: f32) -> Net {
    let mut net = surface_net(field, cell);
    for _ in 0..2 {
        refine(&mut net, field, bent);
    }
    net
}
