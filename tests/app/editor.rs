//! The editor without its window: commands, history, selection, generators, doctor.

use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::doctor::{examine, Check};
use ragdoll_lab::editor::generate::{self, Chain, Cloth, ClothPins, Rope};
use ragdoll_lab::editor::{
    gripped, Command, Document, EditError, Item, ItemKind, JointKind, Motion, Selection,
    SortPolicy, Things,
};
use ragdoll_lab::lab::simulation::{Progress, Simulation};
use ragdoll_lab::physics::{self, random::SplitMix64};
use ragdoll_lab::scene::{
    self, find, parse, to_text, validate, ConstraintKind, Grip, Id, Launcher, Material, Obstacle,
    PartLimit, PartOverride, Preset, Scene, Shape, Thing,
};
use std::collections::BTreeSet;

/// What is rolled, the same on every run.
struct Dice(SplitMix64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(n.max(1))
    }

    fn real(&mut self, low: f64, high: f64) -> f64 {
        self.0.between(low, high)
    }

    fn vector(&mut self) -> [f64; 3] {
        [0; 3].map(|_| self.real(-2.0, 2.0))
    }

    fn id(&mut self, scene: &Scene) -> Id {
        let ids: Vec<Id> = scene.ids().into_iter().collect();
        match self.below(20) {
            0 => 4_000_000,
            _ if ids.is_empty() => 1,
            _ => ids[self.below(ids.len())],
        }
    }

    fn ids(&mut self, scene: &Scene) -> BTreeSet<Id> {
        (0..1 + self.below(4)).map(|_| self.id(scene)).collect()
    }
}

fn shipped(name: &str) -> Scene {
    parse(find(name).unwrap().text.as_bytes()).unwrap()
}

fn text(document: &Document) -> String {
    to_text(document.scene()).unwrap()
}

fn floor() -> Scene {
    let text = r#"{"format":"ragdoll-scene","version":2,
        "obstacles":[{"id":1,"shape":{"plane":{}}}]}"#;
    parse(text.as_bytes()).unwrap()
}

fn made(dice: &mut Dice) -> Things {
    let figures = generate::figures();
    match dice.below(9) {
        0 => Rope {
            sticks: 4,
            ..Rope::default()
        }
        .things(),
        1 => Chain {
            links: 3,
            ..Chain::default()
        }
        .things(),
        2 => Cloth {
            points: [3, 3],
            ..Cloth::default()
        }
        .things(),
        3 => generate::Stack {
            boxes: 2,
            ..Default::default()
        }
        .things(),
        4 => generate::Pyramid {
            rows: 2,
            ..Default::default()
        }
        .things(),
        5 => generate::Stairs {
            steps: 3,
            ..Default::default()
        }
        .things(),
        6 => Things::one(Item::Material(Material {
            id: 1,
            ..Material::default()
        })),
        7 => Things::default(),
        _ => {
            let (name, figure) = figures[dice.below(figures.len())].clone();
            generate::ragdoll(name, figure, dice.vector(), dice.real(-400.0, 400.0))
        }
    }
}

fn motion(dice: &mut Dice) -> Motion {
    let pivot_m = dice.vector();
    let [x, y, z] = dice.vector();
    match dice.below(6) {
        0 | 1 => Motion::Move(pivot_m),
        2 => Motion::Turn {
            pivot_m,
            rotation: [dice.real(-1.0, 1.0), x, y, z],
        },
        3 => Motion::Turn {
            pivot_m,
            rotation: [dice.real(-1.0, 1.0), 0.0, y, 0.0],
        },
        4 => Motion::Scale {
            pivot_m,
            factor: dice.real(0.5, 1.8),
        },
        _ => Motion::Scale {
            pivot_m,
            factor: dice.real(-0.2, 0.01),
        },
    }
}

