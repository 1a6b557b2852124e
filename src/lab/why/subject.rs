//! Whose motion is asked about.

use super::words::words_of;
use crate::compile::single_things;
use crate::lab::Simulation;
use crate::physics::constraint::ConstraintRows;
use crate::physics::ledger::Cause;
use crate::physics::ColliderId;
use crate::scene::{Id, Scene};
use std::collections::BTreeSet;

/// Some of what moves in a world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// What a person calls it.
    pub name: String,
    /// Its movers; particles are counted first, then bodies.
    pub movers: BTreeSet<usize>,
    /// All movers from this one on belong to it too: balls that are thrown later.
    pub from: Option<usize>,
}

impl Subject {
    /// All that moves.
    pub fn everything(simulation: &Simulation) -> Subject {
        Subject {
            name: "everything".into(),
            movers: (0..count(simulation)).collect(),
            from: Some(0),
        }
    }

    /// What a constraint holds together, by its place in the model; named after it.
    pub fn of_constraint(scene: &Scene, simulation: &Simulation, index: usize) -> Option<Subject> {
        let model = simulation.world.model();
        let constraint = model.constraints.get(index)?;
        let mut movers = BTreeSet::new();
        for side in constraint.attachments() {
            side.each_mover(model.particles.len(), |mover| {
                movers.insert(mover);
            });
        }
        let cause = Cause::Constraint(index);
        (!movers.is_empty()).then(|| Subject {
            name: words_of(scene, &simulation.map, model, cause),
            movers,
            from: None,
        })
    }

    /// Whether a mover belongs to it.
    pub fn has(&self, mover: usize) -> bool {
        self.movers.contains(&mover) || self.from.is_some_and(|from| mover >= from)
    }

    /// What has a name, or an id, in the scene: a body, a particle, a stick, a joint (which
    /// stands for what it holds), a ragdoll, a part
    /// of a ragdoll (`MX 1/pelvis`, or `pelvis` where one ragdoll alone has it), `ball` for all
    /// balls that were thrown, or `everything`.
    pub fn named(scene: &Scene, simulation: &Simulation, name: &str) -> Option<Subject> {
        let bodies_from = simulation.world.state().particles.len();
        let of = |movers: BTreeSet<usize>| {
            let name = name.to_owned();
            (!movers.is_empty()).then_some(Subject {
                name,
                movers,
                from: None,
            })
        };
        if name == "everything" {
            return Some(Subject::everything(simulation));
        }
        let ids = things(scene).filter(|(id, own)| *own == name || id.to_string() == name);
        let ids: Vec<Id> = ids.map(|(id, _)| id).collect();
        if let Some(subject) = of(movers_of(scene, simulation, &ids)) {
            return Some(subject);
        }
        if name == "ball" {
            return Some(Subject {
                name: name.to_owned(),
                movers: simulation.balls().iter().map(|i| bodies_from + i).collect(),
                from: Some(count(simulation)),
            });
        }
        let parts = parts(scene, simulation).filter(|(ragdoll, part, _)| {
            *part == name
                || name.strip_suffix(part).and_then(|n| n.strip_suffix('/')) == Some(ragdoll)
        });
        let parts: Vec<_> = parts.collect();
        match &parts[..] {
            [(.., movers)] => of(movers.clone()),
            _ => None,
        }
    }

    /// Things of the scene that are selected.
    pub fn of_things(scene: &Scene, simulation: &Simulation, ids: &[Id]) -> Option<Subject> {
        let movers = movers_of(scene, simulation, ids);
        let names = things(scene).filter(|(id, _)| ids.contains(id));
        let names: Vec<_> = names.map(|(_, name)| name).collect();
        let name = match names[..] {
            [one] => one.to_owned(),
            _ => format!("{} objects", names.len()),
        };
        (!movers.is_empty()).then_some(Subject {
            name,
            movers,
            from: None,
        })
    }

    /// Names that it may be asked about by.
    pub fn names(scene: &Scene, simulation: &Simulation) -> Vec<String> {
        let own = things(scene).filter(|(id, name)| {
            !name.is_empty() && !movers_of(scene, simulation, &[*id]).is_empty()
        });
        let own = own.map(|(_, name)| name.to_owned());
        let parts = parts(scene, simulation).map(|(ragdoll, part, _)| format!("{ragdoll}/{part}"));
        own.chain(parts).collect()
    }
}

