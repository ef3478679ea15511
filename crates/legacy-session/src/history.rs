//! Taking back, playing again, and looking at other positions.

use tengen_record::NodeId;
use tengen_rules::Color;

use crate::action::Step;
use crate::session::{Moment, Motion, Place, Session, Stage};
use crate::{Effect, LineNode, Rejected, save};

impl Session {
    pub(crate) fn undo(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        if self.is_review {
            return self.undo_edit(moment);
        }
        if matches!(self.stage, Stage::Placing(_)) {
            return self.take_handicap_back(moment);
        }
        let target = self.undo_target().ok_or(Rejected::NothingToUndo)?;
        let mut undone = std::mem::take(&mut self.undone);
        if target != self.live.node {
            undone.push(self.live.node);
        }
        let place = self.place(target);
        self.set_game(place, moment);
        self.undone = undone;
        moment.save();
        Ok(())
    }

    pub(crate) fn redo(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        if self.is_review {
            return self.redo_edit(moment);
        }
        let target = self.undone.pop().ok_or(Rejected::NothingToRedo)?;
        let undone = std::mem::take(&mut self.undone);
        let place = self.place(target);
        self.set_game(place, moment);
        self.undone = undone;
        moment.save();
        Ok(())
    }

    pub(crate) fn play_from_here(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        if self.is_review {
            self.leave_review(moment)?;
            self.begin_turn(moment);
            moment.save();
            return Ok(());
        }
        if self.viewed.node == self.live.node {
            return match self.stage {
                Stage::Over(..) => Err(Rejected::Over),
                Stage::Scoring(_) => Err(Rejected::Scoring),
                Stage::Playing | Stage::Placing(_) => self.start(moment),
            };
        }
        self.motion = Motion::Running;
        let place = self.viewed.clone();
        self.set_game(place, moment);
        moment.save();
        Ok(())
    }

    /// The game is at another place, and goes on there as it did before.
    fn set_game(&mut self, place: Place, moment: &mut Moment) {
        let was_over = self.is_over();
        self.move_game(place.clone(), moment);
        self.look_at(place, moment);
        if was_over {
            self.motion = Motion::Running;
        }
        // Engines among themselves would make the same moves at once.
        if self.n_people() == 0 {
            self.motion = Motion::Paused;
        }
        self.begin_turn(moment);
    }

    fn n_people(&self) -> usize {
        Color::ALL.into_iter().filter(|&color| self.seats[color].is_person()).count()
    }

    pub(crate) fn can_undo(&self) -> bool {
        match &self.stage {
            _ if self.is_review => self.record.n_undo() > 0,
            Stage::Placing(stones) => !stones.is_empty(),
            _ => self.sight.undo_target.is_some(),
        }
    }

    pub(crate) fn can_redo(&self) -> bool {
        if self.is_review { self.record.n_redo() > 0 } else { !self.undone.is_empty() }
    }

    /// Where the game goes on if moves are taken back: at the turn of a
    /// person before this one, or where somebody resigned whose turn it is.
    ///
    /// Two people take back one move, and so do two engines.
    pub(crate) fn undo_target(&self) -> Option<NodeId> {
        let is_over = self.is_over();
        let is_one_person = self.n_people() == 1;
        let can_go_on = |place: &Place| {
            let is_theirs = !is_one_person || self.seats[place.game.to_play()].is_person();
            is_theirs && place.game.end().is_none()
        };
        if is_over && can_go_on(&self.live) {
            return Some(self.live.node);
        }
        let earlier = self.record.upward(self.live.node).skip(1);
        let place = |node| Place { node, game: save::game_at(&self.record, node, self.ruleset) };
        earlier.map(place).find(can_go_on).map(|place| place.node)
    }

    pub(crate) fn go(&mut self, step: Step, moment: &mut Moment) -> Result<(), Rejected> {
        let node = self.destination(step).ok_or(Rejected::NoSuchNode)?;
        if node == self.live.node {
            self.look_at(self.live.clone(), moment);
        } else if node != self.viewed.node {
            let place = self.place(node);
            self.look_at(place, moment);
        }
        Ok(())
    }

    fn destination(&self, step: Step) -> Option<NodeId> {
        let record = &self.record;
        let at = self.viewed.node;
        match step {
            Step::Node(node) => Some(node).filter(|&it| record.contains(it)),
            Step::Back(n_nodes) => record.upward(at).take(n_nodes.saturating_add(1)).last(),
            Step::Forward(n_nodes) => self.ahead(n_nodes).or(Some(at)),
            Step::First | Step::Number(0) => Some(record.root()),
            Step::Last => self.ahead(usize::MAX).or(Some(at)),
            Step::Live => Some(self.live.node),
            Step::Number(number) => {
                let is_wanted = |it: &&LineNode| it.number == number && it.mv.is_some();
                self.sight.line.iter().find(is_wanted).map(|it| it.node)
            }
            Step::NextVariation => self.sibling(1),
            Step::PreviousVariation => self.sibling(-1),
            Step::NextFork => {
                let depth = self.sight.depth(at);
                let later = self.sight.line.iter().skip(depth + 1).map(|it| it.node);
                later.into_iter().find(|&it| self.is_fork(it))
            }
            Step::PreviousFork => record.upward(at).skip(1).find(|&it| self.is_fork(it)),
        }
    }

    /// The node so many behind the one that is being looked at, or the last
    /// of its line.
    fn ahead(&self, n_nodes: usize) -> Option<NodeId> {
        let line = &self.sight.line;
        let depth = self.sight.depth(self.viewed.node).saturating_add(n_nodes);
        line.get(depth.min(line.len().checked_sub(1)?)).map(|it| it.node)
    }

    fn is_fork(&self, node: NodeId) -> bool {
        self.record.children(node).len() > 1
    }

    fn sibling(&self, offset: isize) -> Option<NodeId> {
        let at = self.viewed.node;
        let siblings = self.record.children(self.record.parent(at)?);
        let idx = siblings.iter().position(|&it| it == at)?;
        siblings.get(idx.checked_add_signed(offset)?).copied()
    }

    /// Looks at a place; an analysis of another one has become pointless.
    pub(crate) fn look_at(&mut self, place: Place, moment: &mut Moment) {
        if let Some(question) = self.question.take_if(|it| it.node != place.node) {
            moment.effects.push(Effect::Cancel(question.ticket));
        }
        if place.node != self.viewed.node {
            self.writing = None;
        }
        let is_ahead = self.record.contains(self.tip)
            && self.record.upward(self.tip).any(|it| it == place.node);
        if !is_ahead {
            self.tip = place.node;
        }
        if self.is_review {
            self.live = place.clone();
        }
        self.viewed = place;
        self.follow(moment);
    }
}
