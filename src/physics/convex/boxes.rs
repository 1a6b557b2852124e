//! Two boxes: the axis along which they are farthest apart, and whether that is how far.
//!
//! Source: Gottschalk, Lin and Manocha, "OBBTree: A Hierarchical Structure for Rapid
//! Interference Detection" (1996), section 5. Each box is seen in the axes of the other,
//! so that an axis costs a few products. Where boxes are apart, the best axis is their
//! distance if a corner lies over a face or two edges cross on it; else two corners are
//! nearest, or a corner and an edge, which is left to the search for nearest points.

use super::axes::{LEAD, PARALLEL};
use super::separation::Separation;
use super::support::Placed;
use glam::DVec3;

/// Share of the size within which corners count as equally deep.
const LEVEL: f64 = 1e-10;
/// Share of the size that rounding may add along the cross product of two unit vectors.
const ROUNDING: f64 = 1e-15;

/// Each axis with the two others, right-handed.
const CYCLES: [(usize, usize, usize); 3] = [(0, 1, 2), (1, 2, 0), (2, 0, 1)];

/// A box by its axes in the world and its half extents, m.
#[derive(Clone, Copy)]
pub(super) struct Cuboid {
    pub axes: [DVec3; 3],
    pub half: [f64; 3],
}

/// What parts two boxes most.
#[derive(Clone, Copy)]
enum Axis {
    /// An axis of the first or the second box.
    Face(Of, usize),
    /// The direction across an edge of the first and one of the second.
    Edges(usize, usize),
}

/// One of the two boxes.
#[derive(Clone, Copy)]
enum Of {
    A,
    B,
}

/// Two boxes, each in the axes of the other.
struct Boxes {
    a: Cuboid,
    b: Cuboid,
    /// From the centre of `b` to that of `a`, m: in the world, and in the axes of each.
    between: DVec3,
    in_a: [f64; 3],
    in_b: [f64; 3],
    /// Of the angles between axes of `a` and of `b`.
    cosines: [[f64; 3]; 3],
    /// Sum of both sizes, m: the scale of rounding errors.
    size: f64,
}

/// How two boxes lie to each other, as [`super::axes::best_axis`] has it, and whether the
/// gap is their distance. With boxes that overlap it is: no axis parts them more.
pub(super) fn separation_of_boxes(
    (a, cuboid_a): (&Placed, Cuboid),
    (b, cuboid_b): (&Placed, Cuboid),
    cutoff: f64,
) -> (Separation, bool) {
    let boxes = Boxes::new((a, cuboid_a), (b, cuboid_b));
    let (axis, gap) = boxes.best_axis();
    let normal = boxes.normal(axis);
    let found = Separation::supported(a, normal, gap);
    if gap > cutoff || gap <= 0.0 {
        return (found, gap <= 0.0);
    }
    match axis {
        Axis::Face(of, axis) => (found, boxes.is_over_face(of, axis)),
        Axis::Edges(i, j) => match boxes.crossing((i, j), normal) {
            Some(from_centre) => {
                let on_a = a.centre + from_centre;
                let on_b = on_a - normal * gap;
                (
                    Separation {
                        on_a,
                        on_b,
                        ..found
                    },
                    true,
                )
            }
            None => (found, false),
        },
    }
}

impl Boxes {
    fn new((at_a, a): (&Placed, Cuboid), (at_b, b): (&Placed, Cuboid)) -> Boxes {
        let between = at_a.centre - at_b.centre;
        Boxes {
            a,
            b,
            between,
            in_a: a.axes.map(|axis| axis.dot(between)),
            in_b: b.axes.map(|axis| axis.dot(between)),
            cosines: a.axes.map(|axis| b.axes.map(|other| axis.dot(other))),
            size: at_a.size + at_b.size,
        }
    }

