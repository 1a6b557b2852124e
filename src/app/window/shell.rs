//! The loop of the window: input, panels, time, drawing.

use super::clock::{Clock, FRAME_S};
use super::diagnostics;
use super::glue::{with_backend, Glue};
use super::input::{is_typed, Covers, StageInput};
use super::kept_settings::KeptSettings;
use super::picture::{Picture, Style};
use super::placement::Placement;
use super::screenshot;
use super::script::{Events, RunReport, Script, Step};
use crate::app::action::{Action, Request, Trigger};
use crate::app::panels::all_ui;
use crate::app::panels::widgets::{self, KeyOwner};
use crate::app::program::Program;
use crate::app::quality::{DrawingPace, QualityProbe, Sharpness};
use crate::app::tool::limit_knobs;
use crate::app::workspace::recovery::kept_at;
use crate::app::workspace::Question;
use crate::cli::{Exit, StartOptions};
use crate::clock::Instant;
use crate::editor::generate::BlueprintKind;
use crate::platform::dialogs::{DialogKind, FileDialogs, Picked};
use crate::platform::display::InputWatch;
use crate::platform::files;
use crate::platform::folders;
use crate::platform::settings::{self, Settings};
use crate::platform::terminal;
use crate::scene;
use crate::view::renderer::{Quality, Renderer};
use crate::view::theme;
use egui_macroquad::egui;
use macroquad::input::KeyCode;
use macroquad::miniquad::window::dpi_scale;
use serde_json::json;
use std::cell::Cell;
use std::time::Duration;

/// Time between frames of a resting program that cannot listen for input, s.
const RESTING_FRAME_S: f64 = 0.25;
/// Time between looks at files and signals while resting.
const HOUSEKEEPING: Duration = Duration::from_millis(500);
/// What frames take is reported after so many.
const FRAMES_A_REPORT: u32 = 60;
/// The first frames jump to where the scene is seen from.
const SETTLING_FRAMES: u32 = 2;

/// Where a scene is seen: where it says, unless a person chooses.
fn place_of(chosen: settings::PlaceChoice, of_scene: scene::Place) -> theme::Place {
    use scene::Place;
    use settings::PlaceChoice;
    match (chosen, of_scene) {
        (PlaceChoice::Studio, _) | (PlaceChoice::OfScene, Place::Studio) => theme::Place::Studio,
        (PlaceChoice::Yard, _) | (PlaceChoice::OfScene, Place::Yard) => theme::Place::Yard,
        (PlaceChoice::Hall, _) | (PlaceChoice::OfScene, Place::Hall) => theme::Place::Hall,
        (PlaceChoice::Night, _) | (PlaceChoice::OfScene, Place::Night) => theme::Place::Night,
    }
}

fn theme_of(theme: settings::Theme) -> theme::Theme {
    match theme {
        settings::Theme::Dark => theme::Theme::Dark,
        settings::Theme::Light => theme::Theme::Light,
    }
}

fn quality_of(quality: settings::Quality) -> Quality {
    match quality {
        settings::Quality::Low => Quality::Low,
        settings::Quality::Auto | settings::Quality::Medium => Quality::Medium,
        settings::Quality::High => Quality::High,
    }
}

/// Everything that belongs to the open window.
pub(super) struct Shell {
    pub program: Program,
    script: Script,
    options: StartOptions,
    events: Events,
    glue: Glue,
    picture: Picture,
    input: StageInput,
    dialogs: FileDialogs,
    clock: Clock,
    styled: Option<(theme::Theme, f32)>,
    /// To whom the keys belonged when those of this frame were pressed.
    key_owner: KeyOwner,
    kept_settings: KeptSettings,
    /// Nothing where the system cannot tell of input; scripts have none to wait for.
    input_watch: Option<InputWatch>,
    placement: Placement,
    drawing_pace: DrawingPace,
}

