//! The program without its window. It has four parts that never call one another: the open
//! document ([`Workspace`]), what plays ([`Playback`]), what works beside the window
//! ([`Jobs`]), and what the person sees and has chosen ([`Ui`], [`Workbench`]).
//!
//! ```text
//! event -> Action -> Program::perform -> one part -> Effects -> Tell the person
//!                          ^                                  -> Perform another action
//!                          +--------------------------------------------+
//! ```

mod following;
mod keys;
mod lesson;
mod look;
mod opening;
mod perform;

use super::action::{Action, Panel, Request, WhyAction};
use super::effect::{Effect, Effects};
use super::guide::Guide;
use super::jobs::why::Why;
use super::jobs::Jobs;
use super::pick::{pick, Hit, Picked};
use super::playback::{Playback, Seen, Surroundings, TimedShot};
use super::tool::ToolHost;
use super::ui::Ui;
use super::workbench::Workbench;
use super::workspace::source::{build_session, read_scene, read_shipped, Source};
use super::workspace::{Question, Workspace};
use crate::physics::ColliderId;
use crate::platform::settings::Settings;
use crate::scene::Setting;
use crate::source;
use opening::show_misprint;
use std::path::PathBuf;
use std::time::Duration;

/// Name of the scene of the first start.
const FIRST_SCENE: &str = "first-throw";

/// The program without its window.
pub struct Program {
    /// The open document.
    pub workspace: Workspace,
    /// The scene as it plays.
    pub playback: Playback,
    /// What works beside the window.
    pub jobs: Jobs,
    /// The lesson that is taken.
    pub guide: Guide,
    /// What the tools are set to.
    pub workbench: Workbench,
    /// What the person sees and has chosen.
    pub ui: Ui,
    /// Whether a person is there, who throws.
    is_attended: bool,
    /// What the window has to do after this frame.
    pub requests: Vec<Request>,
}

impl Program {
    /// The program with a scene, by path or shipped name; the first-run scene if `None`.
    ///
    /// # Errors
    /// One readable text with file, place and remedy of each problem.
    pub fn open(source: Option<&str>, settings: Settings) -> Result<Program, String> {
        let mut program = program_of(first_source(source)?, settings, TimedShot::Waits)?;
        show_misprint(&mut program);
        Ok(program)
    }

    /// The same with nobody there to throw: each scene throws its timed shot by itself.
    ///
    /// # Errors
    /// One readable text with file, place and remedy of each problem.
    pub fn open_unattended(source: Option<&str>, settings: Settings) -> Result<Program, String> {
        let mut program = program_of(first_source(source)?, settings, TimedShot::Fires)?;
        show_misprint(&mut program);
        Ok(program)
    }

    /// The unattended program with a scene, by path or shipped name, in which some fields are
    /// set otherwise.
    ///
    /// # Errors
    /// One readable text with place and remedy of each problem.
    pub fn open_changed(source: &str, changes: &[Setting]) -> Result<Program, String> {
        let mut source = read_scene(source)?;
        source.scene = source::set(changes, source.scene)?;
        program_of(source, Settings::default(), TimedShot::Fires)
    }

    /// Lets a frame pass; time stands still while a question waits for its answer.
    pub fn advance(&mut self, frame_s: f64) {
        self.ui.advance(frame_s);
        let is_silent = self.jobs.is_reading() && !self.jobs.reads_long();
        if self.question() != Question::None && !is_silent {
            return;
        }
        let seen = Seen {
            cost: self.ui.is_seen(Panel::Cost),
            plots: self.ui.is_seen(Panel::Plots),
            lesson: self.guide.lesson().is_some(),
            slow_hits: self.ui.settings.slow_hits,
        };
        let scene = self.workspace.document.scene().clone();
        self.run(|program, effects| program.jobs.take_news(&scene, effects));
        self.run(|program, effects| program.playback.advance(frame_s, seen, &scene, effects));
        let fan_is_open = self.ui.panels.dock.is_open(Panel::Sweep);
        self.jobs.fan.follow_panel(fan_is_open);
        let sees_why = self.ui.is_seen(Panel::Why);
        if self.jobs.why.comes_into_sight(sees_why) {
            self.carry_out(Action::Why(WhyAction::Open));
        }
        lesson::follow(self);
    }

