//! Ragdolls of one figure: those of them that make steps by themselves, and those that take
//! part in the steps of everything else.

use super::batch::{relax_watched, Batch, IntegratedRow, Pass};
use super::block::Outcome;
use super::figure::{Figure, Reach, MOST_CONTACTS};
use super::lane::Cell;
use super::runner::Runner;
use super::scenery::{duration_of_substep, Scenery};
use super::share::Share;
use super::watched::{Touches, WatchedCrowd};
use crate::physics::active::Active;
use crate::physics::interrupt::Interrupt;
use crate::physics::probe::Probe;
use crate::physics::state::State;
use crate::physics::step::BatchReport;
use crate::physics::{ColliderId, Settings};
use rayon::ThreadPool;
use std::marker::PhantomData;

/// Ragdolls of one figure.
#[derive(Debug, Clone)]
pub struct Kind<F> {
    pub figure: F,
    /// None if they cannot make steps by themselves.
    pub reach: Option<Reach>,
    scenery: Scenery,
    /// In the order of their first body or particle.
    pub members: Vec<Member>,
    /// Those of them that make steps by themselves: articulations, first things, what became
    /// of them.
    articulations: Vec<usize>,
    firsts: Vec<usize>,
    outcomes: Vec<Outcome>,
    /// Those that take part one by one: places among the members, first things, and where
    /// all their things were moved to.
    among_others: Vec<usize>,
    firsts_among_others: Vec<usize>,
    integrated: Vec<IntegratedRow>,
}

/// A ragdoll of a figure.
#[derive(Debug, Clone)]
pub struct Member {
    pub articulation: usize,
    /// Its first body or particle.
    pub first: usize,
    /// Its constraints, in the order of the joints of the figure.
    pub constraints: Vec<usize>,
}

impl<F: Figure> Kind<F> {
    /// Without members.
    pub fn new(figure: F, scenery: &Scenery) -> Kind<F> {
        let contacts = figure.points().len() * scenery.planes.len();
        let alone = figure.knows_its_points() && contacts <= MOST_CONTACTS;
        Kind {
            reach: figure.reach().filter(|_| alone),
            figure,
            scenery: scenery.clone(),
            members: Vec::new(),
            articulations: Vec::new(),
            firsts: Vec::new(),
            outcomes: Vec::new(),
            among_others: Vec::new(),
            firsts_among_others: Vec::new(),
            integrated: Vec::new(),
        }
    }

    /// Puts the members in order, with enough room for all: to choose others must not
    /// take memory.
    pub fn prepare(&mut self) {
        let count = self.members.len();
        self.members.sort_unstable_by_key(|member| member.first);
        self.articulations.reserve(count);
        self.firsts.reserve(count);
        self.outcomes.reserve(count);
        self.among_others.reserve(count);
        self.firsts_among_others.reserve(count);
        let things = count * self.figure.constants().len();
        self.integrated.resize(things, IntegratedRow::default());
    }

    /// Lists those that make steps by themselves.
    pub fn choose(&mut self, takes: &[bool]) {
        self.articulations.clear();
        self.firsts.clear();
        for member in self
            .members
            .iter()
            .filter(|member| takes[member.articulation])
        {
            self.articulations.push(member.articulation);
            self.firsts.push(member.first);
        }
        self.outcomes.clear();
        self.outcomes.resize(self.firsts.len(), Outcome::default());
    }

    /// Lists those that take part one by one.
    pub fn choose_among_others(&mut self, active: &Active) {
        self.among_others.clear();
        self.firsts_among_others.clear();
        for (place, member) in self.members.iter().enumerate() {
            if active.has(member.articulation) {
                self.among_others.push(place);
                self.firsts_among_others.push(member.first);
            }
        }
    }

    /// Takes another duration of the substeps, s.
    pub fn retime(&mut self, settings: &Settings, h: f64) {
        if self.scenery.h != h {
            self.scenery.retime(settings, h);
            self.figure.retime(settings, h);
        }
    }

