//! Rows of constraints on velocities, with impulses that are kept from substep to substep.
//!
//! Each row of a constraint has the inverse mass `K` along its error and
//! an accumulated impulse `λ`; a sweep adds `−m K⁻¹ (Ċ + b C) − i λ` (see
//! [`Softness`]). An inequality that is open by `C > 0` may close at `C / h`.
//! Source of the soft step: Catto, "Solver2D" (2024) and "Soft Constraints" (2011).

use super::share::Share;
use crate::physics::attach::Level;
use crate::physics::constraint::row::REACHED;
use crate::physics::constraint::{ConstraintRow, ConstraintRows, Sense};
use crate::physics::contact::Softness;
use crate::physics::model::Model;
use crate::physics::probe::{show, Probe, SolverEvent};
use crate::physics::state::State;
use crate::physics::warm_start::{RowImpulse, WarmStart};
use glam::{DMat3, DVec3};
use std::f64::consts::TAU;

/// Room of an inequality beyond which it is left out, rad or m: nothing gets there
/// in a substep, and the gradient does not hold so far away.
const FAR: f64 = 1.0;
/// Frequency of soft joints, of that of the substeps: Catto's quarter, so that what lies on
/// the ground comes to rest.
const SUBSTEP_RATE: f64 = 0.25;
/// Damping ratio of soft joints.
const DAMPING: f64 = 2.0;
/// Way that a load may open a point, m; where it would be more, the joint is stiffer.
const MOST_STRETCH_M: f64 = 0.002;
/// Error from which a load does not stiffen a joint any more, m.
const MOST_OPEN_M: f64 = 0.01;
/// Largest factor on the frequency for a load.
const MOST_STIFFER: f64 = 2.0;
/// Most passes over the rows of an articulation in one sweep.
const MOST_PASSES: u32 = 32;
/// Change of the rate of a row in a pass up to which it is settled, m/s.
const SETTLED_M_S: f64 = 0.1;
/// The same of an angle, rad/s.
const SETTLED_RAD_S: f64 = 0.1;

/// How a sweep treats joints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// As stiff damped springs, which take errors back.
    Spring,
    /// As ties that take rates and leave errors alone.
    Rigid,
}

/// A row of a constraint, ready for the velocity solve.
#[derive(Debug, Clone)]
pub struct VelocityRow {
    /// Index of its constraint.
    pub constraint: usize,
    /// Its place in the memory of the state.
    place: usize,
    /// What it makes zero.
    pub row: ConstraintRow,
    /// Factors on the inverse masses of its sides.
    pub weights: [f64; 2],
    /// `K`, the inverse mass that its error has behind it.
    inverse_mass: DMat3,
    /// Inverse of `K`; zero if nothing moves.
    mass: DMat3,
    /// Error, m or rad; that of a scalar error is in x.
    error: DVec3,
    /// `None` for an equality.
    side: Option<i8>,
    relaxation_factor: f64,
    /// How it acts before the motion.
    softness: Softness,
    /// Accumulated impulse; that of a scalar error is in x.
    pub impulse: DVec3,
}

impl VelocityRow {
    /// Its place in the memory, and what the next substep shall know of it.
    pub fn known(&self) -> (usize, RowImpulse) {
        let (side, impulse) = (self.side.unwrap_or(0), self.impulse);
        (self.place, RowImpulse { side, impulse })
    }

    /// Change of its rate in a pass up to which it is settled, m/s or rad/s.
    fn settled(&self) -> f64 {
        match self.row {
            ConstraintRow::Angular { .. } => SETTLED_RAD_S,
            _ => SETTLED_M_S,
        }
    }

    /// Whether anything it holds can move.
    pub fn moves(&self) -> bool {
        self.mass != DMat3::ZERO
    }

    /// Solves it in a substep of `h` seconds, as a spring or as a rigid tie; returns by how much
    /// its rate changed, m/s or rad/s.
    fn solve(&mut self, model: &Model, state: &mut State, tie: Tie, h: f64) -> f64 {
        let softness = match tie {
            Tie::Spring => self.softness,
            Tie::Rigid => Softness::RIGID,
        };
        let rate = self.row.rate(state);
        let open = self.side.is_some() && self.error.x > 0.0;
        let (bias, scale, taken_back) = if open {
            (self.error / h, 1.0, 0.0)
        } else {
            let bias = self.error * (softness.bias_rate * self.relaxation_factor);
            (bias, softness.mass_scale, softness.impulse_scale)
        };
        let change = -(self.mass * (rate + bias)) * scale - self.impulse * taken_back;
        let mut wanted = self.impulse + change;
        if self.side.is_some() {
            wanted.x = wanted.x.max(0.0);
        }
        let push = wanted - self.impulse;
        self.impulse = wanted;
        self.row
            .push(model, state, self.weights, push, Level::Velocity);
        (self.inverse_mass * push).length()
    }
}

