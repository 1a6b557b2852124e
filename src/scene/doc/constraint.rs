//! The constraints of a scene document and what they grip.

use super::defaults::*;
use super::{
    Axis, BendDrive, Corner, Distance, Guide, Id, Serial, Stick, Surface, TurnDrive, WayDrive,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A constraint with its identity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// Stable identifier.
    pub id: Id,
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Kind of constraint, with its settings.
    pub kind: ConstraintKind,
}

/// Kind of constraint, with its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ConstraintKind {
    /// Keeps two particles at a fixed distance; sticks with a radius collide.
    Stick(Stick),
    /// Keeps the distance between two points within bounds (rod, rope, strut).
    Distance(Distance),
    /// Keeps two points together (ball joint, connector, world pin).
    Pin(Pin),
    /// Pin that turns about one axis.
    Hinge(Hinge),
    /// Keeps two bodies rigidly together.
    Fixed(Fixed),
    /// Joint that slides along one axis.
    Slider(Slider),
    /// Pin that turns about two perpendicular axes.
    Universal(Universal),
    /// Several hinges and slides, one after another.
    Serial(Serial),
    /// Couples two joints.
    Gear(Gear),
    /// Keeps a point on a plane or on a line.
    Guide(Guide),
    /// Limits the angle between two sticks that share a particle.
    Corner(Corner),
    /// Limits the rotation between two bodies.
    AngleLimit(AngleLimit),
    /// Triangles between particles, which collide; a closed surface can keep its volume.
    Surface(Surface),
}

impl ConstraintKind {
    /// Whether it has torn.
    pub fn has_torn(&self) -> bool {
        match self {
            ConstraintKind::Stick(stick) => stick.torn,
            ConstraintKind::Distance(distance) => distance.torn,
            _ => false,
        }
    }

    /// Whether it has torn, of one that can.
    pub fn torn_mut(&mut self) -> Option<&mut bool> {
        match self {
            ConstraintKind::Stick(stick) => Some(&mut stick.torn),
            ConstraintKind::Distance(distance) => Some(&mut distance.torn),
            _ => None,
        }
    }
}

/// Keeps two points together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// One point.
    pub a: Grip,
    /// The other point.
    pub b: Grip,
    /// Drive of the rotation; both sides need an orientation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drive: BendDrive,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

impl Pin {
    /// A ball joint that nothing drives.
    pub fn new(a: Grip, b: Grip) -> Pin {
        Pin {
            a,
            b,
            drive: BendDrive::default(),
            strength: 1.0,
        }
    }
}

/// Pin that turns about one axis, with optional angle limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hinge {
    /// Point on the parent.
    pub a: Grip,
    /// Point on the child.
    pub b: Grip,
    /// Axis in the frame of the parent.
    pub axis: [f64; 3],
    /// Smallest angle of the child, degrees; −180 if only the largest is given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_deg: Option<f64>,
    /// Largest angle of the child, degrees; 180 if only the smallest is given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_max_deg: Option<f64>,
    /// Orientation of the child in the frame of the parent at angle 0, as a unit quaternion
    /// w, x, y, z; absent = the initial orientation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: Option<[f64; 4]>,
    /// Initial angle, degrees, with its whole turns, which the orientation does not tell; the
    /// nearest that fits the orientation counts. A hinge with it counts its turns, and so does one
    /// with a limit or target beyond half a turn, from within half a turn of 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub start_deg: Option<f64>,
    /// Drive of the angle.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drive: TurnDrive,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

impl Hinge {
    /// A hinge without limits that nothing drives.
    pub fn new(a: Grip, b: Grip, axis: [f64; 3]) -> Hinge {
        Hinge {
            a,
            b,
            axis,
            limit_min_deg: None,
            limit_max_deg: None,
            rest: None,
            start_deg: None,
            drive: TurnDrive::default(),
            strength: 1.0,
        }
    }

    /// Whether it counts its turns: its angle goes on beyond half a turn.
    pub fn counts_turns(&self) -> bool {
        let bounds = [self.limit_min_deg, self.limit_max_deg];
        counts_turns(bounds, &self.drive, self.start_deg)
    }
}

