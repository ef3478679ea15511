//! Taking back moves, making them again, and playing on from elsewhere.

use std::sync::Arc;

use tengen_record::NodeId;
use tengen_rules::{Color, IllegalMove, Move};

use crate::session::{Live, RunState, Session, Stage};
use crate::transition::Transition;
use crate::{Actor, Permission, Rejected, Request};

impl Session {
    pub(crate) fn undo(
        &mut self,
        actor: Actor,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        if self.is_review {
            return self.undo_edit(transition);
        }
        match (actor, self.policy.takebacks) {
            (Actor::Player(_), Permission::Never) => Err(Rejected::NoTakebacks),
            (Actor::Player(_), Permission::ByConsent) => self.ask(actor, Request::Undo, transition),
            _ => self.take_back(None, transition),
        }
    }

    /// Takes back moves, to the last turn of the player who asked for it.
    pub(crate) fn take_back(
        &mut self,
        asker: Option<Color>,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        if matches!(self.stage, Stage::Placing(_)) {
            return self.take_handicap_back(transition);
        }
        let target = self.check_take_back(asker)?;
        let mut undone = std::mem::take(&mut self.undone);
        if target != self.live.node {
            undone.push(self.live.node);
        }
        self.set_game(target, transition);
        self.undone = undone;
        Ok(())
    }

    /// Where the game would go on.
    pub(crate) fn check_take_back(&self, asker: Option<Color>) -> Result<NodeId, Rejected> {
        match &self.stage {
            Stage::Over(ended, _) if !ended.can_be_reopened() => Err(Rejected::Over),
            Stage::Placing(stones) if stones.is_empty() => Err(Rejected::NothingToUndo),
            Stage::Placing(_) => Ok(self.live.node),
            Stage::Playing | Stage::Scoring(_) | Stage::Over(..) => {
                self.undo_target(asker).ok_or(Rejected::NothingToUndo)
            }
        }
    }

    pub(crate) fn redo(
        &mut self,
        actor: Actor,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        if self.is_review {
            return self.redo_edit(transition);
        }
        match (actor, self.policy.takebacks) {
            (Actor::Player(_), Permission::Never) => return Err(Rejected::NoTakebacks),
            (Actor::Player(_), Permission::ByConsent) => return Err(Rejected::NeedsConsent),
            _ => (),
        }
        self.check_redo()?;
        let target = self.undone.pop().ok_or(Rejected::NothingToRedo)?;
        let undone = std::mem::take(&mut self.undone);
        self.set_game(target, transition);
        self.undone = undone;
        Ok(())
    }

    fn check_redo(&self) -> Result<(), Rejected> {
        match self.stage {
            Stage::Over(ended, _) if !ended.can_be_reopened() => Err(Rejected::Over),
            _ if self.undone.is_empty() => Err(Rejected::NothingToRedo),
            _ => Ok(()),
        }
    }

    pub(crate) fn play_from(
        &mut self,
        node: NodeId,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let node = self.existing(node)?;
        if self.is_review {
            self.leave_review(node, transition)?;
            self.begin_turn(transition);
            transition.save();
            return Ok(());
        }
        let is_live = node == self.live.node;
        match self.stage {
            Stage::Placing(_) | Stage::Playing if is_live => return self.start(transition),
            Stage::Placing(_) => return Err(Rejected::Handicap),
            Stage::Scoring(_) if is_live => return Err(Rejected::Scoring),
            Stage::Over(..) if is_live && self.live.game.end().is_some() => {
                return Err(Rejected::Over);
            }
            Stage::Playing | Stage::Scoring(_) | Stage::Over(..) => (),
        }
        self.check_stones(node)?;
        self.run_state = RunState::Running;
        self.set_game(node, transition);
        Ok(())
    }

    /// Says whether the rules can have the stones at a node: set-up may leave
    /// some without liberties.
    pub(crate) fn check_stones(&self, node: NodeId) -> Result<(), Rejected> {
        match self.record.position(node).breathless.first() {
            Some(&(_, point)) => Err(IllegalMove::Suicide(point).into()),
            None => Ok(()),
        }
    }

    /// The game is at another node, and goes on there as it did before.
    fn set_game(&mut self, node: NodeId, transition: &mut Transition) {
        let was_over = self.is_over();
        let live = Live { node, game: Arc::new(self.game_at(node)) };
        self.move_game(live, transition);
        if was_over {
            self.run_state = RunState::Running;
        }
        // Engines among themselves would make the same moves at once.
        if self.n_people() == 0 {
            self.run_state = RunState::Paused;
        }
        self.begin_turn(transition);
        transition.save();
    }

    pub(crate) fn n_people(&self) -> usize {
        self.seats.iter().filter(|(_, seat)| seat.is_person()).count()
    }

    pub(crate) fn can_undo(&self) -> bool {
        if self.is_review { self.record.n_undo() > 0 } else { self.check_take_back(None).is_ok() }
    }

    pub(crate) fn can_redo(&self) -> bool {
        if self.is_review { self.record.n_redo() > 0 } else { self.check_redo().is_ok() }
    }

    /// Where the game goes on if moves are taken back: at the last turn of
    /// the asker, or of the person if there is one only.
    ///
    /// Otherwise, two people take back one move, and so do two engines.
    fn undo_target(&self, asker: Option<Color>) -> Option<NodeId> {
        let is_one_person = self.n_people() == 1;
        let is_wanted = |color: Color| match asker {
            Some(asker) => color == asker,
            None => !is_one_person || self.seats[color].is_person(),
        };
        let game = &self.live.game;
        if self.is_over() && game.end().is_none() && is_wanted(game.to_play()) {
            return Some(self.live.node);
        }
        let mut earlier = self.record.upward(self.live.node).skip(1);
        earlier.find(|&node| self.turn_at(node).is_some_and(is_wanted))
    }

    /// Whose turn it was at a node, or `None` if the game had ended there.
    fn turn_at(&self, node: NodeId) -> Option<Color> {
        let content = self.record.node(node);
        let raw = content.raw();
        let has_both = raw.property("B").is_some() && raw.property("W").is_some();
        // Behind a stone, the turn is known without replaying the game.
        if let Some((color, Move::Play(_))) = content.mv()
            && !has_both
            && content.setup().is_none()
        {
            return Some(!color);
        }
        let game = self.game_at(node);
        game.end().is_none().then(|| game.to_play())
    }
}
