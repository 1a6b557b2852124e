//! Why something moved: the ledger of a span of time, gone through again, in words.

mod subject;
mod table;
mod words;

use super::history::History;
use super::simulation::{Progress, Simulation};
use crate::physics::ledger::{Book, Cause, Entry, Ledger};
use crate::physics::Model;
use crate::scene::Scene;
use glam::DVec3;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
pub use subject::Subject;
pub use table::{csv, readable};
pub use words::{words_of, Group};

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
}

/// What one group did in one step.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// Time at the end of the step, s.
    pub time_s: f64,
    /// What each cause gave.
    pub causes: BTreeMap<Cause, Entry>,
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
    /// Step by step.
    #[serde(skip)]
    pub moments: Vec<Moment>,
}

/// A span of time that is gone through again with a ledger.
pub struct Asking {
    scene: Arc<Scene>,
    simulation: Simulation,
    subject: Subject,
    ledger: Ledger,
    from_s: f64,
    before: DVec3,
    to: u64,
    book: Book,
    moments: Vec<Moment>,
    diverged: bool,
}

impl Asking {
    /// Goes on with a simulation of a scene to a step.
    pub fn new(scene: Arc<Scene>, simulation: Simulation, subject: Subject, to: u64) -> Asking {
        let world = &simulation.world;
        Asking {
            ledger: Ledger::new(world.shared_model().clone(), world.state()),
            from_s: simulation.time_s(),
            before: momentum_of(&simulation, &subject),
            scene,
            simulation,
            subject,
            to,
            book: Book::default(),
            moments: Vec::new(),
            diverged: false,
        }
    }

    /// Goes through a step; false if the end is reached. What a person did is done again as the
    /// history has it, if there is one.
    pub fn step(&mut self, history: Option<&History>) -> bool {
        if self.simulation.world.state().step >= self.to || self.diverged {
            return false;
        }
        let progress = self.simulation.step_watched(&mut self.ledger);
        self.diverged = progress != Progress::Advanced;
        let book = self.ledger.close();
        self.moments.push(Moment {
            time_s: self.simulation.time_s(),
            causes: book.sums(|mover| self.subject.has(mover)),
        });
        self.book.add_all(&book);
        if let Some(history) = history.filter(|_| !self.diverged) {
            history.do_inputs(&mut self.simulation);
        }
        true
    }

    /// The part of the span that is done, from 0 to 1.
    pub fn done(&self) -> f64 {
        let step_s = self.simulation.world.model().settings.common.step_s;
        let whole = self.to as f64 * step_s - self.from_s;
        ((self.simulation.time_s() - self.from_s) / whole.max(step_s)).clamp(0.0, 1.0)
    }

    /// Hash of the state that has been reached.
    pub fn hash(&self) -> u64 {
        self.simulation.world.state().hash()
    }

    /// Whose motion is asked about.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The answer for what has been gone through.
    pub fn answer(self) -> Answer {
        let world = &self.simulation.world;
        let (model, map) = (world.model(), &self.simulation.map);
        let sums = self.book.sums(|mover| self.subject.has(mover));
        let mut causes: Vec<Line> = sums
            .iter()
            .map(|(&cause, entry)| {
                let group = Group::of(model, cause);
                Line {
                    cause,
                    group,
                    name: words_of(&self.scene, map, model, cause),
                    group_name: group.name(),
                    momentum_n_s: entry.momentum.to_array(),
                    angular_momentum_n_m_s: entry.angular_momentum.to_array(),
                    work_j: entry.kinetic,
                    lift_j: entry.potential,
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
        let total = self.book.total(|mover| self.subject.has(mover));
        Answer {
            subject: self.subject.name.clone(),
            from_s: self.from_s,
            to_s: self.simulation.time_s(),
            mass_kg: mass_of(model, &self.subject),
            momentum_before_n_s: self.before.to_array(),
            momentum_after_n_s: momentum_of(&self.simulation, &self.subject).to_array(),
            energy_change_j: total.energy(),
            diverged: self.diverged,
            causes,
            moments: self.moments,
        }
    }
}

impl Answer {
    /// The causes that did more than rounding does.
    pub fn notable(&self) -> impl Iterator<Item = &Line> {
        /// Share of the largest below which nothing counts.
        const ROUNDING: f64 = 1e-9;
        let most = |of: fn(&Line) -> f64| self.causes.iter().map(of).fold(0.0, f64::max);
        let (momentum, work) = (most(Line::momentum), most(Line::work));
        self.causes.iter().filter(move |line| {
            line.momentum() > ROUNDING * momentum || line.work() > ROUNDING * work
        })
    }
}

impl Line {
    /// Length of the momentum, N·s.
    pub fn momentum(&self) -> f64 {
        DVec3::from(self.momentum_n_s).length()
    }

    /// Amount of the work, J.
    pub fn work(&self) -> f64 {
        self.work_j.abs()
    }
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
