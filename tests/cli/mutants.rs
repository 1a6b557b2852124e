//! Scenes that are nearly sound, in any number, within a bound on memory: the program ends as
//! it says that it does. `COUNT` sets how many, `SEED` which, `RUN_S` how long each may run;
//! with `WINDOW` the sound ones are opened in a window as well, on the display that there is.

use crate::memory::run_within;
use ragdoll_lab::scene::SHIPPED;
use serde_json::{json, Value};

#[path = "../fuzz/src/chance.rs"]
mod chance;
#[path = "../fuzz/src/changes.rs"]
mod changes;

use chance::Chance;

/// How many mutants there are unless `COUNT` says otherwise.
const COUNT: u64 = 100;
/// Which ones unless `SEED` says otherwise.
const SEED: u64 = 19;
/// How long each may run unless `RUN_S` says otherwise, s; what takes longer is ended.
const RUN_S: u64 = 2;
/// What a check of a mutant may have, KiB.
const OF_A_CHECK: u32 = 1024 * 1024;
/// What its run, or its window, may have, KiB.
const OF_A_RUN: u32 = 4 * 1024 * 1024;
/// Frames of a window.
const FRAMES: &str = "5";
/// The exit code of `timeout` for what it had to end.
const OUT_OF_TIME: i32 = 124;
/// One mutant in so many has a list of very many elements.
const CROWDED_ONE_IN: usize = 8;
/// Elements of such a list, by powers of four from the first on.
const MANY: [usize; 4] = [300, 1_200, 4_800, 19_200];
/// Ids of what is added to such a list.
const FIRST_NEW_ID: usize = 1_000_000;
/// A scene with every key that there is.
const EVERY_KEY: &str = include_str!("../data/scene_v2.json");

fn number_of(variable: &str, usual: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A scene that comes with the program or has every key, with a few changes.
fn mutant(seed: u64, donors: &[Value]) -> Value {
    let mut chance = Chance::of(seed as u32);
    let mut scene = chance.one_of(donors).unwrap().clone();
    changes::change_some(&mut scene, &mut chance, donors);
    if chance.one_in(CROWDED_ONE_IN) {
        crowd(&mut scene, &mut chance);
    }
    scene
}

/// Repeats what is in one of the lists of a scene, under other ids.
fn crowd(scene: &mut Value, chance: &mut Chance) {
    let lists = scene.as_object_mut().unwrap().values_mut();
    let lists = lists.filter_map(Value::as_array_mut);
    let Some(list) = chance.one_of(lists.filter(|list| list.iter().all(Value::is_object))) else {
        return;
    };
    let some = list.clone();
    let many = chance.one_of(MANY).unwrap();
    list.extend(
        some.into_iter()
            .cycle()
            .take(many)
            .enumerate()
            .map(|(i, mut thing)| {
                if let Some(id) = thing.get_mut("id") {
                    *id = json!(FIRST_NEW_ID + i);
                }
                thing
            }),
    );
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn mutants_are_checked_within_a_gigabyte_and_run_within_four() {
    let (count, seed) = (number_of("COUNT", COUNT), number_of("SEED", SEED));
    let run_s = number_of("RUN_S", RUN_S);
    let timeout = format!("timeout {run_s}");
    let texts = SHIPPED.iter().map(|shipped| shipped.text);
    let donors: Vec<Value> = (texts.chain([EVERY_KEY]))
        .map(|text| serde_json::from_str(text).unwrap())
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mutant.json");
    let path = file.to_str().unwrap();
    let is_shown = std::env::var_os("WINDOW").is_some();
    let (mut sound, mut shown, mut diverged, mut ended) = (0, 0, 0, 0);
    for number in 0..count {
        let text = mutant((seed << 20) + number, &donors);
        std::fs::write(&file, text.to_string()).unwrap();
        let checked = run_within(OF_A_CHECK, "", &["check", path]);
        let run = run_within(OF_A_RUN, &timeout, &["run", path, "--seconds", "1"]);
        let says = |output: &std::process::Output| {
            let said = String::from_utf8_lossy(&output.stderr);
            format!("seed {seed}, mutant {number}: {:?} {said}", output.status)
        };
        match checked.status.code() {
            Some(0) => sound += 1,
            code => assert_eq!(code, Some(2), "check, {}", says(&checked)),
        }
        if is_shown && checked.status.success() {
            let opened = run_within(OF_A_RUN, &timeout, &[path, "--frames", FRAMES]);
            match opened.status.code() {
                Some(0) => shown += 1,
                code => assert_eq!(code, Some(OUT_OF_TIME), "window, {}", says(&opened)),
            }
        }
        match run.status.code() {
            Some(0 | 2) => {}
            Some(1) => diverged += 1,
            code => {
                assert_eq!(code, Some(OUT_OF_TIME), "run, {}", says(&run));
                ended += 1;
            }
        }
    }
    println!(
        "seed {seed}: {count} mutants, {sound} sound, {shown} shown; {diverged} runs failed, \
         {ended} were ended after {run_s} s"
    );
    assert!(sound > 0 && sound < count);
}
