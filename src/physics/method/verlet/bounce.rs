//! The velocity pass of the contacts after the solve: bounces and their friction.

use crate::physics::constraint::Contact;
use crate::physics::disjoint_sets::DisjointSets;
use crate::physics::model::Model;
use crate::physics::report::{energy_of_body, energy_of_particle};
use crate::physics::state::State;
use glam::DVec3;

/// Sweeps of the velocity pass; two limbs hit at once need a few.
const BOUNCE_SWEEPS: u32 = 16;
/// Change of speed at which the velocity pass has settled, m/s.
const BOUNCE_SETTLED_M_S: f64 = 1e-9;
/// Rounding of a kinetic energy, relative.
const ENERGY_ROUNDING: f64 = 1e-12;

/// The velocity pass of the contacts, island by island, with its scratch memory.
///
/// An island is what pressing contacts join, thing by thing and not assembly by
/// assembly: this pass moves nothing but what they touch. What bounces in one island
/// is settled and judged without a look at any other.
#[derive(Debug, Clone, Default)]
pub(super) struct Bounces {
    joined: DisjointSets,
    /// Pressing contacts by island.
    contacts: Vec<InIsland>,
    /// What they touch and can move, by island.
    movers: Vec<InIsland>,
    without_friction: Bounced,
}

/// How an island bounces without friction.
#[derive(Debug, Clone, Default)]
struct Bounced {
    /// Velocity of each mover, m/s, and its angular velocity, rad/s.
    velocities: Vec<[DVec3; 2]>,
    /// Impulse of each contact, N·s.
    impulses: Vec<f64>,
}

/// A contact or a mover, by its index, and the island that it is in. Movers are
/// counted from the particles to the bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct InIsland {
    island: usize,
    index: usize,
}

impl Bounces {
    /// First the bounces alone, then with their friction. Where that would make an impact
    /// give energy, as between the two sides of a wedge, the bounces stay without it.
    pub(super) fn bounce(&mut self, model: &Model, state: &mut State, contacts: &mut [Contact]) {
        self.find_islands(model, contacts);
        let mut movers = self.movers.chunk_by(same_island);
        for island in self.contacts.chunk_by(same_island) {
            let movers = movers.next().unwrap_or_default();
            settle(model, state, contacts, island, false);
            if !island.iter().any(|c| contacts[c.index].rubs()) {
                continue;
            }
            let most = energy(model, state, movers) * (1.0 + ENERGY_ROUNDING);
            self.without_friction.keep(state, contacts, island, movers);
            settle(model, state, contacts, island, true);
            if energy(model, state, movers) > most && work(state, contacts, island) > 0.0 {
                self.without_friction
                    .restore(state, contacts, island, movers);
            }
        }
        for contact in contacts.iter().filter(|c| c.loaded()) {
            contact.resist_rolling(model, state);
        }
    }

    fn find_islands(&mut self, model: &Model, contacts: &[Contact]) {
        let bodies_from = model.particles.len();
        let count = bodies_from + model.bodies.len();
        self.joined.reserve(count);
        self.contacts.clear();
        self.movers.clear();
        let pressing = contacts.iter().enumerate();
        let pressing = pressing.filter(|(_, c)| c.normal_impulse > 0.0);
        for (_, contact) in pressing.clone() {
            contact.each_mover(bodies_from, |mover| self.joined.part(mover));
        }
        for (_, contact) in pressing.clone() {
            let mut first = None;
            contact.each_mover(bodies_from, |mover| {
                self.joined.join(*first.get_or_insert(mover), mover);
            });
        }
        for (index, contact) in pressing {
            let mut island = 0;
            contact.each_mover(bodies_from, |mover| {
                island = self.joined.root(mover);
                self.movers.push(InIsland {
                    island,
                    index: mover,
                });
            });
            self.contacts.push(InIsland { island, index });
        }
        self.contacts.sort_unstable();
        self.movers.sort_unstable();
        self.movers.dedup();
    }
}

impl Bounced {
    fn keep(
        &mut self,
        state: &State,
        contacts: &[Contact],
        island: &[InIsland],
        movers: &[InIsland],
    ) {
        self.velocities.clear();
        let velocities = movers.iter().map(|mover| mover.velocities(state));
        self.velocities.extend(velocities);
        self.impulses.clear();
        let impulses = island.iter().map(|contact| contacts[contact.index].bounce);
        self.impulses.extend(impulses);
    }

    fn restore(
        &self,
        state: &mut State,
        contacts: &mut [Contact],
        island: &[InIsland],
        movers: &[InIsland],
    ) {
        for (mover, &velocities) in movers.iter().zip(&self.velocities) {
            mover.set_velocities(state, velocities);
        }
        for (contact, &impulse) in island.iter().zip(&self.impulses) {
            contacts[contact.index].bounce = impulse;
            contacts[contact.index].rub = DVec3::ZERO;
        }
    }
}

impl InIsland {
    /// Velocity of a mover, m/s, and its angular velocity, rad/s.
    fn velocities(&self, state: &State) -> [DVec3; 2] {
        match self.index.checked_sub(state.particles.len()) {
            None => [state.particles[self.index].velocity, DVec3::ZERO],
            Some(body) => {
                let body = &state.bodies[body];
                [body.velocity, body.angular_velocity]
            }
        }
    }

    fn set_velocities(&self, state: &mut State, [velocity, spin]: [DVec3; 2]) {
        match self.index.checked_sub(state.particles.len()) {
            None => state.particles[self.index].velocity = velocity,
            Some(body) => {
                state.bodies[body].velocity = velocity;
                state.bodies[body].angular_velocity = spin;
            }
        }
    }
}

fn same_island(a: &InIsland, b: &InIsland) -> bool {
    a.island == b.island
}

/// Work of all contacts of an island in this substep, J.
fn work(state: &State, contacts: &[Contact], island: &[InIsland]) -> f64 {
    island.iter().map(|c| contacts[c.index].work(state)).sum()
}

/// Kinetic energy of these movers, J.
fn energy(model: &Model, state: &State, movers: &[InIsland]) -> f64 {
    let of = |mover: &InIsland| match mover.index.checked_sub(state.particles.len()) {
        None => energy_of_particle(model, state, mover.index),
        Some(body) => energy_of_body(model, state, body),
    };
    movers.iter().map(of).sum()
}

/// Repeats the bounces of an island until contacts that share a body agree. Where
/// nothing bounces, one sweep takes the speed that pushing out has left.
fn settle(
    model: &Model,
    state: &mut State,
    contacts: &mut [Contact],
    island: &[InIsland],
    rubbing: bool,
) {
    let sweeps = match island.iter().any(|c| contacts[c.index].bounces()) {
        true => BOUNCE_SWEEPS,
        false => 1,
    };
    for _ in 0..sweeps {
        let mut change: f64 = 0.0;
        for contact in island {
            let contact = &mut contacts[contact.index];
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
