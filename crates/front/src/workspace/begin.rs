//! Beginning, continuing and closing games.

use std::hash::{BuildHasher, RandomState};

use tengen_clock::TimeControl;
use tengen_host::{Document, GameHandle, GameKey, Keep};
use tengen_record::NodeId;
use tengen_rules::ByColor;
use tengen_session::{
    Action, Actor, Handicap, Phase, Seat, Session, Setup, Step, View, ViewerAction,
};

use super::{Done, OpenGame, Screen, Workspace};
use crate::form::Form;
use crate::notice::Notice;
use crate::question::{Answer, Next, Question};
use crate::refusal::Refusal;

impl Workspace {
    /// Begins the game of a form, which is remembered for the next time.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if a field is invalid, or the game cannot
    /// begin; what is open stays open.
    pub fn begin(&mut self, form: &Form) -> Result<Done, Refusal> {
        let setup = form.clone().with_lot(RandomState::new().hash_one(0)).setup()?;
        let done = self.begin_setup(setup)?;
        self.remember(form);
        Ok(done)
    }

    /// Begins a game that was set up elsewhere, for example by arguments.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the game cannot begin.
    pub fn begin_setup(&mut self, setup: Setup) -> Result<Done, Refusal> {
        self.unless_unsaved(Next::Begin(setup))
    }

    /// Settings that cannot be written are right until the program ends.
    fn remember(&mut self, form: &Form) {
        let mut game = self.settings.game.clone();
        form.remember(&mut game);
        if game != self.settings.game
            && let Err(Refusal::Settings(error)) = self.change_settings(|it| it.game = game)
        {
            self.notices.push(Notice::Settings(std::sync::Arc::new(error)));
        }
    }

    fn begin_now(&mut self, mut setup: Setup) -> Result<Done, Refusal> {
        if setup.date.is_empty() {
            setup.date = tengen_host::today();
        }
        let session = Session::new(setup).map_err(Refusal::Setup)?;
        let is_kept = self.is_kept();
        self.start(session, Keep::Game);
        self.start_clock()?;
        if is_kept {
            self.notices.push(Notice::Kept);
        }
        Ok(Done::Show(Screen::Game))
    }

    /// Goes on with the game that is open, or else with the newest one of the
    /// list.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if there is none, or it cannot be opened.
    pub fn continue_last(&mut self) -> Result<Done, Refusal> {
        if self.is_running() {
            self.start_clock()?;
            return Ok(Done::Show(Screen::Game));
        }
        self.continue_numbered(1)
    }

    /// Goes on with a game by its place among
    /// [`Workspace::other_unfinished`], from one.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if there is none, or it cannot be opened.
    pub fn continue_numbered(&mut self, number: usize) -> Result<Done, Refusal> {
        let games = self.other_unfinished();
        let game = number.checked_sub(1).and_then(|idx| games.into_iter().nth(idx));
        let game = game.ok_or(Refusal::NoUnfinished(number))?;
        self.continue_game(game.key)
    }

    /// Goes on with an unfinished game: its players, clock and moves are as
    /// they were.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be opened; what is open stays open.
    pub fn continue_game(&mut self, key: GameKey) -> Result<Done, Refusal> {
        if self.is_open(&key) {
            self.start_clock()?;
            return Ok(Done::Show(Screen::Game));
        }
        self.unless_unsaved(Next::Continue(key))
    }

    fn continue_now(&mut self, key: &GameKey) -> Result<Done, Refusal> {
        let handle = self.runner.resume(key)?;
        let is_kept = self.is_kept();
        self.show(handle);
        self.start_clock()?;
        if is_kept {
            self.notices.push(Notice::Kept);
        }
        Ok(Done::Show(Screen::Game))
    }

    pub(super) fn is_open(&self, key: &GameKey) -> bool {
        self.open.as_ref().is_some_and(|it| it.handle.key().as_ref() == Some(key))
    }

    /// A game begins at the viewed position of a record, with the players and
    /// the clock of a form; the record stays as it is.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the form is invalid or no game can begin
    /// there; what is open stays open.
    pub fn play_on(&mut self, form: &Form) -> Result<Done, Refusal> {
        let setup = form.setup()?;
        let node = self.open_game()?.view.tree.node;
        let next = Next::PlayOn { node, seats: setup.seats, time: setup.time };
        self.unless_unsaved(next)
    }

    fn play_on_now(
        &mut self,
        node: NodeId,
        seats: ByColor<Seat>,
        time: TimeControl,
    ) -> Result<Done, Refusal> {
        let open = self.open_game()?;
        let session = open.handle.read(|session, _| session.clone()).with_origin("");
        let handle = self.runner.open(session, Keep::Game);
        // If no game can begin there, the record stays on the screen.
        handle.apply(Actor::Owner, Action::PlayOn { node, seats: Box::new(seats), time })?;
        self.show(handle);
        self.start_clock()?;
        Ok(Done::Show(Screen::Game))
    }

    /// Does something that would lose changes, or asks first.
    pub(super) fn unless_unsaved(&mut self, next: Next) -> Result<Done, Refusal> {
        self.end_counting()?;
        if self.has_unsaved_changes() {
            return Ok(Done::Ask(Question::Unsaved(Box::new(next))));
        }
        self.proceed(next)
    }

    fn proceed(&mut self, next: Next) -> Result<Done, Refusal> {
        match next {
            Next::Quit => Ok(Done::Quit),
            Next::Open(path) => self.open_now(&path),
            Next::Begin(setup) => self.begin_now(setup),
            Next::Continue(key) => self.continue_now(&key),
            Next::Library(game) => self.open_library_now(&game),
            Next::Recover(idx) => self.recover_now(idx),
            Next::PlayOn { node, seats, time } => self.play_on_now(node, seats, time),
            Next::Join { link, name, wish } => Ok(self.join_now(link, name, wish)),
        }
    }

