//! Long lines in few points, of which none that stands out is lost.

use super::Point;
use crate::lab::spread::Spread;

/// Most stretches that a line is divided into, each of which keeps two points: a few for
/// every pixel of a window.
const MOST: usize = 1024;

/// A line that grows, in a bounded number of points: of each stretch the lowest and the
/// highest. The stretches double when there are too many.
#[derive(Debug, Clone, PartialEq)]
pub struct Thinned {
    stretches: Vec<Stretch>,
    /// Points of a stretch that is full.
    full: usize,
    /// Points of the last stretch.
    in_last: usize,
    /// Points of all stretches.
    count: usize,
}

/// The lowest and the highest of some points.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stretch {
    low: Numbered,
    high: Numbered,
}

/// A point and its number in the line, which may go to and fro.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Numbered {
    number: usize,
    x: f64,
    y: f64,
}

impl Stretch {
    /// Both stretches; numbers hide what is none.
    fn with(self, other: Stretch) -> Stretch {
        let is_lower = |a: f64, b: f64| a < b || (b.is_nan() && !a.is_nan());
        let (low, high) = (
            is_lower(other.low.y, self.low.y),
            is_lower(-other.high.y, -self.high.y),
        );
        Stretch {
            low: if low { other.low } else { self.low },
            high: if high { other.high } else { self.high },
        }
    }
}

impl Default for Thinned {
    fn default() -> Thinned {
        Thinned {
            stretches: Vec::new(),
            full: 1,
            in_last: 0,
            count: 0,
        }
    }
}

impl Thinned {
    /// Adds a point behind all others.
    pub fn push(&mut self, x: f64, y: f64) {
        let number = self.count;
        self.count += 1;
        let point = Numbered { number, x, y };
        let point = Stretch {
            low: point,
            high: point,
        };
        let is_full = self.in_last == self.full;
        if let (Some(last), false) = (self.stretches.last_mut(), is_full) {
            *last = last.with(point);
            self.in_last += 1;
            return;
        }
        if self.stretches.len() == MOST {
            let pairs = self.stretches.chunks(2);
            let joined = pairs.filter_map(|pair| pair.iter().copied().reduce(Stretch::with));
            self.stretches = joined.collect();
            self.full *= 2;
        }
        self.stretches.push(point);
        self.in_last = 1;
    }

    /// Number of points that were added.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The points that are left, in their order.
    pub fn points(&self) -> Vec<Point> {
        let mut points = Vec::with_capacity(2 * self.stretches.len());
        for Stretch { low, high } in &self.stretches {
            let is_rising = low.number <= high.number;
            let (first, second) = if is_rising { (low, high) } else { (high, low) };
            points.push(point(first));
            if second.number > first.number {
                points.push(point(second));
            }
        }
        points
    }
}

impl FromIterator<(f64, f64)> for Thinned {
    fn from_iter<I: IntoIterator<Item = (f64, f64)>>(points: I) -> Thinned {
        let mut thinned = Thinned::default();
        for (x, y) in points {
            thinned.push(x, y);
        }
        thinned
    }
}

fn point(of: &Numbered) -> Point {
    Point {
        x: of.x,
        y: Spread::exactly(of.y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thinned(values: impl IntoIterator<Item = f64>) -> Vec<[f64; 2]> {
        let numbered = values.into_iter().enumerate();
        let thinned: Thinned = numbered.map(|(i, y)| (i as f64, y)).collect();
        let points = thinned.points();
        points.iter().map(|p| [p.x, p.y.median]).collect()
    }

    #[test]
    fn short_lines_stay_as_they_are() {
        let values = [3.0, 1.0, 2.0];
        assert_eq!(thinned(values), [[0.0, 3.0], [1.0, 1.0], [2.0, 2.0]]);
        assert!(thinned([]).is_empty());
    }

    #[test]
    fn long_lines_keep_what_stands_out_and_stay_in_order() {
        let count = 36_000;
        for peak in [0, 1, 1023, 17_777, count - 1] {
            let value = |i: usize| if i == peak { 1e3 } else { (i % 7) as f64 };
            let points = thinned((0..count).map(value));
            assert!(points.len() <= 2 * MOST);
            assert!(points.contains(&[peak as f64, 1e3]), "{peak}");
            assert!(points.windows(2).all(|pair| pair[0][0] < pair[1][0]));
        }
    }

    #[test]
    fn a_gap_stays_a_gap_and_hides_no_number() {
        let value = |i: usize| if i < 5000 { f64::NAN } else { i as f64 };
        let points = thinned((0..10_000).map(value));
        assert!(points[0][1].is_nan());
        let mut numbers = points.iter().filter(|point| !point[1].is_nan());
        assert_eq!(numbers.clone().next(), Some(&[5000.0, 5000.0]));
        assert_eq!(numbers.next_back(), Some(&[9999.0, 9999.0]));
    }

    #[test]
    fn growing_gives_the_same_as_beginning_anew() {
        let value = |i: usize| ((i * 7919) % 1013) as f64;
        let mut growing = Thinned::default();
        for i in 0..5000 {
            growing.push(i as f64, value(i));
        }
        let anew: Thinned = (0..5000).map(|i| (i as f64, value(i))).collect();
        assert_eq!(growing, anew);
    }
}
