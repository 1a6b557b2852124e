//! Presets and meshes: things that come from files beyond the scene.

use ragdoll_lab::app::action::Request;
use ragdoll_lab::app::action::{Action, Answer, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::app::workspace::Question;
use ragdoll_lab::editor::generate::{gltf_obstacle, mesh_obstacle, MeshError};
use ragdoll_lab::editor::{Command, Selection, Things};
use ragdoll_lab::gltf::{Fetch, Gltf};
use ragdoll_lab::lab::{shot_text, Recording, Simulation};
use ragdoll_lab::platform::dialogs::FilePurpose;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{parse, to_text, validate, Scene, Shape, SHIPPED};
use serde_json::{json, Value};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn program(scene: &str) -> Program {
    Program::open(Some(scene), Settings::default()).unwrap()
}

fn scene_of(program: &Program) -> Scene {
    (**program.workspace.document.scene()).clone()
}

fn error_of(program: &Program) -> String {
    match &program.ui.message {
        Some((text, true)) => text.clone(),
        other => panic!("no error: {other:?}"),
    }
}

/// Positions of everything that a preset moves, from the first one.
fn layout(scene: &Scene) -> Vec<[f64; 3]> {
    let bodies = scene.bodies.iter().map(|b| b.position_m);
    let particles = scene.particles.iter().map(|p| p.position_m);
    let ragdolls = scene.ragdolls.iter().map(|r| r.position_m);
    let all: Vec<_> = bodies.chain(particles).chain(ragdolls).collect();
    let first = all[0];
    let from_first = |p: &[f64; 3]| [0, 1, 2].map(|axis| p[axis] - first[axis]);
    all.iter().map(from_first).collect()
}

#[test]
fn a_selection_becomes_a_preset_that_stands_elsewhere_as_it_stood() {
    for name in ["chain", "mixed", "box-stack", "hitman"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("my preset.json");
        let mut origin = program(name);
        origin.perform(Action::Do(Trigger::SelectAll));
        origin.perform(Action::Do(Trigger::SavePreset));
        let asked = origin.requests.last().cloned();
        assert!(matches!(
            asked,
            Some(Request::SaveDialog(FilePurpose::Preset, _))
        ));
        origin.save_chosen(FilePurpose::Preset, &file);
        assert!(
            !origin.view().document().is_changed(),
            "{:?}",
            origin.ui.message
        );
        let preset = parse(&fs::read(&file).unwrap()).unwrap();
        assert_eq!(validate(&preset), []);
        assert_eq!(layout(&preset), layout(&scene_of(&origin)), "{name}");
        let original = scene_of(&origin);
        assert_eq!(preset.constraints.len(), original.constraints.len());
        assert_eq!(preset.collision_rules.len(), original.collision_rules.len());

        let mut target = program("first-throw");
        let before = scene_of(&target);
        target.workbench.place_m = [7.0, 0.5, -3.0].into();
        target.open_chosen(FilePurpose::Preset, &file);
        let after = scene_of(&target);
        let added = Scene {
            bodies: after.bodies[before.bodies.len()..].to_vec(),
            particles: after.particles[before.particles.len()..].to_vec(),
            ragdolls: after.ragdolls[before.ragdolls.len()..].to_vec(),
            ..Scene::default()
        };
        for (placed, stood) in layout(&added).iter().zip(layout(&preset)) {
            for (p, s) in placed.iter().zip(stood) {
                assert!((p - s).abs() < 1e-9, "{name}: {placed:?}, {stood:?}");
            }
        }
        let joints = after.constraints.len() - before.constraints.len();
        assert_eq!(joints, preset.constraints.len(), "{name}");
        let floors = |scene: &Scene| {
            let planes = scene.obstacles.iter();
            planes.filter(|o| o.shape == Shape::Plane {}).count()
        };
        assert_eq!(
            floors(&after),
            floors(&before),
            "{name}: one floor is enough"
        );
        assert!(!target.workspace.document.selection().is_empty());
        target.perform(Action::Do(Trigger::Undo));
        assert_eq!(scene_of(&target), before, "{name}: one step");
    }
}

#[test]
fn every_shipped_scene_can_be_placed_in_an_empty_one() {
    for shipped in SHIPPED {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("scene.json");
        fs::write(&file, shipped.text).unwrap();
        let mut target = program("first-throw");
        target.perform(Action::Do(Trigger::New));
        target.workbench.place_m = [2.0, 0.0, 2.0].into();
        target.open_chosen(FilePurpose::Preset, &file);
        let told = &target.ui.message;
        assert!(
            target.view().document().is_changed(),
            "{}: {told:?}",
            shipped.name
        );
    }
}

#[test]
fn part_of_a_selection_takes_what_it_needs_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.json");
    let mut origin = program("chain");
    origin.save_chosen(FilePurpose::Preset, &file);
    assert!(!error_of(&origin).is_empty() && !file.exists());
    origin.perform(Action::Do(Trigger::SavePreset));
    assert!(error_of(&origin).contains("nothing is selected"));

    let scene = scene_of(&origin);
    let id = (scene.bodies.iter().map(|b| b.id))
        .chain(scene.particles.iter().map(|p| p.id))
        .next()
        .unwrap();
    origin.perform(Action::Select(Selection::of([id])));
    origin.save_chosen(FilePurpose::Preset, &file);
    let preset = parse(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(preset.bodies.len() + preset.particles.len(), 1);
    assert_eq!(preset.solver, scene.solver);
    // A place that cannot be written to: an error with a remedy.
    origin.save_chosen(FilePurpose::Preset, &folder.path().join("none/one.json"));
    assert!(error_of(&origin).contains("Save as"));
}

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

#[test]
fn a_dropped_mesh_becomes_an_obstacle_at_the_place_and_a_scene_opens() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Rock.OBJ");
    fs::write(&file, TRIANGLE).unwrap();
    let mut program = program("first-throw");
    let before = scene_of(&program);
    program.workbench.place_m = [3.0, 0.0, 4.0].into();
    program.perform(Action::OpenFile(file));
    let scene = scene_of(&program);
    let rock = scene.obstacles.last().unwrap();
    assert_eq!(
        (rock.name.as_str(), rock.position_m),
        ("Rock", [3.0, 0.0, 4.0])
    );
    assert!(program.workspace.document.selection().contains(rock.id));
    program.perform(Action::Do(Trigger::Undo));
    assert_eq!(scene_of(&program), before);

    let file = folder.path().join("scene.json");
    fs::write(&file, to_text(&before).unwrap()).unwrap();
    program.perform(Action::OpenFile(file));
    assert_eq!(program.view().workspace.title, "scene.json");
}

