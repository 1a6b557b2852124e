//! Settings of the method of springs.

use crate::physics::dynamics::ContactSettings;
use crate::physics::method::OwnSettings;

/// How springs are integrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Integrator {
    /// Places move with the velocities from before the forces.
    ForwardEuler,
    /// Places move with the velocities from after the forces.
    SymplecticEuler,
    /// Second-order Runge-Kutta: forces of the middle of the substep.
    RungeKutta2,
    /// Forces of the end of the substep, linearised.
    #[default]
    BackwardEuler,
}

/// How long the substeps of springs are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StepControl {
    /// As set.
    #[default]
    Fixed,
    /// One in which joints stretch too much is discarded and made anew in pieces.
    Adaptive,
}

/// What springs alone are set to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpringSettings {
    /// Of points, N/m; of angles it is what it is at a lever of [`super::LEVER_M`].
    pub stiffness: f64,
    /// Of points, N·s/m; of angles likewise.
    pub damping: f64,
    /// How they are integrated.
    pub integrator: Integrator,
    /// How long their substeps are.
    pub step_control: StepControl,
    /// By how much the error of a joint may change in an adaptive substep, m; of angles it is
    /// what it is at a lever of [`super::LEVER_M`].
    pub most_stretch: f64,
    /// Of stops and contacts.
    pub contacts: ContactSettings,
}

impl Default for SpringSettings {
    fn default() -> SpringSettings {
        SpringSettings {
            stiffness: 1e6,
            damping: 1e3,
            integrator: Integrator::BackwardEuler,
            step_control: StepControl::Fixed,
            most_stretch: 1e-3,
            contacts: ContactSettings::STANDARD,
        }
    }
}

impl OwnSettings for SpringSettings {
    fn contacts(&self) -> Option<ContactSettings> {
        Some(self.contacts)
    }

    fn contacts_mut(&mut self) -> Option<&mut ContactSettings> {
        Some(&mut self.contacts)
    }
}
