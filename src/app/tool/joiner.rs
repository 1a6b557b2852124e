//! Joining two things by pointing: the first thing, then the second at the point
//! where the joint is to be.

use super::go_to_start;
use super::grip::{gap_to, grip_at, has_axes, moved, orientation_of, point_of, same_thing};
use super::{document, simulation, ToolHost};
use crate::app::action::Action;
use crate::app::action::NewJoint;
use crate::app::geometry::on_plane;
use crate::app::pick::Hit;
use crate::editor::{Command, Things};
use crate::lab::Simulation;
use crate::scene::{
    ConstraintKind, Distance, Fixed, Grip, Guide, GuideShape, Hinge, Pin, Slider, Universal,
};
use crate::view::stage_camera::StageCamera;
use glam::{DQuat, DVec2, DVec3};

/// Anchors that are nearer to each other are at one place, m.
const CLOSED_M: f64 = 1e-3;

/// A joint that holds a body from farther outside than this is asked about first, m.
const FAR_M: f64 = 0.1;

/// What has been pointed at so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Joiner {
    first: Option<Grip>,
    far: Option<Far>,
}

/// A second thing that is far from the first one.
#[derive(Debug, Clone, PartialEq)]
struct Far {
    second: Grip,
    /// From a body to the joint, m.
    gap_m: f64,
}

impl Joiner {
    /// Whether the second thing is to be pointed at.
    pub(super) fn waits(&self) -> bool {
        self.first.is_some()
    }

    /// Forgets the last thing.
    pub(super) fn step_back(&mut self) {
        if self.far.take().is_none() {
            self.first = None;
        }
    }

    /// What can be done now, and what Enter does.
    pub(super) fn hint(&self, kind: NewJoint) -> String {
        let word = kind.word().to_lowercase();
        if let Some(far) = &self.far {
            return format!(
                "The joint would be {:.2} m outside of the other body. Enter, or click again: {word} \
                 all the same. Click another point. Esc: cancel",
                far.gap_m
            );
        }
        let enter = match kind {
            NewJoint::Rod | NewJoint::Rope => {
                format!("{word} from the marked point to the world at the pointer")
            }
            _ => format!("{word} to the world at the marked point"),
        };
        format!("Click the second body at the joint position. Enter: {enter}. Esc: cancel")
    }

    /// Where the first thing was pointed at, m.
    pub(super) fn first_point(&self, host: &dyn ToolHost) -> Option<DVec3> {
        point_of(simulation(host), self.first.as_ref()?)
    }

    /// A click on something or, without a hit, on the sky.
    pub(super) fn click(
        &mut self,
        host: &mut dyn ToolHost,
        camera: &StageCamera,
        at: DVec2,
        hit: Option<Hit>,
    ) {
        let grip = hit.and_then(|hit| grip_at(simulation(host), hit));
        go_to_start(host);
        let far = self.far.take();
        match (self.first.take(), grip) {
            (None, grip) => self.first = grip,
            (Some(first), Some(second)) if same_thing(&first, &second) => {
                self.first = Some(second);
            }
            (Some(first), Some(second)) => {
                let is_again = far.is_some_and(|far| same_thing(&far.second, &second));
                self.join_unless_far(host, camera, (first, second), is_again);
            }
            (Some(first), None) => self.join_to_world(host, camera, at, first),
        }
    }

    /// Joins two things, or asks first if one of them is far from the joint.
    fn join_unless_far(
        &mut self,
        host: &mut dyn ToolHost,
        camera: &StageCamera,
        (first, second): (Grip, Grip),
        is_confirmed: bool,
    ) {
        // Of the others one side may well be far away.
        let gap_m = match host.workbench().options.joint {
            NewJoint::Pin | NewJoint::Hinge | NewJoint::Universal => {
                widest_gap(simulation(host), &first, &second)
            }
            _ => 0.0,
        };
        if gap_m > FAR_M && !is_confirmed {
            (self.first, self.far) = (Some(first), Some(Far { second, gap_m }));
        } else {
            join(host, camera, first, second);
        }
    }

