//! Orbit and fly camera with eased, interruptible motion.
//!
//! World frame: metres, Y up, right-handed. Yaw 0 looks along -Z with the
//! eye at +Z of the target; positive pitch lifts the eye. Input changes a
//! goal; [`Camera::update`] moves the visible pose towards it, critically
//! damped, so that a new input always takes over from where the view is.

use super::framing::{eye_for, FreePart, Look};
use macroquad::math::{vec2, vec3, Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::PI;

/// Largest pitch either way, rad: short of the pole, where yaw loses sense.
const PITCH_LIMIT: f32 = 1.54;
/// Nearest and farthest distance of eye to target, m.
const DISTANCE_RANGE: (f32, f32) = (0.15, 150.0);
/// Nearest that a thing is framed, m.
const NEAREST_FRAME_M: f32 = 0.3;
/// Most frames in a row in which something on its way may hold the view up.
const MOST_FRAMES_HELD_UP: u32 = 20;
/// Most pushes that bring the eye out of what it is in.
const MOST_PUSHES: usize = 8;
/// Smallest distance of the near plane, m.
const NEAR_M: f32 = 0.05;
/// Far plane, m; beyond it the floor has long melted into the background.
const FAR_M: f32 = 400.0;
/// Natural frequency of the easing, 1/s: 90 % of the way in 0.2 s.
const EASE_RATE: f32 = 20.0;

/// Axis-aligned bounds in the world frame, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Smallest corner.
    pub min: Vec3,
    /// Largest corner.
    pub max: Vec3,
}

/// Where the cursor is for a zoom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZoomAt {
    /// Cursor in normalised device coordinates, -1 to 1, y up.
    pub ndc: Vec2,
    /// Width over height of the viewport.
    pub aspect: f32,
    /// World point under the cursor if one was picked, m; else the plane
    /// through the target that faces the eye is used.
    pub hit: Option<Vec3>,
}

/// Keys held for flying, each -1, 0 or 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FlyInput {
    /// D minus A.
    pub right: f32,
    /// E minus Q.
    pub up: f32,
    /// W minus S.
    pub forward: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pose {
    target: Vec3,
    distance: f32,
    yaw: f32,
    pitch: f32,
}

/// Perspective camera that looks at a target.
///
/// Writing the public fields directly is undone by the easing: call
/// [`Camera::hold`] afterwards to make them the goal too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Point looked at, world, m.
    pub target: Vec3,
    /// Eye to target, m.
    pub distance: f32,
    /// Turn about +Y, rad.
    pub yaw: f32,
    /// Lift above the horizon, rad.
    pub pitch: f32,
    /// Vertical opening angle, rad.
    pub fov_y: f32,
    goal: Pose,
    rate: Pose,
    /// Frames in a row in which the view was kept out of something on its way.
    held_up: u32,
}

impl Default for Camera {
    fn default() -> Self {
        Self::new(vec3(0.0, 0.9, 0.0), 5.0, 0.5, 0.22)
    }
}

impl Camera {
    /// Camera at rest. `target` and `distance` in m, `yaw` and `pitch` in rad.
    pub fn new(target: Vec3, distance: f32, yaw: f32, pitch: f32) -> Self {
        let pose = Pose {
            target,
            distance,
            yaw,
            pitch,
        }
        .clamped();
        Self {
            target: pose.target,
            distance: pose.distance,
            yaw: pose.yaw,
            pitch: pose.pitch,
            fov_y: 38.0_f32.to_radians(),
            goal: pose,
            rate: Pose::REST,
            held_up: 0,
        }
    }

