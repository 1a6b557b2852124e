//! Where a mesh is when its bones have moved.
//!
//! The picture does this on the graphics card with dual quaternions; here it is done for
//! tests and for whoever needs the points themselves.

use super::skin::{Bone, Mesh, Vertex};
use glam::{Quat, Vec3, Vec4};

/// Where a bone is and how it is turned, bone to world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Origin of its frame, m.
    pub position: Vec3,
    /// Bone to world; unit.
    pub rotation: Quat,
}

/// How the motions of the bones of a vertex are mixed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Blend {
    /// The places to which each bone would move the vertex: limbs that twist lose girth.
    Linear,
    /// The rigid motions themselves, as dual quaternions (Kavan and others, 2007).
    #[default]
    DualQuaternion,
}

/// From the bind pose of a bone to where it is now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    /// Turn about the origin of the figure; unit.
    pub rotation: Quat,
    /// What is then added, m.
    pub translation: Vec3,
}

impl Motion {
    /// That of a bone.
    pub fn of(bone: &Bone, pose: Pose) -> Motion {
        let rotation = pose.rotation * bone.rotation.conjugate();
        Motion {
            rotation,
            translation: pose.position - rotation * bone.position,
        }
    }

    /// Where it moves a point, m.
    pub fn point(self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }
}

/// Motions of all bones; one that has no pose stays where it is.
pub fn motions(bones: &[Bone], poses: &[Pose]) -> Vec<Motion> {
    let bind = |bone: &Bone| Pose {
        position: bone.position,
        rotation: bone.rotation,
    };
    let bones = bones.iter().enumerate();
    bones
        .map(|(i, bone)| Motion::of(bone, poses.get(i).copied().unwrap_or(bind(bone))))
        .collect()
}

/// Place and normal of every vertex of a mesh, m.
pub fn skinned(mesh: &Mesh, motions: &[Motion], blend: Blend) -> Vec<[Vec3; 2]> {
    let moved = |vertex: &Vertex| match blend {
        Blend::Linear => linear(vertex, motions),
        Blend::DualQuaternion => dual_quaternion(vertex, motions),
    };
    mesh.vertices.iter().map(moved).collect()
}

/// Place and normal of every vertex, m, that lies between where two skeletons would move it:
/// `shares` says per bone how much of what it moves is where the first one has it (Gästrin,
/// section 2.2, mixed per vertex).
pub fn mixed(
    mesh: &Mesh,
    skeletons: [&[Motion]; 2],
    shares: &[f32],
    blend: Blend,
) -> Vec<[Vec3; 2]> {
    let [first, second] = skeletons.map(|motions| skinned(mesh, motions, blend));
    let places = first.into_iter().zip(second).zip(&mesh.vertices);
    let between = |(([a, a_normal], [b, b_normal]), vertex): (([Vec3; 2], [Vec3; 2]), &Vertex)| {
        let weights = vertex.bones.iter().zip(vertex.weights);
        let share = weights
            .map(|(bone, weight)| weight * shares.get(usize::from(*bone)).copied().unwrap_or(1.0));
        let share: f32 = share.sum();
        [
            b.lerp(a, share),
            b_normal.lerp(a_normal, share).normalize_or_zero(),
        ]
    };
    places.map(between).collect()
}

/// The motions that move a vertex, with their weights.
fn shares<'a>(
    vertex: &'a Vertex,
    motions: &'a [Motion],
) -> impl Iterator<Item = (f32, Motion)> + 'a {
    let pairs = vertex.bones.iter().zip(vertex.weights);
    let moving = pairs.filter(|(_, weight)| *weight > 0.0);
    moving.filter_map(|(bone, weight)| Some((weight, *motions.get(usize::from(*bone))?)))
}

fn linear(vertex: &Vertex, motions: &[Motion]) -> [Vec3; 2] {
    let (mut position, mut normal) = (Vec3::ZERO, Vec3::ZERO);
    for (weight, motion) in shares(vertex, motions) {
        position += motion.point(vertex.position) * weight;
        normal += motion.rotation * vertex.normal * weight;
    }
    [position, normal.normalize_or_zero()]
}