fn any_command(dice: &mut Dice, scene: &Scene) -> Command {
    let (id, ids) = (dice.id(scene), dice.ids(scene));
    let crowded = scene.ids().len() > 60;
    match dice.below(22) {
        0 | 1 if !crowded => Command::Insert(made(dice), "Things"),
        0..=2 => Command::Remove(ids),
        3..=5 => Command::Transform(ids, motion(dice)),
        6 if crowded => Command::Remove(Selection::of(ids).connected(scene).ids().clone()),
        6 => {
            let count = dice.below(3) as u32;
            Command::Duplicate {
                ids,
                offset_m: dice.vector(),
                count,
            }
        }
        7 => Command::Rename(id, format!("name {}", dice.below(50))),
        8 => Command::SetGroup(ids, ["", "wall", "wall/left"][dice.below(3)].into()),
        9 => Command::SetMaterial(ids, (dice.below(3) > 0).then(|| dice.id(scene))),
        10 => Command::MoveConstraint(id, dice.below(20)),
        11 => Command::SortConstraints(
            [
                SortPolicy::Name,
                SortPolicy::Kind,
                SortPolicy::RootToLeaf,
                SortPolicy::TopDown,
            ][dice.below(4)],
        ),
        12 => {
            let other = dice.id(scene);
            let collide = [None, Some(true), Some(false)][dice.below(3)];
            Command::SetCollision(Thing::Body(id), Thing::Stick(other), collide)
        }
        13 => Command::AlignToGround(ids),
        14 if dice.below(4) == 0 => Command::MakeBodies(ids),
        14 if dice.below(3) == 0 => Command::Merge(ids),
        14 if dice.below(3) == 0 => Command::Separate(ids),
        14 => Command::BreakJoint(id),
        15 => {
            let kinds = [
                JointKind::Pin,
                JointKind::Hinge(dice.vector()),
                JointKind::Fixed,
            ];
            let more = [JointKind::Rod, JointKind::Rope, JointKind::Hinge([0.0; 3])];
            Command::SetJointKind(id, [kinds, more].concat()[dice.below(6)])
        }
        16 => Command::SetGravity([0.0, dice.real(-1500.0, 0.0), 0.0]),
        17 => {
            let mut solver = scene.solver.clone();
            solver.choose_preset([Preset::High, Preset::Default][dice.below(2)]);
            Command::SetSolver(Box::new(solver), "Preset")
        }
        18 => Command::SetSelfCollision(id, dice.below(2) == 0),
        19 => {
            let speed_m_s = dice.real(-1.0, 20.0);
            let launcher = Launcher {
                speed_m_s,
                ..Launcher::default()
            };
            Command::SetLauncher(launcher, "Speed")
        }
        20 => match Item::find(scene, id) {
            Some(Item::Body(mut body)) => {
                body.mass_kg = [Some(dice.real(-1.0, 50.0)), None][dice.below(2)];
                Command::replace(Item::Body(body), "Mass")
            }
            Some(other) => Command::replace(other, "Nothing"),
            None => Command::RemoveLauncher,
        },
        _ => {
            let both = vec![any_command(dice, scene), any_command(dice, scene)];
            Command::Batch("Two at once".into(), both)
        }
    }
}

/// Checks one command; true if it was carried out.
fn check_command(document: &mut Document, command: &Command) -> bool {
    let before = document.scene().clone();
    match document.apply(command) {
        Ok(_) => {
            let scene = document.scene();
            assert_eq!(validate(scene), [], "{command:?}");
            assert!(compile(scene).is_ok(), "{command:?}");
            assert!(document.selection().ids().is_subset(&scene.ids()));
            true
        }
        Err(error) => {
            assert_eq!(before, *document.scene(), "{command:?}");
            assert!(error.to_string().contains(';'), "no remedy: {error}");
            false
        }
    }
}

#[test]
fn a_stream_of_commands_keeps_the_scene_sound_and_comes_back_byte_for_byte() {
    check_streams(0..10);
}

/// With those above 10,000 commands and more.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn longer_streams_of_commands_keep_the_scene_sound_and_come_back_byte_for_byte() {
    check_streams(10..42);
}

/// Streams of 250 commands over different scenes, from these seeds.
fn check_streams(seeds: std::ops::Range<u64>) {
    let names = [
        "chain",
        "rope",
        "mixed",
        "box-stack",
        "humanoid-medium",
        "mx-throw",
    ];
    let (mut total, mut done) = (0, 0);
    let wanted = 250 * (seeds.end - seeds.start);
    for seed in seeds {
        let mut dice = Dice(SplitMix64::new(seed));
        let scene = shipped(names[seed as usize % names.len()]);
        let mut document = Document::new(scene);
        let first = text(&document);
        for _ in 0..250 {
            let command = any_command(&mut dice, document.scene());
            done += usize::from(check_command(&mut document, &command));
            total += 1;
            if dice.below(3) > 0 {
                document.end_gesture();
            }
            if dice.below(12) == 0 {
                document.undo();
            }
            if dice.below(25) == 0 {
                document.redo();
            }
        }
        let last = text(&document);
        let here = document
            .history()
            .iter()
            .position(|line| line.present)
            .unwrap();
        while document.undo() {}
        assert_eq!(text(&document), first, "seed {seed}");
        assert!(!document.is_changed());
        document.go_to(here);
        assert_eq!(text(&document), last, "seed {seed}");
        while document.undo() {}
        for _ in 0..here {
            assert!(document.redo());
        }
        assert_eq!(text(&document), last, "seed {seed}");
        go_anywhere(&mut document, &mut dice);
    }
    assert!(
        total == wanted && done as u64 > total / 2,
        "{done} of {total}"
    );
}

