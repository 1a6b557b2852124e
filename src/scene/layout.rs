//! Canonical text: what fits in a line goes on one line.

use serde_json::{Number, Value};

/// Longest line of an array or object on one line, in characters.
const LINE: usize = 100;
/// Whole numbers below this are written without a fraction; f64 holds them exactly.
const WHOLE: f64 = 1e15;

/// An object that is written member by member, with two-space indent and one newline at the end.
/// A value of everything would take forty times as much memory as its text.
#[derive(Default)]
pub struct Pretty {
    out: String,
}

impl Pretty {
    /// Adds a member.
    pub fn member(&mut self, key: &str, value: &Value) {
        let column = self.label(key);
        write(value, 2, column, &mut self.out);
    }

    /// Begins a member that is a list of things.
    pub fn begin_list(&mut self, key: &str) {
        self.label(key);
        self.out.push('[');
    }

    /// Adds a thing to that list; `is_first`: the first one.
    pub fn thing(&mut self, value: &Value, is_first: bool) {
        self.out
            .push_str(if is_first { "\n    " } else { ",\n    " });
        write(value, 4, 4, &mut self.out);
    }

    /// Ends the list.
    pub fn end_list(&mut self) {
        self.out.push_str("\n  ]");
    }

    /// Begins a member; the column of its value.
    fn label(&mut self, key: &str) -> usize {
        let begin = if self.out.is_empty() { "{" } else { "," };
        let label = format!("{}: ", quoted(key));
        self.out.push_str(&format!("{begin}\n  {label}"));
        2 + label.chars().count()
    }

    /// The text of all, which are at least one.
    pub fn text(mut self) -> String {
        self.out.push_str("\n}\n");
        self.out
    }
}

/// Writes `value`, which starts at `column` in a line indented by `indent`.
fn write(value: &Value, indent: usize, column: usize, out: &mut String) {
    let Some((open, close, members)) = parts(value) else {
        return out.push_str(&scalar(value));
    };
    if !is_list_of_things(value) && (indent > 0 || members.is_empty()) {
        let start = out.len();
        let is_short = put_in_line(value, start, out);
        // One more for the comma.
        if is_short && column + out[start..].chars().count() < LINE {
            return;
        }
        out.truncate(start);
    }
    out.push(open);
    let inner = indent + 2;
    for (i, (key, member)) in members.iter().enumerate() {
        out.push_str(if i > 0 { ",\n" } else { "\n" });
        out.push_str(&" ".repeat(inner));
        let label = key.map_or(String::new(), |k| format!("{}: ", quoted(k)));
        out.push_str(&label);
        write(member, inner, inner + label.chars().count(), out);
    }
    out.push('\n');
    out.push_str(&" ".repeat(indent));
    out.push(close);
}

type Members<'a> = Vec<(Option<&'a str>, &'a Value)>;

fn parts(value: &Value) -> Option<(char, char, Members<'_>)> {
    match value {
        Value::Array(items) => Some(('[', ']', items.iter().map(|v| (None, v)).collect())),
        Value::Object(map) => {
            let members = map.iter().map(|(k, v)| (Some(k.as_str()), v)).collect();
            Some(('{', '}', members))
        }
        _ => None,
    }
}

/// A list of bodies, constraints and so on has one of them per line.
fn is_list_of_things(value: &Value) -> bool {
    matches!(value, Value::Array(items) if items.iter().any(Value::is_object))
}

/// Writes the member of a number in the line that begins at a byte; false once that is too long.
fn put_member(
    key: Option<&str>,
    member: &Value,
    (number, start): (usize, usize),
    out: &mut String,
) -> bool {
    if number > 0 {
        out.push_str(", ");
    }
    if let Some(key) = key {
        out.push_str(&quoted(key));
        out.push_str(": ");
    }
    // A character has at most four bytes.
    put_in_line(member, start, out) && out.len() - start <= 4 * LINE
}

/// Writes a value in the line that begins at a byte; false, and not all of it, once that is surely
/// too long.
fn put_in_line(value: &Value, start: usize, out: &mut String) -> bool {
    match value {
        Value::Array(items) => {
            out.push('[');
            let mut items = items.iter().enumerate();
            let is_short = items.all(|(i, item)| put_member(None, item, (i, start), out));
            out.push(']');
            is_short
        }
        Value::Object(map) => {
            out.push('{');
            let mut members = map.iter().enumerate();
            let is_short =
                members.all(|(i, (key, member))| put_member(Some(key), member, (i, start), out));
            out.push('}');
            is_short
        }
        _ => {
            out.push_str(&scalar(value));
            true
        }
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::Number(number) => plain(number),
        other => other.to_string(),
    }
}

/// `1` rather than `1.0`, but `-0.0`, which an integer would lose.
fn plain(number: &Number) -> String {
    match number.as_f64() {
        Some(x) if number.is_f64() && x.fract() == 0.0 && x.abs() < WHOLE => {
            if x == 0.0 && x.is_sign_negative() {
                "-0.0".to_string()
            } else {
                format!("{x:.0}")
            }
        }
        _ => number.to_string(),
    }
}

fn quoted(key: &str) -> String {
    Value::from(key).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_fits_goes_on_one_line_and_lists_of_things_do_not() {
        let mut pretty = Pretty::default();
        pretty.member("at", &json!([0.0, 1.5, -0.0]));
        pretty.begin_list("list");
        pretty.thing(&json!({"id": 1, "shape": {"plane": {}}}), true);
        pretty.end_list();
        let expected = "{\n  \"at\": [0, 1.5, -0.0],\n  \"list\": [\n    \
                        {\"id\": 1, \"shape\": {\"plane\": {}}}\n  ]\n}\n";
        assert_eq!(pretty.text(), expected);
    }

    #[test]
    fn no_broken_up_line_could_have_been_shorter_than_the_limit() {
        let mut pretty = Pretty::default();
        pretty.member("long", &json!(vec![0.125; 40]));
        assert!(pretty.text().lines().count() > 40);
    }
}
