//! The file browser inside the window, driven by its labels.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use egui_kittest::kittest::Queryable;
use egui_kittest::Harness;
use ragdoll_lab::platform::dialogs::{DialogKind, FileDialogs, FilePurpose, Picked};

/// A window that shows `dialogs` and collects the answers.
fn window(mut dialogs: FileDialogs) -> (Harness<'static>, Rc<RefCell<Vec<Picked>>>) {
    let answers = Rc::new(RefCell::new(Vec::new()));
    let collected = answers.clone();
    let harness = Harness::builder()
        .with_size([900.0, 600.0])
        .build(move |ctx| {
            collected.borrow_mut().extend(dialogs.update(ctx));
        });
    (harness, answers)
}

/// Steps until `done`; the browser reads folders on a thread of its own.
fn run_until(harness: &mut Harness, done: impl Fn(&Harness) -> bool) {
    for _ in 0..200 {
        harness.step();
        if done(harness) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the window never got there");
}

/// Waits for an entry of the folder, and then until the window has settled round it.
fn wait_for_entry(harness: &mut Harness, name: &str) {
    run_until(harness, |window| {
        window.query_by_label_contains(name).is_some()
    });
    for _ in 0..10 {
        harness.step();
    }
}

fn dialogs_in(folder: &Path) -> FileDialogs {
    fs::write(folder.join("robot.json"), "{}").unwrap();
    fs::write(folder.join("notes.txt"), "").unwrap();
    FileDialogs::new(DialogKind::InWindow)
}

#[test]
fn saving_returns_the_suggested_path() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let mut dialogs = dialogs_in(&folder);
    dialogs.save(FilePurpose::Scene, &folder.join("new.json"));
    let (mut harness, answers) = window(dialogs);
    wait_for_entry(&mut harness, "robot.json");
    harness.get_by_label("Save").click();
    run_until(&mut harness, |_| !answers.borrow().is_empty());
    assert_eq!(
        *answers.borrow(),
        [Picked::Save(FilePurpose::Scene, folder.join("new.json"))]
    );
}

#[test]
fn opening_shows_only_scenes_and_returns_the_one_picked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let mut dialogs = dialogs_in(&folder);
    dialogs.open(FilePurpose::Scene, &folder);
    let (mut harness, answers) = window(dialogs);
    wait_for_entry(&mut harness, "robot.json");
    assert!(harness.query_by_label_contains("notes.txt").is_none());
    harness.get_by_label_contains("robot.json").click();
    harness.step();
    harness.get_by_label("Open").click();
    run_until(&mut harness, |_| !answers.borrow().is_empty());
    assert_eq!(
        *answers.borrow(),
        [Picked::Open(FilePurpose::Scene, folder.join("robot.json"))]
    );
}

#[test]
fn cancelling_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut dialogs = dialogs_in(folder.path());
    dialogs.open(FilePurpose::Scene, folder.path());
    assert!(dialogs.is_open());
    let (mut harness, answers) = window(dialogs);
    harness.step();
    harness.get_by_label("Cancel").click();
    run_until(&mut harness, |_| !answers.borrow().is_empty());
    for _ in 0..3 {
        harness.step();
    }
    assert_eq!(*answers.borrow(), [Picked::Cancelled]);
}

#[test]
fn the_browser_opens_in_the_middle_of_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let mut dialogs = dialogs_in(&folder);
    dialogs.save(FilePurpose::Scene, &folder.join("new.json"));
    let (mut harness, _) = window(dialogs);
    wait_for_entry(&mut harness, "robot.json");
    let title = harness
        .get_by_label("Save scene as")
        .bounding_box()
        .unwrap();
    let (left, right) = (title.x0, 900.0 - title.x1);
    assert!((left - right).abs() < 30.0, "{title:?}");
    assert!((60.0..200.0).contains(&title.y0), "{title:?}");
}