/// Every place of the history has one scene, from wherever it is reached.
fn go_anywhere(document: &mut Document, dice: &mut Dice) {
    let count = document.history().len();
    let texts: Vec<String> = (0..count)
        .map(|place| {
            document.go_to(place);
            text(document)
        })
        .collect();
    for _ in 0..20 {
        let place = dice.below(count);
        document.go_to(place);
        assert_eq!(text(document), texts[place]);
        assert!(document.history()[place].present);
    }
}

#[test]
fn a_gesture_is_one_step_that_replaces_what_it_did_and_can_be_aborted() {
    let mut document = Document::new(shipped("box-stack"));
    let first = text(&document);
    let id = document.scene().bodies[0].id;
    document.select(Selection::of([id]));
    let height = document.scene().bodies[0].position_m[1];
    document.begin("Move 1 thing");
    for far in [0.5, 1.0, 2.0] {
        let motion = Motion::Move([0.0, far, 0.0]);
        document
            .change(&Command::Transform([id].into(), motion))
            .unwrap();
    }
    assert_eq!(document.scene().bodies[0].position_m[1], height + 2.0);
    assert!(document
        .change(&Command::Remove([4_000_000].into()))
        .is_err());
    assert!(document.commit() && document.history().len() == 2);
    assert_eq!(document.undo_label(), Some("Move 1 thing"));
    document.begin("Move 1 thing");
    assert!(!document.commit() && document.history().len() == 2);
    document.begin("Delete");
    document.change(&Command::Remove([id].into())).unwrap();
    assert!(document.selection().is_empty());
    assert!(document.abort() && document.selection().contains(id));
    assert!(document.undo() && text(&document) == first && !document.is_changed());
    assert!(!document.abort());
}

#[test]
fn undo_brings_back_what_was_selected() {
    let mut document = Document::new(shipped("box-stack"));
    let ids: Vec<Id> = document.scene().bodies.iter().map(|b| b.id).collect();
    document.select(Selection::of([ids[0], ids[1]]));
    document.apply(&Command::Remove([ids[0]].into())).unwrap();
    assert_eq!(document.selection().ids(), &BTreeSet::from([ids[1]]));
    document.select(Selection::of([ids[2]]));
    document.undo();
    assert_eq!(
        document.selection().ids(),
        &BTreeSet::from([ids[0], ids[1]])
    );
    assert_eq!(document.selection().active(), Some(ids[1]));
    document.redo();
    assert_eq!(document.selection().ids(), &BTreeSet::from([ids[1]]));
}

#[test]
fn changes_with_one_label_join_until_the_gesture_ends() {
    let mut document = Document::new(Scene::default());
    let speed = |speed_m_s| {
        let launcher = Launcher {
            speed_m_s,
            ..Launcher::default()
        };
        Command::SetLauncher(launcher, "Speed")
    };
    for v in [2.0, 3.0, 4.0] {
        document.apply(&speed(v)).unwrap();
    }
    document.end_gesture();
    document.apply(&speed(4.0)).unwrap();
    document.apply(&speed(5.0)).unwrap();
    assert_eq!(document.history().len(), 3);
    document.undo();
    assert_eq!(document.scene().launcher.as_ref().unwrap().speed_m_s, 4.0);
    document.mark_saved();
    document.undo();
    assert!(document.is_changed());
    document.redo();
    assert!(!document.is_changed());
    let missing = Command::SetSelfCollision(7, true);
    let error = EditError::Missing {
        what: "ragdoll",
        id: 7,
    };
    assert_eq!(document.apply(&missing).unwrap_err(), error);
}

#[test]
fn the_history_is_capped_by_steps_and_by_bytes() {
    let mut document = Document::new(Scene::default());
    document.set_caps(5, usize::MAX);
    for g in 1..=9 {
        document
            .apply(&Command::SetGravity([0.0, -f64::from(g), 0.0]))
            .unwrap();
        document.end_gesture();
    }
    assert_eq!(document.history().len(), 6);
    document.set_caps(500, 1);
    assert_eq!(document.history().len(), 1);
    assert!(!document.undo() && document.scene().gravity_m_s2[1] == -9.0);
}

#[test]
fn ids_of_deleted_things_do_not_come_back() {
    let mut document = Document::new(floor());
    let stack = Command::Insert(generate::Stack::default().things(), "Stack");
    let first = document.apply(&stack).unwrap().outcome.added;
    document
        .apply(&Command::Remove(first.iter().copied().collect()))
        .unwrap();
    let second = document.apply(&stack).unwrap().outcome.added;
    assert!(second.iter().min() > first.iter().max());
    assert_eq!(document.selection().len(), second.len());
}

