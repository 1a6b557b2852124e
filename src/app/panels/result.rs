//! The result card of the latest shot, beside the one before.

use super::inspector::picker::titled;
use super::widgets::{note, text_scale};
use super::AppView;
use crate::app::action::{Action, LessonAction, Tool, Trigger};
use crate::lab::lesson::all;
use crate::lab::metric::Hit;
use crate::lab::ShotResult;
use crate::scene::SHIPPED;
use crate::view::theme::{body, color32};
use egui_macroquad::egui::{self, Align2, CollapsingHeader, Window};
use egui_phosphor::regular as icon;

/// Names of what lies at the top of the stage: the result card, and the hint before a throw.
pub const COVERS: [&str; 2] = [CARD, HINT];
const CARD: &str = "Result";
const HINT: &str = "hint";

/// Between the hint and the edges of the stage, points.
const GAP_PT: f32 = 16.0;

/// Opacity of the ground of the hint.
const HINT_GROUND: f32 = 0.55;
/// Round the words of the hint, points.
const HINT_MARGIN: i8 = 6;

/// Height of a stage on which there is room for more than a line, at normal text, points.
const UNFOLDED_PT: f32 = 220.0;
/// Between the card and the edges of the stage, points.
const MARGIN_PT: f32 = 8.0;

/// `area`: the stage, points.
pub(super) fn result_ui(ctx: &egui::Context, view: &AppView<'_>, area: egui::Rect) {
    let Some(shot) = view.simulation().metrics.last_hit() else {
        hint_ui(ctx, view, area);
        return;
    };
    Window::new(CARD)
        .fixed_pos(area.left_top() + egui::Vec2::splat(MARGIN_PT))
        .title_bar(false)
        .resizable(false)
        .frame(egui::Frame::popup(&ctx.style()).inner_margin(6.0))
        .show(ctx, |ui| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            if area.height() < UNFOLDED_PT * text_scale(ctx) {
                ui.label(summary(view, shot));
                return;
            }
            ui.horizontal(|ui| {
                who_ui(ui, view, shot);
                let line = CollapsingHeader::new(summary(view, shot)).id_salt("result fold");
                let fold = line
                    .default_open(true)
                    .show_unindented(ui, |ui| figures_ui(ui, view, shot));
                note(&fold.header_response, "Collapse result");
            });
        });
}

/// Which ragdoll the result is of, in its colour; nothing where there is only one.
fn who_ui(ui: &mut egui::Ui, view: &AppView<'_>, shot: &ShotResult) {
    let session = &view.playback.session;
    let ragdolls = &session.history.scene().ragdolls;
    let Some(ragdoll) = ragdolls.get(shot.figure) else {
        return;
    };
    if ragdolls.len() < 2 || shot.first_hit.is_none() {
        return;
    }
    let (_, name) = titled("Ragdoll", ragdoll.id, &ragdoll.name);
    let painted = session.looks.colors.get(&ragdoll.id);
    let color = painted.map_or(color32(body::LIMB), |color| {
        let [red, green, blue] = color.rgb;
        egui::Color32::from_rgb(red, green, blue)
    });
    let sign = egui::RichText::new(icon::PERSON_SIMPLE).color(color);
    ui.label(sign);
    ui.strong(name)
        .on_hover_text("The ragdoll that this throw hit hardest");
}

/// What is left of the card when it is folded.
fn summary(view: &AppView<'_>, shot: &ShotResult) -> String {
    let has_missed = view.shot().is_some_and(|last| last.first_hit.is_none());
    let yet = match view.playback.session.shot_is_over() {
        true => "",
        false => " yet",
    };
    match &shot.first_hit {
        Some(_) if has_missed => format!(
            "{:.2} m, {}; last ball: no hit{yet}",
            shot.travel_m(),
            how_it_ended(view, shot)
        ),
        Some(_) => format!("{:.2} m, {}", shot.travel_m(), how_it_ended(view, shot)),
        None if view.playback.session.shot_is_over() => "no ragdoll hit".into(),
        None => "no ragdoll hit yet".into(),
    }
}

/// Whether what was hit still moves, and else since when it does not, or did not until
/// something else carried it on.
fn how_it_ended(view: &AppView<'_>, shot: &ShotResult) -> String {
    let simulation = &view.playback.session.simulation;
    let is_carried_on = simulation.metrics.is_carried_on(&simulation.world);
    match shot.time_to_rest_s {
        Some(time) if is_carried_on => format!("at rest after {time:.2} s, then moved on"),
        Some(time) if shot.is_back_in_clip => format!("back in its clip after {time:.2} s"),
        Some(time) => format!("at rest after {time:.2} s"),
        None => "moving".into(),
    }
}

