//! The table as CSV, in the layout of the paper's Table 1, and back.
//!
//! Headings name unit and frame: `mass_slug` or `mass_kg`, `min_y_deg` in the paper's
//! frame or `min_y_engine_deg` in that of the files.

mod error;
mod header;
mod number;
mod read;
mod record;
mod write;

pub use error::{told, LimitsTableError};
pub use read::read;
pub use write::write;

use super::{AngleFrame, Cell, Shown, Units};

/// Heading of the names of the parts.
const PART: &str = "body_part";
/// Heading of the names of their parents.
const PARENT: &str = "parent";

/// What a column of the file holds.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Column {
    Part,
    Parent,
    Cell(Cell, Shown),
}

/// Every way to show numbers.
const ALL_SHOWN: [Shown; 4] = {
    const fn shown(units: Units, frame: AngleFrame) -> Shown {
        Shown { units, frame }
    }
    [
        shown(Units::SlugFoot, AngleFrame::Paper),
        shown(Units::SlugFoot, AngleFrame::Engine),
        shown(Units::Si, AngleFrame::Paper),
        shown(Units::Si, AngleFrame::Engine),
    ]
};

/// Heading of a column of numbers.
fn heading(cell: Cell, shown: Shown) -> String {
    let letter = |axis: usize| ["x", "y", "z"].get(axis).copied().unwrap_or_default();
    let degrees = match shown.frame {
        AngleFrame::Paper => "deg",
        AngleFrame::Engine => "engine_deg",
    };
    match (cell, shown.units) {
        (Cell::Mass, Units::Si) => "mass_kg".into(),
        (Cell::Mass, Units::SlugFoot) => "mass_slug".into(),
        (Cell::Inertia(axis), Units::Si) => format!("inertia_{}_kg_m2", letter(axis)),
        (Cell::Inertia(axis), Units::SlugFoot) => format!("inertia_{}_slug_ft2", letter(axis)),
        (Cell::Min(axis), _) => format!("min_{}_{degrees}", letter(axis)),
        (Cell::Max(axis), _) => format!("max_{}_{degrees}", letter(axis)),
        (Cell::Restitution, _) => "restitution".into(),
        (Cell::Friction, _) => "friction".into(),
    }
}

/// All headings of numbers that are understood, once each.
fn headings() -> Vec<(String, Column)> {
    let mut known: Vec<(String, Column)> = Vec::new();
    for cell in Cell::ALL {
        for shown in ALL_SHOWN {
            let heading = heading(cell, shown);
            if known.iter().all(|(known, _)| *known != heading) {
                known.push((heading, Column::Cell(cell, shown)));
            }
        }
    }
    known.insert(0, (PARENT.into(), Column::Parent));
    known.insert(0, (PART.into(), Column::Part));
    known
}
