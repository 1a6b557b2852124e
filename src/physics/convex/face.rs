//! The face, edge or corner with which a core faces a direction.

use super::axes::triangle_normal;
use super::hull::{Hull, HullFace, MOST_CORNERS};
use super::support::{from_axes, slope_normal, to_axes, wedge_corners, Form, Placed};
use arrayvec::ArrayVec;
use glam::DVec3;

/// Points round the rim of a cylinder.
pub(super) const RIM: usize = 16;
/// Cosines of the sixteenths of a circle; the sines are those a quarter back.
const RIM_COSINES: [f64; RIM] = [
    1.0, C1, C2, C3, 0.0, -C3, -C2, -C1, -1.0, -C1, -C2, -C3, 0.0, C3, C2, C1,
];
const C1: f64 = 0.923_879_532_511_286_7;
const C2: f64 = std::f64::consts::FRAC_1_SQRT_2;
const C3: f64 = 0.382_683_432_365_089_8;
/// Least cosine between a direction and a face that faces it: a face seen edge on
/// is an edge.
const FACING: f64 = 0.05;
/// Cosine to the axis above which a cylinder faces with a cap.
const CAP: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// Sines of the tilt between which the rim points turn from their places on the
/// body towards the deepest point of the rim, which is noise close to upright.
const UPRIGHT: [f64; 2] = [1e-4, 1e-3];
/// Lead in alignment that a later face needs over an earlier one.
const LEAD: f64 = 1e-6;

/// A corner with a number that stays with it from step to step, below 64.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub at: DVec3,
    pub id: u8,
}

/// A convex polygon, an edge or a corner.
#[derive(Debug, Clone)]
pub(super) struct Face {
    corners: ArrayVec<Corner, RIM>,
    /// Unit normal; zero for an edge or a corner.
    pub normal: DVec3,
}

impl Face {
    fn new() -> Face {
        Face {
            corners: ArrayVec::new(),
            normal: DVec3::ZERO,
        }
    }

    /// Corners in order round the face.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// Adds a corner unless it is where the last or the first one is.
    fn push(&mut self, at: DVec3, id: usize, near: f64) {
        let same = |corner: &Corner| (corner.at - at).length_squared() <= near * near;
        let twice = self.corners.last().is_some_and(same) || self.corners.first().is_some_and(same);
        if !(twice || self.corners.is_full()) {
            self.corners.push(Corner { at, id: id as u8 });
        }
    }
}

/// The face of `core` that is met from `direction` (a unit vector out of it).
pub(super) fn supporting_face(core: &Placed, direction: DVec3) -> Face {
    let mut found = Face::new();
    let face = &mut found;
    match &core.form {
        Form::Point => of_corners(face, core, &[DVec3::ZERO], &[0]),
        &Form::Segment(half) => of_corners(face, core, &[half, -half], &[0, 1]),
        &Form::Cuboid { axes, half } => of_cuboid(face, core, axes, half, direction),
        &Form::Wedge { axes, half } => of_wedge(face, core, axes, half, direction),
        &Form::Triangle(corners) => {
            let normal = triangle_normal(corners);
            let towards = normal.dot(direction);
            if towards.abs() >= FACING {
                face.normal = normal * towards.signum();
                of_corners(face, core, &corners, &[0, 1, 2]);
            } else {
                of_edge(face, core, &corners, direction);
            }
        }
        Form::Hull { axes, hull } => of_hull(face, core, *axes, hull, direction),
        &Form::Cylinder {
            axis,
            across,
            half,
            radius,
        } => {
            let along = axis.dot(direction);
            if along.abs() > CAP {
                let axes = [axis * along.signum(), across];
                of_cap(face, core, axes, half, radius, direction);
            } else {
                let radial = (direction - axis * along).normalize_or_zero() * radius;
                let (middle, near) = (core.centre + radial, 1e-9 * core.size);
                face.push(middle + axis * half, 2 * RIM, near);
                face.push(middle - axis * half, 2 * RIM + 1, near);
            }
        }
    }
    if found.corners.len() < 3 {
        // A face that has shrunk to an edge has no plane.
        found.normal = DVec3::ZERO;
    }
    found
}

fn of_corners(face: &mut Face, core: &Placed, corners: &[DVec3], ids: &[usize]) {
    for (&corner, &id) in corners.iter().zip(ids) {
        face.push(core.centre + corner, id, 1e-9 * core.size);
    }
}

fn of_cuboid(face: &mut Face, core: &Placed, axes: [DVec3; 3], half: DVec3, direction: DVec3) {
    let towards = axes.map(|axis| axis.dot(direction));
    let mut i = 0;
    for other in 1..3 {
        if towards[other].abs() > towards[i].abs() + LEAD {
            i = other;
        }
    }
    let (j, k) = ((i + 1) % 3, (i + 2) % 3);
    let half = half.to_array();
    let plus = towards[i] >= 0.0;
    let normal = if plus { axes[i] } else { -axes[i] };
    face.normal = normal;
    for (u, v) in [(true, true), (false, true), (false, false), (true, false)] {
        let signed =
            |axis: usize, plus: bool| axes[axis] * if plus { half[axis] } else { -half[axis] };
        let at = core.centre + normal * half[i] + signed(j, u) + signed(k, v);
        let id = usize::from(plus) << i | usize::from(u) << j | usize::from(v) << k;
        face.push(at, id, 1e-9 * core.size);
    }
}

