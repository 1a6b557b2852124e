//! The cameras of panes that lie beside each other: one direction and one scale for all,
//! each before what its own run shows.

use super::camera::Camera;
use super::framing::{longer_side, FreePart};
use super::holding::{moves, Held, Hold, Move};
use macroquad::math::{vec2, Vec2, Vec3};

/// One camera, and where those of the further panes stand beside it.
#[derive(Debug, Clone, Default)]
pub struct PaneCameras {
    /// Of the first pane.
    pub first: Camera,
    beside: Vec<Shift>,
    /// Frames for which no other side is looked for, since there was none.
    frames_without: u32,
}

/// How far a camera stands beside the first one, world, m.
#[derive(Debug, Clone, Copy, Default)]
struct Shift {
    now: Vec3,
    goal: Vec3,
    /// What keeps its eye out of what no eye may be in.
    clear: Vec3,
}

/// Time in which a shift comes nearer to its goal by the factor e, s.
const EASE_S: f32 = 0.12;
/// So often a view that holds somebody is pushed out of what no eye may be in.
const MOST_PUSHES: usize = 4;
/// What is left of a push when the eye is taken for out, m.
const CLEAR_M: f32 = 0.04;
/// For so many frames nothing is looked for where nothing was found.
const FRAMES_WITHOUT: u32 = 20;
/// Share of the least length that counts as that, for rounding.
const ALMOST: f32 = 0.995;
/// By how much more a view is turned each time that another side is looked for, rad, ...
const TURN: f32 = 0.15;
/// ... and how often: all the way round, and a quarter up or down.
const MOST_TURNS: i32 = 21;
const MOST_UP: i32 = 9;
/// What is left of a shift when it is taken for done, m.
const DONE_M: f32 = 1e-3;

impl PaneCameras {
    /// Has a camera for so many panes; returns whether there were as many before.
    pub fn keep(&mut self, panes: usize) -> bool {
        let beside = panes.max(1) - 1;
        let same = self.beside.len() == beside;
        self.beside.resize_with(beside, Shift::default);
        same
    }

    /// The camera of a pane.
    pub fn of(&self, pane: usize) -> Camera {
        self.first.moved(self.shift(pane))
    }

    /// Takes a camera that was moved in a pane for all.
    pub fn take(&mut self, pane: usize, camera: Camera) {
        self.first = camera.moved(-self.shift(pane));
    }

    fn shift(&self, pane: usize) -> Vec3 {
        let place = pane.checked_sub(1);
        let shift = place.and_then(|place| self.beside.get(place));
        shift.map_or(Vec3::ZERO, |shift| shift.now + shift.clear)
    }

    /// Number of panes.
    pub fn count(&self) -> usize {
        self.beside.len() + 1
    }

    /// Shows in each pane all its points (one list for each) within a part of the picture,
    /// as near as all of them allow. `aspect`: width over height of a pane.
    pub fn frame(&mut self, panes: &[Vec<Vec3>], free: FreePart, aspect: f32) {
        if let Some(views) = self.framing(panes, free, aspect) {
            self.go_to(&views);
        }
    }

    /// The views that would show so much; `None` if the first pane has no points.
    pub fn framing(&self, panes: &[Vec<Vec3>], free: FreePart, aspect: f32) -> Option<Views> {
        let framed = panes
            .iter()
            .map(|points| self.first.framing(points, free, aspect));
        let framed: Vec<Option<(Vec3, f32)>> = framed.collect();
        let (target, _) = framed.first().copied().flatten()?;
        let distances = framed.iter().flatten().map(|framed| framed.1);
        let distance = distances.fold(0.0, f32::max);
        let at = |target: Vec3| {
            let mut camera = self.first;
            camera.look_at(target, distance);
            camera.settle();
            camera
        };
        let targets = framed.iter();
        let targets = targets.map(|framed| framed.map_or(target, |framed| framed.0));
        Some(Views(targets.map(at).collect()))
    }

    /// Goes to such views.
    pub fn go_to(&mut self, views: &Views) {
        let Some(first) = views.0.first() else {
            return;
        };
        self.first.look_at(first.target, first.distance);
        for (shift, view) in self.beside.iter_mut().zip(views.0.iter().skip(1)) {
            shift.goal = view.target - first.target;
        }
    }

    /// Goes to where a camera was on its way to, in all panes.
    pub fn go_back_to(&mut self, camera: &Camera) {
        self.first.take_goal_of(camera);
        for shift in &mut self.beside {
            shift.goal = Vec3::ZERO;
        }
    }

    /// The views as they are.
    pub fn shown(&self) -> Views {
        Views((0..self.count()).map(|pane| self.of(pane)).collect())
    }

    /// The views that the cameras are on their way to.
    pub fn goal(&self) -> Views {
        let mut there = self.clone();
        there.settle();
        there.shown()
    }