    /// Turn about the target; radians.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        self.goal.yaw += yaw;
        self.goal.pitch += pitch;
        self.goal = self.goal.clamped();
    }

    /// Turn about a point, which stays where it is on the picture; m and radians.
    pub fn orbit_about(&mut self, pivot: Vec3, yaw: f32, pitch: f32) {
        let axes = |pose: &Pose| {
            let (right, up) = pose.right_up();
            [right, up, pose.backward()]
        };
        let arm = self.goal.target - pivot;
        let along = axes(&self.goal).map(|axis| axis.dot(arm));
        self.orbit(yaw, pitch);
        let turned = axes(&self.goal).into_iter().zip(along);
        self.goal.target = pivot + turned.map(|(axis, part)| axis * part).sum::<Vec3>();
    }

    /// Turn the head about the eye (mouse look); radians.
    pub fn look(&mut self, yaw: f32, pitch: f32) {
        let eye = self.goal.eye();
        self.orbit(yaw, pitch);
        self.goal.target = eye - self.goal.backward() * self.goal.distance;
    }

    /// Slide the view so that the point at the target follows the cursor.
    ///
    /// `drag`: cursor movement as a share of the viewport's height, y down.
    pub fn pan(&mut self, drag: Vec2) {
        let height_m = 2.0 * self.goal.distance * (self.fov_y * 0.5).tan();
        let (right, up) = self.goal.right_up();
        self.goal.target += (up * drag.y - right * drag.x) * height_m;
    }

    /// Move with the keys: `speed` in m/s over `dt` seconds.
    pub fn fly(&mut self, input: FlyInput, speed: f32, dt: f32) {
        let (right, _) = self.goal.right_up();
        let way = right * input.right + Vec3::Y * input.up - self.goal.backward() * input.forward;
        self.goal.target += way.clamp_length_max(1.0) * speed * dt;
    }

    /// Scale the view about the point under the cursor, which stays put.
    ///
    /// `factor` below 1 comes nearer.
    pub fn zoom(&mut self, factor: f32, at: ZoomAt) {
        let (low, high) = DISTANCE_RANGE;
        let distance = (self.goal.distance * factor).clamp(low, high);
        let factor = distance / self.goal.distance;
        let anchor = at.hit.unwrap_or_else(|| self.on_target_plane(at));
        self.goal.target = anchor + (self.goal.target - anchor) * factor;
        self.goal.distance = distance;
    }

    /// Go to where all `points` are seen within a part of the picture, as near as they let
    /// it, keeping the direction.
    ///
    /// `aspect`: width over height of the viewport.
    pub fn frame(&mut self, points: &[Vec3], free: FreePart, aspect: f32) {
        if let Some((target, distance)) = self.framing(points, free, aspect) {
            self.look_at(target, distance);
        }
    }

    /// What to look at from how far, m, so that all `points` are within a part of the picture;
    /// `None` without any point.
    pub fn framing(&self, points: &[Vec3], free: FreePart, aspect: f32) -> Option<(Vec3, f32)> {
        let look = self.goal.look(self.fov_y, aspect);
        let nearest = NEAREST_FRAME_M.max(DISTANCE_RANGE.0);
        let (eye, depth) = eye_for(points, look, free, nearest)?;
        Some((eye - look.backward * depth, depth.min(DISTANCE_RANGE.1)))
    }

    /// Look at a point from so far, in the present direction; metres.
    pub fn look_at(&mut self, target: Vec3, distance: f32) {
        self.goal.target = target;
        self.goal.distance = distance;
    }

    /// Go to where another one is on its way to.
    pub fn take_goal_of(&mut self, other: &Camera) {
        self.goal = other.goal;
    }

    /// The same view from so far beside, world, m.
    pub fn moved(mut self, by: Vec3) -> Camera {
        self.target += by;
        self.goal.target += by;
        self
    }

    /// How it looks now.
    pub(super) fn look_now(&self, aspect: f32) -> Look {
        self.pose().look(self.fov_y, aspect)
    }

    /// Move what is shown, wherever it is on its way to; world, m. What is looked at lies at a
    /// depth then, m, if one is given: so that the eye turns about what is held in the picture.
    pub(super) fn move_shown(&mut self, by: Vec3, depth: Option<f32>) {
        let moved = self.pose().moved(by, depth);
        (self.target, self.distance) = (moved.target, moved.distance);
    }

    /// The same of where it is on its way to.
    pub(super) fn move_goal(&mut self, by: Vec3, depth: Option<f32>) {
        self.goal = self.goal.moved(by, depth);
    }

    /// Bring the eye, and that of where it is on its way to, out of what it must not be in, at
    /// once; whether it was there.
    pub(super) fn clear_at_once(&mut self, push_out: impl Fn(Vec3) -> Option<Vec3>) -> bool {
        self.goal = self.goal.kept_clear(&push_out).unwrap_or(self.goal);
        let shown = self.pose().kept_clear(&push_out);
        if let Some(shown) = shown {
            self.show(shown);
        }
        shown.is_some()
    }

    /// Turn about what is looked at, at once and for good; rad.
    pub(super) fn turn_at_once(&mut self, yaw: f32, pitch: f32) {
        let (yaw, pitch) = (self.yaw + yaw, self.pitch + pitch);
        let turned = |pose: Pose| Pose { yaw, pitch, ..pose }.clamped();
        self.goal = turned(self.goal);
        self.show(turned(self.pose()));
    }

    fn show(&mut self, pose: Pose) {
        (self.target, self.distance) = (pose.target, pose.distance);
        (self.yaw, self.pitch) = (pose.yaw, pose.pitch);
    }

    /// Keep the eye out of what it must not be in: `push_out` leads from a place in there
    /// to one outside, m. What is looked at stays in view.
    pub fn keep_clear(&mut self, push_out: impl Fn(Vec3) -> Option<Vec3>) {
        let goal = self.goal.kept_clear(&push_out);
        let shown = self.pose().kept_clear(&push_out);
        self.goal = goal.unwrap_or(self.goal);
        self.held_up = match shown {
            Some(_) => self.held_up + 1,
            None => 0,
        };
        if self.held_up > MOST_FRAMES_HELD_UP {
            // Something lies between the view and its goal: it is not waited for.
            self.held_up = 0;
            self.settle();
        } else if let Some(shown) = shown {
            self.show(shown);
        }
    }

    /// Go to an explicit pose; metres and radians.
    pub fn go_to(&mut self, target: Vec3, distance: f32, yaw: f32, pitch: f32) {
        self.goal = Pose {
            target,
            distance,
            yaw,
            pitch,
        }
        .clamped();
    }

    /// Whether both are on their way to the same view.
    pub fn has_goal_of(&self, other: &Camera) -> bool {
        self.goal == other.goal
    }

    /// Advance the easing by `dt` seconds, at `pace` times the usual speed.
    pub fn update(&mut self, dt: f32, pace: f32) {
        let rate = EASE_RATE * pace;
        let decay = (-rate * dt.max(0.0)).exp();
        let ease = |x: &mut f32, v: &mut f32, goal: f32| {
            let off = *x - goal;
            let push = *v + rate * off;
            *x = goal + (off + push * dt) * decay;
            *v = (*v - rate * push * dt) * decay;
        };
        let target: &mut [f32; 3] = self.target.as_mut();
        let rate: &mut [f32; 3] = self.rate.target.as_mut();
        let moving = target.iter_mut().zip(rate);
        for ((x, rate), goal) in moving.zip(self.goal.target.to_array()) {
            ease(x, rate, goal);
        }
        ease(
            &mut self.distance,
            &mut self.rate.distance,
            self.goal.distance,
        );
        ease(&mut self.yaw, &mut self.rate.yaw, self.goal.yaw);
        ease(&mut self.pitch, &mut self.rate.pitch, self.goal.pitch);
        // A picture that stands still must be the same one, not almost the same.
        if !self.is_off(1e-5) {
            self.settle();
        }
    }

    /// Jump to the goal at once (reduced motion, first frame).
    pub fn settle(&mut self) {
        self.target = self.goal.target;
        self.distance = self.goal.distance;
        self.yaw = self.goal.yaw;
        self.pitch = self.goal.pitch;
        self.rate = Pose::REST;
    }

    /// Make the visible pose the goal: stops any motion under way.
    pub fn hold(&mut self) {
        self.goal = self.pose().clamped();
        self.settle();
    }

    /// True while the view still moves visibly.
    pub fn is_moving(&self) -> bool {
        self.is_off(1e-3)
    }

    /// Whether the pose is farther from its goal than this, in shares of the distance
    /// and in rad.
    fn is_off(&self, share: f32) -> bool {
        let (a, b) = (self.pose(), self.goal);
        (a.target - b.target).length() > share * b.distance
            || (a.distance - b.distance).abs() > share * b.distance
            || (a.yaw - b.yaw).abs() + (a.pitch - b.pitch).abs() > share
    }

    /// Position of the eye, world, m.
    pub fn eye(&self) -> Vec3 {
        self.pose().eye()
    }

    /// World to clip space, OpenGL depth range. `aspect`: width over height.
    pub fn view_projection(&self, aspect: f32) -> Mat4 {
        let near = (self.distance * 0.02).clamp(NEAR_M, 0.5);
        let projection = Mat4::perspective_rh_gl(self.fov_y, aspect.max(0.01), near, FAR_M);
        projection * self.view()
    }

    /// World to eye space.
    pub fn view(&self) -> Mat4 {
        Mat4::look_at_rh(self.eye(), self.target, Vec3::Y)
    }

    /// Ray through `ndc` (-1 to 1, y up): origin in m and unit direction, world.
    pub fn ray(&self, ndc: Vec2, aspect: f32) -> (Vec3, Vec3) {
        (self.eye(), self.pose().direction(ndc, aspect, self.fov_y))
    }

    /// Pixel of a world point, y down from the viewport's upper left corner.
    ///
    /// `viewport`: width and height. `None` behind the eye.
    pub fn project(&self, world: Vec3, viewport: Vec2) -> Option<Vec2> {
        let clip: Vec4 = self.view_projection(viewport.x / viewport.y.max(1.0)) * world.extend(1.0);
        (clip.w > NEAR_M * 0.5).then(|| {
            let ndc = vec2(clip.x, clip.y) / clip.w;
            vec2(ndc.x * 0.5 + 0.5, 0.5 - ndc.y * 0.5) * viewport
        })
    }

    fn pose(&self) -> Pose {
        Pose {
            target: self.target,
            distance: self.distance,
            yaw: self.yaw,
            pitch: self.pitch,
        }
    }

    /// Point under the cursor on the plane through the goal's target.
    fn on_target_plane(&self, at: ZoomAt) -> Vec3 {
        let direction = self.goal.direction(at.ndc, at.aspect, self.fov_y);
        let along = direction.dot(-self.goal.backward());
        self.goal.eye() + direction * (self.goal.distance / along.max(1e-3))
    }
}

