//! Two programs in one folder that are killed at any moment lose nothing.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use tengen_host::{GameKey, Runner, Store};
use tengen_rules::Turn;
use tengen_session::{Action, Actor, Session};

use crate::support::{example, folder, saving};

const N_KILLS: usize = 100;

/// The most moves that a program makes before it confirms them.
const MAX_UNCONFIRMED: usize = 4;

/// A program that plays, `examples/play_and_be_killed.rs`.
struct Program {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(folder: &Path, seed: u64) -> Program {
        let mut command = Command::new(example("play_and_be_killed"));
        command.arg(folder).arg(seed.to_string()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Program { child, output }
    }

    /// Reads one confirmed move; `false` when nothing more comes.
    fn read(&mut self, confirmed: &mut BTreeMap<GameKey, String>) -> bool {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        // A line that was cut off was not confirmed.
        let Some(line) = line.strip_suffix('\n') else { return false };
        let (key, moves) = line.split_once(' ').unwrap();
        confirmed.insert(key.parse().unwrap(), moves.to_owned());
        true
    }

    /// Kills it and reads what it confirmed before.
    fn kill(mut self, confirmed: &mut BTreeMap<GameKey, String>) {
        // SIGKILL, on systems that have it.
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        while self.read(confirmed) {}
    }
}

fn moves(session: &Session) -> String {
    let moves = session.game().turns().filter_map(|turn| match turn {
        Turn::Move(_, mv) => Some(mv.to_string()),
        Turn::Resume(_) => None,
    });
    moves.collect::<Vec<String>>().join(" ")
}

#[test]
fn killed_programs_lose_no_confirmed_move() {
    let folder = folder("killed");
    let mut rng = fastrand::Rng::with_seed(18);
    // What each program has confirmed, by the order in which it was read; two
    // programs may go on with the same game, one after the other.
    let mut confirmed: BTreeMap<GameKey, String> = BTreeMap::new();
    let mut programs = [Program::start(&folder, 1), Program::start(&folder, 2)];
    for kill_idx in 0..N_KILLS {
        let program_idx = rng.usize(..2);
        let program = &mut programs[program_idx];
        for _ in 0..rng.usize(..12) {
            let mut latest = BTreeMap::new();
            assert!(program.read(&mut latest), "it plays until it is killed");
            merge(&mut confirmed, latest);
        }
        // Any moment of the next few writes.
        (0..rng.u32(..3000)).for_each(|_| std::hint::spin_loop());
        let next = Program::start(&folder, 100 + kill_idx as u64);
        let mut latest = BTreeMap::new();
        std::mem::replace(&mut programs[program_idx], next).kill(&mut latest);
        merge(&mut confirmed, latest);
    }
    for program in programs {
        let mut latest = BTreeMap::new();
        program.kill(&mut latest);
        merge(&mut confirmed, latest);
    }
    check(&folder, &confirmed);
}

/// A game only grows, so the longer line is the later one.
fn merge(confirmed: &mut BTreeMap<GameKey, String>, latest: BTreeMap<GameKey, String>) {
    for (key, moves) in latest {
        let known = confirmed.entry(key).or_default();
        if moves.len() >= known.len() {
            assert!(moves.starts_with(known.as_str()), "{known} became {moves}");
            *known = moves;
        } else {
            assert!(known.starts_with(&moves), "{moves} became {known}");
        }
    }
}

fn check(folder: &Path, confirmed: &BTreeMap<GameKey, String>) {
    let store = Store::new(folder);
    let runner = Runner::start(saving(&store));
    let list = runner.unfinished().unwrap();
    assert!(list.iter().all(|it| !it.is_in_use && it.summary.is_some()));
    let (mut n_unfinished, mut n_finished) = (0, 0);
    for (key, expected) in confirmed {
        let found = if list.iter().any(|it| it.key == *key) {
            n_unfinished += 1;
            let game = runner.resume(key).unwrap();
            let found = game.read(|session, _| moves(session));
            game.apply(Actor::Owner, Action::Start).unwrap();
            let color = game.read(|session, _| session.game().to_play());
            game.apply(Actor::Player(color), Action::Pass).unwrap();
            found
        } else {
            n_finished += 1;
            let path = store.finished_games().join(format!("{key}.sgf"));
            moves(&Session::resume(&std::fs::read_to_string(path).unwrap()).unwrap())
        };
        assert!(found.starts_with(expected.as_str()), "{key}: {expected} is now {found}");
        let n_more = found.split_whitespace().count() - expected.split_whitespace().count();
        assert!(n_more <= MAX_UNCONFIRMED, "{key}: {n_more} moves more than were confirmed");
    }
    assert!(n_unfinished > 0 && n_finished > 0, "{n_unfinished} {n_finished}");
}
