//! What a step costs, stage by stage, while somebody looks, and how much is drawn.

use super::plots::PlotView;
use super::widgets::{dressed, note, text_scale};
use super::AppView;
use crate::lab::plot::{Axis, Panel, Point, Series, Shared};
use crate::lab::profile::{Profile, StepCost};
use crate::lab::spread::Spread;
use crate::physics::method;
use crate::physics::probe::Stage;
use crate::view::gpu::Work;
use crate::view::renderer::Drawn;
use crate::view::theme::color32;
use egui_macroquad::egui::{vec2, CornerRadius, Grid, Sense, Ui, WidgetInfo, WidgetType};

/// Size of the rail of a bar, points.
const BAR: [f32; 2] = [240.0, 8.0];
/// Height of the plot, points.
const PLOT_HEIGHT: f32 = 120.0;

/// The panel.
pub(super) fn cost_ui(ui: &mut Ui, view: &AppView<'_>) {
    drawn_ui(ui, view);
    meshes_ui(ui, view);
    let step_s = view.timeline().step_s;
    let steps = (1.0 / step_s).round().max(1.0) as usize;
    let mean = view
        .playback
        .session
        .observed
        .profile
        .as_ref()
        .and_then(|profile| Some((profile, profile.mean(steps)?)));
    let Some((profile, (whole_us, stages))) = mean else {
        ui.weak("Play or step: what the steps of the last second cost appears here.");
        return;
    };
    let share = 100.0 * whole_us / (1e6 * step_s);
    let text = format!("{whole_us:.0} µs a step, {share:.1} % of real time");
    let total = ui.strong(text);
    let tip = "Mean of the last second of simulated time, µs; at 100 % a step takes as long as \
               the time that it simulates";
    note(&total.on_hover_text(tip), "Cost of a step");
    let method = method::find(&view.scene().solver.method);
    if method.is_some_and(|method| method.parameter("most_relaxations").is_some()) {
        relaxations_ui(ui, view.simulation().world.relaxations(), whole_us);
    }
    let named: f64 = stages.iter().map(|(_, us)| us).sum();
    Grid::new("cost").num_columns(4).show(ui, |ui| {
        for (stage, us) in stages {
            row_ui(ui, name(stage), meaning(stage), us, whole_us);
        }
        let between = "What lies between the stages: estimates of fast motion, waking, impacts, \
                       and what is measured after a step";
        row_ui(
            ui,
            "between",
            between,
            (whole_us - named).max(0.0),
            whole_us,
        );
    });
    plot_ui(ui, profile, step_s);
}

/// What a cap on the work of a step counts, and how long that takes here.
fn relaxations_ui(ui: &mut Ui, relaxations: f64, whole_us: f64) {
    if relaxations > 0.0 {
        let each = whole_us / relaxations;
        let text = format!("{relaxations:.0} relaxations, {each:.3} µs each");
        let tip =
            "Constraints times iterations times substeps of the last step, and the time of a \
                   step over them: what a cap of so many relaxations is in time on this machine";
        note(&ui.label(text).on_hover_text(tip), "Cost of a relaxation");
    }
}

/// What a frame takes and how many bodies it shows.
fn drawn_ui(ui: &mut Ui, view: &AppView<'_>) {
    let Drawn {
        bodies,
        left_out,
        work,
    } = view.drawn;
    if let Some(frame) = view.frame_times.median() {
        let text = format!("{:.1} ms a frame: {}", frame.whole_s * 1e3, frame.parts());
        let tip = "Medians of the last second in which something moved; the rest is waiting";
        note(&ui.label(text).on_hover_text(tip), "Cost of a frame");
    }
    let text = format!("{bodies} bodies drawn, {left_out} out of sight");
    let tip = "Limbs, joints, balls and obstacles of the last picture, with those of other runs; \
               what is neither in view nor throws a shadow into it costs nothing";
    note(&ui.label(text).on_hover_text(tip), "Bodies drawn");
    let Work {
        calls,
        vertices,
        bytes,
    } = work;
    let kilobytes = bytes as f64 / 1e3;
    let text = format!("{calls} draw calls, {vertices} vertices, {kilobytes:.1} kB uploaded");
    let tip = "Of the last frame, shadows and mirror images included. A still picture of many \
               bodies is kept: it is one call";
    note(&ui.label(text).on_hover_text(tip), "Work of the picture");
}

