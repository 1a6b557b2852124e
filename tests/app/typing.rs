//! What is typed stays in the panels: Tab goes from number to number, and no letter becomes a key
//! of the stage on the way.

use crate::ui_kit::{
    button, click, move_to, obeying_screen_of, open, press_key, rect_of, retype, scene_of, select,
    settle, show, type_text, words, Screen, WINDOW,
};
use egui_macroquad::egui::{vec2, Key};
use ragdoll_lab::app::action::{Action, Panel, Trigger};
use ragdoll_lab::app::panels::widgets::{key_owner, KeyOwner};
use ragdoll_lab::editor::limits::{rows, Cell, Shown};

/// Types numbers into a field and those that Tab leads to.
fn type_row(screen: &mut Screen, first: &str, numbers: &[&str]) {
    // A slider has its number at its right end.
    let rect = rect_of(screen, first);
    let place = rect.right_center() - vec2(16.0, 0.0);
    move_to(screen, place);
    button(screen, place, true);
    button(screen, place, false);
    settle(screen);
    for (place, number) in numbers.iter().enumerate() {
        if place > 0 {
            press_key(screen, Key::Tab);
        }
        assert_eq!(key_owner(&screen.ctx), KeyOwner::Text, "{number}");
        retype(screen, number);
    }
    press_key(screen, Key::Enter);
    settle(screen);
}

#[test]
fn tab_goes_to_the_number_of_the_next_row() {
    let mut screen = obeying_screen_of(open("box-stack"), WINDOW);
    show(&mut screen, Panel::Inspector);
    let id = scene_of(&screen).bodies[0].id;
    select(&mut screen, [id]);
    type_row(
        &mut screen,
        "Position x",
        &["1", "2", "3", "15", "25", "35"],
    );
    let body = scene_of(&screen).bodies[0].clone();
    assert_eq!(body.position_m, [1.0, 2.0, 3.0]);
    assert_ne!(body.orientation, [1.0, 0.0, 0.0, 0.0], "it was turned");
}

#[test]
fn tab_goes_past_the_rail_of_a_slider() {
    let mut screen = obeying_screen_of(open("first-throw"), WINDOW);
    show(&mut screen, Panel::Throw);
    type_row(&mut screen, "Mass", &["6", "0.5"]);
    let scene = scene_of(&screen);
    let ball = &scene.launcher.as_ref().unwrap().ball;
    assert_eq!((ball.mass_kg, ball.restitution), (Some(6.0), 0.5));
}

fn inertia(screen: &Screen, part: &str) -> [f64; 3] {
    let scene = scene_of(screen);
    let all = rows(&scene.ragdolls[0], &scene.materials);
    let row = all.iter().find(|row| row.part == part).unwrap();
    [0, 1, 2].map(|axis| row.value(Cell::Inertia(axis), Shown::default()).unwrap())
}

/// Each of the three alone is one that no body has beside the old others.
#[test]
fn moments_of_inertia_can_be_typed_one_after_the_other() {
    let mut screen = obeying_screen_of(open("mx-drop"), WINDOW);
    show(&mut screen, Panel::Limits);
    let before = inertia(&screen, "head");
    let wanted = before.map(|moment| moment * 9.0);
    click(&mut screen, "Head inertia x");
    for moment in wanted {
        assert_eq!(inertia(&screen, "head"), before);
        type_text(&mut screen, &moment.to_string());
        press_key(&mut screen, Key::Tab);
    }
    let found = inertia(&screen, "head");
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-6 * wanted, "{found} {wanted}");
    }
}

/// A moment that waits for the others is given up by Delete, and belongs to its row alone.
#[test]
fn a_moment_that_waits_can_be_given_up() {
    let mut screen = obeying_screen_of(open("mx-drop"), WINDOW);
    show(&mut screen, Panel::Limits);
    let before = inertia(&screen, "head");
    click(&mut screen, "Head inertia x");
    type_text(&mut screen, "7");
    press_key(&mut screen, Key::Enter);
    // Below it in the other row is nothing that waits.
    press_key(&mut screen, Key::ArrowUp);
    press_key(&mut screen, Key::Delete);
    type_text(&mut screen, &(1.1 * before[0]).to_string());
    press_key(&mut screen, Key::Enter);
    let found = inertia(&screen, "head");
    assert!((found[0] - 1.1 * before[0]).abs() < 1e-6);
    assert_eq!(found[1..], before[1..]);
}

#[test]
fn what_is_hidden_is_said() {
    let mut screen = obeying_screen_of(open("box-stack"), WINDOW);
    let says =
        |screen: &mut Screen, what: &str| words(screen).iter().any(|text| text.contains(what));
    assert!(!says(&mut screen, "hidden"));
    let scene = scene_of(&screen);
    let ids: Vec<_> = scene.bodies.iter().take(2).map(|body| body.id).collect();
    select(&mut screen, ids);
    screen
        .state_mut()
        .program
        .perform(Action::Do(Trigger::Hide));
    settle(&mut screen);
    assert!(says(&mut screen, "2 hidden"));
    screen
        .state_mut()
        .program
        .perform(Action::Do(Trigger::ShowBodies));
    settle(&mut screen);
    assert!(says(&mut screen, "bodies off"));
}
