//! The arrows between the folders of `src/`, and a few habits, checked on the text.
//!
//! A folder that does not exist is skipped. Comments and strings do not count.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod physics;
mod sizes;

use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the crate, and the paths below `crate::` it may name besides itself.
///
/// `ANY` may name all. The root files `lib.rs` and `main.rs` are free.
const LAYERS: &[(&str, &[&str])] = &[
    ("physics", &[]),
    ("text", &[]),
    ("budget", &[]),
    ("clock", &[]),
    ("threads", &[]),
    // What the methods can be set to is listed with them: ranges, names, defaults. A mesh is
    // kept with what is made of it, so that copies of a scene share that.
    (
        "scene",
        &["physics::convex", "physics::method", "text", "budget"],
    ),
    (
        "compile",
        &[
            "scene",
            "physics",
            "text",
            "character::clip",
            "character::sticks",
        ],
    ),
    ("gltf", &["text", "budget"]),
    (
        "editor",
        &["budget", "scene", "compile", "gltf", "physics", "text"],
    ),
    (
        "exchange",
        &[
            "budget",
            "character",
            "compile",
            "gltf",
            "physics",
            "scene",
            "text",
        ],
    ),
    (
        "lab",
        &[
            "budget",
            "compile",
            "scene",
            "physics",
            "text",
            "character::clip",
            "clock",
            "threads",
        ],
    ),
    ("character", &["physics::convex", "physics::math", "gltf"]),
    ("view", &[]),
    ("platform", &["budget", "text", "clock", "threads"]),
    ("source", &["scene", "platform", "text"]),
    (
        "cli",
        &[
            "budget",
            "lab",
            "scene",
            "compile",
            "exchange",
            // What `check` tells of the start.
            "editor::doctor",
            "physics",
            "platform",
            "source",
            "text",
            "clock",
            "threads",
        ],
    ),
    ("app", ANY),
];
const ANY: &[&str] = &["*"];

/// The rooms of the application, its folders and files: each may use those before it only,
/// so that there is no circle between them.
const ROOMS: &[&str] = &[
    "action",
    "aim",
    "geometry",
    "job",
    "messages",
    "panes",
    "quality",
    "pick",
    "keymap",
    "workbench",
    "effect",
    "guide",
    "playback",
    "workspace",
    "jobs",
    "stage",
    "tool",
    "panels",
    "ui",
    "program",
    "window",
];

/// Words that may not occur below a folder, with the reason.
const FORBIDDEN: &[(&str, &[&str], &str)] = &[
    (
        "physics",
        TRIGONOMETRY,
        "its bits differ between platforms; use physics::math",
    ),
    (
        "physics",
        &["HashMap", "HashSet"],
        "its order is random; use indices or BTreeMap",
    ),
    (
        "physics",
        &["Instant", "SystemTime"],
        "physics reads no clock",
    ),
    ("physics", &["serde", "std::fs"], "physics knows no files"),
    (
        "physics",
        &["to_radians", "to_degrees"],
        "physics knows no degrees",
    ),
    ("physics", WINDOW, "only view and app may draw"),
    (
        "character",
        TRIGONOMETRY,
        "the same parts give the same bits everywhere",
    ),
    (
        "character",
        &["HashMap", "HashSet", "Instant", "SystemTime", "std::fs"],
        "characters know no files and no clock, and are the same on every run",
    ),
    ("character", WINDOW, "only view and app may draw"),
    ("scene", WINDOW, "only view and app may draw"),
    ("compile", WINDOW, "only view and app may draw"),
    ("editor", WINDOW, "only view and app may draw"),
    ("lab", WINDOW, "only view and app may draw"),
    ("cli", WINDOW, "only view and app may draw"),
    ("platform", MACROQUAD, "only view and app may use macroquad"),
    ("app/panels", MACROQUAD, "panels use egui alone"),
    ("app/panels", FILES, "panels ask for files by actions"),
    ("app/panels", PARTS, "panels change nothing but themselves"),
    ("app/tool", PARTS, "tools ask for actions"),
    ("app/stage", PARTS, "the stage only shows"),
    (
        "app/playback",
        &["&mut Document"],
        "playing never changes the document",
    ),
];
/// What only the program may change.
const PARTS: &[&str] = &[
    "&mut Program",
    "&mut Workspace",
    "&mut Playback",
    "&mut Session",
    "&mut Simulation",
    "&mut Document",
    "&mut Jobs",
    "&mut Workbench",
];
const FILES: &[&str] = &["std::fs", "fs::", "platform::files"];
const MACROQUAD: &[&str] = &["macroquad", "miniquad"];
const WINDOW: &[&str] = &[
    "macroquad",
    "miniquad",
    "egui",
    "egui_macroquad",
    "egui_miniquad",
];
const TRIGONOMETRY: &[&str] = &[
    ".sin(",
    ".cos(",
    ".tan(",
    ".sin_cos(",
    ".powf(",
    ".powi(",
    ".exp(",
    ".ln(",
    ".hypot(",
    ".mul_add(",
];

