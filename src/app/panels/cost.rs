//! What a step costs, stage by stage, while somebody looks, and how much is drawn.

use super::plots::PlotView;
use super::widgets::{dressed, note, text_scale};
use super::AppView;
use crate::editor::counted;
use crate::lab::plot::{Axis, Panel, Point, Series, Shared};
use crate::lab::profile::{Profile, StepCost};
use crate::lab::spread::Spread;
use crate::physics::method;
use crate::physics::probe::Stage;
use crate::physics::World;
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
        ui.weak("Play or step to see how long a step takes.");
        return;
    };
    let share = 100.0 * whole_us / (1e6 * step_s);
    let text = format!("{whole_us:.0} µs per step, {share:.1} % of real time");
    let total = ui.strong(text);
    let tip = "Mean over the last simulated second, µs. At 100 %, a step takes as long as the \
               time it simulates";
    note(&total.on_hover_text(tip), "Step time");
    let method = method::find(&view.scene().solver.method);
    if method.is_some_and(|method| method.parameter("most_relaxations").is_some()) {
        relaxations_ui(ui, &view.simulation().world, whole_us);
    }
    let named: f64 = stages.iter().map(|(_, us)| us).sum();
    Grid::new("cost").num_columns(4).show(ui, |ui| {
        for (stage, us) in stages {
            row_ui(ui, name(stage), meaning(stage), us, whole_us);
        }
        let between = "Work outside the stages: fast-motion checks, waking, impacts, and \
                       measurements after a step";
        row_ui(ui, "other", between, (whole_us - named).max(0.0), whole_us);
    });
    plot_ui(ui, profile, step_s);
}

/// What a cap on the work of a step counts, and how long that takes here.
fn relaxations_ui(ui: &mut Ui, world: &World, whole_us: f64) {
    let relaxations = world.relaxations();
    if relaxations > 0.0 {
        let each = whole_us / relaxations;
        let passes = counted(world.iterations().unwrap_or(0) as usize, "iteration");
        let text = format!("{relaxations:.0} constraint solves in {passes}, {each:.3} µs each");
        let tip =
            "Constraints × iterations of all substeps of the last step, and the step time divided \
             by that number. Shows what a work limit costs on this machine, and where iterations \
             stop early";
        note(
            &ui.label(text).on_hover_text(tip),
            "Time per constraint solve",
        );
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
        let text = format!("{:.1} ms per frame: {}", frame.whole_s * 1e3, frame.parts());
        let tip = "Medians over the last second with motion, ms; the rest of a frame is idle";
        note(&ui.label(text).on_hover_text(tip), "Frame time");
    }
    let text = format!("{bodies} bodies drawn, {left_out} out of view");
    let tip = "Limbs, joints, balls and obstacles in the last frame, including other runs. A \
               body is skipped if neither it nor its shadow is in view";
    note(&ui.label(text).on_hover_text(tip), "Bodies drawn");
    let Work {
        calls,
        vertices,
        bytes,
    } = work;
    let kilobytes = bytes as f64 / 1e3;
    let text = format!("{calls} draw calls, {vertices} vertices, {kilobytes:.1} kB uploaded");
    let tip = "In the last frame, including shadows and reflections. A still scene of many \
               bodies is reused and takes one call";
    note(&ui.label(text).on_hover_text(tip), "Drawing work");
}

/// What of meshes was looked at in the last step, where there was any.
fn meshes_ui(ui: &mut Ui, view: &AppView<'_>) {
    let count = view.simulation().world.ground();
    if count.things == 0 {
        return;
    }
    let text = format!(
        "{} bodies near meshes: {} triangles nearby, {} tested, {} in contact; {} tree queries",
        count.things, count.near, count.tested, count.touched, count.asked
    );
    let tip = "In the last step, over all substeps. Coplanar triangles are tested as one plane. \
               The tree is queried only when a body leaves the box of its last query";
    note(&ui.label(text).on_hover_text(tip), "Mesh tests");
}

/// A stage: its name, its bar, µs and share.
fn row_ui(ui: &mut Ui, name: &str, meaning: &str, us: f64, whole_us: f64) {
    let share = if whole_us > 0.0 { us / whole_us } else { 0.0 };
    let label = ui
        .label(name)
        .on_hover_text(format!("{meaning}, µs per step"));
    note(&label, &format!("Time of {name}"));
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
        y: Axis::linear("µs per step"),
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
    let tip = "Time of each recent step, µs";
    note(&response.on_hover_text(tip), "Plot of step time");
}

/// What a stage is called.
fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Crowd => "batched ragdolls",
        Stage::Collision => "collision detection",
        Stage::Motion => "motion",
        Stage::Constraints(kind) => kind,
        Stage::Rows => "velocity solver",
        Stage::Contacts => "contacts",
        Stage::Velocities => "velocities",
        Stage::Rest => "bounces and sleep",
    }
}

/// What a stage does.
fn meaning(stage: Stage) -> &'static str {
    match stage {
        Stage::Crowd => "Whole steps of identical ragdolls that touch only planes",
        Stage::Collision => "Finding pairs that touch or are about to",
        Stage::Motion => "Moving all bodies without constraints",
        Stage::Constraints(_) => "Solving all constraints of this kind, in all iterations",
        Stage::Rows => "Solving the velocities of all constraints",
        Stage::Contacts => "Resolving contacts and friction",
        Stage::Velocities => "Velocities from displacements, and joint damping",
        Stage::Rest => "Bounces, limit stops and sleeping",
    }
}
