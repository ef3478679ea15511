//! What results say about strength.
//!
//! A [`Tally`] counts results of the first side. From it come the difference
//! in Elo with an interval, the likelihood that the first side is the
//! stronger one, and, in [`sprt`](crate::Sprt), a test that knows when to
//! stop.
//!
//! Two games with the same opening and colors exchanged are a pair. What the
//! opening is worth shows in both with opposite signs, so the results of a
//! pair are added before their spread is looked at.

/// The quantile of the normal distribution for 95 percent on both sides.
const Z: f64 = 1.959_963_984_540_054;

/// How a game went for the first side.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Points {
    /// It lost.
    Loss,
    /// Neither side won.
    Draw,
    /// It won.
    Win,
}

impl Points {
    /// Half points, so that they can be counted.
    const fn halves(self) -> usize {
        self as usize
    }
}

/// Results counted, from the first side's view.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Tally {
    /// Games without a partner, by half points.
    singles: [u32; 3],
    /// Pairs of games, by half points of both together.
    pairs: [u32; 5],
    by_points: [u32; 3],
}

impl Tally {
    /// Counts a game that has no partner.
    pub fn add_single(&mut self, points: Points) {
        self.singles[points.halves()] += 1;
        self.by_points[points.halves()] += 1;
    }

    /// Counts two games with the same opening and colors exchanged.
    pub fn add_pair(&mut self, points: [Points; 2]) {
        self.pairs[points[0].halves() + points[1].halves()] += 1;
        for points in points {
            self.by_points[points.halves()] += 1;
        }
    }

    /// Games won, drawn or lost.
    pub const fn count(&self, points: Points) -> u32 {
        self.by_points[points.halves()]
    }

    /// All games.
    pub fn n_games(&self) -> u32 {
        self.by_points.iter().sum()
    }

    /// Complete pairs, by half points of both games together.
    pub const fn pairs(&self) -> [u32; 5] {
        self.pairs
    }

    /// Points of the first side in parts of what there was to win, or `None`
    /// if there are no games.
    pub fn score(&self) -> Option<f64> {
        let n_games = self.n_games();
        let halves = self.count(Points::Draw) + 2 * self.count(Points::Win);
        (n_games > 0).then(|| f64::from(halves) / f64::from(2 * n_games))
    }

    /// The square of the standard error of the score.
    fn squared_error(&self, score: f64) -> f64 {
        let part = |counts: &[u32], n_games: f64| -> f64 {
            let points = (0_u32..).map(|halves| f64::from(halves) / 2.0);
            let square = |(&count, points): (&u32, f64)| {
                f64::from(count) * (points - n_games * score).powi(2)
            };
            counts.iter().zip(points).map(square).sum()
        };
        let variance = part(&self.singles, 1.0) + part(&self.pairs, 2.0);
        variance / f64::from(self.n_games()).powi(2)
    }

    /// The interval in which the true score lies with 95 percent.
    ///
    /// It is Wilson's, with the spread that was observed in place of that of
    /// a coin. It never leaves 0 to 1, and has a width even if one side has
    /// won every game.
    pub fn score_interval(&self) -> Option<[f64; 2]> {
        let score = self.score()?;
        let n_games = f64::from(self.n_games());
        let weight = Z * Z / n_games;
        let center = (score + weight / 2.0) / (1.0 + weight);
        let spread = self.squared_error(score) + weight / (4.0 * n_games);
        let half_width = Z * spread.sqrt() / (1.0 + weight);
        Some([center - half_width, center + half_width].map(|it| it.clamp(0.0, 1.0)))
    }

    /// The difference in Elo that makes this score likeliest, which is
    /// infinite if one side has won every game.
    pub fn elo(&self) -> Option<f64> {
        self.score().map(elo)
    }

    /// The interval in which the true difference in Elo lies with 95 percent.
    pub fn elo_interval(&self) -> Option<[f64; 2]> {
        self.score_interval().map(|interval| interval.map(snapped_elo))
    }

    /// The likelihood that the first side is the stronger one.
    pub fn superiority(&self) -> f64 {
        let (wins, losses) = (self.count(Points::Win), self.count(Points::Loss));
        if wins + losses == 0 {
            return 0.5;
        }
        let difference = f64::from(wins) - f64::from(losses);
        normal(difference / f64::from(wins + losses).sqrt())
    }
}

/// The difference in Elo that gives a score from 0 to 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// As [`elo`], for a bound that is at the end up to rounding.
fn snapped_elo(score: f64) -> f64 {
    const NEARLY: f64 = 1e-12;
    match score {
        ..NEARLY => f64::NEG_INFINITY,
        _ if 1.0 - score < NEARLY => f64::INFINITY,
        _ => elo(score),
    }
}

