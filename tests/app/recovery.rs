//! That nothing is lost: what is unsaved is kept and offered again, and a file that
//! another program has changed is not replaced unasked.

use crate::common::time::PATIENCE;
use ragdoll_lab::app::action::Request;
use ragdoll_lab::app::action::{Action, Answer, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::app::workspace::Question;
use ragdoll_lab::editor::Command;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::to_text;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A program that keeps what is unsaved in a folder.
fn program_in(folder: &Path) -> Program {
    let mut program = Program::open(None, Settings::default()).unwrap();
    program.keep_unsaved_in(Some(folder.to_owned()));
    program
}

fn name_it(program: &mut Program, name: &str) {
    program.perform(Action::Edit(Command::SetSceneName(name.into())));
    program.workspace.document.end_gesture();
}

/// Lets frames pass at a time of the clock until a file is as wished.
fn wait_at(program: &mut Program, second: u64, wished: impl Fn() -> bool) {
    for _ in 0..500 {
        program.keep_up(Duration::from_secs(second));
        if wished() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it never came");
}

fn text_of(program: &Program) -> String {
    to_text(program.workspace.document.scene()).unwrap()
}

fn holds(path: &Path, text: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|found| found == text)
}

/// Keeps the present scene of a program in a slot.
fn keep(program: &mut Program, second: u64, slot: &Path) {
    let text = text_of(program);
    wait_at(program, second, || holds(slot, &text));
}

fn answer(program: &mut Program, answer: Answer) {
    program.perform(Action::Answer(answer));
}

fn offered(program: &Program) -> Vec<String> {
    match program.view().question {
        Question::Recover(found) => found.into_iter().map(|found| found.title).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn what_a_dead_program_left_comes_back_byte_by_byte_with_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let slots = folder.path().join("new/recovery");
    let file = folder.path().join("my scène.json");
    let mut program = program_in(&slots);
    program.save_to(&file);
    name_it(&mut program, "changed");
    keep(&mut program, 0, &slots.join("1.json"));
    let unsaved = text_of(&program);
    drop(program);

    let mut program = program_in(&slots);
    assert_eq!(offered(&program), ["my scène.json"]);
    let before = text_of(&program);
    name_it(&mut program, "behind the question");
    assert_eq!(text_of(&program), before, "never silent, never beside it");
    answer(&mut program, Answer::Restore(0));
    assert_eq!(text_of(&program), unsaved);
    assert!(
        program.view().document().is_changed(),
        "it is still not saved"
    );
    assert!(slots.join("1.json").exists(), "safe until it is saved");
    program.perform(Action::Do(Trigger::Save));
    assert!(holds(&file, &unsaved), "saved to its old path");
    wait_at(&mut program, 0, || !slots.join("1.json").exists());
    drop(program);
    assert!(offered(&program_in(&slots)).is_empty());
}

#[test]
fn at_most_one_writing_in_eight_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let slot = folder.path().join("1.json");
    let mut program = program_in(folder.path());
    name_it(&mut program, "one");
    keep(&mut program, 100, &slot);
    let first = text_of(&program);
    name_it(&mut program, "two");
    for second in 100..108 {
        program.keep_up(Duration::from_secs(second));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(holds(&slot, &first), "written too soon");
    keep(&mut program, 108, &slot);
}

#[test]
fn a_gesture_is_kept_once_it_is_committed() {
    let folder = tempfile::tempdir().unwrap();
    let slot = folder.path().join("1.json");
    let mut program = program_in(folder.path());
    program.keep_up(Duration::ZERO);
    program.perform(Action::Begin("Name".into()));
    program.perform(Action::Change(Command::SetSceneName("half".into())));
    for second in 0..50 {
        program.keep_up(Duration::from_secs(second));
    }
    std::thread::sleep(Duration::from_millis(50));
    assert!(!slot.exists());
    program.perform(Action::Commit);
    keep(&mut program, 50, &slot);
}

#[test]
fn saving_undoing_and_a_good_end_empty_the_slot() {
    let folder = tempfile::tempdir().unwrap();
    let slot = folder.path().join("1.json");
    let file = folder.path().join("scene.json");
    let mut program = program_in(folder.path());
    name_it(&mut program, "one");
    keep(&mut program, 0, &slot);
    program.save_to(&file);
    wait_at(&mut program, 1, || !slot.exists());

    name_it(&mut program, "two");
    keep(&mut program, 20, &slot);
    program.perform(Action::Do(Trigger::Undo));
    wait_at(&mut program, 21, || !slot.exists());

    name_it(&mut program, "three");
    keep(&mut program, 40, &slot);
    program.workspace.forget_unsaved();
    assert!(!slot.exists());
}

#[test]
fn two_programs_have_slots_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["1.json", "2.json"].map(|name| folder.path().join(name));
    let mut first = program_in(folder.path());
    let mut second = program_in(folder.path());
    name_it(&mut first, "first");
    name_it(&mut second, "second");
    keep(&mut first, 0, &one);
    keep(&mut second, 0, &two);
    assert!(holds(&one, &text_of(&first)));
    // Of a living program nothing is offered.
    assert!(offered(&program_in(folder.path())).is_empty());
    drop(first);
    assert_eq!(offered(&program_in(folder.path())).len(), 1);
    drop(second);

    // What is not chosen stays offered.
    let mut third = program_in(folder.path());
    assert_eq!(offered(&third).len(), 2);
    answer(&mut third, Answer::Restore(1));
    assert!(text_of(&third).contains("second"));
    assert!(offered(&third).is_empty());
    third.perform(Action::Do(Trigger::Recover));
    assert_eq!(offered(&third).len(), 1);
    answer(&mut third, Answer::Forget(0));
    assert!(offered(&third).is_empty() && !one.exists() && two.exists());
    third.perform(Action::Do(Trigger::Recover));
    assert!(third.ui.message.clone().unwrap().0.contains("no unsaved"));
}

#[test]
fn deciding_later_keeps_everything_and_quitting_is_possible() {
    let folder = tempfile::tempdir().unwrap();
    let slot = folder.path().join("1.json");
    let mut program = program_in(folder.path());
    name_it(&mut program, "left");
    keep(&mut program, 0, &slot);
    drop(program);
    for trigger in [Trigger::Cancel, Trigger::Quit] {
        let mut program = program_in(folder.path());
        assert_eq!(offered(&program).len(), 1);
        program.perform(Action::Do(trigger));
        let quits = program.requests.contains(&Request::Quit);
        assert_eq!(quits, trigger == Trigger::Quit);
        program.workspace.forget_unsaved();
        assert!(slot.exists());
    }
}

#[test]
fn damaged_texts_are_put_aside_and_nothing_else_happens() {
    let deep = "[".repeat(100_000);
    let torn = {
        let text = text_of(&Program::open(None, Settings::default()).unwrap());
        text[..text.len() / 2].to_owned()
    };
    for text in ["", "{}", "\u{0}\u{1}", &deep, &torn, "null"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("1.json"), text).unwrap();
        fs::write(folder.path().join("1.about.json"), "\u{feff}{[").unwrap();
        let mut program = program_in(folder.path());
        assert_eq!(offered(&program), ["a scene"]);
        let before = text_of(&program);
        answer(&mut program, Answer::Restore(0));
        let (message, is_error) = program.ui.message.clone().unwrap();
        assert!(is_error && message.contains(".bad"), "{message}");
        assert_eq!(text_of(&program), before);
        let kept = fs::read_to_string(folder.path().join("1.1.bad")).unwrap();
        assert_eq!(kept, text);
        drop(program);
        assert!(offered(&program_in(folder.path())).is_empty());
    }
}