/// Kavan and others, algorithm 1.
fn dual_quaternion(vertex: &Vertex, motions: &[Motion]) -> [Vec3; 2] {
    let (mut real, mut dual) = (Vec4::ZERO, Vec4::ZERO);
    for (
        weight,
        Motion {
            rotation,
            translation,
        },
    ) in shares(vertex, motions)
    {
        let own = Vec4::from(rotation);
        // Of the two quaternions of a turn the one on the side of the others.
        let weight = if own.dot(real) < 0.0 { -weight } else { weight };
        real += own * weight;
        let moved = Quat::from_vec4(translation.extend(0.0)) * rotation;
        dual += Vec4::from(moved) * (0.5 * weight);
    }
    let length = real.length().max(f32::MIN_POSITIVE);
    let (real, dual) = (real / length, dual / length);
    let (turn, shift) = (real.truncate(), dual.truncate());
    let translation = 2.0 * (real.w * shift - dual.w * turn + turn.cross(shift));
    let rotation = Quat::from_vec4(real);
    [
        rotation * vertex.position + translation,
        rotation * vertex.normal,
    ]
}

#[cfg(test)]
mod tests {
    use super::super::skin::Dress;
    use super::*;
    use glam::DQuat;

    /// A tube along x from -1 to 1 with a radius of 0.1 and a bone for each half.
    fn tube() -> (Vec<Bone>, Mesh) {
        let bone = |name, x| Bone {
            name,
            parent: None,
            position: Vec3::X * x,
            rotation: Quat::IDENTITY,
        };
        let bones = vec![bone("left", -0.5), bone("right", 0.5)];
        const AROUND: usize = 48;
        const ALONG: usize = 80;
        let mut mesh = Mesh::default();
        let mut put = |position: Vec3, normal: Vec3| {
            let right = (position.x + 0.5).clamp(0.0, 1.0);
            mesh.vertices.push(Vertex {
                position,
                normal,
                bones: [0, 1, 0, 0],
                weights: [1.0 - right, right, 0.0, 0.0],
                dress: Dress::default(),
            });
        };
        for i in 0..=ALONG {
            let x = 2.0 * i as f32 / ALONG as f32 - 1.0;
            for side in 0..AROUND {
                let turn =
                    DQuat::from_rotation_x(side as f64 / AROUND as f64 * std::f64::consts::TAU);
                let normal = turn.as_quat() * Vec3::Y;
                put(Vec3::X * x + 0.1 * normal, normal);
            }
        }
        put(Vec3::NEG_X, Vec3::NEG_X);
        put(Vec3::X, Vec3::X);
        let at = |ring: usize, side: usize| (ring * AROUND + side % AROUND) as u16;
        let [left, right] = [0, 1].map(|end| ((ALONG + 1) * AROUND + end) as u16);
        for side in 0..AROUND {
            for ring in 0..ALONG {
                let [a, b] = [at(ring, side), at(ring, side + 1)];
                let [c, d] = [at(ring + 1, side), at(ring + 1, side + 1)];
                mesh.triangles.extend([[a, b, d], [a, d, c]]);
            }
            mesh.triangles.push([left, at(0, side + 1), at(0, side)]);
            mesh.triangles
                .push([right, at(ALONG, side), at(ALONG, side + 1)]);
        }
        (bones, mesh)
    }

    fn posed(bones: &[Bone], turns: [Quat; 2]) -> Vec<Motion> {
        let pose = |(bone, rotation): (&Bone, Quat)| Pose {
            position: rotation * bone.position,
            rotation,
        };
        let poses: Vec<Pose> = bones.iter().zip(turns).map(pose).collect();
        motions(bones, &poses)
    }

    fn volume(mesh: &Mesh, places: &[[Vec3; 2]]) -> f32 {
        let tetrahedron = |triangle: &[u16; 3]| {
            let [a, b, c] = triangle.map(|i| places[usize::from(i)][0]);
            a.dot(b.cross(c)) / 6.0
        };
        mesh.triangles.iter().map(tetrahedron).sum()
    }

    #[test]
    fn in_the_bind_pose_everything_stays_where_it_is() {
        let (bones, mesh) = tube();
        for blend in [Blend::Linear, Blend::DualQuaternion] {
            let places = skinned(&mesh, &motions(&bones, &[]), blend);
            for (vertex, [place, normal]) in mesh.vertices.iter().zip(places) {
                assert!(vertex.position.abs_diff_eq(place, 1e-6), "{blend:?}");
                assert!(vertex.normal.abs_diff_eq(normal, 1e-6), "{blend:?}");
            }
        }
    }

