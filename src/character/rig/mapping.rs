//! Which bone of a model begins which part.

use super::names::{read, Word};
use super::role::{Role, Side, MOST_OF_TAIL};
use super::topology::Skeleton;
use crate::gltf::model::{Joint, Model};
use std::collections::BTreeMap;
use std::fmt;

/// What each bone of a model is; those that are nothing of their own follow what they hang on.
#[derive(Debug, Clone, PartialEq)]
pub struct Mapping {
    roles: Vec<Option<Role>>,
}

/// Why a model makes no figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoFigure {
    /// Nothing in its bones is a pelvis.
    NoPelvis,
    /// Its mesh has no height.
    NoHeight,
}

impl fmt::Display for NoFigure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoFigure::NoPelvis => "no pelvis bone was found, by name or by position",
            NoFigure::NoHeight => "its mesh has no height",
        })
    }
}

impl Mapping {
    /// By names, and where those say nothing by the places of the bones.
    pub fn of(model: &Model) -> Mapping {
        let mut mapping = Mapping::none(model);
        mapping.take_names(model);
        mapping.take_tail(model);
        let skeleton = Skeleton::of(model);
        mapping.take_trunk(model, &skeleton);
        skeleton.fill(&mut mapping);
        mapping
    }

    /// Where no bone is anything.
    pub fn none(model: &Model) -> Mapping {
        Mapping {
            roles: vec![None; model.joints.len()],
        }
    }

    /// What each bone is.
    pub fn roles(&self) -> &[Option<Role>] {
        &self.roles
    }

    /// The bone of a role.
    pub fn bone(&self, role: Role) -> Option<usize> {
        self.roles.iter().position(|own| *own == Some(role))
    }

    /// Makes a bone the beginning of a part, or nothing of its own. A part begins once.
    pub fn set(&mut self, bone: usize, role: Option<Role>) {
        for own in &mut self.roles {
            if role.is_some() && *own == role {
                *own = None;
            }
        }
        if let Some(own) = self.roles.get_mut(bone) {
            *own = role;
        }
    }

    /// Sets a role that no bone has, of a bone that has none.
    pub(super) fn fill(&mut self, bone: usize, role: Role) {
        if self.bone(role).is_none() && self.roles.get(bone) == Some(&None) {
            self.set(bone, Some(role));
        }
    }

    /// Changes what a person names otherwise: for bones by name their part, or none.
    ///
    /// # Errors
    /// A bone or a part that there is not.
    pub fn change(
        &mut self,
        model: &Model,
        given: &BTreeMap<String, Option<String>>,
    ) -> Result<(), String> {
        for (name, part) in given {
            let bone = model.joints.iter().position(|joint| joint.name == *name);
            let bone = bone.ok_or_else(|| format!("the model has no bone `{name}`"))?;
            let role = match part {
                None => None,
                Some(part) => {
                    let unknown = || format!("`{part}` is not a part of a character");
                    Some(Role::of_part(part).ok_or_else(unknown)?)
                }
            };
            self.set(bone, role);
        }
        Ok(())
    }

    /// Limbs, hips, neck and head by their names.
    fn take_names(&mut self, model: &Model) {
        let left_of = |joint: &Joint| match joint.place().x >= 0.0 {
            true => Side::Left,
            false => Side::Right,
        };
        let read: Vec<(Option<Word>, Option<Side>, Side)> = (model.joints.iter())
            .map(|joint| {
                let (word, side) = read(&joint.name);
                (word, side, side.unwrap_or(left_of(joint)))
            })
            .collect();
        let has = |word, side| {
            let is = |own: &(Option<Word>, _, Side)| (own.0, own.2) == (Some(word), side);
            read.iter().any(is)
        };
        for (bone, &(word, given, side)) in read.iter().enumerate() {
            let Some(word) = word else { continue };
            let role = match word {
                Word::Pelvis if given.is_none() => Role::Pelvis,
                Word::Neck => Role::Neck,
                Word::Head => Role::Head,
                Word::Shoulder if has(Word::UpperArm, side) => Role::Shoulder(side),
                Word::Shoulder | Word::UpperArm => Role::UpperArm(side),
                Word::LowerArm => Role::LowerArm(side),
                Word::Hand => Role::Hand(side),
                Word::Leg if has(Word::UpperLeg, side) => Role::LowerLeg(side),
                Word::UpperLeg | Word::Leg => Role::UpperLeg(side),
                Word::LowerLeg => Role::LowerLeg(side),
                Word::Foot => Role::Foot(side),
                Word::Toes => Role::Toes(side),
                Word::Pelvis | Word::Spine | Word::Tail => continue,
            };
            self.fill(bone, role);
        }
    }

