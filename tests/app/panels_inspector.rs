//! The inspector, drawn without a window and operated by what stands on it.

use crate::ui_kit::{
    act, button, carry_out, click, fill, move_to, number_fields, open, place_of, placed, press_key,
    press_key_with, retype, scene_of, screen_of, select, settle, show, shown, taken, type_into,
    type_text, Screen, HOSTILE,
};
use egui_kittest::kittest::Queryable;
use egui_macroquad::egui::accesskit::Role;
use egui_macroquad::egui::{self, Key};
use glam::DQuat;
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::editor::{
    all_kinds, placed as placed_things, preset_of, Command, Document, Item, ItemKind, Selection,
};
use ragdoll_lab::scene::{parse, validate, Body, Compound, Id, Piece, Scene, Shape, SHIPPED};
use std::collections::{BTreeMap, BTreeSet};

/// The inspector of a shipped scene, high enough for all that it shows.
fn screen(scene: &str) -> Screen {
    let mut screen = screen_of(open(scene), [1280.0, 2000.0]);
    show(&mut screen, Panel::Inspector);
    screen
}

/// One thing of each kind and, of constraints, of what they hold.
fn samples(scene: &Scene) -> Vec<Id> {
    let mut samples: BTreeMap<String, Id> = BTreeMap::new();
    for (kind, id) in all_kinds(scene) {
        let detail = match Item::find(scene, id).unwrap() {
            Item::Constraint(c) => format!("{:?}", std::mem::discriminant(&c.kind)),
            Item::Body(b) => format!("{:?}", std::mem::discriminant(&b.shape)),
            Item::Obstacle(o) => format!("{:?}", std::mem::discriminant(&o.shape)),
            Item::Ragdoll(r) => format!("{:?}", std::mem::discriminant(&r.figure)),
            _ => String::new(),
        };
        samples.entry(format!("{kind:?} {detail}")).or_insert(id);
    }
    samples.into_values().collect()
}

/// The first boxes of a scene, of 5 kg each and without a material.
fn boxes(screen: &mut Screen, count: usize) -> Vec<Id> {
    let mut scene = (*scene_of(screen)).clone();
    for body in &mut scene.bodies {
        (body.mass_kg, body.density_kg_m3, body.material) = (Some(5.0), None, None);
    }
    let ids = scene.bodies.iter().take(count).map(|b| b.id).collect();
    screen.state_mut().program.workspace.document = Document::new(scene);
    ids
}

fn masses(screen: &Screen, ids: &[Id]) -> Vec<Option<f64>> {
    let scene = scene_of(screen);
    let bodies = scene.bodies.iter().filter(|b| ids.contains(&b.id));
    bodies.map(|body| body.mass_kg).collect()
}

#[test]
fn everything_of_every_scene_can_be_looked_at_without_asking_for_anything() {
    for shipped in SHIPPED {
        let mut screen = screen(shipped.name);
        let scene = scene_of(&screen);
        let kinds: BTreeSet<ItemKind> = all_kinds(&scene).iter().map(|(kind, _)| *kind).collect();
        assert_eq!(taken(&mut screen), [], "{}: nothing selected", shipped.name);
        for id in samples(&scene) {
            select(&mut screen, [id]);
            assert_eq!(taken(&mut screen), [], "{}: {id}", shipped.name);
        }
        for kind in kinds {
            let all = Selection::of_kind(&scene, kind);
            select(&mut screen, all.ids().clone());
            assert_eq!(taken(&mut screen), [], "{}: all of {kind:?}", shipped.name);
        }
        select(&mut screen, scene.ids());
        assert_eq!(taken(&mut screen), [], "{}: everything", shipped.name);
        assert_eq!(scene_of(&screen), scene);
    }
}

#[test]
fn what_is_refused_stays_in_its_field_with_the_reason_beneath() {
    let mut screen = screen("box-stack");
    let ids = boxes(&mut screen, 1);
    select(&mut screen, ids.clone());
    for (text, reason) in [
        ("7,5", "use a decimal point"),
        ("-1", "out of range"),
        ("2 m", "use g, kg, t, lb"),
    ] {
        assert_eq!(type_into(&mut screen, "Mass", text), []);
        assert_eq!(shown(&screen, "Mass"), text);
        screen.get_by_label_contains(reason);
    }
    assert_eq!(masses(&screen, &ids), [Some(5.0)]);
    type_into_and_perform(&mut screen, "Mass", "7.5");
    assert_eq!(shown(&screen, "Mass"), "7.5");
    assert!(screen.query_by_label_contains("out of range").is_none());
    assert_eq!(masses(&screen, &ids), [Some(7.5)]);
}

