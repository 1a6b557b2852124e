//! The picture of the stage: what is on it, through which camera, in which panes.

use super::glue::with_backend;
use super::input::stage_camera;
use crate::app::action::Layout;
use crate::app::panels::color_of;
use crate::app::panes::panes;
use crate::app::program::Program;
use crate::app::stage::{add_fan, add_pale, bounds_of, show, show_side};
use crate::app::tool::Interactor;
use crate::view::camera::Camera;
use crate::view::convert::to_view;
use crate::view::draw_list::DrawList;
use crate::view::labels::paint_labels;
use crate::view::renderer::{Drawn, Frame, Quality, Renderer, Viewport};
use crate::view::stage_camera::StageCamera;
use crate::view::theme::Theme;
use egui_macroquad::egui::{self, Rect};
use macroquad::math::vec2;
use macroquad::miniquad::window::dpi_scale;

/// Share of the bounds of a scene that the camera frames.
const CLOSENESS: f32 = 0.78;
/// From where a scene is seen at first: yaw and pitch, rad.
const FIRST_DIRECTION: (f32, f32) = (0.95, 0.16);
/// Width over height of a stage before there is any.
const USUAL_ASPECT: f32 = 1.5;

/// How a frame is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// Colours.
    pub theme: Theme,
    /// How much it may cost.
    pub quality: Quality,
    /// Pixels of a point.
    pub pixels_per_point: f32,
}

/// The picture of the stage.
pub(super) struct Picture {
    renderer: Renderer,
    /// The camera through which all panes are seen.
    pub camera: Camera,
    list: DrawList,
    /// Those of the runs beside the session that have a pane of their own.
    side_lists: Vec<DrawList>,
    /// Where the session and the runs beside it are drawn, points.
    panes: Vec<Rect>,
    /// The pane in which the mouse acts.
    acting_pane: usize,
    /// What is left of the window beside the panels, points.
    pub stage: Rect,
    /// Units of the mouse of a point.
    mouse_units: f32,
}

