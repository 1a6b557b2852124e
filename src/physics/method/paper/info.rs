//! What the method offers: what it can do, settings and presets.

use super::parameters::PARAMETERS;
use super::settings::PaperSettings;
use super::{Paper, StickSolver};
use crate::physics::constraint::Constraint;
use crate::physics::constraint::LimitModel;
use crate::physics::method::parameter::Value;
use crate::physics::method::{Capability, MethodInfo, Preset, Weakness};
use crate::physics::model::Model;

pub(in crate::physics::method) const INFO: MethodInfo = MethodInfo {
    id: "paper",
    label: "Papers to the letter",
    summary: "The equations of Baltman & Radeztsky, Jakobsen and Delannoy as they stand, with \
              their misprints as switches: to be read beside the papers",
    capabilities: &[
        Capability::Particles,
        Capability::RigidBodies,
        Capability::Loops,
        Capability::Contacts,
        Capability::Limits,
        Capability::ContactSprings,
    ],
    companion: true,
    parameters: PARAMETERS,
    presets: PRESETS,
    weaknesses: WEAKNESSES,
    settings: || PaperSettings::STANDARD.into(),
    refuses,
    axis_needs,
    stable_below: |_, _| None,
    create: || Box::new(Paper::default()),
};

/// What is not in the papers, or not in a form that stands beside them.
fn refuses(model: &Model) -> Option<&'static str> {
    if !model.drives.is_empty() {
        return Some("drives, motors and muscles");
    }
    if !model.tetrahedra.is_empty() {
        return Some("shapes that particles carry");
    }
    if !model.triangles.is_empty() {
        return Some("surfaces");
    }
    model
        .constraints
        .iter()
        .find_map(|constraint| match constraint {
            Constraint::Distance(own) if own.tears_at.is_finite() => Some("what tears"),
            Constraint::Distance(_)
            | Constraint::Pin(_)
            | Constraint::Fixed(_)
            | Constraint::Shared(_)
            | Constraint::Broken(_) => None,
            Constraint::AngleLimit(limit) => {
                let asked = limit.model.unwrap_or(model.settings.common.limit_model);
                (asked == LimitModel::Cone).then_some("limits that are cones")
            }
            Constraint::Membrane(_) => Some("surfaces"),
            _ => Some("joints other than pins and fixed joints"),
        })
}

/// Thickness from which on the axis of a shared hinge stays within a degree in a swing of two
/// bars with all sticks at once.
const THICK_AT_ONCE: f64 = 0.1;

/// What keeps the axis of a shared hinge.
fn axis_needs(model: &Model, thickness: f64) -> Option<&'static str> {
    match super::settings_of(model).stick_solver {
        StickSolver::ConjugateGradients if thickness >= THICK_AT_ONCE => None,
        StickSolver::Relaxation if thickness >= THICK_AT_ONCE => {
            Some("set solver.stick_solver to conjugate-gradients")
        }
        StickSolver::Relaxation | StickSolver::ConjugateGradients => Some(""),
    }
}

/// The loop of Baltman & Radeztsky, section 11: 30 Hz, two iterations, no drag.
const BALTMAN: [(&str, Value); 5] = [
    ("rate_hz", Value::Number(30.0)),
    ("substeps", Value::Whole(1)),
    ("iterations", Value::Whole(2)),
    ("linear_drag_per_s", Value::Number(0.0)),
    ("angular_drag_per_s", Value::Number(0.0)),
];

const PRESETS: &[Preset] = &[
    Preset {
        name: "baltman",
        note: "Baltman and Radeztsky, 2004, two poses: comes to rest, but joints sag by 30 to \
               60 mm",
        values: &[&BALTMAN],
    },
    Preset {
        name: "baltman-velocity",
        note: "the same with velocities and penalty contacts: never comes to rest, and stacked \
               bodies sink into each other",
        values: &[
            &BALTMAN,
            &[
                ("state_form", Value::Choice("velocity")),
                ("contacts", Value::Choice("penalty")),
            ],
        ],
    },
    Preset {
        name: "jakobsen",
        note: "Jakobsen, 2001: particles and sticks, no square root, friction by depth, chance \
               where points coincide",
        values: &[&[
            ("rate_hz", Value::Number(60.0)),
            ("substeps", Value::Whole(1)),
            ("iterations", Value::Whole(4)),
            ("linear_drag_per_s", Value::Number(0.0)),
            ("angular_drag_per_s", Value::Number(0.0)),
            ("particle_friction", Value::Choice("by-depth")),
            ("square_root", Value::Choice("first-order")),
            ("coincident", Value::Choice("random")),
        ]],
    },
    Preset {
        name: "delannoy",
        note: "after Delannoy, 2006: mass-weighted particles, 1 % drag in a frame; 60 Hz and \
               fifteen iterations by Ragdoll Lab",
        values: &[&[
            ("rate_hz", Value::Number(60.0)),
            ("substeps", Value::Whole(1)),
            ("iterations", Value::Whole(15)),
            ("linear_drag_per_s", Value::Number(0.603)),
            ("angular_drag_per_s", Value::Number(0.603)),
        ]],
    },
];

const WEAKNESSES: &[Weakness] = &[];