#[test]
fn a_surface_goes_with_its_particles_and_comes_back_with_them() {
    let mut document = Document::new(floor());
    let cloth = Command::Insert(Cloth::default().things(), "Cloth");
    document.apply(&cloth).unwrap();
    let before = text(&document);
    let is_surface = |c: &scene::Constraint| matches!(c.kind, ConstraintKind::Surface(_));
    let has_surface = |document: &Document| document.scene().constraints.iter().any(is_surface);
    assert!(has_surface(&document));
    let corner = document.scene().particles[0].id;
    document.apply(&Command::Remove([corner].into())).unwrap();
    assert!(!has_surface(&document));
    document.undo();
    assert_eq!(text(&document), before);
}

#[test]
fn copies_refer_to_copies() {
    let mut document = Document::new(floor());
    let chain = Command::Insert(Chain::default().things(), "Chain");
    let first: BTreeSet<Id> = document
        .apply(&chain)
        .unwrap()
        .outcome
        .added
        .into_iter()
        .collect();
    let links = Selection::of_kind(document.scene(), ItemKind::Body);
    let offset_m = [0.0, 0.0, 1.0];
    let ids = links.ids().clone();
    let copy = Command::Duplicate {
        ids,
        offset_m,
        count: 2,
    };
    let added = document.apply(&copy).unwrap().outcome.added;
    assert_eq!(added.len(), 2 * first.len());
    for constraint in document
        .scene()
        .constraints
        .iter()
        .filter(|c| added.contains(&c.id))
    {
        assert!(gripped(&constraint.kind)
            .iter()
            .all(|id| added.contains(id)));
    }
    let found = examine(document.scene()).unwrap();
    assert!(
        found.iter().all(|f| f.check != Check::JointApart),
        "{found:?}"
    );
    let clipboard = Things::copy(document.scene(), &first).unwrap();
    let mut other = Document::new(Scene::default());
    other.apply(&Command::Insert(clipboard, "Chain")).unwrap();
    assert_eq!(other.scene().constraints.len(), 5);
}

#[test]
fn removal_takes_what_refers_along_and_says_so() {
    let mut document = Document::new(floor());
    let rope = Command::Insert(Rope::default().things(), "Rope");
    document.apply(&rope).unwrap();
    let scene = document.scene();
    let (particle, sticks) = (scene.particles[3].id, scene.constraints.len());
    let outcome = document
        .apply(&Command::Remove([particle].into()))
        .unwrap()
        .outcome;
    assert_eq!(outcome.also_removed.len(), 2);
    assert_eq!(outcome.aside().unwrap(), "2 joints also removed");
    assert_eq!(document.scene().constraints.len(), sticks - 2);
    let steel = Material {
        id: 1,
        restitution: 0.5,
        ..Material::default()
    };
    let steel = Things::one(Item::Material(steel));
    let id = document
        .apply(&Command::Insert(steel, "Material"))
        .unwrap()
        .outcome
        .added[0];
    let set = Command::SetMaterial([1].into(), Some(id));
    document.apply(&set).unwrap();
    let outcome = document
        .apply(&Command::Remove([id].into()))
        .unwrap()
        .outcome;
    assert_eq!(
        (
            outcome.without_material,
            document.scene().obstacles[0].material
        ),
        (vec![1], None)
    );
}

#[test]
fn turned_and_scaled_articulations_fit_as_before() {
    for name in [
        "chain",
        "rope",
        "mixed",
        "stick-box",
        "thesis-rigid",
        "mx-throw",
    ] {
        let mut document = Document::new(shipped(name));
        let all = document.scene().ids();
        let before = examine(document.scene()).unwrap();
        let pivot_m = [0.3, 0.2, -0.4];
        let turn = Motion::Turn {
            pivot_m,
            rotation: [0.6, 0.0, 0.8, 0.0],
        };
        let tilt = Motion::Turn {
            pivot_m,
            rotation: [0.9, 0.3, 0.1, -0.2],
        };
        let scale = Motion::Scale {
            pivot_m,
            factor: 1.5,
        };
        // Ragdolls keep their size, so what is tied to them would not fit.
        let rigid = !document.scene().ragdolls.is_empty();
        let motions = [turn, tilt, scale];
        for motion in &motions[..if rigid { 2 } else { 3 }] {
            document
                .apply(&Command::Transform(all.clone(), *motion))
                .unwrap();
        }
        let after = examine(document.scene()).unwrap();
        for check in [Check::JointApart, Check::LimitBroken] {
            let count = |found: &[ragdoll_lab::editor::doctor::Finding]| {
                found.iter().filter(|f| f.check == check).count()
            };
            assert!(count(&after) <= count(&before), "{name}: {after:#?}");
        }
    }
}

fn runs_a_second(scene: &Scene, what: &str) {
    assert_eq!(validate(scene), [], "{what}");
    let mut simulation = Simulation::new(scene).unwrap();
    while simulation.time_s() < 1.0 {
        assert_eq!(simulation.step(), Progress::Advanced, "{what}");
    }
}

