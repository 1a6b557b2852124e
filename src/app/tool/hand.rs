//! The hand on the mouse: what a press has become, from frame to frame.

use super::anchor::AnchorDrag;
use super::drag::Drag;
use super::gizmo::{on_top, square, Gizmo, Handle};
use super::joiner::Joiner;
use super::limits::{self, Knob};
use super::limits_drag::LimitDrag;
use super::place::bounds_of;
use super::pose::PoseDrag;
use super::pull::PullDrag;
use super::under::{
    ground_in_view, hits_under, ids_between, ids_under, is_empty, marked_joints, rounded,
};
use super::{Lens, Pointer, Tool};
use crate::app::action::Action;
use crate::app::program::Program;
use crate::app::stage::{floor_height, to_view, Dial, Marks};
use crate::editor::Selection;
use crate::lab::Input;
use crate::physics::ColliderId;
use crate::scene::Id;
use crate::view::camera::Bounds;
use crate::view::draw_list::{DrawList, Label};
use crate::view::theme::{axis, mark, Theme};
use glam::{DVec2, DVec3};

/// Movement that makes a press a drag, points.
const DRAG_STARTS_PT: f64 = 4.0;
/// Clicks so near to each other are at the same place, points.
const SAME_PLACE_PT: f64 = 4.0;
/// Half of the mark of an anchor, points; that of a selected joint is larger.
const MARK_PT: (f64, f64) = (4.0, 7.0);
/// From the lower edge of the stage to the hint, points.
const HINT_LIFT_PT: f64 = 24.0;
/// From the middle of the gizmo down to the amount of a drag, points.
const READ_OUT_DROP_PT: f64 = 48.0;
/// How far the amount of a drag keeps from the edges of the stage, points: what is typed
/// can be read, also when it takes the gizmo out of sight.
const READ_OUT_MARGIN_PT: DVec2 = DVec2::new(96.0, 48.0);
/// From the pointer up to the number of a limit that is dragged, points.
const READ_OUT_RISE_PT: f64 = 16.0;
/// Half of the frame round the origin of a selected floor, m.
const FLOOR_MARK_M: f64 = 1.0;

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
    /// Any other.
    Other,
}

/// What lies under a press that has not moved yet.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Under {
    Handle(Handle),
    Anchor(AnchorDrag),
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
enum Grasp {
    #[default]
    Open,
    Press {
        at: DVec2,
        under: Under,
    },
    Handle(Box<Drag>),
    Anchor(AnchorDrag),
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

/// The hand on the mouse.
#[derive(Debug, Clone, Default)]
pub struct Hand {
    grasp: Grasp,
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

impl Hand {
    /// Follows the mouse for a frame; true while the drag turns the view.
    pub fn follow(&mut self, program: &mut Program, lens: &Lens, pointer: &Pointer) -> bool {
        self.at = pointer.at;
        if program.tool != Tool::Joint {
            self.joiner.step_back();
        }
        if self.tool != Tool::Limits && program.tool == Tool::Limits {
            limits::look_at_nearest(program, lens, pointer.at);
        }
        self.tool = program.tool;
        self.let_go_of_aborted(program);
        if pointer.pressed && pointer.over_stage {
            self.press(program, lens, pointer);
        }
        self.drag(program, lens, pointer);
        if pointer.released {
            self.release(program, lens, pointer);
        }
        self.hover(program, lens, pointer);
        matches!(self.grasp, Grasp::View)
    }

    /// Lets go of everything: another tool has the mouse.
    pub fn rest(&mut self, program: &mut Program) {
        if self.is_pulling() {
            program.session.apply(&Input::Release);
        }
        *self = Hand {
            clicked_ground: self.clicked_ground,
            ..Hand::default()
        };
    }

    /// Whether a drag is going on.
    pub fn is_busy(&self) -> bool {
        !matches!(self.grasp, Grasp::Open)
    }

    /// Whether a drag pulls something.
    pub fn is_pulling(&self) -> bool {
        matches!(self.grasp, Grasp::Pull(_))
    }

