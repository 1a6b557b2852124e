//! The layout of a panel, the same on every canvas.

use super::canvas::{Anchor, Canvas, Colour, Lettering, Place, Rect, Stroke};
use super::scale::{is_usable, Scale};
use super::style::{Style, SERIES};
use super::{Panel, Point, Series};

/// Kinds of dashes and of marks: without colours they tell lines apart.
const LOOKS: usize = 9;
/// Dashes of the lines in turn.
const DASHES: [&[f64]; LOOKS] = [
    &[],
    &[7.0, 4.0],
    &[2.0, 3.0],
    &[9.0, 3.0, 2.0, 3.0],
    &[14.0, 4.0],
    &[9.0, 3.0, 2.0, 3.0, 2.0, 3.0],
    &[4.0, 8.0],
    &[20.0, 4.0, 4.0, 4.0],
    &[2.0, 7.0],
];
/// Most room between points of different lines at one word, in words, and that of all together.
const BESIDE: f64 = 0.12;
const BESIDE_ALL: f64 = 0.6;
/// Width of the lines.
const LINE: f64 = 1.8;
/// Width of frames, ticks and range bars.
const HAIR: f64 = 1.0;
/// Length of a tick.
const TICK: f64 = 5.0;
/// Half the width of the ends of a range bar.
const BAR_END: f64 = 5.0;
/// Shorter range bars than this are hidden by their marks.
const SHORTEST_BAR: f64 = 0.5;
/// Room beside the first and the last point.
const SIDE_ROOM: f64 = 12.0;
/// Length of the line in a legend, and the gap after it and after a name.
const KEY: f64 = 34.0;
const KEY_GAP: f64 = 8.0;
const NAME_GAP: f64 = 24.0;
/// Distances of ticks, so that their labels have room, in sizes of letters.
const TICKS_APART: [f64; 2] = [7.0, 3.4];
/// Smallest width and height that is left to the lines.
const SMALLEST: f64 = 24.0;

/// Where a panel has drawn what: the frame of its lines, and how values and places
/// belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The rectangle inside the axes.
    pub inside: Rect,
    x: Scale,
    y: Scale,
    /// Room for words below the axis that are written upwards; zero if none are.
    upright: f64,
}

impl Frame {
    /// Where a value of x is; `None` of what has no place on the axis.
    pub fn across(&self, x: f64) -> Option<f64> {
        let width = self.inside.width - 2.0 * SIDE_ROOM;
        Some(self.inside.left + SIDE_ROOM + width * self.x.share(x)?)
    }

    /// Where a value of y is.
    pub fn along(&self, y: f64) -> Option<f64> {
        Some(self.inside.bottom() - self.inside.height * self.y.share(y)?)
    }

    /// Where a point is.
    pub fn place(&self, x: f64, y: f64) -> Option<Place> {
        Some([self.across(x)?, self.along(y)?])
    }

    /// The values at a place.
    pub fn values(&self, [across, along]: Place) -> [f64; 2] {
        let width = self.inside.width - 2.0 * SIDE_ROOM;
        let x = (across - self.inside.left - SIDE_ROOM) / width;
        let y = (self.inside.bottom() - along) / self.inside.height;
        [self.x.value(x), self.y.value(y)]
    }
}

/// What a panel has in common with those above and below it, so that one place across
/// means the same in all of them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Shared {
    /// Least room for the labels at the left, in the units of the canvas.
    pub labels: f64,
    /// Values of x that have a place, whether there are points or not.
    pub range: Option<[f64; 2]>,
    /// Whether the numbers of the x axis stand below another panel.
    pub bare: bool,
    /// Room above the frame for a line of text, in the units of the canvas.
    pub head: f64,
}

/// How the line of a number in the list looks.
struct Look {
    colour: Colour,
    dash: &'static [f64],
    mark: usize,
}

impl Look {
    fn of(number: usize, style: &Style) -> Look {
        Look {
            colour: style.series[number % SERIES],
            dash: DASHES[number % LOOKS],
            mark: number % LOOKS,
        }
    }

    fn stroke(&self) -> Stroke {
        Stroke {
            colour: self.colour,
            width: LINE,
            dash: self.dash,
        }
    }

