//! What can move into something: balls, limbs and other bodies with their free motion
//! motion.

use super::broad_phase::Bounds;
use super::sweep::Course;
use super::triangle::{about_middle, at_weights, longest, of_triangle, triangle, weights_at};
use super::{ColliderId, MARGIN_M};
use crate::physics::attach::Attachment;
use crate::physics::convex::{Convex, Core, Pose, Posed};
use crate::physics::kinematic;
use crate::physics::math::rotation_from_vector;
use crate::physics::model::{ContactMoment, Model, Surface, TriangleModel};
use crate::physics::state::State;
use crate::physics::tetrahedron::Tetrahedron;
use glam::{DQuat, DVec3};
use std::borrow::Cow;

/// Shape of a proxy.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form {
    /// A sphere round an attachment.
    Ball(Attachment),
    /// A limb between two particles.
    Limb { a: usize, b: usize, flat: bool },
    /// A rigid body that is no ball.
    Body(usize),
    /// A piece of a compound body, and where it is in the body frame.
    Piece { body: usize, place: Pose },
    /// A body that four particles carry.
    Carried(Tetrahedron),
    /// A triangle of particles.
    Triangle {
        corners: [usize; 3],
        /// As in the model.
        is_first: [bool; 3],
        /// How far they fly against its middle, m.
        swing: [DVec3; 3],
    },
}

/// Something with a surface and the way it takes within the substep.
#[derive(Debug, Clone)]
pub(super) struct ColliderProxy {
    pub owner: ColliderId,
    pub form: Form,
    pub radius: f64,
    pub surface: Surface,
    pub articulation: usize,
    /// Whether it is awake.
    pub movable: bool,
    /// Whether it moves: what follows a path does, though nothing moves it.
    pub moves: bool,
    /// Both ends of the axis at the start of the substep.
    pub start: [DVec3; 2],
    /// How far they fly.
    pub travel: [DVec3; 2],
    /// When on that way its contacts are taken.
    pub moment: ContactMoment,
    /// Its shape at the start of the substep.
    pub at_start: Posed,
    /// How far a body turns, as a rotation vector, rad.
    pub turn: DVec3,
    /// Box round all that it may do while near things are not gathered anew, and half the
    /// margin of a contact.
    pub bounds: Bounds,
}

impl ColliderProxy {
    /// Ends of the axis at the fraction `s` of the substep.
    pub fn ends(&self, s: f64) -> [DVec3; 2] {
        [
            self.start[0] + self.travel[0] * s,
            self.start[1] + self.travel[1] * s,
        ]
    }

    /// The attachment at `place` of the axis and `offset` from it.
    pub fn core(&self, place: f64, offset: DVec3) -> Attachment {
        match self.form {
            Form::Ball(core) => core,
            Form::Body(body) | Form::Piece { body, .. } => Attachment::centre_of(body),
            Form::Carried(carrier) => carrier.grip(DVec3::ZERO),
            Form::Triangle { corners, .. } => at_weights(corners, [1.0 / 3.0; 3]),
            Form::Limb { a, b, .. } if offset != DVec3::ZERO => Attachment::Limb {
                a,
                b,
                place,
                offset,
            },
            Form::Limb { a, b, .. } => Attachment::on_stick(a, b, place),
        }
    }

    /// Whether its ends are flat discs.
    pub fn flat(&self) -> bool {
        matches!(self.form, Form::Limb { flat: true, .. })
    }

    /// Where a body or a piece of one is at the fraction `s` of the substep.
    fn pose(&self, s: f64) -> Pose {
        if s == 0.0 {
            return self.at_start.pose;
        }
        let turn = rotation_from_vector(self.turn * s);
        let centre = self.ends(s)[0];
        let position = match self.form {
            Form::Piece { .. } => centre + turn * (self.at_start.pose.position - self.start[0]),
            _ => centre,
        };
        Pose {
            position,
            orientation: turn * self.at_start.pose.orientation,
        }
    }

