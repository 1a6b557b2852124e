//! How far a constraint is from being met now, as a bar and as a number.

use crate::app::panels::widgets::note;
use crate::app::panels::AppView;
use crate::view::theme::{color32, mark};
use egui_macroquad::egui::{Align, Color32, Label, Layout, RichText, Sense, Ui};
use egui_phosphor::regular as icon;

/// Ends of the bar for lengths, m.
const LENGTHS_M: (f64, f64) = (1e-6, 0.1);
/// Ends of the bar for angles, rad: a thousandth of a degree to ten.
const ANGLES_RAD: (f64, f64) = (1.745e-5, 0.1745);
/// From here on it can be seen, m and rad: a millimetre, a tenth of a degree.
const SEEN: (f64, f64) = (1e-3, 1.745e-3);
/// Size of the bar, points.
const BAR: [f32; 2] = [64.0, 8.0];
const NUMBER_WIDTH: f32 = 72.0;

/// An error and where it is between the least and the largest that the bar shows.
struct Error {
    /// Number with its unit.
    words: String,
    /// From 0 to 1, on a logarithmic scale.
    share: f32,
    /// Whether it can be seen.
    broken: bool,
}

impl Error {
    fn new(error: f64, ends: (f64, f64), seen: f64, words: String) -> Error {
        let share = (error / ends.0).max(1.0).log10() / (ends.1 / ends.0).log10();
        Error {
            words,
            share: share.min(1.0) as f32,
            broken: error > seen,
        }
    }

    /// The error of the constraint at a place of the list: that of its points or, if
    /// it is the worse one, of its angles.
    fn of(view: &AppView<'_>, place: usize) -> Option<Error> {
        let world = &view.simulation().world;
        let built = world.model().constraints.get(place)?;
        let now = built.residual(world.state(), &world.model().settings);
        let mm = format!("{:.2} mm", now.length * 1e3);
        let length = Error::new(now.length, LENGTHS_M, SEEN.0, mm);
        let degrees = format!("{:.2}°", now.angle.to_degrees());
        let angle = Error::new(now.angle, ANGLES_RAD, SEEN.1, degrees);
        let turns_only = built.kind_name() == "angle limit";
        let worse = turns_only || angle.share > length.share;
        Some(if worse { angle } else { length })
    }

    fn color(&self) -> Color32 {
        color32(match self.broken {
            true => mark::BROKEN_LIMIT,
            false => mark::WITHIN_LIMIT,
        })
    }
}

/// Number and, where there is room, bar of the constraint at a place of the list.
pub(super) fn residual_ui(ui: &mut Ui, view: &AppView<'_>, place: usize, wide: bool) {
    let Some(error) = Error::of(view, place) else {
        return;
    };
    let tip = "Current error, on a scale from 1 µm to 100 mm or from 0.001° to 10°; highlighted \
               from 1 mm or 0.1°";
    let scale = crate::app::panels::widgets::text_scale(ui.ctx());
    let size = [NUMBER_WIDTH * scale, ui.available_height()].into();
    let layout = Layout::right_to_left(Align::Center);
    let number = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(size.x);
        let words = match error.broken {
            true => format!("{} {}", icon::WARNING, error.words),
            false => error.words.clone(),
        };
        ui.add(Label::new(RichText::new(words)).selectable(false))
    });
    note(&number.inner.on_hover_text(tip), "Error");
    if wide {
        bar_ui(ui, &error);
    }
}

fn bar_ui(ui: &mut Ui, error: &Error) {
    let (rect, _) = ui.allocate_exact_size(BAR.into(), Sense::hover());
    let mut filled = rect;
    filled.set_width(rect.width() * error.share);
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
    painter.rect_filled(filled, 2.0, error.color());
}
