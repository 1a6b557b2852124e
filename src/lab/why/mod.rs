//! Why something moved: the ledger of a span of time, gone through again, in words.

mod conflict;
mod path;
mod subject;
mod table;
mod words;

use super::input::Input;
use super::simulation::{Progress, Simulation};
use crate::physics::conflict::ConflictWatch;
use crate::physics::ledger::{Book, Cause, Entry, Ledger};
use crate::physics::probe::Both;
use crate::physics::Model;
use crate::scene::Scene;
pub use conflict::ConflictLine;
use glam::DVec3;
pub use path::ImpulsePath;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
pub use subject::{ids_named, name_of_mover, Subject};
pub use table::{csv, readable};
pub use words::{corrects, thing_of, words_of, Group};

/// What one cause did to a subject; the keys are those of `ragdoll-lab why --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// The cause.
    #[serde(skip)]
    pub cause: Cause,
    /// Its group.
    #[serde(skip)]
    pub group: Group,
    /// In words.
    pub name: String,
    /// Name of its group.
    #[serde(rename = "group")]
    pub group_name: &'static str,
    /// Momentum that it gave, N·s.
    pub momentum_n_s: [f64; 3],
    /// Angular momentum about the origin that it gave, N·m·s.
    pub angular_momentum_n_m_s: [f64; 3],
    /// Work that it did, J.
    pub work_j: f64,
    /// Potential energy that it gave by moving things, J.
    pub lift_j: f64,
    /// By how much it moved the centre of mass by itself, without a velocity, m.
    pub way_m: [f64; 3],
}

/// What was done in one step.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// Time at the end of the step, s.
    pub time_s: f64,
    /// What each group gave; its way is that of corrections alone, of the centre of mass.
    pub groups: BTreeMap<Group, Entry>,
}

/// Why a subject moved as it did in a span of time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// The subject.
    pub subject: String,
    /// Begin of the span, s.
    pub from_s: f64,
    /// End of the span, s.
    pub to_s: f64,
    /// Mass of the subject, kg.
    pub mass_kg: f64,
    /// Its momentum at the begin, N·s.
    pub momentum_before_n_s: [f64; 3],
    /// At the end, N·s.
    pub momentum_after_n_s: [f64; 3],
    /// Change of its energy, J.
    pub energy_change_j: f64,
    /// Whether the run diverged within the span.
    pub diverged: bool,
    /// What each cause did, those with most momentum and work first.
    pub causes: Vec<Line>,
    /// Constraints of the subject that undo each other, the worst first.
    pub conflicts: Vec<ConflictLine>,
    /// The way of impulses through the subject.
    #[serde(skip)]
    pub path: ImpulsePath,
    /// Step by step.
    #[serde(skip)]
    pub moments: Vec<Moment>,
    /// Whom it is about.
    #[serde(skip)]
    pub about: Subject,
}

/// What is asked: why a subject moved as it did from a step to another.
#[derive(Clone)]
pub struct WhyAsked {
    /// The scene that plays.
    pub scene: Arc<Scene>,
    /// A simulation of it at the first step or before it, to which nothing has been done yet
    /// that was done there.
    pub simulation: Simulation,
    /// What a person did, each after a step, in the order of time.
    pub inputs: Vec<(u64, Input)>,
    /// Whose motion is asked about.
    pub subject: Subject,
    /// First step: the span begins after it, and before what was done there.
    pub from: u64,
    /// Last step.
    pub to: u64,
}

/// What looks on while a span is gone through.
struct Watch {
    ledger: Ledger,
    conflicts: ConflictWatch,
}

/// A span of time that is gone through again with a ledger.
pub struct Asking {
    question: WhyAsked,
    watch: Option<Watch>,
    from_s: f64,
    mass_kg: f64,
    before: DVec3,
    book: Book,
    moments: Vec<Moment>,
    diverged: bool,
}

impl Asking {
    /// Begins.
    pub fn new(question: WhyAsked) -> Asking {
        let mut asking = Asking {
            question,
            watch: None,
            from_s: 0.0,
            mass_kg: 0.0,
            before: DVec3::ZERO,
            book: Book::default(),
            moments: Vec::new(),
            diverged: false,
        };
        asking.arrive();
        asking
    }

    /// Takes note of a step that has been reached, and does what was done there.
    fn arrive(&mut self) {
        let WhyAsked {
            simulation,
            inputs,
            subject,
            from,
            to,
            ..
        } = &mut self.question;
        let now = simulation.world.state().step;
        if self.watch.is_none() && now >= *from {
            let world = &simulation.world;
            let model = world.shared_model();
            self.watch = Some(Watch {
                ledger: Ledger::new(model.clone(), world.state()),
                conflicts: ConflictWatch::new(model, |mover| subject.has(mover)),
            });
            self.from_s = simulation.time_s();
            self.before = momentum_of(simulation, subject);
        }
        if now < *to {
            let is_of_now = |(step, _): &&(u64, Input)| *step == now;
            for (_, input) in inputs.iter().filter(is_of_now) {
                simulation.apply(input);
            }
        }
        // A ball that was thrown may have come.
        self.mass_kg = mass_of(simulation.world.model(), subject);
    }

