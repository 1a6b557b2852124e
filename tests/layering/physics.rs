//! The rooms inside the physics core: each uses those before it only, and nobody the papers'.

use super::{code_of, depth_of, expand, line_of, module_of, paths_from_root, rust_files};
use super::{word_starts, Path};
use std::collections::BTreeMap;
use std::fs;

/// The rooms in their order, with their folders and files.
const ROOMS: &[(&str, &[&str])] = &[
    (
        "tools",
        &[
            "math",
            "random",
            "disjoint_sets",
            "interrupt",
            "iteration_budget",
            "swing_twist",
            "shape",
            "convex",
        ],
    ),
    (
        "model and state",
        &[
            "attach",
            "constraint",
            "coordinate",
            "drive",
            "hold",
            "joint_tree",
            "joints",
            "kinematic",
            "linkage",
            "load",
            "loops",
            "model",
            "model_change",
            "order",
            "rotation",
            "settings",
            "state",
            "tearing",
            "tetrahedron",
        ],
    ),
    (
        "collision and contact",
        &[
            "active",
            "air",
            "blast",
            "collide",
            "contact",
            "divergence",
            "flight",
            "island",
            "joint_damping",
            "probe",
            "report",
            "step",
            "substepping",
            "warm_start",
        ],
    ),
    ("batches", &["lanes"]),
    ("one after another", &["sequential"]),
    ("methods", &["dynamics", "method"]),
    ("insight", &["conflict", "ledger"]),
    ("world", &["world"]),
];

/// Where a room may name a later one: the settings of a model hold those of its method, as data
/// that lower rooms ask only through plain questions.
const EXCEPTIONS: &[(&str, &str)] = &[("settings", "method")];

/// The companion to the papers, and who may name it: the list of methods.
const COMPANION: &str = "physics::method::paper";
const LISTS: &[&str] = &["physics/method/mod.rs", "physics/method/registry.rs"];

#[test]
fn the_rooms_of_physics_use_those_before_them_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let reexports = reexports(&fs::read_to_string(root.join("physics/mod.rs")).unwrap());
    let mut problems = Vec::new();
    for file in rust_files(&root.join("physics")) {
        let inside = file.strip_prefix(&root).unwrap().to_str().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        problems.extend(problems_of(&inside.replace('\\', "/"), &text, &reexports));
    }
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn planted_arrows_are_found() {
    let reexports = reexports("pub use world::World;\n");
    let found = |file: &str, text: &str| problems_of(file, text, &reexports);
    for (file, text) in [
        (
            "physics/contact/row.rs",
            "use crate::physics::lanes::Lanes;\n",
        ),
        ("physics/contact/mod.rs", "use super::world;\n"),
        ("physics/model.rs", "use crate::physics::World;\n"),
        (
            "physics/constraint/pin.rs",
            "use crate::physics::{math, sequential::Share};\n",
        ),
        (
            "physics/method/verlet/mod.rs",
            "use crate::physics::method::paper::PaperSettings;\n",
        ),
        ("physics/newcomer.rs", "use crate::physics::math;\n"),
        ("physics/contact/row.rs", "// see above\nfn misprint() {}\n"),
    ] {
        assert_eq!(found(file, text).len(), 1, "{file}: {text}");
    }
    for (file, text) in [
        ("physics/lanes/mod.rs", "use crate::physics::contact;\n"),
        (
            "physics/settings.rs",
            "use super::method::MethodSettings;\n",
        ),
        (
            "physics/method/paper/pin.rs",
            "use super::misprint::Misprint;\nuse crate::physics::attach::Level;\n",
        ),
    ] {
        assert!(found(file, text).is_empty(), "{file}: {text}");
    }
}

/// The modules from which the core hands on names, by these names.
fn reexports(text: &str) -> BTreeMap<String, String> {
    let code = code_of(text);
    let mut found = BTreeMap::new();
    for at in word_starts(&code, "pub use ") {
        for path in expand(&code[at + "pub use ".len()..]) {
            if let Some((module, name)) = path.split_once("::") {
                let name = name.rsplit("::").next().unwrap_or(name);
                found.insert(name.to_owned(), module.to_owned());
            }
        }
    }
    found
}

/// All that is wrong in a file of the core.
fn problems_of(file: &str, text: &str, reexports: &BTreeMap<String, String>) -> Vec<String> {
    let inside = file.strip_prefix("physics/").unwrap();
    if inside == "mod.rs" {
        return Vec::new();
    }
    let code = code_of(text);
    let own = module_of(inside);
    let Some(rank) = rank_of(own) else {
        return vec![format!("src/{file}: {own} is in no room of the list")];
    };
    let mut found = Vec::new();
    for (line, path) in used(file, inside, &code) {
        let first = path.split("::").next().unwrap_or(&path);
        let other = reexports.get(first).map_or(first, String::as_str);
        let is_later = rank_of(other).is_some_and(|other| other > rank);
        if is_later && !EXCEPTIONS.contains(&(own, other)) {
            found.push(format!(
                "src/{file}:{line}: {own} uses {other}, whose room comes after its own"
            ));
        }
        let full = format!("physics::{path}");
        let is_at_home = inside.starts_with("method/paper/") || LISTS.contains(&file);
        if full.starts_with(COMPANION) && !is_at_home {
            found.push(format!("src/{file}:{line}: nobody uses {COMPANION}"));
        }
    }
    let may_misprint = inside.starts_with("method/paper/") || LISTS.contains(&file);
    if let (false, Some(at)) = (may_misprint, text.to_lowercase().find("misprint")) {
        let line = line_of(text, at);
        found.push(format!("src/{file}:{line}: misprints are in method/paper"));
    }
    found
}

/// Paths below the core that a file names, with their lines.
fn used(file: &str, inside: &str, code: &str) -> Vec<(usize, String)> {
    let from_root = paths_from_root(code, depth_of(file)).into_iter();
    let from_root =
        from_root.filter_map(|(line, path)| Some((line, path.strip_prefix("physics::")?.into())));
    let climbing = "super::".repeat(depth_of(inside));
    let beside = word_starts(code, &climbing).flat_map(|at| {
        let line = line_of(code, at);
        let paths = expand(&code[at + climbing.len()..]);
        paths.into_iter().map(move |path| (line, path))
    });
    let beside =
        beside.filter(|(_, path)| rank_of(path.split("::").next().unwrap_or(path)).is_some());
    from_root.chain(beside).collect()
}

fn rank_of(module: &str) -> Option<usize> {
    ROOMS.iter().position(|(_, all)| all.contains(&module))
}
