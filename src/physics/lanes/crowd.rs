//! The crowd: which ragdolls are stepped side by side, and their step.

use super::apart::{Apart, Candidate};
use super::block::{Block, Outcome};
use super::bodies::RigidFigure;
use super::figure::{Figure, Reach, MOST_CONTACTS, MOST_MOVERS};
use super::lane::{Lane, MOST_LANES, ROW, WIDTH};
use super::pair::Pair;
use super::particles::StickFigure;
use super::parts::Parts;
use super::scenery::{suits, Scenery, MOST_PLANES};
use crate::physics::model::{Model, Precision};
use crate::physics::state::State;
use crate::physics::Owner;
use fearless_simd::{f32x16, Level, Simd};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// How many ragdolls a processor steps at once; the result is the same to the bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lanes {
    /// One after the other.
    One,
    /// Sixteen side by side, on processors that can, and two such sixteens in turns where
    /// registers are wide enough.
    Sixteen,
}

impl Lanes {
    /// How many there are.
    pub fn count(self) -> usize {
        match self {
            Lanes::One => 1,
            Lanes::Sixteen => WIDTH,
        }
    }
}

/// Threads for [`World::set_threads`](crate::physics::World::set_threads); none if one
/// is enough, or if the system gives no more.
pub fn threads(count: usize) -> Option<Arc<ThreadPool>> {
    let pool = ThreadPoolBuilder::new().num_threads(count);
    (count > 1)
        .then(|| pool.build().ok())
        .flatten()
        .map(Arc::new)
}

/// Ragdolls a thread takes at least: what makes up for waking it.
const LEAST_SHARE: usize = 64;

/// Steps ragdolls that are alike, in single precision.
#[derive(Clone)]
pub struct Crowd {
    lanes: Lanes,
    level: Level,
    pool: Option<Arc<ThreadPool>>,
    rigid: Vec<Kind<RigidFigure>>,
    sticks: Vec<Kind<StickFigure>>,
    candidates: Vec<Candidate>,
    /// Per assembly, its place among the candidates.
    place: Vec<Option<usize>>,
    apart: Apart,
    /// Per assembly, whether the crowd steps it, now and in the last step.
    takes: Vec<bool>,
    took: Vec<bool>,
}

/// Ragdolls of one figure.
#[derive(Debug, Clone)]
struct Kind<F> {
    figure: F,
    reach: Reach,
    scenery: Scenery,
    /// Assembly and first body or particle, in their order.
    members: Vec<(usize, usize)>,
    /// Those of them that are stepped: assemblies, first things, what became of them.
    assemblies: Vec<usize>,
    firsts: Vec<usize>,
    outcomes: Vec<Outcome>,
}

impl Default for Crowd {
    fn default() -> Crowd {
        Crowd {
            lanes: Lanes::Sixteen,
            level: Level::new(),
            pool: None,
            rigid: Vec::new(),
            sticks: Vec::new(),
            candidates: Vec::new(),
            place: Vec::new(),
            apart: Apart::default(),
            takes: Vec::new(),
            took: Vec::new(),
        }
    }
}

