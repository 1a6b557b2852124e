//! The text form of scenes: what is written comes back as it was.

use proptest::prelude::*;
use ragdoll_lab::physics::method::paper::misprint::MISPRINTS;
use ragdoll_lab::scene::*;

/// A scene with every key that there is.
const FROZEN: &str = include_str!("../data/scene_v2.json");

fn read(text: &str) -> Scene {
    parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn shipped_scenes_are_canonical_and_sound() {
    for shipped in SHIPPED.iter().chain(DEMONSTRATIONS) {
        let scene = read(shipped.text);
        assert_eq!(to_text(&scene).unwrap(), shipped.text, "{}", shipped.name);
        assert!(!scene.name.is_empty() && !scene.description.is_empty());
    }
}

#[test]
fn shipped_scenes_are_found_by_name() {
    assert!(SHIPPED.len() >= 8);
    for shipped in SHIPPED.iter().chain(DEMONSTRATIONS) {
        assert_eq!(find(shipped.name), Some(shipped));
    }
    assert_eq!(find("nothing"), None);
}

#[test]
fn every_file_in_scenes_is_shipped() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes");
    for (folder, before) in [("", ""), ("/printed", "printed-")] {
        for entry in std::fs::read_dir(format!("{root}{folder}")).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.file_stem().unwrap().to_str().unwrap();
                assert!(find(&format!("{before}{name}")).is_some(), "{name}");
            }
        }
    }
}

#[test]
fn there_is_no_picture_without_a_scene() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pictures");
    let pictures = std::fs::read_dir(folder).unwrap();
    assert_eq!(pictures.count(), SHIPPED.len());
}

#[test]
fn the_frozen_scenes_of_all_versions_still_read() {
    let old = include_str!("../data/scene_v1.json");
    let (one, notes) = parse_noting(old.as_bytes()).unwrap();
    // Its settings are those of a method that is another one now.
    assert_eq!(one.solver.method, "impulse");
    assert_eq!(
        (one.solver.preset, one.solver.substeps),
        (Preset::Default, Some(2))
    );
    assert!(one.solver.as_printed.is_empty());
    for dropped in ["as_printed", "contacts", "early_out_m", "pins"] {
        let begin = format!("solver.{dropped}: ");
        assert!(
            notes.iter().any(|note| note.starts_with(&begin)),
            "{notes:#?}"
        );
    }
    let (mut two, notes) = parse_noting(FROZEN.as_bytes()).unwrap();
    assert!(notes.is_empty(), "{notes:#?}");
    // What came with version 2.
    let is_compound = |body: &Body| matches!(body.shape, Shape::Compound(_));
    two.bodies
        .retain(|body| body.kinematic.is_none() && !is_compound(body));
    for obstacle in &mut two.obstacles {
        obstacle.belt_m_s = [0.0; 3];
    }
    two.constraints
        .retain(|constraint| !matches!(constraint.kind, ConstraintKind::Serial(_)));
    for material in &mut two.materials {
        material.contact_stiffness_n_m = None;
        material.contact_damping_n_s_m = None;
    }
    for constraint in &mut two.constraints {
        match &mut constraint.kind {
            ConstraintKind::Hinge(hinge) => hinge.start_deg = None,
            ConstraintKind::Slider(slider) => slider.turn_start_deg = None,
            _ => {}
        }
    }
    let described_alike = Scene {
        description: two.description.clone(),
        solver: two.solver.clone(),
        ..one
    };
    assert_eq!(described_alike, two);
    assert_eq!((two.constraints.len(), two.obstacles.len()), (15, 8));
}

