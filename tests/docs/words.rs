//! Every text that a person can see: `docs/make.sh --strings` lists them, and a test finds the
//! kinds of words that have to be read twice.

use crate::pages::{pages, root};
use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A text, and where it stands.
pub struct Text {
    pub place: String,
    pub text: String,
}

/// Files whose texts no person sees: programs of the graphics card.
const UNSEEN: [&str; 2] = ["src/view/shader.rs", "src/view/skin_shader.rs"];
/// Folders whose comments are printed: help of the command line, descriptions of the schema.
const PRINTED_COMMENTS: [&str; 2] = ["src/cli", "src/scene/doc"];

/// Phrases that have to be read twice. Each stands for a kind; the plain word is behind it.
const UNPLAIN: &[(&str, &str)] = &[
    ("of before", "previous"),
    ("the take before", "previous take"),
    ("the result before", "previous result"),
    ("the mark before", "previous marker"),
    ("hangs together", "connected"),
    ("hang together", "connected"),
    ("inside the step", "solver event"),
    ("go on from", "resume from"),
    ("goes on from", "continues from"),
    ("beside the window", "in the background"),
    ("at hand", "current, available"),
    ("to be had", "available"),
    ("anew", "again"),
    ("whatever", "any"),
    ("clear body", "X-ray body"),
    ("bodies of glass", "transparent bodies"),
    ("heat of", "colours"),
    ("is no number", "is not a number"),
    ("physics has it", "simulated"),
    ("by halves", "uniform"),
    ("each by half", "uniform"),
    ("more than one looks", "several"),
    ("as at the first start", "reset"),
    ("as it was before", "previous"),
    ("let obstacles", "make"),
    ("lets bodies", "bodies"),
    ("in sight", "visible"),
    ("comes of it", "effect"),
    ("comes of each", "effect"),
    ("takes over from", "replaces"),
    ("gives way", "yields, fails"),
    ("put aside", "moved"),
    ("cannot be told", "inconclusive"),
    ("the papers aside", "except the papers"),
    ("papers' aside", "except the papers'"),
];

fn is_test(tokens: &[TokenTree], at: usize) -> bool {
    // #[cfg(test)] mod tests { ... }
    let TokenTree::Group(attribute) = &tokens[at] else {
        return false;
    };
    attribute
        .to_string()
        .replace(' ', "")
        .starts_with("[cfg(test)]")
}

/// Collects the literals of a stream; skips tests, and comments unless they are printed.
fn collect(stream: TokenStream, comments: bool, found: &mut Vec<(usize, String)>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut skip_group = false;
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                // `#[…]` or, at the head of a file, `#![…]`.
                let is_inner = matches!(
                    tokens.get(at + 1),
                    Some(TokenTree::Punct(mark)) if mark.as_char() == '!'
                );
                let next = at + 1 + usize::from(is_inner);
                let is_attribute = matches!(tokens.get(next), Some(TokenTree::Group(_)));
                if is_attribute && is_test(&tokens, next) {
                    skip_group = true;
                }
                if let (true, Some(TokenTree::Group(attribute))) = (is_attribute, tokens.get(next))
                {
                    let inside: Vec<TokenTree> = attribute.stream().into_iter().collect();
                    let is_comment =
                        matches!(inside.first(), Some(TokenTree::Ident(name)) if name == "doc");
                    if comments && is_comment && !is_inner {
                        collect(attribute.stream(), comments, found);
                    }
                    at = next;
                }
            }
            TokenTree::Group(group) => {
                if skip_group && group.delimiter() == proc_macro2::Delimiter::Brace {
                    skip_group = false;
                } else {
                    collect(group.stream(), comments, found);
                }
            }
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if let Some(text) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
                    found.push((literal.span().start().line, unescape(text)));
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// A literal as it is read: broken lines put together.
fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('\\', Some('\n')) => while rest.next_if(|c| c.is_whitespace()).is_some() {},
            ('\\', Some('n')) => {
                rest.next();
                plain.push(' ');
            }
            ('\\', Some(_)) => plain.extend(rest.next()),
            _ => plain.push(c),
        }
    }
    plain
}

