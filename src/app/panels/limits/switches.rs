//! The lines over the table: how it is shown, and what can be done with all of it.

use super::{check, steps, State, Table};
use crate::app::action::{Action, Trigger};
use crate::app::action::{Arcs, Chosen, LimitOptions};
use crate::app::panels::number_field::{number_field, NumberField};
use crate::app::panels::rows::heading;
use crate::app::panels::widgets::{note, note_menu, text_scale};
use crate::app::panels::AppView;
use crate::editor::limits::{AngleFrame, Units};
use crate::editor::Item;
use crate::physics::constraint;
use crate::scene::range::{Edge, Quantity};
use crate::scene::LimitModel;
use egui_macroquad::egui::{
    Align, Button, ComboBox, Id, Label, Layout, RichText, TextEdit, TextStyle, Ui, WidgetInfo,
    WidgetType,
};
use egui_phosphor::regular as icon;

/// Room that fitted limits leave beyond the recorded poses.
const MARGIN: Quantity = Quantity {
    key: "margin_deg",
    unit: "°",
    min: 0.0,
    max: 90.0,
    edge: Edge::Closed,
    comfortable: (0.0, 20.0),
    default: 5.0,
    help: "Margin of fitted limits on each side of the recorded poses.",
};

/// Margin of the first start, degrees.
pub(super) const USUAL_MARGIN_DEG: f64 = MARGIN.default;

const UNITS: [(Units, &str, &str); 2] = [
    (Units::Si, "SI", "Masses in kg, inertia in kg·m²"),
    (
        Units::SlugFoot,
        "slug-foot",
        "Masses in slug, inertia in slug·ft², as the paper prints them",
    ),
];

const FRAMES: [(AngleFrame, &str, &str); 2] = [
    (
        AngleFrame::Paper,
        "Paper axes",
        "Angles as the paper prints them: x to the figure's right, y up, z forward",
    ),
    (
        AngleFrame::Engine,
        "Engine axes",
        "Angles as in the files: x to the figure's left. Angles about y and z have the opposite \
         sign",
    ),
];

const ARCS: [(Arcs, &str, &str); 3] = [
    (Arcs::Hidden, "hidden", "Draws no limits on the stage"),
    (
        Arcs::OfLimb,
        "limb",
        "Draws the limits of the current limb on the stage",
    ),
    (
        Arcs::All,
        "all",
        "Draws all limits of the selected ragdolls on the stage, or of all if none is selected",
    ),
];

/// What is wrong with the clamp, in plain words.
const CLAMP: &str = "component is the paper's clamp of quaternion components. It is exact for \
    rotation about a single axis. Otherwise:\n\
    • Axes are coupled: in a corner of its range the joint can turn further than its limits, for \
    example a head by 83° instead of 78°.\n\
    • Wide ranges that include half a turn, as in the upper arm, let the joint flip to the other \
    side with a burst of energy.\n\
    • A joint that was forced close to half a turn can get stuck there.\n\
    • It makes a poor hinge: axes that should be locked yield when the knee is bent far.\n\
    swing-twist measures the rotation about the widest axis (twist) and the tilt (swing) \
    separately and has none of these problems.";

/// Height below which what can be done with the table is in a menu, at normal text, points: the
/// rows need the room.
const LOW: f32 = 200.0;

/// The lines over the table.
pub(super) fn head_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    table: &Table<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let is_low = ui.available_height() < LOW * text_scale(ui.ctx());
    title_ui(ui, view, table, is_low, state, actions);
    if !is_low {
        bar_ui(ui, view, table, state, actions);
    }
    faults_ui(ui, state);
}

/// Which ragdoll, its table as text, and whether its sides agree.
fn title_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    table: &Table<'_>,
    is_low: bool,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        let title = Item::Ragdoll(table.ragdoll.clone()).title();
        note(&ui.label(heading(&title)), "Ragdoll of the table");
        let why = match table.chosen {
            Chosen::Selected => "selected",
            Chosen::LookedAt => "current",
            Chosen::Only => "only ragdoll with rigid bodies",
            Chosen::First => "first ragdoll; select another to see its limits",
        };
        ui.label(RichText::new(why).small().weak());
        filter_ui(ui, state);
        ui.scope(|ui| {
            make_compact(ui);
            match is_low {
                true => menu_ui(ui, view, table, state, actions),
                false => {
                    csv_ui(ui, table, actions);
                    reset_ui(ui, table, actions);
                }
            }
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            check::check_ui(ui, table, actions);
        });
    });
}

