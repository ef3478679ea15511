//! The library: games, queries, continuations, statistics.

use tengen_library::{
    Continuation, GameEntry, LibraryError, Order, OrderBy, Phase, QueryError, QueryProblem, Score,
};
use tengen_rules::{Color, Size};

use super::basic::{self, count};
use super::game::Entry;
use super::refusal::io_error;
use crate::library::{
    AddProgress, Added, Browser, Explorer, Found, FoundGame, NextMove, Part, Preview, ToAdd,
};

/// Text of a file on one line, without anything that a terminal would obey or
/// that turns the direction of what follows.
pub fn clean(text: &str) -> String {
    let is_harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}')
            || c == '\u{FEFF}'
    };
    let clean = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if is_harmful(c) => '\u{FFFD}',
        c => c,
    };
    text.chars().map(clean).collect()
}

fn player(game: &GameEntry, color: Color) -> String {
    let rank = match color {
        Color::Black => game.black_rank,
        Color::White => game.white_rank,
    };
    let name = match game.player(color).trim() {
        "" => basic::color(color).to_owned(),
        name => clean(name),
    };
    let name = if game.own[color] && name == "You" { name } else { own(name, game.own[color]) };
    rank.map_or(name.clone(), |rank| format!("{name} {rank}"))
}

fn own(name: String, is_own: bool) -> String {
    if is_own { format!("{name} (you)") } else { name }
}

/// The players of a game of the library: `Ada 3k – Grace 2k`.
pub fn library_players(game: &GameEntry) -> String {
    format!("{} – {}", player(game, Color::Black), player(game, Color::White))
}

/// A game of the library in a list: players, and what else is known.
pub fn library_game(game: &GameEntry) -> Entry {
    let size = if game.size == Size::NINETEEN { String::new() } else { basic::size(game.size) };
    let handicap = match game.handicap {
        0 | 1 => String::new(),
        n => format!("{n} stones"),
    };
    let all = [
        clean(&game.date),
        library_result(game),
        size,
        handicap,
        count(game.n_moves as usize, "move"),
        clean(&game.event),
    ];
    let known: Vec<String> = all.into_iter().filter(|it| !it.trim().is_empty()).collect();
    Entry { title: library_players(game), detail: known.join(" · ") }
}

/// How a game of the library ended: `B+3.5`, and whether the user has won.
pub fn library_result(game: &GameEntry) -> String {
    let result = clean(&game.result);
    match game.is_won() {
        Some(true) => format!("{result}, you won"),
        Some(false) => format!("{result}, you lost"),
        None => result,
    }
}

/// A game of the library in one line with its number: `#12 Ada – Grace, B+R`.
pub fn library_line(game: &GameEntry) -> String {
    let Entry { title, detail } = library_game(game);
    format!("#{} {title}, {}", game.id, detail.replace(" · ", ", "))
}

/// What was added, or why nothing was.
pub fn library_added(added: &Added) -> String {
    let report = match &added.result {
        Ok(report) => report,
        Err(error) => return library_error(error),
    };
    if added.what == ToAdd::News && report.n_files == 0 {
        return "No folder with games is watched. Type add watch and a folder.".to_owned();
    }
    let n = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let mut parts = vec![format!("{} added", count(n(report.n_new), "game"))];
    let n_there = report.n_duplicates + report.n_known;
    parts.extend((n_there > 0).then(|| format!("{} already there", count(n(n_there), "game"))));
    parts.extend(
        (report.n_unchanged > 0)
            .then(|| format!("{} unchanged", count(report.n_unchanged, "file"))),
    );
    let n_useless = report.without_game.len() + report.unreadable.len();
    parts.extend(
        (n_useless > 0).then(|| format!("{} without a game of Go", count(n_useless, "file"))),
    );
    let text = parts.join(", ");
    if report.is_stopped {
        format!("{text}. Stopped; add the same again to go on.")
    } else {
        format!("{text}.")
    }
}

/// What is being added, or what was added last, if that is worth a word.
fn library_news(browser: &Browser) -> Option<String> {
    let adder = browser.adder();
    if let Some(AddProgress { n_files, n_files_done, n_games }) = adder.progress() {
        let games = count(usize::try_from(n_games).unwrap_or(usize::MAX), "game");
        return (n_games > 0)
            .then(|| format!("Adding: {n_files_done} of {n_files} files, {games}"));
    }
    let last = adder.last()?;
    let is_news = match (&last.what, &last.result) {
        (ToAdd::News, Ok(report)) => report.n_new > 0,
        // Without a library, nothing is watched.
        (ToAdd::News, Err(_)) => false,
        _ => true,
    };
    is_news.then(|| library_added(&last))
}

