//! The questions of the page: which file to open. Where to save is the browser's affair.

use super::{Picked, Question};
use crate::platform::files;
use crate::platform::page::{self, Chosen};
use std::path::{Path, PathBuf};

/// What became of a question.
pub(super) enum Answer {
    Picked(Picked),
    /// Never here: the page always asks.
    #[expect(dead_code)]
    NeverShown(Question),
}

/// A question that the page asks.
pub(super) struct Native {
    question: Question,
}

impl Native {
    pub(super) fn start(question: &Question) -> Option<Self> {
        if let Question::Open { purpose, .. } = question {
            let endings = purpose.extensions().iter();
            let endings: Vec<_> = endings.map(|ending| format!(".{ending}")).collect();
            page::ask_for_file(&endings.join(","));
        }
        Some(Self {
            question: question.clone(),
        })
    }

    /// The answer, once there is one.
    pub(super) fn poll(&mut self) -> Option<Answer> {
        let path = match &self.question {
            Question::Open { .. } => match page::chosen() {
                Chosen::Waiting => return None,
                Chosen::Nothing => return Some(Answer::Picked(Picked::Cancelled)),
                Chosen::File(name, bytes) => {
                    let path = on_the_shelf(&name);
                    files::put(&path, bytes);
                    path
                }
            },
            Question::Save { name, .. } => on_the_shelf(name),
            Question::Folder { .. } => PathBuf::from("/"),
        };
        Some(Answer::Picked(self.question.picked(path)))
    }
}

fn on_the_shelf(name: &str) -> PathBuf {
    Path::new("/").join(Path::new(name).file_name().unwrap_or_default())
}
