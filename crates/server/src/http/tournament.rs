//! Tournaments: making one, entering, pairing, deciding, tables to take away.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_ratings::Rank;

use super::answer::{Page, WebError};
use super::download::attachment;
use super::form::unpack;
use super::{App, Peer, Visitor};
use crate::documents::NotChanged;
use crate::id::{DocumentId, PersonId};
use crate::page::{self, CreateForm, TournamentPage};
use crate::store::DocumentKind;
use crate::tournament::{
    Ending, MAX_ROUNDS, RankText, Stage, System, Tournament, TournamentRefusal,
};
use crate::tournaments::NoTournament;
use crate::wire::{plain_name, plain_text};

/// The most characters of a title.
const MAX_TITLE: usize = 80;

/// What a person gives who makes a tournament.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub(crate) struct TournamentForm {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) system: String,
    pub(crate) rounds: String,
    pub(crate) size: String,
    pub(crate) rules: String,
    pub(crate) komi: String,
    pub(crate) clock: String,
    pub(crate) bar: String,
    pub(crate) handicap: Option<String>,
    pub(crate) listed: Option<String>,
}

impl Default for TournamentForm {
    fn default() -> TournamentForm {
        TournamentForm {
            name: String::new(),
            title: String::new(),
            system: "mcmahon".to_owned(),
            rounds: "5".to_owned(),
            size: "19".to_owned(),
            rules: "japanese".to_owned(),
            komi: String::new(),
            clock: "20m+3x30s".to_owned(),
            bar: String::new(),
            handicap: None,
            listed: None,
        }
    }
}

impl TournamentForm {
    /// The tournament that the form describes; or what is wrong, as a sentence.
    fn read(&self, director: PersonId) -> Result<Tournament, String> {
        let name = plain_name(&self.name);
        if name.is_empty() {
            return Err("Enter your name.".to_owned());
        }
        let title: String = plain_text(&self.title).chars().take(MAX_TITLE).collect();
        if title.is_empty() {
            return Err("Give the tournament a name.".to_owned());
        }
        let game = CreateForm {
            name: name.clone(),
            size: self.size.clone(),
            rules: self.rules.clone(),
            komi: self.komi.clone(),
            clock: self.clock.clone(),
            color: "black".to_owned(),
            visibility: "listed".to_owned(),
            ..CreateForm::default()
        };
        let terms = game.read(director).map_err(|problem| problem.text)?;
        let n_rounds = self.rounds.trim().parse().ok().filter(|it| (1..=MAX_ROUNDS).contains(it));
        let n_rounds =
            n_rounds.ok_or_else(|| format!("Rounds are a number from 1 to {MAX_ROUNDS}."))?;
        let system = match self.system.as_str() {
            "round-robin" if n_rounds > 2 => {
                return Err("In a round robin, all meet once or twice: enter 1 or 2.".to_owned());
            }
            "round-robin" => System::RoundRobin {},
            "swiss" => System::Swiss {},
            _ => System::McMahon { bar: self.bar()?, handicap: self.handicap.is_some() },
        };
        Ok(Tournament {
            title,
            director,
            director_name: name,
            system,
            n_rounds,
            terms,
            stage: Stage::Open,
            players: Vec::new(),
            rounds: Vec::new(),
            seed: u64::from_le_bytes(crate::id::random_bytes()),
        })
    }

    fn bar(&self) -> Result<Option<RankText>, String> {
        match self.bar.trim() {
            "" => Ok(None),
            text => match text.parse() {
                Ok(rank) => Ok(Some(RankText(rank))),
                Err(_) => Err("The bar is a rank such as 3k or 2d, or empty.".to_owned()),
            },
        }
    }
}

fn tournament_id(text: &str) -> Result<DocumentId, WebError> {
    text.parse().map_err(|_| no_tournament())
}

fn no_tournament() -> WebError {
    WebError::new(StatusCode::NOT_FOUND, "There is no such tournament here. Check the link.")
}

fn to_error(reason: NoTournament) -> WebError {
    match reason {
        NotChanged::NotThere => no_tournament(),
        NotChanged::Refused(TournamentRefusal::OnlyDirector) => {
            WebError::forbidden(&TournamentRefusal::OnlyDirector.text())
        }
        NotChanged::Refused(reason) => WebError::new(StatusCode::CONFLICT, &reason.text()),
        NotChanged::Store(error) => WebError::store(error),
    }
}

