//! Pressing keys and typing.

use super::pointer::click;
use super::screen::{settle, taken, Screen};
use egui_kittest::kittest::Queryable;
use egui_macroquad::egui::accesskit::Role;
use egui_macroquad::egui::{Event, Key, Modifiers};
use ragdoll_lab::app::action::Action;
use ragdoll_lab::app::panels::widgets::take_wanted_tab;

/// Presses a key with others held.
pub fn press_key_with(screen: &mut Screen, key: Key, modifiers: Modifiers) {
    screen.input_mut().events.push(Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    });
    screen.step();
    // As the window does.
    if take_wanted_tab(&screen.ctx) {
        press_key_with(screen, Key::Tab, Modifiers::NONE);
    }
}

/// Presses a key.
pub fn press_key(screen: &mut Screen, key: Key) {
    press_key_with(screen, key, Modifiers::NONE);
    settle(screen);
}

/// Types a text where the focus is.
pub fn type_text(screen: &mut Screen, text: &str) {
    screen.input_mut().events.push(Event::Text(text.into()));
    settle(screen);
}

/// Replaces the text where the focus is.
pub fn retype(screen: &mut Screen, text: &str) {
    press_key_with(screen, Key::A, Modifiers::COMMAND);
    press_key_with(screen, Key::Delete, Modifiers::NONE);
    screen.input_mut().events.push(Event::Text(text.into()));
    screen.step();
}

/// Clicks a field, replaces its text and presses Enter; returns what is asked for.
pub fn type_into(screen: &mut Screen, label: &str, text: &str) -> Vec<Action> {
    click(screen, label);
    retype(screen, text);
    press_key(screen, Key::Enter);
    taken(screen)
}

/// Goes to a numeric field as a screen reader does, replaces its text and presses Enter;
/// returns what is asked for. A third of the frames of [`type_into`], for thousands of texts.
pub fn fill(screen: &mut Screen, label: &str, text: &str) -> Vec<Action> {
    screen
        .get_by_role_and_label(Role::SpinButton, label)
        .focus();
    screen.run_steps(2);
    retype(screen, text);
    press_key_with(screen, Key::Enter, Modifiers::NONE);
    screen.step();
    taken(screen)
}

/// What stands in the numeric field of that name.
pub fn shown(screen: &Screen, label: &str) -> String {
    let field = screen.get_by_role_and_label(Role::SpinButton, label);
    field.value().unwrap_or_default()
}
