//! What GNU Go says of a position, which has no command to analyze.
//!
//! | part | from |
//! |---|---|
//! | lead | `estimate_score` |
//! | candidates | `top_moves_black`, `top_moves_white`; the lead of each is that of the position, less half of what its value lacks to the best one |
//! | ownership | `initial_influence … territory_value` |
//! | win rate | none: estimated from the lead and how open the board is |
//! | visits, priors, variations | none |

use tengen_analysis::{Analysis, AnalysisRequest, Candidate};
use tengen_rules::{Board, ByPoint, Color, Move};

use super::{Controller, Error};

/// The lead in points that wins 73 of 100 games on a full board.
const SETTLED_SCALE: f32 = 2.0;

/// What an empty board adds to it.
const OPEN_SCALE: f32 = 10.0;

/// From this territory value on, a stone of the other color is dead.
const DEAD: f32 = 0.5;

/// Asks for all that there is; the engine knows the game already.
pub(super) fn estimate(
    engine: &mut Controller,
    request: &AnalysisRequest<'_>,
) -> Result<Analysis, Error> {
    if !engine.knows("estimate_score") {
        return Err(Error::CannotAnalyze);
    }
    let AnalysisRequest { game, to_play, .. } = *request;
    let answer = ask(engine, "estimate_score")?;
    let Some(black_lead) = parse_score(&answer) else {
        return Err(Error::Nonsense { command: "estimate_score".into(), answer });
    };
    let lead = f32::from(to_play.sign()) * black_lead;
    let win_rate = win_rate(lead, game.board());
    let top_moves = format!("top_moves_{to_play}");
    let mut candidates = Vec::new();
    if engine.knows(&top_moves) {
        candidates = parse_moves(&ask(engine, &top_moves)?, game.board(), (win_rate, lead));
        candidates.retain(|it| !request.excluded.contains(it.mv));
    }
    let mut ownership = None;
    if request.wants_ownership && engine.knows("initial_influence") {
        let command = format!("initial_influence {to_play} territory_value");
        ownership = parse_territory(&ask(engine, &command)?, game.board()).map(Box::new);
    }
    let whole = Analysis::new(to_play, win_rate);
    Ok(Analysis { lead: Some(lead), candidates, ownership, ..whole })
}

fn ask(engine: &mut Controller, command: &str) -> Result<String, Error> {
    engine.ask(command, engine.options.patience)
}

/// The chance of a player with this lead.
fn win_rate(lead: f32, board: &Board) -> f32 {
    let openness = f32::from(board.n_empty()) / f32::from(board.size().n_points());
    let scale = SETTLED_SCALE + OPEN_SCALE * openness;
    1.0 / (1.0 + (-lead / scale).exp())
}

/// The lead of Black in an answer such as
/// `W+3.8 (upper bound: 3.8, lower: 3.8)`.
fn parse_score(answer: &str) -> Option<f32> {
    let (winner, points) = answer.split_ascii_whitespace().next()?.split_once('+')?;
    let points: f32 = points.parse().ok().filter(|it: &f32| it.is_finite())?;
    match winner {
        "B" => Some(points),
        "W" => Some(-points),
        _ => None,
    }
}

/// Moves with their values, the best first, each of which is as likely to win
/// as the position.
///
/// A value is the difference that it makes who plays there, of which a player
/// who plays elsewhere loses about half.
fn parse_moves(answer: &str, board: &Board, (win_rate, lead): (f32, f32)) -> Vec<Candidate> {
    let words: Vec<&str> = answer.split_ascii_whitespace().collect();
    let pairs = words.chunks_exact(2).map_while(|pair| {
        let value: f32 = pair[1].parse().ok()?;
        Some((pair[0].parse::<Move>().ok()?, value))
    });
    let is_free = |mv: &Move| {
        mv.point().is_none_or(|it| board.size().contains(it) && board.stone(it).is_none())
    };
    let moves = pairs.filter(|(mv, value)| is_free(mv) && *value > 0.0);
    let mut best = None;
    let candidate = |(mv, value): (Move, f32)| {
        let best = *best.get_or_insert(value);
        let lead = Some(lead - (best - value).max(0.0) / 2.0);
        Candidate { lead, variation: vec![mv], ..Candidate::new(mv, win_rate) }
    };
    moves.map(candidate).collect()
}

/// Rows from the top, a number for each point, positive for White.
fn parse_territory(answer: &str, board: &Board) -> Option<ByPoint<f32>> {
    let mut words = answer.split_ascii_whitespace();
    let mut ownership = ByPoint::new(0.0);
    for point in board.size().rows().flatten() {
        let black = -words.next()?.parse::<f32>().ok()?.clamp(-1.0, 1.0);
        ownership[point] = match board.stone(point) {
            None => black,
            Some(color) if f32::from(color.sign()) * black < -DEAD => black,
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
        };
    }
    words.next().is_none().then_some(ownership)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores() {
        for (answer, expected) in [
            ("W+3.8 (upper bound: 3.8, lower: 3.8)", Some(-3.8)),
            ("B+24.0", Some(24.0)),
            ("W+0.0 (upper bound: 0.0, lower: 0.0)", Some(0.0)),
            ("0", None),
            ("B+", None),
            ("B+inf", None),
            ("", None),
        ] {
            assert_eq!(parse_score(answer), expected, "{answer}");
        }
    }

    #[test]
    fn chances_follow_the_lead() {
        let (empty, full): (Board, Board) =
            (". . .\n. . .".parse().unwrap(), "X X O\nX . O".parse().unwrap());
        assert!((win_rate(0.0, &empty) - 0.5).abs() < 1e-6);
        assert!(win_rate(5.0, &full) > win_rate(5.0, &empty));
        assert!(win_rate(5.0, &empty) + win_rate(-5.0, &empty) - 1.0 < 1e-6);
    }

    #[test]
    fn moves_of_gnu_go() {
        let board: Board = ". . .\n. X .".parse().unwrap();
        let moves = |answer| {
            let candidates = parse_moves(answer, &board, (0.5, 3.0));
            candidates.iter().map(|it| it.mv.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(moves("A1 75.01 C2 74.00 "), "A1 C2");
        assert_eq!(moves("A1 75.01 B1 74.00 Z9 3 C2 1 A2 0.0"), "A1 C2");
        assert_eq!(moves(""), "");
        let leads = parse_moves("A1 9 C2 4 ", &board, (0.5, 3.0)).into_iter().map(|it| it.lead);
        assert_eq!(leads.collect::<Vec<_>>(), [Some(3.0), Some(0.5)]);
    }

    #[test]
    fn territory_of_gnu_go() {
        let board: Board = "O . .\nO X .".parse().unwrap();
        let ownership = parse_territory("0.00 0.30 -0.5\n -1.00 0.00 -2.00 ", &board).unwrap();
        let owners = ["A2", "B2", "C2", "A1", "B1", "C1"].map(|it| ownership[it.parse().unwrap()]);
        assert_eq!(format!("{owners:?}"), "[-1.0, -0.3, 0.5, 1.0, 1.0, 1.0]");
        assert!(parse_territory("0.00 0.30", &board).is_none());
        assert!(parse_territory("1 2 3 4 5 6 7", &board).is_none());
    }
}
