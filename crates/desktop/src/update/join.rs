//! Games on a server, joined in the background.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use iced::Task;
use iced::futures::channel::oneshot;
use tengen_front::notice::Notice;
use tengen_front::workspace::{JoinTask, Wish};

use crate::app::App;
use crate::message::{JoinedOnce, Message};

impl App {
    /// Joins a game by its link, as a player if a seat is free.
    pub(crate) fn join_link(&mut self, link: &str) -> Task<Message> {
        let done = self.workspace.join(link, None, Wish::Play);
        self.take(done)
    }

    /// Has a game joined in another thread, since servers may be slow.
    pub(super) fn join(&mut self, task: JoinTask) -> Task<Message> {
        self.tell(&[Notice::Joining(task.link().clone())]);
        let (sender, receiver) = oneshot::channel();
        let started = thread::Builder::new().name("join".into()).spawn(move || {
            // A window that was closed does not wait for the game.
            let _ = sender.send(task.run());
        });
        if let Err(error) = started {
            return self.take(Err(tengen_front::refusal::Refusal::NoThread(error)));
        }
        Task::perform(receiver, |joined| {
            Message::Joined(JoinedOnce(Arc::new(Mutex::new(joined.ok()))))
        })
    }

    /// Shows a game that was joined in the background.
    pub(super) fn show_joined(&mut self, joined: &JoinedOnce) -> Task<Message> {
        let joined = joined.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.notice = None;
        let done = match joined {
            Some(Ok(joined)) => Ok(self.workspace.show_joined(joined)),
            Some(Err(reason)) => Err(reason),
            None => return Task::none(),
        };
        self.take(done)
    }
}