    /// Joins the first thing to the second one that is far away, or else to the world.
    pub(super) fn confirm(&mut self, host: &mut dyn ToolHost, camera: &StageCamera, at: DVec2) {
        let Some(first) = self.first.take() else {
            return;
        };
        go_to_start(host);
        match self.far.take() {
            Some(far) => join(host, camera, first, far.second),
            None => self.join_to_world(host, camera, at, first),
        }
    }

    /// The point of the world is in the plane of the view through the first one.
    fn join_to_world(
        &mut self,
        host: &mut dyn ToolHost,
        camera: &StageCamera,
        at: DVec2,
        first: Grip,
    ) {
        if let Grip::World(_) = first {
            self.first = Some(first);
            return;
        }
        if let Some(point) = point_of(simulation(host), &first) {
            let beside = on_plane(camera.ray(at), point, camera.forward()).unwrap_or(point);
            join(host, camera, first, Grip::World(beside.to_array()));
        }
    }
}

fn join(host: &mut dyn ToolHost, camera: &StageCamera, first: Grip, second: Grip) {
    let kind = host.workbench().options.joint;
    let made = match kind {
        NewJoint::Rod | NewJoint::Rope => apart(simulation(host), kind, first, second),
        NewJoint::Pin
        | NewJoint::Hinge
        | NewJoint::Fixed
        | NewJoint::Slider
        | NewJoint::Universal
        | NewJoint::Line
        | NewJoint::Plane => {
            let sight = camera.forward();
            closed(simulation(host), (kind, sight), first, second)
        }
    };
    match made {
        Ok(made) => {
            let things = Things::constraint(document(host).scene(), made);
            host.perform(Action::Edit(Command::Insert(things, kind.word())));
        }
        Err(reason) => host.fail(reason),
    }
}

/// A joint that holds two anchors together: at the point of the second thing, or at
/// that of the first if the second is the world. `sight`: the way one looks.
fn closed(
    simulation: &Simulation,
    (kind, sight): (NewJoint, DVec3),
    first: Grip,
    second: Grip,
) -> Result<ConstraintKind, String> {
    let missing = || "cannot join: a body is not simulated; press Reset and try again".to_string();
    let point = meeting(simulation, [&first, &second]).ok_or_else(missing)?;
    let sides = [&first, &second].map(|grip| moved(simulation, grip, point));
    let [a, b] = match kind {
        NewJoint::Line | NewJoint::Plane => carrier_first(simulation, sides)?,
        _ => sides,
    };
    let [on_a, on_b] = [&a, &b].map(|grip| point_of(simulation, grip).unwrap_or(point));
    if on_a.distance(on_b) > CLOSED_M {
        let kind = kind.word().to_lowercase();
        return Err(format!(
            "a {kind} needs a common point, but these bodies are apart; move one to the other, \
             or join them with a rod or a rope"
        ));
    }
    Ok(match kind {
        NewJoint::Hinge => {
            let axis = own_axis(simulation, [&a, &b], sight).to_array();
            ConstraintKind::Hinge(Hinge::new(a, b, axis))
        }
        NewJoint::Universal => {
            let axis = own_axis(simulation, [&a, &b], sight);
            let cross_axis = across(axis, own_axis(simulation, [&a, &b], DVec3::Y));
            let axes = [axis, cross_axis].map(|axis| axis.to_array());
            ConstraintKind::Universal(Universal::new(a, b, axes[0], axes[1]))
        }
        NewJoint::Fixed => ConstraintKind::Fixed(Fixed {
            a,
            b,
            rest: None,
            strength: 1.0,
        }),
        NewJoint::Slider => {
            let axis = own_axis(simulation, [&a, &b], DVec3::Y).to_array();
            ConstraintKind::Slider(Slider::new(a, b, axis))
        }
        NewJoint::Line => {
            let axis = own_axis(simulation, [&a, &b], sight.cross(DVec3::Y)).to_array();
            ConstraintKind::Guide(Guide::new(a, b, GuideShape::Line, axis))
        }
        NewJoint::Plane => {
            let axis = own_axis(simulation, [&a, &b], sight).to_array();
            ConstraintKind::Guide(Guide::new(a, b, GuideShape::Plane, axis))
        }
        NewJoint::Pin | NewJoint::Rod | NewJoint::Rope => ConstraintKind::Pin(Pin::new(a, b)),
    })
}

