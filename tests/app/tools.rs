//! The tools of the stage, driven without a window: a pointer and a lens go in,
//! changes of the document come out.

use glam::{DVec2, DVec3};
use macroquad::math::Vec3;
use ragdoll_lab::app::action::WhyAction;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::action::{NewJoint, Tool};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::app::stage::Marks;
use ragdoll_lab::app::tool::{Interactor, Key, Pointer};
use ragdoll_lab::editor::{Command, Item, Selection, Things};
use ragdoll_lab::physics::report;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{to_text, ConstraintKind, Grip, GuideShape, Id, Scene};
use ragdoll_lab::view::camera::Camera;
use ragdoll_lab::view::draw_list::DrawList;
use ragdoll_lab::view::stage_camera::StageCamera;
use ragdoll_lab::view::theme::Theme;
use std::sync::Arc;

/// A program, the interactor of its mouse, and a camera that looks along -z from 10 m.
struct Stage {
    program: Program,
    interactor: Interactor,
    lens: StageCamera,
    at: DVec2,
    held: [bool; 3],
}

const SHIFT: [bool; 3] = [true, false, false];
const CTRL: [bool; 3] = [false, true, false];

impl Stage {
    fn new(things: &str) -> Stage {
        Stage::seen_from(things, 0.0, 0.0)
    }

    /// `yaw` and `pitch`: direction of the camera, rad.
    fn seen_from(things: &str, yaw: f32, pitch: f32) -> Stage {
        let text = format!(r#"{{"format": "ragdoll-scene", "version": 2, {things}}}"#);
        let scene: Scene = serde_json::from_str(&text).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.json");
        std::fs::write(&path, to_text(&scene).unwrap()).unwrap();
        let mut program = Program::open(path.to_str(), Settings::default()).unwrap();
        program.playback.session.playing = false;
        program.workbench.tool = Tool::Select;
        let camera = Camera::new(Vec3::new(0.0, 1.0, 0.0), 10.0, yaw, pitch);
        Stage {
            program,
            interactor: Interactor::default(),
            lens: StageCamera::new(camera, DVec2::new(100.0, 50.0), DVec2::new(1200.0, 800.0)),
            at: DVec2::ZERO,
            held: [false; 3],
        }
    }

    fn frame(&mut self, pressed: bool, released: bool) {
        let [shift, ctrl, alt] = self.held;
        let pointer = Pointer {
            at: self.at,
            over_stage: true,
            pressed,
            released,
            shift,
            ctrl,
            alt,
        };
        self.interactor
            .follow(&mut self.program, &self.lens, &pointer);
    }

    fn on_screen(&self, point: [f64; 3]) -> DVec2 {
        self.lens.project(point.into()).unwrap()
    }

    fn click(&mut self, point: [f64; 3]) {
        self.at = self.on_screen(point);
        self.frame(true, false);
        self.frame(false, true);
    }

    fn press(&mut self, at: DVec2) {
        self.at = at;
        self.frame(true, false);
    }

    fn move_by(&mut self, way: DVec2) {
        // In two frames, as a hand does.
        for _ in 0..2 {
            self.at += way * 0.5;
            self.frame(false, false);
        }
    }

    fn release(&mut self) {
        self.frame(false, true);
    }

    fn keys(&mut self, keys: &[Key]) {
        for &key in keys {
            assert!(self.interactor.take_key(&mut self.program, &self.lens, key));
        }
    }

    fn select(&mut self, ids: &[Id]) {
        let selection = Selection::of(ids.iter().copied());
        self.program.perform(Action::Select(selection));
    }

    fn selected(&self) -> Vec<Id> {
        let selection = self.program.workspace.document.selection();
        selection.ids().iter().copied().collect()
    }

    fn position(&self, id: Id) -> DVec3 {
        match Item::find(self.program.workspace.document.scene(), id).unwrap() {
            Item::Body(body) => body.position_m.into(),
            other => panic!("{other:?}"),
        }
    }

    fn text(&self) -> String {
        to_text(self.program.workspace.document.scene()).unwrap()
    }

    fn steps(&self) -> usize {
        self.program.workspace.document.history().len()
    }

    fn last_joint(&self) -> ConstraintKind {
        let scene = self.program.workspace.document.scene();
        scene.constraints.last().expect("no joint").kind.clone()
    }

    fn joint_error_m(&self) -> f64 {
        let world = &self.program.playback.session.simulation.world;
        report::joint_error(world.model(), world.state())
    }

    /// Length of a point of the window at the depth of the target, m.
    fn scale(&self) -> f64 {
        self.lens.metres_per_point(DVec3::Y)
    }
}

fn boxes(places: &[[f64; 3]]) -> String {
    let bodies: Vec<String> = places
        .iter()
        .enumerate()
        .map(|(i, place)| {
            format!(
                r#"{{"id": {}, "shape": {{"box": {{"size_m": [1, 1, 1]}}}}, "mass_kg": 1,
                "position_m": {place:?}}}"#,
                i + 1
            )
        })
        .collect();
    format!(
        r#""gravity_m_s2": [0, 0, 0], "bodies": [{}]"#,
        bodies.join(",")
    )
}

