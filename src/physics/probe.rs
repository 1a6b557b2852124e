//! Watching where a step spends its work. Physics reads no clock: who wants times
//! passes in a probe that does.

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

/// Hears when a stage begins and ends.
pub trait Probe {
    /// A stage begins.
    fn begin(&mut self, stage: Stage);

    /// A stage ends after treating `count` things.
    fn end(&mut self, stage: Stage, count: usize);
}

/// Does the work of a stage that treats `count` things, watched by the probe.
pub fn watch(probe: &mut dyn Probe, stage: Stage, count: usize, work: impl FnOnce()) {
    probe.begin(stage);
    work();
    probe.end(stage, count);
}

/// Hears nothing.
pub struct NoProbe;

impl Probe for NoProbe {
    fn begin(&mut self, _: Stage) {}

    fn end(&mut self, _: Stage, _: usize) {}
}
