//! The faces of a hull: all corners that lie in one plane are one polygon.

use super::{HullFace, FLAT};
use glam::DVec3;

/// Squared sine below which the normal of a triangle is rounding.
const SLIVER: f64 = 1e-12;

/// Polygons in place of triangles that share a plane, by the first corners.
pub(super) fn merged(corners: &[DVec3], triangles: &[[usize; 3]]) -> Vec<HullFace> {
    let all = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let (low, high) = corners.iter().fold(all, |(l, h), &p| (l.min(p), h.max(p)));
    let flat = FLAT * (high - low).length();
    let mut triangles = triangles.to_vec();
    // The largest triangles know their planes best.
    let area = |&[i, j, k]: &[usize; 3]| {
        (corners[j] - corners[i])
            .cross(corners[k] - corners[i])
            .length_squared()
    };
    triangles.sort_by(|a, b| area(b).total_cmp(&area(a)).then(a.cmp(b)));
    let mut faces: Vec<HullFace> = Vec::new();
    for [i, j, k] in triangles {
        let (u, v) = (corners[j] - corners[i], corners[k] - corners[i]);
        let normal = u.cross(v);
        let thin = normal.length_squared() <= SLIVER * u.length_squared() * v.length_squared();
        let known = |face: &HullFace| {
            [i, j, k]
                .iter()
                .all(|&corner| (face.normal.dot(corners[corner]) - face.offset).abs() <= flat)
        };
        if !thin && !faces.iter().any(known) {
            faces.push(polygon(
                corners,
                normal.normalize_or_zero(),
                corners[i],
                flat,
            ));
        }
    }
    faces
}

/// The corners in a plane, anticlockwise from outside.
fn polygon(corners: &[DVec3], normal: DVec3, through: DVec3, flat: f64) -> HullFace {
    let offset = normal.dot(through);
    let in_plane = |&c: &usize| (normal.dot(corners[c]) - offset).abs() <= flat;
    let members: Vec<usize> = (0..corners.len()).filter(in_plane).collect();
    let middle = members.iter().map(|&c| corners[c]).sum::<DVec3>() / members.len().max(1) as f64;
    let (x, y) = normal.any_orthonormal_pair();
    let turn = x.cross(y).dot(normal).signum();
    let angle = |&c: &usize| {
        let from_middle = corners[c] - middle;
        libm::atan2(turn * y.dot(from_middle), x.dot(from_middle))
    };
    let mut round = members;
    round.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    HullFace {
        normal,
        offset,
        corners: round.into_iter().map(|corner| corner as u8).collect(),
    }
}

/// Each triangle by itself.
pub(super) fn of_triangles(corners: &[DVec3], triangles: &[[usize; 3]]) -> Vec<HullFace> {
    let face = |&[i, j, k]: &[usize; 3]| {
        let normal = (corners[j] - corners[i]).cross(corners[k] - corners[i]);
        let normal = normal.normalize_or_zero();
        HullFace {
            normal,
            offset: normal.dot(corners[i]),
            corners: [i, j, k].map(|corner| corner as u8).into(),
        }
    };
    triangles.iter().map(face).collect()
}
