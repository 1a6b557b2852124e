//! Contacts of balls, ends and corners with planes (Baltman & Radeztsky, section 9; see
//! [`Contact`](crate::physics::contact::Contact) for the equations, and
//! `contact/{passes,bounce}.rs` for the passes).

use super::figure::{Point, MOST_CONTACTS, MOST_MOVERS};
use super::lane::{Cell, Lane};
use super::mover::Mover;
use super::scenery::{Plane, Scenery};
use super::vector::Vector;
use crate::physics::collide::MARGIN_M;
use crate::physics::contact::{RECOVERY_SPEED_M_S, RESTING_SPEED_M_S, SLOP_M, TOUCH_M};
use crate::physics::model::Surface;
use arrayvec::ArrayVec;

/// Sweeps of the velocity pass; two limbs that hit at once need a few.
const BOUNCE_SWEEPS: u32 = 16;
/// Slide without a direction, m or m/s.
const NO_SLIDE: f64 = 1e-12;

/// Contacts of a block.
pub type Contacts<L> = ArrayVec<Contact<L>, MOST_CONTACTS>;

/// A point over a plane.
#[derive(Clone, Copy)]
pub struct Contact<L: Lane> {
    /// Index of the point in the figure.
    point: usize,
    normal: Vector<L>,
    /// Height of the plane along the normal, and the radius over it, m.
    level: L,
    /// Where the plane is near.
    near: L::Mask,
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

/// What contacts act on: the things of a figure, their points, and how they move.
pub struct Touched<'a, L: Lane, M: Mover<L>> {
    pub movers: &'a mut [M],
    pub constants: &'a [M::Constants],
    pub points: &'a [Point],
}

/// From the centre of what a point belongs to, m; `None` if it is the centre.
#[inline(always)]
fn lever_of<L: Lane, M: Mover<L>>(point: &Point, mover: &M) -> Option<Vector<L>> {
    let arm = point.arm?;
    Some(mover.lever(mover.position().like(arm)))
}

/// Position of a point, m.
#[inline(always)]
fn place_of<L: Lane, M: Mover<L>>(point: &Point, mover: &M) -> Vector<L> {
    at_lever(mover, lever_of(point, mover))
}

#[inline(always)]
fn at_lever<L: Lane, M: Mover<L>>(mover: &M, lever: Option<Vector<L>>) -> Vector<L> {
    match lever {
        Some(lever) => mover.position() + lever,
        None => mover.position(),
    }
}

/// Where a point is near a plane before or after the motion of a substep; the height
/// of the plane is from the origins of the ragdolls.
#[inline(always)]
fn is_near<L: Lane, M: Mover<L>>(
    point: &Point,
    plane: &Plane,
    height: L,
    [before, after]: [&M; 2],
) -> L::Mask {
    let along = before.position().like(plane.normal.to_array());
    let now = place_of(point, before).dot(along);
    let then = place_of(point, after).dot(along);
    now.min(then).lt(height + (point.radius + MARGIN_M))
}

/// Adds the contacts of some points of a thing, before and after it coasted, with the
/// planes, whose heights are from the origins of the ragdolls.
#[inline(always)]
pub fn find<L: Lane, M: Mover<L>>(
    (points, first): (&[Point], usize),
    (scenery, heights): (&Scenery, &[L]),
    sides: [&M; 2],
    contacts: &mut Contacts<L>,
) {
    for (place, point) in points.iter().enumerate() {
        for (plane, &height) in scenery.planes.iter().zip(heights) {
            let near = is_near(point, plane, height, sides);
            if L::any(near) {
                let mut contact =
                    Contact::new((first + place, point), (plane, height), sides[0], scenery);
                contact.near = near;
                contacts.push(contact);
            }
        }
    }
}

impl<L: Lane> Contact<L> {
    /// A point and a plane before the motion of a substep, near everywhere.
    #[inline(always)]
    fn new<M: Mover<L>>(
        (index, point): (usize, &Point),
        (plane, height): (&Plane, L),
        before: &M,
        scenery: &Scenery,
    ) -> Contact<L> {
        let zero = height.like(0.0);
        let along = before.position().like(plane.normal.to_array());
        let level = height + point.radius;
        let now = place_of(point, before).dot(along) - level;
        let mut contact = Contact {
            point: index,
            normal: along,
            level,
            near: zero.le(zero),
            met: zero.le(zero),
            surface_arm: along * zero,
            start: before.position(),
            left_depth: zero,
            approach: zero,
            slip_before: along * zero,
            friction: 0.0,
            restitution: 0.0,
            rolling: 0.0,
            normal_push: zero,
            friction_push: along * zero,
            normal_impulse: zero,
            friction_impulse: along * zero,
            bounce: zero,
            rub: along * zero,
            lever: lever_of(point, before),
            mass: zero,
        };
        if M::TURNS {
            let out = before.arm(along * zero.like(-point.radius));
            contact.surface_arm = match point.arm {
                Some(arm) => out + out.like(arm),
                None => out,
            };
            contact.start += before.lever(contact.surface_arm);
        }
        let pair = Surface::combine(point.surface, plane.surface);
        contact.friction = pair.friction;
        contact.restitution = pair.restitution;
        contact.rolling = pair.rolling_resistance * point.radius;
        let undone = SLOP_M + RECOVERY_SPEED_M_S * scenery.h;
        contact.left_depth = (-now - undone).max(zero);
        let approach = contact.normal_speed(before);
        let fast = approach.lt(zero.like(-RESTING_SPEED_M_S));
        let fall = along.dot(along.like(scenery.fall));
        contact.approach = L::select(fast, approach + fall, approach);
        let coming = contact.approach.min(zero) * zero.like(scenery.h);
        contact.met = (now + coming).le(zero.like(TOUCH_M));
        contact.slip_before = contact.slip(before);
        contact
    }

    /// Normal impulse of the substep, N·s.
    #[inline(always)]
    pub fn load(&self) -> L {
        self.normal_impulse + self.bounce
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
        let acts = acts & squared.like(NO_SLIDE * NO_SLIDE).lt(squared);
        let squared = L::select(acts, squared, squared.like(1.0));
        let turning = mover.turning(constants, lever, slide);
        let inverse_mass = M::inverse_mass(constants);
        let wanted = held - slide * (squared / (turning + squared * inverse_mass));
        (wanted.clamp_length(most) - held, acts)
    }

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

    /// Velocity of the surface point along the plane, m/s.
    #[inline(always)]
    fn slip<M: Mover<L>>(&self, mover: &M) -> Vector<L> {
        let velocity = mover.velocity_at(self.surface_lever(mover));
        velocity - self.normal * velocity.dot(self.normal)
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

impl<L: Lane, M: Mover<L>> Touched<'_, L, M> {
    /// What a contact touches.
    #[inline(always)]
    fn by(&mut self, contact: &Contact<L>) -> (&Point, &mut M, &M::Constants) {
        let point = &self.points[contact.point];
        let mover = &mut self.movers[point.mover];
        (point, mover, &self.constants[point.mover])
    }
}

/// Indices from the first to the last and back.
#[inline(always)]
fn symmetric_sweep(count: usize) -> impl Iterator<Item = usize> {
    (0..count).chain((0..count).rev())
}

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
