//! Reading what a person hands over, on a thread while the window goes on: files, pasted shots, pages
//! of lessons, what was kept of unsaved scenes.

use super::Jobs;
use crate::app::effect::Effects;
use crate::app::job::{Cancel, Job, Progress};
use crate::app::playback::Session;
use crate::app::workspace::source::{
    build_session, parse, read_character, read_file, read_lesson, read_model, ModelFile, Source,
};
use crate::app::workspace::{Saved, Table};
use crate::clock::Instant;
use crate::editor::{placed, Things};
use crate::exchange::character::{Imported, Rigging};
use crate::lab::lesson::Lesson;
use crate::lab::{shot_text, Simulation};
use crate::platform::dialogs::FilePurpose;
use crate::platform::files;
use crate::platform::recovery::About;
use crate::scene::Scene;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// So long nothing is said of a reading, and the run goes on.
const SILENT: Duration = Duration::from_millis(500);

/// What is done with a file that has been read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Then {
    /// It becomes the open scene.
    Open,
    /// It becomes the open scene, from this slot of the recovery.
    Restore(usize),
    /// The things of the scene are added.
    Place,
    /// The model is added: an obstacle, a ragdoll if it has a skin, or bodies.
    Import,
    /// The same of an obstacle; a ragdoll and bodies become a scene of their own.
    Drop,
    /// The shot is played.
    Play,
    /// It becomes the open scene of a lesson.
    Page,
    /// The numbers are those of a limit table.
    Limits,
    /// The open scene begins anew.
    Reset,
    /// Nothing was read: the file was written.
    Written,
}

/// What a file held.
pub enum Content {
    /// A scene and its session.
    Scene(Box<Source>, Box<Session>),
    /// The open scene as it begins, compiled.
    Start(Arc<Scene>, Box<Simulation>),
    /// A lesson.
    Lesson(Box<Lesson>),
    /// Things, what they are called, and what a person should know of them.
    Things(Things, &'static str, Vec<String>),
    /// A ragdoll from a model.
    Character(Box<Rigging>, Box<Imported>),
    /// A model that is better opened than added.
    Figure(PathBuf),
    /// A limit table and its file.
    Limits(PathBuf, Box<Table>),
    /// What became of the scene that was to be saved in a file.
    Saved(PathBuf, Result<Saved, String>),
    /// How what was written is called, its file, and what is not in it.
    Written(String, PathBuf, Vec<String>),
}

/// A file that has been read, or why not.
pub struct Read {
    /// What is done with it.
    pub then: Then,
    /// What it held.
    pub content: Result<Content, String>,
}

/// A file that is being read.
pub(super) struct Reading {
    name: String,
    then: Then,
    since: Instant,
    job: Job<Result<Content, String>>,
}

/// Where the things of a file go.
pub struct Place {
    /// The scene that they are added to.
    pub scene: Arc<Scene>,
    /// The place in it, m.
    pub at_m: [f64; 3],
}

impl Jobs {
    /// Begins work that ends in something to be opened; what came of it if all is to be known at
    /// once. `name`: what is read.
    pub(in crate::app) fn work_on(
        &mut self,
        name: String,
        then: Then,
        at_once: bool,
        work: impl FnOnce(&Cancel) -> Result<Content, String> + Send + 'static,
        effects: &mut Effects,
    ) -> Option<Read> {
        let since = Instant::now();
        if at_once {
            let content = work(&Cancel::default());
            return Some(Read { then, content });
        }
        match Job::start("reading", work) {
            Ok(job) => {
                self.reading = Some(Reading {
                    name,
                    then,
                    since,
                    job,
                })
            }
            Err(error) => effects.fail(format!(
                "{name}: there is no thread for it ({error}); try again"
            )),
        }
        None
    }

    /// Whether a file is being read.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Whether something has been read for so long that it is worth a word.
    pub fn reads_long(&self) -> bool {
        let reading = self.reading.as_ref();
        reading.is_some_and(|reading| reading.since.elapsed() >= SILENT)
    }

