//! Mass, centre and inertia of closed meshes, of points and of compounds against closed forms.

use glam::{DMat3, DQuat, DVec3};
use ragdoll_lab::physics::convex::{solid_of, Flaw, MassProperties};
use std::f64::consts::PI;

/// Vertices and triangles of a closed mesh.
type Lists = (Vec<DVec3>, Vec<[u32; 3]>);

/// A surface over a rectangle of two parameters in whole turns or between two poles.
fn wrapped(rings: u32, segments: u32, closed: bool, place: impl Fn(f64, f64) -> DVec3) -> Lists {
    let mut vertices = Vec::new();
    let rows = if closed { rings } else { rings + 1 };
    for i in 0..rows {
        for j in 0..segments {
            let turn = |k: u32, count: u32| f64::from(k) / f64::from(count);
            vertices.push(place(turn(i, rings), turn(j, segments)));
        }
    }
    let at = |i: u32, j: u32| (i % rows) * segments + j % segments;
    let mut triangles = Vec::new();
    for i in 0..rings {
        for j in 0..segments {
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            let has_area = |t: &[u32; 3]| {
                let [p, q, r] = t.map(|k| vertices[k as usize]);
                (q - p).cross(r - p).length() > 1e-12
            };
            triangles.extend([[a, c, b], [a, d, c]].into_iter().filter(has_area));
        }
    }
    (vertices, triangles)
}

fn turned(longitude: f64) -> (f64, f64) {
    (
        libm::cos(2.0 * PI * longitude),
        libm::sin(2.0 * PI * longitude),
    )
}

fn sphere(radius: f64, n: u32) -> Lists {
    let (mut vertices, triangles) = wrapped(n, 2 * n, false, |latitude, longitude| {
        let (c, s) = turned(longitude);
        let (up, out) = (libm::cos(PI * latitude), libm::sin(PI * latitude));
        DVec3::new(out * s, up, out * c) * radius
    });
    // The poles are points, without the rounding of a sine.
    for vertex in &mut vertices {
        if vertex.y.abs() > radius * (1.0 - 1e-12) {
            *vertex = DVec3::Y * vertex.y.signum() * radius;
        }
    }
    (vertices, triangles)
}

fn torus(ring: f64, tube: f64, n: u32) -> Lists {
    wrapped(n, 2 * n, true, |latitude, longitude| {
        let ((c, s), (out, up)) = (turned(longitude), turned(latitude));
        DVec3::new((ring + tube * out) * s, -tube * up, (ring + tube * out) * c)
    })
}

/// A prism with a regular outline about the y axis.
fn cylinder(radius: f64, length: f64, n: u32) -> Lists {
    let (mut vertices, mut triangles) = wrapped(1, n, false, |height, longitude| {
        let (c, s) = turned(longitude);
        DVec3::new(radius * s, length * (0.5 - height), radius * c)
    });
    let top = vertices.len() as u32;
    vertices.extend([DVec3::Y * (0.5 * length), DVec3::Y * (-0.5 * length)]);
    for j in 0..n {
        let next = (j + 1) % n;
        triangles.extend([[top, j, next], [top + 1, n + next, n + j]]);
    }
    (vertices, triangles)
}

fn block(half: DVec3) -> Lists {
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        half * DVec3::new(sign(0), sign(1), sign(2))
    };
    let sides = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangles = sides
        .into_iter()
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    ((0..8).map(corner).collect(), triangles.collect())
}

fn moved((mut vertices, triangles): Lists, turn: DQuat, to: DVec3) -> Lists {
    vertices.iter_mut().for_each(|v| *v = turn * *v + to);
    (vertices, triangles)
}

fn turned_tensor(diagonal: DVec3, turn: DQuat) -> DMat3 {
    let turn = DMat3::from_quat(turn);
    turn * DMat3::from_diagonal(diagonal) * turn.transpose()
}

fn difference(a: DMat3, b: DMat3) -> f64 {
    let largest = |m: DMat3| {
        m.to_cols_array()
            .into_iter()
            .map(f64::abs)
            .fold(0.0, f64::max)
    };
    largest(a - b) / largest(b)
}

