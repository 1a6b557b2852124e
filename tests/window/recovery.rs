//! That the program in a real window loses nothing, however it ends.
//!
//! Needs what `tests/window_first_light.rs` needs, and skips as that does.
#![cfg(target_os = "linux")]

use crate::common::window::{wait_until, Display, Window};
use std::path::{Path, PathBuf};

/// Creates one ball, then another before the first one's time is over, and says so.
const SCRIPT: &str = r#"[
    {"frame": 5, "do": "create-ball"},
    {"frame": 40, "do": "create-ball"},
    {"frame": 45, "do": "create-launcher"}
]"#;

/// A program that was begun with the script and has played it, and its slot.
fn edited(display: &Display, folder: &Path) -> (Window, PathBuf) {
    let script = folder.join("script.json");
    std::fs::write(&script, SCRIPT).unwrap();
    let mut window = Window::open(
        display,
        &["first-throw", "--script", script.to_str().unwrap()],
    );
    loop {
        let message = window.wait_for("message");
        if message["text"].as_str().unwrap().contains("launcher") {
            break;
        }
    }
    (window, display.recovery_folder().join("1.json"))
}

fn bodies_in(slot: &Path) -> usize {
    let text = std::fs::read(slot).unwrap();
    ragdoll_lab::scene::parse(&text).unwrap().bodies.len()
}

#[test]
fn after_a_kill_the_next_start_offers_what_was_not_saved() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (window, slot) = edited(&display, folder.path());
    wait_until("the slot is written", || slot.exists());
    window.signal("KILL");
    drop(window);
    let bodies = bodies_in(&slot);
    assert!(bodies >= 1);

    let mut window = Window::open(&display, &["chain"]);
    window.wait_for("ready");
    window.click_on("Restore");
    let message = window.wait_for("message");
    let text = message["text"].as_str().unwrap();
    assert!(text.starts_with("restored first-throw"), "{text}");
    // Discarding it at the end empties the slot.
    window.key("ctrl+q");
    window.click_on("Discard changes");
    assert_eq!(window.exit_code(), Some(0));
    assert!(!slot.exists());
}

#[test]
fn asked_to_end_the_program_keeps_the_last_change() {
    let Some(display) = Display::start() else {
        return;
    };
    for (signal, code) in [("TERM", 143), ("INT", 130)] {
        let folder = tempfile::tempdir().unwrap();
        let (mut window, slot) = edited(&display, folder.path());
        window.signal(signal);
        assert_eq!(window.exit_code(), Some(code));
        assert_eq!(
            bodies_in(&slot),
            2,
            "the second change came after the writing"
        );
        std::fs::remove_file(&slot).unwrap();
    }
}