impl Share {
    /// Rows of all that takes part, in the order of solution, with what is known of the
    /// last substep, for one of `h` seconds.
    pub fn make_rows(&mut self, model: &Model, state: &State, h: f64, known: WarmStart<'_>) {
        self.rows.clear();
        for &i in &self.awake.order {
            let constraint = &model.constraints[i];
            for index in 0..constraint.row_count() {
                let place = self.plan.first_row[i] + index;
                let row = constraint.row(index, Level::Velocity, state, &model.settings);
                let Some(row) = row else {
                    continue;
                };
                let known = known.row(place);
                let relaxation_factor = constraint.relaxation_factor();
                self.rows.push(VelocityRow {
                    constraint: i,
                    place,
                    ..row_of(
                        model,
                        state,
                        row,
                        h,
                        self.plan.weights[i],
                        relaxation_factor,
                        known,
                    )
                });
            }
        }
    }

    /// A sweep over all rows in a substep of `h` seconds. Those of an articulation are solved
    /// again while a pass still changes rates of it: a light link between a stop, or a heavy
    /// body, and what holds it would throw back what one pass leaves.
    pub fn sweep_rows(
        &mut self,
        model: &Model,
        state: &mut State,
        tie: Tie,
        h: f64,
        probe: &mut dyn Probe,
    ) {
        let Share {
            plan,
            rows,
            unsettled,
            restless,
            ..
        } = self;
        let articulation = |row: &VelocityRow| plan.joints.articulation_of(row.constraint);
        unsettled.clear();
        unsettled.extend((0..rows.len()).filter(|&i| rows[i].moves()));
        for _ in 0..MOST_PASSES {
            restless.clear();
            for &i in unsettled.iter() {
                let row = &mut rows[i];
                let change = row.solve(model, state, tie, h);
                show(probe, SolverEvent::Velocity(row.constraint), state);
                if change > row.settled() && restless.last() != articulation(row).as_ref() {
                    restless.extend(articulation(row));
                }
            }
            if restless.is_empty() {
                break;
            }
            restless.sort_unstable();
            unsettled.retain(|&i| {
                articulation(&rows[i]).is_some_and(|of| restless.binary_search(&of).is_ok())
            });
        }
    }

    /// Lets inequalities go that are still open after the coming motion of `h` seconds.
    pub fn release_open_rows(&mut self, state: &State, h: f64) {
        for row in self.rows.iter_mut().filter(|row| row.side.is_some()) {
            row.error.x += row.row.rate(state).x * h;
            if row.error.x > REACHED {
                // Free until the next substep: slowed now, it would come to its stop
                // with less than its own rate and bounce too little.
                row.mass = DMat3::ZERO;
            }
        }
    }
}

fn row_of(
    model: &Model,
    state: &State,
    row: ConstraintRow,
    h: f64,
    weights: [f64; 2],
    relaxation_factor: f64,
    known: Option<RowImpulse>,
) -> VelocityRow {
    let scalar = |error| DVec3::new(error, 0.0, 0.0);
    let (error, side) = match row {
        ConstraintRow::Point { error, .. } => (error, None),
        ConstraintRow::Linear { error, sense, .. } => (scalar(error), inequality(sense, 1)),
        ConstraintRow::Coupled(coupled) => (scalar(coupled.error), inequality(coupled.sense, 1)),
        ConstraintRow::Angular {
            error, sense, side, ..
        } => (scalar(error), inequality(sense, side)),
    };
    let inverse_mass = row.inverse_mass(model, state, weights);
    let solvable = inverse_mass.determinant() > 0.0 && !(side.is_some() && error.x > FAR);
    let mass = if solvable {
        inverse_mass.inverse()
    } else {
        DMat3::ZERO
    };
    // Pushes of the other bound of an angle are no guess for this one.
    let known = known.filter(|known| solvable && known.side == side.unwrap_or(0));
    let impulse = known.map_or(DVec3::ZERO, |known| known.impulse);
    let loaded = match row {
        // A spring that is wide open would throw what it holds if it were stiffened.
        ConstraintRow::Point { error, .. }
            if error.length_squared() < MOST_OPEN_M * MOST_OPEN_M =>
        {
            (inverse_mass * impulse).length()
        }
        _ => 0.0,
    };
    VelocityRow {
        constraint: 0,
        place: 0,
        row,
        weights,
        inverse_mass,
        mass,
        error,
        side,
        relaxation_factor,
        softness: softness_under(loaded, h),
        impulse,
    }
}

/// Softness of a joint whose load changes its rate by so much (m/s) within a substep of `h`
/// seconds. A spring of the angular frequency `ω` gives way by `Δv / (h ω²)`.
fn softness_under(loaded: f64, h: f64) -> Softness {
    let omega = TAU * SUBSTEP_RATE / h;
    let stretch = loaded / (h * omega * omega);
    let stiffer = (stretch / MOST_STRETCH_M).sqrt().clamp(1.0, MOST_STIFFER);
    Softness::spring(SUBSTEP_RATE / h * stiffer, DAMPING, h)
}

fn inequality(sense: Sense, side: i8) -> Option<i8> {
    (sense == Sense::Inequality).then_some(side)
}
