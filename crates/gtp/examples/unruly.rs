//! An engine that misbehaves as it is told, for the tests of the controller.
//!
//! Its first argument says how. Others change the commands that it lists:
//! `+name` adds one, which it then answers by nothing, and `-name` hides one.

use std::io::{self, BufRead, Cursor, StdinLock, Write};
use std::process::{Child, Command, Stdio, exit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tengen_analysis::{Analysis, Decision};
use tengen_gtp::{Engine, Player, Request};
use tengen_rules::{Move, Ruleset};

/// Longer than any test waits for, and still not for ever.
const LONG: Duration = Duration::from_secs(300);

/// What GNU Go 3.8 says of B E5, W C3, B G3 on 9×9.
const TERRITORY: &str = "\
 0.00 -0.00 -0.00 -0.00 -0.02 -0.06 -0.08 -0.08 -0.09
 0.00  0.00 -0.00 -0.00 -0.02 -0.09 -0.08 -0.10 -0.09
 0.00  0.00  0.00 -0.00 -0.02 -0.13 -0.10 -0.12 -0.13
 0.00  0.00  0.00  0.00 -0.27 -0.21 -0.18 -0.15 -0.16
 0.02  0.01  0.00  0.00  0.00 -0.66 -0.42 -0.36 -0.35
 0.11  0.08  0.01  0.00  0.00 -0.13 -0.60 -0.64 -0.60
 0.42  0.67  0.00  0.00  0.00 -0.00  0.00 -0.92 -0.84
 1.00  1.00  0.41  0.00  0.00  0.00 -0.25 -1.00 -1.00
 1.00  1.00  0.09  0.00  0.00  0.00 -0.03 -1.00 -1.00";

/// Plays on the first point that is free.
struct First;

impl Player for First {
    fn name(&self) -> &'static str {
        "Unruly"
    }

    fn version(&self) -> &'static str {
        "0.1"
    }

    fn think(&mut self, request: &Request<'_>, _: &mut dyn FnMut(&Analysis)) -> Decision {
        let Request { game, color, .. } = *request;
        let mut points = game.board().size().points().map(Move::Play);
        let mv = points.find(|&mv| game.check_as(color, mv).is_ok());
        Decision::Move(mv.unwrap_or(Move::Pass))
    }
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let manner = arguments.next().unwrap_or_default();
    if manner == "sleep" {
        thread::sleep(LONG);
        return Ok(());
    }
    let input = io::stdin().lock();
    let changes = arguments.collect();
    Unruly { manner, changes, input, child: None, n_commands: 0 }.run()
}

/// Writes long words until the pipe is closed.
fn flood(out: &mut impl Write, end: &str) -> io::Result<()> {
    let words = "all_work_and_no_play".repeat(1000) + end;
    loop {
        out.write_all(words.as_bytes())?;
    }
}

struct Unruly {
    manner: String,
    changes: Vec<String>,
    input: StdinLock<'static>,
    child: Option<Child>,
    n_commands: u32,
}

impl Unruly {
    fn run(&mut self) -> io::Result<()> {
        let mut player = First;
        let mut engine = Engine::new(&mut player, Ruleset::CHINESE);
        let mut line = String::new();
        while self.input.read_line(&mut line)? > 0 {
            let mut words = line.split_whitespace();
            let (id, name) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
            self.n_commands += 1;
            if self.manner == "cat" {
                io::stdout().write_all(line.as_bytes())?;
                line.clear();
                continue;
            }
            if self.manner == "terminal" {
                io::stdout().write_all(line.as_bytes())?;
            }
            if !self.answers(id, name)? {
                engine.run(Cursor::new(line.clone()), io::stdout()).map_err(io::Error::other)?;
            }
            if name == "quit" && self.manner != "stay" {
                return Ok(());
            }
            line.clear();
        }
        if self.manner == "stay" {
            thread::sleep(LONG);
        }
        Ok(())
    }

