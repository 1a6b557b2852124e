//! Distances of particles, packed for passes over many of them.
//!
//! Of the threads of a cloth each waits for the one before, with which it shares a particle.
//! So the distances of a run are put in the order of levels: each comes one level after the
//! last one before it that grips one of its particles. Within a level none touches what
//! another one moves, so that a processor works on several at once, and all find what they
//! would find in the order of the run, to the bit.

use crate::physics::attach::Attachment;
use crate::physics::constraint::distance::{self, Distance};
use crate::physics::constraint::Constraint;
use crate::physics::model::{Model, Order};
use crate::physics::state::ParticleState;
use std::ops::Range;

/// Distances of a run that are worth packing.
const LEAST_RODS: usize = 16;

/// Distances of an articulation in a run from which each pass goes forward and backward. Who
/// else is in the run must not matter: others sleep, or belong to other threads.
///
/// A pass takes places `x` to `S x`, where `S` is a product of projections, so that Verlet's
/// places follow `x₊ = S (2 x − x₋)`: for each eigenvalue `s` of `S` like the powers of the roots
/// of `z² − 2 s z + s = 0`. They are within the circle for every real `s` from 0 to 1, but not
/// for `s = 1 − ε + iδ` with `δ > 2 ε³ᐟ²`. A pass that runs one way has such eigenvalues: waves
/// that run with it grow, and in a large cloth the slow ones faster than anything damps them
/// (one of 50 x 50 points flew apart within half a second). Forward and backward together are
/// symmetric, with eigenvalues from 0 to 1.
const LEAST_TO_GO_BACK: usize = 256;

/// A distance of two particles.
#[derive(Debug, Clone, Copy)]
pub struct Rod {
    /// Index of its constraint.
    pub constraint: u32,
    pub articulation: u32,
    pub ends: [u32; 2],
    /// Smallest and largest distance, m.
    pub bounds: [f64; 2],
    pub relaxation_factor: f64,
    weights: [f64; 2],
    /// 1/kg; zero of what is fixed.
    pub inverse_masses: [f64; 2],
    /// Whether a pass comes back to it.
    pub goes_both_ways: bool,
}

/// Constraints that follow each other in the order of solution.
#[derive(Debug, Clone)]
pub enum Run {
    /// Places in the order of solution.
    Rows(Range<usize>),
    /// Places among the packed distances.
    Rods(Range<usize>),
}

/// The constraints of a model as runs, in the order of solution.
#[derive(Debug, Clone, Default)]
pub struct Runs {
    runs: Vec<Run>,
    rods: Vec<Rod>,
}

impl Runs {
    /// Those of a model; none where it is solved backward.
    pub fn of(model: &Model, order: &[usize], weights: &[[f64; 2]]) -> Runs {
        let mut runs = Runs::default();
        if matches!(
            model.settings.method.order(),
            Order::Reversed | Order::Alternating
        ) {
            return runs;
        }
        let rod = |&i: &usize| Rod::of(model, i, weights[i]);
        let packed = |i: &usize| rod(i).is_some();
        let mut levels = Levels::new(model.particles.len());
        let mut place = 0;
        for group in order.chunk_by(|a, b| packed(a) == packed(b)) {
            let (from, to) = (runs.rods.len(), place + group.len());
            if group.len() >= LEAST_RODS {
                runs.rods.extend(group.iter().filter_map(rod));
                note_both_ways(model, &mut runs.rods[from..]);
                levels.sort(&mut runs.rods[from..]);
            }
            let rods = from..runs.rods.len();
            match runs.runs.last_mut() {
                _ if !rods.is_empty() => runs.runs.push(Run::Rods(rods)),
                Some(Run::Rows(last)) => last.end = to,
                _ => runs.runs.push(Run::Rows(place..to)),
            }
            place = to;
        }
        runs
    }