    /// Moves what is pulled away from the eye by notches of the wheel, or nearer.
    pub fn reach(&mut self, notches: f64) {
        if let Grasp::Pull(pull) = &mut self.grasp {
            pull.reach(notches);
        }
    }

    /// A gesture that was taken back elsewhere is over, and a pull with its world.
    fn let_go_of_aborted(&mut self, program: &Program) {
        let is_over = match self.grasp {
            Grasp::Handle(_) | Grasp::Knob(_) => !program.document.in_gesture(),
            Grasp::Pull(_) => program.session.simulation.world.holds().pull.is_none(),
            _ => false,
        };
        if is_over {
            self.grasp = Grasp::Spent;
        }
    }

    fn press(&mut self, program: &Program, lens: &Lens, pointer: &Pointer) {
        let under = self.under(program, lens, pointer.at);
        self.grasp = match under {
            Under::Thing | Under::Grip(_) | Under::Limb | Under::Nothing if pointer.alt => {
                Grasp::View
            }
            _ => Grasp::Press {
                at: pointer.at,
                under,
            },
        };
    }

    fn under(&self, program: &Program, lens: &Lens, at: DVec2) -> Under {
        if let Some(handle) = Gizmo::of(program).and_then(|gizmo| gizmo.pick(lens, at)) {
            return Under::Handle(handle);
        }
        if program.tool == Tool::Joint && !self.joiner.waits() {
            if let Some(anchor) = AnchorDrag::at(program, lens, at) {
                return Under::Anchor(anchor);
            }
        }
        if program.tool == Tool::Select && program.session.playing {
            if let Some(pull) = PullDrag::at(program, lens, at) {
                return Under::Grip(pull);
            }
        }
        if program.tool == Tool::Pose && PullDrag::at(program, lens, at).is_some() {
            return Under::Limb;
        }
        if let Some(knob) = Knob::at(program, lens, at) {
            return Under::Knob(knob);
        }
        match is_empty(program, &hits_under(program, lens, at)) {
            true => Under::Nothing,
            false => Under::Thing,
        }
    }

    fn drag(&mut self, program: &mut Program, lens: &Lens, pointer: &Pointer) {
        if let Grasp::Press { at, under } = self.grasp {
            if at.distance(pointer.at) > DRAG_STARTS_PT {
                self.grasp = begin(program, lens, (at, under), pointer.shift);
            }
        }
        let options = program.tool_options;
        match &mut self.grasp {
            Grasp::Handle(drag) => drag.follow(lens, pointer, &options),
            Grasp::Anchor(anchor) => anchor.follow(lens, pointer, &options),
            Grasp::Pull(pull) => pull.follow(program, lens, pointer.at),
            Grasp::Pose(drag) => drag.follow(program, lens, pointer.at),
            Grasp::Knob(drag) => drag.follow(program, lens, pointer),
            Grasp::Open | Grasp::Press { .. } | Grasp::Frame { .. } => {}
            Grasp::View | Grasp::Spent => {}
        }
    }

    fn release(&mut self, program: &mut Program, lens: &Lens, pointer: &Pointer) {
        match std::mem::take(&mut self.grasp) {
            Grasp::Press {
                under: Under::Anchor(_) | Under::Knob(_),
                ..
            } => {}
            Grasp::Press { .. } if program.tool == Tool::Joint => {
                let hit = hits_under(program, lens, pointer.at).into_iter().next();
                self.joiner.click(program, lens, pointer.at, hit);
            }
            Grasp::Press { .. } if program.tool == Tool::Limits => {
                let looks = limits::look_at_part(program, lens, pointer.at);
                if !looks && is_empty(program, &hits_under(program, lens, pointer.at)) {
                    program.perform(Action::Select(Selection::default()));
                } else if !looks {
                    self.click(program, lens, pointer);
                }
            }
            Grasp::Press { .. } => self.click(program, lens, pointer),
            Grasp::Handle(drag) => drag.finish(program),
            Grasp::Knob(drag) => drag.finish(program),
            Grasp::Anchor(anchor) => anchor.finish(program),
            Grasp::Pose(drag) => drag.finish(program),
            Grasp::Pull(_) => {
                program.session.apply(&Input::Release);
            }
            Grasp::Frame { from } => {
                let mut selection = program.document.selection().clone();
                for id in ids_between(program, lens, [from, pointer.at]) {
                    selection.add(id);
                }
                program.perform(Action::Select(selection));
            }
            Grasp::Open | Grasp::View | Grasp::Spent => {}
        }
    }

