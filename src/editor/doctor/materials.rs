//! Materials that nothing is made of, or nothing could be made of.

use super::{Check, Finding};
use crate::editor::command::Command;
use crate::editor::item::Item;
use crate::scene::range::FRICTION;
use crate::scene::{ConstraintKind, Id, Material, Scene, Shape};
use std::collections::BTreeSet;

/// Friction above which a surface grips more than rubber on rubber.
const GRIPPING: f64 = 1.5;
/// Restitution above which a surface bounces like hardened steel.
const BOUNCING: f64 = 0.9;
/// Friction above which contacts stick however they are loaded.
const GLUE: f64 = 3.0;

/// Looks through the materials.
pub(super) fn examine(scene: &Scene, findings: &mut Vec<Finding>) {
    let used = used(scene);
    for material in &scene.materials {
        let title = Item::Material(material.clone()).title();
        if !used.contains(&material.id) {
            let sentence = format!("{title} is not used.");
            let remedy = vec![Command::Remove([material.id].into())];
            findings.push(
                Finding::new(Check::UnusedMaterial, material.id, sentence)
                    .with_remedy("Delete unused material", remedy),
            );
        }
        findings.extend(wild(material, &title));
    }
}

fn used(scene: &Scene) -> BTreeSet<Id> {
    let obstacles = scene.obstacles.iter().filter_map(|t| t.material);
    let bodies = scene.bodies.iter().filter_map(|t| t.material);
    let pieces = scene.bodies.iter().flat_map(|body| match &body.shape {
        Shape::Compound(compound) => &compound.pieces[..],
        _ => &[],
    });
    let pieces = pieces.filter_map(|piece| piece.material);
    let particles = scene.particles.iter().filter_map(|t| t.material);
    let ragdolls = scene.ragdolls.iter().filter_map(|t| t.material);
    let sticks = scene.constraints.iter().filter_map(|c| match &c.kind {
        ConstraintKind::Stick(stick) => stick.material,
        ConstraintKind::Surface(surface) => surface.material,
        _ => None,
    });
    let all = obstacles.chain(bodies).chain(pieces).chain(particles);
    all.chain(ragdolls).chain(sticks).collect()
}

fn wild(material: &Material, title: &str) -> Option<Finding> {
    let (friction, restitution) = (material.friction, material.restitution);
    let why = if friction > GRIPPING && restitution > BOUNCING {
        "bodies that bounce off it turn spin into speed and jump away"
    } else if friction > GLUE {
        "bodies on it stick like glue and tip over instead of sliding"
    } else {
        return None;
    };
    let sentence = format!("{title} has friction {friction} and restitution {restitution}: {why}.");
    let tame = Material {
        friction: FRICTION.comfortable.1.min(friction),
        ..material.clone()
    };
    let remedy = vec![Command::replace(Item::Material(tame), "Friction")];
    let finding = Finding::new(Check::WildMaterial, material.id, sentence);
    Some(finding.with_remedy("Lower friction to 1.5", remedy))
}