    /// Takes in those of others for which a condition on the index of a constraint holds, with
    /// room for all; `order` is the order of solution of the others.
    pub fn refill(&mut self, all: &Runs, order: &[usize], holds: impl Fn(&usize) -> bool) {
        self.runs.clear();
        self.rods.clear();
        self.runs.reserve(all.runs.len());
        self.rods.reserve(all.rods.len());
        let mut place = 0;
        for run in &all.runs {
            let (from, begin) = (self.rods.len(), place);
            match run {
                Run::Rods(range) => {
                    let rods = all.rods[range.clone()].iter();
                    self.rods
                        .extend(rods.filter(|rod| holds(&(rod.constraint as usize))));
                    place += self.rods.len() - from;
                    self.runs.push(Run::Rods(from..self.rods.len()));
                }
                Run::Rows(range) => {
                    place += order[range.clone()].iter().filter(|i| holds(i)).count();
                    self.runs.push(Run::Rows(begin..place));
                }
            }
        }
    }

    /// The runs; none if no distances are packed.
    pub fn list(&self) -> &[Run] {
        match self.rods.is_empty() {
            true => &[],
            false => &self.runs,
        }
    }

    /// The packed distances of a run.
    pub fn rods(&self, range: &Range<usize>) -> &[Rod] {
        &self.rods[range.clone()]
    }
}

impl Rod {
    fn of(model: &Model, constraint: usize, weights: [f64; 2]) -> Option<Rod> {
        let Constraint::Distance(distance) = &model.constraints[constraint] else {
            return None;
        };
        let &Distance { a, b, .. } = distance;
        let (Attachment::Particle(a), Attachment::Particle(b)) = (a, b) else {
            return None;
        };
        let inverse_mass = |i: usize| {
            let particle = &model.particles[i];
            if particle.fixed {
                0.0
            } else {
                1.0 / particle.mass
            }
        };
        Some(Rod {
            constraint: constraint as u32,
            articulation: model.particles[a].articulation as u32,
            ends: [a as u32, b as u32],
            bounds: [distance.min, distance.max],
            relaxation_factor: distance.relaxation_factor * model.settings.over_relaxation(),
            weights,
            inverse_masses: [a, b].map(inverse_mass),
            goes_both_ways: false,
        })
    }

    /// Moves both particles as the rows of the distance do, to the bit.
    #[inline]
    pub fn relax(&self, particles: &mut [ParticleState]) {
        let ends = self.ends.map(|end| end as usize);
        distance::relax(
            particles,
            (ends, self.bounds),
            (self.weights, self.inverse_masses),
            self.relaxation_factor,
        );
    }
}

/// Notes of the distances of a run whether passes come back to them.
fn note_both_ways(model: &Model, rods: &mut [Rod]) {
    let articulation = |rod: &Rod| rod.articulation as usize;
    let mut counts = vec![0; model.articulations];
    rods.iter().for_each(|rod| counts[articulation(rod)] += 1);
    for rod in rods {
        rod.goes_both_ways = counts[articulation(rod)] >= LEAST_TO_GO_BACK;
    }
}

/// The levels of the distances of a run.
struct Levels {
    /// Per particle, the level after the last distance that grips it.
    next: Vec<u32>,
    /// Of each distance of a run, with its place.
    of: Vec<(u32, u32)>,
}

impl Levels {
    fn new(particles: usize) -> Levels {
        Levels {
            next: vec![0; particles],
            of: Vec::new(),
        }
    }

    /// Puts distances in the order of their levels.
    fn sort(&mut self, rods: &mut [Rod]) {
        self.next.fill(0);
        self.of.clear();
        for (place, rod) in rods.iter().enumerate() {
            let [a, b] = rod.ends.map(|end| end as usize);
            let level = self.next[a].max(self.next[b]);
            self.next[a] = level + 1;
            self.next[b] = level + 1;
            self.of.push((level, place as u32));
        }
        self.of.sort_unstable();
        let sorted: Vec<Rod> = self
            .of
            .iter()
            .map(|&(_, place)| rods[place as usize])
            .collect();
        rods.copy_from_slice(&sorted);
    }
}
