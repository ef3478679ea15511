//! The history of a game does not depend on who looks where.

use fastrand::Rng;
use tengen_analysis::Analysis;
use tengen_record::Direction;
use tengen_rules::Move;
use tengen_session::{
    Actor, Effect, Find, Rejected, Session, Step, Ticket, Viewer, ViewerAction, ViewerEdit, Wanted,
};

use crate::random_game::{self, RandomGame};

/// Viewers who look around at random.
struct Viewers {
    looking: Vec<Viewer>,
    rng: Rng,
    tickets: Vec<Vec<Ticket>>,
}

impl Viewers {
    fn new(session: &Session, seed: u64) -> Viewers {
        let looking = (1..=3).map(|id| Viewer::with_id(session, id)).collect();
        Viewers { looking, rng: Rng::with_seed(seed), tickets: vec![Vec::new(); 3] }
    }

    /// Each does something, and sees what there is to see.
    fn look_around(&mut self, session: &Session, now: std::time::Duration) {
        for idx in 0..self.looking.len() {
            let action = self.action(session, idx);
            let viewer = &mut self.looking[idx];
            let mut effects = viewer.update(session);
            effects.extend(viewer.apply(session, action).unwrap_or_default());
            let _ = viewer.edit(session, ViewerEdit::Cut);
            let _ = viewer.check(session, Actor::Player(session.to_play()), Move::Pass);
            let view = viewer.look(session, now);
            check_view(session, &view);
            for effect in &effects {
                if let Effect::Analyze { ticket, wanted, .. } = effect {
                    assert!(matches!(wanted, Wanted::Hints | Wanted::Everything));
                    assert_eq!(ticket.number() >> 32, idx as u64 + 1);
                    self.tickets[idx].push(*ticket);
                }
            }
        }
    }

    fn action(&mut self, session: &Session, idx: usize) -> ViewerAction {
        let nodes: Vec<_> = session.record().nodes().collect();
        let ticket = self.tickets[idx].last().copied().unwrap_or(Ticket::new(0));
        match self.rng.u8(..12) {
            0 => ViewerAction::Go(Step::First),
            1 => ViewerAction::Go(Step::Last),
            2 => ViewerAction::Go(Step::Back(1)),
            3 => ViewerAction::Go(Step::Forward(1)),
            4 => ViewerAction::Go(Step::Node(nodes[self.rng.usize(..nodes.len())])),
            5 | 6 => ViewerAction::Go(Step::Live),
            7 => ViewerAction::Find(Find::Markup, Direction::Forward),
            8 => ViewerAction::Hint,
            9 => ViewerAction::SetAnalysis(self.rng.bool()),
            10 => ViewerAction::Copy,
            _ => ViewerAction::Analyzed {
                ticket,
                analysis: Box::new(Analysis::new(session.to_play(), 0.5)),
                is_last: self.rng.bool(),
            },
        }
    }
}

/// What a view says fits together.
fn check_view(session: &Session, view: &tengen_session::View) {
    let tree = &view.tree;
    assert!(session.record().contains(tree.node));
    let column = tree.layout.place(tree.node).unwrap().column as usize;
    assert_eq!(tree.line[column].node, tree.node);
    assert_eq!(view.game.version, session.version());
    if tree.node == session.live_node() {
        assert!(view.position.board.has_same_stones(session.game().board()));
        assert_eq!(view.position.to_play, session.to_play());
    }
}

#[test]
fn looking_never_changes_the_game() {
    for seed in 0..50 {
        let mut game = RandomGame::new(seed);
        let mut alone = game.session.clone();
        let mut viewers = Viewers::new(&game.session, seed);
        for _ in 0..60 {
            viewers.look_around(&game.session, game.now);
            let random_game::Step { actor, action, now } = game.next_step();
            let before = (alone.version(), alone.to_sgf(now));
            let seen = game.session.apply(actor, action.clone(), now);
            let unseen = alone.apply(actor, action, now);
            assert_eq!(format!("{seen:?}"), format!("{unseen:?}"));
            assert_eq!(game.session.to_sgf(now), alone.to_sgf(now));
            assert_eq!(game.session.version(), alone.version());
            if let Err(reason) = unseen {
                assert_eq!(before, (alone.version(), alone.to_sgf(now)), "{reason}");
            }
            game.note(&seen.map(|it| it.effects).unwrap_or_default());
        }
    }
}

#[test]
fn a_late_analysis_is_refused() {
    let game = RandomGame::new(1);
    let mut viewer = Viewer::new(&game.session);
    let analysis = || Box::new(Analysis::new(game.session.to_play(), 0.5));
    let effects = viewer.apply(&game.session, ViewerAction::Hint).unwrap();
    let [Effect::Analyze { ticket, .. }] = effects[..] else { panic!("{effects:?}") };
    viewer.apply(&game.session, ViewerAction::HideAnalysis).unwrap();
    let late = ViewerAction::Analyzed { ticket, analysis: analysis(), is_last: true };
    assert_eq!(viewer.apply(&game.session, late).unwrap_err(), Rejected::Late);
    let late = ViewerAction::AnalysisFailed { ticket, reason: String::new() };
    assert_eq!(viewer.apply(&game.session, late).unwrap_err(), Rejected::Late);
}
