//! Joints and limits.

use super::drive::drive_ui;
use super::form::{put, told, Form};
use super::gear::{gear_ui, new_gear};
use super::grip::{grip_ui, limited_ui};
use super::guide::{corner_ui, guide_ui};
use super::orientation::LastAngles;
use super::serial::serial_ui;
use super::shape::AXES;
use super::tear::tear_ui;
use super::universal::universal_ui;
use crate::app::action::{Action, Trigger};
use crate::app::panels::widgets::button;
use crate::app::panels::AppView;
use crate::editor::{Command, Item, JointKind};
use crate::scene::range::{self, Quantity};
use crate::scene::{
    AngleLimit, Axis, Constraint, ConstraintKind, Distance, Hinge, Id, LimitModel, Slider,
};
use egui_macroquad::egui::Ui;
use std::cell::LazyCell;
use std::collections::BTreeMap;

/// What a joint is, as people say it.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Word {
    Pin,
    Hinge,
    Fixed,
    Slider,
    Universal,
    Serial,
    Gear,
    Guide,
    Corner,
    Rod,
    Rope,
    Bounds,
    Limit,
}

const KINDS: [(Word, &str, &str); 8] = [
    (Word::Pin, "pin", "joins two points"),
    (
        Word::Hinge,
        "hinge",
        "rotates about one axis, initially the local x axis of the first side",
    ),
    (Word::Fixed, "weld", "joins two bodies rigidly"),
    (
        Word::Slider,
        "slider",
        "slides along one axis, initially the local y axis of the first side",
    ),
    (
        Word::Universal,
        "universal joint",
        "rotates about two crossing axes, initially the local x axis of the first side and the z \
         axis",
    ),
    (Word::Rod, "rod", "keeps two points at a fixed distance"),
    (
        Word::Rope,
        "rope",
        "limits the distance between two points to its length",
    ),
    (
        Word::Guide,
        "guide",
        "keeps a point on a line or plane fixed to the first side, which cannot be a particle",
    ),
];
const BOUNDS: (Word, &str, &str) = (
    Word::Bounds,
    "strut",
    "keeps a distance between a minimum \
                                                            and a maximum",
);
const GEAR: (Word, &str, &str) = (Word::Gear, "gear", "couples the motion of two joints");
const CORNER: (Word, &str, &str) = (
    Word::Corner,
    "corner",
    "limits the angle between two sticks that share a particle",
);
const SERIAL: (Word, &str, &str) = (
    Word::Serial,
    "serial joint",
    "several slides and hinges, one after another",
);
const LIMIT: (Word, &str, &str) = (Word::Limit, "angle limit", "limits a rotation");

const MODELS: [(Option<LimitModel>, &str, &str); 4] = [
    (
        None,
        "scene default",
        "as in the solver settings of the scene",
    ),
    (
        Some(LimitModel::SwingTwist),
        "swing and twist",
        "two swing angles and one twist angle",
    ),
    (
        Some(LimitModel::Component),
        "components",
        "the paper's clamp of quaternion components",
    ),
    (
        Some(LimitModel::Cone),
        "cone",
        "the swing within a round or elliptic cone, and one twist angle",
    ),
];

/// An angle of the rest orientation.
const REST: Quantity = Quantity {
    key: "rest",
    help: "Rotation of the second side relative to the first at the joint's zero: about x, then \
           the rotated y, then the rotated z.",
    ..range::HEADING
};

/// No turn, as w, x, y, z.
const STRAIGHT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

pub(super) fn joint_ui(ui: &mut Ui, form: &mut Form<'_>, last: &LastAngles) {
    kind_ui(ui, form);
    grip_ui(ui, form, 0);
    grip_ui(ui, form, 1);
    limited_ui(ui, form);
    distance_ui(ui, form);
    hinge_ui(ui, form);
    slider_ui(ui, form);
    universal_ui(ui, form);
    serial_ui(ui, form);
    gear_ui(ui, form);
    guide_ui(ui, form);
    corner_ui(ui, form);
    limit_ui(ui, form);
    rest_ui(ui, form, last);
    drive_ui(ui, form);
    form.number(ui, "Strength", &range::STRENGTH, strength);
    tear_ui(ui, form);
    now_ui(ui, form);
    ui.horizontal(|ui| {
        if button(
            ui,
            "Break",
            "Removes the joint and the angle limits between the same bodies",
        ) {
            form.actions.push(Action::Do(Trigger::BreakJoint));
        }
        if form.only().is_some() && button(ui, "Swap sides", "Swaps its first and second side") {
            form.actions.push(Action::Do(Trigger::SwapJoint));
        }
        if let Some(gear) = new_gear(form) {
            let tip = "Couples the two joints, as meshing gear wheels do";
            if button(ui, "Join with gear", tip) {
                form.step(gear);
            }
        }
    });
}

