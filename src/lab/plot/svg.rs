//! A plot as SVG.

use super::canvas::{Anchor, Canvas, Colour, Lettering, Place, Rect, Stroke};
use super::face;
use crate::text::in_xml;
use std::fmt::Write;

/// An SVG while it is drawn.
#[derive(Debug)]
pub struct SvgCanvas {
    text: String,
}

impl SvgCanvas {
    /// An empty drawing of a size in pixels; its title is read to those who cannot see it.
    pub fn new(title: &str, width: f64, height: f64) -> SvgCanvas {
        let (width, height) = (short(width), short(height));
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"Inter,Helvetica,Arial,sans-serif\" \
             role=\"img\">\n<title>{}</title>\n",
            in_xml(title)
        );
        SvgCanvas { text }
    }

    /// The whole file.
    pub fn finish(self) -> String {
        self.text + "</svg>\n"
    }
}

impl Canvas for SvgCanvas {
    fn line(&mut self, places: &[Place], stroke: &Stroke) {
        let path = path(places);
        let _ = writeln!(
            self.text,
            "<path d=\"{path}\" fill=\"none\"{}/>",
            stroked(stroke)
        );
    }

    fn disc(&mut self, [x, y]: Place, radius: f64, fill: Colour, rim: &Stroke) {
        let _ = writeln!(
            self.text,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"{}/>",
            short(x),
            short(y),
            short(radius),
            css(fill),
            stroked(rim)
        );
    }

    fn polygon(&mut self, corners: &[Place], fill: Colour, rim: &Stroke) {
        let (path, fill) = (path(corners), css(fill));
        let _ = writeln!(
            self.text,
            "<path d=\"{path}Z\" fill=\"{fill}\"{}/>",
            stroked(rim)
        );
    }

    fn rectangle(&mut self, rect: Rect, fill: Option<Colour>, frame: Option<&Stroke>) {
        let _ = writeln!(
            self.text,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}/>",
            short(rect.left),
            short(rect.top),
            short(rect.width),
            short(rect.height),
            fill.map_or("none".into(), css),
            frame.map_or(String::new(), stroked)
        );
    }

    fn text(&mut self, at: Place, text: &str, lettering: &Lettering) {
        // A text stands on its line, half a capital below its middle.
        let lowered = 0.5 * face::CAPITALS * lettering.size;
        let [x, y] = at.map(short);
        let place = match lettering.upwards {
            true => format!(
                "transform=\"translate({x} {y}) rotate(-90)\" y=\"{}\"",
                short(lowered)
            ),
            false => format!("x=\"{x}\" y=\"{}\"", short(at[1] + lowered)),
        };
        let anchor = match lettering.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if lettering.bold {
            " font-weight=\"600\""
        } else {
            ""
        };
        let _ = writeln!(
            self.text,
            "<text {place} font-size=\"{}\" fill=\"{}\"{anchor}{weight}>{}</text>",
            short(lettering.size),
            css(lettering.colour),
            in_xml(text)
        );
    }

    fn text_width(&self, text: &str, size: f64, bold: bool) -> f64 {
        face::width(text, size, bold)
    }
}

/// A colour as CSS writes it.
pub fn css([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A length with a tenth of a pixel.
fn short(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // Adding zero makes a negative zero positive.
    format!("{}", rounded + 0.0)
}

fn path(places: &[Place]) -> String {
    let places = places.iter().map(|place| place.map(short).join(" "));
    format!("M{}", places.collect::<Vec<_>>().join("L"))
}

fn stroked(stroke: &Stroke) -> String {
    let dash = match stroke.dash {
        [] => String::new(),
        dash => {
            let lengths: Vec<_> = dash.iter().map(|length| short(*length)).collect();
            format!(" stroke-dasharray=\"{}\"", lengths.join(" "))
        }
    };
    format!(
        " stroke=\"{}\" stroke-width=\"{}\"{dash}",
        css(stroke.colour),
        short(stroke.width)
    )
}
