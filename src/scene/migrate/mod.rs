//! Older scene versions become the current one, a step per version.

mod version_1;

use super::doc::VERSION;
use super::header::newer;
use super::problem::{Problem, Problems};
use serde_json::Value;
pub use version_1::preset_of_old;

/// Turns a document of one version into the next; the version key is set by
/// [`migrate_with`]. What has no counterpart in the next one is noted, a line for each.
pub type Step = fn(Value, &mut Vec<String>) -> Result<Value, Problem>;

/// The steps; number `i` turns version `i + 1` into `i + 2`.
pub const STEPS: &[Step] = &[version_1::migrate];

// Every version but the newest has its step.
const _: () = assert!(STEPS.len() + 1 == VERSION as usize);

/// A document of the current version from one of any version so far; `notes` takes in what has
/// no counterpart there.
///
/// Fails if the version is missing, 0 or newer than this program, or if a step
/// finds something that has no counterpart.
pub fn migrate(value: Value, notes: &mut Vec<String>) -> Result<Value, Problems> {
    migrate_with(STEPS, value, notes)
}

/// As [`migrate`] with another table of steps.
pub fn migrate_with(
    steps: &[Step],
    mut value: Value,
    notes: &mut Vec<String>,
) -> Result<Value, Problems> {
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
        value = step(value, notes)?;
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

/// What a solver that stood beside a scene of an older version needs to become a current one.
#[derive(Clone, Copy)]
pub struct Older {
    /// What is in the scene that the method of the papers cannot simulate.
    beyond_papers: Option<&'static str>,
}

impl Older {
    /// Of a document of version 1.
    pub fn of(document: &Value) -> Self {
        Self {
            beyond_papers: version_1::beyond_papers(document),
        }
    }

    /// The current settings of a solver of that version.
    pub fn solver(self, mut solver: Value) -> Value {
        if let Some(map) = solver.as_object_mut() {
            version_1::migrate_solver(map, self.beyond_papers, &mut Vec::new());
        }
        solver
    }
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

    const TWO: &[Step] = &[|v, _| push(v, "1 to 2"), |v, _| push(v, "2 to 3")];

    #[test]
    fn each_step_is_applied_once_in_order_and_bumps_the_version() {
        let log = |version: u32| {
            let value = json!({"version": version, "log": []});
            migrate_with(TWO, value, &mut Vec::new()).unwrap()
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
            let problems = migrate_with(TWO, value.clone(), &mut Vec::new()).unwrap_err();
            assert_eq!(problems.0[0].path, "version", "{value}");
        }
        let newer = migrate_with(TWO, json!({"version": 4}), &mut Vec::new()).unwrap_err();
        assert!(newer.to_string().contains("newer"));
    }

    #[test]
    fn a_step_that_fails_or_loses_the_document_is_an_error() {
        let fails: &[Step] = &[|_, _| Err(Problem::new("a", "m", "r"))];
        assert!(migrate_with(fails, json!({"version": 1}), &mut Vec::new()).is_err());
        let loses: &[Step] = &[|_, _| Ok(json!(7))];
        assert!(migrate_with(loses, json!({"version": 1}), &mut Vec::new()).is_err());
    }
}
