//! What a ragdoll is animated with until physics takes over.

use super::defaults::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Names of the clips of the program.
pub const PROGRAM_CLIPS: &[&str] = &["idle", "walk", "wave", "rise-back", "rise-front"];

/// A clip that moves a rigid ragdoll until it is handed over to physics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Animation {
    /// Name of the clip: `idle`, `walk`, `wave`, `rise-back`, `rise-front`, or one of `clips`.
    pub clip: String,
    /// Time in the clip at which it starts, s.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start_s: f64,
    /// Playback speed relative to the clip.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub rate: f64,
    /// Whether it repeats; absent = as set in the clip.
    #[serde(default, skip_serializing_if = "is_default")]
    pub loops: Option<bool>,
    /// Whether a hit hands it over to physics.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub on_hit: bool,
    /// Smallest momentum of a hit that hands it over to physics, kg·m/s.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub least_hit_kg_m_s: f64,
    /// Time at which it is handed over to physics without a hit, s after the start of the
    /// scene; absent = never.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hand_over_at_s: Option<f64>,
    /// Whether its muscles pull it towards the clip while physics moves it; it then does
    /// not come to rest.
    #[serde(default, skip_serializing_if = "is_false")]
    pub muscles_follow: bool,
    /// Recoil from a hit and return to animation; absent = it stays with physics.
    #[serde(default, skip_serializing_if = "is_default")]
    pub recoil: Option<Recoil>,
    /// Getting up after a fall; absent = it stays down.
    #[serde(default, skip_serializing_if = "is_default")]
    pub get_up: Option<GetUp>,
    /// Its own clips; they replace built-in clips of the same name.
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

/// A hit part, and all parts outward from it, follow physics and then return to the clip.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Recoil {
    /// Time for which physics alone moves the hit parts, s.
    #[serde(skip_serializing_if = "is_limp_s")]
    pub limp_s: f64,
    /// Duration of the return to animation, s.
    #[serde(skip_serializing_if = "is_return_s")]
    pub return_s: f64,
    /// Number of joints towards the root that also yield to a hit, each less than the
    /// previous one.
    #[serde(skip_serializing_if = "is_default")]
    pub spread: u32,
    /// Whether the whole ragdoll yields, wherever it is hit.
    #[serde(skip_serializing_if = "is_false")]
    pub whole: bool,
    /// Whether skin vertices are blended between both skeletons, and physics keeps its
    /// state until the return is over. Otherwise the bones are blended, and physics
    /// continues from the blend.
    #[serde(skip_serializing_if = "is_false")]
    pub per_vertex: bool,
    /// Smallest impulse of a hit that makes the ragdoll fall, kg·m/s; absent = never.
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

/// How a fallen ragdoll gets up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GetUp {
    /// Time for which it lies still first, s.
    #[serde(skip_serializing_if = "is_rest_s")]
    pub rest_s: f64,
    /// Duration of the transition from the lying pose to the nearest pose of the clip, s.
    #[serde(skip_serializing_if = "is_one")]
    pub blend_s: f64,
    /// Name of the clip for getting up, after which the animation's clip continues. If it is
    /// the animation's clip, the ragdoll rises straight into it. Absent = `rise-back` or
    /// `rise-front`, whichever has the nearest pose.
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

/// A motion of a ragdoll as keys. Between two keys, rotations take the shortest path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clip {
    /// Its name.
    pub name: String,
    /// Length, s.
    pub length_s: f64,
    /// Whether it repeats; the root's travel along the ground then adds up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub loops: bool,
    /// Height of the root's centre at the start pose of the figure it was made for, m. Root
    /// motion is scaled for figures of a different height. Absent = no scaling.
    #[serde(default, skip_serializing_if = "is_default")]
    pub root_height_m: Option<f64>,
    /// Keys of the root, in order of time.
    #[serde(default, skip_serializing_if = "is_default")]
    pub root: Vec<RootKey>,
    /// Rotations of parts; parts without a track follow their parents.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tracks: Vec<ClipTrack>,
}

/// Position and rotation of a ragdoll's root at one time of a clip.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RootKey {
    /// Time, s.
    pub time_s: f64,
    /// Offset from its position at the start pose, in the frame of the figure, m.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub offset_m: [f64; 3],
    /// Rotation from the start pose, a unit quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub turn: [f64; 4],
}

/// Rotation of one part in a clip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClipTrack {
    /// Name of the part.
    pub part: String,
    /// Its keys, in order of time.
    pub keys: Vec<ClipKey>,
}

/// Rotation of a part at one time of a clip.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClipKey {
    /// Time, s.
    pub time_s: f64,
    /// Rotation relative to its parent from the start pose, a unit quaternion w, x, y, z.
    #[serde(default = "no_rotation", skip_serializing_if = "is_no_rotation")]
    pub turn: [f64; 4],
}
