//! How long substeps are: all alike, or as on the clock of Delannoy's programs.

use crate::physics::model::{Misprint, Settings, StateForm};

/// Shares of an even substep that short and long ones take in turn.
const UNEVEN: [f64; 2] = [0.5, 1.5];

/// The durations of the substeps of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    even_s: f64,
    /// How many substeps come in pairs of a short and a long one.
    paired: u32,
    count: u32,
}

impl Clock {
    /// Of a step of so many substeps.
    pub fn of(settings: &Settings, count: u32) -> Clock {
        let is_uneven = has_uneven_clock(settings);
        Clock {
            even_s: settings.common.step_s / f64::from(count),
            paired: if is_uneven { count - count % 2 } else { 0 },
            count,
        }
    }

    /// Duration of a substep if all were alike, s.
    pub fn even_s(&self) -> f64 {
        self.even_s
    }

    /// Duration of a substep, counted in the step, s.
    pub fn duration_s(&self, substep: u32) -> f64 {
        if substep >= self.paired {
            return self.even_s;
        }
        self.even_s * UNEVEN[substep as usize % 2]
    }

    /// By what velocities change since a substep takes the way of the last one for its own
    /// (Delannoy, appendices B and C: Verlet's rule with the time of the last picture).
    pub fn carries(&self, substep: u32) -> Option<f64> {
        let last = substep.checked_sub(1).unwrap_or(self.count - 1);
        (self.paired > 0).then(|| self.duration_s(last) / self.duration_s(substep))
    }
}

/// Whether substeps are as on that clock: where more than one is set.
pub(super) fn has_uneven_clock(settings: &Settings) -> bool {
    let verlet = settings.verlet();
    verlet.misprints.has(Misprint::UnevenClock)
        && verlet.form == StateForm::VelocityLess
        && settings.common.substeps > 1
}
