//! What drives joints, as a scene has it.

use crate::exchange::rig::drives::Driven;
use crate::scene::{
    BendDrive, BendSpring, TurnDrive, TurnMotor, TurnSpring, WayDrive, WayMotor, WaySpring,
};

fn bound(most: f64) -> Option<f64> {
    most.is_finite().then_some(most)
}

/// That of a turn.
pub fn turn(driven: &Driven) -> TurnDrive {
    TurnDrive {
        spring: driven.spring.map(|own| TurnSpring {
            stiffness_n_m_per_rad: own.stiffness,
            damping_n_m_s_per_rad: own.damping,
            target_deg: own.target.to_degrees(),
            most_n_m: bound(own.most),
        }),
        motor: driven.motor.map(|own| TurnMotor {
            speed_deg_s: own.rate.to_degrees(),
            most_n_m: bound(own.most),
        }),
        friction_n_m: driven.friction,
    }
}

/// That of a way.
pub fn way(driven: &Driven) -> WayDrive {
    WayDrive {
        spring: driven.spring.map(|own| WaySpring {
            stiffness_n_per_m: own.stiffness,
            damping_n_s_per_m: own.damping,
            target_m: own.target,
            most_n: bound(own.most),
        }),
        motor: driven.motor.map(|own| WayMotor {
            speed_m_s: own.rate,
            most_n: bound(own.most),
        }),
        friction_n: driven.friction,
    }
}

/// That of a ball joint, whose spring leads to an orientation in the parent, or to that of the
/// start.
pub fn bend(driven: &Driven, target: Option<[f64; 4]>) -> BendDrive {
    BendDrive {
        spring: driven.spring.map(|own| BendSpring {
            stiffness_n_m_per_rad: own.stiffness,
            damping_n_m_s_per_rad: own.damping,
            target,
            most_n_m: bound(own.most),
        }),
        friction_n_m: driven.friction,
    }
}
