//! What loose bodies bear on each other: a velocity solve before the motion.
//!
//! What no joints hold is stopped by velocities, from the impulses of the last substep, and what
//! overlaps all the same is pushed out without speed. So a stack at rest begins each substep
//! with what carries it, and nothing in it moves. Pushed out after the motion, its weight would
//! have to find its way down through all its courses in each substep anew, and what is left over
//! makes walls lean. Sources: Catto, "Iterative Dynamics with Temporal Coherence" (2005);
//! Guendelman, Bridson and Fedkiw, "Nonconvex Rigid Bodies with Stacking" (2003).

mod row;

use super::islands::ContactIslands;
use super::passes::{on_one_manifold, MOST_MANIFOLD_POINTS};
use super::solver::ContactSolver;
use super::solver_body::SolverBody;
use super::Contact;
use crate::physics::attach::Level;
use crate::physics::model::Model;
use crate::physics::state::State;
use crate::physics::ColliderId;
use arrayvec::ArrayVec;
use glam::DVec2;
use row::{pack, tell, FrictionRow, NormalRow};

/// Most sweeps over the velocities of an island. What rests needs one.
const MOST_SWEEPS: u32 = 8;
/// Change of speed at which the velocities of an island have settled, m/s.
const SETTLED_M_S: f64 = 1e-4;
/// Share of a depth that a substep pushes out.
const PUSHED_OUT: f64 = 0.5;

/// Finds what is loose, and solves it; scratch memory.
#[derive(Debug, Clone, Default)]
pub struct Support {
    islands: ContactIslands,
    /// Of each contact that is solved, island by island.
    normals: Vec<NormalRow>,
    frictions: Vec<FrictionRow>,
}

impl Support {
    /// Marks the contacts of bodies that neither joints nor hands hold, nor what touches them,
    /// through whatever is between; whether there are any.
    pub fn choose(&mut self, model: &Model, state: &State, contacts: &mut [Contact]) -> bool {
        if !contacts.iter().any(is_loose) {
            return false;
        }
        if state.holds.are_empty() && contacts.iter().all(is_loose) {
            for contact in contacts {
                contact.supports = true;
            }
            return true;
        }
        let bodies_from = model.particles.len();
        let is_free = |contact: &Contact| {
            let mut is_held = false;
            contact.each_mover(bodies_from, |mover| {
                let body = mover.checked_sub(bodies_from);
                is_held |= body.is_some_and(|body| state.holds.hold_body(body));
            });
            is_loose(contact) && !is_held
        };
        // A limb that is merely near does not press.
        let counts = |c: &Contact| c.touches || c.is_met || is_free(c);
        let counting = (0..contacts.len()).filter(|&i| counts(&contacts[i]));
        self.islands.find(model, contacts, counting);
        let mut any = false;
        for island in self.islands.each() {
            let all_free = island.iter().all(|c| is_free(&contacts[c.index]));
            for c in island {
                contacts[c.index].supports = all_free;
            }
            any |= all_free;
        }
        any
    }

