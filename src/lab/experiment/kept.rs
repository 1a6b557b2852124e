//! The result of an experiment that was made before, from its files.

use super::files::SHOTS;
use super::{Case, Effort, Result, PROGRAM};
use crate::lab::table::Table;
use serde_json::{json, Value};

impl Case<'_> {
    /// The result that is in some files, if this version of the program has made it with
    /// as much effort and nobody has changed its data; `read` gives the text of a file of that
    /// name.
    pub fn kept(&self, effort: &Effort, read: impl Fn(&str) -> Option<String>) -> Option<Result> {
        let manifest: Value = serde_json::from_str(&read("manifest.json")?).ok()?;
        let is_same = manifest["program"] == PROGRAM
            && manifest["experiment"] == self.name
            && manifest["command"] == self.command(effort)
            && manifest["file_hash"] == json!(self.file_hash());
        if !is_same {
            return None;
        }
        let table_of = |name: &str| Table::from_csv(&read(name)?).ok();
        let mut table = table_of("data.csv")?;
        let words = |key: &str| -> Option<Vec<String>> {
            let list = manifest[key].as_array()?.iter();
            list.map(|word| Some(word.as_str()?.to_string())).collect()
        };
        let timing = words("timing_columns")?;
        for (column, head) in table.columns.iter_mut().zip(words("heads")?) {
            column.timing = timing.iter().any(|key| *key == column.key);
            column.head = head.into();
        }
        if manifest["data_hash"] != table.hash() {
            return None;
        }
        let curves = match self.points_file() {
            "data.csv" => None,
            name => Some(table_of(name)?),
        };
        let shots = match manifest["settings"].get("aims_per_case") {
            Some(_) => Some(table_of(SHOTS)?),
            None => None,
        };
        Some(Result {
            table,
            curves,
            shots,
            notes: words("notes")?,
            manifest: manifest["settings"].clone(),
            state_hash: u64::from_str_radix(manifest["state_hash"].as_str()?, 16).ok()?,
        })
    }
}