/// One of everything that no shipped scene has.
const RARE: &str = r#"{
 "format": "ragdoll-scene", "version": 2,
 "materials": [{"id": 1, "friction": 0.4}],
 "obstacles": [
  {"id": 2, "shape": {"capsule": {"radius_m": 0.2, "length_m": 1}}, "position_m": [9, 0, 0]},
  {"id": 3, "shape": {"cylinder": {"radius_m": 0.2, "length_m": 1}}, "position_m": [12, 0, 0]}],
 "bodies": [
  {"id": 4, "shape": {"box": {"size_m": [1, 1, 1]}}, "density_kg_m3": 500, "position_m": [0, 5, 0],
   "inertia_kg_m2": [1, 1, 1], "contact": {"sphere": {"radius_m": 0.3}}},
  {"id": 5, "shape": {"capsule": {"radius_m": 0.1, "length_m": 1}}, "mass_kg": 2,
   "position_m": [3, 5, 0]}],
 "particles": [
  {"id": 6, "mass_kg": 1, "position_m": [0, 9, 0]},
  {"id": 7, "mass_kg": 1, "position_m": [1, 9, 0]}],
 "constraints": [
  {"id": 8, "kind": {"stick": {"a": 6, "b": 7}}},
  {"id": 9, "kind": {"distance": {"a": {"body": {"id": 4}}, "b": {"body": {"id": 5}},
    "min_m": 1, "max_m": 4}}},
  {"id": 10, "kind": {"pin": {"a": {"world": [0.5, 9, 0]}, "b": {"stick": {"id": 8, "at": 0.5}}}}},
  {"id": 11, "kind": {"hinge": {"a": {"body": {"id": 4, "point_m": [1.5, 0, 0]}},
    "b": {"body": {"id": 5, "point_m": [-1.5, 0, 0]}}, "axis": [0, 0, 1],
    "limit_min_deg": -30, "limit_max_deg": 40}}},
  {"id": 12, "kind": {"angle-limit": {"a": {"body": 4}, "b": {"body": 5},
    "limit_min_deg": [-10, -20, -30], "limit_max_deg": [10, 20, 30]}}}]
}"#;

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn rare_things_are_safe_to_type_into_as_well() {
    let mut screen = screen("box-stack");
    let scene = parse(RARE.as_bytes()).unwrap();
    screen.state_mut().program.workspace.document = Document::new(scene.clone());
    for id in scene.ids() {
        select(&mut screen, [id]);
        assert!(torture(&mut screen) > 0, "{id}");
    }
}

