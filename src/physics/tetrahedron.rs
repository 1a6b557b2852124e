//! Rigid bodies made of particles: a tetrahedron of four that six sticks hold, with the mass,
//! the centre and the inertia of the body.
//!
//! Particles of masses `m_i` at `x_i` from the centre of mass have the second moments
//! `P = Σ m_i x_i x_iᵀ = ½ tr(I) 1 − I`, positive definite where each principal moment is
//! less than the sum of the two others. With `v_i` the corners `(±1, ±1, ±1)` of a regular
//! tetrahedron, `Σ v_i v_iᵀ = 4 · 1`; so four particles of a quarter of the mass at
//! `x_i = S v_i`, where `S Sᵀ = P / m`, have just these moments.
//!
//! **Particles at given places** (joints that bodies share): one of mass `μ` at `q` leaves
//! `m' = m − μ` with the centre `−μ q / m'` and `P' = P − μ (m / m') q qᵀ`, which is positive
//! definite as long as `μ (1 + m qᵀ P⁻¹ q) < m`. What is left gets the tetrahedron.
//! Source: Jakobsen, section 5, which leaves the masses and the places open.

use super::attach::Attachment;
use super::convex::{Convex, Pose};
use super::math::{principal_axes, solve_symmetric};
use super::model::{ColliderId, Model, Surface};
use super::state::{BodyState, State};
use glam::{DMat3, DQuat, DVec3};
use std::fmt;

/// The sticks of a tetrahedron, as pairs of its corners.
pub const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// Corners of a regular tetrahedron in the order in which those of a positive volume are.
const REGULAR: [DVec3; 4] = [
    DVec3::new(1.0, 1.0, 1.0),
    DVec3::new(1.0, -1.0, -1.0),
    DVec3::new(-1.0, 1.0, -1.0),
    DVec3::new(-1.0, -1.0, 1.0),
];

/// Least second moment as a share of the largest: below it a body is flat but for rounding.
const THINNEST: f64 = 1e-12;

/// Mass and inertia of a body about its centre of mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MassProperties {
    /// Mass, kg.
    pub mass: f64,
    /// Principal moments of inertia, kg·m².
    pub inertia: DVec3,
    /// Principal axes in the frame of the body.
    pub axes: DQuat,
}

/// A particle of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyParticle {
    /// Mass, kg.
    pub mass: f64,
    /// Place from the centre of mass, in the frame of the body, m.
    pub place: DVec3,
}

/// Why no particles have the inertia of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NoTetrahedron {
    /// The mass is no positive number.
    Mass,
    /// One principal moment is not less than the sum of the two others, so that nothing of
    /// the body is beside a plane.
    Flat,
}

impl fmt::Display for NoTetrahedron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoTetrahedron::Mass => "its mass is not a positive number",
            NoTetrahedron::Flat => {
                "one of its principal moments of inertia is not less than the sum of the two others"
            }
        })
    }
}

impl MassProperties {
    /// The narrowest side of a box with this inertia, over its longest.
    pub fn thickness(&self) -> f64 {
        let second = DVec3::splat(0.5 * self.inertia.element_sum()) - self.inertia;
        (second.min_element() / second.max_element())
            .max(0.0)
            .sqrt()
    }

    /// The corners of a tetrahedron with this mass, centre and inertia, and besides them a
    /// particle at each of the `joints` (in the frame of the body, m), which takes its share
    /// of the mass from them.
    ///
    /// # Errors
    /// What no particles can have.
    pub fn particles(
        &self,
        joints: &[DVec3],
    ) -> Result<([BodyParticle; 4], Vec<BodyParticle>), NoTetrahedron> {
        if self.mass <= 0.0 || !self.mass.is_finite() {
            return Err(NoTetrahedron::Mass);
        }
        let second = DVec3::splat(0.5 * self.inertia.element_sum()) - self.inertia;
        if second.is_nan() || second.min_element() <= THINNEST * second.max_element() {
            return Err(NoTetrahedron::Flat);
        }
        let share = self.mass / (1.0 + joints.len() as f64);
        let at_joint = |&place: &DVec3| {
            let along = self.axes.conjugate() * place;
            let reach = self.mass * (along * along / second).element_sum();
            BodyParticle {
                mass: share / (1.0 + reach),
                place,
            }
        };
        let at_joints: Vec<_> = joints.iter().map(at_joint).collect();
        Ok((self.corners(second, &at_joints), at_joints))
    }

