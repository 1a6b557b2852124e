//! The pose tool, driven without a window: a limb follows the mouse and the pose is kept
//! as one step.

use glam::{DVec2, DVec3};
use macroquad::math::Vec3;
use ragdoll_lab::app::action::Tool;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::app::tool::{Interactor, Key, Pointer};
use ragdoll_lab::lab::Input;
use ragdoll_lab::physics::{report, Attachment};
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::view::camera::Camera;
use ragdoll_lab::view::stage_camera::StageCamera;

/// The MX ragdoll with the pose tool, seen from the front.
struct Stage {
    program: Program,
    interactor: Interactor,
    lens: StageCamera,
}

impl Stage {
    fn new() -> Stage {
        let mut program = Program::open(Some("mx-throw"), Settings::default()).unwrap();
        program.perform(Action::Do(Trigger::ToolPose));
        assert_eq!(program.workbench.tool, Tool::Pose);
        let camera = Camera::new(Vec3::new(0.0, 1.0, 0.0), 4.0, 0.0, 0.1);
        Stage {
            program,
            interactor: Interactor::default(),
            lens: StageCamera::new(camera, DVec2::ZERO, DVec2::new(1200.0, 800.0)),
        }
    }

    fn part(&self, name: &str) -> Attachment {
        let map = &self.program.playback.session.simulation.map;
        Attachment::centre_of(map.ragdolls[0].body_of(name).unwrap())
    }

    fn place(&self, name: &str) -> DVec3 {
        let world = &self.program.playback.session.simulation.world;
        self.part(name).position(world.state())
    }

    fn frame(&mut self, at: DVec2, pressed: bool, released: bool) {
        let pointer = Pointer {
            at,
            over_stage: true,
            pressed,
            released,
            ..Pointer::default()
        };
        self.interactor
            .follow(&mut self.program, &self.lens, &pointer);
    }

    /// Drags a part by so many points; the button stays down.
    fn drag(&mut self, part: &str, by: DVec2) {
        let from = self.lens.project(self.place(part)).unwrap();
        self.frame(from, true, false);
        for step in 1..=40 {
            self.frame(from + by * (f64::from(step) / 40.0), false, false);
        }
        for _ in 0..20 {
            self.frame(from + by, false, false);
        }
    }

    fn release(&mut self) {
        self.frame(DVec2::ZERO, false, true);
    }
}

#[test]
fn a_limb_is_posed_in_one_step_and_pinned_feet_stay() {
    let mut stage = Stage::new();
    let original = stage.program.workspace.document.scene().clone();
    let feet = ["l_foot", "r_foot"];
    for foot in feet {
        let grip = stage.part(foot);
        assert!(stage.program.playback.session.apply(&Input::Pin(grip)));
    }
    let standing = feet.map(|foot| stage.place(foot));
    let hand = stage.place("l_hand");
    stage.drag("l_hand", DVec2::new(-60.0, 120.0));
    assert!(
        !stage.program.workspace.document.is_changed(),
        "only shown so far"
    );
    stage.release();
    assert!(stage.place("l_hand").distance(hand) > 0.15);
    assert!(stage.program.workspace.document.is_changed());
    for (foot, before) in feet.iter().zip(standing) {
        assert!(stage.place(foot).distance(before) < 1e-3, "{foot}");
    }
    let world = &stage.program.playback.session.simulation.world;
    assert_eq!(
        world.holds().pins.len(),
        2,
        "the pins stay for the next drag"
    );
    let (model, state) = (world.model(), world.state());
    assert!(report::joint_error(model, state) < 1e-3);
    let broken = report::limit_violation(model, state).unwrap().to_degrees();
    assert!(broken < 0.5, "{broken} degrees");

    stage.program.perform(Action::Do(Trigger::Undo));
    assert_eq!(*stage.program.workspace.document.scene(), original);
}

#[test]
fn a_figure_that_stands_keeps_its_feet_until_they_are_let_go() {
    for let_go in [false, true] {
        let mut stage = Stage::new();
        let feet = ["l_foot", "r_foot"];
        let standing = feet.map(|foot| stage.place(foot));
        let from = stage.lens.project(stage.place("pelvis")).unwrap();
        let aside = DVec2::new(0.0, 60.0);
        stage.frame(from, true, false);
        stage.frame(from + 0.2 * aside, false, false);
        if let_go {
            let Stage {
                program,
                interactor,
                lens,
            } = &mut stage;
            assert!(interactor.take_key(program, lens, Key::Pin));
        }
        for step in 1..=60 {
            let part = f64::from(step.min(40)) / 40.0;
            stage.frame(from + aside * part, false, false);
        }
        stage.release();
        let moved = feet.iter().zip(standing);
        let moved = moved.map(|(foot, before)| stage.place(foot).distance(before));
        let most = moved.fold(0.0, f64::max);
        assert_eq!(most < 0.01, !let_go, "{most} m, let go: {let_go}");
        let session = &stage.program.playback.session;
        assert!(session.simulation.world.holds().pins.is_empty());
    }
}

#[test]
fn escape_takes_the_pose_back() {
    let mut stage = Stage::new();
    let before = stage.place("r_hand");
    stage.drag("r_hand", DVec2::new(40.0, 90.0));
    assert!(stage.place("r_hand").distance(before) > 0.05);
    assert!(stage
        .interactor
        .take_key(&mut stage.program, &stage.lens, Key::Escape));
    stage.release();
    assert_eq!(stage.place("r_hand"), before);
    assert!(!stage.program.workspace.document.is_changed());
}
