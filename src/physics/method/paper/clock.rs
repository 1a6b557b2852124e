//! How long substeps are: all alike, or as on the clock of Delannoy's programs.

use super::misprint::Misprint;
use super::settings::{PaperSettings, StateForm};
use crate::physics::active::Active;
use crate::physics::state::State;

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
    pub fn of(settings: &PaperSettings, step_s: f64, count: u32) -> Clock {
        let is_uneven = settings.misprints.has(Misprint::UnevenClock)
            && settings.form == StateForm::VelocityLess;
        Clock {
            even_s: step_s / f64::from(count),
            paired: if is_uneven { count - count % 2 } else { 0 },
            count,
        }
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

/// Takes the way of the last substep for that of a coming one of another duration.
pub(super) fn carry_ways(state: &mut State, active: &Active, ratio: f64) {
    for &i in active.particles() {
        state.particles[i].velocity *= ratio;
    }
    for &i in active.bodies() {
        state.bodies[i].velocity *= ratio;
        state.bodies[i].angular_velocity *= ratio;
    }
}
