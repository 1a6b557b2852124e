//! The bar that tells which colour of the fan on the stage is which value.

use crate::app::panels::widgets::note;
use crate::app::panels::AppView;
use crate::view::theme::{color32, graded};
use egui_macroquad::egui::{self, Align2, Color32, Mesh, Rect, Sense, Shape, Ui};

/// Size of the bar, points.
const BAR_PT: [f32; 2] = [160.0, 10.0];
/// Between the legend and the corner of the stage, points.
const MARGIN_PT: f32 = 8.0;
/// Smallest stage that has room for it, points.
const LEAST_STAGE_PT: f32 = 280.0;

/// `stage`: where it is, points.
pub(in crate::app::panels) fn legend_ui(ctx: &egui::Context, view: &AppView<'_>, stage: Rect) {
    let Some(fan) = view.jobs.fan.on_stage() else {
        return;
    };
    if stage.width() < LEAST_STAGE_PT {
        return;
    }
    egui::Area::new(egui::Id::new("fan legend"))
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(stage.right_bottom() - egui::Vec2::splat(MARGIN_PT))
        .constrain_to(stage)
        .interactable(false)
        .show(ctx, |ui| {
            let fill = ui.visuals().panel_fill.gamma_multiply(0.8);
            let frame = egui::Frame::NONE.fill(fill).inner_margin(8.0);
            frame.corner_radius(4.0).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                let response = ui.strong(fan.title());
                note(&response, "Shot fan legend");
                bar(ui);
                let last = fan.shots().len().saturating_sub(1);
                ends(ui, &fan.value(0), &fan.value(last));
                if view.jobs.fan.is_old() {
                    ui.small("outdated: the scene has changed");
                }
            });
        });
}

/// The values at both ends of the bar.
fn ends(ui: &mut Ui, first: &str, last: &str) {
    let size = egui::vec2(BAR_PT[0], ui.text_style_height(&egui::TextStyle::Small));
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let font = egui::TextStyle::Small.resolve(ui.style());
    let color = ui.visuals().text_color();
    let write = |at, align, text: &str| ui.painter().text(at, align, text, font.clone(), color);
    write(rect.left_center(), Align2::LEFT_CENTER, first);
    write(rect.right_center(), Align2::RIGHT_CENTER, last);
}

/// The colours from the first value to the last.
fn bar(ui: &mut Ui) {
    /// So many pieces look smooth.
    const PIECES: u32 = 24;
    let (rect, _) = ui.allocate_exact_size(BAR_PT.into(), Sense::hover());
    let mut mesh = Mesh::default();
    for piece in 0..=PIECES {
        let share = piece as f32 / PIECES as f32;
        let x = rect.left() + share * rect.width();
        let color: Color32 = color32(graded(share));
        mesh.colored_vertex(egui::pos2(x, rect.top()), color);
        mesh.colored_vertex(egui::pos2(x, rect.bottom()), color);
        if piece > 0 {
            let first = 2 * (piece - 1);
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first + 1, first + 2, first + 3);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}