    /// Does what goes on beside playing: files being read, unsaved changes to be kept,
    /// and files changed by others. `now` is the time of any clock.
    pub fn keep_up(&mut self, now: Duration) {
        if let Some(read) = self.jobs.take_read() {
            self.take_read(read);
        }
        self.run(|program, effects| program.workspace.keep_up(now, effects));
    }

    /// Keeps what is unsaved in this folder from now on, and offers what was left there.
    pub fn keep_unsaved_in(&mut self, folder: Option<PathBuf>) {
        self.run(|program, effects| program.workspace.keep_unsaved_in(folder, effects));
    }

    /// Whether work goes on that ends by itself, beside the window or from frame to frame.
    pub fn is_busy(&self) -> bool {
        self.jobs.is_busy() || self.playback.is_busy()
    }

    /// The question that waits for its answer.
    pub fn question(&self) -> Question {
        match self.jobs.reading() {
            Some(name) if self.jobs.is_writing() => Question::Writing(name.to_owned()),
            Some(name) => Question::Reading(name.to_owned()),
            None => self.workspace.question(),
        }
    }

    /// Lets a part work, and has done what it asks for.
    fn run<T>(&mut self, work: impl FnOnce(&mut Program, &mut Effects) -> T) -> T {
        let mut effects = Effects::default();
        let result = work(self, &mut effects);
        for effect in effects {
            match effect {
                Effect::Tell(notice) => self.ui.tell(&notice),
                Effect::Perform(action) => self.carry_out(action),
            }
        }
        result
    }

    /// The same of what plays, which looks at other parts.
    fn play<T>(
        &mut self,
        work: impl FnOnce(&mut Playback, Surroundings<'_>, &mut Effects) -> T,
    ) -> T {
        self.run(|program, effects| {
            let around = Surroundings {
                document: &program.workspace.document,
                workbench: &program.workbench,
                pointed_at: program.pointed_at(),
            };
            work(&mut program.playback, around, effects)
        })
    }

    /// What the pointer is over.
    pub(in crate::app) fn pointed_at(&self) -> Option<Hit> {
        let sight = self.workbench.sight?;
        let simulation = &self.playback.session.simulation;
        let is_shown = |owner| !self.hides(owner);
        match pick(simulation, sight.origin, sight.direction, is_shown) {
            Picked::Body(hit) | Picked::Obstacle(hit) => Some(hit),
            Picked::Sky => None,
        }
    }

    /// Whether something of the world is not drawn.
    pub fn hides(&self, owner: ColliderId) -> bool {
        let id = self.playback.session.simulation.map.id_of(owner);
        id.is_some_and(|id| self.workspace.view_state.hidden.contains(&id))
    }
}

/// The program with a scene; says what becomes of timed shots.
fn program_of(
    source: Source,
    settings: Settings,
    timed_shot: TimedShot,
) -> Result<Program, String> {
    let session = build_session(&source.title, &source.scene)?;
    Ok(Program {
        workspace: Workspace::new(source),
        playback: Playback::new(session, timed_shot),
        jobs: Jobs::default(),
        guide: Guide::default(),
        workbench: Workbench::default(),
        ui: Ui::new(settings),
        is_attended: timed_shot == TimedShot::Waits,
        requests: vec![Request::LookFrom(None)],
    })
}

/// The scene to begin with, by path or shipped name; the first-run scene if `None`.
fn first_source(source: Option<&str>) -> Result<Source, String> {
    match source {
        Some(source) => read_scene(source),
        None => read_shipped(FIRST_SCENE),
    }
}

impl ToolHost for Program {
    fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    fn playback(&self) -> &Playback {
        &self.playback
    }

    fn workbench(&self) -> &Workbench {
        &self.workbench
    }

    fn asked(&self) -> Option<&Why> {
        let why = &self.jobs.why;
        let is_about = why.is_about(self.workspace.document.scene());
        (self.ui.is_seen(Panel::Why) && is_about).then_some(why)
    }

    fn perform(&mut self, action: Action) {
        Program::perform(self, action);
    }

    fn fail(&mut self, reason: String) {
        self.ui.fail(reason);
    }
}
