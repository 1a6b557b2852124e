//! Follows the mouse: what a press has become, from frame to frame.

mod drawing;

use super::anchor::AnchorDrag;
use super::asked::thing_of_arrow;
use super::drag::Drag;
use super::gizmo::{Gizmo, Handle};
use super::joiner::Joiner;
use super::limits::{self, Knob};
use super::limits_drag::LimitDrag;
use super::path_key::PathKeyDrag;
use super::place::bounds_of;
use super::pose::PoseDrag;
use super::pull::PullDrag;
use super::under::{ground_in_view, hits_under, ids_between, ids_under, is_empty, rounded};
use super::Pointer;
use super::{document, simulation, ToolHost};
use crate::app::action::Action;
use crate::app::action::Tool;
use crate::app::pick::is_obstacle;
use crate::editor::Selection;
use crate::lab::Input;
use crate::scene::Id;
use crate::view::camera::Bounds;
use crate::view::stage_camera::StageCamera;
use glam::{DVec2, DVec3};

/// Movement that makes a press a drag, points.
const DRAG_STARTS_PT: f64 = 4.0;
/// Clicks so near to each other are at the same place, points.
const SAME_PLACE_PT: f64 = 4.0;

/// A key that a tool takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Part of a number.
    Character(char),
    /// Takes the last character back.
    Erase,
    /// Carries out.
    Enter,
    /// Takes back.
    Escape,
    /// Keeps in place, or lets free.
    Pin,
    /// Any other.
    Other,
}

/// What lies under a press that has not moved yet.
#[derive(Debug, Clone, Copy, PartialEq)]
enum PressTarget {
    Handle(Handle),
    Anchor(AnchorDrag),
    PathKey(PathKeyDrag),
    /// A thing that plays and can be pulled.
    Grip(PullDrag),
    /// Something that can be posed.
    Limb,
    Knob(Knob),
    Thing,
    Nothing,
}

/// What a press has become.
#[derive(Debug, Clone, Default)]
enum Interaction {
    #[default]
    Open,
    Press {
        at: DVec2,
        under: PressTarget,
    },
    Handle(Box<Drag>),
    Anchor(AnchorDrag),
    PathKey(PathKeyDrag),
    Pull(PullDrag),
    Pose(Box<PoseDrag>),
    Knob(Box<LimitDrag>),
    Frame {
        from: DVec2,
    },
    View,
    /// Ended before the button is up.
    Spent,
}

/// Follows the mouse, and acts for the tool of the moment.
#[derive(Debug, Clone, Default)]
pub struct Interactor {
    interaction: Interaction,
    /// The tool of the last frame.
    tool: Tool,
    at: DVec2,
    hovered: Option<Id>,
    lit: Option<Handle>,
    lit_knob: Option<Knob>,
    last_click: Option<(DVec2, Id)>,
    clicked_ground: Option<DVec3>,
    joiner: Joiner,
}

impl Interactor {
    /// Follows the mouse for a frame; true while the drag turns the view.
    pub fn follow(
        &mut self,
        host: &mut dyn ToolHost,
        camera: &StageCamera,
        pointer: &Pointer,
    ) -> bool {
        self.at = pointer.at;
        if host.workbench().tool != Tool::Joint {
            self.joiner = Joiner::default();
        }
        if self.tool != Tool::Limits && host.workbench().tool == Tool::Limits {
            limits::look_at_nearest(host, camera, pointer.at);
        }
        self.tool = host.workbench().tool;
        self.let_go_of_aborted(host);
        if pointer.pressed && pointer.over_stage {
            self.press(host, camera, pointer);
        }
        self.drag(host, camera, pointer);
        if pointer.released {
            self.release(host, camera, pointer);
        }
        self.hover(host, camera, pointer);
        matches!(self.interaction, Interaction::View)
    }

    /// Lets go of everything: another tool has the mouse.
    pub fn rest(&mut self, host: &mut dyn ToolHost) {
        if self.is_pulling() {
            host.perform(Action::Input(Input::Release));
        }
        *self = Interactor {
            clicked_ground: self.clicked_ground,
            ..Interactor::default()
        };
    }

