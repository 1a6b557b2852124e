//! What keeps somebody in the picture: the least that views have to move after which a box is in
//! a part of the picture and what is in it is large enough.

use super::camera::Camera;
use super::framing::{longer_side, Edges, FreePart, Look};
use macroquad::math::{Vec3, Vec3Swizzles};

/// Least distance of the eye from the box, m.
const NEAREST_M: f32 = 0.1;
/// So often the distance at which something is just large enough is halved.
const HALVINGS: u32 = 20;

/// Who is held in the picture of a pane.
#[derive(Debug, Clone, Default)]
pub struct Held {
    /// Corners of the box that is kept in the free part, m.
    pub corners: Vec<Vec3>,
    /// Points whose box in the picture is kept large, m.
    pub points: Vec<Vec3>,
    /// Their least length in the picture, as a share of its shorter side.
    pub least: f32,
    /// The share of the move that is made at once, 0 to 1.
    pub share: f32,
}

/// How it is held.
#[derive(Debug, Clone, Copy)]
pub struct Hold {
    /// The part of each picture in which the box is kept.
    pub free: FreePart,
    /// Width over height of each picture.
    pub aspect: f32,
}

/// What is held, seen by a camera, along the axes of its look.
struct Seen {
    edges: Edges,
    points: Vec<Vec3>,
    eye: Vec3,
    look: Look,
    aspect: f32,
    least: f32,
}

/// How a camera is moved.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Move {
    /// By what, world, m.
    pub by: Vec3,
    /// How deep in the picture what is held is then, m; `None` where nothing is held.
    pub depth: Option<f32>,
}

/// By what each camera has to be moved. All go as far back or forward, so that what
/// they show stays of one scale, unless that brings somebody out of the picture.
pub(super) fn moves(cameras: &[Camera], held: &[Option<Held>], hold: &Hold) -> Vec<Move> {
    let seen = cameras.iter().enumerate().map(|(pane, camera)| {
        let held = held.get(pane)?.as_ref()?;
        Seen::of(camera, held, hold)
    });
    let seen: Vec<Option<Seen>> = seen.collect();
    let each = || seen.iter().flatten();
    let back = each().map(Seen::least_back).fold(0.0, f32::max);
    let back = each().map(|seen| seen.most_back(back)).fold(back, f32::min);
    let by = |seen: &Option<Seen>| {
        let seen = seen.as_ref();
        seen.map_or_else(Move::default, |seen| {
            let back = back.max(seen.least_back());
            Move {
                by: seen.move_by(back),
                depth: Some(seen.eye.z + back - seen.edges.middle()),
            }
        })
    };
    seen.iter().map(by).collect()
}

impl Seen {
    fn of(camera: &Camera, held: &Held, hold: &Hold) -> Option<Seen> {
        let look = camera.look_now(hold.aspect);
        Some(Seen {
            edges: Edges::of(&held.corners, look, hold.free)?,
            points: held.points.iter().map(|point| look.local(*point)).collect(),
            eye: look.local(camera.eye()),
            look,
            aspect: hold.aspect,
            least: held.least,
        })
    }

    /// How far back the eye has to go so that the box fits; negative where it may come nearer.
    fn least_back(&self) -> f32 {
        self.edges.depth() + NEAREST_M - self.eye.z
    }

    /// How far back it may go, at most so far, so that what is held is large enough; not nearer
    /// than the box fits.
    fn most_back(&self, limit: f32) -> f32 {
        if self.points.is_empty() || self.length(limit) >= self.least {
            return limit;
        }
        let (mut good, mut bad) = (self.least_back(), limit);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (good + bad);
            match self.length(middle) >= self.least {
                true => good = middle,
                false => bad = middle,
            }
        }
        good
    }

    /// Where the eye is when it has gone so far back, and the least to the side.
    fn eye_at(&self, back: f32) -> Vec3 {
        let depth = self.eye.z + back;
        let (low, high) = self.edges.span(depth);
        self.eye.xy().clamp(low, high).extend(depth)
    }

    /// How long what is held is in the picture then, as a share of its shorter side.
    fn length(&self, back: f32) -> f32 {
        let eye = self.eye_at(back);
        let places = self.points.iter().map(|point| {
            let off = *point - eye;
            off.xy() / (-off.z).max(NEAREST_M) / self.look.slopes
        });
        longer_side(places, self.aspect)
    }

    fn move_by(&self, back: f32) -> Vec3 {
        self.look.world(self.eye_at(back) - self.eye)
    }
}

#[cfg(test)]
mod tests {
    use super::super::camera::Bounds;
    use super::super::framing::corners;
    use super::super::pane_cameras::PaneCameras;
    use super::*;
    use macroquad::math::{vec2, vec3};

