//! How many substeps each island makes of a step.
//!
//! What is joined or may touch within the step is one island, and makes as many substeps as
//! any of it asks for. Islands that make equally many take their turn together, apart from
//! all others: so nothing depends on what moves elsewhere, to the bit.

use super::active::Active;
use super::collide::{Bounds, MOST_SUBSTEPS};
use super::disjoint_sets::DisjointSets;
use super::model::Model;
use super::state::State;
use glam::DVec3;

/// Most substeps for the sake of joints, and most of them times the bodies of an island:
/// a hit on a few figures is solved with care, one on a heap with what is set.
const MOST_CARE: u32 = 24;
const MOST_CARE_OF_BODIES: usize = 1_000;

/// More substeps than are set, wanted by an articulation.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ask {
    /// So many that nothing is passed through.
    pub to_meet: u32,
    /// So many that its joints hold; an island of many bodies gets fewer.
    pub for_joints: u32,
}

/// What the islands of a step are found from.
pub(super) struct Neighbours<'a> {
    /// Per articulation, the first of those that are solved together.
    pub together: &'a [usize],
    /// Articulations that may touch within the step.
    pub near: &'a mut dyn Iterator<Item = (usize, usize)>,
    /// Articulations that are awake, with the boxes of their ways.
    pub awake: &'a mut dyn Iterator<Item = (usize, Bounds)>,
    /// Articulations that sleep, with their boxes.
    pub asleep: &'a mut dyn Iterator<Item = (usize, Bounds)>,
}

/// How many substeps each island makes, and whose turn it is.
#[derive(Debug, Clone, Default)]
pub struct Paces {
    /// The numbers of substeps that occur, the lowest first.
    turns: Vec<u32>,
    /// The number of substeps of what takes its turn; `None` = everything takes part.
    turn: Option<u32>,
    /// Per articulation, where there are several turns.
    substeps: Vec<u32>,
    /// Per articulation, what it asks for, and whether any asks for something.
    asks: Vec<Ask>,
    is_asked: bool,
    islands: DisjointSets,
    /// Of each island, at its representative.
    needs: Vec<Need>,
    awake: Vec<(usize, Bounds)>,
    asleep: Vec<(usize, Bounds)>,
}

/// What an island needs.
#[derive(Debug, Clone, Copy, Default)]
struct Need {
    to_meet: u32,
    for_joints: u32,
    /// Bodies that are awake.
    bodies: usize,
    /// Fastest speed in it, m/s.
    fastest: f64,
}

impl Need {
    fn with(self, other: Need) -> Need {
        Need {
            to_meet: self.to_meet.max(other.to_meet),
            for_joints: self.for_joints.max(other.for_joints),
            bodies: self.bodies + other.bodies,
            fastest: self.fastest.max(other.fastest),
        }
    }

    /// Substeps, where so many are set.
    fn substeps(self, set: u32) -> u32 {
        let most_care = (MOST_CARE_OF_BODIES / self.bodies.max(1)) as u32;
        let care = self.for_joints.min(MOST_CARE).min(most_care);
        set.max(self.to_meet).max(care)
    }
}

impl Paces {
    /// Makes room for all that a model may ask for: a step takes no memory.
    pub(super) fn make_room(&mut self, model: &Model) {
        let count = model.articulations;
        self.turns.reserve(count.min(MOST_SUBSTEPS as usize) + 1);
        self.asks.resize(count, Ask::default());
        self.substeps.reserve(count);
        self.islands.separate(count);
        self.needs.reserve(count);
        self.awake.reserve(count);
        self.asleep.reserve(count);
    }

    /// Lets everything make so many substeps, and forgets what was asked for.
    pub(super) fn be_even(&mut self, substeps: u32) {
        self.turn = None;
        self.turns.clear();
        self.turns.push(substeps);
        if std::mem::take(&mut self.is_asked) {
            self.asks.fill(Ask::default());
        }
    }

    /// Takes in what an articulation asks for.
    pub(super) fn ask(&mut self, articulation: usize, ask: Ask) {
        let known = &mut self.asks[articulation];
        known.to_meet = known.to_meet.max(ask.to_meet);
        known.for_joints = known.for_joints.max(ask.for_joints);
        self.is_asked = true;
    }

    /// Whether anything asks for more substeps than are set.
    pub(super) fn is_asked(&self) -> bool {
        self.is_asked
    }

    /// Finds the islands, and how many substeps each makes.
    pub(super) fn plan(
        &mut self,
        (model, active, state): (&Model, &Active, &State),
        neighbours: Neighbours<'_>,
    ) {
        let common = &model.settings.common;
        self.note_needs(model, active, state);
        for (need, ask) in self.needs.iter_mut().zip(&self.asks) {
            need.to_meet = ask.to_meet;
            need.for_joints = ask.for_joints;
        }
        let axis = self.join_neighbours(neighbours);
        while self.join_within_reach(common.step_s, common.substeps, axis) {}
        self.substeps.clear();
        self.turns.clear();
        for articulation in 0..model.articulations {
            let island = self.islands.root(articulation);
            let substeps = self.needs[island].substeps(common.substeps);
            self.substeps.push(substeps);
            if active.has(articulation) && !self.turns.contains(&substeps) {
                self.turns.push(substeps);
            }
        }
        self.turns.sort_unstable();
    }

