//! What the script of the page needs, as JSON.

use serde_json::{Value, json};
use tengen_front::words;
use tengen_record::{EvaluatedMove, NodeEvaluation, Positions, Record, Snapshot};
use tengen_review::{Band, BetterMove, GraphPoint, MoveReview, Report};
use tengen_rules::{Board, Color, Move, Point, Size};

/// Every position of a report, with the stones that change and what is said of
/// the move.
///
/// Points are `[column, row]` from the top left, and a pass is `null`. The
/// candidates are those that are kept in the record.
pub fn data(record: &Record, report: &Report) -> Value {
    let size = record.size();
    let mut positions = Positions::new();
    let mut before = Board::new(size);
    let mut list = Vec::new();
    for point in &report.graph {
        let snapshot = positions.at(record, point.node);
        let judged = report.moves.iter().find(|it| it.node == point.node);
        let mut object = position(&before, &snapshot, point, judged, size);
        let evaluation = record.node(point.node).evaluation();
        if let (Some(evaluation), Value::Object(object)) = (evaluation, &mut object) {
            object.insert("candidates".to_owned(), candidates(&evaluation, size));
        }
        list.push(object);
        before = *snapshot.board();
    }
    json!({ "width": size.width(), "height": size.height(), "positions": list })
}

fn position(
    before: &Board,
    snapshot: &Snapshot,
    point: &GraphPoint,
    judged: Option<&MoveReview>,
    size: Size,
) -> Value {
    let now = snapshot.board();
    let changes = size.points().filter(|&it| before.stone(it) != now.stone(it));
    let changes = changes.map(|it| json!([place(it, size), color(now.stone(it))]));
    let mv = snapshot.last_move.filter(|_| point.color.is_some()).map(|(_, mv)| mv);
    let mut object = json!({
        "number": point.number,
        "color": color(point.color),
        "move": mv.map(|it| it.to_string()),
        "at": mv.and_then(Move::point).map(|it| place(it, size)),
        "changes": changes.collect::<Vec<_>>(),
        "toPlay": color(Some(snapshot.position.to_play)),
        "standing": point.black.map(words::standing),
    });
    if let (Some(judged), Value::Object(object)) = (judged, &mut object) {
        object.insert("judged".to_owned(), judged_move(judged, size));
    }
    object
}

fn judged_move(judged: &MoveReview, size: Size) -> Value {
    let better = judged.better.iter().map(|it| better_move(it, size));
    let reasons = judged.reasons.iter().map(|&it| words::reason(it, judged.color));
    json!({
        "loss": one_digit(judged.points_lost()),
        "band": judged.band.as_str(),
        "bandName": words::band(judged.band),
        "says": words::loss(judged),
        "better": better.collect::<Vec<_>>(),
        "reasons": reasons.collect::<Vec<_>>(),
        "punished": words::punished(judged),
        "refutation": line(&judged.refutation, size),
    })
}

/// The moves that were tried, with what they lose against the best one.
fn candidates(evaluation: &NodeEvaluation, size: Size) -> Value {
    let tried = || evaluation.candidates.iter().filter(|it| it.n_visits > 0);
    // The best is what the analyst would play, even if another looks better.
    let best = tried().next();
    let candidate = |it: &EvaluatedMove| {
        let loss = match (it.lead, best.and_then(|it| it.lead)) {
            (Some(own), Some(best)) => best.points() - own.points(),
            _ => return None,
        };
        let loss = loss.max(0.0);
        let whole: Vec<Move> = std::iter::once(it.mv).chain(it.line.iter().copied()).collect();
        Some(json!({
            "at": it.mv.point().map(|it| place(it, size)),
            "loss": words::loss_number(loss),
            "band": Band::of(loss).as_str(),
            "chance": words::percent(it.chance.share()),
            "line": line(&whole, size),
        }))
    };
    tried().filter_map(candidate).collect()
}

fn better_move(better: &BetterMove, size: Size) -> Value {
    json!({
        "move": better.mv.to_string(),
        "gain": one_digit(better.gain),
        "line": line(&better.line, size),
    })
}

fn line(moves: &[Move], size: Size) -> Vec<Value> {
    moves.iter().map(|it| it.point().map_or(Value::Null, |it| place(it, size))).collect()
}

fn place(point: Point, size: Size) -> Value {
    json!([point.column(), size.height() - 1 - point.row()])
}

fn color(color: Option<Color>) -> Value {
    match color {
        Some(Color::Black) => json!("b"),
        Some(Color::White) => json!("w"),
        None => Value::Null,
    }
}

/// A number as it is shown.
fn one_digit(number: f32) -> Value {
    json!((f64::from(number) * 10.0).round() / 10.0)
}
