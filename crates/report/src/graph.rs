//! The graph of a game: Black's lead, or chance, move by move.

use maud::{Markup, html};
use tengen_front::words;
use tengen_review::{Band, GraphPoint, Report};

/// The size of the drawing, in its own units.
const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 250.0;

/// What is left for the axes.
const LEFT: f32 = 58.0;
const RIGHT: f32 = 16.0;
const TOP: f32 = 10.0;
const BOTTOM: f32 = 26.0;

/// The graph as SVG, with axes, and a dot for each key move.
///
/// It shows leads, or chances where the analyst knows no leads.
#[expect(clippy::cast_precision_loss, reason = "numbers of moves")]
pub fn graph(report: &Report) -> Markup {
    let scale = Scale::of(report);
    let x = |idx: usize| {
        let n = (report.graph.len().max(2) - 1) as f32;
        LEFT + (WIDTH - LEFT - RIGHT) * idx as f32 / n
    };
    let values: Vec<(usize, f32)> = report
        .graph
        .iter()
        .enumerate()
        .filter_map(|(idx, it)| Some((idx, scale.value(it)?)))
        .collect();
    let line: Vec<String> =
        values.iter().map(|&(idx, it)| format!("{:.1},{:.1}", x(idx), scale.y(it))).collect();
    let zero = scale.y(0.0);
    let area = match (values.first(), values.last()) {
        (Some(first), Some(last)) => {
            format!("{:.1},{zero:.1} {} {:.1},{zero:.1}", x(first.0), line.join(" "), x(last.0))
        }
        _ => String::new(),
    };
    let key = report.key_moves().filter_map(|judged| {
        let idx = report.graph.iter().position(|it| it.node == judged.node)?;
        let value = scale.value(&report.graph[idx])?;
        Some((x(idx), scale.y(value), judged.band, idx))
    });
    html! {
        svg id="graph" class="graph" viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img"
            aria-label=(scale.title()) data-left=(LEFT) data-right=(WIDTH - RIGHT)
            data-n=(report.graph.len()) {
            @for (value, label) in scale.ticks() {
                line class=(if value == 0.0 { "zero" } else { "grid" })
                    x1=(LEFT) x2=(WIDTH - RIGHT) y1=(scale.y(value)) y2=(scale.y(value)) {}
                text class="label" x=(LEFT - 6.0) y=(scale.y(value) + 4.0) text-anchor="end" {
                    (label)
                }
            }
            @for (idx, number) in move_ticks(&report.graph) {
                line class="grid" x1=(x(idx)) x2=(x(idx)) y1=(TOP) y2=(HEIGHT - BOTTOM) {}
                text class="label" x=(x(idx)) y=(HEIGHT - 8.0) text-anchor="middle" { (number) }
            }
            polygon class="area" points=(area) {}
            polyline class="line" points=(line.join(" ")) {}
            @for (x, y, band, idx) in key {
                circle class=(format!("dot {}", band.as_str())) cx=(format!("{x:.1}"))
                    cy=(format!("{y:.1}")) r="5" data-idx=(idx) {}
            }
            line id="cursor" class="cursor" x1=(LEFT) x2=(LEFT) y1=(TOP) y2=(HEIGHT - BOTTOM) {}
        }
        p class="legend" {
            span { (scale.title()) }
            @for band in Band::ALL.into_iter().rev().take(4) {
                span { i class=(format!("swatch {}", band.as_str())) {} (words::band(band)) }
            }
        }
    }
}

/// Where the moves with round numbers are.
fn move_ticks(graph: &[GraphPoint]) -> Vec<(usize, u32)> {
    let last = graph.last().map_or(0, |it| it.number);
    let step = [5, 10, 20, 50, 100, 200, 500].into_iter().find(|it| last / it <= 8).unwrap_or(1000);
    let is_tick = |it: &GraphPoint| it.number > 0 && it.number.is_multiple_of(step);
    let mut ticks: Vec<(usize, u32)> = Vec::new();
    for (idx, point) in graph.iter().enumerate().filter(|(_, it)| is_tick(it)) {
        if ticks.last().is_none_or(|&(_, number)| number != point.number) {
            ticks.push((idx, point.number));
        }
    }
    ticks
}

/// What is drawn, and the value at the upper edge.
enum Scale {
    /// Points, up to this many for both sides.
    Lead(f32),
    /// Chances, from -50 to 50 percent beside even.
    Chance,
}

impl Scale {
    fn of(report: &Report) -> Scale {
        let leads = report.graph.iter().filter_map(|it| it.black?.lead);
        let most = leads.map(f32::abs).reduce(f32::max);
        most.map_or(Scale::Chance, |most| {
            let steps = [5.0, 10.0, 20.0, 30.0, 50.0, 75.0, 100.0, 200.0];
            Scale::Lead(steps.into_iter().find(|it| most <= *it).unwrap_or(400.0))
        })
    }

    fn most(&self) -> f32 {
        match self {
            Scale::Lead(most) => *most,
            Scale::Chance => 0.5,
        }
    }

    fn value(&self, point: &GraphPoint) -> Option<f32> {
        let black = point.black?;
        match self {
            Scale::Lead(_) => black.lead,
            Scale::Chance => Some(black.chance - 0.5),
        }
    }

    fn y(&self, value: f32) -> f32 {
        let share = 0.5 - 0.5 * (value / self.most()).clamp(-1.0, 1.0);
        TOP + (HEIGHT - TOP - BOTTOM) * share
    }

    fn ticks(&self) -> Vec<(f32, String)> {
        let most = self.most();
        [1.0, 0.5, 0.0, -0.5, -1.0].map(|share| (share * most, self.label(share * most))).into()
    }

    fn label(&self, value: f32) -> String {
        match self {
            Scale::Chance => words::percent(0.5 + value),
            Scale::Lead(_) if value == 0.0 => "0".to_owned(),
            Scale::Lead(_) => {
                format!("{}+{}", if value > 0.0 { 'B' } else { 'W' }, value.abs())
            }
        }
    }

    const fn title(&self) -> &'static str {
        match self {
            Scale::Lead(_) => "Lead in points: Black above, White below",
            Scale::Chance => "Black's chance to win",
        }
    }
}
