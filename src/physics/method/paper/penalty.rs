//! Contacts as damped springs (Baltman & Radeztsky, equations 5.1 to 5.7 and 5.11).
//!
//! `F = max(0, k depth − c v_n) n` on one side and its opposite on the other, with
//! `k = κ m / (h² N)` and `c = δ m / (h N)` from the mass `m` behind the contact and
//! the number `N` of points that share it, or the `k / N` and `c / N` of the materials. Impacts above the resting speed bounce by
//! impulses besides (5.8 to 5.10). What hangs in joints takes the constraint of section 9 instead,
//! since springs let it sink.

use super::misprint::{Misprint, Misprints};
use crate::physics::attach::{Attachment, Level};
use crate::physics::contact::Contact;
use crate::physics::model::Model;
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
    /// Of each side, N·s; opposite but for misprints.
    impulses: [DVec3; 2],
}

/// Applies the forces of the contacts of loose things for `h` seconds.
///
/// All forces are those of one moment: taken in turn, the points of a patch would
/// press unequally, and what lies level would creep. `forces` is scratch memory.
pub(super) fn push(
    (model, state): (&Model, &mut State),
    contacts: &mut [Contact],
    forces: &mut Vec<Force>,
    (misprints, h): (Misprints, f64),
) {
    forces.clear();
    let presses = |contact: &Contact| !contact.jointed && contact.gap(state) < 0.0;
    // The points of a patch stand together.
    let same_pair = |c: &Contact, d: &Contact| (c.a.owner, c.b.owner) == (d.a.owner, d.b.owner);
    for patch in contacts.chunk_by_mut(same_pair) {
        let points = patch.iter().filter(|contact| presses(contact)).count() as f64;
        for contact in patch.iter_mut().filter(|contact| presses(contact)) {
            let share = Share {
                points,
                h,
                misprints,
            };
            press((model, state), contact, share, forces);
        }
    }
    for force in forces.iter() {
        for (side, impulse) in force.sides.into_iter().zip(force.impulses) {
            side.push(model, state, impulse, Level::Velocity);
        }
    }
}

/// What a point of a patch has of it.
#[derive(Debug, Clone, Copy)]
struct Share {
    /// How many points press in the patch.
    points: f64,
    /// Duration of the substep, s.
    h: f64,
    misprints: Misprints,
}

/// 5.1 to 5.7.
fn press(
    (model, now): (&Model, &State),
    contact: &mut Contact,
    of_patch: Share,
    forces: &mut Vec<Force>,
) {
    let Share {
        points,
        h,
        misprints,
    } = of_patch;
    let n = contact.normal;
    let inverse = |side: Attachment| side.inverse_mass_along(model, now, n);
    let w = inverse(contact.a.core) + inverse(contact.b.core);
    if w == 0.0 {
        return;
    }
    let (depth, speed) = (-contact.gap(now), contact.normal_speed(now));
    let share = 1.0 / (w * points);
    let spring = contact.material.spring;
    let stiffness = spring.stiffness_n_m.map_or(STIFFNESS, |k| k * h * h * w);
    let damping = spring.damping_n_s_m.map_or(DAMPING, |c| c * h * w);
    let of_speed = |speed: f64| {
        let force = share * (stiffness * depth / h - damping * speed);
        match misprints.has(Misprint::AdhesivePenalty) {
            true => force,
            false => force.max(0.0),
        }
    };
    let impulse = of_speed(speed);
    let mut of_sides = match misprints.has(Misprint::SecondSpeed) {
        true => [impulse, of_speed(-speed)],
        false => [impulse; 2],
    };
    if misprints.has(Misprint::UnequalForces) {
        let shares = shares_of_heavier([contact.a.core, contact.b.core].map(|c| c.mass(model)));
        of_sides = [of_sides[0] * shares[0], of_sides[1] * shares[1]];
    }
    contact.normal_impulse = of_sides[0].max(0.0);
    forces.push(Force {
        sides: [contact.a.core, contact.b.core],
        impulses: [n * of_sides[0], n * -of_sides[1]],
    });
    forces.extend(friction((model, now), contact, impulse.abs(), of_patch));
}

/// Baltman & Radeztsky, 5.7: what is left of the force on each side, from the masses of both,
/// kg; the world has none.
fn shares_of_heavier(masses: [Option<f64>; 2]) -> [f64; 2] {
    match masses {
        [Some(a), Some(b)] => [(b / a).min(1.0), (a / b).min(1.0)],
        _ => [1.0; 2],
    }
}

/// Kinetic friction that turns viscous at low slip (5.11), without turning it round.
fn friction(
    (model, now): (&Model, &State),
    contact: &Contact,
    pressed: f64,
    of_patch: Share,
) -> Option<Force> {
    let (a, b) = (contact.a.surface(), contact.b.surface());
    let slip = a.velocity(now) - b.velocity(now) - contact.belt;
    let slip = slip - contact.normal * slip.dot(contact.normal);
    let speed = slip.length();
    if speed < 1e-12 {
        return None;
    }
    let direction = slip / speed;
    let w =
        a.inverse_mass_along(model, now, direction) + b.inverse_mass_along(model, now, direction);
    let fade = (speed / VISCOUS_SLIP_M_S).min(1.0);
    let impulse = contact.material.friction * pressed * fade;
    let stops = speed / (of_patch.points * w).max(1e-12);
    let impulse = match of_patch.misprints.has(Misprint::ReversingFriction) {
        true => impulse,
        false => impulse.min(stops),
    };
    Some(Force {
        sides: [a, b],
        impulses: [direction * -impulse, direction * impulse],
    })
}
