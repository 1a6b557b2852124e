//! The body of a ragdoll of ours as a skinned model.

use super::bone_names::BoneNames;
use crate::character::generate::Part;
use crate::character::{generate, Mesh, Outfit, Vertex};
use crate::compile::{IdMap, RagdollMap};
use crate::gltf::write;
use crate::physics::{Attachment, Constraint, Model};
use glam::{DQuat, DVec3, Quat};

/// Colour of a dummy, linear.
const DUMMY: [f32; 4] = [0.78, 0.42, 0.12, 1.0];
/// Colour of a suit, linear.
const SUIT: [f32; 4] = [0.13, 0.2, 0.33, 1.0];
/// The parts of a ragdoll at its start pose, where all of them are parallel; none unless it
/// is one tree of parts.
pub fn parts_of(ragdoll: &RagdollMap, map: &IdMap, model: &Model) -> Option<Vec<Part>> {
    if let Some(rig) = &ragdoll.rig {
        return Some(rig.parts());
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
            shape: map.look_of(model, body)?.clone(),
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

/// The body that fits these parts as a figure to write, its bones named as a rig does; none
/// where there are no parts or they have no size.
pub fn figure(name: &str, parts: &[Part], names: BoneNames) -> Option<write::Figure> {
    let body = generate(parts)?;
    let mesh: &Mesh = body.meshes.first()?;
    Some(write::Figure {
        name: name.to_owned(),
        bones: parts.iter().map(|part| bone_of(part, names)).collect(),
        vertices: mesh.vertices.iter().map(vertex_of).collect(),
        triangles: (mesh.triangles.iter())
            .map(|triangle| triangle.map(u32::from))
            .collect(),
        color: match body.outfit {
            Outfit::Dummy => DUMMY,
            Outfit::Suit => SUIT,
        },
        picture: Vec::new(),
        clips: Vec::new(),
    })
}

/// A bone begins where its part hangs.
fn bone_of(part: &Part, names: BoneNames) -> write::Bone {
    write::Bone {
        name: names.of(part.name),
        parent: part.parent,
        position: part.joint.as_vec3(),
        rotation: Quat::IDENTITY,
    }
}

fn vertex_of(vertex: &Vertex) -> write::Vertex {
    write::Vertex {
        position: vertex.position,
        normal: vertex.normal,
        on_picture: [0.5; 2],
        bones: vertex.bones.map(u16::from),
        weights: vertex.weights,
    }
}
