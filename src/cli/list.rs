//! `scenes`, `methods` and `schema`: what there is.

use super::args::ListOptions;
use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use crate::physics::method::parameter::{self, Choice, Edge, Kind, ParameterSpec, Standard};
use crate::physics::method::{Capability, MethodInfo, Preset, METHODS};
use crate::scene::change::word;
use crate::scene::parameters::to_json;
use crate::scene::range::{Plain, Quantity};
use crate::scene::{self, Scene, DEMONSTRATIONS, SHIPPED};
use serde_json::{json, Map, Value};
use std::fmt::Write;

/// Lists the shipped scenes, and the demonstrations after them.
pub(super) fn scenes(options: &ListOptions) -> Result<Exit, CommandError> {
    let mut text = String::new();
    for shipped in SHIPPED.iter().chain(DEMONSTRATIONS) {
        let scene = scene::parse(shipped.text.as_bytes()).unwrap_or_default();
        let Scene {
            name, description, ..
        } = scene;
        let name_on_line = shipped.name;
        let _ = if options.json {
            let line = json!({"name": name_on_line, "title": name, "description": description});
            writeln!(text, "{line}")
        } else {
            writeln!(text, "{name_on_line:<20} {description}")
        };
    }
    output::print(Form::of(options.json), &text)?;
    Ok(Exit::Good)
}

/// Lists the methods with their parameters and presets.
pub(super) fn methods(options: &ListOptions) -> Result<Exit, CommandError> {
    let texts = METHODS.iter().map(|method| match options.json {
        true => method_json(method),
        false => method_text(method),
    });
    output::print(Form::of(options.json), &texts.collect::<String>())?;
    Ok(Exit::Good)
}

fn method_json(method: &MethodInfo) -> String {
    let parameters: Vec<_> = method.parameters.iter().map(parameter_json).collect();
    let presets = method.presets.iter().map(|p| preset_json(method, p));
    let able = Capability::ALL.map(|c| (c.name().to_owned(), json!(method.can(c))));
    let weaknesses = method.weaknesses.iter().map(|weakness| {
        json!({
            "subject": weakness.subject.name(), "presets": weakness.presets, "why": weakness.why,
        })
    });
    let line = json!({
        "id": method.id,
        "label": method.label,
        "summary": method.summary,
        "rigid_bodies": method.can(Capability::RigidBodies),
        "capabilities": Map::from_iter(able),
        "parameters": parameters,
        "presets": presets.collect::<Vec<_>>(),
        "weaknesses": weaknesses.collect::<Vec<_>>(),
    });
    format!("{line}\n")
}

/// What does not apply to a kind is left out.
fn parameter_json(spec: &ParameterSpec) -> Value {
    let kind = match spec.kind {
        Kind::Number(_) => "number",
        Kind::Whole(_) => "integer",
        Kind::Switch => "switch",
        Kind::Choice(_) => "choice",
        Kind::Flags { .. } => "flags",
    };
    let mut line = json!({
        "key": spec.key,
        "help": spec.help,
        "label": spec.label,
        "kind": kind,
        "default": to_json(spec, spec.standard()),
        "of_preset": spec.is_of_preset(),
    });
    if let Some(range) = spec.range() {
        line["unit"] = json!(spec.unit);
        line["min"] = json!(range.min);
        line["max"] = json!(range.max);
        line["min_allowed"] = json!(range.edge != Edge::Above);
        line["zero_allowed"] = json!(range.holds(0.0));
    }
    if !spec.choices().is_empty() {
        let choices = spec.choices().iter();
        let choices = choices.map(|c| json!({"name": c.name, "help": c.help}));
        line["choices"] = choices.collect();
    }
    for &(key, choice) in spec.only_with.into_iter().flatten() {
        line["only_with"][key] = json!(choice);
    }
    line
}

fn preset_json(method: &MethodInfo, preset: &Preset) -> Value {
    let mut line = json!({"name": preset.name, "note": preset.note});
    for spec in method.parameters.iter().filter(|spec| spec.is_of_preset()) {
        line[spec.key] = to_json(spec, preset.value(spec));
    }
    line
}

fn method_text(method: &MethodInfo) -> String {
    let mut text = format!("{}: {}\n  {}\n", method.id, method.label, method.summary);
    let able = Capability::ALL.into_iter().filter(|c| method.can(*c));
    let able: Vec<_> = able.map(|c| c.name().replace('_', " ")).collect();
    let _ = writeln!(text, "  simulates {}", able.join(", "));
    text.push_str("\n  parameters\n");
    for spec in method.parameters {
        let _ = writeln!(text, "    {:<20} {}", spec.key, spec.help);
        let _ = writeln!(text, "    {:<20} {}", "", allowed(spec));
    }
    text.push_str("\n  presets\n");
    for preset in method.presets {
        let _ = writeln!(text, "    {:<16} {}", preset.name, preset.note);
        for line in values_of(method, preset).chunks(4) {
            let _ = writeln!(text, "{:21}{}", "", line.join(", "));
        }
    }
    if !method.weaknesses.is_empty() {
        text.push_str("\n  weak at\n");
    }
    for weakness in method.weaknesses {
        let presets = match weakness.presets {
            [] => "all presets".to_owned(),
            presets => presets.join(", "),
        };
        let subject = weakness.subject.name();
        let _ = writeln!(text, "    {subject:<16} {presets}: {}", weakness.why);
    }
    let _ = writeln!(
        text,
        "\n  `run --set solver.KEY=VALUE` sets any parameter, such as solver.rate_hz=120"
    );
    text
}

/// What a parameter can be, and what it is unless said otherwise.
fn allowed(spec: &ParameterSpec) -> String {
    let can_be = match spec.kind {
        Kind::Number(_) | Kind::Whole(_) => Quantity::of(spec).range(),
        Kind::Switch => "true or false".into(),
        Kind::Choice(choices) => names(choices).join(", "),
        Kind::Flags { choices, .. } => format!("a list of {}", names(choices).join(", ")),
    };
    let by = match spec.default {
        Standard::OfPreset(_) => "set by the preset".into(),
        Standard::Off { .. } => "off unless given".into(),
        Standard::Fixed(value) => format!("default {}", word(&to_json(spec, value))),
    };
    format!("{can_be}; {by}")
}

fn names(choices: &[Choice]) -> Vec<&'static str> {
    choices.iter().map(|choice| choice.name).collect()
}

/// Key, value and unit of all that a preset decides on.
fn values_of(method: &MethodInfo, preset: &Preset) -> Vec<String> {
    let decided = method.parameters.iter().filter(|spec| spec.is_of_preset());
    let text = |spec: &ParameterSpec| {
        let value = match preset.value(spec) {
            parameter::Value::Number(number) => Plain(number).to_string(),
            value => word(&to_json(spec, value)),
        };
        let text = format!("{} {value} {}", spec.key, spec.unit);
        text.trim_end().to_owned()
    };
    decided.map(text).collect()
}

/// Prints the JSON Schema of the scene format.
pub(super) fn schema() -> Result<Exit, CommandError> {
    output::print(Form::Json, &scene::schema_text())?;
    Ok(Exit::Good)
}
