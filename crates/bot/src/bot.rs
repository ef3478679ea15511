//! The bot as a whole: what it takes on, and what it leaves.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;
use tengen_analysis::Stop;
use tengen_gtp::controller::CommandLine;
use tengen_remote::api::{Api, ApiFailure};
use tengen_wire::{Offer, Overview, OwnGame, PhaseName, Scope};

use crate::follow::{Followed, follow};
use crate::game::{self, GameOptions};
use crate::task::Manners;
use crate::{Conditions, Report};

/// How often the bot looks whether it should leave.
const LOOK: Duration = Duration::from_millis(200);

/// How long an own offer may take to come back from the server.
const OFFER_PATIENCE: Duration = Duration::from_secs(10);

/// How a bot plays.
#[derive(Clone, Debug)]
pub struct BotOptions {
    /// The server and the account.
    pub api: Api,
    /// The engine, of which each game has a process.
    pub engine: CommandLine,
    /// Which offers it accepts.
    pub conditions: Conditions,
    /// What it offers itself, as `NewOffer` of the server's description.
    pub offer: Option<Value>,
    /// How many games it plays at the same time.
    pub n_games: usize,
    /// After how many games it leaves.
    pub max_games: Option<usize>,
    /// Whether it lets moves be taken back.
    pub allows_undo: bool,
}

/// Tells a bot to leave, from another thread.
#[derive(Clone, Debug, Default)]
pub struct Leave {
    level: Arc<AtomicU8>,
}

impl Leave {
    /// The first time: no more games. The second time: at once.
    pub fn leave(&self) {
        self.level.fetch_add(1, Ordering::AcqRel);
    }

    pub(crate) fn level(&self) -> u8 {
        self.level.load(Ordering::Acquire)
    }
}

/// Why a bot cannot play.
#[derive(Debug)]
pub enum BotError {
    /// The server refuses.
    Refused(ApiFailure),
    /// The account is that of a person.
    NotABot(String),
    /// The token does not allow enough.
    NoScope(Scope),
    /// The system has no threads.
    Threads(io::Error),
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotError::Refused(failure) => failure.fmt(f),
            BotError::NotABot(name) => write!(f, "the account {name} is not marked as a bot"),
            BotError::NoScope(scope) => write!(f, "the token lacks the scope {scope}"),
            BotError::Threads(error) => write!(f, "cannot start a thread: {error}"),
        }
    }
}

impl Error for BotError {}

/// A bot.
#[derive(Debug)]
pub struct Bot {
    options: BotOptions,
    leave: Leave,
}

enum Input {
    Followed(Followed<Overview>),
    Report(Report),
    /// A game is not played any more.
    Finished(String),
}

impl Bot {
    /// A bot that plays until it is told to leave.
    pub const fn new(options: BotOptions, leave: Leave) -> Bot {
        Bot { options, leave }
    }

