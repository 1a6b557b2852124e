//! A field for a number: drag it, or click and type an expression.

use super::widgets::{note, shown, text_scale};
use crate::editor::read_number;
use crate::scene::range::{significant, Plain, Quantity};
use egui_macroquad::egui::{
    self, Id, Key, Label, Response, Sense, TextEdit, Ui, WidgetInfo, WidgetType,
};

/// What is shown in place of a number of things that differ.
pub const MIXED: &str = "mixed";

/// What a field shows.
#[derive(Debug, Clone, Copy)]
pub struct NumberField<'a> {
    /// Its own, the same in every frame and another one for other things.
    pub id: Id,
    /// Name, by which tests and screen readers find it.
    pub label: &'a str,
    /// Unit, range and help.
    pub quantity: &'a Quantity,
    /// The number; `None` if several things differ.
    pub value: Option<f64>,
    /// Whether only whole numbers fit.
    pub whole: bool,
    /// Width at normal text, points.
    pub width: f32,
}

/// What is asked for with a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NumberEdit {
    /// A drag begins.
    Begin,
    /// The drag has come to this number.
    Change(f64),
    /// The drag ends.
    Commit,
    /// The drag is taken back, to this number.
    Abort(f64),
    /// This number, at once.
    Set(f64),
}

impl NumberEdit {
    /// The number to be had now, for what has no history.
    pub fn number(self) -> Option<f64> {
        match self {
            NumberEdit::Change(value) | NumberEdit::Abort(value) | NumberEdit::Set(value) => {
                Some(value)
            }
            NumberEdit::Begin | NumberEdit::Commit => None,
        }
    }
}

/// A text that is being typed, or was refused.
#[derive(Debug, Clone, Default)]
struct Typing {
    text: String,
    /// The text at the beginning, which asks for nothing.
    original: String,
    /// Number that the field had.
    value: Option<f64>,
    refusal: Option<String>,
}

/// A drag that is going on.
#[derive(Debug, Clone, Copy)]
struct Drag {
    from: f64,
    points: f32,
    last: f64,
}

/// Draws the field; what was refused stays in it, with the reason in its tooltip and,
/// by [`refusal_row`], beneath it.
pub fn number_field(ui: &mut Ui, field: &NumberField<'_>) -> Option<NumberEdit> {
    let id = field.id;
    let typing = typing(ui, id).filter(|typing| typing.value == field.value);
    if typing.is_none() {
        // What was refused for another number says nothing about this one.
        set_typing(ui, id, None);
    }
    let typed = typing.as_ref().map(|typing| typing.text.clone());
    let (response, edit) = match typing {
        Some(typing) => type_into(ui, id, field, typing),
        None => drag_or_click(ui, id, field),
    };
    let text = typed.or(field.value.map(shown));
    response.widget_info(|| WidgetInfo {
        label: Some(field.label.into()),
        current_text_value: Some(text.clone().unwrap_or_else(|| MIXED.into())),
        enabled: ui.is_enabled(),
        ..WidgetInfo::new(WidgetType::DragValue)
    });
    note(&response, field.label);
    edit
}

/// Whether what is typed into a field is refused.
pub fn is_refused(ui: &Ui, id: Id) -> bool {
    typing(ui, id).is_some_and(|typing| typing.refusal.is_some())
}

/// Why the last input into this field was refused, in the error colour; whether it was.
pub fn refusal_row(ui: &mut Ui, id: Id) -> bool {
    let Some(refusal) = typing(ui, id).and_then(|typing| typing.refusal) else {
        return false;
    };
    let text = egui::RichText::new(&refusal).color(ui.visuals().error_fg_color);
    let response = ui.add(Label::new(text.small()).wrap());
    note(&response, &format!("Refused: {refusal}"));
    true
}

/// The name before a field, with a dot if its number is not the usual one; true if a
/// double click asks for that.
pub fn name_label(ui: &mut Ui, label: &str, changed: bool, tip: &str) -> bool {
    let text = match changed {
        true => format!("{label} •"),
        false => label.to_owned(),
    };
    let width = NAME_WIDTH * text_scale(ui.ctx());
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let height = ui.spacing().interact_size.y;
    ui.allocate_ui_with_layout(egui::vec2(width, height), layout, |ui| {
        ui.set_min_width(width);
        // Tab goes from field to field, past the names.
        let label = Label::new(text).sense(Sense::CLICK).wrap();
        ui.add(label).on_hover_text(tip).double_clicked()
    })
    .inner
}

/// Width of the names at normal text, points.
const NAME_WIDTH: f32 = 80.0;

