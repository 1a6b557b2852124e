//! The picture of the stage: what is on it, through which camera, in which panes.

use super::glue::with_backend;
use super::input::stage_camera;
use super::record::{Recorder, Recording};
use crate::app::action::{Action, Layout, Trigger};
use crate::app::panels::{color_of, pane_heading, CAPTION, COVERS};
use crate::app::panes::{panes, HeadingHeight, Pane};
use crate::app::playback::go_to_last_shot;
use crate::app::program::Program;
use crate::app::stage::{
    add_fan, add_look_here, add_pale, add_why, bounds_of, show, show_side, Difference, Dressing,
    PaneShape, Shown, StageViews,
};
use crate::app::tool::{Interactor, ToolHost};
use crate::lab::Simulation;
use crate::view::camera::Camera;
use crate::view::draw_list::DrawList;
use crate::view::framing::FreePart;
use crate::view::labels::paint_labels;
use crate::view::renderer::{Drawn, Frame, Quality, Renderer, Viewport};
use crate::view::stage_camera::StageCamera;
use crate::view::theme::{Place, Theme};
use egui_macroquad::egui::{self, LayerId, Order, Rect};
use macroquad::input::KeyCode;
use macroquad::math::vec2;
use macroquad::miniquad::window::dpi_scale;

/// Share of the free part that stays empty round what is framed.
const MARGIN: f32 = 0.06;
/// Height that hints and results take at least at the top of the stage, points.
const HINTS_PT: f32 = 72.0;
/// Results grow with what they tell: in such steps, so that the view does not follow each, points.
const HINTS_STEP_PT: f32 = 24.0;
/// Room above things for the arrow at what differs in a demonstration, and its words, points.
const ARROW_PT: f32 = 72.0;
/// Width over height of a stage before there is any.
const USUAL_ASPECT: f32 = 1.5;

/// What is said to who asks for a film too soon.
const STILL_WRITING: &str = "the last recording is still being saved; try again when it is done";

/// How a frame is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// Colours.
    pub theme: Theme,
    /// Where the scene is seen.
    pub place: Place,
    /// How much it may cost.
    pub quality: Quality,
    /// In which share of the window's resolution.
    pub sharpness: f32,
    /// Whether bones move skins by linear blend.
    pub linear_skins: bool,
    /// Pixels of a point.
    pub pixels_per_point: f32,
}

/// The picture of the stage.
pub(super) struct Picture {
    renderer: Renderer,
    /// The cameras through which the panes are seen.
    views: StageViews,
    list: DrawList,
    /// Those of the runs beside the session that have a pane of their own.
    side_lists: Vec<DrawList>,
    /// Where the session and the runs beside it are drawn, points.
    panes: Vec<Pane>,
    /// The pane in which the mouse acts.
    acting_pane: usize,
    /// What is left of the window beside the panels, points.
    pub stage: Rect,
    /// Units of the mouse of a point.
    mouse_units: f32,
    /// The part of the first pane that nothing lies over.
    free: FreePart,
    /// The film that is being made.
    recorder: Option<Recorder>,
    /// Whether the window is to be saved as it is after this frame.
    pub is_to_be_saved: bool,
}

impl Picture {
    /// An empty picture.
    pub fn new(renderer: Renderer) -> Picture {
        Picture {
            renderer,
            views: StageViews::default(),
            list: DrawList::default(),
            side_lists: Vec::new(),
            panes: Vec::new(),
            acting_pane: 0,
            stage: Rect::NOTHING,
            mouse_units: 1.0,
            free: FreePart::WHOLE,
            recorder: None,
            is_to_be_saved: false,
        }
    }

    /// Puts on the stage what the program shows; the interactor adds its own. `settled`:
    /// whether the scene is seen from where it will be.
    pub fn show(
        &mut self,
        program: &mut Program,
        interactor: &Interactor,
        style: Style,
        settled: bool,
    ) {
        let mut overlay = program.overlay();
        let session = &program.playback.session;
        let last_ball = session.observed.trails.balls.last();
        if last_ball.is_some_and(|trail| trail.until(session.now()).len() == 1) {
            overlay.waiting_ball = None;
        }
        interactor.mark(&mut overlay.marks);
        let pane = self.panes.first().filter(|_| settled);
        overlay.seen_from = pane.map(|pane| (self.views.cameras.of(0), frame_of(pane, style)));
        overlay.limits.camera = self.stage.is_positive().then(|| self.stage_camera());
        show(&mut self.list, session, &overlay, style.theme);
        add_fan(&mut self.list, &program.jobs.fan, style.theme);
        if let Some(why) = program.asked() {
            add_why(&mut self.list, why, session, style.theme);
        }
        self.show_sides(program, style.theme);
        self.point_at_misprint(program, style.theme);
        if let Some(preview) = program.playback.preview.shown() {
            let dressing = dressing_of(program);
            add_pale(&mut self.list, preview, 1.0, color_of(0), dressing);
        }
        if self.stage.is_positive() {
            let camera = self.stage_camera();
            program.workbench.place_m = interactor.place(&*program, &camera);
            interactor.draw(&mut self.list, program, &camera, style.theme);
        }
    }

