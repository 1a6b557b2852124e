//! egui on macroquad's window, with the input faults of X11 mended.
//!
//! Drives `egui_miniquad::EguiMq` through macroquad's input subscriber in
//! place of egui-macroquad's own glue, which types the letter of Ctrl+letter,
//! lags modifiers by one event, shrinks the wheel and misses the first DPI.

use super::clipboard::{Clipboard, Copied, Reader};
use super::dropped::Dropped;
use crate::app::action::KeyStroke;
use crate::app::panels::widgets::take_wanted_tab;
use crate::clock::Instant;
use egui_macroquad::egui;
use egui_miniquad::EguiMq;
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{self, EventHandler, KeyCode, KeyMods, MouseButton, RenderingBackend};
use macroquad::window::get_internal_gl;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// What a notch of the wheel counts: X11 counts them, Windows and macOS count 120 each.
pub(super) const NOTCH: f32 = if cfg!(target_os = "linux") {
    1.0
} else {
    120.0
};

/// egui bound to the open macroquad window.
///
/// Create after the window is open; once per frame call [`Glue::run`], draw
/// the stage, then [`Glue::draw`].
pub struct Glue {
    feed: Feed,
    subscriber: usize,
    /// When egui wants to draw again although nothing was touched: a blinking caret, a
    /// tooltip that is due.
    due: Arc<Mutex<Option<Instant>>>,
    clipboard: Clipboard,
    dropped: Dropped,
    /// What was found on the clipboard for the program, or why there is nothing.
    pasted: Option<Result<String, &'static str>>,
}

/// Receives window events and hands them to egui, mended.
struct Feed {
    egui: EguiMq,
    /// Keys since the last frame. macroquad only knows what is held at the end
    /// of a frame, which loses the Ctrl of a quick Ctrl+S.
    strokes: Vec<KeyStroke>,
    /// Whether the text of the clipboard is to be typed.
    pastes: bool,
    /// What was copied with the keys that are held.
    copied: Copied,
}

impl Default for Glue {
    fn default() -> Self {
        Self::new()
    }
}

impl Glue {
    /// Bind egui to the window.
    pub fn new() -> Self {
        let egui = with_backend(|backend| EguiMq::new(backend));
        leave_zoom_keys(egui.egui_ctx());
        // EguiMq reports only later changes of the scale to egui.
        egui.egui_ctx()
            .set_zoom_factor(miniquad::window::dpi_scale());
        let due = Arc::new(Mutex::new(None));
        let noted = due.clone();
        egui.egui_ctx().set_request_repaint_callback(move |info| {
            note_earlier(&noted, Instant::now().checked_add(info.delay));
        });
        Self {
            due,
            feed: Feed {
                egui,
                strokes: Vec::new(),
                pastes: false,
                copied: Copied::default(),
            },
            subscriber: register_input_subscriber(),
            clipboard: Clipboard::default(),
            dropped: Dropped::default(),
            pasted: None,
        }
    }

    /// The egui context, for styling and for asking who wants the pointer.
    pub fn context(&self) -> &egui::Context {
        self.feed.egui.egui_ctx()
    }

    /// Lay out the panels of one frame from the input since the last.
    pub fn run(&mut self, mut ui: impl FnMut(&egui::Context)) {
        if let Ok(mut due) = self.due.lock() {
            *due = None;
        }
        if take_wanted_tab(self.context()) {
            let mods = KeyMods::default();
            self.feed.egui.key_down_event(KeyCode::Tab, mods);
            self.feed.egui.key_up_event(KeyCode::Tab, mods);
        }
        repeat_all_miniquad_input(&mut self.feed, self.subscriber);
        let mut typed = self.read_clipboard();
        if let Some(text) = self.feed.copied.lost() {
            miniquad::window::clipboard_set(text);
        }
        let mut copied = None;
        with_backend(|backend| {
            self.feed.egui.run(backend, |_, ctx| {
                let text = typed.take().map(egui::Event::Paste);
                ctx.input_mut(|input| input.events.extend(text));
                ui(ctx);
                copied = ctx.output(copied_text).or(copied.take());
            });
        });
        if let Some(text) = copied {
            self.feed.copied.note(text);
        }
    }

    /// Puts a text on the clipboard.
    pub fn copy(&mut self, text: String) {
        miniquad::window::clipboard_set(&text);
        self.feed.copied.note(text);
    }

    /// The text that is to be typed in this frame.
    fn read_clipboard(&mut self) -> Option<String> {
        let pastes = std::mem::take(&mut self.feed.pastes);
        if pastes && self.context().wants_keyboard_input() {
            self.clipboard.ask(Reader::Field);
        }
        match self.clipboard.answer()? {
            (Reader::Field, text) => text.ok(),
            (Reader::Shot, text) => {
                self.pasted = Some(text);
                None
            }
        }
    }

    /// Asks for the text of the clipboard, which [`Glue::take_pasted`] has some frames later.
    pub fn ask_for_text(&mut self) {
        self.clipboard.ask(Reader::Shot);
    }

