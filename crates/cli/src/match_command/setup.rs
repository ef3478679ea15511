//! A match from its arguments.

use std::path::Path;

use tengen_arena::results_file::SettingList;
use tengen_arena::{BySide, Contest, Contestant, opening};
use tengen_gtp::controller::CommandLine;
use tengen_rules::{Game, Komi};

use super::{Arguments, Terms};
use crate::failure::Failure;
use crate::input;
use crate::sgf::files;

/// The word for this program in a command line.
const OURSELVES: &str = "tengen";

/// The match that the arguments are about.
pub(super) fn contest(arguments: &Arguments) -> Result<Contest, Failure> {
    let Arguments { terms, beginning, .. } = arguments;
    let contestant = |text: &str| contestant(text, terms);
    Ok(Contest {
        engines: BySide {
            first: contestant(&arguments.first)?,
            second: contestant(&arguments.second)?,
        },
        judge: arguments.judge.as_deref().map(contestant).transpose()?,
        starts: match &beginning.openings {
            Some(folder) => openings(folder, arguments)?,
            None => vec![empty_board(terms)?],
        },
        n_random_moves: beginning.random_opening,
        seed: beginning.seed,
        clock: terms.clock.unwrap_or_default(),
        patience: terms.move_time_limit,
        max_moves: terms.max_moves.unwrap_or(3 * u32::from(terms.size.n_points())),
        n_games: arguments.games,
        sprt: arguments.sprt.map(|test| test.0),
    })
}

/// The settings that a resumed match must share; the number of games may grow.
pub(super) fn settings(arguments: &Arguments, contest: &Contest) -> SettingList {
    let Arguments { terms, beginning, .. } = arguments;
    let n_openings = contest.starts.len();
    let folder = beginning.openings.as_ref();
    let folder = folder.map(|it| format!("{} ({n_openings} openings)", it.display()));
    let opening_moves = beginning.opening_moves.map(|it| it.to_string());
    vec![
        ("first", arguments.first.clone()),
        ("second", arguments.second.clone()),
        ("judge", arguments.judge.clone().unwrap_or_default()),
        ("size", terms.size.to_string()),
        ("rules", terms.rules.name().unwrap_or_default().into()),
        ("komi", komi(terms).to_string()),
        ("handicap", terms.handicap.to_string()),
        ("clock", contest.clock.to_string()),
        ("move time limit", contest.patience.as_secs_f64().to_string()),
        ("max moves", contest.max_moves.to_string()),
        ("openings", folder.unwrap_or_default()),
        ("opening moves", opening_moves.unwrap_or_default()),
        ("random opening", beginning.random_opening.to_string()),
        ("seed", beginning.seed.to_string()),
    ]
}

fn komi(terms: &Terms) -> Komi {
    terms.komi.unwrap_or_else(|| terms.rules.default_komi(terms.handicap))
}

fn empty_board(terms: &Terms) -> Result<Game, Failure> {
    let game = match terms.handicap {
        0 => Game::new(terms.size, terms.rules),
        n_stones => Game::with_fixed_handicap(terms.size, terms.rules, n_stones)
            .map_err(Failure::Handicap)?,
    };
    Ok(game.with_komi(komi(terms)))
}

fn openings(folder: &Path, arguments: &Arguments) -> Result<Vec<Game>, Failure> {
    let Terms { size, rules: ruleset, .. } = arguments.terms;
    let terms = opening::Terms { size, ruleset, komi: komi(&arguments.terms) };
    let mut paths = Vec::new();
    files::collect(folder, &mut paths)
        .map_err(|error| Failure::Read(folder.to_path_buf(), error))?;
    let mut openings = Vec::new();
    for path in paths {
        let bytes = input::read(&path)?;
        let games = opening::read(&bytes, terms, arguments.beginning.opening_moves);
        openings.extend(games.map_err(|error| Failure::Opening(path, error))?);
    }
    if openings.is_empty() {
        return Err(Failure::NoOpening(folder.to_path_buf()));
    }
    Ok(openings)
}

/// An engine by its command line, which may mean ourselves.
fn contestant(text: &str, terms: &Terms) -> Result<Contestant, Failure> {
    let command: CommandLine =
        text.parse().map_err(|error| Failure::CommandLine(text.into(), error))?;
    let command =
        if command.program() == OURSELVES { ourselves(&command, terms)? } else { command };
    Ok(Contestant { label: text.trim().into(), command })
}

/// This program as an engine, by the rules of the match, and with a seed for
/// each game, unless its flags say otherwise.
fn ourselves(command: &CommandLine, terms: &Terms) -> Result<CommandLine, Failure> {
    let program = std::env::current_exe().map_err(Failure::Ourselves)?;
    let flags = command.arguments();
    let has = |name: &str| flags.iter().any(|it| it.split('=').next() == Some(name));
    let mut arguments = vec!["gtp".to_string()];
    arguments.extend_from_slice(flags);
    let rules = terms.rules.name().unwrap_or_default();
    for (name, value) in [("--rules", rules), ("--seed", "{seed}")] {
        if !has(name) {
            arguments.extend([name.to_string(), value.to_string()]);
        }
    }
    Ok(CommandLine::new(program.to_string_lossy(), arguments))
}
