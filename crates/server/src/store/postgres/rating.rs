//! Ratings and rated games in the database.

use std::time::Duration;

use deadpool_postgres::GenericClient;
use tengen_ratings::{Category, PlayerRatings, Rating, StoredRating, Terms};
use tengen_rules::{ByColor, Color, Komi};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::PostgresStore;
use super::account::{execute, query};
use super::row::{bytes, count, get, guest, number, text, unreadable};
use crate::id::{GameId, PersonId};
use crate::store::rating::{
    change_bytes, change_of_bytes, color_name, color_of_name, replay, speed_name, speed_of_name,
};
use crate::store::{RatedGame, RatedPlayer, RatingStore, Reply, StoreError};
use crate::wire;

/// Held by whoever writes history, which has one order on all servers.
const HISTORY: i64 = 0x72_61_74_69_6e_67;

/// The columns of a game, in the order in which [`game`] reads them.
const GAME: &str = "SELECT game, at, size, speed, rules, handicap, half_points_of_komi, winner,
    is_annulled, change,
    b.person, b.value, b.deviation, b.volatility, b.is_anchor, b.joined_at,
    w.person, w.value, w.deviation, w.volatility, w.is_anchor, w.joined_at
    FROM rated_games
    JOIN rated_players b ON b.person = black
    JOIN rated_players w ON w.person = white";

/// Where the columns of both players begin.
const PLAYERS: [usize; 2] = [10, 16];

impl RatingStore for PostgresStore {
    fn join_ratings(&self, player: RatedPlayer) -> Reply<bool> {
        self.run(move |mut it| async move {
            let transaction = it.transaction().await?;
            let is_new = join(&transaction, &player).await?;
            transaction.commit().await?;
            Ok(is_new)
        })
    }

    fn ratings(&self, person: PersonId) -> Reply<Option<PlayerRatings>> {
        self.run(move |it| async move { ratings(&it, person).await })
    }

    fn rated_game(&self, id: GameId) -> Reply<Option<RatedGame>> {
        self.run(move |it| async move {
            let sql = format!("{GAME} WHERE game = $1");
            query(&it, &sql, &[&id.as_str()]).await?.first().map(game).transpose()
        })
    }

    fn rated_games_of(&self, person: PersonId, max: usize) -> Reply<Vec<RatedGame>> {
        self.run(move |it| async move {
            let sql =
                format!("{GAME} WHERE black = $1 OR white = $1 ORDER BY number DESC LIMIT $2");
            let rows = query(&it, &sql, &[&bytes(person), &number(max as u64)]).await?;
            rows.iter().map(game).collect()
        })
    }

    fn strongest(&self, max: usize) -> Reply<Vec<(PersonId, PlayerRatings)>> {
        self.run(move |it| async move {
            let sql = "SELECT person FROM ratings WHERE category = 0
                ORDER BY value DESC, person LIMIT $1";
            let mut found = Vec::new();
            for row in query(&it, sql, &[&number(max as u64)]).await? {
                let person = guest(&row, 0)?;
                found.extend(ratings(&it, person).await?.map(|ratings| (person, ratings)));
            }
            Ok(found)
        })
    }

    fn annul(&self, game: GameId, is_annulled: bool) -> Reply<bool> {
        self.run(move |mut it| async move {
            let transaction = it.transaction().await?;
            lock(&transaction).await?;
            let sql = "UPDATE rated_games SET is_annulled = $2 WHERE game = $1";
            let is_there = execute(&transaction, sql, &[&game.as_str(), &is_annulled]).await? > 0;
            if is_there {
                recompute(&transaction).await?;
            }
            transaction.commit().await?;
            Ok(is_there)
        })
    }

    fn recompute_ratings(&self) -> Reply<usize> {
        self.run(|mut it| async move {
            let transaction = it.transaction().await?;
            lock(&transaction).await?;
            let n_games = recompute(&transaction).await?;
            transaction.commit().await?;
            Ok(n_games)
        })
    }
}

