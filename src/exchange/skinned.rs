//! Ragdolls as skinned models, with what they did as an animation.

use super::bone_names::BoneNames;
use super::dummy;
use crate::character::generate::Part;
use crate::character::sticks::BoneFrame;
use crate::compile::{IdMap, RagdollMap};
use crate::gltf::write::{self, Bone, Clip, Figure, Vertex};
use crate::physics::{Model, State};
use crate::scene::{Character, CharacterSkin, Physique};
use data_encoding::BASE64;
use glam::{DQuat, DVec3, Quat, Vec3};

/// A ragdoll on its bones, and its poses so far.
#[derive(Debug, Clone)]
pub struct Skinned {
    figure: Figure,
    ragdoll: RagdollMap,
    holds: Vec<Hold>,
    clip: Clip,
}

/// How a bone lies in the body or along the stick that carries it.
#[derive(Debug, Clone, Copy)]
struct Hold {
    /// Where it begins, in the frame of that, m.
    arm: DVec3,
    /// How it is turned there.
    turn: DQuat,
}

impl Skinned {
    /// A ragdoll with the body that is made for it, or a character in the build of its model; none
    /// of a character in another one or without a mesh.
    pub fn of(
        ragdoll: &RagdollMap,
        map: &IdMap,
        model: &Model,
        names: BoneNames,
    ) -> Option<Skinned> {
        let (figure, holds) = match &ragdoll.character {
            Some((character, physique)) if *physique == Physique::default() => {
                (of_character(character)?, holds_of_character(character))
            }
            Some(_) => return None,
            None => {
                let parts = dummy::parts_of(ragdoll, map, model)?;
                let figure = dummy::figure("dummy", &parts, names)?;
                let hold = |part: &Part| hold(part.position, part.orientation, part.joint);
                (figure, parts.iter().map(hold).collect())
            }
        };
        Some(Skinned {
            figure,
            ragdoll: ragdoll.clone(),
            holds,
            clip: Clip {
                name: "run".into(),
                ..Clip::default()
            },
        })
    }

    /// Adds where it is in a state to its animation.
    pub fn record(&mut self, time_s: f64, state: &State) {
        let Some(carriers) = self.ragdoll.frames(state) else {
            return;
        };
        let place = |(carrier, hold): (&BoneFrame, &Hold)| {
            let position = carrier.position + carrier.orientation * hold.arm;
            let turn = (carrier.orientation * hold.turn).normalize();
            (position.as_vec3(), turn.as_quat())
        };
        self.clip.times.push(time_s as f32);
        let frame = carriers.iter().zip(&self.holds).map(place);
        self.clip.frames.push(frame.collect());
    }

    /// The bytes of a `.glb` file.
    pub fn into_glb(mut self) -> Vec<u8> {
        if !self.clip.times.is_empty() {
            self.figure.clips.push(self.clip);
        }
        write::figure(&self.figure)
    }
}

/// Bones are parallel to the figure at the start pose.
fn hold(position: DVec3, orientation: DQuat, begins: DVec3) -> Hold {
    Hold {
        arm: orientation.conjugate() * (begins - position),
        turn: orientation.conjugate(),
    }
}

fn holds_of_character(character: &Character) -> Vec<Hold> {
    let hold = |part: &crate::scene::CharacterPart| {
        let [w, x, y, z] = part.orientation;
        let begins = part.joint_m.unwrap_or(part.position_m);
        let orientation = DQuat::from_xyzw(x, y, z, w).normalize();
        hold(part.position_m.into(), orientation, begins.into())
    };
    character.parts.iter().map(hold).collect()
}

/// The mesh of a character on bones with the names of its model; none if it has none.
fn of_character(character: &Character) -> Option<Figure> {
    let skin = character.skin.as_ref()?;
    let bones = character.parts.iter().enumerate().map(|(i, part)| Bone {
        name: match part.bone.is_empty() {
            true => part.part.clone(),
            false => part.bone.clone(),
        },
        parent: (character.parts[..i].iter())
            .position(|other| Some(&other.part) == part.parent.as_ref()),
        position: DVec3::from(part.joint_m.unwrap_or(part.position_m)).as_vec3(),
        rotation: Quat::IDENTITY,
    });
    let vertices: Option<Vec<Vertex>> = (0..skin.vertices_m.len())
        .map(|i| vertex_of(skin, i))
        .collect();
    Some(Figure {
        name: character.source.clone(),
        bones: bones.collect(),
        vertices: vertices?,
        triangles: (skin.triangles.iter())
            .map(|triangle| triangle.map(u32::from))
            .collect(),
        color: [1.0; 4],
        picture: BASE64.decode(skin.picture.as_bytes()).unwrap_or_default(),
        clips: Vec::new(),
    })
}

/// A vertex; none in a document whose lists do not fit.
fn vertex_of(skin: &CharacterSkin, index: usize) -> Option<Vertex> {
    let weights = skin.weights.get(index)?.map(f32::from);
    let sum = weights.iter().sum::<f32>().max(1.0);
    let on_picture = skin.on_picture.get(index).copied().unwrap_or([0.5; 2]);
    Some(Vertex {
        position: DVec3::from(*skin.vertices_m.get(index)?).as_vec3(),
        normal: Vec3::from_array(skin.normals.get(index)?.map(f32::from)).normalize_or(Vec3::Y),
        on_picture: on_picture.map(|x| x as f32),
        bones: skin.bones.get(index)?.map(u16::from),
        weights: weights.map(|weight| weight / sum),
    })
}
