//! Games on a server: joining, sending what a person wants, hearing back.
//!
//! Such a game has a session that follows the server. Actions are not applied
//! to it but sent, and nothing is shown before the server has told it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tengen_host::{Dirs, GameHandle, Keep, Runner};
use tengen_remote::{
    GameLink, GameRequest, GuestFile, JoinError, Refused, Remote, Update, Wish, join,
};
use tengen_rules::Move;
use tengen_session::{Action, Actor, Rejected, RemoteView, Session, Step};

use super::{Done, OpenGame, Screen, Workspace};
use crate::notice::{Notice, RemoteNotice};
use crate::question::Next;
use crate::refusal::Refusal;

/// The file of the tokens by which servers know a user again.
const GUESTS: &str = "guests";

/// How long the first connection may take before the game is shown without.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// What joining a game on a server needs; it may take seconds, so it can be
/// done in another thread.
#[derive(Debug)]
pub struct JoinTask {
    link: GameLink,
    name: String,
    wish: Wish,
    guests: GuestFile,
    runner: Runner,
}

/// A game on a server that was joined, for [`Workspace::show_joined`].
#[derive(Debug)]
pub struct JoinedGame {
    handle: GameHandle,
    remote: OpenRemote,
    notices: Vec<Notice>,
}

/// The connection of the game that is open.
#[derive(Debug)]
pub(super) struct OpenRemote {
    remote: Remote,
    link: GameLink,
    inbox: Arc<Inbox>,
    /// Requests that were not answered yet.
    n_waiting: u32,
    /// The next game of the same players.
    next: Option<GameLink>,
}

/// Updates that the workspace has not read yet.
#[derive(Debug, Default)]
struct Inbox(Mutex<Vec<Update>>);

impl Inbox {
    fn put(&self, update: Update) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(update);
    }

    fn take(&self) -> Vec<Update> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl JoinTask {
    /// The link.
    pub const fn link(&self) -> &GameLink {
        &self.link
    }

    /// Joins the game, and waits for its server for some seconds.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if there is no such game, or no such server.
    pub fn run(self) -> Result<JoinedGame, Refusal> {
        let joined = join(&self.link, &self.name, self.wish, &self.guests)?;
        let unknown = || JoinError::NotOurs(self.link.authority().to_owned());
        let mut setup = joined.setup().ok_or_else(unknown)?;
        setup.date = tengen_host::today();
        let session = Session::new(setup).map_err(Refusal::Setup)?;
        let handle = self.runner.open(session, Keep::Nothing);
        let mut notices = Vec::new();
        notices.extend(joined.keep_error().map(|it| Notice::Remote(RemoteNotice::NotKept(it))));
        let inbox = Arc::new(Inbox::default());
        let listener = handle.listen(|| ());
        let remote = joined.start(hearer(&handle, &inbox)).map_err(Refusal::NoThread)?;
        let end = Instant::now() + CONNECT_PATIENCE;
        let about = || handle.read(|session, _| session.remote());
        while !about().is_some_and(|it| it.is_connected) && Instant::now() < end {
            listener.poll(end.saturating_duration_since(Instant::now()));
        }
        let is_spectator = about().is_some_and(|it| it.is_connected && it.is_spectator());
        if is_spectator && self.wish == Wish::Play {
            notices.push(Notice::Remote(RemoteNotice::SeatsTaken));
        }
        let remote = OpenRemote { remote, link: self.link, inbox, n_waiting: 0, next: None };
        Ok(JoinedGame { handle, remote, notices })
    }
}

/// Takes what the connection tells: the session follows, and the rest waits
/// for the workspace.
fn hearer(handle: &GameHandle, inbox: &Arc<Inbox>) -> impl Fn(Update) + Send + 'static {
    let (handle, inbox) = (handle.clone(), Arc::clone(inbox));
    move |update| {
        let update = match update {
            Update::State(game) => match handle.apply(Actor::Owner, Action::Follow(game)) {
                Ok(_) => return,
                // The game has gone on by rules that are not known here.
                Err(_) => Update::Gone,
            },
            update => update,
        };
        inbox.put(update);
        handle.notify();
    }
}

impl OpenRemote {
    fn send(&mut self, request: GameRequest) {
        self.n_waiting += 1;
        self.remote.send(request);
    }

    /// Whether the server has not answered yet.
    pub(super) const fn is_waiting(&self) -> bool {
        self.n_waiting > 0
    }

    /// What there is to tell a person.
    pub(super) fn take_notices(&mut self) -> Vec<Notice> {
        let updates = self.inbox.take();
        updates.into_iter().filter_map(|it| self.notice(it)).map(Notice::Remote).collect()
    }

