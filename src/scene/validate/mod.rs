//! What a scene must satisfy beyond its syntax: ranges, ids, references.

mod animation;
mod character;
mod collision;
mod constraint;
mod drive;
mod figure;
mod inertia;
mod kinematic;
mod report;
mod shape;
mod surface;

use super::doc::*;
use super::parameters::Given;
use super::problem::Problem;
use super::range::{self, significant, Plain, Quantity};
use crate::budget::{self, Bound};
use crate::physics::method::parameter::{Kind as ParameterKind, Value};
pub use character::CHARACTER_PARTS;
use figure::limb_count;
pub use figure::{is_rigid, part_names};
pub use inertia::{exceeds_the_others, lack_of_inertia};
use report::{Field, Index, Kind, Report};
use std::collections::BTreeMap;
use std::fmt::Display;

/// Most things of one kind in a file.
pub const MAX_THINGS: usize = budget::SCENE_THINGS.most;
/// Most corners of a mesh: three for each of as many triangles as there may be.
pub const MAX_CORNERS: usize = budget::MESH_CORNERS.most;
/// Most points of a hull.
pub const MAX_HULL_POINTS: usize = budget::HULL_POINTS.most;
/// Most pieces of a compound body.
pub const MAX_PIECES: usize = budget::COMPOUND_PIECES.most;
/// Longest name, characters.
const MAX_NAME: usize = budget::NAME.most;
/// Longest description, characters.
const MAX_DESCRIPTION: usize = 10_000;
/// Largest deviation of the length of a quaternion from 1.
const UNIT_TOLERANCE: f64 = 1e-6;

/// All problems of a scene, without places in a text; empty if it is sound.
///
/// Does not check what the simulation can do: whether the method exists and
/// supports what the scene holds is found when the scene is built.
pub fn validate(scene: &Scene) -> Vec<Problem> {
    let mut report = Report::default();
    if counts(scene, &mut report) {
        header(scene, &mut report);
        solver(&scene.solver, &mut report);
        let index = Index::new(scene, &mut report);
        materials(scene, &mut report);
        obstacles(scene, &index, &mut report);
        bodies(scene, &index, &mut report);
        particles(scene, &index, &mut report);
        constraint::check(scene, &index, &mut report);
        figure::check(scene, &index, &mut report);
        collision::check(scene, &index, &mut report);
        if let Some(l) = &scene.launcher {
            launcher(l, &mut report);
        }
    }
    report.finish()
}

/// Whether all lists are short enough to look into.
fn counts(scene: &Scene, report: &mut Report) -> bool {
    let lists = [
        ("materials", scene.materials.len()),
        ("obstacles", scene.obstacles.len()),
        ("bodies", scene.bodies.len()),
        ("particles", scene.particles.len()),
        ("constraints", scene.constraints.len()),
        ("ragdolls", scene.ragdolls.len()),
        ("collision_rules", scene.collision_rules.len()),
    ];
    let mut fine = true;
    for (list, count) in lists {
        fine &= !too_many(report, list, count);
    }
    fine && expanded_counts(scene, report)
}

/// Whether what the things of a few words stand for is little enough to be built.
fn expanded_counts(scene: &Scene, report: &mut Report) -> bool {
    let limbs = scene.ragdolls.iter().map(|r| limb_count(&r.figure));
    let steps_of = |shape: &Shape| match shape {
        Shape::Stairs { steps, .. } => *steps as usize,
        _ => 0,
    };
    let steps = scene.obstacles.iter().map(|o| steps_of(&o.shape));
    let stairs: BTreeMap<Id, usize> = (scene.obstacles.iter())
        .map(|obstacle| (obstacle.id, steps_of(&obstacle.shape).max(1)))
        .collect();
    let pieces = scene.bodies.iter().map(|body| match &body.shape {
        Shape::Compound(compound) => compound.pieces.len(),
        _ => 0,
    });
    let parts = |thing: &Thing| match thing {
        Thing::Obstacle(id) => stairs.get(id).copied().unwrap_or(1),
        Thing::Body(_) | Thing::Stick(_) | Thing::Part { .. } => 1,
    };
    let pairs = (scene.collision_rules.iter())
        .map(|rule| parts(&rule.a).saturating_mul(parts(&rule.b)))
        .fold(0, usize::saturating_add);
    let expanded = [
        ("ragdolls", limbs.sum(), &budget::LIMBS),
        ("obstacles", steps.sum(), &budget::STAIR_STEPS),
        ("bodies", pieces.sum(), &budget::PIECES),
        ("collision_rules", pairs, &budget::RULE_PAIRS),
    ];
    let mut fine = true;
    for (list, count, bound) in expanded {
        if let Err(bound) = bound.allow(count) {
            let Bound { what, most, .. } = bound;
            let message = format!("{count} {what} exceed the maximum of {most}");
            report.add(list, message, bound.remedy);
            fine = false;
        }
    }
    fine
}

