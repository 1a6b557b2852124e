//! From version 1 to version 2: each method has its own settings.
//!
//! Version 1 had the papers' tricks and misprints, two forms of impulses and the standard in one
//! method `verlet`. Now the method `paper` has the papers, and `impulse` what solves velocities.
//! What a scene of the presets `default` and `high` does stays to the bit.

use crate::physics::method::{self, MethodInfo};
use crate::scene::problem::Problem;
use serde_json::{json, Map, Value};

/// Keys of the papers' tricks, each with the value at which it did nothing.
const TRICKS: [(&str, &str); 17] = [
    ("joint_iterations", "null"),
    ("limit_iterations", "null"),
    ("stick_iterations", "null"),
    ("contact_iterations", "null"),
    ("early_out_m", "null"),
    ("most_relaxations", "null"),
    ("detail", "load"),
    ("pins", "block"),
    ("contacts", "constraint"),
    ("particle_friction", "coulomb"),
    ("stick_solver", "relaxation"),
    ("square_root", "exact"),
    ("coincident", "upward"),
    ("wall_side", "nearest"),
    ("contact_moment", "swept"),
    ("inertia_split", "exact"),
    ("as_printed", "[]"),
];
/// Keys that are gone: what they could be set to is what `paper` does, or what all others do.
const GONE: [&str; 4] = ["pins", "warm_start", "free_flight", "rotation"];

/// What the presets of version 1 set that those of `paper` may not.
const OF_PRESET: [(&str, f64); 5] = [
    ("rate_hz", 60.0),
    ("substeps", 4.0),
    ("iterations", 1.0),
    ("linear_drag_per_s", 0.3),
    ("angular_drag_per_s", 0.3),
];

/// A method and its preset by a name that a preset had in version 1.
pub fn preset_of_old(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "soft" | "velocity" => Some(("impulse", "default")),
        "paper" => Some(("paper", "baltman")),
        "paper-velocity" => Some(("paper", "baltman-velocity")),
        _ => None,
    }
}

/// The document in version 2; `notes` takes in what has no counterpart there.
pub(super) fn migrate(mut document: Value, notes: &mut Vec<String>) -> Result<Value, Problem> {
    let beyond = beyond_papers(&document);
    if let Some(solver) = document.get_mut("solver").and_then(Value::as_object_mut) {
        migrate_solver(solver, beyond, notes);
    }
    Ok(document)
}

/// The settings in version 2; `beyond` as of [`beyond_papers`].
pub(super) fn migrate_solver(
    solver: &mut Map<String, Value>,
    beyond: Option<&'static str>,
    notes: &mut Vec<String>,
) {
    solver.retain(|_, value| !value.is_null());
    if let Some(printed) = solver.get_mut("as_printed").and_then(Value::as_array_mut) {
        // A misprint of springs, which is gone.
        printed.retain(|name| name != "D3.5");
    }
    choose_method(solver, beyond, notes);
    drop_foreign(solver, notes);
}

fn choose_method(
    solver: &mut Map<String, Value>,
    beyond: Option<&'static str>,
    notes: &mut Vec<String>,
) {
    if method_of(solver) != "verlet" {
        return;
    }
    let preset = text(solver, "preset").unwrap_or("default").to_owned();
    let form = text(solver, "state_form").map(str::to_owned);
    let old = preset_of_old(&preset);
    let form_of_preset = match preset.as_str() {
        "soft" => "soft",
        "velocity" => "impulse",
        "paper-velocity" => "velocity",
        _ => "velocity-less",
    };
    match form.as_deref().unwrap_or(form_of_preset) {
        "soft" | "impulse" => {
            solver.remove("state_form");
            fill_in(solver, &preset);
            put_method(solver, "impulse", "default");
        }
        form => {
            let is_velocity = form == "velocity";
            let tricks = tricks_of(solver);
            let is_of_paper = matches!(old, Some(("paper", _)));
            let wants_paper = is_of_paper || is_velocity || !tricks.is_empty();
            if !wants_paper {
                solver.remove("state_form");
                return;
            }
            if let Some(what) = beyond {
                let keys: Vec<_> = tricks.iter().map(|key| format!("solver.{key}")).collect();
                let lost = if is_of_paper {
                    format!("preset {preset}")
                } else if keys.is_empty() {
                    "solver.state_form".to_owned()
                } else {
                    keys.join(", ")
                };
                notes.push(format!(
                    "{lost}: only the method paper has this now, which cannot simulate {what}; \
                     the scene keeps the method verlet without it"
                ));
                solver.remove("state_form");
                if is_of_paper {
                    solver.remove("preset");
                }
                return;
            }
            if !is_of_paper {
                fill_in(solver, &preset);
                solver.insert("state_form".into(), json!(form));
            }
            let new = old
                .filter(|_| is_of_paper)
                .map_or("baltman", |(_, new)| new);
            put_method(solver, "paper", new);
        }
    }
}

