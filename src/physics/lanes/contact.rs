//! Contacts of balls and capsule ends with planes (Baltman & Radeztsky, section 9; see
//! [`Contact`](crate::physics::constraint::Contact) for the equations, and
//! `method/verlet/{contacts,bounce}.rs` for the passes).

use super::figure::{Body, Figure, Plane, Point, Scenery, MOST_BODIES, MOST_CONTACTS};
use super::lane::Lane;
use super::motion::Motion;
use super::vector::{Quaternion, Vector};
use crate::physics::collide::MARGIN_M;
use crate::physics::constraint::contact::{RECOVERY_SPEED_M_S, RESTING_SPEED_M_S, SLOP_M};
use crate::physics::model::Surface;
use arrayvec::ArrayVec;

/// Sweeps of the velocity pass; two limbs that hit at once need a few.
const BOUNCE_SWEEPS: u32 = 16;
/// Change of speed at which the velocity pass has settled, m/s: what rounding leaves.
const BOUNCE_SETTLED_M_S: f32 = 1e-5;
/// Rounding of a kinetic energy, relative.
const ENERGY_ROUNDING: f32 = 1e-5;
/// Slide without a direction, m or m/s.
const NO_SLIDE: f32 = 1e-12;

/// A point over a plane.
#[derive(Clone, Copy)]
pub struct Contact<L: Lane> {
    /// Index of the point in the figure.
    point: usize,
    normal: Vector<L>,
    /// Height of the plane along the normal, and the radius over it, m.
    level: L,
    /// Where the plane is near.
    pub near: L::Mask,
    /// Surface point in the body frame, m.
    surface_arm: Vector<L>,
    /// Surface point at the start of the substep, m.
    start: Vector<L>,
    /// Depth that is left for later, m.
    left_depth: L,
    approach: L,
    friction: f32,
    restitution: f32,
    /// Rolling resistance times the radius that rolls, m.
    rolling: f32,
    normal_push: L,
    friction_push: Vector<L>,
    normal_impulse: L,
    bounce: L,
    rub: Vector<L>,
    rub_limit: L,
}

/// The lever of a point of a body, m; `None` for its centre.
#[inline(always)]
fn lever_of<L: Lane>(point: &Point, motion: &Motion<L>) -> Option<Vector<L>> {
    let arm = point.arm?;
    Some(motion.orientation.rotate(motion.position.like(arm)))
}

/// Position of a point, m.
#[inline(always)]
fn place_of<L: Lane>(point: &Point, motion: &Motion<L>) -> Vector<L> {
    match lever_of(point, motion) {
        Some(lever) => motion.position + lever,
        None => motion.position,
    }
}

/// Where a point is near a plane before or after the motion of a substep; the height
/// of the plane is from the origins of the ragdolls.
#[inline(always)]
pub fn is_near<L: Lane>(
    point: &Point,
    plane: &Plane,
    height: L,
    [before, after]: [&Motion<L>; 2],
) -> L::Mask {
    let along = before.position.like(plane.normal_single);
    let now = place_of(point, before).dot(along);
    let then = place_of(point, after).dot(along);
    now.min(then).lt(height + (point.radius + MARGIN_M as f32))
}

impl<L: Lane> Contact<L> {
    /// A point and a plane before the motion of a substep.
    /// Heights are from the origins of the ragdolls.
    #[inline(always)]
    pub fn new(
        (index, point): (usize, &Point),
        (plane, height): (&Plane, L),
        sides: [&Motion<L>; 2],
        scenery: &Scenery,
    ) -> Contact<L> {
        let before = sides[0];
        let zero = height.like(0.0);
        let along = before.position.like(plane.normal_single);
        let level = height + point.radius;
        let now = place_of(point, before).dot(along) - level;
        let out = before
            .orientation
            .rotate_back(along * zero.like(-point.radius));
        let surface_arm = match point.arm {
            Some(arm) => out + out.like(arm),
            None => out,
        };
        let lever = surface_arm_in_world(before, surface_arm);
        let mut contact = Contact {
            point: index,
            normal: along,
            level,
            near: is_near(point, plane, height, sides),
            surface_arm,
            start: before.position + lever,
            left_depth: zero,
            approach: zero,
            friction: 0.0,
            restitution: 0.0,
            rolling: 0.0,
            normal_push: zero,
            friction_push: along * zero,
            normal_impulse: zero,
            bounce: zero,
            rub: along * zero,
            rub_limit: zero,
        };
        let pair = Surface::combine(point.surface, plane.surface);
        contact.friction = pair.friction as f32;
        contact.restitution = pair.restitution as f32;
        contact.rolling = pair.rolling_resistance as f32 * point.radius;
        let undone = SLOP_M as f32 + RECOVERY_SPEED_M_S as f32 * scenery.h;
        contact.left_depth = (-now - undone).max(zero);
        let approach = contact.normal_speed(point, before);
        let fast = approach.lt(zero.like(-RESTING_SPEED_M_S as f32));
        let fall = along.dot(along.like(scenery.fall));
        contact.approach = L::select(fast, approach + fall, approach);
        contact
    }

