//! The limits tool, driven without a window, and the arcs it draws: what is drawn is
//! what the solver enforces.

use glam::{DQuat, DVec2, DVec3};
use macroquad::math::Vec3;
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::action::Tool;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::action::{Arcs, Limb};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::app::tool::{limit_of, Arc, Dial, Interactor, Key, Pointer};
use ragdoll_lab::compile::parts_in_force;
use ragdoll_lab::editor::limits::{edit, AngleFrame, Cell, Shown};
use ragdoll_lab::editor::{Command, Item, Selection};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::Constraint;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{to_text, Scene};
use ragdoll_lab::view::camera::Camera;
use ragdoll_lab::view::stage_camera::StageCamera;
use std::f64::consts::FRAC_PI_2;

const FIGURES: [&str; 2] = [
    r#"{"mx": {}}"#,
    r#"{"thesis": {"build": "rigid-with-limits", "arms": true}}"#,
];
const ELBOW: &str = "l_lower_arm";

fn scene(things: &str) -> Scene {
    let text = format!(r#"{{"format": "ragdoll-scene", "version": 2, {things}}}"#);
    serde_json::from_str(&text).unwrap()
}

fn limb(part: &str) -> Limb {
    Limb {
        ragdoll: 1,
        part: part.into(),
    }
}

/// A program with the MX ragdoll, the interactor of its mouse with the limits tool, and a
/// camera that looks down at a joint.
struct Stage {
    program: Program,
    interactor: Interactor,
    lens: StageCamera,
    at: DVec2,
    ctrl: bool,
}

impl Stage {
    fn new(target: [f32; 3]) -> Stage {
        Stage::with(
            r#""ragdolls": [{"id": 1, "figure": {"mx": {}}}]"#,
            target,
            1.1,
        )
    }

    fn with(things: &str, target: [f32; 3], pitch: f32) -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.json");
        std::fs::write(&path, to_text(&scene(things)).unwrap()).unwrap();
        let mut program = Program::open(path.to_str(), Settings::default()).unwrap();
        program.playback.session.playing = false;
        let camera = Camera::new(Vec3::from(target), 3.0, 0.3, pitch);
        let mut stage = Stage {
            program,
            interactor: Interactor::default(),
            lens: StageCamera::new(camera, DVec2::ZERO, DVec2::new(1200.0, 800.0)),
            at: DVec2::ZERO,
            ctrl: false,
        };
        stage.program.workbench.tool = Tool::Limits;
        stage.frame(false, false);
        stage
    }

    /// Looking at the left elbow.
    fn at_elbow() -> Stage {
        let mut stage = Stage::new([0.5, 1.4, 0.0]);
        stage.program.workbench.limb = Some(limb(ELBOW));
        stage
    }

    fn frame(&mut self, pressed: bool, released: bool) {
        let pointer = Pointer {
            at: self.at,
            over_stage: true,
            pressed,
            released,
            ctrl: self.ctrl,
            ..Pointer::default()
        };
        self.interactor
            .follow(&mut self.program, &self.lens, &pointer);
    }

    fn click(&mut self, at: DVec2) {
        self.at = at;
        self.frame(true, false);
        self.frame(false, true);
    }

    fn arc(&self, axis: usize) -> Arc {
        let simulation = &self.program.playback.session.simulation;
        let limb = self.program.workbench.limb.as_ref().unwrap();
        let joint = limit_of(simulation, limb).unwrap();
        let state = simulation.world.state();
        let dial = Dial::of(simulation, state, joint, Some(&self.lens)).unwrap();
        dial.arcs[axis]
    }

    fn on_screen(&self, arc: &Arc, angle: f64) -> DVec2 {
        self.lens.project(arc.point(angle, 1.0)).unwrap()
    }

    /// Takes the knob of an angle of an arc and turns it by so many degrees about the
    /// axis, ten at a time.
    fn turn(&mut self, axis: usize, from: f64, by_deg: f64) {
        let arc = self.arc(axis);
        self.at = self.on_screen(&arc, from);
        self.frame(true, false);
        self.go(&arc, from, [0.0, by_deg]);
    }

    /// Moves what is held along an arc, degrees from an angle.
    fn go(&mut self, arc: &Arc, from: f64, [start, end]: [f64; 2]) {
        let count = ((end - start).abs() / 10.0).ceil();
        for i in 1..=count as usize {
            let way = start + (end - start) * i as f64 / count;
            self.at = self.on_screen(arc, from + way.to_radians());
            self.frame(false, false);
        }
    }

    fn release(&mut self) {
        self.frame(false, true);
    }

    /// Smallest and largest angle of a part in the document, degrees.
    fn limit(&self, part: &str, axis: usize) -> [f64; 2] {
        let parts = parts_in_force(&self.program.workspace.document.scene().ragdolls[0]);
        let part = parts.iter().find(|known| known.name == part).unwrap();
        let limit = part.limit.unwrap();
        [limit.min_deg[axis], limit.max_deg[axis]]
    }

    fn text(&self) -> String {
        to_text(self.program.workspace.document.scene()).unwrap()
    }

    fn steps(&self) -> usize {
        self.program.workspace.document.history().len()
    }
}

