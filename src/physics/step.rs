//! What a step is made of: the state on both sides of it, and the parts that every
//! method uses (what takes part, collision, impacts, who looks on).

use super::active::Active;
use super::attach::Attachment;
use super::collide::Detection;
use super::contact::Contact;
use super::contact::RESTING_SPEED_M_S;
use super::island::wake_touched;
use super::model::{ColliderId, Model};
use super::probe::{Probe, Stage};
use super::state::State;
use glam::DVec3;

/// A bounce that happened within the last step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Impact {
    /// Substep of the step in which it happened, from 0.
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

/// What a step tells of an articulation that a method stepped in a batch, and of which no
/// contacts are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchReport {
    /// The articulation.
    pub articulation: usize,
    /// The first thing that moves in it.
    pub first: ColliderId,
    /// Whether it lay on something in the last substep.
    pub supported: bool,
    /// Whether all of it is slow enough to fall asleep.
    pub quiet: bool,
    /// Whether its numbers are sane.
    pub sane: bool,
}

/// The parts of a step that all methods share, with their memory.
#[derive(Debug, Clone, Default)]
pub struct SharedParts {
    /// What takes part one by one.
    pub active: Active,
    /// Finds contacts.
    pub detection: Detection,
    /// Contacts of the last substep.
    pub contacts: Vec<Contact>,
    /// How long that was, s; 0 before the first.
    pub substep_s: f64,
    /// Bounces of the step.
    pub impacts: Vec<Impact>,
    /// What became of the articulations that were stepped in batches.
    pub batches: Vec<BatchReport>,
}

impl SharedParts {
    /// Rebuilds what is derived from the model, and makes room for all of it.
    pub(super) fn prepare(&mut self, model: &Model) {
        self.detection.prepare(model);
        self.active.forget();
        self.batches.reserve(model.articulations);
    }

    /// Takes in the last body of the model, which has been added.
    pub(super) fn add_body(&mut self, model: &Model) {
        self.detection.add_body(model);
        self.active.forget();
        self.batches.reserve(model.articulations);
    }

    /// Nothing has moved: the whole state is another one.
    pub(super) fn restart(&mut self) {
        self.active.restart();
        self.contacts.clear();
        self.impacts.clear();
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
    /// Lets the articulations that are awake and for which `one_by_one` holds take part;
    /// whether they are others than before.
    pub fn choose(&mut self, one_by_one: impl Fn(usize) -> bool) -> bool {
        let rest = &self.state.rest;
        let takes_part =
            |articulation: usize| !rest[articulation].asleep && one_by_one(articulation);
        let parts = &mut *self.parts;
        let changed = parts.active.choose(self.model, takes_part);
        if changed {
            let (active, detection) = (&parts.active, &mut parts.detection);
            detection.choose(self.model, active, self.state);
        }
        changed
    }

    /// Brings up to date what takes part: lets it be in the state what it was before.
    pub fn take_in(&mut self) {
        self.parts.active.copy(self.before, self.state);
    }

    /// Looks for all that may touch within the step. Returns its substeps: those set, or
    /// more where something fast is about to hit (Baltman & Radeztsky, equation 10.1).
    pub fn begin_collision(&mut self) -> u32 {
        let parts = &mut *self.parts;
        parts
            .detection
            .begin_step(self.model, &parts.active, self.state, self.threads)
    }

    /// Finds the contacts of the next `h` seconds, and wakes what they touch.
    pub fn find_contacts(&mut self, h: f64) {
        self.probe.begin(Stage::Collision);
        let parts = &mut *self.parts;
        parts.substep_s = h;
        let now = (self.model, &*self.state, h);
        parts
            .detection
            .begin_substep(now, &mut parts.contacts, self.threads);
        self.probe.end(Stage::Collision, parts.contacts.len());
        wake_touched(self.model, self.state, &parts.contacts);
    }

    /// Notes the bounces of a substep, after its solve.
    pub fn record_impacts(&mut self, substep: u32) {
        let parts = &mut *self.parts;
        let hit = |c: &&Contact| c.loaded() && c.approach < -RESTING_SPEED_M_S;
        for contact in parts.contacts.iter().filter(hit) {
            let point = match contact.b.core {
                Attachment::World(point) => point,
                core => core.position(self.state),
            };
            parts.impacts.push(Impact {
                substep,
                owners: [contact.a.owner, contact.b.owner],
                point,
                normal: contact.normal,
                impulse: contact.impulse(),
                approach: contact.approach,
                separation: contact.normal_speed(self.state),
            });
        }
    }
}
