//! Plots on screen: one clock with the timeline, glances, files, and every size of panel.

use crate::ui_kit::{
    act, button, click, click_with, dress, find, move_to, obeying_screen_of, open, place_of,
    placed, rect_of, settle, show, taken, Screen, WINDOW,
};
use egui_macroquad::egui::{pos2, Modifiers, PointerButton, Pos2, Rect, Shape};
use ragdoll_lab::app::action::CompareOptions;
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::lab::Variant;
use ragdoll_lab::platform::dialogs::{FilePurpose, PlotFormat};
use ragdoll_lab::view::theme::Theme;
use std::fs;
use std::path::Path;
use std::process::Command;

const PLOTS: [&str; 3] = [
    "Plot of travel",
    "Plot of joint error",
    "Plot of total energy",
];

/// The MX ragdoll, thrown at and paused after so many steps.
fn thrown(steps: u32) -> Program {
    let mut program = open("mx-throw");
    program.perform(Action::Do(Trigger::Throw));
    play(&mut program, steps);
    program
}

fn play(program: &mut Program, steps: u32) {
    program.playback.session.playing = true;
    for _ in 0..steps {
        program.advance(program.playback.session.step_s());
    }
    program.playback.session.playing = false;
}

fn plotted(program: Program, size: [f32; 2]) -> Screen {
    let mut screen = obeying_screen_of(program, size);
    show(&mut screen, Panel::Plots);
    taken(&mut screen);
    // The test harness passes over the first click on a screen laid out anew.
    click(&mut screen, "Plots");
    screen
}

/// The runs that are compared at most.
fn five_sides() -> Action {
    let settings = [
        "solver.weighting=0",
        "solver.weighting=1",
        "solver.iterations=1",
        "solver.iterations=50",
        "solver.substeps=4",
    ];
    let variant = |setting: &&str| Variant::new(setting, &[setting]).unwrap();
    Action::SetCompareOptions(Box::new(CompareOptions {
        variants: settings.iter().map(variant).collect(),
        ..CompareOptions::default()
    }))
}

fn now(screen: &Screen) -> u64 {
    screen.state().program.playback.session.now()
}

/// A place in a plot, at a share of its width.
fn place_in(plot: Rect, share: f32) -> Pos2 {
    pos2(plot.left() + share * plot.width(), plot.center().y)
}

#[test]
fn the_plots_of_the_first_look_are_there_and_chips_change_them() {
    let mut screen = plotted(thrown(60), WINDOW);
    for plot in PLOTS {
        assert!(find(&mut screen, plot).is_some(), "{plot}");
    }
    click(&mut screen, "Plot travel");
    assert!(find(&mut screen, PLOTS[0]).is_none());
    for (chip, plot) in [
        ("Plot speed", "Plot of speed"),
        ("Plot limit violation", "Plot of limit violation"),
        ("Plot kinetic energy", "Plot of kinetic energy"),
        ("Plot momentum", "Plot of momentum"),
    ] {
        click(&mut screen, chip);
        assert!(find(&mut screen, plot).is_some(), "{plot}");
    }
    click(&mut screen, "Plot divergence");
    assert!(find(&mut screen, "Plot of divergence").is_none());
    // Nothing in a rigid ragdoll can be strained.
    click(&mut screen, "Plot strain");
    assert!(find(&mut screen, "Plot of strain").is_none());
}

#[test]
fn the_pointer_shows_the_figure_as_it_was_and_changes_nothing() {
    let mut screen = plotted(thrown(120), WINDOW);
    let program = &screen.state().program;
    let (hash, events) = (
        program.view().playback.reading().hash,
        program.view().timeline().events.to_vec(),
    );
    let moments = program.playback.session.history.moment_count();
    let plot = rect_of(&mut screen, PLOTS[1]);
    for share in [0.2, 0.5, 0.3] {
        move_to(&mut screen, place_in(plot, share));
        settle(&mut screen);
        let asked = taken(&mut screen);
        let [Action::Preview(Some(step))] = asked[..] else {
            panic!("{asked:?}");
        };
        let program = &screen.state().program;
        let preview = program
            .playback
            .preview
            .shown()
            .expect("a preview")
            .world
            .state();
        assert_eq!(preview.step, step);
        assert_eq!(program.view().playback.reading().hash, hash);
        assert_eq!(program.playback.session.history.moment_count(), moments);
        assert_eq!(program.view().timeline().events, events);
        let then = preview.hash();
        let mut twin = thrown(120);
        twin.perform(Action::GoToStep(step));
        assert_eq!(twin.view().playback.reading().hash, then, "step {step}");
    }
    let beside = plot.center() - egui_macroquad::egui::vec2(0.0, 400.0);
    move_to(&mut screen, beside);
    settle(&mut screen);
    assert_eq!(taken(&mut screen), [Action::Preview(None)]);
    assert!(screen.state().program.playback.preview.shown().is_none());
}

