//! What bones are called in the rigs of others.

/// How the bones of a rig are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BoneNames {
    /// As the parts of our ragdolls.
    #[default]
    Plain,
    /// As Mixamo names them.
    Mixamo,
    /// As Unreal Engine names them.
    Unreal,
    /// As the deform bones of Blender's Rigify.
    Rigify,
}

/// A part and its bone in each of these; `#` is the side.
#[rustfmt::skip] // A table.
const NAMES: [(&str, [&str; 3]); 15] = [
    ("pelvis", ["Hips", "pelvis", "spine"]),
    ("lower_torso", ["Spine", "spine_01", "spine.001"]),
    ("upper_torso", ["Spine2", "spine_03", "spine.003"]),
    ("neck", ["Neck", "neck_01", "spine.004"]),
    ("head", ["Head", "head", "spine.006"]),
    ("shoulder", ["#Shoulder", "clavicle_#", "shoulder.#"]),
    ("upper_arm", ["#Arm", "upperarm_#", "upper_arm.#"]),
    ("lower_arm", ["#ForeArm", "lowerarm_#", "forearm.#"]),
    ("hand", ["#Hand", "hand_#", "hand.#"]),
    ("upper_leg", ["#UpLeg", "thigh_#", "thigh.#"]),
    ("lower_leg", ["#Leg", "calf_#", "shin.#"]),
    ("foot", ["#Foot", "foot_#", "foot.#"]),
    ("toes", ["#ToeBase", "ball_#", "toe.#"]),
    ("tail", ["Tail", "tail", "tail"]),
    ("spine", ["Spine1", "spine_02", "spine.002"]),
];

impl BoneNames {
    /// Name of the bone of a part.
    pub fn of(self, part: &str) -> String {
        let (prefix, column, sides) = match self {
            BoneNames::Plain => return part.to_owned(),
            BoneNames::Mixamo => ("mixamorig:", 0, ["Left", "Right"]),
            BoneNames::Unreal => ("", 1, ["l", "r"]),
            BoneNames::Rigify => ("DEF-", 2, ["L", "R"]),
        };
        let (side, bare) = match (part.strip_prefix("l_"), part.strip_prefix("r_")) {
            (Some(bare), _) => (sides[0], bare),
            (_, Some(bare)) => (sides[1], bare),
            _ => ("", part),
        };
        let (kind, number) = match bare.rsplit_once('_') {
            Some(("tail", number)) => ("tail", format!("_{number}")),
            _ => (bare, String::new()),
        };
        let row = NAMES.iter().find(|(name, _)| *name == kind);
        let name = row.map_or(bare, |(_, names)| names[column]);
        format!("{prefix}{}{number}", name.replace('#', side))
    }
}
