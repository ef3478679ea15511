//! `tengen review`: what happened in a game.

mod analyst;
mod graph;
mod json;
mod kept;
mod output;
mod text;
mod variation;
mod work;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tengen_analysis::Stop;
use tengen_engine::EvaluatorKind;
use tengen_front::words;
use tengen_record::{Record, sgf};
use tengen_review::{AnalystKind, Plan, Report, Review};
use tengen_rules::{Ruleset, Size};

use crate::failure::Failure;
use crate::input;
use crate::network_argument::NetworkArguments;
use crate::outcome::Outcome;
use crate::sgf::files;
use crate::terminal_text::clean;
use analyst::Source;
use kept::Kept;
use output::Outputs;
use variation::Variation;
use work::{Ended, Job};

/// Reviews games: points lost, key moves, better moves, and why.
///
/// Every move is looked at quickly, then mistakes and turning points more
/// deeply. The report is printed, with a graph of the lead.
///
/// Games and reviews are kept in your library, also when the review is
/// interrupted: reviewing the same file again goes on from there. Mistakes
/// become exercises for tengen learn --mistakes. With --sgf, everything is
/// kept in a record too, and Sabaki and Lizzie show it.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Records, folders of records, or - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Visits for mistakes and turning points; other moves get fewer
    #[arg(long, value_name = "N", conflicts_with = "time")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    visits: Option<u32>,
    /// Seconds to spend on each game
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Command line of a GTP engine that analyzes, instead of Tengen
    #[arg(long, value_name = "CMD", conflicts_with_all = ["network", "no_network"])]
    engine: Option<String>,
    /// Number of positions to evaluate at the same time; by default one for
    /// each processor, or 1 with --engine
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print JSON instead: one object on a line for each game
    #[arg(long)]
    json: bool,
    /// Write a page to send to anyone; a folder if there are several games
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// Write the record with the review in it; a folder if there are several
    #[arg(long, value_name = "OUT")]
    sgf: Option<PathBuf>,
    /// With --sgf, also write mistakes as comments
    #[arg(long, requires = "sgf")]
    comments: bool,
    /// Rules for records that name none
    #[arg(long, value_name = "NAME", default_value = "chinese")]
    rules: Ruleset,
    /// Leave the library alone: no game or review is kept there or taken from
    /// there
    #[arg(long)]
    no_library: bool,
    #[command(flatten)]
    network: NetworkArguments,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|it| Duration::try_from_secs_f64(it).ok());
    let is_usable = |it: &Duration| !it.is_zero() && *it <= Duration::from_secs(1_000_000);
    seconds.filter(is_usable).ok_or_else(|| "expected seconds, such as 30".to_owned())
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    let mut paths = Vec::new();
    for path in &arguments.files {
        let n_before = paths.len();
        let found = match files::collect(path, &mut paths) {
            Ok(()) if paths.len() == n_before => Err(Failure::NoRecords(path.clone())),
            Ok(()) => Ok(()),
            Err(error) => Err(Failure::Read(path.clone(), error)),
        };
        if let Err(failure) = found {
            complain(&failure.to_string());
            outcome = Outcome::Unusable;
        }
    }
    let outputs = Outputs::new(arguments, &paths);
    outputs.check()?;
    let evaluator = arguments.network.evaluator()?;
    let source = Source::new(arguments.engine.as_deref(), evaluator.clone())?;
    let stop = Stop::new();
    listen(&stop);
    let mut run = Run {
        arguments,
        kind: kind(arguments, &evaluator),
        n_threads: n_threads(arguments),
        outputs,
        kept: RefCell::new(Kept::open(!arguments.no_library)),
        workers: Vec::new(),
        source,
        stop,
        n_files: paths.len(),
    };
    for (idx, path) in paths.iter().enumerate() {
        match run.file(idx, path, out) {
            Ok(result) => outcome = outcome.max(result),
            Err(Failure::Output(error)) => return Err(Failure::Output(error)),
            Err(failure) if run.is_fatal(&failure) => return Err(failure),
            Err(failure) => {
                complain(&failure.to_string());
                outcome = Outcome::Unusable;
            }
        }
        out.flush()?;
        if run.stop.is_stopped() {
            outcome = outcome.max(Outcome::No);
            break;
        }
    }
    if !arguments.json {
        run.write_exercises(out)?;
    }
    Ok(outcome)
}

