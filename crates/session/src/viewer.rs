//! A viewer: position viewed, analysis and clipboard of one person.

mod analysis;
mod clipboard;
mod look;
mod navigation;

use std::sync::Arc;

use tengen_analysis::Analysis;
use tengen_record::{Clip, Direction, NodeId};
use tengen_rules::{Color, Game, Move};

use crate::edit::apply::check_free_move;
use crate::session::Session;
use crate::view_cache::ViewCache;
use crate::{Actor, Effect, EngineProblem, Rejected, Ticket, Wanted};

pub use clipboard::ViewerEdit;
pub use navigation::{Find, Step};

/// The position that one person views, with analysis and clipboard.
///
/// Any number of viewers can look at one session. A viewer holds no reference
/// to it: every method takes the same one.
#[derive(Clone, Debug)]
pub struct Viewer {
    id: u32,
    n_tickets: u32,
    node: NodeId,
    /// Whether it goes along with the game.
    is_following: bool,
    /// The end of the line that was walked last, at or behind the viewed node;
    /// the main line goes on from there.
    tip: NodeId,
    question: Option<Question>,
    found: Option<Found>,
    is_analysis_on: bool,
    /// What was last asked about because analysis is on.
    analyzed: Option<PositionKey>,
    problem: Option<EngineProblem>,
    clip: Option<Box<Clip>>,
    /// Effects that were not returned yet.
    effects: Vec<Effect>,
    pub(crate) cache: ViewCache,
}

/// A position, as opposed to what edits make of it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct PositionKey {
    node: NodeId,
    version: u64,
}

/// An analysis that is being made.
#[derive(Copy, Clone, Debug)]
struct Question {
    ticket: Ticket,
    position: PositionKey,
    wanted: Wanted,
}

/// An analysis that was made.
#[derive(Clone, Debug)]
struct Found {
    position: PositionKey,
    wanted: Wanted,
    analysis: Arc<Analysis>,
}

/// An action that does not touch the game.
#[derive(Clone, Debug)]
pub enum ViewerAction {
    /// Looks at another position; the game stays where it is.
    Go(Step),
    /// Looks at the next position of the record that has something, beginning
    /// anew at the other end.
    Find(Find, Direction),
    /// Copies the viewed position with all that come after it.
    Copy,
    /// Asks for good moves.
    Hint,
    /// Asks who will own which point.
    Estimate,
    /// Has every position that is viewed analyzed until that is switched off.
    SetAnalysis(bool),
    /// Hides hints and estimates, and switches analysis off.
    HideAnalysis,
    /// A position was analyzed; may come several times with more and more.
    Analyzed {
        /// The one of [`Effect::Analyze`].
        ticket: Ticket,
        /// What is known by now.
        analysis: Box<Analysis>,
        /// Whether there will be no more.
        is_last: bool,
    },
    /// An engine could not analyze a position.
    AnalysisFailed {
        /// The one of [`Effect::Analyze`].
        ticket: Ticket,
        /// What went wrong, in the words of the engine or its runner.
        reason: String,
    },
}

impl Viewer {
    /// A viewer who follows the game, or looks at a review.
    ///
    /// For several viewers of one session, take [`Viewer::with_id`].
    pub fn new(session: &Session) -> Viewer {
        Viewer::with_id(session, 1)
    }

    /// A viewer whose tickets have this id, which is not zero and unique
    /// among the viewers of the session.
    pub fn with_id(session: &Session, id: u32) -> Viewer {
        let node = session.live_node();
        let tip = if session.is_review() {
            session.record.line(node).last().unwrap_or(node)
        } else {
            node
        };
        Viewer {
            id: id.max(1),
            n_tickets: 0,
            node,
            is_following: !session.is_review(),
            tip,
            question: None,
            found: None,
            is_analysis_on: false,
            analyzed: None,
            problem: None,
            clip: None,
            effects: Vec::new(),
            cache: ViewCache::default(),
        }
    }

