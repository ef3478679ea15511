//! Ranks of players, from 30 kyu to 9 dan.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The rank of a player; a stronger one is greater.
///
/// # Examples
///
/// ```
/// use tengen_ratings::Rank;
///
/// let rank: Rank = "5k".parse()?;
/// assert!(rank < Rank::dan(1).unwrap());
/// assert_eq!(rank.to_string(), "5k");
/// assert_eq!(rank.offset(5), Rank::dan(1).unwrap());
/// # Ok::<(), tengen_ratings::ParseRankError>(())
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Rank {
    /// 0 for 1 dan, negative for kyu.
    // Invariant: from -30 to 8.
    steps: i8,
}

impl Rank {
    /// The weakest rank, 30 kyu.
    pub const LOWEST: Rank = Rank { steps: -30 };
    /// The strongest rank, 9 dan.
    pub const HIGHEST: Rank = Rank { steps: 8 };

    /// A kyu rank, from 1 to 30.
    pub const fn kyu(n: u8) -> Option<Rank> {
        if matches!(n, 1..=30) { Some(Rank { steps: -n.cast_signed() }) } else { None }
    }

    /// A dan rank, from 1 to 9.
    pub const fn dan(n: u8) -> Option<Rank> {
        if matches!(n, 1..=9) { Some(Rank { steps: n.cast_signed() - 1 }) } else { None }
    }

    /// All ranks, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + Clone {
        (Rank::LOWEST.steps..=Rank::HIGHEST.steps).map(|steps| Rank { steps })
    }

    /// The number of ranks between two, which is that of handicap stones.
    pub const fn distance(self, other: Rank) -> u8 {
        self.steps.abs_diff(other.steps)
    }

    /// The number of ranks above the weakest: 0 for 30 kyu, 38 for 9 dan.
    pub const fn index(self) -> u8 {
        (self.steps - Rank::LOWEST.steps).unsigned_abs()
    }

    /// The rank that is this many ranks stronger, or weaker if `ranks` is
    /// negative; beyond the ends, the last one.
    #[must_use]
    pub fn offset(self, ranks: i32) -> Rank {
        let (lowest, highest) = (Rank::LOWEST.steps.into(), Rank::HIGHEST.steps.into());
        let steps = i32::from(self.steps).saturating_add(ranks).clamp(lowest, highest);
        Rank { steps: steps as i8 }
    }

    /// Whether this is a dan rank.
    pub const fn is_dan(self) -> bool {
        self.steps >= 0
    }
}
/// Such as `5k` or `1d`.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.steps {
            ..0 => f.pad(&format!("{}k", -self.steps)),
            0.. => f.pad(&format!("{}d", self.steps + 1)),
        }
    }
}

/// Reads `5k` and `1d`, in upper or lower case.
impl FromStr for Rank {
    type Err = ParseRankError;

    fn from_str(text: &str) -> Result<Rank, ParseRankError> {
        let letter = text.chars().next_back().ok_or(ParseRankError)?;
        let digits = &text[..text.len() - letter.len_utf8()];
        if !digits.bytes().all(|it| it.is_ascii_digit()) {
            return Err(ParseRankError);
        }
        let number = digits.parse().map_err(|_| ParseRankError)?;
        let rank = match letter.to_ascii_lowercase() {
            'k' => Rank::kyu(number),
            'd' => Rank::dan(number),
            _ => None,
        };
        rank.ok_or(ParseRankError)
    }
}

/// A text is not a rank.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ParseRankError;

impl fmt::Display for ParseRankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a rank, expected one from 30k to 1k or from 1d to 9d")
    }
}

impl Error for ParseRankError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_order_and_read_back() {
        let kyu = (1..=30).rev().filter_map(Rank::kyu);
        let ranks: Vec<Rank> = kyu.chain((1..=9).filter_map(Rank::dan)).collect();
        assert_eq!(ranks.len(), 39);
        assert!(ranks.is_sorted());
        assert!(Rank::all().eq(ranks.iter().copied()));
        for (idx, rank) in ranks.iter().enumerate() {
            assert_eq!(rank.to_string().to_uppercase().parse(), Ok(*rank));
            assert_eq!(usize::from(rank.distance(ranks[0])), idx);
            assert_eq!(usize::from(rank.index()), idx);
            assert_eq!(Rank::LOWEST.offset(i32::try_from(idx).unwrap()), *rank);
        }
    }

    #[test]
    fn offsets_stop_at_the_ends() {
        let rank = Rank::kyu(1).unwrap();
        assert_eq!(rank.offset(1), Rank::dan(1).unwrap());
        assert_eq!(rank.offset(i32::MAX), Rank::HIGHEST);
        assert_eq!(rank.offset(i32::MIN), Rank::LOWEST);
        assert!(!rank.is_dan() && rank.offset(1).is_dan());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "k", "0k", "31k", "10d", "0d", "5", "5p", "-5k", "+5k", "5 k", "五k"] {
            assert_eq!(text.parse::<Rank>(), Err(ParseRankError), "{text}");
        }
    }
}
