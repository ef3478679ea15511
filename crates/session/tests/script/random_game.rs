//! Random actions of random actors, most of which make sense.

use std::time::Duration;

use fastrand::Rng;
use tengen_analysis::{DeadStones, Decision, Evaluation};
use tengen_clock::TimeControl;
use tengen_record::{Mark, NodeId};
use tengen_rules::{ByColor, Color, Move, Point, PointSet, Ruleset, Size};
use tengen_session::{
    Action, Actor, Drawing, Edit, Effect, Ending, Handicap, Permission, Policy, Request, Seat,
    Session, Setup, Ticket, TreeEdit,
};

/// A session that is played at random.
pub(crate) struct RandomGame {
    pub(crate) session: Session,
    pub(crate) now: Duration,
    pub(crate) rng: Rng,
    tickets: Vec<Ticket>,
}

/// What happened to a game.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) actor: Actor,
    pub(crate) action: Action,
    pub(crate) now: Duration,
}

impl RandomGame {
    pub(crate) fn new(seed: u64) -> RandomGame {
        let mut rng = Rng::with_seed(seed);
        let session = Session::new(random_setup(&mut rng)).unwrap();
        RandomGame { session, now: Duration::ZERO, rng, tickets: Vec::new() }
    }

    /// What happens next.
    pub(crate) fn next_step(&mut self) -> Step {
        self.now += Duration::from_millis(self.rng.u64(..1500));
        let (actor, action) = if self.rng.u8(..4) > 0 { self.sensible() } else { self.any() };
        Step { actor, action, now: self.now }
    }

    /// Notes what the session asks for.
    pub(crate) fn note(&mut self, effects: &[Effect]) {
        self.tickets.extend(effects.iter().filter_map(|it| match it {
            Effect::Think(think) => Some(think.ticket),
            Effect::ProposeDead { ticket, .. } => Some(*ticket),
            _ => None,
        }));
    }

    /// A move of whoever is to move.
    fn sensible(&mut self) -> (Actor, Action) {
        let to_play = self.session.to_play();
        let points: Vec<Point> = self.session.game().legal_points().collect();
        let point = self.rng.choice(points).filter(|_| self.rng.u8(..8) > 0);
        if self.session.seats()[to_play].is_person() {
            let action = point.map_or(Action::Pass, Action::Play);
            return (Actor::Player(to_play), action);
        }
        let decision = Decision::Move(point.map_or(Move::Pass, Move::Play));
        let evaluation = self.rng.bool().then(|| evaluation(&mut self.rng));
        let ticket = self.tickets.last().copied().unwrap_or(Ticket::new(0));
        (Actor::Engine, Action::EngineMoved { ticket, decision, evaluation })
    }

    fn any(&mut self) -> (Actor, Action) {
        let color = if self.rng.bool() { Color::Black } else { Color::White };
        let player = Actor::Player(color);
        let ticket = self.tickets.last().copied().unwrap_or(Ticket::new(0));
        let points: Vec<Point> = self.session.game().board().stones().map(|it| it.1).collect();
        let point = self.rng.choice(points);
        let node = self.node();
        match self.rng.u8(..28) {
            0 | 1 => (Actor::Owner, Action::Start),
            2 => (player, Action::Pause),
            3 => (Actor::Owner, Action::Undo),
            4 => (player, Action::Undo),
            5 => (Actor::Owner, Action::Redo),
            6 => (Actor::Owner, Action::PlayFrom(node)),
            7 => (player, Action::Ask(self.request())),
            8 => (player, Action::Accept),
            9 => (player, Action::Decline),
            10..14 => {
                let proposal = Box::new(self.proposal(point));
                (Actor::Engine, Action::DeadProposed { ticket, proposal })
            }
            14 => match point {
                Some(point) => (player, Action::ToggleDead { point, is_forced: true }),
                None => (player, Action::MoveNow),
            },
            15..18 => (player, Action::Agree(point.into_iter().collect())),
            18 => (player, Action::ResumePlay),
            19 => (Actor::Clock, Action::Tick),
            20..24 => (Actor::Owner, Action::Edit { node, edit: self.edit() }),
            24 => (Actor::Owner, Action::UndoEdit),
            25 => {
                let evaluation = evaluation(&mut self.rng);
                (Actor::Owner, Action::NoteEvaluation { node, evaluation })
            }
            26 => (Actor::Owner, Action::CreditTime(color, Duration::from_secs(1))),
            _ => self.rare(color, node),
        }
    }

