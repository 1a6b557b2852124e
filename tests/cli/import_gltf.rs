//! Scenes from glTF with rigid bodies: the conventions of the extensions, hostile files.

use crate::export::assert_named;
use crate::import_urdf::mutated;
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::exchange::gltf_import::scene_from_gltf;
use ragdoll_lab::exchange::Imported;
use ragdoll_lab::gltf::{Gltf, GltfError};
use ragdoll_lab::scene::{to_text, Compound, ConstraintKind, Grip, Shape};
use serde_json::{json, Value};

fn read(file: &Value) -> Result<Imported, GltfError> {
    let fetch = |_: &str| Err("nothing beside".to_string());
    let gltf = Gltf::read(file.to_string().as_bytes(), &fetch)?;
    assert!(gltf.has_physics() && !gltf.has_skin());
    scene_from_gltf(&gltf, "test")
}

fn bodies(what: Value) -> Value {
    json!({ "KHR_physics_rigid_bodies": what })
}

fn file(nodes: Value, lists: Value) -> Value {
    json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
        "extensionsRequired": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
        "nodes": nodes,
        "extensions": {
            "KHR_implicit_shapes": { "shapes": [
                { "type": "plane", "plane": {} },
                { "type": "capsule", "capsule": { "height": 0.4, "radiusTop": 0.1, "radiusBottom": 0.1 } },
                { "type": "box", "box": { "size": [0.2, 0.4, 0.6] } },
                { "type": "cylinder", "cylinder": { "height": 1, "radiusTop": 0, "radiusBottom": 1 } },
                { "type": "box" },
            ]},
            "KHR_physics_rigid_bodies": lists,
        },
    })
}

/// A door in a scaled and turned scene, as other programs write one: a collider below the body, a
/// joint at nodes below both, bodies that say nothing of their inertia or move by themselves.
pub fn door() -> Value {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let nodes = json!([
        { "name": "floor", "extensions": bodies(json!({ "collider": { "geometry": { "shape": 0 }, "physicsMaterial": 0 } })) },
        { "name": "scene", "translation": [0, 1, 0], "rotation": [0, half, 0, half], "scale": [2, 2, 2], "children": [2, 5] },
        { "name": "door", "translation": [0, 0, 1], "children": [3, 4],
          "extensions": bodies(json!({ "motion": { "mass": 3, "centerOfMass": [0, 0.1, 0], "angularVelocity": [0, 2, 0] } })) },
        { "name": "leaf", "extensions": bodies(json!({ "collider": { "geometry": { "shape": 2 }, "physicsMaterial": 1 } })) },
        { "name": "edge", "translation": [0.1, 0, 0], "rotation": [half, 0, 0, half],
          "extensions": bodies(json!({ "joint": { "connectedNode": 5, "joint": 0 } })) },
        { "name": "frame", "translation": [0.1, 0, 1], "rotation": [half, 0, 0, half] },
        { "name": "lift", "extensions": bodies(json!({ "motion": { "isKinematic": true, "linearVelocity": [0, 1, 0] },
          "collider": { "geometry": { "shape": 4 } } })) },
        { "name": "pill", "translation": [5, 1, 0], "extensions": bodies(json!({ "motion": {},
          "collider": { "geometry": { "shape": 1 } }, "trigger": { "geometry": { "shape": 1 } } })) },
        { "name": "cone", "translation": [9, 1, 0], "extensions": bodies(json!({ "motion": { "mass": 1 },
          "collider": { "geometry": { "shape": 3 } } })) },
    ]);
    let lists = json!({
        "physicsMaterials": [
            { "dynamicFriction": 0.5, "staticFriction": 0.5, "restitution": 0.25, "frictionCombine": "multiply", "restitutionCombine": "maximum" },
            { "dynamicFriction": 0.7 },
        ],
        "physicsJoints": [{
            "limits": [{ "linearAxes": [0, 1, 2], "min": 0, "max": 0 }, { "angularAxes": [0, 1], "min": 0, "max": 0 },
                { "angularAxes": [2], "min": -0.5, "max": 1 }],
            "drives": [
                { "type": "angular", "mode": "force", "axis": 2, "stiffness": 4, "positionTarget": 0.2, "damping": 0.5, "velocityTarget": 0 },
                { "type": "angular", "mode": "force", "axis": 2, "damping": 1e6, "velocityTarget": 3, "maxForce": 7 },
                { "type": "angular", "mode": "force", "axis": 2, "damping": 1e6, "velocityTarget": 0, "maxForce": 0.1 }],
        }],
    });
    file(nodes, lists)
}

