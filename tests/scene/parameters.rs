//! Each parameter of each method is known wherever one can be set or looked up.

use ragdoll_lab::compile::{compile, settings_of, unsupported};
use ragdoll_lab::physics::method::parameter::{Edge, Kind, ParameterSpec, Standard};
use ragdoll_lab::physics::method::{all_parameters, Capability, MethodInfo, METHODS};
use ragdoll_lab::scene::parameters::to_json;
use ragdoll_lab::scene::{
    change, find, parse, schema_text, to_text, validate, Given, Preset, Scene, Setting, Solver,
};
use serde_json::{json, Value as Json};
use std::process::Command;

fn each() -> impl Iterator<Item = (&'static MethodInfo, &'static ParameterSpec)> {
    let of = |method: &'static MethodInfo| method.parameters.iter().map(move |spec| (method, spec));
    METHODS.iter().flat_map(of)
}

fn with(method: &MethodInfo, solver: Json) -> Json {
    let mut scene = json!({
        "format": "ragdoll-scene", "version": 2, "solver": solver,
        "bodies": [{"id": 1, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1}],
    });
    scene["solver"]["method"] = json!(method.id);
    scene
}

/// Values that a parameter can have, at its bounds, and values that it cannot.
fn probes(spec: &ParameterSpec) -> (Vec<Json>, Vec<Json>) {
    match spec.kind {
        Kind::Number(range) => {
            let low = match range.edge {
                Edge::Above => range.max.min(range.min + 1e-3),
                _ => range.min,
            };
            let below = range.min - 1e-3;
            (
                vec![json!(low), json!(range.max)],
                vec![
                    json!(below),
                    json!(range.max * 1.001),
                    json!("many"),
                    json!(true),
                ],
            )
        }
        Kind::Whole(range) => {
            let mut beyond = vec![json!(range.min as i64 - 1), json!(1.5), json!("many")];
            if range.max < u64::MAX as f64 {
                beyond.push(json!(range.max as u64 + 1));
            }
            (
                vec![json!(range.min as u64), json!(range.max as u64)],
                beyond,
            )
        }
        Kind::Switch => (
            vec![json!(true), json!(false)],
            vec![json!("maybe"), json!(2)],
        ),
        Kind::Choice(choices) => (
            choices.iter().map(|choice| json!(choice.name)).collect(),
            vec![json!("rubber"), json!(1)],
        ),
        Kind::Flags { choices, .. } => {
            let names: Vec<_> = choices.iter().map(|choice| choice.name).collect();
            let twice = [names[0], names[0]];
            (
                vec![json!(names), json!([])],
                vec![json!(twice), json!(["0.0"]), json!(1)],
            )
        }
    }
}

#[test]
fn files_take_each_parameter_at_its_bounds_and_nothing_beyond() {
    for (method, spec) in each() {
        let (good, bad) = probes(spec);
        for value in good {
            let file = with(method, json!({ spec.key: value })).to_string();
            let scene = parse(file.as_bytes()).unwrap_or_else(|p| panic!("{}: {p}", spec.key));
            assert_eq!(validate(&scene), []);
            settings_of(&scene).unwrap();
            let held = Given::of(&scene.solver).value(spec);
            let held = held.unwrap_or(spec.standard());
            assert_eq!(to_json(spec, held), value, "{}", spec.key);
            assert!(spec.accepts(held), "{} {value}", spec.key);
            let again = parse(to_text(&scene).unwrap().as_bytes()).unwrap();
            assert_eq!(again, scene, "{}", spec.key);
        }
        for value in bad {
            let file = with(method, json!({ spec.key: value })).to_string();
            let problems = parse(file.as_bytes()).unwrap_err().to_string();
            assert!(
                problems.contains(spec.key),
                "{} {value}: {problems}",
                spec.key
            );
        }
    }
}

#[test]
fn each_parameter_can_be_set_by_its_path() {
    let scene = parse(find("mx-throw").unwrap().text.as_bytes()).unwrap();
    for (_, spec) in each() {
        let (good, bad) = probes(spec);
        let set = |value: &Json| {
            let setting = Setting::new(&format!("solver.{}", spec.key), value.clone()).unwrap();
            change::apply(&[setting], scene.clone())
        };
        for value in good {
            set(&value).unwrap_or_else(|why| panic!("{}: {why}", spec.key));
        }
        for value in bad {
            let why = set(&value).unwrap_err();
            assert!(why.contains(spec.key), "{why}");
        }
    }
}

/// Two values of a parameter give two settings, and with a preset its values.
#[test]
fn each_parameter_reaches_the_settings() {
    for (method, spec) in each() {
        let settings = |value: &Json| {
            let mut solver = json!({ spec.key: value });
            if let Some((key, choice)) = spec.only_with.and_then(|others| others.first()) {
                solver[*key] = json!(choice);
            }
            let file = with(method, solver).to_string();
            settings_of(&parse(file.as_bytes()).unwrap()).unwrap().1
        };
        // Number types are refused in some company, and alike in this.
        let (good, _) = probes(spec);
        let all: Vec<_> = good.iter().map(settings).collect();
        for (i, one) in all.iter().enumerate() {
            for other in &all[..i] {
                assert_ne!(one, other, "{}", spec.key);
            }
        }
    }
}

