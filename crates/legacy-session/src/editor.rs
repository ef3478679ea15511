//! Edits, done to a record.

use tengen_record::{Annotation, Clip, Double, EditError, Mark, NodeId, Positions, Record, Stroke};
use tengen_rules::{Color, Move, Point, PointSet, Ruleset};

use crate::{Edit, Rejected, label, save};

/// Somebody who edits a record.
#[derive(Debug)]
pub(crate) struct Editor<'a> {
    pub(crate) record: &'a mut Record,
    /// The rules, unless the record names others.
    pub(crate) ruleset: Ruleset,
    /// Where the next edit happens.
    pub(crate) at: NodeId,
    /// What was cut or copied.
    pub(crate) clip: Option<Clip>,
    pub(crate) positions: &'a mut Positions,
}

impl Editor<'_> {
    pub(crate) fn edit(&mut self, edit: &Edit) -> Result<(), Rejected> {
        match edit {
            Edit::Name(text) => Ok(self.record.set_name(self.at, text)?),
            Edit::Comment(text) => Ok(self.record.set_comment(self.at, text)?),
            Edit::Annotate(annotation, strength) => Ok(self.annotate(*annotation, *strength)?),
            Edit::Info(texts) => {
                Ok(texts.iter().try_for_each(|(key, text)| self.record.set_info(*key, text))?)
            }
            Edit::SetUp { points, stone } => Ok(self.set_up(points, *stone)?),
            Edit::ToPlay(color) => {
                self.leave_move()?;
                Ok(self.record.set_to_play(self.at, *color)?)
            }
            Edit::Play(color, mv) => self.play(*color, *mv),
            Edit::Several(edits) => edits.iter().try_for_each(|edit| self.edit(edit)),
            Edit::Delete | Edit::Cut | Edit::Copy | Edit::Paste | Edit::PasteText(_) => {
                self.move_variation(edit)
            }
            Edit::Promote => Ok(self.record.promote(self.at)?),
            Edit::MoveUp => Ok(self.record.move_up(self.at)?),
            Edit::MoveDown => Ok(self.record.move_down(self.at)?),
            _ => Ok(self.draw(edit)?),
        }
    }

    /// Edits that change what is drawn on the board.
    fn draw(&mut self, edit: &Edit) -> Result<(), EditError> {
        let at = self.at;
        match *edit {
            Edit::Mark { ref points, mark } => {
                points.iter().try_for_each(|&point| self.record.set_mark(at, point, mark))
            }
            Edit::ToggleMark(point, mark) => {
                let is_there = self.record.node(at).marked(mark).contains(point);
                self.record.set_mark(at, point, (!is_there).then_some(mark))
            }
            Edit::Label(point, ref text) => self.record.set_label(at, point, text),
            Edit::NextLetter(point) => {
                let text = label::next_letter(&self.record.node(at).labels(), point);
                self.record.set_label(at, point, &text)
            }
            Edit::NextNumber(point) => {
                let text = label::next_number(&self.record.node(at).labels(), point);
                self.record.set_label(at, point, &text)
            }
            Edit::Stroke { from, to, stroke } => self.record.set_stroke(at, (from, to), stroke),
            Edit::ToggleStroke { from, to, stroke } => {
                let node = self.record.node(at);
                let is_there = match stroke {
                    Stroke::Arrow => node.arrows().contains(&(from, to)),
                    Stroke::Line => {
                        node.lines().iter().any(|&it| it == (from, to) || it == (to, from))
                    }
                };
                self.record.set_stroke(at, (from, to), (!is_there).then_some(stroke))
            }
            Edit::ToggleDim(point) => self.toggle_dim(point),
            Edit::Territory { ref points, owner } => {
                self.record.set_territory(at, &points.iter().copied().collect(), owner)
            }
            _ => self.clear_markup(),
        }
    }

    fn toggle_dim(&mut self, point: Point) -> Result<(), EditError> {
        let point = PointSet::from(point);
        let mut dimmed = self.record.node(self.at).dimmed();
        if dimmed.iter().any(|it| point.contains(it)) {
            dimmed -= point;
        } else {
            dimmed |= point;
        }
        let before = self.record.parent(self.at).map(|it| self.record.node(it).dimmed());
        let is_same = before.unwrap_or_default() == dimmed;
        self.record.set_dimmed(self.at, (!is_same).then_some(&dimmed))
    }

    fn clear_markup(&mut self) -> Result<(), EditError> {
        let others = ["LB", "LN", "AR", "TB", "TW", "DD"];
        let mut names = Mark::ALL.map(Mark::name).into_iter().chain(others);
        names.try_for_each(|name| self.record.set_property(self.at, name, Vec::new()))
    }

    /// Goes to a new node if this one has a move, since the format wants
    /// set-up apart from moves.
    fn leave_move(&mut self) -> Result<(), EditError> {
        if self.record.node(self.at).mv().is_some() {
            self.at = self.record.add_node(self.at)?;
        }
        Ok(())
    }

    fn set_up(&mut self, points: &[Point], stone: Option<Color>) -> Result<(), EditError> {
        self.leave_move()?;
        self.record.set_up(self.at, &points.iter().copied().collect(), stone)
    }

    fn annotate(
        &mut self,
        annotation: Annotation,
        strength: Option<Double>,
    ) -> Result<(), EditError> {
        let is_rival = |&it: &Annotation| it != annotation && kind(it) == kind(annotation);
        for rival in Annotation::ALL.into_iter().filter(is_rival) {
            self.record.set_annotation(self.at, rival, None)?;
        }
        self.record.set_annotation(self.at, annotation, strength)
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), Rejected> {
        let mut game = save::game_by(self.record, self.positions, self.at, self.ruleset);
        // A game that is not over needs nothing to go on.
        let _ = game.resume(color);
        game.check_as(color, mv)?;
        self.at = self.record.play(self.at, color, mv)?;
        Ok(())
    }

    fn move_variation(&mut self, edit: &Edit) -> Result<(), Rejected> {
        let at = self.at;
        match edit {
            Edit::Copy => self.clip = Some(self.record.copy(at)?),
            Edit::Paste => {
                let clip = self.clip.as_ref().ok_or(Rejected::NothingToPaste)?;
                self.at = self.record.paste(at, clip)?;
            }
            Edit::PasteText(text) => {
                let clip = Clip::from_sgf(text, self.record.size()).map_err(Rejected::NoRecord)?;
                self.at = self.record.paste(at, &clip)?;
            }
            _ => {
                let clip = if *edit == Edit::Cut { Some(self.record.copy(at)?) } else { None };
                self.record.delete(at)?;
                self.clip = clip.or(self.clip.take());
                self.at = self.record.parent(at).unwrap_or(at);
            }
        }
        Ok(())
    }
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
