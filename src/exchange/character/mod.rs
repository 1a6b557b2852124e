//! Ragdolls from skinned models.
//!
//! What a model tells ([`character::rig`](crate::character::rig)) becomes a ragdoll of the
//! document: parts with shapes, masses by the shares of a human body, limits by their roles,
//! and the skin that they move.

mod clips;
mod limits;
mod masses;
mod skin;

use super::wxyz;
use crate::budget;
use crate::character::rig::{fit, Figure, FittedPart, Mapping, NoFigure, PartShape, Role};
use crate::gltf::model::Model;
use crate::gltf::{Fetch, Gltf, GltfError};
use crate::scene::{
    self, Axis, Character, CharacterPart, CharacterParts, Launcher, Obstacle, Ragdoll, Scene, Shape,
};
use crate::text::is_hidden;
use glam::DVec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why a file makes no ragdoll.
pub use crate::gltf::GltfError as ImportError;

/// Longest name of a ragdoll, characters.
const LONGEST_NAME: usize = 100;
/// Height of a chest over that of the highest centre.
const CHEST: f64 = 0.8;
/// How far before a figure without height the launcher stands, m.
const NEAR_M: f64 = 2.0;
/// Gravity, m/s².
const FALL_M_S2: f64 = 9.81;
/// Decimals of lengths, m, and of angles and weights in a document.
const DECIMALS: f64 = 1e5;

/// A model with what its bones are.
#[derive(Debug, Clone)]
pub struct Rigging {
    /// Where it comes from.
    pub name: String,
    /// The model.
    pub model: Arc<Model>,
    /// What its bones are.
    pub mapping: Mapping,
}

/// A ragdoll from a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The ragdoll, at the origin.
    pub ragdoll: Ragdoll,
    /// What was put right or left out, one sentence each.
    pub notes: Vec<String>,
}

/// A scene with a floor, a ragdoll and a launcher that throws at its chest.
pub fn scene_of(ragdoll: Ragdoll) -> Scene {
    let height = match &ragdoll.figure {
        scene::Figure::Character(character) => {
            let heights = character.parts.iter().map(|part| part.position_m[1]);
            heights.fold(0.0, f64::max)
        }
        _ => 0.0,
    };
    let launcher = Launcher::default();
    let (chest, way) = (CHEST * height, NEAR_M + 0.5 * height);
    // It arrives as high as the chest.
    let time = way / launcher.speed_m_s;
    let drop = 0.5 * FALL_M_S2 * time * time;
    Scene {
        name: ragdoll.name.clone(),
        obstacles: vec![Obstacle::floor(1)],
        launcher: Some(Launcher {
            position_m: [0.0, round(chest + drop), round(way)],
            ..launcher
        }),
        ragdolls: vec![Ragdoll { id: 2, ..ragdoll }],
        ..Scene::default()
    }
}

/// What a person says bones are: parts by the names of the bones, or none.
pub type Said = BTreeMap<String, Option<String>>;

impl Rigging {
    /// The figure of a glTF file.
    ///
    /// # Errors
    /// What of the file cannot be read, or that it has no skin.
    pub fn read(name: &str, bytes: &[u8], fetch: Fetch<'_>) -> Result<Rigging, GltfError> {
        Rigging::of(name, &Gltf::read(bytes, fetch)?, fetch)
    }

    /// The same of a file that has been read.
    ///
    /// # Errors
    /// What of it cannot be understood, or that it has no skin.
    pub fn of(name: &str, gltf: &Gltf, fetch: Fetch<'_>) -> Result<Rigging, GltfError> {
        let mut model = gltf.model(fetch)?;
        if gltf.has_physics() {
            let note = "its rigid bodies are left out: a model with a skin becomes a ragdoll";
            model.notes.push(note.into());
        }
        budget::MODEL_VERTICES.allow(model.vertices.len())?;
        Ok(Rigging {
            name: name.to_owned(),
            mapping: Mapping::of(&model),
            model: Arc::new(model),
        })
    }

