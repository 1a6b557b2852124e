//! What a clip and the way to it have a ragdoll do, whatever physics makes of it.

use crate::character::clip::{ease, heading_of, FittedClip, JointPose, Placement};
use crate::compile::{moving, Animated};
use crate::physics::math::arc_cosine;
use crate::physics::{BodyState, Pose};
use glam::DVec3;
use std::sync::Arc;

/// How long the way from one clip to the next takes, s.
const CROSSFADE_S: f64 = 0.4;
/// Frames of a clip that are compared with a pose.
const FRAMES: u32 = 60;
/// How much the tilt of the root counts against the turns of the joints, and its height per m:
/// who lies is to rise from lying, whatever the limbs do.
const TILT: f64 = 2.0;
const HEIGHT_PER_M: f64 = 3.0;

/// Where a clip is, and how the ragdoll gets to it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Course {
    /// Time in the clip, s.
    pub clock_s: f64,
    /// From the frame of the figure to the world at the start of the clip.
    pub placement: Placement,
    /// Which of the clips that get it up it plays, if any.
    rising: Option<usize>,
    fade: Option<Fade>,
}

/// The way from a pose to a clip.
#[derive(Debug, Clone, PartialEq)]
struct Fade {
    /// Where the parts were.
    from: Arc<Vec<Pose>>,
    elapsed_s: f64,
    length_s: f64,
    /// Whether the clip waits for its end.
    waits: bool,
}

impl Course {
    /// The start of an animation.
    pub fn of(animated: &Animated) -> Course {
        Course {
            clock_s: animated.animation.start_s,
            placement: animated.placement,
            rising: None,
            fade: None,
        }
    }

