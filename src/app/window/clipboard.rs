//! Reading the clipboard without waiting for the program that owns it.
//!
//! On X11 a text is asked of the program in which it was copied. One that hangs never
//! answers, and miniquad waits for ever: so a thread asks, on a connection of its own.

use crate::app::job::{Job, Progress};
use crate::clock::Instant;
use macroquad::miniquad::window::clipboard_get;
use std::time::Duration;

/// So long an answer is waited for.
const LONGEST_WAIT: Duration = Duration::from_millis(300);

/// Who wants the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// The text field that has the keys.
    Field,
    /// The program, to play it as a shot.
    Shot,
}

/// What a thread has found.
#[cfg_attr(target_arch = "wasm32", expect(dead_code))]
enum Found {
    Text(String),
    Nothing,
    /// There is no clipboard that a thread can read.
    Unreachable,
}

/// The clipboard of the system.
#[derive(Default)]
pub(super) struct Clipboard {
    asked: Option<Question>,
}

struct Question {
    reader: Reader,
    job: Job<Found>,
    since: Instant,
}

impl Clipboard {
    /// Asks for the text; who asked before is forgotten.
    pub fn ask(&mut self, reader: Reader) {
        let job = Job::start("clipboard", |_| read());
        self.asked = job.ok().map(|job| Question {
            reader,
            job,
            since: Instant::now(),
        });
    }

    /// Whether an answer is awaited.
    pub fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// The answer, once there is one: a text, or why there is none.
    pub fn answer(&mut self) -> Option<(Reader, Result<String, &'static str>)> {
        const EMPTY: &str = "no text on the clipboard; copy something first";
        let question = self.asked.as_ref()?;
        let text = match question.job.poll() {
            Progress::Working if question.since.elapsed() < LONGEST_WAIT => return None,
            Progress::Working | Progress::Failed => Err(
                "the program that owns the clipboard text does not respond; copy the text again \
                 from another program",
            ),
            Progress::Done(Found::Text(text)) => Ok(text),
            Progress::Done(Found::Nothing) => Err(EMPTY),
            Progress::Done(Found::Unreachable) => clipboard_get().ok_or(EMPTY),
        };
        let reader = question.reader;
        self.asked = None;
        Some((reader, text))
    }
}

/// What was copied with the keys that are held.
///
/// macroquad's own panels, of which there are none, copy their empty selection on every Ctrl+C,
/// also on those that the keyboard repeats, and so empty the clipboard.
#[derive(Debug, Default)]
pub(super) struct Copied {
    text: Option<String>,
    is_lost: bool,
}

impl Copied {
    /// Ctrl+C or Ctrl+X went down, or is held and was repeated.
    pub fn key_down(&mut self, repeat: bool) {
        match repeat {
            true => self.is_lost = self.text.is_some(),
            false => *self = Copied::default(),
        }
    }

    /// A text was put on the clipboard.
    pub fn note(&mut self, text: String) {
        self.text = Some(text);
    }

    /// The text that has to be put there again.
    pub fn lost(&mut self) -> Option<&str> {
        let is_lost = std::mem::take(&mut self.is_lost);
        self.text.as_deref().filter(|_| is_lost)
    }
}

/// A page gets the text when a person pastes.
#[cfg(target_arch = "wasm32")]
fn read() -> Found {
    Found::Unreachable
}

#[cfg(not(target_arch = "wasm32"))]
fn read() -> Found {
    match arboard::Clipboard::new() {
        Err(_) => Found::Unreachable,
        Ok(mut clipboard) => clipboard.get_text().map_or(Found::Nothing, Found::Text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_copied_stays_while_the_keys_are_held() {
        let mut copied = Copied::default();
        copied.key_down(false);
        assert_eq!(copied.lost(), None);
        copied.note("a shot".into());
        assert_eq!(copied.lost(), None, "it is there");
        copied.key_down(true);
        assert_eq!(copied.lost(), Some("a shot"));
        assert_eq!(copied.lost(), None);
        // Another text is another matter.
        copied.key_down(false);
        copied.key_down(true);
        assert_eq!(copied.lost(), None);
    }
}
