//! Joints: of another kind, or broken.

use super::motion::{numbers, rotation_of};
use super::Edit;
use crate::compile::compile;
use crate::editor::error::EditError;
use crate::editor::item::Item;
use crate::editor::references::{gripped, grips};
use crate::physics;
use crate::physics::constraint::ConstraintRows;
use crate::scene::{
    Constraint, ConstraintKind, Distance, Fixed, Grip, Guide, GuideShape, Hinge, Id, Pin, Scene,
    Serial, SerialAxis, Slider, Universal,
};
use glam::{DQuat, DVec3};
use std::collections::BTreeSet;

/// The kinds that a joint can be changed to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum JointKind {
    /// Ball joint.
    Pin,
    /// Pin that turns about this axis in the frame of the parent.
    Hinge([f64; 3]),
    /// Weld.
    Fixed,
    /// What slides along this axis in the frame of the parent.
    Slider([f64; 3]),
    /// What turns about these two axes in the frame of the parent.
    Universal([f64; 3], [f64; 3]),
    /// Rod as long as the anchors are apart.
    Rod,
    /// Rope as long as the anchors are apart.
    Rope,
    /// What stays on a line along this axis in the frame of the parent.
    Guide([f64; 3]),
}

impl JointKind {
    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            JointKind::Pin => "pin",
            JointKind::Hinge(_) => "hinge",
            JointKind::Fixed => "weld",
            JointKind::Slider(_) => "slider",
            JointKind::Universal(..) => "universal joint",
            JointKind::Rod => "rod",
            JointKind::Rope => "rope",
            JointKind::Guide(_) => "guide",
        }
    }
}

impl Edit<'_> {
    /// Makes a joint one of another kind with the same anchors and strength.
    pub(super) fn set_joint_kind(&mut self, id: Id, kind: JointKind) -> Result<(), EditError> {
        let constraint = joint(self.scene, id)?.clone();
        let Some([a, b]) = grips(&constraint.kind).map(|grips| grips.map(Clone::clone)) else {
            let title = Item::Constraint(constraint).title();
            let reason = "a stick or limit does not join two points";
            return Err(EditError::refused(title, reason, "choose a joint"));
        };
        let apart = match kind {
            JointKind::Rod | JointKind::Rope => anchors_apart(self.scene, id)?,
            _ => 0.0,
        };
        let changed = Constraint {
            kind: of_kind(kind, [a, b], &constraint.kind, apart),
            ..constraint
        };
        self.put(Item::Constraint(changed))
    }

    /// Swaps the two sides of a joint; what is measured from the first one is measured
    /// from the other then, so that the scene moves as before.
    pub(super) fn swap_joint(&mut self, id: Id) -> Result<(), EditError> {
        let mut constraint = joint(self.scene, id)?.clone();
        match &mut constraint.kind {
            ConstraintKind::Stick(stick) => std::mem::swap(&mut stick.a, &mut stick.b),
            ConstraintKind::Distance(rod) => std::mem::swap(&mut rod.a, &mut rod.b),
            ConstraintKind::Pin(pin) => {
                pin.drive = pin.drive.seen_from_child();
                std::mem::swap(&mut pin.a, &mut pin.b);
            }
            ConstraintKind::Fixed(weld) => {
                weld.rest = weld.rest.map(|rest| numbers(rotation_of(rest).inverse()));
                std::mem::swap(&mut weld.a, &mut weld.b);
            }
            ConstraintKind::Hinge(hinge) => {
                let from_a = rest_of(self.scene, id)?;
                hinge.axis = (from_a.inverse() * DVec3::from(hinge.axis)).to_array();
                hinge.rest = hinge.rest.map(|rest| numbers(rotation_of(rest).inverse()));
                let turned = |limit: Option<f64>| limit.map(|degrees| -degrees);
                (hinge.limit_min_deg, hinge.limit_max_deg) =
                    (turned(hinge.limit_max_deg), turned(hinge.limit_min_deg));
                hinge.start_deg = turned(hinge.start_deg);
                hinge.drive = hinge.drive.reversed();
                std::mem::swap(&mut hinge.a, &mut hinge.b);
            }
            ConstraintKind::Slider(slider) => {
                let from_a = rest_of(self.scene, id)?;
                // The first has slid the other way along it.
                slider.axis = (from_a.inverse() * -DVec3::from(slider.axis)).to_array();
                slider.rest = slider.rest.map(|rest| numbers(rotation_of(rest).inverse()));
                std::mem::swap(&mut slider.a, &mut slider.b);
            }
            ConstraintKind::Universal(cross) => {
                let from_a = rest_of(self.scene, id)?;
                let seen = |axis: [f64; 3]| (from_a.inverse() * DVec3::from(axis)).to_array();
                // Each side carries the axis that it carried, and turns the other way.
                (cross.axis, cross.cross_axis) = (seen(cross.cross_axis), seen(cross.axis));
                cross.rest = cross.rest.map(|rest| numbers(rotation_of(rest).inverse()));
                let turned = |limit: Option<[f64; 2]>| limit.map(|[one, other]| [-other, -one]);
                (cross.limit_min_deg, cross.limit_max_deg) =
                    (turned(cross.limit_max_deg), turned(cross.limit_min_deg));
                (cross.drive, cross.cross_drive) =
                    (cross.cross_drive.reversed(), cross.drive.reversed());
                std::mem::swap(&mut cross.a, &mut cross.b);
            }
            ConstraintKind::Serial(serial) => {
                let from_a = rest_of(self.scene, id)?;
                swap_serial(serial, from_a);
            }
            ConstraintKind::Gear(gear) => {
                std::mem::swap(&mut gear.a, &mut gear.b);
                gear.teeth.reverse();
                (gear.offset_deg, gear.offset_m) = (None, None);
            }
            ConstraintKind::Corner(corner) => std::mem::swap(&mut corner.a, &mut corner.b),
            ConstraintKind::Surface(_) | ConstraintKind::Guide(_) => {
                let reason = "surfaces and guides have no sides to swap";
                let remedy = "select another joint";
                return Err(EditError::refused(
                    Item::Constraint(constraint).title(),
                    reason,
                    remedy,
                ));
            }
            ConstraintKind::AngleLimit(_) => {
                let reason = "its three angles are measured in the frame of the parent";
                let remedy = "create a limit with the other parent";
                return Err(EditError::refused(
                    Item::Constraint(constraint).title(),
                    reason,
                    remedy,
                ));
            }
        }
        self.put(Item::Constraint(constraint))
    }

    /// Removes a joint and the angle limits between the same two bodies.
    pub(super) fn break_joint(&mut self, id: Id) -> Result<(), EditError> {
        let joint = joint(self.scene, id)?;
        let ends = holds(joint);
        let limits = |c: &&Constraint| {
            matches!(c.kind, ConstraintKind::AngleLimit(_))
                && grips(&joint.kind).is_some()
                && holds(c) == ends
        };
        let others: BTreeSet<Id> = (self.scene.constraints.iter().filter(limits))
            .map(|c| c.id)
            .collect();
        let mut gone = others.clone();
        gone.insert(id);
        self.remove(&gone)?;
        self.outcome
            .removed
            .retain(|removed| !others.contains(removed));
        self.outcome.also_removed.extend(others);
        Ok(())
    }
}