#[test]
fn a_click_goes_to_the_step_under_the_pointer_and_a_drag_scrubs() {
    let mut screen = plotted(thrown(180), WINDOW);
    let plot = rect_of(&mut screen, PLOTS[2]);
    let place = place_in(plot, 0.4);
    move_to(&mut screen, place);
    let asked = taken(&mut screen);
    let [Action::Preview(Some(step))] = asked[..] else {
        panic!("{asked:?}");
    };
    button(&mut screen, place, true);
    button(&mut screen, place, false);
    settle(&mut screen);
    assert_eq!(now(&screen), step);
    assert!((40..110).contains(&step), "{step}");
    button(&mut screen, place, true);
    let mut before = step;
    for share in [0.5, 0.6, 0.8] {
        move_to(&mut screen, place_in(plot, share));
        assert!(now(&screen) > before, "{share}");
        before = now(&screen);
    }
    move_to(&mut screen, place_in(plot, 7.0));
    assert_eq!(now(&screen), 180);
    button(&mut screen, place_in(plot, 7.0), false);
}

/// A still window draws nothing anew: neither with the panel open nor with the pointer on
/// a plot.
#[test]
fn a_still_panel_asks_for_no_further_frame() {
    let mut screen = plotted(thrown(60), WINDOW);
    let place = place_of(&mut screen, PLOTS[0]);
    for place in [pos2(700.0, 200.0), place] {
        move_to(&mut screen, place);
        screen.run_steps(60);
        assert!(!screen.ctx.has_requested_repaint(), "{place}");
        assert!(!screen.state().program.playback.preview.is_on_its_way());
    }
}

fn save(program: &mut Program, format: PlotFormat, path: &Path) {
    program.save_chosen(FilePurpose::Plots(format), path);
    let (text, failed) = program.ui.message.clone().unwrap();
    assert!(!failed, "{text}");
}

#[test]
fn the_table_draws_the_same_plot_as_the_window_saves() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    for compared in [false, true] {
        let mut program = open("mx-throw");
        if compared {
            program.perform(five_sides());
        }
        program.perform(Action::Do(Trigger::Throw));
        play(&mut program, 40);
        save(&mut program, PlotFormat::Csv, &file("plots.csv"));
        save(&mut program, PlotFormat::Svg, &file("plots.svg"));
        save(&mut program, PlotFormat::Png, &file("plots.png"));
        for name in ["plots.svg", "plots.png"] {
            let ending = name.rsplit('.').next().unwrap();
            let again = file(&format!("again.{ending}"));
            let output = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"))
                .arg("plot")
                .arg(file("plots.csv"))
                .arg("-o")
                .arg(&again)
                .output()
                .unwrap();
            assert!(output.status.success(), "{output:?}");
            let (saved, again) = (fs::read(file(name)).unwrap(), fs::read(again).unwrap());
            assert!(saved == again, "{name}, compared: {compared}");
        }
        let csv = fs::read_to_string(file("plots.csv")).unwrap();
        assert_eq!(csv.lines().count(), 42);
        let head = csv.lines().next().unwrap();
        let columns = if compared { 1 + 6 * 3 } else { 1 + 3 };
        assert_eq!(head.split(',').count(), columns, "{head}");
        assert!(head.starts_with("time_s,"));
    }
}

/// What is plotted is what is saved.
#[test]
fn the_table_has_the_quantities_that_were_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plots.csv");
    let mut screen = plotted(thrown(20), WINDOW);
    let head = |screen: &mut Screen| {
        save(&mut screen.state_mut().program, PlotFormat::Csv, &file);
        let csv = fs::read_to_string(&file).unwrap();
        let mut keys: Vec<String> = csv
            .lines()
            .next()
            .unwrap()
            .split(',')
            .map(Into::into)
            .collect();
        keys.sort();
        keys
    };
    let at_first = ["joint_error_mm", "time_s", "total_energy_j", "travel_m"];
    assert_eq!(head(&mut screen), at_first);
    click(&mut screen, "Plot speed");
    click(&mut screen, "Plot joint error");
    let chosen = ["speed_m_s", "time_s", "total_energy_j", "travel_m"];
    assert_eq!(head(&mut screen), chosen);
    for chosen in ["travel", "speed", "total energy"] {
        click(&mut screen, &format!("Plot {chosen}"));
    }
    assert_eq!(head(&mut screen).len(), 1 + 7, "all where none is chosen");
}

