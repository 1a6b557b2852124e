//! Taking a lesson: opening its pages and letting them run.

use super::Program;
use crate::app::action::{Action, CompareOptions, Layout, LessonAction, Panel, Request, WhyAction};
use crate::app::guide::panel_of;
use crate::app::jobs::{playable, Then};
use crate::app::workspace::source::Source;
use crate::app::workspace::Leaving;
use crate::editor::Selection;
use crate::lab::lesson::{all, Lesson, Page};
use crate::lab::why::ids_named;

/// Does what a person asks of lessons.
pub(super) fn teach(program: &mut Program, action: &LessonAction) {
    match *action {
        LessonAction::Begin(name) => match all().iter().find(|(own, _)| *own == name) {
            Some((_, lesson)) => begin(program, lesson.clone()),
            None => program
                .ui
                .fail(format!("no lesson named {name}; see Help > Lessons")),
        },
        LessonAction::TurnTo(page) => {
            program.guide.turn_to(page);
            turn_page(program);
        }
        LessonAction::Run => run(program),
        LessonAction::Guess(answer) => {
            program.guide.take_guess(answer);
            run(program);
        }
        LessonAction::End => {
            close_panels(program, &[]);
            let look = program.guide.end();
            program.ui.settings.look = look.unwrap_or(program.ui.settings.look);
            let alone = CompareOptions {
                variants: Vec::new(),
                ..CompareOptions::default()
            };
            program.carry_out(Action::SetCompareOptions(Box::new(alone)));
        }
    }
}

/// Begins a lesson with its first page.
pub(super) fn begin(program: &mut Program, lesson: Lesson) {
    let look = program.ui.settings.look;
    program.guide.begin(lesson, look);
    turn_page(program);
}

/// Opens the page that was turned to, after the question about what is unsaved if its scene
/// takes the place of the open one.
fn turn_page(program: &mut Program) {
    match opens(program) {
        true => program.leave(Leaving::TurnPage),
        false => open_page(program),
    }
}

/// Whether the open page has a scene of its own.
fn opens(program: &Program) -> bool {
    let page = program.guide.page();
    page.is_some_and(|(number, page)| page.opens() || number == 0)
}

/// Shows what is on the open page: its scene, standing still, and its panels.
pub(super) fn open_page(program: &mut Program) {
    let Some((_, page)) = program.guide.page() else {
        return;
    };
    let wanted: Vec<Panel> = page.show.iter().map(|shown| panel_of(*shown)).collect();
    if opens(program) {
        open_scene(program);
    }
    program.playback.session.playing = false;
    close_panels(program, &wanted);
    let dock = &mut program.ui.panels.dock;
    for panel in wanted {
        dock.show(panel);
    }
    dock.show(Panel::Lessons);
}

/// Closes what pages before have opened, but for what is still wanted.
fn close_panels(program: &mut Program, wanted: &[Panel]) {
    for panel in program.guide.open_panels(wanted) {
        program.ui.panels.dock.hide(panel);
    }
}

/// Opens the scene of the open page.
fn open_scene(program: &mut Program) {
    let (Some((number, _)), Some(lesson)) = (program.guide.page(), program.guide.lesson()) else {
        return;
    };
    let has_scene = |page: &Page| page.scene.is_some() || !page.set.is_empty();
    if !lesson.pages.iter().take(number + 1).any(has_scene) {
        return;
    }
    let lesson = lesson.clone();
    let title = lesson.title.clone();
    program.work_on(&title, Then::Page, move |cancel| {
        let scene = lesson.scene(number).map_err(|(_, error)| error)?;
        let scene = scene.ok_or("this page has no scene")?;
        playable(Source::new(lesson.title, scene), cancel)
    });
}

/// Shows what belongs to the scene of the open page, which has been opened.
pub(super) fn page_is_open(program: &mut Program) {
    let Some((_, page)) = program.guide.page() else {
        return;
    };
    let options = CompareOptions {
        leader: page.leader.clone(),
        variants: page.variants().unwrap_or_default(),
        layout: Layout::Panes,
        band: false,
    };
    program.playback.session.playing = false;
    program.guide.look_soon();
    if !options.variants.is_empty() {
        program.carry_out(Action::SetCompareOptions(Box::new(options)));
    }
}

/// Lets the run of the open page begin, of what its scene has become.
fn run(program: &mut Program) {
    program.guide.set_going();
    let page = program.guide.page();
    if page.is_some_and(|(_, page)| page.play_s.is_some()) {
        program.carry_out(Action::Restart);
        program.playback.session.playing = true;
    }
}

/// Stops the run of the open page once it is over, and asks what the page asks.
pub(super) fn follow(program: &mut Program) {
    if program.guide.looks_now() {
        program.requests.push(Request::LookFrom(None));
    }
    let session = &program.playback.session;
    let now_s = session.simulation.time_s();
    // Nothing plays on while all lies still.
    let stopped = session.trouble.is_some() || session.pace.rests;
    if !program.guide.comes_to_end(now_s, stopped) {
        return;
    }
    program.playback.session.playing = false;
    let asked = program
        .guide
        .page()
        .and_then(|(_, page)| page.ask_why.clone());
    if let Some(name) = asked {
        let ids = ids_named(program.workspace.document.scene(), &name);
        program.carry_out(Action::Select(Selection::of(ids)));
        program.carry_out(Action::Why(WhyAction::Ask));
    }
}
