//! Films: frames as an animated GIF, an animated PNG, or pictures in a folder.

use super::file_error::FileError;
use super::files::{self, write_atomic};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// How carefully the 256 colours of a GIF's frame are chosen, from 1 to 30, best first.
const GIF_COLOURS: i32 = 10;

/// What a film is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilmKind {
    /// Animated GIF: shown everywhere, 256 colours a frame.
    Gif,
    /// Animated PNG: all colours, shown by browsers.
    Apng,
    /// A folder of numbered PNG files.
    Folder,
}

impl FilmKind {
    /// The kind that the ending of a path stands for; none of an ending that means another
    /// kind of film.
    pub fn of(path: &Path) -> Option<FilmKind> {
        let last = path.as_os_str().as_encoded_bytes().last();
        if last.is_some_and(|last| std::path::is_separator(char::from(*last))) {
            return Some(FilmKind::Folder);
        }
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("gif") => Some(FilmKind::Gif),
            Some("apng" | "png") => Some(FilmKind::Apng),
            None => Some(FilmKind::Folder),
            Some(_) if files::is_folder(path) => Some(FilmKind::Folder),
            Some(_) => None,
        }
    }
}

/// What a film is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// Width and height, pixels.
    pub size: [u16; 2],
    /// Frames per second.
    pub fps: u32,
    /// Number of frames.
    pub frames: u32,
}

/// A film that is being written; nothing is left of a file that is not finished.
pub struct Film {
    path: PathBuf,
    format: Format,
    /// Frames so far.
    added: u32,
    encoder: Encoder,
}

enum Encoder {
    Gif(Box<gif::Encoder<Vec<u8>>>),
    Apng(Vec<Vec<u8>>),
    Folder,
}

/// Why there is no film.
#[derive(Debug)]
pub enum FilmError {
    /// A file cannot be written.
    File(FileError),
    /// The encoder refuses.
    Encoding(PathBuf, String),
}

impl fmt::Display for FilmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilmError::File(error) => write!(f, "{error}"),
            FilmError::Encoding(path, reason) => {
                write!(
                    f,
                    "{}: cannot encode the recording: {reason}",
                    path.display()
                )
            }
        }
    }
}

impl Film {
    /// Begins a film; of a folder that is made if need be.
    ///
    /// # Errors
    /// A folder that cannot be made, or a size that cannot be encoded.
    pub fn begin(path: &Path, kind: FilmKind, format: Format) -> Result<Film, FilmError> {
        let path = path.to_path_buf();
        let encoder = match kind {
            FilmKind::Gif => {
                let [width, height] = format.size;
                let mut encoder = gif::Encoder::new(Vec::new(), width, height, &[])
                    .map_err(|error| FilmError::Encoding(path.clone(), error.to_string()))?;
                encoder
                    .set_repeat(gif::Repeat::Infinite)
                    .map_err(|error| FilmError::Encoding(path.clone(), error.to_string()))?;
                Encoder::Gif(Box::new(encoder))
            }
            FilmKind::Apng => Encoder::Apng(Vec::new()),
            FilmKind::Folder => {
                files::make_folder(&path)
                    .map_err(|source| FilmError::File(write_error(&path, source)))?;
                Encoder::Folder
            }
        };
        Ok(Film {
            path,
            format,
            added: 0,
            encoder,
        })
    }

    /// Why the film is not made.
    pub fn failed(&self, reason: &str) -> FilmError {
        FilmError::Encoding(self.path.clone(), reason.into())
    }

    /// Adds a frame of RGB rows from above, of a size in pixels.
    ///
    /// # Errors
    /// A picture of another size or that cannot be encoded, or a file that cannot be written.
    pub fn add(&mut self, size: [u16; 2], rgb: Vec<u8>) -> Result<(), FilmError> {
        self.add_for(1, size, rgb)
    }

    /// The same with a frame that is shown as long as so many; of a GIF only.
    ///
    /// # Errors
    /// As [`Film::add`].
    pub fn add_for(&mut self, frames: u32, size: [u16; 2], rgb: Vec<u8>) -> Result<(), FilmError> {
        if size != self.format.size {
            return Err(self.failed("the window size has changed"));
        }
        let ([width, height], frame) = (self.format.size, self.added);
        self.added += frames;
        match &mut self.encoder {
            Encoder::Gif(encoder) => {
                let mut picture = gif::Frame::from_rgb_speed(width, height, &rgb, GIF_COLOURS);
                let fps = self.format.fps;
                let shown = (frame..frame + frames).map(|i| centiseconds(i, fps));
                picture.delay = shown.fold(0, u16::saturating_add);
                encoder
                    .write_frame(&picture)
                    .map_err(|error| FilmError::Encoding(self.path.clone(), error.to_string()))
            }
            Encoder::Apng(frames) => {
                frames.push(rgb);
                Ok(())
            }
            Encoder::Folder => {
                let path = self.path.join(format!("frame-{:04}.png", frame + 1));
                let still = Format {
                    frames: 1,
                    ..self.format
                };
                let bytes = png_of(&[rgb], still)
                    .map_err(|error| FilmError::Encoding(path.clone(), error))?;
                write_atomic(&path, &bytes).map_err(FilmError::File)
            }
        }
    }

    /// Writes what has been added.
    ///
    /// # Errors
    /// A film that cannot be encoded, or a file that cannot be written.
    pub fn finish(self) -> Result<(), FilmError> {
        let bytes = match self.encoder {
            Encoder::Gif(encoder) => encoder.into_inner().map_err(|error| error.to_string()),
            Encoder::Apng(frames) => png_of(&frames, self.format),
            Encoder::Folder => return Ok(()),
        };
        let bytes = bytes.map_err(|error| FilmError::Encoding(self.path.clone(), error))?;
        write_atomic(&self.path, &bytes).map_err(FilmError::File)
    }
}

/// How long a frame of a GIF is shown, in its hundredths of a second, so that all of them
/// together keep the rate.
fn centiseconds(frame: u32, fps: u32) -> u16 {
    let end = |frame: u32| (200 * frame + fps) / (2 * fps);
    (end(frame + 1) - end(frame)) as u16
}

/// A PNG of one frame of RGB rows from above, or an animated one of several.
///
/// # Errors
/// Why it cannot be encoded.
pub fn png_of(frames: &[Vec<u8>], format: Format) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let [width, height] = format.size.map(u32::from);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let write = move || -> Result<(), png::EncodingError> {
        if format.frames > 1 {
            encoder.set_animated(format.frames, 0)?;
            encoder.set_frame_delay(1, format.fps as u16)?;
        }
        let mut writer = encoder.write_header()?;
        for frame in frames {
            writer.write_image_data(frame)?;
        }
        writer.finish()
    };
    write().map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn write_error(path: &Path, source: io::Error) -> FileError {
    FileError::Write {
        path: path.to_path_buf(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frames_of_a_gif_keep_the_rate_together() {
        for fps in 1..=60 {
            let shown: u32 = (0..fps).map(|i| u32::from(centiseconds(i, fps))).sum();
            assert_eq!(shown, 100, "{fps} frames per second");
        }
    }

    #[test]
    fn the_ending_says_what_is_written() {
        let kind = |path: &str| FilmKind::of(Path::new(path));
        assert_eq!(kind("a/film.GIF"), Some(FilmKind::Gif));
        assert_eq!(kind("film.apng"), Some(FilmKind::Apng));
        assert_eq!(kind("frames"), Some(FilmKind::Folder));
        assert_eq!(kind("frames.2/"), Some(FilmKind::Folder));
        assert_eq!(kind("film.mp4"), None);
    }
}