/// Types everything into every numeric field of what is selected; returns how many
/// changes were made.
fn torture(screen: &mut Screen) -> usize {
    let start = scene_of(screen);
    let mut changes = 0;
    for label in number_fields(screen) {
        for text in HOSTILE {
            let before = scene_of(screen);
            let actions = fill(screen, &label, text);
            for action in &actions {
                assert!(
                    matches!(
                        action,
                        Action::Begin(_) | Action::Change(_) | Action::Commit
                    ),
                    "{label} {text}: {action:?}"
                );
                screen.state_mut().program.perform(action.clone());
            }
            let after = scene_of(screen);
            assert_eq!(validate(&after), [], "{label}: {text}");
            assert!(!screen.state().program.workspace.document.in_gesture());
            if *after == *before {
                // What is refused stays in the field; Escape takes it back.
                press_key_with(screen, Key::Escape, egui::Modifiers::NONE);
                assert_eq!(taken(screen), [], "{label}: {text}");
            } else {
                assert!(!actions.is_empty());
                changes += 1;
                while screen.state_mut().program.workspace.document.undo() {}
            }
            screen.step();
            assert_eq!(*scene_of(screen), *start, "{label}: {text}");
        }
    }
    changes
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn whatever_is_typed_into_whatever_field_the_scene_stays_valid() {
    let mut seen = BTreeSet::new();
    let (mut typed, mut taken) = (0, 0);
    for shipped in SHIPPED {
        let mut screen = screen(shipped.name);
        for id in samples(&scene_of(&screen)) {
            select(&mut screen, [id]);
            let fields = number_fields(&mut screen);
            let item = Item::find(&scene_of(&screen), id).unwrap();
            if fields.is_empty() || !seen.insert((item.kind(), fields.clone())) {
                continue;
            }
            typed += fields.len() * HOSTILE.len();
            let changes = torture(&mut screen);
            taken += changes;
            assert!(changes > 0, "{} {}", shipped.name, item.title());
        }
    }
    println!("{typed} texts typed, {taken} taken");
    let kinds: BTreeSet<ItemKind> = seen.iter().map(|(kind, _)| *kind).collect();
    let missing: Vec<_> = ItemKind::ALL
        .iter()
        .filter(|k| !kinds.contains(k))
        .collect();
    assert!(missing.is_empty(), "no scene shows {missing:?}");
}

#[test]
fn the_mass_of_three_boxes_is_one_step() {
    let mut screen = screen("box-stack");
    let ids = boxes(&mut screen, 3);
    select(&mut screen, ids.clone());
    let before = scene_of(&screen);
    type_into_and_perform(&mut screen, "Mass", "2*3.5 kg");
    assert_eq!(masses(&screen, &ids), [Some(7.0); 3]);
    let document = &mut screen.state_mut().program.workspace.document;
    assert_eq!(document.undo_label(), Some("Mass of 3 bodies"));
    document.undo();
    assert_eq!(*document.scene(), before);
    assert_eq!(document.undo_label(), None);
}

fn type_into_and_perform(screen: &mut Screen, label: &str, text: &str) {
    for action in type_into(screen, label, text) {
        screen.state_mut().program.perform(action);
    }
    settle(screen);
}

/// Delannoy's limbs that lose mass in a run (section 4.5.2): the run goes on with the new mass.
#[test]
fn a_limb_of_particles_gets_another_mass_while_the_scene_plays() {
    let mut screen = screen("humanoid-medium");
    let id = scene_of(&screen).ragdolls[0].id;
    select(&mut screen, [id]);
    click(&mut screen, "Limb masses");
    let now = |screen: &Screen| screen.state().program.playback.session.now();
    act(&mut screen, Action::Do(Trigger::StepTen));
    assert_eq!(now(&screen), 10);
    let torso_kg = |screen: &Screen| {
        let simulation = &screen.state().program.playback.session.simulation;
        let map = &simulation.map.ragdolls[0];
        let limb = map.parts.iter().position(|part| *part == "upper_torso");
        let first = map.particles.start + 2 * limb.unwrap();
        let particles = &simulation.world.model().particles[first..first + 2];
        particles.iter().map(|particle| particle.mass).sum::<f64>()
    };
    let before = torso_kg(&screen);
    type_into_and_perform(&mut screen, "Upper torso", "7");
    act(&mut screen, Action::Do(Trigger::StepTen));
    assert_eq!(now(&screen), 20, "the run went on");
    assert!(
        (torso_kg(&screen) - 7.0).abs() < 1e-12 && before > 8.0,
        "{before}"
    );
    let parts = &scene_of(&screen).ragdolls[0].parts;
    assert_eq!((parts.len(), parts[0].mass_kg), (1, Some(7.0)));
    screen.state_mut().program.workspace.document.undo();
    assert!(scene_of(&screen).ragdolls[0].parts.is_empty());
}

#[test]
fn each_typed_value_is_a_step_of_its_own() {
    let mut screen = screen("box-stack");
    let ids = boxes(&mut screen, 1);
    select(&mut screen, ids.clone());
    type_into_and_perform(&mut screen, "Mass", "7");
    type_into_and_perform(&mut screen, "Mass", "8");
    screen.state_mut().program.workspace.document.undo();
    assert_eq!(masses(&screen, &ids), [Some(7.0)]);
}

#[test]
fn what_differs_is_shown_as_mixed_until_typed() {
    let mut screen = screen("box-stack");
    let ids = boxes(&mut screen, 3);
    select(&mut screen, [ids[0]]);
    type_into_and_perform(&mut screen, "Mass", "42");
    select(&mut screen, ids.clone());
    assert!(shown(&screen, "Mass") == "mixed");
    type_into_and_perform(&mut screen, "Mass", "7");
    assert_eq!(masses(&screen, &ids), [Some(7.0); 3]);
}

#[test]
fn a_drag_is_one_step_and_escape_takes_it_back() {
    for escape in [false, true] {
        let mut screen = screen("box-stack");
        let ids = boxes(&mut screen, 1);
        select(&mut screen, ids.clone());
        let before = masses(&screen, &ids);
        let pos = place_of(&mut screen, "Mass");
        move_to(&mut screen, pos);
        button(&mut screen, pos, true);
        for points in [10.0, 20.0, 40.0] {
            move_to(&mut screen, pos + egui::vec2(points, 0.0));
            carry_out(&mut screen);
        }
        assert!(masses(&screen, &ids) > before);
        if escape {
            press_key(&mut screen, Key::Escape);
            carry_out(&mut screen);
            assert_eq!(masses(&screen, &ids), before);
        }
        button(&mut screen, pos + egui::vec2(40.0, 0.0), false);
        carry_out(&mut screen);
        let document = &mut screen.state_mut().program.workspace.document;
        assert!(!document.in_gesture());
        assert_eq!(document.undo_label(), (!escape).then_some("Mass"));
        document.undo();
        assert_eq!(masses(&screen, &ids), before);
    }
}

fn colors(screen: &Screen, ids: &[Id]) -> Vec<Option<String>> {
    let colors = scene_of(screen).colors();
    let text = |id: &Id| colors.get(id).map(ToString::to_string);
    ids.iter().map(text).collect()
}

fn some_colors(screen: &Screen, ids: &[Id]) -> Vec<String> {
    colors(screen, ids).into_iter().flatten().collect()
}

fn press(screen: &mut Screen, label: &str) {
    click(screen, label);
    carry_out(screen);
}

fn type_code(screen: &mut Screen, code: &str) {
    click(screen, "Colour code");
    retype(screen, code);
    press_key(screen, Key::Enter);
    carry_out(screen);
}

fn code(screen: &Screen) -> String {
    let field = screen.get_by_role_and_label(Role::TextInput, "Colour code");
    field.value().unwrap_or_default()
}

#[test]
fn a_colour_is_chosen_typed_and_taken_away_each_as_one_step() {
    let mut screen = screen("box-stack");
    let ids = boxes(&mut screen, 1);
    select(&mut screen, ids.clone());
    assert_eq!(code(&screen), "");
    press(&mut screen, "Colour: green");
    assert_eq!(some_colors(&screen, &ids), ["#009e73"]);
    assert_eq!(code(&screen), "#009e73");
    type_code(&mut screen, "D55E00");
    assert_eq!(some_colors(&screen, &ids), ["#d55e00"]);
    press(&mut screen, "Reset Colour");
    assert_eq!(colors(&screen, &ids), [None]);
    let document = &mut screen.state_mut().program.workspace.document;
    assert_eq!(document.undo_label(), Some("Colour"));
    for _ in 0..2 {
        document.undo();
    }
    assert_eq!(some_colors(&screen, &ids), ["#009e73"]);
    settle(&mut screen);
    type_code(&mut screen, "");
    assert_eq!(colors(&screen, &ids), [None], "no code is the usual paint");
}

#[test]
fn colours_that_differ_are_mixed_until_one_is_given_to_all() {
    let mut screen = screen("box-stack");
    let ids = boxes(&mut screen, 3);
    select(&mut screen, [ids[0]]);
    press(&mut screen, "Colour: blue");
    select(&mut screen, ids.clone());
    assert_eq!(code(&screen), "", "no text that would be typed behind");
    click(&mut screen, "Colour code");
    press_key(&mut screen, Key::Enter);
    assert_eq!(carry_out(&mut screen), [], "looking in changes nothing");
    press(&mut screen, "Colour: yellow");
    assert_eq!(some_colors(&screen, &ids), ["#f0e442"; 3]);
    let document = &mut screen.state_mut().program.workspace.document;
    assert_eq!(document.undo_label(), Some("Colour of 3 bodies"));
    document.undo();
    assert_eq!(some_colors(&screen, &ids), ["#0072b2"]);
    settle(&mut screen);
    press(&mut screen, "Reset Colour");
    assert_eq!(colors(&screen, &ids), [None, None, None]);
}

#[test]
fn a_code_that_is_none_stays_with_the_reason_and_escape_gives_it_up() {
    let mut screen = screen("box-stack");
    let ids = boxes(&mut screen, 1);
    select(&mut screen, ids.clone());
    for text in ["red", "#12345", "#1234567", "-12345", "日本"] {
        type_code(&mut screen, text);
        assert_eq!(colors(&screen, &ids), [None], "{text}");
        screen.get_by_label_contains("type six digits");
        assert_eq!(code(&screen), text);
        press_key(&mut screen, Key::Escape);
        assert_eq!(carry_out(&mut screen), []);
        settle(&mut screen);
        assert!(screen.query_by_label_contains("type six digits").is_none());
        assert_eq!(code(&screen), "");
    }
}

#[test]
fn a_drag_in_the_picker_is_one_step_and_escape_takes_it_back() {
    for escape in [false, true] {
        let mut screen = screen("box-stack");
        let ids = boxes(&mut screen, 2);
        select(&mut screen, ids.clone());
        click(&mut screen, "Colour");
        settle(&mut screen);
        assert_eq!(carry_out(&mut screen), [], "opening asks for nothing");
        let pos = place_of(&mut screen, "Colour") + egui::vec2(60.0, 220.0);
        move_to(&mut screen, pos);
        button(&mut screen, pos, true);
        carry_out(&mut screen);
        let mut seen = BTreeSet::new();
        for points in [10.0, 20.0, 40.0] {
            move_to(&mut screen, pos + egui::vec2(points, points));
            carry_out(&mut screen);
            seen.extend(some_colors(&screen, &ids));
        }
        assert!(seen.len() >= 3, "each move is seen at once: {seen:?}");
        if escape {
            press_key(&mut screen, Key::Escape);
            carry_out(&mut screen);
        }
        button(&mut screen, pos + egui::vec2(40.0, 40.0), false);
        carry_out(&mut screen);
        let document = &mut screen.state_mut().program.workspace.document;
        assert!(!document.in_gesture());
        let label = (!escape).then_some("Colour of 2 bodies");
        assert_eq!(document.undo_label(), label);
        document.undo();
        assert_eq!(document.undo_label(), None);
        assert_eq!(colors(&screen, &ids), [None, None]);
    }
}

#[test]
fn copies_of_a_coloured_thing_have_its_colour() {
    let mut screen = screen("box-stack");
    let ids = boxes(&mut screen, 1);
    select(&mut screen, ids.clone());
    press(&mut screen, "Colour: purple");
    for trigger in [
        Trigger::Duplicate,
        Trigger::Copy,
        Trigger::Paste,
        Trigger::Group,
    ] {
        act(&mut screen, Action::Do(trigger));
    }
    let scene = scene_of(&screen);
    assert_eq!(scene.colors().len(), 3);
    let preset = preset_of(&scene, &ids.into_iter().collect(), "preset").unwrap();
    assert_eq!(preset.colors().len(), 1);
    let placed = placed_things(&preset, &Scene::default(), [0.0; 3]).unwrap();
    let mut placed = placed.items;
    assert!(placed
        .iter_mut()
        .any(|item| item.color_mut().is_some_and(|c| c.is_some())));
}

#[test]
fn an_orientation_that_is_left_alone_keeps_its_bits() {
    let mut screen = screen("top");
    let id = scene_of(&screen).bodies[0].id;
    let bits = |screen: &Screen| scene_of(screen).bodies[0].orientation.map(f64::to_bits);
    let turned = [0.3_f64, -0.5, 0.1, (1.0_f64 - 0.35).sqrt()];
    let mut body = scene_of(&screen).bodies[0].clone();
    body.orientation = turned;
    let command = Command::replace(Item::Body(body), "Turn");
    act(&mut screen, Action::Edit(command));
    select(&mut screen, [id]);
    for axis in ["x", "y", "z"] {
        click(&mut screen, &format!("Orientation {axis}"));
        press_key(&mut screen, Key::Enter);
        assert_eq!(carry_out(&mut screen), []);
    }
    type_into_and_perform(&mut screen, "Position x", "1");
    assert_eq!(bits(&screen), turned.map(f64::to_bits));
    // What is typed stays as it was typed, even where other angles give the same.
    for text in ["30", "120", "90"] {
        type_into_and_perform(&mut screen, "Orientation y", text);
        assert_eq!(shown(&screen, "Orientation y"), text);
    }
}

#[test]
fn a_new_material_is_given_in_one_step() {
    let mut screen = screen("box-stack");
    let ids = boxes(&mut screen, 3);
    let before = scene_of(&screen);
    select(&mut screen, ids.clone());
    let pos = place_of(&mut screen, "New material");
    move_to(&mut screen, pos);
    button(&mut screen, pos, true);
    button(&mut screen, pos, false);
    // The first frame inserts, the next one gives.
    carry_out(&mut screen);
    carry_out(&mut screen);
    let scene = scene_of(&screen);
    assert_eq!(scene.materials.len(), before.materials.len() + 1);
    let new = scene.materials.last().map(|material| material.id);
    let given = scene.bodies.iter().filter(|b| ids.contains(&b.id));
    assert!(given.clone().count() == 3 && given.clone().all(|b| b.material == new));
    let document = &mut screen.state_mut().program.workspace.document;
    assert!(!document.in_gesture());
    document.undo();
    assert_eq!(*document.scene(), before);
}

/// Ten thousand small boxes side by side, without a picture.
fn many_bodies() -> Vec<Body> {
    let body = scene_of(&screen("box-stack")).bodies[0].clone();
    let of = |id: u32| Body {
        id,
        position_m: [f64::from(id % 100) * 2.0, 0.5, f64::from(id / 100) * 2.0],
        ..body.clone()
    };
    (1..=10_000).map(of).collect()
}

#[test]
fn ten_thousand_selected_bodies_show_no_more_controls_than_two() {
    let mut screen = screen("box-stack");
    let scene = Scene {
        bodies: many_bodies(),
        ..Scene::default()
    };
    let program = &mut screen.state_mut().program;
    program.workspace.document = Document::new(scene);
    let controls = |screen: &mut Screen, selected: u32| {
        let document = &mut screen.state_mut().program.workspace.document;
        document.select(Selection::of(1..=selected));
        settle(screen);
        placed(screen).len()
    };
    // That values are gathered once, too, is tested beside `Subject`.
    let (few, many) = (controls(&mut screen, 2), controls(&mut screen, 10_000));
    assert!(few > 20, "{few} controls");
    assert!(many <= few + 10, "{few} controls, then {many}");
}

#[test]
fn groups_that_differ_are_a_hint_that_typing_replaces() {
    let mut screen = screen("box-stack");
    let ids = boxes(&mut screen, 2);
    let names = |screen: &Screen| -> Vec<String> {
        let named = |id: &Id| {
            Item::find(&scene_of(screen), *id)
                .unwrap()
                .name()
                .to_owned()
        };
        ids.iter().map(named).collect()
    };
    for (id, group) in ids.iter().zip(["left", "right"]) {
        let command = Command::SetGroup([*id].into(), group.into());
        screen.state_mut().program.perform(Action::Edit(command));
    }
    select(&mut screen, ids.clone());
    let field = |screen: &Screen| {
        let field = screen.get_by_role_and_label(Role::TextInput, "Group");
        field.value().unwrap_or_default()
    };
    assert_eq!(field(&screen), "", "no text that would be typed behind");
    let before = names(&screen);
    click(&mut screen, "Group");
    press_key(&mut screen, Key::Enter);
    assert_eq!(carry_out(&mut screen), [], "looking in changes nothing");
    click(&mut screen, "Group");
    type_text(&mut screen, "tower");
    press_key(&mut screen, Key::Enter);
    carry_out(&mut screen);
    assert!(names(&screen).iter().all(|name| name.starts_with("tower/")));
    screen.state_mut().program.workspace.document.undo();
    assert_eq!(names(&screen), before, "one step");
}

/// Two boxes in a hinge, one turned by 30 degrees about x, and a stick with a spare
/// particle.
const JOINED: &str = r#"{"format":"ragdoll-scene","version":2,
  "bodies":[
    {"id":1,"shape":{"box":{"size_m":[1,1,1]}},"mass_kg":1,"position_m":[0,3,0]},
    {"id":2,"shape":{"box":{"size_m":[1,1,1]}},"mass_kg":1,"position_m":[2,3,0],
     "orientation":[0.9659258262890683,0.25881904510252074,0,0]}],
  "particles":[
    {"id":3,"mass_kg":1,"position_m":[5,3,0]},
    {"id":4,"mass_kg":1,"position_m":[6,3,0]},
    {"id":5,"name":"spare","mass_kg":1,"position_m":[5,4,0]}],
  "constraints":[
    {"id":6,"kind":{"hinge":{"a":{"body":{"id":1,"point_m":[1,0,0]}},
      "b":{"body":{"id":2,"point_m":[-1,0,0]}},"axis":[1,0,0]}}},
    {"id":7,"kind":{"stick":{"a":3,"b":4}}}]}"#;