    /// Shows the runs beside the session: in panes of their own, or pale on the stage.
    fn show_sides(&mut self, program: &Program, theme: Theme) {
        let (session, comparing) = (&program.playback.session, &program.playback.comparing);
        let sides = comparing.comparison.as_ref().map_or(&[][..], |c| c.sides());
        let own_panes = match comparing.options.layout {
            Layout::Panes => sides.len(),
            Layout::Ghosts => 0,
        };
        self.side_lists.resize_with(own_panes, DrawList::default);
        for (list, side) in self.side_lists.iter_mut().zip(sides) {
            let shown = (&program.workbench.layers, program.ui.settings.look);
            show_side(list, session, &side.simulation, shown, theme);
        }
        for (i, side) in sides.iter().enumerate().skip(own_panes) {
            let blend = session.pace.blend;
            let (color, dressing) = (color_of(i + 1), dressing_of(program));
            add_pale(&mut self.list, &side.simulation, blend, color, dressing);
        }
    }

    /// Points at what differs most in a scene that shows a misprint, in both panes.
    fn point_at_misprint(&mut self, program: &Program, theme: Theme) {
        let comparison = program.playback.comparing.comparison.as_ref();
        let sides = comparison.map_or(&[][..], |comparison| comparison.sides());
        let ([list], [side]) = (&mut self.side_lists[..], sides) else {
            return;
        };
        let own = &program.playback.session.simulation;
        let are_together = own.world.state().step == side.simulation.world.state().step;
        if !program.workspace.is_demonstration() || !are_together {
            return;
        }
        if let Some(most) = Difference::between(own, &side.simulation) {
            add_look_here(&mut self.list, own, &most, theme);
            add_look_here(list, &side.simulation, &most, theme);
        }
    }

    /// Divides the stage into panes and writes the labels of the stage.
    pub fn lay_out(&mut self, ctx: &egui::Context, stage: Rect, theme: Theme) {
        self.stage = stage;
        self.mouse_units = ctx.zoom_factor() / dpi_scale();
        let runs = self.side_lists.len() + 1;
        let covered = stage != ctx.screen_rect();
        let heading = match covered {
            true => pane_heading(ctx),
            false => HeadingHeight::NONE,
        };
        self.panes = panes(stage, runs, ctx.pixels_per_point(), heading);
        let pane = self.panes.first().map_or(stage, |pane| pane.picture);
        self.free = match self.panes.len() {
            1 if covered => free_part(stage, covered_from_above(ctx, stage)),
            _ => beside_caption(ctx, pane),
        };
        let painter = ctx.layer_painter(egui::LayerId::background());
        let lists = std::iter::once(&self.list).chain(&self.side_lists);
        for (i, (list, pane)) in lists.zip(&self.panes).enumerate() {
            let camera = self.views.cameras.of(i);
            let labels = &list.labels;
            paint_labels(&painter, pane.picture, &camera, labels, &theme.stage());
        }
    }

    /// Draws the panes.
    pub fn draw(&mut self, style: Style) -> Drawn {
        let lists = std::iter::once(&self.list).chain(&self.side_lists);
        let panes = lists.zip(&self.panes).enumerate();
        let views =
            panes.map(|(i, (list, pane))| (list, self.views.cameras.of(i), frame_of(pane, style)));
        let views: Vec<_> = views.collect();
        with_backend(|ctx| self.renderer.draw(ctx, &views))
    }

    /// A drag acts in the pane in which it began.
    pub fn choose_pane(&mut self, ctx: &egui::Context) {
        let at = ctx.input(|input| input.pointer.hover_pos());
        let pane = at.and_then(|at| self.panes.iter().position(|pane| pane.picture.contains(at)));
        if let (Some(pane), false) = (pane, ctx.input(|input| input.pointer.any_down())) {
            self.acting_pane = pane;
        }
        self.acting_pane = self.acting_pane.min(self.panes.len().saturating_sub(1));
    }

