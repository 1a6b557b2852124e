//! Plots: data with axes, drawn by one layout on whatever canvas there is, with colours
//! that the colour-blind can tell apart, and marks and dashes as a second cue.

mod canvas;
mod columns;
mod draw;
mod face;
mod png;
mod scale;
mod style;
mod svg;
mod thin;

pub use canvas::{Anchor, Canvas, Colour, Lettering, Place, Rect, Stroke};
pub use columns::{of_columns, ColumnError, OF_RUN};
pub use draw::{Frame, Shared};
pub use png::{PngCanvas, TooLarge};
pub use scale::{Scale, Tick, HUGE};
pub use style::{Style, SERIES};
pub use svg::{css, SvgCanvas};
pub use thin::Thinned;

use super::spread::Spread;

/// A point with its range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Place along the x axis.
    pub x: f64,
    /// Value and its range.
    pub y: Spread,
}

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Shown in the legend, unless it is empty.
    pub name: String,
    /// Its points from left to right; the line has a gap where one is no number.
    pub points: Vec<Point>,
    /// Whether the points are marked.
    pub marks: bool,
}

impl Series {
    /// A line through points without a range.
    pub fn through(name: &str, points: &[(f64, f64)]) -> Series {
        let point = |&(x, y): &(f64, f64)| Point {
            x,
            y: Spread::exactly(y),
        };
        Series {
            name: name.into(),
            points: points.iter().map(point).collect(),
            marks: false,
        }
    }

    /// The same, with its points marked.
    pub fn marked(name: &str, points: &[(f64, f64)]) -> Series {
        Series {
            marks: true,
            ..Series::through(name, points)
        }
    }
}

/// An axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// What it shows, with its unit.
    pub title: String,
    /// Whether it is logarithmic.
    pub log: bool,
    /// Words at 0, 1, 2, ...; numbers if empty.
    pub words: Vec<String>,
}

impl Axis {
    /// An axis of numbers.
    pub fn linear(title: &str) -> Axis {
        Axis {
            title: title.into(),
            log: false,
            words: Vec::new(),
        }
    }

    /// A logarithmic axis.
    pub fn log(title: &str) -> Axis {
        Axis {
            log: true,
            ..Axis::linear(title)
        }
    }

    /// An axis of words.
    pub fn words(title: &str, words: &[&str]) -> Axis {
        Axis {
            words: words.iter().map(|word| (*word).to_string()).collect(),
            ..Axis::linear(title)
        }
    }
}

/// Axes with lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The axis at the bottom.
    pub x: Axis,
    /// The axis at the left.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

impl Panel {
    /// Whether there is anything to see in it.
    pub fn shows_something(&self) -> bool {
        self.series.iter().any(|series| self.draws(series))
    }
}

/// Panels below each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// The panels.
    pub panels: Vec<Panel>,
}

/// Width of a plot in a file, in units: the pixels of an SVG.
const WIDTH: f64 = 760.0;
/// Height of a panel in a file without its legend and without words written upwards.
const PANEL: f64 = 330.0;
/// Height of the title in a file.
const HEAD: f64 = 38.0;
/// Where the title begins.
const TITLE: Place = [16.0, 20.0];
/// Pixels of a PNG for each unit: sharp on fine screens and in print.
const SHARPNESS: f64 = 2.0;

impl Plot {
    /// The plot as SVG, dark on white.
    pub fn svg(&self, title: &str) -> String {
        let style = Style::light();
        let mut canvas = SvgCanvas::new(title, WIDTH, self.height(&style));
        self.draw(title, &mut canvas, &style);
        canvas.finish()
    }

    /// The same plot as PNG, with two pixels for each unit.
    ///
    /// # Errors
    /// The plot has too many panels for a picture.
    pub fn png(&self, title: &str) -> Result<Vec<u8>, TooLarge> {
        let style = Style::light();
        let mut canvas = PngCanvas::new(WIDTH, self.height(&style), SHARPNESS)?;
        self.draw(title, &mut canvas, &style);
        canvas.finish()
    }

    fn height(&self, style: &Style) -> f64 {
        let measure = SvgCanvas::new("", WIDTH, 0.0);
        let panels = self.panels.iter();
        let panels = panels.map(|panel| PANEL + panel.extra_height(&measure, WIDTH, style));
        // Whole, so that no row of pixels is half covered.
        (HEAD + panels.sum::<f64>()).ceil()
    }

    fn draw(&self, title: &str, canvas: &mut dyn Canvas, style: &Style) {
        let whole = Rect {
            left: 0.0,
            top: 0.0,
            width: WIDTH,
            height: self.height(style),
        };
        canvas.rectangle(whole, Some(style.ground), None);
        let heading = Lettering {
            size: style.letters + 2.0,
            colour: style.ink,
            anchor: Anchor::Start,
            bold: true,
            upwards: false,
        };
        canvas.text(TITLE, title, &heading);
        let mut top = HEAD;
        for panel in &self.panels {
            let height = PANEL + panel.extra_height(canvas, WIDTH, style);
            let rect = Rect {
                top,
                height,
                ..whole
            };
            panel.draw(canvas, rect, style);
            top += height;
        }
    }
}
