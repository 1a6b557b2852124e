//! The bodies of the ragdolls as they are drawn, made once for each build of a figure.

use crate::character::generate::Part;
use crate::character::{generate, Bone, Dress, Mesh, Vertex};
use crate::compile::{IdMap, RagdollMap};
use crate::physics::{Attachment, Constraint, Model};
use crate::view::skin::{Skin, SkinVertex};
use glam::{DQuat, DVec3};
use macroquad::math::Vec3;
use std::cell::RefCell;
use std::sync::Arc;

/// So many builds of figures are remembered; while a person changes one there is a new one in
/// each frame.
const MOST_BUILDS: usize = 24;

/// Bodies that were made, by the parts of their figures.
#[derive(Default)]
pub struct Skins {
    made: RefCell<Vec<(Vec<Part>, Option<Arc<FigureSkin>>)>>,
}

/// The body of a figure, and its bones in the bind pose.
#[derive(Debug)]
pub struct FigureSkin {
    /// The mesh as it is drawn.
    pub skin: Arc<Skin>,
    /// Its bones, in the order of the parts of the ragdoll.
    pub bones: Vec<Bone>,
}

impl Skins {
    /// The body of a ragdoll; none for one that has no bodies or is no figure of known parts.
    pub fn of(&self, ragdoll: &RagdollMap, map: &IdMap, model: &Model) -> Option<Arc<FigureSkin>> {
        let parts = parts_of(ragdoll, map, model)?;
        let mut made = self.made.borrow_mut();
        if let Some((_, skin)) = made.iter().find(|(known, _)| *known == parts) {
            return skin.clone();
        }
        if made.len() >= MOST_BUILDS {
            made.remove(0);
        }
        let skin = figure_skin(&parts).map(Arc::new);
        made.push((parts, skin.clone()));
        skin
    }
}

/// The parts of a ragdoll at its start pose, where all of them are parallel; none unless it
/// is one tree of parts with the names of a dummy.
fn parts_of(ragdoll: &RagdollMap, map: &IdMap, model: &Model) -> Option<Vec<Part>> {
    const DUMMY: [&str; 3] = ["pelvis", "upper_torso", "head"];
    if !DUMMY.iter().all(|name| ragdoll.parts.contains(name)) {
        return None;
    }
    let first = ragdoll.bodies.start;
    let constraints = model.constraints.get(ragdoll.constraints.clone())?;
    let mut parts: Vec<Part> = Vec::with_capacity(ragdoll.parts.len());
    for (body, name) in ragdoll.bodies.clone().zip(&ragdoll.parts) {
        let hold = constraints
            .iter()
            .find_map(|constraint| pin_of(constraint, body));
        let (parent, joint, position) = match hold {
            Some((above, grip, arm)) => {
                let parent = above.checked_sub(first)?;
                let joint = parts.get(parent)?.position + grip;
                (Some(parent), joint, joint - arm)
            }
            None if parts.is_empty() => (None, DVec3::ZERO, DVec3::ZERO),
            None => return None,
        };
        parts.push(Part {
            name,
            parent,
            joint,
            position,
            orientation: DQuat::IDENTITY,
            shape: *map.look_of(model, body)?,
        });
    }
    Some(parts)
}

/// If a constraint hangs a body on another one: that, where it grips it, and the arm of the
/// body, m.
fn pin_of(constraint: &Constraint, child: usize) -> Option<(usize, DVec3, DVec3)> {
    let Constraint::Pin(pin) = constraint else {
        return None;
    };
    match (pin.a, pin.b) {
        (
            Attachment::Body {
                body: parent,
                arm: grip,
            },
            Attachment::Body { body, arm },
        ) if body == child => Some((parent, grip, arm)),
        _ => None,
    }
}

fn figure_skin(parts: &[Part]) -> Option<FigureSkin> {
    let made = generate(parts)?;
    let levels = made.meshes.into_iter().map(level_of);
    Some(FigureSkin {
        skin: Arc::new(Skin::new(made.bones.len(), levels)),
        bones: made.bones,
    })
}

fn level_of(mesh: Mesh) -> (Vec<SkinVertex>, Vec<[u16; 3]>) {
    let vertices = mesh.vertices.iter().map(vertex_of);
    (vertices.collect(), mesh.triangles)
}

fn vertex_of(vertex: &Vertex) -> SkinVertex {
    let Dress {
        edge,
        half_width,
        is_dark,
        mark: [u, v],
        is_marked,
    } = vertex.dress;
    SkinVertex {
        position: Vec3::from_array(vertex.position.to_array()),
        normal: Vec3::from_array(vertex.normal.to_array()),
        bones: vertex.bones,
        weights: vertex.weights,
        mark: [edge, u, v, is_marked],
        band: [half_width, is_dark],
    }
}
