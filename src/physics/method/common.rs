//! The parameters that methods share: time, drag, limits, sleep, number type.

use super::parameter::{named, Choice, Kind, Named, ParameterSpec, Range, Standard, Value};
use super::registry::RelaxationMut;
use crate::physics::constraint::LimitModel;
use crate::physics::settings::{CommonSettings, ContactMoment, Precision, Settings, WallSide};

named! { LimitModel:
    LimitModel::SwingTwist, Choice::new(
        "swing-twist",
        "A range for each of two swings and for the twist, degrees",
    );
    LimitModel::Component, Choice::new(
        "component",
        "Clamps the components of the quaternion (B & R, eq. 8.1 to 8.6)",
    );
    LimitModel::Cone, Choice::new(
        "cone",
        "An elliptic cone for the swing, without corners, and a range for the twist",
    );
}

named! { Precision:
    Precision::Double, Choice::new(
        "f64",
        "64 bits for everything (default). With several substeps, identical ragdolls that touch \
         only planes are solved in batches",
    );
    Precision::Single, Choice::new(
        "f32",
        "32 bits for identical ragdolls that touch only planes: twice as many in real time, but \
         with larger rounding errors",
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
    help: "Steps per second. Changing it resets the scene, because time is counted in steps.",
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
    help: "Number of equal parts of a step, each solved separately.",
    set: |settings, value| number(settings, value, |s, count| s.substeps = count as u32),
};

/// Puts a number into the settings of a method that relaxes constraints.
fn relax(settings: &mut Settings, value: Value, put: fn(RelaxationMut<'_>, f64)) {
    if let (Some(own), Some(number)) = (settings.method.relaxation_mut(), value.number()) {
        put(own, number);
    }
}

/// Relaxation iterations per substep.
pub const ITERATIONS: ParameterSpec = ParameterSpec {
    key: "iterations",
    label: "Iterations",
    unit: "",
    kind: Kind::Whole(Range::closed(1.0, 1e5, (1.0, 200.0))),
    default: Standard::OfPreset(Value::Whole(1)),
    only_with: None,
    help: "Relaxation passes per substep (Jakobsen, section 4; Delannoy, section 4.4.2).",
    set: |settings, value| relax(settings, value, |s, n| *s.iterations = n as u32),
};

/// Uniform or mass-weighted relaxation.
pub const WEIGHTING: ParameterSpec = ParameterSpec {
    key: "weighting",
    label: "Weighting",
    unit: "",
    kind: Kind::Number(Range::closed(0.0, 1.0, (0.0, 1.0))),
    default: Standard::Fixed(Value::Number(1.0)),
    only_with: None,
    help: "0 = uniform: both sides of a joint move alike (Delannoy, eq. 4.6). 1 = mass-weighted: \
           the lighter side moves more (eq. 4.7).",
    set: |settings, value| {
        relax(settings, value, |s, weight| {
            if let Some(own) = s.weighting {
                *own = weight;
            }
        })
    },
};

/// Over-relaxation.
pub const OVER_RELAXATION: ParameterSpec = ParameterSpec {
    key: "over_relaxation",
    label: "Over-relaxation",
    unit: "",
    kind: Kind::Number(Range::closed(0.1, 1.95, (0.5, 1.9))),
    default: Standard::Fixed(Value::Number(1.0)),
    only_with: None,
    help: "Factor on each correction; 1 is plain Gauss-Seidel (Jakobsen, section 7).",
    set: |settings, value| {
        relax(settings, value, |s, by| {
            if let Some(own) = s.over_relaxation {
                *own = by;
            }
        })
    },
};

/// Seed of what a method does by chance, which says where it goes.
pub const SEED: ParameterSpec = ParameterSpec {
    key: "seed",
    label: "Seed",
    unit: "",
    kind: Kind::Whole(Range::closed(0.0, u64::MAX as f64, (0.0, 100.0))),
    default: Standard::Fixed(Value::Whole(0)),
    only_with: None,
    help: "Seed of all random numbers; the same seed gives the same result.",
    set: |_, _| {},
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
    help: "Speed decays as exp(-drag t); 0.3/s is 0.995 per 1/60 s. Delannoy (section 4.2.2, after Jakobsen) has 1.99 for 2 in his equation 4.5: 0.99 per frame.",
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
    help: "Relative rotation of joined limbs decays as exp(-damping t), faster between sticks of \
           different inertia. Not in the papers, where it is 0.",
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
    help: "How joint limits measure angles, unless a limit sets its own model.",
    set: |settings, value| {
        if let Some(model) = LimitModel::chosen(value) {
            settings.common.limit_model = model;
        }
    },
};

named! { WallSide:
    WallSide::Nearest, Choice::new("nearest", "To the nearest side (default)");
    WallSide::Torso, Choice::new(
        "torso",
        "To the side where the limb is connected to the torso, if its ends are on both sides of a \
         box or mesh (Jakobsen, section 7)",
    );
}

/// Limbs that are in a wall.
pub const WALL_SIDE: ParameterSpec = ParameterSpec {
    key: "wall_side",
    label: "Push out of walls",
    unit: "",
    kind: Kind::Choice(WallSide::CHOICES),
    default: Standard::Fixed(Value::Choice("nearest")),
    only_with: None,
    help: "Side to which a limb inside a wall is pushed out.",
    set: |settings, value| {
        if let Some(side) = WallSide::chosen(value) {
            settings.common.wall_side = side;
        }
    },
};

named! { ContactMoment:
    ContactMoment::Swept, Choice::new(
        "swept",
        "When surfaces first touch in the substep: fast bodies do not pass through (default)",
    );
    ContactMoment::Backtracked, Choice::new(
        "backtracked",
        "If surfaces overlap at the end of the substep, goes back to when they touched (Gästrin, \
         section 4.2); bodies that have passed through are missed",
    );
    ContactMoment::AtEnd, Choice {
        name: "at-end",
        label: "at end",
        help: "At the end of the substep, however deep the overlap is by then",
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
    help: "Moment of a substep at which contact points and normals are computed.",
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
    help: "Bodies at rest fall asleep until something touches them (default: on).",
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
    help: "Number type for identical ragdolls.",
    set: |settings, value| {
        if let Some(precision) = Precision::chosen(value) {
            settings.common.precision = precision;
        }
    },
};
