//! Which rows of a ragdoll break the rule of left and right, and what to do about it.

use super::edit::find;
use super::{change_own, mirrored, tidy, twin, AngleFrame, Cell, Shown};
use crate::compile::{part_title, parts_in_force, FigurePart};
use crate::editor::command::Command;
use crate::editor::item::Item;
use crate::editor::of_axis;
use crate::scene::range::Plain;
use crate::scene::{Figure, LimitTable, MxFigure, Ragdoll};

/// Difference of two angles that counts, degrees.
const DIFFERENT_DEG: f64 = 1e-4;
/// Share of a mass, an inertia or a ratio that counts.
const DIFFERENT: f64 = 1e-9;

/// A part of the left that is not the mirror image of its twin on the right.
#[derive(Debug, Clone, PartialEq)]
pub struct Lopsided {
    /// The part of the left.
    pub left: FigurePart,
    /// Its twin.
    pub right: FigurePart,
    /// What the left would be as the mirror image of the right.
    pub image: FigurePart,
    /// Cells of the left that differ from the image, in the frame of the files.
    pub cells: Vec<Cell>,
    /// Whether the angles count from another pose than those of the image.
    pub zero: bool,
    /// Whether the paper prints the limits of both like this.
    pub is_printed: bool,
}

/// All parts of the left that are not the mirror images of their twins.
pub fn lopsided(ragdoll: &Ragdoll) -> Vec<Lopsided> {
    let parts = parts_in_force(ragdoll);
    let of_left = parts.iter().filter(|part| part.name.starts_with("l_"));
    let pairs = of_left.filter_map(|left| Some((left, find(&parts, &twin(left.name)?)?)));
    pairs
        .map(|(left, right)| Lopsided::of(ragdoll, left, right))
        .filter(|row| row.zero || !row.cells.is_empty())
        .collect()
}

/// The preset of the paper's table with the left side as the mirror image of the right;
/// none where the table in use breaks no rule.
pub fn corrected_preset(ragdoll: &Ragdoll) -> Option<Command> {
    let Figure::Mx(figure) = ragdoll.figure else {
        return None;
    };
    let breaks = lopsided(ragdoll).iter().any(|row| row.is_printed);
    let corrected = Figure::Mx(MxFigure {
        limits: LimitTable::Mirrored,
        ..figure
    });
    breaks.then_some(Command::SetFigure(ragdoll.id, corrected, "Limit table"))
}

impl Lopsided {
    fn of(ragdoll: &Ragdoll, left: &FigurePart, right: &FigurePart) -> Lopsided {
        let image = FigurePart {
            limit: right.limit.as_ref().map(mirrored),
            ..*right
        };
        let differs = |cell: &Cell| differ(*cell, left, &image);
        let cells: Vec<Cell> = Cell::ALL.into_iter().filter(differs).collect();
        let zero = [left, &image].map(|part| part.limit.map(|limit| limit.zero));
        let zero = matches!(zero, [Some(a), Some(b)] if !is_same_turn(a, b));
        let of_table = matches!(&ragdoll.figure, Figure::Mx(figure)
            if figure.limits == LimitTable::Printed);
        let has_own = |part: &FigurePart| {
            let own = ragdoll.parts.iter().find(|own| own.part == part.name);
            own.is_some_and(|own| own.limit.is_some())
        };
        Lopsided {
            is_printed: of_table
                && cells.iter().any(|cell| is_of_limit(*cell))
                && !has_own(left)
                && !has_own(right),
            left: *left,
            right: *right,
            image,
            cells,
            zero,
        }
    }

    /// Whether the two bend differently, and do not only weigh differently.
    pub fn bends(&self) -> bool {
        self.zero || self.cells.iter().any(|cell| is_of_limit(*cell))
    }