#[test]
fn the_right_button_offers_the_files() {
    let mut screen = plotted(thrown(30), WINDOW);
    let right = PointerButton::Secondary;
    for (label, trigger) in [
        ("Export plots (CSV)…", Trigger::ExportPlotsCsv),
        ("Export plots (PNG)…", Trigger::ExportPlotsPng),
        ("Export plots (SVG)…", Trigger::ExportPlotsSvg),
    ] {
        click_with(&mut screen, PLOTS[1], right, Modifiers::NONE);
        taken(&mut screen);
        click(&mut screen, label);
        assert!(taken(&mut screen).contains(&Action::Do(trigger)), "{label}");
        assert_eq!(now(&screen), 30);
    }
}

#[test]
fn five_sides_fit_into_every_size_and_both_themes() {
    let mut program = open("mx-throw");
    program.perform(five_sides());
    program.perform(Action::Do(Trigger::Throw));
    play(&mut program, 30);
    let mut screen = plotted(program, WINDOW);
    click(&mut screen, "Plot divergence");
    assert!(find(&mut screen, "Plot of divergence").is_some());
    for theme in [Theme::Dark, Theme::Light] {
        for scale in [0.75, 1.0, 3.0] {
            dress(&mut screen, theme, scale);
            assert!(find(&mut screen, PLOTS[0]).is_some(), "{theme:?} {scale}");
        }
    }
    for size in [[1.0, 1.0], [200.0, 150.0], [400.0, 2000.0], [4000.0, 300.0]] {
        screen.set_size(size.into());
        settle(&mut screen);
        let plots = placed(&mut screen);
        for plot in plots.iter().filter(|p| p.label.starts_with("Plot of")) {
            assert!(plot.rect.width().is_finite() && plot.rect.height().is_finite());
        }
    }
}

/// The corners of the lines in what is painted.
fn points(shape: &Shape) -> usize {
    match shape {
        Shape::Path(path) => path.points.len(),
        Shape::Vec(shapes) => shapes.iter().map(points).sum(),
        Shape::Mesh(mesh) => mesh.vertices.len(),
        _ => 0,
    }
}

/// Ten minutes at 60 Hz take no more to draw than what fits the panel.
#[test]
fn ten_minutes_draw_no_more_points_than_ten_seconds() {
    let mut program = open("chain");
    program.playback.session.playing = false;
    let mut screen = plotted(program, WINDOW);
    let mut points_after = |steps: u32| {
        let session = &mut screen.state_mut().program.playback.session;
        (0..steps).for_each(|_| session.step());
        screen.run_steps(3);
        let shapes = screen.output().shapes.iter();
        shapes.map(|clipped| points(&clipped.shape)).sum::<usize>()
    };
    let (short, long) = (points_after(600), points_after(35_400));
    assert!(short > 1_000, "the plots have {short} points");
    assert!(long < 2 * short, "{short} points, then {long}");
}

#[test]
fn costs_are_measured_while_they_are_shown_and_change_no_bit() {
    let mut screen = plotted(thrown(0), WINDOW);
    act(&mut screen, Action::Do(Trigger::Profiler));
    assert!(screen.state().program.ui.panels.dock.is_shown(Panel::Cost));
    play(&mut screen.state_mut().program, 60);
    settle(&mut screen);
    for control in [
        "Step time",
        "Time of collision detection",
        "Time of pin",
        "Time of angle limit",
        "Plot of step time",
    ] {
        assert!(find(&mut screen, control).is_some(), "{control}");
    }
    assert_eq!(
        screen.state().program.view().playback.reading().hash,
        thrown(60).view().playback.reading().hash
    );
    act(&mut screen, Action::Do(Trigger::Profiler));
    let program = &mut screen.state_mut().program;
    play(program, 1);
    assert!(program
        .view()
        .playback
        .session
        .observed
        .profile
        .as_ref()
        .is_none());
}
