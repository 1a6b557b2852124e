//! From a running scene to what the stage shows.

mod arcs;
mod clearance;
mod fan;
mod figure;
mod follow;
mod heat;
mod holds;
mod inside;
mod layers;
mod look_here;
mod marks;
mod obstacle;
mod pale;
mod paths;
mod present;
mod side;
mod skin;
mod solid;
mod stick;
mod surface;
mod trails;
mod views;
mod why;

pub use arcs::{
    focused, is_hidden, limit_of, numbers_of, ragdoll_of, Arc, Cone, Dial, LimitMarks, Numbers,
};
pub use clearance::push_out;
pub use fan::add_fan;
pub use follow::{figure_bounds, figure_points};
use layers::{add_layers, error_tints, veil};
pub use layers::{color_of_volume, force_of_a_metre, volumes_round, HEAT_RANGE_M, VELOCITY_S};
pub use look_here::{add_look_here, Difference};
pub use marks::Marks;
pub use obstacle::floor_height;
pub use pale::add_pale;
use pale::make_pale;
pub use side::{floor_below, swings_across, swings_to, telling_side};
pub use skin::Dressing;
pub use views::{PaneShape, Shown, StageViews};
pub use why::{add_why, cause_arrows, path_tints};

use crate::app::action::{StageLayer, StageLayers};
use crate::app::playback::{InsideMoment, Session};
use crate::editor::stick_ends;
use crate::lab::Simulation;
use crate::physics::{motion_of, ColliderId, Pose, State};
use crate::platform::settings::FigureLook;
use crate::view::camera::{Bounds, Camera};
use crate::view::convert::to_view;
use crate::view::draw_list::{
    Dash, DrawList, Layer, Line, Paint, Pattern, Ring, Ruler, Solid, SolidShape,
};
use crate::view::renderer::Frame;
use crate::view::sight::Sight;
use crate::view::theme::{body, mark, predicted, Rgba, Theme};
use glam::DVec3;
use macroquad::math::{Quat, Vec3};
use marks::Cast;
use solid::{body_solid, loose_paint};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// How thick a stick without thickness is drawn, m.
const THIN_STICK_M: f32 = 0.008;
/// How much wider a joint is drawn than the limb it joins.
const JOINT_BULGE: f32 = 1.12;
/// What is shown besides the bodies.
#[derive(Debug, Clone, Default)]
pub struct Overlay {
    /// The predicted arc of the next shot, m.
    pub arc: Vec<DVec3>,
    /// Centre and radius of the ball that waits to be thrown, m.
    pub waiting_ball: Option<(DVec3, f64)>,
    /// What is shown of the scene.
    pub layers: StageLayers,
    /// What is hidden, marked or about to be moved.
    pub marks: Marks,
    /// Colours in place of their own.
    pub tints: BTreeMap<ColliderId, Rgba>,
    /// How figures are drawn.
    pub look: FigureLook,
    /// The limits of joints.
    pub limits: LimitMarks,
    /// The moment within a step that is shown in place of the present.
    pub inside: Option<InsideMoment>,
    /// From where the stage is seen; ragdolls out of sight are left out then.
    pub seen_from: Option<(Camera, Frame)>,
}

