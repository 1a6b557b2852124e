//! The muscles of a ragdoll in the inspector, and the scene as a file for other programs.

use crate::ui_kit::{act, click, open, placed, scene_of, screen_of, select, show, Screen};
use ragdoll_lab::app::action::{Action, Panel, Trigger};
use ragdoll_lab::editor::{Command, Item};
use ragdoll_lab::platform::dialogs::{ExportFormat, FilePurpose};
use ragdoll_lab::scene::Ragdoll;

const HALF: u32 = 3;

fn screen() -> Screen {
    let mut screen = screen_of(open("muscles"), [1280.0, 2400.0]);
    show(&mut screen, Panel::Inspector);
    select(&mut screen, [HALF]);
    screen
}

fn ragdoll(screen: &Screen) -> Ragdoll {
    let scene = scene_of(screen);
    let found = scene.ragdolls.iter().find(|ragdoll| ragdoll.id == HALF);
    found.unwrap().clone()
}

#[test]
fn the_inspector_shows_the_muscles_of_all_and_of_each_part() {
    let mut screen = screen();
    let labels = |screen: &mut Screen| -> Vec<String> {
        let all = placed(screen);
        all.into_iter().map(|placed| placed.label).collect()
    };
    assert!(labels(&mut screen).contains(&"Muscles".to_string()));
    click(&mut screen, "Muscle values");
    click(&mut screen, "Muscles by limb");
    let now = labels(&mut screen);
    for label in ["Stiffness", "Damping", "Max torque", "Joint friction"] {
        assert!(now.contains(&label.to_string()), "{label}: {now:?}");
    }
    assert!(now.contains(&"Left Lower Arm".to_string()), "{now:?}");
    assert!(!now.contains(&"Pelvis".to_string()), "{now:?}");
    // A figure of particles has none.
    let mut screen = screen_of(open("hitman"), [1280.0, 2400.0]);
    show(&mut screen, Panel::Inspector);
    let id = scene_of(&screen).ragdolls[0].id;
    select(&mut screen, [id]);
    assert!(!labels(&mut screen).contains(&"Muscles".to_string()));
}

/// Another strength goes on playing, and is undone like any edit.
#[test]
fn a_run_goes_on_with_other_muscles_and_they_are_undone() {
    let mut screen = screen();
    let before = ragdoll(&screen);
    for _ in 0..5 {
        act(&mut screen, Action::Do(Trigger::Step));
    }
    let step = |screen: &Screen| {
        let session = &screen.state().program.playback.session;
        session.simulation.world.state().step
    };
    let made = step(&screen);
    assert!(made > 0);
    let mut limp = before.clone();
    limp.muscles.strength = None;
    let edit = Command::replace(Item::Ragdoll(limp.clone()), "Muscles");
    act(&mut screen, Action::Edit(edit));
    assert_eq!(ragdoll(&screen), limp);
    assert_eq!(step(&screen), made, "the run has begun anew");
    act(&mut screen, Action::Do(Trigger::Undo));
    assert_eq!(ragdoll(&screen), before);
}

#[test]
fn the_scene_is_exported_for_each_program() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = screen();
    for (format, name, begin) in [
        (ExportFormat::Mjcf, "a.xml", "<mujoco"),
        (ExportFormat::Urdf, "a.urdf", "<?xml"),
        (ExportFormat::Gltf, "a.gltf", "{"),
    ] {
        let path = folder.path().join(name);
        let program = &mut screen.state_mut().program;
        program.save_chosen(FilePurpose::Export(format), &path);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(begin), "{name}");
    }
}
