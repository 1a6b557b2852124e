//! What a person may type into a field for a number.

use super::pointer::placed;
use super::screen::Screen;
use egui_kittest::kittest::Queryable;
use egui_macroquad::egui::accesskit::Role;
use std::collections::BTreeSet;

/// Numbers in and out of every range, and what is no number at all.
pub const HOSTILE: [&str; 16] = [
    "0", "-0", "-1", "1e-30", "1e9", "1e308", "NaN", "inf", "-inf", "text", "", "0.0003", "7,5",
    "90", "2*(3+1)", "10cm",
];

/// Names of the fields for numbers on screen.
pub fn number_fields(screen: &mut Screen) -> BTreeSet<String> {
    let noted: BTreeSet<String> = placed(screen).into_iter().map(|p| p.label).collect();
    let fields = screen.query_all_by(|node| node.role() == Role::SpinButton);
    let labels: BTreeSet<String> = fields.filter_map(|node| node.label()).collect();
    labels.intersection(&noted).cloned().collect()
}

/// Why the text of a field on screen is refused, if one is.
pub fn refusal(screen: &mut Screen) -> Option<String> {
    let mut placed = placed(screen).into_iter();
    placed.find_map(|p| Some(p.label.strip_prefix("Refused: ")?.to_owned()))
}
