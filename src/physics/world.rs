//! The world: a model, its state, a method, and the step loop.

mod influence;
mod lead;
mod touches;

use super::attach::Attachment;
use super::collide::GroundCount;
use super::constraint::{Constraint, ConstraintRows};
use super::contact::Contact;
use super::divergence::{self, Divergence};
use super::interrupt::Interrupt;
use super::island::{stop_standing, wake, wake_all, Islands};
use super::kinematic;
use super::lanes::{Lanes, Touches};
use super::method::{self, Drift, Method};
use super::model::{BodyModel, Model, Settings};
use super::model_change::{rest_of_pieces, turns_in};
use super::probe::{show, NoProbe, Probe, SolverEvent, Stage};
use super::state::{BodyState, MethodMemory, Rest, State};
use super::step::{SharedParts, StepContext};
use super::substepping::SubstepRate;
use super::tearing::torn_model;
use lead::Sleepers;
use rayon::ThreadPool;
use std::cell::OnceCell;
use std::sync::Arc;

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StepOutcome {
    /// The state is one step further.
    Advanced,
    /// The end of the step cannot be believed; the state is that before it.
    Diverged(Divergence),
    /// Its end was asked for before it was done ([`World::set_interrupt`]); the state is
    /// that before the step.
    Interrupted,
}

/// A model, everything that moves in it, and the method that moves it.
pub struct World {
    /// Shared with the checkpoints taken while it was as it is.
    model: Arc<Model>,
    state: State,
    previous: State,
    method: Box<dyn Method>,
    parts: SharedParts,
    /// What may be in the way of what is led.
    sleepers: Sleepers,
    islands: Islands,
    pool: Option<Arc<ThreadPool>>,
    interrupt: Interrupt,
    drift: Drift,
    /// Whether the method may step crowds.
    crowd: bool,
    /// What the last step touched, with what batches did, once somebody has asked for it.
    touches: OnceCell<Touches>,
}

impl Clone for World {
    fn clone(&self) -> World {
        World {
            model: self.model.clone(),
            state: self.state.clone(),
            previous: self.previous.clone(),
            method: self.method.clone_box(),
            parts: self.parts.clone(),
            sleepers: Sleepers::default(),
            islands: self.islands.clone(),
            pool: self.pool.clone(),
            interrupt: self.interrupt.clone(),
            drift: self.drift,
            crowd: self.crowd,
            touches: OnceCell::new(),
        }
    }
}

impl World {
    /// A world at the start, where what the state says has torn. `state.rest` is filled up with
    /// what is awake, `state.turned` with zeros.
    pub fn new(model: Model, mut state: State, method: Box<dyn Method>) -> World {
        let model = torn_model(&Arc::new(model.build()), &state.torn);
        state.rest.resize(model.articulations, Rest::PUT);
        kinematic::put(&model, &mut state);
        state.turned.resize(model.counters(), 0.0);
        state.count_turns(&model);
        let mut world = World {
            model,
            previous: state.clone(),
            state,
            method,
            parts: SharedParts::default(),
            sleepers: Sleepers::default(),
            islands: Islands::default(),
            pool: None,
            interrupt: Interrupt::default(),
            drift: Drift::default(),
            crowd: true,
            touches: OnceCell::new(),
        };
        world.prepare();
        world
    }

    /// Lets another method go on from the present poses and velocities; says how far it
    /// had to move things for that.
    pub fn change_method(&mut self, method: Box<dyn Method>) -> Drift {
        self.state.memory = MethodMemory::default();
        self.state.holds.forget_impulses();
        self.take_in(method);
        self.prepare();
        let drift = self.method.enter(&self.model, &mut self.state);
        self.previous.clone_from(&self.state);
        self.parts.restart();
        drift
    }

    fn take_in(&mut self, mut method: Box<dyn Method>) {
        method.set_threads(self.pool.clone());
        method.set_interrupt(self.interrupt.clone());
        method.set_crowd(self.crowd);
        self.method = method;
    }

    /// How far things were moved when a method took over last.
    pub fn drift(&self) -> Drift {
        self.drift
    }

    /// Lets what sleeps be where it is in both states: who has just fallen asleep may be
    /// behind in one. Call it before the model changes.
    fn settle_sleepers(&mut self) {
        copy_sleepers(&self.model, &self.state, &mut self.previous);
    }

