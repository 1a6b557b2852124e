//! Scenes from robots in URDF: the conventions of the format, mimics, hostile files.

use crate::export::assert_named;
use ragdoll_lab::compile::compile;
use ragdoll_lab::exchange::urdf_import::scene_from_urdf;
use ragdoll_lab::exchange::Imported;
use ragdoll_lab::scene::{to_text, Axis, BodyContact, ConstraintKind, Grip, Shape};

fn imported(text: &str) -> Imported {
    scene_from_urdf(text, "test").unwrap_or_else(|error| panic!("{error}"))
}

/// A robot on a stand that the world holds, as others write them: z up, frames at joints, links
/// without mass, a hip of three turns, a follower, what a scene does not hold.
pub const ROBOT: &str = r#"<?xml version="1.0"?>
<robot name="arm">
  <material name="grey"/>
  <link name="world"/>
  <link name="stand"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
  <joint name="floor" type="fixed"><parent link="world"/><child link="stand"/><origin xyz="0 0 0.1"/></joint>
  <link name="upper">
    <inertial><origin xyz="0 0 0.25" rpy="0 0 1.5707963267948966"/><mass value="2"/>
      <inertia ixx="0.05" ixy="0.001" ixz="0" iyy="0.04" iyz="0" izz="0.02"/></inertial>
    <visual><geometry><mesh filename="a.stl"/></geometry></visual>
    <collision><origin xyz="0 0 0.25"/><geometry><cylinder radius="0.05" length="0.3"/></geometry></collision>
    <collision><origin xyz="0 0 0.4"/><geometry><sphere radius="0.05"/></geometry></collision>
    <collision><origin xyz="0 0 0.1"/><geometry><sphere radius="0.05"/></geometry></collision>
  </link>
  <joint name="turn" type="revolute"><parent link="stand"/><child link="upper"/>
    <origin xyz="0 0 0.1" rpy="0 0 0"/><axis xyz="0 2 0"/>
    <limit lower="-0.5" upper="1" effort="10" velocity="3"/><dynamics damping="0.2" friction="0.1"/></joint>
  <link name="frame"/>
  <joint name="to frame" type="fixed"><parent link="upper"/><child link="frame"/><origin xyz="0 0 0.5"/></joint>
  <link name="hip yaw"/><link name="hip roll"/>
  <joint name="yaw" type="revolute"><parent link="frame"/><child link="hip yaw"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>
  <joint name="roll" type="revolute"><parent link="hip yaw"/><child link="hip roll"/><axis xyz="1 0 0"/><limit lower="-0.2" upper="0.3"/></joint>
  <joint name="pitch" type="revolute"><parent link="hip roll"/><child link="leg"/><axis xyz="0 1 0"/><limit lower="-2" upper="0.5"/></joint>
  <link name="leg"><inertial><mass value="1.5"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>
    <collision><geometry><box size="0.1 0.2 0.3"/></geometry></collision>
    <collision><geometry><mesh filename="b.stl"/></geometry></collision></link>
  <link name="finger"><inertial><mass value="0.1"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4"/></inertial></link>
  <joint name="grip" type="prismatic"><parent link="leg"/><child link="finger"/><origin xyz="0 0.1 0"/><axis xyz="0 1 0"/><limit lower="0" upper="0.04"/></joint>
  <link name="wheel"><inertial><mass value="0.2"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3"/></inertial></link>
  <joint name="spin" type="continuous"><parent link="leg"/><child link="wheel"/><origin xyz="0 0 -0.3"/><axis xyz="0 1 0"/></joint>
  <link name="small wheel"><inertial><mass value="0.1"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3"/></inertial></link>
  <joint name="follow" type="continuous"><parent link="leg"/><child link="small wheel"/><origin xyz="0 0 -0.5"/><axis xyz="0 1 0"/>
    <mimic joint="spin" multiplier="-1.5" offset="0.1"/></joint>
  <link name="ball"><inertial><mass value="1"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3"/></inertial></link>
  <joint name="loose" type="floating"><parent link="world"/><child link="ball"/><origin xyz="2 0 1"/></joint>
  <link name="puck"><inertial><mass value="1"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3"/></inertial></link>
  <joint name="table" type="planar"><parent link="world"/><child link="puck"/></joint>
  <transmission name="t"/>