/// Whether a list is too long to look into, which is reported.
fn too_many(report: &mut Report, list: impl Display, count: usize) -> bool {
    if count > MAX_THINGS {
        let message = format!("{count} entries exceed the maximum of {MAX_THINGS}");
        report.add(list, message, "remove some");
    }
    count > MAX_THINGS
}

fn header(scene: &Scene, report: &mut Report) {
    if scene.format != FORMAT {
        let message = format!("the format is not \"{FORMAT}\"");
        report.add("format", message, format!("write \"{FORMAT}\""));
    }
    if scene.version != VERSION {
        let message = format!("the version is {}, not {VERSION}", scene.version);
        report.add("version", message, format!("write {VERSION}"));
    }
    name(report, "name", &scene.name);
    let description = &scene.description;
    text(report, "description", description, MAX_DESCRIPTION);
    report.vector("gravity_m_s2", &scene.gravity_m_s2, &range::GRAVITY);
    report.vector("air_velocity_m_s", &scene.air_velocity_m_s, &range::WIND);
}

fn solver(solver: &Solver, report: &mut Report) {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    let method = &solver.method;
    if method.is_empty() || method.len() > 40 || !method.chars().all(letter) {
        let message = "this is not the id of a method (small letters, digits, - and _)";
        report.add(
            "solver.method",
            message,
            "use one that `ragdoll-lab methods` lists",
        );
    }
    let given = Given::of(solver);
    for spec in given.parameters() {
        let path = format!("solver.{}", spec.key);
        if spec.range().is_some() {
            let number = given.value(spec).and_then(Value::number);
            report.optional(&path, number, &Quantity::of(spec));
        }
        // A long list repeats itself soon, and one mention is enough.
        if let (ParameterKind::Flags { of, .. }, Some(i)) = (spec.kind, given.repeated(spec)) {
            let message = format!("this {of} is listed twice");
            report.add(format_args!("{path}[{i}]"), message, "remove it");
        }
    }
}

fn materials(scene: &Scene, report: &mut Report) {
    for (i, m) in scene.materials.iter().enumerate() {
        let at = |key: &str| format!("materials[{i}].{key}");
        name(report, at("name"), &m.name);
        report.number(at("restitution"), m.restitution, &range::RESTITUTION);
        report.number(at("friction"), m.friction, &range::FRICTION);
        report.number(
            at("rolling_resistance"),
            m.rolling_resistance,
            &range::ROLLING,
        );
        for (key, value, range) in [
            (
                "contact_stiffness_n_m",
                m.contact_stiffness_n_m,
                &range::CONTACT_STIFFNESS,
            ),
            (
                "contact_damping_n_s_m",
                m.contact_damping_n_s_m,
                &range::CONTACT_DAMPING,
            ),
        ] {
            if let Some(value) = value {
                report.number(at(key), value, range);
            }
        }
    }
}

fn obstacles(scene: &Scene, index: &Index, report: &mut Report) {
    for (i, o) in scene.obstacles.iter().enumerate() {
        let at = |key: &str| format!("obstacles[{i}].{key}");
        name(report, at("name"), &o.name);
        shape::check(report, &at("shape"), &o.shape);
        shape::must_be_single(report, &at("shape"), &o.shape);
        report.vector(at("position_m"), &o.position_m, &range::POSITION);
        orientation(report, at("orientation"), &o.orientation);
        report.vector(at("belt_m_s"), &o.belt_m_s, &range::BELT);
        material(report, index, at("material"), o.material);
    }
}

