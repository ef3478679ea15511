//! The status line: what happened last and what comes next.

use tengen_record::{InfoKey, Outcome, Problem};
use tengen_rules::{Color, Move, Point, PointSet};
use tengen_session::{EngineProblem, Phase, RemoteView, Request, ScoringView, View};

use super::basic::{self, clause, color, count, margin, points};
use super::game::info;
use super::press::{press_first, short};
use super::rejected::illegal;
use super::remote;
use super::result::{ended, outcome};
use crate::command::Command;
use crate::front_end::FrontEnd;
use crate::key::KeyTable;

/// What says that arrows go through the moves.
pub const BROWSING: &str = "Browsing with the arrows.";

/// What happened last and what comes next, in whole sentences; `is_warning`
/// if stones of a person that were put in atari are named.
pub fn status(view: &View, keys: &KeyTable, is_warning: bool) -> String {
    let mut sentences = Vec::new();
    let is_looking = view.game.is_review || !view.tree.is_live;
    if is_looking {
        sentences.push(place(view));
    }
    if keys.front_end() == FrontEnd::Text {
        sentences.extend(first_stones(view));
    }
    sentences.extend(last_move(view, is_warning));
    sentences.extend(flaws(view, keys));
    if !is_looking {
        sentences.extend(next(view, keys));
    } else if let Some(it) = view.game.ended.or_else(|| recorded_outcome(view)) {
        sentences.push(outcome(it));
    }
    if keys.front_end() == FrontEnd::Text {
        sentences.extend(written(view));
    }
    sentences.join(" ")
}

/// What a person has done between two views that the status does not say:
/// stones captured before an answer, and moves taken back.
pub fn since(before: &View, after: &View) -> Option<String> {
    if before.game.is_review || before.tree.record_id != after.tree.record_id {
        return None;
    }
    let (old, new) = (&before.position, &after.position);
    if before.tree.is_live && after.tree.is_live && new.moves.len() < old.moves.len() {
        return Some(match old.moves.len() - new.moves.len() {
            1 => "Took back 1 move.".to_owned(),
            n => format!("Took back {n} moves."),
        });
    }
    let (mover, mv) = new.moves.get(old.moves.len())?;
    let is_last = new.moves.len() == old.moves.len() + 1;
    let n_captured = new.prisoners[*mover].saturating_sub(old.prisoners[*mover]);
    let is_person = after.game.seats[*mover].is_person();
    let is_told = !is_last && is_person && n_captured > 0;
    is_told.then(|| format!("Your {mv} captured {}.", count(n_captured as usize, "stone")))
}

/// How the game of a record ended, at the end of its main line.
fn recorded_outcome(view: &View) -> Option<Outcome> {
    let tree = &view.tree;
    let is_main_line = tree.layout.place(tree.node).is_some_and(|it| it.row == 0);
    let is_end = view.game.is_review && is_main_line && tree.variations.is_empty();
    let result = info(view, InfoKey::Result);
    let known = result.parse().ok().filter(|it| *it != Outcome::Unknown);
    known.filter(|_| is_end)
}

/// `Move 3 of 120.`
fn place(view: &View) -> String {
    let n_moves = view.tree.line.last().map_or(0, |it| it.number);
    let number = view.position.move_number;
    match view.tree.variation {
        (idx, n) if n > 1 => {
            format!("Move {number} of {n_moves}, variation {} of {n}.", idx + 1)
        }
        _ => format!("Move {number} of {n_moves}."),
    }
}

/// The stones before the first move: handicap, or a problem that was set up.
fn first_stones(view: &View) -> Option<String> {
    let position = &view.position;
    let of_color = |owner: Color| {
        let stones = position.board.stones().filter(|it| it.0 == owner).map(|it| it.1);
        let names = points(stones);
        (!names.is_empty()).then(|| format!("{} has {names}.", color(owner)))
    };
    let stones: Vec<String> = Color::ALL.into_iter().filter_map(of_color).collect();
    (position.moves.is_empty() && !stones.is_empty()).then(|| stones.join(" "))
}

