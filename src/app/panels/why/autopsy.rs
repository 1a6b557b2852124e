//! Why a run blew up, and what mends it.

use super::ask;
use crate::app::action::{Action, WhyAction};
use crate::app::panels::progress::progress_ui;
use crate::app::panels::widgets::{button, note};
use crate::app::panels::AppView;
use crate::editor::Command;
use crate::lab::autopsy::{Autopsy, Change, Remedy};
use egui_macroquad::egui::{RichText, Ui};
use egui_phosphor::regular as icon;
use std::collections::BTreeSet;

/// The section; nothing while the run is sound.
pub(super) fn autopsy_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let trouble = &view.playback.session.trouble;
    let found = view.jobs.autopsy.found(view.document().scene());
    if trouble.is_none() && found.is_none() && view.jobs.autopsy.running().is_none() {
        return;
    }
    let text = format!("{} The run blew up", icon::WARNING);
    note(
        &ui.heading(RichText::new(text).color(ui.visuals().error_fg_color)),
        "The run blew up",
    );
    if let Some(trouble) = trouble {
        ui.label(trouble);
    }
    if let Some(running) = view.jobs.autopsy.running() {
        if progress_ui(ui, "the autopsy", &running.tally) {
            ask(actions, WhyAction::Cancel);
        }
    } else if let Some(found) = found {
        found_ui(ui, view, found, actions);
    } else {
        let tip = "Goes back to the first bad step, names who gave energy out of nothing, and \
                   tries what may mend it";
        if button(ui, "Find out why", tip) {
            ask(actions, WhyAction::Ask);
        }
    }
    ui.separator();
}

fn found_ui(ui: &mut Ui, view: &AppView<'_>, found: &Autopsy, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let text = format!(
            "The first bad step is {}, the last good one {}.",
            found.first_bad_step + 1,
            found.diverged_step
        );
        note(&ui.label(text), "First bad step");
        if button(ui, "Go there", "Shows the moment before the first bad step") {
            actions.push(Action::GoToStep(found.first_bad_step));
        }
    });
    for culprit in &found.culprits {
        let share = 100.0 * culprit.share;
        let text = format!(
            "{share:>3.0} % of the energy from nowhere: {}",
            culprit.name
        );
        note(&ui.label(text), &format!("Culprit {}", culprit.name));
    }
    if found.trials.is_empty() {
        ui.label("There is nothing to be tried on this scene by itself.");
    }
    for trial in &found.trials {
        ui.horizontal_wrapped(|ui| {
            let name = &trial.remedy.name;
            if trial.mends {
                let tip = "Changes the scene so and plays it from its start; Ctrl+Z takes it back";
                if button(ui, name, tip) {
                    apply(view, &trial.remedy, actions);
                }
                ui.label(format!("holds, tried until {:.1} s", trial.lasted_s));
            } else {
                ui.weak(format!("{name}: blows up at {:.2} s", trial.lasted_s));
            }
        });
    }
}

fn apply(view: &AppView<'_>, remedy: &Remedy, actions: &mut Vec<Action>) {
    let command = match &remedy.change {
        Change::Solver(solver) => Some(Command::SetSolver(solver.clone(), "Remedy")),
        Change::Speed(speed) => view.scene().launcher.clone().map(|mut launcher| {
            launcher.speed_m_s = *speed;
            Command::SetLauncher(launcher, "Remedy")
        }),
        Change::Remove(id) => Some(Command::Remove(BTreeSet::from([*id]))),
    };
    actions.extend(command.map(Action::Edit));
    actions.push(Action::Restart);
    actions.push(Action::SetPlaying(true));
}
