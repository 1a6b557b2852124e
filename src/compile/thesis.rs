//! The humanoid of Delannoy's thesis (section 4.5.2, figure 4.9, appendix C):
//! nine limbs as flat-ended cylinders, two particles of half the mass each.
//!
//! The printed centres leave gaps between the limbs; this is the closed pose,
//! which has every limb begin where its parent ends. Arms, which the thesis left
//! out because limbs could be joined at their ends only, are an option: the torso
//! then gets two shoulder points, braced to a rigid frame.

use crate::scene::{BodyType, FigureSize, PartOverride, ThesisFigure};
use glam::DVec3;

/// A figure in its own frame: facing +z, left = +x, soles at y = 0.
pub(super) struct Blueprint {
    pub particles: Vec<Point>,
    pub limbs: Vec<Limb>,
    /// Pairs of particles that coincide.
    pub joints: Vec<[usize; 2]>,
    /// Pairs of particles that keep their distance without being a limb.
    pub braces: Vec<[usize; 2]>,
}

/// A particle: position in m, mass in kg.
pub(super) struct Point {
    pub position: DVec3,
    pub mass: f64,
}

/// A limb between two particles, upper end first; radius in m.
pub(super) struct Limb {
    pub name: &'static str,
    pub ends: [usize; 2],
    pub radius: f64,
}

/// A row of the table: printed units (cm, pounds), in the thesis' axes with the
/// front along +x; radii and masses for thin, medium, wide.
struct Row {
    name: &'static str,
    parent: Option<usize>,
    head: [f64; 3],
    tail: [f64; 3],
    radius: [f64; 3],
    mass: [f64; 3],
}

const fn row(
    name: &'static str,
    parent: Option<usize>,
    head: [f64; 3],
    tail: [f64; 3],
    radius: [f64; 3],
    mass: [f64; 3],
) -> Row {
    Row {
        name,
        parent,
        head,
        tail,
        radius,
        mass,
    }
}

/// 20 − 30 cos 30°: the knees of legs spread by 30 degrees.
const KNEE: f64 = -5.980_762_113_533_16;
const SOLE: f64 = KNEE - 30.0;

const TORSO: usize = 2;
#[rustfmt::skip] // A table: one limb per line.
const LIMBS: [Row; 9] = [
    row("head", None, [0., 75., 20.], [0., 65., 20.], [4., 5., 8.], [20., 25., 40.]),
    row("neck", Some(0), [0., 65., 20.], [0., 60., 20.], [2., 2., 2.], [5., 5., 5.]),
    row("upper_torso", Some(1), [0., 60., 20.], [0., 32., 20.], [6., 10., 25.], [84., 140., 350.]),
    row("spine", Some(TORSO), [0., 32., 20.], [0., 27., 20.], [2., 2., 2.], [5., 5., 25.]),
    row("basin", Some(3), [0., 27., 20.], [0., 20., 20.], [6., 10., 25.], [21., 35., 87.5]),
    row("l_upper_leg", Some(4), [0., 20., 20.], [0., KNEE, 5.], [2., 3., 6.], [30., 45., 90.]),
    row("r_upper_leg", Some(4), [0., 20., 20.], [0., KNEE, 35.], [2., 3., 6.], [30., 45., 90.]),
    row("l_lower_leg", Some(5), [0., KNEE, 5.], [0., SOLE, 5.], [2., 3., 6.], [30., 45., 90.]),
    row("r_lower_leg", Some(6), [0., KNEE, 35.], [0., SOLE, 35.], [2., 3., 6.], [30., 45., 90.]),
];

const METRES_PER_UNIT: f64 = 0.01;
const KG_PER_POUND: f64 = 0.453_592_37;
/// Length factor of the scaled figure: 1.73 m tall.
const SCALE: f64 = 1.5625;
/// Masses of the scaled figure, kg.
const SCALED_MASS: [f64; 3] = [60.0, 80.0, 120.0];
/// Arms in printed units: lengths of upper and lower arm (17 % and 21 % of the
/// height), share of the body's mass (Winter, "Biomechanics", table 4.1: 2.8 %
/// and 2.2 %), radii for thin, medium, wide.
const ARM_LENGTHS: [f64; 2] = [19.0, 23.0];
const ARM_SHARES: [f64; 2] = [0.028, 0.022];
const ARM_RADII: [f64; 3] = [1.7, 2.4, 4.5];
/// Share of the torso's mass at each shoulder.
const SHOULDER_SHARE: f64 = 0.1;

