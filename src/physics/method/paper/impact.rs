//! Impacts: Baltman & Radeztsky, equations 5.8 to 5.10; Delannoy, section 2.5.
//!
//! What meets fast goes back at ε times the speed at which it came. The impulse asks for what the
//! springs of section 5, or the pushes of section 9, have left to do; where several contacts share
//! a body, they are taken in turn until they agree.

use super::collision::cores;
use super::misprint::{Misprint, Misprints};
use super::settings::ContactMode;
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::contact::Contact;
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::DVec3;

/// Those of impacts.
const MISPRINTS: Misprints = Misprints::of(&[
    Misprint::ImpulseSign,
    Misprint::SumOfSpeeds,
    Misprint::SpinsAlone,
]);
/// Sweeps over the contacts; as many for all, so that nothing far away changes a bit.
const SWEEPS: u32 = 16;

/// Gives what has met in the substep the speed that it is to have after it.
pub(super) fn strike_all(
    (model, state): (&Model, &mut State),
    contacts: &mut [Contact],
    (mode, misprints): (ContactMode, Misprints),
) {
    let is_printed = mode == ContactMode::Penalty && misprints.has_any(MISPRINTS);
    let sweeps = if is_printed { 1 } else { SWEEPS };
    for _ in 0..sweeps {
        for contact in contacts.iter_mut() {
            let is_spring = mode == ContactMode::Penalty && !contact.jointed;
            let misprints = if is_spring {
                misprints
            } else {
                Misprints::NONE
            };
            strike((model, state), contact, misprints);
        }
    }
    for contact in contacts.iter().filter(|contact| contact.loaded()) {
        resist_rolling((model, state), contact);
    }
}

/// Gives a contact the speed that it is to have.
fn strike((model, state): (&Model, &mut State), contact: &mut Contact, misprints: Misprints) {
    if contact.normal_impulse == 0.0 {
        return;
    }
    let n = contact.normal;
    // What pushed it out of the other must not carry it on.
    let wanted = match contact.bounces() {
        true => -contact.material.restitution * contact.approach,
        false if contact.normal_push > 0.0 => 0.0,
        false => return,
    };
    // 5.9
    let pair = cores(contact);
    let w = pair.inverse_mass(model, state, n);
    if w <= 0.0 {
        return;
    }
    let size = if misprints.has(Misprint::SumOfSpeeds) {
        // Delannoy, 2.33
        let [a, b] = [pair.a, pair.b].map(|side| side.velocity(state).dot(n));
        (-a - b) * (1.0 + contact.material.restitution) / w
    } else {
        let size = (wanted - contact.normal_speed(state)) / w;
        // The whole impulse pushes, never pulls: at most the push of the solve is undone.
        match misprints.has_any(MISPRINTS) {
            true => size,
            false => (contact.bounce + size).max(-contact.normal_impulse) - contact.bounce,
        }
    };
    contact.bounce += size;
    let push = n * size;
    // 5.10
    pair.a.push(model, state, push, Level::Velocity);
    match pair.b {
        Attachment::Body { body, arm } if misprints.has(Misprint::SpinsAlone) => {
            // Delannoy, once each in 2.36 and in 2.37.
            let lever = state.bodies[body].orientation * arm;
            let turn = lever.cross(push) * 2.0;
            Frame::Body(body).turn(model, state, turn, Level::Velocity);
        }
        b if misprints.has(Misprint::ImpulseSign) => b.push(model, state, push, Level::Velocity),
        b => b.push(model, state, -push, Level::Velocity),
    }
}

/// The rolling resistance of the two materials, which is not in the papers: slows how a body spins
/// by at most a part of its load times its radius.
fn resist_rolling((model, state): (&Model, &mut State), contact: &Contact) {
    let radius = contact.a.radius.max(contact.b.radius);
    let most = contact.material.rolling_resistance * radius * contact.impulse();
    for side in [contact.a.core, contact.b.core] {
        let Attachment::Body { body, .. } = side else {
            continue;
        };
        let spin = state.bodies[body].angular_velocity;
        let speed = spin.length();
        if speed > 0.0 && most > 0.0 {
            let direction: DVec3 = spin / speed;
            let slowed = state.inverse_inertia_times(model, body, direction).length();
            let kept = (1.0 - most * slowed / speed).max(0.0);
            state.bodies[body].angular_velocity = spin * kept;
        }
    }
}