/// How the table is shown, and what can be done with it, in two menus.
fn menu_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    table: &Table<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let menu = ui.menu_button(format!("View {}", icon::CARET_DOWN), |ui| {
        note_menu(ui);
        ui.horizontal(|ui| options_ui(ui, view, actions));
    });
    let tip = "Units, axes, mirrored edits, arcs on the stage";
    note(&menu.response.on_hover_text(tip), "View of the table");
    let menu = ui.menu_button(format!("Edit {}", icon::CARET_DOWN), |ui| {
        note_menu(ui);
        model_ui(ui, view, table, actions);
        zero_ui(ui, view, table, actions);
        ui.horizontal(|ui| poses_ui(ui, view, table, state, actions));
        range_ui(ui, view, table, state);
        csv_ui(ui, table, actions);
        reset_ui(ui, table, actions);
    });
    let tip = "Limit model, zero here, recorded poses, range test, copy, import, export, reset";
    note(&menu.response.on_hover_text(tip), "Edit table");
}

/// How the table is shown, how limits work, and what can be done with them.
fn bar_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    table: &Table<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        make_compact(ui);
        options_ui(ui, view, actions);
        model_ui(ui, view, table, actions);
        gap(ui);
        zero_ui(ui, view, table, actions);
        poses_ui(ui, view, table, state, actions);
        range_ui(ui, view, table, state);
    });
}

/// Smaller controls, of which many fit beside each other.
fn make_compact(ui: &mut Ui) {
    let scale = text_scale(ui.ctx()).max(1.0);
    ui.style_mut().override_text_style = Some(TextStyle::Small);
    let spacing = ui.spacing_mut();
    spacing.item_spacing = [4.0, 4.0].into();
    spacing.button_padding = [5.0, 2.0].into();
    spacing.interact_size.y = 20.0 * scale;
}

fn options_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let old = view.workbench.limits;
    let mut new = old;
    segments(ui, &mut new.shown.units, &UNITS);
    gap(ui);
    segments(ui, &mut new.shown.frame, &FRAMES);
    gap(ui);
    mirror_ui(ui, &mut new);
    gap(ui);
    ui.label(RichText::new("arcs").weak());
    segments(ui, &mut new.arcs, &ARCS);
    gap(ui);
    if new != old {
        actions.push(Action::SetLimitOptions(new));
    }
}

fn gap(ui: &mut Ui) {
    ui.add_space(6.0);
}

fn filter_ui(ui: &mut Ui, state: &mut State) {
    let edit = TextEdit::singleline(&mut state.filter.words)
        .hint_text(format!("{} filter", icon::FUNNEL))
        .desired_width(96.0 * text_scale(ui.ctx()));
    let response = ui.add(edit);
    let response = response.on_hover_text("Shows limbs whose names contain these words");
    response
        .widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, ui.is_enabled(), "Filter limbs"));
    note(&response, "Filter limbs");
    let tip = "Shows only rows that differ from the printed values";
    let dot = ui.selectable_label(state.filter.only_changed, "• Changed");
    let dot = dot.on_hover_text(tip);
    dot.widget_info(|| WidgetInfo::labeled(WidgetType::Checkbox, ui.is_enabled(), "Only changed"));
    note(&dot, "Only changed");
    if dot.clicked() {
        state.filter.only_changed = !state.filter.only_changed;
    }
    gap(ui);
}

/// Alternatives side by side.
fn segments<T: Copy + PartialEq>(ui: &mut Ui, held: &mut T, all: &[(T, &str, &str)]) {
    for &(value, label, tip) in all {
        let response = ui.selectable_label(*held == value, label);
        let response = response.on_hover_text(tip);
        note(&response, label);
        if response.clicked() {
            *held = value;
        }
    }
}