/// How far limbs may fold, in place of the limits that particles have none of (Jakobsen,
/// section 6): the upper end of the first keeps at least such a share of its distance from
/// the lower end of the second. Ours; the thesis lets limbs fold through each other.
const FOLDS: [(&str, &str, f64); 8] = [
    ("head", "upper_torso", 0.85),
    ("upper_torso", "basin", 0.88),
    ("spine", "l_upper_leg", 0.72),
    ("spine", "r_upper_leg", 0.72),
    ("l_upper_leg", "l_lower_leg", 0.5),
    ("r_upper_leg", "r_lower_leg", 0.5),
    ("l_upper_arm", "l_lower_arm", 0.4),
    ("r_upper_arm", "r_lower_arm", 0.4),
];

/// The figure of these settings.
pub(super) fn blueprint(figure: ThesisFigure) -> Blueprint {
    let column = match figure.body_type {
        BodyType::Thin => 0,
        BodyType::Medium => 1,
        BodyType::Wide => 2,
    };
    let mut blueprint = Blueprint {
        particles: Vec::new(),
        limbs: Vec::new(),
        joints: Vec::new(),
        braces: Vec::new(),
    };
    for row in &LIMBS {
        let head = blueprint.add_limb(
            row.name,
            row.head,
            row.tail,
            row.radius[column],
            row.mass[column],
        );
        if let Some(parent) = row.parent {
            blueprint.joints.push([2 * parent + 1, head]);
        }
    }
    if figure.arms {
        add_arms(&mut blueprint, column);
    }
    blueprint.convert_units(figure.size, column);
    blueprint
}

/// Pairs of particles with the distance that they keep at least, m, where limbs must not
/// fold through each other.
pub(super) fn struts(blueprint: &Blueprint) -> Vec<([usize; 2], f64)> {
    let limb = |name: &str| blueprint.limbs.iter().find(|limb| limb.name == name);
    let strut = |(upper, lower, share): (&str, &str, f64)| {
        let ends = [limb(upper)?.ends[0], limb(lower)?.ends[1]];
        let [a, b] = ends.map(|end| blueprint.particles[end].position);
        Some((ends, share * a.distance(b)))
    };
    FOLDS.into_iter().filter_map(strut).collect()
}

impl Blueprint {
    /// Adds a limb with two particles of half its mass and returns the first.
    fn add_limb(
        &mut self,
        name: &'static str,
        head: [f64; 3],
        tail: [f64; 3],
        radius: f64,
        mass: f64,
    ) -> usize {
        let first = self.particles.len();
        for position in [head, tail] {
            self.particles.push(Point {
                position: position.into(),
                mass: 0.5 * mass,
            });
        }
        self.limbs.push(Limb {
            name,
            ends: [first, first + 1],
            radius,
        });
        first
    }

    /// The points of mass of a limb: its ends, and what is braced to them.
    pub fn points_of(&self, limb: &Limb) -> Vec<usize> {
        let mut points = limb.ends.to_vec();
        for &[end, point] in &self.braces {
            if limb.ends.contains(&end) && !points.contains(&point) {
                points.push(point);
            }
        }
        points
    }

    /// Mass of a limb, kg.
    pub fn mass_of(&self, limb: &Limb) -> f64 {
        let points = self.points_of(limb).into_iter();
        points.map(|point| self.particles[point].mass).sum()
    }

    /// Gives limbs masses of their own, with each of their points the same share as before
    /// (Delannoy, section 4.1.1).
    pub fn take_masses(&mut self, parts: &[PartOverride]) {
        for own in parts {
            let limb = self.limbs.iter().find(|limb| limb.name == own.part);
            let (Some(limb), Some(mass_kg)) = (limb, own.mass_kg) else {
                continue;
            };
            let factor = mass_kg / self.mass_of(limb);
            for point in self.points_of(limb) {
                self.particles[point].mass *= factor;
            }
        }
    }