async fn lock(client: &impl GenericClient) -> Result<(), StoreError> {
    query(client, "SELECT pg_advisory_xact_lock($1)", &[&HISTORY]).await.map(|_| ())
}

/// Rates a game that has just ended, in the transaction that ends it.
pub(super) async fn finish(
    client: &impl GenericClient,
    mut game: RatedGame,
) -> Result<(), StoreError> {
    lock(client).await?;
    for (_, player) in &game.players {
        join(client, player).await?;
    }
    // History has an order, whatever clocks say.
    let last = query(client, "SELECT coalesce(max(at), 0) FROM rated_games", &[]).await?;
    game.at = last.first().map_or(Ok(0), |row| count(row, 0))?.max(game.at);
    let before = ByColor {
        black: ratings_or_first(client, &game.players.black).await?,
        white: ratings_or_first(client, &game.players.white).await?,
    };
    let after = game.rate(before.as_ref());
    for (color, after) in &after {
        put(client, game.players[color].person, after).await?;
    }
    let sql = "INSERT INTO rated_games (game, at, black, white, size, speed, rules, handicap,
        half_points_of_komi, winner, is_annulled, change)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    let (black, white) = (bytes(game.players.black.person), bytes(game.players.white.person));
    let (at, size) = (number(game.at), game.size.to_string());
    let (handicap, komi) =
        (i32::from(game.terms.handicap), i32::from(game.terms.komi.half_points()));
    let (winner, change) = (game.winner.map(color_name), game.change.as_ref().map(change_bytes));
    let values: [&(dyn ToSql + Sync); 12] = [
        &game.game.as_str(),
        &at,
        &black,
        &white,
        &size,
        &speed_name(game.speed),
        &game.ruleset.name().unwrap_or_default(),
        &handicap,
        &komi,
        &winner,
        &game.is_annulled,
        &change,
    ];
    execute(client, sql, &values).await?;
    Ok(())
}

async fn ratings_or_first(
    client: &impl GenericClient,
    player: &RatedPlayer,
) -> Result<PlayerRatings, StoreError> {
    Ok(ratings(client, player.person).await?.unwrap_or_else(|| player.ratings()))
}