fn mirror_ui(ui: &mut Ui, options: &mut LimitOptions) {
    let label = format!("{} mirror edits", icon::FLIP_HORIZONTAL);
    let response = ui.selectable_label(options.mirror, label);
    let tip = "Mirrors each edit to the limb on the other side. Limits about x stay the same; \
               about y and z, min and max swap and change sign";
    let response = response.on_hover_text(tip);
    note(&response, "Mirror edits");
    if response.clicked() {
        options.mirror = !options.mirror;
    }
}

/// Models that a ragdoll may ask for, with their names.
const LIMIT_MODELS: [(LimitModel, &str); 3] = [
    (LimitModel::SwingTwist, "swing-twist"),
    (LimitModel::Component, "component"),
    (LimitModel::Cone, "cone"),
];

fn model_ui(ui: &mut Ui, view: &AppView<'_>, table: &Table<'_>, actions: &mut Vec<Action>) {
    let solver = match view.settings().common.limit_model {
        constraint::LimitModel::SwingTwist => LIMIT_MODELS[0].1,
        constraint::LimitModel::Component => LIMIT_MODELS[1].1,
        constraint::LimitModel::Cone => LIMIT_MODELS[2].1,
    };
    let of_solver = format!("default ({solver})");
    let held = table.ragdoll.limit_model;
    let text = |model: Option<LimitModel>| {
        let known = LIMIT_MODELS.iter().find(|(known, _)| Some(*known) == model);
        known.map_or(of_solver.as_str(), |(_, text)| text)
    };
    let list = ComboBox::from_id_salt("limit model of the ragdoll")
        .selected_text(text(held))
        .width(116.0 * text_scale(ui.ctx()))
        .show_ui(ui, |ui| {
            let models = LIMIT_MODELS.iter().map(|(model, _)| Some(*model));
            for model in [None].into_iter().chain(models) {
                let response = ui.selectable_label(held == model, text(model));
                note(
                    &response,
                    &format!("Limit model of the ragdoll: {}", text(model)),
                );
                if response.clicked() {
                    actions.extend(steps::set_model(table, model));
                }
            }
        });
    let response = list.response;
    response.widget_info(|| {
        let label = "Limit model of the ragdoll";
        WidgetInfo::labeled(WidgetType::ComboBox, ui.is_enabled(), label)
    });
    let tip = format!("How the angles of the limits are measured.\n{CLAMP}");
    note(&response.on_hover_text(tip), "Limit model of the ragdoll");
}

fn reset_ui(ui: &mut Ui, table: &Table<'_>, actions: &mut Vec<Action>) {
    let changed = !table.ragdoll.parts.is_empty();
    let tip = "Resets all masses, inertia, friction and limits to the printed values";
    let icon = icon::ARROW_COUNTER_CLOCKWISE;
    if step_button(ui, [icon, "Reset"], "Reset table", changed, tip) {
        actions.extend(steps::reset_table(table));
    }
}

/// A button with a sign; true when clicked.
fn step_button(ui: &mut Ui, words: [&str; 2], name: &str, enabled: bool, tip: &str) -> bool {
    let button = Button::new(words.join(" "));
    let response = ui.add_enabled(enabled, button);
    let response = response.on_hover_text(tip).on_disabled_hover_text(tip);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, name));
    note(&response, name);
    response.clicked()
}

fn zero_ui(ui: &mut Ui, view: &AppView<'_>, table: &Table<'_>, actions: &mut Vec<Action>) {
    let row = view
        .workbench
        .limb
        .as_ref()
        .filter(|limb| limb.ragdoll == table.ragdoll.id)
        .and_then(|limb| table.sheet.row(&limb.part))
        .filter(|row| row.in_force.limit.is_some());
    let tip = match row {
        Some(row) => format!(
            "Makes the current orientation of {} the zero of its angles; its range moves with it",
            row.title
        ),
        None => "Click a row with limits first. Its current orientation becomes the zero of its \
                 angles, and its range moves with it"
            .into(),
    };
    if step_button(
        ui,
        [icon::TARGET, "Zero here"],
        "Zero here",
        row.is_some(),
        &tip,
    ) {
        actions.extend(row.and_then(|row| steps::zero_here(table, view, row.part)));
    }
}

