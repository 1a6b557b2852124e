//! The ragdoll of Baltman and Radeztsky, "Verlet Integration and Constraints in a
//! Six Degree of Freedom Rigid Body Physics Simulation": eighteen rigid bodies.
//!
//! Masses, inertia and limits are the paper's Table 1, kept as printed: slug,
//! slug·ft², degrees, in the frame of its Figure 6 (x = the character's right, y up,
//! z forward). The paper gives no measures: the geometry is ours, a T-pose 1.78 m
//! tall, and so is the choice of the nine bodies that carry its contact spheres.

use super::rigid::{RigidFigure, RigidJoint, RigidLimit, RigidPart};
use crate::physics::{Convex, Core};
use crate::scene::{FigureContact, InertiaPreset, LimitTable, MxFigure};
use glam::{DQuat, DVec3};

/// A row of Table 1, as printed.
pub struct PrintedRow {
    /// Name of the body.
    pub body_part: &'static str,
    /// Row of the body it hangs on; none for the root.
    pub parent: Option<usize>,
    /// Mass, slug.
    pub mass_slug: f64,
    /// Principal moments of inertia, slug·ft².
    pub inertia_slug_ft2: [f64; 3],
    /// Limits against the parent; none for the root.
    pub limit: Option<PrintedLimit>,
}

/// The limits of a row of Table 1, in the paper's left-handed frame.
pub struct PrintedLimit {
    /// Smallest angles, degrees.
    pub min_deg: [f64; 3],
    /// Largest angles, degrees.
    pub max_deg: [f64; 3],
}

const INERTIA_SLUG_FT2: [f64; 3] = [1.0; 3];

const fn root(body_part: &'static str, mass_slug: f64) -> PrintedRow {
    PrintedRow {
        body_part,
        parent: None,
        mass_slug,
        inertia_slug_ft2: INERTIA_SLUG_FT2,
        limit: None,
    }
}

const fn row(
    body_part: &'static str,
    parent: usize,
    mass_slug: f64,
    min_deg: [f64; 3],
    max_deg: [f64; 3],
) -> PrintedRow {
    PrintedRow {
        body_part,
        parent: Some(parent),
        mass_slug,
        inertia_slug_ft2: INERTIA_SLUG_FT2,
        limit: Some(PrintedLimit { min_deg, max_deg }),
    }
}

/// Table 1 of the paper.
#[rustfmt::skip] // A table: one body per line.
pub const PRINTED: [PrintedRow; 18] = [
    root("Pelvis", 0.35),
    row("Lower Torso", 0, 0.25, [0., -20., -10.], [20., 20., 10.]),
    row("Upper Torso", 1, 0.20, [0., -20., -10.], [20., 20., 10.]),
    row("Head", 2, 0.20, [-35., -50., -40.], [45., 50., 40.]),
    row("Left Shoulder", 2, 0.25, [-45., 0., 0.], [0., 0., 0.]),
    row("Left Upper Arm", 4, 0.25, [0., 0., -10.], [90., 120., 30.]),
    row("Left Lower Arm", 5, 0.20, [-45., 0., 0.], [0., 110., 0.]),
    row("Left Hand", 6, 0.20, [0., -20., -45.], [90., 20., 45.]),
    row("Right Shoulder", 2, 0.25, [-45., 0., 0.], [0., 0., 0.]),
    row("Right Upper Arm", 8, 0.25, [0., -120., -30.], [90., 0., 10.]),
    row("Right Lower Arm", 9, 0.20, [-45., -110., 0.], [0., 0., 0.]),
    row("Right Hand", 10, 0.20, [-90., -20., -45.], [0., 20., 45.]),
    row("Left Upper Leg", 0, 0.25, [-60., 0., 0.], [0., 0., 45.]),
    row("Left Lower Leg", 12, 0.20, [0., 0., 0.], [135., 0., 0.]),
    row("Left Foot", 13, 0.15, [-20., -20., 0.], [45., 20., 0.]),
    row("Right Upper Leg", 0, 0.25, [-60., 0., 0.], [0., 0., 45.]),
    row("Right Lower Leg", 15, 0.20, [0., 0., 0.], [135., 0., 0.]),
    row("Right Foot", 16, 0.15, [-20., -20., 0.], [45., 20., 0.]),
];

/// kg in a slug.
pub const KG_PER_SLUG: f64 = 14.593_903;
/// kg·m² in a slug·ft².
pub const KG_M2_PER_SLUG_FT2: f64 = KG_PER_SLUG * 0.304_8 * 0.304_8;
/// Radius of gyration that [`InertiaPreset::Human`] adds about every axis, m.
const FLOOR_M: f64 = 0.10;

