//! Kinematic bodies: they follow a path, carry and push what meets them, and nothing moves them.
//!
//! Where such a body is depends on nothing but the time, so a checkpoint, another thread or
//! another number of substeps finds it at the same place to the bit. In a substep it moves from
//! its place at the beginning to that at the end with the mean velocity of that way, which is
//! what a contact or a joint with it sees. Its articulation counts as asleep: it has no inverse
//! mass, takes no forces and belongs to no island.

use super::attach::Attachment;
use super::constraint::ConstraintRows;
use super::convex::Pose;
use super::math::{rotation_from_vector, vector_from_rotation};
use super::model::Model;
use super::state::{BodyState, Rest, State};
use glam::DVec3;

/// What becomes of a body after the last key of its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AfterPath {
    /// It stays there.
    #[default]
    Stop,
    /// The path starts again from the first key, where it has to end, but for whole turns.
    Repeat,
    /// It goes back the same way, and so on.
    Return,
}

/// Where a body is at a time, against where its path begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathKey {
    /// Time since the path began, s.
    pub time_s: f64,
    /// How far it is from there, in the world, m.
    pub shift: DVec3,
    /// How far it has turned about its centre of mass: a rotation vector in the world, rad. It may
    /// be longer than a turn.
    pub turn: DVec3,
}

/// How a body moves by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct KinematicPath {
    /// Where it begins.
    pub begin: Pose,
    /// Time of the path at which the simulation starts, s.
    pub start_s: f64,
    /// Steady velocity in the world, m/s, on top of the keys.
    pub velocity: DVec3,
    /// Steady angular velocity in the world, rad/s, on top of the keys.
    pub angular_velocity: DVec3,
    /// Places at rising times, beginning with 0 s; none if it only moves steadily.
    pub keys: Vec<PathKey>,
    /// What happens after the last of them.
    pub after: AfterPath,
}

impl KinematicPath {
    /// Where the body is so many seconds after the start of the simulation.
    pub fn pose(&self, since_start_s: f64) -> Pose {
        let time_s = self.start_s + since_start_s;
        let [shift, turn] = self.along_keys(time_s);
        let turn = rotation_from_vector(turn + self.angular_velocity * time_s);
        Pose {
            position: self.begin.position + shift + self.velocity * time_s,
            orientation: turn * self.begin.orientation,
        }
    }

    /// Where the body is at the time of a key, m, on its first way along the path.
    pub fn place_of_key(&self, key: &PathKey) -> DVec3 {
        self.begin.position + key.shift + self.velocity * key.time_s
    }

    /// Whether it moves at that time or ever after.
    pub fn still_moves(&self, since_start_s: f64) -> bool {
        let is_steady = self.velocity != DVec3::ZERO || self.angular_velocity != DVec3::ZERO;
        let [first, .., last] = self.keys.as_slice() else {
            return is_steady;
        };
        let goes_on = self.after != AfterPath::Stop || self.start_s + since_start_s < last.time_s;
        let is_elsewhere = |key: &PathKey| key.shift != first.shift || key.turn != first.turn;
        is_steady || (goes_on && self.keys.iter().any(is_elsewhere))
    }

    /// Shift and turn by the keys.
    fn along_keys(&self, time_s: f64) -> [DVec3; 2] {
        let [first, .., last] = self.keys.as_slice() else {
            let only = self.keys.first();
            return only.map_or([DVec3::ZERO; 2], |key| [key.shift, key.turn]);
        };
        let duration = last.time_s - first.time_s;
        let since = (time_s - first.time_s).max(0.0);
        let since = match self.after {
            AfterPath::Stop => since.min(duration),
            AfterPath::Repeat => since % duration,
            AfterPath::Return => duration - (since % (2.0 * duration) - duration).abs(),
        };
        let time_s = first.time_s + since;
        let next = self.keys.partition_point(|key| key.time_s <= time_s);
        let from = next.clamp(1, self.keys.len() - 1) - 1;
        let (a, b) = (&self.keys[from], &self.keys[from + 1]);
        let interval = b.time_s - a.time_s;
        let share = (time_s - a.time_s) / interval;
        let [slope_a, slope_b] = [self.slopes(from), self.slopes(from + 1)];
        let between = |from: DVec3, to: DVec3, slope_from: DVec3, slope_to: DVec3| {
            hermite(
                [from, to],
                [slope_from * interval, slope_to * interval],
                share,
            )
        };
        [
            between(a.shift, b.shift, slope_a[0], slope_b[0]),
            between(a.turn, b.turn, slope_a[1], slope_b[1]),
        ]
    }

