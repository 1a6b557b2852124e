//! Keys and mouse on the stage: from the window's input to actions and camera.

use super::glue::NOTCH;
use super::script::PointerReport;
use crate::app::action::Action;
use crate::app::action::Chord;
use crate::app::action::KeyStroke;
use crate::app::action::Tool;
use crate::app::panels::widgets::KeyOwner;
use crate::app::pick::{pick, Picked};
use crate::app::program::Program;
use crate::app::tool::{ground_under, Interactor, Key, Pointer};
use crate::physics::{ColliderId, ObstacleShape};
use crate::view::camera::{Camera, FlyInput, ZoomAt};
use crate::view::convert::to_view;
use crate::view::stage_camera::{Ray, StageCamera};
use egui_macroquad::egui;
use glam::{DVec2, DVec3};
use macroquad::input::{
    is_key_down, is_mouse_button_down, is_mouse_button_pressed, is_mouse_button_released,
    mouse_position, mouse_wheel, touches, KeyCode, MouseButton, Touch, TouchPhase,
};
use macroquad::math::{vec2, Vec2, Vec3};
use macroquad::miniquad::window::dpi_scale;

/// Pointer movement that makes a press a drag, points.
const DRAG_STARTS_PT: f32 = 4.0;
/// Turn of the camera per point of drag, rad.
const TURN_PER_PT: f32 = 0.006;
/// Zoom per notch of the wheel.
const ZOOM_PER_NOTCH: f32 = 0.88;
/// Flying speed, m/s, and its factor with Shift.
const FLY_SPEED: (f32, f32) = (2.5, 4.0);

/// What a press on the stage has become.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Gesture {
    /// Left button, not moved yet; whether it is on a body.
    Press {
        at: Vec2,
        on_body: bool,
    },
    Aim,
    /// About a point, or about the middle of the picture; m.
    Orbit(Option<Vec3>),
    Look,
    Pan,
    /// Two fingers or more, until all are lifted: where their middle was and how far the first
    /// two were apart, points.
    Fingers(Spread),
}

/// How fingers lie on a screen, points.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Spread {
    middle: Vec2,
    apart: f32,
}

impl Spread {
    /// That of the first two fingers.
    fn of(fingers: &[Vec2]) -> Option<Spread> {
        let [a, b, ..] = *fingers else {
            return None;
        };
        Some(Spread {
            middle: (a + b) / 2.0,
            apart: a.distance(b),
        })
    }
}

/// The stage's rectangle in the window, points.
pub type StageRect = egui::Rect;

/// What lies over the stage where the pointer is.
#[derive(Debug, Clone, Copy)]
pub struct Covers {
    /// A window or a menu is there.
    pub is_covered: bool,
    /// The mouse belongs to panels: one of these is there, or something of a panel is dragged.
    pub over_panels: bool,
}

/// Remembers the gesture that began on the stage.
#[derive(Debug, Default)]
pub struct StageInput {
    gesture: Option<Gesture>,
    last: Vec2,
    interactor: Interactor,
}

impl StageInput {
    /// Whether a drag is going on.
    pub fn is_busy(&self) -> bool {
        self.gesture.is_some() || self.interactor.is_busy()
    }

    /// What was seen of the pointer last.
    pub fn pointer(&self) -> PointerReport {
        PointerReport {
            at: (self.last * dpi_scale()).round().as_ivec2().to_array(),
            down: is_mouse_button_down(MouseButton::Left),
        }
    }

    /// What follows the mouse, for what it shows.
    pub fn interactor(&self) -> &Interactor {
        &self.interactor
    }

