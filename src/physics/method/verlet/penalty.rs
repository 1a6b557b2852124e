//! Contacts as damped springs (Baltman & Radeztsky, equations 5.1 to 5.7 and 5.11).
//!
//! `F = max(0, k depth − c v_n) n` on one side and its opposite on the other, with
//! `k = κ m / (h² N)` and `c = δ m / (h N)` from the mass `m` behind the contact and
//! the number `N` of points that share it. Impacts above the resting speed bounce by
//! impulses besides (5.8 to 5.10), in the common velocity pass.

use crate::physics::attach::{Attachment, Level};
use crate::physics::contact::Contact;
use crate::physics::model::{ContactMode, Model};
use crate::physics::state::State;
use glam::DVec3;

/// Stiffness κ: share of the depth that the spring takes back in a substep.
const STIFFNESS: f64 = 0.5;
/// Damping δ: share of the approach that it takes in a substep.
const DAMPING: f64 = 0.7;
/// Slip below which friction fades, m/s: 1 ft/s, as in the paper.
const VISCOUS_SLIP_M_S: f64 = 0.3;

/// A push of one side of a contact against the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Force {
    sides: [Attachment; 2],
    /// Of the first side, N·s.
    impulse: DVec3,
}

/// Marks the contacts that act as springs and applies their forces for `h` seconds.
///
/// All forces are those of one moment: taken in turn, the points of a patch would
/// press unequally, and what lies level would creep. `forces` is scratch memory.
pub(super) fn push(
    model: &Model,
    state: &mut State,
    contacts: &mut [Contact],
    forces: &mut Vec<Force>,
    h: f64,
) {
    if model.settings.verlet().contacts == ContactMode::Constraint {
        return;
    }
    for contact in contacts.iter_mut() {
        contact.penalty = !contact.jointed;
    }
    forces.clear();
    let presses = |contact: &Contact| contact.penalty && contact.gap(state) < 0.0;
    // The points of a patch stand together.
    let same_pair = |c: &Contact, d: &Contact| (c.a.owner, c.b.owner) == (d.a.owner, d.b.owner);
    for patch in contacts.chunk_by_mut(same_pair) {
        let points = patch.iter().filter(|contact| presses(contact)).count() as f64;
        for contact in patch.iter_mut().filter(|contact| presses(contact)) {
            press(model, state, contact, points, forces, h);
        }
    }
    for force in forces.iter() {
        let [a, b] = force.sides;
        a.push(model, state, force.impulse, Level::Velocity);
        b.push(model, state, -force.impulse, Level::Velocity);
    }
}

fn press(
    model: &Model,
    now: &State,
    contact: &mut Contact,
    points: f64,
    forces: &mut Vec<Force>,
    h: f64,
) {
    let n = contact.normal;
    let inverse = |side: Attachment| side.inverse_mass_along(model, now, n);
    let w = inverse(contact.a.core) + inverse(contact.b.core);
    if w == 0.0 {
        return;
    }
    let (depth, speed) = (-contact.gap(now), contact.normal_speed(now));
    let share = 1.0 / (w * points);
    let force = share * (STIFFNESS * depth / h - DAMPING * speed);
    let impulse = if model.settings.verlet().misprints.adhesive_penalty {
        force
    } else {
        force.max(0.0)
    };
    contact.normal_impulse = impulse.max(0.0);
    forces.push(Force {
        sides: [contact.a.core, contact.b.core],
        impulse: n * impulse,
    });
    forces.extend(friction(model, now, contact, impulse.abs(), points));
}

/// Kinetic friction that turns viscous at low slip (5.11), without turning it round.
fn friction(
    model: &Model,
    now: &State,
    contact: &Contact,
    pressed: f64,
    points: f64,
) -> Option<Force> {
    let (a, b) = (contact.a.surface(), contact.b.surface());
    let slip = a.velocity(now) - b.velocity(now);
    let slip = slip - contact.normal * slip.dot(contact.normal);
    let speed = slip.length();
    if speed < 1e-12 {
        return None;
    }
    let direction = slip / speed;
    let w =
        a.inverse_mass_along(model, now, direction) + b.inverse_mass_along(model, now, direction);
    let fade = (speed / VISCOUS_SLIP_M_S).min(1.0);
    let impulse = (contact.material.friction * pressed * fade).min(speed / (points * w).max(1e-12));
    Some(Force {
        sides: [a, b],
        impulse: direction * -impulse,
    })
}
