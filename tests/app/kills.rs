//! A kill at any time tears no text: of what is unsaved, of a saved scene, of the settings.
//!
//! A child writes without end and tells what it is about to write; it is killed and its last
//! text is read. `KILLS` sets how often.

use ragdoll_lab::app::action::Action;
use ragdoll_lab::app::program::Program;
use ragdoll_lab::editor::Command as Edit;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::parse;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// How often each writer is killed unless `KILLS` says otherwise.
const KILLS: u64 = 40;
/// Time that passes on the clock of a child between two changes that are not saved; while they
/// are written it stands, as that takes as long as the disk lets it.
const CHANGES_EVERY: Duration = Duration::from_millis(40);
/// Names the folder in which a child writes.
const FOLDER: &str = "RAGDOLL_LAB_TEST_WRITE_IN";
/// Says what it writes.
const WRITER: &str = "RAGDOLL_LAB_TEST_WRITER";

/// The scene that is saved.
const SAVED: &str = "saved.json";
/// The settings.
const KNOWN: &str = "settings.json";

/// Something that writes a number without end.
struct Writer {
    name: &'static str,
    /// The file that it writes.
    file: &'static str,
    write: fn(&Path),
    /// Reads the number; an error is a torn text.
    read: fn(&Path) -> Result<u64, String>,
}

const UNSAVED: Writer = Writer {
    name: "unsaved",
    file: "1.json",
    write: |folder| {
        let mut program = wall();
        program.keep_unsaved_in(Some(folder.to_owned()));
        let mut now = Duration::ZERO;
        loop {
            name_it(&mut program, now.as_millis() as u64);
            program.keep_up(now);
            if !program.workspace.is_keeping() {
                now += CHANGES_EVERY;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    },
    read: number_in_scene,
};

const SCENE: Writer = Writer {
    name: "scene",
    file: SAVED,
    write: |folder| {
        let mut program = wall();
        for number in 0.. {
            name_it(&mut program, number);
            program.save_to(&folder.join(SAVED));
        }
    },
    read: number_in_scene,
};

const SETTINGS: Writer = Writer {
    name: "settings",
    file: KNOWN,
    write: |folder| {
        let mut before = Settings::default();
        for number in 0.. {
            println!("{number}");
            let mut settings = before.clone();
            settings.keys.insert("undo".into(), number.to_string());
            settings.save_changes(&before, &folder.join(KNOWN)).unwrap();
            before = settings;
        }
    },
    read: |path| {
        let loaded = Settings::load(path);
        match loaded.notice {
            Some(torn) => Err(torn),
            None => Ok(loaded.settings.keys["undo"].parse().unwrap()),
        }
    },
};

fn wall() -> Program {
    Program::open(Some("box-wall"), Settings::default()).unwrap()
}

fn name_it(program: &mut Program, number: u64) {
    println!("{number}");
    program.perform(Action::Edit(Edit::SetSceneName(number.to_string())));
    program.workspace.document.end_gesture();
}

fn number_in_scene(path: &Path) -> Result<u64, String> {
    let text = fs::read(path).map_err(|error| error.to_string())?;
    let scene = parse(&text).map_err(|problems| problems.to_string())?;
    Ok(scene.name.parse().unwrap())
}

/// The child's part; does nothing in an ordinary run.
#[test]
fn write_forever_when_asked_to() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let asked = std::env::var(WRITER).unwrap();
    let all = [UNSAVED, SCENE, SETTINGS];
    let writer = all.iter().find(|writer| writer.name == asked).unwrap();
    (writer.write)(Path::new(&folder));
}

/// Kills a writer at many times; the most that its last text lacks of what it wanted to write.
fn kill_often(writer: &Writer) -> u64 {
    let kills = std::env::var("KILLS").ok().and_then(|n| n.parse().ok());
    let (mut kept, mut worst) = (0, 0);
    for round in 0..kills.unwrap_or(KILLS) {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kills::write_forever_when_asked_to"])
            .arg("--nocapture")
            .env(FOLDER, folder.path())
            .env(WRITER, writer.name)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A writer must never wait for somebody to read.
        let output = child.stdout.take().unwrap();
        let told = std::thread::spawn(|| std::io::read_to_string(output).unwrap());
        std::thread::sleep(Duration::from_millis(100 + round * 7919 % 1300));
        child.kill().unwrap();
        child.wait().unwrap();
        let told = told.join().unwrap();
        // The last line may be cut off; the first are those of the test itself.
        let lines = told
            .rsplit_once('\n')
            .map_or("", |(whole, _)| whole)
            .lines();
        let numbers: Vec<u64> = lines.filter_map(|line| line.parse().ok()).collect();
        let (first, last) = (numbers.first().unwrap_or(&0), numbers.last().unwrap_or(&0));
        let file = folder.path().join(writer.file);
        let written = match file.exists() {
            true => (writer.read)(&file).unwrap_or_else(|torn| panic!("round {round}: {torn}")),
            // Killed before anything was kept.
            false => *first,
        };
        kept += u64::from(file.exists());
        worst = worst.max(last.saturating_sub(written));
    }
    println!(
        "{}: {kept} texts kept, none torn, at most {worst} behind",
        writer.name
    );
    assert!(kept > 0);
    worst
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_kill_while_unsaved_work_is_kept_costs_no_more_than_ten_seconds() {
    let lost_ms = kill_often(&UNSAVED);
    assert!(lost_ms <= 10_000, "{lost_ms} ms");
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_kill_while_a_scene_is_saved_leaves_the_old_one_or_the_new_one() {
    assert!(kill_often(&SCENE) <= 1);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_kill_while_settings_are_saved_leaves_the_old_ones_or_the_new_ones() {
    assert!(kill_often(&SETTINGS) <= 1);
}
