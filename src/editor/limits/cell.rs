//! A cell of the table of a ragdoll's parts: what it says, and saying it otherwise.

use super::{change_own, tidy};
use crate::compile::mx::{KG_M2_PER_SLUG_FT2, KG_PER_SLUG};
use crate::compile::{parts_in_force, FigurePart};
use crate::editor::of_axis;
use crate::scene::range::{self, Quantity};
use crate::scene::{PartLimit, Ragdoll};

/// A column of the table; axes are 0, 1, 2 for x, y, z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// Mass of the part.
    Mass,
    /// Moment of inertia about an axis.
    Inertia(usize),
    /// Smallest angle about an axis.
    Min(usize),
    /// Largest angle about an axis.
    Max(usize),
    /// Speed ratio at the stop.
    Restitution,
    /// Coulomb coefficient of the part's surface.
    Friction,
}

/// Units of masses and inertia.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Units {
    /// kg and kg·m².
    #[default]
    Si,
    /// slug and slug·ft², as printed.
    SlugFoot,
}

/// Frame of the angles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AngleFrame {
    /// The paper's left-handed one: x = the figure's right, y up, z forward.
    #[default]
    Paper,
    /// That of the files: its mirror image, where turns about y and z change sign.
    Engine,
}

/// How the numbers of a table are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shown {
    /// Units of masses and inertia.
    pub units: Units,
    /// Frame of the angles.
    pub frame: AngleFrame,
}

impl Cell {
    /// All columns, from left to right.
    pub const ALL: [Cell; 12] = [
        Cell::Mass,
        Cell::Inertia(0),
        Cell::Inertia(1),
        Cell::Inertia(2),
        Cell::Min(0),
        Cell::Min(1),
        Cell::Min(2),
        Cell::Max(0),
        Cell::Max(1),
        Cell::Max(2),
        Cell::Restitution,
        Cell::Friction,
    ];

