//! What the program remembers between starts: recent files and how the window looks.
//!
//! The file is read leniently: a value that makes no sense becomes its default
//! and a file that is no JSON is put aside as `.bad`, with a notice to show.

mod merge;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use merge::merged;

use super::files::{self, write_atomic};
use super::FileError;
use crate::budget;

/// So many recent files are remembered.
pub const MAX_RECENT_FILES: usize = 10;

/// The smallest and the largest text scale; 1 is the normal size.
pub const TEXT_SCALE_RANGE: std::ops::RangeInclusive<f32> = 0.5..=3.0;

/// The smallest and the largest side of a window that is remembered, pixels.
pub const WINDOW_SIDE_RANGE: std::ops::RangeInclusive<u32> = 320..=budget::PICTURE_EDGE.most as u32;

/// The colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Light text on dark ground.
    #[default]
    Dark,
    /// Dark text on light ground.
    Light,
}

/// How much the picture may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// Chosen by measuring at start.
    #[default]
    Auto,
    /// Coarse shadows, no smoothing.
    Low,
    /// A compromise.
    Medium,
    /// Everything.
    High,
}

/// How the ragdolls are drawn that have a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureLook {
    /// As a smooth body.
    #[default]
    Skin,
    /// As the shapes that collide, with balls at the joints.
    Limbs,
    /// As limbs within a clear body.
    Both,
}

/// Where all scenes are seen to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceChoice {
    /// Each scene where it says.
    #[default]
    OfScene,
    /// In the studio.
    Studio,
    /// In the yard.
    Yard,
    /// In the hall.
    Hall,
    /// In the street at night.
    Night,
}

/// The set of keys that a person's own keys are laid over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyPreset {
    /// The keys of the action table.
    #[default]
    Standard,
    /// As in Blender, where there is such an action.
    Blender,
    /// As in MuJoCo's viewer, where there is such an action.
    Mujoco,
}

/// What is remembered between starts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// Scenes opened or saved last, the latest first.
    pub recent_files: Vec<PathBuf>,
    /// The colours of the window.
    pub theme: Theme,
    /// The size of text relative to normal, within [`TEXT_SCALE_RANGE`].
    pub text_scale: f32,
    /// How much the picture may cost.
    pub quality: Quality,
    /// How ragdolls are drawn.
    pub look: FigureLook,
    /// Whether bones move skins by linear blend in place of dual quaternions.
    pub linear_skins: bool,
    /// Whether the camera keeps what was thrown at in the picture.
    pub follow: bool,
    /// Whether time runs slowly for a moment after a ball has hit a ragdoll.
    pub slow_hits: bool,
    /// Where scenes are seen to be.
    pub place: PlaceChoice,
    /// Width and height of the window, pixels, each within [`WINDOW_SIDE_RANGE`]; nothing
    /// before it was first closed.
    pub window_size: Option<(u32, u32)>,
    /// Upper left corner of the window within its frame, pixels of the screen; nothing
    /// before it was first closed, and where the desktop does not tell.
    pub window_corner: Option<(i32, i32)>,
    /// Whether the window filled the screen when it was last closed.
    pub window_maximised: bool,
    /// Where the panels are; nothing before they were first moved.
    pub panels: Option<Value>,
    /// The set of keys.
    pub key_preset: KeyPreset,
    /// A person's own keys: from the name of an action to its chord, such as `Ctrl+S`;
    /// an empty chord takes the key away.
    pub keys: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            recent_files: Vec::new(),
            theme: Theme::default(),
            text_scale: 1.0,
            quality: Quality::default(),
            look: FigureLook::default(),
            linear_skins: false,
            follow: true,
            slow_hits: false,
            place: PlaceChoice::default(),
            window_size: None,
            window_corner: None,
            window_maximised: false,
            panels: None,
            key_preset: KeyPreset::default(),
            keys: BTreeMap::new(),
        }
    }
}

/// Settings as they were found, and what the user should know about that.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// The settings to use.
    pub settings: Settings,
    /// What could not be used of the file, if anything.
    pub notice: Option<String>,
}

