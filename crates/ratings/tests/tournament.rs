//! Pairing: properties of random tournaments, an exhaustive oracle for small
//! ones, and examples by hand.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use tengen_ratings::{
    Cell, Criterion, Crosstable, Entrant, HandicapRule, McMahon, PairingError, PlayerId, Points,
    Rank, Round, Seeding, TableGame, TableResult, Tournament, TournamentSystem, standings,
};
use tengen_rules::{ByColor, Color};

const MCMAHON: McMahon = McMahon {
    bar: Rank::dan(2).unwrap(),
    floor: Rank::kyu(20).unwrap(),
    handicap: Some(HandicapRule::USUAL),
};

fn rank(text: &str) -> Rank {
    text.parse().unwrap()
}

fn tournament(system: TournamentSystem, ranks: &[&str]) -> Tournament {
    let entrant = |(idx, it): (usize, &&str)| Entrant::new(PlayerId(idx as u64 + 1), rank(it));
    let mut tournament = Tournament::new(system);
    tournament.entrants = ranks.iter().enumerate().map(entrant).collect();
    tournament
}

fn everybody(tournament: &Tournament) -> Vec<PlayerId> {
    tournament.entrants.iter().map(|it| it.id).collect()
}

fn random_tournament(rng: &mut Rng, n_players: usize) -> Tournament {
    let system =
        if rng.bool() { TournamentSystem::Swiss } else { TournamentSystem::McMahon(MCMAHON) };
    let mut tournament = Tournament::new(system);
    let seedings = [Seeding::Random, Seeding::Slide, Seeding::Fold, Seeding::Adjacent];
    tournament.seeding = seedings[rng.usize(0..4)];
    let ranks: Vec<Rank> = Rank::all().collect();
    tournament.entrants = (0..n_players)
        .map(|id| Entrant::new(PlayerId(1000 - id as u64), ranks[rng.usize(10..36)]))
        .collect();
    tournament
}

fn finish(round: &mut Round, rng: &mut Rng) {
    for game in &mut round.games {
        game.result = Some(match rng.u8(0..20) {
            0 => TableResult::Draw,
            1 => TableResult::BothLost,
            2 => TableResult::Forfeit(Color::White),
            3..11 => TableResult::Won(Color::Black),
            _ => TableResult::Won(Color::White),
        });
    }
}

/// What is known of the past, found without the code of the library.
struct Past {
    meetings: BTreeMap<(PlayerId, PlayerId), i64>,
    byes: BTreeMap<PlayerId, i64>,
    scores: BTreeMap<PlayerId, i64>,
}

impl Past {
    fn of(tournament: &Tournament) -> Past {
        let mut past =
            Past { meetings: BTreeMap::new(), byes: BTreeMap::new(), scores: BTreeMap::new() };
        for entrant in &tournament.entrants {
            let start = match tournament.system {
                TournamentSystem::Swiss => 0,
                TournamentSystem::McMahon(rules) => {
                    let index = entrant.rank.min(rules.bar).max(rules.floor).index();
                    4 * i64::from(index - rules.floor.index())
                }
            };
            past.scores.insert(entrant.id, start);
        }
        for round in &tournament.rounds {
            let mut seen = BTreeSet::new();
            for game in &round.games {
                let ByColor { black, white } = game.players;
                let result = game.result.unwrap();
                if !matches!(result, TableResult::Forfeit(_)) {
                    *past.meetings.entry((black.min(white), black.max(white))).or_default() += 1;
                }
                for (color, player) in game.players {
                    seen.insert(player);
                    let points = match result {
                        TableResult::Draw => 2,
                        TableResult::Won(it) | TableResult::Forfeit(it) if it == color => 4,
                        _ => 0,
                    };
                    *past.scores.get_mut(&player).unwrap() += points;
                }
            }
            if let Some(player) = round.bye {
                seen.insert(player);
                *past.byes.entry(player).or_default() += 1;
                *past.scores.get_mut(&player).unwrap() += 4;
            }
            let absence = i64::from(tournament.absence_points.quarters());
            for entrant in &tournament.entrants {
                if !seen.contains(&entrant.id) {
                    *past.scores.get_mut(&entrant.id).unwrap() += absence;
                }
            }
        }
        past
    }

