//! The page of the club: games that go on, rounds to come, the ladder, results.

use maud::{Markup, html};

use super::{Shell, list};
use crate::asset::Assets;
use crate::id::{DocumentId, PersonId};
use crate::ladder::{Ladder, LadderGame, LadderResult};
use crate::store::Listing;
use crate::tournament::{Stage, Tournament};
use crate::wire::MAX_NAME;

/// What the page of the club shows.
#[derive(Debug)]
pub(crate) struct ClubPage {
    pub(crate) ladder: Ladder,
    /// Whom the visitor may challenge.
    pub(crate) reachable: Vec<u32>,
    pub(crate) running: Vec<Listing>,
    pub(crate) results: Vec<Listing>,
    pub(crate) tournaments: Vec<(DocumentId, Tournament)>,
    pub(crate) guest: Option<PersonId>,
    /// The name that the visitor has elsewhere.
    pub(crate) name: String,
}

/// The page of the club.
pub(crate) fn club(assets: &Assets, page: &ClubPage) -> Markup {
    let title = "Club – Tengen".to_owned();
    let shell = Shell { assets, page: "club", title, module: Some("page.js") };
    shell.render(&html! {
        main id="main" {
            h1 { "Club" }
            div.columns {
                div {
                    (list::section("running", Some("Games to watch or join"), &page.running,
                        page.guest, "No one has listed a game at the moment."))
                    (tournaments(page))
                    p { a href="/studies" { "Studies" } " · " a href="/tournaments" { "All tournaments" } }
                }
                (ladder(page))
                div {
                    (list::section("results", Some("Last results"), &page.results, page.guest,
                        "No listed game is over yet."))
                    (ladder_results(&page.ladder))
                }
            }
        }
    })
}

fn tournaments(page: &ClubPage) -> Markup {
    html! {
        section id="tournaments" {
            h2 { "Tournaments" }
            @if page.tournaments.is_empty() {
                p.empty { "No tournament is open or running." }
            } @else {
                ul.games {
                    @for (id, it) in &page.tournaments {
                        li {
                            a href={ "/t/" (id) } { (it.title) } " "
                            small { (next_round(it)) }
                        }
                    }
                }
            }
        }
    }
}

/// What comes next in a tournament.
fn next_round(tournament: &Tournament) -> String {
    let (n, all) = (tournament.rounds.len(), tournament.n_rounds());
    let players = match tournament.players.len() {
        1 => "1 player".to_owned(),
        n => format!("{n} players"),
    };
    let open = tournament.open_tables().count();
    match tournament.stage {
        Stage::Open => format!("open, {players}"),
        Stage::Running if open > 0 => format!("round {n} of {all} is played, {players}"),
        Stage::Running if n < all => format!("round {} of {all} comes next, {players}", n + 1),
        Stage::Running | Stage::Over => "all rounds are played".to_owned(),
    }
}

fn ladder(page: &ClubPage) -> Markup {
    let ladder = &page.ladder;
    let own = page.guest.and_then(|it| ladder.number_of(it));
    let is_on = own.is_some_and(|it| ladder.places.contains(&it));
    html! {
        section id="ladder" {
            h2 { "Ladder" }
            p.hint { "Challenge someone up to three places above you. If you win, you take the place." }
            @if ladder.places.is_empty() { p.empty { "Nobody is on the ladder yet." } } @else {
                ol.ladder {
                    @for &player in &ladder.places {
                        li data-own[own == Some(player)] {
                            span { (ladder.name_of(player)) }
                            @if let Some(game) = challenge_of(ladder, player) {
                                small { (challenge(ladder, game)) }
                            }
                            @if page.reachable.contains(&player) {
                                form method="post" action="/club/ladder/challenge" {
                                    input type="hidden" name="player" value=(player);
                                    button aria-label={ "Challenge " (ladder.name_of(player)) } {
                                        "Challenge"
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if is_on {
                form method="post" action="/club/ladder/leave" { button { "Leave the ladder" } }
            } @else {
                form.join method="post" action="/club/ladder/join" {
                    label for="name" { "Your name" }
                    input id="name" name="name" type="text" required value=(page.name)
                        maxlength=(MAX_NAME) autocomplete="off";
                    button.primary { "Join the ladder" }
                }
            }
        }
    }
}

fn challenge_of(ladder: &Ladder, player: u32) -> Option<&LadderGame> {
    ladder.challenges.iter().find(|it| it.challenger == player)
}

fn challenge(ladder: &Ladder, challenge: &LadderGame) -> Markup {
    let text = format!("challenges {}", ladder.name_of(challenge.challenged));
    html! {
        @match challenge.game {
            Some(game) => { a href={ "/g/" (game) } { (text) } }
            None => { (text) }
        }
    }
}

fn ladder_results(ladder: &Ladder) -> Markup {
    let sentence = |it: &LadderResult| {
        let [from, to] = [it.game.challenger, it.game.challenged].map(|it| ladder.name_of(it));
        match it.winner {
            Some(winner) if winner == it.game.challenger => {
                format!("{from} beat {to} and moved up")
            }
            Some(_) => format!("{to} held the place against {from}"),
            None => format!("{from} and {to} played without a winner"),
        }
    };
    html! {
        section id="ladder-results" {
            h2 { "Ladder games" }
            @if ladder.results.is_empty() { p.empty { "No challenge has been played yet." } } @else {
                ul.games {
                    @for it in ladder.results.iter().take(20) {
                        li {
                            @match it.game.game {
                                Some(game) => { a href={ "/g/" (game) } { (sentence(it)) } }
                                None => { (sentence(it)) }
                            }
                            " "
                            small { (date(it.game.at)) }
                        }
                    }
                }
            }
        }
    }
}

/// A day such as `2026-11-19`, in UTC.
fn date(millis: u64) -> String {
    // Days are counted from the first of March of the year 0, so that a leap
    // day is the last one of its year.
    let days = millis / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_795_132_799, "2026-11-19"),
            (4_102_444_799, "2099-12-31"),
        ] {
            assert_eq!(date(seconds * 1_000), expected);
        }
    }
}
