//! Why something moved: a bar for each cause, and what each kind did over time.

mod autopsy;
mod conflicts;
mod over_time;

use super::progress::progress_ui;
use super::widgets::{button, dressed, note, text_scale};
use super::AppView;
use crate::app::action::{Action, WhyAbout, WhyAction, WhyMeasure, WhySpan};
use crate::app::jobs::why::failure;
use crate::editor::Selection;
use crate::lab::why::{corrects, thing_of, Answer, Line};
use crate::view::theme::{color32, hue_of};
use egui_macroquad::egui::{
    self, CornerRadius, RichText, ScrollArea, Sense, Ui, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as icon;
use glam::DVec3;

/// Height of the rail of a bar, points.
const BAR_PT: f32 = 10.0;
/// Between two causes, points.
const ROW_GAP_PT: f32 = 3.0;
/// Narrowest and widest rail, points.
const BAR_WIDTH_PT: (f32, f32) = (48.0, 200.0);
/// Width of a number with its unit at normal text, points.
const NUMBER_PT: f32 = 116.0;
/// Causes that are listed at first.
const PAGE: usize = 16;

pub(super) fn why_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let scroll = ScrollArea::vertical().auto_shrink(false);
    scroll.id_salt("why").show(ui, |ui| {
        autopsy::autopsy_ui(ui, view, actions);
        // While the run stands where something went wrong, to ask is to ask for the autopsy.
        let playback = view.playback;
        let is_left = playback.watch.left(&playback.session).is_some();
        if playback.session.trouble.is_none() && !is_left {
            ask_ui(ui, view, actions);
        }
        match view.jobs.why.answer() {
            Some(answer) => answer_ui(ui, view, answer, actions),
            None if view.jobs.why.running().is_some() => {}
            None => {
                ui.weak("Throw or play. The causes of the motion appear here.");
            }
        }
        autopsy::bounds_ui(ui, view, actions);
    });
}

fn ask(actions: &mut Vec<Action>, action: WhyAction) {
    actions.push(Action::Why(action));
}

fn ask_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let why = &view.jobs.why;
    let session = &view.playback.session;
    ui.horizontal_wrapped(|ui| {
        let text = format!("{} Ask again", icon::QUESTION);
        let tip = "Replays the time span and assigns every impulse to its cause";
        let response = ui.button(text).on_hover_text(tip);
        note(&response, "Ask why");
        if response.clicked() {
            ask(actions, WhyAction::Ask);
        }
        let selected: Vec<_> = view.document().selection().ids().iter().copied().collect();
        let about = (view.workspace.document.scene(), &selected[..]);
        let subject = why.subject_name(session, about);
        let mut abouts = vec![(WhyAbout::Everything, "Everything", "All that moves")];
        if subject != "everything" {
            let tip = "What is selected, else what failed or who was hit";
            abouts.insert(0, (WhyAbout::Subject, &subject, tip));
        }
        let chosen = match subject == "everything" {
            true => WhyAbout::Everything,
            false => why.about,
        };
        if let Some(about) = choices(ui, chosen, &abouts) {
            ask(actions, WhyAction::SetAbout(about));
        }
        ui.separator();
        let mut spans = WhySpan::ALL.map(|span| match span {
            WhySpan::Failure => (span, "Failure", "The quarter second before the run failed"),
            WhySpan::Hit => (span, "Hit", "The half second after the last hit"),
            WhySpan::Lately => (span, "Last 5 s", "The last five seconds"),
            WhySpan::All => (span, "All", "The whole timeline"),
        });
        let has_failed = failure(session).is_some();
        let spans = match has_failed {
            true => &mut spans[..],
            false => &mut spans[1..],
        };
        if let Some(span) = choices(ui, why.span, spans) {
            ask(actions, WhyAction::SetSpan(span));
        }
        ui.separator();
        let measures = WhyMeasure::ALL.map(|measure| match measure {
            WhyMeasure::Momentum => (measure, "Momentum", "Impulse, N·s"),
            WhyMeasure::Force => (measure, "Mean force", "Impulse divided by the time span, N"),
            WhyMeasure::Work => (measure, "Work", "Work done, J"),
            WhyMeasure::Correction => {
                let tip = "Displacement by position corrections, without velocity, mm";
                (measure, "Correction", tip)
            }
        });
        if let Some(measure) = choices(ui, why.measure, &measures) {
            ask(actions, WhyAction::SetMeasure(measure));
        }
    });
    if let Some(running) = why.running() {
        if progress_ui(ui, "the answer", &running.tally) {
            ask(actions, WhyAction::Cancel);
        }
    }
}