    /// Normal impulse of the substep, N·s.
    #[inline(always)]
    pub fn load(&self) -> L {
        self.normal_impulse + self.bounce
    }

    #[inline(always)]
    fn normal_speed(&self, point: &Point, motion: &Motion<L>) -> L {
        let velocity = match lever_of(point, motion) {
            Some(lever) => motion.velocity + motion.spin.cross(lever),
            None => motion.velocity,
        };
        velocity.dot(self.normal)
    }

    /// Removes penetration.
    #[inline(always)]
    fn relax(&mut self, point: &Point, motion: &mut Motion<L>, body: &Body) {
        let zero = self.level.like(0.0);
        let lever = lever_of(point, motion);
        let gap = place_of(point, motion).dot(self.normal) - self.level;
        let mass = self.mass(lever, motion, body);
        let deep = gap + self.left_depth + SLOP_M as f32;
        let wanted = (self.normal_push - deep * mass).max(zero);
        let change = L::select(self.near, wanted - self.normal_push, zero);
        let acts = !change.same(zero);
        if !L::any(acts) {
            return;
        }
        self.normal_push += change;
        let push = self.normal * change;
        motion.position += push * zero.like(body.inverse_mass);
        if let Some(lever) = lever {
            turn_where(acts, motion, body, lever.cross(push));
        }
    }

    /// The mass behind the normal, kg.
    #[inline(always)]
    fn mass(&self, lever: Option<Vector<L>>, motion: &Motion<L>, body: &Body) -> L {
        let zero = self.level.like(0.0);
        match lever {
            None => zero + 1.0 / body.inverse_mass,
            Some(lever) => {
                let turn = lever.cross(self.normal);
                let turning = turn.dot(motion.inverse_inertia_times(body, turn));
                zero.like(1.0) / (turning + body.inverse_mass)
            }
        }
    }

    /// Removes sliding within the friction cone.
    #[inline(always)]
    fn relax_friction(&mut self, motion: &mut Motion<L>, body: &Body) {
        let zero = self.level.like(0.0);
        let held = self.friction_push;
        let acts = zero.lt(self.normal_push) | zero.lt(held.length_squared());
        if !L::any(acts) {
            return;
        }
        let lever = surface_arm_in_world(motion, self.surface_arm);
        let slide = motion.position + lever - self.start;
        let most = self.normal_push * zero.like(self.friction);
        let (push, acts) = self.against(slide, acts, [held, lever], most, motion, body);
        self.friction_push = Vector::select(acts, held + push, held);
        let push = push * L::select(acts, zero.like(1.0), zero);
        motion.position += push * zero.like(body.inverse_mass);
        turn_where(acts, motion, body, lever.cross(push));
    }

    /// The push that takes a slide back, of a friction that adds to the one `held` and
    /// is never longer than `most`; and where there is one.
    #[inline(always)]
    fn against(
        &self,
        slide: Vector<L>,
        acts: L::Mask,
        [held, lever]: [Vector<L>; 2],
        most: L,
        motion: &Motion<L>,
        body: &Body,
    ) -> (Vector<L>, L::Mask) {
        let slide = slide - self.normal * slide.dot(self.normal);
        let squared = slide.length_squared();
        let acts = acts & squared.like(NO_SLIDE * NO_SLIDE).lt(squared);
        let squared = L::select(acts, squared, squared.like(1.0));
        let turn = lever.cross(slide);
        let turning = turn.dot(motion.inverse_inertia_times(body, turn));
        let wanted = held - slide * (squared / (turning + squared * body.inverse_mass));
        (wanted.clamp_length(most) - held, acts)
    }

