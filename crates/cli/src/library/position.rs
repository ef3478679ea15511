//! `tengen library position`: games with a position or a pattern.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::{Value, json};
use tengen_library::{
    Anchor, Continuation, Continuations, GameId, Hits, Library, MeanLoss, Pattern, SearchOptions,
    TreeOptions,
};
use tengen_record::Record;
use tengen_rules::{Board, Color, Point};

use super::text::{games, line};
use super::{Place, stopped_by_user};
use crate::failure::Failure;
use crate::input;
use crate::outcome::Outcome;

/// Finds a position or a pattern: games, what was played next, and how it ended
///
/// The position is that of a file or a game of the library, as a whole or in
/// part, or a pattern of . X O with * for anything, x and o for that color or
/// empty, ? for any stone, digits for moves that follow, and | and - for the
/// edges of the board; rows are separated by / or new lines.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    freedom: FreedomArguments,
    /// Search only games of this query, such as: is:mine
    #[arg(long = "in", value_name = "QUERY")]
    filter: Option<String>,
    /// The most games to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
    /// Write a tree of what was played from there as SGF
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Leave out of the tree what was played less often
    #[arg(long, value_name = "N", default_value_t = 2, requires = "tree")]
    min_games: u32,
    /// The moves of the tree's branches
    #[arg(long, value_name = "N", default_value_t = 20, requires = "tree")]
    depth: u32,
}

#[derive(Debug, clap::Args)]
#[group(id = "position", required = true, multiple = false)]
struct PositionSource {
    /// A pattern, such as "|. . X ./|. O . ./--------"
    #[arg(long, value_name = "TEXT")]
    pattern: Option<String>,
    /// A record, at the end of its main line or after --move
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// A game of the library, at its end or after --move
    #[arg(long, value_name = "ID")]
    game: Option<GameId>,
    /// The empty board of this size, for a tree of openings
    #[arg(long, value_name = "SIZE")]
    empty: Option<tengen_rules::Size>,
}

