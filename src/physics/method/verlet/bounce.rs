//! The velocity pass after the solve: bounces of contacts and of angle limits.

use super::Verlet;
use crate::physics::attach::Level;
use crate::physics::constraint::{Contact, Kind, Part, Sense};
use crate::physics::model::Model;
use crate::physics::report::kinetic_energy;
use crate::physics::state::State;

/// Sweeps of the velocity pass; two limbs hit at once need a few.
const BOUNCE_SWEEPS: u32 = 16;
/// Change of speed at which the velocity pass has settled, m/s.
const BOUNCE_SETTLED_M_S: f64 = 1e-9;
/// Rounding of a kinetic energy, relative.
const ENERGY_ROUNDING: f64 = 1e-12;
/// Rate below which a stop does not bounce, rad/s.
const RESTING_RATE_RAD_S: f64 = 0.5;

/// The velocity pass of the contacts: first the bounces alone, then with their
/// friction. Friction only ever takes energy; where it would give some, as between
/// the two sides of a wedge, the bounces stay without it.
pub(super) fn bounce(model: &Model, state: &mut State, contacts: &mut [Contact]) {
    settle_bounces(model, state, contacts, false);
    contacts.iter_mut().for_each(Contact::limit_rub);
    if contacts.iter().any(|c| c.rub_limit > 0.0) {
        let most = kinetic_energy(model, state) * (1.0 + ENERGY_ROUNDING);
        let without = (state.clone(), contacts.to_vec());
        settle_bounces(model, state, contacts, true);
        if kinetic_energy(model, state) > most {
            state.clone_from(&without.0);
            contacts.clone_from_slice(&without.1);
        }
    }
    for contact in contacts.iter().filter(|c| c.loaded()) {
        contact.resist_rolling(model, state);
    }
}

/// Repeats the bounces until contacts that share a body agree. Where nothing
/// bounces, one sweep takes the speed that pushing out has left.
fn settle_bounces(model: &Model, state: &mut State, contacts: &mut [Contact], rubbing: bool) {
    let sweeps = match contacts.iter().any(Contact::bounces) {
        true => BOUNCE_SWEEPS,
        false => 1,
    };
    for _ in 0..sweeps {
        let mut change: f64 = 0.0;
        for contact in contacts.iter_mut() {
            if rubbing {
                contact.rub(model, state);
            }
            change = change.max(contact.bounce(model, state));
        }
        if change < BOUNCE_SETTLED_M_S {
            break;
        }
    }
}

/// A part of an elastic limit that was approaching its bound.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    constraint: usize,
    part: usize,
    /// Rate of the error before the solve, below 0, rad/s.
    rate: f64,
}

impl Verlet {
    /// Notes how fast elastic limits are being approached.
    pub(super) fn record_stops(&mut self, model: &Model, state: &State) {
        self.stops.clear();
        for (constraint, limit) in model.constraints.iter().enumerate() {
            if limit.restitution() == 0.0 {
                continue;
            }
            for part in 0..limit.part_count() {
                let rate = limit
                    .part(part, Level::Velocity, state, &model.settings)
                    .map_or(0.0, |part| part.rate(state).x);
                if rate < -RESTING_RATE_RAD_S {
                    self.stops.push(Stop {
                        constraint,
                        part,
                        rate,
                    });
                }
            }
        }
    }

    /// Sends back what reached its stop, once (8.11 with the restitution applied
    /// after the iterations instead of in each).
    pub(super) fn bounce_at_stops(&self, model: &Model, state: &mut State) {
        for stop in &self.stops {
            let limit = &model.constraints[stop.constraint];
            let Some(part) = limit.part(stop.part, Level::Velocity, state, &model.settings) else {
                continue;
            };
            let Part::Turn {
                error,
                sense: Sense::Inequality,
                ..
            } = part
            else {
                continue;
            };
            let (rate, wanted) = (part.rate(state).x, -limit.restitution() * stop.rate);
            // The solve took most of the approach: the stop was reached.
            let reached = error <= 1e-3 && rate > 0.5 * stop.rate;
            let w = part.inverse_mass(model, state, [1.0, 1.0]).x_axis.x;
            if reached && rate < wanted && w > 0.0 {
                let impulse = glam::DVec3::new((wanted - rate) / w, 0.0, 0.0);
                part.push(model, state, [1.0, 1.0], impulse);
            }
        }
    }
}
