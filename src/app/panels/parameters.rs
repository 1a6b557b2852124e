//! A row for each parameter of the method: its value, by preset or set in the scene.

use super::widgets::{button, combo_row, dressed, note, quantity_row, resettable, Change};
use crate::app::action::Action;
use crate::editor::Command;
use crate::physics::method::parameter::{Choice, Kind, ParameterSpec, Standard, Value};
use crate::physics::method::{self, MethodInfo, Preset, StableBelow};
use crate::scene::range::Quantity;
use crate::scene::{Given, Solver};
use crate::view::theme::color32;
use egui_macroquad::egui::{RichText, Ui};

/// Rows of all parameters but flags.
/// `stable_below` is what one of them has to stay below.
pub(super) fn parameters_ui(
    ui: &mut Ui,
    solver: &Solver,
    stable_below: Option<StableBelow>,
    actions: &mut Vec<Action>,
) {
    let Some(method) = method::find(&solver.method) else {
        return;
    };
    let mut rows = Rows {
        values: Values::of(solver, method),
        actions,
    };
    for spec in shown(solver) {
        rows.row(ui, spec);
        if let Some(bound) = stable_below.filter(|bound| bound.key == spec.key) {
            rows.bound(ui, spec, bound);
        }
    }
}

/// The parameters that have a row: those that act with the values that the others have.
pub(super) fn shown(solver: &Solver) -> impl Iterator<Item = &'static ParameterSpec> + '_ {
    let method = method::find(&solver.method);
    let specs = method.map_or(&[][..], |method| method.parameters).iter();
    specs.filter(move |spec| {
        let is_so = |&(key, name): &(&str, &'static str)| {
            let other = method.and_then(|method| {
                let other = method.parameter(key)?;
                Some(Values::of(solver, method).now(other))
            });
            other == Some(Value::Choice(name))
        };
        (spec.only_with).is_none_or(|others| others.iter().any(is_so))
    })
}

/// The first rule, of those that are chosen by name, that is another than the preset's.
pub(super) fn other_choice(solver: &Solver) -> Option<&'static Choice> {
    let method = method::find(&solver.method)?;
    let values = Values::of(solver, method);
    let mut specs = shown(solver);
    specs.find_map(|spec| match values.now(spec) {
        Value::Choice(name) if values.now(spec) != values.by_preset(spec) => spec.choice(name),
        _ => None,
    })
}

/// What the parameters of a method are: given in the scene, else by its preset.
struct Values<'a> {
    solver: &'a Solver,
    given: Given,
    preset: Option<&'static Preset>,
}

impl Values<'_> {
    fn of<'a>(solver: &'a Solver, method: &'static MethodInfo) -> Values<'a> {
        Values {
            solver,
            given: Given::of(solver),
            preset: method.preset(solver.preset.name()),
        }
    }

    /// What the preset alone would give.
    fn by_preset(&self, spec: &ParameterSpec) -> Value {
        let preset = self.preset.map(|preset| preset.value(spec));
        preset.unwrap_or(spec.standard())
    }

    fn now(&self, spec: &ParameterSpec) -> Value {
        let given = self.given.value(spec);
        given.unwrap_or_else(|| self.by_preset(spec))
    }
}

struct Rows<'a> {
    values: Values<'a>,
    actions: &'a mut Vec<Action>,
}