/// Gives the keys that the old preset decided on their values.
fn fill_in(solver: &mut Map<String, Value>, preset: &str) {
    let of_preset = |key: &str, standard: f64| match (preset, key) {
        ("high", "substeps") => 8.0,
        ("velocity", "substeps") => 2.0,
        ("velocity", "iterations") => 4.0,
        _ => standard,
    };
    for (key, standard) in OF_PRESET {
        let value = of_preset(key, standard);
        let number = match key {
            "substeps" | "iterations" => json!(value as u64),
            _ => json!(value),
        };
        solver.entry(key).or_insert(number);
    }
}

fn put_method(solver: &mut Map<String, Value>, method: &str, preset: &str) {
    solver.insert("method".into(), json!(method));
    match preset {
        "default" => solver.remove("preset"),
        preset => solver.insert("preset".into(), json!(preset)),
    };
}

/// The tricks that do something, by key.
fn tricks_of(solver: &Map<String, Value>) -> Vec<&'static str> {
    let does = |(key, idle): &&(&str, &str)| {
        let value = solver.get(*key);
        value.is_some_and(|value| {
            let is_idle = is_written(value, idle);
            // As many everywhere differs from the standard in heaps only.
            let is_even = *key == "detail" && value == "even";
            !is_idle && !is_even
        })
    };
    TRICKS.iter().filter(does).map(|(key, _)| *key).collect()
}

/// Drops what the method does not have any more, and says so where it did something.
fn drop_foreign(solver: &mut Map<String, Value>, notes: &mut Vec<String>) {
    let id = method_of(solver).to_owned();
    let Some(info) = method::find(&id) else {
        return;
    };
    let idle = idle_keys(solver);
    let foreign: Vec<String> = solver
        .keys()
        .filter(|key| is_foreign(info, key))
        .cloned()
        .collect();
    for key in foreign {
        let value = solver.remove(&key).unwrap_or_default();
        let is_what_paper_does = id == "paper" && GONE.contains(&key.as_str());
        if !idle.contains(&key) && !is_what_paper_does {
            notes.push(format!(
                "solver.{key}: method {id} has no such setting any more; {value} was dropped"
            ));
        }
    }
    if solver.get("detail").is_some_and(|detail| detail == "load") {
        solver.remove("detail");
    }
}

/// Keys of a known setting of version 1 that the method does not have.
fn is_foreign(info: &MethodInfo, key: &str) -> bool {
    let is_setting =
        GONE.contains(&key) || method::all_parameters().any(|parameter| parameter.key == key);
    is_setting && info.parameter(key).is_none()
}

/// Keys whose values did nothing.
fn idle_keys(solver: &Map<String, Value>) -> Vec<String> {
    const IDLE: [(&str, &str); 4] = [
        ("warm_start", "true"),
        ("free_flight", "exact"),
        ("rotation", "midpoint"),
        ("state_form", "velocity-less"),
    ];
    let is_idle = |key: &str, value: &Value| {
        let mut all = TRICKS.iter().chain(&IDLE);
        all.any(|(own, idle)| *own == key && is_written(value, idle))
    };
    let idle = solver.iter().filter(|(key, value)| is_idle(key, value));
    idle.map(|(key, _)| key.clone()).collect()
}

