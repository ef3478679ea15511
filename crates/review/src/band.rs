//! Mistakes by size.

/// How much a move lost.
///
/// Where points are not known, a chance of 1 counts as 40 of them.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Band {
    /// Less than half a point.
    Excellent,
    /// From 0.5 points on.
    Good,
    /// From 1.5 points on.
    Inaccuracy,
    /// From 3 points on.
    Mistake,
    /// From 6 points on.
    BigMistake,
    /// From 12 points on.
    Blunder,
}

impl Band {
    /// All bands, the best first.
    pub const ALL: [Band; 6] = [
        Band::Excellent,
        Band::Good,
        Band::Inaccuracy,
        Band::Mistake,
        Band::BigMistake,
        Band::Blunder,
    ];

    /// The fewest points that a move of this band lost.
    pub const fn least(self) -> f32 {
        match self {
            Band::Excellent => 0.0,
            Band::Good => 0.5,
            Band::Inaccuracy => 1.5,
            Band::Mistake => 3.0,
            Band::BigMistake => 6.0,
            Band::Blunder => 12.0,
        }
    }

    /// The band of a move that lost this many points.
    pub fn of(points: f32) -> Band {
        let mut bands = Band::ALL.into_iter().rev();
        bands.find(|it| points >= it.least()).unwrap_or(Band::Excellent)
    }

    /// The name in JSON and style sheets, such as `big-mistake`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Band::Excellent => "excellent",
            Band::Good => "good",
            Band::Inaccuracy => "inaccuracy",
            Band::Mistake => "mistake",
            Band::BigMistake => "big-mistake",
            Band::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds() {
        for (points, band) in [
            (-1.0, Band::Excellent),
            (0.49, Band::Excellent),
            (0.5, Band::Good),
            (2.9, Band::Inaccuracy),
            (3.0, Band::Mistake),
            (6.0, Band::BigMistake),
            (400.0, Band::Blunder),
        ] {
            assert_eq!(Band::of(points), band, "{points}");
        }
        assert!(Band::ALL.is_sorted());
    }
}