/// The elbow bends about y: from −110° to 0 in the frame of the files, which is up to
/// 110° in the paper's.
#[test]
fn a_dragged_limit_turns_with_the_pointer_and_so_does_the_other_side() {
    let mut stage = Stage::at_elbow();
    let before = stage.text();
    assert_eq!(stage.limit(ELBOW, 1), [-110.0, 0.0]);
    let bound = stage.arc(1).min;
    stage.turn(1, bound, 30.0);
    let [min, max] = stage.limit(ELBOW, 1);
    assert!((min + 80.0).abs() < 0.2 && max == 0.0, "{min} {max}");
    assert_eq!(stage.limit("r_lower_arm", 1), [0.0, -min]);
    assert!(
        (stage.arc(1).min.to_degrees() - min).abs() < 1e-9,
        "the running scene has the new limit while it is dragged"
    );
    stage.release();
    assert_eq!(stage.steps(), 2);
    stage.program.perform(Action::Do(Trigger::Undo));
    assert_eq!(stage.text(), before);
    stage.program.perform(Action::Do(Trigger::Redo));
    assert_eq!(stage.limit(ELBOW, 1), [min, max]);
}

#[test]
fn ctrl_and_the_option_leave_the_other_side_alone() {
    for ctrl in [true, false] {
        let mut stage = Stage::at_elbow();
        stage.ctrl = ctrl;
        stage.program.workbench.limits.mirror = ctrl;
        let bound = stage.arc(1).min;
        stage.turn(1, bound, 20.0);
        stage.release();
        assert!((stage.limit(ELBOW, 1)[0] + 90.0).abs() < 0.2);
        assert_eq!(stage.limit("r_lower_arm", 1), [0.0, 110.0]);
    }
}

#[test]
fn escape_takes_back_and_a_drag_there_and_back_is_no_step() {
    let mut stage = Stage::at_elbow();
    let (before, arc) = (stage.text(), stage.arc(1));
    stage.turn(1, arc.min, 30.0);
    assert!(stage
        .interactor
        .take_key(&mut stage.program, &stage.lens, Key::Escape));
    assert_eq!(stage.text(), before);
    stage.release();
    stage.turn(1, arc.min, 30.0);
    stage.go(&arc, arc.min, [30.0, 0.0]);
    stage.release();
    assert_eq!((stage.text(), stage.steps()), (before, 1));
}

#[test]
fn a_limit_snaps_and_is_typed_as_it_is_shown() {
    let mut stage = Stage::at_elbow();
    stage.program.workbench.options.snap = true;
    let bound = stage.arc(1).min;
    stage.turn(1, bound, 32.0);
    assert_eq!(stage.limit(ELBOW, 1), [-75.0, 0.0]);
    for key in "95".chars().map(Key::Character).chain([Key::Enter]) {
        assert!(stage
            .interactor
            .take_key(&mut stage.program, &stage.lens, key));
    }
    assert_eq!(stage.limit(ELBOW, 1), [-95.0, 0.0]);
    assert_eq!(stage.limit("r_lower_arm", 1), [0.0, 95.0]);
    assert_eq!(stage.steps(), 2);
}

