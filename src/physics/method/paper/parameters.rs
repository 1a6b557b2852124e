//! What the papers' methods can be set to. B & R is Baltman and Radeztsky, "Verlet Integration and
//! Constraints in a Six Degree of Freedom Rigid Body Physics Simulation".

use super::budget::{
    DETAIL, FULL_WITHIN, LEAST_ITERATIONS, MOST_RELAXATIONS, VIEWPOINT_X, VIEWPOINT_Y, VIEWPOINT_Z,
};
use super::change::STOP_AT_CHANGE;
use super::conjugate_gradients::{GRADIENT_STEPS, STICK_SOLVER};
use super::dislocation::{Coincident, COINCIDENT};
use super::iteration::{CONTACT_ITERATIONS, JOINT_ITERATIONS, LIMIT_ITERATIONS, STICK_ITERATIONS};
use super::jacobi::RELAXATION_SCHEME;
use super::misprint::AS_PRINTED;
use super::settings::{
    ContactMode, InertiaSplit, PaperSettings, ParticleFriction, SquareRoot, StateForm,
};
use crate::physics::method::common;
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, ParameterSpec, Range, Standard, Value,
};
use crate::physics::settings::{MethodSettings, Settings};

/// All parameters, in the order in which they are listed and shown.
pub(super) const PARAMETERS: &[ParameterSpec] = &[
    common::RATE,
    common::SUBSTEPS,
    common::ITERATIONS,
    JOINT_ITERATIONS,
    LIMIT_ITERATIONS,
    STICK_ITERATIONS,
    CONTACT_ITERATIONS,
    EARLY_OUT,
    STOP_AT_CHANGE,
    DETAIL,
    FULL_WITHIN,
    LEAST_ITERATIONS,
    VIEWPOINT_X,
    VIEWPOINT_Y,
    VIEWPOINT_Z,
    MOST_RELAXATIONS,
    RELAXATION_SCHEME,
    common::WEIGHTING,
    common::OVER_RELAXATION,
    common::LINEAR_DRAG,
    common::ANGULAR_DRAG,
    STATE_FORM,
    CONTACTS,
    PARTICLE_FRICTION,
    STICK_SOLVER,
    GRADIENT_STEPS,
    SQUARE_ROOT,
    COINCIDENT,
    common::WALL_SIDE,
    common::CONTACT_MOMENT,
    INERTIA_SPLIT,
    SEED,
    common::SLEEPING,
    AS_PRINTED,
];

/// Puts something into the settings of this method.
pub(super) fn put<T>(settings: &mut Settings, value: Option<T>, put: fn(&mut PaperSettings, T)) {
    if let (MethodSettings::Paper(own), Some(value)) = (&mut settings.method, value) {
        put(own, value);
    }
}

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
    StateForm::Leapfrog, Choice::new(
        "leapfrog",
        "Pose and velocities of the same time: half of what forces do before the motion, half \
         after it (Jakobsen, section 7). Fall and sticks of exact length err in second order; \
         joints of rigid bodies still damp",
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
    default: Standard::OfPreset(Value::Choice("coulomb")),
    only_with: Some(&[("state_form", "velocity-less"), ("state_form", "leapfrog")]),
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

const SQUARE_ROOT: ParameterSpec = ParameterSpec {
    key: "square_root",
    label: "Stick length",
    unit: "",
    kind: Kind::Choice(SquareRoot::CHOICES),
    default: Standard::OfPreset(Value::Choice("exact")),
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

/// Must come after the push by chance, which it completes.
const SEED: ParameterSpec = ParameterSpec {
    only_with: Some(&[("coincident", "random")]),
    set: |settings, value| {
        let seed = match value {
            Value::Whole(seed) => Some(seed),
            _ => None,
        };
        put(settings, seed, |s, seed| {
            if let Coincident::Random(held) = &mut s.coincident {
                *held = seed;
            }
        });
    },
    ..common::SEED
};
