//! Statistics as rows of bars, for any kind of drawing.

use tengen_library::{Phase, Score, Statistics};
use tengen_rules::Color;

use crate::words;

/// Rows of bars under a title.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The title.
    pub title: &'static str,
    /// The rows, in their order.
    pub rows: Vec<ChartRow>,
}

/// A bar with its label and its figures.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartRow {
    /// What it is about, without anything that a terminal would obey.
    pub label: String,
    /// Its parts, from the left, each as a part of the longest bar.
    pub shares: Vec<(Share, f64)>,
    /// The figures behind it.
    pub figures: String,
}

/// What a part of a bar stands for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Share {
    /// Games that were won.
    Won,
    /// Games that were lost.
    Lost,
    /// Games without a winner.
    Other,
    /// Points that were lost.
    Points,
}

/// All charts of statistics that have something to show.
pub(super) fn charts(statistics: &Statistics) -> Vec<Chart> {
    let opponents = if statistics.is_mine { "By opponent" } else { "By White" };
    let by_color = [Color::Black, Color::White];
    let by_color = by_color.map(|it| (it, statistics.by_color[it]));
    let by_color: &[_] = if statistics.is_mine { &by_color } else { &[] };
    let charts = [
        scores("By year", &statistics.by_year, ToString::to_string),
        scores("By color", by_color, |it| words::color(*it).to_owned()),
        scores("By board", &statistics.by_size, |it| words::size(*it)),
        scores(opponents, &statistics.by_opponent, |it| words::clean(it)),
        losses(statistics),
    ];
    charts.into_iter().filter(|it| !it.rows.is_empty()).collect()
}

fn scores<T>(title: &'static str, rows: &[(T, Score)], label: impl Fn(&T) -> String) -> Chart {
    let most = f64::from(rows.iter().map(|(_, it)| it.n).max().unwrap_or(0).max(1));
    let row = |(it, score): &(T, Score)| {
        let label = Some(label(it)).filter(|it| !it.trim().is_empty());
        let n_other = score.n.saturating_sub(score.n_won + score.n_lost);
        let shares =
            [(Share::Won, score.n_won), (Share::Lost, score.n_lost), (Share::Other, n_other)];
        ChartRow {
            label: label.unwrap_or_else(|| "?".to_owned()),
            shares: shares.map(|(share, n)| (share, f64::from(n) / most)).to_vec(),
            figures: words::score(*score),
        }
    };
    Chart { title, rows: rows.iter().map(row).collect() }
}

fn losses(statistics: &Statistics) -> Chart {
    let known = Phase::ALL.into_iter().zip(&statistics.by_phase);
    let known: Vec<_> =
        known.filter_map(|(phase, it)| Some((phase, it, it.loss.points()?))).collect();
    let most = known.iter().map(|it| it.2).fold(f64::MIN_POSITIVE, f64::max);
    let row = |(phase, it, points): &(Phase, &tengen_library::PhaseLoss, f64)| ChartRow {
        label: words::game_phase(*phase).to_owned(),
        shares: vec![(Share::Points, points.max(0.0) / most)],
        figures: words::phase_losses(*points, it.n_mistakes),
    };
    Chart { title: "Points lost per move", rows: known.iter().map(row).collect() }
}