    /// The tetrahedron of what the particles at joints leave of the body.
    fn corners(&self, second: DVec3, at_joints: &[BodyParticle]) -> [BodyParticle; 4] {
        let mass = self.mass - at_joints.iter().map(|joint| joint.mass).sum::<f64>();
        let moment: DVec3 = at_joints.iter().map(|joint| joint.place * joint.mass).sum();
        let centre = -moment / mass;
        let (second, axes) = match at_joints.is_empty() {
            true => (second, self.axes),
            false => {
                let turn = DMat3::from_quat(self.axes);
                let of_joints: DMat3 = at_joints
                    .iter()
                    .map(|joint| outer(joint.place) * joint.mass)
                    .fold(DMat3::ZERO, |sum, one| sum + one);
                let whole = turn * DMat3::from_diagonal(second) * turn.transpose();
                principal_axes(whole - of_joints - outer(centre) * mass)
            }
        };
        let spread = DVec3::from_array((second / mass).max(DVec3::ZERO).to_array().map(f64::sqrt));
        REGULAR.map(|corner| BodyParticle {
            mass: 0.25 * mass,
            place: centre + axes * (corner * spread),
        })
    }
}

fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

/// Axes of a right-handed orthonormal frame from three particles: the first from one to
/// another, the third across all three. The unit axes where they are in line.
pub fn frame_of([a, b, c]: [DVec3; 3]) -> DMat3 {
    let x = (b - a).normalize_or(DVec3::X);
    let z = x.cross(c - a).normalize_or(x.any_orthonormal_vector());
    DMat3::from_cols(x, z.cross(x), z)
}

/// Four particles that carry the shape of a body.
#[derive(Debug, Clone, PartialEq)]
pub struct TetrahedronModel {
    /// What carries.
    pub carrier: Tetrahedron,
    /// What collides, in the frame of the body; `None` collides with nothing.
    pub shape: Option<Convex>,
    /// Its surface.
    pub surface: Surface,
}

/// Where a body is among the four particles that carry it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tetrahedron {
    /// Their indices.
    pub particles: [usize; 4],
    /// Place of the first in the frame of the body, m.
    first: DVec3,
    /// Takes what is beside the first to the weights of the three others.
    to_weights: DMat3,
    /// The middle of the particles in the frame of the body, m.
    middle: DVec3,
    /// From the frame of three particles to that of the body.
    rest: DQuat,
}

impl Tetrahedron {
    /// The particles with these indices at these places in the frame of the body, m, which
    /// are not in one plane.
    pub fn new(particles: [usize; 4], places: [DVec3; 4]) -> Tetrahedron {
        let [a, b, c, d] = places;
        Tetrahedron {
            particles,
            first: a,
            to_weights: DMat3::from_cols(b - a, c - a, d - a).inverse(),
            middle: (a + b + c + d) * 0.25,
            rest: DQuat::from_mat3(&frame_of([a, b, c])).conjugate(),
        }
    }

    /// Weights of the four particles at a point of the body frame, m (barycentric
    /// coordinates; Jakobsen, section 5 and figure 6).
    pub fn weights(&self, point: DVec3) -> [f64; 4] {
        let [b, c, d] = (self.to_weights * (point - self.first)).to_array();
        [1.0 - b - c - d, b, c, d]
    }

    /// By how much the weights of the last three differ along a vector of the body frame, m.
    pub fn weights_along(&self, vector: DVec3) -> DVec3 {
        self.to_weights * vector
    }

    /// A point of the body, in its frame, m.
    pub fn grip(&self, point: DVec3) -> Attachment {
        Attachment::Particles {
            ix: self.particles,
            weight: self.weights(point),
        }
    }

    /// Where the body is.
    pub fn pose(&self, state: &State) -> Pose {
        let places = self.particles.map(|i| state.particles[i].position);
        let [a, b, c, d] = places;
        let orientation = (DQuat::from_mat3(&frame_of([a, b, c])) * self.rest).normalize();
        Pose {
            position: (a + b + c + d) * 0.25 - orientation * self.middle,
            orientation,
        }
    }

    /// Where the body is and how it moves, as the rigid motion that has the momenta of the
    /// four particles.
    pub fn motion(&self, model: &Model, state: &State) -> BodyState {
        let Pose {
            position,
            orientation,
        } = self.pose(state);
        let each = || {
            let all = self.particles.into_iter();
            all.map(|i| (model.particles[i].mass, state.particles[i]))
        };
        let mass: f64 = each().map(|(mass, _)| mass).sum();
        let centre = each().map(|(m, p)| p.position * m).sum::<DVec3>() / mass;
        let velocity = each().map(|(m, p)| p.velocity * m).sum::<DVec3>() / mass;
        let mut inertia = DMat3::ZERO;
        let mut momentum = DVec3::ZERO;
        for (mass, particle) in each() {
            let arm = particle.position - centre;
            let across = DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer(arm);
            inertia += across * mass;
            momentum += arm.cross(particle.velocity - velocity) * mass;
        }
        let angular_velocity = solve_symmetric(&inertia, momentum).unwrap_or(DVec3::ZERO);
        BodyState {
            position,
            orientation,
            velocity: velocity + angular_velocity.cross(position - centre),
            angular_velocity,
        }
    }
}

