//! Pictures of the shipped scenes as textures.

use crate::scene::find;
use egui_macroquad::egui::{ColorImage, Context, TextureHandle, TextureOptions};

/// Width and height of each, pixels.
pub const SIZE: [usize; 2] = [240, 150];

/// The picture of a scene, ready to be drawn; `None` if there is none.
pub(super) fn load(ctx: &Context, scene: &str) -> Option<TextureHandle> {
    let image = decode(find(scene)?.picture).ok()?;
    Some(ctx.load_texture(scene, image, TextureOptions::LINEAR))
}

fn decode(png: &[u8]) -> Result<ColorImage, png::DecodingError> {
    let mut decoder = png::Decoder::new(png);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut bytes)?;
    let size = [info.width as usize, info.height as usize];
    bytes.truncate(info.buffer_size());
    Ok(ColorImage::from_rgb(size, &bytes))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::scene::{Shipped, SHIPPED};

    #[test]
    fn pictures_are_small_and_can_be_read() {
        for Shipped {
            name, picture: png, ..
        } in SHIPPED
        {
            assert!(png.len() < 20_000, "{name}: {} bytes", png.len());
            assert_eq!(decode(png).unwrap().size, SIZE, "{name}");
        }
    }
}
