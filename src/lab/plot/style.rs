//! Inks of a plot: dark on white, light on dark.

use super::canvas::Colour;

/// Colours and size of the letters.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// Behind everything.
    pub ground: Colour,
    /// Of texts.
    pub ink: Colour,
    /// Of the frame.
    pub frame: Colour,
    /// Of the lines at the ticks.
    pub grid: Colour,
    /// Of the lines in turn.
    pub series: [Colour; SERIES],
    /// Size of the letters, in the units of the canvas.
    pub letters: f64,
}

/// Number of colours for lines.
pub const SERIES: usize = 7;

impl Style {
    /// Dark on white: the colours of Okabe and Ito, whose yellow is too pale here.
    pub fn light() -> Style {
        Style {
            ground: [0xff, 0xff, 0xff],
            ink: [0x22, 0x22, 0x22],
            frame: [0x44, 0x44, 0x44],
            grid: [0xdd, 0xdd, 0xdd],
            series: [
                [0x00, 0x72, 0xb2],
                [0xd5, 0x5e, 0x00],
                [0x00, 0x9e, 0x73],
                [0xcc, 0x79, 0xa7],
                [0x00, 0x00, 0x00],
                [0x56, 0xb4, 0xe9],
                [0xe6, 0x9f, 0x00],
            ],
            letters: 13.0,
        }
    }

    /// Light on dark, the lines in lighter tones of the same hues.
    pub fn dark() -> Style {
        Style {
            ground: [0x1c, 0x20, 0x26],
            ink: [0xdd, 0xe2, 0xe8],
            frame: [0x8a, 0x94, 0xa0],
            grid: [0x3d, 0x45, 0x50],
            series: [
                [0x4d, 0xa8, 0xe0],
                [0xff, 0x8a, 0x3c],
                [0x2f, 0xc7, 0x9b],
                [0xe0, 0x9a, 0xc3],
                [0xf5, 0xf5, 0xf5],
                [0x9a, 0xd6, 0xf7],
                [0xf0, 0xe4, 0x42],
            ],
            letters: 13.0,
        }
    }

    /// All inks in one order, so that those of two styles can be paired.
    pub fn inks(&self) -> Vec<Colour> {
        let mut inks = vec![self.ground, self.ink, self.frame, self.grid];
        inks.extend(self.series);
        inks
    }
}
