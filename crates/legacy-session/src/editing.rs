//! Edits beside a game or in a review: what they may change, and how they are
//! undone.

use tengen_record::{InfoKey, NodeId, Record};
use tengen_rules::{Color, Komi, Ruleset};

use crate::editor::Editor;
use crate::session::{Moment, Session};
use crate::{Edit, Effect, Rejected, Seat, Sound, save, speech};

/// What somebody is writing, letter by letter.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Writing {
    Name(NodeId),
    Comment(NodeId),
}

/// Where somebody looked before and after an edit.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Ends {
    from: NodeId,
    to: NodeId,
}

/// What a game depends on beyond its moves: the version of its positions, and
/// what is said of the whole game.
type Law = (u64, (Option<Ruleset>, Option<Komi>, Option<u8>));

impl Session {
    pub(crate) fn edit(&mut self, edit: &Edit, moment: &mut Moment) -> Result<(), Rejected> {
        if let Edit::Play(color, mv) = *edit {
            self.check_free(color, mv)?;
        }
        let (law, revision) = (self.law(), self.record.revision());
        let (at, ruleset, clip) = (self.viewed.node, self.ruleset, self.clip.clone());
        let is_allowed = self.guard();
        let positions = &mut self.sight.positions;
        let (at, clip) = self.record.transact(|record| {
            let mut editor = Editor { record, ruleset, at, clip, positions };
            editor.edit(edit)?;
            is_allowed(editor.record).map(|()| (editor.at, editor.clip))
        })?;
        self.clip = clip;
        if self.record.revision() != revision {
            self.join_writing(edit);
            let ends = Ends { from: self.viewed.node, to: at };
            self.ends.insert(self.record.revision(), ends);
            self.note_edit((at, at), law, moment);
        } else if at != self.viewed.node {
            let place = self.place(at);
            self.look_at(place, moment);
        }
        if let Edit::Play(_, mv) = *edit {
            let n_taken = speech::captured(&self.viewed.game).len();
            moment.effects.push(Effect::Ring(Sound::of_move(mv, n_taken)));
        }
        Ok(())
    }

    pub(crate) fn undo_edit(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        let law = self.law();
        let is_allowed = self.guard();
        let ends = self.ends.get(&self.record.revision()).copied();
        let change = self.record.undo().ok_or(Rejected::NothingToUndoEdit)?;
        if let Err(reason) = is_allowed(&self.record) {
            self.record.redo();
            return Err(reason);
        }
        self.writing = None;
        let focus = change.focus(&self.record);
        self.note_edit((focus, ends.map_or(focus, |it| it.from)), law, moment);
        Ok(())
    }

    pub(crate) fn redo_edit(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        let law = self.law();
        let is_allowed = self.guard();
        let change = self.record.redo().ok_or(Rejected::NothingToRedoEdit)?;
        if let Err(reason) = is_allowed(&self.record) {
            self.record.undo();
            return Err(reason);
        }
        self.writing = None;
        let focus = change.focus(&self.record);
        let ends = self.ends.get(&self.record.revision());
        self.note_edit((focus, ends.map_or(focus, |it| it.to)), law, moment);
        Ok(())
    }

    fn law(&self) -> Law {
        law(&self.record)
    }

    /// Makes sure of an edited record that the game which is being played is
    /// still the same.
    fn guard(&self) -> impl Fn(&Record) -> Result<(), Rejected> + use<> {
        let live = (!self.is_review).then(|| self.live.clone());
        let ruleset = self.ruleset;
        move |record| match &live {
            Some(live)
                if !record.contains(live.node)
                    || save::game_at(record, live.node, ruleset) != live.game =>
            {
                Err(Rejected::InPlay)
            }
            _ => Ok(()),
        }
    }

    /// What is written letter by letter is undone as one.
    fn join_writing(&mut self, edit: &Edit) {
        let writing = match edit {
            Edit::Name(_) => Some(Writing::Name(self.viewed.node)),
            Edit::Comment(_) => Some(Writing::Comment(self.viewed.node)),
            _ => None,
        };
        if writing.is_some() && self.writing == writing {
            self.record.join_last();
        }
        self.writing = writing;
    }

    /// The record was edited at a node, and another one is to be seen, if it
    /// is still there.
    fn note_edit(&mut self, (edited, seen): (NodeId, NodeId), before: Law, moment: &mut Moment) {
        let law = self.law();
        if law.1 != before.1 {
            self.forget_evaluations(self.record.root(), moment);
        } else if law.0 != before.0 {
            self.forget_evaluations(edited, moment);
        }
        let record = &self.record;
        self.undone.retain(|&it| record.contains(it));
        let place = self.place(if record.contains(seen) { seen } else { edited });
        self.look_at(place, moment);
        self.read_names();
        moment.save();
    }

    /// People are called as the record calls them.
    fn read_names(&mut self) {
        if !self.is_review && !self.is_own {
            return;
        }
        for color in Color::ALL {
            let known = self.record.info().text(InfoKey::Player(color)).unwrap_or_default();
            if let Seat::Person { name } = &mut self.seats[color]
                && *name != known
            {
                *name = known.into_owned();
            }
        }
    }
}

fn law(record: &Record) -> Law {
    let info = record.info();
    (record.position_version(), (info.ruleset(), info.komi(), info.handicap()))
}
