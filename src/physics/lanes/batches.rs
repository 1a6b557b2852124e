//! Ragdolls that are alike, which are stepped side by side. The crowd of those that stand
//! apart from everything but planes makes whole steps by itself, in single or double precision;
//! of all others the joints and the motion are made side by side, in turns with what
//! touches them.

use super::apart::{depth_in_planes, Apart, Candidate};
use super::batch::Pass;
use super::bodies::RigidFigure;
use super::figure::{Figure, Reach};
use super::kind::{Kind, Member};
use super::lane::Cell;
use super::own_limbs::{Limb, OwnLimbs};
use super::particles::StickFigure;
use super::parts::Parts;
use super::runner::{Lanes, Runner};
use super::scenery::{duration_of_substep, has_crowd, Scenery, MOST_PLANES};
use super::watched::Touches;
use crate::physics::active::Active;
use crate::physics::contact::parted_depth;
use crate::physics::interrupt::Interrupt;
use crate::physics::load::substeps_for;
use crate::physics::model::{Model, Precision, Settings};
use crate::physics::probe::Probe;
use crate::physics::state::State;
use crate::physics::step::BatchReport;
use crate::physics::ColliderId;
use rayon::ThreadPool;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Steps ragdolls that are alike.
#[derive(Debug, Clone, Default)]
pub struct RagdollBatches {
    runner: Runner,
    pool: Option<Arc<ThreadPool>>,
    interrupt: Interrupt,
    /// In which the crowd is stepped, if there is one.
    precision: Precision,
    /// Whether there is none whatever is chosen.
    is_without_crowd: bool,
    rigid: Vec<Kind<RigidFigure>>,
    sticks: Vec<Kind<StickFigure>>,
    /// Those that may make steps by themselves.
    candidates: Vec<Candidate>,
    /// Per articulation, its place among the candidates.
    place: Vec<Option<usize>>,
    /// Per articulation, whether it is of a known figure.
    known: Vec<bool>,
    apart: Apart,
    /// Of one of them; scratch memory.
    limbs: Vec<Limb>,
    /// Per articulation, whether the crowd steps it, now and in the last step.
    takes: Vec<bool>,
    took: Vec<bool>,
}

