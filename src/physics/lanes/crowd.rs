//! The crowd: which ragdolls are stepped side by side, and their step.

use super::apart::{Apart, Candidate};
use super::block::{Block, Outcome};
use super::figure::{suits, Figure, Scenery, MOST_BODIES, MOST_CONTACTS, MOST_PLANES};
use super::lane::{Lane, MOST_LANES, ROW, WIDTH};
use super::pair::Pair;
use crate::physics::constraint::Kind as _;
use crate::physics::model::{Model, Precision};
use crate::physics::state::{Rest, State};
use crate::physics::{Attachment, BodyState, Owner};
use fearless_simd::{f32x16, Level, Simd};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
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
    kinds: Vec<Kind>,
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
struct Kind {
    figure: Figure,
    scenery: Scenery,
    /// Assembly and first body, in the order of the bodies.
    members: Vec<(usize, usize)>,
    /// Those of them that are stepped: assemblies, first bodies, what became of them.
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
            kinds: Vec::new(),
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
        self.kinds.clear();
        self.candidates.clear();
        self.place = vec![None; model.assemblies];
        self.takes = vec![false; model.assemblies];
        self.took = vec![false; model.assemblies];
        let scenery = Scenery::of(model);
        let wanted = model.settings.precision == Precision::Single && suits(&model.settings);
        if wanted && scenery.planes.len() <= MOST_PLANES {
            self.find_kinds(model, &scenery);
            self.apart.prepare(model, &self.place);
        }
    }

    fn find_kinds(&mut self, model: &Model, scenery: &Scenery) {
        for (assembly, (bodies, constraints)) in parts_of_assemblies(model).iter().enumerate() {
            let Some(bodies) = bodies.clone().filter(|_| !constraints.is_empty()) else {
                continue;
            };
            let Some(figure) = Figure::of(model, &bodies, constraints) else {
                continue;
            };
            if figure.points.len() * scenery.planes.len() > MOST_CONTACTS {
                continue;
            }
            self.place[assembly] = Some(self.candidates.len());
            let member = (assembly, bodies.start);
            self.candidates.push(Candidate {
                assembly,
                bodies,
                reach: figure.reach,
            });
            match self.kinds.iter_mut().find(|kind| kind.figure == figure) {
                Some(kind) => kind.members.push(member),
                None => self.kinds.push(Kind {
                    figure,
                    scenery: scenery.clone(),
                    members: vec![member],
                    assemblies: Vec::new(),
                    firsts: Vec::new(),
                    outcomes: Vec::new(),
                }),
            }
        }
        for kind in &mut self.kinds {
            kind.members.sort_unstable_by_key(|&(_, first)| first);
            // Enough for all: to choose others must not take memory.
            kind.assemblies.reserve(kind.members.len());
            kind.firsts.reserve(kind.members.len());
            kind.outcomes.reserve(kind.members.len());
        }
    }

    /// Chooses who is stepped side by side in the next step: who is awake, held by
    /// nothing, and apart from everything but planes. `bodies` are those of now.
    pub fn choose(&mut self, model: &Model, state: &State, bodies: &[BodyState]) {
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
        let now = (state.particles.as_slice(), bodies);
        self.apart.choose(model, now, candidates, &mut self.takes);
        for kind in &mut self.kinds {
            kind.choose(&self.takes);
        }
    }

    /// Takes nobody as stepped last: the whole state is another one.
    pub fn restart(&mut self) {
        self.takes.fill(false);
        for kind in &mut self.kinds {
            kind.choose(&self.takes);
        }
    }

    /// Copies the bodies of those that fell asleep in the last step; call it before the
    /// model changes, after which the crowd no longer knows them.
    pub fn copy_sleepers(&self, rest: &[Rest], from: &[BodyState], to: &mut [BodyState]) {
        for candidate in &self.candidates {
            if self.takes[candidate.assembly] && rest[candidate.assembly].asleep {
                let bodies = candidate.bodies.clone();
                to[bodies.clone()].copy_from_slice(&from[bodies]);
            }
        }
    }

    /// Copies the bodies of those that were stepped last and no longer are.
    pub fn copy_leaving(&self, from: &[BodyState], to: &mut [BodyState]) {
        for candidate in &self.candidates {
            if self.took[candidate.assembly] && !self.takes[candidate.assembly] {
                let bodies = candidate.bodies.clone();
                to[bodies.clone()].copy_from_slice(&from[bodies]);
            }
        }
    }

    /// Whether the crowd steps an assembly.
    pub fn takes(&self, assembly: usize) -> bool {
        self.takes.get(assembly).is_some_and(|&takes| takes)
    }

    /// Makes the step of all of them, from their bodies before it to those after it.
    pub fn step(&mut self, before: &[BodyState], after: &mut [BodyState]) {
        let Crowd {
            lanes, level, pool, ..
        } = self;
        let runner = Runner {
            lanes: *lanes,
            level: *level,
        };
        for kind in self.kinds.iter_mut().filter(|kind| !kind.firsts.is_empty()) {
            let share = Share {
                figure: &kind.figure,
                scenery: &kind.scenery,
                firsts: &kind.firsts,
                outcomes: &mut kind.outcomes,
                before,
                after: &mut *after,
                offset: 0,
            };
            match pool {
                Some(pool) => pool.install(|| runner.split(share)),
                None => runner.run(share),
            }
        }
    }

    /// Assembly and first body of each that was stepped, and what became of it.
    pub fn outcomes(&self) -> impl Iterator<Item = (usize, usize, Outcome)> + '_ {
        self.kinds.iter().flat_map(|kind| {
            let stepped = kind.assemblies.iter().zip(&kind.firsts).zip(&kind.outcomes);
            stepped.map(|((&assembly, &first), &outcome)| (assembly, first, outcome))
        })
    }

    /// The bodies of an assembly that may be in the crowd.
    pub fn bodies_of(&self, assembly: usize) -> Range<usize> {
        let place = self.place.get(assembly).copied().flatten();
        place.map_or(0..0, |place| self.candidates[place].bodies.clone())
    }
}

