//! What a step is made of: the state on both sides of it, and the parts that every
//! method uses (what takes part, collision, impacts, who looks on).

use super::active::Active;
use super::collide::{note_hits, Detection};
use super::contact::{note_what_came_out, Contact};
use super::island::wake_touched;
use super::kinematic;
use super::model::{ColliderId, Model};
use super::probe::{Probe, Stage};
use super::state::State;
use super::substepping::{SubstepRate, Substepping};
use glam::DVec3;

/// A bounce that happened within the last step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Impact {
    /// Substep of the step in which it happened, from 0; those of islands that make more
    /// come after those of the others, and those of batches begin anew.
    pub substep: u32,
    /// The two sides; the normal leads from the second to the first.
    pub owners: [ColliderId; 2],
    /// Where, m.
    pub point: DVec3,
    /// Unit normal.
    pub normal: DVec3,
    /// Normal impulse, N·s.
    pub impulse: f64,
    /// Normal speed before, m/s; negative = approaching.
    pub approach: f64,
    /// Normal speed after, at the end of the substep, m/s.
    pub separation: f64,
}

impl Impact {
    /// That of a contact which bounced in a substep, at a point, m; `separation` is its normal
    /// speed afterwards, m/s.
    pub(super) fn of(contact: &Contact, substep: u32, point: DVec3, separation: f64) -> Impact {
        Impact {
            substep,
            owners: [contact.a.owner, contact.b.owner],
            point,
            normal: contact.normal,
            impulse: contact.impulse(),
            approach: contact.approach,
            separation,
        }
    }
}

/// What a step tells of an articulation that a method stepped in a batch, and of which it lists
/// no contacts: those are found out when they are asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BatchReport {
    /// The articulation.
    pub articulation: usize,
    /// The first thing that moves in it.
    pub first: ColliderId,
    /// Whether it lay on something in the last substep.
    pub supported: bool,
    /// Whether it was near something in the last substep.
    pub near: bool,
    /// How deep it is in something after the step, m; zero if it is in nothing.
    pub depth: f64,
    /// Normal speed of its fastest bounce, m/s, negative; zero without one.
    pub approach: f64,
    /// Whether all of it is slow enough to fall asleep.
    pub quiet: bool,
    /// Whether its numbers are sane.
    pub sane: bool,
}

impl BatchReport {
    /// Whether it has contacts or bounces.
    pub fn touches(&self) -> bool {
        self.near || self.approach < 0.0
    }
}

/// The parts of a step that all methods share, with their memory.
#[derive(Debug, Clone, Default)]
pub struct SharedParts {
    /// What takes part one by one.
    pub active: Active,
    /// Finds contacts.
    pub detection: Detection,
    /// How many substeps each island makes of the step.
    pub substepping: Substepping,
    /// Contacts of the last substep.
    pub contacts: Vec<Contact>,
    /// The same of what had its turn before.
    pub contacts_before: Vec<Contact>,
    /// Pairs and contacts that were too many to be looked at in the step.
    pub left_out: usize,
    /// How far the impulses of the substeps were from complementing the rates of stops and
    /// contacts at most, m/s or rad/s; zero of methods that do not tell.
    pub residual: f64,
    /// Iterations of the step, all substeps together; zero of methods that never stop early.
    pub iterations: u32,
    /// Something whose joints the method could not hold in the step.
    pub not_held: Option<ColliderId>,
    /// Bounces of the step.
    pub impacts: Vec<Impact>,
    /// What became of the articulations that were stepped in batches.
    pub batches: Vec<BatchReport>,
    /// Of each articulation, whether it is among these.
    is_in_batch: Vec<bool>,
    /// Whether something is deep in an articulation; scratch.
    is_in: Vec<bool>,
    /// How much of the step is over before this substep, and how long that takes, s.
    substep: [f64; 2],
}

impl SharedParts {
    /// Rebuilds what is derived from the model, and makes room for all of it.
    pub(super) fn prepare(&mut self, model: &Model) {
        self.detection.prepare(model);
        self.active.forget();
        self.make_room(model);
    }

    /// Takes in the last body of the model, which has been added.
    pub(super) fn add_body(&mut self, model: &Model) {
        self.detection.add_body(model);
        self.active.forget();
        self.make_room(model);
    }

    fn make_room(&mut self, model: &Model) {
        self.batches.reserve(model.articulations);
        self.is_in_batch.resize(model.articulations, false);
        self.is_in.resize(model.articulations, false);
        self.substepping.make_room(model);
    }

    /// Whether an articulation was stepped in a batch in the last step.
    pub(super) fn is_in_batch(&self, articulation: usize) -> bool {
        self.is_in_batch.get(articulation).is_some_and(|&is| is)
    }

    /// Forgets what was stepped in batches.
    pub(super) fn forget_batches(&mut self) {
        for report in self.batches.drain(..) {
            if let Some(is) = self.is_in_batch.get_mut(report.articulation) {
                *is = false;
            }
        }
    }

    /// Nothing has moved: the whole state is another one.
    pub(super) fn restart(&mut self) {
        self.detection.restart();
        self.active.restart();
        self.substepping.begin_turn(None);
        self.contacts.clear();
        self.impacts.clear();
        self.iterations = 0;
    }
}

