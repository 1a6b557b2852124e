//! Springs of joints as forces, where nothing else pushes an assembly.
//!
//! As a row of a substep a spring acts once in it. Motion that Runge-Kutta leads asks for its force
//! wherever it looks, and for what it held and its damper took, to know the energy.

use super::gradient::{split, Block};
use super::slots::{Slots, Spatial};
use crate::physics::model::Model;
use crate::physics::state::State;

/// The springs that push an assembly.
#[derive(Clone, Copy)]
pub struct Driven<'a> {
    /// What is constant.
    pub model: &'a Model,
    /// Where each mover lies.
    pub slots: &'a Slots,
    /// The first slot of the assembly.
    pub first: usize,
    /// The springs, by their indices among the drives.
    pub drives: &'a [usize],
}

impl Driven<'_> {
    /// Tells of the forces in a state, N and N·m, with the slots that they push, counted from the
    /// first of the assembly; returns the power that dampers take, W. `blocks` is scratch memory.
    pub fn each_force(
        &self,
        state: &State,
        blocks: &mut Vec<Block>,
        mut push: impl FnMut(usize, Spatial),
    ) -> f64 {
        let mut taken = 0.0;
        for &index in self.drives {
            let drive = &self.model.drives[index];
            let along = drive.coordinate.row(state, 0.0);
            let rate = along.rate(state).x;
            let (force, damping) = drive.force(state, rate);
            taken += damping * rate * rate;
            blocks.clear();
            split(&along, state, self.slots, blocks, |_, blocks| {
                for block in blocks {
                    push(block.slot - self.first, block.of.times(force));
                }
            });
        }
        taken
    }

    /// Energy that the springs hold in a state, J.
    pub fn energy(&self, state: &State) -> f64 {
        let of = |&index: &usize| self.model.drives[index].energy(state);
        self.drives.iter().map(of).sum()
    }
}

/// What dampers take in `h` seconds by the power that they take in the four stages of
/// Runge-Kutta, J.
pub fn taken_in(h: f64, [first, second, third, last]: [f64; 4]) -> f64 {
    (first + 2.0 * (second + third) + last) * (h / 6.0)
}
