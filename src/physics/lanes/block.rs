//! A step of a few equal ragdolls side by side: the algorithm of Baltman & Radeztsky,
//! section 10, with the substeps of one block done before the next block begins, so
//! that all of it stays in the innermost cache.

use super::contact::{self, Contacts, Touched};
use super::figure::{Figure, MOST_MOVERS};
use super::lane::{Cell, Lane, MOST_LANES, ROW};
use super::mover::Mover;
use super::scenery::{Scenery, MOST_PLANES};
use crate::physics::divergence::{DISTANCE_CAP_M, SPEED_CAP_M_S, SPIN_CAP_RAD_S};
use crate::physics::interrupt::Interrupt;
use crate::physics::island::{SLEEP_SPEED_M_S, SLEEP_SPIN_RAD_S};
use arrayvec::ArrayVec;
use glam::DVec3;
use std::hint::black_box;

/// One body or particle of all ragdolls of the block after the other.
pub type Movers<M> = ArrayVec<M, MOST_MOVERS>;

/// Numbers of each body or particle of each ragdoll.
pub type Rows<C> = [[[C; ROW]; MOST_LANES]; MOST_MOVERS];

/// Equal ragdolls, at most as many as there are lanes, and all bodies or particles among
/// which theirs are.
pub struct Block<'a, F: Figure, C: Cell> {
    pub figure: &'a F,
    pub scenery: &'a Scenery,
    /// Ends the step.
    pub interrupt: &'a Interrupt,
    /// Place of the first body or particle of each ragdoll.
    pub firsts: &'a [usize],
    /// All bodies or particles before the step.
    pub before: &'a [F::State],
    /// Place of the first of `after` among all of them.
    pub offset: usize,
    /// Those after the step; those of the block are put there.
    pub after: &'a mut [F::State],
    /// What is found out about each ragdoll.
    pub outcomes: &'a mut [Outcome],
    /// Room for the numbers of all bodies or particles.
    pub rows: &'a mut Rows<C>,
}

/// What a step tells of a ragdoll.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outcome {
    /// Whether it lay on a plane in the last substep.
    pub supported: bool,
    /// Whether it was near a plane in the last substep.
    pub near: bool,
    /// How deep it is in a plane after the step, m; zero if it is in none.
    pub depth: f64,
    /// Normal speed of its fastest bounce, m/s, negative; zero without one.
    pub approach: f64,
    /// Whether all of it is slow enough to fall asleep.
    pub quiet: bool,
    /// Whether its numbers are sane.
    pub sane: bool,
}

impl Outcome {
    /// Whether it has contacts or bounces.
    pub fn touches(&self) -> bool {
        self.near || self.approach < 0.0
    }
}