    /// Takes the position push as the impulse that it becomes.
    #[inline(always)]
    fn take_impulse(&mut self, h: f32) {
        self.normal_impulse = self.normal_push * self.normal_push.like(1.0 / h);
    }

    /// Where it meets fast enough to bounce.
    #[inline(always)]
    fn bounces(&self) -> L::Mask {
        let resting = self.approach.like(-RESTING_SPEED_M_S as f32);
        self.normal_impulse.like(0.0).lt(self.normal_impulse) & self.approach.lt(resting)
    }

    /// One sweep of the velocity pass where it has not settled; the change of speed.
    #[inline(always)]
    fn send_back(
        &mut self,
        open: L::Mask,
        point: &Point,
        motion: &mut Motion<L>,
        body: &Body,
    ) -> L {
        let zero = self.level.like(0.0);
        let acts = open & zero.lt(self.normal_impulse);
        if !L::any(acts) {
            return zero;
        }
        let lever = lever_of(point, motion);
        let mass = self.mass(lever, motion, body);
        let back = self.approach * zero.like(-self.restitution);
        let target = L::select(self.bounces(), back, zero);
        let missing = target - self.normal_speed(point, motion);
        // The whole impulse pushes, never pulls.
        let wanted = (self.bounce + missing * mass).max(-self.normal_impulse);
        let change = L::select(acts, wanted - self.bounce, zero);
        self.bounce += change;
        push_velocity(motion, body, lever, self.normal * change);
        (change / mass).abs()
    }

    #[inline(always)]
    fn limit_rub(&mut self) {
        let zero = self.level.like(0.0);
        let most = self.bounce.max(zero) * zero.like(self.friction);
        self.rub_limit = L::select(self.bounces(), most, zero);
    }

    /// Friction of the bounce.
    #[inline(always)]
    fn rub(&mut self, open: L::Mask, motion: &mut Motion<L>, body: &Body) {
        let zero = self.level.like(0.0);
        let acts = open & zero.lt(self.rub_limit);
        if !L::any(acts) {
            return;
        }
        let lever = surface_arm_in_world(motion, self.surface_arm);
        let slip = motion.velocity + motion.spin.cross(lever);
        let held = self.rub;
        let (push, acts) = self.against(slip, acts, [held, lever], self.rub_limit, motion, body);
        self.rub = Vector::select(acts, held + push, held);
        let push = push * L::select(acts, zero.like(1.0), zero);
        push_velocity(motion, body, Some(lever), push);
    }

    /// Rolling resistance.
    #[inline(always)]
    fn resist_rolling(&self, motion: &mut Motion<L>, body: &Body) {
        let zero = self.level.like(0.0);
        let squared = motion.spin.length_squared();
        let spins = zero.lt(squared) & zero.lt(self.normal_impulse + self.bounce);
        if self.rolling == 0.0 || !L::any(spins) {
            return;
        }
        let squared = L::select(spins, squared, squared.like(1.0));
        let speed = squared.sqrt();
        let axis = motion.spin * (speed.like(1.0) / speed);
        let slowed = motion.inverse_inertia_times(body, axis);
        let slowed = slowed.length_squared().sqrt();
        let resisting = (self.normal_impulse + self.bounce) * zero.like(self.rolling);
        let left = (zero.like(1.0) - resisting * slowed / speed).max(zero);
        motion.spin = Vector::select(spins, motion.spin * left, motion.spin);
    }
}

#[inline(always)]
fn surface_arm_in_world<L: Lane>(motion: &Motion<L>, arm: Vector<L>) -> Vector<L> {
    motion.orientation.rotate(arm)
}

/// Turns where something acts: elsewhere not even rounding may change.
#[inline(always)]
fn turn_where<L: Lane>(acts: L::Mask, motion: &mut Motion<L>, body: &Body, push: Vector<L>) {
    let before = motion.orientation;
    motion.turn(body, push);
    motion.orientation = Quaternion::select(acts, motion.orientation, before);
}

#[inline(always)]
fn push_velocity<L: Lane>(
    motion: &mut Motion<L>,
    body: &Body,
    lever: Option<Vector<L>>,
    push: Vector<L>,
) {
    motion.velocity += push * push.x.like(body.inverse_mass);
    if let Some(lever) = lever {
        motion.spin += motion.inverse_inertia_times(body, lever.cross(push));
    }
}