#[test]
fn answers_to_questions_that_nobody_asked_do_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program_in(folder.path());
    let before = text_of(&program);
    for given in [
        Answer::Restore(0),
        Answer::Restore(usize::MAX),
        Answer::Forget(7),
        Answer::Reload,
        Answer::Keep,
        Answer::SaveAs,
        Answer::Cancel,
        Answer::Save,
    ] {
        answer(&mut program, given);
        assert_eq!(text_of(&program), before);
        assert_eq!(program.view().question, Question::None, "{given:?}");
    }
}

#[test]
fn where_nothing_can_be_kept_it_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("file");
    fs::write(&blocked, "").unwrap();
    let mut program = program_in(&blocked.join("recovery"));
    let (message, is_error) = program.ui.message.take().unwrap();
    assert!(is_error && message.contains("save often"), "{message}");
    name_it(&mut program, "goes on");
    program.keep_up(Duration::ZERO);
    assert_eq!(program.ui.message, None);

    // A folder that vanishes while the program runs.
    let slots = folder.path().join("slots");
    let mut program = program_in(&slots);
    fs::remove_dir_all(&slots).unwrap();
    let mut messages = 0;
    for second in 0..60 {
        name_it(&mut program, &format!("change {second}"));
        program.keep_up(Duration::from_secs(second));
        std::thread::sleep(Duration::from_millis(10));
        program.keep_up(Duration::from_secs(second));
        messages += usize::from(program.ui.message.take().is_some());
    }
    assert_eq!(messages, 1);
    assert!(program.view().document().is_changed());
}