    /// The axis with the largest gap: of equals a face, of faces one of `b`.
    fn best_axis(&self) -> (Axis, f64) {
        let (lead, rounding) = (LEAD * self.size, ROUNDING * self.size);
        let (a, b, cosines) = (&self.a.half, &self.b.half, &self.cosines);
        let steep = cosines.map(|row| row.map(f64::abs));
        let mut best = (Axis::Face(Of::B, 0), f64::NEG_INFINITY);
        for j in 0..3 {
            let reach = a[0] * steep[0][j] + a[1] * steep[1][j] + a[2] * steep[2][j];
            let gap = self.in_b[j].abs() - b[j] - reach;
            if gap > best.1 + lead {
                best = (Axis::Face(Of::B, j), gap);
            }
        }
        for i in 0..3 {
            let reach = b[0] * steep[i][0] + b[1] * steep[i][1] + b[2] * steep[i][2];
            let gap = self.in_a[i].abs() - a[i] - reach;
            if gap > best.1 + lead {
                best = (Axis::Face(Of::A, i), gap);
            }
        }
        for (i, i1, i2) in CYCLES {
            for (j, j1, j2) in CYCLES {
                let along = self.in_a[i2] * cosines[i1][j] - self.in_a[i1] * cosines[i2][j];
                let reach_a = a[i1] * steep[i2][j] + a[i2] * steep[i1][j];
                let reach_b = b[j1] * steep[i][j2] + b[j2] * steep[i][j1];
                // Of an axis that is no longer than 1: its gap is farther from zero.
                let gap = along.abs() - reach_a - reach_b - rounding;
                let squared = steep[i1][j] * steep[i1][j] + steep[i2][j] * steep[i2][j];
                if gap <= best.1.min(0.0) || squared < PARALLEL {
                    continue;
                }
                let gap = gap / squared.sqrt();
                if gap > best.1 + lead {
                    best = (Axis::Edges(i, j), gap);
                }
            }
        }
        best
    }

    /// The unit direction of an axis from `b` to `a`.
    fn normal(&self, axis: Axis) -> DVec3 {
        let direction = match axis {
            Axis::Face(Of::A, i) => self.a.axes[i],
            Axis::Face(Of::B, j) => self.b.axes[j],
            Axis::Edges(i, j) => self.a.axes[i].cross(self.b.axes[j]).normalize_or_zero(),
        };
        if direction.dot(self.between) < 0.0 {
            -direction
        } else {
            direction
        }
    }

    /// Whether the part of one box that is nearest to the plane of a face of the other lies
    /// over that face.
    fn is_over_face(&self, of: Of, axis: usize) -> bool {
        let cosine = |other: usize, along: usize| match of {
            Of::A => self.cosines[along][other],
            Of::B => self.cosines[other][along],
        };
        // The other box, seen from the one with the face.
        let (face, other, centre, side) = match of {
            Of::A => (&self.a.half, &self.b.half, self.in_a, -1.0),
            Of::B => (&self.b.half, &self.a.half, self.in_b, 1.0),
        };
        let level = LEVEL * self.size;
        let centre = centre.map(|coordinate| coordinate * side);
        let mut corner = centre;
        for (i, &half) in other.iter().enumerate() {
            let down = cosine(i, axis) * centre[axis].signum();
            let steps = if down.abs() * half > level {
                -down.signum() * half
            } else {
                // All along this edge: where it comes nearest to the middle of the face.
                let to_middle: f64 = (0..3)
                    .filter(|&along| along != axis)
                    .map(|along| cosine(i, along) * centre[along])
                    .sum();
                (-to_middle).clamp(-half, half)
            };
            for (along, coordinate) in corner.iter_mut().enumerate() {
                *coordinate += cosine(i, along) * steps;
            }
        }
        (0..3).all(|along| along == axis || corner[along].abs() <= face[along] + level)
    }

    /// Where the edges of both that are nearest to each other cross, seen along the normal:
    /// from the centre of `a`; `None` if one ends before.
    fn crossing(&self, (i, j): (usize, usize), normal: DVec3) -> Option<DVec3> {
        let middle = |cuboid: &Cuboid, edge: usize, outward: DVec3| {
            let sides = (0..3).filter(|&side| side != edge);
            sides
                .map(|side| {
                    let axis = cuboid.axes[side];
                    axis * cuboid.half[side].copysign(axis.dot(outward))
                })
                .sum::<DVec3>()
        };
        let on_a = middle(&self.a, i, -normal);
        let on_b = middle(&self.b, j, normal);
        let (u, v, cosine) = (self.a.axes[i], self.b.axes[j], self.cosines[i][j]);
        let apart = self.between + on_a - on_b;
        let (along_u, along_v) = (u.dot(apart), v.dot(apart));
        let s = (cosine * along_v - along_u) / (1.0 - cosine * cosine);
        let t = along_v + cosine * s;
        let cross = s.abs() <= self.a.half[i] && t.abs() <= self.b.half[j];
        cross.then(|| on_a + u * s)
    }
}
