//! Measures what a move costs early and late in a game that is saved.
//!
//! Run it with `cargo run --release -p tengen-host --example action_cost`.

use std::error::Error;
use std::time::{Duration, Instant};

use tengen_host::{GameHandle, Keep, Runner, RunnerOptions, Store};
use tengen_rules::{Color, Move, Point, Ruleset, Size};
use tengen_session::{Action, Actor, Session, Setup};

const N_GAMES: usize = 200;

/// The moves that are measured at each time.
const N_MEASURED: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("tengen-action-cost-{}", std::process::id()));
    let store = Some(Store::new(&folder));
    let runner = Runner::start(RunnerOptions { store, ..RunnerOptions::default() });
    let (mut early, mut late) = (Vec::new(), Vec::new());
    for _ in 0..N_GAMES {
        let setup = Setup::new(Size::NINETEEN, Ruleset::CHINESE);
        let game = runner.open(Session::new(setup)?, Keep::Game);
        let viewer = game.viewer();
        game.apply(Actor::Owner, Action::Start)?;
        let mut moves = moves().into_iter();
        play(&game, moves.by_ref().take(10))?;
        early.extend(play(&game, moves.by_ref().take(N_MEASURED))?);
        play(&game, moves.by_ref().take(280))?;
        late.extend(play(&game, moves.by_ref().take(N_MEASURED))?);
        drop(viewer);
    }
    let (early, late) = (median(early), median(late));
    #[expect(clippy::print_stdout, reason = "it is for people")]
    {
        println!("move 10: {early:?}, move 300: {late:?} (median of {})", N_GAMES * N_MEASURED);
        println!("ratio: {:.2}", late.as_secs_f64() / early.as_secs_f64());
    }
    drop(runner);
    Ok(std::fs::remove_dir_all(folder)?)
}

/// More than 300 moves that are all legal: each player has every other column.
fn moves() -> Vec<(Color, Point)> {
    let of = |parity: u8| {
        Size::NINETEEN.points().filter(move |it| it.column() % 2 == parity && it.row() != 9)
    };
    let pairs = of(0).zip(of(1));
    pairs.flat_map(|(black, white)| [(Color::Black, black), (Color::White, white)]).collect()
}

/// Makes moves, and says how long each took.
fn play(
    game: &GameHandle,
    moves: impl Iterator<Item = (Color, Point)>,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = Vec::new();
    for (color, point) in moves {
        let start = Instant::now();
        game.apply(Actor::Player(color), Action::Play(point))?;
        times.push(start.elapsed());
    }
    debug_assert!(game.read(|session, _| session.game().check(Move::Pass).is_ok()));
    Ok(times)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