    /// Its shape at the fraction `s` of the substep.
    pub fn posed(&self, s: f64) -> Cow<'_, Posed> {
        if s == 0.0 {
            return Cow::Borrowed(&self.at_start);
        }
        Cow::Owned(match self.form {
            Form::Body(_) | Form::Piece { .. } | Form::Carried(_) => {
                Posed::new(&self.at_start.shape, &self.pose(s))
            }
            Form::Triangle { .. } => of_triangle(self.corners(s), self.radius),
            form => of_line(form, self.radius, self.ends(s)),
        })
    }

    /// The attachment at a point of its core, given in the world at the fraction `s`,
    /// and how far from there its surface is along `outward` (a unit vector), m.
    ///
    /// What is round is gripped at its axis: a point of the surface would turn out
    /// from under it while it rolls, and a push on it there would turn it further.
    pub fn grip(&self, s: f64, point: DVec3, outward: DVec3) -> (Attachment, f64) {
        let core = match self.form {
            Form::Ball(core) => core,
            Form::Limb { .. } => {
                let [a, b] = self.ends(s);
                let axis = b - a;
                let place = (point - a).dot(axis) / axis.length_squared().max(1e-18);
                let place = place.clamp(0.0, 1.0);
                let offset = if self.flat() {
                    point - a.lerp(b, place)
                } else {
                    DVec3::ZERO
                };
                self.core(place, offset)
            }
            Form::Body(body) => {
                let (arm, depth) = self.arm(s, point, outward);
                return (Attachment::Body { body, arm }, self.radius + depth);
            }
            Form::Piece { body, place } => {
                let (arm, depth) = self.arm(s, point, outward);
                let arm = place.position + place.orientation * arm;
                return (Attachment::Body { body, arm }, self.radius + depth);
            }
            Form::Carried(carrier) => {
                let (arm, depth) = self.arm(s, point, outward);
                return (carrier.grip(arm), self.radius + depth);
            }
            Form::Triangle { corners, .. } => {
                at_weights(corners, weights_at(point, self.corners(s)))
            }
        };
        let radius = if self.flat() { 0.0 } else { self.radius };
        (core, radius)
    }

    /// The point of the axis of a body at a point of its core, in the frame of its shape, and how
    /// deep it lies, m.
    fn arm(&self, s: f64, point: DVec3, outward: DVec3) -> (DVec3, f64) {
        let (shape, pose) = (&self.at_start.shape, self.pose(s));
        let local = |vector: DVec3| pose.orientation.conjugate() * vector;
        let (arm, outward) = (local(point - pose.position), local(outward));
        let depth = shape.depth_of_axis(arm, outward);
        (arm - outward * depth, depth)
    }

    /// Longest way that a point of it takes, m.
    pub fn longest_travel(&self) -> f64 {
        self.travel[0].length().max(self.travel[1].length()) + self.swing()
    }

    /// Radius about its centre of mass that holds what turns about that, m.
    pub fn reach(&self) -> f64 {
        let radius = self.at_start.shape.bounding_radius();
        match self.form {
            Form::Body(_) | Form::Carried(_) => radius,
            Form::Piece { place, .. } => place.position.length() + radius,
            _ => 0.0,
        }
    }

    /// Longest way that a point of it takes by turning, m.
    pub fn swing(&self) -> f64 {
        match self.form {
            Form::Body(_) | Form::Piece { .. } | Form::Carried(_) => {
                self.turn.length() * self.reach()
            }
            Form::Triangle { swing, .. } => longest(swing),
            _ => 0.0,
        }
    }

    /// Longest way that a point of it can take against a point of `other`, m.
    pub fn relative_travel(&self, other: &ColliderProxy) -> f64 {
        let mut longest: f64 = 0.0;
        for mine in self.travel {
            for theirs in other.travel {
                longest = longest.max((mine - theirs).length());
            }
        }
        longest + self.swing() + other.swing()
    }

    /// Its course over a way, m, within the substep.
    pub fn course(&self, way: f64) -> Course {
        let moment = self.moment;
        Course { way, moment }
    }

    /// Lets it be where it is now, in the box that it has.
    pub fn bring_up_to_date(&mut self, model: &Model, state: &State) {
        if let Some(now) = proxy(model, state, self.owner) {
            *self = ColliderProxy {
                bounds: self.bounds,
                ..now
            };
        }
    }

    /// Sends it on the way that it flies in the next `h` seconds from where it is.
    #[inline]
    pub fn aim(&mut self, model: &Model, state: &State, h: f64) {
        self.moment = model.settings.common.contact_moment;
        let of_particle = |i: usize| {
            let velocity = state.particles[i].velocity;
            let moves = state.inverse_mass_of_particle(model, i) > 0.0;
            if moves {
                model.settings.common.free_flight(h).velocity(velocity) * h
            } else {
                DVec3::ZERO
            }
        };
        match self.owner {
            ColliderId::Particle(i) => self.travel = [of_particle(i); 2],
            ColliderId::Stick(i) => {
                let stick = &model.sticks[i];
                self.travel = [stick.a, stick.b].map(of_particle);
            }
            ColliderId::Tetrahedron(i) if self.movable => {
                let motion = model.tetrahedra[i].carrier.motion(model, state);
                let free_flight = model.settings.common.free_flight(h);
                self.travel = [free_flight.velocity(motion.velocity) * h; 2];
                self.turn = motion.angular_velocity * h;
            }
            ColliderId::Triangle(i) => {
                let TriangleModel {
                    corners, is_first, ..
                } = model.triangles[i];
                let (middle, swing) = about_middle(corners.map(of_particle));
                self.travel = [middle; 2];
                self.form = Form::Triangle {
                    corners,
                    is_first,
                    swing,
                };
            }
            ColliderId::Body(body) => self.aim_body(model, state, (body, h)),
            ColliderId::Piece(piece) => {
                self.aim_body(model, state, (model.pieces[piece].body, h));
            }
            ColliderId::Tetrahedron(_) | ColliderId::Obstacle(_) => {}
        }
    }

    /// The body that it is, or of which it is a piece.
    pub fn body(&self) -> Option<usize> {
        match self.form {
            Form::Ball(Attachment::Body { body, .. })
            | Form::Body(body)
            | Form::Piece { body, .. } => Some(body),
            _ => None,
        }
    }

    #[inline]
    fn aim_body(&mut self, model: &Model, state: &State, (body, h): (usize, f64)) {
        if !self.moves {
            return;
        }
        let (constant, motion) = (&model.bodies[body], &state.bodies[body]);
        let velocity = match self.movable {
            true => {
                let settings = &model.settings.common;
                let flight = settings.free_flight_of(constant, motion.orientation, h);
                flight.velocity(motion.velocity)
            }
            // What follows a path does not fall.
            false => motion.velocity,
        };
        self.travel = [velocity * h; 2];
        self.turn = motion.angular_velocity * h;
    }

    /// The box round its way and half the margin of a contact: the one round a body as it
    /// lies now, wider by the longest way that a point of it takes by turning, but never
    /// wider than the body can be.
    #[inline]
    pub fn box_of_way(&self) -> Bounds {
        let [from, to] = match self.form {
            Form::Triangle { swing, .. } => {
                let (low, high) = self.at_start.bounds();
                let swing = longest(swing);
                let ends = [low - swing, high + swing];
                [0.0, 1.0].map(|s| ends.map(|corner| corner + self.travel[0] * s))
            }
            Form::Body(_) | Form::Piece { .. } | Form::Carried(_) => {
                let (low, high) = self.at_start.bounds();
                let (centre, swing) = (self.start[0], self.swing());
                let radius = self.reach();
                let low = (low - swing).max(centre - radius);
                let high = (high + swing).min(centre + radius);
                [0.0, 1.0].map(|s| [low, high].map(|corner| corner + self.travel[0] * s))
            }
            _ => [0.0, 1.0].map(|s| {
                let [a, b] = self.ends(s);
                [a.min(b) - self.radius, a.max(b) + self.radius]
            }),
        };
        Bounds {
            low: from[0].min(to[0]) - 0.5 * MARGIN_M,
            high: from[1].max(to[1]) + 0.5 * MARGIN_M,
        }
    }

    /// Whether it collides with `other` where they touch.
    pub fn collides_with(&self, other: &ColliderProxy, model: &Model) -> bool {
        (self.movable || other.movable)
            && model.collide(
                [self.owner, other.owner],
                self.articulation == other.articulation,
            )
    }
}

