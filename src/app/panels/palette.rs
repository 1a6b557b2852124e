//! Finds any action, setting or shipped scene by a part of its name, or by a word that people
//! bring from other programs.

use super::widgets::note;
use super::{availability, examples, parameters, AppView};
use crate::app::action::{
    menu_path, place_by_synonym, Action, Panel, Setting, ACTIONS, SETTINGS, SOLVER_SECTION,
};
use egui_macroquad::egui::{self, Align2, Key, Modifiers, RichText, ScrollArea, Ui};

/// So many choices are remembered and offered first.
const MOST_RECENT: usize = 8;
/// Width of the palette, points at normal text size.
const WIDTH: f32 = 480.0;
/// Lines in sight.
const LINES: usize = 12;
/// Better than any match that is not of the whole name.
const WHOLE_NAME: i32 = i32::MAX;
/// Better than letters that are scattered over a name: a word that means the same.
const SYNONYM: i32 = 4_000;
/// Better still: when that word was typed whole.
const WHOLE_SYNONYM: i32 = 10_000;

/// What the palette remembers.
#[derive(Debug, Default)]
pub struct State {
    open: bool,
    typed: String,
    /// Place of the marked line among those that are found.
    marked: usize,
    /// Names of the latest choices, the newest first.
    recent: Vec<String>,
}

impl State {
    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Opens or closes it, with nothing typed.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.typed.clear();
        self.marked = 0;
    }

    /// Closes it and keeps what was chosen for the next time.
    fn choose(&mut self, entry: &Entry) {
        self.toggle();
        self.recent.retain(|name| *name != entry.name);
        self.recent.insert(0, entry.name.clone());
        self.recent.truncate(MOST_RECENT);
    }
}

/// A line that can be chosen.
struct Entry {
    /// Menu and label.
    name: String,
    label: String,
    keys: String,
    /// Why it cannot be chosen now; nothing if it can.
    why_not: Option<&'static str>,
    action: Action,
}

impl Entry {
    /// How well it fits words that mean what it does, though its name lacks them.
    fn rate_by_synonym(&self, typed: &str) -> Option<i32> {
        match &self.action {
            Action::Do(trigger) => {
                let found = place_by_synonym(*trigger, typed)?;
                let rate = if found.is_whole {
                    WHOLE_SYNONYM
                } else {
                    SYNONYM
                };
                Some(rate - found.place)
            }
            Action::ShowSetting(setting) => {
                let typed = typed.trim().to_lowercase();
                let words = || setting.words.split_whitespace();
                match words().any(|word| word == typed) {
                    true => Some(WHOLE_SYNONYM),
                    false => words()
                        .any(|word| word.starts_with(&typed))
                        .then_some(SYNONYM),
                }
            }
            _ => None,
        }
    }
}

pub(super) fn palette_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    if !state.open {
        return;
    }
    let width = WIDTH * super::widgets::text_scale(ctx);
    let keys = Keys::take(ctx);
    egui::Area::new(egui::Id::new("palette"))
        .order(egui::Order::Foreground)
        .anchor(Align2::CENTER_TOP, egui::vec2(0.0, 64.0))
        .show(ctx, |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(width.min(ctx.screen_rect().width() - 48.0));
                let action = content_ui(ui, view, state, &keys);
                actions.extend(action);
            });
        });
    if keys.escape && state.open {
        state.toggle();
    }
}

/// The field and what is found; the action that was chosen.
fn content_ui(ui: &mut Ui, view: &AppView<'_>, state: &mut State, keys: &Keys) -> Option<Action> {
    field_ui(ui, state);
    let found = found(entries(view), &state.typed, &state.recent);
    state.marked = keys.moved(state.marked, found.len());
    let clicked = lines_ui(ui, &found, state.marked, keys.moves());
    let entered = keys.enter.then_some(state.marked);
    let entry = found.get(clicked.or(entered)?)?;
    if entry.why_not.is_some() {
        return None;
    }
    state.choose(entry);
    Some(entry.action.clone())
}

/// The keys that the palette takes before its text field sees them.
struct Keys {
    up: bool,
    down: bool,
    enter: bool,
    escape: bool,
}