    /// Selects what is under the pointer; at the same place again, what is behind.
    fn click(&mut self, program: &mut Program, lens: &Lens, pointer: &Pointer) {
        self.note_ground(program, lens, pointer.at);
        let ids = ids_under(program, lens, pointer.at);
        let mut selection = program.document.selection().clone();
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
        program.perform(Action::Select(selection));
    }

    fn next_behind(&self, ids: &[Id], at: DVec2, active: Option<Id>) -> Option<Id> {
        let (place, last) = self.last_click.unwrap_or((at, 0));
        let again = place.distance(at) <= SAME_PLACE_PT && active == Some(last);
        let known = ids.iter().position(|id| *id == last).filter(|_| again);
        let next = known.map_or(0, |index| (index + 1) % ids.len());
        ids.get(next).copied()
    }

    /// A click on an obstacle, or on a body before one, says where new things go.
    fn note_ground(&mut self, program: &Program, lens: &Lens, at: DVec2) {
        let hits = hits_under(program, lens, at);
        let ground = hits
            .iter()
            .find(|hit| matches!(hit.owner, ColliderId::Obstacle(_)));
        if let Some(hit) = ground {
            self.clicked_ground = Some(rounded(hit.point));
        }
    }

    fn hover(&mut self, program: &Program, lens: &Lens, pointer: &Pointer) {
        (self.lit, self.lit_knob, self.hovered) = (None, None, None);
        let is_free = matches!(self.grasp, Grasp::Open) && pointer.over_stage;
        if is_free {
            self.lit = Gizmo::of(program).and_then(|gizmo| gizmo.pick(lens, pointer.at));
            self.lit_knob = Knob::at(program, lens, pointer.at);
            if self.lit.is_none() && self.lit_knob.is_none() {
                self.hovered = ids_under(program, lens, pointer.at).first().copied();
            }
        }
    }

    /// Takes a key if it belongs to what the hand does; true if it did.
    pub fn take_key(&mut self, program: &mut Program, lens: &Lens, key: Key) -> bool {
        match &mut self.grasp {
            Grasp::Handle(drag) => match key {
                Key::Character(character) => drag.type_character(character),
                Key::Erase => drag.erase(),
                Key::Enter => {
                    if let Grasp::Handle(drag) = std::mem::replace(&mut self.grasp, Grasp::Spent) {
                        drag.finish(program);
                    }
                }
                Key::Escape => {
                    program.perform(Action::Abort);
                    self.grasp = Grasp::Spent;
                }
                Key::Other => {}
            },
            Grasp::Pose(drag) if key == Key::Escape => {
                drag.take_back(program);
                self.grasp = Grasp::Spent;
            }
            // Other keys do what they always do: P pins what is pulled.
            Grasp::Pull(_) if key == Key::Escape => {
                program.session.apply(&Input::Release);
                self.grasp = Grasp::Spent;
            }
            Grasp::Knob(drag) => match key {
                Key::Character(character) => drag.type_character(program, character),
                Key::Erase => drag.erase(program),
                Key::Enter => {
                    if let Grasp::Knob(drag) = std::mem::replace(&mut self.grasp, Grasp::Spent) {
                        drag.finish(program);
                    }
                }
                Key::Escape => {
                    program.perform(Action::Abort);
                    self.grasp = Grasp::Spent;
                }
                Key::Other => {}
            },
            Grasp::Anchor(_) | Grasp::Frame { .. } => {
                if key == Key::Escape {
                    self.grasp = Grasp::Spent;
                }
            }
            _ if self.joiner.waits() && key == Key::Escape => self.joiner.step_back(),
            _ if self.joiner.waits() && key == Key::Enter => {
                self.joiner.confirm(program, lens, self.at);
            }
            _ => return false,
        }
        true
    }