impl Picture {
    /// An empty picture.
    pub fn new(renderer: Renderer) -> Picture {
        Picture {
            renderer,
            camera: Camera::default(),
            list: DrawList::default(),
            side_lists: Vec::new(),
            panes: Vec::new(),
            acting_pane: 0,
            stage: Rect::NOTHING,
            mouse_units: 1.0,
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
        overlay.seen_from = pane.map(|pane| (self.camera, frame_of(pane, style)));
        overlay.limits.camera = self.stage.is_positive().then(|| self.stage_camera());
        show(&mut self.list, session, &overlay, style.theme);
        add_fan(&mut self.list, &program.jobs.fan, style.theme);
        self.show_sides(program, style.theme);
        if let Some(preview) = program.playback.preview.shown() {
            add_pale(&mut self.list, preview, 1.0, color_of(0));
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
            show_side(list, session, &side.simulation, theme);
        }
        for (i, side) in sides.iter().enumerate().skip(own_panes) {
            let blend = session.pace.blend;
            add_pale(&mut self.list, &side.simulation, blend, color_of(i + 1));
        }
    }

    /// Divides the stage into panes and writes the labels of the stage.
    pub fn lay_out(&mut self, ctx: &egui::Context, stage: Rect, theme: Theme) {
        self.stage = stage;
        self.mouse_units = ctx.zoom_factor() / dpi_scale();
        let runs = self.side_lists.len() + 1;
        self.panes = panes(stage, runs, ctx.pixels_per_point());
        let painter = ctx.layer_painter(egui::LayerId::background());
        let lists = std::iter::once(&self.list).chain(&self.side_lists);
        for (list, pane) in lists.zip(&self.panes) {
            let camera = &self.camera;
            paint_labels(&painter, *pane, camera, &list.labels, &theme.stage());
        }
    }

    /// Draws the panes.
    pub fn draw(&mut self, style: Style) -> Drawn {
        let lists = std::iter::once(&self.list).chain(&self.side_lists);
        let frames = self.panes.iter().map(|pane| frame_of(pane, style));
        let views: Vec<_> = lists.zip(frames).collect();
        with_backend(|ctx| self.renderer.draw(ctx, &views, &self.camera))
    }

    /// A drag acts in the pane in which it began.
    pub fn choose_pane(&mut self, ctx: &egui::Context) {
        let at = ctx.input(|input| input.pointer.hover_pos());
        let pane = at.and_then(|at| self.panes.iter().position(|pane| pane.contains(at)));
        if let (Some(pane), false) = (pane, ctx.input(|input| input.pointer.any_down())) {
            self.acting_pane = pane;
        }
        self.acting_pane = self.acting_pane.min(self.panes.len().saturating_sub(1));
    }

    /// The pane in which the mouse acts, in the units of the mouse. All panes are seen
    /// through one camera, so what is done in any of them is done in all.
    pub fn mouse_stage(&self) -> Rect {
        let pane = self.panes.get(self.acting_pane).or(self.panes.first());
        *pane.unwrap_or(&self.stage) * self.mouse_units
    }

    /// The camera as the tools see it.
    pub fn stage_camera(&self) -> StageCamera {
        stage_camera(&self.camera, self.mouse_stage())
    }

    /// Frames bounds of the scene, or all of it.
    pub fn frame_selection(&mut self, program: &Program, interactor: &Interactor) {
        match interactor.selected_bounds(program) {
            Some(bounds) => self.camera.frame(bounds, self.aspect()),
            None => self.look_from(program, None),
        }
    }

    /// Shows the whole scene, from a side if one is given.
    pub fn look_from(&mut self, program: &Program, direction: Option<(f32, f32)>) {
        let (yaw, pitch) = direction.unwrap_or(FIRST_DIRECTION);
        let mut bounds = bounds_of(&program.playback.session.simulation);
        if let Some(launcher) = &program.workspace.document.scene().launcher {
            // Most of the way to the launcher, to see the ball come.
            let at = to_view(launcher.position_m.into());
            let middle = (bounds.min + bounds.max) * 0.5;
            let near = middle.lerp(at, 0.9);
            (bounds.min, bounds.max) = (bounds.min.min(near), bounds.max.max(near));
        }
        self.camera
            .go_to(self.camera.target, self.camera.distance, yaw, pitch);
        // The sphere round the bounds leaves much of the picture empty.
        let (middle, half) = (
            (bounds.min + bounds.max) * 0.5,
            (bounds.max - bounds.min) * 0.5,
        );
        bounds.min = middle - half * CLOSENESS;
        bounds.max = middle + half * CLOSENESS;
        self.camera.frame(bounds, self.aspect());
    }

    /// Width over height of the stage; of a usual one before there is any.
    fn aspect(&self) -> f32 {
        let pane = self.panes.first().unwrap_or(&self.stage);
        let aspect = pane.width() / pane.height().max(1.0);
        match aspect.is_finite() && aspect > 0.0 {
            true => aspect,
            false => USUAL_ASPECT,
        }
    }

    /// Where the middle of what moves is in the window, points.
    pub fn middle_of_motion(&self, program: &Program) -> Option<[f32; 2]> {
        let pane = self.panes.first()?;
        let bounds = bounds_of(&program.playback.session.simulation);
        let middle = (bounds.min + bounds.max) * 0.5;
        let at = self
            .camera
            .project(middle, vec2(pane.width(), pane.height()))?;
        Some([pane.left() + at.x, pane.top() + at.y])
    }
}

/// How a pane is drawn.
fn frame_of(pane: &Rect, style: Style) -> Frame {
    let scale = style.pixels_per_point;
    Frame {
        viewport: Viewport {
            x: (pane.left() * scale).round() as i32,
            y: (pane.top() * scale).round() as i32,
            width: (pane.width() * scale).round() as i32,
            height: (pane.height() * scale).round() as i32,
        },
        theme: style.theme,
        quality: style.quality,
    }
}
