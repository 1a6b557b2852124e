//! How the joints of a figure answer what has come to a stop (see
//! [`stop`](crate::physics::constraint::stop)). Nothing moves meanwhile, so that all that depends
//! on places is found once.
//!
//! No closures here and in what the kernels call: they are functions of their own, without the
//! instructions of the processor, and a call for each number costs more than the number.

use super::figure::Body;
use super::joint::{Hold, Joint};
use super::motion::Motion;
use super::pin::{Grip, Pin};
use super::rows::{self, Rows};
use super::stop::{Answer, Stop};
use super::{limit, turns};
use crate::physics::constraint::stop::{factor, PASSES};
use crate::physics::lanes::figure::MOST_MOVERS;
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::scenery::Scenery;
use arrayvec::ArrayVec;

/// Most turns of all joints of a figure: three of each in a tree.
pub const MOST_STOPS: usize = 3 * MOST_MOVERS;
/// Most parts of all joints of a figure: their turns, and a pin or rows of each.
pub const MOST_PARTS: usize = MOST_STOPS + MOST_MOVERS;

/// What answers, in the order of solution.
struct Answers<'a, L> {
    parts: ArrayVec<Part<'a>, MOST_PARTS>,
    stops: ArrayVec<Stop<L>, MOST_STOPS>,
    answers: ArrayVec<Option<Answer<L>>, MOST_STOPS>,
    grips: ArrayVec<Grip<L>, MOST_MOVERS>,
}

/// What of a joint answers by itself.
#[derive(Clone, Copy)]
enum Part<'a> {
    /// A turn, by place.
    Turn(usize),
    /// Points that are held, by place.
    Points(&'a Pin, usize),
    Rows(&'a Rows),
}

/// Lets all joints answer, and stops with them.
#[inline(always)]
pub fn answer<L: Lane>(
    joints: &[Joint],
    scenery: &Scenery,
    motions: &mut [Motion<L>],
    bodies: &[Body],
) {
    let mut answers = Answers {
        parts: ArrayVec::new(),
        stops: ArrayVec::new(),
        answers: ArrayVec::new(),
        grips: ArrayVec::new(),
    };
    for joint in joints {
        answers.add(joint, motions, bodies);
    }
    let time = (scenery.h, 0.0);
    for pass in 0..PASSES {
        answers.settle(factor(pass), motions, bodies);
        answers.arrest(time, motions, bodies);
    }
}

impl<'a, L: Lane> Answers<'a, L> {
    #[inline(always)]
    fn add(&mut self, joint: &'a Joint, motions: &mut [Motion<L>], bodies: &[Body]) {
        let first = self.stops.len();
        let pin = match &joint.hold {
            Hold::Limit(limit) => {
                limit::find_stops(limit, motions, bodies, &mut self.stops);
                None
            }
            Hold::Turning(turns, pin) => {
                turns::find_stops(turns, pin, (motions, bodies), &mut self.stops);
                Some(pin)
            }
            Hold::Pin(pin) => Some(pin),
            Hold::Rows(rows) => {
                self.parts.push(Part::Rows(rows));
                None
            }
        };
        for place in first..self.stops.len() {
            self.answers.push(None);
            self.parts.push(Part::Turn(place));
        }
        if let Some(pin) = pin {
            self.parts.push(Part::Points(pin, self.grips.len()));
            self.grips.push(Grip::of(pin, motions, bodies));
        }
    }

    #[inline(always)]
    fn settle(&mut self, factor: f64, motions: &mut [Motion<L>], bodies: &[Body]) {
        for part in &self.parts {
            match *part {
                Part::Turn(i) => {
                    self.stops[i].settle(factor, &mut self.answers[i], motions, bodies);
                }
                Part::Points(pin, i) => self.grips[i].settle(pin, factor, motions, bodies),
                Part::Rows(rows) => rows::settle(rows, factor, motions),
            }
        }
    }

    #[inline(always)]
    fn arrest(&mut self, time: (f64, f64), motions: &mut [Motion<L>], bodies: &[Body]) {
        for part in &self.parts {
            match *part {
                Part::Turn(i) => {
                    self.stops[i].arrest(time, &mut self.answers[i], motions, bodies);
                }
                Part::Points(..) => {}
                Part::Rows(rows) => {
                    rows::arrest(rows, time, motions);
                }
            }
        }
    }
}
