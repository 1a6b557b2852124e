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

    /// What it hangs on where the bones do not say: the nearest of these that there is.
    pub(super) fn usual_parents(self) -> &'static [Role] {
        const LEFT_ARM: [Role; 4] = [
            Role::LowerArm(Left),
            Role::UpperArm(Left),
            Role::Shoulder(Left),
            Role::UpperTorso,
        ];
        const RIGHT_ARM: [Role; 4] = [
            Role::LowerArm(Right),
            Role::UpperArm(Right),
            Role::Shoulder(Right),
            Role::UpperTorso,
        ];
        const LEFT_LEG: [Role; 3] = [Role::Foot(Left), Role::LowerLeg(Left), Role::UpperLeg(Left)];
        const RIGHT_LEG: [Role; 3] = [
            Role::Foot(Right),
            Role::LowerLeg(Right),
            Role::UpperLeg(Right),
        ];
        const TRUNK: [Role; 3] = [Role::Neck, Role::UpperTorso, Role::LowerTorso];
        let arm = |side| match side {
            Left => &LEFT_ARM,
            Right => &RIGHT_ARM,
        };
        let leg = |side| match side {
            Left => &LEFT_LEG,
            Right => &RIGHT_LEG,
        };
        match self {
            Role::Pelvis | Role::LowerTorso | Role::UpperLeg(_) | Role::Tail(_) => &[],
            Role::UpperTorso => &TRUNK[2..],
            Role::Neck => &TRUNK[1..],
            Role::Head => &TRUNK,
            Role::Shoulder(_) => &TRUNK[1..],
            Role::UpperArm(side) => &arm(side)[2..],
            Role::LowerArm(side) => &arm(side)[1..],
            Role::Hand(side) => arm(side),
            Role::LowerLeg(side) => &leg(side)[2..],
            Role::Foot(side) => &leg(side)[1..],
            Role::Toes(side) => leg(side),
        }
    }
}
