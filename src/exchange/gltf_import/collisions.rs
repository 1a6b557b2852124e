//! What of a file collides with what.

use super::bodies::Nodes;
use super::joints::Joined;
use crate::exchange::assembly::Assembly;
use crate::gltf::physics::Physics;
use std::collections::{BTreeMap, BTreeSet};

/// Most pairs of bodies that filters keep apart.
const MOST_PAIRS: usize = 100_000;

/// Writes rules for what collides here and not there, or the other way round.
pub fn rules(physics: &Physics, nodes: &Nodes, joined: &[Joined], assembly: &mut Assembly) {
    let mut systems: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let filters = |body: &[usize]| {
        let known: Vec<_> = body
            .iter()
            .filter_map(|at| physics.filters.get(*at))
            .collect();
        known
    };
    for (body, own) in nodes.filters.iter().enumerate() {
        for system in filters(own).iter().flat_map(|own| &own.collision_systems) {
            systems.entry(system).or_default().push(body);
        }
    }
    let apart = joined.iter().filter(|own| !own.collide);
    let mut exempt: BTreeSet<[usize; 2]> = apart.map(|own| own.bodies).collect();
    for (body, own) in nodes.filters.iter().enumerate() {
        for filter in filters(own) {
            if filter.collide_with_systems.is_some() {
                let what = "filters that name what alone collides";
                assembly.left_out.push(what.into());
            }
            let others = filter.not_collide_with_systems.iter();
            let others = others.filter_map(|system| systems.get(system.as_str()));
            let room = MOST_PAIRS.saturating_sub(exempt.len());
            let others: Vec<usize> = others.flatten().copied().take(room).collect();
            if others.len() == room {
                let what = format!("filters that keep more than {MOST_PAIRS} pairs apart");
                assembly.left_out.push(what);
            }
            let others = others.into_iter().filter(|other| *other != body);
            exempt.extend(others.map(|other| [body.min(other), body.max(other)]));
        }
    }
    let pairs: Vec<[usize; 2]> = joined.iter().map(|own| own.bodies).collect();
    assembly.rules(&pairs, &exempt);
}
