//! Scenes from MuJoCo's XML: our own export there and back, its conventions, hostile files.

use crate::export::{assert_named, python, run_python};
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::exchange::mjcf;
use ragdoll_lab::exchange::mjcf_import::scene_from_mjcf;
use ragdoll_lab::exchange::Imported;
use ragdoll_lab::physics::convex::bounds;
use ragdoll_lab::scene::{
    find, parse, to_text, Axis, Compound, ConstraintKind, HingeAxis, Scene, SerialAxis, Shape,
};

fn imported(text: &str) -> Imported {
    scene_from_mjcf(text, "test").unwrap_or_else(|error| panic!("{error}"))
}

/// The export of a scene, and what comes back of it.
fn there_and_back(scene: &Scene) -> (String, Imported) {
    let (world, map) = compile(scene).unwrap();
    let export = mjcf(&world, &map, scene);
    let back = imported(&export.text);
    to_text(&back.scene).unwrap_or_else(|problems| panic!("{problems}"));
    (export.text, back)
}

#[test]
fn a_dummy_comes_back_with_its_bodies_joints_and_limits() {
    for name in ["mx-throw", "muscles", "thesis-rigid"] {
        let scene = parse(find(name).unwrap().text.as_bytes()).unwrap();
        let (_, back) = there_and_back(&scene);
        // Limbs that lie along no axis of their bodies get frames along them.
        let keeps_frames = name != "thesis-rigid";
        let (before, _) = compile(&scene).unwrap();
        let (after, _) = compile(&back.scene).unwrap();
        let [before, after] =
            [before, after].map(|world| (world.model().clone(), world.state().clone()));
        assert_eq!(before.0.bodies.len(), after.0.bodies.len(), "{name}");
        // Bodies come tree by tree there.
        let mut places: Vec<_> = before.1.bodies.iter().zip(&before.0.bodies).collect();
        for (body, constant) in after.1.bodies.iter().zip(&after.0.bodies) {
            let near = |known: &(
                &ragdoll_lab::physics::BodyState,
                &ragdoll_lab::physics::BodyModel,
            )| {
                known.0.position.distance(body.position) < 1e-9
                    && (!keeps_frames || known.0.orientation.angle_between(body.orientation) < 1e-6)
                    && (known.1.mass - constant.mass).abs() < 1e-9
                    && sorted(known.1.inertia).abs_diff_eq(sorted(constant.inertia), 1e-9)
                    && known.1.surface.friction == constant.surface.friction
            };
            let place = places.iter().position(near);
            places.remove(place.unwrap_or_else(|| panic!("{name}: {body:?}")));
        }
        let of_motion = |what: &String| what.starts_with("the keyframe");
        let left_out = &back.left_out;
        assert!(left_out.iter().all(of_motion), "{name}: {left_out:?}");
    }
}

/// A winch two turns after its start, with stops several turns away.
#[test]
fn turns_that_are_counted_come_back() {
    let winch = r#"{"format": "ragdoll-scene", "version": 2, "bodies": [
        {"id": 1, "shape": {"sphere": {"radius_m": 0.2}}, "mass_kg": 1, "position_m": [0, 3, 0]}],
        "constraints": [{"id": 2, "kind": {"hinge": {"a": {"world": [0, 3, 0]},
        "b": {"body": {"id": 1}}, "axis": [0, 0, 1], "start_deg": 720,
        "limit_min_deg": -30, "limit_max_deg": 1260,
        "drive": {"spring": {"stiffness_n_m_per_rad": 2, "damping_n_m_s_per_rad": 1,
        "target_deg": 900}}}}}]}"#;
    let (_, back) = there_and_back(&parse(winch.as_bytes()).unwrap());
    let hinge = back
        .scene
        .constraints
        .iter()
        .find_map(|own| match &own.kind {
            ConstraintKind::Hinge(hinge) => Some(hinge),
            _ => None,
        });
    let hinge = hinge.unwrap();
    let spring = hinge.drive.spring.unwrap();
    let found = [hinge.limit_min_deg, hinge.limit_max_deg, hinge.start_deg];
    let found = found
        .map(Option::unwrap)
        .into_iter()
        .chain([spring.target_deg]);
    for (found, wanted) in found.zip([-30.0, 1260.0, 720.0, 900.0]) {
        assert!((found - wanted).abs() < 1e-6, "{found} for {wanted}");
    }
}

