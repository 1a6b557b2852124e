//! All distances of an articulation at once ("one might also choose to explicitly construct the
//! equation system", by conjugate gradients with a preconditioner: Jakobsen, section 7).
//!
//! With the gradients `J` of the errors `C` and the inverse masses `W`, one step of Newton's
//! method moves particles by `W Jᵀ λ`, where `(J W Jᵀ) λ = −C`. The matrix is never put together:
//! a product with it gathers at the particles what their distances push, and takes that back to
//! the distances. The preconditioner is its diagonal, and the first guess nothing, so that a state
//! stays a checkpoint without memory. Steps are bounded; fewer than it takes leave long waves in
//! the net, where relaxation leaves them too. Particles count with their masses, whatever the
//! weighting of relaxation.
//!
//! A net with more sticks than it needs has a singular matrix, and errors of second order that no
//! motion takes away; along directions in which the net hardly resists they would move particles
//! by any amount. So a part `ε` of its diagonal is added to the matrix, as Levenberg and Marquardt
//! do: errors then move things by `1 / 2√ε` times their size at most, and an iteration leaves
//! `ε / (λ + ε)` of an error whose eigenvalue is `λ` of that diagonal.
//!
//! A distance that is within its bounds takes no part. One that could only push and would pull is
//! left out, and the others are solved anew. Distances of less than full strength, which are to
//! leave a part of their error, are relaxed before the nets as ever, as all other constraints are.

use super::iteration::{ConstraintGroup, Iteration};
use super::parameters::put;
use super::settings::PaperSettings;
use crate::physics::active::Active;
use crate::physics::attach::Attachment;
use crate::physics::constraint::distance::error_of;
use crate::physics::constraint::{Constraint, Sense};
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, ParameterSpec, Range, Standard, Value,
};
use crate::physics::model::Model;
use crate::physics::probe::{show, Probe, SolverEvent, Stage};
use crate::physics::state::State;
use glam::DVec3;

/// Share of the residual of the start, by its square, at which steps end.
const ENOUGH: f64 = 1e-16;
/// What is added to the diagonal of the matrix, as a part of it.
const GIVES_WAY: f64 = 0.001;
/// How often a net is solved at most, each time without what would pull.
const MOST_ROUNDS: u32 = 4;

/// How the distances of particles are solved on positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StickSolver {
    /// As all other constraints are.
    #[default]
    Relaxation,
    /// Those of an articulation at once.
    ConjugateGradients,
}

/// What the steps of one net need; scratch memory.
#[derive(Debug, Clone, Default)]
pub(super) struct NetSolver {
    sticks: Vec<NetStick>,
    rows: Vec<NetRow>,
    /// Per particle, what its distances push; only that of particles of the net is valid.
    pushes: Vec<DVec3>,
}

/// A distance of two particles.
#[derive(Debug, Clone, Copy)]
struct NetStick {
    constraint: u32,
    articulation: usize,
    ends: [u32; 2],
    /// Smallest and largest distance, m.
    bounds: [f64; 2],
    /// Share of the error that is to go.
    strength: f64,
    /// 1/kg; zero of what is fixed.
    inverse_masses: [f64; 2],
}

impl NetStick {
    fn of(model: &Model, index: usize, constraint: &Constraint) -> Option<NetStick> {
        let (ends, bounds) = ends_of(constraint)?;
        Some(NetStick {
            constraint: index as u32,
            articulation: model.particles[ends[0]].articulation,
            ends: ends.map(|end| end as u32),
            bounds,
            strength: 1.0,
            inverse_masses: ends.map(|end| match model.particles[end].fixed {
                true => 0.0,
                false => 1.0 / model.particles[end].mass,
            }),
        })
    }
}