/// Whether a literal is a text and no key: it has a space between words, or begins in a capital.
fn is_text(text: &str) -> bool {
    let words = text
        .split_whitespace()
        .filter(|word| word.chars().any(char::is_alphabetic));
    let begins_large = text.chars().next().is_some_and(char::is_uppercase);
    words.count() > 1 || (begins_large && text.chars().any(char::is_lowercase))
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The texts in the code.
pub fn texts_of_code() -> Vec<Text> {
    let mut files = Vec::new();
    rust_files(&root().join("src"), &mut files);
    let mut texts = Vec::new();
    for file in files {
        let path = file.strip_prefix(root()).unwrap().display().to_string();
        if UNSEEN.contains(&path.as_str()) {
            continue;
        }
        let comments = PRINTED_COMMENTS
            .iter()
            .any(|folder| path.starts_with(folder));
        let code = fs::read_to_string(&file).unwrap();
        let mut found = Vec::new();
        collect(code.parse().unwrap(), comments, &mut found);
        let found = found.into_iter().filter(|(_, text)| is_text(text));
        texts.extend(found.map(|(line, text)| Text {
            place: format!("{path}:{line}"),
            text: text.trim().to_owned(),
        }));
    }
    texts
}

/// Keys of JSON files whose values people read.
const SHOWN_KEYS: [&str; 14] = [
    "name",
    "description",
    "title",
    "text",
    "question",
    "answer",
    "about",
    "hint",
    "label",
    "explanation",
    "why",
    "prompt",
    "summary",
    "look",
];

fn texts_within(value: &Json, key: &str, place: &str, texts: &mut Vec<Text>) {
    match value {
        Json::String(text) if SHOWN_KEYS.contains(&key) || text.contains(' ') => {
            texts.push(Text {
                place: format!("{place}: {key}"),
                text: text.clone(),
            });
        }
        Json::Array(values) => {
            for value in values {
                texts_within(value, key, place, texts);
            }
        }
        Json::Object(values) => {
            for (key, value) in values {
                texts_within(value, key, place, texts);
            }
        }
        _ => {}
    }
}

/// The texts of lessons and shipped scenes.
fn texts_of_assets() -> Vec<Text> {
    let mut texts = Vec::new();
    for folder in ["assets/lessons", "scenes", "scenes/printed"] {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files {
            if file.extension().is_some_and(|ending| ending == "json") {
                let path = file.strip_prefix(root()).unwrap().display().to_string();
                let value: Json = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
                texts_within(&value, "", &path, &mut texts);
            }
        }
    }
    texts
}

#[test]
fn no_text_has_to_be_read_twice() {
    let mut texts = texts_of_code();
    texts.extend(texts_of_assets());
    assert!(texts.len() > 4_000, "{} texts", texts.len());
    texts.extend(pages().into_iter().map(|page| Text {
        place: page.path.display().to_string(),
        text: page.text,
    }));
    let mut found = String::new();
    for Text { place, text } in &texts {
        let lower = text.to_lowercase();
        let words = format!(
            " {} ",
            lower.replace(|c: char| !c.is_alphanumeric() && c != '\'', " ")
        );
        for (unplain, plain) in UNPLAIN {
            if words.contains(&format!(" {unplain} ")) {
                let short: String = text.chars().take(120).collect();
                let _ = writeln!(found, "{place}: “{unplain}” -> {plain}: {short}");
            }
        }
    }
    assert!(found.is_empty(), "\n{found}");
}

/// Prints every text that a person can see, once and a line each: `docs/make.sh --strings`.
#[test]
#[ignore = "a list to be read: bash docs/make.sh --strings"]
fn list_all_texts() {
    let mut listed = BTreeSet::new();
    for Text { place, text } in texts_of_code().into_iter().chain(texts_of_assets()) {
        if listed.insert(text.clone()) {
            println!("{place}: {text}");
        }
    }
}
