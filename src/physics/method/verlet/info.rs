//! What the method offers: settings and presets.

use super::Verlet;
use crate::physics::constraint::LimitModel;
use crate::physics::method::{MethodInfo, Parameter, PresetValues};
use crate::physics::model::{ContactMode, FreeFlight, PinSolve, StateForm};

const fn parameter(key: &'static str, help: &'static str) -> Parameter {
    Parameter { key, help }
}

/// 0.995 per 1/60 s.
const DRAG_PER_S: f64 = 0.3;

/// Small steps, from which most presets differ in a few values.
const DEFAULT: PresetValues = PresetValues {
    name: "default",
    note: "small steps: robust, at rest within seconds; its joints damp: of an undamped pendulum \
           they keep 23 % of a swing of 1 rad over 20 s",
    rate_hz: 60.0,
    substeps: 4,
    iterations: 1,
    form: StateForm::VelocityLess,
    pins: PinSolve::Block,
    limit_model: LimitModel::SwingTwist,
    contacts: ContactMode::Constraint,
    free_flight: FreeFlight::Exact,
    linear_drag: DRAG_PER_S,
    angular_drag: DRAG_PER_S,
    joint_damping: 5.0,
};

pub(in crate::physics::method) const INFO: MethodInfo = MethodInfo {
    id: "verlet",
    label: "Verlet relaxation",
    summary: "Verlet particles (Jakobsen, Delannoy) and six-degree-of-freedom bodies \
              (Baltman & Radeztsky) with constraints relaxed in order, uniformly or by mass",
    rigid_bodies: true,
    parameters: &[
        parameter("rate_hz", "steps per second"),
        parameter("substeps", "equal parts of a step, each solved by itself"),
        parameter(
            "iterations",
            "relaxation passes per substep (Jakobsen, section 4; Delannoy, section 4.4.2)",
        ),
        parameter(
            "early_out_m",
            "iterations stop when no joint error exceeds this",
        ),
        parameter(
            "weighting",
            "0 = uniform (Delannoy, eq. 4.6) to 1 = mass-weighted (eq. 4.7)",
        ),
        parameter(
            "over_relaxation",
            "factor on each correction (Jakobsen, section 7)",
        ),
        parameter(
            "linear_drag_per_s",
            "decay of velocities (Delannoy, section 4.3)",
        ),
        parameter("angular_drag_per_s", "decay of angular velocities"),
        parameter(
            "joint_damping_per_s",
            "decay of the relative turning of joined limbs",
        ),
        parameter(
            "state_form",
            "velocity-less (Baltman & Radeztsky, eq. 4.1-4.5), velocity (4.6-4.8), impulse, soft",
        ),
        parameter(
            "pins",
            "block = three rows at once, direction = along the error (eq. 7.3)",
        ),
        parameter(
            "limit_model",
            "swing-twist, or component = the paper's clamp (eq. 8.1-8.6)",
        ),
        parameter("contacts", "constraint (section 9) or penalty (section 5)"),
        parameter(
            "inertia_split",
            "exact, or axis (eq. 8.8) or norm (eq. 8.10) as in the paper",
        ),
        parameter(
            "rotation",
            "midpoint keeps the angular momentum, torque-only is the paper's (eq. 4.2, 4.7)",
        ),
        parameter(
            "free_flight",
            "exact = on the parabola, discrete = half a substep of gravity ahead (eq. 4.1)",
        ),
        parameter(
            "as_printed",
            "equations to be used with the paper's misprints",
        ),
    ],
    presets: &[
        DEFAULT,
        PresetValues {
            name: "high",
            note: "twice the substeps: joints and limits about three times tighter; keeps 47 % of a \
                   swing",
            substeps: 8,
            ..DEFAULT
        },
        PresetValues {
            name: "soft",
            note: "joints as stiff springs, solved with warm start: keeps 100 % of a swing",
            form: StateForm::Soft,
            ..DEFAULT
        },
        PresetValues {
            name: "velocity",
            note: "velocities first, warm-started, positions after: closest joints at rest; keeps 61 % \
                   of a swing",
            substeps: 2,
            iterations: 4,
            form: StateForm::Impulse,
            ..DEFAULT
        },
        PresetValues {
            name: "paper",
            note: "as in the paper of 2004: rests, but joints sag by 30 to 60 mm",
            rate_hz: 30.0,
            substeps: 1,
            iterations: 2,
            pins: PinSolve::Direction,
            limit_model: LimitModel::Component,
            free_flight: FreeFlight::Discrete,
            linear_drag: 0.0,
            angular_drag: 0.0,
            joint_damping: 0.0,
            ..DEFAULT
        },
        PresetValues {
            name: "paper-velocity",
            note: "the paper's velocity form: never comes to rest, and stacks sink in",
            rate_hz: 30.0,
            substeps: 1,
            iterations: 2,
            form: StateForm::Velocity,
            pins: PinSolve::Direction,
            limit_model: LimitModel::Component,
            contacts: ContactMode::Penalty,
            free_flight: FreeFlight::Discrete,
            linear_drag: 0.0,
            angular_drag: 0.0,
            joint_damping: 0.0,
        },
    ],
    create: || Box::new(Verlet::default()),
};