impl Rows<'_> {
    fn set(&mut self, spec: &ParameterSpec, value: Option<Value>) {
        // What is as in the preset need not be said.
        let value = value.filter(|value| *value != self.values.by_preset(spec));
        let new = self.values.solver.with(spec, value);
        let command = Command::SetSolver(Box::new(new), spec.label);
        self.actions.push(Action::Edit(command));
    }

    fn row(&mut self, ui: &mut Ui, spec: &ParameterSpec) {
        match (spec.kind, spec.default, self.values.now(spec)) {
            (_, Standard::Off { label, on }, now) => self.optional(ui, spec, (label, on), now),
            (Kind::Number(_), _, Value::Number(now)) => self.number(ui, spec, now),
            // Larger ones of a file are shown rounded, and kept until changed.
            (Kind::Whole(_), _, Value::Whole(now)) => self.number(ui, spec, now as f64),
            (Kind::Switch, _, Value::Switch(now)) => self.switch(ui, spec, now),
            (Kind::Choice(choices), _, Value::Choice(now)) => {
                self.choice(ui, spec, choices, now);
            }
            _ => {}
        }
    }

    fn number(&mut self, ui: &mut Ui, spec: &ParameterSpec, now: f64) {
        let default = self.values.by_preset(spec).number().unwrap_or(now);
        let quantity = Quantity {
            default,
            ..Quantity::of(spec)
        };
        let back = format!("{default} {}", spec.unit);
        let set_here = self.values.given.value(spec).is_some();
        let row = |ui: &mut Ui| quantity_row(ui, spec.label, now, &quantity);
        match resettable(ui, spec.label, set_here, back.trim_end(), row) {
            Some(Change::To(new)) => self.set(spec, Some(spec.value(new))),
            Some(Change::Reset) => self.set(spec, None),
            None => {}
        }
    }

    /// From where on a value is unstable; with a remedy where it is beyond.
    fn bound(&mut self, ui: &mut Ui, spec: &ParameterSpec, bound: StableBelow) {
        let unit = spec.unit;
        let limit = format!("{:.0} {unit}", bound.limit);
        let is_beyond = bound.now >= bound.limit;
        let text = match is_beyond {
            false => RichText::new(format!("stable below {limit} at this pose")).small(),
            true => RichText::new(format!("unstable: must be below {limit}"))
                .small()
                .color(color32(dressed(ui).error)),
        };
        let tip = "4 / (substep² × largest eigenvalue of J M⁻¹ Jᵀ), reduced by \
                   damping. It changes with the pose";
        let response = ui.label(text).on_hover_text(tip);
        note(&response, "Stable below");
        // Limbs that move find stiffer poses: seven tenths have been seen.
        let half = (0.5 * bound.limit).floor();
        if is_beyond && spec.accepts(Value::Number(half)) {
            let tip = "Half of the stable limit at this pose. Smaller substeps or backward \
                       Euler also help";
            if button(ui, &format!("Lower to {half} {unit}"), tip) {
                self.set(spec, Some(Value::Number(half)));
            }
        }
    }

    /// A number that can be turned off.
    fn optional(
        &mut self,
        ui: &mut Ui,
        spec: &ParameterSpec,
        (label, standard): (&str, f64),
        now: Value,
    ) {
        let mut on = now != Value::Off;
        let response = ui.checkbox(&mut on, spec.label).on_hover_text(spec.help);
        note(&response, spec.label);
        if response.changed() {
            self.set(spec, on.then_some(spec.value(standard)));
        }
        if let Some(now) = now.number() {
            if let Some(new) = quantity_row(ui, label, now, &Quantity::of(spec)) {
                self.set(spec, Some(spec.value(new)));
            }
        }
    }

    fn switch(&mut self, ui: &mut Ui, spec: &ParameterSpec, mut now: bool) {
        let response = ui.checkbox(&mut now, spec.label).on_hover_text(spec.help);
        note(&response, spec.label);
        if response.changed() {
            self.set(spec, Some(Value::Switch(now)));
        }
    }

    fn choice(&mut self, ui: &mut Ui, spec: &ParameterSpec, choices: &[Choice], now: &'static str) {
        let offered: Vec<_> = choices.iter().map(|c| (c.name, c.label, c.help)).collect();
        let back = match self.values.by_preset(spec) {
            Value::Choice(name) => spec.choice(name).map_or("", |choice| choice.label),
            _ => "",
        };
        let tip = spec.help.trim_end_matches('.');
        let set_here = self.values.given.value(spec).is_some();
        let row = |ui: &mut Ui| combo_row(ui, spec.label, tip, now, &offered);
        match resettable(ui, spec.label, set_here, back, row) {
            Some(Change::To(new)) => self.set(spec, Some(Value::Choice(new))),
            Some(Change::Reset) => self.set(spec, None),
            None => {}
        }
    }
}
