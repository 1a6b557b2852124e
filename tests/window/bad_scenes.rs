//! Scenes that ask for more than a machine has: the window goes on to listen, and ends when
//! it is told to.
//!
//! Needs what `tests/window/first_light.rs` needs, and skips as that does.
#![cfg(target_os = "linux")]

use crate::common::window::{let_play, Display, Window};
use serde_json::{json, Value};

/// How long each may play, s.
const PLAYS_S: f64 = 4.0;

fn scene(content: Value) -> String {
    let mut scene = json!({"format": "ragdoll-scene", "version": 2});
    for (key, value) in content.as_object().unwrap() {
        scene[key] = value.clone();
    }
    scene.to_string()
}

fn figure(id: u32, height_m: f64) -> Value {
    json!({"id": id, "figure": {"mx": {}}, "position_m": [0, height_m, 0]})
}

/// What is wrong with each, and its text.
fn bad_scenes() -> [(&'static str, String); 5] {
    let floor = json!({"id": 1, "shape": {"plane": {}}});
    let planes: Value = (100..20_100)
        .map(|id| json!({"id": id, "shape": {"plane": {}}}))
        .collect();
    let in_one_place: Value = (2..63).map(|id| figure(id, 0.3)).collect();
    let ball = |id: u32| {
        let place = [id % 11, id % 7, id % 13].map(|x| f64::from(x) * 1e-3 + 0.2);
        json!({"id": id + 10, "shape": {"sphere": {"radius_m": 0.05}}, "mass_kg": 1,
            "position_m": place})
    };
    let balls: Value = (0..2_000).map(ball).collect();
    let passes = json!({"substeps": 1_000, "iterations": 100_000});
    let many = json!({"substeps": 100, "iterations": 1_000});
    let one = json!([figure(2, 0.3)]);
    [
        (
            "passes",
            scene(json!({"solver": passes, "obstacles": [floor], "ragdolls": one})),
        ),
        (
            "iterations",
            scene(json!({"solver": many, "obstacles": [floor], "ragdolls": one})),
        ),
        (
            "planes",
            scene(json!({"obstacles": planes, "ragdolls": one})),
        ),
        (
            "one place",
            scene(json!({"obstacles": [floor], "ragdolls": in_one_place})),
        ),
        (
            "balls",
            scene(json!({"obstacles": [floor], "bodies": balls})),
        ),
    ]
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn bad_scenes_leave_the_window_listening() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for (what, text) in bad_scenes() {
        let file = folder.path().join("bad.json");
        std::fs::write(&file, text).unwrap();
        let mut window = Window::open(&display, &[file.to_str().unwrap()]);
        window.wait_for("ready");
        let_play(PLAYS_S);
        window.key("space");
        window.key("Right");
        window.signal("TERM");
        assert_eq!(window.exit_code(), Some(143), "{what}");
        let gap = window.longest_gap();
        let parts = window.parts_of_longest_gap();
        println!("{what}: {gap} ms at most until the picture: {parts}");
    }
}
