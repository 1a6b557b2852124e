//! The program without its window: the open document, the playing session, and
//! what each action does. Panels and keys ask; only this decides.

mod look;

use super::action::{Action, Answer, Trigger};
use super::aim::direction_to;
use super::panels::PanelState;
use super::session::{Session, SPEED_RANGE};
use super::source::{
    build_session, new_scene, read_file, read_scene, read_shipped, title_of, Source,
};
use crate::cli::{change, Setting};
use crate::compile::settings_of;
use crate::editor::{Command, Document};
use crate::platform::files;
use crate::platform::settings::{Settings, Theme, TEXT_SCALE_RANGE};
use crate::scene::{self, Launcher, Scene};
use glam::DVec3;
use std::f32::consts::FRAC_PI_2;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Name of the scene of the first start.
const FIRST_SCENE: &str = "first-throw";

/// What waits for the answer to the question about unsaved changes, or happens
/// when there are none.
#[derive(Debug, Clone, PartialEq)]
enum Leaving {
    New,
    AskForFile,
    OpenFile(PathBuf),
    OpenShipped(&'static str),
    Quit,
}

/// What only the window can do; it does so after the frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Show the dialog to open a file.
    OpenDialog,
    /// Show the dialog to save under a name.
    SaveDialog(PathBuf),
    /// Frame the whole scene, or look from a side: yaw and pitch, rad.
    LookFrom(Option<(f32, f32)>),
    /// Save a picture of the window.
    Screenshot,
    /// Switch full screen on or off.
    FullScreen,
    /// End the program.
    Quit,
}

/// The program without its window.
pub struct Program {
    /// The open document.
    pub document: Document,
    /// The playing session.
    pub session: Session,
    /// What the panels remember.
    pub panels: PanelState,
    /// Settings of the person.
    pub settings: Settings,
    /// Longest that the steps of one frame may take; `None` where runs must repeat.
    pub stepping_budget: Option<Duration>,
    /// What the window has to do after this frame.
    pub requests: Vec<Request>,
    /// Newest message and whether it is an error.
    pub message: Option<(String, bool)>,
    title: String,
    path: Option<PathBuf>,
    leaving: Option<Leaving>,
    leave_after_save: bool,
}

impl Program {
    /// The program with a scene, by path or shipped name; the first-run scene if `None`.
    ///
    /// # Errors
    /// One readable text with file, place and remedy of each problem.
    pub fn open(source: Option<&str>, settings: Settings) -> Result<Program, String> {
        let source = match source {
            Some(source) => read_scene(source)?,
            None => read_shipped(FIRST_SCENE)?,
        };
        Program::with(source, settings)
    }

    /// The program with a scene, by path or shipped name, in which some fields are
    /// set otherwise.
    ///
    /// # Errors
    /// One readable text with place and remedy of each problem.
    pub fn open_changed(source: &str, changes: &[Setting]) -> Result<Program, String> {
        let mut source = read_scene(source)?;
        source.scene = change::apply(changes, source.scene)?;
        Program::with(source, Settings::default())
    }

    fn with(source: Source, settings: Settings) -> Result<Program, String> {
        let Source { title, path, scene } = source;
        let session = build_session(&title, &scene)?;
        Ok(Program {
            document: Document::new(scene),
            session,
            panels: PanelState::default(),
            settings,
            stepping_budget: None,
            requests: vec![Request::LookFrom(None)],
            message: None,
            title,
            path,
            leaving: None,
            leave_after_save: false,
        })
    }

    /// Lets a frame pass.
    pub fn advance(&mut self, frame_s: f64) {
        let was_fine = self.session.trouble.is_none();
        self.session.advance(frame_s, self.stepping_budget);
        if let (true, Some(trouble)) = (was_fine, &self.session.trouble) {
            self.message = Some((trouble.clone(), true));
        }
    }

    /// Carries out an action.
    pub fn perform(&mut self, action: Action) {
        let answers = matches!(action, Action::Answer(_) | Action::Do(Trigger::Cancel));
        if self.asks_about_changes() && !answers {
            return;
        }
        match action {
            Action::Do(trigger) => self.trigger(trigger),
            Action::Edit(command) => self.edit(&command),
            Action::OpenShipped(name) => self.leave(Leaving::OpenShipped(name)),
            Action::OpenFile(path) => self.leave(Leaving::OpenFile(path)),
            Action::SetSpeed(speed) if speed.is_nan() => {}
            Action::SetSpeed(speed) => {
                self.session.speed = speed.clamp(SPEED_RANGE.0, SPEED_RANGE.1);
            }
            Action::Answer(answer) => self.answer(answer),
        }
    }