/// Removes penetration and sliding from positions: all normals before all friction,
/// each forward and backward, and the normals again.
#[inline(always)]
pub fn relax<L: Lane>(contacts: &mut [Contact<L>], motions: &mut [Motion<L>], figure: &Figure) {
    for place in there_and_back(contacts.len()) {
        let (point, body) = of(&contacts[place], figure);
        contacts[place].relax(point, &mut motions[point.body], body);
    }
    for place in there_and_back(contacts.len()) {
        let (point, body) = of(&contacts[place], figure);
        contacts[place].relax_friction(&mut motions[point.body], body);
    }
    for contact in contacts {
        let (point, body) = of(contact, figure);
        contact.relax(point, &mut motions[point.body], body);
    }
}

#[inline(always)]
fn of<'a, L: Lane>(contact: &Contact<L>, figure: &'a Figure) -> (&'a Point, &'a Body) {
    let point = &figure.points[contact.point];
    (point, &figure.bodies[point.body])
}

/// Indices from the first to the last and back.
#[inline(always)]
fn there_and_back(count: usize) -> impl Iterator<Item = usize> {
    (0..count).chain((0..count).rev())
}

/// The velocity pass after the solve: bounces, then bounces with their friction, where
/// that does not give a ragdoll energy, then rolling resistance.
#[inline(always)]
pub fn bounce<L: Lane>(
    contacts: &mut [Contact<L>],
    motions: &mut [Motion<L>],
    figure: &Figure,
    h: f32,
) {
    if contacts.is_empty() {
        return;
    }
    let zero = contacts[0].level.like(0.0);
    for contact in contacts.iter_mut() {
        contact.take_impulse(h);
    }
    settle(contacts, motions, figure, zero.le(zero), false);
    let mut rubs = zero.lt(zero);
    for contact in contacts.iter_mut() {
        contact.limit_rub();
        rubs = rubs | zero.lt(contact.rub_limit);
    }
    if L::any(rubs) {
        settle_with_friction(contacts, motions, figure, rubs);
    }
    for contact in contacts {
        let (point, body) = of(contact, figure);
        contact.resist_rolling(&mut motions[point.body], body);
    }
}

/// Twice the kinetic energy of each ragdoll, J.
#[inline(always)]
fn twice_kinetic_energy<L: Lane>(motions: &[Motion<L>], figure: &Figure) -> L {
    let mut sum = motions[0].velocity.x.like(0.0);
    for (motion, body) in motions.iter().zip(&figure.bodies) {
        sum += motion.twice_kinetic_energy(body);
    }
    sum
}

/// Friction only ever takes energy; a ragdoll to which it would give some bounces
/// without it.
#[inline(always)]
fn settle_with_friction<L: Lane>(
    contacts: &mut [Contact<L>],
    motions: &mut [Motion<L>],
    figure: &Figure,
    rubs: L::Mask,
) {
    let mut without = ArrayVec::<[Vector<L>; 2], MOST_BODIES>::new();
    for motion in motions.iter() {
        without.push([motion.velocity, motion.spin]);
    }
    let energy = twice_kinetic_energy(motions, figure);
    let most = energy * energy.like(1.0 + ENERGY_ROUNDING);
    let mut bounces = ArrayVec::<L, MOST_CONTACTS>::new();
    for contact in contacts.iter() {
        bounces.push(contact.bounce);
    }
    settle(contacts, motions, figure, rubs, true);
    let gains = rubs & most.lt(twice_kinetic_energy(motions, figure));
    if !L::any(gains) {
        return;
    }
    for (motion, &[velocity, spin]) in motions.iter_mut().zip(&without) {
        motion.velocity = Vector::select(gains, velocity, motion.velocity);
        motion.spin = Vector::select(gains, spin, motion.spin);
    }
    for (contact, &before) in contacts.iter_mut().zip(&bounces) {
        contact.bounce = L::select(gains, before, contact.bounce);
    }
}

/// Repeats the bounces until the contacts of a ragdoll agree; one sweep takes the speed
/// that pushing out has left where nothing bounces.
#[inline(always)]
fn settle<L: Lane>(
    contacts: &mut [Contact<L>],
    motions: &mut [Motion<L>],
    figure: &Figure,
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
            let (point, body) = of(contact, figure);
            let motion = &mut motions[point.body];
            if rubbing {
                contact.rub(open, motion, body);
            }
            change = change.max(contact.send_back(open, point, motion, body));
        }
        open = open & bounces & zero.like(BOUNCE_SETTLED_M_S).le(change);
        if !L::any(open) {
            break;
        }
    }
}
