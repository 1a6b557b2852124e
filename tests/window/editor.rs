//! A scene built from nothing in a real window, with real mouse and keys, as a person
//! would who opens the editor for the first time.
//!
//! Needs what `tests/window_first_light.rs` needs. With `RAGDOLL_LAB_PICTURES` set to a
//! folder, pictures of each stage of the work are put there to be looked at.
#![cfg(target_os = "linux")]

use crate::common::window::{let_play, picture, wait_until, Display, Window};
use ragdoll_lab::scene::{parse, Scene};
use std::path::Path;

/// A floor under an empty studio, as the editor writes it.
fn empty_scene() -> String {
    let text = r#"{"format": "ragdoll-scene", "version": 2,
        "obstacles": [{"id": 1, "name": "floor", "shape": {"plane": {}}}]}"#;
    ragdoll_lab::scene::to_text(&parse(text.as_bytes()).unwrap()).unwrap()
}

fn read(path: &Path) -> Scene {
    parse(&std::fs::read(path).unwrap()).unwrap()
}

/// Saves and waits until the file is no longer what it was.
#[track_caller]
fn save(window: &Window, file: &Path, before: &str) -> String {
    window.key("ctrl+s");
    wait_until("the scene is saved", || {
        std::fs::read_to_string(file).unwrap() != before
    });
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn a_scene_is_built_saved_undone_redone_opened_again_and_played() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("built.json");
    let empty = empty_scene();
    std::fs::write(&file, &empty).unwrap();
    let mut window = Window::open(&display, &[file.to_str().unwrap()]);
    let ready = window.wait_for("ready");
    let [x, y] = ["x", "y"].map(|axis| ready[axis].as_f64().unwrap());
    window.key("ctrl+2");

    // Three links from a pin of the world, the last one heavy.
    window.click_on("Choose chain");
    window.type_into("Links", "3");
    window.type_into("Last mass", "5*4");
    window.click_on("Add chain");
    picture(&display, "editor-1-chain.png");

    // Stairs beside it, and on them the ragdoll.
    window.key("q");
    window.click(x + 230.0, y + 150.0);
    window.click_on("Choose stairs");
    window.click_on("Add stairs");
    window.let_layout_settle();
    picture(&display, "editor-2-stairs.png");
    window.click(x + 105.0, y + 75.0);
    window.click_on("Choose ragdoll");
    window.click_on("Add ragdoll");
    window.key("End");
    picture(&display, "editor-3-ragdoll.png");

    // Forty boxes before it.
    window.key("Home");
    window.let_layout_settle();
    window.click(x + 200.0, y + 100.0);
    window.click_on("Choose wall");
    window.type_into("Boxes", "40");
    window.type_into("Boxes per row", "8");
    window.click_on("Add wall");
    picture(&display, "editor-4-wall.png");

    let built_text = save(&window, &file, &empty);
    let built = read(&file);
    // Two of the five rows end in half bricks, and so have one more.
    assert_eq!(built.bodies.len(), 3 + 40 + 2, "links and boxes");
    let links: Vec<f64> = (built.bodies.iter())
        .filter(|body| body.name.starts_with("chain/"))
        .map(|body| body.mass_kg.unwrap())
        .collect();
    assert_eq!(links, [1.0, 1.0, 20.0]);
    assert_eq!(built.constraints.len(), 3, "a pin for each link");
    assert_eq!((built.obstacles.len(), built.ragdolls.len()), (2, 1));
    let height = built.ragdolls[0].position_m[1];
    assert!(
        height > 0.1,
        "the ragdoll is on the stairs, not {height} m high"
    );

    let lowest = (built.bodies.iter())
        .filter(|body| body.name.starts_with("wall/"))
        .map(|body| body.position_m[1])
        .fold(f64::INFINITY, f64::min);
    assert!((lowest - 0.1).abs() < 0.01, "the wall stands on the floor");

    // All the way back and all the way forward, byte for byte.
    for _ in 0..8 {
        window.key("ctrl+z");
    }
    assert_eq!(save(&window, &file, &built_text), empty);
    for _ in 0..8 {
        window.key("ctrl+y");
    }
    assert_eq!(save(&window, &file, &empty), built_text);
    window.close();

    // Opened again it plays: the heavy link swings and the ragdoll falls.
    let mut window = Window::open(&display, &[file.to_str().unwrap()]);
    window.wait_for("ready");
    picture(&display, "editor-5-opened.png");
    window.wait_for_run(|run| run["playing"] == true);
    let_play(3.0);
    picture(&display, "editor-6-played.png");
    // What was played is no change of the document.
    window.close();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), built_text);
}

#[test]
fn things_are_moved_by_typing_during_a_drag_and_taken_back_by_escape() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("moved.json");
    let empty = empty_scene();
    std::fs::write(&file, &empty).unwrap();
    let mut window = Window::open(&display, &[file.to_str().unwrap()]);
    window.wait_for("ready");
    window.key("alt+b");
    window.wait_for("widgets");
    let first = save(&window, &file, &empty);
    let place = read(&file).bodies[0].position_m;

    // The same box again, moved up by a typed number in the inspector.
    window.key("ctrl+d");
    let second = save(&window, &file, &first);
    assert_eq!(read(&file).bodies.len(), 2);
    window.type_into("Position y", "150cm");
    let third = save(&window, &file, &second);
    let moved = read(&file).bodies[1].position_m;
    assert_eq!(moved[1], 1.5, "{place:?} {moved:?}");

    // End puts it down, beside the first one.
    window.key("End");
    save(&window, &file, &third);
    let landed = read(&file).bodies[1].position_m;
    assert!((landed[1] - 0.2).abs() < 1e-9, "{landed:?}");
    window.close();
}