/// Measures of a body of the middle or the left side, in the figure's frame, m. All
/// bodies are parallel to the figure at the start pose.
struct Geometry {
    centre: [f64; 3],
    /// Edges of the box that gives its inertia.
    size: [f64; 3],
    /// Where it hangs on its parent; none for the root.
    pin: Option<[f64; 3]>,
    core: Core,
    radius: f64,
    sphere: Option<f64>,
}

const fn part(
    centre: [f64; 3],
    size: [f64; 3],
    pin: Option<[f64; 3]>,
    core: Core,
    radius: f64,
    sphere: Option<f64>,
) -> Geometry {
    Geometry {
        centre,
        size,
        pin,
        core,
        radius,
        sphere,
    }
}

const fn segment(x: f64, y: f64, z: f64) -> Core {
    Core::Segment(DVec3::new(x, y, z))
}

/// The four contact points of the upper torso, at (±0.06, ±0.03, 0), with the radius
/// round them: a box without depth.
const CHEST: Core = Core::Cuboid(DVec3::new(0.06, 0.03, 0.0));

#[rustfmt::skip] // A table: one body per line.
static GEOMETRY: [Geometry; 11] = [
    part([0., 0.975, 0.], [0.32, 0.17, 0.20], None, segment(0.07, 0., 0.), 0.095, Some(0.13)),
    part([0., 1.14, 0.], [0.29, 0.16, 0.19], Some([0., 1.06, 0.]), segment(0.05, 0., 0.), 0.09, None),
    part([0., 1.345, 0.], [0.33, 0.25, 0.21], Some([0., 1.22, 0.]), CHEST, 0.11, Some(0.15)),
    part([0., 1.655, 0.01], [0.16, 0.25, 0.19], Some([0., 1.5, 0.]), segment(0., 0.03, 0.), 0.1, Some(0.11)),
    part([0.115, 1.425, 0.], [0.15, 0.1, 0.11], Some([0.04, 1.425, 0.]), segment(0.03, 0., 0.), 0.045, None),
    part([0.33, 1.425, 0.], [0.29, 0.09, 0.09], Some([0.185, 1.425, 0.]), segment(0.1, 0., 0.), 0.045, None),
    part([0.6, 1.425, 0.], [0.25, 0.075, 0.075], Some([0.475, 1.425, 0.]), segment(0.0875, 0., 0.), 0.0375, None),
    part([0.815, 1.425, 0.], [0.18, 0.04, 0.085], Some([0.725, 1.425, 0.]), segment(0.06, 0., 0.), 0.03, Some(0.06)),
    part([0.09, 0.715, 0.], [0.14, 0.43, 0.14], Some([0.09, 0.93, 0.]), segment(0., 0.145, 0.), 0.07, None),
    part([0.09, 0.29, 0.], [0.105, 0.42, 0.105], Some([0.09, 0.5, 0.]), segment(0., 0.1575, 0.), 0.0525, Some(0.07)),
    part([0.09, 0.04, 0.055], [0.09, 0.08, 0.25], Some([0.09, 0.08, 0.]), segment(0., 0., 0.085), 0.04, Some(0.04)),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Middle,
    Left,
    Right,
}

/// What a row of Table 1 is in this figure.
struct Body {
    name: &'static str,
    side: Side,
    /// Its row of [`GEOMETRY`].
    geometry: usize,
}

const fn body(name: &'static str, side: Side, geometry: usize) -> Body {
    Body {
        name,
        side,
        geometry,
    }
}

/// The bodies in the order of Table 1.
const BODIES: [Body; PRINTED.len()] = [
    body("pelvis", Side::Middle, 0),
    body("lower_torso", Side::Middle, 1),
    body("upper_torso", Side::Middle, 2),
    body("head", Side::Middle, 3),
    body("l_shoulder", Side::Left, 4),
    body("l_upper_arm", Side::Left, 5),
    body("l_lower_arm", Side::Left, 6),
    body("l_hand", Side::Left, 7),
    body("r_shoulder", Side::Right, 4),
    body("r_upper_arm", Side::Right, 5),
    body("r_lower_arm", Side::Right, 6),
    body("r_hand", Side::Right, 7),
    body("l_upper_leg", Side::Left, 8),
    body("l_lower_leg", Side::Left, 9),
    body("l_foot", Side::Left, 10),
    body("r_upper_leg", Side::Right, 8),
    body("r_lower_leg", Side::Right, 9),
    body("r_foot", Side::Right, 10),
];

/// The figure: bodies in the order of Table 1, joints in the order of their children.
pub(super) fn figure(figure: MxFigure) -> RigidFigure {
    RigidFigure {
        spheres_only: figure.contact == FigureContact::Spheres,
        parallel_at_zero: true,
        parts: PRINTED
            .iter()
            .zip(&BODIES)
            .map(|(row, body)| rigid_part(row, body, figure.inertia))
            .collect(),
        joints: (0..PRINTED.len())
            .filter_map(|child| joint(child, figure.limits))
            .collect(),
    }
}

