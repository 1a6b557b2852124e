//! A monkey at mouse and keyboard of the real window: whatever it does, the program goes
//! on and the scene stays sound.
//!
//! Needs what `tests/window_first_light.rs` needs. `MONKEY_S` sets how long it plays,
//! `MONKEY_SEED` what it does; both are printed.
#![cfg(target_os = "linux")]

use crate::common::window::{Display, Window};
use std::time::{Duration, Instant};

/// How long it plays unless told otherwise, s.
const PLAYS_S: u64 = 60;
/// Moves between two starts of the program with another scene.
const MOVES_OF_A_SCENE: u32 = 400;
const SCENES: [&str; 9] = [
    "first-throw",
    "mx-throw",
    "box-wall",
    "rope",
    "mesh",
    "mixed",
    "tear",
    "zip-line",
    "jelly-cube",
];

/// Keys that it likes; what writes files or shows dialogs is among them.
const KEYS: [&str; 75] = [
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "p",
    "q",
    "r",
    "s",
    "t",
    "v",
    "w",
    "x",
    "z",
    "0",
    "1",
    "5",
    "minus",
    "equal",
    "period",
    "space",
    "Return",
    "Escape",
    "Tab",
    "BackSpace",
    "Delete",
    "Left",
    "Right",
    "Up",
    "Down",
    "Home",
    "End",
    "F1",
    "F2",
    "F9",
    "F11",
    "shift+Right",
    "shift+p",
    "shift+j",
    "alt+h",
    "alt+b",
    "alt+m",
    "alt+t",
    "alt+w",
    "alt+v",
    "ctrl+z",
    "ctrl+y",
    "ctrl+x",
    "ctrl+c",
    "ctrl+v",
    "ctrl+d",
    "ctrl+a",
    "ctrl+g",
    "ctrl+n",
    "ctrl+s",
    "ctrl+o",
    "ctrl+k",
    "ctrl+1",
    "ctrl+2",
    "ctrl+3",
    "ctrl+4",
    "ctrl+5",
    "ctrl+6",
    "ctrl+7",
    "ctrl+8",
    "ctrl+BackSpace",
    "ctrl+b",
];

/// Numbers that look random and are the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    /// One move as arguments of xdotool.
    fn next_move(&mut self) -> Vec<String> {
        let words = |text: String| text.split(' ').map(str::to_owned).collect();
        let (x, y) = (self.below(1280), self.below(720));
        match self.below(20) {
            0..=7 => {
                let button = [1, 1, 1, 1, 2, 3][self.below(6) as usize];
                words(format!("mousemove {x} {y} sleep 0.02 click {button}"))
            }
            8..=10 => {
                let (to_x, to_y) = (self.below(1280), self.below(720));
                let button = [1, 1, 1, 2, 3][self.below(5) as usize];
                words(format!(
                    "mousemove {x} {y} sleep 0.02 mousedown {button} sleep 0.03 \
                     mousemove {to_x} {to_y} sleep 0.05 mouseup {button}"
                ))
            }
            11 => words(format!("mousemove {x} {y} click {}", 4 + self.below(2))),
            12 => words(format!(
                "type --delay 5 {}",
                self.below(10_000_000_000) as f64 / 1e4
            )),
            13 if self.below(8) == 0 => {
                let (width, height) = (1 + self.below(1400), 1 + self.below(900));
                words(format!(
                    "search --name Ragdoll windowsize {width} {height} sleep 0.1 \
                     windowsize 1280 720"
                ))
            }
            _ => {
                let key = KEYS[self.below(KEYS.len() as u64) as usize];
                words(format!("key --delay 10 {key}"))
            }
        }
    }
}

fn number_of(variable: &str, usual: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_monkey_breaks_nothing() {
    let Some(display) = Display::start() else {
        return;
    };
    let plays = Duration::from_secs(number_of("MONKEY_S", PLAYS_S));
    let seed = number_of("MONKEY_SEED", 20_261_121);
    let mut dice = Dice(seed);
    let began = Instant::now();
    let (mut moves, mut states, mut starts) = (0_u32, 0, 0);
    let mut longest_gap = (0, String::new());
    while began.elapsed() < plays {
        let scene = SCENES[starts % SCENES.len()];
        starts += 1;
        // What the last one left unsaved is no question for this one.
        let _ = std::fs::remove_dir_all(display.recovery_folder());
        let mut window = Window::open(&display, &[scene]);
        window.wait_for("ready");
        let mut of_scene = 0;
        while of_scene < MOVES_OF_A_SCENE && began.elapsed() < plays && window.is_running() {
            let next = dice.next_move();
            window.play(&next);
            of_scene += 1;
            let context = || format!("seed {seed}, move {}: {next:?}", moves + of_scene);
            let gap = window.longest_gap();
            if gap > longest_gap.0 {
                longest_gap = (gap, window.parts_of_longest_gap());
                println!("{gap} ms: {}, about {}", longest_gap.1, context());
            }
            for problems in window.reported_problems() {
                states += 1;
                assert_eq!(problems, 0, "the scene is unsound after {}", context());
            }
        }
        moves += of_scene;
        if !window.is_running() {
            let code = window.exit_code();
            assert_eq!(code, Some(0), "seed {seed}, after move {moves} of {scene}");
        }
    }
    println!(
        "seed {seed}: {moves} moves in {:.0} s, {starts} starts, {states} scenes looked \
         through, {} ms at most until the picture: {}",
        began.elapsed().as_secs_f64(),
        longest_gap.0,
        longest_gap.1
    );
    assert!(states > 0, "the monkey never changed a scene");
}
