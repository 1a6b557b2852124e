//! A drag of the gizmo: how far it has come, what that does to the selection, and
//! how it is shown until the button is released.

use super::gizmo::{Gizmo, Handle};
use super::{document, ToolHost};
use super::{go_to_start, Pointer};
use crate::app::action::Action;
use crate::app::action::ToolOptions;
use crate::app::geometry::{along_axis, angle_about, nearest_turn, on_plane, snapped};
use crate::editor::{counted, Command, Motion};
use crate::scene::{ConstraintKind, Id, Scene};
use crate::view::stage_camera::{Ray, StageCamera};
use glam::{DQuat, DVec2, DVec3};
use std::collections::{BTreeMap, BTreeSet};

/// Step of a scaling that snaps.
const SCALE_STEP: f64 = 0.1;
/// Smallest factor that a drag gives.
const SMALLEST_FACTOR: f64 = 0.01;
/// A ring that leans so little to the line of sight is turned like a wheel seen from
/// the side.
const EDGE_ON: f64 = 0.15;

/// How far a drag has come.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Amount {
    /// By this much, m.
    Shift(DVec3),
    /// About this axis by so much, rad.
    Turn(DVec3, f64),
    /// By this factor.
    Factor(f64),
}

/// A number that is typed while the mouse holds a handle.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Typed(String);

/// A drag of the gizmo.
#[derive(Debug, Clone)]
pub(super) struct Drag {
    /// What is held.
    pub(super) handle: Handle,
    gizmo: Gizmo,
    from: DVec2,
    first: Ray,
    ids: BTreeSet<Id>,
    /// What is shown as moved: ids with the places of ragdolls, which keep their size.
    shown: Vec<(Id, Option<[f64; 3]>)>,
    amount: Amount,
    typed: Typed,
}

impl Drag {
    /// Takes hold of a handle at a point of the window. A scene that has run goes back
    /// to its start and stops, for what is dragged is its beginning.
    pub(super) fn begin(
        host: &mut dyn ToolHost,
        camera: &StageCamera,
        handle: Handle,
        from: DVec2,
    ) -> Option<Drag> {
        go_to_start(host);
        let gizmo = Gizmo::of(host)?;
        let ids = host
            .workspace()
            .view_state
            .movable(document(host).selection().ids());
        let verb = amount_of_nothing(handle);
        let label = format!("{} {}", verb.word(), counted(ids.len(), "object"));
        host.perform(Action::Begin(label));
        Some(Drag {
            handle,
            gizmo,
            from,
            first: camera.ray(from),
            shown: shown_as_moved(document(host).scene(), &ids),
            ids,
            amount: verb,
            typed: Typed::default(),
        })
    }

    /// Follows the pointer.
    pub(super) fn follow(
        &mut self,
        camera: &StageCamera,
        pointer: &Pointer,
        options: &ToolOptions,
    ) {
        let snaps = options.snap != pointer.ctrl;
        if let Some(amount) = self.measure(camera, pointer.at) {
            self.amount = match snaps {
                true => amount.snapped(&self.gizmo.axes, options),
                false => amount,
            };
        }
    }

    /// How far the pointer has come from where it took hold; none where the line of
    /// sight tells nothing.
    fn measure(&self, camera: &StageCamera, at: DVec2) -> Option<Amount> {
        let (now, middle) = (camera.ray(at), self.gizmo.middle);
        let in_plane = |normal: DVec3| {
            let shift = on_plane(now, middle, normal)? - on_plane(self.first, middle, normal)?;
            Some(Amount::Shift(shift))
        };
        match self.handle {
            Handle::Axis(i) => {
                let axis = self.gizmo.axis(i);
                let way = along_axis(now, middle, axis)? - along_axis(self.first, middle, axis)?;
                Some(Amount::Shift(axis * way))
            }
            Handle::Plane(i) => in_plane(self.gizmo.axis(i)),
            Handle::View => in_plane(camera.forward()),
            Handle::Ring(i) => self.turn_about(camera, now, self.gizmo.axis(i)),
            Handle::ViewRing => self.turn_about(camera, now, -camera.forward()),
            Handle::Scale => {
                let middle = camera.project(middle)?;
                let factor = at.distance(middle) / self.from.distance(middle).max(1.0);
                Some(Amount::Factor(factor.max(SMALLEST_FACTOR)))
            }
        }
    }

