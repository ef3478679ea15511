use super::*;

fn guest(number: u64) -> PersonId {
    PersonId::numbered(number)
}

fn ladder(n: u64) -> Ladder {
    let mut ladder = Ladder::default();
    for number in 0..n {
        ladder.join(guest(number), format!("P{number}")).unwrap();
    }
    ladder
}

const NOW: Duration = Duration::from_secs(1_000_000);

#[test]
fn winner_from_below_takes_the_place() {
    let mut ladder = ladder(6);
    let game: GameId = "abcdefgh".parse().unwrap();
    ladder.challenge(guest(4), 2, NOW).unwrap();
    let terms = ladder.game_of(&ladder.challenges[0]).unwrap();
    assert_eq!((terms.guest, terms.color), (guest(4), Color::Black));
    assert_eq!(terms.second, Some((guest(2), "P2".to_owned())));
    ladder.set_game(4, game);
    ladder.note_end("zzzzzzzz".parse().unwrap(), Some(Color::Black), NOW);
    assert_eq!(ladder.places, [0, 1, 2, 3, 4, 5]);
    ladder.note_end(game, Some(Color::Black), NOW);
    assert_eq!(ladder.places, [0, 1, 4, 2, 3, 5]);
    assert_eq!(ladder.results[0].winner, Some(4));
    assert!(ladder.challenges.is_empty());
    // A second word about the same game does nothing.
    ladder.note_end(game, Some(Color::White), NOW);
    assert_eq!(ladder.results.len(), 1);
}

#[test]
fn limits_hold() {
    let mut ladder = ladder(6);
    let refused =
        |ladder: &mut Ladder, from, to| ladder.challenge(guest(from), to, NOW).unwrap_err();
    assert_eq!(
        refused(&mut ladder, 5, 1),
        LadderRefusal::Rules(NoChallenge::OutOfReach { places: 4 })
    );
    assert_eq!(refused(&mut ladder, 1, 2), LadderRefusal::Rules(NoChallenge::NotAbove));
    assert_eq!(refused(&mut ladder, 9, 2), LadderRefusal::NotOnLadder);
    assert_eq!(ladder.reachable(guest(5), NOW), [2, 3, 4]);
    ladder.challenge(guest(5), 3, NOW).unwrap();
    assert!(matches!(refused(&mut ladder, 4, 3), LadderRefusal::Rules(NoChallenge::Busy(_))));
    let game: GameId = "abcdefgh".parse().unwrap();
    ladder.set_game(5, game);
    ladder.note_end(game, Some(Color::White), NOW);
    assert_eq!(ladder.places, [0, 1, 2, 3, 4, 5]);
    assert!(matches!(
        refused(&mut ladder, 5, 3),
        LadderRefusal::Rules(NoChallenge::TooSoon { .. })
    ));
    let later = NOW + Duration::from_secs(8 * 24 * 3_600);
    ladder.challenge(guest(5), 3, later).unwrap();
}

#[test]
fn who_leaves_takes_the_challenges_along_and_comes_back_last() {
    let mut ladder = ladder(4);
    ladder.challenge(guest(3), 1, NOW).unwrap();
    ladder.leave(guest(1)).unwrap();
    assert_eq!(ladder.places, [0, 2, 3]);
    assert!(ladder.challenges.is_empty());
    ladder.join(guest(1), "Again".to_owned()).unwrap();
    assert_eq!(ladder.places, [0, 2, 3, 1]);
    assert_eq!(ladder.name_of(1), "Again");
    let text = serde_json::to_string(&ladder).unwrap();
    assert_eq!(serde_json::from_str::<Ladder>(&text).unwrap(), ladder);
}

#[test]
fn game_without_a_winner_moves_nobody() {
    let mut ladder = ladder(3);
    ladder.challenge(guest(2), 0, NOW).unwrap();
    let game: GameId = "abcdefgh".parse().unwrap();
    ladder.set_game(2, game);
    ladder.note_end(game, None, NOW);
    assert_eq!((ladder.places.as_slice(), ladder.results[0].winner), (&[0, 1, 2][..], None));
    ladder.challenge(guest(2), 0, NOW).unwrap();
}
