//! What the method offers: what it can do, settings and presets.

use super::parameters::PARAMETERS;
use super::settings::{StateForm, VerletSettings};
use super::Verlet;
use crate::physics::constraint::membrane::{beyond_rows, meets_itself};
use crate::physics::method::parameter::Value;
use crate::physics::method::{Capability, MethodInfo, Preset};
use crate::physics::model::Model;

pub(in crate::physics::method) const INFO: MethodInfo = MethodInfo {
    id: "verlet",
    label: "Verlet relaxation",
    summary: "Verlet particles (Jakobsen, Delannoy) and six-degree-of-freedom bodies \
              (Baltman & Radeztsky) with constraints relaxed in order, uniformly or by mass",
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
    settings: || VerletSettings::STANDARD.into(),
    refuses,
    stable_below: |_, _| None,
    create: || Box::new(Verlet::default()),
};

/// Volumes are met by positions, and so are surfaces that meet themselves; two of the state forms solve velocities by rows.
fn refuses(model: &Model) -> Option<&'static str> {
    match model.settings.verlet().form {
        StateForm::VelocityLess => None,
        StateForm::Velocity => meets_itself(model)
            .then_some("surfaces that meet themselves in the state form velocity"),
        StateForm::Impulse | StateForm::Soft => beyond_rows(model).map(|_| {
            "surfaces that keep their volume, meet themselves or catch the wind, in the state \
             forms impulse and soft"
        }),
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
        note:
            "small steps: robust, at rest within seconds; its joints damp: of an undamped pendulum \
               they keep 23 % of a swing of 1 rad over 20 s",
        values: &[],
    },
    Preset {
        name: "high",
        note: "twice the substeps: joints and limits about three times tighter; keeps 47 % of a \
               swing",
        values: &[&[("substeps", Value::Whole(8))]],
    },
    Preset {
        name: "soft",
        note: "joints as stiff springs, solved with warm start: keeps 100 % of a swing",
        values: &[&[("state_form", Value::Choice("soft"))]],
    },
    Preset {
        name: "velocity",
        note:
            "velocities first, warm-started, positions after: closest joints at rest; keeps 61 % \
               of a swing",
        values: &[&[
            ("substeps", Value::Whole(2)),
            ("iterations", Value::Whole(4)),
            ("state_form", Value::Choice("impulse")),
        ]],
    },
    Preset {
        name: "paper",
        note: "as in the paper of 2004: rests, but joints sag by 30 to 60 mm",
        values: &[&PAPER],
    },
    Preset {
        name: "paper-velocity",
        note: "the paper's velocity form: never comes to rest, and stacks sink in",
        values: &[
            &PAPER,
            &[
                ("state_form", Value::Choice("velocity")),
                ("contacts", Value::Choice("penalty")),
            ],
        ],
    },
];
