//! The program without its window: the open document, the playing session, and
//! what each action does. Panels and keys ask; only this decides.

mod comparing;
mod editing;
mod experiments;
mod fan;
mod files;
mod glance;
mod inside;
mod keys;
mod limits;
mod look;
mod playing;
mod plots;
mod reading;
mod readings;
mod safety;
mod time;

use super::action::{Action, Answer, Trigger};
use super::compare::CompareOptions;
use super::experiments::Experiments;
use super::fan::ShotFan;
use super::keymap::Keymap;
use super::limb::{Limb, LimitOptions};
use super::messages::Messages;
use super::panels::{Dock, Panel, PanelState, Question};
use super::quality::{name_of, Verdict};
use super::recovery::Recovery;
use super::session::{Session, SPEED_RANGE};
use super::source::{build_session, read_scene, read_shipped, Source};
use super::tool::{Ray, Tool, ToolOptions};
use crate::cli::input;
use crate::editor::generate::{BlueprintKind, Blueprints};
use crate::editor::{Document, Selection, Things, ViewState};
use crate::lab::Comparison;
pub use crate::platform::dialogs::{FilePurpose, PlotFormat};
use crate::platform::settings::{Quality, Settings, Theme, TEXT_SCALE_RANGE};
use crate::scene::{Id, Setting};
use crate::view::renderer::Drawn;
use files::Leaving;
use glam::DVec3;
use glance::Glance;
use inside::InsideView;
use reading::Reading;
use readings::Readings;
use safety::OnDisk;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::f32::consts::FRAC_PI_2;
use std::path::PathBuf;
use std::time::Duration;
use time::Repeat;

/// An error is shown in the status line for so long, s; the messages keep it.
const FAILURE_STAYS_S: f64 = 10.0;
/// Name of the scene of the first start.
const FIRST_SCENE: &str = "first-throw";

