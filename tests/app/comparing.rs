//! Comparing without panels: whatever is thrown is thrown in every run, however often the scene
//! begins anew.

use crate::ui_kit::open;
use glam::DVec3;
use ragdoll_lab::app::action::{Action, CompareOptions, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::lab::{Comparison, Simulation, Variant};
use ragdoll_lab::view::stage_camera::Ray;
use std::time::Duration;

/// A scene beside itself, with nothing set otherwise, and beside the other weighting.
fn compared(scene: &str) -> Program {
    let mut program = open(scene);
    let options = CompareOptions {
        variants: vec![
            Variant::new("same", &[]).unwrap(),
            Variant::new("uniform", &["solver.weighting=0"]).unwrap(),
        ],
        band: true,
        ..CompareOptions::default()
    };
    program.perform(Action::SetCompareOptions(Box::new(options)));
    program
}

fn act(program: &mut Program, trigger: Trigger) {
    program.perform(Action::Do(trigger));
}

fn play(program: &mut Program, frames: u32) {
    for _ in 0..frames {
        program.advance(1.0 / 60.0);
    }
}

/// Clicks at a place, or at the sky.
fn click(program: &mut Program, place: Option<DVec3>) {
    let eye = DVec3::new(1.2, 2.0, 4.0);
    let direction = place.map_or(DVec3::new(0.0, 0.6, -1.0), |place| place - eye);
    program.workbench.sight = Some(Ray {
        origin: eye,
        direction: direction.normalize(),
    });
    program.perform(Action::ThrowAtPointer);
}

fn pelvis(program: &Program) -> DVec3 {
    let simulation = &program.playback.session.simulation;
    let body = simulation.map.ragdolls[0].body_of("pelvis").unwrap();
    simulation.world.state().bodies[body].position
}

fn comparison(program: &Program) -> &Comparison {
    program.playback.comparing.comparison.as_ref().unwrap()
}

/// Speeds and places of the balls of a run.
fn balls(simulation: &Simulation) -> Vec<(DVec3, DVec3)> {
    let bodies = &simulation.world.state().bodies;
    let balls = simulation.balls().iter();
    balls
        .map(|ball| (bodies[*ball].position, bodies[*ball].velocity))
        .collect()
}

/// The run beside the leading one is that to the bit, and the others are where it is.
fn assert_beside(program: &Program, what: &str) {
    let leader = &program.playback.session.simulation;
    let sides = comparison(program).sides();
    let hash = |simulation: &Simulation| simulation.world.state().hash();
    assert_eq!(hash(&sides[0].simulation), hash(leader), "{what}");
    for side in sides {
        let (here, there) = (side.simulation.world.state(), leader.world.state());
        assert_eq!(here.step, there.step, "{what}: {}", side.variant.name);
        let count = side.simulation.balls().len();
        assert_eq!(count, leader.balls().len(), "{what}: {}", side.variant.name);
    }
}

/// The balls that have just been thrown fly alike in every run.
fn assert_same_throw(program: &Program, what: &str) {
    assert_beside(program, what);
    let thrown = balls(&program.playback.session.simulation).pop().unwrap();
    for side in comparison(program).sides() {
        let there = balls(&side.simulation).pop().unwrap();
        assert_eq!(there, thrown, "{what}: {}", side.variant.name);
    }
}

#[test]
fn every_run_has_the_same_throw_after_each_reset() {
    let mut program = compared("first-throw");
    play(&mut program, 3);
    for round in 0..4 {
        let at_dummy = round % 2 == 0;
        let place = at_dummy.then(|| pelvis(&program));
        click(&mut program, place);
        play(&mut program, 2);
        assert_same_throw(&program, &format!("round {round}"));
        play(&mut program, 60 + 20 * (round % 3));
        assert_beside(&program, &format!("round {round}, later"));
        let hit = |simulation: &Simulation| {
            let shot = simulation.metrics.shot.as_ref();
            shot.is_some_and(|shot| shot.first_hit.is_some())
        };
        assert_eq!(hit(&program.playback.session.simulation), at_dummy);
        for side in comparison(&program).sides() {
            assert_eq!(hit(&side.simulation), at_dummy, "round {round}");
        }
        act(&mut program, Trigger::Reset);
        play(&mut program, 1 + round % 3);
        assert_beside(&program, &format!("reset {round}"));
    }
}

#[test]
fn throws_while_the_dummy_moves_and_shots_that_are_repeated_reach_every_run() {
    let mut program = compared("first-throw");
    for round in 0..2 {
        let place = pelvis(&program);
        click(&mut program, Some(place));
        play(&mut program, 35 + 7 * round);
        let place = pelvis(&program);
        click(&mut program, Some(place));
        play(&mut program, 2);
        assert_same_throw(&program, &format!("second throw {round}"));
        play(&mut program, 20);
        act(&mut program, Trigger::Blast);
        play(&mut program, 20);
        assert_beside(&program, &format!("blast {round}"));
        act(&mut program, Trigger::Reset);
        act(&mut program, Trigger::RepeatShot);
        play(&mut program, 2);
        assert_same_throw(&program, &format!("repeated {round}"));
        // Until it is over, so that repeating it begins anew by itself.
        play(&mut program, 900);
        assert_beside(&program, &format!("at rest {round}"));
        act(&mut program, Trigger::RepeatShot);
        play(&mut program, 2);
        assert_same_throw(&program, &format!("begun anew {round}"));
        act(&mut program, Trigger::Reset);
    }
}

/// All methods, and a launcher that is aimed otherwise between the runs.
#[test]
fn all_methods_have_the_throw_of_the_aim_that_is_set() {
    let mut program = open("first-throw");
    act(&mut program, Trigger::CompareMethods);
    for round in 0..3 {
        let height = 1.0 + 0.1 * f64::from(round);
        program.perform(Action::AimAt(DVec3::new(0.0, height, 0.0)));
        act(&mut program, Trigger::Throw);
        play(&mut program, 45);
        assert!(comparison(&program).sides().len() >= 4);
        for side in comparison(&program).sides() {
            assert_eq!(side.simulation.balls().len(), 1, "{round}");
            let shot = side.simulation.metrics.shot.as_ref().unwrap();
            assert!(shot.first_hit.is_some(), "{round}: {}", side.variant.name);
        }
        act(&mut program, Trigger::Reset);
        play(&mut program, 1);
        act(&mut program, Trigger::Reset);
    }
}

/// Where a frame has no time for all runs, they come to the same throws later.
#[test]
fn runs_that_lag_come_to_the_same_throws() {
    let mut program = compared("first-throw");
    program.playback.hurry(Duration::from_millis(1));
    for round in 0..4 {
        let place = (round % 2 == 1).then(|| pelvis(&program));
        click(&mut program, place);
        play(&mut program, 40);
        // Some of them are still on their way.
        act(&mut program, Trigger::Reset);
        let place = (round % 2 == 0).then(|| pelvis(&program));
        click(&mut program, place);
        play(&mut program, 30);
        program.playback.session.playing = false;
        for _ in 0..2000 {
            program.advance(1.0 / 60.0);
            if !program.playback.comparing.lags() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_beside(&program, &format!("round {round}"));
        act(&mut program, Trigger::Reset);
        program.playback.session.playing = true;
    }
}
