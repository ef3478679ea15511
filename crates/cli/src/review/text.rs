//! The report for a terminal.

use std::io::{self, Write};

use tengen_front::words;
use tengen_record::{InfoKey, Record};
use tengen_review::{Band, MoveReview, Phase, PlayerReport, Report};
use tengen_rules::Color;

use super::variation::Variation;
use super::{GameName, graph, plain, player};

/// The columns that text is broken to.
const WIDTH: usize = 78;

/// The column at which reasons begin.
const INDENT: usize = 29;

/// The most mistakes in variations that are listed.
const MAX_IN_VARIATIONS: usize = 6;

pub(super) fn write(
    out: &mut impl Write,
    name: &GameName<'_>,
    record: &Record,
    (report, variations): (&Report, &[Variation]),
) -> io::Result<()> {
    let [black, white] = Color::ALL.map(|color| player(record, color));
    writeln!(out, "{name}")?;
    writeln!(out, "{black} – {white}{}", result(record))?;
    if report.moves.is_empty() {
        writeln!(out, "\nNo move was reviewed.")?;
    } else {
        writeln!(out)?;
        for line in graph::lines(report) {
            writeln!(out, "{line}")?;
        }
        write_key_moves(out, report)?;
        write_variations(out, variations)?;
        write_players(out, [&black, &white], report)?;
    }
    write_notes(out, report)?;
    writeln!(out)
}

fn result(record: &Record) -> String {
    let text = record.info().text(InfoKey::Result).map(|it| plain(&it)).filter(|it| !it.is_empty());
    text.map_or(String::new(), |it| format!(", {it}"))
}

fn write_key_moves(out: &mut impl Write, report: &Report) -> io::Result<()> {
    if report.key_moves.is_empty() {
        return writeln!(out, "\nNo mistakes were found.");
    }
    writeln!(out, "\nKey moves")?;
    writeln!(out, "  {:>4}  {:<5}  {:<4}  {:>6}", "move", "", "", "lost")?;
    for (&place, judged) in report.key_moves.iter().zip(report.key_moves()) {
        let number = report.number_of(judged.node).unwrap_or(0);
        write_move(out, number, judged, &why(judged, report.turning_points.contains(&place)))?;
    }
    Ok(())
}

/// The mistakes in lines that were not played.
fn write_variations(out: &mut impl Write, variations: &[Variation]) -> io::Result<()> {
    let all = variations.iter().flat_map(|it| it.moves.iter().map(move |(n, mv)| (it, *n, mv)));
    let mut mistakes: Vec<_> = all.filter(|(.., it)| it.band >= Band::Inaccuracy).collect();
    if mistakes.is_empty() {
        return Ok(());
    }
    mistakes.sort_by(|a, b| b.2.points_lost().total_cmp(&a.2.points_lost()));
    mistakes.truncate(MAX_IN_VARIATIONS);
    writeln!(out, "\nMistakes in variations")?;
    for (variation, number, judged) in mistakes {
        let place = format!("After move {}. ", variation.after);
        write_move(out, number, judged, &(place + &words::why(judged)))?;
    }
    Ok(())
}

/// A row of the table of moves.
fn write_move(out: &mut impl Write, number: u32, judged: &MoveReview, why: &str) -> io::Result<()> {
    let color = words::color(judged.color);
    let mv = judged.mv.to_string();
    let lost = format!("{:.1}", judged.points_lost());
    let mut lines = broken(why, WIDTH - INDENT).into_iter();
    let first = lines.next().unwrap_or_default();
    let row = format!("  {number:>4}  {color:<5}  {mv:<4}  {lost:>6}  {first}");
    writeln!(out, "{}", row.trim_end())?;
    for line in lines {
        writeln!(out, "{:INDENT$}{line}", "")?;
    }
    Ok(())
}

fn why(judged: &MoveReview, is_turn: bool) -> String {
    let turn = if is_turn { "The lead changes hands. " } else { "" };
    format!("{turn}{}", words::why(judged))
}

/// Lines of at most this many characters.
fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|it| !it.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn write_players(out: &mut impl Write, names: [&String; 2], report: &Report) -> io::Result<()> {
    let players = Color::ALL.map(|color| &report.players[color]);
    let [black, white] = names.map(|it| shortened(it));
    writeln!(out)?;
    let mut row = |label: &str, [black, white]: [String; 2]| {
        writeln!(out, "{label:<28}  {black:>20}  {white:>20}")
    };
    row("", Color::ALL.map(|it| words::color(it).to_owned()))?;
    // Players without names are called by their colors.
    if [black.as_str(), white.as_str()] != Color::ALL.map(words::color) {
        row("", [black, white])?;
    }
    row("Accuracy", players.map(|it| number(it.accuracy)))?;
    row("Points lost per move", players.map(|it| number(it.mean_loss)))?;
    for phase in Phase::ALL {
        let label = format!("  {}", words::phase(phase).to_lowercase());
        row(&label, players.map(|it| number(it.phase(phase).mean_loss)))?;
    }
    row("First choice of the engine", players.map(|it| share(it.n_best, it)))?;
    for band in Band::ALL {
        let label = format!("{} ({})", words::band(band), range(band));
        row(&label, players.map(|it| share(it.n_in(band), it)))?;
    }
    Ok(())
}

/// The points of a band in few letters.
fn range(band: Band) -> String {
    let range = words::band_range(band);
    let range = range.trim_end_matches(" points").replace(" points or more", "+");
    range.replace("less than ", "< ").replace(" to ", "–")
}

fn shortened(name: &str) -> String {
    let short: String = name.chars().take(20).collect();
    short.trim_end().to_owned()
}

fn number(value: Option<f32>) -> String {
    value.map_or("–".to_owned(), |it| format!("{it:.1}"))
}

#[expect(clippy::cast_precision_loss, reason = "a number of moves")]
fn share(n: usize, player: &PlayerReport) -> String {
    if player.n_moves == 0 {
        return "–".to_owned();
    }
    format!("{n} ({})", words::percent(n as f32 / player.n_moves as f32))
}

fn write_notes(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let last = report.graph.last().map_or(0, |it| it.number);
    writeln!(out)?;
    if let Some(skipped) = report.skipped {
        writeln!(out, "{}", words::skipped(skipped, last))?;
    }
    if !report.progress.is_swept() {
        writeln!(out, "The review is not finished: some moves are missing.")?;
    }
    if !report.analysts.is_empty() {
        writeln!(out, "Reviewed by {}.", plain(&report.analysts.join(", ")))?;
    }
    Ok(())
}
