//! A scene that is read, written and read again is the same scene.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use ragdoll_lab::scene;

fuzz_target!(|data: &[u8]| {
    let Ok(scene) = scene::parse(data) else {
        return;
    };
    let text = scene::to_text(&scene).expect("what was read has numbers only");
    let again = scene::parse(text.as_bytes()).expect("what was written is a scene");
    assert_eq!(again, scene);
    assert_eq!(scene::to_text(&again).as_deref(), Ok(&*text));
});

// Half of all texts stay JSON; the others try the reader of text itself.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match seed % 2 {
        0 => ragdoll_lab_fuzz::scenes::mutate(data, size, max_size, seed),
        _ => libfuzzer_sys::fuzzer_mutate(data, size, max_size),
    }
});