#[test]
fn a_program_that_must_end_keeps_its_last_change() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program_in(folder.path());
    name_it(&mut program, "one");
    program.keep_up(Duration::ZERO);
    name_it(&mut program, "two");
    let path = program.workspace.keep_for_next_start().unwrap().unwrap();
    assert!(holds(&path, &text_of(&program)));
    program.workspace.forget_unsaved();
    program.workspace.document.mark_saved();
    assert_eq!(program.workspace.keep_for_next_start(), Ok(None));
}

/// A program with an open file, and what another program writes over it.
fn changed_by_another(folder: &Path) -> (Program, PathBuf, String) {
    let file = folder.join("shared.json");
    let mut program = program_in(&folder.join("slots"));
    program.save_to(&file);
    program.keep_up(Duration::ZERO);
    let mut other = Program::open(Some(file.to_str().unwrap()), Settings::default()).unwrap();
    name_it(&mut other, "of another");
    other.save_to(&file);
    (program, file, text_of(&other))
}

/// Lets a program look at its file at a second of its clock.
fn look(program: &mut Program, second: u64) {
    let begun = Instant::now();
    program.keep_up(Duration::from_secs(second));
    while program.workspace.is_looking() {
        assert!(begun.elapsed() < PATIENCE, "it looks without end");
        std::thread::sleep(Duration::from_millis(2));
        program.keep_up(Duration::from_secs(second));
    }
}

#[test]
fn a_file_changed_by_another_is_noticed_within_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let (mut program, _, theirs) = changed_by_another(folder.path());
    program.keep_up(Duration::from_secs(1));
    assert_eq!(program.view().question, Question::None, "looks too often");
    look(&mut program, 3);
    assert_eq!(program.view().question, Question::ChangedOnDisk);
    answer(&mut program, Answer::Reload);
    assert_eq!(text_of(&program), theirs);
    assert!(!program.view().document().is_changed());
    look(&mut program, 9);
    assert_eq!(program.view().question, Question::None);
}

#[test]
fn what_another_saved_is_replaced_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (mut program, file, theirs) = changed_by_another(folder.path());
    name_it(&mut program, "mine");
    program.perform(Action::Do(Trigger::Save));
    assert_eq!(program.view().question, Question::ChangedOnDisk);
    program.perform(Action::Do(Trigger::Cancel));
    assert!(holds(&file, &theirs) && program.view().document().is_changed());

    program.perform(Action::Do(Trigger::Save));
    answer(&mut program, Answer::SaveAs);
    assert!(matches!(
        program.requests.last(),
        Some(Request::SaveDialog(..))
    ));
    assert!(holds(&file, &theirs));

    program.perform(Action::Do(Trigger::Save));
    answer(&mut program, Answer::Keep);
    assert!(holds(&file, &text_of(&program)));
    program.perform(Action::Do(Trigger::Save));
    assert_eq!(program.view().question, Question::None);
}

#[test]
fn keeping_mine_counts_as_a_change_until_it_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (mut program, file, _) = changed_by_another(folder.path());
    look(&mut program, 3);
    answer(&mut program, Answer::Keep);
    assert!(program.view().document().is_changed());
    program.perform(Action::Do(Trigger::Save));
    assert!(holds(&file, &text_of(&program)) && !program.view().document().is_changed());
}

#[test]
fn a_touched_file_with_the_same_content_asks_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.json");
    let mut program = program_in(&folder.path().join("slots"));
    program.save_to(&file);
    fs::write(&file, text_of(&program)).unwrap();
    look(&mut program, 5);
    assert_eq!(program.view().question, Question::None);
    // A file that is gone is simply written again.
    fs::remove_file(&file).unwrap();
    look(&mut program, 9);
    name_it(&mut program, "mine");
    program.perform(Action::Do(Trigger::Save));
    assert!(holds(&file, &text_of(&program)));
    // Its folder is gone: an error with a remedy, and the changes stay.
    fs::remove_dir_all(folder.path()).unwrap();
    name_it(&mut program, "again");
    program.perform(Action::Do(Trigger::Save));
    let (message, is_error) = program.ui.message.clone().unwrap();
    assert!(is_error && message.contains("Save as"), "{message}");
    assert!(program.view().document().is_changed());
}

