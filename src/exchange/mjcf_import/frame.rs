//! Orientations in a file.

use crate::exchange::assembly::xml::{error, Element, ImportError};
use crate::physics::math::rotation_from_vector;
use glam::{DMat3, DQuat, DVec3};
use roxmltree::Node;

/// What a file says of its angles.
#[derive(Debug, Clone)]
pub struct Compiler {
    /// Factor from its angles to radians.
    pub to_radians: f64,
    /// Whether joints with a range are limited without saying so.
    pub autolimits: bool,
    /// Axes of its Euler angles, one letter each; capital ones stay where they are.
    eulerseq: [char; 3],
}

impl Compiler {
    /// That of a file.
    pub fn read(root: Node<'_, '_>) -> Result<Compiler, ImportError> {
        let mut compiler = Compiler {
            to_radians: 1f64.to_radians(),
            autolimits: true,
            eulerseq: ['x', 'y', 'z'],
        };
        for node in root.children().filter(|node| node.has_tag_name("compiler")) {
            match node.attribute("angle") {
                None => {}
                Some("degree") => compiler.to_radians = 1f64.to_radians(),
                Some("radian") => compiler.to_radians = 1.0,
                Some(other) => {
                    let message = format!("angles are in `{other}`");
                    return Err(error(node, message, "write `degree` or `radian`"));
                }
            }
            if let Some(text) = node.attribute("autolimits") {
                compiler.autolimits = text == "true";
            }
            if let Some(text) = node.attribute("eulerseq") {
                let letters: Vec<char> = text.chars().collect();
                let known = letters.iter().all(|letter| "xyzXYZ".contains(*letter));
                compiler.eulerseq = match (known, letters.try_into()) {
                    (true, Ok(letters)) => letters,
                    _ => {
                        let message = format!("the order of Euler angles is `{text}`");
                        return Err(error(node, message, "write three of the letters xyzXYZ"));
                    }
                };
            }
            if node
                .attribute("coordinate")
                .is_some_and(|text| text != "local")
            {
                let message = "its coordinates are not local";
                return Err(error(node, message, "save it with a newer MuJoCo"));
            }
        }
        Ok(compiler)
    }

    /// The orientation of an element.
    pub fn orientation(&self, element: &Element<'_, '_>) -> Result<DQuat, ImportError> {
        let of = |axis: DVec3, what: &str| {
            axis.try_normalize().ok_or_else(|| {
                let message = format!("`{what}` has length zero");
                error(element.node, message, "write an axis that is not zero")
            })
        };
        if let Some([w, x, y, z]) = element.some::<4>("quat")? {
            let quaternion = DQuat::from_xyzw(x, y, z, w);
            return match quaternion.length() > 1e-12 {
                true => Ok(quaternion.normalize()),
                false => Err(error(
                    element.node,
                    "`quat` has length zero",
                    "write a unit quaternion w x y z",
                )),
            };
        }
        if let Some([x, y, z, angle]) = element.some::<4>("axisangle")? {
            let axis = of(DVec3::new(x, y, z), "axisangle")?;
            return Ok(rotation_from_vector(axis * (angle * self.to_radians)));
        }
        if let Some(angles) = element.some::<3>("euler")? {
            let mut turned = DQuat::IDENTITY;
            for (letter, angle) in self.eulerseq.into_iter().zip(angles) {
                let axis = match letter.to_ascii_lowercase() {
                    'x' => DVec3::X,
                    'y' => DVec3::Y,
                    _ => DVec3::Z,
                };
                let turn = rotation_from_vector(axis * (angle * self.to_radians));
                turned = match letter.is_ascii_lowercase() {
                    true => turned * turn,
                    false => turn * turned,
                };
            }
            return Ok(turned);
        }
        if let Some([a, b, c, d, e, f]) = element.some::<6>("xyaxes")? {
            let x = of(DVec3::new(a, b, c), "xyaxes")?;
            let y = DVec3::new(d, e, f);
            let y = of(y - x * x.dot(y), "xyaxes")?;
            return Ok(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))));
        }
        if let Some(z) = element.some::<3>("zaxis")? {
            let z = of(DVec3::from(z), "zaxis")?;
            return Ok(DQuat::from_rotation_arc(DVec3::Z, z));
        }
        Ok(DQuat::IDENTITY)
    }
}
