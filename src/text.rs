//! Texts that come from files and arguments, made safe to show: on a terminal, in a line of
//! a message, in JSON, in XML and HTML.

use std::fmt::Write;

/// Whether a character does something other than to show itself: it steers a terminal,
/// ends a line, turns the direction of a text, takes no room, or may not be in XML.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Soft hyphen, marks of direction and joiners, line ends, overrides, isolates.
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            // Byte order mark, annotations, what is no character at all, tags.
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}')
}

/// A text as a part of one line: whatever is hidden is escaped, as in `\n` or `\u{202e}`.
pub fn clean(text: &str) -> String {
    escaped(text, |_| false)
}

/// A text of several lines: the same, but line breaks and tabs stay.
pub fn clean_lines(text: &str) -> String {
    escaped(text, is_layout)
}

/// JSON with hidden characters as `\u202e`, so that a reader gets the same values; line
/// breaks and tabs, which are in no string of it, stay.
pub fn in_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if !is_hidden(c) || is_layout(c) {
            shown.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(shown, "\\u{unit:04x}");
        }
    }
    shown
}

/// A part of a message on one line, without the end of what is too long: it may be of a hostile
/// file, and is to fill no screen.
pub fn part(text: &str) -> String {
    /// Longest part of a message, characters.
    const LONGEST: usize = 500;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => clean(&text[..end]) + "…",
        None => clean(text),
    }
}

/// A word of a file that may be hostile, short enough for a message.
pub fn short(word: &str) -> String {
    word.chars().filter(|c| !is_hidden(*c)).take(20).collect()
}

/// A text as a part of XML or HTML, in an element or a quoted attribute.
pub fn in_xml(text: &str) -> String {
    clean(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn is_layout(c: char) -> bool {
    c == '\n' || c == '\t'
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match is_hidden(c) && !stays(c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hidden_characters_are_escaped_and_all_others_stay() {
        let shown = "a ü 中 שלום 👍 \\u{202e} ~";
        assert_eq!(clean(shown), shown);
        assert_eq!(
            clean("a\nb\tc\rd\0\u{1b}[31m\u{7f}\u{85}"),
            "a\\nb\\tc\\rd\\u{0}\\u{1b}[31m\\u{7f}\\u{85}"
        );
        for hidden in "\u{61c}\u{200b}\u{200d}\u{200e}\u{2028}\u{202e}\u{2066}\u{feff}".chars() {
            let expected = format!("a\\u{{{:x}}}b", u32::from(hidden));
            assert_eq!(clean(&format!("a{hidden}b")), expected);
        }
        assert_eq!(clean_lines("a\n\tb\r\u{2029}"), "a\n\tb\\r\\u{2029}");
    }

    #[test]
    fn a_long_part_of_a_message_is_cut_between_characters() {
        assert_eq!(part(&"ü".repeat(500)), "ü".repeat(500));
        assert_eq!(part(&"ü".repeat(501)), "ü".repeat(500) + "…");
        assert_eq!(part("a\n"), "a\\n");
    }

    #[test]
    fn json_and_xml_have_escapes_of_their_own() {
        assert_eq!(
            in_json("{\n\"\u{202e}\": \"\u{7f}\u{e0041}\"}"),
            "{\n\"\\u202e\": \"\\u007f\\udb40\\udc41\"}"
        );
        assert_eq!(in_xml("<a b=\"&\">\u{1b}\u{ffff}"), {
            "&lt;a b=&quot;&amp;&quot;&gt;\\u{1b}\\u{ffff}"
        });
    }

    /// Any text, with many characters that are hidden.
    fn texts() -> impl Strategy<Value = String> {
        let hidden = prop::sample::select(vec!['\n', '\r', '\u{1b}', '\u{202e}', '\u{e0001}', '"']);
        let character = prop_oneof![any::<char>(), hidden];
        prop::collection::vec(character, 0..40).prop_map(String::from_iter)
    }

    proptest! {
        #[test]
        fn whatever_the_text_nothing_hidden_is_shown(text in texts()) {
            prop_assert!(!clean(&text).contains(is_hidden));
            prop_assert_eq!(clean(&clean(&text)), clean(&text));
            let lines = clean_lines(&text);
            prop_assert!(!lines.contains(|c| is_hidden(c) && c != '\n' && c != '\t'));
            prop_assert_eq!(lines.matches('\n').count(), text.matches('\n').count());
            let xml = in_xml(&text);
            prop_assert!(!xml.contains(|c| is_hidden(c) || c == '<' || c == '"'));
        }

        #[test]
        fn a_reader_of_json_gets_the_same_text(text in texts()) {
            let json = in_json(&serde_json::to_string(&text).unwrap());
            prop_assert!(!json.contains(is_hidden));
            prop_assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