    fn draw_mark(&self, [x, y]: Place, canvas: &mut dyn Canvas, style: &Style) {
        let is_hollow = self.mark >= 5;
        let (fill, rim) = match is_hollow {
            true => (style.ground, Stroke::solid(self.colour, LINE)),
            false => (self.colour, Stroke::solid(style.ground, 0.7)),
        };
        let mut polygon = |corners: &[Place]| canvas.polygon(corners, fill, &rim);
        match self.mark {
            0 | 5 => canvas.disc([x, y], 4.0, fill, &rim),
            1 | 6 => polygon(&[
                [x - 4.0, y - 4.0],
                [x + 4.0, y - 4.0],
                [x + 4.0, y + 4.0],
                [x - 4.0, y + 4.0],
            ]),
            2 | 7 => polygon(&[[x, y - 5.5], [x + 5.0, y + 3.5], [x - 5.0, y + 3.5]]),
            3 | 8 => polygon(&[[x, y - 5.5], [x + 5.5, y], [x, y + 5.5], [x - 5.5, y]]),
            _ => polygon(&[[x, y + 5.5], [x + 5.0, y - 3.5], [x - 5.0, y - 3.5]]),
        }
    }
}

impl Panel {
    /// Height of the legend in a panel of some width.
    pub fn legend_height(&self, canvas: &dyn Canvas, width: f64, style: &Style) -> f64 {
        let rows = self.legend(canvas, self.legend_width(width, style), style);
        rows.last().map_or(0.0, |(_, [_, y])| y + row(style))
    }

    /// Height of the legend and of words that are written upwards, in a panel of some width.
    pub(super) fn extra_height(&self, canvas: &dyn Canvas, width: f64, style: &Style) -> f64 {
        self.legend_height(canvas, width, style) + self.upright_room(canvas, width, style)
    }

    /// Draws the panel into a rectangle and tells where things are in it.
    pub fn draw(&self, canvas: &mut dyn Canvas, rect: Rect, style: &Style) -> Frame {
        self.draw_beside(canvas, rect, style, &Shared::default())
    }

    /// Draws the panel above or below others.
    pub fn draw_beside(
        &self,
        canvas: &mut dyn Canvas,
        rect: Rect,
        style: &Style,
        shared: &Shared,
    ) -> Frame {
        let legend = self.legend(canvas, self.legend_width(rect.width, style), style);
        let frame = self.frame(canvas, rect, style, shared);
        self.draw_grid(&frame, canvas, style, shared);
        self.draw_titles(&frame, rect, canvas, style);
        for (number, [x, y]) in legend {
            let at = [frame.inside.left + x, rect.top + y + 0.5 * row(style)];
            self.draw_key(number, at, canvas, style);
        }
        for (number, series) in self.series.iter().enumerate() {
            let look = Look::of(number, style);
            if self.joins(series) {
                series.draw_line(&look, &frame, canvas);
            }
            if series.marks {
                series.draw_points(&look, self.beside(number), &frame, canvas, style);
            }
        }
        frame
    }

    /// Whether any point of a line has a place.
    pub(super) fn draws(&self, series: &Series) -> bool {
        let mut points = series.points.iter();
        points.any(|point| is_usable(point.x, self.x.log) && is_usable(point.y.median, self.y.log))
    }

    /// Whether the points of a line are joined: between words there is nothing.
    fn joins(&self, series: &Series) -> bool {
        self.x.words.is_empty() || !series.marks
    }

    /// How far the points of a line stand beside their words, in words, for all to be seen.
    fn beside(&self, number: usize) -> f64 {
        if self.x.words.is_empty() {
            return 0.0;
        }
        let has_points = |series: &&Series| series.marks && self.draws(series);
        let count = |series: &[Series]| series.iter().filter(has_points).count() as f64;
        let (all, before) = (count(&self.series), count(&self.series[..number]));
        (before - 0.5 * (all - 1.0)) * (BESIDE_ALL / all.max(1.0)).min(BESIDE)
    }

    /// Width that the legend may take: labels at the left are rarely wider than this.
    fn legend_width(&self, width: f64, style: &Style) -> f64 {
        width - 8.0 * style.letters
    }