    fn trigger(&mut self, trigger: Trigger) {
        match trigger {
            Trigger::New => self.leave(Leaving::New),
            Trigger::Open => self.leave(Leaving::AskForFile),
            Trigger::Quit => self.leave(Leaving::Quit),
            Trigger::Save => self.save(),
            Trigger::SaveAs => self
                .requests
                .push(Request::SaveDialog(self.suggested_path())),
            Trigger::Undo => self.travel_history(Document::undo),
            Trigger::Redo => self.travel_history(Document::redo),
            Trigger::Throw => self.throw(),
            Trigger::RepeatShot => self.repeat_shot(),
            Trigger::PlayPause => self.session.playing = !self.session.playing,
            Trigger::Step => self.step(1),
            Trigger::StepTen => self.step(10),
            Trigger::Slower => self.perform(Action::SetSpeed(self.session.speed * 0.5)),
            Trigger::Faster => self.perform(Action::SetSpeed(self.session.speed * 2.0)),
            Trigger::RealTime => self.session.speed = 1.0,
            Trigger::Reset => self.reset(),
            Trigger::FrameAll => self.requests.push(Request::LookFrom(None)),
            Trigger::ViewFront => self.requests.push(Request::LookFrom(Some((0.0, 0.1)))),
            Trigger::ViewSide => self
                .requests
                .push(Request::LookFrom(Some((FRAC_PI_2, 0.1)))),
            Trigger::ViewTop => self.requests.push(Request::LookFrom(Some((0.0, 1.5)))),
            Trigger::TogglePanels => self.panels.hidden = !self.panels.hidden,
            Trigger::TextLarger => self.scale_text(1.1),
            Trigger::TextSmaller => self.scale_text(1.0 / 1.1),
            Trigger::ToggleTheme => self.toggle_theme(),
            Trigger::FullScreen => self.requests.push(Request::FullScreen),
            Trigger::Screenshot => self.requests.push(Request::Screenshot),
            Trigger::Help => self.panels.help = !self.panels.help,
            Trigger::Cancel => self.cancel(),
        }
    }

    fn scale_text(&mut self, factor: f32) {
        let (smallest, largest) = (TEXT_SCALE_RANGE.start(), TEXT_SCALE_RANGE.end());
        let scale = self.settings.text_scale * factor;
        self.settings.text_scale = scale.clamp(*smallest, *largest);
    }

    fn toggle_theme(&mut self) {
        self.settings.theme = match self.settings.theme {
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::Dark,
        };
    }

    fn cancel(&mut self) {
        if self.leaving.is_some() {
            self.answer(Answer::Cancel);
        } else {
            self.panels.help = false;
        }
    }

    /// Changes the scene and lets the session follow.
    fn edit(&mut self, command: &Command) {
        let before = self.document.clone();
        if let Err(error) = self.document.apply(command) {
            self.fail(error.to_string());
            return;
        }
        self.follow_or_return(before);
    }

    fn travel_history(&mut self, travel: fn(&mut Document) -> bool) {
        let before = self.document.clone();
        if travel(&mut self.document) {
            self.follow_or_return(before);
        }
    }

    /// Lets the session follow a change of the document; if it cannot, the
    /// document with its whole history goes back to what it was.
    fn follow_or_return(&mut self, before: Document) {
        if let Err(error) = self.follow(before.scene()) {
            self.document = before;
            self.fail(error);
        }
    }

    /// Lets the session follow a change of the scene: settings while it runs,
    /// anything else from the start.
    fn follow(&mut self, before: &Scene) -> Result<(), String> {
        let scene = self.document.scene().clone();
        let settings_only = Scene {
            solver: before.solver.clone(),
            gravity_m_s2: before.gravity_m_s2,
            launcher: before.launcher.clone(),
            ..(*scene).clone()
        } == *before;
        if settings_only && !self.must_begin_anew(before, &scene) {
            return self
                .session
                .simulation
                .retune(&scene)
                .map_err(|error| error.to_string());
        }
        self.session.reset(&scene).map_err(|errors| {
            errors
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n")
        })
    }

    /// Whether a change of settings or launcher needs the scene from its start:
    /// time is counted in steps, and a shot that waits for its time is set up there.
    fn must_begin_anew(&self, before: &Scene, after: &Scene) -> bool {
        let now = &self.session.simulation;
        let rate = settings_of(after).map(|(_, settings)| settings.step_s);
        let waits = |launcher: &Option<Launcher>| {
            let at_s = launcher.as_ref().and_then(|launcher| launcher.fire_at_s);
            at_s.is_some_and(|at_s| at_s >= now.time_s())
        };
        let waiting_changes = before.launcher != after.launcher
            && (waits(&before.launcher) || waits(&after.launcher));
        before.solver.method != after.solver.method
            || rate.is_ok_and(|step_s| step_s != now.world.model().settings.step_s)
            || waiting_changes
    }

    /// Throws the launcher's ball; after a finished shot the scene begins anew.
    fn throw(&mut self) {
        let Some(launcher) = &self.document.scene().launcher else {
            self.fail("this scene has no launcher; add one in the panel Ball".into());
            return;
        };
        let shot = Launcher {
            fire_at_s: None,
            ..launcher.clone()
        };
        self.fire(shot);
    }

    fn repeat_shot(&mut self) {
        match self.session.last_shot.clone() {
            Some(shot) => self.fire(shot),
            None => self.throw(),
        }
    }

