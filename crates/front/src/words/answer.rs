//! Answers to what people ask about a game.

use tengen_picture::TextStyle;
use tengen_record::Mark;
use tengen_rules::{Board, Color, Move, Point, PointSet};
use tengen_session::View;

use super::analysis;
use super::basic::{color, count, list, points, ruleset};
use super::clock::spoken_clock;
use super::game::{INFO_KEYS, info, info_name, player_name, prisoners};
use super::result::{points_of, score_sentence};
use super::status::{dead_stones, status};
use crate::key::KeyTable;
use crate::line::Inquiry;
use crate::scene::{self, SceneOptions};

/// The answer to a question about the game on the screen.
///
/// The lists of games and of unfinished games, and what has changed, are the
/// workspace's to answer.
pub fn answer(inquiry: Inquiry, view: &View, keys: &KeyTable) -> String {
    match inquiry {
        Inquiry::Board => diagram(view),
        Inquiry::Row(number) => row(view, number),
        Inquiry::Status
        | Inquiry::Changed
        | Inquiry::Games
        | Inquiry::Unfinished
        | Inquiry::Why
        | Inquiry::Mistakes
        | Inquiry::Report => status(view, keys, true),
        Inquiry::Look(point) => look(view, point),
        Inquiry::Atari => atari(&view.position.board),
        Inquiry::Groups(color) => groups(&view.position.board, color),
        Inquiry::Moves => moves(view),
        Inquiry::Clock => each(|color| spoken_clock(view.game.clocks[color].left)),
        Inquiry::Prisoners => each(|color| prisoners(view.position.prisoners[color])),
        Inquiry::Players => players(view),
        Inquiry::Info => game_info(view),
        Inquiry::Score => score(view),
        Inquiry::Dead => dead(view),
        Inquiry::Comment => match view.markup.comment.trim() {
            "" => "No comment here.".to_owned(),
            comment => comment.to_owned(),
        },
        Inquiry::Notes => notes(view),
        Inquiry::Variations => variations(view),
        Inquiry::Hints => analysis::hints(view),
        Inquiry::Estimate => analysis::estimate(view),
    }
}

/// One sentence about each player.
fn each(about: impl Fn(Color) -> String) -> String {
    let sentence = |it: Color| format!("{}: {}.", color(it), about(it));
    format!("{} {}", sentence(Color::Black), sentence(Color::White))
}

fn players(view: &View) -> String {
    let size = view.position.size;
    let players = each(|color| player_name(view, color));
    let (width, height) = (size.width(), size.height());
    let rules = ruleset(&view.game.ruleset);
    format!("{players} Board {width} by {height}, {rules} rules, komi {}.", view.game.komi)
}

fn game_info(view: &View) -> String {
    let known = INFO_KEYS.into_iter().filter(|&key| !info(view, key).is_empty());
    let lines: Vec<String> =
        known.map(|key| format!("{}: {}", info_name(key), info(view, key))).collect();
    if lines.is_empty() { "There is no game info.".to_owned() } else { lines.join("\n") }
}

fn score(view: &View) -> String {
    match &view.game.counting {
        Some(counting) => format!("{} {}.", score_sentence(counting), points_of(counting)),
        None => "The game is not being scored.".to_owned(),
    }
}

fn dead(view: &View) -> String {
    match &view.game.scoring {
        None => "The game is not being scored.".to_owned(),
        Some(scoring) if scoring.dead.is_empty() => "No stones are marked dead.".to_owned(),
        Some(_) => format!("Marked dead: {}.", dead_stones(view)),
    }
}

fn diagram(view: &View) -> String {
    let options = SceneOptions { has_candidates: false, ..SceneOptions::default() };
    let mut scene = scene::of_view(view, options);
    scene.variations.clear();
    scene.to_text(TextStyle::Ascii).trim_end().to_owned()
}

fn row(view: &View, number: u8) -> String {
    let size = view.position.size;
    if number == 0 || number > size.height() {
        return format!("There is no row {number}; rows go from 1 to {}.", size.height());
    }
    let stone = |point: Point| Some(format!("{point} {}", view.position.stone(point)?));
    let stones: Vec<String> = size.row(number - 1).filter_map(stone).collect();
    if stones.is_empty() {
        format!("Row {number} is empty.")
    } else {
        format!("Row {number}: {}.", stones.join(", "))
    }
}

fn look(view: &View, point: Point) -> String {
    let board = &view.position.board;
    if !board.size().contains(point) {
        return format!("{point} is not on this board.");
    }
    let Some(stone) = board.stone(point) else { return look_empty(board, point) };
    let stones = match board.n_stones(point) {
        1 => "one stone".to_owned(),
        n => format!("a chain of {n} stones"),
    };
    let liberties = board.liberties(point);
    let n_liberties = match liberties.iter().count() {
        1 => "1 liberty".to_owned(),
        n => format!("{n} liberties"),
    };
    let scoring = view.game.scoring.as_ref().filter(|_| view.tree.is_live);
    let dead = match scoring {
        Some(it) if it.dead.contains(point) => " It is marked dead.",
        _ => "",
    };
    let liberties: Vec<String> = liberties.iter().map(|it| it.to_string()).collect();
    let liberties = liberties.join(", ");
    format!("{point} is {}, {stones} with {n_liberties}: {liberties}.{dead}", color(stone))
}

fn look_empty(board: &Board, point: Point) -> String {
    let beside: Vec<String> = board
        .neighbors(point)
        .filter_map(|it| Some(format!("{} {it}", color(board.stone(it)?))))
        .collect();
    if beside.is_empty() {
        format!("{point} is empty; no stones next to it.")
    } else {
        format!("{point} is empty; next to it: {}.", beside.join(", "))
    }
}