impl<F: Figure, C: Cell> Block<'_, F, C> {
    /// Makes one step.
    #[inline(always)]
    pub fn step<L: Lane<Cell = C>>(&mut self, token: L::Token) {
        let mut origins = [DVec3::ZERO; MOST_LANES];
        for (lane, origin) in origins.iter_mut().enumerate().take(L::COUNT) {
            *origin = C::origin(F::place(&self.before[self.first(lane)]));
        }
        let mut movers = Movers::new();
        self.gather::<L>(token, &origins, &mut movers);
        let heights = heights(self.scenery, L::splat(token, 0.0), &origins);
        let mut contacts = Contacts::<L>::new();
        let mut integrated = ArrayVec::<_, MOST_MOVERS>::new();
        for mover in &movers {
            integrated.push(mover.integrated());
        }
        let mut approach = L::splat(token, 0.0);
        for _ in 0..self.scenery.substeps {
            if self.interrupt.is_due() {
                break;
            }
            Substep {
                figure: self.figure,
                scenery: self.scenery,
                heights: &heights,
                movers: &mut movers,
                integrated: &mut integrated,
                contacts: &mut contacts,
            }
            .make(self.interrupt);
            for contact in &contacts {
                approach = approach.min(contact.bounce_approach());
            }
        }
        self.scatter(&origins, &movers);
        self.report(&origins, &movers);
        self.report_contacts(&contacts, approach, &mut movers);
    }

    /// Place of the first thing in a lane; lanes without a ragdoll repeat the last one.
    #[inline(always)]
    fn first(&self, lane: usize) -> usize {
        self.firsts[lane.min(self.firsts.len() - 1)]
    }

    #[inline(always)]
    fn gather<L: Lane<Cell = C>>(
        &mut self,
        token: L::Token,
        origins: &[DVec3],
        movers: &mut Movers<F::Mover<L>>,
    ) {
        let count = self.figure.constants().len();
        // One ragdoll after the other, as they lie in memory. Without the black box, the
        // compiler would gather single numbers of eight states at once, which takes longer.
        for (lane, &origin) in origins.iter().enumerate().take(L::COUNT) {
            let first = self.first(lane);
            let states = &self.before[first..first + count];
            for (rows, state) in self.rows.iter_mut().zip(states) {
                rows[lane] = F::Mover::<L>::row_of(black_box(state), origin);
            }
        }
        for rows in &self.rows[..count] {
            movers.push(F::Mover::<L>::from_rows(token, rows));
        }
    }

    #[inline(always)]
    fn scatter<L: Lane<Cell = C>>(&mut self, origins: &[DVec3], movers: &Movers<F::Mover<L>>) {
        for (rows, mover) in self.rows.iter_mut().zip(movers) {
            mover.put_into_rows(rows);
        }
        for (lane, &first) in self.firsts.iter().enumerate() {
            let states = &mut self.after[first - self.offset..];
            let states = &mut states[..movers.len()];
            for (state, rows) in states.iter_mut().zip(&*self.rows) {
                *black_box(state) = F::Mover::<L>::state_of(&rows[lane], origins[lane]);
            }
        }
    }

    /// Finds out how each ragdoll is after the step.
    #[inline(always)]
    fn report<L: Lane<Cell = C>>(&mut self, origins: &[DVec3; MOST_LANES], movers: &[F::Mover<L>]) {
        let zero = movers[0].position().x.like(0.0);
        let (mut speed, mut spin, mut sum) = (zero, zero, zero);
        for mover in movers {
            let [velocity, angular_velocity] = mover.velocities();
            speed = speed.max(velocity.length_squared());
            spin = spin.max(angular_velocity.length_squared());
            // Not a number if anything is.
            sum += mover.sum();
        }
        for (lane, (outcome, origin)) in self.outcomes.iter_mut().zip(origins).enumerate() {
            let (speed, spin) = (speed.lane(lane), spin.lane(lane));
            let slow = speed < square(SPEED_CAP_M_S) && spin < square(SPIN_CAP_RAD_S);
            let near = origin.length_squared() < DISTANCE_CAP_M * DISTANCE_CAP_M;
            *outcome = Outcome {
                quiet: speed < square(SLEEP_SPEED_M_S) && spin < square(SLEEP_SPIN_RAD_S),
                sane: sum.lane(lane).is_finite() && slow && near,
                ..Outcome::default()
            };
        }
    }

    /// Finds out what each ragdoll touches after the step.
    #[inline(always)]
    fn report_contacts<L: Lane<Cell = C>>(
        &mut self,
        contacts: &Contacts<L>,
        approach: L,
        movers: &mut [F::Mover<L>],
    ) {
        let zero = approach.like(0.0);
        let (mut load, mut depth, mut near) = (zero, zero, zero.lt(zero));
        let touched = Touched {
            movers,
            constants: self.figure.constants(),
            points: self.figure.points(),
        };
        for contact in contacts {
            load += contact.load();
            depth = depth.max(contact.depth(&touched));
            near = near | contact.near;
        }
        let is_near = L::select(near, zero.like(1.0), zero);
        for (lane, outcome) in self.outcomes.iter_mut().enumerate() {
            outcome.supported = load.lane(lane) > 0.0;
            outcome.near = is_near.lane(lane) > 0.0;
            outcome.depth = depth.lane(lane);
            outcome.approach = approach.lane(lane);
        }
    }
}

/// Height of each plane along its normal from the origins of the ragdolls, m.
#[inline(always)]
pub fn heights<L: Lane>(scenery: &Scenery, zero: L, origins: &[DVec3]) -> ArrayVec<L, MOST_PLANES> {
    let mut heights = ArrayVec::new();
    for plane in &scenery.planes {
        let mut height = zero;
        for (lane, &origin) in origins.iter().enumerate().take(L::COUNT) {
            height.set_lane(lane, (plane.point - origin).dot(plane.normal));
        }
        heights.push(height);
    }
    heights
}

fn square(value: f64) -> f64 {
    value * value
}

/// Where the motion took the movers of a kind of ragdoll.
pub type Integrated<F, L> = <<F as Figure>::Mover<L> as Mover<L>>::Integrated;