    /// Plays, and tells what happens.
    ///
    /// # Errors
    ///
    /// Returns [`BotError`] if the server does not let this bot play.
    pub fn run(self, report: &dyn Fn(Report)) -> Result<(), BotError> {
        if !self.connect(report)? {
            return Ok(());
        }
        let (sender, inputs) = mpsc::channel();
        let (api, events) = (self.options.api.clone(), sender.clone());
        let _follower =
            follow(move || api.events(), move |it| events.send(Input::Followed(it)).is_ok())
                .map_err(BotError::Threads)?;
        let mut run = Run {
            options: &self.options,
            report,
            inputs: sender,
            overview: None,
            playing: HashMap::new(),
            refused: HashSet::new(),
            n_begun: 0,
            is_lost: false,
            quiet_until: None,
            offered_at: None,
            stop: Stop::new(),
            leave: &self.leave,
            has_said_leaving: false,
        };
        loop {
            match inputs.recv_timeout(LOOK) {
                Ok(input) => run.take(input)?,
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let leaves = self.leave.level() > 0 || run.has_played_enough();
            if leaves {
                run.prepare_to_leave();
            }
            if self.leave.level() > 1 {
                run.stop.stop();
            }
            if leaves && run.playing.is_empty() {
                return Ok(());
            }
            if !leaves {
                run.take_on();
            }
        }
    }

    /// Waits for a server that knows the bot; `false` if it is to leave.
    fn connect(&self, report: &dyn Fn(Report)) -> Result<bool, BotError> {
        let mut has_told = false;
        loop {
            match self.options.api.account() {
                Ok(account) => {
                    if !account.bot {
                        return Err(BotError::NotABot(account.name));
                    }
                    let needed = [Scope::Read, Scope::Play, Scope::Offer];
                    let missing = needed.into_iter().find(|it| !account.scopes.contains(it));
                    if let Some(scope) = missing {
                        return Err(BotError::NoScope(scope));
                    }
                    report(Report::Connected(account));
                    return Ok(true);
                }
                Err(failure) => {
                    let Some(wait) = failure.retry_after() else {
                        return Err(BotError::Refused(failure));
                    };
                    if !has_told {
                        report(Report::Lost { reason: failure.to_string() });
                        has_told = true;
                    }
                    let end = Instant::now() + wait;
                    while Instant::now() < end {
                        if self.leave.level() > 0 {
                            return Ok(false);
                        }
                        thread::sleep(LOOK);
                    }
                }
            }
        }
    }
}

/// A bot that plays.
struct Run<'a> {
    options: &'a BotOptions,
    report: &'a dyn Fn(Report),
    inputs: Sender<Input>,
    overview: Option<Box<Overview>>,
    playing: HashMap<String, JoinHandle<()>>,
    /// Offers that the server did not let it have, and games that it left.
    refused: HashSet<String>,
    n_begun: usize,
    is_lost: bool,
    /// The server has asked for patience.
    quiet_until: Option<Instant>,
    offered_at: Option<Instant>,
    stop: Stop,
    leave: &'a Leave,
    has_said_leaving: bool,
}

