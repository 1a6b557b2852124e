//! The velocity pass after the solve: bounces of contacts and of angle limits.

use super::Verlet;
use crate::physics::attach::Level;
use crate::physics::constraint::part::REACHED;
use crate::physics::constraint::{Contact, Kind, Part, Sense};
use crate::physics::model::Model;
use crate::physics::report::kinetic_energy;
use crate::physics::state::State;
use glam::DVec3;

/// Sweeps of the velocity pass; two limbs hit at once need a few.
const BOUNCE_SWEEPS: u32 = 16;
/// Change of speed at which the velocity pass has settled, m/s.
const BOUNCE_SETTLED_M_S: f64 = 1e-9;
/// The same of the rate at a stop, rad/s.
const BOUNCE_SETTLED_RAD_S: f64 = 1e-9;
/// Angle limits count with true masses.
const TRUE_MASSES: [f64; 2] = [1.0, 1.0];
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
    /// after the iterations instead of in each). The joints of the limb are solved in
    /// turn with it: a push on a door alone would turn it about its middle, and its
    /// hinge would then take most of the bounce.
    pub(super) fn bounce_at_stops(&self, model: &Model, state: &mut State) {
        let bounces = |stop: &&Stop| {
            stop.part(model, state).is_some_and(|part| {
                let wanted = stop.wanted(model);
                let inequality = matches!(
                    part,
                    Part::Turn { error, sense: Sense::Inequality, .. } if error <= REACHED
                );
                inequality && part.rate(state).x < wanted
            })
        };
        let mut struck: Vec<(Stop, f64)> = self
            .stops
            .iter()
            .filter(bounces)
            .map(|&s| (s, 0.0))
            .collect();
        if struck.is_empty() {
            return;
        }
        let assembly = |i: usize| {
            let sides = model.constraints[i].attachments();
            sides.into_iter().find_map(|side| side.assembly(model))
        };
        let moved: Vec<_> = struck.iter().map(|(s, _)| assembly(s.constraint)).collect();
        let joined: Vec<usize> = (0..model.constraints.len())
            .filter(|&i| moved.contains(&assembly(i)))
            .collect();
        for _ in 0..BOUNCE_SWEEPS {
            let mut change: f64 = 0.0;
            for (stop, impulse) in &mut struck {
                change = change.max(stop.send_back(model, state, impulse));
            }
            if change < BOUNCE_SETTLED_RAD_S {
                break;
            }
            for &i in &joined {
                model.constraints[i].stop(model, state, self.weights[i]);
            }
        }
    }
}

impl Stop {
    fn part(&self, model: &Model, state: &State) -> Option<Part> {
        let limit = &model.constraints[self.constraint];
        limit.part(self.part, Level::Velocity, state, &model.settings)
    }

    /// Rate after the bounce, rad/s.
    fn wanted(&self, model: &Model) -> f64 {
        -model.constraints[self.constraint].restitution() * self.rate
    }

    /// Gives the wanted rate; `impulse` is the sum of all pushes, which never pulls.
    /// Returns the change of the rate, rad/s.
    fn send_back(&self, model: &Model, state: &mut State, impulse: &mut f64) -> f64 {
        let Some(part) = self.part(model, state) else {
            return 0.0;
        };
        let w = part.inverse_mass(model, state, TRUE_MASSES).x_axis.x;
        if w <= 0.0 {
            return 0.0;
        }
        let missing = self.wanted(model) - part.rate(state).x;
        let change = (*impulse + missing / w).max(0.0) - *impulse;
        *impulse += change;
        part.push(model, state, TRUE_MASSES, DVec3::X * change);
        (change * w).abs()
    }
}
