//! The curves of a shot fan and its list; a click on a shot plays it.

use crate::app::jobs::fan::{Fan, FanShot};
use crate::app::panels::plots::PlotView;
use crate::app::panels::widgets::{note, text_scale};
use crate::app::panels::AppView;
use crate::lab::plot::{Frame, Shared};
use crate::lab::shot::End;
use crate::view::theme::{color32, graded};
use egui_macroquad::egui::{
    pos2, vec2, Button, CursorIcon, Rect, Response, RichText, ScrollArea, Sense, Stroke, Ui,
    WidgetInfo, WidgetType,
};

/// Height of a curve at normal text size, points.
const CURVE_PT: f32 = 200.0;
/// Size of the place round a point that can be clicked, points.
const POINT_PT: f32 = 16.0;
/// Most height of the list, points.
const LIST_PT: f32 = 216.0;

/// The curves; the shot whose point was clicked.
pub(super) fn curve_ui(ui: &mut Ui, view: &AppView<'_>, fan: &Fan) -> Option<usize> {
    let mut clicked = None;
    for (number, panel) in fan.plot().panels.iter().enumerate() {
        let plot = PlotView {
            panel,
            shared: Shared::default(),
            height: CURVE_PT * text_scale(ui.ctx()),
            sense: Sense::hover(),
        };
        let (frame, response) = plot.show(ui);
        note(&response, &format!("Curve {}", number + 1));
        if number == 0 {
            clicked = points_ui(ui, view, fan, &frame);
        }
    }
    clicked
}

/// The points of the travel, in the colours of the stage.
fn points_ui(ui: &mut Ui, view: &AppView<'_>, fan: &Fan, frame: &Frame) -> Option<usize> {
    let mut clicked = None;
    for (index, shot) in fan.shots().iter().enumerate() {
        let place = shot.row.travel_m;
        let place = place.and_then(|travel| frame.place(fan.place(index), travel));
        let Some([x, y]) = place else { continue };
        let middle = pos2(x as f32, y as f32);
        let place = Rect::from_center_size(middle, vec2(POINT_PT, POINT_PT));
        let id = ui.id().with(("point", index));
        let response = ui.interact(place, id, Sense::click());
        let plays = is_played(view, shot);
        let radius = if response.hovered() || plays {
            6.0
        } else {
            4.0
        };
        let rim = Stroke::new(if plays { 2.0 } else { 0.5 }, ui.visuals().text_color());
        let color = color32(graded(fan.share(index)));
        ui.painter().circle(middle, radius, color, rim);
        let response = response.on_hover_text(words(fan, index, shot));
        if named(response, &format!("Point {}", fan.value(index))) {
            clicked = Some(index);
        }
    }
    clicked
}

/// Whether a shot is the take that plays.
fn is_played(view: &AppView<'_>, shot: &FanShot) -> bool {
    let takes = view.timeline().takes;
    let chosen = takes.chosen().and_then(|index| takes.list().get(index));
    chosen.is_some_and(|take| take.recording.hash == shot.recording.hash)
}

/// Names what can be clicked; whether it was.
fn named(response: Response, label: &str) -> bool {
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, label));
    note(&response, label);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

fn words(fan: &Fan, index: usize, shot: &FanShot) -> String {
    let key = fan.title();
    let value = fan.value(index);
    let band = shot.row.chaos_band_m;
    let band = band.map_or(String::new(), |band| format!(", chaos band {band:.2e} m"));
    format!(
        "{key}: {value}. {}{band}\nClick to save it as a take and play it",
        distance(shot)
    )
}

fn distance(shot: &FanShot) -> String {
    match (shot.row.end, shot.row.travel_m) {
        (End::Rest, Some(travel)) => format!("{travel:.2} m"),
        (end, Some(travel)) => format!("{travel:.2} m, {}", end.words()),
        (end, None) => end.words().into(),
    }
}

/// The shots in a list; the one that was clicked.
pub(super) fn list_ui(ui: &mut Ui, fan: &Fan) -> Option<usize> {
    let mut clicked = None;
    let height = ui.spacing().interact_size.y;
    let scroll = ScrollArea::vertical().id_salt("shots").max_height(LIST_PT);
    scroll.show_rows(ui, height, fan.shots().len(), |ui, rows| {
        let shown = fan.shots().iter().enumerate();
        for (index, shot) in shown.take(rows.end).skip(rows.start) {
            if row_ui(ui, fan, index, shot) {
                clicked = Some(index);
            }
        }
    });
    clicked
}

fn row_ui(ui: &mut Ui, fan: &Fan, index: usize, shot: &FanShot) -> bool {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        let color = color32(graded(fan.share(index)));
        ui.painter().rect_filled(rect, 2.0, color);
        let text = format!("{}: {}", fan.value_with_unit(index), distance(shot));
        let button = Button::new(RichText::new(text)).frame(false);
        let response = ui.add(button).on_hover_text(words(fan, index, shot));
        named(response, &format!("Shot {}", fan.value(index)))
    })
    .inner
}
