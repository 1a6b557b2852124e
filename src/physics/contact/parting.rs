//! What was put deep into another thing comes out of it before the motion, and without speed.
//!
//! Where velocities are taken from displacements, a push out of an overlap is a speed; and where
//! joints pull back what contacts push out, each substep makes more of it. So deep overlaps are
//! parted beforehand, by a little in each substep, and the joints follow. Source: Macklin et
//! al., "Unified Particle Physics for Real-Time Applications" (2014), section 4.4.

use super::solver::ContactSolver;
use super::{Contact, SLOP_M};
use crate::physics::model::Model;
use crate::physics::state::State;

/// Depth that a substep leaves for later from which an overlap is parted so, m: impacts of
/// things that began apart leave less.
const DEEP_M: f64 = 0.01;
/// Passes over contacts and joints.
const PASSES: u32 = 4;

impl ContactSolver {
    /// Parts what overlaps deeply at the start of a substep of `h` seconds; what is left of an
    /// overlap then waits for the next substep. `follow` makes a pass over the joints.
    pub fn part_overlaps(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        h: f64,
        mut follow: impl FnMut(&mut State, &[Contact], u32),
    ) {
        if !contacts.iter().any(|contact| contact.left_depth > DEEP_M) {
            return;
        }
        for pass in 0..PASSES {
            self.push_out(model, state, contacts);
            follow(state, contacts, pass);
        }
        for contact in contacts {
            contact.begin_substep(model, state, h);
            contact.left_depth = (-contact.gap(state) - SLOP_M).max(0.0);
        }
    }
}
