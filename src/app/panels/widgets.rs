//! Small controls that all panels share, and the list of what is on screen.

use crate::scene::range::{significant, Plain, Quantity};
use crate::view::theme::{PanelColors, Theme, BASE_TEXT_PT};
use egui_macroquad::egui::{self, Response, Ui};

/// A control on screen: its name and its place in points.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Name.
    pub label: String,
    /// Place.
    pub rect: egui::Rect,
}

/// Notes where a control is, so that a test can find it by name.
pub fn note(response: &Response, label: &str) {
    let placed = Placed {
        label: label.into(),
        rect: response.rect,
    };
    response.ctx.data_mut(|data| {
        data.get_temp_mut_or_default::<Vec<Placed>>(egui::Id::new("placed"))
            .push(placed);
    });
    point_out(response, label);
}

/// How long a control that was searched for is pointed out, s.
const POINTED_OUT_S: f64 = 2.0;
/// For how long of that it is scrolled to, s: its section opens meanwhile.
const SCROLLED_TO_S: f64 = 0.5;

/// A control that was searched for.
#[derive(Debug, Clone)]
struct Wanted {
    section: Option<&'static str>,
    control: String,
    /// Time of the window until which it is pointed out, s.
    until_s: f64,
}

/// Has a control scrolled to and pointed out for a moment, and its section opened.
pub fn show_control(ctx: &egui::Context, section: Option<&'static str>, control: &str) {
    let wanted = Wanted {
        section,
        control: control.to_owned(),
        until_s: ctx.input(|input| input.time) + POINTED_OUT_S,
    };
    ctx.data_mut(|data| data.insert_temp(wanted_control(), wanted));
}

/// The control that is pointed out, and for how long still, s.
fn wanted_now(ctx: &egui::Context) -> Option<(Wanted, f64)> {
    let wanted: Wanted = ctx.data(|data| data.get_temp(wanted_control()))?;
    let left_s = wanted.until_s - ctx.input(|input| input.time);
    (left_s > 0.0).then_some((wanted, left_s))
}

fn wanted_control() -> egui::Id {
    egui::Id::new("control that was searched for")
}

/// Scrolls to a control that was searched for, and draws a frame round it.
fn point_out(response: &Response, label: &str) {
    let Some((wanted, left_s)) = wanted_now(&response.ctx) else {
        return;
    };
    if wanted.control != label {
        return;
    }
    if left_s > POINTED_OUT_S - SCROLLED_TO_S {
        response.scroll_to_me(Some(egui::Align::Center));
    }
    let stroke = response.ctx.style().visuals.selection.stroke;
    let stroke = egui::Stroke::new(2.0, stroke.color);
    let painter = response.ctx.layer_painter(response.layer_id);
    let frame = response.rect.expand(3.0);
    painter.rect_stroke(frame, 3.0, stroke, egui::StrokeKind::Outside);
    response.ctx.request_repaint();
}

/// A part of a panel under a heading that opens and closes it; opened when a control in it was
/// searched for.
pub fn section(ui: &mut Ui, title: &'static str, content: impl FnOnce(&mut Ui)) {
    let wanted = wanted_now(ui.ctx());
    let is_wanted = wanted.is_some_and(|(wanted, _)| wanted.section == Some(title));
    let section = egui::CollapsingHeader::new(title)
        .open(is_wanted.then_some(true))
        .show(ui, content);
    note(&section.header_response, title);
}

/// Takes the controls noted since the last call.
pub fn take_noted(ctx: &egui::Context) -> Vec<Placed> {
    ctx.data_mut(|data| std::mem::take(data.get_temp_mut_or_default(egui::Id::new("placed"))))
}

/// The colours of the panels as they are dressed now.
pub fn dressed(ui: &Ui) -> PanelColors {
    match ui.visuals().dark_mode {
        true => Theme::Dark.panel(),
        false => Theme::Light.panel(),
    }
}

/// To whom the keys belong.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyOwner {
    /// To the tools and the action table.
    #[default]
    Stage,
    /// To a control that Tab has reached: letters and digits mean nothing there, as who types
    /// them believes to be in a field.
    Control,
    /// To a table with a cursor: all but the space and the function keys.
    Table,
    /// Escape to the menu that is open, which it closes; letters and digits mean nothing.
    Menu,
    /// To a text field.
    Text,
    /// To a file dialog.
    Dialog,
}

