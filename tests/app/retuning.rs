//! Settings that change while a scene plays: of the past, and of what has diverged.

use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::compile::settings_of;
use ragdoll_lab::editor::Command;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::Solver;

fn program(scene: &str) -> Program {
    Program::open(Some(scene), Settings::default()).unwrap()
}

fn play(program: &mut Program, frames: u32) {
    for _ in 0..frames {
        program.advance(1.0 / 60.0);
    }
}

fn set_solver(program: &mut Program, change: impl FnOnce(&mut Solver)) {
    let mut solver = program.workspace.document.scene().solver.clone();
    change(&mut solver);
    program.perform(Action::Edit(Command::SetSolver(Box::new(solver), "Solver")));
}

/// Whether the run has the settings of the document.
fn agree(program: &Program) -> bool {
    let scene = program.workspace.document.scene();
    let world = &program.playback.session.simulation.world;
    settings_of(scene).unwrap().1 == world.model().settings
}

#[test]
fn a_setting_that_is_undone_in_the_past_does_not_come_back_later() {
    let mut program = program("chain");
    play(&mut program, 30);
    set_solver(&mut program, |solver| solver.iterations = Some(7));
    play(&mut program, 30);
    assert!(agree(&program));
    program.playback.go_to_step(10);
    program.perform(Action::Do(Trigger::Undo));
    assert!(agree(&program));
    let session = &mut program.playback.session;
    assert!(session.is_at_end(), "another future begins here");
    session.playing = true;
    play(&mut program, 60);
    assert!(program.playback.session.now() > 50);
    assert!(agree(&program), "the setting of the other future is back");
}

#[test]
fn a_run_that_diverged_goes_on_with_other_settings() {
    let mut program = program("printed-6.4");
    play(&mut program, 600);
    let diverged_at = program.playback.session.now();
    assert!(program.playback.session.trouble.is_some());
    set_solver(&mut program, |solver| solver.as_printed.clear());
    play(&mut program, 1);
    assert_eq!(program.playback.session.trouble, None);
    play(&mut program, 10);
    assert!(program.playback.session.now() > diverged_at);
}