/// What a browser does not have: the beginning of paths of the standard library, the last
/// parts that count (none: all), the files and folders that may name them, and what to use.
const MACHINE: &[(&str, &[&str], &[&str], &str)] = &[
    (
        "std::time::",
        &["Instant", "SystemTime"],
        &["clock.rs"],
        "use crate::clock",
    ),
    (
        "std::thread",
        &[],
        // The last for its tests.
        &["clock.rs", "threads.rs", "platform/scheduling.rs"],
        "use crate::threads or crate::clock",
    ),
    (
        "std::fs",
        &[],
        &["platform/", "threads.rs"],
        "use crate::platform::files",
    ),
];

/// The only file that prints, and what would print anywhere else.
const VOICE: &str = "platform/terminal.rs";
const PRINTING: &[&str] = &[
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
    "dbg!",
    "stdout()",
    "stderr()",
];

/// So far above an `unsafe` its reason may begin, in lines.
const SAFETY_REACH: usize = 12;

#[test]
fn the_sources_keep_to_their_layers_and_habits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut problems = Vec::new();
    for file in rust_files(&root) {
        let inside = file.strip_prefix(&root).unwrap().to_str().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        problems.extend(check(&inside.replace('\\', "/"), &text));
    }
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// All problems of one file; `file` is its path below `src/`.
fn check(file: &str, text: &str) -> Vec<String> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let code = code_of(text);
    if !text.starts_with("//!") {
        found.push((1, "a module begins with a `//!` text".into()));
    }
    found.extend(wrong_arrows(file, &code));
    found.extend(circles(file, &code));
    found.extend(forbidden_words(file, &code));
    found.extend(machine_words(file, &code));
    found.extend(loose_voices(file, &code));
    found.extend(silent_unsafe(text, &code));
    found.sort();
    found
        .into_iter()
        .map(|(line, rule)| format!("src/{file}:{line}: {rule}"))
        .collect()
}

/// The text with the content of comments and strings taken out, line by line.
fn code_of(text: &str) -> String {
    text.lines().map(|line| code_of_line(line) + "\n").collect()
}

fn code_of_line(line: &str) -> String {
    let mut code = String::new();
    let mut in_string = false;
    let line = line.replace("'\"'", "' '");
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if in_string => {
                characters.next();
            }
            '"' => in_string = !in_string,
            '/' if !in_string && characters.peek() == Some(&'/') => break,
            _ if in_string => {}
            _ => code.push(character),
        }
    }
    code
}

