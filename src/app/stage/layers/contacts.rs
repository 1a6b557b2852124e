//! Where things touch, and how strongly.

use super::MOST_MARKS;
use crate::app::stage::present::position_of;
use crate::lab::Simulation;
use crate::physics::{Contact, State};
use crate::view::convert::to_view;
use crate::view::draw_list::{Arrow, DrawList, Layer, Ring};
use crate::view::theme::mark;
use glam::DVec3;

/// Surfaces that are nearer count as touching, m.
const TOUCH_M: f64 = 1e-3;
/// Length of a normal, and radius of the ring at its foot, m.
const NORMAL_M: (f64, f32) = (0.1, 0.018);
/// Longest arrow of a force, m.
const LONGEST_M: f64 = 2.0;
/// Weakest force that is drawn, as a length, m.
const SHORTEST_M: f64 = 0.005;
/// Gravity where there is none, m/s².
const USUAL_GRAVITY: f64 = 9.81;

/// Adds a ring and the normal at each point of contact.
pub(super) fn add_contacts(list: &mut DrawList, simulation: &Simulation, state: &State) {
    for (contact, at) in touching(simulation, state) {
        list.ring(Ring {
            center: to_view(at),
            normal: to_view(contact.normal),
            radius: NORMAL_M.1,
            color: mark::CONTACT_NORMAL,
            width_px: 2.0,
            layer: Layer::OnTop,
        });
        list.arrow(Arrow {
            from: to_view(at),
            to: to_view(at + contact.normal * NORMAL_M.0),
            color: mark::CONTACT_NORMAL,
            width_px: 1.5,
            layer: Layer::OnTop,
        });
    }
}

/// Adds arrows for the force along the normal and for friction, each on the side that it
/// pushes.
pub(super) fn add_forces(list: &mut DrawList, simulation: &Simulation, state: &State) {
    for (contact, at) in touching(simulation, state) {
        let substep_s = simulation.world.substep_s_of(contact);
        let metres = 1.0 / (substep_s * force_of_a_metre(simulation));
        let normal = contact.normal * contact.impulse();
        let friction = contact.friction_impulse + contact.rub;
        for (impulse, color) in [(normal, mark::CONTACT_NORMAL), (friction, mark::FRICTION)] {
            let way = (impulse * metres).clamp_length_max(LONGEST_M);
            if way.length() < SHORTEST_M {
                continue;
            }
            list.arrow(Arrow {
                from: to_view(at),
                to: to_view(at + way),
                color,
                width_px: 3.0,
                layer: Layer::OnTop,
            });
        }
    }
}

/// The force that is drawn one metre long, N: twice the mean weight of what is in the scene,
/// a figure as one.
pub fn force_of_a_metre(simulation: &Simulation) -> f64 {
    let model = simulation.world.model();
    let particles = model.particles.iter().filter(|p| !p.fixed);
    let mass: f64 =
        particles.map(|p| p.mass).sum::<f64>() + model.bodies.iter().map(|b| b.mass).sum::<f64>();
    let gravity = model.settings.common.gravity.length();
    let gravity = if gravity > 0.0 {
        gravity
    } else {
        USUAL_GRAVITY
    };
    (2.0 * mass * gravity / model.articulations.max(1) as f64).max(1e-9)
}

/// The contacts of the last substep at which surfaces touch, with their points, m.
fn touching<'a>(
    simulation: &'a Simulation,
    state: &'a State,
) -> impl Iterator<Item = (&'a Contact, DVec3)> + 'a {
    let contacts = simulation.world.contacts().iter();
    let points = contacts.filter_map(move |contact| {
        let a = position_of(contact.a.core, state)?;
        let b = position_of(contact.b.core, state)?;
        let gap = (a - b).dot(contact.normal) - contact.reach;
        let touches = contact.loaded() || gap < TOUCH_M;
        touches.then(|| (contact, a - contact.normal * contact.a.radius))
    });
    points.take(MOST_MARKS)
}