    /// Makes the step of those that make it by themselves, in numbers of a type.
    pub fn step<C: Cell>(
        &mut self,
        runner: Runner,
        pool: Option<&ThreadPool>,
        interrupt: &Interrupt,
        (before, after): (&[F::State], &mut [F::State]),
    ) {
        if self.firsts.is_empty() {
            return;
        }
        let share = Share {
            figure: &self.figure,
            scenery: &self.scenery,
            interrupt,
            firsts: &self.firsts,
            outcomes: &mut self.outcomes,
            before,
            after,
            offset: 0,
            numbers: PhantomData::<C>,
        };
        match pool {
            Some(pool) => pool.install(|| runner.split(share)),
            None => runner.run(share),
        }
    }

    /// The same under the eyes of a probe, in a state in which they are as they were before it.
    pub fn step_watched<C: Cell>(
        &self,
        interrupt: &Interrupt,
        state: &mut State,
        probe: &mut dyn Probe,
    ) {
        if self.firsts.is_empty() {
            return;
        }
        let members = self.stepped();
        let members = members.map(|(member, _)| (member.first, member.constraints.as_slice()));
        let kind = (&self.figure, &self.scenery);
        WatchedCrowd::<F, C>::of(kind, members, state).step(state, interrupt, probe);
    }

    /// Goes through the step from a state once more for those that touched anything, and adds
    /// what it was.
    pub fn retrace<C: Cell>(&self, settings: &Settings, before: &State, touches: &mut Touches) {
        let members = self.stepped().filter(|(_, outcome)| outcome.touches());
        let members = members.map(|(member, _)| (member.first, member.constraints.as_slice()));
        let (mut figure, mut scenery) = (self.figure.clone(), self.scenery.clone());
        // Those that took part one by one may have had another one.
        let h = duration_of_substep(settings);
        figure.retime(settings, h);
        scenery.retime(settings, h);
        WatchedCrowd::<F, C>::of((&figure, &scenery), members, before).retrace(touches);
    }

    /// Those that made the last step by themselves, and what became of them.
    fn stepped(&self) -> impl Iterator<Item = (&Member, &Outcome)> {
        self.members.iter().filter_map(|member| {
            let place = self.firsts.binary_search(&member.first).ok()?;
            Some((member, &self.outcomes[place]))
        })
    }

    /// Number of bodies and particles of those that take part one by one.
    pub fn movers_among_others(&self) -> usize {
        self.among_others.len() * self.figure.constants().len()
    }

    /// Makes a pass over those that take part one by one.
    pub fn make(&mut self, pass: Pass, runner: Runner, threads: usize, state: &mut State) {
        let meets_none = pass == Pass::Arrest && !self.scenery.meets_stops;
        if self.firsts_among_others.is_empty() || meets_none {
            return;
        }
        let batch = Batch {
            pass,
            figure: &self.figure,
            scenery: &self.scenery,
            firsts: &self.firsts_among_others,
            states: F::states_mut(state),
            offset: 0,
            integrated: &mut self.integrated,
        };
        if threads > 1 {
            runner.split(batch);
        } else {
            runner.run(batch);
        }
    }

    /// Makes a pass over their joints under the eyes of a probe.
    pub fn relax_watched(&self, state: &mut State, probe: &mut dyn Probe) {
        let kind = &self.figure;
        for &place in &self.among_others {
            let member = &self.members[place];
            let ragdoll = (member.first, member.constraints.as_slice());
            relax_watched(kind, ragdoll, state, probe);
        }
    }

    /// What became of those that made the step by themselves; `owner` says what their first
    /// things are.
    pub fn reports(
        &self,
        owner: fn(usize) -> ColliderId,
    ) -> impl Iterator<Item = BatchReport> + '_ {
        let stepped = self
            .articulations
            .iter()
            .zip(&self.firsts)
            .zip(&self.outcomes);
        stepped.map(move |((&articulation, &first), outcome)| BatchReport {
            articulation,
            first: owner(first),
            supported: outcome.supported,
            near: outcome.near,
            depth: outcome.depth,
            approach: outcome.approach,
            quiet: outcome.quiet,
            sane: outcome.sane,
        })
    }
}