/// The module below `crate::` that a file belongs to.
fn module_of(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// How many modules lie between the crate's root and a file's items.
fn depth_of(file: &str) -> usize {
    let folders = file.matches('/').count();
    if file.ends_with("/mod.rs") {
        folders
    } else {
        folders + 1
    }
}

fn wrong_arrows(file: &str, code: &str) -> Vec<(usize, String)> {
    let module = module_of(file);
    let Some((_, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == module) else {
        return Vec::new();
    };
    if *allowed == ANY {
        return Vec::new();
    }
    let within = |path: &str, of: &str| path == of || path.starts_with(&format!("{of}::"));
    paths_from_root(code, depth_of(file))
        .into_iter()
        .filter(|(_, path)| {
            !within(path, module) && !allowed.iter().any(|known| within(path, known))
        })
        .map(|(line, path)| {
            let may = match allowed {
                [] => "nothing else of the crate".to_owned(),
                some => format!("only {}", some.join(", ")),
            };
            (
                line,
                format!("{module} uses crate::{path}, but may use {may}"),
            )
        })
        .collect()
}

/// Where a room of the application uses one that is not before it.
fn circles(file: &str, code: &str) -> Vec<(usize, String)> {
    let Some(inside) = file.strip_prefix("app/").filter(|rest| *rest != "mod.rs") else {
        return Vec::new();
    };
    let room = module_of(inside);
    let Some(rank) = rank_of(room) else {
        return vec![(1, format!("app::{room} is missing in the list of rooms"))];
    };
    let paths = paths_from_root(code, depth_of(file)).into_iter();
    let paths =
        paths.filter_map(|(line, path)| Some((line, path.strip_prefix("app::")?.to_owned())));
    // From the application, not from the crate.
    let climbing = "super::".repeat(depth_of(inside));
    let beside = word_starts(code, &climbing).flat_map(|at| {
        let line = line_of(code, at);
        let paths = expand(&code[at + climbing.len()..]);
        paths.into_iter().map(move |path| (line, path))
    });
    let used = paths.chain(beside.filter(|(_, path)| rank_of(module_of_path(path)).is_some()));
    used.filter_map(|(line, path)| {
        let other = module_of_path(&path);
        let is_before = rank_of(other).is_none_or(|other| other < rank);
        let rule = format!("app::{room} uses app::{other}, which comes after it");
        (other != room && !is_before).then_some((line, rule))
    })
    .collect()
}

fn rank_of(room: &str) -> Option<usize> {
    ROOMS.iter().position(|known| *known == room)
}

fn module_of_path(path: &str) -> &str {
    path.split("::").next().unwrap_or(path)
}

/// All paths that begin at the crate's root, with their lines.
fn paths_from_root(code: &str, depth: usize) -> Vec<(usize, String)> {
    let to_root = "super::".repeat(depth);
    let starts = ["crate::", "ragdoll_lab::", &to_root];
    let mut found = Vec::new();
    for start in starts {
        for at in word_starts(code, start) {
            let rest = &code[at + start.len()..];
            for path in expand(rest) {
                let first = path.split("::").next().unwrap_or_default();
                let from_super = start == to_root;
                // `super::*` and `super::Item` in a tests module stay in their file.
                if !from_super || LAYERS.iter().any(|(layer, _)| *layer == first) {
                    found.push((line_of(code, at), path));
                }
            }
        }
    }
    found
}

/// The paths that a use tree such as `a::{b, c::d}` stands for.
fn expand(tree: &str) -> Vec<String> {
    let end = tree
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
        .unwrap_or(tree.len());
    let (head, rest) = tree.split_at(end);
    if !rest.starts_with('{') {
        return vec![head.trim_end_matches(':').to_owned()];
    }
    branches(&rest[1..])
        .iter()
        .flat_map(|branch| expand(branch))
        .filter(|path| !path.is_empty())
        .map(|path| format!("{head}{path}"))
        .collect()
}

/// The parts between the commas up to the brace that closes the group.
fn branches(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' => {
                parts.push(group[start..at].trim());
                break;
            }
            ',' if depth == 0 => {
                parts.push(group[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts
}

fn forbidden_words(file: &str, code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (folder, words, reason) in FORBIDDEN {
        let inside = file.starts_with(&format!("{folder}/")) || file == format!("{folder}.rs");
        for word in words.iter().filter(|_| inside) {
            for at in word_starts(code, word) {
                let rule = format!("`{word}` in {folder}: {reason}");
                found.push((line_of(code, at), rule));
            }
        }
    }
    found
}

/// Where the clock, threads or files of the standard library are used past their modules.
fn machine_words(file: &str, code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // These have stricter rules of their own.
    if ["physics", "character"].contains(&module_of(file)) {
        return found;
    }
    for (start, names, free, remedy) in MACHINE {
        if free.iter().any(|place| file.starts_with(place)) {
            continue;
        }
        for at in code.match_indices(start).map(|(at, _)| at) {
            let paths = expand(&code[at..]);
            let counts = |path: &String| {
                let mut parts = path.split("::");
                names.is_empty() || parts.any(|part| names.contains(&part))
            };
            let rules = paths.iter().filter(|path| counts(path));
            found.extend(rules.map(|path| (line_of(code, at), format!("`{path}`: {remedy}"))));
        }
    }
    found
}

/// Where something is printed that nobody has made safe for a terminal.
fn loose_voices(file: &str, code: &str) -> Vec<(usize, String)> {
    let words = PRINTING.iter().filter(|_| file != VOICE);
    words
        .flat_map(|word| {
            let rule = format!("`{word}` prints whatever it gets; use {VOICE}");
            word_starts(code, word).map(move |at| (line_of(code, at), rule.clone()))
        })
        .collect()
}

/// Where `word` occurs, and not merely as a part of a longer name.
fn word_starts<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word)
        .filter(move |(at, _)| {
            let before = code[..*at].chars().next_back();
            let after = code[at + word.len()..].chars().next();
            let begins = !word.starts_with(in_name) || !before.is_some_and(in_name);
            let ends = !word.ends_with(in_name) || !after.is_some_and(in_name);
            // `super::super::` is found once, at its beginning.
            begins && ends && !(word.starts_with("super") && code[..*at].ends_with("::"))
        })
        .map(|(at, _)| at)
}

fn line_of(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}

/// Each `unsafe` block, function or implementation without its reason.
///
/// The type of a foreign function (`unsafe extern`) needs none.
fn silent_unsafe(text: &str, code: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    word_starts(code, "unsafe")
        .filter(|at| !code[*at..].starts_with("unsafe extern"))
        .map(|at| line_of(code, at))
        .filter(|line| !has_reason(&lines, line - 1))
        .map(|line| (line, "`unsafe` needs a `// SAFETY:` line above".into()))
        .collect()
}

/// Whether the statement around `lines[at]` has a reason right above it.
fn has_reason(lines: &[&str], at: usize) -> bool {
    let first = at.saturating_sub(SAFETY_REACH);
    for line in lines[first..at].iter().rev().map(|line| line.trim()) {
        let is_comment = line.starts_with("//");
        if is_comment && (line.contains("SAFETY:") || line.contains("# Safety")) {
            return true;
        }
        let statement_ends = line.is_empty() || line.ends_with([';', '{', '}']);
        if !is_comment && statement_ends {
            return false;
        }
    }
    false
}

/// Files beside a method's own folder that may name it: the registry, and what sets the
/// methods beside each other.
const NAME_METHODS: &[&str] = &["physics/method/registry.rs", "lab/experiment/articulation/"];

/// A new method is a folder and a line of the registry, so no other place names one.
#[test]
fn methods_are_named_in_their_folder_and_the_registry_alone() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = 0;
    for (folder, name) in [
        ("springs", "Springs"),
        ("multipliers", "Multipliers"),
        ("reduced", "Reduced"),
    ] {
        let own = format!("physics/method/{folder}/");
        let words = [
            format!("MethodSettings::{name}"),
            format!("{folder}::"),
            format!("{name}Settings"),
        ];
        for path in rust_files(&src) {
            let file = path
                .strip_prefix(&src)
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/");
            let code = code_of(&fs::read_to_string(&path).unwrap());
            let names = words.iter().any(|word| code.contains(word.as_str()));
            let may = file.starts_with(&own) || NAME_METHODS.iter().any(|f| file.starts_with(f));
            assert!(may || !names, "{file} names {folder}");
            found += usize::from(names);
        }
    }
    // Each is named by its folder and by the registry.
    assert!(found >= 6, "{found}");
}

/// The papers' method stands apart: nothing else of physics knows it or its misprints, and it uses
/// nothing that other methods share among themselves.
#[test]
fn the_method_of_the_papers_stands_apart() {
    let physics = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/physics");
    let own = ["method/paper/", "method/registry.rs", "method/mod.rs"];
    let mut files = 0;
    for path in rust_files(&physics) {
        let file = path.strip_prefix(&physics).unwrap().to_string_lossy();
        let file = file.replace('\\', "/");
        let code = code_of(&fs::read_to_string(&path).unwrap());
        if !own.iter().any(|own| file.starts_with(own)) {
            for word in ["paper::", "PaperSettings", "Misprint"] {
                assert!(!code.contains(word), "physics/{file} names {word}");
            }
        }
        if file.starts_with("method/paper/") {
            files += 1;
            for word in ["sequential::", "verlet::", "impulse::", "lanes::"] {
                assert!(!code.contains(word), "physics/{file} names {word}");
            }
        }
    }
    assert!(files >= 10, "{files}");
}

#[test]
fn a_planted_arrow_is_found() {
    let text = "//! Text.\nuse crate::app::frame;\n";
    assert_eq!(
        check("physics/world.rs", text),
        ["src/physics/world.rs:2: physics uses crate::app::frame, \
          but may use nothing else of the crate"]
    );
    assert!(check("app/window/frame.rs", text).is_empty());
}

#[test]
fn an_arrow_in_a_group_or_through_super_is_found() {
    let grouped = "//! T.\nuse crate::{\n    scene::Scene,\n    app::{open, panels::tree},\n};\n";
    let problems = check("cli/run.rs", grouped);
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[1].contains("crate::app::panels::tree"));
    let climbing = "//! T.\nuse super::super::editor::History;\n";
    assert_eq!(check("lab/run.rs", climbing).len(), 1);
    assert_eq!(check("lab/run/mod.rs", climbing).len(), 1);
    assert!(check("lab/run/deep.rs", climbing).is_empty());
    assert_eq!(check("compile.rs", "//! T.\nuse super::lab;\n").len(), 1);
}

