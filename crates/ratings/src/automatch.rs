//! Pairing people who wait for a game.

use std::time::Duration;

use tengen_rules::{ByColor, Ruleset, Size};

use crate::matching::{Cost, lot, most_pairs};
use crate::{PlayerId, Rating, Terms, check_rated, scale};

/// How much somebody wants something.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Wish {
    /// Not at all.
    Refused,
    /// Rather not.
    Avoided,
    /// Rather.
    Preferred,
    /// By all means.
    Required,
}

impl Wish {
    /// Whether it may be so, or not so.
    const fn allows(self, is_so: bool) -> bool {
        match self {
            Wish::Refused => !is_so,
            Wish::Required => is_so,
            Wish::Avoided | Wish::Preferred => true,
        }
    }

    /// What both get, if they can agree.
    ///
    /// If one prefers what the other avoids, it is so.
    fn agreed(self, other: Wish) -> Option<bool> {
        let fits = |is_so| self.allows(is_so) && other.allows(is_so);
        let wanted = self.max(other) >= Wish::Preferred;
        [wanted, !wanted].into_iter().find(|is_so| fits(*is_so))
    }
}

/// What somebody who waits would play.
///
/// Sizes, clocks and rules are lists of what is accepted, with the preferred
/// one first; a list with one entry requires it. A clock is whatever the caller
/// means by it.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchOffer<C> {
    /// A number of the caller; each offer has its own.
    pub id: u64,
    /// Who.
    pub player: PlayerId,
    /// His strength.
    pub rating: Rating,
    /// Since when he has been waiting.
    pub since: Duration,
    /// The boards.
    pub sizes: Vec<Size>,
    /// The time controls.
    pub clocks: Vec<C>,
    /// The rules.
    pub rulesets: Vec<Ruleset>,
    /// How many ranks weaker an opponent may be.
    pub ranks_below: f64,
    /// How many ranks stronger an opponent may be.
    pub ranks_above: f64,
    /// Whether the weaker player gets handicap.
    pub handicap: Wish,
    /// Whether the game is rated.
    pub rated: Wish,
    /// Whom he does not play.
    pub blocked: Vec<PlayerId>,
}

/// A game that two offers make.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Match<C> {
    /// The offers, by the colors of their players.
    pub offers: ByColor<u64>,
    /// The players.
    pub players: ByColor<PlayerId>,
    /// The board.
    pub size: Size,
    /// The time control.
    pub clock: C,
    /// The rules.
    pub ruleset: Ruleset,
    /// Handicap and komi.
    pub terms: Terms,
    /// Whether the game is rated.
    pub is_rated: bool,
}

/// Pairs as many of those who wait as can be paired.
///
/// Among the ways to do so, those who have waited longest come first, then
/// opponents of equal strength, then what is preferred, then the lot that the
/// seed decides. The order of the offers does not matter.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use tengen_ratings::{MatchOffer, PlayerId, Speed, Start, Wish, automatch};
/// use tengen_rules::{Ruleset, Size};
///
/// let offer = |id, rank: &str, sizes: &[Size]| MatchOffer {
///     id,
///     player: PlayerId(id),
///     rating: Start::Rank(rank.parse().unwrap()).rating(),
///     since: Duration::ZERO,
///     sizes: sizes.to_vec(),
///     clocks: vec![Speed::Live],
///     rulesets: vec![Ruleset::JAPANESE],
///     ranks_below: 5.0,
///     ranks_above: 5.0,
///     handicap: Wish::Preferred,
///     rated: Wish::Preferred,
///     blocked: Vec::new(),
/// };
/// let offers = [
///     offer(1, "5k", &[Size::NINE, Size::NINETEEN]),
///     offer(2, "3k", &[Size::NINETEEN]),
///     offer(3, "1k", &[Size::THIRTEEN]),
/// ];
/// let matches = automatch(&offers, Duration::from_secs(10), 1);
/// assert_eq!(matches.len(), 1);
/// assert_eq!((matches[0].size, matches[0].terms.handicap), (Size::NINETEEN, 2));
/// assert_eq!(matches[0].players.black, PlayerId(1));
/// ```
pub fn automatch<C: Clone + PartialEq>(
    offers: &[MatchOffer<C>],
    now: Duration,
    seed: u64,
) -> Vec<Match<C>> {
    let mut sorted: Vec<&MatchOffer<C>> = offers.iter().collect();
    sorted.sort_by_key(|it| (it.since, it.id));
    let value = |i: usize, j: usize| {
        let (one, other) = (sorted[i], sorted[j]);
        let (_, dislike) = agree(one, other, seed)?;
        let waited = |it: &MatchOffer<C>| {
            // More than a century is no longer wait.
            i64::from(u32::try_from(now.saturating_sub(it.since).as_secs()).unwrap_or(u32::MAX))
        };
        let tenths = libm::round(10.0 * ranks_between(one, other)) as i64;
        let lot = lot(seed, one.id, other.id);
        // The first part makes the number of pairs count before all else.
        Some(Cost([1, waited(one) + waited(other), -tenths * tenths, -dislike, lot]))
    };
    most_pairs(sorted.len(), value)
        .into_iter()
        .filter_map(|(i, j)| Some(agree(sorted[i], sorted[j], seed)?.0))
        .collect()
}

