//! Ratings and rated games in the database.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use tengen_ratings::{Category, PlayerRatings, Rating, StoredRating, Terms};
use tengen_rules::{ByColor, Color, Komi};

use super::SqliteStore;
use super::account::{strange, time};
use super::read::text;
use super::write::{execute, number};
use crate::id::{GameId, PersonId};
use crate::store::rating::{
    change_bytes, change_of_bytes, color_name, color_of_name, replay, speed_name, speed_of_name,
};
use crate::store::{RatedGame, RatedPlayer, RatingStore, Reply, StoreError};
use crate::wire;

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

impl RatingStore for SqliteStore {
    fn join_ratings(&self, player: RatedPlayer) -> Reply<bool> {
        self.write_for(move |it| join(it, &player))
    }

    fn ratings(&self, person: PersonId) -> Reply<Option<PlayerRatings>> {
        self.read(move |it| ratings(it, person))
    }

    fn rated_game(&self, game: GameId) -> Reply<Option<RatedGame>> {
        self.read(move |it| {
            let sql = format!("{GAME} WHERE game = ?1");
            it.prepare_cached(&sql)?.query_row(params![game.as_str()], self::game).optional()
        })
    }

    fn rated_games_of(&self, person: PersonId, max: usize) -> Reply<Vec<RatedGame>> {
        self.read(move |it| {
            let sql =
                format!("{GAME} WHERE black = ?1 OR white = ?1 ORDER BY number DESC LIMIT ?2");
            let mut statement = it.prepare_cached(&sql)?;
            let values = params![person.as_bytes(), number(max as u64)];
            statement.query_map(values, game)?.collect()
        })
    }

    fn strongest(&self, max: usize) -> Reply<Vec<(PersonId, PlayerRatings)>> {
        self.read(move |it| {
            let sql = "SELECT person FROM ratings WHERE category = 0
                ORDER BY value DESC, person LIMIT ?1";
            let mut statement = it.prepare_cached(sql)?;
            let people = statement.query_map(params![number(max as u64)], |row| row.get(0))?;
            let mut found = Vec::new();
            for person in people {
                let person = PersonId::from_bytes(person?);
                found.extend(ratings(it, person)?.map(|ratings| (person, ratings)));
            }
            Ok(found)
        })
    }

    fn annul(&self, game: GameId, is_annulled: bool) -> Reply<bool> {
        self.write_for(move |it| {
            let sql = "UPDATE rated_games SET is_annulled = ?2 WHERE game = ?1";
            let is_there = execute(it, sql, params![game.as_str(), is_annulled])? > 0;
            if is_there {
                recompute(it)?;
            }
            Ok(is_there)
        })
    }

    fn recompute_ratings(&self) -> Reply<usize> {
        self.write_for(recompute)
    }
}

/// Rates a game that has just ended, in the transaction that ends it.
pub(super) fn finish(writer: &Connection, game: &RatedGame) -> Result<(), StoreError> {
    let mut game = game.clone();
    for (_, player) in &game.players {
        join(writer, player)?;
    }
    // History has an order, whatever clocks say.
    let sql = "SELECT coalesce(max(at), 0) FROM rated_games";
    let last: i64 = writer.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
    game.at = game.at.max(last.unsigned_abs());
    let find = |color: Color| -> Result<PlayerRatings, StoreError> {
        let player = &game.players[color];
        Ok(ratings(writer, player.person)?.unwrap_or_else(|| player.ratings()))
    };
    let before = ByColor { black: find(Color::Black)?, white: find(Color::White)? };
    let after = game.rate(before.as_ref());
    for (color, after) in &after {
        put(writer, game.players[color].person, after)?;
    }
    let sql = "INSERT INTO rated_games (game, at, black, white, size, speed, rules, handicap,
        half_points_of_komi, winner, is_annulled, change)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
    let values = params![
        game.game.as_str(),
        number(game.at),
        game.players.black.person.as_bytes(),
        game.players.white.person.as_bytes(),
        game.size.to_string(),
        speed_name(game.speed),
        game.ruleset.name().unwrap_or_default(),
        game.terms.handicap,
        game.terms.komi.half_points(),
        game.winner.map(color_name),
        game.is_annulled,
        game.change.as_ref().map(change_bytes),
    ];
    execute(writer, sql, values)?;
    Ok(())
}