fn of_wedge(face: &mut Face, core: &Placed, axes: [DVec3; 3], half: DVec3, direction: DVec3) {
    const FACES: [&[usize]; 5] = [
        &[0, 1, 2, 3],
        &[3, 2, 4, 5],
        &[0, 5, 4, 1],
        &[1, 4, 2],
        &[0, 3, 5],
    ];
    let corners = wedge_corners(axes, half);
    let normals = [
        -axes[1],
        axes[2],
        slope_normal(axes, half),
        axes[0],
        -axes[0],
    ];
    let reach = |index: usize| corners[index].dot(direction);
    let farthest = (0..6).map(reach).fold(f64::NEG_INFINITY, f64::max);
    let mut best: Option<(usize, f64, usize)> = None;
    for (index, normal) in normals.into_iter().enumerate() {
        let towards = normal.dot(direction);
        // In a thin wedge the face that looks this way most need not reach farthest.
        let reaches = |&&c: &&usize| reach(c) >= farthest - 1e-9 * core.size;
        let reaching = FACES[index].iter().filter(reaches).count();
        let leads = best.is_none_or(|(most, nearest, _)| {
            reaching > most || (reaching == most && towards > nearest + LEAD)
        });
        if leads {
            best = Some((reaching, towards, index));
        }
    }
    let facing = best.filter(|(_, towards, _)| *towards >= FACING);
    let Some((_, _, index)) = facing else {
        return of_edge(face, core, &corners, direction);
    };
    face.normal = normals[index];
    for &corner in FACES[index] {
        face.push(core.centre + corners[corner], corner, 1e-9 * core.size);
    }
}

fn of_hull(face: &mut Face, core: &Placed, axes: [DVec3; 3], hull: &Hull, direction: DVec3) {
    let local = to_axes(axes, direction);
    let (_, farthest) = hull.extent(local);
    let reaches = |&corner: &u8| {
        hull.corners()[usize::from(corner)].dot(local) >= farthest - 1e-9 * core.size
    };
    // A face with one end of the edge that reaches farthest may look this way more than those
    // which share the edge.
    let mut best: Option<(usize, f64, &HullFace)> = None;
    for face in hull.faces() {
        let towards = face.normal.dot(local);
        let reaching = face.corners.iter().filter(|corner| reaches(corner)).count();
        let leads = best.is_none_or(|(most, nearest, _)| {
            reaching > most || (reaching == most && towards > nearest + LEAD)
        });
        if leads {
            best = Some((reaching, towards, face));
        }
    }
    let facing = best.filter(|(_, towards, _)| *towards >= FACING);
    let Some((_, _, facing)) = facing else {
        let corners = hull.corners().iter().map(|&corner| from_axes(axes, corner));
        return of_edge(
            face,
            core,
            &corners.collect::<ArrayVec<_, MOST_CORNERS>>(),
            direction,
        );
    };
    face.normal = from_axes(axes, facing.normal);
    // Of a face of very many corners some carry it as well as all.
    let step = facing.corners.len().div_ceil(RIM);
    for &corner in facing.corners.iter().step_by(step) {
        let at = core.centre + from_axes(axes, hull.corners()[usize::from(corner)]);
        face.push(at, corner.into(), 1e-9 * core.size);
    }
}

/// The two corners that reach farthest.
fn of_edge(face: &mut Face, core: &Placed, corners: &[DVec3], direction: DVec3) {
    let (mut first, mut second) = (0, 0);
    let reach = |index: usize| corners[index].dot(direction);
    for index in 1..corners.len() {
        if reach(index) > reach(first) {
            (first, second) = (index, first);
        } else if second == first || reach(index) > reach(second) {
            second = index;
        }
    }
    let ids = [first.min(second), first.max(second)];
    of_corners(face, core, &ids.map(|id| corners[id]), &ids);
}

/// A cap as a polygon that turns with the body and, when tilted, has a corner at
/// the deepest point of the rim.
fn of_cap(
    face: &mut Face,
    core: &Placed,
    [outward, across]: [DVec3; 2],
    half: f64,
    radius: f64,
    direction: DVec3,
) {
    let aside = outward.cross(across);
    let (x, y) = (across.dot(direction), aside.dot(direction));
    let tilt = (x * x + y * y).sqrt();
    let share = ((tilt - UPRIGHT[0]) / (UPRIGHT[1] - UPRIGHT[0])).clamp(0.0, 1.0);
    let step = 2.0 * std::f64::consts::PI / RIM as f64;
    let angle = libm::atan2(y, x);
    let turn = share * (angle - step * (angle / step).round());
    let (sine, cosine) = (libm::sin(turn), libm::cos(turn));
    let (u, v) = (
        across * cosine + aside * sine,
        aside * cosine - across * sine,
    );
    let end = core.centre + outward * half;
    face.normal = outward;
    for k in 0..RIM {
        let (c, s) = (RIM_COSINES[k], RIM_COSINES[(k + RIM - RIM / 4) % RIM]);
        face.push(end + (u * c + v * s) * radius, k, 1e-9 * core.size);
    }
}
