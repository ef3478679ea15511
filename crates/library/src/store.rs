//! Writing games into the tables, within a transaction.

use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension, params};
use tengen_sgf::{self as sgf, Encoding, ParseOptions};

use crate::column::{CHUNK, Entry, EntryFacts, SMALL_CHUNK};
use crate::error::Explain;
use crate::facts::Facts;
use crate::fingerprint::key_of;
use crate::{GameId, Library, LibraryError};

/// What names are of.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum NameKind {
    Player = 0,
    Event = 1,
    Place = 2,
}

/// The numbers of names, as far as they are known.
pub(crate) type NameIds = HashMap<(NameKind, String), u32>;

/// What became of a record that was added.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Added {
    /// The game is new.
    New(GameId),
    /// The library had the game, with another text, which is kept as well.
    Duplicate(GameId),
    /// The library had the very text.
    Known(GameId),
    /// There is no game of Go in it that can be used; as part of a collection
    /// the text is kept.
    NoGame,
}

impl Added {
    /// The game, if there is one.
    pub const fn game(self) -> Option<GameId> {
        match self {
            Added::New(id) | Added::Duplicate(id) | Added::Known(id) => Some(id),
            Added::NoGame => None,
        }
    }
}

/// A text of one game.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) encoding: Option<Encoding>,
    /// 1 if the user was Black, 2 if White, 3 if both.
    pub(crate) own: u8,
    /// Whether it is kept although there is no game in it.
    pub(crate) is_kept: bool,
    /// The game of which this is probably a later version.
    pub(crate) earlier: Option<u32>,
}

/// A record in the tables.
#[derive(Debug)]
pub(crate) struct StoredPiece {
    /// The record, or `None` if it was not kept.
    pub(crate) record: Option<i64>,
    pub(crate) added: Added,
}

/// Entries that were made in a transaction and not written yet.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    bytes: Vec<u8>,
    n_entries: usize,
}

impl Library {
    /// Does something in a transaction; if it fails, nothing has happened.
    pub(crate) fn transact<T>(
        &mut self,
        run: impl FnOnce(&mut Library) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        self.connection.execute_batch("BEGIN IMMEDIATE").explain()?;
        let result = run(self).and_then(|it| {
            self.write_pending()?;
            self.connection.execute_batch("COMMIT").explain()?;
            Ok(it)
        });
        if result.is_err() {
            // After some errors it is rolled back already.
            let _ = self.connection.execute_batch("ROLLBACK");
            self.name_ids.clear();
            self.pending = Pending::default();
        }
        result
    }

    /// Stores a text, which has one game or none.
    pub(crate) fn store(&mut self, piece: Piece<'_>) -> Result<StoredPiece, LibraryError> {
        let hash = key_of(piece.bytes);
        let known = self
            .connection
            .prepare_cached("SELECT id, game FROM record WHERE hash = ?1")
            .and_then(|mut it| {
                it.query_row([hash], |row| Ok((row.get(0)?, row.get::<_, Option<u32>>(1)?)))
                    .optional()
            })
            .explain()?;
        if let Some((record, game)) = known {
            let added = game.map_or(Added::NoGame, |it| Added::Known(GameId(it)));
            if let (Some(id), true) = (game, piece.own > 0) {
                self.mark_own(id, piece.own)?;
            }
            return Ok(StoredPiece { record: Some(record), added });
        }
        let options = ParseOptions { encoding: piece.encoding };
        let facts = sgf::read_with(piece.bytes, options)
            .ok()
            .and_then(|collection| collection.game(0).and_then(|game| Facts::of(game).ok()));
        if facts.is_none() && !piece.is_kept {
            return Ok(StoredPiece { record: None, added: Added::NoGame });
        }
        let encoding = piece.encoding.map(Encoding::name);
        self.connection
            .prepare_cached("INSERT INTO record (hash, encoding, bytes) VALUES (?1, ?2, ?3)")
            .and_then(|mut it| it.execute(params![hash, encoding, piece.bytes]))
            .explain()?;
        let record = self.connection.last_insert_rowid();
        let added = match facts {
            Some(facts) => self.store_game(record, facts, piece)?,
            None => Added::NoGame,
        };
        Ok(StoredPiece { record: Some(record), added })
    }

