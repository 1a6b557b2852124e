//! The quantities of a scene with their units and ranges: one table for
//! validation, sliders and help.

use crate::physics::method::parameter::{ParameterSpec, Range};
use crate::physics::method::{self, common};
use std::fmt;

pub use crate::physics::method::parameter::Edge;

/// A kind of number in a scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantity {
    /// Key in scene files; several quantities can share a key.
    pub key: &'static str,
    /// Unit as shown after the number; empty for ratios and counts.
    pub unit: &'static str,
    /// Smallest value, see [`Quantity::edge`].
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// What is allowed at the lower end.
    pub edge: Edge,
    /// Range of a slider: what people usually want.
    pub comfortable: (f64, f64),
    /// Value of something new.
    pub default: f64,
    /// One line for a tooltip.
    pub help: &'static str,
}

impl Quantity {
    /// The number that a parameter of a method is; what is no number goes from 0 to 1.
    pub const fn of(spec: &ParameterSpec) -> Quantity {
        let range = match spec.range() {
            Some(range) => range,
            None => Range::closed(0.0, 1.0, (0.0, 1.0)),
        };
        Quantity {
            key: spec.key,
            unit: spec.unit,
            min: range.min,
            max: range.max,
            edge: range.edge,
            comfortable: range.comfortable,
            default: match spec.number() {
                Some(number) => number,
                None => range.min,
            },
            help: spec.help,
        }
    }

    /// Whether `value` is finite and in range.
    pub fn holds(&self, value: f64) -> bool {
        let (min, max, edge) = (self.min, self.max, self.edge);
        let range = Range {
            min,
            max,
            edge,
            comfortable: self.comfortable,
        };
        range.holds(value)
    }

    /// The nearest value in range; the default for NaN or just above an open end.
    pub fn clamp(&self, value: f64) -> f64 {
        let near = value.clamp(self.min, self.max);
        if self.holds(value) {
            value
        } else if self.holds(near) {
            near
        } else {
            self.default
        }
    }

    /// Why `value` is refused, none if it is in range.
    pub fn refusal(&self, value: f64) -> Option<String> {
        let refused = || {
            // More digits than that are told where they decide.
            let short = significant(value, TOLD_DIGITS);
            let told = if self.holds(short) { value } else { short };
            let (told, range) = (with_unit(told, self.unit), self.range());
            format!("{told} is out of range ({range})")
        };
        (!self.holds(value)).then(refused)
    }

    /// The range in words: `0 or 0.0001 to 10000 m`.
    pub fn range(&self) -> String {
        let max = with_unit(self.max, self.unit);
        let min = Plain(self.min);
        match self.edge {
            Edge::Closed => format!("{min} to {max}"),
            Edge::Above => format!("above {min} to {max}"),
            Edge::OrZero => format!("0, or {min} to {max}"),
        }
    }
}

/// Digits of a number that is out of range.
const TOLD_DIGITS: usize = 7;

fn with_unit(value: f64, unit: &str) -> String {
    if unit.is_empty() {
        Plain(value).to_string()
    } else {
        format!("{} {unit}", Plain(value))
    }
}

/// A number rounded to so many significant digits.
pub fn significant(value: f64, digits: usize) -> f64 {
    let after_point = digits.saturating_sub(1);
    format!("{value:.after_point$e}").parse().unwrap_or(value)
}

/// A number rounded to a billionth, as the shortest decimal.
pub fn to_billionth(value: f64) -> f64 {
    const BILLION: f64 = 1e9;
    // Divided, since 3 × 1e-9 is not 3e-9.
    (value * BILLION).round() / BILLION
}

/// An angle in degrees as a person writes it: a bound of −5.4° that was kept in radians is −5.4
/// again and not −5.3999999999999995.
pub fn degrees(radians: f64) -> f64 {
    // Adding 0 takes the sign from a zero.
    to_billionth(radians.to_degrees()) + 0.0
}

/// The sum of two numbers: of two short decimals a short decimal, of others to the bit.
pub fn decimal_sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    match [a, b].iter().all(|&term| to_billionth(term) == term) {
        true => to_billionth(sum),
        false => sum,
    }
}

/// A number as a person writes it: `5`, `0.25`, `1e308`.
pub struct Plain(
    /// The number.
    pub f64,
);

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = format!("{:?}", self.0);
        let text = text.strip_suffix(".0").unwrap_or(&text);
        let short = format!("{:e}", self.0);
        // Nobody counts the zeros of 1000000000.
        if text.len() > 7 && short.len() < text.len() {
            f.write_str(&short)
        } else {
            f.write_str(text)
        }
    }
}

