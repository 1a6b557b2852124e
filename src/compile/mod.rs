//! From a scene to a world: the only place where degrees become radians and
//! where a scene meets what the methods can do. What they cannot do is refused
//! by name.

mod animation;
mod body;
mod build;
mod capability;
mod character;
mod collision;
mod compound;
mod constraint;
mod drive;
mod figure;
mod flatten;
mod hitman;
mod muscle;
pub mod mx;
mod names;
mod obstacle;
mod particles;
mod parts;
mod physique;
mod rigid;
mod serial;
mod settings;
mod stick_rig;
mod surface;
mod thesis;
mod thesis_rigid;

pub use animation::{figure_frame, moving, Animated};
pub use body::{ball_mass, volume_of};
pub use capability::{to_cut, unsupported};
pub use compound::move_to_centre;
pub use flatten::flatten;
pub use muscle::{muscles_in_force, MuscleInForce};
pub use names::{part_title, single_things};
pub use parts::{
    built_parts, limb_masses_of_figure, parts_in_force, parts_of_figure, stature, BuiltPart,
    FigurePart,
};
pub use physique::mass_shares;
pub use settings::settings_of;

use crate::character::sticks::{BoneFrame, StickRig};
use crate::physics::constraint::Pin;
use crate::physics::convex::PlacedShape;
use crate::physics::{
    Attachment, BodyState, ColliderId, Constraint, Convex, Model, Pose, State, World,
};
use crate::scene::{Character, Id, Physique, Scene};
use crate::text::clean;
use glam::DVec3;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Why a scene cannot be simulated: thing, reason, remedy.
#[derive(Debug, Clone, PartialEq)]
pub struct BuildError {
    /// Path in the document, such as `bodies[0].shape`.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = format!("{}: {}; {}", self.path, self.message, self.remedy);
        write!(f, "{}", clean(&line))
    }
}

impl std::error::Error for BuildError {}

pub(crate) fn refuse(path: impl Into<String>, message: String, remedy: &str) -> BuildError {
    BuildError {
        path: path.into(),
        message,
        remedy: remedy.into(),
    }
}

/// A scene that has been compiled.
pub struct Compiled {
    /// Its world, at the start.
    pub world: World,
    /// Where its things are in the world.
    pub map: IdMap,
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiled").finish_non_exhaustive()
    }
}

/// Where the things of the scene are in the world.
#[derive(Debug, Clone, Default)]
pub struct IdMap {
    /// Particle index of each particle.
    pub particles: BTreeMap<Id, usize>,
    /// Body index of each body.
    pub bodies: BTreeMap<Id, usize>,
    /// Index in [`crate::physics::Model::tetrahedra`] of each body that is made of particles.
    pub tetrahedra: BTreeMap<Id, usize>,
    /// Index in [`crate::physics::Model::sticks`] of each stick.
    pub sticks: BTreeMap<Id, usize>,
    /// Indices in [`crate::physics::Model::triangles`] of those of each surface.
    pub surfaces: BTreeMap<Id, Range<usize>>,
    /// Obstacle indices of each obstacle; stairs have several.
    pub obstacles: BTreeMap<Id, Range<usize>>,
    /// The ragdolls in the order of the scene.
    pub ragdolls: Vec<RagdollMap>,
    /// Shape that each body is drawn with; what collides may be less. Of a compound body a box
    /// round all of it.
    pub looks: Vec<Convex>,
    /// What compound bodies are drawn with, by body: shapes in places of the body frame.
    pub compound_looks: BTreeMap<usize, Vec<PlacedShape>>,
    /// The body and the name of each piece of the model.
    piece_names: Vec<(Id, String)>,
    /// The same of each tetrahedron.
    pub carried_looks: Vec<Convex>,
    /// Particles of the bodies that are made of them, with the ids of these.
    carried_particles: Vec<(usize, Id)>,
    owners: Owners,
}

/// Id of the thing of the scene that each thing of the world belongs to, by index.
#[derive(Debug, Clone, Default)]
struct Owners {
    particles: Vec<Id>,
    bodies: Vec<Id>,
    tetrahedra: Vec<Id>,
    sticks: Vec<Id>,
    triangles: Vec<Id>,
    obstacles: Vec<Id>,
}

