//! The first pass over a scene text: is it a scene, and of which version?

use super::doc::{FORMAT, VERSION};
use super::explain;
use super::locate;
use super::problem::{Problem, Problems};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt;

/// At most so many top-level keys are looked at to tell what a file seems to be.
const MAX_KEYS: usize = 64;

/// Top-level keys that tell what a file seems to be.
const KINDS: &[(&str, &str)] = &[
    ("asset", "a glTF model"),
    ("$schema", "a JSON schema"),
    ("dependencies", "a package manifest"),
    ("cells", "a notebook"),
    ("features", "a map (GeoJSON)"),
    ("nodes", "a graph of nodes"),
    ("bodies", "a scene without its header"),
    ("obstacles", "a scene without its header"),
    ("particles", "a scene without its header"),
    ("constraints", "a scene without its header"),
    ("ragdolls", "a scene without its header"),
];

struct Header {
    format: Option<Value>,
    version: Option<Value>,
    keys: Vec<String>,
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Header, D::Error> {
        deserializer.deserialize_map(HeaderVisitor)
    }
}

struct HeaderVisitor;

impl<'de> Visitor<'de> for HeaderVisitor {
    type Value = Header;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Header, A::Error> {
        let mut header = Header {
            format: None,
            version: None,
            keys: Vec::new(),
        };
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "format" => header.format = Some(map.next_value()?),
                "version" => header.version = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            if header.keys.len() < MAX_KEYS {
                header.keys.push(key);
            }
        }
        Ok(header)
    }
}

/// The version of the scene in `text`, from 1 to the current one.
///
/// Also checks the syntax of the whole text. Fails if it is not JSON, not a
/// scene, or of a newer version.
pub fn check(text: &str) -> Result<u32, Problems> {
    starts_as_object(text)?;
    let mut json = serde_json::Deserializer::from_str(text);
    let header = Header::deserialize(&mut json)
        .and_then(|header| json.end().map(|()| header))
        .map_err(|error| explain::problem(text, "", &error))?;
    let duplicated = |key| header.keys.iter().filter(|k| *k == key).count() > 1;
    if duplicated("format") || duplicated("version") {
        return Err(Problems(locate::duplicates(text)));
    }
    format_is_ours(&header)
        .and_then(|()| version(header.version.as_ref()))
        .map_err(|problem| {
            let mut problems = [problem];
            locate::fill(text, &mut problems);
            Problems(problems.into())
        })
}

fn starts_as_object(text: &str) -> Result<(), Problem> {
    let start = text.trim_start_matches([' ', '\t', '\r', '\n']);
    let offset = text.len() - start.len();
    let what = match start.chars().next() {
        Some('{') => return Ok(()),
        Some('[') => "the file holds an array, not a scene",
        Some('"') => "the file holds a string, not a scene",
        Some('<') => "this seems to be XML or HTML, not a scene",
        Some('/' | '#') => "JSON has no comments",
        Some('0'..='9' | '-') => "the file holds a number, not a scene",
        _ if ["null", "true", "false"].contains(&start.trim_end()) => {
            "the file holds a single value, not a scene"
        }
        _ => "this is not JSON",
    };
    let remedy =
        format!("a scene starts with {{\"format\": \"{FORMAT}\", \"version\": {VERSION}, ...");
    Err(Problem::new("", what, remedy).at(locate::place(text, offset)))
}

fn format_is_ours(header: &Header) -> Result<(), Problem> {
    let remedy =
        format!("a scene starts with {{\"format\": \"{FORMAT}\", \"version\": {VERSION}, ...");
    match &header.format {
        Some(Value::String(format)) if format == FORMAT => Ok(()),
        Some(other) => {
            let found: String = other.to_string().chars().take(60).collect();
            let message = format!("the format is {found}, not \"{FORMAT}\"");
            Err(Problem::new("format", message, remedy))
        }
        None => {
            let known = |(key, _): &&(&str, &str)| header.keys.iter().any(|k| k == key);
            let message = match KINDS.iter().find(known) {
                Some((_, kind)) => format!("`format` is missing; this seems to be {kind}"),
                None => "`format` is missing; this seems to be JSON from another program".into(),
            };
            Err(Problem::new("format", message, remedy))
        }
    }
}

fn version(value: Option<&Value>) -> Result<u32, Problem> {
    let remedy = format!("write \"version\": {VERSION}");
    let Some(value) = value else {
        return Err(Problem::new("version", "`version` is missing", remedy));
    };
    match value.as_u64() {
        Some(v) if v > u64::from(VERSION) => Err(newer(v, u64::from(VERSION))),
        Some(v) if v > 0 => Ok(v as u32),
        _ => {
            let found: String = value.to_string().chars().take(60).collect();
            let message = format!("{found} is not a scene version (a whole number from 1)");
            Err(Problem::new("version", message, remedy))
        }
    }
}

/// The refusal of a scene that is newer than this program.
pub fn newer(version: u64, newest: u64) -> Problem {
    let message = format!(
        "made by a newer Ragdoll Lab (scene version {version}; this one reads up to {newest})"
    );
    Problem::new("version", message, "update the program")
}