    /// The parts of a tail; of many bones those at even distances.
    fn take_tail(&mut self, model: &Model) {
        let is_tail = |joint: &Joint| read(&joint.name).0 == Some(Word::Tail);
        let bones: Vec<usize> = (0..model.joints.len())
            .filter(|bone| is_tail(&model.joints[*bone]))
            .collect();
        let parts = bones.len().min(MOST_OF_TAIL);
        for part in 0..parts {
            self.fill(bones[part * bones.len() / parts], Role::Tail(part));
        }
    }

    /// Hips, belly and chest: what legs and arms hang on, and what lies between.
    fn take_trunk(&mut self, model: &Model, skeleton: &Skeleton) {
        let pair = |role: fn(Side) -> Role| {
            let [left, right] = Side::BOTH.map(|side| self.bone(role(side)));
            skeleton.common_ancestor(left?, right?)
        };
        let (hips, chest) = (pair(Role::UpperLeg), pair(Role::UpperArm));
        if let Some(hips) = hips {
            self.fill(hips, Role::Pelvis);
        }
        let pelvis = self.bone(Role::Pelvis);
        let spine: Vec<usize> = (0..model.joints.len())
            .filter(|bone| Some(*bone) != pelvis)
            .filter(|bone| read(&model.joints[*bone].name).0 == Some(Word::Spine))
            .collect();
        let chest = chest.filter(|chest| Some(*chest) != pelvis);
        let chest = chest.or(spine.last().copied());
        let Some(chest) = chest else { return };
        self.fill(chest, Role::UpperTorso);
        let below = spine.iter().find(|bone| skeleton.is_above(**bone, chest));
        if let Some(below) = below {
            self.fill(*below, Role::LowerTorso);
        }
        // A spine that goes on to the head.
        let above: Vec<usize> = (spine.iter().copied())
            .filter(|bone| skeleton.is_above(chest, *bone))
            .collect();
        if let (Some(head), None) = (above.last(), self.bone(Role::Head)) {
            self.fill(*head, Role::Head);
        }
        if let Some(neck) = above.first() {
            self.fill(*neck, Role::Neck);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::gltf::Picture;
    use glam::{DMat4, DVec3};

    /// Bones by name, parent and place, without a mesh.
    fn model(bones: &[(&str, Option<usize>, [f64; 3])]) -> Model {
        let joint =
            |(node, (name, parent, place)): (usize, &(&str, Option<usize>, [f64; 3]))| Joint {
                name: (*name).into(),
                parent: *parent,
                to_scene: DMat4::from_translation(DVec3::from(*place)),
                node,
            };
        Model {
            joints: bones.iter().enumerate().map(joint).collect(),
            vertices: Vec::new(),
            triangles: Vec::new(),
            picture: Picture {
                width: 0,
                height: 0,
                rgba: Vec::new(),
            },
            clips: Vec::new(),
            notes: Vec::new(),
        }
    }

    #[rustfmt::skip] // A table: one bone per line.
    const PLACES: [(Option<usize>, [f64; 3]); 21] = [
        (None, [0.0, 0.0, 0.0]),
        (Some(0), [0.0, 1.0, 0.0]),
        (Some(1), [0.0, 1.1, 0.0]),
        (Some(2), [0.0, 1.25, 0.0]),
        (Some(3), [0.0, 1.4, 0.0]),
        (Some(4), [0.0, 1.5, 0.0]),
        (Some(5), [0.0, 1.6, 0.0]),
        (Some(4), [0.05, 1.45, 0.0]),
        (Some(7), [0.18, 1.45, 0.0]),
        (Some(8), [0.45, 1.45, 0.0]),
        (Some(9), [0.7, 1.45, 0.0]),
        (Some(4), [-0.05, 1.45, 0.0]),
        (Some(11), [-0.18, 1.45, 0.0]),
        (Some(12), [-0.45, 1.45, 0.0]),
        (Some(13), [-0.7, 1.45, 0.0]),
        (Some(1), [0.1, 0.95, 0.0]),
        (Some(15), [0.1, 0.5, 0.0]),
        (Some(16), [0.1, 0.08, 0.0]),
        (Some(1), [-0.1, 0.95, 0.0]),
        (Some(18), [-0.1, 0.5, 0.0]),
        (Some(19), [-0.1, 0.08, 0.0]),
    ];
    const EXPECTED: [&str; 21] = [
        "",
        "pelvis",
        "lower_torso",
        "",
        "upper_torso",
        "neck",
        "head",
        "l_shoulder",
        "l_upper_arm",
        "l_lower_arm",
        "l_hand",
        "r_shoulder",
        "r_upper_arm",
        "r_lower_arm",
        "r_hand",
        "l_upper_leg",
        "l_lower_leg",
        "l_foot",
        "r_upper_leg",
        "r_lower_leg",
        "r_foot",
    ];

    fn parts(names: [&str; 21]) -> Vec<&'static str> {
        let bones: Vec<_> = (names.iter().zip(PLACES))
            .map(|(name, (parent, place))| (*name, parent, place))
            .collect();
        let mapping = Mapping::of(&model(&bones));
        let part = |role: &Option<Role>| role.map_or("", Role::part);
        mapping.roles().iter().map(part).collect()
    }

    #[test]
    fn one_skeleton_by_the_names_of_many_rigs_and_by_none() {
        let mixamo = [
            "Armature",
            "mixamorig:Hips",
            "mixamorig:Spine",
            "mixamorig:Spine1",
            "mixamorig:Spine2",
            "mixamorig:Neck",
            "mixamorig:Head",
            "mixamorig:LeftShoulder",
            "mixamorig:LeftArm",
            "mixamorig:LeftForeArm",
            "mixamorig:LeftHand",
            "mixamorig:RightShoulder",
            "mixamorig:RightArm",
            "mixamorig:RightForeArm",
            "mixamorig:RightHand",
            "mixamorig:LeftUpLeg",
            "mixamorig:LeftLeg",
            "mixamorig:LeftFoot",
            "mixamorig:RightUpLeg",
            "mixamorig:RightLeg",
            "mixamorig:RightFoot",
        ];
        let unreal = [
            "root",
            "pelvis",
            "spine_01",
            "spine_02",
            "spine_03",
            "neck_01",
            "head",
            "clavicle_l",
            "upperarm_l",
            "lowerarm_l",
            "hand_l",
            "clavicle_r",
            "upperarm_r",
            "lowerarm_r",
            "hand_r",
            "thigh_l",
            "calf_l",
            "foot_l",
            "thigh_r",
            "calf_r",
            "foot_r",
        ];
        let vrm = [
            "Root",
            "J_Bip_C_Hips",
            "J_Bip_C_Spine",
            "J_Bip_C_Chest",
            "J_Bip_C_UpperChest",
            "J_Bip_C_Neck",
            "J_Bip_C_Head",
            "J_Bip_L_Shoulder",
            "J_Bip_L_UpperArm",
            "J_Bip_L_LowerArm",
            "J_Bip_L_Hand",
            "J_Bip_R_Shoulder",
            "J_Bip_R_UpperArm",
            "J_Bip_R_LowerArm",
            "J_Bip_R_Hand",
            "J_Bip_L_UpperLeg",
            "J_Bip_L_LowerLeg",
            "J_Bip_L_Foot",
            "J_Bip_R_UpperLeg",
            "J_Bip_R_LowerLeg",
            "J_Bip_R_Foot",
        ];
        let rigify = [
            "rig",
            "DEF-spine",
            "DEF-spine.001",
            "DEF-spine.002",
            "DEF-spine.003",
            "DEF-spine.004",
            "DEF-spine.006",
            "DEF-shoulder.L",
            "DEF-upper_arm.L",
            "DEF-forearm.L",
            "DEF-hand.L",
            "DEF-shoulder.R",
            "DEF-upper_arm.R",
            "DEF-forearm.R",
            "DEF-hand.R",
            "DEF-thigh.L",
            "DEF-shin.L",
            "DEF-foot.L",
            "DEF-thigh.R",
            "DEF-shin.R",
            "DEF-foot.R",
        ];
        let nameless = ["bone"; 21];
        for names in [mixamo, unreal, vrm, rigify, nameless] {
            assert_eq!(parts(names), EXPECTED, "{}", names[1]);
        }
    }

    #[test]
    fn what_a_person_says_counts_and_a_part_begins_once() {
        let bones = [("a", None, [0.0; 3]), ("b", Some(0), [0.0, 1.0, 0.0])];
        let model = model(&bones);
        let mut mapping = Mapping::of(&model);
        let said = |bone: &str, part: Option<&str>| {
            BTreeMap::from([(bone.to_owned(), part.map(str::to_owned))])
        };
        mapping.change(&model, &said("a", Some("head"))).unwrap();
        mapping.change(&model, &said("b", Some("head"))).unwrap();
        assert_eq!(mapping.roles(), [None, Some(Role::Head)]);
        mapping.change(&model, &said("b", None)).unwrap();
        assert_eq!(mapping.roles(), [None, None]);
        assert!(mapping.change(&model, &said("c", None)).is_err());
        assert!(mapping.change(&model, &said("a", Some("wing"))).is_err());
    }
}
