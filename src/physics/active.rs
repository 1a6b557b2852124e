//! What takes part in a step, as lists: what sleeps costs nothing.

use super::model::Model;
use super::state::State;

/// The articulations that take part, and what of them can move.
#[derive(Debug, Clone, Default)]
pub struct Active {
    /// Per articulation; none until they have been chosen.
    flags: Vec<bool>,
    particles: Vec<usize>,
    bodies: Vec<usize>,
}

impl Active {
    /// Takes in the articulations for which `takes_part` holds; whether they are others
    /// than before.
    pub fn choose(&mut self, model: &Model, takes_part: impl Fn(usize) -> bool) -> bool {
        let flags = &mut self.flags;
        let known = flags.len() == model.articulations && !flags.is_empty();
        if known && (0..model.articulations).all(|i| flags[i] == takes_part(i)) {
            return false;
        }
        flags.clear();
        flags.extend((0..model.articulations).map(takes_part));
        let particles = model.particles.iter().enumerate();
        let particles = particles.filter(|(_, p)| !p.fixed && flags[p.articulation]);
        self.particles.clear();
        // Enough for all: to wake something must not take memory.
        self.particles.reserve(model.particles.len());
        self.particles.extend(particles.map(|(i, _)| i));
        let bodies = model.bodies.iter().enumerate();
        let bodies = bodies.filter(|(_, b)| flags[b.articulation]);
        self.bodies.clear();
        self.bodies.reserve(model.bodies.len());
        self.bodies.extend(bodies.map(|(i, _)| i));
        true
    }

    /// Everything counts as chosen anew next time: the model is another one.
    pub fn forget(&mut self) {
        self.flags.clear();
    }

    /// The same, and nothing has moved: the whole state is another one.
    pub fn restart(&mut self) {
        self.forget();
        self.particles.clear();
        self.bodies.clear();
    }

    /// Whether an articulation takes part.
    pub fn has(&self, articulation: usize) -> bool {
        self.flags[articulation]
    }

    /// Number of things that can move.
    pub fn movers(&self) -> usize {
        self.particles.len() + self.bodies.len()
    }

    /// Particles that can move, in order.
    pub fn particles(&self) -> &[usize] {
        &self.particles
    }

    /// Bodies that can move, in order.
    pub fn bodies(&self) -> &[usize] {
        &self.bodies
    }

    /// Copies what takes part.
    pub fn copy(&self, from: &State, to: &mut State) {
        for &i in &self.particles {
            to.particles[i] = from.particles[i];
        }
        for &i in &self.bodies {
            to.bodies[i] = from.bodies[i];
        }
    }
}