#[test]
fn planted_words_are_found_in_code_only() {
    let text = "//! T.\nlet a = x.sin();\n// x.cos()\nlet b = \".tan(\";\nlet c = libm::exp(x);\n";
    let problems = check("physics/math.rs", text);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].starts_with("src/physics/math.rs:2: `.sin(`"));
    let clock = "//! T.\nuse std::time::Instant;\nstruct Instantaneous;\n";
    assert_eq!(check("physics/world.rs", clock).len(), 1);
}

#[test]
fn printing_is_found_everywhere_but_where_it_is_made_safe() {
    for line in [
        "println!();",
        "eprint!();",
        "let _ = writeln!(std::io::stdout());",
        "let mut out = io::stderr().lock();",
    ] {
        let text = format!("//! T.\n{line}\n");
        for file in ["cli/run.rs", "app/window/shell.rs", "main.rs"] {
            assert_eq!(check(file, &text).len(), 1, "{file}: {line}");
        }
        assert!(check(VOICE, &text).is_empty(), "{line}");
    }
    let child = "//! T.\nlet child = command.stdout(Stdio::null());\n";
    assert!(check("platform/display/linux.rs", child).is_empty());
}

#[test]
fn macroquad_is_kept_out_of_panels_but_egui_is_not() {
    let text = "//! T.\nuse egui_macroquad::egui;\n";
    assert!(check("app/panels/tree.rs", text).is_empty());
    assert!(!check("cli/mod.rs", text).is_empty());
    let text = "//! T.\nuse macroquad::prelude::*;\n";
    assert_eq!(check("app/panels/tree.rs", text).len(), 1);
    assert!(check("app/window/shell.rs", text).is_empty());
    assert!(check("view/draw.rs", text).is_empty());
}

