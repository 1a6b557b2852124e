//! Opening and saving, and what has to be answered first.

use super::{lesson, Program};
use crate::app::action::{Action, Answer, CompareOptions, Layout, Request};
use crate::app::effect::Effects;
use crate::app::job::Cancel;
use crate::app::jobs::{of_file, of_left_behind, shot, Content, Place, Read, Then};
use crate::app::playback::{exports, told_cost, writer_of_plots, Session, TimedShot};
use crate::app::workspace::source::{
    build_session, new_scene, read_scene, read_shipped, title_of, Source,
};
use crate::app::workspace::{
    preset_writer, reader_of_limits, take_limits, writer_of_limits, Leaving, Question,
};
use crate::editor::{Command, Item, Things};
use crate::lab::{Simulation, Variant};
use crate::platform::dialogs::FilePurpose;
use crate::scene;
use std::path::Path;

impl Program {
    /// Does what closes the open scene, after the question about unsaved changes.
    pub(super) fn leave(&mut self, leaving: Leaving) {
        let leaving = self.workspace.leave(leaving);
        self.leave_if(leaving);
    }

    /// Does what closes the open scene, if that may happen now.
    pub(super) fn leave_if(&mut self, leaving: Option<Leaving>) {
        match leaving {
            None => {}
            Some(Leaving::New) => {
                self.open_read(Ok(new_scene()), TimedShot::Waits);
                // There is nothing to see yet, and all to build.
                self.playback.session.playing = false;
            }
            Some(Leaving::AskForFile) => {
                self.requests.push(Request::OpenDialog(FilePurpose::Scene));
            }
            Some(Leaving::OpenFile(path)) => self.read(&path, Then::Open),
            Some(Leaving::OpenShipped(name)) => {
                self.open_read(read_shipped(name), TimedShot::Waits);
                show_misprint(self);
            }
            Some(Leaving::Restore(index)) => restore(self, index),
            Some(Leaving::PasteShot) => self.requests.push(Request::PasteShot),
            Some(Leaving::TurnPage) => lesson::open_page(self),
            Some(Leaving::Watch(name)) => self.watch_experiment(name),
            Some(Leaving::Quit) => self.requests.push(Request::Quit),
        }
    }

    pub(super) fn answer(&mut self, answer: Answer) {
        if self.jobs.is_writing() {
            return;
        }
        let reads = matches!(self.question(), Question::Reading(_));
        if answer == Answer::Cancel && reads {
            self.jobs.stop_reading();
            return self.ui.say("cancelled".into());
        }
        let leaving = self.run(|program, effects| program.workspace.answer(answer, effects));
        self.leave_if(leaving);
    }

    /// Opens a scene; on any problem the open one stays as it was.
    pub fn open_source(&mut self, source: &str) {
        self.open_read(read_scene(source), TimedShot::Waits);
    }

    /// Takes the file chosen in a dialog; the question about unsaved changes has
    /// been answered by then.
    pub fn open_chosen(&mut self, purpose: FilePurpose, path: &Path) {
        match purpose {
            FilePurpose::Scene => self.read(path, Then::Open),
            FilePurpose::Preset => self.read(path, Then::Place),
            FilePurpose::Mesh => self.read(path, Then::Import),
            FilePurpose::Limits => read_limits(self, path),
            // These are only written.
            FilePurpose::Plots(_)
            | FilePurpose::Export(_)
            | FilePurpose::Experiment
            | FilePurpose::SweepTable
            | FilePurpose::SweepPlot => {}
        }
    }

    /// Saves to the file chosen in a dialog.
    pub fn save_chosen(&mut self, purpose: FilePurpose, path: &Path) {
        match purpose {
            FilePurpose::Scene | FilePurpose::Mesh => self.save_to(path),
            FilePurpose::Preset => {
                let write = preset_writer(&self.workspace.document, path);
                write_whole(self, "saved the selection as preset", path, write);
            }
            FilePurpose::Limits => {
                let write = self.run(|program, effects| {
                    let document = &program.workspace.document;
                    writer_of_limits(document, path, &program.workbench, effects)
                });
                let Some(write) = write else { return };
                write_whole(self, "exported the limit table as", path, write);
            }
            FilePurpose::Export(format) => {
                let (what, write) = exports::exporter(&self.playback, format, path);
                write_on(self, what, path, write);
            }
            FilePurpose::Plots(format) => {
                let keys = self.ui.panels.plots.keys();
                let write = writer_of_plots(&self.playback, keys, format, path);
                write_whole(self, "saved the plots as", path, write);
            }
            FilePurpose::Experiment => {
                let write = self.jobs.writer_of_experiment(path);
                let Some((own, write)) = write else { return };
                write_whole(self, "saved", &own, write);
            }
            FilePurpose::SweepTable | FilePurpose::SweepPlot => {
                let write = self.jobs.writer_of_fan(purpose, path);
                let Some(write) = write else { return };
                write_whole(self, "saved", path, write);
            }
        }
    }