fn kind(arguments: &Arguments, evaluator: &EvaluatorKind) -> AnalystKind {
    match evaluator {
        _ if arguments.engine.is_some() => AnalystKind::Program,
        EvaluatorKind::Playouts => AnalystKind::Playouts,
        EvaluatorKind::BuiltIn | EvaluatorKind::Network(_) => AnalystKind::Search,
    }
}

fn n_threads(arguments: &Arguments) -> usize {
    let default = if arguments.engine.is_some() {
        1
    } else {
        thread::available_parallelism().map_or(1, std::num::NonZero::get)
    };
    arguments.threads.map_or(default, usize::from)
}

/// Ends the review at the first interrupt, and the program at the second.
fn listen(stop: &Stop) {
    let stop = stop.clone();
    // Without a handler, the first interrupt ends the program.
    let _ = ctrlc::set_handler(move || {
        if stop.is_stopped() {
            process::exit(130);
        }
        stop.stop();
    });
}

fn complain(sentence: &str) {
    // With standard error closed, only the exit code is left.
    let _ = writeln!(io::stderr(), "tengen: {sentence}");
}

/// One run of the command.
struct Run<'a> {
    arguments: &'a Arguments,
    kind: AnalystKind,
    n_threads: usize,
    outputs: Outputs,
    kept: RefCell<Kept>,
    source: Source,
    /// Analysts that have started, for the next game.
    workers: Vec<analyst::Worker>,
    stop: Stop,
    n_files: usize,
}

