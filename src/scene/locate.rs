//! Places in the text of a scene: line and column of a path, repeated keys.
//!
//! A scan of the text that is made only when there is something to report.
//! It was preferred to a syntax tree because a tree of a 64 MiB file takes
//! gigabytes. The text must be well-formed JSON of limited depth, as the
//! header pass leaves it; on anything else the scan ends early, without harm.

use super::problem::Problem;
use std::collections::HashMap;

/// Objects with more keys than this are not searched for repeated ones.
const MAX_KEYS: usize = 10_000;
/// At most so many repeated keys are listed.
const MAX_DUPLICATES: usize = 100;

/// Line and column from 1, in characters, of a byte offset in `text`.
pub fn place(text: &str, offset: usize) -> (usize, usize) {
    let mut cursor = Cursor::new(text);
    cursor.advance(offset)
}

/// Gives each problem without a line the place of its path, or that of the
/// nearest parent that exists. Sorts the problems by place, those of the whole
/// file last.
pub fn fill(text: &str, problems: &mut [Problem]) {
    let mut wanted: HashMap<String, Option<usize>> = HashMap::new();
    for problem in problems.iter() {
        let mut path = Some(problem.path.as_str());
        while let Some(p) = path {
            wanted.insert(p.to_string(), None);
            path = parent(p);
        }
    }
    let mut scan = Scan::new(text);
    scan.value(&mut String::new(), &mut Wanted(&mut wanted));
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (i, problem) in problems.iter().enumerate() {
        let mut path = Some(problem.path.as_str());
        let mut offset = 0;
        while let Some(p) = path {
            if let Some(Some(at)) = wanted.get(p) {
                offset = *at;
                break;
            }
            path = parent(p);
        }
        found.push((offset, i));
    }
    found.sort_unstable();
    let mut cursor = Cursor::new(text);
    for (offset, i) in found {
        let (line, column) = cursor.advance(offset);
        let problem = &mut problems[i];
        if problem.line == 0 {
            problem.line = line;
            problem.column = column;
        }
    }
    problems.sort_by_key(|p| (p.path.is_empty(), p.line, p.column));
}

/// Every key that an object holds twice, with both places.
pub fn duplicates(text: &str) -> Vec<Problem> {
    let mut search = Duplicates {
        text,
        found: Vec::new(),
    };
    Scan::new(text).value(&mut String::new(), &mut search);
    search.found
}

/// `bodies[0].mass_kg` -> `bodies[0]` -> `bodies` -> `` -> none.
fn parent(path: &str) -> Option<&str> {
    if path.is_empty() {
        return None;
    }
    Some(path.rfind(['.', '[']).map_or("", |at| &path[..at]))
}

/// Counts lines and columns forward through a text.
struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Cursor<'a> {
        Cursor {
            text,
            offset: 0,
            line: 1,
            column: 1,
        }
    }

    fn advance(&mut self, offset: usize) -> (usize, usize) {
        let end = offset.min(self.text.len()).max(self.offset);
        for byte in &self.text.as_bytes()[self.offset..end] {
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.column = 1;
                }
                // Continuation bytes belong to the character before.
                0x80..=0xBF => {}
                _ => self.column += 1,
            }
        }
        self.offset = end;
        (self.line, self.column)
    }
}

/// What a scan is looking for.
trait Visit {
    /// Called for each value with its path; returns whether to look inside.
    fn enter(&mut self, path: &str, offset: usize) -> bool;
    /// Called for each object with the offsets and texts of its keys so far.
    fn key(&mut self, _path: &str, _seen: &mut HashMap<String, usize>, _key: &str, _at: usize) {}
}

struct Wanted<'a>(&'a mut HashMap<String, Option<usize>>);

impl Visit for Wanted<'_> {
    fn enter(&mut self, path: &str, offset: usize) -> bool {
        match self.0.get_mut(path) {
            Some(slot) => {
                slot.get_or_insert(offset);
                true
            }
            None => false,
        }
    }
}

struct Duplicates<'a> {
    text: &'a str,
    found: Vec<Problem>,
}

impl Visit for Duplicates<'_> {
    fn enter(&mut self, _path: &str, _offset: usize) -> bool {
        true
    }

    fn key(&mut self, path: &str, seen: &mut HashMap<String, usize>, key: &str, at: usize) {
        let Some(first) = seen.get(key) else {
            if seen.len() < MAX_KEYS {
                seen.insert(key.to_string(), at);
            }
            return;
        };
        if self.found.len() < MAX_DUPLICATES {
            let (line, column) = place(self.text, *first);
            let message = format!("key `{key}` is given twice, first at {line}:{column}");
            let problem = Problem::new(path, message, "keep one of the two");
            self.found.push(problem.at(place(self.text, at)));
        }
    }
}

