//! What a sweep varies: a field of the scene and the values it gets.

use super::MOST_CASES;
use crate::scene::change::{word, Draft};
use crate::scene::range::Plain;
use crate::scene::Setting;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;

/// A field of the scene and the values it gets.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// The field, such as `launcher.speed_m_s`.
    pub path: String,
    /// Its values.
    pub values: Values,
}

/// The values along an axis.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Numbers from one to another, both included.
    Range {
        /// The first, in the unit of the field.
        from: f64,
        /// The last, in the unit of the field.
        to: f64,
        /// How many, at least two.
        count: usize,
        /// How they lie between.
        spacing: Spacing,
    },
    /// These, in this order.
    List(Vec<Value>),
}

/// How the values of a range lie between its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// With the same difference.
    Linear,
    /// With the same ratio.
    Log,
}

impl Axis {
    /// Reads `KEY=FROM:TO:N`, `KEY=FROM:TO:N:log` or `KEY=VALUE,VALUE,...`.
    ///
    /// # Errors
    /// What is no axis, and how one is written.
    pub fn parse(text: &str) -> Result<Axis, String> {
        let Some((path, values)) = text.split_once('=') else {
            return Err("give KEY=FROM:TO:N or KEY=VALUE,VALUE, for example \
                        launcher.speed_m_s=4:16:7"
                .into());
        };
        // What a setting may be called, an axis may be.
        let path = Setting::new(path.trim(), Value::Null)?.path();
        let values = match parts(values, ':').as_slice() {
            [_] => list(values)?,
            [from, to, count] => range(from, to, count, Spacing::Linear)?,
            [from, to, count, "log"] => range(from, to, count, Spacing::Log)?,
            _ => return Err(no_range(values)),
        };
        Ok(Axis { path, values })
    }

    /// How many values it has.
    pub fn count(&self) -> usize {
        match &self.values {
            Values::Range { count, .. } => *count,
            Values::List(values) => values.len(),
        }
    }

    /// Whether its values are numbers with the same ratio.
    pub fn is_log(&self) -> bool {
        matches!(
            self.values,
            Values::Range {
                spacing: Spacing::Log,
                ..
            }
        )
    }

    /// Its values as they are put into the scene of a draft: whole numbers where the
    /// field holds only those.
    ///
    /// # Errors
    /// No such field; a value that comes twice.
    pub(in crate::lab) fn resolve(&self, draft: &Draft) -> Result<Vec<Value>, String> {
        let named = |what| format!("{self}: {what}");
        let whole = draft.is_whole(&self.path).map_err(named)?;
        let values = match &self.values {
            Values::List(values) => values.clone(),
            Values::Range {
                from,
                to,
                count,
                spacing,
            } => {
                let places = (0..*count).map(|i| between(*from, *to, i, *count, *spacing));
                let rounded = |v: f64| if whole { v.round() } else { v };
                places.map(|v| number(rounded(v))).collect()
            }
        };
        let mut seen = BTreeSet::new();
        let twice = values.iter().find(|value| !seen.insert(value.to_string()));
        match twice {
            None => Ok(values),
            Some(value) if whole => Err(format!(
                "{self}: `{}` takes whole numbers, and {value} would appear twice; use fewer \
                 values",
                self.path
            )),
            Some(value) => Err(format!(
                "{self}: {} appears twice; list each value once",
                word(value)
            )),
        }
    }
}

/// As it is read by [`Axis::parse`].
impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.path)?;
        match &self.values {
            Values::Range {
                from,
                to,
                count,
                spacing,
            } => {
                write!(f, "{}:{}:{count}", Plain(*from), Plain(*to))?;
                f.write_str(match spacing {
                    Spacing::Linear => "",
                    Spacing::Log => ":log",
                })
            }
            Values::List(values) => {
                let words: Vec<_> = values.iter().map(unambiguous).collect();
                f.write_str(&words.join(","))
            }
        }
    }
}

/// A value that is read as itself again; only words that look otherwise need quotes.
fn unambiguous(value: &Value) -> String {
    let plain = word(value);
    match value {
        Value::String(_) if plain.trim() != plain || read(&plain) != Ok(value.clone()) => {
            value.to_string()
        }
        _ => plain,
    }
}

