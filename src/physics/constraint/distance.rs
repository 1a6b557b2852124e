//! Distance of two points within bounds.
//!
//! `C = |a − b| − d` with gradient `n = (a − b)/|a − b|` for `a` and `−n` for `b`.
//! Sources: Jakobsen, section 4 (stick) and 6 (inequality); Baltman & Radeztsky,
//! equations 6.1 to 6.6 with the masses that 6.2 and 6.4 lack.

use super::{all_of, BodiesMut, ConstraintRow, ConstraintRows, Role, Sense};
use crate::physics::attach::{Attachment, Level};
use crate::physics::model::{Model, Settings};
use crate::physics::state::{ParticleState, State};
use glam::DVec3;

/// Keeps the distance of two points between a smallest and a largest value.
#[derive(Debug, Clone, PartialEq)]
pub struct Distance {
    /// One point.
    pub a: Attachment,
    /// The other point.
    pub b: Attachment,
    /// Smallest distance, m.
    pub min: f64,
    /// Largest distance, m; infinite for none.
    pub max: f64,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
    /// Distance beyond which it tears, m; infinite for never.
    pub tears_at: f64,
}

impl Distance {
    /// Whether it is stretched so far that it tears.
    pub fn is_overstretched(&self, state: &State) -> bool {
        let between = self.a.position(state) - self.b.position(state);
        between.length() > self.tears_at
    }

    /// By how much it is longer or shorter than it may be, as a share of that length; what has
    /// only a largest length counts only what is over it.
    pub fn strain(&self, state: &State) -> f64 {
        let length = self.a.position(state).distance(self.b.position(state));
        let over = (length - self.max) / self.max.max(LEAST_LENGTH_M);
        let under = (self.min - length) / self.min.max(LEAST_LENGTH_M);
        over.max(under).max(0.0)
    }

    /// Relaxes it as its row would be, to the bit and with far less work, if it is a
    /// distance of two particles; false if not.
    pub(super) fn relax_particles(
        &self,
        model: &Model,
        state: &mut State,
        weights: [f64; 2],
        relaxation_factor: f64,
    ) -> bool {
        let (Attachment::Particle(a), Attachment::Particle(b)) = (self.a, self.b) else {
            return false;
        };
        let inverse_masses = [a, b].map(|i| state.inverse_mass_of_particle(model, i));
        relax(
            &mut state.particles,
            ([a, b], [self.min, self.max]),
            (weights, inverse_masses),
            relaxation_factor,
        );
        true
    }
}

/// Moves two particles towards the bounds of their distance, m: `weights` are factors on their
/// inverse masses, 1/kg.
#[inline]
pub(in crate::physics) fn relax(
    particles: &mut [ParticleState],
    ([a, b], bounds): ([usize; 2], [f64; 2]),
    (weights, inverse_masses): ([f64; 2], [f64; 2]),
    relaxation_factor: f64,
) {
    let between = particles[a].position - particles[b].position;
    let (direction, error, sense) = error_of(between, bounds);
    let [of_a, of_b] = inverse_masses;
    let w = weights[0] * of_a + weights[1] * of_b;
    if sense.open(error) || w <= 0.0 {
        return;
    }
    let size = -(error * relaxation_factor) / w;
    particles[a].position += direction * (size * weights[0]) * of_a;
    particles[b].position += direction * (size * -weights[1]) * of_b;
}

/// Strain is measured by no shorter length, m.
const LEAST_LENGTH_M: f64 = 1e-3;

/// Two points that are this near each other have no direction from one to the other, m.
pub(in crate::physics) const ONE_PLACE_M: f64 = 1e-12;

/// Direction in which the error of a distance grows, the error, m, and on which sides it
/// counts, where `between` leads from the second point to the first.
#[inline]
pub(in crate::physics) fn error_of(between: DVec3, [min, max]: [f64; 2]) -> (DVec3, f64, Sense) {
    let length = between.length();
    // Coinciding points have no direction; any fixed one parts them.
    let direction = if length > ONE_PLACE_M {
        between / length
    } else {
        DVec3::Y
    };
    if min == max {
        (direction, length - max, Sense::Equality)
    } else if max - length < length - min {
        (-direction, max - length, Sense::Inequality)
    } else {
        (direction, length - min, Sense::Inequality)
    }
}

impl ConstraintRows for Distance {
    fn role(&self) -> Role {
        Role::Stick
    }

    fn attachments(&self) -> [Attachment; 2] {
        [self.a, self.b]
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        all_of([self.a.body_mut(), self.b.body_mut()])
    }

    fn most_apart(&self) -> Option<f64> {
        self.max.is_finite().then_some(self.max)
    }

    fn row_count(&self) -> usize {
        1
    }

    fn row(&self, _: usize, _: Level, state: &State, _: &Settings) -> Option<ConstraintRow> {
        let between = self.a.position(state) - self.b.position(state);
        let (direction, error, sense) = error_of(between, [self.min, self.max]);
        Some(ConstraintRow::Linear {
            a: self.a,
            b: self.b,
            direction,
            carrier: None,
            error,
            sense,
        })
    }

    fn relaxation_factor(&self) -> f64 {
        self.relaxation_factor
    }
}
