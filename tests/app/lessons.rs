//! Taking lessons: every one from its first page to its last, with mouse clicks.

use crate::ui_kit::{act, carry_out, click, find, open, screen_of, settle, show, Screen};
use ragdoll_lab::app::action::{Action, LessonAction, Panel};
use ragdoll_lab::app::guide::Run;
use ragdoll_lab::lab::lesson::all;
use ragdoll_lab::platform::settings::FigureLook;
use std::fs;

fn screen() -> Screen {
    let mut screen = screen_of(open("first-throw"), [1280.0, 720.0]);
    show(&mut screen, Panel::Lessons);
    settle(&mut screen);
    screen
}

/// Lets the run of the open page come to its end.
fn let_run(screen: &mut Screen) {
    let program = &mut screen.state_mut().program;
    for _ in 0..3000 {
        if program.guide.run() == Run::Over {
            break;
        }
        program.advance(1.0 / 60.0);
    }
    assert_eq!(program.guide.run(), Run::Over);
    let session = &program.playback.session;
    assert!(!session.playing);
    assert!(session.now() > 20 || session.trouble.is_some());
    settle(screen);
}

#[test]
fn every_lesson_can_be_taken_to_its_end() {
    let mut screen = screen();
    for (name, lesson) in all() {
        act(&mut screen, Action::Lesson(LessonAction::Begin(name)));
        for (number, page) in lesson.pages.iter().enumerate() {
            settle(&mut screen);
            let program = &screen.state().program;
            assert_eq!(program.guide.page().unwrap().0, number, "{name}");
            let comparison = program.playback.comparing.comparison.as_ref();
            let sides = comparison.map_or(0, |comparison| comparison.sides().len());
            if page.opens() {
                assert_eq!(sides, page.beside.len(), "{name}, page {number}");
            }
            if let Some(guess) = &page.guess {
                assert!(find(&mut screen, "Because").is_none());
                click(&mut screen, &format!("Answer {}", guess.answers[0]));
                carry_out(&mut screen);
                match page.play_s {
                    Some(_) => let_run(&mut screen),
                    None => settle(&mut screen),
                }
                assert!(find(&mut screen, "Because").is_some(), "{name}");
            } else if page.play_s.is_some() {
                click(&mut screen, "Run scene");
                carry_out(&mut screen);
                let_run(&mut screen);
            }
            let message = &screen.state().program.ui.message;
            // Only what is meant to blow up fails.
            let failed = message.as_ref().is_some_and(|(_, failed)| *failed);
            assert!(!failed || *name == "stiff-springs", "{name}: {message:?}");
            let last = number + 1 == lesson.pages.len();
            click(&mut screen, if last { "Done" } else { "Next" });
            carry_out(&mut screen);
        }
        assert!(screen.state().program.guide.lesson().is_none());
        settle(&mut screen);
        assert!(find(&mut screen, &format!("Lesson {name}")).is_some());
    }
}

#[test]
fn how_ragdolls_are_drawn_in_a_lesson_does_not_outlive_it() {
    let mut screen = screen();
    let look = |screen: &Screen| screen.state().program.ui.settings.look;
    let before = look(&screen);
    act(
        &mut screen,
        Action::Lesson(LessonAction::Begin("blind-to-mass")),
    );
    act(&mut screen, Action::SetLook(FigureLook::Limbs));
    act(&mut screen, Action::Lesson(LessonAction::TurnTo(1)));
    assert!(before != FigureLook::Limbs && look(&screen) == FigureLook::Limbs);
    act(&mut screen, Action::Lesson(LessonAction::End));
    assert_eq!(look(&screen), before);
}

#[test]
fn the_first_lesson_is_offered_at_the_first_start() {
    let mut screen = screen_of(open("first-throw"), [1280.0, 720.0]);
    settle(&mut screen);
    click(&mut screen, "First lesson");
    carry_out(&mut screen);
    settle(&mut screen);
    let program = &screen.state().program;
    assert_eq!(program.guide.lesson(), Some(&all()[0].1));
    assert!(find(&mut screen, "First lesson").is_none());
}

#[test]
fn a_lesson_of_ones_own_is_taken_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    let text = r#"{"format":"ragdoll-lesson","version":1,"title":"Mine","about":"a","minutes":1,
        "sources":["me"],"pages":[{"title":"p","say":["s"],"scene":"chain","play_s":1,
        "ask_why":"link 5"}]}"#;
    fs::write(&path, text).unwrap();
    let mut screen = screen();
    act(&mut screen, Action::OpenFile(path.clone()));
    settle(&mut screen);
    assert_eq!(screen.state().program.workspace.title, "Mine");
    click(&mut screen, "Run scene");
    carry_out(&mut screen);
    let_run(&mut screen);
    let why = &screen.state().program.jobs.why;
    assert!(why.running().is_some() || why.answer().is_some());
    // One that is wrong is told, and the lesson that is open stays.
    fs::write(&path, text.replace("chain", "nowhere")).unwrap();
    act(&mut screen, Action::OpenFile(path));
    settle(&mut screen);
    let program = &screen.state().program;
    let (message, failed) = program.ui.message.clone().unwrap();
    assert!(failed && message.contains("nowhere"), "{message}");
    assert!(program.guide.lesson().is_some());
}
