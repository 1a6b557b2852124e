//! What joints and motion do to alike ragdolls within a substep, several at a time,
//! whatever touches them: contacts, pulls and pins are solved between these passes, one
//! by one, on the state.
//!
//! Joints never cross ragdolls, so the passes over the joints of all of them may be made
//! side by side; each ragdoll comes to the bits that it would have alone.

use super::block::Movers;
use super::figure::{Figure, MOST_MOVERS};
use super::lane::{Cell, Double, Lane, Numbers, MOST_LANES, ROW};
use super::mover::Mover;
use super::runner::Work;
use super::scenery::Scenery;
use crate::physics::probe::{show, Probe, SolverEvent, Stage};
use crate::physics::state::State;
use arrayvec::ArrayVec;
use glam::DVec3;
use std::hint::black_box;

/// A part of a substep that joints and motion make up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Stops, motion without constraints, then one pass over all joints.
    IntegrateAndRelax,
    /// What would pass a stop within the substep is slowed.
    Arrest,
    /// Motion without constraints.
    Integrate,
    /// One more pass over all joints.
    Relax,
    /// Velocities from displacements, and joint damping.
    Finish,
}

/// Where a body or particle was before and after it was integrated, as numbers.
pub type IntegratedRow = [f64; ROW];

/// A pass over some ragdolls of a figure.
pub struct Batch<'a, F: Figure> {
    pub pass: Pass,
    pub figure: &'a F,
    pub scenery: &'a Scenery,
    /// Place of the first body or particle of each ragdoll.
    pub firsts: &'a [usize],
    /// Bodies or particles among which theirs are, and the place of the first of them.
    pub states: &'a mut [F::State],
    pub offset: usize,
    /// Where the motion took all of theirs, ragdoll by ragdoll.
    pub integrated: &'a mut [IntegratedRow],
}

impl<F: Figure> Work for Batch<'_, F> {
    const NUMBERS: Numbers = Numbers::Double;

    fn count(&self) -> usize {
        self.firsts.len()
    }

    fn split(self, at: usize) -> (Self, Self) {
        let cut = match self.firsts.get(at) {
            Some(first) => first - self.offset,
            None => self.states.len(),
        };
        let (firsts, later_firsts) = self.firsts.split_at(at);
        let (states, later_states) = self.states.split_at_mut(cut);
        let movers = self.figure.constants().len();
        let (integrated, later_integrated) = self.integrated.split_at_mut(at * movers);
        let offset = self.offset;
        let later = Batch {
            firsts: later_firsts,
            states: later_states,
            offset: offset + cut,
            integrated: later_integrated,
            ..self
        };
        let now = Batch {
            firsts,
            states,
            integrated,
            offset,
            ..later
        };
        (now, later)
    }

    #[inline(always)]
    fn run<L: Lane>(self, token: L::Token) {
        let mut rows = [[L::Cell::default(); ROW]; MOST_LANES];
        let movers = self.figure.constants().len();
        let blocks = self.firsts.chunks(L::COUNT);
        for (firsts, integrated) in blocks.zip(self.integrated.chunks_mut(L::COUNT * movers)) {
            let mut block = BatchBlock {
                figure: self.figure,
                firsts,
                states: &mut *self.states,
                offset: self.offset,
                integrated,
                rows: &mut rows,
            };
            block.make::<L>(token, self.pass, self.scenery);
        }
    }
}

/// As many ragdolls as there are lanes.
struct BatchBlock<'a, F: Figure, C: Cell> {
    figure: &'a F,
    firsts: &'a [usize],
    states: &'a mut [F::State],
    offset: usize,
    integrated: &'a mut [IntegratedRow],
    /// Room for the numbers of one body or particle of each ragdoll.
    rows: &'a mut [[C; ROW]; MOST_LANES],
}

