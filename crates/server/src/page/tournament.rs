//! The pages of tournaments: the list with its form, rounds, standings.

use maud::{Markup, html};
use tengen_front::form::CLOCKS;
use tengen_front::words;
use tengen_ratings::CrosstableRow;
use tengen_rules::Color;

use super::Shell;
use super::create::named_rulesets;
use crate::asset::Assets;
use crate::http::TournamentForm;
use crate::id::{DocumentId, PersonId};
use crate::store::DocumentListing;
use crate::tournament::{Ending, Round, Stage, System, Table, Tournament};
use crate::wire::MAX_NAME;

/// The lists of tournaments, and the form for another one.
pub(crate) fn tournaments(
    assets: &Assets,
    mine: &[DocumentListing],
    listed: &[DocumentListing],
    form: &TournamentForm,
    problem: Option<&str>,
) -> Markup {
    let title = "Tournaments – Tengen".to_owned();
    let shell = Shell { assets, page: "tournaments", title, module: Some("page.js") };
    shell.render(&html! {
        main id="main" {
            h1 { "Tournaments" }
            @if let Some(problem) = problem { p id="problem" role="alert" { (problem) } }
            (list("listed", "Open to everyone", listed, "There is no tournament at the moment."))
            (list("mine", "Run by you", mine, "You have not started a tournament in this browser."))
            details.new open[problem.is_some()] {
                summary { "Start a tournament" }
                (new_tournament(form))
            }
        }
    })
}

fn list(id: &str, heading: &str, all: &[DocumentListing], empty: &str) -> Markup {
    html! {
        section id=(id) {
            h2 { (heading) }
            @if all.is_empty() { p.empty { (empty) } } @else {
                ul.games { @for it in all { li { a href={ "/t/" (it.id) } { (it.title) } } } }
            }
        }
    }
}

fn new_tournament(form: &TournamentForm) -> Markup {
    let field = |name: &str, label: &str, value: &str, max: usize| {
        html! {
            div.field {
                label for=(name) { (label) }
                input id=(name) name=(name) type="text" value=(value) maxlength=(max)
                    autocomplete="off";
            }
        }
    };
    html! {
        form id="new-tournament" method="post" action="/tournaments" {
            (field("title", "Name of the tournament", &form.title, 80))
            (field("name", "Your name", &form.name, MAX_NAME))
            div.field {
                label for="system" { "System" }
                select id="system" name="system" {
                    @for (value, label) in [
                        ("mcmahon", "McMahon: start by rank"),
                        ("swiss", "Swiss: all start equal"),
                        ("round-robin", "Round robin: all meet"),
                    ] {
                        option value=(value) selected[form.system == value] { (label) }
                    }
                }
            }
            (field("rounds", "Rounds (round robin: how often all meet)", &form.rounds, 2))
            (field("bar", "McMahon bar, such as 2d (empty: by the ranks)", &form.bar, 4))
            label.check {
                input type="checkbox" name="handicap" checked[form.handicap.is_some()];
                span { "Handicap below the bar" }
            }
            (field("size", "Board", &form.size, 5))
            div.field {
                label for="rules" { "Rules" }
                select id="rules" name="rules" {
                    @for (name, ruleset) in named_rulesets() {
                        option value=(name) selected[form.rules == name] {
                            (words::ruleset(&ruleset))
                        }
                    }
                }
            }
            div.field {
                label for="clock" { "Time" }
                input id="clock" name="clock" type="text" value=(form.clock) list="clocks"
                    maxlength="40" autocomplete="off";
                datalist id="clocks" {
                    @for preset in CLOCKS {
                        option value=(preset.control) { (preset.label) }
                    }
                }
            }
            label.check {
                input type="checkbox" name="listed" checked[form.listed.is_some()];
                span { "List it for everyone" }
            }
            p.submit { button.primary { "Start the tournament" } }
        }
    }
}

/// What the page of a tournament shows.
#[derive(Debug)]
pub(crate) struct TournamentPage {
    pub(crate) id: DocumentId,
    pub(crate) version: u64,
    pub(crate) tournament: Tournament,
    /// Who looks.
    pub(crate) guest: Option<PersonId>,
    /// The name that the visitor has elsewhere.
    pub(crate) name: String,
}

impl TournamentPage {
    fn is_director(&self) -> bool {
        self.guest == Some(self.tournament.director)
    }

    /// The number of the visitor among the players.
    fn own(&self) -> Option<u32> {
        self.guest.and_then(|it| self.tournament.number_of(it))
    }

    fn action(&self, action: &str) -> String {
        format!("/t/{}/{action}", self.id)
    }
}