/// Fills `list` with the session as it is now.
pub fn show(list: &mut DrawList, session: &Session, overlay: &Overlay, theme: Theme) {
    list.clear();
    let simulation = &session.simulation;
    let (model, map) = (simulation.world.model(), &simulation.map);
    let mut state = match &overlay.inside {
        Some(inside) => Cow::Borrowed(&inside.state),
        None => blended(simulation, session.pace.blend),
    };
    overlay.marks.apply_preview(simulation, &mut state);
    cast_shadows(list, simulation);
    let tints = match overlay.layers.show(StageLayer::JointErrors) {
        true => Cow::Owned(error_tints(simulation, &state)),
        false => Cow::Borrowed(&overlay.tints),
    };
    let mixes = skin::vertex_mixes(simulation, session.pace.blend);
    let dressing = Dressing {
        look: overlay.look,
        skins: &session.looks.skins,
        mixes: &mixes,
    };
    let mut cast = Cast {
        list,
        map,
        marks: &overlay.marks,
        colors: &session.looks.colors,
        tints: &tints,
        dressing: Some(dressing),
        surfaces: &session.looks.surfaces,
        sight: None,
    };
    obstacle::add_obstacles(&mut cast, model, theme);
    let seen_from = overlay.seen_from.as_ref();
    cast.sight = seen_from.map(|(camera, frame)| Sight::new(cast.list, camera, frame));
    let first = cast.list.solids.len();
    if overlay.layers.show(StageLayer::Bodies) {
        add_moving(&mut cast, simulation, &state);
    }
    veil(&overlay.layers, list, first);
    if overlay.layers.show(StageLayer::ContactShapes) {
        figure::add_contact_shapes(list, map, model, &state);
    }
    if let Some(ghost) = session
        .ghost
        .as_ref()
        .filter(|_| overlay.layers.show(StageLayer::Ghosts))
    {
        figure::add_ghosts(list, &ghost.simulation, dressing);
    }
    if overlay.layers.show(StageLayer::Trails) {
        trails::add_trails(list, session);
    }
    holds::add_holds(list, simulation.world.holds(), &state, theme);
    holds::add_blast(list, session);
    paths::add_paths(list, simulation, &overlay.marks.selected);
    add_overlay(list, overlay, theme);
    overlay.limits.draw(list, simulation, &state, theme);
    if let Some(inside) = &overlay.inside {
        inside::add_inside(list, inside, theme);
    }
    let selected = &overlay.marks.selected;
    add_layers(list, &overlay.layers, simulation, (&state, selected), theme);
    add_result(list, simulation, theme);
    if !overlay.layers.show(StageLayer::Labels) {
        list.labels.clear();
    }
}

/// Fills `list` with a run beside that of the session.
pub fn show_side(
    list: &mut DrawList,
    session: &Session,
    simulation: &Simulation,
    (layers, look): (&StageLayers, FigureLook),
    theme: Theme,
) {
    let mixes = skin::vertex_mixes(simulation, session.pace.blend);
    let dressing = Dressing {
        look,
        skins: &session.looks.skins,
        mixes: &mixes,
    };
    list.clear();
    let (model, map) = (simulation.world.model(), &simulation.map);
    let state = blended(simulation, session.pace.blend);
    let marks = Marks::default();
    let tints = match layers.show(StageLayer::JointErrors) {
        true => error_tints(simulation, &state),
        false => BTreeMap::new(),
    };
    let mut cast = Cast {
        list,
        map,
        marks: &marks,
        colors: &session.looks.colors,
        tints: &tints,
        dressing: Some(dressing),
        surfaces: &session.looks.surfaces,
        sight: None,
    };
    obstacle::add_obstacles(&mut cast, model, theme);
    let first = cast.list.solids.len();
    if layers.show(StageLayer::Bodies) {
        add_moving(&mut cast, simulation, &state);
    }
    veil(layers, list, first);
    holds::add_holds(list, simulation.world.holds(), &state, theme);
    add_layers(list, layers, simulation, (&state, &BTreeSet::new()), theme);
    add_result(list, simulation, theme);
    if !layers.show(StageLayer::Labels) {
        list.labels.clear();
    }
    cast_shadows(list, simulation);
}

/// Adds everything that moves.
fn add_moving(cast: &mut Cast<'_>, simulation: &Simulation, state: &State) {
    stick::add_loose_sticks(cast, simulation, state);
    surface::add_surfaces(cast, simulation, state);
    add_loose_particles(cast, simulation, state);
    add_loose_bodies(cast, simulation, state);
    figure::add_figures(cast, simulation.world.model(), state);
}

fn cast_shadows(list: &mut DrawList, simulation: &Simulation) {
    let bounds = bounds_of(simulation);
    list.shadow_center = (bounds.min + bounds.max) * 0.5;
    list.shadow_extent = ((bounds.max - bounds.min).length() * 0.5 + 1.0).clamp(2.0, 30.0);
}