/// All keys of the schema, names of kinds with settings among them.
fn keys(schema: &serde_json::Value, found: &mut Vec<String>) {
    match schema {
        serde_json::Value::Object(map) => {
            if let Some(properties) = schema["properties"].as_object() {
                found.extend(properties.keys().cloned());
            }
            map.values().for_each(|value| keys(value, found));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn the_frozen_scene_has_every_key_of_the_format() {
    let mut all = Vec::new();
    keys(&serde_json::from_str(&schema_text()).unwrap(), &mut all);
    assert!(all.len() > 100);
    all.retain(|key| !FROZEN.contains(&format!("\"{key}\":")));
    assert!(all.is_empty(), "{all:?}");
}

#[test]
fn the_frozen_scene_is_the_same_when_saved() {
    let frozen = read(FROZEN);
    let again = read(&to_text(&frozen).unwrap());
    assert_eq!(again, frozen);
}

#[test]
fn saving_sorts_by_id_but_keeps_the_order_of_constraints() {
    let mut scene = read(find("chain").unwrap().text);
    scene.particles.reverse();
    scene.constraints.reverse();
    let first = scene.constraints[0].clone();
    let again = read(&to_text(&scene).unwrap());
    assert!(again.particles.is_sorted_by_key(|p| p.id));
    assert_eq!(again.constraints[0], first);
    assert_eq!(to_text(&again).unwrap(), to_text(&scene).unwrap());
}

#[test]
fn defaults_are_not_written() {
    let text = to_text(&Scene::default()).unwrap();
    assert_eq!(
        text,
        "{\n  \"format\": \"ragdoll-scene\",\n  \"version\": 2\n}\n"
    );
}

#[test]
fn short_values_are_on_one_line() {
    let text = find("first-throw").unwrap().text;
    assert!(text.contains("\n    \"position_m\": [0, 0.4, 3],\n"));
}

#[test]
fn a_number_that_is_not_finite_is_refused_before_writing() {
    let mut scene = Scene::default();
    scene.gravity_m_s2[1] = f64::NAN;
    scene.launcher = Some(Launcher {
        fire_at_s: Some(f64::INFINITY),
        ..Launcher::default()
    });
    let problems = to_text(&scene).unwrap_err().0;
    let paths: Vec<&str> = problems.iter().map(|p| p.path.as_str()).collect();
    assert_eq!(paths, ["gravity_m_s2[1]", "launcher.fire_at_s"]);
}

#[test]
fn colors_come_back_of_all_that_has_one_and_can_be_taken_away() {
    let mut scene = read(FROZEN);
    let plain = scene.colors();
    let painted: Vec<Id> = (scene.obstacles.iter().map(|x| x.id))
        .chain(scene.bodies.iter().map(|x| x.id))
        .chain(scene.particles.iter().map(|x| x.id))
        .chain(scene.ragdolls.iter().map(|x| x.id))
        .collect();
    let colors = (painted.iter().zip(1_u8..))
        .map(|(id, red)| (*id, Color { rgb: [red, 0, 255] }))
        .collect();
    scene.paint(&colors);
    let text = to_text(&scene).unwrap();
    assert!(text.contains("\"color\": \"#0100ff\""));
    assert_eq!(read(&text).colors(), colors);
    scene.paint(&plain);
    assert_eq!(scene, read(FROZEN));
}

#[test]
fn a_ball_of_some_density_comes_back_without_mass() {
    let ball = Ball {
        mass_kg: None,
        density_kg_m3: Some(900.0),
        ..Ball::default()
    };
    let launcher = Some(Launcher {
        ball,
        ..Launcher::default()
    });
    let scene = Scene {
        launcher,
        ..Scene::default()
    };
    assert_eq!(read(&to_text(&scene).unwrap()), scene);
}

#[test]
fn the_committed_schema_is_that_of_the_code() {
    let committed = include_str!("../../assets/schema/ragdoll-scene-v2.schema.json");
    assert!(
        committed == schema_text(),
        "write schema_text() to the file"
    );
}

#[test]
fn parts_of_the_thesis_figure_include_arms_only_if_it_has_them() {
    let arms = |arms| {
        let figure = ThesisFigure {
            arms,
            ..ThesisFigure::default()
        };
        part_names(&Figure::Thesis(figure)).len()
    };
    assert_eq!((arms(false), arms(true)), (9, 13));
}

#[test]
fn the_mx_figure_has_the_eighteen_parts_of_the_paper_and_the_hitman_none_yet() {
    let parts = part_names(&Figure::Mx(MxFigure::default()));
    let sides = |side: &str| parts.iter().filter(|name| name.starts_with(side)).count();
    assert_eq!((parts.len(), sides("l_"), sides("r_")), (18, 7, 7));
    assert!(part_names(&Figure::Hitman {}).is_empty());
}

/// A number of either sign, with zeros of both signs among them.
fn number(limit: f64) -> impl Strategy<Value = f64> {
    let whole = move |x: i32| f64::from(x).clamp(-limit, limit);
    prop_oneof![
        8 => -limit..limit,
        1 => Just(0.0),
        1 => Just(-0.0),
        1 => (-1000_i32..1000).prop_map(whole),
        1 => (-1.0_f64..1.0).prop_map(|x| x * 1e-300),
    ]
}

fn vector(limit: f64) -> impl Strategy<Value = [f64; 3]> {
    [number(limit), number(limit), number(limit)]
}

prop_compose! {
    fn particle()(
        mass_kg in 1e-6..1e9,
        position_m in vector(1e5),
        velocity_m_s in vector(1e4),
        radius_m in prop_oneof![Just(0.0), Just(-0.0), 1e-4..1e4],
        name in "[a-zA-Zäß日\"\\\\/ ]{0,12}",
        fixed: bool,
        color in color(),
    ) -> Particle {
        Particle {
            id: 0, name, mass_kg, position_m, velocity_m_s, radius_m, fixed, material: None, color,
        }
    }
}

fn color() -> impl Strategy<Value = Option<Color>> {
    option(any::<[u8; 3]>().prop_map(|rgb| Color { rgb }))
}

fn quaternion() -> impl Strategy<Value = [f64; 4]> {
    [number(1.0), number(1.0), number(1.0), number(1.0)].prop_map(|q| {
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.1 {
            q.map(|x| x / length)
        } else {
            [-0.0, 0.0, 0.0, 1.0]
        }
    })
}

fn option<T: std::fmt::Debug + Clone>(
    some: impl Strategy<Value = T>,
) -> impl Strategy<Value = Option<T>> {
    prop::option::of(some)
}

/// One of a few values.
fn one_of<T: std::fmt::Debug + Clone + 'static>(values: &[T]) -> impl Strategy<Value = T> {
    prop::sample::select(values.to_vec())
}

fn limit_model() -> impl Strategy<Value = Option<LimitModel>> {
    option(one_of(&[
        LimitModel::SwingTwist,
        LimitModel::Component,
        LimitModel::Cone,
    ]))
}

fn axis() -> impl Strategy<Value = Axis> {
    one_of(&[Axis::X, Axis::Y, Axis::Z])
}

prop_compose! {
    fn forms()(
        state_form in option(one_of(&[StateForm::VelocityLess, StateForm::Velocity, StateForm::Leapfrog])),
        limit_model in limit_model(),
        contacts in option(one_of(&[ContactMode::Constraint, ContactMode::Penalty])),
        square_root in option(one_of(&[SquareRoot::Exact, SquareRoot::FirstOrder])),
        coincident in option(one_of(&[Coincident::Upward, Coincident::Random])),
        particle_friction in option(one_of(&[ParticleFriction::Coulomb, ParticleFriction::ByDepth])),
        inertia_split in one_of(&[InertiaSplit::Exact, InertiaSplit::Axis, InertiaSplit::Norm]),
        as_printed in Just(MISPRINTS.iter().map(|info| info.misprint).collect::<Vec<_>>())
            .prop_shuffle(),
        count in 0..=MISPRINTS.len(),
    ) -> Solver {
        let as_printed = as_printed[..count].to_vec();
        Solver {
            state_form, limit_model, contacts, square_root, coincident, particle_friction,
            inertia_split, as_printed,
            ..Solver::default()
        }
    }
}

prop_compose! {
    fn solver()(
        forms in forms(),
        weighting in 0.0..1.0,
        seed: u64,
        early_out_m in option(0.0..1.0),
        linear_drag_per_s in option(prop_oneof![Just(-0.0), 0.0..100.0]),
        angular_drag_per_s in option(0.0..100.0),
        joint_damping_per_s in option(prop_oneof![Just(0.0), 0.0..1000.0]),
    ) -> Solver {
        Solver {
            weighting, seed, early_out_m, linear_drag_per_s, angular_drag_per_s,
            joint_damping_per_s, ..forms
        }
    }
}

fn shape() -> impl Strategy<Value = Shape> {
    let pieces = prop::collection::vec(piece(), 1..4);
    let compound = pieces.prop_map(|pieces| Shape::Compound(Compound { pieces }));
    prop_oneof![4 => single_shape(), 1 => compound]
}

prop_compose! {
    fn piece()(
        name in "[a-z ]{0,9}",
        shape in single_shape(),
        position_m in vector(1e5),
        orientation in quaternion(),
        relative_density in 1e-3..1e3,
        collides: bool,
    ) -> Piece {
        Piece { name, shape, position_m, orientation, relative_density, collides, material: None }
    }
}

fn single_shape() -> impl Strategy<Value = Shape> {
    let length = || 1e-4..1e4;
    prop_oneof![
        ([length(), length(), length()], 0.0..0.5).prop_map(|(size_m, share)| {
            let least = size_m.iter().copied().fold(f64::INFINITY, f64::min);
            let rounding_m = share * least;
            Shape::Box { size_m, rounding_m }
        }),
        [1e-2..1e3, 1e-2..1e3, 1e-2..1e3].prop_map(|half: [f64; 3]| {
            let sign = |i: usize, axis: usize| if i >> axis & 1 == 0 { -1.0 } else { 1.0 };
            let corner = |i| std::array::from_fn(|axis| sign(i, axis) * half[axis]);
            Shape::Hull(HullPoints::new((0..8).map(corner).collect()))
        }),
        (length(), length(), axis()).prop_map(|(radius_m, length_m, axis)| Shape::Capsule {
            radius_m,
            length_m,
            axis
        }),
        (length(), length(), axis()).prop_map(|(radius_m, length_m, axis)| Shape::Cylinder {
            radius_m,
            length_m,
            axis
        }),
    ]
}

fn contact() -> impl Strategy<Value = BodyContact> {
    prop_oneof![
        Just(BodyContact::Shape),
        (1e-4..1e4).prop_map(|radius_m| BodyContact::Sphere { radius_m }),
        Just(BodyContact::None {}),
    ]
}

/// Moments and products of inertia: products so small that some body has them.
fn inertia() -> impl Strategy<Value = ([f64; 3], Option<[f64; 3]>)> {
    let moment = || 1.0..1.5;
    let moments = [moment(), moment(), moment()];
    let scale = (-10_i32..16).prop_map(|e| 10_f64.powi(e));
    (moments, option(vector(0.1)), scale).prop_map(|(moments, products, scale)| {
        let products = products.map(|p| p.map(|x| x * scale));
        (moments.map(|m| m * scale), products)
    })
}

fn made_of() -> impl Strategy<Value = MadeOf> {
    let strength = option(0.01..=1.0);
    strength.prop_map(|strength| {
        strength.map_or(MadeOf::Rigid, |strength| MadeOf::Particles { strength })
    })
}

prop_compose! {
    fn key()(wait_s in 0.01..100.0, shift_m in vector(1e5), turn_deg in vector(1e6))
        -> KinematicKey {
        KinematicKey { time_s: wait_s, shift_m, turn_deg }
    }
}

prop_compose! {
    fn kinematic()(
        start_s in 0.0..1e5,
        mut keys in prop::collection::vec(key(), 0..5),
        after in one_of(&[AfterKeys::Stop, AfterKeys::Repeat, AfterKeys::Return]),
    ) -> Kinematic {
        // From waits to times.
        let mut time_s = 0.0;
        for (i, key) in keys.iter_mut().enumerate() {
            time_s += if i == 0 { 0.0 } else { key.time_s };
            key.time_s = time_s;
        }
        let goes_on = keys.len() > 1;
        // A path that repeats ends where it begins.
        if let (true, AfterKeys::Repeat, [first, .., last]) = (goes_on, after, &mut keys[..]) {
            (last.shift_m, last.turn_deg) = (first.shift_m, first.turn_deg);
        }
        Kinematic { start_s, keys, after: if goes_on { after } else { AfterKeys::Stop } }
    }
}

prop_compose! {
    fn body()(
        shape in shape(),
        made_of in made_of(),
        contact in contact(),
        inertia in option(inertia()),
        pose in body_pose(),
        linear_drag_per_s in option(0.0..100.0),
        orthogonal_drag in option(0.0..100.0),
        angular_drag_per_s in option(0.0..100.0),
        kinematic in option(kinematic()),
        color in color(),
    ) -> Body {
        Body {
            id: 0,
            name: String::new(),
            orthogonal_drag_per_s: orthogonal_drag.filter(|_| shape.has_long_axis()),
            shape,
            kinematic: kinematic.filter(|_| made_of == MadeOf::Rigid),
            made_of,
            contact,
            mass_kg: Some(1.0),
            density_kg_m3: None,
            inertia_kg_m2: inertia.map(|(moments, _)| moments),
            products_of_inertia_kg_m2: inertia.and_then(|(_, products)| products),
            position_m: pose.position_m,
            orientation: pose.orientation,
            velocity_m_s: pose.velocity_m_s,
            angular_velocity_deg_s: pose.angular_velocity_rad_s,
            linear_drag_per_s,
            angular_drag_per_s,
            material: None,
            color,
        }
    }
}

prop_compose! {
    fn body_pose()(
        position_m in vector(1e5),
        orientation in quaternion(),
        velocity_m_s in vector(1e4),
        angular_velocity_rad_s in vector(2e4),
    ) -> BodyPose {
        BodyPose { position_m, orientation, velocity_m_s, angular_velocity_rad_s }
    }
}

fn particle_pose() -> impl Strategy<Value = ParticlePose> {
    (vector(1e5), vector(1e4)).prop_map(|(position_m, velocity_m_s)| ParticlePose {
        position_m,
        velocity_m_s,
    })
}

fn pose() -> impl Strategy<Value = Pose> {
    let particles = prop::collection::vec(particle_pose(), 0..4);
    let bodies = prop::collection::vec(body_pose(), 0..4);
    (particles, bodies, any::<bool>()).prop_map(|(particles, bodies, hit)| Pose {
        particles,
        bodies,
        hit,
    })
}

/// Smallest and largest angles.
fn limits() -> impl Strategy<Value = [[f64; 3]; 2]> {
    (vector(180.0), vector(180.0)).prop_map(|(a, b)| {
        let low = std::array::from_fn(|i| if a[i] <= b[i] { a[i] } else { b[i] });
        let high = std::array::from_fn(|i| if a[i] <= b[i] { b[i] } else { a[i] });
        [low, high]
    })
}

prop_compose! {
    fn mx()(
        limits in one_of(&[LimitTable::Printed, LimitTable::Mirrored]),
        inertia in one_of(&[InertiaPreset::Paper, InertiaPreset::Box, InertiaPreset::Human]),
        contact in one_of(&[FigureContact::Shapes, FigureContact::Spheres]),
    ) -> MxFigure {
        MxFigure { limits, inertia, contact }
    }
}

prop_compose! {
    fn physique()(
        height in 0.25..4.0,
        girth in 0.25..4.0,
        masses in prop_oneof![
            Just(MassRule::Figure),
            (1.0..1e5).prop_map(|kg_m3| MassRule::Density { kg_m3 }),
            (1.0..1e5).prop_map(|total_kg| MassRule::Shares { total_kg }),
        ],
    ) -> Physique {
        Physique { height, girth, masses }
    }
}

prop_compose! {
    fn part_limit()(
        [min_deg, max_deg] in limits(),
        restitution in 0.0..1.0,
        zero in quaternion(),
    ) -> PartLimit {
        PartLimit { min_deg, max_deg, restitution, zero }
    }
}

prop_compose! {
    fn muscle()(
        strength in option(0.0..1.0),
        stiffness_n_m_per_rad in option(0.0..1e4),
        damping_n_m_s_per_rad in option(0.0..1e3),
        most_n_m in option(0.0..1e4),
        friction_n_m in option(0.0..10.0),
    ) -> Muscle {
        Muscle {
            strength,
            stiffness_n_m_per_rad,
            damping_n_m_s_per_rad,
            most_n_m,
            friction_n_m,
        }
    }
}

/// What a ragdoll may have of its own about a part that is not the root.
fn own_part() -> impl Strategy<Value = PartOverride> {
    let inertia = (0.01..1.0).prop_map(|moment| [moment, moment, 1.5 * moment]);
    let (mass, friction) = (option(0.1..100.0), option(0.0..10.0));
    let led = (muscle(), option(quaternion()), any::<bool>()).boxed();
    (mass, option(inertia), friction, option(part_limit()), led).prop_map(
        |(mass_kg, inertia_kg_m2, friction, limit, (muscle, target, broken_off))| PartOverride {
            mass_kg,
            inertia_kg_m2,
            friction,
            limit,
            muscle,
            target,
            broken_off,
            ..PartOverride::of("")
        },
    )
}

/// A figure with rigid parts, among them a head.
fn figure() -> impl Strategy<Value = Figure> {
    let builds = [FigureBuild::Rigid, FigureBuild::RigidWithLimits];
    let thesis = one_of(&builds).prop_map(|build| ThesisFigure {
        build,
        ..ThesisFigure::default()
    });
    prop_oneof![mx().prop_map(Figure::Mx), thesis.prop_map(Figure::Thesis)]
}

prop_compose! {
    fn ragdoll()(
        figure in figure(),
        heading_deg in number(3600.0),
        orientation in quaternion(),
        pose in option(pose()),
        self_collision: bool,
        limit_model in limit_model(),
        physique in physique(),
        muscles in muscle().boxed(),
        own in prop::collection::vec(own_part().boxed(), 0..8),
        color in color(),
    ) -> Ragdoll {
        // The first is the root, which has no joint.
        let names = part_names(&figure);
        let names = names[1..].iter();
        let parts = names.zip(own).map(|(part, own)| {
            PartOverride { part: (*part).into(), ..own }
        }).collect();
        Ragdoll {
            heading_deg,
            orientation,
            pose,
            self_collision,
            limit_model,
            physique,
            muscles,
            parts,
            color,
            ..Ragdoll::new(RAGDOLL, figure)
        }
    }
}

/// A drive with these numbers.
fn turn_drive([target_deg, speed_deg_s, stiffness]: [f64; 3]) -> TurnDrive {
    TurnDrive {
        spring: Some(TurnSpring {
            stiffness_n_m_per_rad: stiffness.abs(),
            damping_n_m_s_per_rad: 0.0,
            target_deg,
            most_n_m: None,
        }),
        motor: Some(TurnMotor {
            speed_deg_s,
            most_n_m: Some(stiffness.abs()),
        }),
        friction_n_m: 0.0,
    }
}

/// A slide and a hinge with these limits, and another hinge without.
fn serial_axes(limits: [[f64; 3]; 2], number: f64) -> Vec<SerialAxis> {
    vec![
        SerialAxis::Slide(SlideAxis {
            limit_min_m: Some(limits[0][1] * 0.01),
            start_m: number,
            drive: WayDrive {
                friction_n: number,
                ..WayDrive::default()
            },
            ..SlideAxis::new([0.0, 1.0, -0.5])
        }),
        SerialAxis::Hinge(HingeAxis {
            name: "tilt".into(),
            limit_max_deg: Some(limits[1][2]),
            start_deg: 20.0 * limits[1][1],
            drive: turn_drive(limits[0]),
            ..HingeAxis::new([1.0, -0.0, 0.5], [number, 0.0, -0.25])
        }),
        SerialAxis::Hinge(HingeAxis::new([0.0, 0.0, 1.0], [0.0; 3])),
    ]
}

const BODY: Id = 1001;
const RAGDOLL: Id = 1002;

prop_compose! {
    /// A joint of each kind between the body and the head of the ragdoll.
    fn joints()(
        point_m in vector(1e5),
        rest in [option(quaternion()), option(quaternion()), option(quaternion())],
        strength in [1e-9..1.0, 1e-9..1.0],
        limits in limits(),
        model in limit_model(),
        twist_axis in option(axis()),
        restitution in 0.0..1.0,
    ) -> Vec<ConstraintKind> {
        let part = String::from("head");
        let a = Grip::Part { ragdoll: RAGDOLL, part: part.clone(), at: 0.0, point_m };
        let b = Grip::Body { id: BODY, point_m: [0.0; 3] };
        vec![
            ConstraintKind::Hinge(Hinge {
                a: a.clone(),
                b: b.clone(),
                axis: [0.0, -0.0, 1.0],
                limit_min_deg: Some(limits[0][0]),
                limit_max_deg: Some(limits[1][0]),
                rest: rest[0],
                start_deg: (restitution > 0.3).then_some(20.0 * limits[1][1]),
                drive: turn_drive(limits[0]),
                strength: strength[0],
            }),
            ConstraintKind::Slider(Slider {
                a: a.clone(),
                b: b.clone(),
                axis: [0.0, 1.0, -0.5],
                limit_min_m: Some(limits[0][1] * 0.01),
                limit_max_m: None,
                turns: restitution > 0.5,
                rest: rest[1],
                turn_min_deg: None,
                turn_max_deg: Some(limits[1][2]),
                turn_start_deg: (restitution < 0.7).then_some(20.0 * limits[0][1]),
                drive: WayDrive {
                    friction_n: restitution,
                    ..WayDrive::default()
                },
                turn_drive: turn_drive(limits[1]),
                strength: strength[0],
            }),
            ConstraintKind::Universal(Universal {
                a: a.clone(),
                b: b.clone(),
                axis: [0.0, 1.0, -0.5],
                cross_axis: [1.0, 0.0, -0.0],
                limit_min_deg: Some([limits[0][0], limits[0][1]]),
                limit_max_deg: None,
                rest: rest[2],
                drive: turn_drive(limits[0]),
                cross_drive: TurnDrive::default(),
                strength: strength[1],
            }),
            ConstraintKind::Serial(Serial {
                rest: rest[0],
                strength: strength[0],
                ..Serial::new(a.clone(), b.clone(), serial_axes(limits, restitution))
            }),
            ConstraintKind::Guide(Guide {
                a: a.clone(),
                b: b.clone(),
                on: if restitution > 0.5 { GuideShape::Plane } else { GuideShape::Line },
                axis: [0.5, -0.0, 1.0],
                limit_min_m: None,
                limit_max_m: Some(limits[1][0] * 0.01),
                strength: strength[0],
            }),
            ConstraintKind::Fixed(Fixed { a, b, rest: rest[1], strength: strength[1] }),
            ConstraintKind::AngleLimit(AngleLimit {
                a: BodyRef::Body(BODY),
                b: BodyRef::Part { ragdoll: RAGDOLL, part },
                limit_min_deg: limits[0],
                limit_max_deg: limits[1],
                model,
                twist_axis,
                rest: rest[2],
                restitution,
            }),
        ]
    }
}

prop_compose! {
    fn scene()(
        mut particles in prop::collection::vec(particle(), 0..20),
        gravity_m_s2 in vector(1e3),
        solver in solver(),
        mut body in body(),
        ragdoll in ragdoll(),
        joints in joints(),
        thickness_m in 1e-4..1e4,
        collide: bool,
    ) -> Scene {
        for (i, particle) in particles.iter_mut().enumerate() {
            particle.id = i as u32 + 1;
        }
        body.id = BODY;
        let surface = (particles.len() >= 3).then(|| {
            ConstraintKind::Surface(Surface { thickness_m, ..Surface::new(vec![[1, 2, 3]]) })
        });
        let constraints = (2000..).zip(joints.into_iter().chain(surface)).map(|(id, kind)| {
            Constraint { id, name: String::new(), kind }
        }).collect();
        let rule = CollisionRule {
            a: Thing::Part { ragdoll: RAGDOLL, part: "head".into() },
            b: Thing::Body(BODY),
            collide,
        };
        Scene {
            particles,
            gravity_m_s2,
            solver,
            bodies: vec![body],
            constraints,
            ragdolls: vec![ragdoll],
            collision_rules: vec![rule],
            ..Scene::default()
        }
    }
}

/// A text that tells all numbers apart, -0 and 0 too, which are equal.
fn bits(scene: &Scene) -> String {
    format!("{scene:?}")
}

proptest! {
    #[test]
    fn random_numbers_come_back_bit_for_bit(scene in scene()) {
        let text = to_text(&scene).unwrap();
        let again = read(&text);
        prop_assert_eq!(bits(&again), bits(&scene));
        prop_assert_eq!(&again, &scene);
        prop_assert_eq!(to_text(&again).unwrap(), text);
    }

    #[test]
    fn random_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(parse(&bytes).is_err());
    }

    #[test]
    fn a_scene_with_a_changed_byte_does_no_harm(at in 0..8000_usize, byte: u8) {
        let mut bytes = FROZEN.as_bytes().to_vec();
        let at = at % bytes.len();
        bytes[at] = byte;
        match parse(&bytes) {
            Ok(scene) => prop_assert!(to_text(&scene).is_ok()),
            Err(problems) => prop_assert!(problems.0.iter().all(|p| p.line > 0)),
        }
    }
}
