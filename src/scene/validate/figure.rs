//! The parts of figures, and checks of ragdolls.

use super::report::{Index, Kind, Report};
use crate::scene::doc::*;
use crate::scene::explain::suggestion;
use crate::scene::range;

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
pub fn part_names(figure: &Figure) -> &'static [&'static str] {
    match figure {
        Figure::Thesis(thesis) if thesis.arms => THESIS_PARTS,
        Figure::Thesis(_) => &THESIS_PARTS[..THESIS_PARTS.len() - ARM_PARTS],
        Figure::Hitman {} => &[],
        Figure::Mx { .. } => MX_PARTS,
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
    let i = index.find(report, &format!("{path}.ragdoll"), ragdoll, Kind::Ragdoll)?;
    let names = part_names(&scene.ragdolls[i].figure);
    if names.contains(&part) {
        return Some(i);
    }
    let (message, remedy) = if names.is_empty() {
        let message = format!("the figure of ragdoll {ragdoll} has no parts with names");
        (message, "use a ragdoll of another figure".to_string())
    } else {
        let message = format!("ragdoll {ragdoll} has no part `{part}`");
        (message, suggestion(part, names))
    };
    report.add(&format!("{path}.part"), message, remedy);
    None
}

/// Checks all ragdolls.
pub fn check(scene: &Scene, index: &Index, report: &mut Report) {
    for (i, r) in scene.ragdolls.iter().enumerate() {
        let at = |key: &str| format!("ragdolls[{i}].{key}");
        super::name(report, &at("name"), &r.name);
        report.vector(&at("position_m"), &r.position_m, &range::POSITION);
        report.number(&at("heading_deg"), r.heading_deg, &range::HEADING);
        super::material(report, index, &at("material"), r.material);
    }
}