fn joint(scene: &Scene, id: Id) -> Result<&Constraint, EditError> {
    let what = "joint";
    let found = scene.constraints.iter().find(|c| c.id == id);
    found.ok_or(EditError::Missing { what, id })
}

/// The two things a constraint joins, with the names of parts, in any order.
fn holds(constraint: &Constraint) -> BTreeSet<(Id, String)> {
    use crate::scene::BodyRef;
    let of_ref = |body: &BodyRef| match body {
        BodyRef::Body(id) => (*id, String::new()),
        BodyRef::Part { ragdoll, part } => (*ragdoll, part.clone()),
    };
    let of_grip = |grip: &Grip| match grip {
        Grip::World(_) => (0, String::new()),
        Grip::Particle(id) | Grip::Stick { id, .. } | Grip::Body { id, .. } => (*id, String::new()),
        Grip::Part { ragdoll, part, .. } => (*ragdoll, part.clone()),
    };
    match &constraint.kind {
        ConstraintKind::AngleLimit(limit) => [of_ref(&limit.a), of_ref(&limit.b)].into(),
        kind => match grips(kind) {
            Some(grips) => grips.map(of_grip).into(),
            None => gripped(kind)
                .into_iter()
                .map(|id| (id, String::new()))
                .collect(),
        },
    }
}

/// Orientation of the second side of a joint with axes in the frame of the first at rest.
fn rest_of(scene: &Scene, id: Id) -> Result<DQuat, EditError> {
    let (world, _) = compile(scene)?;
    let place = scene.constraints.iter().position(|c| c.id == id);
    let built = place.and_then(|i| world.model().whole().constraints.get(i));
    Ok(match built {
        Some(physics::Constraint::Hinge(hinge)) => hinge.rest,
        Some(physics::Constraint::Slider(slider)) => slider.rest,
        Some(physics::Constraint::Universal(cross)) => cross.rest,
        Some(physics::Constraint::Serial(serial)) => serial.linkage.rest,
        _ => DQuat::IDENTITY,
    })
}