    /// What may stand in it, in SI units and degrees.
    pub fn range(self) -> &'static Quantity {
        match self {
            Cell::Mass => &range::MASS,
            Cell::Inertia(_) => &range::INERTIA,
            Cell::Min(_) | Cell::Max(_) => &range::ANGLE,
            Cell::Restitution => &range::RESTITUTION,
            Cell::Friction => &range::FRICTION,
        }
    }

    /// Whether a part has such a number: a joint without limits has no bounds, and the
    /// root no joint, but all have a mass and a surface.
    pub fn is_of(self, part: &FigurePart) -> bool {
        match self {
            Cell::Mass | Cell::Inertia(_) | Cell::Friction => true,
            Cell::Min(_) | Cell::Max(_) | Cell::Restitution => part.limit.is_some(),
        }
    }

    /// What it says of a part; none where the part has no such number, and for friction
    /// where the part has none of its own.
    pub fn value(self, part: &FigurePart, shown: Shown) -> Option<f64> {
        Some(match self {
            Cell::Mass => shown.units.mass(part.mass_kg),
            Cell::Inertia(axis) => shown.units.inertia(of_axis(part.inertia_kg_m2, axis)),
            Cell::Min(axis) => match shown.frame.turns_round(axis) {
                true => 0.0 - of_axis(part.limit?.max_deg, axis),
                false => of_axis(part.limit?.min_deg, axis),
            },
            Cell::Max(axis) => match shown.frame.turns_round(axis) {
                true => 0.0 - of_axis(part.limit?.min_deg, axis),
                false => of_axis(part.limit?.max_deg, axis),
            },
            Cell::Restitution => part.limit?.restitution,
            Cell::Friction => part.friction?,
        })
    }

    /// The cell of the other side that says the same, and what it says there: angles
    /// about y and z change their sign and their end, in either frame.
    pub fn across(self, value: f64) -> (Cell, f64) {
        match self {
            Cell::Min(axis) if axis > 0 => (Cell::Max(axis), 0.0 - value),
            Cell::Max(axis) if axis > 0 => (Cell::Min(axis), 0.0 - value),
            same => (same, value),
        }
    }

    /// Its unit as shown; empty for ratios.
    pub fn unit(self, shown: Shown) -> &'static str {
        match (self, shown.units) {
            (Cell::Mass, Units::SlugFoot) => "slug",
            (Cell::Inertia(_), Units::SlugFoot) => "slug·ft²",
            _ => self.range().unit,
        }
    }

    /// Whether it may say this.
    pub fn holds(self, value: f64, shown: Shown) -> bool {
        let value = match self {
            Cell::Mass => shown.units.in_kg(value),
            Cell::Inertia(_) => shown.units.in_kg_m2(value),
            _ => value,
        };
        self.range().holds(value)
    }

    /// Lets it say something else of a part of the ragdoll. A bound that passes the
    /// other one takes it along.
    ///
    /// Nothing happens where the part is unknown or has no such number, and where the
    /// value is what is shown already, so that units do not eat the last digits.
    pub fn set(self, ragdoll: &mut Ragdoll, part: &str, value: f64, shown: Shown) {
        let parts = parts_in_force(ragdoll);
        let Some(before) = parts.iter().find(|known| known.name == part) else {
            return;
        };
        if !self.is_of(before) || self.value(before, shown) == Some(value) {
            return;
        }
        match self {
            Cell::Mass => {
                let mass_kg = shown.units.in_kg(value);
                change_own(ragdoll, part, |own| own.mass_kg = Some(mass_kg));
            }
            Cell::Inertia(axis) => {
                let mut inertia = before.inertia_kg_m2;
                *of_axis(inertia.each_mut(), axis) = shown.units.in_kg_m2(value);
                change_own(ragdoll, part, |own| own.inertia_kg_m2 = Some(inertia));
            }
            Cell::Friction => change_own(ragdoll, part, |own| own.friction = Some(value)),
            Cell::Min(_) | Cell::Max(_) | Cell::Restitution => {
                let Some(mut limit) = before.limit else {
                    return;
                };
                self.set_in(&mut limit, value, shown);
                change_own(ragdoll, part, |own| own.limit = Some(limit));
            }
        }
        tidy(ragdoll);
    }

    fn set_in(self, limit: &mut PartLimit, value: f64, shown: Shown) {
        let (axis, is_min) = match self {
            Cell::Min(axis) => (axis, true),
            Cell::Max(axis) => (axis, false),
            _ => {
                limit.restitution = value;
                return;
            }
        };
        let (value, is_min) = match shown.frame.turns_round(axis) {
            true => (0.0 - value, !is_min),
            false => (value, is_min),
        };
        let bounds = [&mut limit.min_deg, &mut limit.max_deg];
        let [min, max] = bounds.map(|bound| of_axis(bound.each_mut(), axis));
        if is_min {
            (*min, *max) = (value, max.max(value));
        } else {
            (*min, *max) = (min.min(value), value);
        }
    }
}

impl Units {
    fn mass(self, kg: f64) -> f64 {
        match self {
            Units::Si => kg,
            Units::SlugFoot => quotient(kg, KG_PER_SLUG),
        }
    }

    fn inertia(self, kg_m2: f64) -> f64 {
        match self {
            Units::Si => kg_m2,
            Units::SlugFoot => quotient(kg_m2, KG_M2_PER_SLUG_FT2),
        }
    }

    fn in_kg(self, mass: f64) -> f64 {
        match self {
            Units::Si => mass,
            Units::SlugFoot => mass * KG_PER_SLUG,
        }
    }

    fn in_kg_m2(self, inertia: f64) -> f64 {
        match self {
            Units::Si => inertia,
            Units::SlugFoot => inertia * KG_M2_PER_SLUG_FT2,
        }
    }
}

/// `value / unit`: of the numbers that give back `value` the one with few digits, so
/// that 0.57 does not come back as 0.5699999999999999.
fn quotient(value: f64, unit: f64) -> f64 {
    let exact = value / unit;
    let round = format!("{exact:.14e}").parse().unwrap_or(exact);
    match round * unit == value {
        true => round,
        false => exact,
    }
}

impl AngleFrame {
    /// Whether turns about this axis have the other sign than in the files.
    pub fn turns_round(self, axis: usize) -> bool {
        self == AngleFrame::Paper && axis > 0
    }
}