/// Everything that moves and has a surface, in the order particles, sticks, triangles,
/// tetrahedra, bodies, pieces of bodies.
pub(super) fn owners(model: &Model) -> impl Iterator<Item = ColliderId> + Clone + '_ {
    let balls = (0..model.particles.len()).filter(|&i| model.particles[i].radius > 0.0);
    let sticks = (0..model.sticks.len()).filter(|&i| model.sticks[i].radius > 0.0);
    let bodies = (0..model.bodies.len()).filter(|&i| model.bodies[i].shape.is_some());
    let points = balls
        .map(ColliderId::Particle)
        .chain(sticks.map(ColliderId::Stick));
    let triangles = (0..model.triangles.len()).filter(|&i| model.triangles[i].radius > 0.0);
    let carried = (0..model.tetrahedra.len()).filter(|&i| model.tetrahedra[i].shape.is_some());
    points
        .chain(triangles.map(ColliderId::Triangle))
        .chain(carried.map(ColliderId::Tetrahedron))
        .chain(bodies.map(ColliderId::Body))
        .chain((0..model.pieces.len()).map(ColliderId::Piece))
}

/// Something with a surface where it is now; `None` if it has none or never moves.
pub(super) fn proxy(model: &Model, state: &State, owner: ColliderId) -> Option<ColliderProxy> {
    match owner {
        ColliderId::Particle(i) => {
            let particle = &model.particles[i];
            let form = Form::Ball(Attachment::Particle(i));
            let surface = (particle.radius, particle.surface);
            Some(of_particles(model, state, owner, form, [i, i], surface))
        }
        ColliderId::Stick(i) => {
            let stick = &model.sticks[i];
            let (a, b, flat) = (stick.a, stick.b, stick.flat);
            let form = Form::Limb { a, b, flat };
            let surface = (stick.radius, stick.surface);
            Some(of_particles(model, state, owner, form, [a, b], surface))
        }
        ColliderId::Tetrahedron(i) => of_tetrahedron(model, state, i),
        ColliderId::Triangle(i) => Some(triangle(model, state, i)),
        ColliderId::Body(i) => of_body(model, state, i),
        ColliderId::Piece(i) => Some(of_piece(model, state, i)),
        ColliderId::Obstacle(_) => None,
    }
}

