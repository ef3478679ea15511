//! Ratings game by game and from the history: the same numbers.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::time::Duration;

use tengen_ratings::{
    BoardClass, Category, FinishedGame, Glicko2, PlayerId, PlayerRatings, RatingBook, RatingError,
    RatingEvent, Speed, Start, StoredRating, Terms, rate_game,
};
use tengen_rules::{ByColor, Color, Ruleset, Size};

const SYSTEM: Glicko2 = Glicko2::USUAL;

fn history(seed: u64, n_players: u64, n_games: u32) -> Vec<RatingEvent> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut at = Duration::ZERO;
    let starts = [Start::Unknown, Start::New, Start::Basic, Start::Intermediate, Start::Advanced];
    let mut events: Vec<RatingEvent> = (0..n_players)
        .map(|id| RatingEvent::Joined {
            player: PlayerId(id),
            start: starts[rng.usize(0..starts.len())],
            at,
        })
        .collect();
    for _ in 0..n_games {
        at += Duration::from_secs(rng.u64(0..200_000));
        let black = rng.u64(0..n_players);
        let white = (black + rng.u64(1..n_players)) % n_players;
        let size = [Size::NINE, Size::THIRTEEN, Size::NINETEEN][rng.usize(0..3)];
        events.push(RatingEvent::Finished(FinishedGame {
            at,
            players: ByColor { black: PlayerId(black), white: PlayerId(white) },
            size,
            speed: Speed::ALL[rng.usize(0..3)],
            ruleset: Ruleset::JAPANESE,
            terms: Terms::fair(size, &Ruleset::JAPANESE, 5.0 * rng.f64()),
            winner: [Some(Color::Black), Some(Color::White), None][rng.usize(0..3)],
            is_annulled: false,
        }));
    }
    events
}

fn game(event: &mut RatingEvent) -> &mut FinishedGame {
    match event {
        RatingEvent::Finished(game) => game,
        RatingEvent::Joined { .. } => panic!("no game"),
    }
}

#[test]
fn replay_gives_the_same_bits() {
    for seed in 0..10 {
        let events = history(seed, 8, 200);
        let mut book = RatingBook::new(SYSTEM);
        for (idx, event) in events.iter().enumerate() {
            book.add(event).unwrap();
            if idx % 50 == 0 {
                assert_eq!(RatingBook::replay(SYSTEM, &events[..=idx]).unwrap(), book);
            }
        }
        assert_eq!(RatingBook::replay(SYSTEM, &events).unwrap(), book);
    }
}

#[test]
fn annulled_game_is_as_if_it_had_not_been_played() {
    let mut events = history(3, 5, 60);
    game(&mut events[20]).is_annulled = true;
    let annulled = RatingBook::replay(SYSTEM, &events).unwrap();
    events.remove(20);
    assert_eq!(RatingBook::replay(SYSTEM, &events).unwrap(), annulled);

    let last = events.len() - 1;
    game(&mut events[last]).is_annulled = true;
    let annulled = RatingBook::replay(SYSTEM, &events).unwrap();
    assert_eq!(RatingBook::replay(SYSTEM, &events[..last]).unwrap(), annulled);
}

/// A store that keeps each player by himself has the same numbers.
#[test]
fn stored_ratings_go_on_with_the_same_bits() {
    let events = history(9, 6, 120);
    let book = RatingBook::replay(SYSTEM, &events).unwrap();
    let mut rows: BTreeMap<PlayerId, Vec<(Category, StoredRating)>> = BTreeMap::new();
    let restore = |rows: &BTreeMap<_, Vec<_>>, id| {
        PlayerRatings::from_stored(rows[&id].iter().copied(), false)
    };
    for event in &events {
        match event {
            RatingEvent::Joined { player, start, at } => {
                rows.insert(*player, PlayerRatings::new(*start, *at).stored().collect());
            }
            RatingEvent::Finished(game) => {
                let before = game.players.map(|id| restore(&rows, id));
                let after = rate_game(&SYSTEM, game, before.as_ref());
                rows.insert(game.players.black, after.black.stored().collect());
                rows.insert(game.players.white, after.white.stored().collect());
            }
        }
    }
    for (id, ratings) in book.players() {
        assert_eq!(&restore(&rows, id), ratings);
    }
}