fn kind_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let get = |item: &mut Item| constraint(item).map(|kind| word_of(kind));
    let word = form.subject.common("Joint", get).same();
    let tip = "Type of joint; the anchors stay when it changes";
    let chosen = match word {
        Some(Word::Limit) => {
            told(ui, "Joint", LIMIT.1, LIMIT.2);
            None
        }
        Some(Word::Gear) => {
            told(ui, "Joint", GEAR.1, GEAR.2);
            None
        }
        Some(Word::Corner) => {
            told(ui, "Joint", CORNER.1, CORNER.2);
            None
        }
        Some(Word::Bounds) => {
            let kinds: Vec<_> = KINDS.into_iter().chain([BOUNDS]).collect();
            form.chosen(ui, "Joint", tip, &kinds, get)
        }
        Some(Word::Serial) => {
            let kinds: Vec<_> = KINDS.into_iter().chain([SERIAL]).collect();
            form.chosen(ui, "Joint", tip, &kinds, get)
        }
        _ => form.chosen(ui, "Joint", tip, &KINDS, get),
    };
    let kind = match chosen {
        Some(Word::Pin) => JointKind::Pin,
        Some(Word::Hinge) => JointKind::Hinge([1.0, 0.0, 0.0]),
        Some(Word::Fixed) => JointKind::Fixed,
        Some(Word::Slider) => JointKind::Slider([0.0, 1.0, 0.0]),
        Some(Word::Universal) => JointKind::Universal([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
        Some(Word::Rod) => JointKind::Rod,
        Some(Word::Rope) => JointKind::Rope,
        Some(Word::Guide) => JointKind::Guide([0.0, 1.0, 0.0]),
        Some(Word::Bounds | Word::Serial | Word::Limit | Word::Gear | Word::Corner) | None => {
            return
        }
    };
    let ids = form.subject.items.iter().map(Item::id);
    let mut commands: Vec<_> = ids.map(|id| Command::SetJointKind(id, kind)).collect();
    if commands.len() == 1 {
        commands.drain(..).for_each(|command| form.step(command));
    } else {
        form.step(Command::Batch("Change joints".into(), commands));
    }
}

fn distance_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let start = residual_range(form);
    let names = ["Limit min distance", "Min distance"];
    form.switched(ui, names, &range::BOUND, 0.0, |item| {
        Some(&mut distance(item)?.min_m)
    });
    let names = ["Limit max distance", "Max distance"];
    form.switched(ui, names, &range::BOUND, start, |item| {
        Some(&mut distance(item)?.max_m)
    });
}

/// A longest distance that holds no less than the shortest one of a single joint, m.
fn residual_range(form: &Form<'_>) -> f64 {
    let mut only = form.only().cloned();
    let shortest = only.as_mut().and_then(distance).and_then(|d| d.min_m);
    shortest.unwrap_or(0.0).max(range::BOUND.default)
}

fn hinge_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.vector(ui, "Axis", &range::AXIS, [1.0, 0.0, 0.0], |item| {
        Some(&mut hinge(item)?.axis)
    });
    let names = ["Limit min angle", "Min angle"];
    form.switched(ui, names, &range::TURN, range::ANGLE.min, |item| {
        Some(&mut hinge(item)?.limit_min_deg)
    });
    let names = ["Limit max angle", "Max angle"];
    form.switched(ui, names, &range::TURN, range::ANGLE.max, |item| {
        Some(&mut hinge(item)?.limit_max_deg)
    });
    let names = ["Count turns from an initial angle", "Initial angle"];
    form.switched(ui, names, &range::TURN_START, 0.0, |item| {
        Some(&mut hinge(item)?.start_deg)
    });
}

