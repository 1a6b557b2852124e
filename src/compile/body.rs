//! From the bodies of a scene to those of the model: shape, mass, inertia.

use super::build::quaternion;
use super::compound;
use crate::physics::convex::{MassProperties, PlacedShape};
use crate::physics::kinematic::{AfterPath, KinematicPath, PathKey};
use crate::physics::math::principal_axes;
use crate::physics::{BodyModel, Convex, Core, OrthogonalDrag, Pose, Surface};
use crate::scene::{self, AfterKeys, Axis, BodyContact, Id, Shape};
use glam::{DMat3, DQuat, DVec3};
use std::f64::consts::PI;

/// A body without its motion.
pub(super) struct BodyParts {
    pub model: BodyModel,
    /// What it is drawn with; of a compound body a box round all of it.
    pub look: Convex,
    /// Its pieces, if it is a compound body.
    pub pieces: Vec<PieceParts>,
}

/// A piece of a compound body.
pub(super) struct PieceParts {
    pub name: String,
    pub look: PlacedShape,
    /// Its surface; `None` of one that does not collide.
    pub surface: Option<Surface>,
}

/// The parts of a body, with the surfaces of materials; `None` for a shape that bodies cannot have,
/// which validation refuses.
pub(super) fn body_of(
    body: &scene::Body,
    surface_of: impl Fn(Option<Id>) -> Surface,
) -> Option<BodyParts> {
    let surface = surface_of(body.material);
    let (look, pieces) = match &body.shape {
        Shape::Compound(compound) => {
            let pieces = compound.pieces.iter().map(|piece| {
                let own = piece.material.map_or(surface, |own| surface_of(Some(own)));
                Some(PieceParts {
                    name: piece.name.clone(),
                    look: PlacedShape {
                        shape: convex(&piece.shape)?,
                        pose: compound::place_of(piece),
                    },
                    surface: piece.collides.then_some(own),
                })
            });
            let pieces: Option<Vec<PieceParts>> = pieces.collect();
            (compound::box_round(compound), pieces?)
        }
        shape => (convex(shape)?, Vec::new()),
    };
    let mass = mass_of(body);
    let (inertia, axes) = match (body.inertia_kg_m2, body.products_of_inertia_kg_m2) {
        (Some(diagonal), Some(products)) => principal_axes(tensor(diagonal, products)),
        (Some(diagonal), None) => (diagonal.into(), DQuat::IDENTITY),
        (None, _) => match &body.shape {
            Shape::Compound(compound) => compound::inertia_of(compound, mass),
            _ => inertia(&look, mass),
        },
    };
    let model = BodyModel {
        mass,
        inertia,
        axes,
        shape: match body.contact {
            BodyContact::Shape if pieces.is_empty() => Some(look.clone()),
            BodyContact::Sphere { radius_m } => Some(Convex::sphere(radius_m)),
            BodyContact::Shape | BodyContact::None {} => None,
        },
        surface,
        linear_drag: body.linear_drag_per_s,
        orthogonal_drag: orthogonal_drag(body.orthogonal_drag_per_s, &look),
        angular_drag: body.angular_drag_per_s,
        path: body.kinematic.as_ref().map(|_| path_of(body).into()),
        articulation: 0,
    };
    Some(BodyParts {
        model,
        look,
        pieces,
    })
}

/// The pieces of a body that collide, by themselves.
pub(super) fn colliding<'a>(
    body: &'a scene::Body,
    pieces: &'a [PieceParts],
) -> impl Iterator<Item = (&'a PieceParts, Surface)> {
    let collides = body.contact == BodyContact::Shape;
    let pieces = pieces.iter().filter(move |_| collides);
    pieces.filter_map(|piece| Some((piece, piece.surface?)))
}

fn mass_of(body: &scene::Body) -> f64 {
    let density = body.density_kg_m3;
    let density = density.and_then(|density| Some(density * volume_of(&body.shape)?));
    body.mass_kg.or(density).unwrap_or(1.0)
}

/// The path of a kinematic body.
fn path_of(body: &scene::Body) -> KinematicPath {
    let kinematic = body.kinematic.clone().unwrap_or_default();
    let radians = |degrees: [f64; 3]| DVec3::from(degrees.map(f64::to_radians));
    let keys = kinematic.keys.iter().map(|key| PathKey {
        time_s: key.time_s,
        shift: key.shift_m.into(),
        turn: radians(key.turn_deg),
    });
    KinematicPath {
        begin: Pose {
            position: body.position_m.into(),
            orientation: quaternion(body.orientation),
        },
        start_s: kinematic.start_s,
        velocity: body.velocity_m_s.into(),
        angular_velocity: radians(body.angular_velocity_deg_s),
        keys: keys.collect(),
        after: match kinematic.after {
            AfterKeys::Stop => AfterPath::Stop,
            AfterKeys::Repeat => AfterPath::Repeat,
            AfterKeys::Return => AfterPath::Return,
        },
    }
}