/// How many games are listed, and which, and what is new.
pub fn library_summary(browser: &Browser) -> String {
    let listed = listed_games(browser);
    match library_news(browser) {
        Some(news) => format!("{} · {listed}", news.trim_end_matches('.')),
        None => listed,
    }
}

fn listed_games(browser: &Browser) -> String {
    let total = browser.listing().total as usize;
    let which =
        if browser.is_mine() { count(total, "game of yours") } else { count(total, "game") };
    let which = which.replace("game of yourss", "games of yours");
    match total {
        0 if browser.is_listing() => "Reading the library…".to_owned(),
        0 if browser.filter().trim().is_empty() && !browser.is_mine() => {
            "No games yet. Finished games come here by themselves.".to_owned()
        }
        0 => "No game found.".to_owned(),
        _ => format!("{which}, {}", library_order(browser.order())),
    }
}

/// The order of a list: `latest first`.
pub const fn library_order(order: Order) -> &'static str {
    match (order.by, order.is_reversed) {
        (OrderBy::Date, false) => "latest first",
        (OrderBy::Date, true) => "earliest first",
        (OrderBy::Added, false) => "newest here first",
        (OrderBy::Added, true) => "oldest here first",
        (OrderBy::Black, false) => "by Black",
        (OrderBy::Black, true) => "by Black, backward",
        (OrderBy::White, false) => "by White",
        (OrderBy::White, true) => "by White, backward",
        (OrderBy::Event, false) => "by event",
        (OrderBy::Event, true) => "by event, backward",
        (OrderBy::Moves, false) => "shortest first",
        (OrderBy::Moves, true) => "longest first",
        (OrderBy::Rank, false) => "strongest first",
        (OrderBy::Rank, true) => "weakest first",
    }
}

/// What is wrong with a query, and what to type instead.
pub fn query_problem(error: &QueryError) -> String {
    let text = clean(&error.text);
    match error.problem {
        QueryProblem::UnknownField => format!(
            "There is no field {text} Use player: event: date: result: size: rank: text: or tag:"
        ),
        QueryProblem::NoValue => format!("Type something after {text}"),
        QueryProblem::OpenQuote => format!("Close the quotation mark of {text}"),
        QueryProblem::OpenBracket => "Close the bracket (".to_owned(),
        QueryProblem::StrayBracket => "This bracket ) closes nothing.".to_owned(),
        QueryProblem::Dangling => format!("Type what to search for after {text}"),
        QueryProblem::NotADate => {
            format!("{text} is not a date. Use 2016, 2016-03, 2016-03-09 or 2010..2016.")
        }
        QueryProblem::NotAResult => {
            format!("{text} is not a result. Use B, W+R, B+0.5, W+T, draw, void or ?")
        }
        QueryProblem::NotASize => format!("{text} is not a board size. Use 19 or 13x9."),
        QueryProblem::NotARank => format!("{text} is not a rank. Use 3k, 5d, 9p or 1d..5d."),
        QueryProblem::NotANumber => format!("{text} is not a number. Use 5, 2..9, >=2 or <100."),
        QueryProblem::NotAProperty => format!(
            "{text} is not known. Use is:mine, is:commented, is:reviewed, is:tagged or \
             is:duplicate."
        ),
        QueryProblem::TooDeep => "There are too many brackets in brackets.".to_owned(),
        _ => basic::sentence(&error.to_string()),
    }
}

/// Why the library cannot be read or written.
pub fn library_error(error: &LibraryError) -> String {
    match error {
        LibraryError::Query(error) => query_problem(error),
        LibraryError::Newer { .. } => {
            "The library was written by a newer version of Tengen; it was left as it is.".to_owned()
        }
        LibraryError::NotALibrary => "The file of the library is something else.".to_owned(),
        LibraryError::Missing => "There is no library yet. Finished games make one.".to_owned(),
        LibraryError::Damaged => {
            "The library is damaged. Run tengen library rebuild to repair it.".to_owned()
        }
        LibraryError::BeyondRepair => "Nothing can be read of the library.".to_owned(),
        LibraryError::ReadOnly => "The library cannot be written.".to_owned(),
        LibraryError::Full => "The disk is full.".to_owned(),
        LibraryError::Busy => "Another program is writing the library. Try again.".to_owned(),
        LibraryError::Cancelled => "Stopped.".to_owned(),
        LibraryError::NoGame(id) => format!("The library has no game #{id}."),
        LibraryError::File(path, error) => {
            format!("{}: {}.", path.display(), io_error(error))
        }
        LibraryError::BadName(name) => format!("\"{}\" cannot be a tag.", clean(name)),
        error => basic::sentence(&error.to_string()),
    }
}