/// The last move with what it captured and threatens.
fn last_move(view: &View, is_warning: bool) -> Vec<String> {
    let Some((color, mv)) = view.position.last_move else { return Vec::new() };
    let name = basic::color(color);
    let Move::Play(point) = mv else { return vec![format!("{name} passes.")] };
    let what = match view.position.captured.len() {
        0 => format!("{name} {point}."),
        n => format!("{name} {point} captures {}.", count(n, "stone")),
    };
    let atari = atari(view, color, point).filter(|_| is_warning);
    std::iter::once(what).chain(atari).collect()
}

/// The stones of a person that the last move put in atari.
fn atari(view: &View, mover: Color, point: Point) -> Option<String> {
    let board = &view.position.board;
    let victim = !mover;
    if view.game.is_review || !view.game.seats[victim].is_person() {
        return None;
    }
    let mut seen = PointSet::EMPTY;
    let mut chains = Vec::new();
    for at in board.neighbors(point).filter(|&it| board.stone(it) == Some(victim)) {
        if let Some(liberty) = board.atari(at).filter(|_| !seen.contains(at)) {
            seen.extend(board.chain(at));
            chains.push(format!("{at} ({} can capture at {liberty})", color(mover)));
        }
    }
    let is_only_person = !view.game.seats[mover].is_person();
    let whose = if is_only_person { "Your".to_owned() } else { format!("{}'s", color(victim)) };
    match &chains[..] {
        [] => None,
        [chain] => {
            let (at, rest) = chain.split_once(' ')?;
            Some(format!("{whose} stones at {at} are in atari {rest}."))
        }
        chains => Some(format!("{whose} stones are in atari at {}.", basic::list(chains))),
    }
}

/// Why the rules forbid the move or set-up of a position.
fn flaws(view: &View, keys: &KeyTable) -> Option<String> {
    let flaw = view.position.flaws.first()?;
    Some(match flaw {
        Problem::Illegal(reason) => format!("This move is illegal: {}", illegal(*reason, keys)),
        Problem::NoPoint(color) => {
            format!("The file has a move of {} that is not on the board.", basic::color(*color))
        }
        Problem::NoLiberty(point) => format!("The stones at {point} have no liberties."),
        Problem::NoSetupPoint => "The file sets up a stone that is not on the board.".to_owned(),
    })
}

/// What players have to do.
fn next(view: &View, keys: &KeyTable) -> Vec<String> {
    let mut sentences: Vec<String> =
        view.engine.problem.iter().map(|it| engine_problem(it, keys)).collect();
    let game = &view.game;
    sentences.extend(game.remote.iter().flat_map(|it| remote::presence(view, *it)));
    if let Some((asker, request)) = game.request {
        sentences.push(request_text(asker, request));
        sentences.extend(game.remote.and_then(|it| remote::how_to_answer(asker, it, keys)));
    }
    sentences.push(match (game.phase, &game.scoring) {
        (Phase::Over(it), _) => ended(it, keys),
        (Phase::Scoring, Some(it)) => scoring(it, view, keys),
        _ if game.is_waiting && game.remote.is_some() => {
            game.remote.map(remote::waiting).unwrap_or_default()
        }
        _ if game.is_paused && is_watching(view) => "The game is paused.".to_owned(),
        _ if game.is_paused => {
            format!("The game is paused. {} to continue.", press_first(keys, Command::Pause))
        }
        (Phase::Placing, _) => handicap(game.handicap_left),
        _ => match view.engine.thinking {
            Some(it) => format!("{} is thinking.", color(it.color)),
            None => format!("{} to play.", color(game.to_play)),
        },
    });
    if let Some(it) = game.remote {
        sentences.extend(remote::rematch(it));
        let answer = it.rematch.and_then(|asker| remote::how_to_answer(asker, it, keys));
        sentences.extend(answer);
    }
    sentences
}

/// Whether the game is on a server, and the user only watches it.
fn is_watching(view: &View) -> bool {
    view.game.remote.is_some_and(|it| it.is_spectator())
}

fn handicap(n_left: usize) -> String {
    format!("Black places {}.", count(n_left, "more handicap stone"))
}

