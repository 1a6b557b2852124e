//! The tools beside the menus.

use super::number_field::{is_refused, number_field, refusal_row, NumberEdit, NumberField};
use super::widgets::{note, text_scale};
use super::AppView;
use crate::app::action::{info, Action, Trigger};
use crate::app::action::{NewJoint, Tool};
use crate::scene::range::{Edge, Quantity};
use egui_macroquad::egui::{self, Id, TopBottomPanel, Ui};
use egui_phosphor::regular as icon;

/// Edge of a button at normal text, points.
const BUTTON_PT: f32 = 26.0;
/// Width of a window from which the tools, with all their options, fit beside the menus
/// and the name of the document, at normal text, points.
const BESIDE_MENUS: f32 = 1200.0;
/// Height of a window from which there is room for a row of tools, at normal text, points.
const LEAST_HEIGHT: f32 = 360.0;
/// Width in which is told why a step is refused, at normal text, points.
const REFUSAL_WIDTH: f32 = 200.0;
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
    help: "Snap increment of a move. G toggles snapping, and Ctrl does so during a drag.",
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
    help: "Snap increment of a rotation. G toggles snapping, and Ctrl does so during a drag.",
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

/// Whether the tools fit beside the menus; else they have a row of their own below.
pub(super) fn fits_beside_menus(ctx: &egui::Context) -> bool {
    ctx.screen_rect().width() > BESIDE_MENUS * text_scale(ctx)
}

/// Whether the window has room for a row of tools; the search (Ctrl+K) has them all anyway.
pub(super) fn has_room(ctx: &egui::Context) -> bool {
    ctx.screen_rect().height() > LEAST_HEIGHT * text_scale(ctx)
}

/// The row of tools below the menus, where they do not fit beside them.
pub(super) fn row_ui(ctx: &egui::Context, view: &AppView<'_>, actions: &mut Vec<Action>) {
    TopBottomPanel::top("tools").show(ctx, |ui| {
        ui.horizontal_wrapped(|ui| toolbar_ui(ui, view, actions));
    });
}

/// The tools, and the options of the one at hand.
pub(super) fn toolbar_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for (tool, trigger, picture) in TOOLS {
        let is_at_hand = view.workbench.tool == tool;
        switch_ui(ui, view, (picture, trigger, is_at_hand), actions);
    }
    options_ui(ui, view, actions);
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
            step_ui(ui, "Move increment", &MOVE_STEP, &mut options.snap_m);
            step_ui(ui, "Rotate increment", &TURN_STEP, &mut options.snap_deg);
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
    let edge = BUTTON_PT * text_scale(ui.ctx());
    let button = egui::Button::new(egui::RichText::new(picture).size(0.6 * edge));
    let response = ui.add(button.selected(is_on).min_size(egui::Vec2::splat(edge)));
    let response = response.on_hover_text(view.keymap.with_key(line.label, trigger));
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::Button, ui.is_enabled(), is_on, line.label)
    });
    note(&response, line.label);
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
    if is_refused(ui, field.id) {
        let below = row.response.rect.left_bottom();
        let area = egui::Area::new(field.id.with("refusal")).fixed_pos(below);
        area.order(egui::Order::Foreground).show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(REFUSAL_WIDTH * text_scale(ui.ctx()));
                refusal_row(ui, field.id);
            });
        });
    }
}

/// What a kind of joint does.
fn meaning(kind: NewJoint) -> &'static str {
    match kind {
        NewJoint::Pin => "Keeps two points together; both bodies turn freely",
        NewJoint::Hinge => {
            "Turns about one axis: the axis of the first body closest to your view direction. \
             Change it in the Inspector"
        }
        NewJoint::Fixed => "Fixes two bodies together",
        NewJoint::Slider => {
            "Slides along one axis: the axis of the first body closest to vertical. Change it \
             and set its ends in the Inspector"
        }
        NewJoint::Universal => {
            "Turns about two crossing axes: one of the first body, along your view direction, \
             and one of the second. Change them in the Inspector"
        }
        NewJoint::Rod => "Keeps two points at a fixed distance",
        NewJoint::Rope => "Limits how far apart two points can move",
        NewJoint::Line => {
            "Keeps a point of one body or particle on a line of the other; it turns freely. The \
             line is the horizontal axis most perpendicular to your view. Change it and set its \
             ends in the Inspector"
        }
        NewJoint::Plane => {
            "Keeps a point of one body or particle on a plane of the other: the plane that \
             faces you. Change it in the Inspector"
        }
    }
}