/// One step of a world, as a method makes it.
///
/// What moves in the state is that of some step before; a method brings up to date what
/// it moves ([`StepContext::take_in`]) and leaves alone what rests.
pub struct StepContext<'a> {
    /// What is constant.
    pub model: &'a Model,
    /// Everything before the step.
    pub before: &'a State,
    /// Everything after the step.
    pub state: &'a mut State,
    /// What all methods share.
    pub parts: &'a mut SharedParts,
    /// Threads that may share the work, those of the pool of rayon in which the step is
    /// made; the result is the same.
    pub threads: usize,
    /// Hears what one thread does.
    pub probe: &'a mut dyn Probe,
}

impl StepContext<'_> {
    /// Lets the articulations that are awake, have their turn, and for which `one_by_one`
    /// holds take part; whether they are others than before.
    pub fn choose(&mut self, one_by_one: impl Fn(usize) -> bool) -> bool {
        let rest = &self.state.rest;
        let SharedParts {
            active,
            detection,
            substepping,
            ..
        } = &mut *self.parts;
        let has_turn = |articulation: usize| substepping.takes_part(articulation);
        let changed = active.choose(self.model, |articulation| {
            !rest[articulation].asleep && has_turn(articulation) && one_by_one(articulation)
        });
        if changed {
            detection.choose(self.model, active, self.state, has_turn);
        }
        changed
    }

    /// Brings up to date what takes part: lets it be in the state what it was before.
    pub fn take_in(&mut self) {
        self.parts.active.copy(self.before, self.state);
    }

    /// Looks for all that may touch within the step, and finds out how many substeps each
    /// island makes of it: those set, or more where something fast is about to hit (Baltman &
    /// Radeztsky, equation 10.1). `together` has for each articulation the first of those
    /// that the method solves together. Returns the number of turns.
    pub fn begin_collision(&mut self, together: &[usize]) -> usize {
        let parts = &mut *self.parts;
        parts.left_out = 0;
        parts.not_held = None;
        parts.residual = 0.0;
        parts.iterations = 0;
        parts.contacts_before.clear();
        let now = (self.model, &parts.active, &*self.state);
        parts
            .detection
            .begin_step(now, together, &mut parts.substepping, self.threads);
        parts.substepping.turns().len()
    }

    /// Begins a turn: from now on the islands of one substep rate take part, and no others. Returns
    /// that substep rate.
    pub fn begin_turn(&mut self, turn: usize) -> SubstepRate {
        self.parts.substep = [0.0; 2];
        let substep_rate = self.parts.substepping.turns()[turn];
        self.parts.substepping.begin_turn(Some(substep_rate));
        substep_rate
    }

    /// Ends a turn; the contacts of its last substep are put aside if there are others.
    pub fn end_turn(&mut self) {
        let parts = &mut *self.parts;
        parts.left_out += parts.detection.left_out();
        if parts.substepping.turns().len() > 1 {
            parts.contacts_before.append(&mut parts.contacts);
        }
    }

    /// Ends the last turn: everything takes part, and its contacts are those of all.
    pub fn end_turns(&mut self) {
        let parts = &mut *self.parts;
        kinematic::finish(self.model, self.before, self.state);
        self.state.count_turns(self.model);
        parts.substepping.begin_turn(None);
        if parts.substepping.turns().len() > 1 {
            parts.contacts.append(&mut parts.contacts_before);
            parts.detection.make_room(parts.contacts.capacity());
        }
    }

    /// Takes in what became of what was stepped in batches: nothing of it is where it was put.
    pub fn take_reports(&mut self, reports: impl Iterator<Item = BatchReport>) {
        for report in reports {
            self.state.rest[report.articulation].was_put = false;
            self.parts.is_in_batch[report.articulation] = true;
            self.parts.batches.push(report);
        }
    }

    /// Time at which this substep begins, s.
    fn begin_of_substep_s(&self) -> f64 {
        self.before.step as f64 * self.model.settings.common.step_s + self.parts.substep[0]
    }

    /// Time at which it ends, s. Where a method moves everything, it puts what follows a path
    /// where that is then (`kinematic::place`); else that happens at the end of the substep.
    pub fn end_of_substep_s(&self) -> f64 {
        self.begin_of_substep_s() + self.parts.substep[1]
    }

    /// Finds the contacts of the next `h` seconds, and wakes what they touch.
    pub fn find_contacts(&mut self, h: f64) {
        self.parts.substep[1] = h;
        kinematic::aim(self.model, self.state, self.begin_of_substep_s(), h);
        self.probe.begin(Stage::Collision);
        let parts = &mut *self.parts;
        let now = (self.model, &*self.state, h);
        parts
            .detection
            .begin_substep(now, &mut parts.contacts, self.threads);
        self.probe.end(Stage::Collision, parts.contacts.len());
        let takes_part = |articulation: usize| parts.substepping.takes_part(articulation);
        let now = (self.model, &mut *self.state);
        // First: of what sleeps, not all contacts are among these.
        note_what_came_out(now, &parts.contacts, takes_part, &mut parts.is_in);
        wake_touched(self.model, self.state, &parts.contacts);
    }

    /// Notes the bounces of a substep, after its solve, and what was hit hard.
    pub fn record_impacts(&mut self, substep: u32) {
        kinematic::place(self.model, self.state, self.end_of_substep_s());
        self.state.count_turns(self.model);
        let parts = &mut *self.parts;
        parts.substep[0] += parts.substep[1];
        note_hits(self.model, self.state, &parts.contacts);
        let state = &*self.state;
        let bounces = parts.contacts.iter().filter(|contact| contact.bounced());
        parts.impacts.extend(bounces.map(|contact| {
            let point = contact.b.core.position(state);
            Impact::of(contact, substep, point, contact.normal_speed(state))
        }));
    }
}
