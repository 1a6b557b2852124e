//! Experiments and shot fan on screen: run, cancelled, watched, played, exported.

use crate::common::time::PATIENCE;
use crate::ui_kit::{
    act, click, find, move_to, number_fields, obeying_screen_of, open, place_of, press_key, retype,
    settle, show, type_into, Screen, HOSTILE,
};
use egui_macroquad::egui::{vec2, Event, Key, Modifiers, MouseWheelUnit};
use ragdoll_lab::app::action::ExperimentAction;
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::action::Request;
use ragdoll_lab::app::action::{Action, Answer, Trigger};
use ragdoll_lab::app::action::{FanAction, FanOptions, FanValues, COUNT, NUDGES};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::editor::{Command, Selection};
use ragdoll_lab::lab::experiment::Effort;
use ragdoll_lab::platform::dialogs::FilePurpose;
use std::fs;
use std::process::Command as Process;
use std::time::{Duration, Instant};

/// High enough that nothing has to be scrolled.
const TALL: [f32; 2] = [1280.0, 2400.0];

fn tiny() -> Effort {
    Effort {
        nudges: 1,
        ..Effort::tiny()
    }
}

/// Shots at three speeds.
fn three() -> FanOptions {
    FanOptions {
        values: FanValues::Range {
            from: 6.0,
            to: 10.0,
        },
        count: 3,
        nudges: 1,
        limit_s: 1.5,
        ..FanOptions::default()
    }
}

fn screen(scene: &str, panel: Panel) -> Screen {
    let mut screen = obeying_screen_of(open(scene), TALL);
    screen.state_mut().program.playback.session.playing = false;
    show(&mut screen, panel);
    screen
}

fn wait(screen: &mut Screen) {
    let began = Instant::now();
    while screen.state().program.is_busy() {
        assert!(began.elapsed() < PATIENCE, "it never ends");
        std::thread::sleep(Duration::from_millis(5));
        screen.state_mut().program.advance(0.0);
    }
    settle(screen);
}

fn experiment(screen: &mut Screen, action: ExperimentAction) {
    act(screen, Action::Experiment(action));
}

fn fan(screen: &mut Screen, action: FanAction) {
    act(screen, Action::Fan(action));
}

/// A screen with a fan of three shots.
fn fanned() -> Screen {
    let mut screen = screen("first-throw", Panel::Sweep);
    fan(&mut screen, FanAction::SetOptions(Box::new(three())));
    click(&mut screen, "Run shot fan");
    wait(&mut screen);
    let program = &screen.state().program;
    assert!(
        program.jobs.fan.trouble().is_none(),
        "{:?}",
        program.jobs.fan.trouble()
    );
    screen
}

#[test]
fn an_experiment_runs_and_tells_its_findings() {
    let mut screen = screen("first-throw", Panel::Experiments);
    experiment(&mut screen, ExperimentAction::SetEffort(Box::new(tiny())));
    click(&mut screen, "Run velocity");
    assert!(screen.state().program.is_busy());
    assert!(find(&mut screen, "Run velocity").is_none());
    wait(&mut screen);
    for name in [
        "Result of velocity",
        "Plot 1 of velocity",
        "Plot 2 of velocity",
        "Table of velocity",
        "Finding: a fast ball makes the ragdoll travel further than a slow one (particles)",
    ] {
        assert!(find(&mut screen, name).is_some(), "{name}");
    }
    click(&mut screen, "Result of velocity");
    assert!(find(&mut screen, "Table of velocity").is_none());
}

#[test]
fn an_experiment_and_a_fan_are_cancelled_at_once() {
    let mut screen = screen("first-throw", Panel::Experiments);
    click(&mut screen, "Run velocity");
    assert!(screen.state().program.is_busy());
    click(&mut screen, "Cancel");
    assert!(!screen.state().program.is_busy());
    assert!(screen
        .state()
        .program
        .jobs
        .experiments
        .report("velocity")
        .is_none());
    show(&mut screen, Panel::Sweep);
    click(&mut screen, "Run shot fan");
    assert!(screen.state().program.is_busy());
    click(&mut screen, "Cancel");
    assert!(!screen.state().program.is_busy());
    assert!(screen.state().program.jobs.fan.fan().is_none());
}

#[test]
fn bodies_and_nudges_are_chosen() {
    let mut screen = screen("first-throw", Panel::Experiments);
    click(&mut screen, "MX");
    let bodies = |screen: &Screen| screen.state().program.jobs.experiments.effort.bodies.len();
    assert_eq!(bodies(&screen), 2);
    for body in ["Particles", "MX"] {
        click(&mut screen, body);
    }
    assert_eq!(bodies(&screen), 1, "there is always something to throw at");
    for text in HOSTILE {
        type_into(&mut screen, "Nudges", text);
        assert!(screen.state().program.jobs.experiments.effort.nudges <= 1000);
    }
}