    /// The pane in which the mouse acts, in the units of the mouse. All panes are seen
    /// from one side, so what is done in any of them is done in all.
    pub fn mouse_stage(&self) -> Rect {
        let pane = self.panes.get(self.acting_pane).or(self.panes.first());
        pane.map_or(self.stage, |pane| pane.picture) * self.mouse_units
    }

    /// The camera of the pane in which the mouse acts.
    pub fn acting_camera(&self) -> Camera {
        self.views.cameras.of(self.acting_pane)
    }

    /// Takes over how a person moved the camera of the pane in which the mouse acts.
    pub fn take_camera(&mut self, camera: Camera) {
        self.views.take(self.acting_pane, camera);
    }

    /// The camera as the tools see it.
    pub fn stage_camera(&self) -> StageCamera {
        stage_camera(&self.acting_camera(), self.mouse_stage())
    }

    /// Shows at once what the cameras are on their way to.
    pub fn settle(&mut self) {
        self.views.cameras.settle();
    }

    /// Whether any view still moves visibly.
    pub fn is_moving(&self) -> bool {
        self.views.cameras.is_moving()
    }

    /// Moves the cameras on for a frame.
    pub fn move_cameras(&mut self, program: &Program, frame_s: f32) {
        let (shape, sides) = (self.shape(), self.sides(program));
        let follows = program.ui.settings.follow;
        let shown = shown(program, &sides);
        self.views.advance(shown, shape, follows, frame_s);
    }

    /// The runs that have a pane beside that of the session.
    fn sides<'a>(&self, program: &'a Program) -> Vec<&'a Simulation> {
        let comparison = program.playback.comparing.comparison.as_ref();
        let sides = comparison.map_or(&[][..], |comparison| comparison.sides());
        let own_panes = sides.iter().take(self.side_lists.len());
        own_panes.map(|side| &side.simulation).collect()
    }

    /// Frames bounds of the scene, or all of it.
    pub fn frame_selection(&mut self, program: &Program, interactor: &Interactor) {
        match interactor.selected_bounds(program) {
            Some(bounds) => self.views.look_at(bounds, self.shape()),
            None => self.look_from(program, None),
        }
    }

    /// Shows the whole scene, from a side if one is given.
    pub fn look_from(&mut self, program: &Program, direction: Option<(f32, f32)>) {
        let (shape, sides) = (self.shape(), self.sides(program));
        let shown = shown(program, &sides);
        self.views.look_from(shown, shape, direction);
    }

    fn shape(&self) -> PaneShape {
        PaneShape {
            free: self.free.shrunk(MARGIN),
            aspect: self.aspect(),
        }
    }

    /// Width over height of the stage; of a usual one before there is any.
    fn aspect(&self) -> f32 {
        let picture = self.panes.first().map_or(self.stage, |pane| pane.picture);
        let aspect = picture.width() / picture.height().max(1.0);
        match aspect.is_finite() && aspect > 0.0 {
            true => aspect,
            false => USUAL_ASPECT,
        }
    }

    /// Where the middle of what moves is in the window, points.
    pub fn middle_of_motion(&self, program: &Program) -> Option<[f32; 2]> {
        let pane = self.panes.first()?.picture;
        let bounds = bounds_of(&program.playback.session.simulation);
        let middle = (bounds.min + bounds.max) * 0.5;
        let size = vec2(pane.width(), pane.height());
        let at = self.views.cameras.of(0).project(middle, size)?;
        Some([pane.left() + at.x, pane.top() + at.y])
    }
}

impl Picture {
    /// Begins a film of the stage, or ends the one that is being made.
    pub fn record(&mut self, program: &mut Program) {
        match &mut self.recorder {
            Some(recorder) if recorder.is_recording() => recorder.end(),
            Some(_) => program.ui.say(STILL_WRITING.into()),
            None => self.begin_film(program, false),
        }
    }

    /// Throws the last shot again and films it to its end.
    pub fn record_shot(&mut self, program: &mut Program) {
        if self.recorder.is_some() {
            return program.ui.say(STILL_WRITING.into());
        }
        if !go_to_last_shot(&mut program.playback.session) {
            program.perform(Action::Do(Trigger::RepeatShot));
        }
        let simulation = &program.playback.session.simulation;
        if simulation.metrics.shot.is_some() || simulation.awaits_shot() {
            self.begin_film(program, true);
        }
    }

    fn begin_film(&mut self, program: &mut Program, of_shot: bool) {
        match Recorder::begin(of_shot) {
            Ok(recorder) => {
                self.recorder = Some(recorder);
                let text = "recording the stage; Escape cancels; to save, use Start/stop recording";
                program
                    .ui
                    .say(program.ui.keymap.with_key(text, Trigger::Record));
            }
            Err(error) => program.ui.fail(error),
        }
    }