impl Pose {
    const REST: Pose = Pose {
        target: Vec3::ZERO,
        distance: 0.0,
        yaw: 0.0,
        pitch: 0.0,
    };

    fn clamped(mut self) -> Self {
        self.pitch = self.pitch.clamp(-PITCH_LIMIT, PITCH_LIMIT);
        self.distance = self.distance.clamp(DISTANCE_RANGE.0, DISTANCE_RANGE.1);
        self
    }

    /// Moved, with what is looked at in a depth.
    fn moved(mut self, by: Vec3, depth: Option<f32>) -> Pose {
        let is_there = |depth: f32| (depth - self.distance).abs() < 0.01 * self.distance;
        if by == Vec3::ZERO && depth.is_none_or(is_there) {
            return self;
        }
        let eye = self.eye() + by;
        let (low, high) = DISTANCE_RANGE;
        self.distance = depth.unwrap_or(self.distance).clamp(low, high);
        self.target = eye - self.backward() * self.distance;
        self
    }

    /// The same target seen from outside; `None` if the eye is.
    fn kept_clear(&self, push_out: impl Fn(Vec3) -> Option<Vec3>) -> Option<Pose> {
        let start = self.eye();
        let mut eye = start;
        for _ in 0..MOST_PUSHES {
            match push_out(eye) {
                Some(push) => eye += push,
                None => break,
            }
        }
        if eye == start {
            return None;
        }
        let mut pose = *self;
        let away = eye - pose.target;
        let flat = (away.x * away.x + away.z * away.z).sqrt();
        let distance = away.length();
        let pitch = away.y.atan2(flat);
        if distance > DISTANCE_RANGE.0 && pitch.abs() <= PITCH_LIMIT && flat > 1e-4 {
            // The turn nearest to the present one, so that the view does not spin.
            let yaw = away.x.atan2(away.z);
            pose.yaw += (yaw - pose.yaw + PI).rem_euclid(2.0 * PI) - PI;
            pose.pitch = pitch;
            pose.distance = distance.min(DISTANCE_RANGE.1);
        }
        // What the clamps took is made good by a look past the target.
        pose.target += eye - pose.eye();
        Some(pose)
    }

    /// Unit vector from target to eye.
    fn backward(&self) -> Vec3 {
        let flat = self.pitch.cos();
        vec3(
            self.yaw.sin() * flat,
            self.pitch.sin(),
            self.yaw.cos() * flat,
        )
    }

    fn right_up(&self) -> (Vec3, Vec3) {
        let right = vec3(self.yaw.cos(), 0.0, -self.yaw.sin());
        (right, self.backward().cross(right))
    }

    fn look(&self, fov_y: f32, aspect: f32) -> Look {
        let (right, up) = self.right_up();
        let slope = (fov_y * 0.5).tan();
        Look {
            right,
            up,
            backward: self.backward(),
            slopes: vec2(slope * aspect.max(0.01), slope),
        }
    }

    fn eye(&self) -> Vec3 {
        self.target + self.backward() * self.distance
    }

    fn direction(&self, ndc: Vec2, aspect: f32, fov_y: f32) -> Vec3 {
        let (right, up) = self.right_up();
        let slope = (fov_y * 0.5).tan();
        (right * (ndc.x * slope * aspect) + up * (ndc.y * slope) - self.backward()).normalize()
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests;