#[test]
fn a_silent_unsafe_a_missing_text_and_a_long_file_are_found() {
    assert_eq!(check("view/a.rs", "//! T.\nunsafe { f() }\n").len(), 1);
    let told = "//! T.\n// SAFETY: f is harmless.\nlet x =\n    unsafe { f() };\n";
    assert!(check("view/a.rs", told).is_empty());
    assert_eq!(check("view/a.rs", "fn f() {}\n").len(), 1);
}

#[test]
fn a_circle_between_rooms_of_the_application_is_found() {
    let used = |file: &str, import: &str| check(file, &format!("//! T.\nuse {import};\n"));
    assert!(used("app/panels/tree.rs", "crate::app::playback::Takes").is_empty());
    for import in [
        "crate::app::panels::Dock",
        "super::super::panels::Dock",
        "crate::{scene::Scene, app::{panels::Dock}}",
    ] {
        let problems = used("app/playback/takes.rs", import);
        assert_eq!(problems.len(), 1, "{import}: {problems:?}");
        assert!(problems[0].contains("app::playback uses app::panels"));
    }
    assert_eq!(used("app/effect.rs", "super::program::Program").len(), 1);
    assert!(used("app/effect.rs", "super::action::Action").is_empty());
    assert_eq!(
        check("app/attic.rs", "//! T.\n").len(),
        1,
        "an unknown room"
    );
}