#[test]
fn a_second_click_selects_what_is_behind_and_a_click_on_nothing_nothing() {
    let mut stage = Stage::new(&boxes(&[
        [0.0, 1.0, 0.0],
        [0.0, 1.0, -3.0],
        [2.0, 1.0, 0.0],
    ]));
    let middle = [0.0, 1.0, 0.5];
    for expected in [1, 2, 1] {
        stage.click(middle);
        assert_eq!(stage.selected(), [expected]);
    }
    stage.held = SHIFT;
    stage.click([2.0, 1.0, 0.5]);
    assert_eq!(stage.selected(), [1, 3]);
    stage.held = CTRL;
    stage.click(middle);
    assert_eq!(stage.selected(), [3]);
    stage.held = [false; 3];
    stage.click([-2.0, 3.0, 0.0]);
    assert!(stage.selected().is_empty());
}

#[test]
fn hidden_and_locked_things_are_not_picked() {
    let mut stage = Stage::new(&boxes(&[[0.0, 1.0, 0.0], [0.0, 1.0, -3.0]]));
    stage.program.perform(Action::Hide([1].into(), true));
    stage.click([0.0, 1.0, 0.5]);
    assert_eq!(stage.selected(), [2]);
    stage.program.perform(Action::Hide([1].into(), false));
    stage.program.perform(Action::Lock([1].into(), true));
    stage.click([0.1, 1.1, 0.5]);
    assert_eq!(stage.selected(), [2]);
    stage.program.perform(Action::Lock([2].into(), true));
    stage.click([0.2, 1.2, 0.5]);
    assert!(stage.selected().is_empty());
}