    /// Advances the easing by `dt` seconds, at `pace` times the usual speed; `push_out`
    /// leads from a place in which no eye may be to one outside, m.
    pub fn update(&mut self, dt: f32, pace: f32, push_out: impl Fn(Vec3) -> Option<Vec3>) {
        self.first.update(dt, pace);
        self.first.keep_clear(&push_out);
        let left = (-pace * dt.max(0.0) / EASE_S).exp();
        for shift in &mut self.beside {
            let off = (shift.now - shift.goal) * left;
            shift.now = shift.goal;
            if off.length() > DONE_M {
                shift.now += off;
            }
            let eye = self.first.moved(shift.now).eye();
            shift.clear = push_out(eye).unwrap_or_default();
        }
    }

    /// Moves the views, and those that they are on their way to, the least after which what is
    /// held in each pane is well in its picture; `push_out` leads out of places in which no eye
    /// may be: the view is turned then.
    pub fn hold(
        &mut self,
        held: &[Option<Held>],
        hold: &Hold,
        push_out: impl Fn(Vec3) -> Option<Vec3>,
    ) {
        self.move_to_hold(held, hold);
        for _ in 0..MOST_PUSHES {
            if !self.first.clear_at_once(&push_out) {
                break;
            }
            self.move_to_hold(held, hold);
        }
        let is_good = |cameras: &PaneCameras| {
            cameras.shows_large(held, hold) && {
                let push = push_out(cameras.first.eye());
                push.is_none_or(|push| push.length() < CLEAR_M)
            }
        };
        self.frames_without = self.frames_without.saturating_sub(1);
        if self.frames_without > 0 || is_good(self) {
            return;
        }
        // They are in a corner, or lie along the line of sight: they are seen from the nearest side
        // from which they are seen well.
        let turned = turns().map(|(yaw, pitch)| {
            let mut cameras = self.clone();
            cameras.first.turn_at_once(yaw, pitch);
            cameras.move_to_hold(held, hold);
            cameras
        });
        match turned.into_iter().find(is_good) {
            Some(cameras) => *self = cameras,
            None => self.frames_without = FRAMES_WITHOUT,
        }
    }

    /// Whether everybody who is held by now is as large as they have to be.
    fn shows_large(&self, held: &[Option<Held>], hold: &Hold) -> bool {
        let shown = self.shown();
        held.iter().enumerate().all(|(pane, held)| {
            let held = held.as_ref().filter(|held| held.share >= 1.0);
            held.is_none_or(|held| {
                held.points.is_empty()
                    || shown.extent(pane, &held.points, hold.aspect) >= ALMOST * held.least
            })
        })
    }

    fn move_to_hold(&mut self, held: &[Option<Held>], hold: &Hold) {
        let shares = held
            .iter()
            .map(|held| held.as_ref().map_or(0.0, |held| held.share));
        let mut shown = moves(&self.shown().0, held, hold);
        for (shown, share) in shown.iter_mut().zip(shares) {
            shown.by *= share;
            shown.depth = shown.depth.filter(|_| share >= 1.0);
        }
        let goal = moves(&self.goal().0, held, hold);
        let first = |moves: &[Move]| moves.first().copied().unwrap_or_default();
        let (now, then) = (first(&shown), first(&goal));
        self.first.move_shown(now.by, now.depth);
        self.first.move_goal(then.by, then.depth);
        let beside = shown.iter().zip(&goal).skip(1);
        for (shift, (side, side_then)) in self.beside.iter_mut().zip(beside) {
            shift.now += side.by - now.by;
            shift.goal += side_then.by - then.by;
        }
    }

    /// Jumps to where all are going.
    pub fn settle(&mut self) {
        self.first.settle();
        for shift in &mut self.beside {
            shift.now = shift.goal;
        }
    }

    /// Whether any view still moves visibly.
    pub fn is_moving(&self) -> bool {
        let is_off = |shift: &Shift| shift.now != shift.goal;
        self.first.is_moving() || self.beside.iter().any(is_off)
    }
}

/// Turns to other sides, the smallest first: to both sides, up and down, rad.
fn turns() -> impl Iterator<Item = (f32, f32)> {
    (1..=MOST_TURNS).flat_map(|ring| {
        let edge = -ring..=ring;
        let ring_of = edge
            .clone()
            .flat_map(move |across| edge.clone().map(move |up| (across, up)));
        let on_edge = ring_of.filter(move |(across, up)| across.abs().max(up.abs()) == ring);
        let near_level = on_edge.filter(|(_, up)| up.abs() <= MOST_UP);
        near_level.map(|(across, up)| (TURN * across as f32, TURN * up as f32))
    })
}

/// Views of panes, whether the cameras are there or not.
#[derive(Debug, Clone)]
pub struct Views(Vec<Camera>);

