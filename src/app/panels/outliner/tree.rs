//! The rows of the outliner: kinds, the groups in them, and the things in those.

use crate::compile::IdMap;
use crate::editor::{names, word_of_shape, ItemKind, Selection};
use crate::scene::{Constraint, ConstraintKind, Id, Scene, Shape};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// Groups are shown to this depth; what is deeper stands in the deepest one.
const MOST_LEVELS: usize = 16;

/// A thing of the scene.
#[derive(Debug)]
pub(super) struct Entry {
    /// Its id.
    pub id: Id,
    /// Its kind.
    pub kind: ItemKind,
    /// Its whole name; may be empty.
    pub name: String,
    /// Its name without its group, or its shape or kind and its id.
    pub title: String,
    /// What a joint is; empty for other things.
    pub detail: &'static str,
    /// Its parts, of a ragdoll.
    pub parts: Vec<&'static str>,
    /// What the filter looks in, in small letters.
    searched: String,
}

impl Entry {
    /// `word` is what it is called if it has no name.
    fn new(kind: ItemKind, word: &str, id: Id, name: &str, detail: &'static str) -> Entry {
        let title = match names::short_name(name) {
            "" => format!("{word} {id}"),
            short => short.to_string(),
        };
        Entry {
            id,
            kind,
            name: name.to_string(),
            searched: format!("{name} {} {word} {detail} {id}", kind.word()).to_lowercase(),
            title,
            detail,
            parts: Vec::new(),
        }
    }

    /// The groups that it is in, from the outermost.
    fn groups(&self) -> impl Iterator<Item = &str> {
        let groups = names::group_of(&self.name).split('/');
        groups.filter(|group| !group.is_empty()).take(MOST_LEVELS)
    }
}

/// What can be folded.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Fold {
    /// All things of a kind.
    Kind(ItemKind),
    /// A group among the things of a kind.
    Group(ItemKind, String),
    /// The parts of a ragdoll.
    Ragdoll(Id),
}

/// A row of the tree.
#[derive(Debug)]
pub(super) enum Row {
    /// A kind or a group.
    Branch {
        /// What a click folds.
        fold: Fold,
        /// Name on screen.
        label: String,
        /// Levels above it.
        depth: usize,
        /// Its things, as places among those that the filter lets through.
        members: Range<usize>,
        /// Whether its things are shown.
        open: bool,
    },
    /// A thing, by its place among those that the filter lets through.
    Thing {
        /// That place.
        place: usize,
        /// Levels above it.
        depth: usize,
        /// Whether its parts are shown; none without parts.
        open: Option<bool>,
    },
    /// A part of a ragdoll.
    Part {
        /// The ragdoll.
        ragdoll: Id,
        /// Its name.
        name: &'static str,
        /// Levels above it.
        depth: usize,
    },
}

/// The tree of a scene, made anew only when scene, filter or folds change.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The scene that the entries are of; held, so that no other takes its place.
    scene: Option<Arc<Scene>>,
    filter: String,
    /// What is folded other than at first.
    toggled: BTreeSet<Fold>,
    entries: Vec<Entry>,
    /// Entries that the filter lets through, in the order of the tree.
    shown: Vec<usize>,
    rows: Vec<Row>,
}

impl Tree {
    /// Follows the scene and the filter.
    pub(super) fn update(&mut self, scene: &Arc<Scene>, map: &IdMap, filter: &str) {
        let same_scene = self.scene.as_ref().is_some_and(|s| Arc::ptr_eq(s, scene));
        let filter = filter.trim().to_lowercase();
        if same_scene && filter == self.filter {
            return;
        }
        if !same_scene {
            self.entries = entries(scene, map);
            self.scene = Some(scene.clone());
        }
        self.filter = filter;
        let entries = self.entries.iter().enumerate();
        let matching = entries.filter(|(_, entry)| entry.searched.contains(&self.filter));
        self.shown = matching.map(|(place, _)| place).collect();
        self.build_rows();
    }

    /// The rows that are unfolded.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The thing at a place among those that the filter lets through.
    pub(super) fn entry(&self, place: usize) -> Option<&Entry> {
        self.entries.get(*self.shown.get(place)?)
    }

    /// The things at such places.
    pub(super) fn ids(&self, places: Range<usize>) -> BTreeSet<Id> {
        let entries = places.filter_map(|place| self.entry(place));
        entries.map(|entry| entry.id).collect()
    }

    /// How many things the filter lets through, and of how many.
    pub(super) fn counts(&self) -> [usize; 2] {
        [self.shown.len(), self.entries.len()]
    }

    /// The row of a thing; none while it is folded away or filtered out.
    pub(super) fn row_of(&self, id: Id) -> Option<usize> {
        self.rows.iter().position(|row| self.thing(row) == Some(id))
    }

