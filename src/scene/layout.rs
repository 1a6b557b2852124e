//! Canonical text: what fits in a line goes on one line.

use serde_json::{Number, Value};

/// Longest line of an array or object on one line, in characters.
const LINE: usize = 100;
/// Whole numbers below this are written without a fraction; f64 holds them exactly.
const WHOLE: f64 = 1e15;

/// `value` with two-space indent and one newline at the end.
pub fn pretty(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, 0, &mut out);
    out.push('\n');
    out
}

/// Writes `value`, which starts at `column` in a line indented by `indent`.
fn write(value: &Value, indent: usize, column: usize, out: &mut String) {
    let Some((open, close, members)) = parts(value) else {
        return out.push_str(&scalar(value));
    };
    if !is_list_of_things(value) && (indent > 0 || members.is_empty()) {
        let line = one_line(value);
        // One more for the comma.
        if column + line.chars().count() < LINE {
            return out.push_str(&line);
        }
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

fn one_line(value: &Value) -> String {
    let Some((open, close, members)) = parts(value) else {
        return scalar(value);
    };
    let inside: Vec<String> = members
        .iter()
        .map(|(key, member)| match key {
            Some(key) => format!("{}: {}", quoted(key), one_line(member)),
            None => one_line(member),
        })
        .collect();
    format!("{open}{}{close}", inside.join(", "))
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
        let value = json!({"at": [0.0, 1.5, -0.0], "list": [{"id": 1, "shape": {"plane": {}}}]});
        let expected = "{\n  \"at\": [0, 1.5, -0.0],\n  \"list\": [\n    \
                        {\"id\": 1, \"shape\": {\"plane\": {}}}\n  ]\n}\n";
        assert_eq!(pretty(&value), expected);
    }

    #[test]
    fn no_broken_up_line_could_have_been_shorter_than_the_limit() {
        let value = json!({"long": vec![0.125; 40]});
        assert!(pretty(&value).lines().count() > 40);
    }
}
