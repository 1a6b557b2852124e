//! What a file holds that no scene can: mended and noted, or refused with its place.

use super::solid::Mass;
use super::xml::{self, ImportError};
use super::{short, Assembly, Found, Imported};
use crate::gltf::GltfError;
use crate::scene::{self, lack_of_inertia, range, Id, Problem, Scene};
use crate::text::part;
use glam::{DMat3, DVec3};
use roxmltree::Document;
use std::collections::BTreeSet;

/// Where in a text something stands, as the number of a byte; none where a reader does not know it.
pub type Spot = Option<usize>;

/// Share of the largest moment by which a tensor may be raised to be one of a body: files round
/// their numbers.
const ROUNDED: f64 = 0.1;
/// Raised by a little more, so that rounding does not undo it.
const MARGIN: f64 = 1.0 + 1e-6;
/// Most things for which it is told what was left out or changed.
const MOST_TOLD: usize = 500;
/// What a person does about a number that a scene refuses.
const REMEDY: &str = "correct it in this file";

/// Where something of the scene is from.
#[derive(Debug)]
pub struct Origin {
    /// What it is called there.
    pub name: String,
    pub own: Spot,
    /// The same of its shape, if that stands elsewhere.
    pub shape: Spot,
}

impl Origin {
    /// That of something that is called so and stands there.
    pub fn of(name: &str, own: Spot) -> Origin {
        Origin {
            name: short(name),
            own,
            shape: None,
        }
    }
}

/// Why a file makes no scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Unsound {
    /// Where it stands.
    pub spot: Spot,
    /// What is wrong.
    pub message: String,
}

impl Unsound {
    /// As an error at that place of a document, or at its outermost element.
    pub fn in_document(self, document: &Document<'_>) -> ImportError {
        let root = document.root_element();
        let spot = self.spot.unwrap_or(root.range().start);
        xml::error_at(document, spot, self.message, REMEDY)
    }
}

impl From<Unsound> for GltfError {
    fn from(unsound: Unsound) -> GltfError {
        GltfError::whole(unsound.message, REMEDY)
    }
}

impl Assembly {
    /// The scene, and each of what was left out once.
    ///
    /// # Errors
    /// What of the scene would be refused when it is read.
    pub fn finish(mut self) -> Result<Imported, Unsound> {
        let problems = scene::validate(&self.scene);
        if let Some(first) = problems.first() {
            return Err(self.unsound(first, problems.len() - 1));
        }
        let mut seen = BTreeSet::new();
        self.left_out.retain(|what| seen.insert(what.clone()));
        let more = self.left_out.len().saturating_sub(MOST_TOLD);
        self.left_out.truncate(MOST_TOLD);
        let mut left_out: Vec<String> = self.left_out.iter().map(|what| part(what)).collect();
        if more > 0 {
            left_out.push(format!("{more} more"));
        }
        Ok(Imported {
            scene: self.scene,
            left_out,
        })
    }

    fn unsound(&self, problem: &Problem, others: usize) -> Unsound {
        let (thing, key) = split(&problem.path);
        let id = thing.and_then(|(list, at)| id_of(&self.scene, list, at));
        let (whose, spot) = match id.and_then(|id| self.origins.get(&id)) {
            Some(origin) => {
                let is_shape = key.starts_with("shape");
                let spot = origin.shape.filter(|_| is_shape).or(origin.own);
                (format!("{}: ", origin.name), spot)
            }
            None => (String::new(), None),
        };
        let key = if key.is_empty() {
            String::new()
        } else {
            format!("{key}: ")
        };
        let more = match others {
            0 => String::new(),
            1 => " (and 1 more problem)".into(),
            more => format!(" (and {more} more problems)"),
        };
        Unsound {
            spot,
            message: format!("{whose}{key}{}{more}", problem.message),
        }
    }

    /// A mass whose inertia is that of a body: rounding is mended, all else computed from the shapes.
    pub(super) fn possible(&mut self, found: &Found) -> Mass {
        let mass = found.mass;
        if lack(mass.tensor) == 0.0 {
            return mass;
        }
        let name = short(&found.name);
        if let Some(raised) = raised(mass, ROUNDED * largest_moment(mass)) {
            let what = format!("the inertia of `{name}`: raised until a body can have it");
            self.left_out.push(what);
            return raised;
        }
        let what =
            format!("the inertia of `{name}`, which no body can have: computed from its shapes");
        self.left_out.push(what);
        let spread = Mass::spread(mass.mass, mass.centre, &found.solids);
        // Below the smallest moment of a scene a body moves as with that.
        raised(spread, 2.0 * range::INERTIA.min).unwrap_or(spread)
    }

    /// The friction that a scene may have; what is below 0 is left to be refused.
    pub(super) fn bounded_friction(&mut self, friction: f64, name: &str) -> f64 {
        let most = range::FRICTION.max;
        if friction <= most {
            return friction;
        }
        let what = format!("the friction {friction} of {name}: at most {most}");
        self.left_out.push(what);
        most
    }
}

/// The same mass with all moments raised by what its tensor lacks, if that is no more than so much,
/// kg·m².
fn raised(mass: Mass, most: f64) -> Option<Mass> {
    let lacks = lack(mass.tensor);
    if lacks > most {
        return None;
    }
    let tensor = mass.tensor + DMat3::from_diagonal(DVec3::splat(lacks * MARGIN));
    (lack(tensor) == 0.0).then_some(Mass { tensor, ..mass })
}

fn largest_moment(mass: Mass) -> f64 {
    let tensor = mass.tensor;
    let moments = [tensor.x_axis.x, tensor.y_axis.y, tensor.z_axis.z];
    moments.into_iter().fold(0.0, f64::max)
}

/// By how much all moments of a tensor have to grow for it to be that of a body, kg·m²; 0 for one.
fn lack(tensor: DMat3) -> f64 {
    if !tensor.is_finite() {
        return f64::INFINITY;
    }
    let moments = [tensor.x_axis.x, tensor.y_axis.y, tensor.z_axis.z];
    let products = [tensor.x_axis.y, tensor.y_axis.z, tensor.z_axis.x];
    lack_of_inertia(&moments, &products)
}

/// List, number and the rest of the path of a problem.
fn split(path: &str) -> (Option<(&str, usize)>, &str) {
    let parts = path.split_once('[').and_then(|(list, rest)| {
        let (number, rest) = rest.split_once(']')?;
        let at = number.parse().ok()?;
        Some(((list, at), rest.trim_start_matches('.')))
    });
    match parts {
        Some((thing, rest)) => (Some(thing), rest),
        None => (None, path),
    }
}

/// The id of something in a list of a scene.
fn id_of(scene: &Scene, list: &str, at: usize) -> Option<Id> {
    match list {
        "bodies" => scene.bodies.get(at).map(|own| own.id),
        "obstacles" => scene.obstacles.get(at).map(|own| own.id),
        "materials" => scene.materials.get(at).map(|own| own.id),
        "constraints" => scene.constraints.get(at).map(|own| own.id),
        _ => None,
    }
}
