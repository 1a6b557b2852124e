//! The middle of some values, and how far the middle half of them reaches.

use serde::Serialize;

/// The values that divide all others into four parts of one size.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Quartiles {
    /// A quarter lies below.
    pub first: f64,
    /// Half lies below.
    pub median: f64,
    /// A quarter lies above.
    pub third: f64,
}

impl Quartiles {
    /// The quartiles of some values, between two of them on the straight line (rule 7 of
    /// Hyndman and Fan, "Sample quantiles in statistical packages", 1996); `None` of nothing.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Quartiles> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let last = values.len().checked_sub(1)?;
        let at = |share: f64| {
            let place = share * last as f64;
            let (below, above) = (place.floor() as usize, place.ceil() as usize);
            values[below] + (place - place.floor()) * (values[above] - values[below])
        };
        Some(Quartiles {
            first: at(0.25),
            median: at(0.5),
            third: at(0.75),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Quartiles;

    #[test]
    fn quartiles_are_those_of_the_textbook() {
        let of = |values: &[f64]| Quartiles::of(values.iter().copied());
        assert_eq!(of(&[]), None);
        let quartiles = |first, median, third| Quartiles {
            first,
            median,
            third,
        };
        assert_eq!(of(&[3.0]), Some(quartiles(3.0, 3.0, 3.0)));
        assert_eq!(of(&[4.0, 1.0, 3.0, 2.0]), Some(quartiles(1.75, 2.5, 3.25)));
        assert_eq!(
            of(&[5.0, 1.0, 3.0, 2.0, 4.0]),
            Some(quartiles(2.0, 3.0, 4.0))
        );
    }
}