    fn turn_about(&self, camera: &StageCamera, now: Ray, axis: DVec3) -> Option<Amount> {
        let middle = self.gizmo.middle;
        let towards_eye = (camera.eye() - middle).normalize_or(DVec3::Z);
        if axis.dot(towards_eye).abs() < EDGE_ON {
            let rim = axis.cross(towards_eye).normalize_or(DVec3::X);
            let way = along_axis(now, middle, rim)? - along_axis(self.first, middle, rim)?;
            return Some(Amount::Turn(axis, way / self.gizmo.reach(camera)));
        }
        let arm = |ray| Some(on_plane(ray, middle, axis)? - middle);
        let angle = angle_about(axis, arm(self.first)?, arm(now)?);
        let so_far = match self.amount {
            Amount::Turn(_, so_far) => so_far,
            Amount::Shift(_) | Amount::Factor(_) => 0.0,
        };
        Some(Amount::Turn(axis, nearest_turn(angle, so_far)))
    }

    /// Takes a typed character; a number in place of the way of the mouse.
    pub(super) fn type_character(&mut self, character: char) {
        self.typed.push(character);
    }

    /// Takes the last typed character back.
    pub(super) fn erase(&mut self) {
        self.typed.erase();
    }

    fn amount(&self) -> Amount {
        let typed = self.typed.value();
        typed.map_or(self.amount, |number| self.amount.of_size(number, self))
    }

    /// The motion that the drag stands for; none if it changes nothing.
    pub(super) fn motion(&self) -> Option<Motion> {
        let pivot_m = self.gizmo.middle.to_array();
        match self.amount() {
            Amount::Shift(shift) if shift != DVec3::ZERO => Some(Motion::Move(shift.to_array())),
            Amount::Turn(axis, angle) if angle != 0.0 => {
                let turn = DQuat::from_axis_angle(axis, angle);
                let rotation = [turn.w, turn.x, turn.y, turn.z];
                Some(Motion::Turn { pivot_m, rotation })
            }
            Amount::Factor(factor) if factor != 1.0 => Some(Motion::Scale { pivot_m, factor }),
            _ => None,
        }
    }

    /// How each thing is to be drawn meanwhile.
    pub(super) fn preview(&self) -> BTreeMap<Id, Motion> {
        let Some(motion) = self.motion() else {
            return BTreeMap::new();
        };
        let shift = |at: [f64; 3]| DVec3::from(motion.point(at)) - DVec3::from(at);
        let of = |&(id, keeps_size): &(Id, Option<[f64; 3]>)| match (keeps_size, motion) {
            (Some(at), Motion::Scale { .. }) => (id, Motion::Move(shift(at).to_array())),
            _ => (id, motion),
        };
        self.shown.iter().map(of).collect()
    }

    /// Moves the selection in the document, as one step.
    pub(super) fn finish(self, host: &mut dyn ToolHost) {
        match self.motion() {
            Some(motion) => {
                host.perform(Action::Change(Command::Transform(self.ids, motion)));
                host.perform(Action::Commit);
            }
            None => host.perform(Action::Abort),
        }
    }

    /// The gizmo as it is moved along.
    pub(super) fn gizmo(&self) -> Gizmo {
        let mut gizmo = self.gizmo;
        if let Amount::Shift(shift) = self.amount() {
            gizmo.middle += shift;
        }
        gizmo
    }

    /// What is to be read while dragging.
    pub(super) fn read_out(&self) -> String {
        let text = match (self.amount(), self.handle) {
            (Amount::Shift(shift), Handle::Axis(i)) => metres(shift.dot(self.gizmo.axis(i))),
            (amount, _) => amount.read_out(),
        };
        match self.typed.text() {
            "" => text,
            typed => format!("{text}  [{typed}]"),
        }
    }
}

/// What a handle does before it has been moved.
fn amount_of_nothing(handle: Handle) -> Amount {
    match handle {
        Handle::View | Handle::Plane(_) | Handle::Axis(_) => Amount::Shift(DVec3::ZERO),
        Handle::Ring(_) | Handle::ViewRing => Amount::Turn(DVec3::Y, 0.0),
        Handle::Scale => Amount::Factor(1.0),
    }
}

