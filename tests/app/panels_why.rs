//! The panel that says why something moved.

use crate::common::time::PATIENCE;
use crate::ui_kit::{act, carry_out, click, find, open, screen_of, select, settle, show, Screen};
use ragdoll_lab::app::action::{Action, Panel, Trigger, WhyAction, WhyMeasure, WhySpan};
use ragdoll_lab::editor::Command;
use ragdoll_lab::lab::Progress;
use ragdoll_lab::physics::ledger::Cause;
use ragdoll_lab::physics::method::find as find_method;
use ragdoll_lab::scene::Integrator;
use std::time::{Duration, Instant};

fn screen(scene: &str, steps: u32) -> Screen {
    let mut program = open(scene);
    for _ in 0..steps {
        let session = &mut program.playback.session;
        let progress = session.history.step(&mut session.simulation);
        assert_eq!(progress, Progress::Advanced);
    }
    let mut screen = screen_of(program, [1280.0, 1600.0]);
    show(&mut screen, Panel::Why);
    screen
}

fn await_answer(screen: &mut Screen) {
    let begin = Instant::now();
    while screen.state().program.jobs.why.running().is_some() {
        assert!(begin.elapsed() < PATIENCE, "no answer");
        screen.state_mut().program.advance(0.0);
        std::thread::sleep(Duration::from_millis(5));
    }
    settle(screen);
}

#[test]
fn an_answer_lists_the_causes_and_a_click_selects() {
    let mut screen = screen("mx-drop", 70);
    let id = screen.state().program.workspace.document.scene().ragdolls[0].id;
    select(&mut screen, [id]);
    click(&mut screen, "Ask why");
    carry_out(&mut screen);
    await_answer(&mut screen);
    assert!(find(&mut screen, "Cause gravity").is_some());
    let answer = screen.state().program.jobs.why.answer().unwrap();
    assert!(answer.causes.len() > 5 && answer.moments.len() == 70);
    // What shows force divides by the span; work has a sign.
    for measure in WhyMeasure::ALL {
        act(&mut screen, Action::Why(WhyAction::SetMeasure(measure)));
        settle(&mut screen);
        assert!(find(&mut screen, "Sum of causes").is_some());
    }
    let name = {
        let answer = screen.state().program.jobs.why.answer().unwrap();
        let mut touching = answer
            .causes
            .iter()
            .filter(|line| line.name.starts_with("contact between"));
        touching.next().unwrap().name.clone()
    };
    act(
        &mut screen,
        Action::Why(WhyAction::SetMeasure(WhyMeasure::Momentum)),
    );
    click(&mut screen, &format!("Cause {name}"));
    carry_out(&mut screen);
    let selected = screen
        .state()
        .program
        .workspace
        .document
        .selection()
        .clone();
    assert!(
        !selected.is_empty() && !selected.contains(id),
        "{selected:?}"
    );
}

#[test]
fn what_cannot_be_asked_is_said() {
    let mut screen = screen("mx-throw", 0);
    let ask = |screen: &mut Screen, span: WhySpan| {
        act(screen, Action::Why(WhyAction::SetSpan(span)));
        act(screen, Action::Why(WhyAction::Ask));
        let view = screen.state().program.view();
        view.message
            .map(|(text, is_error)| (text.to_owned(), is_error))
    };
    let (text, is_error) = ask(&mut screen, WhySpan::Lately).unwrap();
    assert!(is_error && text.contains("nothing has moved yet"), "{text}");
    let (text, is_error) = ask(&mut screen, WhySpan::Hit).unwrap();
    assert!(
        is_error && text.contains("nothing has been hit yet"),
        "{text}"
    );
}

#[test]
fn the_hit_is_asked_about_and_the_run_stays_as_it_is() {
    let mut screen = screen("first-throw", 0);
    let program = &mut screen.state_mut().program;
    program.perform(Action::Throw);
    for _ in 0..90 {
        let session = &mut program.playback.session;
        session.history.step(&mut session.simulation);
    }
    let hash = program.playback.session.simulation.world.state().hash();
    act(&mut screen, Action::Why(WhyAction::SetSpan(WhySpan::Hit)));
    act(&mut screen, Action::Why(WhyAction::Ask));
    await_answer(&mut screen);
    let program = &screen.state().program;
    let answer = program.jobs.why.answer().unwrap();
    assert!((answer.to_s - answer.from_s - 0.5).abs() < 0.02);
    assert!(answer
        .causes
        .iter()
        .any(|line| line.name.contains("a thrown ball")));
    let world = &program.playback.session.simulation.world;
    assert_eq!(world.state().hash(), hash);
}

