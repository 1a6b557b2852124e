//! Pulling, pinning and blasting on the stage, driven without a window.

use glam::{DVec2, DVec3};
use macroquad::math::Vec3;
use ragdoll_lab::app::action::Tool;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::app::tool::{Interactor, Key, Pointer};
use ragdoll_lab::editor::Command;
use ragdoll_lab::physics::{Attachment, Holds};
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{to_text, Scene};
use ragdoll_lab::view::camera::Camera;
use ragdoll_lab::view::stage_camera::StageCamera;

const FRAME_S: f64 = 1.0 / 60.0;

/// A playing program, the interactor of its mouse, and a camera that looks along -z from 10 m.
struct Stage {
    program: Program,
    interactor: Interactor,
    lens: StageCamera,
    at: DVec2,
    turned_view: bool,
}

/// A ball in weightlessness at a height of 1 m, and a floor.
const BALL: &str = r#""gravity_m_s2": [0, 0, 0],
    "obstacles": [{"id": 1, "shape": {"plane": {}}}],
    "bodies": [{"id": 2, "shape": {"sphere": {"radius_m": 0.2}}, "mass_kg": 1,
        "position_m": [0, 1, 0]}]"#;

impl Stage {
    fn new() -> Stage {
        let text = format!(r#"{{"format": "ragdoll-scene", "version": 2, {BALL}}}"#);
        let scene: Scene = serde_json::from_str(&text).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.json");
        std::fs::write(&path, to_text(&scene).unwrap()).unwrap();
        let mut program = Program::open(path.to_str(), Settings::default()).unwrap();
        program.playback.session.playing = true;
        program.workbench.tool = Tool::Select;
        let camera = Camera::new(Vec3::new(0.0, 1.0, 0.0), 10.0, 0.0, 0.0);
        let lens = StageCamera::new(camera, DVec2::new(100.0, 50.0), DVec2::new(1200.0, 800.0));
        let at = lens.project(DVec3::Y).unwrap();
        Stage {
            program,
            interactor: Interactor::default(),
            lens,
            at,
            turned_view: false,
        }
    }

    fn frame(&mut self, pressed: bool, released: bool) {
        let pointer = Pointer {
            at: self.at,
            over_stage: true,
            pressed,
            released,
            ..Pointer::default()
        };
        self.program.workbench.sight = Some(self.lens.ray(self.at));
        self.turned_view |= self
            .interactor
            .follow(&mut self.program, &self.lens, &pointer);
        self.program.advance(FRAME_S);
    }

    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.frame(false, false);
        }
    }

    /// Presses on the ball and moves the pointer to over a point of the scene.
    fn drag_to(&mut self, point: DVec3) {
        self.frame(true, false);
        self.at = self.lens.project(point).unwrap();
        self.frame(false, false);
    }

    fn act(&mut self, trigger: Trigger) {
        self.program.perform(Action::Do(trigger));
    }

    fn holds(&self) -> &Holds {
        self.program.playback.session.simulation.world.holds()
    }

    fn ball(&self) -> DVec3 {
        self.program
            .playback
            .session
            .simulation
            .world
            .state()
            .bodies[0]
            .position
    }

    fn text(&self) -> String {
        to_text(self.program.workspace.document.scene()).unwrap()
    }
}

#[test]
fn a_drag_on_a_playing_body_pulls_it_and_leaves_the_document() {
    let mut stage = Stage::new();
    let (before, revision) = (stage.text(), stage.program.workspace.document.revision());
    stage.drag_to(DVec3::new(1.0, 1.5, 0.2));
    let pull = stage.holds().pull.unwrap();
    assert!(matches!(pull.grip, Attachment::Body { body: 0, .. }));
    // The plane through the grip, on the front of the ball.
    assert!((pull.target.z - 0.2).abs() < 1e-3, "{:?}", pull.target);
    stage.frames(60);
    let grip = pull
        .grip
        .position(stage.program.playback.session.simulation.world.state());
    assert!(grip.distance(DVec3::new(1.0, 1.5, 0.2)) < 0.02, "{grip}");
    stage.frame(false, true);
    assert_eq!(stage.holds(), &Holds::default());
    assert!(!stage.interactor.is_busy() && !stage.turned_view);
    assert_eq!(stage.text(), before);
    assert_eq!(stage.program.workspace.document.revision(), revision);
    assert!(stage.program.workspace.document.selection().is_empty());
}

#[test]
fn the_wheel_moves_what_is_pulled_away_and_back() {
    let mut stage = Stage::new();
    stage.drag_to(DVec3::new(0.3, 1.0, 0.2));
    let z = |stage: &Stage| stage.holds().pull.unwrap().target.z;
    stage.interactor.reach(2.0);
    stage.frames(60);
    let far = z(&stage);
    assert!(far < -0.8, "{far}");
    assert!((stage.ball().z - far).abs() < 0.3, "{}", stage.ball());
    stage.interactor.reach(-4.0);
    stage.frames(1);
    assert!(z(&stage) > 0.8);
}