#[test]
fn the_conventions_of_the_extensions_are_kept() {
    let file = door();
    whatever_it_says_makes_a_scene_or_is_refused(&file);
    let Imported { scene, left_out } = read(&file).unwrap();
    to_text(&scene).unwrap_or_else(|problems| panic!("{problems}"));
    compile(&scene).unwrap();
    assert!(matches!(scene.obstacles[0].shape, Shape::Plane {}));
    let up = turned(scene.obstacles[0].orientation) * DVec3::Y;
    assert!(up.distance(DVec3::Y) < 1e-9, "{up}");
    assert!((scene.materials[0].friction - 0.25).abs() < 1e-12);
    assert_eq!(scene.materials[0].restitution, 0.25);
    let [door, lift, pill, cone] = &scene.bodies[..] else {
        panic!("{:?}", scene.bodies);
    };
    // Its centre of mass is at (0, 0.1, 1) of a scene that is twice as large and turned.
    assert!(
        DVec3::from(door.position_m).distance(DVec3::new(2.0, 1.2, 0.0)) < 1e-9,
        "{door:?}"
    );
    let Shape::Compound(Compound { pieces }) = &door.shape else {
        panic!("{door:?}");
    };
    assert_eq!(pieces.len(), 1);
    let below = DVec3::from(pieces[0].position_m).distance(DVec3::NEG_Y * 0.2);
    assert!(below < 1e-9, "{door:?}");
    let Shape::Box { size_m, .. } = pieces[0].shape else {
        panic!("{door:?}");
    };
    assert!(DVec3::from(size_m).distance(DVec3::new(0.4, 0.8, 1.2)) < 1e-9);
    let spin = DVec3::from(door.angular_velocity_deg_s);
    assert!(
        spin.distance(DVec3::Y * 2_f64.to_degrees()) < 1e-9,
        "{spin}"
    );
    assert!(lift.kinematic.is_some(), "{lift:?}");
    assert!(matches!(
        lift.shape,
        Shape::Box {
            size_m: [1.0, 1.0, 1.0],
            ..
        }
    ));
    assert_eq!(lift.velocity_m_s, [0.0, 1.0, 0.0]);
    // Of even density about the shape's centre, and 0.2 m beside it.
    let moments = door.inertia_kg_m2.unwrap();
    let expected = 3.0 / 12.0 * (0.8 * 0.8 + 1.2 * 1.2) + 3.0 * 0.2 * 0.2;
    assert!((moments[0] - expected).abs() < 1e-9, "{moments:?}");
    let volume = std::f64::consts::PI * (0.01 * 0.4 + 4.0 / 3.0 * 0.001);
    assert!((pill.mass_kg.unwrap() - 1000.0 * volume).abs() < 1e-9);
    assert_eq!(cone.mass_kg, Some(1.0));
    let [joint] = &scene.constraints[..] else {
        panic!("{:?}", scene.constraints);
    };
    let ConstraintKind::Hinge(hinge) = &joint.kind else {
        panic!("{joint:?}");
    };
    assert!(matches!(hinge.b, Grip::World(_)));
    assert!((hinge.limit_min_deg.unwrap() + 0.5_f64.to_degrees()).abs() < 1e-9);
    assert!((hinge.limit_max_deg.unwrap() - 1_f64.to_degrees()).abs() < 1e-9);
    let spring = hinge.drive.spring.unwrap();
    assert_eq!((spring.stiffness_n_m_per_rad, spring.most_n_m), (4.0, None));
    assert!((spring.target_deg - 0.2_f64.to_degrees()).abs() < 1e-9);
    let motor = hinge.drive.motor.unwrap();
    assert!((motor.speed_deg_s - 3_f64.to_degrees()).abs() < 1e-9);
    assert_eq!((motor.most_n_m, hinge.drive.friction_n_m), (Some(7.0), 0.1));
    assert_named(
        &left_out,
        &[
            "trigger of pill",
            "collider of cone",
            "the friction combine mode `average`",
        ],
    );
}

