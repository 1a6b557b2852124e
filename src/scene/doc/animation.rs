//! What a ragdoll is animated with until physics takes over.

use super::defaults::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Names of the clips of the program.
pub const PROGRAM_CLIPS: &[&str] = &["idle", "walk", "wave", "rise-back", "rise-front"];

/// A clip that moves a rigid ragdoll until physics takes over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Animation {
    /// Name of the clip: `idle`, `walk`, `wave`, `rise-back`, `rise-front`, or one of `clips`.
    pub clip: String,
    /// Where in the clip it begins, s.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start_s: f64,
    /// Speed over that of the clip.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub rate: f64,
    /// Whether it begins again at its end; absent = as the clip says.
    #[serde(default, skip_serializing_if = "is_default")]
    pub loops: Option<bool>,
    /// Whether physics takes over when something hits it.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub on_hit: bool,
    /// Least momentum of what hits it so that physics takes over, kg·m/s.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub least_hit_kg_m_s: f64,
    /// When physics takes over by itself, s after the start of the scene; absent = never.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hand_over_at_s: Option<f64>,
    /// Whether the muscles of the ragdoll lead it towards the clip while physics moves it; it
    /// does not come to rest then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub muscles_follow: bool,
    /// How it recoils from a hit and returns to the clip; absent = physics has it for good.
    #[serde(default, skip_serializing_if = "is_default")]
    pub recoil: Option<Recoil>,
    /// How it gets up after it has fallen; absent = it stays down.
    #[serde(default, skip_serializing_if = "is_default")]
    pub get_up: Option<GetUp>,
    /// Clips of its own; one with the name of another clip takes its place.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clips: Vec<Clip>,
}

impl Animation {
    /// A clip that plays until something hits the ragdoll.
    pub fn of(clip: impl Into<String>) -> Animation {
        Animation {
            clip: clip.into(),
            start_s: 0.0,
            rate: 1.0,
            loops: None,
            on_hit: true,
            least_hit_kg_m_s: 1.0,
            hand_over_at_s: None,
            muscles_follow: false,
            recoil: None,
            get_up: None,
            clips: Vec::new(),
        }
    }
}

/// A part that is hit, and all outward of it, follow physics and then return to the clip.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Recoil {
    /// For how long physics alone moves what was hit, s.
    #[serde(skip_serializing_if = "is_limp_s")]
    pub limp_s: f64,
    /// How long it then takes to return to the clip, s.
    #[serde(skip_serializing_if = "is_return_s")]
    pub return_s: f64,
    /// How many joints inward of the part that was hit give way too, each less than the one
    /// before.
    #[serde(skip_serializing_if = "is_default")]
    pub spread: u32,
    /// Whether the whole ragdoll gives way, wherever it is hit.
    #[serde(skip_serializing_if = "is_false")]
    pub whole: bool,
    /// Whether vertices of the skin are mixed from where both skeletons would move them, while
    /// physics keeps what it has until the return is over; else the bones are mixed, and
    /// physics goes on from what they have in common.
    #[serde(skip_serializing_if = "is_false")]
    pub per_vertex: bool,
    /// Impulse of a hit from which on the ragdoll falls, kg·m/s; absent = never.
    #[serde(skip_serializing_if = "is_default")]
    pub falls_from_kg_m_s: Option<f64>,
}

const LIMP_S: f64 = 0.12;
const RETURN_S: f64 = 0.5;

fn is_limp_s(value: &f64) -> bool {
    *value == LIMP_S
}

fn is_return_s(value: &f64) -> bool {
    *value == RETURN_S
}

impl Default for Recoil {
    fn default() -> Recoil {
        Recoil {
            limp_s: LIMP_S,
            return_s: RETURN_S,
            spread: 0,
            whole: false,
            per_vertex: false,
            falls_from_kg_m_s: None,
        }
    }
}

/// How a ragdoll that has fallen gets up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GetUp {
    /// For how long it lies still first, s.
    #[serde(skip_serializing_if = "is_rest_s")]
    pub rest_s: f64,
    /// How long it takes from where it lies to the nearest pose of the clip, s.
    #[serde(skip_serializing_if = "is_one")]
    pub blend_s: f64,
    /// Name of the clip that gets it up and is followed by that of the animation; that of the
    /// animation itself lets it rise into that at once. Absent = `rise-back` or `rise-front`,
    /// whichever has the nearest pose.
    #[serde(skip_serializing_if = "is_default")]
    pub clip: Option<String>,
}

const REST_S: f64 = 0.5;

fn is_rest_s(value: &f64) -> bool {
    *value == REST_S
}

impl Default for GetUp {
    fn default() -> GetUp {
        GetUp {
            rest_s: REST_S,
            blend_s: 1.0,
            clip: None,
        }
    }
}

/// A motion of a ragdoll as keys. What lies between two keys turns the shortest way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clip {
    /// Its name.
    pub name: String,
    /// How long it lasts, s.
    pub length_s: f64,
    /// Whether it begins again at its end; what the root has moved along the ground then adds
    /// up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub loops: bool,
    /// Height of the centre of the root at the start pose of the figure that it was made for,
    /// m: figures of another height take longer or shorter ways. Absent = the same ways.
    #[serde(default, skip_serializing_if = "is_default")]
    pub root_height_m: Option<f64>,
    /// Where the root is, in the order of the times.
    #[serde(default, skip_serializing_if = "is_default")]
    pub root: Vec<RootKey>,
    /// How parts are turned; those without a track follow their parents.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tracks: Vec<ClipTrack>,
}

/// Where the root of a ragdoll is at a time of a clip.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RootKey {
    /// When, s.
    pub time_s: f64,
    /// From its place at the start pose, in the frame of the figure, m.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub offset_m: [f64; 3],
    /// Its turn from the start pose, a unit quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub turn: [f64; 4],
}

/// How a part is turned in a clip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClipTrack {
    /// Name of the part.
    pub part: String,
    /// Its keys in the order of their times.
    pub keys: Vec<ClipKey>,
}

/// How a part is turned at a time of a clip.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClipKey {
    /// When, s.
    pub time_s: f64,
    /// Its turn against its parent from the start pose, a unit quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub turn: [f64; 4],
}
