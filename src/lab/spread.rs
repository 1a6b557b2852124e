//! A value that was measured several times, and numbers in few digits.

use serde::Serialize;

/// A value measured several times.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// The middle value; the upper of two.
    pub median: f64,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
}

impl Spread {
    /// The spread of some values; `None` of nothing.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        Some(Spread {
            median: *values.get(values.len() / 2)?,
            min: *values.first()?,
            max: *values.last()?,
        })
    }

    /// A value that was measured once.
    pub fn exactly(value: f64) -> Spread {
        Spread {
            median: value,
            min: value,
            max: value,
        }
    }

    /// Whether two values differ: their ranges do not overlap.
    pub fn differs(&self, other: &Spread) -> bool {
        self.max < other.min || other.max < self.min
    }

    /// Width of the range.
    pub fn band(&self) -> f64 {
        self.max - self.min
    }
}

/// Four significant digits.
pub fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let digits = 3 - value.abs().log10().floor() as i32;
    match digits {
        7.. => format!("{value:.2e}"),
        digits => format!("{value:.*}", digits.clamp(0, 6) as usize),
    }
}
