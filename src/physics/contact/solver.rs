//! A pass over contacts: rows that are packed once, visited several times, and unpacked.

use super::by_depth::PushedBefore;
use super::grip::Grip;
use super::solver_body::{Now, SolverBodies};
use super::{Contact, Side};
use crate::physics::attach::Level;
use crate::physics::model::Model;
use crate::physics::state::State;
use crate::physics::ColliderId;
use glam::DVec3;

/// Where a contact grips both sides, and how far it is from its aim, as a pass begins.
#[derive(Debug, Clone)]
pub struct ContactRow {
    /// Where the normal push acts.
    pub cores: [Grip; 2],
    /// Where they are, m.
    places: [DVec3; 2],
    /// Distance of the surfaces, m.
    pub gap: f64,
    level: Level,
    /// Inverse of the mass that opposes a push along the normal, 1/kg, once it is needed.
    inverse_mass: Option<f64>,
    /// Most contacts of a pass do not press, and have none.
    rubbing: Option<Rubbing>,
}

/// Where friction acts, and what it is to take back.
#[derive(Debug, Clone, Copy)]
pub struct Rubbing {
    /// Where it grips the surfaces.
    pub surfaces: [Grip; 2],
    /// How far the surface of `a` has slid on that of `b` since the substep began, m;
    /// nothing in a pass on velocities.
    slid: DVec3,
}

impl Rubbing {
    /// Slide of the surfaces since the substep began, m, or their slip, m/s.
    pub fn slide(&self, bodies: &SolverBodies) -> DVec3 {
        let [a, b] = &self.surfaces;
        self.slid + (a.motion(bodies) - b.motion(bodies))
    }
}

impl ContactRow {
    fn of(contact: &Contact, bodies: &mut SolverBodies, now: Now<'_>) -> ContactRow {
        let (core_a, at_a) = Grip::of(contact.a.core, bodies, now);
        let (core_b, at_b) = Grip::of(contact.b.core, bodies, now);
        ContactRow {
            cores: [core_a, core_b],
            places: [at_a, at_b],
            gap: (at_a - at_b).dot(contact.normal) - contact.reach,
            level: now.level,
            inverse_mass: None,
            rubbing: None,
        }
    }

    /// Of a contact that nobody visits.
    fn unset(level: Level) -> ContactRow {
        ContactRow {
            cores: [Grip::World; 2],
            places: [DVec3::ZERO; 2],
            gap: 0.0,
            level,
            inverse_mass: None,
            rubbing: None,
        }
    }

    /// Goes on with velocities where it was a row of positions.
    fn go_on_with_velocities(&mut self) {
        self.level = Level::Velocity;
        if let Some(rubbing) = &mut self.rubbing {
            rubbing.slid = DVec3::ZERO;
        }
    }

    /// Where friction of this contact acts.
    pub fn rubbing(&mut self, contact: &Contact, bodies: &SolverBodies) -> &Rubbing {
        let (cores, places, level) = (&self.cores, &self.places, self.level);
        self.rubbing.get_or_insert_with(|| {
            let surface = |side: &Side, i: usize| surface(side, &cores[i], places[i], bodies);
            let (surface_a, on_a) = surface(&contact.a, 0);
            let (surface_b, on_b) = surface(&contact.b, 1);
            Rubbing {
                surfaces: [surface_a, surface_b],
                slid: match level {
                    Level::Position => on_a - on_b - contact.start,
                    Level::Velocity => DVec3::ZERO,
                },
            }
        })
    }

    /// Inverse of the mass that opposes a push along the normal, 1/kg.
    pub fn inverse_mass(&mut self, bodies: &SolverBodies, normal: DVec3) -> f64 {
        let [a, b] = &self.cores;
        *self.inverse_mass.get_or_insert_with(|| {
            a.inverse_mass_along(bodies, normal) + b.inverse_mass_along(bodies, normal)
        })
    }

    /// How far, or how fast, the sides have moved apart along the normal.
    pub fn apart(&self, bodies: &SolverBodies, normal: DVec3) -> f64 {
        (self.cores[0].motion(bodies) - self.cores[1].motion(bodies)).dot(normal)
    }
}

/// Where friction acts on a side whose core is gripped at `place`, m, and where that is.
fn surface(side: &Side, core: &Grip, place: DVec3, bodies: &SolverBodies) -> (Grip, DVec3) {
    match *core {
        Grip::Body { body, .. } => {
            let packed = &bodies.bodies[body as usize];
            let arm = packed.rotation * side.surface_arm;
            (Grip::Body { body, arm }, packed.position + arm)
        }
        Grip::Particles { ix, weight } if matches!(side.owner, ColliderId::Tetrahedron(_)) => {
            let at_surface = side.surface_weights();
            let each = ix.into_iter().zip(at_surface.into_iter().zip(weight));
            let beside = each
                .map(|(i, (there, here))| bodies.particles[i as usize].position * (there - here));
            let place = place + beside.sum::<DVec3>();
            let weight = at_surface;
            (Grip::Particles { ix, weight }, place)
        }
        core => (core, place),
    }
}