impl Shell {
    /// The open window with a program in it.
    ///
    /// # Errors
    /// The graphics cannot do what the picture needs.
    pub fn new(program: Program, script: Script, options: StartOptions) -> Result<Shell, String> {
        let renderer = with_backend(Renderer::new).map_err(|error| error.to_string())?;
        macroquad::input::prevent_quit();
        let is_live = options.script.is_none();
        let repeats = !is_live || options.frames.is_some();
        let frame_s = options.frame.map_or(FRAME_S, |frame| frame.as_secs_f64());
        let measures = !repeats && !options.events;
        let settings = program.ui.settings.clone();
        let placement = Placement::restored(&settings, options.is_for_a_person());
        Ok(Shell {
            events: Events::new(options.events),
            program,
            script,
            options,
            glue: Glue::new(),
            picture: Picture::new(renderer),
            input: StageInput::default(),
            dialogs: FileDialogs::new(DialogKind::Auto),
            clock: Clock::new(repeats.then_some(frame_s)),
            styled: None,
            key_owner: KeyOwner::Stage,
            kept_settings: KeptSettings::found(settings, Settings::default_path()),
            input_watch: InputWatch::of_current_window().filter(|_| is_live),
            placement,
            drawing_pace: DrawingPace {
                probe: measures.then(QualityProbe::default),
                sharpness: (!repeats).then(Sharpness::default),
            },
        })
    }

    /// Whether it goes on until a person ends it, whose work must not be lost.
    pub fn keeps_unsaved(&self) -> bool {
        self.options.frames.is_none()
    }

    /// Ends the program; what is unsaved is offered at the next start.
    pub fn end_by_signal(&mut self, code: i32) -> ! {
        match self.program.workspace.keep_for_next_start() {
            Ok(Some(path)) => terminal::tell(&kept_at(&path)),
            Ok(None) => {}
            Err(error) => {
                terminal::tell(&format!("ragdoll-lab: unsaved changes are lost ({error})"));
            }
        }
        self.finish_settings();
        std::process::exit(code);
    }

    /// Writes the film that is being made, if any.
    pub fn finish_film(&mut self) {
        self.picture.finish_film();
    }

    /// Brings the settings to the disk before the program ends.
    pub fn finish_settings(&mut self) {
        self.note_settings();
        self.kept_settings.finish(&self.program.ui.settings);
    }

    /// Notes in the settings where the panels and the window are.
    fn note_settings(&mut self) {
        let settings = &mut self.program.ui.settings;
        settings.panels = self.program.ui.panels.dock.to_value();
        if self.options.is_for_a_person() {
            self.placement.note(settings);
        }
    }

    /// One frame; false when the program is over.
    pub fn frame(&mut self, exit: &Cell<Exit>) -> bool {
        let (frame_s, drawing_s) = self.clock.begin_frame();
        if self.events.is_enabled() && self.clock.frame > SETTLING_FRAMES {
            self.events.report_gap(&self.clock.taken);
        }
        self.measure_quality(drawing_s);
        if !self.clock.rested {
            self.program.ui.frame_times.push(self.clock.taken);
        }
        self.play_script();
        self.restyle();
        // Nothing is missed behind a dialog.
        let passing_s = if self.dialogs.is_open() { 0.0 } else { frame_s };
        let program = &mut self.program;
        self.clock.step(|| program.advance(passing_s));
        self.program.keep_up(self.clock.now());
        self.picture.move_cameras(&self.program, frame_s as f32);
        if self.clock.frame <= SETTLING_FRAMES {
            self.picture.settle();
        }
        self.panels();
        self.take_input(frame_s as f32);
        self.take_dropped_files();
        self.take_pasted();
        let go_on = self.fulfil_requests();
        self.clock.begin_drawing();
        self.events.note_drawing();
        self.program.ui.drawn = self.picture.draw(self.style());
        self.glue.draw();
        self.picture.film(&mut self.program, self.glue.context());
        // Only now is there a picture: what a swap of the buffers leaves is anybody's guess.
        if std::mem::take(&mut self.picture.is_to_be_saved) {
            self.save_picture();
        }
        self.report();
        let frames = self.options.frames;
        let last = frames.is_some_and(|frames| self.clock.frame + 1 >= frames);
        if last {
            if let Some(path) = self.options.screenshot.clone() {
                if let Err(error) = screenshot::save_window(&path) {
                    terminal::tell(&format!("ragdoll-lab: {error}"));
                    exit.set(Exit::Failed);
                }
            }
        }
        self.clock.frame += 1;
        go_on && !last
    }

