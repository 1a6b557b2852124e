//! A stick figure after Jakobsen, "Advanced Character Physics", section 6.
//!
//! The paper's: a body is particles joined by sticks, limbs that meet share a
//! particle, each stick collides as a capped cylinder, the turn of a limb about its
//! own length is not simulated, and distances that must not fall below a minimum
//! limit the angles (its figure 8) and keep limbs apart, above all the knees, so that
//! the legs never cross.
//!
//! Ours: all numbers. The paper shows its configuration in a picture only (figure 9)
//! and gives no measures. The 17 particles make a figure 1.78 m tall of 75 kg, with
//! lengths and shares of the mass near those of Winter, "Biomechanics", table 4.1. The
//! particle at the back is ours too: shoulders and hips alone lie in a plane, and
//! sticks within a plane do not hold it flat.
//!
//! Sticks that do not turn about their length have no front: a knee bent backwards is
//! a leg that has turned half about, and no least distance between these particles
//! forbids the one and allows the other. As in the paper, the minima stop knees and
//! elbows from folding up, and whoever draws the figure decides which way they point.
//! The start pose has them bent a little the natural way, in which they then give in.

use super::thesis::{Limb, Point};
use glam::DVec3;

/// A figure of sticks in its own frame: facing +z, left = +x, soles at y = 0.
pub(super) struct StickFigure {
    pub particles: Vec<Point>,
    /// Sticks with a shape: capped cylinders.
    pub limbs: Vec<Limb>,
    /// Sticks without a shape.
    pub braces: Vec<[usize; 2]>,
    pub struts: Vec<Strut>,
}

/// Two particles that keep a least distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Strut {
    pub ends: [usize; 2],
    /// Least distance, m.
    pub minimum: f64,
}

/// Mass of the figure, kg.
const MASS: f64 = 75.0;

// Particles: those of the middle, then those of the left, then those of the right.
const HEAD: usize = 0;
const NECK: usize = 1;
const BACK: usize = 2;
const SHOULDER: usize = 3;
const ELBOW: usize = 4;
const HAND: usize = 5;
const HIP: usize = 6;
const KNEE: usize = 7;
const ANKLE: usize = 8;
const TOE: usize = 9;
/// Particles of the middle and of each side.
const MIDDLE: usize = 3;
const SIDE: usize = 7;

/// Positions of the particles of the middle and the left, m.
#[rustfmt::skip] // A table: one particle per line, in the order of its index.
const POSITIONS: [[f64; 3]; MIDDLE + SIDE] = [
    [0.00, 1.69, 0.01],
    [0.00, 1.50, 0.00],
    [0.00, 1.12, -0.13],
    [0.19, 1.44, 0.00],
    [0.25, 1.13, -0.03],
    [0.27, 0.80, 0.07],
    [0.10, 0.93, 0.00],
    [0.10, 0.50, 0.02],
    [0.10, 0.05, -0.01],
    [0.12, 0.04, 0.19],
];

/// The particle across the body: itself in the middle.
const fn across(particle: usize) -> usize {
    if particle < MIDDLE {
        particle
    } else if particle < MIDDLE + SIDE {
        particle + SIDE
    } else {
        particle - SIDE
    }
}

/// A stick with a shape: name of the only or the left one, name of the right one,
/// ends with the upper first, radius in m, share of the figure's mass.
struct Row {
    name: &'static str,
    right: Option<&'static str>,
    ends: [usize; 2],
    radius: f64,
    share: f64,
}

const fn one(name: &'static str, ends: [usize; 2], radius: f64, share: f64) -> Row {
    Row {
        name,
        right: None,
        ends,
        radius,
        share,
    }
}

