//! What throws leave: the result of the last hit, takes, and the run that a film goes back to.

use crate::ui_kit::{obeying_screen_of, open, settle, words, Screen, WINDOW};
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::playback::go_to_last_shot;
use ragdoll_lab::lab::Metrics;
use ragdoll_lab::view::stage_camera::Ray;

fn metrics(screen: &Screen) -> &Metrics {
    &screen.state().program.playback.session.simulation.metrics
}

fn play(screen: &mut Screen, seconds: f64) {
    for _ in 0..(60.0 * seconds) as u32 {
        screen.state_mut().program.advance(1.0 / 60.0);
    }
    settle(screen);
}

/// A ball that misses leaves the result of the one that hit.
#[test]
fn a_miss_after_a_hit_keeps_the_result_of_the_hit() {
    let mut screen = obeying_screen_of(open("first-throw"), WINDOW);
    screen
        .state_mut()
        .program
        .perform(Action::Do(Trigger::Throw));
    play(&mut screen, 6.0);
    let impulse = metrics(&screen).shot.as_ref().unwrap().impulse_n_s;
    assert!(impulse > 0.0);
    let program = &mut screen.state_mut().program;
    let mut launcher = program.workspace.document.scene().launcher.clone();
    let away = launcher.as_mut().unwrap();
    away.direction = away.direction.map(|along| -along);
    assert!(program.playback.session.fire(away));
    play(&mut screen, 0.5);
    let metrics = metrics(&screen);
    assert!(metrics.shot.as_ref().unwrap().first_hit.is_none());
    assert_eq!(metrics.last_hit().unwrap().impulse_n_s, impulse);
    let card = words(&mut screen);
    assert!(
        card.iter().any(|text| text.contains("last ball: no hit")),
        "{card:?}"
    );
    assert!(!card.iter().any(|text| text.contains("no ragdoll hit")));
}

#[test]
fn takes_are_there_again_when_their_scene_is() {
    let mut program = open("first-throw");
    program.perform(Action::Do(Trigger::Throw));
    for _ in 0..30 {
        program.advance(1.0 / 60.0);
    }
    program.open_source("mx-throw");
    assert!(program.playback.session.takes.list().is_empty());
    program.open_source("first-throw");
    let takes = &program.playback.session.takes;
    assert_eq!((takes.list().len(), takes.chosen()), (1, None));
    // A file of the same name is another scene.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("first-throw.json");
    let shipped = ragdoll_lab::scene::find("first-throw").unwrap();
    std::fs::write(&file, shipped.text).unwrap();
    program.open_source(file.to_str().unwrap());
    assert!(program.playback.session.takes.list().is_empty());
}

/// A film of the last throw shows what was seen, not another throw at who stands again.
#[test]
fn the_last_shot_is_gone_back_to_in_the_run_that_it_was_in() {
    let mut screen = obeying_screen_of(open("first-throw"), WINDOW);
    screen
        .state_mut()
        .program
        .perform(Action::Do(Trigger::Throw));
    play(&mut screen, 2.0);
    let program = &mut screen.state_mut().program;
    let middle = program
        .playback
        .session
        .simulation
        .middle_of_figures()
        .unwrap();
    let eye = middle + glam::DVec3::new(0.0, 2.0, 4.0);
    program.workbench.sight = Some(Ray {
        origin: eye,
        direction: (middle - eye).normalize(),
    });
    program.perform(Action::ThrowAtPointer);
    let thrown = program.playback.session.now();
    let lies_at = middle;
    play(&mut screen, 2.0);
    let session = &mut screen.state_mut().program.playback.session;
    assert!(go_to_last_shot(session));
    session.approach(None);
    assert!(session.now().abs_diff(thrown) <= 1);
    let again = session.simulation.middle_of_figures().unwrap();
    assert!(again.distance(lies_at) < 0.05, "{again} {lies_at}");
}