    /// Velocity and angular velocity at a key: none at both ends of a path, but one that repeats
    /// ends where it begins (but for whole turns) and goes on as it began.
    fn slopes(&self, key: usize) -> [DVec3; 2] {
        let keys = &self.keys;
        let last = keys.len() - 1;
        let way = |from: usize| {
            let (a, b) = (&keys[from], &keys[from + 1]);
            let interval = b.time_s - a.time_s;
            let ways = [b.shift - a.shift, b.turn - a.turn];
            (interval, ways.map(|way| way / interval))
        };
        let (before, after) = match (key == 0 || key == last, self.after) {
            (false, _) => (way(key - 1), way(key)),
            (true, AfterPath::Repeat) => (way(last - 1), way(0)),
            (true, _) => return [DVec3::ZERO; 2],
        };
        let slope = |which: usize| {
            let [before, after] = [(before.0, before.1[which]), (after.0, after.1[which])];
            DVec3::new(
                monotone_slope((before.0, before.1.x), (after.0, after.1.x)),
                monotone_slope((before.0, before.1.y), (after.0, after.1.y)),
                monotone_slope((before.0, before.1.z), (after.0, after.1.z)),
            )
        };
        [slope(0), slope(1)]
    }
}

/// Slope at a key between two intervals, each with its duration and mean slope, such that nothing
/// swings beyond the keys (Fritsch and Butland 1984: the weighted harmonic mean, or none where the
/// direction turns round).
fn monotone_slope((h0, d0): (f64, f64), (h1, d1): (f64, f64)) -> f64 {
    if d0 * d1 <= 0.0 {
        return 0.0;
    }
    let (w0, w1) = (2.0 * h1 + h0, h1 + 2.0 * h0);
    (w0 + w1) / (w0 / d0 + w1 / d1)
}

/// The cubic between two places with given ways per interval at both ends.
fn hermite([from, to]: [DVec3; 2], [slope_from, slope_to]: [DVec3; 2], share: f64) -> DVec3 {
    let (s, rest) = (share, 1.0 - share);
    let smooth = s * s * (3.0 - 2.0 * s);
    from + (to - from) * smooth + slope_from * (s * rest * rest) - slope_to * (s * s * rest)
}

/// Puts all kinematic bodies of a model where they belong at the start of a simulation: motionless
/// for all that is solved, so that nothing moves them.
pub(super) fn put(model: &Model, state: &mut State) {
    for &body in &model.kinematic {
        state.rest[model.bodies[body].articulation] = Rest {
            asleep: true,
            standing: true,
            ..Rest::default()
        };
    }
    let since_start_s = state.step as f64 * model.settings.common.step_s;
    place(model, state, since_start_s);
}

/// Puts all kinematic bodies where they are so many seconds after the start.
pub(super) fn place(model: &Model, state: &mut State, since_start_s: f64) {
    each(model, state, |path, body| {
        let pose = path.pose(since_start_s);
        (body.position, body.orientation) = (pose.position, pose.orientation);
    });
}

/// Puts them there, and gives them the velocities that take them within `h` seconds where they are
/// by then.
pub(super) fn aim(model: &Model, state: &mut State, since_start_s: f64, h: f64) {
    each(model, state, |path, body| {
        let from = path.pose(since_start_s);
        let to = path.pose(since_start_s + h);
        let turn = to.orientation * from.orientation.conjugate();
        *body = BodyState {
            position: from.position,
            orientation: from.orientation,
            velocity: (to.position - from.position) / h,
            angular_velocity: vector_from_rotation(turn) / h,
        };
    });
}

/// Leaves them where they are after a step, with their mean velocities in it, however many
/// substeps it was made of.
pub(super) fn finish(model: &Model, before: &State, state: &mut State) {
    let step_s = model.settings.common.step_s;
    aim(model, state, before.step as f64 * step_s, step_s);
    place(model, state, (before.step + 1) as f64 * step_s);
}

/// Whether anything in a world follows a path that is not at its end.
pub(super) fn goes_on(model: &Model, state: &State) -> bool {
    let since_start_s = state.step as f64 * model.settings.common.step_s;
    let bodies = model.kinematic.iter();
    let mut paths = bodies.filter_map(|&i| model.bodies[i].path.as_ref());
    paths.any(|path| path.still_moves(since_start_s))
}

/// Whether a body that follows a path moves now.
pub(super) fn moves(motion: &BodyState) -> bool {
    motion.velocity != DVec3::ZERO || motion.angular_velocity != DVec3::ZERO
}

/// Whether a point is one of a body that follows a path, and moves now.
pub(super) fn carries(model: &Model, state: &State, point: &Attachment) -> bool {
    let of = |body: usize| model.bodies[body].is_kinematic() && moves(&state.bodies[body]);
    matches!(*point, Attachment::Body { body, .. } if of(body))
}

/// The articulations that joints hold at a body.
pub(super) fn joined(model: &Model, body: usize) -> impl Iterator<Item = usize> + '_ {
    let is_its =
        move |side: &Attachment| matches!(*side, Attachment::Body { body: of, .. } if of == body);
    let sides = model
        .constraints
        .iter()
        .map(|constraint| constraint.attachments());
    let joints = sides.filter(move |sides| sides.iter().any(is_its));
    joints.filter_map(|sides| sides.iter().find_map(|side| side.articulation(model)))
}

fn each(model: &Model, state: &mut State, change: impl Fn(&KinematicPath, &mut BodyState)) {
    for &body in &model.kinematic {
        if let Some(path) = &model.bodies[body].path {
            change(path, &mut state.bodies[body]);
        }
    }
}
