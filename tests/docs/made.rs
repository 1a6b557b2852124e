//! Pages that are made from the program: keys, command line, scene format, settings of methods,
//! misprints and experiments, ground truth.

use crate::pages::root;
use ragdoll_lab::app::action::{menu_path, ACTIONS};
use ragdoll_lab::app::keymap::Keymap;
use ragdoll_lab::app::panels::MOUSE;
use ragdoll_lab::budget::TABLE;
use ragdoll_lab::cli;
use ragdoll_lab::lab::experiment::CASES;
use ragdoll_lab::physics::method::paper::misprint::{Paper, LEFT_OUT, MISPRINTS};
use ragdoll_lab::physics::method::parameter::{Edge, Kind, ParameterSpec, Standard, Value};
use ragdoll_lab::physics::method::{Capability, MethodInfo, METHODS};
use ragdoll_lab::platform::settings::KeyPreset;
use ragdoll_lab::scene::range::Plain;
use ragdoll_lab::scene::schema_text;
use serde_json::{Map, Value as Json};
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// What stands under the heading of a made page.
pub const NOTICE: &str = "<!-- Made by docs/make.sh; changes by hand are lost. -->";
/// Where the made part of a page begins that is written by hand above.
const MADE_FROM_HERE: &str = "<!-- From here on made by docs/make.sh. -->\n";

/// Holds a page against what it should be, or writes it if that is asked for.
fn keep(path: &str, wanted: &str) {
    let file = root().join(path);
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(&file, wanted).unwrap();
        return;
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    let differs = found
        .lines()
        .zip(wanted.lines())
        .find(|(is, want)| is != want);
    assert!(
        found == wanted,
        "{path} is out of date; run: bash docs/make.sh\n{differs:#?}"
    );
}

/// A cell of a table: bars would end it.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[test]
fn keys_page() {
    let presets = [KeyPreset::Standard, KeyPreset::Blender, KeyPreset::Mujoco];
    let keymaps = presets.map(Keymap::new);
    let mut text = format!(
        "# Keys and mouse\n{NOTICE}\n\nAfter this page you know every key. *Help > Keys and \
         mouse* (**F1**) shows the keys in force and changes them; the sets Blender and MuJoCo \
         differ where a cell says so.\n"
    );
    let mut heading = Vec::new();
    for line in ACTIONS {
        let mut path = menu_path(line.trigger);
        if path.is_empty() {
            path = vec![line.menu];
        }
        if path != heading {
            let _ = write!(
                text,
                "\n## {}\n\n| action | Standard | Blender | MuJoCo |\n|---|---|---|---|\n",
                path.join(" > ")
            );
            heading = path;
        }
        let _ = write!(text, "| {} |", cell(line.label));
        let chords = |keymap: &Keymap| {
            let chords = keymap
                .chords(line.trigger)
                .map(|chord| format!("`{chord}`"));
            chords.collect::<Vec<_>>().join(", ")
        };
        let standard = chords(&keymaps[0]);
        for (keymap, is_standard) in keymaps.iter().zip([true, false, false]) {
            let chords = chords(keymap);
            match !is_standard && chords == standard {
                true => text.push_str(" |"),
                false => {
                    let _ = write!(text, " {chords} |");
                }
            }
        }
        text.push('\n');
    }
    text.push_str("\n## Mouse\n\n| where | gesture | does |\n|---|---|---|\n");
    for (place, gesture, does) in MOUSE {
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            cell(place),
            cell(gesture),
            cell(does)
        );
    }
    keep("docs/manual/keys.md", &text);
}

// A page maker for clap exists (clap-markdown), but it turns on clap's colours, and then the
// program under test would differ from the one that people build.
#[test]
fn command_line_page() {
    let mut command = cli::command();
    command.build();
    let mut text = format!(
        "# Command line\n{NOTICE}\n\nAfter this page you can run everything without a window. \
         Results go to standard output, messages to standard error. Exit codes: 0 success; 1 the \
         run failed; 2 bad usage or bad input; 3 no display.\n\n| command | does |\n|---|---|\n"
    );
    for inner in command.get_subcommands() {
        let name = inner.get_name();
        let about = inner
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        let _ = writeln!(
            text,
            "| [`{name}`](#ragdoll-lab-{name}) | {} |",
            cell(&about)
        );
    }
    command_section(&mut text, &command);
    for inner in command.get_subcommands() {
        command_section(&mut text, inner);
    }
    keep("docs/manual/command-line.md", &text);
}

