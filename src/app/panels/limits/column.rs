//! The columns of the table.

use crate::app::panels::number_field::{short, three_digits};
use crate::compile::mx::{KG_M2_PER_SLUG_FT2, KG_PER_SLUG};
use crate::editor::limits::{AngleFrame, Cell, Shown, Units};
use crate::editor::of_axis;
use crate::scene::range::{Plain, Quantity};

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Column {
    /// The part; it stays in sight.
    Part,
    /// What the part hangs on.
    Parent,
    /// A number that can be edited.
    Cell(Cell),
    /// The present angle about an axis, between its bounds.
    Angle(usize),
    /// The worst violation since the start of the run.
    Worst,
}

/// The columns behind the first, from left to right, as the cursor goes through them.
pub(super) const COLUMNS: [Column; 17] = [
    Column::Cell(Cell::Mass),
    Column::Cell(Cell::Inertia(0)),
    Column::Cell(Cell::Inertia(1)),
    Column::Cell(Cell::Inertia(2)),
    Column::Cell(Cell::Min(0)),
    Column::Cell(Cell::Min(1)),
    Column::Cell(Cell::Min(2)),
    Column::Angle(0),
    Column::Angle(1),
    Column::Angle(2),
    Column::Cell(Cell::Max(0)),
    Column::Cell(Cell::Max(1)),
    Column::Cell(Cell::Max(2)),
    Column::Cell(Cell::Restitution),
    Column::Cell(Cell::Friction),
    Column::Worst,
    Column::Parent,
];

/// Names of the axes.
const AXES: [&str; 3] = ["x", "y", "z"];

impl Column {
    /// Width at normal text, points. `angle`: that of the present angles.
    pub(super) fn width(self, angle: f32) -> f32 {
        match self {
            Column::Part => 116.0,
            Column::Parent => 104.0,
            Column::Cell(Cell::Mass | Cell::Inertia(_)) => 52.0,
            Column::Cell(Cell::Min(_) | Cell::Max(_)) => 52.0,
            Column::Cell(Cell::Restitution | Cell::Friction) => 48.0,
            Column::Angle(_) => angle,
            Column::Worst => 64.0,
        }
    }

    /// Name, by which tests and screen readers find it.
    pub(super) fn name(self) -> String {
        let about = |what: &str, axis: usize| format!("{what} {}", of_axis(AXES, axis));
        match self {
            Column::Part => "body part".into(),
            Column::Parent => "parent".into(),
            Column::Cell(Cell::Mass) => "mass".into(),
            Column::Cell(Cell::Inertia(axis)) => about("inertia", axis),
            Column::Cell(Cell::Min(axis)) => about("min", axis),
            Column::Cell(Cell::Max(axis)) => about("max", axis),
            Column::Cell(Cell::Restitution) => "restitution".into(),
            Column::Cell(Cell::Friction) => "friction".into(),
            Column::Angle(axis) => about("angle", axis),
            Column::Worst => "worst".into(),
        }
    }

    /// What stands over a group of columns, with the unit; none within a group.
    pub(super) fn group(self, shown: Shown) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Column::Part => ("Body part", ""),
            Column::Parent => ("Parent", ""),
            Column::Cell(Cell::Mass) => ("Mass", Cell::Mass.unit(shown)),
            Column::Cell(Cell::Inertia(0)) => ("Inertia", Cell::Inertia(0).unit(shown)),
            Column::Cell(Cell::Min(0)) => ("Min", "°"),
            Column::Angle(0) => ("Angle now", "°"),
            Column::Cell(Cell::Max(0)) => ("Max", "°"),
            Column::Cell(Cell::Restitution) => ("Bounce", ""),
            Column::Cell(Cell::Friction) => ("Friction", ""),
            Column::Worst => ("Worst", "°"),
            _ => return None,
        })
    }

    /// What stands under the group.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Column::Cell(Cell::Inertia(axis) | Cell::Min(axis) | Cell::Max(axis))
            | Column::Angle(axis) => of_axis(AXES, axis),
            _ => "",
        }
    }

    /// What it is about.
    pub(super) fn tip(self, shown: Shown) -> String {
        let frame = match shown.frame {
            AngleFrame::Paper => "Paper axes: x to the figure's right, y up, z forward.",
            AngleFrame::Engine => {
                "Engine axes, as in the files: x to the figure's left, y up, z forward."
            }
        };
        match self {
            Column::Part => "Limb of the ragdoll.".into(),
            Column::Parent => "Limb that it is attached to.".into(),
            Column::Cell(cell @ (Cell::Mass | Cell::Inertia(_) | Cell::Restitution)) => {
                let quantity = asked(cell, shown);
                let unit = match quantity.unit {
                    "" => String::new(),
                    unit => format!(" In {unit}."),
                };
                format!("{}{unit}", quantity.help)
            }
            Column::Cell(Cell::Friction) => {
                "Coulomb friction coefficient of the limb, from the ragdoll's material unless \
                 changed here. Contacts use the geometric mean of the two surfaces."
                    .into()
            }
            Column::Cell(Cell::Min(_)) => {
                format!("Minimum angle relative to the parent, degrees. {frame}")
            }
            Column::Cell(Cell::Max(_)) => {
                format!("Maximum angle relative to the parent, degrees. {frame}")
            }
            Column::Angle(_) => {
                format!(
                    "Current angle within its limits, degrees, as the solver measures it. {frame}"
                )
            }
            Column::Worst => "Largest limit violation since the start of the run, degrees.".into(),
        }
    }
}

/// A number of a cell with the digits that it has room for.
pub(super) fn text(cell: Cell, value: f64) -> String {
    match cell {
        Cell::Inertia(_) => Plain(three_digits(value)).to_string(),
        _ => short(value),
    }
}

/// What may stand in a cell, in the unit in which it is shown.
pub(super) fn asked(cell: Cell, shown: Shown) -> Quantity {
    let range = cell.range();
    let scale = match (cell, shown.units) {
        (Cell::Mass, Units::SlugFoot) => KG_PER_SLUG,
        (Cell::Inertia(_), Units::SlugFoot) => KG_M2_PER_SLUG_FT2,
        _ => return *range,
    };
    Quantity {
        unit: cell.unit(shown),
        min: range.min / scale,
        max: range.max / scale,
        ..*range
    }
}