fn joined() -> Screen {
    let file = tempfile::Builder::new().suffix(".json").tempfile().unwrap();
    std::fs::write(file.path(), JOINED).unwrap();
    screen(file.path().to_str().unwrap())
}

#[test]
fn the_rest_of_a_joint_is_given_as_it_stands_and_then_typed() {
    let mut screen = joined();
    let rest = |screen: &Screen| match &scene_of(screen).constraints[0].kind {
        ragdoll_lab::scene::ConstraintKind::Hinge(hinge) => hinge.rest,
        other => panic!("{other:?}"),
    };
    select(&mut screen, [6]);
    assert!(!number_fields(&mut screen).contains("Rest orientation x"));
    click(&mut screen, "Custom rest orientation");
    carry_out(&mut screen);
    let [w, x, y, z] = rest(&screen).unwrap();
    let turn = 15_f64.to_radians();
    let error = [w - turn.cos(), x - turn.sin(), y, z];
    assert!(
        error.iter().all(|e| e.abs() < 1e-9),
        "as the two stand: {error:?}"
    );
    assert_eq!(shown(&screen, "Rest orientation x"), "30");
    for action in type_into(&mut screen, "Rest orientation x", "-60") {
        act(&mut screen, action);
    }
    let [w, x, ..] = rest(&screen).unwrap();
    assert!((w - 30_f64.to_radians().cos()).abs() < 1e-9);
    assert!((x + 30_f64.to_radians().sin()).abs() < 1e-9);
    click(&mut screen, "Custom rest orientation");
    carry_out(&mut screen);
    assert_eq!(rest(&screen), None);
}