    /// The clip that it plays.
    pub fn clip<'a>(&self, animated: &'a Animated) -> &'a FittedClip {
        let rising = self.rising.and_then(|index| animated.rising.get(index));
        rising.unwrap_or(&animated.clip)
    }

    /// Whether it plays the clip of the animation and nothing else.
    pub fn is_plain(&self) -> bool {
        self.rising.is_none() && self.fade.is_none()
    }

    /// How many bytes of memory it takes beyond its own size, about.
    pub fn bytes(&self) -> usize {
        self.fade
            .as_ref()
            .map_or(0, |fade| size_of_val(&fade.from[..]))
    }

    /// Whether it is over and stays in its last pose.
    pub fn rests(&self, animated: &Animated) -> bool {
        let stands = animated.animation.rate == 0.0 || self.clip(animated).is_over(self.clock_s);
        stands && self.is_plain()
    }

    /// Lets `h` seconds pass.
    pub fn advance(&mut self, animated: &Animated, h: f64) {
        let waits = self.fade.as_ref().is_some_and(|fade| fade.waits);
        if let Some(fade) = &mut self.fade {
            fade.elapsed_s += h;
            if fade.elapsed_s >= fade.length_s {
                self.fade = None;
            }
        }
        if !waits {
            self.clock_s += h * animated.animation.rate;
        }
        let is_up = self.rising.is_some() && self.fade.is_none();
        if is_up && self.clip(animated).is_over(self.clock_s) {
            self.go_on(animated);
        }
    }

    /// Where the parts are.
    fn parts(&self, animated: &Animated) -> Vec<Pose> {
        let placement = self.placement_now(animated);
        let pose = self.clip(animated).pose(self.clock_s);
        let Some(fade) = &self.fade else {
            return animated.skeleton.place(&pose, &placement);
        };
        let share = ease(fade.elapsed_s / fade.length_s);
        let from = animated.skeleton.pose_of(&fade.from, &placement);
        let mixed = from.toward(&pose, share, |_| share);
        animated.skeleton.place(&mixed, &placement)
    }

    /// Where they are, with the velocities that lead on to where they are `h` seconds later.
    pub fn motions(&self, animated: &Animated, h: f64) -> Vec<BodyState> {
        let mut later = self.clone();
        later.advance(animated, h);
        moving(&self.parts(animated), &later.parts(animated), h)
    }

    /// Where they were so many seconds ago, less than it has played.
    pub fn parts_before(&self, animated: &Animated, ago_s: f64) -> Vec<Pose> {
        let mut earlier = self.clone();
        let waits = earlier.fade.as_ref().is_some_and(|fade| fade.waits);
        if let Some(fade) = &mut earlier.fade {
            fade.elapsed_s = (fade.elapsed_s - ago_s).max(0.0);
        }
        if !waits {
            earlier.clock_s -= ago_s * animated.animation.rate;
        }
        earlier.parts(animated)
    }

    /// From the frame of the figure to the world, with the loops that are over.
    pub fn placement_now(&self, animated: &Animated) -> Placement {
        let travelled = self.clip(animated).travelled(self.clock_s);
        self.placement.after(&travelled)
    }

    /// Leads from where the parts lie to the nearest pose of the clip that gets it up, and
    /// plays that then.
    pub fn rise(&mut self, animated: &Animated, parts: Vec<Pose>) {
        let floor = Placement {
            shift: DVec3::Y * animated.placement.shift.y,
            ..Placement::default()
        };
        let lies = animated.skeleton.pose_of(&parts, &floor);
        let rising = animated.rising.iter().map(|clip| nearest(clip, &lies));
        let nearest_clip = rising
            .enumerate()
            .min_by(|a, b| a.1.far.total_cmp(&b.1.far));
        self.rising = nearest_clip.map(|(index, _)| index);
        self.clock_s = match nearest_clip {
            Some((_, frame)) => frame.time_s,
            None => nearest(&animated.clip, &lies).time_s,
        };
        let get_up = animated.animation.get_up.as_ref();
        self.meet(animated, &parts);
        self.fade = Some(Fade {
            from: Arc::new(parts),
            elapsed_s: 0.0,
            length_s: get_up
                .map_or(CROSSFADE_S, |get_up| get_up.blend_s)
                .max(1e-6),
            waits: true,
        });
    }

    /// Goes on with the clip of the animation where the one that got it up has ended.
    fn go_on(&mut self, animated: &Animated) {
        let parts = self.parts(animated);
        self.rising = None;
        self.clock_s = animated.animation.start_s;
        self.meet(animated, &parts);
        self.fade = Some(Fade {
            from: Arc::new(parts),
            elapsed_s: 0.0,
            length_s: CROSSFADE_S,
            waits: false,
        });
    }

    /// Places the clip so that its root is now over the place of that of the parts, and faces
    /// as that does. The floor stays where it was at the start.
    fn meet(&mut self, animated: &Animated, parts: &[Pose]) {
        let root = &animated.skeleton.bones()[0];
        let pose = self.clip(animated).pose(self.clock_s);
        let travelled = self.clip(animated).travelled(self.clock_s);
        let in_clip = travelled.point(root.centre + pose.offset);
        let turn_in_clip = travelled.turn * pose.turns[0];
        let turn = parts[0].orientation * root.orientation.conjugate();
        let turn = heading_of(turn * turn_in_clip.conjugate());
        let over = parts[0].position - turn * in_clip;
        let floor = animated.placement.shift.y;
        self.placement = Placement {
            turn,
            shift: DVec3::new(over.x, floor, over.z),
        };
    }
}

/// A frame of a clip.
#[derive(Clone, Copy)]
struct Frame {
    time_s: f64,
    /// How far it is from what is looked for, rad.
    far: f64,
}

/// The frame of a clip that is nearest to a pose, whatever way that faces: by the turns of the
/// joints, by how the root is tilted and how high it is.
fn nearest(clip: &FittedClip, pose: &JointPose) -> Frame {
    let up = |pose: &JointPose| pose.turns[0].conjugate() * DVec3::Y;
    let frame_s = clip.clip().length_s / f64::from(FRAMES);
    let frame = |index: u32| {
        let time_s = frame_s * f64::from(index);
        let there = clip.pose(time_s);
        let tilt = arc_cosine(up(&there).dot(up(pose)).clamp(-1.0, 1.0));
        let height_m = (there.offset.y - pose.offset.y).abs();
        Frame {
            time_s,
            far: there.distance(pose) + TILT * tilt + HEIGHT_PER_M * height_m,
        }
    };
    let first = frame(0);
    let nearer = |best: Frame, other: Frame| if other.far < best.far { other } else { best };
    (1..FRAMES).map(frame).fold(first, nearer)
}