    /// The numbers of substeps of those that take turns, the lowest first.
    pub fn turns(&self) -> &[u32] {
        &self.turns
    }

    /// Lets only those take part that make so many substeps; `None` = everything.
    pub(super) fn begin_turn(&mut self, substeps: Option<u32>) {
        self.turn = substeps.filter(|_| self.turns.len() > 1);
    }

    /// Whether an articulation takes part in this turn.
    pub fn takes_part(&self, articulation: usize) -> bool {
        self.turn
            .is_none_or(|substeps| self.substeps[articulation] == substeps)
    }

    /// Substeps of an articulation in the last step; 0 before the first.
    pub fn substeps_of(&self, articulation: usize) -> u32 {
        match self.turns.as_slice() {
            [] => 0,
            [all] => *all,
            [first, ..] => self.substeps.get(articulation).copied().unwrap_or(*first),
        }
    }

    /// Takes each articulation as an island of its own.
    fn note_needs(&mut self, model: &Model, active: &Active, state: &State) {
        self.islands.separate(model.articulations);
        self.needs.clear();
        self.needs.resize(model.articulations, Need::default());
        for &i in active.particles() {
            let need = &mut self.needs[model.particles[i].articulation];
            need.fastest = need.fastest.max(state.particles[i].velocity.length());
        }
        for &i in active.bodies() {
            let need = &mut self.needs[model.bodies[i].articulation];
            need.fastest = need.fastest.max(state.bodies[i].velocity.length());
            need.bodies += 1;
        }
    }

    /// Joins what is solved together or may touch, and sleepers that lie on each other: who
    /// is woken wakes them. Returns the axis along which the boxes are sorted.
    fn join_neighbours(&mut self, neighbours: Neighbours<'_>) -> usize {
        for (articulation, &first) in neighbours.together.iter().enumerate() {
            self.join(first, articulation);
        }
        for (a, b) in neighbours.near {
            self.join(a, b);
        }
        self.awake.clear();
        self.awake.extend(neighbours.awake);
        self.asleep.clear();
        self.asleep.extend(neighbours.asleep);
        let axis = widest_axis(&self.awake, &self.asleep);
        for list in [&mut self.awake, &mut self.asleep] {
            list.sort_unstable_by(|(a, a_box), (b, b_box)| {
                let lows = a_box.low[axis].total_cmp(&b_box.low[axis]);
                lows.then(a.cmp(b))
            });
        }
        for place in 0..self.asleep.len() {
            let (a, bounds) = self.asleep[place];
            for other in place + 1..self.asleep.len() {
                let (b, others) = self.asleep[other];
                if others.low[axis] > bounds.high[axis] {
                    break;
                }
                if bounds.meets(&others) {
                    self.join(a, b);
                }
            }
        }
        axis
    }

    /// Joins an island that makes more substeps with all that anything in it may get to,
    /// should it be flung there as fast as the fastest; whether there was something. `axis`:
    /// that along which the boxes are sorted.
    fn join_within_reach(&mut self, step_s: f64, set: u32, axis: usize) -> bool {
        let mut joined = false;
        for place in 0..self.awake.len() {
            let (a, bounds) = self.awake[place];
            let need = self.needs[self.islands.root(a)];
            if need.substeps(set) == set {
                continue;
            }
            let reach = bounds.widened(need.fastest * step_s);
            for is_asleep in [false, true] {
                let list = |paces: &Paces, other: usize| match is_asleep {
                    false => paces.awake.get(other).copied(),
                    true => paces.asleep.get(other).copied(),
                };
                let mut other = 0;
                while let Some((b, others)) = list(self, other) {
                    if others.low[axis] > reach.high[axis] {
                        break;
                    }
                    if reach.meets(&others) {
                        joined |= self.join(a, b);
                    }
                    other += 1;
                }
            }
        }
        joined
    }

    /// Makes one island of those of two articulations; whether they were two.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.islands.root(a), self.islands.root(b));
        if a == b {
            return false;
        }
        let need = self.needs[a].with(self.needs[b]);
        self.islands.join(a, b);
        self.needs[a.min(b)] = need;
        true
    }
}

/// The axis along which boxes are spread most.
fn widest_axis(awake: &[(usize, Bounds)], asleep: &[(usize, Bounds)]) -> usize {
    let boxes = || awake.iter().chain(asleep).map(|(_, bounds)| bounds);
    let low = boxes().map(|bounds| bounds.low).reduce(DVec3::min);
    let high = boxes().map(|bounds| bounds.low).reduce(DVec3::max);
    let spread = high.unwrap_or_default() - low.unwrap_or_default();
    let axes = [spread.x, spread.y, spread.z].into_iter().enumerate();
    axes.max_by(|a, b| a.1.total_cmp(&b.1))
        .map_or(0, |(axis, _)| axis)
}
