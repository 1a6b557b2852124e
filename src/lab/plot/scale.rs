//! Where numbers and words stand along an axis, and at which of them a tick is.

use super::Axis;

/// Values whose range is a smaller share of them are as good as equal.
const EQUAL: f64 = 1e-12;
/// From here on, and below its inverse, numbers are as good as infinite or zero.
pub const HUGE: f64 = 1e290;
/// Room above the highest and below the lowest value, as a share of the range.
const ROOM: f64 = 0.04;

/// A tick of an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// Its value.
    pub value: f64,
    /// What is written at it.
    pub label: String,
}

/// The values along an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    /// Ends; of a logarithmic scale their decimal logarithms.
    from: f64,
    to: f64,
    log: bool,
    /// The ticks from the first to the last.
    pub ticks: Vec<Tick>,
}

impl Scale {
    /// A scale on which all values have a place, with about `wanted` ticks. With `room`
    /// some is left beyond them, and zero is shown if it is near.
    pub fn of(axis: &Axis, values: impl Iterator<Item = f64>, room: bool, wanted: f64) -> Scale {
        if !axis.words.is_empty() {
            return Scale::of_words(&axis.words);
        }
        let usable = values.filter(|v| is_usable(*v, axis.log));
        let range = usable.fold(None, |range: Option<[f64; 2]>, v| {
            let [low, high] = range.unwrap_or([v, v]);
            Some([low.min(v), high.max(v)])
        });
        match (range, axis.log) {
            (None, false) => Scale::linear([0.0, 1.0], wanted),
            (None, true) => Scale::log([1.0, 10.0], room, wanted),
            (Some(range), true) => Scale::log(range, room, wanted),
            (Some(range), false) if room => Scale::linear(with_room(apart(range)), wanted),
            (Some(range), false) => Scale::linear(apart(range), wanted),
        }
    }

    fn of_words(words: &[String]) -> Scale {
        let tick = |(i, word): (usize, &String)| Tick {
            value: i as f64,
            label: word.clone(),
        };
        Scale {
            from: -0.4,
            to: words.len() as f64 - 0.6,
            log: false,
            ticks: words.iter().enumerate().map(tick).collect(),
        }
    }

    fn linear([low, high]: [f64; 2], wanted: f64) -> Scale {
        Scale {
            from: low,
            to: high,
            log: false,
            ticks: even_ticks(low, high, wanted),
        }
    }

    fn log([low, high]: [f64; 2], room: bool, wanted: f64) -> Scale {
        let (low, high) = (low.log10(), high.log10());
        let beyond = if room { ROOM * (high - low) } else { 0.0 }.max(0.05);
        let (mut from, mut to) = (low - beyond, high + beyond);
        if to - from < 0.3 {
            (from, to) = (from - 0.15, to + 0.15);
        }
        let mut ticks = decade_ticks(from, to, wanted);
        if ticks.len() < 2 {
            ticks = even_ticks(10_f64.powf(from), 10_f64.powf(to), wanted);
        }
        Scale {
            from,
            to,
            log: true,
            ticks,
        }
    }

    /// How far along the axis a value is, from 0 to 1 within it; `None` of what has no
    /// place there: no number, one from [`HUGE`] on, zero and less on a logarithmic axis.
    pub fn share(&self, value: f64) -> Option<f64> {
        if !is_usable(value, self.log) {
            return None;
        }
        let place = if self.log { value.log10() } else { value };
        let share = (place - self.from) / (self.to - self.from);
        share.is_finite().then_some(share)
    }

    /// The value at a share of the axis.
    pub fn value(&self, share: f64) -> f64 {
        let place = self.from + share * (self.to - self.from);
        match self.log {
            true => 10_f64.powf(place),
            false => place,
        }
    }
}

/// Whether a value has a place on an axis that is long enough.
pub(super) fn is_usable(value: f64, log: bool) -> bool {
    value.abs() < HUGE && (!log || value > 1.0 / HUGE)
}

/// A range with two different ends.
fn apart([low, high]: [f64; 2]) -> [f64; 2] {
    let largest = low.abs().max(high.abs());
    match high - low > largest * EQUAL && largest > 1.0 / HUGE {
        true => [low, high],
        false if largest > 1.0 / HUGE => [low - 0.5 * largest, high + 0.5 * largest],
        false => [0.0, 1.0],
    }
}

