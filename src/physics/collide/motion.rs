//! How far things move from substep to substep.

use super::broad_phase::Bounds;
use super::proxy::{ColliderProxy, Form};
use super::triangle::{about_middle, longest};
use super::MARGIN_M;
use crate::physics::model::{ColliderId, Model};
use crate::physics::state::{BodyState, State};
use glam::{DQuat, DVec3};

/// How far a thing may leave its free motion until near things are gathered anew, m.
const ROOM_M: f64 = 0.01;

/// The box that a particle is expected not to leave in the next `duration` seconds.
pub(super) fn room_of_particle(
    particle: usize,
    (model, state, duration): (&Model, &State, f64),
) -> Bounds {
    let now = &state.particles[particle];
    let way = match model.particles[particle].fixed {
        true => DVec3::ZERO,
        false => now.velocity * duration + model.settings.common.gravity * (duration * duration),
    };
    Bounds {
        low: now.position + way.min(DVec3::ZERO) - ROOM_M,
        high: now.position + way.max(DVec3::ZERO) + ROOM_M,
    }
}

/// A piece of the motion of a thing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Way {
    /// Of its middle, m.
    middle: DVec3,
    /// Longest way that a point of it takes round the middle, m.
    swing: f64,
}

impl Way {
    /// The longest way of a point of it, m.
    pub fn longest(self) -> f64 {
        self.middle.length() + self.swing
    }

    /// The longest way of a point of it against a point of another thing, m.
    pub fn against(self, other: Way) -> f64 {
        (self.middle - other.middle).length() + self.swing + other.swing
    }
}

/// Where a thing is, and how it moves.
#[derive(Debug, Clone, Copy)]
struct Place {
    middle: DVec3,
    /// From there to an end of a limb, or to two corners of a triangle; else zero.
    spread: [DVec3; 2],
    orientation: DQuat,
    /// Of the middle, m/s.
    velocity: DVec3,
    /// How fast a point of it goes round the middle at most, m/s.
    swing_speed: f64,
}

/// The motion of a proxy since near things were gathered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion {
    place: Place,
    /// Longest distance of a point from the middle by which it swings, m.
    radius: f64,
    so_far: Way,
    /// What its box has room for: the way of the middle, m.
    least: DVec3,
    most: DVec3,
    /// The same of the swing, m.
    most_swing: f64,
}

impl Motion {
    /// Of a proxy where it is, with room for the next `duration` seconds.
    pub fn begin(proxy: &ColliderProxy, (model, state, duration): (&Model, &State, f64)) -> Motion {
        let radius = proxy.reach();
        let place = Place::of(proxy, radius, model, state);
        let fall = model.settings.common.gravity * (duration * duration);
        let fall = if proxy.movable { fall } else { DVec3::ZERO };
        let (way, swing) = if proxy.moves {
            let way = place.velocity * duration + fall;
            (way, place.swing_speed * duration)
        } else {
            (DVec3::ZERO, 0.0)
        };
        Motion {
            place,
            radius,
            so_far: Way::default(),
            least: way.min(DVec3::ZERO) - ROOM_M,
            most: way.max(DVec3::ZERO) + ROOM_M,
            most_swing: swing + ROOM_M,
        }
    }

    /// The box round all that it has room for, and half the margin of a contact.
    pub fn bounds(&self, proxy: &ColliderProxy) -> Bounds {
        let (low, high) = proxy.at_start.bounds();
        let wider = self.most_swing + 0.5 * MARGIN_M;
        Bounds {
            low: low + self.least - wider,
            high: high + self.most + wider,
        }
    }

    /// How fast a point of it moves against a point of another thing at most, m/s.
    pub fn fastest_against(&self, other: &Motion) -> f64 {
        let (mine, theirs) = (&self.place, &other.place);
        (mine.velocity - theirs.velocity).length() + mine.swing_speed + theirs.swing_speed
    }

    /// Takes in where the thing is now: its way since the last substep, and the one that it
    /// takes in the next `h` seconds if nothing stops it. `None` if its box has no room
    /// for that.
    pub fn follow(
        &mut self,
        proxy: &ColliderProxy,
        (model, state, h): (&Model, &State, f64),
    ) -> Option<[Way; 2]> {
        if !proxy.moves {
            return Some([Way::default(); 2]);
        }
        let before = self.place;
        self.place = Place::of(proxy, self.radius, model, state);
        let moved = self.place.since(&before, self.radius);
        let coming = Way {
            middle: self.place.velocity * h,
            swing: self.place.swing_speed * h,
        };
        self.so_far.middle += moved.middle;
        self.so_far.swing += moved.swing;
        if matches!(proxy.form, Form::Triangle { .. }) {
            // Its corners have rooms.
            return Some([moved, coming]);
        }
        let there = self.so_far.middle + coming.middle;
        let has_room = there.cmpge(self.least).all()
            && there.cmple(self.most).all()
            && self.so_far.swing + coming.swing <= self.most_swing;
        has_room.then_some([moved, coming])
    }
}

impl Place {
    fn of(proxy: &ColliderProxy, radius: f64, model: &Model, state: &State) -> Place {
        let [a, b] = match proxy.owner {
            ColliderId::Body(i) => {
                return Place::of_body(&state.bodies[i], radius);
            }
            ColliderId::Piece(i) => {
                return Place::of_body(&state.bodies[model.pieces[i].body], radius);
            }
            ColliderId::Tetrahedron(i) => {
                let motion = model.tetrahedra[i].carrier.motion(model, state);
                return Place::of_body(&motion, radius);
            }
            ColliderId::Triangle(i) => {
                return Place::of_triangle(model.triangles[i].corners, state);
            }
            ColliderId::Stick(i) => [model.sticks[i].a, model.sticks[i].b],
            ColliderId::Particle(i) | ColliderId::Obstacle(i) => [i; 2],
        };
        let [a, b] = [a, b].map(|i| state.particles[i]);
        Place {
            middle: (a.position + b.position) * 0.5,
            spread: [(b.position - a.position) * 0.5, DVec3::ZERO],
            orientation: DQuat::IDENTITY,
            velocity: (a.velocity + b.velocity) * 0.5,
            swing_speed: (a.velocity - b.velocity).length() * 0.5,
        }
    }

    fn of_body(body: &BodyState, radius: f64) -> Place {
        Place {
            middle: body.position,
            spread: [DVec3::ZERO; 2],
            orientation: body.orientation,
            velocity: body.velocity,
            swing_speed: body.angular_velocity.length() * radius,
        }
    }

    fn of_triangle(corners: [usize; 3], state: &State) -> Place {
        let corners = corners.map(|i| state.particles[i]);
        let (middle, [a, b, _]) = about_middle(corners.map(|corner| corner.position));
        let (velocity, swing) = about_middle(corners.map(|corner| corner.velocity));
        Place {
            middle,
            spread: [a, b],
            orientation: DQuat::IDENTITY,
            velocity,
            swing_speed: longest(swing),
        }
    }

    fn since(&self, before: &Place, radius: f64) -> Way {
        let turn = self.orientation * before.orientation.conjugate();
        // Twice the sine of half the angle; an angle is at most 1.6 times as long.
        let by_turning = if radius > 0.0 {
            2.0 * turn.xyz().length() * radius
        } else {
            0.0
        };
        Way {
            middle: self.middle - before.middle,
            // The third corner is opposite to the sum of the two others.
            swing: by_turning
                + (self.spread[0] - before.spread[0]).length()
                + (self.spread[1] - before.spread[1]).length(),
        }
    }
}