/// The particles of a distance of full strength, and its bounds, m.
fn ends_of(constraint: &Constraint) -> Option<([usize; 2], [f64; 2])> {
    let Constraint::Distance(distance) = constraint else {
        return None;
    };
    match (distance.a, distance.b) {
        (Attachment::Particle(a), Attachment::Particle(b)) if distance.relaxation_factor == 1.0 => {
            Some(([a, b], [distance.min, distance.max]))
        }
        _ => None,
    }
}

/// A distance that is out of bounds, and its place in the vectors of the method.
#[derive(Debug, Clone, Copy)]
struct NetRow {
    constraint: u32,
    ends: [u32; 2],
    /// Of its ends, 1/kg.
    inverse_masses: [f64; 2],
    direction: DVec3,
    only_pushes: bool,
    /// Diagonal of the matrix, 1/kg.
    diagonal: f64,
    /// Multiplier so far, kg·m.
    multiplier: f64,
    /// By how much the error is to change, m.
    wanted: f64,
    /// What is left of that, m.
    residual: f64,
    /// Direction of the search, kg·m.
    search: f64,
    /// The matrix times that, m.
    product: f64,
}

impl NetSolver {
    /// Lists the distances that are solved at once: those of particles, of full strength.
    pub fn prepare(&mut self, model: &Model, settings: &PaperSettings) {
        self.sticks.clear();
        if settings.stick_solver == StickSolver::ConjugateGradients {
            let all = model.constraints.iter().enumerate();
            let sticks = all.filter_map(|(i, constraint)| NetStick::of(model, i, constraint));
            self.sticks.extend(sticks.map(|mut stick| {
                stick.strength *= settings.over_relaxation;
                stick
            }));
            self.sticks.sort_by_key(|stick| stick.articulation);
        }
    }

    /// Whether a constraint is solved so.
    pub fn takes(&self, constraint: &Constraint) -> bool {
        !self.sticks.is_empty() && ends_of(constraint).is_some()
    }

    /// Solves each net once, of the articulations that take part.
    pub fn solve(
        &mut self,
        (active, steps): (&Active, u32),
        iteration: Iteration,
        state: &mut State,
        probe: &mut dyn Probe,
    ) {
        if self.sticks.is_empty() || !iteration.has(ConstraintGroup::Sticks) {
            return;
        }
        let stage = Stage::Constraints("distance");
        probe.begin(stage);
        self.pushes.resize(state.particles.len(), DVec3::ZERO);
        let sticks = std::mem::take(&mut self.sticks);
        let nets = sticks.chunk_by(|a, b| a.articulation == b.articulation);
        for net in nets.filter(|net| active.has(net[0].articulation)) {
            self.rows.clear();
            self.rows
                .extend(net.iter().filter_map(|stick| NetRow::of(stick, state)));
            for _ in 0..MOST_ROUNDS {
                self.take_steps(steps);
                let count = self.rows.len();
                self.rows.retain(|row| !row.pulls_in_vain());
                if self.rows.len() == count {
                    break;
                }
            }
            for row in &self.rows {
                row.move_ends(state);
                show(probe, SolverEvent::Position(row.constraint as usize), state);
            }
        }
        probe.end(stage, sticks.len());
        self.sticks = sticks;
    }

    /// Finds the multipliers by conjugate gradients.
    fn take_steps(&mut self, steps: u32) {
        let mut left = self.begin();
        let enough = ENOUGH * left;
        for _ in 0..steps {
            if left <= enough {
                break;
            }
            let curvature = self.multiply();
            if curvature <= 0.0 {
                break;
            }
            let length = left / curvature;
            let mut after = 0.0;
            for row in &mut self.rows {
                row.multiplier += row.search * length;
                row.residual -= row.product * length;
                after += row.residual * row.residual / row.diagonal;
            }
            let turn = after / left;
            for row in &mut self.rows {
                row.search = row.residual / row.diagonal + row.search * turn;
            }
            left = after;
        }
    }

    /// Searches along the preconditioned residual; returns their product.
    fn begin(&mut self) -> f64 {
        let mut left = 0.0;
        for row in &mut self.rows {
            row.multiplier = 0.0;
            row.residual = row.wanted;
            row.search = row.residual / row.diagonal;
            left += row.residual * row.search;
        }
        left
    }

