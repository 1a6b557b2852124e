//! A table of limits that is taken over leaves a sound ragdoll, and is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ragdoll_lab::editor::limits::{csv, AngleFrame, Shown, Units};
use ragdoll_lab::scene::{self, Scene};
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

fuzz_target!(|data: &[u8]| {
    for scene in SCENES.iter() {
        import(scene.clone(), data);
    }
});

fn import(mut scene: Scene, text: &[u8]) {
    let ragdoll = match csv::read(&scene.ragdolls[0], &scene.materials, text) {
        Ok(ragdoll) => ragdoll,
        Err(faults) => return assert!(!faults.is_empty()),
    };
    for units in [Units::Si, Units::SlugFoot] {
        for frame in [AngleFrame::Paper, AngleFrame::Engine] {
            let written = csv::write(&ragdoll, &scene.materials, Shown { units, frame });
            let read = csv::read(&ragdoll, &scene.materials, written.as_bytes());
            assert_eq!(read.as_ref(), Ok(&ragdoll), "{written}");
        }
    }
    scene.ragdolls[0] = ragdoll;
    assert_eq!(scene::validate(&scene), []);
}
