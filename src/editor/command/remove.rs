//! Removal of things with what refers to them.

use super::Edit;
use crate::editor::error::EditError;
use crate::editor::item::check_ids;
use crate::editor::references::{gripped, thing_id};
use crate::scene::{CollisionRule, Id, Scene};
use std::collections::BTreeSet;

impl Edit<'_> {
    /// Removes things, the constraints that grip them and the rules about them; what
    /// is made of a removed material gets the default one.
    pub(super) fn remove(&mut self, ids: &BTreeSet<Id>) -> Result<(), EditError> {
        check_ids(self.scene, ids)?;
        let materials = self.scene.materials.iter().map(|t| t.id);
        let materials: BTreeSet<Id> = materials.filter(|id| ids.contains(id)).collect();
        let gone = with_dependents(self.scene, ids);
        self.outcome.removed.extend(ids);
        self.outcome.also_removed.extend(gone.difference(ids));
        let scene = &mut *self.scene;
        scene.materials.retain(|t| !gone.contains(&t.id));
        scene.obstacles.retain(|t| !gone.contains(&t.id));
        scene.bodies.retain(|t| !gone.contains(&t.id));
        scene.particles.retain(|t| !gone.contains(&t.id));
        scene.constraints.retain(|t| !gone.contains(&t.id));
        scene.ragdolls.retain(|t| !gone.contains(&t.id));
        let rules = scene.collision_rules.len();
        scene.collision_rules.retain(|rule| {
            let CollisionRule { mut a, mut b, .. } = rule.clone();
            !gone.contains(thing_id(&mut a)) && !gone.contains(thing_id(&mut b))
        });
        self.outcome.rules_removed += rules - scene.collision_rules.len();
        if !materials.is_empty() {
            self.forget_materials(&materials)?;
        }
        Ok(())
    }

    fn forget_materials(&mut self, materials: &BTreeSet<Id>) -> Result<(), EditError> {
        for id in self.scene.ids() {
            let mut item = self.item(id)?;
            let mut has_changed = false;
            for place in item.materials_mut() {
                if place.is_some_and(|material| materials.contains(&material)) {
                    *place = None;
                    has_changed = true;
                }
            }
            if has_changed {
                self.put(item)?;
                self.outcome.without_material.push(id);
            }
        }
        Ok(())
    }
}

/// The set with the constraints that grip something of it, directly or by a stick.
pub(super) fn with_dependents(scene: &Scene, ids: &BTreeSet<Id>) -> BTreeSet<Id> {
    let mut gone = ids.clone();
    loop {
        let before = gone.len();
        for constraint in &scene.constraints {
            if gripped(&constraint.kind).iter().any(|id| gone.contains(id)) {
                gone.insert(constraint.id);
            }
        }
        if gone.len() == before {
            return gone;
        }
    }
}
