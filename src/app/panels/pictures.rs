//! Pictures of the shipped scenes; `tests/pictures.sh` makes them.

use egui_macroquad::egui::{ColorImage, Context, TextureHandle, TextureOptions};

/// Width and height of each, pixels.
pub const SIZE: [usize; 2] = [240, 150];

macro_rules! pictures {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_bytes!(concat!("../../../assets/pictures/", $name, ".png")),
        )),*]
    };
}

/// The picture of each shipped scene as PNG.
pub const PICTURES: &[(&str, &[u8])] = pictures![
    "first-throw",
    "mx-throw",
    "mx-stairs",
    "mx-pile",
    "box-wall",
    "box-stack",
    "mixed",
    "hitman",
    "thesis-rigid",
    "mx-drop",
    "humanoid-thin",
    "humanoid-medium",
    "humanoid-wide",
    "pile",
    "mesh",
    "rope",
    "ramp",
    "chain",
    "stick-box",
    "top",
];

/// The picture of a scene, ready to be drawn; `None` if there is none.
pub(super) fn load(ctx: &Context, scene: &str) -> Option<TextureHandle> {
    let (name, png) = PICTURES.iter().find(|(name, _)| *name == scene)?;
    let image = decode(png).ok()?;
    Some(ctx.load_texture(*name, image, TextureOptions::LINEAR))
}

fn decode(png: &[u8]) -> Result<ColorImage, png::DecodingError> {
    let mut decoder = png::Decoder::new(png);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut bytes)?;
    let size = [info.width as usize, info.height as usize];
    Ok(ColorImage::from_rgb(size, &bytes[..info.buffer_size()]))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::scene::SHIPPED;
    use std::path::Path;

    #[test]
    fn every_shipped_scene_has_a_picture_and_nothing_else_has() {
        let shipped: Vec<&str> = SHIPPED.iter().map(|scene| scene.name).collect();
        let embedded: Vec<&str> = PICTURES.iter().map(|(name, _)| *name).collect();
        assert_eq!(embedded, shipped);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/pictures");
        let files = std::fs::read_dir(folder).unwrap().count();
        assert_eq!(files, shipped.len());
    }

    #[test]
    fn pictures_are_small_and_can_be_read() {
        for (name, png) in PICTURES {
            assert!(png.len() < 20_000, "{name}: {} bytes", png.len());
            assert_eq!(decode(png).unwrap().size, SIZE, "{name}");
        }
    }
}
