//! What moves lost, as reviews have found.

use std::collections::HashMap;

use rusqlite::params;

use crate::error::Explain;
use crate::timeline::take;
use crate::{GameId, Library, LibraryError};

/// What a move lost.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct MoveLoss {
    /// The node of the move: its number in the file, the root being 0.
    pub node: u32,
    /// The points that its player lost by it.
    pub points: f32,
}

impl Library {
    /// Keeps what the moves of a game lost, in place of what was known.
    ///
    /// A record with a review in it brings this with it when it is added.
    ///
    /// It belongs to the text that is shown of the game; if another text is
    /// shown later, it says nothing about that one.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no such game, or the library
    /// cannot be written.
    pub fn set_losses(&mut self, id: GameId, losses: &[MoveLoss]) -> Result<(), LibraryError> {
        self.transact(|library| {
            let record = library.shown_record(id)?;
            if losses.is_empty() {
                let sql = "DELETE FROM loss WHERE record = ?1";
                library.connection.execute(sql, [record]).explain()?;
                return Ok(());
            }
            library.write_losses(record, losses)
        })
    }

    pub(crate) fn write_losses(
        &self,
        record: i64,
        losses: &[MoveLoss],
    ) -> Result<(), LibraryError> {
        let mut bytes = Vec::with_capacity(8 * losses.len());
        for loss in losses.iter().filter(|it| it.points.is_finite()) {
            bytes.extend(loss.node.to_le_bytes());
            bytes.extend(loss.points.to_le_bytes());
        }
        let sql = "INSERT OR REPLACE INTO loss (record, bytes) VALUES (?1, ?2)";
        self.connection.execute(sql, params![record, bytes]).explain()?;
        Ok(())
    }

    /// The number of moves of a game whose loss is known.
    pub(crate) fn n_losses(&self, game: u32) -> Result<usize, LibraryError> {
        Ok(self.losses(GameId(game))?.len())
    }

    /// What the moves of a game lost, as far as it was reviewed.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no such game, or the library
    /// cannot be read.
    pub fn losses(&self, id: GameId) -> Result<Vec<MoveLoss>, LibraryError> {
        let record = self.shown_record(id)?;
        let mut statement =
            self.connection.prepare_cached("SELECT bytes FROM loss WHERE record = ?1").explain()?;
        let mut rows = statement.query([record]).explain()?;
        let Some(row) = rows.next().explain()? else { return Ok(Vec::new()) };
        let bytes = row.get_ref(0).explain()?;
        Ok(read(bytes.as_blob().map_err(|_| LibraryError::Damaged)?))
    }

    /// All losses by record and node.
    pub(crate) fn all_losses(&self) -> Result<Losses, LibraryError> {
        let mut statement =
            self.connection.prepare_cached("SELECT record, bytes FROM loss").explain()?;
        let mut rows = statement.query([]).explain()?;
        let mut losses = Losses::default();
        while let Some(row) = rows.next().explain()? {
            let record: u32 = row.get(0).explain()?;
            let bytes = row.get_ref(1).explain()?;
            let mut of_record = read(bytes.as_blob().map_err(|_| LibraryError::Damaged)?);
            of_record.sort_by_key(|it| it.node);
            losses.by_record.insert(record, of_record);
        }
        Ok(losses)
    }
}

fn read(mut bytes: &[u8]) -> Vec<MoveLoss> {
    let mut losses = Vec::new();
    while let (Some(node), Some(points)) = (take(&mut bytes), take(&mut bytes)) {
        let node = u32::from_le_bytes(node);
        losses.push(MoveLoss { node, points: f32::from_le_bytes(points) });
    }
    losses
}

/// The losses of all reviewed games.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    by_record: HashMap<u32, Vec<MoveLoss>>,
}

impl Losses {
    pub(crate) fn of(&self, record: u32, node: u32) -> Option<f32> {
        let losses = self.by_record.get(&record)?;
        let idx = losses.binary_search_by_key(&node, |it| it.node).ok()?;
        Some(losses[idx].points)
    }
}
