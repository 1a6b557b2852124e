//! Films: as many frames as were asked for, each another one, and the same bytes each time.
#![cfg(target_os = "linux")]

use crate::common::window::Display;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_ragdoll-lab");

fn film(display: &Display, output: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(["film", "first-throw", "--size", "160x90"]);
    command
        .args(["--fps", "10", "--to", "0.8", "-o"])
        .arg(output);
    command.args(more).envs(display.environment());
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
    says("film.gif", &["--from", "2"], 2, "a film has 1 to 3600");
    says("not/there/film.gif", &[], 1, "not/there/film.gif");
}
