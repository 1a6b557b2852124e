//! Why a run blew up, and what mends it.

use super::ask;
use crate::app::action::{Action, WhyAction};
use crate::app::panels::number_field::number_row;
use crate::app::panels::progress::progress_ui;
use crate::app::panels::widgets::{button, note};
use crate::app::panels::AppView;
use crate::editor::{Command, Item};
use crate::lab::autopsy::{Autopsy, Bounds, Change, Guilt, Remedy};
use crate::scene::range::{Edge, Quantity};
use egui_macroquad::egui::{CollapsingHeader, RichText, Ui};
use egui_phosphor::regular as icon;
use std::collections::BTreeSet;

/// What a bound may be.
const MOST: Quantity = Quantity {
    key: "bound",
    unit: "",
    min: 0.0,
    max: 1e9,
    edge: Edge::OrZero,
    comfortable: (1.0, 1000.0),
    default: 1.0,
    help: "The run pauses when this bound is exceeded.",
};

/// The section; nothing while the run is sound.
pub(super) fn autopsy_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let trouble = &view.playback.session.trouble;
    let left = view.playback.watch.left(&view.playback.session);
    let found = view.jobs.autopsy.found(view.document().scene());
    let is_sound = trouble.is_none() && left.is_none();
    if is_sound && found.is_none() && view.jobs.autopsy.running().is_none() {
        return;
    }
    let bound = match found {
        Some(found) => found.bound,
        None => left.filter(|_| trouble.is_none()),
    };
    let title = match bound {
        Some(_) => "The run exceeded a bound",
        None => "The run blew up",
    };
    let text = format!("{} {title}", icon::WARNING);
    let color = ui.visuals().error_fg_color;
    note(&ui.heading(RichText::new(text).color(color)), title);
    let trouble = trouble.clone().or(bound.map(|bound| bound.words()));
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
        let tip = "Finds the first bad step, names the causes and tries remedies";
        if button(ui, "Find out why", tip) {
            ask(actions, WhyAction::Ask);
        }
    }
    ui.separator();
}

/// What the run is to stop at.
pub(super) fn bounds_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let header = CollapsingHeader::new("Pause when").id_salt("bounds");
    let response = header.show(ui, |ui| {
        let mut pauses = view.playback.watch.pauses_when_unsound;
        let tip =
            "Pauses once a joint is open by a large share of the smaller limb, or energy came \
                   from nowhere. F8 then explains why";
        let response = ui.checkbox(&mut pauses, "Result is unsound");
        note(&response.clone().on_hover_text(tip), "Result is unsound");
        if response.changed() {
            ask(actions, WhyAction::PauseWhenUnsound(pauses));
        }
        for bound in Bounds::OFFERED {
            let (title, unit) = (bound.quantity.title(), bound.quantity.unit());
            let set = view.playback.watch.bounds.of(bound.quantity);
            let mut is_set = set.is_some();
            let tip = format!(
                "Pauses at the first step where {title} exceeds this. F8 then explains \
                         why"
            );
            let response = ui.checkbox(&mut is_set, format!("{title} is above"));
            note(&response.clone().on_hover_text(tip), title);
            if response.changed() {
                let most = is_set.then_some(bound.most);
                ask(actions, WhyAction::SetBound(bound.quantity, most));
            }
            let Some(set) = set else { continue };
            let range = Quantity { unit, ..MOST };
            let label = format!("Max {title}");
            if let Some(most) = number_row(ui, "bounds", &label, set, &range, false) {
                ask(actions, WhyAction::SetBound(bound.quantity, Some(most)));
            }
        }
    });
    note(&response.header_response, "Pause when");
}

fn found_ui(ui: &mut Ui, view: &AppView<'_>, found: &Autopsy, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let ended = match found.bound {
            Some(_) => "Exceeded in step",
            None => "Diverged in step",
        };
        let text = format!(
            "Last good step: {}. First bad step: {}. {ended} {}.",
            found.last_good_step(),
            found.first_bad_step,
            found.trouble_step
        );
        note(&ui.label(text), "First bad step");
        let shown = found.step_to_show();
        let tip = format!("Shows the run after step {shown}");
        if button(ui, "Go there", &tip) {
            actions.push(Action::GoToStep(shown));
        }
    });
    for culprit in &found.culprits {
        let share = 100.0 * culprit.share;
        let name = &culprit.name;
        let text = match culprit.guilt {
            Guilt::GaveEnergy if found.bound.is_some() => {
                format!("{share:>3.0} % of the energy added: {name}")
            }
            Guilt::GaveEnergy => format!("{share:>3.0} % of the spurious energy: {name}"),
            Guilt::JoinsUnequal(ratio) => format!("{name} joins masses with a ratio of {ratio}"),
            Guilt::GivesWay => format!("{share:>3.0} % of the total error: {name}"),
            Guilt::Opens => format!("{share:>3.0} % of the load that opens it: {name}"),
        };
        note(&ui.label(text), &format!("Culprit {}", culprit.name));
    }
    if found.trials.is_empty() {
        ui.label("No automatic remedy applies to this scene.");
    }
    for trial in &found.trials {
        ui.horizontal_wrapped(|ui| {
            let name = &trial.remedy.name;
            if trial.mends {
                let tip = "Applies this change and plays from the start; Ctrl+Z undoes it";
                if button(ui, name, tip) {
                    apply(view, &trial.remedy, actions);
                }
                ui.label(format!("stable; tested for {:.1} s", trial.lasted_s));
            } else {
                ui.weak(format!("{name}: failed at {:.2} s", trial.lasted_s));
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
        Change::Masses(masses) => {
            let mended = remedy.applied(view.scene());
            let items = masses.keys().filter_map(|id| Item::find(&mended, *id));
            let each = items.map(|item| Command::Replace(Box::new(item), "Mass"));
            Some(Command::Batch("Remedy".into(), each.collect()))
        }
    };
    actions.extend(command.map(Action::Edit));
    actions.push(Action::Restart);
    actions.push(Action::SetPlaying(true));
}
