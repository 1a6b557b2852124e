//! Hulls of other shapes, and bodies of what stands still.

use crate::physics::convex::Hull;
use crate::scene::{Axis, Body, HullPoints, Obstacle, Shape};
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;

/// Corners round a rim.
const RIM: u32 = 12;
/// Rims between the equator and a pole of something round.
const RIMS: u32 = 2;

/// The hull of a shape, and where its middle was, m; none of what has no end or encloses
/// nothing. What is round gets as many corners as a hull can carry well.
pub fn hull_of(shape: &Shape) -> Option<(HullPoints, DVec3)> {
    let points = points_of(shape);
    let hull = Hull::of(&points).ok()?;
    let middle = hull.inside().centre;
    let corners = hull.corners().iter().map(|&corner| corner - middle);
    let corners = corners.map(|corner| corner.to_array()).collect();
    Some((HullPoints::new(corners), middle))
}

/// A body with the hull of an obstacle, in its place and of this density, kg/m³; none of what
/// has no hull.
pub fn body_of(obstacle: &Obstacle, density_kg_m3: f64) -> Option<Body> {
    let (points, middle) = hull_of(&obstacle.shape)?;
    let [w, x, y, z] = obstacle.orientation;
    let turn = DQuat::from_xyzw(x, y, z, w);
    let position = DVec3::from(obstacle.position_m) + turn * middle;
    let shape = match &obstacle.shape {
        Shape::Mesh(_) | Shape::Ramp { .. } | Shape::Stairs { .. } => Shape::Hull(points),
        same => same.clone(),
    };
    Some(Body {
        density_kg_m3: Some(density_kg_m3),
        position_m: position.to_array(),
        orientation: obstacle.orientation,
        material: obstacle.material,
        color: obstacle.color,
        ..Body::new(obstacle.id, obstacle.name.clone(), shape)
    })
}

/// Points with the same hull as a shape, or nearly.
fn points_of(shape: &Shape) -> Vec<DVec3> {
    match shape {
        Shape::Plane {} => Vec::new(),
        Shape::Sphere { radius_m } => round([0.0; 2], *radius_m, Axis::Y),
        Shape::Box { size_m, .. } => corners(DVec3::from(*size_m) * 0.5),
        Shape::Capsule {
            radius_m,
            length_m,
            axis,
        } => round([-0.5 * length_m, 0.5 * length_m], *radius_m, *axis),
        Shape::Cylinder {
            radius_m,
            length_m,
            axis,
        } => {
            let ends = [-0.5 * length_m, 0.5 * length_m];
            let rims = ends.into_iter().flat_map(|end| rim(end, *radius_m, *axis));
            rims.collect()
        }
        Shape::Ramp { size_m } => {
            let all = corners(DVec3::from(*size_m) * 0.5).into_iter();
            all.filter(|corner| corner.y < 0.0 || corner.z > 0.0)
                .collect()
        }
        Shape::Stairs { steps, step_m } => {
            let step = DVec3::from(*step_m);
            let stair = |i: u32| {
                let height = step.y * f64::from(i + 1);
                let half = DVec3::new(step.x, height, step.z) * 0.5;
                let middle = DVec3::new(0.0, 0.5 * height, step.z * (f64::from(i) + 0.5));
                corners(half).into_iter().map(move |corner| corner + middle)
            };
            (0..*steps).flat_map(stair).collect()
        }
        Shape::Mesh(mesh) => mesh.vertices_m().iter().copied().map(DVec3::from).collect(),
        Shape::Hull(points) => points.points_m().iter().copied().map(DVec3::from).collect(),
        Shape::Compound(compound) => {
            let pieces = compound.pieces.iter().flat_map(|piece| {
                let [w, x, y, z] = piece.orientation;
                let turn = DQuat::from_xyzw(x, y, z, w);
                let middle = DVec3::from(piece.position_m);
                let points = points_of(&piece.shape).into_iter();
                points.map(move |point| middle + turn * point)
            });
            pieces.collect()
        }
    }
}

fn corners(half: DVec3) -> Vec<DVec3> {
    let sides = [-1.0, 1.0];
    let along = |x: f64| sides.map(|y| sides.map(|z| half * DVec3::new(x, y, z)));
    sides.into_iter().flat_map(|x| along(x).concat()).collect()
}

/// Two half spheres about these places of an axis.
fn round(ends: [f64; 2], radius: f64, axis: Axis) -> Vec<DVec3> {
    let mut points = Vec::new();
    for (end, side) in ends.into_iter().zip([-1.0, 1.0]) {
        for i in 0..RIMS {
            let angle = 0.25 * TAU * f64::from(i) / f64::from(RIMS);
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
            points.extend(rim(end + side * radius * sine, radius * cosine, axis));
        }
        points.push(turned([0.0, end + side * radius, 0.0], axis));
    }
    points
}

/// A circle across an axis.
fn rim(along: f64, radius: f64, axis: Axis) -> impl Iterator<Item = DVec3> {
    (0..RIM).map(move |i| {
        let angle = TAU * f64::from(i) / f64::from(RIM);
        let (x, z) = (radius * libm::cos(angle), radius * libm::sin(angle));
        turned([x, along, z], axis)
    })
}

/// The second coordinate along the axis.
fn turned([x, y, z]: [f64; 3], axis: Axis) -> DVec3 {
    match axis {
        Axis::X => DVec3::new(y, z, x),
        Axis::Y => DVec3::new(x, y, z),
        Axis::Z => DVec3::new(z, x, y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_becomes_the_body_that_it_shows() {
        let obstacle = Obstacle {
            id: 7,
            name: "ramp".into(),
            shape: Shape::Ramp {
                size_m: [1.0, 0.6, 1.2],
            },
            position_m: [3.0, 0.3, 0.0],
            orientation: [1.0, 0.0, 0.0, 0.0],
            material: None,
            color: None,
            belt_m_s: [0.0; 3],
        };
        let body = body_of(&obstacle, 500.0).unwrap();
        let Shape::Hull(points) = &body.shape else {
            panic!("{:?}", body.shape);
        };
        let hull = points.hull().unwrap();
        // The middle of a wedge lies a third of its height over its base.
        assert_eq!(hull.faces().len(), 5);
        assert!((hull.inside().mass - 0.36).abs() < 1e-12);
        assert!(hull.inside().centre.length() < 1e-12);
        let expected = DVec3::new(3.0, 0.2, 0.2);
        assert!((DVec3::from(body.position_m) - expected).length() < 1e-12);
    }

    #[test]
    fn round_shapes_get_hulls_within_them_of_nearly_their_volume() {
        let [radius_m, length_m] = [0.2, 0.5];
        let axis = Axis::X;
        let (area, ball) = (0.5 * TAU * 0.04, 2.0 / 3.0 * TAU * 0.008);
        for (shape, volume) in [
            (Shape::Sphere { radius_m }, ball),
            (
                Shape::Cylinder {
                    radius_m,
                    length_m,
                    axis,
                },
                area * 0.5,
            ),
            (
                Shape::Capsule {
                    radius_m,
                    length_m,
                    axis,
                },
                area * 0.5 + ball,
            ),
        ] {
            let (points, _) = hull_of(&shape).unwrap();
            let hull = points.hull().unwrap();
            let share = hull.inside().mass / volume;
            assert!((0.8..1.0).contains(&share), "{share}");
            assert_eq!(hull.left_out(), 0.0);
        }
    }
}