/// What of meshes was looked at in the last step, where there was any.
fn meshes_ui(ui: &mut Ui, view: &AppView<'_>) {
    let count = view.simulation().world.ground();
    if count.things == 0 {
        return;
    }
    let text = format!(
        "{} things near meshes: {} triangles near, {} looked at, {} touched; {} asked the tree",
        count.things, count.near, count.tested, count.touched, count.asked
    );
    let tip = "Of the last step, in all substeps. Flush triangles are looked at as one plane; the \
               tree is asked when a thing leaves the box for which it was asked before";
    note(&ui.label(text).on_hover_text(tip), "Meshes looked at");
}

/// A stage: its name, its bar, µs and share.
fn row_ui(ui: &mut Ui, name: &str, meaning: &str, us: f64, whole_us: f64) {
    let share = if whole_us > 0.0 { us / whole_us } else { 0.0 };
    let label = ui
        .label(name)
        .on_hover_text(format!("{meaning}, µs a step"));
    note(&label, &format!("Cost of {name}"));
    let (rect, bar) = ui.allocate_exact_size(BAR.into(), Sense::hover());
    bar.widget_info(|| {
        let label = format!("{name}: {us:.1} µs");
        WidgetInfo::labeled(WidgetType::ProgressIndicator, true, label)
    });
    let colors = dressed(ui);
    let mut filled = rect;
    filled.set_width(rect.width() * share.clamp(0.0, 1.0) as f32);
    let round = CornerRadius::same(2);
    ui.painter()
        .rect_filled(rect, round, color32(colors.sunken));
    ui.painter()
        .rect_filled(filled, round, color32(colors.selection));
    ui.monospace(format!("{us:>8.1} µs"));
    ui.monospace(format!("{:>5.1} %", 100.0 * share));
    ui.end_row();
}

/// The cost of the latest steps over time.
fn plot_ui(ui: &mut Ui, profile: &Profile, step_s: f64) {
    let point = |cost: &StepCost| Point {
        x: cost.step as f64 * step_s,
        y: Spread::exactly(cost.us),
    };
    let panel = Panel {
        x: Axis::linear("time, s"),
        y: Axis::linear("µs a step"),
        series: vec![Series {
            name: String::new(),
            points: profile.steps().map(point).collect(),
            marks: false,
        }],
    };
    let plot = PlotView {
        panel: &panel,
        shared: Shared::default(),
        height: PLOT_HEIGHT * text_scale(ui.ctx()),
        sense: Sense::hover(),
    };
    ui.add_space(8.0);
    ui.set_min_size(vec2(320.0, 0.0));
    let (_, response) = plot.show(ui);
    let tip = "Cost of each of the latest steps, µs";
    note(&response.on_hover_text(tip), "Plot of the cost of a step");
}

/// What a stage is called.
fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Crowd => "ragdolls side by side",
        Stage::Collision => "finding contacts",
        Stage::Motion => "motion",
        Stage::Constraints(kind) => kind,
        Stage::Rows => "velocity rows",
        Stage::Contacts => "contacts",
        Stage::Velocities => "velocities",
        Stage::Rest => "bounces and rest",
    }
}

/// What a stage does.
fn meaning(stage: Stage) -> &'static str {
    match stage {
        Stage::Crowd => "Whole steps of alike ragdolls that touch nothing but planes",
        Stage::Collision => "Finding what touches or is about to",
        Stage::Motion => "Moving everything as if nothing held it",
        Stage::Constraints(_) => "Meeting all constraints of this kind, in all iterations",
        Stage::Rows => "Solving for velocities, whatever the constraint",
        Stage::Contacts => "Keeping apart what touches, and friction",
        Stage::Velocities => "Velocities from displacements, and damping of joints",
        Stage::Rest => "Bounces, stops, and what falls asleep",
    }
}