#[test]
fn a_frame_selects_what_has_its_middle_in_it() {
    let mut stage = Stage::new(&boxes(&[
        [-2.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
        [2.0, 1.0, 0.0],
    ]));
    let (from, to) = (
        stage.on_screen([-2.7, 2.0, 0.0]),
        stage.on_screen([0.2, 0.0, 0.0]),
    );
    stage.held = SHIFT;
    stage.press(from);
    stage.move_by(to - from);
    stage.release();
    assert_eq!(stage.selected(), [1, 2]);
    // Without Shift the same drag turns the view and selects nothing else.
    stage.held = [false; 3];
    stage.select(&[3]);
    stage.press(from);
    stage.move_by(to - from);
    stage.release();
    assert_eq!(stage.selected(), [3]);
}

/// A stage with the middle box of three selected and an arrow of its gizmo held.
fn holding_the_x_arrow() -> (Stage, DVec2) {
    let mut stage = Stage::new(&boxes(&[[0.0, 1.0, 0.0], [3.0, 1.0, 0.0]]));
    stage.program.workbench.tool = Tool::Move;
    stage.select(&[1]);
    let arrow = stage.on_screen([0.0, 1.0, 0.0]) + DVec2::X * 60.0;
    stage.press(arrow);
    (stage, arrow)
}

#[test]
fn a_drag_along_x_moves_by_what_it_covers_on_the_screen() {
    let (mut stage, _) = holding_the_x_arrow();
    let before = stage.text();
    stage.move_by(DVec2::new(120.0, 0.0));
    assert_eq!(stage.text(), before, "the document waits for the release");
    stage.release();
    let moved = stage.position(1);
    let expected = DVec3::new(120.0 * stage.scale(), 1.0, 0.0);
    assert!(moved.abs_diff_eq(expected, 1e-3), "{moved} {expected}");
    assert_eq!((moved.y, moved.z), (1.0, 0.0));
    assert_eq!(stage.steps(), 2);
    stage.program.perform(Action::Do(Trigger::Undo));
    assert_eq!(stage.text(), before);
}

#[test]
fn a_move_snaps_where_it_is_set_to_or_with_ctrl() {
    for (snap, held) in [(true, [false; 3]), (false, CTRL)] {
        let (mut stage, _) = holding_the_x_arrow();
        stage.program.workbench.options.snap = snap;
        stage.program.workbench.options.snap_m = 0.25;
        stage.held = held;
        stage.move_by(DVec2::new(0.6 / stage.scale(), 0.0));
        stage.release();
        assert!((stage.position(1).x - 0.5).abs() < 1e-12);
    }
}

#[test]
fn a_typed_number_replaces_the_way_of_the_mouse() {
    let (mut stage, _) = holding_the_x_arrow();
    stage.move_by(DVec2::new(33.0, 0.0));
    let typed = ['1', '.', '7'].map(Key::Character);
    stage.keys(&typed);
    stage.keys(&[
        Key::Erase,
        Key::Character('5'),
        Key::Character('-'),
        Key::Other,
    ]);
    stage.move_by(DVec2::new(5.0, 0.0));
    stage.keys(&[Key::Enter]);
    assert_eq!(stage.position(1).x, -1.5);
    // What the mouse does until it is released is nothing more.
    stage.move_by(DVec2::new(50.0, 0.0));
    stage.release();
    assert_eq!(stage.position(1).x, -1.5);
    assert_eq!((stage.steps(), stage.selected()), (2, vec![1]));
    assert!(!stage
        .interactor
        .take_key(&mut stage.program, &stage.lens, Key::Enter));
}

/// Also where it takes the thing out of sight.
#[test]
fn what_is_typed_can_be_read_on_the_stage() {
    let (mut stage, _) = holding_the_x_arrow();
    stage.move_by(DVec2::new(33.0, 0.0));
    for typed in ["[9]", "[90]", "[900]"] {
        let digit = typed.chars().rev().nth(1).unwrap();
        stage.keys(&[Key::Character(digit)]);
        let mut list = DrawList::default();
        let (program, lens) = (&stage.program, &stage.lens);
        stage.interactor.draw(&mut list, program, lens, Theme::Dark);
        let labels = list.labels.iter();
        let mut shown = labels.filter(|label| label.text.ends_with(typed));
        let [x, y, z] = shown.next().expect(typed).at.to_array().map(f64::from);
        let at = lens.project(DVec3::new(x, y, z)).unwrap();
        let within = lens.within_stage(at, DVec2::splat(40.0));
        assert!(at.distance(within) < 1e-3, "{typed} is shown at {at}");
    }
}

#[test]
fn escape_takes_a_drag_back_to_the_last_byte() {
    let (mut stage, _) = holding_the_x_arrow();
    let (before, state) = (stage.text(), hash(&stage));
    stage.move_by(DVec2::new(90.0, 0.0));
    stage.keys(&[Key::Escape]);
    stage.move_by(DVec2::new(90.0, 0.0));
    stage.release();
    assert_eq!((stage.text(), stage.steps()), (before.clone(), 1));
    assert_eq!(hash(&stage), state);
    // The same where the program itself cancels.
    let (mut stage, _) = holding_the_x_arrow();
    stage.move_by(DVec2::new(90.0, 0.0));
    stage.program.perform(Action::Do(Trigger::Cancel));
    stage.move_by(DVec2::new(90.0, 0.0));
    stage.release();
    assert_eq!((stage.text(), stage.steps()), (before, 1));
    assert!(!stage.interactor.is_busy());
}

fn hash(stage: &Stage) -> u64 {
    stage
        .program
        .playback
        .session
        .simulation
        .world
        .state()
        .hash()
}

#[test]
fn a_drag_begins_from_the_document_where_the_scene_has_run() {
    let falling = boxes(&[[0.0, 1.0, 0.0]]).replace("[0, 0, 0]", "[0, -9.81, 0]");
    let mut stage = Stage::new(&falling);
    stage.program.workbench.tool = Tool::Move;
    stage.select(&[1]);
    stage.program.playback.session.playing = true;
    stage.program.advance(0.1);
    let fallen = stage
        .program
        .playback
        .session
        .simulation
        .world
        .state()
        .bodies[0]
        .position;
    assert!(fallen.y < 1.0);
    let arrow = stage.on_screen(fallen.to_array()) + DVec2::X * 60.0;
    stage.press(arrow);
    stage.move_by(DVec2::new(100.0, 0.0));
    stage.release();
    let moved = stage.position(1);
    assert!((moved.x - 100.0 * stage.scale()).abs() < 1e-3, "{moved}");
    assert_eq!(moved.y, 1.0);
    assert!(!stage.program.playback.session.playing);
}

#[test]
fn a_quarter_turn_of_the_ring_turns_a_quarter_about_y() {
    // From above, where the ring about y is a circle of 88 points.
    let above = std::f32::consts::FRAC_PI_2 - 0.04;
    let mut stage = Stage::seen_from(&boxes(&[[0.0, 1.0, 0.0]]), 0.0, above);
    stage.program.workbench.tool = Tool::Rotate;
    stage.select(&[1]);
    let reach = stage.scale() * 88.0;
    let (from, to) = (
        stage.on_screen([reach * 0.6, 1.0, reach * 0.8]),
        stage.on_screen([reach * 0.8, 1.0, -reach * 0.6]),
    );
    stage.press(from);
    stage.move_by(to - from);
    stage.program.workbench.options.snap = true;
    stage.frame(false, false);
    stage.release();
    let Some(Item::Body(body)) = Item::find(stage.program.workspace.document.scene(), 1) else {
        panic!("no body");
    };
    let half = 0.5_f64.sqrt();
    let [w, x, y, z] = body.orientation;
    assert!(
        (w - half).abs() < 1e-9 && (y - half).abs() < 1e-9,
        "{w} {y}"
    );
    assert!(x.abs() < 1e-9 && z.abs() < 1e-9);
}

#[test]
fn the_handle_of_scale_doubles_at_twice_the_distance() {
    let mut stage = Stage::new(&boxes(&[[0.0, 1.0, 0.0]]));
    stage.program.workbench.tool = Tool::Scale;
    stage.select(&[1]);
    let out = DVec2::new(0.7, -0.7) * 88.0;
    stage.press(stage.on_screen([0.0, 1.0, 0.0]) + out);
    stage.program.workbench.options.snap = true;
    stage.move_by(out);
    stage.release();
    assert!(stage.text().contains("2"), "{}", stage.text());
    let Some(Item::Body(body)) = Item::find(stage.program.workspace.document.scene(), 1) else {
        panic!("no body");
    };
    assert!(
        format!("{:?}", body.shape).contains("[2.0, 2.0, 2.0]"),
        "{body:?}"
    );
}

#[test]
fn two_clicks_join_two_boxes_where_the_second_was_clicked() {
    for kind in NewJoint::ALL {
        let mut stage = Stage::new(&boxes(&[[-0.6, 1.0, 0.0], [0.6, 1.0, 0.0]]));
        stage.program.workbench.tool = Tool::Joint;
        stage.program.workbench.options.joint = kind;
        stage.click([-0.6, 1.0, 0.5]);
        stage.click([0.3, 1.2, 0.5]);
        confirm_if_asked(&mut stage);
        let joint = stage.last_joint();
        assert!(stage.joint_error_m() < 1e-9, "{kind:?}");
        assert_eq!((stage.steps(), stage.selected()), (2, vec![3]), "{kind:?}");
        if let ConstraintKind::Pin(pin) = joint {
            let Grip::Body { id: 1, point_m } = pin.a else {
                panic!("{pin:?}");
            };
            let expected = DVec3::new(0.9, 0.2, 0.5);
            assert!(
                DVec3::from(point_m).abs_diff_eq(expected, 1e-3),
                "{point_m:?}"
            );
        }
    }
}

#[test]
fn a_particle_is_held_on_a_line_or_a_plane_of_the_world_or_of_a_box() {
    let things = r#""gravity_m_s2": [0, 0, 0],
        "bodies": [{"id": 1, "shape": {"box": {"size_m": [1, 1, 1]}}, "mass_kg": 1,
            "position_m": [-1, 1, 0]}],
        "particles": [{"id": 2, "mass_kg": 1, "position_m": [1, 1, 0.5], "radius_m": 0.1},
            {"id": 3, "mass_kg": 1, "position_m": [2, 1, 0.5], "radius_m": 0.1}]"#;
    let guides = [
        (NewJoint::Line, GuideShape::Line, [1.0, 0.0, 0.0]),
        (NewJoint::Plane, GuideShape::Plane, [0.0, 0.0, 1.0]),
    ];
    for (kind, on, axis) in guides {
        for in_world in [true, false] {
            let mut stage = Stage::new(things);
            stage.program.workbench.tool = Tool::Joint;
            stage.program.workbench.options.joint = kind;
            stage.click([1.0, 1.0, 0.6]);
            match in_world {
                true => stage.keys(&[Key::Enter]),
                false => stage.click([-1.0, 1.2, 0.5]),
            }
            let ConstraintKind::Guide(guide) = stage.last_joint() else {
                panic!("no guide");
            };
            assert_eq!((guide.on, guide.axis), (on, axis));
            assert_eq!(matches!(guide.a, Grip::World(_)), in_world, "{guide:?}");
            assert_eq!(guide.b, Grip::Particle(2));
            assert!(stage.joint_error_m() < 1e-9);
        }
        let mut stage = Stage::new(things);
        stage.program.workbench.tool = Tool::Joint;
        stage.program.workbench.options.joint = kind;
        stage.click([1.0, 1.0, 0.6]);
        stage.click([2.0, 1.0, 0.6]);
        assert_eq!(stage.steps(), 1, "two particles carry nothing");
    }
}

#[test]
fn a_click_and_enter_or_the_sky_pin_to_the_world() {
    for sky in [false, true] {
        let mut stage = Stage::new(&boxes(&[[0.0, 1.0, 0.0]]));
        stage.program.workbench.tool = Tool::Joint;
        stage.click([0.2, 1.3, 0.5]);
        match sky {
            true => stage.click([3.0, 3.0, 0.0]),
            false => stage.keys(&[Key::Enter]),
        }
        let ConstraintKind::Pin(pin) = stage.last_joint() else {
            panic!("no pin");
        };
        let Grip::World(point) = pin.b else {
            panic!("{pin:?}");
        };
        assert!(DVec3::from(point).abs_diff_eq(DVec3::new(0.2, 1.3, 0.5), 1e-3));
        assert!(stage.joint_error_m() < 1e-9);
    }
}

#[test]
fn escape_steps_back_from_the_second_click() {
    let mut stage = Stage::new(&boxes(&[[-0.6, 1.0, 0.0], [0.6, 1.0, 0.0]]));
    stage.program.workbench.tool = Tool::Joint;
    stage.click([-0.6, 1.0, 0.5]);
    stage.keys(&[Key::Escape]);
    stage.click([0.6, 1.0, 0.5]);
    assert!(stage
        .program
        .workspace
        .document
        .scene()
        .constraints
        .is_empty());
    stage.click([-0.4, 1.0, 0.5]);
    assert!(constraints(&stage) == 0 && hint(&stage).contains("Enter"));
    stage.click([-0.12, 1.0, 0.5]);
    assert_eq!(constraints(&stage), 1);
}

fn constraints(stage: &Stage) -> usize {
    stage.program.workspace.document.scene().constraints.len()
}

/// The hint over the stage.
fn hint(stage: &Stage) -> String {
    let mut list = DrawList::default();
    let interactor = &stage.interactor;
    interactor.draw(&mut list, &stage.program, &stage.lens, Theme::Dark);
    list.labels.pop().map_or(String::new(), |label| label.text)
}

/// Confirms a joint that is far from one of its bodies.
fn confirm_if_asked(stage: &mut Stage) {
    if hint(stage).contains("outside") {
        stage.keys(&[Key::Enter]);
    }
}

/// A pin in the air beside a body, which nobody means, is asked about before it is made.
#[test]
fn a_joint_far_from_a_body_is_asked_about_and_enter_says_what_it_does() {
    let mut stage = Stage::new(&boxes(&[[-1.0, 1.0, 0.0], [1.0, 1.0, 0.0]]));
    stage.program.workbench.tool = Tool::Joint;
    stage.click([-1.0, 1.0, 0.5]);
    assert!(hint(&stage).contains("Enter: pin to the world"));
    stage.click([1.0, 1.0, 0.5]);
    assert_eq!(constraints(&stage), 0, "not before it is confirmed");
    let asked = hint(&stage);
    assert!(
        asked.contains("1.50 m outside") && asked.contains("pin all the same"),
        "{asked}"
    );
    // Escape gives up the second body alone; the first is still there for another point.
    stage.keys(&[Key::Escape]);
    assert!(hint(&stage).contains("second body"));
    stage.click([1.0, 1.0, 0.5]);
    stage.click([1.0, 1.1, 0.5]);
    assert_eq!(constraints(&stage), 1, "a second click confirms");
    assert!(stage.joint_error_m() < 1e-9);
    // A rod and a weld are for bodies that are apart.
    for kind in [NewJoint::Rod, NewJoint::Rope, NewJoint::Fixed] {
        stage.program.workbench.options.joint = kind;
        stage.select(&[]);
        let before = constraints(&stage);
        stage.click([-1.0, 1.0, 0.5]);
        if kind == NewJoint::Rod {
            let said = hint(&stage);
            assert!(said.contains("rod from the marked point"), "{said}");
        }
        stage.click([1.0, 1.0, 0.5]);
        assert_eq!(constraints(&stage), before + 1, "{kind:?}");
    }
}

#[test]
fn an_anchor_is_dragged_with_its_joint_closed_and_picked_in_the_select_tool() {
    let mut stage = Stage::new(&boxes(&[[-0.6, 1.0, 0.0], [0.6, 1.0, 0.0]]));
    stage.program.workbench.tool = Tool::Joint;
    stage.click([-0.6, 1.0, 0.5]);
    stage.click([0.3, 1.2, 0.5]);
    confirm_if_asked(&mut stage);
    let anchor = stage.on_screen([0.3, 1.2, 0.5]);
    stage.press(anchor);
    let to = stage.on_screen([0.1, 1.4, 0.5]);
    stage.move_by(to - anchor);
    stage.release();
    let ConstraintKind::Pin(pin) = stage.last_joint() else {
        panic!("no pin");
    };
    let Grip::Body { point_m, .. } = pin.b else {
        panic!("{pin:?}");
    };
    assert!(DVec3::from(point_m).abs_diff_eq(DVec3::new(-0.5, 0.4, 0.5), 1e-2));
    assert!(stage.joint_error_m() < 1e-9);
    assert_eq!(stage.steps(), 3);
    // The joint is reached by the mark of its anchor while one of its bodies is selected.
    stage.program.workbench.tool = Tool::Select;
    stage.select(&[1]);
    stage.at = to;
    stage.frame(true, false);
    stage.frame(false, true);
    assert_eq!(stage.selected(), [3]);
}

/// The keys of a path but for the first, which is where the body is, follow the pointer in the
/// plane of the view, as one step of the history; Escape leaves them alone.
#[test]
fn a_key_of_a_path_is_dragged_on_the_stage() {
    let lift = r#""bodies": [{"id": 1, "shape": {"box": {"size_m": [0.2, 0.2, 0.2]}},
        "mass_kg": 1, "position_m": [0, 1, 0], "kinematic": {"keys": [{"time_s": 0},
        {"time_s": 1, "shift_m": [1, 0, 0]}, {"time_s": 2, "shift_m": [1, 1, 0]}],
        "after": "return"}}]"#;
    let mut stage = Stage::new(lift);
    let shift_of = |stage: &Stage, key: usize| {
        let scene = stage.program.workspace.document.scene();
        let path = scene.bodies[0].kinematic.as_ref().unwrap();
        DVec3::from(path.keys[key].shift_m)
    };
    let key = stage.on_screen([1.0, 1.0, 0.0]);
    let half_a_metre = DVec2::new(0.5 / stage.scale(), 0.0);

    // Of what is not selected no path is seen.
    stage.press(key);
    stage.move_by(half_a_metre);
    stage.release();
    assert_eq!(shift_of(&stage, 1), DVec3::X);

    stage.select(&[1]);
    let steps = stage.steps();
    stage.press(key);
    stage.move_by(half_a_metre);
    stage.release();
    assert!(shift_of(&stage, 1).distance(DVec3::new(1.5, 0.0, 0.0)) < 1e-6);
    assert_eq!(stage.steps(), steps + 1);
    let last = stage.on_screen([1.0, 2.0, 0.0]);
    stage.press(last);
    stage.move_by(-half_a_metre);
    stage.release();
    assert!(shift_of(&stage, 2).distance(DVec3::new(0.5, 1.0, 0.0)) < 1e-6);

    let before = stage.text();
    stage.press(stage.on_screen([1.5, 1.0, 0.0]));
    stage.move_by(half_a_metre);
    stage.keys(&[Key::Escape]);
    stage.release();
    assert_eq!(stage.text(), before);
    // The first key goes with its body.
    stage.press(stage.on_screen([0.0, 1.0, 0.1]));
    stage.move_by(half_a_metre);
    stage.release();
    assert_eq!(shift_of(&stage, 0), DVec3::ZERO);
}