#[test]
fn quitting_with_a_file_changed_by_another_asks_about_both() {
    let folder = tempfile::tempdir().unwrap();
    let (mut program, file, _) = changed_by_another(folder.path());
    name_it(&mut program, "mine");
    program.perform(Action::Do(Trigger::Quit));
    answer(&mut program, Answer::Save);
    assert_eq!(program.view().question, Question::ChangedOnDisk);
    assert!(!program.requests.contains(&Request::Quit));
    answer(&mut program, Answer::Keep);
    assert!(holds(&file, &text_of(&program)));
    assert!(program.requests.contains(&Request::Quit));
}

#[test]
fn a_panic_keeps_the_last_committed_scene() {
    const FOLDER: &str = "RAGDOLL_LAB_TEST_PANIC_FOLDER";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let mut program = program_in(Path::new(&folder));
        program.workspace.guard_against_panics();
        name_it(&mut program, "written");
        keep(&mut program, 0, &Path::new(&folder).join("1.json"));
        name_it(&mut program, "last words");
        program.keep_up(Duration::ZERO);
        panic!("on purpose");
    }
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "recovery::a_panic_keeps_the_last_committed_scene",
            "--nocapture",
        ])
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(101), "{text}");
    let slot = folder.path().join("1.json");
    assert!(text.contains(slot.to_str().unwrap()), "{text}");
    assert!(fs::read_to_string(&slot).unwrap().contains("last words"));
    assert_eq!(offered(&program_in(folder.path())).len(), 1);
}

#[test]
fn ten_thousand_bodies_are_kept_without_holding_up_the_window() {
    use ragdoll_lab::editor::generate::BlueprintKind;
    use ragdoll_lab::editor::Item;
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::open(Some("box-stack"), Settings::default()).unwrap();
    program.keep_unsaved_in(Some(folder.path().to_owned()));
    let things = program
        .workbench
        .blueprints
        .things(BlueprintKind::Ball, [0.0; 3]);
    let Item::Body(ball) = things.items[0].clone() else {
        panic!("a ball is a body");
    };
    let mut many = things.clone();
    many.items = (0..10_000)
        .map(|i| {
            let mut body = ball.clone();
            body.id = i + 1;
            body.position_m = [f64::from(i % 100) * 2.0, 5.0, f64::from(i / 100) * 2.0];
            Item::Body(body)
        })
        .collect();
    program.perform(Action::Edit(Command::Insert(many, "Crowd")));
    let began = std::time::Instant::now();
    let text = text_of(&program);
    let written_s = began.elapsed().as_secs_f64();

    let slot = folder.path().join("1.json");
    let mut frames_s = Vec::new();
    while !holds(&slot, &text) {
        let began = std::time::Instant::now();
        program.keep_up(Duration::ZERO);
        frames_s.push(began.elapsed().as_secs_f64());
        std::thread::sleep(Duration::from_millis(20));
    }
    let longest_s = frames_s.iter().copied().fold(0.0, f64::max);
    println!(
        "text {written_s} s, first frame {} s, longest {longest_s} s",
        frames_s[0]
    );
    assert!(
        longest_s < 0.25 * written_s,
        "{longest_s} s of {written_s} s"
    );
}

#[test]
fn the_newest_text_wins_whichever_comes_last() {
    use ragdoll_lab::platform::recovery::{About, Slot};
    let folder = tempfile::tempdir().unwrap();
    let slot = Slot::claim(folder.path()).unwrap();
    let (files, about) = (slot.files().clone(), About::default());
    let [older, newer] = [files.new_edition(), files.new_edition()];
    files.write(newer, &about, b"newer").unwrap();
    files.write(older, &about, b"older").unwrap();
    assert_eq!(slot.read().unwrap(), b"newer", "an autosave that came late");
    let late = files.new_edition();
    files.clear();
    files.write(late, &about, b"late").unwrap();
    assert!(!files.text_path().exists(), "it was not wanted any more");

    // Whatever the threads do, the last edition is what stays.
    let threads: Vec<_> = (0..8_u8)
        .map(|number| {
            let (files, about, edition) = (files.clone(), about.clone(), files.new_edition());
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(u64::from(7 - number) / 2));
                files.write(edition, &about, &[number]).unwrap();
            })
        })
        .collect();
    threads
        .into_iter()
        .for_each(|thread| thread.join().unwrap());
    assert_eq!(slot.read().unwrap(), [7]);
}