/// Whether a bound or the target of a turn is beyond half a turn, or its start is given.
fn counts_turns(bounds: [Option<f64>; 2], drive: &TurnDrive, start_deg: Option<f64>) -> bool {
    let target = drive.spring.map(|spring| spring.target_deg);
    let mut angles = bounds.into_iter().chain([target]).flatten();
    start_deg.is_some() || angles.any(|angle| angle.abs() > 180.0)
}

/// Keeps two bodies rigidly together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fixed {
    /// Point on the parent.
    pub a: Grip,
    /// Point on the child.
    pub b: Grip,
    /// Orientation of the child in the frame of the parent, as a unit quaternion w, x, y,
    /// z; absent = the initial orientation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: Option<[f64; 4]>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

/// Keeps a point of the child on an axis of the parent, along which it slides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slider {
    /// Point on the parent, where the position is 0.
    pub a: Grip,
    /// Point on the child, which stays on the axis.
    pub b: Grip,
    /// Axis in the frame of the parent.
    pub axis: [f64; 3],
    /// Smallest position of the child along the axis, m.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_m: Option<f64>,
    /// Largest position, m.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_max_m: Option<f64>,
    /// Whether the child may also turn about the axis (cylindrical joint).
    #[serde(default, skip_serializing_if = "is_default")]
    pub turns: bool,
    /// Orientation of the child in the frame of the parent at angle 0, as a unit quaternion
    /// w, x, y, z; absent = the initial orientation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: Option<[f64; 4]>,
    /// Smallest angle about the axis if it turns, degrees; −180 if only the largest is given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn_min_deg: Option<f64>,
    /// Largest angle, degrees; 180 if only the smallest is given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn_max_deg: Option<f64>,
    /// Initial angle, degrees, with its whole turns, as that of a hinge.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn_start_deg: Option<f64>,
    /// Drive of the sliding motion.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drive: WayDrive,
    /// Drive of the angle, if it turns.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn_drive: TurnDrive,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

impl Slider {
    /// A slider without ends that does not turn and that nothing drives.
    pub fn new(a: Grip, b: Grip, axis: [f64; 3]) -> Slider {
        Slider {
            a,
            b,
            axis,
            limit_min_m: None,
            limit_max_m: None,
            turns: false,
            rest: None,
            turn_min_deg: None,
            turn_max_deg: None,
            turn_start_deg: None,
            drive: WayDrive::default(),
            turn_drive: TurnDrive::default(),
            strength: 1.0,
        }
    }

    /// Whether it turns and counts its turns.
    pub fn counts_turns(&self) -> bool {
        let bounds = [self.turn_min_deg, self.turn_max_deg];
        self.turns && counts_turns(bounds, &self.turn_drive, self.turn_start_deg)
    }
}

/// Pin that turns about an axis of the parent and a perpendicular axis of the child.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Universal {
    /// Point on the parent.
    pub a: Grip,
    /// Point on the child.
    pub b: Grip,
    /// Axis fixed to the parent, in its frame.
    pub axis: [f64; 3],
    /// Axis fixed to the child, in the frame of the parent when both angles are 0. Only the
    /// part perpendicular to the other axis is used.
    pub cross_axis: [f64; 3],
    /// Smallest angles about the two axes, degrees; −180 if only the largest are given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_deg: Option<[f64; 2]>,
    /// Largest angles about the two axes, degrees; 180 if only the smallest are given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_max_deg: Option<[f64; 2]>,
    /// Orientation of the child in the frame of the parent when both angles are 0, as a
    /// unit quaternion w, x, y, z; absent = the initial orientation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: Option<[f64; 4]>,
    /// Drive of the angle about the parent's axis.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drive: TurnDrive,
    /// Drive of the angle about the child's axis.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cross_drive: TurnDrive,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

impl Universal {
    /// A universal joint without limits that nothing drives.
    pub fn new(a: Grip, b: Grip, axis: [f64; 3], cross_axis: [f64; 3]) -> Universal {
        Universal {
            a,
            b,
            axis,
            cross_axis,
            limit_min_deg: None,
            limit_max_deg: None,
            rest: None,
            drive: TurnDrive::default(),
            cross_drive: TurnDrive::default(),
            strength: 1.0,
        }
    }
}

