//! What takes longer than anybody waits: the program goes on beside steps and bodies that are being
//! made, and says why it paused.

use crate::common::time::PATIENCE;
use ragdoll_lab::app::action::{Action, CompareOptions, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::editor::Command;
use ragdoll_lab::lab::{shot_text, Recording, Simulation, Variant};
use ragdoll_lab::platform::settings::Settings;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A hundred million passes a step.
const MANY_PASSES: &str = r#"{"format": "ragdoll-scene", "version": 2,
 "solver": {"substeps": 1000, "iterations": 100000},
 "obstacles": [{"id": 1, "shape": {"plane": {}}}],
 "ragdolls": [{"id": 2, "figure": {"mx": {}}, "position_m": [0, 0.3, 0],
  "stands_until_hit": false}]}"#;

fn hurried(text: &str) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("slow.json");
    fs::write(&file, text).unwrap();
    let mut program = Program::open(file.to_str(), Settings::default()).unwrap();
    program.playback.hurry(Duration::from_millis(10));
    program
}

/// Lets frames pass until something holds; the number of frames.
fn play_until(program: &mut Program, holds: impl Fn(&Program) -> bool) -> u32 {
    let began = Instant::now();
    let mut frames = 0;
    while !holds(program) {
        assert!(began.elapsed() < PATIENCE, "it never happened");
        program.advance(1.0 / 60.0);
        std::thread::sleep(Duration::from_millis(2));
        frames += 1;
    }
    frames
}

fn is_paused(program: &Program) -> bool {
    !program.playback.session.playing
}

#[test]
fn frames_go_on_behind_a_step_that_never_ends_and_then_it_is_paused_with_the_reason() {
    let mut program = hurried(MANY_PASSES);
    let frames = play_until(&mut program, is_paused);
    assert!(frames > 20, "{frames}");
    let message = program.ui.message.clone();
    let message = format!("{message:?}");
    assert!(
        message.contains("1000 substeps of 100000 iterations"),
        "{message}"
    );
    assert_eq!(program.playback.session.now(), 0);
    assert!(!program.is_busy());
}

#[test]
fn a_step_asked_for_by_a_key_does_not_hold_up_the_next_key() {
    let mut program = hurried(MANY_PASSES);
    program.playback.session.playing = false;
    program.perform(Action::Do(Trigger::Step));
    assert!(program.playback.session.slow.is_awaited() && program.is_busy());
    // The scene may be left, reset or changed meanwhile; the step is forgotten then.
    program.perform(Action::Do(Trigger::Reset));
    assert!(!program.playback.session.slow.is_awaited());
    program.perform(Action::Do(Trigger::StepInside));
    program.perform(Action::Do(Trigger::Throw));
    play_until(&mut program, is_paused);
}

/// A compared run whose steps take longer than a frame goes on at its pace, and the others wait for
/// it: there is one clock.
#[test]
fn a_slow_compared_run_is_waited_for() {
    let shipped = ragdoll_lab::scene::find("mx-throw").unwrap();
    let mut program = hurried(shipped.text);
    let slow = Variant::new("slow", &["solver.substeps=50", "solver.iterations=3000"]).unwrap();
    let options = CompareOptions {
        variants: vec![slow],
        ..CompareOptions::default()
    };
    program.perform(Action::SetCompareOptions(Box::new(options)));
    let now = |program: &Program| {
        let comparison = program.playback.comparing.comparison.as_ref().unwrap();
        let side = &comparison.sides()[0];
        assert_eq!(side.trouble, None);
        let steps = |run: &Simulation| run.world.state().step;
        (
            steps(&program.playback.session.simulation),
            steps(&side.simulation),
        )
    };
    let frames = play_until(&mut program, |program| {
        let (leader, side) = now(program);
        assert!(leader <= side + 6, "{leader} steps, {side} beside it");
        side >= 3
    });
    println!("{frames} frames for three steps");
}

