//! What the status line says of the present state, read once as long as it stays.

use super::Playback;
use crate::lab::Simulation;
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
pub(super) type LastReading = RefCell<Option<(Arc<Model>, State, Reading)>>;

impl Playback {
    /// What the status line says of the present state.
    pub fn reading(&self) -> Reading {
        let simulation = &self.session.simulation;
        let (model, state) = (simulation.world.shared_model(), simulation.world.state());
        let mut last = self.last_reading.borrow_mut();
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