#[test]
fn hostile_meshes_are_refused_with_line_and_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program("first-throw");
    let before = scene_of(&program);
    let many = "v 0 0 0\nv 1 0 0\nv 0 1 0\n".to_owned() + &"f 1 2 3\n".repeat(100_001);
    let minimum = format!("{TRIANGLE}f {} 1 2\n", i64::MIN);
    for (name, bytes, expected) in [
        ("a.obj", &b"v 0 0\nf 1 2 3"[..], "line 1"),
        ("b.obj", b"v 0 0 0\nf 1 2 3", "line 2"),
        ("c.obj", b"v nan 0 0", "line 1"),
        ("d.obj", b"v 1e308 0 0", "line 1"),
        ("e.obj", b"", "no triangle"),
        ("f.obj", many.as_bytes(), "100,000 triangles"),
        ("g.obj", minimum.as_bytes(), "line 5"),
        ("h.obj", b"\xff\xfe\x00", "no triangle"),
        ("a.gltf", b"{", "line 1"),
        ("b.gltf", b"", "not a glTF file"),
        ("c.gltf", b"{}", "no triangle"),
        ("d.glb", b"glTF\x01\0\0\0", "version 2"),
        (
            "e.glb",
            b"glTF\x02\0\0\0\0\0\0\0\xff\xff\xff\xffJSON",
            "too early",
        ),
        (
            "f.glb",
            b"glTF\x02\0\0\0",
            "JSON part of the file is missing",
        ),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        program.ui.message = None;
        program.open_chosen(FilePurpose::Mesh, &file);
        let error = error_of(&program);
        let named = error.contains(name) && error.contains(expected);
        assert!(named && error.contains("; "), "{name}: {error}");
        assert_eq!(scene_of(&program), before);
    }
    program.open_chosen(FilePurpose::Mesh, folder.path());
    assert!(error_of(&program).contains("folder"));
}

