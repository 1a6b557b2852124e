//! What things are painted with: a picker, a code to type, and paints to choose from.

use super::form::{put, Form};
use super::subject::Common;
use crate::app::action::Action;
use crate::app::panels::number_field::{name_label, MIXED};
use crate::app::panels::widgets::{dressed, note, resettable, text_scale, Change};
use crate::editor::{Item, ItemKind};
use crate::scene::Color;
use crate::view::theme::{body, bytes, color32, opaque, Rgba, PAINTS};
use egui_macroquad::egui::color_picker::{color_picker_color32, Alpha};
use egui_macroquad::egui::{
    popup_below_widget, vec2, Button, Color32, FontId, Id as WidgetId, Key, PopupCloseBehavior,
    Response, RichText, Stroke, TextEdit, TextStyle, Ui, WidgetInfo, WidgetType,
};

const LABEL: &str = "Colour";
const TIP: &str = "Colour of the surface; affects its look only";
/// Words for things without a colour of their own.
const USUAL: &str = "default";
const REFUSAL: &str = "type six digits from 0 to 9 and a to f, such as #e69f00";
/// Width of the code and of the picker, points at normal text.
const CODE_WIDTH: f32 = 80.0;
const PICKER_WIDTH: f32 = 240.0;
/// Edge of a swatch, points at normal text.
const SWATCH: f32 = 24.0;

/// What the things have in common: `None` if they differ.
type Own = Option<Option<Color>>;

pub(super) fn color_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let own: Own = match (form.subject).common(LABEL, |item| item.color_mut().copied()) {
        Common::Missing => return,
        own => own.same(),
    };
    let id = form.id(LABEL);
    let is_own = own != Some(None);
    let asked = resettable(ui, LABEL, is_own, "the default colour", |ui| {
        let reset = name_label(ui, LABEL, is_own, TIP) && is_own;
        picker_ui(ui, form, id.with("picker"), own);
        let typed = code_field(ui, id.with("code"), own);
        reset.then_some(None).or(typed)
    });
    refusal_ui(ui, id.with("code"));
    let chosen = paints_ui(ui, own).map(Some);
    let new = match asked {
        Some(Change::Reset) => Some(None),
        Some(Change::To(color)) => Some(color),
        None => chosen,
    };
    if let Some(color) = new {
        form.change(LABEL, |item| put(item.color_mut(), color));
    }
}

/// A swatch that opens a picker.
fn picker_ui(ui: &mut Ui, form: &mut Form<'_>, id: WidgetId, own: Own) {
    let shown = match own {
        Some(color) => color.map_or_else(|| usual_paint(form), |color| opaque(color.rgb)),
        None => dressed(ui).control,
    };
    let popup = id.with("popup");
    let response = swatch(ui, shown, false).on_hover_text(format!(
        "{TIP}.\nOpens a colour picker \
                                                                   (sRGB)"
    ));
    label(&response, LABEL, false);
    if response.clicked() {
        ui.memory_mut(|memory| memory.toggle_popup(popup));
    }
    let outside = PopupCloseBehavior::CloseOnClickOutside;
    let picked = popup_below_widget(ui, popup, &response, outside, |ui| {
        let width = PICKER_WIDTH * text_scale(ui.ctx());
        ui.set_min_width(width);
        ui.spacing_mut().slider_width = width;
        let mut color = color32(shown);
        color_picker_color32(ui, &mut color, Alpha::Opaque).then(|| color_of(color))
    });
    follow_picker(ui, form, id, picked.flatten());
}

/// Paint of the things without a colour of their own.
fn usual_paint(form: &Form<'_>) -> Rgba {
    match form.subject.items.first().map(Item::kind) {
        Some(ItemKind::Ragdoll) => body::LIMB,
        Some(ItemKind::Obstacle) => body::OBSTACLE,
        Some(ItemKind::Particle) => body::PARTICLE,
        _ => body::LOOSE,
    }
}

/// Makes one step of each drag in the picker, and of each number that is typed there.
fn follow_picker(ui: &Ui, form: &mut Form<'_>, id: WidgetId, picked: Option<Color>) {
    let (held, escaped) =
        ui.input(|input| (input.pointer.any_down(), input.key_pressed(Key::Escape)));
    let mut drags: bool = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if let Some(color) = picked {
        let paint = |item: &mut Item| put(item.color_mut(), Some(color));
        if !held && !drags {
            return form.change(LABEL, paint);
        }
        if !drags {
            form.actions.push(Action::Begin(form.label(LABEL)));
        }
        form.actions
            .push(Action::Change(form.command(LABEL, paint)));
        drags = true;
    }
    if drags && (escaped || !held) {
        form.actions.push(match escaped {
            true => Action::Abort,
            false => Action::Commit,
        });
        drags = false;
    }
    ui.data_mut(|data| data.insert_temp(id, drags));
}

