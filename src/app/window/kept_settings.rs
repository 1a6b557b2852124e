//! Keeps the settings on the disk, so that no crash loses them. They are written on a thread:
//! a slow disk does not hold up the window.

use crate::app::job::{Job, Progress};
use crate::platform::settings::Settings;
use crate::platform::terminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The end of the program waits no longer than this for the disk.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// The settings as they were last given to the disk.
pub(super) struct KeptSettings {
    /// Nothing for a user without a home, whose settings last as long as the window.
    path: Option<PathBuf>,
    kept: Settings,
    writing: Option<Job<()>>,
}

impl KeptSettings {
    /// Those that were found at the start, in the file at `path` or by default.
    pub fn found(settings: Settings, path: Option<PathBuf>) -> KeptSettings {
        KeptSettings {
            path,
            kept: settings,
            writing: None,
        }
    }

    /// Begins to write what has changed, unless the disk is still busy with the last change:
    /// then the next call does.
    pub fn keep(&mut self, settings: &Settings) {
        // Asked even if nothing has changed: without threads the writing waits for that.
        let is_busy = |job: &Job<()>| matches!(job.poll(), Progress::Working);
        if self.writing.as_ref().is_some_and(is_busy) || *settings == self.kept {
            return;
        }
        let before = std::mem::replace(&mut self.kept, settings.clone());
        let Some(path) = self.path.clone() else {
            return;
        };
        let now = settings.clone();
        let job = Job::start("settings", move |_| write(&now, &before, &path));
        self.writing = match job {
            Ok(job) => Some(job),
            Err(error) => {
                terminal::tell(&format!("ragdoll-lab: cannot save the settings: {error}"));
                None
            }
        };
    }

    /// Writes what has changed and waits for it, as the program is about to end.
    pub fn finish(&mut self, settings: &Settings) {
        self.wait();
        self.keep(settings);
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(job) = self.writing.take() {
            // A disk that hangs is no reason to keep the window open.
            job.wait(LONGEST_WAIT);
        }
    }
}

/// Settings that cannot be saved are no reason to bother anybody in the window.
fn write(settings: &Settings, before: &Settings, path: &Path) {
    if let Err(error) = settings.save_changes(before, path) {
        terminal::tell(&format!("ragdoll-lab: {error}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::settings::Theme;

    #[test]
    fn the_last_change_is_on_the_disk_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let mut settings = Settings::default();
        let mut kept = KeptSettings::found(settings.clone(), Some(path.clone()));
        kept.keep(&settings);
        assert!(kept.writing.is_none(), "nothing has changed");
        for step in 1..=20 {
            settings.text_scale = 1.0 + step as f32 / 32.0;
            kept.keep(&settings);
        }
        settings.theme = Theme::Light;
        kept.finish(&settings);
        assert_eq!(Settings::load(&path).settings, settings);
    }

    #[test]
    fn without_a_place_nothing_is_written() {
        let settings = Settings {
            theme: Theme::Light,
            ..Settings::default()
        };
        let mut kept = KeptSettings::found(Settings::default(), None);
        kept.finish(&settings);
        assert_eq!(kept.kept, settings);
    }
}
