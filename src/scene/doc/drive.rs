//! What drives the joints of a scene document: springs, motors, friction.

use super::defaults::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Drive of an angle.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TurnDrive {
    /// Pulls it to a target angle.
    #[serde(skip_serializing_if = "is_default")]
    pub spring: Option<TurnSpring>,
    /// Drives it at a target speed.
    #[serde(skip_serializing_if = "is_default")]
    pub motor: Option<TurnMotor>,
    /// Friction torque, N·m.
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

impl WayDrive {
    /// The same of a way that is counted the other way.
    pub fn reversed(self) -> WayDrive {
        WayDrive {
            spring: self.spring.map(|spring| WaySpring {
                // Never the negative zero, which would be written.
                target_m: 0.0 - spring.target_m,
                ..spring
            }),
            motor: self.motor.map(|motor| WayMotor {
                speed_m_s: 0.0 - motor.speed_m_s,
                ..motor
            }),
            ..self
        }
    }
}

/// Spring that pulls to a target angle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnSpring {
    /// Spring torque per angle, N·m/rad.
    pub stiffness_n_m_per_rad: f64,
    /// Damper torque per angular velocity, N·m·s/rad.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damping_n_m_s_per_rad: f64,
    /// Target angle, degrees.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub target_deg: f64,
    /// Largest torque, N·m; absent = no limit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most_n_m: Option<f64>,
}

/// Motor that drives at a target angular velocity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnMotor {
    /// Target angular velocity, degrees/s.
    pub speed_deg_s: f64,
    /// Largest torque, N·m; absent = no limit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most_n_m: Option<f64>,
}

/// Drive of a sliding motion or a distance.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WayDrive {
    /// Pulls it to a target position.
    #[serde(skip_serializing_if = "is_default")]
    pub spring: Option<WaySpring>,
    /// Drives it at a target speed.
    #[serde(skip_serializing_if = "is_default")]
    pub motor: Option<WayMotor>,
    /// Friction force, N.
    #[serde(skip_serializing_if = "is_zero")]
    pub friction_n: f64,
}

/// Spring that pulls a sliding motion or a distance to a target.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaySpring {
    /// Spring force per distance, N/m.
    pub stiffness_n_per_m: f64,
    /// Damper force per speed, N·s/m.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damping_n_s_per_m: f64,
    /// Target position or distance, m.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub target_m: f64,
    /// Largest force, N; absent = no limit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most_n: Option<f64>,
}

/// Motor that drives a sliding motion or a distance at a target speed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WayMotor {
    /// Target speed, m/s.
    pub speed_m_s: f64,
    /// Largest force, N; absent = no limit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most_n: Option<f64>,
}

/// Drive of a ball joint between two objects that have an orientation.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BendDrive {
    /// Pulls the child to a target orientation.
    #[serde(skip_serializing_if = "is_default")]
    pub spring: Option<BendSpring>,
    /// Friction torque about each axis of the parent, N·m.
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

/// Spring that pulls a child to a target orientation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BendSpring {
    /// Spring torque per angle, N·m/rad.
    pub stiffness_n_m_per_rad: f64,
    /// Damper torque per angular velocity, N·m·s/rad.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damping_n_m_s_per_rad: f64,
    /// Target orientation in the frame of the parent, as a unit quaternion w, x, y, z;
    /// absent = the initial orientation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub target: Option<[f64; 4]>,
    /// Largest torque about each axis of the parent, N·m; absent = no limit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most_n_m: Option<f64>,
}
