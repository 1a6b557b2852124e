//! A step of a few equal ragdolls side by side: the algorithm of Baltman & Radeztsky,
//! section 10, with the substeps of one block done before the next block begins, so
//! that all of it stays in the innermost cache.

use super::contact::{self, Contact};
use super::figure::{Figure, Joint, Scenery, MOST_BODIES, MOST_CONTACTS, MOST_PLANES};
use super::lane::{Lane, Rows, MOST_LANES};
use super::motion::{body_of, damp, row_of, Coasted, Motion};
use super::pin::Pin;
use super::{limit, pin};
use crate::physics::island::{SLEEP_SPEED_M_S, SLEEP_SPIN_RAD_S};
use crate::physics::world::SPEED_CAP_M_S;
use crate::physics::BodyState;
use arrayvec::ArrayVec;
use glam::DVec3;
use std::hint::black_box;
use std::ops::Range;

/// One body of all ragdolls of the block after the other.
pub type Motions<L> = ArrayVec<Motion<L>, MOST_BODIES>;
type Contacts<L> = ArrayVec<Contact<L>, MOST_CONTACTS>;

/// Equal ragdolls, at most as many as there are lanes, and all bodies among which
/// theirs are.
pub struct Block<'a> {
    pub figure: &'a Figure,
    pub scenery: &'a Scenery,
    /// Place of the first body of each ragdoll.
    pub firsts: &'a [usize],
    /// All bodies before the step.
    pub before: &'a [BodyState],
    /// Place of the first of `after` among all bodies.
    pub offset: usize,
    /// Bodies after the step; those of the block are put there.
    pub after: &'a mut [BodyState],
    /// What is found out about each ragdoll.
    pub outcomes: &'a mut [Outcome],
    /// Room for the numbers of all bodies.
    pub rows: &'a mut [Rows; MOST_BODIES],
}

/// What a step tells of a ragdoll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Whether it lay on a plane in the last substep.
    pub supported: bool,
    /// Whether all of it is slow enough to fall asleep.
    pub quiet: bool,
    /// Whether its numbers are sane.
    pub sane: bool,
}

impl Block<'_> {
    /// Makes one step.
    #[inline(always)]
    pub fn step<L: Lane>(&mut self, token: L::Token) {
        let mut origins = [DVec3::ZERO; MOST_LANES];
        for (lane, origin) in origins.iter_mut().enumerate().take(L::COUNT) {
            *origin = self.before[self.first(lane)].position.round();
        }
        let mut motions = Motions::new();
        self.gather::<L>(token, &origins, &mut motions);
        let heights = self.heights::<L>(token, &origins);
        let mut contacts = Contacts::<L>::new();
        let mut coasted = ArrayVec::<_, MOST_BODIES>::new();
        for motion in &motions {
            coasted.push(Coasted::of(motion));
        }
        for _ in 0..self.scenery.substeps {
            substep(
                self.figure,
                self.scenery,
                &heights,
                &mut motions,
                &mut coasted,
                &mut contacts,
            );
        }
        self.scatter(&origins, &motions);
        self.report(&motions, &contacts);
    }

    /// Place of the first body in a lane; lanes without a ragdoll repeat the last one.
    #[inline(always)]
    fn first(&self, lane: usize) -> usize {
        self.firsts[lane.min(self.firsts.len() - 1)]
    }

    #[inline(always)]
    fn gather<L: Lane>(&mut self, token: L::Token, origins: &[DVec3], motions: &mut Motions<L>) {
        let count = self.figure.bodies.len();
        // One ragdoll after the other, as they lie in memory. Without the black box, the
        // compiler would gather single numbers of eight bodies at once, which takes longer.
        for (lane, &origin) in origins.iter().enumerate().take(L::COUNT) {
            let first = self.first(lane);
            let bodies = &self.before[first..first + count];
            for (rows, body) in self.rows.iter_mut().zip(bodies) {
                rows[lane] = row_of(black_box(body), origin);
            }
        }
        for rows in &self.rows[..count] {
            motions.push(Motion::from_rows(token, rows));
        }
    }

    #[inline(always)]
    fn scatter<L: Lane>(&mut self, origins: &[DVec3], motions: &Motions<L>) {
        for (rows, motion) in self.rows.iter_mut().zip(motions) {
            motion.put_into_rows(rows);
        }
        for (lane, &first) in self.firsts.iter().enumerate() {
            let bodies = &mut self.after[first - self.offset..];
            let bodies = &mut bodies[..motions.len()];
            for (body, rows) in bodies.iter_mut().zip(&*self.rows) {
                *black_box(body) = body_of(&rows[lane], origins[lane]);
            }
        }
    }

    /// Finds out how each ragdoll is after the step.
    #[inline(always)]
    fn report<L: Lane>(&mut self, motions: &Motions<L>, contacts: &Contacts<L>) {
        let zero = motions[0].position.x.like(0.0);
        let (mut load, mut speed, mut spin, mut sum) = (zero, zero, zero, zero);
        for contact in contacts {
            load += contact.load();
        }
        for motion in motions {
            speed = speed.max(motion.velocity.length_squared());
            spin = spin.max(motion.spin.length_squared());
            // Not a number if anything is.
            sum += motion.sum();
        }
        for (lane, outcome) in self.outcomes.iter_mut().enumerate() {
            let (speed, spin) = (speed.lane(lane), spin.lane(lane));
            *outcome = Outcome {
                supported: load.lane(lane) > 0.0,
                quiet: speed < square(SLEEP_SPEED_M_S) && spin < square(SLEEP_SPIN_RAD_S),
                sane: sum.lane(lane).is_finite() && speed < square(SPEED_CAP_M_S),
            };
        }
    }

    /// Height of each plane along its normal from the origins of the ragdolls, m.
    #[inline(always)]
    fn heights<L: Lane>(&self, token: L::Token, origins: &[DVec3]) -> ArrayVec<L, MOST_PLANES> {
        let mut heights = ArrayVec::new();
        for plane in &self.scenery.planes {
            let mut height = L::splat(token, 0.0);
            for (lane, &origin) in origins.iter().enumerate().take(L::COUNT) {
                height.set_lane(lane, (plane.point - origin).dot(plane.normal) as f32);
            }
            heights.push(height);
        }
        heights
    }
}

