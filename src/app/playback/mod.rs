//! The scene as it plays: shots and holds, time, takes, and the runs beside it.

mod aiming;
mod breaking;
mod character_skin;
mod comparing;
pub mod exports;
mod following;
mod inside;
mod looks;
mod pace;
mod plots;
mod preview;
mod readings;
mod repeat;
mod session;
mod shots;
pub(super) mod skins;
mod slow;
pub(super) mod surfaces;
mod takes;
mod threads;
mod time;
mod timed_shot;
mod trail;
mod trails;
mod watch;

pub use comparing::Comparing;
pub use inside::InsideMoment;
pub use looks::Looks;
pub use pace::{Pace, SPEED_RANGE};
pub use plots::writer_of_plots;
pub use preview::Preview;
pub use readings::{Reading, Readings};
pub use session::{Ghost, Observed, Session};
pub use shots::{go_to_last_shot, kept_pose};
pub use skins::{FigureSkin, Skins};
pub use slow::{told_cost, SlowSteps};
pub use takes::{Take, Takes};
use timed_shot::leave_out_timed_shot;
pub use timed_shot::{as_played, TimedShot};
pub use trails::Trails;
pub use watch::Watch;

use super::action::Trigger;
use super::effect::Effects;
use super::pick::Hit;
use super::workbench::Workbench;
use crate::compile::BuildError;
use crate::editor::Document;
use crate::scene::Scene;
use inside::InsideView;
use repeat::Repeat;
use slow::within_a_frame;
use std::time::Duration;

/// Takes of so many scenes that are not open are kept.
const MOST_PUT_AWAY: usize = 8;

/// What playing looks at of the other parts.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The open document.
    pub document: &'a Document,
    /// What the tools are set to.
    pub workbench: &'a Workbench,
    /// What the pointer is over.
    pub pointed_at: Option<Hit>,
}

/// The scene as it plays, and the runs beside it.
pub struct Playback {
    /// The playing session.
    pub session: Session,
    /// The runs beside it, on its clock.
    pub comparing: Comparing,
    /// Longest that the steps of one frame may take; `None` where runs must repeat.
    pub stepping_budget: Option<Duration>,
    /// What becomes of the timed shot of the open scene.
    timed_shot: TimedShot,
    /// The step that is gone through.
    inside: Option<InsideView>,
    /// A preview at another moment of the run.
    pub preview: Preview,
    repeat: Option<Repeat>,
    /// What was last read from the run.
    pub readings: Readings,
    /// Bounds at which it stops.
    pub watch: Watch,
    /// Takes of scenes that are not open, by their names, the last left last.
    put_away: Vec<(String, Takes)>,
}

impl Playback {
    /// A session that has just begun.
    pub fn new(mut session: Session, timed_shot: TimedShot) -> Playback {
        if timed_shot == TimedShot::Waits {
            leave_out_timed_shot(&mut session);
        }
        Playback {
            session,
            timed_shot,
            comparing: Comparing::default(),
            stepping_budget: None,
            inside: None,
            preview: Preview::default(),
            repeat: None,
            readings: Readings::default(),
            watch: Watch::default(),
            put_away: Vec::new(),
        }
    }

    /// Keeps the steps of one frame to about so long from now on, and lets threads make those
    /// of which one takes longer, and the bodies of ragdolls: a person waits for the picture.
    pub fn hurry(&mut self, budget: Duration) {
        self.stepping_budget = Some(budget);
        self.session.looks.skins.hurry();
        self.session
            .simulation
            .world
            .set_interrupt(within_a_frame());
    }

    /// Puts another session in place of this one, at the same speed. Takes are kept by the name
    /// of their scene, and are there again when that is opened again; what is new has no name.
    pub fn open(
        &mut self,
        mut session: Session,
        timed_shot: TimedShot,
        [left, opened]: [Option<String>; 2],
    ) {
        self.session.keep_if_played_with();
        if let Some(left) = left {
            let takes = std::mem::take(&mut self.session.takes);
            self.put_away.retain(|(name, _)| *name != left);
            self.put_away.push((left, takes));
        }
        let place = self
            .put_away
            .iter()
            .position(|(name, _)| Some(name) == opened.as_ref());
        if let Some(place) = place {
            session.takes = self.put_away.remove(place).1;
            session.takes.choose(None);
        }
        if self.put_away.len() > MOST_PUT_AWAY {
            self.put_away.remove(0);
        }
        if timed_shot == TimedShot::Waits {
            leave_out_timed_shot(&mut session);
        }
        self.timed_shot = timed_shot;
        let speed = self.session.pace.speed;
        let interrupt = self.session.simulation.world.interrupt().clone();
        let skins = std::mem::take(&mut self.session.looks.skins);
        self.session = session;
        self.session.looks.skins.go_on_from(skins);
        self.session.simulation.world.set_interrupt(interrupt);
        self.session.pace.speed = speed;
        // What was set otherwise may not be in this scene.
        self.comparing = Comparing::default();
    }

