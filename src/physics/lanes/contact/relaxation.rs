//! The pass on positions: no penetration, and no sliding within the friction cone.

use super::{Contact, Touched};
use crate::physics::contact::SLOP_M;
use crate::physics::lanes::figure::MOST_MOVERS;
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::mover::Mover;
use crate::physics::lanes::vector::Vector;
use arrayvec::ArrayVec;

/// Removes penetration and sliding from positions: all normals before all friction,
/// each forward and backward, and the normals again.
#[inline(always)]
pub fn relax<L: Lane, M: Mover<L>>(contacts: &mut [Contact<L>], touched: &mut Touched<'_, L, M>) {
    let mut spins = ArrayVec::<Option<Vector<L>>, MOST_MOVERS>::new();
    if M::TURNS {
        spins.extend(touched.movers.iter().map(|_| None));
    }
    for contact in contacts.iter_mut() {
        let place = touched.points[contact.point].mover;
        let (point, mover, constants) = touched.by(contact);
        contact.take_grip(point, mover, constants);
        if let Some(spin @ None) = spins.get_mut(place) {
            *spin = Some(mover.begin_pushes());
        }
    }
    for place in symmetric_sweep(contacts.len()) {
        let (_, mover, constants) = touched.by(&contacts[place]);
        contacts[place].relax(mover, constants);
    }
    for place in symmetric_sweep(contacts.len()) {
        let (_, mover, constants) = touched.by(&contacts[place]);
        contacts[place].relax_friction(mover, constants);
    }
    for contact in contacts {
        let (_, mover, constants) = touched.by(contact);
        contact.relax(mover, constants);
    }
    for (mover, spin) in touched.movers.iter_mut().zip(spins) {
        if let Some(spin) = spin {
            mover.end_pushes(spin);
        }
    }
}

/// Indices from the first to the last and back.
#[inline(always)]
fn symmetric_sweep(count: usize) -> impl Iterator<Item = usize> {
    (0..count).chain((0..count).rev())
}

impl<L: Lane> Contact<L> {
    /// Removes penetration.
    #[inline(always)]
    fn relax<M: Mover<L>>(&mut self, mover: &mut M, constants: &M::Constants) {
        let zero = self.level.like(0.0);
        let gap = mover.place_at(self.lever).dot(self.normal) - self.level;
        let deep = gap + self.left_depth + SLOP_M;
        let wanted = (self.normal_push - deep * self.mass).max(zero);
        let change = L::select(self.near, wanted - self.normal_push, zero);
        if !L::any(!change.same(zero)) {
            return;
        }
        self.normal_push += change;
        mover.push_place(constants, self.lever, self.normal * change);
    }

    /// Removes sliding within the friction cone.
    #[inline(always)]
    fn relax_friction<M: Mover<L>>(&mut self, mover: &mut M, constants: &M::Constants) {
        let zero = self.level.like(0.0);
        let held = self.friction_push;
        let acts = zero.lt(self.normal_push) | zero.lt(held.length_squared());
        if !L::any(acts) {
            return;
        }
        let lever = self.surface_lever(mover);
        let slide = mover.place_at(lever) - self.start;
        let most = self.normal_push * zero.like(self.friction);
        let (push, acts) = self.against((slide, acts), (held, most), lever, (mover, constants));
        self.friction_push = Vector::select(acts, held + push, held);
        let push = push * L::select(acts, zero.like(1.0), zero);
        mover.push_place(constants, lever, push);
    }
}
