//! Substeps that are cut for the sake of the joints.

use super::{Dynamics, Scratch};
use crate::physics::dynamics::{JointSolver, Now};
use crate::physics::probe::NoProbe;
use crate::physics::step::StepContext;

impl<J: JointSolver> Dynamics<J> {
    /// A length within a substep of `h` seconds, of so many at most: halved until the joints
    /// of all that takes part say that it is short enough, tried without contacts.
    pub(super) fn shortened(
        &mut self,
        context: &mut StepContext<'_>,
        h: f64,
        (mut length, of): (u32, u32),
    ) -> u32 {
        let (model, state) = (context.model, &mut *context.state);
        while length > 1 && !self.interrupt.is_due() {
            let h = h * f64::from(length) / f64::from(of);
            self.choose(model, context.parts);
            self.accelerate(model, state, h, &mut NoProbe);
            let Scratch {
                inertias,
                assemblies,
                kept,
                ..
            } = &mut self.scratch;
            let now = Now {
                model,
                state,
                slots: &self.slots,
                inertias,
                h,
                interrupt: &self.interrupt,
            };
            let joints = &mut self.joints;
            let fits = |&assembly: &usize| {
                let of = now.slots.of_assembly(assembly);
                joints.fits(now, assembly, &mut kept[of])
            };
            if assemblies.iter().all(fits) {
                break;
            }
            length /= 2;
        }
        length
    }
}
