//! Posing a figure: limbs follow a hand while the solver holds joints and limits.

use super::simulation::Simulation;
use crate::physics::{Attachment, Spring, State};
use glam::DVec3;

/// How stiffly a limb follows the hand. Nothing has weight here, so the most force counts
/// under the gravity of the Earth.
const SPRING: Spring = Spring {
    frequency_hz: 20.0,
    most_weights: 10.0,
};
/// Substeps at least: a pose is looked at closely.
const SUBSTEPS: u32 = 8;
/// Passes at least, so that stops hold against the hand.
const ITERATIONS: u32 = 4;
/// Steps in which a hand that has gone leaves joints and limits to be closed.
const CLOSING_STEPS: u32 = 20;

/// A figure that is posed: an inverse kinematics through the solver itself. Nothing
/// falls, and nothing keeps moving: each step begins at rest.
#[derive(Clone)]
pub struct Posing {
    simulation: Simulation,
}

impl Posing {
    /// Begins where a simulation stands, with its pins.
    pub fn new(from: &Simulation) -> Posing {
        let mut simulation = from.clone();
        let mut settings = simulation.world.model().settings.clone();
        let common = &mut settings.common;
        common.gravity = DVec3::ZERO;
        common.air_velocity = DVec3::ZERO;
        common.sleeping = false;
        common.substeps = common.substeps.max(SUBSTEPS);
        if let Some(verlet) = settings.verlet_mut() {
            verlet.iterations = verlet.iterations.max(ITERATIONS);
        }
        simulation.world.retune(settings);
        Posing { simulation }
    }

    /// Lets the grip follow a target, m, for some steps; false where the grip is in
    /// nothing that moves, or the solver left the range of sane numbers.
    pub fn pull(&mut self, grip: Attachment, target: DVec3, steps: u32) -> bool {
        self.simulation.world.pull(grip, target, SPRING) && self.steps(steps)
    }

    /// Lets go, and closes what the pull has left open in joints and limits.
    pub fn release(&mut self) -> bool {
        self.simulation.world.release();
        self.steps(CLOSING_STEPS)
    }

    /// The simulation as it is posed.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// What moves, as it is posed and without the hand.
    pub fn posed(&self) -> State {
        let mut state = self.simulation.world.state().clone();
        state.holds.pull = None;
        state
    }

    fn steps(&mut self, steps: u32) -> bool {
        (0..steps).all(|_| {
            let sane = self.simulation.step() == super::Progress::Advanced;
            let mut state = self.simulation.world.state().clone();
            halt(&mut state);
            self.simulation.world.restore(&state);
            sane
        })
    }
}

fn halt(state: &mut State) {
    for particle in &mut state.particles {
        particle.velocity = DVec3::ZERO;
    }
    for body in &mut state.bodies {
        body.velocity = DVec3::ZERO;
        body.angular_velocity = DVec3::ZERO;
    }
    state.step = 0;
}
