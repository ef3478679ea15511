use tengen_rules::{Ruleset, Size};

use super::*;
use crate::room::{Opponent, Placement};
use crate::wire::Visibility;

fn guest(number: usize) -> PersonId {
    PersonId::numbered(number as u64)
}

fn new(system: System, n_rounds: u32) -> Tournament {
    let terms = NewGame {
        guest: guest(100),
        name: "Director".to_owned(),
        color: Color::Black,
        opponent: Opponent::Link,
        second: None,
        size: Size::NINETEEN,
        ruleset: Ruleset::JAPANESE,
        komi: None,
        handicap: 0,
        placement: Placement::Fixed,
        clock: "20m".to_owned(),
        visibility: Visibility::Listed,
        is_rated: false,
    };
    Tournament {
        title: "Club <b>".to_owned(),
        director: guest(100),
        director_name: "Director".to_owned(),
        system,
        n_rounds,
        terms,
        stage: Stage::Open,
        players: Vec::new(),
        rounds: Vec::new(),
        seed: 7,
    }
}

fn enter(tournament: &mut Tournament, ranks: &[&str]) {
    for (idx, rank) in ranks.iter().enumerate() {
        let name = format!("P{idx}");
        tournament.enter(guest(idx), name, rank.parse().unwrap()).unwrap();
    }
}

/// Has the stronger player win at each table of the last round.
fn decide(tournament: &mut Tournament) {
    let round = tournament.rounds.len() - 1;
    for idx in 0..tournament.rounds[round].tables.len() {
        let table = &tournament.rounds[round].tables[idx];
        if table.result.is_some() {
            continue;
        }
        let rank = |color: Color| tournament.players[table.players[color] as usize].rank.0;
        let ending =
            if rank(Color::Black) > rank(Color::White) { Ending::Black } else { Ending::White };
        tournament.rule(round, idx, Some(ending)).unwrap();
    }
}

const EIGHT: [&str; 8] = ["3d", "2d", "1d", "1k", "3k", "5k", "8k", "12k"];

#[test]
fn mcmahon_of_eight_has_no_repeats_and_one_winner() {
    let mut tournament = new(System::McMahon { bar: None, handicap: true }, 3);
    enter(&mut tournament, &EIGHT);
    for _ in 0..3 {
        tournament.pair().unwrap();
        assert_eq!(
            tournament.check_pairing(),
            Err(if tournament.rounds.len() == 3 {
                TournamentRefusal::Over
            } else {
                TournamentRefusal::GamesGoOn
            })
        );
        assert_eq!(tournament.rounds.last().unwrap().tables.len(), 4);
        decide(&mut tournament);
    }
    assert!(tournament.repeats().is_empty());
    assert_eq!(tournament.pair(), Err(TournamentRefusal::Over));
    assert!(matches!(tournament.system, System::McMahon { bar: Some(_), .. }));
    let table = tournament.crosstable();
    assert_eq!((table.rows[0].standing.place, table.rows[1].standing.place), (1, 2));
    assert_eq!(tournament.name_of(table.rows[0].standing.player.0), "P0");
    let handicaps = tournament.rounds.iter().flat_map(|it| &it.tables).filter(|it| it.handicap > 0);
    assert!(handicaps.count() > 0, "players below the bar have handicap");
    tournament.end().unwrap();
    assert_eq!(
        tournament.enter(guest(50), "Late".to_owned(), Rank::LOWEST),
        Err(TournamentRefusal::TooLate)
    );
}

#[test]
fn games_are_made_as_the_tournament_says() {
    let mut tournament = new(System::Swiss {}, 3);
    enter(&mut tournament, &["1d", "1k"]);
    tournament.pair().unwrap();
    let mut table = tournament.rounds[0].tables[0].clone();
    let game = tournament.game_of(&table).unwrap();
    let black = tournament.players[table.players[Color::Black] as usize].guest;
    assert_eq!((game.guest, game.color, game.handicap, game.komi), (black, Color::Black, 0, None));
    assert!(game.second.is_some_and(|(white, _)| white != black));
    table.handicap = 1;
    let game = tournament.game_of(&table).unwrap();
    assert_eq!((game.handicap, game.komi), (0, Some(Komi::from_half_points(1))));
    table.handicap = 3;
    assert_eq!(tournament.game_of(&table).unwrap().handicap, 3);
}

