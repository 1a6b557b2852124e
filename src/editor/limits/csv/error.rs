//! What is wrong with a text that should be a table.

use crate::text::clean;
use std::fmt;

/// Errors beyond this number are counted, not listed.
const MOST: usize = 100;
/// Longest word of the text that is quoted, characters.
const LONGEST: usize = 40;

/// One thing that is wrong, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitsTableError {
    /// Line of the text from 1; 0 if it is about the whole text.
    pub line: u64,
    /// Name of the part in that row; empty if it is about none.
    pub row: String,
    /// Heading of the column; empty if it is about none.
    pub column: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl fmt::Display for LimitsTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = (self.line > 0).then(|| format!("line {}", self.line));
        let known = |text: &str| (!text.is_empty()).then(|| text.to_string());
        let place = [line, known(&self.row), known(&self.column)];
        let place: Vec<String> = place.into_iter().flatten().collect();
        if !place.is_empty() {
            write!(f, "{}: ", place.join(", "))?;
        }
        write!(f, "{}; {}", self.message, self.remedy)
    }
}

/// All faults as one text, a line each.
pub fn told(faults: &[LimitsTableError]) -> String {
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// The faults so far.
#[derive(Default)]
pub(super) struct Errors {
    list: Vec<LimitsTableError>,
    unlisted: usize,
}

/// Where in the text something is.
#[derive(Clone, Copy, Default)]
pub(super) struct Place<'a> {
    pub line: u64,
    pub row: &'a str,
    pub column: &'a str,
}

impl Errors {
    pub fn add(&mut self, place: Place<'_>, message: impl Into<String>, remedy: impl Into<String>) {
        if self.list.len() == MOST {
            self.unlisted += 1;
            return;
        }
        self.list.push(LimitsTableError {
            line: place.line,
            row: short(place.row),
            column: short(place.column),
            message: message.into(),
            remedy: remedy.into(),
        });
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn finish(mut self) -> Vec<LimitsTableError> {
        if self.unlisted > 0 {
            self.list.push(LimitsTableError {
                line: 0,
                row: String::new(),
                column: String::new(),
                message: format!("{} more errors are not listed", self.unlisted),
                remedy: "correct the ones above first".into(),
            });
        }
        self.list
    }
}

/// A word of the text in quotes.
pub(super) fn quoted(word: &str) -> String {
    format!("`{}`", short(word))
}

/// A word of the text, cut and with nothing hidden.
fn short(word: &str) -> String {
    let start: String = word.chars().take(LONGEST).collect();
    match start.len() < word.len() {
        true => clean(&start) + "…",
        false => clean(word),
    }
}
