//! Rooms without a network: inputs and times in, events out.

use tengen_analysis::DeadStones;
use tengen_rules::{ByPoint, PointSet, Ruleset, Size};
use tengen_session::{Effect, Ticket};

use super::*;
use crate::store::{StoredGame, StoredSgf};
use crate::wire::{Change, Op, PhaseName, Visibility, Why};

mod rights;

const START: Duration = Duration::from_secs(1_700_000_000);

const fn secs(secs: u64) -> Duration {
    Duration::from_secs(secs)
}

fn guest(number: u64) -> PersonId {
    PersonId::numbered(number)
}

fn terms(clock: &str) -> NewGame {
    NewGame {
        guest: guest(1),
        name: "Ana".to_owned(),
        color: Color::Black,
        opponent: Opponent::Link,
        second: None,
        size: Size::NINE,
        ruleset: Ruleset::CHINESE,
        komi: None,
        handicap: 0,
        placement: Placement::Fixed,
        clock: clock.to_owned(),
        visibility: Visibility::Link,
        is_rated: false,
    }
}

/// A room together with what was stored of it, and the time.
struct Table {
    room: Room,
    stored: StoredGame,
    now: Duration,
    lag: Duration,
    effects: Vec<Effect>,
    /// The number of the last move that was played here.
    c: u32,
}

impl Table {
    fn new(terms: NewGame) -> Table {
        let id = "k3v9x2pq".parse().unwrap();
        let (room, stored) = Room::create(id, terms, "2026-11-18", START).unwrap();
        Table { room, stored, now: START, lag: Duration::ZERO, effects: Vec::new(), c: 100 }
    }

    /// Two people who are there, Ana (1) as Black and Ben (2) as White.
    fn of_people(clock: &str) -> Table {
        let mut table = Table::new(terms(clock));
        table.input(Input::Join { guest: guest(2), name: "Ben".to_owned() });
        table.input(Input::Arrived(Some(guest(1))));
        table.input(Input::Arrived(Some(guest(2))));
        assert_eq!(table.room.phase(), PhaseName::Playing);
        table
    }

    fn input(&mut self, input: Input) -> Output {
        let mut output = self.room.handle(input, self.now);
        self.effects.append(&mut output.effects);
        if let Some(change) = &output.change {
            assert_eq!(change.before, self.stored.version);
            self.stored.version = change.version;
            self.stored.room.clone_from(&change.room);
            self.stored.listing = change.listing.clone();
            match &change.sgf {
                StoredSgf::Same => (),
                StoredSgf::Line(line) => self.stored.sgf.extend([line, "\n"]),
                StoredSgf::Whole(sgf) => self.stored.sgf.clone_from(sgf),
            }
        }
        assert_eq!(self.stored.version, self.room.version(), "what is told is stored");
        output
    }

    fn send(&mut self, from: u64, message: &str) -> Output {
        let message = serde_json::from_str(message).unwrap();
        let lag = self.lag;
        self.input(Input::Command { from: Some(guest(from)), message, lag })
    }

    #[track_caller]
    fn ok(&mut self, from: u64, message: &str) -> Vec<Change> {
        let output = self.send(from, message);
        assert_eq!(output.answer, Some(Ok(self.room.version())), "{message}");
        output.events.into_iter().map(|it| it.change).collect()
    }

    #[track_caller]
    fn no(&mut self, from: u64, message: &str) -> Why {
        self.room.set_time(self.now);
        let before = self.room.state();
        let output = self.send(from, message);
        assert_eq!(self.room.state(), before, "a refused command changes nothing");
        output.answer.unwrap().unwrap_err().why()
    }

