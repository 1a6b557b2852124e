//! Pictures on meshes: PNG and JPEG read, made smaller, painted.

use super::GltfError;
use crate::budget::{Account, GLTF_IMAGE};
use std::io::Cursor;

/// Most times that a JPEG goes through its pixels; usual ones do some ten times.
const MOST_SCANS: usize = 30;

/// A picture: red, green, blue and opacity of each pixel, 0 to 255, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels from left to right.
    pub width: usize,
    /// Pixels from top to bottom.
    pub height: usize,
    /// Four bytes of each.
    pub rgba: Vec<u8>,
}

impl Picture {
    pub(super) fn plain(width: usize, height: usize, color: [u8; 4]) -> Picture {
        Picture {
            width,
            height,
            rgba: color.repeat(width * height),
        }
    }

    /// From the bytes of a PNG or JPEG file; its pixels are counted before they are read.
    ///
    /// # Errors
    /// It is neither, is broken, or has more pixels along an edge or at all than are taken.
    pub fn read(bytes: &[u8], pixels: &mut Account) -> Result<Picture, GltfError> {
        let picture = match bytes {
            [0x89, b'P', b'N', b'G', ..] => png(bytes, pixels),
            [0xff, 0xd8, ..] => jpeg(bytes, pixels),
            _ => Err("neither PNG nor JPEG".into()),
        };
        picture.map_err(|why| {
            let remedy = "export its images as small PNG or JPEG files";
            GltfError::whole(format!("an image cannot be read: {why}"), remedy)
        })
    }

    /// The bytes of a PNG file.
    pub fn to_png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&self.rgba));
        // Writing to memory fails for wrong sizes alone; then there is no picture.
        match written {
            Ok(()) => bytes,
            Err(_) => Vec::new(),
        }
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        let at = 4 * (y * self.width + x);
        let pixel = self.rgba.get(at..at + 4).and_then(|p| p.try_into().ok());
        pixel.unwrap_or([255; 4])
    }

    /// The same with at most so many pixels along each edge; each is the mean of those it covers.
    pub(super) fn at_most(self, edge: usize) -> Picture {
        let longest = self.width.max(self.height);
        if longest <= edge {
            return self;
        }
        let size = |old: usize| (old * edge / longest).max(1);
        let (width, height) = (size(self.width), size(self.height));
        let mut rgba = Vec::with_capacity(4 * width * height);
        for y in 0..height {
            let rows = y * self.height / height..((y + 1) * self.height / height).max(1);
            for x in 0..width {
                let columns = x * self.width / width..((x + 1) * self.width / width).max(1);
                let mut sum = [0_u32; 4];
                let covered = rows.len().max(1) * columns.len().max(1);
                for row in rows.clone() {
                    for column in columns.clone() {
                        let pixel = self.pixel(column, row);
                        sum.iter_mut()
                            .zip(pixel)
                            .for_each(|(s, p)| *s += u32::from(p));
                    }
                }
                rgba.extend(sum.map(|s| (s / covered as u32) as u8));
            }
        }
        Picture {
            width,
            height,
            rgba,
        }
    }

    /// Multiplied by a linear colour.
    pub(super) fn painted(mut self, factor: [f32; 4]) -> Picture {
        if factor == [1.0; 4] {
            return self;
        }
        let tables: [Vec<u8>; 4] = std::array::from_fn(|channel| {
            let byte = |x: u8| match channel {
                3 => (f32::from(x) * factor[3].clamp(0.0, 1.0)).round() as u8,
                _ => encoded(decoded(x) * factor[channel]),
            };
            (0..=255).map(byte).collect()
        });
        for pixel in self.rgba.as_chunks_mut::<4>().0 {
            for (x, table) in pixel.iter_mut().zip(&tables) {
                *x = table.get(usize::from(*x)).copied().unwrap_or(*x);
            }
        }
        self
    }

    /// Puts another one on this one.
    pub(super) fn put(&mut self, other: &Picture, [left, top]: [usize; 2]) {
        for y in 0..other.height {
            let to = 4 * ((top + y) * self.width + left);
            let from = 4 * y * other.width;
            let row = other.rgba.get(from..from + 4 * other.width);
            if let (Some(row), Some(place)) = (row, self.rgba.get_mut(to..to + 4 * other.width)) {
                place.copy_from_slice(row);
            }
        }
    }
}

