//! The strip of tools on the stage.

use super::number_field::{number_field, refusal_row, NumberEdit, NumberField};
use super::widgets::{note, text_scale};
use super::AppView;
use crate::app::action::{info, Action, Trigger};
use crate::app::action::{NewJoint, Tool};
use crate::scene::range::{Edge, Quantity};
use egui_macroquad::egui::{self, Align2, Id, Ui};
use egui_phosphor::regular as icon;

/// From the corner of the stage, points.
const MARGIN_PT: f32 = 16.0;
/// Edge of a button, points.
const BUTTON_PT: f32 = 32.0;
/// Height of the options of a tool, points at normal text size.
const OPTIONS_PT: f32 = 190.0;
/// Width of the strip at normal text, points.
const STRIP_WIDTH: f32 = 88.0;
/// Name of the strip's area.
pub const TOOL_STRIP: &str = "toolbar";
/// Width of a step, points.
const STEP_WIDTH: f32 = 56.0;

/// Step of a move.
const MOVE_STEP: Quantity = Quantity {
    key: "snap_m",
    unit: "m",
    min: 0.001,
    max: 10.0,
    edge: Edge::Closed,
    comfortable: (0.01, 1.0),
    default: 0.1,
    help: "Step of a move. Snapping is switched with G, and with Ctrl during a drag.",
};

/// Step of a turn.
const TURN_STEP: Quantity = Quantity {
    key: "snap_deg",
    unit: "°",
    min: 0.1,
    max: 90.0,
    edge: Edge::Closed,
    comfortable: (1.0, 45.0),
    default: 15.0,
    help: "Step of a turn. Snapping is switched with G, and with Ctrl during a drag.",
};

const TOOLS: [(Tool, Trigger, &str); 8] = [
    (Tool::Throw, Trigger::ToolThrow, icon::BASEBALL),
    (Tool::Select, Trigger::ToolSelect, icon::CURSOR),
    (Tool::Move, Trigger::ToolMove, icon::ARROWS_OUT_CARDINAL),
    (Tool::Rotate, Trigger::ToolRotate, icon::ARROWS_CLOCKWISE),
    (Tool::Scale, Trigger::ToolScale, icon::RESIZE),
    (Tool::Limits, Trigger::ToolLimits, icon::ANGLE),
    (Tool::Pose, Trigger::ToolPose, icon::PERSON_ARMS_SPREAD),
    (Tool::Joint, Trigger::ToolJoint, icon::LINK),
];

/// `stage`: the stage, points.
pub(super) fn toolbar_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    stage: egui::Rect,
    actions: &mut Vec<Action>,
) {
    egui::Area::new(TOOL_STRIP.into())
        .pivot(Align2::RIGHT_TOP)
        .fixed_pos(stage.right_top() + egui::vec2(-MARGIN_PT, MARGIN_PT))
        .show(ctx, |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
                let room = stage.height() - 4.0 * MARGIN_PT;
                ui.horizontal_top(|ui| columns_ui(ui, view, room, actions));
            });
        });
}

/// The tools, in as many columns as the stage is low, and the options where there is
/// room for them: below the tools, else beside.
fn columns_ui(ui: &mut Ui, view: &AppView<'_>, room: f32, actions: &mut Vec<Action>) {
    let row = BUTTON_PT + ui.spacing().item_spacing.y;
    let rows = ((room / row) as usize).clamp(1, TOOLS.len());
    let is_high = room > TOOLS.len() as f32 * row + OPTIONS_PT * text_scale(ui.ctx());
    // A separator is as wide as it may be.
    let width = STRIP_WIDTH * text_scale(ui.ctx());
    let has_options = !matches!(
        view.workbench.tool,
        Tool::Throw | Tool::Select | Tool::Limits | Tool::Pose
    );
    if !is_high && has_options {
        ui.vertical(|ui| {
            ui.set_max_width(width);
            options_ui(ui, view, actions);
        });
    }
    for tools in TOOLS.chunks(rows) {
        ui.vertical(|ui| {
            ui.set_max_width(if has_options { width } else { BUTTON_PT });
            for &(tool, trigger, picture) in tools {
                switch_ui(
                    ui,
                    view,
                    (picture, trigger, view.workbench.tool == tool),
                    actions,
                );
            }
            if is_high {
                options_ui(ui, view, actions);
            }
        });
    }
}

