//! Where things are in the lists of a scene, so that a command about many of them does
//! not look through the whole scene for each.

use super::error::EditError;
use super::item::{Item, ItemKind};
use crate::scene::{Id, Scene};
use std::collections::BTreeMap;

/// The list and the place in it of each thing, as last looked for. A place that holds
/// something else meanwhile is noticed, and all are looked for again.
#[derive(Debug, Default)]
pub(super) struct Places(BTreeMap<Id, (ItemKind, usize)>);

impl Places {
    /// A copy of the thing with this id.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn get(&mut self, scene: &Scene, id: Id) -> Result<Item, EditError> {
        let place = self.place(scene, id);
        let item = place.and_then(|(kind, place)| item_at(scene, kind, place));
        item.ok_or(EditError::Missing { what: "object", id })
    }

    /// Puts a thing in the place of the one of its kind with its id.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn put(&mut self, scene: &mut Scene, item: Item) -> Result<(), EditError> {
        let (what, id) = (item.kind().word(), item.id());
        let place = self.place(scene, id).map(|(_, place)| place);
        let done = place.is_some_and(|place| match item {
            Item::Material(thing) => put(&mut scene.materials, place, thing, |t| t.id),
            Item::Obstacle(thing) => put(&mut scene.obstacles, place, thing, |t| t.id),
            Item::Body(thing) => put(&mut scene.bodies, place, thing, |t| t.id),
            Item::Particle(thing) => put(&mut scene.particles, place, thing, |t| t.id),
            Item::Constraint(thing) => put(&mut scene.constraints, place, thing, |t| t.id),
            Item::Ragdoll(thing) => put(&mut scene.ragdolls, place, thing, |t| t.id),
        });
        done.then_some(()).ok_or(EditError::Missing { what, id })
    }

    fn place(&mut self, scene: &Scene, id: Id) -> Option<(ItemKind, usize)> {
        self.known(scene, id).or_else(|| {
            self.look(scene);
            self.known(scene, id)
        })
    }

    fn known(&self, scene: &Scene, id: Id) -> Option<(ItemKind, usize)> {
        let place = self.0.get(&id).copied();
        place.filter(|&(kind, place)| id_at(scene, kind, place) == Some(id))
    }

    fn look(&mut self, scene: &Scene) {
        self.0.clear();
        let mut note = |kind, ids: &mut dyn Iterator<Item = Id>| {
            let places = ids.enumerate().map(|(place, id)| (id, (kind, place)));
            self.0.extend(places);
        };
        note(
            ItemKind::Material,
            &mut scene.materials.iter().map(|t| t.id),
        );
        note(
            ItemKind::Obstacle,
            &mut scene.obstacles.iter().map(|t| t.id),
        );
        note(ItemKind::Body, &mut scene.bodies.iter().map(|t| t.id));
        note(
            ItemKind::Particle,
            &mut scene.particles.iter().map(|t| t.id),
        );
        // Sticks, surfaces and joints are in one list.
        note(ItemKind::Joint, &mut scene.constraints.iter().map(|t| t.id));
        note(ItemKind::Ragdoll, &mut scene.ragdolls.iter().map(|t| t.id));
    }
}

fn id_at(scene: &Scene, kind: ItemKind, place: usize) -> Option<Id> {
    match kind {
        ItemKind::Material => scene.materials.get(place).map(|t| t.id),
        ItemKind::Obstacle => scene.obstacles.get(place).map(|t| t.id),
        ItemKind::Body => scene.bodies.get(place).map(|t| t.id),
        ItemKind::Particle => scene.particles.get(place).map(|t| t.id),
        ItemKind::Stick | ItemKind::Surface | ItemKind::Joint => {
            scene.constraints.get(place).map(|t| t.id)
        }
        ItemKind::Ragdoll => scene.ragdolls.get(place).map(|t| t.id),
    }
}

fn item_at(scene: &Scene, kind: ItemKind, place: usize) -> Option<Item> {
    match kind {
        ItemKind::Material => scene.materials.get(place).cloned().map(Item::Material),
        ItemKind::Obstacle => scene.obstacles.get(place).cloned().map(Item::Obstacle),
        ItemKind::Body => scene.bodies.get(place).cloned().map(Item::Body),
        ItemKind::Particle => scene.particles.get(place).cloned().map(Item::Particle),
        ItemKind::Stick | ItemKind::Surface | ItemKind::Joint => {
            scene.constraints.get(place).cloned().map(Item::Constraint)
        }
        ItemKind::Ragdoll => scene.ragdolls.get(place).cloned().map(Item::Ragdoll),
    }
}

/// Whether the thing at that place had the same id, and was replaced.
fn put<T>(list: &mut [T], place: usize, thing: T, id: fn(&T) -> Id) -> bool {
    let old = list.get_mut(place).filter(|old| id(old) == id(&thing));
    old.map(|old| *old = thing).is_some()
}
