//! A drag of a knob: the limit follows the pointer about its axis, and the running
//! scene follows the limit.

use super::drag::Typed;
use super::limits::{End, Knob};
use super::Pointer;
use super::{document, simulation, ToolHost};
use crate::app::action::Action;
use crate::app::action::Limb;
use crate::app::action::ToolOptions;
use crate::app::geometry::{along_axis, angle_about, nearest_turn, on_plane, snapped};
use crate::app::stage::{limit_of, numbers_of, ragdoll_of, Arc, Numbers};
use crate::editor::limits::{edit, twin, AngleFrame, Cell, Shown};
use crate::editor::{of_axis, Command, Item};
use crate::physics::{self, Frame};
use crate::scene::range::{self, degrees as to_degrees};
use crate::scene::{Axis, Constraint, ConstraintKind, Ragdoll};
use crate::view::stage_camera::StageCamera;
use glam::{DVec2, DVec3};

/// An arc that leans so little to the line of sight is turned like a wheel seen from
/// the side.
const EDGE_ON: f64 = 0.15;
/// Finest step of a drag, degrees.
const STEP_DEG: f64 = 0.1;
/// Label in the history.
const LABEL: &str = "Limit";

/// What is changed, as it was when the drag began.
#[derive(Debug, Clone)]
enum Target {
    Part {
        ragdoll: Ragdoll,
        part: String,
    },
    Joint {
        constraint: Constraint,
        twist_axis: usize,
    },
}

/// A drag of a knob.
#[derive(Debug, Clone)]
pub(super) struct LimitDrag {
    knob: Knob,
    target: Target,
    numbers: Numbers,
    /// The arc as it was: what counts is how far the pointer goes about it, however the
    /// limb moves meanwhile.
    arc: Arc,
    /// For an arc seen from its edge: 1 where the knob is in front, −1 behind.
    edge_side: Option<f64>,
    /// Angle of the pointer at the beginning, rad.
    from: f64,
    /// Its angle now, with whole turns, rad.
    to: f64,
    typed: Typed,
    /// Whether the other side is left alone.
    one_side: bool,
    /// The limit now, degrees, and whether it is changed on the other side too.
    now: (f64, bool),
}

impl LimitDrag {
    /// Takes hold of a knob at a point of the window.
    pub(super) fn begin(
        host: &mut dyn ToolHost,
        camera: &StageCamera,
        knob: Knob,
        at: DVec2,
    ) -> Option<LimitDrag> {
        let arc = knob.arc(host, camera)?;
        let target = Target::of(host, knob.joint)?;
        let angle = knob.angle(&arc);
        let edge_side = edge_side(&arc, camera, angle);
        let first = angle_at(&arc, edge_side, camera, at)?;
        let map = &simulation(host).map;
        let numbers = numbers_of(map, knob.joint, host.workbench().limits.shown.frame);
        host.perform(Action::Begin(LABEL.into()));
        Some(LimitDrag {
            knob,
            target,
            numbers,
            arc,
            edge_side,
            from: first,
            to: first,
            typed: Typed::default(),
            one_side: false,
            now: (to_degrees(angle), false),
        })
    }

    /// Follows the pointer; Ctrl leaves the other side alone.
    pub(super) fn follow(
        &mut self,
        host: &mut dyn ToolHost,
        camera: &StageCamera,
        pointer: &Pointer,
    ) {
        if let Some(angle) = angle_at(&self.arc, self.edge_side, camera, pointer.at) {
            self.to = match self.edge_side {
                Some(_) => angle,
                None => nearest_turn(angle, self.to),
            };
        }
        self.one_side = pointer.ctrl;
        self.apply(host);
    }

    /// Lets the document follow.
    fn apply(&mut self, host: &mut dyn ToolHost) {
        let both = host.workbench().limits.mirror && !self.one_side && self.target.has_twin();
        let now = (self.degrees(&host.workbench().options), both);
        if self.now != now {
            self.now = now;
            let item = self.target.changed(self.arc.index, self.end(), now);
            host.perform(Action::Change(Command::replace(item, LABEL)));
        }
    }