#[test]
fn what_generators_make_runs_for_a_second() {
    let mut all = vec![
        (
            "rope",
            Rope {
                held: [true, true],
                ..Rope::default()
            }
            .things(),
        ),
        (
            "chain",
            Chain {
                last_mass_kg: 5.0,
                ..Chain::default()
            }
            .things(),
        ),
        ("stack", generate::Stack::default().things()),
        ("pyramid", generate::Pyramid::default().things()),
        ("wall", generate::Wall::default().things()),
        ("dominoes", generate::Dominoes::default().things()),
        ("stairs", generate::Stairs::default().things()),
    ];
    for pins in [
        ClothPins::None,
        ClothPins::TwoCorners,
        ClothPins::FourCorners,
        ClothPins::Edge,
    ] {
        all.push((
            "cloth",
            Cloth {
                pins,
                thickness_m: 0.02,
                ..Cloth::default()
            }
            .things(),
        ));
    }
    for (name, figure) in generate::figures() {
        all.push((name, generate::ragdoll(name, figure, [0.0; 3], 30.0)));
    }
    let obj = "# a roof\nv -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv 0 0.5 0\n\
               f 1/1 4/2 3//1 2\nf 1 5 -2\nf 1 1 2\nf 2 1 5\n";
    let mesh = generate::mesh_obstacle("roof", obj, 1.0, [0.0, 0.1, 0.0]).unwrap();
    all.push(("mesh", mesh));
    for (what, things) in all {
        let mut document = Document::new(floor());
        document.apply(&Command::Insert(things, "Things")).unwrap();
        runs_a_second(document.scene(), what);
        let found = examine(document.scene()).unwrap();
        let bad = |check| {
            matches!(
                check,
                Check::JointApart | Check::BelowFloor | Check::Overlap
            )
        };
        assert!(found.iter().all(|f| !bad(f.check)), "{what}: {found:#?}");
    }
}

#[test]
fn an_obj_text_is_refused_with_its_line() {
    for (text, line) in [
        ("v 1 2\n", 1),
        ("v 1 2 3\nv 1 x 3\n", 2),
        ("v 0 0 0\n\nf 1 2 3\n", 3),
        ("v 0 0 0\nf 1 0 1\n", 2),
        ("v 1e30 0 0\n", 1),
        ("v 0 0 0\nv 1 0 0\nf 1 2\n", 3),
        ("", 0),
    ] {
        let error = generate::mesh_obstacle("m", text, 1.0, [0.0; 3]).unwrap_err();
        assert_eq!(error.line, line, "{error}");
    }
}

#[test]
fn things_are_put_on_the_ground_and_on_obstacles() {
    let mut document = Document::new(floor());
    let base_m = [0.0, 3.0, 0.0];
    let stack = generate::Stack {
        boxes: 1,
        base_m,
        ..Default::default()
    };
    let id = document
        .apply(&Command::Insert(stack.things(), "Box"))
        .unwrap()
        .outcome
        .added[0];
    let height = |document: &Document| document.scene().bodies[0].position_m[1];
    document
        .apply(&Command::AlignToGround([id].into()))
        .unwrap();
    assert!((height(&document) - 0.2).abs() < 1e-6);
    let stairs = generate::Stairs {
        base_m: [0.0, 0.0, -0.14],
        ..Default::default()
    };
    document
        .apply(&Command::Insert(stairs.things(), "Stairs"))
        .unwrap();
    document
        .apply(&Command::AlignToGround([id].into()))
        .unwrap();
    // Reaches to z = 0.2, over the first two steps.
    assert!(
        (height(&document) - 0.56).abs() < 1e-6,
        "{}",
        height(&document)
    );
}

#[test]
fn an_obstacle_that_is_let_go_falls_as_a_body_of_its_shape() {
    let mut document = Document::new(floor());
    let ramp = Obstacle {
        id: 1,
        name: "wedge".into(),
        shape: Shape::Ramp {
            size_m: [1.0, 0.6, 1.2],
        },
        position_m: [0.0, 2.0, 0.0],
        orientation: [1.0, 0.0, 0.0, 0.0],
        material: None,
        color: None,
        belt_m_s: [0.0; 3],
    };
    let insert = Command::Insert(Things::one(Item::Obstacle(ramp)), "Ramp");
    let id = document.apply(&insert).unwrap().outcome.added[0];
    let floor = document.scene().obstacles[0].id;
    let stone = Command::Insert(generate::Stone::default().things(), "Stone");
    let stone = document.apply(&stone).unwrap().outcome.added[0];
    let rule = Command::SetCollision(Thing::Obstacle(id), Thing::Body(stone), Some(false));
    document.apply(&rule).unwrap();
    let before = document.scene().clone();
    document.apply(&Command::MakeBodies([id].into())).unwrap();
    let scene = document.scene();
    assert_eq!((scene.obstacles.len(), scene.bodies.len()), (1, 2));
    let body = &scene.bodies[1];
    assert_eq!((body.id, body.name.as_str()), (id, "wedge"));
    assert!(matches!(&body.shape, Shape::Hull(points) if points.points_m().len() == 6));
    let rule = &scene.collision_rules[0];
    assert!([&rule.a, &rule.b].contains(&&Thing::Body(id)), "{rule:?}");
    document.undo();
    assert_eq!(*document.scene(), before);
    // A plane has no inside.
    let refused = document.apply(&Command::MakeBodies([floor].into()));
    assert!(
        matches!(refused, Err(EditError::Refused { .. })),
        "{refused:?}"
    );
    assert_eq!(*document.scene(), before);
}

