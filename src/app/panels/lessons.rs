//! Lessons: the list of them, or the page that is open.

use super::widgets::{button, note};
use super::AppView;
use crate::app::action::{Action, LessonAction};
use crate::app::guide::Run;
use crate::lab::lesson::{all, Guess, Lesson, Page};
use egui_macroquad::egui::{Button, Label, RichText, ScrollArea, Ui};
use egui_phosphor::regular as icon;

pub(super) fn lessons_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let scroll = ScrollArea::vertical().auto_shrink(false);
    scroll
        .id_salt("lessons")
        .show(ui, |ui| match view.guide.lesson() {
            Some(lesson) => lesson_ui(ui, view, lesson, actions),
            None => list_ui(ui, actions),
        });
}

fn ask(actions: &mut Vec<Action>, action: LessonAction) {
    actions.push(Action::Lesson(action));
}

fn list_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.label("Each takes two or three minutes: look, guess, run, and see why.");
    for (number, (name, lesson)) in all().iter().enumerate() {
        ui.separator();
        let title = format!("{}. {}", number + 1, lesson.title);
        ui.add(Label::new(RichText::new(title).strong()).wrap());
        ui.add(Label::new(RichText::new(&lesson.about).small()).wrap());
        let text = format!("{} Start", icon::PLAY);
        let tip = format!("About {} minutes", lesson.minutes);
        let response = ui.button(text).on_hover_text(tip);
        note(&response, &format!("Lesson {name}"));
        if response.clicked() {
            ask(actions, LessonAction::Begin(name));
        }
    }
    ui.separator();
    ui.weak("To open your own lesson, drop its JSON file on the window.");
}

fn lesson_ui(ui: &mut Ui, view: &AppView<'_>, lesson: &Lesson, actions: &mut Vec<Action>) {
    let Some((number, page)) = view.guide.page() else {
        return;
    };
    ui.weak(&lesson.title);
    note(&ui.heading(&page.title), "Page");
    for paragraph in &page.say {
        ui.add(Label::new(paragraph).wrap());
        ui.add_space(4.0);
    }
    match &page.guess {
        Some(guess) => guess_ui(ui, view, (guess, page), actions),
        None => run_ui(ui, view, page, actions),
    }
    let pages = lesson.pages.len();
    if number + 1 == pages {
        ui.small(format!("Sources: {}", lesson.sources.join("; ")));
    }
    ui.separator();
    ui.horizontal(|ui| {
        ui.weak(format!("{} of {pages}", number + 1));
        if number > 0 && button(ui, "Back", "Previous page") {
            ask(actions, LessonAction::TurnTo(number - 1));
        }
        if number + 1 < pages {
            if button(ui, "Next", "Next page") {
                ask(actions, LessonAction::TurnTo(number + 1));
            }
        } else if button(ui, "Done", "Back to the list of lessons") {
            ask(actions, LessonAction::End);
        }
        if number + 1 < pages && button(ui, "Exit", "Ends the lesson") {
            ask(actions, LessonAction::End);
        }
    });
}

/// The button that lets the page run.
fn run_ui(ui: &mut Ui, view: &AppView<'_>, page: &Page, actions: &mut Vec<Action>) {
    if page.play_s.is_none() {
        return;
    }
    let text = match view.guide.run() {
        Run::Waits => format!("{} Run scene", icon::PLAY),
        Run::GoesOn => format!("{} Running…", icon::PLAY),
        Run::Over => format!("{} Run again", icon::ARROW_COUNTER_CLOCKWISE),
    };
    let response = ui
        .button(text)
        .on_hover_text("Plays the scene from its start");
    note(&response, "Run scene");
    if response.clicked() {
        ask(actions, LessonAction::Run);
    }
}

fn guess_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    (guess, page): (&Guess, &Page),
    actions: &mut Vec<Action>,
) {
    ui.add(Label::new(RichText::new(&guess.question).strong()).wrap());
    let guessed = view.guide.guess();
    let is_told = view.guide.run() == Run::Over || (guessed.is_some() && page.play_s.is_none());
    for (place, answer) in guess.answers.iter().enumerate() {
        let mark = match (is_told, guessed == Some(place)) {
            (true, _) if place == guess.right => icon::CHECK,
            (true, true) => icon::X,
            _ => "",
        };
        let text = format!("{answer} {mark}");
        let answer_button = Button::new(text).selected(guessed == Some(place)).wrap();
        let response = ui.add(answer_button);
        note(&response, &format!("Answer {answer}"));
        if response.clicked() && guessed.is_none() {
            ask(actions, LessonAction::Guess(place));
        }
    }
    match guessed {
        None => {
            ui.weak("Choose an answer to run the scene.");
        }
        Some(_) if !is_told => {
            ui.weak("Watch…");
        }
        Some(place) => {
            let verdict = match place == guess.right {
                true => "Correct.",
                false => "Not correct.",
            };
            ui.strong(verdict);
            note(&ui.add(Label::new(&guess.because).wrap()), "Because");
            run_ui(ui, view, page, actions);
        }
    }
}