    /// Where the keys of the named lines stand, in rows from the left.
    fn legend(&self, canvas: &dyn Canvas, width: f64, style: &Style) -> Vec<(usize, Place)> {
        let named = self.series.iter().enumerate();
        let named = named.filter(|(_, series)| !series.name.is_empty() && self.draws(series));
        let mut at = [0.0, 0.0];
        let mut keys = Vec::new();
        for (number, series) in named {
            let name = canvas.text_width(&series.name, style.letters, false);
            let [x, y] = at;
            if x > 0.0 && x + KEY + KEY_GAP + name > width {
                at = [0.0, y + row(style)];
            }
            keys.push((number, at));
            at[0] += KEY + KEY_GAP + name + NAME_GAP;
        }
        keys
    }

    fn draw_key(&self, number: usize, at: Place, canvas: &mut dyn Canvas, style: &Style) {
        let (look, [x, y]) = (Look::of(number, style), at);
        let series = &self.series[number];
        if self.joins(series) {
            canvas.line(&[at, [x + KEY, y]], &look.stroke());
        }
        if series.marks {
            look.draw_mark([x + 0.5 * KEY, y], canvas, style);
        }
        let name = [x + KEY + KEY_GAP, y];
        canvas.text(name, &series.name, &letters(style, Anchor::Start));
    }

    /// The frame between titles and labels.
    fn frame(&self, canvas: &dyn Canvas, rect: Rect, style: &Style, shared: &Shared) -> Frame {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let ticks_in = |length: f64, apart: f64| (length / (apart * style.letters)).max(2.0);
        let [across, along] = TICKS_APART;
        let xs = points().map(|point| point.x);
        let xs = xs.chain(shared.range.into_iter().flatten());
        let x = Scale::of(&self.x, xs, false, ticks_in(rect.width, across));
        let ys = points().flat_map(|point| [point.y.min, point.y.max]);
        let y = Scale::of(&self.y, ys, true, ticks_in(rect.height, along));
        let labels = y.ticks.iter();
        let labels = labels.map(|tick| canvas.text_width(&tick.label, style.letters, false));
        let widest = labels.fold(shared.labels, f64::max);
        let widest = widest.max(2.4 * style.letters);
        let legend = self.legend_height(canvas, rect.width, style);
        let beside = if self.y.title.is_empty() { 1.4 } else { 3.4 };
        let upright = match shared.bare {
            true => 0.0,
            false => self.upright_room(canvas, rect.width, style),
        };
        let lines = match (shared.bare, self.x.title.is_empty()) {
            (true, _) => 0.6,
            (false, true) => 2.6,
            (false, false) => 4.2,
        };
        let below = lines * style.letters + upright;
        let (left, above) = (
            widest + beside * style.letters,
            legend + 0.6 * style.letters + shared.head,
        );
        let inside = Rect {
            left: rect.left + left,
            top: rect.top + above,
            width: (rect.width - left - 1.5 * style.letters).max(SMALLEST),
            height: (rect.height - above - below).max(SMALLEST),
        };
        Frame {
            inside,
            x,
            y,
            upright,
        }
    }

    /// Room for the words of the x axis, besides that of a line of text, where they are written
    /// upwards because they do not fit side by side; zero where they do.
    fn upright_room(&self, canvas: &dyn Canvas, width: f64, style: &Style) -> f64 {
        let words = self.x.words.iter();
        let widths = words.map(|word| canvas.text_width(word, style.letters, false));
        let widest = widths.fold(0.0, f64::max);
        let all = (widest + style.letters) * self.x.words.len() as f64;
        match all > self.legend_width(width, style) {
            true => (widest - style.letters).max(0.0),
            false => 0.0,
        }
    }

    fn draw_grid(&self, frame: &Frame, canvas: &mut dyn Canvas, style: &Style, shared: &Shared) {
        let inside = &frame.inside;
        let (grid, edge) = (
            Stroke::solid(style.grid, HAIR),
            Stroke::solid(style.frame, HAIR),
        );
        let mut free_from = f64::NEG_INFINITY;
        for tick in &frame.x.ticks {
            let Some(x) = frame.across(tick.value) else {
                continue;
            };
            canvas.line(&[[x, inside.top], [x, inside.bottom()]], &grid);
            if shared.bare {
                continue;
            }
            canvas.line(&[[x, inside.bottom()], [x, inside.bottom() + TICK]], &edge);
            if frame.upright > 0.0 {
                let below = [x, inside.bottom() + TICK + 0.4 * style.letters];
                let upwards = Lettering {
                    upwards: true,
                    ..letters(style, Anchor::End)
                };
                canvas.text(below, &tick.label, &upwards);
                continue;
            }
            let half = 0.5 * canvas.text_width(&tick.label, style.letters, false);
            // Long words leave out every label that would touch the one before.
            if x - half > free_from {
                let below = [x, inside.bottom() + TICK + 0.8 * style.letters];
                canvas.text(below, &tick.label, &letters(style, Anchor::Middle));
                free_from = x + half + 0.4 * style.letters;
            }
        }
        for tick in &frame.y.ticks {
            let Some(y) = frame.along(tick.value) else {
                continue;
            };
            canvas.line(&[[inside.left, y], [inside.right(), y]], &grid);
            canvas.line(&[[inside.left - TICK, y], [inside.left, y]], &edge);
            let beside = [inside.left - TICK - 4.0, y];
            canvas.text(beside, &tick.label, &letters(style, Anchor::End));
        }
        canvas.rectangle(*inside, None, Some(&edge));
    }