/// Couples two joints, hinges or sliders: gears, rack and pinion, levers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// Id of one joint.
    pub a: Id,
    /// Id of the other.
    pub b: Id,
    /// Teeth of the two wheels, for joints of the same kind: the motions of `a` and `b` are
    /// in inverse proportion to their teeth.
    #[serde(default = "even_teeth", skip_serializing_if = "is_even")]
    pub teeth: [u32; 2],
    /// Distance the slider moves per turn of the hinge, m, if one of each is coupled.
    #[serde(default = "one_turn", skip_serializing_if = "is_one_turn")]
    pub way_per_turn_m: f64,
    /// Angle of `b` when `a` is at 0, degrees; absent = from the initial state.
    #[serde(default, skip_serializing_if = "is_default")]
    pub offset_deg: Option<f64>,
    /// Position of `b` when `a` is at 0, m, if `b` is a slider.
    #[serde(default, skip_serializing_if = "is_default")]
    pub offset_m: Option<f64>,
    /// Whether both turn the same way, as with a belt; meshing wheels turn in opposite
    /// directions.
    #[serde(default, skip_serializing_if = "is_default")]
    pub same_way: bool,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

impl Gear {
    /// Two like wheels that mesh.
    pub fn new(a: Id, b: Id) -> Gear {
        Gear {
            a,
            b,
            teeth: even_teeth(),
            way_per_turn_m: WAY_PER_TURN_M,
            offset_deg: None,
            offset_m: None,
            same_way: false,
            strength: 1.0,
        }
    }
}

/// Way of a rack in a turn of its pinion unless given, m.
pub const WAY_PER_TURN_M: f64 = 0.5;

fn even_teeth() -> [u32; 2] {
    [1; 2]
}

fn is_even(teeth: &[u32; 2]) -> bool {
    *teeth == even_teeth()
}

fn one_turn() -> f64 {
    WAY_PER_TURN_M
}

fn is_one_turn(way: &f64) -> bool {
    *way == WAY_PER_TURN_M
}

/// Limits of the rotation of a child in the frame of its parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AngleLimit {
    /// The parent.
    pub a: BodyRef,
    /// The child.
    pub b: BodyRef,
    /// Smallest angles about x, y, z, degrees.
    pub limit_min_deg: [f64; 3],
    /// Largest angles about x, y, z, degrees.
    pub limit_max_deg: [f64; 3],
    /// How the angles are measured; absent = the solver's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub model: Option<LimitModel>,
    /// Axis of the twist; absent = the one with the largest limit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub twist_axis: Option<Axis>,
    /// Orientation of the child in the frame of the parent when all angles are 0, as a unit
    /// quaternion w, x, y, z; absent = the initial orientation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: Option<[f64; 4]>,
    /// Coefficient of restitution at the stop, 0 to 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restitution: f64,
}

/// An object that has an orientation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum BodyRef {
    /// A rigid body, by id.
    Body(Id),
    /// A part of a ragdoll of rigid bodies.
    Part {
        /// Id of the ragdoll.
        ragdoll: Id,
        /// Name of the part.
        part: String,
    },
}

/// How the angles of a limit are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LimitModel {
    /// Swing and twist.
    #[default]
    SwingTwist,
    /// The paper's clamp of quaternion components.
    Component,
    /// Swing and twist; the two swings stay within the ellipse that fills their limits, so that
    /// the limb's axis stays in a round or elliptic cone.
    Cone,
}

/// Where a constraint is attached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Grip {
    /// A point of the world, m.
    World([f64; 3]),
    /// A particle, by id.
    Particle(Id),
    /// A point on a stick.
    Stick {
        /// Id of the stick.
        id: Id,
        /// Position from 0 (first particle) to 1 (second particle).
        at: f64,
    },
    /// A point of a rigid body.
    Body {
        /// Id of the body.
        id: Id,
        /// Point in the frame of the body, m.
        #[serde(default, skip_serializing_if = "is_origin")]
        point_m: [f64; 3],
    },
    /// A point on a part of a ragdoll.
    Part {
        /// Id of the ragdoll.
        ragdoll: Id,
        /// Name of the part.
        part: String,
        /// Position from 0 (upper end) to 1 (lower end) of a part that is a stick; not used on
        /// rigid parts.
        #[serde(default, skip_serializing_if = "is_zero")]
        at: f64,
        /// Point in the frame of a part that is a rigid body, m; not used on
        /// sticks.
        #[serde(default, skip_serializing_if = "is_origin")]
        point_m: [f64; 3],
    },
}