    const HOLD: Hold = Hold {
        free: FreePart {
            low: vec2(-0.9, -0.9),
            high: vec2(0.9, 0.6),
        },
        aspect: 1.5,
    };
    const LEAST: f32 = 1.0 / 6.0;

    fn somebody_at(place: Vec3) -> Held {
        let bounds = Bounds {
            min: place - vec3(0.4, 0.1, 0.9),
            max: place + vec3(0.4, 0.3, 0.9),
        };
        Held {
            corners: corners(bounds).to_vec(),
            points: vec![place - Vec3::Z * 0.7, place + Vec3::Z * 0.7],
            least: LEAST,
            share: 1.0,
        }
    }

    /// Wherever somebody is, a view that holds them shows them, at once and when it is where it
    /// was on its way to.
    #[test]
    fn who_is_held_is_in_the_picture_and_large_enough() {
        for (x, y, z) in [
            (0.0, 0.5, 0.0),
            (30.0, 0.2, 4.0),
            (-3.0, 12.0, 60.0),
            (1.0, 0.3, -50.0),
            (0.3, 1.0, 3.9),
        ] {
            for panes in 1..=3 {
                let mut cameras = PaneCameras::default();
                cameras.keep(panes);
                let held: Vec<Held> = (0..panes)
                    .map(|pane| somebody_at(vec3(x, y, z) * (1.0 + 0.2 * pane as f32)))
                    .collect();
                let some: Vec<Option<Held>> = held.iter().cloned().map(Some).collect();
                cameras.hold(&some, &HOLD, |_| None);
                let wider = HOLD.free.shrunk(-1e-3);
                for views in [cameras.shown(), cameras.goal()] {
                    for (pane, held) in held.iter().enumerate() {
                        let case = format!("{x} {y} {z}, pane {pane} of {panes}");
                        assert!(
                            views.sees(pane, &held.corners, wider, HOLD.aspect),
                            "{case}"
                        );
                        let length = views.extent(pane, &held.points, HOLD.aspect);
                        assert!(length >= 0.99 * LEAST, "{case}: {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn who_is_well_seen_moves_no_view() {
        let held = [Some(somebody_at(vec3(0.0, 0.7, 0.0)))];
        let mut cameras = PaneCameras::default();
        cameras.hold(&held, &HOLD, |_| None);
        let before = cameras.first;
        cameras.hold(&held, &HOLD, |_| None);
        assert!(before.eye().distance(cameras.first.eye()) < 1e-4);
        let nobody = [Some(Held::default())];
        cameras.hold(&nobody, &HOLD, |_| None);
        cameras.hold(&[], &HOLD, |_| None);
        assert!(before.eye().distance(cameras.first.eye()) < 1e-4);
    }

    /// Somebody is knocked about in a room: they are seen in every frame, from within it.
    #[test]
    fn who_is_knocked_about_in_a_room_is_seen_from_within_it() {
        const HALF: Vec3 = vec3(4.0, 1.5, 4.0);
        let middle = Vec3::Y * HALF.y;
        let push_out = |eye: Vec3| {
            let inside = (eye - middle).clamp(-HALF, HALF) + middle;
            (inside != eye).then(|| inside - eye)
        };
        for start in 0..24 {
            let angle = start as f32 * 0.7;
            let mut cameras = PaneCameras::default();
            cameras.first = Camera::new(middle, 3.0, angle, 0.2);
            let mut place = vec3(0.0, 0.6, 0.0);
            let mut velocity = vec3(9.0 * angle.cos(), 1.0, 7.0 * angle.sin());
            for frame in 0..600 {
                place += velocity / 60.0;
                let bound = HALF - vec3(0.4, 0.3, 0.9);
                for axis in 0..3 {
                    let off = place[axis] - middle[axis];
                    if off.abs() > bound[axis] {
                        place[axis] = middle[axis] + off.signum() * bound[axis];
                        velocity[axis] = -velocity[axis];
                    }
                }
                let held = [Some(somebody_at(place))];
                cameras.update(1.0 / 60.0, 1.0, push_out);
                cameras.hold(&held, &HOLD, push_out);
                let views = cameras.shown();
                let [Some(held)] = &held else { return };
                let case = format!("start {start}, frame {frame}: {place}");
                let wider = HOLD.free.shrunk(-1e-3);
                assert!(views.sees(0, &held.corners, wider, HOLD.aspect), "{case}");
                let length = views.extent(0, &held.points, HOLD.aspect);
                assert!(length >= 0.99 * LEAST, "{case}: {length}");
                let depth = push_out(cameras.first.eye()).unwrap_or_default().length();
                assert!(depth < 0.05, "{case}: {depth} m in a wall");
            }
        }
    }
}
