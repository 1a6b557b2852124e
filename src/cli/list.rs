//! `scenes`, `methods` and `schema`: what there is.

use super::args::ListOptions;
use super::failure::{Exit, Failure};
use super::output;
use crate::physics::constraint::LimitModel;
use crate::physics::method::{MethodInfo, METHODS};
use crate::physics::model::{ContactMode, FreeFlight, PinSolve, StateForm};
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
                "note": p.note,
                "rate_hz": p.rate_hz,
                "substeps": p.substeps,
                "iterations": p.iterations,
                "state_form": form_name(p.form),
                "pins": pins_name(p.pins),
                "limit_model": limit_name(p.limit_model),
                "contacts": contacts_name(p.contacts),
                "free_flight": flight_name(p.free_flight),
                "linear_drag_per_s": p.linear_drag,
                "angular_drag_per_s": p.angular_drag,
                "joint_damping_per_s": p.joint_damping,
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
    text.push_str("\n  presets\n");
    for p in method.presets {
        let _ = writeln!(text, "    {:<16} {}", p.name, p.note);
        let (form, pins) = (form_name(p.form), pins_name(p.pins));
        let (limits, contacts) = (limit_name(p.limit_model), contacts_name(p.contacts));
        let flight = flight_name(p.free_flight);
        let _ = writeln!(
            text,
            "{:21}{} Hz, substeps {}, iterations {}; {form}, {pins} pins, {limits} limits, \
             {contacts} contacts, {flight} flight;",
            "", p.rate_hz, p.substeps, p.iterations
        );
        let _ = writeln!(
            text,
            "{:21}drag {} 1/s, angular {} 1/s, joint damping {} 1/s",
            "", p.linear_drag, p.angular_drag, p.joint_damping
        );
    }
    let _ = writeln!(
        text,
        "\n  `run --set solver.KEY=VALUE` sets any parameter, such as solver.contacts=penalty"
    );
    text
}

// Names as in scene files.

fn form_name(form: StateForm) -> &'static str {
    match form {
        StateForm::VelocityLess => "velocity-less",
        StateForm::Velocity => "velocity",
        StateForm::Impulse => "impulse",
        StateForm::Soft => "soft",
    }
}

fn pins_name(pins: PinSolve) -> &'static str {
    match pins {
        PinSolve::Block => "block",
        PinSolve::Direction => "direction",
    }
}

fn limit_name(model: LimitModel) -> &'static str {
    match model {
        LimitModel::SwingTwist => "swing-twist",
        LimitModel::Component => "component",
    }
}

fn contacts_name(contacts: ContactMode) -> &'static str {
    match contacts {
        ContactMode::Constraint => "constraint",
        ContactMode::Penalty => "penalty",
    }
}

fn flight_name(flight: FreeFlight) -> &'static str {
    match flight {
        FreeFlight::Exact => "exact",
        FreeFlight::Discrete => "discrete",
    }
}

/// Prints the JSON Schema of the scene format.
pub(super) fn schema() -> Result<Exit, Failure> {
    output::print(&scene::schema_text())?;
    Ok(Exit::Good)
}