/// What stands in the tooltip of a quantity.
pub fn tip_of(quantity: &Quantity) -> String {
    let unit = match quantity.unit {
        "" => String::new(),
        unit => format!(" In {unit}."),
    };
    format!(
        "{}{unit}\nValid: {}\nDrag to change (Shift: finer, Escape: cancel), or click and type, \
         such as 2*0.15",
        quantity.help,
        quantity.range()
    )
}

fn typing(ui: &Ui, id: Id) -> Option<Typing> {
    ui.data(|data| data.get_temp(id))
}

fn set_typing(ui: &Ui, id: Id, typing: Option<Typing>) {
    ui.data_mut(|data| match typing {
        Some(typing) => data.insert_temp(id, typing),
        None => data.remove::<Typing>(id),
    });
}

fn type_into(
    ui: &mut Ui,
    id: Id,
    field: &NumberField<'_>,
    mut typing: Typing,
) -> (Response, Option<NumberEdit>) {
    let mut edit = TextEdit::singleline(&mut typing.text)
        .id(id)
        .clip_text(true)
        .desired_width(field.width * text_scale(ui.ctx()) - 8.0);
    if typing.refusal.is_some() {
        edit = edit.text_color(ui.visuals().error_fg_color);
    }
    let mut response = ui.add(edit);
    if let Some(refusal) = &typing.refusal {
        response = response.on_hover_text(refusal);
    }
    if response.changed() {
        typing.refusal = None;
    }
    if !response.lost_focus() {
        set_typing(ui, id, Some(typing));
        return (response, None);
    }
    let cancelled = ui.input(|input| input.key_pressed(Key::Escape));
    let left_refused = typing.refusal.is_some() && !ui.input(|input| input.key_pressed(Key::Enter));
    if cancelled || left_refused || typing.text == typing.original {
        set_typing(ui, id, None);
        return (response, None);
    }
    match read_number(&typing.text, field.quantity, field.whole) {
        Ok(value) => {
            set_typing(ui, id, None);
            let edit = (field.value != Some(value)).then_some(NumberEdit::Set(value));
            (response, edit)
        }
        Err(refusal) => {
            // The next key mends the text, or Escape gives it up.
            response.request_focus();
            typing.refusal = Some(refusal);
            set_typing(ui, id, Some(typing));
            (response, None)
        }
    }
}

fn drag_or_click(ui: &mut Ui, id: Id, field: &NumberField<'_>) -> (Response, Option<NumberEdit>) {
    let text = field.value.map_or(MIXED.to_owned(), short);
    let size = egui::vec2(
        field.width * text_scale(ui.ctx()),
        ui.spacing().interact_size.y,
    );
    let sense = match field.value {
        Some(_) => Sense::click_and_drag(),
        None => Sense::click(),
    };
    let place = ui.allocate_space(size).1;
    let response = ui.interact(place, id, sense);
    paint(ui, place, &response, &text);
    if response.hovered() && field.value.is_some() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::ResizeHorizontal);
    }
    let exact = field.value.map(|value| format!("{}\n", Plain(value)));
    let tip = exact.unwrap_or_default() + &tip_of(field.quantity);
    let response = response.on_hover_text(tip);
    if response.clicked() || response.gained_focus() {
        begin_typing(ui, id, field);
        return (response, None);
    }
    let edit = field
        .value
        .and_then(|value| drag(ui, id, field, value, &response));
    (response, edit)
}

/// A number with the four digits that a narrow field has room for.
pub(super) fn short(value: f64) -> String {
    Plain(significant(value, 4)).to_string()
}

fn paint(ui: &Ui, place: egui::Rect, response: &Response, text: &str) {
    let visuals = ui.style().interact(response);
    let painter = ui.painter().with_clip_rect(place.intersect(ui.clip_rect()));
    painter.rect(
        place,
        visuals.corner_radius,
        visuals.weak_bg_fill,
        visuals.bg_stroke,
        egui::StrokeKind::Inside,
    );
    let font = egui::TextStyle::Button.resolve(ui.style());
    let middle = egui::Align2::CENTER_CENTER;
    painter.text(place.center(), middle, text, font, visuals.text_color());
}

/// Lets a text be typed in place of the number, all of which is selected.
fn begin_typing(ui: &Ui, id: Id, field: &NumberField<'_>) {
    let original = field
        .value
        .map_or(String::new(), |value| Plain(value).to_string());
    let end = egui::text::CCursor::new(original.chars().count());
    let mut state = egui::text_edit::TextEditState::default();
    let all = egui::text::CCursorRange::two(egui::text::CCursor::new(0), end);
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
    ui.memory_mut(|memory| memory.request_focus(id));
    let typing = Typing {
        text: original.clone(),
        original,
        value: field.value,
        refusal: None,
    };
    set_typing(ui, id, Some(typing));
}