impl Amount {
    fn word(self) -> &'static str {
        match self {
            Amount::Shift(_) => "Move",
            Amount::Turn(..) => "Rotate",
            Amount::Factor(_) => "Scale",
        }
    }

    fn snapped(self, axes: &[DVec3; 3], options: &ToolOptions) -> Amount {
        match self {
            Amount::Shift(shift) => {
                let parts = axes
                    .iter()
                    .map(|&axis| axis * snapped(shift.dot(axis), options.snap_m));
                Amount::Shift(parts.sum())
            }
            Amount::Turn(axis, angle) => {
                let degrees = snapped(angle.to_degrees(), options.snap_deg);
                Amount::Turn(axis, degrees.to_radians())
            }
            Amount::Factor(factor) => Amount::Factor(snapped(factor, SCALE_STEP).max(SCALE_STEP)),
        }
    }

    /// The same with a typed size: m along the way it goes, degrees, or the factor.
    fn of_size(self, number: f64, drag: &Drag) -> Amount {
        match (self, drag.handle) {
            (Amount::Shift(_), Handle::Axis(i)) => Amount::Shift(drag.gizmo.axis(i) * number),
            (Amount::Shift(shift), _) => {
                Amount::Shift(shift.normalize_or(drag.gizmo.axes[0]) * number)
            }
            (Amount::Turn(axis, _), _) => Amount::Turn(axis, number.to_radians()),
            (Amount::Factor(_), _) => Amount::Factor(number.max(SMALLEST_FACTOR)),
        }
    }

    fn read_out(self) -> String {
        match self {
            Amount::Shift(shift) => metres(shift.length()),
            Amount::Turn(_, angle) => format!("{:.1}°", angle.to_degrees()),
            Amount::Factor(factor) => format!("× {factor:.2}"),
        }
    }
}

fn metres(length: f64) -> String {
    format!("{length:.2} m")
}

impl Typed {
    /// Adds a character that can be part of a number; a minus changes the sign.
    pub(super) fn push(&mut self, character: char) {
        match character {
            '-' => match self.0.strip_prefix('-') {
                Some(rest) => self.0 = rest.into(),
                None => self.0.insert(0, '-'),
            },
            '.' if self.0.contains('.') => {}
            '.' | '0'..='9' => self.0.push(character),
            _ => {}
        }
    }

    /// Takes the last character back.
    pub(super) fn erase(&mut self) {
        self.0.pop();
    }

    /// What has been typed.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// The number, once there is one.
    pub(super) fn value(&self) -> Option<f64> {
        self.0.parse().ok()
    }
}

/// The ids with the ends of the sticks among them; of ragdolls also where they are.
fn shown_as_moved(scene: &Scene, ids: &BTreeSet<Id>) -> Vec<(Id, Option<[f64; 3]>)> {
    let mut shown: BTreeMap<Id, Option<[f64; 3]>> = ids.iter().map(|&id| (id, None)).collect();
    for constraint in scene.constraints.iter().filter(|c| ids.contains(&c.id)) {
        if let ConstraintKind::Stick(stick) = &constraint.kind {
            shown.extend([(stick.a, None), (stick.b, None)]);
        }
    }
    for ragdoll in scene.ragdolls.iter().filter(|r| ids.contains(&r.id)) {
        shown.insert(ragdoll.id, Some(ragdoll.position_m));
    }
    shown.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_typed_sign_and_all() {
        let mut typed = Typed::default();
        for character in "-1.5.x".chars() {
            typed.push(character);
        }
        assert_eq!(typed.value(), Some(-1.5));
        typed.push('-');
        assert_eq!(typed.value(), Some(1.5));
        assert_eq!(Typed("-".into()).value(), None);
    }

    #[test]
    fn amounts_snap_to_their_steps() {
        let options = ToolOptions::default();
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let shift = Amount::Shift(DVec3::new(0.34, -0.07, 0.0));
        let Amount::Shift(shift) = shift.snapped(&axes, &options) else {
            unreachable!()
        };
        assert!(shift.abs_diff_eq(DVec3::new(0.3, -0.1, 0.0), 1e-12));
        let turn = Amount::Turn(DVec3::Y, 0.6).snapped(&axes, &options);
        assert_eq!(turn.read_out(), "30.0°");
        let factor = Amount::Factor(1.27).snapped(&axes, &options);
        assert_eq!(factor.read_out(), "× 1.30");
    }
}
