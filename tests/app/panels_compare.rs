//! Comparing on screen: the key V, the panel, what is typed there, and the strips.

use crate::ui_kit::{
    act, click, find, obeying_screen_of, open, placed, press_key, retype, settle, show, Screen,
    WINDOW,
};
use egui_macroquad::egui::Key;
use ragdoll_lab::app::action::Layout;
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::lab::Comparison;

/// The MX ragdoll thrown at, beside itself with the other weighting.
fn compared() -> Screen {
    let mut screen = obeying_screen_of(open("mx-throw"), WINDOW);
    act(&mut screen, Action::Do(Trigger::Compare));
    act(&mut screen, Action::Do(Trigger::Throw));
    play(&mut screen, 30);
    show(&mut screen, Panel::Compare);
    screen
}

fn play(screen: &mut Screen, frames: u32) {
    for _ in 0..frames {
        screen.state_mut().program.advance(1.0 / 60.0);
    }
    settle(screen);
}

fn comparison(screen: &Screen) -> &Comparison {
    let comparison = screen
        .state()
        .program
        .playback
        .comparing
        .comparison
        .as_ref();
    comparison.expect("a comparison goes on")
}

fn settings(screen: &Screen, side: usize) -> Vec<String> {
    let variants = &screen.state().program.playback.comparing.options.variants;
    variants[side]
        .settings
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn at_first_the_other_weighting_runs_beside_the_scene() {
    let mut screen = compared();
    assert_eq!(settings(&screen, 0), ["solver.weighting=0"]);
    let side = &comparison(&screen).sides()[0];
    assert_eq!(side.simulation.world.state().step, 30);
    assert!(side.simulation.metrics.shot.is_some());
    assert!(find(&mut screen, "Run Current settings (Mass-weighted)").is_some());
    assert!(find(&mut screen, "Run Uniform").is_some());
    // Then the other methods, each with the same shot.
    act(&mut screen, Action::Do(Trigger::Compare));
    play(&mut screen, 1);
    let ids: Vec<_> = (0..comparison(&screen).sides().len())
        .map(|side| settings(&screen, side).concat())
        .collect();
    assert_eq!(
        ids,
        [
            "solver.weighting=0",
            "solver.method=impulse",
            "solver.method=springs",
            "solver.method=multipliers",
            "solver.method=reduced"
        ]
    );
    for side in comparison(&screen).sides() {
        assert!(side.simulation.metrics.shot.is_some());
        assert_eq!(side.simulation.world.state().step, 31);
    }
    act(&mut screen, Action::Do(Trigger::Compare));
    settle(&mut screen);
    assert!(screen
        .state()
        .program
        .playback
        .comparing
        .comparison
        .is_none());
    assert!(find(&mut screen, "Run Uniform").is_none());
}

/// What the key does next is said each time.
#[test]
fn the_key_says_what_comes_next() {
    let mut screen = obeying_screen_of(open("mx-throw"), WINDOW);
    for wanted in [
        "both weightings side by side; Compare side by side (V) again shows all methods",
        "all methods side by side; Compare side by side (V) once more ends the comparison",
        "comparison ended",
    ] {
        act(&mut screen, Action::Do(Trigger::Compare));
        let (text, is_error) = screen.state().program.ui.message.clone().unwrap();
        assert_eq!((text.as_str(), is_error), (wanted, false));
    }
}

/// The sides go back and forth with the session, to the same bits.
#[test]
fn the_sides_follow_through_time() {
    let mut screen = compared();
    let hash = |screen: &Screen| {
        comparison(screen).sides()[0]
            .simulation
            .world
            .state()
            .hash()
    };
    let then = hash(&screen);
    act(&mut screen, Action::GoToStep(12));
    play(&mut screen, 1);
    let side = &comparison(&screen).sides()[0].simulation.world;
    assert_eq!(side.state().step, 12);
    act(&mut screen, Action::GoToStep(30));
    play(&mut screen, 1);
    assert_eq!(hash(&screen), then);
    // Reset begins both anew.
    act(&mut screen, Action::Do(Trigger::Reset));
    screen.state_mut().program.playback.session.playing = false;
    play(&mut screen, 1);
    assert_eq!(
        comparison(&screen).sides()[0].simulation.world.state().step,
        0
    );
}

#[test]
fn runs_are_added_until_there_are_six_and_removed() {
    let mut screen = compared();
    for name in [
        "100 iterations",
        "8 substeps",
        "papers to the letter",
        "impulses",
    ] {
        click(&mut screen, "Add run");
        settle(&mut screen);
        click(&mut screen, &format!("Add {name}"));
        settle(&mut screen);
    }
    assert_eq!(comparison(&screen).sides().len(), 5);
    click(&mut screen, "Add run");
    settle(&mut screen);
    assert!(find(&mut screen, "Add Uniform").is_none(), "there are six");
    play(&mut screen, 3);
    for side in comparison(&screen).sides() {
        assert!(side.trouble.is_none(), "{:?}", side.trouble);
    }
    click(&mut screen, "Remove 8 substeps");
    settle(&mut screen);
    assert_eq!(comparison(&screen).sides().len(), 4);
    click(&mut screen, "Ghosts");
    settle(&mut screen);
    assert_eq!(
        screen.state().program.playback.comparing.options.layout,
        Layout::Ghosts
    );
    click(&mut screen, "Chaos band");
    settle(&mut screen);
    assert!(!comparison(&screen).has_band());
}

#[test]
fn anything_can_be_set_otherwise_and_nonsense_is_explained() {
    let mut screen = compared();
    let field = "Settings of Uniform";
    click(&mut screen, field);
    retype(&mut screen, "solver.iterations=7 launcher.speed_m_s=4");
    press_key(&mut screen, Key::Enter);
    settle(&mut screen);
    assert_eq!(
        settings(&screen, 0),
        ["solver.iterations=7", "launcher.speed_m_s=4"]
    );
    let side = &comparison(&screen).sides()[0].simulation;
    assert_eq!(
        side.world.model().settings.relaxation().unwrap().iterations,
        7
    );
    // What is no path stays to be mended, and nothing changes.
    let field = "Settings of solver.iterations=7 launcher.speed_m_s=4";
    for nonsense in ["=", "a..b=1", "NaN", "solver.iterations", "[0]=1"] {
        click(&mut screen, field);
        retype(&mut screen, nonsense);
        press_key(&mut screen, Key::Enter);
        settle(&mut screen);
        assert_eq!(settings(&screen, 0).len(), 2, "{nonsense}");
    }
    // A path that the scene does not have, or a value out of range, is told.
    for (bad, why) in [
        ("solver.iterations=-1", "a whole number from 0"),
        ("solver.itterations=1", "did you mean"),
        ("solver.rate_hz=1e308", "out of range"),
        ("ragdolls[9].heading_deg=1", "ragdolls"),
    ] {
        let field = format!(
            "Settings of {}",
            screen.state().program.playback.comparing.options.variants[0].name
        );
        click(&mut screen, &field);
        retype(&mut screen, bad);
        press_key(&mut screen, Key::Enter);
        settle(&mut screen);
        let message = screen.state().program.ui.message.clone().unwrap();
        assert!(message.1 && message.0.contains(why), "{bad}: {message:?}");
        play(&mut screen, 2);
    }
}

#[test]
fn every_run_that_is_offered_can_be_simulated() {
    let mut screen = compared();
    click(&mut screen, "Add run");
    settle(&mut screen);
    let all = placed(&mut screen).into_iter().map(|placed| placed.label);
    let offered: Vec<String> = all
        .filter(|l| l.starts_with("Add ") && l != "Add run")
        .collect();
    assert!(offered.len() >= 14, "{offered:?}");
    press_key(&mut screen, Key::Escape);
    settle(&mut screen);
    for label in offered {
        click(&mut screen, "Add run");
        settle(&mut screen);
        click(&mut screen, &label);
        settle(&mut screen);
        play(&mut screen, 2);
        assert!(comparison(&screen).refused().is_empty(), "{label}");
        assert_eq!(comparison(&screen).sides().len(), 2, "{label}");
        let name = label.strip_prefix("Add ").unwrap();
        let mut options = screen.state().program.playback.comparing.options.clone();
        assert_eq!(options.variants.pop().unwrap().name, name);
        act(&mut screen, Action::SetCompareOptions(Box::new(options)));
        settle(&mut screen);
    }
}