fn square(value: f64) -> f32 {
    (value * value) as f32
}

/// Find contacts, coast, relax all joints and the contacts last, take the velocities
/// from the displacements, damp, bounce.
#[inline(always)]
fn substep<L: Lane>(
    figure: &Figure,
    scenery: &Scenery,
    heights: &[L],
    motions: &mut Motions<L>,
    coasted: &mut [Coasted<L>],
    contacts: &mut Contacts<L>,
) {
    contacts.clear();
    for (place, body) in figure.bodies.iter().enumerate() {
        let before = motions[place];
        coasted[place] = motions[place].coast(body, scenery);
        let sides = [&before, &motions[place]];
        find_contacts(
            figure,
            body.points.clone(),
            (scenery, heights),
            sides,
            contacts,
        );
    }
    for _ in 0..scenery.iterations {
        relax_joints(figure, scenery, motions);
        contact::relax(contacts, motions, figure);
    }
    for ((motion, body), coasted) in motions.iter_mut().zip(&figure.bodies).zip(coasted) {
        motion.derive_velocities(body, coasted, scenery);
    }
    if scenery.damping > 0.0 {
        for &pair in &figure.damped {
            damp(motions, &figure.bodies, pair, scenery.damping);
        }
    }
    contact::bounce(contacts, motions, figure, scenery.h);
}

/// Points of a body, before and after it coasted, that may touch a plane.
#[inline(always)]
fn find_contacts<L: Lane>(
    figure: &Figure,
    points: Range<usize>,
    (scenery, heights): (&Scenery, &[L]),
    sides: [&Motion<L>; 2],
    contacts: &mut Contacts<L>,
) {
    for index in points {
        let point = &figure.points[index];
        for (plane, &height) in scenery.planes.iter().zip(heights) {
            if L::any(contact::is_near(point, plane, height, sides)) {
                contacts.push(Contact::new(
                    (index, point),
                    (plane, height),
                    sides,
                    scenery,
                ));
            }
        }
    }
}

/// One pass over the joints in their order.
#[inline(always)]
fn relax_joints<L: Lane>(figure: &Figure, scenery: &Scenery, motions: &mut Motions<L>) {
    for joint in &figure.joints {
        match joint {
            Joint::Pin {
                bodies,
                arms,
                weights,
                strength,
            } => {
                let pin = Pin {
                    bodies: *bodies,
                    arms,
                    weights: *weights,
                    strength: *strength,
                    block: scenery.block_pins,
                };
                pin::relax(&pin, motions, &figure.bodies);
            }
            Joint::Limit(limit) => limit::relax(limit, motions, &figure.bodies),
        }
    }
}
