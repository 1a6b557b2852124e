//! The desktop's own dialog, waited for on a worker thread.

use crate::clock::Instant;
use crate::threads;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::Duration;

use super::{FilePurpose, Picked, Question};

/// A dialog that is gone sooner was never on the screen: the library answers a
/// missing portal as it answers Cancel, within milliseconds.
const SHORTEST_ANSWER: Duration = Duration::from_millis(150);

/// What became of a dialog.
pub(super) enum Answer {
    Picked(Picked),
    /// The desktop showed nothing; the question stands.
    NeverShown(Question),
}

/// A dialog that the desktop shows.
pub(super) struct Native {
    question: Question,
    answer: Receiver<Reply>,
}

/// What the worker sends.
struct Reply {
    path: Option<PathBuf>,
    took: Duration,
}

impl Native {
    /// Nothing if no worker thread can be had.
    pub(super) fn start(question: &Question) -> Option<Self> {
        let (sender, answer) = mpsc::channel();
        let asked = question.clone();
        let ask_desktop = move || {
            let start = Instant::now();
            let path = ask(&asked);
            let took = start.elapsed();
            // The window may be gone by now; then nobody needs the answer.
            let _ = sender.send(Reply { path, took });
        };
        if cfg!(target_os = "macos") {
            // There dialogs belong to the main thread, and pump its events meanwhile.
            ask_desktop();
        } else {
            threads::start("file dialog", ask_desktop).ok()?;
        }
        Some(Self {
            question: question.clone(),
            answer,
        })
    }

    /// The answer, once there is one.
    pub(super) fn poll(&mut self) -> Option<Answer> {
        match self.answer.try_recv() {
            Ok(reply) => Some(self.judge(reply)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Answer::NeverShown(self.question.clone())),
        }
    }

    fn judge(&self, reply: Reply) -> Answer {
        match reply.path {
            Some(path) => Answer::Picked(self.question.picked(path)),
            None if reply.took < SHORTEST_ANSWER => Answer::NeverShown(self.question.clone()),
            None => Answer::Picked(Picked::Cancelled),
        }
    }
}

/// Shows the dialog and waits for the user.
fn ask(question: &Question) -> Option<PathBuf> {
    let dialog = |purpose: &FilePurpose, title: &str, folder: &PathBuf| {
        rfd::FileDialog::new()
            .add_filter(purpose.filter_name(), purpose.extensions())
            .set_title(title)
            .set_directory(folder)
    };
    match question {
        Question::Open { purpose, folder } => {
            dialog(purpose, purpose.open_title(), folder).pick_file()
        }
        Question::Save {
            purpose,
            folder,
            name,
        } => dialog(purpose, purpose.save_title(), folder)
            .set_file_name(name)
            .save_file(),
        Question::Folder { purpose, folder } => rfd::FileDialog::new()
            .set_title(purpose.save_title())
            .set_directory(folder)
            .pick_folder(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(path: Option<PathBuf>, took: Duration) -> Answer {
        let native = Native {
            question: Question::Open {
                purpose: FilePurpose::Scene,
                folder: PathBuf::from("/"),
            },
            answer: mpsc::channel().1,
        };
        native.judge(Reply { path, took })
    }

    #[test]
    fn an_instant_no_means_that_nothing_was_shown() {
        let answer = judged(None, Duration::from_millis(8));
        assert!(matches!(answer, Answer::NeverShown(_)));
    }

    #[test]
    fn a_slow_no_is_the_users() {
        let answer = judged(None, Duration::from_secs(2));
        assert!(matches!(answer, Answer::Picked(Picked::Cancelled)));
    }

    #[test]
    fn a_path_counts_however_fast_it_came() {
        let path = PathBuf::from("/a.json");
        let answer = judged(Some(path.clone()), Duration::ZERO);
        assert!(matches!(answer, Answer::Picked(Picked::Open(_, found)) if found == path));
    }
}
