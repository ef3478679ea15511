//! Games and players in a few words.

use tengen_record::{GameSummary, InfoKey, Outcome};
use tengen_rules::{ByColor, Color, Size};
use tengen_session::{Seat, View};

use super::basic::{self, color, count, ruleset};
use super::rejected::no_record;

/// An entry of a list: a title, and more about it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Entry {
    /// The title.
    pub title: String,
    /// More about it.
    pub detail: String,
}

/// What a player is called on the screen, with the rank where it is known.
pub fn player_name(view: &View, color: Color) -> String {
    let rank = info(view, InfoKey::Rank(color));
    let name = match &view.game.seats[color] {
        _ if view.game.is_review => info(view, InfoKey::Player(color)).to_owned(),
        Seat::Person { name } if name.is_empty() && !view.game.seats[!color].is_person() => {
            "You".to_owned()
        }
        seat => seat.to_string(),
    };
    let is_own = view.game.remote.is_some_and(|it| it.own[color] && !it.own[!color]);
    match name.as_str() {
        "" if is_own => "You".to_owned(),
        name if is_own && name != "You" => format!("{name} (you)"),
        "" => basic::color(color).to_owned(),
        name => format!("{name} {rank}").trim_end().to_owned(),
    }
}

/// An item of the game info, or nothing.
pub fn info(view: &View, key: InfoKey) -> &str {
    let found = view.game.info.iter().find(|it| it.0 == key);
    found.map_or("", |it| it.1.trim())
}

/// A game by its players: `thez 5k (B) vs ada (W)`.
pub fn players(view: &View) -> String {
    versus(&player_name(view, Color::Black), &player_name(view, Color::White))
}

fn versus(black: &str, white: &str) -> String {
    let side = |name: &str, color: Color| match name {
        name if name == basic::color(color) => name.to_owned(),
        name => format!("{name} ({})", &basic::color(color)[..1]),
    };
    format!("{} vs {}", side(black, Color::Black), side(white, Color::White))
}

/// A game that can be continued: `19×19 against Tengen 6k, move 62`.
pub fn game_title(size: Size, seats: &ByColor<Seat>, move_number: u32) -> String {
    let opponent = [&seats.black, &seats.white].into_iter().find(|it| !it.is_person());
    let named = || match (&seats.black, &seats.white) {
        (Seat::Person { name: black }, Seat::Person { name: white }) => {
            let is_named = !black.is_empty() || !white.is_empty();
            is_named.then(|| {
                format!(" {}", versus(or_color(black, Color::Black), or_color(white, Color::White)))
            })
        }
        _ => None,
    };
    let against = opponent.map(|it| format!(" against {it}"));
    let against = against.or_else(named).unwrap_or_default();
    format!("{}{against}, move {move_number}", basic::size(size))
}

fn or_color(name: &str, color: Color) -> &str {
    if name.is_empty() { basic::color(color) } else { name }
}

/// The game on the screen: `19×19 against Tengen 6k, move 62`.
pub fn describe(view: &View) -> String {
    game_title(view.position.size, &view.game.seats, view.position.move_number)
}

/// The game in one line: move, rules, komi, handicap.
///
/// A record that names no rules or komi shows none.
pub fn about(view: &View) -> String {
    let is_named = |key| !view.game.is_review || !info(view, key).is_empty();
    let mut words = vec![format!("Move {}", view.position.move_number)];
    if is_named(InfoKey::Rules) {
        words.push(ruleset(&view.game.ruleset));
    }
    if is_named(InfoKey::Komi) {
        words.push(format!("komi {}", view.game.komi));
    }
    if view.game.handicap > 1 {
        words.push(format!("{} handicap stones", view.game.handicap));
    }
    words.join(" · ")
}

