//! What is asked of the experiments and the shot fan, and what has become of it.

use super::experiments::case_of;
use super::why::Why;
use super::Jobs;
use crate::app::action::{
    FanOptions, FanValues, Request, WhyAction, COUNT, FREE_RANGE, MOST_AIMS, MOST_NUDGES, NUDGES,
};
use crate::app::effect::Effects;
use crate::app::playback::Playback;
use crate::editor::{counted, Document};
use crate::lab::experiment::{BodyKind, Effort, Watch};
use crate::lab::why::csv;
use crate::scene::Scene;
use std::sync::Arc;

impl Jobs {
    /// Runs the experiment of that name.
    pub fn run_experiment(&mut self, name: &str, effects: &mut Effects) {
        let Some(case) = case_of(name) else {
            return;
        };
        match self.experiments.run(case) {
            Ok(()) => effects.say(format!("{}: running…", case.title)),
            Err(error) => effects.fail(format!("{name}: cannot start ({error}); try again")),
        }
    }

    /// Ends the experiment that runs.
    pub fn cancel_experiment(&mut self, effects: &mut Effects) {
        if self.experiments.cancel() {
            effects.say("experiment cancelled");
        }
    }

    /// Chooses how much is done.
    pub fn set_effort(&mut self, mut effort: Effort) {
        effort.nudges = effort.nudges.min(MOST_NUDGES);
        effort.aims = effort.aims.clamp(1, MOST_AIMS);
        if effort.bodies.is_empty() {
            effort.bodies = Effort::default().bodies;
        }
        self.experiments.effort = effort;
    }

    /// The title of an experiment, and what is to be seen of it with the first of the chosen
    /// bodies that fits; says so if there is nothing.
    pub fn watch(&self, name: &str, effects: &mut Effects) -> Option<(&'static str, Watch)> {
        let chosen = self.experiments.effort.bodies.iter();
        let mut bodies = chosen.chain(&BodyKind::ALL);
        let watched = case_of(name)
            .and_then(|case| Some((case.title, bodies.find_map(|body| case.watch(*body))?)));
        if watched.is_none() {
            effects.fail(format!(
                "{name}: this experiment has no scene to watch; choose another one"
            ));
        }
        watched
    }

    /// Shoots the fan at a scene.
    pub fn run_fan(&mut self, scene: &Arc<Scene>, effects: &mut Effects) {
        if let Err(error) = self.fan.run(scene) {
            effects.fail(error);
        }
    }

    /// Ends the fan that is being shot.
    pub fn cancel_fan(&mut self, effects: &mut Effects) {
        if self.fan.cancel() {
            effects.say("shot fan cancelled");
        }
    }

    /// Chooses what the next fan varies.
    pub fn set_fan_options(&mut self, options: FanOptions) {
        self.fan.options = within_ranges(options);
    }

    /// Tells what has become of what ran.
    pub fn take_news(&mut self, scene: &Arc<Scene>, effects: &mut Effects) {
        self.take_experiment_news(effects);
        self.take_fan_news(effects);
        self.autopsy.follow(scene);
        for news in [self.why.take_news(), self.autopsy.take_news()] {
            news.unwrap_or_else(|error| effects.fail(error));
        }
        self.fan.compare(scene);
    }

    /// Does what a person asks about why something moves.
    pub fn ask_why(
        &mut self,
        action: WhyAction,
        (playback, document): (&Playback, &Document),
        effects: &mut Effects,
    ) {
        let session = &playback.session;
        let left = playback.watch.left(session);
        let why = &mut self.why;
        let selected: Vec<_> = document.selection().ids().iter().copied().collect();
        let about = (document.scene(), &selected[..]);
        let mut renew = |why: &mut Why| {
            let renewed = why.renew(session, about);
            renewed.unwrap_or_else(|error| effects.fail(error));
        };
        match action {
            WhyAction::Ask if session.trouble.is_some() || left.is_some() => {
                let bound = left.filter(|_| session.trouble.is_none());
                let begun = self.autopsy.begin(session, document.scene(), bound);
                begun.unwrap_or_else(|error| effects.fail(error));
            }
            // What is found of a run that blew up stays; it is asked for by a button.
            WhyAction::Open if session.trouble.is_some() || left.is_some() => {}
            WhyAction::Open => {
                let opened = why.open(session, about);
                opened.unwrap_or_else(|error| effects.fail(error));
            }
            WhyAction::Ask => {
                let asked = why.ask(session, about);
                asked.unwrap_or_else(|error| effects.fail(error));
            }
            WhyAction::Cancel => {
                why.cancel();
                self.autopsy.cancel();
            }
            WhyAction::SetSpan(span) => {
                why.choose_span(span);
                renew(why);
            }
            WhyAction::SetAbout(about) => {
                why.about = about;
                renew(why);
            }
            WhyAction::SetMeasure(measure) => {
                why.measure = measure;
                renew(why);
            }
            WhyAction::Show(shown) => why.is_off_stage = !shown,
            WhyAction::ShowPath(shown) => why.shows_path = shown,
            WhyAction::PointAt(place) => why.pointed_at = place,
            // The run is watched where it plays.
            WhyAction::SetBound(..) | WhyAction::PauseWhenUnsound(..) => {}
            WhyAction::CopyTable => {
                if let Some(answer) = why.answer() {
                    effects.ask(Request::CopyText(csv(answer)));
                    effects.say("copied the table to the clipboard");
                }
            }
        }
    }

    fn take_experiment_news(&mut self, effects: &mut Effects) {
        let Some(ended) = self.experiments.take_news() else {
            return;
        };
        let title = ended.case.title;
        if let Some(trouble) = ended.trouble {
            return effects.fail(format!("{title}: {trouble}"));
        }
        let report = self.experiments.report(ended.case.name);
        let findings = report.map_or(0, |report| report.findings.len());
        effects.say(format!("{title}: {}", counted(findings, "finding")));
    }

    fn take_fan_news(&mut self, effects: &mut Effects) {
        if !self.fan.take_news() {
            return;
        }
        match (self.fan.trouble(), self.fan.fan()) {
            (Some(trouble), _) => effects.fail(trouble),
            (None, Some(fan)) => {
                let (shots, field) = (fan.shots().len(), fan.title());
                effects.say(format!("{shots} shots over {field}; click one to play it"));
            }
            (None, None) => {}
        }
    }
}

/// Options with all numbers in range.
fn within_ranges(mut options: FanOptions) -> FanOptions {
    options.count = COUNT.clamp(options.count as f64) as usize;
    options.nudges = NUDGES.clamp(f64::from(options.nudges)) as u32;
    if let FanValues::Range { from, to } = &mut options.values {
        (*from, *to) = (FREE_RANGE.clamp(*from), FREE_RANGE.clamp(*to));
    }
    options
}