#[test]
fn a_run_that_blew_up_is_looked_into_and_mended_by_a_click() {
    let mut screen = screen("chain", 0);
    let before = screen.state().program.workspace.document.scene().clone();
    let mut solver = before.solver.clone();
    solver.choose_method(find_method("springs").unwrap());
    solver.integrator = Some(Integrator::SymplecticEuler);
    solver.stiffness_n_m = Some(1e6);
    solver.damping_n_s_m = Some(0.0);
    let edit = Command::SetSolver(Box::new(solver.clone()), "Solver");
    act(&mut screen, Action::Edit(edit));
    let session = &mut screen.state_mut().program.playback.session;
    for _ in 0..1200 {
        session.step();
    }
    assert!(session.trouble.is_some());
    settle(&mut screen);
    click(&mut screen, "Find out why");
    carry_out(&mut screen);
    let begin = Instant::now();
    while screen.state().program.jobs.autopsy.running().is_some() {
        assert!(begin.elapsed() < PATIENCE, "no autopsy");
        screen.state_mut().program.advance(0.0);
        std::thread::sleep(Duration::from_millis(5));
    }
    settle(&mut screen);
    let program = &screen.state().program;
    let scene = program.workspace.document.scene();
    let found = program.jobs.autopsy.found(scene).unwrap();
    let remedy = found.trials[0].remedy.name.clone();
    let culprit = found.culprits[0].name.clone();
    assert!(find(&mut screen, &format!("Culprit {culprit}")).is_some());
    assert!(find(&mut screen, "First bad step").is_some());
    // Looking at the moment before leaves the result there.
    click(&mut screen, "Go there");
    carry_out(&mut screen);
    settle(&mut screen);
    assert!(screen.state().program.playback.session.trouble.is_none());
    assert!(find(&mut screen, "First bad step").is_some());
    click(&mut screen, &remedy);
    carry_out(&mut screen);
    let program = &mut screen.state_mut().program;
    assert!(program.playback.session.trouble.is_none());
    assert_ne!(program.workspace.document.scene().solver, solver);
    for _ in 0..1200 {
        program.playback.session.step();
    }
    assert!(program.playback.session.trouble.is_none());
    assert_eq!(program.playback.session.now(), 1200);
    act(&mut screen, Action::Do(Trigger::Undo));
    let scene = screen.state().program.workspace.document.scene().clone();
    assert_eq!(scene.solver, solver);
}

#[test]
fn a_run_stops_where_it_leaves_a_bound_and_is_looked_into() {
    let mut screen = screen("chain", 0);
    let mut scene = screen
        .state()
        .program
        .workspace
        .document
        .scene()
        .as_ref()
        .clone();
    scene.solver.iterations = Some(1);
    let edit = Command::SetSolver(Box::new(scene.solver.clone()), "Solver");
    act(&mut screen, Action::Edit(edit));
    settle(&mut screen);
    click(&mut screen, "Pause when");
    carry_out(&mut screen);
    settle(&mut screen);
    click(&mut screen, "joint error");
    carry_out(&mut screen);
    let program = &mut screen.state_mut().program;
    program.playback.session.playing = true;
    for _ in 0..1200 {
        program.advance(1.0 / 60.0);
    }
    let session = &program.playback.session;
    assert!(!session.playing && session.trouble.is_none());
    let bound = program.playback.watch.left(session).unwrap();
    let sample = |step| session.observed.telemetry.sample(step).unwrap();
    let now = session.now();
    assert!(bound.is_left(sample(now)) && !bound.is_left(sample(now - 1)));
    settle(&mut screen);
    click(&mut screen, "Find out why");
    carry_out(&mut screen);
    let begin = Instant::now();
    while screen.state().program.jobs.autopsy.running().is_some() {
        assert!(begin.elapsed() < PATIENCE, "no autopsy");
        screen.state_mut().program.advance(0.0);
        std::thread::sleep(Duration::from_millis(5));
    }
    settle(&mut screen);
    let program = &screen.state().program;
    let found = program
        .jobs
        .autopsy
        .found(program.workspace.document.scene());
    let found = found.unwrap().clone();
    assert_eq!(found.last_good_step, now - 1);
    assert!(matches!(found.culprits[0].cause, Cause::Constraint(_)));
    assert!(find(&mut screen, "The run exceeded a bound").is_some());
    // One goes on past it, and it does not stop again at once.
    click(&mut screen, &found.trials[0].remedy.name);
    carry_out(&mut screen);
    let program = &mut screen.state_mut().program;
    for _ in 0..600 {
        program.advance(1.0 / 60.0);
    }
    assert!(program.playback.session.playing);
}

/// What works against each other is named, and a click selects both; the way of an impulse
/// colours the limbs that it passed.
#[test]
fn conflicts_are_named_and_the_way_of_an_impulse_is_coloured() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strained.json");
    std::fs::write(&path, include_str!("../data/strained.json")).unwrap();
    let mut screen = screen(path.to_str().unwrap(), 60);
    act(&mut screen, Action::Why(WhyAction::Ask));
    await_answer(&mut screen);
    let answer = screen.state().program.jobs.why.answer().unwrap();
    let sentence = answer.conflicts[0].sentence();
    let things = answer.conflicts[0].things;
    click(&mut screen, &format!("Conflict {sentence}"));
    carry_out(&mut screen);
    let program = &screen.state().program;
    let selection = program.workspace.document.selection();
    assert!(things.iter().flatten().all(|id| selection.contains(*id)));
    assert_eq!(program.overlay().tints.len(), 0);
    click(&mut screen, "Impulse path");
    carry_out(&mut screen);
    let program = &screen.state().program;
    assert_eq!(program.overlay().tints.len(), 2, "post and arm");
}
