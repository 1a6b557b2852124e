//! Stops of joints: those that are met ahead of the motion (see
//! [`stop`](crate::physics::constraint::stop)), and bounces of elastic limits after it.

use super::share::Share;
use crate::physics::attach::Level;
use crate::physics::constraint::row::REACHED;
use crate::physics::constraint::stop::{self, Answer, MOST_PASSES, PASSES, SETTLED, WHERE_HANGING};
use crate::physics::constraint::{ConstraintRow, ConstraintRows, Sense};
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::DVec3;

/// Sweeps over the stops and the joints of what has reached them.
const SWEEPS: u32 = 16;
/// Change of a rate at which stops and joints agree, rad/s.
const SETTLED_RAD_S: f64 = 1e-9;
/// Angle limits count with true masses.
const TRUE_MASSES: [f64; 2] = [1.0, 1.0];
/// Rate below which a stop does not bounce, rad/s.
const RESTING_RATE_RAD_S: f64 = 0.5;

/// A row of an elastic limit that was approaching its bound.
#[derive(Debug, Clone, Copy)]
pub struct LimitBounce {
    constraint: usize,
    row: usize,
    /// Rate of the error before the solve, below 0, rad/s.
    rate: f64,
    /// Sum of all pushes that send it back, N·m·s.
    impulse: f64,
}

impl Share {
    /// Slows what would pass a stop within `h` seconds, and lets all joints of its articulation
    /// answer.
    pub fn arrest_at_stops(&mut self, model: &Model, state: &mut State, h: f64) {
        let mut struck = std::mem::take(&mut self.struck);
        struck.clear();
        for &i in &self.awake.stops {
            let least = if self.hangs(model, i) {
                WHERE_HANGING
            } else {
                1.0
            };
            if model.constraints[i].turns_slowly(state, least) {
                continue;
            }
            let mut joint = self.answer_of(model, state, i);
            if joint.arrest(model, state, (h, least)) > 0.0 {
                struck.push(i);
            }
        }
        let articulation = |&i: &usize| self.plan.joints.articulation_of(i);
        struck.sort_unstable_by_key(articulation);
        struck.dedup_by_key(|i| articulation(i));
        for &of in &struck {
            self.answer(model, state, h, of);
        }
        self.struck = struck;
    }

    fn answer_of(&self, model: &Model, state: &State, i: usize) -> Answer {
        let holder = self.plan.holders[i].map(|joint| &model.constraints[joint]);
        model.constraints[i].answer(model, state, holder)
    }

    /// Whether the articulation of a constraint hangs from the world.
    fn hangs(&self, model: &Model, constraint: usize) -> bool {
        let articulation = self.plan.joints.articulation_of(constraint);
        articulation.is_some_and(|i| model.anchored[i])
    }

    fn answer(&mut self, model: &Model, state: &mut State, h: f64, of: usize) {
        let mut answers = std::mem::take(&mut self.answers);
        let joints = self.plan.joints.joined_with(of);
        answers.clear();
        answers.extend(joints.iter().map(|&i| self.answer_of(model, state, i)));
        let hangs = self.hangs(model, of);
        let passes = if hangs { MOST_PASSES } else { PASSES };
        for pass in 0..passes {
            // Stops only push, so that what is overdone stays; many passes need not overdo.
            let factor = if hangs { 1.0 } else { stop::factor(pass) };
            for (&i, joint) in joints.iter().zip(&answers) {
                joint.settle(model, state, (self.plan.weights[i], factor));
            }
            let change = answers
                .iter_mut()
                .map(|joint| joint.arrest(model, state, (h, 0.0)))
                .fold(0.0, f64::max);
            if hangs && change < SETTLED {
                break;
            }
        }
        self.answers = answers;
    }

    /// Notes how fast elastic limits are being approached.
    pub fn record_limit_bounces(&mut self, model: &Model, state: &State) {
        self.limit_bounces.clear();
        for &constraint in &self.awake.elastic {
            let limit = &model.constraints[constraint];
            for row in 0..limit.row_count() {
                let rate = limit
                    .row(row, Level::Velocity, state, &model.settings)
                    .map_or(0.0, |row| row.rate(state).x);
                if rate < -RESTING_RATE_RAD_S {
                    self.limit_bounces.push(LimitBounce {
                        constraint,
                        row,
                        rate,
                        impulse: 0.0,
                    });
                }
            }
        }
    }

    /// Sends back what reached its stop.
    pub fn bounce_at_limits(&mut self, model: &Model, state: &mut State) {
        let mut stops = std::mem::take(&mut self.limit_bounces);
        stops.retain(|stop| stop.bounces(model, state));
        let articulation = |stop: &LimitBounce| self.plan.joints.articulation_of(stop.constraint);
        stops.sort_unstable_by_key(|stop| (articulation(stop), stop.constraint, stop.row));
        for struck in stops.chunk_by_mut(|a, b| articulation(a) == articulation(b)) {
            self.send_back(model, state, struck);
        }
        self.limit_bounces = stops;
    }

    /// Sends back what reached a stop in one articulation, in turn with all joints there: a
    /// push on a door alone would turn it about its middle, and its hinge would then
    /// take most of the bounce.
    fn send_back(&self, model: &Model, state: &mut State, struck: &mut [LimitBounce]) {
        let joints = self.plan.joints.joined_with(struck[0].constraint);
        for _ in 0..SWEEPS {
            let mut change: f64 = 0.0;
            for stop in struck.iter_mut() {
                change = change.max(stop.send_back(model, state));
            }
            if change < SETTLED_RAD_S {
                break;
            }
            for &i in joints {
                model.constraints[i].solve_velocity(model, state, self.plan.weights[i]);
            }
        }
    }
}

impl LimitBounce {
    fn row(&self, model: &Model, state: &State) -> Option<ConstraintRow> {
        let limit = &model.constraints[self.constraint];
        limit.row(self.row, Level::Velocity, state, &model.settings)
    }

    /// Rate after the bounce, rad/s.
    fn wanted(&self, model: &Model) -> f64 {
        -model.constraints[self.constraint].restitution() * self.rate
    }

    /// Whether it has come to its bound and does not yet leave it fast enough.
    fn bounces(&self, model: &Model, state: &State) -> bool {
        self.row(model, state).is_some_and(|row| {
            let inequality = matches!(
                row,
                ConstraintRow::Angular { error, sense: Sense::Inequality, .. } if error <= REACHED
            );
            inequality && row.rate(state).x < self.wanted(model)
        })
    }

    /// Gives the wanted rate; the sum of all pushes never pulls. Returns the change of
    /// the rate, rad/s.
    fn send_back(&mut self, model: &Model, state: &mut State) -> f64 {
        let Some(row) = self.row(model, state) else {
            return 0.0;
        };
        let w = row.inverse_mass(model, state, TRUE_MASSES).x_axis.x;
        if w <= 0.0 {
            return 0.0;
        }
        let missing = self.wanted(model) - row.rate(state).x;
        let change = (self.impulse + missing / w).max(0.0) - self.impulse;
        self.impulse += change;
        row.push(
            model,
            state,
            TRUE_MASSES,
            DVec3::X * change,
            Level::Velocity,
        );
        (change * w).abs()
    }
}
