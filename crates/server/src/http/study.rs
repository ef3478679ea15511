//! Studies: making one from a game, a file or nothing, its page, its record.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FormRejection};
use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_rules::Size;

use super::answer::{Page, WebError};
use super::download::attachment;
use super::form::{JoinForm, unpack};
use super::{App, Peer, Visitor, game_id};
use crate::id::{DocumentId, GameId, PersonId};
use crate::page::{self, StudyPage};
use crate::store::{Asked, DocumentKind, ReviewStage};
use crate::study::{NewStudy, StudyInput, Unusable, import};
use crate::wire::{StudyMode, Visibility, plain_text};

/// How long a file may take to be read.
const READING: Duration = Duration::from_secs(5);

/// The most bytes of a form with a record in it, which is written with three
/// characters for many a byte.
pub(super) const MAX_STUDY_FORM: usize = 3 * crate::study::MAX_UPLOAD + (64 << 10);

/// The most characters of a title.
const MAX_TITLE: usize = 80;

/// What a person gives who makes a study.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct StudyForm {
    pub(crate) name: String,
    pub(crate) title: String,
    /// A game on this server.
    pub(crate) game: String,
    /// A record as text.
    pub(crate) sgf: String,
    /// The size of an empty board.
    pub(crate) size: String,
    pub(crate) demonstration: Option<String>,
    pub(crate) listed: Option<String>,
}

/// The id in an address; whatever is none is a study that is not there.
pub(crate) fn study_id(text: &str) -> Result<DocumentId, WebError> {
    text.parse().map_err(|_| no_study())
}

fn no_study() -> WebError {
    WebError::new(StatusCode::NOT_FOUND, "There is no such board here. Check the link.")
}

/// The lists, and the form for another one.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Query(form): Query<StudyForm>,
    visitor: Visitor,
) -> Result<Page, WebError> {
    let name = app.name(&visitor).await;
    let form = StudyForm { name, ..form };
    studies_page(&app, &visitor, &form, None).await
}

async fn studies_page(
    app: &App,
    visitor: &Visitor,
    form: &StudyForm,
    problem: Option<&str>,
) -> Result<Page, WebError> {
    let (mine, listed) = app.documents(DocumentKind::Study, visitor).await?;
    let assets = app.files();
    let html = page::studies(&assets, &mine, &listed, form, problem);
    let page = Page::new(&assets, html);
    Ok(if problem.is_some() { page.with_status(StatusCode::BAD_REQUEST) } else { page })
}

/// Makes a study by a form.
pub(super) async fn create(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<StudyForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let file = form.sgf.clone().into_bytes();
    make(&app, peer, visitor, form, file).await
}

/// Makes a study of a file, as it is, in whatever encoding.
pub(super) async fn upload(
    State(app): State<Arc<App>>,
    Query(form): Query<StudyForm>,
    peer: Peer,
    visitor: Visitor,
    file: Result<Bytes, BytesRejection>,
) -> Result<Response, WebError> {
    let file = file.map_err(|error| WebError::new(error.status(), &too_large()))?;
    make(&app, peer, visitor, form, file.to_vec()).await
}

fn too_large() -> String {
    format!("That cannot be used: {}.", Unusable::TooLarge)
}

async fn make(
    app: &Arc<App>,
    peer: Peer,
    visitor: Visitor,
    form: StudyForm,
    file: Vec<u8>,
) -> Result<Response, WebError> {
    app.take_change(peer.0)?;
    let form = StudyForm { name: visitor.name_or(form.name), ..form };
    if crate::wire::plain_name(&form.name).is_empty() {
        let page = studies_page(app, &visitor, &form, Some("Enter your name.")).await?;
        return Ok(page.into_response());
    }
    let (sgf, title, game) = match app.subject_of_study(&form, file, &visitor).await? {
        Ok(subject) => subject,
        Err(problem) => {
            let page = studies_page(app, &visitor, &form, Some(&problem)).await?;
            return Ok(page.into_response());
        }
    };
    let (owner, headers) = visitor.sign_in(app, &form.name).await?;
    let new = NewStudy {
        title: title_of(&form.title, title),
        owner,
        name: crate::wire::plain_name(&form.name),
        mode: match form.demonstration {
            Some(_) => StudyMode::Demonstration,
            None => StudyMode::Together,
        },
        visibility: match form.listed {
            Some(_) => Visibility::Listed,
            None => Visibility::Link,
        },
        game,
        sgf,
    };
    let id = app.studies.create(new).await.map_err(WebError::store)?;
    Ok((StatusCode::SEE_OTHER, headers, location(id)).into_response())
}

fn title_of(given: &str, found: String) -> String {
    let given = plain_text(given);
    let title = if given.is_empty() { found } else { given };
    title.chars().take(MAX_TITLE).collect()
}

type Subject = (String, String, Option<GameId>);

impl App {
    /// The record of a study, with what it is about; or why there is none, as
    /// a sentence.
    async fn subject_of_study(
        self: &Arc<App>,
        form: &StudyForm,
        file: Vec<u8>,
        visitor: &Visitor,
    ) -> Result<Result<Subject, String>, WebError> {
        if !form.game.is_empty() {
            let id = game_id(&form.game)?;
            let looked = self.look(id, visitor, |room| {
                let session = room.session();
                let record = session.record().to_sgf();
                session.is_over().then(|| (record, page::title(&room.state())))
            });
            let Some((record, title)) = looked.await? else {
                let text = "A game can be looked at together once it is over.";
                return Err(WebError::new(StatusCode::CONFLICT, text));
            };
            let read = read_file(record.into_bytes()).await;
            return Ok(read.map(|sgf| (sgf, title, Some(id))));
        }
        if !file.is_empty() {
            let read = read_file(file).await;
            return Ok(read.map(|sgf| {
                let title = page::record_title(&sgf);
                (sgf, title, None)
            }));
        }
        let size = if form.size.is_empty() { "19" } else { &form.size };
        Ok(match size.parse::<Size>() {
            Ok(size) => {
                let sgf = tengen_record::Record::new(size).to_sgf();
                Ok((sgf, "Empty board".to_owned(), None))
            }
            Err(_) => Err("That is no size of a board, such as 9, 13 or 19.".to_owned()),
        })
    }
}

