//! Checks of shapes.

use super::report::Report;
use super::{MAX_CORNERS, MAX_HULL_POINTS, MAX_PIECES};
use crate::budget::{COMPOUND_PIECES, MESH_TRIANGLES};
use crate::scene::doc::{Body, Compound, HullPoints, Shape};
use crate::scene::range::{self, significant, Plain};
use glam::DVec3;

/// Sine below which the corners of a triangle are on one line.
const FLAT: f64 = 1e-9;
/// Share of the reach of a hull by which its middle may be beside the origin.
const OFF_CENTRE: f64 = 1e-3;

/// Checks the numbers of a shape.
pub fn check(report: &mut Report, path: &str, shape: &Shape) {
    let at = |key: &str| format!("{path}.{key}");
    match shape {
        Shape::Plane {} => {}
        Shape::Sphere { radius_m } => {
            report.number(at("sphere.radius_m"), *radius_m, &range::RADIUS);
        }
        Shape::Box { size_m, rounding_m } => {
            report.vector(at("box.size_m"), size_m, &range::SIZE);
            rounding(report, &at("box.rounding_m"), size_m, *rounding_m);
        }
        Shape::Capsule {
            radius_m, length_m, ..
        } => {
            report.number(at("capsule.radius_m"), *radius_m, &range::RADIUS);
            report.number(at("capsule.length_m"), *length_m, &range::LENGTH);
        }
        Shape::Cylinder {
            radius_m, length_m, ..
        } => {
            report.number(at("cylinder.radius_m"), *radius_m, &range::RADIUS);
            report.number(at("cylinder.length_m"), *length_m, &range::LENGTH);
        }
        Shape::Ramp { size_m } => report.vector(at("ramp.size_m"), size_m, &range::SIZE),
        Shape::Stairs { steps, step_m } => {
            let count = f64::from(*steps);
            report.number(at("stairs.steps"), count, &range::STEPS);
            report.vector(at("stairs.step_m"), step_m, &range::STEP);
        }
        Shape::Hull(points) => hull(report, &at("hull.points_m"), points),
        Shape::Compound(pieces) => compound(report, &at("compound.pieces"), pieces),
        Shape::Mesh(lists) => mesh(report, &at("mesh"), lists.vertices_m(), lists.triangles()),
    }
}

/// Checks that the rounding of a box leaves its size as it is.
fn rounding(report: &mut Report, path: &str, size: &[f64; 3], rounding: f64) {
    let most = size.iter().copied().fold(f64::INFINITY, f64::min) / 2.0;
    if !range::ROUNDING.holds(rounding) {
        report.number(path, rounding, &range::ROUNDING);
    } else if range::SIZE.holds(2.0 * most) && rounding > most {
        let [rounding, most] = [Plain(rounding), Plain(most)];
        let message = format!("{rounding} m is more than half the smallest edge");
        report.add(path, message, format!("give at most {most}"));
    }
}

/// Refuses the shapes of which only obstacles are made.
pub fn must_move(report: &mut Report, path: &str, shape: &Shape) {
    let name = match shape {
        Shape::Plane {} => "plane",
        Shape::Ramp { .. } => "ramp",
        Shape::Stairs { .. } => "stairs",
        Shape::Mesh(_) => "mesh",
        _ => return,
    };
    let message = format!("`{name}` is a shape for obstacles only");
    let remedy = "use a sphere, box, capsule, cylinder or hull, or make it an obstacle";
    report.add(path, message, remedy);
}

/// Refuses the shape of which only bodies are made.
pub fn must_be_single(report: &mut Report, path: &str, shape: &Shape) {
    if let Shape::Compound(_) = shape {
        let message = "`compound` is a shape for bodies only";
        report.add(path, message, "use several things with one shape each");
    }
}

/// Checks the pieces of a compound body, materials aside.
fn compound(report: &mut Report, path: &str, compound: &Compound) {
    let count = compound.pieces.len();
    if count == 0 {
        let message = "a compound body has no piece";
        return report.add(path, message, "give at least one piece");
    }
    if count > MAX_PIECES {
        let message = format!("{count} pieces exceed the maximum of {MAX_PIECES}");
        return report.add(path, message, COMPOUND_PIECES.remedy);
    }
    for (i, piece) in compound.pieces.iter().enumerate() {
        let at = |key: &str| format!("{path}[{i}].{key}");
        super::name(report, at("name"), &piece.name);
        must_move(report, &at("shape"), &piece.shape);
        match &piece.shape {
            Shape::Compound(_) => {
                let message = "a piece of a compound body is no compound itself";
                let remedy = "list its pieces in the compound body";
                report.add(at("shape"), message, remedy);
            }
            shape => check(report, &at("shape"), shape),
        }
        report.vector(at("position_m"), &piece.position_m, &range::POSITION);
        super::orientation(report, at("orientation"), &piece.orientation);
        let density = piece.relative_density;
        report.number(at("relative_density"), density, &range::RELATIVE_DENSITY);
    }
}