/// What the tool at hand can be set to.
fn options_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let mut options = view.workbench.options;
    match view.workbench.tool {
        Tool::Throw | Tool::Select | Tool::Limits | Tool::Pose => {}
        Tool::Move | Tool::Rotate | Tool::Scale => {
            ui.separator();
            let axes = match options.local {
                true => icon::CUBE,
                false => icon::GLOBE,
            };
            switch_ui(
                ui,
                view,
                (axes, Trigger::ToggleLocal, options.local),
                actions,
            );
            snap_ui(ui, view, actions);
            ui.scope(|ui| {
                // The strip stays narrow; why a step is refused has several lines.
                ui.set_max_width(STRIP_WIDTH * text_scale(ui.ctx()));
                step_ui(ui, "Step of a move", &MOVE_STEP, &mut options.snap_m);
                step_ui(ui, "Step of a turn", &TURN_STEP, &mut options.snap_deg);
            });
        }
        Tool::Joint => {
            ui.separator();
            for kind in NewJoint::ALL {
                let response = ui
                    .selectable_label(options.joint == kind, kind.word())
                    .on_hover_text(meaning(kind));
                note(&response, &format!("Join with: {}", kind.word()));
                if response.clicked() {
                    options.joint = kind;
                }
            }
            snap_ui(ui, view, actions);
        }
    }
    if options != view.workbench.options {
        actions.push(Action::SetToolOptions(options));
    }
}

fn snap_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let snap = (
        icon::MAGNET,
        Trigger::ToggleSnap,
        view.workbench.options.snap,
    );
    switch_ui(ui, view, snap, actions);
}

/// A button with a picture that is down while something holds.
fn switch_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    (picture, trigger, is_on): (&str, Trigger, bool),
    actions: &mut Vec<Action>,
) {
    let Some(line) = info(trigger) else {
        return;
    };
    let button = egui::Button::new(egui::RichText::new(picture).size(BUTTON_PT * 0.5));
    let response = ui.add(
        button
            .selected(is_on)
            .min_size(egui::Vec2::splat(BUTTON_PT)),
    );
    let response = response.on_hover_text(view.keymap.with_key(line.label, trigger));
    response.widget_info(|| {
        egui::WidgetInfo::selected(
            egui::WidgetType::Button,
            ui.is_enabled(),
            is_on,
            format!("Tool: {}", line.label),
        )
    });
    note(&response, &format!("Tool: {}", line.label));
    if response.clicked() {
        actions.push(Action::Do(trigger));
    }
}

/// A step that things move or turn in, with its unit.
fn step_ui(ui: &mut Ui, label: &str, quantity: &Quantity, step: &mut f64) {
    let field = NumberField {
        id: Id::new(("tool", quantity.key)),
        label,
        quantity,
        value: Some(*step),
        whole: false,
        width: STEP_WIDTH,
    };
    let row = ui.horizontal(|ui| {
        let edit = number_field(ui, &field);
        ui.weak(quantity.unit);
        edit
    });
    if let Some(new) = row.inner.and_then(NumberEdit::number) {
        *step = new;
    }
    refusal_row(ui, field.id);
}

/// What a kind of joint does.
fn meaning(kind: NewJoint) -> &'static str {
    match kind {
        NewJoint::Pin => "Keeps two points together; everything may turn about them",
        NewJoint::Hinge => {
            "Turns about one axis: of the own axes of the first body the one you look along. \
             The inspector changes it"
        }
        NewJoint::Fixed => "Holds two bodies together without any play",
        NewJoint::Rod => "Keeps two points at their distance",
        NewJoint::Rope => "Lets two points come nearer, but not farther apart",
    }
}
