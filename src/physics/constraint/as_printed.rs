//! What constraints do to their two sides where an equation is used as it is printed.

use super::row::Sides;
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::model::{Misprint, Misprints, Model, StateForm};
use crate::physics::state::State;
use glam::DVec3;

/// Misprints of the speed along a distance.
pub(super) const OF_DISTANCE_SPEED: Misprints =
    Misprints::of(&[Misprint::DistanceSpeed, Misprint::DistanceSpeedOrder]);

impl Sides {
    /// Baltman & Radeztsky, 7.4: `b` is moved against the push and turned with it.
    pub(super) fn push_b_as_printed(&self, model: &Model, state: &mut State, push: DVec3) {
        let push = push * self.weights[1];
        match self.b {
            Attachment::Body { body, arm } => {
                let centre = Attachment::centre_of(body);
                centre.push(model, state, -push, Level::Position);
                let lever = state.bodies[body].orientation * arm;
                Frame::Body(body).turn(model, state, lever.cross(push), Level::Position);
            }
            other => other.push(model, state, -push, Level::Position),
        }
    }

    /// Baltman & Radeztsky, 6.2, and 6.4 but for its sign: both sides are moved alike by the
    /// error over the sum of the inverse masses, which is right for masses of 1 only.
    pub(super) fn part_alike(
        &self,
        model: &Model,
        state: &mut State,
        direction: DVec3,
        error: f64,
        level: Level,
    ) {
        let [w_a, w_b] = [self.a, self.b].map(|s| s.inverse_mass_along(model, state, direction));
        if w_a + w_b > 0.0 {
            let moved = direction * (-error / (w_a + w_b));
            for (side, w, moved) in [(self.a, w_a, moved), (self.b, w_b, -moved)] {
                if w > 0.0 {
                    side.push(model, state, moved / w, level);
                }
            }
        }
    }

    /// Baltman & Radeztsky, 6.4 and 6.5: each has its sign the wrong way round, so that both
    /// together brake, and 6.4 leaves out the masses, too.
    pub(super) fn change_speed_as_printed(
        &self,
        model: &Model,
        state: &mut State,
        direction: DVec3,
        rate: f64,
    ) {
        let verlet = model.settings.verlet();
        let of_6_4 = verlet.misprints.has(Misprint::DistanceSpeed);
        let of_6_5 = verlet.misprints.has(Misprint::DistanceSpeedOrder)
            && verlet.form == StateForm::VelocityLess;
        let rate = if of_6_4 == of_6_5 { rate } else { -rate };
        if of_6_4 {
            self.part_alike(model, state, direction, rate, Level::Velocity);
        } else {
            self.remove_along(model, state, direction, rate, Level::Velocity);
        }
    }

    /// Delannoy, 4.7: both sides are moved by their shares of the way from `a` to `b`.
    pub(super) fn follow_as_printed(&self, model: &Model, state: &mut State, error: DVec3) {
        let direction = error.normalize_or_zero();
        let w = self.inverse_mass_along(model, state, direction);
        if w > 0.0 {
            let push = -error / w;
            self.a
                .push(model, state, push * self.weights[0], Level::Position);
            self.b
                .push(model, state, push * self.weights[1], Level::Position);
        }
    }

    /// Whether the thesis has such a joint, and uses its weights: of particles, by their masses.
    pub(super) fn follows_as_printed(&self, model: &Model) -> bool {
        let verlet = model.settings.verlet();
        let turns = |side| matches!(side, Attachment::Body { .. });
        verlet.misprints.has(Misprint::JointSigns)
            && verlet.weighting > 0.0
            && !turns(self.a)
            && !turns(self.b)
    }
}
