//! Contacts where an equation of them is used as it is printed.
//!
//! Each contact is taken once and in its order, as in Baltman & Radeztsky's sections 5 and 9 and
//! Delannoy's 2.5, without the accumulated pushes of the passes beside this.

use super::grip::Grip;
use super::row::{ContactFriction, ContactRow};
use super::solver::ContactSolver;
use super::solver_body::SolverBodies;
use super::{Contact, RESTING_SPEED_M_S};
use crate::physics::attach::Level;
use crate::physics::model::{ContactMode, Misprint, Misprints, Model, StateForm};
use crate::physics::state::State;

/// Those of the positions.
const OF_DEPTHS: Misprints = Misprints::of(&[Misprint::ContactSign, Misprint::ContactRotationSign]);
/// Those of the velocities.
const OF_SPEEDS: Misprints = Misprints::of(&[Misprint::ReversedSlip, Misprint::ContactSpeedSign]);
/// Those of the impulses of impacts.
const OF_IMPACTS: Misprints = Misprints::of(&[
    Misprint::ImpulseSign,
    Misprint::SumOfSpeeds,
    Misprint::SpinsAlone,
]);

/// Whether contacts are pushed out as it is printed.
pub fn parts_as_printed(model: &Model) -> bool {
    model.settings.verlet().misprints.has_any(OF_DEPTHS)
}

/// Whether velocities of contacts are solved as it is printed.
pub(super) fn meets_as_printed(model: &Model) -> bool {
    let verlet = model.settings.verlet();
    verlet.misprints.has_any(OF_SPEEDS) && verlet.form == StateForm::Velocity
}

/// Whether impacts are as they are printed.
pub(super) fn bounces_as_printed(model: &Model) -> bool {
    let verlet = model.settings.verlet();
    verlet.misprints.has_any(OF_IMPACTS) && verlet.contacts == ContactMode::Penalty
}

impl ContactSolver {
    /// Removes penetration from positions (9.1, 9.7 to 9.9).
    pub(super) fn part(&mut self, model: &Model) {
        let misprints = model.settings.verlet().misprints;
        for row in &mut self.rows {
            row.part(&mut self.bodies, misprints);
        }
    }

    /// Gives velocities what they should be after the contact (9.2 to 9.6, 9.10 to 9.12).
    pub(super) fn meet(&mut self, model: &Model, state: &mut State, contacts: &mut [Contact]) {
        let misprints = model.settings.verlet().misprints;
        self.begin(model, state, contacts, Level::Velocity);
        let rows = self.rows.iter().zip(&mut self.frictions);
        for (contact, (row, friction)) in contacts.iter_mut().zip(rows) {
            contact.meet(row, friction, &mut self.bodies, misprints);
        }
        self.end(state, Level::Velocity);
    }

    /// Impulses of the impacts of springs (5.8 to 5.10).
    pub(super) fn strike(&mut self, model: &Model, contacts: &mut [Contact]) {
        let misprints = model.settings.verlet().misprints;
        for (contact, row) in contacts.iter_mut().zip(&mut self.rows) {
            if contact.penalty && contact.bounces() {
                contact.strike(row, &mut self.bodies, misprints);
            }
        }
    }
}

impl ContactRow {
    fn part(&mut self, bodies: &mut SolverBodies, misprints: Misprints) {
        let Some(size) = self.wanted_alone(bodies) else {
            return;
        };
        self.note_push(size);
        let push = match misprints.has(Misprint::ContactSign) {
            true => self.normal * -size,
            false => self.normal * size,
        };
        let [a, b] = self.cores;
        a.push(bodies, push);
        match b {
            Grip::Body { body, arm } if misprints.has(Misprint::ContactRotationSign) => {
                let body = &mut bodies.bodies[body as usize];
                body.linear -= push * body.inverse_mass;
                body.angular += body.inverse_inertia * arm.cross(push);
            }
            b => b.push(bodies, -push),
        }
    }
}

impl Contact {
    /// Friction keeps the share `1 − μ` of the slip, here as the `v_friction` of 9.5.
    fn meet(
        &mut self,
        row: &ContactRow,
        friction: &mut ContactFriction,
        bodies: &mut SolverBodies,
        misprints: Misprints,
    ) {
        if self.penalty || row.gap >= 0.0 {
            return;
        }
        let rubbing = *friction.rubbing(row, self, bodies);
        let speed = rubbing.slide(bodies);
        let along = speed.dot(self.normal);
        // 9.5 as printed does not ask whether they approach.
        if along >= 0.0 && !misprints.has(Misprint::ReversedSlip) {
            return;
        }
        let restitution = match self.approach < -RESTING_SPEED_M_S {
            true => self.material.restitution,
            false => 0.0,
        };
        let slip = (speed - self.normal * along) * (1.0 - self.material.friction).max(0.0);
        let slip = match misprints.has(Misprint::ReversedSlip) {
            true => -slip,
            false => slip,
        };
        let wanted = slip - self.normal * (restitution * along);
        let change = match misprints.has(Misprint::ContactSpeedSign) {
            true => speed - wanted,
            false => wanted - speed,
        };
        let size = change.length();
        if size == 0.0 {
            return;
        }
        let direction = change / size;
        let [a, b] = &rubbing.surfaces;
        let w = a.inverse_mass_along(bodies, direction) + b.inverse_mass_along(bodies, direction);
        if w == 0.0 {
            return;
        }
        let push = change / w;
        a.push(bodies, push);
        b.push(bodies, -push);
        self.bounce += push.dot(self.normal);
    }

    fn strike(&mut self, row: &mut ContactRow, bodies: &mut SolverBodies, misprints: Misprints) {
        let w = row.inverse_mass(bodies);
        if w == 0.0 {
            return;
        }
        let [a, b] = row.cores;
        let restitution = self.material.restitution;
        let size = if misprints.has(Misprint::SumOfSpeeds) {
            let speed = |side: Grip| side.motion(bodies).dot(self.normal);
            (-speed(a) - speed(b)) * (1.0 + restitution) / w
        } else {
            (-restitution * self.approach - row.apart(bodies)) / w
        };
        self.bounce = size;
        let push = self.normal * size;
        a.push(bodies, push);
        match b {
            Grip::Body { body, arm } if misprints.has(Misprint::SpinsAlone) => {
                // Once each in 2.36 and in 2.37.
                let body = &mut bodies.bodies[body as usize];
                body.angular += body.inverse_inertia * arm.cross(push) * 2.0;
            }
            b if misprints.has(Misprint::ImpulseSign) => b.push(bodies, push),
            b => b.push(bodies, -push),
        }
    }
}