    /// Whether a drag is going on.
    pub fn is_busy(&self) -> bool {
        !matches!(self.interaction, Interaction::Open)
    }

    /// Whether a drag pulls something.
    pub fn is_pulling(&self) -> bool {
        matches!(self.interaction, Interaction::Pull(_))
    }

    /// Moves what is pulled away from the eye by notches of the wheel, or nearer.
    pub fn reach(&mut self, notches: f64) {
        if let Interaction::Pull(pull) = &mut self.interaction {
            pull.reach(notches);
        }
    }

    /// A gesture that was taken back elsewhere is over, and a pull with its world.
    fn let_go_of_aborted(&mut self, host: &dyn ToolHost) {
        let is_over = match self.interaction {
            Interaction::Handle(_) | Interaction::Knob(_) => !document(host).in_gesture(),
            Interaction::Pull(_) => simulation(host).world.holds().pull.is_none(),
            _ => false,
        };
        if is_over {
            self.interaction = Interaction::Spent;
        }
    }

    fn press(&mut self, host: &dyn ToolHost, camera: &StageCamera, pointer: &Pointer) {
        let under = self.under(host, camera, pointer.at);
        self.interaction = match under {
            PressTarget::Thing
            | PressTarget::Grip(_)
            | PressTarget::Limb
            | PressTarget::Nothing
                if pointer.alt =>
            {
                Interaction::View
            }
            _ => Interaction::Press {
                at: pointer.at,
                under,
            },
        };
    }

    fn under(&self, host: &dyn ToolHost, camera: &StageCamera, at: DVec2) -> PressTarget {
        if let Some(handle) = Gizmo::of(host).and_then(|gizmo| gizmo.pick(camera, at)) {
            return PressTarget::Handle(handle);
        }
        if host.workbench().tool == Tool::Joint && !self.joiner.waits() {
            if let Some(anchor) = AnchorDrag::at(host, camera, at) {
                return PressTarget::Anchor(anchor);
            }
        }
        if let Some(key) = PathKeyDrag::at(host, camera, at) {
            return PressTarget::PathKey(key);
        }
        if host.workbench().tool == Tool::Select && host.playback().session.playing {
            if let Some(pull) = PullDrag::at(host, camera, at) {
                return PressTarget::Grip(pull);
            }
        }
        if host.workbench().tool == Tool::Pose && PullDrag::at(host, camera, at).is_some() {
            return PressTarget::Limb;
        }
        if let Some(knob) = Knob::at(host, camera, at) {
            return PressTarget::Knob(knob);
        }
        match is_empty(host, &hits_under(host, camera, at)) {
            true => PressTarget::Nothing,
            false => PressTarget::Thing,
        }
    }

    fn drag(&mut self, host: &mut dyn ToolHost, camera: &StageCamera, pointer: &Pointer) {
        if let Interaction::Press { at, under } = self.interaction {
            if at.distance(pointer.at) > DRAG_STARTS_PT {
                self.interaction = begin(host, camera, (at, under), pointer.shift);
            }
        }
        let options = host.workbench().options;
        match &mut self.interaction {
            Interaction::Handle(drag) => drag.follow(camera, pointer, &options),
            Interaction::Anchor(anchor) => anchor.follow(camera, pointer, &options),
            Interaction::PathKey(key) => key.follow(camera, pointer, &options),
            Interaction::Pull(pull) => pull.follow(host, camera, pointer.at),
            Interaction::Pose(drag) => drag.follow(host, camera, pointer.at),
            Interaction::Knob(drag) => drag.follow(host, camera, pointer),
            Interaction::Open | Interaction::Press { .. } | Interaction::Frame { .. } => {}
            Interaction::View | Interaction::Spent => {}
        }
    }

