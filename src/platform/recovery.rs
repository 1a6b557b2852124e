//! Slots in which a running program keeps what is not saved yet.
//!
//! A slot is three files in one folder: `N.json` with the text, `N.about.json` with what
//! it belongs to, and `N.lock`, which its owner holds locked. The system gives the lock
//! back however the owner ends, so a slot that holds a text and is not locked was left
//! behind by a program that died. Lock files stay: removing one could take it away from
//! another program that is about to lock it.

use crate::clock::{sleep, Instant};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::files::{self, read_up_to, write_atomic, Fingerprint, Lock};
use super::FileError;
use crate::budget;

/// Most slots of one folder, and so most windows with unsaved changes at once.
const MOST_SLOTS: u32 = 64;

/// Longest that one writing waits for another one. Not for ever: a panic may have come
/// in the middle of a writing of its own thread.
const LONGEST_TURN: Duration = Duration::from_secs(5);
/// Time between two looks whether the other one is done.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// What the text of a slot belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// Name on screen.
    pub title: String,
    /// Its file, if it has one whose name is Unicode.
    pub path: Option<PathBuf>,
    /// That file as it was last read or written.
    pub on_disk: Option<Fingerprint>,
}

/// Where the slots lie: `ragdoll-lab/recovery` in the user's state folder (on Linux
/// `$XDG_STATE_HOME` or `~/.local/state`).
///
/// Nothing for a user without a home.
pub fn default_folder() -> Option<PathBuf> {
    Some(files::state_folder()?.join("recovery"))
}

/// Which of the texts of a slot is the newer one; the clearing of a slot counts as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edition(u64);

/// The editions of a slot, shared by all who write it.
#[derive(Debug, Default)]
struct Editions {
    newest: AtomicU64,
    /// The one that is in the files; whoever writes them holds it.
    written: Mutex<Edition>,
}

/// The files of a slot, for whoever writes them; the [`Slot`] owns them.
#[derive(Clone, Debug)]
pub struct SlotFiles {
    text: PathBuf,
    about: PathBuf,
    editions: Arc<Editions>,
}

impl SlotFiles {
    fn new(folder: &Path, number: u32) -> SlotFiles {
        SlotFiles {
            text: folder.join(format!("{number}.json")),
            about: folder.join(format!("{number}.about.json")),
            editions: Arc::default(),
        }
    }

    /// The number of a text that is newer than all before it.
    pub fn new_edition(&self) -> Edition {
        Edition(self.editions.newest.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// The file with the text.
    pub fn text_path(&self) -> &Path {
        &self.text
    }

    /// Puts a text into the slot in place of what was there, unless that is newer: of
    /// several threads the newest text wins, whichever comes last.
    ///
    /// A text is never found with what another one belongs to, whenever this is
    /// interrupted.
    ///
    /// # Errors
    /// The folder cannot be written to; the old content is intact, unless it belonged
    /// to something else.
    pub fn write(&self, edition: Edition, about: &About, text: &[u8]) -> Result<(), FileError> {
        let mut turn = self.turn();
        if turn.as_ref().is_some_and(|written| **written > edition) {
            return Ok(());
        }
        self.put(about, text)?;
        if let Some(written) = &mut turn {
            **written = edition;
        }
        Ok(())
    }

    fn put(&self, about: &About, text: &[u8]) -> Result<(), FileError> {
        if self.about() != *about || !files::exists(&self.about) {
            self.remove();
            let written = serde_json::to_vec(about).map_err(|error| FileError::Write {
                path: self.about.clone(),
                source: error.into(),
            })?;
            write_atomic(&self.about, &written)?;
        }
        write_atomic(&self.text, text)
    }

    /// Empties the slot; texts that are older than this do not come back.
    pub fn clear(&self) {
        let edition = self.new_edition();
        let mut turn = self.turn();
        self.remove();
        if let Some(written) = &mut turn {
            **written = edition;
        }
    }

    /// Waits until nobody else writes; nothing if that takes too long.
    fn turn(&self) -> Option<MutexGuard<'_, Edition>> {
        let began = Instant::now();
        loop {
            match self.editions.written.try_lock() {
                Ok(written) => return Some(written),
                Err(TryLockError::Poisoned(written)) => return Some(written.into_inner()),
                Err(TryLockError::WouldBlock) if began.elapsed() > LONGEST_TURN => return None,
                Err(TryLockError::WouldBlock) => sleep(LOOK_AGAIN),
            }
        }
    }

    fn remove(&self) {
        // The text first: what is left of an interrupted clearing is no text.
        files::remove(&self.text);
        files::remove(&self.about);
    }

    /// What the text belongs to; to nothing known if that cannot be read.
    pub fn about(&self) -> About {
        let bytes = read_up_to(&self.about, budget::SETTINGS.most as u64).unwrap_or_default();
        let mut about: About = serde_json::from_slice(&bytes).unwrap_or_default();
        // It is shown as it is.
        about.title = about.title.chars().take(budget::TITLE.most).collect();
        let is_short = |path: &PathBuf| path.as_os_str().len() <= budget::PATH.most;
        about.path = about.path.filter(is_short);
        about
    }
}

/// A slot that this program owns.
#[derive(Debug)]
pub struct Slot {
    files: SlotFiles,
    /// Held for as long as the slot is owned.
    _lock: Lock,
}

impl Slot {
    /// An empty slot of this folder, which is made if need be.
    ///
    /// # Errors
    /// The folder cannot be written to, or all slots are taken.
    pub fn claim(folder: &Path) -> Result<Slot, FileError> {
        let failed = |source: io::Error| FileError::Write {
            path: folder.to_path_buf(),
            source,
        };
        files::make_folder(folder).map_err(failed)?;
        for number in 1..=MOST_SLOTS {
            let slot = Slot::lock(folder, number).map_err(failed)?;
            if let Some(slot) = slot.filter(|slot| !files::exists(&slot.files.text)) {
                return Ok(slot);
            }
        }
        Err(failed(io::Error::other(
            "too many unsaved scenes are stored already",
        )))
    }

