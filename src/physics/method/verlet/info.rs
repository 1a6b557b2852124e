//! What the method offers: what it can do, settings and presets.

use super::parameters::PARAMETERS;
use super::settings::VerletSettings;
use super::Verlet;
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
    companion: false,
    parameters: PARAMETERS,
    presets: PRESETS,
    weaknesses: WEAKNESSES,
    settings: || VerletSettings::STANDARD.into(),
    refuses: |_| None,
    axis_needs,
    stable_below: |_, _| None,
    create: || Box::new(Verlet::default()),
};

/// Thickness from which on the axis of a shared hinge stays within a degree in a swing of two
/// bars with the preset `default`: the particles at the axis of a slim body are so light that
/// hardly anything of a load passes through them in an iteration.
const THICK_ENOUGH: f64 = 0.5;
/// Rounding of a thickness.
const ROUNDING: f64 = 1e-9;

/// What keeps the axis of a shared hinge.
fn axis_needs(_: &Model, thickness: f64) -> Option<&'static str> {
    (thickness < THICK_ENOUGH - ROUNDING).then_some("")
}

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
];

const WEAKNESSES: &[Weakness] = &[
    Weakness {
        subject: Subject::Pendulum,
        presets: &["default", "high"],
        why: "joints on positions damp motion: a large swing shrinks, and its period with it",
    },
    Weakness {
        subject: Subject::Serial,
        presets: &["default", "high"],
        why: "joints on positions damp motion: what swings from several axes one after another loses up to half of its energy in 10 s",
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
