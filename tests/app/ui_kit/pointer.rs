//! Finding controls by name, and pointing at them.

use super::screen::{settle, taken, Screen};
use egui_kittest::kittest::Queryable;
use egui_macroquad::egui::accesskit::Role;
use egui_macroquad::egui::{Event, Modifiers, PointerButton, Pos2, Rect};
use ragdoll_lab::app::action::Action;
use ragdoll_lab::app::panels::widgets::{take_noted, Placed};

/// The controls of the next frame.
pub fn placed(screen: &mut Screen) -> Vec<Placed> {
    take_noted(&screen.ctx);
    screen.step();
    take_noted(&screen.ctx)
}

/// All words of the next frames.
pub fn words(screen: &mut Screen) -> Vec<String> {
    settle(screen);
    let nodes = screen.query_all_by(|_| true);
    nodes
        .filter_map(|node| node.label().or(node.value()))
        .collect()
}

/// Where the control of that name is, if there is one.
pub fn find(screen: &mut Screen, label: &str) -> Option<Rect> {
    let placed = placed(screen);
    // The last one: menus come before panels.
    let found = placed.iter().rev().find(|control| control.label == label);
    found.map(|control| control.rect)
}

/// Where the control of that name is.
pub fn rect_of(screen: &mut Screen, label: &str) -> Rect {
    find(screen, label).unwrap_or_else(|| {
        let placed = placed(screen);
        let labels: Vec<&str> = placed.iter().map(|p| p.label.as_str()).collect();
        panic!("no {label} in {labels:?}")
    })
}

/// The middle of the control of that name.
pub fn place_of(screen: &mut Screen, label: &str) -> Pos2 {
    rect_of(screen, label).center()
}

/// Moves the pointer.
pub fn move_to(screen: &mut Screen, place: Pos2) {
    screen.input_mut().events.push(Event::PointerMoved(place));
    screen.step();
}

/// Presses or releases a button of the mouse with keys held.
pub fn button_with(
    screen: &mut Screen,
    pos: Pos2,
    pressed: bool,
    button: PointerButton,
    modifiers: Modifiers,
) {
    screen.input_mut().events.push(Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers,
    });
    screen.input_mut().modifiers = modifiers;
    screen.step();
    screen.input_mut().modifiers = Modifiers::NONE;
}

/// Presses or releases the left button.
pub fn button(screen: &mut Screen, pos: Pos2, pressed: bool) {
    let primary = PointerButton::Primary;
    button_with(screen, pos, pressed, primary, Modifiers::NONE);
}

/// Clicks the control of that name with a button of the mouse and keys held.
pub fn click_with(screen: &mut Screen, label: &str, button: PointerButton, modifiers: Modifiers) {
    let place = place_of(screen, label);
    let window = screen.ctx.screen_rect();
    assert!(window.contains(place), "{label} at {place} is out of sight");
    move_to(screen, place);
    // A tooltip that comes with the pointer takes a frame to get out of its way.
    screen.step();
    for pressed in [true, false] {
        button_with(screen, place, pressed, button, modifiers);
    }
    settle(screen);
}

/// Clicks the control of that name.
pub fn click(screen: &mut Screen, label: &str) {
    click_with(screen, label, PointerButton::Primary, Modifiers::NONE);
}

/// Uses the button of that name as a screen reader does; returns what is asked for.
pub fn use_button(screen: &mut Screen, label: &str) -> Vec<Action> {
    screen.get_by_role_and_label(Role::Button, label).click();
    settle(screen);
    taken(screen)
}