/// What a drag asks for in this frame.
fn drag(
    ui: &Ui,
    id: Id,
    field: &NumberField<'_>,
    value: f64,
    response: &Response,
) -> Option<NumberEdit> {
    let id = id.with("drag");
    if response.drag_started() {
        let drag = Drag {
            from: value,
            points: response.drag_delta().x,
            last: value,
        };
        ui.data_mut(|data| data.insert_temp(id, drag));
        return Some(NumberEdit::Begin);
    }
    let mut drag: Drag = ui.data(|data| data.get_temp(id))?;
    if !response.dragged() {
        ui.data_mut(|data| data.remove::<Drag>(id));
        let aborted = ui.input(|input| input.key_pressed(Key::Escape));
        return Some(match aborted {
            true => NumberEdit::Abort(drag.from),
            false => NumberEdit::Commit,
        });
    }
    let finer = ui.input(|input| input.modifiers.shift);
    drag.points += response.drag_delta().x * if finer { 0.1 } else { 1.0 };
    let new = dragged(drag.from, f64::from(drag.points), field);
    let changed = new != drag.last;
    drag.last = new;
    ui.data_mut(|data| data.insert_temp(id, drag));
    changed.then_some(NumberEdit::Change(new))
}

/// The number that so many points of a drag lead to: by factors where the usual range
/// spans magnitudes, else by steps.
fn dragged(from: f64, points: f64, field: &NumberField<'_>) -> f64 {
    /// Points across the usual range.
    const ACROSS: f64 = 300.0;
    let quantity = field.quantity;
    let (low, high) = quantity.comfortable;
    let new = if low > 0.0 && high / low > 50.0 && from > 0.0 {
        three_digits(from * (points / ACROSS * (high / low).ln()).exp())
    } else if field.whole {
        (from + points * 0.1).round()
    } else {
        let step = 10.0_f64.powf(((high - low) / ACROSS).log10().floor());
        let new = from + points * (high - low) / ACROSS;
        three_more_digits(new, step)
    };
    let near = new.clamp(quantity.min, quantity.max);
    if points == 0.0 || !quantity.holds(near) {
        from
    } else {
        near + 0.0
    }
}

/// A number with three digits that count.
pub fn three_digits(value: f64) -> f64 {
    significant(value, 3)
}

/// A row with a name and a field for a number, which a double click on the name sets back
/// to its default; returns the new number. `salt`: its own, another one for other things.
pub fn number_row(
    ui: &mut Ui,
    salt: &str,
    label: &str,
    value: f64,
    quantity: &Quantity,
    whole: bool,
) -> Option<f64> {
    /// Width of the field at normal text, points.
    const WIDTH: f32 = 96.0;
    let field = NumberField {
        id: Id::new((salt, label)),
        label,
        quantity,
        value: Some(value),
        whole,
        width: WIDTH,
    };
    let (back, edit) = ui
        .horizontal(|ui| {
            let changed = value != quantity.default;
            let back = name_label(ui, label, changed, &tip_of(quantity));
            let edit = number_field(ui, &field);
            if !quantity.unit.is_empty() {
                ui.weak(quantity.unit);
            }
            (back, edit)
        })
        .inner;
    refusal_row(ui, field.id);
    match back {
        true => Some(quantity.default),
        false => edit.and_then(NumberEdit::number),
    }
}

/// The nearest multiple of a power of ten, without the rounding of the product.
fn three_more_digits(value: f64, step: f64) -> f64 {
    let digits = (-step.log10().round()).max(0.0) as usize;
    let rounded = (value / step).round() * step;
    format!("{rounded:.digits$}").parse().unwrap_or(rounded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::range::QUANTITIES;

    #[test]
    fn a_drag_however_far_gives_an_allowed_number() {
        for quantity in QUANTITIES {
            for whole in [false, true] {
                let field = NumberField {
                    id: Id::NULL,
                    label: "",
                    quantity,
                    value: None,
                    whole,
                    width: 0.0,
                };
                for points in [-1e6, -300.0, -1.0, 0.0, 0.3, 1.0, 1e3, 1e30] {
                    for from in [quantity.default, quantity.max, quantity.clamp(quantity.min)] {
                        let new = dragged(from, points, &field);
                        assert!(quantity.holds(new), "{} {points} {new}", quantity.key);
                    }
                }
                assert_eq!(dragged(quantity.default, 0.0, &field), quantity.default);
            }
        }
    }
}
