//! Checks of characters.

use super::constraint::angles;
use super::report::Report;
use super::shape;
use crate::scene::doc::*;
use crate::scene::explain::suggestion;
use crate::scene::range;
use data_encoding::BASE64;
use std::fmt::Display;

/// What the parts of a character may be: those of the rigid ragdoll of Baltman and Radeztsky,
/// and more. Each at most once.
pub const CHARACTER_PARTS: &[&str] = &[
    "pelvis",
    "lower_torso",
    "upper_torso",
    "neck",
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
    "l_toes",
    "r_upper_leg",
    "r_lower_leg",
    "r_foot",
    "r_toes",
    "tail_1",
    "tail_2",
    "tail_3",
    "tail_4",
    "tail_5",
    "tail_6",
];

/// Names of the parts of a character that are known, in their order.
pub(super) fn names(character: &Character) -> Vec<&'static str> {
    let known = |part: &CharacterPart| {
        let mut names = CHARACTER_PARTS.iter().copied();
        names.find(|name| *name == part.part)
    };
    character.parts.iter().filter_map(known).collect()
}

/// Checks a character, which is found at the path.
pub(super) fn check(report: &mut Report, path: &str, character: &Character) {
    let parts = &character.parts;
    if parts.is_empty() {
        let message = "a character has no parts";
        report.add(format_args!("{path}.parts"), message, "give it a pelvis");
    }
    if super::too_many(report, format_args!("{path}.parts"), parts.len()) {
        return;
    }
    for (i, part) in parts.iter().enumerate() {
        let path = format!("{path}.parts[{i}]");
        place(report, &path, &parts[..i], part);
        numbers(report, &path, part);
    }
    if let Some(skin) = &character.skin {
        check_skin(report, &format!("{path}.skin"), skin, parts.len());
    }
}

/// Whether the part is a known one, once, and hangs on one of those before it.
fn place(report: &mut Report, path: &str, before: &[CharacterPart], part: &CharacterPart) {
    let is = |name: &str| before.iter().any(|other| other.part == name);
    if !CHARACTER_PARTS.contains(&part.part.as_str()) {
        let message = format!("`{}` is not a part of a character", part.part);
        let remedy = suggestion(&part.part, CHARACTER_PARTS);
        report.add(format_args!("{path}.part"), message, remedy);
    } else if is(&part.part) {
        let message = format!("there is already a part `{}`", part.part);
        report.add(format_args!("{path}.part"), message, "keep one of the two");
    }
    let remedy = "list the root first, and each part after its parent";
    match (&part.parent, before.is_empty()) {
        (None, true) => {}
        (None, false) => {
            let message = "only the first part has no parent";
            report.add(format_args!("{path}.parent"), message, remedy);
        }
        (Some(parent), _) if !is(parent) => {
            let message = format!("no earlier part is called `{parent}`");
            report.add(format_args!("{path}.parent"), message, remedy);
        }
        (Some(_), _) if part.joint_m.is_none() => {
            let message = "the point where it is pinned to its parent is missing";
            report.add(path, message, "give its joint_m");
        }
        (Some(_), _) => {}
    }
}

fn numbers(report: &mut Report, path: &str, part: &CharacterPart) {
    let at = |key: &str| format!("{path}.{key}");
    super::name(report, at("bone"), &part.bone);
    report.vector(at("position_m"), &part.position_m, &range::POSITION);
    super::orientation(report, at("orientation"), &part.orientation);
    if let Some(joint) = &part.joint_m {
        report.vector(at("joint_m"), joint, &range::POSITION);
    }
    match &part.shape {
        Shape::Sphere { .. } | Shape::Box { .. } | Shape::Capsule { .. } => {
            shape::check(report, &at("shape"), &part.shape);
        }
        _ => {
            let remedy = "use a sphere, a box or a capsule";
            report.add(
                at("shape"),
                "parts of characters cannot have this shape",
                remedy,
            );
        }
    }
    report.number(at("mass_kg"), part.mass_kg, &range::MASS);
    if let Some(inertia) = &part.inertia_kg_m2 {
        super::inertia::principal(report, &at("inertia_kg_m2"), inertia);
    }
    if let Some(limit) = &part.limit {
        let path = at("limit");
        let at = |key: &str| format!("{path}.{key}");
        let limits = (&limit.min_deg, &limit.max_deg);
        angles(report, &at("min_deg"), &at("max_deg"), limits);
        report.number(at("restitution"), limit.restitution, &range::RESTITUTION);
        super::orientation(report, at("zero"), &limit.zero);
    }
}

fn check_skin(report: &mut Report, path: &str, skin: &CharacterSkin, parts: usize) {
    const AGAIN: &str = "import the model again";
    let count = skin.vertices_m.len();
    let mut add = |key: &str, message: &dyn Display| {
        report.add(format_args!("{path}.{key}"), message.to_string(), AGAIN);
    };
    if count > usize::from(u16::MAX) {
        add(
            "vertices_m",
            &format!("{count} vertices exceed the maximum of {}", u16::MAX),
        );
        return;
    }
    let mut lists = vec![
        ("normals", skin.normals.len()),
        ("bones", skin.bones.len()),
        ("weights", skin.weights.len()),
    ];
    if !skin.on_picture.is_empty() {
        lists.push(("on_picture", skin.on_picture.len()));
    }
    for (key, length) in lists {
        if length != count {
            add(
                key,
                &format!("there are {count} vertices but {length} entries here"),
            );
        }
    }
    let reach = |point: &[f64; 3]| point.iter().all(|x| range::POSITION.holds(*x));
    if let Some(i) = skin.vertices_m.iter().position(|point| !reach(point)) {
        let message = format!("it is out of range ({})", range::POSITION.range());
        add(&format!("vertices_m[{i}]"), &message);
    }
    let is_known = |bones: &[u8; 4]| bones.iter().all(|bone| usize::from(*bone) < parts);
    if let Some(i) = skin.bones.iter().position(|bones| !is_known(bones)) {
        add(
            &format!("bones[{i}]"),
            &format!("there are only {parts} parts"),
        );
    }
    if let Some(i) = skin.weights.iter().position(|weights| *weights == [0; 4]) {
        add(&format!("weights[{i}]"), &"no part moves this vertex");
    }
    let is_there = |corners: &[u16; 3]| corners.iter().all(|corner| usize::from(*corner) < count);
    if let Some(i) = skin.triangles.iter().position(|corners| !is_there(corners)) {
        add(
            &format!("triangles[{i}]"),
            &format!("there are only {count} vertices"),
        );
    }
    if let Some(i) =
        (skin.on_picture.iter()).position(|place| !place.iter().all(|x| (0.0..=1.0).contains(x)))
    {
        add(&format!("on_picture[{i}]"), &"it is outside the texture");
    }
    if BASE64.decode(skin.picture.as_bytes()).is_err() {
        add("picture", &"it is not base64");
    }
}