/// Alternatives of which one holds, in a row that wraps between them; the one just chosen.
fn choices<T: Copy + PartialEq>(
    ui: &mut Ui,
    current: T,
    alternatives: &[(T, &str, &str)],
) -> Option<T> {
    let mut chosen = None;
    for &(value, label, tip) in alternatives {
        let label = RichText::new(label);
        let response = ui.selectable_label(current == value, label.clone());
        let response = response.on_hover_text(tip);
        note(&response, label.text());
        if response.clicked() && current != value {
            chosen = Some(value);
        }
    }
    chosen
}

fn answer_ui(ui: &mut Ui, view: &AppView<'_>, answer: &Answer, actions: &mut Vec<Action>) {
    let why = &view.jobs.why;
    ui.horizontal_wrapped(|ui| {
        let text = format!(
            "{}, {:.2} to {:.2} s, {:.2} kg",
            answer.subject, answer.from_s, answer.to_s, answer.mass_kg
        );
        note(&ui.strong(text), "Answer");
        let mut shown = !why.is_off_stage;
        let tip = "Arrows of the impulse of each cause. Point at a cause to see only its arrow";
        let response = ui.checkbox(&mut shown, "Show on stage").on_hover_text(tip);
        note(&response, "Arrows of causes");
        if response.changed() {
            ask(actions, WhyAction::Show(shown));
        }
        let mut shown = why.shows_path;
        let tip = "Colours limbs from blue to yellow by the impulse that passed through them. \
                   Shows how a hit spreads from joint to joint";
        let response = ui.checkbox(&mut shown, "Impulse path").on_hover_text(tip);
        note(&response, "Impulse path");
        if response.changed() {
            ask(actions, WhyAction::ShowPath(shown));
        }
        if button(
            ui,
            "Copy table",
            "Copies all causes with all numbers as CSV",
        ) {
            ask(actions, WhyAction::CopyTable);
        }
    });
    if !why.is_about(view.document().scene()) {
        let text = "The scene has changed. This answer is for the previous version.";
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
    if answer.diverged {
        let text = "The run diverged at the end of this span. The largest cause is the likely \
                    culprit.";
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
    conflicts::conflicts_ui(ui, answer, actions);
    let mut lines: Vec<(usize, &Line)> = answer.notable_with_place().collect();
    lines.retain(|(_, line)| why.measure != WhyMeasure::Correction || corrects(line.cause));
    lines.sort_by(|(_, a), (_, b)| {
        size(b, answer, why.measure).total_cmp(&size(a, answer, why.measure))
    });
    let most = lines
        .first()
        .map_or(0.0, |(_, line)| size(line, answer, why.measure));
    let (large, small) = lines.split_at(lines.len().min(PAGE));
    let mut pointed_at = None;
    let mut rows_ui = |ui: &mut Ui, lines: &[(usize, &Line)]| {
        ui.spacing_mut().item_spacing.y = ROW_GAP_PT;
        ui.spacing_mut().interact_size.y = 0.0;
        for &(place, line) in lines {
            let map = &view.playback.session.simulation.map;
            let thing = thing_of(view.scene(), map, line.cause);
            let is_selected = thing.is_some_and(|id| view.document().selection().contains(id));
            let row = row_ui(ui, (line, answer, why.measure), most, is_selected);
            if row.hovered() {
                pointed_at = Some(place);
            }
            if let Some(id) = thing.filter(|_| row.clicked()) {
                actions.push(Action::Select(Selection::of([id])));
            }
        }
    };
    ui.scope(|ui| rows_ui(ui, large));
    if !small.is_empty() {
        let text = format!("{} smaller", small.len());
        ui.collapsing(text, |ui| rows_ui(ui, small));
    }
    sum_ui(ui, answer, why.measure);
    if pointed_at != why.pointed_at {
        ask(actions, WhyAction::PointAt(pointed_at));
    }
    over_time::over_time_ui(ui, answer, why.measure);
}

/// What a cause did, in the chosen measure; its sign for work.
fn value(line: &Line, answer: &Answer, measure: WhyMeasure) -> f64 {
    match measure {
        WhyMeasure::Momentum => line.momentum(),
        WhyMeasure::Force => line.momentum() / (answer.to_s - answer.from_s).max(1e-9),
        WhyMeasure::Work => line.work_j,
        WhyMeasure::Correction => 1e3 * line.way(),
    }
}

fn size(line: &Line, answer: &Answer, measure: WhyMeasure) -> f64 {
    value(line, answer, measure).abs()
}

fn unit(measure: WhyMeasure) -> &'static str {
    match measure {
        WhyMeasure::Momentum => "N·s",
        WhyMeasure::Force => "N",
        WhyMeasure::Work => "J",
        WhyMeasure::Correction => "mm",
    }
}

/// A cause: its name, its bar, its number.
fn row_ui(
    ui: &mut Ui,
    (line, answer, measure): (&Line, &Answer, WhyMeasure),
    most: f64,
    is_selected: bool,
) -> egui::Response {
    let value = value(line, answer, measure);
    let [x, y, z] = line.momentum_n_s;
    let tip = format!(
        "{}: {x:+.3} {y:+.3} {z:+.3} N·s, {:+.3} J of work; click to select",
        line.group_name, line.work_j
    );
    let name = match is_selected {
        true => RichText::new(&line.name).strong(),
        false => RichText::new(&line.name),
    };
    ui.horizontal(|ui| {
        // The name has the room that bar and number leave, in as many lines as it takes.
        let (width, gaps) = (ui.available_width(), 2.0 * ui.spacing().item_spacing.x);
        let bar_width = (0.3 * width).clamp(BAR_WIDTH_PT.0, BAR_WIDTH_PT.1);
        let number_width = NUMBER_PT * text_scale(ui.ctx());
        let name_width = (width - bar_width - number_width - gaps).max(BAR_WIDTH_PT.0);
        let size = egui::vec2(name_width, 0.0);
        let layout = egui::Layout::top_down(egui::Align::Min);
        let name = ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_width(name_width);
            ui.add(egui::Label::new(name).wrap().sense(Sense::click()))
        });
        let name = name.inner;
        note(&name, &format!("Cause {}", line.name));
        let bar = bar_ui(ui, (line, value, measure), most, bar_width);
        let number = ui.monospace(format!("{value:>8.3} {}", unit(measure)));
        name.union(bar).union(number).on_hover_text(tip)
    })
    .inner
}