/// Where a ragdoll is in the world.
#[derive(Debug, Clone)]
pub struct RagdollMap {
    /// Its id.
    pub id: Id,
    /// Its particles.
    pub particles: Range<usize>,
    /// Its sticks.
    pub sticks: Range<usize>,
    /// Its bodies.
    pub bodies: Range<usize>,
    /// Its constraints.
    pub constraints: Range<usize>,
    /// Names of its bodies or, if it has none, of its sticks.
    pub parts: Vec<&'static str>,
    /// What it is made from, if that has a skin of its own, and in which build.
    pub character: Option<(Character, Physique)>,
    /// What it is animated with.
    pub animation: Option<Arc<Animated>>,
    /// The bones of a figure of particles.
    pub rig: Option<Arc<StickRig>>,
}

impl RagdollMap {
    /// Where its bones are in a state: its bodies, or what follows from its particles. None
    /// where the state lacks some of it.
    pub fn frames(&self, state: &State) -> Option<Vec<BoneFrame>> {
        if let Some(rig) = &self.rig {
            let particles = state.particles.get(self.particles.clone())?;
            let places: Vec<DVec3> = particles.iter().map(|p| p.position).collect();
            return rig.frames(&places);
        }
        let bodies = state.bodies.get(self.bodies.clone())?.iter();
        let frame = |body: &BodyState| BoneFrame {
            position: body.position,
            orientation: body.orientation,
        };
        Some(bodies.map(frame).collect())
    }

    /// The bodies or sticks that its bones are, in the order of [`RagdollMap::frames`].
    pub fn bone_owners(&self) -> Vec<ColliderId> {
        match &self.rig {
            Some(rig) => {
                let sticks = rig
                    .bones()
                    .iter()
                    .map(|bone| self.sticks.start + bone.stick);
                sticks.map(ColliderId::Stick).collect()
            }
            None => self.bodies.clone().map(ColliderId::Body).collect(),
        }
    }

    /// Index of the body of a part.
    pub fn body_of(&self, part: &str) -> Option<usize> {
        let place = self.parts.iter().position(|name| *name == part)?;
        let body = self.bodies.start + place;
        self.bodies.contains(&body).then_some(body)
    }

    /// The joint by which a part hangs on its parent, with its index among the constraints of
    /// the model; none of the root.
    pub fn joint_of<'a>(&self, part: &str, model: &'a Model) -> Option<(usize, &'a Pin)> {
        let own = self.body_of(part)?;
        let mut joints = self.constraints.clone();
        joints.find_map(|place| match model.constraints.get(place)? {
            Constraint::Pin(pin) => match pin.b {
                Attachment::Body { body, .. } if body == own => Some((place, pin)),
                _ => None,
            },
            _ => None,
        })
    }

    /// Whether joints of it are broken.
    pub fn is_broken(&self, model: &Model) -> bool {
        let own = model.constraints.get(self.constraints.clone());
        let mut own = own.unwrap_or_default().iter();
        own.any(|constraint| matches!(constraint, Constraint::Broken(_)))
    }

    /// Index of the stick of a part.
    pub fn stick_of(&self, part: &str) -> Option<usize> {
        let place = self.parts.iter().position(|name| *name == part)?;
        let stick = self.sticks.start + place;
        self.sticks.contains(&stick).then_some(stick)
    }
}

impl IdMap {
    /// Index of the body or the tetrahedron of a body of the scene.
    pub fn body(&self, id: Id) -> Option<ColliderId> {
        let rigid = self.bodies.get(&id).copied().map(ColliderId::Body);
        let carried = || self.tetrahedra.get(&id).copied();
        rigid.or_else(|| carried().map(ColliderId::Tetrahedron))
    }

    /// The shape that a body or a tetrahedron is drawn with; nothing else has one.
    pub fn look<'a>(&'a self, model: &'a Model, owner: ColliderId) -> Option<&'a Convex> {
        match owner {
            ColliderId::Body(body) => self.look_of(model, body),
            ColliderId::Tetrahedron(i) => self.carried_looks.get(i),
            _ => None,
        }
    }

    /// The shape that a body is drawn with; thrown balls have no look of their own.
    pub fn look_of<'a>(&'a self, model: &'a Model, body: usize) -> Option<&'a Convex> {
        let look = self.looks.get(body);
        look.or_else(|| model.bodies.get(body)?.shape.as_ref())
    }