impl Settings {
    /// Where the settings lie: `ragdoll-lab/settings.json` in the user's
    /// configuration folder (on Linux `$XDG_CONFIG_HOME` or `~/.config`).
    ///
    /// Nothing for a user without a home.
    pub fn default_path() -> Option<PathBuf> {
        Some(files::config_folder()?.join("settings.json"))
    }

    /// Reads settings; never fails, see the module's text.
    pub fn load(path: &Path) -> Loaded {
        let bytes = match read(path) {
            Ok(bytes) => bytes,
            Err(FileError::NotFound { .. }) => return Loaded::default(),
            Err(error @ FileError::TooLarge { .. }) => {
                return Loaded::defaults_because(put_aside(path, &error))
            }
            Err(error) => return Loaded::defaults_because(error.to_string()),
        };
        match serde_json::from_slice::<Map<String, Value>>(&bytes) {
            Ok(values) => Self::from_values(values, path),
            Err(error) => Loaded::defaults_because(put_aside(path, &error)),
        }
    }

    fn from_values(mut values: Map<String, Value>, path: &Path) -> Loaded {
        let mut wrong = Vec::new();
        let mut settings = Self {
            recent_files: take(&mut values, "recent_files", &mut wrong).unwrap_or_default(),
            theme: take(&mut values, "theme", &mut wrong).unwrap_or_default(),
            text_scale: take(&mut values, "text_scale", &mut wrong).unwrap_or(1.0),
            quality: take(&mut values, "quality", &mut wrong).unwrap_or_default(),
            look: take(&mut values, "look", &mut wrong).unwrap_or_default(),
            linear_skins: take(&mut values, "linear_skins", &mut wrong).unwrap_or_default(),
            follow: take(&mut values, "follow", &mut wrong).unwrap_or(true),
            slow_hits: take(&mut values, "slow_hits", &mut wrong).unwrap_or_default(),
            place: take(&mut values, "place", &mut wrong).unwrap_or_default(),
            window_size: take(&mut values, "window_size", &mut wrong).unwrap_or_default(),
            window_corner: take(&mut values, "window_corner", &mut wrong).unwrap_or_default(),
            window_maximised: take(&mut values, "window_maximised", &mut wrong).unwrap_or_default(),
            panels: take(&mut values, "panels", &mut wrong).unwrap_or_default(),
            key_preset: take(&mut values, "key_preset", &mut wrong).unwrap_or_default(),
            keys: texts(take(&mut values, "keys", &mut wrong), &mut wrong),
        };
        let is_short = |path: &PathBuf| path.as_os_str().len() <= budget::PATH.most;
        settings.recent_files.retain(is_short);
        settings.recent_files.truncate(MAX_RECENT_FILES);
        let is_short = |text: &String| text.chars().count() <= budget::NAME.most;
        settings
            .keys
            .retain(|key, chord| is_short(key) && is_short(chord));
        settings.text_scale = settings
            .text_scale
            .clamp(*TEXT_SCALE_RANGE.start(), *TEXT_SCALE_RANGE.end());
        settings.window_size = settings.window_size.map(|(width, height)| {
            let (least, most) = (*WINDOW_SIDE_RANGE.start(), *WINDOW_SIDE_RANGE.end());
            let (width, height) = (width.clamp(least, most), height.clamp(least, most));
            // As wide as it was, and as high as there can be pixels.
            (
                width,
                height.min(budget::PICTURE_PIXELS.most as u32 / width),
            )
        });
        let notice = (!wrong.is_empty()).then(|| {
            format!(
                "{}: invalid value for {}; using the default",
                path.display(),
                wrong.join(", ")
            )
        });
        Loaded { settings, notice }
    }