/// The bar of a cause.
fn bar_ui(
    ui: &mut Ui,
    (line, value, measure): (&Line, f64, WhyMeasure),
    most: f64,
    width: f32,
) -> egui::Response {
    let (rect, bar) = ui.allocate_exact_size(egui::vec2(width, BAR_PT), Sense::hover());
    let label = format!("{}: {value:.3} {}", line.name, unit(measure));
    bar.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, &label));
    let share = if most > 0.0 { value.abs() / most } else { 0.0 };
    let mut filled = rect;
    filled.set_width(rect.width() * share.clamp(0.0, 1.0) as f32);
    let round = CornerRadius::same(2);
    let painter = ui.painter();
    painter.rect_filled(rect, round, color32(dressed(ui).sunken));
    painter.rect_filled(filled, round, color32(hue_of(line.group as usize)));
    bar
}

/// How far all corrections together moved the subject, mm.
fn corrected(answer: &Answer) -> f64 {
    let causes = answer.causes.iter().filter(|line| corrects(line.cause));
    let way: DVec3 = causes.map(|line| DVec3::from(line.way_m)).sum();
    1e3 * way.length()
}

/// What they add up to.
fn sum_ui(ui: &mut Ui, answer: &Answer, measure: WhyMeasure) {
    let [before, after] = [answer.momentum_before_n_s, answer.momentum_after_n_s].map(DVec3::from);
    let change = (after - before).length();
    let span = (answer.to_s - answer.from_s).max(1e-9);
    let worked: f64 = answer.causes.iter().map(|line| line.work_j).sum();
    let (value, what) = match measure {
        WhyMeasure::Momentum => (change, "change in momentum"),
        WhyMeasure::Force => (change / span, "net force"),
        WhyMeasure::Work => (worked, "change in kinetic energy"),
        WhyMeasure::Correction => (corrected(answer), "displacement by all corrections"),
    };
    let text = format!("= {value:.3} {}, the {what}", unit(measure));
    let sum = ui.label(RichText::new(text).strong());
    let tip = "Vector sum of all causes, including those not listed";
    note(&sum.on_hover_text(tip), "Sum of causes");
}