    /// What a body is drawn with, in places of the body frame: the pieces of a compound body.
    pub fn looks_of<'a>(
        &'a self,
        model: &'a Model,
        body: usize,
    ) -> impl Iterator<Item = (&'a Convex, Pose)> {
        let pieces = self.compound_looks.get(&body);
        let whole = match pieces {
            Some(_) => None,
            None => self.look_of(model, body),
        };
        let pieces = pieces.into_iter().flatten();
        let pieces = pieces.map(|piece| (&piece.shape, piece.pose));
        whole
            .map(|look| (look, Pose::IDENTITY))
            .into_iter()
            .chain(pieces)
    }

    /// Particles of all ragdolls.
    pub fn figure_particles(&self) -> Vec<usize> {
        self.ragdolls
            .iter()
            .flat_map(|ragdoll| ragdoll.particles.clone())
            .collect()
    }

    /// Bodies of all ragdolls.
    pub fn figure_bodies(&self) -> Vec<usize> {
        self.ragdolls
            .iter()
            .flat_map(|ragdoll| ragdoll.bodies.clone())
            .collect()
    }
}

impl IdMap {
    /// Id of the thing of the scene that something of the world belongs to; none of
    /// thrown balls.
    pub fn id_of(&self, owner: ColliderId) -> Option<Id> {
        let owners = &self.owners;
        let (list, index) = match owner {
            ColliderId::Particle(i) => (&owners.particles, i),
            ColliderId::Body(i) => (&owners.bodies, i),
            ColliderId::Piece(i) => return self.piece_names.get(i).map(|(body, _)| *body),
            ColliderId::Tetrahedron(i) => (&owners.tetrahedra, i),
            ColliderId::Stick(i) => (&owners.sticks, i),
            ColliderId::Triangle(i) => (&owners.triangles, i),
            ColliderId::Obstacle(i) => (&owners.obstacles, i),
        };
        list.get(index).copied()
    }

    /// Notes what everything belongs to, when all of it is in the world.
    fn note_owners(&mut self) {
        let own = |ids: &BTreeMap<Id, usize>| -> Vec<(usize, Id)> {
            ids.iter().map(|(&id, &index)| (index, id)).collect()
        };
        let (mut particles, mut bodies) = (own(&self.particles), own(&self.bodies));
        let mut sticks = own(&self.sticks);
        for ragdoll in &self.ragdolls {
            let each = |range: &Range<usize>| range.clone().map(|index| (index, ragdoll.id));
            particles.extend(each(&ragdoll.particles));
            bodies.extend(each(&ragdoll.bodies));
            sticks.extend(each(&ragdoll.sticks));
        }
        particles.extend(self.carried_particles.iter().copied());
        let several = |ids: &BTreeMap<Id, Range<usize>>| -> Vec<(usize, Id)> {
            let parts = ids.iter();
            let each = parts.flat_map(|(&id, parts)| parts.clone().map(move |i| (i, id)));
            each.collect()
        };
        self.owners = Owners {
            obstacles: by_index(several(&self.obstacles)),
            triangles: by_index(several(&self.surfaces)),
            particles: by_index(particles),
            bodies: by_index(bodies),
            tetrahedra: by_index(own(&self.tetrahedra)),
            sticks: by_index(sticks),
        };
    }

    /// Id of the ragdoll and name of the part that a thing is.
    pub fn part_of(&self, owner: ColliderId) -> Option<(Id, &'static str)> {
        self.ragdolls.iter().find_map(|ragdoll| {
            let place = match owner {
                ColliderId::Body(i) if ragdoll.bodies.contains(&i) => i - ragdoll.bodies.start,
                ColliderId::Stick(i) if ragdoll.sticks.contains(&i) => i - ragdoll.sticks.start,
                ColliderId::Particle(i) if ragdoll.particles.contains(&i) => {
                    return Some((ragdoll.id, "a particle"))
                }
                _ => return None,
            };
            Some((ragdoll.id, ragdoll.parts.get(place).copied()?))
        })
    }
}

/// The ids in the order of the indices, which have no gaps.
fn by_index(mut owned: Vec<(usize, Id)>) -> Vec<Id> {
    owned.sort_unstable();
    // Of what two bodies share, the first counts.
    owned.dedup_by_key(|(index, _)| *index);
    owned.into_iter().map(|(_, id)| id).collect()
}

thread_local! {
    static COMPILATIONS: Cell<u64> = const { Cell::new(0) };
}

/// How many scenes this thread has compiled: what an edit costs is watched by it.
pub fn compilations() -> u64 {
    COMPILATIONS.get()
}

/// Builds the world of a scene.
///
/// # Errors
/// All things that the chosen method cannot simulate.
pub fn compile(scene: &Scene) -> Result<(World, IdMap), Vec<BuildError>> {
    COMPILATIONS.set(COMPILATIONS.get() + 1);
    let (info, settings) = settings_of(scene).map_err(|error| vec![error])?;
    build::build(scene, info, settings)
}
