//! Edits of the tree, and the nodes that are different afterwards.

use tengen_record::{Change, Mark, NodeId};
use tengen_rules::{Color, IllegalMove, Move, Point, PointSet, Ruleset};

use super::entry::What;
use super::{MAX_NODES, Study, StudyRefusal};
use crate::wire::{StudyChange, StudyEdit, StudyMark};

/// The most characters of a comment.
const MAX_COMMENT: usize = 4_000;

/// The most characters of a text on a point.
const MAX_LABEL: usize = 6;

/// The most bytes of text in a study.
const MAX_BYTES: usize = 3 << 20;

/// The most nodes that an event tells of.
const MAX_TOLD: usize = 200;

impl Study {
    /// An edit, or only a look where the move is there already.
    pub(super) fn shown_or(&self, edit: StudyEdit) -> What {
        let StudyEdit::Play { at, color, mv } = edit else { return What::Edit { edit } };
        let there = self.node(at).ok().and_then(|it| self.record.child_with_move(it, color, mv));
        there.map_or(What::Edit { edit }, |it| What::Look { at: it.number() })
    }

    pub(super) fn edit(&mut self, edit: &StudyEdit) -> Result<StudyChange, StudyRefusal> {
        let (shown, touched) = match edit {
            &StudyEdit::Play { at, color, mv } => self.play(at, color, mv)?,
            &StudyEdit::Stones { at, ref points, color } => self.set_stones(at, points, color)?,
            &StudyEdit::Delete { at } => self.delete(at)?,
            &StudyEdit::Promote { at } => {
                let id = self.node(at)?;
                self.record.promote(id)?;
                (id, self.record.path(id))
            }
            StudyEdit::Undo {} => {
                let change = self.record.undo().ok_or(StudyRefusal::NothingToUndo)?;
                self.after_history(change)
            }
            StudyEdit::Redo {} => {
                let change = self.record.redo().ok_or(StudyRefusal::NothingToRedo)?;
                self.after_history(change)
            }
            &StudyEdit::Turn { at, .. }
            | &StudyEdit::Mark { at, .. }
            | &StudyEdit::Label { at, .. }
            | &StudyEdit::Comment { at, .. } => {
                let id = self.node(at)?;
                self.edit_content(id, edit)?;
                (id, vec![id])
            }
        };
        self.at = shown;
        Ok(self.edited(touched))
    }

    /// What clients are told of these nodes.
    pub(super) fn edited(&self, touched: Vec<NodeId>) -> StudyChange {
        if touched.len() > MAX_TOLD {
            return StudyChange::Reloaded {};
        }
        StudyChange::Edited {
            nodes: touched.into_iter().map(|it| self.describe_node(it)).collect(),
            at: self.at.number(),
            n_undo: self.record.n_undo() as u32,
            n_redo: self.record.n_redo() as u32,
        }
    }

    fn play(
        &mut self,
        at: u32,
        color: Color,
        mv: Move,
    ) -> Result<(NodeId, Vec<NodeId>), StudyRefusal> {
        let parent = self.node(at)?;
        self.check_room(0)?;
        if let Move::Play(point) = mv {
            self.check_legal(parent, color, point)?;
        }
        let id = self.record.play(parent, color, mv)?;
        self.n_nodes += 1;
        Ok((id, vec![parent, id]))
    }

    fn check_legal(
        &mut self,
        parent: NodeId,
        color: Color,
        point: Point,
    ) -> Result<(), StudyRefusal> {
        let snapshot = self.positions.at(&self.record, parent);
        let suicide = self.record.info().ruleset().unwrap_or(Ruleset::CHINESE).suicide;
        if snapshot.stone(point).is_some() {
            return Err(IllegalMove::Occupied(point).into());
        }
        let mut position = snapshot.position;
        // In a study either color may move; a ko forbids only the turn after.
        if position.to_play != color {
            position.board.clear_ko();
            position.to_play = color;
        }
        Ok(position.check(Move::Play(point), suicide)?)
    }

    fn set_stones(
        &mut self,
        at: u32,
        points: &PointSet,
        color: Option<Color>,
    ) -> Result<(NodeId, Vec<NodeId>), StudyRefusal> {
        let id = self.node(at)?;
        let has_more = !self.record.children(id).is_empty();
        if !has_more && self.record.node(id).mv().is_none() {
            self.record.set_up(id, points, color)?;
            return Ok((id, vec![id]));
        }
        self.check_room(0)?;
        let added = self.record.transact(|record| {
            let added = record.add_node(id)?;
            record.set_up(added, points, color)?;
            Ok::<NodeId, tengen_record::EditError>(added)
        })?;
        self.n_nodes += 1;
        Ok((added, vec![id, added]))
    }

    fn delete(&mut self, at: u32) -> Result<(NodeId, Vec<NodeId>), StudyRefusal> {
        let id = self.node(at)?;
        let parent = self.record.parent(id).ok_or(StudyRefusal::Root)?;
        self.record.delete(id)?;
        self.count_nodes();
        Ok((parent, vec![parent]))
    }

    fn edit_content(&mut self, id: NodeId, edit: &StudyEdit) -> Result<(), StudyRefusal> {
        match edit {
            StudyEdit::Turn { color, .. } => self.record.set_to_play(id, *color)?,
            StudyEdit::Mark { point, mark, .. } => {
                self.check_room(4)?;
                self.record.set_mark(id, *point, mark.map(to_mark))?;
            }
            StudyEdit::Label { point, text, .. } => {
                let text = crate::wire::plain_text(text);
                if text.chars().count() > MAX_LABEL {
                    return Err(StudyRefusal::LongLabel);
                }
                self.check_room(text.len())?;
                self.record.set_label(id, *point, &text)?;
            }
            StudyEdit::Comment { text, .. } => {
                if text.chars().count() > MAX_COMMENT {
                    return Err(StudyRefusal::LongComment);
                }
                self.check_room(text.len())?;
                self.record.set_comment(id, text)?;
            }
            _ => (),
        }
        Ok(())
    }

    /// The node to show after an edit was taken back or done again, and those
    /// that are different.
    fn after_history(&mut self, change: Change) -> (NodeId, Vec<NodeId>) {
        self.count_nodes();
        let shown = change.focus(&self.record);
        let parent = self.record.parent(shown);
        let touched = match change {
            Change::Reordered(id) => self.record.path(id),
            Change::Added(id) => parent.into_iter().chain(self.record.descendants(id)).collect(),
            Change::Removed(_) => vec![shown],
            // The last of several steps may have changed a node that is new.
            Change::Content(id) => parent.into_iter().chain([id]).collect(),
        };
        (shown, touched)
    }

    pub(super) fn count_nodes(&mut self) {
        self.n_nodes = self.record.nodes().count();
    }

    /// Counts some bytes of text, and says whether there is room.
    fn check_room(&mut self, n_bytes: usize) -> Result<(), StudyRefusal> {
        if self.n_nodes >= MAX_NODES || self.n_bytes + n_bytes > MAX_BYTES {
            return Err(StudyRefusal::Full);
        }
        self.n_bytes += n_bytes;
        Ok(())
    }
}

const fn to_mark(mark: StudyMark) -> Mark {
    match mark {
        StudyMark::Circle => Mark::Circle,
        StudyMark::Cross => Mark::Cross,
        StudyMark::Square => Mark::Square,
        StudyMark::Triangle => Mark::Triangle,
        StudyMark::Selected => Mark::Selected,
    }
}
