//! What drives the joints of a scene document: springs, motors, friction.

use super::defaults::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What drives a turn.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TurnDrive {
    /// Leads it to an angle.
    #[serde(skip_serializing_if = "is_default")]
    pub spring: Option<TurnSpring>,
    /// Gives it a speed.
    #[serde(skip_serializing_if = "is_default")]
    pub motor: Option<TurnMotor>,
    /// Torque of friction, N·m.
    #[serde(skip_serializing_if = "is_zero")]
    pub friction_n_m: f64,
}

impl TurnDrive {
    /// The same of a turn that is counted the other way.
    pub fn reversed(self) -> TurnDrive {
        TurnDrive {
            spring: self.spring.map(|spring| TurnSpring {
                // Never the negative zero, which would be written.
                target_deg: 0.0 - spring.target_deg,
                ..spring
            }),
            motor: self.motor.map(|motor| TurnMotor {
                speed_deg_s: 0.0 - motor.speed_deg_s,
                ..motor
            }),
            ..self
        }
    }
}

/// Leads a turn to an angle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnSpring {
    /// Torque per angle, N·m/rad.
    pub stiffness_n_m_per_rad: f64,
    /// Torque per angular velocity, N·m·s/rad.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damping_n_m_s_per_rad: f64,
    /// The angle, degrees.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub target_deg: f64,
    /// Largest torque, N·m; absent = no bound.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most_n_m: Option<f64>,
}

/// Gives a turn a speed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnMotor {
    /// The speed, degrees per second.
    pub speed_deg_s: f64,
    /// Largest torque, N·m; absent = no bound.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most_n_m: Option<f64>,
}

/// What drives a way or a distance.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WayDrive {
    /// Leads it to a place.
    #[serde(skip_serializing_if = "is_default")]
    pub spring: Option<WaySpring>,
    /// Gives it a speed.
    #[serde(skip_serializing_if = "is_default")]
    pub motor: Option<WayMotor>,
    /// Force of friction, N.
    #[serde(skip_serializing_if = "is_zero")]
    pub friction_n: f64,
}

/// Leads a way or a distance to a length.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaySpring {
    /// Force per way, N/m.
    pub stiffness_n_per_m: f64,
    /// Force per speed, N·s/m.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damping_n_s_per_m: f64,
    /// The way or the distance, m.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub target_m: f64,
    /// Largest force, N; absent = no bound.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most_n: Option<f64>,
}

/// Gives a way or a distance a speed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WayMotor {
    /// The speed, m/s.
    pub speed_m_s: f64,
    /// Largest force, N; absent = no bound.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most_n: Option<f64>,
}

/// What drives a ball joint between things that have an orientation.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BendDrive {
    /// Leads the child to an orientation.
    #[serde(skip_serializing_if = "is_default")]
    pub spring: Option<BendSpring>,
    /// Torque of friction about each axis of the parent, N·m.
    #[serde(skip_serializing_if = "is_zero")]
    pub friction_n_m: f64,
}

impl BendDrive {
    /// The same with the child as the parent.
    pub fn seen_from_child(self) -> BendDrive {
        BendDrive {
            spring: self.spring.map(|spring| BendSpring {
                target: spring.target.map(|[w, x, y, z]| [w, -x, -y, -z]),
                ..spring
            }),
            ..self
        }
    }
}

/// Leads a child to an orientation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BendSpring {
    /// Torque per angle, N·m/rad.
    pub stiffness_n_m_per_rad: f64,
    /// Torque per angular velocity, N·m·s/rad.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damping_n_m_s_per_rad: f64,
    /// The orientation in the frame of the parent, as a unit quaternion w, x, y, z; as the
    /// two stand at the start if absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub target: Option<[f64; 4]>,
    /// Largest torque about each axis of the parent, N·m; absent = no bound.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most_n_m: Option<f64>,
}
