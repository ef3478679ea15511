//! Ranks of players as numbers that can be compared.

use std::fmt;

/// A rank, from beginner's kyu to professional dan.
///
/// Professional ranks sort above all amateur ones.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Rank(i16);

/// The distance from a dan to the professional dan of the same number.
const PROFESSIONAL: i16 = 20;

impl Rank {
    /// Reads `3k`, `15 kyu`, `5d`, `5 dan`, `9p`, `九段`, `3级`; what follows,
    /// such as the `?` of servers, does not matter.
    pub fn parse(text: &str) -> Option<Rank> {
        let folded = crate::fold::fold(text.trim());
        let folded = folded.strip_prefix("プロ").or(folded.strip_prefix("ぷろ")).unwrap_or(&folded);
        let n_digits = folded.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest): (i16, &str) = if n_digits > 0 {
            (folded[..n_digits].parse().ok()?, &folded[n_digits..])
        } else {
            let first = folded.chars().next()?;
            let value = "一二三四五六七八九".chars().position(|it| it == first);
            let value = value.or((first == '初').then_some(0))?;
            (value as i16 + 1, &folded[first.len_utf8()..])
        };
        let rest = rest.trim_start().trim_start_matches('-');
        let is_professional = rest.starts_with('p') || rest.contains("pro");
        let first = rest.chars().next()?;
        match first {
            'k' | '级' | '級' | '급' if (1..=50).contains(&number) => Some(Rank(-number)),
            'd' | '段' | '단' | 'p' if (1..=12).contains(&number) => {
                // Who writes ranks in ideographs means professionals.
                let is_professional = is_professional || (n_digits == 0 && first == '段');
                Some(Rank(number - 1 + if is_professional { PROFESSIONAL } else { 0 }))
            }
            _ => None,
        }
    }

    /// As [`Rank::parse`], but nothing may follow: for what somebody types.
    pub(crate) fn parse_exactly(text: &str) -> Option<Rank> {
        let folded = crate::fold::fold(text.trim());
        let is_number = |c: char| c.is_ascii_digit() || "一二三四五六七八九初- ".contains(c);
        let name = folded.trim_start_matches(is_number);
        let names =
            ["k", "kyu", "d", "dan", "p", "pro", "dan pro", "段", "级", "級", "급", "단", "プロ"];
        Rank::parse(text).filter(|_| names.contains(&name))
    }

    pub(crate) const fn from_number(number: i16) -> Rank {
        Rank(number)
    }

    pub(crate) const fn number(self) -> i16 {
        self.0
    }
}

/// Writes `3k`, `5d` or `9p`.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            kyu if kyu < 0 => write!(f, "{}k", -kyu),
            dan if dan >= PROFESSIONAL => write!(f, "{}p", dan - PROFESSIONAL + 1),
            dan => write!(f, "{}d", dan + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_read_and_sorted() {
        let texts = ["30k", "15 kyu", "1k?", "1d", "5 Dan", "7d*", "1p", "4 dan pro", "九段", "9p"];
        let ranks: Vec<Rank> = texts.iter().map(|it| Rank::parse(it).unwrap()).collect();
        assert!(ranks.is_sorted());
        let shown: Vec<String> = ranks.iter().map(Rank::to_string).collect();
        assert_eq!(shown.join(" "), "30k 15k 1k 1d 5d 7d 1p 4p 9p 9p");
        for text in ["30k", "15 kyu", "5 Dan", "4 dan pro", "九段", "9p", "3级"] {
            assert_eq!(Rank::parse_exactly(text), Rank::parse(text), "{text}");
        }
        for text in ["9dd", "1k?", "3kids"] {
            assert_eq!(Rank::parse_exactly(text), None, "{text}");
        }
        for text in ["", "x", "d", "0k", "99d", "strong", "9"] {
            assert_eq!(Rank::parse(text), None, "{text}");
        }
    }
}