/// Shows zero if that leaves at least half of the axis to the values.
fn with_room([low, high]: [f64; 2]) -> [f64; 2] {
    let room = ROOM * (high - low);
    match [low, high] {
        [low, high] if low >= 0.0 && low <= 0.5 * high => [0.0, high + room],
        [low, high] if high <= 0.0 && high >= 0.5 * low => [low - room, 0.0],
        [low, high] => [low - room, high + room],
    }
}

/// Ticks at multiples of one, two or five times a power of ten.
fn even_ticks(low: f64, high: f64, wanted: f64) -> Vec<Tick> {
    let rough = (high - low) / wanted.max(1.0);
    let mut decade = rough.log10().floor() as i32;
    let mantissa = rough / power(decade);
    let found = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|m| *m >= mantissa * (1.0 - 1e-9));
    let factor = found.unwrap_or_else(|| {
        decade += 1;
        1.0
    });
    // Multiplied or divided by a whole power, so that a tenth is the tenth that is meant.
    let times_step = |number: f64| match decade < 0 {
        true => number * factor / power(-decade),
        false => number * factor * power(decade),
    };
    let step = times_step(1.0);
    let (first, last) = (
        (low / step - 1e-9).ceil() as i64,
        (high / step + 1e-9).floor() as i64,
    );
    let values: Vec<f64> = (first..=last).map(|i| times_step(i as f64)).collect();
    let largest = values.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    let label = |&value: &f64| Tick {
        value,
        label: label(value, largest, decade),
    };
    values.iter().map(label).collect()
}

fn power(decade: i32) -> f64 {
    10_f64.powi(decade)
}

/// A number as exact as steps of a power of ten need it.
fn label(value: f64, largest: f64, decade: i32) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let plain = match (1e-3..1e6).contains(&largest) {
        true => format!("{value:.*}", (-decade).clamp(0, 15) as usize),
        false => {
            let digits = value.abs().log10().floor() as i32 - decade;
            format!("{value:.*e}", digits.clamp(0, 15) as usize)
        }
    };
    plain.replace('-', "−")
}

