//! What the program has said: the newest message and those before it.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// So many messages are kept.
pub const MOST_MESSAGES: usize = 200;

/// Something the program said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// What it said.
    pub text: String,
    /// Whether something went wrong.
    pub is_error: bool,
    /// How often it was said in a row.
    pub count: u32,
    /// How many messages had been said by then, with this one.
    pub serial: u64,
    /// The folder of the file that was saved, if it is about one.
    pub folder: Option<PathBuf>,
}

/// The messages, newest last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Messages {
    kept: VecDeque<Message>,
    said: u64,
}

impl Messages {
    /// Adds a message; the same one again is only counted.
    pub fn add(&mut self, text: &str, is_error: bool) {
        self.add_about(text, is_error, None);
    }

    /// Adds a message about a file in a folder.
    pub fn add_saved(&mut self, text: &str, folder: &Path) {
        self.add_about(text, false, Some(folder));
    }

    fn add_about(&mut self, text: &str, is_error: bool, folder: Option<&Path>) {
        self.said += 1;
        match self.kept.back_mut() {
            Some(last) if last.text == text && last.is_error == is_error => {
                last.count += 1;
                last.serial = self.said;
            }
            _ => {
                self.kept.push_back(Message {
                    text: text.to_owned(),
                    is_error,
                    count: 1,
                    serial: self.said,
                    folder: folder.map(Path::to_owned),
                });
                if self.kept.len() > MOST_MESSAGES {
                    self.kept.pop_front();
                }
            }
        }
    }

    /// How many messages have been said.
    pub fn said(&self) -> u64 {
        self.said
    }

    /// The messages that are kept, newest last.
    pub fn kept(&self) -> &VecDeque<Message> {
        &self.kept
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_same_message_is_counted_and_the_oldest_are_dropped() {
        let mut messages = Messages::default();
        messages.add("saved", false);
        messages.add("saved", false);
        messages.add("saved", true);
        let counts: Vec<u32> = messages.kept().iter().map(|m| m.count).collect();
        assert_eq!(counts, [2, 1]);
        for number in 0..MOST_MESSAGES {
            messages.add(&number.to_string(), false);
        }
        assert_eq!(messages.kept().len(), MOST_MESSAGES);
        assert_eq!(messages.kept().front().unwrap().text, "0");
        assert_eq!(messages.kept().back().unwrap().serial, 203);
    }
}
