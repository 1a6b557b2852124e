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
    settings: || VerletSettings::STANDARD.into(),
    refuses,
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