/// The ranks by which the second player is stronger.
fn ranks_between<C>(one: &MatchOffer<C>, other: &MatchOffer<C>) -> f64 {
    scale::ranks_at(other.rating.value) - scale::ranks_at(one.rating.value)
}

/// The game on which two offers agree, and how far it is from what they prefer.
fn agree<C: Clone + PartialEq>(
    one: &MatchOffer<C>,
    other: &MatchOffer<C>,
    seed: u64,
) -> Option<(Match<C>, i64)> {
    let ranks = ranks_between(one, other);
    let is_in_range =
        |it: &MatchOffer<C>, ranks: f64| (-it.ranks_below..=it.ranks_above).contains(&ranks);
    let is_blocked = one.blocked.contains(&other.player) || other.blocked.contains(&one.player);
    let fits = is_in_range(one, ranks) && is_in_range(other, -ranks);
    if one.player == other.player || is_blocked || !fits {
        return None;
    }
    let (clock, n_clock) = best_common(&one.clocks, &other.clocks, |_| true)?;
    let (ruleset, n_rules) = best_common(&one.rulesets, &other.rulesets, |_| true)?;
    let terms = |size: Size| agreed_terms(one, other, size, ruleset);
    let (size, n_size) = best_common(&one.sizes, &other.sizes, |size| terms(*size).is_some())?;
    let (terms, is_rated) = terms(*size)?;

    let is_even = terms == Terms::even(ruleset);
    let weaker_is_one = if is_even { lot(!seed, one.id, other.id) & 1 == 0 } else { ranks > 0.0 };
    let (black, white) = if weaker_is_one { (one, other) } else { (other, one) };
    let game = Match {
        offers: ByColor { black: black.id, white: white.id },
        players: ByColor { black: black.player, white: white.player },
        size: *size,
        clock: clock.clone(),
        ruleset: *ruleset,
        terms,
        is_rated,
    };
    Some((game, n_clock + n_rules + n_size))
}

/// Handicap, and whether the game is rated, if both can have what they want on
/// this board.
///
/// Where equal strength makes handicap an even game anyway, it does not matter
/// who wants it. A rated game has handicap unless one refuses or both avoid
/// it.
fn agreed_terms<C>(
    one: &MatchOffer<C>,
    other: &MatchOffer<C>,
    size: Size,
    ruleset: &Ruleset,
) -> Option<(Terms, bool)> {
    let even = Terms::even(ruleset);
    let with_handicap = Terms::customary(size, ruleset, ranks_between(one, other).abs());
    let terms = if with_handicap == even {
        even
    } else if one.handicap.agreed(other.handicap)? {
        with_handicap
    } else {
        even
    };
    let may_be_rated = check_rated(one.rating, other.rating, size).is_ok();
    let is_rated = may_be_rated && one.rated.agreed(other.rated)?;
    let fits = one.rated.allows(is_rated) && other.rated.allows(is_rated);
    fits.then_some((terms, is_rated))
}

