//! Posing: a limb is dragged while nothing else moves by itself.

use super::pull::PullDrag;
use super::Lens;
use crate::app::program::Program;
use crate::lab::Posing;
use crate::physics::State;
use glam::DVec2;

/// Steps of the solver per frame: enough to follow a hand.
const STEPS: u32 = 3;

/// A drag that poses.
#[derive(Clone)]
pub(super) struct PoseDrag {
    pull: PullDrag,
    posing: Posing,
    before: State,
}

impl std::fmt::Debug for PoseDrag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PoseDrag").field(&self.pull).finish()
    }
}

impl PoseDrag {
    /// Takes hold of the limb under a point of the window, at the start of the scene.
    pub(super) fn begin(program: &mut Program, lens: &Lens, at: DVec2) -> Option<PoseDrag> {
        super::go_to_start(program);
        let simulation = &program.session.simulation;
        Some(PoseDrag {
            pull: PullDrag::at(program, lens, at)?,
            posing: Posing::new(simulation),
            before: simulation.world.state().clone(),
        })
    }

    /// Lets the limb follow the pointer, with all that hangs on it.
    pub(super) fn follow(&mut self, program: &mut Program, lens: &Lens, at: DVec2) {
        let target = self.pull.target(lens, at);
        if !self.posing.pull(self.pull.grip(), target, STEPS) {
            self.posing = Posing::new(&program.session.simulation);
        }
        let world = &mut program.session.simulation.world;
        world.restore(&self.posing.posed());
    }

    /// Makes the pose that of the document.
    pub(super) fn finish(mut self, program: &mut Program) {
        if self.posing.release() {
            program.keep_posed(self.posing.simulation());
        } else {
            self.take_back(program);
        }
    }

    /// Takes the pose back.
    pub(super) fn take_back(&self, program: &mut Program) {
        program.session.simulation.world.restore(&self.before);
    }
}
