//! Numbers that look random and are the same on every run and machine.

use glam::DVec3;

/// The generator SplitMix64 of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators" (2014). Orders of solution and nudged shots depend on its bits.
#[derive(Debug, Clone)]
pub struct SplitMix64 {
    state: u64,
}

/// What the state grows by with each number: 2⁶⁴ over the golden ratio, made odd.
const GROWTH: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix64 {
    /// The generator with a seed, any.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The same when so many numbers have been drawn.
    pub fn after(seed: u64, drawn: u64) -> SplitMix64 {
        SplitMix64 {
            state: seed.wrapping_add(drawn.wrapping_mul(GROWTH)),
        }
    }

    /// All bits of the next number.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GROWTH);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The next number as one from 0 to below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    /// The next number as one from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The next number as one from `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A unit vector by the next three numbers; those toward the corners of a cube are likelier.
    pub fn direction(&mut self) -> DVec3 {
        let [x, y, z] = [(); 3].map(|()| self.between(-1.0, 1.0));
        DVec3::new(x, y, z).normalize_or(DVec3::Y)
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    #[test]
    fn numbers_are_those_of_the_reference() {
        // From Vigna's splitmix64.c.
        let reference = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(reference, [(); 5].map(|()| random.bits()));
        for (drawn, number) in (0..).zip(reference) {
            assert_eq!(SplitMix64::after(1_234_567, drawn).bits(), number);
        }
    }

    #[test]
    fn numbers_keep_within_their_bounds() {
        let mut random = SplitMix64::new(0);
        for _ in 0..1000 {
            assert!(random.below(7) < 7);
            assert!((0.0..1.0).contains(&random.unit()));
            assert!((-2.0..3.0).contains(&random.between(-2.0, 3.0)));
        }
    }
}
