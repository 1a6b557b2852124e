//! Scripted actions and reported events, for tests and pictures.
//!
//! A script is a JSON list such as `[{"frame": 30, "do": "throw"}]`; an entry may
//! also `open` or `save` a file, or turn the camera with `look_deg`. Events are
//! JSON lines on stdout.

use crate::app::action::{find, Action};
use crate::app::panels::widgets::Placed;
use crate::app::program::Program;
use crate::app::quality::FrameTime;
use crate::lab::ShotResult;
use crate::platform::{files, scheduling, terminal};
use crate::scene::{validate, Scene};
use crate::view::gpu::Work;
use glam::DVec2;
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use std::path::{Path, PathBuf};

/// One entry of a script.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Frame, counted from 0.
    frame: u32,
    /// Name of an action of the table.
    #[serde(rename = "do")]
    action: Option<String>,
    /// File or shipped scene to open.
    open: Option<String>,
    /// File to save to.
    save: Option<PathBuf>,
    /// Direction of the camera: yaw and pitch, degrees.
    look_deg: Option<[f32; 2]>,
}

/// What a script asks for in a frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// An action.
    Perform(Action),
    /// Open a file or shipped scene.
    Open(String),
    /// Save to a file.
    Save(PathBuf),
    /// Turn the camera: yaw and pitch, rad.
    Look(f32, f32),
}

/// A script of timed actions.
#[derive(Debug, Clone, Default)]
pub struct Script {
    entries: Vec<Entry>,
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// A readable text with file, place and remedy.
    pub fn load(path: &Path) -> Result<Script, String> {
        let bytes = files::read_text(path).map_err(|error| error.to_string())?;
        let entries: Vec<Entry> = serde_json::from_slice(&bytes)
            .map_err(|error| format!("{}: not a script: {error}", path.display()))?;
        for entry in &entries {
            if let Some(id) = &entry.action {
                if find(id).is_none() {
                    let path = path.display();
                    return Err(format!(
                        "{path}: unknown action `{id}`; F1 lists the actions"
                    ));
                }
            }
        }
        Ok(Script { entries })
    }

    /// What to do in this frame.
    pub fn steps(&self, frame: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        for entry in self.entries.iter().filter(|entry| entry.frame == frame) {
            let action = entry.action.as_deref().and_then(find);
            steps.extend(action.map(|trigger| Step::Perform(Action::Do(trigger))));
            steps.extend(entry.open.clone().map(Step::Open));
            steps.extend(entry.save.clone().map(Step::Save));
            let look = entry.look_deg.map(|d| d.map(f32::to_radians));
            steps.extend(look.map(|[yaw, pitch]| Step::Look(yaw, pitch)));
        }
        steps
    }
}

/// Reports events on stdout if asked to.
#[derive(Debug, Default)]
pub struct Events {
    enabled: bool,
    widgets: Vec<Placed>,
    message: Option<(String, bool)>,
    knobs: Vec<(String, [DVec2; 2])>,
    /// Of the scene that was looked through last.
    revision: Option<u64>,
    run: Option<RunReport>,
    pointer: PointerReport,
    /// Whether the last shot has hit, and whether what it hit rests.
    shot: (bool, bool),
    /// Longest time that a frame kept from looking at the input, s.
    longest_gap_s: f64,
    /// Most work that a frame did for anything but its picture, s.
    most_work_s: f64,
    /// What others took until two points of a frame, s.
    starved_s: Span,
    /// What this thread has worked until then, s.
    worked_s: Span,
}

/// A count at two points of a frame.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    /// When it looked at the input.
    began: f64,
    /// When it drew.
    drawing: f64,
}

impl Span {
    /// What was counted between the two; nothing in the first frame.
    fn length(self) -> f64 {
        match self.began > 0.0 {
            true => self.drawing - self.began,
            false => 0.0,
        }
    }
}

/// What a run is doing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunReport {
    /// Whether time goes on.
    pub playing: bool,
    /// Number of steps made; of a run that stands still only, so that not every step is
    /// a report.
    pub step: Option<u64>,
    /// The hash of the state then, as the status line has it.
    pub hash: Option<String>,
    /// Whether something is pulled.
    pub pulled: bool,
    /// Whether the last result stands there as a ghost.
    pub ghost: bool,
    /// Number of the runs beside it, and of those that differ by more than chance.
    pub sides: [usize; 2],
    /// Where the figure is in the window while it stands still, px.
    pub figure: Option<[i32; 2]>,
    /// Whether work goes on that ends by itself, such as a way back in time.
    pub busy: bool,
}

/// What a frame has seen of the pointer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct PointerReport {
    /// Where it is in the window, px.
    pub at: [i32; 2],
    /// Whether the left button is down.
    pub down: bool,
}

impl RunReport {
    /// What the run of the program is doing; `figure`: where it is in the window, px.
    pub fn of(program: &Program, figure: Option<[i32; 2]>) -> RunReport {
        let session = &program.playback.session;
        let sides = program
            .playback
            .comparing
            .comparison
            .as_ref()
            .map_or([0; 2], |comparison| {
                let count = comparison.sides().len();
                let differs = |side: &usize| comparison.differs(*side, session.now()) == Some(true);
                [count, (0..count).filter(differs).count()]
            });
        RunReport {
            playing: session.playing,
            step: (!session.playing).then(|| session.shown_step()),
            hash: (!session.playing).then(|| format!("{:016x}", program.playback.reading().hash)),
            pulled: session.simulation.world.holds().pull.is_some(),
            ghost: session.ghost.is_some(),
            sides,
            figure,
            busy: program.is_busy(),
        }
    }
}