</robot>"#;

#[test]
fn the_conventions_of_the_format_are_kept() {
    let Imported { scene, left_out } = imported(ROBOT);
    to_text(&scene).unwrap_or_else(|problems| panic!("{problems}"));
    compile(&scene).unwrap();
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    let expected = [
        "upper",
        "leg",
        "finger",
        "wheel",
        "small wheel",
        "ball",
        "puck",
    ];
    assert_eq!(names, expected);
    // z is up there, and y here; the stand is part of the world.
    assert_eq!(scene.obstacles.len(), 1);
    assert!((scene.obstacles[0].position_m[1] - 0.1).abs() < 1e-12);
    let upper = &scene.bodies[0];
    for (own, expected) in upper.position_m.into_iter().zip([0.0, 0.45, 0.0]) {
        assert!((own - expected).abs() < 1e-12, "{:?}", upper.position_m);
    }
    // A cylinder with balls at both ends is a capsule, and the frame of the mass counts.
    assert!(
        matches!(upper.shape, Shape::Capsule { axis: Axis::Z, length_m, .. } if (length_m - 0.3).abs() < 1e-12),
        "{:?}",
        upper.shape
    );
    let inertia = upper.inertia_kg_m2.unwrap();
    assert!((inertia[0] - 0.04).abs() < 1e-12 && (inertia[1] - 0.05).abs() < 1e-12);
    let products = upper.products_of_inertia_kg_m2.unwrap();
    assert!((products[0] + 0.001).abs() < 1e-12, "{products:?}");
    let kinds: Vec<&ConstraintKind> = scene.constraints.iter().map(|c| &c.kind).collect();
    let [ConstraintKind::Hinge(turn), ConstraintKind::Pin(_), ConstraintKind::AngleLimit(hip), ConstraintKind::Slider(grip), ConstraintKind::Hinge(_), ConstraintKind::Hinge(_), ConstraintKind::Gear(gear)] =
        kinds[..]
    else {
        panic!("{kinds:?}");
    };
    assert!(matches!(turn.a, Grip::World(_)), "{:?}", turn.a);
    assert!((turn.limit_min_deg.unwrap() + 0.5_f64.to_degrees()).abs() < 1e-9);
    assert!((turn.limit_max_deg.unwrap() - 1_f64.to_degrees()).abs() < 1e-9);
    let damper = turn.drive.spring.unwrap();
    assert_eq!(
        (damper.damping_n_m_s_per_rad, turn.drive.friction_n_m),
        (0.2, 0.1)
    );
    for (own, expected) in [
        (hip.limit_min_deg, [-0.2, -2.0, -1.0]),
        (hip.limit_max_deg, [0.3, 0.5, 1.0]),
    ] {
        for (own, expected) in own.into_iter().zip(expected) {
            assert!((own - f64::to_degrees(expected)).abs() < 1e-6, "{hip:?}");
        }
    }
    assert_eq!(
        (grip.limit_min_m, grip.limit_max_m),
        (Some(0.0), Some(0.04))
    );
    assert_eq!((gear.teeth, gear.same_way), ([3, 2], false));
    assert!((gear.offset_deg.unwrap() - 0.1_f64.to_degrees()).abs() < 1e-9);
    assert_eq!(scene.bodies[2].contact, BodyContact::None {});
    assert_named(
        &left_out,
        &[
            "mesh of link `leg`",
            "planar",
            "`transmission`",
            "the inertia of link `leg`, which was missing",
        ],
    );
    assert!(
        !left_out.iter().any(|line| line.contains("follow")),
        "{left_out:?}"
    );
}

