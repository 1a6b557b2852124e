//! What bones are by their names, as common rigs write them: Mixamo, VRM and Unity, Unreal,
//! Blender's Rigify, 3ds Max Biped, and plain English.

use super::role::Side;

/// What a name says of a bone. Some names mean one thing in one rig and another in the next;
/// which it is follows from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// Hips.
    Pelvis,
    /// A bone of the trunk above the hips.
    Spine,
    Neck,
    Head,
    /// Collar bone, or the upper arm where nothing else is.
    Shoulder,
    UpperArm,
    LowerArm,
    Hand,
    UpperLeg,
    /// The lower leg beside a thigh, else the upper one.
    Leg,
    LowerLeg,
    Foot,
    Toes,
    Tail,
}

/// Words that say nothing of what a bone is.
const NOISE: &[&str] = &[
    "mixamorig",
    "bip",
    "bip001",
    "bip01",
    "biped",
    "j",
    "c",
    "m",
    "def",
    "org",
    "sk",
    "skel",
    "armature",
    "jnt",
    "joint",
    "bone",
    "b",
    "rig",
    "char",
    "character",
    "valve",
    "base",
    "bn",
    "ctrl",
    "main",
];

/// Bones with these words only help: they follow what they hang on.
const HELPERS: &[&str] = &[
    "twist",
    "roll",
    "ik",
    "pole",
    "target",
    "end",
    "nub",
    "helper",
    "thumb",
    "index",
    "middle",
    "ring",
    "pinky",
    "little",
    "finger",
    "eye",
    "eyes",
    "jaw",
    "hair",
    "ear",
    "tongue",
    "teeth",
    "lip",
    "brow",
    "cheek",
    "breast",
    "bust",
    "skirt",
    "cloth",
    "cape",
    "weapon",
    "prop",
    "socket",
    "camera",
    "attach",
    "holster",
    "mch",
    "wiggle",
    "metacarpal",
    "carpal",
    "palm",
    "eyelid",
    "lid",
    "nose",
    "chin",
    "forehead",
    "temple",
    "heel",
    "hoof",
    "scarf",
    "string",
    "sleeve",
    "collarflap",
    "face",
];

/// What joined words mean.
#[rustfmt::skip] // A table.
const WORDS: &[(&str, Word)] = &[
    ("hips", Word::Pelvis), ("hip", Word::Pelvis), ("pelvis", Word::Pelvis), ("hipsbone", Word::Pelvis),
    ("spine", Word::Spine), ("chest", Word::Spine), ("upperchest", Word::Spine), ("torso", Word::Spine),
    ("lowertorso", Word::Spine), ("uppertorso", Word::Spine), ("abdomen", Word::Spine), ("belly", Word::Spine),
    ("waist", Word::Spine), ("back", Word::Spine), ("lowerback", Word::Spine), ("upperback", Word::Spine),
    ("ribs", Word::Spine), ("ribcage", Word::Spine), ("stomach", Word::Spine), ("thorax", Word::Spine),
    ("neck", Word::Neck), ("head", Word::Head), ("skull", Word::Head),
    ("shoulder", Word::Shoulder), ("clavicle", Word::Shoulder), ("collar", Word::Shoulder),
    ("collarbone", Word::Shoulder), ("clav", Word::Shoulder),
    ("arm", Word::UpperArm), ("upperarm", Word::UpperArm), ("uparm", Word::UpperArm), ("humerus", Word::UpperArm),
    ("forearm", Word::LowerArm), ("lowerarm", Word::LowerArm), ("lowarm", Word::LowerArm),
    ("elbow", Word::LowerArm), ("ulna", Word::LowerArm),
    ("hand", Word::Hand), ("wrist", Word::Hand),
    ("upleg", Word::UpperLeg), ("upperleg", Word::UpperLeg), ("thigh", Word::UpperLeg), ("femur", Word::UpperLeg),
    ("leg", Word::Leg),
    ("lowerleg", Word::LowerLeg), ("lowleg", Word::LowerLeg), ("shin", Word::LowerLeg), ("calf", Word::LowerLeg),
    ("knee", Word::LowerLeg), ("tibia", Word::LowerLeg),
    ("foot", Word::Foot), ("ankle", Word::Foot),
    ("toe", Word::Toes), ("toes", Word::Toes), ("toebase", Word::Toes), ("ball", Word::Toes),
    ("tail", Word::Tail),
];

/// What the name of a bone says: what it is, and of which side.
pub(super) fn read(name: &str) -> (Option<Word>, Option<Side>) {
    let words = words_of(name);
    let side = words.iter().find_map(|word| match word.as_str() {
        "l" | "left" | "lft" => Some(Side::Left),
        "r" | "right" | "rgt" => Some(Side::Right),
        _ => None,
    });
    if words.iter().any(|word| HELPERS.contains(&word.as_str())) {
        return (None, side);
    }
    let says = |word: &&String| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let is_side = matches!(word.as_str(), "l" | "r" | "left" | "right" | "lft" | "rgt");
        !is_number && !is_side && !NOISE.contains(&word.as_str())
    };
    let joined: String = words.iter().filter(says).map(String::as_str).collect();
    let row = WORDS.iter().find(|(word, _)| *word == joined);
    (row.map(|(_, word)| *word), side)
}

/// The words of a name in small letters: `mixamorig:LeftForeArm` is mixamorig, left, fore, arm.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        let is_new = (c.is_uppercase() && !before.is_uppercase())
            || c.is_numeric() != before.is_numeric()
            || !c.is_alphanumeric();
        if is_new {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    // `Bip001 L Thigh` and `ToeBase` in one, but `LArm` and `lThigh` in two.
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_common_rigs_are_understood() {
        use Side::{Left, Right};
        #[rustfmt::skip] // A table.
        let known = [
            ("mixamorig:Hips", Word::Pelvis, None),
            ("mixamorig:LeftForeArm", Word::LowerArm, Some(Left)),
            ("mixamorig:RightUpLeg", Word::UpperLeg, Some(Right)),
            ("mixamorig:LeftToeBase", Word::Toes, Some(Left)),
            ("J_Bip_L_UpperArm", Word::UpperArm, Some(Left)),
            ("J_Bip_C_UpperChest", Word::Spine, None),
            ("UpperChest", Word::Spine, None),
            ("upperarm_l", Word::UpperArm, Some(Left)),
            ("clavicle_r", Word::Shoulder, Some(Right)),
            ("spine_03", Word::Spine, None),
            ("calf_l", Word::LowerLeg, Some(Left)),
            ("ball_r", Word::Toes, Some(Right)),
            ("DEF-upper_arm.L", Word::UpperArm, Some(Left)),
            ("DEF-shin.R", Word::LowerLeg, Some(Right)),
            ("DEF-spine.003", Word::Spine, None),
            ("Bip001 L Thigh", Word::UpperLeg, Some(Left)),
            ("Bip001 R Toe0", Word::Toes, Some(Right)),
            ("ValveBiped.Bip01_R_Calf", Word::LowerLeg, Some(Right)),
            ("l_upper_arm", Word::UpperArm, Some(Left)),
            ("Tail_2", Word::Tail, None),
            ("head", Word::Head, None),
        ];
        for (name, word, side) in known {
            assert_eq!(read(name), (Some(word), side), "{name}");
        }
    }

    #[test]
    fn helpers_are_nothing_of_their_own() {
        for name in [
            "upperarm_twist_01_l",
            "mixamorig:LeftHandIndex1",
            "ik_foot_l",
            "HeadTop_End",
            "J_Adj_L_FaceEye",
        ] {
            assert_eq!(read(name).0, None, "{name}");
        }
    }
}
