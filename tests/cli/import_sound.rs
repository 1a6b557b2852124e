//! What `import` writes can be read: a file makes a scene that `check` accepts, or none and says why.
//! `COUNT` sets how many mutants of each format the long test tries, `SEED` which.

use crate::export::{CHAIN, SPRING};
use crate::import_gltf::door;
use crate::import_urdf::{mutated, ROBOT};
use ragdoll_lab::compile::compile;
use ragdoll_lab::exchange::gltf_import::scene_from_file;
use ragdoll_lab::exchange::{mjcf, physics_gltf, scene_from_text, urdf, Imported};
use ragdoll_lab::scene::{parse, to_text, validate};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Mutants of each format in the usual stage.
const COUNT: u64 = 300;
/// The same in the long one.
const LONG_COUNT: u64 = 1_000;
/// Numbers at which scenes have their edges, and some beyond.
const EDGES: [&str; 16] = [
    "0", "-1", "-0.001", "1e-5", "1e-7", "1e-13", "1e-300", "1e5", "1e7", "1e13", "1e20", "1e308",
    "-1e6", "7", "400", "11",
];

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn program(args: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
    command.args(args).output().unwrap()
}

fn imports(file: &Path, to: &Path) -> Output {
    program(&[Path::new("import"), file, Path::new("-o"), to])
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// All files below a folder that `import` reads.
fn files_below(folder: PathBuf) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                open.push(path);
            } else if ["xml", "urdf", "gltf", "glb"].contains(&&*ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_file_of_the_test_data_is_written_sound_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let fuzzed = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let files = [files_below(data()), files_below(fuzzed)].concat();
    assert!(files.len() >= 7, "{files:?}");
    let mut written = 0;
    for (number, file) in files.iter().enumerate() {
        let to = folder.path().join(format!("{number}.json"));
        let made = imports(file, &to);
        let name = file.display();
        match made.status.code() {
            Some(0) => {
                let checked = program(&[Path::new("check"), &to]);
                assert!(checked.status.success(), "{name}: {}", said(&checked));
                written += 1;
            }
            code => {
                assert_eq!(code, Some(2), "{name}: {}", said(&made));
                assert!(!to.exists(), "{name}: written though refused");
            }
        }
    }
    assert!(written >= 6, "{written}");
}

#[test]
fn what_no_body_can_be_is_refused_with_its_place() {
    let file = data().join("imports/unsound.xml");
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("unsound.json");
    let made = imports(&file, &to);
    assert_eq!(made.status.code(), Some(2));
    let said = said(&made);
    assert!(said.contains("unsound.xml:1:50: `mass`: -1 kg"), "{said}");
    assert!(!to.exists());
}

/// An `mjcf` file of such lines in its world; the first of them is line 3.
fn world(lines: &str) -> Result<Imported, String> {
    let text = format!("<mujoco>\n<worldbody>\n{lines}\n</worldbody></mujoco>");
    let read = scene_from_text("xml", "test", text.as_bytes()).unwrap();
    read.map_err(|error| error.to_string())
}

#[test]
fn a_number_out_of_range_is_refused_where_it_stands() {
    for (lines, place, what) in [
        (
            "<body name=\"a\"><freejoint/>\n<geom size=\"1e-5\" mass=\"1\"/></body>",
            "4:1:",
            "radius_m: 1e-5 m",
        ),
        (
            "<body name=\"a\"><freejoint/>\n<geom size=\".1\" friction=\"-1\"/></body>",
            "4:1:",
            "friction: -1",
        ),
        (
            "<body name=\"a\">\n\n<joint range=\"10 -10\"/><geom size=\".1\"/></body>",
            "5:1:",
            "minimum 10",
        ),
        ("\n<geom size=\"1e9\"/>", "4:1:", "radius_m"),
        (
            "<body pos=\"1e6 0 0\">\n<freejoint/><geom size=\".1\"/></body>",
            "3:1:",
            "position_m",
        ),
    ] {
        let error = world(lines).map(|imported| imported.scene).unwrap_err();
        assert!(error.starts_with(place) && error.contains(what), "{error}");
    }
}

