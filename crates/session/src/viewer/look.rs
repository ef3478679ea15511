//! Builds the view of a viewer.

use std::sync::Arc;
use std::time::Duration;

use tengen_record::{InfoKey, NodeId, Record};
use tengen_rules::{ByColor, Color, Counting, Komi, Ruleset};

use crate::save::property;
use crate::session::{RunState, Session, Stage};
use crate::view_cache::NodeCache;
use crate::{GameView, MarkupView, PositionView, ScoringView, TreeView, Variation, View, Viewer};

impl Viewer {
    /// Everything that a front end draws.
    ///
    /// The viewer first goes along with the game. What the outside must do
    /// because of that is returned by [`Viewer::update`].
    pub fn look(&mut self, session: &Session, now: Duration) -> View {
        self.follow(session);
        let cache = self.refresh(session);
        let node = self.node(session);
        View {
            game: game_view(session, node, &cache, now),
            position: position_view(session, node, &cache),
            markup: markup_view(session, node, &cache),
            tree: self.tree_view(session, node),
            engine: self.engine_view(session),
        }
    }

    fn tree_view(&self, session: &Session, node: NodeId) -> TreeView {
        let record = &session.record;
        let siblings = record.parent(node).map_or(&[][..], |it| record.children(it));
        let idx = siblings.iter().position(|&it| it == node);
        TreeView {
            node,
            live_node: session.live_node(),
            is_live: session.is_review || node == session.live_node(),
            layout: Arc::clone(self.cache.layout()),
            line: Arc::clone(self.cache.line()),
            variations: variations(record, record.children(node)),
            variation: (idx.unwrap_or(0), siblings.len().max(1)),
            siblings: variations(record, siblings),
            has_unsaved_changes: session.has_unsaved_changes(),
            revision: record.revision(),
            can_undo_edit: record.n_undo() > 0,
            can_redo_edit: record.n_redo() > 0,
            can_paste: self.can_paste(),
            record_id: session.record_id,
        }
    }
}

fn variations(record: &Record, nodes: &[NodeId]) -> Vec<Variation> {
    nodes.iter().map(|&node| Variation { node, mv: record.node(node).mv() }).collect()
}

fn position_view(session: &Session, node: NodeId, cache: &NodeCache) -> PositionView {
    let snapshot = &cache.snapshot;
    let position = &snapshot.position;
    PositionView {
        size: session.record.size(),
        board: position.board,
        breathless: snapshot.breathless.clone(),
        numbers: Arc::clone(&cache.numbers),
        flaws: snapshot.problems.clone(),
        to_play: to_play(session, node, cache),
        last_move: session.record.node(node).mv(),
        captured: cache.captured,
        ko: position.board.ko(),
        prisoners: position.prisoners,
        move_number: snapshot.move_number,
        moves: Arc::clone(&cache.moves),
    }
}

/// Who is to move at the viewed node.
fn to_play(session: &Session, node: NodeId, cache: &NodeCache) -> Color {
    property::resumed_at(&session.record, node).unwrap_or(cache.snapshot.position.to_play)
}

fn markup_view(session: &Session, node: NodeId, cache: &NodeCache) -> MarkupView {
    let content = session.record.node(node);
    MarkupView {
        name: content.name().unwrap_or_default().into_owned(),
        comment: content.comment().unwrap_or_default().into_owned(),
        marks: content.marks(),
        labels: content.labels(),
        lines: content.lines(),
        arrows: content.arrows(),
        dimmed: cache.dimmed,
        visible: cache.visible,
        territory: ByColor::from_fn(|color| content.territory(color)),
        annotations: content.annotations(),
    }
}

fn game_view(session: &Session, node: NodeId, cache: &NodeCache, now: Duration) -> GameView {
    let counting = session.counting();
    let is_paused = !session.is_running() && !session.is_over() && !session.is_review;
    let Terms { ruleset, komi, handicap } = terms(session, node);
    let viewed_to_play = to_play(session, node, cache);
    GameView {
        version: session.version,
        phase: session.phase(),
        seats: session.seats.clone(),
        ruleset,
        komi,
        handicap,
        handicap_left: session.n_handicap_left(),
        time: session.clock.control(),
        clocks: session.clocks(now),
        is_paused,
        is_waiting: is_paused && session.run_state == RunState::Waiting,
        is_review: session.is_review,
        remote: session.remote,
        origin: session.origin.clone(),
        info: info(&session.record),
        ended: property::end_at(&session.record, node),
        scoring: counting.as_ref().and_then(|it| session.scoring_view(it, now)),
        counting: counting.filter(|_| node == session.live_node()).map(Box::new),
        to_play: if session.is_review { viewed_to_play } else { session.to_play() },
        actor: if session.is_review { Some(viewed_to_play) } else { session.actor() },
        can_undo: session.can_undo(),
        can_redo: session.can_redo(),
        request: session.request.map(|it| (it.by, it.request)),
        policy: session.policy,
    }
}

/// What a game is played by.
struct Terms {
    ruleset: Ruleset,
    komi: Komi,
    handicap: u8,
}

/// The terms of the game, or in a review those of the game that the viewed
/// node belongs to.
fn terms(session: &Session, node: NodeId) -> Terms {
    if !session.is_review {
        let game = session.game();
        return Terms { ruleset: *game.ruleset(), komi: game.komi(), handicap: game.handicap() };
    }
    let info = session.record.info_at(node);
    let ruleset = info.ruleset().unwrap_or(session.ruleset);
    let handicap = info.handicap().unwrap_or(0);
    Terms { ruleset, komi: info.komi().unwrap_or_else(|| ruleset.default_komi(handicap)), handicap }
}

fn info(record: &Record) -> Vec<(InfoKey, String)> {
    let info = record.info();
    let known = |key: InfoKey| Some((key, info.text(key)?.into_owned()));
    InfoKey::ALL.into_iter().filter_map(known).collect()
}

impl Session {
    /// Who owns what, in a game that is being scored or was counted.
    pub fn counting(&self) -> Option<Counting> {
        let dead = match &self.stage {
            _ if self.is_review => return None,
            Stage::Scoring(scoring) => &scoring.dead,
            Stage::Over(_, dead) => dead.as_deref()?,
            Stage::Placing(_) | Stage::Playing => return None,
        };
        Some(self.live.game.count(dead))
    }

    /// The state of the scoring phase, for a counting of the same session.
    pub fn scoring_view(&self, counting: &Counting, now: Duration) -> Option<ScoringView> {
        let scoring = self.scoring().ok()?;
        Some(ScoringView {
            dead: scoring.dead,
            open: scoring.open,
            score: counting.score(),
            agreed: scoring.agreed,
            is_proposal_pending: scoring.ticket.is_some(),
            time_left: scoring.time_left(now),
        })
    }

    /// The person who acts next: of two the one to move.
    fn actor(&self) -> Option<Color> {
        let first = if self.n_handicap_left() > 0 { Color::Black } else { self.to_play() };
        let is_here = |color: Color| self.remote.is_none_or(|it| it.own[color]);
        let is_person = |color: &Color| self.seats[*color].is_person() && is_here(*color);
        [first, !first].into_iter().find(is_person)
    }
}
