//! Which contact did how much of what contacts did all at once.

use super::cause::Cause;
use super::shift::{Motion, Shift};
use crate::physics::attach::Level;
use crate::physics::contact::Contact;
use crate::physics::model::Model;
use crate::physics::state::{BodyState, ParticleState, State};
use arrayvec::ArrayVec;
use glam::DVec3;

/// Impulses and pushes of a contact so far in a substep.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    normal_push: f64,
    friction_push: DVec3,
    normal: f64,
    friction: DVec3,
    bounce: f64,
    rub: DVec3,
}

impl Sums {
    fn of(contact: &Contact) -> Sums {
        Sums {
            normal_push: contact.normal_push,
            friction_push: contact.friction_push,
            normal: contact.normal_impulse,
            friction: contact.friction_impulse,
            bounce: contact.bounce,
            rub: contact.rub,
        }
    }
}

/// Reads what contacts did off their impulses.
#[derive(Debug, Clone)]
pub(super) struct ContactShares {
    known: Vec<Sums>,
    /// Where one contact pushes alone, to see what it does.
    shadow: State,
}

/// What contacts have done last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    /// They pushed on positions and velocities.
    Solve,
    /// They bounced.
    Bounce,
}

impl ContactShares {
    /// Shares among contacts of what is in a state.
    pub fn of(state: &State) -> ContactShares {
        ContactShares {
            known: Vec::new(),
            shadow: state.clone(),
        }
    }

    /// A substep begins: no contact has pushed yet.
    pub fn begin(&mut self) {
        self.known.clear();
    }

    /// Tells of each contact what it did to each mover that is counted since it was last asked.
    /// Places are pushed where things were before, velocities where they are after.
    pub fn split(
        &mut self,
        (model, is_counted): (&Model, &[bool]),
        [before_all, after_all]: [&State; 2],
        (contacts, touch): (&[Contact], Touch),
        mut tell: impl FnMut(usize, Cause, Shift),
    ) {
        self.known.resize(contacts.len(), Sums::default());
        let shadow = &mut self.shadow;
        let bodies_from = after_all.particles.len();
        shadow
            .particles
            .resize(bodies_from, ParticleState::default());
        shadow
            .bodies
            .resize(after_all.bodies.len(), BodyState::default());
        shadow.rest.clone_from(&after_all.rest);
        for (contact, known) in contacts.iter().zip(&mut self.known) {
            let (before, now) = (*known, Sums::of(contact));
            *known = now;
            let mut counts = false;
            for side in [contact.a.core, contact.b.core] {
                side.each_mover(bodies_from, |mover| counts |= is_counted[mover]);
            }
            if !counts {
                continue;
            }
            let owners = [contact.a.owner, contact.b.owner];
            let cores = [contact.a.core, contact.b.core];
            let surfaces = [contact.a.surface(), contact.b.surface()];
            let normal = contact.normal;
            let press = |cause: Cause, size: f64, level| (cause, cores, normal * size, level);
            let rub = |push: DVec3, level| (Cause::Friction(owners), surfaces, push, level);
            let (velocity, position) = (Level::Velocity, Level::Position);
            let pressed = Cause::Normal(owners);
            let pushes: ArrayVec<_, 4> = match touch {
                Touch::Solve => ArrayVec::from([
                    press(pressed, now.normal - before.normal, velocity),
                    rub(now.friction - before.friction, velocity),
                    press(pressed, now.normal_push - before.normal_push, position),
                    rub(now.friction_push - before.friction_push, position),
                ]),
                Touch::Bounce => ArrayVec::from_iter([
                    press(Cause::Bounce(owners), now.bounce - before.bounce, velocity),
                    rub(now.rub - before.rub, velocity),
                ]),
            };
            for (cause, [a, b], push, level) in pushes {
                if push == DVec3::ZERO {
                    continue;
                }
                let from = match level {
                    Level::Position => before_all,
                    Level::Velocity => after_all,
                };
                for side in [a, b] {
                    side.each_mover(bodies_from, |mover| set_as_in(shadow, from, mover));
                }
                a.push(model, shadow, push, level);
                b.push(model, shadow, -push, level);
                for side in [a, b] {
                    side.each_mover(bodies_from, |mover| {
                        let shift = Motion::of(shadow, mover).since(&Motion::of(from, mover));
                        if is_counted[mover] && !shift.is_zero() {
                            tell(mover, cause, shift);
                        }
                        // Of what both sides grip, the second adds nothing.
                        set_as_in(shadow, from, mover);
                    });
                }
            }
        }
    }
}

/// Lets a mover lie and move as in another state.
fn set_as_in(shadow: &mut State, from: &State, mover: usize) {
    match mover.checked_sub(from.particles.len()) {
        None => shadow.particles[mover] = from.particles[mover],
        Some(body) => shadow.bodies[body] = from.bodies[body],
    }
}
