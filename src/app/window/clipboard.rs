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
