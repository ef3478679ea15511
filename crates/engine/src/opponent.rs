//! An opponent: a level, and the search that it may need.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use tengen_analysis::{Decision, Stop};
use tengen_net::Network;
use tengen_rules::{Game, Move, Size};

use crate::decision::{Verdict, judge};
use crate::greedy_player;
use crate::level::{Level, Style};
use crate::limits::Limits;
use crate::policy_player;
use crate::report::Report;
use crate::rng::Rng;
use crate::search::{EvaluatorKind, Progress, Search, Settings};
use crate::search_request::SearchRequest;

/// What an opponent answers.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What it does.
    pub decision: Decision,
    /// What it has found, unless it did not look.
    pub report: Option<Report>,
}

/// The playouts by which a pass is checked: what could the other side do then?
const CHECK_PLAYOUTS: u32 = 400;

/// The memory for that, in bytes: room for far more nodes.
const CHECK_MEMORY: usize = 2 << 20;

/// An opponent to play against.
#[derive(Debug)]
pub struct Opponent {
    level: Level,
    search: Search,
    /// A small search to check passes, so that the tree of the other stays.
    check: Search,
    /// The search that analyzes, where a level plays by another one.
    analysis: Option<Search>,
    settings: Settings,
    seed: u64,
    rng: Rng,
}

impl Opponent {
    /// An opponent of some level; the search claims its memory here.
    pub fn new(level: Level, settings: Settings) -> Opponent {
        let seed = settings.seed;
        let small = Settings {
            threads: 1,
            memory: settings.memory.min(CHECK_MEMORY),
            evaluator: EvaluatorKind::Playouts,
            ..settings.clone()
        };
        let mut own = settings.clone();
        if !level.uses_network() {
            own.evaluator = EvaluatorKind::Playouts;
        }
        let (search, check) = (Search::new(own), Search::new(small));
        Opponent { level, search, check, analysis: None, settings, seed, rng: Rng::new(seed) }
    }

    /// The level it plays at.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// What a move may take on a board of this size, or `None` if that is the
    /// caller's to say.
    pub fn level_limits(&self, size: Size) -> Option<Limits> {
        self.style(size).limits()
    }

    /// How it plays on a board of this size.
    fn style(&self, size: Size) -> Style {
        self.level.style(self.search.network_for(size).is_some())
    }

    /// The network that judges boards of this size, if one does.
    pub fn network_for(&self, size: Size) -> Option<Arc<Network>> {
        self.search.network_for(size)
    }

    /// Forgets all positions, and starts its random numbers anew.
    pub fn start_game(&mut self) {
        self.search.clear();
        self.check.clear();
        self.analysis = None;
        self.rng = Rng::new(self.seed);
    }

    /// Decides on a move.
    ///
    /// `progress` is called every now and then while it searches.
    pub fn think(
        &mut self,
        request: &SearchRequest<'_>,
        stop: &Stop,
        progress: impl FnMut(&Progress<'_>),
    ) -> Answer {
        let SearchRequest { game, color, limits, .. } = *request;
        let style = self.style(game.board().size());
        if style == Style::Greedy {
            let mv = greedy_player::choose_as(game, color, &mut self.rng);
            return Answer { decision: Decision::Move(mv), report: None };
        }
        let limits = style.limits().unwrap_or(limits);
        let report = self.search.answer(&SearchRequest { limits, ..*request }, stop, progress);
        let check = &mut self.check;
        let verdict = judge(game, &report, |color, excluded| {
            let limits = Limits::exactly(CHECK_PLAYOUTS);
            let request =
                SearchRequest { color, limits, excluded, ..SearchRequest::new(game, limits) };
            check.answer(&request, stop, |_| ())
        });
        let rng = &mut self.rng;
        let decision = match (verdict, style) {
            (Verdict::Resign, _) => Decision::Resign,
            (Verdict::Play(Move::Play(_)), Style::Policy { percent }) => {
                Decision::Move(policy_player::choose(game, color, percent, rng))
            }
            (Verdict::Play(mv @ Move::Play(_)), Style::Network { temperature, .. })
                if temperature > 0 =>
            {
                let priors = &report.analysis.priors;
                Decision::Move(policy_player::draw(priors, temperature, rng).unwrap_or(mv))
            }
            (Verdict::Play(mv) | Verdict::Finish(mv), _) => Decision::Move(mv),
        };
        Answer { decision, report: Some(report) }
    }

    /// Analyzes a position as well as it can, whatever its level is.
    pub fn analyze(
        &mut self,
        request: &SearchRequest<'_>,
        stop: &Stop,
        progress: impl FnMut(&Progress<'_>),
    ) -> Report {
        if self.level.uses_network() {
            return self.search.answer(request, stop, progress);
        }
        let settings = &self.settings;
        let search = self.analysis.get_or_insert_with(|| Search::new(settings.clone()));
        search.answer(request, stop, progress)
    }

    /// Thinks about a position in the background, until it is stopped.
    ///
    /// What it finds is kept for the positions that follow.
    pub fn ponder(self, game: Game) -> Pondering {
        let stop = Stop::new();
        let stopped = stop.clone();
        let thread = thread::spawn(move || {
            let mut opponent = self;
            if opponent.style(game.board().size()).searches() {
                opponent.search.run(&game, &Limits::NONE, &stopped, |_| ());
            }
            opponent
        });
        Pondering { stop, thread }
    }
}

/// An opponent that thinks while it waits.
#[derive(Debug)]
pub struct Pondering {
    stop: Stop,
    thread: JoinHandle<Opponent>,
}

impl Pondering {
    /// Ends the thinking and gives the opponent back.
    ///
    /// # Panics
    ///
    /// Panics if the search did.
    pub fn stop(self) -> Opponent {
        self.stop.stop();
        self.thread.join().expect("the search does not panic")
    }
}
