//! A front end of nothing but a workspace.

use std::path::Path;

use tengen_rules::Point;

use super::Driver;
use crate::command::Command;
use crate::question::{Answer, Question};
use crate::refusal::Refusal;
use crate::workspace::{Click, Done, Reply, Screen, Workspace, WorkspaceOptions};

/// A front end of nothing but a workspace: the model for all others.
#[derive(Debug)]
pub struct Direct {
    workspace: Workspace,
    question: Option<Question>,
    screen: Option<Screen>,
    is_refused: bool,
}

impl Direct {
    /// A workspace that is driven directly.
    pub fn new(options: WorkspaceOptions) -> Direct {
        let (workspace, _) = Workspace::open(options);
        Direct { workspace, question: None, screen: None, is_refused: false }
    }

    fn take(&mut self, done: Result<Done, Refusal>) {
        self.question = None;
        self.screen = None;
        self.is_refused = done.is_err();
        match done {
            Ok(Done::Ask(question)) => self.question = Some(question),
            Ok(Done::Show(screen)) => self.screen = Some(screen),
            Ok(Done::Load(path)) => {
                let done = self.workspace.open_loaded(&path);
                self.take(done);
            }
            Ok(Done::Join(task)) => {
                let done = self.workspace.run_join(*task);
                self.take(done);
            }
            Ok(Done::Nothing | Done::Told(_) | Done::Local | Done::Quit) | Err(_) => (),
        }
    }
}

impl Driver for Direct {
    fn press(&mut self, command: Command) {
        let done = self.workspace.command(command);
        self.take(done);
    }

    fn click(&mut self, point: Point, click: Click) {
        let done = self.workspace.click(point, click);
        self.take(done);
    }

    fn type_line(&mut self, line: &str) {
        let done = match self.workspace.type_line(line) {
            Ok(Reply::Done(done)) => Ok(done),
            Ok(Reply::Answer(_)) => Ok(Done::Nothing),
            Err(reason) => Err(reason),
        };
        self.take(done);
    }

    fn open_file(&mut self, path: &Path) {
        let done = self.workspace.open_file(path);
        self.take(done);
    }

    fn answer(&mut self, answer: Answer) {
        if let Some(question) = self.question.take() {
            let done = self.workspace.answer(question, answer);
            self.take(done);
        }
    }

    fn workspace(&mut self) -> &mut Workspace {
        &mut self.workspace
    }

    fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    fn screen(&self) -> Option<Screen> {
        self.screen.clone()
    }

    fn is_refused(&self) -> bool {
        self.is_refused
    }
}
