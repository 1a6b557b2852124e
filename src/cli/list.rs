//! `scenes`, `methods` and `schema`: what there is.

use super::args::ListOptions;
use super::failure::{Exit, Failure};
use super::output;
use crate::physics::method::{MethodInfo, METHODS};
use crate::scene::{self, Scene, SHIPPED};
use serde_json::json;
use std::fmt::Write;

/// Lists the shipped scenes.
pub(super) fn scenes(options: &ListOptions) -> Result<Exit, Failure> {
    let mut text = String::new();
    for shipped in SHIPPED {
        let scene = scene::parse(shipped.text.as_bytes()).unwrap_or_default();
        let Scene {
            name, description, ..
        } = scene;
        let name_on_line = shipped.name;
        let _ = if options.json {
            let line = json!({"name": name_on_line, "title": name, "description": description});
            writeln!(text, "{line}")
        } else {
            writeln!(text, "{name_on_line:<16} {description}")
        };
    }
    output::print(&text)?;
    Ok(Exit::Good)
}

/// Lists the methods with their parameters and presets.
pub(super) fn methods(options: &ListOptions) -> Result<Exit, Failure> {
    let texts = METHODS.iter().map(|method| match options.json {
        true => method_json(method),
        false => method_text(method),
    });
    output::print(&texts.collect::<String>())?;
    Ok(Exit::Good)
}

fn method_json(method: &MethodInfo) -> String {
    let parameters: Vec<_> = method
        .parameters
        .iter()
        .map(|p| json!({"key": p.key, "help": p.help}))
        .collect();
    let presets: Vec<_> = method
        .presets
        .iter()
        .map(|p| {
            json!({
                "name": p.name,
                "rate_hz": p.rate_hz,
                "substeps": p.substeps,
                "iterations": p.iterations,
            })
        })
        .collect();
    let line = json!({
        "id": method.id,
        "label": method.label,
        "summary": method.summary,
        "rigid_bodies": method.rigid_bodies,
        "parameters": parameters,
        "presets": presets,
    });
    format!("{line}\n")
}

fn method_text(method: &MethodInfo) -> String {
    let mut text = format!("{}: {}\n  {}\n", method.id, method.label, method.summary);
    text.push_str("\n  parameters\n");
    for p in method.parameters {
        let _ = writeln!(text, "    {:<20} {}", p.key, p.help);
    }
    let head = ["presets", "rate_hz", "substeps", "iterations"];
    let _ = writeln!(
        text,
        "\n  {:<18} {:>8} {:>9} {:>11}",
        head[0], head[1], head[2], head[3]
    );
    for p in method.presets {
        let (name, rate) = (p.name, p.rate_hz);
        let _ = writeln!(
            text,
            "    {name:<16} {rate:>8} {:>9} {:>11}",
            p.substeps, p.iterations
        );
    }
    text
}

/// Prints the JSON Schema of the scene format.
pub(super) fn schema() -> Result<Exit, Failure> {
    output::print(&scene::schema_text())?;
    Ok(Exit::Good)
}
