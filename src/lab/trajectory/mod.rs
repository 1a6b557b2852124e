//! What moves in a run, row by row: named columns of numbers that a table or an archive of arrays
//! is written from while the run lasts.

mod joints;
mod names;
pub mod npz;
mod touches;

use super::simulation::{Progress, Simulation};
use crate::physics::{report, BodyModel};
use crate::scene::Scene;
use glam::DVec3;
use joints::Joints;
use names::Names;
use touches::Touches;

/// The three components of a vector in the world: x, y (up), z.
const XYZ: &[&str] = &["x", "y", "z"];
/// Those of a unit quaternion.
const WXYZ: &[&str] = &["w", "x", "y", "z"];
/// Those of a symmetric tensor.
const TENSOR: &[&str] = &["xx", "yy", "zz", "xy", "xz", "yz"];
/// The one component of a number.
const ONE: &[&str] = &[""];

/// The same quantity of several things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Channel {
    /// What it is, with its unit: `body_position_m`.
    pub name: &'static str,
    /// What it is of; one without a name where it is of the whole scene.
    pub things: Vec<String>,
    /// Components of each; one without a name of a number.
    pub parts: &'static [&'static str],
    /// Whether it stays the same throughout a run.
    pub constant: bool,
}

impl Channel {
    fn new(name: &'static str, things: &[String], parts: &'static [&'static str]) -> Channel {
        Channel {
            name,
            things: things.to_vec(),
            parts,
            constant: false,
        }
    }

    fn constant(self) -> Channel {
        Channel {
            constant: true,
            ..self
        }
    }

    fn of_scene(name: &'static str, parts: &'static [&'static str]) -> Channel {
        Channel::new(name, &[String::new()], parts)
    }

    /// Numbers in a row.
    pub fn width(&self) -> usize {
        self.things.len() * self.parts.len()
    }

    /// Names of the columns of a table: `upper_torso_x_position_m` is x of `body_position_m`.
    pub fn columns(&self) -> Vec<String> {
        let quantity = ["body_", "particle_", "joint_"]
            .into_iter()
            .find_map(|kind| self.name.strip_prefix(kind))
            .unwrap_or(self.name);
        let column = |thing: &String, part: &&str| {
            let named = [thing, *part, quantity].map(str::to_owned);
            let words: Vec<String> = named.into_iter().filter(|word| !word.is_empty()).collect();
            words.join("_")
        };
        let things = self.things.iter();
        things
            .flat_map(|thing| self.parts.iter().map(move |part| column(thing, part)))
            .collect()
    }
}

/// The columns of a run, and what is read for them.
pub struct Trajectory {
    /// All columns.
    pub channels: Vec<Channel>,
    bodies: usize,
    joints: Joints,
    touches: Option<Touches>,
}

impl Trajectory {
    /// The columns of a simulation of a scene at its start, with contacts or without. Balls that
    /// the scene throws by itself have columns from the start, without numbers before the throw.
    pub fn of(scene: &Scene, simulation: &Simulation, with_contacts: bool) -> Trajectory {
        let names = Names::of(scene, simulation);
        let joints = Joints::of(simulation.world.model(), &names);
        let (bodies, particles) = (names.bodies.as_slice(), names.particles.as_slice());
        let mut channels = vec![
            Channel::of_scene("time_s", ONE),
            Channel::of_scene("kinetic_energy_j", ONE),
            Channel::of_scene("elastic_energy_j", ONE),
            Channel::of_scene("total_energy_j", ONE),
            Channel::of_scene("gravity_m_s2", XYZ).constant(),
            Channel::new("body_position_m", bodies, XYZ),
            Channel::new("body_orientation", bodies, WXYZ),
            Channel::new("body_velocity_m_s", bodies, XYZ),
            Channel::new("body_angular_velocity_rad_s", bodies, XYZ),
            Channel::new("body_mass_kg", bodies, ONE).constant(),
            Channel::new("body_inertia_kg_m2", bodies, TENSOR).constant(),
            Channel::new("particle_position_m", particles, XYZ),
            Channel::new("particle_velocity_m_s", particles, XYZ),
            Channel::new("particle_mass_kg", particles, ONE).constant(),
            Channel::new("particle_is_fixed", particles, ONE).constant(),
        ];
        channels.extend(joints.channels());
        let touches = with_contacts.then(|| Touches::of(simulation));
        if touches.is_some() {
            channels.extend([
                Channel::new("body_contact_impulse_n_s", bodies, XYZ),
                Channel::new("body_contacts", bodies, ONE),
                Channel::new("particle_contact_impulse_n_s", particles, XYZ),
                Channel::new("particle_contacts", particles, ONE),
            ]);
        }
        Trajectory {
            channels,
            bodies: bodies.len(),
            joints,
            touches,
        }
    }

    /// Makes a step; contacts are watched in it.
    pub fn step(&mut self, simulation: &mut Simulation) -> Progress {
        match &mut self.touches {
            Some(touches) => touches.step(simulation),
            None => simulation.step(),
        }
    }

    /// The numbers of all channels after a step, in their order; contacts are those since the
    /// last row. What is not there yet, or broken, is no number.
    ///
    /// # Errors
    /// More bodies than there are columns for: something was thrown that the scene does not say.
    pub fn row(&mut self, simulation: &Simulation) -> Result<Vec<Vec<f64>>, TooManyBodies> {
        let (model, state) = (simulation.world.model(), simulation.world.state());
        if state.bodies.len() > self.bodies {
            return Err(TooManyBodies);
        }
        let kinetic_j = report::kinetic_energy(model, state);
        let elastic_j = report::elastic_energy(model, state);
        let total_j = kinetic_j + report::potential_energy(model, state) + elastic_j;
        let motions = || state.bodies.iter();
        let bodies = || model.bodies.iter();
        let particles = || model.particles.iter();
        let inertia = |body: &BodyModel| {
            let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z]
                .map(|axis| body.axes * (body.axes.conjugate() * axis * body.inertia));
            [x.x, y.y, z.z, x.y, x.z, y.z]
        };
        let mut row = vec![
            vec![simulation.time_s()],
            vec![kinetic_j],
            vec![elastic_j],
            vec![total_j],
            model.settings.common.gravity.to_array().to_vec(),
            flat(motions().map(|motion| motion.position.to_array())),
            flat(motions().map(|motion| {
                let q = motion.orientation;
                [q.w, q.x, q.y, q.z]
            })),
            flat(motions().map(|motion| motion.velocity.to_array())),
            flat(motions().map(|motion| motion.angular_velocity.to_array())),
            bodies().map(|body| body.mass).collect(),
            flat(bodies().map(inertia)),
            flat(state.particles.iter().map(|p| p.position.to_array())),
            flat(state.particles.iter().map(|p| p.velocity.to_array())),
            particles().map(|particle| particle.mass).collect(),
            particles()
                .map(|particle| f64::from(u8::from(particle.fixed)))
                .collect(),
        ];
        row.extend(self.joints.values(model, state));
        if let Some(touches) = &mut self.touches {
            row.extend(touches.take(state));
        }
        for (values, channel) in row.iter_mut().zip(&self.channels) {
            values.resize(channel.width(), f64::NAN);
        }
        Ok(row)
    }
}

fn flat<const N: usize>(values: impl Iterator<Item = [f64; N]>) -> Vec<f64> {
    values.flatten().collect()
}

/// Something was thrown that the scene does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyBodies;

impl std::fmt::Display for TooManyBodies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the run has more bodies than its trajectory has columns for"
        )
    }
}
