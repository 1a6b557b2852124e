//! Constraints that undo each other: what one corrects, another spoils again within the step.
//!
//! Relaxation meets constraints one after the other, and each correction opens the neighbours a
//! little. What a constraint undoes of another is how much it raises the error of that one,
//! whenever it is met, as a share of what that one corrects by itself. Joints that carry a load
//! do that too: half of what a link of a chain corrects, the next link undoes. A conflict is
//! what would go on without any load: constraints that cannot be met together where things lie,
//! however often they are relaxed. Methods whose joints hold all at once undo nothing.

use super::constraint::{relaxation_weights, Constraint, ConstraintRows, Residual};
use super::contact::Contact;
use super::math::vector_from_rotation;
use super::model::Model;
use super::probe::{Probe, SolverEvent, Stage};
use super::state::State;
use arrayvec::ArrayVec;
use glam::{DQuat, DVec3};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Movers that a constraint grips at most: four on each side.
const MOST_MOVERS: usize = 8;
/// Share of its corrections that each has to lose to the other.
const LEAST_UNDONE: f64 = 0.2;
/// Error that has to be left of one of them, m: what is met after all is no conflict.
const LEAST_LEFT_M: f64 = 1e-3;
/// The same of angles, rad: half a degree.
const LEAST_LEFT_RAD: f64 = 0.5 * std::f64::consts::PI / 180.0;
/// Passes over all constraints, without any load, that are to meet them.
const SETTLING_PASSES: u32 = 300;
/// Conflicts last: one step in so many tells of them, at a quarter of the cost.
const EVERY: u64 = 4;

/// Two constraints that undo each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Conflict {
    /// Their indices; the first comes first in the order of solution.
    pub constraints: [usize; 2],
    /// Of what each corrected, the share that the other undid, 0 to 1.
    pub undone: [f64; 2],
    /// Error of each at the end of a step, in the mean.
    pub left: [Residual; 2],
    /// A mover that both grip; particles are counted first, then bodies.
    pub mover: usize,
    /// By what each moves it within a step, in the mean.
    pub pushes: [Push; 2],
}

impl Conflict {
    /// The smaller of the two shares that are undone.
    pub fn share(&self) -> f64 {
        self.undone[0].min(self.undone[1])
    }

    /// Whether both lose much of what they do, and something is left of it.
    fn matters(&self) -> bool {
        self.share() >= LEAST_UNDONE && self.left.iter().any(is_left)
    }
}

fn is_left(left: &Residual) -> bool {
    left.length > LEAST_LEFT_M || left.angle > LEAST_LEFT_RAD
}

/// By what a constraint moves a mover.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Push {
    /// Its centre of mass, m.
    pub way: DVec3,
    /// Its orientation, rad.
    pub turn: DVec3,
}

impl Push {
    /// By what it moves a point with this lever from the centre of mass, m.
    pub fn at(&self, lever: DVec3) -> DVec3 {
        self.way + self.turn.cross(lever)
    }
}

/// A constraint that is watched.
#[derive(Debug, Clone, Default)]
struct Watched {
    movers: ArrayVec<usize, MOST_MOVERS>,
    /// Others that are watched and grip one of its movers.
    neighbours: Vec<usize>,
    /// Its error as last seen, m or rad.
    error: f64,
    /// All that it corrected.
    corrected: f64,
    /// Its errors at the ends of steps, added up.
    left: Residual,
    /// By what it moved each mover, added up.
    pushes: [Push; MOST_MOVERS],
}

/// Watches steps for constraints that undo each other.
pub struct ConflictWatch {
    model: Arc<Model>,
    /// By the index of the constraint.
    watched: Vec<Option<Box<Watched>>>,
    /// How much of the first the second undid, by their indices.
    undone: BTreeMap<[usize; 2], f64>,
    poses: Vec<(DVec3, DQuat)>,
    is_watching: bool,
    steps: u64,
}