fn sides(program: &Program) -> usize {
    program
        .playback
        .comparing
        .comparison
        .as_ref()
        .map_or(0, |c| c.sides().len())
}

#[test]
fn what_is_watched_runs_side_by_side() {
    for name in ["velocity", "elasticity", "ball-size", "body-type", "chain"] {
        let mut screen = screen("first-throw", Panel::Experiments);
        click(&mut screen, &format!("Watch {name}"));
        for _ in 0..20 {
            screen.state_mut().program.advance(1.0 / 60.0);
        }
        settle(&mut screen);
        let program = &screen.state().program;
        assert_eq!(sides(program), 2, "{name}");
        assert!(
            program.view().playback.session.now() > 0,
            "{name}: it plays"
        );
        let leader = program.playback.comparing.options.leader.clone().unwrap();
        let has_shot = name != "chain";
        for side in program
            .playback
            .comparing
            .comparison
            .as_ref()
            .unwrap()
            .sides()
        {
            assert!(side.trouble.is_none(), "{name}: {:?}", side.trouble);
            let metrics = &side.simulation.metrics;
            assert_eq!(metrics.shot.is_some(), has_shot, "{name}");
        }
        assert!(find(&mut screen, &format!("Run {leader}")).is_some());
    }
}

#[test]
fn watching_asks_about_unsaved_changes() {
    let mut screen = screen("first-throw", Panel::Experiments);
    let rename = Command::SetSceneName("changed".into());
    act(&mut screen, Action::Edit(rename));
    click(&mut screen, "Watch chain");
    assert!(screen.state().program.view().workspace.asks_about_changes());
    assert_eq!(sides(&screen.state().program), 0);
    act(&mut screen, Action::Answer(Answer::Discard));
    assert_eq!(sides(&screen.state().program), 2);
}

#[test]
fn a_click_on_a_point_plays_that_very_shot() {
    let mut screen = fanned();
    let shots = screen.state().program.jobs.fan.fan().unwrap().shots();
    assert_eq!(shots.len(), 3);
    assert!(shots.iter().all(|shot| shot.pose.is_some()));
    let row = shots[1].row.clone();
    assert!(find(&mut screen, "Shot fan legend").is_some());
    for name in ["Point 8", "Shot 10"] {
        assert!(find(&mut screen, name).is_some(), "{name}");
    }
    click(&mut screen, "Point 8");
    let program = &mut screen.state_mut().program;
    let takes = &program.playback.session.takes;
    assert_eq!(takes.list()[takes.chosen().unwrap()].name, "speed_m_s 8");
    for _ in 0..row.steps + 60 {
        program.advance(1.0 / 60.0);
    }
    let hash = program.view().playback.reading().hash;
    assert_eq!(format!("{hash:016x}"), row.hash);
    assert_eq!(program.view().playback.session.now(), row.steps);
    // The same shot is one take, however often it is played.
    let count = program.playback.session.takes.list().len();
    click(&mut screen, "Shot 8");
    assert_eq!(
        screen.state().program.playback.session.takes.list().len(),
        count
    );
}

#[test]
fn a_changed_scene_makes_the_fan_old_and_clearing_forgets_it() {
    let mut screen = fanned();
    assert!(!screen.state().program.jobs.fan.is_old());
    let rename = Command::SetSceneName("changed".into());
    act(&mut screen, Action::Edit(rename));
    screen.state_mut().program.advance(0.0);
    assert!(screen.state().program.jobs.fan.is_old());
    click(&mut screen, "Run again");
    wait(&mut screen);
    screen.state_mut().program.advance(0.0);
    assert!(!screen.state().program.jobs.fan.is_old());
    click(&mut screen, "Show on stage");
    assert!(screen.state().program.jobs.fan.on_stage().is_none());
    click(&mut screen, "Clear");
    assert!(screen.state().program.jobs.fan.fan().is_none());
    assert!(find(&mut screen, "Shot fan legend").is_none());
}

#[test]
fn what_is_missing_is_said() {
    let mut screen = screen("chain", Panel::Sweep);
    click(&mut screen, "Run shot fan");
    assert!(!screen.state().program.is_busy());
    fan(&mut screen, FanAction::Run);
    let (text, is_error) = screen.state().program.ui.message.clone().unwrap();
    assert!(
        is_error && text.contains("no ragdoll to throw at"),
        "{text}"
    );
    fan(&mut screen, FanAction::CopyCommand);
    assert!(screen.state().program.ui.message.clone().unwrap().1);
    let mut screen = fanned();
    let ids = screen
        .state()
        .program
        .workspace
        .document
        .scene()
        .ragdolls
        .iter();
    let ragdolls = Selection::of(ids.map(|ragdoll| ragdoll.id).collect::<Vec<_>>());
    act(&mut screen, Action::Select(ragdolls));
    act(&mut screen, Action::Do(Trigger::Delete));
    fan(&mut screen, FanAction::Run);
    let (text, is_error) = screen.state().program.ui.message.clone().unwrap();
    assert!(is_error && text.contains("ragdoll"), "{text}");
}