/// A substep of equal ragdolls, event by event.
pub struct Substep<'a, F: Figure, L: Lane> {
    pub figure: &'a F,
    pub scenery: &'a Scenery,
    /// Of each plane along its normal from the origins, m.
    pub heights: &'a [L],
    pub movers: &'a mut [F::Mover<L>],
    pub integrated: &'a mut [Integrated<F, L>],
    pub contacts: &'a mut Contacts<L>,
}

impl<F: Figure, L: Lane> Substep<'_, F, L> {
    /// Find contacts, fly, relax all joints and the contacts last, take the velocities
    /// from the displacements, damp, bounce.
    #[inline(always)]
    pub fn make(&mut self, interrupt: &Interrupt) {
        self.arrest();
        self.integrate();
        self.lead_back();
        for iteration in 0..self.scenery.iterations {
            self.figure.relax_joints::<L>(self.movers);
            self.relax_contacts();
            if interrupt.is_due_after(iteration) {
                return;
            }
        }
        self.derive_velocities();
        self.damp();
        self.bounce();
    }

    /// Slows what would pass a stop.
    pub fn arrest(&mut self) {
        self.figure.arrest::<L>(self.scenery, self.movers);
    }

    /// Moves everything as if nothing held it, and finds what it comes near.
    pub fn integrate(&mut self) {
        self.apart(
            #[inline(always)]
            |of| of.integrate_and_find(),
        );
    }

    #[inline(always)]
    fn integrate_and_find(&mut self) {
        let (constants, points) = (self.figure.constants(), self.figure.points());
        self.contacts.clear();
        for (place, (mover, constants)) in self.movers.iter_mut().zip(constants).enumerate() {
            let before = *mover;
            self.integrated[place] = mover.integrate(constants, self.scenery);
            let own = self.figure.points_of(place);
            let own = (&points[own.clone()], own.start);
            let scenery = (self.scenery, self.heights);
            contact::find(own, scenery, [&before, mover], self.contacts);
        }
    }

    /// Leads ragdolls that meet nothing back to the parabola.
    #[inline(always)]
    pub fn lead_back(&mut self) {
        let zero = self.movers[0].position().x.like(0.0);
        let mut flies = zero.le(zero);
        for contact in self.contacts.iter() {
            flies = flies & !contact.met;
        }
        if L::any(flies) {
            for (mover, integrated) in self.movers.iter_mut().zip(&mut *self.integrated) {
                mover.lead_back_where(flies, integrated, self.scenery);
            }
        }
    }

    /// Removes penetration and sliding.
    #[inline(always)]
    pub fn relax_contacts(&mut self) {
        self.apart(
            #[inline(always)]
            |of| {
                let (contacts, mut touched) = of.touched();
                contact::relax(contacts, &mut touched);
            },
        );
    }

    /// Takes velocities from displacements.
    #[inline(always)]
    pub fn derive_velocities(&mut self) {
        self.apart(
            #[inline(always)]
            |of| {
                let constants = of.figure.constants();
                let movers = of.movers.iter_mut().zip(constants);
                for ((mover, constants), integrated) in movers.zip(&*of.integrated) {
                    mover.derive_velocities(constants, integrated, of.scenery);
                }
            },
        );
    }

    /// Damps the relative turning of what joints join.
    #[inline(always)]
    pub fn damp(&mut self) {
        if self.scenery.damping != 0.0 {
            self.apart(
                #[inline(always)]
                |of| of.figure.damp::<L>(of.scenery, of.movers),
            );
        }
    }

    /// Makes what hit something bounce.
    #[inline(always)]
    pub fn bounce(&mut self) {
        self.apart(
            #[inline(always)]
            |of| {
                let h = of.scenery.h;
                let (contacts, mut touched) = of.touched();
                contact::bounce(contacts, &mut touched, h);
            },
        );
    }

    /// Does it as a function of its own.
    #[inline(always)]
    fn apart(&mut self, event: impl FnOnce(&mut Self)) {
        let any = self.movers[0].position().x;
        any.apart(
            #[inline(always)]
            || event(self),
        );
    }

    #[inline(always)]
    fn touched(&mut self) -> (&mut Contacts<L>, Touched<'_, L, F::Mover<L>>) {
        let touched = Touched {
            movers: &mut *self.movers,
            constants: self.figure.constants(),
            points: self.figure.points(),
        };
        (&mut *self.contacts, touched)
    }
}
