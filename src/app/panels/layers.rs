//! What the marks mean that were added to the stage.

use super::widgets::note;
use super::AppView;
use crate::app::action::StageLayer;
use crate::app::stage::{
    color_of_volume, force_of_a_metre, volumes_round, HEAT_RANGE_M, VELOCITY_S,
};
use crate::physics::collide::hierarchy::Reached;
use crate::view::theme::{axis, color32, graded, mark, Rgba};
use egui_macroquad::egui::{self, Align2, Grid, RichText, Ui};
use egui_phosphor::regular as icon;

/// From the corner of the stage, points.
const MARGIN_PT: f32 = 12.0;

/// `stage`: the stage, points.
pub(super) fn layers_ui(ctx: &egui::Context, view: &AppView<'_>, stage: egui::Rect) {
    let mut added = view.workbench.layers.added().peekable();
    if added.peek().is_none() || !stage.is_positive() {
        return;
    }
    egui::Area::new("layers".into())
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(stage.left_bottom() + egui::vec2(MARGIN_PT, -MARGIN_PT))
        .interactable(false)
        .show(ctx, |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
                Grid::new("layers")
                    .num_columns(2)
                    .min_row_height(0.0)
                    .min_col_width(0.0)
                    .spacing([8.0, 2.0])
                    .show(ui, |ui| {
                        for layer in added {
                            for (sign, color, text) in lines(layer, view) {
                                line_ui(ui, sign, color, &text);
                            }
                        }
                    });
            });
        });
}

fn line_ui(ui: &mut Ui, sign: &str, color: Option<Rgba>, text: &str) {
    let sign = RichText::new(sign).strong();
    ui.label(match color {
        Some(color) => sign.color(color32(color)),
        None => sign,
    });
    note(&ui.label(text), "Legend");
    ui.end_row();
}

/// Sign, colour and meaning of the marks of a layer.
fn lines(layer: StageLayer, view: &AppView<'_>) -> Vec<(&'static str, Option<Rgba>, String)> {
    let line = |sign, color, text: &str| (sign, Some(color), text.to_owned());
    match layer {
        StageLayer::Joints => {
            let [x, y, z] = axis::COLORS;
            vec![
                line(icon::PLUS, mark::SELECTED, "anchor of a joint"),
                line("x", x, "x axis of its child body"),
                line("y", y, "y axis"),
                line("z", z, "z axis"),
                line(icon::MINUS, mark::SELECTED, "slide axis with its ends"),
                line(icon::MINUS, mark::BROKEN_LIMIT, "thick: joint error"),
            ]
        }
        StageLayer::JointErrors => {
            let [none, full] = HEAT_RANGE_M.map(|error_m| 1e3 * error_m);
            let middle = (none * full).sqrt();
            vec![
                line(
                    icon::CIRCLE,
                    graded(0.0),
                    &format!("joint error up to {none} mm"),
                ),
                line(icon::CIRCLE, graded(0.5), &format!("{middle} mm")),
                line(icon::CIRCLE, graded(1.0), &format!("{full} mm and more")),
            ]
        }
        StageLayer::Limits => vec![line(
            icon::CHART_PIE_SLICE,
            mark::WITHIN_LIMIT,
            "joint limit; hatched where violated",
        )],
        StageLayer::Contacts => vec![line(
            icon::TARGET,
            mark::CONTACT_NORMAL,
            "contact point and normal",
        )],
        StageLayer::Forces => {
            let newtons = force_of_a_metre(view.simulation());
            let digits = if newtons < 10.0 { 3 } else { 0 };
            let text = format!(
                "normal force in the last substep, on awake bodies; 1 m is {newtons:.digits$} N"
            );
            vec![
                line(icon::ARROW_RIGHT, mark::CONTACT_NORMAL, &text),
                line(icon::ARROW_RIGHT, mark::FRICTION, "friction force"),
            ]
        }
        StageLayer::Velocities => {
            let text = format!("velocity: distance covered in {VELOCITY_S} s");
            vec![line(icon::ARROW_RIGHT, mark::WITHIN_LIMIT, &text)]
        }
        StageLayer::Masses => vec![
            (
                icon::CIRCLE,
                None,
                "centre of mass, drawn as a ball of water of the same mass".into(),
            ),
            line(
                icon::PLUS,
                mark::SELECTED,
                "centre of mass of a ragdoll, with plumb line",
            ),
        ],
        StageLayer::Inertia => {
            let [x, y, z] = axis::COLORS;
            vec![
                line(
                    icon::GLOBE,
                    x,
                    "uniform ellipsoid of the same mass and inertia",
                ),
                line(icon::GLOBE, y, "of the selection, or of all bodies"),
                line(
                    icon::GLOBE,
                    z,
                    "each ellipse is perpendicular to a principal axis",
                ),
            ]
        }
        StageLayer::ContactShapes => vec![line(
            icon::CUBE,
            mark::CONTACT_NORMAL,
            "collision shape, where it differs from the body",
        )],
        StageLayer::Islands => vec![(
            icon::CIRCLE,
            None,
            "one colour and number for each island; thin: asleep".into(),
        )],
        StageLayer::Volumes => volumes_lines(view),
        StageLayer::Glass => vec![(icon::CIRCLE_DASHED, None, "transparent bodies".into())],
        StageLayer::Bodies | StageLayer::Trails | StageLayer::Ghosts | StageLayer::Labels => {
            Vec::new()
        }
    }
}

/// What the volumes round the selected thing part, level by level.
fn volumes_lines(view: &AppView<'_>) -> Vec<(&'static str, Option<Rgba>, String)> {
    let simulation = view.simulation();
    let (state, selected) = (simulation.world.state(), view.document().selection().ids());
    let Some(found) = volumes_round(simulation, state, selected) else {
        let text = "select a ragdoll, ball or body to see its bounding volumes";
        return vec![(icon::SPHERE, None, text.into())];
    };
    let levels = [
        (icon::SPHERE, Reached::Sphere, "spheres"),
        (icon::CUBE, Reached::Box, "boxes of limbs"),
        (icon::POLYGON, Reached::Shape, "shapes"),
    ];
    let lines = levels.into_iter().zip(found.levels);
    let mut lines: Vec<_> = lines
        .map(|((sign, reached, name), level)| {
            let text = format!(
                "{name}: {} pairs tested, {} separate",
                level.tested, level.parted
            );
            (sign, Some(color_of_volume(reached)), text)
        })
        .collect();
    let mut text = format!("{} pairs in contact", found.touching.len());
    if found.left_out > 0 {
        text += &format!("; {} pairs not tested (too many)", found.left_out);
    }
    lines.push((icon::TARGET, Some(color_of_volume(Reached::Touch)), text));
    lines
}
