//! The bodies that figures have: closed, heavy where the figure is, and made once.

use ragdoll_lab::app::playback::Skins;
use ragdoll_lab::character::generate::Part;
use ragdoll_lab::character::skinning::{motions, skinned, Blend, Motion, Pose};
use ragdoll_lab::character::sticks::BoneFrame;
use ragdoll_lab::character::{generate, Mesh, Skin};
use ragdoll_lab::exchange::dummy::parts_of;
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::scene::Scene;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

fn simulation(ragdoll: &str) -> Simulation {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 2, "ragdolls": [{{"id": 1, {ragdoll}}}]}}"#
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
fn bodies() -> &'static [Skin] {
    static MADE: OnceLock<Vec<Skin>> = OnceLock::new();
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
    let bits = |skin: &Skin| {
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
    let volume = |motions: &[Motion], blend| -> f32 {
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
    let size = |ragdoll: &str, axis: usize| {
        let skin = generate(&parts(&simulation(ragdoll))).unwrap();
        let mut bones = skin.bones.iter();
        let chest = bones.position(|bone| bone.name == "upper_torso").unwrap();
        let own = skin.meshes[3].vertices.iter();
        let own = own.filter(|vertex| usize::from(vertex.bones[0]) == chest);
        own.map(|v| v.position.to_array()[axis].abs())
            .fold(0.0, f32::max)
    };
    // In breadth more than in depth: it lies like a body and not like a barrel.
    for (axis, grown) in [(0, 1.1..1.35), (2, 1.05..1.2)] {
        let usual = size(r#""figure": {"mx": {}}, "physique": {"height": 1}"#, axis);
        let wide = size(r#""figure": {"mx": {}}, "physique": {"girth": 1.3}"#, axis);
        assert!(grown.contains(&(wide / usual)), "{axis}: {wide} {usual}");
    }
    let [thin, medium, wide] = ["thin", "medium", "wide"].map(|kind| {
        let figure = format!(r#""figure": {{"thesis": {{"body_type": "{kind}"}}}}"#);
        size(&figure, 2)
    });
    assert!(
        medium > 1.4 * thin && wide > 2.0 * medium,
        "{thin} {medium} {wide}"
    );
}