/// What a command does, how it is called, examples, arguments and options.
fn command_section(text: &mut String, command: &clap::Command) {
    let name = command.get_bin_name().unwrap_or("ragdoll-lab");
    let about = command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    let usage = command.clone().render_usage().to_string();
    let _ = write!(
        text,
        "\n## {name}\n\n{about}\n\n```text\n{}\n```\n",
        usage.trim_end()
    );
    let help = command
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    after_help(text, &help);
    let arguments: Vec<_> = command
        .get_arguments()
        .filter(|argument| !matches!(argument.get_id().as_str(), "help" | "version"))
        .collect();
    if arguments.is_empty() {
        return;
    }
    text.push_str("\n| option | what | values | default |\n|---|---|---|---|\n");
    for argument in arguments {
        let about = argument
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        let values = argument.get_possible_values();
        let values: Vec<_> = values
            .iter()
            .map(|v| format!("`{}`", v.get_name()))
            .collect();
        let defaults = argument.get_default_values().iter();
        let defaults: Vec<_> = defaults
            .map(|v| format!("`{}`", v.to_string_lossy()))
            .collect();
        let takes_value = argument.get_action().takes_values();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} |",
            argument.to_string().replace("...", ""),
            cell(&about),
            if takes_value {
                values.join(", ")
            } else {
                String::new()
            },
            if takes_value {
                defaults.join(", ")
            } else {
                String::new()
            },
        );
    }
}

/// The text below the help of a command, its examples as lines of shell.
fn after_help(text: &mut String, help: &str) {
    let mut is_example = false;
    if !help.is_empty() {
        text.push('\n');
    }
    for line in help.lines() {
        // Examples are indented by two, and what is broken of them by more.
        let continues = is_example && line.starts_with("     ");
        let begins = line.starts_with("  ragdoll-lab");
        if (begins || continues) != is_example {
            is_example = begins;
            text.push_str(if begins { "\n```sh\n" } else { "```\n" });
        }
        let line = match is_example {
            true => with_comment(line.strip_prefix("  ").unwrap_or(line)),
            false => line.to_owned(),
        };
        let _ = writeln!(text, "{line}");
    }
    if is_example {
        text.push_str("```\n");
    }
}

/// An example with what it does, which stands behind three spaces, as a comment.
fn with_comment(example: &str) -> String {
    match example.trim_start().split_once("   ") {
        Some((command, about)) if !example.starts_with(' ') => {
            format!("{command}   # {}", about.trim_start())
        }
        _ => example.to_owned(),
    }
}

/// What a property of the schema can be, in words.
fn type_of(schema: &Json) -> String {
    if let Some(name) = schema.get("$ref").and_then(Json::as_str) {
        let name = name.rsplit('/').next().unwrap_or_default();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    let alternatives = ["anyOf", "oneOf"]
        .into_iter()
        .find_map(|key| schema.get(key));
    if let Some(alternatives) = alternatives.and_then(Json::as_array) {
        let types = alternatives.iter().map(type_of);
        let types: Vec<_> = types.filter(|name| name != "null").collect();
        return types.join(" or ");
    }
    if let Some(constant) = schema.get("const") {
        return format!("`{constant}`");
    }
    if let Some(names) = schema.get("enum").and_then(Json::as_array) {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        return names.join(", ");
    }
    let name = match schema.get("type") {
        Some(Json::String(name)) => name.clone(),
        Some(Json::Array(names)) => {
            let names = names.iter().filter_map(Json::as_str);
            names
                .filter(|name| *name != "null")
                .collect::<Vec<_>>()
                .join(" or ")
        }
        _ => "value".to_owned(),
    };
    match (name.as_str(), schema.get("items")) {
        ("array", Some(items)) => match schema.get("minItems").and_then(Json::as_u64) {
            Some(count) if schema.get("maxItems").and_then(Json::as_u64) == Some(count) => {
                format!("{count} × {}", type_of(items))
            }
            _ => format!("list of {}", type_of(items)),
        },
        _ => name,
    }
}

/// The range of a number, if it has one.
fn range_of(schema: &Json) -> String {
    let bound = |key: &str| schema.get(key).and_then(Json::as_f64).map(Plain);
    let above = bound("exclusiveMinimum").map(|low| format!("> {low}"));
    let least = bound("minimum").map(|low| format!("≥ {low}"));
    let most = bound("maximum").map(|high| format!("≤ {high}"));
    let ends: Vec<_> = [above, least, most].into_iter().flatten().collect();
    ends.join(", ")
}

/// A description without the marks of links within the code.
fn description(schema: &Json) -> String {
    let text = schema
        .get("description")
        .and_then(Json::as_str)
        .unwrap_or_default();
    cell(text).replace("[`", "`").replace("`]", "`")
}

fn properties_table(text: &mut String, schema: &Json) {
    let Some(properties) = schema.get("properties").and_then(Json::as_object) else {
        return;
    };
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Json::as_array)
        .map_or_else(Vec::new, |keys| {
            keys.iter().filter_map(Json::as_str).collect()
        });
    text.push_str("\n| key | type | range | what |\n|---|---|---|---|\n");
    for (key, property) in properties {
        let needed = match required.contains(&key.as_str()) {
            true => " (required)",
            false => "",
        };
        let _ = writeln!(
            text,
            "| `{key}`{needed} | {} | {} | {} |",
            type_of(property),
            range_of(property),
            description(property)
        );
    }
}