    /// Rebuilds what is derived from the model; call it after any change of it.
    fn prepare(&mut self) {
        self.method.prepare(&self.model);
        self.parts.prepare(&self.model);
        self.sleepers.make_room(&self.model);
        self.forget_batches();
    }

    /// Forgets what was stepped in batches; call it where the state before the step is no longer
    /// that.
    fn forget_batches(&mut self) {
        self.parts.forget_batches();
        self.touches.take();
    }

    /// Advances by one step.
    pub fn step(&mut self) -> StepOutcome {
        self.step_watched(&mut NoProbe)
    }

    /// The same, watched by a probe; what it watches is not shared by threads.
    pub fn step_watched(&mut self, probe: &mut dyn Probe) -> StepOutcome {
        self.interrupt.begin();
        let before_tears = self.tear_overstretched();
        if probe.looks() {
            probe.begin_step(&self.model, &self.state);
        }
        self.keep_previous();
        if let Some(pulled) = self.state.holds.pulled(&self.model) {
            wake(&mut self.state, pulled);
        }
        self.method.step(&mut StepContext {
            model: &self.model,
            before: &self.previous,
            state: &mut self.state,
            parts: &mut self.parts,
            threads: 1,
            probe: &mut *probe,
        });
        if self.interrupt.is_due() {
            let before = before_tears.unwrap_or_else(|| self.previous.clone());
            self.restore(&before);
            return StepOutcome::Interrupted;
        }
        probe.begin(Stage::Rest);
        let outcome = self.finish_step();
        probe.end(Stage::Rest, 1);
        if outcome == StepOutcome::Advanced {
            show(probe, SolverEvent::Rest, &self.state);
        }
        outcome
    }

    /// Takes the state as the previous one. What moves changes places with what moved
    /// before, so that much that moves is read once and written once.
    fn keep_previous(&mut self) {
        let previous = &mut self.previous;
        previous.step = self.state.step;
        previous.rest.clone_from(&self.state.rest);
        previous.memory.clone_from(&self.state.memory);
        previous.holds.clone_from(&self.state.holds);
        previous.aims.clone_from(&self.state.aims);
        previous.torn.clone_from(&self.state.torn);
        previous.turned.clone_from(&self.state.turned);
        std::mem::swap(&mut self.state.particles, &mut previous.particles);
        std::mem::swap(&mut self.state.bodies, &mut previous.bodies);
        self.parts.active.copy(&self.previous, &mut self.state);
        self.follow_leads();
        self.parts.impacts.clear();
        self.forget_batches();
    }

    fn finish_step(&mut self) -> StepOutcome {
        let diverged = divergence::find(&self.model, &self.previous, &self.state, &self.parts);
        if let Some(divergence) = diverged {
            self.state.clone_from(&self.previous);
            self.forget_batches();
            return StepOutcome::Diverged(divergence);
        }
        self.islands
            .update_rest(&self.model, &self.parts, &mut self.state);
        self.state.step += 1;
        StepOutcome::Advanced
    }