#[test]
fn the_ends_of_a_stick_are_picked() {
    let mut screen = joined();
    select(&mut screen, [7]);
    click(&mut screen, "Second end");
    let offered: Vec<String> = placed(&mut screen).into_iter().map(|p| p.label).collect();
    assert!(
        !offered.contains(&"Second end: particle 3".to_owned()),
        "not both ends"
    );
    click(&mut screen, "Second end: spare");
    carry_out(&mut screen);
    match &scene_of(&screen).constraints[1].kind {
        ragdoll_lab::scene::ConstraintKind::Stick(stick) => assert_eq!([stick.a, stick.b], [3, 5]),
        other => panic!("{other:?}"),
    }
    assert!(validate(&scene_of(&screen)).is_empty());
}

#[test]
fn a_motor_gets_its_speed_and_two_joints_a_gear() {
    use ragdoll_lab::scene::ConstraintKind;
    let mut screen = screen("clockwork");
    let before = scene_of(&screen);
    let joint = |screen: &Screen, id: Id| {
        let scene = scene_of(screen);
        let joint = scene.constraints.iter().find(|joint| joint.id == id);
        joint.map(|joint| joint.kind.clone())
    };
    let [motor, mill, gear] = [20, 21, 24];
    select(&mut screen, [motor]);
    for action in type_into(&mut screen, "Speed", "-90") {
        screen.state_mut().program.perform(action);
    }
    settle(&mut screen);
    let Some(ConstraintKind::Hinge(hinge)) = joint(&screen, motor) else {
        panic!("no hinge");
    };
    assert_eq!(hinge.drive.motor.unwrap().speed_deg_s, -90.0);
    assert_eq!(hinge.drive.motor.unwrap().most_n_m, Some(300.0));
    // Without its gear the mill stands; two joints get a new one.
    let remove = Action::Edit(Command::Remove([gear].into()));
    screen.state_mut().program.perform(remove);
    select(&mut screen, [motor, mill]);
    click(&mut screen, "Join with gear");
    carry_out(&mut screen);
    let scene = scene_of(&screen);
    let gears = scene.constraints.iter().filter_map(|c| match &c.kind {
        ConstraintKind::Gear(gear) => Some((gear.a, gear.b, gear.teeth)),
        _ => None,
    });
    assert_eq!(gears.collect::<Vec<_>>(), [(motor, mill, [1, 1])]);
    assert_eq!(validate(&scene), []);
    // A joint takes its gear along.
    let remove = Action::Edit(Command::Remove([mill].into()));
    screen.state_mut().program.perform(remove);
    let left = scene_of(&screen);
    assert!(!left
        .constraints
        .iter()
        .any(|c| matches!(c.kind, ConstraintKind::Gear(_))));
    while screen.state_mut().program.workspace.document.undo() {}
    assert_eq!(scene_of(&screen), before);
}

