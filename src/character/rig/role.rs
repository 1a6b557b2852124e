//! What a bone of a character is.

use Side::{Left, Right};

/// A side of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Its left, +x.
    Left,
    /// Its right.
    Right,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Left, Right];

    /// +1 for the left, −1 for the right: the way outwards along x.
    pub fn sign(self) -> f64 {
        match self {
            Left => 1.0,
            Right => -1.0,
        }
    }
}

/// What a bone is: the parts that a character may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The root.
    Pelvis,
    /// Belly.
    LowerTorso,
    /// Chest.
    UpperTorso,
    /// Neck.
    Neck,
    /// Head.
    Head,
    /// Collar bone.
    Shoulder(Side),
    /// Upper arm.
    UpperArm(Side),
    /// Forearm.
    LowerArm(Side),
    /// Hand with its fingers.
    Hand(Side),
    /// Thigh.
    UpperLeg(Side),
    /// Shin.
    LowerLeg(Side),
    /// Foot.
    Foot(Side),
    /// Toes.
    Toes(Side),
    /// A part of the tail, from 0.
    Tail(usize),
}

/// Most parts of a tail.
pub const MOST_OF_TAIL: usize = 6;

/// All roles with the names of their parts, parents before their children.
pub const ROLES: [(Role, &str); 27] = [
    (Role::Pelvis, "pelvis"),
    (Role::LowerTorso, "lower_torso"),
    (Role::UpperTorso, "upper_torso"),
    (Role::Neck, "neck"),
    (Role::Head, "head"),
    (Role::Shoulder(Left), "l_shoulder"),
    (Role::UpperArm(Left), "l_upper_arm"),
    (Role::LowerArm(Left), "l_lower_arm"),
    (Role::Hand(Left), "l_hand"),
    (Role::Shoulder(Right), "r_shoulder"),
    (Role::UpperArm(Right), "r_upper_arm"),
    (Role::LowerArm(Right), "r_lower_arm"),
    (Role::Hand(Right), "r_hand"),
    (Role::UpperLeg(Left), "l_upper_leg"),
    (Role::LowerLeg(Left), "l_lower_leg"),
    (Role::Foot(Left), "l_foot"),
    (Role::Toes(Left), "l_toes"),
    (Role::UpperLeg(Right), "r_upper_leg"),
    (Role::LowerLeg(Right), "r_lower_leg"),
    (Role::Foot(Right), "r_foot"),
    (Role::Toes(Right), "r_toes"),
    (Role::Tail(0), "tail_1"),
    (Role::Tail(1), "tail_2"),
    (Role::Tail(2), "tail_3"),
    (Role::Tail(3), "tail_4"),
    (Role::Tail(4), "tail_5"),
    (Role::Tail(5), "tail_6"),
];

impl Role {
    /// The role of a part.
    pub fn of_part(name: &str) -> Option<Role> {
        let row = ROLES.iter().find(|(_, part)| *part == name);
        row.map(|(role, _)| *role)
    }

    /// Name of its part.
    pub fn part(self) -> &'static str {
        let row = ROLES.iter().find(|(role, _)| *role == self);
        row.map_or("", |(_, part)| part)
    }

    /// What it hangs on where the bones do not say, if that is there; none for the root.
    pub(super) fn usual_parent(self) -> Option<Role> {
        Some(match self {
            Role::Pelvis => return None,
            Role::LowerTorso | Role::UpperLeg(_) | Role::Tail(0) => Role::Pelvis,
            Role::UpperTorso => Role::LowerTorso,
            Role::Neck | Role::Shoulder(_) => Role::UpperTorso,
            Role::Head => Role::Neck,
            Role::UpperArm(side) => Role::Shoulder(side),
            Role::LowerArm(side) => Role::UpperArm(side),
            Role::Hand(side) => Role::LowerArm(side),
            Role::LowerLeg(side) => Role::UpperLeg(side),
            Role::Foot(side) => Role::LowerLeg(side),
            Role::Toes(side) => Role::Foot(side),
            Role::Tail(part) => Role::Tail(part - 1),
        })
    }

    /// The same on the right of what is on the left; none of all else.
    pub(super) fn right_twin(self) -> Option<Role> {
        let part = self.part().strip_prefix("l_")?;
        Role::of_part(&format!("r_{part}"))
    }
}
