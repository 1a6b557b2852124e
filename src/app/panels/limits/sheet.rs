//! What stands in the table: the rows of a ragdoll, made once for each change.

use super::column::Column;
use super::live::Present;
use crate::editor::limits::{corrected_preset, lopsided, rows, Filter, Lopsided, Row, Shown};
use crate::scene::{Id, Material, Ragdoll};
use std::cmp::Ordering;

/// The rows of a ragdoll.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    made_of: Option<(Id, u64)>,
    /// In the order of the figure.
    pub rows: Vec<Row>,
    /// Those of the left that are no mirror images of their twins.
    pub lopsided: Vec<Lopsided>,
    /// Whether the corrected preset would mend that.
    pub correctable: bool,
}

impl Sheet {
    /// Follows a ragdoll of a document with this revision.
    pub(super) fn follow(&mut self, ragdoll: &Ragdoll, materials: &[Material], revision: u64) {
        let wanted = Some((ragdoll.id, revision));
        if self.made_of != wanted {
            self.made_of = wanted;
            self.rows = rows(ragdoll, materials);
            self.lopsided = lopsided(ragdoll);
            self.lopsided.retain(Lopsided::bends);
            self.correctable = corrected_preset(ragdoll).is_some();
        }
    }

    /// The row of a part.
    pub(super) fn row(&self, part: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.part == part)
    }

    /// The rows that hold the text, in the wanted order, by their places.
    pub(super) fn order(
        &self,
        filter: &Filter,
        sort: Option<Sort>,
        shown: Shown,
        present: &[Option<Present>],
        worst: &[f64],
    ) -> Vec<usize> {
        let rows = self.rows.iter().enumerate();
        let mut order: Vec<(usize, &Row)> = rows.filter(|(_, row)| filter.holds(row)).collect();
        if let Some(sort) = sort {
            let key = |(index, row): &(usize, &Row)| {
                let present = present.get(*index).copied().flatten();
                let worst = worst.get(*index).copied();
                key_of(row, sort.column, shown, present, worst)
            };
            order.sort_by(|a, b| sort.compare(&key(a), &key(b)));
        }
        order.into_iter().map(|(index, _)| index).collect()
    }
}

/// By which column the rows are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sort {
    /// The column.
    pub column: Column,
    /// Whether the largest comes first.
    pub falling: bool,
}

impl Sort {
    /// What a click on the heading of a column leads to: rising, falling, as printed.
    pub(super) fn after_click(now: Option<Sort>, column: Column) -> Option<Sort> {
        match now.filter(|sort| sort.column == column) {
            None => Some(Sort {
                column,
                falling: false,
            }),
            Some(sort) if !sort.falling => Some(Sort {
                falling: true,
                ..sort
            }),
            Some(_) => None,
        }
    }

    /// Rows without the number come last either way.
    fn compare(self, a: &Key, b: &Key) -> Ordering {
        let order = match (a, b) {
            (Key::Text(a), Key::Text(b)) => a.cmp(b),
            (Key::Number(Some(a)), Key::Number(Some(b))) => a.total_cmp(b),
            (Key::Number(a), Key::Number(b)) => return b.is_some().cmp(&a.is_some()),
            _ => Ordering::Equal,
        };
        match self.falling {
            true => order.reverse(),
            false => order,
        }
    }
}

/// By what a row is sorted.
enum Key {
    Text(String),
    Number(Option<f64>),
}

fn key_of(
    row: &Row,
    column: Column,
    shown: Shown,
    present: Option<Present>,
    worst: Option<f64>,
) -> Key {
    match column {
        Column::Part => Key::Text(row.title.clone()),
        Column::Parent => Key::Text(row.parent_title.clone()),
        Column::Cell(cell) => Key::Number(row.value(cell, shown)),
        Column::Angle(axis) => Key::Number(present.map(|p| p.needle(axis, shown).angle)),
        Column::Worst => Key::Number(present.and(worst)),
    }
}
