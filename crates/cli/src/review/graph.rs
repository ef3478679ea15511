//! The graph of a game in characters.

use tengen_front::words;
use tengen_review::{GraphPoint, Report};

/// The columns and rows of the drawing itself.
const COLUMNS: usize = 64;
const HALF_ROWS: usize = 4;

/// Lines of a graph: Black's lead above the axis, White's below; empty without
/// evaluations.
#[expect(clippy::cast_precision_loss, reason = "numbers of moves")]
pub(super) fn lines(report: &Report) -> Vec<String> {
    let has_leads = report.graph.iter().any(|it| it.black.is_some_and(|it| it.lead.is_some()));
    let value = |it: &GraphPoint| {
        let black = it.black?;
        if has_leads { black.lead } else { Some(100.0 * (black.chance - 0.5)) }
    };
    let values: Vec<f32> = report.graph.iter().filter_map(value).collect();
    let Some(most) = values.iter().map(|it| it.abs()).reduce(f32::max) else { return Vec::new() };
    let scales = [5.0, 10.0, 20.0, 30.0, 50.0, 75.0, 100.0, 200.0];
    let most = scales.into_iter().find(|it| most <= *it).unwrap_or(400.0);
    let n_columns = COLUMNS.min(values.len());
    let bars: Vec<f32> = (0..n_columns)
        .map(|column| {
            let (first, end) =
                (column * values.len() / n_columns, (column + 1) * values.len() / n_columns);
            let part = &values[first..end.max(first + 1)];
            part.iter().sum::<f32>() / part.len() as f32 / most
        })
        .collect();
    let label = |share: f32| {
        let value = share * most;
        match (has_leads, share) {
            (_, 0.0) if has_leads => "0".to_owned(),
            (true, _) => format!("{}+{}", if share > 0.0 { 'B' } else { 'W' }, value.abs()),
            (false, _) => words::percent(0.5 + value / 100.0),
        }
    };
    let mut lines = Vec::new();
    for row in (0..HALF_ROWS).rev() {
        let cells: String = bars.iter().map(|&it| up(it, row)).collect();
        let label = if row == HALF_ROWS - 1 { label(1.0) } else { String::new() };
        lines.push(format!("{label:>6} │{cells}"));
    }
    lines.push(format!("{:>6} ┼{}", label(0.0), "─".repeat(n_columns)));
    for row in 0..HALF_ROWS {
        let cells: String = bars.iter().map(|&it| down(-it, row)).collect();
        let label = if row == HALF_ROWS - 1 { label(-1.0) } else { String::new() };
        lines.push(format!("{label:>6} │{cells}"));
    }
    lines.push(axis(report, n_columns));
    lines.into_iter().map(|it| it.trim_end().to_owned()).collect()
}

/// The numbers of the moves below the graph.
fn axis(report: &Report, n_columns: usize) -> String {
    let mut axis = vec![' '; n_columns + 8];
    let mut free_from = 0;
    for column in (0..n_columns).step_by(8) {
        let idx = column * report.graph.len() / n_columns;
        let text = report.graph[idx].number.to_string();
        let place = column + 8;
        if place < free_from || place + text.len() > axis.len() {
            continue;
        }
        for (offset, letter) in text.chars().enumerate() {
            axis[place + offset] = letter;
        }
        free_from = place + text.len() + 1;
    }
    axis.into_iter().collect()
}

/// A cell above the axis, `row` cells away from it, of a bar from 0 to 1.
fn up(bar: f32, row: usize) -> char {
    ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        .get(eighths(bar, row).wrapping_sub(1))
        .and_then(|it| it.chars().next())
        .unwrap_or(' ')
}

/// A cell below the axis. There are only halves that hang down.
fn down(bar: f32, row: usize) -> char {
    match eighths(bar, row) {
        0..=1 => ' ',
        2..=5 => '▀',
        _ => '█',
    }
}

/// How much of a cell a bar fills.
#[expect(clippy::cast_sign_loss, reason = "clamped before")]
#[expect(clippy::cast_precision_loss, reason = "a few rows")]
fn eighths(bar: f32, row: usize) -> usize {
    let filled = (bar * HALF_ROWS as f32 - row as f32).clamp(0.0, 1.0);
    (8.0 * filled).round() as usize
}

#[cfg(test)]
mod tests {
    use tengen_record::Record;
    use tengen_review::{Plan, Review};
    use tengen_rules::Ruleset;

    use super::*;

    #[test]
    fn leads_are_drawn_on_both_sides() {
        let positions = [("B", "w", 250), ("W", "b", 500), ("B", "w", -500), ("W", "b", -125)];
        let nodes = positions.map(|(color, to_play, lead)| {
            format!(";{color}[]TGNJ[1 {to_play} 5000 {lead} 9/9 ? ? =x]")
        });
        let text = format!("(;SZ[9]TGNJ[1 b 5000 0 9/9 ? ? =x]{})", nodes.concat());
        let record = Record::from_sgf(&text).unwrap();
        let review =
            Review::new(&record, Ruleset::CHINESE, Plan { quick: 1, deep: 1, budget: None });
        let lines = lines(&review.report(&record)).join("\n");
        let expected = "
   B+5 │  █
       │  █
       │ ██
       │ ██
     0 ┼─────
       │   ██
       │   █
       │   █
   W+5 │   █
        0";
        assert_eq!(lines, expected.trim_start_matches('\n'));
    }
}
