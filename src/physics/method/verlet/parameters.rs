//! What Verlet relaxation can be set to. B & R is Baltman and Radeztsky, "Verlet
//! Integration and Constraints in a Six Degree of Freedom Rigid Body Physics
//! Simulation".

use super::dislocation::{Coincident, COINCIDENT};
use super::iteration::{CONTACT_ITERATIONS, JOINT_ITERATIONS, LIMIT_ITERATIONS, STICK_ITERATIONS};
use super::nets::{GRADIENT_STEPS, STICK_SOLVER};
use super::settings::{
    ContactMode, InertiaSplit, Order, ParticleFriction, PinSolve, RotationUpdate, SquareRoot,
    StateForm, VerletSettings,
};
use super::spending::{
    DETAIL, FULL_WITHIN, LEAST_ITERATIONS, MOST_RELAXATIONS, VIEWPOINT_X, VIEWPOINT_Y, VIEWPOINT_Z,
};
use crate::physics::method::common;
use crate::physics::method::misprint::AS_PRINTED;
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, ParameterSpec, Range, Standard, Value,
};
use crate::physics::settings::Settings;

/// All parameters, in the order in which they are listed and shown.
pub(super) const PARAMETERS: &[ParameterSpec] = &[
    common::RATE,
    common::SUBSTEPS,
    ITERATIONS,
    JOINT_ITERATIONS,
    LIMIT_ITERATIONS,
    STICK_ITERATIONS,
    CONTACT_ITERATIONS,
    EARLY_OUT,
    DETAIL,
    FULL_WITHIN,
    LEAST_ITERATIONS,
    VIEWPOINT_X,
    VIEWPOINT_Y,
    VIEWPOINT_Z,
    MOST_RELAXATIONS,
    WEIGHTING,
    OVER_RELAXATION,
    common::LINEAR_DRAG,
    common::ANGULAR_DRAG,
    common::JOINT_DAMPING,
    STATE_FORM,
    PINS,
    common::LIMIT_MODEL,
    CONTACTS,
    PARTICLE_FRICTION,
    WARM_START,
    STICK_SOLVER,
    GRADIENT_STEPS,
    SQUARE_ROOT,
    COINCIDENT,
    common::FREE_FLIGHT,
    common::WALL_SIDE,
    common::CONTACT_MOMENT,
    INERTIA_SPLIT,
    ROTATION,
    common::PRECISION,
    ORDER,
    SEED,
    common::SLEEPING,
    AS_PRINTED,
];