#[test]
fn a_box_is_exact_wherever_it_is() {
    let half = DVec3::new(0.3, 0.05, 1.1);
    let volume = 8.0 * half.element_product();
    let squares = half * half * (volume / 3.0);
    let moments = DVec3::splat(squares.element_sum()) - squares;
    let turn = DQuat::from_xyzw(0.3, -0.5, 0.1, 0.8).normalize();
    for to in [DVec3::ZERO, DVec3::new(3.0, -2.0, 5.0)] {
        let (vertices, triangles) = moved(block(half), turn, to);
        let solid = solid_of(&vertices, &triangles).unwrap();
        assert!((solid.mass / volume - 1.0).abs() < 1e-12, "{}", solid.mass);
        assert!((solid.centre - to).length() < 1e-12, "{}", solid.centre);
        let error = difference(solid.inertia, turned_tensor(moments, turn));
        assert!(error < 1e-12, "{error}");
    }
}

/// Relative errors of volume, axial and transverse moment against those of the round solid,
/// which has the y axis.
fn errors(lists: &Lists, [volume, axial, across]: [f64; 3]) -> [f64; 3] {
    let solid = solid_of(&lists.0, &lists.1).unwrap();
    assert!(solid.centre.length() < 1e-12, "{}", solid.centre);
    let moments = DVec3::new(
        solid.inertia.x_axis.x,
        solid.inertia.y_axis.y,
        solid.inertia.z_axis.z,
    );
    let spread = (moments.x - moments.z).abs() / moments.x;
    assert!(spread < 1e-12, "{spread}");
    let found = [solid.mass / volume, moments.y / axial, moments.x / across];
    found.map(|ratio| ratio - 1.0)
}

/// The limit of values at widths that halve, where errors are even powers of the width
/// (Romberg).
fn limit(mut values: Vec<f64>) -> f64 {
    let mut power = 1.0;
    while values.len() > 1 {
        power *= 4.0;
        let better = values
            .windows(2)
            .map(|pair| (power * pair[1] - pair[0]) / (power - 1.0));
        values = better.collect();
    }
    values[0]
}

