//! The JSON schema of scene files, for editors that know schemas.

use super::doc::{Scene, VERSION};
use super::parameters::to_json;
use crate::physics::method::all_parameters;
use crate::physics::method::parameter::{Edge, ParameterSpec, Standard};
use schemars::schema_for;
use serde_json::{json, Map, Value};

/// The schema of the current version, two-space indent, with a newline at the end.
pub fn schema_text() -> String {
    let mut schema = schema_for!(Scene);
    schema.insert(
        "title".into(),
        format!("Ragdoll Lab scene, version {VERSION}").into(),
    );
    for spec in all_parameters() {
        let place = format!("/$defs/Solver/properties/{}", spec.key);
        let property = schema.pointer_mut(&place).and_then(Value::as_object_mut);
        if let Some(property) = property {
            bound(property, spec);
        }
    }
    format!("{:#}\n", schema.as_value())
}

/// Adds range and default of a parameter.
fn bound(property: &mut Map<String, Value>, spec: &ParameterSpec) {
    if let Some(range) = spec.range() {
        property.remove("minimum");
        // Off by 0 lies below the least number that is on.
        let (least, min) = match range.edge {
            Edge::Closed => ("minimum", range.min),
            Edge::Above => ("exclusiveMinimum", range.min),
            Edge::OrZero => ("minimum", 0.0),
        };
        property.insert(least.into(), json!(min));
        property.insert("maximum".into(), json!(range.max));
    }
    if let Standard::Fixed(value) = spec.default {
        property.insert("default".into(), to_json(spec, value));
    }
}
