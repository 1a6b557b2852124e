//! A step taken apart: nothing is left out, nothing is changed, and each correction does
//! what it is for.

use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::lab::{Inside, Simulation};
use ragdoll_lab::physics::method::METHODS;
use ragdoll_lab::physics::probe::SolverEvent;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{change, find, parse, Setting};

fn simulation(scene: &str, settings: &[&str], steps: u32) -> Simulation {
    let scene = parse(find(scene).unwrap().text.as_bytes()).unwrap();
    let settings: Vec<_> = settings
        .iter()
        .map(|s| Setting::parse(s).unwrap())
        .collect();
    let mut simulation = Simulation::new(&change::apply(&settings, scene).unwrap()).unwrap();
    for _ in 0..steps {
        simulation.step();
    }
    simulation
}

/// Also in the step in which the scene throws its ball.
#[test]
fn the_last_moment_is_the_end_of_the_step_in_every_method() {
    let forms = METHODS
        .iter()
        .map(|method| format!("solver.method={}", method.id));
    for form in forms.chain(["solver.preset=baltman-velocity".to_owned()]) {
        for steps in [0, 40] {
            let mut simulation = simulation("mx-throw", &[&form, "launcher.fire_at_s=0"], steps);
            let hash = simulation.world.state().hash();
            let inside = Inside::of(&simulation);
            assert_eq!(simulation.world.state().hash(), hash);
            assert_eq!(inside.step(), u64::from(steps));
            assert!(inside.is_whole());
            let last = inside.state(inside.moments().len());
            simulation.step();
            let now = simulation.world.state();
            assert_eq!(last.bodies, now.bodies, "{form} after {steps}");
            let first = inside.state(0);
            assert_eq!(first.step, u64::from(steps));
        }
    }
}

#[test]
fn every_constraint_is_met_once_in_each_pass_and_each_correction_corrects() {
    let settings = ["solver.iterations=3", "solver.substeps=2"];
    let simulation = simulation("chain", &settings, 30);
    let constraints = simulation.world.model().constraints.len();
    let inside = Inside::of(&simulation);
    for (substep, iteration) in [(1, 1), (1, 3), (2, 2)] {
        let here = inside
            .moments()
            .iter()
            .filter(|m| (m.substep, m.iteration) == (substep, iteration));
        let met: Vec<usize> = here
            .filter_map(|moment| match moment.event {
                SolverEvent::Position(index) => Some(index),
                _ => None,
            })
            .collect();
        let mut sorted = met.clone();
        sorted.sort_unstable();
        assert_eq!(
            sorted,
            (0..constraints).collect::<Vec<_>>(),
            "{substep} {iteration}"
        );
    }
    let corrections = inside.moments().iter().filter_map(|moment| moment.errors);
    let mut count = 0;
    for [(before, _), (after, _)] in corrections {
        assert!(after <= before.max(1e-12), "{before} {after}");
        count += 1;
    }
    assert_eq!(count, 2 * 3 * constraints);
}

/// Forth through a step into the next, and back out of it.
#[test]
fn a_person_goes_through_a_step_and_sees_each_correction() {
    let mut program = Program::open(Some("mx-throw"), Settings::default()).unwrap();
    let press = |program: &mut Program, trigger| {
        program.perform(Action::Do(trigger));
        program.advance(0.0);
    };
    program.perform(Action::Do(Trigger::Throw));
    for _ in 0..30 {
        program.playback.session.step();
    }
    press(&mut program, Trigger::StepInside);
    assert!(!program.playback.session.playing);
    let first = program.view().playback.inside_text().unwrap();
    assert!(first.starts_with("step 31: solver event 1 of "), "{first}");
    let marks = program.overlay().inside.unwrap();
    assert_eq!(
        marks.before.bodies,
        program.playback.session.simulation.world.state().bodies
    );
    // Stops may come first, then the motion, then the first joint.
    let mut texts = vec![first];
    while !texts.last().unwrap().contains("mm") {
        assert!(texts.len() <= 3, "{texts:?}");
        press(&mut program, Trigger::StepInside);
        texts.push(program.view().playback.inside_text().unwrap());
    }
    assert!(program.overlay().inside.unwrap().grips.is_some());
    for text in texts.iter().rev().skip(1) {
        press(&mut program, Trigger::StepBackInside);
        assert_eq!(program.view().playback.inside_text().unwrap(), *text);
    }
    press(&mut program, Trigger::StepBackInside);
    assert_eq!(program.view().playback.inside_text(), None);
    // Back from the begin of a step is the end of the step before.
    press(&mut program, Trigger::StepBackInside);
    let last = program.view().playback.inside_text().unwrap();
    assert!(last.starts_with("step 30: "), "{last}");
    let marks = program.overlay().inside.unwrap();
    press(&mut program, Trigger::StepInside);
    assert_eq!(
        (
            program.view().playback.inside_text(),
            program.playback.session.now()
        ),
        (None, 30)
    );
    assert_eq!(
        marks.state.bodies,
        program.playback.session.simulation.world.state().bodies
    );
    // Whoever plays or goes elsewhere is out of the step.
    press(&mut program, Trigger::StepInside);
    program.perform(Action::Do(Trigger::PlayPause));
    program.advance(0.02);
    assert_eq!(program.view().playback.inside_text(), None);
}

/// The states of a step fit the model that made it and no other: with a ball more they would
/// be drawn past their end.
#[test]
fn an_edit_ends_the_view_into_a_step() {
    let edits = [
        Trigger::CreateBall,
        Trigger::CreateBox,
        Trigger::Throw,
        Trigger::Undo,
    ];
    for edit in edits {
        let mut program = Program::open(Some("first-throw"), Settings::default()).unwrap();
        let press = |program: &mut Program, trigger| program.perform(Action::Do(trigger));
        press(&mut program, Trigger::CreateBall);
        program.playback.session.playing = true;
        program.advance(0.1);
        press(&mut program, Trigger::PlayPause);
        press(&mut program, Trigger::Reset);
        press(&mut program, Trigger::StepInside);
        assert!(program.overlay().inside.is_some(), "{edit:?}");
        press(&mut program, edit);
        // Before the next frame begins, as after it.
        assert!(program.overlay().inside.is_none(), "{edit:?}");
        program.advance(0.0);
        assert_eq!(program.view().playback.inside_text(), None, "{edit:?}");
    }
}