    /// Mouse on the stage.
    pub fn mouse(
        &mut self,
        program: &mut Program,
        camera: &mut Camera,
        stage: StageRect,
        covers: Covers,
    ) {
        let at = Vec2::from(mouse_position());
        let drag = at - self.last;
        self.last = at;
        let is_within = stage.contains(egui::pos2(at.x, at.y));
        if self.use_fingers(camera, is_within && !covers.over_panels, &fingers()) {
            return;
        }
        let over_stage = !covers.over_panels && is_within;
        // What is dragged from a panel to the stage has the pointer and is seen over it.
        let is_seen = !covers.is_covered && is_within;
        let camera_there = stage_camera(camera, stage);
        program.workbench.pointed_m = is_seen
            .then(|| ground_under(program, &camera_there, wide(at)))
            .flatten();
        if over_stage {
            self.begin(program, camera, stage, at);
            self.wheel(camera, stage, at);
        }
        program.workbench.sight = over_stage.then(|| stage_camera(camera, stage).ray(wide(at)));
        self.use_hand(program, &stage_camera(camera, stage), at, over_stage);
        self.go_on(program, camera, stage, at, drag);
        self.end(program);
    }

    /// Turns the view with two fingers, and zooms as they part. One finger is a left button;
    /// whatever that has begun ends unfinished with the second.
    fn use_fingers(&mut self, camera: &mut Camera, over_stage: bool, fingers: &[Vec2]) -> bool {
        let spread = Spread::of(fingers);
        match (self.gesture, spread) {
            (Some(Gesture::Fingers(_)), None) if fingers.is_empty() => self.gesture = None,
            (Some(Gesture::Fingers(before)), Some(now)) => {
                let drag = now.middle - before.middle;
                camera.orbit(-drag.x * TURN_PER_PT, drag.y * TURN_PER_PT);
                if before.apart > 1.0 && now.apart > 1.0 {
                    let middle = ZoomAt {
                        ndc: Vec2::ZERO,
                        aspect: 1.0,
                        hit: None,
                    };
                    camera.zoom(before.apart / now.apart, middle);
                }
                self.gesture = Some(Gesture::Fingers(now));
            }
            (Some(Gesture::Fingers(_)), None) => {}
            (_, Some(now)) if over_stage || self.gesture.is_some() => {
                self.gesture = Some(Gesture::Fingers(now));
            }
            _ => return false,
        }
        true
    }

    /// Gives the left button to the interactor, with every tool but Throw.
    fn use_hand(
        &mut self,
        program: &mut Program,
        stage_camera: &StageCamera,
        at: Vec2,
        over_stage: bool,
    ) {
        if program.workbench.tool == Tool::Throw {
            return self.interactor.rest(program);
        }
        let pointer = Pointer {
            at: wide(at),
            over_stage: over_stage && self.gesture.is_none(),
            pressed: is_mouse_button_pressed(MouseButton::Left),
            released: is_mouse_button_released(MouseButton::Left),
            shift: shift(),
            ctrl: is_key_down(KeyCode::LeftControl) || is_key_down(KeyCode::RightControl),
            alt: alt(),
        };
        let turns_view = self.interactor.follow(program, stage_camera, &pointer);
        if turns_view && self.gesture.is_none() {
            let Ray { origin, direction } = stage_camera.ray(pointer.at);
            let hit = picked_along(program, origin, direction);
            self.gesture = Some(Gesture::Orbit(solid_point(program, hit)));
        }
    }

    /// Whether the interactor has taken a key, so that it means nothing else.
    pub fn take_key(
        &mut self,
        program: &mut Program,
        stage_camera: &StageCamera,
        stroke: &KeyStroke,
    ) -> bool {
        self.interactor
            .take_key(program, stage_camera, key_of(stroke.key))
    }

    fn begin(&mut self, program: &Program, camera: &Camera, stage: StageRect, at: Vec2) {
        if is_mouse_button_pressed(MouseButton::Left) && program.workbench.tool == Tool::Throw {
            let alt = alt();
            self.gesture = Some(if alt {
                Gesture::Orbit(pivot(program, camera, stage, at))
            } else {
                Gesture::Press {
                    at,
                    on_body: matches!(picked(program, camera, stage, at), Picked::Body(_)),
                }
            });
        } else if is_mouse_button_pressed(MouseButton::Right) {
            self.gesture = Some(if shift() { Gesture::Pan } else { Gesture::Look });
        } else if is_mouse_button_pressed(MouseButton::Middle) {
            self.gesture = Some(Gesture::Pan);
        }
    }