/// To whom the keys belong now.
pub fn key_owner(ctx: &egui::Context) -> KeyOwner {
    let focused = ctx.memory(|memory| memory.focused());
    let table: Option<egui::Id> = ctx.data(|data| data.get_temp(key_table()));
    if focused.is_some_and(|field| egui::TextEdit::load_state(ctx, field).is_some()) {
        KeyOwner::Text
    } else if is_menu_open(ctx) {
        KeyOwner::Menu
    } else if focused.is_some() && focused == table {
        KeyOwner::Table
    } else if focused.is_some() {
        KeyOwner::Control
    } else {
        KeyOwner::Stage
    }
}

/// Notes that a menu is open; its contents do so in every frame.
pub fn note_menu(ui: &egui::Ui) {
    let frame = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(open_menu(), frame));
}

/// Whether a menu or the list of a combo box was open in this frame or the last one.
pub fn is_menu_open(ctx: &egui::Context) -> bool {
    let noted: Option<u64> = ctx.data(|data| data.get_temp(open_menu()));
    let is_noted = noted.is_some_and(|frame| frame + 1 >= ctx.cumulative_pass_nr());
    is_noted || ctx.memory(|memory| memory.any_popup_open())
}

fn open_menu() -> egui::Id {
    egui::Id::new("menu that is open")
}

/// Takes the focus from a button that the mouse has clicked, so that the next press of
/// Space plays or pauses and does not click it again. Tab still gives it the focus.
pub fn let_go_of_clicked(ctx: &egui::Context) {
    let released = ctx.input(|input| input.pointer.any_released());
    if let (true, KeyOwner::Stage | KeyOwner::Control) = (released, key_owner(ctx)) {
        ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
}

/// Lets the keys belong to a table while it has the focus.
pub fn give_keys(ctx: &egui::Context, table: egui::Id) {
    ctx.data_mut(|data| data.insert_temp(key_table(), table));
}

fn key_table() -> egui::Id {
    egui::Id::new("table with keys")
}

/// Whether the pointer is over a window or a menu, or drags something of a panel. What
/// lies beside the stage is told by its rectangle.
pub fn is_over_panels(ctx: &egui::Context) -> bool {
    is_over_window(ctx) || ctx.is_using_pointer()
}

/// Whether the pointer is over a window or a menu.
pub fn is_over_window(ctx: &egui::Context) -> bool {
    let at = ctx.input(|input| input.pointer.hover_pos());
    let layer = at.and_then(|at| ctx.layer_id_at(at));
    layer.is_some_and(|layer| layer.order != egui::Order::Background)
}

/// A button that is noted; true when clicked.
pub fn button(ui: &mut Ui, label: &str, tip: &str) -> bool {
    let response = ui.button(label).on_hover_text(tip);
    note(&response, label);
    response.clicked()
}

/// Lets Tab go past what it has just come to.
fn pass_by(ui: &Ui) {
    let goes_on = ui.input(|input| input.key_pressed(egui::Key::Tab) && !input.modifiers.shift);
    if goes_on {
        ui.data_mut(|data| data.insert_temp(wanted_tab(), true));
        ui.ctx().request_repaint();
    }
}

/// Whether Tab is to be pressed once more.
pub fn take_wanted_tab(ctx: &egui::Context) -> bool {
    ctx.data_mut(|data| data.remove_temp(wanted_tab()))
        .unwrap_or(false)
}

fn wanted_tab() -> egui::Id {
    egui::Id::new("tab once more")
}

/// A row with name, slider, number and unit. A typed number may leave the
/// comfortable range of the slider, but never the valid one; a double click on
/// the name sets the default. Returns the new value when it changed.
pub fn quantity_row(ui: &mut Ui, label: &str, value: f64, quantity: &Quantity) -> Option<f64> {
    let mut new = value;
    let scale = text_scale(ui.ctx());
    ui.horizontal(|ui| {
        let changed = value != quantity.default;
        let name = if changed {
            format!("{label} •")
        } else {
            label.to_owned()
        };
        let name = egui::Label::new(name).sense(egui::Sense::CLICK);
        let tip = format!(
            "{}\nValid: {}. Double-click the name to reset to {} {}",
            quantity.help,
            quantity.range(),
            quantity.default,
            quantity.unit
        );
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let response = ui.allocate_ui_with_layout(egui::vec2(80.0 * scale, 20.0), layout, |ui| {
            ui.set_min_width(80.0 * scale);
            ui.add(name).on_hover_text(&tip)
        });
        if response.inner.double_clicked() {
            new = quantity.default;
        }
        let (low, high) = quantity.comfortable;
        ui.spacing_mut().slider_width = 76.0 * scale;
        let slider = egui::Slider::new(&mut new, low..=high)
            .clamping(egui::SliderClamping::Never)
            .suffix(unit_suffix(quantity.unit))
            .logarithmic(low > 0.0 && high / low > 50.0)
            .custom_formatter(|value, _| shown(value));
        let named = response.inner.id;
        let slider = ui.add(slider).labelled_by(named).on_hover_text(tip);
        note(&slider, label);
        // The number beside its rail is what one types.
        let is_rail = egui::TextEdit::load_state(ui.ctx(), slider.id).is_none();
        if slider.gained_focus() && is_rail {
            pass_by(ui);
        }
    });
    accepted(new, value, quantity)
}

/// What a new number becomes: the nearest valid one; nothing if it is none, or
/// differs from the present value by less than is shown.
pub fn accepted(new: f64, value: f64, quantity: &Quantity) -> Option<f64> {
    if !new.is_finite() || shown(new) == shown(value) {
        return None;
    }
    let valid = quantity.clamp(new);
    (valid != value).then_some(valid)
}

/// A number with the six digits that a field has room for.
pub(super) fn shown(value: f64) -> String {
    Plain(significant(value, 6)).to_string()
}

/// Size of text relative to normal, by which widths grow too.
pub fn text_scale(ctx: &egui::Context) -> f32 {
    let body = egui::TextStyle::Body.resolve(&ctx.style()).size;
    body / BASE_TEXT_PT
}

fn unit_suffix(unit: &str) -> String {
    if unit.is_empty() {
        String::new()
    } else {
        format!(" {unit}")
    }
}

/// A row of alternatives of which one holds; returns the one just chosen.
pub fn choice_row<T: Copy + PartialEq>(
    ui: &mut Ui,
    current: T,
    alternatives: &[(T, &str, &str)],
) -> Option<T> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        for &(value, label, tip) in alternatives {
            let response = ui
                .selectable_label(current == value, label)
                .on_hover_text(tip);
            note(&response, label);
            if response.clicked() && current != value {
                chosen = Some(value);
            }
        }
    });
    chosen
}

