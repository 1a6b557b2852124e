//! Play, pause, step, speed, reset, and the timeline above them.

use super::takes::takes_ui;
use super::time_span::TimeSpan;
use super::timeline::timeline_ui;
use super::widgets::{button, dressed, note};
use super::{takes, AppView};
use crate::app::action::{info, Action, Trigger};
use crate::app::playback::SPEED_RANGE;
use crate::view::theme::color32;
use egui_macroquad::egui::{self, Button, RichText, TopBottomPanel, Ui};
use egui_phosphor::regular as icon;

/// Height of a window below which the bar has one row, points: a second one would leave nothing
/// of what is above it.
const LOW_WINDOW: f32 = 500.0;

pub(super) fn transport_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    (takes, span): (&mut takes::State, &mut TimeSpan),
    actions: &mut Vec<Action>,
) {
    TopBottomPanel::bottom("transport").show(ctx, |ui| {
        ui.add_space(4.0);
        takes_ui(ui, view, takes, actions);
        timeline_ui(ui, &view.timeline(), (span, view.keymap), actions);
        let row = |ui: &mut Ui| {
            play_ui(ui, view, actions);
            ui.separator();
            speed_ui(ui, view, actions);
            ui.separator();
            time_ui(ui, view);
            marks_ui(ui, view, actions);
        };
        match ctx.screen_rect().height() < LOW_WINDOW {
            true => ui.horizontal(row),
            false => ui.horizontal_wrapped(row),
        };
        ui.add_space(2.0);
    });
}

/// Back, play, forward, reset.
fn play_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let start = view.timeline().start;
    let can_go_back = view.timeline().now > start;
    let to_start = ui.add_enabled(can_go_back, Button::new(icon::SKIP_BACK));
    let to_start = to_start.on_hover_text("Go to start");
    named(ui, &to_start, "Go to start");
    if to_start.clicked() {
        actions.push(Action::GoToStep(start));
    }
    let ten = |trigger| match view.keymap.shown(trigger).as_str() {
        "" => String::new(),
        key => format!("; {key}: 10 steps"),
    };
    let tip = (view.keymap).with_key("Step back", Trigger::StepBack) + &ten(Trigger::StepBackTen);
    let back = Button::new(icon::CARET_LEFT);
    let response = ui.add_enabled(can_go_back, back).on_hover_text(tip);
    named(ui, &response, "Step back");
    if response.clicked() {
        actions.push(Action::Do(Trigger::StepBack));
    }
    let (play, does) = match (view.playing(), view.timeline().is_past()) {
        (true, _) => (format!("{} Pause", icon::PAUSE), "Pause"),
        (false, true) => (format!("{} Play", icon::PLAY), "Replay"),
        (false, false) => (format!("{} Play", icon::PLAY), "Play"),
    };
    let tip = view.keymap.with_key(does, Trigger::PlayPause);
    let response = ui.button(play).on_hover_text(tip);
    note(&response, "Play");
    if response.clicked() {
        actions.push(Action::Do(Trigger::PlayPause));
    }
    let step = view.keymap.with_key("Step forward", Trigger::Step) + &ten(Trigger::StepTen);
    if button(ui, &format!("{} Step", icon::CARET_RIGHT), &step) {
        actions.push(Action::Do(Trigger::Step));
    }
    let start = "Returns to the start of the scene";
    let tip = view.keymap.with_key(start, Trigger::Reset);
    if button(
        ui,
        &format!("{} Reset", icon::ARROW_COUNTER_CLOCKWISE),
        &tip,
    ) {
        actions.push(Action::Do(Trigger::Reset));
    }
}

/// The time that is shown, of how much.
fn time_ui(ui: &mut Ui, view: &AppView<'_>) {
    let timeline = &view.timeline();
    let time = format!(
        "{:7.3} s  step {}",
        view.simulation().time_s(),
        view.playback.session.now()
    );
    let tip = "Simulated time and steps since the start";
    if !timeline.is_past() {
        ui.monospace(time).on_hover_text(tip);
        if view.rests() {
            ui.weak("At rest")
                .on_hover_text("Time stops until something is thrown, pulled or changed");
        }
        return;
    }
    let accent = color32(dressed(ui).accent);
    ui.monospace(RichText::new(time).color(accent))
        .on_hover_text("Earlier moment: time and steps since the start");
    let end = timeline.time_s(timeline.end);
    ui.monospace(RichText::new(format!("of {end:.3} s")).weak());
}

/// Bookmark, and what leads out of the past.
fn marks_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let timeline = &view.timeline();
    let is_marked = timeline.bookmarks.contains(&timeline.now);
    let bookmark = (Trigger::Bookmark, icon::BOOKMARK_SIMPLE, "Bookmark");
    sign_ui(ui, view, bookmark, is_marked, actions);
    if timeline.is_past() {
        let end = (Trigger::GoToEnd, icon::SKIP_FORWARD, "Go to end");
        sign_ui(ui, view, end, false, actions);
        let sign = icon::GIT_BRANCH;
        let tip = "Resumes from this moment; the run recorded after it becomes a take";
        let tip = view.keymap.with_key(tip, Trigger::GoOnFromHere);
        if button(ui, &format!("{sign} Resume from here"), &tip) {
            actions.push(Action::Do(Trigger::GoOnFromHere));
        }
    }
}

/// A button with a sign alone.
fn sign_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    (trigger, sign, name): (Trigger, &str, &str),
    is_on: bool,
    actions: &mut Vec<Action>,
) {
    let Some(line) = info(trigger) else {
        return;
    };
    let tip = view.keymap.with_key(line.label, trigger);
    let response = ui.add(Button::new(sign).selected(is_on)).on_hover_text(tip);
    named(ui, &response, name);
    if response.clicked() {
        actions.push(Action::Do(trigger));
    }
}

/// Names a button that shows a sign alone.
fn named(ui: &Ui, response: &egui::Response, name: &str) {
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, ui.is_enabled(), name));
    note(response, name);
}

fn speed_ui(ui: &mut egui::Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let mut percent = view.playback.session.pace.speed * 100.0;
    let (low, high) = (SPEED_RANGE.0 * 100.0, SPEED_RANGE.1 * 100.0);
    let slider = egui::Slider::new(&mut percent, low..=high)
        .logarithmic(true)
        .suffix(" %");
    let with_key = |words, trigger| view.keymap.with_key(words, trigger);
    let tip = format!(
        "Playback speed, % of real time: {}, {}, {}",
        with_key("slower", Trigger::Slower),
        with_key("faster", Trigger::Faster),
        with_key("real time", Trigger::RealTime)
    );
    if ui
        .add(slider.text("speed").max_decimals(1))
        .on_hover_text(tip)
        .changed()
    {
        actions.push(Action::SetSpeed(percent / 100.0));
    }
    if view.preferences.slow_hits {
        let tip = view
            .keymap
            .with_key("Slow motion at hits is on", Trigger::SlowHits);
        ui.weak("slow at hits").on_hover_text(tip);
    }
    let pace = &view.playback.session.pace;
    let reached = pace.reached_instead(view.playback.session.step_s());
    if let Some(reached) = reached.filter(|_| view.playing() && !pace.rests) {
        ui.weak(format!("actual {:.0} %", reached * 100.0));
    }
}