#[test]
fn a_click_selects_and_a_drag_while_paused_turns_the_view() {
    let mut stage = Stage::new();
    stage.frame(true, false);
    stage.frame(false, true);
    assert_eq!(
        stage.program.workspace.document.selection().active(),
        Some(2)
    );
    stage.program.playback.session.playing = false;
    stage.drag_to(DVec3::X);
    assert!(stage.turned_view && stage.holds().pull.is_none());
}

#[test]
fn escape_reset_and_another_tool_let_go() {
    let begun = || {
        let mut stage = Stage::new();
        stage.drag_to(DVec3::new(0.5, 1.0, 0.0));
        assert!(stage.interactor.is_pulling() && stage.holds().pull.is_some());
        stage
    };
    let mut stage = begun();
    assert!(stage
        .interactor
        .take_key(&mut stage.program, &stage.lens, Key::Escape));
    stage.frames(2);
    assert!(stage.holds().pull.is_none() && !stage.interactor.is_pulling());
    let mut stage = begun();
    stage.act(Trigger::Reset);
    stage.frames(2);
    assert!(stage.holds().pull.is_none() && !stage.interactor.is_pulling());
    let mut stage = begun();
    stage.interactor.rest(&mut stage.program);
    assert!(stage.holds().pull.is_none() && !stage.interactor.is_busy());
}

#[test]
fn pins_go_where_the_pointer_is_or_where_something_is_pulled() {
    let mut stage = Stage::new();
    stage.frames(1);
    stage.act(Trigger::Pin);
    let place = stage.holds().pins[0].place;
    assert!(
        place.abs_diff_eq(DVec3::new(0.0, 1.0, 0.2), 1e-3),
        "{place}"
    );
    stage.act(Trigger::FreeAll);
    assert!(stage.holds().pins.is_empty());
    stage.drag_to(DVec3::new(0.0, 2.0, 0.2));
    stage.frames(60);
    assert!(!stage
        .interactor
        .take_key(&mut stage.program, &stage.lens, Key::Other));
    stage.act(Trigger::Pin);
    stage.frame(false, true);
    stage.frames(60);
    let pin = stage.holds().pins[0];
    assert!(
        pin.place.abs_diff_eq(DVec3::new(0.0, 2.0, 0.2), 0.02),
        "{pin:?}"
    );
    let grip = pin
        .grip
        .position(stage.program.playback.session.simulation.world.state());
    assert!(grip.distance(pin.place) < 1e-9);
    // Beside the ball and without a selection there is nothing to pin.
    stage.at = DVec2::new(110.0, 60.0);
    stage.frames(1);
    stage.act(Trigger::Pin);
    assert!(matches!(stage.program.ui.message, Some((_, true))));
}

#[test]
fn a_blast_under_the_pointer_pushes_away_from_it() {
    let mut stage = Stage::new();
    let before = stage.text();
    stage.program.playback.session.playing = false;
    // On the floor below the ball.
    stage.at = stage.lens.project(DVec3::new(0.0, 0.0, 0.0)).unwrap() + DVec2::Y * 40.0;
    stage.frames(1);
    stage.act(Trigger::Blast);
    let (blast, _) = stage.program.playback.session.last_blast.unwrap();
    assert!(blast.centre.y.abs() < 1e-6, "{:?}", blast.centre);
    assert!(stage.program.playback.session.playing);
    stage.frames(5);
    assert!(stage.ball().y > 1.1, "{}", stage.ball());
    assert_eq!(stage.text(), before);
}

#[test]
fn wind_changes_while_the_scene_plays_and_keeps_what_is_held() {
    let mut stage = Stage::new();
    stage.frames(1);
    stage.act(Trigger::Pin);
    stage.frames(30);
    let steps = stage.program.playback.session.now();
    let wind = Command::SetWind([20.0, 0.0, 0.0]);
    stage.program.perform(Action::Edit(wind));
    assert_eq!(
        stage.program.playback.session.now(),
        steps,
        "not from its start"
    );
    assert_eq!(stage.holds().pins.len(), 1);
    let model = stage.program.playback.session.simulation.world.model();
    assert_eq!(model.settings.common.air_velocity.x, 20.0);
    stage.frames(60);
    // It turns about its pin until it hangs down the wind.
    assert!(stage.ball().x > 0.05, "{}", stage.ball());
    stage.act(Trigger::Undo);
    let model = stage.program.playback.session.simulation.world.model();
    assert_eq!(model.settings.common.air_velocity, DVec3::ZERO);
}

#[test]
fn numbers_of_a_blast_are_those_of_the_panel() {
    let mut stage = Stage::new();
    let mut options = stage.program.workbench.options;
    (options.blast_strength, options.blast_radius_m) = (50.0, 2.0);
    stage.program.perform(Action::SetToolOptions(options));
    stage.act(Trigger::Blast);
    let (blast, _) = stage.program.playback.session.last_blast.unwrap();
    assert_eq!((blast.strength, blast.radius), (50.0, 2.0));
    assert_eq!(
        blast.centre, stage.program.workbench.place_m,
        "no pointer over the stage"
    );
}