#[test]
fn round_robin_has_everybody_meet_once_and_who_leaves_loses() {
    let mut tournament = new(System::RoundRobin {}, 1);
    enter(&mut tournament, &["1k", "2k", "3k", "4k", "5k"]);
    assert_eq!(tournament.n_rounds(), 5);
    for round in 0..5 {
        if round == 2 {
            tournament.withdraw(0).unwrap();
        }
        tournament.pair().unwrap();
        decide(&mut tournament);
    }
    assert!(tournament.repeats().is_empty());
    let n_games: usize = tournament.rounds.iter().map(|it| it.tables.len()).sum();
    assert_eq!(n_games, 10);
    let forfeits = tournament
        .rounds
        .iter()
        .flat_map(|it| &it.tables)
        .filter(|it| matches!(it.result, Some(Ending::BlackForfeit | Ending::WhiteForfeit)));
    assert!(forfeits.clone().all(|it| it.players.iter().any(|(_, player)| *player == 0)));
    assert!((2..=3).contains(&forfeits.count()));
    assert_eq!(
        tournament.enter(guest(9), "Late".to_owned(), Rank::LOWEST),
        Err(TournamentRefusal::TooLate)
    );
}

#[test]
fn byes_absence_and_late_players() {
    let mut tournament = new(System::Swiss {}, 4);
    enter(&mut tournament, &["1k", "2k", "3k"]);
    let mut byes = Vec::new();
    for _ in 0..3 {
        tournament.pair().unwrap();
        byes.extend(tournament.rounds.last().unwrap().bye);
        decide(&mut tournament);
    }
    byes.sort_unstable();
    byes.dedup();
    assert_eq!(byes.len(), 3, "nobody has two byes");
    tournament.enter(guest(9), "Late".to_owned(), "2k".parse().unwrap()).unwrap();
    tournament.set_absent(0, true).unwrap();
    tournament.pair().unwrap();
    let players: Vec<u32> = tournament.rounds[3]
        .tables
        .iter()
        .flat_map(|it| [it.players.black, it.players.white])
        .chain(tournament.rounds[3].bye)
        .collect();
    assert!(!players.contains(&0) && players.contains(&3), "{players:?}");
    assert!(!tournament.players[0].is_absent, "only for one round");
    assert_eq!(tournament.set_absent(99, true), Err(TournamentRefusal::NoPlayer));
}

#[test]
fn nobody_is_paired_alone() {
    let mut tournament = new(System::Swiss {}, 2);
    assert_eq!(tournament.pair(), Err(TournamentRefusal::TooFew));
    enter(&mut tournament, &["1k", "2k"]);
    tournament.withdraw(1).unwrap();
    assert_eq!(tournament.players.len(), 1);
    assert_eq!(tournament.pair(), Err(TournamentRefusal::TooFew));
    assert_eq!(tournament.rule(0, 0, None), Err(TournamentRefusal::NoTable));
    assert_eq!(
        tournament.enter(guest(5), String::new(), Rank::LOWEST),
        Err(TournamentRefusal::NoName)
    );
}

#[test]
fn tables_can_be_taken_away() {
    let mut tournament = new(System::Swiss {}, 2);
    enter(&mut tournament, &["1d", "1k", "2k", "3k"]);
    tournament.players[0].name = "=cmd(\"x\"),".to_owned();
    tournament.pair().unwrap();
    decide(&mut tournament);
    let csv = tournament.to_csv();
    assert!(csv.starts_with("Place,Name,Rank,R1,Score,SOS,SOSOS,SODOS\r\n"), "{csv}");
    assert!(csv.contains("\"'=cmd(\"\"x\"\"),\""), "{csv}");
    assert_eq!(csv.lines().count(), 5);
    let text = tournament.to_text();
    assert!(text.starts_with("; Club <b>\nPlace  Name"), "{text}");
}

#[test]
fn tournament_is_read_back_as_it_was_written() {
    for system in
        [System::Swiss {}, System::RoundRobin {}, System::McMahon { bar: None, handicap: true }]
    {
        let mut tournament = new(system, 2);
        enter(&mut tournament, &EIGHT);
        tournament.pair().unwrap();
        decide(&mut tournament);
        let text = serde_json::to_string(&tournament).unwrap();
        assert_eq!(serde_json::from_str::<Tournament>(&text).unwrap(), tournament);
    }
}
