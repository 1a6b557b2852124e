//! The rows of the inspector: each shows a value that the things have in common, and
//! changes it in all of them as one step.

use super::subject::{Common, Subject};
use crate::app::action::Action;
use crate::app::panels::number_field::{
    name_label, number_field, refusal_row, tip_of, NumberEdit, NumberField, MIXED,
};
use crate::app::panels::widgets::{combo_row, note, resettable, Change};
use crate::app::panels::AppView;
use crate::editor::{counted, of_axis, Command, Item};
use crate::scene::range::Quantity;
use egui_macroquad::egui::{Checkbox, Id as WidgetId, Ui};

/// Width of a number alone and of one of three, points at normal text.
const ALONE: f32 = 96.0;
const ONE_OF_THREE: f32 = 56.0;
/// Longest unit that there is room for beside three numbers, letters.
const SHORT_UNIT: usize = 3;
const AXES: [&str; 3] = ["x", "y", "z"];

/// What the rows of the inspector are made with.
pub(super) struct Form<'a> {
    pub(super) view: &'a AppView<'a>,
    pub(super) subject: &'a mut Subject,
    pub(super) actions: &'a mut Vec<Action>,
}

impl Form<'_> {
    /// The thing, if there is just one.
    pub(super) fn only(&self) -> Option<&Item> {
        match &self.subject.items[..] {
            [item] => Some(item),
            _ => None,
        }
    }

    /// Changes all things as one step.
    pub(super) fn change(&mut self, label: &'static str, change: impl Fn(&mut Item)) {
        let command = self.command(label, change);
        self.step(command);
    }

    /// Carries out a command as a step of its own.
    pub(super) fn step(&mut self, command: Command) {
        self.actions.push(Action::Begin(command.label()));
        self.actions.push(Action::Change(command));
        self.actions.push(Action::Commit);
    }

    pub(super) fn command(&self, label: &'static str, change: impl Fn(&mut Item)) -> Command {
        let replaced = |item: &Item| {
            let mut new = item.clone();
            change(&mut new);
            Command::replace(new, label)
        };
        match &self.subject.items[..] {
            [item] => replaced(item),
            items => Command::Batch(self.label(label), items.iter().map(replaced).collect()),
        }
    }

    /// Name of a step: `Mass of 3 bodies`.
    pub(super) fn label(&self, label: &str) -> String {
        match &self.subject.items[..] {
            [] | [_] => label.into(),
            [first, ..] => {
                let one_kind = self.subject.kinds.len() == 1;
                let word = if one_kind {
                    first.kind().word()
                } else {
                    "object"
                };
                let counted = counted(self.subject.items.len(), word);
                format!("{label} of {}", counted.replace("bodys", "bodies"))
            }
        }
    }

    /// What a field asks for as actions.
    fn pass_on(&mut self, label: &'static str, edit: NumberEdit, set: impl Fn(&mut Item, f64)) {
        match edit {
            NumberEdit::Begin => self.actions.push(Action::Begin(self.label(label))),
            NumberEdit::Change(value) => {
                let command = self.command(label, |item| set(item, value));
                self.actions.push(Action::Change(command));
            }
            NumberEdit::Commit => self.actions.push(Action::Commit),
            NumberEdit::Abort(_) => self.actions.push(Action::Abort),
            NumberEdit::Set(value) => self.change(label, |item| set(item, value)),
        }
    }

    /// Id of a field for these things.
    pub(super) fn id(&self, label: &str) -> WidgetId {
        let first = self.subject.items.first().map(Item::id);
        WidgetId::new(("inspector", first, self.subject.items.len(), label))
    }

    /// A row with a number that all things have; none if they do not.
    pub(super) fn number(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        quantity: &Quantity,
        place: impl Fn(&mut Item) -> Option<&mut f64>,
    ) {
        let value = match self.subject.common(label, |item| place(item).copied()) {
            Common::Missing => return,
            Common::Same(value) => Some(value),
            Common::Mixed => None,
        };
        let edit = self.number_row(ui, label, quantity, value, false, quantity.default);
        if let Some(edit) = edit {
            self.pass_on(label, edit, |item, value| put(place(item), value));
        }
    }

    /// The same for a count.
    pub(super) fn count(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        quantity: &Quantity,
        place: impl Fn(&mut Item) -> Option<&mut u32>,
    ) {
        let value = match self.subject.common(label, |item| place(item).copied()) {
            Common::Missing => return,
            Common::Same(value) => Some(f64::from(value)),
            Common::Mixed => None,
        };
        let edit = self.number_row(ui, label, quantity, value, true, quantity.default);
        if let Some(edit) = edit {
            self.pass_on(label, edit, |item, value| put(place(item), value as u32));
        }
    }

    /// A row with a number that overrides a usual one, to which a button leads back.
    pub(super) fn optional(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        quantity: &Quantity,
        usual: (f64, &str),
        place: impl Fn(&mut Item) -> Option<&mut Option<f64>>,
    ) {
        let set = |item: &mut Item, value| put(place(item), value);
        self.optional_of(ui, label, quantity, usual, |item| place(item).copied(), set);
    }

    /// The same for a number that is kept in another form.
    pub(super) fn optional_of(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        quantity: &Quantity,
        usual: (f64, &str),
        get: impl Fn(&mut Item) -> Option<Option<f64>>,
        set: impl Fn(&mut Item, Option<f64>),
    ) {
        let value = match self.subject.common(label, get) {
            Common::Missing => return,
            Common::Same(value) => Some(value),
            Common::Mixed => None,
        };
        let shown = value.map(|own| own.unwrap_or(usual.0));
        let overridden = value != Some(None);
        let edit = resettable(ui, label, overridden, usual.1, |ui| {
            self.number_row(ui, label, quantity, shown, false, usual.0)
        });
        match edit {
            Some(Change::Reset) => self.change(label, |item| set(item, None)),
            Some(Change::To(NumberEdit::Set(value))) if value == usual.0 => {
                self.change(label, |item| set(item, None));
            }
            Some(Change::To(edit)) => {
                self.pass_on(label, edit, |item, value| set(item, Some(value)));
            }
            None => {}
        }
    }

    fn number_row(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        quantity: &Quantity,
        value: Option<f64>,
        whole: bool,
        usual: f64,
    ) -> Option<NumberEdit> {
        let id = self.id(label);
        ui.vertical(|ui| {
            let edit = ui.horizontal(|ui| {
                let changed = value.is_some_and(|value| value != usual);
                let tip = format!(
                    "{}\nDouble-click the name to reset to {usual} {}",
                    tip_of(quantity),
                    quantity.unit
                );
                let reset = name_label(ui, label, value.is_none() || changed, &tip);
                let edit = number_field(
                    ui,
                    &NumberField {
                        id,
                        label,
                        quantity,
                        value,
                        whole,
                        width: ALONE,
                    },
                );
                ui.weak(quantity.unit);
                let reset = reset && value != Some(usual);
                reset.then_some(NumberEdit::Set(usual)).or(edit)
            });
            refusal_row(ui, id);
            edit.inner
        })
        .inner
    }

    /// A row with three numbers that all things have; a double click on the name sets
    /// them to `usual`.
    pub(super) fn vector(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        quantity: &Quantity,
        usual: [f64; 3],
        place: impl Fn(&mut Item) -> Option<&mut [f64; 3]>,
    ) {
        let set = |item: &mut Item, vector| put(place(item), vector);
        self.vector_of(ui, label, quantity, usual, |item| place(item).copied(), set);
    }

    /// The same for three numbers that are kept in another form.
    pub(super) fn vector_of(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        quantity: &Quantity,
        usual: [f64; 3],
        get: impl Fn(&mut Item) -> Option<[f64; 3]>,
        set: impl Fn(&mut Item, [f64; 3]),
    ) {
        let mut values = [None; 3];
        for (axis, (value, name)) in values.iter_mut().zip(AXES).enumerate() {
            let field = format!("{label} {name}");
            let part = |item: &mut Item| get(item).map(|vector| of_axis(vector, axis));
            *value = match self.subject.common(&field, part) {
                Common::Missing => return,
                value => value.same(),
            };
        }
        match self.vector_row(ui, label, quantity, values, usual) {
            Some(VectorEdit::Reset) => self.change(label, |item| set(item, usual)),
            Some(VectorEdit::Axis(axis, edit)) => self.pass_on(label, edit, |item, value| {
                if let Some(mut vector) = get(item) {
                    *of_axis(vector.each_mut(), axis) = value;
                    set(item, vector);
                }
            }),
            None => {}
        }
    }

    /// A row with three numbers; what is asked for with one of them.
    pub(super) fn vector_row(
        &mut self,
        ui: &mut Ui,
        label: &str,
        quantity: &Quantity,
        values: [Option<f64>; 3],
        usual: [f64; 3],
    ) -> Option<VectorEdit> {
        let names = AXES.map(|axis| format!("{label} {axis}"));
        let ids = names.each_ref().map(|name| self.id(name));
        let changed = values != usual.map(Some);
        let unit = match quantity.unit {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        let [x, y, z] = usual;
        let tip = format!(
            "{}\nDouble-click the name to reset to {x}, {y}, {z}{unit}",
            tip_of(quantity)
        );
        let mut asked = None;
        ui.horizontal(|ui| {
            if name_label(ui, label, changed, &tip) && changed {
                asked = Some(VectorEdit::Reset);
            }
            ui.spacing_mut().item_spacing.x = 4.0;
            let fields = ids.into_iter().zip(&names).zip(values);
            for (axis, ((id, label), value)) in fields.enumerate() {
                let field = NumberField {
                    id,
                    label,
                    quantity,
                    value,
                    whole: false,
                    width: ONE_OF_THREE,
                };
                if let Some(edit) = number_field(ui, &field) {
                    asked = Some(VectorEdit::Axis(axis, edit));
                }
            }
            if quantity.unit.chars().count() <= SHORT_UNIT {
                ui.weak(quantity.unit);
            }
        });
        for id in ids {
            refusal_row(ui, id);
        }
        asked
    }

    /// A row with a list of which one alternative holds.
    pub(super) fn choice<T: Copy + PartialEq + Send + Sync + 'static>(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        tip: &str,
        alternatives: &[(T, &str, &str)],
        get: impl Fn(&mut Item) -> Option<T>,
        set: impl Fn(&mut Item, T),
    ) {
        if let Some(chosen) = self.chosen(ui, label, tip, alternatives, get) {
            self.change(label, |item| set(item, chosen));
        }
    }

    /// The same row; what was just chosen in it.
    pub(super) fn chosen<T: Copy + PartialEq + Send + Sync + 'static>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        tip: &str,
        alternatives: &[(T, &str, &str)],
        get: impl Fn(&mut Item) -> Option<T>,
    ) -> Option<T> {
        let value = match self.subject.common(label, get) {
            Common::Missing => return None,
            value => value.same(),
        };
        let mut all: Vec<(Option<T>, &str, &str)> = alternatives
            .iter()
            .map(|&(value, text, about)| (Some(value), text, about))
            .collect();
        if value.is_none() {
            all.push((None, MIXED, "values differ; choose one for all"));
        }
        combo_row(ui, label, tip, value, &all).flatten()
    }

    /// A row with a tick.
    pub(super) fn tick(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        tip: &str,
        get: impl Fn(&mut Item) -> Option<bool>,
        set: impl Fn(&mut Item, bool),
    ) {
        let value = match self.subject.common(label, get) {
            Common::Missing => return,
            value => value.same(),
        };
        let mut ticked = value.unwrap_or(false);
        let tick = Checkbox::new(&mut ticked, label).indeterminate(value.is_none());
        let response = ui.add(tick).on_hover_text(tip);
        note(&response, label);
        if response.changed() {
            self.change(label, |item| set(item, ticked));
        }
    }

    /// A tick and, if it is set, a row with the number that it turns on.
    pub(super) fn switched(
        &mut self,
        ui: &mut Ui,
        [tick, label]: [&'static str; 2],
        quantity: &Quantity,
        start: f64,
        place: impl Fn(&mut Item) -> Option<&mut Option<f64>>,
    ) {
        let get = |item: &mut Item| place(item).map(|bound| bound.is_some());
        let tip = format!("{} Off: none", quantity.help);
        self.tick(ui, tick, &tip, get, |item, on| {
            put(place(item), on.then_some(start));
        });
        self.number(ui, label, quantity, |item| {
            place(item).and_then(Option::as_mut)
        });
    }
}

/// What is asked for with a row of three numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum VectorEdit {
    /// The usual numbers.
    Reset,
    /// Something for the number of this axis.
    Axis(usize, NumberEdit),
}

/// Puts a value where there is a place for it.
pub(super) fn put<T>(place: Option<&mut T>, value: T) {
    if let Some(place) = place {
        *place = value;
    }
}

/// A line that cannot be changed: name and value.
pub(super) fn told(ui: &mut Ui, label: &str, value: &str, tip: &str) {
    let response = ui
        .horizontal(|ui| {
            name_label(ui, label, false, tip);
            ui.weak(value).on_hover_text(tip)
        })
        .inner;
    note(&response, label);
}
