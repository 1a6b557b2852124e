//! Errors of the JSON reader in the words of somebody who edits the file.

use super::locate::{fill, place};
use super::problem::Problem;
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};

/// Rust's names of what was expected, and ours.
const WORDS: &[(&str, &str)] = &[
    ("f64", "a number"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number from 0"),
    ("a boolean", "true or false"),
    ("a sequence", "a list in [ ]"),
    ("an array of length 3", "a list of 3 numbers"),
    ("an array of length 4", "a list of 4 numbers"),
    ("struct ", "an object in { }"),
    ("enum ", "an object with one key"),
    ("unit", "only the name in quotes"),
];

/// The path of an error as it is shown: `bodies[0].mass_kg`.
pub fn path_text(path: &Path) -> String {
    let mut text = String::new();
    for segment in path.iter() {
        match segment {
            Segment::Seq { index } => text.push_str(&format!("[{index}]")),
            Segment::Map { key: name } | Segment::Enum { variant: name } => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            Segment::Unknown => {}
        }
    }
    text
}

/// What `error` at `path` means, with its place in `text`.
pub fn problem(text: &str, path: &str, error: &serde_json::Error) -> Problem {
    let offset = offset(text, error);
    let raw = error.to_string();
    let raw = raw.rfind(" at line ").map_or(raw.as_str(), |at| &raw[..at]);
    if error.classify() == Category::Eof {
        let remedy = "the file may be cut off; close its brackets or download it again";
        return Problem::new(path, "the file ends early", remedy).at(place(text, offset));
    }
    if error.classify() == Category::Syntax && !raw.starts_with("number out of range") {
        // With a path the syntax was fine at the first pass: the form is wrong.
        let (message, remedy) = match path {
            "" => syntax(text, offset, raw),
            _ => form(raw),
        };
        return Problem::new(path, message, remedy).at(place(text, offset));
    }
    let (message, remedy) = content(raw);
    let mut found = [Problem::new(path, message, remedy)];
    if path.is_empty() {
        found[0].line = 1.max(place(text, offset).0);
        found[0].column = place(text, offset).1;
    } else {
        fill(text, &mut found);
    }
    let [found] = found;
    found
}

/// Offset of the character at which the reader stopped.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let before: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let mut offset = (before + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Message and remedy for text that is not JSON.
fn syntax(text: &str, offset: usize, raw: &str) -> (String, String) {
    let rest = &text[offset..];
    let before = text[..offset].trim_end();
    let word: String = rest
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric())
        .collect();
    let (message, remedy) = if rest.starts_with("//") || rest.starts_with("/*") {
        ("JSON has no comments", "remove it")
    } else if raw.starts_with("trailing comma") || (before.ends_with(',') && is_close(rest)) {
        ("a comma before a closing bracket", "remove the comma")
    } else if raw.starts_with("trailing characters") {
        ("there is text after the end of the scene", "remove it")
    } else if ["NaN", "Infinity", "nan", "inf"].contains(&word.as_str()) {
        ("JSON numbers must be finite", "write a finite number")
    } else if rest.starts_with('\'') {
        ("single quotes", "put keys and text in double quotes")
    } else if raw.starts_with("key must be") {
        ("the key is not in quotes", "put it in double quotes")
    } else if raw.starts_with("control character") {
        (
            "a control character in a text",
            "write it as \\n, \\t or \\u0000",
        )
    } else if raw.starts_with("expected `,`") {
        (
            "a comma or closing bracket is missing",
            "add it before this place",
        )
    } else {
        return (format!("not JSON: {raw}"), "correct the text here".into());
    };
    (message.into(), remedy.into())
}

/// Message and remedy for JSON of the wrong form.
fn form(raw: &str) -> (String, String) {
    let (message, remedy) = if raw.starts_with("trailing characters") {
        ("the list has too many values", "remove those at its end")
    } else if raw.starts_with("expected value") {
        (
            "this is neither a name in quotes nor an object with exactly one key",
            "write a name, or a kind and its settings, such as {\"sphere\": {\"radius_m\": 0.2}}",
        )
    } else {
        return (
            format!("cannot be read: {raw}"),
            "correct the text here".into(),
        );
    };
    (message.into(), remedy.into())
}

fn is_close(rest: &str) -> bool {
    rest.starts_with(['}', ']'])
}

/// Message and remedy for JSON that is not a scene.
fn content(raw: &str) -> (String, String) {
    let names = quoted(raw);
    let name = names.first().copied().unwrap_or_default();
    let known = names.get(1..).unwrap_or_default();
    for (start, what) in [("unknown field", "key"), ("unknown variant", "name")] {
        if raw.starts_with(start) {
            return (format!("unknown {what} `{name}`"), suggestion(name, known));
        }
    }
    if raw.starts_with("missing field") {
        return (format!("`{name}` is missing"), format!("add `{name}`"));
    }
    if raw.starts_with("number out of range") {
        let message = "the number is too large";
        return (message.into(), "write a smaller number".into());
    }
    if raw.starts_with("invalid type: unit variant") {
        let remedy = "write the name as a key, such as {\"plane\": {}}";
        return (
            "the settings of this name are missing".into(),
            remedy.into(),
        );
    }
    match raw.split_once(", expected ") {
        Some((found, expected)) => {
            let found = found
                .replace("invalid type: ", "")
                .replace("invalid value: ", "")
                .replace("invalid length ", "a list of length ");
            let found: String = found.chars().take(80).collect();
            let word = WORDS.iter().find(|(w, _)| expected.starts_with(w));
            let expected = word.map_or(expected, |(_, ours)| ours);
            let message = format!("found {found}, expected {expected}");
            (message, format!("write {expected}"))
        }
        None => (raw.to_string(), "correct the value".into()),
    }
}

/// The words between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// A remedy that names the nearest of the known names.
pub fn suggestion(name: &str, known: &[&str]) -> String {
    /// Below this the names are not alike.
    const ALIKE: f64 = 0.75;
    /// Longer names are not compared in full, which would take long.
    const LONGEST: usize = 100;
    let name: String = name.chars().take(LONGEST).collect();
    let likeness = |k: &&&str| strsim::jaro_winkler(&name, k);
    let nearest = known
        .iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    match nearest {
        Some(k) if likeness(&k) > ALIKE => format!("did you mean `{k}`?"),
        Some(_) => format!("known names: {}", known.join(", ")),
        None => "remove it".into(),
    }
}