    /// Applies an action, and returns what the outside must do.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] and changes nothing if it is not possible, or if
    /// it answers a question that was settled or canceled.
    pub fn apply(
        &mut self,
        session: &Session,
        action: ViewerAction,
    ) -> Result<Vec<Effect>, Rejected> {
        match action {
            // What is left is no longer worth an analysis.
            ViewerAction::Go(_) | ViewerAction::Find(..) => self.follow_node(session),
            _ => self.follow(session),
        }
        match action {
            ViewerAction::Go(step) => self.go(session, step)?,
            ViewerAction::Find(find, direction) => self.find(session, &find, direction)?,
            ViewerAction::Copy => self.copy(session)?,
            ViewerAction::Hint => self.ask(session, Wanted::Hints)?,
            ViewerAction::Estimate => self.ask(session, Wanted::Ownership)?,
            ViewerAction::SetAnalysis(is_on) => self.set_analysis(session, is_on)?,
            ViewerAction::HideAnalysis => self.hide_analysis(),
            ViewerAction::Analyzed { ticket, analysis, is_last } => {
                self.analyzed(session, ticket, *analysis, is_last)?;
            }
            ViewerAction::AnalysisFailed { ticket, reason } => {
                self.analysis_failed(ticket, reason)?;
            }
        }
        Ok(std::mem::take(&mut self.effects))
    }

    /// Goes along with the game after it has changed, and returns what the
    /// outside must do because of that.
    pub fn update(&mut self, session: &Session) -> Vec<Effect> {
        self.follow(session);
        std::mem::take(&mut self.effects)
    }

    /// The viewed node.
    pub fn node(&self, session: &Session) -> NodeId {
        let node = if self.is_following(session) { session.live_node() } else { self.node };
        navigation::surviving(session, node)
    }

    /// Whether the viewer goes along with the game.
    pub fn is_following(&self, session: &Session) -> bool {
        self.is_following && !session.is_review()
    }

    /// The game up to the viewed node.
    pub fn game(&mut self, session: &Session) -> Game {
        self.follow(session);
        (*self.viewed_game(session)).clone()
    }

    fn viewed_game(&mut self, session: &Session) -> Arc<Game> {
        if self.node == session.live_node() {
            Arc::clone(&session.live.game)
        } else {
            self.cache.game(session, self.node)
        }
    }

    /// Says whether an actor may make a move in the viewed position, and why
    /// not.
    ///
    /// In a review, [`Edit::Play`](crate::Edit::Play) would make it.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected::LookingBack`] if it is not the live position of the
    /// game, and else the same as [`Session::check`].
    pub fn check(&mut self, session: &Session, actor: Actor, mv: Move) -> Result<(), Rejected> {
        self.follow(session);
        if session.is_review() {
            let to_play = self.viewed_game(session).to_play();
            return self.check_free(session, to_play, mv);
        }
        if self.node != session.live_node() {
            return Err(if session.is_over() { Rejected::Over } else { Rejected::LookingBack });
        }
        session.check(actor, mv)
    }

    /// Says whether a player may make a move in the viewed position, whosever
    /// turn it is, as [`Edit::Play`](crate::Edit::Play) would.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] if the rules forbid it.
    pub fn check_free(
        &mut self,
        session: &Session,
        color: Color,
        mv: Move,
    ) -> Result<(), Rejected> {
        self.follow(session);
        let game = self.viewed_game(session);
        let snapshot = &self.refresh(session).snapshot;
        check_free_move(snapshot, &game, color, mv)
    }

    /// The end of the viewed line, as far as it was walked.
    pub(crate) const fn tip(&self) -> NodeId {
        self.tip
    }

    pub(crate) const fn can_paste(&self) -> bool {
        self.clip.is_some()
    }

    /// The clipboard, as SGF.
    pub fn clip(&self) -> Option<String> {
        self.clip.as_ref().map(|it| it.to_sgf())
    }

    /// The viewed position, as it is now.
    fn position_key(&self, session: &Session) -> PositionKey {
        PositionKey { node: self.node, version: session.record.position_version() }
    }

    /// Goes along with the session, and has the analysis go along.
    pub(crate) fn follow(&mut self, session: &Session) {
        self.follow_node(session);
        self.keep_analysis_fitting(session);
    }

    /// Brings the viewed node up to date with the session.
    fn follow_node(&mut self, session: &Session) {
        let node = self.node(session);
        if !session.record.contains(self.tip) {
            self.tip = node;
        }
        self.look_at(session, node);
    }
}
