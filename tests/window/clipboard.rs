//! The clipboard of a desktop: a text of another program is pasted, and one that hangs
//! holds nothing up.
//!
//! Needs what `tests/window/first_light.rs` needs, and skips as that does.
#![cfg(target_os = "linux")]

use crate::common::window::{Display, Window};
use ragdoll_lab::scene::parse;
use std::io::Write;
use std::process::{Child, Command, Stdio};

/// A program that has a text on the clipboard until it is dropped.
struct Owner(Child);

impl Owner {
    fn of(text: &str, display: &Display) -> Owner {
        let mut program = Command::new("xclip")
            .args(["-quiet", "-selection", "clipboard", "-in"])
            .envs(display.environment())
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = program.stdin.take().unwrap();
        stdin.write_all(text.as_bytes()).unwrap();
        Owner(program)
    }

    /// It answers nobody any more.
    fn hang(&self) {
        let process = self.0.id().to_string();
        let stopped = Command::new("kill").args(["-STOP", &process]).status();
        assert!(stopped.unwrap().success());
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_number_of_another_program_is_pasted_and_a_program_that_hangs_is_not_waited_for() {
    let Some(display) = Display::start() else {
        return;
    };
    let owner = Owner::of("7", &display);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain.json");
    let empty = r#"{"format": "ragdoll-scene", "version": 2}"#;
    std::fs::write(&file, empty).unwrap();
    let mut window = Window::open(&display, &[file.to_str().unwrap()]);
    window.wait_for("ready");
    window.key("ctrl+2");
    window.click_on("Choose chain");
    window.click_on("Links");
    window.key("ctrl+a");
    window.key("ctrl+v");
    window.key("Return");
    window.click_on("Add chain");
    window.key("ctrl+s");
    window.wait_for("message");
    crate::common::window::wait_until("the scene is saved", || {
        std::fs::read_to_string(&file).unwrap() != empty
    });
    let scene = parse(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(scene.bodies.len(), 7, "{:?}", scene.bodies);

    owner.hang();
    window.key("ctrl+shift+v");
    loop {
        let message = window.wait_for("message");
        if message["text"]
            .as_str()
            .unwrap()
            .contains("does not respond")
        {
            break;
        }
    }
    let playing = window.wait_for_run(|_| true)["playing"] == true;
    window.key("space");
    window.wait_for_run(|run| run["playing"] != playing);
    println!("{} ms at most until the picture", window.longest_gap());
}
