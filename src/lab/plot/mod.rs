//! Plots as SVG: dark on white, in colours that the colour-blind can tell apart,
//! with marks and dashes as a second cue.

use super::spread::Spread;
use super::table::escaped;
use std::fmt::Write;

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
    /// Shown in the legend.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<Point>,
    /// Whether the points are marked.
    pub marks: bool,
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

    fn place(&self, value: f64) -> f64 {
        match self.log {
            true => value.max(f64::MIN_POSITIVE).log10(),
            false => value,
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

/// Panels below each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// The panels.
    pub panels: Vec<Panel>,
}

const WIDTH: f64 = 760.0;
const PANEL: f64 = 330.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 54.0;
/// Of Okabe and Ito; yellow is too pale on white.
const COLOURS: [&str; 7] = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00",
];
const DASHES: [&str; 4] = ["", "7 4", "2 3", "9 3 2 3"];

impl Plot {
    /// The picture.
    pub fn svg(&self, title: &str) -> String {
        let height = self.heights().iter().sum::<f64>() + 34.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" \
             fill=\"#222\" role=\"img\">\n<title>{title}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"23\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n",
            title = escaped(title)
        );
        let mut top = 34.0;
        for (panel, height) in self.panels.iter().zip(self.heights()) {
            panel.draw(top, &mut svg);
            top += height;
        }
        svg + "</svg>\n"
    }

    fn heights(&self) -> Vec<f64> {
        self.panels
            .iter()
            .map(|p| PANEL + p.legend_rows() as f64 * 18.0)
            .collect()
    }
}

/// Scale of an axis: ends of the values and the ticks with their labels.
struct Scale {
    from: f64,
    to: f64,
    ticks: Vec<(f64, String)>,
}

impl Scale {
    fn of(axis: &Axis, values: &[f64], zero: bool) -> Scale {
        if !axis.words.is_empty() {
            let last = axis.words.len() as f64 - 1.0;
            let ticks = axis.words.iter().enumerate();
            return Scale {
                from: -0.4,
                to: last + 0.4,
                ticks: ticks.map(|(i, word)| (i as f64, word.clone())).collect(),
            };
        }
        let usable = values
            .iter()
            .filter(|v| v.is_finite() && (!axis.log || **v > 0.0));
        let (low, high) = usable.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
            (low.min(*v), high.max(*v))
        });
        match low > high {
            true => Scale::linear(0.0, 1.0),
            false if axis.log => Scale::log(low, high),
            false if zero && low >= 0.0 => Scale::linear(0.0, high * 1.04),
            false => Scale::linear(low, high),
        }
    }

    fn linear(low: f64, high: f64) -> Scale {
        let (low, high) = match high - low > 0.0 {
            true => (low, high),
            false => (low - 0.5, high + 0.5),
        };
        let rough = (high - low) / 6.0;
        let decade = 10_f64.powf(rough.log10().floor());
        let wanted = rough / decade;
        let step = [1.0, 2.0, 5.0]
            .into_iter()
            .find(|s| *s >= wanted)
            .unwrap_or(10.0)
            * decade;
        let digits = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
        let (first, last) = (
            (low / step - 1e-9).ceil() as i64,
            (high / step + 1e-9).floor() as i64,
        );
        let ticks = (first..=last).map(|i| {
            let value = i as f64 * step;
            (value, format!("{value:.digits$}"))
        });
        Scale {
            from: low,
            to: high,
            ticks: ticks.collect(),
        }
    }

    fn log(low: f64, high: f64) -> Scale {
        let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
        let (from, to) = (low.log10() - 0.05, high.log10() + 0.05);
        let steps: &[f64] = if to - from < 3.0 {
            &[1.0, 2.0, 5.0]
        } else {
            &[1.0]
        };
        let decades = (first..=last)
            .flat_map(|decade| steps.iter().map(move |step| step * 10_f64.powi(decade)));
        let ticks = decades.map(|value| (value.log10(), plain(value)));
        let inside = |(place, _): &(f64, String)| (from..=to).contains(place);
        Scale {
            from,
            to,
            ticks: ticks.filter(inside).collect(),
        }
    }

    fn share(&self, place: f64) -> f64 {
        (place - self.from) / (self.to - self.from)
    }
}

fn plain(value: f64) -> String {
    match value {
        v if (1e-3..1e5).contains(&v) => {
            let digits = (-v.log10().floor()).clamp(0.0, 3.0) as usize;
            format!("{v:.digits$}")
        }
        v => format!("{v:.0e}"),
    }
}