impl Crowd {
    /// Steps so many at once from now on.
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.lanes = lanes;
    }

    /// Steps with these threads from now on; `None` = with the present one.
    pub fn set_threads(&mut self, pool: Option<Arc<ThreadPool>>) {
        self.pool = pool;
    }

    /// Finds the ragdolls of a model that are alike, if it asks for single precision.
    pub fn prepare(&mut self, model: &Model) {
        self.rigid.clear();
        self.sticks.clear();
        self.candidates.clear();
        self.place = vec![None; model.assemblies];
        self.takes = vec![false; model.assemblies];
        self.took = vec![false; model.assemblies];
        let scenery = Scenery::of(model);
        let wanted = model.settings.common.precision == Precision::Single && suits(&model.settings);
        if wanted && scenery.planes.len() <= MOST_PLANES {
            self.find_kinds(model, &scenery);
            self.apart.prepare(model, &self.place);
        }
    }

    /// Takes in the last body of the model, which has been added and which nothing holds.
    pub fn add_body(&mut self, model: &Model) {
        self.place.resize(model.assemblies, None);
        self.takes.resize(model.assemblies, false);
        self.took.resize(model.assemblies, false);
        self.apart.add_body(model);
    }

    fn find_kinds(&mut self, model: &Model, scenery: &Scenery) {
        for (assembly, parts) in Parts::of_assemblies(model).into_iter().enumerate() {
            let Some(parts) = parts else {
                continue;
            };
            let reach = if parts.particles.is_empty() {
                let figure = RigidFigure::of(model, &parts);
                let member = (assembly, parts.bodies.start);
                sort_in(&mut self.rigid, figure, member, scenery)
            } else {
                let figure = StickFigure::of(model, &parts);
                let member = (assembly, parts.particles.start);
                sort_in(&mut self.sticks, figure, member, scenery)
            };
            if let Some(reach) = reach {
                self.place[assembly] = Some(self.candidates.len());
                self.candidates.push(Candidate {
                    assembly,
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
        if self.candidates.is_empty() {
            return;
        }
        for candidate in &self.candidates {
            self.takes[candidate.assembly] = !state.rest[candidate.assembly].asleep;
        }
        let pins = state.holds.pins.iter().map(|pin| pin.grip);
        let held = pins.chain(state.holds.pull.map(|pull| pull.grip));
        for assembly in held.filter_map(|grip| grip.assembly(model)) {
            self.takes[assembly] = false;
        }
        let candidates = (self.candidates.as_slice(), self.place.as_slice());
        let now = (state.particles.as_slice(), state.bodies.as_slice());
        self.apart.choose(model, now, candidates, &mut self.takes);
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

    /// Copies those that fell asleep in the last step; call it before the
    /// model changes, after which the crowd no longer knows them.
    pub fn copy_sleepers(&self, from: &State, to: &mut State) {
        for candidate in &self.candidates {
            if self.takes[candidate.assembly] && from.rest[candidate.assembly].asleep {
                candidate.parts.copy(from, to);
            }
        }
    }

    /// Copies those that were stepped last and no longer are.
    pub fn copy_leaving(&self, from: &State, to: &mut State) {
        for candidate in &self.candidates {
            if self.took[candidate.assembly] && !self.takes[candidate.assembly] {
                candidate.parts.copy(from, to);
            }
        }
    }

    /// Whether the crowd steps an assembly.
    pub fn takes(&self, assembly: usize) -> bool {
        self.takes.get(assembly).is_some_and(|&takes| takes)
    }

    /// Makes the step of all of them, from the state before it to that after it.
    pub fn step(&mut self, before: &State, after: &mut State) {
        let runner = Runner {
            lanes: self.lanes,
            level: self.level,
        };
        let pool = self.pool.as_deref();
        for kind in &mut self.rigid {
            kind.step(runner, pool, (&before.bodies, &mut after.bodies));
        }
        for kind in &mut self.sticks {
            kind.step(runner, pool, (&before.particles, &mut after.particles));
        }
    }

    /// Assembly and first thing of each that was stepped, and what became of it.
    pub fn outcomes(&self) -> impl Iterator<Item = (usize, Owner, Outcome)> + '_ {
        let rigid = self
            .rigid
            .iter()
            .flat_map(|kind| kind.outcomes(Owner::Body));
        let sticks = self.sticks.iter();
        rigid.chain(sticks.flat_map(|kind| kind.outcomes(Owner::Particle)))
    }

    /// Stops an assembly that may be in the crowd.
    pub fn stop(&self, assembly: usize, state: &mut State) {
        if let Some(place) = self.place.get(assembly).copied().flatten() {
            self.candidates[place].parts.stop(state);
        }
    }
}

/// Sorts a ragdoll in among those of its kind; its reach, or `None` if it is beyond the
/// kernels.
fn sort_in<F: Figure>(
    kinds: &mut Vec<Kind<F>>,
    figure: Option<F>,
    member: (usize, usize),
    scenery: &Scenery,
) -> Option<Reach> {
    let contacts = |figure: &F| figure.points().len() * scenery.planes.len();
    let figure = figure.filter(|figure| contacts(figure) <= MOST_CONTACTS)?;
    if let Some(kind) = kinds.iter_mut().find(|kind| kind.figure == figure) {
        kind.members.push(member);
        return Some(kind.reach);
    }
    let reach = figure.reach()?;
    kinds.push(Kind {
        figure,
        reach,
        scenery: scenery.clone(),
        members: vec![member],
        assemblies: Vec::new(),
        firsts: Vec::new(),
        outcomes: Vec::new(),
    });
    Some(reach)
}

impl<F: Figure> Kind<F> {
    /// Puts the members in order, with enough room for all: to choose others must not
    /// take memory.
    fn prepare(&mut self) {
        self.members.sort_unstable_by_key(|&(_, first)| first);
        self.assemblies.reserve(self.members.len());
        self.firsts.reserve(self.members.len());
        self.outcomes.reserve(self.members.len());
    }

    fn choose(&mut self, takes: &[bool]) {
        self.assemblies.clear();
        self.firsts.clear();
        for &(assembly, first) in self.members.iter().filter(|member| takes[member.0]) {
            self.assemblies.push(assembly);
            self.firsts.push(first);
        }
        self.outcomes.clear();
        self.outcomes.resize(self.firsts.len(), Outcome::default());
    }

    fn step(
        &mut self,
        runner: Runner,
        pool: Option<&ThreadPool>,
        (before, after): (&[F::State], &mut [F::State]),
    ) {
        if self.firsts.is_empty() {
            return;
        }
        let share = Share {
            figure: &self.figure,
            scenery: &self.scenery,
            firsts: &self.firsts,
            outcomes: &mut self.outcomes,
            before,
            after,
            offset: 0,
        };
        match pool {
            Some(pool) => pool.install(|| runner.split(share)),
            None => runner.run(share),
        }
    }

    fn outcomes(
        &self,
        owner: fn(usize) -> Owner,
    ) -> impl Iterator<Item = (usize, Owner, Outcome)> + '_ {
        let stepped = self.assemblies.iter().zip(&self.firsts).zip(&self.outcomes);
        stepped.map(move |((&assembly, &first), &outcome)| (assembly, owner(first), outcome))
    }
}

/// Some ragdolls of a figure, and the bodies or particles among which theirs are.
struct Share<'a, F: Figure> {
    figure: &'a F,
    scenery: &'a Scenery,
    firsts: &'a [usize],
    outcomes: &'a mut [Outcome],
    before: &'a [F::State],
    after: &'a mut [F::State],
    /// Place of the first of `after` among all of them.
    offset: usize,
}

/// How shares are stepped.
#[derive(Clone, Copy)]
struct Runner {
    lanes: Lanes,
    level: Level,
}

impl Runner {
    /// Halves a share until it is small, and lets idle threads take halves.
    fn split<F: Figure>(self, share: Share<'_, F>) {
        let half = share.firsts.len() / 2 / MOST_LANES * MOST_LANES;
        if half < LEAST_SHARE {
            return self.run(share);
        }
        let cut = share.firsts[half] - share.offset;
        let (firsts, later_firsts) = share.firsts.split_at(half);
        let (outcomes, later_outcomes) = share.outcomes.split_at_mut(half);
        let (after, later_after) = share.after.split_at_mut(cut);
        let now = Share {
            firsts,
            outcomes,
            after,
            ..share
        };
        let later = Share {
            figure: now.figure,
            scenery: now.scenery,
            firsts: later_firsts,
            outcomes: later_outcomes,
            before: now.before,
            after: later_after,
            offset: now.offset + cut,
        };
        rayon::join(|| self.split(now), || self.split(later));
    }

    /// Steps a share block by block.
    #[cfg(target_arch = "x86_64")]
    fn run<F: Figure>(self, share: Share<'_, F>) {
        match (self.lanes, self.level) {
            (Lanes::Sixteen, Level::Avx512(token)) => share.for_blocks(MOST_LANES, |block| {
                if block.firsts.len() > WIDTH {
                    step_wide::<Pair<f32x16<_>>, _, _>(token, block);
                } else {
                    step_wide::<f32x16<_>, _, _>(token, block);
                }
            }),
            (Lanes::Sixteen, Level::Avx2(token)) => {
                share.for_blocks(WIDTH, |block| step_wide::<f32x16<_>, _, _>(token, block));
            }
            _ => share.for_blocks(1, |block| block.step::<f32>(())),
        }
    }

    /// Steps a share block by block.
    #[cfg(target_arch = "aarch64")]
    fn run<F: Figure>(self, share: Share<'_, F>) {
        match (self.lanes, self.level) {
            (Lanes::Sixteen, Level::Neon(token)) => {
                share.for_blocks(WIDTH, |block| step_wide::<f32x16<_>, _, _>(token, block));
            }
            _ => share.for_blocks(1, |block| block.step::<f32>(())),
        }
    }

    /// Steps a share block by block.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn run<F: Figure>(self, share: Share<'_, F>) {
        share.for_blocks(1, |block| block.step::<f32>(()));
    }
}

impl<F: Figure> Share<'_, F> {
    /// Does something to each block of at most so many ragdolls.
    fn for_blocks(self, lanes: usize, step: impl Fn(&mut Block<'_, F>)) {
        let mut rows = [[[0.0; ROW]; MOST_LANES]; MOST_MOVERS];
        let blocks = self.firsts.chunks(lanes);
        for (firsts, outcomes) in blocks.zip(self.outcomes.chunks_mut(lanes)) {
            step(&mut Block {
                figure: self.figure,
                scenery: self.scenery,
                firsts,
                offset: self.offset,
                before: self.before,
                after: &mut *self.after,
                outcomes,
                rows: &mut rows,
            });
        }
    }
}

/// Makes the step of a block with the instructions that the token stands for.
fn step_wide<L: Lane<Token = S>, S: Simd, F: Figure>(token: S, block: &mut Block<'_, F>) {
    token.vectorize(
        #[inline(always)]
        || block.step::<L>(token),
    );
}