fn sorted(moments: glam::DVec3) -> glam::DVec3 {
    let mut all = moments.to_array();
    all.sort_by(f64::total_cmp);
    all.into()
}

/// The second export of a chain of every kind of joint is the first one.
#[test]
fn an_export_of_an_import_says_the_same() {
    let scene = parse(crate::export::CHAIN.as_bytes()).unwrap();
    let (first, back) = there_and_back(&scene);
    let kinds: Vec<&str> = back
        .scene
        .constraints
        .iter()
        .map(|c| kind_name(&c.kind))
        .collect();
    assert_eq!(kinds, ["hinge", "universal", "pin", "hinge", "slider"]);
    assert!(
        back.left_out
            .iter()
            .all(|what| what.contains("mesh") || what.contains("keyframe")),
        "{:?}",
        back.left_out
    );
    let (second, _) = there_and_back(&back.scene);
    let joints = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains("<joint name"));
        let types = lines.map(|line| {
            line.split("type=")
                .nth(1)
                .unwrap()
                .split('"')
                .nth(1)
                .unwrap()
                .to_string()
        });
        types.collect()
    };
    assert_eq!(joints(&first), joints(&second));
    let spring = parse(crate::export::SPRING.as_bytes()).unwrap();
    let (_, back) = there_and_back(&spring);
    let ConstraintKind::Hinge(hinge) = &back.scene.constraints[0].kind else {
        panic!("{:?}", back.scene.constraints);
    };
    let own = hinge.drive.spring.unwrap();
    assert_eq!(
        (own.stiffness_n_m_per_rad, own.damping_n_m_s_per_rad),
        (20.0, 0.5)
    );
    assert!((own.target_deg - 40.0).abs() < 1e-9);
    let limits = [hinge.limit_min_deg, hinge.limit_max_deg].map(Option::unwrap);
    assert!((limits[0] + 90.0).abs() < 1e-9 && (limits[1] - 90.0).abs() < 1e-9);
}

fn kind_name(kind: &ConstraintKind) -> &'static str {
    match kind {
        ConstraintKind::Hinge(_) => "hinge",
        ConstraintKind::Universal(_) => "universal",
        ConstraintKind::Pin(_) => "pin",
        ConstraintKind::Slider(_) => "slider",
        ConstraintKind::Fixed(_) => "fixed",
        ConstraintKind::AngleLimit(_) => "limit",
        _ => "another",
    }
}

/// What the format leaves to defaults: degrees, z up, classes, masses of shapes, Euler angles.
const ARM: &str = r#"<mujoco model="arm">
  <compiler angle="degree" eulerseq="ZYx"/>
  <option gravity="0 0 -3"/>
  <default>
    <geom density="500" friction="0.9"/>
    <default class="soft"><joint stiffness="7" damping="0.5"/>
      <default class="softer"><joint stiffness="3" springref="10"/></default></default>
  </default>
  <worldbody>
    <geom type="plane" size="0 0 1"/>
    <body name="base" pos="1 2 3" euler="30 40 50">
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.3"/>
      <body name="upper" pos="0 0 0.3" axisangle="1 0 0 90" childclass="soft">
        <joint name="shoulder" type="ball" range="0 60"/>
        <geom type="capsule" fromto="0 0 0 0.3 0.4 0" size="0.05" mass="2"/>
        <body name="lower" pos="0.3 0.4 0" xyaxes="0 1 0 -1 0 0">
          <joint name="elbow" class="softer" axis="0 0 2" range="-10 120"/>
          <inertial pos="0.1 0 0" mass="1.5" fullinertia="0.02 0.03 0.04 0.001 0 0"/>
          <geom type="cylinder" size="0.04 0.15" pos="0.1 0 0" zaxis="1 0 0"/>
          <geom type="sphere" size="0.02" pos="0.2 0 0"/>
          <body name="tip" pos="0.2 0 0"><geom type="ellipsoid" size="0.02 0.03 0.04"/></body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="elbow"/><position joint="shoulder" kp="5"/></actuator>
</mujoco>"#;

