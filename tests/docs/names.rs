//! Names in pages: keys, menus, commands and paths are those of the program.

use crate::pages::{pages, root, Page};
use crate::words::{texts_of_code, Text};
use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};
use ragdoll_lab::app::action::{menu_path, Chord, Menu, MenuEntry, Trigger, ACTIONS, MENUS};
use ragdoll_lab::app::keymap::Keymap;
use ragdoll_lab::cli;
use ragdoll_lab::platform::settings::KeyPreset;
use std::ffi::OsString;

/// Names of keys and gestures that no action has: what is held or pressed in a drag or a field.
const OTHER_KEYS: [&str; 8] = [
    "Ctrl", "Shift", "Alt", "Enter", "Escape", "Delete", "Tab", "F2",
];

/// The texts within a kind of mark.
fn marked(page: &Page, is_start: fn(&Tag) -> bool, is_end: fn(&TagEnd) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    for event in page.events() {
        match event {
            Event::Start(tag) if is_start(&tag) => open = Some(String::new()),
            Event::End(tag) if is_end(&tag) => found.extend(open.take()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(open) = &mut open {
                    open.push_str(&text);
                }
            }
            Event::SoftBreak => {
                if let Some(open) = &mut open {
                    open.push(' ');
                }
            }
            _ => {}
        }
    }
    found
}

/// Where pages speak of the program as it is on screen.
fn is_for_users(page: &Page) -> bool {
    page.path.starts_with("docs/manual") || page.path.ends_with("README.md")
}

#[test]
fn every_bold_key_is_of_an_action() {
    let keymaps = [KeyPreset::Standard, KeyPreset::Blender, KeyPreset::Mujoco].map(Keymap::new);
    let is_bound = |text: &str| {
        let chord = Chord::parse(text)?;
        keymaps.iter().find_map(|keymap| keymap.find(chord))
    };
    let mut unknown = Vec::new();
    let mut known = 0;
    for page in pages().iter().filter(|page| is_for_users(page)) {
        let bold = marked(
            page,
            |tag| matches!(tag, Tag::Strong),
            |tag| matches!(tag, TagEnd::Strong),
        );
        for text in bold {
            let key = text
                .replace('→', "Right")
                .replace('←', "Left")
                .replace('↑', "Up")
                .replace('↓', "Down")
                .replace('−', "-");
            let looks_like_a_key = Chord::parse(&key).is_some();
            if is_bound(&key).is_some() {
                known += 1;
            } else if looks_like_a_key && !OTHER_KEYS.contains(&key.as_str()) {
                unknown.push(format!("{}: {text}", page.path.display()));
            }
        }
    }
    assert!(known > 60, "{known} keys");
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// Whether names, from the menu bar inwards, lead to a menu, an action or a panel of lists.
fn leads_somewhere(path: &[&str]) -> bool {
    let Some((first, rest)) = path.split_first() else {
        return false;
    };
    let menu = MENUS.iter().find(|menu| menu.name == *first);
    menu.is_some_and(|menu| leads_within(menu, rest))
}

fn leads_within(menu: &Menu, path: &[&str]) -> bool {
    let Some((first, rest)) = path.split_first() else {
        return true;
    };
    let plain = |label: &str| label.trim_end_matches('…').to_owned();
    menu.entries.iter().any(|entry| match entry {
        MenuEntry::Do(trigger) => rest.is_empty() && plain(label_of(*trigger)) == plain(first),
        MenuEntry::Submenu(inner) => inner.name == *first && leads_within(inner, rest),
        MenuEntry::RecentFiles => *first == "Recent",
        MenuEntry::Separator => false,
    })
}

fn label_of(trigger: Trigger) -> &'static str {
    let line = ACTIONS.iter().find(|line| line.trigger == trigger);
    line.map_or("", |line| line.label)
}