/// Mass of a ball from its mass or its density, kg.
pub fn ball_mass(radius_m: f64, mass_kg: Option<f64>, density_kg_m3: Option<f64>) -> f64 {
    let volume = volume(&Convex::sphere(radius_m));
    mass_kg
        .or(density_kg_m3.map(|density| density * volume))
        .unwrap_or(1.0)
}

/// Volume of the shape of a body, m³, of a compound body that of its pieces, each as many times as
/// it is denser than the others; `None` for those of obstacles only.
pub fn volume_of(shape: &Shape) -> Option<f64> {
    match shape {
        Shape::Compound(compound) => Some(compound::weight_of(compound)),
        shape => convex(shape).map(|shape| volume(&shape)),
    }
}

/// The convex shape of the document's shape; `None` for those of obstacles only and for compounds.
pub(super) fn convex(shape: &Shape) -> Option<Convex> {
    Some(match shape {
        &Shape::Sphere { radius_m } => Convex::sphere(radius_m),
        &Shape::Box { size_m, rounding_m } => Convex {
            core: Core::Cuboid((DVec3::from(size_m) * 0.5 - rounding_m).max(DVec3::ZERO)),
            radius: rounding_m,
        },
        &Shape::Capsule {
            radius_m,
            length_m,
            axis,
        } => Convex {
            core: Core::Segment(direction(axis) * (0.5 * length_m)),
            radius: radius_m,
        },
        &Shape::Cylinder {
            radius_m,
            length_m,
            axis,
        } => Convex {
            core: Core::Cylinder {
                half_axis: direction(axis) * (0.5 * length_m),
                radius: radius_m,
            },
            radius: 0.0,
        },
        Shape::Hull(points) => Convex {
            core: Core::Hull(points.hull().ok()?),
            radius: 0.0,
        },
        Shape::Plane {}
        | Shape::Ramp { .. }
        | Shape::Stairs { .. }
        | Shape::Mesh(_)
        | Shape::Compound(_) => return None,
    })
}

/// Drag of so much across the long axis of a shape; none of what has no such axis.
pub(super) fn orthogonal_drag(rate: Option<f64>, shape: &Convex) -> Option<OrthogonalDrag> {
    let axis = long_axis(shape)?;
    rate.map(|rate| OrthogonalDrag { rate, axis })
}

/// The axis of what has one, the longest edge of a box (the first of equal ones).
fn long_axis(shape: &Convex) -> Option<DVec3> {
    match shape.core {
        Core::Segment(half_axis) | Core::Cylinder { half_axis, .. } => half_axis.try_normalize(),
        Core::Cuboid(half) => {
            let is_longest = |axis: &DVec3| axis.dot(half) == half.max_element();
            DVec3::AXES.into_iter().find(is_longest)
        }
        Core::Point | Core::Wedge(_) | Core::Triangle(_) | Core::Hull(_) => None,
    }
}

fn direction(axis: Axis) -> DVec3 {
    match axis {
        Axis::X => DVec3::X,
        Axis::Y => DVec3::Y,
        Axis::Z => DVec3::Z,
    }
}

fn tensor([xx, yy, zz]: [f64; 3], [xy, yz, zx]: [f64; 3]) -> DMat3 {
    DMat3::from_cols(
        DVec3::new(xx, xy, zx),
        DVec3::new(xy, yy, yz),
        DVec3::new(zx, yz, zz),
    )
}

/// Volume, m³; a rounded box counts in full.
pub(super) fn volume(shape: &Convex) -> f64 {
    let r = shape.radius;
    let ball = 4.0 / 3.0 * PI * r * r * r;
    match &shape.core {
        Core::Segment(half_axis) => ball + PI * r * r * 2.0 * half_axis.length(),
        Core::Cuboid(half) => 8.0 * (*half + r).element_product(),
        Core::Cylinder { half_axis, radius } => PI * radius * radius * 2.0 * half_axis.length(),
        Core::Hull(hull) => hull.inside().mass,
        Core::Point | Core::Wedge(_) | Core::Triangle(_) => ball,
    }
}

/// The solid of a shape, with a density of one.
pub(super) fn solid_of(shape: &Convex) -> MassProperties {
    let volume = volume(shape);
    match &shape.core {
        Core::Hull(hull) => hull.inside(),
        _ => MassProperties {
            mass: volume,
            centre: DVec3::ZERO,
            inertia: DMat3::from_diagonal(moments(shape, volume)),
        },
    }
}

