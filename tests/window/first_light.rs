//! The program in a real window: real mouse and keys on a display of its own.
//!
//! Needs Xvfb, xdotool and ImageMagick (`tests/run.sh` installs them). Without
//! them it skips on a developer's machine and fails where
//! `RAGDOLL_LAB_REQUIRE_WINDOW` is set, as `tests/run.sh` does.
#![cfg(target_os = "linux")]

use crate::common::window::{wait_until, Display, Window};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ragdoll-lab");

#[test]
fn a_click_throws_the_ball_and_the_distance_stands_on_screen() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let before = folder.path().join("before.png");
    let after = folder.path().join("after.png");
    let mut window = Window::open(&display, &[]);
    window.wait_for("ready");
    display.picture(&before);

    window.click_on_figure();
    let hit = window.wait_for_shot(|shot| shot["hit"] == true);
    assert_eq!(hit["rest"], false);
    let rest = window.wait_for_shot(|shot| shot["rest"] == true);
    let travel = rest["travel_m"].as_f64().unwrap();
    assert!(travel > 0.1, "the figure travelled {travel} m only");
    display.picture(&after);

    // The figure no longer stands where it stood, and much of the stage is as it was.
    let changed = changed_share(&before, &after);
    assert!(
        (0.005..0.5).contains(&changed),
        "{changed} of the pixels changed"
    );
    // Amber, which only the dummy has, is on both pictures.
    for picture in [&before, &after] {
        let amber = share_of_color(picture, "#f2b33d");
        assert!(
            amber > 0.002,
            "{}: {amber} of the pixels are amber",
            picture.display()
        );
    }
    window.close();
}

/// The hints and the last animations pass first; then a window in which nothing moves costs
/// next to nothing.
fn costs_nothing(window: &Window) -> bool {
    let before = window.busy_time();
    std::thread::sleep(Duration::from_secs(3));
    window.busy_time() - before < Duration::from_millis(90)
}

#[test]
fn a_scene_that_plays_rests_while_all_in_it_lies_still() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut window = Window::open(&display, &[]);
    window.wait_for("ready");
    wait_until("the window rests before a throw", || costs_nothing(&window));
    window.click_on_figure();
    window.wait_for_shot(|shot| shot["rest"] == true);
    wait_until("the window rests after it", || costs_nothing(&window));
    window.close();
}

#[test]
fn a_still_window_rests_and_wakes_at_a_touch() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut window = Window::open(&display, &["chain"]);
    window.wait_for("ready");
    window.key("space");
    wait_until("the window rests", || costs_nothing(&window));

    window.type_into("Find scene", "first");
    window.click_on("first-throw");
    window.close();
}

#[test]
fn a_changed_scene_is_saved_and_opened_again() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my scène.json");
    std::fs::copy("scenes/first-throw.json", &file).unwrap();
    let original = std::fs::read_to_string(&file).unwrap();
    let mut window = Window::open(&display, &[file.to_str().unwrap()]);
    window.wait_for("ready");

    window.click_on("Wide");
    window.click_on("Uniform");
    window.key("ctrl+s");
    let saved = window.wait_for("message");
    assert!(
        saved["text"].as_str().unwrap().starts_with("saved"),
        "{saved}"
    );
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"girth\": 1.3"), "{text}");
    assert!(text.contains("\"weighting\": 0"), "{text}");

    // Undo brings the original back, and saving that gives the same bytes.
    window.key("ctrl+z");
    window.key("ctrl+z");
    window.key("ctrl+s");
    crate::common::window::wait_until("the original is saved", || {
        std::fs::read_to_string(&file).unwrap() == original
    });
    window.close();
}

#[test]
fn closing_with_changes_asks_and_can_be_cancelled() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut window = Window::open(&display, &[]);
    window.wait_for("ready");
    window.click_on("Thin");
    window.key("ctrl+q");
    window.click_on("Cancel");
    window.key("ctrl+q");
    window.click_on("Discard changes");
    assert_eq!(window.exit_code(), Some(0));
}

#[test]
fn a_bad_file_is_refused_with_its_place_and_the_window_does_not_open() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.json");
    std::fs::write(&file, "{\"format\": \"ragdoll-scene\", \"version\": 99}").unwrap();
    let output = Command::new(PROGRAM).arg(&file).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains("bad.json:1:") && text.contains("99"),
        "{text}"
    );
}

#[test]
fn without_a_display_the_exit_code_is_three_and_the_remedy_is_named() {
    for arguments in [&["chain"][..], &["shot", "chain", "-o", "never.png"]] {
        let output = Command::new(PROGRAM)
            .args(arguments)
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {text}");
        assert!(text.contains("ragdoll-lab run"), "{text}");
        assert!(!text.contains("panicked"), "{text}");
    }
}