    /// Makes the game of a record, or gives the record to the game that it is
    /// another text of.
    pub(crate) fn store_game(
        &mut self,
        record: i64,
        facts: Facts,
        piece: Piece<'_>,
    ) -> Result<Added, LibraryError> {
        let own = piece.own;
        self.write_texts(record, &facts)?;
        let known = self
            .connection
            .prepare_cached("SELECT id, nodes, comment_bytes, own FROM game WHERE key = ?1")
            .and_then(|mut it| {
                it.query_row([facts.key], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, u8>(3)?))
                })
                .optional()
            })
            .explain()?;
        let Some((id, n_nodes, n_comment_bytes, was_own)) = known else {
            if let Some(id) = piece.earlier.filter(|&id| self.has_players(id, &facts)) {
                self.set_record_game(record, id)?;
                self.show_record(id, record, facts, own)?;
                return Ok(Added::Known(GameId(id)));
            }
            let id = self.write_game(None, record, &facts, own)?;
            self.set_record_game(record, id)?;
            self.push_entry(id, record, facts, own)?;
            return Ok(Added::New(GameId(id)));
        };
        let known: (i64, i64, usize) = (n_nodes, n_comment_bytes, self.n_losses(id)?);
        let own = was_own | own;
        self.set_record_game(record, id)?;
        self.add_players(id, &facts)?;
        // The text that says most is the one that is shown.
        let n_nodes = facts.summary.n_nodes as i64;
        if (n_nodes, facts.n_comment_bytes as i64, facts.losses.len()) > known {
            self.show_record(id, record, facts, own)?;
        } else if own != was_own {
            self.mark_own(id, own)?;
        }
        Ok(Added::Duplicate(GameId(id)))
    }

    /// Writes what searches for words need of a text, and what its review says.
    pub(crate) fn write_texts(&self, record: i64, facts: &Facts) -> Result<(), LibraryError> {
        self.connection
            .prepare_cached("INSERT INTO words (rowid, info, comments) VALUES (?1, ?2, ?3)")
            .and_then(|mut it| it.execute(params![record, facts.info_words, facts.comment_words]))
            .explain()?;
        if !facts.losses.is_empty() {
            self.write_losses(record, &facts.losses)?;
        }
        Ok(())
    }

    /// Whether a game is between the same players, so that a file which was
    /// changed still has the same game.
    fn has_players(&self, id: u32, facts: &Facts) -> bool {
        let players = self.connection.query_row(
            "SELECT b.text, w.text FROM game JOIN name b ON b.id = black \
             JOIN name w ON w.id = white WHERE game.id = ?1",
            [id],
            |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)),
        );
        players.is_ok_and(|(black, white)| {
            black == facts.summary.black && white == facts.summary.white
        })
    }

    /// Makes a record the one that is shown of its game.
    pub(crate) fn show_record(
        &mut self,
        id: u32,
        record: i64,
        facts: Facts,
        own: u8,
    ) -> Result<(), LibraryError> {
        let players = self
            .connection
            .query_row("SELECT black, white FROM game WHERE id = ?1", [id], |row| {
                Ok([row.get::<_, u32>(0)?, row.get(1)?])
            })
            .explain()?;
        for (color, name) in players.into_iter().enumerate() {
            self.add_player(id, color as u8, name)?;
        }
        self.write_game(Some(id), record, &facts, own)?;
        self.push_entry(id, record, facts, own)
    }

    /// Writes all that is known of a game, whether it is there or not.
    pub(crate) fn rewrite_game(
        &mut self,
        id: u32,
        record: i64,
        facts: Facts,
        own: u8,
    ) -> Result<(), LibraryError> {
        self.write_game(Some(id), record, &facts, own)?;
        self.push_entry(id, record, facts, own)
    }

    pub(crate) fn set_record_game(&self, record: i64, game: u32) -> Result<(), LibraryError> {
        self.connection
            .prepare_cached("UPDATE record SET game = ?2 WHERE id = ?1")
            .and_then(|mut it| it.execute(params![record, game]))
            .explain()?;
        Ok(())
    }

    /// Names that only another text of the game has.
    pub(crate) fn add_players(&mut self, id: u32, facts: &Facts) -> Result<(), LibraryError> {
        for (color, text) in [&facts.summary.black, &facts.summary.white].into_iter().enumerate() {
            if !text.is_empty() {
                let name = self.name_id(NameKind::Player, text)?;
                self.add_player(id, color as u8, name)?;
            }
        }
        Ok(())
    }

    fn add_player(&self, game: u32, color: u8, name: u32) -> Result<(), LibraryError> {
        self.connection
            .prepare_cached("INSERT OR IGNORE INTO player (game, color, name) VALUES (?1, ?2, ?3)")
            .and_then(|mut it| it.execute(params![game, color, name]))
            .explain()?;
        Ok(())
    }

    pub(crate) fn write_game(
        &mut self,
        id: Option<u32>,
        record: i64,
        facts: &Facts,
        own: u8,
    ) -> Result<u32, LibraryError> {
        let summary = &facts.summary;
        let black = self.name_id(NameKind::Player, &summary.black)?;
        let white = self.name_id(NameKind::Player, &summary.white)?;
        let event = self.name_id(NameKind::Event, &summary.event)?;
        let place = self.name_id(NameKind::Place, &summary.place)?;
        let size = facts.timeline.size;
        self.connection
            .prepare_cached(
                "INSERT INTO game (id, key, record, black, white, black_rank, white_rank, event, \
                 place, round, date, first_day, last_day, result, winner, margin, width, height, \
                 rules, handicap, komi, moves, nodes, variations, comment_bytes, opening, own, \
                 added) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, \
                 ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28) \
                 ON CONFLICT (id) DO UPDATE SET key = excluded.key, record = excluded.record, \
                 black = excluded.black, white = excluded.white, \
                 black_rank = excluded.black_rank, white_rank = excluded.white_rank, \
                 event = excluded.event, place = excluded.place, round = excluded.round, \
                 date = excluded.date, first_day = excluded.first_day, \
                 last_day = excluded.last_day, result = excluded.result, \
                 winner = excluded.winner, margin = excluded.margin, width = excluded.width, \
                 height = excluded.height, rules = excluded.rules, \
                 handicap = excluded.handicap, komi = excluded.komi, moves = excluded.moves, \
                 nodes = excluded.nodes, variations = excluded.variations, \
                 comment_bytes = excluded.comment_bytes, opening = excluded.opening, \
                 own = excluded.own",
            )
            .and_then(|mut it| {
                it.execute(params![
                    id,
                    facts.key,
                    record,
                    black,
                    white,
                    facts.black_rank,
                    facts.white_rank,
                    event,
                    place,
                    summary.round,
                    summary.date,
                    facts.first_day,
                    facts.last_day,
                    summary.result,
                    facts.winner(),
                    facts.margin(),
                    size.width(),
                    size.height(),
                    summary.rules,
                    facts.handicap,
                    facts.komi,
                    summary.n_moves as i64,
                    summary.n_nodes as i64,
                    summary.n_variations as i64,
                    facts.n_comment_bytes as i64,
                    facts.opening,
                    own,
                    now(),
                ])
            })
            .explain()?;
        Ok(id.unwrap_or(self.connection.last_insert_rowid() as u32))
    }

    /// The number of a name, which is made if it is new.
    pub(crate) fn name_id(&mut self, kind: NameKind, text: &str) -> Result<u32, LibraryError> {
        let name = (kind, text.to_owned());
        if let Some(&id) = self.name_ids.get(&name) {
            return Ok(id);
        }
        let known = self
            .connection
            .prepare_cached("SELECT id FROM name WHERE kind = ?1 AND text = ?2")
            .and_then(|mut it| it.query_row(params![kind as u8, text], |row| row.get(0)).optional())
            .explain()?;
        let id = if let Some(id) = known {
            id
        } else {
            self.connection
                .prepare_cached("INSERT INTO name (kind, text) VALUES (?1, ?2)")
                .and_then(|mut it| it.execute(params![kind as u8, text]))
                .explain()?;
            self.connection.last_insert_rowid() as u32
        };
        self.name_ids.insert(name, id);
        Ok(id)
    }

    /// Remembers which player of a game the user was.
    fn mark_own(&mut self, id: u32, own: u8) -> Result<(), LibraryError> {
        let changed = self
            .connection
            .execute(
                "UPDATE game SET own = own | ?2 WHERE id = ?1 AND own | ?2 <> own",
                [id, u32::from(own)],
            )
            .explain()?;
        if changed == 0 {
            return Ok(());
        }
        let (record, own): (i64, u8) = self
            .connection
            .query_row("SELECT record, own FROM game WHERE id = ?1", [id], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .explain()?;
        match self.facts_of_record(record)? {
            Some(facts) => self.push_entry(id, record, facts, own),
            None => Ok(()),
        }
    }

    /// What a stored text says, or `None` if it has no game.
    pub(crate) fn facts_of_record(&self, record: i64) -> Result<Option<Facts>, LibraryError> {
        let (bytes, encoding) = self.record_bytes(record)?;
        let collection = sgf::read_with(&bytes, ParseOptions { encoding }).ok();
        Ok(collection.and_then(|it| it.game(0).and_then(|game| Facts::of(game).ok())))
    }

    pub(crate) fn record_bytes(
        &self,
        record: i64,
    ) -> Result<(Vec<u8>, Option<Encoding>), LibraryError> {
        let (bytes, encoding): (_, Option<String>) = self
            .connection
            .prepare_cached("SELECT bytes, encoding FROM record WHERE id = ?1")
            .and_then(|mut it| it.query_row([record], |row| Ok((row.get(0)?, row.get(1)?))))
            .explain()?;
        Ok((bytes, encoding.and_then(|it| it.parse().ok())))
    }

    fn push_entry(
        &mut self,
        id: u32,
        record: i64,
        facts: Facts,
        own: u8,
    ) -> Result<(), LibraryError> {
        let winner = facts.winner();
        let entry = Entry {
            game: id,
            record: record as u32,
            facts: EntryFacts {
                black: self.name_id(NameKind::Player, &facts.summary.black)?,
                white: self.name_id(NameKind::Player, &facts.summary.white)?,
                year: (facts.first_day / 10_000) as u16,
                winner,
                own,
            },
            timeline: Some(facts.timeline),
        };
        self.push(&entry)
    }

    /// Says that a game is no longer there.
    pub(crate) fn push_removal(&mut self, id: u32) -> Result<(), LibraryError> {
        let facts = EntryFacts::default();
        self.push(&Entry { game: id, record: 0, facts, timeline: None })
    }

    fn push(&mut self, entry: &Entry) -> Result<(), LibraryError> {
        self.pending.bytes.reserve(entry.n_bytes());
        entry.write(&mut self.pending.bytes);
        self.pending.n_entries += 1;
        if self.pending.bytes.len() >= CHUNK { self.write_pending() } else { Ok(()) }
    }

    /// Writes the entries of this transaction, together with a last chunk
    /// that is small.
    fn write_pending(&mut self) -> Result<(), LibraryError> {
        if self.pending.n_entries == 0 {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        let last: Option<(i64, Vec<u8>)> = self
            .connection
            .prepare_cached(
                "SELECT id, bytes FROM chunk WHERE id = (SELECT max(id) FROM chunk) \
                 AND length(bytes) < ?1",
            )
            .and_then(|mut it| {
                it.query_row([SMALL_CHUNK as i64], |row| Ok((row.get(0)?, row.get(1)?))).optional()
            })
            .explain()?;
        let mut bytes = Vec::new();
        if let Some((id, earlier)) = last {
            self.connection.execute("DELETE FROM chunk WHERE id = ?1", [id]).explain()?;
            bytes = earlier;
        }
        bytes.extend(&pending.bytes);
        self.connection.execute("INSERT INTO chunk (bytes) VALUES (?1)", [bytes]).explain()?;
        Ok(())
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |it| it.as_secs() as i64)
}