#[test]
fn hostile_numbers_paths_and_lists_are_refused_with_a_reason() {
    let mut screen = screen("first-throw", Panel::Sweep);
    for field in ["From", "To", "Shots", "Nudges"] {
        assert!(number_fields(&mut screen).contains(field), "{field}");
        for text in HOSTILE {
            type_into(&mut screen, field, text);
            let options = &screen.state().program.jobs.fan.options;
            assert!(COUNT.holds(options.count as f64));
            assert!(NUDGES.holds(f64::from(options.nudges)));
            let FanValues::Range { from, to } = options.values else {
                panic!("it is a range");
            };
            assert!(from.is_finite() && to.is_finite());
        }
    }
    for (path, list, why) in [
        ("launcher.sped_m_s", "1, 2", "did you mean"),
        ("a..b", "1, 2", "is not a path"),
        ("launcher.speed_m_s", "", "is empty"),
        ("launcher.speed_m_s", "1, 1", "appears twice"),
        ("launcher.speed_m_s", "-5, 1e308", "out of range"),
        ("name", "a, b, \"", ""),
    ] {
        let options = FanOptions {
            path: path.into(),
            is_free: true,
            values: FanValues::List(list.into()),
            ..three()
        };
        fan(&mut screen, FanAction::SetOptions(Box::new(options)));
        click(&mut screen, "Run shot fan");
        wait(&mut screen);
        let trouble = screen
            .state()
            .program
            .jobs
            .fan
            .trouble()
            .unwrap_or_default();
        assert!(trouble.contains(why), "{path}={list}: {trouble}");
    }
}

/// Turns the wheel over the control of that name until the end of its list.
fn scroll_down(screen: &mut Screen, label: &str) {
    let place = place_of(screen, label);
    move_to(screen, place);
    screen.input_mut().events.push(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, -1000.0),
        modifiers: Modifiers::NONE,
    });
    screen.run_steps(20);
}

#[test]
fn fields_are_chosen_from_a_list_or_typed() {
    let mut screen = screen("first-throw", Panel::Sweep);
    click(&mut screen, "Vary");
    settle(&mut screen);
    click(&mut screen, "Vary: Elasticity");
    settle(&mut screen);
    let options = |screen: &Screen| screen.state().program.jobs.fan.options.clone();
    assert_eq!(options(&screen).path, "launcher.ball.restitution");
    click(&mut screen, "Vary");
    settle(&mut screen);
    scroll_down(&mut screen, "Vary: Elasticity");
    click(&mut screen, "Vary: Another field…");
    settle(&mut screen);
    click(&mut screen, "Path");
    retype(&mut screen, "launcher.ball.mass_kg");
    press_key(&mut screen, Key::Enter);
    assert_eq!(options(&screen).path, "launcher.ball.mass_kg");
    assert!(options(&screen).is_free);
    click(&mut screen, "List");
    click(&mut screen, "Values");
    retype(&mut screen, "2, 5");
    press_key(&mut screen, Key::Enter);
    assert_eq!(options(&screen).values, FanValues::List("2, 5".into()));
}

/// What is exported is what the copied command prints.
#[test]
fn the_copied_command_makes_the_exported_table() {
    let mut screen = fanned();
    screen.state_mut().program.requests.clear();
    click(&mut screen, "Copy as command");
    click(&mut screen, "Export CSV…");
    click(&mut screen, "Export PNG…");
    let requests = screen.state().program.requests.clone();
    let [Request::CopyText(command), Request::SaveDialog(FilePurpose::SweepTable, _), Request::SaveDialog(FilePurpose::SweepPlot, _)] =
        &requests[..]
    else {
        panic!("{requests:?}");
    };
    let folder = tempfile::tempdir().unwrap();
    let (table, picture) = (folder.path().join("a.csv"), folder.path().join("a.png"));
    let program = &mut screen.state_mut().program;
    program.save_chosen(FilePurpose::SweepTable, &table);
    program.save_chosen(FilePurpose::SweepPlot, &picture);
    assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    let words = command.strip_prefix("ragdoll-lab ").unwrap().split(' ');
    let mut process = Process::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    let out = folder.path().join("out");
    process.args(words).arg("--out").arg(&out);
    let output = process.output().unwrap();
    assert!(output.status.success(), "{command}: {output:?}");
    assert_eq!(
        fs::read(out.join("data.csv")).unwrap(),
        fs::read(table).unwrap()
    );
}
