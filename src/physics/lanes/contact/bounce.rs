//! The velocity pass after the solve: restitution with its friction, rolling resistance.

use super::{Contact, Touched};
use crate::physics::contact::RESTING_SPEED_M_S;
use crate::physics::lanes::figure::{MOST_CONTACTS, MOST_MOVERS};
use crate::physics::lanes::lane::{Cell, Lane};
use crate::physics::lanes::mover::Mover;
use crate::physics::lanes::vector::Vector;
use arrayvec::ArrayVec;

/// Sweeps of the velocity pass; two limbs that hit at once need a few.
const BOUNCE_SWEEPS: u32 = 16;

/// The velocity pass after the solve: bounces, then bounces with their friction, where
/// that does not give a ragdoll energy, then rolling resistance.
#[inline(always)]
pub fn bounce<L: Lane, M: Mover<L>>(
    contacts: &mut [Contact<L>],
    touched: &mut Touched<'_, L, M>,
    h: f64,
) {
    if contacts.is_empty() {
        return;
    }
    let zero = contacts[0].level.like(0.0);
    for contact in contacts.iter_mut() {
        let (point, mover, constants) = touched.by(contact);
        contact.take_impulse(h);
        contact.take_grip(point, mover, constants);
    }
    settle(contacts, touched, zero.le(zero), false);
    let mut rubs = zero.lt(zero);
    for contact in contacts.iter() {
        rubs = rubs | contact.rubs();
    }
    if L::any(rubs) {
        settle_with_friction(contacts, touched, rubs);
    }
    for contact in contacts {
        let (_, mover, constants) = touched.by(contact);
        contact.resist_rolling(mover, constants);
    }
}

/// Where an impact with friction would give a body energy it bounces without it.
#[inline(always)]
fn settle_with_friction<L: Lane, M: Mover<L>>(
    contacts: &mut [Contact<L>],
    touched: &mut Touched<'_, L, M>,
    rubs: L::Mask,
) {
    let mut without = ArrayVec::<([Vector<L>; 2], L), MOST_MOVERS>::new();
    for (mover, constants) in touched.movers.iter().zip(touched.constants) {
        let energy = mover.twice_kinetic_energy(constants);
        let most = energy * energy.like(1.0 + L::Cell::ENERGY_ROUNDING);
        without.push((mover.velocities(), most));
    }
    let mut bounces = ArrayVec::<L, MOST_CONTACTS>::new();
    for contact in contacts.iter() {
        bounces.push(contact.bounce);
    }
    settle(contacts, touched, rubs, true);
    for (place, &(before, most)) in without.iter().enumerate() {
        let energy = touched.movers[place].twice_kinetic_energy(&touched.constants[place]);
        let mut gains = rubs & most.lt(energy);
        if !L::any(gains) {
            continue;
        }
        let zero = energy.like(0.0);
        let mut work = zero;
        for contact in contacts.iter() {
            let point = &touched.points[contact.point];
            if point.mover == place {
                work += contact.twice_work(&touched.movers[place]);
            }
        }
        gains = gains & zero.lt(work);
        touched.movers[place].take_velocities_where(gains, before);
        for (contact, &bounce) in contacts.iter_mut().zip(&bounces) {
            if touched.points[contact.point].mover == place {
                contact.bounce = L::select(gains, bounce, contact.bounce);
            }
        }
    }
}

/// Repeats the bounces until the contacts of a ragdoll agree; one sweep takes the speed
/// that pushing out has left where nothing bounces.
#[inline(always)]
fn settle<L: Lane, M: Mover<L>>(
    contacts: &mut [Contact<L>],
    touched: &mut Touched<'_, L, M>,
    mut open: L::Mask,
    rubbing: bool,
) {
    let zero = contacts[0].level.like(0.0);
    let mut bounces = zero.lt(zero);
    for contact in contacts.iter() {
        bounces = bounces | contact.bounces();
    }
    for _ in 0..BOUNCE_SWEEPS {
        let mut change = zero;
        for contact in contacts.iter_mut() {
            let (_, mover, constants) = touched.by(contact);
            if rubbing {
                contact.rub(open, mover, constants);
            }
            change = change.max(contact.send_back(open, mover, constants));
        }
        open = open & bounces & zero.like(L::Cell::SETTLED_M_S).le(change);
        if !L::any(open) {
            break;
        }
    }
}