fn slider_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.vector(ui, "Slide axis", &range::AXIS, [0.0, 1.0, 0.0], |item| {
        Some(&mut slider(item)?.axis)
    });
    let mut only = form.only().cloned();
    let known = only.as_mut().and_then(slider);
    let [least, most] = known.map_or([None; 2], |s| [s.limit_min_m, s.limit_max_m]);
    let names = ["Limit min travel", "Min travel"];
    let start = most.map_or(-range::WAY.default, |most| most.min(-range::WAY.default));
    form.switched(ui, names, &range::WAY, start, |item| {
        Some(&mut slider(item)?.limit_min_m)
    });
    let names = ["Limit max travel", "Max travel"];
    let start = least.map_or(range::WAY.default, |least| least.max(range::WAY.default));
    form.switched(ui, names, &range::WAY, start, |item| {
        Some(&mut slider(item)?.limit_max_m)
    });
    let tip = "Can also rotate about its axis (cylindrical joint)";
    let get = |item: &mut Item| Some(slider(item)?.turns);
    form.tick(ui, "Can rotate", tip, get, |item, turns| {
        put(slider(item).map(|slider| &mut slider.turns), turns);
    });
    let names = ["Limit min turn", "Min turn"];
    form.switched(ui, names, &range::TURN, range::ANGLE.min, |item| {
        Some(&mut turning(item)?.turn_min_deg)
    });
    let names = ["Limit max turn", "Max turn"];
    form.switched(ui, names, &range::TURN, range::ANGLE.max, |item| {
        Some(&mut turning(item)?.turn_max_deg)
    });
    let names = ["Count turns from an initial turn", "Initial turn"];
    form.switched(ui, names, &range::TURN_START, 0.0, |item| {
        Some(&mut turning(item)?.turn_start_deg)
    });
}

fn limit_ui(ui: &mut Ui, form: &mut Form<'_>) {
    ui.small("x to the left, y up, z forward: \"Engine axes\" of the limit table");
    form.vector(ui, "Min", &range::ANGLE, [0.0; 3], |item| {
        Some(&mut limit(item)?.limit_min_deg)
    });
    form.vector(ui, "Max", &range::ANGLE, [0.0; 3], |item| {
        Some(&mut limit(item)?.limit_max_deg)
    });
    let get = |item: &mut Item| Some(limit(item)?.model);
    form.choice(
        ui,
        "Limit model",
        "How the angles are measured",
        &MODELS,
        get,
        |item, new| {
            put(limit(item).map(|limit| &mut limit.model), new);
        },
    );
    let mut axes: Vec<(Option<Axis>, &str, &str)> = AXES
        .iter()
        .map(|&(axis, text, about)| (Some(axis), text, about))
        .collect();
    axes.insert(0, (None, "widest", "the axis with the largest limit"));
    let get = |item: &mut Item| Some(limit(item)?.twist_axis);
    form.choice(
        ui,
        "Twist axis",
        "Axis of the twist angle",
        &axes,
        get,
        |item, new| {
            put(limit(item).map(|limit| &mut limit.twist_axis), new);
        },
    );
    form.number(ui, "Elasticity", &range::RESTITUTION, |item| {
        Some(&mut limit(item)?.restitution)
    });
}

/// How the second side is turned where the joint is at its zero.
fn rest_ui(ui: &mut Ui, form: &mut Form<'_>, last: &LastAngles) {
    let view = form.view;
    let places = LazyCell::new(|| {
        let ids = view.scene().constraints.iter().map(|c| c.id);
        ids.zip(0..).collect::<BTreeMap<Id, usize>>()
    });
    let tip = "Off: the rest orientation is that at the start of the scene";
    let get = |item: &mut Item| Some(rest(item)?.is_some());
    form.tick(ui, "Custom rest orientation", tip, get, |item, given| {
        let place = places.get(&item.id()).copied();
        let now = place.map_or(STRAIGHT, |place| built_rest(view, place));
        put(rest(item), given.then_some(now));
    });
    let get = |item: &mut Item| rest(item)?.map(|turn| last.of(turn));
    let set = |item: &mut Item, degrees| put(rest(item), Some(last.orientation(degrees)));
    form.vector_of(ui, "Rest orientation", &REST, [0.0; 3], get, set);
}

/// The rest orientation w, x, y, z of a constraint as it is simulated.
fn built_rest(view: &AppView<'_>, place: usize) -> [f64; 4] {
    use crate::physics::Constraint as Built;
    let rest = match view.simulation().world.model().constraints.get(place) {
        Some(Built::Hinge(joint)) => joint.rest,
        Some(Built::Fixed(joint)) => joint.rest,
        Some(Built::Slider(joint)) => joint.rest,
        Some(Built::Universal(joint)) => joint.rest,
        Some(Built::Serial(joint)) => joint.linkage.rest,
        Some(Built::AngleLimit(limit)) => limit.rest,
        _ => return STRAIGHT,
    };
    [rest.w, rest.x, rest.y, rest.z]
}