#[test]
fn an_inertia_that_no_body_has_is_mended_and_told() {
    let with = |inertia: &str| {
        let inertial = format!("<inertial pos=\"0 0 0\" mass=\"2\" {inertia}/>");
        let geom = "<geom type=\"box\" size=\".3 .2 .1\" friction=\"12\"/>";
        world(&format!(
            "<body name=\"a\"><freejoint/>{inertial}{geom}</body>"
        ))
        .unwrap()
    };
    let sound = with("diaginertia=\"1 1 2\"");
    assert_eq!(sound.scene.bodies[0].inertia_kg_m2, Some([1.0, 1.0, 2.0]));
    assert_eq!(sound.left_out.len(), 1, "{:?}", sound.left_out);
    assert!(sound.left_out[0].contains("at most 10"));
    assert_eq!(sound.scene.materials[0].friction, 10.0);
    // Rounded by others: nearly as it was.
    let rounded = with("diaginertia=\"1 1 2.01\"");
    let moments = rounded.scene.bodies[0].inertia_kg_m2.unwrap();
    assert!((moments[0] - 1.01).abs() < 1e-6 && (moments[2] - 2.02).abs() < 1e-6);
    assert!(rounded.left_out[0].contains("raised"), "{rounded:?}");
    for inertia in [
        "diaginertia=\"1 1 5\"",
        "diaginertia=\"0 0 0\"",
        "diaginertia=\"-1 1 1\"",
        "fullinertia=\"1 1 1 3 0 0\"",
        "fullinertia=\"1e308 1e308 1e308 1e308 0 0\"",
    ] {
        let mended = with(inertia);
        let moments = mended.scene.bodies[0].inertia_kg_m2.unwrap();
        let expected = 2.0 / 12.0 * (0.4 * 0.4 + 0.2 * 0.2);
        assert!((moments[0] - expected).abs() < 1e-12, "{moments:?}");
        assert!(mended.left_out[0].contains("computed from its shapes"));
    }
}

/// A mesh weighs what is inside it, wherever its points are; one in another file is told.
#[test]
fn meshes_have_the_mass_and_the_inertia_of_their_solid() {
    let read = |name: &str| {
        let bytes = fs::read(data().join("imports").join(name)).unwrap();
        scene_from_text("xml", "test", &bytes).unwrap().unwrap()
    };
    let heavy = read("mesh-mass.xml").scene;
    assert!((heavy.bodies[0].mass_kg.unwrap() - 8.1).abs() < 1e-9);
    let moments = read("mesh-inertia.xml").scene.bodies[0].inertia_kg_m2;
    let expected = [0.05, 0.17, 0.2].map(|squares| 2.0 / 12.0 * squares);
    for (moment, expected) in moments.unwrap().into_iter().zip(expected) {
        assert!((moment - expected).abs() < 1e-9, "{moments:?}");
    }
    let elsewhere = world(
        "<body><freejoint/><geom size=\".1\"/><geom name=\"m\" type=\"mesh\" mesh=\"far\"/></body>",
    );
    let left_out = elsewhere.unwrap().left_out;
    assert!(
        left_out
            .iter()
            .any(|what| what.contains("the mass of geom `m`")),
        "{left_out:?}"
    );
}

/// A text of which some numbers are changed for others, always the same of a number.
fn edged(text: &str, number: u64) -> String {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: usize| {
        state = (state.wrapping_mul(6_364_136_223_846_793_005)).wrapping_add(1);
        (state >> 33) as usize % below.max(1)
    };
    let is_mark = |letter: char| " \"'<>=,:[]{}\n".contains(letter);
    let mut words: Vec<String> = (text.split_inclusive(is_mark)).map(String::from).collect();
    let numbers: Vec<usize> = (0..words.len())
        .filter(|&at| words[at].trim_end_matches(is_mark).parse::<f64>().is_ok())
        .collect();
    for _ in 0..=next(3) {
        let word = &mut words[numbers[next(numbers.len())]];
        let bare = word.trim_end_matches(is_mark).len();
        word.replace_range(..bare, EDGES[next(EDGES.len())]);
    }
    words.concat()
}

