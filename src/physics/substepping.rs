//! How many substeps each island makes of a step, and how many iterations of each.
//!
//! What is joined or may touch within the step is one island, and makes as many substeps as
//! any of it asks for, and as many iterations as what is nearest to the viewpoint. Islands
//! that make equally many take their turn together, apart from all others: so nothing depends
//! on what moves elsewhere, to the bit, unless a step may take only so much work in all.

use super::active::Active;
use super::collide::Bounds;
use super::constraint::ConstraintRows;
use super::disjoint_sets::DisjointSets;
use super::iteration_budget::{Detail, IterationBudget};
use super::model::Model;
use super::settings::Settings;
use super::state::State;
use glam::DVec3;

/// Most substeps for the sake of joints, and most of them times the bodies of an island:
/// a hit on a few figures is solved with care, one on a heap with what is set.
const MOST_CARE: u32 = 24;
const MOST_CARE_OF_BODIES: usize = 1_000;

/// How an island is stepped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SubstepRate {
    /// Substeps of a step.
    pub substeps: u32,
    /// Iterations of a substep; one of methods that do not iterate so.
    pub iterations: u32,
}

impl SubstepRate {
    /// What is set for all.
    pub fn set_in(settings: &Settings) -> SubstepRate {
        SubstepRate {
            substeps: settings.common.substeps,
            iterations: settings.passes(),
        }
    }

    /// Iterations of all substeps of a step.
    pub fn passes(self) -> f64 {
        f64::from(self.substeps) * f64::from(self.iterations)
    }
}

/// More substeps than are set, wanted by an articulation.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ask {
    /// So many that nothing is passed through, and that joints hold what is far heavier than the
    /// links that carry it.
    pub least: u32,
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

/// The substep rate of each island, and whose turn it is.
#[derive(Debug, Clone, Default)]
pub struct Substepping {
    /// The substep rates that occur, the slowest first.
    turns: Vec<SubstepRate>,
    /// The substep rate of what takes its turn; `None` = everything takes part.
    turn: Option<SubstepRate>,
    /// Per articulation, where there are several turns.
    of: Vec<SubstepRate>,
    /// Per articulation, what it asks for, and whether any asks for something.
    asks: Vec<Ask>,
    is_asked: bool,
    islands: DisjointSets,
    /// Of each island, at its representative.
    needs: Vec<Need>,
    awake: Vec<(usize, Bounds)>,
    asleep: Vec<(usize, Bounds)>,
    /// The widest box of either list along the axis along which they are sorted, m.
    widest: [f64; 2],
}

/// What an island needs.
#[derive(Debug, Clone, Copy)]
struct Need {
    least: u32,
    for_joints: u32,
    /// Bodies that are awake.
    bodies: usize,
    /// Articulations with joints that are awake.
    figures: usize,
    /// Fastest speed in it, m/s.
    fastest: f64,
    /// Square of the distance of what is nearest to the viewpoint, m².
    nearest: f64,
    /// Constraints that are awake.
    constraints: u32,
}

impl Default for Need {
    fn default() -> Need {
        Need {
            least: 0,
            for_joints: 0,
            bodies: 0,
            figures: 0,
            fastest: 0.0,
            nearest: f64::INFINITY,
            constraints: 0,
        }
    }
}

impl Need {
    fn with(self, other: Need) -> Need {
        Need {
            least: self.least.max(other.least),
            for_joints: self.for_joints.max(other.for_joints),
            bodies: self.bodies + other.bodies,
            figures: self.figures + other.figures,
            fastest: self.fastest.max(other.fastest),
            nearest: self.nearest.min(other.nearest),
            constraints: self.constraints + other.constraints,
        }
    }

    /// Its substep rate, where one is set for all.
    fn substep_rate(self, set: SubstepRate, budget: &IterationBudget) -> SubstepRate {
        let most_care = (MOST_CARE_OF_BODIES / self.bodies.max(1)) as u32;
        let care = self.for_joints.min(MOST_CARE).min(most_care);
        SubstepRate {
            substeps: set.substeps.max(self.least).max(care),
            iterations: budget.iterations(set.iterations, self.nearest.sqrt(), self.figures),
        }
    }

    /// Relaxations of a step at a substep rate.
    fn relaxations(self, substep_rate: SubstepRate) -> f64 {
        f64::from(self.constraints) * substep_rate.passes()
    }
}

impl Substepping {
    /// Makes room for all that a model may ask for: a step takes no memory.
    pub(super) fn make_room(&mut self, model: &Model) {
        let count = model.articulations;
        self.turns.reserve(count + 1);
        self.asks.resize(count, Ask::default());
        self.of.reserve(count);
        self.islands.separate(count);
        self.needs.reserve(count);
        self.awake.reserve(count);
        self.asleep.reserve(count);
    }

    /// Lets everything go at one substep rate, and forgets what was asked for.
    pub(super) fn be_even(&mut self, substep_rate: SubstepRate) {
        self.turn = None;
        self.turns.clear();
        self.turns.push(substep_rate);
        if std::mem::take(&mut self.is_asked) {
            self.asks.fill(Ask::default());
        }
    }

    /// Takes in what an articulation asks for.
    pub(super) fn ask(&mut self, articulation: usize, ask: Ask) {
        let known = &mut self.asks[articulation];
        known.least = known.least.max(ask.least);
        known.for_joints = known.for_joints.max(ask.for_joints);
        self.is_asked = true;
    }

    /// Whether anything asks for more substeps than are set.
    pub(super) fn is_asked(&self) -> bool {
        self.is_asked
    }

