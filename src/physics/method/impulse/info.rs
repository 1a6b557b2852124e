//! What the method offers: what it can do, settings and presets.

use super::{Impulse, ImpulseSettings};
use crate::physics::constraint::membrane::beyond_rows;
use crate::physics::method::common;
use crate::physics::method::parameter::{ParameterSpec, Value};
use crate::physics::method::{Capability, MethodInfo, Preset, Subject, Weakness};

pub(in crate::physics::method) const INFO: MethodInfo = MethodInfo {
    id: "impulse",
    label: "Impulses",
    summary:
        "What game engines do: impulses on velocities with warm start, joints and contacts \
              as stiff damped springs, then a pass that takes the speed they add (Catto, Soft Step)",
    capabilities: &[
        Capability::Particles,
        Capability::RigidBodies,
        Capability::Loops,
        Capability::Contacts,
        Capability::Limits,
    ],
    companion: false,
    parameters: PARAMETERS,
    presets: PRESETS,
    weaknesses: WEAKNESSES,
    settings: || ImpulseSettings::default().into(),
    refuses: |model| {
        beyond_rows(model)
            .map(|_| "surfaces with volume preservation, gas, self-collision or wind pressure")
    },
    axis_needs: |_, _| Some(""),
    stable_below: |_, _| None,
    create: || Box::new(Impulse::default()),
};

/// All parameters, in the order in which they are listed and shown.
const PARAMETERS: &[ParameterSpec] = &[
    common::RATE,
    common::SUBSTEPS,
    common::ITERATIONS,
    common::LINEAR_DRAG,
    common::ANGULAR_DRAG,
    common::JOINT_DAMPING,
    common::LIMIT_MODEL,
    common::SLEEPING,
];

const PRESETS: &[Preset] = &[
    Preset {
        name: "default",
        note: "joints as stiff springs with warm start: keeps 100 % of a swing",
        values: &[],
    },
    Preset {
        name: "high",
        note: "twice the substeps: errors of joints about half as large",
        values: &[&[("substeps", Value::Whole(8))]],
    },
];

const WEAKNESSES: &[Weakness] = &[
    Weakness {
        subject: Subject::Energy,
        presets: &["default", "high"],
        why: "joints give way as damped springs: a tree of bars loses most of its swing in 20 s, and a third with the preset high",
    },
    Weakness {
        subject: Subject::Chain,
        presets: &["default", "high"],
        why: "a chain of ten links that carries a thousand times the mass of one comes apart, and the run says so",
    },
    Weakness {
        subject: Subject::Spin,
        presets: &[],
        why: "friction of a flat face acts at its corners, so that what spins on it stops too soon",
    },
    Weakness {
        subject: Subject::Impact,
        presets: &["default", "high"],
        why: "contacts act before they touch: a ball that passes a wall by half a millimetre is pushed aside",
    },
    Weakness {
        subject: Subject::Stack,
        presets: &["default", "high"],
        why: "contacts give way as damped springs: what is a hundred times heavier sinks in, and tiny dice topple",
    },
];
