//! Loose things that lie, slide, roll and tip: stacks that stand, Coulomb's law on
//! every kind of slope, and floors without a felt seam.

use crate::kit::{advance, Chance, Way};
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::{BodyState, World};
use ragdoll_lab::scene::{
    Axis, Body, BodyContact, ContactMode, MadeOf, Material, Mesh, Obstacle, Scene, Shape,
};

const G: f64 = 9.81;
const MATERIAL: u32 = 1;
const PRESETS: [Way; 3] = [Way::Default, Way::High, Way::Impulse];

/// A scene of one material, without drag.
fn scene(preset: Way, friction: f64, rolling_resistance: f64) -> Scene {
    let mut scene = Scene {
        materials: vec![Material {
            id: MATERIAL,
            friction,
            rolling_resistance,
            ..Material::default()
        }],
        ..Scene::default()
    };
    preset.put_into(&mut scene.solver);
    scene.solver.sleeping = false;
    scene.solver.linear_drag_per_s = Some(0.0);
    scene.solver.angular_drag_per_s = Some(0.0);
    scene
}

fn put(scene: &mut Scene, shape: Shape, position: DVec3, turned: DQuat) {
    scene.obstacles.push(Obstacle {
        id: 100 + scene.obstacles.len() as u32,
        name: String::new(),
        shape,
        position_m: position.to_array(),
        orientation: [turned.w, turned.x, turned.y, turned.z],
        material: Some(MATERIAL),
        color: None,
        belt_m_s: [0.0; 3],
    });
}

fn add(scene: &mut Scene, shape: Shape, mass: f64, motion: BodyState) {
    let q = motion.orientation;
    scene.bodies.push(Body {
        id: 1000 + scene.bodies.len() as u32,
        name: String::new(),
        shape,
        made_of: MadeOf::Rigid,
        contact: BodyContact::Shape,
        mass_kg: Some(mass),
        density_kg_m3: None,
        inertia_kg_m2: None,
        products_of_inertia_kg_m2: None,
        position_m: motion.position.to_array(),
        orientation: [q.w, q.x, q.y, q.z],
        velocity_m_s: motion.velocity.to_array(),
        angular_velocity_deg_s: motion.angular_velocity.map(f64::to_degrees).to_array(),
        kinematic: None,
        linear_drag_per_s: None,
        orthogonal_drag_per_s: None,
        angular_drag_per_s: None,
        material: Some(MATERIAL),
        color: None,
    });
}

fn cuboid(size: DVec3) -> Shape {
    Shape::Box {
        size_m: size.to_array(),
        rounding_m: 0.0,
    }
}

fn upright(position: DVec3) -> BodyState {
    crate::kit::still(position, DQuat::IDENTITY)
}

fn built(scene: &Scene) -> World {
    compile(scene).unwrap().0
}

fn run(world: &mut World, seconds: f64) {
    advance(world, (60.0 * seconds).round() as u32);
}

/// Angle between the vertical and the axis of a body that stood upright, degrees.
fn tilt_deg(motion: &BodyState) -> f64 {
    let up = motion.orientation * DVec3::Y;
    up.y.clamp(-1.0, 1.0).acos().to_degrees()
}

// ---- Stacks ---------------------------------------------------------------------

const STANDS_S: f64 = 60.0;
/// The larger heaps, which cost more and move less.
const HEAP_S: f64 = 6.0;
const ASLEEP_WITHIN_S: f64 = 10.0;
const ASIDE_M: f64 = 0.1;
const TILT_DEG: f64 = 5.0;
const EDGE_M: f64 = 0.4;
const BRICK: DVec3 = DVec3::new(0.4, 0.2, 0.2);

fn heap(preset: Way, size: DVec3, places: &[DVec3]) -> Scene {
    let mut scene = scene(preset, 0.6, 0.01);
    // As a user gets it.
    scene.solver.linear_drag_per_s = None;
    scene.solver.angular_drag_per_s = None;
    put(&mut scene, Shape::Plane {}, DVec3::ZERO, DQuat::IDENTITY);
    for &place in places {
        add(&mut scene, cuboid(size), 5.0, upright(place));
    }
    scene
}

fn column(spread: f64) -> Vec<DVec3> {
    let mut chance = Chance::new(10);
    let place = |i: u32| {
        let aside = chance.vector() * spread;
        DVec3::new(aside.x, EDGE_M * (f64::from(i) + 0.5), aside.z)
    };
    (0..10).map(place).collect()
}

