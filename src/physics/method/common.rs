//! The parameters that methods share: time, drag, limits, sleep, number type.

use super::parameter::{named, Choice, Kind, Named, ParameterSpec, Range, Standard, Value};
use crate::physics::constraint::LimitModel;
use crate::physics::settings::{
    CommonSettings, ContactMoment, FreeFlight, Precision, Settings, WallSide,
};

named! { LimitModel:
    LimitModel::SwingTwist, Choice::new(
        "swing-twist",
        "A cone for the swing and a range for the twist, degrees",
    );
    LimitModel::Component, Choice::new(
        "component",
        "Components of the quaternion are clamped (B & R, eq. 8.1 to 8.6)",
    );
}

named! { FreeFlight:
    FreeFlight::Exact, Choice::new(
        "exact",
        "On the parabola: with the mean velocity of the substep",
    );
    FreeFlight::Discrete, Choice::new(
        "discrete",
        "With the velocity at its end, half a substep of gravity ahead (B & R, eq. 4.1)",
    );
}

named! { Precision:
    Precision::Double, Choice::new(
        "f64",
        "64 bits for everything (default); where a step has several substeps, ragdolls that are \
         alike and touch nothing but a plane step side by side",
    );
    Precision::Single, Choice::new(
        "f32",
        "32 bits for ragdolls that are alike and touch nothing but a plane: twice as many of \
         them in real time, rounded",
    );
}

/// Puts a number into the common settings.
fn number(settings: &mut Settings, value: Value, put: fn(&mut CommonSettings, f64)) {
    if let Some(number) = value.number() {
        put(&mut settings.common, number);
    }
}

/// Steps per second.
pub const RATE: ParameterSpec = ParameterSpec {
    key: "rate_hz",
    label: "Rate",
    unit: "Hz",
    kind: Kind::Number(Range::closed(1.0, 1e4, (30.0, 480.0))),
    default: Standard::OfPreset(Value::Number(60.0)),
    only_with: None,
    help: "Steps per second. A change begins the scene anew, since time is counted in steps.",
    set: |settings, value| number(settings, value, |s, rate| s.step_s = 1.0 / rate),
};

/// Substeps per step.
pub const SUBSTEPS: ParameterSpec = ParameterSpec {
    key: "substeps",
    label: "Substeps",
    unit: "",
    kind: Kind::Whole(Range::closed(1.0, 1000.0, (1.0, 20.0))),
    default: Standard::OfPreset(Value::Whole(4)),
    only_with: None,
    help: "Equal parts of a step, each solved by itself.",
    set: |settings, value| number(settings, value, |s, count| s.substeps = count as u32),
};

/// 0.995 per 1/60 s.
const DRAG_PER_S: f64 = 0.3;

/// Decay of velocities.
pub const LINEAR_DRAG: ParameterSpec = ParameterSpec {
    key: "linear_drag_per_s",
    label: "Drag",
    unit: "1/s",
    kind: Kind::Number(Range::closed(0.0, 100.0, (0.0, 5.0))),
    default: Standard::OfPreset(Value::Number(DRAG_PER_S)),
    only_with: None,
    help: "Speed decays as exp(-drag t); 0.3/s is 0.995 per 1/60 s (Delannoy, section 4.2.2).",
    set: |settings, value| number(settings, value, |s, rate| s.linear_drag = rate),
};

/// Decay of angular velocities.
pub const ANGULAR_DRAG: ParameterSpec = ParameterSpec {
    key: "angular_drag_per_s",
    label: "Angular drag",
    unit: "1/s",
    kind: Kind::Number(Range::closed(0.0, 100.0, (0.0, 5.0))),
    default: Standard::OfPreset(Value::Number(DRAG_PER_S)),
    only_with: None,
    help: "Angular speed decays as exp(-drag t).",
    set: |settings, value| number(settings, value, |s, rate| s.angular_drag = rate),
};

