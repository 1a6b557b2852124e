//! Verlet integration of particles and rigid bodies with Gauss-Seidel relaxation.
//!
//! The standard: velocities are what has been moved in a substep; `Verlet::substep` is one, on
//! one page. Sources: Jakobsen, sections 2 to 4; Delannoy, section 4.3 (mass weighting); Baltman
//! & Radeztsky (rigid bodies), sections 4 and 6 to 10.

mod info;
mod parameters;
mod relaxation;
mod self_collision;
mod settings;

use super::{Drift, Method};
use crate::physics::contact::Support;
use crate::physics::interrupt::Interrupt;
use crate::physics::kinematic;
use crate::physics::lanes::{duration_of_substep, Lanes, RagdollBatches, Touches};
use crate::physics::model::{Model, Settings};
use crate::physics::probe::{show, SolverEvent, Stage};
use crate::physics::sequential::{in_pool, Sequential};
use crate::physics::state::State;
use crate::physics::step::StepContext;
use crate::physics::substepping::SubstepRate;
pub(super) use info::INFO;
use rayon::ThreadPool;
use self_collision::SelfCollision;
pub use settings::VerletSettings;
use std::ops::Range;
use std::sync::Arc;

/// What is derived from the model, and scratch memory that a substep rebuilds.
#[derive(Debug, Clone, Default)]
pub struct Verlet {
    base: Sequential,
    /// Which contacts are of free bodies.
    free_bodies: Support,
    /// Where surfaces meet themselves.
    self_collision: SelfCollision,
    /// Ragdolls that are stepped side by side.
    batches: RagdollBatches,
}

impl Method for Verlet {
    fn prepare(&mut self, model: &Model) {
        self.base.prepare(model, false);
        self.batches.prepare(model);
        self.self_collision.prepare(model);
    }

    fn add_body(&mut self, model: &Model) {
        self.base.add_body(model);
        self.batches.add_body(model);
    }

    /// Any poses will do.
    fn enter(&mut self, _: &Model, _: &mut State) -> Drift {
        Drift::default()
    }

    fn restart(&mut self) {
        self.batches.restart();
    }

    /// The crowd first, then all else: in each substep find contacts, wake what they
    /// touch, and solve (Baltman & Radeztsky, section 10).
    fn step(&mut self, context: &mut StepContext<'_>) {
        let pool = self.base.pool_for(context);
        in_pool(pool, context, |context| self.make_step(context));
    }

    fn touches_of_batches(&self, settings: &Settings, before: &State) -> Touches {
        self.batches.retrace(settings, before)
    }

    fn set_lanes(&mut self, lanes: Lanes) {
        self.batches.set_lanes(lanes);
    }

    fn set_crowd(&mut self, crowd: bool) {
        self.batches.set_crowd(crowd);
    }

    fn set_threads(&mut self, pool: Option<Arc<ThreadPool>>) {
        self.batches.set_threads(pool.clone());
        self.base.set_threads(pool);
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.batches.set_interrupt(interrupt.clone());
        self.base.interrupt = interrupt;
    }