    fn take_pasted(&mut self) {
        match self.glue.take_pasted() {
            None => {}
            Some(Ok(text)) => self.program.paste_shot(&text),
            Some(Err(error)) => self.program.ui.fail(error.into()),
        }
    }

    /// Takes what a frame took without its steps, s, until it is known what is fluid.
    fn measure_quality(&mut self, frame_s: f64) {
        if let Some(sharpness) = &mut self.drawing_pace.sharpness {
            sharpness.note(self.clock.taken.picture_s);
        }
        if !self.measures_quality() {
            return;
        }
        let verdict = self.drawing_pace.probe.as_mut();
        let verdict = verdict.and_then(|probe| probe.note(frame_s));
        if let Some(verdict) = verdict {
            self.drawing_pace.probe = Some(QualityProbe::default());
            self.program.ui.settle_quality(&verdict);
        }
    }

    fn measures_quality(&self) -> bool {
        self.program.ui.settings.quality == settings::Quality::Auto
            && self.drawing_pace.probe.is_some()
    }

    fn play_script(&mut self) {
        for step in self.script.steps(self.clock.frame) {
            match step {
                Step::Perform(action) => self.program.perform(action),
                Step::Open(source) => self.program.open_source(&source),
                Step::Save(path) => self.program.save_to(&path),
                Step::Look(yaw, pitch) => self.look_from(Some((yaw, pitch))),
            }
        }
    }

    fn restyle(&mut self) {
        let settings = &self.program.ui.settings;
        let wanted = (theme_of(settings.theme), settings.text_scale);
        if self.styled != Some(wanted) {
            theme::apply(self.glue.context(), wanted.0, wanted.1);
            self.styled = Some(wanted);
        }
    }

    /// How the picture is drawn now.
    fn style(&self) -> Style {
        let settings = &self.program.ui.settings;
        let tried = self.drawing_pace.probe.as_ref().map(QualityProbe::tried);
        let quality = match tried.filter(|_| self.measures_quality()) {
            Some(tried) => tried,
            None => settings.quality,
        };
        Style {
            theme: theme_of(settings.theme),
            place: place_of(
                settings.place,
                self.program.workspace.document.scene().place,
            ),
            quality: quality_of(quality),
            sharpness: self.drawing_pace.sharpness(),
            linear_skins: settings.linear_skins,
            pixels_per_point: self.glue.context().pixels_per_point(),
        }
    }

    /// Lays out stage and panels and carries out what the panels ask for.
    fn panels(&mut self) {
        let (style, settled) = (self.style(), self.clock.frame > SETTLING_FRAMES);
        let interactor = self.input.interactor();
        self.picture
            .show(&mut self.program, interactor, style, settled);
        // Enter and Escape end the typing, or choose a file: they are no keys of the stage then.
        self.key_owner = match self.dialogs.is_open() {
            true => KeyOwner::Dialog,
            // Enter answers a question, and is no throw in the scene that this opens.
            false if !matches!(self.program.question(), Question::None) => KeyOwner::Control,
            false => widgets::key_owner(self.glue.context()),
        };
        let mut state = std::mem::take(&mut self.program.ui.panels);
        state.sheets.toasts.is_filmed = self.picture.is_filming();
        let (mut actions, mut picked) = (Vec::new(), None);
        let view = self.program.view();
        let (picture, dialogs) = (&mut self.picture, &mut self.dialogs);
        self.glue.run(|ctx| {
            // A frame that is laid out twice is asked in both.
            actions.extend(all_ui(ctx, &view, &mut state));
            let stage = match state.hidden {
                true => ctx.screen_rect(),
                false => state.dock.stage().unwrap_or(egui::Rect::NOTHING),
            };
            picture.lay_out(ctx, stage, style.theme);
            picked = dialogs.update(ctx);
        });
        self.program.ui.panels = state;
        for action in actions {
            self.program.perform(action);
        }
        match picked {
            Some(Picked::Open(purpose, path)) => self.program.open_chosen(purpose, &path),
            Some(Picked::Save(purpose, path)) => self.program.save_chosen(purpose, &path),
            Some(Picked::Cancelled) => self.program.workspace.dialog_cancelled(),
            None => {}
        }
    }

