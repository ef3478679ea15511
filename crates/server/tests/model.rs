//! Random interleavings of two players, a spectator, broken connections,
//! doubled messages, crashes and full disks, against a simple model.
//!
//! Everything is simulated in one thread, and a seed decides everything. Each
//! seed is one game; `TENGEN_MODEL_SEEDS` sets how many.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::collections::VecDeque;
use std::time::Duration;

use fastrand::Rng;
use tengen_rules::{ByColor, Color, Ruleset, Size};
use tengen_server::id::PersonId;
use tengen_server::room::{Input, NewGame, Opponent, Output, Placement, Refusal, Room};
use tengen_server::store::{StoredGame, StoredSgf};
use tengen_server::wire::{
    Change, Claim, ClientMessage, ClockFace, Event, Op, PhaseName, PlayedMove, Requested, Role,
    ServerMessage, State, Visibility, Why,
};

const N_STEPS: usize = 400;
const MAIN_TIME: u64 = 600_000;

/// Ana plays Black, Ben White, and Eve watches.
const N_CLIENTS: usize = 3;

fn guest(idx: usize) -> PersonId {
    PersonId::numbered(idx as u64)
}

/// What a client knows.
#[derive(Debug, Default)]
struct View {
    v: Option<u64>,
    moves: Vec<PlayedMove>,
    to_play: Option<Color>,
    phase: Option<PhaseName>,
    rev: u32,
    dead: tengen_rules::PointSet,
    request: Option<(Color, Requested)>,
}

impl View {
    fn set(&mut self, state: &State) {
        *self = View {
            v: Some(state.v),
            moves: state.moves.0.clone(),
            to_play: Some(state.to_play),
            phase: Some(state.phase),
            rev: state.scoring.as_ref().map_or(0, |it| it.rev),
            dead: state.scoring.as_ref().map(|it| it.dead).unwrap_or_default(),
            request: state.request.map(|it| (it.by, it.what)),
        };
    }

    /// Follows an event; the client must have all before it.
    fn follow(&mut self, event: &Event) {
        let v = self.v.expect("an event comes after the state");
        if event.v <= v {
            return;
        }
        assert_eq!(event.v, v + 1, "versions have no gaps");
        self.v = Some(event.v);
        match &event.change {
            Change::Played { n, mv, to_play } => {
                assert_eq!(*n as usize, self.moves.len() + 1);
                self.moves.push(mv.clone());
                self.to_play = Some(*to_play);
                self.phase = Some(PhaseName::Playing);
            }
            Change::Undone { n, to_play } => {
                self.moves.truncate(*n as usize);
                self.to_play = Some(*to_play);
                self.phase = Some(PhaseName::Playing);
            }
            Change::Started {} => self.phase = Some(PhaseName::Playing),
            Change::Paused {} => self.phase = Some(PhaseName::Paused),
            Change::Scoring(scoring) => {
                self.phase = Some(PhaseName::Scoring);
                self.rev = scoring.rev;
                self.dead = scoring.dead;
            }
            Change::Resumed { to_play, .. } => {
                self.phase = Some(PhaseName::Playing);
                self.to_play = Some(*to_play);
            }
            Change::Over(_) => {
                self.phase = Some(PhaseName::Over);
                self.request = None;
            }
            Change::Asked { by, what } => self.request = Some((*by, *what)),
            Change::Answered { .. } => self.request = None,
            _ => (),
        }
    }
}

/// A client and what is on its way to and from it.
#[derive(Debug, Default)]
struct Client {
    is_connected: bool,
    is_greeted: bool,
    to_server: VecDeque<ClientMessage>,
    from_server: VecDeque<ServerMessage>,
    view: View,
    /// Commands without an answer.
    unanswered: Vec<ClientMessage>,
    /// The last commands for a move, with an answer or without.
    moves: VecDeque<ClientMessage>,
    c: u32,
}

/// What a simple model knows of the clocks.
#[derive(Debug)]
struct ClockModel {
    left: ByColor<u64>,
    running: Option<(Color, u64)>,
}

impl ClockModel {
    fn stop(&mut self, now: u64) {
        if let Some((color, since)) = self.running.take() {
            self.left[color] -= now - since;
        }
    }