    /// Saves what has changed since `before`, creating the folder if need be. What other
    /// windows have written since then stays, value by value, as does what a later version
    /// has added.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save_changes(&self, before: &Settings, path: &Path) -> Result<(), FileError> {
        let failed = |source: io::Error| FileError::Write {
            path: path.to_path_buf(),
            source,
        };
        if let Some(folder) = path.parent() {
            files::make_folder(folder).map_err(failed)?;
        }
        let values_of = |settings: &Settings| -> Result<Map<String, Value>, FileError> {
            let value = serde_json::to_value(settings).and_then(serde_json::from_value);
            value.map_err(|error| failed(error.into()))
        };
        let file = read(path).ok();
        let file = file.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let values = merged(
            file.unwrap_or_default(),
            &values_of(before)?,
            &values_of(self)?,
        );
        let text = serde_json::to_string_pretty(&values);
        let mut text = text.map_err(|error| failed(error.into()))?;
        text.push('\n');
        write_atomic(path, text.as_bytes())
    }

    /// Puts `path` first among the recent files.
    ///
    /// A path that is no Unicode text cannot be written as JSON and is left out.
    pub fn remember(&mut self, path: &Path) {
        // In a browser a file that was opened is gone with the page.
        if path.to_str().is_none() || cfg!(target_arch = "wasm32") {
            return;
        }
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        self.recent_files.retain(|known| *known != path);
        self.recent_files.insert(0, path);
        self.recent_files.truncate(MAX_RECENT_FILES);
    }
}

impl Loaded {
    fn defaults_because(notice: String) -> Self {
        Self {
            settings: Settings::default(),
            notice: Some(notice),
        }
    }
}

/// The value of `key`, if there is one that makes sense; else its name joins `wrong`.
fn take<T: DeserializeOwned>(
    values: &mut Map<String, Value>,
    key: &'static str,
    wrong: &mut Vec<&'static str>,
) -> Option<T> {
    let value = values.remove(key)?;
    let understood = serde_json::from_value(value).ok();
    if understood.is_none() {
        wrong.push(key);
    }
    understood
}

/// The entries that are texts; if there are others, `keys` joins `wrong`.
fn texts(
    values: Option<Map<String, Value>>,
    wrong: &mut Vec<&'static str>,
) -> BTreeMap<String, String> {
    let values = values.unwrap_or_default();
    let count = values.len();
    let texts: BTreeMap<String, String> = values
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.as_str()?.to_owned())))
        .collect();
    if texts.len() < count {
        wrong.push("some of keys");
    }
    texts
}

/// Reads a file of settings.
fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    files::read_up_to(path, budget::SETTINGS.most as u64)
}