#[test]
fn nothing_jumps_at_a_half_turn() {
    let mut stage = Stage::at_elbow();
    let arc = stage.arc(1);
    stage.turn(1, arc.min, -120.0);
    assert_eq!(stage.limit(ELBOW, 1), [-180.0, 0.0]);
    stage.go(&arc, arc.min, [-120.0, -50.0]);
    let [min, _] = stage.limit(ELBOW, 1);
    assert!((min + 160.0).abs() < 0.2, "{min}");
}

#[test]
fn a_locked_axis_opens_the_way_it_is_dragged() {
    for (way, expected) in [(20.0, [0.0, 20.0]), (-20.0, [-20.0, 0.0])] {
        let mut stage = Stage::at_elbow();
        assert_eq!(stage.limit(ELBOW, 2), [0.0, 0.0]);
        stage.turn(2, 0.0, way);
        stage.release();
        let [min, max] = stage.limit(ELBOW, 2);
        let error = (min - expected[0]).abs() + (max - expected[1]).abs();
        assert!(error < 1.0, "{min} {max} {expected:?}");
    }
}

#[test]
fn a_click_looks_at_a_part_and_a_click_on_nothing_away() {
    let mut stage = Stage::new([0.5, 1.4, 0.0]);
    let map = &stage.program.playback.session.simulation.map;
    let body = map.ragdolls[0].body_of(ELBOW).unwrap();
    let middle = stage
        .program
        .playback
        .session
        .simulation
        .world
        .state()
        .bodies[body]
        .position;
    stage.click(stage.lens.project(middle).unwrap());
    assert_eq!(stage.program.workbench.limb, Some(limb(ELBOW)));
    assert!(stage.program.workspace.document.selection().contains(1));
    stage.click(DVec2::new(1190.0, 790.0));
    assert_eq!(stage.program.workbench.limb, None);
    assert!(stage.program.workspace.document.selection().is_empty());
}

#[test]
fn the_tool_begins_at_the_limb_of_the_selected_ragdoll_under_the_pointer() {
    let mut stage = Stage::new([0.5, 1.4, 0.0]);
    stage.program.workbench.tool = Tool::Select;
    stage.program.perform(Action::Select(Selection::of([1])));
    let map = &stage.program.playback.session.simulation.map;
    let body = map.ragdolls[0].body_of("l_hand").unwrap();
    let middle = stage
        .program
        .playback
        .session
        .simulation
        .world
        .state()
        .bodies[body]
        .position;
    stage.at = stage.lens.project(middle).unwrap() + DVec2::new(3.0, 9.0);
    stage.frame(false, false);
    assert_eq!(stage.program.workbench.limb, None);
    stage.program.perform(Action::Do(Trigger::ToolLimits));
    stage.frame(false, false);
    assert_eq!(stage.program.workbench.limb, Some(limb("l_hand")));
}

/// A body hinged to the world: its arc is dragged like that of a limb.
#[test]
fn the_limit_of_a_selected_hinge_is_dragged_too() {
    let things = r#""gravity_m_s2": [0, 0, 0],
        "bodies": [{"id": 1, "shape": {"box": {"size_m": [0.4, 0.1, 0.1]}}, "mass_kg": 1,
            "position_m": [0.2, 1, 0]}],
        "constraints": [{"id": 2, "kind": {"hinge": {"a": {"world": [0, 1, 0]},
            "b": {"body": {"id": 1, "point_m": [-0.2, 0, 0]}}, "axis": [0, 1, 0],
            "limit_min_deg": -20, "limit_max_deg": 60}}}]"#;
    let mut stage = Stage::with(things, [0.0, 1.0, 0.0], 1.1);
    stage.program.perform(Action::Select(Selection::of([2])));
    let simulation = &stage.program.playback.session.simulation;
    let state = simulation.world.state();
    let dial = Dial::of(simulation, state, 0, Some(&stage.lens)).unwrap();
    let arc = dial.arcs[0];
    stage.at = stage.on_screen(&arc, arc.max);
    stage.frame(true, false);
    stage.go(&arc, arc.max, [0.0, 25.0]);
    stage.release();
    let simulation = &stage.program.playback.session.simulation;
    let Constraint::Hinge(hinge) = &simulation.world.model().constraints[0] else {
        panic!("no hinge");
    };
    let [min, max] = hinge.limit.unwrap().map(f64::to_degrees);
    assert!((min + 20.0).abs() < 1e-9 && (max - 85.0).abs() < 0.2);
}

