//! A blast: a push away from a point that falls with the square of the distance
//! (Jakobsen, section 7).
//!
//! A thing gets an impulse along the line from the centre of the blast to its own
//! centre, `J = S A / d²`: `S` is the strength, `A` the area of the ellipse that fits
//! the outline seen from there, `d` the distance. What has no surface gets no push. A triangle of
//! a surface between particles is pressed along its normal, by the area that is seen; of a
//! closed surface only those that face the blast.

use super::attach::{Attachment, Level};
use super::constraint::{Constraint, Membrane};
use super::convex::{bounds, Convex, Pose};
use super::island::wake;
use super::model::Model;
use super::state::State;
use glam::{DMat3, DQuat, DVec3};
use std::collections::BTreeSet;
use std::f64::consts::{FRAC_PI_4, PI};

/// Nearer than this the push grows no more, m.
pub const NEAREST_M: f64 = 0.25;
/// Most speed that a blast gives, m/s.
pub const MOST_SPEED_M_S: f64 = 60.0;

/// A blast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blast {
    /// Where, m.
    pub centre: DVec3,
    /// Impulse on a square metre at a distance of 1 m, N·s.
    pub strength: f64,
    /// Beyond this it pushes nothing, m.
    pub radius: f64,
}

impl Blast {
    /// Whether all of it is finite, and the strength and radius not negative.
    pub fn is_sound(&self) -> bool {
        let counts = |value: f64| value.is_finite() && value >= 0.0;
        self.centre.is_finite() && counts(self.strength) && counts(self.radius)
    }

    /// Pushes everything within the radius, and wakes it.
    pub fn push(&self, model: &Model, state: &mut State) {
        for i in 0..model.bodies.len() {
            let centre = state.bodies[i].position;
            let mut shapes = model.shapes_of(i).peekable();
            let direction = self.direction_to(centre);
            if let Some(direction) = direction.filter(|_| shapes.peek().is_some()) {
                let turn = state.bodies[i].orientation;
                // Pieces of a compound body that are behind each other count each.
                let areas = shapes
                    .map(|(_, shape, place)| outline(shape, turn * place.orientation, direction));
                let area = areas.sum();
                let grip = Attachment::centre_of(i);
                self.push_one(model, state, grip, (centre, direction), (area, 1.0));
            }
        }
        for tetrahedron in &model.tetrahedra {
            let pose = tetrahedron.carrier.pose(state);
            let direction = self.direction_to(pose.position);
            if let Some((shape, direction)) = tetrahedron.shape.as_ref().zip(direction) {
                let area = outline(shape, pose.orientation, direction);
                let grip = tetrahedron.carrier.grip(DVec3::ZERO);
                self.push_one(model, state, grip, (pose.position, direction), (area, 1.0));
            }
        }
        for i in 0..model.particles.len() {
            let radius = model.particles[i].radius;
            let place = state.particles[i].position;
            if let Some(direction) = self.direction_to(place).filter(|_| radius > 0.0) {
                let area = PI * radius * radius;
                let grip = Attachment::Particle(i);
                self.push_one(model, state, grip, (place, direction), (area, 1.0));
            }
        }
        for stick in model.sticks.iter().filter(|stick| stick.radius > 0.0) {
            let [a, b] = [stick.a, stick.b].map(|i| state.particles[i].position);
            let middle = (a + b) * 0.5;
            if let Some(direction) = self.direction_to(middle) {
                let limb = Convex::limb((b - a) * 0.5, stick.radius, stick.flat);
                let area = outline(&limb, DQuat::IDENTITY, direction);
                let grip = Attachment::on_stick(stick.a, stick.b, 0.5);
                self.push_one(model, state, grip, (middle, direction), (area, 1.0));
            }
        }
        self.push_surfaces(model, state);
    }

    /// Presses on the surfaces between particles.
    fn push_surfaces(&self, model: &Model, state: &mut State) {
        let around = triangles_around(model);
        let closed = closed_corners(model);
        for triangle in model.triangles.iter().filter(|triangle| !triangle.torn) {
            let grip = triangle.middle();
            let place = grip.position(state);
            let area = triangle.area_vector(state);
            let Some(direction) = self.direction_to(place) else {
                continue;
            };
            let seen = area.dot(direction);
            if seen > 0.0 && closed.contains(&triangle.corners) {
                continue;
            }
            let normal = area.normalize_or_zero() * seen.signum();
            let most = triangle.corners.map(|i| around[i]).into_iter().max();
            // All triangles of a corner together give no more than the most speed.
            let share = f64::from(most.unwrap_or(1));
            self.push_one(model, state, grip, (place, normal), (seen.abs(), share));
        }
    }

    /// Away from the centre, up if it is right there; none beyond the radius.
    fn direction_to(&self, place: DVec3) -> Option<DVec3> {
        let way = place - self.centre;
        (way.length() <= self.radius).then(|| way.normalize_or(DVec3::Y))
    }

    fn push_one(
        &self,
        model: &Model,
        state: &mut State,
        grip: Attachment,
        (place, direction): (DVec3, DVec3),
        (area, share): (f64, f64),
    ) {
        if let Some(articulation) = grip.articulation(model) {
            wake(state, articulation);
        }
        let distance = place.distance(self.centre).max(NEAREST_M);
        let inverse_mass = grip.inverse_mass_along(model, state, direction);
        let impulse = self.strength * area / (distance * distance);
        if inverse_mass > 0.0 {
            let impulse = impulse.min(MOST_SPEED_M_S / (share * inverse_mass));
            grip.push(model, state, direction * impulse, Level::Velocity);
        }
    }
}

/// How many triangles of surfaces there are at each particle.
fn triangles_around(model: &Model) -> Vec<u32> {
    let mut around = vec![0; model.particles.len()];
    for triangle in model.triangles.iter().filter(|triangle| !triangle.torn) {
        triangle.corners.into_iter().for_each(|i| around[i] += 1);
    }
    around
}

/// The corners of the triangles of closed surfaces.
fn closed_corners(model: &Model) -> BTreeSet<[usize; 3]> {
    let membranes = model.constraints.iter().filter_map(|c| match c {
        Constraint::Membrane(membrane) if membrane.keeps_inside() => Some(membrane),
        _ => None,
    });
    membranes.flat_map(Membrane::corners).collect()
}

/// Area of the ellipse that fits the outline of a shape seen along a direction, m².
fn outline(shape: &Convex, orientation: DQuat, direction: DVec3) -> f64 {
    let (right, up) = direction.any_orthonormal_pair();
    let sight = DMat3::from_cols(right, up, direction);
    let turned = Pose {
        position: DVec3::ZERO,
        orientation: DQuat::from_mat3(&sight).conjugate() * orientation,
    };
    let (low, high) = bounds(shape, &turned);
    let size = high - low;
    FRAC_PI_4 * size.x * size.y
}