/// Ids of what has a name in a scene.
pub fn ids_named(scene: &Scene, name: &str) -> Vec<Id> {
    let named = things(scene).filter(|(_, own)| *own == name);
    named.map(|(id, _)| id).collect()
}

fn count(simulation: &Simulation) -> usize {
    let state = simulation.world.state();
    state.particles.len() + state.bodies.len()
}

/// Ids and names of all that may move.
fn things(scene: &Scene) -> impl Iterator<Item = (Id, &str)> {
    let ragdolls = scene.ragdolls.iter().map(|r| (r.id, r.name.as_str()));
    single_things(scene).chain(ragdolls)
}

fn movers_of(scene: &Scene, simulation: &Simulation, ids: &[Id]) -> BTreeSet<usize> {
    let (map, world) = (&simulation.map, &simulation.world);
    let bodies_from = world.state().particles.len();
    let mut movers = BTreeSet::new();
    for id in ids {
        movers.extend(map.particles.get(id));
        movers.extend(map.bodies.get(id).map(|body| bodies_from + body));
        let carried = map
            .tetrahedra
            .get(id)
            .map(|&i| &world.model().tetrahedra[i]);
        movers.extend(carried.iter().flat_map(|body| body.carrier.particles));
        if let Some(&stick) = map.sticks.get(id) {
            let stick = &world.model().sticks[stick];
            movers.extend([stick.a, stick.b]);
        }
        let joint = scene.constraints.iter().position(|own| own.id == *id);
        let joint = joint.filter(|_| !map.sticks.contains_key(id));
        movers.extend(held_by(simulation, joint));
        for ragdoll in map.ragdolls.iter().filter(|ragdoll| ragdoll.id == *id) {
            movers.extend(ragdoll.particles.clone());
            movers.extend(ragdoll.bodies.clone().map(|body| bodies_from + body));
        }
    }
    let fixed = |mover: &usize| world.model().particles.get(*mover).is_some_and(|p| p.fixed);
    movers.retain(|mover| !fixed(mover));
    movers
}

/// What a joint holds: the movers of its second side or, if that is the world, of its first.
fn held_by(simulation: &Simulation, joint: Option<usize>) -> Vec<usize> {
    let model = simulation.world.model();
    let Some(joint) = joint.and_then(|index| model.constraints.get(index)) else {
        return Vec::new();
    };
    let [first, second] = joint.attachments().map(|side| {
        let mut movers = Vec::new();
        side.each_mover(model.particles.len(), |mover| movers.push(mover));
        movers
    });
    match second.is_empty() {
        true => first,
        false => second,
    }
}

/// The parts of all ragdolls: name of the ragdoll, name of the part, its movers.
fn parts<'a>(
    scene: &'a Scene,
    simulation: &'a Simulation,
) -> impl Iterator<Item = (&'a str, &'static str, BTreeSet<usize>)> + 'a {
    let (map, model) = (&simulation.map, simulation.world.model());
    let bodies_from = model.particles.len();
    map.ragdolls.iter().flat_map(move |ragdoll| {
        let mut named = scene.ragdolls.iter().filter(|r| r.id == ragdoll.id);
        let name = named.next().map_or("", |r| r.name.as_str());
        ragdoll.parts.iter().enumerate().map(move |(i, &part)| {
            let movers = match ragdoll.bodies.is_empty() {
                false => [bodies_from + ragdoll.bodies.start + i].into(),
                true => {
                    let stick = &model.sticks[ragdoll.sticks.start + i];
                    [stick.a, stick.b].into()
                }
            };
            (name, part, movers)
        })
    })
}

/// What a person calls a mover; particles are counted first, then bodies.
pub fn name_of_mover(scene: &Scene, simulation: &Simulation, mover: usize) -> String {
    let particles = simulation.world.state().particles.len();
    let owner = match mover.checked_sub(particles) {
        None => ColliderId::Particle(mover),
        Some(body) => ColliderId::Body(body),
    };
    simulation.map.title_in(scene, owner)
}
