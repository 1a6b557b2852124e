//! The comparison: what runs beside the scene, and the figures under each run.

use super::offered::OFFERED;
use super::widgets::{button, choice_row, note};
use super::AppView;
use crate::app::action::{Action, Trigger};
use crate::app::action::{CompareOptions, Layout};
use crate::app::keymap::Keymap;
use crate::app::panes::{panes, HeadingHeight};
use crate::lab::comparison::MOST_SIDES;
use crate::lab::{Quantity, Sample, Simulation, Variant};
use crate::scene::Setting;
use crate::view::theme::{color32, mark, Rgba};
use egui_macroquad::egui::{self, Align2, Color32, Rect, RichText, TextStyle, Ui};

/// What the panel remembers between frames.
#[derive(Debug, Default)]
pub struct State {
    /// What is typed, by the place of its side; and what is wrong with it.
    typed: Option<(usize, String, Option<String>)>,
}

/// Between the edge of a pane's heading and its text, points.
const HEADING_MARGIN: f32 = 4.0;

/// Most runs that there may be: the leading one and the sides.
pub(crate) const RUNS: usize = MOST_SIDES + 1;

/// Colour of a run: the leading one, then the sides.
pub(crate) fn color_of(run: usize) -> Rgba {
    let sides = mark::SIDES.into_iter().cycle();
    let mut colors = std::iter::once(mark::SIDE_A).chain(sides);
    colors.nth(run).unwrap_or(mark::SIDE_A)
}

/// The panel.
pub(super) fn compare_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let options = view.compare_options();
    ui.horizontal(|ui| {
        let (label, tip) = match view.comparison() {
            Some(_) => (
                "Stop comparing",
                "Stops the other runs; the scene continues",
            ),
            None => ("Compare", "Runs the scene side by side with other settings"),
        };
        let label = view.keymap.with_key(label, Trigger::Compare);
        if button(ui, &label, tip) {
            actions.push(Action::Do(Trigger::Compare));
        }
        add_ui(ui, view.keymap, options, actions);
    });
    let layouts = [
        (Layout::Panes, "Panes", "Each run in its own view"),
        (
            Layout::Ghosts,
            "Ghosts",
            "All runs in one view; the others are pale and coloured",
        ),
    ];
    if let Some(layout) = choice_row(ui, options.layout, &layouts) {
        actions.push(changed(options, |options| options.layout = layout));
    }
    let mut band = options.band;
    let tip = "Runs the scene again with a nudge of a billionth of a metre. Differences within \
               this spread are not significant";
    let response = ui.checkbox(&mut band, "Chaos band").on_hover_text(tip);
    note(&response, "Chaos band");
    if response.changed() {
        actions.push(changed(options, |options| options.band = band));
    }
    ui.separator();
    run_ui(ui, view, 0);
    for side in 0..options.variants.len() {
        ui.separator();
        side_ui(ui, view, state, side, actions);
    }
    left_out_ui(ui, view);
}

/// Which methods cannot run beside the scene, and why, while methods are compared.
fn left_out_ui(ui: &mut Ui, view: &AppView<'_>) {
    let variants = view.compare_options().variants.iter();
    let mut settings = variants.flat_map(|variant| &variant.settings);
    let are_methods = settings.any(|setting| setting.to_string().starts_with("solver.method="));
    if !are_methods || view.comparison().is_none() {
        return;
    }
    for refusal in view.playback.readings.refusals(view.simulation()).iter() {
        let label = refusal.method.label;
        ui.separator();
        let text = format!("{label} is left out: the {}", refusal.error.message);
        let response = ui.small(text).on_hover_text(&refusal.error.remedy);
        note(&response, &format!("{label} left out"));
    }
}

/// The action that changes one thing of what is compared.
fn changed(options: &CompareOptions, change: impl FnOnce(&mut CompareOptions)) -> Action {
    let mut new = options.clone();
    change(&mut new);
    Action::SetCompareOptions(Box::new(new))
}

fn add_ui(ui: &mut Ui, keymap: &Keymap, options: &CompareOptions, actions: &mut Vec<Action>) {
    let is_full = options.variants.len() >= MOST_SIDES;
    let add = ui.add_enabled_ui(!is_full, |ui| {
        ui.menu_button("Add run", |ui| {
            let label = keymap.with_key("All methods", Trigger::CompareMethods);
            let tip = "Runs all methods side by side, with the same shot and clock";
            if button(ui, &label, tip) {
                actions.push(Action::Do(Trigger::CompareMethods));
                ui.close_menu();
            }
            for (name, settings, about) in OFFERED {
                let response = ui.button(name).on_hover_text(about);
                note(&response, &format!("Add {name}"));
                if response.clicked() {
                    if let Ok(variant) = Variant::new(name, settings) {
                        actions.push(changed(options, |o| o.variants.push(variant)));
                    }
                    ui.close_menu();
                }
            }
        })
        .response
    });
    let tip = match is_full {
        true => "Already comparing six runs; remove one first",
        false => "Adds a run of the same scene with other settings",
    };
    note(&add.inner.on_hover_text(tip), "Add run");
}