    /// Notes what is hovered and what is shown as moved.
    pub fn mark(&self, marks: &mut Marks) {
        marks.hovered = self.hovered;
        if let Grasp::Handle(drag) = &self.grasp {
            marks.preview = drag.preview();
        }
    }

    /// Where new things go: where an obstacle was clicked, while that is in view, else
    /// the ground in the middle of the view, m.
    pub fn place(&self, program: &Program, lens: &Lens) -> DVec3 {
        let clicked = self.clicked_ground.filter(|place| lens.shows(*place));
        clicked.unwrap_or_else(|| ground_in_view(program, lens))
    }

    /// Bounds of what is selected.
    pub fn selected_bounds(&self, program: &Program) -> Option<Bounds> {
        bounds_of(program, program.document.selection().ids())
    }

    /// Draws handles, marks and hints over the stage.
    pub fn draw(&self, list: &mut DrawList, program: &Program, lens: &Lens, theme: Theme) {
        self.draw_marks(list, program, lens);
        match &self.grasp {
            Grasp::Handle(drag) => {
                let gizmo = drag.gizmo();
                gizmo.draw(list, lens, Some(drag.handle));
                let below = lens.project(gizmo.middle).unwrap_or(self.at);
                let below = below + DVec2::Y * READ_OUT_DROP_PT;
                let in_sight = lens.within_stage(below, READ_OUT_MARGIN_PT);
                list.labels.push(Label {
                    at: to_view(lens.on_glass(in_sight)),
                    text: drag.read_out(),
                    color: axis::HELD,
                });
            }
            Grasp::Frame { from } => self.draw_frame(list, lens, *from),
            Grasp::Anchor(anchor) => draw_mark(list, lens, anchor.to, MARK_PT.1, axis::HELD),
            Grasp::Knob(drag) => self.draw_limit(list, program, lens, theme, drag),
            _ => {
                if let Some(gizmo) = Gizmo::of(program) {
                    gizmo.draw(list, lens, self.lit);
                }
                limits::draw(list, program, lens, theme, self.lit_knob);
            }
        }
        if let Some(first) = self.joiner.first_point(program) {
            draw_mark(list, lens, first, MARK_PT.1, axis::HELD);
            let way = [first, lens.on_glass(self.at)];
            list.lines.push(on_top(&way, axis::HELD, 1.5));
        }
        if let Some(hint) = self.hint(program) {
            list.labels.push(Label {
                at: to_view(lens.on_glass(lens.foot() - DVec2::Y * HINT_LIFT_PT)),
                text: hint.into(),
                color: theme.stage().ink,
            });
        }
    }

    fn hint(&self, program: &Program) -> Option<&'static str> {
        match &self.grasp {
            Grasp::Handle(_) => Some("Type the exact amount. Ctrl: steps on or off. Esc: back"),
            Grasp::Pull(_) => Some("Wheel: farther or nearer. P: pin it here. Esc: let go"),
            Grasp::Pose(_) => Some("Joints and limits hold. Esc: back"),
            Grasp::Knob(_) => Some("Type the exact angle. Ctrl: this side alone. Esc: back"),
            Grasp::Anchor(_) => Some("Both sides move. Alt: this side alone. Esc: back"),
            _ if self.joiner.waits() => {
                Some("Click the other thing where the joint goes. Enter: the world. Esc: back")
            }
            _ if program.tool == Tool::Joint => {
                Some("Click the first thing to join, or drag the anchor of a selected joint")
            }
            _ if program.tool == Tool::Limits => Some(limits::hint(program)),
            _ if program.tool == Tool::Pose => {
                Some("Drag a limb. Pinned parts stay where they are")
            }
            _ => None,
        }
    }

