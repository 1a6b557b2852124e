//! What the rig doctor finds, with remedies.

mod examination;

use super::rows::heading;
use super::widgets::{button, note};
use super::AppView;
use crate::app::action::{Action, Trigger};
use crate::editor::doctor::{Check, Finding};
use crate::editor::{counted, Selection};
use egui_macroquad::egui::{self, Label, RichText, ScrollArea, Ui};
use egui_phosphor::regular as icon;
use examination::{Examination, Found, Progress};

/// Findings that are shown at first, and that are added by a click.
const PAGE: usize = 20;

/// What the panel remembers.
#[derive(Debug, Default)]
pub struct State {
    examination: Examination,
    /// Pages of findings beyond the first.
    pages: usize,
}

pub(super) fn doctor_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let scene = view.document().scene();
    let State { examination, pages } = state;
    // In the middle of a drag everything changes in every frame.
    if view.document().in_gesture() {
        if let Some(found) = examination.latest() {
            ui.add_enabled_ui(false, |ui| found_ui(ui, found, pages, actions));
        }
        return;
    }
    examination.follow(scene);
    match examination.progress(scene) {
        Progress::Done(found) => found_ui(ui, found, pages, actions),
        Progress::Running | Progress::Waiting => {
            *pages = 0;
            if running_ui(ui) {
                examination.cancel(scene);
            }
        }
        Progress::Cancelled => {
            ui.label("The check was cancelled.");
            if button(ui, "Check scene", "Checks the scene for problems") {
                examination.resume();
            }
        }
    }
}

/// Shows that the scene is being examined; true when that is to be given up.
fn running_ui(ui: &mut Ui) -> bool {
    ui.horizontal(|ui| {
        note(&ui.spinner(), "Checking");
        ui.label("Checking the scene…");
        button(ui, "Cancel", "Stops the check until the scene changes")
    })
    .inner
}

fn found_ui(ui: &mut Ui, found: &Found, pages: &mut usize, actions: &mut Vec<Action>) {
    let findings = match found {
        Ok(findings) => findings,
        Err(error) => {
            let words = RichText::new(error).color(ui.visuals().error_fg_color);
            ui.add(Label::new(words).wrap());
            return;
        }
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if findings.is_empty() {
            return nothing_ui(ui);
        }
        let shown = findings.len().min((*pages + 1) * PAGE);
        ui.label(counted(findings.len(), "finding"));
        for (number, finding) in findings.iter().enumerate().take(shown) {
            ui.push_id(number, |ui| finding_ui(ui, number, finding, actions));
        }
        if shown < findings.len() {
            let left = findings.len() - shown;
            ui.label(format!("{left} more"));
            if button(ui, "Show more", "Shows the next findings") {
                *pages += 1;
            }
        }
    });
}

fn nothing_ui(ui: &mut Ui) {
    let words = format!("{} No problems found", icon::CHECK_CIRCLE);
    note(&ui.label(heading(&words)), "No problems found");
    let looked = Check::ALL.map(Check::words).join(", ");
    let words = RichText::new(format!("Checked for {looked}.")).weak();
    ui.add(Label::new(words).wrap());
}

/// A finding as a card.
fn finding_ui(ui: &mut Ui, number: usize, finding: &Finding, actions: &mut Vec<Action>) {
    let card = egui::Frame::group(ui.style()).fill(ui.visuals().faint_bg_color);
    let card = card.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            let sign = RichText::new(check_icon(finding.check)).color(ui.visuals().warn_fg_color);
            ui.label(sign).on_hover_text(finding.check.words());
            ui.add(Label::new(finding.sentence.as_str()).wrap());
        });
        ui.horizontal_wrapped(|ui| {
            if let Some(command) = finding.command() {
                let tip = "Applies this remedy; Ctrl+Z undoes it";
                if button(ui, finding.remedy_label, tip) {
                    actions.push(Action::Edit(command));
                }
            }
            show_ui(ui, finding, actions);
        });
    });
    note(&card.response, &format!("Finding {}", number + 1));
}

/// The button that leads to what a finding is about.
fn show_ui(ui: &mut Ui, finding: &Finding, actions: &mut Vec<Action>) {
    let ids: Vec<_> = finding.other.into_iter().chain(finding.id).collect();
    if !ids.is_empty() && button(ui, "Show", "Selects it and frames it in the view") {
        actions.push(Action::Select(Selection::of(ids)));
        actions.push(Action::Do(Trigger::FrameSelection));
    }
}

fn check_icon(check: Check) -> &'static str {
    match check {
        Check::MassRatio | Check::InertiaRatio | Check::HeavyOnLight | Check::LightLink => {
            icon::SCALES
        }
        Check::JointApart => icon::LINK_BREAK,
        Check::LimitBroken => icon::ANGLE,
        Check::Overlap => icon::INTERSECT,
        Check::BelowFloor => icon::ARROW_LINE_DOWN,
        Check::StickWithoutLength => icon::LINE_SEGMENT,
        Check::UnusedMaterial | Check::WildMaterial => icon::PALETTE,
        Check::MirrorBroken => icon::FLIP_HORIZONTAL,
        Check::ClampGivesWay | Check::NearHalfTurn | Check::UnboundMotor => icon::ANGLE,
        Check::SlackNet => icon::LINE_SEGMENT,
        Check::FastBall | Check::SmallBody => icon::GAUGE,
        Check::Conflict => icon::ARROWS_IN_LINE_HORIZONTAL,
    }
}