fn whatever_it_says_makes_a_scene_or_is_refused(file: &Value) {
    let fetch = |_: &str| Err("nothing beside".to_string());
    let text = file.to_string();
    let (mut scenes, mut refused) = (0, 0);
    for number in 0..4_000 {
        let changed = mutated(&text, number);
        let gltf = Gltf::read(changed.as_bytes(), &fetch);
        match gltf.and_then(|gltf| scene_from_gltf(&gltf, "test")) {
            Ok(imported) => {
                scenes += 1;
                if to_text(&imported.scene).is_ok() {
                    let _ = compile(&imported.scene);
                }
            }
            Err(error) => {
                refused += 1;
                assert!(!error.remedy.is_empty(), "{error}");
            }
        }
    }
    assert!(scenes > 20 && refused > 200, "{scenes} {refused}");
}

fn turned([w, x, y, z]: [f64; 4]) -> DQuat {
    DQuat::from_xyzw(x, y, z, w)
}

#[test]
fn a_hostile_file_is_refused_with_what_and_remedy() {
    let node = |what: Value| json!([{ "name": "thing", "extensions": bodies(what) }]);
    let moving = json!({ "motion": { "mass": 1 }, "joint": { "connectedNode": 1, "joint": 0 } });
    let joined = |own: Value| {
        let nodes =
            json!([{ "name": "thing", "extensions": bodies(moving.clone()) }, { "name": "wall" }]);
        file(nodes, json!({ "physicsJoints": [own] }))
    };
    for (file, what) in [
        (file(node(json!({ "motion": 5 })), json!({})), "node 0"),
        (file(node(json!({ "motion": {} })), json!({})), "no mass"),
        (
            file(node(json!({ "motion": { "mass": -1 } })), json!({})),
            "below 0",
        ),
        (
            file(
                node(json!({ "collider": { "geometry": { "shape": 9 } } })),
                json!({}),
            ),
            "no shape 9",
        ),
        (
            file(
                node(json!({ "collider": { "geometry": { "shape": 0 }, "physicsMaterial": 9 } })),
                json!({}),
            ),
            "no material 9",
        ),
        (
            file(
                node(
                    json!({ "motion": { "mass": 1, "inertiaDiagonal": [1, 1, 1], "inertiaOrientation": [0, 0, 0, 0] } }),
                ),
                json!({}),
            ),
            "length zero",
        ),
        (
            file(
                json!([{ "name": "thing", "scale": [0, 0, 0], "extensions": bodies(json!({ "motion": { "mass": 1 } })) }]),
                json!({}),
            ),
            "no valid position",
        ),
        (
            file(
                node(
                    json!({ "joint": { "connectedNode": 7, "joint": 0 }, "motion": { "mass": 1 } }),
                ),
                json!({ "physicsJoints": [{}] }),
            ),
            "no node 7",
        ),
        (
            joined(
                json!({ "limits": [{ "linearAxes": [0, 1, 2], "min": 0, "max": 0 }, { "angularAxes": [3] }] }),
            ),
            "other than 0, 1 and 2",
        ),
        (
            joined(json!({ "limits": [{ "linearAxes": [0, 1, 2], "min": 1, "max": 0 }] })),
            "below",
        ),
        (
            file(node(json!({ "joint": { "connectedNode": 0 } })), json!({})),
            "joint",
        ),
        (file(node(json!({})), json!(5)), "KHR_physics_rigid_bodies"),
    ] {
        let error = match read(&file) {
            Ok(found) => panic!("{file}: {found:?}"),
            Err(error) => error,
        };
        assert!(error.message.contains(what), "{what}: {error}");
        assert!(!error.remedy.is_empty());
    }
}