    fn draw_titles(&self, frame: &Frame, rect: Rect, canvas: &mut dyn Canvas, style: &Style) {
        let inside = &frame.inside;
        let middle = letters(style, Anchor::Middle);
        let below = [
            inside.left + 0.5 * inside.width,
            inside.bottom() + TICK + 2.4 * style.letters + frame.upright,
        ];
        canvas.text(below, &self.x.title, &middle);
        let beside = [
            rect.left + 1.2 * style.letters,
            inside.top + 0.5 * inside.height,
        ];
        let upwards = Lettering {
            upwards: true,
            ..middle
        };
        canvas.text(beside, &self.y.title, &upwards);
    }
}

impl Series {
    fn draw_line(&self, look: &Look, frame: &Frame, canvas: &mut dyn Canvas) {
        for piece in self.pieces(frame) {
            canvas.line(&piece, &look.stroke());
        }
    }

    /// Draws marks and ranges, so far beside their places.
    fn draw_points(
        &self,
        look: &Look,
        beside: f64,
        frame: &Frame,
        canvas: &mut dyn Canvas,
        style: &Style,
    ) {
        for point in &self.points {
            let x = point.x + beside;
            if let Some(place) = frame.place(x, point.y.median) {
                draw_range(&Point { x, ..*point }, look, frame, canvas);
                look.draw_mark(place, canvas, style);
            }
        }
    }

    /// The line between its gaps.
    fn pieces(&self, frame: &Frame) -> Vec<Vec<Place>> {
        let mut pieces = vec![Vec::new()];
        for point in &self.points {
            match (frame.place(point.x, point.y.median), pieces.last_mut()) {
                (Some(place), Some(piece)) => piece.push(place),
                _ => pieces.push(Vec::new()),
            }
        }
        pieces.retain(|piece| piece.len() > 1);
        pieces
    }
}

/// The bar from the smallest to the largest value; one that a logarithmic axis has no
/// place for ends at the frame.
fn draw_range(point: &Point, look: &Look, frame: &Frame, canvas: &mut dyn Canvas) {
    let Some(x) = frame.across(point.x) else {
        return;
    };
    let low = frame.along(point.y.min);
    let low = low.unwrap_or(frame.inside.bottom());
    let high = frame.along(point.y.max).unwrap_or(low);
    if low - high <= SHORTEST_BAR {
        return;
    }
    let stroke = Stroke::solid(look.colour, HAIR);
    canvas.line(&[[x, low], [x, high]], &stroke);
    for y in [low, high] {
        canvas.line(&[[x - BAR_END, y], [x + BAR_END, y]], &stroke);
    }
}

/// Height of a row of the legend.
fn row(style: &Style) -> f64 {
    1.4 * style.letters
}