    /// From printed units and axes to metres and kilograms, facing +z.
    fn convert_units(&mut self, size: FigureSize, column: usize) {
        let printed: f64 = self.particles.iter().map(|p| p.mass).sum();
        let (scale, mass) = match size {
            FigureSize::Printed => (METRES_PER_UNIT, KG_PER_POUND),
            FigureSize::Scaled => (METRES_PER_UNIT * SCALE, SCALED_MASS[column] / printed),
        };
        for point in &mut self.particles {
            let p = point.position;
            point.position = DVec3::new(20.0 - p.z, p.y - SOLE, p.x) * scale;
            point.mass *= mass;
        }
        for limb in &mut self.limbs {
            limb.radius *= scale;
        }
    }
}

fn add_arms(blueprint: &mut Blueprint, column: usize) {
    let body_mass: f64 = LIMBS.iter().map(|row| row.mass[column]).sum();
    let torso = &LIMBS[TORSO];
    let radius = ARM_RADII[column];
    let out = torso.radius[column] + radius;
    let shoulders = [-1.0, 1.0].map(|side| {
        let position = DVec3::new(0.0, torso.head[1] - radius, torso.head[2] + side * out);
        blueprint.particles.push(Point {
            position,
            mass: SHOULDER_SHARE * torso.mass[column],
        });
        blueprint.particles.len() - 1
    });
    for end in [2 * TORSO, 2 * TORSO + 1] {
        blueprint.particles[end].mass -= SHOULDER_SHARE * torso.mass[column];
        blueprint
            .braces
            .extend(shoulders.map(|shoulder| [end, shoulder]));
    }
    blueprint.braces.push(shoulders);
    let names = [
        ["l_upper_arm", "l_lower_arm"],
        ["r_upper_arm", "r_lower_arm"],
    ];
    for ((shoulder, names), side) in shoulders.into_iter().zip(names).zip([-1.0, 1.0]) {
        let top = blueprint.particles[shoulder].position;
        // Hanging a little away from the body, elbows a little bent.
        let elbow = top + DVec3::new(-0.05, -0.98, side * 0.2).normalize() * ARM_LENGTHS[0];
        let hand = elbow + DVec3::new(0.3, -0.94, side * 0.15).normalize() * ARM_LENGTHS[1];
        let masses = ARM_SHARES.map(|share| share * body_mass);
        let upper = blueprint.add_limb(names[0], top.into(), elbow.into(), radius, masses[0]);
        let lower = blueprint.add_limb(names[1], elbow.into(), hand.into(), radius, masses[1]);
        blueprint
            .joints
            .extend([[shoulder, upper], [upper + 1, lower]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{part_names, Figure};

    fn total(figure: ThesisFigure) -> f64 {
        blueprint(figure).particles.iter().map(|p| p.mass).sum()
    }

    #[test]
    fn printed_masses_are_the_thesis_sums() {
        for (body_type, pounds) in [
            (BodyType::Thin, 255.0),
            (BodyType::Medium, 390.0),
            (BodyType::Wide, 867.5),
        ] {
            let figure = ThesisFigure {
                body_type,
                size: FigureSize::Printed,
                ..ThesisFigure::default()
            };
            assert!((total(figure) - pounds * KG_PER_POUND).abs() < 1e-9);
        }
    }

    #[test]
    fn scaled_figure_weighs_80_kg_with_and_without_arms_and_is_1_73_m_tall() {
        for arms in [false, true] {
            let figure = ThesisFigure {
                arms,
                ..ThesisFigure::default()
            };
            assert!((total(figure) - 80.0).abs() < 1e-9);
            let top = blueprint(figure)
                .particles
                .iter()
                .map(|p| p.position.y)
                .fold(0.0, f64::max);
            assert!((top - 1.734).abs() < 0.001, "{top}");
        }
    }

    /// A limb of two points of half its mass, by hand: its centre is the middle, and about that
    /// its inertia is `m l² / 4` across and nothing along (Delannoy, equation 4.1). With arms the
    /// torso has four, in the shares that it had.
    #[test]
    fn own_masses_give_the_centre_and_inertia_of_the_points() {
        let own = |part: &str, mass_kg| PartOverride {
            mass_kg: Some(mass_kg),
            ..PartOverride::of(part)
        };
        let mut figure = blueprint(ThesisFigure {
            arms: true,
            size: FigureSize::Printed,
            ..ThesisFigure::default()
        });
        let before = figure.mass_of(&figure.limbs[TORSO]);
        assert!((before - 140.0 * KG_PER_POUND).abs() < 1e-12, "{before}");
        let all = |figure: &Blueprint| figure.particles.iter().map(|p| p.mass).sum::<f64>();
        let whole = all(&figure);
        figure.take_masses(&[own("upper_torso", 10.0), own("l_upper_leg", 50.0)]);
        let change = (10.0 - before) + (50.0 - 45.0 * KG_PER_POUND);
        assert!((all(&figure) - whole - change).abs() < 1e-9);

        let torso: Vec<f64> = figure
            .points_of(&figure.limbs[TORSO])
            .into_iter()
            .map(|i| figure.particles[i].mass)
            .collect();
        for (mass, share) in torso.into_iter().zip([0.4, 0.4, 0.1, 0.1]) {
            assert!((mass - 10.0 * share).abs() < 1e-12, "{mass}");
        }

        let leg = &figure.limbs[5];
        let points: Vec<_> = leg.ends.iter().map(|&i| &figure.particles[i]).collect();
        let [a, b] = [points[0], points[1]];
        let centre = (a.position * a.mass + b.position * b.mass) / (a.mass + b.mass);
        assert!((centre - 0.5 * (a.position + b.position)).length() < 1e-12);
        let along = (b.position - a.position).normalize();
        let about = |axis: DVec3| {
            let of = |p: &&Point| p.mass * (p.position - centre).cross(axis).length_squared();
            points.iter().map(of).sum::<f64>()
        };
        let length = a.position.distance(b.position);
        let across = along.any_orthonormal_vector();
        assert!((about(across) - 50.0 * length * length / 4.0).abs() < 1e-12);
        assert!(about(along) < 1e-24);
    }

    #[test]
    fn every_limb_begins_where_its_parent_ends() {
        let figure = blueprint(ThesisFigure {
            arms: true,
            ..ThesisFigure::default()
        });
        for [a, b] in figure.joints {
            let gap = figure.particles[a]
                .position
                .distance(figure.particles[b].position);
            assert!(gap < 1e-12, "{gap}");
        }
    }

    /// The table against the data file taken from the thesis, limb by limb.
    #[test]
    fn the_table_is_that_of_the_thesis() {
        let text = include_str!("../../tests/data/delannoy_humanoid.json");
        let data: serde_json::Value = serde_json::from_str(text).unwrap();
        let limbs = data["limbs"].as_array().unwrap();
        assert_eq!(limbs.len(), LIMBS.len());
        for (row, limb) in LIMBS.iter().zip(limbs) {
            assert_eq!(limb["name"], row.name);
            let parent = row.parent.map_or(-1, |parent| parent as i64);
            assert_eq!(limb["parent"], parent, "{}", row.name);
            for axis in 0..3 {
                for (key, end) in [("closed_head", row.head), ("closed_tail", row.tail)] {
                    let printed = limb[key][axis].as_f64().unwrap();
                    assert!((printed - end[axis]).abs() < 1e-9, "{} {key}", row.name);
                }
            }
            for (column, body) in ["thin", "medium", "wide"].iter().enumerate() {
                assert_eq!(limb["radius"][body].as_f64(), Some(row.radius[column]));
                assert_eq!(limb["mass_lb"][body].as_f64(), Some(row.mass[column]));
            }
        }
    }

    /// What a scene may grip by name is what the figure has.
    #[test]
    fn scenes_and_figure_agree_on_the_names_of_the_parts() {
        for arms in [false, true] {
            let settings = ThesisFigure {
                arms,
                ..ThesisFigure::default()
            };
            let mut named = part_names(&Figure::Thesis(settings)).to_vec();
            let mut built: Vec<_> = blueprint(settings).limbs.iter().map(|l| l.name).collect();
            named.sort_unstable();
            built.sort_unstable();
            assert_eq!(named, built);
        }
    }
}