#[inline]
fn of_body(model: &Model, state: &State, body: usize) -> Option<ColliderProxy> {
    let constant = &model.bodies[body];
    let shape = constant.shape.as_ref()?;
    let motion = &state.bodies[body];
    let movable = state.is_awake(constant.articulation);
    let form = if shape.core == Core::Point {
        Form::Ball(Attachment::centre_of(body))
    } else {
        Form::Body(body)
    };
    let pose = Pose {
        position: motion.position,
        orientation: motion.orientation,
    };
    Some(ColliderProxy {
        owner: ColliderId::Body(body),
        form,
        radius: shape.radius,
        surface: constant.surface,
        articulation: constant.articulation,
        movable,
        moves: movable || (constant.is_kinematic() && kinematic::moves(motion)),
        start: [motion.position; 2],
        travel: [DVec3::ZERO; 2],
        moment: ContactMoment::default(),
        at_start: Posed::new(shape, &pose),
        turn: DVec3::ZERO,
        bounds: Bounds::NOTHING,
    })
}

fn of_piece(model: &Model, state: &State, index: usize) -> ColliderProxy {
    let piece = &model.pieces[index];
    let (constant, motion) = (&model.bodies[piece.body], &state.bodies[piece.body]);
    let movable = state.is_awake(constant.articulation);
    let (body, place) = (piece.body, piece.place);
    ColliderProxy {
        owner: ColliderId::Piece(index),
        form: Form::Piece { body, place },
        radius: piece.shape.radius,
        surface: piece.surface,
        articulation: constant.articulation,
        movable,
        moves: movable || (constant.is_kinematic() && kinematic::moves(motion)),
        start: [motion.position; 2],
        travel: [DVec3::ZERO; 2],
        moment: ContactMoment::default(),
        at_start: Posed::new(&piece.shape, &motion.pose().then(&place)),
        turn: DVec3::ZERO,
        bounds: Bounds::NOTHING,
    }
}

