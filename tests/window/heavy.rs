//! The largest files that are taken, and larger ones: whatever a file decides is done beside the
//! window, whose thread does little in any frame.
//!
//! Needs what `tests/window/first_light.rs` needs, and skips as that does.
#![cfg(target_os = "linux")]

use crate::common::window::{Display, Window};
use ragdoll_lab::platform::settings::Settings;
use serde_json::{json, Value};
use std::path::Path;

/// Most that a frame may work before its picture, s. Reading one of these files takes longer.
const MOST_S: f64 = 0.5;

/// A window in which a file was opened, from the list of those opened last.
fn opened(display: &Display, file: &Path) -> Window {
    let settings = Settings {
        recent_files: vec![file.to_owned()],
        ..Settings::default()
    };
    let place = display.home().join("ragdoll-lab/settings.json");
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    let written = settings.save_changes(&Settings::default(), &place);
    written.unwrap();
    let mut window = Window::open(display, &["chain"]);
    window.wait_for("ready");
    window.click_on("File");
    window.click_on("Recent");
    window.click_on(&file.file_name().unwrap().to_string_lossy());
    window
}

/// Waits for a message with these words.
fn wait_for_message(window: &mut Window, words: &str) -> String {
    loop {
        let message = window.wait_for("message");
        let text = message["text"].as_str().unwrap();
        if text.contains(words) {
            return text.to_owned();
        }
    }
}

fn assert_was_idle(window: &Window, what: &str) {
    let most_s = window.most_work_s();
    println!("{what}: {most_s:.3} s at most");
    assert!(most_s < MOST_S, "{what}: a frame worked for {most_s} s");
}

/// A hill of so many squares along an edge.
fn hill(edge: u32) -> Value {
    let height = |x: u32, z: u32| f64::from((x * 7 + z * 13) % 5) * 0.01;
    let vertices: Vec<_> = (0..=edge)
        .flat_map(|z| {
            (0..=edge).map(move |x| [f64::from(x) * 0.1, height(x, z), f64::from(z) * 0.1])
        })
        .collect();
    let at = |x: u32, z: u32| z * (edge + 1) + x;
    let squares = (0..edge).flat_map(|z| (0..edge).map(move |x| (x, z)));
    let triangles: Vec<_> = squares
        .flat_map(|(x, z)| {
            let [a, b, c, d] = [at(x, z), at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)];
            [[a, c, b], [b, c, d]]
        })
        .collect();
    json!({"mesh": {"vertices_m": vertices, "triangles": triangles}})
}

fn scene(content: Value) -> String {
    let mut scene = json!({"format": "ragdoll-scene", "version": 2});
    for (key, value) in content.as_object().unwrap() {
        scene[key] = value.clone();
    }
    scene.to_string()
}

#[test]
fn a_file_of_too_much_is_refused_beside_the_window() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("much.json");
    let ball = |id: u32| {
        json!({"id": id, "shape": {"sphere": {"radius_m": 0.05}}, "mass_kg": 1,
            "position_m": [0.1, 0.2, 0.3], "name": "one of very many balls"})
    };
    let balls: Vec<_> = (1..=100_001).map(ball).collect();
    std::fs::write(&file, scene(json!({ "bodies": balls }))).unwrap();
    let mut window = opened(&display, &file);
    wait_for_message(&mut window, "100001");
    assert_was_idle(&window, "too many balls");
    window.close();
}

#[test]
fn a_large_scene_is_opened_reset_compared_and_saved_beside_the_window() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.json");
    let hill = json!({"id": 1, "shape": hill(220), "position_m": [-11, -0.1, -11]});
    let figure = json!({"id": 2, "figure": {"mx": {}}, "position_m": [0, 0.3, 0]});
    let content = json!({"obstacles": [hill], "ragdolls": [figure]});
    std::fs::write(&file, scene(content)).unwrap();
    let mut window = opened(&display, &file);
    wait_for_message(&mut window, "opened large.json");
    assert_was_idle(&window, "opening");
    window.key("BackSpace");
    window.let_layout_settle();
    assert_was_idle(&window, "beginning anew");
    window.key("v");
    wait_for_message(&mut window, "side by side");
    window.wait_for_run(|run| run["sides"][0].as_u64() > Some(0));
    assert_was_idle(&window, "comparing");
    window.key("ctrl+s");
    wait_for_message(&mut window, "saved");
    assert_was_idle(&window, "saving");
    window.close();
}