/// One of the runs beside the leading one, with what it has otherwise.
fn side_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    side: usize,
    actions: &mut Vec<Action>,
) {
    let options = view.compare_options();
    let Some(variant) = options.variants.get(side) else {
        return;
    };
    ui.horizontal(|ui| {
        name_ui(ui, side + 1, &variant.name);
        let label = format!("Remove {}", variant.name);
        let remove = ui.small_button(egui_phosphor::regular::X);
        note(&remove, &label);
        if remove.on_hover_text(label).clicked() {
            actions.push(changed(options, |options| {
                options.variants.remove(side);
            }));
        }
    });
    match &variant.take {
        Some(_) => {
            ui.small("recorded take");
        }
        None => settings_ui(ui, state, options, (side, variant), actions),
    }
    run_figures_ui(ui, view, side + 1);
}

/// The settings of a variant as text: `path=value`, separated by spaces.
fn settings_ui(
    ui: &mut Ui,
    state: &mut State,
    options: &CompareOptions,
    (side, variant): (usize, &Variant),
    actions: &mut Vec<Action>,
) {
    let texts: Vec<_> = variant.settings.iter().map(ToString::to_string).collect();
    let shown = texts.join(" ");
    let typed = state.typed.as_ref().filter(|(of, ..)| *of == side);
    let (mut text, fault) = match typed {
        Some((_, text, fault)) => (text.clone(), fault.clone()),
        None => (shown.clone(), None),
    };
    let edit = egui::TextEdit::singleline(&mut text).desired_width(f32::INFINITY);
    let tip = "Settings that differ, as path=value. Any field of the scene file works, such as \
               solver.iterations=20 or launcher.speed_m_s=8. Separate several with spaces";
    let response = ui.add(edit).on_hover_text(tip);
    note(&response, &format!("Settings of {}", variant.name));
    if let Some(fault) = &fault {
        ui.colored_label(ui.visuals().error_fg_color, fault);
    }
    if response.changed() {
        state.typed = Some((side, text.clone(), None));
    }
    if response.lost_focus() && text != shown {
        match settings_of(&text) {
            Ok(settings) => {
                state.typed = None;
                actions.push(changed(options, |options| {
                    let Some(changed) = options.variants.get_mut(side) else {
                        return;
                    };
                    changed.settings = settings;
                    if variant.name == shown || is_offered(variant) {
                        changed.name = text;
                    }
                }));
            }
            Err(fault) => {
                // The next key mends the text.
                if ui.input(|input| input.key_pressed(egui::Key::Enter)) {
                    response.request_focus();
                }
                state.typed = Some((side, text, Some(fault)));
            }
        }
    }
}

fn settings_of(text: &str) -> Result<Vec<Setting>, String> {
    text.split_whitespace().map(Setting::parse).collect()
}

/// Whether a variant has the name of one that is offered, which its settings explain.
fn is_offered(variant: &Variant) -> bool {
    OFFERED.iter().any(|(name, ..)| *name == variant.name)
}

fn run_ui(ui: &mut Ui, view: &AppView<'_>, run: usize) {
    name_ui(ui, run, &name_of(view, run));
    run_figures_ui(ui, view, run);
}

fn name_ui(ui: &mut Ui, run: usize, name: &str) {
    ui.horizontal(|ui| {
        swatch(ui, color32(color_of(run)));
        ui.strong(name);
    });
}

fn swatch(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, 12.0), egui::Sense::hover());
    ui.painter().rect_filled(rect, 2.0, color);
}

fn run_figures_ui(ui: &mut Ui, view: &AppView<'_>, run: usize) {
    for line in figures_of(view, run) {
        ui.small(line);
    }
}

/// What a run is called.
fn name_of(view: &AppView<'_>, run: usize) -> String {
    let Some(side) = run.checked_sub(1) else {
        if let Some(leader) = &view.compare_options().leader {
            return leader.clone();
        }
        let settings = view.settings();
        let way = match settings.relaxation().map(|own| own.weighting) {
            Some(0.0) => "Uniform".to_owned(),
            Some(1.0) => "Mass-weighted".to_owned(),
            Some(w) => format!("Weighting {w:.2}"),
            _ => view.scene().solver.method.clone(),
        };
        return format!("Current settings ({way})");
    };
    let sides = view
        .comparison()
        .map_or(&[][..], |comparison| comparison.sides());
    sides
        .get(side)
        .map_or(String::new(), |side| side.variant.name.clone())
}

