//! Which points are corners of their hull.
//!
//! Source: Barber, Dobkin and Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996),
//! with the point that stands out most taken first, so that a hull of few corners is close to
//! that of all.

use super::{NoHull, FLAT, MOST_CORNERS};
use glam::DVec3;

/// Share of the extent that is rounding.
const ROUNDING: f64 = 1e-13;

/// A point that stands out.
#[derive(Clone, Copy)]
struct Standing {
    point: usize,
    /// How far, m.
    far: f64,
    /// Squared distance from the middle of all points, m²: of points that stand out equally
    /// far, the farthest from anywhere is a corner, and no other need be one.
    aside: f64,
}

impl Standing {
    fn is_before(&self, other: &Standing, flat: f64) -> bool {
        if (self.far - other.far).abs() > flat {
            self.far > other.far
        } else {
            self.aside > other.aside
        }
    }
}

/// Points, with what counts as flat between them.
struct Cloud<'a> {
    points: &'a [DVec3],
    middle: DVec3,
    /// m.
    flat: f64,
}

impl Cloud<'_> {
    fn of(points: &[DVec3]) -> Cloud<'_> {
        let all = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = points.iter().fold(all, |(l, h), &p| (l.min(p), h.max(p)));
        Cloud {
            points,
            middle: 0.5 * (low + high),
            flat: FLAT * (high - low).length(),
        }
    }

    /// The point with the greatest value.
    fn farthest(&self, value: impl Fn(DVec3) -> f64) -> Option<Standing> {
        let all = self.points.iter().enumerate();
        all.fold(None, |best: Option<Standing>, (index, &point)| {
            let next = Standing {
                point: index,
                far: value(point),
                aside: (point - self.middle).length_squared(),
            };
            match best {
                Some(best) if !next.is_before(&best, self.flat) => Some(best),
                _ => Some(next),
            }
        })
    }
}

/// A triangle of the hull so far.
struct Side {
    corners: [usize; 3],
    normal: DVec3,
    offset: f64,
    /// The point that stands out of it most, if one does.
    farthest: Option<Standing>,
}

impl Side {
    fn of(cloud: &Cloud, corners: [usize; 3]) -> Side {
        let [p, q, r] = corners.map(|index| cloud.points[index]);
        let normal = (q - p).cross(r - p).normalize_or_zero();
        let offset = normal.dot(p);
        let farthest = cloud.farthest(|point| normal.dot(point) - offset);
        Side {
            corners,
            normal,
            offset,
            farthest: farthest.filter(|standing| standing.far > cloud.flat),
        }
    }

    /// Whether a point stands out of it, be it so little: what a new corner leaves behind must
    /// be convex.
    fn sees(&self, cloud: &Cloud, point: usize) -> bool {
        self.normal.dot(cloud.points[point]) - self.offset > ROUNDING / FLAT * cloud.flat
    }

    fn edges(&self) -> [[usize; 2]; 3] {
        let [i, j, k] = self.corners;
        [[i, j], [j, k], [k, i]]
    }
}

/// The corners of the hull of some points.
pub(super) struct Outermost {
    pub corners: Vec<DVec3>,
    /// By the numbers of their corners, anticlockwise from outside; they may be thin where more
    /// than three corners lie in a plane.
    pub triangles: Vec<[usize; 3]>,
    /// How far a point that is no corner stands out of a triangle at most, m.
    pub left_out: f64,
}

/// Finds the corners.
///
/// # Errors
/// Why the points enclose nothing.
pub(super) fn outermost(points: &[DVec3]) -> Result<Outermost, NoHull> {
    let cloud = Cloud::of(points);
    let first = simplex(&cloud)?;
    let mut sides = first_sides(&cloud, first);
    let mut found = first.to_vec();
    let mut left_out = 0.0;
    while let Some((side, standing)) = most_outside(&sides) {
        if found.contains(&standing.point) {
            // By rounding; there is nothing to add.
            sides[side].farthest = None;
            continue;
        }
        if found.len() == MOST_CORNERS {
            left_out = standing.far;
            break;
        }
        found.push(standing.point);
        grow(&cloud, &mut sides, side, standing.point);
    }
    let number = |index: usize| found.iter().position(|&f| f == index).unwrap_or(0);
    Ok(Outermost {
        corners: found.iter().map(|&index| points[index]).collect(),
        triangles: sides.iter().map(|side| side.corners.map(number)).collect(),
        left_out,
    })
}

/// Four points that enclose much, the first three anticlockwise from outside.
fn simplex(cloud: &Cloud) -> Result<[usize; 4], NoHull> {
    let points = cloud.points;
    let farthest = |value: &dyn Fn(DVec3) -> f64| cloud.farthest(value).ok_or(NoHull::TooFew);
    let first = farthest(&|p| (p - cloud.middle).length())?.point;
    let from_first = |p: DVec3| p - points[first];
    let second = farthest(&|p| from_first(p).length())?;
    if !second.far.is_finite() || second.far <= cloud.flat {
        return Err(NoHull::TooFew);
    }
    let along = from_first(points[second.point]) / second.far;
    let beside = |p: DVec3| from_first(p) - along * from_first(p).dot(along);
    let third = farthest(&|p| beside(p).length())?;
    if third.far <= cloud.flat {
        return Err(NoHull::Flat);
    }
    let normal = along.cross(beside(points[third.point]) / third.far);
    let height = |p: DVec3| from_first(p).dot(normal);
    let fourth = farthest(&|p| height(p).abs())?;
    if fourth.far <= cloud.flat {
        return Err(NoHull::Flat);
    }
    let (second, third, fourth) = (second.point, third.point, fourth.point);
    Ok(if height(points[fourth]) < 0.0 {
        [first, second, third, fourth]
    } else {
        [first, third, second, fourth]
    })
}

fn first_sides(cloud: &Cloud, [i, j, k, l]: [usize; 4]) -> Vec<Side> {
    let sides = [[i, j, k], [i, l, j], [j, l, k], [k, l, i]];
    sides.map(|corners| Side::of(cloud, corners)).into()
}

/// The side that a point stands out of most, and that point; the first of equals.
fn most_outside(sides: &[Side]) -> Option<(usize, Standing)> {
    let sides = sides.iter().enumerate();
    let standing = sides.filter_map(|(side, s)| s.farthest.map(|standing| (side, standing)));
    standing.fold(None, |best, next| match best {
        Some((_, most)) if most.far >= next.1.far => best,
        _ => Some(next),
    })
}

/// Takes a point into the hull that one side sees.
fn grow(cloud: &Cloud, sides: &mut Vec<Side>, first: usize, point: usize) {
    let mut seen = vec![sides.swap_remove(first)];
    // Only from neighbour to neighbour, so that what is removed stays in one piece.
    let mut looked = 0;
    while looked < seen.len() {
        for [from, to] in seen[looked].edges() {
            let beyond = |side: &Side| side.edges().contains(&[to, from]);
            let neighbour = sides.iter().position(beyond);
            if let Some(neighbour) = neighbour.filter(|&n| sides[n].sees(cloud, point)) {
                seen.push(sides.swap_remove(neighbour));
            }
        }
        looked += 1;
    }
    let all: Vec<[usize; 2]> = seen.iter().flat_map(Side::edges).collect();
    let rim = all.iter().filter(|[from, to]| !all.contains(&[*to, *from]));
    sides.extend(rim.map(|&[from, to]| Side::of(cloud, [from, to, point])));
}
