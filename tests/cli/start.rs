//! What the arguments leave to be done by a window.

use ragdoll_lab::cli::{start, Exit, PictureSize, ShotOptions, Start, StartOptions};
use ragdoll_lab::platform::settings::FigureLook;
use std::ffi::OsString;

fn started(words: &[&str]) -> Start {
    start(
        std::iter::once("ragdoll-lab")
            .chain(words.iter().copied())
            .map(OsString::from),
    )
}

#[test]
fn bare_start_opens_the_window() {
    assert_eq!(started(&[]), Start::Window(StartOptions::default()));
}

#[test]
fn a_misspelt_command_is_not_taken_for_a_scene() {
    assert_eq!(started(&["runn"]), Start::Done(Exit::BadInput));
}

#[test]
fn scene_and_hidden_options_reach_the_window() {
    let words = ["chain", "--script", "s.json", "--frames", "9", "--events"];
    let expected = StartOptions {
        scene: Some("chain".into()),
        script: Some("s.json".into()),
        frames: Some(9),
        screenshot: None,
        events: true,
        frame: None,
    };
    assert_eq!(started(&words), Start::Window(expected));
}

#[test]
fn shot_options_reach_the_window() {
    let words = [
        "shot",
        "chain",
        "--at",
        "1.5",
        "--size",
        "640x480",
        "-o",
        "a.png",
        "--look",
        "both",
        "--linear-blend",
    ];
    let expected = ShotOptions {
        scene: "chain".into(),
        at_s: 1.5,
        size: PictureSize {
            width: 640,
            height: 480,
        },
        output: "a.png".into(),
        look: FigureLook::Both,
        linear_blend: true,
        set: Vec::new(),
    };
    assert_eq!(started(&words), Start::Shot(expected));
}
