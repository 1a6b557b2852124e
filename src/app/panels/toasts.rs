//! What was just said, at the lower right of the stage for a moment; and the log of all.

use super::widgets::{button, dressed, note};
use super::AppView;
use crate::app::action::{Action, Request};
use crate::app::messages::Message;
use crate::view::theme::color32;
use egui_macroquad::egui::{self, Align2, RichText, Ui};
use egui_phosphor::regular as icon;

/// How long a message stays, s.
const STAY_S: f64 = 4.0;
/// How long an error stays, s.
const ERROR_STAYS_S: f64 = 10.0;
/// Of that the time in which it fades, s.
const FADE_S: f64 = 0.5;
/// Most messages at a time.
const MOST: usize = 4;
/// Width, points at normal text size.
const WIDTH: f32 = 320.0;
/// From the corner of the stage, points.
const MARGIN: f32 = 16.0;
/// Height of the hint at the lower edge of the stage with its margins, at normal text, points.
const HINT: f32 = 48.0;
/// Height of the hint at the upper edge, likewise.
const UPPER_HINT: f32 = 56.0;
/// Least height of a message, likewise.
const LINE: f32 = 32.0;
/// How long a message about a saved file stays, s.
const SAVED_STAYS_S: f64 = 8.0;

/// What is shown of the messages.
#[derive(Debug, Default)]
pub struct State {
    /// Whether the log is open.
    pub log_open: bool,
    /// Whether the stage is filmed: nothing but errors is shown on it then.
    pub is_filmed: bool,
    /// Number of the newest message that was seen.
    seen: u64,
    shown: Vec<Toast>,
}

/// A message that is shown for a while.
#[derive(Debug)]
struct Toast {
    message: Message,
    /// Time of the window when it came, s.
    since_s: f64,
}

impl Toast {
    /// Time that it still stays, s.
    fn left_s(&self, now_s: f64) -> f64 {
        let stays_s = match (self.message.is_error, &self.message.folder) {
            (true, _) => ERROR_STAYS_S,
            (false, Some(_)) => SAVED_STAYS_S,
            (false, None) => STAY_S,
        };
        self.since_s + stays_s - now_s
    }
}

impl State {
    /// Takes in what is new and drops what has been there long enough.
    fn update(&mut self, view: &AppView<'_>, now_s: f64) {
        let kept = view.messages.kept();
        for message in kept.iter().filter(|message| message.serial > self.seen) {
            // The same message again takes the place of the one before.
            self.shown
                .retain(|toast| toast.message.text != message.text);
            self.shown.push(Toast {
                message: message.clone(),
                since_s: now_s,
            });
        }
        self.seen = kept.back().map_or(0, |message| message.serial);
        self.shown.retain(|toast| toast.left_s(now_s) > 0.0);
        let surplus = self.shown.len().saturating_sub(MOST);
        self.shown.drain(..surplus);
    }
}

/// `stage`: where the messages are shown, points. They keep clear of the hints at its upper and
/// lower edge.
pub(super) fn toasts_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    state: &mut State,
    stage: egui::Rect,
    actions: &mut Vec<Action>,
) {
    let now_s = ctx.input(|input| input.time);
    state.update(view, now_s);
    let scale = super::widgets::text_scale(ctx);
    let mut bottom = stage.right_bottom() - egui::vec2(MARGIN, HINT * scale);
    if view.playback.inside_text().is_some() {
        let told = ctx.memory(|memory| memory.area_rect(super::inside::AREA));
        bottom.y = told.map_or(bottom.y, |told| bottom.y.min(told.top() - MARGIN / 2.0));
    }
    let top = stage.top() + UPPER_HINT * scale;
    let mut clicked = None;
    let is_filmed = state.is_filmed;
    let shown = state.shown.iter().rev();
    let shown = shown.filter(|toast| toast.message.is_error || !is_filmed);
    for (place, toast) in shown.enumerate() {
        // The newest is shown in the smallest stage; the log has them all.
        if place > 0 && bottom.y - LINE * scale < top {
            break;
        }
        let response = toast_ui(ctx, toast, now_s, bottom, stage, actions);
        if response.clicked() {
            clicked = Some(toast.message.serial);
        }
        bottom.y = response.rect.top() - MARGIN / 2.0;
    }
    state
        .shown
        .retain(|toast| Some(toast.message.serial) != clicked);
    if !state.shown.is_empty() {
        ctx.request_repaint();
    }
    log_ui(ctx, view, &mut state.log_open);
}

fn toast_ui(
    ctx: &egui::Context,
    toast: &Toast,
    now_s: f64,
    bottom: egui::Pos2,
    stage: egui::Rect,
    actions: &mut Vec<Action>,
) -> egui::Response {
    let scale = super::widgets::text_scale(ctx);
    let width = (WIDTH * scale).min(stage.width() - 4.0 * MARGIN).max(80.0);
    let shown = egui::Area::new(egui::Id::new(("toast", toast.message.serial)))
        .order(egui::Order::Foreground)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(bottom)
        .sense(egui::Sense::click())
        .show(ctx, |ui| {
            ui.set_opacity((toast.left_s(now_s) / FADE_S).clamp(0.0, 1.0) as f32);
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(width);
                message_ui(ui, &toast.message);
                if let Some(folder) = &toast.message.folder {
                    let tip = "Shows the file in the file manager";
                    if button(ui, "Open folder", tip) {
                        actions.push(Action::Ask(Request::OpenFolder(folder.clone())));
                    }
                }
            });
        });
    note(&shown.response, "Message");
    shown.response.on_hover_text("Click to dismiss")
}

/// The text of a message, with a sign before an error and how often it was said.
fn message_ui(ui: &mut Ui, message: &Message) {
    let color = match message.is_error {
        true => dressed(ui).error,
        false => dressed(ui).text,
    };
    let text = RichText::new(line_of(message)).color(color32(color));
    ui.add(egui::Label::new(text).selectable(false));
}

/// A message as one text; the sign is the second cue beside the colour.
fn line_of(message: &Message) -> String {
    let sign = match message.is_error {
        true => format!("{} ", icon::WARNING),
        false => String::new(),
    };
    let times = match message.count {
        1 => String::new(),
        count => format!(" (× {count})"),
    };
    format!("{sign}{}{times}", message.text)
}

/// The window with all messages that are kept, the newest first.
fn log_ui(ctx: &egui::Context, view: &AppView<'_>, open: &mut bool) {
    egui::Window::new("Messages")
        .open(open)
        .default_size([480.0, 320.0])
        .show(ctx, |ui| {
            let kept = view.messages.kept();
            if kept.is_empty() {
                ui.weak("No messages yet.");
            }
            let height = ui.text_style_height(&egui::TextStyle::Body);
            egui::ScrollArea::vertical().auto_shrink(false).show_rows(
                ui,
                height,
                kept.len(),
                |ui, range| {
                    let newest_first = kept.iter().rev();
                    for message in newest_first.take(range.end).skip(range.start) {
                        log_line_ui(ui, message);
                    }
                },
            );
        });
}

/// One line of the log; the whole text on pointing at it.
fn log_line_ui(ui: &mut Ui, message: &Message) {
    let color = match message.is_error {
        true => dressed(ui).error,
        false => dressed(ui).text,
    };
    let line = line_of(message).replace('\n', " · ");
    let text = RichText::new(line).color(color32(color));
    let response = ui.add(egui::Label::new(text).truncate());
    response.on_hover_text(&message.text);
}
