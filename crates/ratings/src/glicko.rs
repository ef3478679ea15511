//! Glicko-2: a rating, how sure it is, and how much it changes.

use std::f64::consts::PI;
use std::time::Duration;

/// What is known of a player's strength.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rating {
    /// The best guess, on the scale on which 1500 is the middle.
    pub value: f64,
    /// The standard error of the guess.
    pub deviation: f64,
    /// How erratic the results are, which decides how fast the guess moves.
    pub volatility: f64,
}

impl Rating {
    /// The rating of somebody of whom nothing is known.
    pub const UNKNOWN: Rating = Rating { value: 1500.0, deviation: 350.0, volatility: 0.06 };

    /// A rating with the usual volatility.
    pub const fn new(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, volatility: Rating::UNKNOWN.volatility }
    }

    /// The points that this player can expect against another, from 0 to 1.
    ///
    /// The deviations of both make it less extreme.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_ratings::Rating;
    ///
    /// let (strong, weak) = (Rating::new(1800.0, 60.0), Rating::new(1600.0, 60.0));
    /// assert_eq!(format!("{:.2}", strong.expected_score(weak)), "0.75");
    /// ```
    pub fn expected_score(self, opponent: Rating) -> f64 {
        let deviation = hypot(self.deviation, opponent.deviation) / SCALE;
        expected(weight(deviation), (self.value - opponent.value) / SCALE)
    }
}

/// What a player made of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum PlayerScore {
    /// One point.
    Win,
    /// Half a point: a draw, or a game without result.
    Draw,
    /// Nothing.
    Loss,
}

impl PlayerScore {
    /// 1, one half or 0.
    pub const fn points(self) -> f64 {
        match self {
            PlayerScore::Win => 1.0,
            PlayerScore::Draw => 0.5,
            PlayerScore::Loss => 0.0,
        }
    }

    /// What the opponent made of it.
    #[must_use]
    pub const fn reversed(self) -> PlayerScore {
        match self {
            PlayerScore::Win => PlayerScore::Loss,
            PlayerScore::Draw => PlayerScore::Draw,
            PlayerScore::Loss => PlayerScore::Win,
        }
    }
}

/// The constants of the system.
///
/// # Examples
///
/// The example of Glickman's paper, three games in one rating period:
///
/// ```
/// use tengen_ratings::{Glicko2, PlayerScore, Rating};
///
/// let games = [
///     (Rating::new(1400.0, 30.0), PlayerScore::Win),
///     (Rating::new(1550.0, 100.0), PlayerScore::Loss),
///     (Rating::new(1700.0, 300.0), PlayerScore::Loss),
/// ];
/// let after = Glicko2::USUAL.rate(Rating::new(1500.0, 200.0), &games);
/// assert_eq!(format!("{:.2} ± {:.2}", after.value, after.deviation), "1464.05 ± 151.52");
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Glicko2 {
    /// How much volatilities may change, from 0.3 to 1.2.
    pub tau: f64,
    /// The smallest and the largest rating.
    pub values: (f64, f64),
    /// The smallest and the largest deviation.
    pub deviations: (f64, f64),
    /// The smallest and the largest volatility.
    pub volatilities: (f64, f64),
    /// The time without games in which deviations grow as in one rating
    /// period.
    pub idle_period: Duration,
}

/// Points of the scale that is shown in one unit of the formulas.
const SCALE: f64 = 173.7178;
/// Where the search for the volatility stops, as in the paper.
const TOLERANCE: f64 = 0.000_001;
/// More steps than that search can need, for values that make no sense.
const MAX_STEPS: u32 = 100;

impl Glicko2 {
    /// What this crate uses wherever it chooses: τ 0.5, ratings from 100 to
    /// 6000, deviations from 30 to 500, volatilities from 0.01 to 0.15.
    ///
    /// With five days of idleness for a rating period, a deviation of 60
    /// grows to about 107 in a year.
    pub const USUAL: Glicko2 = Glicko2 {
        tau: 0.5,
        values: (100.0, 6000.0),
        deviations: (30.0, 500.0),
        volatilities: (0.01, 0.15),
        idle_period: Duration::from_secs(5 * 24 * 60 * 60),
    };

