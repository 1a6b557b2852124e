//! A column that made way for a wide panel: the icons of its panels.

use crate::app::action::Panel;
use crate::app::panels::widgets::{note, text_scale};
use egui_macroquad::egui::{
    self, vec2, Button, RichText, SidePanel, TextStyle, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as icon;

/// Edge of an icon at normal text, points.
const ICON_PT: f32 = 26.0;

/// Draws the icons at an edge of the window; returns the panel whose icon was clicked.
pub(super) fn strip_ui(ctx: &egui::Context, is_left: bool, panels: &[Panel]) -> Option<Panel> {
    let edge = ICON_PT * text_scale(ctx);
    let strip = match is_left {
        true => SidePanel::left("folded panels on the left"),
        false => SidePanel::right("folded panels on the right"),
    };
    let fill = ctx.style().visuals.panel_fill;
    let frame = egui::Frame::NONE.fill(fill).inner_margin(2.0);
    let strip = strip.resizable(false).exact_width(edge + 4.0).frame(frame);
    let shown = strip.show(ctx, |ui| {
        ui.spacing_mut().button_padding = vec2(0.0, 0.0);
        let size = 1.25 * TextStyle::Body.resolve(ui.style()).size;
        let mut chosen = None;
        for &panel in panels {
            let picture = RichText::new(icon_of(panel)).size(size);
            let button = Button::new(picture).frame(false).min_size(vec2(edge, edge));
            let response = ui.add(button).on_hover_text(panel.title());
            response.widget_info(|| {
                WidgetInfo::labeled(WidgetType::Button, ui.is_enabled(), panel.title())
            });
            note(&response, panel.title());
            if response.clicked() {
                chosen = Some(panel);
            }
        }
        chosen
    });
    shown.inner
}

fn icon_of(panel: Panel) -> &'static str {
    match panel {
        Panel::Scenes => icon::IMAGES,
        Panel::Outliner => icon::TREE_STRUCTURE,
        Panel::Create => icon::PLUS_CIRCLE,
        Panel::Inspector => icon::SLIDERS_HORIZONTAL,
        Panel::Throw => icon::BASEBALL,
        Panel::Order => icon::LIST_NUMBERS,
        Panel::Doctor => icon::FIRST_AID_KIT,
        Panel::History => icon::CLOCK_COUNTER_CLOCKWISE,
        Panel::Limits => icon::TABLE,
        Panel::Compare => icon::COLUMNS,
        Panel::Plots => icon::CHART_LINE,
        Panel::Cost => icon::TIMER,
        Panel::Experiments => icon::FLASK,
        Panel::Sweep => icon::CHART_SCATTER,
        Panel::Why => icon::QUESTION,
        Panel::Lessons => icon::STUDENT,
        Panel::Printed => icon::BOOK_OPEN,
    }
}
