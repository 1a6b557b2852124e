//! The time of the window: how long a frame stands for, and when the program rests.

use crate::app::quality::FrameTime;
use crate::clock::{sleep, Instant};
use std::time::Duration;

/// Duration of a frame, s; in scripted runs every frame lasts exactly so long.
pub(super) const FRAME_S: f64 = 1.0 / 60.0;
/// So long after the last input the program rests if nothing moves, s.
const QUIET_S: f64 = 1.0;
/// Longest real time that one frame may stand for, s.
const LONGEST_FRAME_S: f64 = 0.1;

/// The time of the window.
pub(super) struct Clock {
    /// When the window was opened.
    opened: Instant,
    /// When this frame began.
    began: Instant,
    /// When the wait at the end of the last frame was over.
    woke: Instant,
    /// When something last moved or was asked for.
    active: Instant,
    /// What the steps of this frame took, s.
    stepping_s: f64,
    /// When the drawing of this frame began.
    drawing: Instant,
    /// Whether the program rested at the end of the last frame.
    pub rested: bool,
    /// What the last frame took.
    pub taken: FrameTime,
    /// What was waited at the end of this frame, s.
    pub waited_s: f64,
    /// Number of this frame, from 0.
    pub frame: u32,
    /// How long every frame lasts in runs that repeat, s.
    frame_s: Option<f64>,
}

impl Clock {
    /// Begins now; every frame lasts so many seconds in a run that repeats.
    pub fn new(frame_s: Option<f64>) -> Clock {
        let now = Instant::now();
        Clock {
            opened: now,
            began: now,
            woke: now,
            active: now,
            stepping_s: 0.0,
            drawing: now,
            rested: false,
            taken: FrameTime::default(),
            waited_s: 0.0,
            frame: 0,
            frame_s,
        }
    }

    /// Begins a frame: the time it stands for, s, and what the last one took without its
    /// steps, s.
    pub fn begin_frame(&mut self) -> (f64, f64) {
        let passed = self.began.elapsed().as_secs_f64();
        self.began = Instant::now();
        let waited_s = std::mem::take(&mut self.waited_s);
        let worked_s = passed - waited_s;
        let picture_s = (self.drawing.elapsed().as_secs_f64() - waited_s).max(0.0);
        self.taken = FrameTime {
            whole_s: passed,
            physics_s: self.stepping_s,
            picture_s,
            panels_s: (worked_s - self.stepping_s - picture_s).max(0.0),
        };
        let stands_for = self.frame_s.unwrap_or(passed.min(LONGEST_FRAME_S));
        (stands_for, passed - self.stepping_s)
    }

    /// Does the stepping of a frame and notes what it takes.
    pub fn step<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = work();
        self.stepping_s = began.elapsed().as_secs_f64();
        done
    }

    /// The drawing of this frame begins.
    pub fn begin_drawing(&mut self) {
        self.drawing = Instant::now();
    }

    /// Time since the window was opened.
    pub fn now(&self) -> Duration {
        self.opened.elapsed()
    }

    /// Something moves or was asked for.
    pub fn wake(&mut self) {
        self.active = Instant::now();
    }

    /// Whether nothing has moved for a while.
    pub fn is_quiet(&self) -> bool {
        self.active.elapsed().as_secs_f64() > QUIET_S
    }

    /// Sleeps until `frame_s` after the last sleep was over. What was drawn is shown only
    /// after this sleep, so a frame counted from its begin would get that time on top.
    pub fn sleep_until(&mut self, frame_s: f64) {
        let left = frame_s - self.woke.elapsed().as_secs_f64();
        if left > 0.0 {
            sleep(Duration::from_secs_f64(left));
        }
        self.woke = Instant::now();
    }
}