/// The same axes from the child to the parent; each turns and slides the other way. At the
/// coordinates 0 the two points are together, so that offsets are counted from the same place.
fn swap_serial(serial: &mut Serial, rest: DQuat) {
    let seen = |vector: [f64; 3]| (rest.inverse() * DVec3::from(vector)).to_array();
    let turned = |bounds: [Option<f64>; 2]| {
        let [min, max] = bounds.map(|bound| bound.map(|value| -value));
        [max, min]
    };
    serial.axes.reverse();
    for axis in &mut serial.axes {
        let direction = axis.direction_mut();
        *direction = seen(*direction);
        match axis {
            SerialAxis::Slide(slide) => {
                [slide.limit_min_m, slide.limit_max_m] =
                    turned([slide.limit_min_m, slide.limit_max_m]);
                slide.start_m = 0.0 - slide.start_m;
                slide.drive = slide.drive.reversed();
            }
            SerialAxis::Hinge(hinge) => {
                hinge.offset_m = seen(hinge.offset_m);
                [hinge.limit_min_deg, hinge.limit_max_deg] =
                    turned([hinge.limit_min_deg, hinge.limit_max_deg]);
                hinge.start_deg = 0.0 - hinge.start_deg;
                hinge.drive = hinge.drive.reversed();
            }
        }
    }
    serial.rest = serial.rest.map(|rest| numbers(rotation_of(rest).inverse()));
    std::mem::swap(&mut serial.a, &mut serial.b);
}

fn anchors_apart(scene: &Scene, id: Id) -> Result<f64, EditError> {
    let (world, _) = compile(scene)?;
    let place = scene.constraints.iter().position(|c| c.id == id);
    let built = place.and_then(|i| world.model().whole().constraints.get(i));
    let ends = built.map(|c| c.attachments().map(|side| side.position(world.state())));
    Ok(ends.map_or(0.0, |[a, b]| a.distance(b)))
}

fn of_kind(kind: JointKind, [a, b]: [Grip; 2], old: &ConstraintKind, apart: f64) -> ConstraintKind {
    let (strength, rest) = match old {
        ConstraintKind::Distance(old) => (old.strength, None),
        ConstraintKind::Pin(old) => (old.strength, None),
        ConstraintKind::Hinge(old) => (old.strength, old.rest),
        ConstraintKind::Fixed(old) => (old.strength, old.rest),
        ConstraintKind::Slider(old) => (old.strength, old.rest),
        ConstraintKind::Universal(old) => (old.strength, old.rest),
        ConstraintKind::Serial(old) => (old.strength, None),
        ConstraintKind::Guide(old) => (old.strength, None),
        ConstraintKind::Stick(_)
        | ConstraintKind::AngleLimit(_)
        | ConstraintKind::Gear(_)
        | ConstraintKind::Corner(_)
        | ConstraintKind::Surface(_) => (1.0, None),
    };
    let tear_strain = match old {
        ConstraintKind::Distance(old) => old.tear_strain,
        _ => None,
    };
    let distance = |min_m| Distance {
        min_m,
        max_m: Some(apart),
        strength,
        tear_strain,
        ..Distance::new(a.clone(), b.clone())
    };
    match kind {
        JointKind::Rod => ConstraintKind::Distance(distance(Some(apart))),
        JointKind::Rope => ConstraintKind::Distance(distance(None)),
        JointKind::Pin => ConstraintKind::Pin(Pin {
            strength,
            ..Pin::new(a, b)
        }),
        JointKind::Fixed => ConstraintKind::Fixed(Fixed {
            a,
            b,
            rest,
            strength,
        }),
        JointKind::Slider(axis) => ConstraintKind::Slider(Slider {
            rest,
            strength,
            ..Slider::new(a, b, axis)
        }),
        JointKind::Guide(axis) => ConstraintKind::Guide(Guide {
            strength,
            ..Guide::new(a, b, GuideShape::Line, axis)
        }),
        JointKind::Hinge(axis) => ConstraintKind::Hinge(Hinge {
            rest,
            strength,
            ..Hinge::new(a, b, axis)
        }),
        JointKind::Universal(axis, cross_axis) => ConstraintKind::Universal(Universal {
            rest,
            strength,
            ..Universal::new(a, b, axis, cross_axis)
        }),
    }
}