/// Round solids converge with the square of the width of their triangles, and the limit is
/// that of the closed form.
#[test]
fn round_solids_converge_to_their_closed_forms() {
    let (r, l) = (0.4, 1.3);
    let ball = 4.0 / 3.0 * PI * r * r * r;
    let can = PI * r * r * l;
    let (ring, tube) = (0.7, 0.2);
    let ring_volume = 2.0 * PI * PI * ring * tube * tube;
    type Solid = (&'static str, fn(u32) -> Lists, [f64; 3]);
    let solids: [Solid; 3] = [
        (
            "sphere",
            |n| sphere(0.4, n),
            [ball, 0.4 * ball * r * r, 0.4 * ball * r * r],
        ),
        (
            "cylinder",
            |n| cylinder(0.4, 1.3, n),
            [can, 0.5 * can * r * r, can * (3.0 * r * r + l * l) / 12.0],
        ),
        (
            "torus",
            |n| torus(0.7, 0.2, n),
            [
                ring_volume,
                ring_volume * (ring * ring + 0.75 * tube * tube),
                ring_volume * (0.5 * ring * ring + 0.625 * tube * tube),
            ],
        ),
    ];
    for (name, make, exact) in solids {
        let all: Vec<[f64; 3]> = (3..9)
            .map(|power| errors(&make(1 << power), exact))
            .collect();
        for quantity in 0..3 {
            let errors: Vec<f64> = all.iter().map(|errors| errors[quantity]).collect();
            let [.., coarse, fine] = errors[..] else {
                unreachable!("six widths")
            };
            let order = (coarse / fine).log2();
            let limit = limit(errors.clone());
            println!("{name}, quantity {quantity}: {fine:.2e} at the finest, order {order:.3}, limit {limit:.1e}");
            assert!((order - 2.0).abs() < 0.01, "{name}: order {order}");
            assert!(limit.abs() < 1e-9, "{name}: {limit}");
        }
    }
}

/// A prism of few sides against the closed form of the regular polygon.
#[test]
fn a_prism_is_exact() {
    let (r, l, n) = (0.4, 1.3, 7);
    let (vertices, triangles) = cylinder(r, l, n);
    let solid = solid_of(&vertices, &triangles).unwrap();
    let angle = 2.0 * PI / f64::from(n);
    let area = 0.5 * f64::from(n) * r * r * libm::sin(angle);
    let axial = area * l * r * r * (2.0 + libm::cos(angle)) / 6.0;
    let across = 0.5 * axial + area * l * l * l / 12.0;
    assert!((solid.mass / (area * l) - 1.0).abs() < 1e-12);
    let error = difference(
        solid.inertia,
        DMat3::from_diagonal(DVec3::new(across, axial, across)),
    );
    assert!(error < 1e-12, "{error}");
}

#[test]
fn points_and_compounds_add_up() {
    let points = [
        (1.0, DVec3::X),
        (1.0, -DVec3::X),
        (2.0, DVec3::Y * 2.0),
        (2.0, DVec3::ZERO),
    ];
    let found = MassProperties::of_points(points);
    assert_eq!((found.mass, found.centre), (6.0, DVec3::Y * (2.0 / 3.0)));
    let about_origin = DMat3::from_diagonal(DVec3::new(8.0, 2.0, 10.0));
    assert!(difference(found.inertia_about(DVec3::ZERO), about_origin) < 1e-15);
    // Two halves of a box are the box, and a box less a half is the other.
    let of = |half: DVec3, to: DVec3| {
        let (vertices, triangles) = moved(block(half), DQuat::IDENTITY, to);
        solid_of(&vertices, &triangles).unwrap()
    };
    let (half, quarter) = (DVec3::new(0.2, 0.3, 0.4), DVec3::X * 0.1);
    let whole = of(half, DVec3::ZERO);
    let [left, right] = [-quarter, quarter].map(|to| of(half - quarter, to));
    let joined = MassProperties::of_parts([left, right]);
    assert!((joined.mass / whole.mass - 1.0).abs() < 1e-14);
    assert!((joined.centre - whole.centre).length() < 1e-15);
    assert!(difference(joined.inertia, whole.inertia) < 1e-13);
    let hole = MassProperties {
        mass: -left.mass,
        inertia: left.inertia * -1.0,
        ..left
    };
    let cut = MassProperties::of_parts([whole, hole]);
    assert!((cut.centre - right.centre).length() < 1e-13);
    assert!(difference(cut.inertia, right.inertia) < 1e-12);
    assert_eq!(MassProperties::of_solid([]), MassProperties::NONE);
}

#[test]
fn what_closes_no_solid_is_refused_by_name() {
    let half = DVec3::new(0.2, 0.3, 0.4);
    let (vertices, triangles) = block(half);
    let refused = |triangles: &[[u32; 3]]| solid_of(&vertices, triangles).unwrap_err();
    let hole = refused(&triangles[1..]);
    assert!(
        matches!(hole, Flaw::Hole { .. }) && hole.to_string().contains("hole"),
        "{hole}"
    );
    assert!(hole.remedy().contains("fill"));
    let mut flipped = triangles.clone();
    flipped[4].swap(0, 1);
    let flaw = refused(&flipped);
    assert!(matches!(
        flaw,
        Flaw::Flipped { triangle: 4, .. } | Flaw::Flipped { neighbour: 4, .. }
    ));
    let inside_out: Vec<_> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
    assert_eq!(refused(&inside_out), Flaw::InsideOut);
    let twice: Vec<_> = triangles.iter().chain(&triangles[..1]).copied().collect();
    assert!(matches!(refused(&twice), Flaw::Crowded { .. }));
    let flat: Vec<DVec3> = vertices
        .iter()
        .map(|v| DVec3::new(v.x, 0.0, v.z + 1e-3 * v.y))
        .collect();
    assert_eq!(solid_of(&flat, &triangles), Err(Flaw::NoVolume));
    // Vertices that are repeated for each triangle are the same places.
    let apart: Vec<DVec3> = (triangles.iter().flatten())
        .map(|&k| vertices[k as usize])
        .collect();
    let own: Vec<[u32; 3]> = (0..12).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    assert!(solid_of(&apart, &own).is_ok());
}
