//! Tells how many of the tactical problems are solved.
//!
//! `cargo run --release -p tengen-engine --example tactics [FILE.net | classical] [PLAYOUTS...]`
//!
//! The built-in network judges positions, or the one in a file, or playouts.
//! Every problem is tried with several seeds. The table has the share that
//! is solved, by category; under it are the problems that not every seed
//! solves, with what each decided.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool reports to its user")]

#[path = "../tests/support/tactics.rs"]
#[allow(dead_code, reason = "only the tests ask for the named moves")]
mod tactics;

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use tactics::{Player, Problem};
use tengen_analysis::Decision;
use tengen_engine::EvaluatorKind;
use tengen_net::Network;

const SEEDS: [u64; 3] = [1, 2, 3];

/// A problem and, for each number of playouts, what every seed decided.
struct Trial {
    problem: Problem,
    decisions: Vec<[Decision; SEEDS.len()]>,
}

impl Trial {
    fn n_solved(&self, column: usize) -> usize {
        let decisions = self.decisions[column].iter();
        decisions.filter(|&&it| self.problem.is_solved_by_decision(it)).count()
    }
}

fn main() -> ExitCode {
    let mut columns = Vec::new();
    let mut evaluator = EvaluatorKind::BuiltIn;
    for argument in std::env::args().skip(1) {
        if argument == "classical" {
            evaluator = EvaluatorKind::Playouts;
            continue;
        }
        if Path::new(&argument).extension().is_some() {
            let bytes = std::fs::read(&argument).unwrap_or_default();
            match Network::from_bytes(&bytes) {
                Ok(network) => evaluator = EvaluatorKind::Network(Arc::new(network)),
                Err(error) => {
                    eprintln!("tactics: {argument}: {error}");
                    return ExitCode::from(2);
                }
            }
            continue;
        }
        let Ok(n_playouts) = argument.parse() else {
            eprintln!("tactics: {argument}: not a number of playouts");
            return ExitCode::from(2);
        };
        columns.push(n_playouts);
    }
    if columns.is_empty() {
        columns = vec![1_000, 10_000];
    }
    let trials = try_all(&evaluator, &columns);
    print!("{}", table(&trials, &columns));
    print!("{}", failures(&trials, &columns));
    ExitCode::SUCCESS
}

fn try_all(evaluator: &EvaluatorKind, columns: &[u32]) -> Vec<Trial> {
    let mut trials: Vec<Trial> = tactics::problems()
        .into_iter()
        .map(|problem| Trial { problem, decisions: Vec::new() })
        .collect();
    for &n_playouts in columns {
        let mut players = SEEDS.map(|seed| Player::new(evaluator.clone(), n_playouts, seed));
        for Trial { problem, decisions } in &mut trials {
            decisions.push(players.each_mut().map(|player| player.decide(problem)));
        }
    }
    trials
}

/// The share solved in each category and in all, as Markdown.
fn table(trials: &[Trial], columns: &[u32]) -> String {
    let mut text = String::from("| category | problems |");
    for n_playouts in columns {
        let _ = write!(text, " {n_playouts} playouts |");
    }
    let _ = writeln!(text, "\n|---|---:|{}", "---:|".repeat(columns.len()));
    for group in trials.chunk_by(|one, other| one.problem.category == other.problem.category) {
        text += &row(&group[0].problem.category, group, columns.len());
    }
    text + &row("all", trials, columns.len())
}

fn row(name: &str, trials: &[Trial], n_columns: usize) -> String {
    let mut text = format!("| {name} | {} |", trials.len());
    for column in 0..n_columns {
        let n_solved: usize = trials.iter().map(|trial| trial.n_solved(column)).sum();
        let n_tries = trials.len() * SEEDS.len();
        let percent = (200 * n_solved + n_tries) / (2 * n_tries);
        let _ = write!(text, " {percent} % |");
    }
    text + "\n"
}

/// The problems that a seed failed to solve, as a Markdown list.
fn failures(trials: &[Trial], columns: &[u32]) -> String {
    let mut text = String::new();
    for (column, n_playouts) in columns.iter().enumerate() {
        let _ = writeln!(text, "\nNot solved by every seed with {n_playouts} playouts:\n");
        for trial in trials.iter().filter(|trial| trial.n_solved(column) < SEEDS.len()) {
            let decisions = trial.decisions[column].map(name).join(", ");
            let _ = writeln!(text, "- {} ({decisions})", trial.problem);
        }
    }
    text
}

fn name(decision: Decision) -> String {
    match decision {
        Decision::Move(mv) => mv.to_string(),
        Decision::Resign => String::from("resign"),
    }
}