fn bodies(scene: &Scene, index: &Index, report: &mut Report) {
    for (i, b) in scene.bodies.iter().enumerate() {
        let at = |key| Field {
            list: "bodies",
            index: i,
            key,
        };
        name(report, at("name"), &b.name);
        shape::check(report, &at("shape").to_string(), &b.shape);
        shape::must_move(report, &at("shape").to_string(), &b.shape);
        shape::balanced(report, &at("shape").to_string(), b);
        let path = format!("bodies[{i}]");
        mass_or_density(report, &path, b.mass_kg, b.density_kg_m3);
        inertia::check(report, &path, b);
        if let MadeOf::Particles { strength } = b.made_of {
            report.number(at("made_of.particles.strength"), strength, &range::STRENGTH);
        }
        if let BodyContact::Sphere { radius_m } = b.contact {
            report.number(at("contact.sphere.radius_m"), radius_m, &range::RADIUS);
        }
        report.vector(at("position_m"), &b.position_m, &range::POSITION);
        orientation(report, at("orientation"), &b.orientation);
        report.vector(at("velocity_m_s"), &b.velocity_m_s, &range::VELOCITY);
        let turn = &b.angular_velocity_deg_s;
        report.vector(at("angular_velocity_deg_s"), turn, &range::TURN_RATE);
        kinematic::check(report, i, b);
        let [linear, angular] = ["linear_drag_per_s", "angular_drag_per_s"].map(at);
        report.optional(linear, b.linear_drag_per_s, &range::DRAG);
        report.optional(angular, b.angular_drag_per_s, &range::ANGULAR_DRAG);
        let across = at("orthogonal_drag_per_s");
        if b.orthogonal_drag_per_s.is_some() && !b.shape.has_long_axis() {
            let message = "this shape has no long axis, so it has no drag across one";
            report.add(across, message, "remove this, or choose another shape");
        }
        report.optional(across, b.orthogonal_drag_per_s, &range::ORTHOGONAL_DRAG);
        material(report, index, at("material"), b.material);
        if let Shape::Compound(compound) = &b.shape {
            for (place, piece) in compound.pieces.iter().enumerate() {
                let at = format!("bodies[{i}].shape.compound.pieces[{place}].material");
                material(report, index, at, piece.material);
            }
        }
    }
}

fn particles(scene: &Scene, index: &Index, report: &mut Report) {
    for (i, p) in scene.particles.iter().enumerate() {
        let at = |key: &str| format!("particles[{i}].{key}");
        name(report, at("name"), &p.name);
        report.number(at("mass_kg"), p.mass_kg, &range::MASS);
        report.vector(at("position_m"), &p.position_m, &range::POSITION);
        report.vector(at("velocity_m_s"), &p.velocity_m_s, &range::VELOCITY);
        report.number(at("radius_m"), p.radius_m, &range::THICKNESS);
        material(report, index, at("material"), p.material);
    }
}

fn launcher(l: &Launcher, report: &mut Report) {
    let ball = &l.ball;
    report.number("launcher.ball.radius_m", ball.radius_m, &range::RADIUS);
    mass_or_density(report, "launcher.ball", ball.mass_kg, ball.density_kg_m3);
    let restitution = ball.restitution;
    report.number(
        "launcher.ball.restitution",
        restitution,
        &range::RESTITUTION,
    );
    report.number("launcher.ball.friction", ball.friction, &range::FRICTION);
    report.vector("launcher.position_m", &l.position_m, &range::POSITION);
    report.direction("launcher.direction", &l.direction, &range::DIRECTION);
    report.number("launcher.speed_m_s", l.speed_m_s, &range::SPEED);
    report.number("launcher.count", f64::from(l.count), &range::COUNT);
    report.number("launcher.spread_deg", l.spread_deg, &range::SPREAD);
    report.optional("launcher.fire_at_s", l.fire_at_s, &range::FIRE_AT);
}

fn name(report: &mut Report, path: impl Display, value: &str) {
    text(report, path, value, MAX_NAME);
}

fn text(report: &mut Report, path: impl Display, value: &str, limit: usize) {
    let count = value.chars().count();
    if count > limit {
        let message = format!("{count} characters exceed the maximum of {limit}");
        report.add(&path, message, "shorten it");
    }
    // They would reach terminals and window titles.
    if value.chars().any(|c| c.is_control() && c != '\n') {
        report.add(path, "the text contains control characters", "remove them");
    }
}

fn material(report: &mut Report, index: &Index, path: impl Display, id: Option<Id>) {
    if let Some(id) = id {
        index.find(report, path, id, Kind::Material);
    }
}

fn mass_or_density(report: &mut Report, path: &str, mass: Option<f64>, density: Option<f64>) {
    match (mass, density) {
        (Some(_), Some(_)) => {
            let message = "both mass_kg and density_kg_m3 are given";
            report.add(path, message, "keep one of the two");
        }
        (None, None) => {
            let message = "neither mass_kg nor density_kg_m3 is given";
            report.add(path, message, "give one of the two");
        }
        _ => {}
    }
    report.optional(format_args!("{path}.mass_kg"), mass, &range::MASS);
    report.optional(
        format_args!("{path}.density_kg_m3"),
        density,
        &range::DENSITY,
    );
}

fn orientation(report: &mut Report, path: impl Display, q: &[f64; 4]) {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (length - 1.0).abs() <= UNIT_TOLERANCE {
        return;
    }
    let message = format!(
        "the quaternion has length {}, not 1",
        Plain(significant(length, 7))
    );
    let remedy = if length.is_finite() && length > UNIT_TOLERANCE {
        let [w, x, y, z] = q.map(|c| Plain(significant(c / length, 7)));
        format!("write [{w}, {x}, {y}, {z}]")
    } else {
        "write [1, 0, 0, 0] for no rotation".to_string()
    };
    report.add(path, message, remedy);
}