fn of_tetrahedron(model: &Model, state: &State, index: usize) -> Option<ColliderProxy> {
    let constant = &model.tetrahedra[index];
    let (shape, carrier) = (constant.shape.as_ref()?, constant.carrier);
    let articulation = model.particles[carrier.particles[0]].articulation;
    let pose = carrier.pose(state);
    Some(ColliderProxy {
        owner: ColliderId::Tetrahedron(index),
        form: Form::Carried(carrier),
        radius: shape.radius,
        surface: constant.surface,
        articulation,
        movable: state.is_awake(articulation),
        moves: state.is_awake(articulation),
        start: [pose.position; 2],
        travel: [DVec3::ZERO; 2],
        moment: ContactMoment::default(),
        at_start: Posed::new(shape, &pose),
        turn: DVec3::ZERO,
        bounds: Bounds::NOTHING,
    })
}

fn of_particles(
    model: &Model,
    state: &State,
    owner: ColliderId,
    form: Form,
    ends: [usize; 2],
    (radius, surface): (f64, Surface),
) -> ColliderProxy {
    let articulation = model.particles[ends[0]].articulation;
    let start = ends.map(|i| state.particles[i].position);
    ColliderProxy {
        owner,
        form,
        radius,
        surface,
        articulation,
        movable: state.is_awake(articulation),
        moves: state.is_awake(articulation),
        start,
        travel: [DVec3::ZERO; 2],
        moment: ContactMoment::default(),
        at_start: of_line(form, radius, start),
        turn: DVec3::ZERO,
        bounds: Bounds::NOTHING,
    }
}

/// A ball, or a limb, between those ends.
fn of_line(form: Form, radius: f64, [a, b]: [DVec3; 2]) -> Posed {
    let half_axis = (b - a) * 0.5;
    let shape = match form {
        Form::Limb { flat, .. } => Convex::limb(half_axis, radius, flat),
        _ => Convex::sphere(radius),
    };
    let pose = Pose {
        position: (a + b) * 0.5,
        orientation: DQuat::IDENTITY,
    };
    Posed::new(&shape, &pose)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::model::{BodyModel, ContactSpring};
    use crate::physics::state::{BodyState, Rest};
    use glam::Vec3Swizzles;

    /// A body of that shape on its way, and the shape at nine moments of it.
    fn on_its_way(shape: Convex, motion: BodyState) -> (ColliderProxy, [Posed; 9]) {
        let surface = Surface {
            restitution: 0.0,
            friction: 0.5,
            rolling_resistance: 0.0,
            spring: ContactSpring::NONE,
        };
        let model = Model {
            bodies: vec![BodyModel::round(1.0, 0.1, Some(shape), surface)],
            ..Model::default()
        };
        let model = model.build();
        let state = State {
            bodies: vec![motion],
            rest: vec![Rest::default()],
            ..State::default()
        };
        let mut proxy = proxy(&model, &state, ColliderId::Body(0)).unwrap();
        proxy.aim(&model, &state, 0.1);
        let moments = std::array::from_fn(|i| proxy.posed(i as f64 / 8.0).into_owned());
        (proxy, moments)
    }

    #[test]
    fn the_box_of_a_body_holds_it_on_all_its_way() {
        let limb = Convex::limb(DVec3::new(0.1, 0.5, -0.2), 0.05, false);
        let can = Convex::limb(DVec3::Y * 0.4, 0.1, true);
        let chest = Convex {
            core: Core::Cuboid(DVec3::new(0.5, 0.1, 0.3)),
            radius: 0.02,
        };
        for (shape, spin) in [limb, can, chest].into_iter().zip([0.3, 7.0, 900.0]) {
            for axis in [DVec3::X, DVec3::Y, DVec3::new(0.6, 0.0, 0.8)] {
                let motion = BodyState {
                    position: DVec3::new(1.0, 2.0, -3.0),
                    orientation: rotation_from_vector(axis.zxy() * 0.7),
                    velocity: axis.yzx() * 4.0,
                    angular_velocity: axis * spin,
                };
                let (proxy, moments) = on_its_way(shape.clone(), motion);
                let Bounds { low, high } = proxy.box_of_way();
                for posed in moments {
                    let (least, most) = posed.bounds();
                    let room = (least - low).min(high - most).min_element();
                    assert!(room > 0.5 * MARGIN_M - 1e-9, "{shape:?} {axis} {room}");
                }
                let span = (high - low).max_element();
                let way = motion.velocity.length() * 0.11;
                let most = 2.0 * shape.bounding_radius() + way + MARGIN_M;
                assert!(span <= most, "{shape:?}: {span} m, most {most} m");
            }
        }
    }
}
