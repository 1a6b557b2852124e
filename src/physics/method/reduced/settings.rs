//! Settings of the method of reduced coordinates.

use crate::physics::dynamics::ContactSettings;
use crate::physics::method::OwnSettings;

/// How joint coordinates are integrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rule {
    /// Rates first, and places with the new ones.
    SemiImplicit,
    /// Runge-Kutta of fourth order where nothing touches, in as many pieces as the motion
    /// needs; else as the other.
    #[default]
    RungeKutta4,
}

/// What reduced coordinates alone are set to.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ReducedSettings {
    /// How joint coordinates are integrated.
    pub rule: Rule,
    /// Of stops and contacts.
    pub contacts: ContactSettings,
}

impl OwnSettings for ReducedSettings {
    fn contacts(&self) -> Option<ContactSettings> {
        Some(self.contacts)
    }

    fn contacts_mut(&mut self) -> Option<&mut ContactSettings> {
        Some(&mut self.contacts)
    }
}
