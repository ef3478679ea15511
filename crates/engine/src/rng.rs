//! A small generator of random numbers.

/// A seeded generator: fast, and good enough for playouts.
///
/// The state walks by a fixed step through all numbers and is mixed by a
/// multiplication (wyrand). The same seed gives the same numbers everywhere.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator whose numbers depend on the seed alone.
    pub fn new(seed: u64) -> Rng {
        let mut rng = Rng { state: seed ^ 0x9e37_79b9_7f4a_7c15 };
        // Neighboring seeds start with unlike numbers.
        rng.state = rng.next_u64();
        rng
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.state) * u128::from(self.state ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    }

    /// The next 32 random bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// A number below `n`, or 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.next_u32()) * u64::from(n)) >> 32) as u32
    }

    /// A number from 0 to 1, 1 not included.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.next_u32() >> 8) as f32 / 16_777_216.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers() {
        let numbers = |seed| {
            let mut rng = Rng::new(seed);
            [0; 4].map(|_| rng.next_u32())
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
    }

    #[test]
    fn numbers_are_spread_evenly() {
        let mut rng = Rng::new(1);
        let mut counts = [0_u32; 10];
        let mut sum = 0.0;
        for _ in 0..100_000 {
            counts[rng.below(10) as usize] += 1;
            sum += f64::from(rng.unit());
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
        assert!((sum / 100_000.0 - 0.5).abs() < 0.01);
        assert_eq!(rng.below(0), 0);
    }
}
