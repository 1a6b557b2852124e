//! Convex shapes against closed forms and against support functions written anew.

use glam::{DQuat, DVec3};
use ragdoll_lab::physics::convex::{
    bounds, distance, distance_to_plane, manifold, manifold_with_plane, Hull, Manifold, Meeting,
    Posed, TriangleMesh,
};
use ragdoll_lab::physics::random::SplitMix64;
use ragdoll_lab::physics::{Convex, Core, Pose};
use std::sync::Arc;

/// What is random, the same on every run.
struct Random(SplitMix64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    fn unit(&mut self) -> f64 {
        self.0.unit()
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0.between(low, high)
    }

    fn vector(&mut self, reach: f64) -> DVec3 {
        DVec3::new(
            self.between(-reach, reach),
            self.between(-reach, reach),
            self.between(-reach, reach),
        )
    }

    fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.vector(1.0);
            if v.length() > 0.1 && v.length() < 1.0 {
                return v.normalize();
            }
        }
    }

    fn pose(&mut self, reach: f64) -> Pose {
        let (axis, angle) = (self.direction(), self.between(0.0, 6.3));
        Pose {
            position: self.vector(reach),
            orientation: DQuat::from_axis_angle(axis, angle),
        }
    }

    fn half(&mut self) -> DVec3 {
        DVec3::new(
            self.between(0.1, 0.6),
            self.between(0.1, 0.6),
            self.between(0.1, 0.6),
        )
    }

    fn core(&mut self, kind: usize) -> Core {
        match kind {
            0 => Core::Point,
            1 => Core::Segment(self.vector(0.6)),
            2 => Core::Cuboid(self.half()),
            3 => Core::Wedge(self.half()),
            4 => Core::Triangle([self.vector(0.7), self.vector(0.7), self.vector(0.7)]),
            5 => Core::Cylinder {
                half_axis: self.direction() * self.between(0.1, 0.6),
                radius: self.between(0.05, 0.4),
            },
            _ => {
                let count = self.between(4.0, 30.0) as usize;
                let points: Vec<DVec3> = (0..count).map(|_| self.vector(0.5)).collect();
                Core::Hull(Arc::new(
                    Hull::of(&points).unwrap_or_else(|_| panic!("{points:?}")),
                ))
            }
        }
    }
}

const KINDS: usize = 7;

fn sharp(core: Core) -> Convex {
    Convex { core, radius: 0.0 }
}

fn at(position: DVec3) -> Pose {
    Pose {
        position,
        orientation: DQuat::IDENTITY,
    }
}

