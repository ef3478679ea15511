//! Lists of games.

use std::time::{Duration, UNIX_EPOCH};

use rusqlite::{Row, params_from_iter};
use tengen_rules::{ByColor, Color, Size};

use crate::error::Explain;
use crate::{
    Cancel, GameEntry, GameId, GameList, GameSet, Library, LibraryError, Order, OrderBy, Page,
    Query, Rank,
};

const COLUMNS: &str = "game.id, b.text, w.text, black_rank, white_rank, e.text, round, p.text, \
    date, result, winner, width, height, rules, handicap, komi, moves, nodes, variations, \
    comment_bytes, opening, added, own, game.black, game.white";

const JOINS: &str = "JOIN name b ON b.id = black JOIN name w ON w.id = white \
    JOIN name e ON e.id = event JOIN name p ON p.id = place";

impl Library {
    /// The games that a query means, a page at a time.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read, and
    /// [`LibraryError::Cancelled`] if it was stopped.
    pub fn games(
        &mut self,
        query: &Query,
        order: Order,
        page: Page,
        cancel: &Cancel,
    ) -> Result<GameList, LibraryError> {
        self.stoppable(cancel, |library| {
            let condition = library.condition(query)?;
            let me = library.own_name_ids()?;
            let total: u32 = library
                .connection
                .prepare_cached(&format!("SELECT count(*) FROM game WHERE {}", condition.sql))
                .and_then(|mut it| {
                    it.query_row(params_from_iter(&condition.values), |row| row.get(0))
                })
                .explain()?;
            // The page is found first, so that names are read for it alone.
            let inner_joins = match order.by {
                OrderBy::Black => "JOIN name o ON o.id = game.black",
                OrderBy::White => "JOIN name o ON o.id = game.white",
                OrderBy::Event => "JOIN name o ON o.id = game.event",
                _ => "",
            };
            let sql = format!(
                "SELECT {COLUMNS} FROM (SELECT game.id AS page_id FROM game {inner_joins} \
                 WHERE {} ORDER BY {} LIMIT {} OFFSET {}) \
                 JOIN game ON game.id = page_id {JOINS} ORDER BY {}",
                condition.sql,
                order_by(order, "o.text"),
                page.len,
                page.start,
                order_by(
                    order,
                    match order.by {
                        OrderBy::White => "w.text",
                        OrderBy::Event => "e.text",
                        _ => "b.text",
                    }
                ),
            );
            let mut statement = library.connection.prepare_cached(&sql).explain()?;
            let games =
                statement.query_map(params_from_iter(&condition.values), |row| entry(row, &me));
            Ok(GameList { total, games: games.explain()?.collect::<Result<_, _>>().explain()? })
        })
    }

    /// A game as lists show it.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no such game, or the library
    /// cannot be read.
    pub fn game(&mut self, id: GameId) -> Result<GameEntry, LibraryError> {
        let me = self.own_name_ids()?;
        let sql = format!("SELECT {COLUMNS} FROM game {JOINS} WHERE game.id = ?1");
        let mut statement = self.connection.prepare_cached(&sql).explain()?;
        let mut entries = statement.query_map([id.0], |row| entry(row, &me)).explain()?;
        entries.next().transpose().explain()?.ok_or(LibraryError::NoGame(id))
    }

    /// The games that a query means, as a set to search in.
    ///
    /// # Errors
    ///
    /// As [`Library::games`].
    pub fn select(&mut self, query: &Query, cancel: &Cancel) -> Result<GameSet, LibraryError> {
        self.stoppable(cancel, |library| {
            let condition = library.condition(query)?;
            let sql = format!("SELECT game.id FROM game WHERE {}", condition.sql);
            let mut statement = library.connection.prepare_cached(&sql).explain()?;
            let ids = statement
                .query_map(params_from_iter(&condition.values), |row| Ok(GameId(row.get(0)?)))
                .explain()?;
            ids.collect::<Result<_, _>>().explain()
        })
    }
}

fn order_by(order: Order, name: &str) -> String {
    let (first, second) = if order.is_reversed { ("DESC", "ASC") } else { ("ASC", "DESC") };
    match order.by {
        OrderBy::Date => format!("first_day {second}, game.id {second}"),
        OrderBy::Added => format!("game.id {second}"),
        OrderBy::Black | OrderBy::White | OrderBy::Event => {
            format!("{name} = '', {name} COLLATE NOCASE {first}, game.id {first}")
        }
        OrderBy::Moves => format!("moves {first}, game.id {first}"),
        OrderBy::Rank => format!(
            "max(coalesce(black_rank, -99), coalesce(white_rank, -99)) {second}, game.id {second}"
        ),
    }
}

/// A game, with those who are the user among its players.
fn entry(row: &Row<'_>, me: &[u32]) -> rusqlite::Result<GameEntry> {
    let own: u8 = row.get(22)?;
    let players: ByColor<u32> = ByColor { black: row.get(23)?, white: row.get(24)? };
    let is_own = |color: Color| own >> (color as u8) & 1 == 1 || me.contains(&players[color]);
    let rank = |idx| row.get::<_, Option<i16>>(idx).map(|it| it.map(Rank::from_number));
    let winner: u8 = row.get(10)?;
    let added: i64 = row.get(21)?;
    Ok(GameEntry {
        id: GameId(row.get(0)?),
        black: row.get(1)?,
        white: row.get(2)?,
        black_rank: rank(3)?,
        white_rank: rank(4)?,
        event: row.get(5)?,
        round: row.get(6)?,
        place: row.get(7)?,
        date: row.get(8)?,
        result: row.get(9)?,
        winner: match winner {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        },
        size: Size::new(row.get(11)?, row.get(12)?).unwrap_or(Size::NINETEEN),
        rules: row.get(13)?,
        handicap: row.get(14)?,
        komi: row.get(15)?,
        n_moves: row.get(16)?,
        n_nodes: row.get(17)?,
        n_variations: row.get(18)?,
        has_comments: row.get::<_, i64>(19)? > 0,
        opening: row.get(20)?,
        added: UNIX_EPOCH + Duration::from_secs(added.unsigned_abs()),
        own: ByColor::from_fn(is_own),
    })
}