#[test]
fn new_things_go_to_the_ground_in_view_or_where_it_was_clicked() {
    let floor = r#""obstacles": [{"id": 1, "shape": {"plane": {}}, "position_m": [0, 0.5, 0]}]"#;
    let mut stage = Stage::seen_from(floor, 0.0, 0.5);
    let place = stage.interactor.place(&stage.program, &stage.lens);
    // The line of sight goes through the target, half a metre above the floor.
    let beyond = 0.5 / 0.5_f64.tan();
    assert!((place.z + beyond).abs() < 0.06 && place.y == 0.5, "{place}");
    stage.click([1.23, 0.5, 1.0]);
    let place = stage.interactor.place(&stage.program, &stage.lens);
    assert!(
        place.abs_diff_eq(DVec3::new(1.2, 0.5, 1.0), 1e-6),
        "{place}"
    );
    // A line of sight that meets the ground far away or never: what is looked at is near.
    for pitch in [0.0, 0.02, 0.1, 0.16, 0.3] {
        let low = Stage::seen_from(floor, 0.0, pitch);
        let place = low.interactor.place(&low.program, &low.lens);
        let (target, far) = (low.lens.target(), low.lens.distance());
        assert!(place.distance(target) < 0.6 * far, "{place}, pitch {pitch}");
        assert!(low.lens.shows(place), "{place}, pitch {pitch}");
    }
}