fn join(writer: &Connection, player: &RatedPlayer) -> Result<bool, StoreError> {
    let sql = "INSERT INTO rated_players
        (person, value, deviation, volatility, is_anchor, joined_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (person) DO NOTHING";
    let Rating { value, deviation, volatility } = player.start;
    let values = params![
        player.person.as_bytes(),
        value,
        deviation,
        volatility,
        player.is_anchor,
        number(player.joined_at),
    ];
    let is_new = execute(writer, sql, values)? > 0;
    if is_new {
        put(writer, player.person, &player.ratings())?;
    }
    Ok(is_new)
}

fn put(writer: &Connection, person: PersonId, ratings: &PlayerRatings) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO ratings
        (person, category, value, deviation, volatility, at, n_games)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    for (category, StoredRating { rating, at, n_games }) in ratings.stored() {
        let values = params![
            person.as_bytes(),
            category.index() as u32,
            rating.value,
            rating.deviation,
            rating.volatility,
            number(wire::millis(at)),
            n_games,
        ];
        execute(writer, sql, values)?;
    }
    Ok(())
}

fn ratings(reader: &Connection, person: PersonId) -> rusqlite::Result<Option<PlayerRatings>> {
    let sql = "SELECT is_anchor FROM rated_players WHERE person = ?1";
    let mut statement = reader.prepare_cached(sql)?;
    let is_anchor = statement.query_row(params![person.as_bytes()], |row| row.get(0)).optional()?;
    let Some(is_anchor) = is_anchor else { return Ok(None) };
    let sql = "SELECT category, value, deviation, volatility, at, n_games
        FROM ratings WHERE person = ?1 ORDER BY category";
    let mut statement = reader.prepare_cached(sql)?;
    let rows = statement.query_map(params![person.as_bytes()], |row| {
        let idx: usize = row.get::<_, u32>(0)? as usize;
        let category = Category::all().nth(idx).ok_or_else(|| strange(0, &idx.to_string()))?;
        let at = Duration::from_millis(time(row, 4)?);
        Ok((category, StoredRating { rating: rating(row, 1)?, at, n_games: row.get(5)? }))
    })?;
    let stored = rows.collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(Some(PlayerRatings::from_stored(stored, is_anchor)))
}

fn recompute(writer: &Connection) -> Result<usize, StoreError> {
    let sql = "SELECT person, value, deviation, volatility, is_anchor, joined_at
        FROM rated_players ORDER BY person";
    let mut statement = writer.prepare_cached(sql)?;
    let players = statement.query_map([], |row| player(row, 0))?;
    let players = players.collect::<rusqlite::Result<Vec<RatedPlayer>>>()?;
    let sql = format!("{GAME} ORDER BY number");
    let mut statement = writer.prepare_cached(&sql)?;
    let games = statement.query_map([], game)?;
    let mut games = games.collect::<rusqlite::Result<Vec<RatedGame>>>()?;
    let ratings = replay(&players, &mut games);
    execute(writer, "DELETE FROM ratings", &[])?;
    for (person, ratings) in &ratings {
        put(writer, *person, ratings)?;
    }
    for game in &games {
        let sql = "UPDATE rated_games SET change = ?2 WHERE game = ?1";
        let change = game.change.as_ref().map(change_bytes);
        execute(writer, sql, params![game.game.as_str(), change])?;
    }
    Ok(games.len())
}

fn rating(row: &Row<'_>, first: usize) -> rusqlite::Result<Rating> {
    let (value, deviation) = (row.get(first)?, row.get(first + 1)?);
    Ok(Rating { value, deviation, volatility: row.get(first + 2)? })
}

fn player(row: &Row<'_>, first: usize) -> rusqlite::Result<RatedPlayer> {
    Ok(RatedPlayer {
        person: PersonId::from_bytes(row.get(first)?),
        start: rating(row, first + 1)?,
        is_anchor: row.get(first + 4)?,
        joined_at: time(row, first + 5)?,
    })
}

fn game(row: &Row<'_>) -> rusqlite::Result<RatedGame> {
    let speed: String = row.get(3)?;
    let winner: Option<String> = row.get(7)?;
    let [black, white] = PLAYERS;
    Ok(RatedGame {
        game: text(row, 0)?,
        at: time(row, 1)?,
        players: ByColor { black: player(row, black)?, white: player(row, white)? },
        size: text(row, 2)?,
        speed: speed_of_name(&speed).ok_or_else(|| strange(3, &speed))?,
        ruleset: text(row, 4)?,
        terms: Terms { handicap: row.get(5)?, komi: Komi::from_half_points(row.get(6)?) },
        winner: match winner.as_deref() {
            None => None,
            Some(name) => Some(color_of_name(name).ok_or_else(|| strange(7, name))?),
        },
        is_annulled: row.get(8)?,
        change: row.get::<_, Option<Vec<u8>>>(9)?.and_then(|it| change_of_bytes(&it)),
    })
}
