//! What a person sets once: theme, text, keys, and how the picture is drawn.

use super::widgets::{button, choice_row, note, text_scale};
use super::AppView;
use crate::app::action::{Action, Trigger};
use crate::platform::settings::{FigureLook, PlaceChoice, Quality};
use egui_macroquad::egui::{self, Grid, Id, Pos2, Response, Ui, Window};

/// Width, points at normal text size.
const WIDTH: f32 = 420.0;
/// Frames in which the window finds its new size after the text has another.
const FRAMES_TO_SETTLE: u8 = 3;

/// The button of the text size that was pressed, and where it was: it stays under the pointer.
#[derive(Clone, Copy)]
struct Pressed {
    label: &'static str,
    at: Pos2,
    frames: u8,
}

/// Under what it is kept.
fn pressed_id() -> Id {
    Id::new("text size pressed")
}

pub(super) fn preferences_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    open: &mut bool,
    actions: &mut Vec<Action>,
) {
    let mut window = Window::new("Preferences");
    if let Some(place) = ctx.data_mut(|data| data.remove_temp::<Pos2>(pressed_id())) {
        window = window.current_pos(place);
    }
    window
        .open(open)
        .collapsible(false)
        .default_width(WIDTH * text_scale(ctx))
        .show(ctx, |ui| {
            Grid::new("preferences").num_columns(2).show(ui, |ui| {
                row_ui(ui, "Theme", |ui| theme_ui(ui, actions));
                row_ui(ui, "Text size", |ui| text_ui(ui, actions));
                row_ui(ui, "Keys", |ui| keys_ui(ui, view, actions));
                row_ui(ui, "Quality", |ui| quality_ui(ui, view, actions));
                row_ui(ui, "Dummies", |ui| look_ui(ui, view, actions));
                row_ui(ui, "Skinning", |ui| {
                    let skinning = Switch {
                        label: "Linear blend skinning",
                        tip: "Bones move skins by linear blend instead of dual quaternions",
                        on: view.preferences.linear_skins,
                        trigger: Trigger::LinearSkins,
                    };
                    skinning.ui(ui, actions);
                });
                row_ui(ui, "Camera", |ui| {
                    let following = Switch {
                        label: "Follow target",
                        tip: "Keeps the target of the throw in view",
                        on: view.preferences.follow,
                        trigger: Trigger::FollowShot,
                    };
                    following.ui(ui, actions);
                });
                row_ui(ui, "Hits", |ui| {
                    let slow = Switch {
                        label: "Slow motion at hits",
                        tip: "Slows the playback down for a moment when a ball hits a ragdoll",
                        on: view.preferences.slow_hits,
                        trigger: Trigger::SlowHits,
                    };
                    slow.ui(ui, actions);
                });
                row_ui(ui, "Place", |ui| place_ui(ui, view, actions));
                row_ui(ui, "Units", |ui| {
                    ui.label("Metres, kilograms, seconds, degrees");
                });
            });
            ui.weak("Number fields also take other units: 10 cm, 200 lb, pi/2 rad, 16 ms.");
        });
}

fn row_ui(ui: &mut Ui, label: &str, content: impl FnOnce(&mut Ui)) {
    ui.label(label);
    content(ui);
    ui.end_row();
}

fn theme_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    let themes = [
        (true, "Dark", "Light text on a dark background"),
        (false, "Light", "Dark text on a light background"),
    ];
    if choice_row(ui, ui.visuals().dark_mode, &themes).is_some() {
        actions.push(Action::Do(Trigger::ToggleTheme));
    }
}

fn text_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        for (label, trigger, tip) in [
            ("Smaller", Trigger::TextSmaller, "Makes all text smaller"),
            ("Larger", Trigger::TextLarger, "Makes all text larger"),
        ] {
            let response = ui.button(label).on_hover_text(tip);
            note(&response, label);
            hold_in_place(&response, label);
            if response.clicked() {
                let at = response.rect.center();
                let frames = FRAMES_TO_SETTLE;
                let pressed = Pressed { label, at, frames };
                ui.data_mut(|data| data.insert_temp(pressed_id(), pressed));
                actions.push(Action::Do(trigger));
            }
        }
        ui.label(format!("{:.0} %", 100.0 * text_scale(ui.ctx())));
    });
}

/// Moves the window so that the button that was pressed is where it was pressed.
fn hold_in_place(response: &Response, label: &str) {
    let ctx = &response.ctx;
    let pressed = ctx.data(|data| data.get_temp::<Pressed>(pressed_id()));
    let Some(pressed) = pressed.filter(|pressed| pressed.label == label) else {
        return;
    };
    let window = ctx.memory(|memory| memory.area_rect(Id::new("Preferences")));
    let off = pressed.at - response.rect.center();
    let frames = pressed.frames.saturating_sub(1);
    ctx.data_mut(|data| match frames {
        0 => data.remove::<Pressed>(pressed_id()),
        _ => data.insert_temp(pressed_id(), Pressed { frames, ..pressed }),
    });
    if let Some(window) = window {
        ctx.data_mut(|data| data.insert_temp(pressed_id(), window.min + off));
        ctx.request_repaint();
    }
}

fn keys_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let tip = "Shows every key. Choose a set (Standard, Blender, MuJoCo) or change single keys";
    let tip = view.keymap.with_key(tip, Trigger::Help);
    if button(ui, "Change keys…", &tip) {
        actions.push(Action::Do(Trigger::Help));
    }
}

fn quality_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let qualities = [
        (
            Quality::Auto,
            "Auto",
            "Measures which quality runs smoothly",
        ),
        (Quality::Low, "Low", "Coarse shadows, jagged edges"),
        (Quality::Medium, "Medium", "Between low and high"),
        (Quality::High, "High", "Fine shadows, smooth edges"),
    ];
    if let Some(quality) = choice_row(ui, view.preferences.quality, &qualities) {
        actions.push(Action::SetQuality(quality));
    }
}

fn look_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let looks = [
        (FigureLook::Skin, "Skinned body", "A smooth body"),
        (FigureLook::Limbs, "Limb shapes", "The shapes that collide"),
        (
            FigureLook::Both,
            "X-ray body",
            "Limb shapes in a transparent body",
        ),
    ];
    if let Some(look) = choice_row(ui, view.preferences.look, &looks) {
        actions.push(Action::SetLook(look));
    }
}

fn place_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let places = [
        (
            PlaceChoice::OfScene,
            "As the scene says",
            "Shows each scene in its own place",
        ),
        (
            PlaceChoice::Studio,
            "Studio",
            "Shows all scenes in a studio",
        ),
        (PlaceChoice::Yard, "Yard", "Shows all scenes in daylight"),
        (PlaceChoice::Hall, "Hall", "Shows all scenes in a warm hall"),
        (PlaceChoice::Night, "Night", "Shows all scenes at night"),
    ];
    if let Some(place) = choice_row(ui, view.preferences.place, &places) {
        actions.push(Action::SetPlace(place));
    }
}

/// A switch that an action of the table turns.
struct Switch {
    label: &'static str,
    tip: &'static str,
    on: bool,
    trigger: Trigger,
}

impl Switch {
    fn ui(self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let mut on = self.on;
        let response = ui.checkbox(&mut on, self.label).on_hover_text(self.tip);
        note(&response, self.label);
        if response.changed() {
            actions.push(Action::Do(self.trigger));
        }
    }
}