    /// The limit that pointer or keys ask for, degrees.
    fn degrees(&self, options: &ToolOptions) -> f64 {
        let way = self.to - self.from;
        let reached = to_degrees(self.knob.angle(&self.arc) + way);
        let typed = self.typed.value();
        let wanted = match (typed, way == 0.0) {
            (Some(number), _) => self.numbers.sign(self.arc.index) * number,
            (None, true) => reached,
            (None, false) if options.snap => snapped(reached, options.snap_deg),
            (None, false) => rounded(reached),
        };
        let most = self.target.most_deg();
        wanted.clamp(-most, most)
    }

    /// The end that moves: of a locked axis the one that opens it.
    fn end(&self) -> End {
        let start = to_degrees(self.arc.min);
        match self.knob.end {
            End::Either if self.now.0 < start => End::Min,
            End::Either => End::Max,
            end => end,
        }
    }

    /// Takes a typed character; a number is the limit as it is shown.
    pub(super) fn type_character(&mut self, host: &mut dyn ToolHost, character: char) {
        self.typed.push(character);
        self.apply(host);
    }

    /// Takes the last typed character back.
    pub(super) fn erase(&mut self, host: &mut dyn ToolHost) {
        self.typed.erase();
        self.apply(host);
    }

    /// Leaves the limit as it is now, as one step.
    pub(super) fn finish(self, host: &mut dyn ToolHost) {
        host.perform(Action::Commit);
    }

    /// The knob that is held, for drawing.
    pub(super) fn knob(&self) -> Knob {
        Knob {
            end: self.end(),
            ..self.knob
        }
    }

    /// Place in the model of the limit on the other side, if it changes too.
    pub(super) fn twin(&self, host: &dyn ToolHost) -> Option<usize> {
        let Target::Part { ragdoll, part } = &self.target else {
            return None;
        };
        let limb = Limb {
            ragdoll: ragdoll.id,
            part: twin(part).filter(|_| self.now.1)?,
        };
        limit_of(simulation(host), &limb)
    }

    /// How the numbers of the joint are written.
    pub(super) fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// What is to be read while dragging.
    pub(super) fn read_out(&self) -> String {
        let text = self.numbers.text(self.arc.index, self.now.0.to_radians());
        let sides = match (self.target.has_twin(), self.now.1) {
            (true, true) => ", both sides",
            (true, false) => ", this side only",
            (false, _) => "",
        };
        match self.typed.text() {
            "" => format!("{text}{sides}"),
            typed => format!("{text}{sides}  [{typed}]"),
        }
    }
}

fn rounded(degrees: f64) -> f64 {
    (degrees / STEP_DEG).round() / (1.0 / STEP_DEG)
}

/// On which side of an arc seen from its edge an angle is; none for one seen well.
fn edge_side(arc: &Arc, camera: &StageCamera, angle: f64) -> Option<f64> {
    let towards_eye = towards_eye(arc, camera);
    let is_edge_on = arc.axis.dot(towards_eye).abs() < EDGE_ON;
    is_edge_on.then(|| 1.0_f64.copysign(arc.direction(angle).dot(towards_eye)))
}

fn towards_eye(arc: &Arc, camera: &StageCamera) -> DVec3 {
    (camera.eye() - arc.middle).normalize_or(DVec3::Z)
}

/// The angle that a point of the window shows on an arc, rad.
fn angle_at(arc: &Arc, edge_side: Option<f64>, camera: &StageCamera, at: DVec2) -> Option<f64> {
    let ray = camera.ray(at);
    match edge_side {
        Some(side) => {
            let rim = arc
                .axis
                .cross(towards_eye(arc, camera))
                .normalize_or(DVec3::X);
            Some(side * along_axis(ray, arc.middle, rim)? / arc.radius)
        }
        None => {
            let arm = on_plane(ray, arc.middle, arc.axis)? - arc.middle;
            Some(angle_about(arc.axis, arc.zero, arm))
        }
    }
}