    /// Carries out the answer to a question.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be done.
    pub fn answer(&mut self, question: Question, answer: Answer) -> Result<Done, Refusal> {
        match (question, answer) {
            (Question::PlayFrom { node, mv, .. }, Answer::Yes) => self.play_from(node, mv),
            (Question::PlayFrom { .. }, Answer::No) => self.go(Step::Live),
            (Question::Resign(color), Answer::Yes) => {
                self.act(Actor::Player(color), Action::Resign)
            }
            (Question::Overwrite(path), Answer::Yes) => self.write(&path),
            (Question::OverwritePicture(path), Answer::Yes) => self.write_picture(&path),
            (Question::Unsaved(next), Answer::Yes) => self.save_then(*next),
            (Question::Unsaved(next), Answer::No) => self.discard_then(*next),
            (_, Answer::Cancel)
            | (
                Question::Resign(_) | Question::Overwrite(_) | Question::OverwritePicture(_),
                Answer::No,
            ) => Ok(Done::Nothing),
        }
    }

    fn save_then(&mut self, next: Next) -> Result<Done, Refusal> {
        // The user must choose a file first, and repeats the command afterwards.
        match self.save()? {
            Done::Told(_) => self.proceed(next),
            other => Ok(other),
        }
    }

    /// Unsaved changes are forgotten once what comes next has succeeded.
    fn discard_then(&mut self, next: Next) -> Result<Done, Refusal> {
        self.keep_record();
        // A game that begins at the record needs it until it has begun.
        if let Next::PlayOn { .. } = next {
            let open = self.open_game()?;
            let (handle, document) = (open.handle.clone(), open.document.clone());
            let done = self.proceed(next)?;
            discard(&handle, document.as_ref());
            return Ok(done);
        }
        let before = self.open.take();
        let done = self.proceed(next);
        match before {
            Some(before) if done.is_err() => self.open = Some(before),
            Some(before) => discard(&before.handle, before.document.as_ref()),
            None => (),
        }
        done
    }

    /// Runs a session in place of what is open.
    pub(super) fn start(&mut self, session: Session, keep: Keep) {
        let handle = self.runner.open(session, keep);
        self.show(handle);
    }

    /// Shows a game that runs in place of what is open.
    pub(super) fn show(&mut self, handle: GameHandle) {
        let wake = self.wake.clone();
        let listener = handle.listen(move || (wake.0)());
        let viewer = handle.viewer();
        let view = viewer.view();
        let now = handle.now();
        self.is_editing = view.game.is_review;
        self.set_tool(crate::tool::Tool::Play);
        self.display.hovered = None;
        self.open = Some(OpenGame {
            remote: None,
            listener,
            viewer,
            handle,
            view,
            now,
            n_playouts: None,
            document: None,
            game_idx: 0,
            games: Vec::new(),
            review: None,
            practice: None,
            proof: None,
            teaching: crate::teaching::Teaching::default(),
            lead_guess: None,
        });
        if let Some(open) = &mut self.open {
            open.load_review();
        }
    }

    /// Lets a game run that waits, and looks at it.
    fn start_clock(&mut self) -> Result<(), Refusal> {
        let open = self.open_game()?;
        if open.view.game.is_paused && open.remote.is_none() {
            open.handle.apply(Actor::Owner, Action::Start)?;
        }
        if !open.view.tree.is_live {
            open.viewer.apply(ViewerAction::Go(Step::Live))?;
        }
        self.refresh();
        Ok(())
    }

    /// Whether a game is open that is not over.
    pub fn is_running(&self) -> bool {
        self.open.as_ref().is_some_and(OpenGame::is_running)
    }

    /// Whether a game is open that is in the list of unfinished ones.
    pub(super) fn is_kept(&self) -> bool {
        // A game is in the list from its first move on; its file may be
        // written a moment later.
        let has_moves = |it: &OpenGame| it.handle.read(|session, _| session.game().n_turns() > 0);
        let is_in_list = |it: &OpenGame| it.remote.is_none() && it.is_running() && has_moves(it);
        self.open.as_ref().is_some_and(is_in_list)
    }

    pub(super) fn open_game(&self) -> Result<&OpenGame, Refusal> {
        self.open.as_ref().ok_or(Refusal::NoGame)
    }

    /// Stops the clock of a game that is no longer on the screen.
    ///
    /// Front ends call this when they show something else than the board.
    pub fn leave_board(&mut self) {
        let Some(open) = &mut self.open else { return };
        let game = &open.view.game;
        let is_playing = matches!(game.phase, Phase::Placing | Phase::Playing);
        let has_clock = game.time != TimeControl::None;
        let is_here = open.remote.is_none() && !game.is_review;
        if is_here && !game.is_paused && is_playing && has_clock {
            // A game that cannot be paused runs on.
            let _ = open.handle.apply(Actor::Owner, Action::Pause);
            open.refresh();
        }
    }
}

/// Discards the unsaved changes of a record.
fn discard(handle: &GameHandle, document: Option<&Document>) {
    match document {
        Some(document) => handle.discard_drafts(document),
        None => handle.discard_draft(),
    }
}

/// The set-up of another game like this one.
pub(super) fn setup_of(view: &View) -> Setup {
    let game = &view.game;
    let mut setup = Setup::new(view.position.size, game.ruleset).with_time(game.time);
    setup.seats = game.seats.clone();
    if game.handicap > 1 {
        setup.handicap = Handicap::Fixed(game.handicap);
    }
    let is_default = game.komi == game.ruleset.default_komi(game.handicap);
    setup.komi = (!is_default).then_some(game.komi);
    setup
}
