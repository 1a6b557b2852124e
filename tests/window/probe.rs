//! The probe tells displays that work from those that do not, and never dies of one.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ragdoll_lab::platform::display;

/// Makes the re-executed test binary print what the probe finds.
const REPORT: &str = "RAGDOLL_LAB_TEST_REPORT_PROBE";

/// The child's part of the other tests; does nothing in an ordinary run.
#[test]
fn report_the_probe_when_asked_to() {
    if std::env::var_os(REPORT).is_some() {
        match display::probe_through(Path::new(env!("CARGO_BIN_EXE_ragdoll-lab"))) {
            Ok(backend) => println!("found {backend:?}."),
            Err(error) => println!("error {error}."),
        }
    }
}

/// What the probe finds in a process with just these display variables.
fn probe_with(variables: &[(&str, &str)]) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "probe::report_the_probe_when_asked_to",
            "--nocapture",
        ])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env(REPORT, "1")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "the probe died: {text}");
    text
}

/// An X server of the test's own, ended on drop.
struct Xvfb {
    server: Child,
    display: String,
}

impl Xvfb {
    /// Nothing where Xvfb is not installed, unless a window is required.
    fn start(arguments: &[&str]) -> Option<Self> {
        let started = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "640x480x24", "-noreset"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut server) = started else {
            let required = std::env::var_os("RAGDOLL_LAB_REQUIRE_WINDOW").is_some();
            assert!(!required, "Xvfb is not installed; apt install xvfb");
            eprintln!("skipped: Xvfb is not installed");
            return None;
        };
        let mut number = String::new();
        let stdout = server.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut number).unwrap();
        let display = format!(":{}", number.trim());
        Some(Self { server, display })
    }
}

impl Drop for Xvfb {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn without_any_display_the_remedy_is_named() {
    let found = probe_with(&[]);
    assert!(found.contains("error no display"), "{found}");
    assert!(found.contains("ragdoll-lab run SCENE"), "{found}");
}

#[test]
fn a_display_where_nobody_answers_is_named() {
    let found = probe_with(&[("DISPLAY", ":4711")]);
    assert!(found.contains("error no"), "{found}");
    assert!(
        found.contains(":4711") || found.contains("apt install"),
        "{found}"
    );
}

#[test]
fn a_wayland_display_where_nobody_answers_is_named() {
    let found = probe_with(&[("WAYLAND_DISPLAY", "wayland-4711")]);
    assert!(found.contains("error no"), "{found}");
    let named = found.contains("wayland-4711") || found.contains("apt install");
    assert!(named, "{found}");
}

#[test]
fn an_x_server_with_glx_is_found() {
    let Some(server) = Xvfb::start(&[]) else {
        return;
    };
    let found = probe_with(&[("DISPLAY", &server.display)]);
    assert!(found.contains("found X11(Glx)"), "{found}");
    // A broken Wayland beside it changes nothing.
    let found = probe_with(&[
        ("DISPLAY", &server.display),
        ("WAYLAND_DISPLAY", "wayland-4711"),
    ]);
    assert!(found.contains("found X11(Glx)"), "{found}");
}

#[test]
fn an_x_server_without_glx_falls_back_to_egl() {
    let Some(server) = Xvfb::start(&["-extension", "GLX"]) else {
        return;
    };
    let found = probe_with(&[("DISPLAY", &server.display)]);
    let egl_or_remedy = found.contains("found X11(Egl)") || found.contains("error no OpenGL");
    assert!(egl_or_remedy, "{found}");
}

#[test]
fn a_library_without_a_driver_is_an_error_and_not_the_end() {
    let Some(server) = Xvfb::start(&[]) else {
        return;
    };
    // Mesa looks for its drivers only there.
    let found = probe_with(&[
        ("DISPLAY", &server.display),
        ("LIBGL_DRIVERS_PATH", "/nonexistent"),
    ]);
    assert!(found.contains("error no OpenGL"), "{found}");
    assert!(found.contains("libgl1-mesa-dri"), "{found}");
}