/// The score from 0 to 1 that a difference in Elo gives.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The chance that a normally distributed number is below `x`.
fn normal(x: f64) -> f64 {
    0.5 * complement(-x / std::f64::consts::SQRT_2)
}

/// The complementary error function, right to seven digits everywhere.
///
/// The approximation is Chebyshev's, with the coefficients of Numerical
/// Recipes.
fn complement(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    let polynomial = COEFFICIENTS.iter().rev().fold(0.0, |sum, it| sum * t + it);
    let value = t * (-x * x + polynomial).exp();
    if x < 0.0 { 2.0 - value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn singles(wins: u32, draws: u32, losses: u32) -> Tally {
        let counts = [losses, draws, wins];
        Tally { singles: counts, by_points: counts, pairs: [0; 5] }
    }

    #[track_caller]
    fn check_near(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
    }

    #[test]
    fn elo_of_scores() {
        for (tally, expected) in [
            (singles(60, 0, 40), 70.44),
            (singles(50, 20, 30), 70.44),
            (singles(50, 0, 50), 0.0),
            (singles(1, 0, 3), -190.85),
            (singles(10, 0, 1), 400.0),
        ] {
            check_near(tally.elo().unwrap(), expected, 0.01);
        }
        assert_eq!(singles(5, 0, 0).elo(), Some(f64::INFINITY));
        assert_eq!(singles(0, 0, 5).elo(), Some(f64::NEG_INFINITY));
        assert_eq!(singles(0, 0, 0).elo(), None);
    }

    #[test]
    fn expected_score_undoes_elo() {
        for score in [0.01, 0.3, 0.5, 0.64, 0.99] {
            check_near(expected_score(elo(score)), score, 1e-12);
        }
    }

    /// Without draws this is Wilson's interval, which tables have: 0.5020 to
    /// 0.6906 for 60 of 100, and from 0.7225 for 10 of 10.
    #[test]
    fn intervals_without_draws() {
        let [low, high] = singles(60, 0, 40).score_interval().unwrap();
        check_near(low, 0.5020, 5e-5);
        check_near(high, 0.6906, 5e-5);
        let [low, high] = singles(60, 0, 40).elo_interval().unwrap();
        check_near(low, 1.39, 0.2);
        check_near(high, 139.5, 0.2);

        let [low, high] = singles(10, 0, 0).score_interval().unwrap();
        check_near(low, 0.7225, 5e-5);
        check_near(high, 1.0, 1e-12);
        let [low, high] = singles(0, 0, 10).elo_interval().unwrap();
        assert!(low.is_infinite() && low < 0.0);
        check_near(high, -166.2, 0.1);
        assert_eq!(singles(0, 0, 0).elo_interval(), None);
    }

    #[test]
    fn draws_make_the_interval_narrower() {
        let width = |tally: Tally| {
            let [low, high] = tally.score_interval().unwrap();
            high - low
        };
        assert!(width(singles(10, 80, 10)) < width(singles(50, 0, 50)));
        assert!(width(singles(0, 100, 0)) > 0.0);
    }

    /// If the color decides every game, the sides are surely equal; if each
    /// pair has one winner, there are half as many results as games.
    #[test]
    fn pairs_are_what_varies() {
        let (mut by_color, mut by_opening) = (Tally::default(), Tally::default());
        for pair in 0..50 {
            by_color.add_pair([Points::Win, Points::Loss]);
            by_opening.add_pair([if pair % 2 == 0 { Points::Win } else { Points::Loss }; 2]);
        }
        check_near(by_color.squared_error(0.5), 0.0, 1e-12);
        check_near(by_opening.squared_error(0.5), 2.0 * 0.25 / 100.0, 1e-12);
        check_near(singles(50, 0, 50).squared_error(0.5), 0.25 / 100.0, 1e-12);
        assert_eq!(by_color.count(Points::Win), 50);
        assert_eq!(by_opening.n_games(), 100);
    }

    /// Φ(0) = 0.5, Φ(2) = 0.97725, Φ(-1) = 0.15866.
    #[test]
    fn superiority_is_by_wins_and_losses() {
        for (tally, expected) in [
            (singles(0, 7, 0), 0.5),
            (singles(8, 3, 8), 0.5),
            (singles(60, 0, 40), 0.977_249_9),
            (singles(40, 9, 50), 0.145_920_3),
            (singles(4, 0, 0), 0.977_249_9),
            (singles(0, 0, 1), 0.158_655_3),
        ] {
            check_near(tally.superiority(), expected, 1e-6);
        }
        check_near(normal(2.0), 0.977_249_868, 1e-7);
        check_near(normal(-1.0), 0.158_655_254, 1e-7);
    }
}