#[test]
fn a_body_is_made_kinematic_and_given_a_path() {
    let mut screen = screen("box-stack");
    let id = boxes(&mut screen, 1)[0];
    let before = scene_of(&screen);
    select(&mut screen, [id]);
    let path = |screen: &Screen| {
        let scene = scene_of(screen);
        let body = scene.bodies.iter().find(|body| body.id == id).unwrap();
        body.kinematic.clone()
    };
    for label in ["Kinematic", "Add key", "Add key"] {
        click(&mut screen, label);
        carry_out(&mut screen);
    }
    let times = |screen: &Screen| -> Vec<f64> {
        let path = path(screen).unwrap();
        path.keys.iter().map(|key| key.time_s).collect()
    };
    assert_eq!(times(&screen), [0.0, 1.0, 2.0]);
    // The new key is the one that is shown.
    type_into_and_perform(&mut screen, "Key shift y", "1.5");
    type_into_and_perform(&mut screen, "Key turn x", "720");
    type_into_and_perform(&mut screen, "Key time", "4");
    let last = path(&screen).unwrap().keys[2];
    assert_eq!(
        (last.time_s, last.shift_m[1], last.turn_deg[0]),
        (4.0, 1.5, 720.0)
    );
    // A key before the one before it is refused, and nothing changes.
    type_into(&mut screen, "Key time", "0.5");
    carry_out(&mut screen);
    assert_eq!(times(&screen), [0.0, 1.0, 4.0]);
    press_key(&mut screen, Key::Escape);
    click(&mut screen, "Remove key");
    carry_out(&mut screen);
    assert_eq!(times(&screen), [0.0, 1.0]);
    let document = &mut screen.state_mut().program.workspace.document;
    while document.undo() {}
    assert_eq!(*document.scene(), before);
}

