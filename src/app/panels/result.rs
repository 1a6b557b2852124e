//! The result card of the latest shot, beside the one before.

use super::widgets::{note, text_scale};
use super::AppView;
use crate::app::action::{Action, LessonAction, Tool, Trigger};
use crate::lab::lesson::all;
use crate::lab::ShotResult;
use crate::scene::SHIPPED;
use egui_macroquad::egui::{self, Align2, CollapsingHeader, Window};
use egui_phosphor::regular as icon;

/// Between the hint and the edges of the stage, points.
const GAP_PT: f32 = 16.0;

/// Height of a stage on which there is room for more than a line, at normal text, points.
const UNFOLDED_PT: f32 = 220.0;
/// Between the card and the edges of the stage, points.
const MARGIN_PT: f32 = 8.0;

/// `area`: the stage, points.
pub(super) fn result_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    area: egui::Rect,
    actions: &mut Vec<Action>,
) {
    let Some(shot) = view.shot() else {
        hint_ui(ctx, view, area);
        first_lesson_ui(ctx, view, area, actions);
        return;
    };
    Window::new("Result")
        .fixed_pos(area.left_top() + egui::Vec2::splat(MARGIN_PT))
        .title_bar(false)
        .resizable(false)
        .frame(egui::Frame::popup(&ctx.style()).inner_margin(6.0))
        .show(ctx, |ui| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            if area.height() < UNFOLDED_PT * text_scale(ctx) {
                ui.label(summary(shot));
                return;
            }
            let line = CollapsingHeader::new(summary(shot)).id_salt("result fold");
            let fold = line
                .default_open(true)
                .show_unindented(ui, |ui| figures_ui(ui, view, shot));
            note(&fold.header_response, "Collapse result");
        });
}

/// What is left of the card when it is folded.
fn summary(shot: &ShotResult) -> String {
    let time = match (shot.time_to_rest_s, &shot.first_hit) {
        (Some(time), _) => format!("at rest after {time:.2} s"),
        (None, Some(_)) => "moving".into(),
        (None, None) => "no hit".into(),
    };
    format!("{:.2} m, {time}", shot.travel_m())
}

/// What was measured, side by side: the card stays low.
fn figures_ui(ui: &mut egui::Ui, view: &AppView<'_>, shot: &ShotResult) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 14.0;
        let ghost = view.ghost();
        for figure in FIGURES {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let name = egui::RichText::new(figure.name).small().weak();
                ui.label(name).on_hover_text(figure.meaning);
                ui.monospace((figure.value)(shot));
                if let Some(ghost) = ghost {
                    let before = format!("previous {}", (figure.value)(ghost));
                    ui.label(egui::RichText::new(before).small().weak());
                }
            });
        }
    });
}

/// A figure of the card.
struct Figure {
    name: &'static str,
    meaning: &'static str,
    value: fn(&ShotResult) -> String,
}

const FIGURES: [Figure; 4] = [
    Figure {
        name: "travel",
        meaning: "Horizontal distance of the centre of mass from its start, m",
        value: |shot| format!("{:.2} m", shot.travel_m()),
    },
    Figure {
        name: "peak speed",
        meaning: "Largest speed of the centre of mass, m/s",
        value: |shot| format!("{:.2} m/s", shot.peak_speed_m_s),
    },
    Figure {
        name: "first impulse",
        meaning: "Impulse of the ball's first hit on the ragdoll, N·s",
        value: |shot| match &shot.first_hit {
            Some(hit) => format!("{:.1} N·s", hit.impact.impulse),
            None => "no hit".into(),
        },
    },
    Figure {
        name: "time to rest",
        meaning: "Time from the first hit until everything is at rest, s",
        value: |shot| match (shot.time_to_rest_s, &shot.first_hit) {
            (Some(time), _) => format!("{time:.2} s"),
            (None, Some(_)) => "moving".into(),
            (None, None) => "–".into(),
        },
    },
];

fn hint_ui(ctx: &egui::Context, view: &AppView<'_>, area: egui::Rect) {
    if view.scene().launcher.is_none() || view.workbench.tool != Tool::Throw {
        return;
    }
    egui::Area::new("hint".into())
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(area.center_top() + egui::vec2(0.0, GAP_PT))
        .interactable(false)
        .show(ctx, |ui| {
            ui.set_width((area.width() - 2.0 * GAP_PT).clamp(0.0, 640.0));
            ui.label(hint(view));
        });
}

/// Offers the first lesson over the scene of the first start.
fn first_lesson_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    area: egui::Rect,
    actions: &mut Vec<Action>,
) {
    let (Some((name, lesson)), Some(first)) = (all().first(), SHIPPED.first()) else {
        return;
    };
    if view.workspace.title != first.name || view.guide.lesson().is_some() {
        return;
    }
    let gap = egui::vec2(0.0, 4.0 * GAP_PT * text_scale(ctx));
    egui::Area::new("first lesson".into())
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(area.center_top() + gap)
        .show(ctx, |ui| {
            let text = format!("{} First lesson: {}", icon::STUDENT, lesson.title);
            let tip = view.keymap.with_key("All lessons", Trigger::PanelLessons);
            let response = ui.button(text).on_hover_text(tip);
            note(&response, "First lesson");
            if response.clicked() {
                actions.push(Action::Lesson(LessonAction::Begin(name)));
            }
        });
}

/// What a person can do first in this scene.
fn hint(view: &AppView<'_>) -> String {
    let key = |words, trigger| view.keymap.with_key(words, trigger);
    let scene = view.scene();
    let help = key("Help", Trigger::Help);
    if scene.bodies.is_empty() && scene.particles.is_empty() && scene.ragdolls.is_empty() {
        let create = key("The Create panel", Trigger::PanelCreate);
        let moves = key("the Move tool", Trigger::ToolMove);
        return format!(
            "{create} adds bodies, and {moves} moves them. Click to throw a ball. {help} lists \
             all keys."
        );
    }
    let what = match scene.ragdolls.is_empty() {
        true => "a body",
        false => "the ragdoll",
    };
    format!(
        "Click to throw the ball. Drag on {what} to aim, elsewhere to look around. {help} lists \
         all keys."
    )
}