fn pyramid() -> Vec<DVec3> {
    let row = |row: u32| {
        (0..5 - row).map(move |i| {
            let x = 1.05 * EDGE_M * (f64::from(i) + 0.5 * f64::from(row));
            DVec3::new(x, EDGE_M * (f64::from(row) + 0.5), 0.0)
        })
    };
    (0..5).flat_map(row).collect()
}

/// Every other row is a quarter of a brick aside.
fn wall() -> Vec<DVec3> {
    let row = |row: u32| {
        (0..8).map(move |i| {
            let x = BRICK.x * (f64::from(i) + 0.25 * f64::from(row % 2));
            DVec3::new(x, BRICK.y * (f64::from(row) + 0.5), 0.0)
        })
    };
    (0..5).flat_map(row).collect()
}

/// How far a box is from its place across, and how much it tilts, at worst.
fn disorder(world: &World, places: &[DVec3]) -> [f64; 2] {
    let bodies = world.state().bodies.iter().zip(places);
    bodies.fold([0.0, 0.0], |[aside, tilt]: [f64; 2], (body, place)| {
        let off = body.position - *place;
        [
            aside.max((off - DVec3::Y * off.y).length()),
            tilt.max(tilt_deg(body)),
        ]
    })
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn stacks_stand() {
    let cases = [
        ("column", column(0.0), DVec3::splat(EDGE_M), STANDS_S),
        (
            "crooked column",
            column(0.01),
            DVec3::splat(EDGE_M),
            STANDS_S,
        ),
        ("pyramid", pyramid(), DVec3::splat(EDGE_M), HEAP_S),
        ("wall", wall(), BRICK, HEAP_S),
    ];
    let mut failures = Vec::new();
    for preset in PRESETS {
        for (name, places, size, seconds) in &cases {
            let mut scene = heap(preset, *size, places);
            let mut world = built(&scene);
            run(&mut world, *seconds);
            let [aside, tilt] = disorder(&world, places);
            let speeds = world.state().bodies.iter().map(|b| b.velocity.length());
            let speed = speeds.fold(0.0, f64::max);
            scene.solver.sleeping = true;
            let mut sleeper = built(&scene);
            let steps = (60.0 * ASLEEP_WITHIN_S) as u32;
            let asleep = (1..=steps).find(|_| {
                advance(&mut sleeper, 1);
                sleeper.state().rest.iter().all(|rest| rest.asleep)
            });
            let [_, asleep_tilt] = disorder(&sleeper, places);
            println!(
                "{name}, {preset:?}, {seconds} s: {:.1} mm aside, tilt {tilt:.3} deg, {speed:.1e} m/s; \
                 asleep after {:?} s at {asleep_tilt:.3} deg",
                1e3 * aside,
                asleep.map(|steps| f64::from(steps) / 60.0)
            );
            if aside > ASIDE_M || tilt > TILT_DEG || asleep.is_none() || asleep_tilt > TILT_DEG {
                failures.push(format!(
                    "{name}, {preset:?}: {aside} m aside, {tilt} deg, {asleep:?}"
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// With springs as contacts: κ = 0.5 lets one box sink by g h²/κ, shared by its
/// points; a box on others sinks as far again into the one below, whose own weight
/// the spring of the contact does not know.
#[test]
fn boxes_on_springs_come_to_rest() {
    for (count, preset) in [1, 3]
        .into_iter()
        .flat_map(|n| [Way::Poses, Way::Velocities].map(|p| (n, p)))
    {
        let places: Vec<_> = column(0.0).into_iter().take(count).collect();
        let mut scene = heap(preset, DVec3::splat(EDGE_M), &places);
        scene.solver.contacts = Some(ContactMode::Penalty);
        scene.solver.rate_hz = Some(60.0);
        scene.solver.substeps = Some(4);
        let mut world = built(&scene);
        run(&mut world, 10.0);
        let [aside, tilt] = disorder(&world, &places);
        let bodies = &world.state().bodies;
        let speed = bodies
            .iter()
            .map(|b| b.velocity.length())
            .fold(0.0, f64::max);
        let sink: Vec<_> = bodies
            .iter()
            .zip(&places)
            .map(|(b, p)| 1e3 * (p.y - b.position.y))
            .collect();
        println!("{count} on springs, {preset:?}: sink {sink:.3?} mm, {speed:.1e} m/s, {aside:.1e} m aside, tilt {tilt:.2e} deg");
        assert!(speed < 1e-3 && tilt < TILT_DEG && aside < ASIDE_M);
    }
}

// ---- Slopes ---------------------------------------------------------------------

const FRICTIONS: [f64; 3] = [0.2, 0.5, 0.8];
/// Error of the acceleration as a share of that of friction; speed after the stop,
/// m/s; and how far the box turns, rad. The velocity-less form takes back by its
/// velocity pass a part of the push that friction has counted on, and its one pass
/// over four points leaves a creep below the speed of sleep.
const SLIDE_TOLERANCE: [f64; 3] = [0.012, 0.015, 0.03];
/// The same of the forms that solve velocities.
const EXACT_SLIDE_TOLERANCE: [f64; 3] = [1e-3, 1e-6, 1e-3];
/// Flat, so that it does not tip at the steepest slope.
const SLIDER: DVec3 = DVec3::new(0.4, 0.15, 0.4);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Slope {
    Plane,
    Ramp,
    Mesh,
}

const SLOPES: [Slope; 3] = [Slope::Plane, Slope::Ramp, Slope::Mesh];

/// A slope that rises along +z at `angle`, through the origin; a point and the
/// orientation of something that lies on it `height` above its surface.
fn slope(scene: &mut Scene, slope: Slope, angle: f64, height: f64) -> BodyState {
    let turned = DQuat::from_rotation_x(-angle);
    match slope {
        Slope::Plane => put(scene, Shape::Plane {}, DVec3::ZERO, turned),
        Slope::Ramp => {
            // Its slope leads through its centre.
            let size_m = [6.0, 20.0 * angle.tan(), 20.0];
            put(scene, Shape::Ramp { size_m }, DVec3::ZERO, DQuat::IDENTITY);
        }
        Slope::Mesh => put(scene, grid(8, 20.0), DVec3::ZERO, turned),
    }
    crate::kit::still(turned * (DVec3::Y * height), turned)
}

/// A flat square of this many squares a side, two triangles each, facing up.
fn grid(count: u32, side: f64) -> Shape {
    let place = |i: u32| side * (f64::from(i) / f64::from(count) - 0.5);
    let rows = 0..=count;
    let vertices_m = rows
        .flat_map(|i| (0..=count).map(move |j| [place(i), 0.0, place(j)]))
        .collect();
    let at = |i: u32, j: u32| i * (count + 1) + j;
    let squares = (0..count).flat_map(|i| (0..count).map(move |j| (i, j)));
    let triangles = squares
        .flat_map(|(i, j)| {
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    Shape::Mesh(Mesh::new(vertices_m, triangles))
}

/// One degree below the angle of friction a box comes to a stop, one above it slides
/// with g (sin − μ cos) t.
#[test]
fn boxes_slide_by_the_law_of_coulomb() {
    const START_M_S: f64 = 0.4;
    let mut failures = Vec::new();
    for preset in PRESETS {
        for on in SLOPES {
            for friction in FRICTIONS {
                let of_friction = friction.atan();
                for degrees in [-1.0_f64, 1.0] {
                    let angle = of_friction + degrees.to_radians();
                    let mut scene = scene(preset, friction, 0.0);
                    let mut start = slope(&mut scene, on, angle, 0.5 * SLIDER.y);
                    let down = start.orientation * DVec3::NEG_Z;
                    let (a, seconds) = (G * (angle.sin() - friction * angle.cos()), 4.0);
                    if degrees < 0.0 {
                        start.velocity = down * START_M_S;
                    }
                    add(&mut scene, cuboid(SLIDER), 5.0, start);
                    let mut world = built(&scene);
                    run(&mut world, seconds);
                    let body = world.state().bodies[0];
                    let speed = body.velocity.dot(down);
                    let way = (body.position - start.position).dot(down);
                    let found = match degrees < 0.0 {
                        true => -START_M_S * START_M_S / (2.0 * way),
                        false => speed / seconds,
                    };
                    let error = (found - a) / (friction * G * angle.cos());
                    let turned = body.orientation.angle_between(start.orientation);
                    let creep = if degrees < 0.0 { speed.abs() } else { 0.0 };
                    let line = format!("{on:?}, {preset:?}, friction {friction}, {degrees:+} deg: {found:.4} for {a:.4} m/s2 ({:+.2} % of friction), creep {creep:.1e} m/s, turned {turned:.1e}", 100.0 * error);
                    println!("{line}");
                    let allowed = match preset {
                        Way::Impulse => EXACT_SLIDE_TOLERANCE,
                        _ => SLIDE_TOLERANCE,
                    };
                    if error.abs() > allowed[0] || creep > allowed[1] || turned > allowed[2] {
                        failures.push(line);
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

const ROLLER_RADIUS_M: f64 = 0.1;
/// Of the acceleration, and of the way until it stops.
const ROLL_TOLERANCE: f64 = 0.02;
const RESISTANCE_TOLERANCE: f64 = 0.06;

fn rollers() -> [(&'static str, Shape); 3] {
    let (radius_m, length_m, axis) = (ROLLER_RADIUS_M, 0.3, Axis::X);
    [
        ("ball", Shape::Sphere { radius_m }),
        (
            "cylinder",
            Shape::Cylinder {
                radius_m,
                length_m,
                axis,
            },
        ),
        (
            "capsule",
            Shape::Capsule {
                radius_m,
                length_m,
                axis,
            },
        ),
    ]
}

/// Without slip a = g sin / (1 + I/(m r²)); with rolling resistance c on the level
/// the way is v² (1 + I/(m r²)) / (2 c g).
#[test]
fn rollers_roll_by_their_inertia() {
    let mut failures = Vec::new();
    let angle = 10_f64.to_radians();
    for preset in PRESETS {
        for (name, shape) in rollers() {
            let mut judge = |what: &str, value: f64, wanted: f64, tolerance: f64| {
                let error = value / wanted - 1.0;
                let line = format!(
                    "{name}, {preset:?}, {what}: {value:.4} for {wanted:.4} ({:+.2} %)",
                    100.0 * error
                );
                println!("{line}");
                if error.abs() > tolerance || error.is_nan() {
                    failures.push(line);
                }
            };
            for on in SLOPES {
                let mut scene = scene(preset, 0.8, 0.0);
                let start = slope(&mut scene, on, angle, ROLLER_RADIUS_M);
                add(&mut scene, shape.clone(), 5.0, start);
                let mut world = built(&scene);
                run(&mut world, 2.0);
                let body = world.state().bodies[0];
                let round =
                    1.0 + world.model().bodies[0].inertia.x / (5.0 * ROLLER_RADIUS_M.powi(2));
                let speed = body.velocity.dot(start.orientation * DVec3::NEG_Z);
                judge(
                    &format!("{on:?}"),
                    speed,
                    G * angle.sin() * 2.0 / round,
                    ROLL_TOLERANCE,
                );
            }
            for on in [Slope::Plane, Slope::Mesh] {
                let (speed, resistance) = (1.0, 0.05);
                let mut scene = scene(preset, 0.8, resistance);
                let mut start = slope(&mut scene, on, 0.0, ROLLER_RADIUS_M);
                start.velocity = DVec3::NEG_Z * speed;
                start.angular_velocity = DVec3::NEG_X * (speed / ROLLER_RADIUS_M);
                add(&mut scene, shape.clone(), 5.0, start);
                let mut world = built(&scene);
                let round =
                    1.0 + world.model().bodies[0].inertia.x / (5.0 * ROLLER_RADIUS_M.powi(2));
                run(&mut world, 1.5 * speed * round / (resistance * G));
                let body = world.state().bodies[0];
                let way = -body.position.z;
                judge(
                    &format!("level {on:?}"),
                    way,
                    speed * speed * round / (2.0 * resistance * G),
                    RESISTANCE_TOLERANCE,
                );
                judge("stopped", 1.0 + body.velocity.length(), 1.0, 1e-3);
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// How far a narrow box rocks while it slides, degrees.
const ROCKS_DEG: f64 = 3.0;

/// A box of width w and height h tips where tan > w/h, if friction holds it so far.
#[test]
fn boxes_tip_where_they_must() {
    let size = DVec3::new(0.3, 0.6, 0.2);
    for preset in PRESETS {
        for on in SLOPES {
            for (friction, degrees, tips, slides) in [
                (0.8, 17.0_f64, false, false),
                (0.8, 20.0, true, false),
                (0.2, 17.0, false, true),
            ] {
                let mut scene = scene(preset, friction, 0.0);
                let start = slope(&mut scene, on, degrees.to_radians(), 0.5 * size.y);
                add(&mut scene, cuboid(size), 5.0, start);
                let mut world = built(&scene);
                run(&mut world, 2.0);
                let body = world.state().bodies[0];
                let turned = body
                    .orientation
                    .angle_between(start.orientation)
                    .to_degrees();
                let way = body.position.distance(start.position);
                let what = format!("{on:?}, {preset:?}, {friction}, {degrees} deg: turned {turned:.2} deg, {way:.4} m");
                println!("{what}");
                assert_eq!(turned > 45.0, tips, "{what}");
                assert!(tips || turned < ROCKS_DEG, "{what}");
                assert!(tips || (way > 0.5) == slides, "{what}");
            }
        }
        // Over the edge of a table by a little more or less than half.
        for (over, falls) in [(0.49, false), (0.51, true)] {
            let mut scene = scene(preset, 0.6, 0.0);
            let half = DVec3::new(1.0, 0.5, 1.0);
            put(
                &mut scene,
                cuboid(half * 2.0),
                DVec3::NEG_Y * half.y,
                DQuat::IDENTITY,
            );
            let place = DVec3::new(half.x + EDGE_M * (over - 0.5), 0.5 * EDGE_M, 0.0);
            add(
                &mut scene,
                cuboid(DVec3::splat(EDGE_M)),
                5.0,
                upright(place),
            );
            let mut world = built(&scene);
            run(&mut world, 4.0);
            let body = world.state().bodies[0];
            println!("{preset:?}, {over} over the edge: at {:.4}", body.position);
            assert_eq!(body.position.y < -0.2, falls, "{preset:?} {over}");
            assert!(falls || tilt_deg(&body) < 1.0);
        }
    }
}

// ---- Seams ----------------------------------------------------------------------

/// Share of its speed on a plane that a thing may lose to the seams of a floor.
const SEAM_LOSS: f64 = 0.01;
/// A cylinder that slides over a mesh of small triangles still feels some, as a share
/// of its speed and a height, m.
const CYLINDER_ON_MESH: (f64, f64) = (0.13, 0.012);

/// A floor with its surface at y = 0, at least 10 m long along z.
fn floor(scene: &mut Scene, kind: &str) {
    let still = DQuat::IDENTITY;
    match kind {
        "plane" => put(scene, Shape::Plane {}, DVec3::ZERO, still),
        "two triangles" => put(scene, grid(1, 20.0), DVec3::ZERO, still),
        "triangles" => put(scene, grid(40, 20.0), DVec3::ZERO, still),
        "treads" => {
            // The topmost tread of flat stairs, on which one can go either way.
            let step_m = [20.0, 1e-9, 0.5];
            let shape = Shape::Stairs { steps: 40, step_m };
            put(scene, shape, DVec3::new(0.0, 0.0, -10.0), still);
        }
        _ => {
            for i in -10..10 {
                let size = DVec3::new(2.0, 0.5, 0.5);
                let place = DVec3::new(0.0, -0.25, 0.5 * (f64::from(i) + 0.5));
                put(scene, cuboid(size), place, still);
            }
        }
    }
}

#[test]
fn floors_have_no_felt_seams() {
    let mut failures = Vec::new();
    let radius_m = ROLLER_RADIUS_M;
    let box_ = cuboid(DVec3::new(0.3, 0.2, 0.3));
    let things = rollers().into_iter().chain([("box", box_)]);
    for (name, shape) in things {
        let mut worst = [0.0_f64; 2];
        for preset in PRESETS {
            for friction in [0.0, 0.1, 0.5] {
                for heading in [0.0_f64, 0.03] {
                    let mut of_plane = None;
                    for kind in ["plane", "two triangles", "triangles", "treads", "boxes"] {
                        let mut scene = scene(preset, friction, 0.0);
                        floor(&mut scene, kind);
                        let mut start = upright(DVec3::new(0.013, radius_m, -4.017));
                        start.orientation = DQuat::from_rotation_y(heading);
                        start.velocity = start.orientation * DVec3::Z * 4.0;
                        add(&mut scene, shape.clone(), 5.0, start);
                        let mut world = built(&scene);
                        let mut high = 0.0_f64;
                        for _ in 0..72 {
                            advance(&mut world, 1);
                            high = high.max(world.state().bodies[0].position.y - radius_m);
                        }
                        let body = world.state().bodies[0];
                        let speed = body.velocity.length();
                        let Some(plain) = of_plane else {
                            of_plane = Some(speed);
                            continue;
                        };
                        let loss = (plain - speed) / f64::max(plain, 1.0);
                        let (most, top) = match (name, kind) {
                            ("cylinder", "triangles" | "two triangles") => CYLINDER_ON_MESH,
                            _ => (SEAM_LOSS, 1e-3),
                        };
                        worst = [worst[0].max(loss.abs()), worst[1].max(high)];
                        if loss.abs() > most || high > top {
                            failures.push(format!("{name}, {preset:?}, friction {friction}, heading {heading}, {kind}: {speed:.4} for {plain:.4} m/s, {:.2} mm up", 1e3 * high));
                        }
                    }
                }
            }
        }
        println!(
            "{name}: {:.2} % at most, {:.2} mm up",
            100.0 * worst[0],
            1e3 * worst[1]
        );
    }
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
}
