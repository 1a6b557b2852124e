//! Ragdolls as crash-test dummies.
//!
//! A dummy of limbs shows what collides: a limb tapers within its capsule, which it touches
//! where it is thickest, so that nothing floats or sinks.

use super::marks::Cast;
use super::skin::{add_skin, make_pale as make_skin_pale, placed_skin, Dressing};
use super::solid::body_solid;
use super::stick::{add_figure_sticks, stick_solid};
use super::{joint_radius, make_pale, turn_to};
use crate::compile::{IdMap, RagdollMap};
use crate::editor::stick_ends;
use crate::lab::Simulation;
use crate::physics::{Attachment, BodyState, ColliderId, Constraint, Convex, Core, Model, State};
use crate::platform::settings::FigureLook;
use crate::view::convert::{to_view, to_view_rotation};
use crate::view::draw_list::{DrawList, Outline, Paint, Pattern, Profile, Solid, SolidShape};
use crate::view::theme::{body, mark, with_alpha, Rgba};
use glam::DVec3;

/// How a part of a dummy is drawn.
#[derive(Clone, Copy)]
struct Style {
    /// Girth from the joint with its parent to its far end, if it is a capsule.
    profile: Option<Profile>,
    paint: Paint,
}

/// A joint between two bodies.
struct Joint {
    parent: usize,
    child: usize,
    /// From the centre of the child, in its frame, m.
    arm: DVec3,
}

/// Adds the ragdolls of a world.
pub(super) fn add_figures(cast: &mut Cast<'_>, model: &Model, state: &State) {
    let map = cast.map;
    for (index, ragdoll) in map.ragdolls.iter().enumerate() {
        if is_out_of_sight(cast, ragdoll, model, state) {
            // A figure of bodies is a tree: it has one joint less than bodies. A stick has two.
            let bodies = (2 * ragdoll.bodies.len()).saturating_sub(1);
            cast.list.left_out += bodies + 3 * ragdoll.sticks.len();
            continue;
        }
        let dressing = cast.dressing;
        let skin = dressing.and_then(|dressing| dressing.skin_of(ragdoll, map, model));
        let is_added =
            skin.is_some_and(|skin| add_skin(cast, ragdoll, index, &skin, (model, state)));
        if is_added && dressing.is_some_and(|dressing| dressing.look == FigureLook::Skin) {
            continue;
        }
        let joints = joints_of(ragdoll, model);
        for (part, body) in parts_of(ragdoll) {
            if let (Some(look), Some(motion)) = (map.look_of(model, body), state.bodies.get(body)) {
                let pinned_at = joints.iter().find(|j| j.child == body).map(|j| j.arm);
                let style = style_of(part, cast.figure_color(ColliderId::Body(body), index));
                let solid = part_solid(style, look, pinned_at, motion);
                cast.put(ColliderId::Body(body), solid);
            }
        }
        for joint in &joints {
            let Some(child) = state.bodies.get(joint.child) else {
                continue;
            };
            let radius = [joint.parent, joint.child]
                .iter()
                .filter_map(|&body| map.look_of(model, body))
                .map(girth_at_joint)
                .fold(f32::INFINITY, f32::min);
            let solid = joint_solid(joint, radius, child);
            cast.put(ColliderId::Body(joint.child), solid);
        }
        add_figure_sticks(cast, ragdoll, index, (model, state));
    }
}

/// Whether nothing of a ragdoll is seen, not even its shadow.
fn is_out_of_sight(cast: &Cast<'_>, ragdoll: &RagdollMap, model: &Model, state: &State) -> bool {
    /// What joints, outlines and shade on the floor add to a body, m.
    const RIM_M: f64 = 0.6;
    let Some(sight) = &cast.sight else {
        return false;
    };
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for owner in ragdoll.bone_owners() {
        if let Some((at, reach)) = room_of(owner, (cast.map, model, state)) {
            let reach = RIM_M + 2.0 * reach;
            (low, high) = (low.min(at - reach), high.max(at + reach));
        }
    }
    // Nothing is known of one that the state lacks.
    let (middle, radius) = (0.5 * (low + high), 0.5 * (high - low).length());
    radius.is_finite() && !sight.shows(to_view(middle), radius as f32)
}

/// A ball round a body or a stick: its centre and its radius, m; none where the state lacks it.
pub(super) fn room_of(
    owner: ColliderId,
    (map, model, state): (&IdMap, &Model, &State),
) -> Option<(DVec3, f64)> {
    match owner {
        ColliderId::Body(body) => {
            let look = map.look_of(model, body);
            let reach = look.map_or(0.0, Convex::bounding_radius);
            Some((state.bodies.get(body)?.position, reach))
        }
        ColliderId::Stick(stick) => {
            let stick = model.sticks.get(stick)?;
            let [a, b] = stick_ends(stick, state)?;
            Some((0.5 * (a + b), 0.5 * a.distance(b) + stick.radius))
        }
        _ => None,
    }
}