    fn wheel(&mut self, camera: &mut Camera, stage: StageRect, at: Vec2) {
        let notches = (mouse_wheel().1 / NOTCH).clamp(-3.0, 3.0);
        if self.interactor.is_pulling() {
            self.interactor.reach(notches.into());
        } else if notches != 0.0 {
            let aspect = stage.width() / stage.height().max(1.0);
            let zoom = ZoomAt {
                ndc: to_ndc(stage, at),
                aspect,
                hit: None,
            };
            camera.zoom(ZOOM_PER_NOTCH.powf(notches), zoom);
        }
    }

    fn go_on(
        &mut self,
        program: &mut Program,
        camera: &mut Camera,
        stage: StageRect,
        at: Vec2,
        drag: Vec2,
    ) {
        if let Some(Gesture::Press { at: from, on_body }) = self.gesture {
            if from.distance(at) > DRAG_STARTS_PT {
                self.gesture = Some(if on_body {
                    Gesture::Aim
                } else {
                    Gesture::Orbit(pivot(program, camera, stage, from))
                });
            }
        }
        match self.gesture {
            Some(Gesture::Orbit(about)) => {
                let (yaw, pitch) = (-drag.x * TURN_PER_PT, drag.y * TURN_PER_PT);
                match about {
                    Some(pivot) => camera.orbit_about(pivot, yaw, pitch),
                    None => camera.orbit(yaw, pitch),
                }
            }
            Some(Gesture::Look) => camera.look(-drag.x * TURN_PER_PT, drag.y * TURN_PER_PT),
            Some(Gesture::Pan) => camera.pan(drag / stage.height().max(1.0)),
            Some(Gesture::Aim) => match picked(program, camera, stage, at) {
                Picked::Body(hit) | Picked::Obstacle(hit) => {
                    program.perform(Action::AimAt(hit.point))
                }
                Picked::Sky => {}
            },
            Some(Gesture::Press { .. } | Gesture::Fingers(_)) | None => {}
        }
    }

    fn end(&mut self, program: &mut Program) {
        let left_up = is_mouse_button_released(MouseButton::Left);
        match self.gesture {
            Some(gesture @ (Gesture::Press { .. } | Gesture::Aim)) if left_up => {
                let at_sky = program.pointed_at().is_none();
                if gesture == Gesture::Aim && at_sky {
                    // The aim of the drag stands.
                    program.workbench.sight = None;
                }
                program.perform(Action::ThrowAtPointer);
                self.gesture = None;
            }
            _ if !any_button_down() => self.gesture = None,
            _ => {}
        }
    }

    /// A key that went down; `typing`: it belongs to what is typed.
    pub fn key(&self, program: &mut Program, stroke: &KeyStroke, typing: bool) {
        if self.gesture == Some(Gesture::Look) {
            return;
        }
        if let Some(chord) = Chord::of(stroke) {
            program.press(chord, typing);
        }
    }

    /// Flying with the keys while the view is turned.
    pub fn fly(&self, camera: &mut Camera, frame_s: f32) {
        if self.gesture == Some(Gesture::Look) {
            fly(camera, frame_s);
        }
    }
}

/// Whether a key belongs to what is typed.
pub(super) fn is_typed(owner: KeyOwner, stroke: &KeyStroke) -> bool {
    let is_plain = !(stroke.ctrl || stroke.alt);
    let key = stroke.key as u16;
    let is_function = (KeyCode::F1 as u16..=KeyCode::F12 as u16).contains(&key);
    // F2 types in the cell. A letter that begins no number does nothing there: a throw in the
    // middle of the work would be a surprise.
    let is_free = stroke.key == KeyCode::Space || (is_function && key != KeyCode::F2 as u16);
    match owner {
        KeyOwner::Stage => false,
        KeyOwner::Control => is_plain && is_printed(stroke.key),
        KeyOwner::Table => !(is_plain && is_free),
        KeyOwner::Menu => stroke.key == KeyCode::Escape || (is_plain && is_printed(stroke.key)),
        KeyOwner::Text | KeyOwner::Dialog => true,
    }
}

