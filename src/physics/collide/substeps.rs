//! Into how many substeps a step is divided.

use super::{pair, Detection};
use crate::physics::active::Active;
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::DVec3;

/// Most substeps of a step, however fast the things in it.
pub const MOST_SUBSTEPS: u32 = 128;
/// Share of the radii of a pair that it may close in one substep.
pub const SHARE_OF_RADII: f64 = 0.25;

impl Detection {
    /// Substeps of the next step: those set, or more when two proxies that will touch
    /// close faster than a share of their radii per substep. Squeezed between a heavy
    /// ball and the floor, a limb has no other way to get aside in time.
    pub(super) fn substeps_needed(&self, model: &Model, active: &Active, state: &State) -> u32 {
        let (step_s, set) = (model.settings.common.step_s, model.settings.common.substeps);
        let bodies = active.bodies().iter().map(|&i| state.bodies[i].velocity);
        let particles = active.particles().iter();
        let particles = particles.map(|&i| state.particles[i].velocity);
        let speeds = bodies.chain(particles).map(DVec3::length);
        let fastest = speeds.fold(0.0, f64::max);
        if fastest * step_s <= SHARE_OF_RADII * self.thinnest * f64::from(set) {
            return set;
        }
        let mut most = 0.0_f64;
        for &(a, b) in &self.near.pairs {
            let [a, b] = [a, b].map(|index| {
                let mut proxy = self.proxies[index].clone();
                proxy.aim(model, state, step_s);
                proxy
            });
            pair::with_proxy(&a, &b, |touch| {
                if touch.touches {
                    let contact = touch.contact((model, state, step_s), &a, (b.owner, b.surface));
                    let share = SHARE_OF_RADII * contact.radii(model);
                    most = most.max((-contact.approach * step_s / share).ceil());
                }
            });
        }
        set.max(most.min(f64::from(MOST_SUBSTEPS)) as u32)
    }
}
