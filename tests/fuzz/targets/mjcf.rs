//! A file of MuJoCo becomes a scene that is sound, or is refused with a place.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use ragdoll_lab::exchange::mjcf_import::scene_from_mjcf;
use ragdoll_lab::scene;
use ragdoll_lab_fuzz::{bounded, made_or_mutated, robots, xml};

fuzz_target!(|data: &[u8]| bounded(data, || read(data)));

fn read(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match scene_from_mjcf(text, "fuzz") {
        Ok(imported) => {
            assert_eq!(scene::validate(&imported.scene), []);
        }
        Err(error) => assert!(error.line > 0 && !error.remedy.is_empty(), "{error}"),
    }
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    made_or_mutated(data, size, max_size, seed, robots::document, |data| {
        xml::mutate(data, size, max_size, seed)
    })
});