    /// Steps so many alike ragdolls at once from now on; the result is the same.
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.method.set_lanes(lanes);
    }

    /// Whether ragdolls that touch nothing but planes make whole steps side by side from now on,
    /// as they do at first, or one by one; that differs by rounding.
    pub fn set_crowd(&mut self, crowd: bool) {
        self.crowd = crowd;
        self.method.set_crowd(crowd);
    }

    /// Steps with the threads of a pool from now on, or without others; the result is
    /// the same. Little work, the first step after a restore, and, but for batches, what
    /// a probe watches take one thread.
    pub fn set_threads(&mut self, pool: Option<Arc<ThreadPool>>) {
        self.method.set_threads(pool.clone());
        self.pool = pool;
    }

    /// The threads that it steps with, if there are others.
    pub fn threads(&self) -> Option<&Arc<ThreadPool>> {
        self.pool.as_ref()
    }

    /// Lets steps end before they are done from now on when that is asked for; copies of
    /// the world too.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.method.set_interrupt(interrupt.clone());
        self.parts.detection.set_interrupt(interrupt.clone());
        self.interrupt = interrupt;
    }

    /// What asks for the end of a step that takes too long.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// What is constant.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The same, to be kept with a checkpoint.
    pub fn shared_model(&self) -> &Arc<Model> {
        &self.model
    }

    /// What moves, now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What moves, one step before.
    pub fn previous(&self) -> &State {
        &self.previous
    }

    /// How long the last substep of a contact was, s: shorter than set where something fast
    /// was about to hit.
    pub fn substep_s_of(&self, contact: &Contact) -> f64 {
        let sides = [contact.a, contact.b];
        let mut articulations = sides.iter().map(|side| side.core.articulation(&self.model));
        let made = articulations.find_map(|i| self.substep_rate_of(i?));
        self.model.settings.common.step_s
            / f64::from(made.map_or(1, |substep_rate| substep_rate.substeps))
    }

    /// Substeps of an articulation in the last step, and iterations of each; none before the
    /// first.
    pub fn substep_rate_of(&self, articulation: usize) -> Option<SubstepRate> {
        match self.parts.is_in_batch(articulation) {
            true => Some(SubstepRate::set_in(&self.model.settings)),
            false => self.parts.substepping.substep_rate_of(articulation),
        }
    }

    /// Iterations of the last step, all substeps together; `None` of methods that never stop
    /// early, and before the first step.
    pub fn iterations(&self) -> Option<u32> {
        Some(self.parts.iterations).filter(|&made| made > 0)
    }

    /// Share of the iterations that were to be made which the last step made.
    fn made_share(&self) -> f64 {
        let turns = self.parts.substepping.turns().iter();
        let planned: f64 = turns.map(|substep_rate| substep_rate.passes()).sum();
        self.iterations()
            .map_or(1.0, |made| f64::from(made) / planned)
    }

    /// Relaxations of constraints in the last step, by what is awake now: each constraint once
    /// in each iteration of each substep.
    pub fn relaxations(&self) -> f64 {
        let relaxed = |constraint: &Constraint| {
            let mut sides = constraint.attachments().into_iter();
            let articulation = sides.find_map(|side| side.articulation(&self.model))?;
            let substep_rate = self.substep_rate_of(articulation)?;
            (!self.state.rest[articulation].asleep).then(|| substep_rate.passes())
        };
        let planned: f64 = self.model.constraints.iter().filter_map(relaxed).sum();
        planned * self.made_share()
    }

    /// Pairs of things that might have met in the last step and were not looked at, since
    /// too many are in one place, and contacts that a thing has too many of with one mesh
    /// (the bounds are those of [`crowding`](super::collide::crowding)).
    pub fn pairs_left_out(&self) -> usize {
        self.parts.left_out
    }

    /// What was looked at of meshes in the last step.
    pub fn ground(&self) -> GroundCount {
        self.parts.detection.ground()
    }

    /// How far the impulses of stops and contacts of the last step were from complementing
    /// their rates at most, m/s or rad/s; zero of methods that do not tell.
    pub fn contact_residual(&self) -> f64 {
        self.parts.residual
    }

    /// Changes the settings between two steps; those of another method let it take over from
    /// where things are ([`World::drift`]). Other gravity or wind, or no more
    /// sleeping, wakes what has fallen asleep.
    pub fn retune(&mut self, settings: Settings) {
        self.settle_sleepers();
        let now = &self.model.settings;
        let forces = |settings: &Settings| (settings.common.gravity, settings.common.air_velocity);
        if forces(&settings) != forces(now) || !settings.common.sleeping {
            wake_all(&mut self.state);
        }
        if !settings.method.goes_on_from(&now.method) {
            // Impulses of one form or order are no guess for another.
            self.state.memory = MethodMemory::default();
            self.state.holds.forget_impulses();
        }
        let method = match settings.method.is_of_same_method(&now.method) {
            true => None,
            false => method::of(&settings.method),
        };
        Arc::make_mut(&mut self.model).set_settings(settings);
        match method {
            Some(method) => self.drift = self.change_method((method.create)()),
            None => self.prepare(),
        }
    }

    /// Puts another model of the same things in place between two steps and wakes all
    /// but what stands; false, and nothing is changed, if it is of other things. What has torn
    /// stays torn.
    pub fn remodel(&mut self, model: Model) -> bool {
        if !self.model.whole().has_same_things_as(model.whole()) {
            return false;
        }
        self.retune(model.settings.clone());
        let model = torn_model(&Arc::new(model), &self.state.torn);
        if model != self.model {
            wake_all(&mut self.state);
            // What did not collide so far may, and is where it is by no push.
            for rest in &mut self.state.rest {
                rest.was_put = true;
            }
            self.go_on_in(model);
        }
        true
    }

    /// Goes on in another model of the same things, of which more may be broken.
    fn go_on_in(&mut self, model: Arc<Model>) {
        let breaks = self.model.breaks_into(&model);
        if breaks || model.drives.len() != self.model.drives.len() {
            // What is remembered of rows and drives has its places by their number.
            self.state.memory = MethodMemory::default();
            self.state.aims.retain(|aim| model.can_aim(aim.constraint));
        }
        if breaks {
            for state in [&mut self.state, &mut self.previous] {
                state.rest = rest_of_pieces(&self.model, &model, &state.rest);
            }
        }
        for state in [&mut self.state, &mut self.previous] {
            state.turned = turns_in(&self.model, &model, state);
        }
        self.model = model;
        self.prepare();
    }

    /// Tears what is stretched too far, before a step, and wakes what that held; the state before
    /// that, if anything tears.
    fn tear_overstretched(&mut self) -> Option<State> {
        let mut torn: Vec<u32> = self.model.overstretched(&self.state).collect();
        if torn.is_empty() {
            return None;
        }
        let before = self.state.clone();
        self.settle_sleepers();
        for &constraint in &torn {
            for side in self.model.constraints[constraint as usize].attachments() {
                if let Some(articulation) = side.articulation(&self.model) {
                    wake(&mut self.state, articulation);
                }
            }
        }
        torn.extend(self.model.torn());
        torn.sort_unstable();
        self.go_on_in(torn_model(&self.model, &torn));
        self.previous.torn.clone_from(&torn);
        self.state.torn = torn;
        Some(before)
    }

    /// Makes the articulations of these things motionless until something hits
    /// them (Delannoy, section 4.5.3).
    pub fn put_to_sleep(&mut self, things: &[Attachment]) {
        self.forget_batches();
        let State {
            particles, bodies, ..
        } = &self.state;
        // What sleeps is where it is in both.
        self.previous.particles.clone_from(particles);
        self.previous.bodies.clone_from(bodies);
        let articulations = things.iter().filter_map(|t| t.articulation(&self.model));
        for articulation in articulations {
            for state in [&mut self.state, &mut self.previous] {
                state.rest[articulation].asleep = true;
                state.rest[articulation].standing = true;
                state.rest[articulation].hit = false;
            }
        }
        for state in [&mut self.state, &mut self.previous] {
            stop_standing(&self.model, state);
        }
    }

    /// Takes the articulations of these things as hit hard since they last rested.
    pub fn mark_hit(&mut self, things: &[Attachment]) {
        let articulations = things.iter().filter_map(|t| t.articulation(&self.model));
        for articulation in articulations {
            for state in [&mut self.state, &mut self.previous] {
                state.rest[articulation].hit = true;
            }
        }
    }

    /// Adds a free body between two steps and returns its index.
    pub fn add_body(&mut self, body: BodyModel, motion: BodyState) -> usize {
        let index = Arc::make_mut(&mut self.model).add_body(body);
        for state in [&mut self.state, &mut self.previous] {
            state.bodies.push(motion);
            state.rest.push(Rest::PUT);
        }
        self.method.add_body(&self.model);
        self.parts.add_body(&self.model);
        index
    }

    /// Goes back to a checkpoint: an earlier [`World::state`] and the
    /// [`World::shared_model`] of then.
    pub fn restore_with(&mut self, model: &Arc<Model>, state: &State) {
        if !Arc::ptr_eq(&self.model, model) {
            let before = &self.model.settings.method;
            let other = (!before.is_of_same_method(&model.settings.method))
                .then(|| method::of(&model.settings.method));
            if let Some(method) = other.flatten() {
                self.take_in((method.create)());
            }
            self.model = model.clone();
            self.prepare();
        }
        self.restore(state);
    }

    /// Goes back to an earlier [`World::state`] with the same particles and bodies.
    pub fn restore(&mut self, checkpoint: &State) {
        if self.model.torn() != checkpoint.torn {
            self.model = torn_model(&self.model, &checkpoint.torn);
            self.prepare();
        }
        self.state.clone_from(checkpoint);
        self.previous.clone_from(checkpoint);
        self.parts.restart();
        self.forget_batches();
        self.method.restart();
    }
}

/// Copies what sleeps.
fn copy_sleepers(model: &Model, from: &State, to: &mut State) {
    let asleep = |articulation: usize| from.rest[articulation].asleep;
    for (i, particle) in model.particles.iter().enumerate() {
        if asleep(particle.articulation) {
            to.particles[i] = from.particles[i];
        }
    }
    for (i, body) in model.bodies.iter().enumerate() {
        if asleep(body.articulation) {
            to.bodies[i] = from.bodies[i];
        }
    }
}