/// Whether a key is a sign in a text, moves in one, or mends or ends one.
fn is_printed(key: KeyCode) -> bool {
    let moves = (KeyCode::Home as u16..=KeyCode::End as u16).contains(&(key as u16));
    let is_sign =
        (KeyCode::Apostrophe as u16..=KeyCode::GraveAccent as u16).contains(&(key as u16));
    let on_pad = (KeyCode::Kp0 as u16..=KeyCode::KpEqual as u16).contains(&(key as u16));
    let others = [
        KeyCode::Space,
        KeyCode::Enter,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::Tab,
    ];
    is_sign || on_pad || moves || others.contains(&key)
}

fn fly(camera: &mut Camera, frame_s: f32) {
    let axis = |plus, minus| f32::from(is_key_down(plus)) - f32::from(is_key_down(minus));
    let input = FlyInput {
        right: axis(KeyCode::D, KeyCode::A),
        up: axis(KeyCode::E, KeyCode::Q),
        forward: axis(KeyCode::W, KeyCode::S),
    };
    let speed = if shift() {
        FLY_SPEED.0 * FLY_SPEED.1
    } else {
        FLY_SPEED.0
    };
    camera.fly(input, speed, frame_s);
}

fn picked(program: &Program, camera: &Camera, stage: StageRect, at: Vec2) -> Picked {
    let aspect = stage.width() / stage.height().max(1.0);
    let (origin, direction) = camera.ray(to_ndc(stage, at), aspect);
    let wide = |v: Vec3| DVec3::new(v.x.into(), v.y.into(), v.z.into());
    let direction = wide(direction).normalize_or(DVec3::NEG_Z);
    picked_along(program, wide(origin), direction)
}

fn picked_along(program: &Program, origin: DVec3, direction: DVec3) -> Picked {
    let simulation = &program.playback.session.simulation;
    pick(simulation, origin, direction, |owner| !program.hides(owner))
}

/// What a drag turns the view about: what it began on, unless that is a floor or the sky.
fn pivot(program: &Program, camera: &Camera, stage: StageRect, at: Vec2) -> Option<Vec3> {
    solid_point(program, picked(program, camera, stage, at))
}

fn solid_point(program: &Program, picked: Picked) -> Option<Vec3> {
    let (Picked::Body(hit) | Picked::Obstacle(hit)) = picked else {
        return None;
    };
    let model = program.playback.session.simulation.world.model();
    let is_floor = match hit.owner {
        ColliderId::Obstacle(index) => {
            let obstacle = model.obstacles.get(index);
            obstacle.is_some_and(|obstacle| obstacle.shape == ObstacleShape::Plane)
        }
        _ => false,
    };
    (!is_floor).then(|| to_view(hit.point))
}

fn to_ndc(stage: StageRect, at: Vec2) -> Vec2 {
    let x = (at.x - stage.left()) / stage.width().max(1.0);
    let y = (at.y - stage.top()) / stage.height().max(1.0);
    vec2(2.0 * x - 1.0, 1.0 - 2.0 * y)
}

fn wide(at: Vec2) -> DVec2 {
    DVec2::new(at.x.into(), at.y.into())
}

fn shift() -> bool {
    is_key_down(KeyCode::LeftShift) || is_key_down(KeyCode::RightShift)
}

fn alt() -> bool {
    is_key_down(KeyCode::LeftAlt) || is_key_down(KeyCode::RightAlt)
}

/// The camera as the tools see it.
pub fn stage_camera(camera: &Camera, stage: StageRect) -> StageCamera {
    let wide = |x: f32, y: f32| DVec2::new(x.into(), y.into());
    let corner = wide(stage.left(), stage.top());
    StageCamera::new(*camera, corner, wide(stage.width(), stage.height()))
}