impl Views {
    /// Whether all points are within a part of the picture of a pane.
    pub fn sees(&self, pane: usize, points: &[Vec3], free: FreePart, aspect: f32) -> bool {
        let places = self.places(pane, points, aspect);
        places.is_some_and(|places| places.iter().all(|place| free.contains(*place)))
    }

    /// Longer side of the box round points in the picture of a pane, as a share of the shorter
    /// side of the picture; zero if some are behind the eye.
    pub fn extent(&self, pane: usize, points: &[Vec3], aspect: f32) -> f32 {
        let Some(places) = self.places(pane, points, aspect) else {
            return 0.0;
        };
        longer_side(places.iter().copied(), aspect)
    }

    /// Where points are in the picture, in normalised device coordinates; `None` if some are
    /// behind the eye.
    fn places(&self, pane: usize, points: &[Vec3], aspect: f32) -> Option<Vec<Vec2>> {
        let camera = self.0.get(pane)?;
        let size = vec2(aspect, 1.0);
        let place = |point: &Vec3| {
            let at = camera.project(*point, size)? / size;
            Some(vec2(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y))
        };
        points.iter().map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use macroquad::math::vec3;

    const ASPECT: f32 = 0.8;

    fn is_within(camera: &Camera, points: &[Vec3], free: FreePart) -> bool {
        let size = vec2(ASPECT, 1.0) * 1000.0;
        points.iter().all(|point| {
            let at = camera.project(*point, size).map(|at| at / size);
            let ndc = at.map(|at| vec2(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y));
            ndc.is_some_and(|ndc| free.contains(ndc))
        })
    }

    #[test]
    fn each_pane_shows_its_own_run_at_one_scale_from_one_side() {
        let free = FreePart::WHOLE.shrunk(0.05);
        let near = vec![vec3(0.0, 0.0, 0.0), vec3(1.0, 1.8, 0.3)];
        let far = vec![vec3(0.0, 0.0, 0.0), vec3(6.0, 0.4, -1.0)];
        let panes = [near.clone(), far.clone()];
        let mut cameras = PaneCameras::default();
        assert!(!cameras.keep(2));
        cameras.frame(&panes, free, ASPECT);
        assert!(cameras.is_moving());
        for _ in 0..240 {
            cameras.update(1.0 / 60.0, 0.5, |_| None);
        }
        assert!(!cameras.is_moving());
        let (first, second) = (cameras.of(0), cameras.of(1));
        let of = |camera: &Camera| (camera.distance, camera.yaw, camera.pitch);
        assert_eq!(of(&first), of(&second));
        let wider = free.shrunk(-0.005);
        assert!(is_within(&first, &near, wider) && is_within(&second, &far, wider));
        let middle = (first.target.x, second.target.x);
        assert!(
            (middle.0 - 0.5).abs() < 0.3 && (middle.1 - 3.0).abs() < 0.5,
            "{middle:?}"
        );
        let views = cameras.shown();
        assert!(views.sees(0, &near, wider, ASPECT) && views.sees(1, &far, wider, ASPECT));
        assert!(!views.sees(0, &far, wider, ASPECT));
        let (near, far) = (
            views.extent(0, &near, ASPECT),
            views.extent(1, &far, ASPECT),
        );
        assert!(0.0 < near && near < far && far < 1.0, "{near} {far}");
    }

    #[test]
    fn no_eye_of_any_pane_is_where_none_may_be() {
        // All of a wall between x = 3 and 9 is left to the near side.
        let wall = |eye: Vec3| (eye.x > 3.0 && eye.x < 9.0).then(|| Vec3::X * (3.0 - eye.x));
        let mut cameras = PaneCameras::default();
        cameras.keep(3);
        let panes = [0.0, 5.0, 20.0].map(|x| vec![vec3(x, 0.0, 0.0)]);
        cameras.frame(&panes, FreePart::WHOLE, ASPECT);
        for _ in 0..240 {
            cameras.update(1.0 / 60.0, 1.0, wall);
            for pane in 0..panes.len() {
                let eye = cameras.of(pane).eye();
                assert!(
                    wall(eye).is_none_or(|push| push.length() < 1e-4),
                    "{pane}: {eye}"
                );
            }
        }
    }

    #[test]
    fn a_turn_in_one_pane_turns_all() {
        let mut cameras = PaneCameras::default();
        cameras.keep(2);
        let panes = [vec![Vec3::ZERO], vec![vec3(2.0, 0.0, 0.0)]];
        cameras.frame(&panes, FreePart::WHOLE, ASPECT);
        cameras.settle();
        let mut camera = cameras.of(1);
        camera.orbit(0.4, 0.1);
        camera.settle();
        cameras.take(1, camera);
        assert!((cameras.of(0).yaw - camera.yaw).abs() < 1e-6);
        assert!(cameras.of(1).target.distance(camera.target) < 1e-5);
    }
}
