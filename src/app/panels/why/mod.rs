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
use crate::physics::ledger::Cause;
use crate::view::theme::{color32, hue_of};
use egui_macroquad::egui::{
    self, CornerRadius, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType,
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
    uncounted_ui(ui, view, answer);
    let sums = Sums {
        answer,
        measure: why.measure,
        along: direction(answer, why.measure),
    };
    along_ui(ui, &sums);
    let mut lines: Vec<(usize, &Line)> = answer.notable_with_place().collect();
    lines.retain(|(_, line)| why.measure != WhyMeasure::Correction || corrects(line.cause));
    lines.sort_by(|(_, a), (_, b)| sums.size(b).total_cmp(&sums.size(a)));
    let values = lines.iter().map(|(_, line)| sums.value(line).abs());
    let most = values.fold(0.0, f64::max);
    let (large, small) = lines.split_at(lines.len().min(PAGE));
    let mut pointed_at = None;
    let mut rows_ui = |ui: &mut Ui, lines: &[(usize, &Line)]| {
        ui.spacing_mut().item_spacing.y = ROW_GAP_PT;
        ui.spacing_mut().interact_size.y = 0.0;
        for &(place, line) in lines {
            let map = &view.playback.session.simulation.map;
            let thing = thing_of(view.scene(), map, line.cause);
            let is_selected = thing.is_some_and(|id| view.document().selection().contains(id));
            let row = row_ui(ui, (line, &sums), most, is_selected);
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
    sum_ui(ui, &sums);
    if pointed_at != why.pointed_at {
        ask(actions, WhyAction::PointAt(pointed_at));
    }
    over_time::over_time_ui(ui, answer, why.measure);
}

/// What the numbers of an answer are: they add up to what the last row says.
struct Sums<'a> {
    answer: &'a Answer,
    measure: WhyMeasure,
    /// The direction along which vectors are told; that of their sum.
    along: DVec3,
}

impl Sums<'_> {
    /// What a cause did, in the chosen measure: of a vector its part along the sum.
    fn value(&self, line: &Line) -> f64 {
        match self.measure {
            WhyMeasure::Momentum => DVec3::from(line.momentum_n_s).dot(self.along),
            WhyMeasure::Force => DVec3::from(line.momentum_n_s).dot(self.along) / self.span_s(),
            WhyMeasure::Work => line.work_j,
            WhyMeasure::Correction => 1e3 * DVec3::from(line.way_m).dot(self.along),
        }
    }

    /// How much a cause did in all: those that did most come first, also across the sum.
    fn size(&self, line: &Line) -> f64 {
        match self.measure {
            WhyMeasure::Momentum | WhyMeasure::Force => line.momentum(),
            WhyMeasure::Work => line.work(),
            WhyMeasure::Correction => line.way(),
        }
    }

    fn span_s(&self) -> f64 {
        (self.answer.to_s - self.answer.from_s).max(1e-9)
    }
}

/// Direction of the sum of what is told, upward where the sum is as good as nothing: of what
/// rests.
fn direction(answer: &Answer, measure: WhyMeasure) -> DVec3 {
    /// Of the largest cause; a smaller sum has no direction but that of its rounding.
    const NOTABLE_SUM: f64 = 1e-3;
    let largest = |size: fn(&Line) -> f64| answer.causes.iter().map(size).fold(0.0, f64::max);
    let (sum, largest) = match measure {
        WhyMeasure::Correction => (corrected(answer), largest(Line::way)),
        _ => (change_of(answer), largest(Line::momentum)),
    };
    match sum.length() > NOTABLE_SUM * largest {
        true => sum.try_normalize().unwrap_or(DVec3::Y),
        false => DVec3::Y,
    }
}

/// Change of the momentum, N·s.
fn change_of(answer: &Answer) -> DVec3 {
    DVec3::from(answer.momentum_after_n_s) - DVec3::from(answer.momentum_before_n_s)
}

/// Says along which direction the numbers are.
fn along_ui(ui: &mut Ui, sums: &Sums<'_>) {
    if sums.measure == WhyMeasure::Work {
        return;
    }
    let what = match sums.measure {
        WhyMeasure::Correction => "Displacement",
        WhyMeasure::Force => "Force",
        _ => "Impulse",
    };
    let [x, y, z] = sums.along.to_array();
    let text = format!("{what} along the total ({x:+.2}, {y:+.2}, {z:+.2})");
    let tip =
        "The part of each vector along their sum, so that the numbers add up to it; sorted by \
               the whole vector. Point at a cause for its x, y and z";
    note(&ui.small(text).on_hover_text(tip), "Direction of the sum");
}

