//! Ratings and rated games.

use std::time::Duration;

use tengen_ratings::{
    BoardClass, Category, FinishedGame, Glicko2, PlayerId, RatingBook, RatingEvent, Speed, Start,
    Terms,
};
use tengen_rules::Ruleset;

use super::*;

fn player(number: u64, start: Start) -> RatedPlayer {
    RatedPlayer {
        person: PersonId::numbered(number),
        start: start.rating(),
        is_anchor: matches!(start, Start::Anchor(_)),
        joined_at: 0,
    }
}

/// A game between two of the players, by numbers.
fn rated(id: GameId, at: u64, numbers: [u64; 2], winner: Option<Color>) -> RatedGame {
    let [black, white] = numbers.map(|it| player(it, start(it)));
    RatedGame {
        game: id,
        at,
        players: ByColor { black, white },
        size: [Size::NINE, Size::NINETEEN][usize::from(at.is_multiple_of(3))],
        speed: Speed::ALL[(at % 2) as usize],
        ruleset: Ruleset::JAPANESE,
        terms: Terms::fair(Size::NINE, &Ruleset::JAPANESE, f64::from((at % 5) as u8)),
        winner,
        is_annulled: false,
        change: None,
    }
}

fn start(number: u64) -> Start {
    match number {
        1 => Start::Unknown,
        2 => Start::New,
        3 => Start::Rank("5k".parse().unwrap()),
        _ => Start::Anchor(tengen_ratings::Rating::new(1_400.0, 60.0)),
    }
}

/// Ends a game with a result that counts.
#[track_caller]
fn finish(store: &dyn Store, rated: &RatedGame) {
    let mut first = game("aaaaaaaa");
    first.listing.id = rated.game;
    wait(store.create(first.clone())).unwrap();
    first.listing.phase = PhaseName::Over;
    let rated = Some(Box::new(rated.clone()));
    let over = StoredChange { rated, ..change(&first, 1, StoredSgf::Same) };
    wait(store.append(over.clone())).unwrap();
    // What comes again counts once.
    assert_eq!(wait(store.append(over)), Err(StoreError::Conflict));
}

/// A history of games between four players.
fn history() -> Vec<RatedGame> {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut games = Vec::new();
    for at in 1..=40 {
        let black = rng.u64(1..=4);
        let white = 1 + (black + rng.u64(0..3)) % 4;
        let winner = [Some(Color::Black), Some(Color::White), None][rng.usize(0..3)];
        games.push(rated(GameId::random(), 1_000 * at, [black, white], winner));
    }
    games
}

/// The ratings by the book of the crate `ratings`.
fn book(games: &[RatedGame]) -> RatingBook {
    let id =
        |person: PersonId| PlayerId((1..=4).find(|it| PersonId::numbered(*it) == person).unwrap());
    let mut book = RatingBook::new(Glicko2::USUAL);
    for number in 1..=4 {
        let (player, start) = (PlayerId(number), start(number));
        book.add(&RatingEvent::Joined { player, start, at: Duration::ZERO }).unwrap();
    }
    for game in games {
        let finished = FinishedGame {
            at: Duration::from_millis(game.at),
            players: game.players.as_ref().map(|it| id(it.person)),
            size: game.size,
            speed: game.speed,
            ruleset: game.ruleset,
            terms: game.terms,
            winner: game.winner,
            is_annulled: game.is_annulled,
        };
        book.add(&RatingEvent::Finished(finished)).unwrap();
    }
    book
}

#[track_caller]
fn check_equal(store: &dyn Store, book: &RatingBook) {
    for number in 1..=4 {
        let stored = wait(store.ratings(PersonId::numbered(number))).unwrap();
        assert_eq!(stored.as_ref(), book.player(PlayerId(number)), "player {number}");
    }
}

#[test]
fn ratings_are_those_of_the_book_and_of_the_history() {
    on_all(|store| {
        let mut games = history();
        for number in 1..=4 {
            assert_eq!(wait(store.join_ratings(player(number, start(number)))), Ok(true));
            assert_eq!(wait(store.join_ratings(player(number, Start::Advanced))), Ok(false));
        }
        for game in &games {
            finish(store, game);
        }
        check_equal(store, &book(&games));
        assert_eq!(wait(store.recompute_ratings()), Ok(40));
        check_equal(store, &book(&games));
        // Annulled games leave no trace, and count again as if nothing had been.
        for idx in [3, 17, 39] {
            assert_eq!(wait(store.annul(games[idx].game, true)), Ok(true));
            games[idx].is_annulled = true;
        }
        check_equal(store, &book(&games));
        let annulled = wait(store.rated_game(games[3].game)).unwrap().unwrap();
        assert!(annulled.is_annulled && annulled.change.is_none());
        for idx in [3, 17, 39] {
            assert_eq!(wait(store.annul(games[idx].game, false)), Ok(true));
            games[idx].is_annulled = false;
        }
        check_equal(store, &book(&games));
        assert_eq!(wait(store.annul(id("zzzzzzzz"), true)), Ok(false));
    });
}

#[test]
fn game_knows_what_it_has_changed() {
    on_all(|store| {
        let game = rated(id("bbbbbbbb"), 1_000, [2, 4], Some(Color::Black));
        finish(store, &game);
        let stored = wait(store.rated_game(game.game)).unwrap().unwrap();
        let change = stored.change.unwrap();
        assert!(change.black.after.value > change.black.before.value);
        assert_eq!(change.white.after, change.white.before, "an anchor stays");
        assert_eq!(RatedGame { change: None, ..stored.clone() }, game);
        let now = wait(store.ratings(PersonId::numbered(2))).unwrap().unwrap();
        assert_eq!(now.n_games(Category::board(BoardClass::Small)), 1);
        let second = rated(id("cccccccc"), 2_000, [4, 2], None);
        finish(store, &second);
        let games = wait(store.rated_games_of(PersonId::numbered(2), 9)).unwrap();
        assert_eq!(games.iter().map(|it| it.game).collect::<Vec<_>>(), [second.game, game.game]);
        assert_eq!(wait(store.rated_games_of(PersonId::numbered(1), 9)), Ok(Vec::new()));
        assert_eq!(wait(store.ratings(PersonId::numbered(1))), Ok(None));
    });
}

#[test]
fn strongest_come_first() {
    on_all(|store| {
        for number in 1..=4 {
            wait(store.join_ratings(player(number, start(number)))).unwrap();
        }
        let strongest = wait(store.strongest(3)).unwrap();
        let expected = [3, 1, 4].map(PersonId::numbered);
        assert_eq!(strongest.iter().map(|it| it.0).collect::<Vec<_>>(), expected);
    });
}

#[test]
fn history_has_an_order_whatever_clocks_say() {
    on_all(|store| {
        finish(store, &rated(id("bbbbbbbb"), 5_000, [1, 2], Some(Color::Black)));
        finish(store, &rated(id("cccccccc"), 4_000, [1, 2], Some(Color::White)));
        let last = wait(store.rated_game(id("cccccccc"))).unwrap().unwrap();
        assert_eq!(last.at, 5_000);
        let before = wait(store.ratings(PersonId::numbered(1)));
        wait(store.recompute_ratings()).unwrap();
        assert_eq!(wait(store.ratings(PersonId::numbered(1))), before);
    });
}