/// A code that is being typed.
#[derive(Clone, Default)]
struct Typing {
    text: String,
    is_refused: bool,
}

/// A field for a code such as `#e69f00`; what was typed and left. Nothing is the usual
/// paint, Escape takes back.
fn code_field(ui: &mut Ui, id: WidgetId, own: Own) -> Option<Option<Color>> {
    let old = own
        .flatten()
        .map_or_else(String::new, |color| color.to_string());
    let typing: Option<Typing> = ui.data(|data| data.get_temp(id));
    let mut typing = typing.unwrap_or(Typing {
        text: old.clone(),
        is_refused: false,
    });
    let response = code_edit(ui, id, own, &mut typing);
    if response.changed() {
        typing.is_refused = false;
    }
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, typing));
        return None;
    }
    ui.data_mut(|data| data.remove::<Typing>(id));
    let (cancelled, entered) = ui.input(|input| {
        (
            input.key_pressed(Key::Escape),
            input.key_pressed(Key::Enter),
        )
    });
    let is_given_up = cancelled || (typing.is_refused && !entered);
    if !response.lost_focus() || is_given_up || typing.text == old {
        return None;
    }
    let typed = match typing.text.trim() {
        "" => Some(None),
        text => Color::typed(text).map(Some),
    };
    if typed.is_none() {
        // The next key mends the text, or Escape gives it up.
        response.request_focus();
        typing.is_refused = true;
        ui.data_mut(|data| data.insert_temp(id, typing));
    }
    typed.filter(|color| Some(*color) != own)
}

fn code_edit(ui: &mut Ui, id: WidgetId, own: Own, typing: &mut Typing) -> Response {
    let hint = match own {
        None => MIXED,
        Some(_) => USUAL,
    };
    let error = typing.is_refused.then(|| ui.visuals().error_fg_color);
    let mut edit = TextEdit::singleline(&mut typing.text)
        .id(id)
        .hint_text(RichText::new(hint).font(TextStyle::Body.resolve(ui.style())))
        .font(code_font(ui))
        .desired_width(CODE_WIDTH * text_scale(ui.ctx()));
    if let Some(error) = error {
        edit = edit.text_color(error);
    }
    let tip = "Red, green and blue as six hexadecimal digits, sRGB, such as #e69f00.\nEmpty: the \
               default colour";
    let response = ui.add(edit).on_hover_text(tip);
    let name = "Colour code";
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, name));
    note(&response, name);
    response
}

fn code_font(ui: &Ui) -> FontId {
    TextStyle::Monospace.resolve(ui.style())
}

/// Why the last code was refused.
fn refusal_ui(ui: &mut Ui, id: WidgetId) {
    let typing: Option<Typing> = ui.data(|data| data.get_temp(id));
    if typing.is_some_and(|typing| typing.is_refused) {
        let text = RichText::new(REFUSAL).color(ui.visuals().error_fg_color);
        let response = ui.label(text.small());
        note(&response, &format!("Refused: {REFUSAL}"));
    }
}

/// A row of paints; the one just chosen.
fn paints_ui(ui: &mut Ui, own: Own) -> Option<Color> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        name_label(ui, "", false, "");
        for (name, paint) in PAINTS {
            let color = Color { rgb: bytes(paint) };
            let is_own = own == Some(Some(color));
            let tip = format!("Sets the colour to {name}, {color}");
            let response = swatch(ui, paint, is_own).on_hover_text(tip);
            label(&response, &format!("{LABEL}: {name}"), is_own);
            if response.clicked() && !is_own {
                chosen = Some(color);
            }
        }
    });
    chosen
}

/// A square button of a colour, with a strong edge if it is the chosen one.
fn swatch(ui: &mut Ui, color: Rgba, is_chosen: bool) -> Response {
    let edge = SWATCH * text_scale(ui.ctx());
    let mut button = Button::new("")
        .fill(color32(color))
        .min_size(vec2(edge, edge));
    if is_chosen {
        button = button.stroke(Stroke::new(2.0, color32(dressed(ui).text)));
    }
    ui.add_sized([edge, edge], button)
}

fn label(response: &Response, name: &str, is_chosen: bool) {
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::ColorButton, response.enabled(), is_chosen, name)
    });
    note(response, name);
}

fn color_of(color: Color32) -> Color {
    Color {
        rgb: [color.r(), color.g(), color.b()],
    }
}