/// What is known of a game beside its board: tags, opening, where it is from.
pub fn preview_lines(preview: &Preview) -> Vec<String> {
    let entry = &preview.entry;
    let (n_before, n_moves) = preview.place();
    let mut lines = vec![format!("Move {n_before} of {n_moves}")];
    let komi = entry.komi.map(|it| format!("komi {it}")).unwrap_or_default();
    let rules = clean(&entry.rules);
    let place = clean(&entry.place);
    let opening = clean(&entry.opening);
    let about: Vec<String> = [rules, komi, place].into_iter().filter(|it| !it.is_empty()).collect();
    lines.extend(Some(about.join(" · ")).filter(|it| !it.is_empty()));
    lines.extend(Some(opening).filter(|it| !it.is_empty()));
    if let [Some(black), Some(white)] = preview.mean_losses {
        lines.push(format!("Lost per move: Black {black:.1}, White {white:.1}"));
    }
    if !preview.tags.is_empty() {
        lines.push(format!("Tags: {}", preview.tags.join(", ")));
    }
    let source = preview.sources.iter().find(|it| it.is_shown);
    lines.extend(source.map(|it| clean(&it.path.display().to_string())));
    lines
}

/// Where two games that are compared part.
pub fn comparison(ours: &Preview, theirs: &Preview) -> String {
    match ours.n_common_moves(theirs) {
        _ if ours.entry.id == theirs.entry.id => {
            "Choose another game to compare with this one.".to_owned()
        }
        0 => "These games have no first move in common.".to_owned(),
        1 => "The same first move.".to_owned(),
        n => format!("The same first {n} moves."),
    }
}

/// Won and lost games: `12 games, 7 won, 5 lost (58%)`.
pub fn score(score: Score) -> String {
    let share = score.share().map(|it| format!(" ({:.0}%)", 100.0 * it)).unwrap_or_default();
    format!(
        "{}, {} won, {} lost{share}",
        count(score.n as usize, "game"),
        score.n_won,
        score.n_lost
    )
}

/// A part of a game.
pub const fn game_phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "Opening",
        Phase::Middle => "Middle game",
        Phase::Endgame => "Endgame",
    }
}

/// What moves of a phase lost, with the number of mistakes of 3 points and
/// more.
pub fn phase_losses(points: f64, n_mistakes: [u32; 4]) -> String {
    let n: u32 = n_mistakes[1..].iter().sum();
    format!("{points:.2}, {}", count(n as usize, "mistake"))
}

/// Whose games were counted.
pub fn statistics_title(statistics: &tengen_library::Statistics) -> String {
    let whose = if statistics.is_mine { "Your games" } else { "All games; won means by Black" };
    match statistics.total.n {
        0 => "No games yet.".to_owned(),
        _ => format!("{whose}: {}", score(statistics.total)),
    }
}

/// The part of the board that is looked for.
pub fn part(part: Part, size: Size) -> String {
    let (low, high) = part.corners(size);
    match part {
        Part::Whole => "whole board".to_owned(),
        Part::Corner(_) => format!("corner {low} to {high}"),
        Part::Rectangle(..) => format!("{low} to {high}"),
        Part::Anywhere(..) => format!("{low} to {high}, anywhere"),
    }
}

/// What is looked for, and how: `whole board, your games, both colors`.
pub fn explorer_title(explorer: &Explorer) -> String {
    let options = explorer.options();
    let mut parts = vec![part(explorer.part(), explorer.board().size())];
    let mut add = |is_on: bool, text: &str| parts.extend(is_on.then(|| text.to_owned()));
    add(options.query.is_some(), "chosen games");
    add(options.is_mine, "your games");
    add(options.has_both_colors, "both colors");
    add(options.has_variations, "variations too");
    parts.join(", ")
}

