//! The parts of figures, and checks of ragdolls.

use super::animation;
use super::character;
use super::constraint::angles;
use super::report::{Field, Index, Kind, Report};
use crate::scene::doc::*;
use crate::scene::explain::suggestion;
use crate::scene::range;
use std::borrow::Cow;
use std::collections::HashMap;

/// How many of the parts of the thesis humanoid are arms.
const ARM_PARTS: usize = 4;
/// Parts of the thesis humanoid; the arms come last.
const THESIS_PARTS: &[&str] = &[
    "head",
    "neck",
    "upper_torso",
    "spine",
    "basin",
    "l_upper_leg",
    "r_upper_leg",
    "l_lower_leg",
    "r_lower_leg",
    "l_upper_arm",
    "r_upper_arm",
    "l_lower_arm",
    "r_lower_arm",
];
/// Parts of the rigid ragdoll of Baltman and Radeztsky, the root first.
const MX_PARTS: &[&str] = &[
    "pelvis",
    "lower_torso",
    "upper_torso",
    "head",
    "l_shoulder",
    "l_upper_arm",
    "l_lower_arm",
    "l_hand",
    "r_shoulder",
    "r_upper_arm",
    "r_lower_arm",
    "r_hand",
    "l_upper_leg",
    "l_lower_leg",
    "l_foot",
    "r_upper_leg",
    "r_lower_leg",
    "r_foot",
];

/// Names of the parts of a figure that constraints and rules can refer to; the
/// Hitman has none.
pub fn part_names(figure: &Figure) -> Cow<'static, [&'static str]> {
    match figure {
        Figure::Thesis(thesis) if thesis.arms => THESIS_PARTS.into(),
        Figure::Thesis(_) => THESIS_PARTS[..THESIS_PARTS.len() - ARM_PARTS].into(),
        Figure::Hitman {} => Cow::default(),
        Figure::Mx(_) => MX_PARTS.into(),
        Figure::Character(character) => character::names(character).into(),
    }
}

/// Limbs of the Hitman, which have no names: his sticks.
const HITMAN_LIMBS: usize = 30;

/// How many limbs a figure has, about.
pub fn limb_count(figure: &Figure) -> usize {
    match figure {
        Figure::Hitman {} => HITMAN_LIMBS,
        Figure::Thesis(_) | Figure::Mx(_) => part_names(figure).len(),
        Figure::Character(character) => character.parts.len(),
    }
}

/// Whether the parts of a figure are rigid bodies.
pub fn is_rigid(figure: &Figure) -> bool {
    match figure {
        Figure::Thesis(thesis) => thesis.build != FigureBuild::Particles,
        Figure::Hitman {} => false,
        Figure::Mx(_) | Figure::Character(_) => true,
    }
}

/// Position of a ragdoll that has a part of that name; reports what is missing.
pub fn part(
    scene: &Scene,
    index: &Index,
    report: &mut Report,
    path: &str,
    ragdoll: Id,
    part: &str,
) -> Option<usize> {
    let i = index.find(
        report,
        format_args!("{path}.ragdoll"),
        ragdoll,
        Kind::Ragdoll,
    )?;
    let names = part_names(&scene.ragdolls[i].figure);
    if names.contains(&part) {
        return Some(i);
    }
    let (message, remedy) = if names.is_empty() {
        let message = format!("the figure of ragdoll {ragdoll} has no named parts");
        (message, "use a ragdoll of another figure".to_string())
    } else {
        let message = format!("ragdoll {ragdoll} has no part `{part}`");
        (message, suggestion(part, &names))
    };
    report.add(format_args!("{path}.part"), message, remedy);
    None
}

/// Checks all ragdolls.
pub fn check(scene: &Scene, index: &Index, report: &mut Report) {
    for (i, r) in scene.ragdolls.iter().enumerate() {
        let at = |key| Field {
            list: "ragdolls",
            index: i,
            key,
        };
        super::name(report, at("name"), &r.name);
        report.vector(at("position_m"), &r.position_m, &range::POSITION);
        report.number(at("heading_deg"), r.heading_deg, &range::HEADING);
        super::orientation(report, at("orientation"), &r.orientation);
        super::material(report, index, at("material"), r.material);
        orthogonal_drag(report, at("orthogonal_drag_per_s"), r);
        physique(report, at("physique"), r);
        if let Figure::Character(figure) = &r.figure {
            let path = format!("{}.character", at("figure"));
            character::check(report, &path, figure);
        }
        muscles(report, at("muscles"), r);
        overrides(report, at("parts"), r);
        if let Some(p) = &r.pose {
            pose(report, &at("pose").to_string(), p);
        }
        if let Some(given) = &r.animation {
            animation::check(report, &at("animation").to_string(), r, given);
        }
    }
}

fn orthogonal_drag(report: &mut Report, path: Field<'_>, ragdoll: &Ragdoll) {
    let given = ragdoll.orthogonal_drag_per_s;
    if !is_rigid(&ragdoll.figure) && given.is_some() {
        let message = "particles have the same drag in all directions";
        report.add(path, message, "choose a rigid figure, or remove this");
    }
    report.optional(path, given, &range::ORTHOGONAL_DRAG);
}