/// Light of a byte, 0 to 1 (sRGB).
fn decoded(byte: u8) -> f32 {
    let x = f32::from(byte) / 255.0;
    match x <= 0.04045 {
        true => x / 12.92,
        false => libm::powf((x + 0.055) / 1.055, 2.4),
    }
}

/// The byte of a light (sRGB).
fn encoded(light: f32) -> u8 {
    let x = match light <= 0.003_130_8 {
        true => 12.92 * light,
        false => 1.055 * libm::powf(light, 1.0 / 2.4) - 0.055,
    };
    (x.clamp(0.0, 1.0) * 255.0).round() as u8
}

fn png(bytes: &[u8], pixels: &mut Account) -> Result<Picture, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    small((width, height), pixels)?;
    let mut data = vec![0; reader.output_buffer_size()];
    let frame = reader
        .next_frame(&mut data)
        .map_err(|error| error.to_string())?;
    data.truncate(frame.buffer_size());
    let rgba = match frame.color_type.samples() {
        1 => data.iter().flat_map(|&x| [x, x, x, 255]).collect(),
        2 => (data.as_chunks::<2>().0.iter())
            .flat_map(|&[x, a]| [x, x, x, a])
            .collect(),
        3 => with_opacity(&data),
        _ => data,
    };
    Ok(Picture {
        width,
        height,
        rgba,
    })
}

fn jpeg(bytes: &[u8], pixels: &mut Account) -> Result<Picture, String> {
    use zune_jpeg::zune_core::{
        bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions,
    };
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .jpeg_set_max_scans(MOST_SCANS)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX);
    let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let read = decoder.decode_headers();
    read.map_err(|error| error.to_string())?;
    let (width, height) = decoder.dimensions().ok_or("its size is zero")?;
    small((width, height), pixels)?;
    let data = decoder.decode().map_err(|error| error.to_string())?;
    Ok(Picture {
        width,
        height,
        rgba: with_opacity(&data),
    })
}

fn with_opacity(rgb: &[u8]) -> Vec<u8> {
    let pixels = rgb.as_chunks::<3>().0.iter();
    pixels.flat_map(|&[r, g, b]| [r, g, b, 255]).collect()
}

fn small((width, height): (usize, usize), pixels: &mut Account) -> Result<(), String> {
    let allowed = GLTF_IMAGE.allow(width.max(height));
    let allowed = allowed.and_then(|()| pixels.add(width * height));
    allowed.map_err(|bound| bound.to_string())?;
    match width.min(height) {
        0 => Err("its size is zero".into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::budget::GLTF_PIXELS;

    fn read(bytes: &[u8]) -> Result<Picture, GltfError> {
        Picture::read(bytes, &mut Account::of(&GLTF_PIXELS))
    }

    #[test]
    fn a_picture_survives_png_and_is_halved_by_means() {
        let mut picture = Picture::plain(4, 2, [10, 20, 30, 255]);
        picture.rgba[..4].copy_from_slice(&[50, 20, 30, 255]);
        assert_eq!(read(&picture.to_png()).unwrap(), picture);
        let half = picture.at_most(2);
        assert_eq!((half.width, half.height), (2, 1));
        assert_eq!(half.rgba, [20, 20, 30, 255, 10, 20, 30, 255]);
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for bytes in [&b""[..], b"GIF89a", b"\x89PNG....", b"\xff\xd8\xff"] {
            assert!(read(bytes).is_err());
        }
    }

    #[test]
    fn pictures_that_end_too_early_count_as_well() {
        let mut torn = Picture::plain(64, 64, [9; 4]).to_png();
        torn.truncate(torn.len() - 20);
        let mut pixels = Account::of(&GLTF_PIXELS);
        pixels.add(GLTF_PIXELS.most - 4 * 64 * 64).unwrap();
        let said = || Picture::read(&torn, &mut pixels).unwrap_err().message;
        let said: Vec<String> = std::iter::repeat_with(said).take(5).collect();
        assert!(!said[3].contains("more than"), "{said:?}");
        assert!(said[4].contains("more than 67,108,864 pixels"), "{said:?}");
    }

    #[test]
    fn a_linear_factor_of_a_half_is_188_of_255() {
        let white = Picture::plain(1, 1, [255; 4]).painted([0.5, 1.0, 0.0, 1.0]);
        assert_eq!(white.rgba, [188, 255, 0, 255]);
    }
}
