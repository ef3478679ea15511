//! Glicko-2 against published vectors, and against another implementation.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use serde_json::Value;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use tengen_ratings::{Glicko2, PlayerScore, Rating};

fn vectors() -> Value {
    serde_json::from_str(include_str!("data/glicko2_vectors.json")).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn rating(value: &Value) -> Rating {
    let volatility = value.get("vol").map_or(Rating::UNKNOWN.volatility, number);
    Rating { volatility, ..Rating::new(number(&value["r"]), number(&value["rd"])) }
}

#[track_caller]
fn check_close(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
}

#[test]
fn example_of_the_paper() {
    let example = &vectors()["glickman_paper_example"];
    let games: Vec<(Rating, PlayerScore)> = example["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| {
            let score = if game["s"] == 1 { PlayerScore::Win } else { PlayerScore::Loss };
            (rating(game), score)
        })
        .collect();
    let after = Glicko2::USUAL.rate(rating(&example["player"]), &games);
    check_close(after.value, number(&example["expect"]["r"]), 0.000_01);
    check_close(after.deviation, number(&example["expect"]["rd"]), 0.000_01);
    check_close(after.volatility, number(&example["expect"]["vol"]), 0.000_000_001);
}

#[test]
fn period_without_games_grows_the_deviation() {
    let example = &vectors()["no_games_expand"];
    let player = rating(&example["player"]);
    let after = Glicko2::USUAL.rate(player, &[]);
    check_close(after.deviation, number(&example["expect_rd_1dp"]), 0.05);
    assert_eq!(Glicko2::USUAL.idle(player, Glicko2::USUAL.idle_period), after);
}

#[test]
fn random_periods_agree_with_skillratings() {
    let mut rng = fastrand::Rng::with_seed(23);
    let between = |rng: &mut fastrand::Rng, low: f64, high: f64| low + (high - low) * rng.f64();
    let wide = Glicko2 {
        values: (f64::MIN, f64::MAX),
        deviations: (0.0, f64::MAX),
        volatilities: (0.0, 1.0),
        ..Glicko2::USUAL
    };
    for _ in 0..5000 {
        let make = |rng: &mut fastrand::Rng| Rating {
            value: between(rng, 400.0, 2900.0),
            deviation: between(rng, 30.0, 350.0),
            volatility: between(rng, 0.01, 0.15),
        };
        let player = make(&mut rng);
        let n_games = rng.usize(1..6);
        let games: Vec<(Rating, PlayerScore)> = (0..n_games)
            .map(|_| {
                let score = [PlayerScore::Win, PlayerScore::Draw, PlayerScore::Loss];
                (make(&mut rng), score[rng.usize(0..3)])
            })
            .collect();
        let theirs = |it: Rating| Glicko2Rating {
            rating: it.value,
            deviation: it.deviation,
            volatility: it.volatility,
        };
        let results: Vec<(Glicko2Rating, Outcomes)> = games
            .iter()
            .map(|&(opponent, score)| {
                let outcome = match score {
                    PlayerScore::Win => Outcomes::WIN,
                    PlayerScore::Draw => Outcomes::DRAW,
                    PlayerScore::Loss => Outcomes::LOSS,
                };
                (theirs(opponent), outcome)
            })
            .collect();
        let expected = glicko2_rating_period(&theirs(player), &results, &Glicko2Config::new());
        let after = wide.rate(player, &games);
        check_close(after.value, expected.rating, 1e-6);
        check_close(after.deviation, expected.deviation, 1e-6);
        check_close(after.volatility, expected.volatility, 1e-9);
    }
}

#[test]
fn limits_hold_whatever_happens() {
    let system = Glicko2::USUAL;
    let mut rng = fastrand::Rng::with_seed(5);
    let mut player = Rating::UNKNOWN;
    for _ in 0..3000 {
        let opponent = Rating::new(6000.0 * rng.f64(), 30.0 + 470.0 * rng.f64());
        let score = if rng.bool() { PlayerScore::Win } else { PlayerScore::Loss };
        player = system.rate(player, &[(opponent, score)]);
        assert!((100.0..=6000.0).contains(&player.value));
        assert!((30.0..=500.0).contains(&player.deviation));
        assert!((0.01..=0.15).contains(&player.volatility));
    }
    let years = Duration::from_secs(100 * 365 * 24 * 60 * 60);
    check_close(system.idle(player, years).deviation, 500.0, 0.0);
}

#[test]
fn a_win_raises_and_a_loss_lowers() {
    let system = Glicko2::USUAL;
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..2000 {
        let player = Rating::new(500.0 + 2000.0 * rng.f64(), 40.0 + 300.0 * rng.f64());
        let opponent = Rating::new(500.0 + 2000.0 * rng.f64(), 40.0 + 300.0 * rng.f64());
        let after = |score| system.rate(player, &[(opponent, score)]);
        let win = after(PlayerScore::Win);
        assert!(win.value > player.value && after(PlayerScore::Loss).value < player.value);
        assert!(after(PlayerScore::Draw).value < win.value);
        let sum = player.expected_score(opponent) + opponent.expected_score(player);
        check_close(sum, 1.0, 1e-12);
    }
}

/// The bits are the same on every platform, since no function of the system's
/// own mathematics is called.
#[test]
fn bits_are_pinned() {
    let mut player = Rating::UNKNOWN;
    for idx in 0..50u32 {
        let opponent = Rating::new(1200.0 + 17.0 * f64::from(idx), 60.0 + f64::from(idx));
        let score = if idx % 3 == 0 { PlayerScore::Loss } else { PlayerScore::Win };
        player = Glicko2::USUAL.rate(player, &[(opponent, score)]);
        player = Glicko2::USUAL.idle(player, Duration::from_secs(86_400));
    }
    let bits = [player.value, player.deviation, player.volatility].map(f64::to_bits);
    assert_eq!(
        bits,
        [4_655_653_670_181_256_700, 4_634_686_412_250_043_986, 4_588_815_941_622_319_030]
    );
}
