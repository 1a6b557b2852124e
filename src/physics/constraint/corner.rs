//! The angle between two arms that leave one point, by their dot product.
//!
//! With the arms `u` and `v` and their lengths at the start `l` and `m`, the angle `θ` is at least
//! `θ₀` where `C = l m cos θ₀ − u·v` is not negative (Jakobsen, section 6; his `α` is `l m cos θ₀`),
//! and at most `θ₁` where `u·v − l m cos θ₁` is not. No arc cosine and no root is taken, and the
//! gradient of `u·v` is `v` for the end of `u`, `u` for that of `v`, and minus both for the
//! corner. Errors are divided by `l m sin θ₀`, which makes them radians near the bound. Arms that
//! sticks let stretch change what angle a bound is: by `ε cot θ₀` for a strain `ε` of both together.

use super::coupled::{Coupled, Half};
use super::{all_of, BodiesMut, ConstraintRow, ConstraintRows, Role, Sense};
use crate::physics::attach::{Attachment, Level};
use crate::physics::model::Settings;
use crate::physics::state::State;
use glam::DVec3;

/// Least sine that errors are divided by: near a straight or a folded corner the dot product says
/// little of the angle.
const LEAST_SINE: f64 = 0.05;

/// Keeps the angle between two arms within bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Corner {
    /// The point at which both arms begin.
    pub at: Attachment,
    /// Where the arms end.
    pub ends: [Attachment; 2],
    /// Product of the lengths of the arms, m², above 0.
    pub lengths: f64,
    /// Smallest and largest angle, rad, from 0 to π.
    pub bounds: [f64; 2],
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
}

impl Corner {
    fn arms(&self, state: &State) -> [DVec3; 2] {
        let at = self.at.position(state);
        self.ends.map(|end| end.position(state) - at)
    }

    /// The row of a bound; `sense` is 1 for the smallest angle and −1 for the largest.
    fn bound(&self, angle: f64, sense: f64, state: &State) -> ConstraintRow {
        let [u, v] = self.arms(state);
        let scale = sense / (self.lengths * libm::sin(angle).max(LEAST_SINE));
        let [first, second] = self.ends;
        let half = |end, gradient: DVec3| Half::Way {
            points: [end, self.at],
            gradient: gradient * -scale,
        };
        ConstraintRow::Coupled(Coupled {
            halves: [half(first, v), half(second, u)],
            error: (self.lengths * libm::cos(angle) - u.dot(v)) * scale,
            bending: 0.0,
            sense: Sense::Inequality,
            is_angle: true,
        })
    }
}

impl ConstraintRows for Corner {
    fn role(&self) -> Role {
        Role::Limit
    }

    fn attachments(&self) -> [Attachment; 2] {
        self.ends
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        let [first, second] = &mut self.ends;
        all_of([self.at.body_mut(), first.body_mut(), second.body_mut()])
    }

    fn row_count(&self) -> usize {
        2
    }

    fn row(&self, index: usize, _: Level, state: &State, _: &Settings) -> Option<ConstraintRow> {
        let [min, max] = self.bounds;
        match index {
            0 => (min > 0.0).then(|| self.bound(min, 1.0, state)),
            _ => (max < std::f64::consts::PI).then(|| self.bound(max, -1.0, state)),
        }
    }

    fn has_equalities(&self) -> bool {
        false
    }

    fn relaxation_factor(&self) -> f64 {
        self.relaxation_factor
    }
}
