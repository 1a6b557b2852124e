//! What the method offers: what it can do, settings and presets.

use super::settings::{Integrator, SpringSettings, StepControl};
use super::{stable_below, Springs};
use crate::physics::dynamics::direct::refuses;
use crate::physics::dynamics::{parameters, Dynamics};
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, ParameterSpec, Range, Standard, Value,
};
use crate::physics::method::{common, Capability, MethodInfo, Preset, Subject, Weakness};
use crate::physics::settings::{MethodSettings, Settings};

pub(in crate::physics::method) const INFO: MethodInfo = MethodInfo {
    id: "springs",
    label: "Stiff springs",
    summary: "Joints as springs with dampers, integrated explicitly or by backward Euler \
              (Delannoy, section 3.3; Gästrin, section 5.1)",
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
    settings: || MethodSettings::Springs(SpringSettings::default()),
    refuses,
    axis_needs: |_, _| None,
    stable_below,
    create: || Box::new(Dynamics::<Springs>::default()),
};

const PRESETS: &[Preset] = &[
    Preset {
        name: "default",
        note: "backward Euler: stable at any stiffness, and damps",
        values: &[],
    },
    Preset {
        name: "soft",
        note: "a hundredth of the stiffness: joints stretch visibly",
        values: &[&[("stiffness_n_m", Value::Number(1e4))]],
    },
];

const WEAKNESSES: &[Weakness] = &[
    Weakness {
        subject: Subject::Top,
        presets: &[],
        why: "a free body turns in steps of a 120th of a second, so that the flips of a top come late",
    },
    Weakness {
        subject: Subject::Pendulum,
        presets: &["soft"],
        why: "joints stretch, and their damping takes energy",
    },
    Weakness {
        subject: Subject::Serial,
        presets: &["soft"],
        why: "joints of several axes stretch, and their damping takes energy",
    },
    Weakness {
        subject: Subject::Energy,
        presets: &[],
        why: "backward Euler damps what its springs hold: a tree of bars loses most of its swing in 20 s",
    },
    Weakness {
        subject: Subject::Chain,
        presets: &[],
        why: "springs of a fixed stiffness do not hold a load that is a hundred times heavier than the links",
    },
    Weakness {
        subject: Subject::Stop,
        presets: &[],
        why: "a stop comes late to a limb on springs: a ball joint gives back 5 to 8 % of the speed",
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
    Weakness {
        subject: Subject::Ragdoll,
        presets: &["soft"],
        why: "joints of a hundredth of the stiffness open in hits",
    },
];

const PARAMETERS: &[ParameterSpec] = &[
    common::RATE,
    parameters::SUBSTEPS,
    STIFFNESS,
    DAMPING,
    INTEGRATOR,
    STEP_CONTROL,
    MOST_STRETCH,
    parameters::SWEEPS,
    parameters::RESIDUAL,
    common::LINEAR_DRAG,
    common::ANGULAR_DRAG,
    common::JOINT_DAMPING,
    common::LIMIT_MODEL,
    common::SLEEPING,
];

fn put<T>(settings: &mut Settings, value: Option<T>, put: fn(&mut SpringSettings, T)) {
    if let (MethodSettings::Springs(own), Some(value)) = (&mut settings.method, value) {
        put(own, value);
    }
}

/// Stiffness of joints.
pub const STIFFNESS: ParameterSpec = ParameterSpec {
    key: "stiffness_n_m",
    label: "Stiffness",
    unit: "N/m",
    kind: Kind::Number(Range::closed(1.0, 1e12, (1e3, 1e7))),
    default: Standard::OfPreset(Value::Number(1e6)),
    only_with: None,
    help: "Stiffness of joints; locked angles and joint limits act at a lever arm of 0.1 m. \
         Explicit integrators blow up above 4 / (substep² × largest inverse mass).",
    set: |settings, value| put(settings, value.number(), |s, k| s.stiffness = k),
};

const DAMPING: ParameterSpec = ParameterSpec {
    key: "damping_n_s_m",
    label: "Damping",
    unit: "N·s/m",
    kind: Kind::Number(Range::closed(0.0, 1e9, (0.0, 1e4))),
    default: Standard::OfPreset(Value::Number(1e3)),
    only_with: None,
    help: "Damping of joints. More damping lowers the stiffness at which explicit integrators \
           stay stable.",
    set: |settings, value| put(settings, value.number(), |s, c| s.damping = c),
};

const INTEGRATOR: ParameterSpec = ParameterSpec {
    key: "integrator",
    label: "Integrator",
    unit: "",
    kind: Kind::Choice(Integrator::CHOICES),
    default: Standard::OfPreset(Value::Choice("backward-euler")),
    only_with: None,
    help: "How springs are integrated (Delannoy, section 3.3).",
    set: |settings, value| put(settings, Named::chosen(value), |s, by| s.integrator = by),
};

const STEP_CONTROL: ParameterSpec = ParameterSpec {
    key: "step_control",
    label: "Substep length",
    unit: "",
    kind: Kind::Choice(StepControl::CHOICES),
    default: Standard::OfPreset(Value::Choice("fixed")),
    only_with: None,
    help: "Whether a substep is split into shorter ones if joints stretch too much in it \
           (Delannoy, section 3.3.3; Baraff & Witkin 1998).",
    set: |settings, value| put(settings, Named::chosen(value), |s, by| s.step_control = by),
};

const MOST_STRETCH: ParameterSpec = ParameterSpec {
    key: "stretch_per_substep_mm",
    label: "Stretch per substep",
    unit: "mm",
    kind: Kind::Number(Range::closed(1e-6, 1e6, (0.1, 10.0))),
    default: Standard::Fixed(Value::Number(1.0)),
    only_with: Some(&[("step_control", "adaptive")]),
    help: "Largest change of a joint error in a substep before the substep is split.",
    set: |settings, value| put(settings, value.number(), |s, mm| s.most_stretch = mm * 1e-3),
};

named! { StepControl:
    StepControl::Fixed, Choice {
        name: "fixed",
        label: "fixed",
        help: "All substeps have the same length",
    };
    StepControl::Adaptive, Choice {
        name: "adaptive",
        label: "adaptive",
        help: "Halves a substep, into up to 64 parts, until no joint stretches too much",
    };
}

named! { Integrator:
    Integrator::ForwardEuler, Choice {
        name: "forward-euler",
        label: "forward Euler",
        help: "Positions move with the old velocities: always gains energy",
    };
    Integrator::SymplecticEuler, Choice {
        name: "symplectic-euler",
        label: "symplectic Euler",
        help: "Positions move with the new velocities: the energy error stays bounded while stable",
    };
    Integrator::RungeKutta2, Choice {
        name: "runge-kutta-2",
        label: "Runge-Kutta 2",
        help: "Uses the forces at the middle of the substep: second order",
    };
    Integrator::BackwardEuler, Choice {
        name: "backward-euler",
        label: "backward Euler",
        help: "Uses linearised forces at the end of the substep: stable, but damps",
    };
}