    /// Saves the scene in place of whatever the file holds; that is intact on any problem.
    pub fn save_to(&mut self, path: &Path) {
        save_over(self, path, true);
    }

    pub(super) fn read(&mut self, path: &Path, then: Then) {
        let place = Place {
            scene: self.workspace.document.scene().clone(),
            at_m: self.workbench.new_place_m().to_array(),
        };
        self.work_on(&title_of(path), then, of_file(path, then, place));
    }

    /// Does work that ends in something to be opened, on a thread.
    pub(super) fn work_on(
        &mut self,
        name: &str,
        then: Then,
        work: impl FnOnce(&Cancel) -> Result<Content, String> + Send + 'static,
    ) {
        let at_once = self.playback.stepping_budget.is_none();
        let name = name.to_owned();
        let read =
            self.run(|program, effects| (program.jobs).work_on(name, then, at_once, work, effects));
        if let Some(read) = read {
            self.take_read(read);
        }
    }

    pub(super) fn take_read(&mut self, read: Read) {
        match (read.content, read.then) {
            (Ok(Content::Start(scene, simulation)), _) => {
                // It may have been edited meanwhile.
                match self.playback.begun(self.workspace.document.scene()) == scene {
                    true => self.playback.begin(&scene, *simulation),
                    false => reset(self),
                }
            }
            (Ok(Content::Scene(source, session)), Then::Restore(index)) => {
                let title = source.title.clone();
                self.open_built(*source, *session, TimedShot::Waits);
                self.workspace.adopt(index);
                self.ui.say(format!("restored {title}; save it now"));
                pause_if_expensive(self);
            }
            (Ok(Content::Scene(source, session)), Then::Play) => {
                self.open_built(*source, *session, TimedShot::Waits);
                self.workspace.document.mark_unsaved();
                self.ui.say("playing the shot from the clipboard".into());
                pause_if_expensive(self);
            }
            (Ok(Content::Scene(source, session)), Then::Page) => {
                self.open_built(*source, *session, TimedShot::Fires);
                lesson::page_is_open(self);
            }
            (Ok(Content::Saved(path, written)), _) => {
                let saved = |program: &mut Program, effects: &mut Effects| {
                    program.workspace.saved(&path, written, effects)
                };
                let leaving = self.run(saved);
                self.leave_if(leaving);
            }
            (Ok(Content::Written(what, path, left_out)), _) if left_out.is_empty() => {
                self.run(|_, effects| effects.say_saved(&what, &path));
            }
            (Ok(Content::Written(what, path, left_out)), _) => {
                let (path, left_out) = (path.display(), left_out.join("; "));
                self.ui.say(format!("{what} {path}; left out: {left_out}"));
            }
            (Ok(Content::Limits(path, table)), _) => {
                self.run(|_, effects| take_limits(&path, *table, effects));
            }
            (Ok(Content::Scene(source, session)), _) => {
                self.open_built(*source, *session, TimedShot::Waits);
            }
            (Ok(Content::Lesson(lesson)), _) => lesson::begin(self, *lesson),
            (Ok(Content::Things(things, what, notes)), _) => {
                self.carry_out(Action::Edit(Command::Insert(things, what)));
                notes.into_iter().for_each(|note| self.ui.say(note));
            }
            (Ok(Content::Character(rigging, imported)), _) => {
                self.workspace.models.keep(*rigging);
                let things = Things::one(Item::Ragdoll(imported.ragdoll));
                self.carry_out(Action::Edit(Command::Insert(things, "Character")));
                imported
                    .notes
                    .into_iter()
                    .for_each(|note| self.ui.say(note));
            }
            (Ok(Content::Figure(path)), _) => self.leave(Leaving::OpenFile(path)),
            (Err(error), Then::Restore(index)) => {
                let consequence = self.workspace.put_aside(index);
                (self.ui).fail(format!("cannot be restored; {consequence}\n{error}"));
            }
            (Err(error), _) => self.ui.fail(error),
        }
    }

    /// Opens a scene; says what becomes of its timed shot.
    pub(super) fn open_read(&mut self, read: Result<Source, String>, timed_shot: TimedShot) {
        let built =
            read.and_then(|source| Ok((build_session(&source.title, &source.scene)?, source)));
        match built {
            Ok((session, source)) => self.open_built(source, session, timed_shot),
            Err(error) => self.ui.fail(error),
        }
    }

    /// Makes a scene that was read the open one.
    fn open_built(&mut self, source: Source, session: Session, timed_shot: TimedShot) {
        let timed_shot = match self.is_attended {
            true => timed_shot,
            false => TimedShot::Fires,
        };
        let left = name_of(self.workspace.path(), &self.workspace.title);
        let opened = name_of(source.path.as_deref(), &source.title);
        self.playback.open(session, timed_shot, [left, opened]);
        self.jobs.fan.clear();
        if let Some(path) = &source.path {
            self.ui.settings.remember(path);
        }
        for note in &source.notes {
            self.ui.say(note.clone());
        }
        self.ui.say(format!("opened {}", source.title));
        self.workspace.open(source);
        self.requests.push(Request::LookFrom(None));
    }

