//! Who is to blame for what went wrong in a few steps.

use super::bound::Bound;
use crate::lab::telemetry::Quantity;
use crate::lab::why::words_of;
use crate::lab::Simulation;
use crate::physics::constraint::{Constraint, ConstraintRow, ConstraintRows};
use crate::physics::joints::Joints;
use crate::physics::ledger::{Book, Cause};
use crate::physics::report::is_joint;
use crate::physics::{Level, Model, State};
use crate::scene::Scene;
use glam::DVec3;
use std::collections::BTreeMap;

/// Culprits that are named.
const NAMED: usize = 5;
/// Share below which nobody is named.
const LEAST: f64 = 1e-3;

/// Ratio of two masses from which on relaxation hardly holds them together.
const UNEQUAL: f64 = 20.0;

/// What somebody did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guilt {
    /// Gave energy, out of nothing where a run blew up.
    GaveEnergy,
    /// Gives way.
    GivesWay,
    /// Opens what gives way.
    Opens,
    /// Joins something heavy to something light, so many times over.
    JoinsUnequal(u64),
}

/// Somebody who is to blame.
#[derive(Debug, Clone, PartialEq)]
pub struct Culprit {
    /// The cause.
    pub cause: Cause,
    /// In words.
    pub name: String,
    /// What it did.
    pub guilt: Guilt,
    /// Its part of all that did the same, from 0 to 1.
    pub share: f64,
}

/// Those who gave energy, J, the worst first.
pub(super) fn givers(
    scene: &Scene,
    simulation: &Simulation,
    given: BTreeMap<Cause, f64>,
) -> Vec<Culprit> {
    ranked(scene, simulation, Guilt::GaveEnergy, given)
}

/// The joint or limit that is furthest beyond its bound, and those who opened it in some
/// steps; nothing of bounds of another kind.
pub(super) fn openers<'a>(
    scene: &Scene,
    simulation: &Simulation,
    bound: &Bound,
    books: impl Iterator<Item = &'a Book>,
) -> Vec<Culprit> {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let Some(errors) = errors_of(bound.quantity, model, state) else {
        return Vec::new();
    };
    let worst = errors.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let Some(&(weakest, error)) = worst else {
        return Vec::new();
    };
    let mut opened: BTreeMap<Cause, f64> = BTreeMap::new();
    for book in books {
        for (cause, rate) in opening(model, state, weakest, book) {
            *opened.entry(cause).or_default() += rate;
        }
    }
    opened.remove(&Cause::Constraint(weakest));
    let all: f64 = errors.iter().map(|(_, error)| error).sum();
    let culprit = |constraint: usize, guilt: Guilt, share: f64| {
        let cause = Cause::Constraint(constraint);
        let name = words_of(scene, &simulation.map, model, cause);
        Culprit {
            cause,
            name,
            guilt,
            share,
        }
    };
    let unequal = most_unequal(model, weakest);
    let unequal = unequal.map(|(joint, ratio)| culprit(joint, Guilt::JoinsUnequal(ratio), 1.0));
    let mut culprits: Vec<Culprit> = unequal.into_iter().collect();
    if culprits
        .iter()
        .all(|culprit| culprit.cause != Cause::Constraint(weakest))
    {
        culprits.push(culprit(weakest, Guilt::GivesWay, error / all));
    }
    culprits.extend(ranked(scene, simulation, Guilt::Opens, opened));
    culprits
}

fn ranked(
    scene: &Scene,
    simulation: &Simulation,
    guilt: Guilt,
    amounts: BTreeMap<Cause, f64>,
) -> Vec<Culprit> {
    let amounts = amounts.into_iter().filter(|(_, amount)| *amount > 0.0);
    let mut worst: Vec<_> = amounts.collect();
    let all: f64 = worst.iter().map(|(_, amount)| amount).sum();
    worst.retain(|(_, amount)| *amount >= LEAST * all);
    worst.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    worst.truncate(NAMED);
    let (model, map) = (simulation.world.model(), &simulation.map);
    let culprits = worst.into_iter().map(|(cause, amount)| Culprit {
        cause,
        name: words_of(scene, map, model, cause),
        guilt,
        share: amount / all,
    });
    culprits.collect()
}