fn read(text: &str) -> Result<Value, String> {
    match list(text)? {
        Values::List(mut values) if values.len() == 1 && parts(text, ':').len() == 1 => {
            Ok(values.remove(0))
        }
        _ => Err("several".into()),
    }
}

fn list(text: &str) -> Result<Values, String> {
    let words = parts(text, ',');
    if let Some(at) = words.iter().position(|word| word.trim().is_empty()) {
        return Err(format!(
            "value {} of the list is empty; give KEY=VALUE,VALUE or KEY=FROM:TO:N",
            at + 1
        ));
    }
    within_most(words.len())?;
    let value = |word: &&str| {
        let word = word.trim();
        serde_json::from_str(word).unwrap_or_else(|_| Value::from(word))
    };
    Ok(Values::List(words.iter().map(value).collect()))
}

fn range(from: &str, to: &str, count: &str, spacing: Spacing) -> Result<Values, String> {
    let end = |text: &str| match text.trim().parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err(format!(
            "`{}` is not a number; write a range as FROM:TO:N",
            text.trim()
        )),
    };
    let (from, to) = (end(from)?, end(to)?);
    let count = match count.trim().parse::<usize>() {
        Ok(count) if count >= 2 => count,
        _ => {
            return Err(format!(
                "`{}` is not a valid number of values; use 2 to {MOST_CASES}, or KEY=VALUE for a \
                 single value",
                count.trim()
            ))
        }
    };
    within_most(count)?;
    if spacing == Spacing::Log && (from <= 0.0 || to <= 0.0) {
        return Err(
            "a :log range needs both ends above 0; change the ends or leave out :log".into(),
        );
    }
    Ok(Values::Range {
        from,
        to,
        count,
        spacing,
    })
}

fn within_most(count: usize) -> Result<(), String> {
    match count <= MOST_CASES {
        true => Ok(()),
        false => Err(format!(
            "{count} values: a sweep has at most {MOST_CASES} cases; use fewer values"
        )),
    }
}

fn no_range(text: &str) -> String {
    format!(
        "`{text}` is not a range; write FROM:TO:N or FROM:TO:N:log, and put text with `:` in \
             quotes"
    )
}