fn hull(report: &mut Report, path: &str, points: &HullPoints) {
    let list = points.points_m();
    if list.len() > MAX_HULL_POINTS {
        let message = format!(
            "{} points exceed the maximum of {MAX_HULL_POINTS}",
            list.len()
        );
        return report.add(path, message, "remove points that lie inside the hull");
    }
    let mut fine = true;
    for (i, point) in list.iter().enumerate() {
        report.vector(format_args!("{path}[{i}]"), point, &range::POSITION);
        fine &= point.iter().all(|x| range::POSITION.holds(*x));
    }
    if !fine {
        return;
    }
    match points.hull() {
        Err(why) => report.add(path, why.to_string(), why.remedy()),
        Ok(hull) => {
            let all = (DVec3::INFINITY, DVec3::NEG_INFINITY);
            let corners = hull.corners().iter();
            let (low, high) = corners.fold(all, |(l, h), &p| (l.min(p), h.max(p)));
            report.vector(path, &(high - low).to_array(), &range::SIZE);
        }
    }
}

/// Checks that the centre of mass of a body is where its hull has it: a body turns about the
/// origin of its shape.
pub fn balanced(report: &mut Report, path: &str, body: &Body) {
    let Shape::Hull(points) = &body.shape else {
        return;
    };
    let Ok(hull) = points.hull() else {
        return;
    };
    let centre = hull.inside().centre;
    if body.inertia_kg_m2.is_none() && centre.length() > OFF_CENTRE * hull.bounding_radius() {
        let [x, y, z] = centre.to_array().map(|x| Plain(significant(x, 4)));
        let message = format!("the centre of the hull is at ({x}, {y}, {z}), not at the origin");
        let remedy = "move the points so that the centre is at the origin, or give inertia_kg_m2";
        report.add(path, message, remedy);
    }
}

fn mesh(report: &mut Report, path: &str, vertices: &[[f64; 3]], triangles: &[[u32; 3]]) {
    let lists = [
        ("vertices_m", vertices.len(), 3, MAX_CORNERS),
        ("triangles", triangles.len(), 1, MESH_TRIANGLES.most),
    ];
    for (key, count, least, most) in lists {
        let path = format!("{path}.{key}");
        if count < least {
            let message = format!("{count} entries are too few for a mesh");
            report.add(&path, message, format!("give at least {least}"));
        }
        if count > most {
            let message = format!("{count} entries exceed the maximum of {most}");
            return report.add(&path, message, "use a coarser mesh");
        }
    }
    for (i, vertex) in vertices.iter().enumerate() {
        report.vector(
            format_args!("{path}.vertices_m[{i}]"),
            vertex,
            &range::POSITION,
        );
    }
    for (i, triangle) in triangles.iter().enumerate() {
        let path = format!("{path}.triangles[{i}]");
        if let Some(corners) = corners(report, &path, vertices, triangle) {
            if is_flat(corners) {
                let message = "the three corners lie on a line";
                report.add(&path, message, "remove the triangle");
            }
        }
    }
}

/// The corner points of a triangle, if its indices are right.
fn corners(
    report: &mut Report,
    path: &str,
    vertices: &[[f64; 3]],
    triangle: &[u32; 3],
) -> Option<[[f64; 3]; 3]> {
    let mut corners = [[0.0; 3]; 3];
    let mut fine = true;
    for (i, index) in triangle.iter().enumerate() {
        match vertices.get(*index as usize) {
            Some(vertex) => corners[i] = *vertex,
            None => {
                let message = format!(
                    "there is no vertex {index}, only {} vertices",
                    vertices.len()
                );
                report.add(
                    format_args!("{path}[{i}]"),
                    message,
                    "count vertices from 0",
                );
                fine = false;
            }
        }
    }
    fine.then_some(corners)
}

fn is_flat([a, b, c]: [[f64; 3]; 3]) -> bool {
    let [u, v] = [b, c].map(|p| [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
    let cross = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ];
    let length = |x: [f64; 3]| x.iter().map(|y| y * y).sum::<f64>().sqrt();
    // Also true for coincident corners, where both sides are zero.
    length(cross) <= FLAT * length(u) * length(v)
}
