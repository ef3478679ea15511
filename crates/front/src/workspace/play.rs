//! Moves, clicks, and going through the record.

use tengen_record::{Direction, NodeId};
use tengen_rules::{Color, Move, Point};
use tengen_session::{Action, Actor, Edit, Find, Phase, Rejected, Step, ViewerAction};

use super::{Done, OpenGame, Screen, Workspace};
use crate::learn::Explanation;
use crate::question::Question;
use crate::refusal::Refusal;
use crate::tool::ToolUse;

/// How a point was clicked.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Click {
    /// The left button, or the key that confirms.
    Main,
    /// The right button: the other color, erasing, or by force.
    Other,
    /// The middle button: keeps a hint.
    Middle,
    /// With a modifier: goes to the move of a stone.
    Visit,
}

impl Workspace {
    /// Carries out a click on a point.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be done.
    pub fn click(&mut self, point: Point, click: Click) -> Result<Done, Refusal> {
        match click {
            Click::Main => self.click_main(point),
            Click::Other => self.click_other(point),
            Click::Middle => self.keep_hint(point),
            Click::Visit => match self.open_game()?.view.position.node_of_stone(point) {
                Some(node) => self.go(Step::Node(node)),
                None => self.click_main(point),
            },
        }
    }

    fn click_main(&mut self, point: Point) -> Result<Done, Refusal> {
        if self.practice().is_some() {
            return self.answer_practice(Move::Play(point));
        }
        if self.proof().is_some() {
            // What is on the board is not the game.
            self.end_proof();
            return Ok(Done::Nothing);
        }
        let open = self.open_game()?;
        if is_scoring(open) {
            return self.mark_dead(point, false);
        }
        if !self.is_editing {
            return self.play(Move::Play(point));
        }
        if let Some(from) = self.stroke_start.take() {
            return match self.tool.stroke(from, point) {
                Some(edit) => self.edit(edit),
                None => Ok(Done::Nothing),
            };
        }
        match self.tool.apply(point, &self.open_game()?.view) {
            ToolUse::Play(point) => self.play(Move::Play(point)),
            ToolUse::Edit(edit) => self.edit(edit),
            ToolUse::AskLabel(point, text) => Ok(Done::Show(Screen::Label(point, text))),
            ToolUse::BeginStroke(point) => {
                self.stroke_start = Some(point);
                Ok(Done::Nothing)
            }
        }
    }

    fn click_other(&mut self, point: Point) -> Result<Done, Refusal> {
        if self.practice().is_some() {
            return self.retry_practice();
        }
        let open = self.open_game()?;
        if is_scoring(open) {
            return self.mark_dead(point, true);
        }
        if !self.is_editing {
            return Ok(Done::Nothing);
        }
        let edit = self.tool.apply_other(point, &open.view);
        self.stroke_start = None;
        self.edit(edit)
    }

    /// Where a line ends whose button was released; forgets it elsewhere.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be drawn.
    pub fn release(&mut self, point: Option<Point>) -> Result<Done, Refusal> {
        let (Some(from), Some(to)) = (self.stroke_start.take(), point) else {
            return Ok(Done::Nothing);
        };
        if let Some(edit) = self.tool.stroke(from, to) {
            return self.edit(edit);
        }
        // Released where it was pressed: the line ends with the next click.
        self.stroke_start = Some(from);
        Ok(Done::Nothing)
    }

    /// Makes a move at the viewed position; in a running game only at its
    /// live position, and elsewhere after a question.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it is not possible.
    pub fn play(&mut self, mv: Move) -> Result<Done, Refusal> {
        let before = self.view().map(|it| it.position.board);
        let done = self.play_now(mv);
        if done.is_ok() {
            self.previous = before;
        }
        self.explanation = match (&done, self.view()) {
            (Err(Refusal::Rejected(Rejected::Illegal(reason))), Some(view)) => {
                let position = &view.position;
                Some(Explanation::new(*reason, &position.board, position.to_play))
            }
            _ => None,
        };
        done
    }

    fn play_now(&mut self, mv: Move) -> Result<Done, Refusal> {
        if self.practice().is_some() {
            return self.answer_practice(mv);
        }
        let open = self.open_game()?;
        let view = &open.view;
        if view.game.is_review {
            return self.edit(Edit::Play(view.position.to_play, mv));
        }
        if !view.tree.is_live {
            if self.is_editing {
                return self.edit(Edit::Play(view.position.to_play, mv));
            }
            return self.ask_to_play_from(Some(mv));
        }
        if let Some(judged) = self.judge_first(mv) {
            return judged;
        }
        let open = self.open_game()?;
        let actor = open.player();
        if open.view.game.actor.is_none() && open.is_running() && open.remote.is_none() {
            return Err(Refusal::NobodyActs);
        }
        self.act(
            actor,
            match mv {
                Move::Play(point) => Action::Play(point),
                Move::Pass => Action::Pass,
            },
        )
    }

    /// The running game goes on from an earlier position, perhaps with a move.
    pub(super) fn play_from(&mut self, node: NodeId, mv: Option<Move>) -> Result<Done, Refusal> {
        self.act(Actor::Owner, Action::PlayFrom(node))?;
        match mv {
            Some(mv) => self.play(mv),
            None => Ok(Done::Nothing),
        }
    }

