//! No type of the application grows into one that holds all of it.

use crate::{code_of, rust_files};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Most fields of a type.
const MAX_FIELDS: usize = 15;
/// Most methods of a type, besides those of traits.
const MAX_METHODS: usize = 40;

/// Fields and methods of each type, by folder and name: a type has its methods in the files
/// of its folder and in those of the folders in it.
type Sizes = BTreeMap<(String, String), (usize, usize)>;

/// What a line without indentation opens.
fn opened(line: &str) -> Option<(&str, bool)> {
    let line = line.trim_end().strip_suffix('{')?;
    if let Some(rest) = line.strip_prefix("impl") {
        let rest = match rest.strip_prefix('<') {
            Some(generics) => generics.split_once("> ")?.1,
            None => rest.trim_start(),
        };
        let is_of_trait = rest.contains(" for ");
        return (!is_of_trait).then_some((name_in(rest), false));
    }
    let words = line.split_once("struct ")?;
    let is_item = words.0.is_empty() || words.0.starts_with("pub");
    is_item.then_some((name_in(words.1), true))
}

fn name_in(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// A line in a struct or an `impl` without what says who may use it.
fn declared(line: &str) -> Option<&str> {
    let line = line
        .strip_prefix("    ")
        .filter(|line| !line.starts_with(' '))?;
    let Some(rest) = line.strip_prefix("pub") else {
        return Some(line);
    };
    let rest = match rest.strip_prefix('(') {
        Some(of) => of.split_once(')')?.1,
        None => rest,
    };
    Some(rest.trim_start())
}

fn is_field(declared: &str) -> bool {
    let name = name_in(declared);
    !name.is_empty() && declared[name.len()..].starts_with(": ")
}

fn is_method(declared: &str) -> bool {
    let words = declared.trim_start_matches("const ");
    words.starts_with("fn ")
}

/// Adds what a file of a room has.
fn measure(room: &str, code: &str, sizes: &mut Sizes) {
    let mut of: Option<(String, bool)> = None;
    for line in code.lines() {
        if !line.starts_with([' ', '}']) {
            of = opened(line).map(|(name, is_struct)| (name.to_owned(), is_struct));
        } else if line.starts_with('}') {
            of = None;
        } else if let (Some((name, is_struct)), Some(declared)) = (&of, declared(line)) {
            let size = sizes.entry((room.to_owned(), name.clone())).or_default();
            size.0 += usize::from(*is_struct && is_field(declared));
            size.1 += usize::from(!is_struct && is_method(declared));
        }
    }
}

/// What is larger than it may be.
fn too_large(sizes: &Sizes) -> Vec<String> {
    let large = sizes.iter().filter(|(_, size)| {
        let (fields, methods) = **size;
        fields > MAX_FIELDS || methods > MAX_METHODS
    });
    large
        .map(|((room, name), (fields, methods))| {
            format!("{room}::{name} has {fields} fields and {methods} methods")
        })
        .collect()
}

#[test]
fn no_type_of_the_application_holds_all_of_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let mut sizes = Sizes::new();
    for file in rust_files(&root) {
        let inside = file.strip_prefix(&root).unwrap();
        let room = inside.iter().next().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        measure(room.trim_end_matches(".rs"), &code_of(&text), &mut sizes);
    }
    let session = sizes[&("playback".to_owned(), "Session".to_owned())];
    assert!(session.0 > 10 && session.1 > 30, "{session:?}: not counted");
    assert!(
        too_large(&sizes).is_empty(),
        "\n{}\n",
        too_large(&sizes).join("\n")
    );
}

#[test]
fn a_planted_giant_is_found() {
    let fields: String = (0..16)
        .map(|i| format!("    pub(super) f{i}: u8,\n"))
        .collect();
    let methods: String = (0..41)
        .map(|i| format!("    pub fn m{i}(&self) {{}}\n"))
        .collect();
    let small = "impl Host for Giant {\n    fn f(&self) {}\n}\nstruct Dwarf {\n    a: u8,\n}\n";
    let code = format!(
        "pub struct Giant {{\n{fields}}}\n\nimpl Giant {{\n{}}}\nimpl<'a> Other<'a> {{\n{methods}}}\n{small}",
        "    fn alone() {}\n"
    );
    let mut sizes = Sizes::new();
    measure("room", &code, &mut sizes);
    let expected = [
        "room::Giant has 16 fields and 1 methods",
        "room::Other has 0 fields and 41 methods",
    ];
    assert_eq!(too_large(&sizes), expected);
}
