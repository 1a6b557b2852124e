//! What the method offers: what it can do, settings and presets.

use super::settings::{ReducedSettings, Rule};
use super::Reduced;
use crate::physics::constraint::membrane::beyond_rows;
use crate::physics::dynamics::{parameters, Dynamics};
use crate::physics::kinematic;
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, ParameterSpec, Standard, Value,
};
use crate::physics::method::{common, Capability, MethodInfo, Preset, Subject, Weakness};
use crate::physics::model::Model;
use crate::physics::settings::MethodSettings;

pub(in crate::physics::method) const INFO: MethodInfo = MethodInfo {
    id: "reduced",
    label: "Reduced coordinates",
    summary: "Joint angles as coordinates (Featherstone's articulated bodies): joints cannot come \
              apart, and loops are not possible",
    capabilities: &[
        Capability::RigidBodies,
        Capability::Contacts,
        Capability::Limits,
    ],
    companion: false,
    parameters: PARAMETERS,
    presets: PRESETS,
    weaknesses: WEAKNESSES,
    settings: || MethodSettings::Reduced(ReducedSettings::default()),
    refuses: |model| beyond_rows(model).or_else(|| joints_on_paths(model)),
    axis_needs: |_, _| None,
    stable_below: |_, _| None,
    create: || Box::new(Dynamics::<Reduced>::default()),
};

/// Its coordinates count from what stands still.
fn joints_on_paths(model: &Model) -> Option<&'static str> {
    let bodies = (0..model.bodies.len()).filter(|&i| model.bodies[i].is_kinematic());
    let any = bodies
        .flat_map(|body| kinematic::joined(model, body))
        .next();
    any.map(|_| "joints with a kinematic body")
}

const PRESETS: &[Preset] = &[
    Preset {
        name: "default",
        note: "joints exact by construction",
        values: &[],
    },
    Preset {
        name: "high",
        note: "twice the substeps: contacts about twice as exact",
        values: &[&[("substeps", Value::Whole(4))]],
    },
];

const WEAKNESSES: &[Weakness] = &[
    Weakness {
        subject: Subject::Top,
        presets: &["default"],
        why: "a free body turns in steps of a 120th of a second, so that the flips of a top come late",
    },
    Weakness {
        subject: Subject::Serial,
        presets: &[],
        why: "a joint of several axes is no coordinate of the tree: its rows are solved on velocities, and swings lose energy",
    },
    Weakness {
        subject: Subject::Bounce,
        presets: &[],
        why: "a bounce keeps the speed that gravity adds in the rest of its substep, so that small drops come back higher",
    },
    Weakness {
        subject: Subject::Spin,
        presets: &[],
        why: "friction of a flat face acts at its corners, so that what spins on it stops too soon",
    },
    Weakness {
        subject: Subject::Stack,
        presets: &[],
        why: "weight is pushed out of contacts a little at a time: stacks sink and creep by a few millimetres",
    },
];

const PARAMETERS: &[ParameterSpec] = &[
    common::RATE,
    parameters::SUBSTEPS,
    RULE,
    parameters::SWEEPS,
    parameters::RESIDUAL,
    common::LINEAR_DRAG,
    common::ANGULAR_DRAG,
    common::JOINT_DAMPING,
    common::LIMIT_MODEL,
    common::SLEEPING,
];

const RULE: ParameterSpec = ParameterSpec {
    key: "rule",
    label: "Integrator",
    unit: "",
    kind: Kind::Choice(Rule::CHOICES),
    default: Standard::OfPreset(Value::Choice("runge-kutta-4")),
    only_with: None,
    help: "How joint angles are integrated.",
    set: |settings, value| {
        if let (MethodSettings::Reduced(own), Some(rule)) =
            (&mut settings.method, Named::chosen(value))
        {
            own.rule = rule;
        }
    },
};

named! { Rule:
    Rule::SemiImplicit, Choice {
        name: "semi-implicit",
        label: "semi-implicit",
        help: "Rates first, then angles with the new rates: first order; gains energy where joints \
               turn fast",
    };
    Rule::RungeKutta4, Choice {
        name: "runge-kutta-4",
        label: "Runge-Kutta 4",
        help: "Fourth order while nothing touches, in as many pieces as the motion needs",
    };
}