/// Ticks at powers of ten, and at two and five times them where there is room.
fn decade_ticks(from: f64, to: f64, wanted: f64) -> Vec<Tick> {
    let every = ((to - from) / wanted.max(1.0)).ceil().max(1.0) as i32;
    let factors: &[f64] = match (to - from) * 3.0 <= wanted.max(6.0) {
        true => &[1.0, 2.0, 5.0],
        false => &[1.0],
    };
    let decades = (from.floor() as i32..=to.ceil() as i32).filter(|decade| decade % every == 0);
    let values = decades.flat_map(|decade| {
        let times = move |factor: &f64| (decade, factor * power(decade));
        factors.iter().map(times)
    });
    let inside = |(_, value): &(i32, f64)| (from..=to).contains(&value.log10());
    let tick = |(decade, value): (i32, f64)| Tick {
        value,
        label: match (-3..6).contains(&decade) {
            true => label(value, 1.0, decade),
            false => label(value, value, decade),
        },
    };
    values.filter(inside).map(tick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, values: &[f64]) -> Vec<String> {
        let scale = Scale::of(axis, values.iter().copied(), true, 6.0);
        scale.ticks.into_iter().map(|tick| tick.label).collect()
    }

    fn linear(values: &[f64]) -> Vec<String> {
        labels(&Axis::linear(""), values)
    }

    fn log(values: &[f64]) -> Vec<String> {
        labels(&Axis::log(""), values)
    }

    #[test]
    fn ticks_are_round_numbers_with_just_the_digits_they_need() {
        assert_eq!(
            linear(&[0.0, 1.0]),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"].map(zero)
        );
        assert_eq!(linear(&[4.0, 16.0]), ["0", "5", "10", "15"]);
        assert_eq!(linear(&[-1.0, 1.0]), ["−1.0", "−0.5", "0", "0.5", "1.0"]);
        assert_eq!(
            linear(&[100.0, 101.0]),
            ["100.0", "100.2", "100.4", "100.6", "100.8", "101.0"]
        );
    }

    fn zero(label: &'static str) -> &'static str {
        if label == "0.0" {
            "0"
        } else {
            label
        }
    }

    #[test]
    fn tiny_and_huge_numbers_have_an_exponent() {
        assert_eq!(
            linear(&[0.0, 1e-7]),
            ["0", "2e−8", "4e−8", "6e−8", "8e−8", "1.0e−7"]
        );
        assert_eq!(linear(&[0.0, 3e9]), ["0", "1e9", "2e9", "3e9"]);
        assert_eq!(linear(&[-3e300, 3e300]), linear(&[]));
    }

    #[test]
    fn equal_zero_and_absent_values_have_an_axis_too() {
        for values in [&[][..], &[0.0, 0.0], &[f64::NAN, f64::INFINITY], &[1e-320]] {
            assert_eq!(linear(values), linear(&[0.0, 1.0]), "{values:?}");
            assert!(log(values).len() >= 2, "{values:?}");
        }
        for value in [5.0, -5.0, 1e-9, 1e200, -1e-200] {
            let scale = Scale::of(&Axis::linear(""), [value, value].into_iter(), true, 6.0);
            assert!((2..12).contains(&scale.ticks.len()), "{value}: {scale:?}");
            let share = scale.share(value).unwrap();
            assert!((0.0..=1.0).contains(&share), "{value}");
        }
    }

    #[test]
    fn a_range_at_the_end_of_the_digits_counts_as_one_value() {
        let nearly = [1e15, 1e15 + 0.125];
        let scale = Scale::of(&Axis::linear(""), nearly.into_iter(), true, 6.0);
        assert!((2..12).contains(&scale.ticks.len()), "{scale:?}");
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten_or_as_many_as_there_is_room_for() {
        assert_eq!(
            log(&[1.0, 1e5]),
            ["1", "10", "100", "1000", "10000", "100000"]
        );
        assert_eq!(log(&[1.0, 50.0]), ["1", "2", "5", "10", "20", "50"]);
        assert_eq!(log(&[1e-7, 1e-6]), ["1e−7", "2e−7", "5e−7", "1e−6"]);
        let many = log(&[1e-200, 1e200]);
        assert!((3..9).contains(&many.len()), "{many:?}");
        let few = log(&[3.1, 3.2]);
        assert!((2..9).contains(&few.len()), "{few:?}");
    }

    #[test]
    fn logarithms_have_no_place_for_zero_and_less() {
        let scale = Scale::of(
            &Axis::log(""),
            [-1.0, 0.0, 1.0, 10.0].into_iter(),
            true,
            6.0,
        );
        assert_eq!(scale.share(0.0), None);
        assert_eq!(scale.share(-1.0), None);
        assert_eq!(scale.share(f64::NAN), None);
        assert!(scale.share(1.0).unwrap() > 0.0);
    }

    #[test]
    fn words_stand_at_whole_numbers() {
        assert_eq!(labels(&Axis::words("", &["a", "b"]), &[]), ["a", "b"]);
        let scale = Scale::of(&Axis::words("", &["a"]), [].into_iter(), false, 6.0);
        assert!((scale.share(0.0).unwrap() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_place_gives_the_value_back() {
        let values = [0.5, 7.0, 3.25];
        for axis in [Axis::linear(""), Axis::log("")] {
            let scale = Scale::of(&axis, values.into_iter(), false, 6.0);
            for value in values {
                let back = scale.value(scale.share(value).unwrap());
                assert!((back - value).abs() < 1e-9, "{back}");
            }
        }
    }

    #[test]
    fn ticks_are_evenly_spaced_whatever_the_range() {
        for exponent in (-280..280).step_by(7) {
            for mantissa in [1.0, 2.3, 7.7] {
                let high = mantissa * 10_f64.powi(exponent);
                let scale = Scale::of(
                    &Axis::linear(""),
                    [-0.3 * high, high].into_iter(),
                    true,
                    6.0,
                );
                let places: Vec<f64> = scale
                    .ticks
                    .iter()
                    .map(|t| scale.share(t.value).unwrap())
                    .collect();
                assert!((3..10).contains(&places.len()), "{high}: {places:?}");
                let step = places[1] - places[0];
                let even = places.windows(2).all(|p| (p[1] - p[0] - step).abs() < 1e-9);
                assert!(even, "{high}: {places:?}");
            }
        }
    }
}