/// Whether a value of JSON is this one, written without quotes.
fn is_written(value: &Value, plain: &str) -> bool {
    match value.as_str() {
        Some(text) => text == plain,
        None => value.to_string().as_str() == plain,
    }
}

fn method_of(solver: &Map<String, Value>) -> &str {
    text(solver, "method").unwrap_or("verlet")
}

fn text<'a>(solver: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    solver.get(key).and_then(Value::as_str)
}

/// What in a document the method `paper` cannot simulate, if anything.
pub(super) fn beyond_papers(document: &Value) -> Option<&'static str> {
    let list = |key: &str| document.get(key).and_then(Value::as_array);
    let constraints = list("constraints").into_iter().flatten();
    for kind in constraints.filter_map(|constraint| constraint.get("kind")?.as_object()) {
        let own = kind.values().next();
        let has = |key: &str| own.is_some_and(|own| own.get(key).is_some_and(|v| !v.is_null()));
        match kind.keys().next().map(String::as_str) {
            Some("surface") => return Some("surfaces"),
            Some("stick" | "distance" | "pin" | "fixed" | "angle_limit") => {}
            _ => return Some("joints other than pins and fixed joints"),
        }
        if has("tear_strain") {
            return Some("what tears");
        }
        if has("drive") || has("motor") || has("spring") {
            return Some("drives");
        }
    }
    for ragdoll in list("ragdolls").into_iter().flatten() {
        if ragdoll.get("muscles").is_some() {
            return Some("muscles");
        }
        if ragdoll.get("animation").is_some() {
            return Some("animation");
        }
    }
    let mut bodies = list("bodies").into_iter().flatten();
    bodies
        .any(|body| body.get("made_of").is_some_and(|of| of != "rigid"))
        .then_some("shapes that particles carry")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn migrated(document: Value) -> (Value, Vec<String>) {
        let mut notes = Vec::new();
        let scene = super::migrate(document, &mut notes).unwrap();
        (scene["solver"].clone(), notes)
    }

    #[test]
    fn the_standard_stays_and_idle_keys_go() {
        let solver = json!({"preset": "high", "pins": "block", "detail": "load",
            "state_form": "velocity-less", "warm_start": true, "wall_side": "nearest"});
        let (solver, notes) = migrated(json!({"solver": solver}));
        assert_eq!(solver, json!({"preset": "high"}));
        assert!(notes.is_empty(), "{notes:?}");
    }

    #[test]
    fn presets_become_methods() {
        for (old, method) in [("soft", "impulse"), ("velocity", "impulse")] {
            let (solver, notes) = migrated(json!({"solver": {"preset": old}}));
            assert_eq!(solver["method"], method);
            assert!(solver.get("preset").is_none() && notes.is_empty());
        }
        let (solver, _) = migrated(json!({"solver": {"preset": "paper-velocity"}}));
        assert_eq!(
            solver,
            json!({"method": "paper", "preset": "baltman-velocity"})
        );
    }

    #[test]
    fn a_trick_makes_it_the_method_of_the_papers_where_that_can_simulate_it() {
        let solver = json!({"substeps": 1, "contacts": "penalty", "pins": "direction"});
        let (solver, notes) = migrated(json!({"solver": solver}));
        assert_eq!(solver["method"], "paper");
        assert_eq!(solver["contacts"], "penalty");
        assert_eq!(
            (&solver["substeps"], &solver["rate_hz"]),
            (&json!(1), &json!(60.0))
        );
        assert!(
            solver.get("pins").is_none() && notes.is_empty(),
            "{notes:?}"
        );
        let hinge = json!({"kind": {"hinge": {}}});
        let document = json!({"solver": {"contacts": "penalty"}, "constraints": [hinge]});
        let (solver, notes) = migrated(document);
        assert!(solver.get("contacts").is_none());
        assert!(
            notes[0].starts_with("solver.contacts: only the method paper"),
            "{notes:?}"
        );
    }
}
