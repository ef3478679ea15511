//! Any texts from two players and a spectator: no panic, nothing is told that
//! is not stored, and what is told can be read.
//!
//! Each line is a text; its first character says from whom it comes, or what
//! else happens.

#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tengen_rules::{Color, Ruleset, Size};
use tengen_server::fuzz::read_message;
use tengen_server::id::PersonId;
use tengen_server::room::{Input, NewGame, Opponent, Output, Placement, Room};
use tengen_server::store::{StoredChange, StoredGame, StoredSgf};
use tengen_server::wire::{ServerMessage, Visibility};

struct Table {
    room: Room,
    stored: StoredGame,
    now: Duration,
}

impl Table {
    fn new(handicap: u8, opponent: Opponent) -> Table {
        let terms = NewGame {
            guest: PersonId::numbered(0),
            name: "Ana".to_owned(),
            color: Color::Black,
            second: (opponent == Opponent::Link).then(|| (PersonId::numbered(1), "Ben".to_owned())),
            opponent,
            size: Size::square(5).expect("there are boards of this size"),
            ruleset: Ruleset::JAPANESE,
            komi: None,
            handicap,
            placement: Placement::Free,
            clock: "1m+3x10s".to_owned(),
            visibility: Visibility::Link,
            is_rated: false,
        };
        let now = Duration::from_secs(1_700_000_000);
        let id = "k3v9x2pq".parse().expect("this is an id");
        let (room, stored) = Room::create(id, terms, "", now).expect("the set-up is right");
        Table { room, stored, now }
    }

    fn input(&mut self, input: Input) {
        let Output { answer, events, line, change, .. } = self.room.handle(input, self.now);
        match change {
            Some(change) => self.write(change),
            None => assert!(events.is_empty(), "what is told is stored"),
        }
        assert_eq!(self.stored.version, self.room.version());
        for event in events {
            can_be_read(&ServerMessage::Event(event));
        }
        line.into_iter().for_each(|it| can_be_read(&ServerMessage::Said(it)));
        if let Some(Err(refusal)) = answer {
            assert!(!refusal.text().is_empty());
        }
    }

    fn write(&mut self, change: StoredChange) {
        assert_eq!(change.before, self.stored.version, "each version is written once");
        self.stored.version = change.version;
        self.stored.room = change.room;
        self.stored.listing = change.listing;
        match change.sgf {
            StoredSgf::Same => (),
            StoredSgf::Line(line) => self.stored.sgf.extend([line.as_str(), "\n"]),
            StoredSgf::Whole(sgf) => self.stored.sgf = sgf,
        }
    }

    fn restore(&mut self) {
        let moves = self.room.state().moves;
        self.room = Room::restore(&self.stored).expect("what is stored can be read");
        assert_eq!(self.room.state().moves, moves, "nothing is lost");
        self.room.set_restored(self.now);
        self.arrive();
    }

    fn arrive(&mut self) {
        for number in 0..3 {
            self.input(Input::Arrived(Some(PersonId::numbered(number))));
        }
    }
}

fn can_be_read(message: &ServerMessage) {
    let text = serde_json::to_string(message).expect("messages can be written");
    let read: ServerMessage = serde_json::from_str(&text).expect("what is written can be read");
    assert_eq!(read, *message);
}

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let mut table = match lines.next() {
        Some("h") => Table::new(2, Opponent::Link),
        Some("p") => Table::new(0, Opponent::PassAndPlay),
        Some("l") => Table::new(0, Opponent::Level("28k".to_owned())),
        _ => Table::new(0, Opponent::Link),
    };
    table.arrive();
    for line in lines.take(40) {
        let Some(first) = line.chars().next() else { continue };
        match first {
            '0'..='2' => {
                let Ok(message) = read_message(&line[1..]) else { continue };
                let from = Some(PersonId::numbered(u64::from(first) - u64::from('0')));
                table.input(Input::Command { from, message, lag: Duration::from_millis(30) });
            }
            '3' => table.restore(),
            '4' => table.input(Input::Left(Some(PersonId::numbered(0)))),
            '5' => {
                table.now += Duration::from_secs(line.len() as u64);
                table.input(Input::Tick);
            }
            _ => {
                // Whatever it is, the socket reads it.
                let _ = read_message(line);
            }
        }
    }
    can_be_read(&ServerMessage::State(Box::new(table.room.state())));
    table.restore();
});