#[test]
fn the_conventions_of_the_format_are_kept() {
    let Imported { scene, left_out } = imported(ARM);
    to_text(&scene).unwrap();
    // z is up there, and y here.
    assert!(
        (scene.gravity_m_s2[1] + 3.0).abs() < 1e-12,
        "{:?}",
        scene.gravity_m_s2
    );
    let [base, upper, lower, tip] = &scene.bodies[..] else {
        panic!("{:?}", scene.bodies);
    };
    let [x, y, z] = base.position_m;
    assert!((x - 1.0).abs() < 1e-12 && (y - 3.0).abs() < 1e-12 && (z + 2.0).abs() < 1e-12);
    assert!((base.mass_kg.unwrap() - 24.0).abs() < 1e-12);
    assert_eq!(upper.mass_kg, Some(2.0));
    assert!(
        matches!(upper.shape, Shape::Capsule { length_m, .. } if (length_m - 0.5).abs() < 1e-12)
    );
    // Both of its geoms, from its centre of mass at 0.1 m along x.
    let Shape::Compound(Compound { pieces }) = &lower.shape else {
        panic!("{:?}", lower.shape);
    };
    let [cylinder, ball] = &pieces[..] else {
        panic!("{pieces:?}");
    };
    assert!(matches!(
        cylinder.shape,
        Shape::Cylinder { axis: Axis::X, .. }
    ));
    assert!(matches!(ball.shape, Shape::Sphere { radius_m: 0.02 }));
    let places = [cylinder, ball].map(|piece| DVec3::from(piece.position_m));
    assert!(places[0].length() < 1e-12, "{places:?}");
    assert!(places[1].distance(DVec3::X * 0.1) < 1e-12, "{places:?}");
    assert!(lower.products_of_inertia_kg_m2.is_some());
    assert!(tip.mass_kg.unwrap() > 0.0);
    let kinds: Vec<&str> = scene
        .constraints
        .iter()
        .map(|c| kind_name(&c.kind))
        .collect();
    assert_eq!(kinds, ["pin", "limit", "hinge", "fixed"]);
    let ConstraintKind::Hinge(elbow) = &scene.constraints[2].kind else {
        panic!("{kinds:?}");
    };
    assert!((elbow.limit_max_deg.unwrap() - 120.0).abs() < 1e-9);
    let spring = elbow.drive.spring.unwrap();
    assert_eq!(
        (spring.stiffness_n_m_per_rad, spring.damping_n_m_s_per_rad),
        (3.0, 0.5)
    );
    assert!((spring.target_deg - 10.0).abs() < 1e-9);
    assert_named(
        &left_out,
        &["ellipsoid", "motor", "actuator of joint `shoulder`"],
    );
    assert!(matches!(scene.obstacles[0].shape, Shape::Plane {}));
}

/// Centres and masses are where MuJoCo has them.
#[test]
fn mujoco_has_the_bodies_at_the_same_places() {
    let Some(python) = python() else {
        println!("skipped: no Python with MuJoCo");
        return;
    };
    let script = r#"
import json, sys, mujoco
model = mujoco.MjModel.from_xml_string(sys.stdin.read())
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
print(json.dumps([[list(data.xipos[i]), model.body_mass[i], sorted(model.body_inertia[i])] for i in range(1, model.nbody)]))
"#;
    let theirs = run_python(&python, script, ARM);
    let (world, _) = compile(&imported(ARM).scene).unwrap();
    let bodies = world.state().bodies.iter().zip(&world.model().bodies);
    for ((body, constant), theirs) in bodies.zip(theirs.as_array().unwrap()) {
        let [x, y, z] = body.position.to_array();
        let ours = [x, -z, y];
        for (k, ours) in ours.into_iter().enumerate() {
            let their = theirs[0][k].as_f64().unwrap();
            assert!((ours - their).abs() < 1e-9, "{ours} {their}");
        }
        assert!((constant.mass - theirs[1].as_f64().unwrap()).abs() < 1e-9);
        for (k, ours) in sorted(constant.inertia).to_array().into_iter().enumerate() {
            let their = theirs[2][k].as_f64().unwrap();
            assert!((ours - their).abs() < 1e-9, "{ours} {their}");
        }
    }
}

