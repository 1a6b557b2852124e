//! Older scene versions become the current one, a step per version.

use super::doc::VERSION;
use super::header::newer;
use super::problem::{Problem, Problems};
use serde_json::Value;

/// Turns a document of one version into the next; the version key is set by
/// [`migrate_with`].
pub type Step = fn(Value) -> Result<Value, Problem>;

/// The steps; number `i` turns version `i + 1` into `i + 2`.
pub const STEPS: &[Step] = &[];

// Every version but the newest has its step.
const _: () = assert!(STEPS.len() + 1 == VERSION as usize);

/// A document of the current version from one of any version so far.
///
/// Fails if the version is missing, 0 or newer than this program, or if a step
/// finds something that has no counterpart.
pub fn migrate(value: Value) -> Result<Value, Problems> {
    migrate_with(STEPS, value)
}

/// As [`migrate`] with another table of steps.
pub fn migrate_with(steps: &[Step], mut value: Value) -> Result<Value, Problems> {
    let newest = steps.len() as u64 + 1;
    let found = value.get("version").and_then(Value::as_u64);
    let from = match found {
        Some(version) if version > newest => return Err(newer(version, newest).into()),
        Some(version) if version > 0 => version,
        _ => {
            let message = "the scene version is missing or not a whole number from 1";
            let remedy = format!("write \"version\": {newest}");
            return Err(Problem::new("version", message, remedy).into());
        }
    };
    for (version, step) in (from + 1..).zip(&steps[from as usize - 1..]) {
        value = step(value)?;
        match value.as_object_mut() {
            Some(map) => map.insert("version".into(), version.into()),
            None => {
                let message = "the scene is not an object after its migration";
                return Err(Problem::new("", message, "report this bug").into());
            }
        };
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn push(mut value: Value, word: &str) -> Result<Value, Problem> {
        value["log"].as_array_mut().unwrap().push(word.into());
        Ok(value)
    }

    const TWO: &[Step] = &[|v| push(v, "1 to 2"), |v| push(v, "2 to 3")];

    #[test]
    fn each_step_is_applied_once_in_order_and_bumps_the_version() {
        let log = |version: u32| {
            let value = json!({"version": version, "log": []});
            migrate_with(TWO, value).unwrap()
        };
        assert_eq!(log(1), json!({"version": 3, "log": ["1 to 2", "2 to 3"]}));
        assert_eq!(log(2), json!({"version": 3, "log": ["2 to 3"]}));
        assert_eq!(log(3), json!({"version": 3, "log": []}));
    }

    #[test]
    fn versions_that_never_were_are_refused() {
        for value in [
            json!({"version": 0}),
            json!({"version": 4}),
            json!({"version": u64::MAX}),
            json!({"version": "1"}),
            json!({"version": 1.5}),
            json!({}),
            json!([]),
            json!(null),
        ] {
            let problems = migrate_with(TWO, value.clone()).unwrap_err();
            assert_eq!(problems.0[0].path, "version", "{value}");
        }
        let newer = migrate_with(TWO, json!({"version": 4})).unwrap_err();
        assert!(newer.to_string().contains("newer"));
    }

    #[test]
    fn a_step_that_fails_or_loses_the_document_is_an_error() {
        let fails: &[Step] = &[|_| Err(Problem::new("a", "m", "r"))];
        assert!(migrate_with(fails, json!({"version": 1})).is_err());
        let loses: &[Step] = &[|_| Ok(json!(7))];
        assert!(migrate_with(loses, json!({"version": 1})).is_err());
    }
}