impl Events {
    /// Reports if `enabled`.
    pub fn new(enabled: bool) -> Events {
        Events {
            enabled,
            ..Events::default()
        }
    }

    /// Whether somebody listens.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Reports one event with its values.
    pub fn report(&self, event: &str, mut values: Value) {
        if !self.enabled {
            return;
        }
        if let Some(values) = values.as_object_mut() {
            values.insert("event".into(), event.into());
        }
        // Nobody listening any more is no reason to stop.
        let _ = terminal::print_json(&format!("{values}\n"));
    }

    /// Reports the controls when their places changed. `scale`: pixels per point.
    pub fn report_widgets(&mut self, widgets: Vec<Placed>, scale: f32) {
        if !self.enabled || widgets == self.widgets {
            return;
        }
        let list: Vec<_> = widgets
            .iter()
            .map(|placed| {
                let centre = placed.rect.center() * scale;
                json!({"label": placed.label, "x": centre.x, "y": centre.y})
            })
            .collect();
        self.report("widgets", json!({ "list": list }));
        self.widgets = widgets;
    }

    /// Reports the knobs of limits when their places changed, px: each with the middle of
    /// its arc.
    pub fn report_knobs(&mut self, knobs: Vec<(String, [DVec2; 2])>, scale: f64) {
        if !self.enabled || knobs == self.knobs {
            return;
        }
        let list: Vec<_> = knobs
            .iter()
            .map(|(label, places)| {
                let [at, middle] = places.map(|place| (place * scale).to_array());
                json!({"label": label, "at": at, "middle": middle})
            })
            .collect();
        self.report("knobs", json!({ "list": list }));
        self.knobs = knobs;
    }

    /// Reports how many problems a scene has that has just come about.
    pub fn report_scene(&mut self, scene: &Scene, revision: u64) {
        if self.enabled && self.revision != Some(revision) {
            self.revision = Some(revision);
            let problems = validate(scene).len();
            self.report("scene", json!({ "problems": problems }));
        }
    }

    /// Reports what the run does when that is something else.
    pub fn report_run(&mut self, run: RunReport) {
        if !self.enabled || self.run.as_ref() == Some(&run) {
            return;
        }
        if let Ok(values) = serde_json::to_value(&run) {
            self.report("run", values);
        }
        self.run = Some(run);
    }

    /// Reports what a frame has seen of the pointer when that is something else.
    pub fn report_pointer(&mut self, pointer: PointerReport) {
        if !self.enabled || self.pointer == pointer {
            return;
        }
        if let Ok(values) = serde_json::to_value(pointer) {
            self.report("pointer", values);
        }
        self.pointer = pointer;
    }

    /// Reports when a shot has hit, and when what it hit rests.
    pub fn report_shot(&mut self, shot: Option<&ShotResult>) {
        let now = shot.map_or((false, false), |shot| {
            (shot.first_hit.is_some(), shot.time_to_rest_s.is_some())
        });
        if let (Some(shot), true) = (shot, now != self.shot) {
            let values = json!({
                "hit": now.0,
                "rest": now.1,
                "travel_m": shot.travel_m(),
                "peak_speed_m_s": shot.peak_speed_m_s,
            });
            self.report("shot", values);
        }
        self.shot = now;
    }

    /// Notes that the picture is about to be drawn. To be called in every frame.
    pub fn note_drawing(&mut self) {
        if self.enabled {
            self.starved_s.drawing = scheduling::starved_s();
            self.worked_s.drawing = scheduling::worked_s();
        }
    }

    /// Reports how long a frame kept from looking at the input, s, if it is longer than ever:
    /// without the picture, which where there is no graphics card takes the driver as long as
    /// the scene has vertices, and without what other programs took meanwhile. The same of how long
    /// it kept a core busy, which the load of a machine does not change. To be called in
    /// every frame at the same point.
    pub fn report_gap(&mut self, frame: &FrameTime) {
        let (starved_s, worked_s) = (self.starved_s.length(), self.worked_s.length());
        self.starved_s.began = scheduling::starved_s();
        self.worked_s.began = scheduling::worked_s();
        if worked_s > self.most_work_s {
            self.most_work_s = worked_s;
            self.report("work", json!({ "s": worked_s }));
        }
        let own_s = frame.physics_s + frame.panels_s - starved_s;
        if own_s > self.longest_gap_s {
            self.longest_gap_s = own_s;
            let values = json!({
                "s": own_s,
                "starved_ms": starved_s * 1e3,
                "physics_ms": frame.physics_s * 1e3,
                "picture_ms": frame.picture_s * 1e3,
                "panels_ms": frame.panels_s * 1e3,
            });
            self.report("gap", values);
        }
    }

    /// Reports what the frames of the last second took, ms, and what the last one asked of the
    /// graphics card.
    pub fn report_frames(&mut self, frame: &FrameTime, work: Work) {
        let values = json!({
            "whole_ms": frame.whole_s * 1e3,
            "physics_ms": frame.physics_s * 1e3,
            "picture_ms": frame.picture_s * 1e3,
            "panels_ms": frame.panels_s * 1e3,
            "draw_calls": work.calls,
            "vertices": work.vertices,
            "uploaded_bytes": work.bytes,
        });
        self.report("frames", values);
    }

    /// Reports a new message.
    pub fn report_message(&mut self, message: &Option<(String, bool)>) {
        if self.enabled && *message != self.message {
            if let Some((text, is_error)) = message {
                self.report("message", json!({ "text": text, "error": is_error }));
            }
            self.message.clone_from(message);
        }
    }
}
