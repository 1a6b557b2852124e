//! What of a file collides with what.

use super::bodies::Nodes;
use super::joints::Joined;
use crate::budget::{self, Account};
use crate::exchange::assembly::Assembly;
use crate::gltf::physics::Physics;
use crate::gltf::GltfError;
use std::collections::{BTreeMap, BTreeSet};

/// Most pairs of bodies that filters name.
const MOST_PAIRS: usize = 1_000_000;

/// Writes rules for what collides here and not there, or the other way round.
///
/// # Errors
/// Colliders and systems together are too many.
pub fn rules(
    physics: &Physics,
    nodes: &Nodes,
    joined: &[Joined],
    assembly: &mut Assembly,
) -> Result<(), GltfError> {
    let filters = |at: &usize| physics.filters.get(*at);
    let mut named = Account::of(&budget::GLTF_SYSTEMS);
    for filter in nodes.filters.iter().flatten().filter_map(filters) {
        named.add(filter.collision_systems.len() + filter.not_collide_with_systems.len())?;
    }
    let mut systems: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (body, own) in nodes.filters.iter().enumerate() {
        for system in own
            .iter()
            .filter_map(filters)
            .flat_map(|own| &own.collision_systems)
        {
            systems.entry(system).or_default().push(body);
        }
    }
    let apart = joined.iter().filter(|own| !own.collide);
    let mut exempt: BTreeSet<[usize; 2]> = apart.map(|own| own.bodies).collect();
    let mut room = MOST_PAIRS;
    for (body, own) in nodes.filters.iter().enumerate() {
        for filter in own.iter().filter_map(filters) {
            if filter.collide_with_systems.is_some() {
                let what = "filters that list allowed collision partners";
                assembly.left_out.push(what.into());
            }
            let others = filter.not_collide_with_systems.iter();
            let others = others.filter_map(|system| systems.get(system.as_str()));
            for &other in others.flatten().take(room) {
                room -= 1;
                if other != body {
                    exempt.insert([body.min(other), body.max(other)]);
                }
            }
        }
    }
    if room == 0 {
        let what = format!("filters for more than {MOST_PAIRS} pairs");
        assembly.left_out.push(what);
    }
    let pairs: Vec<[usize; 2]> = joined.iter().map(|own| own.bodies).collect();
    assembly.rules(&pairs, &exempt);
    Ok(())
}
