//! The alternatives of the solver panel, each with what it is and its source:
//! B & R = Baltman and Radeztsky, "Verlet Integration and Constraints".

use crate::physics::{constraint, model, Settings};
use crate::scene::{
    ContactMode, FreeFlight, InertiaSplit, LimitModel, Order, PinSolve, Precision, RotationUpdate,
    StateForm,
};

/// A value, its name and what it is.
pub(super) type Choice<T> = (T, &'static str, &'static str);

pub(super) const FORMS: [Choice<StateForm>; 4] = [
    (
        StateForm::VelocityLess,
        "velocity-less",
        "Present and previous pose; velocities are their difference (B & R, eq. 4.1 to 4.5)",
    ),
    (
        StateForm::Velocity,
        "velocity",
        "Pose and velocities, both corrected after the motion (B & R, eq. 4.6 to 4.8)",
    ),
    (
        StateForm::Impulse,
        "impulse",
        "Velocities are solved before the motion, from the impulses of the last substep; poses \
         after it",
    ),
    (
        StateForm::Soft,
        "soft",
        "As impulse, but joints and contacts act as stiff damped springs",
    ),
];

pub(super) const PINS: [Choice<PinSolve>; 2] = [
    (
        PinSolve::Block,
        "block",
        "All three directions of the error at once",
    ),
    (
        PinSolve::Direction,
        "direction",
        "Along the error alone (B & R, eq. 7.3)",
    ),
];

pub(super) const LIMIT_MODELS: [Choice<LimitModel>; 2] = [
    (
        LimitModel::SwingTwist,
        "swing-twist",
        "A cone for the swing and a range for the twist, degrees",
    ),
    (
        LimitModel::Component,
        "component",
        "Components of the quaternion are clamped (B & R, eq. 8.1 to 8.6)",
    ),
];

pub(super) const CONTACTS: [Choice<ContactMode>; 2] = [
    (
        ContactMode::Constraint,
        "constraint",
        "A constraint, solved with the joints (B & R, section 9)",
    ),
    (
        ContactMode::Penalty,
        "penalty",
        "Springs and dampers with an impulse at impact (B & R, section 5)",
    ),
];

pub(super) const SPLITS: [Choice<InertiaSplit>; 3] = [
    (
        InertiaSplit::Exact,
        "exact",
        "By the inverse inertias: angular momentum is kept (default)",
    ),
    (
        InertiaSplit::Axis,
        "axis",
        "By the moments about the axis of the correction (B & R, eq. 8.7 and 8.8)",
    ),
    (
        InertiaSplit::Norm,
        "norm",
        "By the magnitudes of the inverse inertias (B & R, eq. 8.10)",
    ),
];

pub(super) const FLIGHTS: [Choice<FreeFlight>; 2] = [
    (
        FreeFlight::Exact,
        "exact",
        "On the parabola: with the mean velocity of the substep",
    ),
    (
        FreeFlight::Discrete,
        "discrete",
        "With the new velocity, half a substep of gravity ahead (B & R, eq. 4.1)",
    ),
];

pub(super) const ROTATIONS: [Choice<RotationUpdate>; 2] = [
    (
        RotationUpdate::Midpoint,
        "midpoint",
        "Angular momentum at the middle of the step: free bodies tumble (default)",
    ),
    (
        RotationUpdate::TorqueOnly,
        "torque-only",
        "By torques alone, without the gyroscopic term (B & R, eq. 4.2 and 4.7)",
    ),
];

pub(super) const PRECISIONS: [Choice<Precision>; 2] = [
    (Precision::F64, "f64", "64 bits for everything (default)"),
    (
        Precision::F32,
        "f32",
        "32 bits for ragdolls that are alike and touch nothing but a plane: a thousand of them \
         in real time",
    ),
];

pub(super) const ORDERS: [Choice<Order>; 5] = [
    (Order::Listed, "listed", "As listed in the scene (default)"),
    (Order::Reversed, "reversed", "From last to first"),
    (
        Order::Alternating,
        "alternating",
        "Forward and backward in turn",
    ),
    (Order::RootToLeaf, "root to leaf", "From the root outward"),
    (
        Order::Shuffled,
        "shuffled",
        "Shuffled by the seed, the same in each iteration",
    ),
];

// Settings in force in the words of scene files.

pub(super) fn form_of(settings: &Settings) -> StateForm {
    match settings.form {
        model::StateForm::VelocityLess => StateForm::VelocityLess,
        model::StateForm::Velocity => StateForm::Velocity,
        model::StateForm::Impulse => StateForm::Impulse,
        model::StateForm::Soft => StateForm::Soft,
    }
}

pub(super) fn pins_of(settings: &Settings) -> PinSolve {
    match settings.pins {
        model::PinSolve::Block => PinSolve::Block,
        model::PinSolve::Direction => PinSolve::Direction,
    }
}

pub(super) fn limits_of(settings: &Settings) -> LimitModel {
    match settings.limit_model {
        constraint::LimitModel::SwingTwist => LimitModel::SwingTwist,
        constraint::LimitModel::Component => LimitModel::Component,
    }
}

pub(super) fn flight_of(settings: &Settings) -> FreeFlight {
    match settings.free_flight {
        model::FreeFlight::Exact => FreeFlight::Exact,
        model::FreeFlight::Discrete => FreeFlight::Discrete,
    }
}

pub(super) fn contacts_of(settings: &Settings) -> ContactMode {
    match settings.contacts {
        model::ContactMode::Constraint => ContactMode::Constraint,
        model::ContactMode::Penalty => ContactMode::Penalty,
    }
}