#[test]
fn each_remedy_removes_its_finding() {
    let mut seen = BTreeSet::new();
    let mut scenes: Vec<(String, Scene)> = ragdoll_lab::scene::SHIPPED
        .iter()
        .map(|shipped| {
            (
                shipped.name.to_string(),
                parse(shipped.text.as_bytes()).unwrap(),
            )
        })
        .collect();
    scenes.push(("sick".into(), sick()));
    for (name, scene) in scenes {
        for finding in examine(&scene).unwrap() {
            seen.insert(finding.check);
            let Some(command) = finding.command() else {
                continue;
            };
            let mut healed = scene.clone();
            let done = command.apply(&mut healed);
            assert!(done.is_ok(), "{name}: {}: {done:?}", finding.sentence);
            let left = examine(&healed).unwrap();
            assert!(
                !left.iter().any(|f| f.is_same(&finding)),
                "{name}: {finding:#?}"
            );
        }
    }
    assert_eq!(seen.len(), 12, "{seen:?}");
}

/// A scene with something for every check.
fn sick() -> Scene {
    let text = r#"{"format":"ragdoll-scene","version":2,
      "materials":[{"id":1,"restitution":0.95,"friction":2},{"id":2}],
      "obstacles":[{"id":3,"shape":{"plane":{}},"material":1}],
      "bodies":[
        {"id":10,"shape":{"box":{"size_m":[0.4,0.4,0.4]}},"mass_kg":50,"position_m":[0,2,0]},
        {"id":11,"shape":{"box":{"size_m":[0.1,0.1,0.1]}},"mass_kg":1,"position_m":[0.4,2,0],
          "orientation":[0.6,0,0,0.8]},
        {"id":12,"shape":{"box":{"size_m":[0.4,0.4,0.4]}},"mass_kg":50,"position_m":[0.8,2,0]},
        {"id":13,"shape":{"sphere":{"radius_m":0.2}},"mass_kg":1,"position_m":[3,-0.5,0]},
        {"id":14,"shape":{"sphere":{"radius_m":0.2}},"mass_kg":1,"position_m":[5,1,0]},
        {"id":15,"shape":{"sphere":{"radius_m":0.2}},"mass_kg":1,"position_m":[5.2,1,0]},
        {"id":16,"shape":{"sphere":{"radius_m":0.2}},"mass_kg":1,"position_m":[7,0.1,0]}],
      "particles":[{"id":20,"mass_kg":1,"position_m":[9,1,0]},
        {"id":21,"mass_kg":1,"position_m":[9,1,0]},{"id":22,"mass_kg":30,"position_m":[9,2,0]}],
      "constraints":[
        {"id":30,"kind":{"pin":{"a":{"body":{"id":10,"point_m":[0.2,0,0]}},"b":{"body":{"id":11}}}}},
        {"id":31,"kind":{"hinge":{"a":{"body":{"id":11}},"b":{"body":{"id":12,"point_m":[-0.4,0,0]}},
          "axis":[0,0,1],"limit_min_deg":10,"limit_max_deg":20}}},
        {"id":32,"kind":{"angle-limit":{"a":{"body":10},"b":{"body":11},"limit_min_deg":[-5,-5,-5],
          "limit_max_deg":[5,5,5],"rest":[1,0,0,0]}}},
        {"id":33,"kind":{"stick":{"a":20,"b":21,"length_m":0.3}}},
        {"id":34,"kind":{"stick":{"a":21,"b":22,"length_m":0.5}}}],
      "ragdolls":[{"id":40,"figure":{"mx":{}},"position_m":[0,0,6]}]}"#;
    parse(text.as_bytes()).unwrap()
}

