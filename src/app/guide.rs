//! The lesson that somebody takes: which page is open, and how far its run is.

use crate::app::action::Panel;
use crate::lab::lesson::{Lesson, Page, Shown};
use crate::platform::settings::FigureLook;

/// The lesson, if there is one.
#[derive(Debug, Clone, Default)]
pub struct Guide {
    lesson: Option<Lesson>,
    page: usize,
    /// What was guessed on this page.
    guess: Option<usize>,
    run: Run,
    /// Panels that its pages have opened.
    opened: Vec<Panel>,
    /// How ragdolls were drawn before the lesson, which may ask for another look.
    look_before: Option<FigureLook>,
    /// Frames until the stage is framed anew: its panes have to be there.
    frames_to_look: u8,
}

/// How far the run of a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Run {
    /// It has not begun.
    #[default]
    Waits,
    /// It goes on.
    GoesOn,
    /// It is over.
    Over,
}

impl Guide {
    /// Begins a lesson; its first page still has to be opened. `look`: how ragdolls are drawn.
    pub fn begin(&mut self, lesson: Lesson, look: FigureLook) {
        *self = Guide {
            lesson: Some(lesson),
            look_before: self.look_before.or(Some(look)),
            ..Guide::default()
        };
    }

    /// Ends the lesson; how ragdolls were drawn before it.
    pub fn end(&mut self) -> Option<FigureLook> {
        std::mem::take(self).look_before
    }

    /// The lesson.
    pub fn lesson(&self) -> Option<&Lesson> {
        self.lesson.as_ref()
    }

    /// The page that is open, and its number from 0.
    pub fn page(&self) -> Option<(usize, &Page)> {
        let page = self.lesson.as_ref()?.pages.get(self.page)?;
        Some((self.page, page))
    }

    /// Turns to a page, as far as there are any.
    pub fn turn_to(&mut self, page: usize) {
        let pages = self.lesson.as_ref().map_or(0, |lesson| lesson.pages.len());
        self.page = page.min(pages.saturating_sub(1));
        (self.guess, self.run) = (None, Run::Waits);
    }

    /// Takes note of the panels that the open page opens; returns those that pages before it
    /// had opened and it does not need.
    pub fn open_panels(&mut self, wanted: &[Panel]) -> Vec<Panel> {
        let before = std::mem::replace(&mut self.opened, wanted.to_vec());
        before
            .into_iter()
            .filter(|panel| !wanted.contains(panel))
            .collect()
    }

    /// The stage shows another scene, which is to be framed.
    pub fn look_soon(&mut self) {
        self.frames_to_look = 2;
    }

    /// Whether the stage is to be framed in this frame.
    pub fn looks_now(&mut self) -> bool {
        let looks = self.frames_to_look == 1;
        self.frames_to_look = self.frames_to_look.saturating_sub(1);
        looks
    }

    /// What was guessed on this page.
    pub fn guess(&self) -> Option<usize> {
        self.guess
    }

    /// Takes a guess; the first one counts.
    pub fn take_guess(&mut self, answer: usize) {
        self.guess.get_or_insert(answer);
    }

    /// How far the run of the page is.
    pub fn run(&self) -> Run {
        self.run
    }

    /// The run of the page begins.
    pub fn set_going(&mut self) {
        self.run = Run::GoesOn;
    }

    /// Whether the run of the page is over just now, `now_s` after its start or since it
    /// `stopped`; then it is.
    pub fn comes_to_end(&mut self, now_s: f64, stopped: bool) -> bool {
        let play_s = self.page().and_then(|(_, page)| page.play_s);
        let is_over = stopped || play_s.is_none_or(|play_s| now_s >= play_s - 1e-9);
        let comes = self.run == Run::GoesOn && is_over;
        if comes {
            self.run = Run::Over;
        }
        comes
    }
}

/// The panel that a page means.
pub fn panel_of(shown: Shown) -> Panel {
    match shown {
        Shown::Plots => Panel::Plots,
        Shown::Why => Panel::Why,
        Shown::Compare => Panel::Compare,
        Shown::Cost => Panel::Cost,
        Shown::Limits => Panel::Limits,
        Shown::Doctor => Panel::Doctor,
        Shown::Experiments => Panel::Experiments,
        Shown::Order => Panel::Order,
        Shown::Create => Panel::Create,
        Shown::Inspector => Panel::Inspector,
        Shown::Outliner => Panel::Outliner,
        Shown::Throw => Panel::Throw,
        Shown::Fan => Panel::Sweep,
    }
}
