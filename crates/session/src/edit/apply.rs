//! Edits, done to a record.

use tengen_record::{
    Annotation, Clip, Double, EditError, Mark, NodeId, Positions, Record, Snapshot, Stroke,
};
use tengen_rules::{Color, Game, IllegalMove, Move, Point, PointSet, Ruleset};

use crate::edit::label;
use crate::save::property;
use crate::{Drawing, Edit, Rejected, TreeEdit};

/// A record while it is edited.
#[derive(Debug)]
pub(crate) struct Editor<'a> {
    pub(crate) record: &'a mut Record,
    /// The rules, unless the record names others.
    pub(crate) ruleset: Ruleset,
    /// Where the next edit happens.
    pub(crate) node: NodeId,
    pub(crate) positions: &'a mut Positions,
}

impl Editor<'_> {
    pub(crate) fn edit(&mut self, edit: &Edit) -> Result<(), Rejected> {
        match edit {
            Edit::Draw(drawing) => Ok(self.draw(drawing)?),
            Edit::Tree(edit) => self.change_tree(edit),
            Edit::Name(text) => Ok(self.record.set_name(self.node, text)?),
            Edit::Comment(text) => Ok(self.record.set_comment(self.node, text)?),
            Edit::Annotate(annotation, strength) => Ok(self.annotate(*annotation, *strength)?),
            Edit::Info(texts) => {
                Ok(texts.iter().try_for_each(|(key, text)| self.record.set_info(*key, text))?)
            }
            Edit::SetUp { points, stone } => Ok(self.set_up(points, *stone)?),
            Edit::ToPlay(color) => {
                self.leave_move()?;
                Ok(self.record.set_to_play(self.node, *color)?)
            }
            Edit::Play(color, mv) => self.play(*color, *mv),
            Edit::Several(edits) => edits.iter().try_for_each(|edit| self.edit(edit)),
        }
    }

    fn draw(&mut self, drawing: &Drawing) -> Result<(), EditError> {
        let node = self.node;
        match *drawing {
            Drawing::Mark { ref points, mark } => {
                points.iter().try_for_each(|&point| self.record.set_mark(node, point, mark))
            }
            Drawing::ToggleMark(point, mark) => {
                let is_there = self.record.node(node).marked(mark).contains(point);
                self.record.set_mark(node, point, (!is_there).then_some(mark))
            }
            Drawing::Label(point, ref text) => self.record.set_label(node, point, text),
            Drawing::NextLetter(point) => {
                let text = label::next_letter(&self.record.node(node).labels(), point);
                self.record.set_label(node, point, &text)
            }
            Drawing::NextNumber(point) => {
                let text = label::next_number(&self.record.node(node).labels(), point);
                self.record.set_label(node, point, &text)
            }
            Drawing::Stroke { from, to, stroke } => {
                self.record.set_stroke(node, (from, to), stroke)
            }
            Drawing::ToggleStroke { from, to, stroke } => {
                let is_there = self.has_stroke(from, to, stroke);
                self.record.set_stroke(node, (from, to), (!is_there).then_some(stroke))
            }
            Drawing::ToggleDim(point) => self.toggle_dim(point),
            Drawing::Territory { ref points, owner } => {
                self.record.set_territory(node, &points.iter().copied().collect(), owner)
            }
            Drawing::Clear => self.clear_markup(),
        }
    }

    fn has_stroke(&self, from: Point, to: Point, stroke: Stroke) -> bool {
        let node = self.record.node(self.node);
        match stroke {
            Stroke::Arrow => node.arrows().contains(&(from, to)),
            Stroke::Line => node.lines().iter().any(|&it| it == (from, to) || it == (to, from)),
        }
    }

    fn toggle_dim(&mut self, point: Point) -> Result<(), EditError> {
        let dimmed = self.record.node(self.node).dimmed() ^ PointSet::from(point);
        let before = self.record.parent(self.node).map(|it| self.record.node(it).dimmed());
        let is_same = before.unwrap_or_default() == dimmed;
        self.record.set_dimmed(self.node, (!is_same).then_some(&dimmed))
    }

    fn clear_markup(&mut self) -> Result<(), EditError> {
        let others = ["LB", "LN", "AR", "TB", "TW", "DD"];
        let mut names = Mark::ALL.map(Mark::name).into_iter().chain(others);
        names.try_for_each(|name| self.record.set_property(self.node, name, Vec::new()))
    }

    /// Goes to a new node if this one has a move, since the format wants
    /// set-up apart from moves.
    fn leave_move(&mut self) -> Result<(), EditError> {
        if self.record.node(self.node).mv().is_some() {
            self.node = self.record.add_node(self.node)?;
        }
        Ok(())
    }

    fn set_up(&mut self, points: &[Point], stone: Option<Color>) -> Result<(), EditError> {
        self.leave_move()?;
        self.record.set_up(self.node, &points.iter().copied().collect(), stone)
    }

    fn annotate(
        &mut self,
        annotation: Annotation,
        strength: Option<Double>,
    ) -> Result<(), EditError> {
        let is_rival = |&it: &Annotation| it != annotation && kind(it) == kind(annotation);
        for rival in Annotation::ALL.into_iter().filter(is_rival) {
            self.record.set_annotation(self.node, rival, None)?;
        }
        self.record.set_annotation(self.node, annotation, strength)
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), Rejected> {
        let snapshot = self.positions.at(self.record, self.node);
        let game = property::game_by(self.record, self.positions, self.node, self.ruleset);
        check_free_move(&snapshot, &game, color, mv)?;
        self.node = self.record.play(self.node, color, mv)?;
        Ok(())
    }

    fn change_tree(&mut self, edit: &TreeEdit) -> Result<(), Rejected> {
        let node = self.node;
        match edit {
            TreeEdit::Delete => {
                self.record.delete(node)?;
                self.node = self.record.parent(node).unwrap_or(node);
            }
            TreeEdit::Paste(clip) => self.node = self.record.paste(node, clip)?,
            TreeEdit::PasteText(text) => {
                let clip = Clip::from_sgf(text, self.record.size()).map_err(Rejected::NoRecord)?;
                self.node = self.record.paste(node, &clip)?;
            }
            TreeEdit::Promote => self.record.promote(node)?,
            TreeEdit::MoveUp => self.record.move_up(node)?,
            TreeEdit::MoveDown => self.record.move_down(node)?,
        }
        Ok(())
    }
}

/// Says whether a player may make a move in a position, whosever turn it is
/// and even if the game ended there by passes.
pub(crate) fn check_free_move(
    snapshot: &Snapshot,
    game: &Game,
    color: Color,
    mv: Move,
) -> Result<(), Rejected> {
    if let Move::Play(point) = mv
        && snapshot.breathless.iter().any(|&(_, it)| it == point)
    {
        return Err(IllegalMove::Occupied(point).into());
    }
    if game.end().is_none() {
        return Ok(game.check_as(color, mv)?);
    }
    let mut game = game.clone();
    // A game that ended by a long cycle cannot go on, and says so.
    let _ = game.resume(color);
    Ok(game.check_as(color, mv)?)
}

/// Opinions of one kind exclude each other.
const fn kind(annotation: Annotation) -> u8 {
    match annotation {
        Annotation::GoodMove
        | Annotation::BadMove
        | Annotation::DoubtfulMove
        | Annotation::InterestingMove => 0,
        Annotation::GoodForBlack
        | Annotation::GoodForWhite
        | Annotation::Even
        | Annotation::Unclear => 1,
        Annotation::Hotspot => 2,
    }
}