#[test]
fn every_flag_reaches_the_settings_alone() {
    for (method, spec) in each() {
        let Kind::Flags { choices, .. } = spec.kind else {
            continue;
        };
        let mut seen = Vec::new();
        for choice in choices {
            let file = with(method, json!({ spec.key: [choice.name] })).to_string();
            let (_, settings) = settings_of(&parse(file.as_bytes()).unwrap()).unwrap();
            assert!(!seen.contains(&settings), "{}", choice.name);
            seen.push(settings);
        }
    }
}

#[test]
fn presets_name_parameters_that_presets_decide_on() {
    for method in METHODS {
        for preset in method.presets {
            for (key, value) in preset.values.iter().copied().flatten() {
                let spec = method.parameter(key).unwrap();
                assert!(spec.is_of_preset() && spec.accepts(*value), "{key}");
            }
            let named = Preset::named(preset.name).unwrap();
            assert_eq!(named.name(), preset.name);
            let scene = Scene {
                solver: Solver {
                    method: method.id.into(),
                    preset: named,
                    ..Solver::default()
                },
                ..Scene::default()
            };
            settings_of(&scene).unwrap();
        }
        for spec in method.parameters {
            assert!(spec.accepts(spec.standard()), "{}", spec.key);
            assert!(!spec.help.is_empty() && !spec.label.is_empty());
            if let Standard::Off { on, .. } = spec.default {
                assert!(spec.accepts(spec.value(on)), "{}", spec.key);
            }
            if let Some(range) = spec.range() {
                let (low, high) = range.comfortable;
                assert!(range.holds(low) && range.holds(high) && low < high);
            }
            let shared = all_parameters().find(|other| other.key == spec.key);
            assert_eq!(shared.unwrap().kind, spec.kind, "one key, one kind");
        }
    }
}

#[test]
fn the_schema_knows_each_parameter_with_its_range() {
    let schema: Json = serde_json::from_str(&schema_text()).unwrap();
    let properties = schema["$defs"]["Solver"]["properties"].as_object().unwrap();
    for (_, spec) in each() {
        let property = &properties[spec.key];
        if let Some(range) = spec.range() {
            assert_eq!(
                property["minimum"].as_f64(),
                Some(range.min),
                "{}",
                spec.key
            );
            assert_eq!(
                property["maximum"].as_f64(),
                Some(range.max),
                "{}",
                spec.key
            );
        }
    }
    // And nothing else but the choice of method and preset.
    let listed = all_parameters().count();
    assert_eq!(properties.len(), listed + 2);
    let presets = schema["$defs"]["Preset"]["oneOf"].as_array().unwrap();
    let presets: Vec<_> = presets.iter().map(|preset| &preset["const"]).collect();
    assert_eq!(presets, Preset::all().map(Preset::name).collect::<Vec<_>>());
}

#[test]
fn methods_lists_each_parameter_and_capability() {
    let run = |args: &[&str]| {
        let program = env!("CARGO_BIN_EXE_ragdoll-lab");
        let output = Command::new(program).args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let text = run(&["methods"]);
    let lines = run(&["methods", "--json"]);
    let listed: Vec<Json> = lines
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    for (method, spec) in each() {
        let entry = listed
            .iter()
            .find(|entry| entry["id"] == method.id)
            .unwrap();
        let parameters = entry["parameters"].as_array().unwrap();
        let line = parameters.iter().find(|p| p["key"] == spec.key).unwrap();
        assert_eq!(line["default"], to_json(spec, spec.standard()));
        if let Some(range) = spec.range() {
            assert_eq!(line["min"].as_f64(), Some(range.min));
            assert_eq!(line["max"].as_f64(), Some(range.max));
            assert_eq!(line["unit"], spec.unit);
        }
        for (i, choice) in spec.choices().iter().enumerate() {
            assert_eq!(line["choices"][i]["name"], choice.name);
        }
        assert!(text.contains(spec.key) && text.contains(spec.help));
        for able in Capability::ALL {
            assert_eq!(entry["capabilities"][able.name()], method.can(able));
        }
    }
}

#[test]
fn what_a_method_cannot_do_is_refused_by_name() {
    let scene = |name: &str| parse(find(name).unwrap().text.as_bytes()).unwrap();
    let refused = |scene: &Scene, lacking: Capability| {
        let able: Vec<_> = Capability::ALL
            .into_iter()
            .filter(|c| *c != lacking)
            .collect();
        let info = MethodInfo {
            id: "lesser",
            capabilities: able.leak(),
            ..METHODS[0]
        };
        let (world, map) = compile(scene).unwrap();
        let mut errors = unsupported(&info, world.model(), &map);
        assert!(errors.len() <= 1);
        errors.pop().map(|error| {
            assert!(error.message.contains("lesser"), "{error}");
            assert!(error.remedy.contains(METHODS[0].id), "{error}");
            error.path
        })
    };
    let (mx, chain) = (scene("mx-throw"), scene("chain"));
    let found = |lacking| refused(&mx, lacking);
    assert_eq!(
        found(Capability::RigidBodies).unwrap(),
        "ragdolls[0].figure"
    );
    assert_eq!(found(Capability::Limits).unwrap(), "ragdolls[0].figure");
    assert_eq!(found(Capability::Contacts).unwrap(), "obstacles[0]");
    assert_eq!(found(Capability::Particles), None);
    assert_eq!(found(Capability::Loops), None);
    assert_eq!(found(Capability::Batches), None);
    assert!(refused(&chain, Capability::Particles).is_some());
    assert_eq!(refused(&chain, Capability::Loops), None);
    let cloth = refused(&scene("hitman"), Capability::Loops);
    assert_eq!(cloth.unwrap(), "ragdolls[0].figure");
}
