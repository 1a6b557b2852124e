//! Bounds that a run is not to leave.

use crate::lab::telemetry::{Quantity, Sample};
use std::collections::BTreeMap;

/// A quantity, and the most that it may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound {
    /// What is bounded.
    pub quantity: Quantity,
    /// In the unit of the quantity.
    pub most: f64,
}

impl Bound {
    /// Whether a sample is beyond it; what is no number is.
    pub fn is_left(&self, sample: &Sample) -> bool {
        let value = self.quantity.of(sample);
        value.is_some_and(|value| value > self.most || value.is_nan())
    }

    /// As in a sentence.
    pub fn words(&self) -> String {
        let Bound { quantity, most } = self;
        format!("{} above {most} {}", quantity.title(), quantity.unit())
    }
}

/// All bounds that somebody has set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bounds(BTreeMap<Quantity, f64>);

impl Bounds {
    /// What a run can be asked to stop at, and what is offered at first.
    pub const OFFERED: [Bound; 4] = [
        Bound {
            quantity: Quantity::JointError,
            most: 20.0,
        },
        Bound {
            quantity: Quantity::LimitViolation,
            most: 10.0,
        },
        Bound {
            quantity: Quantity::KineticEnergy,
            most: 2000.0,
        },
        Bound {
            quantity: Quantity::Speed,
            most: 20.0,
        },
    ];

    /// The most that a quantity may be, if that is bounded.
    pub fn of(&self, quantity: Quantity) -> Option<f64> {
        self.0.get(&quantity).copied()
    }

    /// Bounds a quantity, or no longer.
    pub fn set(&mut self, quantity: Quantity, most: Option<f64>) {
        match most {
            Some(most) => self.0.insert(quantity, most),
            None => self.0.remove(&quantity),
        };
    }

    /// The first bound that is left from a sample to the next.
    pub fn left_between(&self, [before, after]: [&Sample; 2]) -> Option<Bound> {
        let all = self.0.iter();
        let mut all = all.map(|(&quantity, &most)| Bound { quantity, most });
        all.find(|bound| bound.is_left(after) && !bound.is_left(before))
    }
}