    fn fire(&mut self, shot: Launcher) {
        if self.session.shot_is_over() || self.session.trouble.is_some() {
            // The shot that the scene fires by itself would be a second ball.
            let mut scene = (**self.document.scene()).clone();
            if let Some(launcher) = &mut scene.launcher {
                launcher.fire_at_s = None;
            }
            self.reset_to(&scene);
        }
        if !self.session.fire(&shot) {
            self.fail("too many balls in the scene; Reset (Backspace) removes them".into());
        }
    }

    fn reset(&mut self) {
        let scene = self.document.scene().clone();
        self.reset_to(&scene);
    }

    fn reset_to(&mut self, scene: &Scene) {
        if let Err(errors) = self.session.reset(scene) {
            let text: Vec<_> = errors.iter().map(ToString::to_string).collect();
            self.fail(text.join("\n"));
        }
    }

    fn step(&mut self, steps: u32) {
        self.session.playing = false;
        for _ in 0..steps {
            self.session.step();
        }
        if let Some(trouble) = self.session.trouble.clone() {
            self.fail(trouble);
        }
    }

    /// Turns the launcher so that the ball arrives at `target`, m.
    pub fn aim_at(&mut self, target: DVec3) {
        let scene = self.document.scene();
        if let Some(launcher) = &scene.launcher {
            let gravity = scene.gravity_m_s2.into();
            let from = launcher.position_m.into();
            let direction = direction_to(from, target, launcher.speed_m_s, gravity).into();
            let launcher = Launcher {
                direction,
                ..launcher.clone()
            };
            self.edit(&Command::SetLauncher(launcher, "Aim"));
        }
    }

    fn fail(&mut self, text: String) {
        self.message = Some((text, true));
    }

    fn say(&mut self, text: String) {
        self.message = Some((text, false));
    }

    fn leave(&mut self, leaving: Leaving) {
        self.leave_after_save = false;
        if self.document.is_changed() {
            self.leaving = Some(leaving);
        } else {
            self.leave_now(leaving);
        }
    }

    fn leave_now(&mut self, leaving: Leaving) {
        match leaving {
            Leaving::New => self.open_read(Ok(new_scene())),
            Leaving::AskForFile => self.requests.push(Request::OpenDialog),
            Leaving::OpenFile(path) => self.open_read(read_file(&path)),
            Leaving::OpenShipped(name) => self.open_read(read_shipped(name)),
            Leaving::Quit => self.requests.push(Request::Quit),
        }
    }

    /// Opens a scene; on any problem the open one stays as it was.
    pub fn open_source(&mut self, source: &str) {
        self.open_read(read_scene(source));
    }

    /// Opens the file chosen in a dialog; the question about unsaved changes has
    /// been answered by then.
    pub fn open_chosen(&mut self, path: &Path) {
        self.open_read(read_file(path));
    }

    fn open_read(&mut self, read: Result<Source, String>) {
        let built =
            read.and_then(|source| Ok((build_session(&source.title, &source.scene)?, source)));
        match built {
            Ok((session, Source { title, path, scene })) => {
                let speed = self.session.speed;
                self.session = session;
                self.session.speed = speed;
                self.document = Document::new(scene);
                if let Some(path) = &path {
                    self.settings.remember(path);
                }
                self.say(format!("opened {title}"));
                (self.title, self.path) = (title, path);
                self.requests.push(Request::LookFrom(None));
            }
            Err(error) => self.fail(error),
        }
    }

    /// Whether the question about unsaved changes waits for its answer.
    fn asks_about_changes(&self) -> bool {
        self.leaving.is_some() && !self.leave_after_save
    }

    fn answer(&mut self, answer: Answer) {
        let Some(leaving) = self.leaving.take() else {
            return;
        };
        match answer {
            Answer::Cancel => self.leave_after_save = false,
            Answer::Discard => self.leave_now(leaving),
            Answer::Save => {
                self.leaving = Some(leaving);
                self.leave_after_save = true;
                self.save();
            }
        }
    }

    fn save(&mut self) {
        match self.path.clone() {
            Some(path) => self.save_to(&path),
            None => self
                .requests
                .push(Request::SaveDialog(self.suggested_path())),
        }
    }

    fn suggested_path(&self) -> PathBuf {
        let path = self.path.clone();
        path.unwrap_or_else(|| PathBuf::from(format!("{}.json", self.title.replace(' ', "-"))))
    }

    /// Saves the scene; the old file is intact on any problem.
    pub fn save_to(&mut self, path: &Path) {
        let written = scene::to_text(self.document.scene())
            .map_err(|problems| problems.to_string())
            .and_then(|text| {
                files::write_atomic(path, text.as_bytes()).map_err(|error| error.to_string())
            });
        if let Err(error) = written {
            self.dialog_cancelled();
            return self.fail(error);
        }
        self.document.mark_saved();
        self.title = title_of(path);
        self.path = Some(path.to_owned());
        self.settings.remember(path);
        self.say(format!("saved {}", path.display()));
        if std::mem::take(&mut self.leave_after_save) {
            if let Some(leaving) = self.leaving.take() {
                self.leave_now(leaving);
            }
        }
    }

    /// The file dialog was closed without a choice.
    pub fn dialog_cancelled(&mut self) {
        self.leave_after_save = false;
        self.leaving = None;
    }
}