    fn take_input(&mut self, frame_s: f32) {
        let ctx = self.glue.context().clone();
        self.picture.choose_pane(&ctx);
        let stage = self.picture.mouse_stage();
        let has_window = self.dialogs.is_open() || self.key_owner == KeyOwner::Dialog;
        // A click beside an open menu closes it, and does no more.
        let over_panels =
            widgets::is_over_panels(&ctx) || widgets::is_menu_open(&ctx) || has_window;
        let mut camera = self.picture.acting_camera();
        let is_covered = widgets::is_over_window(&ctx) || self.dialogs.is_open();
        let covers = Covers {
            is_covered,
            over_panels,
        };
        self.input
            .mouse(&mut self.program, &mut camera, stage, covers);
        let dragged = egui::DragAndDrop::payload::<BlueprintKind>(&ctx);
        self.program.workbench.dragged = dragged.map(|kind| *kind);
        self.picture.take_camera(camera);
        let owner = self.key_owner.max(widgets::key_owner(&ctx));
        let mut strokes = self.glue.take_strokes();
        if !self.dialogs.is_open() {
            let camera = self.picture.stage_camera();
            let program = &mut self.program;
            strokes.retain(|stroke| {
                is_typed(owner, stroke)
                    || !(self.input.take_key(program, &camera, stroke)
                        || self.picture.take_key(program, stroke.key))
            });
            for stroke in &strokes {
                self.input.key(program, stroke, is_typed(owner, stroke));
            }
        } else if strokes.iter().any(|stroke| stroke.key == KeyCode::Escape) {
            self.dialogs.close();
            self.program.workspace.dialog_cancelled();
        }
        let mut camera = self.picture.acting_camera();
        self.input.fly(&mut camera, frame_s);
        self.picture.take_camera(camera);
        let typing = owner == KeyOwner::Text;
        let holding = ctx.input(|input| input.pointer.any_down()) || typing;
        if !holding && !self.input.is_busy() {
            self.program.workspace.document.end_gesture();
        }
        if macroquad::input::is_quit_requested() {
            self.program.perform(Action::Do(Trigger::Quit));
        }
    }

    fn take_dropped_files(&mut self) {
        for path in self.glue.take_dropped() {
            self.program.perform(Action::OpenFile(path));
        }
    }

    /// Does what only the window can do; false to end the program.
    fn fulfil_requests(&mut self) -> bool {
        for request in std::mem::take(&mut self.program.requests) {
            match request {
                Request::Quit if cfg!(target_arch = "wasm32") => {
                    self.program.ui.say("close the tab to quit".into());
                }
                Request::Quit => return false,
                Request::OpenDialog(purpose) => {
                    let folder = self.program.workspace.folder();
                    self.dialogs.open(purpose, &folder);
                }
                Request::SaveDialog(purpose, path) => self.dialogs.save(purpose, &path),
                Request::LookFrom(direction) => self.look_from(direction),
                Request::FrameSelection => {
                    let interactor = self.input.interactor();
                    self.picture.frame_selection(&self.program, interactor);
                }
                Request::FullScreen => {
                    self.placement.toggle_full_screen();
                }
                Request::OpenFolder(folder) => {
                    if let Err(error) = folders::open(&folder) {
                        self.program.ui.fail(error);
                    }
                }
                Request::CopyText(text) => self.glue.copy(text),
                Request::CopyDiagnostics => {
                    self.glue.copy(diagnostics::text(&self.program));
                    self.program
                        .ui
                        .say("diagnostics copied to the clipboard".into());
                }
                Request::PasteShot => self.glue.ask_for_text(),
                Request::Screenshot => self.picture.is_to_be_saved = true,
                Request::Record => self.picture.record(&mut self.program),
                Request::RecordShot => self.picture.record_shot(&mut self.program),
            }
        }
        true
    }

    fn save_picture(&mut self) {
        let name = format!("ragdoll-lab-{}.png", self.clock.frame);
        let path = files::pictures_folder().join(name);
        match screenshot::save_window(&path) {
            Ok(()) => self.program.ui.say_saved("saved", &path),
            Err(error) => self.program.ui.fail(error),
        }
    }

    fn look_from(&mut self, direction: Option<(f32, f32)>) {
        self.picture.look_from(&self.program, direction);
        if self.clock.frame < SETTLING_FRAMES {
            self.picture.settle();
        }
    }

