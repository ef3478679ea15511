//! Games that are over: found by what is known of them, and by positions.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use tengen_front::library::{ExplorerOptions, Order, OrderBy, Part, PositionSearch};
use tengen_front::words;
use tengen_library::Page as ListPage;
use tengen_rules::{Board, Color, Size, Suicide};

use super::answer::{Page, WebError};
use super::{App, Visitor, game_id};
use crate::library::SearchError;
use crate::page::{
    self, GAMES_ON_A_PAGE, GamesForm, GamesPage, PositionForm, PositionPage, chosen_part,
};

impl WebError {
    fn search(error: SearchError) -> WebError {
        let (status, text) = match error {
            SearchError::Busy => {
                (StatusCode::SERVICE_UNAVAILABLE, "Many people are searching. Try again soon.")
            }
            SearchError::TooSlow => (
                StatusCode::SERVICE_UNAVAILABLE,
                "That search takes too long. Look for something that is less common.",
            ),
            SearchError::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Games cannot be searched at the moment. They are all still there.",
            ),
        };
        WebError::new(status, text)
    }
}

/// A list of the games that a query means.
pub(super) async fn games(
    State(app): State<Arc<App>>,
    Query(form): Query<GamesForm>,
    visitor: Visitor,
) -> Result<Page, WebError> {
    let assets = app.files();
    let query = match form.query() {
        Ok(query) => query,
        Err(error) => {
            let page = GamesPage { problem: Some(words::query_problem(&error)), ..form.page() };
            let html = page::found_games(&assets, &page);
            return Ok(Page::new(&assets, html).with_status(StatusCode::BAD_REQUEST));
        }
    };
    app.library.refresh().await;
    let by = OrderBy::ALL.iter().find(|(_, name)| *name == form.sort).map(|it| it.0);
    let order = Order { by: by.unwrap_or_default(), is_reversed: form.is_reversed() };
    let start = form.start();
    let found = app.library.search(visitor.person(), move |shown, cancel| {
        let part = ListPage { start, len: GAMES_ON_A_PAGE };
        let (total, games) = shown.games(query, order, part, cancel)?;
        Ok((total, games, shown.len()))
    });
    let (total, games, n_searched) = found.await.map_err(WebError::search)?;
    let page = GamesPage { total, games, n_searched, ..form.page() };
    Ok(Page::new(&assets, page::found_games(&assets, &page)))
}

/// A position, with what was played next.
pub(super) async fn position(
    State(app): State<Arc<App>>,
    Query(form): Query<PositionForm>,
    visitor: Visitor,
) -> Result<Page, WebError> {
    let (board, to_play) = app.position_of(&form, &visitor).await?;
    let assets = app.files();
    let query = form.q.parse::<tengen_library::Query>();
    let part = chosen_part(&form.part, &form.area, form.is_anywhere(), board.size());
    let mut problem = None;
    let (query, part) = match (query, part) {
        (Ok(query), Some(part)) => (query, part),
        (Err(error), part) => {
            problem = Some(words::query_problem(&error));
            (tengen_library::Query::all(), part.unwrap_or(Part::Whole))
        }
        (Ok(query), None) => {
            let area = words::clean(&form.area);
            problem = Some(format!("{area} is no part of the board. Use two points: A1:J10."));
            (query, Part::Whole)
        }
    };
    app.library.refresh().await;
    let search = PositionSearch {
        board,
        part,
        options: ExplorerOptions {
            is_mine: form.is_mine(),
            has_both_colors: form.has_both_colors(),
            has_variations: form.has_variations(),
            query: Some(query),
        },
    };
    let sought = search.clone();
    let found =
        app.library.search(visitor.person(), move |shown, cancel| shown.find(sought, cancel));
    let found = Box::pin(found).await.map_err(WebError::search)?;
    let status = if problem.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let page = PositionPage { form, search, to_play, found, problem };
    Ok(Page::new(&assets, page::position(&assets, &page)).with_status(status))
}

impl App {
    /// The board that a form means, and whose turn it is there.
    async fn position_of(
        &self,
        form: &PositionForm,
        visitor: &Visitor,
    ) -> Result<(Board, Color), WebError> {
        let (mut board, mut to_play) = match form.game.as_str() {
            "" => (Board::new(form.size.parse().unwrap_or(Size::NINETEEN)), Color::Black),
            id => self.position_in_game(id, form.number.parse().ok(), visitor).await?,
        };
        for mv in form.moves() {
            let bad = || WebError::new(StatusCode::BAD_REQUEST, "Those moves cannot be played.");
            let (color, point) = mv.ok_or_else(bad)?;
            board = board.after(color, point, Suicide::Forbidden).map_err(|_| bad())?;
            to_play = !color;
        }
        Ok((board, to_play))
    }

    /// A position of a game that is over, after a move or at its end.
    async fn position_in_game(
        &self,
        id: &str,
        number: Option<u32>,
        visitor: &Visitor,
    ) -> Result<(Board, Color), WebError> {
        let looked = self.look(game_id(id)?, visitor, move |room| {
            let session = room.session();
            let record = session.record();
            let path = record.path(session.live_node());
            let has_number = |it: &_| number.is_some_and(|n| record.position(*it).move_number == n);
            let node = path.iter().copied().find(has_number).unwrap_or(session.live_node());
            let snapshot = record.position(node);
            session.is_over().then(|| (*snapshot.board(), snapshot.position.to_play))
        });
        looked.await?.ok_or_else(|| {
            let text = "This game is not over yet: its positions can be searched after its end.";
            WebError::new(StatusCode::CONFLICT, text)
        })
    }
}