fn rigid_part(row: &PrintedRow, body: &Body, inertia: InertiaPreset) -> RigidPart {
    let geometry = body.geometry();
    let mass = row.mass_slug * KG_PER_SLUG;
    RigidPart {
        name: body.name,
        mass,
        inertia: match inertia {
            InertiaPreset::Paper => DVec3::from(row.inertia_slug_ft2) * KG_M2_PER_SLUG_FT2,
            InertiaPreset::Box => box_inertia(mass, geometry.size),
            InertiaPreset::Human => box_inertia(mass, geometry.size) + mass * FLOOR_M * FLOOR_M,
        },
        axes: DQuat::IDENTITY,
        centre: body.place(geometry.centre),
        orientation: DQuat::IDENTITY,
        shape: Convex {
            core: geometry.core.clone(),
            radius: geometry.radius,
        },
        sphere: geometry.sphere,
        friction: None,
    }
}

/// Of a solid box about its centre: m/12 times the sum of the squares of the edges
/// across the axis.
fn box_inertia(mass: f64, size: [f64; 3]) -> DVec3 {
    let [x, y, z] = size.map(|edge| edge * edge);
    DVec3::new(y + z, x + z, x + y) * (mass / 12.0)
}

/// The joint of a body with its parent; none for the root.
fn joint(child: usize, limits: LimitTable) -> Option<RigidJoint> {
    let body = &BODIES[child];
    Some(RigidJoint {
        parent: PRINTED[child].parent?,
        child,
        point: body.place(body.geometry().pin?),
        limit: limit(child, limits),
        is_broken: false,
    })
}

/// The limit of a body in the figure's frame; none for the root.
fn limit(index: usize, limits: LimitTable) -> Option<RigidLimit> {
    let printed = |index: usize| Some(PRINTED[index].limit.as_ref()?.in_figure());
    match (limits, BODIES[index].right_twin()) {
        (LimitTable::Mirrored, Some(twin)) => printed(twin).map(RigidLimit::mirrored),
        _ => printed(index),
    }
}

/// Limits of a part of the ragdoll with its left side as the mirror image of its right:
/// smallest and largest angles about x, y, z of its parent, degrees, and the axis of the twist.
/// None for the root and for parts that it lacks.
pub fn mirrored_limit(part: &str) -> Option<([f64; 3], [f64; 3], usize)> {
    let index = BODIES.iter().position(|body| body.name == part)?;
    let limit = limit(index, LimitTable::Mirrored)?;
    let (min, max) = (limit.min_deg.to_array(), limit.max_deg.to_array());
    Some((min, max, limit.twist_axis))
}

impl PrintedLimit {
    /// The paper's left-handed frame is the mirror image of the figure's.
    fn in_figure(&self) -> RigidLimit {
        RigidLimit::new(self.min_deg, self.max_deg).mirrored()
    }
}

