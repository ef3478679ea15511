//! What there is to say about a game, in whole sentences.

use tengen_record::{Margin, Outcome};
use tengen_rules::{Color, Game, Move, Point, PointSet, Turn};

use crate::session::{Motion, Session, Stage};

/// What happened last and what comes next.
pub(crate) fn status(session: &Session) -> String {
    let mut sentences = Vec::new();
    if session.viewed.node == session.live.node {
        sentences.extend(last_move(&session.viewed.game, &session.sight.captured));
        sentences.extend(what_next(session));
    } else {
        sentences.push(format!("Looking at move {}.", session.sight.snapshot.move_number));
        sentences.extend(last_move(&session.viewed.game, &session.sight.captured));
    }
    sentences.join(" ")
}

/// The last move with what it took and threatens.
fn last_move(game: &Game, taken: &PointSet) -> Vec<String> {
    let Some(Turn::Move(color, mv)) = game.turns().next_back() else { return Vec::new() };
    let Move::Play(point) = mv else { return vec![format!("{} passes.", name(color))] };
    let what = match taken.len() {
        0 => format!("{} {point}.", name(color)),
        n_taken => format!("{} {point}, captures {}.", name(color), number(n_taken)),
    };
    let ataris = [!color, color].into_iter().filter_map(|it| atari(game, it));
    std::iter::once(what).chain(ataris).collect()
}

/// The chains of a player that could be taken at once.
fn atari(game: &Game, color: Color) -> Option<String> {
    let board = game.board();
    let mut chains = PointSet::EMPTY;
    let mut points: Vec<Point> = Vec::new();
    for (_, point) in board.stones().filter(|&(it, _)| it == color) {
        if board.atari(point).is_some() && !chains.contains(point) {
            chains.extend(board.chain(point));
            points.push(point);
        }
    }
    if points.is_empty() {
        return None;
    }
    let groups = if points.len() == 1 { "group" } else { "groups" };
    let places = list(&points);
    Some(format!("{} has {} {groups} in atari at {places}.", name(color), number(points.len())))
}

/// What the players have to do.
fn what_next(session: &Session) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(problem) = &session.problem {
        sentences.push(format!("There is a problem: {problem}."));
    }
    sentences.push(match &session.stage {
        Stage::Over(outcome, _) => result(*outcome),
        Stage::Scoring(_) => scoring(session),
        _ if session.motion == Motion::Paused => "The game is paused.".to_owned(),
        Stage::Placing(_) => handicap(session.n_handicap_left()),
        Stage::Playing => match &session.thinking {
            Some(thinking) => format!("{} is thinking.", name(thinking.color)),
            None => format!("{} to play.", name(session.to_play())),
        },
    });
    sentences
}

fn handicap(n_left: usize) -> String {
    let stones = if n_left == 1 { "stone" } else { "stones" };
    format!("Black has {} handicap {stones} to place.", number(n_left))
}

fn scoring(session: &Session) -> String {
    let Stage::Scoring(scoring) = &session.stage else { return String::new() };
    let score = session.live.game.count(&scoring.dead).score();
    let lead = match score.winner() {
        Some(color) => format!("{} leads by {}", name(color), margin_points(score.half_points())),
        None => "The game is even".to_owned(),
    };
    let dead = match scoring.dead.len() {
        0 => "without dead stones".to_owned(),
        1 => "with one dead stone".to_owned(),
        n_dead => format!("with {} dead stones", number(n_dead)),
    };
    let open: Vec<Point> = scoring.open.iter().collect();
    let border = match open.len() {
        0 => String::new(),
        1 => format!(" The border is open at {}.", open[0]),
        _ => format!(" Borders are open at {}.", list(&open)),
    };
    let agreed = Color::ALL.into_iter().find(|&color| scoring.agreed[color]);
    let agreed = agreed.map(|color| format!(" {} agrees.", name(color))).unwrap_or_default();
    format!("{lead} {dead}.{border}{agreed} Agree or play on.")
}

fn margin_points(half_points: i32) -> String {
    let half_points = half_points.unsigned_abs();
    let fraction = if half_points.is_multiple_of(2) { "" } else { ".5" };
    let noun = if half_points == 2 { "point" } else { "points" };
    format!("{}{fraction} {noun}", half_points / 2)
}

/// The end of a game as people say it.
fn result(outcome: Outcome) -> String {
    let (winner, margin) = match outcome {
        Outcome::Win(winner, margin) => (winner, margin),
        Outcome::Draw => return "The game is a draw.".to_owned(),
        Outcome::Void => return "The game has no result.".to_owned(),
        Outcome::Unknown => return "The game is over.".to_owned(),
    };
    let winner = name(winner);
    match margin {
        Margin::Points(hundredths) if hundredths % 50 == 0 => {
            let half_points = i32::try_from(hundredths / 50).unwrap_or(i32::MAX);
            format!("{winner} wins by {}.", margin_points(half_points))
        }
        Margin::Points(hundredths) => {
            format!("{winner} wins by {}.{:02} points.", hundredths / 100, hundredths % 100)
        }
        Margin::Resignation => format!("{winner} wins by resignation."),
        Margin::Time => format!("{winner} wins on time."),
        Margin::Forfeit => format!("{winner} wins by forfeit."),
        Margin::Unspecified => format!("{winner} wins."),
    }
}

/// The points where the last move took stones.
pub(crate) fn captured(game: &Game) -> PointSet {
    let before = game.n_turns().checked_sub(1).and_then(|it| game.position_at(it));
    let Some(before) = before else { return PointSet::EMPTY };
    let taken = before.board.stones().filter(|&(_, point)| game.board().is_empty_at(point));
    taken.map(|(_, point)| point).collect()
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn list(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(Point::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn number(n: usize) -> String {
    const WORDS: [&str; 12] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    match n.checked_sub(1).and_then(|idx| WORDS.get(idx)) {
        Some(word) => (*word).to_owned(),
        None => n.to_string(),
    }
}