/// The figures of a run, in lines.
fn figures_of(view: &AppView<'_>, run: usize) -> Vec<String> {
    let Some(comparison) = view.comparison() else {
        return Vec::new();
    };
    let Some(place) = run.checked_sub(1) else {
        let sample = view.telemetry().sample(view.playback.session.now());
        return sample
            .map(|sample| {
                measured(
                    sample,
                    view.simulation(),
                    view.playback.session.pace.step_us,
                )
            })
            .into_iter()
            .flatten()
            .collect();
    };
    let variant = view.compare_options().variants.get(place);
    let refused = comparison
        .refused()
        .iter()
        .find(|(refused, _)| Some(refused) == variant);
    if let Some((_, why)) = refused {
        return vec![why.clone()];
    }
    let mut sides = comparison.sides().iter().enumerate();
    let Some((place, side)) = sides.find(|(_, side)| Some(&side.variant) == variant) else {
        return Vec::new();
    };
    let mut lines: Vec<String> = side.trouble.iter().cloned().collect();
    let step = side.simulation.world.state().step;
    let sample = side.telemetry.sample(step);
    let figures = sample.map(|sample| measured(sample, &side.simulation, side.step_us));
    lines.extend(figures.into_iter().flatten());
    let apart = comparison.apart(place);
    let now = apart
        .iter()
        .rev()
        .find(|(step, _)| *step == view.playback.session.now());
    // Nothing can be compared before anything has happened.
    let now = now.filter(|(step, _)| *step > 0);
    let awaits_throw = view.scene().launcher.is_some() && !has_thrown(view.simulation());
    let apart = now.and_then(|(step, distance)| match comparison.differs(place, *step) {
        Some(false) if awaits_throw => None,
        Some(false) => Some("no significant difference".to_owned()),
        Some(true) | None => Some(format!("{} apart", length(*distance))),
    });
    match (lines.last_mut(), apart) {
        // First, so that it is not what a narrow pane cuts.
        (Some(line), Some(apart)) => *line = format!("{apart} · {line}"),
        (None, Some(apart)) => lines.push(apart),
        (_, None) => {}
    }
    lines
}

/// Whether a ball has been thrown, at somebody or not.
fn has_thrown(simulation: &Simulation) -> bool {
    simulation.metrics.shot.is_some() || !simulation.balls().is_empty()
}

/// Travel and error, and energy and cost.
fn measured(sample: &Sample, simulation: &Simulation, step_us: f64) -> [String; 2] {
    // As the result card has it: of the last shot, if there was one.
    let of_shot = simulation.metrics.last_hit().map(|shot| shot.travel_m());
    let travel = of_shot
        .or(sample.travel_m)
        .map(|travel| format!("travel {} m · ", figure(travel, 2)));
    let error_mm = 1000.0 * sample.joint_error_m;
    let strain = Quantity::Strain.of(sample);
    let strain = strain.map(|percent| format!(" · strain {} %", figure(percent, 2)));
    // Bodies that do not move in free space have none, and that says nothing.
    let energy_j = sample.total_energy_j;
    let energy = match energy_j == 0.0 {
        true => String::new(),
        false if energy_j.abs() < 10.0 => format!("energy {} J · ", figure(energy_j, 2)),
        false => format!("energy {} J · ", figure(energy_j, 0)),
    };
    let (travel, strain) = (travel.unwrap_or_default(), strain.unwrap_or_default());
    [
        format!("{travel}joint error {} mm{strain}", figure(error_mm, 2)),
        format!("{energy}{step_us:.0} µs/step"),
    ]
}

/// A number with so many decimals; a large one, as of a run that diverged, by its power of ten.
fn figure(value: f64, decimals: usize) -> String {
    const LARGE: f64 = 1e6;
    match value.abs() >= LARGE {
        true => format!("{value:.2e}"),
        false => format!("{value:.decimals$}"),
    }
}

fn length(metres: f64) -> String {
    match metres {
        m if m >= 1.0 => format!("{} m", figure(m, 2)),
        m if m >= 1e-3 => format!("{:.1} mm", 1000.0 * m),
        0.0 => "0 m".into(),
        m => format!("{:.1e} m", m),
    }
}

/// Height of what stands above a pane: its name and two lines of figures, or its name alone.
pub(crate) fn pane_heading(ctx: &egui::Context) -> HeadingHeight {
    let style = ctx.style();
    let small = TextStyle::Small.resolve(&style);
    let line = ctx.fonts(|fonts| fonts.row_height(&small));
    let name = style.spacing.interact_size.y + 2.0 * HEADING_MARGIN;
    HeadingHeight {
        whole: (name + 2.0 * line).ceil(),
        name: name.ceil(),
    }
}