fn letters(style: &Style, anchor: Anchor) -> Lettering {
    Lettering {
        size: style.letters,
        colour: style.ink,
        anchor,
        bold: false,
        upwards: false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, SvgCanvas};
    use super::*;
    use crate::lab::spread::Spread;

    const RECT: Rect = Rect {
        left: 10.0,
        top: 20.0,
        width: 400.0,
        height: 300.0,
    };

    fn panel(values: &[f64]) -> Panel {
        let point = |(i, y): (usize, &f64)| Point {
            x: i as f64,
            y: Spread::exactly(*y),
        };
        Panel {
            x: Axis::linear("time, s"),
            y: Axis::linear("travel, m"),
            series: vec![Series {
                name: "body".into(),
                points: values.iter().enumerate().map(point).collect(),
                marks: true,
            }],
        }
    }

    fn drawn(panel: &Panel, rect: Rect) -> (Frame, String) {
        let mut canvas = SvgCanvas::new("", 500.0, 400.0);
        let frame = panel.draw(&mut canvas, rect, &Style::light());
        (frame, canvas.finish())
    }

    #[test]
    fn the_frame_lies_within_the_rectangle_and_gives_places_back_as_values() {
        let (frame, _) = drawn(&panel(&[1.0, 3.0, 2.0]), RECT);
        assert!(frame.inside.left > RECT.left && frame.inside.right() < RECT.right());
        assert!(frame.inside.top > RECT.top && frame.inside.bottom() < RECT.bottom());
        let place = frame.place(1.0, 3.0).unwrap();
        let [x, y] = frame.values(place);
        assert!((x - 1.0).abs() < 1e-9 && (y - 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_line_has_a_gap_where_there_is_no_number() {
        let panel = panel(&[1.0, 2.0, f64::NAN, 3.0, 4.0, f64::INFINITY]);
        let (frame, svg) = drawn(&panel, RECT);
        assert_eq!(panel.series[0].pieces(&frame).len(), 2);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn no_data_and_no_room_are_drawn_without_harm() {
        let tiny = Rect {
            width: 1.0,
            height: 1.0,
            ..RECT
        };
        for values in [&[][..], &[f64::NAN], &[1e300, -1e300], &[0.0]] {
            for rect in [RECT, tiny] {
                let (_, svg) = drawn(&panel(values), rect);
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{values:?}");
            }
        }
    }

    #[test]
    fn points_at_words_are_not_joined_and_stand_side_by_side() {
        let mut panel = panel(&[1.0, 2.0]);
        let joined = drawn(&panel, RECT).1.matches("<path").count();
        panel.x = Axis::words("kind", &["thin", "wide"]);
        let apart = drawn(&panel, RECT).1.matches("<path").count();
        // Neither the line nor its piece in the legend.
        assert!(apart < joined, "{apart} {joined}");
        panel.series.push(panel.series[0].clone());
        assert!((panel.beside(1) - panel.beside(0) - BESIDE).abs() < 1e-12);
        assert!((panel.beside(1) + panel.beside(0)).abs() < 1e-12);
    }

    #[test]
    fn words_without_room_are_written_upwards_and_none_is_left_out() {
        let mut panel = panel(&[1.0, 2.0]);
        let words = [
            "relaxation of all",
            "multipliers",
            "reduced coordinates",
            "springs",
        ];
        panel.x = Axis::words("method", &words);
        let (frame, svg) = drawn(&panel, RECT);
        assert!(frame.upright > 0.0);
        for word in words {
            assert!(svg.contains(word), "{word}");
        }
    }

    #[test]
    fn lines_differ_without_colours_and_beyond_them() {
        let style = Style::light();
        let looks: Vec<Look> = (0..2 * LOOKS)
            .map(|number| Look::of(number, &style))
            .collect();
        for (place, look) in looks.iter().enumerate() {
            for other in &looks[place + 1..] {
                let is_same = look.colour == other.colour && look.mark == other.mark;
                assert!(!is_same, "{place}");
            }
        }
        assert!((1..LOOKS).all(|number| DASHES[number] != DASHES[number - 1]));
    }

    #[test]
    fn a_legend_names_only_what_is_drawn() {
        let mut panel = panel(&[1.0, 2.0]);
        let empty = Series::marked("nothing", &[(0.0, f64::NAN)]);
        panel.series.insert(0, empty);
        let (_, svg) = drawn(&panel, RECT);
        assert!(svg.contains("body") && !svg.contains("nothing"));
        panel.y = Axis::log("travel, m");
        panel.series[0] = Series::marked("below", &[(0.0, -1.0)]);
        assert!(!drawn(&panel, RECT).1.contains("below"));
    }

    #[test]
    fn long_legends_take_several_rows_above_the_frame() {
        let mut panel = panel(&[1.0, 2.0]);
        let one = drawn(&panel, RECT).0.inside.top;
        let series = panel.series[0].clone();
        panel.series = vec![series; 12];
        assert!(drawn(&panel, RECT).0.inside.top > one + 30.0);
        panel.series.iter_mut().for_each(|s| s.name.clear());
        assert!(drawn(&panel, RECT).0.inside.top < one);
    }
}