async fn join(client: &impl GenericClient, player: &RatedPlayer) -> Result<bool, StoreError> {
    let sql = "INSERT INTO rated_players
        (person, value, deviation, volatility, is_anchor, joined_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (person) DO NOTHING";
    let Rating { value, deviation, volatility } = player.start;
    let (person, joined_at) = (bytes(player.person), number(player.joined_at));
    let values: [&(dyn ToSql + Sync); 6] =
        [&person, &value, &deviation, &volatility, &player.is_anchor, &joined_at];
    let is_new = execute(client, sql, &values).await? > 0;
    if is_new {
        put(client, player.person, &player.ratings()).await?;
    }
    Ok(is_new)
}

async fn put(
    client: &impl GenericClient,
    person: PersonId,
    ratings: &PlayerRatings,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO ratings (person, category, value, deviation, volatility, at, n_games)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (person, category) DO UPDATE SET value = excluded.value,
            deviation = excluded.deviation, volatility = excluded.volatility, at = excluded.at,
            n_games = excluded.n_games";
    for (category, StoredRating { rating, at, n_games }) in ratings.stored() {
        let category = i32::try_from(category.index()).map_err(unreadable)?;
        let person = bytes(person);
        let Rating { value, deviation, volatility } = rating;
        let (at, n_games) = (number(wire::millis(at)), i64::from(n_games));
        let values: [&(dyn ToSql + Sync); 7] =
            [&person, &category, &value, &deviation, &volatility, &at, &n_games];
        execute(client, sql, &values).await?;
    }
    Ok(())
}

async fn ratings(
    client: &impl GenericClient,
    person: PersonId,
) -> Result<Option<PlayerRatings>, StoreError> {
    let person = bytes(person);
    let sql = "SELECT is_anchor FROM rated_players WHERE person = $1";
    let rows = query(client, sql, &[&person]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let is_anchor = get(row, 0)?;
    let sql = "SELECT category, value, deviation, volatility, at, n_games
        FROM ratings WHERE person = $1 ORDER BY category";
    let rows = query(client, sql, &[&person]).await?;
    let stored = rows.iter().map(|row| {
        let idx: i32 = get(row, 0)?;
        let category = usize::try_from(idx).ok().and_then(|it| Category::all().nth(it));
        let category = category.ok_or_else(|| strange(&idx.to_string()))?;
        let at = Duration::from_millis(count(row, 4)?);
        let n_games = u32::try_from(count(row, 5)?).unwrap_or(u32::MAX);
        Ok((category, StoredRating { rating: rating(row, 1)?, at, n_games }))
    });
    let stored = stored.collect::<Result<Vec<_>, StoreError>>()?;
    Ok(Some(PlayerRatings::from_stored(stored, is_anchor)))
}

async fn recompute(client: &impl GenericClient) -> Result<usize, StoreError> {
    let sql = "SELECT person, value, deviation, volatility, is_anchor, joined_at
        FROM rated_players ORDER BY person";
    let players = query(client, sql, &[]).await?;
    let players =
        players.iter().map(|row| player(row, 0)).collect::<Result<Vec<RatedPlayer>, _>>()?;
    let games = query(client, &format!("{GAME} ORDER BY number"), &[]).await?;
    let mut games = games.iter().map(game).collect::<Result<Vec<RatedGame>, _>>()?;
    let ratings = replay(&players, &mut games);
    execute(client, "DELETE FROM ratings", &[]).await?;
    for (person, ratings) in &ratings {
        put(client, *person, ratings).await?;
    }
    for game in &games {
        let sql = "UPDATE rated_games SET change = $2 WHERE game = $1";
        let change = game.change.as_ref().map(change_bytes);
        execute(client, sql, &[&game.game.as_str(), &change]).await?;
    }
    Ok(games.len())
}

fn rating(row: &Row, first: usize) -> Result<Rating, StoreError> {
    let (value, deviation) = (get(row, first)?, get(row, first + 1)?);
    Ok(Rating { value, deviation, volatility: get(row, first + 2)? })
}

fn player(row: &Row, first: usize) -> Result<RatedPlayer, StoreError> {
    Ok(RatedPlayer {
        person: guest(row, first)?,
        start: rating(row, first + 1)?,
        is_anchor: get(row, first + 4)?,
        joined_at: count(row, first + 5)?,
    })
}

fn game(row: &Row) -> Result<RatedGame, StoreError> {
    let speed: &str = get(row, 3)?;
    let winner: Option<&str> = get(row, 7)?;
    let (handicap, komi): (i32, i32) = (get(row, 5)?, get(row, 6)?);
    let change: Option<&[u8]> = get(row, 9)?;
    let [black, white] = PLAYERS;
    let color = |name: &str| color_of_name(name).ok_or_else(|| strange(name));
    Ok(RatedGame {
        game: text(row, 0)?,
        at: count(row, 1)?,
        players: ByColor { black: player(row, black)?, white: player(row, white)? },
        size: text(row, 2)?,
        speed: speed_of_name(speed).ok_or_else(|| strange(speed))?,
        ruleset: text(row, 4)?,
        terms: Terms {
            handicap: handicap.try_into().map_err(unreadable)?,
            komi: Komi::from_half_points(komi.try_into().map_err(unreadable)?),
        },
        winner: winner.map(color).transpose()? as Option<Color>,
        is_annulled: get(row, 8)?,
        change: change.and_then(change_of_bytes),
    })
}

/// A word in the database that this program does not know.
fn strange(word: &str) -> StoreError {
    unreadable(format!("{word} is not a word of this column"))
}
