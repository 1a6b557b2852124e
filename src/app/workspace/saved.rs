//! That nothing is lost: what is unsaved is kept, and a file that another program has
//! changed is not replaced unasked.

use super::question::{Leaving, Question};
use super::recovery::{Kept, Recovery};
use super::Workspace;
use crate::app::action::{Action, Answer};
use crate::app::effect::Effects;
use crate::app::job::{Cancel, Job, Progress};
use crate::clock::SystemTime;
use crate::platform::files::{self, Fingerprint};
use crate::platform::recovery::About;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time between two looks at the open file.
const LOOK_INTERVAL: Duration = Duration::from_secs(2);

/// The open file as it was last read or written.
#[derive(Debug, Default)]
pub(super) struct OnDisk {
    pub(super) known: Option<Fingerprint>,
    stamp: Option<(u64, SystemTime)>,
    look_at: Duration,
    /// A look at what it holds, which may be much.
    look: Option<Job<Option<Fingerprint>>>,
    /// What it holds instead, if a person has to say what is to be done.
    found: Option<Fingerprint>,
    saves: bool,
}

impl OnDisk {
    /// A file that was just read or written.
    pub(super) fn new(path: Option<&Path>, known: Option<Fingerprint>) -> OnDisk {
        OnDisk {
            known,
            stamp: path.and_then(files::stamp),
            ..OnDisk::default()
        }
    }

    /// Whether a person has to say what is to be done.
    pub(super) fn asks(&self) -> bool {
        self.found.is_some()
    }

    /// Asks what to do since the file holds something else than it did.
    pub(super) fn ask_before_saving(&mut self, found: Fingerprint) {
        (self.found, self.saves) = (Some(found), true);
    }

    /// Lets it be.
    pub(super) fn ask_no_more(&mut self) {
        (self.found, self.saves) = (None, false);
    }

    /// Looks on a thread at what the file holds.
    fn look(&mut self, path: &Path) {
        let (path, known) = (path.to_owned(), self.known);
        let look = move |_: &Cancel| another(known, || Fingerprint::of_file(&path));
        // Without a thread the next look is at the next change.
        self.look = Job::start("look", look).ok();
    }

    /// Takes what a look has found; whether none goes on.
    fn take_look(&mut self) -> bool {
        let Some(look) = &self.look else {
            return true;
        };
        match look.poll() {
            Progress::Working => return false,
            Progress::Done(found) => self.found = found,
            Progress::Failed => {}
        }
        self.look = None;
        true
    }
}

/// What a file holds, if that is something else than what is known of it. One that is gone is no
/// other one.
pub(super) fn another(
    known: Option<Fingerprint>,
    look: impl FnOnce() -> Option<Fingerprint>,
) -> Option<Fingerprint> {
    let known = known?;
    look().filter(|found| *found != known)
}

impl Workspace {
    /// Keeps what is unsaved in this folder from now on, and offers what was left there.
    pub fn keep_unsaved_in(&mut self, folder: Option<PathBuf>, effects: &mut Effects) {
        let Some(folder) = folder else {
            return effects.fail("no folder to store unsaved changes for recovery; save often");
        };
        let (recovery, problem) = Recovery::open(&folder);
        self.recovery = recovery;
        self.recovering = !self.recovery.found().is_empty();
        if let Some(problem) = problem {
            effects.fail(problem);
        }
    }

    /// Lets a panic of this thread keep what is unsaved.
    pub fn guard_against_panics(&self) {
        self.recovery.guard_against_panics();
    }

    /// What unsaved changes belong to.
    pub(super) fn about(&self) -> About {
        let path = self.path().map(absolute);
        About {
            title: self.title.clone(),
            // A name that is no text cannot be written down.
            path: path.filter(|path| path.to_str().is_some()),
            on_disk: self.on_disk.known,
        }
    }

    /// Keeps what is unsaved at once, since the program has to end.
    /// Returns where it is kept.
    ///
    /// # Errors
    /// Why it cannot be kept.
    pub fn keep_for_next_start(&mut self) -> Kept {
        let about = self.about();
        self.recovery.keep_now(&self.document, about)
    }

    /// Whether what is unsaved is being written.
    pub fn is_keeping(&self) -> bool {
        self.recovery.is_writing()
    }

    /// Nothing is unsaved any more, or it is not wanted.
    pub fn forget_unsaved(&mut self) {
        self.recovery.forget();
    }

    /// What was left behind at a place of the list, with the file of its text.
    ///
    /// # Errors
    /// There is none.
    pub fn left_behind(&mut self, index: usize) -> Result<(About, PathBuf), String> {
        self.recovery.left_behind(index)
    }

    /// The open scene is what was left behind at a place of the list.
    pub fn adopt(&mut self, index: usize) {
        self.document.mark_unsaved();
        self.recovery.adopt(index);
    }

    /// What was left behind at a place of the list cannot be opened; what becomes of it.
    pub fn put_aside(&mut self, index: usize) -> String {
        self.recovery.put_aside(index)
    }

    /// Whether what the open file holds is being looked at.
    pub fn is_looking(&self) -> bool {
        self.on_disk.look.is_some()
    }

    pub(super) fn answer_about_disk(
        &mut self,
        answer: Answer,
        effects: &mut Effects,
    ) -> Option<Leaving> {
        let saves = std::mem::take(&mut self.on_disk.saves);
        let found = self.on_disk.found.take()?;
        let path = self.path.clone()?;
        match answer {
            Answer::Reload => {
                self.dialog_cancelled();
                return Some(Leaving::OpenFile(path));
            }
            // Over this, but over nothing that comes there meanwhile.
            Answer::Keep if saves => {
                self.on_disk.known = Some(found);
                effects.perform(Action::SaveTo(path));
            }
            Answer::Keep => {
                self.on_disk.known = Some(found);
                self.document.mark_unsaved();
                self.recovery.look_again();
            }
            _ => self.ask_to_save(effects),
        }
        None
    }
}

/// Looks now and then whether another program has changed the file.
pub(super) fn watch_file(workspace: &mut Workspace, now: Duration) {
    if now < workspace.on_disk.look_at && !workspace.is_looking() {
        return;
    }
    let busy = workspace.document.in_gesture() || workspace.question() != Question::None;
    if busy || !workspace.on_disk.take_look() || now < workspace.on_disk.look_at {
        return;
    }
    workspace.on_disk.look_at = now + LOOK_INTERVAL;
    let Some(path) = workspace.path.clone() else {
        return;
    };
    let stamp = files::stamp(&path);
    if stamp.is_none() || stamp == workspace.on_disk.stamp {
        return;
    }
    workspace.on_disk.stamp = stamp;
    workspace.on_disk.look(&path);
}

/// The same path from wherever the program is started.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}
