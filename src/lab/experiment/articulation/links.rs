//! A chain of rigid links that hangs from a fixed point, and a body on a spring: scenes small
//! enough that what a method makes of them can be told beforehand.

use crate::lab::experiment::ExperimentError;
use crate::scene::{parse, Scene};
use serde_json::{json, Map, Value};

/// Length of a link, m.
pub(super) const LINK_M: f64 = 0.2;
/// Mass of a link, kg.
pub(super) const LINK_KG: f64 = 0.4;
/// Moments of inertia of a link, kg·m²; the second is about its length.
pub(super) const LINK_KG_M2: [f64; 3] = [0.0015, 0.0004, 0.0012];
/// m/s².
pub(super) const GRAVITY_M_S2: f64 = 9.81;
/// Mass of the body on a spring, kg.
pub(super) const BODY_KG: f64 = 1.0;

/// Links in one line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::lab::experiment) struct Links {
    /// How many.
    pub links: u32,
    /// Their angle from hanging, rad.
    pub tilt_rad: f64,
    /// Gravity, m/s².
    pub gravity_m_s2: f64,
    /// How fast the last one turns at the start, degrees/s.
    pub last_deg_s: f64,
}

impl Links {
    /// So many links, 0.3 rad from hanging, at rest.
    pub fn swinging(links: u32) -> Links {
        Links {
            links,
            tilt_rad: 0.3,
            gravity_m_s2: GRAVITY_M_S2,
            last_deg_s: 0.0,
        }
    }

    /// So many links that hang, the last of which turns.
    pub fn hanging(links: u32) -> Links {
        Links {
            tilt_rad: 0.0,
            last_deg_s: 90.0,
            ..Links::swinging(links)
        }
    }

    /// Links without weight in one line, the last of which turns a little.
    pub fn floating(links: u32) -> Links {
        Links {
            tilt_rad: 0.0,
            gravity_m_s2: 0.0,
            last_deg_s: 0.01,
            ..Links::swinging(links)
        }
    }

    /// The scene with these settings of its solver.
    ///
    /// # Errors
    /// Settings that no scene has.
    pub fn scene(&self, solver: &Value) -> Result<Scene, ExperimentError> {
        let (sine, cosine) = (libm::sin(self.tilt_rad), libm::cos(self.tilt_rad));
        let half = [
            libm::cos(0.5 * self.tilt_rad),
            libm::sin(0.5 * self.tilt_rad),
        ];
        let end = [0.0, 0.5 * LINK_M, 0.0];
        let body = |link: u32| {
            let way = LINK_M * (f64::from(link) + 0.5);
            let turn = if link + 1 == self.links {
                self.last_deg_s
            } else {
                0.0
            };
            json!({
                "id": 1 + link,
                "shape": {"box": {"size_m": [0.05, LINK_M, 0.05]}},
                "contact": {"none": {}},
                "mass_kg": LINK_KG,
                "inertia_kg_m2": LINK_KG_M2,
                "position_m": [way * sine, -way * cosine, 0.0],
                "orientation": [half[0], 0.0, 0.0, half[1]],
                "angular_velocity_deg_s": [0.0, 0.0, turn],
            })
        };
        let pin = |link: u32| {
            let above = match link {
                0 => json!({"world": [0, 0, 0]}),
                _ => json!({"body": {"id": link, "point_m": end.map(|x| -x)}}),
            };
            let own = json!({"body": {"id": 1 + link, "point_m": end}});
            json!({"id": 10_001 + link, "kind": {"pin": {"a": above, "b": own}}})
        };
        read(&json!({
            "format": "ragdoll-scene",
            "version": 2,
            "name": "Chain of rigid links",
            "gravity_m_s2": [0.0, -self.gravity_m_s2, 0.0],
            "solver": without_losses(solver),
            "bodies": (0..self.links).map(body).collect::<Vec<_>>(),
            "constraints": (0..self.links).map(pin).collect::<Vec<_>>(),
        }))
    }
}

/// A body that a pin holds at its centre, in empty space; it starts so far from its place, m,
/// or with such a speed, m/s.
///
/// # Errors
/// Settings that no scene has.
pub(super) fn on_a_spring(
    solver: &Value,
    away_m: f64,
    speed_m_s: f64,
) -> Result<Scene, ExperimentError> {
    read(&json!({
        "format": "ragdoll-scene",
        "version": 2,
        "name": "Body on a spring",
        "gravity_m_s2": [0.0, 0.0, 0.0],
        "solver": without_losses(solver),
        "bodies": [{
            "id": 1, "shape": {"sphere": {"radius_m": 0.05}}, "contact": {"none": {}},
            "mass_kg": BODY_KG,
            "position_m": [away_m, 0.0, 0.0], "velocity_m_s": [speed_m_s, 0.0, 0.0],
        }],
        "constraints": [{"id": 2, "kind": {"pin": {
            "a": {"world": [0, 0, 0]}, "b": {"body": {"id": 1, "point_m": [0, 0, 0]}},
        }}}],
    }))
}

/// Settings with neither drag nor damping of joints nor sleep.
fn without_losses(solver: &Value) -> Value {
    let mut all = Map::new();
    for key in [
        "linear_drag_per_s",
        "angular_drag_per_s",
        "joint_damping_per_s",
    ] {
        all.insert(key.into(), json!(0));
    }
    all.insert("sleeping".into(), json!(false));
    all.extend(
        solver
            .as_object()
            .into_iter()
            .flatten()
            .map(|(k, v)| (k.clone(), v.clone())),
    );
    Value::Object(all)
}

fn read(scene: &Value) -> Result<Scene, ExperimentError> {
    parse(scene.to_string().as_bytes())
        .map_err(|problems| ExperimentError::Scene(format!("{}: {problems:?}", scene["name"])))
}
