//! No type of the application grows into one that holds all of it.

use crate::{code_of, rust_files};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Most fields of a type.
const MAX_FIELDS: usize = 15;
/// Most methods of a type, besides those of traits.
const MAX_METHODS: usize = 40;

/// Fields and methods of each type, by the file that declares it and its name.
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

/// The sizes of all types of some files, each with its path and its code.
fn sizes_of(files: &[(String, String)]) -> Sizes {
    let mut sizes = Sizes::new();
    for (file, code) in files {
        for (name, is_struct) in code.lines().filter_map(opened) {
            if is_struct {
                sizes.insert((file.clone(), name.to_owned()), (0, 0));
            }
        }
    }
    for (file, code) in files {
        measure(file, code, &mut sizes);
    }
    sizes
}

/// The type of that name that is declared nearest to a file.
fn nearest(file: &str, name: &str, sizes: &Sizes) -> Option<(String, String)> {
    let alike = |other: &str| {
        let both = file.split('/').zip(other.split('/'));
        both.take_while(|(a, b)| a == b).count()
    };
    let named = sizes.keys().filter(|(_, other)| other == name);
    named.max_by_key(|(other, _)| alike(other)).cloned()
}

/// Adds what is declared in a file.
fn measure(file: &str, code: &str, sizes: &mut Sizes) {
    let mut of = None;
    for line in code.lines().filter(|line| !line.trim().is_empty()) {
        if !line.starts_with([' ', '}']) {
            let open = opened(line);
            of = open.and_then(|(name, is_struct)| Some((nearest(file, name, sizes)?, is_struct)));
        } else if line.starts_with('}') {
            of = None;
        } else if let (Some((key, is_struct)), Some(declared)) = (&of, declared(line)) {
            if let Some((fields, methods)) = sizes.get_mut(key) {
                *fields += usize::from(*is_struct && is_field(declared));
                *methods += usize::from(!is_struct && is_method(declared));
            }
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
        .map(|((file, name), (fields, methods))| {
            format!("{file}: {name} has {fields} fields and {methods} methods")
        })
        .collect()
}

#[test]
fn no_type_of_the_application_holds_all_of_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let files: Vec<_> = rust_files(&root)
        .iter()
        .map(|file| {
            let inside = file.strip_prefix(&root).unwrap().to_str().unwrap();
            let text = fs::read_to_string(file).unwrap();
            (inside.replace('\\', "/"), code_of(&text))
        })
        .collect();
    let sizes = sizes_of(&files);
    let session = sizes[&("playback/session.rs".to_owned(), "Session".to_owned())];
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
    let some = |from: u32, to: u32| -> String {
        let each = (from..to).map(|i| format!("    pub fn m{i}(&self) {{}}\n\n"));
        each.collect()
    };
    let struct_of = |name: &str, fields: &str| format!("pub struct {name} {{\n{fields}}}\n\n");
    let impl_of = |name: &str, methods: &str| format!("impl<'a> {name}<'a> {{\n{methods}}}\n");
    let hosted = "impl Host for State {\n    fn f(&self) {}\n}\n";
    let files = [
        ("a/mod.rs", struct_of("Giant", &fields)),
        (
            "a/one.rs",
            struct_of("State", "    a: u8,\n") + &impl_of("State", &some(0, 30)),
        ),
        (
            "a/two.rs",
            struct_of("State", "    a: u8,\n") + &impl_of("State", &some(0, 40)) + hosted,
        ),
        (
            "b/mod.rs",
            struct_of("Other", "") + &impl_of("Other", &some(0, 20)),
        ),
        ("b/more.rs", impl_of("Other", &some(20, 41))),
    ];
    let files = files.map(|(file, code)| (file.to_owned(), code));
    let expected = [
        "a/mod.rs: Giant has 16 fields and 0 methods",
        "b/mod.rs: Other has 0 fields and 41 methods",
    ];
    assert_eq!(too_large(&sizes_of(&files)), expected);
}