    fn clone_box(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

impl Verlet {
    fn make_step(&mut self, context: &mut StepContext<'_>) {
        let settings = &context.model.settings;
        self.batches.choose(context.model, context.before);
        self.batches.copy_leaving(context.before, context.state);
        if self.choose(context) {
            context.take_in();
        }
        self.batches.retime(settings, duration_of_substep(settings));
        self.step_crowd(context);
        show(context.probe, SolverEvent::Crowd, context.state);
        let turns = context.begin_collision(&self.base.together);
        let mut made = 0;
        for turn in 0..turns {
            let SubstepRate {
                substeps,
                iterations,
            } = context.begin_turn(turn);
            self.base.iterations = iterations;
            self.make_substeps(context, made..made + substeps);
            if self.base.interrupt.is_due() {
                return;
            }
            made += substeps;
            context.end_turn();
        }
        context.end_turns();
        self.choose(context);
        context.take_reports(self.batches.reports());
    }

    fn step_crowd(&mut self, context: &mut StepContext<'_>) {
        let count = self.batches.count();
        if count == 0 {
            return;
        }
        context.probe.begin(Stage::Crowd);
        match context.probe.looks() {
            true => {
                let states = (context.before, &mut *context.state);
                self.batches.step_watched(states.0, states.1, context.probe);
            }
            false => self.batches.step(context.before, context.state),
        }
        context.probe.end(Stage::Crowd, count);
    }

    /// Makes the substeps of all whose turn it is, as they are counted in the step.
    fn make_substeps(&mut self, context: &mut StepContext<'_>, substeps: Range<u32>) {
        let settings = &context.model.settings;
        let count = substeps.end - substeps.start;
        let h = settings.common.step_s / f64::from(count);
        self.self_collision.begin_step();
        self.batches.retime(settings, h);
        for substep in substeps.clone() {
            self.choose(context);
            context.find_contacts(h);
            if self.base.interrupt.is_due() {
                return;
            }
            self.choose(context);
            self.follow_self_collision(context, (h, substeps.end - substep));
            self.substep(context, h);
            context.record_impacts(substep);
        }
    }

    /// Finds where surfaces may meet themselves within the rest of the step, so many substeps
    /// of `h` seconds.
    fn follow_self_collision(&mut self, context: &mut StepContext<'_>, (h, left): (f64, u32)) {
        if !self.self_collision.is_empty() {
            let active = &context.parts.active;
            let now = (context.model, &mut *context.state);
            let rest = h * f64::from(left);
            self.self_collision
                .begin_substep(now, (h, rest), |articulation| active.has(articulation));
        }
    }

    /// Leaves out what sleeps and what the crowd steps; whether anything else takes part
    /// than before.
    fn choose(&mut self, context: &mut StepContext<'_>) -> bool {
        let batches = &self.batches;
        let changed = context.choose(|articulation| !batches.takes(articulation));
        if changed {
            let active = &context.parts.active;
            self.batches.choose_among_others(active);
            let batches = &self.batches;
            self.base.choose(context, |i| batches.knows(i));
        }
        changed
    }

    /// One substep of `h` seconds, part by part (Baltman & Radeztsky, section 10, figure 5).
    fn substep(&mut self, context: &mut StepContext<'_>, h: f64) {
        // Overlaps of what was placed; what would pass the stop of a joint.
        self.base.begin_substep(context, h);
        let model = context.model;
        let has_free_bodies =
            (self.free_bodies).choose(model, context.state, &mut context.parts.contacts);
        // Contacts, the parabola of free flight, pulls, pins and drives.
        self.base.take_in(context, h);
        let end_s = context.end_of_substep_s();
        let (state, probe) = (&mut *context.state, &mut *context.probe);
        let contacts = &mut context.parts.contacts;

        if has_free_bodies {
            self.solve_free_bodies((model, state), contacts, h, probe);
        }
        let is_first_made = self.integrate((model, state), has_free_bodies, h, probe);
        kinematic::place(model, state, end_s);
        self.warm_start(model, state, probe);
        for iteration in 0..self.base.iterations {
            if iteration > 0 || !is_first_made {
                self.relax_batches(state, probe);
            }
            self.relax_constraints(model, state, iteration, probe);
            self.relax_self_collision(model, state, probe);
            self.relax_contacts((model, state), contacts, iteration, probe);
            // What contacts pushed through itself would be on the other side from then on.
            self.relax_self_collision(model, state, probe);
            if self.base.interrupt.is_due_after(iteration) {
                break;
            }
        }
        self.store_impulses(model, state, contacts, h);
        self.derive_velocities(model, state, h, probe);

        // Bounces, friction of rolling.
        self.base.end_substep(context, |contacts| {
            contacts
                .iter_mut()
                .for_each(|contact| contact.take_impulse(h));
        });
    }

    /// Number of things that move one by one or in batches.
    fn movers(&self) -> usize {
        self.base.whole.awake.movers() + self.batches.movers_among_others()
    }
}