/// A triangle under a node that doubles and moves it.
fn gltf(uri: &str) -> Value {
    json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"translation": [10.0, 0.0, 0.0], "children": [1]},
            {"scale": [2.0, 2.0, 2.0], "mesh": 0}
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 6}
        ],
        "buffers": [{"uri": uri, "byteLength": 42}]
    })
}

/// The numbers of that triangle: three points and three corners.
fn numbers() -> Vec<u8> {
    let points = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let points = points.iter().flat_map(|x| x.to_le_bytes());
    let corners = [0_u16, 1, 2]
        .iter()
        .flat_map(|i| i.to_le_bytes())
        .collect::<Vec<_>>();
    points.chain(corners).collect()
}

const EMBEDDED: &str = "data:application/octet-stream;base64,\
    AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA";

fn from_gltf(bytes: &[u8], fetch: Fetch<'_>) -> Result<Things, MeshError> {
    gltf_obstacle("m", &Gltf::read(bytes, fetch)?, [0.0; 3])
}

fn read(document: &Value) -> Result<Vec<[f64; 3]>, String> {
    let fetch = |_: &str| Ok(numbers());
    let made = from_gltf(document.to_string().as_bytes(), &fetch);
    let made = made.map_err(|error| error.to_string())?;
    match made.items.first() {
        Some(ragdoll_lab::editor::Item::Obstacle(obstacle)) => match &obstacle.shape {
            Shape::Mesh(mesh) => Ok(mesh.vertices_m().to_vec()),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn gltf_triangles_stand_where_their_nodes_put_them() {
    let expected = [[10.0, 0.0, 0.0], [12.0, 0.0, 0.0], [10.0, 2.0, 0.0]];
    assert_eq!(read(&gltf("numbers.bin")).unwrap(), expected);
    assert_eq!(read(&gltf(EMBEDDED)).unwrap(), expected);

    // The same in one packed file.
    let mut document = gltf("");
    document["buffers"][0]
        .as_object_mut()
        .unwrap()
        .remove("uri");
    let text = document.to_string().into_bytes();
    let mut packed = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, content) in [(b"JSON", text), (b"BIN\0", numbers())] {
        packed.extend((content.len() as u32).to_le_bytes());
        packed.extend(kind);
        packed.extend(content);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rock.glb");
    fs::write(&file, packed).unwrap();
    let mut program = program("first-throw");
    program.open_chosen(FilePurpose::Mesh, &file);
    assert!(
        program.view().document().is_changed(),
        "{:?}",
        program.ui.message
    );
}

#[test]
fn a_gltf_whose_nodes_multiply_its_parts_is_refused_at_once() {
    let mut document = gltf(EMBEDDED);
    document["meshes"][0]["primitives"] = vec![json!({"attributes": {}}); 50_000].into();
    document["nodes"] = vec![json!({"mesh": 0}); 50_000].into();
    document["scenes"] = json!([]);
    let error = read(&document).unwrap_err();
    assert!(
        error.contains("more than 100,000 parts of an obstacle"),
        "{error}"
    );
}

#[test]
fn hostile_gltf_never_panics() {
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut document = gltf(EMBEDDED);
        change(&mut document);
        read(&document)
    };
    let huge = json!(u64::MAX);
    let numbers = [
        json!(0),
        json!(4),
        json!(-1),
        json!(1e300),
        huge,
        json!(null),
        json!("x"),
    ];
    let places = [
        "/scene",
        "/scenes/0/nodes/0",
        "/nodes/0/children/0",
        "/nodes/1/mesh",
        "/nodes/0/translation/0",
        "/nodes/1/scale/0",
        "/meshes/0/primitives/0/attributes/POSITION",
        "/meshes/0/primitives/0/indices",
        "/accessors/0/bufferView",
        "/accessors/0/componentType",
        "/accessors/0/count",
        "/accessors/0/type",
        "/accessors/1/count",
        "/accessors/1/componentType",
        "/bufferViews/0/buffer",
        "/bufferViews/0/byteOffset",
        "/bufferViews/0/byteLength",
        "/bufferViews/1/byteOffset",
        "/buffers/0/uri",
    ];
    for place in places {
        for number in &numbers {
            if let Err(error) = wrong(&|d| *d.pointer_mut(place).unwrap() = number.clone()) {
                assert!(error.contains("; "), "{place} {number}: {error}");
            }
        }
    }
    for stride in [0_u64, 1, 12, u64::MAX] {
        let _ = wrong(&|d| d["bufferViews"][0]["byteStride"] = json!(stride));
    }
    for mode in 0..9 {
        let _ = wrong(&|d| d["meshes"][0]["primitives"][0]["mode"] = json!(mode));
    }
    let cycle = wrong(&|d| d["nodes"][1]["children"] = json!([0])).unwrap_err();
    assert!(cycle.contains("two parents"), "{cycle}");
    let packed = wrong(&|d| d["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]));
    assert!(packed.unwrap_err().contains("without compression"));
    let sparse = wrong(&|d| d["accessors"][0]["sparse"] = json!({"count": 1}));
    assert!(sparse.unwrap_err().contains("sparse"));
    // Every cut of a text is refused or read, never worse.
    let text = gltf(EMBEDDED).to_string();
    for end in 0..text.len() {
        let _ = from_gltf(&text.as_bytes()[..end], &|_| Ok(Vec::new()));
    }
    assert!(mesh_obstacle("m", TRIANGLE, f64::NAN, [0.0; 3]).is_err());
}

#[test]
fn a_mesh_reads_no_file_outside_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(folder.path().join("numbers.bin"), numbers()).unwrap();
    let absolute = folder.path().join("numbers.bin").display().to_string();
    for uri in ["../numbers.bin", &absolute, "http://example.org/n.bin"] {
        let file = inner.join("rock.gltf");
        fs::write(&file, gltf(uri).to_string()).unwrap();
        let mut program = program("first-throw");
        program.open_chosen(FilePurpose::Mesh, &file);
        assert!(error_of(&program).contains("outside its folder"));
    }
    fs::write(inner.join("my numbers.bin"), numbers()).unwrap();
    let file = inner.join("rock.gltf");
    fs::write(&file, gltf("my%20numbers.bin").to_string()).unwrap();
    let mut program = program("first-throw");
    program.open_chosen(FilePurpose::Mesh, &file);
    assert!(
        program.view().document().is_changed(),
        "{:?}",
        program.ui.message
    );
}

/// A scene of more than a million bytes.
fn large_scene(path: &Path) {
    let mut scene = scene_of(&program("box-stack"));
    let body = scene.bodies[0].clone();
    for i in 0..7000 {
        let mut body = body.clone();
        body.id = 10_000 + i;
        body.position_m = [f64::from(i % 70) * 3.0, 3.0, f64::from(i / 70) * 3.0];
        scene.bodies.push(body);
    }
    scene.description = "x".repeat(2000);
    let text = to_text(&scene).unwrap();
    assert!(text.len() > 1_000_000, "{}", text.len());
    fs::write(path, text).unwrap();
}

#[test]
fn a_large_file_is_read_beside_the_window_and_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.json");
    large_scene(&file);
    let mut program = program("first-throw");
    program.playback.hurry(Duration::from_millis(50));
    let before = scene_of(&program);
    program.perform(Action::OpenFile(file.clone()));
    assert_eq!(
        program.view().question,
        Question::Reading("large.json".into())
    );
    program.perform(Action::Answer(Answer::Cancel));
    assert_eq!(program.view().question, Question::None);
    assert_eq!(scene_of(&program), before);

    program.perform(Action::OpenFile(file));
    while program.view().question != Question::None {
        program.keep_up(Duration::ZERO);
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(
        scene_of(&program).bodies.len() > 7000,
        "{:?}",
        program.ui.message
    );
}

/// Lets frames pass until what is being read has been.
fn read_on(program: &mut Program) {
    assert!(
        matches!(program.view().question, Question::Reading(_)),
        "it was read at once: {:?}",
        program.ui.message
    );
    while program.view().question != Question::None {
        program.keep_up(Duration::ZERO);
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn however_short_nothing_that_is_handed_over_is_read_on_the_thread_of_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let chain = SHIPPED.iter().find(|s| s.name == "chain").unwrap();
    let scene = file("small.json", chain.text);
    let lesson = file(
        "lesson.json",
        r#"{"format": "ragdoll-lesson", "version": 1, "title": "t", "about": "a", "minutes": 1,
            "sources": [], "pages": [{"title": "p", "say": ["x"], "scene": "box-stack"}]}"#,
    );
    let mut program = program("chain");
    program.playback.hurry(Duration::from_millis(50));
    // Before it takes long nothing stands still.
    program.playback.session.playing = true;
    program.perform(Action::OpenFile(scene.clone()));
    program.advance(0.1);
    assert!(program.playback.session.simulation.time_s() > 0.0);
    read_on(&mut program);
    assert_eq!(program.workspace.title, "small.json");

    let shot = {
        let scene = Arc::new(parse(chain.text.as_bytes()).unwrap());
        let hash = Simulation::new(&scene).unwrap().world.state().hash();
        let (inputs, steps) = (Vec::new(), 0);
        let recording = Recording {
            scene,
            inputs,
            steps,
            hash,
        };
        shot_text::to_text(&recording).unwrap()
    };
    program.paste_shot(&shot);
    read_on(&mut program);
    assert_eq!(program.workspace.title, "copied shot");
    program.workspace.document.mark_saved();

    // The lesson, and then its page.
    program.perform(Action::OpenFile(lesson));
    read_on(&mut program);
    assert_eq!(scene_of(&program).name, "Stack of boxes");
    assert!(!program.playback.session.playing);

    program.open_source("mx-throw");
    let table = folder.path().join("limits.csv");
    program.save_chosen(FilePurpose::Limits, &table);
    program.open_chosen(FilePurpose::Limits, &table);
    read_on(&mut program);
    let said = format!("{:?}", program.ui.message);
    assert!(said.contains("limits"), "{said}");

    for (purpose, path) in [
        (FilePurpose::Preset, scene),
        (FilePurpose::Mesh, file("a.obj", "f 1 2 3")),
    ] {
        program.open_chosen(purpose, &path);
        read_on(&mut program);
    }
    assert!(error_of(&program).contains("a.obj"));
}

#[test]
fn a_scene_is_saved_off_the_thread_of_the_window_and_then_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    let mut program = program("chain");
    program.playback.hurry(Duration::from_millis(50));
    program.perform(Action::Edit(Command::SetSceneName("mine".into())));
    program.workspace.document.end_gesture();
    program.save_to(&path);
    let wait = |program: &mut Program| {
        assert_eq!(
            program.view().question,
            Question::Writing("mine.json".into())
        );
        // It cannot be left half way, and nothing changes meanwhile.
        program.perform(Action::Answer(Answer::Cancel));
        program.perform(Action::Edit(Command::SetSceneName("other".into())));
        while program.view().question != Question::None {
            program.keep_up(Duration::ZERO);
            std::thread::sleep(Duration::from_millis(2));
        }
    };
    wait(&mut program);
    assert!(!program.view().document().is_changed());
    assert_eq!(parse(&fs::read(&path).unwrap()).unwrap().name, "mine");
    // What waits for the saving happens after it.
    program.perform(Action::Edit(Command::SetSceneName("last".into())));
    program.workspace.document.end_gesture();
    program.perform(Action::Do(Trigger::New));
    assert_eq!(program.view().question, Question::Unsaved);
    program.perform(Action::Answer(Answer::Save));
    wait(&mut program);
    assert_eq!(program.workspace.title, "new scene");
    assert_eq!(parse(&fs::read(&path).unwrap()).unwrap().name, "last");
}
