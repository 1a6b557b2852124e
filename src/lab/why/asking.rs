//! Going through a span of time again with a ledger.
//!
//! The span is cut into stretches of some steps. A scout runs ahead through the steps alone,
//! which is a fraction of the work, and leaves a copy of the simulation at the begin of each
//! stretch, for whoever is free to go through it. Where the cuts are depends on the span alone,
//! so the answer has the same bits with any number of threads.

use super::path::ImpulsePath;
use super::subject::Subject;
use super::words::{corrects, words_of, Group};
use super::{conflict, Answer, Line, Moment};
use crate::lab::input::Input;
use crate::lab::pool::as_they_come;
use crate::lab::simulation::{Progress, Simulation};
use crate::physics::conflict::ConflictWatch;
use crate::physics::ledger::{Book, Cause, Entry, Ledger};
use crate::physics::probe::Both;
use crate::physics::Model;
use crate::scene::Scene;
use glam::DVec3;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Steps of a stretch.
const STRETCH: u64 = 20;

/// What is asked: why a subject moved as it did from a step to another.
#[derive(Clone)]
pub struct Question {
    /// The scene that plays.
    pub scene: Arc<Scene>,
    /// A simulation of it at the first step or before it, to which nothing has been done yet
    /// that was done there.
    pub simulation: Simulation,
    /// What a person did, each after a step, in the order of time.
    pub inputs: Arc<[(u64, Input)]>,
    /// Whose motion is asked about.
    pub subject: Subject,
    /// First step: the span begins after it, and before what was done there.
    pub from: u64,
    /// Last step.
    pub to: u64,
}

/// Answers on at most `threads` threads; nothing if the answer is no longer `wanted` before it
/// is there. `count` hears how many steps have been gone through.
pub fn answer(
    mut question: Question,
    threads: usize,
    wanted: impl Fn() -> bool + Sync,
    mut count: impl FnMut(u64),
) -> Option<Answer> {
    // The threads are for stretches: a step that waits for others must not hold up the scout.
    question.simulation.world.set_threads(None);
    while question.now() < question.from && wanted() {
        if question.step_alone() != Progress::Advanced {
            break;
        }
    }
    let before = momentum_of(&question.simulation, &question.subject);
    let from_s = question.simulation.time_s();
    let stretches = question.to.saturating_sub(question.now()).div_ceil(STRETCH);
    let stretches = usize::try_from(stretches).unwrap_or(usize::MAX).max(1);
    let mut all: Option<Stretch> = None;
    let scout = Mutex::new(Scout::new(question.clone()));
    // Those that are done before an earlier one.
    let mut early: BTreeMap<u64, Stretch> = BTreeMap::new();
    let mut next = 0;
    let next_stretch = |_| {
        let begun = scout.lock().unwrap_or_else(PoisonError::into_inner).begin();
        begun.map(|(number, question)| (number, Stretch::of(question)))
    };
    as_they_come(threads, stretches, &wanted, next_stretch, |done| {
        early.extend(done);
        while let Some(stretch) = early.remove(&next) {
            next += 1;
            match &mut all {
                None => all = Some(stretch),
                Some(all) => all.add(stretch),
            }
        }
        count(all.as_ref().map_or(0, |all| all.moments.len() as u64));
    });
    let all = all.filter(|_| wanted())?;
    Some(all.answer((question.scene, question.subject), from_s, before))
}

impl Question {
    fn now(&self) -> u64 {
        self.simulation.world.state().step
    }

    /// Does what was done at the step that has been reached.
    fn do_inputs(&mut self) {
        let now = self.now();
        let first = self.inputs.partition_point(|(step, _)| *step < now);
        let of_now = self.inputs[first..].iter();
        for (_, input) in of_now.take_while(|(step, _)| *step == now) {
            self.simulation.apply(input);
        }
    }

    /// What was done, and the next step.
    fn step_alone(&mut self) -> Progress {
        self.do_inputs();
        self.simulation.step()
    }
}

/// Runs ahead.
struct Scout {
    question: Question,
    /// The end of the span.
    to: u64,
    number: u64,
    is_at_end: bool,
}

impl Scout {
    fn new(question: Question) -> Scout {
        Scout {
            to: question.to,
            is_at_end: false,
            number: 0,
            question,
        }
    }

    /// The next stretch with its number; none after the last one.
    fn begin(&mut self) -> Option<(u64, Question)> {
        if self.is_at_end {
            return None;
        }
        let number = self.number;
        self.number += 1;
        self.question.to = self.to.min(self.question.now() + STRETCH);
        let stretch = self.question.clone();
        if self.question.to == self.to {
            self.is_at_end = true;
        }
        while !self.is_at_end && self.question.now() < self.question.to {
            self.is_at_end = self.question.step_alone() != Progress::Advanced;
        }
        Some((number, stretch))
    }
}

/// What was seen in a stretch, or in several that follow each other.
struct Stretch {
    end: Simulation,
    conflicts: ConflictWatch,
    book: Book,
    moments: Vec<Moment>,
    diverged: bool,
}

