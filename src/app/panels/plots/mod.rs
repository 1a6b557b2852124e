//! Plots over time: what was measured in the run and in those beside it, on the clock of
//! the timeline.

mod band;
mod canvas;
mod clock;
mod lines;
mod shown;

pub use canvas::{style_of, EguiCanvas, PlotView};

use super::time_span::TimeSpan;
use super::widgets::{note, text_scale};
use super::{AppView, RUNS};
use crate::app::action::{info, Action, Trigger};
use crate::lab::plot::{Frame, Shared};
use clock::Clock;
use egui_macroquad::egui::{
    vec2, Response, RichText, ScrollArea, SelectableLabel, Sense, Ui, WidgetInfo, WidgetType,
};
use lines::Lines;
use shown::Shown;
use std::collections::BTreeSet;

/// Least height of a plot, points.
const LEAST_HEIGHT: f32 = 46.0;
/// Room above the frame for title and values, in sizes of letters.
const HEAD: f64 = 1.2;
/// Height that the numbers below the last plot take, in sizes of letters.
const NUMBERS: f32 = 2.0;
/// Room beside the labels of the axis, in sizes of letters.
const BESIDE_LABELS: f64 = 1.4;
/// Formats in which the plots are saved.
const EXPORTS: [Trigger; 3] = [
    Trigger::ExportPlotsCsv,
    Trigger::ExportPlotsPng,
    Trigger::ExportPlotsSvg,
];

/// What the panel remembers between frames.
#[derive(Debug)]
pub struct State {
    /// Which part of the run is shown, in the timeline too.
    pub span: TimeSpan,
    chosen: BTreeSet<Shown>,
    lines: Lines,
    /// Width of the widest label of the plots, points.
    labels: f64,
    /// The step that the stage was asked to show beside the present one.
    glanced: Option<u64>,
}

impl Default for State {
    fn default() -> State {
        State {
            span: TimeSpan::default(),
            chosen: Shown::AT_FIRST.into(),
            lines: Lines::default(),
            labels: 0.0,
            glanced: None,
        }
    }
}

impl State {
    /// Keys of the quantities that were chosen; of all where none is.
    pub fn keys(&self) -> Vec<&'static str> {
        let is_chosen = |shown: &Shown| self.chosen.is_empty() || self.chosen.contains(shown);
        let chosen = Shown::ALL.into_iter().filter(is_chosen);
        chosen.map(Shown::key).collect()
    }
}

/// A plot that was drawn.
struct Drawn {
    shown: Shown,
    frame: Frame,
    response: Response,
}

/// The panel.
pub(super) fn plots_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    state.lines.keep_up(view);
    header_ui(ui, view, state, actions);
    let is_drawn = |shown: &Shown| state.chosen.contains(shown) && shown.is_there(view);
    let shown: Vec<Shown> = Shown::ALL.into_iter().filter(is_drawn).collect();
    if shown.is_empty() {
        ui.weak("Choose above what to plot.");
    }
    let height = ui.available_height();
    let area = ScrollArea::vertical().auto_shrink(false);
    area.show(ui, |ui| {
        let timeline = view.timeline();
        let now = timeline.time_s(timeline.now);
        let range = state.span.of(timeline.run_s(), now);
        let drawn = draw(ui, view, state, (&shown, range), height);
        let clock = Clock::of(view, &drawn);
        clock.draw(ui, view, &drawn);
        wheel_ui(ui, view, state, &drawn);
        point_ui(view, state, &clock, drawn, actions);
    });
}

/// What is plotted, and where it can be saved.
fn header_ui(ui: &mut Ui, view: &AppView<'_>, state: &mut State, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 4.0);
        ui.spacing_mut().button_padding.x = 6.0;
        for shown in Shown::ALL {
            chip_ui(ui, view, state, shown);
        }
        let save = RichText::new("Save…").small();
        let save = ui.menu_button(save, |ui| save_ui(ui, actions)).response;
        let tip = "Saves the chosen quantities of all runs over time as a table or an image";
        note(&save.on_hover_text(tip), "Save plots");
    });
}

