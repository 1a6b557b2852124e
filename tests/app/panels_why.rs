//! The panel that says why something moved.

use crate::common::time::PATIENCE;
use crate::ui_kit::{act, carry_out, click, find, open, screen_of, select, settle, show, Screen};
use ragdoll_lab::app::action::{Action, Panel, Trigger, WhyAction, WhyMeasure, WhySpan};
use ragdoll_lab::app::jobs::why::failure;
use ragdoll_lab::editor::Command;
use ragdoll_lab::lab::soundness::Fault;
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
    assert_eq!(found.trouble_step, now);
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

fn frame(screen: &mut Screen) {
    screen.state_mut().program.advance(1.0 / 60.0);
}

/// Throws in the first scene and plays until the hit is half a second old.
fn after_a_hit() -> Screen {
    let mut screen = screen_of(open("first-throw"), [1280.0, 720.0]);
    act(&mut screen, Action::Throw);
    let is_old = |screen: &Screen| {
        let session = &screen.state().program.playback.session;
        let shot = session.simulation.metrics.shot.as_ref();
        let hit = shot.and_then(|shot| shot.first_hit);
        hit.is_some_and(|hit| session.simulation.time_s() > hit.time_s + 0.6)
    };
    while !is_old(&screen) {
        frame(&mut screen);
    }
    act(&mut screen, Action::SetPlaying(false));
    screen
}

#[test]
fn the_panel_asks_about_the_hit_and_who_was_hit_as_it_opens() {
    let mut screen = after_a_hit();
    assert!(screen.state().program.jobs.why.answer().is_none());
    act(&mut screen, Action::Do(Trigger::PanelWhy));
    frame(&mut screen);
    assert!(screen.state().program.jobs.why.running().is_some());
    await_answer(&mut screen);
    let why = &screen.state().program.jobs.why;
    let answer = why.answer().unwrap();
    assert_eq!((why.span, answer.subject.as_str()), (WhySpan::Hit, "dummy"));
    assert!((answer.to_s - answer.from_s - 0.5).abs() < 0.02);
    // Another choice is another question; a choice of what is shown is none.
    for (button, subject) in [("Everything", "everything"), ("Last 5 s", "everything")] {
        click(&mut screen, button);
        carry_out(&mut screen);
        await_answer(&mut screen);
        let answer = screen.state().program.jobs.why.answer().unwrap();
        assert_eq!(answer.subject, subject, "{button}");
    }
    let to_s = |screen: &Screen| screen.state().program.jobs.why.answer().unwrap().from_s;
    assert_eq!(to_s(&screen), 0.0);
    click(&mut screen, "Work");
    carry_out(&mut screen);
    assert!(screen.state().program.jobs.why.running().is_none());
    // Once the run has gone on, whatever is pressed asks about the run as it is.
    act(&mut screen, Action::SetPlaying(true));
    for _ in 0..30 {
        frame(&mut screen);
    }
    settle(&mut screen);
    click(&mut screen, "Momentum");
    carry_out(&mut screen);
    assert!(screen.state().program.jobs.why.running().is_some());
}

#[test]
fn a_run_that_is_unsound_is_asked_about_what_failed() {
    let mut screen = screen_of(open("first-throw"), [1280.0, 720.0]);
    let mut scene = (**screen.state().program.workspace.document.scene()).clone();
    // One iteration and a heavy, fast ball tear the joints open.
    scene.solver.iterations = Some(1);
    scene.solver.substeps = Some(1);
    let launcher = scene.launcher.as_mut().unwrap();
    (launcher.speed_m_s, launcher.ball.mass_kg) = (150.0, Some(400.0));
    let solver = Command::SetSolver(Box::new(scene.solver.clone()), "Solver");
    let launcher = Command::SetLauncher(launcher.clone(), "Speed");
    for command in [solver, launcher] {
        act(&mut screen, Action::Edit(command));
    }
    act(&mut screen, Action::Throw);
    let program = &mut screen.state_mut().program;
    program.playback.session.playing = true;
    for _ in 0..120 {
        program.advance(1.0 / 60.0);
        if failure(&program.playback.session).is_some() {
            break;
        }
    }
    let failed = failure(&program.playback.session).expect("nothing failed");
    act(&mut screen, Action::SetPlaying(false));
    act(&mut screen, Action::Do(Trigger::PanelWhy));
    frame(&mut screen);
    await_answer(&mut screen);
    let program = &screen.state().program;
    let why = &program.jobs.why;
    assert_eq!(why.span, WhySpan::Failure);
    let answer = why.answer().unwrap();
    let step_s = program.playback.session.step_s();
    assert_eq!((answer.to_s / step_s).round() as u64, failed.step);
    let name = answer.subject.as_str();
    match failed.fault {
        Fault::Open { .. } => assert!(name.contains("between"), "{name}"),
        Fault::Crushed { .. } | Fault::EnergyGained { .. } => assert_eq!(name, "everything"),
    }
    assert!(find(&mut screen, "Failure").is_some());
}

/// Everything of the panel lies within the window, as wide as the dock makes it.
#[test]
fn nothing_of_the_panel_is_cut_in_a_small_window() {
    for size in [[1280.0, 720.0], [1024.0, 600.0]] {
        let mut screen = screen_of(open("first-throw"), size);
        show(&mut screen, Panel::Why);
        settle(&mut screen);
        for label in [
            "Ask why",
            "Everything",
            "Last 5 s",
            "All",
            "Momentum",
            "Mean force",
            "Work",
            "Correction",
        ] {
            let rect = find(&mut screen, label).unwrap_or_else(|| panic!("no {label}"));
            let window = screen.ctx.screen_rect();
            assert!(window.contains_rect(rect), "{label} {rect:?} at {size:?}");
        }
    }
}
