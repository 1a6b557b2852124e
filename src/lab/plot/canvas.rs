//! What a plot is drawn on: a file or a window.

/// Red, green, blue.
pub type Colour = [u8; 3];

/// A place: to the right, downwards.
pub type Place = [f64; 2];

/// A rectangle, in the units of a canvas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Rect {
    /// Right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Lower edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

/// How a line looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub colour: Colour,
    /// Width.
    pub width: f64,
    /// Lengths of dash and gap in turn; solid if empty.
    pub dash: &'static [f64],
}

impl Stroke {
    /// A line without gaps.
    pub fn solid(colour: Colour, width: f64) -> Stroke {
        Stroke {
            colour,
            width,
            dash: &[],
        }
    }
}

/// Which part of a text is at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// How a text looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lettering {
    /// Size of the letters.
    pub size: f64,
    /// Colour.
    pub colour: Colour,
    /// What is at the place; in height it is always the middle of the capitals.
    pub anchor: Anchor,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it runs upwards.
    pub upwards: bool,
}

/// Something to draw a plot on.
pub trait Canvas {
    /// A line through places.
    fn line(&mut self, places: &[Place], stroke: &Stroke);

    /// A filled disc with a rim.
    fn disc(&mut self, middle: Place, radius: f64, fill: Colour, rim: &Stroke);

    /// A filled convex polygon with a rim.
    fn polygon(&mut self, corners: &[Place], fill: Colour, rim: &Stroke);

    /// A rectangle that is filled, framed or both.
    fn rectangle(&mut self, rect: Rect, fill: Option<Colour>, frame: Option<&Stroke>);

    /// A text.
    fn text(&mut self, at: Place, text: &str, lettering: &Lettering);

    /// Width of a text.
    fn text_width(&self, text: &str, size: f64, bold: bool) -> f64;
}
