//! Keeps what is not saved, so that no end of the program loses it.
//!
//! A committed change goes to a slot of [`platform::recovery`](crate::platform::recovery)
//! at most once in [`INTERVAL`], written on a thread. The slot is emptied when nothing is
//! unsaved; what a dead program left in another one is offered at the next start. An aim alone
//! is not kept: nobody is asked about it ([`Document::is_changed`]).

use crate::app::job::{Job, Progress};
use crate::editor::Document;
use crate::platform::recovery::{About, Edition, Slot, SlotFiles};
use crate::platform::terminal;
use crate::scene::{self, Scene};
use crate::text::clean;
use crate::threads;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Shortest time between two writings. With the time that a writing takes, no more than
/// ten seconds of work are lost, however the program ends.
pub const INTERVAL: Duration = Duration::from_secs(8);
/// Longest that the end of the program waits for a writing that goes on.
const LAST_WAIT: Duration = Duration::from_secs(5);
/// Exit code after a panic, as everywhere in Rust.
const PANIC_EXIT: i32 = 101;

/// A scene that a dead program left behind.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Name on screen.
    pub title: String,
    /// The file that it belongs to, if any.
    pub path: Option<PathBuf>,
    /// Time since it was kept.
    pub age: Duration,
    /// Length in bytes.
    pub length: u64,
    /// Where it is kept.
    pub kept: PathBuf,
}

/// A scene with unsaved changes and the slot that it belongs to.
#[derive(Debug, Clone)]
struct Unsaved {
    files: SlotFiles,
    edition: Edition,
    about: About,
    scene: Arc<Scene>,
}

impl Unsaved {
    fn write(&self) -> Result<(), String> {
        let text = scene::to_text(&self.scene).map_err(|problems| problems.to_string())?;
        let written = self.files.write(self.edition, &self.about, text.as_bytes());
        written.map_err(|error| error.to_string())
    }
}

/// What has to be done with the slot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Due {
    #[default]
    Nothing,
    Clearing,
    Writing,
}

/// Keeps what is not saved.
#[derive(Debug, Default)]
pub struct Recovery {
    slot: Option<Slot>,
    /// What dead programs left behind, each with its slot.
    left: Vec<Slot>,
    found: Vec<Found>,
    /// The committed scene that was looked at last.
    seen: Option<Arc<Scene>>,
    /// What has to be done with the slot because of that.
    due: Due,
    /// Before this time of the clock nothing is written again.
    rest_until: Duration,
    writing: Option<Job<Result<(), String>>>,
    failed: bool,
    /// What a panic has to save.
    unsaved: Arc<Mutex<Option<Unsaved>>>,
}

impl Recovery {
    /// Takes a slot of a folder, and what was left behind there. The text says why nothing
    /// can be kept, if so.
    pub fn open(folder: &Path) -> (Recovery, Option<String>) {
        let left = Slot::left_behind(folder);
        let (slot, problem) = match Slot::claim(folder) {
            Ok(slot) => (Some(slot), None),
            Err(error) => (None, Some(unkept(&error.to_string()))),
        };
        let recovery = Recovery {
            slot,
            found: left.iter().map(found).collect(),
            left,
            ..Recovery::default()
        };
        (recovery, problem)
    }