    fn start(&mut self, color: Color, now: u64) {
        self.stop(now);
        self.running = Some((color, now));
    }
}

struct World {
    rng: Rng,
    room: Room,
    stored: StoredGame,
    clients: [Client; N_CLIENTS],
    clock: ClockModel,
    now: Duration,
    /// Whether the store fails at the moment.
    is_full: bool,
    /// The commands that ever made a move, by client and number.
    made: Vec<(usize, u32)>,
    /// Those whose moves are there.
    there: Vec<(usize, u32)>,
    /// How often a command came again after its move was taken back.
    n_late: usize,
}

impl World {
    fn new(seed: u64) -> World {
        let terms = NewGame {
            guest: guest(0),
            name: "Ana".to_owned(),
            color: Color::Black,
            opponent: Opponent::Link,
            second: Some((guest(1), "Ben".to_owned())),
            size: Size::square(5).unwrap(),
            ruleset: Ruleset::CHINESE,
            komi: None,
            handicap: 0,
            placement: Placement::Fixed,
            clock: "10m".to_owned(),
            visibility: Visibility::Link,
            is_rated: false,
        };
        let now = Duration::from_secs(1_700_000_000);
        let (room, stored) = Room::create("k3v9x2pq".parse().unwrap(), terms, "", now).unwrap();
        World {
            rng: Rng::with_seed(seed),
            room,
            stored,
            clients: Default::default(),
            clock: ClockModel {
                left: ByColor { black: MAIN_TIME, white: MAIN_TIME },
                running: None,
            },
            now,
            is_full: false,
            made: Vec::new(),
            there: Vec::new(),
            n_late: 0,
        }
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.now.as_millis()).unwrap()
    }

    fn step(&mut self) {
        self.now += Duration::from_millis(self.rng.u64(0..1_500));
        if self.room.wake_at().is_some_and(|it| it <= self.now) {
            self.input(Input::Tick, None);
        }
        let idx = self.rng.usize(0..N_CLIENTS);
        // A full disk is soon noticed.
        let n_full = if self.is_full { 60 } else { 6 };
        match self.rng.u32(0..1_000) {
            0..6 => self.crash(),
            6..26 => self.disconnect(idx),
            it if it < 26 + n_full => self.is_full = !self.is_full,
            86..160 => self.double(idx),
            160..380 => self.act(idx),
            380..690 => self.serve(idx),
            _ => self.hear(idx),
        }
        if !self.clients[idx].is_connected {
            self.connect(idx);
        }
    }

    fn connect(&mut self, idx: usize) {
        let client = &mut self.clients[idx];
        client.is_connected = true;
        client.to_server.push_back(ClientMessage::Hello { have: client.view.v });
        // What has no answer is sent again; the server must not do it twice.
        let again = client.unanswered.clone();
        client.to_server.extend(again);
    }

    fn disconnect(&mut self, idx: usize) {
        let client = &mut self.clients[idx];
        let was_greeted = std::mem::take(&mut client.is_greeted);
        client.is_connected = false;
        client.to_server.clear();
        client.from_server.clear();
        if was_greeted {
            self.input(Input::Left(Some(guest(idx))), None);
        }
    }

    /// The server is killed and started again.
    fn crash(&mut self) {
        self.restore();
        for client in &mut self.clients {
            client.is_connected = false;
            client.is_greeted = false;
            client.to_server.clear();
            client.from_server.clear();
        }
    }

    fn restore(&mut self) {
        self.room = Room::restore(&self.stored).unwrap();
        self.room.set_restored(self.now);
        // What was thought about since the last move is given back.
        self.clock.running = None;
        self.read_clock();
    }

    /// Takes over what is stored of the clocks, which is as of the last change.
    fn read_clock(&mut self) {
        let state = self.room.state();
        self.clock.left =
            ByColor { black: main(state.clocks.black), white: main(state.clocks.white) };
    }

    /// A message arrives twice, at once or long after its answer.
    fn double(&mut self, idx: usize) {
        let is_late = self.rng.bool();
        let client = &mut self.clients[idx];
        let message =
            if is_late { client.moves.get(self.rng.usize(0..=3)) } else { client.to_server.back() };
        if let Some(message) = message.filter(|_| client.is_connected).cloned() {
            client.to_server.push_back(message);
        }
    }

    /// A client does something that makes sense to it, or not.
    fn act(&mut self, idx: usize) {
        let client = &mut self.clients[idx];
        if client.view.v.is_none() || client.unanswered.len() > 2 {
            return;
        }
        client.c += 1;
        let c = client.c;
        let n = client.view.moves.len() as u32;
        let rev = client.view.rev;
        let dead = client.view.dead;
        let own = [Color::Black, Color::White].get(idx).copied();
        let is_asked = client.view.request.is_some_and(|(by, _)| Some(by) != own);
        let op = match (is_asked, self.rng.u32(0..3)) {
            (true, 0) => Op::No,
            (true, _) => Op::Yes,
            (false, _) => Op::Ask,
        };
        let point = Size::square(5).unwrap().point_at(self.rng.u16(0..25)).unwrap();
        let is_scoring = client.view.phase == Some(PhaseName::Scoring);
        let is_paused = client.view.phase == Some(PhaseName::Paused);
        let message = match (self.rng.u32(0..3), self.rng.u32(0..40)) {
            (0, 0..16) if is_scoring => ClientMessage::Mark { c, rev, at: point },
            (0, 16..28) if is_scoring => ClientMessage::Resume { c, rev },
            (0, _) if is_scoring => ClientMessage::Agree { c, rev, dead },
            (0, _) if is_paused => ClientMessage::Continue { c },
            (_, 0) if self.rng.u32(0..8) == 0 => ClientMessage::Resign { c },
            (_, 1..6) => ClientMessage::Undo { c, op, n },
            (_, 6..8) => ClientMessage::Pause { c, op },
            (_, 8..11) => ClientMessage::Pass { c, n },
            (_, 11) => ClientMessage::Claim { c, what: Claim::Void },
            _ => ClientMessage::Play { c, n, at: point },
        };
        if let ClientMessage::Play { .. } | ClientMessage::Pass { .. } = &message {
            client.moves.push_front(message.clone());
            client.moves.truncate(4);
        }
        client.to_server.push_back(message.clone());
        client.unanswered.push(message);
    }

    /// The server takes the next message of a client.
    fn serve(&mut self, idx: usize) {
        let Some(message) = self.clients[idx].to_server.pop_front() else { return };
        if let ClientMessage::Hello { have } = message {
            return self.greet(idx, have);
        }
        let from = Some(guest(idx));
        let input = Input::Command { from, message, lag: Duration::ZERO };
        self.input(input, Some(idx));
    }

    fn greet(&mut self, idx: usize, have: Option<u64>) {
        self.room.set_time(self.now);
        let events: Option<Vec<Event>> =
            have.and_then(|it| self.room.events_since(it)).map(|it| it.cloned().collect());
        let queue = &mut self.clients[idx].from_server;
        match events {
            Some(events) => queue.extend(events.into_iter().map(ServerMessage::Event)),
            None => queue.push_back(ServerMessage::State(Box::new(self.room.state()))),
        }
        if !std::mem::replace(&mut self.clients[idx].is_greeted, true) {
            self.input(Input::Arrived(Some(guest(idx))), None);
        }
    }

    /// Check, apply, write, answer, broadcast, as the task of a game does it.
    fn input(&mut self, input: Input, from: Option<usize>) {
        let command = match &input {
            Input::Command { message, .. } => Some(message.clone()),
            _ => None,
        };
        let output = self.room.handle(input, self.now);
        let mut answer = output.answer.clone();
        if let Some(change) = &output.change {
            if self.is_full {
                answer = answer.map(|_| Err(Refusal::NotStored));
                self.reload();
            } else {
                self.write(change);
                self.follow_clock(&output);
                self.note_made(&output, from, command.as_ref());
                // It may be killed before anyone hears of it.
                if self.rng.u32(0..60) == 0 {
                    return self.crash();
                }
                self.tell(&output);
            }
        }
        if let (Some(idx), Some(command), Some(answer)) = (from, &command, &answer) {
            self.answer(idx, command, answer);
        }
        self.check_clock();
    }

    fn write(&mut self, change: &tengen_server::store::StoredChange) {
        assert_eq!(change.before, self.stored.version, "each version is written once");
        self.stored.version = change.version;
        self.stored.room.clone_from(&change.room);
        self.stored.listing = change.listing.clone();
        match &change.sgf {
            StoredSgf::Same => (),
            StoredSgf::Line(line) => self.stored.sgf.extend([line, "\n"]),
            StoredSgf::Whole(sgf) => self.stored.sgf.clone_from(sgf),
        }
    }

    /// The room is thrown away, and the clients get what is stored.
    fn reload(&mut self) {
        self.restore();
        for (idx, client) in self.clients.iter_mut().enumerate() {
            if client.is_greeted {
                // As when a room takes over the clients: nothing starts by it.
                let output = self.room.handle(Input::Arrived(Some(guest(idx))), Duration::ZERO);
                drop(output);
            }
        }
        // Arrivals may have started it in memory only, so it is read once more.
        self.crash();
    }

    fn tell(&mut self, output: &Output) {
        for client in self.clients.iter_mut().filter(|it| it.is_greeted) {
            client.from_server.extend(output.events.iter().cloned().map(ServerMessage::Event));
        }
    }

    fn answer(&mut self, idx: usize, command: &ClientMessage, answer: &Result<u64, Refusal>) {
        let c = command.command().unwrap();
        let message = match answer {
            Ok(v) => {
                self.check_stored(idx, command, *v);
                ServerMessage::Ok { c, v: *v }
            }
            Err(refusal) => ServerMessage::No { c, why: refusal.why(), text: String::new() },
        };
        if idx == 2 {
            let is_refused =
                matches!(&message, ServerMessage::No { why: Why::NotAllowed | Why::NotStored, .. });
            assert!(is_refused, "a spectator does nothing: {command:?}, {message:?}");
        }
        self.clients[idx].from_server.push_back(message);
    }

    /// What is acknowledged is stored.
    fn check_stored(&mut self, idx: usize, command: &ClientMessage, v: u64) {
        assert_eq!(self.stored.version, v);
        let restored = Room::restore(&self.stored).unwrap().state();
        let color = if idx == 0 { Color::Black } else { Color::White };
        if let ClientMessage::Play { c, n, at } = command {
            let made = (idx, *c);
            if self.made.contains(&made) && !self.there.contains(&made) {
                self.n_late += 1;
            } else {
                let mv = &restored.moves.0[*n as usize];
                assert_eq!((mv.color, mv.mv.point()), (color, Some(*at)));
            }
        }
        assert_eq!(restored.moves, self.room.state().moves);
    }

    /// No command makes two moves, not even if the first was taken back.
    fn note_made(&mut self, output: &Output, from: Option<usize>, command: Option<&ClientMessage>) {
        let n_played = |it: &&Event| matches!(it.change, Change::Played { .. });
        let n_made = output.events.iter().filter(n_played).count();
        assert!(n_made <= 1);
        if n_made == 1 {
            let made = (from.unwrap(), command.unwrap().command().unwrap());
            assert!(!self.made.contains(&made), "{made:?} was made twice");
            self.made.push(made);
            self.there.push(made);
        }
        for event in &output.events {
            if let Change::Undone { n, .. } = event.change {
                self.there.truncate(n as usize);
            }
        }
        let moves = &self.room.state().moves.0;
        let is_in_turn =
            |(idx, mv): (usize, &PlayedMove)| (mv.color == Color::Black) == (idx % 2 == 0);
        assert!(moves.iter().enumerate().all(is_in_turn), "no move is out of turn");
    }

    /// The simple model of two clocks without increments.
    fn follow_clock(&mut self, output: &Output) {
        let now = self.millis();
        for event in &output.events {
            match &event.change {
                Change::Started {} if self.room.phase() == PhaseName::Playing => {
                    self.clock.start(self.room.session().to_play(), now);
                }
                // While a game waits after a restart, moves can be taken back.
                Change::Undone { .. } if !self.room.session().is_running() => (),
                Change::Played { to_play, .. }
                | Change::Undone { to_play, .. }
                | Change::Resumed { to_play, .. } => self.clock.start(*to_play, now),
                Change::Paused {} | Change::Scoring(_) | Change::Over(_) => self.clock.stop(now),
                _ => (),
            }
        }
    }

    fn check_clock(&mut self) {
        self.room.set_time(self.now);
        let clocks = self.room.state().clocks;
        let now = self.millis();
        let mut expected = ClockModel { left: self.clock.left, running: self.clock.running };
        expected.stop(now);
        let shown = ByColor { black: main(clocks.black), white: main(clocks.white) };
        for color in Color::ALL {
            // Each stop may round a part of a millisecond.
            let difference = shown[color].abs_diff(expected.left[color]);
            assert!(difference <= 2, "{color}: {shown:?}, expected {:?}", expected.left);
        }
        assert_eq!(clocks.running, self.clock.running.map(|(color, _)| color));
    }

    /// A client takes the next message.
    fn hear(&mut self, idx: usize) {
        let client = &mut self.clients[idx];
        match client.from_server.pop_front() {
            Some(ServerMessage::State(state)) => client.view.set(&state),
            Some(ServerMessage::Event(event)) => client.view.follow(&event),
            Some(ServerMessage::Ok { c, .. } | ServerMessage::No { c, .. }) => {
                client.unanswered.retain(|it| it.command() != Some(c));
            }
            _ => (),
        }
    }

    /// In the end all is heard, and all see the same.
    fn settle(&mut self) {
        self.is_full = false;
        for idx in 0..N_CLIENTS {
            if !self.clients[idx].is_connected {
                self.connect(idx);
            }
        }
        for _ in 0..10_000 {
            let is_done = |it: &Client| it.to_server.is_empty() && it.from_server.is_empty();
            if self.clients.iter().all(is_done) && self.clients.iter().all(|it| it.is_connected) {
                break;
            }
            for idx in 0..N_CLIENTS {
                if !self.clients[idx].is_connected {
                    self.connect(idx);
                }
                self.serve(idx);
                self.hear(idx);
            }
        }
        let state = self.room.state();
        let stored = Room::restore(&self.stored).unwrap().state();
        assert_eq!((stored.v, &stored.moves), (state.v, &state.moves));
        for (idx, client) in self.clients.iter().enumerate() {
            assert!(client.unanswered.is_empty(), "every command has an answer: {client:?}");
            assert_eq!(client.view.v, Some(state.v), "client {idx}");
            assert_eq!(client.view.moves, state.moves.0, "client {idx}");
            assert_eq!(client.view.phase, Some(state.phase), "client {idx}");
            assert_eq!(client.view.request, state.request.map(|it| (it.by, it.what)));
        }
        let roles = [0, 1, 2].map(|idx| self.room.role(Some(guest(idx))));
        assert_eq!(roles, [Role::Black, Role::White, Role::Spectator]);
    }
}

fn main(face: ClockFace) -> u64 {
    match face {
        ClockFace::Absolute { main } => main,
        other => panic!("{other:?}"),
    }
}

#[test]
fn no_move_is_lost_doubled_or_out_of_turn() {
    let n_seeds = std::env::var("TENGEN_MODEL_SEEDS").ok().and_then(|it| it.parse().ok());
    let mut n_moves = 0;
    let mut n_over = 0;
    let mut n_late = 0;
    for seed in 0..n_seeds.unwrap_or(600) {
        let played = std::panic::catch_unwind(|| {
            let mut world = World::new(seed);
            for _ in 0..N_STEPS {
                world.step();
            }
            world.settle();
            let is_over = world.room.phase() == PhaseName::Over;
            (world.room.state().moves.0.len(), is_over, world.n_late)
        });
        let Ok((moves, is_over, late)) = played else {
            panic!("the game of seed {seed} went wrong")
        };
        n_moves += moves;
        n_over += usize::from(is_over);
        n_late += late;
    }
    // The interleavings are of some use only if games are played in them.
    let seen = format!("{n_moves} moves, {n_over} games over, {n_late} late commands");
    assert!(n_moves > 1_000 && n_over > 10 && n_late > 10, "{seen}");
}