/// A range of a turn to either side is held, as arms have it; an endless one is none.
#[test]
fn ranges_beyond_half_a_turn_are_held() {
    let file = |kind: &str, limit: &str| {
        format!(
            r#"<robot name="arm"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
            <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
            <joint name="wrist" type="{kind}"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>{limit}</joint></robot>"#
        )
    };
    let range = |kind: &str, limit: &str| {
        let scene = imported(&file(kind, limit)).scene;
        let hinge = scene.constraints.iter().find_map(|own| match &own.kind {
            ConstraintKind::Hinge(hinge) => Some([hinge.limit_min_deg, hinge.limit_max_deg]),
            _ => None,
        });
        hinge.unwrap()
    };
    let limit = r#"<limit lower="-6.283185307179586" upper="6.283185307179586"/>"#;
    let [low, high] = range("revolute", limit).map(Option::unwrap);
    assert!(
        (low + 360.0).abs() < 1e-9 && (high - 360.0).abs() < 1e-9,
        "{low} {high}"
    );
    assert_eq!(range("continuous", limit), [None; 2]);
    let endless = r#"<limit lower="-1e9" upper="1e9"/>"#;
    assert_eq!(range("revolute", endless), [None; 2]);
}

#[test]
fn a_hostile_file_is_refused_with_place_and_remedy() {
    let robot = |inside: &str| format!("<robot name=\"r\">\n{inside}\n</robot>");
    let mass = "<inertial><mass value=\"1\"/></inertial>";
    let pair = format!("<link name=\"a\">{mass}</link><link name=\"b\">{mass}</link>\n");
    let joint = |name: &str, kind: &str, parent: &str, child: &str, rest: &str| {
        format!("<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/><child link=\"{child}\"/>{rest}</joint>")
    };
    let fixed = |name: &str, parent: &str, child: &str| joint(name, "fixed", parent, child, "");
    let bomb = "<!DOCTYPE a [<!ENTITY b \"bbbbbbbbbb\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;&c;\"><!ENTITY e \"&d;&d;&d;&d;&d;&d;&d;&d;&d;\"><!ENTITY f \"&e;&e;&e;&e;&e;&e;&e;&e;&e;\"><!ENTITY g \"&f;&f;&f;&f;&f;&f;&f;&f;&f;\"><!ENTITY h \"&g;&g;&g;&g;&g;&g;&g;&g;&g;\"><!ENTITY i \"&h;&h;&h;&h;&h;&h;&h;&h;&h;\">]><robot>&i;</robot>";
    for (text, line, what) in [
        (String::new(), 1, ""),
        ("<mujoco/>".into(), 1, "mujoco"),
        (robot("<link/>"), 2, "no name"),
        (robot("<link name=\"a\"/>\n<link name=\"a\"/>"), 3, "two links `a`"),
        (robot(&format!("{pair}{}", fixed("j", "a", "c"))), 3, "`c`"),
        (
            robot(&format!("{pair}{}\n{}", fixed("j", "a", "b"), fixed("j", "b", "a"))),
            4,
            "joint `j` occurs twice",
        ),
        (
            robot(&format!("{pair}{}\n{}", fixed("j", "a", "b"), fixed("k", "b", "a"))),
            2,
            "its own ancestor",
        ),
        (
            robot(&format!("{pair}{}\n{}", fixed("j", "a", "b"), fixed("k", "a", "b"))),
            4,
            "two joints",
        ),
        (robot(&format!("{pair}{}", fixed("j", "a", "a"))), 2, "its own ancestor"),
        (robot(&format!("{pair}{}", joint("j", "ball", "a", "b", ""))), 3, "type `ball`"),
        (
            robot(&format!("{pair}{}", joint("j", "revolute", "a", "b", "<axis xyz=\"0 0 0\"/>"))),
            3,
            "length zero",
        ),
        (
            robot(&format!(
                "{pair}{}",
                joint("j", "revolute", "a", "b", "<limit lower=\"1\" upper=\"0\"/>")
            )),
            3,
            "below",
        ),
        (robot("<link name=\"a\"><inertial><mass value=\"nan\"/></inertial></link>"), 2, "not a number"),
        (robot("<link name=\"a\"><inertial><mass value=\"-1\"/></inertial></link>"), 2, "below 0"),
        (robot("<link name=\"a\"><inertial><origin xyz=\"0 1e999 0\"/></inertial></link>"), 2, "not a number"),
        (
            robot("<link name=\"a\"><collision><geometry><box size=\"1 0 1\"/></geometry></collision></link>"),
            2,
            "no size",
        ),
        (robot("<link name=\"a\"><collision/></link>"), 2, "no geometry"),
        (bomb.into(), 1, ""),
        (format!("<robot>{}", "<link name=\"a\">".repeat(100_000)), 1, ""),
    ] {
        let error = match scene_from_urdf(&text, "test") {
            Ok(found) => panic!("{text:.80}: {found:?}"),
            Err(error) => error,
        };
        assert!(error.line >= 1 && (line == 1 || error.line == line), "{error}");
        assert!(error.message.contains(what), "{error}");
        assert!(!error.remedy.is_empty());
    }
    // What is finite and too large is no sound scene, which is said with its place.
    let far = robot(&format!(
        "<link name=\"w\">{mass}</link><link name=\"a\">{mass}</link>{}",
        joint(
            "j",
            "fixed",
            "w",
            "a",
            "<origin xyz=\"1e308 1e308 0\" rpy=\"1e308 0 0\"/>"
        )
    ));
    let error = scene_from_urdf(&far, "test").unwrap_err();
    assert!(error.message.contains("body `a`"), "{error}");
}

