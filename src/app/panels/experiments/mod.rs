//! The experiments of the papers: what there is, what runs, what came out.

mod report;

use super::number_field::number_row;
use super::progress::progress_ui;
use super::widgets::{button, note};
use super::AppView;
use crate::app::action::Action;
use crate::app::action::{ExperimentAction, MOST_AIMS, MOST_NUDGES};
use crate::lab::experiment::{BodyKind, Case, Effort, CASES};
use crate::scene::range::{Edge, Quantity};
use egui_macroquad::egui::{self, RichText, ScrollArea, Ui};
use egui_phosphor::regular as icon;

/// What the panel remembers between frames.
#[derive(Debug, Default)]
pub struct State {
    /// The experiment whose result is open.
    open: Option<&'static str>,
}

const NUDGES: Quantity = Quantity {
    key: "nudges",
    unit: "",
    min: 0.0,
    max: MOST_NUDGES as f64,
    edge: Edge::Closed,
    comfortable: (0.0, 8.0),
    default: 8.0,
    help: "Repeats of the intended throw with the launcher moved by a billionth of a metre. They \
           show the spread caused by rounding alone.",
};

const AIMS: Quantity = Quantity {
    key: "aims",
    unit: "",
    min: 1.0,
    max: MOST_AIMS as f64,
    edge: Edge::Closed,
    comfortable: (2.0, 64.0),
    default: 32.0,
    help: "Throws per case, each aimed up to a centimetre off, as by hand. The verdicts are based \
           on them.",
};

/// What each kind of body is, for tooltips.
const BODIES: [(BodyKind, &str, &str); 3] = [
    (
        BodyKind::Particles,
        "Particles",
        "Humanoid with particles and sticks, as in the thesis",
    ),
    (
        BodyKind::Rigid,
        "Rigid",
        "The same humanoid with rigid bodies and joint limits",
    ),
    (BodyKind::Mx, "MX", "The ragdoll of Baltman and Radeztsky"),
];

pub(super) fn experiments_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let scroll = ScrollArea::vertical().auto_shrink(false);
    scroll.id_salt("experiments").show(ui, |ui| {
        effort_ui(ui, &view.jobs.experiments.effort, actions);
        for case in CASES.iter() {
            ui.separator();
            case_ui(ui, view, state, case, actions);
        }
    });
}

fn ask(actions: &mut Vec<Action>, action: ExperimentAction) {
    actions.push(Action::Experiment(action));
}

/// How much is done in the next experiment.
fn effort_ui(ui: &mut Ui, effort: &Effort, actions: &mut Vec<Action>) {
    let mut new = effort.clone();
    ui.horizontal(|ui| {
        ui.label("Targets")
            .on_hover_text("Figures that the ball hits in the experiments with a ball");
        for (body, label, tip) in BODIES {
            let mut chosen = effort.bodies.contains(&body);
            let response = ui.toggle_value(&mut chosen, label).on_hover_text(tip);
            note(&response, label);
            if response.changed() {
                let wanted = |kind: &BodyKind| match *kind == body {
                    true => chosen,
                    false => effort.bodies.contains(kind),
                };
                new.bodies = BodyKind::ALL.into_iter().filter(wanted).collect();
            }
        }
    });
    let aims = f64::from(effort.aims);
    if let Some(aims) = number_row(ui, "experiments", "Aims", aims, &AIMS, true) {
        new.aims = aims.round() as u32;
    }
    let nudges = f64::from(effort.nudges);
    if let Some(nudges) = number_row(ui, "experiments", "Nudges", nudges, &NUDGES, true) {
        new.nudges = nudges.round() as u32;
    }
    if new != *effort {
        ask(actions, ExperimentAction::SetEffort(Box::new(new)));
    }
}

fn case_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    case: &'static Case<'static>,
    actions: &mut Vec<Action>,
) {
    let result = view.jobs.experiments.report(case.name);
    let is_open = state.open == Some(case.name);
    ui.add(egui::Label::new(RichText::new(case.title).strong()).wrap())
        .on_hover_text(case.caption);
    ui.small(case.source);
    let running = view.jobs.experiments.running();
    if let Some(running) = running.filter(|running| running.case.name == case.name) {
        if progress_ui(ui, case.title, &running.tally) {
            ask(actions, ExperimentAction::Cancel);
        }
    } else {
        ui.horizontal(|ui| {
            if run_button(ui, case, running.is_some()) {
                state.open = Some(case.name);
                ask(actions, ExperimentAction::Run(case.name));
            }
            if case.can_be_watched() && watch_button(ui, case) {
                ask(actions, ExperimentAction::Watch(case.name));
            }
            if let Some(result) = result {
                if report::tally_button(ui, case, result, is_open) {
                    state.open = (!is_open).then_some(case.name);
                }
            }
        });
    }
    if let Some(result) = result.filter(|_| is_open) {
        report::report_ui(ui, case, result);
        let name = format!("{} Save to folder…", icon::FLOPPY_DISK);
        let tip = "Saves data, plots, manifest and report, as the command `ragdoll-lab \
                   experiment` does";
        if button(ui, &name, tip) {
            ask(actions, ExperimentAction::Save(case.name));
        }
    }
}

fn run_button(ui: &mut Ui, case: &Case<'_>, is_busy: bool) -> bool {
    let tip = match is_busy {
        false => format!(
            "{} Timings are more stable while playback is paused.",
            case.caption
        ),
        true => "Another experiment is running. Cancel it or wait for it to finish".into(),
    };
    let text = format!("{} Run", icon::PLAY);
    let response = ui
        .add_enabled(!is_busy, egui::Button::new(text))
        .on_hover_text(&tip)
        .on_disabled_hover_text(&tip);
    named(&response, &format!("Run {}", case.name));
    response.clicked()
}

fn watch_button(ui: &mut Ui, case: &Case<'_>) -> bool {
    let tip = "Opens the experiment's scene with some of its values side by side";
    let response = ui.button(format!("{} Watch", icon::EYE)).on_hover_text(tip);
    named(&response, &format!("Watch {}", case.name));
    response.clicked()
}

/// Gives a button a name of its own, where several have the same text.
fn named(response: &egui::Response, name: &str) {
    let enabled = response.enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, name));
    note(response, name);
}
