//! Films of what the stage shows while a person plays, by the clock of the scene.

use super::screenshot::{picture, Picture};
use crate::app::job::{Cancel, Job, Progress};
use crate::platform::files;
use crate::platform::film::{Film, FilmError, FilmKind, Format};
use crate::threads;
use egui_macroquad::egui::Rect;
use std::path::PathBuf;
use std::sync::mpsc::{sync_channel, Receiver, SyncSender, TrySendError};
use std::time::Duration;

/// Frames of a film for each second of the scene.
const FPS: u32 = 15;
/// Wider stages are filmed at a half, a third, ... of their size, px.
/// Where there are no threads they all wait in memory.
const WIDEST_PX: usize = if threads::ARE_THERE { 800 } else { 640 };
/// A film ends after so many frames: a minute of the scene.
const MOST_FRAMES: u32 = 60 * FPS;
/// Frames that may wait for the encoder; more are left out. Without threads it begins when all
/// are there, so that the play does not stutter.
const MOST_WAITING: usize = if threads::ARE_THERE { 40 } else { 300 };
/// Longest that the end of the program waits for a film.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A film that is being made.
pub(super) struct Recorder {
    /// Before the frames: a film that is given up is cancelled before it gets to its end.
    encoder: Job<Result<PathBuf, FilmError>>,
    /// To the encoder; nothing once the film is to end.
    frames: Option<SyncSender<Shown>>,
    /// The frame that is shown until the next is taken.
    last: Option<Picture>,
    /// Time of the scene at which the next frame is due, s; nothing before the first.
    due_s: Option<f64>,
    /// Whether what is on the stage was there before the film began.
    stale: bool,
    /// The part of the window that the first frame has, and so all others, px.
    part: Option<Rect>,
    made: u32,
    left_out: u32,
    /// Whether it ends by itself with the shot.
    of_shot: bool,
}

/// A frame, and for how many periods it is shown.
type Shown = (Picture, u32);

/// What has become of a film.
pub(super) enum Recording {
    /// It goes on, or is encoded.
    Working,
    /// It is saved in this file, of so many frames, with what is to be said besides.
    Saved(PathBuf, String),
    /// Nothing was saved: why.
    Failed(String),
}

impl Recorder {
    /// Begins a film in the folder for pictures; `of_shot`: it ends by itself with the shot.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn begin(of_shot: bool) -> Result<Recorder, String> {
        let (frames, coming) = sync_channel(MOST_WAITING);
        let mut encoder = Encoder::new(coming);
        let encoder = Job::start_in_parts("film", move |cancel| encoder.go_on(cancel).transpose());
        Ok(Recorder {
            frames: Some(frames),
            encoder: encoder.map_err(|error| format!("cannot record: {error}"))?,
            last: None,
            due_s: None,
            stale: true,
            part: None,
            made: 0,
            left_out: 0,
            of_shot,
        })
    }

    /// Whether frames are still taken.
    pub fn is_recording(&self) -> bool {
        self.frames.is_some()
    }

    /// Ends the film; what was taken is written.
    pub fn end(&mut self) {
        self.send_last(1);
        self.frames = None;
    }

    /// Waits until an ended film is written, but not for ever.
    pub fn wait(&self) {
        let _ = self.encoder.wait(LONGEST_WAIT);
    }

    /// Takes a frame of a part of the window, px, if one is due at a time of the scene, s.
    pub fn take(&mut self, time_s: f64, part: Rect, is_over: bool) {
        if self.frames.is_none() || std::mem::take(&mut self.stale) {
            return;
        }
        // What waits for the next throw is no part of the shot.
        let ends = self.of_shot && is_over && self.last.is_some();
        if ends || self.made >= MOST_FRAMES {
            return self.end();
        }
        let due_s = *self.due_s.get_or_insert(time_s);
        if let Some(periods) = periods_since(due_s, time_s) {
            self.due_s = Some(due_s.min(time_s) + f64::from(periods) / f64::from(FPS));
            self.send_last(periods);
            let part = *self.part.get_or_insert(part);
            self.last = Some(cut(&picture(), part));
        }
    }

    /// Gives the last frame to the encoder, to be shown for so many periods.
    fn send_last(&mut self, periods: u32) {
        let (Some(frames), Some(last)) = (&self.frames, self.last.take()) else {
            return;
        };
        match frames.try_send((last, periods)) {
            Ok(()) => self.made += 1,
            Err(TrySendError::Full(_)) => self.left_out += 1,
            // It has failed, and tells why when it is asked.
            Err(TrySendError::Disconnected(_)) => self.frames = None,
        }
    }

    /// What has become of it; to be asked in every frame.
    pub fn poll(&self) -> Recording {
        let lost = match self.left_out {
            0 => String::new(),
            count => format!(" ({count} dropped)"),
        };
        if self.is_recording() && !threads::ARE_THERE {
            return Recording::Working;
        }
        match self.encoder.poll() {
            Progress::Working => Recording::Working,
            Progress::Done(Ok(_)) if self.made == 0 => Recording::Failed(
                "nothing recorded, because nothing moved; play or throw while \
                                 recording"
                    .into(),
            ),
            Progress::Done(Ok(path)) => {
                Recording::Saved(path, format!("saved {} frames{lost} as", self.made))
            }
            Progress::Done(Err(error)) => Recording::Failed(error.to_string()),
            Progress::Failed => Recording::Failed(
                "the recording failed due to an internal error; \
                                                 try again"
                    .into(),
            ),
        }
    }
}