    /// Goes through a step; false if the end is reached.
    pub fn step(&mut self) -> bool {
        let simulation = &mut self.question.simulation;
        if self.diverged || simulation.world.state().step >= self.question.to {
            return false;
        }
        let progress = match &mut self.watch {
            Some(Watch { ledger, conflicts }) => {
                simulation.step_watched(&mut Both([ledger, conflicts]))
            }
            None => simulation.step(),
        };
        if progress == Progress::Interrupted {
            return false;
        }
        self.diverged = progress != Progress::Advanced;
        if let Some(watch) = &mut self.watch {
            let book = watch.ledger.close();
            if self.diverged {
                // The step that could not be made is undone, and so is what was booked in it.
                return false;
            }
            let mut groups: BTreeMap<Group, Entry> = BTreeMap::new();
            for (mover, cause, entry) in book.entries() {
                if self.question.subject.has(mover) {
                    let model = simulation.world.model();
                    let share = match corrects(cause) {
                        true => mass(model, mover) / self.mass_kg,
                        false => 0.0,
                    };
                    let entry = Entry {
                        way: entry.way * share,
                        ..*entry
                    };
                    *groups.entry(Group::of(model, cause)).or_default() += entry;
                }
            }
            self.moments.push(Moment {
                time_s: simulation.time_s(),
                groups,
            });
            self.book.add_all(&book);
        }
        self.arrive();
        !self.diverged
    }

    /// How many steps are done, and how many there are.
    pub fn counts(&self) -> (usize, usize) {
        let of = self.question.to.saturating_sub(self.question.from);
        (self.moments.len(), of as usize)
    }

    /// Hash of the state that has been reached.
    pub fn hash(&self) -> u64 {
        self.question.simulation.world.state().hash()
    }

    /// The answer for what has been gone through.
    pub fn answer(self) -> Answer {
        let WhyAsked {
            scene,
            simulation,
            subject,
            ..
        } = self.question;
        let world = &simulation.world;
        let (model, map) = (world.model(), &simulation.map);
        let sums = self.book.sums(|mover| subject.has(mover));
        let mass_kg = mass_of(model, &subject);
        let ways = ways(&self.book, model, &subject);
        let mut causes: Vec<Line> = sums
            .iter()
            .map(|(&cause, entry)| {
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
            })
            .collect();
        let largest = |of: fn(&Line) -> f64| causes.iter().map(of).fold(0.0, f64::max);
        let (most, most_work) = (largest(Line::momentum), largest(Line::work));
        let share = |line: &Line| {
            let part = |value: f64, of: f64| if of > 0.0 { value / of } else { 0.0 };
            part(line.momentum(), most) + part(line.work(), most_work)
        };
        causes.sort_by(|a, b| share(b).total_cmp(&share(a)).then(a.cause.cmp(&b.cause)));
        let total = self.book.total(|mover| subject.has(mover));
        let watch = self.watch.iter();
        let conflicts =
            watch.flat_map(|watch| conflict::lines(&watch.conflicts, &scene, &simulation));
        Answer {
            subject: subject.name.clone(),
            from_s: self.from_s,
            to_s: simulation.time_s(),
            mass_kg,
            momentum_before_n_s: self.before.to_array(),
            momentum_after_n_s: momentum_of(&simulation, &subject).to_array(),
            energy_change_j: total.energy(),
            diverged: self.diverged,
            causes,
            conflicts: conflicts.collect(),
            path: ImpulsePath::of(&self.book, |mover| subject.has(mover)),
            moments: self.moments,
            about: subject,
        }
    }
}

impl Answer {
    /// The causes that did more than rounding does.
    pub fn notable(&self) -> impl Iterator<Item = &Line> {
        self.notable_with_place().map(|(_, line)| line)
    }

    /// The same, each with its place in the list.
    pub fn notable_with_place(&self) -> impl Iterator<Item = (usize, &Line)> {
        /// Share of the largest below which nothing counts.
        const ROUNDING: f64 = 1e-9;
        let most = |of: fn(&Line) -> f64| self.causes.iter().map(of).fold(0.0, f64::max);
        let (momentum, work) = (most(Line::momentum), most(Line::work));
        self.causes.iter().enumerate().filter(move |(_, line)| {
            // So that what is no number stays.
            let small = |value: f64, most: f64| value <= ROUNDING * most && most.is_finite();
            !(small(line.momentum(), momentum) && small(line.work(), work))
        })
    }
}

impl Line {
    /// Length of the momentum, N·s.
    pub fn momentum(&self) -> f64 {
        DVec3::from(self.momentum_n_s).length()
    }

    /// Length of the way, m.
    pub fn way(&self) -> f64 {
        DVec3::from(self.way_m).length()
    }

    /// Amount of the work, J.
    pub fn work(&self) -> f64 {
        self.work_j.abs()
    }
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
