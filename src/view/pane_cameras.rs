//! The cameras of panes that lie beside each other: one direction and one scale for all,
//! each before what its own run shows.

use super::camera::Camera;
use super::framing::FreePart;
use macroquad::math::Vec3;

/// One camera, and where those of the further panes stand beside it.
#[derive(Debug, Clone, Default)]
pub struct PaneCameras {
    /// Of the first pane.
    pub first: Camera,
    beside: Vec<Shift>,
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

    /// Shows in each pane all its points (one list for each) within a part of the picture,
    /// as near as all of them allow. `aspect`: width over height of a pane.
    pub fn frame(&mut self, panes: &[Vec<Vec3>], free: FreePart, aspect: f32) {
        self.frame_no_nearer(panes, free, aspect, 0.0);
    }

    /// Keeps all points of each pane within a part of the picture: nothing moves while they
    /// are, and nothing comes nearer.
    pub fn keep_in_view(&mut self, panes: &[Vec<Vec3>], free: FreePart, aspect: f32) {
        let is_seen = |(pane, points): (usize, &Vec<Vec3>)| {
            let goal = match pane.checked_sub(1).and_then(|place| self.beside.get(place)) {
                Some(shift) => self.first.moved(shift.goal),
                None => self.first,
            };
            goal.will_see(points, free, aspect)
        };
        if !panes.iter().enumerate().all(is_seen) {
            let nearest = self.first.goal_distance();
            self.frame_no_nearer(panes, free, aspect, nearest);
        }
    }

    fn frame_no_nearer(&mut self, panes: &[Vec<Vec3>], free: FreePart, aspect: f32, nearest: f32) {
        let framed: Vec<Option<(Vec3, f32)>> = panes
            .iter()
            .map(|points| self.first.framing(points, free, aspect, nearest))
            .collect();
        let Some(Some((target, _))) = framed.first().copied() else {
            return;
        };
        let distance = framed.iter().flatten().map(|framed| framed.1);
        self.first.look_at(target, distance.fold(nearest, f32::max));
        for (shift, framed) in self.beside.iter_mut().zip(framed.iter().skip(1)) {
            shift.goal = framed.map_or(Vec3::ZERO, |framed| framed.0 - target);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use macroquad::math::{vec2, vec3};

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
        // What is in the picture moves nothing.
        let before = cameras.clone();
        cameras.keep_in_view(&panes, wider, ASPECT);
        assert!(cameras.first.has_goal_of(&before.first) && !cameras.is_moving());
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