impl Keys {
    fn take(ctx: &egui::Context) -> Keys {
        ctx.input_mut(|input| {
            let mut take = |key| input.consume_key(Modifiers::NONE, key);
            Keys {
                up: take(Key::ArrowUp),
                down: take(Key::ArrowDown),
                enter: take(Key::Enter),
                escape: take(Key::Escape),
            }
        })
    }

    fn moves(&self) -> bool {
        self.up || self.down
    }

    /// Where the mark goes among so many lines; round at the ends.
    fn moved(&self, marked: usize, count: usize) -> usize {
        let count = count.max(1);
        let step = usize::from(self.down) + usize::from(self.up) * (count - 1);
        (marked.min(count - 1) + step) % count
    }
}

fn field_ui(ui: &mut Ui, state: &mut State) {
    let field = egui::TextEdit::singleline(&mut state.typed)
        .hint_text("Find an action, a setting or a scene")
        .desired_width(f32::INFINITY);
    let response = ui.add(field).on_hover_text(
        "Type part of a name or a related word. ↑ ↓ choose, Enter runs, Escape closes",
    );
    note(&response, "Find an action");
    response.request_focus();
    if response.changed() {
        state.marked = 0;
    }
}

/// The lines that are found; the place of the one that was clicked.
fn lines_ui(ui: &mut Ui, found: &[Entry], marked: usize, follow: bool) -> Option<usize> {
    if found.is_empty() {
        ui.weak("No matching action, setting or scene.");
        ui.weak("Try a shorter or different word, such as record, gravity, limits or export.");
    }
    let height = ui.spacing().interact_size.y;
    let in_sight = (height + ui.spacing().item_spacing.y) * LINES as f32;
    let mut scroll = ScrollArea::vertical()
        .auto_shrink([false, true])
        .max_height(in_sight.min(ui.ctx().screen_rect().height() - 160.0));
    if follow {
        let middle = marked as f32 * (height + ui.spacing().item_spacing.y) - 0.5 * in_sight;
        scroll = scroll.vertical_scroll_offset(middle.max(0.0));
    }
    let mut clicked = None;
    scroll.show_rows(ui, height, found.len(), |ui, range| {
        for (index, entry) in found.iter().enumerate().take(range.end).skip(range.start) {
            if line_ui(ui, entry, index == marked, height) {
                clicked = Some(index);
            }
        }
    });
    clicked
}

fn line_ui(ui: &mut Ui, entry: &Entry, marked: bool, height: f32) -> bool {
    let button = egui::Button::new(RichText::new(&entry.name))
        .shortcut_text(&entry.keys)
        .selected(marked)
        .frame(marked)
        .min_size(egui::vec2(ui.available_width(), height));
    let response = ui.add_enabled(entry.why_not.is_none(), button);
    note(&response, &entry.name);
    let why_not = entry.why_not.unwrap_or_default();
    response.on_disabled_hover_text(why_not).clicked()
}

/// Everything that can be chosen: actions in the order of their table, settings, scenes.
fn entries(view: &AppView<'_>) -> Vec<Entry> {
    let actions = ACTIONS.iter().map(|line| {
        let path = menu_path(line.trigger);
        let path = match path.is_empty() {
            true => line.menu.to_owned(),
            false => path.join(" > "),
        };
        let enabled = availability::is_enabled(view, line.trigger);
        Entry {
            name: format!("{path}: {}", line.label),
            label: line.label.to_owned(),
            keys: view.keymap.shown(line.trigger),
            why_not: (!enabled).then(|| availability::why_not(line.trigger)),
            action: Action::Do(line.trigger),
        }
    });
    let settings = settings(view).into_iter().map(|setting| Entry {
        name: format!("Setting: {}", setting.name),
        label: setting.name.clone().into_owned(),
        keys: String::new(),
        why_not: None,
        action: Action::ShowSetting(setting),
    });
    let scenes = examples::cards().iter().map(|card| Entry {
        name: format!("Open scene: {}", card.name),
        label: card.name.clone(),
        keys: String::new(),
        why_not: None,
        action: Action::OpenShipped(card.id),
    });
    actions.chain(settings).chain(scenes).collect()
}

