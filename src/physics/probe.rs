//! Watching where a step spends its work. Physics reads no clock: who wants times
//! passes in a probe that does.

use super::state::State;

/// A stage of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolverEvent {
    /// Everything moved on without constraints.
    Motion,
    /// The places or angles of a constraint, by its index, were corrected.
    Position(usize),
    /// The velocities of a constraint, by its index, were corrected.
    Velocity(usize),
    /// All contacts were solved once.
    Contacts,
    /// Velocities were taken from displacements, and joints damped.
    Velocities,
    /// Bounces, and stops at limits.
    Bounce,
}

/// Hears when a stage begins and ends, and may look on.
pub trait Probe {
    /// Whether it wants to hear anything.
    fn watches(&self) -> bool {
        true
    }

    /// Whether it wants to see the state after each deed.
    fn looks(&self) -> bool {
        false
    }

    /// Sees the state after a deed, if it looks.
    fn saw(&mut self, _deed: SolverEvent, _state: &State) {}

    /// A stage begins.
    fn begin(&mut self, stage: Stage);

    /// A stage ends after treating `count` things.
    fn end(&mut self, stage: Stage, count: usize);
}

/// Shows the state after a deed to a probe that looks.
pub fn show(probe: &mut dyn Probe, deed: SolverEvent, state: &State) {
    if probe.looks() {
        probe.saw(deed, state);
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
