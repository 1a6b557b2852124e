//! Convex hulls of a scene document.

use crate::physics::convex::{Hull, NoHull};
use glam::DVec3;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Points whose convex hull is a shape. Copies share the points and the hull, which is found
/// once.
#[derive(Clone)]
pub struct HullPoints(Arc<Shared>);

struct Shared {
    list: List,
    hull: OnceLock<Result<Arc<Hull>, NoHull>>,
}

// The list as files have it; what it says in the schema is said of the shape.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
struct List {
    /// Points, m; points inside the hull are ignored.
    points_m: Vec<[f64; 3]>,
}

impl HullPoints {
    /// Points in the frame of the shape, m.
    pub fn new(points_m: Vec<[f64; 3]>) -> HullPoints {
        HullPoints(Arc::new(Shared {
            list: List { points_m },
            hull: OnceLock::new(),
        }))
    }

    /// The points, m.
    pub fn points_m(&self) -> &[[f64; 3]] {
        &self.0.list.points_m
    }

    /// Their hull.
    ///
    /// # Errors
    /// Why they enclose nothing.
    pub fn hull(&self) -> Result<Arc<Hull>, NoHull> {
        let points = || {
            self.points_m()
                .iter()
                .copied()
                .map(DVec3::from)
                .collect::<Vec<_>>()
        };
        let find = || Hull::of(&points()).map(Arc::new);
        self.0.hull.get_or_init(find).clone()
    }

    /// The points, each elsewhere.
    pub fn with_points(&self, place: impl FnMut([f64; 3]) -> [f64; 3]) -> HullPoints {
        HullPoints::new(self.points_m().iter().copied().map(place).collect())
    }
}

impl fmt::Debug for HullPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HullPoints").field(&self.points_m()).finish()
    }
}

impl PartialEq for HullPoints {
    fn eq(&self, other: &HullPoints) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.list == other.0.list
    }
}

impl Serialize for HullPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.list.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for HullPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HullPoints, D::Error> {
        List::deserialize(deserializer).map(|list| HullPoints::new(list.points_m))
    }
}

impl JsonSchema for HullPoints {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        List::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        List::json_schema(generator)
    }
}
