//! The JSON schema of scene files, for editors that know schemas.

use super::doc::{Scene, VERSION};
use schemars::schema_for;

/// The schema of the current version, two-space indent, with a newline at the end.
pub fn schema_text() -> String {
    let mut schema = schema_for!(Scene);
    schema.insert(
        "title".into(),
        format!("Ragdoll Lab scene, version {VERSION}").into(),
    );
    format!("{:#}\n", schema.as_value())
}