/// Ten thousand bodies are dragged as a preview; the scene is written once, on release.
#[test]
fn a_drag_of_ten_thousand_bodies_writes_the_scene_once() {
    let places: Vec<[f64; 3]> = (0..10_000)
        .map(|i| {
            [
                f64::from(i % 100) * 1.5 - 75.0,
                1.0,
                f64::from(i / 100) * -1.5,
            ]
        })
        .collect();
    let mut stage = Stage::seen_from(&boxes(&places), 0.0, 0.3);
    stage.program.workbench.tool = Tool::Move;
    stage.program.perform(Action::Do(Trigger::SelectAll));
    let scene = |stage: &Stage| stage.program.workspace.document.scene().clone();
    let before = scene(&stage);
    let gizmo = places
        .iter()
        .map(|place| DVec3::from(*place))
        .sum::<DVec3>()
        / 1e4;
    stage.press(stage.on_screen(gizmo.to_array()));
    stage.move_by(DVec2::new(20.0, 0.0));
    let mut marks = Marks::default();
    for _ in 0..10 {
        stage.at.x += 1.0;
        stage.frame(false, false);
        stage.interactor.mark(&mut marks);
        assert!(Arc::ptr_eq(&before, &scene(&stage)), "written in a drag");
    }
    assert_eq!(marks.preview.len(), 10_000);
    stage.release();
    assert!(!Arc::ptr_eq(&before, &scene(&stage)));
    assert_ne!(stage.position(1), DVec3::from(places[0]));
}