impl Run<'_> {
    fn take(&mut self, input: Input) -> Result<(), BotError> {
        match input {
            Input::Followed(Followed::State(overview)) => {
                if std::mem::take(&mut self.is_lost) {
                    (self.report)(Report::Back);
                }
                self.overview = Some(overview);
            }
            Input::Followed(Followed::Beat) => (),
            Input::Followed(Followed::Lost(reason)) => {
                if !std::mem::replace(&mut self.is_lost, true) {
                    (self.report)(Report::Lost { reason });
                }
            }
            Input::Followed(Followed::Slowed(time)) => self.slow_down(time),
            Input::Followed(Followed::Refused(failure)) => return Err(BotError::Refused(failure)),
            Input::Report(report) => (self.report)(report),
            Input::Finished(id) => {
                if let Some(thread) = self.playing.remove(&id) {
                    // A thread that has failed leaves its game to the next run.
                    let _ = thread.join();
                }
                self.refused.insert(id);
                // What is known of games and offers may be old.
                self.overview = None;
                if let Ok(games) = self.options.api.games() {
                    let is_on = |it: &OwnGame| it.phase != PhaseName::Over;
                    let games = games.into_iter().filter(is_on).collect();
                    let offers = self.options.api.offers().unwrap_or_default();
                    self.overview = Some(Box::new(Overview { games, offers }));
                }
            }
        }
        Ok(())
    }

    fn slow_down(&mut self, time: Duration) {
        self.quiet_until = Some(Instant::now() + time);
        (self.report)(Report::Slowed(time));
    }

    fn has_played_enough(&self) -> bool {
        self.options.max_games.is_some_and(|it| self.n_begun >= it)
    }

    fn has_room(&self) -> bool {
        self.playing.len() < self.options.n_games && !self.has_played_enough()
    }

    /// Takes on what there is: games that were begun, then offers, then the
    /// bot's own offer.
    fn take_on(&mut self) {
        if self.quiet_until.is_some_and(|it| it > Instant::now()) {
            return;
        }
        let Some(overview) = self.overview.take() else { return };
        for game in &overview.games {
            let has_opponent = game.phase != PhaseName::Waiting || !game.opponent.is_empty();
            let is_new = !self.playing.contains_key(&game.id) && !self.refused.contains(&game.id);
            if is_new && has_opponent && self.has_room() {
                self.play(game);
            }
        }
        let is_open =
            |it: &&Offer| !self.refused.contains(&it.id) && !self.playing.contains_key(&it.id);
        let fitting = overview.offers.iter().filter(is_open);
        let fitting = fitting.filter(|it| self.options.conditions.check(it).is_ok());
        let fitting: Vec<&Offer> = fitting.collect();
        for offer in fitting {
            if self.has_room() {
                self.accept(offer);
            }
        }
        let has_offered = overview.offers.iter().any(|it| it.own);
        // The next line, which has the offer, is on its way.
        let is_waiting = self.offered_at.is_some_and(|it| it.elapsed() < OFFER_PATIENCE);
        if self.has_room() && !has_offered && !is_waiting {
            self.offer();
        }
        self.overview = Some(overview);
    }

    fn play(&mut self, game: &OwnGame) {
        if self.playing.contains_key(&game.id) {
            return;
        }
        (self.report)(Report::Playing(Box::new(game.clone())));
        let options = GameOptions {
            api: self.options.api.clone(),
            id: game.id.clone(),
            engine: self.options.engine.clone(),
            manners: Manners {
                allows_undo: self.options.allows_undo,
                plays_again: self.options.max_games.is_none_or(|it| self.n_begun + 1 < it),
            },
            stop: self.stop.clone(),
            leave: self.leave.clone(),
        };
        let (inputs, id) = (self.inputs.clone(), game.id.clone());
        let thread = thread::Builder::new().name("game".into()).spawn(move || {
            let reports = inputs.clone();
            // A bot that has ended hears nothing.
            game::play(options, &move |it| drop(reports.send(Input::Report(it))));
            let _ = inputs.send(Input::Finished(id));
        });
        // Without a thread, the game is tried again with the next line.
        if let Ok(thread) = thread {
            self.n_begun += 1;
            self.playing.insert(game.id.clone(), thread);
        }
    }

    fn accept(&mut self, offer: &Offer) {
        match self.options.api.accept(&offer.id) {
            Ok(id) => {
                self.refused.insert(offer.id.clone());
                (self.report)(Report::Accepted(Box::new(offer.clone())));
                self.play(&OwnGame {
                    id,
                    role: tengen_wire::Role::Spectator,
                    opponent: offer.from.clone(),
                    size: offer.size,
                    phase: PhaseName::Waiting,
                    n_moves: 0,
                    to_play: tengen_rules::Color::Black,
                    result: None,
                    changed_at: 0,
                });
            }
            Err(failure) => self.missed(&offer.id, &failure),
        }
    }

    /// Somebody was faster, or the server asks for patience.
    fn missed(&mut self, id: &str, failure: &ApiFailure) {
        match failure.retry_after() {
            Some(wait) => self.slow_down(wait),
            None => drop(self.refused.insert(id.to_owned())),
        }
    }

    fn offer(&mut self) {
        let Some(offer) = &self.options.offer else { return };
        match self.options.api.offer(offer) {
            Ok(id) => {
                self.offered_at = Some(Instant::now());
                (self.report)(Report::Offered { id });
            }
            // What the server does not take now, it may take later.
            Err(failure) => {
                let wait = failure.retry_after().unwrap_or(Duration::from_secs(60));
                self.slow_down(wait);
            }
        }
    }

    /// Withdraws what no one has accepted.
    fn prepare_to_leave(&mut self) {
        if std::mem::replace(&mut self.has_said_leaving, true) {
            return;
        }
        (self.report)(Report::Leaving { n_games: self.playing.len() });
        let offers = self.options.api.offers().unwrap_or_default();
        for offer in offers.iter().filter(|it| it.own) {
            // One that is gone needs nothing.
            let _ = self.options.api.withdraw(&offer.id);
        }
    }
}
