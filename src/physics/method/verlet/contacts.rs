//! Passes over all contacts.
//!
//! Every pass goes forward and backward, and takes all normals before all friction:
//! else the first point of a patch carries too much, the body tilts a little, and
//! friction makes it creep.

use crate::physics::constraint::contact::Softness;
use crate::physics::constraint::Contact;
use crate::physics::model::{Model, Owner};
use crate::physics::state::State;
use arrayvec::ArrayVec;
use glam::DVec3;

/// Points of a patch that are solved at once; a face on a face has four.
const PATCH: usize = 8;
/// Frequency of soft contacts, Hz, at most a quarter of the substep rate.
const SOFT_HZ: f64 = 30.0;
/// Damping ratio of soft contacts.
const SOFT_DAMPING: f64 = 10.0;
/// Most speed at which a soft contact pushes out, m/s.
const PUSH_OUT_M_S: f64 = 3.0;

/// Removes penetration and sliding from positions.
pub(super) fn relax(model: &Model, state: &mut State, contacts: &mut [Contact]) {
    push_out(model, state, contacts);
    there_and_back(contacts, |contact| contact.relax_friction(model, state));
    // Friction presses limbs in a little; their joints keep this from creeping.
    for contact in contacts.iter_mut().filter(|contact| contact.jointed) {
        contact.relax(model, state);
    }
}

/// Removes penetration from positions, without friction.
pub(super) fn push_out(model: &Model, state: &mut State, contacts: &mut [Contact]) {
    there_and_back(contacts, |contact| contact.relax(model, state));
}

/// Removes penetration from the positions of what joints hold. A push without
/// friction makes stacks of loose things rock; they are pushed out by velocities.
pub(super) fn push_out_jointed(model: &Model, state: &mut State, contacts: &mut [Contact]) {
    for contact in contacts.iter_mut().filter(|contact| contact.jointed) {
        contact.relax(model, state);
    }
}

/// Removes approach and slip from velocities; `softness` of contacts of what joints
/// hold and of those of loose things.
pub(super) fn solve_velocities(
    model: &Model,
    state: &mut State,
    contacts: &mut [Contact],
    [of_jointed, of_loose]: [Softness; 2],
    h: f64,
) {
    there_and_back(contacts, |contact| {
        let softness = if contact.jointed {
            of_jointed
        } else {
            of_loose
        };
        contact.solve_velocity(model, state, softness, PUSH_OUT_M_S, h);
    });
    forward_by_patch(model, state, contacts);
    for contact in contacts.iter_mut().rev() {
        let slip = contact.slip(state);
        contact.solve_friction(model, state, slip);
    }
}

/// How a soft contact gives way in substeps of `h` seconds.
pub(super) fn softness(h: f64) -> Softness {
    Softness::spring(SOFT_HZ.min(0.25 / h), SOFT_DAMPING, h)
}

/// Pushes loose things out by a part of their depth only, and not for a few
/// millimetres: else a stack that is solved once per step rocks itself over. Ten
/// boxes a centimetre out of line need more than 2 mm.
pub(super) fn patient(h: f64) -> Softness {
    Softness {
        bias_rate: 0.2 / h,
        dead_band: 0.004,
        ..Softness::RIGID
    }
}

/// Forgets position pushes where velocities have impulses of their own.
pub(super) fn forget_pushes(contacts: &mut [Contact]) {
    for contact in contacts {
        contact.normal_push = 0.0;
    }
}

/// Takes back the slip of each contact in turn, but of the points of a patch all at
/// once, each its share: taken in turn, each would turn the patch and let the next one
/// slide aside, and friction that should hold would be spent on that. Stacks that are
/// solved on positions rock under it; they take their slide in turn.
fn forward_by_patch(model: &Model, state: &mut State, contacts: &mut [Contact]) {
    let patches = contacts.chunk_by_mut(on_one_patch);
    for patch in patches.flat_map(|patch| patch.chunks_mut(PATCH)) {
        let presses = |contact: &&Contact| contact.normal_impulse > 0.0;
        let pressing = patch.iter().filter(presses).count();
        let share = 1.0 / pressing.max(1) as f64;
        let slips: ArrayVec<DVec3, PATCH> = patch.iter().map(|c| c.slip(state)).collect();
        for (contact, slip) in patch.iter_mut().zip(slips) {
            contact.solve_friction(model, state, slip * share);
        }
    }
}

/// Whether two contacts are points of one patch: of the same two things, one of which is a
/// body. The ends of a stick move each by itself.
fn on_one_patch(c: &Contact, d: &Contact) -> bool {
    let is_body = |owner: Owner| matches!(owner, Owner::Body(_));
    let owners = [c.a.owner, c.b.owner];
    owners == [d.a.owner, d.b.owner] && owners.into_iter().any(is_body)
}

fn there_and_back(contacts: &mut [Contact], mut visit: impl FnMut(&mut Contact)) {
    contacts.iter_mut().for_each(&mut visit);
    contacts.iter_mut().rev().for_each(visit);
}