macro_rules! quantities {
    ($($name:ident: $key:literal [$unit:literal] $min:literal, $max:literal, $edge:ident;
       $low:literal, $high:literal; $default:literal; $help:literal)*) => {
        $(
            #[doc = $help]
            pub const $name: Quantity = Quantity {
                key: $key,
                unit: $unit,
                min: $min,
                max: $max,
                edge: Edge::$edge,
                comfortable: ($low, $high),
                default: $default,
                help: $help,
            };
        )*
        /// All quantities.
        pub const QUANTITIES: &[Quantity] = &[$($name),*];
    };
}

// name: key [unit] range, lower end; slider; default; help
quantities! {
    POSITION: "position_m" ["m"] -1e5, 1e5, Closed; -5.0, 5.0; 0.0;
        "Position along one axis; y is up."
    LENGTH: "length_m" ["m"] 1e-4, 1e4, Closed; 0.05, 3.0; 0.5;
        "Length."
    SIZE: "size_m" ["m"] 1e-4, 1e4, Closed; 0.05, 3.0; 0.5;
        "Full extent along one axis."
    ROUNDING: "rounding_m" ["m"] 0.0, 5e3, Closed; 0.0, 0.2; 0.0;
        "Radius of edges and corners; the size stays the same."
    STEP: "step_m" ["m"] 1e-4, 1e4, Closed; 0.05, 2.0; 0.3;
        "Width, height or depth of one step."
    STEPS: "steps" [""] 1.0, 1000.0, Closed; 1.0, 20.0; 5.0;
        "Number of steps of the stairs."
    RADIUS: "radius_m" ["m"] 1e-4, 1e4, Closed; 0.02, 1.0; 0.15;
        "Radius."
    THICKNESS: "radius_m" ["m"] 1e-4, 1e4, OrZero; 0.0, 0.2; 0.03;
        "Radius; 0 does not collide."
    MASS: "mass_kg" ["kg"] 1e-6, 1e9, Closed; 0.1, 100.0; 5.0;
        "Mass."
    HEIGHT: "height" [""] 0.25, 4.0, Closed; 0.5, 2.0; 1.0;
        "Height relative to the figure's height; 1 leaves it unchanged."
    GIRTH: "girth" [""] 0.25, 4.0, Closed; 0.5, 2.0; 1.0;
        "Width relative to a figure of the same height; a stout trunk gains less depth; 1 leaves it."
    CLIP_LENGTH: "length_s" ["s"] 0.01, 3600.0, Closed; 0.5, 10.0; 1.0;
        "Length of the clip."
    CLIP_TIME: "start_s" ["s"] 0.0, 1e5, Closed; 0.0, 10.0; 0.0;
        "Time in the clip at which the animation starts."
    CLIP_RATE: "rate" [""] 0.0, 100.0, Closed; 0.1, 3.0; 1.0;
        "Playback speed relative to the clip; 1 is the clip's own speed."
    LEAST_HIT: "least_hit_kg_m_s" ["kg·m/s"] 0.0, 1e9, Closed; 0.0, 50.0; 1.0;
        "Smallest momentum of a hit that hands the ragdoll over to physics."
    HAND_OVER_AT: "hand_over_at_s" ["s"] 0.0, 1e5, Closed; 0.0, 10.0; 2.0;
        "Time at which the ragdoll is handed over to physics without a hit."
    LIMP: "limp_s" ["s"] 0.0, 60.0, Closed; 0.0, 1.0; 0.12;
        "Time for which physics alone moves the hit limbs."
    RETURN: "return_s" ["s"] 0.0, 60.0, Closed; 0.1, 2.0; 0.5;
        "Duration of the return to animation."
    SPREAD_OF_RECOIL: "spread" [""] 0.0, 1000.0, Closed; 0.0, 5.0; 0.0;
        "Number of joints towards the root that also yield to a hit, each less than the previous \
         one."
    FALLS_FROM: "falls_from_kg_m_s" ["kg·m/s"] 0.0, 1e9, Closed; 5.0, 200.0; 50.0;
        "Smallest impulse of a hit that makes the ragdoll fall."
    LIES_STILL: "rest_s" ["s"] 0.0, 3600.0, Closed; 0.0, 5.0; 0.5;
        "Time for which the ragdoll lies still before it gets up."
    DENSITY: "density_kg_m3" ["kg/m³"] 1e-3, 1e6, Closed; 50.0, 8000.0; 1000.0;
        "Mass per volume; water has 1000."
    RELATIVE_DENSITY: "relative_density" [""] 1e-3, 1e3, Closed; 0.1, 10.0; 1.0;
        "Density as a multiple of that of the other pieces."
    INERTIA: "inertia_kg_m2" ["kg·m²"] 1e-12, 1e17, Closed; 0.001, 10.0; 0.1;
        "Moment of inertia about one axis."
    PRODUCT_OF_INERTIA: "products_of_inertia_kg_m2" ["kg·m²"] -1e17, 1e17, Closed; -1.0, 1.0; 0.0;
        "Off-diagonal entry of the inertia tensor."
    VELOCITY: "velocity_m_s" ["m/s"] -1e4, 1e4, Closed; -20.0, 20.0; 0.0;
        "Initial velocity along one axis; that of a kinematic body stays."
    TURN_RATE: "angular_velocity_deg_s" ["°/s"] -1e6, 1e6, Closed; -720.0, 720.0; 0.0;
        "Initial angular velocity about one world axis; that of a kinematic body stays."
    PATH_START: "start_s" ["s"] 0.0, 1e5, Closed; 0.0, 10.0; 0.0;
        "Time of its path at which the simulation starts."
    KEY_TIME: "time_s" ["s"] 0.0, 1e5, Closed; 0.0, 10.0; 1.0;
        "Time at which the body is there."
    SHIFT: "shift_m" ["m"] -1e5, 1e5, Closed; -5.0, 5.0; 0.0;
        "How far it is from its position along one axis."
    KEY_TURN: "turn_deg" ["°"] -1e6, 1e6, Closed; -180.0, 180.0; 0.0;
        "How far it has turned about one world axis; it may be more than a turn."
    BELT: "belt_m_s" ["m/s"] -100.0, 100.0, Closed; -5.0, 5.0; 0.0;
        "Speed of the surface along one axis of the obstacle, as that of a conveyor belt."
    POSE_TURN_RATE: "angular_velocity_rad_s" ["rad/s"] -2e4, 2e4, Closed; -15.0, 15.0; 0.0;
        "Angular velocity in a saved pose about one world axis."
    ORTHOGONAL_DRAG: "orthogonal_drag_per_s" ["1/s"] 0.0, 100.0, Closed; 0.0, 5.0; 0.3;
        "Decay of the speed across the long axis (Delannoy, section 2.1.6); linear drag then acts \
         only along that axis."
    SPEED: "speed_m_s" ["m/s"] 0.0, 1e4, Closed; 1.0, 40.0; 12.0;
        "Speed of the ball."
    DIRECTION: "direction" [""] -1e6, 1e6, Closed; -1.0, 1.0; 0.0;
        "Component of the direction along one axis; the length does not matter."
    AXIS: "axis" [""] -1e6, 1e6, Closed; -1.0, 1.0; 0.0;
        "Component of the hinge axis; the length does not matter."
    GRAVITY: "gravity_m_s2" ["m/s²"] -1e3, 1e3, Closed; -20.0, 20.0; -9.81;
        "Gravity along one axis; the Earth's is -9.81 along y."
    WIND: "air_velocity_m_s" ["m/s"] -1e3, 1e3, Closed; -30.0, 30.0; 0.0;
        "Wind velocity along one axis; linear drag pulls everything towards it."
    RESTITUTION: "restitution" [""] 0.0, 1.0, Closed; 0.0, 1.0; 0.3;
        "Ratio of the speed after an impact to the speed before it."
    FRICTION: "friction" [""] 0.0, 10.0, Closed; 0.0, 1.5; 0.6;
        "Coulomb friction coefficient."
    ROLLING: "rolling_resistance" [""] 0.0, 1.0, Closed; 0.0, 0.1; 0.01;
        "Rolling resistance as a fraction of the radius."
    CONTACT_STIFFNESS: "contact_stiffness_n_m" ["N/m"] 0.0, 1e9, Above; 100.0, 1e5; 1e4;
        "Stiffness of penalty contacts (method paper; Baltman and Radeztsky, equations 5.5 and 5.6), \
         in place of the method's. What is jointed has constraint contacts."
    CONTACT_DAMPING: "contact_damping_n_s_m" ["N·s/m"] 0.0, 1e9, Closed; 0.0, 1e3; 10.0;
        "Damping of penalty contacts (method paper; equations 5.5 and 5.6), in place of the method's."
    STRENGTH: "strength" [""] 0.0, 1.0, Above; 0.05, 1.0; 1.0;
        "Fraction of the error corrected per iteration."
    TEAR_STRAIN: "tear_strain" [""] 0.01, 100.0, Closed; 0.05, 2.0; 0.5;
        "Strain (stretch / length) above which it tears."
    PRESSURE: "pressure" [""] 0.1, 10.0, Closed; 0.5, 2.0; 1.0;
        "Volume of a closed surface, as a multiple of its initial volume."
    GAS: "gas_pa" ["Pa"] 1.0, 1e9, Closed; 100.0, 1e5; 2000.0;
        "Initial absolute pressure of the gas inside."
    GAS_VOLUME: "gas_volume_m3" ["m³"] 1e-12, 1e12, Closed; 0.001, 10.0; 0.1;
        "Volume at which the gas has that pressure."
    OUTSIDE: "outside_pa" ["Pa"] 0.0, 1e9, Closed; 0.0, 1e5; 0.0;
        "Absolute pressure outside, which acts against the gas."
    AIR_DENSITY: "air_density_kg_m3" ["kg/m³"] 0.0, 1000.0, Closed; 0.0, 2.0; 0.0;
        "Density of the air that pushes on a surface: 1.2 at sea level, 0 for none."
    PLACE: "at" [""] 0.0, 1.0, Closed; 0.0, 1.0; 0.0;
        "Position between the two ends: 0 is the first, 1 the second."
    BOUND: "max_m" ["m"] 0.0, 1e4, Closed; 0.0, 3.0; 1.0;
        "Smallest or largest distance."
    WAY: "limit_max_m" ["m"] -1e4, 1e4, Closed; -3.0, 3.0; 0.5;
        "Limit of the position along an axis."
    TURN_STIFFNESS: "stiffness_n_m_per_rad" ["N·m/rad"] 0.0, 1e9, Closed; 0.0, 500.0; 50.0;
        "Spring torque per angle; a static load turns the joint by load / stiffness."
    TURN_DAMPING: "damping_n_m_s_per_rad" ["N·m·s/rad"] 0.0, 1e9, Closed; 0.0, 50.0; 5.0;
        "Damper torque per angular velocity."
    TARGET_ANGLE: "target_deg" ["°"] -180.0, 180.0, Closed; -180.0, 180.0; 0.0;
        "Target angle of the spring."
    TARGET_TURN: "target_deg" ["°"] -3.6e6, 3.6e6, Closed; -180.0, 180.0; 0.0;
        "Target angle of the spring; beyond half a turn the joint counts its turns."
    MOST_TORQUE: "most_n_m" ["N·m"] 0.0, 1e12, Closed; 0.0, 500.0; 50.0;
        "Largest torque of the drive."
    MOTOR_TURN_RATE: "speed_deg_s" ["°/s"] -1e6, 1e6, Closed; -720.0, 720.0; 90.0;
        "Target angular velocity of the motor."
    MUSCLE_STRENGTH: "strength" [""] 0.0, 1.0, Closed; 0.0, 1.0; 0.3;
        "Fraction of the muscles' stiffness, damping and largest torque: 0 is limp, 1 full \
         strength."
    FRICTION_TORQUE: "friction_n_m" ["N·m"] 0.0, 1e12, Closed; 0.0, 50.0; 0.0;
        "Friction torque in the joint; below it nothing moves."
    WAY_STIFFNESS: "stiffness_n_per_m" ["N/m"] 0.0, 1e12, Closed; 0.0, 5000.0; 500.0;
        "Spring force per distance; a static load moves it by load / stiffness."
    WAY_DAMPING: "damping_n_s_per_m" ["N·s/m"] 0.0, 1e12, Closed; 0.0, 500.0; 50.0;
        "Damper force per speed."
    TARGET_WAY: "target_m" ["m"] -1e4, 1e4, Closed; -3.0, 3.0; 0.0;
        "Target position or distance of the spring."
    MOST_FORCE: "most_n" ["N"] 0.0, 1e12, Closed; 0.0, 5000.0; 500.0;
        "Largest force of the drive."
    MOTOR_SPEED: "speed_m_s" ["m/s"] -1e4, 1e4, Closed; -5.0, 5.0; 0.5;
        "Target speed of the motor."
    FRICTION_FORCE: "friction_n" ["N"] 0.0, 1e12, Closed; 0.0, 500.0; 0.0;
        "Friction force in the joint; below it nothing moves."
    TEETH: "teeth" [""] 1.0, 100.0, Closed; 1.0, 60.0; 1.0;
        "Number of teeth of a gear wheel."
    GEAR_OFFSET: "offset_deg" ["°"] -1e6, 1e6, Closed; -180.0, 180.0; 0.0;
        "Angle of the gear's second joint when the first is at 0."
    WAY_PER_TURN: "way_per_turn_m" ["m"] 1e-3, 1e4, Closed; 0.01, 2.0; 0.5;
        "Distance the slider moves per turn of the hinge."
    ANGLE: "limit_max_deg" ["°"] -180.0, 180.0, Closed; -180.0, 180.0; 0.0;
        "Limit of an angle."
    TURN: "limit_max_deg" ["°"] -3.6e6, 3.6e6, Closed; -180.0, 180.0; 0.0;
        "Limit of an angle; beyond half a turn the joint counts its turns."
    TURN_START: "start_deg" ["°"] -3.6e6, 3.6e6, Closed; -1080.0, 1080.0; 0.0;
        "Initial angle with its whole turns; the joint counts them."
    CORNER: "limit_max_deg" ["°"] 0.0, 180.0, Closed; 0.0, 180.0; 90.0;
        "Limit of the angle between two sticks."
    HEADING: "heading_deg" ["°"] -3600.0, 3600.0, Closed; -180.0, 180.0; 0.0;
        "Rotation about the vertical axis; 0 faces +z."
    COUNT: "count" [""] 1.0, 1000.0, Closed; 1.0, 50.0; 1.0;
        "Number of balls per throw."
    SPREAD: "spread_deg" ["°"] 0.0, 180.0, Closed; 0.0, 45.0; 0.0;
        "Half angle of the cone in which several balls are thrown."
    FIRE_AT: "fire_at_s" ["s"] 0.0, 1e6, Closed; 0.0, 10.0; 1.0;
        "Time of an automatic throw."
}