/// Principal moments of inertia of the solid about its origin, kg·m², and their axes.
pub(super) fn inertia(shape: &Convex, mass: f64) -> (DVec3, DQuat) {
    match &shape.core {
        Core::Hull(hull) => {
            let solid = hull.inside().with_mass(mass);
            principal_axes(solid.inertia_about(DVec3::ZERO))
        }
        _ => (moments(shape, mass), DQuat::IDENTITY),
    }
}

/// Moments of inertia of a solid whose own axes are principal ones, kg·m².
fn moments(shape: &Convex, mass: f64) -> DVec3 {
    let r = shape.radius;
    match shape.core {
        Core::Segment(half_axis) => capsule_inertia(mass, half_axis, r),
        Core::Cuboid(half) => {
            let square = (half + r) * (half + r) * (mass / 3.0);
            DVec3::splat(square.element_sum()) - square
        }
        Core::Cylinder { half_axis, radius } => {
            let axial = 0.5 * mass * radius * radius;
            let height_squared = 4.0 * half_axis.length_squared();
            let across = mass * (3.0 * radius * radius + height_squared) / 12.0;
            about(half_axis, axial, across)
        }
        Core::Point | Core::Wedge(_) | Core::Triangle(_) | Core::Hull(_) => {
            DVec3::splat(0.4 * mass * r * r)
        }
    }
}

/// A cylinder and two half spheres whose mass centre lies 3/8 of the radius beyond it.
fn capsule_inertia(mass: f64, half_axis: DVec3, r: f64) -> DVec3 {
    let half = half_axis.length();
    let (tube, balls) = (2.0 * half, 4.0 / 3.0 * r);
    let tube_mass = mass * tube / (tube + balls);
    let ball_mass = mass - tube_mass;
    let axial = 0.5 * tube_mass * r * r + 0.4 * ball_mass * r * r;
    let of_balls = 0.4 * r * r + half * half + 0.75 * half * r;
    let across = tube_mass * (0.25 * r * r + half * half / 3.0) + ball_mass * of_balls;
    about(half_axis, axial, across)
}

/// Moments of something round about one of the local axes.
fn about(axis: DVec3, axial: f64, across: f64) -> DVec3 {
    let along = axis.normalize_or(DVec3::Y);
    DVec3::splat(across) + along * along * (axial - across)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half a cell at each end of a solid of some 85 cells.
    const GRID: f64 = 0.012;

    /// Volume and moments per mass by adding up small cubes.
    fn summed(inside: impl Fn(DVec3) -> bool, reach: f64) -> (f64, DVec3) {
        let n = 120;
        let cell = 2.0 * reach / f64::from(n);
        let (mut count, mut moment) = (0.0, DVec3::ZERO);
        for i in 0..n * n * n {
            let place = DVec3::new(
                f64::from(i % n),
                f64::from(i / n % n),
                f64::from(i / (n * n)),
            );
            let p = (place + 0.5) * cell - reach;
            if inside(p) {
                count += 1.0;
                moment += DVec3::splat(p.length_squared()) - p * p;
            }
        }
        (count * cell * cell * cell, moment / count)
    }

    #[test]
    fn capsule_and_cylinder_have_the_inertia_of_the_solid() {
        let capsule = Convex {
            core: Core::Segment(DVec3::X * 0.4),
            radius: 0.3,
        };
        let inside = |p: DVec3| {
            let beyond = (p.x.abs() - 0.4).max(0.0);
            DVec3::new(beyond, p.y, p.z).length() < 0.3
        };
        let cylinder = Convex {
            core: Core::Cylinder {
                half_axis: DVec3::Z * 0.5,
                radius: 0.3,
            },
            radius: 0.0,
        };
        let in_cylinder = |p: DVec3| p.z.abs() < 0.5 && p.truncate().length() < 0.3;
        let checks: [(Convex, &dyn Fn(DVec3) -> bool); 2] =
            [(capsule, &inside), (cylinder, &in_cylinder)];
        for (shape, inside) in checks {
            let (expected_volume, expected) = summed(inside, 0.7);
            let volume = volume(&shape);
            assert!(
                (volume / expected_volume - 1.0).abs() < GRID,
                "{volume} {expected_volume}"
            );
            let moments = moments(&shape, 2.0) / 2.0;
            assert!(((moments - expected) / expected).abs().max_element() < 2.0 * GRID);
        }
    }

    #[test]
    fn a_full_tensor_keeps_its_action() {
        let t = tensor([3.0, 2.0, 4.0], [0.3, -0.2, 0.5]);
        let (moments, axes) = principal_axes(t);
        for u in [DVec3::X, DVec3::new(0.3, -1.0, 2.0)] {
            let back = axes * ((axes.conjugate() * u) * moments);
            assert!((back - t * u).length() < 1e-12);
        }
    }
}
