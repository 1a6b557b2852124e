//! Equations of the paper to be used with their misprints.

use super::widgets::note;
use crate::scene::{Misprint, Solver};
use egui_macroquad::egui::{CollapsingHeader, Ui};

/// Each misprint with its equation and what it does wrong.
pub(super) const MISPRINTS: [(Misprint, &str, &str); 8] = [
    (
        Misprint::E4_2,
        "4.2 rotation",
        "Rotation from the old orientation: coasting is lost, a body turns under torque alone.",
    ),
    (
        Misprint::E4_6,
        "4.6 order",
        "Position before velocity: explicit, so that springs gain energy.",
    ),
    (
        Misprint::E5_5,
        "5.5 penalty",
        "Penalty force with the damping's sign reversed and not clamped: contacts may pull.",
    ),
    (
        Misprint::E6_2,
        "6.2 distance",
        "Distance correction without the masses: the heavier side moves as if it were light.",
    ),
    (
        Misprint::E7_1,
        "7.1 pin error",
        "Pin error with the wrong sign: pins are pushed apart.",
    ),
    (
        Misprint::E7_4,
        "7.4 pin rotation",
        "Both bodies of a pin turned the same way: momentum is not kept.",
    ),
    (
        Misprint::E8_5,
        "8.5 clamp",
        "Clamped quaternion that is not normalised: a square is missing under the root.",
    ),
    (
        Misprint::E8_6,
        "8.6 angle",
        "Angle correction without the conjugate: limits turn bodies the wrong way.",
    ),
];

/// A box to tick for each misprint; returns the settings after a change.
pub(super) fn printed_ui(ui: &mut Ui, solver: &Solver) -> Option<Solver> {
    let title = match solver.as_printed.len() {
        0 => "As printed".to_owned(),
        count => format!("As printed ({count}) •"),
    };
    let mut changed = None;
    let section = CollapsingHeader::new(title)
        .id_salt("as printed")
        .show(ui, |ui| {
            ui.small(
                "Equations of Baltman and Radeztsky's paper as they stand there. Off by default.",
            );
            for (misprint, label, wrong) in MISPRINTS {
                let mut on = solver.as_printed.contains(&misprint);
                let tip = "Use this equation of the paper with its misprint. Default: corrected";
                let response = ui.checkbox(&mut on, label).on_hover_text(tip);
                note(&response, label);
                ui.small(wrong);
                if response.changed() {
                    changed = Some(toggled(solver, misprint, on));
                }
            }
        });
    note(&section.header_response, "As printed");
    changed
}

fn toggled(solver: &Solver, misprint: Misprint, on: bool) -> Solver {
    let mut new = solver.clone();
    new.as_printed.retain(|listed| *listed != misprint);
    if on {
        new.as_printed.push(misprint);
        new.as_printed.sort();
    }
    new
}