/// The parts of a text between separators outside quotes and brackets.
fn parts(text: &str, separator: char) -> Vec<&str> {
    let (mut start, mut depth, mut quoted, mut escaped) = (0, 0_usize, false, false);
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            c if c == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Value `i` of `count` from one end to the other.
fn between(from: f64, to: f64, i: usize, count: usize, spacing: Spacing) -> f64 {
    let share = i as f64 / (count - 1) as f64;
    match spacing {
        _ if i == 0 => from,
        _ if i + 1 == count => to,
        Spacing::Linear => tidy(from * (1.0 - share) + to * share, from.abs().max(to.abs())),
        Spacing::Log => {
            let value = from * libm::pow(to / from, share);
            tidy(value, value)
        }
    }
}

/// A value without the last digits, which are rounding: 0.3 and not 0.30000000000000004.
fn tidy(value: f64, scale: f64) -> f64 {
    /// Digits that are kept of a number as large as the scale.
    const DIGITS: i32 = 14;
    if scale == 0.0 {
        return value;
    }
    let decimals = DIGITS - 1 - libm::log10(scale).floor() as i32;
    let text = format!("{value:.*}", decimals.clamp(0, 340) as usize);
    // Zero has no sign here.
    text.parse().map_or(value, |tidied: f64| tidied + 0.0)
}

/// A number of JSON, whole where it is.
fn number(value: f64) -> Value {
    /// Beyond this not every whole number is one of floating point.
    const EXACT: f64 = 9e15;
    match value.fract() == 0.0 && value.abs() < EXACT {
        true => Value::from(value as i64),
        false => Value::from(value),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scene;

    fn values(text: &str) -> Result<String, String> {
        let scene = scene::find("first-throw").unwrap().text;
        let draft = Draft::of(&scene::parse(scene.as_bytes()).unwrap()).unwrap();
        let values = Axis::parse(text)?.resolve(&draft)?;
        Ok(Value::Array(values).to_string())
    }

    #[test]
    fn ranges_have_both_ends_and_no_rounding_in_between() {
        for (text, expected) in [
            ("launcher.speed_m_s=4:16:4", "[4,8,12,16]"),
            ("launcher.speed_m_s=16:4:3", "[16,10,4]"),
            (
                "launcher.ball.restitution=0.1:0.5:5",
                "[0.1,0.2,0.3,0.4,0.5]",
            ),
            (
                "launcher.position_m[0]=-0.3:0.3:7",
                "[-0.3,-0.2,-0.1,0,0.1,0.2,0.3]",
            ),
            ("launcher.speed_m_s=0.01:100:5:log", "[0.01,0.1,1,10,100]"),
            ("solver.iterations=1:4:3", "[1,3,4]"),
            ("solver.iterations=1:100:3:log", "[1,10,100]"),
        ] {
            assert_eq!(values(text), Ok(expected.into()), "{text}");
        }
    }

    #[test]
    fn lists_hold_numbers_words_and_anything_of_json() {
        for (text, expected) in [
            ("solver.preset=paper, soft", r#"["paper","soft"]"#),
            ("launcher.speed_m_s=5", "[5]"),
            (
                "launcher.direction=[0,0,-1],[0,1,-1]",
                "[[0,0,-1],[0,1,-1]]",
            ),
            (r#"name="a,b:c",d"#, r#"["a,b:c","d"]"#),
            (
                r#"ragdolls[0].figure={"mx":{}},{"hitman":{}}"#,
                r#"[{"mx":{}},{"hitman":{}}]"#,
            ),
        ] {
            assert_eq!(values(text), Ok(expected.into()), "{text}");
        }
    }

    #[test]
    fn an_axis_is_read_again_from_its_text() {
        for text in [
            "launcher.speed_m_s=4:16:7",
            "launcher.speed_m_s=0.01:1e9:5:log",
            "solver.preset=paper,soft",
            "launcher.direction=[0,0,-1],[0,1,-1]",
            r#"name="a,b","c:d","12","""#,
        ] {
            let axis = Axis::parse(text).unwrap();
            assert_eq!(axis.to_string(), text);
            assert_eq!(Axis::parse(&axis.to_string()), Ok(axis));
        }
    }

    #[test]
    fn what_is_no_axis_is_refused_with_a_remedy() {
        for (text, expected) in [
            ("", "give KEY="),
            ("launcher.speed_m_s", "give KEY="),
            ("=1:2:3", "is not a path"),
            ("a..b=1:2:3", "is not a path"),
            ("launcher.speed_m_s=", "value 1 of the list is empty"),
            ("launcher.speed_m_s=1,,2", "value 2 of the list is empty"),
            ("launcher.speed_m_s=1:2", "is not a range"),
            ("launcher.speed_m_s=1:2:3:lin", "is not a range"),
            ("launcher.speed_m_s=1:2:3:log:5", "is not a range"),
            ("launcher.speed_m_s=a:2:3", "`a` is not a number"),
            ("launcher.speed_m_s=nan:2:3", "`nan` is not a number"),
            ("launcher.speed_m_s=1:inf:3", "`inf` is not a number"),
            (
                "launcher.speed_m_s=1:2:1",
                "is not a valid number of values",
            ),
            (
                "launcher.speed_m_s=1:2:-3",
                "is not a valid number of values",
            ),
            ("launcher.speed_m_s=1:2:1000001", "at most 1000000"),
            ("launcher.speed_m_s=0:2:3:log", "ends above 0"),
            ("launcher.speed_m_s=1:1:3", "appears twice"),
            ("launcher.speed_m_s=1,2,1", "appears twice"),
            ("solver.iterations=1:3:9", "whole numbers"),
            ("launcher.sped_m_s=1:3:9", "did you mean `speed_m_s`?"),
        ] {
            let message = values(text).unwrap_err();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }
}
