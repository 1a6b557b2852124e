//! Surfaces between particles: cloth, sails, the skin of a soft body.

use super::defaults::*;
use super::{Color, Id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Triangles between particles, which collide from both sides. Sticks, not the surface,
/// hold the particles together. A closed surface can keep its volume.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Surface {
    /// Ids of the particles at the corners of each triangle; for a closed surface,
    /// anticlockwise as seen from outside.
    pub triangles: Vec<[Id; 3]>,
    /// Thickness, m; 0 does not collide.
    #[serde(default = "thickness", skip_serializing_if = "is_thickness")]
    pub thickness_m: f64,
    /// Fraction of the volume error corrected per iteration, above 0 to 1; absent = the
    /// volume is free. Needs a closed surface.
    #[serde(default, skip_serializing_if = "is_default")]
    pub volume_strength: Option<f64>,
    /// Volume that it keeps, as a multiple of its initial volume.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub pressure: f64,
    /// Initial absolute pressure of the gas inside, Pa; pressure times volume stays
    /// constant. Absent = no gas. Needs a closed surface without `volume_strength`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gas_pa: Option<f64>,
    /// Volume at which the gas has that pressure, m³; absent = the initial volume.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gas_volume_m3: Option<f64>,
    /// Absolute pressure outside, Pa, which acts against the gas.
    #[serde(default, skip_serializing_if = "is_default")]
    pub outside_pa: f64,
    /// Density of the air that pushes on its triangles along their normals, kg/m³; 1.2 at
    /// sea level. With 0, only drag pulls the surface along with the wind.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub air_density_kg_m3: f64,
    /// Whether it collides with bodies and sticks that its particles are joined to,
    /// directly or indirectly. A triangle never collides with objects that its own
    /// corners are joined to.
    #[serde(default, skip_serializing_if = "is_default")]
    pub meets_joined: bool,
    /// Self-collision: whether its particles collide with its triangles, at a distance of
    /// its thickness. Needs the method `verlet`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub meets_itself: bool,
    /// Id of its material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: Option<Id>,
    /// Colour; absent = the default.
    #[serde(default, skip_serializing_if = "is_default")]
    pub color: Option<Color>,
}

const THICKNESS_M: f64 = 0.02;

fn thickness() -> f64 {
    THICKNESS_M
}

fn is_thickness(thickness: &f64) -> bool {
    *thickness == THICKNESS_M
}

impl Surface {
    /// A surface of these triangles whose volume is free.
    pub fn new(triangles: Vec<[Id; 3]>) -> Surface {
        Surface {
            triangles,
            thickness_m: THICKNESS_M,
            volume_strength: None,
            pressure: 1.0,
            gas_pa: None,
            gas_volume_m3: None,
            outside_pa: 0.0,
            air_density_kg_m3: 0.0,
            meets_joined: false,
            meets_itself: false,
            material: None,
            color: None,
        }
    }
}
