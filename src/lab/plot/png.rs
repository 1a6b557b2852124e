//! A plot as PNG, for slides and programs that do not show SVG.

use super::canvas::{Anchor, Canvas, Colour, Lettering, Place, Rect, Stroke};
use super::face::{self, OutlineBuilder};
use std::fmt;
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform};

/// Most pixels of a picture: 400 MB while it is drawn.
const MOST_PIXELS: f64 = 1e8;

/// The picture would have too many pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the plot is too large for a PNG; save it as SVG")
    }
}

/// A picture while it is drawn.
pub struct PngCanvas {
    pixels: Pixmap,
    scale: f32,
}

impl PngCanvas {
    /// An empty picture of a size in units, each as wide as `scale` pixels.
    ///
    /// # Errors
    /// The picture would have too many pixels.
    pub fn new(width: f64, height: f64, scale: f64) -> Result<PngCanvas, TooLarge> {
        let (width, height) = ((width * scale).ceil(), (height * scale).ceil());
        let pixels = (width * height <= MOST_PIXELS)
            .then(|| Pixmap::new(width as u32, height as u32))
            .flatten();
        Ok(PngCanvas {
            pixels: pixels.ok_or(TooLarge)?,
            scale: scale as f32,
        })
    }

    /// The whole file.
    ///
    /// # Errors
    /// The picture is too large for the format.
    pub fn finish(self) -> Result<Vec<u8>, TooLarge> {
        let mut file = Vec::new();
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        let colours = self.pixels.pixels().iter();
        let colours: Vec<u8> = colours
            .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
            .collect();
        let written = encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&colours));
        written.map(|()| file).map_err(|_| TooLarge)
    }

    fn transform(&self) -> Transform {
        Transform::from_scale(self.scale, self.scale)
    }

    fn fill(&mut self, path: &Path, colour: Colour, transform: Transform) {
        let rule = FillRule::Winding;
        self.pixels
            .fill_path(path, &paint(colour), rule, transform, None);
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke) {
        let dash = stroke.dash.iter().map(|length| *length as f32).collect();
        let look = tiny_skia::Stroke {
            width: stroke.width as f32,
            dash: StrokeDash::new(dash, 0.0),
            line_join: LineJoin::Miter,
            ..tiny_skia::Stroke::default()
        };
        let transform = self.transform();
        self.pixels
            .stroke_path(path, &paint(stroke.colour), &look, transform, None);
    }

    fn fill_and_stroke(&mut self, path: Option<Path>, fill: Option<Colour>, rim: Option<&Stroke>) {
        let Some(path) = path else { return };
        if let Some(colour) = fill {
            self.fill(&path, colour, self.transform());
        }
        if let Some(stroke) = rim {
            self.stroke(&path, stroke);
        }
    }
}

impl Canvas for PngCanvas {
    fn line(&mut self, places: &[Place], stroke: &Stroke) {
        self.fill_and_stroke(polyline(places, false), None, Some(stroke));
    }

    fn disc(&mut self, [x, y]: Place, radius: f64, fill: Colour, rim: &Stroke) {
        let disc = PathBuilder::from_circle(x as f32, y as f32, radius as f32);
        self.fill_and_stroke(disc, Some(fill), Some(rim));
    }

    fn polygon(&mut self, corners: &[Place], fill: Colour, rim: &Stroke) {
        self.fill_and_stroke(polyline(corners, true), Some(fill), Some(rim));
    }

    fn rectangle(&mut self, rect: Rect, fill: Option<Colour>, frame: Option<&Stroke>) {
        let corners = [
            [rect.left, rect.top],
            [rect.right(), rect.top],
            [rect.right(), rect.bottom()],
            [rect.left, rect.bottom()],
        ];
        self.fill_and_stroke(polyline(&corners, true), fill, frame);
    }

    fn text(&mut self, [x, y]: Place, text: &str, lettering: &Lettering) {
        let width = self.text_width(text, lettering.size, lettering.bold);
        let before = match lettering.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5 * width,
            Anchor::End => width,
        };
        let turn = if lettering.upwards { -90.0 } else { 0.0 };
        let lowered = 0.5 * face::CAPITALS * lettering.size;
        let line = self
            .transform()
            .pre_translate(x as f32, y as f32)
            .pre_concat(Transform::from_rotate(turn))
            .pre_translate(-before as f32, lowered as f32);
        face::outlines(text, lettering.bold, &mut |letter, begins| {
            let mut outline = Outline(PathBuilder::new());
            letter.outline(&mut outline);
            let size = (lettering.size / letter.units()) as f32;
            let place = line.pre_scale(size, size).pre_translate(begins as f32, 0.0);
            if let Some(path) = outline.0.finish() {
                self.fill(&path, lettering.colour, place);
            }
        });
    }

    fn text_width(&self, text: &str, size: f64, bold: bool) -> f64 {
        face::width(text, size, bold)
    }
}

fn paint([red, green, blue]: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

/// `None` of a single place.
fn polyline(places: &[Place], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut places = places.iter().map(|[x, y]| [*x as f32, *y as f32]);
    let [x, y] = places.next()?;
    path.move_to(x, y);
    places.for_each(|[x, y]| path.line_to(x, y));
    if closed {
        path.close();
    }
    path.finish()
}

/// Letters are drawn upwards, pictures downwards.
struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, -y1, x, -y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, -y1, x2, -y2, x, -y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