    fn release(&mut self, host: &mut dyn ToolHost, camera: &StageCamera, pointer: &Pointer) {
        match std::mem::take(&mut self.interaction) {
            Interaction::Press {
                under: PressTarget::Anchor(_) | PressTarget::Knob(_) | PressTarget::PathKey(_),
                ..
            } => {}
            Interaction::Press { .. } if host.workbench().tool == Tool::Joint => {
                let hit = hits_under(host, camera, pointer.at).into_iter().next();
                self.joiner.click(host, camera, pointer.at, hit);
            }
            Interaction::Press { .. } if host.workbench().tool == Tool::Limits => {
                let looks = limits::look_at_part(host, camera, pointer.at);
                if !looks && is_empty(host, &hits_under(host, camera, pointer.at)) {
                    host.perform(Action::Select(Selection::default()));
                } else if !looks {
                    self.click(host, camera, pointer);
                }
            }
            Interaction::Press { .. } => self.click(host, camera, pointer),
            Interaction::Handle(drag) => drag.finish(host),
            Interaction::Knob(drag) => drag.finish(host),
            Interaction::Anchor(anchor) => anchor.finish(host),
            Interaction::PathKey(key) => key.finish(host),
            Interaction::Pose(drag) => drag.finish(host),
            Interaction::Pull(_) => {
                host.perform(Action::Input(Input::Release));
            }
            Interaction::Frame { from } => {
                let mut selection = document(host).selection().clone();
                for id in ids_between(host, camera, [from, pointer.at]) {
                    selection.add(id);
                }
                host.perform(Action::Select(selection));
            }
            Interaction::Open | Interaction::View | Interaction::Spent => {}
        }
    }

    /// Selects what is under the pointer; at the same place again, what is behind.
    fn click(&mut self, host: &mut dyn ToolHost, camera: &StageCamera, pointer: &Pointer) {
        if let Some(id) = thing_of_arrow(host, camera, pointer.at) {
            return host.perform(Action::Select(Selection::of([id])));
        }
        self.note_ground(host, camera, pointer.at);
        let ids = ids_under(host, camera, pointer.at);
        let mut selection = document(host).selection().clone();
        let chosen = match (pointer.shift, pointer.ctrl) {
            (false, false) => {
                let next = self.next_behind(&ids, pointer.at, selection.active());
                selection = Selection::of(next);
                next
            }
            (adds, _) => {
                let first = ids.first().copied();
                first.inspect(|&id| match adds {
                    true => selection.add(id),
                    false => selection.toggle(id),
                })
            }
        };
        self.last_click = chosen.map(|id| (pointer.at, id));
        host.perform(Action::Select(selection));
    }

    fn next_behind(&self, ids: &[Id], at: DVec2, active: Option<Id>) -> Option<Id> {
        let (place, last) = self.last_click.unwrap_or((at, 0));
        let again = place.distance(at) <= SAME_PLACE_PT && active == Some(last);
        let known = ids.iter().position(|id| *id == last).filter(|_| again);
        let next = known.map_or(0, |index| (index + 1) % ids.len());
        ids.get(next).copied()
    }

    /// A click on an obstacle, or on a body before one, says where new things go.
    fn note_ground(&mut self, host: &dyn ToolHost, camera: &StageCamera, at: DVec2) {
        let hits = hits_under(host, camera, at);
        let ground = hits.iter().find(|hit| is_obstacle(hit.owner));
        if let Some(hit) = ground {
            self.clicked_ground = Some(rounded(hit.point));
        }
    }

    fn hover(&mut self, host: &dyn ToolHost, camera: &StageCamera, pointer: &Pointer) {
        (self.lit, self.lit_knob, self.hovered) = (None, None, None);
        let is_free = matches!(self.interaction, Interaction::Open) && pointer.over_stage;
        if is_free {
            self.lit = Gizmo::of(host).and_then(|gizmo| gizmo.pick(camera, pointer.at));
            self.lit_knob = Knob::at(host, camera, pointer.at);
            if self.lit.is_none() && self.lit_knob.is_none() {
                self.hovered = ids_under(host, camera, pointer.at).first().copied();
            }
        }
    }