/// What was measured, side by side: the card stays low.
fn figures_ui(ui: &mut egui::Ui, view: &AppView<'_>, shot: &ShotResult) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 14.0;
        let before = view.simulation().metrics.hit_before();
        let ghost = before.or(view.ghost());
        let ghost = ghost.filter(|ghost| ghost.first_hit.is_some());
        for figure in FIGURES {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let name = egui::RichText::new(figure.name).small().weak();
                ui.label(name).on_hover_text(figure.meaning);
                ui.monospace(figure.shown(shot));
                if let Some(ghost) = ghost {
                    let before = format!("previous {}", figure.shown(ghost));
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
    /// Its value after a hit.
    value: fn(&ShotResult, &Hit) -> String,
}

impl Figure {
    /// Nothing was measured where nothing was hit.
    fn shown(&self, shot: &ShotResult) -> String {
        let hit = shot.first_hit.as_ref();
        hit.map_or("–".into(), |hit| (self.value)(shot, hit))
    }
}

const FIGURES: [Figure; 4] = [
    Figure {
        name: "travel",
        meaning: "Horizontal distance of the ragdoll's centre of mass from where it was hit, \
                  without what its clip walks, m",
        value: |shot, _| format!("{:.2} m", shot.travel_m()),
    },
    Figure {
        name: "peak speed",
        meaning: "Largest speed of the centre of mass since the hit, m/s",
        value: |shot, _| format!("{:.2} m/s", shot.peak_speed_m_s),
    },
    Figure {
        name: "impulse",
        meaning: "Sum of the normal impulses of all impacts of the ball on the ragdoll in this \
                  throw, N·s. Why (F8) tells them apart, with steady pushes and friction",
        value: |shot, _| format!("{:.1} N·s", shot.impulse_n_s),
    },
    Figure {
        name: "time to rest",
        meaning: "Time from the first hit until the ragdoll is at rest, or back in its clip, s",
        value: |shot, _| match shot.time_to_rest_s {
            Some(time) => format!("{time:.2} s"),
            None => "moving".into(),
        },
    },
];

fn hint_ui(ctx: &egui::Context, view: &AppView<'_>, area: egui::Rect) {
    if view.workbench.tool != Tool::Throw {
        return;
    }
    egui::Area::new(HINT.into())
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(area.center_top() + egui::vec2(0.0, GAP_PT))
        .interactable(false)
        .show(ctx, |ui| {
            // A bright window or a cloud may lie behind the words.
            let fill = ui.visuals().panel_fill.gamma_multiply(HINT_GROUND);
            let frame = egui::Frame::NONE.fill(fill).corner_radius(4.0);
            frame.inner_margin(HINT_MARGIN).show(ui, |ui| {
                let margins = 2.0 * (GAP_PT + f32::from(HINT_MARGIN));
                ui.set_max_width((area.width() - margins).clamp(0.0, 640.0));
                ui.label(hint(view));
            });
        });
}

/// Offers the first lesson over the scene of the first start, in a corner of the stage, until
/// anything is done there.
pub(super) fn first_lesson_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    area: egui::Rect,
    actions: &mut Vec<Action>,
) {
    let (Some((name, lesson)), Some(first)) = (all().first(), SHIPPED.first()) else {
        return;
    };
    let document = view.document();
    let is_untouched = view.workspace.title == first.name
        && view.shot().is_none()
        && view.workbench.tool == Tool::Throw
        && view.workbench.layers.added().next().is_none()
        && document.selection().is_empty()
        && !document.is_changed();
    if !is_untouched || view.guide.lesson().is_some() {
        return;
    }
    egui::Area::new("first lesson".into())
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(area.left_bottom() + egui::vec2(GAP_PT, -GAP_PT))
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
            "{create} adds bodies, and {moves} moves them. Click where a ball is to go. {help} lists \
             all keys."
        );
    }
    let what = match scene.ragdolls.is_empty() {
        true => "a body",
        false => "the ragdoll",
    };
    let timed = scene
        .launcher
        .as_ref()
        .and_then(|launcher| launcher.fire_at_s);
    let own = key("Repeat last throw", Trigger::RepeatShot);
    let own = match timed {
        Some(_) => format!(" {own} plays the scene's own throw."),
        None => String::new(),
    };
    format!(
        "Click where the ball is to go. Drag on {what} to aim, elsewhere to look around.{own} \
         {help} lists all keys."
    )
}