/// The alternatives of a kind: each a key with its own settings, or a word.
fn alternatives_table(text: &mut String, schema: &Json) {
    let found = ["oneOf", "anyOf"]
        .into_iter()
        .find_map(|key| schema.get(key));
    let Some(alternatives) = found.and_then(Json::as_array) else {
        return;
    };
    text.push_str("\n| one of | settings | what |\n|---|---|---|\n");
    for alternative in alternatives {
        let about = description(alternative);
        let properties = alternative.get("properties").and_then(Json::as_object);
        match properties {
            Some(properties) => {
                for (key, property) in properties {
                    let settings = type_of(property);
                    let about = match about.is_empty() {
                        true => description(property),
                        false => about.clone(),
                    };
                    let _ = writeln!(text, "| `{key}` | {settings} | {about} |");
                }
            }
            None => {
                let _ = writeln!(text, "| {} | | {about} |", type_of(alternative));
            }
        }
    }
}

#[test]
fn scene_format_page() {
    let schema: Json = serde_json::from_str(&schema_text()).unwrap();
    let example = root().join("tests/docs/example-scene.json");
    let example = fs::read_to_string(example).unwrap();
    let mut text = format!(
        "# Scene format\n{NOTICE}\n\nAfter this page you can write a scene by hand. A scene is a \
         JSON file in SI units and degrees; the unit stands in the key (`mass_kg`, \
         `limit_min_deg`). Only what differs from a default has to be written. The order of \
         `constraints` is the order in which they are solved. Unknown keys are errors.\n\n\
         `ragdoll-lab check FILE` lists every problem with its line and remedy; `ragdoll-lab \
         schema` prints the JSON Schema from which this page is made; `ragdoll-lab migrate FILE` \
         writes an old scene in the newest format.\n\n## Example\n\nA box hangs from a pin, and a \
         launcher stands ready:\n\n```json\n{}\n```\n\n## Scene\n",
        example.trim_end()
    );
    properties_table(&mut text, &schema);
    let none = Map::new();
    let definitions = schema
        .get("$defs")
        .and_then(Json::as_object)
        .unwrap_or(&none);
    for (name, definition) in definitions {
        let _ = write!(text, "\n## {name}\n\n{}\n", description(definition));
        properties_table(&mut text, definition);
        alternatives_table(&mut text, definition);
        if definition.get("enum").is_some() {
            let _ = write!(text, "\nOne of {}.\n", type_of(definition));
        }
    }
    keep("docs/scene-format.md", &text);
}

#[test]
fn the_example_of_the_scene_format_is_sound() {
    let example = root().join("tests/docs/example-scene.json");
    let text = fs::read(example).unwrap();
    let scene = ragdoll_lab::scene::parse(&text).map_err(|problems| problems.to_string());
    assert_eq!(scene.map(|scene| scene.constraints.len()), Ok(1));
}