/// Renames a file that cannot be used to `.bad` and says so.
fn put_aside(path: &Path, error: &dyn fmt::Display) -> String {
    let mut kept = path.as_os_str().to_owned();
    kept.push(".bad");
    let kept = PathBuf::from(kept);
    let consequence = match files::rename(path, &kept) {
        Ok(()) => format!("the file is now {}", kept.display()),
        Err(error) => format!("it cannot be renamed ({error})"),
    };
    format!(
        "{}: damaged settings ({error}); {consequence}. Using the defaults",
        path.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn loaded(text: &str) -> (Loaded, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        fs::write(&path, text).unwrap();
        (Settings::load(&path), folder)
    }

    #[test]
    fn settings_come_back_as_they_were_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/folder/settings.json");
        let mut settings = Settings {
            theme: Theme::Light,
            text_scale: 1.25,
            quality: Quality::Low,
            slow_hits: true,
            place: PlaceChoice::Hall,
            key_preset: KeyPreset::Blender,
            keys: [("undo".into(), "Ctrl+U".into())].into(),
            ..Settings::default()
        };
        settings.remember(Path::new("/a/b.json"));
        settings.save_changes(&Settings::default(), &path).unwrap();
        let loaded = Settings::load(&path);
        assert_eq!(loaded.settings, settings);
        assert_eq!(loaded.notice, None);
    }

    #[test]
    fn two_windows_keep_what_each_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let mut before = Settings {
            keys: [("undo", "Ctrl+U"), ("redo", "F4")]
                .map(|(action, chord)| (action.to_owned(), chord.to_owned()))
                .into(),
            ..Settings::default()
        };
        before.remember(Path::new("/old.json"));
        before.save_changes(&Settings::default(), &path).unwrap();
        let (mut first, mut second) = (before.clone(), before.clone());
        first.theme = Theme::Light;
        first.text_scale = 1.5;
        first.keys.insert("undo".into(), "Alt+U".into());
        first.remember(Path::new("/first.json"));
        second.quality = Quality::Low;
        second.text_scale = 2.0;
        second.keys.remove("redo");
        second.keys.insert("throw".into(), "F5".into());
        second.remember(Path::new("/second.json"));
        first.save_changes(&before, &path).unwrap();
        second.save_changes(&before, &path).unwrap();
        let loaded = Settings::load(&path);
        assert_eq!(loaded.notice, None);
        let both = loaded.settings;
        assert_eq!((both.theme, both.quality), (Theme::Light, Quality::Low));
        assert_eq!(both.text_scale, 2.0, "the last change wins");
        let keys = [("throw", "F5"), ("undo", "Alt+U")]
            .map(|(action, chord)| (action.to_owned(), chord.to_owned()));
        assert_eq!(both.keys, keys.into());
        let recent = ["/second.json", "/old.json", "/first.json"].map(PathBuf::from);
        assert_eq!(both.recent_files, recent);
    }

    #[test]
    fn what_a_later_version_has_written_stays() {
        let (_, folder) = loaded(r#"{"from_later": [1], "theme": "dark"}"#);
        let path = folder.path().join("settings.json");
        let light = Settings {
            theme: Theme::Light,
            ..Settings::default()
        };
        light.save_changes(&Settings::default(), &path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("from_later") && text.contains("light"));
    }

    #[test]
    fn a_missing_file_means_defaults_without_a_notice() {
        let loaded = Settings::load(Path::new("/nonexistent/settings.json"));
        assert_eq!(loaded, Loaded::default());
    }

    #[test]
    fn a_damaged_file_is_kept_beside_and_reported() {
        let (loaded, folder) = loaded("{\"theme\": \"li");
        assert_eq!(loaded.settings, Settings::default());
        assert!(loaded.notice.unwrap().contains("settings.json.bad"));
        assert!(folder.path().join("settings.json.bad").exists());
        assert!(!folder.path().join("settings.json").exists());
    }

    #[test]
    fn a_senseless_value_loses_only_itself() {
        let (loaded, _folder) =
            loaded(r#"{"theme": 7, "quality": "high", "text_scale": 1e30, "from_later": []}"#);
        assert_eq!(loaded.settings.theme, Theme::Dark);
        assert_eq!(loaded.settings.quality, Quality::High);
        assert_eq!(loaded.settings.text_scale, *TEXT_SCALE_RANGE.end());
        assert!(loaded.notice.unwrap().contains("theme"));
    }

    #[test]
    fn what_cannot_be_is_made_what_can_be() {
        let (long, path) = ("k".repeat(100_000), "/p".repeat(10_000));
        let (loaded, _folder) = loaded(&format!(
            r#"{{"window_size": [16384, 16384], "keys": {{"undo": "{long}", "redo": "F4"}},
                "recent_files": ["{path}", "/a.json"]}}"#
        ));
        let (width, height) = loaded.settings.window_size.unwrap();
        assert_eq!((width, height), (8192, 1464));
        assert_eq!(loaded.settings.keys.len(), 1);
        assert_eq!(loaded.settings.recent_files, [PathBuf::from("/a.json")]);
    }

    #[test]
    fn a_file_that_is_too_long_is_put_aside() {
        let (loaded, folder) = loaded(&format!(r#"{{"a": "{}"}}"#, "x".repeat(2 << 20)));
        assert_eq!(loaded.settings, Settings::default());
        assert!(loaded.notice.unwrap().contains("settings.json.bad"));
        assert!(folder.path().join("settings.json.bad").exists());
    }

    #[test]
    fn a_key_that_is_no_text_loses_only_itself() {
        let (loaded, _folder) = loaded(r#"{"keys": {"undo": 7, "redo": "F4"}}"#);
        assert_eq!(loaded.settings.keys["redo"], "F4");
        assert_eq!(loaded.settings.keys.len(), 1);
        assert!(loaded.notice.unwrap().contains("some of keys"));
    }

    #[test]
    fn recent_files_are_ten_without_repeats_and_latest_first() {
        let mut settings = Settings::default();
        for number in 0..12 {
            settings.remember(Path::new(&format!("/{number}.json")));
        }
        settings.remember(Path::new("/5.json"));
        assert_eq!(settings.recent_files.len(), MAX_RECENT_FILES);
        assert_eq!(settings.recent_files[0], Path::new("/5.json"));
        assert_eq!(settings.recent_files[1], Path::new("/11.json"));
    }
}