    /// Lets a frame pass.
    pub fn advance(&mut self, frame_s: f64, seen: Seen, scene: &Scene, effects: &mut Effects) {
        self.take_news(effects);
        self.leave_step_that_is_over();
        self.session.measure_cost(seen.cost);
        let (was_fine, before) = (self.session.trouble.is_none(), self.session.now());
        // Whoever is ahead waits, and nothing waits for things that lie still.
        let session = &mut self.session;
        let has_come_to_rest = session.is_at_end() && session.simulation.is_at_rest();
        session.pace.rests = has_come_to_rest && self.comparing.comparison.is_none();
        let stands = self.comparing.lags() || session.pace.rests;
        let slowed_s = match seen.slow_hits {
            true => frame_s * speed_after_hit(&self.session),
            false => frame_s,
        };
        let passing_s = if stands { 0.0 } else { slowed_s };
        self.session.advance(passing_s, self.stepping_budget);
        let at_once = self.stepping_budget.is_none();
        (self.watch).stop(&mut self.session, (before, at_once), effects);
        if !seen.lesson {
            (self.watch).tell_unsound(&mut self.session, scene, before, effects);
        }
        (self.comparing).lead(&self.session, self.stepping_budget, effects);
        match seen.plots {
            true => self
                .preview
                .go_on(&self.session, self.stepping_budget.is_some()),
            false => self.preview.end(),
        }
        if let (true, Some(trouble)) = (was_fine, &self.session.trouble) {
            effects.fail(trouble.clone());
        }
        if let Some(complaint) = self.session.slow.take_complaint() {
            effects.fail(complaint);
        }
    }

    /// Whether work goes on that ends by itself, from frame to frame.
    pub fn is_busy(&self) -> bool {
        self.repeat.is_some()
            || self.preview.is_on_its_way()
            || self.comparing.lags()
            || self.session.is_going()
            || self.session.slow.is_awaited()
            || self.session.looks.skins.is_making()
    }

    /// Carries out an action of the table; false if it is another part's.
    pub fn trigger(
        &mut self,
        trigger: Trigger,
        around: Surroundings<'_>,
        effects: &mut Effects,
    ) -> bool {
        match trigger {
            Trigger::ThrowFromCamera => self.throw_from_camera(around, effects),
            Trigger::LauncherToCamera => shots::put_launcher_at_camera(around, effects),
            Trigger::RepeatShot => self.repeat_shot(around, effects),
            Trigger::Pin => self.pin(around, effects),
            Trigger::FreeAll => shots::free_all(&mut self.session, effects),
            Trigger::BreakOff => breaking::break_off(&self.session, around, effects),
            Trigger::HandOver => shots::hand_over(&mut self.session, around, effects),
            Trigger::Blast => self.session.blast(shots::blast_at(around)),
            Trigger::KeepPose => shots::keep_pose(&self.session, around, effects),
            Trigger::PoseAsClip => shots::pose_as_clip(&self.session, around, effects),
            Trigger::PlayPause => self.session.playing = !self.session.playing,
            Trigger::Step => self.step(1, effects),
            Trigger::StepTen => self.step(10, effects),
            Trigger::StepBack => self.step_back(1),
            Trigger::StepBackTen => self.step_back(10),
            Trigger::StepInside => self.step_inside(effects),
            Trigger::StepBackInside => self.step_back_inside(effects),
            Trigger::NextMark => self.go_to_mark(true),
            Trigger::PreviousMark => self.go_to_mark(false),
            Trigger::GoToEnd => self.go_to_step(self.session.history.end()),
            Trigger::GoOnFromHere => self.go_on_from_here(effects),
            Trigger::Bookmark => self.bookmark(effects),
            Trigger::KeepTake => self.keep_take(effects),
            Trigger::PreviousTake => self.go_to_take(false, around, effects),
            Trigger::NextTake => self.go_to_take(true, around, effects),
            Trigger::RunTwice => {
                let at_once = self.stepping_budget.is_none();
                self.repeat = Repeat::start(&self.session, at_once, effects);
            }
            Trigger::CopyShot => self.copy_shot(effects),
            Trigger::Compare => {
                let scene = around.document.scene();
                let budget = self.stepping_budget;
                self.comparing.cycle(scene, &self.session, budget, effects);
            }
            Trigger::CompareMethods => {
                let scene = around.document.scene();
                let budget = self.stepping_budget;
                self.comparing
                    .compare_methods(scene, &self.session, budget, effects);
            }
            _ => return false,
        }
        true
    }
}

/// What of the playing scene somebody looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// What the steps cost.
    pub cost: bool,
    /// The plots over time.
    pub plots: bool,
    /// A lesson, which may show what goes wrong on purpose.
    pub lesson: bool,
    /// Hits in slow motion.
    pub slow_hits: bool,
}

/// For how long time runs slowly after a hit, s of the scene.
const SLOW_S: f64 = 0.3;
/// How slowly, as a share of the speed that is set.
const SLOW: f64 = 0.15;
/// Share of that time at whose end it becomes faster again.
const EASES_FROM: f64 = 0.7;

/// How fast a scene plays now in slow motion, as a share of the speed that is set: slowly from
/// the first hit of a throw on, and then as before.
fn speed_after_hit(session: &Session) -> f64 {
    let simulation = &session.simulation;
    let shot = simulation.metrics.shot.as_ref();
    let hit = shot.and_then(|shot| shot.first_hit.as_ref());
    let Some(share) = hit.map(|hit| (simulation.time_s() - hit.time_s) / SLOW_S) else {
        return 1.0;
    };
    if !(0.0..1.0).contains(&share) {
        return 1.0;
    }
    let eased = ((share - EASES_FROM) / (1.0 - EASES_FROM)).clamp(0.0, 1.0);
    SLOW + (1.0 - SLOW) * eased * eased
}

/// Says why something cannot be simulated.
fn fail_to_build(errors: &[BuildError], effects: &mut Effects) {
    let text: Vec<_> = errors.iter().map(ToString::to_string).collect();
    effects.fail(text.join("\n"));
}