fn parameter_line(method: &MethodInfo, spec: &ParameterSpec) -> String {
    let can_be = match spec.kind {
        Kind::Number(range) | Kind::Whole(range) => {
            let low = match range.edge {
                Edge::Above => format!("above {}", Plain(range.min)),
                Edge::OrZero => format!("0 or {}", Plain(range.min)),
                Edge::Closed => Plain(range.min).to_string(),
            };
            format!("{low} to {} {}", Plain(range.max), spec.unit)
        }
        Kind::Switch => "`true` or `false`".into(),
        Kind::Choice(choices) | Kind::Flags { choices, .. } => {
            let names: Vec<_> = choices.iter().map(|c| format!("`{}`", c.name)).collect();
            names.join(", ")
        }
    };
    let shown = |value: Value| match value {
        Value::Off => "off".to_owned(),
        Value::Number(number) => Plain(number).to_string(),
        Value::Whole(number) => number.to_string(),
        Value::Switch(on) => on.to_string(),
        Value::Choice(name) => name.to_owned(),
        Value::Flags(0) => "none".to_owned(),
        Value::Flags(flags) => format!("{flags:b}"),
    };
    let default = match spec.default {
        Standard::Off { .. } => "off".to_owned(),
        Standard::Fixed(value) => shown(value),
        Standard::OfPreset(_) => {
            let preset = method.presets.first();
            shown(preset.map_or(spec.standard(), |preset| preset.value(spec)))
        }
    };
    format!(
        "| `{}` | {} | {} | {} | {} |\n",
        spec.key,
        cell(spec.label),
        can_be.trim(),
        default,
        cell(spec.help)
    )
}

#[test]
fn parameters_page() {
    let mut text = format!(
        "# Settings of the methods\n{NOTICE}\n\nAfter this page you can set every parameter of a \
         method: in a scene under `solver`, on the command line with `--set solver.KEY=VALUE`, in \
         the window in the panel *Throw*, section *Solver*. The column *default* is that of the \
         first preset of the method.\n"
    );
    for method in METHODS {
        let able = Capability::ALL.into_iter().filter(|c| method.can(*c));
        let able: Vec<_> = able.map(|c| c.name().replace('_', " ")).collect();
        let _ = write!(
            text,
            "\n## {}\n\n{}. {}\n\nSimulates {}.\n\n| preset | what |\n|---|---|\n",
            method.id,
            method.label,
            method.summary,
            able.join(", ")
        );
        for preset in method.presets {
            let _ = writeln!(text, "| `{}` | {} |", preset.name, cell(preset.note));
        }
        text.push_str("\n| key | on screen | values | default | what |\n|---|---|---|---|---|\n");
        for spec in method.parameters {
            text.push_str(&parameter_line(method, spec));
        }
    }
    keep("docs/methods/parameters.md", &text);
}

#[test]
fn limits_page() {
    let now = fs::read_to_string(root().join("docs/limits.md")).unwrap();
    let (prose, _) = now.split_once(MADE_FROM_HERE).unwrap();
    let mut text =
        format!("{prose}{MADE_FROM_HERE}\n| what | at most | what helps |\n|---|---|---|\n");
    for bound in TABLE {
        let (what, most) = (cell(bound.what), bound.amount());
        let _ = writeln!(text, "| {what} | {most} | {} |", cell(bound.remedy));
    }
    keep("docs/limits.md", &text);
}

#[test]
fn papers_page() {
    let file = root().join("docs/papers.md");
    let now = fs::read_to_string(file).unwrap();
    let (prose, _) = now.split_once(MADE_FROM_HERE).unwrap();
    let mut text = format!("{prose}{MADE_FROM_HERE}");
    text.push_str(
        "\n## Misprints\n\nEach can be switched on with `solver.as_printed`; the scene shows its \
         effect.\n",
    );
    for paper in Paper::WITH_SWITCHES {
        let _ = write!(
            text,
            "\n### {}\n\n| equation | effect as printed | scene |\n|---|---|---|\n",
            paper.name()
        );
        for info in MISPRINTS.iter().filter(|info| info.paper == paper) {
            let scene = ragdoll_lab::scene::demonstration(info.misprint);
            let scene = scene.map_or_else(String::new, |scene| format!("`{}`", scene.name));
            let _ = writeln!(
                text,
                "| {} | {} | {scene} |",
                cell(info.choice.label),
                cell(info.choice.help)
            );
        }
    }
    text.push_str(
        "\n### Without a switch\n\n| paper | equation | why it has none |\n|---|---|---|\n",
    );
    for slip in LEFT_OUT {
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            slip.paper.name(),
            slip.equation,
            cell(slip.why)
        );
    }
    text.push_str(
        "\n## Experiments and claims\n\n`ragdoll-lab experiment NAME` runs one and gives each \
         claim its verdict in `report.html`.\n\n| experiment | question | source |\n|---|---|---|\n",
    );
    for case in CASES.iter() {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} |",
            case.name,
            cell(case.title),
            cell(case.source)
        );
    }
    keep("docs/papers.md", &text);
}

