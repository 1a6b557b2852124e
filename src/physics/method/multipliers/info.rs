//! What the method offers: what it can do, settings and presets.

use super::settings::{MultipliersSettings, Stabilisation};
use super::Multipliers;
use crate::physics::attach::Attachment;
use crate::physics::constraint::{Constraint, Distance};
use crate::physics::dynamics::direct::{most_rows, refuses, Storage};
use crate::physics::dynamics::{parameters, Dynamics};
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, ParameterSpec, Range, Standard, Value,
};
use crate::physics::method::{common, Capability, MethodInfo, Preset, Subject, Weakness};
use crate::physics::model::Model;
use crate::physics::settings::{MethodSettings, Settings};

pub(in crate::physics::method) const INFO: MethodInfo = MethodInfo {
    id: "multipliers",
    label: "Lagrange multipliers",
    summary: "Solves all joint forces at once in a linear system, sparse along the joint tree \
              (Gästrin, section 5); limits and contacts are inequalities (section 6.2)",
    capabilities: &[
        Capability::Particles,
        Capability::RigidBodies,
        Capability::Loops,
        Capability::Contacts,
        Capability::Limits,
        Capability::Rolling,
    ],
    companion: false,
    parameters: PARAMETERS,
    presets: PRESETS,
    weaknesses: WEAKNESSES,
    settings: || MethodSettings::Multipliers(MultipliersSettings::default()),
    refuses: refuses_all,
    axis_needs: |_, _| None,
    stable_below: |_, _| None,
    create: || Box::new(Dynamics::<Multipliers>::default()),
};

const PRESETS: &[Preset] = &[
    Preset {
        name: "default",
        note: "joints closed to a thousandth of a millimetre at every step; no drift",
        values: &[],
    },
    Preset {
        name: "high",
        note: "twice the substeps: motion about twice as accurate",
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
    STORAGE,
    STABILISATION,
    ALPHA,
    BETA,
    parameters::SWEEPS,
    parameters::RESIDUAL,
    common::LINEAR_DRAG,
    common::ANGULAR_DRAG,
    common::JOINT_DAMPING,
    common::LIMIT_MODEL,
    common::SLEEPING,
];

fn put<T>(settings: &mut Settings, value: Option<T>, put: fn(&mut MultipliersSettings, T)) {
    if let (MethodSettings::Multipliers(own), Some(value)) = (&mut settings.method, value) {
        put(own, value);
    }
}

const STORAGE: ParameterSpec = ParameterSpec {
    key: "matrix",
    label: "Matrix",
    unit: "",
    kind: Kind::Choice(Storage::CHOICES),
    default: Standard::OfPreset(Value::Choice("sparse")),
    only_with: None,
    help: "How the matrix of the joints is solved.",
    set: |settings, value| {
        put(settings, Named::chosen(value), |s, storage| {
            s.storage = storage
        })
    },
};

named! { Storage:
    Storage::Sparse, Choice::new(
        "sparse",
        "Non-zero entries only: time grows with the number of joints in a tree (Gästrin, section \
         5.3)",
    );
    Storage::Dense, Choice::new(
        "dense",
        "All entries: time grows with the cube of the number of joints (Gästrin, section 5.3)",
    );
}

const STABILISATION: ParameterSpec = ParameterSpec {
    key: "stabilisation",
    label: "Stabilisation",
    unit: "",
    kind: Kind::Choice(Stabilisation::CHOICES),
    default: Standard::OfPreset(Value::Choice("project")),
    only_with: None,
    help: "How joint drift is corrected.",
    set: |settings, value| put(settings, Named::chosen(value), |s, by| s.stabilisation = by),
};

named! { Stabilisation:
    Stabilisation::Project, Choice::new(
        "project",
        "Solves velocities that keep joints together, then projects the poses until joints are closed",
    );
    Stabilisation::Baumgarte, Choice::new(
        "baumgarte",
        "Accelerations correct errors like a damped spring (Baumgarte, 1972)",
    );
    Stabilisation::None, Choice::new("none", "Accelerations without correction: joints drift \
                                              apart");
}

const RATES: Range = Range::closed(0.0, 1000.0, (0.0, 60.0));

const ALPHA: ParameterSpec = ParameterSpec {
    key: "baumgarte_alpha_per_s",
    label: "Baumgarte alpha",
    unit: "1/s",
    kind: Kind::Number(RATES),
    default: Standard::OfPreset(Value::Number(5.0)),
    only_with: Some(&[("stabilisation", "baumgarte")]),
    help: "Baumgarte's factor on the rate of an error. More than 0.4 per substep is unstable.",
    set: |settings, value| put(settings, value.number(), |s, alpha| s.alpha = alpha),
};

const BETA: ParameterSpec = ParameterSpec {
    key: "baumgarte_beta_per_s",
    label: "Baumgarte beta",
    unit: "1/s",
    kind: Kind::Number(RATES),
    default: Standard::OfPreset(Value::Number(5.0)),
    only_with: Some(&[("stabilisation", "baumgarte")]),
    help: "Square root of Baumgarte's factor on an error.",
    set: |settings, value| put(settings, value.number(), |s, beta| s.beta = beta),
};

/// Most rows of an assembly with a dense matrix: 100 MB, and seconds for a step.
const MOST_DENSE: usize = 3000;

/// Why the joints of a model cannot be solved all at once with its storage, if so.
fn refuses_all(model: &Model) -> Option<&'static str> {
    let storage = match &model.settings.method {
        MethodSettings::Multipliers(settings) => settings.storage,
        _ => Storage::Sparse,
    };
    if storage == Storage::Dense && most_rows(model) > MOST_DENSE {
        return Some("more than 3,000 joint rows of connected bodies with a dense matrix");
    }
    refuses(model).or_else(|| {
        has_overbraced_surface(model)
            .then_some("surfaces with more sticks than their particles have degrees of freedom")
    })
}

/// Whether the sticks of a surface say more than its particles can obey while it bends: of `n`
/// particles those of `3 n − 6` hold it stiff. Then multipliers grow without bound.
fn has_overbraced_surface(model: &Model) -> bool {
    if model.triangles.is_empty() {
        return false;
    }
    // Articulations are found as it is built.
    let model = &model.clone().build();
    let mut is_in_surface = vec![false; model.particles.len()];
    for corner in model.triangles.iter().flat_map(|triangle| triangle.corners) {
        is_in_surface[corner] = true;
    }
    let (mut ways, mut sticks) = (
        vec![-6_i64; model.articulations],
        vec![0; model.articulations],
    );
    for (particle, _) in model
        .particles
        .iter()
        .zip(&is_in_surface)
        .filter(|(_, &is)| is)
    {
        ways[particle.articulation] += 3;
    }
    for constraint in &model.constraints {
        let Constraint::Distance(Distance { a, b, min, max, .. }) = constraint else {
            continue;
        };
        if let (Attachment::Particle(a), Attachment::Particle(b)) = (*a, *b) {
            let is_stick = min == max && is_in_surface[a] && is_in_surface[b];
            sticks[model.particles[a].articulation] += i64::from(is_stick);
        }
    }
    ways.iter().zip(&sticks).any(|(ways, sticks)| sticks > ways)
}