    /// The ragdoll, which has no id yet.
    ///
    /// # Errors
    /// None of its bones is a pelvis.
    pub fn ragdoll(&self) -> Result<Imported, GltfError> {
        let figure = fit(&self.model, &self.mapping).map_err(|none| {
            let remedy = match none {
                NoFigure::NoPelvis => {
                    "name the bone Hips or Pelvis, or use `ragdoll-lab import --map`"
                }
                NoFigure::NoHeight => "export the mesh at its real size",
            };
            GltfError::whole(none.to_string(), remedy)
        })?;
        let mut notes = self.model.notes.clone();
        notes.extend(figure.notes.iter().cloned());
        notes.extend(self.lacks(&figure));
        let (masses, note) = masses::of(&figure);
        notes.extend(note);
        let part = |(i, part): (usize, &FittedPart)| self.part(&figure, i, part, masses[i]);
        let character = Character::new(CharacterParts {
            source: self.name.clone(),
            parts: figure.parts.iter().enumerate().map(part).collect(),
            skin: Some(skin::of(&figure, &self.model.picture)),
        });
        let mut ragdoll = Ragdoll {
            animation: clips::animation(&figure),
            name: self
                .name
                .chars()
                .filter(|c| !is_hidden(*c))
                .take(LONGEST_NAME)
                .collect(),
            ..Ragdoll::new(0, scene::Figure::Character(character))
        };
        let mut problems = scene::validate(&scene_of(ragdoll.clone()));
        let of_clips = problems
            .iter()
            .find(|problem| problem.path.contains(".animation"));
        if let Some(problem) = of_clips {
            notes.push(format!("its animations are left out: {}", problem.message));
            ragdoll.animation = None;
            problems = scene::validate(&scene_of(ragdoll.clone()));
        }
        // Places and sizes that no figure has.
        if let Some(problem) = problems.first() {
            let remedy = "export the model with bones and mesh in the same position and scale";
            let message = format!(
                "it cannot become a ragdoll: {}: {}",
                problem.path, problem.message
            );
            return Err(GltfError::whole(message, remedy));
        }
        Ok(Imported { ragdoll, notes })
    }

    /// What a human has and this figure does not.
    fn lacks(&self, figure: &Figure) -> Option<String> {
        use crate::character::rig::Side::{Left, Right};
        let expected = [
            Role::UpperTorso,
            Role::Head,
            Role::UpperArm(Left),
            Role::LowerArm(Left),
            Role::UpperArm(Right),
            Role::LowerArm(Right),
            Role::UpperLeg(Left),
            Role::LowerLeg(Left),
            Role::UpperLeg(Right),
            Role::LowerLeg(Right),
        ];
        let has = |role: &&Role| figure.parts.iter().any(|part| part.role == **role);
        let missing: Vec<&str> = (expected.iter().filter(|role| !has(role)))
            .map(|role| role.part())
            .collect();
        (!missing.is_empty()).then(|| format!("no bone was found for {}", missing.join(", ")))
    }

    fn part(&self, figure: &Figure, index: usize, part: &FittedPart, mass: f64) -> CharacterPart {
        let parent = part.parent.and_then(|parent| figure.parts.get(parent));
        let (limit, twist_axis) = match parent {
            Some(parent) => {
                let turned = parent.orientation.conjugate() * part.orientation;
                limits::of(part.role, turned)
            }
            None => (None, None),
        };
        let bone = self.model.joints.get(part.bone);
        CharacterPart {
            part: part.role.part().into(),
            parent: parent.map(|parent| parent.role.part().into()),
            bone: bone.map_or(String::new(), |bone| bone.name.clone()),
            position_m: rounded(part.position),
            orientation: wxyz(part.orientation),
            joint_m: (index > 0).then(|| rounded(part.joint)),
            shape: shape(part.shape),
            mass_kg: (mass * 1e3).round() / 1e3,
            inertia_kg_m2: None,
            limit,
            twist_axis,
        }
    }
}

fn shape(shape: PartShape) -> Shape {
    match shape {
        PartShape::Capsule {
            axis,
            length,
            radius,
        } => Shape::Capsule {
            radius_m: round(radius),
            length_m: round(length),
            axis: Axis::ALL[axis],
        },
        PartShape::Box { size, rounding } => Shape::Box {
            size_m: rounded(size),
            rounding_m: round(rounding),
        },
    }
}

fn rounded(point: DVec3) -> [f64; 3] {
    point.to_array().map(round)
}

/// To a hundredth of a millimetre, and never the negative zero.
fn round(x: f64) -> f64 {
    (x * DECIMALS).round() / DECIMALS + 0.0
}

#[cfg(test)]
mod tests {
    use crate::character::rig::ROLES;
    use crate::scene::CHARACTER_PARTS;

    #[test]
    fn every_role_is_a_part_that_documents_know() {
        assert_eq!(ROLES.map(|(_, part)| part), CHARACTER_PARTS);
    }
}