/// Where a thing with a frame of its own is and how it moves: a rigid body, or one that
/// particles carry; `None` of anything else, and in a state that has it not.
pub fn motion_of(model: &Model, state: &State, owner: ColliderId) -> Option<BodyState> {
    match owner {
        ColliderId::Body(i) => state.bodies.get(i).copied(),
        ColliderId::Tetrahedron(i) => {
            let carrier = &model.tetrahedra.get(i)?.carrier;
            let is_there = |&i: &usize| i < state.particles.len();
            let all_are = carrier.particles.iter().all(is_there);
            all_are.then(|| carrier.motion(model, state))
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::physics::math::{power, rotation_from_vector};
    use crate::physics::random::SplitMix64;

    /// A body of any kind: its mass, and second moments of sizes far apart.
    fn any_body(random: &mut SplitMix64) -> MassProperties {
        let mut size = || power(10.0, random.between(-1.5, 1.5));
        let (mass, second) = (size(), DVec3::new(size(), size(), size()));
        let turn = DVec3::new(size(), -size(), size());
        MassProperties {
            mass,
            inertia: DVec3::splat(second.element_sum()) - second,
            axes: rotation_from_vector(turn),
        }
    }

    /// Mass, centre and inertia tensor of particles.
    fn measured(particles: &[BodyParticle]) -> (f64, DVec3, DMat3) {
        let mass: f64 = particles.iter().map(|p| p.mass).sum();
        let centre = particles.iter().map(|p| p.place * p.mass).sum::<DVec3>() / mass;
        let mut tensor = DMat3::ZERO;
        for p in particles {
            let arm = p.place - centre;
            let square = DMat3::from_diagonal(DVec3::splat(arm.length_squared()));
            tensor += (square - outer(arm)) * p.mass;
        }
        (mass, centre, tensor)
    }

    fn largest(matrix: DMat3) -> f64 {
        let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
        columns
            .map(|c| c.abs().max_element())
            .into_iter()
            .fold(0.0, f64::max)
    }

    #[test]
    fn particles_have_the_inertia_of_any_body() {
        let mut random = SplitMix64::new(5);
        for case in 0..2000 {
            let body = any_body(&mut random);
            let turn = DMat3::from_quat(body.axes);
            let wanted = turn * DMat3::from_diagonal(body.inertia) * turn.transpose();
            let size = (body.inertia.max_element() / body.mass).sqrt();
            let mut place = || {
                let mut number = || size * random.between(-2.0, 2.0);
                DVec3::new(number(), number(), number())
            };
            let joints: Vec<_> = (0..case % 4).map(|_| place()).collect();
            let (corners, at_joints) = body.particles(&joints).unwrap();
            assert!(at_joints.iter().map(|p| p.place).eq(joints.iter().copied()));
            let all: Vec<_> = corners.into_iter().chain(at_joints).collect();
            assert!(all.iter().all(|p| p.mass > 0.0), "{case}");
            let (mass, centre, tensor) = measured(&all);
            assert!((mass / body.mass - 1.0).abs() < 1e-12, "{case} {mass}");
            assert!(centre.length() < 1e-12 * size, "{case} {centre}");
            let error = largest(tensor - wanted) / largest(wanted);
            assert!(error < 1e-12, "{case}: {error}");
        }
    }

    #[test]
    fn what_is_flat_or_without_mass_is_refused() {
        let body = |mass, x, y, z| MassProperties {
            mass,
            inertia: DVec3::new(x, y, z),
            axes: DQuat::IDENTITY,
        };
        for (body, why) in [
            (body(1.0, 1.0, 2.0, 3.0), NoTetrahedron::Flat),
            (body(1.0, 1.0, 2.0, 4.0), NoTetrahedron::Flat),
            (body(1.0, 0.0, 2.0, 2.0), NoTetrahedron::Flat),
            (body(1.0, f64::NAN, 2.0, 2.0), NoTetrahedron::Flat),
            (body(0.0, 1.0, 1.0, 1.0), NoTetrahedron::Mass),
            (body(f64::NAN, 1.0, 1.0, 1.0), NoTetrahedron::Mass),
        ] {
            assert_eq!(body.particles(&[]), Err(why), "{body:?}");
        }
        assert!(body(1.0, 1.0, 2.0, 2.999).particles(&[]).is_ok());
    }

    #[test]
    fn a_frame_of_three_particles_is_right_handed_and_orthonormal() {
        let mut random = SplitMix64::new(7);
        for _ in 0..500 {
            let mut point = || {
                let mut number = || random.between(-1.0, 1.0);
                DVec3::new(number(), number(), number())
            };
            let frame = frame_of([point(), point(), point()]);
            assert!(largest(frame * frame.transpose() - DMat3::IDENTITY) < 1e-14);
            assert!((frame.determinant() - 1.0).abs() < 1e-14);
        }
        let in_line = frame_of([DVec3::ZERO, DVec3::X, DVec3::X * 2.0]);
        assert!((in_line.determinant() - 1.0).abs() < 1e-14);
    }
}