/// Says where gravity did not act all the time: what is asleep, held or led by a clip is not
/// moved by it.
fn uncounted_ui(ui: &mut Ui, view: &AppView<'_>, answer: &Answer) {
    /// Less is a step or two before it fell, or rounding.
    const NOTABLE_SHARE: f64 = 0.98;
    let gravity = view.simulation().world.model().settings.common.gravity;
    let of_gravity = answer.causes.iter().find(|l| l.cause == Cause::Gravity);
    let given = of_gravity.map_or(0.0, Line::momentum);
    let span_s = answer.to_s - answer.from_s;
    let acted_s = given / (gravity.length() * answer.mass_kg);
    if !acted_s.is_finite() || acted_s >= NOTABLE_SHARE * span_s {
        return;
    }
    let text = format!(
        "Gravity acted on {:.0} % of it: what is asleep, pinned, led by a clip or thrown later is \
         not counted.",
        1e2 * acted_s / span_s
    );
    note(&ui.weak(text), "Time of gravity");
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
    (line, sums): (&Line, &Sums<'_>),
    most: f64,
    is_selected: bool,
) -> egui::Response {
    let (value, measure) = (sums.value(line), sums.measure);
    let [x, y, z] = line.momentum_n_s;
    let tip = format!(
        "{}: {:.3} N·s, x y z {x:+.3} {y:+.3} {z:+.3}, {:+.3} J of work; click to select",
        line.group_name,
        line.momentum(),
        line.work_j
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
        let number = ui.monospace(format!("{value:>+8.3} {}", unit(measure)));
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
    let label = format!("{}: {value:+.3} {}", line.name, unit(measure));
    bar.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, &label));
    let share = if most > 0.0 { value.abs() / most } else { 0.0 };
    let mut filled = rect;
    filled.set_width(rect.width() * share.clamp(0.0, 1.0) as f32);
    let round = CornerRadius::same(2);
    let painter = ui.painter();
    painter.rect_filled(rect, round, color32(dressed(ui).sunken));
    let color = color32(hue_of(line.group as usize));
    // What acts against the sum is hollow.
    match value < 0.0 {
        false => painter.rect_filled(filled, round, color),
        true => painter.rect_stroke(filled, round, Stroke::new(1.0, color), StrokeKind::Inside),
    };
    bar
}

/// How far all corrections together moved the subject, m.
fn corrected(answer: &Answer) -> DVec3 {
    let causes = answer.causes.iter().filter(|line| corrects(line.cause));
    causes.map(|line| DVec3::from(line.way_m)).sum()
}

/// What they add up to.
fn sum_ui(ui: &mut Ui, sums: &Sums<'_>) {
    let answer = sums.answer;
    let change = change_of(answer).length();
    let worked: f64 = answer.causes.iter().map(|line| line.work_j).sum();
    let (value, what) = match sums.measure {
        WhyMeasure::Momentum => (change, "change in momentum"),
        WhyMeasure::Force => (change / sums.span_s(), "net force"),
        WhyMeasure::Work => (worked, "change in kinetic energy"),
        WhyMeasure::Correction => {
            let way = 1e3 * corrected(answer).length();
            (way, "displacement by all corrections")
        }
    };
    let text = format!("= {value:.3} {}, the {what}", unit(sums.measure));
    let sum = ui.label(RichText::new(text).strong());
    let [x, y, z] = answer.momentum_before_n_s;
    let tip = format!(
        "Sum of all causes, including those not listed. Momentum before: {x:+.3} {y:+.3} {z:+.3} N·s"
    );
    note(&sum.on_hover_text(tip), "Sum of causes");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::why::{answer, Question, Subject};
    use crate::lab::Simulation;
    use std::sync::Arc;

    /// A ball that falls on the floor and slides.
    const SCENE: &str = r#"{"format": "ragdoll-scene", "version": 2,
        "obstacles": [{"id": 1, "name": "floor", "shape": {"plane": {}}}],
        "bodies": [{"id": 10, "name": "ball", "shape": {"sphere": {"radius_m": 0.15}},
            "mass_kg": 1, "position_m": [0, 0.3, 0], "velocity_m_s": [2, -1, 1]}]}"#;

    #[allow(clippy::unwrap_used)]
    fn answer_of(from: u64, to: u64) -> Answer {
        let mut scene = crate::scene::parse(SCENE.as_bytes()).unwrap();
        scene.solver.sleeping = false;
        let simulation = Simulation::new(&scene).unwrap();
        let question = Question {
            subject: Subject::everything(&simulation),
            scene: Arc::new(scene),
            simulation,
            inputs: Arc::new([]),
            from,
            to,
        };
        answer(question, 1, || true, |_| {}).unwrap()
    }

    #[test]
    fn the_numbers_of_the_rows_add_up_to_the_last_one() {
        let answer = answer_of(0, 60);
        for measure in [WhyMeasure::Momentum, WhyMeasure::Force] {
            let sums = Sums {
                answer: &answer,
                measure,
                along: direction(&answer, measure),
            };
            let total: f64 = answer.causes.iter().map(|line| sums.value(line)).sum();
            let span_s = match measure {
                WhyMeasure::Force => sums.span_s(),
                _ => 1.0,
            };
            let change = change_of(&answer).length() / span_s;
            assert!(
                change > 0.1 && (total - change).abs() < 1e-9 * change,
                "{total} {change}"
            );
            // What rests has no direction of its own: gravity is told in full.
            let rests = answer_of(600, 660);
            let sums = Sums {
                answer: &rests,
                measure,
                along: direction(&rests, measure),
            };
            let gravity = rests.causes.iter().find(|l| l.cause == Cause::Gravity);
            assert!(gravity.is_none_or(|line| sums.value(line) < -0.1));
            // Gravity and the floor act against each other, and their signs say so.
            let signs = |is: fn(f64) -> bool| answer.causes.iter().any(|l| is(sums.value(l)));
            assert!(signs(|value| value > 0.01) && signs(|value| value < -0.01));
        }
    }
}
