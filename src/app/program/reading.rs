//! Reading files: small ones at once, large ones on a thread while the window goes on.

use super::Program;
use crate::app::job::{Cancel, Job, Progress};
use crate::app::session::Session;
use crate::app::source::{build_session, parse, read_file, read_mesh, title_of, Source};
use crate::editor::{placed, Command, Things};
use crate::platform::files;
use crate::platform::recovery::About;
use std::path::{Path, PathBuf};

/// Longest file that is read at once, bytes.
const SMALL: u64 = 1_000_000;

/// What is done with a file that has been read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Then {
    /// It becomes the open scene.
    Open,
    /// It becomes the open scene, from this slot of the recovery.
    Restore(usize),
    /// The things of the scene are added.
    Place,
    /// The mesh is added as an obstacle.
    Import,
}

/// What a file held.
enum Content {
    Scene(Box<Source>, Box<Session>),
    Things(Things, &'static str),
}

/// A file that is being read.
pub(super) struct Reading {
    /// Name on screen.
    pub name: String,
    then: Then,
    job: Job<Result<Content, String>>,
}

impl Program {
    /// Reads a file and does something with it.
    pub(super) fn read(&mut self, path: &Path, then: Then) {
        let length = files::stamp(path).map_or(0, |(length, _)| length);
        let file = path.to_owned();
        let place_m = self.place_m.to_array();
        let scene = self.document.scene().clone();
        let work = move |cancel: &Cancel| match then {
            Then::Open | Then::Restore(_) => playable(read_file(&file)?, cancel),
            Then::Place => {
                let preset = read_file(&file)?.scene;
                let things = placed(&preset, &scene, place_m);
                let things = things.map_err(|error| format!("{}: {error}", file.display()))?;
                Ok(Content::Things(things, "Preset"))
            }
            Then::Import => Ok(Content::Things(read_mesh(&file, place_m)?, "Mesh")),
        };
        self.work_on(title_of(path), length, then, work);
    }

    /// Imports a mesh as an obstacle.
    pub(super) fn import(&mut self, path: &Path) {
        self.read(path, Then::Import);
    }

    /// Makes the scene in a slot of the recovery the open one again.
    pub(super) fn restore(&mut self, index: usize) {
        let (about, bytes) = match self.recovery.read(index) {
            Ok(read) => read,
            Err(error) => return self.fail(error),
        };
        let About {
            title,
            path,
            on_disk,
        } = about;
        let (name, length) = (title.clone(), bytes.len() as u64);
        let work = move |cancel: &Cancel| {
            let shown = path.clone().unwrap_or_else(|| PathBuf::from(&title));
            let scene = parse(&shown, &bytes)?;
            let source = Source {
                title,
                path,
                on_disk,
                scene,
            };
            playable(source, cancel)
        };
        self.work_on(name, length, Then::Restore(index), work);
    }

    /// Does the work at once if it is small, or if runs must repeat, else on a thread.
    fn work_on(
        &mut self,
        name: String,
        length: u64,
        then: Then,
        work: impl FnOnce(&Cancel) -> Result<Content, String> + Send + 'static,
    ) {
        if length <= SMALL || self.stepping_budget.is_none() {
            return self.take_content(then, work(&Cancel::default()));
        }
        match Job::start("reading", work) {
            Ok(job) => self.reading = Some(Reading { name, then, job }),
            Err(error) => self.fail(format!("{name}: cannot be read ({error}); try again")),
        }
    }

    /// Whether a file is being read.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Takes what was read meanwhile.
    pub(super) fn take_reading(&mut self) {
        let Some(reading) = &self.reading else {
            return;
        };
        let result = match reading.job.poll() {
            Progress::Working => return,
            Progress::Done(result) => result,
            Progress::Failed => Err(format!(
                "{}: cannot be read, which is a mistake of this program; try another file",
                reading.name
            )),
        };
        let then = reading.then;
        self.reading = None;
        self.take_content(then, result);
    }

    fn take_content(&mut self, then: Then, result: Result<Content, String>) {
        match (result, then) {
            (Ok(Content::Scene(source, session)), Then::Restore(index)) => {
                let title = source.title.clone();
                self.open_built(*source, *session);
                self.document.mark_unsaved();
                self.recovery.adopt(index);
                self.say(format!("restored {title}; save it to keep it"));
            }
            (Ok(Content::Scene(source, session)), _) => self.open_built(*source, *session),
            (Ok(Content::Things(things, what)), _) => self.edit(&Command::Insert(things, what)),
            (Err(error), Then::Restore(index)) => {
                let consequence = self.recovery.put_aside(index);
                self.fail(format!("cannot be restored, {consequence}\n{error}"));
            }
            (Err(error), _) => self.fail(error),
        }
    }
}

/// A scene and its session.
fn playable(source: Source, cancel: &Cancel) -> Result<Content, String> {
    if cancel.is_asked() {
        return Err(format!("{}: cancelled", source.title));
    }
    let session = build_session(&source.title, &source.scene)?;
    Ok(Content::Scene(Box::new(source), Box::new(session)))
}
