//! A review as JSON; `docs/review.md` describes it.

use serde_json::{Value, json};
use tengen_front::words;
use tengen_record::{InfoKey, Record};
use tengen_review::{Band, MoveReview, Phase, PlayerReport, Reason, Report, Standing};
use tengen_rules::{Color, Move};

use super::GameName;
use super::variation::Variation;

pub(super) fn game(
    name: &GameName<'_>,
    record: &Record,
    (report, variations): (&Report, &[Variation]),
) -> Value {
    let info = record.info();
    let text = |key| info.text(key).map(std::borrow::Cow::into_owned);
    let numbers = |idxs: &[usize]| -> Vec<Option<u32>> {
        idxs.iter().map(|&it| report.number_of(report.moves[it].node)).collect()
    };
    let last = report.graph.last().map_or(0, |it| it.number);
    let skipped =
        report.skipped.map(|it| json!({ "after": last, "reason": words::skipped(it, last) }));
    json!({
        "file": name.path.to_string_lossy(),
        "game": name.number.unwrap_or(1),
        "size": [record.size().width(), record.size().height()],
        "black": text(InfoKey::Player(Color::Black)),
        "white": text(InfoKey::Player(Color::White)),
        "result": text(InfoKey::Result),
        "analysts": report.analysts,
        "complete": report.progress.is_swept() && report.progress.n_failed == 0,
        "positions": report.progress.n_positions,
        "evaluated": report.progress.n_swept,
        "skipped": skipped,
        "summary": {
            "black": player(&report.players.black),
            "white": player(&report.players.white),
        },
        "key_moves": numbers(&report.key_moves),
        "turning_points": numbers(&report.turning_points),
        "graph": report.graph.iter().map(|it| json!({
            "number": it.number,
            "chance": it.black.map(|it| rounded(it.chance, 4)),
            "lead": it.black.and_then(|it| it.lead).map(|it| rounded(it, 2)),
        })).collect::<Vec<_>>(),
        "moves": report.moves.iter().map(|it| {
            judged(report.number_of(it.node), it)
        }).collect::<Vec<_>>(),
        "variations": variations.iter().map(variation).collect::<Vec<_>>(),
    })
}

fn player(player: &PlayerReport) -> Value {
    let bands = Band::ALL.map(|it| (it.as_str().to_owned(), json!(player.n_in(it))));
    let phases = Phase::ALL.map(|it| {
        let phase = player.phase(it);
        let mean_loss = phase.mean_loss.map(|it| rounded(it, 2));
        (it.as_str().to_owned(), json!({ "moves": phase.n_moves, "mean_loss": mean_loss }))
    });
    json!({
        "moves": player.n_moves,
        "accuracy": player.accuracy.map(|it| rounded(it, 1)),
        "mean_loss": player.mean_loss.map(|it| rounded(it, 2)),
        "first_choice": player.n_best,
        "bands": Value::Object(bands.into_iter().collect()),
        "phases": Value::Object(phases.into_iter().collect()),
    })
}

fn variation(variation: &Variation) -> Value {
    let moves = variation.moves.iter().map(|(number, it)| judged(Some(*number), it));
    json!({ "after": variation.after, "moves": moves.collect::<Vec<_>>() })
}

fn judged(number: Option<u32>, judged: &MoveReview) -> Value {
    json!({
        "number": number,
        "color": judged.color.to_string(),
        "move": judged.mv.to_string(),
        "before": standing(judged.before),
        "after": standing(judged.after),
        "loss": rounded(judged.points_lost(), 2),
        "chance_loss": rounded(judged.loss.chance, 4),
        "band": judged.band.as_str(),
        "rank": judged.rank.map(|it| it + 1),
        "visits": judged.effort,
        "better": judged.better.iter().map(|it| json!({
            "move": it.mv.to_string(),
            "gain": rounded(it.gain, 2),
            "value": standing(it.value),
            "visits": it.n_visits,
            "line": names(&it.line),
        })).collect::<Vec<_>>(),
        "reply": names(&judged.refutation),
        "punished": judged.punished.map(|it| rounded(it, 2)),
        "seconds": judged.seconds,
        "reasons": judged.reasons.iter().map(|&it| reason(it, judged.color)).collect::<Vec<_>>(),
    })
}

fn reason(reason: Reason, color: Color) -> Value {
    json!({
        "reason": reason.as_str(),
        "point": reason.point().map(|it| it.to_string()),
        "stones": reason.n_stones(),
        "text": words::reason(reason, color),
    })
}

fn standing(standing: Standing) -> Value {
    json!({
        "chance": rounded(standing.chance, 4),
        "lead": standing.lead.map(|it| rounded(it, 2)),
    })
}

fn names(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

/// A number with this many digits after the point.
fn rounded(number: f32, digits: i32) -> f64 {
    let factor = 10_f64.powi(digits);
    (f64::from(number) * factor).round() / factor
}