    fn notice(&mut self, update: Update) -> Option<RemoteNotice> {
        match update {
            Update::State(_) => None,
            Update::Answered => {
                self.n_waiting = self.n_waiting.saturating_sub(1);
                None
            }
            Update::Said(line) => Some(RemoteNotice::Said(line)),
            Update::Refused(Refused::ByServer(text)) => Some(RemoteNotice::Refused(text)),
            Update::Refused(Refused::MovePending) => Some(RemoteNotice::MovePending),
            Update::Refused(Refused::NoRequest) => Some(RemoteNotice::NoRequest),
            Update::Rematch(id) => {
                self.next = Some(self.link.with_id(&id));
                Some(RemoteNotice::Rematch)
            }
            Update::EngineFailed(color) => Some(RemoteNotice::EngineFailed(color)),
            Update::Gone => {
                self.n_waiting = 0;
                Some(RemoteNotice::Gone)
            }
        }
    }
}

/// The file by which servers know the user again; without a home folder, no
/// server does.
pub fn guest_file(dirs: Option<&Dirs>) -> GuestFile {
    dirs.map_or_else(GuestFile::none, |it| GuestFile::new(it.state.join(GUESTS)))
}

impl Workspace {
    /// Joins a game on a server by its link, as a player if a seat is free and
    /// `wish` says so.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it is not a link to a game.
    pub fn join(&mut self, link: &str, name: Option<&str>, wish: Wish) -> Result<Done, Refusal> {
        let link: GameLink = link.parse()?;
        let name = name.unwrap_or(&self.settings.game.name).to_owned();
        self.unless_unsaved(Next::Join { link, name, wish })
    }

    pub(super) fn join_now(&self, link: GameLink, name: String, wish: Wish) -> Done {
        let guests = guest_file(self.dirs.as_ref());
        Done::Join(Box::new(JoinTask { link, name, wish, guests, runner: self.runner.clone() }))
    }

    /// Shows a game that was joined in place of what is open.
    pub fn show_joined(&mut self, joined: JoinedGame) -> Done {
        let is_kept = self.is_kept();
        let JoinedGame { handle, remote, notices } = joined;
        self.show(handle);
        if let Some(open) = &mut self.open {
            open.remote = Some(remote);
        }
        if is_kept {
            self.notices.push(Notice::Kept);
        }
        self.notices.extend(notices);
        Done::Show(Screen::Game)
    }

    /// Joins a game on a server and shows it, for front ends that can wait.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if there is no such game, or no such server; what is
    /// open stays open.
    pub fn run_join(&mut self, task: JoinTask) -> Result<Done, Refusal> {
        let joined = task.run()?;
        Ok(self.show_joined(joined))
    }

    /// The link of the game on a server that is open.
    pub fn link(&self) -> Option<&GameLink> {
        Some(&self.open.as_ref()?.remote.as_ref()?.link)
    }

    /// Who the user is in the game on a server that is open.
    pub(super) fn remote_view(&self) -> Option<RemoteView> {
        self.view()?.game.remote
    }

    /// Sends an action to the server.
    pub(super) fn send_action(&mut self, actor: Actor, action: &Action) -> Result<Done, Refusal> {
        let request = self.open_game()?.remote_request(actor, action)?;
        self.send_request(request)
    }

    /// Sends what is possible on a server only.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the game is not on a server.
    pub(super) fn send_request(&mut self, request: GameRequest) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let remote = open.remote.as_mut().ok_or(Refusal::NotOnServer)?;
        remote.send(request);
        // What was sent from an earlier position shows its result in the game.
        let _ = open.viewer.apply(tengen_session::ViewerAction::Go(Step::Live));
        open.refresh();
        Ok(Done::Nothing)
    }

    /// Asks for another game, or goes to it once it is there.
    pub(super) fn rematch(&mut self) -> Result<Done, Refusal> {
        let open = self.open_game()?;
        let remote = open.remote.as_ref().ok_or(Refusal::NotOnServer)?;
        match &remote.next {
            Some(next) => self.join(&next.to_string(), None, Wish::Play),
            None => self.send_request(GameRequest::Rematch),
        }
    }
}

impl OpenGame {
    /// What an action asks of the server.
    fn remote_request(&self, actor: Actor, action: &Action) -> Result<GameRequest, Refusal> {
        if self.view.game.remote.is_some_and(|it| it.is_spectator()) {
            return Err(Rejected::NotAllowed(Actor::Spectator).into());
        }
        Ok(match *action {
            Action::Play(point) => {
                self.viewer.check(actor, Move::Play(point))?;
                GameRequest::Play(point)
            }
            Action::Pass => {
                self.viewer.check(actor, Move::Pass)?;
                GameRequest::Pass
            }
            Action::Resign => GameRequest::Resign,
            Action::Undo => GameRequest::Undo,
            Action::Pause => GameRequest::Pause,
            Action::Start => GameRequest::Continue,
            Action::Accept => GameRequest::Accept,
            Action::Decline => GameRequest::Decline,
            Action::ToggleDead { point, .. } => GameRequest::Mark(point),
            Action::Agree(dead) => GameRequest::Agree(dead),
            Action::ResumePlay => GameRequest::Resume,
            _ => return Err(Rejected::Elsewhere.into()),
        })
    }
}