    /// Solves the velocities of what the marked contacts touch, for a motion of `h` seconds,
    /// from the impulses that they start with, and pushes out what overlaps, without speed.
    pub fn solve(
        &mut self,
        model: &Model,
        state: &mut State,
        contacts: &mut [Contact],
        solver: &mut ContactSolver,
        h: f64,
    ) {
        solver.begin_without_rows(model, state, contacts);
        let supporting = (0..contacts.len()).filter(|&i| contacts[i].supports);
        self.islands.find(model, contacts, supporting);
        self.normals.clear();
        self.frictions.clear();
        for island in self.islands.each() {
            let mut manifold = usize::MAX;
            for c in island {
                let contact = &contacts[c.index];
                if manifold == usize::MAX || !on_one_manifold(&contacts[manifold], contact) {
                    manifold = c.index;
                }
                let bodies = &solver.bodies;
                let (normal, friction) = pack((c.index, manifold), contact, bodies, h);
                self.normals.push(normal);
                self.frictions.push(friction);
            }
        }
        let bodies = solver.bodies.bodies.as_mut_slice();
        for (normal, friction) in self.normals.iter().zip(&self.frictions) {
            if normal.impulse() > 0.0 {
                normal.warm_start(bodies);
                friction.warm_start(bodies);
            }
        }
        let mut normals = self.normals.as_mut_slice();
        let mut frictions = self.frictions.as_mut_slice();
        for island in self.islands.each() {
            let (its_normals, other_normals) = normals.split_at_mut(island.len());
            let (its_frictions, other_frictions) = frictions.split_at_mut(island.len());
            (normals, frictions) = (other_normals, other_frictions);
            for _ in 0..MOST_SWEEPS {
                if sweep(its_normals, its_frictions, bodies) < SETTLED_M_S {
                    break;
                }
            }
        }
        solver.end(state, Level::Velocity);
        if self.normals.iter().any(NormalRow::is_deep) {
            solver.bodies.stand();
            let bodies = solver.bodies.bodies.as_mut_slice();
            for row in self.normals.iter_mut() {
                row.push_out(bodies, PUSHED_OUT);
            }
            for row in self.normals.iter_mut().rev() {
                row.push_out(bodies, PUSHED_OUT);
            }
            solver.end(state, Level::Position);
        }
        for (normal, friction) in self.normals.iter().zip(&self.frictions) {
            tell(normal, friction, contacts);
        }
    }
}

/// Makes one sweep over the velocities of an island, forward and backward, all normals before
/// all friction; returns the largest change of a normal speed, m/s.
fn sweep(
    normals: &mut [NormalRow],
    frictions: &mut [FrictionRow],
    bodies: &mut [SolverBody],
) -> f64 {
    let mut change = 0.0_f64;
    for row in normals.iter_mut() {
        change = change.max(row.press(bodies));
    }
    for row in normals.iter_mut().rev() {
        change = change.max(row.press(bodies));
    }
    let mut rest = &mut *frictions;
    for manifold in normals.chunk_by(|row, next| row.manifold == next.manifold) {
        let (its, others) = rest.split_at_mut(manifold.len());
        rest = others;
        rub_at_once(manifold, its, bodies);
    }
    for (normal, friction) in normals.iter().zip(frictions).rev() {
        let pressing = normal.impulse();
        if friction.rubs(pressing) {
            let slip = friction.slip(bodies);
            friction.rub(bodies, slip, pressing);
        }
    }
    change
}

/// Takes back the slip of the points of a manifold all at once, each its share: taken in turn,
/// each would turn the manifold and let the next one slide aside, and friction that should hold
/// would be spent on that.
fn rub_at_once(normals: &[NormalRow], frictions: &mut [FrictionRow], bodies: &mut [SolverBody]) {
    let points = normals.chunks(MOST_MANIFOLD_POINTS);
    for (normals, frictions) in points.zip(frictions.chunks_mut(MOST_MANIFOLD_POINTS)) {
        let pressing = normals.iter().filter(|row| row.impulse() > 0.0).count();
        let share = 1.0 / pressing.max(1) as f64;
        let rubbing =
            |(normal, friction): &(&NormalRow, &mut FrictionRow)| friction.rubs(normal.impulse());
        let slips: ArrayVec<DVec2, MOST_MANIFOLD_POINTS> = normals
            .iter()
            .zip(frictions.iter_mut())
            .filter(rubbing)
            .map(|(_, friction)| friction.slip(bodies))
            .collect();
        let points = normals.iter().zip(frictions).filter(rubbing);
        for ((normal, friction), slip) in points.zip(slips) {
            friction.rub(bodies, slip * share, normal.impulse());
        }
    }
}

/// Whether a contact is one of bodies that no joints hold.
fn is_loose(contact: &Contact) -> bool {
    let is_rigid =
        |owner: ColliderId| owner.is_of_body() || matches!(owner, ColliderId::Obstacle(_));
    let owners = [contact.a.owner, contact.b.owner];
    !contact.jointed && owners.into_iter().all(is_rigid)
}
