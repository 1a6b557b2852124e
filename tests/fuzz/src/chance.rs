//! Choices that follow from a seed, so that the fuzzer can repeat them.

/// A source of choices (SplitMix64).
pub struct Chance(u64);

impl Chance {
    /// The choices of a seed.
    pub fn of(seed: u32) -> Chance {
        Chance(u64::from(seed))
    }

    /// A number below `count`; 0 if that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) as usize % count.max(1)
    }

    /// Whether one of `count` equal chances came true.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of these, if there are any.
    pub fn one_of<T>(&mut self, things: impl IntoIterator<Item = T>) -> Option<T> {
        let mut things: Vec<T> = things.into_iter().collect();
        let place = self.below(things.len());
        (place < things.len()).then(|| things.swap_remove(place))
    }
}