/// The names and figures of the runs: above their panes, or at the foot of the stage.
pub(super) fn strips_ui(ctx: &egui::Context, view: &AppView<'_>, stage: Rect) {
    let Some(comparison) = view.comparison() else {
        return;
    };
    let runs = comparison.sides().len() + 1;
    match view.compare_options().layout {
        Layout::Panes => {
            let panes = panes(stage, runs, ctx.pixels_per_point(), pane_heading(ctx));
            for (run, pane) in panes.into_iter().enumerate() {
                heading_ui(ctx, view, run, pane.heading);
            }
        }
        Layout::Ghosts => legend_ui(ctx, view, runs, stage),
    }
}

/// Name and figures of a run above its pane; what is too long is cut, and told in full
/// under the pointer.
fn heading_ui(ctx: &egui::Context, view: &AppView<'_>, run: usize, place: Rect) {
    if place.height() <= 0.0 {
        return;
    }
    let mut lines = figures_of(view, run);
    let mut name = name_of(view, run);
    let whole = format!("{name}\n{}", lines.join("\n"));
    // What stopped a run stands beside its name, and the cause in place of what it measured.
    let troubles: Vec<String> = lines.drain(..lines.len().saturating_sub(2)).collect();
    for trouble in troubles {
        let (what, why) = headline(&trouble);
        name = format!("{name}: {what}");
        if let (Some(why), Some(line)) = (why, lines.first_mut()) {
            *line = why.to_owned();
        }
    }
    if place.height() + 1.0 < pane_heading(ctx).whole {
        lines.clear();
    }
    let area = egui::Area::new(egui::Id::new(("pane heading", run))).fixed_pos(place.min);
    area.order(egui::Order::Background).show(ctx, |ui| {
        ui.set_clip_rect(place);
        ui.painter()
            .rect_filled(place, 0.0, ui.visuals().panel_fill);
        let inside = place.shrink2(egui::vec2(8.0, HEADING_MARGIN));
        ui.allocate_new_ui(egui::UiBuilder::new().max_rect(inside), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.horizontal(|ui| {
                swatch(ui, color32(color_of(run)));
                let label = egui::Label::new(RichText::new(&name).strong()).truncate();
                let response = ui.add(label).on_hover_text(&whole);
                note(&response, &format!("Run {name}"));
            });
            for line in &lines {
                let label = egui::Label::new(RichText::new(line).small()).truncate();
                ui.add(label).on_hover_text(line);
            }
        });
    });
}

/// What happened, as far as it fits beside a name, and where and why.
fn headline(trouble: &str) -> (&str, Option<&str>) {
    match trouble.split_once(" at ") {
        Some((what, why)) if what.starts_with("diverged") => (what, Some(why)),
        _ => (trouble, None),
    }
}

/// All runs of one picture, at its foot: the result card is above.
fn legend_ui(ctx: &egui::Context, view: &AppView<'_>, runs: usize, stage: Rect) {
    let corner = Align2::LEFT_BOTTOM;
    egui::Area::new(egui::Id::new("legend of the runs"))
        .pivot(corner)
        .fixed_pos(corner.pos_in_rect(&stage.shrink(8.0)))
        .constrain_to(stage)
        .interactable(false)
        .show(ctx, |ui| {
            let fill = ui.visuals().panel_fill.gamma_multiply(0.8);
            let frame = egui::Frame::NONE
                .fill(fill)
                .inner_margin(6.0)
                .corner_radius(4.0);
            frame.show(ui, |ui| {
                ui.set_max_width(stage.width() - 28.0);
                for run in 0..runs {
                    let name = name_of(view, run);
                    ui.horizontal(|ui| {
                        swatch(ui, color32(color_of(run)));
                        let response = ui.label(RichText::new(&name).strong());
                        note(&response, &format!("Run {name}"));
                    });
                    run_figures_ui(ui, view, run);
                }
            });
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_told_by_their_power_of_ten() {
        assert_eq!(figure(2_376_648_456.0, 0), "2.38e9");
        assert_eq!(figure(-123.456, 0), "-123");
        assert_eq!(figure(0.7102, 2), "0.71");
        assert_eq!(length(178.534), "178.53 m");
    }

    #[test]
    fn the_cause_of_a_divergence_has_a_line_of_its_own() {
        let trouble = "diverged after step 96 at spring 3: its position or speed is out of range";
        let (what, why) = headline(trouble);
        assert_eq!(what, "diverged after step 96");
        assert_eq!(why, Some("spring 3: its position or speed is out of range"));
        assert_eq!(headline("stopped: look at it").1, None);
    }
}