/// Four decimals, or powers of ten where these would say nothing.
fn short(number: f64) -> String {
    match number.abs() {
        0.0 => "0".into(),
        size if !(5e-4..1e5).contains(&size) => format!("{number:.1e}"),
        _ => format!("{number:.4}"),
    }
}

#[test]
fn truth_page() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"))
        .args(["experiment", "truth", "--json", "--out"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Json> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|row: &Json| row.get("subject").is_some())
        .collect();
    let text_of = |row: &Json, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let unique = |key: &str| {
        let mut names = Vec::new();
        for row in &rows {
            let name = text_of(row, key);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    };
    let (questions, ways) = (unique("question"), unique("way"));
    let mut text = format!(
        "# Ground truth\n{NOTICE}\n\nAfter this page you know which method and preset gets which \
         situation right. Each row is a situation whose outcome is known; a cell is what was found \
         and how far that is from the truth, in tolerances: **right** within one, near within \
         three, weak within ten, wrong above. A loss of energy that the method states is weak at \
         worst. Flagged: the run itself ends with an error that says what is wrong. A figure alone: \
         the preset is measured for comparison and not judged. A dash: the method does not \
         simulate it, or gives no answer. What is weak has its reason below the table. \
         `ragdoll-lab experiment truth` makes the same table with a plot.\n\n| situation | truth |"
    );
    for way in &ways {
        let _ = write!(text, " {way} |");
    }
    text.push_str("\n|---|---|");
    text.push_str(&"---|".repeat(ways.len()));
    text.push('\n');
    for question in &questions {
        let of_question = |row: &&Json| text_of(row, "question") == *question;
        let first = rows.iter().find(of_question).unwrap();
        let truth = first["truth"].as_f64().unwrap();
        let tolerance = first["tolerance"].as_f64().unwrap();
        let _ = write!(
            text,
            "| {} ({}) | {} ± {} |",
            cell(question),
            cell(&text_of(first, "known_from")),
            short(truth),
            short(tolerance)
        );
        for way in &ways {
            let row = rows
                .iter()
                .filter(of_question)
                .find(|row| text_of(row, "way") == *way);
            let found = row.and_then(|row| row["found"].as_f64());
            let over = row.and_then(|row| row["deviation_over_tolerance"].as_f64());
            let verdict = row.map(|row| text_of(row, "verdict")).unwrap_or_default();
            let over = match over {
                Some(over) if over < 1000.0 => format!("{over:.1}×"),
                _ => "far".into(),
            };
            let verdict = match verdict.as_str() {
                "right" => " **right**".to_owned(),
                "not judged" => String::new(),
                other => format!(" {other}, {over}"),
            };
            match found {
                Some(found) => {
                    let _ = write!(text, " {}{verdict} |", short(found));
                }
                None if verdict.starts_with(" flagged") => text.push_str(" flagged |"),
                None if verdict.starts_with(" wrong") => text.push_str(" no answer, wrong |"),
                None => text.push_str(" – |"),
            }
        }
        text.push('\n');
    }
    text.push_str("\n## Why\n\n");
    let mut told = Vec::new();
    for row in &rows {
        let why = text_of(row, "why");
        let method = text_of(row, "method");
        let line = format!("- {method}, {}: {why}", text_of(row, "subject"));
        if !why.is_empty() && !told.contains(&line) {
            text.push_str(&cell(&line));
            text.push('\n');
            told.push(line);
        }
    }
    keep("docs/truth.md", &text);
}
