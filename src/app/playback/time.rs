//! Time: going back and forth, bookmarks, takes, and the shot as text.

use super::timed_shot::without_timed_shot;
use super::{fail_to_build, Playback, Surroundings};
use crate::app::action::{CompareOptions, Request, Trigger};
use crate::app::effect::Effects;
use crate::lab::shot_text;

impl Playback {
    pub(super) fn step(&mut self, steps: u32, effects: &mut Effects) {
        self.session.playing = false;
        for _ in 0..steps {
            self.session.step();
        }
        if let Some(trouble) = &self.session.trouble {
            effects.fail(trouble.clone());
        }
    }

    pub(super) fn step_back(&mut self, steps: u64) {
        let step = self.session.shown_step();
        self.go_to_step(step.saturating_sub(steps));
    }

    /// Goes to a step of the history, at once where runs must repeat.
    pub fn go_to_step(&mut self, step: u64) {
        self.session.go_to(step);
        if self.stepping_budget.is_none() {
            self.session.approach(None);
        }
    }

    pub(super) fn bookmark(&mut self, effects: &mut Effects) {
        let time = self.session.shown_step() as f64 * self.session.step_s();
        match self.session.toggle_bookmark() {
            true => effects.say(format!("bookmark added at {time:.3} s")),
            false => effects.say(format!("bookmark removed at {time:.3} s")),
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
    pub(super) fn go_on_from_here(&mut self, effects: &mut Effects) {
        if self.session.is_at_end() && !self.session.is_going() {
            return effects.say("already at the end of the run; go back in time first");
        }
        self.session.go_on_from_here();
        self.session.playing = true;
        effects.say("resumed from here; the run recorded after it is now a take");
    }

    pub(super) fn keep_take(&mut self, effects: &mut Effects) {
        let kept = self.session.keep_take();
        match kept.and_then(|index| self.session.takes.list().get(index)) {
            Some(take) => effects.say(format!("kept run as {}", take.name)),
            None => effects.fail("nothing to keep; play first"),
        }
    }

    /// Plays a take from its start.
    pub fn play_take(&mut self, index: usize, around: Surroundings<'_>, effects: &mut Effects) {
        if let Err(errors) = self.session.play_take(index) {
            return fail_to_build(&errors, effects);
        }
        let chosen = self.session.takes.chosen();
        if let Some(take) = chosen.and_then(|i| self.session.takes.list().get(i)) {
            let of_this_scene = without_timed_shot(&take.recording.scene)
                == without_timed_shot(around.document.scene());
            match of_this_scene {
                true => effects.say(format!("playing {}", take.name)),
                false => effects.say_with_key(
                    &format!(
                        "playing {}, which shows an earlier version of the scene; {{}} shows \
                         the current one",
                        take.name
                    ),
                    "Reset",
                    Trigger::Reset,
                ),
            }
        }
    }

    /// Lets a take run beside the scene.
    pub fn compare_take(&mut self, index: usize, effects: &mut Effects) {
        let takes = &self.session.takes;
        if let Some(options) = self.comparing.with_take(takes, index, effects) {
            self.set_compare_options(options, effects);
        }
    }

    /// Compares what is asked for from now on; nothing ends the comparison.
    pub fn set_compare_options(&mut self, options: CompareOptions, effects: &mut Effects) {
        let budget = self.stepping_budget;
        (self.comparing).set_options(options, &self.session, budget, effects);
    }

    /// Plays the next take, or the one before.
    pub(super) fn go_to_take(
        &mut self,
        forward: bool,
        around: Surroundings<'_>,
        effects: &mut Effects,
    ) {
        let takes = &self.session.takes;
        let count = takes.list().len();
        let next = match (takes.chosen(), forward) {
            _ if count == 0 => return effects.fail("no takes yet; keep a run as a take first"),
            (Some(index), true) => (index + 1) % count,
            (Some(index), false) => (index + count - 1) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        self.play_take(next, around, effects);
    }

    /// Takes what happened meanwhile: the repeat, the end of a take.
    pub(super) fn take_news(&mut self, effects: &mut Effects) {
        self.repeat = (self.repeat.take()).filter(|repeat| repeat.goes_on(effects));
        match self.session.verdict.take() {
            Some(true) => effects.say("played to the end: bit-identical to the recording"),
            Some(false) => effects.fail(
                "played to the end, but the result differs from the recording, which was made \
                 with another version of the program or edited",
            ),
            None => {}
        }
    }

    /// Puts the run on the clipboard as text.
    pub(super) fn copy_shot(&mut self, effects: &mut Effects) {
        let text = match self.session.history.recording() {
            Some(recording) => shot_text::to_text(&recording),
            None => {
                Err("the start of this run is no longer stored; press Reset and throw again".into())
            }
        };
        match text {
            Ok(text) => {
                let kilobytes = text.len() as f64 / 1000.0;
                effects.say(format!(
                    "copied the shot to the clipboard, {kilobytes:.1} kB"
                ));
                effects.ask(Request::CopyText(text));
            }
            Err(error) => effects.fail(error),
        }
    }
}