    /// Multiplies the direction of the search with the matrix; returns its curvature.
    fn multiply(&mut self) -> f64 {
        let (rows, pushes) = (&mut self.rows, &mut self.pushes);
        for row in rows.iter() {
            for end in row.ends {
                pushes[end as usize] = DVec3::ZERO;
            }
        }
        for row in rows.iter() {
            let [a, b] = row.ends.map(|end| end as usize);
            let push = row.direction * row.search;
            pushes[a] += push * row.inverse_masses[0];
            pushes[b] -= push * row.inverse_masses[1];
        }
        let mut curvature = 0.0;
        for row in rows {
            let [a, b] = row.ends.map(|end| end as usize);
            let gives_way = GIVES_WAY * row.diagonal * row.search;
            row.product = row.direction.dot(pushes[a] - pushes[b]) + gives_way;
            curvature += row.search * row.product;
        }
        curvature
    }
}

impl NetRow {
    /// That of a distance, if it is out of bounds and something can move.
    fn of(stick: &NetStick, state: &State) -> Option<NetRow> {
        let [a, b] = stick.ends.map(|end| state.particles[end as usize].position);
        let (direction, error, sense) = error_of(a - b, stick.bounds);
        let diagonal = stick.inverse_masses[0] + stick.inverse_masses[1];
        if sense.open(error) || diagonal <= 0.0 {
            return None;
        }
        Some(NetRow {
            constraint: stick.constraint,
            ends: stick.ends,
            inverse_masses: stick.inverse_masses,
            direction,
            only_pushes: sense == Sense::Inequality,
            diagonal,
            multiplier: 0.0,
            wanted: -error * stick.strength,
            residual: 0.0,
            search: 0.0,
            product: 0.0,
        })
    }

    /// Whether it pulls and could only push.
    fn pulls_in_vain(&self) -> bool {
        self.only_pushes && self.multiplier < 0.0
    }

    fn move_ends(&self, state: &mut State) {
        let push = self.direction * self.multiplier;
        let [a, b] = self.ends.map(|end| end as usize);
        state.particles[a].position += push * self.inverse_masses[0];
        state.particles[b].position -= push * self.inverse_masses[1];
    }
}

pub(super) const STICK_SOLVER: ParameterSpec = ParameterSpec {
    key: "stick_solver",
    label: "Stick solver",
    unit: "",
    kind: Kind::Choice(StickSolver::CHOICES),
    default: Standard::Fixed(Value::Choice("relaxation")),
    only_with: None,
    help: "How sticks and distances between particles are solved.",
    set: |settings, value| {
        put(settings, Named::chosen(value), |s, by| s.stick_solver = by);
    },
};

named! { StickSolver:
    StickSolver::Relaxation, Choice::new(
        "relaxation",
        "Like all other constraints, by the relaxation scheme (default)",
    );
    StickSolver::ConjugateGradients, Choice {
        name: "conjugate-gradients",
        label: "conjugate gradients",
        help: "All connected sticks at once, mass-weighted, in every iteration (Jakobsen, section \
               7)",
    };
}

pub(super) const GRADIENT_STEPS: ParameterSpec = ParameterSpec {
    key: "gradient_steps",
    label: "Gradient steps",
    unit: "",
    kind: Kind::Whole(Range::closed(1.0, 1e4, (1.0, 100.0))),
    default: Standard::Fixed(Value::Whole(20)),
    only_with: Some(&[("stick_solver", "conjugate-gradients")]),
    help: "Maximum number of conjugate gradient steps per iteration. Each costs about as much as \
           one pass over the sticks. They stop when the residual has dropped by eight orders of \
           magnitude.",
    set: |settings, value| {
        put(settings, value.number(), |s, most| {
            s.gradient_steps = most as u32;
        });
    },
};
