//! Which part of the run timeline and plots show.

use egui_macroquad::egui::Ui;

/// Shortest time that the whole width shows of a run that has just begun, s.
const SHORTEST_S: f64 = 2.0;
/// Shortest time that is shown when it is zoomed, s.
const LEAST_S: f64 = 0.05;
/// How much a point of the wheel zooms.
const ZOOM_OF_POINT: f64 = 0.004;

/// The part of the run that is shown; all of it until a person zooms.
#[derive(Debug, Clone, Copy, Default)]
pub struct TimeSpan {
    /// From and to, s.
    zoomed: Option<[f64; 2]>,
    /// The time that was shown last, and the end of the run then, s.
    now: f64,
    end: f64,
}

impl TimeSpan {
    /// From and to in a run that lasts from start to end, s; what plays stays in sight.
    pub fn of(&mut self, run: [f64; 2], now: f64) -> [f64; 2] {
        let whole = whole(run);
        let moved = std::mem::replace(&mut self.now, now) != now;
        if std::mem::replace(&mut self.end, run[1]) > run[1] {
            // Another run.
            self.fit();
        }
        let Some([from, to]) = self.zoomed else {
            return whole;
        };
        let length = to - from;
        let from = match moved && !(from..=to).contains(&now) {
            true => now - 0.5 * length,
            false => from,
        };
        let shown = within(whole, from, length);
        self.zoomed = (shown != whole).then_some(shown);
        shown
    }

    /// Shows all of the run.
    pub fn fit(&mut self) {
        self.zoomed = None;
    }

    /// Whether all of the run is shown.
    pub fn is_whole(&self) -> bool {
        self.zoomed.is_none()
    }

    /// Zooms about a time as the wheel was turned while the pointer is there, and goes along
    /// with Shift. Nothing else scrolls then.
    pub fn take_wheel(&mut self, ui: &Ui, run: [f64; 2], at: f64) {
        let turned = ui.input_mut(|input| {
            input.smooth_scroll_delta = Default::default();
            input.raw_scroll_delta
        });
        let factor = (-ZOOM_OF_POINT * f64::from(turned.y)).exp();
        self.zoom(run, at, factor, f64::from(turned.x));
    }

    /// Shows `factor` times as much about a time, s, and goes along by a share of it, in points.
    fn zoom(&mut self, run: [f64; 2], at: f64, factor: f64, along: f64) {
        if factor == 1.0 && along == 0.0 {
            return;
        }
        let whole = whole(run);
        let [from, to] = self.zoomed.unwrap_or(whole);
        let least = LEAST_S.min(whole[1] - whole[0]);
        let length = ((to - from) * factor).clamp(least, whole[1] - whole[0]);
        let share = ((at - from) / (to - from)).clamp(0.0, 1.0);
        let from = at.clamp(from, to) - share * length - along * ZOOM_OF_POINT * length;
        let shown = within(whole, from, length);
        self.zoomed = (shown != whole).then_some(shown);
    }
}

fn whole([start, end]: [f64; 2]) -> [f64; 2] {
    [start, end.max(start + SHORTEST_S)]
}

/// So long a part that begins there, moved into the whole.
fn within([start, end]: [f64; 2], from: f64, length: f64) -> [f64; 2] {
    if length >= end - start {
        return [start, end];
    }
    let from = from.clamp(start, end - length);
    [from, from + length]
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: [f64; 2] = [0.0, 10.0];

    #[test]
    fn the_time_under_the_pointer_stays_there_and_the_whole_comes_back() {
        let mut span = TimeSpan::default();
        assert_eq!(span.of(RUN, 0.0), RUN);
        assert_eq!(span.of([0.0, 0.5], 0.0), [0.0, SHORTEST_S]);
        span.zoom(RUN, 4.0, 0.5, 0.0);
        assert_eq!(span.of(RUN, 0.0), [2.0, 7.0]);
        span.zoom(RUN, 2.0, 1e-9, 0.0);
        let [from, to] = span.of(RUN, 0.0);
        assert!((from - 2.0).abs() < 1e-9 && (to - from - LEAST_S).abs() < 1e-9);
        span.zoom(RUN, 9.0, 1e9, 0.0);
        assert!(span.is_whole() && span.of(RUN, 0.0) == RUN);
    }

    #[test]
    fn what_plays_stays_in_sight_and_what_stands_does_not_hold() {
        let mut span = TimeSpan::default();
        span.zoom(RUN, 0.0, 0.2, 0.0);
        assert_eq!(span.of(RUN, 0.0), [0.0, 2.0]);
        assert_eq!(span.of(RUN, 5.0), [4.0, 6.0]);
        span.zoom(RUN, 5.0, 1.0, 1e6);
        assert_eq!(span.of(RUN, 5.0), [0.0, 2.0], "gone back by hand");
        assert_eq!(span.of(RUN, 9.9), [8.0, 10.0]);
        // A run that begins anew is shorter.
        assert_eq!(span.of([0.0, 0.1], 0.0), [0.0, SHORTEST_S]);
        assert!(span.is_whole());
    }
}
