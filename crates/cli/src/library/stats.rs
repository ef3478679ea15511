//! `tengen library stats`: games counted, also as pictures.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tengen_library::{ChartWords, Phase, Score, Statistics, bar_chart, score_chart};
use tengen_rules::Color;

use super::text::games;
use super::{Place, stopped_by_user};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::terminal_text::clean;

/// Counts games by year, color, board and opponent, and mistakes by phase
///
/// In your games, won means by you; tengen library me says under which names
/// you play. In others, won means by Black.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Which games; all without a query
    query: Vec<String>,
    /// Write pictures into this folder, as SVG
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
}

pub(super) fn run(
    arguments: &Arguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let query = place.query(&arguments.query)?;
    let mut library = place.open_to_read()?;
    let statistics =
        library.statistics(&query, &stopped_by_user()).map_err(|error| place.failure(error))?;
    if let Some(folder) = &arguments.svg {
        write_pictures(&statistics, folder)?;
    }
    if place.json {
        writeln!(out, "{}", to_json(&statistics))?;
    } else {
        write_tables(&statistics, out)?;
    }
    Ok(if statistics.total.n == 0 { Outcome::No } else { Outcome::Done })
}

type Rows = Vec<(String, Score)>;

/// Title, name of the file, and rows of each table.
fn tables(statistics: &Statistics) -> Vec<(&'static str, &'static str, Rows)> {
    let by_color = statistics.by_color.iter();
    let by_color: Rows = by_color.map(|(color, score)| (color.to_string(), *score)).collect();
    let opponents = if statistics.is_mine { "By opponent" } else { "By White" };
    let mut tables = vec![
        ("By year", "years", rows(&statistics.by_year, ToString::to_string)),
        ("By board", "boards", rows(&statistics.by_size, ToString::to_string)),
        (opponents, "opponents", rows(&statistics.by_opponent, |name| clean(name))),
    ];
    if statistics.is_mine {
        tables.insert(1, ("By color", "colors", by_color));
    }
    tables
}

fn rows<T>(entries: &[(T, Score)], label: impl Fn(&T) -> String) -> Rows {
    let named = |text: String| if text.trim().is_empty() { "?".to_owned() } else { text };
    entries.iter().map(|(it, score)| (named(label(it)), *score)).collect()
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::Middle => "middle game",
        Phase::Endgame => "endgame",
    }
}

/// The mean losses of the phases that are known.
fn losses(statistics: &Statistics) -> Vec<(String, f64)> {
    let phases = Phase::ALL.iter().zip(&statistics.by_phase);
    let known = phases
        .filter_map(|(phase, loss)| Some((phase_name(*phase).to_owned(), loss.loss.points()?)));
    known.collect()
}

fn write_tables(statistics: &Statistics, out: &mut impl Write) -> Result<(), Failure> {
    let whose = if statistics.is_mine { "yours" } else { "won means by Black" };
    let total = statistics.total;
    writeln!(
        out,
        "{} ({whose}): {} won, {} lost{}",
        games(total.n.into()),
        total.n_won,
        total.n_lost,
        percent(total)
    )?;
    for (title, _, rows) in tables(statistics) {
        if rows.is_empty() {
            continue;
        }
        writeln!(out, "\n{title}")?;
        for (label, score) in rows {
            writeln!(
                out,
                "  {label:<24}{:>6}  {} won, {} lost{}",
                score.n,
                score.n_won,
                score.n_lost,
                percent(score)
            )?;
        }
    }
    if statistics.by_phase.iter().any(|it| it.loss.n > 0) {
        writeln!(out, "\nLost points per move")?;
        for (phase, known) in Phase::ALL.iter().zip(&statistics.by_phase) {
            let Some(points) = known.loss.points() else { continue };
            let [slack, small, large, blunders] = known.n_mistakes;
            writeln!(
                out,
                "  {:<24}{points:>6.2}  mistakes: {slack} of 1.5, {small} of 3, {large} of 6, \
                 {blunders} of 12 points and more",
                phase_name(*phase)
            )?;
        }
    }
    Ok(())
}

fn percent(score: Score) -> String {
    score.share().map_or(String::new(), |it| format!(" ({:.0} %)", 100.0 * it))
}

fn write_pictures(statistics: &Statistics, folder: &Path) -> Result<(), Failure> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| Failure::Create(path, error)
    };
    fs::create_dir_all(folder).map_err(failed(folder))?;
    for (title, name, rows) in tables(statistics) {
        let words = ChartWords { title, won: "won", lost: "lost", other: "neither" };
        let path = folder.join(format!("{name}.svg"));
        fs::write(&path, score_chart(&words, &rows)).map_err(failed(&path))?;
    }
    let losses = losses(statistics);
    if !losses.is_empty() {
        let path = folder.join("losses.svg");
        let chart = bar_chart("Lost points per move", &losses);
        fs::write(&path, chart).map_err(failed(&path))?;
    }
    Ok(())
}

fn to_json(statistics: &Statistics) -> Value {
    let score = |it: &Score| json!({ "games": it.n, "won": it.n_won, "lost": it.n_lost });
    let phases = Phase::ALL.iter().zip(&statistics.by_phase).map(|(phase, known)| {
        json!({
            "phase": phase_name(*phase),
            "moves": known.loss.n,
            "loss": known.loss.points(),
            "mistakes": known.n_mistakes,
        })
    });
    json!({
        "mine": statistics.is_mine,
        "total": score(&statistics.total),
        "by_year": statistics.by_year.iter().map(|(year, it)| {
            json!({ "year": year, "score": score(it) })
        }).collect::<Vec<_>>(),
        "by_color": {
            "black": score(&statistics.by_color[Color::Black]),
            "white": score(&statistics.by_color[Color::White]),
        },
        "by_size": statistics.by_size.iter().map(|(size, it)| {
            json!({ "size": size.to_string(), "score": score(it) })
        }).collect::<Vec<_>>(),
        "by_opponent": statistics.by_opponent.iter().map(|(name, it)| {
            json!({ "name": name, "score": score(it) })
        }).collect::<Vec<_>>(),
        "by_phase": phases.collect::<Vec<_>>(),
    })
}
