//! What the status line says of the present state, read once as long as it stays.

use super::Program;
use crate::lab::Simulation;
use crate::physics::{report, Model, State};
use std::sync::Arc;

/// Joint error, m; amount of the momentum, kg m/s; hash of the state.
type Values = (f64, f64, u64);

/// The values of the state that was read last.
#[derive(Debug, Default)]
pub(super) struct Readings {
    last: Option<(Arc<Model>, State, Values)>,
}

impl Readings {
    /// The values of a state; comparing it costs less than reading it anew.
    fn of(&mut self, simulation: &Simulation) -> Values {
        let (model, state) = (simulation.world.shared_model(), simulation.world.state());
        match &self.last {
            Some((of, seen, values)) if Arc::ptr_eq(of, model) && seen == state => *values,
            _ => {
                let values = read(simulation);
                self.last = Some((model.clone(), state.clone(), values));
                values
            }
        }
    }
}

fn read(simulation: &Simulation) -> Values {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let momentum = report::momentum(model, state).length();
    (report::joint_error(model, state), momentum, state.hash())
}

impl Program {
    /// Joint error, m; amount of the momentum, kg m/s; hash of the state.
    pub(super) fn readings(&self) -> Values {
        let mut readings = self.readings.borrow_mut();
        readings.of(&self.session.simulation)
    }
}