fn poses_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    table: &Table<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    gap(ui);
    let recorded = &mut state.recorded;
    let tip = "Records the current pose of the ragdoll. Limits can then be fitted to all recorded \
               poses";
    if step_button(ui, [icon::RECORD, "Record pose"], "Record pose", true, tip) {
        steps::record(table, view, &mut recorded.poses);
        recorded.count += 1;
    }
    let count = recorded.count;
    let tip = format!("Sets limits that just enclose the recorded poses ({count}) plus the margin");
    let words = [icon::ARROWS_IN_LINE_HORIZONTAL, "Fit"];
    if step_button(ui, words, "Fit to recorded poses", count > 0, &tip) {
        actions.extend(steps::fit_to(table, &recorded.poses, recorded.margin_deg));
    }
    let field = NumberField {
        id: Id::new("margin of fitted limits"),
        label: "Margin",
        quantity: &MARGIN,
        value: Some(recorded.margin_deg),
        whole: false,
        width: 40.0,
    };
    let edit = ui.horizontal(|ui| {
        ui.label(RichText::new("margin").small().weak());
        number_field(ui, &field)
    });
    if let Some(margin) = edit.inner.and_then(|edit| edit.number()) {
        recorded.margin_deg = margin;
    }
    if count > 0 {
        ui.label(RichText::new(format!("{count} recorded")).small().weak());
        let forget = ui
            .small_button(icon::X)
            .on_hover_text("Clears the recorded poses");
        note(&forget, "Clear poses");
        if forget.clicked() {
            recorded.forget();
        }
    }
}

fn range_ui(ui: &mut Ui, view: &AppView<'_>, table: &Table<'_>, state: &mut State) {
    let tip = "Drives each joint of a copy gently to both ends of its range, in the background, \
               and reports which limits hold";
    if !state.trial.is_running() {
        let words = [icon::ARROWS_HORIZONTAL, "Range test"];
        if step_button(ui, words, "Range test", true, tip) {
            state.trial.begin(view, table);
        }
    }
    state.trial.ui(ui, view);
}

fn csv_ui(ui: &mut Ui, table: &Table<'_>, actions: &mut Vec<Action>) {
    let tip = "Copies the whole table as CSV. In the table, Ctrl+C copies and Ctrl+V pastes";
    if step_button(ui, [icon::COPY, "Copy"], "Copy CSV", true, tip) {
        ui.ctx().copy_text(steps::csv(table));
    }
    let tip = "Imports numbers from a CSV file";
    if step_button(ui, [icon::DOWNLOAD_SIMPLE, "Import…"], "Import…", true, tip) {
        actions.push(Action::Do(Trigger::ImportLimits));
    }
    let tip = "Saves the table as a CSV file";
    if step_button(ui, [icon::UPLOAD_SIMPLE, "Export…"], "Export…", true, tip) {
        actions.push(Action::Do(Trigger::ExportLimits));
    }
}

/// What is wrong with a text that was pasted or imported.
fn faults_ui(ui: &mut Ui, state: &mut State) {
    if state.faults.is_empty() {
        return;
    }
    let color = ui.visuals().error_fg_color;
    ui.horizontal(|ui| {
        let words = format!("{} Nothing was imported:", icon::WARNING);
        note(&ui.label(RichText::new(words).color(color)), "Errors");
        if crate::app::panels::widgets::button(ui, "Dismiss", "Close this list") {
            state.faults.clear();
        }
    });
    let height = ui.spacing().interact_size.y;
    let area = egui_macroquad::egui::ScrollArea::vertical().max_height(3.0 * height);
    area.id_salt("faults")
        .show_rows(ui, height * 0.75, state.faults.len(), |ui, rows| {
            for fault in state.faults.get(rows).unwrap_or_default() {
                let words = fault.to_string();
                let response = ui.add(Label::new(RichText::new(&words).small()).truncate());
                note(
                    &response.on_hover_text(&words),
                    &format!("LimitsTableError: {words}"),
                );
            }
        });
}