    /// What ends games, or changes who plays.
    fn rare(&mut self, color: Color, node: NodeId) -> (Actor, Action) {
        let seats = ByColor { black: Seat::person("Ann"), white: Seat::person("") };
        let time = TimeControl::Absolute { main: Duration::from_secs(30) };
        match self.rng.u8(..8) {
            0 => (Actor::Player(color), Action::Resign),
            1 => (Actor::Owner, Action::End(Ending::Adjourned)),
            2 => (Actor::Owner, Action::End(Ending::Forfeited(color))),
            3 => (Actor::Owner, Action::Review),
            4 => (Actor::Owner, Action::PlayOn { node, seats: Box::new(seats), time }),
            5 => (Actor::Owner, Action::SetOrigin("a (file).sgf".to_owned())),
            6 => (Actor::Owner, Action::MarkSaved(self.session.record().revision())),
            _ => (Actor::Owner, Action::ChangeSeat(color, Seat::person("Bob (2d)"))),
        }
    }

    /// Any node, often the one of the game.
    fn node(&mut self) -> NodeId {
        let nodes: Vec<NodeId> = self.session.record().nodes().collect();
        let live = self.session.live_node();
        if self.rng.bool() { live } else { self.rng.choice(nodes).unwrap_or(live) }
    }

    fn request(&mut self) -> Request {
        let requests = [Request::Undo, Request::Pause, Request::Adjourn];
        self.rng.choice(requests).unwrap_or(Request::Undo)
    }

    fn proposal(&mut self, point: Option<Point>) -> DeadStones {
        let board = self.session.game().board();
        let dead: PointSet = point.into_iter().flat_map(|it| board.chain(it)).collect();
        DeadStones { dead, ..DeadStones::default() }
    }

    fn edit(&mut self) -> Edit {
        let points: Vec<Point> = self.session.record().size().points().collect();
        let point = self.rng.choice(points).unwrap();
        match self.rng.u8(..9) {
            0 => Edit::Comment("a line\n;B[aa])\nand (more)".to_owned()),
            1 => Drawing::ToggleMark(point, Mark::Circle).into(),
            2 => Drawing::NextLetter(point).into(),
            3 | 4 => Edit::Play(Color::Black, Move::Play(point)),
            5 => Edit::Play(Color::White, Move::Play(point)),
            6 => TreeEdit::Delete.into(),
            7 => TreeEdit::Promote.into(),
            _ => Edit::SetUp { points: vec![point], stone: Some(Color::White) },
        }
    }
}

fn evaluation(rng: &mut Rng) -> Evaluation {
    let black_lead = rng.bool().then(|| rng.f32() * 20.0 - 10.0);
    Evaluation { black_win_rate: rng.f32(), black_lead, n_visits: rng.u32(1..2000) }
}

fn random_setup(rng: &mut Rng) -> Setup {
    let rulesets = [Ruleset::CHINESE, Ruleset::JAPANESE, Ruleset::AGA, Ruleset::TROMP_TAYLOR];
    let size = Size::square(rng.u8(3..=5)).unwrap();
    let permissions = [Permission::Free, Permission::ByConsent, Permission::Never];
    let times = ["none", "40s", "5s/move", "20s+3s", "10s+3x4s", "8s+4/9s"];
    let policy = Policy {
        takebacks: rng.choice(permissions).unwrap(),
        pause: rng.choice(permissions).unwrap(),
        ..Policy::FREE
    };
    let time = rng.choice(times).unwrap().parse().unwrap();
    let setup = Setup::new(size, rng.choice(rulesets).unwrap());
    let setup = Setup {
        scoring_time: rng.bool().then(|| Duration::from_secs(8)),
        ..setup.with_policy(policy).with_time(time)
    };
    match rng.u8(..4) {
        0 => setup,
        1 => Setup { handicap: Handicap::Free(2), ..setup },
        2 => setup.with_seat(Color::White, Seat::Level("8k".parse().unwrap())),
        _ => setup.with_seat(Color::Black, Seat::Level("8k".parse().unwrap())),
    }
}