/// What a key means to a tool that waits for a number.
fn key_of(key: KeyCode) -> Key {
    match key {
        KeyCode::Key0 | KeyCode::Kp0 => Key::Character('0'),
        KeyCode::Key1 | KeyCode::Kp1 => Key::Character('1'),
        KeyCode::Key2 | KeyCode::Kp2 => Key::Character('2'),
        KeyCode::Key3 | KeyCode::Kp3 => Key::Character('3'),
        KeyCode::Key4 | KeyCode::Kp4 => Key::Character('4'),
        KeyCode::Key5 | KeyCode::Kp5 => Key::Character('5'),
        KeyCode::Key6 | KeyCode::Kp6 => Key::Character('6'),
        KeyCode::Key7 | KeyCode::Kp7 => Key::Character('7'),
        KeyCode::Key8 | KeyCode::Kp8 => Key::Character('8'),
        KeyCode::Key9 | KeyCode::Kp9 => Key::Character('9'),
        KeyCode::Minus | KeyCode::KpSubtract => Key::Character('-'),
        KeyCode::Period | KeyCode::Comma | KeyCode::KpDecimal => Key::Character('.'),
        KeyCode::Backspace => Key::Erase,
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Escape => Key::Escape,
        KeyCode::P => Key::Pin,
        _ => Key::Other,
    }
}

/// Where fingers are on the screen, points, in the order in which they came.
fn fingers() -> Vec<Vec2> {
    let is_down = |touch: &Touch| !matches!(touch.phase, TouchPhase::Ended | TouchPhase::Cancelled);
    let mut touches: Vec<_> = touches().into_iter().filter(is_down).collect();
    touches.sort_by_key(|touch| touch.id);
    let places = touches.iter().map(|touch| touch.position / dpi_scale());
    places.collect()
}

fn any_button_down() -> bool {
    [MouseButton::Left, MouseButton::Right, MouseButton::Middle]
        .into_iter()
        .any(is_mouse_button_down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_fingers_turn_the_view_and_throw_nothing_when_they_are_lifted() {
        let mut input = StageInput::default();
        let mut camera = Camera::default();
        let before = camera;
        let one = [vec2(100.0, 100.0)];
        assert!(!input.use_fingers(&mut camera, true, &one), "a left button");
        input.gesture = Some(Gesture::Press {
            at: one[0],
            on_body: true,
        });
        let two = [vec2(100.0, 100.0), vec2(200.0, 100.0)];
        assert!(input.use_fingers(&mut camera, true, &two));
        assert_eq!(camera, before, "nothing has moved yet");
        let moved = two.map(|finger| finger + vec2(30.0, 0.0));
        assert!(input.use_fingers(&mut camera, true, &moved));
        assert_ne!(camera, before);
        assert!(input.use_fingers(&mut camera, true, &one), "one is left");
        assert!(matches!(input.gesture, Some(Gesture::Fingers(_))));
        assert!(input.use_fingers(&mut camera, true, &[]));
        assert_eq!(input.gesture, None);
        assert!(!input.use_fingers(&mut camera, true, &[]));
    }

    #[test]
    fn no_letter_on_a_cell_of_a_table_reaches_the_stage() {
        let stroke = |key| KeyStroke {
            key,
            ctrl: false,
            shift: false,
            alt: false,
        };
        let letters = [
            KeyCode::B,
            KeyCode::T,
            KeyCode::F,
            KeyCode::P,
            KeyCode::Key1,
        ];
        for key in letters {
            assert!(is_typed(KeyOwner::Table, &stroke(key)), "{key:?}");
            assert!(!is_typed(KeyOwner::Stage, &stroke(key)), "{key:?}");
        }
        for key in [KeyCode::Space, KeyCode::F1, KeyCode::F12] {
            assert!(!is_typed(KeyOwner::Table, &stroke(key)), "{key:?}");
        }
        assert!(is_typed(KeyOwner::Table, &stroke(KeyCode::F2)));
        // What a control, a menu or a dialog has is no key of the stage; function keys are.
        let typed = [
            KeyCode::Key1,
            KeyCode::H,
            KeyCode::Enter,
            KeyCode::Tab,
            KeyCode::Left,
        ];
        for owner in [KeyOwner::Control, KeyOwner::Menu, KeyOwner::Dialog] {
            assert!(typed.iter().all(|key| is_typed(owner, &stroke(*key))));
        }
        assert!(!is_typed(KeyOwner::Control, &stroke(KeyCode::F8)));
        assert!(!is_typed(KeyOwner::Control, &stroke(KeyCode::Escape)));
        assert!(is_typed(KeyOwner::Menu, &stroke(KeyCode::Escape)));
    }
}
