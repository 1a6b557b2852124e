//! Which bones move a vertex: those whose part it lies on or near, along the limb.

use super::field::{Field, MOST_PARTS};
use super::surface_net::Net;
use crate::character::skin::MOST_BONES;

/// Times that weights are mixed with those of the neighbours.
const SMOOTHINGS: usize = 2;

/// The bones of a vertex with their weights, which sum to 1.
pub(super) type Shares = ([u8; MOST_BONES], [f32; MOST_BONES]);

/// Weights of every part at a vertex.
type Row = [f32; MOST_PARTS];

/// The shares of all vertices of a net. A part counts where it is at most `reach` farther than
/// the nearest one, m.
pub(super) fn shares_of(
    net: &Net,
    field: &Field,
    parents: &[Option<usize>],
    reach: f32,
) -> Vec<Shares> {
    let row = |vertex| row_of(&field.distances(vertex), parents, reach);
    let mut rows: Vec<Row> = net.vertices.iter().map(|vertex| row(*vertex)).collect();
    for _ in 0..SMOOTHINGS {
        smooth(&mut rows, net);
    }
    rows.iter().map(strongest).collect()
}

fn row_of(distances: &Row, parents: &[Option<usize>], reach: f32) -> Row {
    let mut row = [0.0; MOST_PARTS];
    let nearest = (0..parents.len()).min_by(|a, b| distances[*a].total_cmp(&distances[*b]));
    let Some(nearest) = nearest else {
        return row;
    };
    for part in 0..parents.len() {
        let farther = distances[part] - distances[nearest];
        if farther < reach && are_in_line(part, nearest, parents) {
            let near = 1.0 - farther / reach;
            row[part] = near * near;
        }
    }
    normalize(&mut row);
    row
}

/// Whether one of two parts hangs on the other, with at most one between them: what lies
/// beside it, such as the other leg, never moves a vertex.
fn are_in_line(a: usize, b: usize, parents: &[Option<usize>]) -> bool {
    let above = |part: usize| parents.get(part).copied().flatten();
    let hangs = |low: usize, high: usize| {
        let first = above(low);
        first == Some(high) || first.and_then(above) == Some(high)
    };
    a == b || hangs(a, b) || hangs(b, a)
}

fn smooth(rows: &mut [Row], net: &Net) {
    let mut sums: Vec<(Row, f32)> = rows.iter().map(|row| (*row, 1.0)).collect();
    for triangle in &net.triangles {
        for (i, &corner) in triangle.iter().enumerate() {
            for other in [triangle[(i + 1) % 3], triangle[(i + 2) % 3]] {
                let (sum, count) = &mut sums[corner];
                sum.iter_mut().zip(&rows[other]).for_each(|(s, w)| *s += w);
                *count += 1.0;
            }
        }
    }
    for (row, (sum, count)) in rows.iter_mut().zip(sums) {
        *row = sum.map(|weight| weight / count);
    }
}

/// The strongest shares of a row; shares of next to nothing are left out.
fn strongest(row: &Row) -> Shares {
    const LEAST: f32 = 0.01;
    let mut order: Vec<usize> = (0..MOST_PARTS).collect();
    order.sort_by(|a, b| row[*b].total_cmp(&row[*a]));
    let (mut bones, mut weights) = ([0; MOST_BONES], [0.0; MOST_BONES]);
    let chosen = order.into_iter().filter(|part| row[*part] >= LEAST);
    for (place, part) in chosen.take(MOST_BONES).enumerate() {
        bones[place] = part as u8;
        weights[place] = row[part];
    }
    normalize(&mut weights);
    (bones, weights)
}

fn normalize(weights: &mut [f32]) {
    let sum: f32 = weights.iter().sum();
    if sum > 0.0 {
        weights.iter_mut().for_each(|weight| *weight /= sum);
    }
}
