//! Play, pause, step, speed, reset.

use super::widgets::{button, note};
use super::AppView;
use crate::app::action::{Action, Trigger};
use crate::app::session::SPEED_RANGE;
use egui_macroquad::egui::{self, TopBottomPanel};
use egui_phosphor::regular as icon;

pub(super) fn transport_ui(ctx: &egui::Context, view: &AppView<'_>, actions: &mut Vec<Action>) {
    TopBottomPanel::bottom("transport").show(ctx, |ui| {
        ui.horizontal(|ui| {
            let play = match view.playing {
                true => format!("{} Pause", icon::PAUSE),
                false => format!("{} Play", icon::PLAY),
            };
            let tip = view.keymap.with_key("Play or pause", Trigger::PlayPause);
            let response = ui.button(play).on_hover_text(tip);
            note(&response, "Play");
            if response.clicked() {
                actions.push(Action::Do(Trigger::PlayPause));
            }
            let step = view.keymap.with_key("One step", Trigger::Step);
            let ten = view.keymap.shown(Trigger::StepTen);
            let ten = match ten.as_str() {
                "" => String::new(),
                key => format!("; {key}: ten"),
            };
            let start = "Back to the start of the scene";
            for (label, tip, trigger) in [
                (
                    format!("{} Step", icon::SKIP_FORWARD),
                    format!("{step}{ten}"),
                    Trigger::Step,
                ),
                (
                    format!("{} Reset", icon::ARROW_COUNTER_CLOCKWISE),
                    view.keymap.with_key(start, Trigger::Reset),
                    Trigger::Reset,
                ),
            ] {
                if button(ui, &label, &tip) {
                    actions.push(Action::Do(trigger));
                }
            }
            ui.separator();
            speed_ui(ui, view, actions);
            ui.separator();
            let time = format!("{:7.3} s  step {}", view.time_s, view.steps);
            ui.monospace(time)
                .on_hover_text("Simulated time and steps since the start");
        });
    });
}

fn speed_ui(ui: &mut egui::Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let mut percent = view.speed * 100.0;
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
    if view.playing && view.reached_speed < 0.9 * view.speed {
        ui.weak(format!("reached {:.0} %", view.reached_speed * 100.0));
    }
}
