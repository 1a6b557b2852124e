//! What lies under a point of the window, and where on the ground new things go.

use super::gizmo::TOLERANCE_PT;
use super::place::{joints, middles, Joint};
use super::{document, simulation, ToolHost};
use crate::app::geometry::on_plane;
use crate::app::pick::{hits, is_obstacle, Hit};
use crate::app::stage::floor_height;
use crate::physics::{ColliderId, ObstacleShape};
use crate::scene::Id;
use crate::view::stage_camera::StageCamera;
use glam::{DVec2, DVec3};

/// Joints are marked beside at most so many selected things.
const MOST_SELECTED: usize = 64;
/// Farthest place for new things from the eye, m.
const FARTHEST_M: f64 = 20.0;
/// Nor is it farther away than so many times what is looked at.
const NEAR: f64 = 1.5;
/// Grid of the places for new things, parts of a metre.
const PLACES_PER_M: f64 = 10.0;

/// What the line of sight through a point of the window meets and may be picked,
/// nearest first.
pub(super) fn hits_under(host: &dyn ToolHost, camera: &StageCamera, at: DVec2) -> Vec<Hit> {
    let simulation = simulation(host);
    let counts = |owner: ColliderId| {
        let id = simulation.map.id_of(owner);
        id.is_some_and(|id| host.workspace().view_state.can_pick(id))
    };
    let ray = camera.ray(at);
    hits(simulation, ray.origin, ray.direction, counts)
}

/// Ids of what is under a point of the window, each once: marks of joints, which are
/// drawn over everything, then things from the nearest on.
pub(super) fn ids_under(host: &dyn ToolHost, camera: &StageCamera, at: DVec2) -> Vec<Id> {
    let map = &simulation(host).map;
    let is_near = |point: DVec3| {
        let place = camera.project(point);
        place.is_some_and(|place| place.distance(at) <= TOLERANCE_PT)
    };
    let marks = marked_joints(host).into_iter();
    let marks = marks
        .filter(|joint| host.workspace().view_state.can_pick(joint.id))
        .filter(|joint| joint.anchors.into_iter().any(is_near));
    let met = hits_under(host, camera, at);
    let things = met.iter().filter_map(|hit| map.id_of(hit.owner));
    let mut ids: Vec<Id> = Vec::new();
    for id in marks.map(|joint| joint.id).chain(things) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// Whether a drag that begins here begins on nothing but ground and sky.
pub(super) fn is_empty(host: &dyn ToolHost, hits: &[Hit]) -> bool {
    let obstacles = &simulation(host).world.model().obstacles;
    hits.first().is_none_or(|hit| match hit.owner {
        ColliderId::Obstacle(i) => {
            let obstacle = obstacles.get(i);
            obstacle.is_none_or(|obstacle| obstacle.shape == ObstacleShape::Plane)
        }
        ColliderId::Body(_)
        | ColliderId::Piece(_)
        | ColliderId::Tetrahedron(_)
        | ColliderId::Particle(_)
        | ColliderId::Stick(_)
        | ColliderId::Triangle(_) => false,
    })
}

/// The joints that are marked: those selected, and those of what is selected.
pub(super) fn marked_joints(host: &dyn ToolHost) -> Vec<Joint> {
    let selection = document(host).selection();
    if selection.is_empty() || selection.len() > MOST_SELECTED {
        return Vec::new();
    }
    let chosen = |id: Id| selection.contains(id);
    joints(host, |id, held| {
        let is_shown = !host.workspace().view_state.hidden.contains(&id);
        is_shown && (chosen(id) || held.into_iter().flatten().any(chosen))
    })
}

/// Ids of what may be picked and has its middle between two corners of the window.
pub(super) fn ids_between(
    host: &dyn ToolHost,
    camera: &StageCamera,
    [from, to]: [DVec2; 2],
) -> Vec<Id> {
    let (low, high) = (from.min(to), from.max(to));
    let is_between = |point: DVec3| {
        let at = camera.project(point);
        at.is_some_and(|at| at.cmpge(low).all() && at.cmple(high).all())
    };
    let pickable = middles(host)
        .into_iter()
        .filter(|(id, _)| host.workspace().view_state.can_pick(*id));
    pickable
        .filter(|(_, middle)| is_between(*middle))
        .map(|(id, _)| id)
        .collect()
}

/// The place on the ground near what the view shows, m: in its middle, unless the line of sight
/// meets the ground far behind that; then below what is looked at, or where the ground begins in
/// the picture.
pub(super) fn ground_in_view(host: &dyn ToolHost, camera: &StageCamera) -> DVec3 {
    let model = simulation(host).world.model();
    let height = floor_height(model).unwrap_or(0.0);
    let near = NEAR * camera.distance();
    let met = |at: DVec2| {
        let ray = camera.ray(at);
        let point = on_plane(ray, DVec3::Y * height, DVec3::Y)?;
        (point.distance(ray.origin) <= near.min(FARTHEST_M)).then_some(point)
    };
    let below = || {
        let place = camera.target().with_y(height);
        camera.shows(place).then_some(place)
    };
    let in_front = || met(camera.foot());
    let place = met(camera.middle()).or_else(below).or_else(in_front);
    let place = place.unwrap_or_else(|| {
        let ray = camera.ray(camera.middle());
        ray.origin + ray.direction * camera.distance().min(FARTHEST_M)
    });
    rounded(place.with_y(height))
}

/// The place under a point of the window where new things go: on what does not move, or on
/// the level of the floor, m; none in the sky or too far away.
pub fn ground_under(host: &dyn ToolHost, camera: &StageCamera, at: DVec2) -> Option<DVec3> {
    let simulation = simulation(host);
    let ray = camera.ray(at);
    let met = hits(simulation, ray.origin, ray.direction, is_obstacle);
    let met = met.first().map(|hit| hit.point);
    let level = || {
        let height = floor_height(simulation.world.model()).unwrap_or(0.0);
        on_plane(ray, DVec3::Y * height, DVec3::Y)
    };
    let place = met.or_else(level)?;
    (place.distance(ray.origin) <= FARTHEST_M).then(|| rounded(place))
}

/// On the grid of the places for new things; the height stays.
pub(super) fn rounded(place: DVec3) -> DVec3 {
    let grid = |x: f64| (x * PLACES_PER_M).round() / PLACES_PER_M;
    DVec3::new(grid(place.x), place.y, grid(place.z))
}