/// Reads a file, for a limited time.
async fn read_file(file: Vec<u8>) -> Result<String, String> {
    let reading = tokio::task::spawn_blocking(move || import(&file));
    let read = match tokio::time::timeout(READING, reading).await {
        Ok(Ok(read)) => read,
        Ok(Err(_)) | Err(_) => Err(Unusable::TooSlow),
    };
    read.map_err(|reason| format!("That cannot be used: {reason}."))
}

fn location(id: DocumentId) -> [(header::HeaderName, HeaderValue); 1] {
    let address = HeaderValue::from_str(&format!("/s/{id}"));
    [(header::LOCATION, address.unwrap_or(HeaderValue::from_static("/studies")))]
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: axum::http::HeaderMap,
    visitor: Visitor,
) -> Result<Page, WebError> {
    let id = study_id(&id)?;
    let guest = visitor.person();
    let name = app.name(&visitor).await;
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let link = format!("{}://{host}/s/{id}", super::gate::scheme(&headers));
    let look = move |study: &crate::study::Study| StudyPage::new(study, guest, name, link);
    let page = app.studies.look(id, look).await.ok_or_else(no_study)?;
    let assets = app.files();
    Ok(Page::new(&assets, page::study(&assets, &page)))
}

/// Everything, as JSON.
pub(super) async fn state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: axum::http::HeaderMap,
) -> Result<Response, WebError> {
    let id = study_id(&id)?;
    let json = app.studies.look(id, |study| serde_json::to_vec(&study.state())).await;
    let json = json.ok_or_else(no_study)?.map_err(|_| no_study())?;
    let common = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    if super::gate::accepts_gzip(&headers) {
        let packed = tokio::task::spawn_blocking(move || crate::asset::gzip_quickly(&json));
        let packed = packed.await.map_err(|_| no_study())?;
        return Ok((common, [(header::CONTENT_ENCODING, "gzip")], packed).into_response());
    }
    Ok((common, json).into_response())
}

pub(super) async fn sgf(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, WebError> {
    let id = study_id(&id)?;
    let sgf = app.studies.look(id, |study| study.record().to_sgf()).await.ok_or_else(no_study)?;
    Ok(attachment(sgf.into_bytes(), "application/x-go-sgf", &format!("tengen-{id}.sgf")))
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<JoinForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let id = study_id(&id)?;
    app.take_change(peer.0)?;
    let name = visitor.name_or(form.name);
    if crate::wire::plain_name(&name).is_empty() {
        return Err(WebError::new(StatusCode::BAD_REQUEST, "Enter a name. Go back and try again."));
    }
    let (guest, headers) = visitor.sign_in(&app, &name).await?;
    match app.studies.join(id, guest, name).await {
        None => Err(no_study()),
        Some(Ok(_)) => Ok((StatusCode::SEE_OTHER, headers, location(id)).into_response()),
        Some(Err(refusal)) => Err(WebError::new(StatusCode::CONFLICT, &refusal.text())),
    }
}

/// Puts the computer's review of the game on the board; where there is none
/// yet, it is asked for.
pub(super) async fn review(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    peer: Peer,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let id = study_id(&id)?;
    app.take_change(peer.0)?;
    let game = app.studies.look(id, crate::study::Study::game).await.ok_or_else(no_study)?;
    let Some(game) = game else {
        let text = "The computer reviews games that were played on this server.";
        return Err(WebError::new(StatusCode::CONFLICT, text));
    };
    let Some(guest) = visitor.person() else {
        return Err(WebError::forbidden("Enter your name on the board first."));
    };
    let now = app.reviews.now(game).await.map_err(WebError::store)?;
    match now {
        Some(now) if now.stored.stage == ReviewStage::Done => {
            adopt(&app, id, guest, now.stored.sgf).await
        }
        Some(now) if now.stored.stage == ReviewStage::Waiting => Ok(to_review(game)),
        _ => match app.reviews.ask(game, guest).await.map_err(WebError::store)? {
            Asked::Queued | Asked::There => Ok(to_review(game)),
            Asked::OneAtATime(_) | Asked::Enough => {
                let text = "You have asked for as many reviews as one person can. Try again later.";
                Err(WebError::new(StatusCode::TOO_MANY_REQUESTS, text))
            }
        },
    }
}

async fn adopt(
    app: &Arc<App>,
    id: DocumentId,
    guest: PersonId,
    sgf: String,
) -> Result<Response, WebError> {
    match app.studies.input(id, StudyInput::Adopt { from: Some(guest), sgf }).await {
        None => Err(no_study()),
        Some(Ok(_)) => Ok((StatusCode::SEE_OTHER, location(id)).into_response()),
        Some(Err(refusal)) => Err(WebError::new(StatusCode::CONFLICT, &refusal.text())),
    }
}

/// Shows how far the review is.
fn to_review(game: GameId) -> Response {
    let address = HeaderValue::from_str(&format!("/g/{game}/review"));
    let location = address.unwrap_or(HeaderValue::from_static("/studies"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response()
}
