//! What the status line says of the present state, read once as long as it stays.

use super::Playback;
use crate::lab::Simulation;
use crate::physics::method::{self, StableBelow};
use crate::physics::{report, Model, State};
use std::cell::RefCell;
use std::sync::Arc;

/// What the status line says of a state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// Largest joint error, m.
    pub joint_error_m: f64,
    /// Amount of the momentum, kg m/s.
    pub momentum: f64,
    /// Hash of the state.
    pub hash: u64,
}

impl Reading {
    fn of(simulation: &Simulation) -> Reading {
        let (model, state) = (simulation.world.model(), simulation.world.state());
        Reading {
            joint_error_m: report::joint_error(model, state),
            momentum: report::momentum(model, state).length(),
            hash: state.hash(),
        }
    }
}

/// The state that was read last, with what it said.
type LastReading = RefCell<Option<(Arc<Model>, State, Reading)>>;

/// The model and the time of the last look at what is stable, s, with what was found.
type LastLook = RefCell<Option<(Arc<Model>, f64, Option<StableBelow>)>>;

/// A run is looked at again after this time, s: finding what is stable takes as long as
/// some steps.
const LOOK_AGAIN_S: f64 = 0.5;

/// What was last read from the run.
#[derive(Default)]
pub struct Readings {
    reading: LastReading,
    look: LastLook,
}

impl Readings {
    /// What a parameter of the method has to stay below to be stable, as of the last half
    /// second.
    pub fn stable_below(&self, simulation: &Simulation) -> Option<StableBelow> {
        let (model, state) = (simulation.world.shared_model(), simulation.world.state());
        let time_s = state.step as f64 * model.settings.common.step_s;
        let mut last = self.look.borrow_mut();
        match &*last {
            Some((of, at_s, found))
                if Arc::ptr_eq(of, model) && (time_s - at_s).abs() < LOOK_AGAIN_S =>
            {
                *found
            }
            _ => {
                let info = method::of(&model.settings.method)?;
                let found = (info.stable_below)(model, state);
                *last = Some((model.clone(), time_s, found));
                found
            }
        }
    }

    /// What the status line says of the present state.
    pub fn now(&self, simulation: &Simulation) -> Reading {
        let (model, state) = (simulation.world.shared_model(), simulation.world.state());
        let mut last = self.reading.borrow_mut();
        match &*last {
            // Comparing a state costs less than reading it anew.
            Some((of, seen, reading)) if Arc::ptr_eq(of, model) && seen == state => *reading,
            _ => {
                let reading = Reading::of(simulation);
                *last = Some((model.clone(), state.clone(), reading));
                reading
            }
        }
    }
}

impl Playback {
    /// What the status line says of the present state.
    pub fn reading(&self) -> Reading {
        self.readings.now(&self.session.simulation)
    }
}
