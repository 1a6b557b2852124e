//! Time: going back and forth, bookmarks, takes, repeats, and shots as text.

use super::{Program, Request};
use crate::app::action::Trigger;
use crate::app::job::{Cancel, Job, Progress};
use crate::app::session::Session;
use crate::app::source::Source;
use crate::compile::BuildError;
use crate::lab::{shot_text, Difference};

/// What a repeat found.
type Found = Result<Option<Difference>, Vec<BuildError>>;

/// A repeat of the run that goes on.
pub(super) struct Repeat {
    /// Number of steps of the run.
    steps: u64,
    job: Job<Found>,
}

impl Program {
    pub(super) fn step(&mut self, steps: u32) {
        self.session.playing = false;
        for _ in 0..steps {
            self.session.step();
        }
        if let Some(trouble) = self.session.trouble.clone() {
            self.fail(trouble);
        }
    }

    pub(super) fn step_back(&mut self, steps: u64) {
        let step = self.session.shown_step();
        self.go_to_step(step.saturating_sub(steps));
    }

    /// Goes to a step of the history, at once where runs must repeat.
    pub(super) fn go_to_step(&mut self, step: u64) {
        self.session.go_to(step);
        if self.stepping_budget.is_none() {
            self.session.approach(None);
        }
    }

    pub(super) fn bookmark(&mut self) {
        let time = self.session.shown_step() as f64 * self.session.step_s();
        match self.session.toggle_bookmark() {
            true => self.say(format!("bookmark at {time:.3} s")),
            false => self.say(format!("no bookmark at {time:.3} s any more")),
        }
    }

    /// Goes to the next thing that is marked on the timeline, or to the one before.
    pub(super) fn go_to_mark(&mut self, forward: bool) {
        let now = self.session.shown_step();
        let events = self.session.history.events().iter().map(|event| event.step);
        let marks = events.chain(self.session.bookmarks.iter().copied());
        let mark = match forward {
            true => marks.filter(|step| *step > now).min(),
            false => marks.filter(|step| *step < now).max(),
        };
        match (mark, forward) {
            (Some(step), _) => self.go_to_step(step),
            (None, true) => self.go_to_step(self.session.history.end()),
            (None, false) => self.go_to_step(self.session.history.start()),
        }
    }

    /// Goes on from the present moment without what was recorded after it.
    pub(super) fn go_on_from_here(&mut self) {
        if self.session.is_at_end() && !self.session.is_going() {
            return self.say("this is the present already; go back in time first".into());
        }
        self.session.go_on_from_here();
        self.session.playing = true;
        self.say("going on from here; what came after is a take".into());
    }

    pub(super) fn keep_take(&mut self) {
        match self.session.keep_take() {
            Some(index) => {
                let name = self.session.takes.list()[index].name.clone();
                self.say(format!("kept as {name}"));
            }
            None => self.fail("nothing to keep yet; play first".into()),
        }
    }

    pub(super) fn play_take(&mut self, index: usize) {
        if let Err(errors) = self.session.play_take(index) {
            return self.fail_to_build(&errors);
        }
        let chosen = self.session.takes.chosen();
        if let Some(take) = chosen.and_then(|i| self.session.takes.list().get(i)) {
            let of_this_scene = take.recording.scene == *self.document.scene();
            let reset = self.keymap.with_key("Reset", Trigger::Reset);
            match of_this_scene {
                true => self.say(format!("playing {}", take.name)),
                false => self.say(format!(
                    "playing {}, of the scene as it was then; {reset} shows it as it is",
                    take.name
                )),
            }
        }
    }

    /// Plays the next take, or the one before.
    pub(super) fn go_to_take(&mut self, forward: bool) {
        let takes = &self.session.takes;
        let count = takes.list().len();
        let next = match (takes.chosen(), forward) {
            _ if count == 0 => return self.fail("there are no takes yet".into()),
            (Some(index), true) => (index + 1) % count,
            (Some(index), false) => (index + count - 1) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        self.play_take(next);
    }

    /// Simulates the run anew and says where it differs.
    pub(super) fn run_twice(&mut self) {
        let history = self.session.history.clone();
        let steps = history.end();
        let work = move |cancel: &Cancel| history.repeat(|_| !cancel.is_asked());
        if self.stepping_budget.is_none() {
            return self.tell_repeat(steps, work(&Cancel::default()));
        }
        match Job::start("repeat", work) {
            Ok(job) => {
                self.say(format!("running the {steps} steps a second time…"));
                self.repeat = Some(Repeat { steps, job });
            }
            Err(error) => self.fail(format!("cannot run twice ({error}); try again")),
        }
    }

    /// Whether the run is being repeated.
    pub fn is_repeating(&self) -> bool {
        self.repeat.is_some()
    }

    /// Takes what happened meanwhile: the repeat, the end of a take.
    pub(super) fn take_time_news(&mut self) {
        if let Some(repeat) = &self.repeat {
            let found = match repeat.job.poll() {
                Progress::Working => None,
                Progress::Done(found) => Some(found),
                Progress::Failed => Some(Ok(None)),
            };
            let steps = repeat.steps;
            if let Some(found) = found {
                self.repeat = None;
                self.tell_repeat(steps, found);
            }
        }
        match self.session.verdict.take() {
            Some(true) => self.say("played to its end: the same bits as then".into()),
            Some(false) => self.fail(
                "played to its end, but not as then: it was made by another version of the \
                 program or of its text"
                    .into(),
            ),
            None => {}
        }
    }

    fn tell_repeat(&mut self, steps: u64, found: Found) {
        match found {
            Ok(None) => self.say(format!("run twice: all {steps} steps are the same bits")),
            Ok(Some(difference)) => {
                self.fail(format!("run twice: the runs part in {difference}"));
            }
            Err(errors) => self.fail_to_build(&errors),
        }
    }

    /// Puts the run on the clipboard as text.
    pub(super) fn copy_shot(&mut self) {
        let text = match self.session.history.recording() {
            Some(recording) => shot_text::to_text(&recording),
            None => Err("the start of this run is forgotten; Reset and throw again".into()),
        };
        match text {
            Ok(text) => {
                let kilobytes = text.len() as f64 / 1000.0;
                self.say(format!("the shot is on the clipboard, {kilobytes:.1} kB"));
                self.requests.push(Request::CopyText(text));
            }
            Err(error) => self.fail(error),
        }
    }

    /// Opens the scene of a shot that was copied as text, and plays it.
    pub fn paste_shot(&mut self, text: &str) {
        let recording = match shot_text::from_text(text) {
            Ok(recording) => recording,
            Err(error) => return self.fail(error),
        };
        let session = match Session::of(&recording) {
            Ok(session) => session,
            Err(errors) => return self.fail_to_build(&errors),
        };
        let source = Source {
            title: "copied shot".into(),
            path: None,
            on_disk: None,
            scene: (*recording.scene).clone(),
        };
        self.open_built(source, session);
        self.document.mark_unsaved();
        self.say("playing the shot from the clipboard".into());
    }

    pub(super) fn fail_to_build(&mut self, errors: &[BuildError]) {
        let text: Vec<_> = errors.iter().map(ToString::to_string).collect();
        self.fail(text.join("\n"));
    }
}
