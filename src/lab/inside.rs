//! A step taken apart: what the solver did to the state, one thing after the other.

use super::simulation::Simulation;
use crate::physics::contact::Contact;
use crate::physics::probe::{Probe, SolverEvent, Stage};
use crate::physics::{BodyState, Model, ParticleState, State};
use std::sync::Arc;

/// Most memory that the moments of a step take, bytes; what comes after is left out.
const MOST_BYTES: usize = 50_000_000;

/// The state after one thing that was done to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// What was done.
    pub event: SolverEvent,
    /// Substep in which it was done, from 1 on.
    pub substep: u32,
    /// Pass over the constraints within the substep, from 1 on.
    pub iteration: u32,
    /// Error of the constraint before and after: its length, m, and its angle, rad. Of
    /// corrected positions only.
    pub errors: Option<[(f64, f64); 2]>,
    particles: Vec<ParticleState>,
    bodies: Vec<BodyState>,
}

/// A step from within.
#[derive(Debug, Clone)]
pub struct Inside {
    /// What was constant in it.
    model: Arc<Model>,
    /// The state before it.
    before: State,
    moments: Vec<Moment>,
    is_whole: bool,
}

impl Inside {
    /// The step that a simulation is about to make; the simulation stays where it is.
    pub fn of(simulation: &Simulation) -> Inside {
        let mut twin = simulation.clone();
        let mut recorder = Recorder {
            model: simulation.world.shared_model().clone(),
            before: simulation.world.state().clone(),
            moments: Vec::new(),
            left: MOST_BYTES,
            substep: 0,
            iteration: 1,
        };
        let before = recorder.before.clone();
        twin.step_watched(&mut recorder);
        Inside {
            model: recorder.model,
            before,
            is_whole: recorder.left > 0,
            moments: recorder.moments,
        }
    }

    /// Whether it is the step that a simulation is about to make. Its states fit no other
    /// model: an edit or a throw makes another one, and a pin another state.
    pub fn is_next_of(&self, simulation: &Simulation) -> bool {
        let world = &simulation.world;
        Arc::ptr_eq(&self.model, world.shared_model()) && self.before == *world.state()
    }

    /// Number of the steps before this one.
    pub fn step(&self) -> u64 {
        self.before.step
    }

    /// What was done, in the order of time.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Whether there was memory for all of it.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The state before the step, if `place` is 0, else after so many moments.
    pub fn state(&self, place: usize) -> State {
        let mut state = self.before.clone();
        let moment = place.checked_sub(1).and_then(|last| self.moments.get(last));
        if let Some(moment) = moment {
            // A ball that is thrown in this step is not in the state before.
            state.particles.clone_from(&moment.particles);
            state.bodies.clone_from(&moment.bodies);
        }
        state
    }
}

/// Whether somebody who goes through a step stops at a solver event.
fn is_of_interest(event: SolverEvent) -> bool {
    use SolverEvent::{
        Begin, Contact, Crowd, Forces, FreeFlight, Pins, Pull, Rest, Rounding, Springs,
    };
    let passed_by = matches!(
        event,
        Begin { .. }
            | Contact
            | Crowd
            | Forces
            | FreeFlight
            | Pins
            | Pull
            | Rest
            | Rounding
            | Springs
    );
    !passed_by
}

/// Keeps the state after each solver event.
struct Recorder {
    model: Arc<Model>,
    /// The state before the next solver event.
    before: State,
    moments: Vec<Moment>,
    left: usize,
    substep: u32,
    iteration: u32,
}

impl Recorder {
    /// Error of a constraint before and after, m and rad.
    fn errors(&self, event: SolverEvent, state: &State) -> Option<[(f64, f64); 2]> {
        let SolverEvent::Position(index) = event else {
            return None;
        };
        let constraint = self.model.constraints.get(index)?;
        let error = |state: &State| {
            let residual = constraint.residual(state, &self.model.settings);
            (residual.length, residual.angle)
        };
        Some([error(&self.before), error(state)])
    }
}

impl Probe for Recorder {
    fn looks(&self) -> bool {
        self.left > 0
    }

    fn saw(&mut self, event: SolverEvent, state: &State, _: &[Contact]) {
        if event == SolverEvent::Crowd {
            // The others make the same substeps after it.
            self.substep = 0;
        }
        let is_same = || state.bodies == self.before.bodies;
        // Most of the time nothing comes near a stop.
        if !is_of_interest(event) || (event == SolverEvent::Stops && is_same()) {
            return self.before.clone_from(state);
        }
        let bytes = size_of_val(&state.particles[..]) + size_of_val(&state.bodies[..]);
        self.left = self.left.saturating_sub(bytes + size_of::<Moment>());
        self.moments.push(Moment {
            event,
            substep: self.substep,
            iteration: self.iteration,
            errors: self.errors(event, state),
            particles: state.particles.clone(),
            bodies: state.bodies.clone(),
        });
        self.before.clone_from(state);
        if event == SolverEvent::Contacts {
            self.iteration += 1;
        }
    }

    fn begin(&mut self, stage: Stage) {
        if stage == Stage::Collision {
            self.substep += 1;
            self.iteration = 1;
        }
    }

    fn end(&mut self, _: Stage, _: usize) {}
}
