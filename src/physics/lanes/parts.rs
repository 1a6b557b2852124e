//! What an articulation consists of, if its parts are neighbours in the model.

use crate::physics::collide::articulation_of;
use crate::physics::constraint::ConstraintRows;
use crate::physics::{BodyState, ColliderId, Model, ParticleState, State};
use glam::DVec3;
use std::ops::Range;

/// All particles and bodies as they are.
pub type Now<'a> = (&'a [ParticleState], &'a [BodyState]);

/// The parts of an articulation of bodies alone, or of particles and sticks alone.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    pub bodies: Range<usize>,
    pub particles: Range<usize>,
    pub sticks: Range<usize>,
    /// In the order of the model.
    pub constraints: Vec<usize>,
    /// Whether rules make some of it collide with something else otherwise than others do.
    pub has_rules: bool,
    /// Pairs of it that collide with each other.
    pub own_pairs: Vec<[ColliderId; 2]>,
    /// Whether there is more to it than this tells.
    is_odd: bool,
}

impl Parts {
    /// Those of each articulation; `None` if they are not neighbours, or if bodies and particles
    /// are among them.
    pub fn of_articulations(model: &Model) -> Vec<Option<Parts>> {
        let mut all = vec![Parts::default(); model.articulations];
        for (i, body) in model.bodies.iter().enumerate() {
            let parts = &mut all[body.articulation];
            parts.is_odd |= !extend(&mut parts.bodies, i);
        }
        for (i, particle) in model.particles.iter().enumerate() {
            let parts = &mut all[particle.articulation];
            parts.is_odd |= !extend(&mut parts.particles, i);
        }
        for (i, stick) in model.sticks.iter().enumerate() {
            let [a, b] = [stick.a, stick.b].map(|end| model.particles[end].articulation);
            all[a].is_odd |= !extend(&mut all[a].sticks, i) || a != b;
            all[b].is_odd |= a != b;
        }
        for tetrahedron in &model.tetrahedra {
            for i in tetrahedron.carrier.particles {
                all[model.particles[i].articulation].is_odd = true;
            }
        }
        for triangle in &model.triangles {
            let [first, ..] = triangle.corners;
            all[model.particles[first].articulation].is_odd = true;
        }
        for (i, constraint) in model.constraints.iter().enumerate() {
            let sides = constraint.attachments();
            if let Some(articulation) = sides.iter().find_map(|side| side.articulation(model)) {
                all[articulation].constraints.push(i);
            }
        }
        for rule in &model.pair_rules {
            match rule.pair.map(|owner| articulation_of(model, owner)) {
                [Some(a), Some(b)] if a == b && rule.collide => all[a].own_pairs.push(rule.pair),
                [Some(a), Some(b)] if a == b => {}
                sides => {
                    for articulation in sides.into_iter().flatten() {
                        all[articulation].has_rules = true;
                    }
                }
            }
        }
        let whole = |parts: &Parts| {
            let alone = parts.bodies.is_empty() != parts.particles.is_empty();
            alone && !parts.is_odd && !parts.constraints.is_empty()
        };
        all.into_iter()
            .map(|parts| Some(parts).filter(whole))
            .collect()
    }

    /// Position, m, and velocity, m/s, of one of its bodies or particles.
    pub fn motion(&self, place: usize, (particles, bodies): Now<'_>) -> (DVec3, DVec3) {
        if self.bodies.is_empty() {
            let particle = &particles[self.particles.start + place];
            (particle.position, particle.velocity)
        } else {
            let body = &bodies[self.bodies.start + place];
            (body.position, body.velocity)
        }
    }

    /// Copies what moves of it.
    pub fn copy(&self, from: &State, to: &mut State) {
        let (bodies, particles) = (self.bodies.clone(), self.particles.clone());
        to.bodies[bodies.clone()].copy_from_slice(&from.bodies[bodies]);
        to.particles[particles.clone()].copy_from_slice(&from.particles[particles]);
    }
}

/// Takes an index into a range if it is the next; whether it was.
fn extend(range: &mut Range<usize>, index: usize) -> bool {
    if range.start == range.end {
        *range = index..index;
    }
    let next = range.end == index;
    range.end += usize::from(next);
    next
}