impl ConflictWatch {
    /// Watches the constraints that grip one of those movers.
    pub fn new(model: &Arc<Model>, counts: impl Fn(usize) -> bool) -> ConflictWatch {
        let bodies_from = model.particles.len();
        let mut watched: Vec<Option<Box<Watched>>> = Vec::new();
        let mut of_mover: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, constraint) in model.constraints.iter().enumerate() {
            let movers = movers_of(constraint, bodies_from);
            let is_watched = movers.iter().any(|&mover| counts(mover));
            if is_watched {
                for &mover in &movers {
                    of_mover.entry(mover).or_default().push(index);
                }
            }
            watched.push(is_watched.then(|| {
                Box::new(Watched {
                    movers,
                    ..Watched::default()
                })
            }));
        }
        for (index, own) in watched.iter_mut().enumerate() {
            let Some(own) = own else {
                continue;
            };
            let gripped = own.movers.iter().filter_map(|mover| of_mover.get(mover));
            own.neighbours = gripped.flatten().copied().filter(|&i| i != index).collect();
            own.neighbours.sort_unstable();
            own.neighbours.dedup();
        }
        ConflictWatch {
            model: model.clone(),
            watched,
            undone: BTreeMap::new(),
            poses: Vec::new(),
            is_watching: false,
            steps: 0,
        }
    }

    /// Takes in what another watch of the same constraints saw in other steps.
    pub fn add(&mut self, other: ConflictWatch) {
        for (own, seen) in self.watched.iter_mut().zip(other.watched) {
            let (Some(own), Some(seen)) = (own, seen) else {
                continue;
            };
            own.corrected += seen.corrected;
            own.left.length += seen.left.length;
            own.left.angle += seen.left.angle;
            for (push, by) in own.pushes.iter_mut().zip(&seen.pushes) {
                push.way += by.way;
                push.turn += by.turn;
            }
        }
        for (pair, undone) in other.undone {
            *self.undone.entry(pair).or_default() += undone;
        }
        self.model = other.model;
        self.steps += other.steps;
    }

    /// Pairs that undo each other and cannot be met together near a state, that in which the
    /// last step ended; the worst first.
    pub fn conflicts(&self, state: &State) -> Vec<Conflict> {
        let share = |index: usize, by: usize| {
            let corrected = self.watched(index).map_or(0.0, |own| own.corrected);
            let undone = self.undone.get(&[index, by]).copied().unwrap_or(0.0);
            match corrected > 0.0 {
                true => (undone / corrected).min(1.0),
                false => 0.0,
            }
        };
        let pairs = self.undone.keys().filter(|[a, b]| a < b);
        let conflicts = pairs.filter_map(|&[a, b]| {
            let (first, second) = (self.watched(a)?, self.watched(b)?);
            let mover = *first.movers.iter().find(|m| second.movers.contains(m))?;
            let undone = [share(a, b), share(b, a)];
            let conflict = Conflict {
                constraints: [a, b],
                undone,
                left: [first, second].map(|own| self.mean_left(own)),
                mover,
                pushes: [first, second].map(|own| self.mean_push(own, mover)),
            };
            conflict.matters().then_some(conflict)
        });
        let mut conflicts: Vec<Conflict> = conflicts.collect();
        if !conflicts.is_empty() {
            let articulations: BTreeSet<usize> = conflicts
                .iter()
                .filter_map(|conflict| self.articulation(conflict.constraints[0]))
                .collect();
            let settled = settled(&self.model, state, |index| {
                let own = self.articulation(index);
                own.is_some_and(|own| articulations.contains(&own))
            });
            let stays = |index: usize| is_left(&self.residual(&settled, index));
            conflicts.retain(|conflict| conflict.constraints.into_iter().any(stays));
        }
        conflicts.sort_by(|a, b| b.share().total_cmp(&a.share()));
        conflicts
    }

    fn watched(&self, index: usize) -> Option<&Watched> {
        self.watched.get(index)?.as_deref()
    }

    fn articulation(&self, index: usize) -> Option<usize> {
        let sides = self.model.constraints.get(index)?.attachments();
        sides.iter().find_map(|side| side.articulation(&self.model))
    }

    fn mean_left(&self, own: &Watched) -> Residual {
        let steps = self.steps.max(1) as f64;
        Residual {
            length: own.left.length / steps,
            angle: own.left.angle / steps,
        }
    }

    fn mean_push(&self, own: &Watched, mover: usize) -> Push {
        let steps = self.steps.max(1) as f64;
        let gripped = own.movers.iter().zip(&own.pushes);
        let push = gripped.filter(|(m, _)| **m == mover).map(|(_, push)| push);
        push.map(|push| Push {
            way: push.way / steps,
            turn: push.turn / steps,
        })
        .next()
        .unwrap_or_default()
    }

    fn residual(&self, state: &State, index: usize) -> Residual {
        let constraint = self.model.constraints.get(index);
        constraint.map_or_else(Residual::default, |constraint| {
            constraint.residual(state, &self.model.settings)
        })
    }

    fn error(&self, state: &State, index: usize) -> f64 {
        let Residual { length, angle } = self.residual(state, index);
        length + angle
    }

    /// Takes in how all lies after a solver event that is nobody's correction.
    fn look_at_all(&mut self, state: &State) {
        let movers = state.particles.len() + state.bodies.len();
        self.poses.clear();
        self.poses.extend((0..movers).map(|i| pose(state, i)));
        self.each_watched(|watch, index, own| own.error = watch.error(state, index));
    }

    /// Takes in the correction of a constraint, and what it did to its neighbours.
    fn look_at_correction(&mut self, state: &State, index: usize) {
        let Some(mut own) = self.watched.get_mut(index).and_then(Option::take) else {
            return;
        };
        let error = self.error(state, index);
        own.corrected += (own.error - error).max(0.0);
        own.error = error;
        for (&mover, push) in own.movers.iter().zip(&mut own.pushes) {
            let after = pose(state, mover);
            let Some(before) = self.poses.get_mut(mover) else {
                continue;
            };
            push.way += after.0 - before.0;
            push.turn += vector_from_rotation(after.1 * before.1.conjugate());
            *before = after;
        }
        for &neighbour in &own.neighbours {
            let error = self.error(state, neighbour);
            if let Some(Some(other)) = self.watched.get_mut(neighbour) {
                let rise = error - other.error;
                other.error = error;
                if rise > 0.0 {
                    *self.undone.entry([neighbour, index]).or_default() += rise;
                }
            }
        }
        self.watched[index] = Some(own);
    }

    fn end_step(&mut self, state: &State) {
        self.each_watched(|watch, index, own| {
            let Residual { length, angle } = watch.residual(state, index);
            own.left.length += length;
            own.left.angle += angle;
        });
        self.steps += 1;
    }

    fn each_watched(&mut self, mut visit: impl FnMut(&ConflictWatch, usize, &mut Watched)) {
        let mut watched = std::mem::take(&mut self.watched);
        for (index, own) in watched.iter_mut().enumerate() {
            if let Some(own) = own {
                visit(self, index, own);
            }
        }
        self.watched = watched;
    }
}