    /// Whether a film of the stage is being made.
    pub fn is_filming(&self) -> bool {
        let recorder = self.recorder.as_ref();
        recorder.is_some_and(Recorder::is_recording)
    }

    /// Whether a film that has ended is being written.
    pub fn is_writing_film(&self) -> bool {
        let recorder = self.recorder.as_ref();
        recorder.is_some_and(|recorder| !recorder.is_recording())
    }

    /// Gives up the film that is being made, if Escape is pressed while there is one.
    pub fn take_key(&mut self, program: &mut Program, key: KeyCode) -> bool {
        let gives_up = key == KeyCode::Escape && self.recorder.is_some();
        if gives_up {
            self.recorder = None;
            program.ui.say("recording cancelled".into());
        }
        gives_up
    }

    /// Ends a film that is being made, and waits until it is written.
    pub fn finish_film(&mut self) {
        if let Some(mut recorder) = self.recorder.take() {
            recorder.end();
            recorder.wait();
        }
    }

    /// Takes a frame of the film that is being made, if one is due; after the drawing.
    pub fn film(&mut self, program: &mut Program, ctx: &egui::Context) {
        let Some(recorder) = &mut self.recorder else {
            return;
        };
        let session = &program.playback.session;
        if recorder.is_recording() && !session.is_going() {
            let time_s = session.now() as f64 * session.step_s();
            let part = self.stage * ctx.pixels_per_point();
            recorder.take(time_s, part, session.shot_is_over());
        }
        match recorder.poll() {
            Recording::Working => return,
            Recording::Saved(path, words) => program.ui.say_saved(&words, &path),
            Recording::Failed(text) => program.ui.fail(text),
        }
        self.recorder = None;
    }
}

/// What a program shows in the panes.
fn shown<'a>(program: &'a Program, sides: &'a [&'a Simulation]) -> Shown<'a> {
    Shown {
        session: &program.playback.session,
        sides,
        launcher: program.workspace.document.scene().launcher.as_ref(),
        fan: program.jobs.fan.on_stage(),
    }
}

/// How the ragdolls of a program are drawn.
fn dressing_of(program: &Program) -> Dressing<'_> {
    Dressing {
        look: program.ui.settings.look,
        skins: &program.playback.session.looks.skins,
        mixes: &[],
    }
}

/// What hints and results leave free of the stage, of which they cover so much from above, points.
fn free_part(stage: Rect, covered: f32) -> FreePart {
    FreePart::within(0.0, 0.0, 0.0, covered / stage.height().max(1.0))
}

/// What the caption of a demonstration leaves free of the pictures of its panes, with room above
/// for the arrow that points at what differs; all of them without a caption.
fn beside_caption(ctx: &egui::Context, pane: Rect) -> FreePart {
    let caption = LayerId::new(Order::Middle, CAPTION.into());
    let shown = ctx.memory(|memory| {
        let is_shown = memory.areas().is_visible(&caption);
        memory.area_rect(caption.id).filter(|_| is_shown)
    });
    let Some(caption) = shown else {
        return FreePart::WHOLE;
    };
    let covered = ((pane.bottom() - caption.top()) / HINTS_STEP_PT).ceil() * HINTS_STEP_PT;
    let height = pane.height().max(1.0);
    FreePart::within(0.0, 0.0, covered / height, ARROW_PT / height)
}

/// How far down hints and results cover the stage, points.
fn covered_from_above(ctx: &egui::Context, stage: Rect) -> f32 {
    let lowest = ctx.memory(|memory| {
        let cards = COVERS.map(|name| LayerId::new(Order::Middle, name.into()));
        let shown = cards
            .into_iter()
            .filter(|card| memory.areas().is_visible(card));
        let bottoms = shown.filter_map(|card| Some(memory.area_rect(card.id)?.bottom()));
        bottoms.fold(stage.top(), f32::max)
    });
    let steps = ((lowest - stage.top()) / HINTS_STEP_PT).ceil();
    (steps * HINTS_STEP_PT).max(HINTS_PT)
}

/// How a pane is drawn.
fn frame_of(pane: &Pane, style: Style) -> Frame {
    let (pane, scale) = (pane.picture, style.pixels_per_point);
    Frame {
        viewport: Viewport {
            x: (pane.left() * scale).round() as i32,
            y: (pane.top() * scale).round() as i32,
            width: (pane.width() * scale).round() as i32,
            height: (pane.height() * scale).round() as i32,
        },
        theme: style.theme,
        place: style.place,
        quality: style.quality,
        sharpness: style.sharpness,
        linear_skins: style.linear_skins,
    }
}