/// Rows of contacts and what they move; scratch memory.
#[derive(Debug, Default)]
pub struct ContactSolver {
    /// What the contacts move.
    pub bodies: SolverBodies,
    /// Of each contact, in their order.
    pub rows: Vec<ContactRow>,
    /// The same, where friction goes by the depth that a pass finds.
    pub(super) pushed_before: Vec<PushedBefore>,
}

/// Scratch memory is not worth copying.
impl Clone for ContactSolver {
    fn clone(&self) -> ContactSolver {
        ContactSolver::default()
    }
}

impl ContactSolver {
    /// Packs the contacts and what they move.
    pub fn begin(&mut self, model: &Model, state: &State, contacts: &[Contact], level: Level) {
        let now = Now {
            model,
            state,
            level,
        };
        self.bodies.clear(model);
        self.rows.clear();
        for contact in contacts {
            // What supports has been solved, and is not visited.
            let row = if contact.supports {
                self.bodies.pack_bodies_of(contact, now);
                ContactRow::unset(level)
            } else {
                ContactRow::of(contact, &mut self.bodies, now)
            };
            self.rows.push(row);
        }
    }

    /// Packs the bodies of those contacts that support, with their velocities; no rows are made.
    pub(super) fn begin_without_rows(
        &mut self,
        model: &Model,
        state: &State,
        contacts: &[Contact],
    ) {
        let level = Level::Velocity;
        let now = Now {
            model,
            state,
            level,
        };
        self.bodies.clear(model);
        // What bounces is packed later; what rests is never looked at.
        self.rows
            .resize_with(contacts.len(), || ContactRow::unset(level));
        for contact in contacts.iter().filter(|contact| contact.supports) {
            self.bodies.pack_bodies_of(contact, now);
        }
    }

    /// Packs some of the contacts anew, by index, and all that they move, with their
    /// velocities.
    pub fn pack_again(
        &mut self,
        model: &Model,
        state: &State,
        contacts: &[Contact],
        (indices, movers): (impl Iterator<Item = usize>, impl Iterator<Item = usize>),
    ) {
        let now = Now {
            model,
            state,
            level: Level::Velocity,
        };
        for mover in movers {
            self.bodies.pack_again(now, mover);
        }
        for index in indices {
            self.rows[index] = ContactRow::of(&contacts[index], &mut self.bodies, now);
        }
    }

    /// Goes on with the velocities of the same contacts, levers and inertia as they are.
    pub fn go_on_with_velocities(&mut self, state: &State) {
        self.bodies.take_velocities(state);
        for row in &mut self.rows {
            row.go_on_with_velocities();
        }
    }

    /// Visits each contact, forward and backward.
    pub fn symmetric_sweep(
        &mut self,
        contacts: &mut [Contact],
        mut visit: impl FnMut(&mut Contact, &mut ContactRow, &mut SolverBodies),
    ) {
        let bodies = &mut self.bodies;
        for (contact, row) in contacts.iter_mut().zip(&mut self.rows) {
            visit(contact, row, bodies);
        }
        for (contact, row) in contacts.iter_mut().zip(&mut self.rows).rev() {
            visit(contact, row, bodies);
        }
    }

    /// Visits those that joints hold, as they are listed.
    pub fn jointed(
        &mut self,
        contacts: &mut [Contact],
        mut visit: impl FnMut(&mut Contact, &mut ContactRow, &mut SolverBodies),
    ) {
        let contacts = contacts.iter_mut().zip(&mut self.rows);
        for (contact, row) in contacts.filter(|(contact, _)| contact.jointed) {
            visit(contact, row, &mut self.bodies);
        }
    }

    /// Visits those that joints hold, once more: those of surfaces and sticks as they are
    /// listed, those of two bodies from the last one to the first, which in a heap that was
    /// built from below is downwards, and those with obstacles, which cannot give way and are
    /// listed first, at the end. Else what lies under a heap is pressed into the floor.
    pub fn jointed_downwards(
        &mut self,
        contacts: &mut [Contact],
        mut visit: impl FnMut(&mut Contact, &mut ContactRow, &mut SolverBodies),
    ) {
        let count = contacts.partition_point(Contact::is_with_obstacle);
        let (with_obstacles, others) = contacts.split_at_mut(count);
        let (rows_of_these, rows) = self.rows.split_at_mut(count);
        let of_surfaces = others.iter_mut().zip(rows.iter_mut());
        for (contact, row) in of_surfaces.filter(|(c, _)| c.jointed && !c.is_of_bodies()) {
            visit(contact, row, &mut self.bodies);
        }
        let of_bodies = others.iter_mut().zip(rows).rev();
        for (contact, row) in of_bodies.filter(|(c, _)| c.jointed && c.is_of_bodies()) {
            visit(contact, row, &mut self.bodies);
        }
        let with_obstacles = with_obstacles.iter_mut().zip(rows_of_these);
        for (contact, row) in with_obstacles.filter(|(contact, _)| contact.jointed) {
            visit(contact, row, &mut self.bodies);
        }
    }

    /// Gives the state what the pass has moved.
    pub fn end(&self, state: &mut State, level: Level) {
        self.bodies.unpack(state, level);
    }
}