/// A chain as long as no stack is deep, and as many links as no scene has.
#[test]
fn long_chains_and_many_links_take_little_time() {
    let chain = |count: usize| {
        let links: String = (0..count)
            .map(|i| format!("<link name=\"l{i}\"><inertial><mass value=\"1\"/></inertial></link>"))
            .collect();
        let joints: String = (1..count)
            .map(|i| {
                let above = i - 1;
                format!("<joint name=\"j{i}\" type=\"continuous\"><parent link=\"l{above}\"/><child link=\"l{i}\"/></joint>")
            })
            .collect();
        format!("<robot>{links}{joints}</robot>")
    };
    let scene = imported(&chain(20_000)).scene;
    assert_eq!(
        (scene.bodies.len(), scene.constraints.len()),
        (20_000, 19_999)
    );
    let error = scene_from_urdf(&chain(100_000), "test").unwrap_err();
    assert!(
        error.message.contains("more than 500,000 elements"),
        "{error}"
    );
    let frames: String = (0..100_000)
        .map(|i| format!("<link name=\"l{i}\"/>"))
        .collect();
    let nothing = imported(&format!("<robot>{frames}</robot>"));
    assert!(nothing.scene.bodies.is_empty());
}

/// A text of which pieces are cut out, doubled or changed for others, always the same of a number.
pub fn mutated(text: &str, number: u64) -> String {
    const HOSTILE: [&str; 8] = ["1e308", "-1", "0", "nan", "\"", "{}", "world", "99999999"];
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below.max(1)
    };
    let mut words: Vec<&str> = text.split_inclusive(['"', '>', ',', ' ']).collect();
    for _ in 0..=next(4) {
        let at = next(words.len());
        let other = next(words.len());
        match next(4) {
            0 => {
                words.remove(at);
            }
            1 => words.insert(at, words[other]),
            2 => words.swap(at, other),
            _ => words[at] = HOSTILE[next(HOSTILE.len())],
        }
    }
    words.concat()
}

#[test]
fn whatever_a_robot_says_makes_a_scene_or_is_refused() {
    let (mut scenes, mut refused) = (0, 0);
    for number in 0..4_000 {
        match scene_from_urdf(&mutated(ROBOT, number), "test") {
            Ok(imported) => {
                scenes += 1;
                if to_text(&imported.scene).is_ok() {
                    let _ = compile(&imported.scene);
                }
            }
            Err(error) => {
                refused += 1;
                assert!(error.line > 0 && !error.remedy.is_empty(), "{error}");
            }
        }
    }
    assert!(scenes > 200 && refused > 200, "{scenes} {refused}");
}