/// A state after those of its constraints that count have been relaxed, without any load, until
/// they are met or no more passes are left. Both sides of each yield alike: masses would only
/// make it slow.
pub fn settled(model: &Model, state: &State, counts: impl Fn(usize) -> bool) -> State {
    let mut settled = state.clone();
    for rest in &mut settled.rest {
        // What sleeps cannot be moved.
        (rest.asleep, rest.standing) = (false, false);
    }
    let all = model.constraints.iter().enumerate();
    let constraints: Vec<_> = all.filter(|(index, _)| counts(*index)).collect();
    for _ in 0..SETTLING_PASSES {
        for (_, constraint) in &constraints {
            let weights = relaxation_weights(model, constraint.attachments(), 0.0);
            constraint.relax(model, &mut settled, weights);
        }
        let mut residuals = constraints
            .iter()
            .map(|(_, constraint)| constraint.residual(&settled, &model.settings));
        if !residuals.any(|left| is_left(&left)) {
            break;
        }
    }
    settled
}

fn movers_of(constraint: &Constraint, bodies_from: usize) -> ArrayVec<usize, MOST_MOVERS> {
    let mut movers = ArrayVec::new();
    for side in constraint.attachments() {
        side.each_mover(bodies_from, |mover| {
            if !movers.contains(&mover) {
                movers.push(mover);
            }
        });
    }
    movers
}

fn pose(state: &State, mover: usize) -> (DVec3, DQuat) {
    match mover.checked_sub(state.particles.len()) {
        None => (state.particles[mover].position, DQuat::IDENTITY),
        Some(body) => (state.bodies[body].position, state.bodies[body].orientation),
    }
}

/// Whether a solver event may move anything, and is nobody's correction.
fn moves(event: SolverEvent) -> bool {
    use SolverEvent::{
        Begin, Bounce, Damping, Forces, Position, Stops, Velocities, Velocity, WarmStart,
    };
    let leaves = matches!(
        event,
        Begin { .. }
            | Bounce
            | Damping
            | Forces
            | Position(_)
            | WarmStart
            | Stops
            | Velocities
            | Velocity(_)
    );
    !leaves
}

impl Probe for ConflictWatch {
    fn looks(&self) -> bool {
        true
    }

    fn begin_step(&mut self, model: &Arc<Model>, state: &State) {
        // An edit may have changed what constraints ask for; which there are stays.
        self.model = model.clone();
        self.is_watching = state.step.is_multiple_of(EVERY);
        if self.is_watching {
            self.look_at_all(state);
        }
    }

    fn saw(&mut self, event: SolverEvent, state: &State, _: &[Contact]) {
        if !self.is_watching {
            return;
        }
        match event {
            SolverEvent::Position(index) => self.look_at_correction(state, index),
            SolverEvent::Rest => self.end_step(state),
            event if moves(event) => self.look_at_all(state),
            _ => {}
        }
    }

    fn begin(&mut self, _: Stage) {}

    fn end(&mut self, _: Stage, _: usize) {}
}
