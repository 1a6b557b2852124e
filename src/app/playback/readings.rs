//! What the status line says of the present state, read once as long as it stays.

use super::Playback;
use crate::compile::{to_cut, unsupported, BuildError};
use crate::lab::Simulation;
use crate::physics::method::{self, MethodInfo, StableBelow, METHODS};
use crate::physics::{report, Model, State};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What the status line says of a state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// Largest joint error, m.
    pub joint_error_m: f64,
    /// Largest strain, as a share; `None` without sticks, distances and kept volumes.
    pub strain: Option<f64>,
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
            strain: report::strain(model, state),
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

/// A method that cannot simulate the scene as it is.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The method.
    pub method: &'static MethodInfo,
    /// What is in its way.
    pub error: BuildError,
    /// The constraints of the scene without which it could, by their places in it.
    pub to_cut: Vec<usize>,
}

/// The model that was last asked about, with what methods refuse of it.
type LastRefusals = RefCell<Option<(Arc<Model>, Rc<[Refusal]>)>>;

/// What was last read from the run.
#[derive(Default)]
pub struct Readings {
    refusals: LastRefusals,
    reading: LastReading,
    look: LastLook,
}

impl Readings {
    /// The other methods that cannot simulate the scene as it is.
    pub fn refusals(&self, simulation: &Simulation) -> Rc<[Refusal]> {
        let (model, map) = (simulation.world.shared_model(), &simulation.map);
        let mut last = self.refusals.borrow_mut();
        match &*last {
            Some((of, found)) if Arc::ptr_eq(of, model) => found.clone(),
            _ => {
                let refused = |method: &'static MethodInfo| {
                    let mut errors = unsupported(method, model, map).into_iter();
                    Some(Refusal {
                        method,
                        error: errors.next()?,
                        to_cut: match errors.next() {
                            None => to_cut(method, model, map),
                            Some(_) => Vec::new(),
                        },
                    })
                };
                let found: Rc<[_]> = METHODS.iter().filter_map(refused).collect();
                *last = Some((model.clone(), found.clone()));
                found
            }
        }
    }

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