/// Decay of the turning of joints.
pub const JOINT_DAMPING: ParameterSpec = ParameterSpec {
    key: "joint_damping_per_s",
    label: "Joint damping",
    unit: "1/s",
    kind: Kind::Number(Range::closed(0.0, 1000.0, (0.0, 20.0))),
    default: Standard::OfPreset(Value::Number(5.0)),
    only_with: None,
    help: "Relative turning of joined limbs decays as exp(-damping t), of unlike sticks faster; ours, \
           0 in the papers.",
    set: |settings, value| number(settings, value, |s, rate| s.joint_damping = rate),
};

/// How limits measure angles.
pub const LIMIT_MODEL: ParameterSpec = ParameterSpec {
    key: "limit_model",
    label: "Limit model",
    unit: "",
    kind: Kind::Choice(LimitModel::CHOICES),
    default: Standard::OfPreset(Value::Choice("swing-twist")),
    only_with: None,
    help: "How the angles of limits are measured that do not say so themselves.",
    set: |settings, value| {
        if let Some(model) = LimitModel::chosen(value) {
            settings.common.limit_model = model;
        }
    },
};

/// How free things fly.
pub const FREE_FLIGHT: ParameterSpec = ParameterSpec {
    key: "free_flight",
    label: "Free flight",
    unit: "",
    kind: Kind::Choice(FreeFlight::CHOICES),
    default: Standard::OfPreset(Value::Choice("exact")),
    only_with: None,
    help: "How what nothing touches or holds flies.",
    set: |settings, value| {
        if let Some(flight) = FreeFlight::chosen(value) {
            settings.common.free_flight = flight;
        }
    },
};

named! { WallSide:
    WallSide::Nearest, Choice::new("nearest", "To the nearest (default)");
    WallSide::Torso, Choice::new(
        "torso",
        "To the side where it is connected to the torso, if its ends are on both sides of a box \
         or of a mesh (Jakobsen, section 7)",
    );
}

/// Limbs that are in a wall.
pub const WALL_SIDE: ParameterSpec = ParameterSpec {
    key: "wall_side",
    label: "Out of walls",
    unit: "",
    kind: Kind::Choice(WallSide::CHOICES),
    default: Standard::Fixed(Value::Choice("nearest")),
    only_with: None,
    help: "To which side of a wall a limb is moved that has got into it.",
    set: |settings, value| {
        if let Some(side) = WallSide::chosen(value) {
            settings.common.wall_side = side;
        }
    },
};

named! { ContactMoment:
    ContactMoment::Swept, Choice::new(
        "swept",
        "When surfaces first touch on their way: nothing fast passes (default)",
    );
    ContactMoment::Backtracked, Choice::new(
        "backtracked",
        "Where they overlap at the end of the way, back to when they touched (Gästrin, section \
         4.2); what passes on the way is missed",
    );
    ContactMoment::AtEnd, Choice {
        name: "at-end",
        label: "at end",
        help: "At the end of the way, however deep they are in each other then",
    };
}

/// When contacts are taken.
pub const CONTACT_MOMENT: ParameterSpec = ParameterSpec {
    key: "contact_moment",
    label: "Contact time",
    unit: "",
    kind: Kind::Choice(ContactMoment::CHOICES),
    default: Standard::Fixed(Value::Choice("swept")),
    only_with: None,
    help: "At which moment of a substep the points and the normal of a contact are taken.",
    set: |settings, value| {
        if let Some(moment) = ContactMoment::chosen(value) {
            settings.common.contact_moment = moment;
        }
    },
};

/// Whether things fall asleep.
pub const SLEEPING: ParameterSpec = ParameterSpec {
    key: "sleeping",
    label: "Sleeping",
    unit: "",
    kind: Kind::Switch,
    default: Standard::Fixed(Value::Switch(true)),
    only_with: None,
    help: "Things at rest fall asleep until something touches them (default: on).",
    set: |settings, value| {
        if let Value::Switch(on) = value {
            settings.common.sleeping = on;
        }
    },
};

/// Number type.
pub const PRECISION: ParameterSpec = ParameterSpec {
    key: "precision",
    label: "Precision",
    unit: "",
    kind: Kind::Choice(Precision::CHOICES),
    default: Standard::Fixed(Value::Choice("f64")),
    only_with: None,
    help: "Number type of ragdolls that are alike.",
    set: |settings, value| {
        if let Some(precision) = Precision::chosen(value) {
            settings.common.precision = precision;
        }
    },
};