    /// The slots that dead programs left behind, now owned by this one.
    pub fn left_behind(folder: &Path) -> Vec<Slot> {
        let holds_text = |number: &u32| files::is_file(&SlotFiles::new(folder, *number).text);
        (1..=MOST_SLOTS)
            .filter(holds_text)
            .filter_map(|number| Slot::lock(folder, number).ok().flatten())
            // Its owner may have emptied it just now.
            .filter(|slot| files::is_file(&slot.files.text))
            .collect()
    }

    /// Nothing if another program owns the slot.
    fn lock(folder: &Path, number: u32) -> io::Result<Option<Slot>> {
        let lock = Lock::take(&folder.join(format!("{number}.lock")))?;
        Ok(lock.map(|lock| Slot {
            files: SlotFiles::new(folder, number),
            _lock: lock,
        }))
    }

    /// Its files.
    pub fn files(&self) -> &SlotFiles {
        &self.files
    }

    /// Reads the text.
    ///
    /// # Errors
    /// As [`files::read_text`].
    pub fn read(&self) -> Result<Vec<u8>, FileError> {
        files::read_text(&self.files.text)
    }

    /// How long ago the text was written, and its length in bytes.
    pub fn age_and_length(&self) -> (Duration, u64) {
        let Some((length, written)) = files::stamp(&self.files.text) else {
            return (Duration::ZERO, 0);
        };
        (written.elapsed().unwrap_or_default(), length)
    }

    /// Puts a text that cannot be used aside as `.bad`, so that it is kept and not offered
    /// again; returns where it is.
    ///
    /// # Errors
    /// It cannot be renamed.
    pub fn put_aside(self) -> io::Result<PathBuf> {
        let kept = (1..)
            .map(|n| self.files.text.with_extension(format!("{n}.bad")))
            .find(|path| !files::exists(path))
            .unwrap_or_else(|| self.files.text.with_extension("bad"));
        files::rename(&self.files.text, &kept)?;
        self.files.clear();
        Ok(kept)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_title_or_path_that_is_too_long_to_be_shown_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let slot = Slot::claim(folder.path()).unwrap();
        let about = About {
            title: "t".repeat(100_000),
            path: Some("/p".repeat(100_000).into()),
            on_disk: None,
        };
        let files = slot.files();
        files.write(files.new_edition(), &about, b"text").unwrap();
        assert_eq!(files.about().title.len(), budget::TITLE.most);
        assert_eq!(files.about().path, None);
        let long = About {
            title: "t".repeat(2 << 20),
            ..about
        };
        files.write(files.new_edition(), &long, b"text").unwrap();
        assert_eq!(files.about(), About::default());
    }
}
