//! Settings of the method of multipliers.

use crate::physics::dynamics::direct::Storage;
use crate::physics::dynamics::ContactSettings;
use crate::physics::method::OwnSettings;

/// What keeps joints from drifting apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stabilisation {
    /// Velocities that break no joint, and after the motion projections of the poses.
    #[default]
    Project,
    /// Accelerations that take errors back as a damped spring does.
    Baumgarte,
    /// Accelerations that break no joint; what rounding and the step leave stays.
    None,
}

/// What multipliers alone are set to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MultipliersSettings {
    /// Whether zeros of the matrix are left out.
    pub storage: Storage,
    /// What keeps joints from drifting apart.
    pub stabilisation: Stabilisation,
    /// Of Baumgarte's term on rates, 1/s.
    pub alpha: f64,
    /// Of Baumgarte's term on errors, 1/s.
    pub beta: f64,
    /// Of stops and contacts.
    pub contacts: ContactSettings,
}

impl Default for MultipliersSettings {
    fn default() -> MultipliersSettings {
        MultipliersSettings {
            storage: Storage::Sparse,
            stabilisation: Stabilisation::Project,
            alpha: 5.0,
            beta: 5.0,
            contacts: ContactSettings::STANDARD,
        }
    }
}

impl OwnSettings for MultipliersSettings {
    fn contacts(&self) -> Option<ContactSettings> {
        Some(self.contacts)
    }

    fn contacts_mut(&mut self) -> Option<&mut ContactSettings> {
        Some(&mut self.contacts)
    }
}