#[test]
fn an_obstacle_is_made_a_belt() {
    let mut screen = screen("box-stack");
    let id = scene_of(&screen).obstacles[0].id;
    select(&mut screen, [id]);
    type_into_and_perform(&mut screen, "Belt speed x", "1.25");
    assert_eq!(scene_of(&screen).obstacles[0].belt_m_s, [1.25, 0.0, 0.0]);
}

#[test]
fn a_body_gets_more_pieces() {
    let mut screen = screen("box-stack");
    let id = boxes(&mut screen, 1)[0];
    let before = scene_of(&screen);
    select(&mut screen, [id]);
    let body = |screen: &Screen| {
        let scene = scene_of(screen);
        let found = scene.bodies.iter().find(|body| body.id == id);
        found.unwrap().clone()
    };
    let start = body(&screen).position_m;
    click(&mut screen, "Shape");
    for label in ["Shape: compound", "Add piece"] {
        click(&mut screen, label);
        carry_out(&mut screen);
    }
    // The new piece is the one that is shown; where it is put it stays, in the world.
    type_into_and_perform(&mut screen, "Piece position y", "3");
    type_into_and_perform(&mut screen, "Relative density", "3");
    type_into_and_perform(&mut screen, "Piece rotation z", "90");
    let compound = body(&screen);
    let Shape::Compound(Compound { pieces }) = &compound.shape else {
        panic!("{:?}", compound.shape);
    };
    let [first, second] = &pieces[..] else {
        panic!("{pieces:?}");
    };
    let height = |piece: &Piece| compound.position_m[1] + piece.position_m[1];
    assert!((height(first) - start[1]).abs() < 1e-9, "{first:?}");
    assert!((height(second) - 3.0).abs() < 1e-9, "{second:?}");
    let centre = 0.25 * start[1] + 0.75 * 3.0;
    assert!((compound.position_m[1] - centre).abs() < 1e-9);
    assert!((second.orientation[3] - 0.5_f64.sqrt()).abs() < 1e-9);
    // Its rotation is that in the world, too, however the body is turned.
    type_into_and_perform(&mut screen, "Orientation z", "90");
    type_into_and_perform(&mut screen, "Piece rotation z", "0");
    let turned = body(&screen);
    let Shape::Compound(Compound { pieces }) = &turned.shape else {
        panic!("{:?}", turned.shape);
    };
    let quaternion = |[w, x, y, z]: [f64; 4]| DQuat::from_xyzw(x, y, z, w);
    let in_world = quaternion(turned.orientation) * quaternion(pieces[1].orientation);
    assert!(in_world.w.abs() > 1.0 - 1e-12, "{in_world}");
    type_into_and_perform(&mut screen, "Orientation z", "0");
    click(&mut screen, "Remove piece");
    carry_out(&mut screen);
    assert!((body(&screen).position_m[1] - start[1]).abs() < 1e-9);
    let document = &mut screen.state_mut().program.workspace.document;
    while document.undo() {}
    assert_eq!(*document.scene(), before);
}