    /// Takes a key if it belongs to what is going on; true if it did.
    pub fn take_key(&mut self, host: &mut dyn ToolHost, camera: &StageCamera, key: Key) -> bool {
        match &mut self.interaction {
            Interaction::Handle(drag) => match key {
                Key::Character(character) => drag.type_character(character),
                Key::Erase => drag.erase(),
                Key::Enter => {
                    if let Interaction::Handle(drag) =
                        std::mem::replace(&mut self.interaction, Interaction::Spent)
                    {
                        drag.finish(host);
                    }
                }
                Key::Escape => {
                    host.perform(Action::Abort);
                    self.interaction = Interaction::Spent;
                }
                Key::Pin | Key::Other => {}
            },
            Interaction::Pose(drag) if key == Key::Pin => drag.toggle_feet(),
            Interaction::Pose(drag) if key == Key::Escape => {
                drag.take_back(host);
                self.interaction = Interaction::Spent;
            }
            // Other keys do what they always do: P pins what is pulled.
            Interaction::Pull(_) if key == Key::Escape => {
                host.perform(Action::Input(Input::Release));
                self.interaction = Interaction::Spent;
            }
            Interaction::Knob(drag) => match key {
                Key::Character(character) => drag.type_character(host, character),
                Key::Erase => drag.erase(host),
                Key::Enter => {
                    if let Interaction::Knob(drag) =
                        std::mem::replace(&mut self.interaction, Interaction::Spent)
                    {
                        drag.finish(host);
                    }
                }
                Key::Escape => {
                    host.perform(Action::Abort);
                    self.interaction = Interaction::Spent;
                }
                Key::Pin | Key::Other => {}
            },
            Interaction::Anchor(_) | Interaction::PathKey(_) | Interaction::Frame { .. } => {
                if key == Key::Escape {
                    self.interaction = Interaction::Spent;
                }
            }
            _ if self.joiner.waits() && key == Key::Escape => self.joiner.step_back(),
            _ if self.joiner.waits() && key == Key::Enter => {
                self.joiner.confirm(host, camera, self.at);
            }
            _ => return false,
        }
        true
    }

    /// Where new things go: where an obstacle was clicked, while that is in view, else
    /// the ground in the middle of the view, m.
    pub fn place(&self, host: &dyn ToolHost, camera: &StageCamera) -> DVec3 {
        let clicked = self.clicked_ground.filter(|place| camera.shows(*place));
        clicked.unwrap_or_else(|| ground_in_view(host, camera))
    }

    /// Bounds of what is selected.
    pub fn selected_bounds(&self, host: &dyn ToolHost) -> Option<Bounds> {
        bounds_of(host, document(host).selection().ids())
    }
}

/// What a press becomes when the pointer has moved.
fn begin(
    host: &mut dyn ToolHost,
    camera: &StageCamera,
    (at, under): (DVec2, PressTarget),
    shift: bool,
) -> Interaction {
    match under {
        PressTarget::Handle(handle) => {
            let drag = Drag::begin(host, camera, handle, at);
            drag.map_or(Interaction::Spent, |drag| {
                Interaction::Handle(Box::new(drag))
            })
        }
        PressTarget::Anchor(anchor) => {
            super::go_to_start(host);
            let anchor = anchor.found_again(host);
            anchor.map_or(Interaction::Spent, Interaction::Anchor)
        }
        PressTarget::PathKey(key) => {
            super::go_to_start(host);
            Interaction::PathKey(key)
        }
        PressTarget::Grip(pull) => Interaction::Pull(pull.begin(host, camera)),
        PressTarget::Limb => {
            let drag = PoseDrag::begin(host, camera, at);
            drag.map_or(Interaction::Spent, |drag| Interaction::Pose(Box::new(drag)))
        }
        PressTarget::Knob(knob) => {
            let drag = LimitDrag::begin(host, camera, knob, at);
            drag.map_or(Interaction::Spent, |drag| Interaction::Knob(Box::new(drag)))
        }
        PressTarget::Nothing if shift && host.workbench().tool != Tool::Joint => {
            Interaction::Frame { from: at }
        }
        PressTarget::Nothing | PressTarget::Thing => Interaction::View,
    }
}