#[derive(Debug, clap::Args)]
struct PositionArguments {
    #[command(flatten)]
    source: PositionSource,
    /// The position after this move
    #[arg(long = "move", value_name = "N")]
    number: Option<u32>,
    /// Only the part between two corners, such as A1:J9
    #[arg(long, value_name = "FROM:TO")]
    region: Option<String>,
    /// The part may be anywhere, also where it does not touch the edges
    #[arg(long)]
    anywhere: bool,
}

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "these are the switches of a command line")]
struct FreedomArguments {
    /// Do not turn or mirror it
    #[arg(long)]
    as_is: bool,
    /// Do not swap the colors
    #[arg(long)]
    same_colors: bool,
    /// Search variations too
    #[arg(long)]
    variations: bool,
    /// Only up to this move
    #[arg(long, value_name = "N")]
    until: Option<u32>,
    /// Who must play next there
    #[arg(long, value_name = "COLOR")]
    next: Option<Player>,
    /// The digits of a pattern begin with White
    #[arg(long)]
    white_first: bool,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Player {
    Black,
    White,
}

pub(super) fn run(
    arguments: &Arguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let failure = |error| place.failure(error);
    let mut library = place.open_to_read()?;
    let cancel = stopped_by_user();
    let pattern = pattern(arguments, place, &library)?;
    let filter = match &arguments.filter {
        Some(text) => {
            let query = place.query(std::slice::from_ref(text))?;
            Some(library.select(&query, &cancel).map_err(failure)?)
        }
        None => None,
    };
    let freedom = &arguments.freedom;
    let options = SearchOptions {
        symmetries: !freedom.as_is,
        colors: !freedom.same_colors,
        variations: freedom.variations,
        last_move: freedom.until,
        games: filter,
    };
    let hits = library.search(&pattern, &options, &cancel).map_err(failure)?;
    let next = library.continuations(&hits).map_err(failure)?;
    if let Some(path) = &arguments.tree {
        let options_of_tree = TreeOptions {
            min_hits: arguments.min_games,
            max_depth: arguments.depth,
            ..TreeOptions::default()
        };
        let tree = library.opening_tree(&pattern, &options, options_of_tree, &cancel);
        let tree = tree.map_err(failure)?;
        fs::write(path, tree.to_sgf()).map_err(|error| Failure::Create(path.clone(), error))?;
    }
    if place.json {
        writeln!(out, "{}", to_json(&hits, &next))?;
    } else {
        write_found(arguments, place, &mut library, &hits, &next, out)?;
    }
    Ok(if hits.hits.is_empty() { Outcome::No } else { Outcome::Done })
}

fn pattern(arguments: &Arguments, place: &Place, library: &Library) -> Result<Pattern, Failure> {
    let source = &arguments.position.source;
    let pattern = if let Some(text) = &source.pattern {
        text.parse().map_err(Failure::Pattern)?
    } else {
        of_board(&arguments.position, &board(&arguments.position, place, library)?)?
    };
    let pattern =
        if arguments.position.anywhere { pattern.with_anchor(Anchor::ANYWHERE) } else { pattern };
    let pattern =
        if arguments.freedom.white_first { pattern.with_moves_swapped() } else { pattern };
    Ok(pattern.with_next(arguments.freedom.next.map(|it| match it {
        Player::Black => Color::Black,
        Player::White => Color::White,
    })))
}

fn of_board(arguments: &PositionArguments, board: &Board) -> Result<Pattern, Failure> {
    let Some(text) = &arguments.region else { return Ok(Pattern::whole_board(board)) };
    let corner = |text: &str| text.trim().parse::<Point>().ok();
    let corners = text.split_once([':', '-']).and_then(|it| corner(it.0).zip(corner(it.1)));
    let pattern = corners.and_then(|(from, to)| Pattern::region(board, from, to));
    pattern.ok_or_else(|| Failure::Region(text.clone()))
}

fn board(
    arguments: &PositionArguments,
    place: &Place,
    library: &Library,
) -> Result<Board, Failure> {
    let source = &arguments.source;
    let (path, record) = match (&source.file, source.game, source.empty) {
        (Some(path), ..) => {
            let record = Record::from_bytes(&input::read(path)?);
            (path.clone(), record.map_err(|error| Failure::NoRecord(path.clone(), error))?)
        }
        (None, Some(id), _) => {
            let record = library.record(id).map_err(|error| place.failure(error))?;
            (place.path.clone(), record)
        }
        (None, None, size) => return Ok(Board::new(size.unwrap_or(tengen_rules::Size::NINETEEN))),
    };
    let last = record.main_line().last().unwrap_or(record.root());
    let node = match arguments.number {
        None => last,
        Some(number) => {
            let n_moves = record.moves(last).len();
            let missing = || Failure::NoMove(path, number, n_moves);
            record.after_moves(record.root(), number as usize).ok_or_else(missing)?
        }
    };
    Ok(*record.position(node).board())
}

fn write_found(
    arguments: &Arguments,
    place: &Place,
    library: &mut Library,
    hits: &Hits,
    next: &Continuations,
    out: &mut impl Write,
) -> Result<(), Failure> {
    write!(out, "{}", hits.pattern)?;
    writeln!(out, "\n{} of {}", next.n_games, games(hits.n_searched.into()))?;
    if !next.moves.is_empty() {
        writeln!(out, "\n  next     games   Black wins   White wins   elsewhere first   loss")?;
    }
    for continuation in next.moves.iter().take(20) {
        writeln!(out, "  {}", continuation_line(continuation))?;
    }
    if next.n_without > 0 {
        writeln!(out, "  nothing  {:>5}", next.n_without)?;
    }
    let mut n_shown = 0;
    let mut last = None;
    for hit in &hits.hits {
        if last == Some(hit.game) {
            continue;
        }
        if n_shown == arguments.limit {
            writeln!(out, "…")?;
            break;
        }
        if n_shown == 0 {
            writeln!(out)?;
        }
        last = Some(hit.game);
        n_shown += 1;
        let game = library.game(hit.game).map_err(|error| place.failure(error))?;
        writeln!(out, "{}, after move {}", line(&game), hit.n_moves)?;
    }
    Ok(())
}

fn continuation_line(continuation: &Continuation) -> String {
    let tally = continuation.tally;
    let share = |color| match tally.share(color) {
        Some(share) => format!("{:.0} %", 100.0 * share),
        None => "–".to_owned(),
    };
    let loss = continuation.loss.points().map_or("–".to_owned(), |it| format!("{it:.1}"));
    format!(
        "{} {:<6}{:>6}{:>13}{:>13}{:>18}{loss:>7}",
        continuation.color.letter(),
        continuation.point.to_string(),
        tally.n,
        share(Color::Black),
        share(Color::White),
        continuation.n_tenuki
    )
}

fn to_json(hits: &Hits, next: &Continuations) -> Value {
    let tally = |it: tengen_library::Tally| {
        json!({
            "n": it.n,
            "black_wins": it.wins[Color::Black],
            "white_wins": it.wins[Color::White],
            "draws": it.n_draws,
        })
    };
    let loss = |it: MeanLoss| it.points().map(|points| json!({ "points": points, "n": it.n }));
    let moves = next.moves.iter().map(|it| {
        json!({
            "color": it.color.to_string(),
            "point": it.point.to_string(),
            "results": tally(it.tally),
            "elsewhere_first": it.n_tenuki,
            "loss": loss(it.loss),
            "years": it.years,
            "players": it.players,
            "mine": json!({
                "n": it.mine.n,
                "won": it.mine.n_won,
                "lost": it.mine.n_lost,
                "loss": loss(it.mine.loss),
            }),
        })
    });
    let found = hits.hits.iter().map(|hit| {
        json!({
            "game": hit.game.number(),
            "node": hit.node,
            "move": hit.n_moves,
            "symmetry": format!("{:?}", hit.symmetry),
            "colors_swapped": hit.is_swapped,
            "corner": hit.origin.to_string(),
            "next": hit.next.map(|it| json!({
                "color": it.color.to_string(),
                "point": it.point.to_string(),
                "node": it.node,
                "elsewhere_first": it.is_tenuki,
            })),
        })
    });
    json!({
        "pattern": hits.pattern.to_string(),
        "searched": hits.n_searched,
        "games": next.n_games,
        "results": tally(next.tally),
        "without_next": next.n_without,
        "by_year": next.by_year,
        "next": moves.collect::<Vec<_>>(),
        "hits": found.collect::<Vec<_>>(),
    })
}
