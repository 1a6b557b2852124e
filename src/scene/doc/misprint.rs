//! Misprints in scene files, by the names of the table of [`MISPRINTS`].

use crate::physics::method::paper::misprint::MISPRINTS;
use crate::physics::method::Misprint;
use schemars::{json_schema, JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;
use std::borrow::Cow;

const NAMES: &[&str] = &names();

const fn names() -> [&'static str; MISPRINTS.len()] {
    let mut names = [""; MISPRINTS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = MISPRINTS[i].choice.name;
        i += 1;
    }
    names
}

impl Serialize for Misprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Misprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Misprint, D::Error> {
        let name = String::deserialize(deserializer)?;
        Misprint::named(&name).ok_or_else(|| Error::unknown_variant(&name, NAMES))
    }
}

impl JsonSchema for Misprint {
    fn schema_name() -> Cow<'static, str> {
        "Misprint".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let each = MISPRINTS.iter().map(|info| {
            let choice = info.choice;
            json!({"type": "string", "const": choice.name, "description": choice.help})
        });
        json_schema!({
            "oneOf": each.collect::<Vec<_>>(),
            "description": "A misprinted equation: of Baltman and Radeztsky's paper by its \
                            number, of Delannoy's thesis by D and its number.",
        })
    }
}
