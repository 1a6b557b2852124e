//! Pictures of the window as PNG files.

use crate::app::window::glue::with_backend;
use crate::platform::files;
use crate::platform::film::{png_of, Format};
use crate::view::screenshot::grab;
use std::path::Path;

/// What the window shows.
pub struct Picture {
    /// Width and height, pixels.
    pub size: [u16; 2],
    /// RGB rows from above.
    pub rgb: Vec<u8>,
}

/// What the window shows now.
pub fn picture() -> Picture {
    let image = with_backend(grab);
    let width = usize::from(image.width);
    // OpenGL counts rows from below.
    let rows = image.bytes.chunks_exact(width.max(1) * 4).rev();
    let rgb = rows
        .flat_map(|row| row.as_chunks().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]))
        .collect();
    Picture {
        size: [image.width, image.height],
        rgb,
    }
}

/// Saves what the window shows now.
///
/// # Errors
/// A readable text when the picture cannot be encoded or written.
pub fn save_window(path: &Path) -> Result<(), String> {
    let Picture { size, rgb } = picture();
    let still = Format {
        size,
        fps: 1,
        frames: 1,
    };
    let png = png_of(&[rgb], still).map_err(|error| {
        let place = path.display();
        format!("{place}: cannot encode the screenshot ({error}); try again")
    })?;
    files::write_atomic(path, &png).map_err(|error| error.to_string())
}