#[test]
fn selections_by_kind_name_material_connection_and_the_rest() {
    let mut document = Document::new(floor());
    let chain = Command::Insert(Chain::default().things(), "Chain");
    document.apply(&chain).unwrap();
    let rope = Command::Insert(Rope::default().things(), "Rope");
    document.apply(&rope).unwrap();
    let scene = document.scene();
    assert_eq!(Selection::of_kind(scene, ItemKind::Body).len(), 5);
    assert_eq!(Selection::named(scene, "LINK 3").len(), 1);
    assert_eq!(Selection::of_group(scene, "rope").len(), 25);
    let link = Selection::named(scene, "link 3");
    assert_eq!(link.connected(scene).len(), 10);
    assert_eq!(link.inverted(scene).len(), scene.ids().len() - 1);
    assert_eq!(link.same_material(scene).len(), 1 + 5 + 25);
}

#[test]
fn a_joint_keeps_its_anchors_in_every_kind() {
    let mut document = Document::new(floor());
    document
        .apply(&Command::Insert(Chain::default().things(), "Chain"))
        .unwrap();
    let id = document.scene().constraints[1].id;
    let grips = |document: &Document| {
        let kind = &document.scene().constraints[1].kind;
        ragdoll_lab::editor::grips(kind).unwrap().map(Clone::clone)
    };
    let before = grips(&document);
    let hinge = JointKind::Hinge([1.0, 0.0, 0.0]);
    for kind in [
        hinge,
        JointKind::Fixed,
        JointKind::Rod,
        JointKind::Rope,
        JointKind::Pin,
    ] {
        document.apply(&Command::SetJointKind(id, kind)).unwrap();
        assert_eq!(grips(&document), before);
    }
    document.apply(&Command::BreakJoint(id)).unwrap();
    let left = &document.scene().constraints;
    assert!(left
        .iter()
        .all(|c| c.id != id && matches!(c.kind, ConstraintKind::Pin(_))));
}

#[test]
fn a_batch_finds_its_things_wherever_other_commands_of_it_have_put_them() {
    let mut document = Document::new(floor());
    let wall = Command::Insert(generate::Wall::default().things(), "Wall");
    let ids = document.apply(&wall).unwrap().outcome.added;
    let heavier = |id: Id| {
        let Some(Item::Body(mut body)) = Item::find(document.scene(), id) else {
            panic!("{id} is no body");
        };
        body.mass_kg = Some(9.0);
        Command::replace(Item::Body(body), "Mass")
    };
    let last = *ids.last().unwrap();
    let commands = vec![
        heavier(ids[1]),
        Command::Remove([ids[0]].into()),
        heavier(last),
        Command::Rename(ids[1], "first".into()),
    ];
    document
        .apply(&Command::Batch("Many".into(), commands))
        .unwrap();
    let bodies = &document.scene().bodies;
    assert_eq!(bodies.len(), ids.len() - 1);
    assert_eq!(
        (bodies[0].name.as_str(), bodies[0].mass_kg),
        ("first", Some(9.0))
    );
    let end = bodies.last().unwrap();
    assert_eq!((end.id, end.mass_kg), (last, Some(9.0)));
    let gone = Command::Batch("Gone".into(), vec![Command::Rename(ids[0], "x".into())]);
    assert!(document.apply(&gone).is_err());
}

#[test]
fn a_group_is_renamed_in_the_names_of_all_its_members() {
    let mut document = Document::new(floor());
    let wall = Command::Insert(generate::Wall::default().things(), "Wall");
    let boxes = document.apply(&wall).unwrap().outcome.added.len();
    let before = text(&document);
    let rename = |from: &str, to: &str| Command::RenameGroup(from.into(), to.into());
    assert!(
        document.apply(&rename("wal", "tower")).is_err(),
        "there is none"
    );
    document.apply(&rename("wall", "castle/south")).unwrap();
    let scene = document.scene().clone();
    assert_eq!(Selection::of_group(&scene, "castle/south").len(), boxes);
    assert!(Selection::of_group(&scene, "wall").is_empty());
    assert!(document.undo());
    assert_eq!(text(&document), before);
}

#[test]
fn a_wall_ends_in_half_boxes_and_weighs_as_much_as_its_number_of_boxes() {
    for (boxes, columns) in [(30, 6), (60, 7), (23, 4), (1, 1), (5, 1)] {
        let wall = generate::Wall {
            boxes,
            columns,
            ..Default::default()
        };
        let mut document = Document::new(floor());
        let insert = Command::Insert(wall.things(), "Wall");
        document.apply(&insert).unwrap();
        let bodies = &document.scene().bodies;
        let mass: f64 = bodies.iter().filter_map(|body| body.mass_kg).sum();
        assert!((mass - f64::from(boxes) * wall.mass_kg).abs() < 1e-9);
        let half_length = 0.5 * f64::from(columns) * wall.size_m[0];
        for body in bodies {
            let Shape::Box { size_m, .. } = body.shape else {
                panic!("{body:?}");
            };
            let end = body.position_m[0].abs() + 0.5 * size_m[0];
            assert!(end < half_length + 1e-9, "{boxes}, {columns}: {body:?}");
        }
    }
}

