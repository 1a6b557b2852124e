//! What the parts of the program ask of each other: they never call one another.
//!
//! A part that carries out an action writes down what has to happen elsewhere, in order;
//! the program has it done.

use super::action::{Action, Request, Trigger};
use super::keymap::Keymap;
use std::path::{Path, PathBuf};

/// Something that has to happen elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Tell the person something.
    Tell(Notice),
    /// Carry out another action.
    Perform(Action),
}

/// Something that is said to the person; keys are named when it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    text: String,
    /// Whether something went wrong.
    pub is_error: bool,
    keys: Vec<(&'static str, Trigger)>,
    /// The folder of the file that was saved, if it is about one.
    pub folder: Option<PathBuf>,
}

impl Notice {
    /// The text with the keys that are in force: each `{}` is an action with its key.
    pub fn text(&self, keymap: &Keymap) -> String {
        if self.keys.is_empty() {
            return self.text.clone();
        }
        let mut pieces = self.text.split("{}");
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for (piece, (words, trigger)) in pieces.zip(&self.keys) {
            text += &keymap.with_key(words, *trigger);
            text += piece;
        }
        text
    }
}

/// What has to happen elsewhere, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Effects(Vec<Effect>);

impl Effects {
    /// Says what was done.
    pub fn say(&mut self, text: impl Into<String>) {
        self.tell(text.into(), false, Vec::new());
    }

    /// Says what went wrong and what to do about it.
    pub fn fail(&mut self, text: impl Into<String>) {
        self.tell(text.into(), true, Vec::new());
    }

    /// Says what was done; `{}` in the text is an action, called so, with its key.
    pub fn say_with_key(&mut self, text: &str, words: &'static str, trigger: Trigger) {
        self.tell(text.into(), false, vec![(words, trigger)]);
    }

    /// Says what went wrong; `{}` in the text is an action, called so, with its key.
    pub fn fail_with_key(&mut self, text: &str, words: &'static str, trigger: Trigger) {
        self.tell(text.into(), true, vec![(words, trigger)]);
    }

    /// Says under which name and in which folder something was saved, such as `saved`.
    pub fn say_saved(&mut self, what: &str, path: &Path) {
        let (text, folder) = told_saved(what, path);
        self.0.push(Effect::Tell(Notice {
            text,
            is_error: false,
            keys: Vec::new(),
            folder: Some(folder),
        }));
    }

    fn tell(&mut self, text: String, is_error: bool, keys: Vec<(&'static str, Trigger)>) {
        self.0.push(Effect::Tell(Notice {
            text,
            is_error,
            keys,
            folder: None,
        }));
    }

    /// Has another action carried out.
    pub fn perform(&mut self, action: Action) {
        self.0.push(Effect::Perform(action));
    }

    /// Has the window do something.
    pub fn ask(&mut self, request: Request) {
        self.perform(Action::Ask(request));
    }
}

/// What is said of a saved file, and its folder.
pub fn told_saved(what: &str, path: &Path) -> (String, PathBuf) {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let name = whole.file_name().unwrap_or_default().to_string_lossy();
    let folder = whole.parent().unwrap_or(&whole);
    let place = match cfg!(target_arch = "wasm32") {
        true => "your downloads".into(),
        false => folder.display().to_string(),
    };
    let text = format!("{what} {name} in {place}");
    (text, folder.to_owned())
}

impl IntoIterator for Effects {
    type Item = Effect;
    type IntoIter = std::vec::IntoIter<Effect>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
