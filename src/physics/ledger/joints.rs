//! Which joint did how much of what joints did all at once.

use super::shift::Shift;
use crate::physics::dynamics::direct::{DirectRows, Storage};
use crate::physics::dynamics::inertia::Inertias;
use crate::physics::dynamics::slots::{Slots, Spatial};
use crate::physics::dynamics::Now;
use crate::physics::interrupt::Interrupt;
use crate::physics::model::Model;
use crate::physics::state::State;

/// Share of its answer by which a row gives way, so that joints of a loop do not strain against
/// each other in the books with more than they did.
const SHARE: f64 = 1e-7;
/// Times that what this leaves is solved again.
const REFINEMENTS: u32 = 4;

/// Splits changes of velocities among joints: impulses of joints lie along the gradients of
/// their rows, so `(J M⁻¹ Jᵀ) λ = J Δv` finds them whatever method applied them.
#[derive(Clone, Default)]
pub(super) struct JointShares {
    slots: Slots,
    assemblies: Vec<DirectRows>,
    inertias: Inertias,
    interrupt: Interrupt,
}

impl JointShares {
    pub fn of(model: &Model) -> JointShares {
        let slots = Slots::of(model);
        let rows = |i| DirectRows::new(model, slots.constraints(i), Storage::Sparse);
        let assemblies = (0..slots.assemblies()).map(rows).collect();
        let mut inertias = Inertias::default();
        inertias.resize(slots.len());
        JointShares {
            slots,
            assemblies,
            inertias,
            interrupt: Interrupt::default(),
        }
    }

    /// Tells of each joint what it did to each mover; `change` is what all of them did.
    pub fn split(
        &mut self,
        model: &Model,
        state: &State,
        change: impl Fn(usize) -> Spatial,
        mut tell: impl FnMut(usize, usize, Shift),
    ) {
        for (assembly, joints) in self.assemblies.iter_mut().enumerate() {
            let of = self.slots.of_assembly(assembly);
            let mover = |slot: usize| self.slots.number(slot);
            let changes: Vec<Spatial> = of.clone().map(|slot| change(mover(slot))).collect();
            if changes.iter().all(|change| *change == Spatial::ZERO) {
                continue;
            }
            self.inertias.take(model, state, &self.slots, of.clone());
            let now = Now {
                model,
                state,
                slots: &self.slots,
                inertias: &self.inertias,
                h: 0.0,
                interrupt: &self.interrupt,
            };
            joints.take_sharing(now, SHARE);
            let impulses = joints.impulses_of(&self.inertias, &changes, of.start, REFINEMENTS);
            joints.each_push(&self.inertias, &impulses, |constraint, slot, push| {
                let shift = Shift {
                    velocity: push.linear,
                    spin: push.angular,
                    ..Shift::default()
                };
                tell(mover(slot), constraint, shift);
            });
        }
    }
}