/// Height that an open list may have, points.
const LIST_PT: f32 = 560.0;

/// A row with a name and a list that opens, of which one alternative holds; returns
/// the one just chosen.
pub fn combo_row<T: Copy + PartialEq>(
    ui: &mut Ui,
    label: &str,
    tip: &str,
    current: T,
    alternatives: &[(T, &str, &str)],
) -> Option<T> {
    let held = alternatives.iter().find(|(value, ..)| *value == current);
    let (_, text, about) = held.copied().unwrap_or((current, "", ""));
    let tip = format!("{tip}.\nNow {text}: {about}.");
    let scale = text_scale(ui.ctx());
    let mut chosen = None;
    ui.horizontal(|ui| {
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let name = ui.allocate_ui_with_layout(egui::vec2(80.0 * scale, 20.0), layout, |ui| {
            ui.set_min_width(80.0 * scale);
            ui.label(label).on_hover_text(&tip)
        });
        let list = egui::ComboBox::from_id_salt(label)
            .selected_text(text)
            .width(150.0 * scale)
            .height(LIST_PT)
            .show_ui(ui, |ui| {
                for &(value, text, about) in alternatives {
                    let response = ui.selectable_label(current == value, text);
                    note(&response, &format!("{label}: {text}"));
                    if response.on_hover_text(about).clicked() && current != value {
                        chosen = Some(value);
                    }
                }
            });
        let list = list.response.labelled_by(name.inner.id);
        note(&list.on_hover_text(tip), label);
    });
    chosen
}

/// What is asked for a value that may override a default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<T> {
    /// This value.
    To(T),
    /// The default again.
    Reset,
}

/// A row with a button behind it, if its value overrides `default`, that drops the
/// override.
pub fn resettable<T>(
    ui: &mut Ui,
    label: &str,
    overridden: bool,
    default: &str,
    row: impl FnOnce(&mut Ui) -> Option<T>,
) -> Option<Change<T>> {
    ui.horizontal(|ui| {
        let new = row(ui).map(Change::To);
        if !overridden {
            return new;
        }
        let name = format!("Reset {label}");
        let tip = format!("Set in this scene. Resets to {default}");
        let response = ui.small_button(egui_phosphor::regular::ARROW_COUNTER_CLOCKWISE);
        let response = response.on_hover_text(tip);
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Button, ui.is_enabled(), &name)
        });
        note(&response, &name);
        if response.clicked() {
            return Some(Change::Reset);
        }
        new
    })
    .inner
}