#[test]
fn every_menu_path_leads_to_an_entry() {
    let mut lost = Vec::new();
    let mut count = 0;
    for page in pages().iter().filter(|page| is_for_users(page)) {
        let slanted = marked(
            page,
            |tag| matches!(tag, Tag::Emphasis),
            |tag| matches!(tag, TagEnd::Emphasis),
        );
        for text in slanted.iter().filter(|text| text.contains(" > ")) {
            let path: Vec<&str> = text.split(" > ").map(str::trim).collect();
            let is_menu = MENUS.iter().any(|menu| menu.name == path[0]);
            count += usize::from(is_menu);
            if is_menu && !leads_somewhere(&path) {
                lost.push(format!("{}: {text}", page.path.display()));
            }
        }
    }
    assert!(count > 40, "{count} paths");
    assert!(lost.is_empty(), "{lost:#?}");
    assert!(menu_path(Trigger::ExportMjcf) == ["File", "Export"]);
}

/// The lines of shell in a page.
fn shell_lines(page: &Page) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_shell = false;
    for event in page.events() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                is_shell = language.as_ref() == "sh";
            }
            Event::End(TagEnd::CodeBlock) => is_shell = false,
            Event::Text(text) if is_shell => {
                let joined = text.replace("\\\n", " ");
                lines.extend(joined.lines().map(str::to_owned));
            }
            _ => {}
        }
    }
    lines
}

/// The calls of the program in a line of shell, as arguments.
fn calls(line: &str) -> Vec<Vec<String>> {
    let code = match line.find(" #") {
        Some(comment) => &line[..comment],
        None => line,
    };
    let mut calls = Vec::new();
    for command in code.split(['|', ';', '&']) {
        let words = command
            .split_whitespace()
            .map(|word| word.trim_matches(['"', '\'']));
        let words: Vec<&str> = words.take_while(|word| !word.starts_with('>')).collect();
        let program = words
            .iter()
            .position(|word| *word == "ragdoll-lab" || word.ends_with("/ragdoll-lab"));
        if let Some(at) = program {
            let arguments = words[at..].iter().take_while(|word| **word != "<");
            calls.push(
                arguments
                    .map(|word| word.replace("$SLURM_ARRAY_TASK_ID", "1"))
                    .collect(),
            );
        }
    }
    calls
}

#[test]
fn every_command_is_understood() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages() {
        for line in shell_lines(&page) {
            for call in calls(&line) {
                count += 1;
                let arguments = call.iter().map(OsString::from);
                if let Err(why) = cli::understand(arguments) {
                    let is_help = why.contains("Usage:") && !why.starts_with("error");
                    if !is_help {
                        wrong.push(format!("{}: {line}: {why}", page.path.display()));
                    }
                }
            }
        }
    }
    assert!(count > 60, "{count} commands");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A remedy that names a command names one that there is.
#[test]
fn every_command_that_a_text_of_the_program_names_is_there() {
    let command = cli::command();
    let known: Vec<&str> = (command.get_subcommands())
        .map(|command| command.get_name())
        .chain(ragdoll_lab::scene::SHIPPED.iter().map(|scene| scene.name))
        .collect();
    let mut count = 0;
    let mut wrong = Vec::new();
    for Text { place, text } in texts_of_code() {
        for (before, _) in text.match_indices("`ragdoll-lab ") {
            let rest = &text[before + "`ragdoll-lab ".len()..];
            let word: String = rest
                .chars()
                .take_while(|letter| letter.is_ascii_lowercase() || *letter == '-')
                .collect();
            count += 1;
            if !rest.starts_with("--") && !known.contains(&word.as_str()) {
                wrong.push(format!("{place}: {text}"));
            }
        }
    }
    assert!(count > 10, "{count} commands");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_path_of_the_repository_is_there() {
    const ROOTS: [&str; 6] = ["src/", "tests/", "scenes/", "assets/", "docs/", "benches/"];
    let mut lost = Vec::new();
    let mut count = 0;
    for page in pages() {
        for event in page.events() {
            let Event::Code(code) = event else { continue };
            let is_path = ROOTS.iter().any(|root| code.starts_with(root));
            if !is_path || code.contains(['*', '{', ' ', '<', '…']) {
                continue;
            }
            count += 1;
            // What a reader makes by following the page is written with a placeholder.
            if !code
                .chars()
                .any(|c| c.is_ascii_uppercase() && code.contains("NAME"))
                && !root().join(code.as_ref()).exists()
            {
                lost.push(format!("{}: {code}", page.path.display()));
            }
        }
    }
    assert!(count > 100, "{count} paths");
    assert!(lost.is_empty(), "{lost:#?}");
}
