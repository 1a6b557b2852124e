//! Two bodies with several hinges and slides between them, one after another.
//!
//! Of `n` axes the joint holds `6 − n` directions, found at the axes' present places (see
//! [`linkage`](crate::physics::linkage)); each axis has its limits. Joints of this kind make
//! ankles whose two hinges do not meet, and roots that move in a plane.

use super::{BodiesMut, ConstraintRow, ConstraintRows, Residual, Role, Sense};
use crate::physics::attach::{Attachment, Level};
use crate::physics::coordinate::Coordinate;
use crate::physics::linkage::{Linkage, PerAxis};
use crate::physics::model::Settings;
use crate::physics::state::State;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Lets a child move along and about several axes, one after another.
#[derive(Debug, Clone, PartialEq)]
pub struct Serial {
    /// The axes, shared with the coordinates.
    pub linkage: Arc<Linkage>,
    /// Least and largest coordinate of each axis, m or rad.
    pub limits: PerAxis<Option<[f64; 2]>>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
}

impl Serial {
    /// The coordinates, in the order of the axes.
    pub fn coordinates(&self) -> impl Iterator<Item = Coordinate> + '_ {
        (0..self.linkage.axes.len()).map(|index| Coordinate::Axis {
            linkage: self.linkage.clone(),
            index,
        })
    }

    /// How far it is apart and turned, and out of its limits.
    pub(super) fn residual(&self, state: &State) -> Residual {
        let [length, angle] = self.linkage.stance(state).apart();
        let beyond = self.beyond(state);
        Residual {
            length: length.max(beyond.length),
            angle: angle.max(beyond.angle),
        }
    }

    /// How far it is out of its limits.
    pub fn beyond(&self, state: &State) -> Residual {
        let stance = self.linkage.stance(state);
        let mut residual = Residual::default();
        for (index, limit) in self.limits.iter().enumerate() {
            let Some([min, max]) = *limit else { continue };
            let value = stance.values[index];
            let over = (min - value).max(value - max).max(0.0);
            let largest = match self.linkage.axes[index].slides {
                true => &mut residual.length,
                false => &mut residual.angle,
            };
            *largest = largest.max(over);
        }
        residual
    }

    /// Whether one of its hinges has a limit.
    pub fn limits_turns(&self) -> bool {
        let mut axes = self.linkage.axes.iter().zip(&self.limits);
        axes.any(|(axis, limit)| !axis.slides && limit.is_some())
    }

    /// Visits its rows from `first` on, until it is told to stop: limits, then what is held.
    fn visit(
        &self,
        first: usize,
        state: &State,
        mut take: impl FnMut(usize, ConstraintRow) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let stance = self.linkage.stance(state);
        let count = self.limits.len();
        for index in first..count {
            let Some(bounds) = self.limits[index] else {
                continue;
            };
            let bound = nearer_bound(stance.values[index], bounds);
            if let Some(row) = stance.along(state, index, bound) {
                take(index, row)?;
            }
        }
        for (k, row) in stance.holding(state).into_iter().enumerate() {
            if count + k >= first {
                take(count + k, row)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn first_from(&self, first: usize, state: &State) -> Option<(usize, ConstraintRow)> {
        let mut found = None;
        let _ = self.visit(first, state, |index, row| {
            found = Some((index, row));
            ControlFlow::Break(())
        });
        found
    }
}

/// Room to the nearer bound of a coordinate, its factor, and its sense.
fn nearer_bound(value: f64, [min, max]: [f64; 2]) -> (f64, f64, Sense) {
    if min == max {
        (value - min, 1.0, Sense::Equality)
    } else if max - value < value - min {
        (max - value, -1.0, Sense::Inequality)
    } else {
        (value - min, 1.0, Sense::Inequality)
    }
}

impl ConstraintRows for Serial {
    fn role(&self) -> Role {
        Role::Joint
    }

    fn attachments(&self) -> [Attachment; 2] {
        [self.linkage.a, self.linkage.b]
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        Arc::make_mut(&mut self.linkage).bodies_mut()
    }

    fn row_count(&self) -> usize {
        6
    }

    fn row(&self, index: usize, _: Level, state: &State, _: &Settings) -> Option<ConstraintRow> {
        let (found, row) = self.first_from(index, state)?;
        (found == index).then_some(row)
    }

    fn next_row(
        &self,
        index: usize,
        state: &State,
        _: &Settings,
    ) -> Option<(usize, ConstraintRow)> {
        self.first_from(index, state)
    }

    fn each_rate_row(
        &self,
        state: &State,
        _: &Settings,
        visit: &mut dyn FnMut(usize, ConstraintRow),
    ) {
        let _ = self.visit(0, state, |index, row| {
            visit(index, row);
            ControlFlow::Continue(())
        });
    }

    fn relaxation_factor(&self) -> f64 {
        self.relaxation_factor
    }
}
