//! Shapes that fit the vertices of parts.

use super::fit::{along, PartShape};
use super::role::Role;
use glam::{DQuat, DVec3};

/// Shares of the vertices beyond which those farthest out count for nothing.
const RIM: f64 = 0.03;
/// Least edge, radius and length, as shares of the height of the figure.
const LEAST: f64 = 0.003;
/// Rounding of boxes over their smallest edge.
const ROUNDING: f64 = 0.45;
/// Radius of a limb that has no vertices over its length.
const THIN: f64 = 0.15;

/// A shape and where its centre is in the figure, m.
pub(super) struct Fitted {
    pub centre: DVec3,
    pub shape: PartShape,
}

/// The shape of a part that begins at `head` and ends where the next one begins.
pub(super) fn shape_of(
    role: Role,
    (head, end): (DVec3, Option<DVec3>),
    orientation: DQuat,
    points: &[DVec3],
    height: f64,
) -> Fitted {
    let least = LEAST * height;
    let local: Vec<DVec3> = (points.iter())
        .map(|point| orientation.conjugate() * (*point - head))
        .collect();
    let (centre, shape) = match along(role) {
        Some(along) => {
            let length = end.map(|end| end.distance(head));
            limb(along, length, &local, height)
        }
        None if local.is_empty() => (
            DVec3::ZERO,
            PartShape::Box {
                size: DVec3::splat(0.1 * height),
                rounding: ROUNDING * 0.1 * height,
            },
        ),
        None if role == Role::Head => upright(&local, least),
        None => block(&local, least),
    };
    Fitted {
        centre: head + orientation * centre,
        shape,
    }
}

/// A capsule along a limb, from joint to joint.
fn limb(along: DVec3, length: Option<f64>, points: &[DVec3], height: f64) -> (DVec3, PartShape) {
    let least = LEAST * height;
    let axis = along
        .abs()
        .to_array()
        .iter()
        .position(|x| *x > 0.5)
        .unwrap_or(0);
    let ways = sorted(points.iter().map(|point| point.dot(along)));
    let reach = quantile(&ways, 1.0 - RIM).unwrap_or(0.1 * height);
    let length = length.unwrap_or(reach).max(4.0 * least);
    let across = |point: &DVec3| *point - along * point.dot(along);
    // Joints bulge: the middle tells how thick it is.
    let is_middle = |point: &&DVec3| (0.15..=0.85).contains(&(point.dot(along) / length));
    let middle: Vec<DVec3> = points.iter().filter(is_middle).map(across).collect();
    let (low, high) = bounds(&middle);
    let beside = match middle.is_empty() {
        true => DVec3::ZERO,
        false => 0.5 * (low + high),
    };
    let distances = middle.iter().map(|point| point.distance(beside));
    let radius = match middle.is_empty() {
        true => THIN * length,
        false => distances.sum::<f64>() / middle.len() as f64,
    };
    let radius = radius.clamp(least, 0.49 * length);
    let shape = PartShape::Capsule {
        axis,
        length: length - 2.0 * radius,
        radius,
    };
    (along * (0.5 * length) + beside, shape)
}

/// A standing capsule round a head.
fn upright(points: &[DVec3], least: f64) -> (DVec3, PartShape) {
    let (low, high) = bounds(points);
    let size = high - low;
    let radius = (0.25 * (size.x + size.z)).min(0.49 * size.y).max(least);
    let shape = PartShape::Capsule {
        axis: 1,
        length: (size.y - 2.0 * radius).max(least),
        radius,
    };
    (0.5 * (low + high), shape)
}

/// A rounded box.
fn block(points: &[DVec3], least: f64) -> (DVec3, PartShape) {
    let (low, high) = bounds(points);
    let size = (high - low).max(DVec3::splat(4.0 * least));
    let shape = PartShape::Box {
        size,
        rounding: ROUNDING * size.min_element(),
    };
    (0.5 * (low + high), shape)
}

/// Between which places nearly all points lie, along each axis.
fn bounds(points: &[DVec3]) -> (DVec3, DVec3) {
    let along = |axis: usize| sorted(points.iter().map(move |point| point[axis]));
    let at = |share: f64| {
        DVec3::from_array([0, 1, 2].map(|axis| quantile(&along(axis), share).unwrap_or(0.0)))
    };
    (at(RIM), at(1.0 - RIM))
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get((share * last as f64).round() as usize).copied()
}