#[test]
fn a_wall_and_a_pyramid_stand_where_they_are_built() {
    let heaps = [
        generate::Wall::default().things(),
        generate::Wall {
            boxes: 60,
            columns: 7,
            ..Default::default()
        }
        .things(),
        generate::Pyramid::default().things(),
    ];
    for things in heaps {
        let mut document = Document::new(floor());
        document.apply(&Command::Insert(things, "Heap")).unwrap();
        let bodies = &document.scene().bodies;
        let across = |x: f64| (x * 20.0 - (x * 20.0).round()).abs() < 1e-9;
        assert!(
            bodies.iter().all(|b| across(b.position_m[0])),
            "round numbers"
        );
        let mut simulation = Simulation::new(document.scene()).unwrap();
        for _ in 0..300 {
            assert_eq!(simulation.step(), Progress::Advanced);
        }
        let played = &simulation.world.state().bodies;
        for (body, now) in bodies.iter().zip(played) {
            let moved = now.position - glam::DVec3::from(body.position_m);
            assert!(moved.length() < 0.01, "{}: {moved}", body.name);
        }
    }
}

/// What wants different things of one body is found by a trial, and gives way by a click.
#[test]
fn the_doctor_finds_constraints_that_work_against_each_other() {
    let scene = parse(include_bytes!("../data/strained.json")).unwrap();
    let found = examine(&scene).unwrap();
    let conflicts = found.iter().filter(|f| f.check == Check::Conflict);
    let conflict = conflicts.clone().find(|f| !f.remedy.is_empty());
    let conflict = conflict.unwrap_or_else(|| panic!("{found:?}"));
    assert!(conflict.sentence.contains("works against"), "{conflict:?}");
    let mut mended = scene.clone();
    conflict.command().unwrap().apply(&mut mended).unwrap();
    let left = examine(&mended).unwrap();
    assert!(!left.iter().any(|f| f.is_same(conflict)), "{left:?}");
}

/// An elbow that is to be bent by 40 degrees and is glued as it stands: the limit of the part
/// gives way, in the ragdoll that has it.
#[test]
fn a_limit_of_a_ragdoll_that_works_against_a_joint_gives_way_in_the_ragdoll() {
    let bare = parse(find("mx-drop").unwrap().text.as_bytes()).unwrap();
    let (world, map) = compile(&bare).unwrap();
    let of_ragdoll = &map.ragdolls[0];
    let body =
        |part| of_ragdoll.bodies.start + of_ragdoll.parts.iter().position(|p| *p == part).unwrap();
    let parts = ["l_upper_arm", "l_lower_arm"];
    let elbow = world
        .model()
        .constraints
        .iter()
        .find_map(|joint| match joint {
            physics::Constraint::Pin(pin) => {
                let end = |side| match side {
                    physics::Attachment::Body { body, arm } => Some((body, arm.to_array())),
                    _ => None,
                };
                let ends = [end(pin.a)?, end(pin.b)?];
                (ends.map(|(body, _)| body) == parts.map(body)).then_some(ends.map(|(_, arm)| arm))
            }
            _ => None,
        });
    let ragdoll = bare.ragdolls[0].id;
    let grip = |place: usize| Grip::Part {
        ragdoll,
        part: parts[place].into(),
        at: 0.0,
        point_m: elbow.unwrap()[place],
    };
    let mut scene = bare.clone();
    scene.constraints.push(scene::Constraint {
        id: 900,
        name: "glue".into(),
        kind: ConstraintKind::Fixed(scene::Fixed {
            a: grip(0),
            b: grip(1),
            rest: None,
            strength: 1.0,
        }),
    });
    scene.ragdolls[0].parts.push(PartOverride {
        limit: Some(PartLimit {
            min_deg: [40.0, -10.0, -10.0],
            max_deg: [90.0, 10.0, 10.0],
            zero: [1.0, 0.0, 0.0, 0.0],
            restitution: 0.0,
        }),
        ..PartOverride::of(parts[1])
    });
    let found = examine(&scene).unwrap();
    let conflict = found.iter().find(|f| f.check == Check::Conflict);
    let conflict = conflict.unwrap_or_else(|| panic!("{found:?}"));
    assert!(conflict.sentence.contains("l_lower_arm"), "{conflict:?}");
    let mut mended = scene.clone();
    conflict.command().unwrap().apply(&mut mended).unwrap();
    let limit = mended.ragdolls[0].parts[0].limit.unwrap();
    assert!(limit.min_deg[0] < 5.0, "{limit:?}");
    assert_eq!(mended.constraints, scene.constraints);
    let left = examine(&mended).unwrap();
    assert!(!left.iter().any(|f| f.check == Check::Conflict), "{left:?}");
}
