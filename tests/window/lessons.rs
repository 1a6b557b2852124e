//! All lessons, taken with mouse and keys in a real window.
#![cfg(target_os = "linux")]

use crate::common::window::{let_play, picture, Display, Window};
use ragdoll_lab::lab::lesson::all;

/// Turns the wheel over the panel at the right.
fn scroll(window: &Window, button: &str) {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    window.play(&words("mousemove 1110 400"));
    window.play(&words(&format!("click --repeat 3 --delay 30 {button}")));
}

/// Clicks on something that may have to be scrolled to.
fn scroll_to(window: &mut Window, label: &str) {
    for _ in 0..30 {
        window.let_layout_settle();
        let [_, y] = window.place_of(label);
        match y {
            y if y < 80.0 => scroll(window, "4"),
            y if y > 560.0 => scroll(window, "5"),
            _ => break,
        }
    }
    window.click_on(label);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_lesson_is_taken_with_the_mouse() {
    let Some(display) = Display::start() else {
        return;
    };
    let mut window = Window::open(&display, &[]);
    window.wait_for("ready");
    window.click_on("First lesson");
    for (taken, (name, lesson)) in all().iter().enumerate() {
        if taken > 0 {
            scroll_to(&mut window, &format!("Lesson {name}"));
        }
        for (number, page) in lesson.pages.iter().enumerate() {
            window.let_layout_settle();
            if let Some(guess) = &page.guess {
                scroll_to(&mut window, &format!("Answer {}", guess.answers[0]));
                window.place_of("Because");
            } else if let Some(play_s) = page.play_s {
                scroll_to(&mut window, "Run scene");
                let_play(play_s);
            }
            picture(&display, &format!("lesson-{}-{number}.png", taken + 1));
            let last = number + 1 == lesson.pages.len();
            scroll_to(&mut window, if last { "Done" } else { "Next" });
        }
    }
    window.close();
}
