//! The bodies of the ragdolls as they are drawn, made once for each build of a figure.

use super::character_skin::character_skin;
use crate::app::job::{Job, Progress};
use crate::character::generate::Part;
use crate::character::{generate, Bone, Dress, Mesh, Outfit, Vertex};
use crate::compile::{IdMap, RagdollMap};
use crate::exchange::dummy::parts_of;
use crate::physics::Model;
use crate::scene::{Character, Physique};
use crate::view::skin::{Skin, SkinVertex};
use macroquad::math::Vec3;
use std::cell::RefCell;
use std::sync::Arc;

/// So many builds of figures are remembered; while a person changes one there is a new one in
/// each frame.
const MOST_BUILDS: usize = 24;

/// Bodies that were made, by what they were made from.
#[derive(Default)]
pub struct Skins {
    made: RefCell<Vec<Made>>,
    /// What a thread makes. One at a time: each frame asks again for what it lacks.
    in_the_making: RefCell<Option<Making>>,
    /// Whether a person waits for the picture: then limbs are drawn until the body is there.
    hurries: bool,
}

/// The body that was made from something, if there is one for it.
type Made = (Origin, Option<Arc<FigureSkin>>);
/// The body that is being made from something.
type Making = (Origin, Job<Option<FigureSkin>>);

/// What a body is made from.
#[derive(Clone, PartialEq)]
enum Origin {
    /// The parts of a dummy.
    Parts(Vec<Part>),
    /// A model, in a build.
    Character(Character, Physique),
}

/// The body of a figure, and its bones in the bind pose.
#[derive(Debug)]
pub struct FigureSkin {
    /// The mesh as it is drawn.
    pub skin: Arc<Skin>,
    /// Its bones, in the order of [`RagdollMap::frames`].
    pub bones: Vec<Bone>,
    /// What it wears.
    pub outfit: Outfit,
}

impl Skins {
    /// The body of a ragdoll; none for a character that has no mesh, and none yet where a
    /// thread makes it.
    pub fn of(&self, ragdoll: &RagdollMap, map: &IdMap, model: &Model) -> Option<Arc<FigureSkin>> {
        let origin = origin_of(ragdoll, map, model)?;
        self.take_made();
        let made = self.made.borrow();
        if let Some((_, skin)) = made.iter().find(|(known, _)| *known == origin) {
            return skin.clone();
        }
        drop(made);
        if self.hurries && self.makes_beside(&origin) {
            return None;
        }
        self.make(origin)
    }

    /// Makes the bodies of all ragdolls, at once.
    pub fn make_all(&self, map: &IdMap, model: &Model) {
        for ragdoll in &map.ragdolls {
            let origin = origin_of(ragdoll, map, model);
            let is_known = |origin: &Origin| self.made.borrow().iter().any(|(o, _)| o == origin);
            if let Some(origin) = origin.filter(|origin| !is_known(origin)) {
                self.make(origin);
            }
        }
    }

    /// Lets threads make the bodies from now on.
    pub(super) fn hurry(&mut self) {
        self.hurries = true;
    }

    /// Goes on from those of another scene.
    pub(super) fn go_on_from(&mut self, before: Skins) {
        self.hurries = before.hurries;
        let mut made = before.made.into_inner();
        made.append(self.made.get_mut());
        made.drain(..made.len().saturating_sub(MOST_BUILDS));
        self.made = RefCell::new(made);
    }

    /// Whether a body is being made that is drawn when it is there.
    pub(super) fn is_making(&self) -> bool {
        self.take_made();
        self.in_the_making.borrow().is_some()
    }

    fn make(&self, origin: Origin) -> Option<Arc<FigureSkin>> {
        let skin = skin_of(&origin);
        self.keep(origin, skin)
    }

    fn keep(&self, origin: Origin, skin: Option<FigureSkin>) -> Option<Arc<FigureSkin>> {
        let mut made = self.made.borrow_mut();
        if made.len() >= MOST_BUILDS {
            made.remove(0);
        }
        let skin = skin.map(Arc::new);
        made.push((origin, skin.clone()));
        skin
    }

    /// Lets a thread make a body unless one makes another; false if there is no thread.
    fn makes_beside(&self, origin: &Origin) -> bool {
        let mut making = self.in_the_making.borrow_mut();
        if making.is_some() {
            return true;
        }
        let wanted = origin.clone();
        let job = Job::start("body", move |_| skin_of(&wanted));
        *making = job.ok().map(|job| (origin.clone(), job));
        making.is_some()
    }

    /// Takes over what a thread has made.
    fn take_made(&self) {
        let mut making = self.in_the_making.borrow_mut();
        let Some((origin, job)) = making.take() else {
            return;
        };
        match job.poll() {
            Progress::Working => *making = Some((origin, job)),
            Progress::Done(skin) => drop(self.keep(origin, skin)),
            Progress::Failed => drop(self.keep(origin, None)),
        }
    }
}

fn origin_of(ragdoll: &RagdollMap, map: &IdMap, model: &Model) -> Option<Origin> {
    Some(match &ragdoll.character {
        Some((character, physique)) => Origin::Character(character.clone(), *physique),
        None => Origin::Parts(parts_of(ragdoll, map, model)?),
    })
}

fn skin_of(origin: &Origin) -> Option<FigureSkin> {
    match origin {
        Origin::Parts(parts) => figure_skin(parts),
        Origin::Character(character, physique) => character_skin(character, *physique),
    }
}

fn figure_skin(parts: &[Part]) -> Option<FigureSkin> {
    let made = generate(parts)?;
    let levels = made.meshes.into_iter().map(level_of);
    Some(FigureSkin {
        skin: Arc::new(Skin::new(made.bones.len(), levels, None)),
        bones: made.bones,
        outfit: made.outfit,
    })
}

fn level_of(mesh: Mesh) -> (Vec<SkinVertex>, Vec<[u16; 3]>) {
    let vertices = mesh.vertices.iter().map(vertex_of);
    (vertices.collect(), mesh.triangles)
}

fn vertex_of(vertex: &Vertex) -> SkinVertex {
    let Dress {
        edge,
        half_width,
        is_dark,
        mark: [u, v],
        is_marked,
    } = vertex.dress;
    SkinVertex {
        position: Vec3::from_array(vertex.position.to_array()),
        normal: Vec3::from_array(vertex.normal.to_array()),
        bones: vertex.bones,
        weights: vertex.weights,
        mark: [edge, u, v, is_marked],
        band: [half_width, is_dark],
    }
}
