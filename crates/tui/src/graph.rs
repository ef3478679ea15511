//! The graph of a review in cells, with axes and a legend.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use tengen_front::review::{Graph, GraphDot, Measure};
use tengen_front::words;
use tengen_record::NodeId;
use tengen_review::Band;

use crate::theme::{Role, Theme};

/// The columns of the labels of the vertical axis.
const LABELS: u16 = 5;

/// The least columns and rows of a graph that says anything.
const LEAST: (u16, u16) = (16, 6);

/// Draws a graph: a legend, the columns of both players from the middle, the
/// signs of key moves, and numbers of moves.
pub(crate) fn draw(theme: Theme, graph: &Graph, area: Rect, buffer: &mut Buffer) {
    let Some(plot) = plot(graph, area) else { return };
    let legend = legend(theme, graph);
    let legend: String = legend.chars().take(usize::from(area.width)).collect();
    buffer.set_string(area.x, area.y, legend, theme.text(Role::Dim));
    draw_height_axis(theme, graph, plot, buffer);
    for x in 0..plot.width {
        draw_column(theme, graph, plot, x, buffer);
    }
    draw_width_axis(theme, graph, plot, buffer);
}

/// The space within the axes, if there is enough.
fn plot(graph: &Graph, area: Rect) -> Option<Rect> {
    if area.width < LEAST.0 || area.height < LEAST.1 || graph.dots.is_empty() {
        return None;
    }
    let n_rows = area.height - 3;
    // An odd number has a middle.
    let height = if n_rows.is_multiple_of(2) { n_rows - 1 } else { n_rows };
    Some(Rect { x: area.x + LABELS, y: area.y + 1, width: area.width - LABELS - 1, height })
}

/// The position that a cell of a graph stands for.
pub(crate) fn node_at(graph: &Graph, area: Rect, at: Position) -> Option<NodeId> {
    let plot = plot(graph, area)?;
    // The signs of key moves are just below.
    let wide = Rect { height: plot.height + 1, ..plot };
    let dots = dots(graph, plot, at.x.checked_sub(plot.x).filter(|_| wide.contains(at))?);
    let worst = dots.iter().filter(|it| it.is_key).max_by_key(|it| it.band);
    worst.or(dots.last()).map(|it| it.node)
}

fn legend(theme: Theme, graph: &Graph) -> String {
    let (up, down) = (theme.glyph("▲", "^"), theme.glyph("▼", "v"));
    let what = match graph.measure {
        Measure::Lead => "Lead in points",
        Measure::Chance => "Chance to win",
    };
    format!("{what}: {up} Black {down} White")
}

fn draw_height_axis(theme: Theme, graph: &Graph, plot: Rect, buffer: &mut Buffer) {
    let half = plot.height / 2;
    let middle = plot.y + half;
    let style = theme.text(Role::Dim);
    for &tick in &graph.height.ticks {
        let label = match graph.measure {
            Measure::Lead => format!("{tick:.0}"),
            Measure::Chance => format!("{:.0}%", 50.0 + tick),
        };
        let off = offset(tick / graph.height.most, half);
        let is_between = tick > 0.0 && tick < graph.height.most;
        // Labels need rows of their own.
        if is_between && (off == 0 || off == half || half < 4) {
            continue;
        }
        for y in [middle - off, middle + off] {
            let text = format!("{label:>4}");
            buffer.set_string(plot.x - LABELS, y, text, style);
            buffer.set_string(plot.x - 1, y, theme.glyph("┤", "+"), style);
        }
    }
    for y in plot.top()..plot.bottom() {
        let at = Position { x: plot.x - 1, y };
        if buffer.cell(at).is_some_and(|it| it.symbol() == " ") {
            buffer.set_string(at.x, at.y, theme.glyph("│", "|"), style);
        }
    }
    let line = theme.glyph("─", "-").repeat(usize::from(plot.width));
    buffer.set_string(plot.x, middle, line, style);
}

/// The rows from the middle to a height from 0 to 1.
#[expect(clippy::cast_sign_loss, reason = "a height above the middle")]
fn offset(height: f32, half: u16) -> u16 {
    ((height.clamp(0.0, 1.0) * f32::from(half)).round() as u16).min(half)
}

/// The dots that share a column: the last one is shown, and the worst move of
/// all.
fn dots(graph: &Graph, plot: Rect, x: u16) -> &[GraphDot] {
    let n_dots = graph.dots.len();
    let width = usize::from(plot.width).max(1);
    let first = usize::from(x) * n_dots / width;
    let end = (usize::from(x) + 1) * n_dots / width;
    // Fewer dots than columns: each is as wide as it takes.
    &graph.dots[first.min(n_dots - 1)..end.max(first + 1).min(n_dots)]
}

fn draw_column(theme: Theme, graph: &Graph, plot: Rect, x: u16, buffer: &mut Buffer) {
    let dots = dots(graph, plot, x);
    let half = plot.height / 2;
    let middle = plot.y + half;
    let column = plot.x + x;
    let first = dots.first().map(|it| it.node);
    let place = graph.dots.iter().position(|it| Some(it.node) == first).unwrap_or(0);
    let is_here = graph.here.is_some_and(|it| (place..place + dots.len()).contains(&it));
    let is_next_same =
        is_here && x > 0 && self::dots(graph, plot, x - 1).first().map(|it| it.node) == first;
    if is_here && !is_next_same {
        for y in plot.top()..plot.bottom() {
            buffer.set_string(column, y, theme.glyph("╎", ":"), theme.text(Role::Cursor));
        }
    }
    if let Some(height) = dots.iter().rev().find_map(|it| it.height) {
        let is_up = height > 0.0;
        let (block, tip) = if is_up {
            (theme.glyph("█", "#"), theme.glyph("▄", "#"))
        } else {
            (theme.glyph("▒", "o"), theme.glyph("▀", "o"))
        };
        let style = if is_up { theme.text(Role::Accent) } else { Style::new() };
        let row = |step: u16| if is_up { middle - step } else { middle + step };
        let n_halves = offset(height.abs(), 2 * half);
        for step in 1..=n_halves / 2 {
            buffer.set_string(column, row(step), block, style);
        }
        let has_tip = !n_halves.is_multiple_of(2) && (!theme.is_ascii || n_halves == 1);
        if has_tip {
            buffer.set_string(column, row(n_halves / 2 + 1), tip, style);
        }
    }
    let worst = dots.iter().filter(|it| it.is_key).filter_map(|it| it.band).max();
    let is_first = x == 0 || self::dots(graph, plot, x - 1).first().map(|it| it.node) != first;
    if let Some(band) = worst.filter(|it| is_first && *it >= Band::Inaccuracy) {
        let style = theme.band_text(band).add_modifier(Modifier::BOLD);
        buffer.set_string(column, plot.bottom(), words::band_sign(band), style);
    }
}

fn draw_width_axis(theme: Theme, graph: &Graph, plot: Rect, buffer: &mut Buffer) {
    let style = theme.text(Role::Dim);
    let y = plot.bottom() + 1;
    let mut free = plot.x;
    for &tick in &graph.width.ticks {
        let number = format!("{tick:.0}");
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a column")]
        let x = plot.x + (tick / graph.width.most.max(1.0) * f32::from(plot.width - 1)) as u16;
        let width = number.len() as u16;
        let x = x.min(plot.right().saturating_sub(width));
        if x >= free {
            buffer.set_string(x, y, number, style);
            free = x + width + 1;
        }
    }
}