    /// Whether a file is being written.
    pub fn is_writing(&self) -> bool {
        let reading = self.reading.as_ref();
        reading.is_some_and(|reading| reading.then == Then::Written)
    }

    /// Name of the file that is being read or written.
    pub fn reading(&self) -> Option<&str> {
        Some(&self.reading.as_ref()?.name)
    }

    /// Reads no further; whether anything was being read.
    pub fn stop_reading(&mut self) -> bool {
        self.reading.take().is_some()
    }

    /// Takes what was read meanwhile.
    pub fn take_read(&mut self) -> Option<Read> {
        let reading = self.reading.as_ref()?;
        let content = match reading.job.poll() {
            Progress::Working => return None,
            Progress::Done(content) => content,
            Progress::Failed => Err(format!(
                "{}: stopped by an internal error; try another file",
                reading.name
            )),
        };
        let then = reading.then;
        self.reading = None;
        Some(Read { then, content })
    }
}

/// What reads a file for something that is done with it.
pub(in crate::app) fn of_file(
    path: &Path,
    then: Then,
    place: Place,
) -> impl FnOnce(&Cancel) -> Result<Content, String> + Send + 'static {
    let file = path.to_owned();
    move |cancel| match then {
        Then::Place => {
            let preset = read_file(&file)?.scene;
            let things = added(&preset, &place, &file)?;
            Ok(Content::Things(things, "Preset", Vec::new()))
        }
        Then::Import | Then::Drop => Ok(match read_model(&file, place.at_m)? {
            ModelFile::Obstacle(things) => Content::Things(things, "Mesh", Vec::new()),
            _ if then == Then::Drop => Content::Figure(file),
            ModelFile::Bodies(scene, notes) => {
                Content::Things(added(&scene, &place, &file)?, "Bodies", notes)
            }
            ModelFile::Character(rigging, imported) => Content::Character(rigging, imported),
        }),
        _ if FilePurpose::Mesh.fits(&file) => playable(read_character(&file)?, cancel),
        _ => match read_lesson(&file)? {
            Some(lesson) => Ok(Content::Lesson(Box::new(lesson))),
            None => playable(read_file(&file)?, cancel),
        },
    }
}

/// What makes a scene of what was left behind.
pub(in crate::app) fn of_left_behind(
    (about, kept): (About, PathBuf),
) -> impl FnOnce(&Cancel) -> Result<Content, String> + Send + 'static {
    move |cancel| {
        let About {
            title,
            path,
            on_disk,
        } = about;
        let shown = path.clone().unwrap_or_else(|| PathBuf::from(&title));
        let bytes = files::read_text(&kept).map_err(|error| error.to_string())?;
        let scene = parse(&shown, &bytes)?;
        let source = Source {
            path,
            on_disk,
            ..Source::new(title, scene)
        };
        playable(source, cancel)
    }
}

/// The things of a scene in a file, at a place of another one.
fn added(scene: &Scene, place: &Place, file: &Path) -> Result<Things, String> {
    let things = placed(scene, &place.scene, place.at_m);
    things.map_err(|error| format!("{}: {error}", file.display()))
}

/// The scene in a shot that was copied as text, and its session.
///
/// # Errors
/// One readable text with what is wrong.
pub(in crate::app) fn shot(text: &str) -> Result<Content, String> {
    let recording = shot_text::from_text(text)?;
    let session = Session::of(&recording).map_err(|errors| {
        let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })?;
    let source = Source::new("copied shot", (*recording.scene).clone());
    Ok(Content::Scene(Box::new(source), Box::new(session)))
}

/// A scene and its session.
///
/// # Errors
/// What cannot be simulated, or that nobody waits for it.
pub(in crate::app) fn playable(source: Source, cancel: &Cancel) -> Result<Content, String> {
    if cancel.is_asked() {
        return Err(format!("{}: cancelled", source.title));
    }
    let session = build_session(&source.title, &source.scene)?;
    Ok(Content::Scene(Box::new(source), Box::new(session)))
}
