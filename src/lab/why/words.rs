//! Causes in words.

use crate::compile::IdMap;
use crate::physics::constraint::{Constraint, ConstraintRows};
use crate::physics::ledger::{Cause, Form};
use crate::physics::{Attachment, ColliderId, Model};
use crate::scene::{Id, Scene};

/// What a person calls a cause.
pub fn words_of(scene: &Scene, map: &IdMap, model: &Model, cause: Cause) -> String {
    let pair = |[a, b]: [ColliderId; 2]| {
        let [a, b] = [a, b].map(|owner| map.title_in(scene, owner));
        format!("{a} and {b}")
    };
    match cause {
        Cause::Gravity => "gravity".into(),
        Cause::Drag => "drag".into(),
        Cause::Inertia => "inertia".into(),
        Cause::Constraint(index) => match model.constraints.get(index) {
            Some(constraint) => constraint_words(scene, map, (index, constraint)),
            None => format!("constraint {index}"),
        },
        Cause::Drive(index) => match model.constraints.get(index) {
            Some(constraint) => {
                let joint = constraint_words(scene, map, (index, constraint));
                format!("drive of {joint}")
            }
            None => format!("drive of constraint {index}"),
        },
        Cause::JointDamping => "joint damping".into(),
        Cause::Stops => "stops of joints".into(),
        Cause::Normal(owners) => format!("contact between {}", pair(owners)),
        Cause::Friction(owners) => format!("friction between {}", pair(owners)),
        Cause::Bounce(owners) => format!("bounce between {}", pair(owners)),
        Cause::Springs => "friction of penalty contacts".into(),
        Cause::Rolling => "rolling resistance".into(),
        Cause::Pull => "mouse pull".into(),
        Cause::Pins => "pins".into(),
        Cause::Rest => "falling asleep".into(),
        Cause::Outside => "throws, blasts and edits".into(),
        Cause::Form(form) => match form {
            Form::Parabola => "method: parabolic flight".into(),
            Form::Displacement => "method: velocities from displacements".into(),
            Form::Projection => "method: drift and penetration correction".into(),
            Form::Rule => "method: integration rule".into(),
            Form::Precision => "method: rounding in crowds".into(),
            Form::Contacts => "method: contact rounding".into(),
        },
    }
}

fn constraint_words(
    scene: &Scene,
    map: &IdMap,
    (index, constraint): (usize, &Constraint),
) -> String {
    let of_scene = scene
        .constraints
        .get(index)
        .filter(|own| !own.name.is_empty());
    let in_figure = map.ragdolls.iter().any(|r| r.constraints.contains(&index));
    if let Some(own) = of_scene.filter(|_| !in_figure) {
        return own.name.clone();
    }
    let side = |end| match end {
        Attachment::World(_) => "the world".into(),
        Attachment::Particle(i)
        | Attachment::Particles { ix: [i, ..], .. }
        | Attachment::Limb { a: i, .. } => map.title_in(scene, ColliderId::Particle(i)),
        Attachment::Body { body, .. } => map.title_in(scene, ColliderId::Body(body)),
    };
    let [a, b] = constraint.attachments().map(side);
    format!("{} between {a} and {b}", constraint.kind_name())
}

/// The thing of the scene that stands behind a cause.
pub fn thing_of(scene: &Scene, map: &IdMap, cause: Cause) -> Option<Id> {
    match cause {
        Cause::Constraint(index) | Cause::Drive(index) => {
            let ragdoll = map.ragdolls.iter().find(|r| r.constraints.contains(&index));
            let own = || scene.constraints.get(index).map(|own| own.id);
            ragdoll.map(|ragdoll| ragdoll.id).or_else(own)
        }
        Cause::Normal(pair) | Cause::Friction(pair) | Cause::Bounce(pair) => {
            pair.into_iter().rev().find_map(|owner| map.id_of(owner))
        }
        _ => None,
    }
}

/// Whether a cause moves things by itself: what moves on with its velocity does not.
pub fn corrects(cause: Cause) -> bool {
    !matches!(cause, Cause::Inertia | Cause::Form(Form::Parabola))
}

/// Groups that bars and curves are coloured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Gravity.
    Gravity,
    /// Contacts, but for friction.
    Contacts,
    /// Friction and rolling.
    Friction,
    /// Joints.
    Joints,
    /// Limits of joints.
    Limits,
    /// Drives: springs, motors and friction of joints.
    Drives,
    /// Drag and damping.
    Damping,
    /// The hand, pins, throws, blasts, edits.
    Person,
    /// What the method adds.
    Method,
}

impl Group {
    /// All of them.
    pub const ALL: [Group; 9] = [
        Group::Gravity,
        Group::Contacts,
        Group::Friction,
        Group::Joints,
        Group::Limits,
        Group::Drives,
        Group::Damping,
        Group::Person,
        Group::Method,
    ];

    /// That of a cause.
    pub fn of(model: &Model, cause: Cause) -> Group {
        match cause {
            Cause::Gravity => Group::Gravity,
            Cause::Normal(_) | Cause::Bounce(_) => Group::Contacts,
            Cause::Friction(_) | Cause::Springs | Cause::Rolling => Group::Friction,
            Cause::Constraint(index) => match model.constraints.get(index) {
                Some(Constraint::AngleLimit(_)) => Group::Limits,
                _ => Group::Joints,
            },
            Cause::Stops => Group::Limits,
            Cause::Drive(_) => Group::Drives,
            Cause::Drag | Cause::JointDamping => Group::Damping,
            Cause::Pull | Cause::Pins | Cause::Outside => Group::Person,
            Cause::Inertia | Cause::Rest | Cause::Form(_) => Group::Method,
        }
    }

    /// Name on screen and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Group::Gravity => "gravity",
            Group::Contacts => "contacts",
            Group::Friction => "friction",
            Group::Joints => "joints",
            Group::Limits => "limits",
            Group::Drives => "drives",
            Group::Damping => "drag and damping",
            Group::Person => "user actions",
            Group::Method => "inertia and method",
        }
    }
}
