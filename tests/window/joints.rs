//! The limits of a ragdoll in a real window: changed in the table, seen in the arc, held
//! in the fall, dragged back on the stage.
//!
//! Needs what `tests/window_first_light.rs` needs. With `RAGDOLL_LAB_PICTURES` set to a
//! folder, pictures of each stage of the work are put there to be looked at.
#![cfg(target_os = "linux")]

use crate::common::window::{let_play, picture, wait_until, Display, Window};
use ragdoll_lab::compile::parts_in_force;
use ragdoll_lab::scene::{find, parse, to_text, PartLimit, Scene};
use std::path::Path;
use std::process::Command;

fn text_of(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap()
}

fn scene_of(file: &Path) -> Scene {
    parse(text_of(file).as_bytes()).unwrap()
}

/// The limit of a part in a file.
fn limit(file: &Path, part: &str) -> PartLimit {
    let parts = parts_in_force(&scene_of(file).ragdolls[0]);
    parts
        .iter()
        .find(|p| p.name == part)
        .unwrap()
        .limit
        .unwrap()
}

/// Saves, and waits until the file is another one.
#[track_caller]
fn save(window: &Window, file: &Path) {
    let before = text_of(file);
    window.key("ctrl+s");
    wait_until("the scene is saved", || text_of(file) != before);
}

/// Worst violation of a limit in a fall, degrees, by the command line.
fn worst_violation_deg(file: &Path) -> f64 {
    let output = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"))
        .args(["run", file.to_str().unwrap(), "--seconds", "4", "--json"])
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    report["max_limit_violation_deg"].as_f64().unwrap()
}

#[test]
fn a_limit_goes_from_the_table_to_the_arc_to_the_fall_and_back() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mx.json");
    let original = to_text(&parse(find("mx-drop").unwrap().text.as_bytes()).unwrap()).unwrap();
    std::fs::write(&file, &original).unwrap();
    let mut window = Window::open(&display, &[file.to_str().unwrap()]);
    window.wait_for("ready");
    window.key("space");
    window.key("BackSpace");

    // The left elbow in the table: y maximum from 110 to 70 degrees, in the paper's frame.
    window.key("ctrl+8");
    window.type_into("Filter limbs", "lower arm");
    window.click_on("Left Lower Arm min y");
    // The maxima lie farther right.
    for _ in 0..3 {
        window.key("Right");
    }
    window.type_text("70");
    window.key("Return");
    window.key("Up");
    window.let_layout_settle();
    picture(&display, "joints-1-table.png");
    save(&window, &file);
    let (left, right) = (limit(&file, "l_lower_arm"), limit(&file, "r_lower_arm"));
    assert_eq!((left.min_deg[1], left.max_deg[1]), (-70.0, 0.0));
    assert_eq!(
        (right.min_deg[1], right.max_deg[1]),
        (0.0, 70.0),
        "it follows"
    );

    // The table lets go of the keys. It falls, and the limit holds as well as the others.
    window.key("Escape");
    window.key("j");
    window.key("space");
    window.wait_for_run(|run| run["playing"] == true);
    let_play(4.0);
    picture(&display, "joints-2-fallen.png");
    let worst = worst_violation_deg(&file);
    assert!(worst < 10.0, "broken by {worst} degrees");
    window.key("space");
    window.key("BackSpace");

    // On the stage the arc is dragged to exactly where it was.
    let [at, middle] = window.knob("y min");
    let out = [
        at[0] + 0.3 * (at[1] - middle[1]),
        at[1] - 0.3 * (at[0] - middle[0]),
    ];
    window.hold(at, out);
    picture(&display, "joints-3-drag.png");
    window.type_text("110");
    picture(&display, "joints-4-typed.png");
    window.key("Return");
    window.let_go();
    picture(&display, "joints-5-back.png");
    save(&window, &file);
    assert_eq!(text_of(&file), original, "table and file have followed");

    // All undone, saved and opened again it is what it was; redone it is what was made.
    window.key("ctrl+z");
    picture(&display, "joints-6-undone.png");
    save(&window, &file);
    assert_eq!(limit(&file, "l_lower_arm").min_deg[1], -70.0);
    window.key("ctrl+z");
    save(&window, &file);
    assert_eq!(text_of(&file), original);
    window.key("ctrl+y");
    save(&window, &file);
    let made = text_of(&file);
    window.close();
    let mut window = Window::open(&display, &[file.to_str().unwrap()]);
    window.wait_for("ready");
    picture(&display, "joints-7-opened.png");
    window.close();
    assert_eq!(text_of(&file), made);
    assert_eq!(to_text(&scene_of(&file)).unwrap(), made);
}
