//! Equations as printed on screen: switches, what has no effect, scenes, and two panes.

use crate::ui_kit::{click, find, obeying_screen_of, open, scene_of, settle, show, Screen};
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::stage::Difference;
use ragdoll_lab::physics::method::paper::misprint::MISPRINTS;
use ragdoll_lab::scene::{demonstration, Misprint};

/// High enough for all of the panel.
const WINDOW: [f32; 2] = [1280.0, 6000.0];

fn screen(scene: &str) -> Screen {
    let mut screen = obeying_screen_of(open(scene), WINDOW);
    show(&mut screen, Panel::Printed);
    settle(&mut screen);
    screen
}

fn press(screen: &mut Screen, label: &str) {
    click(screen, label);
    settle(screen);
}

/// A scene whose method is that of the papers.
fn screen_of_papers(scene: &str) -> Screen {
    let mut screen = screen(scene);
    press(&mut screen, "Switch to Papers to the letter");
    assert_eq!(scene_of(&screen).solver.method, "paper");
    screen
}

fn printed(screen: &Screen) -> Vec<Misprint> {
    scene_of(screen).solver.as_printed.clone()
}

#[test]
fn each_misprint_has_a_switch() {
    let mut screen = screen_of_papers("first-throw");
    for info in MISPRINTS {
        press(&mut screen, info.choice.label);
        assert_eq!(printed(&screen), [info.misprint]);
        press(&mut screen, info.choice.label);
        assert_eq!(printed(&screen), []);
    }
    for label in ["8.6 angle", "4.2 rotation"] {
        press(&mut screen, label);
    }
    let both = [Misprint::RotationBase, Misprint::ClampOrder];
    assert_eq!(printed(&screen), both);
    press(&mut screen, "Correct all");
    assert_eq!(printed(&screen), []);
}

#[test]
fn what_has_no_effect_says_so() {
    let mut screen = screen_of_papers("mx-throw");
    let is_silent =
        |screen: &mut Screen, label: &str| find(screen, &format!("No effect of {label}")).is_some();
    for (label, silent) in [
        ("4.2 rotation", false),
        ("4.6 order", true),
        ("5.5 penalty", true),
        ("7.1 pin error", false),
        ("8.5 clamp", false),
        ("8.11 stop", true),
    ] {
        assert_eq!(is_silent(&mut screen, label), silent, "{label}");
    }
}

#[test]
fn a_scene_opens_and_runs_printed_beside_corrected() {
    let mut screen = screen("first-throw");
    press(&mut screen, "Scene of 4.2 rotation");
    let shipped = demonstration(Misprint::RotationBase).unwrap();
    assert_eq!(screen.state().program.workspace.title, shipped.name);
    assert_eq!(printed(&screen), [Misprint::RotationBase]);
    // Both runs are there at once, and it is said what there is to see.
    let playback = &screen.state().program.playback;
    let sides = playback.comparing.comparison.as_ref().unwrap().sides();
    assert!(sides[0].variant.name == "corrected" && sides.len() == 1);
    for label in ["What to look at", "Run as printed", "Run corrected"] {
        assert!(find(&mut screen, label).is_some(), "{label}");
    }
    press(&mut screen, "Compare 4.2 rotation");
    for _ in 0..120 {
        screen.state_mut().program.advance(1.0 / 60.0);
    }
    settle(&mut screen);
    let playback = &screen.state().program.playback;
    let comparison = playback.comparing.comparison.as_ref().unwrap();
    let side = &comparison.sides()[0];
    assert_eq!(side.variant.name, "corrected");
    let turned = |bodies: &[ragdoll_lab::physics::BodyState]| bodies[0].orientation.w.acos();
    let leader = &playback.session.simulation.world;
    assert!(turned(&leader.state().bodies) < 1e-3);
    assert!(turned(&side.simulation.world.state().bodies) > 0.5);
    let most = Difference::between(&playback.session.simulation, &side.simulation).unwrap();
    assert!(most.turn_rad > 0.5, "{most:?}");
    let alone = &playback.session.simulation;
    assert_eq!(Difference::between(alone, alone), None);
}
