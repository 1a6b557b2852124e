//! The first minute of somebody who has read nothing, in a real window with real mouse and
//! keys: throw, aim, repeat, change the ball and the body, go back in time, pull, compare.
//!
//! Needs what `first_light.rs` needs. With `RAGDOLL_LAB_PICTURES` set to a
//! folder, a picture of each stage is put there to be looked at; `--nocapture` tells how
//! long each took.
#![cfg(target_os = "linux")]

use crate::common::window::{let_play, picture, Display, Window};
use serde_json::Value;
use std::time::Instant;

/// Tells how long something took; machines differ, so that nothing depends on it.
fn told(what: &str, since: Instant) {
    println!("{what}: {:.1} s", since.elapsed().as_secs_f64());
}

fn place(event: &Value) -> [f64; 2] {
    [0, 1].map(|axis| event["figure"][axis].as_f64().unwrap())
}

fn travel(shot: &Value) -> f64 {
    shot["travel_m"].as_f64().unwrap()
}

fn is_at_rest(shot: &Value) -> bool {
    shot["rest"] == true
}

/// Types a number into the box to the right of a slider.
fn type_beside_slider(window: &mut Window, label: &str, number: &str) {
    let [x, y] = window.place_of(label);
    window.click(x + 46.0, y);
    window.key("ctrl+a");
    window.type_text(number);
    window.key("Return");
    window.let_layout_settle();
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn throwing_in_the_first_minute() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut window = Window::open(&display, &[]);
    window.wait_for("ready");

    // A click throws, and the distance stands there.
    let began = Instant::now();
    window.click_on_figure();
    window.wait_for_shot(|shot| shot["hit"] == true);
    told("click to hit", began);
    let first = window.wait_for_shot(is_at_rest);
    told("click to rest", began);
    assert!(travel(&first) > 0.1, "{first}");
    picture(&display, "1-thrown.png");

    // Aim with a drag from the dummy: another shot. B repeats it to the last digit.
    window.key("BackSpace");
    window.key("space");
    let standing = window.wait_for_run(|run| run["step"].is_u64() && run["figure"].is_array());
    let [x, y] = place(&standing);
    window.hold([x, y], [x, y - 60.0]);
    window.let_go();
    let aimed = window.wait_for_shot(is_at_rest);
    assert_ne!(travel(&aimed), travel(&first));
    picture(&display, "2-aimed.png");
    window.key("b");
    let again = window.wait_for_shot(is_at_rest);
    assert_eq!(travel(&again), travel(&aimed));

    // Another ball at another body; the result before stays as a ghost.
    type_beside_slider(&mut window, "Radius", "0.2");
    type_beside_slider(&mut window, "Elasticity", "0.8");
    type_beside_slider(&mut window, "Speed", "9");
    window.click_on("Wide");
    window.click_on("Throw ball");
    let ghost = window.wait_for_run(|run| run["ghost"] == true);
    assert_eq!(ghost["playing"], true);
    let wide = window.wait_for_shot(is_at_rest);
    assert_ne!(travel(&wide), travel(&again));
    picture(&display, "3-other-ball.png");
    told("all of it", began);
    window.key("ctrl+q");
    window.click_on("Discard changes");
    assert_eq!(window.exit_code(), Some(0));
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn looking_closer_in_the_first_minute() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut window = Window::open(&display, &[]);
    window.wait_for("ready");
    let began = Instant::now();
    window.click_on("Wide");
    window.let_layout_settle();
    window.click_on_figure();
    window.wait_for_shot(is_at_rest);

    // Pause, slow down, back to the hit on the timeline, a step.
    window.key("space");
    let end = window.wait_for_run(|run| run["step"].is_u64())["step"]
        .as_u64()
        .unwrap();
    window.key("minus");
    let [x, y] = window.place_of("Timeline");
    window.hold([x - 200.0, y], [x - 450.0, y]);
    window.let_go();
    window.let_layout_settle();
    let earlier =
        |run: &Value| run["busy"] == false && run["step"].as_u64().is_some_and(|step| step < end);
    let back = window.wait_for_run(earlier)["step"].as_u64().unwrap();
    window.key("Right");
    window.wait_for_run(|run| run["step"] == back + 1);
    window.key("alt+Right");
    picture(&display, "4-inside-the-step.png");

    // Grab the body and swing it round.
    window.key("BackSpace");
    window.key("q");
    window.wait_for_run(|run| run["step"] == 0);
    // The view goes back to the scene first.
    window.let_layout_settle();
    let standing = window.wait_for_run(|run| run["step"] == 0 && run["figure"].is_array());
    window.key("equal");
    window.key("space");
    let [x, y] = place(&standing);
    window.hold([x, y], [x + 150.0, y - 120.0]);
    window.wait_for_run(|run| run["pulled"] == true);
    let_play(0.8);
    picture(&display, "5-pulled.png");
    window.let_go();
    window.wait_for_run(|run| run["pulled"] == false);

    // The other weighting beside it; after a throw the two part by more than chance.
    window.key("t");
    window.key("BackSpace");
    window.key("v");
    window.wait_for_run(|run| run["sides"][0] == 1);
    window.click_on("Throw ball");
    window.wait_for_run(|run| run["sides"][1] == 1);
    let_play(0.8);
    picture(&display, "6-compared.png");
    // Then the other methods, then nothing.
    window.key("v");
    window.wait_for_run(|run| run["sides"][0] == 5);
    window.key("v");
    window.wait_for_run(|run| run["sides"][0] == 0);
    told("all of it", began);
    window.key("ctrl+q");
    window.click_on("Discard changes");
    assert_eq!(window.exit_code(), Some(0));
}