impl<F: Figure, C: Cell> BatchBlock<'_, F, C> {
    #[inline(always)]
    fn make<L: Lane<Cell = C>>(&mut self, token: L::Token, pass: Pass, scenery: &Scenery) {
        let mut origins = [DVec3::ZERO; MOST_LANES];
        for (lane, origin) in origins.iter_mut().enumerate().take(L::COUNT) {
            *origin = C::origin(F::place(&self.states[self.first(lane)]));
        }
        let mut movers = Movers::new();
        self.gather::<L>(token, &origins, &mut movers);
        // Each kernel in one place: it is long, and made for each type of lanes.
        if matches!(pass, Pass::Arrest | Pass::IntegrateAndRelax) {
            self.figure.arrest::<L>(scenery, &mut movers);
        }
        if matches!(pass, Pass::Integrate | Pass::IntegrateAndRelax) {
            self.integrate::<L>(&mut movers, scenery);
        }
        if matches!(pass, Pass::Relax | Pass::IntegrateAndRelax) {
            self.figure.relax_joints::<L>(&mut movers);
        }
        if pass == Pass::Finish {
            self.finish::<L>(token, &mut movers, scenery);
        }
        self.scatter::<L>(&origins, &movers);
    }

    /// Place of the first thing in a lane; lanes without a ragdoll repeat the last one.
    #[inline(always)]
    fn first(&self, lane: usize) -> usize {
        self.firsts[lane.min(self.firsts.len() - 1)] - self.offset
    }

    #[inline(always)]
    fn gather<L: Lane<Cell = C>>(
        &mut self,
        token: L::Token,
        origins: &[DVec3],
        movers: &mut Movers<F::Mover<L>>,
    ) {
        for place in 0..self.figure.constants().len() {
            for (lane, &origin) in origins.iter().enumerate().take(L::COUNT) {
                // The compiler would else gather single numbers of all states at once.
                let state = black_box(&self.states[self.first(lane) + place]);
                self.rows[lane] = F::Mover::<L>::row_of(state, origin);
            }
            movers.push(F::Mover::<L>::from_rows(token, self.rows));
        }
    }

    #[inline(always)]
    fn scatter<L: Lane<Cell = C>>(&mut self, origins: &[DVec3], movers: &Movers<F::Mover<L>>) {
        for (place, mover) in movers.iter().enumerate() {
            mover.put_into_rows(self.rows);
            for (lane, &first) in self.firsts.iter().enumerate() {
                let state = black_box(&mut self.states[first - self.offset + place]);
                *state = F::Mover::<L>::state_of(&self.rows[lane], origins[lane]);
            }
        }
    }

    /// Moves everything and notes where the motion took it.
    #[inline(always)]
    fn integrate<L: Lane<Cell = C>>(
        &mut self,
        movers: &mut Movers<F::Mover<L>>,
        scenery: &Scenery,
    ) {
        let count = movers.len();
        let constants = self.figure.constants();
        let any = movers[0].position().x;
        any.apart(
            #[inline(always)]
            || {
                for (place, (mover, constants)) in movers.iter_mut().zip(constants).enumerate() {
                    let integrated = mover.integrate(constants, scenery);
                    F::Mover::<L>::put_integrated_into_rows(&integrated, self.rows);
                    for (lane, row) in self.rows.iter().enumerate().take(self.firsts.len()) {
                        self.integrated[lane * count + place] = row.map(C::value);
                    }
                }
            },
        );
    }

    #[inline(always)]
    fn finish<L: Lane<Cell = C>>(
        &mut self,
        token: L::Token,
        movers: &mut Movers<F::Mover<L>>,
        scenery: &Scenery,
    ) {
        let count = movers.len();
        let mut all = ArrayVec::<_, MOST_MOVERS>::new();
        for place in 0..count {
            for (lane, row) in self.rows.iter_mut().enumerate().take(L::COUNT) {
                let ragdoll = lane.min(self.firsts.len() - 1);
                *row = self.integrated[ragdoll * count + place].map(C::of);
            }
            all.push(F::Mover::<L>::integrated_from_rows(token, self.rows));
        }
        let constants = self.figure.constants();
        let any = movers[0].position().x;
        any.apart(
            #[inline(always)]
            || {
                for ((mover, constants), integrated) in movers.iter_mut().zip(constants).zip(&all) {
                    mover.derive_velocities(constants, integrated, scenery);
                }
                if scenery.damping != 0.0 {
                    self.figure.damp::<L>(scenery, movers);
                }
            },
        );
    }
}

/// One pass over the joints of a ragdoll, joint by joint under the eyes of a probe; the
/// bits are those of [`Pass::Relax`]. `constraints` are those of its joints in the model.
pub fn relax_watched<F: Figure>(
    figure: &F,
    (first, constraints): (usize, &[usize]),
    state: &mut State,
    probe: &mut dyn Probe,
) {
    let count = figure.constants().len();
    let origin = f64::origin(F::place(&F::states(state)[first]));
    let mut rows = [[0.0; ROW]; MOST_LANES];
    let mut movers = Movers::<F::Mover<Double>>::new();
    for thing in &F::states(state)[first..first + count] {
        rows[0] = F::Mover::<Double>::row_of(thing, origin);
        movers.push(F::Mover::<Double>::from_rows((), &rows));
    }
    let mut put_back = |movers: &Movers<F::Mover<Double>>, state: &mut State| {
        for (thing, mover) in F::states_mut(state)[first..].iter_mut().zip(movers) {
            mover.put_into_rows(&mut rows);
            *thing = F::Mover::<Double>::state_of(&rows[0], origin);
        }
    };
    let joints: Vec<usize> = (0..constraints.len()).collect();
    for run in joints.chunk_by(|&a, &b| figure.kind_of(a) == figure.kind_of(b)) {
        let stage = Stage::Constraints(figure.kind_of(run[0]));
        probe.begin(stage);
        for &joint in run {
            figure.relax_joint::<Double>(joint, &mut movers);
            if probe.looks() {
                put_back(&movers, state);
                show(probe, SolverEvent::Position(constraints[joint]), state);
            }
        }
        probe.end(stage, run.len());
    }
    put_back(&movers, state);
}
