//! The collision constraint: Baltman & Radeztsky, section 9; the friction of what is made of
//! particles by Jakobsen, section 7.

use super::misprint::{Misprint, Misprints};
use super::pair::Pair;
use super::settings::{PaperSettings, ParticleFriction};
use crate::physics::attach::Level;
use crate::physics::contact::{Contact, RESTING_SPEED_M_S, SLOP_M};
use crate::physics::model::{ColliderId, Model};
use crate::physics::state::State;
use glam::DVec3;

/// 9.1 and 9.7 to 9.9, 9.13: moves what overlaps apart along the normal, but for the depth that
/// lets a resting contact be found again, and for what was put there. Returns the push, kg·m.
pub(super) fn part(
    (model, state): (&Model, &mut State),
    contact: &mut Contact,
    misprints: Misprints,
) -> f64 {
    let pair = cores(contact);
    let n = contact.normal;
    // 9.1
    let room = contact.gap(state) + SLOP_M + contact.left_depth;
    // 9.8
    let w = pair.inverse_mass(model, state, n);
    if room >= 0.0 || w <= 0.0 {
        return 0.0;
    }
    let size = -room / w;
    let push = match misprints.has(Misprint::ContactSign) {
        true => n * -size,
        false => n * size,
    };
    match misprints.has(Misprint::ContactRotationSign) {
        true => pair.push_turning_alike(model, state, push),
        false => pair.push(model, state, push, Level::Position),
    }
    contact.normal_push += size;
    size
}

/// Takes back how far the surfaces have slid on each other in the substep, by at most μ times
/// what has pushed them apart: in all, or in this pass (`found`, Jakobsen, section 7). The
/// paper's velocity-less form has no friction of its own.
pub(super) fn rub(
    (model, state): (&Model, &mut State),
    contact: &mut Contact,
    found: f64,
    settings: &PaperSettings,
) {
    let is_by_depth = settings.particle_friction == ParticleFriction::ByDepth
        && (is_of_particles(contact.a.owner) || is_of_particles(contact.b.owner));
    let pushed = if is_by_depth {
        found
    } else {
        contact.normal_push
    };
    if pushed <= 0.0 {
        return;
    }
    let pair = surfaces(contact);
    let slid = pair.a.position(state) - pair.b.position(state) - contact.start;
    let slid = slid - contact.normal * slid.dot(contact.normal);
    let length = slid.length();
    if length == 0.0 {
        return;
    }
    let w = pair.inverse_mass(model, state, slid / length);
    if w <= 0.0 {
        return;
    }
    let most = contact.material.friction * pushed;
    let held = if is_by_depth {
        DVec3::ZERO
    } else {
        contact.friction_push
    };
    let change = (held - slid / w).clamp_length_max(most) - held;
    pair.push(model, state, change, Level::Position);
    contact.friction_push += change;
}

/// 9.2 to 9.6 and 9.10 to 9.12: gives the two surfaces the velocity that they are to have after
/// the contact, `−ε` along the normal and a share of the slip across it. Friction keeps the share
/// `1 − μ`, here as the `v_friction` of 9.5.
pub(super) fn meet(
    (model, state): (&Model, &mut State),
    contact: &mut Contact,
    misprints: Misprints,
) {
    if contact.gap(state) >= 0.0 {
        return;
    }
    let (pair, n) = (surfaces(contact), contact.normal);
    // 9.2 to 9.4
    let speed = pair.a.velocity(state) - pair.b.velocity(state) - contact.belt;
    let along = speed.dot(n);
    // 9.5 as printed does not ask whether they approach.
    let reversed = misprints.has(Misprint::ReversedSlip);
    if along >= 0.0 && !reversed {
        return;
    }
    let restitution = match contact.approach < -RESTING_SPEED_M_S {
        true => contact.material.restitution,
        false => 0.0,
    };
    let kept = (1.0 - contact.material.friction).max(0.0);
    let slip = (speed - n * along) * if reversed { -kept } else { kept };
    let wanted = slip - n * (restitution * along);
    // 9.6
    let change = match misprints.has(Misprint::ContactSpeedSign) {
        true => speed - wanted,
        false => wanted - speed,
    };
    let size = change.length();
    if size == 0.0 {
        return;
    }
    // 9.11 and 9.12
    let w = pair.inverse_mass(model, state, change / size);
    if w <= 0.0 {
        return;
    }
    let push = change / w;
    pair.push(model, state, push, Level::Velocity);
    let along = push.dot(n);
    contact.normal_impulse += along;
    contact.friction_impulse += push - n * along;
}

/// Where the normal acts.
pub(super) fn cores(contact: &Contact) -> Pair {
    Pair::by_mass(contact.a.core, contact.b.core)
}

/// Where friction acts.
pub(super) fn surfaces(contact: &Contact) -> Pair {
    Pair::by_mass(contact.a.surface(), contact.b.surface())
}

fn is_of_particles(owner: ColliderId) -> bool {
    !owner.is_of_body() && !matches!(owner, ColliderId::Obstacle(_))
}
