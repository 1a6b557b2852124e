//! How stops, contacts, pulls and pins are solved through the joints: settings and their
//! descriptors, which the methods with exact joints share.

/// How the impulses of inequalities are found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactSettings {
    /// Most sweeps over the impulses of an island.
    pub sweeps: u32,
    /// Residual at which sweeps end, m/s or rad/s.
    pub residual: f64,
}

impl ContactSettings {
    /// What is used where nothing is set.
    pub const STANDARD: ContactSettings = ContactSettings {
        sweeps: 100,
        residual: 1e-5,
    };

    /// Those of the motion of a substep, whose errors the next one sees and mends.
    pub(super) fn of_moving(self) -> ContactSettings {
        ContactSettings {
            sweeps: self.sweeps.min(20),
            residual: self.residual.max(1e-3),
        }
    }
}

impl Default for ContactSettings {
    fn default() -> ContactSettings {
        ContactSettings::STANDARD
    }
}

pub mod parameters {
    //! Their descriptors.

    use super::ContactSettings;
    use crate::physics::method::common;
    use crate::physics::method::parameter::{Kind, ParameterSpec, Range, Standard, Value};
    use crate::physics::settings::Settings;

    fn put(settings: &mut Settings, value: Value, put: fn(&mut ContactSettings, f64)) {
        if let (Some(contacts), Some(number)) = (settings.method.contacts_mut(), value.number()) {
            put(contacts, number);
        }
    }

    /// Substeps per step: two, since joints need none.
    pub const SUBSTEPS: ParameterSpec = ParameterSpec {
        default: Standard::OfPreset(Value::Whole(2)),
        ..common::SUBSTEPS
    };

    /// Most sweeps.
    pub const SWEEPS: ParameterSpec = ParameterSpec {
        key: "contact_sweeps",
        label: "Contact sweeps",
        unit: "",
        kind: Kind::Whole(Range::closed(1.0, 1e5, (10.0, 1000.0))),
        default: Standard::OfPreset(Value::Whole(ContactSettings::STANDARD.sweeps as u64)),
        only_with: None,
        help: "Maximum number of projected Gauss-Seidel sweeps over joint limits and contacts. \
               Gästrin (section 6.2) names a solver of ordinary multipliers for them, without saying how.",
        set: |settings, value| put(settings, value, |s, sweeps| s.sweeps = sweeps as u32),
    };

    /// Residual.
    pub const RESIDUAL: ParameterSpec = ParameterSpec {
        key: "contact_residual_m_s",
        label: "Contact residual",
        unit: "m/s",
        kind: Kind::Number(Range::closed(0.0, 1.0, (1e-12, 1e-3))),
        default: Standard::OfPreset(Value::Number(ContactSettings::STANDARD.residual)),
        only_with: None,
        help: "Sweeps over joint limits and contacts stop when none of them changes by more than \
               this.",
        set: |settings, value| put(settings, value, |s, residual| s.residual = residual),
    };
}
