//! The window and its loop: input, panels, time, drawing.

use super::compare::{panes, Layout};
use super::glue::{with_backend, Glue, KeyStroke};
use super::input::{lens, StageInput};
use super::panels::widgets::KeyOwner;
use super::panels::{all_ui, color_of, widgets};
use super::picture;
use super::program::{Program, Request};
use super::quality::QualityProbe;
use super::script::{Events, RunReport, Script, Step};
use super::stage::{add_fan, add_pale, bounds_of, show, show_side};
use super::tool::{limit_knobs, Lens};
use super::window::{complain, in_window};
use crate::cli::{Exit, ShotOptions, StartOptions};
use crate::platform::dialogs::{DialogKind, FileDialogs, Picked};
use crate::platform::display::InputWatch;
use crate::platform::recovery;
use crate::platform::settings::{self, Settings};
use crate::platform::signals::EndSignal;
use crate::view::camera::Camera;
use crate::view::draw_list::DrawList;
use crate::view::labels::paint_labels;
use crate::view::renderer::{Frame, Quality, Renderer, Viewport};
use crate::view::theme;
use egui_macroquad::egui;
use macroquad::input::KeyCode;
use macroquad::miniquad;
use macroquad::miniquad::window::{clipboard_get, clipboard_set};
use macroquad::window::next_frame;
use serde_json::json;
use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Duration of a frame, s; in scripts every frame lasts exactly so long.
const FRAME_S: f64 = 1.0 / 60.0;
/// So long after the last input the program rests if nothing moves, s.
const QUIET_S: f64 = 1.0;
/// Time between frames of a resting program that cannot listen for input, s.
const RESTING_FRAME_S: f64 = 0.25;
/// Time between looks at files and signals while resting.
const HOUSEKEEPING: Duration = Duration::from_millis(500);
/// Longest real time that one frame may stand for, s.
const LONGEST_FRAME_S: f64 = 0.1;
/// Longest that the steps of one frame may take.
const STEPPING_BUDGET: Duration = Duration::from_millis(50);
/// Share of the bounds of a scene that the camera frames.
const CLOSENESS: f32 = 0.78;
/// Size of a new window, points.
const WINDOW_SIZE: (u32, u32) = (1280, 720);

/// Opens the window; returns when it is closed.
pub fn open(options: StartOptions) -> Exit {
    let loaded = Settings::default_path()
        .map(|path| Settings::load(&path))
        .unwrap_or_default();
    let mut program = match Program::open(options.scene.as_deref(), loaded.settings) {
        Ok(program) => program,
        Err(error) => return complain(&error, Exit::BadInput),
    };
    if let Some(notice) = loaded.notice {
        program.fail(notice);
    }
    if options.script.is_none() && options.frames.is_none() {
        program.stepping_budget = Some(STEPPING_BUDGET);
    }
    let script = match options.script.as_deref().map(Script::load).transpose() {
        Ok(script) => script.unwrap_or_default(),
        Err(error) => return complain(&error, Exit::BadInput),
    };
    in_window(WINDOW_SIZE, move |exit| run(program, script, options, exit))
}

/// Renders one picture of a scene without panels.
pub fn shot(options: ShotOptions) -> Exit {
    let opened = Program::open_changed(&options.scene, &options.set);
    let mut program = match opened {
        Ok(program) => program,
        Err(error) => return complain(&error, Exit::BadInput),
    };
    let step_s = program.session.step_s();
    for _ in 0..(options.at_s / step_s).round() as u64 {
        program.session.step();
    }
    if let Some(trouble) = &program.session.trouble {
        return complain(&format!("{}: {trouble}", options.scene), Exit::Failed);
    }
    program.session.playing = false;
    program.panels.hidden = true;
    let start = StartOptions {
        frames: Some(3),
        screenshot: Some(options.output),
        ..StartOptions::default()
    };
    in_window((options.size.width, options.size.height), move |code| {
        run(program, Script::default(), start, code)
    })
}

