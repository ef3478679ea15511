//! A view as text.

use tengen_engine::time::TimeLeft;
use tengen_rules::{Color, Point};
use tengen_session::{ClockView, Phase, ScoringView, View};

/// Everything in a view that is not as usual, a line each.
pub(crate) fn show(view: &View) -> Vec<String> {
    let mut lines: Vec<String> = view
        .board
        .size()
        .rows()
        .map(|row| row.map(|point| sign(view, point).to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    lines.push(format!("= {}", view.status));
    let place = if view.is_live() { "" } else { ", not live" };
    let (to_play, prisoners) = (view.to_play, view.prisoners);
    let taken = format!("taken {} and {}", prisoners.black, prisoners.white);
    lines.push(format!("= move {}, {to_play} to play, {taken}{place}", view.move_number));
    lines.extend(clocks(view));
    lines.extend(record(view));
    lines.extend(game(view));
    lines.extend(analysis(view));
    lines
}

fn sign(view: &View, point: Point) -> char {
    let scoring = match &view.phase {
        Phase::Scoring(scoring) => Some(scoring),
        Phase::Playing | Phase::Over(_) => None,
    };
    let is_dead = view.counting.as_ref().is_some_and(|it| it.dead.contains(point));
    match view.board.stone(point) {
        Some(Color::Black) => {
            if is_dead {
                'x'
            } else {
                'X'
            }
        }
        Some(Color::White) => {
            if is_dead {
                'o'
            } else {
                'O'
            }
        }
        None if view.ko == Some(point) => '*',
        None if scoring.is_some_and(|it| it.open.contains(point)) => '!',
        None => match view.counting.as_ref().and_then(|it| it.territory[point]) {
            Some(Color::Black) => 'b',
            Some(Color::White) => 'w',
            None => '.',
        },
    }
}

fn clocks(view: &View) -> Option<String> {
    let clock =
        |it: ClockView| format!("{}{}", left(it.left), if it.is_running { " runs" } else { "" });
    let has_limit = view.clocks.black.left != TimeLeft::Unlimited;
    has_limit.then(|| format!("= {} | {}", clock(view.clocks.black), clock(view.clocks.white)))
}

/// What a clock shows.
pub(crate) fn left(left: TimeLeft) -> String {
    let clock = ClockView { left, is_running: false };
    match clock.shown() {
        None => "no clock".to_owned(),
        Some((time, None)) => format!("{time:?}"),
        Some((time, Some(n_left))) => format!("{time:?} x{n_left}"),
    }
}

fn record(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    let (idx, n_siblings) = view.variation;
    if n_siblings > 1 {
        lines.push(format!("= variation {} of {n_siblings}", idx + 1));
    }
    let moves = view.variations.iter().filter_map(|it| it.mv);
    let moves: Vec<String> = moves.map(|(color, mv)| format!("{color} {mv}")).collect();
    if !moves.is_empty() {
        lines.push(format!("= next {}", moves.join(", ")));
    }
    if !view.comment.is_empty() {
        lines.push(format!("= comment {}", view.comment));
    }
    if let Some(outcome) = view.ended {
        lines.push(format!("= ended {outcome}"));
    }
    lines
}

fn game(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    match &view.phase {
        Phase::Playing => (),
        Phase::Scoring(scoring) => lines.push(agreement(scoring)),
        Phase::Over(outcome) => lines.push(format!("= over {outcome}")),
    }
    let mut add = |is_so: bool, text: &str| {
        if is_so {
            lines.push(format!("= {text}"));
        }
    };
    add(view.is_paused, "paused");
    add(view.can_undo, "can undo");
    add(view.can_redo, "can redo");
    if let Some((color, since)) = view.thinking {
        lines.push(format!("= {color} thinks since {since:?}"));
    }
    lines
}

fn agreement(scoring: &ScoringView) -> String {
    let agreed: Vec<String> = Color::ALL
        .into_iter()
        .filter(|&color| scoring.agreed[color])
        .map(|color| format!(", {color} agrees"))
        .collect();
    let pending = if scoring.is_proposal_pending { ", proposal pending" } else { "" };
    format!("= scoring {}{}{pending}", scoring.score, agreed.concat())
}

fn analysis(view: &View) -> Vec<String> {
    let hints = view.hints.iter().map(|it| format!("= hint {} {:.2}", it.mv, it.win_rate));
    let ownership = view.ownership.as_ref().map(|it| {
        let sum: f32 = view.board.size().points().map(|point| it[point]).sum();
        format!("= ownership {sum}, lead {:?}", view.black_lead)
    });
    hints.chain(ownership).collect()
}