    /// Finds the islands, and the substep rate of each.
    pub(super) fn plan(
        &mut self,
        (model, active, state): (&Model, &Active, &State),
        neighbours: Neighbours<'_>,
    ) {
        let budget = &model.settings.method.budget();
        let set = SubstepRate::set_in(&model.settings);
        self.note_needs(model, active, state);
        for (need, ask) in self.needs.iter_mut().zip(&self.asks) {
            need.least = ask.least;
            need.for_joints = ask.for_joints;
        }
        let axis = self.join_neighbours(neighbours);
        let step_s = model.settings.common.step_s;
        while self.join_within_reach(step_s, (set, budget), axis) {}
        let share = budget.share(self.relaxations(set, budget));
        self.of.clear();
        self.turns.clear();
        for articulation in 0..model.articulations {
            let island = self.islands.root(articulation);
            let mut substep_rate = self.needs[island].substep_rate(set, budget);
            if share < 1.0 {
                let left = (f64::from(substep_rate.iterations) * share) as u32;
                substep_rate.iterations = left.max(1);
            }
            self.of.push(substep_rate);
            if active.has(articulation) && !self.turns.contains(&substep_rate) {
                self.turns.push(substep_rate);
            }
        }
        if self.turns.is_empty() {
            self.turns.push(set);
        }
        self.turns.sort_unstable();
    }

    /// Relaxations that the step would take, all islands together.
    fn relaxations(&mut self, set: SubstepRate, budget: &IterationBudget) -> f64 {
        let islands = (0..self.needs.len()).filter(|&i| self.islands.root(i) == i);
        let islands: f64 = islands
            .map(|island| {
                let need = self.needs[island];
                need.relaxations(need.substep_rate(set, budget))
            })
            .sum();
        islands
    }

    /// The substep rates of those that take turns, the slowest first.
    pub fn turns(&self) -> &[SubstepRate] {
        &self.turns
    }

    /// Lets only those take part that go at this substep rate; `None` = everything.
    pub(super) fn begin_turn(&mut self, substep_rate: Option<SubstepRate>) {
        self.turn = substep_rate.filter(|_| self.turns.len() > 1);
    }

    /// Whether an articulation takes part in this turn.
    pub fn takes_part(&self, articulation: usize) -> bool {
        self.turn
            .is_none_or(|substep_rate| self.of[articulation] == substep_rate)
    }

    /// The substep rate of an articulation in the last step; none before the first.
    pub fn substep_rate_of(&self, articulation: usize) -> Option<SubstepRate> {
        match self.turns.as_slice() {
            [] => None,
            [all] => Some(*all),
            [first, ..] => Some(self.of.get(articulation).copied().unwrap_or(*first)),
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
            let articulation = model.bodies[i].articulation;
            let need = &mut self.needs[articulation];
            need.fastest = need.fastest.max(state.bodies[i].velocity.length());
            need.bodies += 1;
            need.figures = usize::from(model.jointed[articulation]);
        }
        let budget = &model.settings.method.budget();
        if budget.detail == Detail::Distance {
            self.note_distances(model, state, budget.viewpoint);
        }
        if budget.most_relaxations.is_some() {
            self.note_constraints(model, active);
        }
    }

    /// Of what sleeps too: it may be woken within the step.
    fn note_distances(&mut self, model: &Model, state: &State, viewpoint: DVec3) {
        let particles = model.particles.iter().zip(&state.particles);
        let particles = particles.map(|(of, now)| (of.articulation, now.position));
        let bodies = model.bodies.iter().zip(&state.bodies);
        let bodies = bodies.map(|(of, now)| (of.articulation, now.position));
        for (articulation, position) in particles.chain(bodies) {
            let need = &mut self.needs[articulation];
            let squared = position.distance_squared(viewpoint);
            need.nearest = need.nearest.min(squared);
        }
    }

    fn note_constraints(&mut self, model: &Model, active: &Active) {
        for constraint in &model.constraints {
            let mut sides = constraint.attachments().into_iter();
            let articulation = sides.find_map(|side| side.articulation(model));
            if let Some(articulation) = articulation.filter(|&i| active.has(i)) {
                self.needs[articulation].constraints += 1;
            }
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
        for (list, widest) in [&mut self.awake, &mut self.asleep]
            .into_iter()
            .zip(&mut self.widest)
        {
            let widths = list.iter().map(|(_, own)| own.high[axis] - own.low[axis]);
            *widest = widths.fold(0.0, f64::max);
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

    /// Joins an island that goes at another substep rate than is set with all that anything in it may
    /// get to, should it be flung there as fast as the fastest; whether there was something.
    /// `axis`: that along which the boxes are sorted.
    fn join_within_reach(
        &mut self,
        step_s: f64,
        (set, budget): (SubstepRate, &IterationBudget),
        axis: usize,
    ) -> bool {
        let mut joined = false;
        for place in 0..self.awake.len() {
            let (a, bounds) = self.awake[place];
            let need = self.needs[self.islands.root(a)];
            if need.substep_rate(set, budget) == set {
                continue;
            }
            let reach = bounds.widened(need.fastest * step_s);
            for is_asleep in [false, true] {
                let of: fn(&Substepping) -> &Vec<(usize, Bounds)> = match is_asleep {
                    false => |substepping| &substepping.awake,
                    true => |substepping| &substepping.asleep,
                };
                // What begins earlier ends before the reach begins.
                let first = reach.low[axis] - self.widest[usize::from(is_asleep)];
                let list = of(self);
                let mut other = list.partition_point(|(_, own)| own.low[axis] < first);
                while let Some(&(b, others)) = of(self).get(other) {
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