async fn run(program: Program, script: Script, options: StartOptions, exit: Rc<Cell<Exit>>) {
    let mut shell = match Shell::new(program, script, options) {
        Ok(shell) => shell,
        Err(error) => {
            eprintln!("ragdoll-lab: {error}; `ragdoll-lab run SCENE` works without a window");
            exit.set(Exit::NoDisplay);
            return;
        }
    };
    let mut signal = None;
    if shell.options.frames.is_none() {
        shell.program.keep_unsaved_in(recovery::default_folder());
        shell.program.guard_against_panics();
        signal = EndSignal::watch().ok();
    }
    while shell.frame(&exit) {
        if let Some(code) = signal.as_ref().and_then(EndSignal::exit_code) {
            shell.end_by_signal(code);
        }
        shell.wait(|| signal.as_ref().is_some_and(|s| s.exit_code().is_some()));
        next_frame().await;
    }
    shell.program.forget_unsaved();
    shell.keep_settings();
}

/// Settings that cannot be saved are no reason to keep the window open.
fn save_settings(settings: &Settings) {
    if let Some(Err(error)) = Settings::default_path().map(|path| settings.save(&path)) {
        eprintln!("ragdoll-lab: {error}");
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

/// Whether a key belongs to what is typed.
fn is_typed(owner: KeyOwner, stroke: &KeyStroke) -> bool {
    let is_plain = !(stroke.ctrl || stroke.alt);
    let key = stroke.key as u16;
    let is_letter = (KeyCode::A as u16..=KeyCode::Z as u16).contains(&key);
    let is_function = (KeyCode::F1 as u16..=KeyCode::F12 as u16).contains(&key);
    // F2 types in the cell.
    let is_free =
        stroke.key == KeyCode::Space || is_letter || (is_function && key != KeyCode::F2 as u16);
    let is_free = is_plain && is_free;
    match owner {
        KeyOwner::Stage => false,
        // P begins the number pi.
        KeyOwner::Table => !is_free || stroke.key == KeyCode::P,
        KeyOwner::Menu => stroke.key == KeyCode::Escape,
        KeyOwner::Text => true,
    }
}

/// Everything that belongs to the open window.
struct Shell {
    program: Program,
    script: Script,
    options: StartOptions,
    events: Events,
    glue: Glue,
    renderer: Renderer,
    camera: Camera,
    list: DrawList,
    /// Those of the runs beside the session that have a pane of their own.
    side_lists: Vec<DrawList>,
    /// Where the session and the runs beside it are drawn, points.
    panes: Vec<egui::Rect>,
    /// The pane in which the mouse acts.
    acting_pane: usize,
    input: StageInput,
    dialogs: FileDialogs,
    stage: egui::Rect,
    styled: Option<(theme::Theme, f32)>,
    /// To whom the keys belonged when those of this frame were pressed.
    key_owner: KeyOwner,
    frame: u32,
    began: Instant,
    started: Instant,
    /// When something last moved or was asked for.
    active: Instant,
    saved_settings: Settings,
    /// Nothing where the system cannot tell of input; scripts have none to wait for.
    input_watch: Option<InputWatch>,
    full_screen: bool,
    /// Measures what is fluid while nobody has chosen a quality; not in runs that repeat.
    quality_probe: Option<QualityProbe>,
    /// What the steps of this frame took, s.
    stepping_s: f64,
}

impl Shell {
    fn new(program: Program, script: Script, options: StartOptions) -> Result<Shell, String> {
        let renderer = with_backend(Renderer::new).map_err(|error| error.to_string())?;
        macroquad::input::prevent_quit();
        let is_live = options.script.is_none();
        let repeats = !is_live || options.frames.is_some() || options.events;
        let saved_settings = program.settings.clone();
        Ok(Shell {
            events: Events::new(options.events),
            program,
            script,
            options,
            glue: Glue::new(),
            renderer,
            camera: Camera::default(),
            list: DrawList::default(),
            side_lists: Vec::new(),
            panes: Vec::new(),
            acting_pane: 0,
            input: StageInput::default(),
            dialogs: FileDialogs::new(DialogKind::Auto),
            stage: egui::Rect::NOTHING,
            styled: None,
            key_owner: KeyOwner::Stage,
            frame: 0,
            began: Instant::now(),
            started: Instant::now(),
            active: Instant::now(),
            saved_settings,
            input_watch: InputWatch::of_current_window().filter(|_| is_live),
            full_screen: false,
            quality_probe: (!repeats).then(QualityProbe::default),
            stepping_s: 0.0,
        })
    }

    /// Ends the program; what is unsaved is offered at the next start.
    fn end_by_signal(&mut self, code: i32) -> ! {
        match self.program.keep_for_next_start() {
            Ok(Some(path)) => eprintln!(
                "ragdoll-lab: what was not saved is kept as {}; the next start offers it",
                path.display()
            ),
            Ok(None) => {}
            Err(error) => eprintln!("ragdoll-lab: unsaved changes are lost ({error})"),
        }
        self.keep_settings();
        std::process::exit(code);
    }

    /// Saves the settings if they have changed, so that no crash loses them.
    fn keep_settings(&mut self) {
        let settings = &mut self.program.settings;
        settings.panels = self.program.panels.dock.to_value();
        if *settings != self.saved_settings {
            save_settings(settings);
            self.saved_settings.clone_from(settings);
        }
    }

    /// One frame; false when the program is over.
    fn frame(&mut self, exit: &Cell<Exit>) -> bool {
        let frame_s = self.pass_time();
        self.play_script();
        self.style();
        // Nothing is missed behind a dialog.
        let passing_s = if self.dialogs.is_open() { 0.0 } else { frame_s };
        let began = Instant::now();
        self.program.advance(passing_s);
        self.stepping_s = began.elapsed().as_secs_f64();
        self.program.keep_up(self.started.elapsed());
        self.camera.update(frame_s as f32);
        self.panels();
        self.take_input(frame_s as f32);
        self.take_dropped_files();
        let go_on = self.fulfil_requests();
        self.draw();
        self.report();
        let last = self
            .options
            .frames
            .is_some_and(|frames| self.frame + 1 >= frames);
        if last {
            if let Some(path) = self.options.screenshot.clone() {
                if let Err(error) = picture::save_window(&path) {
                    eprintln!("ragdoll-lab: {error}");
                    exit.set(Exit::Failed);
                }
            }
        }
        self.frame += 1;
        go_on && !last
    }

    /// Real time since the last frame, s; fixed when the run must repeat exactly.
    fn pass_time(&mut self) -> f64 {
        let passed = self.began.elapsed().as_secs_f64();
        self.began = Instant::now();
        self.measure_quality(passed - self.stepping_s);
        let passed = passed.min(LONGEST_FRAME_S);
        if self.options.frames.is_some() || self.options.script.is_some() {
            FRAME_S
        } else {
            passed
        }
    }

    /// Takes what a frame took without its steps, s, until it is known what is fluid.
    fn measure_quality(&mut self, frame_s: f64) {
        if !self.measures_quality() {
            return;
        }
        let verdict = self.quality_probe.as_mut().and_then(|p| p.note(frame_s));
        if let Some(verdict) = verdict {
            self.quality_probe = Some(QualityProbe::default());
            self.program.settle_quality(&verdict);
        }
    }

    fn measures_quality(&self) -> bool {
        self.program.settings.quality == settings::Quality::Auto && self.quality_probe.is_some()
    }

    fn play_script(&mut self) {
        for step in self.script.steps(self.frame) {
            match step {
                Step::Perform(action) => self.program.perform(action),
                Step::Open(source) => self.program.open_source(&source),
                Step::Save(path) => self.program.save_to(&path),
                Step::Look(yaw, pitch) => self.look_from(Some((yaw, pitch))),
            }
        }
    }

    fn style(&mut self) {
        let wanted = (
            theme_of(self.program.settings.theme),
            self.program.settings.text_scale,
        );
        if self.styled != Some(wanted) {
            theme::apply(self.glue.context(), wanted.0, wanted.1);
            self.styled = Some(wanted);
        }
    }

    /// Lays out the panels and carries out what they ask for.
    fn panels(&mut self) {
        let mut overlay = self.program.overlay();
        let session = &self.program.session;
        let last_ball = session.trails.balls.last();
        if last_ball.is_some_and(|trail| trail.until(session.now()).len() == 1) {
            overlay.waiting_ball = None;
        }
        let theme = theme_of(self.program.settings.theme);
        self.input.hand().mark(&mut overlay.marks);
        // The first frames jump to where the scene is seen from.
        let pane = self.panes.first().filter(|_| self.frame > 2);
        overlay.seen_from = pane.map(|pane| (self.camera, self.frame_of(pane)));
        overlay.limits.lens = self.stage.is_positive().then(|| self.lens());
        show(&mut self.list, &self.program.session, &overlay, theme);
        add_fan(&mut self.list, &self.program.fan, theme);
        self.show_sides(theme);
        if let Some(glance) = self.program.glance() {
            add_pale(&mut self.list, glance, 1.0, color_of(0));
        }
        if self.stage.is_positive() {
            let (lens, hand) = (self.lens(), self.input.hand());
            self.program.place_m = hand.place(&self.program, &lens);
            hand.draw(&mut self.list, &self.program, &lens, theme);
        }
        // Enter and Escape end the typing: they are no keys of the stage then.
        self.key_owner = widgets::key_owner(self.glue.context());
        let mut actions = Vec::new();
        let mut state = std::mem::take(&mut self.program.panels);
        let view = self.program.view();
        let (list, camera, dialogs) = (&self.list, &self.camera, &mut self.dialogs);
        let (stage_rect, mut picked) = (&mut self.stage, None);
        let (side_lists, pane_rects) = (&self.side_lists, &mut self.panes);
        self.glue.run(|ctx| {
            actions = all_ui(ctx, &view, &mut state);
            *stage_rect = match state.hidden {
                true => ctx.screen_rect(),
                false => state.dock.stage().unwrap_or(egui::Rect::NOTHING),
            };
            let runs = side_lists.len() + 1;
            *pane_rects = panes(*stage_rect, runs, ctx.pixels_per_point());
            let painter = ctx.layer_painter(egui::LayerId::background());
            let lists = std::iter::once(list).chain(side_lists);
            for (list, pane) in lists.zip(&*pane_rects) {
                paint_labels(&painter, *pane, camera, &list.labels, &theme.stage());
            }
            picked = dialogs.update(ctx);
        });
        self.program.panels = state;
        for action in actions {
            self.program.perform(action);
        }
        match picked {
            Some(Picked::Open(purpose, path)) => self.program.open_chosen(purpose, &path),
            Some(Picked::Save(purpose, path)) => self.program.save_chosen(purpose, &path),
            Some(Picked::Cancelled) => self.program.dialog_cancelled(),
            None => {}
        }
    }

    /// Shows the runs beside the session: in panes of their own, or pale on the stage.
    fn show_sides(&mut self, theme: theme::Theme) {
        let program = &self.program;
        let sides = program.comparison.as_ref().map_or(&[][..], |c| c.sides());
        let layout = program.compare_options.layout;
        let own_panes = if layout == Layout::Panes {
            sides.len()
        } else {
            0
        };
        self.side_lists.resize_with(own_panes, DrawList::default);
        for (list, side) in self.side_lists.iter_mut().zip(sides) {
            show_side(list, &program.session, &side.simulation, theme);
        }
        for (i, side) in sides.iter().enumerate().skip(own_panes) {
            let blend = program.session.blend;
            add_pale(&mut self.list, &side.simulation, blend, color_of(i + 1));
        }
    }

    /// The pane in which the mouse acts, in the units of the mouse. All panes are seen
    /// through one camera, so what is done in any of them is done in all.
    fn mouse_stage(&self) -> egui::Rect {
        let zoom = self.glue.context().zoom_factor();
        let pane = self.panes.get(self.acting_pane).or(self.panes.first());
        *pane.unwrap_or(&self.stage) * (zoom / miniquad::window::dpi_scale())
    }

    /// A drag acts in the pane in which it began.
    fn choose_pane(&mut self, ctx: &egui::Context) {
        let at = ctx.input(|input| input.pointer.hover_pos());
        let pane = at.and_then(|at| self.panes.iter().position(|pane| pane.contains(at)));
        if let (Some(pane), false) = (pane, ctx.input(|input| input.pointer.any_down())) {
            self.acting_pane = pane;
        }
        self.acting_pane = self.acting_pane.min(self.panes.len().saturating_sub(1));
    }

    fn lens(&self) -> Lens {
        lens(&self.camera, self.mouse_stage())
    }

    fn take_input(&mut self, frame_s: f32) {
        let ctx = self.glue.context().clone();
        self.choose_pane(&ctx);
        let stage = self.mouse_stage();
        let over_panels = widgets::is_over_panels(&ctx) || self.dialogs.is_open();
        self.input
            .mouse(&mut self.program, &mut self.camera, stage, over_panels);
        let owner = self.key_owner.max(widgets::key_owner(&ctx));
        let mut strokes = self.glue.take_strokes();
        if !self.dialogs.is_open() {
            let lens = self.lens();
            let program = &mut self.program;
            strokes.retain(|stroke| {
                is_typed(owner, stroke) || !self.input.take_key(program, &lens, stroke)
            });
            for stroke in &strokes {
                self.input.key(program, stroke, is_typed(owner, stroke));
            }
        } else if strokes.iter().any(|stroke| stroke.key == KeyCode::Escape) {
            self.dialogs.close();
            self.program.dialog_cancelled();
        }
        self.input.fly(&mut self.camera, frame_s);
        let typing = owner == KeyOwner::Text;
        let holding = ctx.input(|input| input.pointer.any_down()) || typing;
        if !holding && !self.input.is_busy() {
            self.program.document.end_gesture();
        }
        if macroquad::input::is_quit_requested() {
            self.program
                .perform(super::action::Action::Do(super::action::Trigger::Quit));
        }
    }

    fn take_dropped_files(&mut self) {
        for file in macroquad::input::get_dropped_files() {
            if let Some(path) = file.path {
                self.program.perform(super::action::Action::OpenFile(path));
            }
        }
    }

    /// Does what only the window can do; false to end the program.
    fn fulfil_requests(&mut self) -> bool {
        for request in std::mem::take(&mut self.program.requests) {
            match request {
                Request::Quit => return false,
                Request::OpenDialog(purpose) => self.dialogs.open(purpose, &self.program.folder()),
                Request::SaveDialog(purpose, path) => self.dialogs.save(purpose, &path),
                Request::LookFrom(direction) => self.look_from(direction),
                Request::FrameSelection => match self.input.hand().selected_bounds(&self.program) {
                    Some(bounds) => self.camera.frame(bounds, self.aspect()),
                    None => self.look_from(None),
                },
                Request::FullScreen => {
                    self.full_screen = !self.full_screen;
                    macroquad::window::set_fullscreen(self.full_screen);
                }
                Request::CopyText(text) => clipboard_set(&text),
                Request::PasteShot => match clipboard_get() {
                    Some(text) => self.program.paste_shot(&text),
                    None => self
                        .program
                        .fail("there is no text on the clipboard".into()),
                },
                Request::Screenshot => {
                    let path = PathBuf::from(format!("ragdoll-lab-{}.png", self.frame));
                    match picture::save_window(&path) {
                        Ok(()) => self.program.say(format!("saved {}", path.display())),
                        Err(error) => self.program.fail(error),
                    }
                }
            }
        }
        true
    }

    /// Width over height of the stage; of a usual one before there is any.
    fn aspect(&self) -> f32 {
        let pane = self.panes.first().unwrap_or(&self.stage);
        let aspect = pane.width() / pane.height().max(1.0);
        if aspect.is_finite() && aspect > 0.0 {
            aspect
        } else {
            1.5
        }
    }

    /// Shows the whole scene, from a side if one is given.
    fn look_from(&mut self, direction: Option<(f32, f32)>) {
        let (yaw, pitch) = direction.unwrap_or((0.95, 0.16));
        let mut bounds = bounds_of(&self.program.session.simulation);
        if let Some(launcher) = &self.program.document.scene().launcher {
            // Most of the way to the launcher, to see the ball come.
            let at = super::stage::to_view(launcher.position_m.into());
            let middle = (bounds.min + bounds.max) * 0.5;
            let near = middle.lerp(at, 0.9);
            (bounds.min, bounds.max) = (bounds.min.min(near), bounds.max.max(near));
        }
        let aspect = self.aspect();
        self.camera
            .go_to(self.camera.target, self.camera.distance, yaw, pitch);
        // The sphere round the bounds leaves much of the picture empty.
        let (middle, half) = (
            (bounds.min + bounds.max) * 0.5,
            (bounds.max - bounds.min) * 0.5,
        );
        bounds.min = middle - half * CLOSENESS;
        bounds.max = middle + half * CLOSENESS;
        self.camera.frame(bounds, aspect);
        if self.frame < 2 {
            self.camera.settle();
        }
    }

    fn draw(&mut self) {
        let lists = std::iter::once(&self.list).chain(&self.side_lists);
        let frames = self.panes.iter().map(|pane| self.frame_of(pane));
        let views: Vec<_> = lists.zip(frames).collect();
        let drawn = with_backend(|ctx| self.renderer.draw(ctx, &views, &self.camera));
        self.program.drawn = drawn;
        self.glue.draw();
    }

    /// How a pane is drawn.
    fn frame_of(&self, pane: &egui::Rect) -> Frame {
        let scale = self.glue.context().pixels_per_point();
        let settings = &self.program.settings;
        let tried = self.quality_probe.as_ref().map(QualityProbe::tried);
        let quality = match tried.filter(|_| self.measures_quality()) {
            Some(tried) => tried,
            None => settings.quality,
        };
        Frame {
            viewport: Viewport {
                x: (pane.left() * scale).round() as i32,
                y: (pane.top() * scale).round() as i32,
                width: (pane.width() * scale).round() as i32,
                height: (pane.height() * scale).round() as i32,
            },
            theme: theme_of(settings.theme),
            quality: quality_of(quality),
        }
    }

    fn report(&mut self) {
        if !self.events.is_enabled() {
            return;
        }
        let ctx = self.glue.context().clone();
        let scale = ctx.pixels_per_point();
        self.events.report_widgets(widgets::take_noted(&ctx), scale);
        self.events.report_message(&self.program.message);
        let knobs = limit_knobs(&self.program, &self.lens());
        let pixels = f64::from(miniquad::window::dpi_scale());
        self.events.report_knobs(knobs, pixels);
        let document = &self.program.document;
        self.events
            .report_scene(document.scene(), document.revision());
        if self.frame == 2 {
            let stage = self.stage.center() * scale;
            self.events
                .report("ready", json!({ "x": stage.x, "y": stage.y }));
        }
        let stands = !self.program.session.playing;
        let figure = stands.then(|| self.figure_in_window()).flatten();
        self.events.report_run(RunReport::of(&self.program, figure));
        self.events
            .report_shot(self.program.session.simulation.metrics.shot.as_ref());
    }

    /// Where the middle of what moves is in the window, px.
    fn figure_in_window(&self) -> Option<[i32; 2]> {
        let pane = self.panes.first()?;
        let bounds = bounds_of(&self.program.session.simulation);
        let middle = (bounds.min + bounds.max) * 0.5;
        let size = macroquad::math::vec2(pane.width(), pane.height());
        let at = self.camera.project(middle, size)?;
        let scale = self.glue.context().pixels_per_point();
        let place = [pane.left() + at.x, pane.top() + at.y];
        Some(place.map(|points| (points * scale) as i32))
    }

    /// Keeps to the frame rate where the driver does not, and rests when nothing moves.
    /// `ended` tells whether the program has to end.
    fn wait(&mut self, ended: impl Fn() -> bool) {
        if self.options.frames.is_some() {
            return;
        }
        if self.is_moving() {
            self.active = Instant::now();
        }
        let rests = self.active.elapsed().as_secs_f64() > QUIET_S;
        match &self.input_watch {
            Some(_) if rests => self.rest(ended),
            None if rests => self.sleep_until(RESTING_FRAME_S),
            _ => self.sleep_until(FRAME_S),
        }
    }

    /// Whether the next frame may look different although nothing is touched.
    fn is_moving(&self) -> bool {
        let ctx = self.glue.context();
        let due = self.glue.due();
        self.program.session.playing
            || self.program.is_busy()
            || self.measures_quality()
            || self.camera.is_moving()
            || self.input.is_busy()
            || self.dialogs.is_open()
            || due.is_some_and(|due| due <= Instant::now())
            || ctx.input(|input| !input.events.is_empty())
    }

    /// Sleeps until something is touched or has to be drawn.
    fn rest(&mut self, ended: impl Fn() -> bool) {
        self.keep_settings();
        let said = self.program.messages.said();
        let due = self.glue.due();
        while !ended() && self.program.messages.said() == said {
            let left = due.map(|due| due.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return;
            }
            let nap = left.unwrap_or(HOUSEKEEPING).min(HOUSEKEEPING);
            if self
                .input_watch
                .as_ref()
                .is_none_or(|watch| watch.wait(nap))
            {
                // What was touched shows a frame later.
                self.active = Instant::now();
                return;
            }
            self.program.keep_up(self.started.elapsed());
        }
    }

    /// Sleeps until `frame_s` after the begin of this frame.
    fn sleep_until(&self, frame_s: f64) {
        let left = frame_s - self.began.elapsed().as_secs_f64();
        if left > 0.0 {
            std::thread::sleep(Duration::from_secs_f64(left));
        }
    }
}
