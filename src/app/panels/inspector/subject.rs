//! What the inspector shows: things of one kind, and what they have in common.

use crate::editor::{Document, Item, ItemKind, Selection};
use crate::scene::{Id, Scene};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A value of several things.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Common<T> {
    /// All have this one.
    Same(T),
    /// They differ.
    Mixed,
    /// Not all have one.
    Missing,
}

impl<T> Common<T> {
    /// The value that all have.
    pub(super) fn same(self) -> Option<T> {
        match self {
            Common::Same(value) => Some(value),
            Common::Mixed | Common::Missing => None,
        }
    }
}

/// The selected things, gathered once for each state of scene and selection.
#[derive(Debug, Default)]
pub(super) struct Subject {
    of: Option<(Arc<Scene>, Selection)>,
    /// The things, in the order of the scene.
    pub(super) items: Vec<Item>,
    /// Which of them are of which kind.
    pub(super) kinds: BTreeMap<ItemKind, BTreeSet<Id>>,
    /// Values that have been asked for, by the name of the field.
    values: BTreeMap<String, Box<dyn Any + Send + Sync>>,
    /// How often values were gathered, for tests of the cache.
    gathered: usize,
}

impl Subject {
    /// Gathers anew if the scene or the selection has changed.
    pub(super) fn refresh(&mut self, document: &Document) {
        let (scene, selection) = (document.scene(), document.selection());
        let fresh = (self.of.as_ref())
            .is_some_and(|(of, selected)| Arc::ptr_eq(of, scene) && selected == selection);
        if fresh {
            return;
        }
        self.items = selected_items(scene, selection);
        self.kinds = BTreeMap::new();
        for item in &self.items {
            let ids = self.kinds.entry(item.kind()).or_default();
            ids.insert(item.id());
        }
        self.values.clear();
        self.of = Some((scene.clone(), selection.clone()));
    }

    /// Looks for all values again: the fields show something else of the same things.
    pub(super) fn forget_values(&mut self) {
        self.values.clear();
    }

    /// The value that all things have; looked for once under the name of its field.
    pub(super) fn common<T: Clone + PartialEq + Send + Sync + 'static>(
        &mut self,
        field: &str,
        get: impl Fn(&mut Item) -> Option<T>,
    ) -> Common<T> {
        let known = self.values.get(field);
        if let Some(value) = known.and_then(|value| value.downcast_ref::<Common<T>>()) {
            return value.clone();
        }
        self.gathered += 1;
        let mut values = self.items.iter_mut().map(get);
        let value = common_of(&mut values);
        self.values.insert(field.into(), Box::new(value.clone()));
        value
    }
}

fn common_of<T: PartialEq>(values: &mut impl Iterator<Item = Option<T>>) -> Common<T> {
    let Some(Some(first)) = values.next() else {
        return Common::Missing;
    };
    let mut same = true;
    for value in values {
        match value {
            Some(value) => same &= value == first,
            None => return Common::Missing,
        }
    }
    match same {
        true => Common::Same(first),
        false => Common::Mixed,
    }
}

/// The selected things in the order of the scene, in one pass over each of its lists.
fn selected_items(scene: &Scene, selection: &Selection) -> Vec<Item> {
    fn chosen<'a, T: Clone>(
        list: &'a [T],
        id: fn(&T) -> Id,
        selection: &'a Selection,
        item: fn(T) -> Item,
    ) -> impl Iterator<Item = Item> + 'a {
        let chosen = list.iter().filter(move |t| selection.contains(id(t)));
        chosen.cloned().map(item)
    }
    if selection.is_empty() {
        return Vec::new();
    }
    let mut items = Vec::with_capacity(selection.len());
    items.extend(chosen(
        &scene.materials,
        |t| t.id,
        selection,
        Item::Material,
    ));
    items.extend(chosen(
        &scene.obstacles,
        |t| t.id,
        selection,
        Item::Obstacle,
    ));
    items.extend(chosen(&scene.bodies, |t| t.id, selection, Item::Body));
    items.extend(chosen(
        &scene.particles,
        |t| t.id,
        selection,
        Item::Particle,
    ));
    items.extend(chosen(
        &scene.constraints,
        |t| t.id,
        selection,
        Item::Constraint,
    ));
    items.extend(chosen(&scene.ragdolls, |t| t.id, selection, Item::Ragdoll));
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Particle;

    fn particle(id: Id, mass_kg: f64) -> Particle {
        Particle {
            id,
            name: String::new(),
            mass_kg,
            position_m: [0.0; 3],
            velocity_m_s: [0.0; 3],
            radius_m: 0.0,
            fixed: false,
            material: None,
            color: None,
        }
    }

    fn mass(item: &mut Item) -> Option<f64> {
        match item {
            Item::Particle(particle) => Some(particle.mass_kg),
            _ => None,
        }
    }

    #[test]
    fn values_are_gathered_once_per_scene_and_selection() {
        let scene = Scene {
            particles: vec![particle(1, 1.0), particle(2, 1.0), particle(3, 2.0)],
            ..Scene::default()
        };
        let mut document = Document::new(scene);
        let mut subject = Subject::default();
        for (ids, expected) in [
            (vec![1, 2], Common::Same(1.0)),
            (vec![1, 2, 3], Common::Mixed),
            (vec![], Common::Missing),
        ] {
            document.select(Selection::of(ids));
            let before = subject.gathered;
            for _ in 0..5 {
                subject.refresh(&document);
                assert_eq!(subject.common("Mass", mass), expected);
            }
            assert_eq!(subject.gathered, before + 1);
        }
    }
}
