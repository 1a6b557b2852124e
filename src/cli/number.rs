//! Values on the command line: numbers with their ranges, names with their list.

use super::args::PictureSize;
use crate::budget;
use crate::scene::range::{self, Quantity};
use crate::scene::{NamedPreset, Preset};
use std::fmt::Display;
use std::str::FromStr;

/// A number within bounds, both allowed; the error names them.
fn within<T: FromStr + PartialOrd + Display>(
    text: &str,
    [min, max]: [T; 2],
    what: &str,
) -> Result<T, String> {
    match text.parse::<T>() {
        Ok(value) if value >= min && value <= max => Ok(value),
        Ok(_) => Err(format!("out of range; give {what} from {min} to {max}")),
        Err(_) => Err(format!("not {what}; give one from {min} to {max}")),
    }
}

fn count(text: &str, range: &Quantity) -> Result<u32, String> {
    within(text, [range.min as u32, range.max as u32], "a whole number")
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    within(text, [1e-4, 1e5], "a time in seconds")
}

pub(super) fn picture_time(text: &str) -> Result<f64, String> {
    within(text, [0.0, 1e5], "a time in seconds")
}

pub(super) fn frame_rate(text: &str) -> Result<u32, String> {
    within(text, [1, 60], "a whole number")
}

pub(super) fn steps(text: &str) -> Result<u64, String> {
    within(text, [1, 10_000_000], "a whole number")
}

pub(super) fn iterations(text: &str) -> Result<u32, String> {
    count(text, &range::ITERATIONS)
}

pub(super) fn substeps(text: &str) -> Result<u32, String> {
    count(text, &range::SUBSTEPS)
}

pub(super) fn rate(text: &str) -> Result<f64, String> {
    within(text, [range::RATE.min, range::RATE.max], "a rate in Hz")
}

pub(super) fn threads(text: &str) -> Result<u32, String> {
    within(text, [1, budget::THREADS.most as u32], "a whole number")
}

pub(super) fn frames(text: &str) -> Result<u32, String> {
    within(text, [1, 1_000_000], "a whole number")
}

/// 0 for `uniform`, 1 for `mass`, or a number between.
pub(super) fn weighting(text: &str) -> Result<f64, String> {
    match text {
        "uniform" => Ok(0.0),
        "mass" => Ok(1.0),
        _ => within(text, [0.0, 1.0], "`uniform`, `mass` or a number"),
    }
}

pub(super) fn preset(text: &str) -> Result<NamedPreset, String> {
    NamedPreset::of(text).ok_or_else(|| {
        let names = Preset::all()
            .map(Preset::name)
            .collect::<Vec<_>>()
            .join(", ");
        format!("no such preset; use one of: {names}")
    })
}

/// Width and height as in `1280x720`.
pub(super) fn size(text: &str) -> Result<PictureSize, String> {
    let Some((width, height)) = text.split_once('x') else {
        return Err("give width and height as in 1280x720".into());
    };
    let most = budget::PICTURE_EDGE.most as u32;
    let pixels = |text: &str| within(text, [16, most], "a number of pixels");
    let (width, height) = (pixels(width)?, pixels(height)?);
    budget::PICTURE_PIXELS
        .allow(width as usize * height as usize)
        .map_err(|bound| format!("{bound}; {}", bound.remedy))?;
    Ok(PictureSize { width, height })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_not_finite_or_out_of_range_are_refused() {
        for text in ["nan", "inf", "-inf", "0", "-1", "1e9", "", "x", "1s"] {
            assert!(seconds(text).is_err(), "{text}");
        }
        assert_eq!(seconds("2.5"), Ok(2.5));
    }

    #[test]
    fn refusals_name_the_range() {
        assert_eq!(
            substeps("0"),
            Err("out of range; give a whole number from 1 to 1000".into())
        );
    }

    #[test]
    fn threads_and_pixels_are_bounded() {
        assert_eq!(threads("128"), Ok(128));
        assert!(threads("129").unwrap_err().contains("from 1 to 128"));
        assert!(size("3840x2160").is_ok());
        let refused = size("8192x2049").unwrap_err();
        assert_eq!(
            refused,
            "more than 12,000,000 pixels of a picture; make it smaller"
        );
    }

    #[test]
    fn weighting_is_a_word_or_a_number() {
        assert_eq!(weighting("uniform"), Ok(0.0));
        assert_eq!(weighting("mass"), Ok(1.0));
        assert_eq!(weighting("0.25"), Ok(0.25));
        assert!(weighting("1.01").is_err());
    }

    #[test]
    fn every_preset_has_a_name_that_is_understood() {
        for p in Preset::all() {
            assert_eq!(preset(p.name()), Ok(NamedPreset::of(p.name()).unwrap()));
        }
        assert!(preset("papre").is_err());
    }

    #[test]
    fn sizes_have_two_numbers() {
        let expected = PictureSize {
            width: 640,
            height: 480,
        };
        assert_eq!(size("640x480"), Ok(expected));
        for text in [
            "640",
            "640x",
            "x480",
            "0x0",
            "1e3x5",
            "640x480x2",
            "99999x5",
            "8192x8192",
        ] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