/// What became of a position in all games.
pub fn found(found: &Found) -> String {
    if found.all.n_games == 0 {
        return format!("This occurs in none of {}.", count(found.n_searched as usize, "game"));
    }
    let tally = found.all.tally;
    let share = tally.share(Color::Black);
    let share = share.map(|it| format!(" Black won {:.0}%.", 100.0 * it)).unwrap_or_default();
    format!("In {} of {}.{share}", found.all.n_games, count(found.n_searched as usize, "game"))
}

/// The head of a table of continuations.
pub const NEXT_MOVES_HEAD: &str = "  Move   Games B won  Lost You";

/// A row of a table of continuations.
pub fn next_move(next: &NextMove) -> String {
    let Continuation { color, tally, loss, mine, .. } = &next.continuation;
    let share = tally.share(Color::Black).map(|it| format!("{:.0}%", 100.0 * it));
    let loss = loss.points().map(|it| format!("{it:.1}"));
    let mine = match mine.n {
        0 => String::new(),
        n => format!("{n}: {}-{}", mine.n_won, mine.n_lost),
    };
    let name = format!("{} {}", color.letter(), next.point);
    let (share, loss) = (share.unwrap_or_default(), loss.unwrap_or_default());
    let row = format!("{} {name:<6}{:>6}{share:>6}{loss:>6} {mine}", next.letter, tally.n);
    row.trim_end().to_owned()
}

/// A continuation as it is read out.
pub fn spoken_next_move(next: &NextMove) -> String {
    let Continuation { color, tally, loss, mine, n_tenuki, players, .. } = &next.continuation;
    let mut parts =
        vec![format!("{} {}", basic::color(*color), next.point), count(tally.n as usize, "time")];
    parts
        .extend(tally.share(Color::Black).map(|it| format!("Black won {:.0} percent", 100.0 * it)));
    parts.extend(loss.points().map(|it| format!("lost {it:.1} points on average")));
    if *n_tenuki > 0 {
        parts.push(format!("{n_tenuki} of them after moves elsewhere"));
    }
    if mine.n > 0 {
        parts.push(format!("{} by you, {} won, {} lost", mine.n, mine.n_won, mine.n_lost));
    }
    parts.extend(players.first().map(|(name, n)| format!("most often by {} ({n})", clean(name))));
    format!("{}.", parts.join(", "))
}

/// What is known of a continuation beside its figures: years and players.
pub fn next_move_detail(next: &NextMove) -> String {
    let continuation = &next.continuation;
    let years = match continuation.years {
        Some((first, last)) if first == last => format!("{first}"),
        Some((first, last)) => format!("{first} to {last}"),
        None => String::new(),
    };
    let elsewhere = match continuation.n_tenuki {
        0 => String::new(),
        n => format!("{n} after moves elsewhere"),
    };
    let players = continuation.players.iter().map(|(name, n)| format!("{} ({n})", clean(name)));
    let players = players.take(3).collect::<Vec<_>>().join(", ");
    let all = [years, elsewhere, players].into_iter().filter(|it| !it.is_empty());
    all.collect::<Vec<_>>().join(" · ")
}

/// A game with the position: its players, and the move.
pub fn found_game(game: &FoundGame) -> Entry {
    let Entry { title, detail } = library_game(&game.entry);
    Entry { title, detail: format!("move {} · {detail}", game.hit.n_moves) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_no_orders_to_the_terminal() {
        for text in ["\u{1b}[31mred", "a\u{202e}b", "a\nb\r\u{7}", "\u{9b}2J", "x\u{feff}"] {
            let clean = clean(text);
            assert!(!clean.chars().any(|c| c.is_control() || c == '\u{202e}'), "{clean:?}");
        }
        assert_eq!(clean("李世乭 <b>é</b>"), "李世乭 <b>é</b>");
    }

    #[test]
    fn every_wrong_query_says_what_to_type() {
        for (query, expected) in [
            ("plyer:Lee", "There is no field plyer:"),
            ("player:", "Type something after player:"),
            ("\"Lee", "Close the quotation mark of \"Lee"),
            ("(a", "Close the bracket ("),
            ("a)", "This bracket ) closes nothing."),
            ("size:nineteen", "size:nineteen is not a board size. Use 19 or 13x9."),
            ("date:soon", "date:soon is not a date."),
            ("result:good", "result:good is not a result."),
            ("moves:many", "moves:many is not a number."),
            ("is:nice", "is:nice is not known."),
            ("rank:strong", "rank:strong is not a rank."),
        ] {
            let error = query.parse::<tengen_library::Query>().unwrap_err();
            let text = query_problem(&error);
            assert!(text.starts_with(expected), "{text}");
        }
    }
}
