//! Films: as many frames as were asked for, each another one, and the same bytes each time.
#![cfg(target_os = "linux")]

use crate::common::window::Display;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_ragdoll-lab");

fn film(display: &Display, output: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(["film", "first-throw", "--to", "0.8", "-o"]);
    command.arg(output).args(more);
    for usual in [["--size", "160x90"], ["--fps", "10"]] {
        if !more.contains(&usual[0]) {
            command.args(usual);
        }
    }
    command.envs(display.environment());
    command.output().unwrap()
}

#[test]
fn a_film_has_its_frames_in_every_format_and_repeats() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["a.gif", "b.gif", "c.apng", "frames"] {
        let output = film(&display, &path(name), &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {said}");
    }
    let bytes = |name: &str| std::fs::read(path(name)).unwrap();
    assert_eq!(bytes("a.gif"), bytes("b.gif"));

    let mut gif = gif::Decoder::new(File::open(path("a.gif")).unwrap()).unwrap();
    assert_eq!([gif.width(), gif.height()], [160, 90]);
    let mut pictures = Vec::new();
    while let Some(frame) = gif.read_next_frame().unwrap() {
        assert_eq!(frame.delay, 10);
        pictures.push(frame.buffer.to_vec());
    }
    assert_eq!(pictures.len(), 8);
    // The throw is at 0.3 s: something moves from then on.
    assert!(pictures[3..].windows(2).all(|pair| pair[0] != pair[1]));

    let apng = png::Decoder::new(File::open(path("c.apng")).unwrap());
    let info = apng.read_info().unwrap();
    let control = info.info().animation_control().unwrap();
    assert_eq!(control.num_frames, 8);
    for frame in 1..=8 {
        let file = path("frames").join(format!("frame-{frame:04}.png"));
        assert!(file.is_file(), "{}", file.display());
    }
}

#[test]
fn a_scene_from_standard_input_that_waits_for_a_throw_is_filmed() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frames.of/");
    let mut command = Command::new(PROGRAM);
    command.args([
        "film", "-", "--size", "160x90", "--from", "0.4", "--to", "0.7",
    ]);
    command.args(["--fps", "10", "-o"]).arg(&path);
    command.stdin(File::open("scenes/first-throw.json").unwrap());
    let output = command.envs(display.environment()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(path.join("frame-0003.png").is_file());
    assert!(!path.join("frame-0004.png").exists());
}

#[test]
fn what_cannot_be_filmed_is_refused_with_the_reason() {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let says = |name: &str, more: &[&str], code: i32, reason: &str| {
        let output = film(&display, &folder.path().join(name), more);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(reason), "{said}");
    };
    says("film.mp4", &[], 2, "end the name in .gif or .apng");
    says("film.gif", &["--from", "2"], 2, "a recording has 1 to 3600");
    says("film.gif", &["--fps", "60"], 2, "at most 50 frames");
    says(
        "film.apng",
        &["--size", "8000x8000"],
        2,
        "12,000,000 pixels",
    );
    says("not/there/film.gif", &[], 1, "not/there/film.gif");
}