/// Steps per second.
pub const RATE: Quantity = Quantity::of(&common::RATE);
/// Substeps per step.
pub const SUBSTEPS: Quantity = Quantity::of(&common::SUBSTEPS);
/// Relaxation iterations per substep.
pub const ITERATIONS: Quantity = Quantity::of(&method::common::ITERATIONS);
/// Uniform or mass-weighted relaxation.
pub const WEIGHTING: Quantity = Quantity::of(&method::common::WEIGHTING);
/// Decay of speed, of the scene or of one body.
pub const DRAG: Quantity = Quantity::of(&common::LINEAR_DRAG);
/// Decay of angular speed, of the scene or of one body.
pub const ANGULAR_DRAG: Quantity = Quantity::of(&common::ANGULAR_DRAG);
/// Decay of the turning of joints.
pub const JOINT_DAMPING: Quantity = Quantity::of(&common::JOINT_DAMPING);

/// The first quantity with that key.
pub fn quantity(key: &str) -> Option<&'static Quantity> {
    QUANTITIES.iter().find(|q| q.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_and_sliders_lie_within_the_ranges() {
        for q in QUANTITIES {
            let (low, high) = q.comfortable;
            assert!(q.holds(q.default), "{}", q.key);
            assert!(q.holds(low) && q.holds(high) && low < high, "{}", q.key);
            assert!(!q.help.is_empty());
        }
    }

    #[test]
    fn clamping_always_gives_an_allowed_value() {
        let extremes = [0.0, -0.0, -1.0, 1e-30, 1e9, 1e308, f64::NAN, f64::INFINITY];
        for q in QUANTITIES {
            for value in extremes {
                assert!(q.holds(q.clamp(value)), "{} {value}", q.key);
            }
        }
    }

    #[test]
    fn a_refusal_names_value_range_and_unit() {
        let text = MASS.refusal(1e308).unwrap_or_default();
        assert_eq!(text, "1e308 kg is out of range (1e-6 to 1e9 kg)");
        assert_eq!(MASS.refusal(1.0), None);
        assert_eq!(STRENGTH.range(), "above 0 to 1");
        assert_eq!(THICKNESS.range(), "0, or 0.0001 to 10000 m");
    }
}