/// The page of a tournament.
pub(crate) fn tournament(assets: &Assets, page: &TournamentPage) -> Markup {
    let tournament = &page.tournament;
    let title = format!("{} – Tengen", tournament.title);
    let shell = Shell { assets, page: "tournament", title, module: Some("tournament.js") };
    shell.render(&html! {
        main id="main" data-version=(page.version) {
            h1 { (tournament.title) }
            p { (about(tournament)) }
            @if let Some(own) = page.own() { (own_part(page, own)) }
            @else if tournament.stage != Stage::Over { (entry(page)) }
            @if page.is_director() { (direction(page)) }
            @if let Some(round) = tournament.rounds.last() {
                (round_section(page, tournament.rounds.len() - 1, round))
            }
            (standings(page))
            @for (idx, round) in tournament.rounds.iter().enumerate().rev().skip(1) {
                (round_section(page, idx, round))
            }
            nav id="downloads" aria-label="Downloads" {
                a.button href={ "/t/" (page.id) "/crosstable.csv" } download { "Table (CSV)" }
                a.button href={ "/t/" (page.id) "/crosstable.txt" } download { "Table (text)" }
            }
        }
    })
}

fn about(tournament: &Tournament) -> String {
    let system = match tournament.system {
        System::RoundRobin {} => "Round robin".to_owned(),
        System::Swiss {} => "Swiss".to_owned(),
        System::McMahon { bar: Some(bar), .. } => format!("McMahon, bar at {bar}"),
        System::McMahon { bar: None, .. } => "McMahon".to_owned(),
    };
    let terms = &tournament.terms;
    let stage = match tournament.stage {
        Stage::Open => "Players can enter.".to_owned(),
        Stage::Running => {
            format!("Round {} of {}.", tournament.rounds.len(), tournament.n_rounds())
        }
        Stage::Over => "The tournament is over.".to_owned(),
    };
    format!(
        "{system}, {}, {}, {}. Run by {}. {stage}",
        words::size(terms.size),
        words::ruleset(&terms.ruleset),
        words::time_control(terms.time()),
        tournament.director_name,
    )
}

fn entry(page: &TournamentPage) -> Markup {
    html! {
        form id="enter" method="post" action=(page.action("enter")) {
            h2 { "Enter" }
            div.field {
                label for="name" { "Your name" }
                input id="name" name="name" type="text" required value=(page.name)
                    maxlength=(MAX_NAME) autocomplete="off";
            }
            div.field {
                label for="rank" { "Your rank, such as 12k or 2d" }
                input id="rank" name="rank" type="text" required maxlength="4" autocomplete="off";
            }
            button.primary { "Enter the tournament" }
        }
    }
}

/// What the visitor has to do, who is a player.
fn own_part(page: &TournamentPage, own: u32) -> Markup {
    let tournament = &page.tournament;
    let is_own = |it: &&Table| it.players.iter().any(|(_, player)| *player == own);
    let round = tournament.rounds.last();
    let table = round.and_then(|it| it.tables.iter().find(is_own));
    let player = &tournament.players[own as usize];
    html! {
        section id="own" {
            @match (table, round) {
                (Some(Table { game: Some(game), result: None, .. }), _) => {
                    p { a.button.primary href={ "/g/" (game) } { "Go to your game" } }
                }
                (Some(Table { result: Some(_), .. }), _) => {
                    p { "Your game of this round is over." }
                }
                (None, Some(round)) if round.bye == Some(own) => {
                    p { "You have no opponent in this round (a bye)." }
                }
                (_, Some(_)) => { p { "You do not play in this round." } }
                (_, None) => { p { "You have entered. The first round has not been paired yet." } }
            }
            @if tournament.stage != Stage::Over && player.left_before.is_none() {
                div.row {
                    (absence(page, own, player.is_absent, "Sit out the next round"))
                    form method="post" action=(page.action("withdraw")) {
                        button { "Leave the tournament" }
                    }
                }
            }
        }
    }
}

fn absence(page: &TournamentPage, player: u32, is_absent: bool, label: &str) -> Markup {
    html! {
        form method="post" action=(page.action("absent")) {
            input type="hidden" name="player" value=(player);
            @if is_absent {
                button { "Play in the next round" }
            } @else {
                input type="hidden" name="absent" value="on";
                button { (label) }
            }
        }
    }
}