pub(super) async fn list(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Page, WebError> {
    let form = TournamentForm { name: app.name(&visitor).await, ..TournamentForm::default() };
    tournaments_page(&app, &visitor, &form, None).await
}

async fn tournaments_page(
    app: &App,
    visitor: &Visitor,
    form: &TournamentForm,
    problem: Option<&str>,
) -> Result<Page, WebError> {
    let (mine, listed) = app.documents(DocumentKind::Tournament, visitor).await?;
    let assets = app.files();
    let page = Page::new(&assets, page::tournaments(&assets, &mine, &listed, form, problem));
    Ok(if problem.is_some() { page.with_status(StatusCode::BAD_REQUEST) } else { page })
}

pub(super) async fn create(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<TournamentForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    app.take_change(peer.0)?;
    let form = TournamentForm { name: visitor.name_or(form.name), ..form };
    if let Err(problem) = form.read(PersonId::from_bytes([0; 32])) {
        let page = tournaments_page(&app, &visitor, &form, Some(&problem)).await?;
        return Ok(page.into_response());
    }
    let (director, headers) = visitor.sign_in(&app, &form.name).await?;
    let made = form.read(director);
    let tournament = made.map_err(|it| WebError::new(StatusCode::BAD_REQUEST, &it))?;
    let id = app.tournaments.create(&tournament, form.listed.is_some()).await;
    let id = id.map_err(WebError::store)?;
    Ok((StatusCode::SEE_OTHER, headers, location(id)).into_response())
}

fn location(id: DocumentId) -> [(header::HeaderName, HeaderValue); 1] {
    let address = HeaderValue::from_str(&format!("/t/{id}"));
    [(header::LOCATION, address.unwrap_or(HeaderValue::from_static("/tournaments")))]
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Page, WebError> {
    let id = tournament_id(&id)?;
    let found = app.tournaments.now(id).await.map_err(to_error)?;
    let name = app.name(&visitor).await;
    let (version, tournament) = (found.version, found.content);
    let page = TournamentPage { id, version, tournament, guest: visitor.person(), name };
    let assets = app.files();
    Ok(Page::new(&assets, page::tournament(&assets, &page)))
}

/// What is done to a tournament.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ActionForm {
    name: String,
    rank: String,
    player: Option<u32>,
    round: Option<usize>,
    table: Option<usize>,
    /// An ending, or empty for none.
    result: String,
    absent: Option<String>,
}

impl ActionForm {
    fn rank(&self) -> Result<Rank, WebError> {
        self.rank.trim().parse().map_err(|_| {
            let text = "Your rank is a number with k or d, such as 12k or 2d.";
            WebError::new(StatusCode::BAD_REQUEST, text)
        })
    }

    fn ending(&self) -> Option<Ending> {
        let text = serde_json::Value::from(self.result.as_str());
        serde_json::from_value(text).ok()
    }
}

/// Enters, with a name and a rank.
pub(super) async fn enter(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<ActionForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let id = tournament_id(&id)?;
    app.take_change(peer.0)?;
    let rank = form.rank()?;
    let name = plain_name(&visitor.name_or(form.name.clone()));
    if name.is_empty() {
        return Err(WebError::new(StatusCode::BAD_REQUEST, &TournamentRefusal::NoName.text()));
    }
    let (guest, headers) = visitor.sign_in(&app, &name).await?;
    let entered = app.tournaments.change(id, |it| it.enter(guest, name.clone(), rank));
    entered.await.map_err(to_error)?;
    Ok((StatusCode::SEE_OTHER, headers, location(id)).into_response())
}

/// Everything else; what only the director may do is refused to others.
pub(super) async fn act(
    State(app): State<Arc<App>>,
    Path((id, action)): Path<(String, String)>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<ActionForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let id = tournament_id(&id)?;
    app.take_change(peer.0)?;
    let by = visitor.person();
    if action == "pair" || action == "end" {
        // Results that are there count.
        app.tournaments.now(id).await.map_err(to_error)?;
    }
    let done = app.tournaments.change(id, |it| carry_out(it, &action, &form, by));
    done.await.map_err(to_error)?;
    if action == "pair" {
        app.tournaments.now(id).await.map_err(to_error)?;
    }
    Ok((StatusCode::SEE_OTHER, location(id)).into_response())
}

fn carry_out(
    tournament: &mut Tournament,
    action: &str,
    form: &ActionForm,
    by: Option<PersonId>,
) -> Result<(), TournamentRefusal> {
    let is_director = by == Some(tournament.director);
    let own = by.and_then(|it| tournament.number_of(it));
    let player = form.player.or(own).ok_or(TournamentRefusal::NoPlayer);
    let is_own = own.is_some() && player == own.ok_or(TournamentRefusal::NoPlayer);
    match action {
        "withdraw" if is_director || is_own => tournament.withdraw(player?),
        "absent" if is_director || is_own => tournament.set_absent(player?, form.absent.is_some()),
        "pair" if is_director => tournament.pair(),
        "end" if is_director => tournament.end(),
        "result" if is_director => {
            let (round, table) = form.round.zip(form.table).ok_or(TournamentRefusal::NoTable)?;
            tournament.rule(round, table, form.ending())
        }
        "withdraw" | "absent" | "pair" | "end" | "result" => Err(TournamentRefusal::OnlyDirector),
        _ => Err(TournamentRefusal::NoTable),
    }
}

pub(super) async fn csv(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, WebError> {
    let id = tournament_id(&id)?;
    let found = app.tournaments.now(id).await.map_err(to_error)?;
    let name = format!("tengen-{id}.csv");
    let text = found.content.to_csv().into_bytes();
    Ok(attachment(text, "text/csv; charset=utf-8", &name))
}

pub(super) async fn text(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, WebError> {
    let id = tournament_id(&id)?;
    let found = app.tournaments.now(id).await.map_err(to_error)?;
    let name = format!("tengen-{id}.txt");
    let text = found.content.to_text().into_bytes();
    Ok(attachment(text, "text/plain; charset=utf-8", &name))
}
