//! Into how many substeps a step is divided.

use super::{pair, Detection};
use crate::physics::active::Active;
use crate::physics::contact::Contact;
use crate::physics::model::{ColliderId, Model};
use crate::physics::state::State;
use glam::DVec3;

/// Most substeps of a step, however fast the things in it.
pub const MOST_SUBSTEPS: u32 = 128;
/// Share of the radii of a pair that it may close in one substep.
pub const SHARE_OF_RADII: f64 = 0.25;
/// Way that a hard hit may close in a substep with what joints hold, m: what one substep
/// pushes, its joints pass on in the next ones only.
const HIT_M: f64 = 0.012_5;
/// Approach from which a hit is hard, m/s.
const HARD_HIT_M_S: f64 = 6.0;
/// Most substeps for the sake of joints, and most of them times the bodies that take part:
/// a hit on a few figures is solved with care, one on a heap with what is set.
const MOST_CARE: u32 = 24;
const MOST_CARE_OF_BODIES: usize = 1_000;

impl Detection {
    /// Substeps of the next step: those set, or more when two proxies that will touch
    /// close faster than a share of their radii per substep. Squeezed between a heavy
    /// ball and the floor, a limb has no other way to get aside in time. A hard hit on a
    /// rigid figure has more of them too, so that its joints hold it together; a step that
    /// is set to be one substep has not.
    pub(super) fn substeps_needed(&self, model: &Model, active: &Active, state: &State) -> u32 {
        let (step_s, set) = (model.settings.common.step_s, model.settings.common.substeps);
        let care = most_care(active, set);
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
                    let closing = -contact.approach * step_s;
                    most = most.max((closing / share).ceil());
                    if is_hard_hit(&contact) {
                        most = most.max((closing / HIT_M).ceil().min(f64::from(care)));
                    }
                }
            });
        }
        set.max(most.min(f64::from(MOST_SUBSTEPS)) as u32)
    }
}

/// Whether a body hits hard a body that joints hold.
fn is_hard_hit(contact: &Contact) -> bool {
    let owners = [contact.a.owner, contact.b.owner];
    let are_bodies = (owners.iter()).all(|owner| matches!(owner, ColliderId::Body(_)));
    are_bodies && contact.jointed && -contact.approach > HARD_HIT_M_S
}

/// Most substeps that are made for the sake of joints of what takes part.
fn most_care(active: &Active, set: u32) -> u32 {
    let bodies = active.bodies().len().max(1);
    match set {
        1 => 1,
        _ => MOST_CARE.min((MOST_CARE_OF_BODIES / bodies) as u32),
    }
}