/// A slide that turns, a ball joint and a hinge off the centres, all in motion at the keyframe.
const MOVING: &str = r#"<mujoco>
  <worldbody>
    <body name="a" pos="0 0 1"><freejoint/><geom size="0.1" pos="0.02 0 0"/>
      <body name="b" pos="0.3 0 0" euler="10 20 30">
        <joint name="way" type="slide" axis="0 0 1"/><joint name="turn" axis="0 0 1" ref="20"/>
        <geom type="box" size="0.1 0.05 0.1" pos="0.05 0 0"/>
        <body name="c" pos="0 0.4 0"><joint type="ball" pos="0 -0.1 0"/><geom type="capsule" size="0.05 0.1"/>
          <body name="d" pos="0.1 0.4 0"><joint axis="1 1 0" pos="0 -0.2 0.1"/><geom size="0.07"/></body></body>
      </body></body>
  </worldbody>
  <actuator><position joint="way" kp="4" kv="1" forcerange="-2 2"/><velocity joint="turn" kv="3" forcerange="-1 1"/></actuator>
  <keyframe><key qpos="1 2 3 0.8 0 0.6 0 0.1 0.5 0.6 0 0 0.8 -0.7" qvel="1 2 0 0.5 0 2 0.3 0.4 1 -1 0.5 2" ctrl="0.2 0.5"/></keyframe>
</mujoco>"#;

#[test]
fn bodies_start_as_the_keyframe_of_mujoco_has_them() {
    let Imported { scene, left_out } = imported(MOVING);
    assert_eq!(left_out, Vec::<String>::new());
    let ConstraintKind::Slider(slider) = &scene.constraints[0].kind else {
        panic!("{:?}", scene.constraints);
    };
    let spring = slider.drive.spring.unwrap();
    assert_eq!((spring.target_m, spring.most_n), (0.2, Some(2.0)));
    let motor = slider.turn_drive.motor.unwrap();
    assert!((motor.speed_deg_s - 0.5_f64.to_degrees()).abs() < 1e-9);
    let Some(python) = python() else {
        println!("skipped: no Python with MuJoCo");
        return;
    };
    let script = r#"
import json, sys, mujoco
import numpy as np
model = mujoco.MjModel.from_xml_string(sys.stdin.read())
data = mujoco.MjData(model)
mujoco.mj_resetDataKeyframe(model, data, 0)
mujoco.mj_forward(model, data)
result = []
for i in range(1, model.nbody):
    velocity = np.zeros(6)
    mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, i, velocity, 0)
    result.append([list(data.xipos[i]), list(velocity[:3]), list(velocity[3:])])
print(json.dumps(result))
"#;
    let theirs = run_python(&python, script, MOVING);
    let (world, _) = compile(&scene).unwrap();
    let bodies = &world.state().bodies;
    assert_eq!(bodies.len(), 4);
    for (body, theirs) in bodies.iter().zip(theirs.as_array().unwrap()) {
        let ours = [body.position, body.angular_velocity, body.velocity];
        for (ours, theirs) in ours.into_iter().zip(theirs.as_array().unwrap()) {
            // z is up there.
            let [x, y, z] = [0, 1, 2].map(|k| theirs[k].as_f64().unwrap());
            let their = glam::DVec3::new(x, z, -y);
            assert!(ours.distance(their) < 1e-9, "{ours} {their}");
        }
    }
}

#[test]
fn a_hostile_file_is_refused_with_place_and_remedy() {
    let body = |inside: &str| format!("<mujoco>\n<worldbody>\n{inside}\n</worldbody>\n</mujoco>");
    let many = "<body>".repeat(3000);
    for (text, line, what) in [
        (String::new(), 1, ""),
        ("<mujoco>".into(), 1, ""),
        ("<robot/>".into(), 1, "robot"),
        (body("<body pos=\"1 2\"><geom size=\"1\"/></body>"), 1, ""),
        (
            body("<body><freejoint/><geom size=\"nan\"/></body>"),
            3,
            "not a number",
        ),
        (
            body("<body><freejoint/><geom size=\"-1\"/></body>"),
            3,
            "is missing",
        ),
        (
            body("<body><freejoint/><geom size=\"1\" class=\"none\"/></body>"),
            3,
            "no default class",
        ),
        (body("<body><freejoint/></body>"), 3, "no mass"),
        (
            body("<body quat=\"0 0 0 0\"><freejoint/><geom size=\"1\"/></body>"),
            3,
            "length zero",
        ),
        (
            body("<body><joint axis=\"0 0 0\"/><geom size=\"1\"/></body>"),
            3,
            "length zero",
        ),
        (
            "<mujoco><compiler angle=\"gon\"/></mujoco>".into(),
            1,
            "gon",
        ),
        (
            "<mujoco><compiler eulerseq=\"abc\"/></mujoco>".into(),
            1,
            "abc",
        ),
        (
            "<mujoco><default><default/></default></mujoco>".into(),
            1,
            "no name",
        ),
        (
            format!(
                "<!DOCTYPE a [<!ENTITY b \"{}\">]><mujoco>&b;</mujoco>",
                "&b;"
            ),
            1,
            "",
        ),
        (many, 1, ""),
    ] {
        let error = match scene_from_mjcf(&text, "test") {
            Ok(found) => panic!("{text:.80}: {found:?}"),
            Err(error) => error,
        };
        assert!(
            error.line >= 1 && (line == 1 || error.line == line),
            "{error}"
        );
        assert!(error.message.contains(what), "{error}");
        assert!(!error.remedy.is_empty());
    }
    // A long chain does not end the stack.
    let deep = 500;
    let links = "<body><joint/><geom size=\"0.1\"/>".repeat(deep) + &"</body>".repeat(deep);
    let scene = imported(&body(&links)).scene;
    assert_eq!((scene.bodies.len(), scene.constraints.len()), (deep, deep));
}

