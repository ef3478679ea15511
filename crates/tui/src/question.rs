//! Questions about a position, and answers as somebody would say them.

use tengen_rules::{Board, Color, Move, Point, PointSet, handicap};
use tengen_session::View;

use crate::app::Table;
use crate::panel;

/// What can be asked about a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Question {
    /// The whole board as a diagram.
    Board,
    /// What happened last and what comes next.
    Status,
    /// What is at a point.
    Look(Point),
    /// What could be taken at once.
    Atari,
    /// The moves so far.
    Moves,
    /// The time left.
    Clock,
    /// The stones that were taken.
    Prisoners,
    /// Who plays, and by which rules.
    Players,
}

impl Question {
    pub(crate) fn answer(self, table: Table<'_>) -> String {
        let view = table.view;
        match self {
            Question::Board => diagram(view),
            Question::Status => view.status.clone(),
            Question::Look(point) => look(&view.board, point),
            Question::Atari => atari(&view.board),
            Question::Moves => moves(view),
            Question::Clock => each(view, clock),
            Question::Prisoners => each(view, |view, color| match view.prisoners[color] {
                0 => "no prisoners".to_owned(),
                1 => "one prisoner".to_owned(),
                n => format!("{n} prisoners"),
            }),
            Question::Players => {
                let size = view.board.size();
                let rules = panel::ruleset_name(&view.ruleset);
                let players = each(view, panel::name);
                let (width, height) = (size.width(), size.height());
                format!("{players} Board {width} by {height}, {rules} rules, komi {}.", view.komi)
            }
        }
    }
}

pub(crate) const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// One sentence about each player.
fn each(view: &View, about: impl Fn(&View, Color) -> String) -> String {
    let sentence = |color| format!("{}: {}.", name(color), about(view, color));
    format!("{} {}", sentence(Color::Black), sentence(Color::White))
}

fn clock(view: &View, color: Color) -> String {
    let Some(shown) = view.clocks[color].shown() else { return "no clock".to_owned() };
    let seconds = shown.whole_seconds();
    let time = match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} seconds"),
        (minutes, seconds) => format!("{minutes} minutes {seconds} seconds"),
    };
    match shown.overtime.count() {
        Some(1) => format!("{time}, the last period"),
        Some(n) => format!("{time}, {n} periods"),
        None => time,
    }
}

fn look(board: &Board, point: Point) -> String {
    if !board.size().contains(point) {
        return format!("{point} is not on this board.");
    }
    let Some(color) = board.stone(point) else {
        let beside: Vec<String> = board
            .neighbors(point)
            .filter_map(|it| Some(format!("{} {it}", name(board.stone(it)?))))
            .collect();
        let beside = if beside.is_empty() { "nothing".to_owned() } else { beside.join(", ") };
        return format!("{point} is empty, beside {beside}.");
    };
    let stones = match board.n_stones(point) {
        1 => "one stone".to_owned(),
        n => format!("a chain of {n} stones"),
    };
    let liberties: Vec<String> = board.liberties(point).iter().map(|it| it.to_string()).collect();
    let n_liberties = match liberties.len() {
        1 => "one liberty".to_owned(),
        n => format!("{n} liberties"),
    };
    format!("{point} is {}, {stones} with {n_liberties}: {}.", name(color), liberties.join(", "))
}

fn atari(board: &Board) -> String {
    let mut seen = PointSet::EMPTY;
    let mut found = Vec::new();
    for (color, point) in board.stones() {
        if !seen.contains(point) {
            seen.extend(board.chain(point));
            if let Some(liberty) = board.atari(point) {
                let n_stones = board.n_stones(point);
                found.push(format!(
                    "{} {point}, {n_stones} of them, can be taken at {liberty}.",
                    name(color)
                ));
            }
        }
    }
    if found.is_empty() { "Nothing is in atari.".to_owned() } else { found.join(" ") }
}

fn moves(view: &View) -> String {
    let numbered = view.moves.iter().enumerate();
    let moves: Vec<String> =
        numbered.map(|(idx, (color, mv))| format!("{} {} {mv}", idx + 1, name(*color))).collect();
    if moves.is_empty() { "No moves yet.".to_owned() } else { moves.join(", ") + "." }
}

/// What an engine recommends, as a sentence.
pub(crate) fn hints(view: &View) -> String {
    let hints: Vec<String> = view
        .hints
        .iter()
        .take(5)
        .map(|it| {
            let percent = it.win_rate * 100.0;
            format!("{} {percent:.0} percent, {} visits", it.mv, it.n_visits)
        })
        .collect();
    if hints.is_empty() { "No hints.".to_owned() } else { format!("Hints: {}.", hints.join("; ")) }
}

/// What an engine thinks of the score, as a sentence.
pub(crate) fn estimate(view: &View) -> String {
    match view.black_lead {
        Some(lead) if lead.abs() < 0.5 => "The game is about even.".to_owned(),
        Some(lead) => {
            let leader = if lead > 0.0 { "Black" } else { "White" };
            format!("{leader} is ahead by about {:.1} points.", lead.abs())
        }
        None => "No estimate.".to_owned(),
    }
}

/// The board in letters: X and O, the last move in brackets.
fn diagram(view: &View) -> String {
    let size = view.board.size();
    let last = view.last_move.and_then(|(_, mv)| match mv {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    });
    let stars: PointSet = handicap::star_points(size).collect();
    let mut names = String::from("   ");
    for point in size.row(0) {
        names.push(' ');
        names.push_str(&point.to_string()[..1]);
    }
    let mut lines = vec![names.clone()];
    for row in (0..size.height()).rev() {
        let mut line = format!("{:>2} ", row + 1);
        let mut was_last = false;
        for point in size.row(row) {
            let letter = match view.stone(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if stars.contains(point) => '+',
                None => '.',
            };
            let is_last = last == Some(point);
            line.push(if is_last {
                '('
            } else if was_last {
                ')'
            } else {
                ' '
            });
            line.push(letter);
            was_last = is_last;
        }
        line.push(if was_last { ')' } else { ' ' });
        lines.push(format!("{line} {}", row + 1));
    }
    lines.push(names);
    lines.join("\n")
}
