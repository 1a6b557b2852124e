//! How far things have moved since they were looked at.

use super::mover::{Form, Mover};
use super::near::Bounds;
use super::MARGIN_M;
use crate::physics::model::{Model, Owner};
use crate::physics::state::State;
use glam::{DQuat, DVec3};

/// How far a thing may leave its coasting way until near things are gathered anew, m.
const ROOM_M: f64 = 0.01;

/// Where a thing is.
#[derive(Debug, Clone, Copy)]
struct Place {
    middle: DVec3,
    /// Half the axis of a limb; else zero.
    half_axis: DVec3,
    orientation: DQuat,
}

/// The motion of a mover from substep to substep.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion {
    place: Place,
    /// How far its middle has moved since the last substep, m.
    moved: DVec3,
    /// Longest way that a point of it has taken round the middle since then, m.
    swung: f64,
    /// The same of the substep to come, if nothing stops it.
    coming: DVec3,
    coming_swing: f64,
    /// Since it was gathered, m.
    moved_in_all: DVec3,
    swung_in_all: f64,
    /// What its box has room for, m.
    least: DVec3,
    most: DVec3,
    most_swing: f64,
    /// Longest distance of a point from the middle by which it swings, m.
    radius: f64,
    /// Whether it is looked at in this substep.
    is_wanted: bool,
}

impl Motion {
    /// Of a mover that has been aimed as far as its box shall reach.
    pub fn of(mover: &Mover) -> Motion {
        let [a, b] = mover.travel;
        let (coming, swing) = ((a + b) * 0.5, mover.swing() + (a - b).length() * 0.5);
        let [start, end] = mover.start;
        let radius = match mover.form {
            Form::Body(_) => mover.at_start.shape.bounding_radius(),
            _ => 0.0,
        };
        Motion {
            place: Place {
                middle: (start + end) * 0.5,
                half_axis: (end - start) * 0.5,
                orientation: mover.at_start.pose.orientation,
            },
            moved: DVec3::ZERO,
            swung: 0.0,
            coming,
            coming_swing: swing,
            moved_in_all: DVec3::ZERO,
            swung_in_all: 0.0,
            least: coming.min(DVec3::ZERO) - ROOM_M,
            most: coming.max(DVec3::ZERO) + ROOM_M,
            most_swing: swing + ROOM_M,
            radius,
            is_wanted: false,
        }
    }

    /// The box round all that it has room for, and half the margin of a contact.
    pub fn bounds(&self, mover: &Mover) -> Bounds {
        let (low, high) = mover.at_start.bounds();
        let wider = self.most_swing + 0.5 * MARGIN_M;
        Bounds {
            low: low + self.least - wider,
            high: high + self.most + wider,
        }
    }

    /// Takes in where the thing is now, and how it would move in the next `h` seconds.
    /// False if its box has no room for that.
    pub fn follow(&mut self, mover: &Mover, (model, state, h): (&Model, &State, f64)) -> bool {
        self.is_wanted = false;
        if !mover.movable {
            return true;
        }
        let (place, velocity, spin) = now(mover, model, state);
        self.moved = place.middle - self.place.middle;
        let turn = place.orientation * self.place.orientation.conjugate();
        self.swung = 2.0 * turn.xyz().length() * self.radius
            + (place.half_axis - self.place.half_axis).length();
        self.coming = velocity * h;
        self.coming_swing = spin * h;
        self.moved_in_all += self.moved;
        self.swung_in_all += self.swung;
        self.place = place;
        let there = self.moved_in_all + self.coming;
        there.cmpge(self.least).all()
            && there.cmple(self.most).all()
            && self.swung_in_all + self.coming_swing <= self.most_swing
    }

    /// Lets the mover be brought up to date.
    pub fn want(&mut self) {
        self.is_wanted = true;
    }

    /// Whether it is looked at in this substep.
    pub fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// The longest way that a point of it has taken against a point of `other` since the
    /// last substep, m.
    pub fn way_against(&self, other: &Motion) -> f64 {
        (self.moved - other.moved).length() + self.swung + other.swung
    }

    /// The same in the substep to come.
    pub fn coming_way_against(&self, other: &Motion) -> f64 {
        (self.coming - other.coming).length() + self.coming_swing + other.coming_swing
    }

    /// The longest way that a point of it has taken since the last substep, m.
    pub fn way(&self) -> f64 {
        self.moved.length() + self.swung
    }

    /// The same in the substep to come.
    pub fn coming_way(&self) -> f64 {
        self.coming.length() + self.coming_swing
    }
}

/// Place, velocity of the middle, m/s, and how fast a point goes round it at most, m/s.
fn now(mover: &Mover, model: &Model, state: &State) -> (Place, DVec3, f64) {
    let ends = match mover.owner {
        Owner::Body(i) => {
            let body = &state.bodies[i];
            let place = Place {
                middle: body.position,
                half_axis: DVec3::ZERO,
                orientation: body.orientation,
            };
            let radius = match mover.form {
                Form::Body(_) => mover.at_start.shape.bounding_radius(),
                _ => 0.0,
            };
            return (
                place,
                body.velocity,
                body.angular_velocity.length() * radius,
            );
        }
        Owner::Stick(i) => [model.sticks[i].a, model.sticks[i].b],
        Owner::Particle(i) | Owner::Obstacle(i) => [i; 2],
    };
    let [a, b] = ends.map(|i| state.particles[i]);
    let place = Place {
        middle: (a.position + b.position) * 0.5,
        half_axis: (b.position - a.position) * 0.5,
        orientation: DQuat::IDENTITY,
    };
    let velocity = (a.velocity + b.velocity) * 0.5;
    (place, velocity, (a.velocity - b.velocity).length() * 0.5)
}
