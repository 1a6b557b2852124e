//! Watching where a step spends its work. Physics reads no clock: who wants times
//! passes in a probe that does.

use super::contact::Contact;
use super::model::Model;
use super::state::State;
use std::sync::Arc;

/// A stage of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Whole steps of alike ragdolls that touch nothing but planes; counts ragdolls.
    Crowd,
    /// Finding contacts.
    Collision,
    /// Motion without constraints; counts bodies and particles.
    Motion,
    /// A run of constraints of this kind; counts constraints.
    Constraints(&'static str),
    /// Velocity rows of all constraints; counts rows.
    Rows,
    /// Contacts; counts them.
    Contacts,
    /// Velocities from displacements, and joint damping; counts bodies and particles.
    Velocities,
    /// Bounces, rest and everything else; counts steps.
    Rest,
}

/// Something that a step has just done to the state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SolverEvent {
    /// A substep of `h` seconds begins.
    Begin {
        /// Duration of the substep, s.
        h: f64,
    },
    /// What is stepped as one of a crowd was rounded to the numbers of the crowd.
    Rounding,
    /// What is stepped as one of a crowd has made its whole step, event by event.
    Crowd,
    /// Contacts that act as springs pushed.
    Springs,
    /// What flies freely was led back, for it to move on a parabola.
    FreeFlight,
    /// Gravity and drag changed the velocities, and everything moved on without constraints.
    Integrate,
    /// Gravity and drag changed the velocities.
    Forces,
    /// Joints damped the turning of what they join.
    Damping,
    /// Everything moved on with its velocity.
    Motion,
    /// The places or angles of a constraint, by its index, were corrected.
    Position(usize),
    /// The velocities of a constraint, by its index, were corrected.
    Velocity(usize),
    /// Joints that hold exactly took from the velocities what they forbid, all at once.
    Joints,
    /// The hand pulled.
    Pull,
    /// A drive, by its index, pushed.
    Drive(usize),
    /// Pins held.
    Pins,
    /// Contacts pushed as they did in the last substep, for a first guess.
    WarmStart,
    /// One of several contacts that are solved one after another was solved once.
    Contact,
    /// All contacts were solved once.
    Contacts,
    /// Velocities were taken from displacements.
    Velocities,
    /// What hit something bounced.
    Bounce,
    /// Stops slowed what would pass them, or elastic ones sent back what reached them.
    Stops,
    /// The step is done, and what has come to rest was stopped.
    Rest,
}

/// Hears when a stage begins and ends, and may look on.
pub trait Probe {
    /// Whether it wants to hear anything.
    fn watches(&self) -> bool {
        true
    }

    /// Whether it wants to see the state after each solver event.
    fn looks(&self) -> bool {
        false
    }

    /// A step of a model begins at a state, if it looks.
    fn begin_step(&mut self, _model: &Arc<Model>, _state: &State) {}

    /// Something else than physics has moved things after a step, to this state.
    fn moved_from_outside(&mut self, _state: &State) {}

    /// Sees the state after a solver event, if it looks; and, after those of contacts, these with
    /// their impulses so far.
    fn saw(&mut self, _event: SolverEvent, _state: &State, _contacts: &[Contact]) {}

    /// A stage begins.
    fn begin(&mut self, stage: Stage);

    /// A stage ends after treating `count` things.
    fn end(&mut self, stage: Stage, count: usize);
}

/// Shows the state after a solver event to a probe that looks.
pub fn show(probe: &mut dyn Probe, event: SolverEvent, state: &State) {
    show_contacts(probe, event, state, &[]);
}

/// The same of a solver event of contacts.
pub fn show_contacts(
    probe: &mut dyn Probe,
    event: SolverEvent,
    state: &State,
    contacts: &[Contact],
) {
    if probe.looks() {
        probe.saw(event, state, contacts);
    }
}

/// Hears nothing.
pub struct NoProbe;

impl Probe for NoProbe {
    fn watches(&self) -> bool {
        false
    }

    fn begin(&mut self, _: Stage) {}

    fn end(&mut self, _: Stage, _: usize) {}
}

/// Two probes that watch the same steps.
pub struct Both<'a>(pub [&'a mut dyn Probe; 2]);

impl Probe for Both<'_> {
    fn watches(&self) -> bool {
        self.0.iter().any(|probe| probe.watches())
    }

    fn looks(&self) -> bool {
        self.0.iter().any(|probe| probe.looks())
    }

    fn begin_step(&mut self, model: &Arc<Model>, state: &State) {
        for probe in &mut self.0 {
            probe.begin_step(model, state);
        }
    }

    fn moved_from_outside(&mut self, state: &State) {
        for probe in &mut self.0 {
            probe.moved_from_outside(state);
        }
    }

    fn saw(&mut self, event: SolverEvent, state: &State, contacts: &[Contact]) {
        for probe in &mut self.0 {
            probe.saw(event, state, contacts);
        }
    }

    fn begin(&mut self, stage: Stage) {
        for probe in &mut self.0 {
            probe.begin(stage);
        }
    }

    fn end(&mut self, stage: Stage, count: usize) {
        for probe in &mut self.0 {
            probe.end(stage, count);
        }
    }
}