fn atari(board: &Board) -> String {
    let mut seen = PointSet::EMPTY;
    let mut found = Vec::new();
    for (color, point) in board.stones() {
        if !seen.contains(point) {
            seen.extend(board.chain(point));
            if let Some(liberty) = board.atari(point) {
                let stones = count(board.n_stones(point).into(), &format!("{color} stone"));
                found.push(format!("{stones} at {point} can be captured at {liberty}."));
            }
        }
    }
    if found.is_empty() { "Nothing is in atari.".to_owned() } else { found.join(" ") }
}

/// Every chain with its size and its liberties, from the largest.
fn groups(board: &Board, only: Option<Color>) -> String {
    let of_color = |owner: Color| {
        let mut seen = PointSet::EMPTY;
        let mut chains = Vec::new();
        for (_, point) in board.stones().filter(|it| it.0 == owner) {
            if !seen.contains(point) {
                seen.extend(board.chain(point));
                chains.push(point);
            }
        }
        chains.sort_by_key(|&it| std::cmp::Reverse(board.n_stones(it)));
        let chain = |point: Point| {
            let n_liberties = match board.liberties(point).iter().count() {
                1 => "1 liberty".to_owned(),
                n => format!("{n} liberties"),
            };
            format!("{point}, {}, {n_liberties}", count(board.n_stones(point).into(), "stone"))
        };
        let chains: Vec<String> = chains.into_iter().map(chain).collect();
        match &chains[..] {
            [] => format!("{} has no stones.", color(owner)),
            chains => format!("{}: {}.", color(owner), chains.join("; ")),
        }
    };
    let owners = Color::ALL.into_iter().filter(|it| only.is_none_or(|only| only == *it));
    owners.map(of_color).collect::<Vec<_>>().join("\n")
}

/// The stones that came and went between two positions.
pub(crate) fn changes(before: &Board, after: &Board) -> String {
    let stones = |from: &Board, to: &Board, owner: Color| {
        let changed =
            from.stones().filter(|&(it, point)| it == owner && to.stone(point) != Some(it));
        points(changed.map(|it| it.1))
    };
    let of_kind = |title: &str, from: &Board, to: &Board| {
        let named = Color::ALL.into_iter().filter_map(|owner| {
            let names = stones(from, to, owner);
            (!names.is_empty()).then(|| format!("{owner} {names}"))
        });
        let named: Vec<String> = named.collect();
        (!named.is_empty()).then(|| format!("{title}: {}.", named.join("; ")))
    };
    let sentences = [of_kind("New", after, before), of_kind("Gone", before, after)];
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    if sentences.is_empty() { "No stone has changed.".to_owned() } else { sentences.join(" ") }
}

fn moves(view: &View) -> String {
    let numbered = (1..).zip(view.position.moves.iter());
    let moves: Vec<String> =
        numbered.map(|(number, (it, mv))| format!("{number} {} {mv}", color(*it))).collect();
    if moves.is_empty() { "No moves yet.".to_owned() } else { moves.join(", ") + "." }
}

fn notes(view: &View) -> String {
    let markup = &view.markup;
    let mut lines = Vec::new();
    if !markup.name.is_empty() {
        lines.push(format!("Name: {}", markup.name));
    }
    if !markup.comment.is_empty() {
        lines.push(format!("Comment: {}", markup.comment.trim()));
    }
    for mark in Mark::ALL {
        let marked = markup.marks.iter().filter(|it| it.1 == mark).map(|it| it.0);
        let marked = points(marked);
        if !marked.is_empty() {
            lines.push(format!("{}: {marked}", mark_name(mark)));
        }
    }
    for (point, text) in &markup.labels {
        lines.push(format!("{point} is labeled {text}"));
    }
    for owner in Color::ALL.into_iter().filter(|&it| !markup.territory[it].is_empty()) {
        lines.push(format!("{} territory: {}", color(owner), points(markup.territory[owner])));
    }
    lines.extend(unseen_markup(view));
    if !markup.dimmed.is_empty() {
        lines.push(format!("Dimmed: {}", points(markup.dimmed)));
    }
    if lines.is_empty() { "There are no notes here.".to_owned() } else { lines.join("\n") }
}

/// Mark-up that a terminal has no sign for: lines and arrows.
pub fn unseen_markup(view: &View) -> Vec<String> {
    let markup = &view.markup;
    let mut lines = Vec::new();
    let pairs = |pairs: &[(Point, Point)]| -> Vec<String> {
        pairs.iter().map(|(from, to)| format!("{from} to {to}")).collect()
    };
    if !markup.lines.is_empty() {
        lines.push(format!("Lines: {}", list(&pairs(&markup.lines))));
    }
    if !markup.arrows.is_empty() {
        lines.push(format!("Arrows: {}", list(&pairs(&markup.arrows))));
    }
    lines
}

const fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Circle => "Circle",
        Mark::Cross => "Cross",
        Mark::Selected => "Selected",
        Mark::Square => "Square",
        Mark::Triangle => "Triangle",
    }
}

fn variations(view: &View) -> String {
    let name = |mv: Option<(Color, Move)>| match mv {
        Some((it, mv)) => format!("{} {mv}", color(it)),
        None => "a position".to_owned(),
    };
    let all: Vec<String> = view.tree.variations.iter().map(|it| name(it.mv)).collect();
    match all.len() {
        0 => "Nothing follows here.".to_owned(),
        1 => format!("{} follows.", all[0]),
        n => format!("{n} variations follow: {}.", list(&all)),
    }
}