/// The scenes that stand for each format, as texts of it.
fn donors(ending: &str) -> Vec<String> {
    let ours = [CHAIN, SPRING].map(|text| {
        let scene = parse(text.as_bytes()).unwrap();
        let (world, map) = compile(&scene).unwrap();
        match ending {
            "xml" => mjcf(&world, &map, &scene).text,
            "urdf" => urdf(&world, &map, &scene).text,
            _ => physics_gltf(&world, &map, &scene).text,
        }
    });
    let mut donors = ours.to_vec();
    match ending {
        "urdf" => donors.push(ROBOT.into()),
        "gltf" => donors.push(door().to_string()),
        _ => {
            let files = files_below(data().join("imports"));
            let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
            donors.extend(texts);
        }
    }
    donors
}

/// How many mutants of a format made a scene, and how many were refused.
fn mutants_are_sound(ending: &str, numbers: std::ops::Range<u64>) -> [u64; 2] {
    let donors = donors(ending);
    let fetch = |_: &str| Err("nothing beside".to_string());
    let mut counts = [0, 0];
    let folder = tempfile::tempdir().unwrap();
    let [file, to] = [format!("mutant.{ending}"), "mutant.json".into()];
    let [file, to] = [file, to].map(|name| folder.path().join(name));
    for number in numbers {
        let donor = &donors[(number / 2) as usize % donors.len()];
        let text = match number % 2 {
            0 => mutated(donor, number),
            _ => edged(donor, number),
        };
        let read = match scene_from_text(ending, "test", text.as_bytes()) {
            Some(read) => read.map_err(|error| error.to_string()),
            None => match scene_from_file("test", text.as_bytes(), &fetch) {
                Ok(Some(imported)) => Ok(imported),
                Ok(None) => Err("no bodies".into()),
                Err(error) => Err(error.to_string()),
            },
        };
        let Ok(imported) = read else {
            counts[1] += 1;
            continue;
        };
        counts[0] += 1;
        let what = format!("{ending}, mutant {number}");
        assert_eq!(validate(&imported.scene), [], "{what}");
        let written = to_text(&imported.scene).unwrap();
        if let Err(problems) = parse(written.as_bytes()) {
            panic!("{what}: {problems}");
        }
        // What only the build refuses is no scene of a file, and the command writes none.
        if compile(&imported.scene).is_err() {
            fs::write(&file, &text).unwrap();
            let made = imports(&file, &to);
            assert_eq!(made.status.code(), Some(2), "{what}: {}", said(&made));
            assert!(!to.exists(), "{what}");
        }
    }
    counts
}

#[test]
fn mutants_of_each_format_are_written_sound_or_refused() {
    for ending in ["xml", "urdf", "gltf"] {
        let [sound, refused] = mutants_are_sound(ending, 0..COUNT);
        println!("{ending}: {sound} sound, {refused} refused");
        assert!(
            sound > COUNT / 20 && refused > COUNT / 20,
            "{ending}: {sound} {refused}"
        );
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn many_mutants_of_each_format_are_written_sound_or_refused() {
    let number_of = |variable: &str, usual: u64| {
        let given = std::env::var(variable).ok();
        given.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let first = number_of("SEED", 1) << 20;
    let count = number_of("COUNT", LONG_COUNT);
    for ending in ["xml", "urdf", "gltf"] {
        let [sound, refused] = mutants_are_sound(ending, first..first + count);
        println!("{ending}: {sound} sound, {refused} refused");
        assert_eq!(sound + refused, count);
    }
}