    /// The limit that is dragged, and the same on the other side.
    fn draw_limit(
        &self,
        list: &mut DrawList,
        program: &Program,
        lens: &Lens,
        theme: Theme,
        drag: &LimitDrag,
    ) {
        let simulation = &program.session.simulation;
        let state = simulation.world.state();
        let twin = drag.twin(program);
        let dial = twin.and_then(|twin| Dial::of(simulation, state, twin, Some(lens)));
        if let Some(dial) = dial {
            dial.draw(list, theme, Some(drag.numbers()));
        }
        limits::draw(list, program, lens, theme, Some(drag.knob()));
        let above = self.at - DVec2::Y * READ_OUT_RISE_PT;
        list.labels.push(Label {
            at: to_view(lens.on_glass(above)),
            text: drag.read_out(),
            color: theme.stage().ink,
        });
    }

    fn draw_marks(&self, list: &mut DrawList, program: &Program, lens: &Lens) {
        let selection = program.document.selection();
        for joint in marked_joints(program) {
            let strong = selection.contains(joint.id) || self.hovered == Some(joint.id);
            let half = if strong { MARK_PT.1 } else { MARK_PT.0 };
            list.lines.push(on_top(&joint.anchors, mark::PULL, 1.0));
            for anchor in joint.anchors {
                draw_mark(list, lens, anchor, half, mark::SELECTED);
            }
        }
        let model = program.session.simulation.world.model();
        let map = &program.session.simulation.map;
        let parts = selection
            .ids()
            .iter()
            .filter_map(|id| map.obstacles.get(id));
        let planes = parts.map(|parts| &model.obstacles[parts.start]);
        for plane in planes.filter(|o| Some(o.position.y) == floor_height(model)) {
            let sides = [DVec3::X, DVec3::Z].map(|side| plane.orientation * side);
            let frame = square(plane.position, sides, FLOOR_MARK_M);
            list.lines.push(on_top(&frame, mark::SELECTED, 2.0));
        }
    }

    fn draw_frame(&self, list: &mut DrawList, lens: &Lens, from: DVec2) {
        let (a, b) = (from, self.at);
        let corners = [a, DVec2::new(b.x, a.y), b, DVec2::new(a.x, b.y), a];
        let corners = corners.map(|corner| lens.on_glass(corner));
        list.lines.push(on_top(&corners, mark::SELECTED, 1.5));
    }
}

/// What a press becomes when the pointer has moved.
fn begin(program: &mut Program, lens: &Lens, (at, under): (DVec2, Under), shift: bool) -> Grasp {
    match under {
        Under::Handle(handle) => {
            let drag = Drag::begin(program, lens, handle, at);
            drag.map_or(Grasp::Spent, |drag| Grasp::Handle(Box::new(drag)))
        }
        Under::Anchor(anchor) => {
            super::go_to_start(program);
            let anchor = anchor.found_again(program);
            anchor.map_or(Grasp::Spent, Grasp::Anchor)
        }
        Under::Grip(pull) => Grasp::Pull(pull.begin(program, lens)),
        Under::Limb => {
            let drag = PoseDrag::begin(program, lens, at);
            drag.map_or(Grasp::Spent, |drag| Grasp::Pose(Box::new(drag)))
        }
        Under::Knob(knob) => {
            let drag = LimitDrag::begin(program, lens, knob, at);
            drag.map_or(Grasp::Spent, |drag| Grasp::Knob(Box::new(drag)))
        }
        Under::Nothing if shift && program.tool != Tool::Joint => Grasp::Frame { from: at },
        Under::Nothing | Under::Thing => Grasp::View,
    }
}

fn draw_mark(
    list: &mut DrawList,
    lens: &Lens,
    at: DVec3,
    half_pt: f64,
    color: crate::view::theme::Rgba,
) {
    let [right, up] = lens.right_up();
    let turned = [right + up, up - right];
    let half = lens.metres_per_point(at) * half_pt * std::f64::consts::FRAC_1_SQRT_2;
    list.lines
        .push(on_top(&square(at, turned, half), color, 2.0));
}