impl RagdollBatches {
    /// Steps so many at once from now on.
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.runner.lanes = lanes;
    }

    /// Whether those that stand apart make whole steps by themselves from now on.
    pub fn set_crowd(&mut self, crowd: bool) {
        self.is_without_crowd = !crowd;
    }

    /// Steps with these threads from now on; `None` = with the present one.
    pub fn set_threads(&mut self, pool: Option<Arc<ThreadPool>>) {
        self.pool = pool;
    }

    /// Ends a step of the crowd soon after that is asked for, from now on.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// Finds the ragdolls of a model that are alike.
    pub fn prepare(&mut self, model: &Model) {
        self.rigid.clear();
        self.sticks.clear();
        self.candidates.clear();
        self.place = vec![None; model.articulations];
        self.takes = vec![false; model.articulations];
        self.took = vec![false; model.articulations];
        self.known = vec![false; model.articulations];
        self.precision = model.settings.common.precision;
        if model.settings.method.is_batchable() {
            self.find_kinds(model, &Scenery::of(model));
            self.apart.prepare(model, &self.place);
        }
    }

    /// Takes in the last body of the model, which has been added and which nothing holds.
    pub fn add_body(&mut self, model: &Model) {
        self.place.resize(model.articulations, None);
        self.takes.resize(model.articulations, false);
        self.took.resize(model.articulations, false);
        self.known.resize(model.articulations, false);
        self.apart.add_body(model);
    }

    fn find_kinds(&mut self, model: &Model, scenery: &Scenery) {
        let alone = has_crowd(&model.settings)
            && scenery.planes.len() <= MOST_PLANES
            && !model.obstacles.iter().any(|obstacle| obstacle.is_belt());
        let drives = model.drives.iter();
        let driven = drives.filter_map(|drive| model.articulation_of(drive.constraint));
        let driven: BTreeSet<usize> = driven.collect();
        for (articulation, parts) in Parts::of_articulations(model).into_iter().enumerate() {
            let Some(parts) = parts else {
                continue;
            };
            let found = if parts.particles.is_empty() {
                let figure = RigidFigure::of(model, &parts);
                let first = parts.bodies.start;
                figure.map(|figure| sort_in(&mut self.rigid, figure, first, scenery))
            } else {
                let figure = StickFigure::of(model, &parts);
                let first = parts.particles.start;
                figure.map(|figure| sort_in(&mut self.sticks, figure, first, scenery))
            };
            let Some((members, first, reach)) = found else {
                continue;
            };
            self.known[articulation] = true;
            members.push(Member {
                articulation,
                first,
                constraints: parts.constraints.clone(),
            });
            let set = model.settings.common.substeps;
            let is_heavy = substeps_for(model.load_ratios[articulation], &model.settings) > set;
            let by_itself =
                alone && !is_heavy && !parts.has_rules && !driven.contains(&articulation);
            if let Some(reach) = reach.filter(|_| by_itself) {
                self.place[articulation] = Some(self.candidates.len());
                let own = OwnLimbs::of(&parts.own_pairs);
                self.limbs.reserve(own.count());
                self.candidates.push(Candidate {
                    articulation,
                    own,
                    parts,
                    reach,
                });
            }
        }
        self.rigid.iter_mut().for_each(Kind::prepare);
        self.sticks.iter_mut().for_each(Kind::prepare);
    }

    /// Chooses who is stepped side by side in the next step: who is awake, held by
    /// nothing, and apart from everything but planes.
    pub fn choose(&mut self, model: &Model, state: &State) {
        std::mem::swap(&mut self.takes, &mut self.took);
        self.takes.fill(false);
        if self.candidates.is_empty() || self.is_without_crowd {
            return self.list_chosen();
        }
        for candidate in &self.candidates {
            self.takes[candidate.articulation] = !state.rest[candidate.articulation].asleep;
        }
        let pins = state.holds.pins.iter().map(|pin| pin.grip);
        let held = pins.chain(state.holds.pull.map(|pull| pull.grip));
        for articulation in held.filter_map(|grip| grip.articulation(model)) {
            self.takes[articulation] = false;
        }
        let candidates = (self.candidates.as_slice(), self.place.as_slice());
        let now = (state.particles.as_slice(), state.bodies.as_slice());
        self.apart.choose(model, now, candidates, &mut self.takes);
        let parted = parted_depth(duration_of_substep(&model.settings));
        for candidate in &self.candidates {
            let articulation = candidate.articulation;
            if !self.takes[articulation] {
                continue;
            }
            let is_at_a_plane = self.apart.may_be_in_a_plane(model, articulation);
            // What was put there comes out gently among others only (`contact/parting.rs`).
            let was_put_there = is_at_a_plane
                && state.rest[articulation].was_put
                && depth_in_planes(model, now, candidate) > parted;
            let own = &candidate.own;
            self.takes[articulation] =
                !was_put_there && !own.may_meet((model, now), is_at_a_plane, &mut self.limbs);
        }
        self.list_chosen();
    }

    /// Takes nobody as stepped last: the whole state is another one.
    pub fn restart(&mut self) {
        self.takes.fill(false);
        self.list_chosen();
    }

    fn list_chosen(&mut self) {
        let takes = &self.takes;
        self.rigid.iter_mut().for_each(|kind| kind.choose(takes));
        self.sticks.iter_mut().for_each(|kind| kind.choose(takes));
    }

    /// Copies those that were stepped last and no longer are.
    pub fn copy_leaving(&self, from: &State, to: &mut State) {
        for candidate in &self.candidates {
            if self.took[candidate.articulation] && !self.takes[candidate.articulation] {
                candidate.parts.copy(from, to);
            }
        }
    }

    /// Whether the joints and the motion of an articulation are made side by side with those of
    /// others.
    pub fn knows(&self, articulation: usize) -> bool {
        self.known.get(articulation).is_some_and(|&known| known)
    }

    /// Takes note of what takes part one by one from now on.
    pub fn choose_among_others(&mut self, active: &Active) {
        let rigid = self.rigid.iter_mut();
        rigid.for_each(|kind| kind.choose_among_others(active));
        let sticks = self.sticks.iter_mut();
        sticks.for_each(|kind| kind.choose_among_others(active));
    }

    /// Number of bodies and particles of those that take part one by one.
    pub fn movers_among_others(&self) -> usize {
        let rigid = self.rigid.iter().map(Kind::movers_among_others);
        let sticks = self.sticks.iter().map(Kind::movers_among_others);
        rigid.chain(sticks).sum()
    }

    /// Takes another duration of the substeps, s.
    pub fn retime(&mut self, settings: &Settings, h: f64) {
        self.rigid
            .iter_mut()
            .for_each(|kind| kind.retime(settings, h));
        self.sticks
            .iter_mut()
            .for_each(|kind| kind.retime(settings, h));
    }

    /// Makes a pass over those that take part one by one, with the threads of the pool in
    /// which it is called.
    pub fn make(&mut self, pass: Pass, threads: usize, state: &mut State) {
        for kind in &mut self.rigid {
            kind.make(pass, self.runner, threads, state);
        }
        for kind in &mut self.sticks {
            kind.make(pass, self.runner, threads, state);
        }
    }

    /// Makes a pass over their joints under the eyes of a probe.
    pub fn relax_watched(&self, state: &mut State, probe: &mut dyn Probe) {
        for kind in &self.rigid {
            kind.relax_watched(state, probe);
        }
        for kind in &self.sticks {
            kind.relax_watched(state, probe);
        }
    }

    /// Number of those that the crowd steps.
    pub fn count(&self) -> usize {
        self.takes.iter().filter(|&&takes| takes).count()
    }

    /// Whether the crowd steps an articulation.
    pub fn takes(&self, articulation: usize) -> bool {
        self.takes.get(articulation).is_some_and(|&takes| takes)
    }

    /// Makes the step of all of them, from the state before it to that after it.
    pub fn step(&mut self, before: &State, after: &mut State) {
        match self.precision {
            Precision::Single => self.step_in::<f32>(before, after),
            Precision::Double => self.step_in::<f64>(before, after),
        }
    }

    fn step_in<C: Cell>(&mut self, before: &State, after: &mut State) {
        let (runner, pool) = (self.runner, self.pool.as_deref());
        let interrupt = &self.interrupt;
        for kind in &mut self.rigid {
            let states = (before.bodies.as_slice(), after.bodies.as_mut_slice());
            kind.step::<C>(runner, pool, interrupt, states);
        }
        for kind in &mut self.sticks {
            let states = (before.particles.as_slice(), after.particles.as_mut_slice());
            kind.step::<C>(runner, pool, interrupt, states);
        }
    }

    /// The same under the eyes of a probe, to the same bits.
    pub fn step_watched(&mut self, before: &State, after: &mut State, probe: &mut dyn Probe) {
        for candidate in &self.candidates {
            if self.takes[candidate.articulation] {
                candidate.parts.copy(before, after);
            }
        }
        match self.precision {
            Precision::Single => self.watch_in::<f32>(after, probe),
            Precision::Double => self.watch_in::<f64>(after, probe),
        }
        // What became of each is found out where it is made.
        self.step(before, after);
    }

    fn watch_in<C: Cell>(&self, after: &mut State, probe: &mut dyn Probe) {
        for kind in &self.rigid {
            kind.step_watched::<C>(&self.interrupt, after, probe);
        }
        for kind in &self.sticks {
            kind.step_watched::<C>(&self.interrupt, after, probe);
        }
    }

    /// What the crowd touched in the last step, which began at a state.
    pub fn retrace(&self, settings: &Settings, before: &State) -> Touches {
        match self.precision {
            Precision::Single => self.retrace_in::<f32>(settings, before),
            Precision::Double => self.retrace_in::<f64>(settings, before),
        }
    }

    fn retrace_in<C: Cell>(&self, settings: &Settings, before: &State) -> Touches {
        let mut touches = Touches::default();
        for kind in &self.rigid {
            kind.retrace::<C>(settings, before, &mut touches);
        }
        for kind in &self.sticks {
            kind.retrace::<C>(settings, before, &mut touches);
        }
        touches
    }

    /// What became of each that was stepped.
    pub fn reports(&self) -> impl Iterator<Item = BatchReport> + '_ {
        let rigid = self.rigid.iter();
        let rigid = rigid.flat_map(|kind| kind.reports(ColliderId::Body));
        let sticks = self.sticks.iter();
        rigid.chain(sticks.flat_map(|kind| kind.reports(ColliderId::Particle)))
    }
}

/// The members of the kind of a ragdoll, its first body or particle, and what holds all of
/// it; no reach if it cannot make steps by itself.
fn sort_in<'a, F: Figure>(
    kinds: &'a mut Vec<Kind<F>>,
    figure: F,
    first: usize,
    scenery: &Scenery,
) -> (&'a mut Vec<Member>, usize, Option<Reach>) {
    let place = kinds.iter().position(|kind| kind.figure == figure);
    let place = place.unwrap_or_else(|| {
        kinds.push(Kind::new(figure, scenery));
        kinds.len() - 1
    });
    let kind = &mut kinds[place];
    (&mut kind.members, first, kind.reach)
}