/// The entry of both lists that is nearest to their beginnings together, and
/// the sum of its positions.
fn best_common<'a, T: PartialEq>(
    one: &'a [T],
    other: &[T],
    fits: impl Fn(&T) -> bool,
) -> Option<(&'a T, i64)> {
    let both = one.iter().enumerate().filter_map(|(idx, it)| {
        let other_idx = other.iter().position(|other| other == it)?;
        fits(it).then_some((it, idx, other_idx))
    });
    // Of equal sums, the one that is nobody's last choice.
    let (it, idx, other_idx) = both.min_by_key(|(_, i, j)| (i + j, *i.max(j)))?;
    Some((it, i64::try_from(idx + other_idx).unwrap_or(i64::MAX)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fastrand::Rng;

    use super::*;
    use crate::Speed;

    const WISHES: [Wish; 4] = [Wish::Refused, Wish::Avoided, Wish::Preferred, Wish::Required];
    const NOW: Duration = Duration::from_secs(1000);

    fn some_of<T: Copy>(all: &[T], rng: &mut Rng) -> Vec<T> {
        let mut all = all.to_vec();
        rng.shuffle(&mut all);
        all.truncate(rng.usize(1..=all.len()));
        all
    }

    fn random_offer(id: u64, rng: &mut Rng) -> MatchOffer<Speed> {
        MatchOffer {
            id,
            player: PlayerId(id),
            rating: Rating::new(1000.0 + 1200.0 * rng.f64(), 80.0),
            since: Duration::from_secs(rng.u64(0..1000)),
            sizes: some_of(&[Size::NINE, Size::THIRTEEN, Size::NINETEEN], rng),
            clocks: some_of(&Speed::ALL, rng),
            rulesets: some_of(&[Ruleset::JAPANESE, Ruleset::CHINESE], rng),
            ranks_below: 12.0 * rng.f64(),
            ranks_above: 12.0 * rng.f64(),
            handicap: WISHES[rng.usize(0..4)],
            rated: WISHES[rng.usize(0..4)],
            blocked: if rng.u8(0..4) == 0 { vec![PlayerId(rng.u64(0..10))] } else { Vec::new() },
        }
    }

    /// Whether somebody may be given this game, said as plainly as possible.
    fn accepts(
        offer: &MatchOffer<Speed>,
        game: &Match<Speed>,
        opponent: &MatchOffer<Speed>,
    ) -> bool {
        let ranks = scale::ranks_at(opponent.rating.value) - scale::ranks_at(offer.rating.value);
        let is_even = game.terms == Terms::even(&game.ruleset);
        let fair = Terms::customary(game.size, &game.ruleset, ranks.abs());
        offer.sizes.contains(&game.size)
            && offer.clocks.contains(&game.clock)
            && offer.rulesets.contains(&game.ruleset)
            && ranks <= offer.ranks_above
            && -ranks <= offer.ranks_below
            && !offer.blocked.contains(&opponent.player)
            && (offer.handicap != Wish::Required || game.terms == fair)
            && (offer.handicap != Wish::Refused || is_even)
            && (offer.rated != Wish::Required || game.is_rated)
            && (offer.rated != Wish::Refused || !game.is_rated)
            && (!game.is_rated || check_rated(offer.rating, opponent.rating, game.size).is_ok())
    }

    /// Whether any game at all would suit both.
    fn can_agree(one: &MatchOffer<Speed>, other: &MatchOffer<Speed>) -> bool {
        let ranks = ranks_between(one, other);
        [Size::NINE, Size::THIRTEEN, Size::NINETEEN].iter().any(|&size| {
            Speed::ALL.iter().any(|&clock| {
                [Ruleset::JAPANESE, Ruleset::CHINESE].iter().any(|&ruleset| {
                    let customary = Terms::customary(size, &ruleset, ranks.abs());
                    [customary, Terms::even(&ruleset)].iter().any(|&terms| {
                        [true, false].iter().any(|&is_rated| {
                            let game = Match {
                                offers: ByColor { black: one.id, white: other.id },
                                players: ByColor { black: one.player, white: other.player },
                                size,
                                clock,
                                ruleset,
                                terms,
                                is_rated,
                            };
                            accepts(one, &game, other) && accepts(other, &game, one)
                        })
                    })
                })
            })
        })
    }

    #[test]
    fn two_who_agree_are_paired_and_others_never() {
        let mut rng = Rng::with_seed(10);
        let mut n_paired = 0;
        for _ in 0..10_000 {
            let offers = [random_offer(0, &mut rng), random_offer(1, &mut rng)];
            let matches = automatch(&offers, NOW, 1);
            assert_eq!(matches.len() == 1, can_agree(&offers[0], &offers[1]), "{offers:?}");
            if let [game] = matches[..] {
                assert!(accepts(&offers[0], &game, &offers[1]), "{game:?} {offers:?}");
                assert!(accepts(&offers[1], &game, &offers[0]), "{game:?} {offers:?}");
                n_paired += 1;
            }
        }
        assert!((500..9500).contains(&n_paired), "{n_paired}");
    }

    /// The most pairs, by trying everything.
    fn most(left: &[&MatchOffer<Speed>]) -> usize {
        let [first, rest @ ..] = left else { return 0 };
        let with = (0..rest.len()).filter(|idx| can_agree(first, rest[*idx])).map(|idx| {
            let mut others = rest.to_vec();
            others.remove(idx);
            1 + most(&others)
        });
        with.chain([most(rest)]).max().unwrap_or(0)
    }

    #[test]
    fn as_many_as_can_be_are_paired_in_any_order() {
        let mut rng = Rng::with_seed(11);
        for _ in 0..300 {
            let n_offers = rng.u64(0..8);
            let mut offers: Vec<MatchOffer<Speed>> =
                (0..n_offers).map(|id| random_offer(id, &mut rng)).collect();
            let matches = automatch(&offers, NOW, 7);
            assert_eq!(matches.len(), most(&offers.iter().collect::<Vec<_>>()));
            let players: Vec<PlayerId> =
                matches.iter().flat_map(|it| [it.players.black, it.players.white]).collect();
            assert_eq!(players.iter().collect::<BTreeSet<_>>().len(), players.len());
            rng.shuffle(&mut offers);
            assert_eq!(automatch(&offers, NOW, 7), matches);
        }
    }

    fn plain(id: u64, rating: f64, since: u64) -> MatchOffer<Speed> {
        MatchOffer {
            id,
            player: PlayerId(id),
            rating: Rating::new(rating, 60.0),
            since: Duration::from_secs(since),
            sizes: vec![Size::NINETEEN],
            clocks: vec![Speed::Live],
            rulesets: vec![Ruleset::JAPANESE],
            ranks_below: 9.0,
            ranks_above: 9.0,
            handicap: Wish::Preferred,
            rated: Wish::Preferred,
            blocked: Vec::new(),
        }
    }

    fn ids(matches: &[Match<Speed>]) -> Vec<(u64, u64)> {
        let ids = matches.iter().map(|it| (it.offers.black, it.offers.white));
        let mut ids: Vec<(u64, u64)> = ids.map(|(a, b)| (a.min(b), a.max(b))).collect();
        ids.sort_unstable();
        ids
    }

    #[test]
    fn nearest_strength_is_paired_and_the_longest_wait_goes_first() {
        let four =
            [plain(1, 1500.0, 0), plain(2, 1700.0, 0), plain(3, 1520.0, 0), plain(4, 1720.0, 0)];
        assert_eq!(ids(&automatch(&four, NOW, 1)), [(1, 3), (2, 4)]);
        let three = [plain(1, 1500.0, 900), plain(2, 1501.0, 500), plain(3, 1600.0, 100)];
        assert_eq!(ids(&automatch(&three, NOW, 1)), [(2, 3)]);
    }

    #[test]
    fn what_both_like_best_is_chosen() {
        let mut one = plain(1, 1500.0, 0);
        let mut other = plain(2, 1500.0, 0);
        one.sizes = vec![Size::NINE, Size::THIRTEEN, Size::NINETEEN];
        other.sizes = vec![Size::NINETEEN, Size::THIRTEEN, Size::NINE];
        assert_eq!(automatch(&[one.clone(), other.clone()], NOW, 1)[0].size, Size::THIRTEEN);
        other.sizes = vec![Size::NINETEEN];
        assert_eq!(automatch(&[one, other], NOW, 1)[0].size, Size::NINETEEN);
    }

    #[test]
    fn nobody_plays_himself() {
        let one = plain(1, 1500.0, 0);
        let again = MatchOffer { id: 2, ..one.clone() };
        assert_eq!(automatch(&[one, again], NOW, 1), []);
    }
}