/// What may be plotted, which a click puts into the panel or takes out.
fn chip_ui(ui: &mut Ui, view: &AppView<'_>, state: &mut State, shown: Shown) {
    let is_on = state.chosen.contains(&shown);
    let chip = SelectableLabel::new(is_on, RichText::new(shown.title()).small());
    let why_not = shown.why_not(view);
    let chip = ui.add_enabled(why_not.is_none(), chip);
    let chip = chip.on_hover_text(shown.tip());
    let chip = chip.on_disabled_hover_text(why_not.unwrap_or_default());
    note(&chip, &format!("Plot {}", shown.title()));
    if chip.clicked() {
        state.labels = 0.0;
        if !state.chosen.remove(&shown) {
            state.chosen.insert(shown);
        }
    }
}

fn save_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    for line in EXPORTS.into_iter().filter_map(info) {
        let response = ui.button(line.label);
        note(&response, line.label);
        if response.clicked() {
            actions.push(Action::Do(line.trigger));
            ui.close_menu();
        }
    }
}

/// Draws the plots below each other.
fn draw(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    (shown, range): (&[Shown], [f64; 2]),
    height: f32,
) -> Vec<Drawn> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let letters = style_of(ui).letters;
    let numbers = NUMBERS * letters as f32;
    let least = LEAST_HEIGHT * text_scale(ui.ctx());
    let mut drawn = Vec::new();
    let mut left = height - numbers;
    for (place, kind) in shown.iter().enumerate() {
        let mut panel = kind.panel(view, &state.lines, place == 0);
        for series in &mut panel.series {
            let is_shown = |x: f64| (range[0]..=range[1]).contains(&x);
            series.points.retain(|point| is_shown(point.x));
        }
        let width = f64::from(ui.available_width());
        let legend = {
            let canvas = EguiCanvas::new(ui.painter());
            panel.legend_height(&canvas, width, &style_of(ui)) as f32
        };
        let above = legend + (HEAD * letters) as f32;
        let share = (left - above).max(0.0) / (shown.len() - place) as f32;
        let is_last = place + 1 == shown.len();
        let own = share.max(least).floor() + above;
        left -= own;
        let plot = PlotView {
            panel: &panel,
            shared: Shared {
                labels: state.labels,
                range: Some(range),
                bare: !is_last,
                head: HEAD * letters,
            },
            height: own + if is_last { numbers } else { 0.0 },
            sense: Sense::click_and_drag(),
        };
        let (frame, response) = plot.show(ui);
        describe(&response, *kind);
        if *kind == Shown::Apart {
            band::shade(ui, response.rect, &frame, &state.lines.band());
        }
        drawn.push(Drawn {
            shown: *kind,
            frame,
            response,
        });
    }
    let beside = BESIDE_LABELS * letters;
    let widths = drawn.iter();
    let widths = widths.map(|d| d.frame.inside.left - f64::from(d.response.rect.left()) - beside);
    let widest = widths.fold(state.labels, f64::max);
    if widest > state.labels + 0.5 {
        state.labels = widest;
        ui.ctx().request_repaint();
    }
    drawn
}

fn describe(response: &Response, shown: Shown) {
    let label = format!("Plot of {}", shown.title());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, &label));
    note(response, &label);
}

/// The wheel zooms the time under the pointer.
fn wheel_ui(ui: &Ui, view: &AppView<'_>, state: &mut State, drawn: &[Drawn]) {
    for Drawn {
        frame, response, ..
    } in drawn
    {
        if let Some(at) = response.hover_pos() {
            let [time_s, _] = frame.values([f64::from(at.x), 0.0]);
            state.span.take_wheel(ui, view.timeline().run_s(), time_s);
        }
    }
}

/// What the pointer does: it shows the figure as it was then, a click or drag goes there,
/// the right button saves.
fn point_ui(
    view: &AppView<'_>,
    state: &mut State,
    clock: &Clock,
    drawn: Vec<Drawn>,
    actions: &mut Vec<Action>,
) {
    let glanced = clock.pointed.filter(|step| *step != view.timeline().now);
    if glanced != state.glanced {
        state.glanced = glanced;
        actions.push(Action::Preview(glanced));
    }
    for Drawn { response, .. } in drawn {
        let goes = response.clicked() || response.dragged();
        if let Some(step) = clock.pointed.filter(|_| goes) {
            if step != view.timeline().now {
                actions.push(Action::GoToStep(step));
            }
        }
        response.context_menu(|ui| save_ui(ui, actions));
        if let Some(tip) = &clock.tip {
            response.on_hover_text_at_pointer(tip);
        }
    }
}
