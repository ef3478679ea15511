//! A view as text.

use tengen_clock::{Shown, TimeLeft};
use tengen_rules::{Color, Point, PointSet};
use tengen_session::{ClockView, EndReason, Ended, Phase, ScoringView, View, Wanted};

/// Everything in a view that is not as usual, a line each.
pub(crate) fn show(view: &View) -> Vec<String> {
    let mut lines: Vec<String> = view
        .position
        .size
        .rows()
        .map(|row| row.map(|point| sign(view, point).to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    let position = &view.position;
    let last = position.last_move.map_or_else(String::new, |(color, mv)| {
        let captures = match position.captured.len() {
            0 => String::new(),
            n_captured => format!(" captures {n_captured}"),
        };
        format!(" ({color} {mv}{captures})")
    });
    let place = if view.tree.is_live { "" } else { ", not live" };
    let (to_play, prisoners) = (position.to_play, position.prisoners);
    let taken = format!("taken {} and {}", prisoners.black, prisoners.white);
    lines.push(format!("= move {}{last}, {to_play} to play, {taken}{place}", position.move_number));
    lines.extend(clocks(view));
    lines.extend(record(view));
    lines.extend(game(view));
    lines.extend(review(view));
    lines.extend(analysis(view));
    lines
}

fn sign(view: &View, point: Point) -> char {
    let scoring = view.game.scoring.as_ref().filter(|_| view.tree.is_live);
    let counting = view.game.counting.as_ref();
    let is_dead = counting.is_some_and(|it| it.dead.contains(point));
    match view.position.stone(point) {
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
        None if view.position.ko == Some(point) => '*',
        None if scoring.is_some_and(|it| it.open.contains(point)) => '!',
        None => match counting.and_then(|it| it.territory[point]) {
            Some(Color::Black) => 'b',
            Some(Color::White) => 'w',
            None => '.',
        },
    }
}

fn clocks(view: &View) -> Option<String> {
    let clock =
        |it: ClockView| format!("{}{}", left(it.left), if it.is_running { " runs" } else { "" });
    let has_limit = view.game.clocks.black.left != TimeLeft::Unlimited;
    has_limit
        .then(|| format!("= {} | {}", clock(view.game.clocks.black), clock(view.game.clocks.white)))
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
    let (idx, n_siblings) = view.tree.variation;
    if n_siblings > 1 {
        lines.push(format!("= variation {} of {n_siblings}", idx + 1));
    }
    let moves = view.tree.variations.iter().filter_map(|it| it.mv);
    let moves: Vec<String> = moves.map(|(color, mv)| format!("{color} {mv}")).collect();
    if !moves.is_empty() {
        lines.push(format!("= next {}", moves.join(", ")));
    }
    if !view.markup.comment.is_empty() {
        lines.push(format!("= comment {}", view.markup.comment));
    }
    if !view.markup.name.is_empty() {
        lines.push(format!("= name {}", view.markup.name));
    }
    lines.extend(drawings(view));
    lines.extend(view.position.flaws.iter().map(|it| format!("= flaw: {it}")));
    if let Some(outcome) = view.game.ended {
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
    let marks = view.markup.marks.iter().map(|(point, mark)| format!("= {mark:?} {point}"));
    let labels = view.markup.labels.iter().map(|(point, text)| format!("= label {point} {text}"));
    let said =
        view.markup.annotations.iter().map(|(what, strength)| format!("= {what:?} {strength:?}"));
    let breathless =
        view.position.breathless.iter().map(|(color, it)| format!("= {color} {it} breathless"));
    marks
        .chain(labels)
        .chain(pairs("line", &view.markup.lines))
        .chain(pairs("arrow", &view.markup.arrows))
        .chain(points("dimmed", &view.markup.dimmed))
        .chain(view.markup.visible.as_ref().and_then(|it| points("visible", it)))
        .chain(points("black territory", &view.markup.territory.black))
        .chain(points("white territory", &view.markup.territory.white))
        .chain(said)
        .chain(breathless)
        .collect()
}

/// What the editor of a review shows.
fn review(view: &View) -> Vec<String> {
    if !view.game.is_review {
        return Vec::new();
    }
    let info = view.game.info.iter().map(|(key, text)| format!("{} {text}", key.name()));
    let numbers = view.position.numbers.iter().map(|it| format!("{} {}", it.point, it.number));
    let line = view.tree.line.iter().map(|it| match it.mv {
        Some((color, mv)) => format!("{}{mv}", color.letter()),
        None => "-".to_owned(),
    });
    let at = view.tree.layout.place(view.tree.node).expect("what is seen is in the tree");
    let mut lines = vec![
        format!("= review of {}: {}", view.game.origin, info.collect::<Vec<_>>().join(", ")),
        format!("= line {}", line.collect::<Vec<_>>().join(" ")),
        format!("= numbers {}", numbers.collect::<Vec<_>>().join(", ")),
        format!("= column {}, row {} of {}", at.column, at.row, view.tree.layout.n_rows()),
    ];
    assert_eq!(view.tree.line[at.column as usize].node, view.tree.node);
    for (is_so, text) in [
        (view.tree.has_unsaved_changes, "unsaved"),
        (view.tree.can_undo_edit, "can undo edit"),
        (view.tree.can_redo_edit, "can redo edit"),
        (view.tree.can_paste, "can paste"),
    ] {
        if is_so {
            lines.push(format!("= {text}"));
        }
    }
    lines
}

fn game(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    match view.game.phase {
        Phase::Playing => (),
        Phase::Placing => lines.push(format!("= {} stones to place", view.game.handicap_left)),
        Phase::Scoring => lines.extend(view.game.scoring.as_ref().map(agreement)),
        Phase::Over(ended) => lines.push(over(ended)),
    }
    let mut add = |is_so: bool, text: &str| {
        if is_so {
            lines.push(format!("= {text}"));
        }
    };
    add(view.game.is_paused, "paused");
    add(view.game.can_undo, "can undo");
    add(view.game.can_redo, "can redo");
    if let Some(thinking) = view.engine.thinking {
        lines.push(format!("= {} thinks since {:?}", thinking.color, thinking.since));
    }
    if let Some((color, request)) = view.game.request {
        lines.push(format!("= {color} asks for {request:?}"));
    }
    lines.extend(view.engine.problem.as_ref().map(|it| format!("= problem: {it:?}")));
    lines
}

fn over(ended: Ended) -> String {
    match ended.reason {
        EndReason::Cancelled | EndReason::Adjourned => {
            format!("= over {}, {:?}", ended.outcome, ended.reason)
        }
        _ => format!("= over {}", ended.outcome),
    }
}

fn agreement(scoring: &ScoringView) -> String {
    let agreed: Vec<String> = Color::ALL
        .into_iter()
        .filter(|&color| scoring.agreed[color])
        .map(|color| format!(", {color} agrees"))
        .collect();
    let pending = if scoring.is_proposal_pending { ", proposal pending" } else { "" };
    let left = scoring.time_left.map(|it| format!(", {it:?} left")).unwrap_or_default();
    format!("= scoring {}{}{pending}{left}", scoring.score, agreed.concat())
}

fn analysis(view: &View) -> Vec<String> {
    let analysis = view.engine.analysis.as_ref();
    let hints = analysis.filter(|_| view.engine.wanted != Some(Wanted::Ownership));
    let hints = hints.into_iter().flat_map(|it| &it.candidates);
    let hints = hints.map(|it| format!("= hint {} {:.2}", it.mv, it.win_rate));
    let ownership = analysis.and_then(|analysis| {
        let ownership = analysis.ownership.as_ref()?;
        let sum: f32 = view.position.size.points().map(|point| ownership[point]).sum();
        Some(format!("= ownership {sum}, lead {:?}", analysis.evaluation().black_lead))
    });
    let rates = view.tree.line.iter().map(|it| it.evaluation.map(|it| it.black_win_rate));
    let rates: Vec<String> =
        rates.map(|it| it.map_or_else(|| "-".to_owned(), |it| it.to_string())).collect();
    let graph = rates.iter().any(|it| it != "-").then(|| format!("= graph {}", rates.join(" ")));
    hints.chain(ownership).chain(graph).collect()
}
