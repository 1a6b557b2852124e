//! Settings of two windows in one file: each writes only what was changed in it.

use super::MAX_RECENT_FILES;
use serde_json::{Map, Value};

/// Values by their keys.
type Values = Map<String, Value>;

/// The values of a file after those that a window has changed from `before` to `now` are
/// written into it. Of a table, such as a person's own keys, each entry counts by itself;
/// of recent files all stay, those of this window first.
pub(super) fn merged(mut file: Values, before: &Values, now: &Values) -> Values {
    for (key, value) in now {
        let known = before.get(key);
        if known == Some(value) && file.contains_key(key) {
            continue;
        }
        let merged = match (file.get(key), known, value) {
            (Some(Value::Object(file)), Some(Value::Object(before)), Value::Object(now))
                if key == "keys" =>
            {
                Value::Object(merged_table(file.clone(), before, now))
            }
            (Some(Value::Array(file)), Some(Value::Array(before)), Value::Array(now)) => {
                Value::Array(merged_list(file, before, now))
            }
            _ => value.clone(),
        };
        file.insert(key.clone(), merged);
    }
    file
}

fn merged_table(file: Values, before: &Values, now: &Values) -> Values {
    let mut table = merged(file, before, now);
    table.retain(|key, _| now.contains_key(key) || !before.contains_key(key));
    table
}

/// What is listed now, then what another window has added to the file.
fn merged_list(file: &[Value], before: &[Value], now: &[Value]) -> Vec<Value> {
    let added = file.iter().filter(|value| !before.contains(value));
    let added = added.filter(|value| !now.contains(value));
    let all = now.iter().chain(added).cloned();
    all.take(MAX_RECENT_FILES).collect()
}
