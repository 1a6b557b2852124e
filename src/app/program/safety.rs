//! That nothing is lost: what is unsaved is kept, and a file that another program has
//! changed is not replaced unasked.

use super::reading::Then;
use super::Program;
use crate::app::action::Answer;
use crate::app::panels::Question;
use crate::app::recovery::{Kept, Recovery};
use crate::platform::files::{self, Fingerprint};
use crate::platform::recovery::About;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Time between two looks at the open file.
const LOOK_INTERVAL: Duration = Duration::from_secs(2);

/// The open file as it was last read or written.
#[derive(Debug, Default)]
pub(super) struct OnDisk {
    known: Option<Fingerprint>,
    stamp: Option<(u64, SystemTime)>,
    look_at: Duration,
    asks: bool,
    saves: bool,
}

impl OnDisk {
    /// A file that was just read or written.
    pub fn new(path: Option<&Path>, known: Option<Fingerprint>) -> OnDisk {
        OnDisk {
            known,
            stamp: path.and_then(files::stamp),
            ..OnDisk::default()
        }
    }

    /// Whether the file holds something else now. One that is gone is no other one.
    pub fn is_another(&self, path: &Path) -> bool {
        let now = Fingerprint::of_file(path);
        self.known.is_some() && now.is_some() && now != self.known
    }

    /// Asks what to do since the file holds something else than it did.
    pub fn ask_before_saving(&mut self) {
        (self.asks, self.saves) = (true, true);
    }
}

impl Program {
    /// Keeps what is unsaved in this folder from now on, and offers what was left there.
    pub fn keep_unsaved_in(&mut self, folder: Option<PathBuf>) {
        let Some(folder) = folder else {
            let text = "there is no folder to keep unsaved changes in; save often";
            return self.fail(text.into());
        };
        let (recovery, problem) = Recovery::open(&folder);
        self.recovery = recovery;
        self.recovering = !self.recovery.found().is_empty();
        if let Some(problem) = problem {
            self.fail(problem);
        }
    }

    /// Lets a panic of this thread keep what is unsaved.
    pub fn guard_against_panics(&self) {
        self.recovery.guard_against_panics();
    }

    /// Does what goes on beside playing: files being read, unsaved changes to be kept,
    /// and files changed by others. `now` is the time of any clock.
    pub fn keep_up(&mut self, now: Duration) {
        self.take_reading();
        let about = self.about();
        if let Some(problem) = self.recovery.keep(&self.document, about, now) {
            self.fail(problem);
        }
        self.watch_file(now);
    }

    /// What unsaved changes belong to.
    fn about(&self) -> About {
        let path = self.path.as_deref().map(absolute);
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

    /// Nothing is unsaved any more, or it is not wanted.
    pub fn forget_unsaved(&mut self) {
        self.recovery.forget();
    }

    /// Looks now and then whether another program has changed the file.
    fn watch_file(&mut self, now: Duration) {
        if now < self.on_disk.look_at {
            return;
        }
        self.on_disk.look_at = now + LOOK_INTERVAL;
        let busy = self.document.in_gesture() || self.question() != Question::None;
        let Some(path) = self.path.clone().filter(|_| !busy) else {
            return;
        };
        let stamp = files::stamp(&path);
        if stamp.is_none() || stamp == self.on_disk.stamp {
            return;
        }
        self.on_disk.stamp = stamp;
        self.on_disk.asks = self.on_disk.is_another(&path);
    }

    pub(super) fn answer_about_disk(&mut self, answer: Answer) {
        let saves = std::mem::take(&mut self.on_disk.saves);
        let Some(path) = self.path.clone().filter(|_| self.on_disk.asks) else {
            return;
        };
        self.on_disk.asks = false;
        match answer {
            Answer::Reload => {
                self.dialog_cancelled();
                self.read(&path, Then::Open);
            }
            Answer::Keep if saves => self.save_to(&path),
            Answer::Keep => {
                self.on_disk = OnDisk::new(Some(&path), Fingerprint::of_file(&path));
                self.document.mark_unsaved();
                self.recovery.look_again();
            }
            _ => self.ask_to_save(),
        }
    }

    /// The question that waits for its answer.
    pub(super) fn question(&self) -> Question {
        if let Some(reading) = &self.reading {
            Question::Reading(reading.name.clone())
        } else if self.asks_about_changes() {
            Question::Unsaved
        } else if self.on_disk.asks {
            Question::ChangedOnDisk
        } else if self.recovering && !self.recovery.found().is_empty() {
            Question::Recover(self.recovery.found().to_vec())
        } else {
            Question::None
        }
    }

    /// Answers the question with what changes nothing.
    pub(super) fn close_question(&mut self) {
        match self.question() {
            Question::Reading(_) => {
                self.reading = None;
                self.say("cancelled".into());
            }
            Question::Unsaved => self.dialog_cancelled(),
            Question::ChangedOnDisk => {
                (self.on_disk.asks, self.on_disk.saves) = (false, false);
                self.dialog_cancelled();
            }
            Question::Recover(_) => self.recovering = false,
            Question::None => {}
        }
    }

    pub(super) fn ask_what_to_restore(&mut self) {
        self.recovering = !self.recovery.found().is_empty();
        if !self.recovering {
            self.say("there is nothing to restore".into());
        }
    }
}

/// The same path from wherever the program is started.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}