impl Target {
    /// What of the document a limit of the model comes from.
    fn of(host: &dyn ToolHost, joint: usize) -> Option<Target> {
        let simulation = simulation(host);
        let scene = document(host).scene();
        let built = simulation.world.model().constraints.get(joint)?;
        let Some(map) = ragdoll_of(&simulation.map, joint) else {
            let twist_axis = match built {
                physics::Constraint::AngleLimit(limit) => limit.twist_axis,
                _ => 0,
            };
            let constraint = scene.constraints.get(joint)?.clone();
            return Some(Target::Joint {
                constraint,
                twist_axis,
            });
        };
        let physics::Constraint::AngleLimit(limit) = built else {
            return None;
        };
        let Frame::Body(child) = limit.child else {
            return None;
        };
        let part = map.parts.get(child.checked_sub(map.bodies.start)?)?;
        let ragdoll = scene.ragdolls.iter().find(|r| r.id == map.id)?;
        Some(Target::Part {
            ragdoll: ragdoll.clone(),
            part: (*part).into(),
        })
    }

    /// How far its limits go at most, degrees.
    fn most_deg(&self) -> f64 {
        match self {
            Target::Joint {
                constraint:
                    Constraint {
                        kind: ConstraintKind::Hinge(hinge),
                        ..
                    },
                ..
            } if hinge.counts_turns() => range::TURN.max,
            _ => range::ANGLE.max,
        }
    }

    fn has_twin(&self) -> bool {
        matches!(self, Target::Part { part, .. } if twin(part).is_some())
    }

    /// The same with another limit, degrees; of a part on both sides if asked for.
    fn changed(&self, axis: Option<usize>, end: End, (degrees, both): (f64, bool)) -> Item {
        match self {
            Target::Part { ragdoll, part } => {
                let axis = axis.unwrap_or(0);
                Item::Ragdoll(changed_part(ragdoll, part, (axis, end), degrees, both))
            }
            Target::Joint {
                constraint,
                twist_axis,
            } => {
                let mut constraint = constraint.clone();
                change_joint(&mut constraint.kind, *twist_axis, (axis, end), degrees);
                Item::Constraint(constraint)
            }
        }
    }
}

/// The ragdoll with another limit of a part, and the mirror image of the change on the
/// other side.
fn changed_part(
    ragdoll: &Ragdoll,
    part: &str,
    (axis, end): (usize, End),
    degrees: f64,
    both: bool,
) -> Ragdoll {
    let engine = Shown {
        frame: AngleFrame::Engine,
        ..Shown::default()
    };
    let cell = match end {
        End::Min => Cell::Min(axis),
        End::Max | End::Either => Cell::Max(axis),
    };
    edit(ragdoll, part, cell, degrees, engine, both)
}

/// A bound that passes the other one takes it along.
fn change_joint(
    kind: &mut ConstraintKind,
    twist_axis: usize,
    (axis, end): (Option<usize>, End),
    degrees: f64,
) {
    match (kind, axis) {
        (ConstraintKind::AngleLimit(limit), Some(axis)) => {
            let bounds = [&mut limit.limit_min_deg, &mut limit.limit_max_deg];
            let [min, max] = bounds.map(|bound| of_axis(bound.each_mut(), axis));
            (*min, *max) = match end {
                End::Min => (degrees, max.max(degrees)),
                End::Max | End::Either => (min.min(degrees), degrees),
            };
            // The widest axis may be another one now, and the angles keep their meaning.
            limit.twist_axis = Some(of_axis([Axis::X, Axis::Y, Axis::Z], twist_axis));
        }
        (ConstraintKind::Hinge(hinge), None) => {
            let (min, max) = (&mut hinge.limit_min_deg, &mut hinge.limit_max_deg);
            (*min, *max) = match end {
                End::Min => (Some(degrees), max.map(|max| max.max(degrees))),
                End::Max | End::Either => (min.map(|min| min.min(degrees)), Some(degrees)),
            };
        }
        _ => {}
    }
}
