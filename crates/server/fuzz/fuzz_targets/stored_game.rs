//! Any record in the database: a game, or a reason why it is none.

#![no_main]

use std::sync::LazyLock;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tengen_rules::{Color, Ruleset, Size};
use tengen_server::id::PersonId;
use tengen_server::room::{Input, NewGame, Opponent, Placement, Room};
use tengen_server::store::StoredGame;
use tengen_server::wire::Visibility;

static STORED: LazyLock<StoredGame> = LazyLock::new(|| {
    let terms = NewGame {
        guest: PersonId::numbered(0),
        name: "Ana".to_owned(),
        color: Color::Black,
        opponent: Opponent::Link,
        second: Some((PersonId::numbered(1), "Ben".to_owned())),
        size: Size::NINE,
        ruleset: Ruleset::CHINESE,
        komi: None,
        handicap: 0,
        placement: Placement::Fixed,
        clock: "10m".to_owned(),
        visibility: Visibility::Link,
        is_rated: false,
    };
    let id = "k3v9x2pq".parse().expect("this is an id");
    let created = Room::create(id, terms, "", Duration::from_secs(1_700_000_000));
    created.expect("the set-up is right").1
});

fuzz_target!(|sgf: &str| {
    let mut stored = StoredGame { sgf: sgf.to_owned(), ..STORED.clone() };
    // The number of moves is checked against the record, so a few are tried.
    for n_moves in 0..4 {
        stored.listing.n_moves = n_moves;
        let Ok(mut room) = Room::restore(&stored) else { continue };
        let now = Duration::from_secs(1_700_000_100);
        room.set_restored(now);
        let state = room.state();
        assert_eq!(state.moves.0.len(), n_moves as usize);
        for number in 0..2 {
            room.handle(Input::Arrived(Some(PersonId::numbered(number))), now);
        }
        room.handle(Input::Tick, now + Duration::from_secs(100_000));
        let _ = (room.listing(), room.session().record().to_sgf());
    }
});