/// Where a joint holds two things together: at the second one, unless that is the world.
fn meeting(simulation: &Simulation, [first, second]: [&Grip; 2]) -> Option<DVec3> {
    let last = match second {
        Grip::World(_) => first,
        _ => second,
    };
    // A particle is only where it is, and a stick only along its line.
    let meeting = [first, second]
        .into_iter()
        .find(|grip| matches!(grip, Grip::Particle(_)))
        .unwrap_or(last);
    let mut point = point_of(simulation, meeting)?;
    for grip in [first, second] {
        point = point_of(simulation, &moved(simulation, grip, point))?;
    }
    Some(point)
}

/// How far a joint of two things would be outside of the one that is farther away, m.
fn widest_gap(simulation: &Simulation, first: &Grip, second: &Grip) -> f64 {
    let point = meeting(simulation, [first, second]);
    let gap = |grip| point.map_or(0.0, |point| gap_to(simulation, grip, point));
    gap(first).max(gap(second))
}

/// The sides of a guide, that which carries the line or plane first: the world, or else the
/// first that has axes of its own.
fn carrier_first(simulation: &Simulation, [a, b]: [Grip; 2]) -> Result<[Grip; 2], String> {
    match (&a, &b) {
        (_, Grip::World(_)) => Ok([b, a]),
        _ if has_axes(simulation, &a) => Ok([a, b]),
        _ if has_axes(simulation, &b) => Ok([b, a]),
        _ => Err(
            "a line or plane needs a body with an orientation; join to a rigid body or to the \
             world"
                .into(),
        ),
    }
}

/// An axis across another: the wanted one, if it is not along it.
fn across(axis: DVec3, wanted: DVec3) -> DVec3 {
    let across = wanted.reject_from_normalized(axis.normalize_or(DVec3::X));
    match across.length() > 0.1 {
        true => across.normalize(),
        false => axis.any_orthogonal_vector().normalize_or(DVec3::Y),
    }
}

/// Axis of a new joint in the frame of its first side: of the own axes of that body, or
/// of the second one where the first is the world, the one nearest to a line. So it lies along
/// the body, however that is turned. A hinge about the line of sight turns in the picture.
fn own_axis(simulation: &Simulation, [a, b]: [&Grip; 2], line: DVec3) -> DVec3 {
    let nearest = |turn: DQuat| nearest_axis(turn.conjugate() * line);
    match a {
        Grip::World(_) => {
            let turn = orientation_of(simulation, b);
            turn * nearest(turn)
        }
        _ => nearest(orientation_of(simulation, a)),
    }
}

/// The axis nearest to a line.
fn nearest_axis(line: DVec3) -> DVec3 {
    let far = line.abs();
    if far.y > far.x.max(far.z) {
        DVec3::Y
    } else if far.x > far.z {
        DVec3::X
    } else {
        DVec3::Z
    }
}

/// A rod or a rope between two points that are apart.
fn apart(
    simulation: &Simulation,
    kind: NewJoint,
    a: Grip,
    b: Grip,
) -> Result<ConstraintKind, String> {
    let ends = [&a, &b].map(|grip| point_of(simulation, grip));
    let length = match ends {
        [Some(a), Some(b)] => a.distance(b),
        _ => return Err("cannot join: a body is not simulated; press Reset and try again".into()),
    };
    if length < CLOSED_M {
        let kind = kind.word().to_lowercase();
        return Err(format!(
            "a {kind} needs two different points; click another point"
        ));
    }
    Ok(ConstraintKind::Distance(Distance {
        min_m: (kind == NewJoint::Rod).then_some(length),
        max_m: Some(length),
        ..Distance::new(a, b)
    }))
}
