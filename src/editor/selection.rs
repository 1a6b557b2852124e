//! What is selected.

use super::item::{all_kinds, Item, ItemKind};
use super::names;
use super::references::connected;
use crate::scene::{Id, Scene};
use std::collections::BTreeSet;

/// A set of things with an active one, the last that was selected.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    ids: BTreeSet<Id>,
    active: Option<Id>,
}

impl Selection {
    /// These things; the last one is the active one.
    pub fn of(ids: impl IntoIterator<Item = Id>) -> Selection {
        let mut selection = Selection::default();
        for id in ids {
            selection.add(id);
        }
        selection
    }

    /// The ids.
    pub fn ids(&self) -> &BTreeSet<Id> {
        &self.ids
    }

    /// The thing that inspectors show; none only if nothing is selected.
    pub fn active(&self) -> Option<Id> {
        self.active
    }

    /// How many things are selected.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Whether a thing is selected.
    pub fn contains(&self, id: Id) -> bool {
        self.ids.contains(&id)
    }

    /// Adds a thing and makes it the active one.
    pub fn add(&mut self, id: Id) {
        self.ids.insert(id);
        self.active = Some(id);
    }

    /// Takes a thing out.
    pub fn remove(&mut self, id: Id) {
        self.ids.remove(&id);
        self.find_active();
    }

    /// Adds a thing, or takes it out if it is selected.
    pub fn toggle(&mut self, id: Id) {
        if self.contains(id) {
            self.remove(id);
        } else {
            self.add(id);
        }
    }

    /// Drops what the scene does not have.
    pub fn retain_existing(&mut self, scene: &Scene) {
        if !self.ids.is_empty() {
            let known = scene.ids();
            self.ids.retain(|id| known.contains(id));
        }
        self.find_active();
    }

    fn find_active(&mut self) {
        let fits = self.active.is_some_and(|id| self.ids.contains(&id));
        if !fits {
            self.active = self.ids.last().copied();
        }
    }

    /// All things of a kind.
    pub fn of_kind(scene: &Scene, kind: ItemKind) -> Selection {
        let all = all_kinds(scene).into_iter();
        Selection::of(all.filter(|(k, _)| *k == kind).map(|(_, id)| id))
    }

    /// All things of the kinds of the selected ones.
    pub fn same_kind(&self, scene: &Scene) -> Selection {
        let all = all_kinds(scene);
        let wanted: BTreeSet<ItemKind> = (all.iter().filter(|(_, id)| self.contains(*id)))
            .map(|(kind, _)| *kind)
            .collect();
        let same = all.into_iter().filter(|(kind, _)| wanted.contains(kind));
        Selection::of(same.map(|(_, id)| id))
    }

    /// All things whose name (or kind and number, if it has none) contains the text,
    /// in small or capital letters.
    pub fn named(scene: &Scene, filter: &str) -> Selection {
        let filter = filter.to_lowercase();
        Selection::matching(scene, |item| item.title().to_lowercase().contains(&filter))
    }

    /// All things of a group and of the groups below it.
    pub fn of_group(scene: &Scene, group: &str) -> Selection {
        Selection::matching(scene, |item| names::is_in_group(item.name(), group))
    }

    /// All things made of the material of one of the selected, or of a selected
    /// material; compound bodies with those of their pieces.
    pub fn same_material(&self, scene: &Scene) -> Selection {
        let of = |mut item: Item| match item {
            Item::Material(material) => vec![Some(material.id)],
            ref mut item => item.materials_mut().into_iter().map(|m| *m).collect(),
        };
        let selected = Item::all(scene).filter(|item| self.contains(item.id()));
        let wanted: BTreeSet<Option<Id>> = selected.flat_map(of).collect();
        Selection::matching(scene, |item| {
            let mut own = item.materials_mut().into_iter();
            own.any(|material| wanted.contains(material))
        })
    }

    /// All that hangs together with the selected things, constraints included.
    pub fn connected(&self, scene: &Scene) -> Selection {
        let mut selection = Selection {
            ids: connected(scene, &self.ids),
            active: self.active,
        };
        selection.find_active();
        selection
    }

    /// What is not selected, materials aside.
    pub fn inverted(&self, scene: &Scene) -> Selection {
        let all = all_kinds(scene).into_iter();
        let others = all.filter(|(kind, id)| *kind != ItemKind::Material && !self.contains(*id));
        Selection::of(others.map(|(_, id)| id))
    }

    /// All things that fit; the active one is that with the highest id.
    fn matching(scene: &Scene, fits: impl Fn(&mut Item) -> bool) -> Selection {
        let all = Item::all(scene);
        let found = all.filter_map(|mut item| fits(&mut item).then(|| item.id()));
        Selection::of(found.collect::<BTreeSet<Id>>())
    }
}