    #[test]
    fn a_vertex_of_one_bone_moves_rigidly_with_it() {
        let (bones, mut mesh) = tube();
        for vertex in &mut mesh.vertices {
            vertex.weights = [0.0, 1.0, 0.0, 0.0];
        }
        let pose = Pose {
            position: Vec3::new(3.0, -2.0, 1.0),
            rotation: DQuat::from_rotation_z(2.0).as_quat()
                * DQuat::from_rotation_y(-1.0).as_quat(),
        };
        let motions = motions(&bones, &[pose, pose]);
        for blend in [Blend::Linear, Blend::DualQuaternion] {
            for (vertex, [place, normal]) in
                mesh.vertices.iter().zip(skinned(&mesh, &motions, blend))
            {
                let rigid = pose.position + pose.rotation * (vertex.position - bones[1].position);
                assert!(rigid.abs_diff_eq(place, 1e-6), "{blend:?} {rigid} {place}");
                assert!((pose.rotation * vertex.normal).abs_diff_eq(normal, 1e-6));
            }
        }
    }

    /// Where two bones are turned against each other by an angle a and weigh the same, a blend
    /// of places has cos(a/2) of the radius; over the whole way between them it has lost
    /// a third of the area for a right angle. Rigid motions lose nothing but what the chords
    /// of the mesh cut off.
    #[test]
    fn a_twisted_limb_keeps_its_girth_as_dual_quaternions_alone() {
        let (bones, mesh) = tube();
        let whole = volume(&mesh, &skinned(&mesh, &motions(&bones, &[]), Blend::Linear));
        let twisted = posed(
            &bones,
            [
                Quat::IDENTITY,
                DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2).as_quat(),
            ],
        );
        let kept = |blend| volume(&mesh, &skinned(&mesh, &twisted, blend)) / whole;
        let (linear, dual) = (kept(Blend::Linear), kept(Blend::DualQuaternion));
        // 1 - 2 w (1 - w) (1 - cos a) over half of the tube: 5/6 of the whole.
        assert!((linear - 5.0 / 6.0).abs() < 2e-3, "{linear}");
        assert!((dual - 1.0).abs() < 2e-3, "{dual}");
    }

    #[test]
    fn between_two_skeletons_a_vertex_lies_on_the_line_between_them() {
        let (bones, mesh) = tube();
        let turn = DQuat::from_rotation_y(0.8).as_quat();
        let sides = [posed(&bones, [Quat::IDENTITY, turn]), motions(&bones, &[])];
        let [first, second] = sides
            .each_ref()
            .map(|m| skinned(&mesh, m, Blend::default()));
        let between = |shares: [f32; 2]| {
            let sides = [&sides[0][..], &sides[1][..]];
            mixed(&mesh, sides, &shares, Blend::default())
        };
        for (shares, whole) in [([1.0; 2], &first), ([0.0; 2], &second)] {
            for ([place, _], [expected, _]) in between(shares).iter().zip(whole) {
                assert!(place.distance(*expected) < 1e-6, "{place} {expected}");
            }
        }
        // A quarter of the right bone: what that moves alone lies a quarter of the way.
        let found = between([0.0, 0.25]);
        for (i, vertex) in mesh.vertices.iter().enumerate() {
            let way = first[i][0] - second[i][0];
            let expected = second[i][0] + 0.25 * vertex.weights[1] * way;
            assert!(found[i][0].distance(expected) < 1e-6, "{i}");
        }
    }

    #[test]
    fn both_quaternions_of_a_turn_are_the_same_pose() {
        let (bones, mesh) = tube();
        let turn = DQuat::from_rotation_z(0.7).as_quat();
        let [one, other] = [turn, -turn].map(|turn| {
            let motions = posed(&bones, [Quat::IDENTITY, turn]);
            skinned(&mesh, &motions, Blend::DualQuaternion)
        });
        for ([a, _], [b, _]) in one.iter().zip(other) {
            assert!(a.abs_diff_eq(b, 1e-6));
        }
    }
}