/// What only the window can do; it does so after the frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Show the dialog to open a file.
    OpenDialog(FilePurpose),
    /// Show the dialog to save under a name.
    SaveDialog(FilePurpose, PathBuf),
    /// Frame the whole scene, or look from a side: yaw and pitch, rad.
    LookFrom(Option<(f32, f32)>),
    /// Frame what is selected.
    FrameSelection,
    /// Save a picture of the window.
    Screenshot,
    /// Put a text on the clipboard.
    CopyText(String),
    /// Play the shot that is on the clipboard as text.
    PasteShot,
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
    /// The runs beside the session, if any.
    pub comparison: Option<Comparison>,
    /// What is compared, and how.
    pub compare_options: CompareOptions,
    /// The step that is gone through.
    inside: Option<InsideView>,
    /// The experiments of the papers.
    pub experiments: Experiments,
    /// One shot for each of some values.
    pub fan: ShotFan,
    /// Whether those runs have not come to where the session is.
    sides_lag: bool,
    /// What the panels remember.
    pub panels: PanelState,
    /// What is hidden and locked in the viewport.
    pub view_state: ViewState,
    /// What the mouse does on the stage.
    pub tool: Tool,
    /// How the tools move things.
    pub tool_options: ToolOptions,
    /// The numbers that new things are made from.
    pub blueprints: Blueprints,
    /// The point on the ground where new things are put, m.
    pub place_m: DVec3,
    /// The line of sight through the pointer, while that is over the stage.
    pub sight: Option<Ray>,
    /// Settings of the person.
    pub settings: Settings,
    /// Which key does what.
    pub keymap: Keymap,
    /// Longest that the steps of one frame may take; `None` where runs must repeat.
    pub stepping_budget: Option<Duration>,
    /// How much of the scene the last picture showed; nothing before the first.
    pub drawn: Drawn,
    /// What the window has to do after this frame.
    pub requests: Vec<Request>,
    /// Newest message and whether it is an error; an error goes with the next action, or
    /// after a while.
    pub message: Option<(String, bool)>,
    /// For how long an error has been the newest message, s.
    failed_for_s: f64,
    /// The limb whose joint is looked at.
    pub limb: Option<Limb>,
    /// How limits are shown and edited.
    pub limit_options: LimitOptions,
    /// The messages so far.
    pub messages: Messages,
    clipboard: Option<Things>,
    title: String,
    path: Option<PathBuf>,
    leaving: Option<Leaving>,
    leave_after_save: bool,
    reading: Option<Reading>,
    repeat: Option<Repeat>,
    glance: Option<Glance>,
    readings: RefCell<Readings>,
    recovery: Recovery,
    recovering: bool,
    on_disk: OnDisk,
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
        source.scene = input::set(changes, source.scene).map_err(|failure| failure.message)?;
        Program::with(source, Settings::default())
    }

    fn with(source: Source, settings: Settings) -> Result<Program, String> {
        let Source {
            title,
            path,
            on_disk,
            scene,
        } = source;
        let session = build_session(&title, &scene)?;
        let (keymap, notice) = Keymap::remembered(settings.key_preset, &settings.keys);
        let mut program = Program {
            document: Document::new(scene),
            session,
            comparison: None,
            compare_options: CompareOptions::default(),
            inside: None,
            experiments: Experiments::default(),
            fan: ShotFan::default(),
            sides_lag: false,
            panels: PanelState {
                dock: settings
                    .panels
                    .as_ref()
                    .map(Dock::from_value)
                    .unwrap_or_default(),
                ..PanelState::default()
            },
            view_state: ViewState::default(),
            tool: Tool::default(),
            tool_options: ToolOptions::default(),
            blueprints: Blueprints::default(),
            place_m: DVec3::ZERO,
            sight: None,
            clipboard: None,
            settings,
            keymap,
            stepping_budget: None,
            drawn: Drawn::default(),
            readings: RefCell::default(),
            requests: vec![Request::LookFrom(None)],
            message: None,
            failed_for_s: 0.0,
            limb: None,
            limit_options: LimitOptions::default(),
            messages: Messages::default(),
            title,
            on_disk: OnDisk::new(path.as_deref(), on_disk),
            path,
            leaving: None,
            leave_after_save: false,
            reading: None,
            repeat: None,
            glance: None,
            recovery: Recovery::default(),
            recovering: false,
        };
        if let Some(notice) = notice {
            program.fail(notice);
        }
        Ok(program)
    }

    /// Lets a frame pass; time stands still while a question waits for its answer.
    pub fn advance(&mut self, frame_s: f64) {
        self.failed_for_s += frame_s;
        if self.failed_for_s > FAILURE_STAYS_S {
            self.forget_failure();
        }
        if self.question() != Question::None {
            return;
        }
        self.take_time_news();
        self.leave_step_that_is_over();
        let is_profiled = self.is_seen(Panel::Cost);
        self.session.measure_cost(is_profiled);
        self.take_experiment_news();
        self.take_fan_news();
        let was_fine = self.session.trouble.is_none();
        // Whoever is ahead waits.
        let passing_s = if self.sides_lag { 0.0 } else { frame_s };
        self.session.advance(passing_s, self.stepping_budget);
        self.lead_sides();
        self.go_on_glancing();
        if let (true, Some(trouble)) = (was_fine, self.session.trouble.clone()) {
            self.fail(trouble);
        }
    }

    /// Whether a panel is before the eyes of the person.
    fn is_seen(&self, panel: Panel) -> bool {
        !self.panels.hidden && self.panels.dock.is_shown(panel)
    }

    /// Whether work goes on that ends by itself, beside the window or from frame to frame.
    pub fn is_busy(&self) -> bool {
        self.experiments.running().is_some()
            || self.fan.running().is_some()
            || self.is_reading()
            || self.is_repeating()
            || self.is_glancing()
            || self.session.is_going()
    }

    /// Carries out an action.
    pub fn perform(&mut self, action: Action) {
        if !self.question_allows(&action) {
            return;
        }
        if !matches!(action, Action::Begin(_) | Action::Commit) {
            self.forget_failure();
        }
        match action {
            Action::Do(trigger) => self.trigger(trigger),
            Action::Edit(command) => self.edit(&command),
            Action::Begin(label) => self.document.begin(label),
            Action::Change(command) => self.change(&command),
            Action::Commit => {
                self.document.commit();
            }
            Action::Abort => self.abort(),
            Action::GoTo(index) => self.travel_history(|document| document.go_to(index)),
            Action::Select(selection) => self.select(selection),
            Action::Hide(ids, hidden) => set_marks(&mut self.view_state.hidden, &ids, hidden),
            Action::Lock(ids, locked) => set_marks(&mut self.view_state.locked, &ids, locked),
            Action::SetTool(tool) => self.tool = tool,
            Action::ShowLimb(limb) => self.limb = limb,
            Action::SetLimitOptions(options) => self.limit_options = options,
            Action::SetToolOptions(options) => self.tool_options = options,
            Action::SetBlueprints(blueprints) => self.blueprints = *blueprints,
            Action::Create(kind) => self.create(kind),
            Action::OpenShipped(name) => self.leave(Leaving::OpenShipped(name)),
            Action::OpenFile(path) if FilePurpose::Mesh.fits(&path) => self.import(&path),
            Action::OpenFile(path) if FilePurpose::Limits.fits(&path) => self.import_limits(&path),
            Action::OpenFile(path) => self.leave(Leaving::OpenFile(path)),
            Action::SetSpeed(speed) if speed.is_nan() => {}
            Action::SetSpeed(speed) => {
                self.session.speed = speed.clamp(SPEED_RANGE.0, SPEED_RANGE.1);
            }
            Action::SetCompareOptions(options) => self.set_compare_options(*options),
            Action::Experiment(action) => self.experiment(action),
            Action::Fan(action) => self.fan(action),
            Action::GoToStep(step) => self.go_to_step(step),
            Action::Glance(step) => self.glance_at(step),
            Action::PlayTake(index) => self.play_take(index),
            Action::CompareTake(index) => self.compare_take(index),
            Action::RenameTake(index, name) => self.session.takes.rename(index, &name),
            Action::DeleteTake(index) => self.session.takes.remove(index),
            Action::Keys(change) => self.change_keys(change),
            Action::Answer(answer) => self.answer(answer),
        }
    }

    /// Whether an action may be carried out before the question that waits is answered.
    fn question_allows(&self, action: &Action) -> bool {
        match (self.question(), action) {
            (Question::None, _) | (_, Action::Answer(_) | Action::Do(Trigger::Cancel)) => true,
            // What is offered now is offered at the next start too.
            (Question::Recover(_), Action::Do(Trigger::Quit)) => true,
            _ => false,
        }
    }

    fn trigger(&mut self, trigger: Trigger) {
        match trigger {
            Trigger::New => self.leave(Leaving::New),
            Trigger::Open => self.leave(Leaving::AskForFile),
            Trigger::Recover => self.ask_what_to_restore(),
            Trigger::Quit => self.leave(Leaving::Quit),
            Trigger::Save => self.save(),
            Trigger::SaveAs => self.ask_to_save(),
            Trigger::SavePreset => self.ask_to_save_preset(),
            Trigger::PlacePreset => self.ask_for(FilePurpose::Preset),
            Trigger::ImportMesh => self.ask_for(FilePurpose::Mesh),
            Trigger::ImportLimits => self.ask_to_import_limits(),
            Trigger::ExportLimits => self.ask_to_export_limits(),
            Trigger::ExportPlotsCsv => self.ask_to_export_plots(PlotFormat::Csv),
            Trigger::ExportPlotsPng => self.ask_to_export_plots(PlotFormat::Png),
            Trigger::ExportPlotsSvg => self.ask_to_export_plots(PlotFormat::Svg),
            Trigger::Undo => self.travel_history(Document::undo),
            Trigger::Redo => self.travel_history(Document::redo),
            Trigger::Cut => self.cut(),
            Trigger::Copy => {
                self.copy();
            }
            Trigger::Paste => self.paste(),
            Trigger::Duplicate => self.duplicate(),
            Trigger::Delete => self.delete(),
            Trigger::Rename => self.ask_for_name(),
            Trigger::Group => self.group(),
            Trigger::Ungroup => self.ungroup(),
            Trigger::AlignToGround => self.align_to_ground(),
            Trigger::KeepPose => self.keep_pose(),
            Trigger::SelectAll => self.select_all(),
            Trigger::SelectNone => self.select(Selection::default()),
            Trigger::SelectInverse => self.select_with(Selection::inverted),
            Trigger::SelectConnected => self.select_with(Selection::connected),
            Trigger::SelectSameKind => self.select_with(Selection::same_kind),
            Trigger::SelectSameMaterial => self.select_with(Selection::same_material),
            Trigger::Hide => self.hide_selected(),
            Trigger::ShowAll => self.view_state.hidden.clear(),
            Trigger::Lock => self.lock_selected(),
            Trigger::UnlockAll => self.view_state.locked.clear(),
            Trigger::ToolThrow => self.tool = Tool::Throw,
            Trigger::ToolSelect => self.tool = Tool::Select,
            Trigger::ToolMove => self.tool = Tool::Move,
            Trigger::ToolRotate => self.tool = Tool::Rotate,
            Trigger::ToolScale => self.tool = Tool::Scale,
            Trigger::ToolLimits => self.tool = Tool::Limits,
            Trigger::ToolPose => self.tool = Tool::Pose,
            Trigger::ToolJoint => self.tool = Tool::Joint,
            Trigger::ToggleLocal => self.tool_options.local = !self.tool_options.local,
            Trigger::ToggleSnap => self.tool_options.snap = !self.tool_options.snap,
            Trigger::BreakJoint => self.break_joints(),
            Trigger::SwapJoint => self.swap_joint(),
            Trigger::CreateBall => self.create(BlueprintKind::Ball),
            Trigger::CreateBox => self.create(BlueprintKind::Box),
            Trigger::CreateCapsule => self.create(BlueprintKind::Capsule),
            Trigger::CreateCylinder => self.create(BlueprintKind::Cylinder),
            Trigger::CreateParticle => self.create(BlueprintKind::Particle),
            Trigger::CreateStick => self.create(BlueprintKind::Stick),
            Trigger::CreatePlane => self.create(BlueprintKind::Plane),
            Trigger::CreateBlock => self.create(BlueprintKind::Block),
            Trigger::CreateRamp => self.create(BlueprintKind::Ramp),
            Trigger::CreateStairs => self.create(BlueprintKind::Stairs),
            Trigger::CreateRagdoll => self.create(BlueprintKind::Ragdoll),
            Trigger::CreateRope => self.create(BlueprintKind::Rope),
            Trigger::CreateChain => self.create(BlueprintKind::Chain),
            Trigger::CreateCloth => self.create(BlueprintKind::Cloth),
            Trigger::CreateStack => self.create(BlueprintKind::Stack),
            Trigger::CreatePyramid => self.create(BlueprintKind::Pyramid),
            Trigger::CreateWall => self.create(BlueprintKind::Wall),
            Trigger::CreateDominoes => self.create(BlueprintKind::Dominoes),
            Trigger::CreateLauncher => self.create_launcher(),
            Trigger::Throw => self.throw(),
            Trigger::ThrowFromCamera => self.throw_from_camera(),
            Trigger::LauncherToCamera => self.put_launcher_at_camera(),
            Trigger::RepeatShot => self.repeat_shot(),
            Trigger::Pin => self.pin(),
            Trigger::FreeAll => self.free_all(),
            Trigger::Blast => self.blast(),
            Trigger::PlayPause => self.play_or_pause(),
            Trigger::Step => self.step(1),
            Trigger::StepTen => self.step(10),
            Trigger::StepBack => self.step_back(1),
            Trigger::StepBackTen => self.step_back(10),
            Trigger::StepInside => self.step_inside(),
            Trigger::StepBackInside => self.step_back_inside(),
            Trigger::NextMark => self.go_to_mark(true),
            Trigger::PreviousMark => self.go_to_mark(false),
            Trigger::GoToEnd => self.go_to_step(self.session.history.end()),
            Trigger::GoOnFromHere => self.go_on_from_here(),
            Trigger::Bookmark => self.bookmark(),
            Trigger::KeepTake => self.keep_take(),
            Trigger::PreviousTake => self.go_to_take(false),
            Trigger::NextTake => self.go_to_take(true),
            Trigger::RunTwice => self.run_twice(),
            Trigger::CopyShot => self.copy_shot(),
            Trigger::PasteShot => self.leave(Leaving::PasteShot),
            Trigger::Slower => self.perform(Action::SetSpeed(self.session.speed * 0.5)),
            Trigger::Faster => self.perform(Action::SetSpeed(self.session.speed * 2.0)),
            Trigger::RealTime => self.session.speed = 1.0,
            Trigger::Reset => self.reset(),
            Trigger::Compare => self.compare(),
            Trigger::FrameAll => self.requests.push(Request::LookFrom(None)),
            Trigger::FrameSelection => self.requests.push(Request::FrameSelection),
            Trigger::ViewFront => self.requests.push(Request::LookFrom(Some((0.0, 0.1)))),
            Trigger::ViewSide => self
                .requests
                .push(Request::LookFrom(Some((FRAC_PI_2, 0.1)))),
            Trigger::ViewTop => self.requests.push(Request::LookFrom(Some((0.0, 1.5)))),
            Trigger::TextLarger => self.scale_text(1.1),
            Trigger::TextSmaller => self.scale_text(1.0 / 1.1),
            Trigger::ToggleTheme => self.toggle_theme(),
            Trigger::QualityLow => self.set_quality(Quality::Low),
            Trigger::QualityMedium => self.set_quality(Quality::Medium),
            Trigger::QualityHigh => self.set_quality(Quality::High),
            Trigger::QualityAuto => self.set_quality(Quality::Auto),
            Trigger::FullScreen => self.requests.push(Request::FullScreen),
            Trigger::Screenshot => self.requests.push(Request::Screenshot),
            Trigger::TogglePanels => self.panels.hidden = !self.panels.hidden,
            Trigger::PanelScenes => self.panels.dock.toggle(Panel::Scenes),
            Trigger::PanelOutliner => self.panels.dock.toggle(Panel::Outliner),
            Trigger::PanelCreate => self.panels.dock.toggle(Panel::Create),
            Trigger::PanelInspector => self.panels.dock.toggle(Panel::Inspector),
            Trigger::PanelThrow => self.panels.dock.toggle(Panel::Throw),
            Trigger::PanelOrder => self.panels.dock.toggle(Panel::Order),
            Trigger::PanelDoctor => self.panels.dock.toggle(Panel::Doctor),
            Trigger::PanelLimits => self.panels.dock.toggle(Panel::Limits),
            Trigger::PanelCompare => self.panels.dock.toggle(Panel::Compare),
            Trigger::PanelPlots => self.panels.dock.toggle(Panel::Plots),
            Trigger::Profiler => self.panels.dock.toggle(Panel::Cost),
            Trigger::PanelExperiments => self.panels.dock.toggle(Panel::Experiments),
            Trigger::PanelSweep => self.panels.dock.toggle(Panel::Sweep),
            Trigger::PanelHistory => self.panels.dock.toggle(Panel::History),
            Trigger::ResetPanels => self.panels.dock = Dock::default(),
            Trigger::Palette => self.panels.palette.toggle(),
            Trigger::Help => self.panels.help.open = !self.panels.help.open,
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

    fn set_quality(&mut self, quality: Quality) {
        self.settings.quality = quality;
        self.say(format!("quality: {}", name_of(quality)));
    }

    /// Keeps the quality that was measured.
    pub fn settle_quality(&mut self, verdict: &Verdict) {
        self.settings.quality = verdict.quality;
        self.say(verdict.text());
    }

    /// Closes or cancels the innermost thing: a question, the palette, the help sheet,
    /// a gesture, the tool, the selection. Never quits.
    fn cancel(&mut self) {
        if self.question() != Question::None {
            self.answer(Answer::Cancel);
        } else if self.panels.palette.is_open() {
            self.panels.palette.toggle();
        } else if self.panels.help.open {
            self.panels.help.open = false;
        } else if self.document.in_gesture() {
            self.abort();
        } else if matches!(
            self.tool,
            Tool::Move | Tool::Rotate | Tool::Scale | Tool::Joint | Tool::Limits | Tool::Pose
        ) {
            self.tool = Tool::Select;
        } else {
            self.select(Selection::default());
        }
    }

    /// Says what went wrong and what to do about it.
    pub fn fail(&mut self, text: String) {
        self.messages.add(&text, true);
        self.message = Some((text, true));
        self.failed_for_s = 0.0;
    }

    /// Shows an error no longer in the status line.
    fn forget_failure(&mut self) {
        self.message.take_if(|(_, is_error)| *is_error);
    }

    /// Says what was done.
    pub fn say(&mut self, text: String) {
        self.messages.add(&text, false);
        self.message = Some((text, false));
    }
}

/// Adds ids to a set of marked ones or takes them out.
fn set_marks(marks: &mut BTreeSet<Id>, ids: &BTreeSet<Id>, on: bool) {
    for id in ids {
        if on {
            marks.insert(*id);
        } else {
            marks.remove(id);
        }
    }
}
