//! A GTP engine for the tests, which dies or hangs when it is told to.
//!
//! The first argument is a file, to which it adds its process number when it
//! starts; the second one is its trouble. One that `waits` moves when the file
//! with `.go` behind its name has a line for the move.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, Cursor, Write};
use std::process::exit;
use std::thread;
use std::time::Duration;

use tengen_analysis::{Analysis, Candidate, Decision};
use tengen_gtp::{Engine, Player, Purpose, Request};
use tengen_rules::{Move, Ruleset};

/// Longer than any test waits for, and still not for ever.
const LONG: Duration = Duration::from_secs(300);

/// Plays on the first point that is free.
struct First;

impl Player for First {
    fn name(&self) -> &'static str {
        "Fake"
    }

    fn version(&self) -> &'static str {
        "0.1"
    }

    fn think(&mut self, request: &Request<'_>, tell: &mut dyn FnMut(&Analysis)) -> Decision {
        let Request { game, color, .. } = *request;
        let mut points = game.board().size().points().map(Move::Play);
        let mv = points.find(|&mv| game.check_as(color, mv).is_ok()).unwrap_or(Move::Pass);
        if request.purpose == Purpose::Analyze {
            let candidate = Candidate { n_visits: 7, ..Candidate::new(mv, 0.75) };
            let candidates = vec![candidate];
            let analysis = Analysis { n_visits: 7, candidates, ..Analysis::new(color, 0.75) };
            while !request.stop.is_stopped() {
                tell(&analysis);
                thread::sleep(Duration::from_millis(10));
            }
        }
        Decision::Move(mv)
    }
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let notes = arguments.next().unwrap_or_default();
    let trouble = arguments.next().unwrap_or_default();
    let mut file = OpenOptions::new().create(true).append(true).open(&notes)?;
    writeln!(file, "{}", std::process::id())?;
    let n_starts = fs::read_to_string(&notes)?.lines().count();
    if trouble == "silent" {
        thread::sleep(LONG);
    }
    let mut player = First;
    let mut engine = Engine::new(&mut player, Ruleset::CHINESE);
    if trouble == "none" {
        let input = BufReader::new(io::stdin());
        return engine.run(input, io::stdout()).map_err(io::Error::other);
    }
    let mut n_asked = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let is_asked = line.contains("genmove");
        match trouble.as_str() {
            "dies" if is_asked => exit(3),
            "dies once" if is_asked && n_starts == 1 => exit(3),
            "hangs" if is_asked => thread::sleep(LONG),
            "waits" if is_asked => {
                n_asked += 1;
                wait_for_lines(&format!("{notes}.go"), n_asked);
            }
            _ => (),
        }
        engine.run(Cursor::new(line + "\n"), io::stdout()).map_err(io::Error::other)?;
    }
    Ok(())
}

/// Waits until a file has this many lines.
fn wait_for_lines(path: &str, n_lines: usize) {
    while fs::read_to_string(path).unwrap_or_default().lines().count() < n_lines {
        thread::sleep(Duration::from_millis(1));
    }
}
