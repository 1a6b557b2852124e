//! A lesson opens on each of its pages, or is refused with a place.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use ragdoll_lab::lab::lesson::parse;
use ragdoll_lab_fuzz::json;

fuzz_target!(|data: &[u8]| match parse(data) {
    Ok(lesson) => {
        for page in 0..lesson.pages.len() {
            assert!(lesson.scene(page).is_ok());
            assert!(lesson.pages[page].variants().is_ok());
        }
    }
    Err(problems) => assert!(!problems.0.is_empty()),
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    json::mutate(data, size, max_size, seed, &[])
});