impl Kind {
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
}

/// Some ragdolls of a figure, and the bodies among which theirs are.
struct Share<'a> {
    figure: &'a Figure,
    scenery: &'a Scenery,
    firsts: &'a [usize],
    outcomes: &'a mut [Outcome],
    before: &'a [BodyState],
    after: &'a mut [BodyState],
    /// Place of the first of `after` among all bodies.
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
    fn split(self, share: Share<'_>) {
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
    fn run(self, share: Share<'_>) {
        match (self.lanes, self.level) {
            (Lanes::Sixteen, Level::Avx512(token)) => share.for_blocks(MOST_LANES, |block| {
                if block.firsts.len() > WIDTH {
                    step_wide::<Pair<f32x16<_>>, _>(token, block);
                } else {
                    step_wide::<f32x16<_>, _>(token, block);
                }
            }),
            (Lanes::Sixteen, Level::Avx2(token)) => {
                share.for_blocks(WIDTH, |block| step_wide::<f32x16<_>, _>(token, block));
            }
            _ => share.for_blocks(1, |block| block.step::<f32>(())),
        }
    }

    /// Steps a share block by block.
    #[cfg(target_arch = "aarch64")]
    fn run(self, share: Share<'_>) {
        match (self.lanes, self.level) {
            (Lanes::Sixteen, Level::Neon(token)) => {
                share.for_blocks(WIDTH, |block| step_wide::<f32x16<_>, _>(token, block));
            }
            _ => share.for_blocks(1, |block| block.step::<f32>(())),
        }
    }

    /// Steps a share block by block.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn run(self, share: Share<'_>) {
        share.for_blocks(1, |block| block.step::<f32>(()));
    }
}

impl Share<'_> {
    /// Does something to each block of at most so many ragdolls.
    fn for_blocks(self, lanes: usize, step: impl Fn(&mut Block<'_>)) {
        let mut rows = [[[0.0; ROW]; MOST_LANES]; MOST_BODIES];
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
fn step_wide<L: Lane<Token = S>, S: Simd>(token: S, block: &mut Block<'_>) {
    token.vectorize(
        #[inline(always)]
        || block.step::<L>(token),
    );
}

/// Bodies and constraints of each assembly; no bodies if they are not neighbours, if
/// there are particles among them, or if a rule makes them collide otherwise than
/// others do.
fn parts_of_assemblies(model: &Model) -> Vec<(Option<Range<usize>>, Vec<usize>)> {
    let mut parts = vec![(Some(0..0), Vec::new()); model.assemblies];
    for (i, body) in model.bodies.iter().enumerate() {
        let (bodies, _) = &mut parts[body.assembly];
        *bodies = match bodies.take() {
            Some(none) if none.is_empty() => Some(i..i + 1),
            Some(some) if some.end == i => Some(some.start..i + 1),
            _ => None,
        };
    }
    for (i, constraint) in model.constraints.iter().enumerate() {
        let sides = constraint.attachments();
        if let Some(assembly) = sides.iter().find_map(|side| side.assembly(model)) {
            parts[assembly].1.push(i);
        }
    }
    for particle in &model.particles {
        parts[particle.assembly].0 = None;
    }
    for owner in model.pair_rules.iter().flat_map(|rule| rule.pair) {
        if let Owner::Body(body) = owner {
            let assembly = Attachment::centre_of(body).assembly(model);
            if let Some(assembly) = assembly {
                parts[assembly].0 = None;
            }
        }
    }
    for (bodies, _) in &mut parts {
        *bodies = bodies.take().filter(|bodies| !bodies.is_empty());
    }
    parts
}
