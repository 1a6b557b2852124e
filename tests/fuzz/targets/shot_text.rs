//! The text of a shot, which anybody may send: it is refused, or written as it was read and
//! played. Inputs are plain JSON, which this packs; what begins as a shot is taken as it is.
#![no_main]

use data_encoding::BASE64URL_NOPAD;
use flate2::write::DeflateEncoder;
use flate2::Compression;
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use ragdoll_lab::lab::{shot_text, Recording, Simulation};
use ragdoll_lab::physics::Interrupt;
use ragdoll_lab_fuzz::{choices_of, is_small, json, step, Budget};
use serde_json::Value;
use std::io::Write;
use std::sync::LazyLock;

/// How the text of a shot begins.
const SIGN: &str = "ragdoll-shot-1:";
/// Looks of the solver at the budget of all steps.
const LOOKS: i64 = 1000;
/// Most inputs that are played.
const INPUTS: usize = 20;
/// One in so many shots is played, which takes much longer than to read it.
const PLAYED: usize = 8;

fuzz_target!(|data: &[u8]| {
    let text = match std::str::from_utf8(data) {
        Ok(text) if shot_text::is_shot(text) => text.to_owned(),
        _ => packed(data),
    };
    let Ok(recording) = shot_text::from_text(&text) else {
        return;
    };
    let text = shot_text::to_text(&recording).expect("what was read can be written");
    assert_eq!(shot_text::from_text(&text).as_ref(), Ok(&recording));
    if choices_of(data).one_in(PLAYED) {
        play(&recording);
    }
});

fn packed(plain: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::none());
    let packed = encoder.write_all(plain).and_then(|()| encoder.finish());
    SIGN.to_owned() + &BASE64URL_NOPAD.encode(&packed.expect("memory takes all"))
}

fn play(recording: &Recording) {
    let Ok(mut simulation) = Simulation::new(&recording.scene) else {
        return;
    };
    let limit = Interrupt::at(Budget::of(LOOKS));
    simulation.world.set_interrupt(limit);
    for (_, input) in recording.inputs.iter().take(INPUTS) {
        simulation.apply(input);
        if !is_small(&simulation) || !step(&mut simulation) {
            return;
        }
    }
}

/// A shot with every kind of input.
static DONORS: LazyLock<Vec<Value>> =
    LazyLock::new(|| json::documents([include_str!("shot_text.json")]));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    json::mutate(data, size, max_size, seed, &DONORS)
});