    /// Byes again, repeated games, squared differences.
    fn cost(&self, one: PlayerId, other: Option<PlayerId>, lowest: i64) -> [i64; 3] {
        match other {
            None => {
                let difference = self.scores[&one] - lowest;
                [self.byes.get(&one).copied().unwrap_or(0), 0, difference.pow(2)]
            }
            Some(other) => {
                let pair = (one.min(other), one.max(other));
                let difference = self.scores[&one] - self.scores[&other];
                [0, self.meetings.get(&pair).copied().unwrap_or(0), difference.pow(2)]
            }
        }
    }

    fn round_cost(&self, round: &Round, lowest: i64) -> [i64; 3] {
        let games = round.games.iter().map(|it| (it.players.black, Some(it.players.white)));
        games
            .chain(round.bye.map(|it| (it, None)))
            .fold([0; 3], |sum, (one, other)| added(sum, self.cost(one, other, lowest)))
    }

    /// The least cost of all pairings.
    fn least(&self, left: &[PlayerId], is_bye_left: bool, lowest: i64) -> [i64; 3] {
        let [first, rest @ ..] = left else { return [0; 3] };
        let paired = (0..rest.len()).map(|idx| {
            let mut others = rest.to_vec();
            let other = others.remove(idx);
            added(self.cost(*first, Some(other), lowest), self.least(&others, is_bye_left, lowest))
        });
        let bye = is_bye_left
            .then(|| added(self.cost(*first, None, lowest), self.least(rest, false, lowest)));
        paired.chain(bye).min().unwrap()
    }
}