    /// Things in sight from one to another, in the order of the rows.
    pub(super) fn between(&self, one: Id, other: Id) -> Vec<Id> {
        let (Some(one), Some(other)) = (self.row_of(one), self.row_of(other)) else {
            return Vec::new();
        };
        let rows = self.rows.get(one.min(other)..=one.max(other));
        let things = rows.into_iter().flatten().filter_map(|row| self.thing(row));
        things.collect()
    }

    /// The nearest thing below (or above) a thing; the first without one.
    pub(super) fn beside(&self, id: Option<Id>, below: bool) -> Option<Id> {
        match id.and_then(|id| self.row_of(id)) {
            None => self.rows.iter().find_map(|row| self.thing(row)),
            Some(row) if below => {
                let mut rows = self.rows.iter().skip(row + 1);
                rows.find_map(|row| self.thing(row))
            }
            Some(row) => {
                let mut rows = self.rows.iter().take(row).rev();
                rows.find_map(|row| self.thing(row))
            }
        }
    }

    /// The end of the selected things in a row that begin with this one: below it or, if
    /// there are none, above. None if it is not in sight.
    pub(super) fn far_end(&self, from: Id, selection: &Selection) -> Option<Id> {
        let (above, below) = self.rows.split_at(self.row_of(from)?);
        let things = |row| self.thing(row);
        let selected = |id: &Id| selection.contains(*id);
        let mut below = below.iter().filter_map(things).skip(1).take_while(selected);
        let above = above.iter().rev().filter_map(things).take_while(selected);
        Some(match below.next() {
            Some(next) => below.last().unwrap_or(next),
            None => above.last().unwrap_or(from),
        })
    }

    fn thing(&self, row: &Row) -> Option<Id> {
        match row {
            Row::Thing { place, .. } => Some(self.entry(*place)?.id),
            _ => None,
        }
    }

    /// Folds or unfolds.
    pub(super) fn toggle(&mut self, fold: &Fold) {
        if !self.toggled.remove(fold) {
            self.toggled.insert(fold.clone());
        }
        self.build_rows();
    }

    /// Unfolds what a thing is in.
    pub(super) fn reveal(&mut self, id: Id) {
        let Some(entry) = self.entries.iter().find(|entry| entry.id == id) else {
            return;
        };
        let mut folds = vec![Fold::Kind(entry.kind)];
        let groups: Vec<&str> = entry.groups().collect();
        let paths = (1..=groups.len()).filter_map(|count| Some(groups.get(..count)?.join("/")));
        folds.extend(paths.map(|path| Fold::Group(entry.kind, path)));
        let mut closed = false;
        for fold in &folds {
            closed |= self.toggled.remove(fold);
        }
        if closed {
            self.build_rows();
        }
    }

    /// Whether something is unfolded. All is while a filter is on, but for the parts
    /// of ragdolls, which are folded at first.
    fn is_open(&self, fold: &Fold) -> bool {
        match fold {
            Fold::Ragdoll(_) => self.toggled.contains(fold),
            _ => !self.filter.is_empty() || !self.toggled.contains(fold),
        }
    }

    fn build_rows(&mut self) {
        let mut rows = Vec::new();
        let mut start = 0;
        while let Some(kind) = self.entry(start).map(|entry| entry.kind) {
            let rest = start..self.shown.len();
            let members = start..start + self.alike(rest, |entry| entry.kind == kind);
            start = members.end;
            let fold = Fold::Kind(kind);
            let open = self.is_open(&fold);
            rows.push(Row::Branch {
                label: plural(kind).to_string(),
                fold,
                depth: 0,
                members: members.clone(),
                open,
            });
            if open {
                self.add_rows(&mut rows, members, 0);
            }
        }
        self.rows = rows;
    }

    /// How many of the things at such places, counted from the first, are so; those that
    /// are not come after them.
    fn alike(&self, places: Range<usize>, is_so: impl Fn(&Entry) -> bool) -> usize {
        let shown = self.shown.get(places).unwrap_or_default();
        shown.partition_point(|&place| self.entries.get(place).is_some_and(&is_so))
    }

    /// Rows of things that share so many of their groups.
    fn add_rows(&self, rows: &mut Vec<Row>, members: Range<usize>, shared: usize) {
        let mut place = members.start;
        while place < members.end {
            let Some(entry) = self.entry(place) else {
                return;
            };
            let Some(group) = entry.groups().nth(shared) else {
                self.add_thing(rows, place, shared + 1);
                place += 1;
                continue;
            };
            let in_group = |entry: &Entry| entry.groups().nth(shared) == Some(group);
            let count = self.alike(place..members.end, in_group);
            let path: Vec<&str> = entry.groups().take(shared + 1).collect();
            let fold = Fold::Group(entry.kind, path.join("/"));
            let open = self.is_open(&fold);
            rows.push(Row::Branch {
                fold,
                label: group.to_string(),
                depth: shared + 1,
                members: place..place + count,
                open,
            });
            if open {
                self.add_rows(rows, place..place + count, shared + 1);
            }
            place += count;
        }
    }