#[test]
fn game_changes_four_categories_of_both_players() {
    let events = history(4, 2, 1);
    let book = RatingBook::replay(SYSTEM, &events).unwrap();
    let game = *game(&mut events.clone()[2]);
    let board = BoardClass::of(game.size);
    for (id, ratings) in book.players() {
        let changed: Vec<Category> =
            Category::all().filter(|it| ratings.n_games(*it) == 1).collect();
        let expected = [
            Category::OVERALL,
            Category::speed(game.speed),
            Category::board(board),
            Category::new(board, game.speed),
        ];
        assert_eq!(changed, expected, "{id}");
    }
}

#[test]
fn anchors_do_not_move() {
    let mut events = history(5, 3, 60);
    let anchor = Start::Anchor(Start::Rank("5k".parse().unwrap()).rating());
    events[0] = RatingEvent::Joined { player: PlayerId(0), start: anchor, at: Duration::ZERO };
    let book = RatingBook::replay(SYSTEM, &events).unwrap();
    let now = Duration::from_secs(u64::from(u32::MAX));
    for category in Category::all() {
        assert_eq!(book.rating(PlayerId(0), category, now), Some(anchor.rating()));
    }
    assert_ne!(book.rating(PlayerId(1), Category::OVERALL, now), Some(Start::Unknown.rating()));
}

/// Two players who are equal but for small boards, where one always wins.
#[test]
fn specific_strength_is_found_and_does_not_leak_into_others() {
    let join = |id, start| RatingEvent::Joined { player: PlayerId(id), start, at: Duration::ZERO };
    let start = Start::Rank("5k".parse().unwrap());
    let mut book = RatingBook::new(SYSTEM);
    book.add(&join(0, start)).unwrap();
    for id in 1..=20 {
        book.add(&join(id, Start::Anchor(start.rating()))).unwrap();
    }
    let mut add = |id, size, winner| {
        let game = FinishedGame {
            at: Duration::from_secs(60),
            players: ByColor { black: PlayerId(0), white: PlayerId(id) },
            size,
            speed: Speed::Live,
            ruleset: Ruleset::JAPANESE,
            terms: Terms::even(&Ruleset::JAPANESE),
            winner: Some(winner),
            is_annulled: false,
        };
        book.add(&RatingEvent::Finished(game)).unwrap();
    };
    for round in 0..2 {
        for id in 1..=20 {
            add(id, Size::NINE, if id % 4 == 0 { Color::White } else { Color::Black });
            let even = if (id + round) % 2 == 0 { Color::White } else { Color::Black };
            add(id, Size::NINETEEN, even);
        }
    }
    let now = Duration::from_secs(60);
    let at = |board| book.rating(PlayerId(0), Category::board(board), now).unwrap();
    let (small, medium, large) =
        (at(BoardClass::Small), at(BoardClass::Medium), at(BoardClass::Large));
    let overall = book.rating(PlayerId(0), Category::OVERALL, now).unwrap();
    assert!(small.value > overall.value + 40.0, "{small:?} {overall:?}");
    assert!(large.value < overall.value - 20.0, "{large:?} {overall:?}");
    assert!((medium.value - overall.value).abs() < 1e-9);
    assert!(medium.deviation > 150.0 && medium.deviation > small.deviation);
}

#[test]
fn wrong_events_change_nothing() {
    let events = history(6, 3, 10);
    let mut book = RatingBook::replay(SYSTEM, &events).unwrap();
    let before = book.clone();
    let last = *game(&mut events.clone()[12]);

    let mut check = |event: RatingEvent, expected| {
        assert_eq!(book.add(&event), Err(expected));
        assert_eq!(book, before);
    };
    check(events[4], RatingError::OutOfOrder);
    let joined = RatingEvent::Joined { player: PlayerId(1), start: Start::New, at: last.at };
    check(joined, RatingError::JoinedBefore(PlayerId(1)));
    let with = |black, white| {
        let players = ByColor { black: PlayerId(black), white: PlayerId(white) };
        RatingEvent::Finished(FinishedGame { players, ..last })
    };
    check(with(1, 9), RatingError::UnknownPlayer(PlayerId(9)));
    check(with(1, 1), RatingError::AgainstHimself(PlayerId(1)));
}