/// Puts something into the settings of this method.
pub(super) fn put<T>(settings: &mut Settings, value: Option<T>, put: fn(&mut VerletSettings, T)) {
    if let (Some(verlet), Some(value)) = (settings.verlet_mut(), value) {
        put(verlet, value);
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
    set: |settings, value| put(settings, value.number(), |s, n| s.iterations = n as u32),
};

const EARLY_OUT: ParameterSpec = ParameterSpec {
    key: "early_out_m",
    label: "Stop early",
    unit: "m",
    kind: Kind::Number(Range::closed(0.0, 1.0, (0.0, 0.01))),
    default: Standard::Off {
        label: "Stop at",
        on: 1e-4,
    },
    only_with: None,
    help: "Iterations stop when no joint error exceeds this; off = all iterations run.",
    set: |settings, value| put(settings, Some(value.number()), |s, most| s.early_out = most),
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
    set: |settings, value| put(settings, value.number(), |s, weight| s.weighting = weight),
};

const OVER_RELAXATION: ParameterSpec = ParameterSpec {
    key: "over_relaxation",
    label: "Over-relaxation",
    unit: "",
    kind: Kind::Number(Range::closed(0.1, 1.95, (0.5, 1.9))),
    default: Standard::Fixed(Value::Number(1.0)),
    only_with: None,
    help: "Factor on each correction; 1 is plain Gauss-Seidel (Jakobsen, section 7).",
    set: |settings, value| put(settings, value.number(), |s, by| s.over_relaxation = by),
};

const STATE_FORM: ParameterSpec = ParameterSpec {
    key: "state_form",
    label: "State form",
    unit: "",
    kind: Kind::Choice(StateForm::CHOICES),
    default: Standard::OfPreset(Value::Choice("velocity-less")),
    only_with: None,
    help: "Quantities that make up the state of a rigid body.",
    set: |settings, value| put(settings, Named::chosen(value), |s, form| s.form = form),
};

named! { StateForm:
    StateForm::VelocityLess, Choice::new(
        "velocity-less",
        "Current and previous pose; velocities are their difference (B & R, eq. 4.1 to 4.5)",
    );
    StateForm::Velocity, Choice::new(
        "velocity",
        "Pose and velocities, both corrected after the motion (B & R, eq. 4.6 to 4.8)",
    );
    StateForm::Impulse, Choice::new(
        "impulse",
        "Velocities are solved before moving, starting from the last substep's impulses; poses \
         are solved after moving",
    );
    StateForm::Soft, Choice::new(
        "soft",
        "Like impulse, but joints and contacts act as stiff damped springs",
    );
}

const PINS: ParameterSpec = ParameterSpec {
    key: "pins",
    label: "Pins",
    unit: "",
    kind: Kind::Choice(PinSolve::CHOICES),
    default: Standard::OfPreset(Value::Choice("block")),
    only_with: None,
    help: "How pin errors are corrected.",
    set: |settings, value| put(settings, Named::chosen(value), |s, pins| s.pins = pins),
};

named! { PinSolve:
    PinSolve::Block, Choice::new("block", "All three components of the error at once");
    PinSolve::Direction, Choice::new(
        "direction",
        "Only along the direction of the error (B & R, eq. 7.3)",
    );
}

const CONTACTS: ParameterSpec = ParameterSpec {
    key: "contacts",
    label: "Contacts",
    unit: "",
    kind: Kind::Choice(ContactMode::CHOICES),
    default: Standard::OfPreset(Value::Choice("constraint")),
    only_with: None,
    help: "How contacts between rigid bodies are solved.",
    set: |settings, value| put(settings, Named::chosen(value), |s, mode| s.contacts = mode),
};

named! { ContactMode:
    ContactMode::Constraint, Choice::new(
        "constraint",
        "As constraints, solved with the joints (B & R, section 9)",
    );
    ContactMode::Penalty, Choice::new(
        "penalty",
        "As springs and dampers, with an impulse at impact (B & R, section 5)",
    );
}

const PARTICLE_FRICTION: ParameterSpec = ParameterSpec {
    key: "particle_friction",
    label: "Particle friction",
    unit: "",
    kind: Kind::Choice(ParticleFriction::CHOICES),
    default: Standard::Fixed(Value::Choice("coulomb")),
    only_with: Some(&[("state_form", "velocity-less")]),
    help: "Limit on the friction of particles, sticks and surfaces.",
    set: |settings, value| {
        put(settings, Named::chosen(value), |s, by| {
            s.particle_friction = by;
        });
    },
};

named! { ParticleFriction:
    ParticleFriction::Coulomb, Choice::new(
        "coulomb",
        "The coefficient times the total push that separates the two surfaces in a substep \
         (default)",
    );
    ParticleFriction::ByDepth, Choice {
        name: "by-depth",
        label: "by depth",
        help: "In each iteration, the coefficient times the current depth (Jakobsen, section 7): \
               less friction where sticks push in later iterations",
    };
}

const WARM_START: ParameterSpec = ParameterSpec {
    key: "warm_start",
    label: "Warm start",
    unit: "",
    kind: Kind::Switch,
    default: Standard::OfPreset(Value::Switch(true)),
    only_with: Some(&[("state_form", "velocity-less")]),
    help: "Contacts of loose bodies are first solved on velocities, starting from the last \
           substep's impulses. If off, bodies are only pushed out after moving, and tall walls \
           lean.",
    set: |settings, value| {
        let on = match value {
            Value::Switch(on) => Some(on),
            _ => None,
        };
        put(settings, on, |s, on| s.warm_start = on);
    },
};

const SQUARE_ROOT: ParameterSpec = ParameterSpec {
    key: "square_root",
    label: "Stick length",
    unit: "",
    kind: Kind::Choice(SquareRoot::CHOICES),
    default: Standard::Fixed(Value::Choice("exact")),
    only_with: None,
    help: "How the length of a stick is computed in relaxation.",
    set: |settings, value| put(settings, Named::chosen(value), |s, by| s.square_root = by),
};

named! { SquareRoot:
    SquareRoot::Exact, Choice::new("exact", "With the exact square root (default)");
    SquareRoot::FirstOrder, Choice {
        name: "first-order",
        label: "first order",
        help: "First-order approximation about the rest length, without a square root (Jakobsen, \
               section 4): one correction of a strain e leaves e²/2",
    };
}

const INERTIA_SPLIT: ParameterSpec = ParameterSpec {
    key: "inertia_split",
    label: "Inertia split",
    unit: "",
    kind: Kind::Choice(InertiaSplit::CHOICES),
    default: Standard::Fixed(Value::Choice("exact")),
    only_with: None,
    help: "How an angle correction is shared between two bodies.",
    set: |settings, value| put(settings, Named::chosen(value), |s, by| s.inertia_split = by),
};

named! { InertiaSplit:
    InertiaSplit::Exact, Choice::new(
        "exact",
        "By the inverse inertias: conserves angular momentum (default)",
    );
    InertiaSplit::Axis, Choice::new(
        "axis",
        "By the moments of inertia about the correction axis (B & R, eq. 8.7 and 8.8)",
    );
    InertiaSplit::Norm, Choice::new(
        "norm",
        "By the magnitudes of the inverse inertias (B & R, eq. 8.10)",
    );
}

const ROTATION: ParameterSpec = ParameterSpec {
    key: "rotation",
    label: "Rotation",
    unit: "",
    kind: Kind::Choice(RotationUpdate::CHOICES),
    default: Standard::Fixed(Value::Choice("midpoint")),
    only_with: None,
    help: "How orientations are integrated.",
    set: |settings, value| put(settings, Named::chosen(value), |s, by| s.rotation = by),
};

named! { RotationUpdate:
    RotationUpdate::Midpoint, Choice::new(
        "midpoint",
        "Angular momentum at the middle of the step: free bodies tumble (default)",
    );
    RotationUpdate::TorqueOnly, Choice::new(
        "torque-only",
        "From torques only, without the gyroscopic term (B & R, eq. 4.2 and 4.7)",
    );
}

const ORDER: ParameterSpec = ParameterSpec {
    key: "order",
    label: "Order",
    unit: "",
    kind: Kind::Choice(Order::CHOICES),
    default: Standard::Fixed(Value::Choice("listed")),
    only_with: None,
    help: "Order in which constraints are solved.",
    set: |settings, value| put(settings, Named::chosen(value), |s, order| s.order = order),
};

named! { Order:
    Order::Listed, Choice::new("listed", "As listed in the scene (default)");
    Order::Reversed, Choice::new("reversed", "From last to first");
    Order::Alternating, Choice::new("alternating", "Alternately forward and backward");
    Order::RootToLeaf, Choice {
        name: "root-to-leaf",
        label: "root to leaf",
        help: "From the root outward",
    };
    Order::Shuffled(0), Choice::new(
        "shuffled",
        "Shuffled with the seed, in the same order in each iteration",
    );
}

/// Must come after the order and the push by chance, which it completes.
const SEED: ParameterSpec = ParameterSpec {
    key: "seed",
    label: "Seed",
    unit: "",
    kind: Kind::Whole(Range::closed(0.0, u64::MAX as f64, (0.0, 100.0))),
    default: Standard::Fixed(Value::Whole(0)),
    only_with: Some(&[("order", "shuffled"), ("coincident", "random")]),
    help: "Seed of all random numbers; the same seed gives the same result.",
    set: |settings, value| {
        let seed = match value {
            Value::Whole(seed) => Some(seed),
            _ => None,
        };
        put(settings, seed, |s, seed| {
            if let Order::Shuffled(held) = &mut s.order {
                *held = seed;
            }
            if let Coincident::Random(held) = &mut s.coincident {
                *held = seed;
            }
        });
    },
};
