//! The muscles of ragdolls in a scene document.

use super::defaults::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Muscles that pull the joints of a ragdoll to its start pose: a spring with a damper
/// and a largest torque at each joint. A value absent for a part is taken from its
/// ragdoll; a value absent for a ragdoll is chosen to suit the parts on both sides of
/// the joint.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Muscle {
    /// Fraction of stiffness, damping and largest torque that is used: 0 is limp, 1 full
    /// strength; absent = 0.
    #[serde(skip_serializing_if = "is_default")]
    pub strength: Option<f64>,
    /// Spring torque per angle at strength 1, N·m/rad.
    #[serde(skip_serializing_if = "is_default")]
    pub stiffness_n_m_per_rad: Option<f64>,
    /// Damper torque per angular velocity at strength 1, N·m·s/rad; absent = critical
    /// damping at any strength.
    #[serde(skip_serializing_if = "is_default")]
    pub damping_n_m_s_per_rad: Option<f64>,
    /// Largest torque about each axis of the parent at strength 1, N·m.
    #[serde(skip_serializing_if = "is_default")]
    pub most_n_m: Option<f64>,
    /// Friction torque about each axis of the parent, N·m, at any strength; absent = 0.
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
