//! Limbs that a person breaks off.

use ragdoll_lab::app::action::{Action, Limb, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::physics::constraint::ConstraintRows;
use ragdoll_lab::physics::Constraint;
use ragdoll_lab::platform::settings::Settings;

/// A dummy that is hit, a second after the throw.
fn program() -> Program {
    let mut program = Program::open(Some("mx-throw"), Settings::default()).unwrap();
    program.playback.stepping_budget = None;
    program.perform(Action::Do(Trigger::Throw));
    advance(&mut program);
    program
}

fn advance(program: &mut Program) {
    for _ in 0..60 {
        program.advance(1.0 / 60.0);
    }
}

fn look_at(program: &mut Program, part: &str) {
    let ragdoll = program.workspace.document.scene().ragdolls[0].id;
    let part = part.into();
    program.perform(Action::ShowLimb(Some(Limb { ragdoll, part })));
}

fn message(program: &Program) -> String {
    let message = program.ui.message.clone();
    message.map(|(text, _)| text).unwrap_or_default()
}

fn is_broken(program: &Program) -> bool {
    let simulation = &program.playback.session.simulation;
    simulation.map.ragdolls[0].is_broken(simulation.world.model())
}

fn constraints(program: &Program) -> Vec<Constraint> {
    let simulation = &program.playback.session.simulation;
    simulation.world.model().constraints.clone()
}

#[test]
fn a_limb_comes_off_in_the_run_and_undo_begins_it_anew() {
    let mut program = program();
    let now = program.playback.session.now();
    let bodies = |program: &Program| {
        let state = program.playback.session.simulation.world.state();
        state.bodies.clone()
    };
    let before = bodies(&program);
    let joined = constraints(&program);
    look_at(&mut program, "l_upper_arm");
    program.perform(Action::Do(Trigger::BreakOff));
    assert!(is_broken(&program), "{}", message(&program));
    assert_eq!(program.playback.session.now(), now);
    assert_eq!(bodies(&program), before, "nothing is moved by it");
    assert!(program.workspace.document.scene().ragdolls[0].parts[0].broken_off);
    advance(&mut program);
    let left = constraints(&program);
    let broken = joined
        .iter()
        .zip(&left)
        .find(|(_, left)| matches!(left, Constraint::Broken(_)));
    let shoulder = broken.unwrap().0.attachments();
    let state = program.playback.session.simulation.world.state();
    let [arm, torso] = shoulder.map(|side| side.position(state));
    let apart = arm.distance(torso);
    assert!(apart > 0.05, "it has come off: {apart} m");
    // Once is enough.
    let edited = program.workspace.document.scene().clone();
    program.perform(Action::Do(Trigger::BreakOff));
    assert!(
        message(&program).contains("already"),
        "{}",
        message(&program)
    );
    assert_eq!(*program.workspace.document.scene(), edited);
    program.perform(Action::Do(Trigger::Undo));
    assert!(!is_broken(&program));
    assert_eq!(program.playback.session.now(), 0);
}

#[test]
fn a_root_does_not_come_off() {
    let mut program = program();
    look_at(&mut program, "pelvis");
    program.perform(Action::Do(Trigger::BreakOff));
    assert!(message(&program).contains("root"), "{}", message(&program));
    assert!(!is_broken(&program));
}