/// Runs that are long in the making are waited for, by frames that go on, and begin anew with the
/// leading run in the same way.
#[test]
fn compared_runs_are_built_beside_the_window() {
    let bodies: Vec<_> = (0..4_000)
        .map(|i| {
            let at = [f64::from(i % 64), 1.0 + f64::from(i / 64), 0.0];
            let ball = serde_json::json!({"sphere": {"radius_m": 0.1}});
            serde_json::json!({"id": i + 1, "shape": ball, "mass_kg": 1, "position_m": at})
        })
        .collect();
    let scene = serde_json::json!({"format": "ragdoll-scene", "version": 2, "bodies": bodies});
    let mut program = hurried(&scene.to_string());
    program.playback.session.playing = false;
    let named = |name: &str| Variant::new(name, &["gravity_m_s2=[0,-5,0]"]).unwrap();
    let options = CompareOptions {
        variants: ["a", "b", "c", "d", "e"].map(named).to_vec(),
        ..CompareOptions::default()
    };
    program.perform(Action::SetCompareOptions(Box::new(options)));
    let run = |program: &Program| program.playback.session.history.run().clone();
    let are_there = |program: &Program| {
        let session = &program.playback.session;
        let comparison = program.playback.comparing.comparison.as_ref();
        let sides = comparison.filter(|sides| sides.is_of(&session.history, &session.simulation));
        !program.playback.comparing.lags() && sides.is_some_and(|sides| sides.sides().len() == 5)
    };
    play_until(&mut program, are_there);
    let before = run(&program);
    program.perform(Action::Do(Trigger::Reset));
    assert!(run(&program) != before);
    play_until(&mut program, are_there);
    // Who wants nothing beside it any more does not wait for it.
    program.perform(Action::Do(Trigger::Reset));
    program.advance(0.0);
    program.perform(Action::Do(Trigger::Compare));
    program.advance(0.0);
    assert!(!program.playback.comparing.lags());
    assert!(program.playback.comparing.comparison.is_none());
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_step_that_a_thread_makes_is_that_of_a_run_without_haste() {
    // About a fifth of a second in the machines of today, and the same bits in any.
    let text = MANY_PASSES.replace("1000", "50").replace("100000", "1500");
    let text = text.replace(
        "\"position_m\": [0, 0.3, 0]",
        "\"position_m\": [0, 0.05, 0]",
    );
    let mut patient = Program::open(None, Settings::default()).unwrap();
    let mut program = hurried(&text);
    play_until(&mut program, |program| {
        program.playback.session.now() >= 3 || is_paused(program)
    });
    let steps = program.playback.session.now();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("same.json");
    fs::write(&file, &text).unwrap();
    patient.open_source(file.to_str().unwrap());
    patient.playback.session.playing = false;
    for _ in 0..steps {
        patient.perform(Action::Do(Trigger::Step));
    }
    let hash = |program: &Program| program.playback.session.simulation.world.state().hash();
    assert_eq!(hash(&patient), hash(&program), "{steps} steps");
    let history = &program.playback.session.history;
    assert_eq!(history.end(), steps);
}

/// The shot of a scene as text, that of its first instant.
fn shot_of(text: &str) -> String {
    let scene = ragdoll_lab::scene::parse(text.as_bytes()).unwrap();
    let hash = Simulation::new(&scene).unwrap().world.state().hash();
    let recording = Recording {
        scene: Arc::new(scene),
        inputs: Vec::new(),
        steps: 0,
        hash,
    };
    shot_text::to_text(&recording).unwrap()
}

#[test]
fn a_pasted_shot_with_expensive_steps_waits_for_a_person() {
    let mut program = Program::open(None, Settings::default()).unwrap();
    program.paste_shot(&shot_of(MANY_PASSES));
    assert!(is_paused(&program));
    let message = format!("{:?}", program.ui.message);
    assert!(message.contains("opened paused"), "{message}");
    assert!(message.contains("1000 substeps"), "{message}");
    let usual = MANY_PASSES.replace("1000, ", "4, ").replace("100000", "2");
    program.paste_shot(&shot_of(&usual));
    assert!(!is_paused(&program));
}

/// Whether the first figure has the body in which it is drawn.
fn is_dressed(program: &Program) -> bool {
    let session = &program.playback.session;
    let (map, model) = (&session.simulation.map, session.simulation.world.model());
    session
        .looks
        .skins
        .of(&map.ragdolls[0], map, model)
        .is_some()
}

#[test]
fn a_body_is_made_beside_the_frames_and_is_there_once_the_program_rests() {
    let mut program = Program::open(Some("first-throw"), Settings::default()).unwrap();
    assert!(is_dressed(&program), "at once where runs must repeat");
    program.playback.hurry(Duration::from_millis(10));
    program.open_source("thesis-rigid");
    assert!(!is_dressed(&program));
    assert!(program.is_busy(), "there is more to draw");
    play_until(&mut program, |program| {
        is_dressed(program) && !program.is_busy()
    });
    program.open_source("first-throw");
    assert!(is_dressed(&program), "it was made before");
}

#[test]
fn after_a_change_the_start_is_compiled_beside_the_frames() {
    let mut program = Program::open(Some("chain"), Settings::default()).unwrap();
    program.playback.hurry(Duration::from_millis(10));
    play_until(&mut program, |program| program.playback.session.now() > 5);
    let mut solver = program.workspace.document.scene().solver.clone();
    solver.iterations = Some(7);
    program.perform(Action::Edit(Command::SetSolver(Box::new(solver), "Solver")));
    program.perform(Action::Do(Trigger::Reset));
    let is_begun = |program: &Program| program.playback.session.history.inputs().is_empty();
    assert!(!is_begun(&program), "the run goes on meanwhile");
    assert!(program.is_busy());
    let began = Instant::now();
    while !is_begun(&program) {
        assert!(began.elapsed() < PATIENCE, "it never began");
        program.keep_up(Duration::ZERO);
        std::thread::sleep(Duration::from_millis(2));
    }
    let session = &program.playback.session;
    assert_eq!(session.now(), 0);
    assert_eq!(session.history.scene().solver.iterations, Some(7));
    // The next time it is known.
    play_until(&mut program, |program| program.playback.session.now() > 5);
    program.perform(Action::Do(Trigger::Reset));
    assert_eq!(program.playback.session.now(), 0);
}