    /// Does what is out of order, and says whether that was the answer.
    fn answers(&mut self, id: &str, name: &str) -> io::Result<bool> {
        let mut out = io::stdout().lock();
        match (self.manner.as_str(), name) {
            ("crash", "genmove") => {
                writeln!(io::stderr(), "out of\n\nmemory\n")?;
                exit(3)
            }
            ("crash later", _) if self.n_commands > 12 => exit(4),
            ("hang", "genmove") | ("silent", "list_commands") => return Ok(true),
            ("unlisted", "list_commands" | "name" | "version") => {
                write!(out, "?{id} unknown command\n\n")?;
            }
            ("nonsense", "genmove") => write!(out, "={id} banana split\n\n")?,
            ("illegal", "genmove") => write!(out, "={id} A1\n\n")?,
            ("resign", "genmove") => write!(out, "={id} RESIGN \r\n\r\n")?,
            ("flood", "genmove") => flood(&mut out, "\n")?,
            ("long answer", "genmove") => {
                writeln!(out, "={id} A1")?;
                flood(&mut out, "\n")?;
            }
            ("long line", "genmove") => flood(&mut out, " ")?,
            ("wrong id", "genmove") => write!(out, "={id}0 A1\n\n")?,
            ("no id", "genmove") => write!(out, "= A1\n\n")?,
            ("garbage", _) => {
                let noise = "loading\n\n \nthis is = no answer\n".repeat(100);
                out.write_all(noise.as_bytes())?;
                return Ok(false);
            }
            ("loud", _) => {
                let noise = "all work and no play makes no memory ".repeat(30_000);
                writeln!(io::stderr(), "{noise}\n{noise}\nlast")?;
                return Ok(false);
            }
            ("orphan", "genmove") => {
                self.child()?;
                exit(5)
            }
            ("parent" | "stay", "unruly-child") => {
                let child = self.child()?;
                write!(out, "={id} {child}\n\n")?;
            }
            ("stay", "quit") => (),
            ("gnu go", "estimate_score") => {
                write!(out, "={id} B+2.9 (upper bound: -2.9, lower: -2.9)\n\n")?;
            }
            ("gnu go", "top_moves_white") => {
                write!(out, "={id} G7 75.01 F4 74.00 C6 30.59 \n\n")?;
            }
            ("gnu go", "initial_influence") => write!(out, "={id} {TERRITORY}\n\n")?,
            (_, "unruly-spin") => {
                let sum = (0..3_000_000_u64).fold(0, |sum: u64, it| sum.rotate_left(3) ^ it);
                write!(out, "={id} {sum}\n\n")?;
            }
            (_, "list_commands") => self.list(&mut out, id)?,
            (_, "kata-analyze" | "lz-analyze" | "analyze") => {
                drop(out);
                return self.analyze(id, name);
            }
            _ if self.changes.iter().any(|it| it.strip_prefix('+') == Some(name)) => {
                write!(out, "={id}\n\n")?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Starts a child that outlives its parent and holds its output.
    fn child(&mut self) -> io::Result<u32> {
        let program = std::env::current_exe()?;
        let child = Command::new(program).arg("sleep").stdin(Stdio::null()).spawn()?;
        Ok(self.child.insert(child).id())
    }

    fn list(&self, out: &mut impl Write, id: &str) -> io::Result<()> {
        let mut player = First;
        let mut list = Vec::new();
        let mut engine = Engine::new(&mut player, Ruleset::CHINESE);
        engine.run(&b"list_commands\n"[..], &mut list).map_err(io::Error::other)?;
        let list = String::from_utf8_lossy(&list);
        let names = list.trim_start_matches('=').split_whitespace();
        write!(out, "={id}")?;
        for name in names.filter(|name| !self.changes.contains(&format!("-{name}"))) {
            writeln!(out, " {name}")?;
        }
        for name in self.changes.iter().filter_map(|it| it.strip_prefix('+')) {
            writeln!(out, " {name}")?;
        }
        writeln!(out)
    }

    /// Analyzes in three lines, and leaves the rest to whoever stops it; the
    /// line that does so is answered next.
    fn analyze(&mut self, id: &str, name: &str) -> io::Result<bool> {
        let mut out = io::stdout().lock();
        let chance = if name == "kata-analyze" { "0.75" } else { "7500" };
        writeln!(out, "={id}")?;
        for n_visits in 1..=3 {
            writeln!(out, "noise")?;
            writeln!(out, "info move A1 visits {n_visits} winrate {chance} order 0 pv A1 B1")?;
        }
        match self.manner.as_str() {
            "hang" => thread::sleep(LONG),
            "flood" => flood(&mut out, "\n")?,
            "brief" => (),
            "stall" => {
                drop(out);
                return self.stall();
            }
            _ => drop(self.input.fill_buf()?),
        }
        writeln!(out)?;
        Ok(true)
    }

    /// Says the same again and again, until there is another line to read.
    fn stall(&mut self) -> io::Result<bool> {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let line = "info move A1 visits 3 winrate 0.75 order 0 pv A1 B1";
                while !is_over.load(Ordering::Relaxed) && writeln!(io::stdout(), "{line}").is_ok() {
                    thread::sleep(Duration::from_millis(5));
                }
            });
            let read = self.input.fill_buf().map(|_| ());
            is_over.store(true, Ordering::Relaxed);
            read
        })?;
        writeln!(io::stdout())?;
        Ok(true)
    }
}
