//! Where two runs that should be the same part.

use crate::compile::IdMap;
use crate::physics::state::Rest;
use crate::physics::{BodyState, ColliderId, ParticleState, State};
use std::fmt;

/// The first thing in which two states differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// After this step.
    pub step: u64,
    /// What a person calls the thing.
    pub what: String,
    /// What of it.
    pub field: &'static str,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { step, what, field } = self;
        write!(f, "the {field} of {what} after step {step}")
    }
}

/// The first difference of two states, bit by bit; `None` if all that counts is equal.
pub fn first_difference(a: &State, b: &State, map: &IdMap) -> Option<Difference> {
    let step = a.step;
    let found = |what: String, field| Some(Difference { step, what, field });
    if a.particles.len() != b.particles.len() || a.bodies.len() != b.bodies.len() {
        return found("the world".into(), "number of bodies");
    }
    for (i, (a, b)) in a.particles.iter().zip(&b.particles).enumerate() {
        if let Some(field) = of_particles(a, b) {
            return found(map.title_of(ColliderId::Particle(i)), field);
        }
    }
    for (i, (a, b)) in a.bodies.iter().zip(&b.bodies).enumerate() {
        if let Some(field) = of_bodies(a, b) {
            return found(map.title_of(ColliderId::Body(i)), field);
        }
    }
    let asleep = |rest: &Rest| {
        let least_hit = rest.lead.map(|lead| lead.least_hit.to_bits());
        let flags = (rest.asleep, rest.standing, rest.hit, rest.was_put);
        (flags, rest.quiet_s.to_bits(), least_hit)
    };
    let rests = |s: &State| -> Vec<_> { s.rest.iter().map(asleep).collect() };
    if rests(a) != rests(b) {
        return found("an articulation".into(), "sleep state");
    }
    if a.memory != b.memory {
        return found("the method".into(), "internal state");
    }
    if a.holds != b.holds {
        return found("pulls and pins".into(), "state");
    }
    (a.hash() != b.hash()).then_some(())?;
    found("the state".into(), "hash")
}

fn of_particles(a: &ParticleState, b: &ParticleState) -> Option<&'static str> {
    let fields = [
        ("position", bits(a.position) == bits(b.position)),
        ("velocity", bits(a.velocity) == bits(b.velocity)),
    ];
    first_unequal(&fields)
}

fn of_bodies(a: &BodyState, b: &BodyState) -> Option<&'static str> {
    let turn = |body: &BodyState| body.orientation.to_array().map(f64::to_bits);
    let spins = [a, b].map(|body| bits(body.angular_velocity));
    let fields = [
        ("position", bits(a.position) == bits(b.position)),
        ("orientation", turn(a) == turn(b)),
        ("velocity", bits(a.velocity) == bits(b.velocity)),
        ("angular velocity", spins[0] == spins[1]),
    ];
    first_unequal(&fields)
}

fn first_unequal(fields: &[(&'static str, bool)]) -> Option<&'static str> {
    let unequal = fields.iter().find(|(_, equal)| !equal);
    unequal.map(|(field, _)| *field)
}

fn bits(vector: glam::DVec3) -> [u64; 3] {
    vector.to_array().map(f64::to_bits)
}