/// Greatest coordinate along `direction`, not as the library works it out.
fn reach(shape: &Convex, pose: &Pose, direction: DVec3) -> f64 {
    let d = pose.orientation.conjugate() * direction;
    let farthest = |corners: &[DVec3]| {
        corners
            .iter()
            .map(|c| c.dot(d))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let core = match &shape.core {
        Core::Point => 0.0,
        &Core::Segment(h) => farthest(&[h, -h]),
        &Core::Cuboid(h) => (h * d).abs().element_sum(),
        &Core::Wedge(h) => {
            let [p, q] = [DVec3::new(1.0, -1.0, -1.0), DVec3::new(1.0, -1.0, 1.0)];
            let mirrored = |v: DVec3| [v * h, v * h * DVec3::new(-1.0, 1.0, 1.0)];
            let [a, b] = mirrored(p);
            let [c, e] = mirrored(q);
            let [f, g] = mirrored(DVec3::ONE);
            farthest(&[a, b, c, e, f, g])
        }
        Core::Triangle(corners) => farthest(corners),
        Core::Hull(hull) => farthest(hull.corners()),
        Core::Cylinder { half_axis, radius } => {
            half_axis.dot(d).abs() + *radius * half_axis.normalize().cross(d).length()
        }
    };
    core + shape.radius + pose.position.dot(direction)
}

fn gap_along(a: (&Convex, &Pose), b: (&Convex, &Pose), n: DVec3) -> f64 {
    -reach(a.0, a.1, -n) - reach(b.0, b.1, n)
}

/// Largest separation over all directions, by climbing from many.
fn searched(a: (&Convex, &Pose), b: (&Convex, &Pose), random: &mut Random) -> f64 {
    let mut starts: Vec<(f64, DVec3)> = (0..1000)
        .map(|_| random.direction())
        .map(|n| (gap_along(a, b, n), n))
        .collect();
    starts.sort_by(|p, q| q.0.total_cmp(&p.0));
    let mut best = f64::NEG_INFINITY;
    for &(start, direction) in &starts[..4] {
        let (mut gap, mut n, mut step) = (start, direction, 0.1);
        while step > 1e-7 {
            let mut gained = false;
            for _ in 0..8 {
                let tried = (n + random.direction() * step).normalize();
                let found = gap_along(a, b, tried);
                if found > gap {
                    (gap, n, gained) = (found, tried, true);
                }
            }
            if !gained {
                step *= 0.6;
            }
        }
        best = best.max(gap);
    }
    best
}

fn wide(a: &Convex, pose_a: &Pose, b: &Convex, pose_b: &Pose) -> Manifold {
    let found = manifold(a, pose_a, b, pose_b, 1e9);
    found.unwrap_or_else(|| unreachable!("any distance is within this margin"))
}

fn deepest(m: &Manifold, a: &Convex, b: &Convex) -> f64 {
    let gaps = m.points().iter().map(|p| m.core_gap(p));
    gaps.fold(f64::INFINITY, f64::min) - a.radius - b.radius
}

#[test]
fn distance_is_the_largest_separation_of_any_direction() {
    let mut random = Random::new(1);
    for i in 0..KINDS {
        for j in 0..KINDS {
            for round in 0..120 {
                let (a, b) = (sharp(random.core(i)), sharp(random.core(j)));
                let spread = if round % 2 == 0 { 0.15 } else { 0.8 };
                let (pose_a, pose_b) = (random.pose(spread), random.pose(spread));
                let found = distance(&a, &pose_a, &b, &pose_b);
                let (one, other) = ((&a, &pose_a), (&b, &pose_b));
                let best = searched(one, other, &mut random);
                let curved = i == 5 || j == 5;
                let tolerance = if curved { 1e-6 } else { 1e-9 };
                // The search can only fall short.
                assert!(
                    found > best - tolerance,
                    "{i} {j} {round}: {found} < {best}"
                );
                let normal = wide(&a, &pose_a, &b, &pose_b).normal;
                let along = gap_along(one, other, normal);
                assert!((along - found).abs() < 1e-9, "{i} {j}: {along} {found}");
                assert!((normal.length() - 1.0).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn distance_agrees_with_nearest_points_of_separate_cores() {
    // Both ways round: a pair of points bounds it from above, a direction from below.
    let mut random = Random::new(2);
    for round in 0..20_000 {
        let (i, j) = (round % KINDS, round / KINDS % KINDS);
        let (a, b) = (sharp(random.core(i)), sharp(random.core(j)));
        let (pose_a, pose_b) = (random.pose(1.5), random.pose(1.5));
        let found = distance(&a, &pose_a, &b, &pose_b);
        if found <= 0.0 {
            continue;
        }
        let m = wide(&a, &pose_a, &b, &pose_b);
        let apart = m.points().iter().map(|p| (p.core_a - p.core_b).length());
        let nearest = apart.fold(f64::INFINITY, f64::min);
        // Nearly parallel edges meet in points a little to the side.
        assert!(nearest - found < 1e-3, "{i} {j}: {nearest} {found}");
        let backwards = distance(&b, &pose_b, &a, &pose_a);
        let tolerance = if i == 5 || j == 5 { 1e-6 } else { 1e-9 };
        assert!(
            (found - backwards).abs() < tolerance,
            "{i} {j}: {found} {backwards}"
        );
    }
}

#[test]
fn both_orders_agree_and_the_depth_parts_the_shapes() {
    let mut random = Random::new(3);
    for round in 0..20_000 {
        let (i, j) = (round % KINDS, round / KINDS % KINDS);
        let (a, b) = (sharp(random.core(i)), sharp(random.core(j)));
        let (pose_a, pose_b) = (random.pose(0.4), random.pose(0.4));
        let found = distance(&a, &pose_a, &b, &pose_b);
        let backwards = distance(&b, &pose_b, &a, &pose_a);
        let tolerance = if i == 5 || j == 5 { 1e-6 } else { 1e-9 };
        assert!(
            (found - backwards).abs() < tolerance,
            "{i} {j}: {found} {backwards}"
        );
        if found < 0.0 {
            let normal = wide(&a, &pose_a, &b, &pose_b).normal;
            let moved = Pose {
                position: pose_a.position - normal * found,
                ..pose_a
            };
            let left = distance(&a, &moved, &b, &pose_b);
            assert!(
                left.abs() < 2.0 * tolerance,
                "{i} {j}: {found} leaves {left}"
            );
        }
    }
}

#[test]
fn points_of_a_patch_keep_the_promises() {
    let mut random = Random::new(4);
    let without_hull = KINDS - 1;
    for round in 0..30_000 {
        let (i, j) = match round {
            ..20_000 => (round % without_hull, round / without_hull % without_hull),
            _ if round % 2 == 0 => (without_hull, round / 2 % KINDS),
            _ => (round / 2 % KINDS, without_hull),
        };
        let mut round_shape = |kind| Convex {
            core: random.core(kind),
            radius: if round % 3 == 0 { 0.0 } else { 0.1 },
        };
        let (a, b) = (round_shape(i), round_shape(j));
        let (pose_a, pose_b) = (random.pose(0.8), random.pose(0.8));
        let margin = 0.05;
        let gap = distance(&a, &pose_a, &b, &pose_b);
        let Some(m) = manifold(&a, &pose_a, &b, &pose_b, margin) else {
            assert!(gap > margin - 1e-6, "{i} {j}: none at {gap}");
            continue;
        };
        assert!(gap <= margin + 1e-9, "{i} {j}");
        let least = deepest(&m, &a, &b);
        assert!((least - gap).abs() < 3e-5, "{i} {j}: {least} {gap}");
        let features: Vec<u32> = m.points().iter().map(|p| p.feature).collect();
        assert!(features.is_sorted() && !features.is_empty());
        for p in m.points() {
            assert!(m.core_gap(p) - a.radius - b.radius <= margin);
            // On or in the core: within its reach along every direction.
            for _ in 0..10 {
                let n = random.direction();
                assert!(p.core_a.dot(n) <= reach(&sharp(a.core.clone()), &pose_a, n) + 2e-3);
                let over = p.core_b.dot(n) - reach(&sharp(b.core.clone()), &pose_b, n);
                assert!(over < 2e-3, "{i} {j} {over} {a:?} {b:?} {m:?} {gap}");
            }
        }
    }
}

#[test]
fn the_distance_changes_no_faster_than_the_shapes_move() {
    let mut random = Random::new(5);
    for round in 0..2_000 {
        let (i, j) = (round % KINDS, round / KINDS % KINDS);
        let (a, b) = (sharp(random.core(i)), sharp(random.core(j)));
        let (mut pose, other) = (random.pose(1.5), random.pose(0.1));
        let step = random.direction() * 0.01;
        let mut last = distance(&a, &pose, &b, &other);
        for _ in 0..50 {
            pose.position += step;
            let next = distance(&a, &pose, &b, &other);
            assert!((next - last).abs() < 0.01 + 1e-6, "{i} {j}: {last} {next}");
            last = next;
        }
    }
}

#[test]
fn planes_and_boxes_follow_the_support() {
    let mut random = Random::new(6);
    for round in 0..6_000 {
        let a = Convex {
            core: random.core(round % KINDS),
            radius: 0.02,
        };
        let (pose, plane) = (random.pose(0.5), random.pose(0.3));
        let n = plane.orientation * DVec3::Y;
        let expected = -reach(&a, &pose, -n) - plane.position.dot(n);
        let gap = distance_to_plane(&a, &pose, &plane);
        assert!((gap - expected).abs() < 1e-12);
        if let Some(m) = manifold_with_plane(&Posed::new(&a, &pose), &plane, 0.1) {
            let least = deepest(&m, &a, &sharp(Core::Point));
            assert!((least - gap).abs() < 1e-6, "{least} {gap}");
            for p in m.points() {
                assert!((p.core_b - plane.position).dot(n).abs() < 1e-12);
            }
        } else {
            assert!(gap > 0.1);
        }
        let (low, high) = bounds(&a, &pose);
        for (axis, low, high) in [
            (DVec3::X, low.x, high.x),
            (DVec3::Y, low.y, high.y),
            (DVec3::Z, low.z, high.z),
        ] {
            assert!((high - reach(&a, &pose, axis)).abs() < 1e-12);
            assert!((low + reach(&a, &pose, -axis)).abs() < 1e-12);
        }
    }
}

fn cylinder(half: f64, radius: f64) -> Convex {
    sharp(Core::Cylinder {
        half_axis: DVec3::Y * half,
        radius,
    })
}

/// A prism along y with a corner of its thirty-gon at +x.
fn prism(half: f64, radius: f64) -> Convex {
    let corner = |i: u32| {
        let angle = f64::from(i) / 30.0 * std::f64::consts::TAU;
        let (sine, cosine) = angle.sin_cos();
        [-half, half].map(|y| DVec3::new(radius * cosine, y, radius * sine))
    };
    let points: Vec<DVec3> = (0..30).flat_map(corner).collect();
    sharp(Core::Hull(Arc::new(Hull::of(&points).unwrap())))
}

#[test]
fn bodies_stand_on_as_many_points_as_they_need() {
    let floor = sharp(Core::Cuboid(DVec3::new(2.0, 0.5, 2.0)));
    let under = at(DVec3::Y * -0.5);
    let lying = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
    let rounded = Convex {
        core: Core::Cuboid(DVec3::new(0.06, 0.03, 0.0)),
        radius: 0.11,
    };
    let capsule = Convex {
        core: Core::Segment(DVec3::X * 0.3),
        radius: 0.1,
    };
    let flat = DQuat::from_rotation_x(-std::f64::consts::FRAC_PI_2);
    let cases = [
        (Convex::sphere(0.1), DQuat::IDENTITY, 0.1, 1),
        (capsule.clone(), DQuat::IDENTITY, 0.1, 2),
        (prism(0.3, 0.1), DQuat::IDENTITY, 0.3, 4),
        (prism(0.3, 0.1), lying, 0.1, 4),
        (
            sharp(Core::Cuboid(DVec3::splat(0.2))),
            DQuat::IDENTITY,
            0.2,
            4,
        ),
        (cylinder(0.3, 0.1), DQuat::IDENTITY, 0.3, 4),
        (cylinder(0.3, 0.1), lying, 0.1, 2),
        (rounded, flat, 0.11, 4),
        (
            sharp(Core::Wedge(DVec3::splat(0.2))),
            DQuat::IDENTITY,
            0.2,
            4,
        ),
    ];
    for (shape, orientation, height, count) in cases {
        for lift in [-1e-3, 0.0, 1e-3] {
            let pose = Pose {
                position: DVec3::new(0.03, height + lift, -0.02),
                orientation,
            };
            for m in [
                manifold_with_plane(&Posed::new(&shape, &pose), &at(DVec3::ZERO), 0.02),
                manifold(&shape, &pose, &floor, &under, 0.02),
            ] {
                let m = m.unwrap();
                assert_eq!(m.points().len(), count, "{shape:?} {lift}");
                assert!(
                    (m.normal - DVec3::Y).length() < 1e-9,
                    "{shape:?} {lift} {}",
                    m.normal
                );
                assert!((deepest(&m, &shape, &floor) - lift).abs() < 1e-9);
            }
        }
    }
    let above = Pose {
        position: DVec3::new(0.1, 0.19, 0.0),
        orientation: DQuat::IDENTITY,
    };
    let m = manifold(&capsule, &above, &capsule, &at(DVec3::ZERO), 0.02).unwrap();
    assert_eq!(m.points().len(), 2);
    assert!((m.points()[0].core_a - m.points()[1].core_a).length() > 0.45);
}

#[test]
fn features_outlast_small_motions() {
    let mut random = Random::new(7);
    let lying = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
    let floor = sharp(Core::Cuboid(DVec3::new(2.0, 0.5, 2.0)));
    let small = sharp(Core::Cuboid(DVec3::splat(0.25)));
    let capsule = Convex {
        core: Core::Segment(DVec3::X * 0.3),
        radius: 0.1,
    };
    let cases = [
        (small.clone(), DQuat::IDENTITY, 0.2499, &floor, -0.5),
        (small.clone(), DQuat::IDENTITY, 0.4999, &small, 0.0),
        (
            small.clone(),
            DQuat::from_rotation_y(0.4),
            0.4999,
            &small,
            0.0,
        ),
        (
            small.clone(),
            DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4),
            0.4999,
            &small,
            0.0,
        ),
        (cylinder(0.3, 0.1), DQuat::IDENTITY, 0.2999, &floor, -0.5),
        (cylinder(0.3, 0.1), lying, 0.0999, &floor, -0.5),
        (prism(0.3, 0.1), DQuat::IDENTITY, 0.2999, &floor, -0.5),
        (capsule.clone(), DQuat::IDENTITY, 0.0999, &floor, -0.5),
        (capsule.clone(), DQuat::IDENTITY, 0.1999, &capsule, 0.0),
    ];
    for (index, (shape, orientation, height, ground, depth)) in cases.into_iter().enumerate() {
        let mut seen: Option<Vec<u32>> = None;
        for _ in 0..200 {
            let pose = Pose {
                position: DVec3::Y * height + random.vector(1e-6),
                orientation: DQuat::from_scaled_axis(random.vector(1e-6)) * orientation,
            };
            let m = manifold(&shape, &pose, ground, &at(DVec3::Y * depth), 0.02).unwrap();
            let features: Vec<u32> = m.points().iter().map(|p| p.feature).collect();
            assert!(
                (m.normal - DVec3::Y).length() < 1e-4,
                "{index} {}",
                m.normal
            );
            assert_eq!(*seen.get_or_insert(features.clone()), features, "{index}");
        }
    }
}

#[test]
fn a_rocking_cylinder_keeps_its_deepest_point() {
    let can = cylinder(0.3, 0.1);
    let mut last: Option<DVec3> = None;
    for step in -3000..3000i32 {
        let tilt = f64::from(step) * 1e-5;
        let pose = Pose {
            position: DVec3::Y * 0.3,
            orientation: DQuat::from_axis_angle(DVec3::new(0.3, 0.0, 0.8).normalize(), tilt),
        };
        let m = manifold_with_plane(&Posed::new(&can, &pose), &at(DVec3::ZERO), 0.02).unwrap();
        assert!(m.points().len() >= 3);
        let gap = distance_to_plane(&can, &pose, &at(DVec3::ZERO));
        assert!((deepest(&m, &can, &can) - gap).abs() < 5e-6);
        // The load stays inside the points: they surround the axis.
        let middle = m.points().iter().map(|p| p.core_b).sum::<DVec3>() / m.points().len() as f64;
        if let Some(last) = last {
            assert!((middle - last).length() < 0.06, "{step}: {last} {middle}");
        }
        last = Some(middle);
    }
}

#[test]
fn degenerate_shapes_give_numbers() {
    let mut random = Random::new(8);
    for size in [1e-3, 1.0, 1e3] {
        let line = DVec3::X * size;
        let cores = [
            Core::Point,
            Core::Segment(DVec3::ZERO),
            Core::Segment(line),
            Core::Cuboid(DVec3::ZERO),
            Core::Cuboid(line),
            Core::Cuboid(DVec3::new(size, 0.0, size)),
            Core::Cuboid(DVec3::splat(size)),
            Core::Wedge(DVec3::ZERO),
            Core::Wedge(DVec3::new(size, 0.0, size)),
            Core::Wedge(DVec3::splat(size)),
            Core::Triangle([DVec3::ZERO; 3]),
            Core::Triangle([line, DVec3::ZERO, -line]),
            Core::Triangle([line, DVec3::Y * size, -line]),
            Core::Cylinder {
                half_axis: DVec3::ZERO,
                radius: 0.0,
            },
            Core::Cylinder {
                half_axis: DVec3::ZERO,
                radius: size,
            },
            Core::Cylinder {
                half_axis: line,
                radius: 0.0,
            },
            Core::Cylinder {
                half_axis: line,
                radius: size,
            },
        ];
        for a in &cores {
            for b in &cores {
                for offset in [
                    DVec3::ZERO,
                    line,
                    line * 2.0,
                    DVec3::Y * size,
                    random.vector(3.0 * size),
                ] {
                    let poses = [
                        at(offset),
                        Pose {
                            position: offset,
                            ..random.pose(1.0)
                        },
                    ];
                    for pose in poses {
                        let (a, b) = (
                            Convex {
                                core: a.clone(),
                                radius: 0.01 * size,
                            },
                            sharp(b.clone()),
                        );
                        let gap = distance(&a, &pose, &b, &at(DVec3::ZERO));
                        assert!(gap.is_finite(), "{a:?} {b:?} {offset}");
                        let m = wide(&a, &pose, &b, &at(DVec3::ZERO));
                        assert!(
                            (m.normal.length() - 1.0).abs() < 1e-9,
                            "{a:?} {b:?} {offset}"
                        );
                        assert!(!m.points().is_empty());
                        for p in m.points() {
                            assert!(p.core_a.is_finite() && p.core_b.is_finite(), "{a:?} {b:?}");
                        }
                        let least = deepest(&m, &a, &b);
                        assert!(
                            (least - gap).abs() < 1e-4 * size,
                            "{a:?} {b:?} {pose:?}: {least} {gap}"
                        );
                        assert!(wide(&a, &pose, &b, &pose).normal.is_finite());
                    }
                }
            }
        }
    }
}

/// A square floor with its diagonal, in the xz plane, from −1 to 1.
fn floor_mesh() -> TriangleMesh {
    let corner = |x: f64, z: f64| DVec3::new(x, 0.0, z);
    let vertices = vec![
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    TriangleMesh::new(&vertices, &[[0, 2, 1], [0, 3, 2], [0, 9, 1]])
}

#[test]
fn what_is_clear_along_the_line_of_places_is_far() {
    let mut random = Random::new(31);
    let (mut clear, mut far) = (0, 0);
    for round in 0..40_000 {
        let mut shape = |kind| Convex {
            core: random.core(kind % KINDS),
            radius: 0.05 * (kind % 3) as f64,
        };
        let (mut a, mut b) = (shape(round), shape(round / KINDS));
        // A triangle far from the origin of its mesh.
        let away = DVec3::new(1000.0, -3.0, 20.0);
        let (mut pose_a, mut pose_b) = (random.pose(1.5), random.pose(1.5));
        for (shape, pose) in [(&mut a, &mut pose_a), (&mut b, &mut pose_b)] {
            if let (Core::Triangle(corners), 0) = (&mut shape.core, round % 2) {
                *corners = corners.map(|corner| corner + away);
                pose.position -= pose.orientation * away;
            }
        }
        if round % 100 == 0 {
            pose_b.position = pose_a.position;
        }
        let cutoff = random.between(0.0, 0.5);
        let apart = distance(&a, &pose_a, &b, &pose_b);
        far += usize::from(apart > cutoff);
        if Posed::new(&a, &pose_a).gap_along_centres(&Posed::new(&b, &pose_b)) > cutoff {
            clear += 1;
            assert!(
                apart > cutoff - 1e-5,
                "{round}: {apart} m, cutoff {cutoff} m"
            );
        }
    }
    assert!(
        2 * clear > far,
        "{clear} of {far} told by the line of places"
    );
}

/// Contact patch with a triangle of a mesh, within 2 cm.
fn with_triangle(mesh: &TriangleMesh, index: usize, place: &Pose, a: &Posed) -> Option<Manifold> {
    let triangle = Posed::new(&mesh.triangle(index), place);
    mesh.manifold(index, place, &Meeting::new(a, &triangle, 0.02), 0.02)
}

#[test]
fn nothing_catches_on_the_inner_edge_of_a_floor() {
    let mesh = floor_mesh();
    assert_eq!(mesh.triangle_count(), 2);
    let mut random = Random::new(9);
    let ground = at(DVec3::new(3.0, 1.0, -2.0));
    for round in 0..4_000 {
        let a = Convex {
            core: random.core(round % KINDS),
            radius: 0.05,
        };
        let mut pose = random.pose(0.0);
        let low = -bounds(&a, &pose).0.y;
        let reach = a.bounding_radius();
        if reach > 0.95 {
            continue;
        }
        let place = random.vector(1.0 - reach);
        let height = low + random.between(-0.004, 0.01);
        pose.position = ground.position + DVec3::new(place.x, height, place.z);
        let mut touched = 0;
        for index in 0..2 {
            if let Some(m) = with_triangle(&mesh, index, &ground, &Posed::new(&a, &pose)) {
                assert!(
                    (m.normal - DVec3::Y).length() < 1e-9,
                    "{round} {a:?}: {}",
                    m.normal
                );
                touched += m.points().len();
            }
        }
        assert!(touched > 0, "{round}");
    }
    // The rim of the floor is felt.
    let ball = Convex::sphere(0.1);
    let beside = at(ground.position + DVec3::new(1.05, 0.05, 0.5));
    let m = (0..2)
        .find_map(|i| with_triangle(&mesh, i, &ground, &Posed::new(&ball, &beside)))
        .unwrap();
    assert!((m.normal - DVec3::new(1.0, 1.0, 0.0).normalize()).length() < 1e-9);
}

#[test]
fn the_tree_finds_what_a_search_of_all_finds() {
    let mut random = Random::new(10);
    let vertices: Vec<DVec3> = (0..300).map(|_| random.vector(5.0)).collect();
    let triangles: Vec<[u32; 3]> = (0..500)
        .map(|_| [0; 3].map(|_: u32| (random.unit() * 300.0) as u32))
        .collect();
    let mesh = TriangleMesh::new(&vertices, &triangles);
    for _ in 0..500 {
        let (low, size) = (random.vector(5.0), random.vector(2.0).abs());
        let high = low + size;
        let mut found = Vec::new();
        mesh.query(low, high, |index| found.push(index));
        found.sort_unstable();
        let meets = |index: &usize| {
            let (least, most) = bounds(&mesh.triangle(*index), &at(DVec3::ZERO));
            least.cmple(high + 1e-12).all() && low.cmple(most + 1e-12).all()
        };
        let all: Vec<usize> = (0..mesh.triangle_count()).filter(meets).collect();
        assert_eq!(found, all);
    }
    TriangleMesh::new(&[], &[]).query(DVec3::ZERO, DVec3::ONE, |_| unreachable!());
}