/// The settings that the panels show for this scene and its method.
fn settings(view: &AppView<'_>) -> Vec<Setting> {
    let has_launcher = view.scene().launcher.is_some();
    let solver = &view.scene().solver;
    let of_method = parameters::shown(solver);
    let of_method = of_method.map(|spec| Setting {
        panel: Panel::Throw,
        section: Some(SOLVER_SECTION),
        control: spec.label.into(),
        name: spec.label.into(),
        words: "",
    });
    let needs_launcher = |setting: &Setting| setting.section != Some(SOLVER_SECTION);
    let fixed = SETTINGS.iter().cloned();
    let fixed = fixed.filter(|setting| has_launcher || !needs_launcher(setting));
    fixed.chain(of_method).collect()
}

/// The entries that have the letters typed, the best first; with nothing typed all of
/// them, the latest choices first.
fn found(entries: Vec<Entry>, typed: &str, recent: &[String]) -> Vec<Entry> {
    let age = |entry: &Entry| recent.iter().position(|name| *name == entry.name);
    let mut rated: Vec<(i32, usize, Entry)> = entries
        .into_iter()
        .filter_map(|entry| {
            Some((
                rate(&entry, typed)?,
                age(&entry).unwrap_or(usize::MAX),
                entry,
            ))
        })
        .collect();
    // Sorting keeps the order of the menus among equals.
    rated.sort_by_key(|(rate, age, _)| (-rate, *age));
    rated.into_iter().map(|(.., entry)| entry).collect()
}

fn rate(entry: &Entry, typed: &str) -> Option<i32> {
    if typed.trim().is_empty() {
        return Some(0);
    }
    if typed.trim().to_lowercase() == entry.label.to_lowercase() {
        return Some(WHOLE_NAME);
    }
    let in_label = fit(typed, &entry.label).map(|rate| rate + 1);
    let by_letters = in_label.max(fit(typed, &entry.name));
    by_letters.max(entry.rate_by_synonym(typed))
}

/// How well the letters typed fit a text in which they stand in this order: more for
/// starts of words and for letters in a row. `None` if they do not.
fn fit(typed: &str, text: &str) -> Option<i32> {
    const IN_A_ROW: i32 = 7;
    const WORD_START: i32 = 6;
    let lower = |text: &str| text.to_lowercase().chars().collect::<Vec<char>>();
    let (typed, text) = (lower(typed), lower(text));
    // The best rate of the letters so far if the last of them stands at each place.
    let mut best: Vec<Option<i32>> = Vec::new();
    for (number, letter) in typed.iter().filter(|c| !c.is_whitespace()).enumerate() {
        let mut earlier = (number == 0).then_some(0);
        let mut next = Vec::with_capacity(text.len());
        for (place, other) in text.iter().enumerate() {
            let before = place.checked_sub(1);
            let rate_before = before.and_then(|before| best.get(before));
            let in_a_row = rate_before.copied().flatten().map(|rate| rate + IN_A_ROW);
            let letter_before = before.and_then(|before| text.get(before));
            let starts = !letter_before.is_some_and(|letter| letter.is_alphanumeric());
            let rate = earlier.max(in_a_row).filter(|_| letter == other);
            next.push(rate.map(|rate| rate + if starts { WORD_START } else { 0 }));
            earlier = earlier.max(best.get(place).copied().flatten());
        }
        best = next;
    }
    let rate = best.into_iter().flatten().max()?;
    // Of equal fits the shorter name is meant.
    Some(rate * 100 - text.len() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_fit_in_their_order_alone() {
        assert!(fit("tdp", "Put on the ground").is_none());
        assert!(fit("ptg", "Put on the ground").is_some());
        assert!(fit("x", "").is_none());
    }

    #[test]
    fn starts_of_words_and_letters_in_a_row_are_better() {
        assert!(fit("sa", "Save as…") > fit("sa", "Increase all"));
        assert!(fit("sa", "Select all") > fit("sa", "Disable that"));
        assert!(fit("step", "Step") > fit("step", "Ten steps"));
        assert!(fit("rota", "Rotate") > fit("rota", "Rename or take"));
    }

    #[test]
    fn the_mark_goes_round() {
        let down = Keys {
            up: false,
            down: true,
            enter: false,
            escape: false,
        };
        let up = Keys {
            up: true,
            down: false,
            ..down
        };
        assert_eq!(down.moved(2, 3), 0);
        assert_eq!(up.moved(0, 3), 2);
        assert_eq!(up.moved(5, 0), 0);
    }
}