    /// Opens the scene of an experiment with some of its values side by side.
    fn watch_experiment(&mut self, name: &str) {
        let watched = self.run(|program, effects| program.jobs.watch(name, effects));
        let Some((title, watch)) = watched else {
            return;
        };
        self.open_read(Ok(Source::new(title, watch.scene)), TimedShot::Fires);
        self.carry_out(Action::SetCompareOptions(Box::new(CompareOptions {
            leader: Some(watch.leader),
            variants: watch.variants,
            layout: Layout::Panes,
            band: false,
        })));
        self.playback.session.playing = true;
    }

    /// Opens the scene of a shot that was copied as text, and plays it.
    pub fn paste_shot(&mut self, text: &str) {
        let text = text.to_owned();
        self.work_on("the copied shot", Then::Play, move |_| shot(&text));
    }
}

/// Saves the scene; `whatever`: also over what another program has written to its file.
pub(super) fn save_over(program: &mut Program, path: &Path, whatever: bool) {
    let write = program.workspace.writer(path, whatever);
    let file = path.to_owned();
    let work = move |_: &Cancel| Ok(Content::Saved(file, write()));
    program.work_on(&title_of(path), Then::Written, work);
}

/// Writes a file beside the window; `write` tells what is not in it, `what` how it is called.
fn write_on(
    program: &mut Program,
    what: String,
    path: &Path,
    write: impl FnOnce() -> Result<Vec<String>, String> + Send + 'static,
) {
    let file = path.to_owned();
    let work = move |_: &Cancel| Ok(Content::Written(what, file, write()?));
    program.work_on(&title_of(path), Then::Written, work);
}

/// The same of what is written as a whole.
fn write_whole(
    program: &mut Program,
    what: &str,
    path: &Path,
    write: impl FnOnce() -> Result<(), String> + Send + 'static,
) {
    let what = what.to_owned();
    write_on(program, what, path, || write().map(|()| Vec::new()));
}

/// Reads a limit table for the ragdoll that is shown.
fn read_limits(program: &mut Program, path: &Path) {
    let read = program.run(|program, effects| {
        let document = &program.workspace.document;
        reader_of_limits(document, path, &program.workbench, effects)
    });
    let Some(read) = read else { return };
    let file = path.to_owned();
    let work = move |_: &Cancel| Ok(Content::Limits(file, Box::new(read()?)));
    program.work_on(&title_of(path), Then::Limits, work);
}

/// Makes the scene in a slot of the recovery the open one again.
fn restore(program: &mut Program, index: usize) {
    match program.workspace.left_behind(index) {
        Ok(left) => {
            let title = left.0.title.clone();
            program.work_on(&title, Then::Restore(index), of_left_behind(left));
        }
        Err(error) => program.ui.fail(error),
    }
}

/// Goes to the start of the open scene, which is compiled on a thread unless the run has it.
pub(super) fn reset(program: &mut Program) {
    program.jobs.fan.is_shown = false;
    let scene = program.playback.begun(program.workspace.document.scene());
    let run = &program.playback.session;
    if let Some(simulation) = run.history.begun_anew(&run.simulation, &scene) {
        return program.playback.begin(&scene, simulation);
    }
    let title = program.workspace.title.clone();
    program.work_on(&title, Then::Reset, move |_| {
        let simulation = Simulation::new(&scene).map_err(|errors| {
            let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
            lines.join("\n")
        })?;
        Ok(Content::Start(scene, Box::new(simulation)))
    });
}

/// By which a scene is known when it is opened again: its path, or its name if it is a shipped
/// one.
fn name_of(path: Option<&Path>, title: &str) -> Option<String> {
    match path {
        Some(path) => Some(path.display().to_string()),
        None => scene::find(title).map(|shipped| shipped.name.to_owned()),
    }
}

/// Shows a scene that was made for a misprint beside the same scene without it.
pub(super) fn show_misprint(program: &mut Program) {
    if !program.workspace.is_demonstration() {
        return;
    }
    let corrected = Variant::new("corrected", &["solver.as_printed=[]"]);
    program.carry_out(Action::SetCompareOptions(Box::new(CompareOptions {
        leader: Some("as printed".into()),
        variants: corrected.into_iter().collect(),
        layout: Layout::Panes,
        band: false,
    })));
}

/// Lets a scene that comes from elsewhere than a file wait for a person if it may be what
/// kept the program busy before.
fn pause_if_expensive(program: &mut Program) {
    let session = &mut program.playback.session;
    if let Some(cost) = told_cost(&session.simulation) {
        session.playing = false;
        let text = format!("opened paused, because its steps are slow: {cost}");
        program.ui.say(text);
    }
}