fn now_ui(ui: &mut Ui, form: &Form<'_>) {
    let Some(id) = form.only().map(Item::id) else {
        return;
    };
    let place = form
        .view
        .scene()
        .constraints
        .iter()
        .position(|c| c.id == id);
    let world = &form.view.simulation().world;
    let built = place.and_then(|place| world.model().constraints.get(place));
    if let Some(built) = built {
        let error = built.residual(world.state(), &world.model().settings);
        let degrees = error.angle.to_degrees();
        let text = format!("{:.2} mm, {degrees:.2}°", error.length * 1e3);
        told(
            ui,
            "Current error",
            &text,
            "Current joint error and angle error in the simulation",
        );
    }
}

fn word_of(kind: &ConstraintKind) -> Word {
    match kind {
        ConstraintKind::Pin(_) => Word::Pin,
        ConstraintKind::Hinge(_) => Word::Hinge,
        ConstraintKind::Fixed(_) => Word::Fixed,
        ConstraintKind::Slider(_) => Word::Slider,
        ConstraintKind::Universal(_) => Word::Universal,
        ConstraintKind::Serial(_) => Word::Serial,
        ConstraintKind::Gear(_) => Word::Gear,
        ConstraintKind::Guide(_) => Word::Guide,
        ConstraintKind::Corner(_) => Word::Corner,
        ConstraintKind::Distance(Distance { min_m: None, .. }) => Word::Rope,
        ConstraintKind::Distance(joint) if joint.min_m == joint.max_m => Word::Rod,
        ConstraintKind::Distance(_) => Word::Bounds,
        ConstraintKind::Stick(_) | ConstraintKind::AngleLimit(_) | ConstraintKind::Surface(_) => {
            Word::Limit
        }
    }
}

/// What a constraint holds.
pub(super) fn constraint(item: &mut Item) -> Option<&mut ConstraintKind> {
    match item {
        Item::Constraint(Constraint { kind, .. }) => Some(kind),
        _ => None,
    }
}

fn strength(item: &mut Item) -> Option<&mut f64> {
    match constraint(item)? {
        ConstraintKind::Stick(joint) => Some(&mut joint.strength),
        ConstraintKind::Distance(joint) => Some(&mut joint.strength),
        ConstraintKind::Pin(joint) => Some(&mut joint.strength),
        ConstraintKind::Hinge(joint) => Some(&mut joint.strength),
        ConstraintKind::Fixed(joint) => Some(&mut joint.strength),
        ConstraintKind::Slider(joint) => Some(&mut joint.strength),
        ConstraintKind::Universal(joint) => Some(&mut joint.strength),
        ConstraintKind::Serial(joint) => Some(&mut joint.strength),
        ConstraintKind::Gear(gear) => Some(&mut gear.strength),
        ConstraintKind::Guide(guide) => Some(&mut guide.strength),
        ConstraintKind::Corner(corner) => Some(&mut corner.strength),
        ConstraintKind::AngleLimit(_) | ConstraintKind::Surface(_) => None,
    }
}

fn distance(item: &mut Item) -> Option<&mut Distance> {
    match constraint(item)? {
        ConstraintKind::Distance(joint) => Some(joint),
        _ => None,
    }
}

fn rest(item: &mut Item) -> Option<&mut Option<[f64; 4]>> {
    match constraint(item)? {
        ConstraintKind::Hinge(joint) => Some(&mut joint.rest),
        ConstraintKind::Fixed(joint) => Some(&mut joint.rest),
        ConstraintKind::Slider(joint) => Some(&mut joint.rest),
        ConstraintKind::Universal(joint) => Some(&mut joint.rest),
        ConstraintKind::Serial(joint) => Some(&mut joint.rest),
        ConstraintKind::AngleLimit(limit) => Some(&mut limit.rest),
        ConstraintKind::Stick(_)
        | ConstraintKind::Distance(_)
        | ConstraintKind::Pin(_)
        | ConstraintKind::Gear(_)
        | ConstraintKind::Guide(_)
        | ConstraintKind::Corner(_)
        | ConstraintKind::Surface(_) => None,
    }
}

fn hinge(item: &mut Item) -> Option<&mut Hinge> {
    match constraint(item)? {
        ConstraintKind::Hinge(joint) => Some(joint),
        _ => None,
    }
}

fn slider(item: &mut Item) -> Option<&mut Slider> {
    match constraint(item)? {
        ConstraintKind::Slider(joint) => Some(joint),
        _ => None,
    }
}

fn turning(item: &mut Item) -> Option<&mut Slider> {
    slider(item).filter(|slider| slider.turns)
}

fn limit(item: &mut Item) -> Option<&mut AngleLimit> {
    match constraint(item)? {
        ConstraintKind::AngleLimit(limit) => Some(limit),
        _ => None,
    }
}
