//! What the method offers: what it can do, settings and presets.

use super::parameters::PARAMETERS;
use super::settings::{StateForm, VerletSettings};
use super::{StickSolver, Verlet};
use crate::physics::constraint::membrane::{beyond_rows, meets_itself};
use crate::physics::method::parameter::Value;
use crate::physics::method::{Capability, MethodInfo, Preset, Subject, Weakness};
use crate::physics::model::Model;

pub(in crate::physics::method) const INFO: MethodInfo = MethodInfo {
    id: "verlet",
    label: "Verlet relaxation",
    summary: "Verlet particles (Jakobsen, Delannoy) and rigid bodies (Baltman & Radeztsky), with \
              constraints relaxed one after another, uniformly or mass-weighted",
    capabilities: &[
        Capability::Particles,
        Capability::RigidBodies,
        Capability::Loops,
        Capability::Contacts,
        Capability::Limits,
        Capability::Batches,
    ],
    parameters: PARAMETERS,
    presets: PRESETS,
    weaknesses: WEAKNESSES,
    settings: || VerletSettings::STANDARD.into(),
    refuses,
    axis_needs,
    stable_below: |_, _| None,
    create: || Box::new(Verlet::default()),
};

/// Volumes are met by positions, and so are surfaces that meet themselves; two of the state forms solve velocities by rows.
fn refuses(model: &Model) -> Option<&'static str> {
    match model.settings.verlet().form {
        StateForm::VelocityLess => None,
        StateForm::Velocity => {
            meets_itself(model).then_some("surfaces with self-collision in the state form velocity")
        }
        StateForm::Impulse | StateForm::Soft => beyond_rows(model).map(|_| {
            "surfaces with volume preservation, gas, self-collision or wind pressure in the state \
             forms impulse and soft"
        }),
    }
}

/// Thickness from which on the axis of a shared hinge stays within a degree in a swing of two
/// bars with the preset `default`: the particles at the axis of a slim body are so light that
/// hardly anything of a load passes through them in an iteration.
const THICK_TO_RELAX: f64 = 0.5;
/// The same with all sticks at once.
const THICK_AT_ONCE: f64 = 0.1;
/// Rounding of a thickness.
const ROUNDING: f64 = 1e-9;

/// What keeps the axis of a shared hinge.
fn axis_needs(model: &Model, thickness: f64) -> Option<&'static str> {
    let is_thick = |least: f64| thickness >= least - ROUNDING;
    match model.settings.verlet().stick_solver {
        StickSolver::Relaxation if is_thick(THICK_TO_RELAX) => None,
        StickSolver::Relaxation if is_thick(THICK_AT_ONCE) => {
            Some("set solver.stick_solver to conjugate-gradients")
        }
        StickSolver::ConjugateGradients if is_thick(THICK_AT_ONCE) => None,
        StickSolver::Relaxation | StickSolver::ConjugateGradients => Some(""),
    }
}

/// What the two presets of the paper share.
const PAPER: [(&str, Value); 11] = [
    ("rate_hz", Value::Number(30.0)),
    ("substeps", Value::Whole(1)),
    ("iterations", Value::Whole(2)),
    ("detail", Value::Choice("even")),
    ("pins", Value::Choice("direction")),
    ("warm_start", Value::Switch(false)),
    ("limit_model", Value::Choice("component")),
    ("free_flight", Value::Choice("discrete")),
    ("linear_drag_per_s", Value::Number(0.0)),
    ("angular_drag_per_s", Value::Number(0.0)),
    ("joint_damping_per_s", Value::Number(0.0)),
];

const PRESETS: &[Preset] = &[
    Preset {
        name: "default",
        note: "small steps: robust, comes to rest within seconds; joints damp motion (an undamped \
             pendulum keeps 23 % of a swing of 1 rad after 20 s)",
        values: &[],
    },
    Preset {
        name: "high",
        note: "twice the substeps: joint and limit errors about three times smaller; keeps 47 % \
               of a swing",
        values: &[&[("substeps", Value::Whole(8))]],
    },
    Preset {
        name: "soft",
        note: "joints as stiff springs with warm start: keeps 100 % of a swing",
        values: &[&[("state_form", Value::Choice("soft"))]],
    },
    Preset {
        name: "velocity",
        note: "velocities first with warm start, then positions: smallest joint error at rest; \
             keeps 61 % of a swing",
        values: &[&[
            ("substeps", Value::Whole(2)),
            ("iterations", Value::Whole(4)),
            ("state_form", Value::Choice("impulse")),
        ]],
    },
    Preset {
        name: "paper",
        note: "as in the 2004 paper: comes to rest, but joints sag by 30 to 60 mm",
        values: &[&PAPER],
    },
    Preset {
        name: "paper-velocity",
        note: "the paper's velocity form: never comes to rest, and stacked bodies sink into each \
               other",
        values: &[
            &PAPER,
            &[
                ("state_form", Value::Choice("velocity")),
                ("contacts", Value::Choice("penalty")),
            ],
        ],
    },
];

const WEAKNESSES: &[Weakness] = &[
    Weakness {
        subject: Subject::Pendulum,
        presets: &["default", "high"],
        why: "joints on positions damp motion: a large swing shrinks, and its period with it",
    },
    Weakness {
        subject: Subject::Energy,
        presets: &["default", "high"],
        why: "joints on positions damp motion: an undamped pendulum keeps 23 % of a swing of 1 rad after 20 s, and 47 % with the preset high",
    },
    Weakness {
        subject: Subject::Top,
        presets: &["default", "high"],
        why: "joints on positions damp motion, so that a heavy top leans further and turns more slowly about the vertical",
    },
    Weakness {
        subject: Subject::Chain,
        presets: &["default", "high"],
        why: "a chain of ten links that carries a thousand times the mass of one sags by a millimetre and a half in each joint",
    },
    Weakness {
        subject: Subject::Stop,
        presets: &["default"],
        why: "the stop of a ball joint gives back up to 3 % of the speed that it takes",
    },
    Weakness {
        subject: Subject::Bounce,
        presets: &["default", "high"],
        why: "a bounce keeps the speed that gravity adds in the rest of its substep, so that small drops come back higher",
    },
    Weakness {
        subject: Subject::Spin,
        presets: &[],
        why: "friction of a flat face acts at its corners, so that what spins on it stops too soon",
    },
    Weakness {
        subject: Subject::Stack,
        presets: &["default", "high"],
        why: "contacts pass weight on in a few sweeps: what is a hundred times heavier sinks in, and tiny dice topple",
    },
    Weakness {
        subject: Subject::Ragdoll,
        presets: &["default"],
        why: "in a hit against an edge the limits of limbs are passed by up to 63 degrees",
    },
];
