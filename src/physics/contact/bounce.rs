//! The velocity pass of the contacts after the solve: bounces and their friction.

use super::islands::{ContactIslands, InIsland};
use super::solver::ContactSolver;
use super::solver_body::SolverBodies;
use super::Contact;
use crate::physics::attach::Level;
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

/// The velocity pass of the contacts, by the islands that pressing contacts join, with its
/// scratch memory. What bounces in one island is settled and judged without a look at any other.
#[derive(Debug, Clone, Default)]
pub struct Bounces {
    /// The contacts that take part, by index: most of a heap only lie near each other.
    pressing: Vec<usize>,
    islands: ContactIslands,
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

impl Bounces {
    /// Bounces, their friction, and rolling resistance, by the rows of the last pass. What
    /// bounces is gripped anew as it lies now; what only rests may have been turned a little
    /// since.
    pub fn bounce(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        solver: &mut ContactSolver,
    ) {
        debug_assert_eq!(contacts.len(), solver.rows.len());
        self.pressing.clear();
        let takes_part = |i: &usize| contacts[*i].normal_impulse > 0.0;
        self.pressing.extend((0..contacts.len()).filter(takes_part));
        self.bounce_or_rest(model, state, contacts, solver);
        for &i in &self.pressing {
            if contacts[i].loaded() {
                contacts[i].resist_rolling(&mut solver.bodies);
            }
        }
        solver.end(state, Level::Velocity);
    }

    fn bounce_or_rest(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        solver: &mut ContactSolver,
    ) {
        if self.pressing.iter().any(|&i| contacts[i].bounces()) {
            return self.bounce_by_island(model, state, contacts, solver);
        }
        for &i in &self.pressing {
            contacts[i].bounce(&mut solver.rows[i], &mut solver.bodies);
        }
    }

    /// First the bounces alone, then with their friction. Where that would make an impact
    /// give energy, as between the two sides of a wedge, the bounces stay without it.
    fn bounce_by_island(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        solver: &mut ContactSolver,
    ) {
        let pressing = self.pressing.iter().copied();
        self.islands.find(model, contacts, pressing);
        self.islands.find_movers(model, contacts);
        for (island, movers) in self.islands.each_with_movers() {
            if island.iter().any(|c| contacts[c.index].bounces()) {
                let indices = island.iter().map(|c| c.index);
                let movers = movers.iter().map(|m| m.index);
                solver.pack_again(model, state, contacts, (indices, movers));
            }
            settle(solver, contacts, island, false);
            if !island.iter().any(|c| contacts[c.index].rubs()) {
                continue;
            }
            let before = energy(model, state, &solver.bodies, movers);
            let most = before * (1.0 + ENERGY_ROUNDING);
            self.without_friction
                .keep(&solver.bodies, contacts, island, movers);
            settle(solver, contacts, island, true);
            let gains = energy(model, state, &solver.bodies, movers) > most;
            if gains && work(solver, contacts, island) > 0.0 {
                self.without_friction
                    .restore(&mut solver.bodies, contacts, island, movers);
            }
        }
    }
}

impl Bounced {
    fn keep(
        &mut self,
        bodies: &SolverBodies,
        contacts: &[Contact],
        island: &[InIsland],
        movers: &[InIsland],
    ) {
        self.velocities.clear();
        let velocities = movers.iter().map(|mover| bodies.motion(mover.index));
        self.velocities.extend(velocities);
        self.impulses.clear();
        let impulses = island.iter().map(|contact| contacts[contact.index].bounce);
        self.impulses.extend(impulses);
    }

    fn restore(
        &self,
        bodies: &mut SolverBodies,
        contacts: &mut [Contact],
        island: &[InIsland],
        movers: &[InIsland],
    ) {
        for (mover, &velocities) in movers.iter().zip(&self.velocities) {
            bodies.set_motion(mover.index, velocities);
        }
        for (contact, &impulse) in island.iter().zip(&self.impulses) {
            contacts[contact.index].bounce = impulse;
            contacts[contact.index].rub = DVec3::ZERO;
        }
    }
}

/// Work of all contacts of an island in this substep, J.
fn work(solver: &mut ContactSolver, contacts: &[Contact], island: &[InIsland]) -> f64 {
    let mut of = |&InIsland { index, .. }: &InIsland| {
        let (row, friction) = (&solver.rows[index], &mut solver.frictions[index]);
        contacts[index].work(row, friction, &mut solver.bodies)
    };
    island.iter().map(&mut of).sum()
}

/// Kinetic energy of these movers, J; `state` takes in how they move now.
fn energy(model: &Model, state: &mut State, bodies: &SolverBodies, movers: &[InIsland]) -> f64 {
    let mut of = |mover: &InIsland| {
        bodies.unpack_one(state, mover.index, Level::Velocity);
        match mover.index.checked_sub(model.particles.len()) {
            None => energy_of_particle(model, state, mover.index),
            Some(body) => energy_of_body(model, state, body),
        }
    };
    movers.iter().map(&mut of).sum()
}

/// Repeats the bounces of an island until contacts that share a body agree. Where
/// nothing bounces, one sweep takes the speed that pushing out has left.
fn settle(
    solver: &mut ContactSolver,
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
        for &InIsland { index, .. } in island {
            let (contact, row) = (&mut contacts[index], &mut solver.rows[index]);
            if rubbing {
                contact.rub(row, &mut solver.frictions[index], &mut solver.bodies);
            }
            change = change.max(contact.bounce(row, &mut solver.bodies));
        }
        if change < BOUNCE_SETTLED_M_S {
            break;
        }
    }
}
