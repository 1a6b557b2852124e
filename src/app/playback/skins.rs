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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::character::skinning::{motions, skinned, Blend, Pose};
    use crate::character::sticks::BoneFrame;
    use crate::lab::Simulation;
    use crate::scene::Scene;
    use std::collections::BTreeMap;
    use std::sync::OnceLock;

    fn simulation(ragdoll: &str) -> Simulation {
        let text = format!(
            r#"{{"format": "ragdoll-scene", "version": 1, "ragdolls": [{{"id": 1, {ragdoll}}}]}}"#
        );
        let scene: Scene = serde_json::from_str(&text).unwrap();
        Simulation::new(&scene).unwrap()
    }

    fn dummy() -> Simulation {
        simulation(r#""figure": {"mx": {}}"#)
    }

    fn parts(simulation: &Simulation) -> Vec<Part> {
        let map = &simulation.map;
        parts_of(&map.ragdolls[0], map, simulation.world.model()).unwrap()
    }

    /// The figures of the papers, each with the volume of its body, dm³.
    const FIGURES: [(&str, [f32; 2]); 6] = [
        (r#"{"mx": {}}"#, [50.0, 85.0]),
        (r#"{"hitman": {}}"#, [40.0, 80.0]),
        (r#"{"thesis": {"body_type": "thin"}}"#, [15.0, 40.0]),
        (r#"{"thesis": {"arms": true}}"#, [40.0, 90.0]),
        (r#"{"thesis": {"body_type": "wide"}}"#, [250.0, 450.0]),
        (
            r#"{"thesis": {"build": "rigid", "arms": true}}"#,
            [40.0, 90.0],
        ),
    ];

    /// The bodies of these, made once.
    fn bodies() -> &'static [crate::character::Skin] {
        static MADE: OnceLock<Vec<crate::character::Skin>> = OnceLock::new();
        let body = |figure: &str| generate(&parts(&simulation(&format!(r#""figure": {figure}"#))));
        MADE.get_or_init(|| FIGURES.map(|(figure, _)| body(figure).unwrap()).to_vec())
    }

    #[test]
    fn bodies_are_closed_face_outward_and_get_rougher() {
        for ((figure, [least, most]), skin) in FIGURES.into_iter().zip(bodies()) {
            let sizes: Vec<usize> = skin
                .meshes
                .iter()
                .map(|mesh| mesh.triangles.len())
                .collect();
            assert!((3_000..=8_000).contains(&sizes[0]), "{figure} {sizes:?}");
            assert!(
                sizes.windows(2).all(|two| two[1] * 10 < two[0] * 7),
                "{figure} {sizes:?}"
            );
            for mesh in &skin.meshes {
                let volume = 1e3 * closed_volume(mesh);
                assert!((least..most).contains(&volume), "{figure}: {volume} dm³");
            }
        }
    }

    /// Volume of a mesh without open edges and with triangles that have an area, m³.
    fn closed_volume(mesh: &Mesh) -> f32 {
        // Vertices in one place are one corner of the surface.
        let place = |i: u16| {
            let at = mesh.vertices[usize::from(i)].position;
            at.to_array().map(|x| (x + 0.0).to_bits())
        };
        let mut sides = BTreeMap::new();
        let mut volume = 0.0;
        for triangle in &mesh.triangles {
            let [a, b, c] = mesh.corners(*triangle).unwrap().map(|v| v.position);
            let area = 0.5 * (b - a).cross(c - a).length();
            assert!(area > 1e-9, "{area} m² at {a} {b} {c}");
            volume += a.dot(b.cross(c)) / 6.0;
            let [p, q, r] = triangle.map(place);
            for edge in [(p, q), (q, r), (r, p)] {
                *sides.entry(edge).or_insert(0) += 1;
            }
        }
        for ((from, to), count) in &sides {
            assert_eq!(sides.get(&(*to, *from)), Some(count), "an open edge");
        }
        volume
    }

    #[test]
    fn every_vertex_has_weights_that_sum_to_one_and_stays_in_the_bind_pose() {
        for ((figure, _), skin) in FIGURES.into_iter().zip(bodies()) {
            let simulation = simulation(&format!(r#""figure": {figure}"#));
            let pose = |frame: BoneFrame| Pose {
                position: frame.position.as_vec3(),
                rotation: frame.orientation.as_quat(),
            };
            // Of a figure of particles the frames themselves are put to the test.
            let rig = simulation.map.ragdolls[0].rig.as_ref();
            let frames = rig
                .and_then(|rig| rig.frames(rig.start()))
                .unwrap_or_default();
            let poses: Vec<Pose> = frames.into_iter().map(pose).collect();
            let still = motions(&skin.bones, &poses);
            for mesh in &skin.meshes {
                for blend in [Blend::Linear, Blend::DualQuaternion] {
                    let places = skinned(mesh, &still, blend);
                    for (vertex, [place, _]) in mesh.vertices.iter().zip(places) {
                        let sum: f32 = vertex.weights.iter().sum();
                        assert!((sum - 1.0).abs() < 1e-6, "{sum}");
                        let bones = vertex.bones.map(usize::from);
                        assert!(bones.iter().all(|bone| *bone < skin.bones.len()));
                        assert!(place.abs_diff_eq(vertex.position, 1e-6), "{figure}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_same_parts_give_the_same_bits_and_are_made_once() {
        let dummy = dummy();
        let parts = parts(&dummy);
        let bits = |skin: &crate::character::Skin| {
            let vertices = skin.meshes.iter().flat_map(|mesh| &mesh.vertices);
            let places = vertices.flat_map(|v| (v.position + v.normal).to_array());
            places.map(f32::to_bits).collect::<Vec<_>>()
        };
        let [one, other] = [0, 1].map(|_| generate(&parts).unwrap());
        assert_eq!(bits(&one), bits(&other));
        assert_eq!(one, other);
        let skins = Skins::default();
        let (map, model) = (&dummy.map, dummy.world.model());
        let made = [0, 1].map(|_| skins.of(&map.ragdolls[0], map, model).unwrap());
        assert!(Arc::ptr_eq(&made[0], &made[1]));
    }

    /// The forearm turns by a right angle about its length; the hand goes with it.
    #[test]
    fn a_twisted_forearm_keeps_more_as_dual_quaternions() {
        let skin = generate(&parts(&dummy())).unwrap();
        let axis = ["l_lower_arm", "l_hand"].map(|name| {
            let bone = skin
                .bones
                .iter()
                .position(|bone| bone.name == name)
                .unwrap();
            (bone, skin.bones[bone].position)
        });
        let turn = glam::DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2).as_quat();
        let mut twisted = motions(&skin.bones, &[]);
        for (bone, through) in axis {
            twisted[bone].rotation = turn;
            twisted[bone].translation = through - turn * through;
        }
        let mesh = &skin.meshes[0];
        let volume = |motions: &[crate::character::skinning::Motion], blend| -> f32 {
            let places = skinned(mesh, motions, blend);
            let tetrahedron = |triangle: &[u16; 3]| {
                let [a, b, c] = triangle.map(|i| places[usize::from(i)][0]);
                a.dot(b.cross(c)) / 6.0
            };
            mesh.triangles.iter().map(tetrahedron).sum()
        };
        let whole = volume(&motions(&skin.bones, &[]), Blend::Linear);
        let lost = |blend| (whole - volume(&twisted, blend)) * 1e6;
        let (linear, dual) = (lost(Blend::Linear), lost(Blend::DualQuaternion));
        assert!(linear > 4.0 * dual.abs(), "{linear} cm³ and {dual} cm³");
    }

    #[test]
    fn a_wide_figure_has_more_of_its_body() {
        let depth = |ragdoll: &str| {
            let skin = generate(&parts(&simulation(ragdoll))).unwrap();
            let mut bones = skin.bones.iter();
            let chest = bones.position(|bone| bone.name == "upper_torso").unwrap();
            let own = skin.meshes[3].vertices.iter();
            let own = own.filter(|vertex| usize::from(vertex.bones[0]) == chest);
            own.map(|v| v.position.z.abs()).fold(0.0, f32::max)
        };
        let usual = depth(r#""figure": {"mx": {}}, "physique": {"height": 1}"#);
        let wide = depth(r#""figure": {"mx": {}}, "physique": {"girth": 1.3}"#);
        assert!(wide > 1.2 * usual, "{wide} {usual}");
        let [thin, medium, wide] = ["thin", "medium", "wide"].map(|kind| {
            depth(&format!(
                r#""figure": {{"thesis": {{"body_type": "{kind}"}}}}"#
            ))
        });
        assert!(
            medium > 1.4 * thin && wide > 2.0 * medium,
            "{thin} {medium} {wide}"
        );
    }
}
