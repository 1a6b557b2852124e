//! Things outside a scene: what generators make and what the clipboard holds.

use super::error::EditError;
use super::ids::FreshIds;
use super::item::{check_ids, Item};
use super::references::{each_grip, inside, thing_id, with_stick_ends};
use crate::scene::{CollisionRule, Constraint, ConstraintKind, Id, Material, Scene};
use std::collections::{BTreeMap, BTreeSet};

/// Things that can be inserted into a scene. Their ids are their own: references
/// among them are kept under fresh ids, others are to things of the scene.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Things {
    /// The things, constraints in the order of solution.
    pub items: Vec<Item>,
    /// Collision rules about them.
    pub rules: Vec<CollisionRule>,
    /// Materials that they are made of. Where the scene has the same one, that is
    /// used in its place.
    pub materials: Vec<Material>,
}

impl Things {
    /// A single thing.
    pub fn one(item: Item) -> Things {
        Things {
            items: vec![item],
            ..Things::default()
        }
    }

    /// A new constraint, without a name and with an id that is free in a scene.
    pub fn constraint(scene: &Scene, kind: ConstraintKind) -> Things {
        let highest = scene.ids().last().copied();
        Things::one(Item::Constraint(Constraint {
            id: highest.unwrap_or(0).saturating_add(1),
            name: String::new(),
            kind,
        }))
    }

    /// A copy of things of a scene, for the clipboard: with the particles of the
    /// sticks, the constraints and rules that concern nothing else, and the materials.
    /// Chosen constraints that grip something else are left out.
    ///
    /// # Errors
    /// An id is not in the scene.
    pub fn copy(scene: &Scene, ids: &BTreeSet<Id>) -> Result<Things, EditError> {
        check_ids(scene, ids)?;
        let mut things = Things::gather(scene, &whole(scene, ids));
        let among: BTreeSet<Id> = things.items.iter().map(Item::id).collect();
        let inner = inside(scene, &among);
        things
            .items
            .retain(|item| !matches!(item, Item::Constraint(c) if !inner.contains(&c.id)));
        let made_of = things.items.iter_mut().flat_map(Item::materials_mut);
        let made_of: BTreeSet<Id> = made_of.filter_map(|material| *material).collect();
        let used = |m: &&Material| made_of.contains(&m.id) && !among.contains(&m.id);
        things.materials = scene.materials.iter().filter(used).cloned().collect();
        Ok(things)
    }

    /// All of a scene but its settings and its launcher, as a group to insert
    /// elsewhere.
    pub fn of_scene(scene: &Scene) -> Things {
        let materials: BTreeSet<Id> = scene.materials.iter().map(|m| m.id).collect();
        let ids: BTreeSet<Id> = scene.ids().difference(&materials).copied().collect();
        Things {
            materials: scene.materials.clone(),
            ..Things::gather(scene, &ids)
        }
    }

    /// Clones of the things with these ids, and the rules among them.
    pub(super) fn gather(scene: &Scene, ids: &BTreeSet<Id>) -> Things {
        let wanted = |id: &Id| ids.contains(id);
        let mut items: Vec<Item> = Vec::new();
        let mut add = |id: Id, item: &dyn Fn() -> Item| {
            if wanted(&id) {
                items.push(item());
            }
        };
        (scene.materials.iter()).for_each(|t| add(t.id, &|| Item::Material(t.clone())));
        (scene.obstacles.iter()).for_each(|t| add(t.id, &|| Item::Obstacle(t.clone())));
        (scene.bodies.iter()).for_each(|t| add(t.id, &|| Item::Body(t.clone())));
        (scene.particles.iter()).for_each(|t| add(t.id, &|| Item::Particle(t.clone())));
        (scene.constraints.iter()).for_each(|t| add(t.id, &|| Item::Constraint(t.clone())));
        (scene.ragdolls.iter()).for_each(|t| add(t.id, &|| Item::Ragdoll(t.clone())));
        let among = |rule: &&CollisionRule| {
            let mut rule = (*rule).clone();
            ids.contains(thing_id(&mut rule.a)) && ids.contains(thing_id(&mut rule.b))
        };
        Things {
            items,
            rules: scene
                .collision_rules
                .iter()
                .filter(among)
                .cloned()
                .collect(),
            materials: Vec::new(),
        }
    }

    /// Adds them to a scene under fresh ids, which are returned in the order of the
    /// things.
    pub(super) fn insert_into(mut self, scene: &mut Scene, fresh: &mut FreshIds) -> Vec<Id> {
        let mut new_ids = self.take_materials(scene, fresh);
        for item in &self.items {
            new_ids.insert(item.id(), fresh.next());
        }
        let renew = |id: &mut Id| *id = new_ids.get(id).copied().unwrap_or(*id);
        let mut added = Vec::new();
        for mut item in self.items {
            renew(item.id_mut());
            item.materials_mut().into_iter().flatten().for_each(renew);
            if let Item::Constraint(constraint) = &mut item {
                each_grip(&mut constraint.kind, &mut |id| renew(id));
            }
            added.push(item.id());
            item.push_to(scene);
        }
        for mut rule in self.rules {
            renew(thing_id(&mut rule.a));
            renew(thing_id(&mut rule.b));
            scene.collision_rules.push(rule);
        }
        added
    }

    /// Finds the materials in the scene or adds them; returns their ids there.
    fn take_materials(&mut self, scene: &mut Scene, fresh: &mut FreshIds) -> BTreeMap<Id, Id> {
        let mut ids = BTreeMap::new();
        for material in std::mem::take(&mut self.materials) {
            let own = material.id;
            let same = |m: &&Material| {
                Material {
                    id: own,
                    ..(*m).clone()
                } == material
            };
            let known = scene.materials.iter().find(same).map(|m| m.id);
            let id = known.unwrap_or_else(|| {
                let id = fresh.next();
                scene.materials.push(Material {
                    id,
                    ..material.clone()
                });
                id
            });
            ids.insert(own, id);
        }
        ids
    }
}

/// What a set stands for when it is copied: with the particles of its sticks and
/// the constraints among it.
pub(super) fn whole(scene: &Scene, ids: &BTreeSet<Id>) -> BTreeSet<Id> {
    let mut all = with_stick_ends(scene, ids);
    all.extend(inside(scene, &all));
    all
}