    /// What the left has and what the mirror image of the right would be. What the
    /// paper prints is told in its own frame.
    pub fn explanation(&self, shown: Shown) -> String {
        let frame = match self.is_printed {
            true => AngleFrame::Paper,
            false => shown.frame,
        };
        let shown = Shown { frame, ..shown };
        let (left, right) = (part_title(self.left.name), part_title(self.right.name));
        let verb = match self.is_printed {
            true => "the paper prints",
            false => "it has",
        };
        let (has, would) = (self.told(&self.left, shown), self.told(&self.image, shown));
        let zero = match self.zero {
            true => " Its zero pose differs from that of the other side.",
            false => "",
        };
        match has.is_empty() {
            true => format!("{left}:{zero}"),
            false => {
                format!("{left}: {verb} {has}; the mirror image of {right} would be {would}.{zero}")
            }
        }
    }

    /// What differs, as a part says it: `0 to 45° about z, mass 3 kg`.
    fn told(&self, part: &FigurePart, shown: Shown) -> String {
        let number = |cell: Cell| cell.value(part, shown).unwrap_or_default();
        let mut told: Vec<String> = Vec::new();
        for (axis, letter) in ["x", "y", "z"].into_iter().enumerate() {
            if [Cell::Min(axis), Cell::Max(axis)]
                .iter()
                .any(|cell| self.cells.contains(cell))
            {
                let [min, max] = [Cell::Min(axis), Cell::Max(axis)].map(|cell| Plain(number(cell)));
                told.push(format!("{min} to {max}° about {letter}"));
            }
        }
        for cell in &self.cells {
            let (value, unit) = (Plain(number(*cell)), cell.unit(shown));
            match cell {
                Cell::Mass => told.push(format!("mass {value} {unit}")),
                Cell::Inertia(axis) => {
                    let letter = of_axis(["x", "y", "z"], *axis);
                    told.push(format!("inertia {value} {unit} about {letter}"));
                }
                Cell::Restitution => told.push(format!("restitution {value}")),
                Cell::Friction if part.friction.is_none() => {
                    told.push("the friction of its material".into());
                }
                Cell::Friction => told.push(format!("friction {value}")),
                Cell::Min(_) | Cell::Max(_) => {}
            }
        }
        told.join(", ")
    }

    /// Makes the left the mirror image of the right: by the corrected table where the
    /// paper prints it like this, else by numbers of its own.
    pub fn remedy(&self, ragdoll: &Ragdoll) -> Command {
        let preset = corrected_preset(ragdoll).filter(|_| self.is_printed);
        preset.unwrap_or_else(|| {
            let mut ragdoll = ragdoll.clone();
            change_own(&mut ragdoll, self.left.name, |own| {
                own.mass_kg = Some(self.image.mass_kg);
                own.inertia_kg_m2 = Some(self.image.inertia_kg_m2);
                own.friction = self.image.friction;
                own.limit = self.image.limit;
            });
            tidy(&mut ragdoll);
            Command::replace(Item::Ragdoll(ragdoll), "Limit")
        })
    }
}

fn is_of_limit(cell: Cell) -> bool {
    matches!(cell, Cell::Min(_) | Cell::Max(_) | Cell::Restitution)
}

fn differ(cell: Cell, a: &FigurePart, b: &FigurePart) -> bool {
    let files = Shown {
        frame: AngleFrame::Engine,
        ..Shown::default()
    };
    match (cell.value(a, files), cell.value(b, files)) {
        (Some(a), Some(b)) => {
            let slack = match cell {
                Cell::Min(_) | Cell::Max(_) => DIFFERENT_DEG,
                _ => DIFFERENT * a.abs().max(b.abs()),
            };
            (a - b).abs() > slack
        }
        (a, b) => a.is_some() != b.is_some(),
    }
}

/// Whether two unit quaternions are one rotation; both signs of one are.
fn is_same_turn(a: [f64; 4], b: [f64; 4]) -> bool {
    let cosine: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    cosine.abs() > 1.0 - DIFFERENT
}
