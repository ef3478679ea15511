//! A person as others see him: ranks and rated games.

use std::sync::Arc;

use axum::extract::{Path, State};

use tengen_engine::Level;

use super::answer::{Page, WebError};
use super::{App, game_id};
use crate::account::AccountName;
use crate::id::{GameId, PersonId};
use crate::page::{self, ProfilePage, RatedLine, RatingPage};
use crate::room::rated_level;
use crate::store::{Account, RatedGame};

/// The most games of a page.
const MAX_GAMES: usize = 100;

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Page, WebError> {
    let key = AccountName::key_of(&name);
    let account = app.store.account_named(key).await.map_err(WebError::store)?;
    let account = account.ok_or_else(WebError::nobody)?;
    let ratings = app.store.ratings(account.id).await.map_err(WebError::store)?;
    let games = app.rated_lines(&account).await?;
    let assets = app.files();
    let page = ProfilePage {
        account: &account,
        ratings: ratings.as_ref(),
        games: &games,
        now: app.clock.now(),
    };
    Ok(Page::new(&assets, page::profile(&assets, &page)))
}

impl App {
    async fn rated_lines(&self, account: &Account) -> Result<Vec<RatedLine>, WebError> {
        let games = self.store.rated_games_of(account.id, MAX_GAMES).await;
        let mut lines = Vec::new();
        for game in games.map_err(WebError::store)? {
            let opponent =
                game.players.iter().map(|(_, it)| it.person).find(|it| *it != account.id);
            let opponent = match opponent {
                Some(person) => self.name_of(person).await?,
                None => None,
            };
            lines.push(RatedLine { person: account.id, opponent, game });
        }
        Ok(lines)
    }

    /// The name of somebody who has ratings: an account or a level.
    async fn name_of(&self, person: PersonId) -> Result<Option<String>, WebError> {
        if let Some(account) = self.store.account(person).await.map_err(WebError::store)? {
            return Ok(Some(account.name));
        }
        let mut levels = tengen_front::form::levels().map(Level::name);
        let level = levels.find(|it| rated_level(it).is_some_and(|it| it.person == person));
        Ok(level.map(|it| format!("{it} (computer)")))
    }

    /// What a page tells of the ratings in a game.
    pub(super) async fn rating_page(&self, id: GameId) -> Result<Option<RatingPage>, WebError> {
        let Some(game) = self.store.rated_game(id).await.map_err(WebError::store)? else {
            return Ok(None);
        };
        let RatedGame { players, .. } = &game;
        let black = self.name_of(players.black.person).await?;
        let white = self.name_of(players.white.person).await?;
        Ok(Some(RatingPage { names: tengen_rules::ByColor { black, white }, game }))
    }
}

/// What a game has done to the ratings, for its page.
pub(super) async fn of_game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: super::Visitor,
) -> Result<axum::response::Html<String>, WebError> {
    let id = game_id(&id)?;
    let is_rated = app.look(id, &visitor, crate::room::Room::is_rated).await?;
    let rating = app.rating_page(id).await?;
    Ok(axum::response::Html(page::rating(is_rated, rating.as_ref()).into_string()))
}