#[test]
fn scripted_runs_of_the_window_give_the_same_picture() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let pictures = ["one.png", "two.png"].map(|name| folder.path().join(name));
    let script = folder.path().join("script.json");
    std::fs::write(&script, r#"[{"frame": 5, "do": "throw"}]"#).unwrap();
    for picture in &pictures {
        let status = Command::new(PROGRAM)
            .args(["first-throw", "--frames", "60", "--script"])
            .arg(&script)
            .arg("--screenshot")
            .arg(picture)
            .envs(display.environment())
            .status()
            .unwrap();
        assert!(status.success());
    }
    // The status bar shows measured times; the stage repeats exactly.
    let [one, two] = pictures.map(|path| stage_part(&path));
    assert_eq!(one, two);
}

/// What F12 saves is what the window shows, and not what is left of the frame before.
#[test]
fn a_saved_picture_shows_what_the_window_shows() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.json");
    let steps = r#"[{"frame": 20, "do": "play-pause"}, {"frame": 40, "do": "screenshot"}]"#;
    std::fs::write(&script, steps).unwrap();
    let at_end = folder.path().join("end.png");
    let status = Command::new(PROGRAM)
        .args(["first-throw", "--frames", "45", "--script"])
        .arg(&script)
        .arg("--screenshot")
        .arg(&at_end)
        .current_dir(folder.path())
        .envs(display.environment())
        .status()
        .unwrap();
    assert!(status.success());
    let saved = folder.path().join("ragdoll-lab-40.png");
    // Above the message that it was saved.
    let above = |picture: &Path| part_of(picture, "680x400+275+60");
    assert_eq!(above(&saved), above(&at_end));
    assert!(share_of_color(&saved, "#f2b33d") > 0.001);
}

/// A view of the inside of a step must not outlive what it is a view of.
#[test]
fn a_scene_may_be_changed_while_a_step_is_looked_into() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.json");
    let steps = r#"[{"frame": 8, "do": "play-pause"}, {"frame": 16, "do": "reset"},
        {"frame": 24, "do": "step-inside"}, {"frame": 32, "do": "create-ball"},
        {"frame": 40, "do": "undo"}, {"frame": 48, "do": "step-back-inside"}]"#;
    std::fs::write(&script, steps).unwrap();
    let status = Command::new(PROGRAM)
        .args(["first-throw", "--frames", "60", "--script"])
        .arg(&script)
        .envs(display.environment())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn shot_renders_one_picture_of_the_wished_size() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("shot.png");
    let status = Command::new(PROGRAM)
        .args([
            "shot",
            "humanoid-thin",
            "--at",
            "1.5",
            "--size",
            "640x360",
            "-o",
        ])
        .arg(&picture)
        .envs(display.environment())
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(
        convert(&[picture.to_str().unwrap(), "-format", "%wx%h", "info:"]),
        "640x360"
    );
    assert!(share_of_color(&picture, "#f2b33d") > 0.002);
}

/// Pixels of the stage between the panels.
fn stage_part(picture: &Path) -> String {
    part_of(picture, "780x560+180+60")
}

/// A number made of the pixels of a part of a picture.
fn part_of(picture: &Path, part: &str) -> String {
    let crop = ["-crop", part, "-format", "%#", "info:"];
    convert(&[&[picture.to_str().unwrap()], &crop[..]].concat())
}

/// Share of the pixels that differ clearly.
fn changed_share(a: &Path, b: &Path) -> f64 {
    let arguments = [
        a.to_str().unwrap(),
        b.to_str().unwrap(),
        "-compose",
        "difference",
        "-composite",
        "-colorspace",
        "gray",
        "-threshold",
        "8%",
        "-format",
        "%[fx:mean]",
        "info:",
    ];
    convert(&arguments).parse().unwrap()
}

/// Share of the pixels close to a colour.
fn share_of_color(picture: &Path, color: &str) -> f64 {
    let arguments = [
        picture.to_str().unwrap(),
        "-alpha",
        "off",
        "-fuzz",
        "14%",
        "-fill",
        "white",
        "-opaque",
        color,
        "-fill",
        "black",
        "+opaque",
        "white",
        "-colorspace",
        "gray",
        "-format",
        "%[fx:mean]",
        "info:",
    ];
    convert(&arguments).parse().unwrap()
}

fn convert(arguments: &[&str]) -> String {
    let output = Command::new("convert").args(arguments).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}