/// Where everything is between the last two steps.
fn blended(simulation: &Simulation, blend: f64) -> Cow<'_, State> {
    let (before, now) = (simulation.world.previous(), simulation.world.state());
    if blend >= 1.0 {
        return Cow::Borrowed(now);
    }
    let mut state = State {
        step: now.step,
        particles: now.particles.clone(),
        bodies: now.bodies.clone(),
        ..State::default()
    };
    for (particle, old) in state.particles.iter_mut().zip(&before.particles) {
        particle.position = old.position.lerp(particle.position, blend);
    }
    for (body, old) in state.bodies.iter_mut().zip(&before.bodies) {
        body.position = old.position.lerp(body.position, blend);
        body.orientation = old.orientation.slerp(body.orientation, blend);
    }
    Cow::Owned(state)
}

/// Joints stay small beside thick limbs.
fn joint_radius(limb_radius: f32) -> f32 {
    (limb_radius * JOINT_BULGE).min(0.058)
}

/// Turns the local y axis along a direction.
fn turn_to(direction: Vec3) -> Quat {
    let direction = direction.normalize_or_zero();
    if direction == Vec3::ZERO {
        return Quat::IDENTITY;
    }
    Quat::from_rotation_arc(Vec3::Y, direction)
}

fn add_loose_particles(cast: &mut Cast<'_>, simulation: &Simulation, state: &State) {
    let model = simulation.world.model();
    let hidden = surface::Hidden::of(model);
    for &i in simulation.map.particles.values() {
        let (Some(particle), Some(motion)) = (model.particles.get(i), state.particles.get(i))
        else {
            continue;
        };
        let is_small = particle.radius == 0.0 && !particle.fixed;
        if is_small && hidden.hides(cast, ColliderId::Particle(i), &[i]) {
            continue;
        }
        let radius = if particle.radius > 0.0 {
            particle.radius as f32
        } else {
            2.0 * THIN_STICK_M
        };
        let usual = if particle.fixed {
            body::JOINT
        } else {
            body::PARTICLE
        };
        let color = cast.color(ColliderId::Particle(i)).unwrap_or(usual);
        let solid = Solid::new(
            SolidShape::Sphere { radius },
            to_view(motion.position),
            Quat::IDENTITY,
            Paint::new(color, Pattern::Plain),
        );
        cast.put(ColliderId::Particle(i), solid);
    }
}

/// Balls and the bodies that belong to no figure.
fn add_loose_bodies(cast: &mut Cast<'_>, simulation: &Simulation, state: &State) {
    let (model, map) = (simulation.world.model(), &simulation.map);
    let mut put = |body: usize, is_ball: bool| {
        let Some(motion) = state.bodies.get(body) else {
            return;
        };
        let factor = cast.growth(ColliderId::Body(body));
        for (look, place) in map.looks_of(model, body) {
            let place = Pose {
                position: place.position * factor,
                ..place
            };
            let paint = match is_ball {
                true => Paint::new(body::BALL, Pattern::Band),
                false => loose_paint(look, cast.color(ColliderId::Body(body))),
            };
            let solid = body_solid(&motion.pose().then(&place), look, paint);
            cast.put_shape(ColliderId::Body(body), look, solid);
        }
    };
    map.bodies.values().for_each(|&body| put(body, false));
    simulation.balls().iter().for_each(|&ball| put(ball, true));
    for (i, look) in map.carried_looks.iter().enumerate() {
        let owner = ColliderId::Tetrahedron(i);
        if let Some(motion) = motion_of(model, state, owner) {
            let paint = loose_paint(look, cast.color(owner));
            cast.put_shape(owner, look, body_solid(&motion.pose(), look, paint));
        }
    }
}

fn add_overlay(list: &mut DrawList, overlay: &Overlay, theme: Theme) {
    if let Some((centre, radius)) = overlay.waiting_ball {
        list.solids.push(Solid::new(
            SolidShape::Sphere {
                radius: radius as f32,
            },
            to_view(centre),
            Quat::IDENTITY,
            Paint::new(body::BALL, Pattern::Band),
        ));
    }
    if overlay.arc.len() > 1 {
        let points = overlay.arc.iter().copied().map(to_view).collect();
        let mut line = Line::new(points, predicted(theme), 2.0);
        line.dash = Some(Dash {
            on_m: 0.12,
            off_m: 0.1,
        });
        list.lines.push(line);
    }
}