impl Panel {
    fn legend_rows(&self) -> usize {
        match self.series.len() {
            0 | 1 => self.series.len(),
            n => n.div_ceil(2),
        }
    }

    fn scales(&self) -> (Scale, Scale) {
        let points = || self.series.iter().flat_map(|s| &s.points);
        let xs: Vec<f64> = points().map(|p| p.x).collect();
        let ys: Vec<f64> = points().flat_map(|p| [p.y.min, p.y.max]).collect();
        (
            Scale::of(&self.x, &xs, false),
            Scale::of(&self.y, &ys, true),
        )
    }

    fn draw(&self, top: f64, svg: &mut String) {
        let legend = self.legend_rows() as f64 * 18.0;
        let (up, down) = (top + TOP + legend, top + PANEL + legend - BOTTOM);
        let (x, y) = self.scales();
        // A little room beside the first and the last point.
        let inner = WIDTH - LEFT - RIGHT - 24.0;
        let across = |value: f64| LEFT + 12.0 + inner * x.share(self.x.place(value));
        let along = |value: f64| {
            let place = self.y.place(value);
            (down - (down - up) * y.share(place)).clamp(up, down)
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{LEFT}\" y=\"{up:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"#444\"/>",
            WIDTH - LEFT - RIGHT,
            down - up
        );
        for (place, label) in &x.ticks {
            let at = LEFT + 12.0 + inner * x.share(*place);
            let _ = writeln!(
                svg,
                "<path d=\"M{at:.1} {up:.1}V{down:.1}\" stroke=\"#ddd\"/>\
                 <path d=\"M{at:.1} {down:.1}v5\" stroke=\"#444\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                down + 19.0,
                escaped(label)
            );
        }
        for (place, label) in &y.ticks {
            let at = down - (down - up) * y.share(*place);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ddd\"/>\
                 <path d=\"M{LEFT} {at:.1}h-5\" stroke=\"#444\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 9.0,
                at + 4.5,
                escaped(label)
            );
        }
        let middle = (up + down) / 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(20 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            LEFT + (WIDTH - LEFT - RIGHT) / 2.0,
            down + 41.0,
            escaped(&self.x.title),
            escaped(&self.y.title)
        );
        for (i, series) in self.series.iter().enumerate() {
            let key = [
                LEFT + (i % 2) as f64 * 330.0,
                top + 12.0 + (i / 2) as f64 * 18.0,
            ];
            series.draw(i, key, &across, &along, svg);
        }
    }
}

impl Series {
    fn draw(
        &self,
        i: usize,
        key: [f64; 2],
        across: &dyn Fn(f64) -> f64,
        along: &dyn Fn(f64) -> f64,
        svg: &mut String,
    ) {
        let colour = COLOURS[i % COLOURS.len()];
        let dash = DASHES[i % DASHES.len()];
        let places = self.points.iter();
        let places = places.map(|p| (across(p.x), along(p.y.median)));
        let path: Vec<_> = places.map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let style = format!(
            "fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\" stroke-dasharray=\"{dash}\""
        );
        if !path.is_empty() {
            let _ = writeln!(svg, "<path d=\"M{}\" {style}/>", path.join("L"));
        }
        for point in self.points.iter().filter(|_| self.marks) {
            let x = across(point.x);
            let (low, high) = (along(point.y.min), along(point.y.max));
            if low - high > 0.5 {
                let _ = writeln!(
                    svg,
                    "<path d=\"M{x:.1} {low:.1}V{high:.1}M{:.1} {low:.1}h10M{:.1} {high:.1}h10\" \
                     stroke=\"{colour}\" fill=\"none\"/>",
                    x - 5.0,
                    x - 5.0
                );
            }
            mark(i, x, along(point.y.median), svg);
        }
        let [x, y] = key;
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {y:.1}h34\" {style}/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 42.0,
            y + 4.5,
            escaped(&self.name)
        );
        if self.marks {
            mark(i, x + 17.0, y, svg);
        }
    }
}

fn mark(i: usize, x: f64, y: f64, svg: &mut String) {
    let colour = COLOURS[i % COLOURS.len()];
    let path = match i % 4 {
        0 => format!("M{:.1} {y:.1}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", x - 4.0),
        1 => format!("M{:.1} {:.1}h8v8h-8z", x - 4.0, y - 4.0),
        2 => format!("M{x:.1} {:.1}l5 9h-10z", y - 5.5),
        _ => format!("M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z", y - 5.5),
    };
    let _ = writeln!(
        svg,
        "<path d=\"{path}\" fill=\"{colour}\" stroke=\"#fff\" stroke-width=\"0.7\"/>"
    );
}
