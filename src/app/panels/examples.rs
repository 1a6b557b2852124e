//! The shipped scenes: a card with a picture for each, and a field to find them.

use super::widgets::text_scale;
use super::{pictures, AppView};
use crate::app::action::{scene_has_synonym, Action};
use crate::scene::{Shipped, SHIPPED};
use egui_macroquad::egui::{self, Align2, Color32, Rect, TextStyle, TextureHandle, Ui};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Space between cards, points.
const GAP: f32 = 8.0;
/// Narrowest card at normal text, points: two stand side by side in a narrow panel.
const NARROWEST: f32 = 104.0;

/// What the panel of the shipped scenes remembers.
#[derive(Default)]
pub struct State {
    /// What was typed to find a scene.
    filter: String,
    /// Whether the cursor is to go into the field to find a scene.
    wants_cursor: bool,
    /// Whether it was there in the last frame.
    has_cursor: bool,
    /// Pictures of the cards that were in sight.
    pictures: BTreeMap<&'static str, Option<TextureHandle>>,
}

impl State {
    /// Puts the cursor into the field to find a scene.
    pub(in crate::app) fn search(&mut self) {
        self.wants_cursor = true;
    }

    /// Whether the cursor is in that field.
    pub(in crate::app) fn is_searched(&self) -> bool {
        self.has_cursor
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut state = formatter.debug_struct("State");
        state.field("filter", &self.filter).finish_non_exhaustive()
    }
}

/// A shipped scene with what its file says of it.
pub(super) struct Card {
    /// Name of its file.
    pub id: &'static str,
    /// Name on screen.
    pub name: String,
    about: String,
}

impl Card {
    fn of(shipped: &Shipped) -> Card {
        let heading = shipped.heading();
        Card {
            id: shipped.name,
            name: heading.name,
            about: heading.description,
        }
    }

    /// Whether every word is in one of its texts.
    fn holds(&self, words: &str) -> bool {
        has_all(&format!("{} {} {}", self.id, self.name, self.about), words)
    }

    /// Place among those found: first the ones with these words as they are in their name, then
    /// the ones with each of them there.
    fn rank(&self, words: &str) -> usize {
        let name = format!("{} {}", self.id, self.name);
        match name
            .to_lowercase()
            .contains(words.trim().to_lowercase().as_str())
        {
            true => 0,
            false if has_all(&name, words) => 1,
            false => 2,
        }
    }
}

/// Whether every word, or one that it stands for, is in a text.
fn has_all(text: &str, words: &str) -> bool {
    let (text, words) = (text.to_lowercase(), words.to_lowercase());
    let has = |word: &str| text.contains(word) || scene_has_synonym(&text, word);
    words.split_whitespace().all(has)
}

/// A card for each shipped scene; their files are read once.
pub(super) fn cards() -> &'static [Card] {
    static CARDS: OnceLock<Vec<Card>> = OnceLock::new();
    CARDS.get_or_init(|| SHIPPED.iter().map(Card::of).collect())
}

pub(super) fn examples_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let entered = filter_ui(ui, state);
    let mut found: Vec<&Card> = (cards().iter())
        .filter(|card| card.holds(&state.filter))
        .collect();
    found.sort_by_key(|card| card.rank(&state.filter));
    if let (true, Some(first)) = (entered, found.first()) {
        actions.push(Action::OpenShipped(first.id));
    }
    if found.is_empty() {
        ui.weak("No matching scene. Try ragdoll, wall, rope, cannon or stairs.");
    }
    let (columns, size) = layout(ui);
    let rows = found.len().div_ceil(columns);
    ui.spacing_mut().item_spacing = egui::vec2(GAP, GAP);
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show_rows(ui, size.y, rows, |ui, range| {
            for row in found.chunks(columns).take(range.end).skip(range.start) {
                ui.horizontal(|ui| {
                    for card in row {
                        let pictures = &mut state.pictures;
                        let picture = pictures
                            .entry(card.id)
                            .or_insert_with(|| pictures::load(ui.ctx(), card.id));
                        let open = view.workspace.title == card.id;
                        if card_ui(ui, card, picture.as_ref(), size, open) {
                            actions.push(Action::OpenShipped(card.id));
                        }
                    }
                });
            }
        });
}

/// The field to find scenes; whether Enter was pressed in it.
fn filter_ui(ui: &mut Ui, state: &mut State) -> bool {
    let field = egui::TextEdit::singleline(&mut state.filter)
        .hint_text("Find scene")
        .desired_width(f32::INFINITY);
    let response = ui
        .add(field)
        .on_hover_text("Searches names and descriptions; Enter opens the first scene");
    super::widgets::note(&response, "Find scene");
    if std::mem::take(&mut state.wants_cursor) {
        response.request_focus();
    }
    state.has_cursor = response.has_focus();
    response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}

/// How many cards stand side by side, and the size of each, points.
fn layout(ui: &Ui) -> (usize, egui::Vec2) {
    // The scroll bar takes its room before the rows are laid out.
    let bar = ui.spacing().scroll.bar_width + ui.spacing().scroll.bar_inner_margin;
    let width = (ui.available_width() - bar).max(80.0);
    let columns = ((width + GAP) / (NARROWEST * text_scale(ui.ctx()) + GAP)).max(1.0) as usize;
    let card = (width - GAP * (columns - 1) as f32) / columns as f32;
    (
        columns,
        egui::vec2(card, card * proportion() + text_height(ui)),
    )
}

/// Height of a picture relative to its width.
fn proportion() -> f32 {
    pictures::SIZE[1] as f32 / pictures::SIZE[0] as f32
}

/// Height of the name under the picture, points.
fn text_height(ui: &Ui) -> f32 {
    ui.text_style_height(&TextStyle::Small) + 2.0 * PADDING
}

/// Space round the text of a card, points.
const PADDING: f32 = 4.0;

/// One card; whether it was clicked.
fn card_ui(
    ui: &mut Ui,
    card: &Card,
    picture: Option<&TextureHandle>,
    size: egui::Vec2,
    open: bool,
) -> bool {
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let visuals = ui.style().interact_selectable(&response, open);
    let rounding = visuals.corner_radius;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, rounding, visuals.bg_fill);
    let shown = Rect::from_min_size(rect.min, egui::vec2(size.x, size.x * proportion()));
    if let Some(picture) = picture {
        let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        painter.image(picture.id(), shown.shrink(1.0), whole, Color32::WHITE);
    }
    let at = shown.left_bottom() + egui::vec2(2.0 * PADDING, PADDING);
    let width = size.x - 4.0 * PADDING;
    let color = visuals.text_color();
    line_ui(ui, &painter, at, &card.name, TextStyle::Small, color, width);
    let inside = egui::StrokeKind::Inside;
    painter.rect_stroke(rect, rounding, visuals.bg_stroke, inside);
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::SelectableLabel, true, open, &card.name)
    });
    super::widgets::note(&response, card.id);
    let response = response.on_hover_text(format!("{}\n{}", card.name, card.about));
    response.clicked()
}

/// One line of text, cut to its width.
fn line_ui(
    ui: &Ui,
    painter: &egui::Painter,
    at: egui::Pos2,
    text: &str,
    style: TextStyle,
    color: Color32,
    width: f32,
) {
    let font = style.resolve(ui.style());
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    let galley = painter.layout_job(job);
    let rect = Align2::LEFT_TOP.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, color);
}
