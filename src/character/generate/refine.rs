//! Smaller triangles where the surface bends most: hands, toes and folds.

use super::field::Field;
use super::surface_net::Net;
use glam::Vec3;
use std::collections::BTreeMap;

/// Halves every edge whose ends are bent against each other so much that the cosine is below
/// `bent`; triangles stay closed, since those on both sides of an edge halve it.
pub(super) fn refine(net: &mut Net, field: &Field, bent: f32) {
    let normals: Vec<_> = net.vertices.iter().map(|at| field.normal(*at)).collect();
    let mut ways: BTreeMap<_, Vec3> = BTreeMap::new();
    for triangle in &net.triangles {
        let [a, b, c] = triangle.map(|corner| net.vertices[corner]);
        for [from, to] in edges(*triangle) {
            if normals[from].dot(normals[to]) < bent {
                let way = ways.entry((from.min(to), from.max(to))).or_default();
                *way += (b - a).cross(c - a).normalize_or_zero();
            }
        }
    }
    let mut halves = BTreeMap::new();
    for ((a, b), way) in ways {
        let (from, to) = (net.vertices[a], net.vertices[b]);
        let middle = 0.5 * (from + to);
        let half = field.outward(middle, way.normalize_or_zero());
        // Where two surfaces all but touch, a way outward may miss both.
        let is_near = half.distance(middle) < from.distance(to);
        halves.insert((a, b), net.vertices.len());
        net.vertices.push(if is_near { half } else { middle });
    }
    let half_of = |[a, b]: [usize; 2]| halves.get(&(a.min(b), a.max(b))).copied();
    let mut triangles = Vec::with_capacity(2 * net.triangles.len());
    for triangle in &net.triangles {
        cut(*triangle, edges(*triangle).map(half_of), &mut triangles);
    }
    net.triangles = triangles;
}

fn edges([a, b, c]: [usize; 3]) -> [[usize; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// The pieces of a triangle some of whose edges are halved.
fn cut(triangle: [usize; 3], halves: [Option<usize>; 3], pieces: &mut Vec<[usize; 3]>) {
    // Turned so that the pattern begins at its first edge.
    for turn in 0..3 {
        let corner = |i: usize| triangle[(i + turn) % 3];
        let half = |i: usize| halves[(i + turn) % 3];
        let [a, b, c] = [corner(0), corner(1), corner(2)];
        match [half(0), half(1), half(2)] {
            [None, None, None] => return pieces.push(triangle),
            [Some(p), Some(q), Some(r)] => {
                return pieces.extend([[a, p, r], [p, b, q], [r, q, c], [p, q, r]])
            }
            [Some(p), None, None] => return pieces.extend([[a, p, c], [p, b, c]]),
            [Some(p), Some(q), None] => {
                return pieces.extend([[p, b, q], [a, p, q], [a, q, c]]);
            }
            _ => {}
        }
    }
}