impl Run<'_> {
    /// Whether there is no point in going on with other files.
    fn is_fatal(&self, failure: &Failure) -> bool {
        matches!(failure, Failure::ReviewEngine(_)) && self.workers.is_empty()
    }

    /// Reviews all games of a file.
    fn file(&mut self, idx: usize, path: &Path, out: &mut impl Write) -> Result<Outcome, Failure> {
        let bytes = input::read(path)?;
        let collection = sgf::read(&bytes).map_err(|_| Failure::TooLarge(path.into()))?;
        let collection = Arc::new(collection);
        let mut records = Vec::new();
        for (game_idx, record) in Record::all(Arc::clone(&collection)).into_iter().enumerate() {
            match record {
                Ok(record) => records.push((game_idx, record)),
                Err(error) => complain(&Failure::NoRecord(path.into(), error).to_string()),
            }
        }
        if records.is_empty() {
            return Err(Failure::NoGame(path.into()));
        }
        let games = self.kept.get_mut().games(path, &bytes, &records);
        let earlier = self.outputs.earlier(path);
        let mut outcome = Outcome::Done;
        let mut edited: BTreeMap<usize, Record> = BTreeMap::new();
        let n_games = records.len();
        for (place, (game_idx, mut record)) in records.into_iter().enumerate() {
            if let Some(Ok(earlier)) = earlier.get(game_idx) {
                output::adopt(&mut record, earlier);
            }
            let id = games.get(place).copied().flatten();
            if let Some(earlier) = id.and_then(|id| self.kept.get_mut().record(id)) {
                output::adopt(&mut record, &earlier);
            }
            let title = self.title(idx, path, (place, n_games));
            let workers = std::mem::take(&mut self.workers);
            let keep = |review: &Review, record: &Record| {
                if let Some(id) = id {
                    self.kept.borrow_mut().keep(id, review, record, self.arguments.rules);
                }
            };
            let review = self.review(&record, &title, workers, |review, record| {
                keep(review, record);
                let mut records = edited.clone();
                records
                    .insert(game_idx, output::reviewed(review, record, self.arguments.comments)?);
                // The last save tells if it cannot be written.
                let _ = self.outputs.write_sgf(path, &collection, &records);
                Ok(())
            });
            let (review, workers, ended) = review?;
            keep(&review, &record);
            self.workers = workers;
            outcome = outcome.max(self.tell(path, &ended));
            let reviewed = output::reviewed(&review, &record, self.arguments.comments)?;
            let report = review.report(&record);
            let name = GameName { path, number: (n_games > 1).then_some(game_idx + 1) };
            let page = self.outputs.write_html(&name, &reviewed, &report);
            edited.insert(game_idx, reviewed);
            let written = self.outputs.write_sgf(path, &collection, &edited);
            for failure in [page, written].into_iter().filter_map(Result::err) {
                complain(&failure.to_string());
                outcome = Outcome::Unusable;
            }
            let variations = variation::variations(&review, &record);
            self.print(&name, &record, (&report, &variations), out)?;
            if self.stop.is_stopped() {
                break;
            }
        }
        Ok(outcome)
    }

    fn title(&self, idx: usize, path: &Path, (game, n_games): (usize, usize)) -> String {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let file = if self.n_files > 1 {
            format!("[{}/{}] ", idx + 1, self.n_files)
        } else {
            String::new()
        };
        let game = if n_games > 1 { format!(" #{}", game + 1) } else { String::new() };
        format!("{file}{name}{game}")
    }

    /// Runs the review of one game.
    fn review(
        &self,
        record: &Record,
        title: &str,
        mut workers: Vec<analyst::Worker>,
        save: impl Fn(&Review, &Record) -> Result<(), Failure>,
    ) -> Result<(Review, Vec<analyst::Worker>, Ended), Failure> {
        let mut review = Review::new(record, self.arguments.rules, self.plan(record.size()));
        while workers.len() < self.n_threads {
            match self.source.start() {
                Ok(worker) => workers.push(worker),
                // Fewer will do, but one is needed.
                Err(error) if workers.is_empty() => return Err(Failure::ReviewEngine(error)),
                Err(_) => break,
            }
        }
        if self.arguments.engine.is_some() {
            review.forget_others(&workers[0].name(record.size()));
        }
        let bar = bar(title);
        let job = Job {
            record,
            stop: &self.stop,
            deadline: self.arguments.time.map(|it| Instant::now() + it),
            saves: self.arguments.sgf.is_some() || self.kept.borrow().is_open(),
        };
        let (review, ended) = work::run(&job, review, &mut workers, &bar, &save)?;
        bar.finish_and_clear();
        Ok((review, workers, ended))
    }

    fn plan(&self, size: Size) -> Plan {
        let plan = Plan::new(self.kind, size);
        self.arguments.visits.map_or(plan, |visits| plan.with_deep(visits))
    }

    /// Says which mistakes can be practiced.
    fn write_exercises(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (n_new, is_known) = self.kept.borrow().new_exercises();
        let exercises = match n_new {
            0 => return Ok(()),
            1 => "One of these mistakes is a new exercise".to_owned(),
            n => format!("{n} of these mistakes are new exercises"),
        };
        writeln!(out, "{exercises}: practice with tengen learn --mistakes.")?;
        if !is_known {
            let how = "To practice only your own, say who you are: tengen library me NAME.";
            writeln!(out, "{how}")?;
        }
        Ok(())
    }

    /// Says what went wrong, in one sentence.
    fn tell(&self, path: &Path, ended: &Ended) -> Outcome {
        let name = path.display();
        if let Some((error, n_missing)) = &ended.failed {
            let missing = match n_missing {
                0 => "some moves had only a quick look".to_owned(),
                1 => "one position was skipped".to_owned(),
                n => format!("{n} positions were skipped"),
            };
            complain(&format!("{name}: {error}; {missing}"));
        }
        if self.stop.is_stopped() {
            let kept = match &self.arguments.sgf {
                Some(_) => "what was judged is in the file; review that to go on",
                None if self.kept.borrow().is_open() => {
                    "what was judged is kept; the same command goes on"
                }
                None => "with --sgf, what was judged would be kept",
            };
            complain(&format!("{name}: the review was interrupted; {kept}"));
        }
        if ended.failed.is_some() { Outcome::No } else { Outcome::Done }
    }

    fn print(
        &self,
        name: &GameName<'_>,
        record: &Record,
        judged: (&Report, &[Variation]),
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if self.arguments.json {
            writeln!(out, "{}", json::game(name, record, judged))?;
        } else {
            text::write(out, name, record, judged)?;
        }
        Ok(())
    }
}

/// A game by its file, and its number there if it is not the only one.
struct GameName<'a> {
    path: &'a Path,
    number: Option<usize>,
}

impl std::fmt::Display for GameName<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.path.display())?;
        self.number.map_or(Ok(()), |it| write!(f, " #{it}"))
    }
}

fn bar(title: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len} {msg}");
    let bar = ProgressBar::no_length().with_style(style.expect("the template is valid"));
    bar.with_prefix(title.to_owned())
}

/// The name of a player with a rank.
fn player(record: &Record, color: tengen_rules::Color) -> String {
    let info = record.info();
    let text = |key| info.text(key).map(|it| plain(&it)).filter(|it| !it.is_empty());
    let name = text(tengen_record::InfoKey::Player(color));
    let name = name.unwrap_or_else(|| words::color(color).to_owned());
    match text(tengen_record::InfoKey::Rank(color)) {
        Some(rank) => format!("{name} ({rank})"),
        None => name,
    }
}

/// Text of a record for a terminal: nothing in it moves the cursor.
fn plain(text: &str) -> String {
    clean(text).trim().to_owned()
}
