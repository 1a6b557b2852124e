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
use crate::physics::model::{Misprints, Model, Order, SquareRoot, StickSolver};
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
pub(super) struct Rod {
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
    /// Whether it is solved with all others of its net at once.
    in_net: bool,
    /// How its length is found.
    square_root: SquareRoot,
    /// Whether a pass comes back to it.
    pub goes_both_ways: bool,
}

/// Constraints that follow each other in the order of solution.
#[derive(Debug, Clone)]
pub(super) enum Run {
    /// Places in the order of solution.
    Rows(Range<usize>),
    /// Places among the packed distances.
    Rods(Range<usize>),
    /// Places in the order of solution of distances that are solved in their nets.
    InNets(Range<usize>),
}

/// The constraints of a model as runs, in the order of solution.
#[derive(Debug, Clone, Default)]
pub(super) struct Runs {
    runs: Vec<Run>,
    rods: Vec<Rod>,
    /// Distances that are solved all at once, in the order of their articulations.
    nets: Vec<Rod>,
}

impl Runs {
    /// Those of a model; none where it is solved as printed, or backward.
    pub fn of(model: &Model, order: &[usize], weights: &[[f64; 2]]) -> Runs {
        let settings = model.settings.verlet();
        let backward = matches!(settings.order, Order::Reversed | Order::Alternating);
        let mut runs = Runs::default();
        if backward || settings.misprints != Misprints::NONE {
            return runs;
        }
        let rod = |&i: &usize| Rod::of(model, i, weights[i]);
        // Whether it is in a net; none of what is no distance of particles.
        let packed = |i: &usize| rod(i).map(|rod| rod.in_net);
        let mut levels = Levels::new(model.particles.len());
        let mut place = 0;
        for group in order.chunk_by(|a, b| packed(a) == packed(b)) {
            let (from, to) = (runs.rods.len(), place + group.len());
            if packed(&group[0]) == Some(true) {
                runs.nets.extend(group.iter().filter_map(rod));
                runs.runs.push(Run::InNets(place..to));
                place = to;
                continue;
            }
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
        runs.nets.sort_by_key(|rod| rod.articulation);
        runs
    }

    /// Takes in those of others for which a condition on the index of a constraint holds, with
    /// room for all; `order` is the order of solution of the others.
    pub fn refill(&mut self, all: &Runs, order: &[usize], holds: impl Fn(&usize) -> bool) {
        self.runs.clear();
        self.rods.clear();
        self.nets.clear();
        self.runs.reserve(all.runs.len());
        self.rods.reserve(all.rods.len());
        self.nets.reserve(all.nets.len());
        let of_net = |rod: &&Rod| holds(&(rod.constraint as usize));
        self.nets.extend(all.nets.iter().filter(of_net));
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
                Run::InNets(range) => {
                    place += order[range.clone()].iter().filter(|i| holds(i)).count();
                    self.runs.push(Run::InNets(begin..place));
                }
            }
        }
    }

    /// The distances that are solved all at once, in the order of their articulations.
    pub fn nets(&self) -> &[Rod] {
        &self.nets
    }

    /// The runs; none if no distances are packed.
    pub fn list(&self) -> &[Run] {
        match self.rods.is_empty() && self.nets.is_empty() {
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
        let settings = model.settings.verlet();
        Some(Rod {
            constraint: constraint as u32,
            articulation: model.particles[a].articulation as u32,
            ends: [a as u32, b as u32],
            bounds: [distance.min, distance.max],
            relaxation_factor: distance.relaxation_factor * settings.over_relaxation,
            weights,
            inverse_masses: [a, b].map(inverse_mass),
            in_net: settings.stick_solver == StickSolver::ConjugateGradients
                && distance.relaxation_factor == 1.0,
            square_root: settings.square_root,
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
            self.square_root,
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