    /// The text that was asked for, or why there is none.
    pub fn take_pasted(&mut self) -> Option<Result<String, &'static str>> {
        self.pasted.take()
    }

    /// The files that were dropped on the window since the last call.
    pub fn take_dropped(&mut self) -> Vec<PathBuf> {
        self.dropped.take()
    }

    /// Whether a text of the clipboard is awaited.
    pub fn awaits_text(&self) -> bool {
        self.clipboard.is_asked() || self.pasted.is_some()
    }

    /// When egui wants to draw again if nothing is touched; none for never.
    pub fn due(&self) -> Option<Instant> {
        self.due.lock().ok().and_then(|due| *due)
    }

    /// The keys that went down since the last call, without repeats.
    pub fn take_strokes(&mut self) -> Vec<KeyStroke> {
        std::mem::take(&mut self.feed.strokes)
    }

    /// Paint the panels of the last [`Glue::run`] over the frame.
    pub fn draw(&mut self) {
        with_backend(|backend| self.feed.egui.draw(backend));
    }
}

/// Ctrl and +, - and 0 are keys of the program, which changes the size of the text with them: egui
/// would enlarge everything once more.
fn leave_zoom_keys(ctx: &egui::Context) {
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

/// The text that the panels have just copied.
fn copied_text(output: &egui::PlatformOutput) -> Option<String> {
    let mut commands = output.commands.iter().rev();
    commands.find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    })
}

fn note_earlier(noted: &Mutex<Option<Instant>>, wished: Option<Instant>) {
    if let (Ok(mut noted), Some(wished)) = (noted.lock(), wished) {
        *noted = Some(noted.map_or(wished, |noted| noted.min(wished)));
    }
}

/// Run `f` with macroquad's graphics backend, its own batch flushed first.
pub fn with_backend<R>(f: impl FnOnce(&mut dyn RenderingBackend) -> R) -> R {
    // SAFETY: called on the window's thread between frames of macroquad, and
    // the borrow ends with `f`, which cannot reach macroquad's drawing state.
    let mut gl = unsafe { get_internal_gl() };
    gl.flush();
    f(gl.quad_context)
}

/// X11 reports the modifiers as before the event: apply the event itself.
fn after_event(mut mods: KeyMods, key: KeyCode, is_down: bool) -> KeyMods {
    match key {
        KeyCode::LeftControl | KeyCode::RightControl => mods.ctrl = is_down,
        KeyCode::LeftShift | KeyCode::RightShift => mods.shift = is_down,
        KeyCode::LeftAlt | KeyCode::RightAlt => mods.alt = is_down,
        KeyCode::LeftSuper | KeyCode::RightSuper => mods.logo = is_down,
        _ => {}
    }
    mods
}

impl EventHandler for Feed {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.egui.mouse_motion_event(x, y);
    }

    fn mouse_wheel_event(&mut self, dx: f32, dy: f32) {
        self.egui.mouse_wheel_event(dx / NOTCH, dy / NOTCH);
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        // egui-miniquad would take an unknown button for the left one.
        if button != MouseButton::Unknown {
            self.egui.mouse_button_down_event(button, x, y);
        }
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if button != MouseButton::Unknown {
            self.egui.mouse_button_up_event(button, x, y);
        }
    }

    fn char_event(&mut self, character: char, mods: KeyMods, _repeat: bool) {
        // A key unknown to egui only brings the modifiers up to date, so that
        // the letter of Ctrl+letter is not typed.
        self.egui.key_down_event(KeyCode::Unknown, mods);
        self.egui.char_event(character);
    }

    fn key_down_event(&mut self, key: KeyCode, mods: KeyMods, repeat: bool) {
        let mods = after_event(mods, key, true);
        let is_paste = key == KeyCode::V && (mods.ctrl || mods.logo);
        self.pastes |= is_paste;
        let copies = matches!(key, KeyCode::C | KeyCode::X) && mods.ctrl;
        if copies {
            self.copied.key_down(repeat);
        }
        // egui-miniquad would wait for a text to paste, and copy again while the keys are held.
        let told = match is_paste || (copies && repeat) {
            true => KeyCode::Unknown,
            false => key,
        };
        self.egui.key_down_event(told, mods);
        if !repeat {
            self.strokes.push(KeyStroke {
                key,
                ctrl: mods.ctrl,
                shift: mods.shift,
                alt: mods.alt,
            });
        }
    }

    fn key_up_event(&mut self, key: KeyCode, mods: KeyMods) {
        self.egui.key_up_event(key, after_event(mods, key, false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pressed_control_counts_in_its_own_event() {
        let mods = after_event(KeyMods::default(), KeyCode::LeftControl, true);
        assert!(mods.ctrl && !mods.shift);
        assert!(!after_event(mods, KeyCode::LeftControl, false).ctrl);
    }

    #[test]
    fn control_and_plus_are_left_to_the_program() {
        let ctx = egui::Context::default();
        leave_zoom_keys(&ctx);
        let before = ctx.zoom_factor();
        for key in [egui::Key::Equals, egui::Key::Plus, egui::Key::Minus] {
            let modifiers = egui::Modifiers::COMMAND;
            let press = egui::Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers,
            };
            let input = egui::RawInput {
                events: vec![press],
                modifiers,
                ..egui::RawInput::default()
            };
            let _ = ctx.run(input, |_| {});
            let _ = ctx.run(egui::RawInput::default(), |_| {});
            assert_eq!(ctx.zoom_factor(), before, "{key:?}");
        }
    }
}