impl<L: Lane> Contact<L> {
    /// Takes the position push as the impulse that it becomes.
    #[inline(always)]
    fn take_impulse(&mut self, h: f64) {
        let rate = self.normal_push.like(1.0 / h);
        self.normal_impulse = self.normal_push * rate;
        self.friction_impulse = self.friction_push * rate;
    }

    /// Where it meets fast enough to bounce.
    #[inline(always)]
    fn bounces(&self) -> L::Mask {
        let resting = self.approach.like(-RESTING_SPEED_M_S);
        self.normal_impulse.like(0.0).lt(self.normal_impulse) & self.approach.lt(resting)
    }

    /// One sweep of the velocity pass where it has not settled; the change of speed.
    #[inline(always)]
    fn send_back<M: Mover<L>>(
        &mut self,
        open: L::Mask,
        mover: &mut M,
        constants: &M::Constants,
    ) -> L {
        let zero = self.level.like(0.0);
        let acts = open & zero.lt(self.normal_impulse);
        if !L::any(acts) {
            return zero;
        }
        let back = self.approach * zero.like(-self.restitution);
        let target = L::select(self.bounces(), back, zero);
        let missing = target - self.normal_speed(mover);
        // The whole impulse pushes, never pulls.
        let wanted = (self.bounce + missing * self.mass).max(-self.normal_impulse);
        let change = L::select(acts, wanted - self.bounce, zero);
        self.bounce += change;
        mover.push_velocity(constants, self.lever, self.normal * change);
        (change / self.mass).abs()
    }

    /// Where it bounces and rubs.
    #[inline(always)]
    fn rubs(&self) -> L::Mask {
        let zero = self.level.like(0.0);
        self.bounces() & zero.lt(zero.like(self.friction))
    }

    /// Friction of the bounce, within the cone of all normal impulse.
    #[inline(always)]
    fn rub<M: Mover<L>>(&mut self, open: L::Mask, mover: &mut M, constants: &M::Constants) {
        let acts = open & self.rubs();
        if !L::any(acts) {
            return;
        }
        let zero = self.level.like(0.0);
        let lever = self.surface_lever(mover);
        let fast = self.approach * (-1.0 / RESTING_SPEED_M_S) - 1.0;
        let slip = mover.velocity_at(lever) * fast.max(zero).min(zero.like(1.0));
        let most = self.load().max(zero) * zero.like(self.friction);
        let held = (self.friction_impulse + self.rub, most);
        let (push, acts) = self.against((slip, acts), held, lever, (mover, constants));
        self.rub = Vector::select(acts, self.rub + push, self.rub);
        let push = push * L::select(acts, zero.like(1.0), zero);
        mover.push_velocity(constants, lever, push);
    }

    /// Twice the work of all its impulses since before the solve, J.
    #[inline(always)]
    fn twice_work<M: Mover<L>>(&self, mover: &M) -> L {
        let speed = self.approach + self.normal_speed(mover);
        let friction = self.friction_impulse + self.rub;
        self.load() * speed + friction.dot(self.slip_before + self.slip(mover))
    }

    /// Rolling resistance.
    #[inline(always)]
    fn resist_rolling<M: Mover<L>>(&self, mover: &mut M, constants: &M::Constants) {
        if M::TURNS && self.rolling != 0.0 {
            let load = self.normal_impulse + self.bounce;
            mover.slow_spin(constants, load * load.like(self.rolling));
        }
    }
}
