//! Compound bodies in the editor: they stay where they are, merge and come apart.

use glam::{DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::{grips, Command, Document, EditError, Item};
use ragdoll_lab::scene::{parse, to_text, Body, Grip, Id, Piece, Scene, Shape, Thing};
use serde_json::{json, Value};

fn document_of(things: Value) -> Document {
    let mut text = json!({"format": "ragdoll-scene", "version": 2});
    for (key, value) in things.as_object().unwrap() {
        text[key] = value.clone();
    }
    Document::new(parse(text.to_string().as_bytes()).unwrap())
}

/// Two boxes of 0.2 m, of 1 and 3 kg, 1 m apart and turned, with a pin on each, and a rod between
/// them.
fn two_boxes() -> Document {
    let pin = |id: Id, body: Id, at: [f64; 3]| {
        json!({"id": id, "kind": {"pin": {"a": {"world": at}, "b": {"body": {"id": body,
            "point_m": [0.1, 0, 0]}}}}})
    };
    document_of(json!({
        "materials": [{"id": 7, "name": "ice", "friction": 0.05}],
        "bodies": [
            {"id": 1, "name": "left", "shape": {"box": {"size_m": [0.2, 0.2, 0.2]}}, "mass_kg": 1,
                "position_m": [0, 1, 0], "velocity_m_s": [4, 0, 0]},
            {"id": 2, "name": "right", "shape": {"box": {"size_m": [0.2, 0.2, 0.2]}}, "mass_kg": 3,
                "position_m": [1, 1, 0], "orientation": [0.6, 0, 0, 0.8], "material": 7},
        ],
        "constraints": [
            pin(3, 1, [0.1, 1.0, 0.0]),
            pin(4, 2, [0.972, 1.096, 0.0]),
            {"id": 5, "kind": {"distance": {"a": {"body": {"id": 1}}, "b": {"body": {"id": 2}},
                "min_m": 1, "max_m": 1}}},
        ],
    }))
}

fn body(scene: &Scene, id: Id) -> &Body {
    scene.bodies.iter().find(|body| body.id == id).unwrap()
}

fn pieces(body: &Body) -> &[Piece] {
    match &body.shape {
        Shape::Compound(compound) => &compound.pieces,
        other => panic!("{other:?}"),
    }
}

fn in_world(body: &Body, point: [f64; 3]) -> DVec3 {
    let [w, x, y, z] = body.orientation;
    DVec3::from(body.position_m) + DQuat::from_xyzw(x, y, z, w) * DVec3::from(point)
}

/// Where each joint grips bodies, in the world.
fn gripped(scene: &Scene) -> Vec<(Id, DVec3)> {
    let mut found = Vec::new();
    for constraint in &scene.constraints {
        for grip in grips(&constraint.kind).into_iter().flatten() {
            if let Grip::Body { id, point_m } = grip {
                found.push((constraint.id, in_world(body(scene, *id), *point_m)));
            }
        }
    }
    found
}

#[test]
fn merged_bodies_stay_where_they_are_and_weigh_the_same() {
    let mut document = two_boxes();
    let before = document.scene().clone();
    let pins = gripped(&before);
    document.apply(&Command::Merge([1, 2].into())).unwrap();
    let scene = document.scene();
    let [whole] = &scene.bodies[..] else {
        panic!("{:?}", scene.bodies);
    };
    assert_eq!((whole.id, whole.mass_kg), (1, Some(4.0)));
    // The centre of mass is a quarter of the way from the heavy one.
    assert!(DVec3::from(whole.position_m).distance(DVec3::new(0.75, 1.0, 0.0)) < 1e-12);
    assert!(DVec3::from(whole.velocity_m_s).distance(DVec3::X) < 1e-12);
    let [left, right] = pieces(whole) else {
        panic!("{whole:?}");
    };
    assert_eq!((left.name.as_str(), right.name.as_str()), ("left", "right"));
    assert!((right.relative_density / left.relative_density - 3.0).abs() < 1e-12);
    assert_eq!((left.material, right.material), (None, Some(7)));
    assert!(in_world(whole, left.position_m).distance(DVec3::Y) < 1e-12);
    assert!(in_world(whole, right.position_m).distance(DVec3::new(1.0, 1.0, 0.0)) < 1e-12);
    // What was between them is gone, and what held them from outside holds the same points.
    let after = gripped(scene);
    assert_eq!(after.len(), 2);
    for (id, place) in after {
        let known = pins.iter().find(|(of, _)| *of == id).unwrap();
        assert!(place.distance(known.1) < 1e-12, "{id}: {place}");
    }
    to_text(scene).unwrap();
    let (world, _) = compile(scene).unwrap();
    assert_eq!(world.model().pieces.len(), 2);
    // By Steiner's theorem, each cube with its own about its middle.
    let cube = |mass: f64| mass * 0.04 / 6.0;
    let across = cube(1.0) + cube(3.0) + 0.5625 + 3.0 * 0.0625;
    let found = world.model().bodies[0].inertia.max_element();
    assert!((found - across).abs() < 1e-9, "{found}, not {across}");

    document.apply(&Command::Separate([1].into())).unwrap();
    let scene = document.scene();
    let [left, right] = &scene.bodies[..] else {
        panic!("{:?}", scene.bodies);
    };
    assert!((left.mass_kg.unwrap() - 1.0).abs() < 1e-12);
    assert!((right.mass_kg.unwrap() - 3.0).abs() < 1e-12);
    assert!(DVec3::from(right.position_m).distance(DVec3::new(1.0, 1.0, 0.0)) < 1e-12);
    assert_eq!((left.material, right.material), (None, Some(7)));
    for (id, place) in gripped(scene) {
        let known = pins.iter().find(|(of, _)| *of == id).unwrap();
        assert!(place.distance(known.1) < 1e-12, "{id}: {place}");
    }
    while document.undo() {}
    assert_eq!(*document.scene(), before);
}

/// A piece that is moved takes the centre of mass along, and nothing else.
#[test]
fn a_piece_moves_alone() {
    let mut document = two_boxes();
    document.apply(&Command::Merge([1, 2].into())).unwrap();
    let before = document.scene().clone();
    let mut changed = before.bodies[0].clone();
    if let Shape::Compound(compound) = &mut changed.shape {
        compound.pieces[0].position_m[1] += 0.4;
    }
    let replace = Command::replace(Item::Body(changed), "Piece position");
    document.apply(&replace).unwrap();
    let scene = document.scene();
    let moved = in_world(&scene.bodies[0], pieces(&scene.bodies[0])[0].position_m);
    assert!(moved.distance(DVec3::new(0.0, 1.4, 0.0)) < 1e-12, "{moved}");
    let other = in_world(&scene.bodies[0], pieces(&scene.bodies[0])[1].position_m);
    assert!(other.distance(DVec3::new(1.0, 1.0, 0.0)) < 1e-12, "{other}");
    let centre = DVec3::from(scene.bodies[0].position_m);
    assert!(
        centre.distance(DVec3::new(0.75, 1.1, 0.0)) < 1e-12,
        "{centre}"
    );
    for (was, is) in gripped(&before).iter().zip(gripped(scene)) {
        assert!(was.1.distance(is.1) < 1e-12);
    }
    to_text(scene).unwrap();
}

#[test]
fn what_cannot_be_merged_or_taken_apart_is_refused() {
    let mut document = two_boxes();
    let before = document.scene().clone();
    for command in [
        Command::Merge([1].into()),
        Command::Merge([].into()),
        Command::Separate([1, 2].into()),
    ] {
        let refused = document.apply(&command);
        assert!(
            matches!(refused, Err(EditError::Refused { .. })),
            "{refused:?}"
        );
    }
    let hinge = json!({"bodies": [
        {"id": 1, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1},
        {"id": 2, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1, "position_m": [1, 0, 0]}],
        "constraints": [{"id": 3, "kind": {"hinge": {"a": {"world": [1, 0, 0]},
            "b": {"body": {"id": 2}}, "axis": [0, 0, 1]}}}]});
    let mut hinged = document_of(hinge);
    let refused = hinged.apply(&Command::Merge([1, 2].into())).unwrap_err();
    assert!(refused.to_string().contains("joint 3"), "{refused}");
    assert_eq!(*document.scene(), before);
}

/// Of several rules about one pair the first stays, and what it says of the whole holds for each
/// part of it again.
#[test]
fn rules_follow_what_is_merged_and_taken_apart() {
    let ball = |id: Id, x: f64| {
        json!({"id": id, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1,
            "position_m": [x, 1, 0]})
    };
    let rule = |a: Id, b: Id| json!({"a": {"body": a}, "b": {"body": b}, "collide": false});
    let mut document = document_of(json!({
        "bodies": [ball(1, 0.0), ball(2, 0.5), ball(3, 2.0)],
        "collision_rules": [rule(1, 2), rule(3, 2), rule(1, 3)],
    }));
    let merged = document.apply(&Command::Merge([1, 2].into())).unwrap();
    assert_eq!(merged.outcome.rules_removed, 2);
    let [rule] = &document.scene().collision_rules[..] else {
        panic!("{:?}", document.scene().collision_rules);
    };
    let mut pair = [&rule.a, &rule.b];
    pair.sort_unstable();
    assert_eq!(pair, [&Thing::Body(1), &Thing::Body(3)]);
    to_text(document.scene()).unwrap();

    let apart = document.apply(&Command::Separate([1].into())).unwrap();
    let [new] = apart.outcome.added[..] else {
        panic!("{apart:?}");
    };
    // All parts are selected: merged again they are the same whole.
    assert_eq!(*document.selection().ids(), [1, new].into());
    let rules = &document.scene().collision_rules;
    let about: Vec<&Thing> = rules.iter().flat_map(|rule| [&rule.a, &rule.b]).collect();
    assert_eq!(rules.len(), 2);
    assert!(about.contains(&&Thing::Body(1)) && about.contains(&&Thing::Body(new)));
    to_text(document.scene()).unwrap();
}

/// A piece of lead beside one of foam, five thousand times as dense: relative densities reach
/// both ways from 1. A million times is refused with the name of the dense one.
#[test]
fn what_differs_much_in_density_still_merges() {
    let scene = |heavy_kg: f64| {
        document_of(json!({"bodies": [
            {"id": 1, "name": "foam", "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 0.01},
            {"id": 2, "name": "lead", "shape": {"sphere": {"radius_m": 0.1}},
                "mass_kg": heavy_kg, "position_m": [0.3, 0, 0]},
        ]}))
    };
    let mut document = scene(50.0);
    document.apply(&Command::Merge([1, 2].into())).unwrap();
    let text = to_text(document.scene()).unwrap();
    let whole = &parse(text.as_bytes()).unwrap().bodies[0];
    assert!((whole.mass_kg.unwrap() - 50.01).abs() < 1e-12);
    let [foam, lead] = pieces(whole) else {
        panic!("{whole:?}");
    };
    let ratio = lead.relative_density / foam.relative_density;
    assert!((ratio / 5_000.0 - 1.0).abs() < 1e-12, "{ratio}");
    let refused = scene(20_000.0).apply(&Command::Merge([1, 2].into()));
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("lead"), "{refused}");
}

/// What leads a body leads the whole if it is the first, and its speed stays; another one that is
/// led, or collides as a sphere, is refused by name, and what is led does not come apart.
#[test]
fn led_bodies_merge_only_as_the_whole() {
    let scene = |first: Value, second: Value| {
        let mut bodies = [
            json!({"id": 1, "name": "one", "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1}),
            json!({"id": 2, "name": "two", "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1,
                "position_m": [0.5, 0, 0]}),
        ];
        for (body, more) in bodies.iter_mut().zip([first, second]) {
            for (key, value) in more.as_object().unwrap() {
                body[key] = value.clone();
            }
        }
        document_of(json!({"bodies": bodies}))
    };
    let led = json!({"kinematic": {}, "velocity_m_s": [2, 0, 0]});
    let merge = Command::Merge([1, 2].into());
    let mut document = scene(led.clone(), json!({}));
    document.apply(&merge).unwrap();
    let whole = &document.scene().bodies[0];
    assert_eq!(whole.velocity_m_s, [2.0, 0.0, 0.0]);
    // Its path is that of its origin, so the pieces do not move to their centre.
    assert_eq!(whole.position_m, [0.0; 3]);
    compile(document.scene()).unwrap();
    let refused = document.apply(&Command::Separate([1].into())).unwrap_err();
    assert!(refused.to_string().contains("one"), "{refused}");
    let refused = scene(json!({}), led).apply(&merge).unwrap_err();
    assert!(refused.to_string().contains("two"), "{refused}");
    let sphere = json!({"contact": {"sphere": {"radius_m": 0.3}}});
    let refused = scene(json!({}), sphere).apply(&merge).unwrap_err();
    assert!(refused.to_string().contains("sphere"), "{refused}");
}

/// A hull whose centre is not at its origin: it comes off as a body about its centre, in its place.
#[test]
fn a_hull_comes_off_about_its_centre() {
    let hull = json!({"hull": {"points_m": [[1, 0, 0], [2, 0, 0], [1, 1, 0], [1, 0, 1]]}});
    let ball = json!({"sphere": {"radius_m": 0.1}});
    let mut document = document_of(json!({"bodies": [{"id": 1, "mass_kg": 1,
        "inertia_kg_m2": [1, 1, 1], "orientation": [0.6, 0, 0, 0.8],
        "shape": {"compound": {"pieces": [{"shape": ball}, {"shape": hull,
            "position_m": [0, 3, 0]}]}}}]}));
    let whole = document.scene().bodies[0].clone();
    document.apply(&Command::Separate([1].into())).unwrap();
    let [_, off] = &document.scene().bodies[..] else {
        panic!("{:?}", document.scene().bodies);
    };
    // The centre of a tetrahedron is the mean of its corners.
    let centre = in_world(&whole, [1.25, 3.25, 0.25]);
    assert!(DVec3::from(off.position_m).distance(centre) < 1e-12);
    compile(document.scene()).unwrap();
}

/// A compound whose centre of mass is elsewhere, or without a piece, or in another one.
#[test]
fn unsound_compounds_are_refused_with_their_place() {
    let with = |pieces: Value, more: Value| {
        let mut body = json!({"id": 1, "mass_kg": 1, "shape": {"compound": {"pieces": pieces}}});
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        let text = json!({"format": "ragdoll-scene", "version": 2, "bodies": [body]});
        let problems = match parse(text.to_string().as_bytes()) {
            Err(problems) => problems.0.iter().map(|p| format!("{p}")).collect(),
            Ok(scene) => match compile(&scene) {
                Err(errors) => errors.iter().map(|e| format!("{e}")).collect::<Vec<_>>(),
                Ok(_) => Vec::new(),
            },
        };
        problems.join("; ")
    };
    let ball = json!({"sphere": {"radius_m": 0.1}});
    let at = |x: f64| json!({"shape": ball, "position_m": [x, 0, 0]});
    let told = with(json!([at(0.0), at(0.5)]), json!({}));
    assert!(told.contains("bodies[0].shape.compound.pieces"), "{told}");
    assert!(told.contains("(0.25, 0, 0)"), "{told}");
    assert_eq!(
        with(
            json!([at(0.0), at(0.5)]),
            json!({"inertia_kg_m2": [1, 1, 1]})
        ),
        ""
    );
    assert_eq!(with(json!([at(-0.5), at(0.5)]), json!({})), "");
    let told = with(json!([]), json!({}));
    assert!(told.contains("no piece"), "{told}");
    let nested = json!([{"shape": {"compound": {"pieces": [at(0.0)]}}}]);
    let told = with(nested, json!({}));
    assert!(told.contains("pieces[0].shape"), "{told}");
    let plane = with(json!([{"shape": {"plane": {}}}]), json!({}));
    assert!(plane.contains("pieces[0].shape"), "{plane}");
    let soft = with(
        json!([at(-0.5), at(0.5)]),
        json!({"made_of": {"particles": {}}}),
    );
    assert!(soft.contains("made of particles"), "{soft}");
}