/// A mesh collides as its hull, where it is and as it is turned; what it weighs is told by its faces.
#[test]
fn a_mesh_collides_as_its_hull() {
    // A wedge of a tenth of a cubic metre, which a half turn about y puts with its foot at +x.
    let Imported { scene, left_out } = imported(
        r#"<mujoco><asset><mesh name="m" vertex="0 0 0  1 0 0  0 .2 0  1 .2 0  0 0 1  0 .2 1"/></asset>
        <worldbody><body pos="0 0 2"><freejoint/>
        <geom type="mesh" mesh="m" quat="0 0 1 0" pos="0 0 1" density="50"/>
        <geom type="sphere" size=".1" pos="-2 0 0" mass="5"/>
        </body></worldbody></mujoco>"#,
    );
    assert_eq!(left_out, Vec::<String>::new());
    assert!((scene.bodies[0].mass_kg.unwrap() - 10.0).abs() < 1e-9);
    let (world, _) = compile(&scene).unwrap();
    let (model, state) = (world.model(), world.state());
    let [mesh, ball] = &model.pieces[..] else {
        panic!("{:?}", model.pieces);
    };
    let pose = state.bodies[0].pose();
    // The z axis there is y here, and y there is -z here.
    let (low, high) = bounds(&mesh.shape, &pose.then(&mesh.place));
    assert!(low.distance(DVec3::new(-1.0, 2.0, -0.2)) < 1e-9, "{low}");
    assert!(high.distance(DVec3::new(0.0, 3.0, 0.0)) < 1e-9, "{high}");
    let ball = pose.then(&ball.place).position;
    assert!(ball.distance(DVec3::new(-2.0, 2.0, 0.0)) < 1e-9, "{ball}");
}

/// A torso that its two slides and its hinge leave free in a plane falls until it lies.
#[test]
fn a_planar_root_falls_onto_the_ground() {
    let Imported { scene, left_out } = imported(include_str!("../data/imports/planar-root.xml"));
    assert_eq!(left_out, Vec::<String>::new());
    for method in ["verlet", "multipliers", "reduced"] {
        let mut scene = scene.clone();
        scene.solver.method = method.into();
        let (mut world, _) = compile(&scene).unwrap();
        for _ in 0..180 {
            world.step();
        }
        let height = world.state().bodies[0].position.y;
        assert!((height - 0.25).abs() < 2e-3, "{method}: {height}");
    }
}

/// A foot whose two hinges do not meet, turned at the keyframe.
const ANKLE: &str = r#"<mujoco><compiler angle="degree"/><worldbody>
  <body name="shank" pos="0 0 1"><geom type="sphere" size="0.1" mass="3"/>
    <joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1"/>
    <joint name="lean" axis="0 1 0" pos="0 0 0.05"/>
    <body name="foot" pos="0 0 -0.45">
      <joint name="flex" axis="0 1 0" pos="0 0 0.04" range="-45 45"/>
      <joint name="roll" axis="1 0 0" pos="0.02 0 0.01" range="-20 30" stiffness="5" damping="0.5"/>
      <geom type="box" size="0.12 0.05 0.02" pos="0.05 0 -0.03" mass="1"/></body></body></worldbody>
  <keyframe><key qpos="0.3 0.2 0.5 0.4 -0.3" qvel="1 0 0 2 -1"/></keyframe></mujoco>"#;