/// Each joint is put at each end of each arc: the needle, and what the body carries
/// along, are then at the edge that is drawn.
#[test]
fn the_edge_of_every_arc_is_where_the_solver_stops_the_joint() {
    let mut edges = 0;
    for figure in FIGURES {
        for model in ["swing-twist", "component"] {
            let ragdoll = format!(r#"{{"id": 1, "figure": {figure}, "limit_model": "{model}"}}"#);
            let built = scene(&format!(r#""ragdolls": [{ragdoll}]"#));
            let simulation = Simulation::new(&built).unwrap();
            for joint in simulation.map.ragdolls[0].constraints.clone() {
                edges += edges_of(&simulation, joint);
            }
        }
    }
    assert!(edges > 4 * 17, "{edges}");
}

/// How many edges of a joint were checked.
fn edges_of(simulation: &Simulation, joint: usize) -> usize {
    let Constraint::AngleLimit(limit) = &simulation.world.model().constraints[joint] else {
        return 0;
    };
    let mut state = simulation.world.state().clone();
    let ragdoll_lab::physics::Frame::Body(child) = limit.child else {
        panic!("no body");
    };
    let parent = limit.parent.orientation(&state);
    for axis in 0..3 {
        for bound in [limit.min[axis], limit.max[axis]] {
            state.bodies[child].orientation = parent * limit.rest;
            let start = Dial::of(simulation, &state, joint, None).unwrap().arcs[axis];
            let carried = state.bodies[child].orientation.conjugate() * start.zero;
            let turn = DQuat::from_axis_angle(DVec3::AXES[axis], bound);
            state.bodies[child].orientation = parent * turn * limit.rest;
            let arc = Dial::of(simulation, &state, joint, None).unwrap().arcs[axis];
            assert_eq!((arc.min, arc.max), (limit.min[axis], limit.max[axis]));
            assert!((arc.angle - bound).abs() < 1e-9, "{} {bound}", arc.angle);
            assert!(!arc.is_broken());
            let needle = arc.direction(arc.angle);
            let edge = arc.direction(bound);
            let body = state.bodies[child].orientation * carried;
            assert!(needle.abs_diff_eq(edge, 1e-9) && body.abs_diff_eq(edge, 1e-9));
            assert!(arc.zero.dot(arc.axis).abs() < 1e-12);
        }
    }
    6
}

/// The two models agree about one axis alone, not about two: their cones differ. The
/// upper arm of the paper's table is too wide for the clamp of components.
#[test]
fn the_models_differ_in_their_cones_and_the_clamp_cannot_hold_the_upper_arm() {
    let dial = |model: &str, part: &str| {
        let built = scene(&format!(
            r#""ragdolls": [{{"id": 1, "figure": {{"mx": {{}}}}, "limit_model": "{model}"}}]"#
        ));
        let simulation = Simulation::new(&built).unwrap();
        let joint = limit_of(&simulation, &limb(part)).unwrap();
        Dial::of(&simulation, simulation.world.state(), joint, None).unwrap()
    };
    let [swing, clamp] = ["swing-twist", "component"].map(|model| dial(model, "head"));
    assert_eq!(swing.arcs[0].point(0.3, 1.0), clamp.arcs[0].point(0.3, 1.0));
    let [swing_rim, clamp_rim] = [&swing, &clamp].map(|dial| &dial.cone.as_ref().unwrap().rim);
    let apart = swing_rim.iter().zip(clamp_rim).map(|(a, b)| a.distance(*b));
    let apart = apart.fold(0.0, f64::max) / swing.arcs[1].radius;
    assert!(apart > 0.02, "{apart}");
    assert!(swing.holds && clamp.holds);
    assert!(dial("swing-twist", "l_upper_arm").holds);
    assert!(!dial("component", "l_upper_arm").holds);
}

#[test]
fn the_arcs_of_all_limbs_are_shown_on_demand() {
    let mut stage = Stage::at_elbow();
    let shown = |stage: &Stage| stage.program.overlay().limits.joints.len();
    assert_eq!(shown(&stage), 1);
    stage.program.workbench.limits.arcs = Arcs::All;
    assert_eq!(shown(&stage), 17, "of all ragdolls while none is selected");
    stage.program.perform(Action::Select(Selection::of([1])));
    assert_eq!(shown(&stage), 17);
    for tool in [Tool::Throw, Tool::Select, Tool::Limits] {
        stage.program.workbench.tool = tool;
        assert_eq!(shown(&stage), 17, "whatever is on: {tool:?}");
    }
    stage.program.workbench.limits.arcs = Arcs::Hidden;
    assert_eq!(shown(&stage), 1, "the tool needs its knobs");
    stage.program.workbench.tool = Tool::Throw;
    assert_eq!(shown(&stage), 0);
}

#[test]
fn arcs_of_a_limb_are_in_the_way_of_no_other_work() {
    let mut stage = Stage::at_elbow();
    let shown = |stage: &Stage| stage.program.overlay().limits.joints.len();
    for tool in [Tool::Throw, Tool::Select, Tool::Move] {
        stage.program.workbench.tool = tool;
        assert_eq!(shown(&stage), 0, "{tool:?}");
    }
    stage.program.ui.panels.dock.show(Panel::Limits);
    assert_eq!(shown(&stage), 1, "the table shows what it is about");
}

/// A knob that is held without being moved, with Ctrl for this side alone, changes no digit.
#[test]
fn a_bound_that_is_only_held_keeps_its_digits() {
    let mut stage = Stage::at_elbow();
    let scene = stage.program.workspace.document.scene();
    let ragdoll = scene.ragdolls[0].clone();
    let engine = Shown {
        frame: AngleFrame::Engine,
        ..Shown::default()
    };
    let changed = edit(&ragdoll, ELBOW, Cell::Min(1), -95.4, engine, true);
    let command = Command::replace(Item::Ragdoll(changed), "Limit");
    stage.program.perform(Action::Edit(command));
    stage.frame(false, false);
    let arc = stage.arc(1);
    stage.at = stage.on_screen(&arc, arc.min);
    stage.frame(true, false);
    // Far enough to be a drag, and back.
    let from = stage.at;
    stage.at = from + DVec2::X * 12.0;
    stage.frame(false, false);
    stage.at = from;
    stage.ctrl = true;
    stage.frame(false, false);
    stage.release();
    let [min, _] = stage.limit(ELBOW, 1);
    assert!(min.to_string().len() <= 6, "{min}");
}

/// An arc that is seen from its edge is turned like a wheel from the side.
#[test]
fn an_arc_seen_from_its_edge_is_dragged_as_well() {
    let things = r#""ragdolls": [{"id": 1, "figure": {"mx": {}}}]"#;
    let mut stage = Stage::with(things, [0.5, 1.4, 0.0], 0.0);
    stage.program.workbench.limb = Some(limb(ELBOW));
    let arc = stage.arc(1);
    // The knob at −110° is ahead and towards the eye: to the right is further round.
    let from = stage.on_screen(&arc, arc.min);
    stage.at = from;
    stage.frame(true, false);
    let quarter = FRAC_PI_2 * arc.radius / stage.lens.metres_per_point(arc.middle);
    stage.at = from + DVec2::X * (quarter / 3.0);
    stage.frame(false, false);
    stage.release();
    let [min, _] = stage.limit(ELBOW, 1);
    assert!((min + 80.0).abs() < 5.0, "{min}");
}
