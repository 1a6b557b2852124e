//! Bodies of other simulators in the program: dropped and added.

use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::app::workspace::Question;
use ragdoll_lab::compile::compile;
use ragdoll_lab::exchange::{mjcf, physics_gltf, urdf};
use ragdoll_lab::platform::dialogs::FilePurpose;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{find, parse};
use std::fs;

#[test]
fn files_of_other_simulators_are_opened_when_dropped_and_added_by_import() {
    let scene = parse(find("top").unwrap().text.as_bytes()).unwrap();
    let (world, map) = compile(&scene).unwrap();
    let count = world.model().bodies.len();
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("top.xml", mjcf(&world, &map, &scene).text),
        ("top.urdf", urdf(&world, &map, &scene).text),
        ("top.gltf", physics_gltf(&world, &map, &scene).text),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let mut program = Program::open(None, Settings::default()).unwrap();
        // Files are read at once.
        program.playback.stepping_budget = None;
        let bodies = |program: &Program| program.workspace.document.scene().bodies.len();
        let before = bodies(&program);
        program.open_chosen(FilePurpose::Mesh, &path);
        let added = bodies(&program) - before;
        assert!((1..=count).contains(&added), "{name}: {added}");
        program.perform(Action::Do(Trigger::Undo));
        assert_eq!(bodies(&program), before, "{name}");
        program.workspace.document.mark_saved();
        program.perform(Action::OpenFile(path));
        assert_eq!(program.question(), Question::None, "{name}");
        assert_eq!(program.workspace.title, name);
        assert_eq!(bodies(&program), added, "{name}");
        // What makes no scene leaves the open one as it is.
        for (file, text) in [
            ("bad.urdf", "<robot><link/></robot>"),
            ("bad.xml", "<mujoco>"),
        ] {
            let path = folder.path().join(file);
            fs::write(&path, text).unwrap();
            program.perform(Action::OpenFile(path.clone()));
            program.open_chosen(FilePurpose::Mesh, &path);
            assert_eq!(program.workspace.title, name, "{file}");
            assert_eq!(bodies(&program), added, "{file}");
        }
    }
}
