//! A view as text.

use tengen_clock::{Shown, TimeLeft};
use tengen_legacy_session::{ClockView, Phase, ScoringView, View};
use tengen_rules::{Color, Point, PointSet};

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
    lines.extend(review(view));
    lines.extend(analysis(view));
    lines
}

fn sign(view: &View, point: Point) -> char {
    let scoring = match &view.phase {
        Phase::Scoring(scoring) => Some(scoring),
        Phase::Playing | Phase::Over(_) => None,
    };
    let is_dead = view.counting.as_ref().is_some_and(|it| it.dead.contains(point));
    match view.stone(point) {
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
        Some(Shown { time, overtime }) => match overtime.count() {
            None => format!("{time:?}"),
            Some(n_left) => format!("{time:?} x{n_left}"),
        },
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
    if !view.name.is_empty() {
        lines.push(format!("= name {}", view.name));
    }
    lines.extend(drawings(view));
    lines.extend(view.flaws.iter().map(|it| format!("= flaw: {it}")));
    if let Some(outcome) = view.ended {
        lines.push(format!("= ended {outcome}"));
    }
    lines
}

/// What is drawn on the board and said about the move.
fn drawings(view: &View) -> Vec<String> {
    let pairs = |name: &str, pairs: &[(Point, Point)]| -> Vec<String> {
        pairs.iter().map(|(from, to)| format!("= {name} {from} {to}")).collect()
    };
    let points = |name: &str, points: &PointSet| -> Option<String> {
        let names: Vec<String> = points.iter().map(|it| it.to_string()).collect();
        (!names.is_empty()).then(|| format!("= {name} {}", names.join(" ")))
    };
    let marks = view.marks.iter().map(|(point, mark)| format!("= {mark:?} {point}"));
    let labels = view.labels.iter().map(|(point, text)| format!("= label {point} {text}"));
    let said = view.annotations.iter().map(|(what, strength)| format!("= {what:?} {strength:?}"));
    let breathless = view.breathless.iter().map(|(color, it)| format!("= {color} {it} breathless"));
    marks
        .chain(labels)
        .chain(pairs("line", &view.lines))
        .chain(pairs("arrow", &view.arrows))
        .chain(points("dimmed", &view.dimmed))
        .chain(view.visible.as_ref().and_then(|it| points("visible", it)))
        .chain(points("black territory", &view.territory.black))
        .chain(points("white territory", &view.territory.white))
        .chain(said)
        .chain(breathless)
        .collect()
}

/// What the editor of a review shows.
fn review(view: &View) -> Vec<String> {
    if !view.is_review {
        return Vec::new();
    }
    let info = view.info.iter().map(|(key, text)| format!("{} {text}", key.name()));
    let numbers = view.numbers.iter().map(|(point, number)| format!("{point} {number}"));
    let line = view.line.iter().map(|it| match it.mv {
        Some((color, mv)) => format!("{}{mv}", color.letter()),
        None => "-".to_owned(),
    });
    let at = view.tree.place(view.node).expect("what is seen is in the tree");
    let mut lines = vec![
        format!("= review of {}: {}", view.origin, info.collect::<Vec<_>>().join(", ")),
        format!("= line {}", line.collect::<Vec<_>>().join(" ")),
        format!("= numbers {}", numbers.collect::<Vec<_>>().join(", ")),
        format!("= column {}, row {} of {}", at.column, at.row, view.tree.n_rows()),
    ];
    assert_eq!(view.line[at.column as usize].node, view.node);
    for (is_so, text) in [
        (view.has_unsaved_changes, "unsaved"),
        (view.can_undo_edit, "can undo edit"),
        (view.can_redo_edit, "can redo edit"),
        (view.can_paste, "can paste"),
    ] {
        if is_so {
            lines.push(format!("= {text}"));
        }
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
    let rates = view.line.iter().map(|it| it.evaluation.map(|it| it.black_win_rate));
    let rates: Vec<String> =
        rates.map(|it| it.map_or_else(|| "-".to_owned(), |it| it.to_string())).collect();
    let graph = rates.iter().any(|it| it != "-").then(|| format!("= graph {}", rates.join(" ")));
    hints.chain(ownership).chain(graph).collect()
}