#[test]
fn a_thing_placed_by_command_can_be_hovered_at_once() {
    let mut stage = Stage::new(&boxes(&[[0.0, 1.0, 0.0]]));
    let body = Item::find(stage.program.workspace.document.scene(), 1).unwrap();
    let Item::Body(mut copy) = body else {
        panic!("no body");
    };
    copy.position_m = [2.0, 1.0, 0.0];
    let things = Things::one(Item::Body(copy));
    stage
        .program
        .perform(Action::Edit(Command::Insert(things, "Box")));
    stage.click([2.0, 1.0, 0.5]);
    assert_eq!(stage.selected(), [2]);
}

#[test]
fn a_hinge_turns_about_the_own_axis_of_the_body_that_one_looks_along() {
    // The first box is turned by 30 degrees about the vertical, the second by 20.
    let turned = |degrees: f64| {
        let half = degrees.to_radians() / 2.0;
        format!(r#""orientation": [{}, 0, {}, 0]"#, half.cos(), half.sin())
    };
    let body = |id: Id, x: f64, degrees: f64| {
        let turn = turned(degrees);
        format!(
            r#"{{"id": {id}, "shape": {{"box": {{"size_m": [1, 1, 1]}}}}, "mass_kg": 1,
                "position_m": [{x}, 1, 0], {turn}}}"#
        )
    };
    let things = format!(
        r#""obstacles": [{{"id": 9, "shape": {{"box": {{"size_m": [1, 1, 1]}}}},
            "position_m": [-2.5, 1, 0]}}], "bodies": [{}, {}]"#,
        body(1, -0.8, 30.0),
        body(2, 0.8, 20.0)
    );
    for (first, expected) in [
        ([-0.8, 1.0, 0.0], DVec3::Z),
        // The world has no axes of its own: those of the second body count.
        (
            [-2.5, 1.0, 0.5],
            DVec3::new(20_f64.to_radians().sin(), 0.0, 20_f64.to_radians().cos()),
        ),
    ] {
        let mut stage = Stage::new(&things);
        stage.program.workbench.tool = Tool::Joint;
        stage.program.workbench.options.joint = NewJoint::Hinge;
        stage.click(first);
        stage.click([0.8, 1.2, 0.0]);
        confirm_if_asked(&mut stage);
        let ConstraintKind::Hinge(hinge) = stage.last_joint() else {
            panic!("no hinge");
        };
        let axis = DVec3::from(hinge.axis);
        assert!(axis.abs_diff_eq(expected, 1e-12), "{axis} for {first:?}");
        assert!(stage.joint_error_m() < 1e-9);
    }
}

/// A click on the arrow of a cause selects what it is about.
#[test]
fn the_arrow_of_a_cause_is_clicked() {
    let mut stage = Stage::new(
        r#""obstacles": [{"id": 1, "name": "floor", "shape": {"plane": {}}}],
        "bodies": [{"id": 2, "name": "box", "shape": {"box": {"size_m": [1, 1, 1]}},
            "mass_kg": 5, "position_m": [0, 0.6, 0]}]"#,
    );
    let session = &mut stage.program.playback.session;
    for _ in 0..60 {
        session.history.step(&mut session.simulation);
    }
    stage.program.perform(Action::Why(WhyAction::Ask));
    while stage.program.jobs.why.running().is_some() {
        stage.program.advance(0.0);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // The floor carries the box: its arrow stands out of the top of it, before the sky.
    let bodies = &stage
        .program
        .playback
        .session
        .simulation
        .world
        .state()
        .bodies;
    let above = bodies[0].position + DVec3::Y * 0.72;
    stage.click(above.to_array());
    assert_eq!(stage.selected(), [1]);
    stage.program.perform(Action::Why(WhyAction::Show(false)));
    stage.click(above.to_array());
    assert!(stage.selected().is_empty(), "no arrow, no click");
}