    /// Plays on: after scoring, from an earlier position, or in a record.
    pub(super) fn ask_to_play_on(&mut self) -> Result<Done, Refusal> {
        let open = self.open_game()?;
        let view = &open.view;
        if view.game.is_review {
            return Ok(Done::Show(Screen::PlayOn));
        }
        if !view.tree.is_live {
            return self.ask_to_play_from(None);
        }
        match view.game.phase {
            Phase::Scoring => self.act(open.player(), Action::ResumePlay),
            Phase::Over(_) => Err(Rejected::Over.into()),
            Phase::Placing | Phase::Playing if view.game.is_paused => {
                self.act(Actor::Owner, Action::Start)
            }
            Phase::Placing | Phase::Playing => Err(Rejected::Running.into()),
        }
    }

    /// Asks whether the game goes on from the viewed position; on a server it
    /// cannot.
    fn ask_to_play_from(&self, mv: Option<Move>) -> Result<Done, Refusal> {
        let open = self.open_game()?;
        if open.remote.is_some() {
            let is_over = matches!(open.view.game.phase, Phase::Over(_));
            return Err(if is_over { Rejected::Elsewhere.into() } else { Refusal::EarlierMove });
        }
        Ok(Done::Ask(play_from(open, mv)))
    }

    /// Marks a group as dead, or as alive again.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it looks alive, or the game is not being scored.
    pub fn mark_dead(&mut self, point: Point, is_forced: bool) -> Result<Done, Refusal> {
        let actor = self.open_game()?.player();
        self.act(actor, Action::ToggleDead { point, is_forced })
    }

    /// All people at the screen agree to the stones that are shown
    /// as dead.
    pub(super) fn agree(&mut self) -> Result<Done, Refusal> {
        let open = self.open_game()?;
        let dead = open.view.game.scoring.as_ref().map(|it| it.dead);
        let dead = dead.ok_or(Rejected::NotScoring)?;
        if open.remote.is_some() {
            return self.act(open.player(), Action::Agree(dead));
        }
        let seats = &open.view.game.seats;
        let people: Vec<Color> =
            Color::ALL.into_iter().filter(|&it| seats[it].is_person()).collect();
        for color in people {
            // The first one may have ended the game together with an engine.
            if self.open_game()?.view.game.scoring.is_some() {
                self.act(Actor::Player(color), Action::Agree(dead))?;
            }
        }
        Ok(Done::Nothing)
    }

    /// Asks whether the person who acts gives up.
    pub(super) fn ask_to_resign(&mut self) -> Result<Done, Refusal> {
        let open = self.open_game()?;
        match open.view.game.actor {
            _ if !open.is_game() => Err(Rejected::NotPlaying.into()),
            _ if !open.is_running() => Err(Rejected::Over.into()),
            Some(color) => Ok(Done::Ask(Question::Resign(color))),
            None if open.remote.is_some() => Err(Rejected::NotAllowed(Actor::Spectator).into()),
            None => Err(Refusal::NobodyActs),
        }
    }

    /// Lets something happen to the game, and looks where it happened.
    pub(super) fn act(&mut self, actor: Actor, action: Action) -> Result<Done, Refusal> {
        if self.remote_view().is_some() {
            return self.send_action(actor, &action);
        }
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let done = open.viewer.act(actor, action);
        open.refresh();
        done?;
        Ok(Done::Nothing)
    }

    /// Looks elsewhere, or asks an engine.
    pub(super) fn look(&mut self, action: ViewerAction) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let done = open.viewer.apply(action);
        open.refresh();
        done?;
        Ok(Done::Nothing)
    }

    /// Goes to another position; the game stays where it is.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if there is none in that direction.
    pub fn go(&mut self, step: Step) -> Result<Done, Refusal> {
        let view = &self.open_game()?.view;
        let (before, board) = (view.tree.node, view.position.board);
        self.previous = Some(board);
        let done = match self.look(ViewerAction::Go(step)) {
            Err(Refusal::Rejected(Rejected::NoSuchNode)) => Err(Refusal::NoStep(step)),
            other => other,
        };
        let is_same = self.open_game()?.view.tree.node == before;
        match step {
            Step::Back(1..) | Step::Forward(1..) if is_same => Err(Refusal::NoStep(step)),
            _ => done,
        }
    }

    /// Goes to the next position with a word, which is kept for the next time.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if there is none.
    pub fn find(&mut self, text: &str, direction: Direction) -> Result<Done, Refusal> {
        if !text.trim().is_empty() {
            text.trim().clone_into(&mut self.sought);
        }
        if self.sought.is_empty() {
            return Err(Refusal::NothingToFind);
        }
        let find = Find::Text(self.sought.clone());
        self.look(ViewerAction::Find(find, direction))
    }

    /// The last search text.
    pub fn sought(&self) -> &str {
        &self.sought
    }
}

/// Whether dead stones are marked at the viewed position.
fn is_scoring(open: &OpenGame) -> bool {
    open.view.tree.is_live && open.view.game.phase == Phase::Scoring
}

fn play_from(open: &OpenGame, mv: Option<Move>) -> Question {
    let view = &open.view;
    Question::PlayFrom { node: view.tree.node, move_number: view.position.move_number, mv }
}