fn physique(report: &mut Report, path: Field<'_>, ragdoll: &Ragdoll) {
    let given = &ragdoll.physique;
    if !is_rigid(&ragdoll.figure) && *given != Physique::default() {
        let message = "the size and mass of a particle figure cannot be changed";
        report.add(path, message, "choose a rigid figure, or remove this");
    }
    report.number(format_args!("{path}.height"), given.height, &range::HEIGHT);
    report.number(format_args!("{path}.girth"), given.girth, &range::GIRTH);
    match given.masses {
        MassRule::Figure => {}
        MassRule::Density { kg_m3 } => {
            let path = format!("{path}.masses.density.kg_m3");
            report.number(&path, kg_m3, &range::DENSITY);
        }
        MassRule::Shares { total_kg } => {
            let path = format!("{path}.masses.shares.total_kg");
            report.number(&path, total_kg, &range::MASS);
        }
    }
}

fn muscles(report: &mut Report, path: Field<'_>, ragdoll: &Ragdoll) {
    if !is_rigid(&ragdoll.figure) && ragdoll.muscles != Muscle::default() {
        let message = "a particle figure has no muscles";
        report.add(path, message, "choose a rigid figure, or remove this");
    }
    super::drive::muscle(report, &path.to_string(), &ragdoll.muscles);
}

fn overrides(report: &mut Report, list: Field<'_>, ragdoll: &Ragdoll) {
    if super::too_many(report, list, ragdoll.parts.len()) {
        return;
    }
    let names = part_names(&ragdoll.figure);
    if names.is_empty() && !ragdoll.parts.is_empty() {
        let message = "the parts of this figure have no names";
        report.add(list, message, "choose another figure, or remove this");
        return;
    }
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (i, given) in ragdoll.parts.iter().enumerate() {
        let path = format!("{list}[{i}]");
        let part = given.part.as_str();
        if !names.contains(&part) {
            let message = format!("the figure has no part `{part}`");
            report.add(
                format_args!("{path}.part"),
                message,
                suggestion(part, &names),
            );
        } else if let Some(first) = known.insert(part, i) {
            let message = format!("{list}[{first}] is for `{part}` too");
            report.add(&path, message, "keep one of the two");
        }
        if let Some(mass) = given.mass_kg {
            report.number(format_args!("{path}.mass_kg"), mass, &range::MASS);
        }
        if !is_rigid(&ragdoll.figure) {
            of_a_particle_limb(report, &path, given);
            continue;
        }
        if let Some(inertia) = given.inertia_kg_m2 {
            super::inertia::principal(report, &format!("{path}.inertia_kg_m2"), &inertia);
        }
        if let Some(friction) = given.friction {
            report.number(format_args!("{path}.friction"), friction, &range::FRICTION);
        }
        if let Some(limit) = &given.limit {
            part_limit(report, &format!("{path}.limit"), limit);
        }
        super::drive::muscle(report, &format!("{path}.muscle"), &given.muscle);
        if let Some(target) = &given.target {
            super::orientation(report, format!("{path}.target"), target);
        }
        if Some(&part) == names.first() {
            of_a_joint(report, &path, given, names[1]);
        }
    }
}

/// Refuses everything but the mass, which is all that a limb of particles has.
fn of_a_particle_limb(report: &mut Report, path: &str, given: &PartOverride) {
    let rest = PartOverride {
        mass_kg: None,
        ..given.clone()
    };
    if !rest.is_empty() {
        let message = "a limb of particles has a mass and nothing else";
        report.add(
            path,
            message,
            "keep `mass_kg` only, or choose a rigid figure",
        );
    }
}

/// Refuses what the root has of a joint; `other` is a part that has one.
fn of_a_joint(report: &mut Report, path: &str, root: &PartOverride, other: &str) {
    let given = [
        ("limit", root.limit.is_some()),
        ("muscle", root.muscle != Muscle::default()),
        ("target", root.target.is_some()),
        ("broken_off", root.broken_off),
    ];
    for (key, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
        let message = format!("`{}` is the root and has no joint to a parent", root.part);
        let remedy = format!("name the child part of the joint, such as `{other}`");
        report.add(format_args!("{path}.{key}"), message, remedy);
    }
}

fn part_limit(report: &mut Report, path: &str, limit: &PartLimit) {
    let at = |key: &str| format!("{path}.{key}");
    let limits = (&limit.min_deg, &limit.max_deg);
    angles(report, &at("min_deg"), &at("max_deg"), limits);
    report.number(at("restitution"), limit.restitution, &range::RESTITUTION);
    super::orientation(report, at("zero"), &limit.zero);
}

fn pose(report: &mut Report, path: &str, pose: &Pose) {
    let lists = [
        ("particles", pose.particles.len()),
        ("bodies", pose.bodies.len()),
    ];
    for (list, count) in lists {
        if super::too_many(report, format_args!("{path}.{list}"), count) {
            return;
        }
    }
    for (i, p) in pose.particles.iter().enumerate() {
        let at = |key: &str| format!("{path}.particles[{i}].{key}");
        report.vector(at("position_m"), &p.position_m, &range::POSITION);
        report.vector(at("velocity_m_s"), &p.velocity_m_s, &range::VELOCITY);
    }
    for (i, b) in pose.bodies.iter().enumerate() {
        let at = |key: &str| format!("{path}.bodies[{i}].{key}");
        report.vector(at("position_m"), &b.position_m, &range::POSITION);
        super::orientation(report, at("orientation"), &b.orientation);
        report.vector(at("velocity_m_s"), &b.velocity_m_s, &range::VELOCITY);
        let turn = &b.angular_velocity_rad_s;
        report.vector(at("angular_velocity_rad_s"), turn, &range::POSE_TURN_RATE);
    }
}