/// Encodes frames until no more come, and writes the film.
struct Encoder {
    coming: Receiver<Shown>,
    path: PathBuf,
    film: Option<Film>,
}

impl Encoder {
    fn new(coming: Receiver<Shown>) -> Encoder {
        Encoder {
            coming,
            path: free_path(),
            film: None,
        }
    }

    /// Encodes the next frame, for which it waits; the path of the film once that is written.
    fn go_on(&mut self, cancel: &Cancel) -> Result<Option<PathBuf>, FilmError> {
        let next = self.coming.recv();
        // One that was given up is not written, though no more frames come.
        if cancel.is_asked() {
            return Ok(None);
        }
        let Ok((frame, periods)) = next else {
            self.film.take().map_or(Ok(()), Film::finish)?;
            return Ok(Some(self.path.clone()));
        };
        let film = match &mut self.film {
            Some(film) => film,
            None => {
                let format = Format {
                    size: frame.size,
                    fps: FPS,
                    frames: MOST_FRAMES,
                };
                let film = Film::begin(&self.path, FilmKind::Gif, format)?;
                self.film.insert(film)
            }
        };
        film.add_for(periods, frame.size, frame.rgb)?;
        Ok(None)
    }
}

/// How many frames a time of the scene, s, stands for since one was due; none before that.
/// Who goes back in time films on from there.
fn periods_since(due_s: f64, time_s: f64) -> Option<u32> {
    /// Of the rounding of summed steps, s.
    const ROUNDING_S: f64 = 1e-6;
    let periods = (time_s + ROUNDING_S - due_s) * f64::from(FPS);
    match periods {
        p if p >= 0.0 => Some(p.min(f64::from(MOST_FRAMES)) as u32 + 1),
        p if p < -1.0 => Some(1),
        _ => None,
    }
}

/// The first name of a film that is free in the folder for pictures.
fn free_path() -> PathBuf {
    let folder = files::pictures_folder();
    let names = (1_u32..).map(|number| folder.join(format!("ragdoll-lab-{number}.gif")));
    let mut free = names.filter(|path| !files::exists(path));
    free.next().unwrap_or_default()
}

/// A part of a picture, px, made smaller by the least whole number that makes it narrow
/// enough; black where it is beyond the picture.
fn cut(picture: &Picture, part: Rect) -> Picture {
    let [width, height] = picture.size.map(usize::from);
    let whole = |at: f32| at.clamp(0.0, f32::from(u16::MAX)).round() as usize;
    let (left, top) = (whole(part.left()), whole(part.top()));
    let by = whole(part.width()).div_ceil(WIDEST_PX).max(1);
    let (columns, rows) = (whole(part.width()) / by, whole(part.height()) / by);
    let byte = |x: usize, y: usize, channel: usize| match x < width && y < height {
        true => picture.rgb.get(3 * (y * width + x) + channel).copied(),
        false => None,
    };
    let mut rgb = Vec::with_capacity(3 * columns * rows);
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        for channel in 0..3 {
            let block = (0..by).flat_map(|dy| (0..by).map(move |dx| (dx, dy)));
            let bytes = block.map(|(dx, dy)| {
                let byte = byte(left + column * by + dx, top + row * by + dy, channel);
                usize::from(byte.unwrap_or_default())
            });
            rgb.push((bytes.sum::<usize>() / (by * by)) as u8);
        }
    }
    Picture {
        size: [columns as u16, rows as u16],
        rgb,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_macroquad::egui::{pos2, vec2};

    #[test]
    fn frames_stand_for_the_time_of_the_scene_however_seldom_they_come() {
        for (step_s, steps) in [(1.0 / 60.0, 240), (0.05, 80), (0.25, 16)] {
            let (mut due_s, mut shown, mut first) = (0.0, 0, true);
            for step in 0..=steps {
                let time_s = f64::from(step) * step_s;
                if let Some(periods) = periods_since(due_s, time_s) {
                    due_s += f64::from(periods) / f64::from(FPS);
                    shown += if first { 0 } else { periods };
                    first = false;
                }
            }
            let end = steps as f64 * step_s * f64::from(FPS);
            assert!(
                (f64::from(shown) - end).abs() <= 1.0,
                "{step_s}: {shown} of {end}"
            );
        }
        assert_eq!(periods_since(5.0, 2.0), Some(1), "back in time");
    }

    #[test]
    fn a_part_is_cut_out_and_made_narrow_enough() {
        let (width, height) = (2 * WIDEST_PX + 10, 8);
        let rgb: Vec<u8> = (0..width * height)
            .flat_map(|i| [(i % width % 2 * 200) as u8, (i / width) as u8, 7])
            .collect();
        let whole = Picture {
            size: [width as u16, height as u16],
            rgb,
        };
        let part = Rect::from_min_max(pos2(10.0, 2.0), pos2(width as f32, 6.0));
        let cut_out = cut(&whole, part);
        assert_eq!(cut_out.size, [WIDEST_PX as u16, 2]);
        assert_eq!(cut_out.rgb[..6], [100, 2, 7, 100, 2, 7]);
        let last = cut_out.rgb.len() - 3;
        assert_eq!(cut_out.rgb[last..], [100, 4, 7]);
        let small = Rect::from_min_max(pos2(1.0, 0.0), pos2(3.0, 1.0));
        assert_eq!(cut(&whole, small).rgb, [200, 0, 7, 0, 0, 7]);
        let beyond = small.translate(vec2(0.0, 8.0));
        assert_eq!(
            cut(&whole, beyond).rgb,
            [0; 6],
            "the window has become smaller"
        );
    }
}