impl Stretch {
    /// Goes through the stretch of a question.
    fn of(mut question: Question) -> Stretch {
        let subject = Arc::new(question.subject.clone());
        let world = &question.simulation.world;
        let (model, counted) = (world.shared_model(), subject.clone());
        let counts = Arc::new(move |mover| counted.has(mover));
        let mut ledger = Ledger::of(model.clone(), world.state(), counts);
        let mut conflicts = ConflictWatch::new(model, |mover| subject.has(mover));
        let (mut book, mut moments) = (Book::default(), Vec::new());
        let mut diverged = false;
        while question.now() < question.to {
            question.do_inputs();
            let simulation = &mut question.simulation;
            let progress = simulation.step_watched(&mut Both([&mut ledger, &mut conflicts]));
            let done = ledger.close();
            if progress != Progress::Advanced {
                // The step is undone, and so is what was booked in it.
                diverged = matches!(progress, Progress::Diverged { .. });
                break;
            }
            moments.push(moment(simulation, &subject, &done));
            book.add_all(&done);
        }
        Stretch {
            end: question.simulation,
            conflicts,
            book,
            moments,
            diverged,
        }
    }

    /// Takes in what was seen in the next one.
    fn add(&mut self, next: Stretch) {
        self.conflicts.add(next.conflicts);
        self.book.add_all(&next.book);
        self.moments.extend(next.moments);
        (self.end, self.diverged) = (next.end, next.diverged);
    }

    /// The answer that it is.
    fn answer(self, (scene, subject): (Arc<Scene>, Subject), from_s: f64, before: DVec3) -> Answer {
        let world = &self.end.world;
        let (model, map) = (world.model(), &self.end.map);
        let mass_kg = mass_of(model, &subject);
        let ways = ways(&self.book, model, &subject);
        let sums = self.book.sums(|mover| subject.has(mover));
        let causes = sums.iter().map(|(&cause, entry)| {
            let group = Group::of(model, cause);
            Line {
                cause,
                group,
                name: words_of(&scene, map, model, cause),
                group_name: group.name(),
                momentum_n_s: entry.momentum.to_array(),
                angular_momentum_n_m_s: entry.angular_momentum.to_array(),
                work_j: entry.kinetic,
                lift_j: entry.potential,
                way_m: (ways.get(&cause).copied().unwrap_or_default() / mass_kg).to_array(),
            }
        });
        let total = self.book.total(|mover| subject.has(mover));
        Answer {
            subject: subject.name.clone(),
            from_s,
            to_s: self.end.time_s(),
            mass_kg,
            momentum_before_n_s: before.to_array(),
            momentum_after_n_s: momentum_of(&self.end, &subject).to_array(),
            energy_change_j: total.energy(),
            diverged: self.diverged,
            hash: world.state().hash(),
            causes: most_first(causes.collect()),
            conflicts: conflict::lines(&self.conflicts, &scene, &self.end),
            path: ImpulsePath::of(&self.book, |mover| subject.has(mover)),
            moments: self.moments,
            about: subject,
        }
    }
}

/// What each group did to a subject in the step that has just been made.
fn moment(simulation: &Simulation, subject: &Subject, book: &Book) -> Moment {
    let model = simulation.world.model();
    // A ball that was thrown may have come.
    let mass_kg = mass_of(model, subject);
    let mut groups: BTreeMap<Group, Entry> = BTreeMap::new();
    for (mover, cause, entry) in book.entries().filter(|(mover, ..)| subject.has(*mover)) {
        let share = match corrects(cause) {
            true => mass(model, mover) / mass_kg,
            false => 0.0,
        };
        let entry = Entry {
            way: entry.way * share,
            ..*entry
        };
        *groups.entry(Group::of(model, cause)).or_default() += entry;
    }
    Moment {
        time_s: simulation.time_s(),
        groups,
    }
}

/// Those that gave most momentum and did most work first.
fn most_first(mut causes: Vec<Line>) -> Vec<Line> {
    let largest = |of: fn(&Line) -> f64| causes.iter().map(of).fold(0.0, f64::max);
    let (most, most_work) = (largest(Line::momentum), largest(Line::work));
    let share = |line: &Line| {
        let part = |value: f64, of: f64| if of > 0.0 { value / of } else { 0.0 };
        part(line.momentum(), most) + part(line.work(), most_work)
    };
    causes.sort_by(|a, b| share(b).total_cmp(&share(a)).then(a.cause.cmp(&b.cause)));
    causes
}

/// Mass times the way that each cause moved things, added up, kg m.
fn ways(book: &Book, model: &Model, subject: &Subject) -> BTreeMap<Cause, DVec3> {
    let mut ways: BTreeMap<Cause, DVec3> = BTreeMap::new();
    for (mover, cause, entry) in book.entries().filter(|(mover, ..)| subject.has(*mover)) {
        *ways.entry(cause).or_default() += entry.way * mass(model, mover);
    }
    ways
}

fn mass(model: &Model, mover: usize) -> f64 {
    match mover.checked_sub(model.particles.len()) {
        None => model.particles[mover].mass,
        Some(body) => model.bodies[body].mass,
    }
}

fn mass_of(model: &Model, subject: &Subject) -> f64 {
    let movers = (0..model.particles.len() + model.bodies.len()).filter(|&i| subject.has(i));
    movers.map(|mover| mass(model, mover)).sum()
}

fn momentum_of(simulation: &Simulation, subject: &Subject) -> DVec3 {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let velocity = |mover: usize| match mover.checked_sub(state.particles.len()) {
        None => state.particles[mover].velocity,
        Some(body) => state.bodies[body].velocity,
    };
    let movers = (0..model.particles.len() + model.bodies.len()).filter(|&i| subject.has(i));
    movers
        .map(|mover| velocity(mover) * mass(model, mover))
        .sum()
}