    /// What dead programs left behind; each is named by its place in this list.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    fn take_left(&mut self, index: usize) -> Option<Slot> {
        if index >= self.left.len() {
            return None;
        }
        self.found.remove(index);
        Some(self.left.remove(index))
    }

    /// Looks at the document and keeps it if there is something new; `now` is the time of
    /// any clock. Returns a message if it cannot be kept, once.
    pub fn keep(&mut self, document: &Document, about: About, now: Duration) -> Option<String> {
        let problem = self.finish_writing();
        if document.in_gesture() {
            return problem;
        }
        let scene = document.scene();
        let is_new = !self.seen.as_ref().is_some_and(|s| Arc::ptr_eq(s, scene));
        if is_new {
            self.seen = Some(scene.clone());
            self.note(document, about);
        }
        match self.due {
            // One after the other: the disk is not asked for more than it can do.
            _ if self.writing.is_some() => problem,
            Due::Clearing => {
                self.clear();
                problem
            }
            Due::Writing if now >= self.rest_until => {
                self.rest_until = now + INTERVAL;
                problem.or(self.begin_writing())
            }
            _ => problem,
        }
    }

    /// Notes what is not saved, for a writing now, later, or in a panic.
    fn note(&mut self, document: &Document, about: About) {
        let Some(slot) = &self.slot else {
            return;
        };
        let is_changed = document.is_changed();
        let unsaved = is_changed.then(|| Unsaved {
            files: slot.files().clone(),
            edition: slot.files().new_edition(),
            about,
            scene: document.scene().clone(),
        });
        self.due = if is_changed {
            Due::Writing
        } else {
            Due::Clearing
        };
        if let Ok(mut noted) = self.unsaved.lock() {
            *noted = unsaved;
        }
    }

    fn clear(&mut self) {
        self.due = Due::Nothing;
        if let Some(slot) = &self.slot {
            slot.files().clear();
        }
    }

    fn begin_writing(&mut self) -> Option<String> {
        self.due = Due::Nothing;
        let unsaved = self.unsaved.lock().ok()?.clone()?;
        match Job::start("recovery", move |_| unsaved.write()) {
            Ok(job) => {
                self.writing = Some(job);
                None
            }
            Err(error) => self.fail(&error.to_string()),
        }
    }

    fn finish_writing(&mut self) -> Option<String> {
        let result = match self.writing.as_ref()?.poll() {
            Progress::Working => return None,
            Progress::Done(result) => result,
            Progress::Failed => Err("the scene could not be written".into()),
        };
        self.writing = None;
        match result {
            Ok(()) => {
                self.failed = false;
                None
            }
            Err(error) => self.fail(&error),
        }
    }

    /// The message of a failure, unless that was told already.
    fn fail(&mut self, error: &str) -> Option<String> {
        let told = std::mem::replace(&mut self.failed, true);
        (!told).then(|| unkept(error))
    }

    /// Lets [`Recovery::keep`] look at the document again though its scene is the same,
    /// since it was saved or belongs to something else now.
    pub fn look_again(&mut self) {
        self.seen = None;
    }

    /// Writes at once what is not saved; for the end of a program that goes on later.
    /// Returns where it is.
    pub fn keep_now(&mut self, document: &Document, about: About) -> Kept {
        self.wait_for_writing();
        self.note(document, about);
        let unsaved = self.unsaved.lock().ok().and_then(|noted| noted.clone());
        match unsaved {
            None => Ok(None),
            Some(unsaved) => {
                unsaved.write()?;
                Ok(Some(unsaved.files.text_path().to_owned()))
            }
        }
    }

    /// Whether a writing goes on.
    pub fn is_writing(&self) -> bool {
        self.writing.is_some()
    }

    /// Empties the slot: what is not saved is not wanted.
    pub fn forget(&mut self) {
        self.wait_for_writing();
        self.clear();
        self.seen = None;
        if let Ok(mut noted) = self.unsaved.lock() {
            *noted = None;
        }
    }

    fn wait_for_writing(&mut self) {
        if let Some(writing) = self.writing.take() {
            writing.wait(LAST_WAIT);
        }
    }

    /// What was left in a slot: what it belongs to and the file with its text.
    ///
    /// # Errors
    /// There is no such slot.
    pub fn left_behind(&self, index: usize) -> Result<(About, PathBuf), String> {
        let slot = self.left.get(index).ok_or("no unsaved scenes to restore")?;
        Ok((slot.files().about(), slot.files().text_path().to_owned()))
    }

    /// Makes a slot that was left behind the one of this program; its text stays until the
    /// scene is saved.
    pub fn adopt(&mut self, index: usize) {
        if let Some(slot) = self.take_left(index) {
            self.forget();
            self.slot = Some(slot);
        }
    }

    /// Throws away what was left in a slot.
    pub fn discard(&mut self, index: usize) {
        if let Some(slot) = self.take_left(index) {
            slot.files().clear();
        }
    }

    /// Puts aside what was left in a slot but cannot be used; tells where.
    pub fn put_aside(&mut self, index: usize) -> String {
        match self.take_left(index).map(Slot::put_aside) {
            Some(Ok(path)) => format!("its file is kept as {}", path.display()),
            Some(Err(error)) => format!("its file cannot be moved ({error})"),
            None => "its file no longer exists".into(),
        }
    }

    /// From now on a panic of this thread writes what is not saved, tells where, and ends
    /// the program. A panic of a job fails that job alone.
    pub fn guard_against_panics(&self) {
        let unsaved = self.unsaved.clone();
        let guarded = threads::current();
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            report(panic);
            if threads::current() != guarded {
                return;
            }
            // Never wait here: whoever holds the lock may be what panicked.
            let noted = unsaved.try_lock().ok().and_then(|noted| noted.clone());
            if let Some(unsaved) = noted {
                match unsaved.write() {
                    Ok(()) => terminal::tell(&kept_at(unsaved.files.text_path())),
                    Err(error) => terminal::tell(&format!("ragdoll-lab: {}", unkept(&error))),
                }
            }
            std::process::exit(PANIC_EXIT);
        }));
    }
}

/// Where what was not saved is kept, if anything was not; or why not.
pub type Kept = Result<Option<PathBuf>, String>;

/// Says where what was not saved is kept.
pub fn kept_at(path: &Path) -> String {
    let place = clean(&path.display().to_string());
    format!(
        "ragdoll-lab: unsaved changes are stored as {place}; the next start offers to \
             restore them"
    )
}

fn unkept(error: &str) -> String {
    format!("cannot store unsaved changes for recovery ({error}); save often")
}

fn found(slot: &Slot) -> Found {
    let About { title, path, .. } = slot.files().about();
    let (age, length) = slot.age_and_length();
    Found {
        title: match title.as_str() {
            "" => "a scene".into(),
            title => clean(title),
        },
        path,
        age,
        length,
        kept: slot.files().text_path().to_owned(),
    }
}