/// Each sentence of `lib.rs` about what is never so, with something that breaks it.
#[test]
fn what_is_never_so_is_found_where_it_is_planted() {
    let planted = [
        ("physics/world.rs", "use std::fs::read;"),
        ("physics/world.rs", "use std::time::Instant;"),
        ("physics/world.rs", "use crate::scene::Scene;"),
        ("physics/world.rs", "use macroquad::prelude::*;"),
        ("physics/world.rs", "let angle = limit.to_radians();"),
        ("physics/world.rs", "use std::collections::HashMap;"),
        ("physics/world.rs", "let y = angle.sin();"),
        ("app/panels/tree.rs", "use crate::app::program::Program;"),
        ("app/panels/tree.rs", "fn f(session: &mut Session) {}"),
        (
            "app/panels/tree.rs",
            "use crate::platform::files::read_text;",
        ),
        ("app/panels/tree.rs", "use macroquad::prelude::*;"),
        ("app/tool/interactor.rs", "fn f(playback: &mut Playback) {}"),
        ("app/stage/mod.rs", "fn f(simulation: &mut Simulation) {}"),
        ("app/playback/shots.rs", "fn f(document: &mut Document) {}"),
        (
            "app/playback/shots.rs",
            "use crate::app::workspace::Workspace;",
        ),
        ("app/panels/tree.rs", "println!();"),
        ("app/window/shell.rs", "use std::time::{Duration, Instant};"),
        ("lab/run.rs", "let now = std::time::SystemTime::now();"),
        ("app/job.rs", "std::thread::spawn(work);"),
        ("cli/output.rs", "use std::fs;"),
    ];
    for (file, line) in planted {
        let problems = check(file, &format!("//! T.\n{line}\n"));
        assert_eq!(problems.len(), 1, "{file}: {line}: {problems:?}");
    }
}
