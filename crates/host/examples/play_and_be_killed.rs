//! Plays random games in a folder until it is killed, for the test of that.
//!
//! The arguments are the folder and a seed. It makes a few moves, waits until
//! they are on the disk, and prints a line with the key of the game and all of
//! its moves.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use tengen_host::{GameHandle, GameKey, Keep, Runner, RunnerOptions, Store};
use tengen_rules::{Move, Point, Ruleset, Size, Turn};
use tengen_session::{Action, Actor, Session, Setup};

/// The games that are played at the same time.
const N_GAMES: usize = 3;

/// The moves after which a player resigns.
const MAX_MOVES: usize = 40;

/// The most moves that are made before they are on the disk.
const MAX_UNCONFIRMED: usize = 4;

const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let store = Store::new(arguments.next().ok_or("no folder")?);
    let mut rng = fastrand::Rng::with_seed(arguments.next().ok_or("no seed")?.parse()?);
    let runner = Runner::start(RunnerOptions { store: Some(store), ..RunnerOptions::default() });
    let mut games: Vec<GameHandle> = Vec::new();
    loop {
        if games.len() < N_GAMES {
            games.push(open(&runner, &mut rng)?);
        }
        let game_idx = rng.usize(..games.len());
        let mut is_over = false;
        for _ in 0..rng.usize(1..=MAX_UNCONFIRMED) {
            is_over = is_over || act(&games[game_idx], &mut rng)?;
        }
        confirm(&games[game_idx])?;
        if is_over || rng.u8(..) < 8 {
            games.swap_remove(game_idx);
        }
    }
}

/// Goes on with a game that nobody has open, or begins one.
fn open(runner: &Runner, rng: &mut fastrand::Rng) -> Result<GameHandle, Box<dyn Error>> {
    let list = runner.unfinished()?;
    let free: BTreeMap<usize, GameKey> =
        list.into_iter().filter(|it| !it.is_in_use).map(|it| it.key).enumerate().collect();
    let game = match free.get(&rng.usize(..free.len() + 2)) {
        // Another program may have been faster.
        Some(key) => runner.resume(key).ok(),
        None => None,
    };
    let game = if let Some(game) = game {
        game
    } else {
        let setup = Setup::new(Size::NINE, Ruleset::CHINESE);
        runner.open(Session::new(setup)?, Keep::Game)
    };
    game.apply(Actor::Owner, Action::Start)?;
    Ok(game)
}

/// Makes a random move, or ends a long game.
fn act(game: &GameHandle, rng: &mut fastrand::Rng) -> Result<bool, Box<dyn Error>> {
    let (color, points, n_moves) = game.read(|session, _| {
        let game = session.game();
        let is_legal = |&it: &Point| game.check(Move::Play(it)).is_ok();
        let points: Vec<Point> = game.board().size().points().filter(is_legal).collect();
        (game.to_play(), points, game.n_turns())
    });
    let is_over = n_moves >= MAX_MOVES || points.is_empty();
    let action = match rng.choice(&points) {
        Some(&point) if !is_over => Action::Play(point),
        _ => Action::Resign,
    };
    game.apply(Actor::Player(color), action)?;
    Ok(is_over)
}

/// Prints a line when the game is on the disk.
fn confirm(game: &GameHandle) -> Result<(), Box<dyn Error>> {
    if !game.wait_until_saved(PATIENCE) {
        return Err("the game was not saved".into());
    }
    let key = game.key().ok_or("a game that was saved has a key")?;
    let moves = game.read(|session, _| moves(session));
    let mut out = io::stdout().lock();
    writeln!(out, "{key} {moves}")?;
    Ok(out.flush()?)
}

fn moves(session: &Session) -> String {
    let moves = session.game().turns().filter_map(|turn| match turn {
        Turn::Move(_, mv) => Some(mv.to_string()),
        Turn::Resume(_) => None,
    });
    moves.collect::<Vec<String>>().join(" ")
}
