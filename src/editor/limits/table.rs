//! The rows of the table: what is in force, what the figure has, sorting, filtering.

use super::{edit, reset_cell, Cell, Shown};
use crate::compile::{part_title, parts_in_force, parts_of_figure, FigurePart};
use crate::scene::{Material, Ragdoll};
use std::cmp::Ordering;

/// A row of the table: a part with its joint to its parent.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its place in the figure, from 0.
    pub place: usize,
    /// Name of the part.
    pub part: &'static str,
    /// What a person calls it, as the paper does: "Left Lower Arm".
    pub title: String,
    /// Name of the part that it hangs on; none for the root.
    pub parent: Option<&'static str>,
    /// What a person calls its parent; empty for the root.
    pub parent_title: String,
    /// The numbers that are simulated.
    pub in_force: FigurePart,
    /// The numbers that its figure has.
    pub printed: FigurePart,
}

impl Row {
    /// What a cell says; none where the part has no such number.
    pub fn value(&self, cell: Cell, shown: Shown) -> Option<f64> {
        cell.value(&self.in_force, shown)
    }

    /// What a cell would say of the figure as it is.
    pub fn printed_value(&self, cell: Cell, shown: Shown) -> Option<f64> {
        cell.value(&self.printed, shown)
    }

    /// Whether a cell says something else than its figure.
    pub fn differs(&self, cell: Cell, shown: Shown) -> bool {
        self.value(cell, shown) != self.printed_value(cell, shown)
    }

    /// Its ragdoll with another number in a cell, as [`edit`] does it. A part with the
    /// friction of the material has none of its own, and follows the material.
    pub fn edited(
        &self,
        ragdoll: &Ragdoll,
        cell: Cell,
        value: f64,
        shown: Shown,
        mirror: bool,
    ) -> Ragdoll {
        let is_of_material =
            cell == Cell::Friction && self.printed_value(cell, shown) == Some(value);
        match is_of_material {
            true => reset_cell(ragdoll, self.part, cell, shown, mirror),
            false => edit(ragdoll, self.part, cell, value, shown, mirror),
        }
    }

    /// Whether its angles count from another pose than those of its figure.
    pub fn zero_differs(&self) -> bool {
        let zero = |part: &FigurePart| part.limit.map(|limit| limit.zero);
        zero(&self.in_force) != zero(&self.printed)
    }

    /// Whether anything differs from its figure.
    pub fn is_changed(&self) -> bool {
        self.in_force != self.printed
    }
}

/// The rows of a ragdoll in the order of its figure; none for one of particles. Its
/// material, one of these, says the friction of parts without their own.
pub fn rows(ragdoll: &Ragdoll, materials: &[Material]) -> Vec<Row> {
    let material = (materials.iter()).find(|known| Some(known.id) == ragdoll.material);
    let friction = material.map_or_else(|| Material::default().friction, |known| known.friction);
    let covered = |mut parts: Vec<FigurePart>| {
        for part in &mut parts {
            part.friction.get_or_insert(friction);
        }
        parts
    };
    let in_force = covered(parts_in_force(ragdoll));
    let printed = covered(parts_of_figure(ragdoll));
    let row = |(place, (part, printed)): (usize, (&FigurePart, FigurePart))| {
        let parent = part.parent.and_then(|parent| in_force.get(parent));
        let parent = parent.map(|parent| parent.name);
        Row {
            place,
            part: part.name,
            title: part_title(part.name),
            parent,
            parent_title: parent.map(part_title).unwrap_or_default(),
            in_force: *part,
            printed,
        }
    };
    in_force.iter().zip(printed).enumerate().map(row).collect()
}

/// What a table is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Column {
    /// The order of the figure.
    #[default]
    Figure,
    /// Titles of the parts.
    Part,
    /// Titles of their parents, the root first.
    Parent,
    /// A number; parts that have none come last.
    Cell(Cell),
}

/// Sorts rows; equals stay in the order that they have.
pub fn sort(rows: &mut [Row], column: Column, shown: Shown, descending: bool) {
    let turned = |order: Ordering| match descending {
        true => order.reverse(),
        false => order,
    };
    rows.sort_by(|a, b| match column {
        Column::Figure => turned(a.place.cmp(&b.place)),
        Column::Part => turned(a.title.cmp(&b.title)),
        Column::Parent => turned(a.parent_title.cmp(&b.parent_title)),
        Column::Cell(cell) => match (a.value(cell, shown), b.value(cell, shown)) {
            (Some(a), Some(b)) => turned(a.total_cmp(&b)),
            (a, b) => b.is_some().cmp(&a.is_some()),
        },
    });
}

/// Which rows are shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Words that all must be in its name, its title or its parent's title; cases do
    /// not count.
    pub words: String,
    /// Whether only what differs from the figure is shown.
    pub only_changed: bool,
}

impl Filter {
    /// Whether it lets a row through.
    pub fn holds(&self, row: &Row) -> bool {
        let text = format!("{} {} {}", row.part, row.title, row.parent_title).to_lowercase();
        let words = self.words.to_lowercase();
        let mut words = words.split_whitespace();
        (row.is_changed() || !self.only_changed) && words.all(|word| text.contains(word))
    }
}