    #[track_caller]
    fn play(&mut self, moves: &str) {
        for at in moves.split_whitespace() {
            let from = if self.room.session().to_play() == Color::Black { 1 } else { 2 };
            let n = self.room.moves.len();
            self.c += 1;
            let c = self.c;
            let message = match at {
                "pass" => format!(r#"{{"t":"pass","c":{c},"n":{n}}}"#),
                at => format!(r#"{{"t":"play","c":{c},"n":{n},"at":"{at}"}}"#),
            };
            self.ok(from, &message);
        }
    }

    fn restart(&mut self) {
        self.room = Room::restore(&self.stored).unwrap();
        self.room.set_restored(self.now);
    }

    fn moves(&self) -> String {
        self.room.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn main_time(&self, color: Color) -> Duration {
        self.room.session().time_left(self.now)[color].longest().unwrap()
    }

    /// Answers the open question about dead stones.
    fn propose(&mut self, dead: &str) -> Output {
        let ticket = self.effects.iter().rev().find_map(|it| match it {
            Effect::ProposeDead { ticket, .. } => Some(*ticket),
            _ => None,
        });
        let dead: PointSet = dead.split_whitespace().map(|it| it.parse().unwrap()).collect();
        // Whoever moves first, all other stones live.
        let mut ownership = ByPoint::new(0.0);
        for (color, point) in self.room.board.stones() {
            let sign = f32::from(color.sign());
            ownership[point] = if dead.contains(point) { -sign } else { sign };
        }
        let ownership = Some(Box::new(ByColor { black: ownership, white: ownership }));
        let proposal = Box::new(DeadStones { dead, ownership, ..DeadStones::default() });
        self.input(Input::Engine(Action::DeadProposed { ticket: ticket.unwrap(), proposal }))
    }

    fn think_ticket(&self) -> Ticket {
        let ticket = self.effects.iter().rev().find_map(|it| match it {
            Effect::Think(think) => Some(think.ticket),
            _ => None,
        });
        ticket.unwrap()
    }
}

#[test]
fn game_begins_when_both_are_there() {
    let mut table = Table::new(terms("10m"));
    assert_eq!(table.room.phase(), PhaseName::Waiting);
    table.input(Input::Arrived(Some(guest(1))));
    assert_eq!(table.no(1, r#"{"t":"play","c":1,"n":0,"at":"D4"}"#), Why::NotStarted);
    let output = table.input(Input::Join { guest: guest(2), name: " Ben \n".to_owned() });
    assert_eq!(output.events[0].change, Change::Joined { color: Color::White, name: "Ben".into() });
    table.now += secs(50);
    let output = table.input(Input::Arrived(Some(guest(2))));
    assert_eq!(output.events[0].change, Change::Started {});
    assert_eq!(output.events[0].clocks.running, Some(Color::Black));
    assert_eq!(table.main_time(Color::Black), secs(600));
    // There is no third seat, and who has one keeps it.
    let output = table.input(Input::Join { guest: guest(3), name: String::new() });
    assert_eq!(output.answer, Some(Err(Refusal::NoSeat)));
    let output = table.input(Input::Join { guest: guest(1), name: String::new() });
    assert!(output.answer.unwrap().is_ok() && output.events.is_empty());
}

#[test]
fn move_that_comes_again_is_made_once() {
    let mut table = Table::of_people("none");
    let play = r#"{"t":"play","c":1,"n":0,"at":"D4"}"#;
    assert_eq!(table.ok(1, play).len(), 1);
    assert_eq!(table.ok(1, play), []);
    assert_eq!(table.no(2, play), Why::Stale);
    assert_eq!(table.no(1, r#"{"t":"play","c":2,"n":0,"at":"E5"}"#), Why::Stale);
    assert_eq!(table.no(1, r#"{"t":"play","c":2,"n":1,"at":"E5"}"#), Why::NotYourTurn);
    assert_eq!(table.no(2, r#"{"t":"play","c":2,"n":1,"at":"D4"}"#), Why::Illegal);
    assert_eq!(table.no(2, r#"{"t":"pass","c":2,"n":7}"#), Why::Stale);
    assert_eq!(table.moves(), "BD4");
}

#[test]
fn captured_stones_are_told() {
    let mut table = Table::of_people("none");
    table.play("A2 A1 E5 pass B1");
    assert_eq!(table.moves(), "BA2 WA1 BE5 Wpass BB1xA1");
    assert_eq!(table.room.state().prisoners.black, 1);
    table.restart();
    assert_eq!(table.moves(), "BA2 WA1 BE5 Wpass BB1xA1");
}

#[test]
fn undo_needs_consent_and_takes_back_a_quick_reply() {
    let mut table = Table::of_people("none");
    table.play("D4 E5");
    // Asked with one move seen: the reply goes as well.
    let asked = Change::Asked { by: Color::Black, what: Requested::Undo };
    assert_eq!(table.ok(1, r#"{"t":"undo","c":3,"op":"ask","n":1}"#), [asked]);
    assert_eq!(table.no(1, r#"{"t":"undo","c":4,"op":"yes","n":2}"#), Why::Nothing);
    assert_eq!(table.no(2, r#"{"t":"undo","c":4,"op":"yes","n":1}"#), Why::Stale);
    let changes = table.ok(2, r#"{"t":"undo","c":4,"op":"yes","n":2}"#);
    let accepted = Change::Answered { what: Requested::Undo, accepted: true };
    assert_eq!(changes, [accepted, Change::Undone { n: 0, to_play: Color::Black }]);
    assert_eq!(table.moves(), "");
}

#[test]
fn undo_stays_open_when_the_opponent_replies_first() {
    let mut table = Table::of_people("none");
    table.play("D4");
    table.ok(1, r#"{"t":"undo","c":3,"op":"ask","n":1}"#);
    let changes = table.ok(2, r#"{"t":"play","c":1,"n":1,"at":"E5"}"#);
    assert!(matches!(changes[..], [Change::Played { n: 2, .. }]), "{changes:?}");
    let request = table.room.state().request.unwrap();
    assert_eq!((request.by, request.what), (Color::Black, Requested::Undo));
    table.ok(2, r#"{"t":"undo","c":4,"op":"yes","n":2}"#);
    assert_eq!(table.moves(), "");
    // The asker's own move is the end of the question.
    table.play("D4");
    table.ok(1, r#"{"t":"undo","c":3,"op":"ask","n":1}"#);
    table.play("E5 F6");
    assert_eq!(table.room.state().request, None);
}

#[test]
fn move_that_comes_again_after_it_was_taken_back_is_not_made() {
    let mut table = Table::of_people("none");
    let first = r#"{"t":"play","c":7,"n":0,"at":"D4"}"#;
    table.ok(1, first);
    table.ok(1, r#"{"t":"undo","c":8,"op":"ask","n":1}"#);
    table.ok(2, r#"{"t":"undo","c":1,"op":"yes","n":1}"#);
    assert_eq!(table.ok(1, first), []);
    table.restart();
    table.input(Input::Arrived(Some(guest(1))));
    table.input(Input::Arrived(Some(guest(2))));
    assert_eq!(table.ok(1, first), []);
    assert_eq!(table.moves(), "");
    // The same move can be meant again.
    table.ok(1, r#"{"t":"play","c":9,"n":0,"at":"D4"}"#);
    assert_eq!(table.moves(), "BD4");
}

#[test]
fn asking_too_often_must_wait() {
    let mut table = Table::of_people("none");
    table.play("D4");
    for _ in 0..3 {
        table.ok(1, r#"{"t":"undo","c":3,"op":"ask","n":1}"#);
        table.ok(2, r#"{"t":"undo","c":3,"op":"no","n":1}"#);
    }
    assert_eq!(table.no(1, r#"{"t":"undo","c":3,"op":"ask","n":1}"#), Why::TooOften);
    table.play("A1 B1 C1 D1 E1 F1 G1 H1 J1 A3");
    table.ok(1, r#"{"t":"undo","c":3,"op":"ask","n":11}"#);
}

#[test]
fn pause_needs_consent_and_both_to_go_on() {
    let mut table = Table::of_people("10m");
    table.ok(1, r#"{"t":"pause","c":1,"op":"ask"}"#);
    table.ok(2, r#"{"t":"pause","c":1,"op":"yes"}"#);
    assert_eq!(table.room.phase(), PhaseName::Paused);
    assert_eq!(table.no(1, r#"{"t":"play","c":1,"n":0,"at":"D4"}"#), Why::Paused);
    table.now += secs(3_600);
    table.input(Input::Left(Some(guest(2))));
    assert_eq!(table.no(1, r#"{"t":"continue","c":2}"#), Why::NotStarted);
    table.input(Input::Arrived(Some(guest(2))));
    // Coming back does not end a pause.
    assert_eq!(table.room.phase(), PhaseName::Paused);
    table.ok(1, r#"{"t":"continue","c":2}"#);
    assert_eq!(table.main_time(Color::Black), secs(600));
}

#[test]
fn lag_is_refunded_and_the_rest_is_spent() {
    let mut table = Table::of_people("10m");
    table.now += secs(5);
    table.lag = Duration::from_millis(600);
    table.play("D4");
    assert_eq!(table.main_time(Color::Black), secs(595) + Duration::from_millis(600));
    assert_eq!(table.main_time(Color::White), secs(600));
    // A move that took no longer than its way costs nothing, and gains nothing.
    table.now += Duration::from_millis(300);
    table.play("E5");
    assert_eq!(table.main_time(Color::White), secs(600));
    // It is the line of the move that keeps the clocks.
    table.restart();
    assert_eq!(table.main_time(Color::Black), secs(595) + Duration::from_millis(600));
}

#[test]
fn move_on_its_way_when_the_clock_falls_is_in_time() {
    let mut table = Table::of_people("1m");
    table.lag = Duration::from_millis(200);
    table.play("D4 E5");
    table.now = START + secs(60);
    table.input(Input::Tick);
    assert_eq!(table.room.phase(), PhaseName::Playing);
    table.now += Duration::from_millis(100);
    table.play("F6");
    assert_eq!(table.moves(), "BD4 WE5 BF6");
    // Later, the clock has fallen.
    table.play("G7");
    table.now += secs(2);
    let output = table.send(1, r#"{"t":"play","c":1,"n":4,"at":"A1"}"#);
    assert_eq!(output.answer.unwrap().unwrap_err().why(), Why::TimeUp);
    let Change::Over(result) = &output.events[0].change else { panic!("{:?}", output.events) };
    assert_eq!((result.result.as_str(), result.text.as_str()), ("W+T", "White wins on time."));
    assert_eq!(table.room.wake_at(), None);
}

#[test]
fn clock_falls_by_itself() {
    let mut table = Table::of_people("1m");
    assert_eq!(table.room.wake_at(), Some(START + secs(60)));
    table.now += secs(60);
    let output = table.input(Input::Tick);
    assert!(matches!(output.events[0].change, Change::Over(_)));
    assert_eq!(table.stored.listing.result.as_deref(), Some("W+T"));
}

#[test]
fn absent_player_can_be_claimed_only_at_the_own_turn() {
    let mut table = Table::of_people("10m");
    let output = table.input(Input::Left(Some(guest(2))));
    let presence = output.presence.unwrap();
    assert!(!presence.white && presence.claim.is_none(), "it is Black's turn");
    table.now += secs(100);
    assert_eq!(table.no(1, r#"{"t":"claim","c":1,"what":"win"}"#), Why::NoClaim);
    table.play("D4");
    let offer = table.room.crowd().claim.unwrap();
    assert_eq!((offer.gone, offer.at), (Color::White, wire_ms(START + secs(60))));
    table.ok(1, r#"{"t":"claim","c":1,"what":"win"}"#);
    assert_eq!(table.stored.listing.result.as_deref(), Some("B+F"));
}

#[test]
fn player_who_comes_back_cannot_be_claimed() {
    let mut table = Table::of_people("10m");
    table.input(Input::Left(Some(guest(1))));
    table.now += secs(59);
    assert_eq!(table.no(2, r#"{"t":"claim","c":1,"what":"void"}"#), Why::NoClaim);
    table.input(Input::Arrived(Some(guest(1))));
    table.now += secs(9);
    assert_eq!(table.no(2, r#"{"t":"claim","c":1,"what":"void"}"#), Why::NoClaim);
    table.input(Input::Left(Some(guest(1))));
    table.now += secs(60);
    table.ok(2, r#"{"t":"claim","c":1,"what":"void"}"#);
    assert_eq!(table.stored.listing.result.as_deref(), Some("Void"));
}

fn wire_ms(time: Duration) -> u64 {
    crate::wire::millis(time)
}

/// Black has the left, White the right; one white stone is lost on the left.
fn scored() -> Table {
    let mut table = Table::of_people("10m");
    table.play(
        "D1 F1 D2 F2 D3 F3 D4 F4 D5 F5 D6 F6 D7 F7 D8 F8 D9 F9 E1 B5 E2 E3 E4 E5 E6 E7 E8 E9 \
         pass pass",
    );
    table.propose("B5");
    assert_eq!(table.room.phase(), PhaseName::Scoring);
    table
}

#[test]
fn both_agree_on_exactly_the_same_stones() {
    let mut table = scored();
    let rev = table.room.state().scoring.unwrap().rev;
    let agree =
        |dead: &str, rev: u32| format!(r#"{{"t":"agree","c":1,"rev":{rev},"dead":[{dead}]}}"#);
    assert_eq!(table.no(1, &agree("", rev)), Why::Changed);
    assert_eq!(table.no(1, &agree(r#""B5""#, rev - 1)), Why::Changed);
    table.ok(1, &agree(r#""B5""#, rev));
    assert!(table.room.state().scoring.unwrap().agreed.black);
    // The other one changes a mark: the agreement is void.
    table.ok(2, &format!(r#"{{"t":"mark","c":1,"rev":{rev},"at":"B5"}}"#));
    let scoring = table.room.state().scoring.unwrap();
    assert_eq!((scoring.agreed.black, scoring.rev, scoring.dead.len()), (false, rev + 1, 0));
    assert_eq!(table.no(2, &agree(r#""B5""#, rev)), Why::Changed);
    table.ok(2, &format!(r#"{{"t":"mark","c":1,"rev":{},"at":"B5"}}"#, rev + 1));
    table.ok(2, &agree(r#""B5""#, rev + 2));
    let changes = table.ok(1, &agree(r#""B5""#, rev + 2));
    let [Change::Over(result)] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!(result.dead.len(), 1);
    assert!(result.territory.black.contains("A1".parse().unwrap()));
}

#[test]
fn living_groups_cannot_be_marked() {
    let mut table = scored();
    let rev = table.room.state().scoring.unwrap().rev;
    assert_eq!(table.no(2, &format!(r#"{{"t":"mark","c":1,"rev":{rev},"at":"D5"}}"#)), Why::Alive);
}

#[test]
fn play_is_resumed_three_times_at_most() {
    let mut table = scored();
    for left in [2, 1, 0] {
        let rev = table.room.state().scoring.unwrap().rev;
        table.ok(1, &format!(r#"{{"t":"resume","c":1,"rev":{rev}}}"#));
        assert_eq!(table.room.state().resumes_left, left);
        // A pass was made before, so one more ends the game again.
        table.play("pass");
    }
    let rev = table.room.state().scoring.unwrap().rev;
    assert_eq!(table.no(2, &format!(r#"{{"t":"resume","c":1,"rev":{rev}}}"#)), Why::TooOften);
}

#[test]
fn scoring_has_a_clock_of_its_own() {
    let mut table = scored();
    let ends_at = table.room.wake_at().unwrap();
    assert_eq!(table.room.state().scoring.unwrap().ends_at, Some(wire_ms(ends_at)));
    // The last word is not a mark that no one can answer.
    table.now = ends_at.saturating_sub(secs(29));
    let rev = table.room.state().scoring.unwrap().rev;
    let mark = format!(r#"{{"t":"mark","c":1,"rev":{rev},"at":"B5"}}"#);
    assert_eq!(table.no(1, &mark), Why::TimeUp);
    table.now = ends_at;
    table.input(Input::Tick);
    assert_eq!(table.room.phase(), PhaseName::Over);
    assert_eq!(table.room.state().result.unwrap().dead.len(), 1);
}

/// Marks and agreements until the time to agree is over; what is dead then.
fn dead_without_agreement(mut table: Table, what: &[(u64, &str)]) -> usize {
    for (from, what) in what {
        let rev = table.room.state().scoring.unwrap().rev;
        table.ok(
            *from,
            &match *what {
                "mark" => format!(r#"{{"t":"mark","c":1,"rev":{rev},"at":"B5"}}"#),
                dead => format!(r#"{{"t":"agree","c":1,"rev":{rev},"dead":{dead}}}"#),
            },
        );
    }
    table.now = table.room.wake_at().unwrap();
    table.input(Input::Tick);
    table.room.state().result.unwrap().dead.len()
}

#[test]
fn marks_of_one_player_do_not_count_when_the_time_is_over() {
    // White marks the stone alive that the engine proposed as dead.
    let marked = [(2, "mark"), (2, "[]")];
    assert_eq!(dead_without_agreement(scored(), &marked), 1);
    // What both have agreed to counts, although it was marked otherwise since.
    let mut agreed = vec![(2, "mark"), (1, "[]"), (2, "mark"), (2, "mark"), (2, "[]"), (2, "mark")];
    assert_eq!(dead_without_agreement(scored(), &agreed), 0);
    agreed.push((1, r#"["B5"]"#));
    assert_eq!(dead_without_agreement(scored(), &agreed), 1);
    // Without an engine, a stone that may live is not dead.
    let mut silent = scored();
    silent.restart();
    silent.input(Input::Arrived(Some(guest(1))));
    silent.input(Input::Arrived(Some(guest(2))));
    assert_eq!(dead_without_agreement(silent, &[(1, "mark"), (1, r#"["B5"]"#)]), 0);
}

#[test]
fn game_goes_on_after_a_restart_as_it_was() {
    let mut table = Table::of_people("10m");
    table.now += secs(20);
    table.play("D4");
    table.now += secs(30);
    table.play("E5");
    let before = table.room.state();
    // The server was down for an hour, which costs no one anything.
    table.now += secs(3_600);
    table.restart();
    let mut after = table.room.state();
    assert_eq!(after.clocks.running, None);
    after.clocks.running = Some(Color::Black);
    after.clocks.now = before.clocks.now;
    assert_eq!(after, before);
    assert!(table.room.events_since(after.v).is_none(), "a client gets the whole state");
    table.input(Input::Arrived(Some(guest(2))));
    assert_eq!(table.room.wake_at(), Some(table.now + secs(60)));
    table.input(Input::Arrived(Some(guest(1))));
    assert_eq!(table.main_time(Color::Black), secs(580));
    assert_eq!(table.main_time(Color::White), secs(570));
    table.now += secs(10);
    assert_eq!(table.main_time(Color::Black), secs(570));
}

#[test]
fn restored_clock_runs_on_without_its_players() {
    let mut table = Table::of_people("10m");
    table.play("D4");
    table.restart();
    table.now += secs(60);
    table.input(Input::Tick);
    assert_eq!(table.room.wake_at(), Some(table.now + secs(600)));
    table.now += secs(600);
    table.input(Input::Tick);
    assert_eq!(table.stored.listing.result.as_deref(), Some("B+T"));
}

#[test]
fn pause_and_agreement_survive_a_restart() {
    let mut table = scored();
    let rev = table.room.state().scoring.unwrap().rev;
    table.ok(1, &format!(r#"{{"t":"agree","c":1,"rev":{rev},"dead":["B5"]}}"#));
    table.restart();
    table.input(Input::Arrived(Some(guest(1))));
    table.input(Input::Arrived(Some(guest(2))));
    let scoring = table.room.state().scoring.unwrap();
    assert!(scoring.agreed.black && !scoring.agreed.white);
    let mut table = Table::of_people("10m");
    table.ok(1, r#"{"t":"pause","c":1,"op":"ask"}"#);
    table.ok(2, r#"{"t":"pause","c":1,"op":"yes"}"#);
    table.restart();
    assert_eq!((table.room.phase(), table.room.wake_at()), (PhaseName::Paused, None));
}

#[test]
fn engine_answers_and_is_asked_for_dead_stones() {
    let opponent = Opponent::Level("28k".to_owned());
    let mut table = Table::new(NewGame { opponent, ..terms("none") });
    table.input(Input::Arrived(Some(guest(1))));
    table.play("D4");
    let ticket = table.think_ticket();
    let decision = tengen_analysis::Decision::Move("E5".parse().unwrap());
    let answer = Action::EngineMoved { ticket, decision, evaluation: None };
    let output = table.input(Input::Engine(answer.clone()));
    assert_eq!((output.events.len(), table.moves().as_str()), (1, "BD4 WE5"));
    let late = table.input(Input::Engine(answer));
    assert!(late.events.is_empty() && late.change.is_none());
    // An engine always agrees to take back.
    table.ok(1, r#"{"t":"undo","c":1,"op":"ask","n":2}"#);
    assert_eq!(table.moves(), "");
}

#[test]
fn person_never_scores_alone_against_an_engine() {
    let opponent = Opponent::Level("28k".to_owned());
    let mut table = Table::new(NewGame { opponent, ..terms("none") });
    table.input(Input::Arrived(Some(guest(1))));
    table.play("D4 ");
    let engine = |table: &mut Table, mv: &str| {
        let decision = tengen_analysis::Decision::Move(mv.parse().unwrap());
        let ticket = table.think_ticket();
        table.input(Input::Engine(Action::EngineMoved { ticket, decision, evaluation: None }));
    };
    engine(&mut table, "E5");
    table.play("pass");
    engine(&mut table, "pass");
    let rev = table.room.state().scoring.unwrap().rev;
    // Before the engine has looked, an agreement settles nothing.
    table.ok(1, &format!(r#"{{"t":"agree","c":1,"rev":{rev},"dead":[]}}"#));
    assert_eq!(table.room.phase(), PhaseName::Scoring);
    assert_eq!(
        table.no(1, &format!(r#"{{"t":"mark","c":1,"rev":{rev},"at":"E5"}}"#)),
        Why::NotAllowed
    );
    table.propose("");
    assert_eq!(table.room.phase(), PhaseName::Over);
}

#[test]
fn pass_and_play_has_one_screen_for_both() {
    let opponent = Opponent::PassAndPlay;
    let mut table = Table::new(NewGame { opponent, ..terms("none") });
    table.input(Input::Arrived(Some(guest(1))));
    assert_eq!(table.room.role(Some(guest(1))), Role::Both);
    for (n, at) in ["D4", "E5", "F6"].into_iter().enumerate() {
        table.ok(1, &format!(r#"{{"t":"play","c":1,"n":{n},"at":"{at}"}}"#));
    }
    table.ok(1, r#"{"t":"undo","c":1,"op":"ask","n":3}"#);
    assert_eq!(table.moves(), "BD4 WE5");
    table.ok(1, r#"{"t":"pass","c":1,"n":2}"#);
    table.ok(1, r#"{"t":"pass","c":1,"n":3}"#);
    table.propose("");
    let rev = table.room.state().scoring.unwrap().rev;
    table.ok(1, &format!(r#"{{"t":"agree","c":1,"rev":{rev},"dead":[]}}"#));
    assert_eq!(table.room.phase(), PhaseName::Over);
    // The next game begins at once.
    let output = table.send(1, r#"{"t":"rematch","c":1,"op":"ask"}"#);
    assert_eq!(output.rematch.unwrap().color, Color::White);
}

#[test]
fn rematch_exchanges_the_colors() {
    let mut table = Table::of_people("10m");
    assert_eq!(table.no(1, r#"{"t":"rematch","c":1,"op":"ask"}"#), Why::Phase);
    table.ok(1, r#"{"t":"resign","c":1}"#);
    assert_eq!(table.no(1, r#"{"t":"undo","c":1,"op":"ask","n":0}"#), Why::Over);
    table.ok(1, r#"{"t":"rematch","c":1,"op":"ask"}"#);
    assert_eq!(table.room.state().request.unwrap().what, Requested::Rematch);
    let output = table.send(2, r#"{"t":"rematch","c":1,"op":"yes"}"#);
    let next = *output.rematch.unwrap();
    let next_id = "w7m2c4ht".parse().unwrap();
    let (room, _) = Room::create(next_id, next, "", table.now).unwrap();
    assert_eq!(room.role(Some(guest(1))), Role::White);
    assert_eq!(room.role(Some(guest(2))), Role::Black);
    assert_eq!((room.name(Color::Black), room.name(Color::White)), ("Ben".into(), "Ana".into()));
    let output = table.input(Input::Rematched(next_id));
    assert_eq!(output.events[0].change, Change::Rematched { game: next_id.to_string() });
    assert_eq!(table.no(1, r#"{"t":"rematch","c":1,"op":"ask"}"#), Why::Nothing);
}

#[test]
fn free_handicap_is_placed_move_by_move() {
    let mut table = Table::new(NewGame { handicap: 2, placement: Placement::Free, ..terms("10m") });
    table.input(Input::Join { guest: guest(2), name: String::new() });
    table.input(Input::Arrived(Some(guest(1))));
    table.input(Input::Arrived(Some(guest(2))));
    assert_eq!(table.room.phase(), PhaseName::Placing);
    assert_eq!(table.no(2, r#"{"t":"play","c":1,"n":0,"at":"A1"}"#), Why::Phase);
    let place = |n: u32, at: &str| format!(r#"{{"t":"play","c":1,"n":{n},"at":"{at}"}}"#);
    table.ok(1, &place(0, "A1"));
    assert_eq!(table.ok(1, &place(0, "A1")), []);
    assert_eq!(table.no(1, &place(0, "B2")), Why::Stale);
    table.restart();
    table.input(Input::Arrived(Some(guest(1))));
    table.input(Input::Arrived(Some(guest(2))));
    let changes = table.ok(1, &place(1, "J9"));
    let at = "J9".parse().unwrap();
    assert_eq!(changes, [Change::Placed { at, left: 0, to_play: Color::White }]);
    assert_eq!(table.ok(1, &place(1, "J9")), []);
    assert_eq!(table.room.state().setup.black.len(), 2);
    table.ok(2, &place(0, "E5"));
}

#[test]
fn spectators_talk_among_themselves_until_the_end() {
    let mut table = Table::of_people("none");
    table.input(Input::Arrived(Some(guest(3))));
    assert_eq!(table.room.crowd().spectators, 1);
    let line = table.send(3, r#"{"t":"say","c":1,"text":"What a fight!"}"#).line.unwrap();
    let reads = |table: &Table, number| table.room.can_read(Some(guest(number)), &line);
    assert_eq!([1, 2, 3, 4].map(|it| reads(&table, it)), [false, false, true, true]);
    let own = table.send(1, r#"{"t":"say","c":1,"text":"  hi <b> \u202e "}"#).line.unwrap();
    assert_eq!((own.text.as_str(), own.name.as_str(), own.id), ("hi <b>", "Ana", 2));
    assert!(table.room.can_read(None, &own));
    assert_eq!(table.no(1, r#"{"t":"say","c":1,"text":"  "}"#), Why::BadText);
    table.ok(2, r#"{"t":"resign","c":1}"#);
    assert!(reads(&table, 1));
}

#[test]
fn private_game_is_seen_by_its_players_alone() {
    let mut table = Table::new(NewGame { visibility: Visibility::Private, ..terms("none") });
    assert!(table.room.is_visible_to(None), "who has the link can take the seat");
    table.input(Input::Join { guest: guest(2), name: String::new() });
    assert!(table.room.is_visible_to(Some(guest(1))) && table.room.is_visible_to(Some(guest(2))));
    assert!(!table.room.is_visible_to(Some(guest(3))) && !table.room.is_visible_to(None));
}

#[test]
fn game_is_cancelled_only_before_it_has_begun() {
    let mut table = Table::new(terms("none"));
    table.ok(1, r#"{"t":"cancel","c":1}"#);
    assert_eq!(table.stored.listing.result.as_deref(), Some("Void"));
    let mut table = Table::of_people("none");
    table.play("D4 E5");
    assert_eq!(table.no(1, r#"{"t":"cancel","c":1}"#), Why::Phase);
}

#[test]
fn missed_events_are_kept_for_a_while() {
    let mut table = Table::of_people("none");
    let v = table.room.version();
    table.play("A1 B2 C3");
    let missed: Vec<u64> = table.room.events_since(v).unwrap().map(|it| it.v).collect();
    assert_eq!(missed, [v + 1, v + 2, v + 3]);
    assert!(table.room.events_since(v + 4).is_none(), "a version of the future");
    assert_eq!(table.room.events_since(v + 3).unwrap().count(), 0);
    let points = Size::NINE.points().filter(|it| !["A1", "B2", "C3"].contains(&&*it.to_string()));
    let points: Vec<String> = points.take(66).map(|it| it.to_string()).collect();
    table.play(&points.join(" "));
    assert!(table.room.events_since(v + 1).is_none(), "too long ago");
}

/// Each system goes into overtime, is paused, taken back, and restored.
#[test]
fn every_clock_survives_whatever_happens() {
    for clock in ["10m", "30s/move", "2m+7s", "5s+3x10s", "5s+3/30s"] {
        let mut table = Table::of_people(clock);
        for at in ["A1", "B2", "C3", "D4", "E5"] {
            table.now += Duration::from_millis(6_789);
            table.play(at);
        }
        table.now += Duration::from_millis(1_234);
        table.ok(1, r#"{"t":"pause","c":1,"op":"ask"}"#);
        table.ok(2, r#"{"t":"pause","c":1,"op":"yes"}"#);
        let left = |table: &Table| table.room.session().time_left(table.now);
        let paused = left(&table);
        table.now += secs(1_000);
        table.restart();
        assert_eq!(left(&table), paused, "{clock}");
        table.input(Input::Arrived(Some(guest(1))));
        table.input(Input::Arrived(Some(guest(2))));
        table.ok(1, r#"{"t":"continue","c":2}"#);
        assert_eq!(left(&table), paused, "{clock}");
        assert_eq!(table.room.state().clocks.running, Some(Color::White), "{clock}");
        // A whole turn is charged to who had it, and to the other not at all.
        table.now += secs(2);
        let before = left(&table);
        table.play("F6");
        let after = left(&table);
        assert_eq!(after.white, before.white.complete(), "{clock}");
        assert_eq!(after.black, paused.black, "{clock}");
        // The flag falls neither a moment too early nor too late.
        let falls_at = table.room.wake_at().unwrap();
        table.now = falls_at.saturating_sub(Duration::from_millis(1));
        table.input(Input::Tick);
        assert_eq!(table.room.phase(), PhaseName::Playing, "{clock}");
        table.now = falls_at;
        table.input(Input::Tick);
        assert_eq!(table.stored.listing.result.as_deref(), Some("W+T"), "{clock}");
    }
}