impl Body {
    fn geometry(&self) -> &'static Geometry {
        &GEOMETRY[self.geometry]
    }

    /// A point of the table on the side of this body.
    fn place(&self, point: [f64; 3]) -> DVec3 {
        let [x, y, z] = point;
        match self.side {
            Side::Middle | Side::Left => DVec3::new(x, y, z),
            Side::Right => DVec3::new(-x, y, z),
        }
    }

    /// Row of the same body on the right, for one on the left.
    fn right_twin(&self) -> Option<usize> {
        let is_twin = |other: &Body| other.geometry == self.geometry && other.side == Side::Right;
        BODIES
            .iter()
            .position(is_twin)
            .filter(|_| self.side == Side::Left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_inertia(inertia: InertiaPreset) -> RigidFigure {
        figure(MxFigure {
            inertia,
            ..MxFigure::default()
        })
    }

    fn data() -> Vec<serde_json::Value> {
        let text = include_str!("../../tests/data/mx_ragdoll.json");
        let data: serde_json::Value = serde_json::from_str(text).unwrap();
        data["bodies"].as_array().unwrap().clone()
    }

    fn vector(value: &serde_json::Value) -> DVec3 {
        DVec3::from([0, 1, 2].map(|axis| value[axis].as_f64().unwrap()))
    }

    fn close(a: DVec3, b: DVec3, tolerance: f64, what: &str) {
        assert!(a.abs_diff_eq(b, tolerance), "{what}: {a} {b}");
    }

    /// Number for number: an empty cell is a missing limit or parent.
    #[test]
    fn the_table_is_that_of_the_paper() {
        let text = include_str!("../../tests/data/mx_table1.csv");
        let lines: Vec<_> = text.lines().skip(1).collect();
        assert_eq!(lines.len(), PRINTED.len());
        for (line, row) in lines.iter().zip(&PRINTED) {
            let (name, rest) = line.split_once(',').unwrap();
            let (parent, rest) = rest.split_once(',').unwrap();
            assert_eq!(name, row.body_part);
            assert_eq!(parent, row.parent.map_or("", |p| PRINTED[p].body_part));
            let printed: Vec<f64> = rest.split(',').flat_map(str::parse).collect();
            let mut held = vec![row.mass_slug];
            held.extend(row.inertia_slug_ft2);
            if let Some(limit) = &row.limit {
                held.extend(limit.min_deg);
                held.extend(limit.max_deg);
            }
            assert_eq!(printed, held, "{name}");
        }
    }

    #[test]
    fn bodies_are_those_of_the_data_file() {
        let paper = with_inertia(InertiaPreset::Paper);
        let boxes = with_inertia(InertiaPreset::Box);
        let human = with_inertia(InertiaPreset::Human);
        assert_eq!(data().len(), paper.parts.len());
        for (i, body) in data().iter().enumerate() {
            let part = &paper.parts[i];
            assert_eq!(body["name"], part.name);
            assert!((part.mass - body["m"].as_f64().unwrap()).abs() < 1e-9);
            close(part.inertia, vector(&body["I_paper"]), 1e-6, part.name);
            let solid = boxes.parts[i].inertia;
            close(solid, vector(&body["I_box"]), 1e-6, part.name);
            let floor = human.parts[i].inertia - solid;
            close(floor, DVec3::splat(0.01 * part.mass), 1e-12, part.name);
            close(part.centre, vector(&body["center"]), 1e-12, part.name);
            assert_eq!(part.orientation, DQuat::IDENTITY);
            assert_eq!(part.sphere, body["collision_sphere_radius"].as_f64());
            assert_eq!(Some(part.shape.radius), body["capsule_radius"].as_f64());
            shape_is(part, body);
        }
    }

    fn shape_is(part: &RigidPart, body: &serde_json::Value) {
        match &part.shape.core {
            Core::Segment(half) => assert_eq!(*half, vector(&body["capsule_half_axis"])),
            Core::Cuboid(half) => {
                let points = body["contact_points"].as_array().unwrap();
                assert_eq!(points.len(), 4);
                for point in points {
                    assert_eq!(vector(point).abs(), *half);
                }
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn pins_are_those_of_the_data_file() {
        let figure = with_inertia(InertiaPreset::Paper);
        assert_eq!(figure.joints.len(), 17);
        for (joint, child) in figure.joints.iter().zip(1..) {
            assert_eq!(joint.child, child);
            let body = &data()[child];
            assert_eq!(body["parent"], joint.parent);
            for (key, part) in [("pin_in_parent", joint.parent), ("pin_in_body", child)] {
                let pin = joint.point - figure.parts[part].centre;
                close(pin, vector(&body[key]), 1e-12, figure.parts[child].name);
            }
        }
    }

    #[test]
    fn limits_are_those_of_the_data_file() {
        for (table, key) in [
            (LimitTable::Printed, "limits_engine_deg"),
            (LimitTable::Mirrored, "limits_engine_mirrored_deg"),
        ] {
            let mirrored_or_not = MxFigure {
                limits: table,
                ..MxFigure::default()
            };
            for joint in figure(mirrored_or_not).joints {
                let body = &data()[joint.child];
                let limit = joint.limit.unwrap();
                let what = format!("{key} of {}", body["name"]);
                close(limit.min_deg, vector(&body[key]["lo"]), 1e-12, &what);
                close(limit.max_deg, vector(&body[key]["hi"]), 1e-12, &what);
                assert_eq!(body["twist_axis"], limit.twist_axis, "{what}");
            }
        }
    }

    /// Names of the left bodies whose limits do not mirror those of the right.
    fn lopsided(table: LimitTable) -> Vec<&'static str> {
        (0..BODIES.len())
            .filter_map(|left| Some((left, BODIES[left].right_twin()?)))
            .filter(|&(left, right)| {
                limit(left, table) != limit(right, table).map(RigidLimit::mirrored)
            })
            .map(|(left, _)| BODIES[left].name)
            .collect()
    }

    #[test]
    fn two_printed_rows_break_the_symmetry_and_no_mirrored_one() {
        assert_eq!(lopsided(LimitTable::Printed), ["l_hand", "l_upper_leg"]);
        assert!(lopsided(LimitTable::Mirrored).is_empty());
    }

    #[test]
    fn the_figure_weighs_4_slug_and_stands_on_the_floor() {
        let figure = with_inertia(InertiaPreset::Paper);
        let mass: f64 = figure.parts.iter().map(|part| part.mass).sum();
        assert!((mass - 58.376).abs() < 0.001, "{mass}");
        let lowest = figure.parts.iter().map(RigidPart::lowest);
        assert_eq!(lowest.fold(f64::MAX, f64::min), 0.0);
    }
}
