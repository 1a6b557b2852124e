//! What the things of a scene refer to.

use crate::scene::{BodyRef, Constraint, ConstraintKind, Grip, Id, Scene, Thing};
use std::collections::{BTreeMap, BTreeSet};

/// Calls `f` with each id that a constraint grips, materials aside.
pub(super) fn each_grip(kind: &mut ConstraintKind, f: &mut impl FnMut(&mut Id)) {
    match kind {
        ConstraintKind::Stick(stick) => {
            f(&mut stick.a);
            f(&mut stick.b);
        }
        ConstraintKind::Gear(gear) => {
            f(&mut gear.a);
            f(&mut gear.b);
        }
        ConstraintKind::Corner(corner) => {
            f(&mut corner.a);
            f(&mut corner.b);
        }
        ConstraintKind::Surface(surface) => {
            surface.triangles.iter_mut().flatten().for_each(f);
        }
        ConstraintKind::AngleLimit(limit) => {
            body_ref(&mut limit.a, f);
            body_ref(&mut limit.b, f);
        }
        other => {
            for grip in grips_mut(other).into_iter().flatten() {
                match grip {
                    Grip::World(_) => {}
                    Grip::Particle(id) | Grip::Stick { id, .. } | Grip::Body { id, .. } => f(id),
                    Grip::Part { ragdoll, .. } => f(ragdoll),
                }
            }
        }
    }
}

fn body_ref(body: &mut BodyRef, f: &mut impl FnMut(&mut Id)) {
    match body {
        BodyRef::Body(id) => f(id),
        BodyRef::Part { ragdoll, .. } => f(ragdoll),
    }
}

/// The two grips of a constraint; none of sticks, surfaces, gears, corners and angle limits.
pub(super) fn grips_mut(kind: &mut ConstraintKind) -> Option<[&mut Grip; 2]> {
    match kind {
        ConstraintKind::Distance(joint) => Some([&mut joint.a, &mut joint.b]),
        ConstraintKind::Pin(joint) => Some([&mut joint.a, &mut joint.b]),
        ConstraintKind::Hinge(joint) => Some([&mut joint.a, &mut joint.b]),
        ConstraintKind::Fixed(joint) => Some([&mut joint.a, &mut joint.b]),
        ConstraintKind::Slider(joint) => Some([&mut joint.a, &mut joint.b]),
        ConstraintKind::Universal(joint) => Some([&mut joint.a, &mut joint.b]),
        ConstraintKind::Serial(joint) => Some([&mut joint.a, &mut joint.b]),
        ConstraintKind::Guide(guide) => Some([&mut guide.a, &mut guide.b]),
        ConstraintKind::Stick(_)
        | ConstraintKind::AngleLimit(_)
        | ConstraintKind::Gear(_)
        | ConstraintKind::Corner(_)
        | ConstraintKind::Surface(_) => None,
    }
}

/// The two grips of a constraint; none of sticks, surfaces, gears, corners and angle limits.
pub fn grips(kind: &ConstraintKind) -> Option<[&Grip; 2]> {
    match kind {
        ConstraintKind::Distance(joint) => Some([&joint.a, &joint.b]),
        ConstraintKind::Pin(joint) => Some([&joint.a, &joint.b]),
        ConstraintKind::Hinge(joint) => Some([&joint.a, &joint.b]),
        ConstraintKind::Fixed(joint) => Some([&joint.a, &joint.b]),
        ConstraintKind::Slider(joint) => Some([&joint.a, &joint.b]),
        ConstraintKind::Universal(joint) => Some([&joint.a, &joint.b]),
        ConstraintKind::Serial(joint) => Some([&joint.a, &joint.b]),
        ConstraintKind::Guide(guide) => Some([&guide.a, &guide.b]),
        ConstraintKind::Stick(_)
        | ConstraintKind::AngleLimit(_)
        | ConstraintKind::Gear(_)
        | ConstraintKind::Corner(_)
        | ConstraintKind::Surface(_) => None,
    }
}

/// Ids that a constraint grips: bodies, particles, sticks, ragdolls and, if it is a gear,
/// joints.
pub fn gripped(kind: &ConstraintKind) -> Vec<Id> {
    let mut ids = Vec::new();
    each_grip(&mut kind.clone(), &mut |id| ids.push(*id));
    ids
}

/// The id of a side of a collision rule.
pub(super) fn thing_id(thing: &mut Thing) -> &mut Id {
    match thing {
        Thing::Body(id) | Thing::Stick(id) | Thing::Obstacle(id) => id,
        Thing::Part { ragdoll, .. } => ragdoll,
    }
}

/// What is gripped, with the particles of gripped sticks in place of these: what
/// has to move for a constraint to move.
pub(super) fn movers(scene: &Scene, constraint: &Constraint) -> Vec<Id> {
    let sticks = |id: Id| {
        let found = scene.constraints.iter().find(|c| c.id == id);
        found.map_or(vec![id], |stick| gripped(&stick.kind))
    };
    gripped(&constraint.kind)
        .into_iter()
        .flat_map(sticks)
        .collect()
}

/// The set with the particles of its sticks, which are where the sticks are.
pub(super) fn with_stick_ends(scene: &Scene, ids: &BTreeSet<Id>) -> BTreeSet<Id> {
    let mut all = ids.clone();
    for constraint in &scene.constraints {
        if let (true, ConstraintKind::Stick(stick)) =
            (ids.contains(&constraint.id), &constraint.kind)
        {
            all.extend([stick.a, stick.b]);
        }
    }
    all
}

/// The constraints that grip nothing but things of the set (and the world).
pub(super) fn inside(scene: &Scene, ids: &BTreeSet<Id>) -> BTreeSet<Id> {
    let sticks: BTreeMap<Id, [Id; 2]> = scene.constraints.iter().filter_map(stick_ends).collect();
    let has = |id: Id| match sticks.get(&id) {
        Some(ends) => ends.iter().all(|end| ids.contains(end)),
        None => ids.contains(&id),
    };
    let whole = |c: &&Constraint| gripped(&c.kind).into_iter().all(has);
    scene
        .constraints
        .iter()
        .filter(whole)
        .map(|c| c.id)
        .collect()
}

fn stick_ends(constraint: &Constraint) -> Option<(Id, [Id; 2])> {
    match &constraint.kind {
        ConstraintKind::Stick(stick) => Some((constraint.id, [stick.a, stick.b])),
        _ => None,
    }
}

/// Everything that hangs together with the set through constraints, the
/// constraints among it.
pub fn connected(scene: &Scene, ids: &BTreeSet<Id>) -> BTreeSet<Id> {
    let mut all = ids.clone();
    loop {
        let before = all.len();
        for constraint in &scene.constraints {
            let ends = gripped(&constraint.kind);
            if all.contains(&constraint.id) || ends.iter().any(|id| all.contains(id)) {
                all.insert(constraint.id);
                all.extend(ends);
            }
        }
        if all.len() == before {
            return all;
        }
    }
}