fn added(one: [i64; 3], other: [i64; 3]) -> [i64; 3] {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

/// Everybody who is present is there once.
#[track_caller]
fn check_complete(round: &Round, present: &[PlayerId]) {
    let games = round.games.iter().flat_map(|it| [it.players.black, it.players.white]);
    let mut there: Vec<PlayerId> = games.chain(round.bye).collect();
    there.sort_unstable();
    let mut present = present.to_vec();
    present.sort_unstable();
    assert_eq!(there, present);
    assert_eq!(round.bye.is_some(), present.len() % 2 == 1);
}

/// Repeated games, second byes and distances are as few as can be: compared
/// with all possible pairings of 3000 small tournaments.
#[test]
fn no_pairing_of_a_small_tournament_is_better() {
    let mut rng = Rng::with_seed(21);
    let mut n_repeated = 0;
    for _ in 0..3000 {
        let n_players = rng.usize(1..=7);
        let mut tournament = random_tournament(&mut rng, n_players);
        for round in 0..rng.usize(1..=6) {
            let mut present = everybody(&tournament);
            present.retain(|_| rng.u8(0..10) > 0);
            rng.shuffle(&mut present);
            let mut next = tournament.pair(&present, 5).unwrap();
            check_complete(&next, &present);

            let past = Past::of(&tournament);
            let lowest = present.iter().map(|it| past.scores[it]).min().unwrap_or(0);
            let cost = past.round_cost(&next, lowest);
            assert_eq!(cost, past.least(&present, present.len() % 2 == 1, lowest), "round {round}");
            n_repeated += cost[1];

            finish(&mut next, &mut rng);
            tournament.rounds.push(next);
        }
    }
    assert!(n_repeated > 0, "the oracle has seen repeated games that are unavoidable");
}

#[test]
fn larger_tournaments_repeat_nothing_and_balance_colors() {
    let mut rng = Rng::with_seed(22);
    let mut n_unbalanced = 0;
    let mut n_players_all = 0;
    for _ in 0..150 {
        let n_players = rng.usize(12..=33);
        let mut tournament = random_tournament(&mut rng, n_players);
        for _ in 0..5 {
            let present = everybody(&tournament);
            let mut round = tournament.pair(&present, 5).unwrap();
            check_complete(&round, &present);
            finish(&mut round, &mut rng);
            tournament.rounds.push(round);
        }
        let past = Past::of(&tournament);
        assert!(past.meetings.values().all(|n| *n == 1));
        assert!(past.byes.values().all(|n| *n == 1));
        let mut balances: BTreeMap<PlayerId, i32> = BTreeMap::new();
        for game in tournament.rounds.iter().flat_map(|it| &it.games) {
            let is_real = !matches!(game.result, Some(TableResult::Forfeit(_)));
            if is_real && game.handicap == 0 {
                *balances.entry(game.players.black).or_default() += 1;
                *balances.entry(game.players.white).or_default() -= 1;
            }
        }
        n_players_all += n_players;
        n_unbalanced += balances.values().filter(|it| it.abs() > 2).count();
        assert!(balances.values().all(|it| it.abs() <= 3), "{balances:?}");
    }
    assert!(500 * n_unbalanced < n_players_all, "{n_unbalanced} of {n_players_all}");
}

#[test]
fn the_same_seed_gives_the_same_round_in_any_order() {
    let mut rng = Rng::with_seed(23);
    let mut n_different = 0;
    for _ in 0..100 {
        let mut tournament = random_tournament(&mut rng, 12);
        tournament.seeding = Seeding::Random;
        tournament.system = TournamentSystem::Swiss;
        let mut present = everybody(&tournament);
        let round = tournament.pair(&present, 1).unwrap();
        rng.shuffle(&mut present);
        rng.shuffle(&mut tournament.entrants);
        let again = tournament.pair(&present, 1).unwrap();
        assert_eq!(again, round);
        n_different += u32::from(tournament.pair(&present, 2).unwrap() != round);
    }
    assert!(n_different > 95);
}

fn pairs(round: &Round) -> Vec<(u64, u64)> {
    let mut pairs: Vec<(u64, u64)> = round
        .games
        .iter()
        .map(|it| (it.players.black.0, it.players.white.0))
        .map(|(one, other)| (one.min(other), one.max(other)))
        .collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn seeding_of_the_first_round() {
    let ranks = ["6d", "5d", "4d", "3d", "2d", "1d", "1k", "2k"];
    let mut tournament = tournament(TournamentSystem::Swiss, &ranks);
    let mut first = |seeding| {
        tournament.seeding = seeding;
        pairs(&tournament.pair(&everybody(&tournament), 1).unwrap())
    };
    assert_eq!(first(Seeding::Slide), [(1, 5), (2, 6), (3, 7), (4, 8)]);
    assert_eq!(first(Seeding::Fold), [(1, 8), (2, 7), (3, 6), (4, 5)]);
    assert_eq!(first(Seeding::Adjacent), [(1, 2), (3, 4), (5, 6), (7, 8)]);
}

/// Eight players of a Swiss tournament in which the better one always wins.
#[test]
fn swiss_tournament_of_eight() {
    let ranks = ["6d", "5d", "4d", "3d", "2d", "1d", "1k", "2k"];
    let mut tournament = tournament(TournamentSystem::Swiss, &ranks);
    let mut rounds = Vec::new();
    for _ in 0..3 {
        let mut round = tournament.pair(&everybody(&tournament), 1).unwrap();
        for game in &mut round.games {
            let ByColor { black, white } = game.players;
            let winner = if black < white { Color::Black } else { Color::White };
            game.result = Some(TableResult::Won(winner));
        }
        rounds.push(pairs(&round));
        tournament.rounds.push(round);
    }
    assert_eq!(rounds[0], [(1, 5), (2, 6), (3, 7), (4, 8)]);
    // Winners play winners; who plays whom of them, colors decide.
    assert!(rounds[1].iter().all(|(one, other)| (*one <= 4) == (*other <= 4)));
    // Two have won both games, four have won one.
    let top = rounds[2][0];
    assert!(top == (1, 2) || top == (1, 3) || top == (1, 4), "{top:?}");
    let standings = standings(&tournament);
    assert_eq!(standings[0].player, PlayerId(1));
    assert_eq!(standings[0].score, Points::from_whole(3));
    assert_eq!(standings[7].score, Points::ZERO);
}

#[test]
fn mcmahon_pairs_within_groups_and_gives_handicap() {
    let ranks = ["5d", "2d", "1k", "1k", "5k", "5k", "15k", "9k"];
    let tournament = tournament(TournamentSystem::McMahon(MCMAHON), &ranks);
    let round = tournament.pair(&everybody(&tournament), 1).unwrap();
    assert_eq!(pairs(&round), [(1, 2), (3, 4), (5, 6), (7, 8)]);
    let last = round.games.iter().find(|it| it.seat(PlayerId(7)).is_some()).unwrap();
    // Six ranks less one, and the weaker player has Black.
    assert_eq!((last.handicap, last.players.black), (5, PlayerId(7)));
    assert!(round.games.iter().all(|it| it.handicap == 0 || it == last));
}

#[test]
fn handicap_follows_from_points() {
    let points = Points::from_whole;
    let bar = MCMAHON.start(MCMAHON.bar);
    assert_eq!(MCMAHON.handicap(points(3), points(4)), 0);
    assert_eq!(MCMAHON.handicap(points(3), points(5)), 1);
    assert_eq!(MCMAHON.handicap(points(1), points(15)), 9);
    assert_eq!(MCMAHON.handicap(points(3) + Points::HALF, points(6)), 2);
    assert_eq!(MCMAHON.handicap(points(3), bar), 0);
    let rule = HandicapRule { reduction: 0, most: 4, is_even_at_bar: false };
    let rules = McMahon { handicap: Some(rule), ..MCMAHON };
    assert_eq!(rules.handicap(points(3), points(5)), 2);
    assert_eq!(rules.handicap(points(3), bar), 4);
}

#[test]
fn late_arrivals_absence_and_withdrawal() {
    let mut tournament =
        tournament(TournamentSystem::McMahon(MCMAHON), &["3k", "3k", "3k", "3k", "3k"]);
    tournament.entrants[4].first_round = 1;
    let error = tournament.pair(&everybody(&tournament), 1);
    assert_eq!(error, Err(PairingError::NotPlaying(PlayerId(5))));

    let first_four = &everybody(&tournament)[..4];
    let mut round = tournament.pair(first_four, 1).unwrap();
    round.games.iter_mut().for_each(|it| it.result = Some(TableResult::Draw));
    tournament.rounds.push(round);
    // Half a point for the round that he missed, so all have the same.
    assert_eq!(tournament.score(&tournament.entrants[4]), Points::from_whole(17) + Points::HALF);

    tournament.entrants[0].left_before = Some(1);
    assert_eq!(
        tournament.pair(&everybody(&tournament), 1),
        Err(PairingError::NotPlaying(PlayerId(1)))
    );
    let mut round = tournament.pair(&everybody(&tournament)[1..], 1).unwrap();
    round.games.iter_mut().for_each(|it| it.result = Some(TableResult::Draw));
    tournament.rounds.push(round);
    assert_eq!(tournament.score(&tournament.entrants[0]), Points::from_whole(17) + Points::HALF);
    let table = Crosstable::new(&tournament);
    let row = table.rows.iter().find(|it| it.standing.player == PlayerId(1)).unwrap();
    assert!(matches!(row.cells[..], [Cell::Game { .. }, Cell::Gone]));
    let row = table.rows.iter().find(|it| it.standing.player == PlayerId(5)).unwrap();
    assert!(matches!(row.cells[..], [Cell::Absent, Cell::Game { .. }]));
}

#[test]
fn wrong_players_are_named() {
    let tournament = tournament(TournamentSystem::Swiss, &["3k", "3k"]);
    let pair = |ids: &[u64]| {
        let present: Vec<PlayerId> = ids.iter().copied().map(PlayerId).collect();
        tournament.pair(&present, 1)
    };
    assert_eq!(pair(&[1, 2, 1]), Err(PairingError::Twice(PlayerId(1))));
    assert_eq!(pair(&[1, 9]), Err(PairingError::UnknownPlayer(PlayerId(9))));
    assert_eq!(pair(&[]), Ok(Round::default()));
    assert_eq!(pair(&[2]), Ok(Round { games: Vec::new(), bye: Some(PlayerId(2)) }));
}

/// The next round can be paired while a game goes on: as if it were a draw, but
/// nobody has its points yet.
#[test]
fn unfinished_game_is_likely_a_draw() {
    let mut tournament =
        with_games(&["3k", "3k", "3k", "3k", "3k", "3k"], &[&["1-2 1", "3-4 3", "5-6 5"]]);
    tournament.rounds[0].games[2].result = None;
    let round = tournament.pair(&everybody(&tournament), 1).unwrap();
    // The winners meet, the losers meet, and 5 and 6 are between them.
    let between = [5, 6].map(PlayerId);
    for game in &round.games {
        let ByColor { black, white } = game.players;
        assert!(!between.contains(&black) || !between.contains(&white));
    }
    assert!(standings(&tournament).iter().all(|it| it.score != Points::HALF));
    let table = Crosstable::new(&tournament).to_string();
    assert!(table.contains("?/b") && table.contains("?/w"), "{table}");
}

#[test]
fn families_are_kept_apart() {
    let mut tournament = tournament(TournamentSystem::Swiss, &["3k", "3k", "3k", "3k"]);
    tournament.apart =
        vec![(PlayerId(1), PlayerId(2)), (PlayerId(3), PlayerId(1)), (PlayerId(2), PlayerId(3))];
    for seed in 0..20 {
        // All three cannot play 4.
        let round = tournament.pair(&everybody(&tournament), seed).unwrap();
        assert_eq!(round.games.len(), 2);
    }
    tournament.apart.pop();
    for seed in 0..20 {
        let round = tournament.pair(&everybody(&tournament), seed).unwrap();
        assert_eq!(pairs(&round), [(1, 4), (2, 3)]);
    }
}

#[test]
fn forfeited_game_may_be_played_later() {
    let mut tournament = tournament(TournamentSystem::Swiss, &["3k", "3k"]);
    let mut round = tournament.pair(&everybody(&tournament), 1).unwrap();
    round.games[0].result = Some(TableResult::Forfeit(Color::Black));
    tournament.rounds.push(round);
    let standings = standings(&tournament);
    assert_eq!((standings[0].score, standings[0].sos), (Points::ONE, Points::ZERO));
    assert_eq!(standings[0].n_games, 0);
}

/// `"1-2 1"` is a game of 1 with Black against 2 that 1 has won.
fn with_games(ranks: &[&str], rounds: &[&[&str]]) -> Tournament {
    let mut tournament = tournament(TournamentSystem::Swiss, ranks);
    for games in rounds {
        let games = games.iter().map(|text| {
            let (players, winner) = text.split_once(' ').unwrap();
            let (black, white) = players.split_once('-').unwrap();
            let result = match winner {
                "=" => TableResult::Draw,
                _ if winner == black => TableResult::Won(Color::Black),
                _ => TableResult::Won(Color::White),
            };
            let id = |it: &str| PlayerId(it.parse().unwrap());
            let players = ByColor { black: id(black), white: id(white) };
            TableGame { players, handicap: 0, result: Some(result) }
        });
        tournament.rounds.push(Round { games: games.collect(), bye: None });
    }
    tournament
}

#[test]
fn sums_by_hand() {
    let tournament = with_games(
        &["4d", "3d", "2d", "1d"],
        &[&["1-2 1", "3-4 3"], &["1-3 3", "2-4 2"], &["4-1 1", "2-3 ="]],
    );
    // Points: 1 has 2, 2 has 1½, 3 has 2½, 4 has 0.
    let text: Vec<String> = standings(&tournament)
        .iter()
        .map(|it| {
            let (id, place) = (it.player, it.place);
            format!("{place}: {id} {} {} {} {}", it.score, it.sos, it.sosos, it.sodos)
        })
        .collect();
    assert_eq!(text, ["1: 3 2½ 3½ 14½ 2¾", "2: 1 2 4 14 1½", "3: 2 1½ 4½ 13½ 1¼", "4: 4 0 6 12 0"]);
}

#[test]
fn direct_comparison_decides_if_all_have_met() {
    // A cycle at the top would not decide; here 2 has beaten 1.
    let mut tournament = with_games(
        &["4d", "3d", "2d", "1d"],
        &[&["2-1 2", "3-4 3"], &["1-3 1", "2-4 4"], &["1-4 1", "2-3 2"]],
    );
    tournament.criteria = vec![Criterion::Score, Criterion::DirectComparison];
    let order: Vec<(usize, u64)> =
        standings(&tournament).iter().map(|it| (it.place, it.player.0)).collect();
    assert_eq!(order, [(1, 2), (2, 1), (3, 3), (4, 4)]);

    // Not all of these three have met, so they share a place.
    let mut tournament =
        with_games(&["4d", "3d", "2d", "1d"], &[&["1-2 1", "3-4 3"], &["1-3 3", "2-4 2"]]);
    tournament.rounds.truncate(1);
    tournament.criteria = vec![Criterion::Score, Criterion::DirectComparison];
    let places: Vec<usize> = standings(&tournament).iter().map(|it| it.place).collect();
    assert_eq!(places, [1, 1, 3, 3]);
}

#[test]
fn crosstable_is_consistent() {
    let mut rng = Rng::with_seed(24);
    for _ in 0..300 {
        let n_players = rng.usize(2..=12);
        let mut tournament = random_tournament(&mut rng, n_players);
        for _ in 0..4 {
            let mut present = everybody(&tournament);
            present.retain(|_| rng.u8(0..8) > 0);
            let mut round = tournament.pair(&present, 3).unwrap();
            finish(&mut round, &mut rng);
            tournament.rounds.push(round);
        }
        let past = Past::of(&tournament);
        let table = Crosstable::new(&tournament);
        assert_eq!(table.rows.len(), n_players);
        for (idx, row) in table.rows.iter().enumerate() {
            assert_eq!(row.cells.len(), 4);
            let score = i64::from(row.standing.score.quarters());
            assert_eq!(score, past.scores[&row.standing.player]);
            for (round, cell) in row.cells.iter().enumerate() {
                let Cell::Game { opponent, color, .. } = *cell else { continue };
                let theirs = table.rows[opponent - 1].cells[round];
                assert!(matches!(theirs, Cell::Game { opponent, color: other, .. }
                        if opponent == idx + 1 && other == !color));
            }
        }
        let scores: Vec<Points> = table.rows.iter().map(|it| it.standing.score).collect();
        assert!(scores.is_sorted_by(|one, other| one >= other));
    }
}

/// Thirty players of all ranks, five rounds: groups are left as little as
/// possible, even where many have nobody of their rank.
#[test]
fn strong_and_weak_do_not_meet() {
    let mut rng = Rng::with_seed(25);
    for _ in 0..40 {
        let mut tournament = random_tournament(&mut rng, 30);
        tournament.system = TournamentSystem::McMahon(MCMAHON);
        let mut differences = Vec::new();
        for _ in 0..5 {
            let scores: BTreeMap<PlayerId, Points> =
                tournament.entrants.iter().map(|it| (it.id, tournament.score(it))).collect();
            let mut round = tournament.pair(&everybody(&tournament), 3).unwrap();
            differences.extend(round.games.iter().map(|game| {
                let (one, other) = (scores[&game.players.black], scores[&game.players.white]);
                one.quarters().abs_diff(other.quarters())
            }));
            finish(&mut round, &mut rng);
            tournament.rounds.push(round);
        }
        let sum: u32 = differences.iter().sum();
        // In quarters: less than two points on average.
        assert!((sum as usize) < 8 * differences.len(), "{sum}");
        assert!(differences.iter().all(|it| *it <= 4 * 10), "{differences:?}");
    }
}