/// A scan over JSON text.
struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Scan<'a> {
        Scan { text, at: 0 }
    }

    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        let blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n');
        self.at += rest.iter().take_while(|b| blank(b)).count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// Visits a value and everything in it. None if the text is not JSON.
    fn value(&mut self, path: &mut String, visit: &mut dyn Visit) -> Option<()> {
        let first = self.peek()?;
        if !visit.enter(path, self.at) {
            return self.skip();
        }
        self.inside(first, path, visit)
    }

    fn inside(&mut self, first: u8, path: &mut String, visit: &mut dyn Visit) -> Option<()> {
        match first {
            b'{' => self.object(path, visit),
            b'[' => self.array(path, visit),
            _ => self.skip(),
        }
    }

    fn object(&mut self, path: &mut String, visit: &mut dyn Visit) -> Option<()> {
        let mut seen = HashMap::new();
        let length = path.len();
        self.eat(b'{')?;
        while self.peek()? != b'}' {
            let at = self.at;
            let key = self.string()?;
            self.eat(b':')?;
            if length > 0 {
                path.push('.');
            }
            path.push_str(&key);
            visit.key(path, &mut seen, &key, at);
            let first = self.peek()?;
            if visit.enter(path, at) {
                self.inside(first, path, visit)?;
            } else {
                self.skip()?;
            }
            path.truncate(length);
            if self.peek()? == b',' {
                self.at += 1;
            }
        }
        self.eat(b'}')
    }

    fn array(&mut self, path: &mut String, visit: &mut dyn Visit) -> Option<()> {
        let length = path.len();
        let mut index = 0_usize;
        self.eat(b'[')?;
        while self.peek()? != b']' {
            path.push_str(&format!("[{index}]"));
            self.value(path, visit)?;
            path.truncate(length);
            index += 1;
            if self.peek()? == b',' {
                self.at += 1;
            }
        }
        self.eat(b']')
    }

    /// Reads a string, with escapes resolved.
    fn string(&mut self) -> Option<String> {
        self.peek()?;
        let start = self.at;
        self.skip_string()?;
        serde_json::from_str(&self.text[start..self.at]).ok()
    }

    fn skip_string(&mut self) -> Option<()> {
        self.eat(b'"')?;
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at)? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        (self.at <= bytes.len()).then_some(())
    }

    /// Skips a value without looking inside.
    fn skip(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => self.skip_string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => self.at += 1,
                _ => self.skip_word()?,
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// Skips a number, `true`, `false` or `null`; none if there is none.
    fn skip_word(&mut self) -> Option<()> {
        let rest = &self.text.as_bytes()[self.at..];
        let word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
        let length = rest.iter().take_while(|b| word(b)).count();
        self.at += length;
        (length > 0).then_some(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const TEXT: &str = "{\n  \"ä\": 1, \"list\": [1, {\"x\": \"}\\\"\", \"y\": [2]}]\n}";

    fn located(path: &str) -> (usize, usize) {
        let mut problems = [Problem::new(path, "m", "r")];
        fill(TEXT, &mut problems);
        (problems[0].line, problems[0].column)
    }

    #[test]
    fn a_path_has_the_place_of_its_key_or_element() {
        assert_eq!(located("list"), (2, 11));
        assert_eq!(located("list[1]"), (2, 23));
        assert_eq!(located("list[1].y"), (2, 36));
        assert_eq!(located("list[1].y[0]"), (2, 42));
    }

    #[test]
    fn a_missing_path_falls_back_to_its_nearest_parent() {
        assert_eq!(located("list[1].z.w"), (2, 23));
        assert_eq!(located("nothing"), (1, 1));
    }

    #[test]
    fn duplicate_keys_are_found_through_escapes() {
        let found = duplicates("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2}, \"\\u0061\": 3}");
        let places: Vec<_> = found.iter().map(|p| (p.path.as_str(), p.line)).collect();
        assert_eq!(places, [("b.c", 2), ("a", 2)]);
        assert!(found[1].message.contains("1:2"));
    }

    #[test]
    fn broken_text_ends_the_scan() {
        for end in 0..TEXT.len() {
            if let Some(cut) = TEXT.get(..end) {
                duplicates(cut);
            }
        }
        for text in ["{\"a\" 1}", "]", "{,}", "[,]", "{\"a\":}", "\"\\", "[}"] {
            duplicates(text);
        }
    }
}