/// What only the director can do.
fn direction(page: &TournamentPage) -> Markup {
    let tournament = &page.tournament;
    let next = tournament.rounds.len() + 1;
    html! {
        section id="direction" {
            h2 { "Run the tournament" }
            @match tournament.check_pairing() {
                Ok(()) => {
                    form method="post" action=(page.action("pair")) {
                        button.primary { "Pair round " (next) }
                    }
                }
                Err(reason) => { p { (reason.text()) } }
            }
            @if tournament.stage == Stage::Running {
                form method="post" action=(page.action("end")) {
                    button { "End the tournament" }
                }
            }
            @if tournament.stage != Stage::Over && !tournament.players.is_empty() {
                details {
                    summary { "Players" }
                    ul.players {
                        @for (idx, player) in tournament.players.iter().enumerate() {
                            li {
                                span { (player.name) " (" (player.rank) ")" }
                                @if player.left_before.is_some() { " has left" } @else {
                                    (absence(page, idx as u32, player.is_absent, "Absent next round"))
                                    form method="post" action=(page.action("withdraw")) {
                                        input type="hidden" name="player" value=(idx);
                                        button aria-label={ "Withdraw " (player.name) } { "Withdraw" }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn round_section(page: &TournamentPage, idx: usize, round: &Round) -> Markup {
    let tournament = &page.tournament;
    let name = |player: u32| tournament.name_of(player.into());
    html! {
        section.round id={ "round-" (idx + 1) } {
            h2 { "Round " (idx + 1) }
            div.scroll tabindex="0" role="group" aria-label={ "Games of round " (idx + 1) } {
                table {
                    thead {
                        tr {
                            th scope="col" { "Table" } th scope="col" { "Black" }
                            th scope="col" { "White" } th scope="col" { "Handicap" }
                            th scope="col" { "Result" }
                            @if page.is_director() { th scope="col" { "Decide" } }
                        }
                    }
                    tbody {
                        @for (number, table) in round.tables.iter().enumerate() {
                            tr {
                                th scope="row" { (number + 1) }
                                td { (name(table.players[Color::Black])) }
                                td { (name(table.players[Color::White])) }
                                td { (handicap(table.handicap)) }
                                td { (result(table)) }
                                @if page.is_director() { td { (decide(page, idx, number, table)) } }
                            }
                        }
                    }
                }
            }
            @if let Some(bye) = round.bye { p { (name(bye)) " has no opponent (bye)." } }
        }
    }
}

fn handicap(handicap: u8) -> String {
    match handicap {
        0 => "–".to_owned(),
        1 => "no komi".to_owned(),
        n => n.to_string(),
    }
}

fn result(table: &Table) -> Markup {
    let text = table.result.map_or("in play", ending);
    html! {
        @match table.game {
            Some(game) => { a href={ "/g/" (game) } { (text) } }
            None => { (text) }
        }
        @if table.is_ruled { " (director)" }
    }
}

const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Black => "Black won",
        Ending::White => "White won",
        Ending::Draw => "draw",
        Ending::BothLost => "both lost",
        Ending::BlackForfeit => "Black by forfeit",
        Ending::WhiteForfeit => "White by forfeit",
        Ending::NobodyCame => "nobody came",
    }
}

fn decide(page: &TournamentPage, round: usize, number: usize, table: &Table) -> Markup {
    let value =
        |it: Ending| serde_json::to_value(it).ok().and_then(|it| it.as_str().map(str::to_owned));
    html! {
        form.decide method="post" action=(page.action("result")) {
            input type="hidden" name="round" value=(round);
            input type="hidden" name="table" value=(number);
            select name="result" aria-label={ "Result of table " (number + 1) " in round " (round + 1) } {
                option value="" { "in play" }
                @for it in Ending::ALL {
                    option value=[value(it)] selected[table.result == Some(it)] { (ending(it)) }
                }
            }
            button aria-label={ "Set the result of table " (number + 1) " in round " (round + 1) } {
                "Set"
            }
        }
    }
}

/// Everybody with the sums that decide the places.
fn standings(page: &TournamentPage) -> Markup {
    let tournament = &page.tournament;
    let table = tournament.crosstable();
    let n_rounds = tournament.rounds.len();
    let row = |row: &CrosstableRow| {
        let standing = &row.standing;
        let is_own = page.own().is_some_and(|it| u64::from(it) == standing.player.0);
        html! {
            tr data-own[is_own] {
                td { (standing.place) }
                th scope="row" { (tournament.name_of(standing.player.0)) }
                td { (row.rank) }
                @for cell in &row.cells { td { (cell) } }
                td { (standing.score) } td { (standing.sos) } td { (standing.sosos) }
                td { (standing.sodos) }
            }
        }
    };
    html! {
        section id="standings" {
            h2 { "Standings" }
            @if table.rows.is_empty() { p.empty { "Nobody has entered yet." } } @else {
                div.scroll tabindex="0" role="group" aria-label="Standings" {
                    table {
                        thead {
                            tr {
                                th scope="col" { "Place" } th scope="col" { "Name" }
                                th scope="col" { "Rank" }
                                @for round in 1..=n_rounds { th scope="col" { (round) } }
                                th scope="col" { "Score" }
                                th scope="col" { abbr title="Sum of the opponents' scores" { "SOS" } }
                                th scope="col" { abbr title="Sum of the opponents' SOS" { "SOSOS" } }
                                th scope="col" {
                                    abbr title="Sum of the scores of defeated opponents" { "SODOS" }
                                }
                            }
                        }
                        tbody { @for it in &table.rows { (row(it)) } }
                    }
                }
                @if n_rounds > 0 {
                    p.hint { "5+/b2: won against number 5 with Black and two stones; 3-/w: lost "
                        "against number 3 with White; ! without play." }
                }
            }
        }
    }
}