    fn add_thing(&self, rows: &mut Vec<Row>, place: usize, depth: usize) {
        let Some(entry) = self.entry(place) else {
            return;
        };
        let open = (!entry.parts.is_empty()).then(|| self.is_open(&Fold::Ragdoll(entry.id)));
        rows.push(Row::Thing { place, depth, open });
        if open == Some(true) {
            rows.extend(entry.parts.iter().map(|&name| Row::Part {
                ragdoll: entry.id,
                name,
                depth: depth + 1,
            }));
        }
    }
}

/// Everything in the order of the tree: by kind, groups before what is in none.
fn entries(scene: &Scene, map: &IdMap) -> Vec<Entry> {
    let mut entries = Vec::new();
    for thing in &scene.ragdolls {
        let kind = ItemKind::Ragdoll;
        let mut entry = Entry::new(kind, kind.word(), thing.id, &thing.name, "");
        let built = map.ragdolls.iter().find(|built| built.id == thing.id);
        entry.parts = built.map(|built| built.parts.clone()).unwrap_or_default();
        entries.push(entry);
    }
    let plain = |kind: ItemKind| {
        move |(id, name): (Id, &String)| Entry::new(kind, kind.word(), id, name, "")
    };
    let shaped = |kind: ItemKind| {
        move |(id, name, shape): (Id, &String, &Shape)| {
            Entry::new(kind, word_of_shape(shape), id, name, "")
        }
    };
    let bodies = scene.bodies.iter().map(|t| (t.id, &t.name, &t.shape));
    entries.extend(bodies.map(shaped(ItemKind::Body)));
    let particles = scene.particles.iter().map(|t| (t.id, &t.name));
    entries.extend(particles.map(plain(ItemKind::Particle)));
    entries.extend(scene.constraints.iter().map(of_constraint));
    let obstacles = scene.obstacles.iter().map(|t| (t.id, &t.name, &t.shape));
    entries.extend(obstacles.map(shaped(ItemKind::Obstacle)));
    let materials = scene.materials.iter().map(|t| (t.id, &t.name));
    entries.extend(materials.map(plain(ItemKind::Material)));
    entries.sort_by(in_tree);
    entries
}

fn of_constraint(constraint: &Constraint) -> Entry {
    let word = constraint_word(constraint);
    let (kind, detail) = match constraint.kind {
        ConstraintKind::Stick(_) => (ItemKind::Stick, ""),
        ConstraintKind::Surface(_) => (ItemKind::Surface, ""),
        _ => (ItemKind::Joint, word),
    };
    Entry::new(kind, kind.word(), constraint.id, &constraint.name, detail)
}

/// What a constraint is, in words.
pub(in crate::app::panels) fn constraint_word(constraint: &Constraint) -> &'static str {
    match constraint.kind {
        ConstraintKind::Stick(_) => "stick",
        ConstraintKind::Distance(_) => "distance",
        ConstraintKind::Pin(_) => "pin",
        ConstraintKind::Hinge(_) => "hinge",
        ConstraintKind::Fixed(_) => "weld",
        ConstraintKind::Slider(_) => "slider",
        ConstraintKind::Universal(_) => "universal joint",
        ConstraintKind::Serial(_) => "serial joint",
        ConstraintKind::Gear(_) => "gear",
        ConstraintKind::Guide(_) => "guide",
        ConstraintKind::Corner(_) => "corner",
        ConstraintKind::AngleLimit(_) => "angle limit",
        ConstraintKind::Surface(_) => "surface",
    }
}

fn in_tree(a: &Entry, b: &Entry) -> Ordering {
    let rank = |entry: &Entry| ItemKind::ALL.iter().position(|kind| *kind == entry.kind);
    // What is in no further group comes after all groups.
    let path = |entry| Entry::groups(entry).map(|g| (false, g)).chain([(true, "")]);
    rank(a).cmp(&rank(b)).then_with(|| path(a).cmp(path(b)))
}

fn plural(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Ragdoll => "Ragdolls",
        ItemKind::Body => "Bodies",
        ItemKind::Particle => "Particles",
        ItemKind::Stick => "Sticks",
        ItemKind::Surface => "Surfaces",
        ItemKind::Joint => "Joints",
        ItemKind::Obstacle => "Obstacles",
        ItemKind::Material => "Materials",
    }
}