const fn two(names: [&'static str; 2], ends: [usize; 2], radius: f64, share: f64) -> Row {
    Row {
        name: names[0],
        right: Some(names[1]),
        ends,
        radius,
        share,
    }
}

/// Winter's shares; the trunk's (0.497) is spread over its sticks and the back, and a
/// lower arm includes the hand.
#[rustfmt::skip] // A table: one stick per line.
const LIMBS: [Row; 9] = [
    one("head", [HEAD, NECK], 0.09, 0.081),
    one("chest", [SHOULDER, across(SHOULDER)], 0.09, 0.150),
    one("pelvis", [HIP, across(HIP)], 0.10, 0.142),
    two(["l_flank", "r_flank"], [SHOULDER, HIP], 0.08, 0.0775),
    two(["l_upper_arm", "r_upper_arm"], [SHOULDER, ELBOW], 0.045, 0.028),
    two(["l_lower_arm", "r_lower_arm"], [ELBOW, HAND], 0.035, 0.022),
    two(["l_upper_leg", "r_upper_leg"], [HIP, KNEE], 0.07, 0.100),
    two(["l_lower_leg", "r_lower_leg"], [KNEE, ANKLE], 0.05, 0.0465),
    two(["l_foot", "r_foot"], [ANKLE, TOE], 0.04, 0.0145),
];
/// Share of the figure's mass at the back.
const BACK_SHARE: f64 = 0.05;

/// With the sticks of chest, pelvis and flanks they make the torso and the neck rigid.
const BRACES: [[usize; 2]; 5] = [
    [SHOULDER, across(HIP)],
    [BACK, SHOULDER],
    [BACK, HIP],
    [NECK, SHOULDER],
    [NECK, BACK],
];

/// Angles that must not become smaller, as two sticks from the middle of three
/// particles: the ends keep the distance they have at this angle, degrees. The back
/// is behind the line of the trunk, so that from the start pose a thigh goes 97
/// degrees forwards but 34 backwards, and the head 75 forwards but 44 backwards.
#[rustfmt::skip] // A table: one angle per line.
const FOLDS: [([usize; 3], f64); 8] = [
    ([SHOULDER, ELBOW, HAND], 35.0),
    ([HIP, KNEE, ANKLE], 35.0),
    ([KNEE, ANKLE, TOE], 70.0),
    ([BACK, HIP, KNEE], 112.0),
    ([BACK, NECK, HEAD], 120.0),
    ([SHOULDER, NECK, HEAD], 60.0),
    ([BACK, SHOULDER, ELBOW], 30.0),
    ([across(SHOULDER), SHOULDER, ELBOW], 50.0),
];

/// Particles of different limbs that keep this distance, m.
#[rustfmt::skip] // A table: one pair per line.
const GAPS: [([usize; 2], f64); 8] = [
    ([KNEE, across(KNEE)], 0.15),
    ([ANKLE, across(ANKLE)], 0.11),
    ([KNEE, across(ANKLE)], 0.12),
    ([HAND, HEAD], 0.13),
    ([HAND, BACK], 0.14),
    ([HAND, HIP], 0.14),
    ([ELBOW, HIP], 0.14),
    ([HAND, across(HAND)], 0.08),
];

/// The figure. The limbs come from head to foot, the left of a pair first.
pub(super) fn figure() -> StickFigure {
    let mut figure = StickFigure {
        particles: particles(),
        limbs: Vec::new(),
        braces: Vec::new(),
        struts: Vec::new(),
    };
    figure.particles[BACK].mass += BACK_SHARE * MASS;
    for row in &LIMBS {
        figure.add_limb(row, row.name, row.ends);
        if let Some(name) = row.right {
            figure.add_limb(row, name, row.ends.map(across));
        }
    }
    for ends in BRACES {
        figure.braces.extend(on_both_sides(ends));
    }
    for ([a, corner, b], degrees) in FOLDS {
        let minimum = figure.opening(a, corner, b, degrees.to_radians());
        figure.add_struts([a, b], minimum);
    }
    for (ends, minimum) in GAPS {
        figure.add_struts(ends, minimum);
    }
    figure
}

/// All particles, still without mass.
fn particles() -> Vec<Point> {
    let place = |[x, y, z]: [f64; 3], side: f64| Point {
        position: DVec3::new(side * x, y, z),
        mass: 0.0,
    };
    let left = POSITIONS.iter().map(|&position| place(position, 1.0));
    let right = POSITIONS[MIDDLE..]
        .iter()
        .map(|&position| place(position, -1.0));
    left.chain(right).collect()
}

/// A pair and its mirror image, or the pair alone if it is its own.
fn on_both_sides(ends: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
    let [a, b] = ends;
    let mirrored = [across(a), across(b)];
    let other = (mirrored != ends && mirrored != [b, a]).then_some(mirrored);
    std::iter::once(ends).chain(other)
}

impl StickFigure {
    fn add_limb(&mut self, row: &Row, name: &'static str, ends: [usize; 2]) {
        for end in ends {
            self.particles[end].mass += 0.5 * row.share * MASS;
        }
        self.limbs.push(Limb {
            name,
            ends,
            radius: row.radius,
        });
    }

    fn add_struts(&mut self, ends: [usize; 2], minimum: f64) {
        let struts = on_both_sides(ends).map(|ends| Strut { ends, minimum });
        self.struts.extend(struts);
    }

    /// Distance of `a` and `b` at this angle between their sticks to `corner`, m.
    fn opening(&self, a: usize, corner: usize, b: usize, angle: f64) -> f64 {
        let [p, q] = [a, b].map(|end| self.distance(corner, end));
        (p * p + q * q - 2.0 * p * q * libm::cos(angle)).sqrt()
    }

    fn distance(&self, a: usize, b: usize) -> f64 {
        self.particles[a]
            .position
            .distance(self.particles[b].position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Top of the head, m.
    const HEIGHT: f64 = 1.78;

    /// All sticks, with and without a shape.
    fn sticks(figure: &StickFigure) -> Vec<[usize; 2]> {
        let limbs = figure.limbs.iter().map(|limb| limb.ends);
        limbs.chain(figure.braces.iter().copied()).collect()
    }

    fn sorted(mut ends: [usize; 2]) -> [usize; 2] {
        ends.sort_unstable();
        ends
    }

    #[test]
    fn it_weighs_75_kg_and_is_1_78_m_tall_from_the_soles() {
        let figure = figure();
        let mass: f64 = figure.particles.iter().map(|p| p.mass).sum();
        assert!((mass - MASS).abs() < 1e-9, "{mass}");
        assert!(figure.particles.iter().all(|p| p.mass > 0.3));
        let heights = |sign: f64| {
            let ends = figure.limbs.iter().flat_map(|limb| {
                limb.ends
                    .map(|end| figure.particles[end].position.y + sign * limb.radius)
            });
            ends.collect::<Vec<_>>()
        };
        let top = heights(1.0).into_iter().fold(f64::MIN, f64::max);
        let sole = heights(-1.0).into_iter().fold(f64::MAX, f64::min);
        assert!((top - HEIGHT).abs() < 1e-12, "{top}");
        assert!(sole.abs() < 1e-12, "{sole}");
    }

    #[test]
    fn no_stick_is_short_or_there_twice() {
        let figure = figure();
        let mut pairs: Vec<_> = sticks(&figure).into_iter().map(sorted).collect();
        for &[a, b] in &pairs {
            assert!(figure.distance(a, b) > 0.1, "{a} {b}");
        }
        let count = pairs.len();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), count);
    }

    #[test]
    fn left_and_right_are_mirror_images() {
        let figure = figure();
        let mirrored = |p: DVec3| DVec3::new(-p.x, p.y, p.z);
        for (i, particle) in figure.particles.iter().enumerate() {
            let other = &figure.particles[across(i)];
            assert_eq!(mirrored(particle.position), other.position);
            assert!((particle.mass - other.mass).abs() < 1e-12);
        }
        let pairs: Vec<_> = sticks(&figure).into_iter().map(sorted).collect();
        for pair in &pairs {
            assert!(pairs.contains(&sorted(pair.map(across))), "{pair:?}");
        }
        for strut in &figure.struts {
            let image = sorted(strut.ends.map(across));
            let same = |s: &&Strut| sorted(s.ends) == image;
            let other = figure.struts.iter().find(same).unwrap();
            assert_eq!(strut.minimum, other.minimum);
        }
    }

    #[test]
    fn sticks_join_all_particles() {
        let figure = figure();
        let mut reached = vec![false; figure.particles.len()];
        reached[0] = true;
        for _ in 0..figure.particles.len() {
            for [a, b] in sticks(&figure) {
                let either = reached[a] || reached[b];
                reached[a] = either;
                reached[b] = either;
            }
        }
        assert_eq!(reached, [true; MIDDLE + 2 * SIDE]);
    }

    /// Rank of a matrix by elimination.
    fn rank(mut rows: Vec<Vec<f64>>) -> usize {
        let mut rank = 0;
        for column in 0..rows[0].len() {
            let size = |row: &Vec<f64>| row[column].abs();
            let Some(pivot) = (rank..rows.len())
                .max_by(|&i, &j| size(&rows[i]).total_cmp(&size(&rows[j])))
                .filter(|&i| size(&rows[i]) > 1e-6)
            else {
                continue;
            };
            rows.swap(rank, pivot);
            let pivot = rows[rank].clone();
            for row in &mut rows[rank + 1..] {
                let factor = row[column] / pivot[column];
                for (value, above) in row.iter_mut().zip(&pivot) {
                    *value -= factor * above;
                }
            }
            rank += 1;
        }
        rank
    }

    /// No motion of the six particles of the trunk but that of a rigid body leaves all
    /// their sticks as long as they are, not even to first order.
    #[test]
    fn the_torso_and_the_neck_are_rigid() {
        let figure = figure();
        let trunk = [NECK, BACK, SHOULDER, across(SHOULDER), HIP, across(HIP)];
        let place = |particle: usize| trunk.iter().position(|&p| p == particle);
        let mut rows = Vec::new();
        for [a, b] in sticks(&figure) {
            let (Some(i), Some(j)) = (place(a), place(b)) else {
                continue;
            };
            let along = figure.particles[a].position - figure.particles[b].position;
            let mut row = vec![0.0; 3 * trunk.len()];
            for axis in 0..3 {
                row[3 * i + axis] = along[axis];
                row[3 * j + axis] = -along[axis];
            }
            rows.push(row);
        }
        assert_eq!(rank(rows), 3 * trunk.len() - 6);
    }

    /// The figure starts with every strut slack, and none stands in for a stick.
    #[test]
    fn struts_are_slack_at_the_start_and_there_once() {
        let figure = figure();
        let mut pairs: Vec<_> = sticks(&figure).into_iter().map(sorted).collect();
        for strut in &figure.struts {
            let [a, b] = strut.ends;
            let slack = figure.distance(a, b) - strut.minimum;
            assert!(slack > 0.02, "{a} {b}: {slack}");
            pairs.push(sorted(strut.ends));
        }
        let count = pairs.len();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), count);
    }

    /// The head or a knee turned by these degrees about x.
    #[test]
    fn thighs_and_head_go_further_forwards_than_backwards() {
        let figure = figure();
        for (corner, end, forwards, backwards) in
            [(HIP, KNEE, -97.0, 35.0), (NECK, HEAD, 75.0, -45.0)]
        {
            let at = |particle: usize| figure.particles[particle].position;
            let allowed = |degrees: f64| {
                let turn = glam::DQuat::from_rotation_x(degrees.to_radians());
                let moved = at(corner) + turn * (at(end) - at(corner));
                let pair = sorted([BACK, end]);
                let strut = figure.struts.iter().find(|s| sorted(s.ends) == pair);
                moved.distance(at(BACK)) >= strut.unwrap().minimum
            };
            assert!(allowed(forwards), "{end} {forwards}");
            assert!(!allowed(backwards), "{end} {backwards}");
        }
    }

    /// Knees and elbows start bent the natural way: in front of the line from hip to
    /// ankle, behind that from shoulder to hand.
    #[test]
    fn knees_start_bent_forwards_and_elbows_backwards() {
        let figure = figure();
        let z = |particle: usize| figure.particles[particle].position.z;
        assert!(z(KNEE) > z(HIP).max(z(ANKLE)));
        assert!(z(ELBOW) < z(SHOULDER).min(z(HAND)));
    }
}