    fn report(&mut self) {
        if !self.events.is_enabled() {
            return;
        }
        let ctx = self.glue.context().clone();
        let scale = ctx.pixels_per_point();
        let (program, events) = (&self.program, &mut self.events);
        events.report_widgets(widgets::take_noted(&ctx), scale);
        events.report_message(&program.ui.message);
        let knobs = limit_knobs(program, &self.picture.stage_camera());
        events.report_knobs(knobs, f64::from(dpi_scale()));
        let document = &program.workspace.document;
        events.report_scene(document.scene(), document.revision());
        if self.clock.frame == SETTLING_FRAMES {
            let stage = self.picture.stage.center() * scale;
            events.report("ready", json!({ "x": stage.x, "y": stage.y }));
        }
        if self.clock.frame > SETTLING_FRAMES {
            let frame = program.ui.frame_times.median();
            let is_due = self.clock.frame.is_multiple_of(FRAMES_A_REPORT) && !self.clock.rested;
            if let Some(frame) = frame.filter(|_| is_due) {
                events.report_frames(&frame, program.ui.drawn.work);
            }
        }
        let session = &program.playback.session;
        let stands = !session.playing || session.pace.rests;
        let figure = stands.then(|| self.picture.middle_of_motion(program));
        let figure = figure
            .flatten()
            .map(|at| at.map(|points| (points * scale) as i32));
        events.report_run(RunReport::of(program, figure));
        events.report_shot(session.simulation.metrics.shot.as_ref());
        // Last, so that who waits for it has heard what it led to in this frame.
        events.report_pointer(self.input.pointer());
        events.report("frame", json!({ "number": self.clock.frame }));
    }

    /// Keeps to the frame rate where the driver does not, and rests when nothing moves.
    /// `ended` tells whether the program has to end.
    pub fn wait(&mut self, ended: impl Fn() -> bool) {
        let began = Instant::now();
        self.wait_for_frame(ended);
        self.clock.waited_s = began.elapsed().as_secs_f64();
    }

    fn wait_for_frame(&mut self, ended: impl Fn() -> bool) {
        if self.options.frames.is_some() {
            return;
        }
        if self.is_moving() {
            self.clock.wake();
        }
        let mut rests = self.clock.is_quiet();
        let sharpness = self.drawing_pace.sharpness.as_mut();
        if let Some(sharpness) = sharpness.filter(|s| rests && s.share() < 1.0) {
            sharpness.sharpen();
            rests = false;
        }
        self.clock.rested = rests;
        match &self.input_watch {
            Some(_) if rests => self.rest(ended),
            None if rests => {
                self.note_settings();
                self.kept_settings.keep(&self.program.ui.settings);
                self.clock.sleep_until(RESTING_FRAME_S);
            }
            _ => self.clock.sleep_until(FRAME_S),
        }
    }

    /// Whether the next frame may look different although nothing is touched.
    fn is_moving(&self) -> bool {
        let ctx = self.glue.context();
        let due = self.glue.due();
        let session = &self.program.playback.session;
        (session.playing && !session.pace.rests)
            || self.program.is_busy()
            || self.measures_quality()
            || self.picture.is_moving()
            || self.input.is_busy()
            || self.dialogs.is_open()
            || self.picture.is_writing_film()
            || self.glue.awaits_text()
            || due.is_some_and(|due| due <= Instant::now())
            || ctx.input(|input| !input.events.is_empty())
    }

    /// Sleeps until something is touched or has to be drawn.
    fn rest(&mut self, ended: impl Fn() -> bool) {
        self.note_settings();
        let said = self.program.ui.messages.said();
        let due = self.glue.due();
        while !ended() && self.program.ui.messages.said() == said {
            self.kept_settings.keep(&self.program.ui.settings);
            let left = due.map(|due| due.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return;
            }
            let nap = left.unwrap_or(HOUSEKEEPING).min(HOUSEKEEPING);
            let watch = self.input_watch.as_ref();
            if watch.is_none_or(|watch| watch.wait(nap)) {
                // What was touched shows a frame later.
                self.clock.wake();
                return;
            }
            self.program.keep_up(self.clock.now());
        }
    }
}
