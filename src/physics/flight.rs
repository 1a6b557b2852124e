//! Free flight on the parabola.
//!
//! With the new velocity `v'` a substep moves by `v' h`, which is `g h²/2` more than the
//! parabola has. What nothing touches or holds is therefore led back by `(v − v') h/2`
//! before it moves, and its velocity stays as it is: together the mean velocity (the
//! trapezoidal rule), in each form of the state. Under drag that is of second order.
//!
//! What rests on something keeps Verlet's own step: led back, it would be lifted off
//! what carries it, and pushed at by what holds it, once in each substep.

use super::active::Active;
use super::contact::Contact;
use super::model::Model;
use super::state::State;

/// Which articulations something touches or holds; scratch memory.
#[derive(Debug, Clone, Default)]
pub struct Flight {
    held: Vec<bool>,
}

impl Flight {
    /// Leads back what flies freely through the next `h` seconds, of the articulations for
    /// which `moves_so` says that they move with their new velocity.
    pub fn lead_back(
        &mut self,
        model: &Model,
        state: &mut State,
        (active, contacts): (&Active, &[Contact]),
        h: f64,
        moves_so: impl Fn(usize) -> bool,
    ) {
        let settings = &model.settings.common;
        self.note_held(model, state, contacts);
        let free_flight = settings.free_flight(h);
        let flies = |articulation: usize| !self.held[articulation] && moves_so(articulation);
        for &i in active.particles() {
            if flies(model.particles[i].articulation) {
                let particle = &mut state.particles[i];
                particle.position += settings.half_way_back(free_flight, particle.velocity, h);
            }
        }
        for &i in active.bodies() {
            let constant = &model.bodies[i];
            if flies(constant.articulation) {
                let body = &mut state.bodies[i];
                let free_flight = match constant.has_common_drag() {
                    true => free_flight.into(),
                    false => settings.free_flight_of(constant, body.orientation, h),
                };
                body.position += settings.half_way_back(free_flight, body.velocity, h);
            }
        }
    }

    /// Whether nothing touched or held an articulation when it was last asked.
    pub fn is_free(&self, articulation: usize) -> bool {
        self.held.get(articulation).is_some_and(|held| !held)
    }

    fn note_held(&mut self, model: &Model, state: &State, contacts: &[Contact]) {
        self.held.clone_from(&model.anchored);
        // Not all contacts: how far away they are watched is a matter of their search.
        let met = contacts.iter().filter(|contact| contact.is_met);
        let touched = met.flat_map(|c| [&c.a.core, &c.b.core]);
        let pinned = state.holds.pins.iter().map(|pin| &pin.grip);
        let pulled = state.holds.pull.iter().map(|pull| &pull.grip);
        for grip in touched.chain(pinned).chain(pulled) {
            if let Some(articulation) = grip.articulation(model) {
                self.held[articulation] = true;
            }
        }
    }
}