    /// The rating after one rating period with these games, each given by the
    /// opponent's rating before the period and the player's score.
    ///
    /// One game a period updates at once. Without games the deviation grows.
    #[must_use]
    pub fn rate(&self, player: Rating, games: &[(Rating, PlayerScore)]) -> Rating {
        if games.is_empty() {
            return self.grown(player, 1.0);
        }
        let value = (player.value - Rating::UNKNOWN.value) / SCALE;
        let deviation = player.deviation / SCALE;

        // The paper's 1/v and the sum of what was better than expected.
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in games {
            let weight = weight(opponent.deviation / SCALE);
            let opponent = (opponent.value - Rating::UNKNOWN.value) / SCALE;
            let expected = expected(weight, value - opponent);
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score.points() - expected);
        }
        let variance = 1.0 / information;
        let volatility =
            self.volatility(player.volatility, deviation, variance, variance * surprise);

        let prior = deviation * deviation + volatility * volatility;
        let posterior = 1.0 / (1.0 / prior + information);
        self.limited(Rating {
            value: Rating::UNKNOWN.value + SCALE * (value + posterior * surprise),
            deviation: SCALE * libm::sqrt(posterior),
            volatility,
        })
    }

    /// The rating after some time without games: the deviation has grown.
    #[must_use]
    pub fn idle(&self, player: Rating, time: Duration) -> Rating {
        let period = self.idle_period.as_secs_f64();
        self.grown(player, if period > 0.0 { time.as_secs_f64() / period } else { 0.0 })
    }

    /// The rating within the limits of this system.
    #[must_use]
    pub fn limited(&self, rating: Rating) -> Rating {
        let within = |value: f64, (low, high): (f64, f64)| value.max(low).min(high);
        Rating {
            value: within(rating.value, self.values),
            deviation: within(rating.deviation, self.deviations),
            volatility: within(rating.volatility, self.volatilities),
        }
    }

    fn grown(&self, player: Rating, n_periods: f64) -> Rating {
        let volatility = SCALE * player.volatility;
        let square = player.deviation * player.deviation + volatility * volatility * n_periods;
        self.limited(Rating { deviation: libm::sqrt(square), ..player })
    }

    /// Step 5 of the paper: the zero of a falling function of ln σ², found by
    /// regula falsi in the Illinois variant.
    fn volatility(&self, old: f64, deviation: f64, variance: f64, change: f64) -> f64 {
        let start = 2.0 * libm::log(old);
        let f = |x: f64| {
            let square = libm::exp(x);
            let total = deviation * deviation + variance + square;
            square * (change * change - total) / (2.0 * total * total)
                - (x - start) / (self.tau * self.tau)
        };

        let (mut a, mut b) = (start, 0.0);
        let excess = change * change - deviation * deviation - variance;
        if excess > 0.0 {
            b = libm::log(excess);
        } else {
            for k in 1..MAX_STEPS {
                b = start - f64::from(k) * self.tau;
                if f(b) >= 0.0 {
                    break;
                }
            }
        }
        let (mut f_a, mut f_b) = (f(a), f(b));
        for _ in 0..MAX_STEPS {
            if (b - a).abs() <= TOLERANCE {
                break;
            }
            let c = a + (a - b) * f_a / (f_b - f_a);
            let f_c = f(c);
            if f_c * f_b <= 0.0 {
                (a, f_a) = (b, f_b);
            } else {
                f_a /= 2.0;
            }
            (b, f_b) = (c, f_c);
        }
        libm::exp(a / 2.0)
    }
}

/// The paper's g: what a game against an opponent of this deviation tells.
fn weight(deviation: f64) -> f64 {
    1.0 / libm::sqrt(1.0 + 3.0 * deviation * deviation / (PI * PI))
}

/// The paper's E.
fn expected(weight: f64, difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-weight * difference))
}

/// The standard error of a sum.
pub(crate) fn hypot(a: f64, b: f64) -> f64 {
    libm::sqrt(a * a + b * b)
}