/// What is known about a record, in one line: event, date, result.
pub fn record_line(view: &View) -> String {
    let result = info(view, InfoKey::Result);
    let result = match result.parse::<Outcome>() {
        Ok(Outcome::Unknown) | Err(_) => result.to_owned(),
        Ok(outcome) => super::result::outcome(outcome).trim_end_matches('.').to_owned(),
    };
    let keys = [InfoKey::GameName, InfoKey::Event, InfoKey::Round, InfoKey::Place, InfoKey::Date];
    let known = keys.into_iter().map(|key| info(view, key).to_owned()).chain([result]);
    known.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// A game of a file.
pub fn summary(game: &GameSummary) -> Entry {
    let named = |name: &str, rank: &str, color| match name {
        "" => basic::color(color).to_owned(),
        name => format!("{name} {rank}").trim_end().to_owned(),
    };
    let black = named(&game.black, &game.black_rank, Color::Black);
    let white = named(&game.white, &game.white_rank, Color::White);
    let players = versus(&black, &white);
    let title = if game.name.is_empty() { players } else { format!("{}: {players}", game.name) };
    if let Some(problem) = game.problem {
        return Entry { title, detail: basic::capitalized(&no_record(problem)) };
    }
    let moves = count(game.n_moves, "move");
    let all = [&game.event, &game.date, &game.result, &moves];
    let known: Vec<&str> =
        all.into_iter().map(String::as_str).filter(|it| !it.is_empty()).collect();
    Entry { title, detail: known.join(" · ") }
}

/// The number of games in a file.
pub fn n_games(n: usize) -> String {
    count(n, "game")
}

/// The length of a large file.
#[expect(clippy::cast_precision_loss, reason = "a length that is shown with one digit")]
pub fn file_length(n_bytes: u64) -> String {
    match n_bytes {
        0..1_000_000 => format!("{} kB", n_bytes / 1000),
        _ => format!("{:.1} MB", n_bytes as f64 / 1e6),
    }
}

/// What is known about a game, in the order in which it is edited.
pub const INFO_KEYS: [InfoKey; 14] = [
    InfoKey::Player(Color::Black),
    InfoKey::Rank(Color::Black),
    InfoKey::Player(Color::White),
    InfoKey::Rank(Color::White),
    InfoKey::GameName,
    InfoKey::Event,
    InfoKey::Round,
    InfoKey::Date,
    InfoKey::Place,
    InfoKey::Result,
    InfoKey::Rules,
    InfoKey::Komi,
    InfoKey::Annotator,
    InfoKey::GameComment,
];

/// What an item of game info is called.
pub const fn info_name(key: InfoKey) -> &'static str {
    match key {
        InfoKey::Player(it) => color(it),
        InfoKey::Rank(_) => "Rank",
        InfoKey::Team(_) => "Team",
        InfoKey::GameName => "Name",
        InfoKey::Event => "Event",
        InfoKey::Round => "Round",
        InfoKey::Date => "Date",
        InfoKey::Place => "Place",
        InfoKey::Result => "Result",
        InfoKey::Rules => "Rules",
        InfoKey::Komi => "Komi",
        InfoKey::Handicap => "Handicap",
        InfoKey::TimeLimit => "Main time",
        InfoKey::Overtime => "Overtime",
        InfoKey::Annotator => "Annotator",
        InfoKey::GameComment => "Game comment",
        InfoKey::Opening => "Opening",
        InfoKey::Source => "Source",
        InfoKey::User => "Entered by",
        InfoKey::Copyright => "Copyright",
    }
}

/// The stones that a player has captured: `no prisoners`, `3 prisoners`.
pub fn prisoners(n: u32) -> String {
    match n {
        0 => "no prisoners".to_owned(),
        n => count(n as usize, "prisoner"),
    }
}

/// The file of a record: `kgs.sgf, game 2 of 3, not saved`.
pub fn file_line(file: Option<&str>, place: Option<(usize, usize)>, is_dirty: bool) -> String {
    let name = file.unwrap_or("no file yet").to_owned();
    let place = place.map(|(number, n_games)| format!("game {number} of {n_games}"));
    let state = is_dirty.then(|| "not saved".to_owned());
    let parts: Vec<String> = [Some(name), place, state].into_iter().flatten().collect();
    parts.join(", ")
}
