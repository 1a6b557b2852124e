//! Axes by their numbers.

/// What belongs to an axis: 0 is x, 1 is y, and all else z.
pub fn of_axis<T>([x, y, z]: [T; 3], axis: usize) -> T {
    match axis {
        0 => x,
        1 => y,
        _ => z,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_axis_has_its_own() {
        let mut sizes = [1, 2, 3];
        assert_eq!([0, 1, 2].map(|axis| of_axis(sizes, axis)), sizes);
        *of_axis(sizes.each_mut(), 1) = 5;
        assert_eq!(sizes, [1, 5, 3]);
    }
}