fn scoring(scoring: &ScoringView, view: &View, keys: &KeyTable) -> String {
    if scoring.is_proposal_pending {
        return "Looking for dead stones…".to_owned();
    }
    let lead = match scoring.score.winner() {
        Some(winner) => {
            format!("{} leads by {}", color(winner), margin(scoring.score.half_points()))
        }
        None => "The game is even".to_owned(),
    };
    let dead = match scoring.dead.len() {
        0 => "with no dead stones".to_owned(),
        n => format!("with {}", count(n, "dead stone")),
    };
    // In text mode, the dead stones must be named.
    let which = match keys.front_end() {
        FrontEnd::Text if !scoring.dead.is_empty() => format!(": {}", dead_stones(view)),
        _ => String::new(),
    };
    let mut sentences = vec![format!("{lead} {dead}{which}.")];
    match scoring.open.len() {
        0 => (),
        1 => sentences.push(format!("The border is open at {}.", points(scoring.open))),
        _ => sentences.push(format!("Borders are open at {}.", points(scoring.open))),
    }
    if let Some(it) = Color::ALL.into_iter().find(|&it| scoring.agreed[it]) {
        sentences.push(format!("{} agrees.", color(it)));
    }
    let has_agreed =
        |it: &RemoteView| Color::ALL.iter().all(|&color| !it.own[color] || scoring.agreed[color]);
    if !view.game.remote.as_ref().is_some_and(has_agreed) {
        sentences.push(agree_or_play_on(keys));
    }
    sentences.join(" ")
}

fn agree_or_play_on(keys: &KeyTable) -> String {
    let (agree, play_on) = (press_first(keys, Command::Agree), short(keys, Command::PlayOn));
    match keys.front_end() {
        FrontEnd::Window => "Agree or play on.".to_owned(),
        FrontEnd::Text => format!("{agree}, or {play_on} to play on."),
        FrontEnd::Terminal => format!("{agree} to agree, or {play_on} to play on."),
    }
}

/// The stones marked dead, by color: `black C3, C4; white E5`.
pub(super) fn dead_stones(view: &View) -> String {
    let Some(scoring) = &view.game.scoring else { return String::new() };
    let of_color = |color: Color| {
        let stones = scoring.dead.iter().filter(|&it| view.position.stone(it) == Some(color));
        let names: Vec<String> = stones.map(|it| it.to_string()).collect();
        (!names.is_empty()).then(|| format!("{color} {}", names.join(", ")))
    };
    Color::ALL.into_iter().filter_map(of_color).collect::<Vec<_>>().join("; ")
}

/// What went wrong with an engine, and what to do.
pub fn engine_problem(problem: &EngineProblem, keys: &KeyTable) -> String {
    match problem {
        EngineProblem::NoMove { color, reason } => format!(
            "{} could not move: {} {} to try again.",
            basic::color(*color),
            clause(reason),
            press_first(keys, Command::Pause)
        ),
        EngineProblem::IllegalMove { color, mv, reason } => format!(
            "{} made an illegal move, {mv}: {} {} to try again.",
            basic::color(*color),
            illegal(*reason, keys),
            press_first(keys, Command::Pause)
        ),
        EngineProblem::NoDeadStones(reason) => {
            format!("The dead stones could not be found: {} Mark them yourself.", clause(reason))
        }
        EngineProblem::NoAnalysis(reason) => {
            format!("The position could not be analyzed: {}", clause(reason))
        }
    }
}

/// What a player asks the opponent for.
pub fn request_text(asker: Color, request: Request) -> String {
    let what = match request {
        Request::Undo => "to take back a move",
        Request::Pause => "to pause the game",
        Request::Adjourn => "to adjourn the game",
    };
    format!("{} asks {what}.", color(asker))
}

/// Name and comment of the position, for text mode.
fn written(view: &View) -> Vec<String> {
    let mut sentences = Vec::new();
    let markup = &view.markup;
    if !markup.name.is_empty() {
        sentences.push(format!("Name: {}.", markup.name.trim_end_matches('.')));
    }
    if !markup.comment.is_empty() {
        sentences.push(format!("Comment: {}", markup.comment.trim()));
    }
    if view.tree.variations.len() > 1 {
        sentences.push(format!("{} follow.", count(view.tree.variations.len(), "variation")));
    }
    sentences
}
