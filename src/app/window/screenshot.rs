//! Pictures of the window as PNG files.

use crate::app::window::glue::with_backend;
use crate::platform::files;
use crate::view::screenshot::grab;
use std::path::Path;

/// Saves what the window shows now.
///
/// # Errors
/// A readable text when the picture cannot be encoded or written.
pub fn save_window(path: &Path) -> Result<(), String> {
    let image = with_backend(grab);
    let (width, height) = (usize::from(image.width), usize::from(image.height));
    // OpenGL counts rows from below.
    let rows = image.bytes.chunks_exact(width.max(1) * 4).rev();
    let opaque: Vec<u8> = rows
        .flat_map(|row| row.as_chunks().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]))
        .collect();
    let png = encode(width as u32, height as u32, &opaque)
        .map_err(|error| format!("{}: the picture cannot be encoded: {error}", path.display()))?;
    files::write_atomic(path, &png).map_err(|error| error.to_string())
}

fn encode(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgb)?;
    writer.finish()?;
    Ok(bytes)
}
