//! Contacts of balls, ends and corners with planes (Baltman & Radeztsky, section 9; see
//! [`Contact`](crate::physics::contact::Contact) for the equations, and
//! `physics/contact/{passes,bounce}.rs` for the passes): what a contact is, here; which there
//! are, in `find`; the passes over them, in `relaxation` and `bounce`.

mod bounce;
mod find;
mod relaxation;
mod seen;

use super::figure::{Point, MOST_CONTACTS};
use super::lane::Lane;
use super::mover::Mover;
use super::vector::Vector;
use crate::physics::contact::RESTING_SPEED_M_S;
use arrayvec::ArrayVec;
pub use bounce::bounce;
pub use find::find;
pub use relaxation::relax;
pub use seen::Seen;

/// Slide without a direction, m or m/s.
const NO_SLIDE: f64 = 1e-12;

/// Contacts of a block.
pub type Contacts<L> = ArrayVec<Contact<L>, MOST_CONTACTS>;

/// A point over a plane.
#[derive(Clone, Copy)]
pub struct Contact<L: Lane> {
    /// Index of the point in the figure.
    point: usize,
    /// Index of the plane in the scenery.
    plane: usize,
    normal: Vector<L>,
    /// Height of the plane along the normal, and the radius over it, m.
    level: L,
    /// Where the plane is near.
    pub near: L::Mask,
    /// Where it is met within the substep if the thing goes on as it does.
    pub met: L::Mask,
    /// Surface point in the frame of what turns, m.
    surface_arm: Vector<L>,
    /// Point that friction grips at the start of the substep, m.
    start: Vector<L>,
    /// Depth that is left for later, m.
    left_depth: L,
    approach: L,
    /// Velocity of the surface point along the plane before the solve, m/s.
    slip_before: Vector<L>,
    friction: f64,
    restitution: f64,
    /// Rolling resistance times the radius that rolls, m.
    rolling: f64,
    normal_push: L,
    friction_push: Vector<L>,
    normal_impulse: L,
    friction_impulse: Vector<L>,
    bounce: L,
    rub: Vector<L>,
    /// From the centre to the point, m, and the mass behind the normal there, kg: as they are
    /// when a pass on positions, or the bounces after it, begin.
    lever: Option<Vector<L>>,
    mass: L,
}

impl<L: Lane> Contact<L> {
    /// Normal impulse of the substep, N·s.
    #[inline(always)]
    pub fn load(&self) -> L {
        self.normal_impulse + self.bounce
    }

    /// Normal speed with which it began the substep where it bounced in it, m/s; else zero.
    #[inline(always)]
    pub fn bounce_approach(&self) -> L {
        let zero = self.level.like(0.0);
        let fast = self.approach.lt(zero.like(-RESTING_SPEED_M_S));
        let loaded = zero.lt(self.normal_impulse) | zero.lt(self.bounce);
        L::select(self.near & fast & loaded, self.approach, zero)
    }

    /// How deep the thing is in the plane, m, where that is near; else zero.
    #[inline(always)]
    pub fn depth<M: Mover<L>>(&self, touched: &Touched<'_, L, M>) -> L {
        let point = &touched.points[self.point];
        let height = place_of(point, &touched.movers[point.mover]).dot(self.normal);
        L::select(self.near, self.level - height, self.level.like(0.0))
    }

    #[inline(always)]
    fn normal_speed<M: Mover<L>>(&self, mover: &M) -> L {
        mover.velocity_at(self.lever).dot(self.normal)
    }

    /// From the centre of a thing to the surface point that friction grips, m; what does
    /// not turn is gripped at its centre.
    #[inline(always)]
    fn surface_lever<M: Mover<L>>(&self, mover: &M) -> Option<Vector<L>> {
        if M::TURNS {
            Some(mover.lever(self.surface_arm))
        } else {
            None
        }
    }

    /// Grips the thing where it is now.
    #[inline(always)]
    fn take_grip<M: Mover<L>>(&mut self, point: &Point, mover: &M, constants: &M::Constants) {
        self.lever = lever_of(point, mover);
        self.mass = self.mass_at(self.lever, mover, constants);
    }

    /// The mass behind the normal, kg.
    #[inline(always)]
    fn mass_at<M: Mover<L>>(
        &self,
        lever: Option<Vector<L>>,
        mover: &M,
        constants: &M::Constants,
    ) -> L {
        let (zero, inverse) = (self.level.like(0.0), M::inverse_mass(constants));
        if lever.is_none() {
            return zero + 1.0 / inverse;
        }
        zero.like(1.0) / (mover.turning(constants, lever, self.normal) + inverse)
    }

    /// The push that takes a slide back, of a friction that adds to the one `held` and
    /// is never longer than `most`; and where there is one.
    #[inline(always)]
    fn against<M: Mover<L>>(
        &self,
        (slide, acts): (Vector<L>, L::Mask),
        (held, most): (Vector<L>, L),
        lever: Option<Vector<L>>,
        (mover, constants): (&M, &M::Constants),
    ) -> (Vector<L>, L::Mask) {
        let slide = slide - self.normal * slide.dot(self.normal);
        let squared = slide.length_squared();
        let slides = acts & squared.like(NO_SLIDE * NO_SLIDE).lt(squared);
        let squared = L::select(slides, squared, squared.like(1.0));
        let turning = mover.turning(constants, lever, slide);
        let inverse_mass = M::inverse_mass(constants);
        let wanted = held - slide * (squared / (turning + squared * inverse_mass));
        let wanted = Vector::select(slides, wanted, held);
        (wanted.clamp_length(most) - held, acts)
    }

    /// Velocity of the surface point along the plane, m/s.
    #[inline(always)]
    fn slip<M: Mover<L>>(&self, mover: &M) -> Vector<L> {
        let velocity = mover.velocity_at(self.surface_lever(mover));
        velocity - self.normal * velocity.dot(self.normal)
    }
}

/// What contacts act on: the things of a figure, their points, and how they move.
pub struct Touched<'a, L: Lane, M: Mover<L>> {
    pub movers: &'a mut [M],
    pub constants: &'a [M::Constants],
    pub points: &'a [Point],
}

impl<L: Lane, M: Mover<L>> Touched<'_, L, M> {
    /// What a contact touches.
    #[inline(always)]
    fn by(&mut self, contact: &Contact<L>) -> (&Point, &mut M, &M::Constants) {
        let point = &self.points[contact.point];
        let mover = &mut self.movers[point.mover];
        (point, mover, &self.constants[point.mover])
    }
}

/// Position of a point, m.
#[inline(always)]
fn place_of<L: Lane, M: Mover<L>>(point: &Point, mover: &M) -> Vector<L> {
    match lever_of(point, mover) {
        Some(lever) => mover.position() + lever,
        None => mover.position(),
    }
}

/// From the centre of what a point belongs to, m; `None` if it is the centre.
#[inline(always)]
fn lever_of<L: Lane, M: Mover<L>>(point: &Point, mover: &M) -> Option<Vector<L>> {
    let arm = point.arm?;
    Some(mover.lever(mover.position().like(arm)))
}
