//! A table of limits that is taken over leaves a sound ragdoll, and is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ragdoll_lab::editor::limits::{csv, AngleFrame, Shown, Units};
use ragdoll_lab::scene::{self, Scene};
use ragdoll_lab_fuzz::choices_of;
use std::sync::LazyLock;

/// A scene for each kind of figure that has a table.
static SCENES: LazyLock<Vec<Scene>> = LazyLock::new(|| {
    let names = ["mx-drop", "thesis-rigid", "hitman"];
    names.map(shipped).into_iter().collect()
});

fn shipped(name: &str) -> Scene {
    let shipped = scene::find(name).expect("the scene is shipped");
    scene::parse(shipped.text.as_bytes()).expect("shipped scenes are sound")
}

const UNITS: [Units; 2] = [Units::Si, Units::SlugFoot];
const FRAMES: [AngleFrame; 2] = [AngleFrame::Paper, AngleFrame::Engine];

// One scene and one way of writing for each input: each is met by many.
fuzz_target!(|data: &[u8]| {
    let mut chance = choices_of(data);
    let scene = &SCENES[chance.below(SCENES.len())];
    let shown = Shown {
        units: UNITS[chance.below(UNITS.len())],
        frame: FRAMES[chance.below(FRAMES.len())],
    };
    let ragdoll = match csv::read(&scene.ragdolls[0], &scene.materials, data) {
        Ok(ragdoll) => ragdoll,
        Err(faults) => return assert!(!faults.is_empty()),
    };
    let written = csv::write(&ragdoll, &scene.materials, shown);
    let read = csv::read(&ragdoll, &scene.materials, written.as_bytes());
    assert_eq!(read.as_ref(), Ok(&ragdoll), "{written}");
    let mut scene = scene.clone();
    scene.ragdolls[0] = ragdoll;
    assert_eq!(scene::validate(&scene), []);
});