fn axes(scene: &Scene, place: usize) -> Vec<SerialAxis> {
    match &scene.constraints[place].kind {
        ConstraintKind::Serial(serial) => serial.axes.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn hinges_that_do_not_meet_come_in_and_go_out() {
    let Imported { scene, left_out } = imported(ANKLE);
    assert_eq!(left_out, Vec::<String>::new());
    // z is up there; the lean, then both turns of the foot, by hand.
    let turn = |axis: DVec3, angle: f64, at: DVec3, point: DVec3| {
        at + glam::DQuat::from_axis_angle(axis, angle) * (point - at)
    };
    let foot = DVec3::new(0.05, 0.0, -0.03);
    let rolled = turn(DVec3::X, -0.3, DVec3::new(0.02, 0.0, 0.01), foot);
    let flexed = turn(DVec3::Y, 0.4, DVec3::new(0.0, 0.0, 0.04), rolled);
    let in_shank = flexed - DVec3::Z * 0.45;
    let leant = turn(DVec3::Y, 0.5, DVec3::Z * 0.05, in_shank);
    let expected = leant + DVec3::new(0.3, 0.0, 1.2);
    let (world, _) = compile(&scene).unwrap();
    let found = world.state().bodies[1].position;
    let expected = DVec3::new(expected.x, expected.z, -expected.y);
    assert!(found.distance(expected) < 1e-9, "{found} for {expected}");
    let gap = ragdoll_lab::physics::report::joint_error(world.model(), world.state());
    assert!(gap < 1e-9, "{gap}");
    let [SerialAxis::Hinge(flex), SerialAxis::Hinge(roll)] = &axes(&scene, 1)[..] else {
        panic!("{:?}", scene.constraints);
    };
    assert_eq!(flex.limit_max_deg.map(f64::round), Some(45.0));
    assert!((roll.start_deg + 0.3_f64.to_degrees()).abs() < 1e-9);
    assert_eq!(roll.drive.spring.unwrap().stiffness_n_m_per_rad, 5.0);
    // There and back, and in the format of robots, the axes are the same ones.
    let (_, back) = there_and_back(&scene);
    let export = ragdoll_lab::exchange::urdf(&world, &compile(&scene).unwrap().1, &scene);
    let robot = ragdoll_lab::exchange::urdf_import::scene_from_urdf(&export.text, "test").unwrap();
    for (name, other) in [("mjcf", &back.scene), ("urdf", &robot.scene)] {
        for place in [0, 1] {
            let (ours, theirs) = (axes(&scene, place), axes(other, place));
            assert_eq!(ours.len(), theirs.len(), "{name}");
            for (own, their) in ours.iter().zip(&theirs) {
                match (own, their) {
                    (SerialAxis::Hinge(own), SerialAxis::Hinge(their)) => {
                        let across =
                            |axis: &HingeAxis| DVec3::from(axis.axis).cross(axis.offset_m.into());
                        let off = across(own).distance(across(their));
                        assert!(off < 1e-9, "{name}: {own:?} {their:?}");
                    }
                    (SerialAxis::Slide(_), SerialAxis::Slide(_)) => {}
                    _ => panic!("{name}: {own:?} {their:?}"),
                }
            }
        }
    }
    let (again, _) = compile(&back.scene).unwrap();
    let bodies = again.state().bodies.iter().zip(&world.state().bodies);
    for (theirs, ours) in bodies {
        assert!(theirs.position.distance(ours.position) < 1e-9);
        assert!(theirs.velocity.distance(ours.velocity) < 1e-9);
    }
}

/// Of two hinges about one axis the second says nothing new.
#[test]
fn a_joint_that_repeats_another_is_left_out() {
    let text = ANKLE.replace(
        "<joint name=\"roll\" axis=\"1 0 0\" pos=\"0.02 0 0.01\"",
        "<joint name=\"roll\" axis=\"0 1 0\" pos=\"0 0.1 0.04\"",
    );
    let Imported { scene, left_out } = imported(&text);
    to_text(&scene).unwrap();
    compile(&scene).unwrap();
    assert_named(&left_out, &["repeats"]);
    assert!(matches!(
        scene.constraints[1].kind,
        ConstraintKind::Hinge(_)
    ));
}
