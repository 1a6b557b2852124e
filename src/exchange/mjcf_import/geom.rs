//! Shapes of a file.

use super::attributes::{error, Element};
use super::frame::{Compiler, Place};
use super::ImportError;
use crate::scene::{Axis, Shape};
use glam::{DMat3, DQuat, DVec3};
use std::f64::consts::PI;

/// Density of what says neither that nor its mass, kg/m³.
const DENSITY: f64 = 1000.0;

/// A shape with its place in the body.
#[derive(Debug, Clone)]
pub struct Geom {
    pub place: Place,
    /// None of what a scene has no shape for.
    pub shape: Option<Shape>,
    pub collides: bool,
    /// kg.
    pub mass: f64,
    /// Moments of inertia about its own axes, kg·m².
    pub inertia: DVec3,
    /// m³.
    pub volume: f64,
    pub friction: f64,
    /// What it is called.
    pub name: String,
}

impl Geom {
    /// That of an element.
    pub fn read(element: &Element<'_, '_>, compiler: &Compiler) -> Result<Geom, ImportError> {
        let kind = element.text("type").unwrap_or("sphere");
        let size = element.numbers("size")?.unwrap_or_default();
        let mut place = Place {
            position: element.vector("pos", DVec3::ZERO)?,
            turn: compiler.orientation(element)?,
        };
        let mut half = None;
        if let Some([a, b, c, d, e, f]) = element.some::<6>("fromto")? {
            let (from, to) = (DVec3::new(a, b, c), DVec3::new(d, e, f));
            let along = (to - from).normalize_or(DVec3::Z);
            place = Place {
                position: (from + to) * 0.5,
                turn: DQuat::from_rotation_arc(DVec3::Z, along),
            };
            half = Some(0.5 * from.distance(to));
        }
        let given = |at: usize| {
            let number = size.get(at).copied().filter(|number| *number > 0.0);
            number.ok_or_else(|| {
                let message = format!("`size` of a {kind} lacks its number {}", at + 1);
                error(element.node, message, "write sizes above 0")
            })
        };
        let half_length = || half.map_or_else(|| given(1), Ok);
        let (shape, volume, unit) = match kind {
            "plane" => (Some(Shape::Plane {}), 0.0, DVec3::ZERO),
            "sphere" => {
                let r = given(0)?;
                let shape = Shape::Sphere { radius_m: r };
                let moment = DVec3::splat(0.4 * r * r);
                (Some(shape), 4.0 / 3.0 * PI * r * r * r, moment)
            }
            "capsule" => {
                let (r, half) = (given(0)?, half_length()?);
                let shape = Shape::Capsule {
                    radius_m: r,
                    length_m: 2.0 * half,
                    axis: Axis::Z,
                };
                let (volume, moment) = capsule(r, half);
                (Some(shape), volume, moment)
            }
            "cylinder" => {
                let (r, half) = (given(0)?, half_length()?);
                let shape = Shape::Cylinder {
                    radius_m: r,
                    length_m: 2.0 * half,
                    axis: Axis::Z,
                };
                let across = r * r / 4.0 + half * half / 3.0;
                let moment = DVec3::new(across, across, 0.5 * r * r);
                (Some(shape), 2.0 * PI * r * r * half, moment)
            }
            "box" => {
                let [x, y] = [
                    given(0)?,
                    if half.is_some() { given(0)? } else { given(1)? },
                ];
                let z = match half {
                    Some(half) => half,
                    None => given(2)?,
                };
                let shape = Shape::Box {
                    size_m: [2.0 * x, 2.0 * y, 2.0 * z],
                    rounding_m: 0.0,
                };
                let moment = DVec3::new(y * y + z * z, x * x + z * z, x * x + y * y) / 3.0;
                (Some(shape), 8.0 * x * y * z, moment)
            }
            "ellipsoid" => {
                let [x, y, z] = [given(0)?, given(1)?, given(2)?];
                let moment = DVec3::new(y * y + z * z, x * x + z * z, x * x + y * y) / 5.0;
                (None, 4.0 / 3.0 * PI * x * y * z, moment)
            }
            _ => (None, 0.0, DVec3::ZERO),
        };
        let density = element.number("density", DENSITY)?;
        let mass = element.number("mass", density * volume)?;
        if mass < 0.0 {
            let message = "its mass is below 0".into();
            return Err(error(element.node, message, "write a mass above 0"));
        }
        let friction = element.numbers("friction")?;
        let bits = |key| element.number(key, 1.0).map(|bits| bits != 0.0);
        Ok(Geom {
            place,
            shape,
            collides: bits("contype")? || bits("conaffinity")?,
            mass,
            inertia: unit * mass,
            volume,
            friction: friction.and_then(|all| all.first().copied()).unwrap_or(1.0),
            name: format!("{} ({kind})", element.name()),
        })
    }

    /// Its tensor of inertia in the axes of the body about a point, kg·m².
    pub fn tensor_about(&self, point: DVec3) -> DMat3 {
        let axes = DMat3::from_quat(self.place.turn);
        let own = axes * DMat3::from_diagonal(self.inertia) * axes.transpose();
        let arm = self.place.position - point;
        own + steiner(self.mass, arm)
    }
}

/// What a mass beside a point adds to the inertia about that.
pub fn steiner(mass: f64, arm: DVec3) -> DMat3 {
    let outer = DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
    (DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer) * mass
}

/// Volume of a capsule along z and its moments of inertia per mass.
fn capsule(r: f64, half: f64) -> (f64, DVec3) {
    let (tube, balls) = (2.0 * PI * r * r * half, 4.0 / 3.0 * PI * r * r * r);
    let volume = tube + balls;
    let along = (tube * 0.5 + balls * 0.4) * r * r;
    let of_tube = tube * (r * r / 4.0 + half * half / 3.0);
    let of_balls = balls * (0.4 * r * r + half * half + 0.75 * half * r);
    let across = of_tube + of_balls;
    (volume, DVec3::new(across, across, along) / volume)
}
