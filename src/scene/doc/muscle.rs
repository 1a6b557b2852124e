//! The muscles of ragdolls in a scene document.

use super::defaults::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What leads the joints of a ragdoll to the pose in which it starts: a spring with a damper and
/// a largest torque at each. Of a part, what is absent is that of its ragdoll; of a ragdoll, what
/// is absent suits what is on either side of the joint.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Muscle {
    /// Share of stiffness, damping and largest torque that is used: 0 is limp, 1 all; absent = 0.
    #[serde(skip_serializing_if = "is_default")]
    pub strength: Option<f64>,
    /// Torque per angle at strength 1, N·m/rad.
    #[serde(skip_serializing_if = "is_default")]
    pub stiffness_n_m_per_rad: Option<f64>,
    /// Torque per angular velocity at strength 1, N·m·s/rad; absent = critical at any strength.
    #[serde(skip_serializing_if = "is_default")]
    pub damping_n_m_s_per_rad: Option<f64>,
    /// Largest torque about each axis of the parent at strength 1, N·m.
    #[serde(skip_serializing_if = "is_default")]
    pub most_n_m: Option<f64>,
    /// Torque of friction about each axis of the parent, N·m, whatever the strength; absent = 0.
    #[serde(skip_serializing_if = "is_default")]
    pub friction_n_m: Option<f64>,
}

impl Muscle {
    /// What this one leaves open filled in by another one.
    pub fn or(self, other: Muscle) -> Muscle {
        Muscle {
            strength: self.strength.or(other.strength),
            stiffness_n_m_per_rad: self.stiffness_n_m_per_rad.or(other.stiffness_n_m_per_rad),
            damping_n_m_s_per_rad: self.damping_n_m_s_per_rad.or(other.damping_n_m_s_per_rad),
            most_n_m: self.most_n_m.or(other.most_n_m),
            friction_n_m: self.friction_n_m.or(other.friction_n_m),
        }
    }

    /// Whether it does nothing.
    pub fn is_limp(&self) -> bool {
        self.strength.unwrap_or(0.0) <= 0.0 && self.friction_n_m.unwrap_or(0.0) <= 0.0
    }
}
