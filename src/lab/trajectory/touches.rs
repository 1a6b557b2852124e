//! What contacts did to each thing since the last row.

use crate::lab::simulation::{Progress, Simulation};
use crate::lab::why::Group;
use crate::physics::ledger::Ledger;
use crate::physics::State;
use glam::DVec3;

/// Sums of contacts, of particles first and then of bodies.
pub(super) struct Touches {
    ledger: Ledger,
    sums: Vec<Touch>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Touch {
    /// Of contacts and friction, N s.
    impulse: DVec3,
    /// Normal impulses that were counted: one for each thing that was touched in each step.
    contacts: u32,
}

impl Touches {
    /// Watches a simulation from now on.
    pub fn of(simulation: &Simulation) -> Touches {
        let world = &simulation.world;
        Touches {
            ledger: Ledger::new(world.shared_model().clone(), world.state()),
            sums: Vec::new(),
        }
    }

    /// Makes a step; one that diverges is undone, and so is what was booked.
    pub fn step(&mut self, simulation: &mut Simulation) -> Progress {
        let progress = simulation.step_watched(&mut self.ledger);
        let book = self.ledger.close();
        if progress != Progress::Advanced {
            return progress;
        }
        let (model, state) = (simulation.world.model(), simulation.world.state());
        self.sums
            .resize(state.particles.len() + state.bodies.len(), Touch::default());
        for (mover, cause, entry) in book.entries() {
            let group = Group::of(model, cause);
            if matches!(group, Group::Contacts | Group::Friction) {
                let sum = &mut self.sums[mover];
                sum.impulse += entry.momentum;
                sum.contacts += u32::from(group == Group::Contacts);
            }
        }
        progress
    }

    /// Impulses and counts of bodies, then of particles; counting begins anew.
    pub fn take(&mut self, state: &State) -> [Vec<f64>; 4] {
        let mut sums = std::mem::take(&mut self.sums);
        sums.resize(state.particles.len() + state.bodies.len(), Touch::default());
        let (particles, bodies) = sums.split_at(state.particles.len());
        let impulses = |of: &[Touch]| of.iter().flat_map(|t| t.impulse.to_array()).collect();
        let counts = |of: &[Touch]| of.iter().map(|t| f64::from(t.contacts)).collect();
        [
            impulses(bodies),
            counts(bodies),
            impulses(particles),
            counts(particles),
        ]
    }
}
