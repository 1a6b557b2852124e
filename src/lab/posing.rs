//! Posing a figure: limbs follow a hand while the solver holds joints and limits.

use super::simulation::Simulation;
use crate::physics::collide::detect;
use crate::physics::{Attachment, ColliderId, Spring, State};
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

/// A part stands on what is no farther from it than this, m.
const STANDS_M: f64 = 0.01;
/// Least height of the normal of what a part stands on, of 1.
const LEAST_UP: f64 = 0.5;
/// Most parts on which a figure stands.
const MOST_FEET: usize = 4;

/// A figure that is posed: an inverse kinematics through the solver itself. Nothing
/// falls, and nothing keeps moving: each step begins at rest.
#[derive(Clone)]
pub struct Posing {
    simulation: Simulation,
    /// Pins that were there before.
    pins: usize,
}

impl Posing {
    /// Begins where a simulation stands, with its pins.
    pub fn new(from: &Simulation) -> Posing {
        let mut simulation = from.clone();
        simulation.stop_clips();
        let mut settings = simulation.world.model().settings.clone();
        let common = &mut settings.common;
        common.gravity = DVec3::ZERO;
        common.air_velocity = DVec3::ZERO;
        common.sleeping = false;
        common.substeps = common.substeps.max(SUBSTEPS);
        if let Some(own) = settings.method.relaxation_mut() {
            *own.iterations = (*own.iterations).max(ITERATIONS);
        }
        simulation.world.retune(settings);
        let pins = simulation.world.holds().pins.len();
        Posing { simulation, pins }
    }

    /// Keeps the parts on which a figure stands where they are, but for that of the grip; a
    /// figure that lies on more than a few is left free. Whether any is kept.
    pub fn plant(&mut self, grip: Attachment) -> bool {
        // What a hand touches is awake, and only that can touch something.
        let here = grip.position(self.simulation.world.state());
        if !self.pull(grip, here, 1) {
            return false;
        }
        let (world, mut feet) = (&self.simulation.world, Vec::new());
        let (model, state) = (world.model(), world.state());
        // A step does not list those of figures that are stepped as a crowd.
        let mut contacts = Vec::new();
        detect(model, state, model.settings.common.step_s, &mut contacts);
        for contact in &contacts {
            let ColliderId::Obstacle(_) = contact.b.owner else {
                continue;
            };
            let part = match (contact.a.owner, model.shape_of(contact.a.owner)) {
                (_, Some((body, ..))) => Attachment::centre_of(body),
                (ColliderId::Particle(i), None) => Attachment::Particle(i),
                _ => continue,
            };
            let is_same_figure = part.articulation(model) == grip.articulation(model);
            let stands = contact.normal.y > LEAST_UP && contact.gap(state) < STANDS_M;
            if is_same_figure && stands && !feet.contains(&part) {
                feet.push(part);
            }
        }
        if feet.len() > MOST_FEET {
            return false;
        }
        let own = own_part(grip);
        for foot in feet.into_iter().filter(|foot| Some(*foot) != own) {
            self.simulation.world.pin(foot);
        }
        self.is_planted()
    }

    /// Whether parts on which a figure stands are kept.
    pub fn is_planted(&self) -> bool {
        self.simulation.world.holds().pins.len() > self.pins
    }

    /// Lets the parts free on which a figure stands.
    pub fn uproot(&mut self) {
        let mut state = self.simulation.world.state().clone();
        state.holds.pins.truncate(self.pins);
        self.simulation.world.restore(&state);
    }

    /// Lets the grip follow a target, m, for some steps; false where the grip is in
    /// nothing that moves, or the solver left the range of sane numbers.
    pub fn pull(&mut self, grip: Attachment, target: DVec3, steps: u32) -> bool {
        self.simulation.world.pull(grip, target, SPRING) && self.steps(steps)
    }

    /// Lets go, and closes what the pull has left open in joints and limits; what was kept
    /// for the drag alone is free then.
    pub fn release(&mut self) -> bool {
        self.simulation.world.release();
        let is_sane = self.steps(CLOSING_STEPS);
        self.uproot();
        is_sane
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

/// The part that a hand holds, as a foot is held.
fn own_part(grip: Attachment) -> Option<Attachment> {
    match grip {
        Attachment::Body { body, .. } => Some(Attachment::centre_of(body)),
        Attachment::Particle(_) => Some(grip),
        _ => None,
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
