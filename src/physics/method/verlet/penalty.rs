//! Contacts as damped springs (Baltman & Radeztsky, equations 5.1 to 5.7 and 5.11).
//!
//! `F = max(0, k depth − c v_n) n` on one side and its opposite on the other, with
//! `k = κ m / (h² N)` and `c = δ m / (h N)` from the mass `m` behind the contact and
//! the number `N` of points that share it. Impacts above the resting speed bounce by
//! impulses besides (5.8 to 5.10), in the common velocity pass.

use crate::physics::attach::{Attachment, Level};
use crate::physics::constraint::Contact;
use crate::physics::model::{ContactMode, Model};
use crate::physics::state::State;

/// Stiffness κ: share of the depth that the spring takes back in a substep.
const STIFFNESS: f64 = 0.5;
/// Damping δ: share of the approach that it takes in a substep.
const DAMPING: f64 = 0.7;
/// Slip below which friction fades, m/s: 1 ft/s, as in the paper.
const VISCOUS_SLIP_M_S: f64 = 0.3;

/// Marks the contacts that act as springs and applies their forces for `h` seconds.
pub(super) fn push(model: &Model, state: &mut State, contacts: &mut [Contact], h: f64) {
    if model.settings.contacts == ContactMode::Constraint {
        return;
    }
    for contact in contacts.iter_mut() {
        contact.penalty = !contact.jointed;
    }
    // All forces are those of one moment: taken in turn, the points of a patch would
    // press unequally, and what lies level would creep.
    let now = state.clone();
    let presses = |contact: &Contact| contact.penalty && contact.gap(&now) < 0.0;
    // The points of a patch stand together.
    let same_pair = |c: &Contact, d: &Contact| (c.a.owner, c.b.owner) == (d.a.owner, d.b.owner);
    for patch in contacts.chunk_by_mut(same_pair) {
        let points = patch.iter().filter(|contact| presses(contact)).count() as f64;
        for contact in patch.iter_mut().filter(|contact| presses(contact)) {
            press(model, &now, state, contact, points, h);
        }
    }
}

fn press(
    model: &Model,
    now: &State,
    state: &mut State,
    contact: &mut Contact,
    points: f64,
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
    let impulse = if model.settings.misprints.adhesive_penalty {
        force
    } else {
        force.max(0.0)
    };
    contact.normal_impulse = impulse.max(0.0);
    contact
        .a
        .core
        .push(model, state, n * impulse, Level::Velocity);
    contact
        .b
        .core
        .push(model, state, n * -impulse, Level::Velocity);
    rub(model, now, state, contact, impulse.abs(), points);
}

/// Kinetic friction that turns viscous at low slip (5.11), without turning it round.
fn rub(
    model: &Model,
    now: &State,
    state: &mut State,
    contact: &Contact,
    normal_impulse: f64,
    points: f64,
) {
    let (a, b) = (contact.a.surface, contact.b.surface);
    let slip = a.velocity(now) - b.velocity(now);
    let slip = slip - contact.normal * slip.dot(contact.normal);
    let speed = slip.length();
    if speed < 1e-12 {
        return;
    }
    let direction = slip / speed;
    let w =
        a.inverse_mass_along(model, now, direction) + b.inverse_mass_along(model, now, direction);
    let fade = (speed / VISCOUS_SLIP_M_S).min(1.0);
    let impulse =
        (contact.material.friction * normal_impulse * fade).min(speed / (points * w).max(1e-12));
    a.push(model, state, direction * -impulse, Level::Velocity);
    b.push(model, state, direction * impulse, Level::Velocity);
}
