//! An engine that plays by rules of thumb and has a bad habit, for the tests
//! of the referee.
//!
//! The first argument is the habit, which shows when it is asked for its
//! third move in a game; the second one is a seed.

use std::fs;
use std::io::{self, BufRead, Cursor, Write};
use std::process::exit;
use std::thread;
use std::time::Duration;

use tengen_analysis::{Analysis, Decision};
use tengen_engine::{Rng, greedy_player};
use tengen_gtp::{Engine, Player, Request};
use tengen_rules::{Move, Ruleset};

/// Longer than any test waits for, and still not for ever.
const LONG: Duration = Duration::from_secs(300);

/// Plays by rules of thumb.
struct Light {
    rng: Rng,
    seed: u64,
    always_passes: bool,
}

impl Player for Light {
    fn name(&self) -> &'static str {
        "Clumsy"
    }

    fn version(&self) -> &'static str {
        "0.1"
    }

    fn think(&mut self, request: &Request<'_>, _: &mut dyn FnMut(&Analysis)) -> Decision {
        let mv = greedy_player::choose_as(request.game, request.color, &mut self.rng);
        Decision::Move(if self.always_passes { Move::Pass } else { mv })
    }

    fn start_game(&mut self) {
        self.rng = Rng::new(self.seed);
    }
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let habit = arguments.next().unwrap_or_default();
    let seed = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(1);
    if habit == "dead on arrival" {
        writeln!(io::stderr(), "no weights found")?;
        exit(1);
    }
    let rng = Rng::new(seed);
    let mut player = Light { rng, seed, always_passes: habit == "pass" };
    let mut engine = Engine::new(&mut player, Ruleset::CHINESE);
    let mut n_asked = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let (id, name) = (words[0], words.get(1).copied().unwrap_or_default());
        let name = if name == "kata-genmove_analyze" { "genmove" } else { name };
        match name {
            "clear_board" => n_asked = 0,
            "genmove" => n_asked += 1,
            _ => (),
        }
        if answer(&habit, id, name, n_asked)? {
            continue;
        }
        if habit == "evaluate" && name == "genmove" {
            reports(&mut engine, line.replace("kata-genmove_analyze", "genmove"))?;
        } else {
            engine.run(Cursor::new(line.clone()), io::stdout()).map_err(io::Error::other)?;
        }
        if name == "quit" && habit != "stay" {
            return Ok(());
        }
    }
    if habit == "stay" {
        thread::sleep(LONG);
    }
    Ok(())
}

/// Does what is out of order, and says whether that was the answer.
fn answer(habit: &str, id: &str, name: &str, n_asked: u32) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    let is_third = name == "genmove" && n_asked == 3;
    match habit {
        "crash" if is_third => exit(3),
        "hang" if is_third => thread::sleep(LONG),
        "late" if is_third => thread::sleep(Duration::from_millis(2100)),
        "illegal" if is_third => write!(out, "={id} Z25\n\n")?,
        "nonsense" if is_third => write!(out, "={id} banana split\n\n")?,
        "refuse" if is_third => write!(out, "?{id} not in the mood\n\n")?,
        "resign" if is_third => write!(out, "={id} resign\n\n")?,
        "deaf" if name == "play" => write!(out, "?{id} illegal move\n\n")?,
        "19x19" if name == "boardsize" => write!(out, "?{id} unacceptable size\n\n")?,
        "partial" if name == "final_status_list" => write!(out, "?{id} unknown command\n\n")?,
        "partial" if name == "final_score" => write!(out, "={id} W+99.5\n\n")?,
        "unfair" if name.starts_with("final_") => write!(out, "={id} you\n\n")?,
        "evaluate" if name == "list_commands" => write!(
            out,
            "={id} name\nversion\nboardsize\nclear_board\nkomi\nplay\ngenmove\nkata-genmove_analyze\n\n"
        )?,
        _ => match habit.strip_prefix("mark ") {
            Some(path) if is_third => {
                fs::write(path, "thinking")?;
                thread::sleep(LONG);
            }
            _ => return Ok(false),
        },
    }
    Ok(habit != "late")
}

/// Answers a request for a move as engines do that say what they think.
fn reports(engine: &mut Engine<'_>, line: String) -> io::Result<()> {
    let mut answer = Vec::new();
    engine.run(Cursor::new(line), &mut answer).map_err(io::Error::other)?;
    let answer = String::from_utf8_lossy(&answer);
    let (id, mv) = answer.trim().split_once(' ').unwrap_or_default();
    let mut out = io::stdout().lock();
    writeln!(out, "{id}")?;
    for n_visits in [10, 20] {
        writeln!(out, "info move {mv} visits {n_visits} winrate 0.625 scoreLead 3.5 pv {mv}")?;
    }
    write!(out, "play {mv}\n\n")
}