/// Adds the ragdolls of a former result: pale, with an outline.
pub(super) fn add_ghosts(list: &mut DrawList, simulation: &Simulation, dressing: Dressing<'_>) {
    let (map, model) = (&simulation.map, simulation.world.model());
    let state = simulation.world.state();
    for ragdoll in &map.ragdolls {
        if let Some(skin) = dressing.skin_of(ragdoll, map, model) {
            let placed = placed_skin(ragdoll, &skin, (map, model, state), mark::GHOST, |_| None);
            list.skins.extend(placed.map(|mut placed| {
                make_skin_pale(&mut placed, mark::GHOST);
                placed
            }));
            continue;
        }
        let sticks = model.sticks.get(ragdoll.sticks.clone()).unwrap_or(&[]);
        let paint = Paint::new(body::LIMB, Pattern::Plain);
        for mut solid in sticks.iter().filter_map(|s| stick_solid(s, state, paint)) {
            make_pale(&mut solid, mark::GHOST);
            list.solids.push(solid);
        }
        let joints = joints_of(ragdoll, model);
        for (part, body) in parts_of(ragdoll) {
            if let (Some(look), Some(motion)) = (map.look_of(model, body), state.bodies.get(body)) {
                let pinned_at = joints.iter().find(|j| j.child == body).map(|j| j.arm);
                let style = style_of(part, None);
                let mut solid = part_solid(style, look, pinned_at, motion);
                make_pale(&mut solid, mark::GHOST);
                list.solids.push(solid);
            }
        }
    }
}

/// Name and body of each part.
fn parts_of(ragdoll: &RagdollMap) -> impl Iterator<Item = (&'static str, usize)> + '_ {
    ragdoll.parts.iter().copied().zip(ragdoll.bodies.clone())
}

fn joints_of(ragdoll: &RagdollMap, model: &Model) -> Vec<Joint> {
    let constraints = model.constraints.get(ragdoll.constraints.clone());
    let joint = |constraint: &Constraint| match constraint {
        Constraint::Pin(pin) => match (pin.a, pin.b) {
            (Attachment::Body { body: parent, .. }, Attachment::Body { body: child, arm }) => {
                Some(Joint { parent, child, arm })
            }
            _ => None,
        },
        _ => None,
    };
    constraints
        .unwrap_or(&[])
        .iter()
        .filter_map(joint)
        .collect()
}

/// Radius of the ball at a joint of a part, m.
fn girth_at_joint(look: &Convex) -> f32 {
    /// Between the tapered ends of two round limbs.
    const WITHIN: f32 = 0.88;
    match look.core {
        Core::Cylinder { radius, .. } => joint_radius(radius as f32),
        Core::Cuboid(_) => f32::INFINITY,
        _ => joint_radius(look.radius as f32 * WITHIN),
    }
}

fn joint_solid(joint: &Joint, radius: f32, child: &BodyState) -> Solid {
    Solid::new(
        SolidShape::Sphere { radius },
        to_view(child.position + child.orientation * joint.arm),
        to_view_rotation(child.orientation),
        Paint::new(body::JOINT, Pattern::CrashMark),
    )
}

fn part_solid(style: Style, look: &Convex, pinned_at: Option<DVec3>, motion: &BodyState) -> Solid {
    let mut solid = body_solid(&motion.pose(), look, style.paint);
    if style.paint.pattern == Pattern::Head {
        // The face looks along the local z axis, whatever the shape.
        solid.rotation = to_view_rotation(motion.orientation);
    }
    let (&Core::Segment(half_axis), Some(profile)) = (&look.core, style.profile) else {
        return solid;
    };
    let (half_length, radius) = (half_axis.length() as f32, look.radius as f32);
    solid.shape = SolidShape::Limb {
        half_length,
        radius,
        profile,
    };
    if style.paint.pattern != Pattern::Head {
        let towards_parent = match pinned_at {
            Some(arm) if arm.dot(half_axis) < 0.0 => -half_axis,
            _ => half_axis,
        };
        let rotation = to_view_rotation(motion.orientation);
        solid.rotation = rotation * turn_to(to_view(towards_parent));
    }
    solid
}

const fn profile(top: f32, bottom: f32, bulge: f32) -> Option<Profile> {
    Some(Profile { top, bottom, bulge })
}

/// The look of a part, by its name without its side, of a figure with limbs of a colour.
fn style_of(part: &str, color: Option<Rgba>) -> Style {
    let name = part.strip_prefix("l_").or(part.strip_prefix("r_"));
    let color = color.unwrap_or(body::LIMB);
    let limb = |profile| Style {
        profile,
        paint: Paint::new(color, Pattern::CrashMark),
    };
    let glove = |profile| Style {
        profile,
        paint: Paint::new(body::JOINT, Pattern::Plain),
    };
    match name.unwrap_or(part) {
        "head" => Style {
            profile: profile(0.98, 0.74, 0.06),
            paint: Paint::new(color, Pattern::Head),
        },
        "upper_leg" => limb(profile(0.9, 0.68, 0.2)),
        "lower_leg" => limb(profile(0.8, 0.6, 0.3)),
        "upper_arm" => limb(profile(0.86, 0.74, 0.2)),
        "lower_arm" => limb(profile(0.84, 0.64, 0.26)),
        // A dark midriff parts chest and hips, where capsules would look stacked.
        "lower_torso" => glove(None),
        "hand" => glove(profile(0.7, 0.82, 0.24)),
        "foot" => glove(None),
        _ => limb(None),
    }
}

/// Adds what of each body collides but is not what it is drawn with: faint, with an
/// outline.
pub(super) fn add_contact_shapes(list: &mut DrawList, map: &IdMap, model: &Model, state: &State) {
    let bodies = model.bodies.iter().zip(&state.bodies);
    for (i, (constant, motion)) in bodies.enumerate() {
        let Some(shape) = &constant.shape else {
            continue;
        };
        if map.looks.get(i).is_none_or(|look| look == shape) {
            continue;
        }
        let paint = Paint::new(with_alpha(mark::CONTACT_NORMAL, 0.16), Pattern::Plain);
        let mut solid = body_solid(&motion.pose(), shape, paint);
        solid.outline = Some(Outline {
            color: with_alpha(mark::CONTACT_NORMAL, 0.8),
            width_px: 1.0,
        });
        list.solids.push(solid);
    }
}