/// The centre of mass of a ragdoll that stands on the floor is not higher above it, m.
const ABOVE_FLOOR_M: f64 = 1.6;

/// Ring at the first hit; ruler and flag once the figure travels.
fn add_result(list: &mut DrawList, simulation: &Simulation, theme: Theme) {
    let Some(shot) = simulation.metrics.last_hit() else {
        return;
    };
    let Some(hit) = &shot.first_hit else {
        return;
    };
    list.ring(Ring {
        center: to_view(hit.impact.point),
        normal: to_view(hit.impact.normal),
        radius: 0.12,
        color: mark::CONTACT_NORMAL,
        width_px: 2.5,
        layer: Layer::OnTop,
    });
    let travel = shot.travel_m();
    let Some(floor) = list.floor.as_mut().filter(|_| travel > 0.02) else {
        return;
    };
    let ink = theme.stage().ink;
    let is_above = |p: DVec3| p.y - f64::from(floor.height) > ABOVE_FLOOR_M;
    // Who only flies comes down again.
    let ends_above = shot.time_to_rest_s.is_some() && is_above(shot.now);
    if is_above(shot.start) || ends_above {
        // On stairs or a hill a ruler on the floor would be in the ground, or beneath another.
        let ends = [shot.start, shot.now].map(to_view);
        list.lines.push(Line::new(ends.into(), ink, 2.0));
        return list.flag(ends[1], format!("{travel:.2} m"), ink);
    }
    let on_floor = |p: DVec3| Vec3::new(p.x as f32, floor.height, p.z as f32);
    let (from, to) = (on_floor(shot.start), on_floor(shot.now));
    let direction = (to - from).normalize_or_zero();
    let length_m = travel.ceil().max(1.0) as f32;
    floor.ruler = Some(Ruler {
        origin: from,
        direction,
        length_m,
    });
    list.lay_ruler(ink);
    list.flag(to, format!("{travel:.2} m"), ink);
}

/// Bounds of everything that moves and of the obstacles but planes, m.
pub fn bounds_of(simulation: &Simulation) -> Bounds {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let mut min = Vec3::splat(f32::INFINITY);
    let mut max = Vec3::splat(f32::NEG_INFINITY);
    let mut take = |point: DVec3, reach: f64| {
        min = min.min(to_view(point - DVec3::splat(reach)));
        max = max.max(to_view(point + DVec3::splat(reach)));
    };
    for stick in &model.sticks {
        for end in stick_ends(stick, state).into_iter().flatten() {
            take(end, stick.radius);
        }
    }
    for (particle, motion) in model.particles.iter().zip(&state.particles) {
        take(motion.position, particle.radius);
    }
    let balls = simulation.balls();
    let only_balls = balls.len() == state.bodies.len() && model.sticks.is_empty();
    for (i, motion) in state.bodies.iter().enumerate() {
        // What was thrown, and what has flown far away, must not shrink the rest.
        let counts = only_balls || !balls.contains(&i);
        if counts && motion.position.length() < 20.0 {
            let look = simulation.map.look_of(model, i);
            take(
                motion.position,
                look.map_or(0.0, |look| look.bounding_radius()),
            );
        }
    }
    for (i, look) in simulation.map.carried_looks.iter().enumerate() {
        if let Some(motion) = motion_of(model, state, ColliderId::Tetrahedron(i)) {
            take(motion.position, look.bounding_radius());
        }
    }
    for obstacle in &model.obstacles {
        obstacle::bound_obstacle(obstacle, |point| take(point, 0.0));
    }
    if min.x > max.x {
        return Bounds {
            min: Vec3::new(-1.0, 0.0, -1.0),
            max: Vec3::new(1.0, 2.0, 1.0),
        };
    }
    Bounds { min, max }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
