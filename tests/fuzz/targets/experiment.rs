//! An experiment can be thrown, or is refused with a place.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use ragdoll_lab::lab::experiment::{parse, BodyKind};
use ragdoll_lab_fuzz::json;

fuzz_target!(|data: &[u8]| match parse(data) {
    Ok(definition) => {
        let case = definition.case("fuzzed");
        assert!(!case.name.is_empty());
        for body in BodyKind::ALL {
            case.watch(body);
        }
    }
    Err(problems) => assert!(!problems.0.is_empty()),
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    json::mutate(data, size, max_size, seed, &[])
});