/// The constraint that joins what is most unlike in mass, and how many times over, of all
/// that hang together with another; nothing where all are alike.
fn most_unequal(model: &Model, with: usize) -> Option<(usize, u64)> {
    let bodies_from = model.particles.len();
    let ratio = |constraint: &Constraint| {
        let mut extremes = [f64::INFINITY, 0.0_f64];
        for side in constraint.attachments() {
            side.each_mover(bodies_from, |mover| {
                let mass = match mover.checked_sub(bodies_from) {
                    None => model.particles[mover].mass,
                    Some(body) => model.bodies[body].mass,
                };
                extremes = [extremes[0].min(mass), extremes[1].max(mass)];
            });
        }
        extremes[1] / extremes[0]
    };
    let joints = Joints::of(model);
    let together = joints.joined_with(with).iter();
    let ratios = together.map(|&i| (i, ratio(&model.constraints[i])));
    let (constraint, ratio) = ratios.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (ratio >= UNEQUAL).then_some((constraint, ratio as u64))
}

/// The errors that a quantity is the largest of, by constraint; `None` of other quantities.
fn errors_of(quantity: Quantity, model: &Model, state: &State) -> Option<Vec<(usize, f64)>> {
    let of: fn(&Model, &State, &Constraint) -> Option<f64> = match quantity {
        Quantity::JointError => |model, state, joint| {
            let error = || joint.residual(state, &model.settings).length;
            is_joint(joint).then(error)
        },
        Quantity::Strain => |_, state, stick| stick.strain(state),
        Quantity::LimitViolation => |model, state, limit| {
            let error = || limit.limit_violation(state, &model.settings);
            let limits = match limit {
                Constraint::AngleLimit(_) | Constraint::Hinge(_) => true,
                Constraint::Serial(serial) => serial.limits_turns(),
                _ => false,
            };
            limits.then(error)
        },
        _ => return None,
    };
    let all = model.constraints.iter().enumerate();
    let errors = all.filter_map(|(i, constraint)| Some((i, of(model, state, constraint)?)));
    Some(errors.collect())
}

/// The rate with which each cause in a book opens a constraint further, m/s or rad/s.
fn opening(model: &Model, state: &State, constraint: usize, book: &Book) -> BTreeMap<Cause, f64> {
    let bodies_from = model.particles.len();
    let constraint = &model.constraints[constraint];
    let mut movers = Vec::new();
    for side in constraint.attachments() {
        side.each_mover(bodies_from, |mover| movers.push(mover));
    }
    // The poses, and the velocities that a cause has given.
    let mut given: BTreeMap<Cause, State> = BTreeMap::new();
    for (mover, cause, entry) in book.entries() {
        if !movers.contains(&mover) {
            continue;
        }
        let of = given.entry(cause).or_insert_with(|| standing(state));
        match mover.checked_sub(bodies_from) {
            None => of.particles[mover].velocity = entry.velocity,
            Some(body) => {
                of.bodies[body].velocity = entry.velocity;
                of.bodies[body].angular_velocity = entry.spin;
            }
        }
    }
    let rows = (0..constraint.row_count())
        .filter_map(|row| constraint.row(row, Level::Position, state, &model.settings));
    let rows: Vec<ConstraintRow> = rows.collect();
    let rate = |of: &State| rows.iter().map(|row| opening_rate(row, of)).sum();
    let rates = given.iter().map(|(&cause, of)| (cause, rate(of)));
    rates.collect()
}

/// A state in which nothing moves.
fn standing(state: &State) -> State {
    let mut standing = state.clone();
    for particle in &mut standing.particles {
        particle.velocity = DVec3::ZERO;
    }
    for body in &mut standing.bodies {
        body.velocity = DVec3::ZERO;
        body.angular_velocity = DVec3::ZERO;
    }
    standing
}

/// The rate with which the error of a row that is not met grows, m/s or rad/s.
fn opening_rate(row: &ConstraintRow, state: &State) -> f64 {
    match *row {
        ConstraintRow::Point { a, b, error } => {
            let rate = a.velocity(state) - b.velocity(state);
            error.normalize_or_zero().dot(rate)
        }
        ConstraintRow::Linear {
            a,
            b,
            direction,
            error,
            sense,
            ..
        } if sense.violation(error) > 0.0 => {
            error.signum() * direction.dot(a.velocity(state) - b.velocity(state))
        }
        ConstraintRow::Angular {
            a,
            b,
            axis,
            error,
            sense,
            ..
        } if sense.violation(error) > 0.0 => {
            let rate = b.angular_velocity(state) - a.angular_velocity(state);
            error.signum() * axis.normalize_or_zero().dot(rate)
        }
        ConstraintRow::Coupled(coupled) => coupled.error.signum() * coupled.rate(state),
        _ => 0.0,
    }
}
